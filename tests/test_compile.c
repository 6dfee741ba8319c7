/* The compiler: which instructions a text becomes, and that every code object is sound. */
#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_program.h"

Suite *suite_compile(void);

static KipProgram *compile_bytes(const char *text, size_t size, const char *file)
{
    KipProgram *program = NULL;
    KipError error;
    KipStatus status = kip_program_compile(text, size, file, NULL, &program, &error);
    ck_assert_msg(status == KIP_OK, "%s:%d:%d: %s", file, error.line, error.column, error.message);
    ck_assert_msg(!check_program(program), "%s: %s", file, check_program(program));
    return program;
}

static KipProgram *compile(const char *text)
{
    return compile_bytes(text, strlen(text), "x.py");
}

/* -- instructions ---------------------------------------------------------------------------------------- */

#define WORD(op, argument) KIP_WORD(KIP_OP_##op, argument)

/* The words of code[index]; `n` of them. */
static void expect(const KipProgram *program, int index, const uint32_t *words, int n)
{
    const KipCode *code = &program->code[index];
    for (int i = 0; i < n && i < code->n; i++)
        ck_assert_msg(code->instruction[i] == words[i], "word %d of %s: %d %d, not %d %d", i, code->name,
                      (int)KIP_WORD_OP(code->instruction[i]), KIP_WORD_ARGUMENT(code->instruction[i]),
                      (int)KIP_WORD_OP(words[i]), KIP_WORD_ARGUMENT(words[i]));
    ck_assert_int_eq(code->n, n);
}

#define EXPECT(program, index, ...)                                                                          \
    do {                                                                                                     \
        const uint32_t words[] = {__VA_ARGS__};                                                              \
        expect(program, index, words, (int)(sizeof words / sizeof words[0]));                                \
        kip_program_destroy(program);                                                                        \
    } while (0)

#define END WORD(NONE, 0), WORD(RETURN, 0)

START_TEST(the_middle_of_a_comparison_is_evaluated_once)
{
    KipProgram *p = compile("a < b() < c\n"); /* constants and globals in the order of appearance */
    EXPECT(p, 0, WORD(LOAD_GLOBAL, 0), WORD(LOAD_GLOBAL, 1), WORD(CALL, 0), WORD(COPY, 0), WORD(ROTATE3, 0),
           WORD(COMPARE, KIP_COMPARE_LESS), WORD(JUMP_IF_FALSE_OR_POP, 10), WORD(LOAD_GLOBAL, 2),
           WORD(COMPARE, KIP_COMPARE_LESS), WORD(JUMP, 12), WORD(SWAP, 0), WORD(POP, 0), WORD(POP, 0), END);
}
END_TEST

START_TEST(a_word_that_loads_a_local_says_what_follows)
{
    KipProgram *p = compile("def f(a, b):\n    return a.x * (a + b)\n");
    EXPECT(p, 1, WORD(LOAD_LOCAL_ATTRIBUTE, 0), WORD(LOAD_ATTRIBUTE, 3), WORD(LOAD_LOCALS, 0),
           WORD(LOAD_LOCAL, 1), WORD(ADD, KIP_BINARY_ADD), WORD(MULTIPLY, KIP_BINARY_MULTIPLY),
           WORD(RETURN, 0), END);
}
END_TEST

START_TEST(the_target_of_an_operation_is_evaluated_once)
{
    KipProgram *p = compile("f()[g()] += 1\n");
    EXPECT(p, 0, WORD(LOAD_GLOBAL, 0), WORD(CALL, 0), WORD(LOAD_GLOBAL, 1), WORD(CALL, 0), WORD(COPY2, 0),
           WORD(LOAD_INDEX, 0), WORD(CONSTANT, 2), WORD(ADD, KIP_BINARY_ADD | KIP_BINARY_IN_PLACE),
           WORD(ROTATE3, 0), WORD(STORE_INDEX, 0), END);
    p = compile("f().x -= 1\n");
    EXPECT(p, 0, WORD(LOAD_GLOBAL, 0), WORD(CALL, 0), WORD(COPY, 0), WORD(LOAD_ATTRIBUTE, 1),
           WORD(CONSTANT, 2), WORD(SUBTRACT, KIP_BINARY_SUBTRACT | KIP_BINARY_IN_PLACE), WORD(SWAP, 0),
           WORD(STORE_ATTRIBUTE, 1), END);
}
END_TEST

