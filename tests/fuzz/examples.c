/* The reader of examples that kip learn saved: behind the head, which must be that of the search, comes the input. What
 * is read is written, read and written as the same bytes. */
#include "io/study/examples.h"

#include "fuzz.h"

static const KipSampleDef def = {.trial = {.path = "catch.py"}, .examples = 10, .seed = 1, .threads = 1};
static const char head[] = "# kip learn 1\n# scripts 0000000000000007\n# seed 1\n";

static bool write_again(const char *text, size_t size, Text *written)
{
    char path[64];
    KipExamples examples = {0};
    KipError error;
    write_bytes(path, (const uint8_t *)text, size);
    const KipSampling sampling = {&def, 7, &examples};
    KipStatus status = kip_examples_read(&sampling, path, &error);
    remove(path);
    must(status == KIP_OK || (error.message[0] && !examples.x && examples.n == 0), "a failure left examples");
    open_text(written);
    if (status == KIP_OK)
        need(kip_examples_write(&sampling, written->stream, &error), &error);
    close_text(written);
    kip_examples_free(&examples);
    return status == KIP_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Text once = {0}, twice = {0};
    const size_t n = sizeof head - 1;
    char *text = malloc(n + size);
    memcpy(text, head, n);
    if (size)
        memcpy(text + n, data, size);
    bool read = write_again(text, n + size, &once);
    free(text);
    if (read) {
        must(write_again(once.at, once.size, &twice), "what was written cannot be read");
        must_be_same(once, twice);
    } else {
        free(once.at);
    }
    return 0;
}
