/* Reads a recording's file (recording_file.h), which is not trusted: sizes are checked against the bytes available, indices
 * against the model, and times must increase. */
#include "recording_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../text/file.h"
#include "../formats/mjcf.h"
#include "recording_coder.h"

enum { MOST_MEGABYTES = 4096 }; /* half a day of one character */

static const double longest_gap = 60; /* s between frames; kip records about 60 frames a second */

/* Most body poses in all frames beyond one for each byte of the file: a body without joints takes one bit of the file in
 * each frame, but a whole pose of memory. */
static const double most_left_out = 1 << 22;

typedef struct Reader {
    KipRecordingFile *file;
    double most_poses;
    KipDynamics *dynamics;
    KipCoder coder; /* of a chunk's content */
    const char *name;
} Reader;

static KipStatus fail_at(const Reader *reader, const char *what, KipError *error)
{
    KipPlace place = kip_nowhere();
    place.file = reader->name;
    return kip_fail(error, KIP_BAD_INPUT, place, "%s", what);
}

static KipStatus no_memory(KipError *error)
{
    return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for the recording");
}

/* The coder's failure after a chunk was read. */
static KipStatus coded(const Reader *reader, KipError *error)
{
    if (reader->coder.failed == KIP_NO_MEMORY)
        return no_memory(error);
    return reader->coder.failed == KIP_OK
               ? KIP_OK
               : fail_at(reader, "a part of the recording ends too early; write it again", error);
}

/* -- head and model -------------------------------------------------------------------------------------- */

static KipStatus read_head(Reader *reader, double *timestep, KipError *error)
{
    enum { WORD_SIZE = 4 }; /* least size of a word in the file */
    KipRecordingFile *file = reader->file;
    KipCoder *c = &reader->coder;
    uint32_t nword = 0;
    kip_code_f64(c, timestep);
    kip_code_text(c, &file->title);
    kip_code_text(c, &file->note);
    kip_code_u32(c, &nword);
    if (c->failed == KIP_OK && nword > (c->size - c->at) / WORD_SIZE)
        c->failed = KIP_BAD_INPUT;
    if (c->failed == KIP_OK && !(file->word = calloc(nword + 1, sizeof *file->word)))
        c->failed = KIP_NO_MEMORY;
    for (; c->failed == KIP_OK && file->nword < (int)nword; file->nword++)
        kip_code_text(c, &file->word[file->nword]);
    if (c->failed == KIP_OK && !(*timestep > 0 && *timestep <= 1))
        return fail_at(reader, "the recording's time step is not above 0", error);
    return coded(reader, error);
}

static KipStatus read_model(Reader *reader, double timestep, KipError *error)
{
    KipRecordingFile *file = reader->file;
    KipStatus status = kip_mjcf_parse(&file->model, (const char *)reader->coder.bytes, reader->coder.size,
                                      reader->name, NULL, error);
    if (status == KIP_OK)
        status = kip_dynamics_create(file->model, NULL, &reader->dynamics, error);
    if (status == KIP_OK)
        status = kip_recording_create(file->model, timestep, NULL, &file->recording, error);
    return status;
}

/* -- records --------------------------------------------------------------------------------------------- */

static bool is_body(const KipRecording *r, int body)
{
    return body >= 0 && body < r->model->nbody;
}

static bool are_sane(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!(fabs(x[i]) < 1e30)) /* squares and sums of them must stay finite */
            return false;
    return true;
}

static bool is_vector(KipVec3 v)
{
    return are_sane((const double[]){v.x, v.y, v.z}, 3);
}

/* Checks the frame read last. */
static bool is_frame_sound(const KipRecording *r)
{
    const KipFrame *frame = &r->frame[r->nframe - 1];
    const KipRecordedContact *contact = r->contact + frame->contact;
    for (int i = 0; i < frame->ncontact; i++)
        if (!is_body(r, contact[i].body1) || !is_body(r, contact[i].body2) || !is_vector(contact[i].point) ||
            !is_vector(contact[i].normal) || !is_vector(contact[i].force))
            return false;
    double before = r->nframe == 1 ? 0 : frame[-1].time;
    bool rises = r->nframe == 1 ? frame->time >= 0 : frame->time > before;
    return rises && frame->time - before < longest_gap && isfinite(frame->time) && is_vector(frame->com) &&
           are_sane(kip_recording_q(r, r->nframe - 1), kip_recording_state_size(r));
}

/* Room for one more item in a list. */
#define ROOM(r, list) has_room(reader, KIP_RECORDING_ROOM(r, list, (r)->n##list + 1))

static bool has_room(Reader *reader, bool room)
{
    if (!room)
        reader->coder.failed = KIP_NO_MEMORY;
    return room;
}

