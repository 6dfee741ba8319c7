/* The built-in functions. */
#include <math.h>
#include <string.h>

#include "../../dynamics/vec3.h"
#include "objects.h"

/* -- numbers --------------------------------------------------------------------------------------------- */

static bool abs_(KipCall *call)
{
    KipValue x = call->argument[0];

    if (kip_is_integer(x)) {
        if (x.integer == INT64_MIN)
            return kip_call_fail(call,
                                 "the size of -9223372036854775808 does not fit in 64 bits; use a float");
        call->result = kip_int(x.integer < 0 ? -x.integer : x.integer);
    } else if (x.type == KIP_FLOAT) {
        call->result = kip_float(fabs(x.number));
    } else if (x.type == KIP_VECTOR) {
        call->result = kip_float(v3_length(kip_vector_of(call->machine, x)));
    } else {
        return kip_call_fail(call, "a number or a vec is needed, not %s", kip_type_name(call->machine, x));
    }
    return true;
}

static bool quick_abs(KipMachine *machine, int variant, const KipValue *argument, int n, KipValue *result)
{
    (void)machine, (void)variant;
    if (n != 1 || argument[0].type != KIP_FLOAT)
        return false;
    *result = kip_float(fabs(argument[0].number));
    return true;
}

/* Rounds an int to tens, hundreds and so on, half to even. */
static bool round_integer(KipCall *call, int64_t x, int64_t digits)
{
    int64_t unit = 1, rest, down;

    if (digits < -18) {
        call->result = kip_int(0);
        return true;
    }
    for (; digits < 0; digits++)
        unit *= 10;
    rest = x % unit;
    rest = rest < 0 ? rest + unit : rest;
    if (rest > unit - rest || (rest == unit - rest && ((x - rest) / unit) % 2 != 0)) {
        if (x > INT64_MAX - (unit - rest))
            return kip_call_fail(call, "the result does not fit in 64 bits");
        call->result = kip_int(x + (unit - rest));
        return true;
    }
    if (x < INT64_MIN + rest)
        return kip_call_fail(call, "the result does not fit in 64 bits");
    down = x - rest;
    call->result = kip_int(down);
    return true;
}

static bool round_(KipCall *call)
{
    KipValue x = call->argument[0];
    const bool given = call->read[1].given;
    const int64_t digits = given ? call->read[1].integer : 0;
    int64_t integer;

    if (!kip_is_number(x))
        return kip_call_fail(call, "a number is needed, not %s", kip_type_name(call->machine, x));
    if (kip_is_integer(x))
        return round_integer(call, x.integer, digits);
    if (given) {
        double rounded = kip_round_decimals(x.number, digits);
        if (fabs(rounded) > 1.7e308 && fabs(x.number) < HUGE_VAL && fabs(rounded) == HUGE_VAL)
            return kip_call_fail(call, "the result is too large for a float");
        call->result = kip_float(rounded);
        return true;
    }
    if (!kip_double_whole(rint(x.number), &integer)) /* half to even */
        return kip_call_fail(call, "%g does not fit in an int of 64 bits", x.number);
    call->result = kip_int(integer);
    return true;
}

static bool divmod_(KipCall *call)
{
    KipValue pair[2];
    return kip_binary(call->machine, KIP_BINARY_FLOOR_DIVIDE, call->argument[0], call->argument[1],
                      &pair[0]) &&
           kip_binary(call->machine, KIP_BINARY_MODULO, call->argument[0], call->argument[1], &pair[1]) &&
           kip_tuple_make(call->machine, 2, pair, &call->result);
}

static bool pow_(KipCall *call)
{
    return kip_binary(call->machine, KIP_BINARY_POWER, call->argument[0], call->argument[1], &call->result);
}

/* -- of many --------------------------------------------------------------------------------------------- */

static bool len_(KipCall *call)
{
    KipMachine *machine = call->machine;
    KipValue x = call->argument[0];
    size_t n;
    if (!kip_length(machine, x, &n))
        return kip_call_fail(call, "%s has no length; a list, tuple, dict, str, range and vec have",
                             kip_type_name(machine, x));
    call->result = kip_int((int64_t)n);
    return true;
}

static bool sum_(KipCall *call)
{
    KipValue iterator, item;
    int more;

    call->result = call->argument[1];
    if (!kip_iterator_make(call->machine, call->argument[0], &iterator))
        return false;
    while ((more = kip_take_next(call->machine, iterator, &item)) == 1)
        if (!kip_binary(call->machine, KIP_BINARY_ADD, call->result, item, &call->result))
            return false;
    return more == 0;
}

enum { SMALLEST = -1, LARGEST = 1 }; /* sign of an improvement in the order of values */

