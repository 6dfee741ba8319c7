/* The reader of learned pre-conditions: what is read is written, read and written as the same bytes. */
#include "fuzz.h"
#include "io/formats/svm_file.h"

static bool write_again(const char *text, size_t size, Text *written)
{
    KipSvm *svm = NULL;
    KipError error;
    must_tell(kip_svm_file_parse(text, size, "fuzz.svm", NULL, &svm, &error), svm, &error);
    if (!svm)
        return false;
    open_text(written);
    kip_svm_file_write(written->stream, svm);
    close_text(written);
    kip_svm_destroy(svm);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Text once = {0}, twice = {0};
    if (!write_again((const char *)data, size, &once))
        return 0;
    must(write_again(once.at, once.size, &twice), "what was written cannot be read");
    must_be_same(once, twice);
    return 0;
}