static bool read_event(Reader *reader)
{
    KipRecording *r = reader->file->recording;
    if (!ROOM(r, event))
        return true;
    KipRecordedEvent *event = &r->event[r->nevent++];
    *event = (KipRecordedEvent){0};
    kip_code_event(&reader->coder, event);
    return isfinite(event->time);
}

static bool read_push(Reader *reader)
{
    KipRecording *r = reader->file->recording;
    if (!ROOM(r, push))
        return true;
    KipRecordedPush *push = &r->push[r->npush++];
    *push = (KipRecordedPush){0};
    kip_code_push(&reader->coder, push);
    return is_body(r, push->body) && isfinite(push->start) && isfinite(push->end) && is_vector(push->point) &&
           is_vector(push->force);
}

static bool read_band(Reader *reader)
{
    KipRecording *r = reader->file->recording;
    if (!ROOM(r, band))
        return true;
    KipRecordedBand *band = &r->band[r->nband++];
    *band = (KipRecordedBand){0};
    kip_code_band(&reader->coder, band);
    return isfinite(band->time);
}

static bool read_target(Reader *reader)
{
    KipRecording *r = reader->file->recording;
    if (!ROOM(r, target))
        return true;
    KipRecordedTarget *target = &r->target[r->ntarget++];
    *target = (KipRecordedTarget){0};
    kip_code_target(&reader->coder, target);
    return isfinite(target->time);
}

static bool read_anchor(Reader *reader)
{
    KipRecording *r = reader->file->recording;
    if (!ROOM(r, anchor))
        return true;
    KipRecordedAnchor *anchor = &r->anchor[r->nanchor++];
    kip_code_anchor(&reader->coder, anchor);
    return is_body(r, anchor->body);
}

static bool read_modified(Reader *reader)
{
    KipRecording *r = reader->file->recording;
    KipRecordedModified modified = {0};
    uint32_t index = 0;
    kip_code_u32(&reader->coder, &index);
    kip_code_modified(&reader->coder, &modified);
    if (index > r->nmodified || !ROOM(r, modified)) {
        kip_recording_drop_text(r, modified.text);
        return index <= r->nmodified;
    }
    if (index < r->nmodified)
        kip_recording_drop_text(r, r->modified[index].text);
    else
        r->nmodified++;
    r->modified[index] = modified;
    return modified.kind <= KIP_MODIFIED_SHAPES && is_body(r, modified.body1) && is_body(r, modified.body2);
}

static bool read_off(Reader *reader)
{
    KipRecording *r = reader->file->recording;
    KipRecordedOff off = {0};
    uint32_t index = 0;
    kip_code_u32(&reader->coder, &index);
    kip_code_off(&reader->coder, &off);
    if (index > r->noff || off.geom < 0 || off.geom >= r->model->ngeom)
        return false;
    if (index == r->noff && !ROOM(r, off))
        return true;
    r->noff += index == r->noff;
    r->off[index] = off;
    return true;
}

static bool read_frame(Reader *reader)
{
    KipRecording *r = reader->file->recording;
    size_t before = r->nframe;
    kip_code_frame(&reader->coder, r, before, reader->dynamics);
    return r->nframe == before || is_frame_sound(r);
}

static bool read_camera(Reader *reader)
{
    kip_code_camera(&reader->coder, reader->file->recording);
    return is_vector(reader->file->recording->eye) && is_vector(reader->file->recording->look_at);
}

static const struct {
    char letter;
    bool (*read)(Reader *reader); /* false where the record is not sound */
} records[] = {{'F', read_frame},    {'E', read_event},  {'P', read_push},
               {'B', read_band},     {'T', read_target}, {'A', read_anchor},
               {'M', read_modified}, {'O', read_off},    {'C', read_camera}};

static bool is_too_much(const Reader *reader)
{
    const KipRecording *r = reader->file->recording;
    return (double)r->nframe * r->model->nbody > reader->most_poses;
}

static KipStatus read_records(Reader *reader, KipError *error)
{
    KipCoder *c = &reader->coder;
    kip_code_f64(c, &reader->file->recording->observed);
    while (c->failed == KIP_OK && c->at < c->size) {
        unsigned char letter = 0;
        size_t i = 0;
        kip_code_u8(c, &letter);
        while (i < sizeof records / sizeof *records && records[i].letter != (char)letter)
            i++;
        if (i == sizeof records / sizeof *records)
            return fail_at(reader, "the recording holds records that this version of kip does not know",
                           error);
        if (!records[i].read(reader) && c->failed == KIP_OK)
            return fail_at(reader, "the recording contradicts its own model, or its times do not rise",
                           error);
        if (is_too_much(reader))
            return fail_at(reader,
                           "the recording has more bodies in more frames than a file of its size can hold",
                           error);
    }
    return coded(reader, error);
}

/* -- chunks ---------------------------------------------------------------------------------------------- */

