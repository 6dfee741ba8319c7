/* The XML reader, numbers as text, files written whole. */
#include <check.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dynamics/random.h"
#include "io/text/file.h"
#include "io/text/number.h"
#include "io/text/xml.h"

Suite *suite_xml(void);

static KipXmlElement *parse(KipArena *arena, const char *text)
{
    KipXmlElement *root = NULL;
    KipError error;
    KipStatus status = kip_xml_parse(arena, text, strlen(text), "test.xml", &root, &error);
    ck_assert_msg(status == KIP_OK, "%d:%d: %s", error.line, error.column, error.message);
    return root;
}

static const char *value(const KipXmlElement *e, const char *name)
{
    const KipXmlAttribute *a = kip_xml_attribute(e, name);
    return a ? a->value : NULL;
}

/* -- trees --------------------------------------------------------------------------- */

START_TEST(a_tree_has_its_places)
{
    KipArena *arena = kip_arena_create(NULL);
    KipXmlElement *root = parse(arena, "\xef\xbb\xbf<?xml version=\"1.0\"?>\r\n"
                                       "<!DOCTYPE a [ <!ENTITY x \"]>\"> <!-- ]> --> ]>\r\n"
                                       "<!-- <no> -- tag -->\r\n"
                                       "<a\tx='1'\r\n   y = \"2\" >\r\n"
                                       "  <b/><b n='\xc3\xa4'  m='k'></b >\r\n"
                                       "  <?skip <me> ?><c>\r\n    hello <d/> again</c>\r\n"
                                       "</a>\r\n<!-- end -->\r\n");
    KipXmlElement *b = root->first->next, *c = b->next;
    ck_assert_str_eq(root->name, "a");
    ck_assert_int_eq(root->line, 4);
    ck_assert_int_eq(root->column, 1);
    ck_assert_str_eq(root->file, "test.xml");
    ck_assert_str_eq(value(root, "x"), "1");
    ck_assert_str_eq(value(root, "y"), "2");
    ck_assert_ptr_null(value(root, "z"));
    ck_assert_int_eq(root->attribute->next->line, 5);
    ck_assert_int_eq(root->attribute->next->column, 4);
    ck_assert_str_eq(b->name, "b");
    ck_assert_int_eq(b->line, 6);
    ck_assert_int_eq(b->column, 7);
    ck_assert_str_eq(value(b, "n"), "\xc3\xa4");
    ck_assert_int_eq(b->attribute->next->column, 17); /* the a with dots is one column */
    ck_assert_ptr_eq(root->last, c);
    ck_assert_str_eq(c->first->name, "d");
    ck_assert_ptr_eq(c->first->parent, c);
    ck_assert_str_eq(c->text, "hello ");
    ck_assert_int_eq(c->text_line, 8);
    ck_assert_int_eq(c->text_column, 5);
    ck_assert_ptr_null(root->text);
    ck_assert_ptr_null(c->next);
    kip_arena_destroy(arena);
}
END_TEST

