/* What the parts of stance control share. Internal.
 *
 * stance.c finds legs and saves; stance_bear.c is the law of legs that bear; stance_swing.c of those that do not.
 */
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
    KipVec3 lo, hi; /* the sole in the foot's frame, lo.z = hi.z its height: where it may press */
    double reach;   /* m: from the first joint to the foot's origin, along the bones */
} Leg;

/* Plain, saved as bytes. */
typedef struct StanceState {
    double when;                /* s: the last update */
    double height;              /* wanted, on its way to the goal's; NAN: none yet */
    double aim[2][LEG_NUMBERS]; /* angles and quaternions that a leg was held at last */
    KipVec3 hold[2];            /* where a foot stood when it bore last */
    int aims[2], holds[2];      /* whether they are known */
} StanceState;

struct KipStance {
    const KipModel *model;
    int root, trunk, foot[2]; /* trunk: the heaviest else that hangs on the root; 0: none */
    Leg leg[2];
    double mass, leg_mass[2], upper_mass;
    int nmoved, moved[2 * LEG_JOINTS + MOST_ROOT_JOINTS]; /* joints of legs and waist */
    KipIk *ik;
    double *q;       /* nq: scratch */
    double *below;   /* nbody, kg: a body with all that hangs on it */
    KipVec3 *centre; /* nbody: of that, times its mass; world */
    StanceState state;
    struct KipArena *arena;
    const KipAllocator *allocator;
};

/* One update's. */
typedef struct StanceNow {
    const KipDynamics *d;
    const double *q, *v, *force; /* force: nv, what drives gave over the last step */
    const KipStanceGoal *goal;
    KipDrives drives;
    double g, period;
    double bears[2]; /* how much of a leg is moved by forces: 1; by place: 0 */
} StanceNow;

/* An axis of a joint, world: its direction and a point on it. */
typedef struct StanceAxis {
    KipVec3 a, p;
    int dof;
} StanceAxis;
/* Of a body's joints; returns how many. */
int kip_stance_axes(const KipStance *stance, const StanceNow *now, int body, StanceAxis axis[6]);
/* The torque about an axis of a body that holds up all that hangs there. */
double kip_stance_weight(const KipStance *stance, const StanceNow *now, int body, const StanceAxis *axis);

/* Feed-forward torques of legs and waist; sets now->bears. share: of the feet. */
void kip_stance_bear(KipStance *stance, StanceNow *now);
/* Adds what holds the legs that do not bear, or not much, in their places. */
void kip_stance_swing(KipStance *stance, StanceNow *now);

#endif
