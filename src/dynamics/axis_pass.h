/* The torques on the axes in numbers: what is folded of them, and what follows from the accelerations; fold.c and integrate.c have the
 * equations. Internal to these, and to lanes.c, which compiles it once more for axes of several worlds (real.h). */
#ifndef KIP_DYNAMICS_AXIS_PASS_H
#define KIP_DYNAMICS_AXIS_PASS_H

#include "tree.h"
#include "twice.h"

/* The torques on the axes at one evaluation, and their slopes: nv of each, so that loops over axes run in lanes, which takes 7 %
 * of the instructions from a standing step. Flags are 1 or 0. */
typedef struct AxisForces {
    Real *damping_torque, *limit_torque, *spring_torque, *drive_torque;
    Real *c, *k;             /* of all but the drive: N m s/rad, N m/rad */
    Real *drive_excess;      /* excess of the drive's law over its limits */
    Real *drive_c, *drive_k; /* of the drive alone */
    Real *drive_x, *drive_bias;
    Real *stopped; /* a limit that holds acts */
    Real *held;    /* the drive, at its limit */
    Real *held_torque;
    Real *drive_mean; /* N m: mean of the drive in the step or its part */
    Real *mild;       /* c + h k of springs and dampers alone */
    Real *error;      /* rad, m: to the drive's target; or another scratch of an evaluation */
} AxisForces;

/* J */
typedef struct AxisWorks {
    Real drives, limits, damping;
} AxisWorks;

/* A drive held at its limit may let another one leave its own. From this round on none is released, so that the iteration
 * ends. */
static const int most_releases = 8;
/* Weight of springs and dampers, relative to drives and limits, in the decision what is folded: an explicit stage of fourth
 * order preserves their energy, and only drives turn axes of a chain against each other. */
static const double mild_part = 0.1;

/* The folds of some axes: the known part and the coefficient of the acceleration, from their slopes c and k, with the parts dv and dx
 * of earlier stages' increments. */
KIP_WITHIN void fold_axes(const AxisForces *axis, const AxisFolds *fold, int start, int end, double h,
                          double time, const Real *restrict v, const Real *restrict dv,
                          const Real *restrict dx)
{
    const Real *restrict own_c = axis->c, *restrict own_k = axis->k, *restrict drive_c = axis->drive_c,
                         *restrict drive_k = axis->drive_k, *restrict excess = axis->drive_excess,
                         *restrict mild = axis->mild;
    Real *restrict weight = fold->weight, *restrict x = fold->x, *restrict bias = fold->bias,
                   *restrict drive_x = axis->drive_x, *restrict drive_bias = axis->drive_bias;
    KIP_LANES
    for (int k = start; k < end; k++) {
        const Real c = own_c[k] + drive_c[k], K = own_k[k] + drive_k[k],
                   ahead = dx[k] + time * (v[k] + dv[k]);
        x[k] = time * (c + time * K);
        bias[k] = excess[k] - c * dv[k] - K * ahead;
        drive_x[k] = time * (drive_c[k] + time * drive_k[k]);
        drive_bias[k] = excess[k] - drive_c[k] * dv[k] - drive_k[k] * ahead;
        weight[k] = h * (c + h * K - (1 - mild_part) * mild[k]);
    }
}

/* Holds the drive of axis k at its limit from now on, or returns it to its law, where that is to be for the acceleration a of those that
 * are `asked`: returns where. No drive is released that is not `free` to be. */
KIP_WITHIN Truth hold_axis(const AxisForces *axis, const AxisFolds *fold, int k, Truth asked, Truth free,
                           Real lo, Real hi, Real a, Real *tau, Real *diagonal)
{
    const Real none = real(0), x = axis->drive_x[k], bias = axis->drive_bias[k],
               law = axis->drive_torque[k] + bias, wish = law - x * a, limit = real_if(wish < lo, lo, hi),
               torque = axis->held_torque[k];
    const Truth held = (wish < lo) | (wish > hi), was = axis->held[k] > none,
                stays = truth_and(held == was, truth_not(held) | (torque == limit)),
                acts = truth_and(fold->folded[k] > none, (x != none) | (bias != none)),
                may = truth_and(asked, free | truth_not(was)),
                changed = truth_and(truth_and(acts, may), truth_not(stays));
    const Real before = real_if(was, torque, law), now = real_if(held, limit, law),
               less = real_if(was, x, none) - real_if(held, x, none);
    tau[k] = real_if(changed, tau[k] + (now - before), tau[k]);
    diagonal[k] = real_if(changed, diagonal[k] + less, diagonal[k]);
    axis->held[k] = real_if(changed, real_if(held, real(1), none), axis->held[k]);
    axis->held_torque[k] = real_if(changed, limit, torque);
    return changed;
}

/* The torques in effect for the accelerations a: of the drives, and of what is folded besides. */
KIP_WITHIN void take_effect(const AxisForces *axis, const AxisFolds *fold, int nv, const Real *restrict a,
                            Real *restrict drive, Real *restrict rest)
{
    const Real *restrict folded = fold->folded, *restrict x = fold->x, *restrict bias = fold->bias,
                         *restrict drive_x = axis->drive_x, *restrict drive_bias = axis->drive_bias,
                         *restrict torque = axis->drive_torque, *restrict held = axis->held,
                         *restrict held_torque = axis->held_torque;
    const Real none = real(0);
    KIP_LANES
    for (int k = 0; k < nv; k++) {
        drive[k] = torque[k] + drive_bias[k] - drive_x[k] * a[k];
        rest[k] = bias[k] - drive_bias[k] - (x[k] - drive_x[k]) * a[k];
    }
    KIP_LANES
    for (int k = 0; k < nv; k++) {
        const Real limited = real_if(held[k] > none, held_torque[k], drive[k]), own = torque[k],
                   more = rest[k];
        drive[k] = real_if(folded[k] > none, limited, own);
        rest[k] = real_if(folded[k] > none, more, none);
    }
}

/* Their works in a time, with the rates half a step later or in it. */
KIP_WITHIN AxisWorks add_works(AxisWorks work, const AxisForces *axis, int nv, double time, double half,
                               const Real *restrict v, const Real *restrict a, const Real *restrict drive,
                               const Real *restrict rest)
{
    const Real *restrict limit = axis->limit_torque, *restrict damping = axis->damping_torque;
    for (int k = 0; k < nv; k++) {
        const Real power = time * (v[k] + half * a[k]);
        work.drives += power * drive[k];
        work.limits += power * limit[k];
        work.damping += power * (damping[k] + rest[k]);
    }
    return work;
}

/* x' for the rates v at the increment x, see integrate.c. */
static inline void exponential_rates(const KipModel *model, const Real *v, const Real *x, Real *rate)
{
    memcpy(rate, v, (size_t)model->nv * sizeof *rate);
    for (int i = 0; i < model->tree->nturning; i++) {
        const KipJoint *joint = model->joint + model->tree->turning[i];
        const int k = joint->v + (joint->type == KIP_JOINT_FREE ? 3 : 0);
        const KipVec3 w = v3_from(v + k), e = v3_from(x + k), ew = v3_cross(e, w);
        v3_store(rate + k,
                 v3_add(v3_add_scaled(w, real(0.5), ew), v3_scale(real(1.0 / 12), v3_cross(e, ew))));
    }
}

#endif
