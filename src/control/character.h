/* A character: the bodies and joints of one tree, posed and moved by commands of scripts and programs (DCT.5).
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
    const KipPoseSet *poses; /* must outlive it, and poses must not be removed; NULL: none */
    const KipAllocator *allocator;
    const KipCharacter *
        other; /* a character of the same simulation whose joint gains and working memory this one shares; it must outlive this one; NULL: none */
    double period; /* s, of control: how often it is updated; 0: each step; INFINITY: never */
} KipCharacterDef;

/* Makes a character of the tree under a root. Joint gains k_sj and their dampings follow from the joints'
 * strengths, as in kip_hold_gains; drives stay as they are. KIP_BAD_USE for a root that is no child of the
 * world, KIP_NO_MEMORY. */
KipStatus kip_character_create(const KipCharacterDef *def, KipCharacter **character, KipError *error);
void kip_character_destroy(KipCharacter *character); /* with NULL it does nothing */

const char *kip_character_prefix(const KipCharacter *character);
int kip_character_root(const KipCharacter *character);
double kip_character_mass(const KipCharacter *character); /* kg */
bool kip_character_has(const KipCharacter *character,
                       int body); /* whether it is one of the character's bodies */
/* The character's joints are [*first, *first + n), with the root's; returns n. */
int kip_character_joints(const KipCharacter *character, int *first);
const KipPoseSet *kip_character_poses(const KipCharacter *character);

/* -- poses ----------------------------------------------------------------------------------------------------- */

/* Sets a target pose by its name. With `seconds` NaN the pose becomes the target at once and the queue of
 * poses is cleared. Else it is appended to the queue, unless it repeats the last entry, and when its turn
 * comes the targets move to it within `seconds` along a cubic that is at rest at both ends (with timed
 * control see below). KIP_BAD_INPUT for a pose that is unknown or does not fit the character; KIP_BAD_USE
 * when the queue is full. */
KipStatus kip_character_set_target_pose(KipCharacter *character, const char *name, double seconds,
                                        KipError *error);
/* The index of a pose that fits the character, by its name, among kip_character_poses. KIP_BAD_INPUT as
 * above. */
KipStatus kip_character_get_pose(const KipCharacter *character, const char *name, int *pose, KipError *error);
/* Makes the present pose the target, with the joints' own gains, and clears the queue. */
void kip_character_hold(KipCharacter *character);
/* Sets stiffness, damping, rate and feed-forward of the drives to 0, and clears the queue. */
void kip_character_relax(KipCharacter *character);
/* Sets the target of one joint, its nq coordinates (rad, m, a ball's quaternion of any length but 0). NaN
 * for stiffness and damping stands for k_sj k_sg and its damping. The joint must be one of this character
 * and not free. A queued pose replaces the target when its turn comes. */
KipStatus kip_character_set_target(KipCharacter *character, int joint, const double *q, double stiffness,
                                   double damping, KipError *error);
/* Sets k_sg, the gain of all joints, from the next pose on; 1 at the start. */
void kip_character_set_gain(KipCharacter *character, double gain);
/* To be called once a control period: moves on in the queue of poses and updates all control laws. */
KipStatus kip_character_update(KipCharacter *character, double time, KipError *error);
/* The pose that is the present target, or was the last one; -1: none yet. */
int kip_character_pose(const KipCharacter *character);

/* -- on the beat (OTB) ------------------------------------------------------------------------------------------ */

/* From now on joints move by timed control (beat.h), within their strengths: when a queued pose's turn comes, the joints
 * that it names get key-frames at its end, and all others stay as they are; the next pose begins exactly then. What was
 * reached is held. Whatever sets a joint's target otherwise (a pose at once, kip_character_set_target, inverse
 * kinematics, hold, relax) takes it off the beat. The definition's model does not count; another definition's
 * time constants hold from the next key-frame on, all else at once. NULL: no longer; joints keep their last targets with gains of their own. */
