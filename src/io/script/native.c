/* Functions for natives: arguments, failures, results; and attributes by name for the host. */
#include "machine_parts.h"

#include "../../dynamics/vec3.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* -- failures ------------------------------------------------------------------------------------------- */

static bool fail_in(KipCall *call, const char *sentence)
{
    return kip_script_fail(call->machine, "%s(): %s",
                           kip_text_at(call->machine, call->machine->native[call->native].name), sentence);
}

bool kip_call_fail(KipCall *call, const char *format, ...)
{
    KipError error;
    va_list arguments;
    va_start(arguments, format);
    kip_fail_list(&error, KIP_BAD_INPUT, kip_nowhere(), format, arguments);
    va_end(arguments);
    return fail_in(call, error.message);
}

bool kip_call_error(KipCall *call, const KipError *error)
{
    const bool first = !kip_script_failed(call->machine);
    if (error->file[0] && error->line)
        kip_call_fail(call, "%s:%d:%d: %s", error->file, error->line, error->column, error->message);
    else if (error->file[0])
        kip_call_fail(call, "%s: %s", error->file, error->message);
    else
        fail_in(call, error->message);
    if (first && kip_is_shortage(error->status))
        call->machine->error.status = error->status;
    return false;
}

bool kip_call_no_memory(KipCall *call, const char *what)
{
    KipError error;
    kip_fail(&error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for %s", what);
    return kip_call_error(call, &error);
}

const char *kip_call_parameter(const KipCall *call, int i)
{
    const KipNativeInfo *info = &call->machine->native[call->native];
    return i < info->count ? kip_text_at(call->machine, call->machine->parameter[info->first + i].name)
                           : NULL;
}

/* "push(): 'force' must be a number, not a value of type str" */
static bool fail_type(KipCall *call, int i, const char *wanted)
{
    const char *type = kip_type_name(call->machine, call->argument[i]), *name = kip_call_parameter(call, i);
    if (name)
        return kip_call_fail(call, "'%s' must be %s, not a value of type %s", name, wanted, type);
    return kip_call_fail(call, "argument %d must be %s, not a value of type %s",
                         i + 1 - call->machine->native[call->native].method, wanted, type);
}

/* -- types of parameters --------------------------------------------------------------------------------- */

static bool number_of(KipValue value, double *x)
{
    if (value.type == KIP_FLOAT)
        *x = value.number;
    else if (value.type == KIP_INT || value.type == KIP_BOOL)
        *x = (double)value.integer;
    else
        return false;
    return true;
}

bool kip_read_number(KipCall *call, int i, const KipParameterType *type, KipArgument *argument)
{
    const char *name = kip_call_parameter(call, i);
    (void)type;
    if (!number_of(call->argument[i], &argument->number))
        return fail_type(call, i, "a number");
    if (isfinite(argument->number))
        return true;
    if (name)
        return kip_call_fail(call, "'%s' must be finite", name);
    return kip_call_fail(call, "argument %d must be finite",
                         i + 1 - call->machine->native[call->native].method);
}

bool kip_read_real(KipCall *call, int i, const KipParameterType *type, KipArgument *argument)
{
    (void)type;
    return number_of(call->argument[i], &argument->number) ||
           kip_call_fail(call, "a number is needed, not %s", kip_type_name(call->machine, call->argument[i]));
}

bool kip_read_integer(KipCall *call, int i, const KipParameterType *type, KipArgument *argument)
{
    (void)type;
    if (call->argument[i].type != KIP_INT && call->argument[i].type != KIP_BOOL)
        return fail_type(call, i, "an integer");
    argument->integer = call->argument[i].integer;
    return true;
}

static bool read_bool(KipCall *call, int i, const KipParameterType *type, KipArgument *argument)
{
    (void)type;
    if (call->argument[i].type != KIP_BOOL)
        return fail_type(call, i, "True or False");
    argument->on = call->argument[i].integer != 0;
    return true;
}

bool kip_read_text(KipCall *call, int i, const KipParameterType *type, KipArgument *argument)
{
    (void)type;
    if (call->argument[i].type != KIP_STRING)
        return fail_type(call, i, "a text");
    argument->text = kip_text_at(call->machine, call->argument[i].index);
    return true;
}

/* Reads a text, with Python's error message. */
static bool read_str(KipCall *call, int i, const KipParameterType *type, KipArgument *argument)
{
    if (call->argument[i].type != KIP_STRING)
        return kip_call_fail(call, "%s must be a str, not %s",
                             type->what ? type->what : kip_call_parameter(call, i),
                             kip_type_name(call->machine, call->argument[i]));
    argument->text = kip_text_at(call->machine, call->argument[i].index);
    return true;
}

/* Whether a word's vector is finite. Products of vectors take what is not, as sums do. */
static bool check_vector(KipCall *call, int i, const KipVec3 *v)
{
    const char *name = kip_call_parameter(call, i);
    const bool product = call->machine->native[call->native].method && call->argument[0].type == KIP_VECTOR;
    return product || (isfinite(v->x) && isfinite(v->y) && isfinite(v->z)) ||
           kip_call_fail(call, "'%s' must be 3 finite numbers, not (%g, %g, %g)", name ? name : "a vector",
                         v->x, v->y, v->z);
}

bool kip_read_vector(KipCall *call, int i, const KipParameterType *type, KipArgument *argument)
{
    const KipValue value = call->argument[i];
    const char *name = kip_call_parameter(call, i);
    double x[3];
    size_t count = 3;
    (void)type;
    if (value.type == KIP_VECTOR) {
        argument->vector = kip_vector_of(call->machine, value);
        return check_vector(call, i, &argument->vector);
    }
    if (value.type == KIP_LIST || value.type == KIP_TUPLE) {
        const KipValue *item = kip_items(call->machine, value, &count);
        if (count != 3)
            return name ? kip_call_fail(call, "'%s' must be 3 numbers, x, y and z, not %zu", name, count)
                        : kip_call_fail(call, "a vector must be 3 numbers, x, y and z, not %zu", count);
        for (int k = 0; k < 3; k++)
            if (!number_of(item[k], &x[k]))
                return kip_call_fail(call, "'%s' must be 3 numbers, and its %.1s is of type %s",
                                     name ? name : "a vector", &"xyz"[k],
                                     kip_type_name(call->machine, item[k]));
        argument->vector.x = x[0], argument->vector.y = x[1], argument->vector.z = x[2];
        return check_vector(call, i, &argument->vector);
    }
    return fail_type(call, i, "a vec, or a list or tuple of 3 finite numbers");
}

static bool can_be_called(const KipMachine *machine, KipValue value)
{
    return value.type == KIP_FUNCTION || value.type == KIP_NATIVE || value.type == KIP_BOUND ||
           value.type == KIP_CLASS || (value.type == KIP_TYPE && machine->maker[value.integer]);
}

static bool read_function(KipCall *call, int i, const KipParameterType *type, KipArgument *argument)
{
    (void)type, (void)argument;
    return can_be_called(call->machine, call->argument[i]) || fail_type(call, i, "a function");
}

static const KipParameterType *find_type(const KipParameterType *type, int n, const char *name, size_t size)
{
    for (int i = 0; i < n; i++)
        if (strncmp(type[i].name, name, size) == 0 && type[i].name[size] == '\0')
            return &type[i];
    return NULL;
}

const KipParameterType *kip_find_type(const KipMachine *machine, const char *name, size_t size)
{
    static const KipParameterType own[] = {
        {.name = "number", .read = kip_read_number},
        {.name = "real", .read = kip_read_real},
        {.name = "integer", .read = kip_read_integer},
        {.name = "bool", .read = read_bool},
        {.name = "text", .read = kip_read_text},
        {.name = "vec", .read = kip_read_vector},
        {.name = "function", .read = read_function},
        {.name = "str", .read = read_str},
        {.name = "fill", .read = read_str, .what = "fill"},
    };
    const KipParameterType *type = find_type(own, sizeof own / sizeof *own, name, size);
    return type ? type : find_type(machine->def.type, machine->def.ntype, name, size);
}

/* -- results -------------------------------------------------------------------------------------------- */

bool kip_call_wait(KipCall *call)
{
    if (!call->machine->in_main || call->machine->runs != 1)
        return kip_call_fail(call, "only the main script can wait here, "
                                   "not a skill or a function that is called back");
    call->machine->wait = call->machine->attention = true;
    return true;
}

bool kip_call_return_text(KipCall *call, const char *text)
{
    return kip_string_make(call->machine, text, strlen(text), &call->result);
}

bool kip_call_return_vector(KipCall *call, KipVec3 v)
{
    return kip_vector_make(call->machine, v, &call->result);
}

/* -- attributes ----------------------------------------------------------------------------------------- */

/* The string of a name; a name that no script contains is made, and may be collected. */
static uint32_t name_of(KipMachine *machine, const char *name)
{
    const KipValue *known = kip_find_text(machine, machine->state->interned, name);
    KipValue string;
    if (known)
        return known->index;
    return kip_string_make(machine, name, strlen(name), &string) ? string.index : 0;
}

KipValue kip_machine_attribute(KipMachine *machine, KipValue object, const char *name)
{
    KipValue value;
    uint32_t string = name_of(machine, name);
    if (string && kip_attribute_find(machine, object, string, &value))
        return value;
    return (KipValue){.type = KIP_ABSENT};
}

const char *kip_machine_attribute_name(KipMachine *machine, KipValue instance, int i)
{
    const KipInstance *object = kip_at(machine, instance.index);
    const KipEntry *entry;
    for (uint32_t at = 0; (entry = kip_dict_next(machine, kip_reference(KIP_DICT, object->dict), &at));)
        if (i-- == 0)
            return kip_string_of(machine, entry->key)->text;
    return NULL;
}

bool kip_machine_has_method(KipMachine *machine, KipValue object, const char *name)
{
    KipValue value;
    uint32_t string = name_of(machine, name);
    return string && kip_method_find(machine, object, string, &value) && can_be_called(machine, value);
}

bool kip_machine_set_attribute(KipMachine *machine, KipValue object, const char *name, KipValue value)
{
    const KipValue *known = kip_find_text(machine, machine->state->interned, name);
    return known && kip_machine_attribute(machine, object, name).type != KIP_ABSENT &&
           kip_attribute_store(machine, object, known->index, value);
}

KipValue kip_machine_native(const KipMachine *machine, int i)
{
    (void)machine;
    return (KipValue){.type = KIP_NATIVE, .index = (uint32_t)(kip_builtin_count() + i)};
}
