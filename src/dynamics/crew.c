/* The passes over the links for each of a crew: of one alone, or in lanes (lanes.h). */
#include <string.h>

#include "crew_parts.h"

/* Lanes copy the numbers of a struct, which come first. */
_Static_assert(offsetof(LinkState, reduced) == 95 * sizeof(double) && sizeof(LinkState) % sizeof(double) == 0,
               "numbers, and all of them, before the rest");
_Static_assert(offsetof(TreeSum, counts) == 19 * sizeof(double) && sizeof(TreeSum) % sizeof(double) == 0,
               "numbers, and all of them, before the rest");

/* Where lanes have what is of a world, or of a tree of it. */
static void point_at(LaneWorlds *of, int l, KipSim *sim)
{
    KipDynamics *d = sim->d;
    const LaneStart at = of->start[l];
    of->q[l] = d->q + at.q, of->v[l] = d->v + at.v;
    of->link[l] = (double *)(d->link + at.body), of->general[l] = (double *)(d->general + at.body);
    of->world[l] = (double *)(d->world + at.body), of->external[l] = (double *)(d->external + at.body);
    of->diagonal[l] = d->diagonal + at.v, of->tau[l] = sim->tau + at.v, of->a[l] = sim->a + at.v;
    of->weight[l] = sim->fold.weight + at.v, of->x[l] = sim->fold.x + at.v;
    of->bias[l] = sim->fold.bias + at.v, of->folded[l] = sim->fold.folded + at.v;
    of->sum[l] = (double *)(sim->sum + at.tree), of->gravity[l] = (double *)&d->gravity;
    of->work[l] = &sim->work->contacts, of->axis_work[l] = &sim->work->drives,
    of->tree[l] = (double *)(sim->tree + at.tree);
    of->armature[l] = (double *)sim->model->tree->armature,
    of->damping[l] = (double *)sim->model->tree->damping;
    of->drive_torque[l] = sim->axis.drive_torque, of->drive_excess[l] = sim->axis.drive_excess;
    of->drive_c[l] = sim->axis.drive_c, of->drive_k[l] = sim->axis.drive_k;
    of->limit_lo[l] = sim->drives.limit_lo, of->limit_hi[l] = sim->drives.limit_hi;
    of->effective[l] = sim->effective, of->move[l] = sim->move, of->rate[l] = sim->v;
    if (of->of_trees)
        of->apart[l] = -1;
}

/* The lanes have the kinematics that the step begins with where these worlds have left them so. */
static void begin_lanes(const Crew *crew, LaneWorlds *of)
{
    of->have = true;
    of->link_size = sizeof(LinkState) / sizeof(double);
    of->general_size = sizeof(GeneralState) / sizeof(double);
    of->sum_size = sizeof(TreeSum) / sizeof(double);
    of->impedance_size = sizeof(Impedance), of->impedance_r = offsetof(Impedance, r);
    of->tree_size = sizeof(Tree) / sizeof(double);
    of->tree_about = offsetof(Tree, about) / sizeof(double);
    of->tree_now = offsetof(Tree, now) / sizeof(double);
    of->place = &crew->sim[0]->place->R.xx, of->place_size = sizeof(GeomPlace) / sizeof(double);
    of->slot_size = sizeof(ContactSlot) / sizeof(double);
    for (int t = 0; t < of->ntree; t++)
        of->floats[t] = crew->sim[0]->tree[of->start[0].tree + t].floats;
    for (int l = 0; l < of->pass->count; l++) {
        KipSim *sim = in_lane(crew, l);
        of->have = of->have && of->q[l] == sim->d->q + of->start[l].q && of->evaluation[l] == sim->evaluation;
        point_at(of, l, sim);
    }
    of->pass->begin(of->lanes, of->have);
}

void kip_crew_begin(const Crew *crew)
{
    for (LaneWorlds *of = crew->lanes; of; of = of->next)
        begin_lanes(crew, of);
    kip_crew_begin_axes(crew);
}

