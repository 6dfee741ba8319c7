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
    KipStance *
        other; /* of the same model, which must outlive it: they share memory for inverse kinematics; or NULL */
    const KipAllocator *allocator;
} KipStanceDef;

/* World axes, m, rad. Gains are those of a person, in proportion to its mass. */
typedef struct KipStanceGoal {
    KipVec3 cop; /* the wanted centre of pressure under both feet; z is not read */
    double
        share; /* share of the weight on foot 1; NAN: by the position of cop between the feet. Used while no foot swings */
    double height;      /* of the root's origin over the feet's that bear */
    double heading;     /* about z: where root, trunk and feet face */
    double pitch, roll; /* of the trunk: forward, to its right; the root takes a part of it */
    double turn_stiffness, turn_damping;   /* N m/rad, N m s/rad: of the root */
    double lift_stiffness, lift_damping;   /* N/m, N s/m: of its height */
    double waist_stiffness;                /* N m/rad; damping is a tenth of it, in s */
    int swing;                             /* the foot that swings, 0 or 1; -1: none */
    KipVec3 ankle;                         /* where that foot's origin is to be */
    double tip;                            /* rad: downward pitch of its toes */
    double swing_stiffness, swing_damping; /* N m/rad; s: damping over stiffness */
    double react; /* the part of the swinging leg's reaction on the root that the other leg compensates */
} KipStanceGoal;

/* Makes stance control. KIP_BAD_INPUT where the feet are not the ends of two legs of one root with a sole
 * (a geom) each, where a joint of the legs is neither a hinge nor a ball, or one of the trunk no hinge;
 * KIP_NO_MEMORY. */
KipStatus kip_stance_create(const KipStanceDef *def, KipStance **stance, KipError *error);
void kip_stance_destroy(KipStance *stance); /* with NULL it does nothing */

/* The goal of standing upright with the centre of pressure at the origin and no foot swinging; its gains
 * were found by search for skeleton37. */
KipStanceGoal kip_stance_goal(const KipStance *stance);

/* Measurements of legs. */
int kip_stance_is_foot(const KipStance *stance, int body); /* which foot a body is, 0 or 1; -1: neither */
/* The height of the hip over the foot's origin with a straight leg, m. */
double kip_stance_reach(const KipStance *stance);
/* Writes the joints that it controls, of legs and waist; returns their number. */
int kip_stance_joints(const KipStance *stance, const int **joint);

/* Writes the drives' torques for the simulation's present state, which stay for one period (s). */
void kip_stance_update(KipStance *stance, KipSim *sim, const KipStanceGoal *goal, double period);
/* Resets all mutable data to its initial state. */
void kip_stance_reset(KipStance *stance);

#ifdef __cplusplus
}
#endif
#endif
