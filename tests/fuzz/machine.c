/* The machine of scripts, without a host: a script runs for a while, fails with a sentence or ends; and what is saved
 * behind it comes back as the same state. */
#include "io/script/machine.h"

#include "fuzz.h"
#include "io/script/program.h"

enum { ASKED = 20 };

/* A budget in work, not in time. */
static bool stop(void *user)
{
    return ++*(int *)user > ASKED;
}

static void must_come_back(KipMachine *machine)
{
    uint64_t hash = kip_machine_hash(machine);
    size_t size = kip_machine_save_size(machine);
    void *bytes = malloc(size);
    KipError error;
    kip_machine_save(machine, bytes);
    need(kip_machine_load(machine, bytes, size, &error), &error);
    must(kip_machine_hash(machine) == hash, "a saved machine comes back as another");
    free(bytes);
}

static void run(const KipProgram *program)
{
    int asked = 0;
    KipMachineDef def = kip_machine_def();
    KipMachine *machine;
    KipValue module;
    KipError error;
    def.memory = 1 << 20, def.instructions = 50000, def.stop = stop, def.user = &asked;
    need(kip_machine_create(&def, &machine, &error), &error);
    KipStatus status = kip_machine_add(machine, program, &error);
    if (status == KIP_OK)
        status = kip_machine_module(machine, program, &module, &error);
    if (status == KIP_OK)
        status = kip_machine_run(machine, module, &error);
    must(status == KIP_OK || error.message[0], "a failure without its sentence");
    must(kip_machine_traceback(machine) != NULL, "no traceback");
    must_come_back(machine);
    kip_machine_destroy(machine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    KipProgram *program = NULL;
    KipError error;
    if (kip_program_compile((const char *)data, size, "fuzz.py", NULL, &program, &error) == KIP_OK)
        run(program);
    kip_program_destroy(program);
    return 0;
}
