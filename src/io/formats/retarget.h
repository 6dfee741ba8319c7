/* Retargets a recorded motion to a model: a tree of bodies on one free root, such as a person.
 *
 *     kip_retarget(clip, model, NULL, &motion, &report, &error);   // the mapping is guessed from names
 *     printf("worst: %s\n", model->joint[report.worst].name);
 *     kip_retarget_report_clear(&report);
 *     kip_motion_destroy(motion);
 *
 * A mapping assigns to a body the bone of the clip that it follows. The body's orientation in the world is
 *
 *     bone(t) bone(rest)^-1 alignment reference
 *
 * with `reference` its orientation in the model's reference configuration. The alignment first rotates the whole
 * model to the clip's figure at rest (by the line of the hips and the coordinate axis nearest to the spine).
 * A limb is then rotated by the smallest angle until its direction, from its joint to the next mapped one, is that of
 * the bone at rest, so that rest poses may differ. A foot's sole is level at rest or at right angles to the shank,
 * whichever is flatter while the foot stands in the clip, and the foot is rotated about the sole's normal alone.
 *
 * Body by body from the root, the joints between a mapped body and those already set are found by least squares
 * (Levenberg and Marquardt, from the frame before), within their limits. Where they cannot make the rotation, the
 * direction of a limb has more weight than its twist, and the sole's normal more than a foot's heading. An
 * upper arm or a thigh whose joints cannot twist is solved together with its child. Joints of unmapped
 * bodies between mapped ones take part; other unmapped bodies stay as in the keyframe "stand", or at the
 * reference. Slides stay too.
 *
 * Hips follow the clip's, times the scale: the length of the model's legs over that of the clip's. The whole is then
 * raised or lowered, smoothly, so that feet that stand in the clip touch z = 0. A foot counts as standing while it is
 * low and ankle or toes hardly move. Such feet are planted, and legs are solved for them (retarget_plant.c). Without feet
 * the lowest point of all frames touches z = 0. */
#ifndef KIP_IO_FORMATS_RETARGET_H
#define KIP_IO_FORMATS_RETARGET_H

#include "../../control/motion.h"
#include "clip.h"

typedef struct KipMapping {
    int nbody;              /* the model's */
    int *bone;              /* of each body; -1: none */
    double scale;           /* of positions; 0: from the lengths of legs, or 1 without legs */
    struct KipArena *arena; /* holds the above */
} KipMapping;

/* Guesses a mapping from common names of parts and sides, in any spelling: Hips, lfemur, left_upper_arm, RightToeBase. A body
 * of another name takes the bone of that very name; so do all bodies, where each has such a bone. The body with the free
 * joint always has a bone. KIP_BAD_INPUT where the model does not have exactly one such body, or the clip has no bone or two
 * legs of one side. The caller destroys the mapping. */
KipStatus kip_mapping_guess(const KipClip *clip, const KipModel *model, KipMapping **mapping,
                            KipError *error);
/* Reads lines `BODY = BONE` and `scale S`; # begins a comment, and a bone's name extends to the line's end. Bodies not
 * named are unmapped; the one with the free joint must be named. KIP_BAD_INPUT with line and column; messages call the text
 * `file`. */
KipStatus kip_mapping_parse(const char *text, size_t size, const char *file, const KipClip *clip,
                            const KipModel *model, KipMapping **mapping, KipError *error);
/* The same from a file; "-" is stdin. */
KipStatus kip_mapping_read(const char *path, const KipClip *clip, const KipModel *model, KipMapping **mapping,
                           KipError *error);
void kip_mapping_destroy(KipMapping *mapping); /* with NULL it does nothing */

typedef struct KipRetargetFoot {
    int body;
    int nstance;               /* number of stances */
    double slide_speed;        /* m/s: mean horizontal speed of its lowest point while it stands below 3 cm */
    double slide;              /* m: distance that point slides in a stance, mean */
    double lowest, highest;    /* m: of its lowest point while it stands; 0 without a stance */
    double knee, knee_of_bone; /* rad/s: fastest turn of the shank, in the motion and in the clip */
} KipRetargetFoot;

typedef struct KipRetargetReport {
    double scale;
    double metres; /* the clip's unit: where each body has a bone of its name, by the model's size */
    int up;        /* the clip's axis that points up, by the model's rest likewise */
    int njoint;
    double *mean, *most; /* [njoint] rad: final error of the body's orientation or, if more, of the hinge */
    int worst;           /* the joint with the greatest `most`; -1 where none is set */
    int nfoot;
    KipRetargetFoot *foot;
    int nbody, *body; /* bodies that move without a bone */
    int nbone, *bone; /* bones without a body */
    struct KipArena *arena;
} KipRetargetReport;

/* Retargets the clip. The caller destroys the motion and clears the report, which may be NULL. With `mapping` NULL it is
 * guessed. Frames and period are the clip's; velocities are the spline's. KIP_BAD_INPUT as kip_mapping_guess, for a clip
 * without frames, where names match less than a third of the bodies, and where the hips move faster than 100 m/s; KIP_BAD_USE for a mapping of another model. */
KipStatus kip_retarget(const KipClip *clip, const KipModel *model, const KipMapping *mapping,
                       KipMotion **motion, KipRetargetReport *report, KipError *error);
void kip_retarget_report_clear(KipRetargetReport *report); /* does nothing to a zeroed report */

#endif
