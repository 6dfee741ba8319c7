/* Drives: tau = clamp(feedforward + stiffness (target - q) + damping (rate - v), lo, hi), axis by axis. */
#include "quat.h"
#include "world.h"

static double clamp(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

void kip_drive_forces(const KipSim *sim, double *tau)
{
    const KipModel *model = sim->model;
    const KipDrives *drive = &sim->drives;
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        const double *q = sim->d->q + joint->q, *target = drive->target + joint->q;
        double error[3];
        if (joint->type == KIP_JOINT_FREE)
            continue;
        if (joint->type == KIP_JOINT_BALL)
            v3_store(error, q_log(q_mul(q_conjugate(q_from(q)), q_from(target))));
        else
            error[0] = target[0] - q[0];
        for (int k = 0; k < joint->nv; k++) {
            int i = joint->v + k;
            double t = drive->feedforward[i] + drive->stiffness[i] * error[k] +
                       drive->damping[i] * (drive->rate[i] - sim->d->v[i]);
            tau[i] += clamp(t, drive->limit_lo[i], drive->limit_hi[i]);
        }
    }
}
