/* Creation and destruction of machines, and calls of scripts by the host. */
#include "machine_parts.h"

#include <string.h>

KipMachineDef kip_machine_def(void)
{
    return (KipMachineDef){.memory = (size_t)16 << 20,
                           .instructions = 1000000,
                           .main_instructions = 1000000000,
                           .depth = 200,
                           .seed = 1};
}

/* -- made and destroyed --------------------------------------------------------------------------------- */

/* Lays out the parts of the memory; false where it is too small. */
static bool lay_out(KipMachine *machine)
{
    size_t frames = (sizeof(KipMachineState) + 15) / 16 * 16, values, units;
    machine->most_frames = 2 * (uint32_t)machine->def.depth + 2;
    machine->most_values = 64 * (uint32_t)machine->def.depth + 4 * KIP_STACK_SPARE;
    if (machine->most_values > machine->def.memory / (4 * sizeof(KipValue)))
        machine->most_values = (uint32_t)(machine->def.memory / (4 * sizeof(KipValue)));
    values = (frames + machine->most_frames * sizeof(KipFrame) + 15) / 16 * 16;
    units = values + machine->most_values * sizeof(KipValue);
    if (units >= machine->def.memory / 2 || machine->most_values < 4 * KIP_STACK_SPARE)
        return false;
    machine->state = (void *)machine->block;
    machine->frame = (void *)(machine->block + frames);
    machine->stack = (void *)(machine->block + values);
    machine->first = (uint32_t)(units / KIP_UNIT);
    machine->end = (uint32_t)(machine->def.memory / KIP_UNIT);
    memset(machine->block, 0, units);
    return true;
}

static bool make_roots(KipMachine *machine)
{
    KipMachineState *state = machine->state;
    KipValue interned, known, kept, modules;
    if (!kip_dict_make(machine, &interned) || !kip_dict_make(machine, &known) ||
        !kip_list_make(machine, 0, &kept) || !kip_list_make(machine, 0, &modules))
        return false;
    state->interned = interned.index;
    state->known = known.index;
    state->kept = kept.index;
    state->modules = modules.index;
    machine->name_init = kip_intern(machine, "__init__", 8);
    machine->name_name = kip_intern(machine, "__name__", 8);
    machine->name_class = kip_intern(machine, "__class__", 9);
    machine->name_doc = kip_intern(machine, "__doc__", 7);
    return machine->name_init && machine->name_name && machine->name_class && machine->name_doc;
}

static KipStatus fill(KipMachine *machine, KipError *error)
{
    const KipMachineDef *def = &machine->def;
    KipStatus status;
    if (def->depth < 1 || def->depth > 10000 || def->instructions < 1 || def->main_instructions < 1 ||
        def->memory / KIP_UNIT >= UINT32_MAX)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the limits of a machine are out of bounds");
    machine->block = kip_resize(def->allocator, NULL, 0, def->memory + !def->memory);
    if (!machine->block)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    if (!lay_out(machine))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "%zu bytes are too little for a machine of depth %d", def->memory, def->depth);
    kip_heap_start(machine);
    machine->state->random.state = def->seed;
    if (make_roots(machine)) {
        status = kip_natives_make(machine, error);
        if (status != KIP_OK || kip_modules_make(machine))
            return status;
    }
    if (error)
        *error = machine->error;
    return machine->error.status;
}

KipStatus kip_machine_create(const KipMachineDef *def, KipMachine **machine, KipError *error)
{
    KipMachine *m = kip_resize(def->allocator, NULL, 0, sizeof *m);
    KipStatus status;
    if (!m)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    memset(m, 0, sizeof *m);
    m->def = *def;
    m->era = 1;
    status = fill(m, error);
    if (status != KIP_OK) {
        kip_machine_destroy(m);
        return status;
    }
    *machine = m;
    return KIP_OK;
}

void kip_machine_destroy(KipMachine *machine)
{
    const KipAllocator *allocator;
    if (!machine)
        return;
    allocator = machine->def.allocator;
    kip_resize(allocator, machine->kind_methods, ((size_t)machine->def.nkind + 1) * sizeof(uint32_t), 0);
    kip_resize(allocator, machine->parameter, machine->room_parameters * sizeof *machine->parameter, 0);
    kip_resize(allocator, machine->native, machine->room_natives * sizeof *machine->native, 0);
    kip_resize(allocator, machine->block, machine->def.memory + !machine->def.memory, 0);
    kip_resize(allocator, machine, sizeof *machine, 0);
}

