/* The reader of numbers for scripts: what is read is written, read and written as the same bytes. */
#include "io/study/params.h"

#include "fuzz.h"

static KipStatus write_again(const char *text, size_t size, Text *written, KipError *error)
{
    char path[64];
    KipParams *params = calloc(1, sizeof *params);
    write_bytes(path, (const uint8_t *)text, size);
    KipStatus status = kip_params_read(params, path, error);
    remove(path);
    must(status == KIP_OK || error->message[0], "a failure without its sentence");
    open_text(written);
    kip_params_write(params, written->stream);
    close_text(written);
    free(params);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Text once = {0}, twice = {0};
    KipError error;
    if (write_again((const char *)data, size, &once, &error) != KIP_OK) {
        free(once.at);
        return 0;
    }
    need(write_again(once.at, once.size, &twice, &error), &error);
    must_be_same(once, twice);
    return 0;
}
