/* x[i], x[i] = v, del x[i] and x[lo:hi:step]. */
#include <string.h>

#include "objects.h"

/* Reads an index, an int or bool; fails with a message about `what` is indexed. */
static bool index_integer(KipMachine *machine, KipValue index, const char *what, int64_t *integer)
{
    if (!kip_is_integer(index))
        return kip_script_fail(machine, "the index of a %s must be an int, not %s%s", what,
                               kip_type_name(machine, index),
                               index.type == KIP_FLOAT ? "; write int(x)" : "");
    *integer = index.integer;
    return true;
}

bool kip_index_within(KipMachine *machine, int64_t *index, size_t count, const char *what)
{
    char text[KIP_REPR_SIZE];
    int64_t at = *index < 0 ? *index + (int64_t)count : *index;

    if (at < 0 || at >= (int64_t)count) {
        kip_integer_text(*index, text);
        return kip_script_fail(machine, "index %s is out of range: the %s has %zu item%s", text, what, count,
                               count == 1 ? "" : "s");
    }
    *index = at;
    return true;
}

bool kip_is_key(KipMachine *machine, KipValue key)
{
    uint64_t hash;
    if (kip_hash_value(machine, key, &hash))
        return true;
    return kip_script_fail(machine, "a %s cannot be a key of a dict%s", kip_type_name(machine, key),
                           key.type == KIP_LIST    ? "; a tuple can"
                           : key.type == KIP_TUPLE ? " while it holds a list or a dict"
                                                   : "");
}

/* Fails with the key as repr() prints it. */
static bool no_key(KipMachine *machine, KipValue key)
{
    KipValue text;
    if (!kip_repr(machine, key, &text))
        return false;
    return kip_script_fail(machine, "the dict has no key %.200s", kip_string_of(machine, text)->text);
}

bool kip_length(KipMachine *machine, KipValue value, size_t *n)
{
    switch (value.type) {
    case KIP_STRING:
        *n = kip_string_of(machine, value)->length;
        return true;
    case KIP_LIST:
    case KIP_TUPLE:
        kip_items(machine, value, n);
        return true;
    case KIP_DICT:
        *n = kip_dict_of(machine, value)->count;
        return true;
    case KIP_RANGE:
        *n = ((const KipRange *)kip_at(machine, value.index))->count;
        return true;
    case KIP_VECTOR:
        *n = 3;
        return true;
    default:
        return false;
    }
}

bool kip_index(KipMachine *machine, KipValue object, KipValue index, KipValue *result)
{
    const char *what = kip_type_spelling((KipValueType)object.type);
    int64_t i = 0;
    size_t n, at;

    if (object.type == KIP_DICT) {
        KipValue *value = kip_dict_find(machine, object, index);
        if (!value)
            return kip_is_key(machine, index) && no_key(machine, index);
        *result = *value;
        return true;
    }
    if (!kip_length(machine, object, &n))
        return kip_script_fail(machine,
                               "%s has no items: [] works on a list, tuple, dict, str, range and vec",
                               kip_type_name(machine, object));
    if (!index_integer(machine, index, what, &i) || !kip_index_within(machine, &i, n, what))
        return false;
    if (object.type == KIP_STRING) {
        const KipString *string = kip_string_of(machine, object);
        at = kip_string_byte(string, (size_t)i);
        return kip_string_make(machine, string->text + at,
                               kip_utf8_size(string->text + at, string->size - at), result);
    }
    if (object.type == KIP_RANGE) {
        *result = kip_int(kip_range_item(kip_at(machine, object.index), (uint64_t)i));
    } else if (object.type == KIP_VECTOR) {
        KipVec3 v = kip_vector_of(machine, object);
        *result = kip_float(i == 0 ? v.x : i == 1 ? v.y : v.z);
    } else {
        *result = kip_items(machine, object, &n)[i];
    }
    return true;
}

static bool unchangeable(KipMachine *machine, KipValue object)
{
    return kip_script_fail(machine, "the items of a %s cannot be changed%s", kip_type_name(machine, object),
                           object.type == KIP_TUPLE    ? "; a list's can"
                           : object.type == KIP_VECTOR ? "; make a new vec(x, y, z)"
                                                       : "");
}

bool kip_index_store(KipMachine *machine, KipValue object, KipValue index, KipValue value)
{
    int64_t i = 0;
    size_t n;

    if (object.type == KIP_DICT)
        return kip_is_key(machine, index) && kip_dict_put(machine, object, index, value);
    if (object.type != KIP_LIST)
        return unchangeable(machine, object);
    if (!index_integer(machine, index, "list", &i) ||
        !kip_index_within(machine, &i, kip_list_of(machine, object)->count, "list"))
        return false;
    kip_items(machine, object, &n)[i] = value;
    return true;
}