/* -- calls ---------------------------------------------------------------------------------------------- */

/* State of an outer run, restored when an inner one ends. */
typedef struct Outer {
    int64_t budget, reserve, allowed;
    uint32_t top, nframe;
} Outer;

/* Instructions between two calls of def.stop: about a millisecond. */
static const int64_t slice = 1 << 16;

bool kip_grant(KipMachine *machine)
{
    const int64_t left = machine->budget + machine->reserve;
    machine->budget = left < slice ? left : slice;
    machine->reserve = left - machine->budget;
    if (!machine->def.stop || !machine->def.stop(machine->def.user))
        return true;
    machine->budget = machine->reserve = 0;
    return kip_script_fail(machine, "it was stopped");
}

/* Begins a run of at most so many instructions; within another run, no more than are left of that. */
static bool begin(KipMachine *machine, int64_t instructions, Outer *outer)
{
    const int64_t left = machine->budget + machine->reserve;
    *outer = (Outer){machine->budget, machine->reserve, machine->allowed, machine->state->top,
                     machine->state->nframe};
    if (!machine->runs) {
        machine->failed = machine->placed = false;
        machine->chain = machine->state->nframe;
        kip_heap_attend(machine);
    }
    machine->allowed = machine->runs && left < instructions ? left : instructions;
    machine->budget = machine->allowed < slice ? machine->allowed : slice;
    machine->reserve = machine->allowed - machine->budget;
    if (machine->runs++ == KIP_MOST_RUNS)
        return kip_script_fail(machine,
                               "functions of the host and of scripts call each other more than %d deep",
                               KIP_MOST_RUNS);
    if (outer->top + 2 * KIP_STACK_SPARE > machine->most_values)
        return kip_script_fail(machine, "the stack is full; does a function call itself without end?");
    return true;
}

/* Ends a run. A failure within another run stays pending, unless `error` receives it. */
static KipStatus end(KipMachine *machine, bool done, const Outer *outer, KipError *error)
{
    int64_t used = machine->allowed - machine->budget - machine->reserve;
    if (!done)
        kip_place_error(machine);
    machine->runs--;
    machine->budget = outer->budget - used;
    machine->reserve = outer->reserve;
    machine->allowed = outer->allowed;
    if (!machine->runs)
        machine->state->instructions += used;
    if (done)
        return KIP_OK;
    if (!machine->runs && machine->attention)
        kip_heap_collect(machine);
    if (error) {
        *error = machine->error;
        machine->failed = false;
    }
    return machine->error.status;
}

/* Protects a script's result from collection while the native that called the script runs. */
static void hold(KipMachine *machine, KipValue value)
{
    KipObject *head = kip_is_heap(value) ? kip_at(machine, value.index) : NULL;
    if (head && (!head->level || head->level > machine->runs))
        head->level = (uint16_t)machine->runs;
}

KipStatus kip_machine_call(KipMachine *machine, KipValue callee, const KipValue *argument, int n,
                           KipValue *result, KipError *error)
{
    return kip_machine_call_named(machine, callee, argument, n, NULL, 0, result, error);
}

KipStatus kip_machine_call_named(KipMachine *machine, KipValue callee, const KipValue *argument, int n,
                                 const KipValue *name, int nnamed, KipValue *result, KipError *error)
{
    Outer outer;
    uint32_t order[KIP_MOST_NAMED];
    KipValue value = kip_none();
    KipStatus status;
    bool done = begin(machine, machine->def.instructions, &outer);
    if (done && n > KIP_STACK_SPARE)
        done = kip_script_fail(machine, "more than %d arguments", KIP_STACK_SPARE);
    if (done) {
        KipValue *place = machine->stack + outer.top;
        KipOutcome outcome;
        *place = callee;
        for (int i = 0; i < n; i++)
            place[i + 1] = argument[i];
        machine->state->top = outer.top + (uint32_t)n + 1;
        for (int i = 0; i < nnamed && i < KIP_MOST_NAMED; i++)
            order[i] = KIP_WORD(0, i);
        outcome = kip_call_value(machine, outer.top, outer.top + 1, n, false, order, nnamed, name);
        if (outcome == KIP_CALL_FAILED)
            kip_place_at_function(machine, callee);
        done = outcome == KIP_CALL_DONE || (outcome == KIP_CALL_ENTERED && kip_vm_run(machine, outer.nframe));
        value = *place;
    }
    status = end(machine, done, &outer, error);
    machine->state->top = outer.top;
    if (!done)
        return status;
    hold(machine, value);
    if (result)
        *result = value;
    return KIP_OK;
}

