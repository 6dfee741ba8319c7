/* PD gains that hold a pose.
 *
 * Bounds by the step. A single axis obeys D x'' + kd x' + ks x = 0, where D = 1 / (M^-1)_ii is the
 * inertia at the axis while all other joints are free. With lambda h = -kd h / D or, undamped, +-i h
 * sqrt(ks / D), explicit RK4 is stable to 2.78 and 2.83. Several axes at their own bounds together exceed
 * the bound of one, so the bounds leave a margin:
 *
 *    kd <= 0.7 D / h        ks <= (0.5 / h)^2 D
 *
 * At both bounds the damping ratio is 0.7. Contact with the ground only adds inertia. */
#include "hold.h"

#include <math.h>
#include <string.h>

#include "../dynamics/tree.h"

static const double full_strength_error[] = {
    /* deflection at which the drive gives its full torque: rad, m */
    [KIP_JOINT_FREE] = 0,
    [KIP_JOINT_BALL] = 0.2,
    [KIP_JOINT_HINGE] = 0.2,
    [KIP_JOINT_SLIDE] = 0.1,
};
static const double rate_of_unknown = 10; /* rad/s, for unknown strengths, by composite inertia */
static const double damping_time = 0.1;   /* s: damping over stiffness */
static const double most_damping = 0.7;   /* of D / h */
static const double most_rate = 0.5;      /* of 1 / h */

static void hold_axis(KipJointType type, const double strength[2], int axis, double composite,
                      double articulated, double timestep, KipDrives drives)
{
    double most = fmax(fabs(strength[0]), fabs(strength[1]));
    double stiffness =
        isfinite(most) ? most / full_strength_error[type] : rate_of_unknown * rate_of_unknown * composite;
    double most_stiffness = (most_rate / timestep) * (most_rate / timestep) * articulated;
    drives.stiffness[axis] = fmin(stiffness, most_stiffness);
    drives.damping[axis] = fmin(damping_time * drives.stiffness[axis], most_damping * articulated / timestep);
    drives.limit_lo[axis] = strength[0];
    drives.limit_hi[axis] = strength[1];
}

void kip_hold_release(const KipModel *model, KipDrives drives)
{
    for (int i = 0; i < model->nv; i++) {
        drives.rate[i] = drives.stiffness[i] = drives.damping[i] = drives.feedforward[i] = 0;
        drives.limit_lo[i] = -INFINITY;
        drives.limit_hi[i] = INFINITY;
    }
}

/* scratch: the diagonals of M and of M^-1 [nv], and that of kip_mass_diagonals. */
static KipStatus fill_gains(const KipModel *model, KipDynamics *dynamics, const double *q, double timestep,
                            double *scratch, KipDrives drives, KipError *error)
{
    const int nv = model->nv;
    double *composite = scratch, *mobility = composite + nv;
    kip_dynamics_set_local(dynamics, q, NULL);
    KipStatus status = kip_mass_diagonals(dynamics, composite, mobility, mobility + nv, error);
    if (status != KIP_OK)
        return status;

    kip_hold_release(model, drives);
    memcpy(drives.target, q, (size_t)model->nq * sizeof *q);
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = &model->joint[j];
        double strength[6][2];
        kip_joint_strength(model, j, strength);
        for (int i = joint->v; i < joint->v + joint->nv && joint->type != KIP_JOINT_FREE; i++)
            hold_axis(joint->type, strength[i - joint->v], i, composite[i], 1 / mobility[i], timestep,
                      drives);
    }
    return KIP_OK;
}

KipStatus kip_hold_gains(const KipModel *model, const double *q, double timestep,
                         const KipAllocator *allocator, KipDrives drives, KipError *error)
{
    KipDynamics *dynamics;
    KipStatus status = kip_dynamics_create(model, allocator, &dynamics, error);
    if (status != KIP_OK)
        return status;
    const size_t n = (size_t)kip_mass_most_of_a_tree(model);
    const size_t size = (2 * (size_t)model->nv + n * (n + 1) + 1) * sizeof(double);
    double *scratch = kip_resize(allocator, NULL, 0, size);
    if (scratch)
        status = fill_gains(model, dynamics, q, timestep, scratch, drives, error);
    else
        status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the gains of %d axes",
                          model->nv);
    if (scratch)
        kip_resize(allocator, scratch, size, 0);
    kip_dynamics_destroy(dynamics);
    return status;
}
