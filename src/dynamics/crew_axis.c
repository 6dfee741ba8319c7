/* The axes of a crew in lanes, where the step is one evaluation without springs and without drives beyond their limits: torques, folds,
 * drives that are held, works and the new rates. The worlds have found the torques of their drives, by which they have chosen the
 * method, and add those of their limits, as few joints are at one. It takes 7 % of the instructions from standing worlds, 4 % from lying
 * ones. */
#include "crew_parts.h"

static bool have_axes(const Crew *crew)
{
    return crew->lanes && crew->lanes->axes;
}

static bool suits_lanes(const KipSim *sim)
{
    return sim->taken->stages == 1 && sim->taken->implicit && !sim->strained &&
           !sim->model->tree->has_springs;
}

void kip_crew_begin_axes(const Crew *crew)
{
    bool suit = crew->lanes && !crew->lanes->of_trees;
    for (int i = 0; i < crew->n; i++)
        suit = suit && suits_lanes(crew->sim[i]);
    for (int i = 0; i < crew->n; i++)
        crew->sim[i]->axes_in_lanes = suit;
    if (crew->lanes)
        crew->lanes->axes = suit;
}

void kip_crew_axis_forces(const Crew *crew, const Stage *stage)
{
    for (int i = 0; i < crew->n && !have_axes(crew); i++)
        kip_axis_forces(crew->sim[i], stage);
    if (!have_axes(crew))
        return;
    const LaneWorlds *of = crew->lanes;
    const LaneStage own = lane_stage(stage);
    of->pass->begin_axes(of->lanes, &own);
    for (int l = 0; l < of->pass->count; l++) {
        const KipSim *sim = in_lane(crew, l);
        const AxisForces axis = {.limit_torque = of->limit_torque + l,
                                 .c = of->limit_c + l,
                                 .k = of->limit_k + l,
                                 .stopped = of->stopped + l};
        if (sim->limit)
            kip_limit_forces(sim, &axis, of->pass->count);
    }
    of->pass->fold(of->lanes, &own);
}

void kip_crew_hold(const Crew *crew)
{
    int64_t asked[MOST_LANES], free[MOST_LANES];
    if (!have_axes(crew))
        return;
    const LaneWorlds *of = crew->lanes;
    for (int l = 0; l < of->pass->count; l++) {
        const Solving *solving = &in_lane(crew, l)->solving;
        asked[l] = solving->next == MEETS_ROWS ? -1 : 0;
        free[l] = solving->round < most_releases ? -1 : 0;
    }
    const int64_t *reheld = of->pass->hold(of->lanes, asked, free);
    for (int i = 0; i < crew->n; i++) {
        KipSim *sim = crew->sim[i];
        sim->reheld = false;
        for (int k = 0; reheld && k < sim->model->nv; k++)
            if (reheld[k * of->pass->count + i]) {
                sim->reheld = true;
                kip_stir_axis(sim, k);
            }
    }
}

void kip_crew_leave(const Crew *crew, const Stage *stage)
{
    const LaneStage own = lane_stage(stage);
    if (have_axes(crew))
        crew->lanes->pass->leave(crew->lanes->lanes, &own);
}
