/* 
 * Values of the script language: numbers as text against the definition of the shortest text, and against
 * CPython in tables (script_values_tables.h): division, order of int and float, rounding, formats, strings,
 * slices. Errors, the sort, dicts, vectors and random numbers by what they must keep.
 */
#include "../src/io/script/objects.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script_values_tables.h"

Suite *suite_script_values(void);

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* -- numbers as text ------------------------------------------------------------------------------------- */

START_TEST(hard_floats_print_as_in_python)
{
    char text[KIP_REPR_SIZE];
    ck_assert_uint_eq(kip_float_repr(HARD[_i].x, text), strlen(HARD[_i].expected));
    ck_assert_str_eq(text, HARD[_i].expected);
}
END_TEST

static double any_double(KipRandom *random)
{
    uint64_t bits;
    double x;
    do {
        bits = kip_random_bits(random);
        if (bits % 8 == 0) /* powers of two and their neighbours, where the interval is lopsided */
            bits = ((bits >> 12 & ~UINT64_C(0xfffffffffffff)) | (bits >> 3 & 1)) - (bits >> 4 & 1);
        memcpy(&x, &bits, sizeof x);
    } while (!(fabs(x) <= 1.7e308));
    return x;
}

static int significant_digits(const char *text)
{
    int n = 0, zeros = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text < '0' || *text > '9' || (*text == '0' && n == 0))
            continue;
        zeros = *text == '0' ? zeros + 1 : 0;
        n++;
    }
    return n - zeros;
}

/* Do the n digits nearest to x, or those above or below them, come back as x? */
static bool comes_back_with(double x, int n)
{
    char text[64], digits[32];
    long long mantissa;
    int exponent;

    snprintf(text, sizeof text, "%.*e", n - 1, fabs(x));
    exponent = atoi(strchr(text, 'e') + 1);
    digits[0] = text[0];
    memcpy(digits + 1, text + 2, (size_t)n - 1);
    digits[n] = 0;
    mantissa = atoll(digits);
    for (long long d = -1; d <= 1; d++) {
        snprintf(text, sizeof text, "%llde%d", mantissa + d, exponent - n + 1);
        if (strtod(text, NULL) == fabs(x))
            return true;
    }
    return false;
}

START_TEST(float_text_comes_back_and_is_the_shortest)
{
    KipRandom random = {20};
    for (int i = 0; i < 200000; i++) {
        char text[KIP_REPR_SIZE], nearest[64];
        double x = any_double(&random);
        int n;
        kip_float_repr(x, text);
        n = significant_digits(text);
        ck_assert_msg(strtod(text, NULL) == x, "%.17g became %s", x, text);
        ck_assert_msg(n <= 1 || !comes_back_with(x, n - 1), "%.17g became %s", x, text);
        if (n > 0) { /* of all with so many digits the nearest, where that comes back */
            snprintf(nearest, sizeof nearest, "%.*e", n - 1, x);
            ck_assert_msg(strtod(nearest, NULL) != x || strtod(nearest, NULL) == strtod(text, NULL), "%s",
                          text);
            ck_assert_int_eq(significant_digits(nearest) <= n, 1);
        }
    }
}
END_TEST

START_TEST(integers_print_and_come_back)
{
    static const int64_t EDGE[] = {0, 1, -1, 9, 10, -10, INT64_MAX, INT64_MIN, INT64_MIN + 1};
    char text[KIP_REPR_SIZE], expected[KIP_REPR_SIZE];
    for (int i = 0; i < COUNT(EDGE); i++) {
        snprintf(expected, sizeof expected, "%lld", (long long)EDGE[i]);
        ck_assert_uint_eq(kip_integer_text(EDGE[i], text), strlen(expected));
        ck_assert_str_eq(text, expected);
    }
}
END_TEST

/* -- arithmetic ------------------------------------------------------------------------------------------ */

static int64_t any_integer(KipRandom *random)
{
    int64_t x = (int64_t)kip_random_bits(random);
    return x >> kip_random_bits(random) % 64;
}

/* The upper half of |a| |b| by halves of 32 bits. */
static uint64_t upper_product(uint64_t a, uint64_t b)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (uint32_t)middle;
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

