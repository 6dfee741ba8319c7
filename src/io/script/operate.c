/* Operators for values of all types; those of numbers are in arithmetic.c, of vectors in vectors.c. */
#include <string.h>

#include "objects.h"

/* -- one value ------------------------------------------------------------------------------------------- */

static bool negate(KipMachine *machine, KipValue a, KipValue *result)
{
    KipVector *vector;
    switch (a.type) {
    case KIP_BOOL:
    case KIP_INT:
        if (a.integer == INT64_MIN)
            return kip_script_fail(machine, "the negative of -9223372036854775808 does not fit in 64 bits; "
                                            "use a float");
        *result = kip_int(-a.integer);
        return true;
    case KIP_FLOAT:
        *result = kip_float(-a.number);
        return true;
    case KIP_VECTOR:
        vector = kip_at(machine, a.index);
        return kip_vector_make(machine, (KipVec3){-vector->v.x, -vector->v.y, -vector->v.z}, result);
    default:
        return kip_script_fail(machine, "- needs a number or a vec, not %s", kip_type_name(machine, a));
    }
}

bool kip_unary(KipMachine *machine, KipUnary op, KipValue a, KipValue *result)
{
    switch (op) {
    case KIP_UNARY_NOT:
        *result = kip_bool(!kip_truth(machine, a));
        return true;
    case KIP_UNARY_NEGATE:
        return negate(machine, a, result);
    case KIP_UNARY_INVERT:
        if (!kip_is_integer(a))
            return kip_script_fail(machine, "~ needs an int, not %s", kip_type_name(machine, a));
        *result = kip_int(~a.integer);
        return true;
    default:
        if (!kip_is_number(a) && a.type != KIP_VECTOR)
            return kip_script_fail(machine, "+ needs a number or a vec, not %s", kip_type_name(machine, a));
        *result = a.type == KIP_BOOL ? kip_int(a.integer) : a;
        return true;
    }
}

/* -- sequences ------------------------------------------------------------------------------------------- */

static bool join_strings(KipMachine *machine, KipValue a, KipValue b, KipValue *result)
{
    const KipValue both[] = {a, b};
    const uint32_t size_a = kip_string_of(machine, a)->size, size_b = kip_string_of(machine, b)->size;
    if (size_a && size_b)
        return kip_join(machine, both, 2, result);
    *result = size_a ? a : b;
    return true;
}

static bool join_items(KipMachine *machine, KipValue a, KipValue b, KipValue *result)
{
    size_t na, nb;
    KipValue *x = kip_items(machine, a, &na), *y = kip_items(machine, b, &nb);

    KipValue *to = kip_items_make(machine, a.type, na + nb, result);
    if (!to)
        return false;
    if (na)
        memcpy(to, x, na * sizeof *to);
    if (nb)
        memcpy(to + na, y, nb * sizeof *to);
    return true;
}

static bool repeat_items(KipMachine *machine, KipValue a, size_t times, KipValue *result)
{
    size_t n, left = times;
    KipValue *x = kip_items(machine, a, &n);

    KipValue *to = kip_items_make(machine, a.type, n * times, result);
    for (; to && n && left; left--, to += n)
        memcpy(to, x, n * sizeof *to);
    return to != NULL;
}

/* a * times for a string, list or tuple. */
static bool repeat(KipMachine *machine, KipValue a, int64_t times, KipValue *result)
{
    size_t size;
    const KipString *string = kip_string_of(machine, a);
    KipText text;

    if (a.type == KIP_STRING)
        size = string->size;
    else
        kip_items(machine, a, &size);
    if (times < 0 || size == 0)
        times = 0;
    if (times && (uint64_t)times > (uint32_t)-1 / size)
        return kip_script_fail(machine, "%s * int is longer than the script's memory",
                               kip_type_name(machine, a));
    if (a.type != KIP_STRING)
        return repeat_items(machine, a, (size_t)times, result);
    kip_text_begin(&text, machine);
    kip_text_fill(&text, string->text, size, (size_t)times);
    return kip_text_end(&text, result);
}

static bool is_sequence(KipValue value)
{
    return value.type == KIP_STRING || value.type == KIP_LIST || value.type == KIP_TUPLE;
}

/* -- two values ------------------------------------------------------------------------------------------ */

static bool no_operation(KipMachine *machine, KipBinary op, KipValue a, KipValue b)
{
    const char *left = kip_type_name(machine, a), *right = kip_type_name(machine, b);
    bool text = (a.type == KIP_STRING) != (b.type == KIP_STRING);

    switch (op) {
    case KIP_BINARY_ADD:
        return kip_script_fail(machine, "cannot add %s and %s%s", left, right,
                               text ? "; write str(x) to join text" : "");
    case KIP_BINARY_SUBTRACT:
        return kip_script_fail(machine, "cannot subtract %s from %s", right, left);
    case KIP_BINARY_MULTIPLY:
        return kip_script_fail(machine, "cannot multiply %s by %s", left, right);
    case KIP_BINARY_DIVIDE:
    case KIP_BINARY_FLOOR_DIVIDE:
        return kip_script_fail(machine, "cannot divide %s by %s", left, right);
    case KIP_BINARY_MODULO:
        return kip_script_fail(machine, "cannot take %s %% %s%s", left, right,
                               a.type == KIP_STRING ? "; write an f-string: f'{x:.2f}'" : "");
    case KIP_BINARY_POWER:
        return kip_script_fail(machine, "cannot raise %s to the power of %s", left, right);
    default:
        return kip_script_fail(machine, "& | ^ << >> work on int only, not on %s and %s", left, right);
    }
}

