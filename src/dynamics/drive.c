/* Drives: tau = clamp(feedforward + stiffness (target - q) + damping (rate - v), lo, hi), axis by axis. */
#include "quat.h"
#include "sim_parts.h"

void kip_drive_list(KipSim *sim)
{
    const KipModel *model = sim->model;
    const KipDrives *drive = &sim->drives;
    sim->ndriven = 0;
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        bool driven = false;
        for (int k = joint->v; k < joint->v + joint->nv; k++) /* not equal, for NaN is to be found out */
            driven = driven || drive->stiffness[k] != 0 || drive->damping[k] != 0 ||
                     drive->feedforward[k] != 0 || drive->limit_lo[k] > 0 || drive->limit_hi[k] < 0;
        if (driven && joint->type != KIP_JOINT_FREE)
            sim->driven[sim->ndriven++] = j;
    }
}

bool kip_drive_strained(KipSim *sim)
{
    bool any = false;
    kip_drive_forces(sim, sim->axis);
    for (int n = 0; n < sim->ndriven; n++) {
        const KipJoint *joint = sim->model->joint + sim->driven[n];
        for (int k = joint->v; k < joint->v + joint->nv; k++)
            if (sim->axis[k].drive_excess != 0)
                any = sim->tree[sim->tree_of[joint->body]].rough = true;
    }
    return any;
}

/* Axis i, so far from its target. */
static inline void drive_axis(const KipSim *sim, int i, double error, AxisForce *axis)
{
    const KipDrives *drive = &sim->drives;
    double t = drive->feedforward[i] + drive->stiffness[i] * error +
               drive->damping[i] * (drive->rate[i] - sim->d->v[i]);
    double lo = drive->limit_lo[i], hi = drive->limit_hi[i], held = t < lo ? lo : t > hi ? hi : t;
    axis[i].drive_torque = held;
    axis[i].drive_excess = t - held;
    axis[i].drive_c = drive->damping[i];
    axis[i].drive_k = drive->stiffness[i];
}

static void drive_ball(const KipSim *sim, const KipJoint *joint, AxisForce *axis)
{
    const double *q = sim->d->q + joint->q, *target = sim->drives.target + joint->q;
    KipVec3 error = q_log(q_mul(q_conjugate(q_from(q)), q_from(target)));
    drive_axis(sim, joint->v, error.x, axis);
    drive_axis(sim, joint->v + 1, error.y, axis);
    drive_axis(sim, joint->v + 2, error.z, axis);
}

void kip_drive_forces(const KipSim *sim, AxisForce *axis)
{
    const double *q = sim->d->q, *target = sim->drives.target;
    for (int n = 0; n < sim->ndriven; n++) {
        const KipJoint *joint = sim->model->joint + sim->driven[n];
        if (joint->type == KIP_JOINT_BALL)
            drive_ball(sim, joint, axis);
        else
            drive_axis(sim, joint->v, target[joint->q] - q[joint->q], axis);
    }
}