START_TEST(a_condition_jumps_without_making_a_value)
{
    KipProgram *p = compile("if a and not (b or c): d\n");
    EXPECT(p, 0, WORD(LOAD_GLOBAL, 0), WORD(JUMP_IF_FALSE, 8), WORD(LOAD_GLOBAL, 1), WORD(JUMP_IF_TRUE, 8),
           WORD(LOAD_GLOBAL, 2), WORD(JUMP_IF_TRUE, 8), WORD(LOAD_GLOBAL, 3), WORD(POP, 0), END);
    p = compile("x = a or b and c\n");
    EXPECT(p, 0, WORD(LOAD_GLOBAL, 0), WORD(JUMP_IF_TRUE_OR_POP, 5), WORD(LOAD_GLOBAL, 1),
           WORD(JUMP_IF_FALSE_OR_POP, 5), WORD(LOAD_GLOBAL, 2), WORD(STORE_GLOBAL, 3), END);
}
END_TEST

START_TEST(a_loop_drops_its_iterator_on_the_way_out)
{
    KipProgram *p = compile("for i in a:\n    if i: break\n    continue\n");
    EXPECT(p, 0, WORD(LOAD_GLOBAL, 0), WORD(ITERATE, 0), WORD(NEXT, 10), WORD(STORE_GLOBAL, 1),
           WORD(LOAD_GLOBAL, 1), WORD(JUMP_IF_FALSE, 8), WORD(POP, 0), WORD(JUMP, 10), WORD(JUMP, 2),
           WORD(JUMP, 2), END);
}
END_TEST

START_TEST(values_are_unpacked_from_the_first_on)
{
    KipProgram *p = compile("def f(v):\n    x = a, (b, c) = v\n");
    EXPECT(p, 1, WORD(LOAD_LOCAL, 0), WORD(COPY, 0), WORD(STORE_LOCAL, 1), WORD(UNPACK, 2),
           WORD(STORE_LOCAL, 2), WORD(UNPACK, 2), WORD(STORE_LOCAL, 3), WORD(STORE_LOCAL, 4), END);
}
END_TEST

START_TEST(calls_know_methods_and_names)
{
    KipProgram *p = compile("a.m(1, k=2)\n"); /* constants: a m 1 k 2 */
    EXPECT(p, 0, WORD(LOAD_GLOBAL, 0), WORD(LOAD_METHOD, 1), WORD(CONSTANT, 2), WORD(CONSTANT, 4),
           WORD(CALL_METHOD_NAMED, 1 | 1 << 12), WORD(EXTRA, 3), WORD(POP, 0), END);
}
END_TEST

START_TEST(super_is_the_method_of_the_class_above)
{
    KipProgram *p = compile("class A(B):\n    def f(self, x):\n        return super().f(x)\n");
    ck_assert_int_eq(p->code[1].kind, KIP_CODE_CLASS);
    ck_assert_str_eq(p->constant[KIP_WORD_ARGUMENT(p->code[2].instruction[1])].text, "f");
    ck_assert_uint_eq(p->code[2].instruction[0], WORD(LOAD_LOCAL, 0));
    ck_assert_int_eq(KIP_WORD_OP(p->code[2].instruction[1]), KIP_OP_SUPER);
    ck_assert_uint_eq(p->code[2].instruction[2], WORD(LOAD_LOCAL, 1));
    ck_assert_uint_eq(p->code[2].instruction[3], WORD(CALL_METHOD, 1));
    kip_program_destroy(p);
}
END_TEST

START_TEST(long_lists_need_little_stack)
{
    char text[8192] = "x = [";
    KipProgram *p;
    for (int i = 0; i < 1000; i++)
        strcat(text, "1, ");
    strcat(text, "]\n");
    p = compile(text);
    ck_assert_int_le(p->code[0].nstack, 2);
    ck_assert_int_eq(p->nconstant, 2); /* x and 1 */
    kip_program_destroy(p);
}
END_TEST

/* -- names ----------------------------------------------------------------------------------------------- */

static const KipCode *code_named(const KipProgram *program, const char *name)
{
    for (int i = 0; i < program->ncode; i++)
        if (strcmp(program->code[i].name, name) == 0)
            return &program->code[i];
    ck_abort_msg("no code %s", name);
    return NULL;
}

