/* What native functions use: their arguments, failures and values, and attributes by name for the host. */
#include "machine_parts.h"

#include "../../dynamics/vec3.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *text_of(const KipMachine *machine, uint32_t string)
{
    return ((const KipString *)kip_at(machine, string))->text;
}

/* -- failures ------------------------------------------------------------------------------------------- */

static bool fail_in(KipCall *call, const char *sentence)
{
    return kip_script_fail(call->machine, "%s(): %s",
                           text_of(call->machine, call->machine->native[call->native].name), sentence);
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

/* "push(): 'force' must be a number, not a value of type str" */
static bool fail_type(KipCall *call, int i, const char *wanted)
{
    const KipNativeInfo *info = &call->machine->native[call->native];
    const char *type = kip_type_name(call->machine, call->argument[i]);
    if (i >= info->count)
        return kip_call_fail(call, "argument %d must be %s, not a value of type %s", i + 1 - info->method,
                             wanted, type);
    return kip_call_fail(call, "'%s' must be %s, not a value of type %s",
                         text_of(call->machine, call->machine->parameter[info->first + i].name), wanted,
                         type);
}

/* -- arguments ------------------------------------------------------------------------------------------ */

bool kip_call_given(const KipCall *call, int i)
{
    return i < call->nargument && call->argument[i].type != KIP_ABSENT && call->argument[i].type != KIP_NONE;
}

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

bool kip_call_number(KipCall *call, int i, double *x)
{
    double number;
    if (!number_of(call->argument[i], &number))
        return fail_type(call, i, "a number");
    if (!isfinite(number)) {
        const KipNativeInfo *info = &call->machine->native[call->native];
        if (i >= info->count)
            return kip_call_fail(call, "argument %d must be finite", i + 1 - info->method);
        return kip_call_fail(call, "'%s' must be finite",
                             text_of(call->machine, call->machine->parameter[info->first + i].name));
    }
    *x = number;
    return true;
}

bool kip_call_integer(KipCall *call, int i, int64_t *x)
{
    if (call->argument[i].type != KIP_INT && call->argument[i].type != KIP_BOOL)
        return fail_type(call, i, "an integer");
    *x = call->argument[i].integer;
    return true;
}

bool kip_call_bool(KipCall *call, int i, bool *b)
{
    if (call->argument[i].type != KIP_BOOL)
        return fail_type(call, i, "True or False");
    *b = call->argument[i].integer != 0;
    return true;
}

bool kip_call_text(KipCall *call, int i, const char **text)
{
    if (call->argument[i].type != KIP_STRING)
        return fail_type(call, i, "a text");
    *text = text_of(call->machine, call->argument[i].index);
    return true;
}

bool kip_call_vector(KipCall *call, int i, KipVec3 *v)
{
    KipValue value = call->argument[i];
    double x[3];
    size_t count = 3;
    if (value.type == KIP_VECTOR) {
        *v = ((const KipVector *)kip_at(call->machine, value.index))->v;
        return true;
    }
    if (value.type == KIP_LIST || value.type == KIP_TUPLE) {
        const KipValue *item = kip_items(call->machine, value, &count);
        if (count == 3 && number_of(item[0], &x[0]) && number_of(item[1], &x[1]) &&
            number_of(item[2], &x[2]) && isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2])) {
            *v = v3(x[0], x[1], x[2]);
            return true;
        }
    }
    return fail_type(call, i, "a vec, or a list or tuple of 3 finite numbers");
}

static bool can_be_called(KipValue value)
{
    return value.type == KIP_FUNCTION || value.type == KIP_NATIVE || value.type == KIP_BOUND ||
           value.type == KIP_CLASS ||
           (value.type == KIP_TYPE && kip_type_maker((KipValueType)value.integer).type == KIP_NATIVE);
}

bool kip_call_function(KipCall *call, int i, KipValue *function)
{
    if (!can_be_called(call->argument[i]))
        return fail_type(call, i, "a function");
    *function = call->argument[i];
    return true;
}

/* -- results -------------------------------------------------------------------------------------------- */

bool kip_call_wait(KipCall *call)
{
    if (!call->machine->in_main || call->machine->runs != 1)
        return kip_call_fail(call, "only the main script can wait here, not a skill or a function that is "
                                   "called back");
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

/* The string of a name: one that no script has written is made, and collected again. */
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

bool kip_machine_has_method(KipMachine *machine, KipValue object, const char *name)
{
    KipValue value;
    uint32_t string = name_of(machine, name);
    return string && kip_method_find(machine, object, string, &value) && can_be_called(value);
}
