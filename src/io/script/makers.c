/* Types called as functions: int("3"), float(), str(x), list("abc"), dict(pairs), range(3), vec(0, 0, 1), type(x). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "../text/number.h"
#include "objects.h"

/* Removes blanks at both ends. */
static void strip(const char **text, size_t *size)
{
    while (*size && kip_is_space(**text))
        ++*text, --*size;
    while (*size && kip_is_space((*text)[*size - 1]))
        --*size;
}

static bool fail_with_text(KipCall *call, const char *before, KipValue value, const char *after)
{
    KipValue text;
    return kip_repr(call->machine, value, &text) &&
           kip_call_fail(call, "%s%.100s%s", before, kip_string_of(call->machine, text)->text, after);
}

/* -- int ------------------------------------------------------------------------------------------------- */

static int digit_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'z' ? c - 'a' + 10
           : c >= 'A' && c <= 'Z' ? c - 'A' + 10
                                  : 99;
}

/* Length of the prefix 0x, 0o or 0b if it fits the base; base 0 is replaced by that of the prefix. */
static size_t prefix_size(const char *text, size_t size, int *base)
{
    char letter = size > 1 && text[0] == '0' ? (char)(text[1] | 0x20) : 0;
    int named = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;

    if (named && (*base == 0 || *base == named)) {
        *base = named;
        return 2;
    }
    *base = *base ? *base : 10;
    return 0;
}

/* Parses an integer: 1 if it fits, 0 if the text is no integer, -1 if it is out of range. */
static int parse_integer(const char *text, size_t size, int base, int64_t *integer)
{
    bool negative, digit = false, fits = true;
    uint64_t sum = 0, most;
    size_t i;

    strip(&text, &size);
    negative = size && *text == '-';
    i = negative || (size && *text == '+');
    text += i;
    size -= i;
    i = prefix_size(text, size, &base);
    digit = i > 0; /* 0x_ff is allowed */
    if (i == size)
        return 0;
    most = (uint64_t)INT64_MAX + negative;
    for (; i < size; i++) {
        int d = digit_of(text[i]);
        if (text[i] == '_' && digit && i + 1 < size) {
            digit = false;
            continue;
        }
        if (d >= base)
            return 0;
        fits = fits && sum <= (most - (uint64_t)d) / (uint64_t)base;
        sum = sum * (uint64_t)base + (uint64_t)d;
        digit = true;
    }
    *integer = negative ? (int64_t)(0 - sum) : (int64_t)sum;
    return fits ? 1 : -1;
}

static bool int_of_text(KipCall *call, int64_t base)
{
    const KipString *string = kip_string_of(call->machine, call->argument[0]);
    int64_t integer = 0;
    int done;

    if (base != 0 && (base < 2 || base > 36))
        return kip_call_fail(call, "base must be 0 or from 2 to 36");
    done = parse_integer(string->text, string->size, (int)base, &integer);
    if (done == 0)
        return fail_with_text(call, "", call->argument[0],
                              base == 10 ? " is no whole number; float() reads decimals"
                                         : " is no whole number in this base");
    if (done < 0)
        return fail_with_text(call, "", call->argument[0], " does not fit in 64 bits; use float()");
    call->result = kip_int(integer);
    return true;
}

static bool make_int(KipCall *call)
{
    KipValue x = call->argument[0];
    const bool based = call->read[1].given;
    int64_t base = based ? call->read[1].integer : 10, integer;

    if (x.type == KIP_STRING)
        return int_of_text(call, base);
    if (based)
        return kip_call_fail(call, "a base is for a str, not for %s", kip_type_name(call->machine, x));
    if (!kip_is_number(x))
        return kip_call_fail(call, "x must be a number or a str, not %s", kip_type_name(call->machine, x));
    integer = x.integer;
    if (x.type == KIP_FLOAT &&
        !kip_double_whole(x.number > 0 ? floor(x.number) : -floor(-x.number), &integer))
        return kip_call_fail(call,
                             x.number != x.number ? "nan is no whole number" : "%g does not fit in 64 bits",
                             x.number);
    call->result = kip_int(integer);
    return true;
}