KipStatus kip_character_set_beat(KipCharacter *character, const KipBeatDef *def, KipError *error);
bool kip_character_is_on_beat(const KipCharacter *character);

/* The same by velocity control (VBC, velocity.h), which reaches the key-frames of poses, keys and motions
 * by its rates. The comments on timed control above and below hold for it too, except for
 * kip_character_beat_state and misses. */
KipStatus kip_character_set_velocity(KipCharacter *character, const KipVelocityDef *def, KipError *error);
bool kip_character_is_by_velocity(const KipCharacter *character);
KipVelocityState kip_character_velocity_state(const KipCharacter *character);

/* Sets a key-frame for one joint: timed or velocity control brings it to q (its nq coordinates) in so many
 * seconds from now; keys that are set later replace it. KIP_BAD_USE where neither control is on. */
KipStatus kip_character_reach(KipCharacter *character, int joint, const double *q, double seconds,
                              KipError *error);

/* Appends a key-frame (OTB 5.1) for a hinge or slide: an angle (rad, m) and a rate at a time (s), which
 * must be after its earlier keys and after the present time. Poses do not move the joint until its last
 * key-frame. KIP_BAD_USE without timed or velocity control, for another time, and when there are more than
 * 256. */
KipStatus kip_character_add_key(KipCharacter *character, int joint, double angle, double rate, double time,
                                KipError *error);

/* Adds a motion of the simulation's model, which must outlive the character, so that it can be followed
 * (OTB 5.3) or played. Returns its number, or -1 when there are 16 already. */
int kip_character_add_motion(KipCharacter *character, const KipMotion *motion);
/* Makes all joints without keys follow the motion (track.h), beginning at the time `start` (s) of it; a
 * joint leaves it when it is given another target. KIP_BAD_USE without timed or velocity control. */
KipStatus kip_character_follow(KipCharacter *character, int motion, const KipTrackDef *def, double start,
                               KipError *error);
/* Ends that. KIP_BAD_USE where no motion is followed. */
KipStatus kip_character_set_tension(KipCharacter *character, double seconds, KipError *error);
void kip_character_perturb(KipCharacter *character);           /* kip_track_perturb */
double kip_character_perturbed(const KipCharacter *character); /* kip_track_perturbed */

/* Quantities of the last update of timed control, nv of the model each: m, ks, kd, torque. */
KipBeatState kip_character_beat_state(const KipCharacter *character);
/* The key-frames of poses and keys that could not be reached in time (OTB.12), the newest last; returns
 * their number, at most the last 64. */
int kip_character_misses(const KipCharacter *character, const KipBeatFailure **misses);

/* -- as a motion does (HYB) ------------------------------------------------------------------------------------- */

/* The joints (njoint of its own, NULL: all) move as the motion that was added under this number does (play.h) from now on,
 * the root's among them: they push and carry, and take no forces. What takes a joint otherwise, and hold and relax, let it
 * go; it then has the coordinates and rates that the motion gave it. */
KipStatus kip_character_play(KipCharacter *character, int motion, const KipPlayDef *def,
                             const unsigned char *joints, KipError *error);
bool kip_character_is_playing(const KipCharacter *character);
const KipPlay *kip_character_clip(const KipCharacter *character); /* NULL: no motion is played */

/* -- on its feet ------------------------------------------------------------------------------------------------ */

/* Stance control (stance.h); KIP_BAD_USE for a character whose model does not name two feet. */
KipStatus kip_character_stance_goal(const KipCharacter *character, KipStanceGoal *goal, KipError *error);
/* Controls legs and waist by a goal for one control period (s). */
KipStatus kip_character_stand(KipCharacter *character, const KipStanceGoal *goal, double period,
                              KipError *error);
const KipStance *kip_character_legs(const KipCharacter *character); /* NULL: no two feet */

