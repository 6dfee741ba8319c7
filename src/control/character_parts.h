/* What the parts of a character share. Internal.
 *
 * character.c makes, describes and saves one; character_pose.c sets targets and moves through the queue of poses,
 * character_beat.c does so on the beat; character_stance.c is legs that bear and step, character_bear.c whole-body control, character_reach.c inverse kinematics and attachments, character_modify.c
 * modified physics.
 */
#ifndef KIP_CONTROL_CHARACTER_PARTS_H
#define KIP_CONTROL_CHARACTER_PARTS_H

#include "character.h"
#include "fields.h"
#include "muscle.h"

enum {
    MOST_QUEUED = 32,
    MOST_HELD = 8,
    MOST_LOCKED = 24,
    MOST_PLANTED = 8,
    MOST_KEYS = 256,
    MOST_MISSES = 64,
    MOST_MISSED = 4,
    MOST_MOTIONS = 16
};

typedef struct Queued {
    int pose, unused;
    double seconds;
} Queued;

typedef struct Held {
    int link, object, id, unused;
    KipVec3 centre; /* of the object, in the link's frame */
} Held;

typedef struct Locked {
    int link, id;
} Locked;

/* A key-frame of one joint. */
typedef struct Key {
    int joint, begun;         /* begun: the joint is moving to it */
    double angle, rate, time; /* rad, rad/s, s; slides: m */
} Key;

/* What brings joints to their key-frames at their times. */
typedef enum Timing { TIMING_NONE, TIMING_BEAT, TIMING_VELOCITY } Timing;

/* A link whose target inverse kinematics did not reach, though it searched. */
typedef struct Missed {
    int link;    /* 0: none */
    int follows; /* how often the target was followed since, without a search */
    double away; /* m: its distance then, with turns weighted as in inverse kinematics */
} Missed;

/* The owner of a joint: exactly one at a time, the last that took it. Owners from OWNER_POSE to OWNER_MOTION move it by
 * key-frames, at their times (Timing). While whole-body control is on it moves all joints, and their owners set the posture
 * that it tracks. */
typedef enum Owner {
    OWNER_TARGET, /* a drive to the target set; the default */
    OWNER_QUEUE,  /* a queued pose moves the target */
    OWNER_POSE,   /* key-frames of queued poses */
    OWNER_KEY,    /* of its own */
    OWNER_MOTION, /* of a motion that is followed */
    OWNER_STANCE, /* legs that bear or step */
    OWNER_CLIP,   /* a motion that is played: the joint is prescribed */
    OWNERS
} Owner;

static inline bool owner_keeps_time(Owner owner)
{
    return owner >= OWNER_POSE && owner <= OWNER_MOTION;
}

/* All that changes but the targets of the move under way and what each joint follows; saved as bytes. */
typedef struct State {
    double gain;
    double begun; /* the first queued pose, s; where moving */
    Queued last;  /* what was queued last; pose -1: nothing since the queue was cleared */
    int pose;     /* the target now */
    int moving;   /* whether the first queued pose is under way */
    int nqueue, nheld, nlocked;
    int planar[2]; /* constraints, or -1 */
    int timing;    /* Timing */
    int nkey, nmiss;
    int motion; /* that is followed, or -1 */
    int nplanted;
    int playing, played; /* motions: that is played, and the one before, while a window lasts; or -1 */
    int unused;
    Queued queue[MOST_QUEUED];
    Held held[MOST_HELD];
    Locked locked[MOST_LOCKED];
    Locked planted[MOST_PLANTED];
    Key key[MOST_KEYS]; /* in the order in which they came: of each joint by time */
    KipBeatFailure miss[MOST_MISSES];
    Missed missed[MOST_MISSED];
} State;

/* Of each joint; saved as bytes. */
typedef struct Follower {
    int owner; /* Owner */
    int nkey;  /* of its keys that are not over */
} Follower;