START_TEST(inner_functions_share_cells)
{
    KipProgram *p = compile("def outer(a, b):\n"
                            "    c = 1\n"
                            "    class Between:\n"
                            "        b = 2\n"
                            "        def inner(self):\n"
                            "            return lambda: a + b + c\n"
                            "    return Between\n");
    const KipCode *outer = code_named(p, "outer"), *between = code_named(p, "Between"),
                  *inner = code_named(p, "inner");
    ck_assert_int_eq(outer->ncell, 3);
    ck_assert_int_eq(outer->nlocal, 3); /* a, b, Between */
    ck_assert_int_eq(outer->cell_of[0], 0);
    ck_assert_int_eq(outer->cell_of[1], 1);
    ck_assert_int_eq(outer->cell_of[2], -1);
    ck_assert_str_eq(p->constant[outer->cell_name[2]].text, "c");
    ck_assert_int_eq(between->ncapture, 3); /* passed on, though it has a b of its own */
    ck_assert_int_eq(inner->ncell, 0);
    ck_assert_int_eq(inner->ncapture, 3);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(between->capture[i], i);
        ck_assert_int_eq(inner->capture[i], i);
        ck_assert_int_eq(code_named(p, "<lambda>")->capture[i], i);
    }
    kip_program_destroy(p);
}
END_TEST

START_TEST(a_comprehension_has_names_of_its_own)
{
    KipProgram *p = compile("def f(n):\n    x = 1\n    return [lambda: (x, y) for x in n for y in x], x\n");
    const KipCode *f = code_named(p, "f"), *list = code_named(p, "<list>");
    ck_assert_int_eq(f->ncell, 0); /* its x is another */
    ck_assert_int_eq(list->nparameter, 1);
    ck_assert_int_eq(list->ncell, 2);
    ck_assert_int_eq(list->ncapture, 0);
    ck_assert_int_eq(code_named(p, "<lambda>")->ncapture, 2);
    kip_program_destroy(p);
}
END_TEST

START_TEST(class_names_are_looked_up_outside_too)
{
    KipProgram *p = compile("x = None\nclass A:\n    x = x\n");
    const KipCode *a = code_named(p, "A");
    ck_assert_int_eq(KIP_WORD_OP(a->instruction[0]), KIP_OP_LOAD_CLASS_NAME);
    ck_assert_uint_eq(a->instruction[1], WORD(LOAD_GLOBAL, 0));
    ck_assert_int_eq(KIP_WORD_OP(a->instruction[2]), KIP_OP_STORE_CLASS_NAME);
    kip_program_destroy(p);
}
END_TEST

static bool is_stored(const KipProgram *program, const char *name)
{
    for (int i = 0; i < program->nglobal; i++)
        if (strcmp(program->constant[program->global[i]].text, name) == 0)
            return program->global_stored[i];
    ck_abort_msg("no global %s", name);
    return false;
}

START_TEST(globals_know_who_assigns_them)
{
    KipProgram *p =
        compile("import math\n"
                "a = len(b)\n"
                "def f():\n    global c\n    c = d = math.pi\n    def g():\n        return c, d\n");
    static const char *const stored[] = {"math", "a", "c", "f"}, *const outer[] = {"len", "b"};
    for (size_t i = 0; i < 4; i++)
        ck_assert_msg(is_stored(p, stored[i]), "%s", stored[i]);
    for (size_t i = 0; i < 2; i++)
        ck_assert_msg(!is_stored(p, outer[i]), "%s", outer[i]);
    ck_assert_int_eq(code_named(p, "g")->ncapture, 1); /* d alone */
    ck_assert_int_eq(p->nimport, 1);
    ck_assert_str_eq(p->import[0], "math");
    kip_program_destroy(p);
}
END_TEST

/* -- literals -------------------------------------------------------------------------------------------- */

/* The constant that `x = literal` assigns. */
static void expect_string(const char *literal, const char *bytes, size_t size)
{
    char text[256];
    KipProgram *p;
    const KipConstant *constant;
    snprintf(text, sizeof text, "x = (%s)\n", literal);
    p = compile(text);
    constant = &p->constant[KIP_WORD_ARGUMENT(p->code[0].instruction[0])];
    ck_assert_int_eq(constant->type, KIP_CONSTANT_STRING);
    ck_assert_msg(constant->size == size && memcmp(constant->text, bytes, size) == 0, "%s", literal);
    ck_assert_int_eq(constant->text[size], 0);
    kip_program_destroy(p);
}