bool kip_index_delete(KipMachine *machine, KipValue object, KipValue index)
{
    int64_t i = 0;
    size_t n;
    KipValue *item;

    if (object.type == KIP_DICT)
        return kip_is_key(machine, index) &&
               (kip_dict_remove(machine, object, index) || no_key(machine, index));
    if (object.type != KIP_LIST)
        return unchangeable(machine, object);
    item = kip_items(machine, object, &n);
    if (!index_integer(machine, index, "list", &i) || !kip_index_within(machine, &i, n, "list"))
        return false;
    memmove(item + i, item + i + 1, (n - (size_t)i - 1) * sizeof *item);
    kip_list_of(machine, object)->count--;
    return true;
}

/* -- slices ---------------------------------------------------------------------------------------------- */

typedef struct Slice {
    int64_t first, step;
    size_t count;
} Slice;

/* Reads one end of a slice: relative to the end where negative, clipped to [least, most]; `standard` where it is
 * omitted. */
static bool slice_end(KipMachine *machine, KipValue end, int64_t n, int64_t least, int64_t most,
                      int64_t standard, int64_t *at)
{
    *at = standard;
    if (end.type == KIP_NONE)
        return true;
    if (!kip_is_integer(end))
        return kip_script_fail(machine, "the ends of a slice must be int, not %s",
                               kip_type_name(machine, end));
    *at = end.integer < 0 ? end.integer + n : end.integer;
    *at = *at < least ? least : *at > most ? most : *at;
    return true;
}

static bool slice_of(KipMachine *machine, int64_t n, KipValue lo, KipValue hi, KipValue step, Slice *slice)
{
    int64_t last;
    bool back;

    slice->step = 1;
    if (step.type != KIP_NONE && !kip_is_integer(step))
        return kip_script_fail(machine, "the step of a slice must be an int, not %s",
                               kip_type_name(machine, step));
    if (step.type != KIP_NONE)
        slice->step = step.integer;
    if (slice->step == 0)
        return kip_script_fail(machine, "the step of a slice cannot be 0");
    if (slice->step == INT64_MIN)
        slice->step++;
    back = slice->step < 0;
    if (!slice_end(machine, lo, n, back ? -1 : 0, back ? n - 1 : n, back ? n - 1 : 0, &slice->first) ||
        !slice_end(machine, hi, n, back ? -1 : 0, back ? n - 1 : n, back ? -1 : n, &last))
        return false;
    slice->count = 0;
    if (back && last < slice->first)
        slice->count = (size_t)((slice->first - last - 1) / -slice->step + 1);
    else if (!back && slice->first < last)
        slice->count = (size_t)((last - slice->first - 1) / slice->step + 1);
    return true;
}

static bool slice_items(KipMachine *machine, KipValue object, const Slice *slice, KipValue *result)
{
    size_t n;
    KipValue *to = kip_items_make(machine, object.type, slice->count, result);
    const KipValue *from = kip_items(machine, object, &n);
    for (size_t i = 0; to && i < slice->count; i++)
        to[i] = from[slice->first + (int64_t)i * slice->step];
    return to != NULL;
}

static bool slice_string(KipMachine *machine, const KipString *string, const Slice *slice, KipValue *result)
{
    KipText text;

    if (slice->step == 1) {
        size_t from = kip_string_byte(string, slice->count ? (size_t)slice->first : 0), to = from;
        if (string->size == string->length)
            to += slice->count;
        else
            for (size_t i = 0; i < slice->count; i++)
                to += kip_utf8_size(string->text + to, string->size - to);
        return kip_string_make(machine, string->text + from, to - from, result);
    }
    kip_text_begin(&text, machine);
    for (size_t i = 0; i < slice->count; i++) {
        size_t at = kip_string_byte(string, (size_t)(slice->first + (int64_t)i * slice->step));
        kip_text_put(&text, string->text + at, kip_utf8_size(string->text + at, string->size - at));
    }
    return kip_text_end(&text, result);
}

bool kip_slice(KipMachine *machine, KipValue object, KipValue lo, KipValue hi, KipValue step,
               KipValue *result)
{
    Slice slice = {0};
    size_t n;

    if (object.type != KIP_STRING && object.type != KIP_LIST && object.type != KIP_TUPLE)
        return kip_script_fail(machine, "%s has no slices: [lo:hi] works on a list, tuple and str",
                               kip_type_name(machine, object));
    kip_length(machine, object, &n);
    if (!slice_of(machine, (int64_t)n, lo, hi, step, &slice))
        return false;
    if (object.type == KIP_STRING)
        return slice_string(machine, kip_string_of(machine, object), &slice, result);
    return slice_items(machine, object, &slice, result);
}
