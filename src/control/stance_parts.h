/* Shared by the files of stance control. Internal.
 *
 * stance.c finds legs and saves; stance_bear.c is the law of legs that bear, stance_swing.c that of the others. */
#ifndef KIP_CONTROL_STANCE_PARTS_H
#define KIP_CONTROL_STANCE_PARTS_H

#include "../dynamics/quat.h"
#include "../dynamics/vec3.h"
#include "ik.h"
#include "stance.h"

enum { MOST_ROOT_JOINTS = 6 }; /* of one body */
enum { LEG_BODIES = 8, LEG_JOINTS = 16, LEG_NUMBERS = 4 * LEG_JOINTS };

/* From the root's child to the foot. */
typedef struct Leg {
    int nbody, body[LEG_BODIES];
    int njoint, joint[LEG_JOINTS];
    KipVec3 lo, hi; /* the sole, foot frame; lo.z = hi.z is its height */
    double reach;   /* m: length from the first joint to the foot's origin along the bones */
} Leg;

/* Mutable data without pointers, saved as bytes. */
typedef struct StanceState {
    double when;                /* s: time of the last update */
    double height;              /* wanted, approaching the goal's; NAN: none yet */
    double aim[2][LEG_NUMBERS]; /* last targets of a leg, angles and quaternions */
    KipVec3 hold[2];            /* last place of a bearing foot */
    int aims[2], holds[2];      /* whether these are set */
} StanceState;

struct KipStance {
    const KipModel *model;
    int root, trunk, foot[2]; /* trunk: the heaviest other child of the root; 0: none */
    Leg leg[2];
    double mass, leg_mass[2], upper_mass;
    int nmoved, moved[2 * LEG_JOINTS + MOST_ROOT_JOINTS]; /* joints of legs and waist */
    KipIk *ik;
    bool borrows_ik; /* it is another's */
    double *q;       /* [nq] scratch */
    double *below;   /* [nbody] kg: a body with all its descendants */
    KipVec3 *centre; /* [nbody] the centre of mass of that, times its mass; world */
    StanceState state;
    struct KipArena *arena;
    const KipAllocator *allocator;
};

/* Data of one update. */
typedef struct StanceNow {
    const KipDynamics *d;
    const double *q, *v, *force; /* force: [nv] of drives over the last step */
    const KipStanceGoal *goal;
    KipDrives drives;
    double g, period;
    double load[2];  /* N: contact force on each foot */
    double bears[2]; /* fraction of a leg's control by forces: 1; by position: 0 */
} StanceNow;

/* An axis of a joint, world: its direction and a point on it. */
typedef struct StanceAxis {
    KipVec3 a, p;
    int dof;
} StanceAxis;
/* The axes of a body's joints; returns their number. */
int kip_stance_axes(const KipStance *stance, const StanceNow *now, int body, StanceAxis axis[6]);
/* The torque about an axis of a body that supports the weight of all its descendants. */
double kip_stance_weight(const KipStance *stance, const StanceNow *now, int body, const StanceAxis *axis);

/* Feed-forward torques of legs and waist; sets now->bears. share: of the feet. */
void kip_stance_bear(KipStance *stance, StanceNow *now);
/* Adds the drives that hold the legs that do not bear, or bear little, in their places. */
void kip_stance_swing(KipStance *stance, StanceNow *now);

#endif