START_TEST(strings_are_decoded)
{
    expect_string("'a\\tb\\\\\\'\"'", "a\tb\\'\"", 6);
    expect_string("\"\\x41\\xe4\\u20ac\\U0001f600\"", "A\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", 10);
    expect_string("'\\0\\101\\7'", "\0A\7", 3);
    expect_string("r'\\n\\''", "\\n\\'", 4);
    expect_string("'''a\r\nb'c\n'''", "a\nb'c\n", 6);
    expect_string("'a\\\nb'", "ab", 2);
    expect_string("'a' \"b\" r'\\c'\n  'd'", "ab\\cd", 5);
    expect_string("f'{{a}}'", "{a}", 3);
    expect_string("''", "", 0);
}
END_TEST

static KipConstant number(const char *literal)
{
    char text[128];
    KipProgram *p;
    KipConstant constant;
    snprintf(text, sizeof text, "x = %s\n", literal);
    p = compile(text);
    ck_assert_int_eq(p->nparameter, 1);
    constant = p->parameter[0].value;
    ck_assert_uint_eq(p->code[0].instruction[0], WORD(PARAMETER, 0));
    kip_program_destroy(p);
    return constant;
}

START_TEST(numbers_are_read)
{
    ck_assert_int_eq(number("1_000").integer, 1000);
    ck_assert_int_eq(number("0xFf_0").integer, 0xff0);
    ck_assert_int_eq(number("0o17").integer, 15);
    ck_assert_int_eq(number("0b101").integer, 5);
    ck_assert_int_eq(number("00").integer, 0);
    ck_assert(number("9223372036854775807").integer == INT64_MAX);
    ck_assert(number("-9223372036854775808").integer == INT64_MIN);
    ck_assert(number("-0x8000000000000000").integer == INT64_MIN);
    ck_assert(number("1e3").number == 1000);
    ck_assert_int_eq(number("1e3").type, KIP_CONSTANT_FLOAT);
    ck_assert(number("1_0.2_5").number == 10.25);
    ck_assert(number(".5").number == 0.5);
    ck_assert(number("- 5.").number == -5);
    ck_assert(number("0123.5").number == 123.5);
}
END_TEST

START_TEST(an_fstring_is_parsed_in_place)
{
    KipProgram *p = compile("x = f\"\xc3\xa4{a!r:>{w}}{ b [0] }\"\n"); /* constants: a w > and the rest */
    const KipCode *code = &p->code[0];
    static const KipOp op[] = {KIP_OP_CONSTANT,    KIP_OP_LOAD_GLOBAL, KIP_OP_CONSTANT,    KIP_OP_LOAD_GLOBAL,
                               KIP_OP_CONSTANT,    KIP_OP_FORMAT,      KIP_OP_JOIN,        KIP_OP_FORMAT,
                               KIP_OP_LOAD_GLOBAL, KIP_OP_CONSTANT,    KIP_OP_LOAD_INDEX,  KIP_OP_CONSTANT,
                               KIP_OP_FORMAT,      KIP_OP_JOIN,        KIP_OP_STORE_GLOBAL};
    for (size_t i = 0; i < sizeof op / sizeof op[0]; i++)
        ck_assert_int_eq(KIP_WORD_OP(code->instruction[i]), op[i]);
    ck_assert_uint_eq(code->instruction[7], WORD(FORMAT, 1));
    ck_assert_uint_eq(code->instruction[13], WORD(JOIN, 3));
    ck_assert_int_eq(code->spot[1].column, 9);   /* a */
    ck_assert_int_eq(code->spot[3].column, 15);  /* w */
    ck_assert_int_eq(code->spot[8].column, 20);  /* b */
    ck_assert_int_eq(code->spot[10].column, 22); /* [ */
    kip_program_destroy(p);
}
END_TEST

START_TEST(lines_are_joined_and_counted)
{
    KipProgram *p =
        compile("\xef\xbb\xbf# first\r\nx = (1,\r\n\r\n  # a remark\r\n  y)\r\nif x: \\\r\n    y; z\rw\n");
    const KipCode *code = &p->code[0];
    static const int line[] = {2, 5, 2, 2, 6, 6, 7, 7, 7, 7, 8, 8};
    for (int i = 0; i < 12; i++)
        ck_assert_msg((int)code->spot[i].line == line[i], "word %d: line %d", i, (int)code->spot[i].line);
    kip_program_destroy(p);
}
END_TEST

