/* The passes over the links for each of a crew: of one alone, or in lanes (lanes.h). */
#include <string.h>

#include "lanes.h"
#include "sim_parts.h"

/* Lanes copy the numbers of a struct, which come first. */
_Static_assert(offsetof(LinkState, reduced) == 95 * sizeof(double) && sizeof(LinkState) % sizeof(double) == 0,
               "numbers, and all of them, before the rest");
_Static_assert(offsetof(TreeSum, counts) == 19 * sizeof(double) && sizeof(TreeSum) % sizeof(double) == 0,
               "numbers, and all of them, before the rest");

/* A lane that is not in use has the first world. */
static KipSim *in_lane(const Crew *crew, int lane)
{
    return crew->sim[lane < crew->n ? lane : 0];
}

void kip_crew_begin(const Crew *crew)
{
    if (!crew->lanes)
        return;
    LaneWorlds *of = crew->lanes;
    of->link_size = sizeof(LinkState) / sizeof(double);
    of->general_size = sizeof(GeneralState) / sizeof(double);
    of->sum_size = sizeof(TreeSum) / sizeof(double);
    of->impedance_size = sizeof(Impedance), of->impedance_r = offsetof(Impedance, r);
    of->tree_size = sizeof(Tree) / sizeof(double);
    of->tree_about = offsetof(Tree, about) / sizeof(double);
    of->tree_now = offsetof(Tree, now) / sizeof(double);
    for (int t = 0; t < crew->sim[0]->ntree; t++)
        of->floats[t] = crew->sim[0]->tree[t].floats;
    for (int l = 0; l < of->pass->count; l++) {
        KipSim *sim = in_lane(crew, l);
        KipDynamics *d = sim->d;
        of->q[l] = d->q, of->v[l] = d->v;
        of->link[l] = (double *)d->link, of->general[l] = (double *)d->general;
        of->world[l] = (double *)d->world, of->external[l] = (double *)d->external;
        of->diagonal[l] = d->diagonal, of->tau[l] = sim->tau, of->a[l] = sim->a;
        of->weight[l] = sim->fold.weight, of->x[l] = sim->fold.x;
        of->bias[l] = sim->fold.bias, of->folded[l] = sim->fold.folded;
        of->sum[l] = (double *)sim->sum, of->gravity[l] = (double *)&d->gravity;
        of->work[l] = &sim->work->contacts, of->tree[l] = (double *)sim->tree;
    }
    crew->lanes->pass->begin(crew->lanes->lanes);
}

void kip_crew_end(const Crew *crew)
{
    if (!crew->lanes)
        return;
    crew->lanes->pass->end(crew->lanes->lanes);
    for (int i = 0; i < crew->n; i++)
        crew->sim[i]->in_lanes = 0;
}

void kip_crew_set(const Crew *crew, bool last)
{
    for (int i = 0; i < crew->n; i++) {
        KipDynamics *d = crew->sim[i]->d;
        if (crew->lanes)
            kip_dynamics_clear_forces(d);
        else
            kip_dynamics_set(d, d->q, d->v);
    }
    if (crew->lanes)
        crew->lanes->pass->set(crew->lanes->lanes, last);
}

/* -- ABA ------------------------------------------------------------------------------------------------- */

/* The first pass of each world without contacts in lanes, for the links on which there are impedances in any of these. They
 * may have masks. */
static void start_impeded(const Crew *crew)
{
    LaneWorlds *of = crew->lanes;
    const int nbody = crew->sim[0]->model->nbody;
    bool any = false;
    memset(of->impeded, 0, (size_t)nbody * sizeof *of->impeded);
    for (int i = 0; i < crew->n; i++) {
        const KipDynamics *d = crew->sim[i]->d;
        for (int k = 0; k < d->nimpedance && crew->sim[i]->in_lanes == 0; k++)
            any = of->impeded[d->impedance[k].body] = true;
    }
    for (int l = 0; l < of->pass->count; l++) {
        const KipSim *sim = in_lane(crew, l);
        of->started[l] = any && sim->in_lanes == 0 ? -1 : 0;
        of->impedance[l] = sim->d->impedance;
        of->nimpedance[l] = sim->in_lanes > 0 ? sim->d->nimpedance : 0;
    }
    for (int i = 0; any && i < crew->n; i++) {
        if (crew->sim[i]->in_lanes > 0)
            continue;
        KipDynamics *d = crew->sim[i]->d;
        const bool any_idle = d->any_idle, any_kept = d->any_kept;
        for (int b = 0; b < nbody; b++)
            d->kept[b] = !of->impeded[b];
        d->any_idle = false, d->any_kept = true;
        kip_aba_start(d);
        d->any_idle = any_idle, d->any_kept = any_kept;
    }
}

static void run_lanes(const Crew *crew, bool decides)
{
    start_impeded(crew);
    crew->lanes->pass->aba(crew->lanes->lanes, decides);
}

void kip_crew_aba(const Crew *crew, bool decides)
{
    if (crew->lanes) {
        crew->lanes->any_kept = false;
        run_lanes(crew, decides);
        return;
    }
    KipSim *sim = crew->sim[0];
    kip_aba(sim->d, sim->d->gravity, decides ? &sim->fold : NULL, sim->tau, sim->a, NULL);
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

void kip_crew_aba_again(const Crew *crew)
{
    LaneWorlds *of = crew->lanes ? crew->lanes : NULL;
    const size_t nbody = (size_t)crew->sim[0]->model->nbody;
    if (of)
        memset(of->kept, true, nbody * sizeof *of->kept);
    for (int i = 0; i < crew->n; i++) {
        if (crew->sim[i]->solving.next == MEETS_NOTHING)
            continue;
        find_stirred(crew->sim[i]);
        for (size_t b = 0; of && b < nbody; b++)
            of->kept[b] = of->kept[b] && crew->sim[i]->d->kept[b];
    }
    if (of) {
        of->any_kept = true;
        run_lanes(crew, false);
    } else {
        kip_crew_aba(crew, false);
    }
}

/* -- sums ------------------------------------------------------------------------------------------------ */

void kip_crew_sum(const Crew *crew, SumOf what)
{
    static void (*const sum_one[])(const KipDynamics *, const int *, TreeSum *) =
        {[SUM_FIRSTS] = kip_sum_firsts, [SUM_MOMENTA] = kip_sum_momenta, [SUM_INERTIAS] = kip_sum_inertias};
    const KipSim *sim = crew->sim[0];
    if (!crew->lanes) {
        sum_one[what](sim->d, sim->tree_of, sim->sum);
        return;
    }
    LaneWorlds *of = crew->lanes;
    for (int t = 0; t < sim->ntree; t++)
        of->summed[t] = sim->sum[t].counts;
    void (*const sum_lanes[])(KipLanes *) = {[SUM_FIRSTS] = of->pass->sum_firsts,
                                             [SUM_MOMENTA] = of->pass->sum_momenta,
                                             [SUM_INERTIAS] = of->pass->sum_inertias};
    sum_lanes[what](of->lanes);
}

void kip_crew_move_places(const Crew *crew)
{
    if (crew->lanes)
        crew->lanes->pass->move_places(crew->lanes->lanes);
    else
        kip_world_places(crew->sim[0]->d);
}

void kip_crew_move_velocities(const Crew *crew)
{
    KipDynamics *d = crew->sim[0]->d;
    if (crew->lanes)
        crew->lanes->pass->move_velocities(crew->lanes->lanes);
    else
        kip_velocity_pass(d, d->v);
}
