/* What the tests of motion clips share. */
#ifndef CLIP_HELPERS_H
#define CLIP_HELPERS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/quat.h"
#include "dynamics/random.h"
#include "io/formats/clip.h"
#include "clip_find.h"
#include "study.h"

/* The other files of the suite "clip". */
TCase *clip_pose_case(void);
TCase *clip_write_case(void);
TCase *clip_hostile_case(void);

static KipError error;

/* A copy of exact size, so that a sanitizer sees reads beyond the end; NULL when refused. */
static inline KipClip *try_bvh(const char *text, size_t size)
{
    char *copy = malloc(size + !size);
    KipClip *clip = NULL;
    memset(&error, 0, sizeof error);
    memcpy(copy, text, size);
    KipStatus status = kip_bvh_parse(copy, size, "dir/walk.v1.bvh", &clip, &error);
    ck_assert((status == KIP_OK) == (clip != NULL));
    free(copy);
    return clip;
}

/* amc NULL: the skeleton alone. */
static inline KipClip *try_asf(const char *asf, size_t asf_size, const char *amc, size_t amc_size)
{
    char *copy = malloc(asf_size + !asf_size);
    KipClip *clip = NULL;
    memset(&error, 0, sizeof error);
    memcpy(copy, asf, asf_size);
    KipStatus status = kip_asf_parse(copy, asf_size, "s.asf", &clip, &error);
    ck_assert((status == KIP_OK) == (clip != NULL));
    free(copy);
    if (!clip || !amc)
        return clip;
    copy = malloc(amc_size + !amc_size);
    memcpy(copy, amc, amc_size);
    status = kip_amc_parse(clip, copy, amc_size, "m.amc", &error);
    free(copy);
    if (status == KIP_OK)
        return clip;
    ck_assert_int_eq(clip->nframe, 0);
    kip_clip_destroy(clip);
    return NULL;
}

static inline KipClip *load_bvh(const char *text)
{
    KipClip *clip = try_bvh(text, strlen(text));
    ck_assert_msg(clip, "%d:%d: %s\n%.2000s", error.line, error.column, error.message, text);
    return clip;
}

static inline KipClip *load_asf(const char *asf, const char *amc)
{
    KipClip *clip = try_asf(asf, strlen(asf), amc, amc ? strlen(amc) : 0);
    ck_assert_msg(clip, "%s:%d:%d: %s\n%.2000s", error.file, error.line, error.column, error.message, asf);
    return clip;
}

/* The caller frees it. */
static inline char *written(const KipClip *clip)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    ck_ok(kip_clip_write_bvh(clip, stream, &error));
    ck_assert_int_eq(ferror(stream), 0);
    fclose(stream);
    return text;
}

#endif
