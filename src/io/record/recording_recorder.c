/* Writes a recording's file (recording_file.h) while the recording grows. */
#include "../text/file.h"
#include "recording_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../formats/mjcf_write.h"
#include "recording_coder.h"

enum { FRAMES_A_CHUNK = 30 };

struct KipRecorder {
    FILE *stream;
    KipRecording *recording; /* only read */
    KipCoder coder;          /* of the chunk that is made */
    KipRecording written;    /* the number of items written, for each list */
};

static KipStatus no_memory(KipError *error)
{
    return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory to write the recording");
}

static void begin_chunk(KipRecorder *recorder, const char letters[4])
{
    KipCoder *c = &recorder->coder;
    uint32_t unknown = 0;
    c->at = c->size = 0;
    for (int i = 0; i < 4; i++)
        kip_code_u8(c, &(unsigned char){(unsigned char)letters[i]});
    kip_code_u32(c, &unknown);
}

static KipStatus end_chunk(KipRecorder *recorder, KipError *error)
{
    KipCoder *c = &recorder->coder;
    size_t end = c->at, content = end - KIP_CHUNK_HEAD;
    uint64_t hash;
    if (c->failed == KIP_OK && content > UINT32_MAX)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "a part of the recording is larger than 4 GB, which its file cannot hold");
    if (c->failed == KIP_OK) {
        c->at = 4;
        kip_code_u32(c, &(uint32_t){(uint32_t)content});
        c->at = end;
        hash = kip_hash(KIP_HASH_START, c->bytes, end);
        kip_code_u64(c, &hash);
    }
    if (c->failed != KIP_OK) {
        c->failed = KIP_OK; /* a later chunk may succeed */
        return no_memory(error);
    }
    fwrite(c->bytes, 1, c->size, recorder->stream);
    fflush(recorder->stream);
    return KIP_OK;
}

static void put_text(KipCoder *c, const char *text)
{
    kip_code_text(c, &(char *){(char *)text}); /* only read */
}

static KipStatus write_head(KipRecorder *recorder, const KipRecordingHead *head, KipError *error)
{
    KipCoder *c = &recorder->coder;
    double timestep = recorder->recording->timestep;
    begin_chunk(recorder, "HEAD");
    kip_code_f64(c, &timestep);
    put_text(c, head->title);
    put_text(c, head->note);
    kip_code_u32(c, &(uint32_t){(uint32_t)head->nword});
    for (int i = 0; i < head->nword; i++)
        put_text(c, head->word[i]);
    return end_chunk(recorder, error);
}

static KipStatus write_model(KipRecorder *recorder, KipError *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return no_memory(error);
    KipStatus status = kip_mjcf_write(recorder->recording->model, memory, error);
    if (!kip_close_memory(memory, &text) && status == KIP_OK)
        status = no_memory(error);
    if (status == KIP_OK) {
        begin_chunk(recorder, "MODL");
        for (size_t i = 0; i < size; i++)
            kip_code_u8(&recorder->coder, (unsigned char *)&text[i]);
        status = end_chunk(recorder, error);
    }
    free(text);
    return status;
}

KipStatus kip_recorder_create(FILE *stream, const KipRecording *recording, const KipRecordingHead *head,
                              KipRecorder **recorder, KipError *error)
{
    *recorder = NULL;
    KipRecorder *made = kip_resize(recording->allocator, NULL, 0, sizeof *made);
    if (!made)
        return no_memory(error);
    *made = (KipRecorder){.stream = stream,
                          .recording = (KipRecording *)recording,
                          .coder.allocator = recording->allocator,
                          .written.observed = -1};
    fwrite(kip_recording_magic, 1, sizeof kip_recording_magic, stream);
    KipStatus status = write_head(made, head, error);
    if (status == KIP_OK)
        status = write_model(made, error);
    if (status == KIP_OK)
        *recorder = made;
    else
        kip_recorder_destroy(made);
    return status;
}

/* -- what is new ----------------------------------------------------------------------------------------- */

static void begin_record(KipRecorder *recorder, char letter)
{
    kip_code_u8(&recorder->coder, &(unsigned char){(unsigned char)letter});
}