static uint64_t size_of(int64_t x)
{
    return x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
}

typedef struct Checked {
    KipMachine *machine;
    int calls;
} Checked;

static KipMachine *new_machine(Checked *checked);

START_TEST(products_and_sums_that_do_not_fit_are_refused)
{
    Checked checked = {0};
    KipRandom random = {21};
    int refused = 0, kept = 0;
    new_machine(&checked);
    for (int i = 0; i < 20000; i++) {
        int64_t a = any_integer(&random), b = any_integer(&random);
        uint64_t product = size_of(a) * size_of(b), most = (uint64_t)INT64_MAX + ((a < 0) != (b < 0));
        bool fits = upper_product(size_of(a), size_of(b)) == 0 && product <= most;
        double about = (double)a + (double)b;
        KipValue result = kip_none();
        ck_assert_int_eq(kip_number_binary(checked.machine, KIP_BINARY_MULTIPLY, kip_int(a), kip_int(b),
                                           &result),
                         fits);
        if (fits)
            ck_assert_int_eq(result.integer, (int64_t)((uint64_t)a * (uint64_t)b));
        refused += !fits;
        kept += fits;
        if (fabs(about) > 0x1.0001p63 || fabs(about) < 0x1.fffp62) {
            fits = fabs(about) < 0x1p63;
            ck_assert_int_eq(kip_number_binary(checked.machine, KIP_BINARY_ADD, kip_int(a), kip_int(b),
                                               &result),
                             fits);
            if (fits)
                ck_assert_int_eq(result.integer - b, a);
        }
    }
    ck_assert_int_gt(refused, 2000);
    ck_assert_int_gt(kept, 2000);
    kip_machine_destroy(checked.machine);
}
END_TEST

START_TEST(equal_numbers_hash_alike)
{
    Checked checked = {0};
    KipRandom random = {22};
    new_machine(&checked);
    for (int i = 0; i < 5000; i++) {
        int64_t a = any_integer(&random);
        double x = (double)a;
        uint64_t of_int = 0, of_float = 0;
        bool equal = kip_equal(checked.machine, kip_int(a), kip_float(x));
        ck_assert(kip_hash_value(checked.machine, kip_int(a), &of_int));
        ck_assert(kip_hash_value(checked.machine, kip_float(x), &of_float));
        ck_assert_int_eq(equal, x < 0x1p63 && (int64_t)x == a);
        ck_assert_int_eq(of_int == of_float, equal);
    }
    kip_machine_destroy(checked.machine);
}
END_TEST

/* -- scripts --------------------------------------------------------------------------------------------- */

/* check(expected, text): both are str and the same. */
static bool check_row(KipCall *call)
{
    Checked *checked = call->user;
    const char *expected = call->read[0].text, *text = call->read[1].text;
    checked->calls++;
    return strcmp(expected, text) == 0 || kip_call_fail(call, "%s and not %s", text, expected);
}

static const KipNativeDef CHECK[] = {{"check(expected: text, text: text)", check_row, "Compares."}};

static KipMachine *new_machine(Checked *checked)
{
    KipMachineDef def = kip_machine_def();
    KipError error;
    def.main_instructions = def.instructions;
    def.native = CHECK;
    def.nnative = COUNT(CHECK);
    def.user = checked;
    ck_assert_msg(kip_machine_create(&def, &checked->machine, &error) == KIP_OK, "%s", error.message);
    return checked->machine;
}

/* Runs a text in a machine of its own. */
static KipStatus run_text(const char *text, Checked *checked, KipError *error)
{
    KipProgram *program;
    KipValue module;
    KipStatus status = kip_program_compile(text, strlen(text), "table.py", NULL, &program, error);
    if (status != KIP_OK)
        return status;
    new_machine(checked);
    status = kip_machine_add(checked->machine, program, error);
    if (status == KIP_OK)
        status = kip_machine_module(checked->machine, program, &module, error);
    if (status == KIP_OK)
        status = kip_machine_run(checked->machine, module, error);
    kip_machine_destroy(checked->machine);
    kip_program_destroy(program);
    return status;
}

