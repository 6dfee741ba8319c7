/* Standing and stepping on two legs by forces: what the ground is to do is chosen, and legs do what makes it so
 * (virtual model control: torques are those of the wanted ground reaction, J' f, and of the legs' own weight).
 *
 *     KipStanceDef def = {.model = model, .foot = {left, right}};
 *     kip_stance_create(&def, &stance, &error);
 *     every control period:
 *         KipStanceGoal goal = kip_stance_goal(stance);
 *         goal.cop = ..., goal.swing = 0, goal.ankle = ...;
 *         kip_stance_update(stance, sim, &goal, period);
 *
 * Legs are the chains from the root to the feet; the trunk is what else hangs on the root. Feet bear shares of the weight, each
 * at a centre of pressure within its sole, with friction; what horizontal forces there are follows from the moment that turns the root to
 * where it is wanted. A foot that swings, or bears next to nothing, is held in its place by inverse kinematics.
 * Writes the drives of legs and waist: within their strengths, as all drives. Any model that walks on
 * two feet: legs of hinges and balls, a waist of hinges; in 3-D or planar.
 */
#ifndef KIP_CONTROL_STANCE_H
#define KIP_CONTROL_STANCE_H

#include "../dynamics/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipStance KipStance;

typedef struct KipStanceDef {
    const KipModel *model; /* must outlive it */
    int foot[2];           /* bodies: left, right; their legs begin at the same root */
    const KipAllocator *allocator;
} KipStanceDef;

/* World axes, m, rad. Gains are those of a person, in proportion to its mass. */
typedef struct KipStanceGoal {
    KipVec3 cop;    /* where the ground is to push, all in all; z is not read */
    double share;   /* of the weight on foot 1; NAN: as cop lies between the feet. Read where none swings */
    double height;  /* of the root's origin over the feet's that bear */
    double heading; /* about z: where root, trunk and feet face */
    double pitch, roll; /* of the trunk: forward, to its right; the root takes a part of it */
    double turn_stiffness, turn_damping;   /* N m/rad, N m s/rad: of the root */
    double lift_stiffness, lift_damping;   /* N/m, N s/m: of its height */
    double waist_stiffness;                /* N m/rad; damping is a tenth of it, in s */
    int swing;                             /* the foot that swings, 0 or 1; -1: none */
    KipVec3 ankle;                         /* where that foot's origin is to be */
    double tip;                            /* rad: how far its toes point down */
    double swing_stiffness, swing_damping; /* N m/rad; s: damping over stiffness */
    double react; /* how much of what the swinging leg does to the root the other leg takes */
} KipStanceGoal;

/* KIP_BAD_INPUT where the feet are no ends of two legs of one root, with a sole (a geom) each, or where joints
 * of legs are neither hinges nor balls, or of the trunk no hinges. */
KipStatus kip_stance_create(const KipStanceDef *def, KipStance **stance, KipError *error);
void kip_stance_destroy(KipStance *stance); /* with NULL it does nothing */

/* Standing as it is built: upright, nothing swings, cop at the origin; gains found by search for skeleton37. */
KipStanceGoal kip_stance_goal(const KipStance *stance);

/* What it measures of legs. */
int kip_stance_is_foot(const KipStance *stance, int body); /* 0 or 1: which; -1: neither */
/* m: the hip's height over the foot's origin, legs straight. */
double kip_stance_reach(const KipStance *stance);
/* The joints that it moves, of legs and waist; returns how many. */
int kip_stance_joints(const KipStance *stance, const int **joint);

/* Control anew, from the simulation's present state; kept for a period (s). */
void kip_stance_update(KipStance *stance, KipSim *sim, const KipStanceGoal *goal, double period);
/* What was held and tracked is forgotten: the next update is the first. */
void kip_stance_reset(KipStance *stance);

#ifdef __cplusplus
}
#endif
#endif