KipStatus kip_machine_run(KipMachine *machine, KipValue module, KipError *error)
{
    Outer outer;
    KipStatus status;
    bool done;
    if (((const KipModule *)kip_at(machine, module.index))->ran)
        return KIP_OK;
    done = begin(machine, machine->def.main_instructions, &outer) &&
           kip_module_enter(machine, module.index, outer.top) && kip_vm_run(machine, outer.nframe);
    status = end(machine, done, &outer, error);
    machine->state->top = outer.top;
    return status;
}

/* -- the main script ------------------------------------------------------------------------------------ */

void kip_machine_start(KipMachine *machine, KipValue module)
{
    KipMachineState *state = machine->state;
    if (machine->runs)
        return;
    state->nframe = state->top = 0;
    state->main_module = module.index;
    state->main_started = false;
}

static bool run_main(KipMachine *machine, KipValue answer)
{
    KipMachineState *state = machine->state;
    if (state->nframe) {
        machine->stack[state->top - 1] = answer;
    } else {
        state->main_started = true;
        if (!kip_module_enter(machine, state->main_module, 0))
            return false;
    }
    return kip_vm_run(machine, 0);
}

KipStatus kip_machine_resume(KipMachine *machine, KipValue answer, bool *waiting, KipError *error)
{
    KipMachineState *state = machine->state;
    Outer outer;
    KipStatus status;
    bool done;
    if (machine->runs || !state->main_module)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "there is no main script to continue");
    *waiting = false;
    if (state->main_started && !state->nframe)
        return KIP_OK;
    done = begin(machine, machine->def.main_instructions, &outer);
    machine->chain = 0;
    machine->in_main = true;
    done = done && run_main(machine, answer);
    machine->in_main = false;
    *waiting = done && machine->wait;
    machine->wait = false;
    status = end(machine, done, &outer, error);
    if (!*waiting)
        state->top = 0;
    return status;
}

/* -- kept values ---------------------------------------------------------------------------------------- */

int kip_machine_keep(KipMachine *machine, KipValue value)
{
    KipValue list = kip_reference(KIP_LIST, machine->state->kept);
    size_t count;
    KipValue *item = kip_items(machine, list, &count);
    for (size_t i = 0; i < count; i++)
        if (item[i].type == KIP_ABSENT) {
            item[i] = value;
            return (int)i;
        }
    return kip_list_append(machine, list, value) ? (int)count : -1;
}

KipValue kip_machine_kept(const KipMachine *machine, int kept)
{
    const KipList *list = kip_at(machine, machine->state->kept);
    if (kept < 0 || (uint32_t)kept >= list->count)
        return (KipValue){.type = KIP_ABSENT};
    return ((const KipValue *)kip_block(machine, list->items))[kept];
}

void kip_machine_drop(KipMachine *machine, int kept)
{
    KipList *list = kip_at(machine, machine->state->kept);
    if (kept >= 0 && (uint32_t)kept < list->count)
        ((KipValue *)kip_block(machine, list->items))[kept] = (KipValue){.type = KIP_ABSENT};
}

/* -- what is asked of a machine ------------------------------------------------------------------------- */

KipRandom *kip_machine_random(KipMachine *machine)
{
    return &machine->state->random;
}

void kip_machine_print(KipMachine *machine, const char *text, size_t size)
{
    if (machine->def.print)
        machine->def.print(machine->def.user, text, size);
}

const char *kip_function_name(KipMachine *machine, KipValue function)
{
    const KipFunction *f = kip_at(machine, function.index);
    return machine->added[f->program].program->code[f->code].name;
}
