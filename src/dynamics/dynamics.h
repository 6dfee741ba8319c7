/* The algorithms: kinematics, Jacobians, momentum and energy, inverse dynamics (RNEA), mass matrix (CRBA,
 * LTL) and forward dynamics (ABA), after R. Featherstone, Rigid Body Dynamics Algorithms (RBDA).
 *
 *     KipDynamics *d;
 *     kip_dynamics_create(model, NULL, &d, &error);
 *     kip_dynamics_set(d, q, v);              // positions and velocities of all links
 *     kip_forward_dynamics(d, tau, a, NULL);  // a = M^-1 (tau + passive - bias)
 *     kip_point_jacobian(d, hand, point, J);  // and so on, all at the state that was set
 *     kip_dynamics_destroy(d);
 *
 * Arrays are the caller's: q nq, v, a, tau nv numbers, M nv x nv, J 6 x nv, row by row. World axes unless
 * stated otherwise. Only kip_dynamics_create allocates. Outputs must not overlap inputs, and indices must
 * exist.
 */
#ifndef KIP_DYNAMICS_DYNAMICS_H
#define KIP_DYNAMICS_DYNAMICS_H

#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipDynamics KipDynamics;

/* Makes the working memory for one model, which must outlive it, at the reference configuration and at
 * rest; allocator NULL is libc. KIP_NO_MEMORY. */
KipStatus kip_dynamics_create(const KipModel *model, const KipAllocator *allocator, KipDynamics **dynamics,
                              KipError *error);
/* Frees it; with NULL it does nothing. */
void kip_dynamics_destroy(KipDynamics *dynamics);

/* Computes positions and velocities of all links at q (nq) and v (nv; NULL: at rest). The quaternions of q
 * must be unit; kip_model_normalize makes them so. */
void kip_dynamics_set(KipDynamics *d, const double *q, const double *v);

/* The same without poses and velocities in the world: enough for kip_forward_dynamics, kip_mass_matrix, and
 * kip_inverse_dynamics without its reactions. */
void kip_dynamics_set_local(KipDynamics *d, const double *q, const double *v);

/* Normalizes the quaternions of q (nq). Those that are unit to 1e-12 keep their bits; a zero one becomes
 * the identity. */
void kip_model_normalize(const KipModel *model, double *q);

/* q_out (nq) = q moved along v (nv) for a time h (s), on the configuration manifold; q_out may be q. */
void kip_model_integrate(const KipModel *model, const double *q, const double *v, double h, double *q_out);

/* -- external forces, prescribed joints ------------------------------------------------------------------ */

/* Adds a force (N) and a torque (N m) on a body, world axes, the force at a point of the body's frame.
 * They belong to the state: kip_dynamics_set clears them. Needs the world poses, so not after
 * kip_dynamics_set_local. */
void kip_dynamics_add_force(KipDynamics *d, int body, KipVec3 force, KipVec3 torque, KipVec3 point);
void kip_dynamics_clear_forces(KipDynamics *d);

/* Prescribes the motion of a joint, or ends that: kip_forward_dynamics reads the acceleration of a
 * prescribed joint instead of its force (hybrid dynamics, RBDA 9.2). */
void kip_dynamics_prescribe(KipDynamics *d, int joint, bool prescribed);

/* -- kinematics ------------------------------------------------------------------------------------------ */

KipVec3 kip_body_position(const KipDynamics *d, int body);         /* of the body's frame, m */
KipMat3 kip_body_rotation(const KipDynamics *d, int body);         /* body to world */
KipQuat kip_body_orientation(const KipDynamics *d, int body);      /* the same as a quaternion */
KipVec3 kip_body_angular_velocity(const KipDynamics *d, int body); /* rad/s */
KipVec3 kip_point_position(const KipDynamics *d, int body,
                           KipVec3 point); /* of a point of the body's frame, m */
KipVec3 kip_point_velocity(const KipDynamics *d, int body, KipVec3 point); /* m/s */

/* The motion of a body by one rate of its joints: a rotation about an axis through a point, or a
 * translation along a direction. */
typedef struct KipAxis {
    KipVec3 direction, point; /* the body's frame, direction unit, point m: the axis' nearest to the origin */
    bool turns;
} KipAxis;
/* Writes the screws of a body's joints, in the order of their rates; returns their number, at most 6. */
int kip_body_axes(const KipDynamics *d, int body, KipAxis *axis);

/* The Jacobian J, 6 x nv, row by row, of a point of the body's frame (m): of J v, rows 0 to 2 are the
 * body's angular velocity (rad/s) and rows 3 to 5 the point's velocity (m/s), world axes. */
void kip_point_jacobian(const KipDynamics *d, int body, KipVec3 point, double *J);

/* -- the whole system (all bodies that move) ------------------------------------------------------------- */

/* The centre of mass of all bodies that move (m), its velocity (m/s), and its acceleration (m/s^2) under
 * joint accelerations a (nv), in the world; zero where none of them has mass. */
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

/* Inverse dynamics by RNEA: tau (nv, or NULL) = M a + bias - passive - external, for accelerations a (nv). reaction
 * (nbody, or NULL) receives the wrench that each body's joints transmit onto it from its parent, about the
 * body's origin; for the world, the sum over its children. */
void kip_inverse_dynamics(KipDynamics *d, const double *a, double *tau, KipWrench *reaction);

/* The acceleration (m/s^2, world axes) of a point of the body's frame under the accelerations last given to
 * kip_inverse_dynamics; where those were all 0 it is J' v, J' being the rate of the Jacobian. angular
 * receives the body's angular acceleration, rad/s^2, or is NULL. */
KipVec3 kip_point_acceleration(const KipDynamics *d, int body, KipVec3 point, KipVec3 *angular);

/* The passive forces of the model, nv: of joint springs, dampers and tendons; N m or N. */
void kip_passive_forces(const KipDynamics *d, double *tau);

/* The mass matrix M by CRBA, nv x nv, row by row, symmetric, with armatures. */
void kip_mass_matrix(KipDynamics *d, double *M);

/* Factors M = L' L in place, in M's lower triangle, using the tree's sparsity (RBDA 6.5). False when M is
 * not positive definite; it is then left half factored. */
KipStatus kip_mass_factor(const KipModel *model, double *M, KipError *error);
/* x (nv) = M^-1 x, with the factor that kip_mass_factor made. */
void kip_mass_solve(const KipModel *model, const double *L, double *x);

/* Forward dynamics by ABA: accelerations a (nv) under the forces tau (nv), springs, dampers and external
 * forces. For prescribed joints a is read instead of written, tau is not read, and tau_prescribed (nv, or
 * NULL) receives the forces that produce the prescribed motion; its other entries stay as they are. */
void kip_forward_dynamics(KipDynamics *d, const double *tau, double *a, double *tau_prescribed);

#ifdef __cplusplus
}
#endif
#endif