static void put_happenings(KipRecorder *recorder)
{
    KipRecording *r = recorder->recording;
    const KipRecording *written = &recorder->written;
    KipCoder *c = &recorder->coder;
    for (size_t i = written->nevent; i < r->nevent; i++)
        begin_record(recorder, 'E'), kip_code_event(c, &r->event[i]);
    for (size_t i = written->npush; i < r->npush; i++)
        begin_record(recorder, 'P'), kip_code_push(c, &r->push[i]);
    for (size_t i = written->nband; i < r->nband; i++)
        begin_record(recorder, 'B'), kip_code_band(c, &r->band[i]);
    for (size_t i = written->ntarget; i < r->ntarget; i++)
        begin_record(recorder, 'T'), kip_code_target(c, &r->target[i]);
    for (size_t i = written->nanchor; i < r->nanchor; i++)
        begin_record(recorder, 'A'), kip_code_anchor(c, &r->anchor[i]);
    if (r->has_camera && !written->has_camera)
        begin_record(recorder, 'C'), kip_code_camera(c, r);
}

/* Writes the intervals that are new or were still open when last written, with their indices. */
static void put_intervals(KipRecorder *recorder)
{
    KipRecording *r = recorder->recording;
    const KipRecording *written = &recorder->written;
    for (size_t i = 0; i < r->nmodified; i++) {
        if (i < written->nmodified && r->modified[i].end < written->observed)
            continue;
        begin_record(recorder, 'M');
        kip_code_u32(&recorder->coder, &(uint32_t){(uint32_t)i});
        kip_code_modified(&recorder->coder, &r->modified[i]);
    }
    for (size_t i = 0; i < r->noff; i++) {
        if (i < written->noff && r->off[i].end < written->observed)
            continue;
        begin_record(recorder, 'O');
        kip_code_u32(&recorder->coder, &(uint32_t){(uint32_t)i});
        kip_code_off(&recorder->coder, &r->off[i]);
    }
}

static KipStatus write_news(KipRecorder *recorder, KipError *error)
{
    KipRecording *r = recorder->recording;
    begin_chunk(recorder, "DATA");
    kip_code_f64(&recorder->coder, &r->observed);
    for (size_t i = recorder->written.nframe; i < r->nframe; i++)
        begin_record(recorder, 'F'), kip_code_frame(&recorder->coder, r, i, NULL);
    put_happenings(recorder);
    put_intervals(recorder);
    KipStatus status = end_chunk(recorder, error);
    if (status == KIP_OK)
        recorder->written = *r;
    return status;
}

KipStatus kip_recorder_write(KipRecorder *recorder, KipError *error)
{
    if (recorder->recording->nframe < recorder->written.nframe + FRAMES_A_CHUNK)
        return KIP_OK;
    return write_news(recorder, error);
}

static bool is_all_written(const KipRecorder *recorder)
{
    const KipRecording *r = recorder->recording, *written = &recorder->written;
    return written->nframe == r->nframe && written->nevent == r->nevent && written->npush == r->npush &&
           written->nband == r->nband && written->ntarget == r->ntarget && written->nanchor == r->nanchor;
}

void kip_recorder_forget(KipRecorder *recorder)
{
    KipRecording *r = recorder->recording, *written = &recorder->written;
    if (!is_all_written(recorder))
        return;
    kip_recording_forget(r);
    written->nframe = r->nframe, written->nevent = r->nevent, written->npush = r->npush;
    written->nband = r->nband, written->ntarget = r->ntarget, written->nanchor = r->nanchor;
}

KipStatus kip_recorder_finish(KipRecorder *recorder, KipError *error)
{
    KipStatus status = write_news(recorder, error);
    if (status == KIP_OK) {
        begin_chunk(recorder, "TAIL");
        status = end_chunk(recorder, error);
    }
    kip_recorder_destroy(recorder);
    return status;
}

void kip_recorder_destroy(KipRecorder *recorder)
{
    if (!recorder)
        return;
    const KipAllocator *allocator = recorder->coder.allocator;
    if (recorder->coder.bytes)
        kip_resize(allocator, recorder->coder.bytes, recorder->coder.capacity, 0);
    kip_resize(allocator, recorder, sizeof *recorder, 0);
}
