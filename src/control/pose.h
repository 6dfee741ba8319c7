/* Target poses (DCT.1) and sequences of them (DCT.5): for each joint a target and factors of its gains.
 *
 *     KipPoseSet *set = kip_pose_set_create(NULL);
 *     status = kip_pose_file_read(set, "skeleton37.pose", &error);
 *     status = kip_pose_get(set, "Crouch", &pose, &error);
 *     status = kip_pose_apply(model, 0, model->njoint, "", &set->pose[pose], gain, damping, 1, drives,
 *                             &error);
 *
 * A pose has targets for the joints it names; all others go to the model's reference configuration.
 * Names are words: no blank, no control character and no '#' in them, upper and lower case differ.
 */
#ifndef KIP_CONTROL_POSE_H
#define KIP_CONTROL_POSE_H

#include "../dynamics/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The target of one joint in a pose. */
typedef struct KipPoseTarget {
    const char *joint; /* without a character's prefix; not `gain`, `pose` or `sequence` */
    bool ball;         /* quat is the target, else angle */
    double angle;      /* rad; slides: m */
    KipQuat quat;      /* child to parent, of any length but 0 */
    double gain;       /* k_sp of this joint, >= 0; NaN: the pose's */
    double damping;    /* N m s/rad, >= 0; NaN: follows from the gains, see kip_pose_apply */
    KipPlace place;
    /* filled */
    bool inherited; /* whether it comes from the pose that this one begins from, unchanged */
} KipPoseTarget;

typedef struct KipPose {
    const char *name; /* unique among poses; not `pose`, `sequence` or `repeat` */
    const char *from; /* the pose whose joints and gain it begins with; NULL for none */
    double gain;      /* k_sp of the whole, >= 0; NaN: of `from`, else 1. Filled: never NaN */
    int ntarget;
    const KipPoseTarget *target; /* no joint twice; filled: with those of `from` */
    KipPlace place;
} KipPose;

/* What ends a stage of a sequence. */
typedef enum KipTransition {
    KIP_STAY,        /* nothing: a last stage */
    KIP_AFTER,       /* `value` seconds in this stage */
    KIP_CONTACT,     /* a and b touch */
    KIP_CONTACT_OFF, /* a and b do not touch */
    KIP_BELOW,       /* sensor a reads less than `value` */
    KIP_ABOVE,       /* more */
    KIP_SCRIPT       /* condition a is true */
} KipTransition;

typedef struct KipStage {
    const char *pose;
    KipTransition transition;
    const char *a, *b; /* NULL where the transition has none */
    double value;      /* s; the sensor's unit */
    double within;     /* s: longest duration of the stage, > 0, infinity by default; not with KIP_AFTER */
    KipPlace place;
    /* filled */
    int index; /* of the pose */
} KipStage;

typedef struct KipSequence {
    const char *name; /* unique among sequences */
    bool repeat;      /* after the last stage comes the first, else the last pose stays */
    int nstage;       /* 1 or more; all but the last have a transition, the last too where it repeats */
    const KipStage *stage;
    KipPlace place;
} KipSequence;

/* All poses and sequences of a character, in the order in which they came. */
typedef struct KipPoseSet {
    int npose, nsequence;
    KipPose *pose;
    KipSequence *sequence;
    struct KipPoseMemory *memory;
} KipPoseSet;

/* An empty one; NULL when out of memory. The allocator must outlive it. */
KipPoseSet *kip_pose_set_create(const KipAllocator *allocator);
/* With NULL it does nothing. */
void kip_pose_set_destroy(KipPoseSet *set);

/* Adds a copy. The pose that it begins from, or the poses of its stages, must be in the set already.
 * KIP_BAD_INPUT with the definition's place for a name that exists (with both places) or is no word, for a
 * joint that is named twice, and for numbers out of bounds. The set may move its arrays; indices stay. */
KipStatus kip_pose_set_add(KipPoseSet *set, const KipPose *pose, KipError *error);
KipStatus kip_pose_set_add_sequence(KipPoseSet *set, const KipSequence *sequence, KipError *error);
/* Whether two poses are equal: in the pose that they begin with, the gain, and their own targets in any
 * order. */
bool kip_pose_is_same(const KipPose *a, const KipPose *b);
/* Removes all but the first npose poses and nsequence sequences; for readers that fail. */
void kip_pose_set_cut(KipPoseSet *set, int npose, int nsequence);

/* The index of a pose or sequence by its name. KIP_BAD_INPUT for an unknown one, with the most similar name
 * that there is. */
KipStatus kip_pose_get(const KipPoseSet *set, const char *name, int *pose, KipError *error);
KipStatus kip_pose_get_sequence(const KipPoseSet *set, const char *name, int *sequence, KipError *error);

/* Whether kip_pose_apply would accept the pose: its joints must exist in the model and be of the right
 * kind. */
KipStatus kip_pose_check(const KipModel *model, int first_joint, int njoint, const char *prefix,
                         const KipPose *pose, KipError *error);

/* Writes target, rate, stiffness and damping of joints [first_joint, first_joint + njoint), free joints left
 * out; limits and feed-forward stay as they are. The pose's joint X is the model's `prefix`X. By DCT.3
 *
 *     rate = 0    stiffness = joint_gain global_gain k_sp    damping = joint_damping sqrt(global_gain k_sp)
 *
 * which keeps each joint's damping ratio; a damping that the pose gives holds as it is. joint_gain (N m/rad
 * or N/m) and joint_damping are nv numbers, such as kip_hold_gains gives, and not the drives' own. Targets are
 * as written: beyond a limit too. KIP_BAD_INPUT where the pose names a joint that is not there, or gives a
 * ball an angle; nothing is written then. */
KipStatus kip_pose_apply(const KipModel *model, int first_joint, int njoint, const char *prefix,
                         const KipPose *pose, const double *joint_gain, const double *joint_damping,
                         double global_gain, KipDrives drives, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