/* 'text' with what must be escaped in it. */
static void put_literal(char **to, const char *text)
{
    *(*to)++ = '\'';
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            *(*to)++ = '\\';
        *(*to)++ = *text;
    }
    *(*to)++ = '\'';
}

static void check_rows(const Row *row, int n)
{
    char text[8192];
    for (int first = 0; first < n; first += 16) {
        Checked checked = {0};
        KipError error = {0};
        char *to = text + sprintf(text, "import math\n");
        int last = first + 16 < n ? first + 16 : n;
        for (int i = first; i < last; i++) {
            to += sprintf(to, "check(");
            put_literal(&to, row[i].expected);
            to += sprintf(to, ", repr((%s)))\n", row[i].expression);
        }
        ck_assert_msg(run_text(text, &checked, &error) == KIP_OK, "line %d: %s\n%s", error.line,
                      error.message, error.line > 1 ? row[first + error.line - 2].expression : text);
        ck_assert_int_eq(checked.calls, last - first);
    }
}

#define TABLE_TEST(name, table)                                                                              \
    START_TEST(name)                                                                                         \
    {                                                                                                        \
        check_rows(table, COUNT(table));                                                                     \
    }                                                                                                        \
    END_TEST

TABLE_TEST(integers_divide_as_in_python, DIVISION)
TABLE_TEST(floats_divide_as_in_python, FLOAT_DIVISION)
TABLE_TEST(int_and_float_compare_exactly, ORDER)
TABLE_TEST(numbers_and_texts_format_as_in_python, FORMAT)
TABLE_TEST(strings_have_pythons_methods, STRING)
TABLE_TEST(slices_and_characters_as_in_python, SLICE)
TABLE_TEST(round_as_in_python, ROUND)
TABLE_TEST(operators_and_functions_as_in_python, MIXED)

/* What Python has not, or does otherwise. */
static const Row OWN[] = {
    {"vec(1, 2, 3)", "vec(1.0, 2.0, 3.0)"},
    {"vec([1, 2, 3]) + vec((1, 1, 0.5))", "vec(2.0, 3.0, 3.5)"},
    {"vec(1, 2, 3) - vec(3, 2, 1)", "vec(-2.0, 0.0, 2.0)"},
    {"2 * vec(1, 2, 3) * 0.5 / 4", "vec(0.25, 0.5, 0.75)"},
    {"-vec(1, 0, -3)", "vec(-1.0, -0.0, 3.0)"},
    {"[vec(1, 2, 3).x, vec(1, 2, 3).y, vec(1, 2, 3).z, vec(1, 2, 3)[-1]]", "[1.0, 2.0, 3.0, 3.0]"},
    {"vec(1, 0, 0).cross(vec(0, 1, 0))", "vec(0.0, 0.0, 1.0)"},
    {"[vec(3, 4, 0).length(), abs(vec(3, 4, 0)), vec(3, 4, 0).dot([1, 1, 1]), len(vec(0, 0, 0))]",
     "[5.0, 5.0, 7.0, 3]"},
    {"vec(0, 3, 4).unit()", "vec(0.0, 0.6, 0.8)"},
    {"[vec(1, 2, 3) == vec(1, 2, 3), vec(1, 2, 3) != vec(1, 2, 4), vec(1, 2, 3) == [1, 2, 3]]",
     "[True, True, False]"},
    {"{vec(0, 1, 2): 'a'}[vec(-0.0, 1, 2)]", "'a'"},
    {"[part for part in vec(1, 2, 3)]", "[1.0, 2.0, 3.0]"},
    {"f'{vec(1, 2.345, -3):.2f}'", "'vec(1.00, 2.35, -3.00)'"},
    {"list(vec(1, 2, 3)) + [type(vec(1, 2, 3)).__name__, isinstance(vec(1, 2, 3), vec)]",
     "[1.0, 2.0, 3.0, 'vec', True]"},
    {"{'b': 1, 'a': 2}.items()", "[('b', 1), ('a', 2)]"},
    {"{'b': 1, 'a': 2}.keys() + {'c': 3}.values()", "['b', 'a', 3]"},
    {"reversed((1, 2, 3))", "[3, 2, 1]"},
    {"[len, str, type(len), [].append]", "[<built-in function len>, <class 'str'>, <class 'function'>, "
                                         "<bound method <built-in function append>>]"},
};

