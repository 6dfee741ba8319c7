/* Whole-body control: a body that carries itself on whatever touches, feet, hands, knees, seat or back.
 *
 *     KipWbcDef def = {.model = model, .root = pelvis};
 *     kip_wbc_create(&def, &wbc, &error);
 *     kip_wbc_bear(wbc, sim, foot_l, &error), kip_wbc_bear(wbc, sim, foot_r, &error);
 *     every control period:
 *         KipWbcTask task = {.kind = KIP_WBC_COM, .position = over_the_feet, .weight = NAN};
 *         kip_wbc_set_task(wbc, &task, &error);
 *         kip_wbc_update(wbc, sim, period);
 *
 * An update has two parts, forces first (after Macchietto, Zordan, Shelton 2009, and de Lasa, Mordatch, Hertzmann 2010):
 *
 *     1. accelerations a that do what the tasks want, by one damped least squares, as if the ground gave any force; what the root
 *        then needs is the wanted wrench, M a + h of its six rows;
 *     2. contact forces f in friction cones whose wrench is nearest to that one, by a small non-negative least squares; where
 *        they fall short, accelerations anew under the wrench that there is.
 *
 * Torques are tau = M a + h - J' f. An axis that would need more than its strength is fixed there, and both parts are done once
 * more. What cannot be had is taken from the tasks: kip_wbc_lack says from which. How fast muscles rise (muscle.h) is not planned
 * with: what they cannot give yet they give some periods later.
 *
 * Contacts are data: a link, its lowest corners, the normal and the motion of what bears it, friction, how much it may bear. They are
 * measured at each update, so what bears may tilt, move and be anywhere. A link that is to bear and touches nothing yet is moved
 * towards where it would. One that lies nearly flat is laid down, unless a task of its own says how it is to be turned: it then rolls
 * over the corners that are the lowest so, as a foot does over its toes.
 *
 * The posture is the drives' targets. Gains go with the body's size: lengths by L, the height of its centre of mass as it is
 * built, times by sqrt(L / g). Writes all drives under the root: within their limits, as all drives.
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
    const KipAllocator *allocator;
} KipWbcDef;

typedef enum KipWbcKind {
    KIP_WBC_COM, /* the centre of mass is to be at position and to move with velocity, seen from what bears */
    KIP_WBC_COP, /* all in all the ground is to push at position; of COM only the height counts then */
    KIP_WBC_PLACE, /* so is the link's origin, in the world */
    KIP_WBC_TURN   /* the link's axes are to be turned as `turn` */
} KipWbcKind;

typedef struct KipWbcTask {
    KipWbcKind kind;
    int link;                   /* PLACE, TURN */
    KipVec3 position, velocity; /* world, m, m/s; TURN: velocity is the angular one, rad/s */
    KipVec3 acceleration;       /* m/s^2 (TURN: rad/s^2), beside what position and velocity ask for */
    double
        rate; /* 1/s: what is off goes so fast, by a critically damped spring; 0: slowly, by the body's size */
    KipQuat turn; /* body to world, of any length but 0 */
    double
        weight; /* against that of a joint's posture, 1; more than 0; NAN: 1e5 of COM, else 20; not of COP */
    double within; /* s: PLACE and TURN are there in so long, by the least jerk squared; 0: by rate */
} KipWbcTask;

/* KIP_BAD_INPUT where the root has no free joint. */
KipStatus kip_wbc_create(const KipWbcDef *def, KipWbc **wbc, KipError *error);
void kip_wbc_destroy(KipWbc *wbc); /* with NULL it does nothing */

/* -- what bears ------------------------------------------------------------------------------------------------ */

/* The link bears from now on; one that does already keeps on. The first one begins whole-body control. KIP_BAD_USE for a
 * link that is not of this body or has no shape, and beyond KIP_WBC_MOST_CONTACTS. */
KipStatus kip_wbc_bear(KipWbc *wbc, const KipSim *sim, int link, KipError *error);
/* What it bears goes to zero within `seconds`; then it is free. Of one that does not bear: nothing. */
void kip_wbc_release(KipWbc *wbc, int link, double seconds);
bool kip_wbc_bears(const KipWbc *wbc, int link); /* also while it is let go */
bool kip_wbc_is_on(const KipWbc *wbc);           /* has whole-body control begun, and not ended? */
/* Contacts, tasks and what was remembered are forgotten; drives stay as they are. */
void kip_wbc_end(KipWbc *wbc);

/* -- tasks ----------------------------------------------------------------------------------------------------- */

/* Until changed; one of the same kind and link is replaced. Without one, the centre of mass is kept over the middle of
 * what bears, as high as it was when control began. KIP_BAD_USE for a link that is not of this body, for numbers that are not
 * finite or make no sense, and beyond KIP_WBC_MOST_TASKS. */
KipStatus kip_wbc_set_task(KipWbc *wbc, const KipWbcTask *task, KipError *error);
void kip_wbc_end_task(KipWbc *wbc, KipWbcKind kind,
                      int link); /* COM, COP: link is not read; what is not there: nothing */

/* -- control --------------------------------------------------------------------------------------------------- */

/* Control anew, from the simulation's present state; kept for a period (s). Does nothing where it is not on. */
void kip_wbc_update(KipWbc *wbc, KipSim *sim, double period);

/* How much of the acceleration that a task wants it does not get, of the last update: m/s^2, of TURN rad/s^2; 0 where there is
 * no such task. COM may be asked always. */
double kip_wbc_lack(const KipWbc *wbc, KipWbcKind kind, int link);

/* -- lengths --------------------------------------------------------------------------------------------------- */

/* From a limb's first joint to the link's origin along the bones, m: of a foot the leg's length. */
double kip_wbc_limb(const KipWbc *wbc, int link);
/* The middle of the link's lowest corners against the vertical, world, m: of a foot that stands, of its sole. */
KipVec3 kip_wbc_base(const KipWbc *wbc, const KipSim *sim, int link);

#ifdef __cplusplus
}
#endif
#endif