/* The next of the values, or of the iterable that is the only one; *i is the next argument. 1, or 0 at the end; -1 where it fails. */
static int next_of(KipCall *call, KipValue iterator, int *i, KipValue *item)
{
    if (call->nargument == 2)
        return kip_take_next(call->machine, iterator, item);
    if (*i == call->nargument)
        return 0;
    *item = call->argument[(*i)++];
    return 1;
}

/* Finds the first value with the largest or smallest key. argument[0] is the key function, followed by the values, or by
 * one iterable of them. */
static bool extreme(KipCall *call)
{
    const int sign = call->variant;
    KipMachine *machine = call->machine;
    KipValue iterator = {.type = KIP_ABSENT}, item, key = iterator, best = iterator;
    int i = 1, more, order;

    if (call->nargument < 2)
        return kip_call_fail(call, "values are missing");
    if (call->nargument == 2 && !kip_iterator_make(machine, call->argument[1], &iterator))
        return false;
    while ((more = next_of(call, iterator, &i, &item)) == 1) {
        key = item;
        if (call->argument[0].type != KIP_NONE &&
            kip_machine_call(machine, call->argument[0], &item, 1, &key, NULL) != KIP_OK)
            return false;
        if (best.type != KIP_ABSENT) {
            if (!kip_order_for(machine, key, best, sign > 0 ? ">" : "<", &order))
                return false;
            if (order != sign)
                continue;
        }
        best = key;
        call->result = item;
    }
    if (more == 0 && best.type == KIP_ABSENT)
        return kip_call_fail(call, "the %s is empty", kip_type_name(machine, call->argument[1]));
    return more == 0;
}

/* Whether its float is exact. */
static inline bool is_exact(KipValue x)
{
    return x.type == KIP_FLOAT || (x.type == KIP_INT && x.integer >= INT32_MIN && x.integer <= INT32_MAX);
}

static bool quick_extreme(KipMachine *machine, int sign, const KipValue *argument, int n, KipValue *result)
{
    (void)machine;
    if (n != 2 || !is_exact(argument[0]) || !is_exact(argument[1]))
        return false;
    const double a = kip_double_of(argument[0]), b = kip_double_of(argument[1]);
    kip_copy(result, &argument[sign == LARGEST ? b > a : b < a]);
    return true;
}

enum { ALL, ANY }; /* the truth value of an item that decides */

static bool any_or_all(KipCall *call)
{
    bool found = false;
    KipValue iterator, item;
    int more = 0;

    if (!kip_iterator_make(call->machine, call->argument[0], &iterator))
        return false;
    while (!found && (more = kip_take_next(call->machine, iterator, &item)) == 1)
        found = kip_truth(call->machine, item) == call->variant;
    call->result = kip_bool(found == call->variant);
    return more >= 0;
}

/* Makes a list of an iterable's items. */
static bool listed(KipCall *call, int i, KipValue *list)
{
    return kip_list_make(call->machine, 0, list) && kip_list_extend(call->machine, *list, call->argument[i]);
}

static bool sorted_(KipCall *call)
{
    return listed(call, 0, &call->result) && kip_sort_list(call->machine, call->result, call->argument[1],
                                                           kip_truth(call->machine, call->argument[2]));
}

static bool reversed_(KipCall *call)
{
    if (!listed(call, 0, &call->result))
        return false;
    kip_list_reverse(call->machine, call->result);
    return true;
}

static bool enumerate_(KipCall *call)
{
    return kip_enumerate_make(call->machine, call->argument[0], call->read[1].integer, &call->result);
}

static bool zip_(KipCall *call)
{
    return kip_zip_make(call->machine, call->argument, call->nargument, &call->result);
}

/* -- what values are ------------------------------------------------------------------------------------- */

static bool is_of_class(KipMachine *machine, KipValue value, uint32_t class_)
{
    uint32_t at;
    if (value.type != KIP_INSTANCE)
        return false;
    at = ((KipInstance *)kip_at(machine, value.index))->class_;
    while (at && at != class_)
        at = ((KipClass *)kip_at(machine, at))->base;
    return at != 0;
}

static bool is_of(KipCall *call, KipValue value, KipValue type, bool *is)
{
    size_t n;
    KipValue *item;

    if (type.type == KIP_CLASS) {
        *is = is_of_class(call->machine, value, type.index);
    } else if (type.type == KIP_TYPE) {
        *is = value.type == (uint32_t)type.integer || (value.type == KIP_BOOL && type.integer == KIP_INT) ||
              (value.type == KIP_CLASS && type.integer == KIP_TYPE);
    } else if (type.type == KIP_TUPLE) {
        item = kip_items(call->machine, type, &n);
        *is = false;
        for (size_t i = 0; i < n && !*is; i++)
            if (!is_of(call, value, item[i], is))
                return false;
    } else {
        return kip_call_fail(call, "the second value must be a type, a class or a tuple of them, not %s",
                             kip_type_name(call->machine, type));
    }
    return true;
}

