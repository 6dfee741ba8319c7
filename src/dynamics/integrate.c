/* The methods (KIP.3): Runge-Kutta on the configuration manifold, with stages that may treat stiff terms implicitly.
 *
 *    (q, v, z)' = (v, a(q, v, z), slip)
 *
 * RK4 is the classical method. The default is a W-method (Steihaug and Wolfbrandt 1979) on the same stages: with T an
 * approximation of the derivative, here the slopes of the stiff joints alone (contacts: see contact.c),
 *
 *    k_i = h f(y + lead_i k_(i-1)) + h T sum gamma_ij k_j
 *
 * where gamma_ii = 1/2 makes each stage linearly implicit. For any T the sums below vanish with the coefficients
 * chosen, and the method has order three; terms not in T have order four, since T = 0 gives RK4:
 *
 *    sum b_i g_i = 0,  sum b_i lead_i g_(i-1) = 0,  sum b_i gamma_ij c_j = 0,  sum b_i gamma_ij g_j = 0
 *
 * with g_i = sum gamma_ij. On x'' = -k x - c x' with T the derivative it is stable for every k, c >= 0, and damps
 * the stiffest part by a factor of two a step; it is also stable with slopes up to eight times too large.
 *
 * The sums assume stages that differ smoothly. A tree of bodies is rough if it touches something at the start of a step, if
 * the law of a drive exceeds its limits, if (from that stage on) a joint or tendon is beyond a limit that holds (limit.c), or if
 * it is joined to a rough one. There each stage treats stiff terms a whole step ahead instead, gamma_ii = 1 alone, as
 * contacts are treated: this is of first order in the stiff terms, and adds no energy. It dissipates some: an undamped
 * drive of frequency w is damped by a ratio of h w, 0.1 where h w is 0.1, and 0.56 where it is 1 (in free trees: 1e-6 and
 * 0.015). Terms that are not folded, a drive of h w below 0.07 or a spring of h w below 0.2, keep their energy there too, to
 * 0.997 over 20 periods.
 *
 * While every tree that moves has several bodies and touches something, be it itself or another such tree, a step is one
 * evaluation, by the method below with momentum kept as in the others. Contacts leave any method the first order there. Stages
 * that each look a whole step ahead look further ahead together than the step is long, so that one is off by less than several
 * (make long prints the error of a step: of that of four stages 0.7 in a pushed stand, 0.6 in a fall and in a walk, as much in a
 * landing), and dampens half as much: an undamped drive by h w / 2, 0.05 where h w is 0.1 and 0.35 where it is 1. Terms that are not
 * folded keep their energy, as the method is symplectic without folds, but are of first order: with springs or constraints there
 * are four stages. A standing step takes 71 k instructions, a lying one 98; by Heun's two stages three fifths more.
 *
 * The one-evaluation method is the linearly implicit Euler method, and semi-implicit Euler where nothing is stiff. Works are those
 * of the mean rates in the step.
 *
 * Within a step a quaternion is q0 exp(x), x a rotation vector in child axes, and the method integrates x (RKMK:
 * Munthe-Kaas 1998):
 *    x' = w + 1/2 x x w + 1/12 x x (x x w) + ...
 * whose further terms are of fifth order in the step. Linear coordinates are their own x. */
#include <string.h>

#include "axis_pass.h"
#include "quat.h"
#include "sim_parts.h"

static const int most_rounds = 100; /* for the contacts of a stack */

static const Method methods[] = {
    [KIP_IMPLICIT_RK4] = {.stages = 4,
                          .lead = {0, 0.5, 0.5, 1},
                          .weight = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6},
                          .moved = {1.0 / 6, 1.0 / 6, 1.0 / 6, 0},
                          .fold = {{0.5}, {0.5, 0.5}, {-0.75, -1.25, 0.5}, {0.5, 0.7, -1.2, 0.5}},
                          .fold_in_touch = {{1}, {0, 1}, {0, 0, 1}, {0, 0, 0, 1}},
                          .implicit = true,
                          .keeps_momentum = true},
    [KIP_RK4] = {.stages = 4, .lead = {0, 0.5, 0.5, 1}, .weight = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}},
    [KIP_EULER] = {.stages = 1,
                   .weight = {1},
                   .fold = {{1}},
                   .fold_in_touch = {{1}},
                   .implicit = true,
                   .rates_last = true},
};

/* While everything touches. */
static const Method in_touch = {.stages = 1,
                                .weight = {1},
                                .moved = {1},
                                .fold_in_touch = {{1}},
                                .implicit = true,
                                .rates_last = true,
                                .keeps_momentum = true};

const Method *kip_method(KipIntegrator integrator)
{
    return methods + integrator;
}

/* The state of a stage. */
static void move_to_stage(KipSim *sim, const Stage *stage)
{
    const KipModel *model = sim->model;
    KipDynamics *d = sim->d;
    if (stage->index == 0) {
        memset(sim->move, 0, (size_t)model->nv * sizeof *sim->move);
        kip_dynamics_clear_forces(d);
        return;
    }
    double lead = stage->method->lead[stage->index];
    const double *dx = sim->dx[stage->index - 1], *dv = sim->dv[stage->index - 1];
    for (int k = 0; k < model->nv; k++) {
        sim->move[k] = lead * dx[k];
        d->v[k] = sim->v[k] + lead * dv[k];
    }
    kip_model_integrate(model, sim->q, sim->move, 1, d->q);
}

