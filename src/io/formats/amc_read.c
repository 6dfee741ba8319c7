/* Reads AMC (clip.h), the frames of an ASF's skeleton. A line is a frame's number, or a bone and its values. */
#include "clip.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "clip_parts.h"
#include "../text/words.h"

/* A value of a full frame takes at least two bytes of text. Frames may leave values out, up to this many in total. */
static const double MOST_LEFT_OUT = 1 << 20;

typedef struct Reader {
    KipWords w;
    KipClip *clip;
    bool radians, full; /* full: each frame has all bones */
    double period;
    double *value; /* of the frames so far, the last of which may be incomplete */
    int nframe, room;
    double most;   /* most values in all frames */
    double number; /* of the last frame, as numbered by the file */
    int *told;     /* the last frame, from 1, that has values of each bone */
    int last;      /* the bone found last */
} Reader;

static int find_bone(Reader *r)
{
    return kip_clip_find_name(&r->w, &r->clip->bone->name, r->clip->nbone, sizeof *r->clip->bone, &r->last);
}

/* Reads a line such as :FULLY-SPECIFIED or :DEGREES. */
static void read_statement(Reader *r)
{
    static const char *const key[] = {":FULLY-SPECIFIED", ":DEGREES", ":RADIANS", ":SAMPLES-PER-SECOND"};
    enum { FULL, DEGREES, RADIANS, RATE, KEYS };
    KipWords *w = &r->w;
    int i = kip_words_among(w, key, KEYS);
    double rate = 0;
    if (i < 0)
        kip_words_unknown(w, "a statement of AMC", key, KEYS, sizeof *key);
    else if (r->nframe)
        kip_words_bad(w, "%s must stand before the first frame", key[i]);
    r->full = i == FULL || r->full;
    r->radians = i == RADIANS || (i != DEGREES && r->radians);
    kip_words_next(w);
    if (i != RATE)
        return;
    kip_words_value(w, "the number of frames in a second", &rate);
    if (!(rate >= 0.1 && rate <= 1e5))
        kip_words_bad(w, "%g frames in a second are not possible", rate);
    r->period = 1 / rate;
    kip_words_next(w);
}

/* Makes room for one more frame. */
static void grow(Reader *r)
{
    size_t size = (size_t)r->clip->nvalue * sizeof *r->value + 1;
    if ((r->nframe + 1.0) * r->clip->nvalue > r->most)
        kip_words_bad(&r->w, "this frame and those before leave out too much: they stand for %d values each",
                      r->clip->nvalue);
    if (r->nframe < r->room || r->w.status != KIP_OK)
        return;
    int room = r->room ? 2 * r->room : 256;
    double *moved = r->nframe < INT_MAX / 2 ? realloc(r->value, (size_t)room * size) : NULL;
    if (!moved)
        kip_clip_lacks_memory(&r->w);
    r->value = moved ? moved : r->value;
    r->room = moved ? room : r->room;
}

/* Fails where a frame that should have all bones ends without one. */
static void end_frame(Reader *r)
{
    const KipBone *bone = r->clip->bone;
    int i = 0;
    while (i < r->clip->nbone && (r->told[i] == r->nframe || bone[i].nchannel == 0))
        i++;
    if (r->full && r->nframe && i < r->clip->nbone)
        kip_words_bad(
            &r->w,
            "frame %.15g ends without '%.60s'; the file says :FULLY-SPECIFIED, so that each frame must "
            "have all bones",
            r->number, bone[i].name);
}

/* Begins a frame by its number, with the values of the frame before. */
static void begin_frame(Reader *r)
{
    size_t n = (size_t)r->clip->nvalue;
    double number = r->number + 1;
    end_frame(r);
    kip_words_value(&r->w, "the number of a frame, or the name of a bone", &number);
    if (r->nframe && number != r->number + 1)
        kip_words_bad(&r->w, "frame %.15g follows frame %.15g; %.15g is wanted", number, r->number,
                      r->number + 1);
    if (number != floor(number) || fabs(number) > 1e9)
        kip_words_wanted(&r->w, "the number of a frame");
    grow(r);
    if (r->w.status != KIP_OK)
        return;
    double *frame = r->value + (size_t)r->nframe * n;
    for (size_t i = 0; i < n; i++)
        frame[i] = r->nframe ? *(frame + i - n) : 0;
    r->number = number;
    r->nframe++;
    kip_words_next(&r->w);
}