TABLE_TEST(vectors_and_lists_of_views, OWN)

/* An expression, and what its failure says. */
static const Row WRONG[] = {
    {"'\u00e4\u00f6\u00fc'.capitalize()", "known of a to z alone"},
    {"'\u00e4'.isalpha()", "known of a to z alone"},
    {"'\u00c9'.isupper()", "known of a to z alone"},
    {"1 + 'a'", "cannot add int and str; write str(x) to join text"},
    {"'a' + 1", "cannot add str and int; write str(x) to join text"},
    {"[1] + (2,)", "cannot add list and tuple"},
    {"1 - 'a'", "cannot subtract str from int"},
    {"'a' * 'b'", "cannot multiply str by str"},
    {"[1] / 2", "cannot divide list by int"},
    {"vec(1, 2, 3) * vec(1, 2, 3)", "a.dot(b)"},
    {"vec(1, 2, 3) + 1", "cannot add vec and int"},
    {"9223372036854775807 + 1", "the result of 9223372036854775807 + 1 does not fit in 64 bits; use a float"},
    {"4611686018427387904 * 2", "the result of 4611686018427387904 * 2 does not fit"},
    {"-3 * 4611686018427387904", "does not fit in 64 bits"},
    {"3 ** 40", "the result of 3 ** 40 does not fit"},
    {"1 << 63", "the result of 1 << 63 does not fit"},
    {"1 << -1", "negative count"},
    {"(-9223372036854775807 - 1) // -1", "does not fit"},
    {"-(-9223372036854775807 - 1)", "does not fit"},
    {"abs(-9223372036854775807 - 1)", "does not fit"},
    {"1 / 0", "division by zero"},
    {"1.5 // 0", "division by zero"},
    {"1 % 0.0", "division by zero"},
    {"0 ** -1", "0 cannot be raised to a negative power"},
    {"(-8) ** 0.5", "not whole"},
    {"10.0 ** 400", "too large for a float"},
    {"1.5 & 2", "& works on int only, not on float and int"},
    {"1 < 'a'", "int and str have no order: < cannot compare them"},
    {"[1] >= (1,)", "list and tuple have no order: >= cannot"},
    {"None > 1", "NoneType and int have no order"},
    {"[1, 2][2]", "index 2 is out of range: the list has 2 items"},
    {"'abc'[-4]", "index -4 is out of range: the str has 3 items"},
    {"[1][1.0]", "the index of a list must be an int, not float; write int(x)"},
    {"{'a': 1}['b']", "the dict has no key 'b'"},
    {"{[1]: 2}", "list cannot be a key"},
    {"{}[{}]", "a dict cannot be a key of a dict"},
    {"[1, 2][::0]", "the step of a slice cannot be 0"},
    {"[1, 2]['a':]", "the ends of a slice must be int, not str"},
    {"5[0]", "int has no items"},
    {"[x for x in 5]", "range(n)"},
    {"1 in 2", "`in` needs"},
    {"1 in 'abc'", "looks for a str, not for int"},
    {"sorted([1, 'a', 2])", "have no order"},
    {"sorted([3, 1, 2], key=lambda x: x.nothing)", "nothing"},
    {"max([])", "max(): the list is empty"},
    {"len(5)", "len(): int has no length"},
    {"int('1.5')", "'1.5' is no whole number; float() reads decimals"},
    {"int('9223372036854775808')", "does not fit in 64 bits"},
    {"int(1e19)", "does not fit in 64 bits"},
    {"int(math.nan)", "nan is no whole number"},
    {"float('abc')", "'abc' is no number"},
    {"f'{1.5:d}'", "the format type 'd' is not for float"},
    {"f'{1:.2d}'", "an int has no precision"},
    {"f'{1:n}'", "the format type 'n' is not for int"},
    {"f'{None:5}'", "NoneType takes no format"},
    {"f'{1:5q5}'", "is no format"},
    {"'a'.join([1])", "join(): the items must be str, not int"},
    {"[].pop()", "pop(): the list is empty"},
    {"[1].remove(2)", "remove(): 2 is not in the list"},
    {"'abc'.index('x')", "the text is not there"},
    {"'{}'.format()", "a place for value 0, counted from 0, but 0 are given"},
    {"'{name}'.format(1)", "no value is given for {name}"},
    {"'{0.x}'.format(1)", "work in an f-string only"},
    {"'{0} {}'.format(1, 2)", "either {} or {0}"},
    {"'{'.format(1)", "no '}'"},
    {"math.sqrt(-1)", "sqrt(): -1 is outside its domain"},
    {"math.log(0)", "above 0"},
    {"math.acos(1.5)", "outside its domain"},
    {"math.exp(1000)", "too large for a float"},
    {"math.factorial(21)", "does not fit"},
    {"math.fmod(1, 0)", "not 0"},
    {"range(1.5)", "a range is made of int, not of float"},
    {"range(0, 1, 0)", "the step cannot be 0"},
    {"isinstance(1, 2)", "a type, a class or a tuple of them, not int"},
    {"chr(-1)", "no character"},
    {"'ab' * 9000000000", "longer than the script's memory"},
    {"vec('a', 1, 2)", "three numbers, not of str"},
    {"vec(0, 0, 0).unit()", "length 0"},
};