void kip_stage_enter(const Crew *crew, const Stage *stage)
{
    for (int i = 0; i < crew->n; i++)
        move_to_stage(crew->sim[i], stage);
    if (stage->index > 0)
        kip_crew_set(crew, false);
    for (int i = 0; i < crew->n && stage->index > 0; i++)
        crew->sim[i]->evaluation++;
    if (stage->index > 0)
        kip_crew_detect(crew);
    kip_crew_meet(crew, stage);
    for (int i = 0; i < crew->n; i++)
        kip_forces_press(crew->sim[i], stage, true);
    kip_crew_press(crew, stage);
    for (int i = 0; i < crew->n; i++)
        kip_forces_press(crew->sim[i], stage, false);
    kip_crew_axis_forces(crew, stage);
}

/* After an ABA: whether another is to follow, under forces that it has found. ABA is repeated with axes beyond their limits
 * fixed, whose number is finite. */
static bool goes_on(KipSim *sim, const Stage *stage)
{
    Solving *solving = &sim->solving;
    if (solving->next == MEETS_BETWEEN) {
        if (sim->strong_between && solving->round++ < most_rounds && kip_contact_correct_between(sim))
            return true;
        kip_contact_push_between(sim, solving->nimpedance);
        *solving = (Solving){.next = MEETS_ROWS};
        return true;
    }
    if (solving->next == MEETS_ROWS && sim->nrow) {
        kip_rows_solve(sim);
        solving->next = MEETS_LIMITS;
        return true;
    }
    const int round = solving->round++;
    const bool held = kip_axis_hold(sim, stage, round), gripped = kip_contact_regrip(sim, stage, round);
    solving->next = held || gripped ? MEETS_ROWS : MEETS_NOTHING;
    return held || gripped;
}

/* Computes accelerations under the stage's forces. */
static void solve_stage(const Crew *crew, const Stage *stage)
{
    bool again = true;
    for (int i = 0; i < crew->n; i++) {
        KipSim *sim = crew->sim[i];
        sim->solving = (Solving){.next = MEETS_ROWS, .nimpedance = sim->d->nimpedance};
        kip_rows_list(sim, stage);
        if (kip_contact_impede_between(sim))
            sim->solving.next = MEETS_BETWEEN;
    }
    kip_crew_aba(crew, kip_axis_are_undecided(stage));
    while (again) {
        again = false;
        kip_crew_regrip(crew);
        kip_crew_hold(crew);
        for (int i = 0; i < crew->n; i++)
            if (crew->sim[i]->solving.next != MEETS_NOTHING)
                again = goes_on(crew->sim[i], stage) || again;
        if (again)
            kip_crew_aba_again(crew);
    }
    for (int i = 0; i < crew->n; i++) {
        KipDynamics *d = crew->sim[i]->d;
        memcpy(d->idle, d->absent, (size_t)d->model->nbody * sizeof *d->idle);
        d->any_idle = d->any_absent;
        d->any_kept = false;
    }
}

/* Adds the part of the increments of earlier stages that the stage's folds contain, for some axes of one tree. */
static inline void add_ahead(const KipSim *sim, const Stage *stage, const AxisRun *run,
                             double *restrict ahead)
{
    int first;
    const double *part = kip_fold_part(sim, stage, run->tree, &first);
    const int end = run->end;
    for (int j = first; j <= stage->index; j++) {
        const double p = part[j], *restrict dv = sim->dv[j];
        for (int k = run->first; k < end; k++)
            ahead[k] += p * dv[k];
    }
}

/* The stage's increments. */
KIP_TWICE static void take_increments(KipSim *sim, const Stage *stage)
{
    const Method *method = stage->method;
    const int nv = sim->model->nv;
    const double h = stage->h, *restrict a = sim->a, *restrict folded = sim->fold.folded;
    double *restrict dx = sim->dx[stage->index], *restrict dv = sim->dv[stage->index],
                     *restrict ahead = sim->ahead[0];
    exponential_rates(sim->model, sim->d->v, sim->move, dx);
    for (int k = 0; k < nv; k++)
        dv[k] = h * a[k];
    memset(ahead, 0, (size_t)nv * sizeof *ahead);
    for (int r = 0; r < sim->nrun && (method->rates_last || method->implicit); r++)
        add_ahead(sim, stage, sim->run + r, ahead);
    const double prescribed_part = method->rates_last ? 0.5 : 0; /* their accelerations remain: exact */
    for (int k = 0; k < nv && sim->d->any_prescribed; k++)
        ahead[k] = sim->d->prescribed[k] ? prescribed_part * ahead[k] : ahead[k];
    if (method->rates_last)
        for (int k = 0; k < nv; k++)
            dx[k] = h * (dx[k] + ahead[k]);
    else
        for (int k = 0; k < nv; k++) {
            const double rate = dx[k], then = rate + ahead[k];
            dx[k] = h * (folded[k] > 0 ? then : rate);
        }
}