bool kip_binary(KipMachine *machine, int op, KipValue a, KipValue b, KipValue *result)
{
    bool in_place = (op & KIP_BINARY_IN_PLACE) != 0, known = true, done;
    KipBinary plain = (KipBinary)(op & ~KIP_BINARY_IN_PLACE);

    if (kip_is_number(a) && kip_is_number(b))
        return kip_number_binary(machine, plain, a, b, result);
    if (a.type == KIP_VECTOR || b.type == KIP_VECTOR) {
        done = kip_vector_binary(machine, plain, a, b, result, &known);
        return known ? done : no_operation(machine, plain, a, b);
    }
    if (plain == KIP_BINARY_ADD) {
        if (a.type == KIP_LIST && in_place) {
            *result = a;
            return kip_list_extend(machine, a, b);
        }
        if (a.type == b.type && a.type == KIP_STRING)
            return join_strings(machine, a, b, result);
        if (a.type == b.type && (a.type == KIP_LIST || a.type == KIP_TUPLE))
            return join_items(machine, a, b, result);
    }
    if (plain == KIP_BINARY_MULTIPLY) {
        if (a.type == KIP_LIST && in_place && kip_is_integer(b)) {
            KipValue more;
            if (b.integer < 1) {
                kip_list_of(machine, a)->count = 0;
                *result = a;
                return true;
            }
            *result = a;
            return repeat(machine, a, b.integer - 1, &more) && kip_list_extend(machine, a, more);
        }
        if (is_sequence(a) && kip_is_integer(b))
            return repeat(machine, a, b.integer, result);
        if (is_sequence(b) && kip_is_integer(a))
            return repeat(machine, b, a.integer, result);
    }
    return no_operation(machine, plain, a, b);
}

/* -- comparisons ----------------------------------------------------------------------------------------- */

static bool in_items(KipMachine *machine, KipValue container, KipValue item)
{
    size_t n;
    KipValue *at = kip_items(machine, container, &n);
    if (!kip_charge(machine, n / ITEMS_OF_AN_INSTRUCTION))
        return false;
    for (size_t i = 0; i < n; i++)
        if (kip_equal(machine, at[i], item))
            return true;
    return false;
}

static bool in_range(const KipRange *range, KipValue item)
{
    int64_t x = item.integer;
    uint64_t distance, step;

    if (!kip_is_number(item) || (item.type == KIP_FLOAT && !kip_double_whole(item.number, &x)) ||
        range->count == 0)
        return false;
    if (range->step > 0 ? x < range->start : x > range->start)
        return false;
    distance = range->step > 0 ? (uint64_t)x - (uint64_t)range->start : (uint64_t)range->start - (uint64_t)x;
    step = range->step > 0 ? (uint64_t)range->step : 0 - (uint64_t)range->step;
    return distance % step == 0 && distance / step < range->count;
}

static bool contains(KipMachine *machine, KipValue container, KipValue item, bool *found)
{
    const KipString *text;

    switch (container.type) {
    case KIP_STRING:
        if (item.type != KIP_STRING)
            return kip_script_fail(machine, "`in` a str looks for a str, not for %s",
                                   kip_type_name(machine, item));
        text = kip_string_of(machine, container);
        if (!kip_charge(machine, text->size / BYTES_OF_AN_INSTRUCTION))
            return false;
        *found = kip_find_bytes(text->text, text->size, 0, kip_string_of(machine, item)->text,
                                kip_string_of(machine, item)->size) <= text->size;
        return true;
    case KIP_LIST:
    case KIP_TUPLE:
        *found = in_items(machine, container, item);
        return !kip_script_failed(machine);
    case KIP_DICT:
        if (!kip_is_key(machine, item))
            return false;
        *found = kip_dict_find(machine, container, item) != NULL;
        return true;
    case KIP_RANGE:
        *found = in_range(kip_at(machine, container.index), item);
        return true;
    case KIP_VECTOR: {
        KipVec3 v = kip_vector_of(machine, container);
        *found = kip_equal(machine, kip_float(v.x), item) || kip_equal(machine, kip_float(v.y), item) ||
                 kip_equal(machine, kip_float(v.z), item);
        return true;
    }
    default:
        return kip_script_fail(machine, "`in` needs a str, list, tuple, dict or range, not %s",
                               kip_type_name(machine, container));
    }
}

static bool same(KipValue a, KipValue b)
{
    if (a.type != b.type)
        return false;
    return kip_is_heap(a) ? a.index == b.index : a.index == b.index && a.integer == b.integer;
}

bool kip_compare(KipMachine *machine, KipCompare op, KipValue a, KipValue b, bool *result)
{
    static const char *const SYMBOL[] = {"==", "!=", "<", "<=", ">", ">="};
    int order;

    switch (op) {
    case KIP_COMPARE_EQUAL:
    case KIP_COMPARE_NOT_EQUAL:
        *result = kip_equal(machine, a, b) == (op == KIP_COMPARE_EQUAL);
        return !kip_script_failed(machine);
    case KIP_COMPARE_IS:
    case KIP_COMPARE_IS_NOT:
        *result = same(a, b) == (op == KIP_COMPARE_IS);
        return true;
    case KIP_COMPARE_IN:
    case KIP_COMPARE_NOT_IN:
        if (!contains(machine, b, a, result))
            return false;
        *result = *result == (op == KIP_COMPARE_IN);
        return true;
    default:
        break;
    }
    if (!kip_order_for(machine, a, b, SYMBOL[op], &order))
        return false;
    *result = order != 2 && (op == KIP_COMPARE_LESS         ? order < 0
                             : op == KIP_COMPARE_LESS_EQUAL ? order <= 0
                             : op == KIP_COMPARE_GREATER    ? order > 0
                                                            : order >= 0);
    return true;
}