START_TEST(values_have_their_entities_replaced)
{
    KipArena *arena = kip_arena_create(NULL);
    KipXmlElement *root =
        parse(arena, "<a v='&lt;&gt;&amp;&quot;&apos;' w=\"&#65;&#x42;&#xe4;&#8364;&#x1F600;\" "
                     "x='1\r\n2\t3\n4' y='' z=\"'>\"><![CDATA[ <b> & ]]></a>");
    ck_assert_str_eq(value(root, "v"), "<>&\"'");
    ck_assert_str_eq(value(root, "w"), "AB\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
    ck_assert_str_eq(value(root, "x"), "1 2 3 4");
    ck_assert_str_eq(value(root, "y"), "");
    ck_assert_str_eq(value(root, "z"), "'>");
    ck_assert_str_eq(root->text, "<b> & ");
    kip_arena_destroy(arena);
}
END_TEST

START_TEST(the_walk_is_in_document_order)
{
    KipArena *arena = kip_arena_create(NULL);
    KipXmlElement *root = parse(arena, "<a><b><c/><d><e/></d></b><f/></a>");
    char order[16] = "", skipped[16] = "";
    for (KipXmlElement *e = root; e; e = kip_xml_next(root, e))
        strcat(order, e->name);
    for (KipXmlElement *e = root->first; e; e = kip_xml_skip(root, e))
        strcat(skipped, e->name);
    ck_assert_str_eq(order, "abcdef");
    ck_assert_str_eq(skipped, "bf");
    order[0] = 0;
    for (KipXmlElement *e = root->first; e; e = kip_xml_next(root->first, e))
        strcat(order, e->name);
    ck_assert_str_eq(order, "bcde");
    kip_arena_destroy(arena);
}
END_TEST

START_TEST(depth_costs_no_stack)
{
    enum { DEPTH = 100000 };
    KipArena *arena = kip_arena_create(NULL);
    char *text = malloc(7 * DEPTH + 1), *at = text;
    KipXmlElement *root;
    KipError error;
    int depth = 0;
    for (int i = 0; i < DEPTH; i++)
        memcpy(at, "<a>", 3), at += 3;
    ck_assert_int_eq(kip_xml_parse(arena, text, (size_t)(at - text), "deep.xml", &root, &error),
                     KIP_BAD_INPUT);
    ck_assert_int_eq(error.column, 3 * DEPTH - 2);
    for (int i = 0; i < DEPTH; i++)
        memcpy(at, "</a>", 4), at += 4;
    ck_assert_int_eq(kip_xml_parse(arena, text, (size_t)(at - text), "deep.xml", &root, &error), KIP_OK);
    for (KipXmlElement *e = root; e; e = kip_xml_next(root, e))
        depth++;
    ck_assert_int_eq(depth, DEPTH);
    free(text);
    kip_arena_destroy(arena);
}
END_TEST

/* -- hostile texts --------------------------------------------------------------------------- */

#define TEXT(literal) literal, sizeof(literal) - 1

static const struct {
    const char *text;
    size_t size;
    int line, column;
    const char *part; /* of the message */
} hostile[] = {
    {TEXT(""), 1, 1, "empty"},
    {TEXT("  \n\t "), 2, 3, "no XML element"},
    {TEXT("<!-- only -->"), 1, 14, "no XML element"},
    {TEXT("hello"), 1, 1, "not XML: it must begin with <, not with 'hello'"},
    {TEXT("\n  {\"json\": 1}"), 2, 3, "not XML"},
    {TEXT("&lt;a/>"), 1, 1, "not XML"},
    {TEXT("\xff\xfe<\0a\0"), 1, 1, "UTF-16"},
    {TEXT("\0<\0a"), 1, 1, "not UTF-8"},
    {TEXT("<"), 1, 2, "a name must follow <"},
    {TEXT("<>"), 1, 2, "a name must follow <"},
    {TEXT("< a/>"), 1, 2, "a name must follow <"},
    {TEXT("<1a/>"), 1, 2, "a name must follow <"},
    {TEXT("<a"), 1, 1, "<a is never closed by >"},
    {TEXT("<a "), 1, 1, "<a is never closed by >"},
    {TEXT("<a>"), 1, 1, "</a> is missing"},
    {TEXT("<a>\n <b>\n</a>"), 3, 1, "</a> stands where </b> must: <b> was opened at 2:2"},
    {TEXT("<a>\n <b>\n"), 2, 2, "<b> is opened here and never closed"},
    {TEXT("<a></b>"), 1, 4, "</b> stands where </a> must"},
    {TEXT("<a/></a>"), 1, 5, "closes nothing"},
    {TEXT("</a>"), 1, 1, "closes nothing"},
    {TEXT("<a></>"), 1, 6, "a name must follow </"},
    {TEXT("<a></a"), 1, 4, "</a is not closed by >"},
    {TEXT("<a></a b='1'>"), 1, 4, "</a is not closed by >"},
    {TEXT("<a/><b/>"), 1, 5, "second root"},
    {TEXT("<a/>\n\ntail"), 3, 1, "after the end of the root element: 'tail'"},
    {TEXT("<a/><![CDATA[x]]>"), 1, 14, "after the end of the root"},
    {TEXT("<a/><!DOCTYPE b>"), 1, 6, "a name must follow <"},
    {TEXT("<a / >"), 1, 4, "/ in the tag <a> must be followed by >"},
    {TEXT("<a/ >"), 1, 3, "/ in the tag <a>"},
    {TEXT("<a b>"), 1, 4, "'b' in <a> has no value"},
    {TEXT("<a b"), 1, 4, "'b' in <a> has no value"},
    {TEXT("<a b=>"), 1, 6, "must stand in quotes"},
    {TEXT("<a b="), 1, 6, "must stand in quotes"},
    {TEXT("<a b=1>"), 1, 6, "must stand in quotes"},
    {TEXT("<a b='1>"), 1, 6, "the quote that opens the value of 'b' in <a> is never closed"},
    {TEXT("<a b=\"1>\n<c d=\"2\"/></a>"), 1, 6, "is its closing quote missing?"},
    {TEXT("<a b='x<y'/>"), 1, 6, "holds a <"},
    {TEXT("<a\n b='1' c='2'\n b='3'/>"), 3, 2, "'b' stands twice in <a>: here and at 2:2"},
    {TEXT("<a b='1'c='2'/>"), 1, 9, "a blank is missing"},
    {TEXT("<a\x01/>"), 1, 3, "cannot stand in the tag"},
    {TEXT("<a =1/>"), 1, 4, "an attribute must begin with a letter"},
    {TEXT("<a ?/>"), 1, 4, "an attribute must begin with a letter"},
    {TEXT("<a b='a&b;c'/>"), 1, 8, "entity &b; is unknown"},
    {TEXT("<a b='a & c'/>"), 1, 9, "lacks its ;"},
    {TEXT("<a b='&amp'/>"), 1, 7, "lacks its ;"},
    {TEXT("<a b='&;'/>"), 1, 7, "&; is unknown"},
    {TEXT("<a b='&#0;'/>"), 1, 7, "unknown"},
    {TEXT("<a b='&#x;'/>"), 1, 7, "unknown"},
    {TEXT("<a b='&#12a;'/>"), 1, 7, "unknown"},
    {TEXT("<a b='&#xD800;'/>"), 1, 7, "unknown"},
    {TEXT("<a b='&#x110000;'/>"), 1, 7, "unknown"},
    {TEXT("<a b='&#99999999999999999999999;'/>"), 1, 7, "unknown"},
    {TEXT("<a b='&#1;'/>"), 1, 7, "unknown"},
    {TEXT("<a b='x\0y'/>"), 1, 8, "control character (code 0)"},
    {TEXT("<a b='\x1b[31m'/>"), 1, 7, "control character (code 27)"},
    {TEXT("<a b='\xff'/>"), 1, 6, "not UTF-8"},
    {TEXT("<a b='\xc0\xaf'/>"), 1, 6, "not UTF-8"},
    {TEXT("<a b='\xed\xa0\x80'/>"), 1, 6, "not UTF-8"},
    {TEXT("<a b='\xe2\x82'/>"), 1, 6, "not UTF-8"},
    {TEXT("<a b='\xf5\x80\x80\x80'/>"), 1, 6, "not UTF-8"},
    {TEXT("<\xc3/>"), 1, 2, "this name is not UTF-8"},
    {TEXT("<a>\n<!-- x\n</a>"), 2, 1, "the comment that begins here is never closed by -->"},
    {TEXT("<!-->"), 1, 1, "comment"},
    {TEXT("<?xml version='1.0'>\n<a/>"), 1, 1, "processing instruction that begins here is never closed"},
    {TEXT("<a><![CDATA[ x ]]</a>"), 1, 4, "never closed by ]]>"},
    {TEXT("<!DOCTYPE a [\n<a/>"), 1, 1, "<!DOCTYPE that begins here is never closed"},
    {TEXT("<!DOCTYPE a 'x>"), 1, 13, "quoted text that begins here is never closed"},
    {TEXT("<!ELEMENT a>"), 1, 2, "a name must follow <"},
};

START_TEST(hostile_texts_are_sentences_with_places)
{
    KipArena *arena = kip_arena_create(NULL);
    KipXmlElement *root = NULL;
    KipError error;
    char *copy =
        malloc(hostile[_i].size + 1); /* of its exact size, so that a sanitizer sees reads beyond it */
    memcpy(copy, hostile[_i].text, hostile[_i].size);
    KipStatus status = kip_xml_parse(arena, copy, hostile[_i].size, "bad.xml", &root, &error);
    ck_assert_msg(status == KIP_BAD_INPUT, "accepted: %s", hostile[_i].text);
    ck_assert_msg(strstr(error.message, hostile[_i].part), "%s: %s", hostile[_i].text, error.message);
    ck_assert_msg(error.line == hostile[_i].line && error.column == hostile[_i].column, "%s: %d:%d: %s",
                  hostile[_i].text, error.line, error.column, error.message);
    ck_assert_str_eq(error.file, "bad.xml");
    ck_assert_ptr_null(root);
    ck_assert_int_eq(kip_xml_parse(arena, copy, hostile[_i].size, "bad.xml", &root, NULL), KIP_BAD_INPUT);
    free(copy);
    kip_arena_destroy(arena);
}
END_TEST

START_TEST(attributes_are_limited_in_number)
{
    KipArena *arena = kip_arena_create(NULL);
    KipXmlElement *root;
    KipError error;
    char text[8192] = "<a";
    for (int i = 0; i < 300; i++)
        sprintf(text + strlen(text), " a%d='%d'", i, i);
    strcat(text, "/>");
    ck_assert_int_eq(kip_xml_parse(arena, text, strlen(text), "wide.xml", &root, &error), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "more than 256 attributes"));
    kip_arena_destroy(arena);
}
END_TEST

