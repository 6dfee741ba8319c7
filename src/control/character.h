/* A character: the bodies and joints of one tree, held and moved by what scripts and programs ask of it (DCT.5).
 *
 *     KipCharacterDef def = {.sim = sim, .root = pelvis, .prefix = "", .poses = poses};
 *     kip_character_create(&def, &character, &error);
 *     kip_character_set_target_pose(character, "Crouch", 0.5, &error);
 *     kip_character_attach(character, hand, ball, &error);
 *     every control period:
 *         kip_character_update(character, kip_sim_time(sim), &error);
 *         ... steps ...
 *
 * It fills the simulation's drives, constraints, masks and springs, and has no forces of its own. Bodies are
 * indices of the model. Not to be used by two threads at once.
 */
#ifndef KIP_CONTROL_CHARACTER_H
#define KIP_CONTROL_CHARACTER_H

#include "beat.h"
#include "carry.h"
#include "ik.h"
#include "play.h"
#include "pose.h"
#include "stance.h"
#include "track.h"
#include "velocity.h"
#include "wbc.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipCharacter KipCharacter;

typedef struct KipCharacterDef {
    KipSim *sim;             /* must outlive it */
    int root;                /* body: a child of the world */
    const char *prefix;      /* of its bodies' and joints' names: "robot/", or ""; copied */
    const KipPoseSet *poses; /* must outlive it and not lose poses; NULL: none */
    const KipAllocator *allocator;
    const KipCharacter
        *other;    /* of the same simulation, whose gains, which are of all joints, it shares; it must outlive
                                * this one; NULL: none */
    double period; /* s, of control: how often it is updated; 0: each step; INFINITY: never */
} KipCharacterDef;

/* Takes joint gains k_sj and their dampings from the joints' strengths, as kip_hold_gains does. Drives stay as they
 * are. */
KipStatus kip_character_create(const KipCharacterDef *def, KipCharacter **character, KipError *error);
void kip_character_destroy(KipCharacter *character); /* with NULL it does nothing */

const char *kip_character_prefix(const KipCharacter *character);
int kip_character_root(const KipCharacter *character);
double kip_character_mass(const KipCharacter *character);        /* kg */
bool kip_character_has(const KipCharacter *character, int body); /* is it one of its own? */
/* Its joints [*first, *first + n), the root's among them; returns n. */
int kip_character_joints(const KipCharacter *character, int *first);
const KipPoseSet *kip_character_poses(const KipCharacter *character);

/* -- poses ----------------------------------------------------------------------------------------------------- */

/* seconds NaN: the pose is the target now, and what was queued is gone. Else it is queued behind what is queued, unless
 * it repeats the last entry, and when its turn comes the targets move to it within `seconds` (a cubic, at rest at
 * both ends; on the beat see below). KIP_BAD_INPUT for a pose that is not known or does not fit; KIP_BAD_USE when the queue is full. */
KipStatus kip_character_set_target_pose(KipCharacter *character, const char *name, double seconds,
                                        KipError *error);
/* A pose by its name, which fits: its index among kip_character_poses. KIP_BAD_INPUT as above. */
KipStatus kip_character_get_pose(const KipCharacter *character, const char *name, int *pose, KipError *error);
/* The present pose becomes the target, its gains those of the joints; what was queued is gone. */
void kip_character_hold(KipCharacter *character);
/* No drive does anything; what was queued is gone. */
void kip_character_relax(KipCharacter *character);
/* One joint's target from now on, its nq coordinates (rad, m, a ball's quaternion of any length but 0); stiffness and
 * damping NaN: k_sj k_sg and its damping. The joint is one of this character and not free; a queued pose overrides it
 * when its turn comes. */
KipStatus kip_character_set_target(KipCharacter *character, int joint, const double *q, double stiffness,
                                   double damping, KipError *error);
/* k_sg, 1 at the start: from the next pose on. */
void kip_character_set_gain(KipCharacter *character, double gain);
/* Once a control period: the queue moves on; on the beat, gains and torques anew. */
KipStatus kip_character_update(KipCharacter *character, double time, KipError *error);
/* The pose that is the target now, or was last; -1: none yet. */
int kip_character_pose(const KipCharacter *character);

/* -- on the beat (OTB) ------------------------------------------------------------------------------------------ */

