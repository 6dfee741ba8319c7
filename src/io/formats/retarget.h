/* A recorded motion becomes a motion of a model: a tree of bodies on one free root, such as a person.
 *
 *     kip_retarget(clip, model, NULL, &motion, &report, &error);   // who is who: guessed from names
 *     printf("worst: %s\n", model->joint[report.worst].name);
 *     kip_retarget_report_clear(&report);
 *     kip_motion_destroy(motion);
 *
 * A mapping says which bone of the clip a body follows. A body's orientation in the world is
 *
 *     bone(t) bone(rest)^-1 alignment reference
 *
 * with `reference` its orientation in the model's reference configuration. The alignment turns the whole
 * model as the clip's figure stands at rest (from the line of its hips and the coordinate axis that is
 * nearest to its spine). A limb is then turned on by the shortest way until it points, from its joint to
 * the next one that is mapped, where the bone does at rest: rest poses may differ. A foot keeps its sole
 * flat at rest or square to the shank, whichever is the flatter while it stands in the clip, and is turned
 * about the sole's normal alone.
 *
 * Body by body from the root, the joints between a mapped body and what is placed already are set by least
 * squares (Levenberg and Marquardt, from the frame before), within their limits. Where they cannot make the
 * turn, a limb's direction counts more than its twist, and a flat sole more than where the foot points. An
 * upper arm or a thigh whose joints cannot twist is set together with what it carries. Joints of unmapped
 * bodies between mapped ones share; other unmapped bodies stay as in the keyframe "stand", or at the
 * reference. Slides stay too.
 *
 * Hips go where the clip's do, times the scale: lengths of the model's legs by those of the clip's. The
 * whole is then lowered or lifted, smoothly, so that feet that stand in the clip touch z = 0: a foot stands
 * while it is low and ankle or toes stay where they are. Such feet are planted, and legs set for it
 * (retarget_plant.c).
 */
#ifndef KIP_IO_FORMATS_RETARGET_H
#define KIP_IO_FORMATS_RETARGET_H

#include "../../control/motion.h"
#include "clip.h"

typedef struct KipMapping {
    int nbody;              /* the model's */
    int *bone;              /* of each body; -1: none */
    double scale;           /* of positions; 0: from the legs' lengths, or 1 without legs */
    struct KipArena *arena; /* holds the above */
} KipMapping;

/* From common names of parts and sides, in any spelling: Hips, lfemur, left_upper_arm, RightToeBase. The
 * body with the free joint always has a bone. KIP_BAD_INPUT where the model has no such body or more than
 * one, or the clip no bone. The caller destroys. */
KipStatus kip_mapping_guess(const KipClip *clip, const KipModel *model, KipMapping **mapping,
                            KipError *error);
/* A text of lines `BODY = BONE`, `scale S`; # begins a comment. Bodies it does not name are unmapped; the
 * one with the free joint must be named. The bone's name is all up to the line's end. KIP_BAD_INPUT with
 * line and column; `file` stands in messages. */
KipStatus kip_mapping_parse(const char *text, size_t size, const char *file, const KipClip *clip,
                            const KipModel *model, KipMapping **mapping, KipError *error);
/* The same from a file; "-" is stdin. */
KipStatus kip_mapping_read(const char *path, const KipClip *clip, const KipModel *model, KipMapping **mapping,
                           KipError *error);
void kip_mapping_destroy(KipMapping *mapping); /* with NULL it does nothing */

typedef struct KipRetargetFoot {
    int body;
    int nstance;            /* how often it comes to stand */
    double slide_speed;     /* m/s: mean horizontal speed of its lowest point while it stands below 3 cm */
    double slide;           /* m: the way that point slides, mean over stances */
    double lowest, highest; /* m: of its lowest point while it stands; 0 without a stance */
    double knee,
        knee_of_bone; /* rad/s: the fastest that what carries it turns, in the motion and in the clip */
} KipRetargetFoot;

typedef struct KipRetargetReport {
    double scale;
    int njoint;
    double *mean, *most; /* [njoint] rad: the angle by which the joints that share a turn fail to make it */
    int worst;           /* the joint with the greatest `most`; -1 where none is set */
    int nfoot;
    KipRetargetFoot *foot;
    int nbody, *body; /* bodies that move and follow no bone */
    int nbone, *bone; /* bones that no body follows */
    struct KipArena *arena;
} KipRetargetReport;

/* The caller destroys the motion, and clears the report (NULL: not wanted). mapping NULL: guessed. Frames
 * and period are the clip's; velocities are the spline's. KIP_BAD_INPUT as kip_mapping_guess, for a clip
 * without frames, and where names say nothing of any limb; KIP_BAD_USE for a mapping of another model. */
KipStatus kip_retarget(const KipClip *clip, const KipModel *model, const KipMapping *mapping,
                       KipMotion **motion, KipRetargetReport *report, KipError *error);
void kip_retarget_report_clear(KipRetargetReport *report); /* does nothing to a zeroed report */

#endif