/* -- numbers --------------------------------------------------------------------------- */

static double number(const char *text)
{
    double parsed = -777;
    ck_assert_msg(kip_number_parse(text, strlen(text), &parsed), "%s", text);
    return parsed;
}

/* A double of one of several kinds: any bits, a sum of few bits, halfway between two decimals, near a power of ten. */
static double some_number(KipRandom *random, int kind)
{
    double value;
    const uint64_t bits = kip_random_bits(random);
    switch (kind % 4) {
    case 0:
        memcpy(&value, &bits, sizeof value);
        return value;
    case 1:
        return (double)(int64_t)bits * pow(10, (double)(bits % 60) - 45);
    case 2:
        return ldexp((double)(bits % 100000), -(int)((bits >> 40) % 40));
    default:
        return pow(10, (double)(bits % 40) - 20) * (1 + ((double)(bits >> 40 & 7) - 4) * 0x1p-53);
    }
}

START_TEST(numbers_are_written_as_the_library_does)
{
    char wanted[64], text[KIP_NUMBER_SIZE];
    KipRandom random = {5};
    for (int i = 0; i < 400000; i++) {
        const double value = some_number(&random, i);
        const int digits = 1 + i / 4 % 17;
        if (isnan(value))
            continue;
        snprintf(wanted, sizeof wanted, "%.*g", digits, value);
        ck_assert_str_eq(kip_number_format_digits(text, value, digits), wanted);
    }
    ck_assert_str_eq(kip_number_format(text, -0.0), "-0");
    ck_assert_str_eq(kip_number_format(text, NAN), "nan");
}
END_TEST