START_TEST(wrong_uses_are_told_in_sentences)
{
    char text[256];
    Checked checked = {0};
    KipError error = {0};
    snprintf(text, sizeof text, "import math\nx = %s\n", WRONG[_i].expression);
    ck_assert_msg(run_text(text, &checked, &error) == KIP_BAD_INPUT, "%s was done", WRONG[_i].expression);
    ck_assert_int_eq(error.line, 2);
    ck_assert_msg(strstr(error.message, WRONG[_i].expected) != NULL, "%s: %s", WRONG[_i].expression,
                  error.message);
}
END_TEST

static void run_program(const char *text, int calls)
{
    Checked checked = {0};
    KipError error = {0};
    ck_assert_msg(run_text(text, &checked, &error) == KIP_OK, "line %d: %s", error.line, error.message);
    ck_assert_int_eq(checked.calls, calls);
}

START_TEST(containers_that_hold_themselves_print)
{
    run_program("a = [1]\n"
                "a.append(a)\n"
                "d = {'a': a}\n"
                "d['d'] = d\n"
                "t = (a,)\n"
                "a.append(t)\n"
                "check('[1, [...], ([...],)]', repr(a))\n"
                "check(\"{'a': [1, [...], ([...],)], 'd': {...}}\", str(d))\n"
                "b = [0]\n"
                "check('[[0], [0]]', repr([b, b]))\n"
                "check('False', repr(a == [1]))\n",
                4);
}
END_TEST

START_TEST(dict_keeps_its_order)
{
    run_program("d = {}\n"
                "for i in range(100):\n"
                "    d[i * 37 % 101] = i\n"
                "for i in range(0, 100, 3):\n"
                "    del d[i * 37 % 101]\n"
                "d[37] = 'again'\n"
                "d[0] = 'last'\n"
                "keys = [i * 37 % 101 for i in range(100) if i % 3] + [0]\n"
                "check(repr(keys), repr(list(d)))\n"
                "check('last', d.pop(0))\n"
                "check('None', repr(d.get(0)))\n"
                "check('gone', d.pop(0, 'gone'))\n"
                "check('again', d[37.0])\n"
                "check(repr(len(keys) - 1), repr(len(d)))\n"
                "d.clear()\n"
                "d['x'] = 1\n"
                "d.update({'y': 2})\n"
                "e = d.copy()\n"
                "e['x'] = 5\n"
                "check(\"{'x': 1, 'y': 2}\", repr(d))\n"
                "check('7', repr(d.setdefault('z', 7)))\n",
                8);
}
END_TEST

START_TEST(dict_that_changes_under_a_loop_is_an_error)
{
    Checked checked = {0};
    KipError error = {0};
    ck_assert_int_eq(run_text("d = {1: 1, 2: 2}\nfor k in d:\n    d[k + 10] = 0\n", &checked, &error),
                     KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "changed its size"));
}
END_TEST

