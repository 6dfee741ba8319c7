/* Calls: callable values, binding of arguments to parameters, and frames of functions.
 *
 * Arguments are already on the stack, in the slots of the parameters; a call only fills in those that were not given. */
#include "../../dynamics/twice.h"
#include "machine_parts.h"

#include <math.h>
#include <string.h>

/* The arguments of one call. */
typedef struct Arguments {
    uint32_t at;          /* slot of the callee, which receives the result */
    uint32_t first;       /* the first argument on the stack */
    int n;                /* including the named ones, which are last */
    int nself;            /* 1: the first one is a method's object */
    const uint32_t *name; /* words of the instruction that refer to constants */
    int nnamed;
    const KipValue *constant;
} Arguments;

static uint32_t name_at(const Arguments *a, int i)
{
    return a->constant[KIP_WORD_ARGUMENT(a->name[i])].index;
}

/* -- sentences ------------------------------------------------------------------------------------------ */

static bool fail_count(KipMachine *machine, const char *function, int least, int most, const Arguments *a)
{
    int given = a->n - a->nnamed - a->nself;
    const char *were = given == 1 ? "was" : "were", *plural = most == 1 ? "" : "s";
    if (most < 0)
        return kip_script_fail(machine, "%s() is called as a method: its first parameter must be self",
                               function);
    if (0 <= least && least < most)
        return kip_script_fail(machine, "%s() takes %d to %d arguments but %d %s given", function, least,
                               most, given, were);
    if (most == 0)
        return kip_script_fail(machine, "%s() takes no arguments but %d %s given", function, given, were);
    return kip_script_fail(machine, "%s() takes %d argument%s but %d %s given", function, most, plural, given,
                           were);
}

static bool fail_missing(KipMachine *machine, const char *function, uint32_t parameter)
{
    return kip_script_fail(machine, "%s(): missing argument '%s'", function, kip_text_at(machine, parameter));
}

static bool fail_twice(KipMachine *machine, const char *function, uint32_t parameter)
{
    return kip_script_fail(machine, "%s(): two values for the argument '%s'", function,
                           kip_text_at(machine, parameter));
}

static bool fail_keyword(KipMachine *machine, const char *function, uint32_t name, const char *const *names,
                         int n)
{
    KipHint hint = kip_hint(kip_text_at(machine, name));
    kip_hint_names(&hint, names, n, sizeof *names);
    return kip_script_fail(machine, "%s(): unexpected keyword '%s'%s", function, kip_text_at(machine, name),
                           kip_hint_text(&hint));
}

/* -- functions of scripts ------------------------------------------------------------------------------- */

KIP_WITHIN bool push(KipMachine *machine, const KipCode *code, const KipFrame *frame, uint32_t narguments)
{
    KipMachineState *state = machine->state;
    KipValue *local = machine->stack + frame->base;
    uint32_t nlocal = (uint32_t)code->nlocal, ncell = (uint32_t)code->ncell;
    if (state->nframe - machine->chain >= (uint32_t)machine->def.depth)
        return kip_script_fail(machine,
                               "more than %d calls within each other; does '%s' call itself without end?",
                               machine->def.depth, code->name);
    if (state->nframe == machine->most_frames ||
        frame->base + nlocal + ncell + (uint32_t)code->nstack + KIP_STACK_SPARE > machine->most_values)
        return kip_script_fail(machine, "the stack is full; does '%s' call itself without end?", code->name);
    for (uint32_t i = narguments; i < nlocal; i++)
        local[i] = (KipValue){.type = KIP_ABSENT};
    for (uint32_t i = 0; i < ncell; i++) {
        uint32_t cell = kip_heap_take(machine, KIP_CELL, sizeof(KipCell));
        if (!cell)
            return false;
        if (code->cell_of[i] >= 0)
            ((KipCell *)kip_at(machine, cell))->value = local[code->cell_of[i]];
        local[nlocal + i] = kip_reference(KIP_CELL, cell);
    }
    machine->frame[state->nframe++] = (KipFrame){.program = frame->program, /* one by one: see kip_copy */
                                                 .code = frame->code,
                                                 .base = frame->base,
                                                 .result = frame->result,
                                                 .function = frame->function,
                                                 .module = frame->module,
                                                 .gives = frame->gives,
                                                 .object = frame->object};
    state->top = frame->base + nlocal + ncell;
    return true;
}

bool kip_frame_push(KipMachine *machine, const KipFrame *frame, uint32_t narguments)
{
    return push(machine, &machine->added[frame->program].program->code[frame->code], frame, narguments);
}

