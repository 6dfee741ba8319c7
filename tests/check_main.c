/* Runs every suite: check [long]. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "study.h"

bool study_full = false;

void study_print(const char *format, ...)
{
    va_list arguments;
    if (!study_full)
        return;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    fflush(stdout);
}

/* Every test_*.c that has a suite: SUITE(name, is it a study?), written by the Makefile. */
#define SUITE(name, study) Suite *suite_##name(void);
#include "suites.h"
#undef SUITE

/* A test that does not end is ended by the time that its own process computes, not by the clock, which runs on while a
 * busy machine does other things. Studies take as long as they take, and so does what runs in one process. */
static void limit_tests(void)
{
    const char *fork = getenv("CK_FORK");
    const struct rlimit seconds = {600, 600};
    setenv("CK_TIMEOUT_MULTIPLIER", "0", 1);
    if (!study_full && !(fork && strcmp(fork, "no") == 0))
        setrlimit(RLIMIT_CPU, &seconds);
}

int main(int argc, char **argv)
{
    SRunner *runner;
    int failed;
    study_full = argc > 1 && strcmp(argv[1], "long") == 0;
    limit_tests();
    runner = srunner_create(NULL);
#define SUITE(name, study)                                                                                   \
    if (study || !study_full)                                                                                \
        srunner_add_suite(runner, suite_##name());
#include "suites.h"
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
