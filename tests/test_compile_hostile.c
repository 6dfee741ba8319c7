/* No text makes the compiler fall over: what is too deep or too long, cut off, changed at random; and no
 * lack of memory. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_program.h"
#include "script_text.h"
#include "dynamics/random.h"

Suite *suite_compile_hostile(void);

/* -- too much -------------------------------------------------------------------------------------------- */

/* head, then `piece` n times, `middle`, `back` n times. */
static char *repeated(const char *head, const char *piece, size_t n, const char *middle, const char *back)
{
    char *text = malloc(strlen(head) + n * (strlen(piece) + strlen(back)) + strlen(middle) + 2), *to;
    to = text + sprintf(text, "%s", head);
    for (size_t i = 0; i < n; i++)
        to += sprintf(to, "%s", piece);
    to += sprintf(to, "%s", middle);
    for (size_t i = 0; i < n; i++)
        to += sprintf(to, "%s", back);
    sprintf(to, "\n");
    return text;
}

static const struct {
    const char *head, *piece, *middle, *back;
    size_t fits, most; /* so many compile; so many do not (0: any number does) */
} deep[] = {
    {"x = ", "(", "1", ")", 90, 100000},
    {"x = ", "(a + ", "1", ")", 90, 100000},
    {"x = ", "[", "", "]", 90, 100000},
    {"x = ", "{1:", "1", "}", 90, 100000},
    {"x = ", "f(", "1", ")", 90, 100000},
    {"x = ", "a[", "1", "]", 90, 100000},
    {"x = ", "[i for i in ", "a", "]", 90, 50000},
    {"x = ", "not ", "1", "", 90, 100000},
    {"x = ", "- ", "y", "", 90, 100000},
    {"x = ", "~", "1", "", 90, 100000},
    {"x = ", "2**", "1", "", 90, 100000},
    {"x = ", "lambda: ", "1", "", 90, 100000},
    {"x = ", "1 if a else ", "1", "", 90, 80000},
    {"x = y", ".a", "", "", 500, 100000},
    {"x = y", "()", "", "", 500, 100000},
    {"x = y", "[0]", "", "", 500, 100000},
    {"x = [a", " for a in b", "]", "", 20, 21},
    {"x = [a for a in b", " if c", "]", "", 19, 20},
    {"x = f(", "1,", ")", "", 255, 256},
    {"x = (", "1,", ")", "", 3000, 5000},
    {"x = y", "+ 1", "", "", 10000, 0},
    {"x = y", " and 1", "", "", 10000, 0},
    {"x = y", " < 1", "", "", 3000, 0},
    {"x = [", "1,", "]", "", 10000, 0},
    {"x = {", "1:2,", "}", "", 10000, 0},
    {"if x: pass\n", "elif y: pass\n", "", "", 5000, 0},
    {"x = 'a'", " 'b'", "", "", 10000, 0},
    {"", "x = ", "1", "", 3000, 0},
    {"", "x = [i for i in a]\n", "", "", 5000, 0},
    {"#", "a", "", "", 1000000, 1 << 20},
    {"def f(): return len([])\n", "x = x + 1\n", "", "", 5000, 0},
};

START_TEST(too_much_is_a_sentence)
{
    for (int k = 0; k < 2; k++) {
        size_t n = k ? deep[_i].most : deep[_i].fits;
        char *text = repeated(deep[_i].head, deep[_i].piece, n, deep[_i].middle, deep[_i].back);
        KipProgram *program = NULL;
        KipError error = {.message = ""};
        KipStatus status = kip_program_compile(text, strlen(text), "x.py", NULL, &program, &error);
        ck_assert_msg(status == (k && n ? KIP_BAD_INPUT : KIP_OK), "%zu of %s: %s", n, deep[_i].piece,
                      error.message);
        ck_assert_msg(!program || !check_program(program), "%s", program ? check_program(program) : "");
        kip_program_destroy(program);
        free(text);
    }
}
END_TEST

/* Blocks in blocks, each line one column further right. */
static KipStatus compile_blocks(const char *line, int n, KipError *error)
{
    size_t size = (size_t)n * ((size_t)n + strlen(line) + 2) + (size_t)n + 10;
    char *text = malloc(size), *to = text;
    KipProgram *program = NULL;
    KipStatus status;
    for (int i = 0; i <= n; i++) {
        for (int k = 0; k < i; k++)
            *to++ = ' ';
        to += sprintf(to, "%s\n", i < n ? line : "x");
    }
    status = kip_program_compile(text, strlen(text), "x.py", NULL, &program, error);
    ck_assert(!program || !check_program(program));
    kip_program_destroy(program);
    free(text);
    return status;
}

START_TEST(blocks_may_be_deep_but_not_too_deep)
{
    static const char *const line[] = {"if x:", "for x in x:", "while x:", "def x():", "class x:"};
    KipError error;
    for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
        ck_assert_int_eq(compile_blocks(line[i], 90, &error), KIP_OK);
        ck_assert_int_eq(compile_blocks(line[i], 600, &error), KIP_BAD_INPUT);
        ck_assert_ptr_nonnull(strstr(error.message, "deeper"));
    }
}
END_TEST

/* `count` different names: parameters, or variables of a function. */
static KipStatus compile_names(const char *head, const char *format, int count, const char *end,
                               KipError *error)
{
    char *text = malloc((size_t)count * 32 + 64), *to = text + sprintf(text, "%s", head);
    KipProgram *program = NULL;
    KipStatus status;
    for (int i = 0; i < count; i++)
        to += sprintf(to, format, i);
    sprintf(to, "%s\n", end);
    status = kip_program_compile(text, strlen(text), "x.py", NULL, &program, error);
    ck_assert(!program || !check_program(program));
    kip_program_destroy(program);
    free(text);
    return status;
}

