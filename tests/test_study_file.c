/* The file of a study: whose it is, its cells, and what is left of it where it cannot be written. */
#include "io/study/study_file.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_study_file(void);

/* What a study of the tests asks. */
typedef struct Asked {
    uint64_t scripts;
    double gain;
    int seed;
} Asked;

static void write_asked(const void *study, FILE *stream)
{
    const Asked *asked = study;
    fputs("# kip test 1\n", stream);
    kip_study_write_scripts(asked->scripts, stream);
    kip_study_write_param("gain", asked->gain, stream);
    fprintf(stream, "# seed %d\n", asked->seed);
}

static const Asked asked = {0x63, 0.1, 5};

static KipStatus take(const char *text, KipStudyReader *reader, KipError *error)
{
    KipStatus status = kip_study_begin(reader, "a.csv", text, strlen(text), error);
    return status == KIP_OK ? kip_study_take_asked(reader, "test", write_asked, &asked, error) : status;
}

START_TEST(whose_file_it_is)
{
#define HEAD "# kip test 1\n# scripts 0000000000000063\n"
    static const struct {
        const char *text, *told;
        int line;
    } wrong[] = {
        {"", "this is no file of kip test: it does not begin with \"# kip test 1\"", 1},
        {"# kip rest 1\n", "this is no file of kip test: it does not begin with \"# kip test 1\"", 1},
        {"# kip test 2\n", "this kip reads files of format 1, not 2", 1},
        {HEAD "# param gain=0.1\n# seed 6\n",
         "this file is of another study: it has \"# seed 6\" where this one has \"# seed 5\"", 4},
        {HEAD "# param gain=0.2\n# seed 5\n",
         "this file is of another study: it has \"# param gain=0.2\" where this one has \"# param gain=0.1\"",
         3},
        {HEAD "# param gain=0.1\n",
         "this file is of another study: it has \"\" where this one has \"# seed 5\"", 4},
        {"# kip test 1\n# scripts 0000000000000064\n# param gain=0.1\n# seed 6\n",
         "this file is of another study: it has \"# seed 6\" where this one has \"# seed 5\"", 4},
        {"# kip test 1\n# scripts 0000000000000064\n# param gain=0.1\n# seed 5\n",
         "the scene or a script that it uses was changed between this file and the other runs: run all of them "
         "again, or undo the change",
         2},
    };
    KipStudyReader reader;
    KipError error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(take(wrong[i].text, &reader, &error), KIP_BAD_INPUT);
        ck_assert_str_eq(error.message, wrong[i].told);
        ck_assert_int_eq(error.line, wrong[i].line);
        kip_study_close(&reader);
    }
}
END_TEST

START_TEST(cells_of_a_row)
{
    KipStudyReader reader;
    KipError error;
    int64_t job = 0;
    double x = 0;
    ck_assert_int_eq(take(HEAD "# param gain=0.1\n# seed 5\njob,\"a, \"\"b\"\"\"\n7,-2.5\n8\n", &reader,
                          &error),
                     KIP_OK);
    ck_assert_int_eq(kip_study_take_name(&reader, "job", &error), KIP_OK);
    ck_assert_int_eq(kip_study_take_name(&reader, "a, \"b\"", &error), KIP_OK);
    ck_assert(reader.last && reader.quoted);
    kip_study_next_line(&reader);
    ck_assert_int_eq(kip_study_take_integer(&reader, 1, &job, &error), KIP_OK);
    ck_assert_int_eq(kip_study_take_number(&reader, 0, &x, &error), KIP_OK);
    ck_assert(job == 7 && x == -2.5 && reader.last);
    kip_study_next_line(&reader);
    ck_assert_int_eq(kip_study_take_integer(&reader, 1, &job, &error), KIP_BAD_INPUT);
    ck_assert_str_eq(error.message, "the line ends here, and has too few cells");
    ck_assert(error.line == 7 && error.column == 1);
    kip_study_close(&reader);
}
END_TEST
#undef HEAD

static KipStatus write_half(const void *study, FILE *stream, KipError *error)
{
    fputs("half", stream);
    return study ? KIP_OK : kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "no memory");
}

START_TEST(a_file_is_whole_or_as_it_was)
{
    char path[] = "/tmp/kip-study-XXXXXX", text[8] = "";
    KipError error;
    FILE *stream = fdopen(mkstemp(path), "w");
    ck_assert_ptr_nonnull(stream);
    fputs("before", stream);
    ck_assert_int_eq(fclose(stream), 0);
    ck_assert_int_eq(kip_study_save(path, write_half, NULL, &error), KIP_NO_MEMORY);
    stream = fopen(path, "r");
    ck_assert_ptr_nonnull(fgets(text, sizeof text, stream));
    ck_assert_str_eq(text, "before");
    ck_assert_int_eq(fclose(stream), 0);
    ck_assert_int_eq(kip_study_save(path, write_half, &asked, &error), KIP_OK);
    stream = fopen(path, "r");
    ck_assert_ptr_nonnull(fgets(text, sizeof text, stream));
    ck_assert_str_eq(text, "half");
    ck_assert_int_eq(fclose(stream), 0);
    remove(path);
}
END_TEST

Suite *suite_study_file(void)
{
    Suite *suite = suite_create("study_file");
    TCase *tcase = tcase_create("study_file");
    tcase_add_test(tcase, whose_file_it_is);
    tcase_add_test(tcase, cells_of_a_row);
    tcase_add_test(tcase, a_file_is_whole_or_as_it_was);
    suite_add_tcase(suite, tcase);
    return suite;
}