static uint32_t parameter_name(const KipTuple *constants, const KipCode *code, int i)
{
    return constants->item[code->local_name[i]].index;
}

/* Fills the slots of parameters from named arguments, then from defaults. */
static bool bind_named(KipMachine *machine, const KipCode *code, const KipFunction *function,
                       const Arguments *a)
{
    const KipTuple *constants = kip_at(machine, machine->added[function->program].constants);
    KipValue *slot = machine->stack + a->first, named[KIP_MOST_NAMED];
    int positional = a->n - a->nnamed;
    memcpy(named, slot + positional, (size_t)a->nnamed * sizeof *named);
    for (int i = positional; i < code->nparameter; i++)
        slot[i] = (KipValue){.type = KIP_ABSENT};
    for (int i = 0, p; i < a->nnamed; i++) {
        for (p = 0; p < code->nparameter && parameter_name(constants, code, p) != name_at(a, i); p++)
            continue;
        if (p == code->nparameter) {
            const char *names[KIP_MOST_PARAMETERS];
            for (p = 0; p < code->nparameter && p < KIP_MOST_PARAMETERS; p++)
                names[p] = kip_text_at(machine, parameter_name(constants, code, p));
            return fail_keyword(machine, code->name, name_at(a, i), names, p);
        }
        if (slot[p].type != KIP_ABSENT)
            return fail_twice(machine, code->name, name_at(a, i));
        slot[p] = named[i];
    }
    return true;
}

static bool bind_function(KipMachine *machine, const KipCode *code, const KipFunction *function,
                          const Arguments *a)
{
    const KipTuple *constants = kip_at(machine, machine->added[function->program].constants);
    KipValue *slot = machine->stack + a->first;
    int required = code->nparameter - (int)function->ndefault, positional = a->n - a->nnamed;
    if (positional > code->nparameter)
        return fail_count(machine, code->name, required - a->nself, code->nparameter - a->nself, a);
    if (a->nnamed && !bind_named(machine, code, function, a))
        return false;
    for (int i = positional; i < code->nparameter; i++) {
        if (a->nnamed && slot[i].type != KIP_ABSENT)
            continue;
        if (i < required)
            return fail_missing(machine, code->name, parameter_name(constants, code, i));
        slot[i] = function->item[i - required];
    }
    return true;
}

KIP_WITHIN KipOutcome call_function(KipMachine *machine, uint32_t index, const Arguments *a,
                                    KipValueType gives, uint32_t object)
{
    const KipFunction *function = kip_at(machine, index);
    const KipCode *code = &machine->added[function->program].program->code[function->code];
    const KipFrame frame = {.program = function->program,
                            .code = function->code,
                            .base = a->first,
                            .result = a->at,
                            .function = index,
                            .module = function->module,
                            .gives = gives,
                            .object = object};
    if (a->first + (uint32_t)code->nparameter + KIP_STACK_SPARE > machine->most_values) {
        kip_script_fail(machine, "the stack is full; does '%s' call itself without end?", code->name);
        return KIP_CALL_FAILED;
    }
    if ((a->n != code->nparameter || a->nnamed) && !bind_function(machine, code, function, a))
        return KIP_CALL_FAILED;
    return push(machine, code, &frame, (uint32_t)code->nparameter) ? KIP_CALL_ENTERED : KIP_CALL_FAILED;
}

/* -- natives -------------------------------------------------------------------------------------------- */

/* Reads the arguments by the types of their parameters. */
static bool read_arguments(KipCall *call, const KipNativeInfo *info, KipArgument *read)
{
    const KipNativeParameter *parameter = &call->machine->parameter[info->first];
    for (int i = 0; i < info->count; i++) {
        const bool none = parameter[i].optional && call->argument[i].type == KIP_NONE;
        read[i].given = !none;
        read[i].number = NAN;
        if (parameter[i].type && !none && !parameter[i].type->read(call, i, parameter[i].type, &read[i]))
            return false;
    }
    return true;
}

/* Adds a named argument without a parameter to the dict of such arguments, or fails. */
static bool place_other(KipMachine *machine, const KipNativeInfo *info, const Arguments *a, uint32_t name,
                        KipValue value)
{
    const KipNativeParameter *parameter = &machine->parameter[info->first];
    const char *names[KIP_MOST_PARAMETERS + 1];
    KipValue *dict = machine->stack + a->first + info->named;
    if (info->named >= 0)
        return (dict->type == KIP_DICT || kip_dict_make(machine, dict)) &&
               kip_dict_put(machine, *dict, kip_reference(KIP_STRING, name), value);
    for (int p = 0; p < info->count; p++)
        names[p] = kip_text_at(machine, parameter[p].name);
    return fail_keyword(machine, kip_text_at(machine, info->name), name, names, info->count);
}