/* Names that a function only reads are the module's, in whatever order they are met. */
START_TEST(names_of_the_module_are_no_variables_of_a_function)
{
    KipError error;
    ck_assert_int_eq(compile_names("def f():\n", "    n%d\n", 20000, "    return len", &error), KIP_OK);
}
END_TEST

START_TEST(variables_and_parameters_have_a_limit)
{
    KipError error;
    ck_assert_int_eq(compile_names("def f(", "p%d,", 255, "): pass", &error), KIP_OK);
    ck_assert_int_eq(compile_names("def f(", "p%d,", 256, "): pass", &error), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "parameters"));
    ck_assert_int_eq(compile_names("def f():\n", "    p%d = 1\n", 1000, "    pass", &error), KIP_OK);
    ck_assert_int_eq(compile_names("def f():\n", "    p%d = 1\n", 1001, "    pass", &error), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "variables"));
    ck_assert_int_eq(compile_names("", "p%d = 1\n", 20000, "pass", &error), KIP_OK);
    ck_assert_int_eq(compile_names("", "import p%d\n", 251, "pass", &error), KIP_BAD_INPUT);
}
END_TEST

/* -- any text -------------------------------------------------------------------------------------------- */

/* Compiles to something sound, or is refused with a place in the text. */
static bool survives(const char *text, size_t size)
{
    KipProgram *program = NULL;
    KipError error = {.line = -1};
    KipStatus status = kip_program_compile(text, size, "x.py", NULL, &program, &error);
    const char *wrong = status == KIP_OK ? check_program(program) : NULL;
    ck_assert_msg(!wrong, "%s", wrong);
    ck_assert_msg(status == KIP_OK ||
                      (status == KIP_BAD_INPUT && error.line > 0 && error.column > 0 && *error.message),
                  "status %d", status);
    kip_program_destroy(program);
    return status == KIP_OK;
}

START_TEST(every_beginning_compiles_or_is_refused)
{
    const char *text = script_text("everything.py");
    int compiled = 0;
    ck_assert(survives(text, strlen(text)));
    for (size_t n = 0; n < strlen(text); n++) {
        char *copy = malloc(n + 1); /* of exactly this size, for the sanitizer */
        memcpy(copy, text, n);
        compiled += survives(copy, n);
        free(copy);
    }
    ck_assert_int_gt(compiled, 100);
}
END_TEST

START_TEST(changed_texts_compile_or_are_refused)
{
    static const char bytes[] = "()[]{}'\"\\\n\t :,.=+-*/#0xfr_9e\xc3\xa4!@;%<>";
    const char *text = script_text("everything.py");
    size_t n = strlen(text);
    KipRandom random = {11};
    int compiled = 0;
    for (int k = 0; k < 2000; k++) {
        char *copy = malloc(n);
        memcpy(copy, text, n);
        for (int changes = 1 + k % 3; changes; changes--) {
            size_t at = (size_t)(kip_random_bits(&random) % n), from = (size_t)(kip_random_bits(&random) % n);
            uint64_t kind = kip_random_bits(&random) % 4;
            if (kind == 0)
                copy[at] = (char)kip_random_bits(&random);
            else if (kind == 1)
                memmove(copy + at, text + from,
                        n - (at > from ? at : from) < 20 ? n - (at > from ? at : from) : 20);
            else
                copy[at] = bytes[kip_random_bits(&random) % (sizeof bytes - 1)];
        }
        compiled += survives(copy, n);
        free(copy);
    }
    ck_assert_int_gt(compiled, 20);
}
END_TEST

/* -- memory ---------------------------------------------------------------------------------------------- */

typedef struct Budget {
    int left; /* allocations until one fails */
    int open;
} Budget;

static void *resize(void *user, void *memory, size_t old_size, size_t new_size)
{
    Budget *budget = user;
    (void)old_size;
    if (new_size == 0) {
        budget->open -= memory != NULL;
        free(memory);
        return NULL;
    }
    if (budget->left-- <= 0)
        return NULL;
    budget->open += memory == NULL;
    return realloc(memory, new_size);
}

START_TEST(every_allocation_may_fail)
{
    const char *text = script_text("everything.py");
    Budget budget = {0, 0};
    KipAllocator allocator = {resize, &budget};
    KipProgram *program = NULL;
    KipError error;
    int n = 0;
    for (;; n++) {
        KipStatus status;
        budget.left = n;
        status = kip_program_compile(text, strlen(text), "x.py", &allocator, &program, &error);
        if (status == KIP_OK)
            break;
        ck_assert_int_eq(status, KIP_NO_MEMORY);
        ck_assert_ptr_null(program);
        ck_assert_int_eq(budget.open, 0);
    }
    ck_assert_int_gt(n, 3);
    kip_program_destroy(program);
    ck_assert_int_eq(budget.open, 0);
}
END_TEST

Suite *suite_compile_hostile(void)
{
    Suite *s = suite_create("compile: hostile texts");
    TCase *t = tcase_create("compile hostile");
    tcase_add_loop_test(t, too_much_is_a_sentence, 0, (int)(sizeof deep / sizeof deep[0]));
    tcase_add_test(t, blocks_may_be_deep_but_not_too_deep);
    tcase_add_test(t, names_of_the_module_are_no_variables_of_a_function);
    tcase_add_test(t, variables_and_parameters_have_a_limit);
    tcase_add_test(t, every_beginning_compiles_or_is_refused);
    tcase_add_test(t, changed_texts_compile_or_are_refused);
    tcase_add_test(t, every_allocation_may_fail);
    suite_add_tcase(s, t);
    return s;
}