static void leave_stage(KipSim *sim, const Stage *stage)
{
    kip_forces_account(sim, stage, false);
    kip_rows_account(sim, stage);
    kip_forces_account(sim, stage, true);
    kip_momentum_account(sim, stage);
    if (sim->axes_in_lanes)
        return;
    kip_axis_account(sim, stage);
    take_increments(sim, stage);
}

/* Sums the stages' increments. In a strained step velocities may change much between stages; the work of the drives is then the
 * mean torque times the mean of the rates before and after, its exact work on a constant inertia. */
KIP_TWICE static void sum_increments(KipSim *sim, const Stage *last)
{
    const bool strained = sim->strained;
    const Method *method = last->method;
    if (strained)
        sim->work->drives = sim->drives_before;
    const int nv = sim->model->nv;
    double *restrict dx = sim->move, *restrict dv = sim->ahead[0], *restrict v = sim->v;
    memset(dx, 0, (size_t)nv * sizeof *dx);
    memset(dv, 0, (size_t)nv * sizeof *dv);
    for (int i = 0; i < method->stages; i++) {
        const double weight = method->weight[i], *restrict dxi = sim->dx[i], *restrict dvi = sim->dv[i];
        for (int k = 0; k < nv; k++)
            dx[k] += weight * dxi[k], dv[k] += weight * dvi[k];
    }
    for (int k = 0; k < nv && strained; k++)
        sim->work->drives += last->h * sim->axis.drive_mean[k] * (v[k] + 0.5 * dv[k]);
    for (int k = 0; k < nv; k++)
        v[k] += dv[k];
}

static void combine(KipSim *sim, const Stage *last)
{
    if (!sim->axes_in_lanes)
        sum_increments(sim, last);
    kip_model_integrate(sim->model, sim->q, sim->move, 1, sim->q);
    kip_contact_advance(sim, last);
}

/* Makes trees joined to a rough one rough too; returns whether any was. */
static bool spread_once(KipSim *sim)
{
    bool more = false;
    for (int i = 0; *sim->nconstraint && i < sim->max_constraints; i++) {
        const KipConstraint *c = sim->constraint + i;
        const Link *link = sim->model->tree->link;
        Tree *one = sim->tree + sim->tree_of[c->body1], *two = sim->tree + sim->tree_of[c->body2];
        bool joined = c->type != KIP_NO_CONSTRAINT && c->type != KIP_PARTING && !link[c->body1].is_static &&
                      !link[c->body2].is_static;
        if (joined && one->rough != two->rough)
            one->rough = two->rough = more = true;
    }
    return more;
}

void kip_spread_rough(KipSim *sim)
{
    while (spread_once(sim))
        ;
}

/* Finds the rough trees at the beginning of a step; returns whether some are because of their drives. */
static bool find_rough(KipSim *sim)
{
    bool strained;
    if (!sim->method->implicit)
        return false;
    for (int t = 0; t < sim->ntree; t++)
        sim->tree[t].rough = false;
    for (int i = 0; i < sim->ntouching; i++) {
        const ContactSlot *s = sim->slot + sim->touching[i];
        sim->tree[sim->tree_of[s->body1]].rough = sim->tree[sim->tree_of[s->body2]].rough = true;
    }
    strained = kip_drive_strained(sim);
    kip_spread_rough(sim);
    return strained;
}

/* Whether every tree has several bodies and touches something, without springs and constraints. */
static bool all_touch(const KipSim *sim)
{
    if (*sim->nconstraint || sim->model->tree->has_springs)
        return false;
    for (int t = 1; t < sim->ntree; t++) {
        const Tree *tree = sim->tree + t;
        if (tree->moves && !sim->absent[t] && (!tree->rough || tree->single))
            return false;
    }
    return true;
}

void kip_integrate_begin(KipSim *sim)
{
    for (int k = 0; k < sim->model->nv && sim->d->any_prescribed; k++)
        if (sim->d->prescribed[k])
            sim->a[k] = sim->told[k];
    sim->strong_between = false;
    sim->strained = find_rough(sim);
    sim->drives_before = sim->work->drives;
    const bool once = sim->method == methods + KIP_IMPLICIT_RK4 && !sim->strained && all_touch(sim);
    sim->taken = once ? &in_touch : sim->method;
}

void kip_integrate(const Crew *crew, int part, int parts)
{
    const KipSim *first = crew->sim[0];
    Stage stage = {.h = first->h / parts, .method = first->taken, .first = part == 0};
    for (int i = 0; i < stage.method->stages; i++) {
        stage.index = i, stage.told = stage.method->weight[i] / parts;
        stage.driven = i == 0 && stage.method->implicit;
        kip_stage_enter(crew, &stage);
        solve_stage(crew, &stage);
        kip_crew_account(crew, &stage);
        for (int k = 0; k < crew->n; k++)
            leave_stage(crew->sim[k], &stage);
        kip_crew_leave(crew, &stage);
    }
    for (int i = 0; i < crew->n; i++)
        combine(crew->sim[i], &stage);
}