/* -- float ----------------------------------------------------------------------------------------------- */

static bool is_word(const char *text, size_t size, const char *word)
{
    for (size_t i = 0; i < size; i++)
        if ((text[i] | 0x20) != word[i])
            return false;
    return word[size] == 0;
}

/* Checks [digits][.digits][e[+-]digits] with _ between digits; *plain is the text without them, cut to its room. */
static bool plain_float(const char *text, size_t size, char *plain, size_t room)
{
    size_t n = 0, digits = 0;
    bool point = false, exponent = false;

    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        bool digit = c >= '0' && c <= '9';
        if (c == '_') {
            if (i == 0 || i + 1 == size || digit_of(text[i - 1]) > 9 || digit_of(text[i + 1]) > 9)
                return false;
            continue;
        }
        if (c == '.' && !point && !exponent)
            point = true;
        else if ((c == 'e' || c == 'E') && digits && !exponent)
            exponent = true, digits = 0;
        else if (!digit && !((c == '+' || c == '-') && exponent && (text[i - 1] | 0x20) == 'e'))
            return false;
        digits += digit;
        if (n + 1 == room)
            return false;
        plain[n++] = c;
    }
    plain[n] = 0;
    return digits > 0;
}

static bool parse_float(const char *text, size_t size, double *x)
{
    char plain[1200];
    bool negative, sign;

    strip(&text, &size);
    negative = size && *text == '-';
    sign = negative || (size && *text == '+');
    text += sign;
    size -= sign;
    if (size >= 3 && (is_word(text, size, "inf") || is_word(text, size, "infinity")))
        *x = INFINITY;
    else if (size == 3 && is_word(text, size, "nan"))
        *x = NAN;
    else if (!plain_float(text, size, plain, sizeof plain))
        return false;
    else if (!kip_number_parse(plain, strlen(plain), x))
        *x = INFINITY; /* out of range */
    if (negative)
        *x = -*x;
    return true;
}

static bool make_float(KipCall *call)
{
    KipValue x = call->argument[0];
    double number;

    if (kip_is_number(x)) {
        call->result = kip_float(kip_double_of(x));
        return true;
    }
    if (x.type != KIP_STRING)
        return kip_call_fail(call, "x must be a number or a str, not %s", kip_type_name(call->machine, x));
    if (!parse_float(kip_string_of(call->machine, x)->text, kip_string_of(call->machine, x)->size, &number))
        return fail_with_text(call, "", x, " is no number");
    call->result = kip_float(number);
    return true;
}

/* -- the others ------------------------------------------------------------------------------------------ */

static bool make_str(KipCall *call)
{
    return kip_str(call->machine, call->argument[0], &call->result);
}

static bool make_bool(KipCall *call)
{
    call->result = kip_bool(kip_truth(call->machine, call->argument[0]));
    return true;
}

static bool make_list(KipCall *call)
{
    if (call->nargument > 1)
        return kip_call_fail(call, "at most one value is taken, not %d", call->nargument);
    return kip_list_make(call->machine, 0, &call->result) &&
           (call->nargument == 0 || kip_list_extend(call->machine, call->result, call->argument[0]));
}

static bool make_tuple(KipCall *call)
{
    KipValue list;
    size_t n;

    if (call->nargument == 1 && call->argument[0].type == KIP_TUPLE) {
        call->result = call->argument[0];
        return true;
    }
    if (!make_list(call))
        return false;
    list = call->result;
    KipValue *item = kip_items(call->machine, list, &n);
    return kip_tuple_make(call->machine, n, item, &call->result);
}

