/* The algorithms: kinematics, Jacobians, momentum and energy, inverse dynamics (RNEA), mass matrix (CRBA,
 * LTL) and forward dynamics (ABA), after R. Featherstone, Rigid Body Dynamics Algorithms (RBDA).
 *
 *     KipDynamics *d;
 *     kip_dynamics_create(model, NULL, &d, &error);
 *     kip_dynamics_set(d, q, v);              // where everything is, how it moves
 *     kip_forward_dynamics(d, tau, a, NULL);  // a = M^-1 (tau + passive - bias)
 *     kip_point_jacobian(d, hand, point, J);  // and so on, all at the state that was set
 *     kip_dynamics_destroy(d);
 *
 * Arrays are the caller's: q nq, v, a, tau nv numbers, M nv x nv, J 6 x nv, row by row. World axes unless
 * said. Nothing here allocates but kip_dynamics_create. Outputs must not overlap inputs, and indices must
 * exist.
 */
#ifndef KIP_DYNAMICS_DYNAMICS_H
#define KIP_DYNAMICS_DYNAMICS_H

#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipDynamics KipDynamics;

/* Working memory for one model, which must outlive it; allocator NULL: libc. It stands at the reference
 * configuration. */
KipStatus kip_dynamics_create(const KipModel *model, const KipAllocator *allocator, KipDynamics **dynamics,
                              KipError *error);
/* With NULL it does nothing. */
void kip_dynamics_destroy(KipDynamics *dynamics);

/* Positions and velocities at q, v (v NULL: at rest). q's quaternions must be unit; kip_model_normalize
 * makes them so. */
void kip_dynamics_set(KipDynamics *d, const double *q, const double *v);

/* The same without world poses and velocities: all that kip_forward_dynamics, kip_inverse_dynamics and
 * kip_mass_matrix need, but for kip_inverse_dynamics' reactions. */
void kip_dynamics_set_local(KipDynamics *d, const double *q, const double *v);

/* Makes the quaternions of q unit; those that are so to 1e-12 keep their bits, a zero one becomes the
 * identity. */
void kip_model_normalize(const KipModel *model, double *q);

/* q_out = q moved along v for a time h, on the manifold; q_out may be q. */
void kip_model_integrate(const KipModel *model, const double *q, const double *v, double h, double *q_out);

/* -- external forces, prescribed joints ------------------------------------------------------------------ */

/* Adds a force (N) and a torque (N m) on a body, world axes, the force at a point of the body's frame.
 * They belong to the state: kip_dynamics_set clears them. Needs the world poses, so not after
 * kip_dynamics_set_local. */
void kip_dynamics_add_force(KipDynamics *d, int body, KipVec3 force, KipVec3 torque, KipVec3 point);
void kip_dynamics_clear_forces(KipDynamics *d);

/* From now on, or no longer, the joint moves as it is told: kip_forward_dynamics reads its acceleration
 * instead of its force (hybrid dynamics, RBDA 9.2). */
void kip_dynamics_prescribe(KipDynamics *d, int joint, bool prescribed);

/* -- kinematics ------------------------------------------------------------------------------------------ */

KipVec3 kip_body_position(const KipDynamics *d, int body);         /* of the body's frame, m */
KipMat3 kip_body_rotation(const KipDynamics *d, int body);         /* body to world */
KipQuat kip_body_orientation(const KipDynamics *d, int body);      /* the same as a quaternion */
KipVec3 kip_body_angular_velocity(const KipDynamics *d, int body); /* rad/s */
KipVec3 kip_point_position(const KipDynamics *d, int body,
                           KipVec3 point); /* of a point of the body's frame, m */
KipVec3 kip_point_velocity(const KipDynamics *d, int body, KipVec3 point); /* m/s */

/* What one rate does to its body: it turns it about an axis through a point, or moves it along a direction. */
typedef struct KipAxis {
    KipVec3 direction, point; /* the body's frame, direction unit, point m: the axis' nearest to the origin */
    bool turns;
} KipAxis;
/* Of the body's joints, in the order of their rates; returns how many, at most 6. */
int kip_body_axes(const KipDynamics *d, int body, KipAxis *axis);

/* J 6 x nv: rows 0 to 2 angular velocity of the body, rows 3 to 5 velocity of the point (body frame), J v. */
void kip_point_jacobian(const KipDynamics *d, int body, KipVec3 point, double *J);

/* -- the whole system (all bodies that move) ------------------------------------------------------------- */

/* Centre of mass (m), its velocity and its acceleration under joint accelerations a (nv); zero where
 * nothing that moves has mass. */
KipVec3 kip_com(const KipDynamics *d);
KipVec3 kip_com_velocity(const KipDynamics *d);
KipVec3 kip_linear_momentum(const KipDynamics *d);  /* N s */
KipVec3 kip_angular_momentum(const KipDynamics *d); /* about the centre of mass, N m s */

typedef struct KipEnergy {
    double kinetic;   /* J, armature included */
    double potential; /* J, gravity, 0 at the world's origin */
    double elastic;   /* J, joint springs and tendons */
} KipEnergy;
KipEnergy kip_energy(const KipDynamics *d);

/* -- dynamics -------------------------------------------------------------------------------------------- */

/* A force and a torque (about `point`, world) in world axes. */
typedef struct KipWrench {
    KipVec3 torque, force, point;
} KipWrench;

/* RNEA: tau = M a + bias - passive - external. reaction (nbody, may be NULL): what each body's joints
 * transmit onto it from its parent, about the body's origin; of the world, the sum over its children. */
void kip_inverse_dynamics(KipDynamics *d, const double *a, double *tau, KipWrench *reaction);

/* Of a point of the body's frame under the accelerations that kip_inverse_dynamics had last, m/s^2; with those all nought what is
 * called J' v, J' the Jacobian's rate. angular: the body's, rad/s^2, or NULL. */
KipVec3 kip_point_acceleration(const KipDynamics *d, int body, KipVec3 point, KipVec3 *angular);

/* The forces that come with the model: springs, dampers, tendons; nv. */
void kip_passive_forces(const KipDynamics *d, double *tau);

/* CRBA: M nv x nv, armature included, symmetric, row by row. */
void kip_mass_matrix(KipDynamics *d, double *M);

/* M = L' L in place, in M's lower triangle, using the tree's sparsity (RBDA 6.5). When M is not positive
 * definite, it is left half factored. */
KipStatus kip_mass_factor(const KipModel *model, double *M, KipError *error);
/* x = M^-1 x with the factor. */
void kip_mass_solve(const KipModel *model, const double *L, double *x);

/* ABA: accelerations a (nv) under the forces tau (nv), springs, dampers and external forces. Of prescribed
 * joints, a is read instead of written, tau is not read, and tau_prescribed (nv, or NULL) receives the
 * force that moves them so; its other entries stay as they are. */
void kip_forward_dynamics(KipDynamics *d, const double *tau, double *a, double *tau_prescribed);

#ifdef __cplusplus
}
#endif
#endif