static bool isinstance_(KipCall *call)
{
    bool is;
    if (!is_of(call, call->argument[0], call->argument[1], &is))
        return false;
    call->result = kip_bool(is);
    return true;
}

static bool hasattr_(KipCall *call)
{
    const KipValue found = kip_machine_attribute(call->machine, call->argument[0], call->read[1].text);
    call->result = kip_bool(found.type != KIP_ABSENT);
    return true;
}

static bool getattr_(KipCall *call)
{
    const char *name = call->read[1].text;
    call->result = kip_machine_attribute(call->machine, call->argument[0], name);
    if (call->result.type != KIP_ABSENT)
        return true;
    if (call->nargument < 3)
        return kip_call_fail(call, "%s has no attribute %.100s",
                             kip_type_name(call->machine, call->argument[0]), name);
    call->result = call->argument[2];
    return true;
}

static bool repr_(KipCall *call)
{
    return kip_repr(call->machine, call->argument[0], &call->result);
}

static bool ord_(KipCall *call)
{
    const KipString *string = kip_string_of(call->machine, call->argument[0]);
    if (call->argument[0].type != KIP_STRING || string->length != 1)
        return kip_call_fail(call, "a str of one character is needed");
    call->result = kip_int(kip_utf8_code(string->text, string->size));
    return true;
}

static bool chr_(KipCall *call)
{
    const int64_t code = call->read[0].integer;
    char text[4];
    if (code < 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return kip_call_fail(call, "no character has this number");
    return kip_string_make(call->machine, text, kip_utf8_write((uint32_t)code, text), &call->result);
}

/* Writes a text argument of print, or `standard` for None. */
static bool put_between(KipCall *call, KipText *text, int i, const char *name, const char *standard)
{
    KipValue value = call->argument[i];
    if (value.type == KIP_NONE)
        kip_text_puts(text, standard);
    else if (value.type == KIP_STRING)
        kip_text_put(text, kip_string_of(call->machine, value)->text,
                     kip_string_of(call->machine, value)->size);
    else
        return kip_call_fail(call, "%s must be a str, not %s", name, kip_type_name(call->machine, value));
    return true;
}

static bool put_printed(KipCall *call, KipText *text)
{
    KipValue string;
    for (int i = 2; i < call->nargument; i++) {
        if (i > 2 && !put_between(call, text, 0, "sep", " "))
            return false;
        if (!kip_str(call->machine, call->argument[i], &string))
            return false;
        kip_text_put(text, kip_string_of(call->machine, string)->text,
                     kip_string_of(call->machine, string)->size);
    }
    return put_between(call, text, 1, "end", "\n") && !text->failed;
}

static bool print_(KipCall *call)
{
    KipText text;
    bool done;
    kip_text_begin(&text, call->machine);
    done = put_printed(call, &text);
    if (done)
        kip_machine_print(call->machine, text.at, text.size);
    kip_text_drop(&text);
    return done;
}

static const KipNativeDef functions[] = {
    {"print(..., sep=' ', end='\n')", print_, "Shows values as text."},
    {"len(x)", len_, "How many items or characters."},
    {"abs(x)", abs_, "The size of a number, the length of a vec.", .quick = quick_abs},
    {"min(..., key=None)", extreme, "The smallest of the values, or of one that holds them.", SMALLEST,
     quick_extreme},
    {"max(..., key=None)", extreme, "The largest of the values, or of one that holds them.", LARGEST,
     quick_extreme},
    {"sum(items, start=0)", sum_, "All items added up."},
    {"round(x, ndigits: integer=None)", round_, "The nearest int, or so many decimals."},
    {"divmod(a, b)", divmod_, "The pair (a // b, a % b)."},
    {"pow(a, b)", pow_, "a ** b."},
    {"any(items)", any_or_all, "Is one of them true?", ANY},
    {"all(items)", any_or_all, "Are all of them true?", ALL},
    {"sorted(items, key=None, reverse=False)", sorted_, "A new list in order; equal ones stay as they were."},
    {"reversed(items)", reversed_, "A new list, from the last to the first."},
    {"enumerate(items, start: integer=0)", enumerate_, "The pairs (number, item), to go through once."},
    {"zip(...)", zip_, "Tuples of the first items, the second ones, and so on."},
    {"isinstance(x, type)", isinstance_, "Is x of this type or class, or of one in a tuple?"},
    {"hasattr(x, name: text)", hasattr_, "Has x an attribute of this name?"},
    {"getattr(x, name: text, ...)", getattr_, "x's attribute of this name, or the default."},
    {"repr(x)", repr_, "The text that spells x."},
    {"ord(c)", ord_, "The number of a character."},
    {"chr(i: integer)", chr_, "The character of a number."},
};
const KipNativeTable kip_functions = KIP_NATIVE_TABLE(functions);