static bool place_named(KipMachine *machine, const KipNativeInfo *info, const Arguments *a,
                        const KipValue *named)
{
    const KipNativeParameter *parameter = &machine->parameter[info->first];
    KipValue *slot = machine->stack + a->first;
    for (int i = 0, p; i < a->nnamed; i++) {
        for (p = 0; p < info->count && (p == info->named || parameter[p].name != name_at(a, i)); p++)
            continue;
        if (p == info->count) {
            if (!place_other(machine, info, a, name_at(a, i), named[i]))
                return false;
            continue;
        }
        if (slot[p].type != KIP_ABSENT)
            return fail_twice(machine, kip_text_at(machine, info->name), name_at(a, i));
        kip_copy(&slot[p], &named[i]);
    }
    return true;
}

/* Positional arguments stay, surplus ones are moved behind the parameters, then named ones are placed and the rest is filled
 * in. */
KIP_WITHIN bool place_all(KipMachine *machine, const KipNativeInfo *info, const Arguments *a, int further)
{
    const KipNativeParameter *parameter = &machine->parameter[info->first];
    KipValue *slot = machine->stack + a->first, named[KIP_MOST_NAMED];
    const int positional = a->n - a->nnamed, from = positional - further;
    if (further && !info->more) {
        int least = 0;
        for (int i = a->nself; i < info->npositional; i++)
            least += parameter[i].required;
        return fail_count(machine, kip_text_at(machine, info->name), least, info->npositional - a->nself, a);
    }
    for (int i = 0; i < a->nnamed; i++)
        kip_copy(&named[i], &slot[positional + i]);
    for (int i = further; i--;)
        slot[info->count + i] = slot[info->npositional + i];
    for (int i = from; a->nnamed && i < info->count; i++)
        slot[i] = (KipValue){.type = KIP_ABSENT};
    if (a->nnamed && !place_named(machine, info, a, named))
        return false;
    for (int i = from; i < info->count; i++) {
        if (a->nnamed && slot[i].type != KIP_ABSENT)
            continue;
        if (parameter[i].required)
            return fail_missing(machine, kip_text_at(machine, info->name), parameter[i].name);
        slot[i] = parameter[i].standard;
    }
    return true;
}

/* Inlined: most calls name no argument. */
KIP_WITHIN KipOutcome call_native(KipMachine *machine, uint32_t index, const Arguments *a)
{
    const KipNativeInfo *info = &machine->native[index];
    const int positional = a->n - a->nnamed,
              further = positional > info->npositional ? positional - info->npositional : 0;
    KipArgument read[KIP_MOST_PARAMETERS];
    KipCall call = {.machine = machine,
                    .user = machine->def.user,
                    .native = (int)index,
                    .variant = info->def->variant,
                    .nargument = info->count + further,
                    .argument = machine->stack + a->first,
                    .read = read,
                    .result = kip_none()};
    if ((a->n != call.nargument || a->nnamed || further) && !place_all(machine, info, a, further))
        return KIP_CALL_FAILED;
    machine->state->top = a->first + (uint32_t)call.nargument;
    const bool done = (!info->typed || read_arguments(&call, info, read)) && info->def->call(&call);
    if (!done || machine->failed) {
        kip_script_fail(machine, "%s() failed", kip_text_at(machine, info->name));
        return KIP_CALL_FAILED;
    }
    kip_copy(&machine->stack[a->at], &call.result);
    machine->state->top = a->at + 1;
    return KIP_CALL_DONE;
}

KipOutcome kip_call_native(KipMachine *machine, uint32_t index, uint32_t at, uint32_t first, int n)
{
    return call_native(machine, index,
                       &(Arguments){.at = at,
                                    .first = first,
                                    .n = n,
                                    .nself = machine->native[index].method && first == at + 1});
}

/* -- all that can be called ----------------------------------------------------------------------------- */

