/* Reads BVH (clip.h): the hierarchy word by word without recursion, then one list of numbers, which are counted before
 * memory is allocated for them. */
#include "clip.h"

#include <stdlib.h>
#include <string.h>

#include "clip_parts.h"
#include "../text/file.h"
#include "../text/words.h"

/* Limits of the frame period, s. */
static const double SHORTEST = 1e-5, LONGEST = 10;

enum { MOST_CHANNELS = 6 };

/* Most pairs of a joint and a frame beyond one for each byte of the file: joints without channels take no text in a frame,
 * but memory. */
static const double MOST_LEFT_OUT = 1 << 16;

typedef struct Reader {
    KipWords w;
    KipClip *clip;
    int room;    /* of clip->bone */
    int open;    /* innermost joint whose braces are open; -1: none */
    double most; /* most joints times frames */
} Reader;

/* -- hierarchy ------------------------------------------------------------------------------------------- */

/* In an incomplete bone, an offset that was not read is NAN, and the number of channels is this. */
enum { NO_CHANNELS = -1 };

static void read_vector(KipWords *w, const char *what, KipVec3 *v)
{
    kip_words_number(w, what, &v->x);
    kip_words_number(w, what, &v->y);
    kip_words_number(w, what, &v->z);
}

/* Reads ROOT or JOINT, the name and the opening brace. */
static void begin_joint(Reader *r)
{
    KipWords *w = &r->w;
    kip_words_rest(w, '{');
    if (w->length == 0) {
        kip_words_next(w);
        kip_words_wanted(w, "the name of a joint");
        return;
    }
    KipBone *bone = kip_clip_add_bone(r->clip, &r->room);
    char *name = kip_arena_take(r->clip->arena, w->length + 1, 1);
    if (!bone || !name) {
        kip_clip_lacks_memory(w);
        return;
    }
    memcpy(name, w->word, w->length);
    bone->name = name;
    bone->parent = r->open;
    bone->offset = v3(NAN, NAN, NAN);
    bone->nchannel = NO_CHANNELS;
    r->open = r->clip->nbone - 1;
    kip_words_next(w);
    kip_words_take(w, "{", "the { of a joint");
}

static void read_offset(KipWords *w, KipVec3 *offset)
{
    if (!isnan(offset->x))
        kip_words_bad(w, "a second OFFSET between the same braces");
    kip_words_next(w);
    read_vector(w, "one of OFFSET's three numbers x y z", offset);
}

static void read_channel_count(KipWords *w, KipBone *bone)
{
    double n = 0;
    kip_words_next(w);
    kip_words_value(w, "the number of channels, 0 to 6,", &n);
    bool possible = n == floor(n) && n >= 0 && n <= MOST_CHANNELS;
    if (!possible)
        kip_words_bad(w, "a joint has 0 to %d channels, not %g", MOST_CHANNELS, n);
    bone->nchannel = possible ? (int)n : 0;
    kip_words_next(w);
}

static void read_channels(Reader *r)
{
    KipWords *w = &r->w;
    KipBone *bone = &r->clip->bone[r->open];
    if (bone->nchannel != NO_CHANNELS)
        kip_words_bad(w, "a second CHANNELS between the same braces");
    if (r->open != r->clip->nbone - 1)
        kip_words_bad(w, "CHANNELS must stand before the joints that hang from '%.60s'", bone->name);
    read_channel_count(w, bone);
    for (int i = 0; i < bone->nchannel && w->status == KIP_OK; i++) {
        int channel = kip_words_among(w, kip_channel_name, MOST_CHANNELS);
        if (channel < 0)
            kip_words_unknown(w, "the name of a channel, of which CHANNELS says how many there are,",
                              kip_channel_name, MOST_CHANNELS, sizeof *kip_channel_name);
        for (int k = 0; k < i; k++)
            if (bone->channel[k] == (KipChannel)channel && (channel <= KIP_MOVES_Z || k == i - 1))
                kip_words_bad(w, "%s stands twice in this joint%s", kip_channel_name[channel],
                              channel <= KIP_MOVES_Z ? "" : ", with no other turn between");
        bone->channel[i] = (KipChannel)channel;
        kip_words_next(w);
    }
    if (kip_words_among(w, kip_channel_name, MOST_CHANNELS) >= 0)
        kip_words_bad(w, "CHANNELS says %d, but more channels follow", bone->nchannel);
    bone->first = r->clip->nvalue;
    r->clip->nvalue += bone->nchannel;
}