START_TEST(numbers_are_read)
{
    ck_assert_double_eq(number("1"), 1);
    ck_assert_double_eq(number(" -0.5\t"), -0.5);
    ck_assert_double_eq(number(".5"), 0.5);
    ck_assert_double_eq(number("5."), 5);
    ck_assert_double_eq(number("+1e3"), 1000);
    ck_assert_double_eq(number("1.25E-2"), 0.0125);
    ck_assert_double_eq(number("0.1"), 0.1);
    ck_assert_double_eq(number("00123.4500"), 123.45);
    ck_assert_double_eq(number("1.7976931348623157e308"), 1.7976931348623157e308);
    ck_assert_double_eq(number("4.9406564584124654e-324"), 4.9406564584124654e-324);
    ck_assert_double_eq(number("1e-400"), 0);
    ck_assert_double_eq(number("0.000000000000000000000000000000000000000000000001e48"), 1);
    ck_assert_double_eq(number("inf"), HUGE_VAL);
    ck_assert_double_eq(number("-inf"), -HUGE_VAL);
    ck_assert_double_nan(number("nan"));
}
END_TEST

START_TEST(what_is_no_number_is_not_read)
{
    static const char *const bad[] = {"",
                                      " ",
                                      "1.0abc",
                                      "0x10",
                                      "1e",
                                      "1e+",
                                      "e5",
                                      "1 2",
                                      "--1",
                                      "1,5",
                                      "1.2.3",
                                      ".",
                                      "+",
                                      "- 1",
                                      "1e400",
                                      "-1e400",
                                      "infinity",
                                      "NaN",
                                      "1e5.5",
                                      "1f",
                                      "0b1",
                                      "1_000",
                                      "\xe2\x88\x92 1",
                                      "1e99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double untouched = 42;
        ck_assert_msg(!kip_number_parse(bad[i], strlen(bad[i]), &untouched), "%s", bad[i]);
        ck_assert_double_eq(untouched, 42);
    }
}
END_TEST

