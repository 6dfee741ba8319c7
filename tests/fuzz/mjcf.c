/* The reader of models: one that is read can be written, read again, and is then written as the same bytes. */
#include "fuzz.h"
#include "io/formats/mjcf.h"
#include "io/formats/mjcf_write.h"

static KipModel *parse(const char *text, size_t size)
{
    KipModel *model = NULL;
    KipNotes notes = {0};
    KipError error;
    must_tell(kip_mjcf_parse(&model, text, size, "/nowhere/fuzz.xml", &notes, &error), model, &error);
    kip_notes_clear(&notes);
    return model;
}

/* Frees the model; false: MJCF has no words for it. */
static bool write_model(KipModel *model, Text *text)
{
    KipError error;
    open_text(text);
    KipStatus status = kip_mjcf_write(model, text->stream, &error);
    must(status == KIP_OK || error.message[0], "a failure without its sentence");
    close_text(text);
    kip_model_destroy(model);
    return status == KIP_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Text once = {0}, twice = {0};
    KipModel *model = parse((const char *)data, size);
    if (model && write_model(model, &once)) {
        model = parse(once.at, once.size);
        must(model != NULL, "a model that was written cannot be read");
        must(write_model(model, &twice), "a model that was written and read cannot be written");
        free(once.at);
        model = parse(twice.at, twice.size);
        must(model && write_model(model, &once), "a model cannot be read or written again");
        must_be_same(once, twice);
    } else {
        free(once.at);
    }
    return 0;
}