START_TEST(docstrings_are_no_code)
{
    KipProgram *p =
        compile("'''Of the module.'''\nclass A:\n    'Of A.'\n    def f(self):\n        \"Of\" ' f.'\n"
                "def g(): f'no'\ndef h(): ('no')\n");
    ck_assert_str_eq(p->code[0].doc, "Of the module.");
    ck_assert_str_eq(code_named(p, "A")->doc, "Of A.");
    ck_assert_str_eq(code_named(p, "f")->doc, "Of f.");
    ck_assert_int_eq(code_named(p, "f")->n, 2);
    ck_assert_ptr_null(code_named(p, "g")->doc);
    ck_assert_ptr_null(code_named(p, "h")->doc);
    kip_program_destroy(p);
}
END_TEST

/* -- parameters ------------------------------------------------------------------------------------------ */

static const KipParameter *parameter(const KipProgram *program, const char *name)
{
    for (int i = 0; i < program->nparameter; i++)
        if (strcmp(program->parameter[i].name, name) == 0)
            return &program->parameter[i];
    return NULL;
}

START_TEST(numbers_at_the_top_are_parameters)
{
    KipProgram *p = compile("a = -2.5e1  # tune -30..-.5  the first\n"
                            "b = 3\n"
                            "c = 1; c = 2\n"
                            "d = e = 4\n"
                            "if a: f = 5\n"
                            "g = (6)\n"
                            "h = 7; i = 8 # rad #tune: 1e-1 .. 9\n"
                            "def k():\n    l = 9\n"
                            "class A:\n    m = 10 # tune the m by hand\n    def n(self, o=1): p = 11\n"
                            "class B:\n    m = 12\n"
                            "b *= 2\n");
    const KipParameter *a = parameter(p, "a"), *i = parameter(p, "i");
    static const char *const are[] = {"a", "b", "h", "i", "A.m", "B.m"};
    for (size_t k = 0; k < sizeof are / sizeof are[0]; k++)
        ck_assert_msg(parameter(p, are[k]), "%s", are[k]);
    ck_assert_int_eq(p->nparameter, sizeof are / sizeof are[0]);
    ck_assert(a->value.type == KIP_CONSTANT_FLOAT && a->value.number == -25);
    ck_assert(a->tuned && a->lo == -30 && a->hi == -.5);
    ck_assert(a->spot.line == 1 && a->spot.column == 5);
    ck_assert(a->size == 6 && memcmp(p->text + a->start, "-2.5e1", 6) == 0);
    ck_assert(i->tuned && i->lo == .1 && i->hi == 9);
    ck_assert(!parameter(p, "A.m")->tuned && !parameter(p, "h")->tuned);
    kip_program_destroy(p);
}
END_TEST

/* -- the paper's script ---------------------------------------------------------------------------------- */

/* DCT appendix A, with the indentation that its printing lost, # before each line of a remark, \ for its
 * backtick and the : behind the last condition. */
START_TEST(the_paper_s_controller_compiles)
{
    KipProgram *p = compile("class DunkController:\n"
                            "    def start(self):\n"
                            "        skeleton.setTargetPose(\"PrepareDunk\")\n"
                            "        skeleton.attachLink(\"RightArm\", \"Ball\")\n"
                            "    def step(self):\n"
                            "        # As long as we have the ball,\n"
                            "        # continue to attempt the basket.\n"
                            "        if skeleton.isLinkAttached(\"RightArm\", \"Ball\") :\n"
                            "            rimPos = getPosition(\"Rim\")\n"
                            "            skeleton.setIKTarget(rimPos)\n"
                            "        # When the ball or the arm touches the rim,\n"
                            "        # the dunk attempt is finished,\n"
                            "        # so release ball and try to land.\n"
                            "        if isColliding(\"Ball\", \"Rim\") \\\n"
                            "          or isColliding(skeleton, \"Rim\"):\n"
                            "            skeleton.detachLink(\"RightArm\", \"Ball\")\n"
                            "            skeleton.setTargetPose(\"Landing\")\n");
    ck_assert_int_eq(p->ncode, 4);
    ck_assert_int_eq(code_named(p, "step")->nlocal, 2);
    ck_assert(!is_stored(p, "skeleton") && !is_stored(p, "isColliding") && is_stored(p, "DunkController"));
    kip_program_destroy(p);
}
END_TEST

/* -- the corpus ------------------------------------------------------------------------------------------ */

static char *read_text(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = malloc(1 << 20);
    ck_assert_msg(file != NULL, "%s", path);
    *size = fread(text, 1, 1 << 20, file);
    fclose(file);
    return text;
}