START_TEST(numbers_survive_as_text)
{
    uint64_t seed = 88172645463325252u;
    char text[KIP_NUMBER_SIZE];
    for (int i = 0; i < 100000; i++) {
        double x, back;
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        memcpy(&x, &seed, sizeof x);
        if (x != x)
            continue;
        kip_number_format(text, x);
        ck_assert(kip_number_parse(text, strlen(text), &back));
        ck_assert_msg(memcmp(&x, &back, sizeof x) == 0, "%s", text);
    }
    ck_assert_str_eq(kip_number_format(text, 0.5), "0.5");
    ck_assert_str_eq(kip_number_format(text, -0.0), "-0");
    ck_assert_str_eq(kip_number_format(text, NAN), "nan");
    ck_assert_str_eq(kip_number_format(text, -HUGE_VAL), "-inf");
    ck_assert_str_eq(kip_number_format_digits(text, 1.0 / 3, 4), "0.3333");
}
END_TEST

START_TEST(numbers_have_a_point_in_every_locale)
{
    char text[KIP_NUMBER_SIZE];
    static const char *const with_comma[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "ru_RU.UTF-8"};
    for (size_t i = 0; i < sizeof with_comma / sizeof *with_comma; i++)
        if (setlocale(LC_ALL, with_comma[i]))
            break; /* where none is installed, this test says the same as the others */
    ck_assert_str_eq(kip_number_format(text, 1234.5), "1234.5");
    ck_assert_double_eq(number("1234.5e-1"), 123.45);
    setlocale(LC_ALL, "C");
}
END_TEST

/* -- files --------------------------------------------------------------------------- */

static char folder[32];
static char path[64];

static void make_folder(void)
{
    strcpy(folder, "/tmp/kip-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/out.txt", folder);
}

static void remove_folder(void)
{
    remove(path);
    ck_assert_int_eq(rmdir(folder), 0); /* fails where a temporary file is left */
}

static void check_content(const char *expected)
{
    char *text;
    size_t size;
    ck_assert_int_eq(kip_file_read(path, &text, &size, NULL), KIP_OK);
    ck_assert_uint_eq(size, strlen(expected));
    ck_assert_str_eq(text, expected);
    free(text);
}

START_TEST(outputs_appear_whole_or_not_at_all)
{
    KipOutput output;
    KipError error;
    ck_assert_int_eq(kip_output_open(&output, path, &error), KIP_OK);
    fputs("one", output.stream);
    fflush(output.stream);
    ck_assert_int_ne(access(path, F_OK), 0);
    ck_assert_int_eq(kip_output_commit(&output, &error), KIP_OK);
    kip_output_abandon(&output);
    check_content("one");

    ck_assert_int_eq(kip_output_open(&output, path, &error), KIP_OK);
    fputs("half of tw", output.stream);
    kip_output_abandon(&output);
    kip_output_abandon(&output);
    check_content("one");

    ck_assert_int_eq(kip_output_open(&output, path, &error), KIP_OK);
    fputs("two", output.stream);
    ck_assert_int_eq(kip_output_commit(&output, &error), KIP_OK);
    check_content("two");
    ck_assert_int_eq(kip_output_commit(&output, &error), KIP_BAD_USE);
}
END_TEST

