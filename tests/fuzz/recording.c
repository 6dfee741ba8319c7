/* The reader of recordings. The sums of chunks are set right, so that what is in them is read; what is read can be shown,
 * and recorded again as what reads and records as the same bytes. */
#include "io/record/recording_file.h"

#include "fuzz.h"
#include "io/record/bvh.h"
#include "io/record/csv.h"
#include "io/pictures/gltf.h"
#include "io/pictures/film.h"
#include "io/pictures/page.h"

enum { HEAD = 8, LETTERS = 4, LARGE = 20000 };

static void repair(unsigned char *bytes, size_t size)
{
    for (size_t at = HEAD; size > at && size - at >= 16;) {
        const unsigned char *n = bytes + at + LETTERS;
        size_t room = size - at - 16;
        size_t content = (size_t)n[0] | (size_t)n[1] << 8 | (size_t)n[2] << 16 | (size_t)n[3] << 24;
        if (content > room)
            return;
        uint64_t hash = kip_hash(KIP_HASH_START, bytes + at, 8 + content);
        for (int i = 0; i < 8; i++)
            bytes[at + 8 + content + (size_t)i] = (unsigned char)(hash >> 8 * i);
        at += 16 + content;
    }
}

static KipRecordingFile *parse(const void *bytes, size_t size)
{
    KipRecordingFile *file = NULL;
    KipError error;
    must_tell(kip_recording_file_parse(bytes, size, "fuzz.kip", &file, &error), file, &error);
    return file;
}

/* False: MJCF has no words for its model. */
static bool record(KipRecordingFile *file, Text *text)
{
    KipRecordingHead head = {file->title, file->note, file->nword, (const char *const *)file->word};
    KipRecorder *recorder = NULL;
    KipError error;
    open_text(text);
    KipStatus status = kip_recorder_create(text->stream, file->recording, &head, &recorder, &error);
    must_tell(status, recorder, &error);
    if (status == KIP_OK)
        need(kip_recorder_finish(recorder, &error), &error);
    close_text(text);
    return status == KIP_OK;
}

static void show(const KipRecordingFile *file)
{
    const KipFilm film = kip_film_def();
    Text text = {0};
    KipError error;
    open_text(&text);
    need(kip_page_write(text.stream, file->recording, file->title, file->note, &error), &error);
    must(kip_bvh_write(text.stream, file->recording, &error) == KIP_OK || error.message[0],
         "BVH without a sentence");
    must(kip_gltf_write(text.stream, file->recording, &error) == KIP_OK || error.message[0],
         "glTF without a sentence");
    must(kip_csv_write(text.stream, file->recording, &error) == KIP_OK || error.message[0],
         "CSV without a sentence");
    must(kip_film_write(text.stream, file->recording, &film, &error) == KIP_OK || error.message[0],
         "a film strip without a sentence");
    close_text(&text);
    free(text.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Text once = {0}, twice = {0};
    unsigned char *bytes = calloc(1, size + 1);
    if (size)
        memcpy(bytes, data, size);
    repair(bytes, size);
    KipRecordingFile *file = parse(bytes, size), *again;
    free(bytes);
    if (!file)
        return 0;
    if (size < LARGE && file->recording->nframe < 100)
        show(file);
    if (record(file, &once)) {
        again = parse(once.at, once.size);
        must(again && record(again, &twice), "what was recorded cannot be read or recorded");
        kip_recording_file_destroy(again);
        must_be_same(once, twice);
    } else {
        free(once.at);
    }
    kip_recording_file_destroy(file);
    return 0;
}