/* From now on joints move by timed control (beat.h), within their strengths: when a queued pose's turn comes, the joints
 * that it names get key-frames at its end, and all others stay as they are; the next pose begins exactly then. What was
 * reached is held. Whatever sets a joint's target otherwise (a pose at once, kip_character_set_target, inverse
 * kinematics, hold, relax) takes it off the beat. The definition's model does not count; another definition's
 * time constants hold from the next key-frame on, all else at once. NULL: no longer; joints keep their last targets with gains of their own. */
KipStatus kip_character_set_beat(KipCharacter *character, const KipBeatDef *def, KipError *error);
bool kip_character_is_on_beat(const KipCharacter *character);

/* VBC: the same by velocity control (velocity.h): key-frames of poses, keys and motions, reached by its rates. What holds of
 * timed control above and below holds of it too, but for beat_state and misses. */
KipStatus kip_character_set_velocity(KipCharacter *character, const KipVelocityDef *def, KipError *error);
bool kip_character_is_by_velocity(const KipCharacter *character);
KipVelocityState kip_character_velocity_state(const KipCharacter *character);

/* A joint of its own is to be at q (its nq coordinates) in so many seconds from now, by timed or velocity control; keys
 * that come later take over. KIP_BAD_USE where it keeps no times. */
KipStatus kip_character_reach(KipCharacter *character, int joint, const double *q, double seconds,
                              KipError *error);

/* OTB 5.1: a hinge or slide of its own is to be at this angle (rad, m) with this rate at a time (s), after those it was
 * given before; until the last of them it is not taken by poses. KIP_BAD_USE off the beat, for a time that is not after
 * the one before and after now, and when there are more than 256. */
KipStatus kip_character_add_key(KipCharacter *character, int joint, double angle, double rate, double time,
                                KipError *error);

/* OTB 5.3: motions of the simulation's model that it can follow; they must outlive it. Returns the motion's number, -1:
 * there are 16 already. */
int kip_character_add_motion(KipCharacter *character, const KipMotion *motion);
/* All joints but those with keys follow the motion (track.h) from now on, from `start` (s) of it; what is given to a
 * joint later takes it off. KIP_BAD_USE off the beat. */
KipStatus kip_character_follow(KipCharacter *character, int motion, const KipTrackDef *def, double start,
                               KipError *error);
/* KIP_BAD_USE where it follows nothing. */
KipStatus kip_character_set_tension(KipCharacter *character, double seconds, KipError *error);
void kip_character_perturb(KipCharacter *character);           /* kip_track_perturb */
double kip_character_perturbed(const KipCharacter *character); /* kip_track_perturbed */

/* Of the last update: m, ks, kd, torque; nv of the model. */
KipBeatState kip_character_beat_state(const KipCharacter *character);
/* OTB.12: the key-frames of poses and keys that were found to be too early, the newest last; returns how many, the last
 * 64 at most. */
int kip_character_misses(const KipCharacter *character, const KipBeatFailure **misses);

/* -- as a motion does (HYB) ------------------------------------------------------------------------------------- */

/* The joints (njoint of its own, NULL: all) move as the motion that was added under this number does (play.h) from now on,
 * the root's among them: they push and carry, and take no forces. What takes a joint otherwise, and hold and relax, let it
 * go; it then has the coordinates and rates that the motion gave it. */
KipStatus kip_character_play(KipCharacter *character, int motion, const KipPlayDef *def,
                             const unsigned char *joints, KipError *error);
bool kip_character_is_playing(const KipCharacter *character);
const KipPlay *kip_character_clip(const KipCharacter *character); /* NULL: it plays nothing */

/* -- on its feet ------------------------------------------------------------------------------------------------ */

/* Stance control (stance.h) of a character whose model names two feet; KIP_BAD_USE else. */
KipStatus kip_character_stance_goal(const KipCharacter *character, KipStanceGoal *goal, KipError *error);
/* Legs and waist do what the goal says for a control period (s). */
KipStatus kip_character_stand(KipCharacter *character, const KipStanceGoal *goal, double period,
                              KipError *error);
const KipStance *kip_character_legs(const KipCharacter *character); /* NULL: no two feet */

/* Gravity compensation from what it lies, kneels or leans on (carry.h), times a gain, for a control period (s); called
 * each. Gain 0 ends it. */