/* argument[0] is a dict of arguments given by name. */
static bool make_dict(KipCall *call)
{
    KipMachine *machine = call->machine;
    if (call->nargument > 2)
        return kip_call_fail(call, "at most one value is taken, not %d", call->nargument - 1);
    return kip_dict_make(machine, &call->result) &&
           (call->nargument < 2 || kip_dict_update(machine, call->result, call->argument[1])) &&
           (call->argument[0].type != KIP_DICT || kip_dict_update(machine, call->result, call->argument[0]));
}

static bool make_range(KipCall *call)
{
    int64_t n[3] = {0, 0, 1};
    int count = call->nargument;

    if (count < 1 || count > 3)
        return kip_call_fail(call, "range takes stop, or start, stop, or start, stop, step");
    for (int i = 0; i < count; i++) {
        if (!kip_is_integer(call->argument[i]))
            return kip_call_fail(call, "a range is made of int, not of %s%s",
                                 kip_type_name(call->machine, call->argument[i]),
                                 call->argument[i].type == KIP_FLOAT ? "; write int(x)" : "");
        n[count == 1 ? 1 : i] = call->argument[i].integer;
    }
    if (n[2] == 0)
        return kip_call_fail(call, "the step cannot be 0");
    return kip_range_make(call->machine, n[0], n[1], n[2], &call->result);
}

static bool make_vector(KipCall *call)
{
    double part[3];
    KipArgument whole;

    if (call->argument[1].type == KIP_NONE && call->argument[2].type == KIP_NONE)
        return kip_read_vector(call, 0, NULL, &whole) && kip_call_return_vector(call, whole.vector);
    for (int i = 0; i < 3; i++) {
        if (!kip_is_number(call->argument[i]))
            return kip_call_fail(call, "a vec is made of three numbers, not of %s",
                                 kip_type_name(call->machine, call->argument[i]));
        part[i] = kip_double_of(call->argument[i]);
    }
    return kip_call_return_vector(call, (KipVec3){part[0], part[1], part[2]});
}

static bool quick_vector(KipMachine *machine, int variant, const KipValue *argument, int n, KipValue *result)
{
    (void)variant;
    return n == 3 && kip_is_number(argument[0]) && kip_is_number(argument[1]) && kip_is_number(argument[2]) &&
           kip_vector_put(machine, kip_double_of(argument[0]), kip_double_of(argument[1]),
                          kip_double_of(argument[2]), result);
}

static bool make_type(KipCall *call)
{
    KipValue x = call->argument[0];
    if (x.type == KIP_INSTANCE)
        call->result = kip_reference(KIP_CLASS, ((KipInstance *)kip_at(call->machine, x.index))->class_);
    else
        call->result =
            (KipValue){.type = KIP_TYPE, .integer = x.type == KIP_CLASS ? KIP_TYPE : (int64_t)x.type};
    return true;
}

/* The variant is the type made. */
static const KipNativeDef makers[] = {
    {"bool(x=False)", make_bool, "Is it true: not 0, not empty?", KIP_BOOL},
    {"int(x=0, base: integer=None)", make_int, "The whole part of a number; the number that a text spells.",
     KIP_INT},
    {"float(x=0.0)", make_float, "The number as a float; the number that a text spells.", KIP_FLOAT},
    {"type(x)", make_type, "The type or class of a value.", KIP_TYPE},
    {"str(x='')", make_str, "The text that print shows.", KIP_STRING},
    {"list(...)", make_list, "A new list of the items.", KIP_LIST},
    {"tuple(...)", make_tuple, "A tuple of the items.", KIP_TUPLE},
    {"dict(..., **named)", make_dict, "A new dict of another's items, or of pairs.", KIP_DICT},
    {"range(...)", make_range, "The ints from start (0) up to but not stop, in steps.", KIP_RANGE},
    {"vec(x, y=None, z=None)", make_vector, "A vector of three numbers, or of a list of three.", KIP_VECTOR,
     quick_vector},
};
const KipNativeTable kip_makers = KIP_NATIVE_TABLE(makers);