START_TEST(list_methods_change_the_list)
{
    run_program("a = [3, 1]\n"
                "b = a\n"
                "b += (2,)\n"
                "a.extend('xy')\n"
                "a.insert(0, 'first')\n"
                "a.insert(-1, 'before')\n"
                "a.insert(99, 'end')\n"
                "check(\"['first', 3, 1, 2, 'x', 'before', 'y', 'end']\", repr(b))\n"
                "check('end', a.pop())\n"
                "check('first', a.pop(0))\n"
                "a.remove('x')\n"
                "a.reverse()\n"
                "check(\"['y', 'before', 2, 1, 3]\", repr(a))\n"
                "check('2', repr(a.index(2)))\n"
                "check('1', repr(a.count(True)))\n"
                "c = a.copy()\n"
                "a.clear()\n"
                "check('[]', repr(b))\n"
                "c.extend(c)\n"
                "check('10', repr(len(c)))\n"
                "c *= 0\n"
                "check('[]', repr(c))\n",
                9);
}
END_TEST

START_TEST(instances_print_by_their_own_methods)
{
    run_program("class Bare:\n"
                "    pass\n"
                "class Named(Bare):\n"
                "    def __repr__(self):\n"
                "        return 'Named!'\n"
                "class Both(Named):\n"
                "    def __str__(self):\n"
                "        return 'both'\n"
                "def f():\n"
                "    pass\n"
                "check('<Bare object>', str(Bare()))\n"
                "check('Named!', str(Named()))\n"
                "check('both [Named!]', f'{Both()} {[Both()]}')\n"
                "check(\"<class '__main__.Bare'>\", repr(Bare))\n"
                "check('<function f>', repr(f))\n"
                "check('Both', type(Both()).__name__)\n"
                "check('True False', f'{isinstance(Both(), Bare)} {isinstance(Bare(), Both)}')\n",
                7);
}
END_TEST

START_TEST(built_in_loops_end_too)
{
    static const char *const ENDLESS[] = {"sum(range(10 ** 15))", "max(range(10 ** 15))",
                                          "all(range(1, 10 ** 15))", "[0 for x in range(10 ** 15) if x < 0]"};
    for (int i = 0; i < COUNT(ENDLESS); i++) {
        Checked checked = {0};
        KipError error = {0};
        ck_assert_int_eq(run_text(ENDLESS[i], &checked, &error), KIP_BAD_INPUT);
        ck_assert_msg(strstr(error.message, "instructions in one go") != NULL, "%s", error.message);
    }
}
END_TEST

/* -- sort ------------------------------------------------------------------------------------------------ */

/* Equal numbers of three types, told apart by the type: the order must be that of a plain insertion. */
START_TEST(sort_is_stable)
{
    Checked checked = {0};
    KipRandom random = {23};
    new_machine(&checked);
    for (int n = 0; n < 200; n++) {
        KipValue list, expected[200];
        bool reverse = n % 2;
        size_t count;
        ck_assert(kip_list_make(checked.machine, 0, &list));
        for (int i = 0; i < n; i++) {
            int64_t v = (int64_t)(kip_random_bits(&random) % 7) - 2,
                    kind = (int64_t)(kip_random_bits(&random) % 3);
            KipValue value = kind == 0 ? kip_int(v) : kind == 1 ? kip_float((double)v) : kip_bool(v > 0);
            int at = i;
            ck_assert(kip_list_append(checked.machine, list, value));
            for (; at > 0; at--) {
                int order = kip_number_order(value, expected[at - 1]);
                if (reverse ? order <= 0 : order >= 0)
                    break;
                expected[at] = expected[at - 1];
            }
            expected[at] = value;
        }
        ck_assert(kip_sort_list(checked.machine, list, kip_none(), reverse));
        KipValue *item = kip_items(checked.machine, list, &count);
        ck_assert_uint_eq(count, (size_t)n);
        for (int i = 0; i < n; i++) {
            ck_assert_uint_eq(item[i].type, expected[i].type);
            ck_assert_int_eq(item[i].integer, expected[i].integer);
        }
    }
    kip_machine_destroy(checked.machine);
}
END_TEST