/* Reads End Site, an optional name, and { OFFSET x y z }. */
static void read_end(Reader *r)
{
    KipWords *w = &r->w;
    KipBone *bone = &r->clip->bone[r->open];
    KipVec3 end = v3(NAN, NAN, NAN);
    if (bone->has_end)
        kip_words_bad(w, "a second End Site of '%.60s'", bone->name);
    kip_words_next(w);
    if (!kip_words_is(w, "Site"))
        kip_words_wanted(w, "Site after End");
    kip_words_rest(w, '{');
    kip_words_next(w);
    kip_words_take(w, "{", "the { of an End Site");
    if (!kip_words_is(w, "OFFSET"))
        kip_words_wanted(w, "the OFFSET of an End Site");
    read_offset(w, &end);
    bone->has_end = true;
    bone->end = end;
    kip_words_take(w, "}", "the } of an End Site");
}

static void end_joint(Reader *r)
{
    KipBone *bone = &r->clip->bone[r->open];
    if (isnan(bone->offset.x))
        kip_words_bad(&r->w, "'%.60s' ends without an OFFSET", bone->name);
    if (bone->nchannel == NO_CHANNELS) {
        bone->nchannel = 0;
        bone->first = r->clip->nvalue;
    }
    r->open = bone->parent;
    kip_words_next(&r->w);
}

/* Reads one entry between a joint's braces. */
static void read_part(Reader *r)
{
    static const char *const part[] = {"OFFSET", "CHANNELS", "JOINT", "End", "}"};
    enum { OFFSET, CHANNELS, JOINT, END, CLOSE, PARTS };
    switch (kip_words_among(&r->w, part, PARTS)) {
    case OFFSET:
        read_offset(&r->w, &r->clip->bone[r->open].offset);
        break;
    case CHANNELS:
        read_channels(r);
        break;
    case JOINT:
        begin_joint(r);
        break;
    case END:
        read_end(r);
        break;
    case CLOSE:
        end_joint(r);
        break;
    default:
        kip_words_unknown(&r->w, "OFFSET, CHANNELS, JOINT, End Site or }", part, CLOSE, sizeof *part);
    }
}

static void read_hierarchy(Reader *r)
{
    KipWords *w = &r->w;
    kip_words_next(w);
    kip_words_take(w, "HIERARCHY", "HIERARCHY, with which BVH begins,");
    while (w->status == KIP_OK && (r->open >= 0 || kip_words_is(w, "ROOT")))
        (r->open >= 0 ? read_part : begin_joint)(r);
    if (r->clip->nbone == 0)
        kip_words_wanted(w, "ROOT");
}

/* -- motion ---------------------------------------------------------------------------------------------- */

static void pass_colon(KipWords *w)
{
    if (kip_words_is(w, ":"))
        kip_words_next(w);
}

/* Reads Frames: N. */
static void read_frames(KipWords *w, double *frames)
{
    kip_words_next(w);
    pass_colon(w);
    *frames = 0;
    kip_words_value(w, "the number of frames", frames);
    if (*frames < 0 || *frames != floor(*frames))
        kip_words_bad(w, "there cannot be %g frames", *frames);
    kip_words_next(w);
}

/* Reads Frame Time: SECONDS. */
static void read_period(KipWords *w, double *period)
{
    bool one_word = kip_words_is(w, "FrameTime");
    kip_words_next(w);
    if (!one_word)
        kip_words_take(w, "Time", "Time after Frame");
    pass_colon(w);
    kip_words_value(w, "the seconds from frame to frame", period);
    if (!(*period >= SHORTEST && *period <= LONGEST))
        kip_words_bad(w, "the time from frame to frame is %g s; it must lie between %g and %g s", *period,
                      SHORTEST, LONGEST);
    kip_words_next(w);
}

