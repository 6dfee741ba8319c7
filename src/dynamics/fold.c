/* The torques of every joint axis: dampers, springs, limits, drives; and the part of them that is folded into the
 * articulated inertia because an explicit stage would be unstable.
 *
 *    tau = law(q, v) - c sum gamma_ij dv_j - k sum gamma_ij dx_j  over the stages j up to this one, i
 *
 * dv, dx are the stages' increments of v and q, c and k the slopes of the law. The stage's own increments
 *
 *    dv_i = h a,   dx_i = h (v + sum gamma_ij dv_j) + g dv_i   g = h gamma_ii
 *
 * consist of a known part, and of g dv_i with the unknown acceleration: (g c + g^2 k) a, which is added to the
 * axis' inertia. A drive whose torque then exceeds its limits is held at the limit, without slopes. One whose law exceeds
 * its limits only at the stage's state is not, since that may end within the step. */
#include <string.h>

#include "passive.h"
#include "sim_parts.h"

static void add_springs(const KipSim *sim, const AxisForces *axis)
{
    const KipModel *model = sim->model;
    kip_spring_forces(sim->d, axis->spring_torque);
    kip_damper_forces(sim->d, axis->damping_torque);
    for (int j = 0; j < model->njoint; j++)
        for (int k = 0; k < model->joint[j].nv; k++)
            axis->k[model->joint[j].v + k] = model->joint[j].stiffness;
    for (int t = 0; t < model->ntendon; t++) {
        const KipTendon *tendon = model->tendon + t;
        for (int k = 0; k < tendon->njoint; k++) { /* times their number: see limit_tendon */
            double slope = tendon->njoint * tendon->coef[k] * tendon->coef[k];
            axis->c[model->joint[tendon->joint[k]].v] += slope * tendon->damping;
            axis->k[model->joint[tendon->joint[k]].v] += slope * tendon->stiffness;
        }
    }
}

/* A limit that holds is treated like a contact, a whole step ahead, even where it is reached only within the step. */
static inline void stop_axes(KipSim *sim)
{
    const double *restrict stopped = sim->axis.stopped;
    const int nv = sim->model->nv;
    int64_t any = 0;
    kip_limit_forces(sim, &sim->axis, 1);
    for (int k = 0; k < nv; k++)
        any |= (int64_t)(stopped[k] > 0);
    for (int k = 0; k < nv && any; k++)
        if (stopped[k] > 0)
            sim->tree[sim->tree_of_dof[k]].rough = true;
    if (any)
        kip_spread_rough(sim);
}

static inline void evaluate_laws(KipSim *sim, const Stage *stage)
{
    const KipModel *model = sim->model;
    const AxisForces *axis = &sim->axis;
    const int nv = model->nv;
    const double h = stage->h;
    const double *restrict damping = model->tree->damping, *restrict v = sim->d->v;
    double *restrict torque = axis->damping_torque, *restrict c = axis->c, *restrict k = axis->k,
                     *restrict mild = axis->mild;
    double *const zeroed[] = {axis->limit_torque, axis->spring_torque, axis->k, axis->held, axis->stopped};
    for (size_t i = 0; i < sizeof zeroed / sizeof *zeroed; i++)
        memset(zeroed[i], 0, (size_t)nv * sizeof(double));
    for (int i = 0; i < nv; i++)
        torque[i] = -damping[i] * v[i], c[i] = damping[i];
    if (model->tree->has_springs)
        add_springs(sim, axis);
    for (int i = 0; i < nv; i++)
        mild[i] = c[i] + h * k[i];
    if (sim->limit)
        stop_axes(sim);
    if (!stage->driven)
        kip_drive_forces(sim);
}

/* Computes the folds of some axes of one tree: the known part and the coefficient of the acceleration, from their slopes c
 * and k. ABA decides in the first stage which axes are folded; limits may fold further ones in later stages. */
static inline void fold_run(KipSim *sim, const Stage *stage, const AxisRun *run)
{
    const int i = stage->index, start = run->first, end = run->end;
    const double *restrict stopped = sim->axis.stopped;
    double *restrict folded = sim->fold.folded, *restrict dv = sim->ahead[0], *restrict dx = sim->ahead[1];
    int first;
    const double *part = kip_fold_part(sim, stage, run->tree, &first), h = stage->h, time = part[i] * h;
    memset(dv + start, 0, (size_t)(end - start) * sizeof *dv);
    memset(dx + start, 0, (size_t)(end - start) * sizeof *dx);
    for (int j = first; j < i; j++) {
        const double p = part[j], *restrict dvj = sim->dv[j], *restrict dxj = sim->dx[j];
        for (int k = start; k < end; k++)
            dv[k] += p * dvj[k], dx[k] += p * dxj[k];
    }
    fold_axes(&sim->axis, &sim->fold, start, end, h, time, sim->d->v, dv, dx);
    if (i == 0)
        memset(folded + start, 0, (size_t)(end - start) * sizeof *folded);
    for (int k = start; k < end && i > 0; k++) {
        const double was = folded[k];
        folded[k] = stopped[k] > 0 ? 1 : was;
    }
}