/* Gravity compensation from the contacts on which the character lies, kneels or leans (carry.h), times a
 * gain, for one control period (s); to be called in each period. Gain 0 ends it. */
void kip_character_carry(KipCharacter *character, double gain, double period);

/* -- carrying itself -------------------------------------------------------------------------------------------- */

/* Whole-body control (wbc.h) of a character whose root has a free joint; KIP_BAD_USE else. From the first link that bears on it
 * moves all joints, whose targets become the wished posture, until a pose at once, hold, relax, stance control, timed or
 * velocity control take them. */
KipStatus kip_character_bear(KipCharacter *character, int link, KipError *error);
void kip_character_release(KipCharacter *character, int link, double seconds);
KipStatus kip_character_set_task(KipCharacter *character, const KipWbcTask *task, KipError *error);
void kip_character_end_task(KipCharacter *character, KipWbcKind kind, int link);
KipStatus kip_character_set_posture(KipCharacter *character, int link, double weight, KipError *error);
const KipWbc *kip_character_wbc(const KipCharacter *character); /* NULL: no free root */

/* -- inverse kinematics ---------------------------------------------------------------------------------------- */

/* Writes into the targets the angles that take `point` of `link` to `position` (world), by the chain up to the trunk:
 * the nearest ancestor with more than one limb. link -1: that of the last attachment, and then point NULL is the
 * centre of the attached body; else NULL is the link's origin. orientation (of the link, world) may be NULL. The search
 * starts from the present targets; result may be NULL. A position out of reach gives the nearest pose: no error. */
KipStatus kip_character_set_ik_target(KipCharacter *character, KipVec3 position, int link,
                                      const KipVec3 *point, const KipQuat *orientation, KipIkResult *result,
                                      KipError *error);

/* -- attachments ----------------------------------------------------------------------------------------------- */

/* Welds the body of an object to a link in their present relative pose. The relative motion is stopped by
 * an impulse, which leaves the momentum of the whole as it is. Attaching twice has the effect of once. */
KipStatus kip_character_attach(KipCharacter *character, int link, int object, KipError *error);
void kip_character_detach(KipCharacter *character, int link,
                          int object); /* does nothing for a body that is not attached */
bool kip_character_is_attached(const KipCharacter *character, int link, int object);
/* Detaches the first of what is attached whose link or object is in the tree of bodies at root: which they were. False where
 * nothing is. */
bool kip_character_detach_tree(KipCharacter *character, int root, int *link, int *object);

/* -- modified physics ------------------------------------------------------------------------------------------ */

/* The foot joint of VBC: holds the link in its pose, or with its origin at `at` (world, m) and its axes at `turn` (NULL: the
 * present ones); a gap is closed by 1 mm and 1 mrad a step. Meanwhile contacts do not act on the link and its
 * descendants. A second call replaces the first. */
KipStatus kip_character_plant(KipCharacter *character, int link, const KipVec3 *at, const KipQuat *turn,
                              KipError *error);
void kip_character_unplant(KipCharacter *character,
                           int link); /* does nothing for a link that is not planted */
bool kip_character_is_planted(const KipCharacter *character, int link);
/* The mean wrench of the plant on the link over the last step: force (N) and torque (N m) at the link's
 * origin, world axes; zero where it is not planted. */
void kip_character_plant_force(const KipCharacter *character, int link, KipVec3 *force, KipVec3 *torque);

/* Constrains the root to the vertical plane through it in its present heading, and its rotation to the
 * normal of that plane; `on` false removes the constraint. */
KipStatus kip_character_set_planar(KipCharacter *character, bool on, KipError *error);
bool kip_character_is_planar(const KipCharacter *character);
/* Bits of axes, 1 2 4: along world x y z, 8 16 32: about them. The velocity of the link's centre of mass (about axes: its
 * angular velocity, rad/s) keeps its present value, so that its acceleration is zero, or becomes `velocity` where that is
 * not NaN. Replaces earlier locks of the link; axes 0 removes them. */
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
