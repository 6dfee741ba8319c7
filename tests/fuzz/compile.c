/* The compiler of scripts: what it makes is sound. */
#include "check_program.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    KipProgram *program = NULL;
    KipError error;
    must_tell(kip_program_compile((const char *)data, size, "fuzz.py", NULL, &program, &error), program,
              &error);
    if (program) {
        const char *wrong = check_program(program);
        must(!wrong, wrong);
    } else {
        must(error.line > 0 && error.column > 0, "a failure without its place");
    }
    kip_program_destroy(program);
    return 0;
}
