/* What is done with a motion that was read, whatever it is. */
#ifndef CLIP_USES_H
#define CLIP_USES_H

#include "fuzz.h"
#include "io/formats/clip.h"
#include "io/formats/clip_body.h"
#include "io/formats/mjcf.h"
#include "io/formats/retarget.h"

static inline KipModel *fuzz_model(void)
{
    static KipModel *model;
    KipError error;
    if (!model)
        need(kip_mjcf_parse(&model, fuzz_body, sizeof fuzz_body - 1, "body.xml", NULL, &error), &error);
    return model;
}

static inline void use_body(const KipClip *clip)
{
    KipModel *model = NULL;
    KipMotion *motion = NULL;
    KipError error;
    KipStatus status = kip_clip_body(clip, 70, &model, &error);
    must_tell(status, model, &error);
    if (status == KIP_OK)
        must_tell(kip_clip_body_motion(clip, model, &motion, &error), motion, &error);
    kip_motion_destroy(motion);
    kip_model_destroy(model);
}

static inline void use_retarget(const KipClip *clip)
{
    KipMotion *motion = NULL;
    KipRetargetReport report = {0};
    KipError error;
    must_tell(kip_retarget(clip, fuzz_model(), NULL, &motion, &report, &error), motion, &error);
    kip_retarget_report_clear(&report);
    kip_motion_destroy(motion);
}

/* As BVH, which is read again and then is written as the same bytes. */
static inline void use_written(const KipClip *clip)
{
    Text once = {0}, twice = {0};
    KipClip *again = NULL;
    KipError error;
    open_text(&once);
    need(kip_clip_write_bvh(clip, once.stream, &error), &error);
    close_text(&once);
    need(kip_bvh_parse(once.at, once.size, "once.bvh", &again, &error), &error);
    open_text(&twice);
    need(kip_clip_write_bvh(again, twice.stream, &error), &error);
    close_text(&twice);
    kip_clip_destroy(again);
    must_be_same(once, twice);
}

static inline void use_clip(const KipClip *clip)
{
    KipVec3 *position = calloc((size_t)clip->nbone + 1, sizeof *position);
    KipQuat *orientation = calloc((size_t)clip->nbone + 1, sizeof *orientation);
    for (int frame = -1; frame < clip->nframe && frame < 3; frame++)
        kip_clip_pose(clip, frame, position, orientation);
    free(position);
    free(orientation);
    use_written(clip);
    if ((int64_t)clip->nframe * clip->nbone < 10000) { /* the rest costs */
        use_body(clip);
        use_retarget(clip);
    }
}

#endif