/* Reads both lines, in either order. */
static void read_times(KipWords *w, double *frames, double *period)
{
    *frames = *period = -1;
    while (w->status == KIP_OK && (*frames < 0 || *period < 0)) {
        if (*frames < 0 && kip_words_is(w, "Frames"))
            read_frames(w, frames);
        else if (*period < 0 && (kip_words_is(w, "Frame") || kip_words_is(w, "FrameTime")))
            read_period(w, period);
        else
            kip_words_wanted(w, *frames < 0 ? "Frames:" : "Frame Time:");
    }
}

/* Fails because the count of numbers is not that of `Frames:`. `stray` is the first line that begins within a frame, 0 if
 * there is none. */
static void miscounted(Reader *r, double frames, size_t count, int stray)
{
    const KipClip *clip = r->clip;
    double expected = frames * clip->nvalue, unused;
    KipWords quiet = r->w;
    quiet.error = NULL;
    if (r->w.length)
        kip_words_value(&quiet, "", &unused);
    if (quiet.status != KIP_OK)
        kip_words_wanted(&r->w, "the end of the file, after the last frame,");
    else if (stray)
        kip_words_bad(&r->w,
                      "%.15g frames of %d values are %.15g numbers, but there are %zu; "
                      "line %d is the first that does not begin with a frame",
                      frames, clip->nvalue, expected, count, stray);
    else
        kip_words_bad(&r->w, "%.15g frames of %d values are %.15g numbers, but there are %zu", frames,
                      clip->nvalue, expected, count);
}

static void read_numbers(Reader *r, double frames)
{
    KipWords *w = &r->w, ahead = *w;
    KipClip *clip = r->clip;
    double expected = frames * clip->nvalue;
    size_t count = 0;
    int stray = 0;
    for (; ahead.length; count++)
        kip_words_next(&ahead);
    if (ahead.status != KIP_OK) {
        kip_words_fail(w, ahead.status);
        return;
    }
    size_t n = expected < (double)count ? (size_t)expected : count;
    clip->value = kip_arena_take(clip->arena, n, sizeof *clip->value);
    if (!clip->value)
        kip_clip_lacks_memory(w);
    const KipBone *bone = clip->bone;
    for (size_t i = 0; i < n && w->status == KIP_OK; i++) {
        const int of = (int)(i % (size_t)clip->nvalue);
        if (w->begins_line && !stray && of)
            stray = w->word_line;
        bone = of ? bone : clip->bone;
        while (of < bone->first || of >= bone->first + bone->nchannel)
            bone++;
        kip_clip_read_value(w, "the value of a channel", bone->channel[of - bone->first], false,
                            &clip->value[i]);
    }
    if (w->status != KIP_OK)
        return;
    if ((double)count != expected)
        miscounted(r, frames, count, stray);
    else if (frames * clip->nbone > r->most)
        kip_words_bad(w, "%.15g frames of %d joint%s are more than this file tells of: too few have channels",
                      frames, clip->nbone, clip->nbone == 1 ? "" : "s");
    else
        clip->nframe = (int)frames;
}

/* -- the whole ------------------------------------------------------------------------------------------- */

static void read_all(Reader *r)
{
    double frames = 0;
    read_hierarchy(r);
    if (r->w.length == 0)
        return;
    kip_words_take(&r->w, "MOTION", "another ROOT, or MOTION,");
    read_times(&r->w, &frames, &r->clip->period);
    if (r->w.status == KIP_OK)
        read_numbers(r, frames);
}

KipStatus kip_bvh_parse(const char *text, size_t size, const char *file, KipClip **clip, KipError *error)
{
    *clip = NULL;
    Reader r = {.w = kip_words(text, size, file, "", "{}:", false, error),
                .open = -1,
                .most = (double)size + MOST_LEFT_OUT};
    KipStatus status = kip_clip_create(file, &r.clip, error);
    if (status != KIP_OK)
        return status;
    read_all(&r);
    status = r.w.status == KIP_OK ? kip_clip_guess(r.clip, error) : r.w.status;
    if (status == KIP_OK)
        *clip = r.clip;
    else
        kip_clip_destroy(r.clip);
    return status;
}

KipStatus kip_bvh_read(const char *path, KipClip **clip, KipError *error)
{
    *clip = NULL;
    char *text;
    size_t size;
    KipStatus status = kip_file_read(path, &text, &size, error);
    if (status != KIP_OK)
        return status;
    status = kip_bvh_parse(text, size, path, clip, error);
    free(text);
    return status;
}