START_TEST(sort_computes_keys_once_and_keeps_the_list_when_it_fails)
{
    run_program("calls = []\n"
                "def key(x):\n"
                "    calls.append(x)\n"
                "    return -x\n"
                "check('[3, 2, 1]', repr(sorted([2, 1, 3], key=key)))\n"
                "check('[2, 1, 3]', repr(calls))\n"
                "words = ['bb', 'a', 'cc', 'd']\n"
                "words.sort(key=len, reverse=True)\n"
                "check(\"['bb', 'cc', 'a', 'd']\", repr(words))\n",
                3);
}
END_TEST

/* -- random ---------------------------------------------------------------------------------------------- */

START_TEST(random_numbers_keep_their_bounds_and_their_seed)
{
    static const char TEXT[] =
        "import random\n"
        "rolls = [random.randint(1, 6) for i in range(600)]\n"
        "check('[1, 2, 3, 4, 5, 6]', repr([f for f in range(-1, 9) if f in rolls]))\n"
        "check('True', repr(all([rolls.count(f) > 60 for f in range(1, 7)])))\n"
        "check('True', repr(all([0 <= random.random() < 1 for i in range(500)])))\n"
        "check('True', repr(all([-2 <= random.uniform(-2, 5) <= 5 for i in range(500)])))\n"
        "mean = sum([random.gauss(10, 2) for i in range(2000)]) / 2000\n"
        "check('True', repr(abs(mean - 10) < 0.2))\n"
        "items = list(range(50))\n"
        "random.shuffle(items)\n"
        "check('True', repr(items != list(range(50)) and sorted(items) == list(range(50))))\n"
        "check('True', repr(all([random.choice('abc') in 'abc' for i in range(50)])))\n"
        "wide = random.randint(-9223372036854775807 - 1, 9223372036854775807)\n"
        "check('int', type(wide).__name__)\n";
    run_program(TEXT, 8);
}
END_TEST

Suite *suite_script_values(void)
{
    Suite *suite = suite_create("script values");
    TCase *text = tcase_create("text"), *tables = tcase_create("tables"), *scripts = tcase_create("scripts");

    tcase_add_loop_test(text, hard_floats_print_as_in_python, 0, COUNT(HARD));
    tcase_add_test(text, float_text_comes_back_and_is_the_shortest);
    tcase_add_test(text, integers_print_and_come_back);
    tcase_add_test(text, products_and_sums_that_do_not_fit_are_refused);
    tcase_add_test(text, equal_numbers_hash_alike);
    tcase_add_test(text, sort_is_stable);
    suite_add_tcase(suite, text);

    tcase_add_test(tables, integers_divide_as_in_python);
    tcase_add_test(tables, floats_divide_as_in_python);
    tcase_add_test(tables, int_and_float_compare_exactly);
    tcase_add_test(tables, numbers_and_texts_format_as_in_python);
    tcase_add_test(tables, strings_have_pythons_methods);
    tcase_add_test(tables, slices_and_characters_as_in_python);
    tcase_add_test(tables, round_as_in_python);
    tcase_add_test(tables, operators_and_functions_as_in_python);
    tcase_add_test(tables, vectors_and_lists_of_views);
    suite_add_tcase(suite, tables);

    tcase_add_loop_test(scripts, wrong_uses_are_told_in_sentences, 0, COUNT(WRONG));
    tcase_add_test(scripts, containers_that_hold_themselves_print);
    tcase_add_test(scripts, dict_keeps_its_order);
    tcase_add_test(scripts, dict_that_changes_under_a_loop_is_an_error);
    tcase_add_test(scripts, list_methods_change_the_list);
    tcase_add_test(scripts, instances_print_by_their_own_methods);
    tcase_add_test(scripts, built_in_loops_end_too);
    tcase_add_test(scripts, sort_computes_keys_once_and_keeps_the_list_when_it_fails);
    tcase_add_test(scripts, random_numbers_keep_their_bounds_and_their_seed);
    suite_add_tcase(suite, scripts);
    return suite;
}
