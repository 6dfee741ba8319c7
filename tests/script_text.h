/* The scripts of tests/scenes. */
#ifndef KIP_TESTS_SCRIPT_TEXT_H
#define KIP_TESTS_SCRIPT_TEXT_H

#include <check.h>
#include <stdio.h>

/* The text of tests/scenes/NAME; it stays until the next call. */
static inline const char *script_text(const char *name)
{
    static char text[1 << 13];
    char path[256];
    snprintf(path, sizeof path, "tests/scenes/%s", name);
    FILE *stream = fopen(path, "r");
    ck_assert_msg(stream != NULL, "%s cannot be opened; tests run in the root of the repository", path);
    const size_t size = fread(text, 1, sizeof text - 1, stream);
    fclose(stream);
    ck_assert_uint_lt(size, sizeof text - 1);
    text[size] = '\0';
    return text;
}

#endif