/* Reads a bone's values: the file has them in the order of its dof, the clip in the reverse order. */
static void read_values(Reader *r, const KipBone *bone)
{
    KipWords *w = &r->w;
    double *value = r->value + (size_t)(r->nframe - 1) * (size_t)r->clip->nvalue + bone->first;
    for (int k = bone->nchannel - 1; k >= 0 && w->status == KIP_OK; k--) {
        if (w->length == 0 || w->begins_line)
            kip_words_bad(w, "the line before ends after %d of the %d values of '%.60s'",
                          bone->nchannel - 1 - k, bone->nchannel, bone->name);
        kip_clip_read_value(w, "a bone's value", bone->channel[k], r->radians, &value[k]);
    }
    if (w->length && !w->begins_line)
        kip_words_bad(w, "'%.60s' has %d values, one for each dof of the ASF; here is one more", bone->name,
                      bone->nchannel);
}

static void read_bone(Reader *r)
{
    KipWords *w = &r->w;
    int i = find_bone(r);
    if (i < 0)
        kip_words_unknown(w, "the name of a bone", &r->clip->bone->name, r->clip->nbone,
                          sizeof *r->clip->bone);
    else if (r->nframe == 0)
        kip_words_bad(w, "a bone before the first frame; a line with the frame's number is wanted");
    else if (r->told[i] == r->nframe)
        kip_words_bad(w, "'%.60s' stands twice in frame %.15g", r->clip->bone[i].name, r->number);
    if (w->status != KIP_OK)
        return;
    r->told[i] = r->nframe;
    kip_words_next(w);
    read_values(r, &r->clip->bone[i]);
}

static void read_all(Reader *r)
{
    KipWords *w = &r->w;
    kip_words_next(w);
    while (w->length) {
        if (!w->begins_line)
            kip_words_wanted(w, "the end of the line");
        else if (*w->word == ':')
            read_statement(r);
        else if (strchr("+-.0123456789", *w->word) && find_bone(r) < 0)
            begin_frame(r);
        else
            read_bone(r);
    }
    if (r->nframe == 0)
        kip_words_wanted(w, "the number of the first frame");
    end_frame(r);
}

/* Hands the values read over to the clip. */
static KipStatus keep(Reader *r, const char *file, KipError *error)
{
    KipClip *clip = r->clip;
    char *name = kip_clip_name(clip, file);
    double *value =
        kip_arena_copy(clip->arena, r->value, (size_t)r->nframe * (size_t)clip->nvalue, sizeof *value);
    if (!name || !value)
        return kip_clip_no_memory(error, file);
    clip->name = name;
    clip->value = value;
    clip->nframe = r->nframe;
    clip->period = r->period;
    return kip_clip_guess(clip, error);
}

KipStatus kip_amc_parse(KipClip *clip, const char *text, size_t size, const char *file, KipError *error)
{
    Reader r = {.w = kip_words(text, size, file, "", "", true, error),
                .clip = clip,
                .radians = clip->radians,
                .period = 1.0 / 120,
                .most = (double)size + MOST_LEFT_OUT,
                .last = -1};
    if (!clip->bone[0].adds)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "an AMC moves the skeleton of an ASF, not of a BVH");
    r.told = calloc((size_t)clip->nbone, sizeof *r.told);
    if (r.told)
        read_all(&r);
    else
        kip_clip_lacks_memory(&r.w);
    KipStatus status = r.w.status == KIP_OK ? keep(&r, file, error) : r.w.status;
    free(r.told);
    free(r.value);
    return status;
}
