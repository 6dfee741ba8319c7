/* Values made by single instructions: functions with defaults and cells, classes, joined and formatted strings; and
 * unpacked sequences. */
#include "machine_parts.h"

#include <string.h>

/* -- functions and classes ------------------------------------------------------------------------------ */

/* Cell i of a frame, numbered as in LOAD_CELL. */
static KipValue cell_at(const KipMachine *machine, const KipFrame *frame, int i)
{
    const KipCode *code = &machine->added[frame->program].program->code[frame->code];
    const KipFunction *function = kip_at(machine, frame->function);
    if (i < code->ncell)
        return machine->stack[frame->base + (uint32_t)(code->nlocal + i)];
    return function->item[(int)function->ndefault + i - code->ncell];
}

/* The class to which a function made in this frame belongs. */
static uint32_t owner_in(const KipMachine *machine, const KipFrame *frame)
{
    if (frame->gives == KIP_CLASS)
        return frame->object;
    return frame->function ? ((const KipFunction *)kip_at(machine, frame->function))->owner : 0;
}

bool kip_make_function(KipMachine *machine, const KipFrame *frame, uint32_t code, const KipValue *standard,
                       KipValue *function)
{
    const KipCode *c = &machine->added[frame->program].program->code[code];
    size_t n = (size_t)c->ndefault + (size_t)c->ncapture;
    uint32_t index = kip_heap_take(machine, KIP_FUNCTION, sizeof(KipFunction) + n * sizeof(KipValue));
    KipFunction *f;
    if (!index)
        return false;
    f = kip_at(machine, index);
    f->program = frame->program;
    f->code = code;
    f->module = frame->module;
    f->owner = owner_in(machine, frame);
    f->ndefault = (uint32_t)c->ndefault;
    f->ncapture = (uint32_t)c->ncapture;
    for (int i = 0; i < c->ndefault; i++)
        f->item[i] = standard[i];
    for (int i = 0; i < c->ncapture; i++)
        f->item[c->ndefault + i] = cell_at(machine, frame, c->capture[i]);
    *function = kip_reference(KIP_FUNCTION, index);
    return true;
}

bool kip_class_enter(KipMachine *machine, const KipFrame *frame, uint32_t code, uint32_t at)
{
    const KipCode *c = &machine->added[frame->program].program->code[code];
    KipValue base = machine->stack[at], function, dict;
    uint32_t index, name = kip_intern(machine, c->name, strlen(c->name));
    KipClass *class_;
    KipFrame body = {.program = frame->program,
                     .code = code,
                     .base = at,
                     .result = at,
                     .module = frame->module,
                     .gives = KIP_CLASS};
    if (base.type != KIP_NONE && base.type != KIP_CLASS)
        return kip_script_fail(machine,
                               "a class can inherit from a class written in a script only, not from %s",
                               kip_type_name(machine, base));
    if (!name || !kip_make_function(machine, frame, code, NULL, &function) || !kip_dict_make(machine, &dict))
        return false;
    index = kip_heap_take(machine, KIP_CLASS, sizeof(KipClass));
    if (!index)
        return false;
    class_ = kip_at(machine, index);
    class_->name = name;
    class_->base = base.type == KIP_CLASS ? base.index : 0;
    class_->dict = dict.index;
    class_->module = frame->module;
    body.function = function.index;
    body.object = index;
    machine->stack[at] = dict;
    machine->stack[at + 1] = base;
    return kip_frame_push(machine, &body, 2);
}

/* -- strings -------------------------------------------------------------------------------------------- */

bool kip_join(KipMachine *machine, const KipValue *string, int n, KipValue *joined)
{
    size_t size = 0;
    uint32_t index;
    KipString *s;
    for (int i = 0; i < n; i++)
        size += kip_string_of(machine, string[i])->size;
    index = kip_heap_take(machine, KIP_STRING, sizeof(KipString) + size + 1);
    if (!index)
        return false;
    s = kip_at(machine, index);
    for (int i = 0; i < n; i++) {
        const KipString *part = kip_string_of(machine, string[i]);
        memcpy(s->text + s->size, part->text, part->size);
        s->size += part->size;
        s->length += part->length;
    }
    s->hash = kip_hash(KIP_HASH_START, s->text, size);
    *joined = kip_reference(KIP_STRING, index);
    return true;
}

bool kip_format(KipMachine *machine, int convert, KipValue value, KipValue spec, KipValue *string)
{
    const KipString *how = kip_string_of(machine, spec);
    if ((convert == 1 && !kip_repr(machine, value, &value)) ||
        (convert == 2 && !kip_str(machine, value, &value)))
        return false;
    if (how->size)
        return kip_format_value(machine, value, how->text, how->size, string);
    *string = value;
    return value.type == KIP_STRING || kip_str(machine, value, string);
}

bool kip_fail_assert(KipMachine *machine, KipValue message)
{
    KipValue string;
    if (message.type == KIP_NONE)
        return kip_script_fail(machine, "the assertion does not hold");
    return kip_str(machine, message, &string) &&
           kip_script_fail(machine, "the assertion does not hold: %s", kip_string_of(machine, string)->text);
}

/* -- sequences ------------------------------------------------------------------------------------------ */

static bool fail_unpack(KipMachine *machine, int n, size_t count)
{
    return kip_script_fail(machine, "%d values are needed here, but there are %zu", n, count);
}

/* Unpacks, by iteration, what is neither a list nor a tuple. */
static bool unpack_iterated(KipMachine *machine, KipValue sequence, int n, KipValue *value)
{
    KipValue iterator, next;
    int got, i = 0;
    if (!kip_iterator_make(machine, sequence, &iterator))
        return false;
    while ((got = kip_iterator_next(machine, iterator, &next)) > 0) {
        if (i == n)
            return kip_script_fail(machine, "%d values are needed here, but there are more", n);
        value[n - 1 - i++] = next;
    }
    return got == 0 && (i == n || fail_unpack(machine, n, (size_t)i));
}

bool kip_unpack(KipMachine *machine, KipValue sequence, int n, KipValue *value)
{
    size_t count;
    const KipValue *item;
    if (sequence.type != KIP_LIST && sequence.type != KIP_TUPLE)
        return unpack_iterated(machine, sequence, n, value);
    item = kip_items(machine, sequence, &count);
    if (count != (size_t)n)
        return fail_unpack(machine, n, count);
    for (int i = 0; i < n; i++)
        kip_copy(&value[n - 1 - i], &item[i]);
    return true;
}