KIP_TWICE void kip_axis_forces(KipSim *sim, const Stage *stage)
{
    const AxisForces *axis = &sim->axis;
    const int nv = sim->model->nv;
    double *restrict tau = sim->tau, *restrict diagonal = sim->d->diagonal;
    evaluate_laws(sim, stage);
    {
        const double *restrict damping = axis->damping_torque, *restrict spring = axis->spring_torque,
                               *restrict limit = axis->limit_torque, *restrict drive = axis->drive_torque;
        for (int k = 0; k < nv; k++)
            tau[k] = damping[k] + spring[k] + limit[k] + drive[k];
    }
    memcpy(diagonal, sim->model->tree->armature, (size_t)nv * sizeof *diagonal);
    for (int r = 0; r < sim->nrun && stage->method->implicit; r++)
        fold_run(sim, stage, sim->run + r);
    if (!stage->method->implicit || stage->index == 0)
        return;
    const double *restrict folded = sim->fold.folded, *restrict x = sim->fold.x,
                           *restrict bias = sim->fold.bias;
    for (int k = 0; k < nv; k++) {
        const double t = tau[k], d = diagonal[k], more = t + bias[k], heavier = d + x[k];
        tau[k] = folded[k] > 0 ? more : t;
        diagonal[k] = folded[k] > 0 ? heavier : d;
    }
}

bool kip_axis_are_undecided(const Stage *stage)
{
    return stage->method->implicit && stage->index == 0;
}

/* Whether there may be a drive to hold or to release: as a rule there is none, which a loop in lanes finds sooner. */
static inline bool some_may_be_held(const KipSim *sim)
{
    const AxisForces *axis = &sim->axis;
    const double *restrict lo = sim->drives.limit_lo, *restrict hi = sim->drives.limit_hi,
                           *restrict folded = sim->fold.folded, *restrict held = axis->held,
                           *restrict torque = axis->drive_torque, *restrict bias = axis->drive_bias,
                           *restrict x = axis->drive_x, *restrict a = sim->a;
    const int nv = sim->model->nv;
    int64_t any = 0;
    for (int k = 0; k < nv; k++) {
        const double wish = torque[k] + bias[k] - x[k] * a[k];
        any |= (int64_t)((folded[k] > 0) & ((wish < lo[k]) | (wish > hi[k]) | (held[k] > 0)));
    }
    return any != 0;
}

KIP_TWICE bool kip_axis_hold(KipSim *sim, const Stage *stage, int round)
{
    const KipDrives *drive = &sim->drives;
    bool again = false;
    if (sim->axes_in_lanes)
        return sim->reheld;
    if (!stage->method->implicit || !some_may_be_held(sim))
        return false;
    for (int k = 0; k < sim->model->nv; k++)
        if (hold_axis(&sim->axis, &sim->fold, k, true, round < most_releases, drive->limit_lo[k],
                      drive->limit_hi[k], sim->a[k], sim->tau, sim->d->diagonal)) {
            kip_stir_axis(sim, k);
            again = true;
        }
    return again;
}

KIP_TWICE void kip_axis_account(KipSim *sim, const Stage *stage)
{
    const AxisForces *axis = &sim->axis;
    const int nv = sim->model->nv;
    const double weight = stage->method->weight[stage->index], told = stage->told;
    double *restrict effective = sim->effective, *restrict mean = axis->drive_mean,
                     *restrict drive = sim->ahead[0], *restrict rest = sim->ahead[1];
    KipWork *work = sim->work;
    if (stage_opens(stage))
        memset(effective, 0, (size_t)nv * sizeof *effective);
    if (stage->index == 0)
        memset(mean, 0, (size_t)nv * sizeof *mean);
    take_effect(axis, &sim->fold, nv, sim->a, drive, rest);
    KIP_LANES
    for (int k = 0; k < nv; k++) {
        effective[k] += told * drive[k];
        mean[k] += weight * drive[k];
    }
    const AxisWorks works = add_works((AxisWorks){work->drives, work->limits, work->damping}, axis, nv,
                                      weight * stage->h, stage_half(stage), sim->d->v, sim->a, drive, rest);
    work->drives = works.drives, work->limits = works.limits, work->damping = works.damping;
}