START_TEST(outputs_that_fail_say_so)
{
    KipOutput output;
    KipError error;
    char missing[96];
    snprintf(missing, sizeof missing, "%s/no/such/out.txt", folder);
    ck_assert_int_eq(kip_output_open(&output, missing, &error), KIP_IO);
    ck_assert_str_eq(error.file, missing);
    ck_assert_ptr_nonnull(strstr(error.message, "no such file or folder"));
    ck_assert_int_eq(kip_output_open(&output, folder, &error), KIP_IO);
    ck_assert_ptr_nonnull(strstr(error.message, "it is a folder"));
    ck_assert_int_eq(kip_output_open(&output, "/dev/full", &error), KIP_OK); /* a device stays what it is */
    fputs("lost", output.stream);
    ck_assert_int_eq(kip_output_commit(&output, &error), KIP_IO);
    ck_assert_ptr_nonnull(strstr(error.message, "the disk is full"));
    ck_assert_int_eq(access("/dev/full", F_OK), 0);
}
END_TEST

START_TEST(files_that_cannot_be_read_say_so)
{
    KipError error;
    char *text = NULL;
    size_t size;
    ck_assert_int_eq(kip_file_read(path, &text, &size, &error), KIP_IO);
    ck_assert_str_eq(error.file, path);
    ck_assert_ptr_nonnull(strstr(error.message, "no such file"));
    ck_assert_int_eq(kip_file_read(folder, &text, &size, &error), KIP_IO);
    ck_assert_ptr_nonnull(strstr(error.message, "folder"));
    ck_assert_ptr_null(text);
}
END_TEST

static char *printed(const KipError *error)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    kip_error_print(stream, error);
    fclose(stream);
    return text;
}

START_TEST(errors_show_the_line_and_a_caret)
{
    KipOutput output;
    KipError error = {.line = 2, .column = 8, .message = "what is wrong"};
    char expected[256], *text;
    ck_assert_int_eq(kip_output_open(&output, path, NULL), KIP_OK);
    fputs("first\n\t\xc3\xa4 x='\xc3\xb6' bad\x1b\n", output.stream);
    ck_assert_int_eq(kip_output_commit(&output, NULL), KIP_OK);
    strcpy(error.file, path);
    text = printed(&error);
    snprintf(expected, sizeof expected,
             "%s:2:8: what is wrong\n    \t\xc3\xa4 x='\xc3\xb6' bad?\n    \t      ^\n", path);
    ck_assert_str_eq(text, expected);
    free(text);

    error.line = 9; /* beyond its end */
    text = printed(&error);
    snprintf(expected, sizeof expected, "%s:9:8: what is wrong\n", path);
    ck_assert_str_eq(text, expected);
    free(text);

    error.file[0] = 0, error.line = 0;
    text = printed(&error);
    ck_assert_str_eq(text, "what is wrong\n");
    free(text);
}
END_TEST

Suite *suite_xml(void)
{
    Suite *suite = suite_create("xml");
    TCase *xml = tcase_create("xml"), *numbers = tcase_create("numbers"), *files = tcase_create("files");
    tcase_add_test(xml, a_tree_has_its_places);
    tcase_add_test(xml, values_have_their_entities_replaced);
    tcase_add_test(xml, the_walk_is_in_document_order);
    tcase_add_test(xml, depth_costs_no_stack);
    tcase_add_loop_test(xml, hostile_texts_are_sentences_with_places, 0, sizeof hostile / sizeof *hostile);
    tcase_add_test(xml, attributes_are_limited_in_number);
    tcase_add_test(numbers, numbers_are_read);
    tcase_add_test(numbers, numbers_are_written_as_the_library_does);
    tcase_add_test(numbers, what_is_no_number_is_not_read);
    tcase_add_test(numbers, numbers_survive_as_text);
    tcase_add_test(numbers, numbers_have_a_point_in_every_locale);
    tcase_add_checked_fixture(files, make_folder, remove_folder);
    tcase_add_test(files, outputs_appear_whole_or_not_at_all);
    tcase_add_test(files, outputs_that_fail_say_so);
    tcase_add_test(files, files_that_cannot_be_read_say_so);
    tcase_add_test(files, errors_show_the_line_and_a_caret);
    suite_add_tcase(suite, xml);
    suite_add_tcase(suite, numbers);
    suite_add_tcase(suite, files);
    return suite;
}