/* Makes an instance, then calls __init__ with it as self in the slot before the arguments. */
static KipOutcome call_class(KipMachine *machine, uint32_t class_, Arguments *a)
{
    KipValue *init = kip_class_find(machine, class_, machine->name_init), dict;
    uint32_t index = kip_heap_take(machine, KIP_INSTANCE, sizeof(KipInstance));
    if (!index || !kip_dict_make(machine, &dict))
        return KIP_CALL_FAILED;
    *(KipInstance *)kip_at(machine, index) =
        (KipInstance){.head = *(KipObject *)kip_at(machine, index), .class_ = class_, .dict = dict.index};
    if (init && init->type == KIP_FUNCTION) {
        a->nself = 1;
        a->first--;
        a->n++;
        machine->stack[a->first] = kip_reference(KIP_INSTANCE, index);
        return call_function(machine, init->index, a, KIP_INSTANCE, index);
    }
    if (a->n) {
        const char *name = kip_text_at(machine, ((KipClass *)kip_at(machine, class_))->name);
        kip_script_fail(machine, "%s() takes no arguments: the class has no __init__", name);
        return KIP_CALL_FAILED;
    }
    machine->stack[a->at] = kip_reference(KIP_INSTANCE, index);
    machine->state->top = a->at + 1;
    return KIP_CALL_DONE;
}

static KipOutcome native_of(KipMachine *machine, uint32_t index, const Arguments *a)
{
    return a->nnamed ? call_native(machine, index, a)
                     : kip_call_native(machine, index, a->at, a->first, a->n);
}

static KipOutcome call_any(KipMachine *machine, KipValue callee, Arguments *a)
{
    switch (callee.type) {
    case KIP_FUNCTION:
        return call_function(machine, callee.index, a, KIP_ABSENT, 0);
    case KIP_NATIVE:
        return native_of(machine, callee.index, a);
    case KIP_CLASS:
        return call_class(machine, callee.index, a);
    case KIP_ABSENT: /* super().__init__() in a class without a base */
        if (a->n != a->nself) {
            fail_count(machine, "__init__", 0, 0, a);
            return KIP_CALL_FAILED;
        }
        machine->stack[a->at] = kip_none();
        machine->state->top = a->at + 1;
        return KIP_CALL_DONE;
    case KIP_TYPE:
        if (machine->maker[callee.integer])
            return native_of(machine, machine->maker[callee.integer], a);
        break;
    default:
        break;
    }
    kip_script_fail(machine, "a value of type %s cannot be called", kip_type_name(machine, callee));
    return KIP_CALL_FAILED;
}

/* Most calls give all arguments, of a function without cells: the frame is written at once. */
KipOutcome kip_call_function(KipMachine *machine, uint32_t index, uint32_t at, uint32_t first, int n,
                             bool self)
{
    const KipFunction *function = kip_at(machine, index);
    const KipCode *code = &machine->added[function->program].program->code[function->code];
    KipMachineState *state = machine->state;
    const uint32_t top = first + (uint32_t)code->nlocal;
    if (n != code->nparameter || code->ncell ||
        state->nframe - machine->chain >= (uint32_t)machine->def.depth ||
        state->nframe == machine->most_frames ||
        top + (uint32_t)code->nstack + KIP_STACK_SPARE > machine->most_values) {
        Arguments a = {.at = at, .first = first, .n = n, .nself = self};
        return call_any(machine, kip_reference(KIP_FUNCTION, index), &a);
    }
    for (uint32_t i = first + (uint32_t)n; i < top; i++)
        machine->stack[i] = (KipValue){.type = KIP_ABSENT};
    KipFrame *frame = &machine->frame[state->nframe++];
    frame->program = function->program;
    frame->code = function->code;
    frame->next = 0;
    frame->base = first;
    frame->result = at;
    frame->function = index;
    frame->module = function->module;
    frame->gives = frame->object = 0;
    state->top = top;
    return KIP_CALL_ENTERED;
}

KipOutcome kip_call_value(KipMachine *machine, uint32_t at, uint32_t first, int n, bool self,
                          const uint32_t *name, int nnamed, const KipValue *constant)
{
    KipValue callee = machine->stack[at];
    Arguments a = {at, first, n, self, name, nnamed, constant};
    if (nnamed > KIP_MOST_NAMED) {
        kip_script_fail(machine, "more than %d arguments given by name", KIP_MOST_NAMED);
        return KIP_CALL_FAILED;
    }
    if (callee.type == KIP_BOUND) {
        const KipBound *bound = kip_at(machine, callee.index);
        a.first--;
        a.n++;
        a.nself = 1;
        machine->stack[a.first] = bound->self;
        callee = bound->callee;
    }
    return call_any(machine, callee, &a);
}
