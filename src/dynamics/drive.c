/* Drives: tau = clamp(feedforward + stiffness (target - q) + damping (rate - v), lo, hi), axis by axis. */
#include <string.h>

#include "quat.h"
#include "sim_parts.h"

KIP_TWICE bool kip_drive_strained(KipSim *sim)
{
    const double *restrict excess = sim->axis.drive_excess;
    const int nv = sim->model->nv;
    int64_t any = 0;
    kip_drive_forces(sim);
    for (int k = 0; k < nv; k++)
        any |= (int64_t)(excess[k] != 0);
    for (int k = 0; k < nv && any; k++)
        if (excess[k] != 0)
            sim->tree[sim->tree_of_dof[k]].rough = true;
    return any != 0;
}

/* Whether the drive of an axis has any effect. NaN is not equal to 0 either, so that it is not skipped and
 * the divergence is found. */
static inline bool is_driven(const KipDrives *drive, int k)
{
    return drive->stiffness[k] != 0 || drive->damping[k] != 0 || drive->feedforward[k] != 0;
}

/* Computes the distance of each axis from its target; 0 for axes without a drive. */
KIP_TWICE static void find_errors(const KipSim *sim, double *error)
{
    const KipDrives *drive = &sim->drives;
    const KipTree *tree = sim->model->tree;
    for (int i = 0; i < tree->nlines; i++) {
        const Lines *line = tree->lines + i;
        const double *restrict q = sim->d->q + line->q, *restrict target = drive->target + line->q,
                               *restrict stiffness = drive->stiffness + line->v,
                               *restrict damping = drive->damping + line->v,
                               *restrict feedforward = drive->feedforward + line->v;
        double *restrict left = error + line->v;
        KIP_LANES
        for (int k = 0; k < line->n; k++)
            left[k] = target[k] - q[k];
        for (int k = 0; k < line->n; k++) {
            const double all = left[k], drives = fabs(stiffness[k]) + fabs(damping[k]) + fabs(feedforward[k]);
            left[k] = drives != 0 ? all : 0;
        }
    }
    for (int i = 0; i < tree->nturning; i++) {
        const KipJoint *joint = sim->model->joint + tree->turning[i];
        const int k = joint->v;
        memset(error + k, 0, (size_t)joint->nv * sizeof *error);
        if (joint->type == KIP_JOINT_BALL &&
            (is_driven(drive, k) || is_driven(drive, k + 1) || is_driven(drive, k + 2)))
            v3_store(error + k, q_log(q_mul(q_conjugate(q_from(sim->d->q + joint->q)),
                                            q_from(drive->target + joint->q))));
    }
}

KIP_TWICE void kip_drive_forces(const KipSim *sim)
{
    const KipDrives *drive = &sim->drives;
    const AxisForces *axis = &sim->axis;
    const double *restrict error = axis->error, *restrict v = sim->d->v, *restrict rate = drive->rate,
                           *restrict feedforward = drive->feedforward, *restrict k = drive->stiffness,
                           *restrict c = drive->damping, *restrict lo = drive->limit_lo,
                           *restrict hi = drive->limit_hi;
    double *restrict torque = axis->drive_torque, *restrict excess = axis->drive_excess,
                     *restrict own_c = axis->drive_c, *restrict own_k = axis->drive_k;
    const int nv = sim->model->nv;
    find_errors(sim, axis->error);
    KIP_LANES
    for (int i = 0; i < nv; i++) {
        const double t = feedforward[i] + k[i] * error[i] + c[i] * (rate[i] - v[i]);
        const double least = lo[i], most = hi[i], raised = t < least ? least : t,
                     held = t > most ? most : raised;
        torque[i] = held, excess[i] = t - held;
        own_c[i] = c[i], own_k[i] = k[i];
    }
    for (int i = 0; i < sim->model->tree->nturning; i++) {
        const KipJoint *joint = sim->model->joint + sim->model->tree->turning[i];
        for (int n = joint->v; n < joint->v + joint->nv && joint->type == KIP_JOINT_FREE; n++)
            torque[n] = excess[n] = own_c[n] = own_k[n] = 0;
    }
}