void kip_crew_end(const Crew *crew)
{
    for (LaneWorlds *of = crew->lanes; of; of = of->next)
        of->pass->end(of->lanes);
    for (int i = 0; i < crew->n; i++)
        crew->sim[i]->in_lanes = 0, crew->sim[i]->axes_in_lanes = false;
}

void kip_crew_note(const Crew *crew)
{
    for (LaneWorlds *of = crew->lanes; of; of = of->next)
        for (int l = 0; l < of->pass->count; l++)
            of->evaluation[l] = in_lane(crew, l)->evaluation;
    for (int i = 0; i < crew->n; i++)
        crew->sim[i]->in_lanes = 0;
}

static bool of_trees(const Crew *crew)
{
    return crew->lanes && crew->lanes->of_trees;
}

/* The bodies that are in no lanes, up to one that is of none: all, none, or those of no tree that is in lanes. */
static Bodies outside(const Crew *crew, int i)
{
    const KipSim *sim = crew->sim[0];
    if (!crew->lanes)
        return i == 0 ? all_bodies(sim->d) : (Bodies){0, 0};
    return of_trees(crew) && i < sim->nrest ? sim->rest[i] : (Bodies){0, 0};
}

void kip_crew_set(const Crew *crew, bool last)
{
    KipDynamics *d = crew->sim[0]->d;
    for (int i = 0; i < crew->n; i++)
        kip_dynamics_clear_forces(crew->sim[i]->d);
    for (LaneWorlds *of = crew->lanes; of; of = of->next)
        of->pass->set(of->lanes, last);
    for (int i = 0; outside(crew, i).end; i++) {
        kip_joint_pass(d, outside(crew, i), d->q);
        kip_velocity_pass(d, outside(crew, i), d->v);
        kip_world_pass(d, outside(crew, i));
    }
}

/* -- ABA ------------------------------------------------------------------------------------------------- */

/* Notes the bodies with impedances that are not in lanes. */
static bool mark_impeded(KipSim *sim)
{
    const KipDynamics *d = sim->d;
    memset(sim->impeded, 0, (size_t)sim->model->nbody * sizeof *sim->impeded);
    for (int k = 0; k < d->nimpedance && sim->in_lanes == 0; k++)
        sim->impeded[d->impedance[k].body] = true;
    return d->nimpedance > 0 && sim->in_lanes == 0;
}

/* The links on which there are some in any of the worlds. */
static void find_impeded(const Crew *crew, LaneWorlds *of, bool any)
{
    bool *restrict impeded = of->impeded;
    memset(impeded, 0, (size_t)of->nbody * sizeof *impeded);
    for (int l = 0; l < of->used; l++) {
        const bool *restrict own = in_lane(crew, l)->impeded + of->start[l].body;
        for (int b = 1; b < of->nbody; b++)
            impeded[b] |= own[b];
    }
    for (int l = 0; l < of->pass->count; l++) {
        const KipSim *sim = in_lane(crew, l);
        of->started[l] = any && sim->in_lanes == 0 ? -1 : 0;
        of->impedance[l] = sim->d->impedance;
        of->nimpedance[l] = sim->in_lanes > 0 ? sim->d->nimpedance : 0;
    }
}

/* Chooses the links that are to be started in each lane: all that are impeded in some, but for those that this stage has started
 * before and nothing new concerns. */
static void choose_started(const Crew *crew, LaneWorlds *of)
{
    bool *restrict impeded = of->impeded, *restrict begun = of->begun;
    for (int b = 1; b < of->nbody && of->any_kept; b++)
        impeded[b] &= !of->kept[b];
    if (!of->any_kept)
        memset(begun, 0, (size_t)of->nbody * sizeof *begun);
    for (int l = 0; l < of->used; l++) {
        bool *restrict kept = in_lane(crew, l)->d->kept + of->start[l].body;
        for (int b = 1; b < of->nbody; b++)
            kept[b] = (begun[b] & kept[b]) | !impeded[b];
    }
    for (int b = 1; b < of->nbody; b++)
        begun[b] |= impeded[b];
}

