/* kip convert --onto (convert.h). */
#include "convert.h"

#include <math.h>

#include "../formats/mjcf.h"
#include "../formats/retarget.h"

/* Prints "what: a, b, c", or nothing for an empty list. */
static void tell_names(FILE *talk, const char *what, int n, const int *index,
                       const char *(*name)(const void *of, int i), const void *of)
{
    for (int i = 0; i < n; i++)
        fprintf(talk, "%s%s", i == 0 ? what : ", ", name(of, index[i]));
    if (n)
        fputs("\n", talk);
}

static const char *body_name(const void *model, int i)
{
    return ((const KipModel *)model)->body[i].name;
}

static const char *bone_name(const void *clip, int i)
{
    return ((const KipClip *)clip)->bone[i].name;
}

/* What rounds to -0.000 is shown as 0.000. */
static double of_millimetres(double x)
{
    return fabs(x) < 0.5e-3 ? 0 : x;
}

static void tell(const KipClip *clip, const KipModel *model, const KipRetargetReport *report, FILE *talk)
{
    if (report->up != clip->up || report->metres != clip->metres)
        fprintf(talk, "as a motion of %s's own bones: a unit is %.4g m; %s points up\n", model->name,
                report->metres, report->up == 1 ? "y" : "z");
    fprintf(talk, "onto %s, lengths times %.4g\n", model->name, report->scale);
    if (report->worst >= 0)
        fprintf(talk, "joint that fits worst: %s, off by %.3g rad on average, %.3g at most\n",
                model->joint[report->worst].name, report->mean[report->worst], report->most[report->worst]);
    for (int i = 0; i < report->nfoot; i++) {
        const KipRetargetFoot *foot = &report->foot[i];
        fprintf(talk,
                "%s: stands %d time%s, then its lowest point is at %.3f to %.3f m and slides at %.3f m/s, "
                "%.3f m a stance; its knee turns at up to %.1f rad/s, in the clip %.1f\n",
                model->body[foot->body].name, foot->nstance, foot->nstance == 1 ? "" : "s",
                of_millimetres(foot->lowest), of_millimetres(foot->highest), foot->slide_speed, foot->slide,
                foot->knee, foot->knee_of_bone);
    }
    tell_names(talk, "bodies that follow no bone: ", report->nbody, report->body, body_name, model);
    tell_names(talk, "bones that no body follows: ", report->nbone, report->bone, bone_name, clip);
}

KipStatus kip_convert_onto(const KipClip *clip, const char *model_path, const char *map, FILE *talk,
                           KipModel **model, KipMotion **motion, KipError *error)
{
    KipMapping *mapping = NULL;
    KipRetargetReport report = {0};
    KipStatus status = kip_mjcf_load(model, model_path, NULL, error);
    if (status == KIP_OK && map)
        status = kip_mapping_read(map, clip, *model, &mapping, error);
    if (status == KIP_OK)
        status = kip_retarget(clip, *model, mapping, motion, &report, error);
    if (status == KIP_OK && talk)
        tell(clip, *model, &report, talk);
    kip_retarget_report_clear(&report);
    kip_mapping_destroy(mapping);
    return status;
}
