/* The torques of every joint axis: dampers, springs, limits, drives; and what of them is folded into the
 * articulated inertia because an explicit stage could not carry it.
 *
 *     tau = law(q, v) - c sum gamma_ij dv_j - k sum gamma_ij dx_j        over the stages j up to this one, i
 *
 * dv, dx are the stages' increments of v and q, c and k the slopes of the law. Of the stage's own increments
 *
 *     dv_i = h a,   dx_i = h (v + sum gamma_ij dv_j) + g dv_i            g = h gamma_ii
 *
 * the part that is known, and g dv_i with the unknown acceleration: (g c + g^2 k) a, which joins the
 * axis' inertia. A drive whose torque is then beyond its limits is held there, and has no slopes; one whose law asks
 * for more than its limits at the stage's state alone is not, for that may end within the step.
 */
#include "passive.h"
#include "sim_parts.h"

/* One drive at its limit may let another leave its own. From this round on none does, and so there is an end. */
static const int most_releases = 8;
/* What springs and dampers count against drives and limits when it is decided what is folded: an explicit stage, of
 * fourth order, keeps their energy, and what turns axes in line against each other is drives. */
static const double mild_part = 0.1;

static void add_springs(const KipSim *sim, AxisForce *axis)
{
    const KipModel *model = sim->model;
    double *torque = sim->tau;
    kip_spring_forces(sim->d, torque);
    for (int k = 0; k < model->nv; k++)
        axis[k].spring_torque = torque[k];
    kip_damper_forces(sim->d, torque);
    for (int k = 0; k < model->nv; k++)
        axis[k].damping_torque = torque[k];
    for (int j = 0; j < model->njoint; j++)
        for (int k = 0; k < model->joint[j].nv; k++)
            axis[model->joint[j].v + k].k = model->joint[j].stiffness;
    for (int t = 0; t < model->ntendon; t++) {
        const KipTendon *tendon = model->tendon + t;
        for (int k = 0; k < tendon->njoint; k++) { /* times their number: see limit_tendon */
            double slope = tendon->njoint * tendon->coef[k] * tendon->coef[k];
            axis[model->joint[tendon->joint[k]].v].c += slope * tendon->damping;
            axis[model->joint[tendon->joint[k]].v].k += slope * tendon->stiffness;
        }
    }
}

/* A limit that holds is met as a contact is, a whole step ahead, also where it is reached only within the step. */
static void stop_axes(KipSim *sim)
{
    bool any = false;
    kip_limit_forces(sim, sim->axis);
    for (int k = 0; k < sim->model->nv; k++)
        if (sim->axis[k].stopped)
            any = sim->tree[sim->tree_of_dof[k]].rough = true;
    if (any)
        kip_spread_rough(sim);
}

static void evaluate_laws(KipSim *sim, const Stage *stage)
{
    const KipModel *model = sim->model;
    const double *damping = model->tree->damping;
    for (int k = 0; k < model->nv; k++) {
        AxisForce *axis = sim->axis + k;
        axis->damping_torque = -damping[k] * sim->d->v[k], axis->c = damping[k];
        axis->limit_torque = axis->spring_torque = axis->k = 0;
        axis->drive_torque = axis->drive_excess = axis->drive_c = axis->drive_k = 0;
        axis->held = axis->stopped = false;
    }
    if (model->tree->has_springs)
        add_springs(sim, sim->axis);
    for (int k = 0; k < model->nv; k++)
        sim->axis[k].mild = sim->axis[k].c + stage->h * sim->axis[k].k;
    if (sim->limit)
        stop_axes(sim);
    kip_drive_forces(sim, sim->axis);
}

/* The fold of axis k: known part and weight on its acceleration, of the slopes c and k. */
static inline void fold_axis(KipSim *sim, const Stage *stage, const FoldPart *of, int k)
{
    const double *part = of->part;
    const int i = stage->index;
    AxisForce *axis = sim->axis + k;
    AxisFold *fold = sim->fold + k;
    double h = stage->h, time = part[i] * h, dv = 0, dx = 0;
    double slope_c = axis->c + axis->drive_c, slope_k = axis->k + axis->drive_k;
    if (i == 0) { /* ABA will decide */
        fold->folded = false;
        fold->weight = h * (slope_c + h * slope_k - (1 - mild_part) * axis->mild);
    } else if (axis->stopped) { /* maybe since this stage only */
        fold->folded = true;
    } else if (!fold->folded) {
        return;
    }
    for (int j = of->first; j < i; j++) {
        dv += part[j] * sim->dv[j][k];
        dx += part[j] * sim->dx[j][k];
    }
    dx += time * (sim->d->v[k] + dv);
    fold->x = time * (slope_c + time * slope_k);
    fold->bias = axis->drive_excess - slope_c * dv - slope_k * dx;
    axis->drive_x = time * (axis->drive_c + time * axis->drive_k);
    axis->drive_bias = axis->drive_excess - axis->drive_c * dv - axis->drive_k * dx;
}