/* The first pass of each world without contacts in lanes, for the links on which there are impedances in any of these. They
 * may have masks. */
static void start_impeded(const Crew *crew)
{
    bool any = false;
    for (int i = 0; i < crew->n; i++)
        any = mark_impeded(crew->sim[i]) || any;
    for (LaneWorlds *of = crew->lanes; of; of = of->next) {
        find_impeded(crew, of, any);
        choose_started(crew, of);
    }
    for (int i = 0; any && i < crew->n; i++) {
        KipDynamics *d = crew->sim[i]->d;
        if (crew->sim[i]->in_lanes > 0)
            continue;
        const bool any_idle = d->any_idle, any_kept = d->any_kept;
        for (int r = 0; outside(crew, r).end; r++)
            memset(d->kept + outside(crew, r).first, true,
                   (size_t)(outside(crew, r).end - outside(crew, r).first) * sizeof *d->kept);
        d->any_idle = false, d->any_kept = true;
        kip_aba_start(d);
        d->any_idle = any_idle, d->any_kept = any_kept;
    }
}

static void aba_alone(KipSim *sim, bool decides)
{
    kip_aba(sim->d, sim->d->gravity, decides ? &sim->fold : NULL, sim->tau, sim->a, NULL);
}

/* Of what is of no tree in lanes. */
static void aba_of_rest(KipSim *sim, bool decides)
{
    KipDynamics *d = sim->d;
    bool *const idle = d->idle, any_idle = d->any_idle, any = !d->any_kept;
    memcpy(sim->rest_idle, sim->in_forest, (size_t)sim->model->nbody * sizeof *idle);
    for (int r = 0; r < sim->nrest; r++)
        for (int i = sim->rest[r].first; i < sim->rest[r].end; i++) {
            sim->rest_idle[i] = any_idle && idle[i];
            any = any || !d->kept[i];
        }
    if (sim->nrest == 0 || !any)
        return;
    d->idle = sim->rest_idle, d->any_idle = true;
    aba_alone(sim, decides);
    d->idle = idle, d->any_idle = any_idle;
}

static void run_lanes(const Crew *crew, bool decides)
{
    if (of_trees(crew))
        aba_of_rest(crew->sim[0], decides);
    start_impeded(crew);
    for (int i = 0; i < crew->n; i++)
        crew->sim[i]->d->link[0].a = motion(v3_zero(), v3_neg(crew->sim[i]->d->gravity));
    for (LaneWorlds *of = crew->lanes; of; of = of->next)
        if (!of->any_kept || of->any_stirred)
            of->pass->aba(of->lanes, decides);
}

void kip_crew_aba(const Crew *crew, bool decides)
{
    for (LaneWorlds *of = crew->lanes; of; of = of->next)
        of->any_kept = false;
    if (crew->lanes)
        run_lanes(crew, decides);
    else
        aba_alone(crew->sim[0], decides);
}

/* Only the trees with new forces since the last ABA are solved again, and of these only the bodies with new forces and their
 * ancestors: a lying character takes 4 % fewer instructions, eight falls of felled.py in lanes 5 %. In lanes all trees are. */
static void find_stirred(KipSim *sim)
{
    KipDynamics *d = sim->d;
    const Link *link = sim->model->tree->link;
    d->any_idle = d->any_absent;
    d->any_kept = true;
    for (int i = 1; i < sim->model->nbody; i++) {
        d->idle[i] = d->absent[i] || !sim->tree[sim->tree_of[i]].stirred;
        d->any_idle = d->any_idle || d->idle[i];
    }
    for (int i = sim->model->nbody - 1; i > 0; i--) {
        d->kept[i] = !sim->stirred[i];
        sim->stirred[link[i].parent] = sim->stirred[link[i].parent] || sim->stirred[i];
        sim->stirred[i] = false;
    }
    d->kept[0] = true;
    sim->stirred[0] = false;
    for (int t = 0; t < sim->ntree; t++)
        sim->tree[t].stirred = false;
}