/* Every script of a directory; those that compile are sound. Returns how many did, and how many there
 * were. */
static int compile_directory(const char *directory, bool all, int *count)
{
    DIR *dir = opendir(directory);
    int compiled = 0;
    ck_assert_msg(dir != NULL, "%s: run the tests at the root of the project", directory);
    for (struct dirent *entry; (entry = readdir(dir));) {
        size_t n = strlen(entry->d_name), size;
        char path[512], *text;
        KipProgram *program = NULL;
        KipError error;
        if (n < 4 || strcmp(entry->d_name + n - 3, ".py") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        text = read_text(path, &size);
        ++*count;
        if (kip_program_compile(text, size, path, NULL, &program, &error) == KIP_OK) {
            ck_assert_msg(!check_program(program), "%s: %s", path, check_program(program));
            compiled++;
        } else {
            ck_assert_msg(!all && error.line > 0, "%s:%d:%d: %s", path, error.line, error.column,
                          error.message);
        }
        kip_program_destroy(program);
        free(text);
    }
    closedir(dir);
    return compiled;
}

START_TEST(the_corpus_compiles)
{
    int scripts = 0, mistaken = 0, compiled;
    compile_directory("tests/scripts", true, &scripts);
    compiled = compile_directory("tests/scripts/errors", false, &mistaken);
    ck_assert_int_gt(scripts, 50);
    ck_assert_int_gt(compiled, 10);            /* those that fail when they run */
    ck_assert_int_gt(mistaken - compiled, 40); /* those that are refused */
}
END_TEST

START_TEST(programs_are_shared_by_file_and_text)
{
    const struct {
        const char *file, *text;
        int same; /* as which one before */
    } take[] = {{"a.py", "x = 1", 0},
                {"a.py", "x = 2", 1},
                {"b.py", "x = 1", 2},
                {"a.py", "x = 1", 0},
                {"b.py", "x = 1", 2}};
    enum { TAKES = sizeof take / sizeof *take };
    const KipProgram *program[TAKES];
    KipPrograms programs = {.first = NULL};
    KipError error;
    for (int i = 0; i < TAKES; i++) {
        ck_assert_int_eq(kip_programs_compile(&programs, take[i].text, strlen(take[i].text), take[i].file,
                                              &program[i], &error),
                         KIP_OK);
        for (int k = 0; k < i; k++)
            ck_assert_int_eq(program[k] == program[i], take[k].same == take[i].same);
    }
    ck_assert_int_eq(kip_programs_compile(&programs, "x = ", 4, "a.py", &program[0], &error), KIP_BAD_INPUT);
    ck_assert_str_eq(program[0]->text, "x = 1");
    kip_programs_free(&programs);
}
END_TEST

Suite *suite_compile(void)
{
    Suite *s = suite_create("compile");
    TCase *t = tcase_create("compile");
    tcase_add_test(t, the_middle_of_a_comparison_is_evaluated_once);
    tcase_add_test(t, a_word_that_loads_a_local_says_what_follows);
    tcase_add_test(t, the_target_of_an_operation_is_evaluated_once);
    tcase_add_test(t, a_condition_jumps_without_making_a_value);
    tcase_add_test(t, a_loop_drops_its_iterator_on_the_way_out);
    tcase_add_test(t, values_are_unpacked_from_the_first_on);
    tcase_add_test(t, calls_know_methods_and_names);
    tcase_add_test(t, super_is_the_method_of_the_class_above);
    tcase_add_test(t, long_lists_need_little_stack);
    tcase_add_test(t, inner_functions_share_cells);
    tcase_add_test(t, a_comprehension_has_names_of_its_own);
    tcase_add_test(t, class_names_are_looked_up_outside_too);
    tcase_add_test(t, globals_know_who_assigns_them);
    tcase_add_test(t, strings_are_decoded);
    tcase_add_test(t, numbers_are_read);
    tcase_add_test(t, an_fstring_is_parsed_in_place);
    tcase_add_test(t, lines_are_joined_and_counted);
    tcase_add_test(t, docstrings_are_no_code);
    tcase_add_test(t, numbers_at_the_top_are_parameters);
    tcase_add_test(t, the_paper_s_controller_compiles);
    tcase_add_test(t, the_corpus_compiles);
    tcase_add_test(t, programs_are_shared_by_file_and_text);
    suite_add_tcase(s, t);
    return s;
}
