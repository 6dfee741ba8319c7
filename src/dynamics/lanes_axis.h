/* Axes in lanes: a part of lanes.c. */
#ifndef KIP_DYNAMICS_LANES_AXIS_H
#define KIP_DYNAMICS_LANES_AXIS_H

static bool take_axes(LaneAxes *axes, LaneWorlds *of, int nv, struct KipArena *arena)
{
    AxisForces *f = &axes->forces;
    Real **const part[] =
        {&f->damping_torque, &f->limit_torque, &f->drive_torque, &f->c,       &f->k,
         &f->drive_excess,   &f->drive_c,      &f->drive_k,      &f->drive_x, &f->drive_bias,
         &f->stopped,        &f->held,         &f->held_torque,  &f->mild,    &axes->armature,
         &axes->damping,     &axes->lo,        &axes->hi,        &axes->none, &axes->drive,
         &axes->rest};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (!(*part[i] = take(arena, nv, sizeof(Real))))
            return false;
    axes->reheld = take(arena, nv, sizeof(Truth));
    of->limit_torque = (double *)f->limit_torque, of->stopped = (double *)f->stopped;
    of->limit_c = (double *)f->c, of->limit_k = (double *)f->k;
    return axes->reheld != NULL;
}

/* As evaluate_laws of fold.c without springs, up to the limits. */
static void lanes_begin_axes(KipLanes *lanes, const LaneStage *stage)
{
    const LaneAxes *axes = &lanes->axes;
    const AxisForces *f = &axes->forces;
    const LaneWorlds *of = &lanes->of;
    const int nv = lanes->d.model->nv;
    load(f->drive_torque, of->drive_torque, 0, nv);
    load(f->drive_excess, of->drive_excess, 0, nv);
    load(f->drive_c, of->drive_c, 0, nv);
    load(f->drive_k, of->drive_k, 0, nv);
    load(axes->lo, of->limit_lo, 0, nv);
    load(axes->hi, of->limit_hi, 0, nv);
    for (int k = 0; k < nv; k++) {
        const Real none = real(0), c = axes->damping[k];
        f->damping_torque[k] = -c * lanes->d.v[k];
        f->c[k] = c, f->k[k] = f->limit_torque[k] = f->held[k] = none;
        f->mild[k] = c + stage->h * none;
    }
}

static void lanes_fold(KipLanes *lanes, const LaneStage *stage)
{
    const LaneAxes *axes = &lanes->axes;
    const AxisForces *f = &axes->forces;
    const int nv = lanes->d.model->nv;
    const Real none = real(0);
    for (int k = 0; k < nv; k++) {
        lanes->tau[k] = f->damping_torque[k] + none + f->limit_torque[k] + f->drive_torque[k];
        lanes->d.diagonal[k] = axes->armature[k];
        lanes->fold.folded[k] = none;
    }
    fold_axes(f, &lanes->fold, 0, nv, stage->h, stage->h, lanes->d.v, axes->none, axes->none);
}

/* Whether there may be a drive to hold or to release, as in fold.c. */
static bool some_may_be_held(const KipLanes *lanes)
{
    const AxisForces *f = &lanes->axes.forces;
    const Real *lo = lanes->axes.lo, *hi = lanes->axes.hi, none = real(0);
    Truth any = {0};
    for (int k = 0; k < lanes->d.model->nv; k++) {
        const Real wish = f->drive_torque[k] + f->drive_bias[k] - f->drive_x[k] * lanes->a[k];
        any |= (lanes->fold.folded[k] > none) & ((wish < lo[k]) | (wish > hi[k]) | (f->held[k] > none));
    }
    return truth_any(any);
}

static const int64_t *lanes_hold(KipLanes *lanes, const int64_t asked[MOST_LANES],
                                 const int64_t free[MOST_LANES])
{
    const LaneAxes *axes = &lanes->axes;
    Truth any = {0};
    for (int k = 0; k < lanes->d.model->nv && (k > 0 || some_may_be_held(lanes)); k++) {
        axes->reheld[k] = hold_axis(&axes->forces, &lanes->fold, k, truths(asked), truths(free), axes->lo[k],
                                    axes->hi[k], lanes->a[k], lanes->tau, lanes->d.diagonal);
        any |= axes->reheld[k];
    }
    return truth_any(any) ? (const int64_t *)axes->reheld : NULL;
}

/* The account of the axes, and the step of one evaluation as in integrate.c: of sums of one term. */
static void lanes_leave(KipLanes *lanes, const LaneStage *stage)
{
    const LaneAxes *axes = &lanes->axes;
    const LaneWorlds *of = &lanes->of;
    const int nv = lanes->d.model->nv;
    const Real none = real(0);
    Real *v = lanes->d.v, *drive = axes->drive, *dx = axes->rest;
    AxisWorks works;
    load(&works, of->axis_work, 0, NUMBERS(AxisWorks));
    take_effect(&axes->forces, &lanes->fold, nv, lanes->a, drive, axes->rest);
    works = add_works(works, &axes->forces, nv, stage->time, stage->half, v, lanes->a, drive, axes->rest);
    store(&works, of->axis_work, 0, NUMBERS(AxisWorks));
    for (int k = 0; k < nv; k++)
        drive[k] = none + stage->told * drive[k];
    store(drive, of->effective, 0, nv);
    exponential_rates(lanes->d.model, v, axes->none, dx);
    for (int k = 0; k < nv; k++) {
        const Real dv = none + stage->h * lanes->a[k];
        dx[k] = none + stage->h * (dx[k] + dv);
        v[k] += dv;
    }
    store(dx, of->move, 0, nv);
    store(v, of->rate, 0, nv);
}

#endif