/* The links that nothing new in any of the worlds concerns. */
static void find_kept(const Crew *crew, LaneWorlds *of)
{
    bool *restrict all = of->kept;
    memset(all, true, (size_t)of->nbody * sizeof *all);
    of->any_kept = true, of->any_stirred = false;
    for (int l = 0; l < of->used; l++) {
        const KipSim *sim = in_lane(crew, l);
        const bool *restrict kept = sim->d->kept + of->start[l].body;
        for (int b = 1; b < of->nbody && sim->solving.next != MEETS_NOTHING; b++)
            all[b] &= kept[b];
    }
    for (int b = 1; b < of->nbody; b++)
        of->any_stirred |= !all[b];
}

void kip_crew_aba_again(const Crew *crew)
{
    for (int i = 0; i < crew->n; i++)
        if (crew->sim[i]->solving.next != MEETS_NOTHING)
            find_stirred(crew->sim[i]);
    for (LaneWorlds *of = crew->lanes; of; of = of->next)
        find_kept(crew, of);
    if (crew->lanes)
        run_lanes(crew, false);
    else
        aba_alone(crew->sim[0], false);
}

/* -- sums ------------------------------------------------------------------------------------------------ */

static void sum_alone(KipSim *sim, SumOf what)
{
    static void (*const sum[])(const KipDynamics *, const int *, TreeSum *) =
        {[SUM_FIRSTS] = kip_sum_firsts, [SUM_MOMENTA] = kip_sum_momenta, [SUM_INERTIAS] = kip_sum_inertias};
    sum[what](sim->d, sim->tree_of, sim->sum);
}

static void sum_lanes(const Crew *crew, LaneWorlds *of, SumOf what)
{
    void (*const sum[])(KipLanes *) = {[SUM_FIRSTS] = of->pass->sum_firsts,
                                       [SUM_MOMENTA] = of->pass->sum_momenta,
                                       [SUM_INERTIAS] = of->pass->sum_inertias};
    for (int t = 0; t < of->ntree; t++)
        of->summed[t] = crew->sim[0]->sum[of->start[0].tree + t].counts;
    sum[what](of->lanes);
}

static void sum_rest(KipSim *sim, SumOf what)
{
    if (sim->nrest == 0)
        return;
    for (int t = 0; t < sim->ntree; t++)
        sim->sum[t].counts = sim->tree[t].floats && !sim->in_forest[sim->tree[t].root];
    sum_alone(sim, what);
    for (int t = 0; t < sim->ntree; t++)
        sim->sum[t].counts = sim->tree[t].floats;
}

void kip_crew_sum(const Crew *crew, SumOf what)
{
    for (LaneWorlds *of = crew->lanes; of; of = of->next)
        sum_lanes(crew, of, what);
    if (!crew->lanes)
        sum_alone(crew->sim[0], what);
    if (of_trees(crew))
        sum_rest(crew->sim[0], what);
}

void kip_crew_move_places(const Crew *crew)
{
    for (LaneWorlds *of = crew->lanes; of; of = of->next)
        of->pass->move_places(of->lanes);
    for (int i = 0; outside(crew, i).end; i++)
        kip_world_places(crew->sim[0]->d, outside(crew, i));
}

void kip_crew_move_velocities(const Crew *crew)
{
    KipDynamics *d = crew->sim[0]->d;
    for (LaneWorlds *of = crew->lanes; of; of = of->next)
        of->pass->move_velocities(of->lanes);
    for (int i = 0; outside(crew, i).end; i++)
        kip_velocity_pass(d, outside(crew, i), d->v);
}
