/* The load of a joint: the wrench of the parent on the child, split as in VBC.1 into the constraint force of the joint,
 * the torque of its limit and that of its muscle.
 *
 * It is that of the present state: accelerations by the forces of contacts, springs, limits, drives and constraints at
 * this very state, without means over a step or implicit terms; from these the balance of all
 * bodies below the joint (RNEA, RBDA 5.3):
 *
 *     wrench = sum over its bodies of  I a + v x* I v - gravity - contacts - pushes - constraints
 *
 * A step's list of loads (kip_sim_loads) is not read here: it holds the means over the step that led to this state, which
 * control/loads.h adds up to each body's balance over that step. The load at an instant, as VBC.1 defines it,
 * needs the accelerations of that instant.
 */
#ifndef KIP_DYNAMICS_JOINT_FORCES_H
#define KIP_DYNAMICS_JOINT_FORCES_H

#include "sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The joints of one body count together, as one joint of as many axes: ball 3, universal 2, hinge 1. */
typedef struct KipJointForces {
    KipVec3 point;             /* their common anchor, or the body's origin where they have none; world, m */
    KipVec3 force, torque;     /* all of it, on the child's side at the point; world axes, N and N m */
    KipVec3 constraint_force;  /* component of the force along which no slide moves; world axes, N */
    KipVec3 constraint_torque; /* of the torque what no axis turns about; world axes, N m */
    /* On this joint's own axes (as many as it has rates; a ball's are the child's), N m or N. Together with what its
     * springs, dampers and locks give they are the wrench along the axes, less armature times acceleration. */
    double limit[3], muscle[3];
} KipJointForces;

/* Computes the forces of the joint at the present state. Nothing observable of the simulation changes; it
 * is not const because its scratch memory is used. A free joint transmits nothing: all is 0 but the point. */
void kip_sim_joint_forces(KipSim *sim, int joint, KipJointForces *forces);

#ifdef __cplusplus
}
#endif
#endif