/* Finds the next chunk's content; false where there is no whole chunk. */
static bool next_chunk(const unsigned char *bytes, size_t size, size_t *at, KipCoder *content)
{
    KipCoder c = {.reading = true, .bytes = (unsigned char *)bytes, .size = size, .at = *at + 4};
    uint32_t length = 0;
    uint64_t hash = 0;
    if (size - *at < KIP_CHUNK_HEAD + KIP_CHUNK_FOOT)
        return false;
    kip_code_u32(&c, &length);
    if (length > size - *at - KIP_CHUNK_HEAD - KIP_CHUNK_FOOT)
        return false;
    c.at += length;
    kip_code_u64(&c, &hash);
    if (hash != kip_hash(KIP_HASH_START, bytes + *at, KIP_CHUNK_HEAD + (size_t)length))
        return false;
    *content =
        (KipCoder){.reading = true, .bytes = (unsigned char *)bytes + *at + KIP_CHUNK_HEAD, .size = length};
    *at = c.at;
    return true;
}

static bool is_called(const unsigned char *chunk, const char *letters)
{
    return memcmp(chunk, letters, 4) == 0;
}

static KipStatus read_chunks(Reader *reader, const unsigned char *bytes, size_t size, KipError *error)
{
    KipRecordingFile *file = reader->file;
    size_t at = sizeof kip_recording_magic, start = at;
    double timestep = 0;
    bool headed = false;
    KipStatus status = KIP_OK;
    while (status == KIP_OK && !file->complete && next_chunk(bytes, size, &at, &reader->coder)) {
        const unsigned char *chunk = bytes + start;
        if (is_called(chunk, "HEAD") && !headed) {
            status = read_head(reader, &timestep, error);
            headed = true;
        } else if (is_called(chunk, "MODL") && headed && !file->model) {
            status = read_model(reader, timestep, error);
        } else if (is_called(chunk, "DATA") && file->recording) {
            status = read_records(reader, error);
        } else if (is_called(chunk, "TAIL") && file->recording) {
            file->complete = true;
        } else {
            status = fail_at(reader, "the parts of the recording do not stand in their order", error);
        }
        start = at;
    }
    if (status == KIP_OK && (!file->recording || file->recording->nframe == 0))
        return fail_at(reader, "the recording was cut off or damaged before its first frame", error);
    if (status == KIP_OK && !file->complete)
        snprintf(file->gap, sizeof file->gap, "%s: it ends at %.3f s",
                 start == size ? "the run was interrupted" : "the rest is cut off or damaged",
                 file->recording->frame[file->recording->nframe - 1].time);
    return status;
}

KipStatus kip_recording_file_parse(const void *bytes, size_t size, const char *name, KipRecordingFile **file,
                                   KipError *error)
{
    *file = NULL;
    const size_t magic = sizeof kip_recording_magic;
    Reader reader = {.name = name, .most_poses = (double)size + most_left_out};
    if (size < magic || memcmp(bytes, kip_recording_magic, magic - 1) != 0)
        return fail_at(&reader, "this is no recording of kip run --record", error);
    if (((const unsigned char *)bytes)[magic - 1] != kip_recording_magic[magic - 1])
        return fail_at(&reader,
                       "the recording was made by another version of kip, in a format that this one "
                       "does not read",
                       error);
    reader.file = calloc(1, sizeof *reader.file);
    if (!reader.file)
        return no_memory(error);
    KipStatus status = read_chunks(&reader, bytes, size, error);
    kip_dynamics_destroy(reader.dynamics);
    if (status == KIP_OK)
        *file = reader.file;
    else
        kip_recording_file_destroy(reader.file);
    return status;
}

KipStatus kip_recording_file_read(const char *path, KipRecordingFile **file, KipError *error)
{
    *file = NULL;
    char *bytes;
    size_t size;
    KipStatus status = kip_file_read_large(path, MOST_MEGABYTES, &bytes, &size, error);
    if (status != KIP_OK)
        return status;
    status = kip_recording_file_parse(bytes, size, path, file, error);
    free(bytes);
    return status;
}

bool kip_is_recording_file(const char *path)
{
    const size_t n = sizeof kip_recording_magic - 1; /* without the version */
    unsigned char start[sizeof kip_recording_magic];
    struct stat info;
    FILE *stream = stat(path, &info) == 0 && S_ISREG(info.st_mode) ? fopen(path, "rb")
                                                                   : NULL; /* a pipe can be read only once */
    if (!stream)
        return false;
    bool is = fread(start, 1, n, stream) == n && memcmp(start, kip_recording_magic, n) == 0;
    fclose(stream);
    return is;
}

void kip_recording_file_destroy(KipRecordingFile *file)
{
    if (!file)
        return;
    kip_recording_destroy(file->recording);
    kip_model_destroy(file->model);
    for (int i = 0; i < file->nword; i++)
        free(file->word[i]);
    free(file->word);
    free(file->title);
    free(file->note);
    free(file);
}