void kip_character_carry(KipCharacter *character, double gain, double period);

/* -- carrying itself -------------------------------------------------------------------------------------------- */

/* Whole-body control (wbc.h) of a character whose root has a free joint; KIP_BAD_USE else. From the first link that bears on it
 * moves all joints, whose targets become the wished posture, until a pose at once, hold, relax, stance control, timed or
 * velocity control take them. */
KipStatus kip_character_bear(KipCharacter *character, int link, KipError *error);
void kip_character_release(KipCharacter *character, int link, double seconds);
KipStatus kip_character_set_task(KipCharacter *character, const KipWbcTask *task, KipError *error);
void kip_character_end_task(KipCharacter *character, KipWbcKind kind, int link);
const KipWbc *kip_character_wbc(const KipCharacter *character); /* NULL: no free root */

/* -- inverse kinematics ---------------------------------------------------------------------------------------- */

/* Writes into the targets the angles that take `point` of `link` to `position` (world), by the chain up to the trunk:
 * the nearest ancestor that carries more than one limb. link -1: that of the last attachment, and then point NULL is the
 * centre of what it holds; else NULL is the link's origin. orientation (of the link, world) may be NULL. The search
 * starts from the present targets; result may be NULL. A position out of reach gives the nearest pose: no error. */
KipStatus kip_character_set_ik_target(KipCharacter *character, KipVec3 position, int link,
                                      const KipVec3 *point, const KipQuat *orientation, KipIkResult *result,
                                      KipError *error);

/* -- attachments ----------------------------------------------------------------------------------------------- */

/* A weld of the object's body to the link, as they stand now; momentum does not jump but for what stops their motion
 * against each other. Attached twice is once. */
KipStatus kip_character_attach(KipCharacter *character, int link, int object, KipError *error);
void kip_character_detach(KipCharacter *character, int link, int object); /* what is not attached: nothing */
bool kip_character_is_attached(const KipCharacter *character, int link, int object);

/* -- modified physics ------------------------------------------------------------------------------------------ */

/* The foot joint of VBC: the link stays where it is, or where its origin `at` (world, m) and its axes `turn` are to be (NULL:
 * as they are), a gap is closed by 1 mm and 1 mrad a step; meanwhile contacts do not act on it and on what it carries. Planted
 * again it is planted anew. */
KipStatus kip_character_plant(KipCharacter *character, int link, const KipVec3 *at, const KipQuat *turn,
                              KipError *error);
void kip_character_unplant(KipCharacter *character, int link); /* what is not planted: nothing */
bool kip_character_is_planted(const KipCharacter *character, int link);
/* What holds it, over the last step: force (N) and torque (N m) at the link's origin, world axes; zero where nothing does. */
void kip_character_plant_force(const KipCharacter *character, int link, KipVec3 *force, KipVec3 *torque);

/* The root stays in the vertical plane through it that faces where it faces now, and turns about that plane's normal
 * alone; off: it moves in 3-D again. */
KipStatus kip_character_set_planar(KipCharacter *character, bool on, KipError *error);
bool kip_character_is_planar(const KipCharacter *character);
/* Bits of axes, 1 2 4: along world x y z, 8 16 32: about them. The velocity of the link's centre of mass (rad/s: its
 * spin) stays what it is now, so that its acceleration is null, or becomes `velocity` where that is not NaN. Locks of
 * the link that were there are replaced; axes 0: none any more. */
KipStatus kip_character_lock(KipCharacter *character, int link, unsigned axes, double velocity,
                             KipError *error);

/* -- what can be asked ----------------------------------------------------------------------------------------- */

KipVec3 kip_character_com(const KipCharacter *character);          /* m */
KipVec3 kip_character_com_velocity(const KipCharacter *character); /* m/s */
KipVec3 kip_character_facing(const KipCharacter *character);       /* the root's x axis, unit, world */
KipVec3 kip_character_up(const KipCharacter *character);           /* its z axis */

/* Everything mutable but the simulation, as bytes. A load that fails changes nothing: KIP_BAD_INPUT for bytes that are not of
 * this character, or damaged. */
size_t kip_character_save_size(const KipCharacter *character);
void kip_character_save(const KipCharacter *character, void *bytes);
KipStatus kip_character_load(KipCharacter *character, const void *bytes, size_t size, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
