/* Whole-body control: balance and posture of a body on any contacts: feet, hands, knees, seat or back.
 *
 *     KipWbcDef def = {.model = model, .root = pelvis, .dynamics = dynamics};
 *     kip_wbc_create(&def, &wbc, &error);
 *     kip_wbc_bear(wbc, sim, foot_l, &error), kip_wbc_bear(wbc, sim, foot_r, &error);
 *     every control period:
 *         KipWbcTask task = {.kind = KIP_WBC_COM, .position = over_the_feet, .weight = NAN};
 *         kip_wbc_set_task(wbc, &task, &error);
 *         kip_wbc_update(wbc, sim, period);
 *
 * An update has two parts, forces first (after Macchietto, Zordan, Shelton 2009, and de Lasa, Mordatch, Hertzmann 2010):
 *
 *     1. accelerations a for the tasks, by one damped least squares, as if the ground gave any force; the six rows of M a + h at
 *        the root are then the wanted wrench;
 *     2. contact forces f in friction cones whose wrench is nearest to that one, by a small non-negative least squares; where
 *        they fall short, accelerations again under the wrench of f.
 *
 * Torques are tau = M a + h - J' f. An axis that would need more than its strength is fixed at it, and both parts are computed
 * once more. The tasks lose what cannot be achieved: kip_wbc_lack returns how much of each. Where a muscle (muscle.h) gives a
 * torque only some periods later, forces that need less of it are preferred, with less weight; nothing is planned further ahead.
 *
 * Contacts are data: a link, its lowest corners, the normal and motion of the supporting surface, friction, the largest load. They
 * are measured at each update, so the support may tilt and move. A supporting link without contact yet is moved towards the place
 * where it would touch. One that is nearly horizontal is laid flat, unless a task of its own gives its orientation: it then rolls
 * over the corners that are lowest in it, as a foot does over its toes.
 *
 * The posture is the drives' targets. Gains scale with the body's size: lengths by L, the height of its centre of mass in the
 * reference configuration, times by sqrt(L / g). Writes all drives below the root, which limit it as any other.
 */
#ifndef KIP_CONTROL_WBC_H
#define KIP_CONTROL_WBC_H

#include "../dynamics/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipWbc KipWbc;

enum { KIP_WBC_MOST_CONTACTS = 12, KIP_WBC_MOST_TASKS = 12 };

typedef struct KipWbcDef {
    const KipModel *model; /* must outlive it */
    int root;              /* body with a free joint, a child of the world */
    KipDynamics
        *dynamics; /* of the model; must outlive it; others may use it too, since every update sets it */
    const KipAllocator *allocator;
} KipWbcDef;

typedef enum KipWbcKind {
    KIP_WBC_COM, /* position and velocity of the centre of mass, with what it carries, relative to what bears */
    KIP_WBC_COP,   /* position of the total centre of pressure; of COM only the height counts then */
    KIP_WBC_PLACE, /* position and velocity of the link's origin, in the world */
    KIP_WBC_TURN   /* the orientation `turn` of the link's axes */
} KipWbcKind;

typedef struct KipWbcTask {
    KipWbcKind kind;
    int link;                   /* PLACE, TURN */
    KipVec3 position, velocity; /* world, m, m/s; TURN: velocity is the angular one, rad/s */
    KipVec3 acceleration;       /* m/s^2 (TURN: rad/s^2), added to the feedback of position and velocity */
    double
        rate; /* 1/s: rate of the critically damped feedback, at most 1 / period; 0: a slow one that follows from the body's size */
    KipQuat turn; /* body to world, of any length but 0 */
    double
        weight; /* against that of a joint's posture, 1; more than 0; NAN: 1e5 of COM, else 20; not of COP */
    double within; /* s: duration of PLACE and TURN, by minimum jerk; 0: by rate */
} KipWbcTask;

/* Makes whole-body control. KIP_BAD_INPUT where the root has no free joint, KIP_NO_MEMORY. */
KipStatus kip_wbc_create(const KipWbcDef *def, KipWbc **wbc, KipError *error);
void kip_wbc_destroy(KipWbc *wbc); /* with NULL it does nothing */

/* -- what bears ------------------------------------------------------------------------------------------------ */

/* Makes a link bear weight; the first one begins whole-body control. Nothing changes for a link that bears
 * already. KIP_BAD_USE for a link that is not of this character or has no geom, and beyond
 * KIP_WBC_MOST_CONTACTS. */
KipStatus kip_wbc_bear(KipWbc *wbc, const KipSim *sim, int link, KipError *error);
/* Releases a link: the force that it bears falls to 0 within `seconds`, and then the link is free. Does
 * nothing for a link that does not bear. */
void kip_wbc_release(KipWbc *wbc, int link, double seconds);
bool kip_wbc_bears(const KipWbc *wbc, int link); /* true also while it is being released */
bool kip_wbc_is_on(const KipWbc *wbc);           /* whether whole-body control is on */
/* Ends whole-body control and clears its contacts, tasks and memory; drives stay as they are. */
void kip_wbc_end(KipWbc *wbc);

/* -- tasks ----------------------------------------------------------------------------------------------------- */

/* Sets a task, which remains until it is changed and replaces one of the same kind and link. Without a task the centre of
 * mass is kept over the centre of support, at its height when control began. KIP_BAD_USE for a link that is not of this
 * character, for numbers that are not finite or invalid, and beyond KIP_WBC_MOST_TASKS. */
KipStatus kip_wbc_set_task(KipWbc *wbc, const KipWbcTask *task, KipError *error);
void kip_wbc_end_task(
    KipWbc *wbc, KipWbcKind kind,
    int link); /* of COM and COP the link is not read; does nothing where there is no such task */

/* Sets how firmly the joints that a link hangs on keep their posture against those of others, 1; it stays until it is changed or
 * control ends. KIP_BAD_USE for a link that is not of this character or is its root, and for a weight that is not more than 0. */
KipStatus kip_wbc_set_posture(KipWbc *wbc, int link, double weight, KipError *error);

/* -- control --------------------------------------------------------------------------------------------------- */

/* Writes the drives' torques for the simulation's present state, which stay for one period (s). Does
 * nothing while control is off. */
void kip_wbc_update(KipWbc *wbc, KipSim *sim, double period);

/* The part of a task's acceleration that the last update did not achieve: m/s^2, of TURN rad/s^2; 0 where
 * there is no such task. For COM it is defined without a task too. */
double kip_wbc_lack(const KipWbc *wbc, KipWbcKind kind, int link);

/* -- lengths --------------------------------------------------------------------------------------------------- */

/* Makes the body's own centre of mass and its velocity, world, those of it with what welds make it carry: that of its tasks.
 * NULL: not needed. */
void kip_wbc_laden(const KipWbc *wbc, const KipSim *sim, KipVec3 *com, KipVec3 *velocity);
/* The length from a limb's first joint to the link's origin along the bones, m: of a foot, the leg's
 * length. */
double kip_wbc_limb(const KipWbc *wbc, int link);
/* The middle of the link's lowest corners, world, m: of a standing foot, the middle of its sole. */
KipVec3 kip_wbc_base(const KipWbc *wbc, const KipSim *sim, int link);

#ifdef __cplusplus
}
#endif
#endif