struct KipCharacter {
    KipSim *sim;
    const KipModel *model;
    const char *prefix, *name; /* name: for messages */
    const KipPoseSet *poses;
    int root, first_joint, njoint, first_q, nq;
    double mass;
    KipDrives hold;         /* joint gains, their dampings and limits, of all joints of the model */
    int *foot, nfoot;       /* of all characters */
    bool borrows;           /* hold, foot, dynamics and ik are another character's */
    double *from, *to;      /* nq: targets of the move under way */
    Follower *follower;     /* njoint */
    double *scratch;        /* nq of the model */
    int *chain;             /* njoint of the model */
    unsigned char *follows; /* njoint of the model: scratch */
    double *clip_v[2];      /* nv of the model: scratch */
    KipDynamics *dynamics;  /* of all laws, set before each use */
    KipIk *ik;
    KipKeys *keys;
    KipBeat *beat;
    KipVelocity *velocity;
    KipTrack *track;
    KipPlay *play;
    KipCarry *carry;
    KipStance *stance; /* NULL: no two feet */
    KipWbc *wbc;       /* NULL: no free root */
    KipMuscle muscle;
    double period; /* s, of control */
    int nmotion;
    const KipMotion *motion[MOST_MOTIONS];
    State state;
    struct KipArena *arena;
};

/* -- character_law.c --------------------------------------------------------------------------------------- */

/* A control law: its part in a control period, and in the transfer of one of its joints to another. NULL: nothing to do. */
typedef struct ControlLaw {
    const char *name;
    /* In kip_character_update, before any law updates: ends expired commands, and claims joints. */
    KipStatus (*begin)(KipCharacter *character, double time, KipError *error);
    /* Computes gains, targets and torques for the period. Those of bearing legs are computed when requested. */
    KipStatus (*update)(KipCharacter *character, double time, KipError *error);
    /* Ends the law's effect on the joint; gains and target remain. */
    void (*leave)(KipCharacter *character, int joint);
    /* Lists its mutable data, for kip_character_fields. */
    void (*list)(KipCharacter *character, KipPass *pass);
} ControlLaw;

/* In the order in which they begin, are updated and saved. */
enum { CONTROL_LAWS = 5 };
extern const ControlLaw kip_control_law[CONTROL_LAWS];

/* From now on the joint is this owner's; the law of the one before leaves it. Every word that moves joints takes them. */
void kip_character_take(KipCharacter *character, int joint, Owner owner);
/* All joints of the character, but for free ones, become their targets' again, and the motion is left. */
void kip_character_take_all(KipCharacter *character);
Owner kip_character_owner(const KipCharacter *character, int joint);

/* -- character_pose.c -------------------------------------------------------------------------------------- */

/* Moves on in the queue of poses. */
KipStatus kip_character_move_on(KipCharacter *character, double time, KipError *error);
/* Gains of a joint's own, the pose's gain 1 (DCT.3). */
void kip_character_own_gains(KipCharacter *character, const KipJoint *joint, KipDrives drives);

/* -- character_bear.c -------------------------------------------------------------------------------------- */

/* Whole-body control ends, if it was on; gains and targets stay as they are. */
void kip_character_leave_bearing(KipCharacter *character);

/* -- character_clip.c -------------------------------------------------------------------------------------- */

/* The joints that the motion has are where it is at this time. */
KipStatus kip_character_move_as_clip(KipCharacter *character, double time, KipError *error);
/* The joint moves by forces again, on from where it is. */
void kip_character_leave_clip(KipCharacter *character, int joint);

/* -- character_beat.c -------------------------------------------------------------------------------------- */

/* Key-frames for the joints of a pose, but those with keys of their own, at `end`. */
KipStatus kip_character_begin_pose(KipCharacter *character, int pose, double end, double time,
                                   KipError *error);
/* The joint's keys are gone, and so are feed-forward and rate, if it moved to a key-frame. */
void kip_character_leave_keys(KipCharacter *character, int joint);
/* Ends the following of a motion. */
void kip_character_leave_motion(KipCharacter *character);
/* The keys that are over go; then, once the queue has moved on: the next ones, the motion, gains and torques. */
KipStatus kip_character_end_keys(KipCharacter *character, double time, KipError *error);
KipStatus kip_character_keep_time(KipCharacter *character, double time, KipError *error);

#endif