KIP_TWICE void kip_axis_forces(KipSim *sim, const Stage *stage)
{
    KipDynamics *d = sim->d;
    const double *armature = sim->model->tree->armature;
    FoldPart part = {.tree = -1};
    evaluate_laws(sim, stage);
    for (int k = 0; k < sim->model->nv; k++) {
        const AxisForce *axis = sim->axis + k;
        AxisFold *fold = sim->fold + k;
        sim->tau[k] = axis->damping_torque + axis->spring_torque + axis->limit_torque + axis->drive_torque;
        d->diagonal[k] = armature[k];
        if (!stage->method->implicit)
            continue;
        kip_fold_part(sim, stage, k, &part);
        fold_axis(sim, stage, &part, k);
        if (stage->index > 0 && fold->folded) {
            sim->tau[k] += fold->bias;
            d->diagonal[k] += fold->x;
        }
    }
}

AxisFold *kip_axis_undecided(KipSim *sim, const Stage *stage)
{
    return stage->method->implicit && stage->index == 0 ? sim->fold : NULL;
}

/* What the drive's law asks for at the stage's end. */
static double drive_wish(const KipSim *sim, int k)
{
    const AxisForce *axis = sim->axis + k;
    return axis->drive_torque + axis->drive_bias - axis->drive_x * sim->a[k];
}

/* The drive's torque in effect. */
static double drive_effect(const KipSim *sim, int k)
{
    const AxisForce *axis = sim->axis + k;
    return !sim->fold[k].folded ? axis->drive_torque : axis->held ? axis->held_torque : drive_wish(sim, k);
}

/* Holds the drive of axis k at a torque from now on, or lets it follow its law. */
static void set_held(KipSim *sim, int k, bool held, double torque)
{
    AxisForce *axis = sim->axis + k;
    double before = axis->held ? axis->held_torque : axis->drive_torque + axis->drive_bias;
    double now = held ? torque : axis->drive_torque + axis->drive_bias;
    sim->tau[k] += now - before;
    sim->d->diagonal[k] += (axis->held ? axis->drive_x : 0) - (held ? axis->drive_x : 0);
    axis->held = held;
    axis->held_torque = torque;
    kip_stir_axis(sim, k);
}

bool kip_axis_hold(KipSim *sim, const Stage *stage, int round)
{
    const KipDrives *drive = &sim->drives;
    bool again = false;
    if (!stage->method->implicit)
        return false;
    for (int k = 0; k < sim->model->nv; k++) {
        const AxisForce *axis = sim->axis + k;
        double lo = drive->limit_lo[k], hi = drive->limit_hi[k];
        if (!sim->fold[k].folded || (axis->drive_x == 0 && axis->drive_bias == 0))
            continue;
        double wish = drive_wish(sim, k), limit = wish < lo ? lo : hi;
        bool held = wish < lo || wish > hi;
        if (held == axis->held && (!held || axis->held_torque == limit))
            continue;
        if (axis->held && round >= most_releases)
            continue;
        set_held(sim, k, held, limit);
        again = true;
    }
    return again;
}

KIP_TWICE void kip_axis_account(KipSim *sim, const Stage *stage)
{
    double weight = stage->method->weight[stage->index], time = weight * stage->h;
    KipWork work = *sim->work;
    for (int k = 0; k < sim->model->nv; k++) {
        const AxisForce *axis = sim->axis + k;
        double drive = drive_effect(sim, k), power = time * sim->d->v[k], rest = 0;
        if (sim->fold[k].folded)
            rest = sim->fold[k].bias - axis->drive_bias - (sim->fold[k].x - axis->drive_x) * sim->a[k];
        sim->effective[k] = (stage_opens(stage) ? 0 : sim->effective[k]) + stage->told * drive;
        sim->axis[k].drive_mean = (stage->index ? axis->drive_mean : 0) + weight * drive;
        work.drives += power * drive;
        work.limits += power * axis->limit_torque;
        work.damping += power * (axis->damping_torque + rest);
    }
    *sim->work = work;
}
