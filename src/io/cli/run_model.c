/* kip run for a model alone: its start state, release and pushes. */
#include <math.h>
#include <stdio.h>

#include "../../control/hold.h"
#include "run.h"

static const double seed_displacement = 0.01; /* rad, m */
static const double seed_rate = 0.1;          /* rad/s, m/s */
static const double most_steps = 1e12;

/* -- start ----------------------------------------------------------------------------------------------- */

static KipSim *sim_of(const KipRun *run)
{
    return kip_world_sim(kip_scene_world(run->scene));
}

static void note_event(KipRun *run, const char *text)
{
    kip_run_event(run, kip_sim_time(sim_of(run)), text);
}

static KipStatus start_hold(KipRun *run, KipError *error)
{
    const KipKey *key = &run->model->key[run->hold_key];
    char text[KIP_RUN_NAME_SIZE];
    snprintf(text, sizeof text, "holds %s", key->name);
    run->holding = true;
    KipStatus status =
        kip_hold_gains(run->model, key->q, run->timestep, NULL, kip_sim_drives(sim_of(run)), error);
    if (status == KIP_OK)
        note_event(run, text);
    return status;
}

/* Rounds the duration up to whole steps. */
static KipStatus round_duration(KipRun *run, KipError *error)
{
    double steps = ceil(run->duration / run->timestep * (1 - 1e-12)); /* tolerance: 0.3 / 0.1 gives 3 */
    if (steps > most_steps)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "%g s at steps of %g s are more than %g steps; give a "
                        "shorter --duration or a longer --dt",
                        run->duration, run->timestep, most_steps);
    run->duration = steps * run->timestep;
    return KIP_OK;
}

/* Warns of stiffness, since unstable explicit RK4 need not diverge: a light object may just bounce too high. */
static void warn_of_stiffness(const KipRun *run)
{
    const KipModel *model = run->model;
    KipStiffest stiffest = kip_sim_stiffest(sim_of(run));
    if (stiffest.step >= run->timestep)
        return;
    fprintf(stderr, "kip: warning: steps of %g s are too long for ", run->timestep);
    if (stiffest.joint >= 0)
        fprintf(stderr, "joint '%s' (%s %.3g on an inertia of %.3g)", model->joint[stiffest.joint].name,
                stiffest.by_damping ? "damping" : "stiffness", stiffest.coefficient, stiffest.inertia);
    else
        fprintf(stderr, "the contacts of body '%s' (there it is like a thing of %.2g kg)",
                model->body[model->geom[stiffest.geom].body].name, stiffest.inertia);
    fprintf(stderr, ": energy may come from nowhere. --dt %.2g should do.\n", 0.9 * stiffest.step);
}

KipStatus kip_run_start_model(KipRun *run, KipError *error)
{
    KipStatus status = kip_scene_advance(run->scene, 0, error);
    if (status == KIP_OK)
        status = round_duration(run, error);
    if (status == KIP_OK && run->start_key >= 0)
        status = kip_sim_set_key(sim_of(run), run->start_key, error);
    if (status == KIP_OK && run->disturbed)
        status = kip_sim_disturb(sim_of(run), 0, run->model->nbody, &(KipRandom){run->def.seed},
                                 seed_displacement, seed_rate, error);
    if (status == KIP_OK && run->hold_key >= 0)
        status = start_hold(run, error);
    if (status != KIP_OK)
        return status;
    warn_of_stiffness(run);
    status = kip_run_begin_record(run, error);
    return status == KIP_OK ? kip_run_first_frame(run, run->scene, error) : status;
}

void kip_run_describe(const KipRun *run, char *text, size_t size)
{
    const KipKey *key = run->model->key;
    char hold[KIP_RUN_NAME_SIZE + 32] = "", until[32] = "";
    if (isfinite(run->hold_until))
        snprintf(until, sizeof until, " until %g s", run->hold_until);
    if (run->hold_key >= 0)
        snprintf(hold, sizeof hold, "; %.200s is held%s", key[run->hold_key].name, until);
    snprintf(text, size, "steps of %g s, from %.200s%s", run->timestep,
             run->start_key >= 0 ? key[run->start_key].name : "the reference configuration", hold);
}

/* -- what changes between steps -------------------------------------------------------------------------- */

static void end_hold(KipRun *run)
{
    run->holding = false;
    kip_hold_release(run->model, kip_sim_drives(sim_of(run)));
    note_event(run, "lets go");
}

/* Pushes begin and end at the step whose midpoint is next. */
KipStatus kip_run_control_model(KipRun *run, KipError *error)
{
    const double next = kip_sim_time(sim_of(run)) + 0.5 * run->timestep;
    KipStatus status = KIP_OK;
    if (next > run->duration)
        return KIP_OK;
    if (run->holding && next >= run->hold_until)
        end_hold(run);
    for (int i = 0; i < run->npush && status == KIP_OK; i++) {
        KipRunPush *push = &run->push[i];
        if (push->begun || push->start > next)
            continue;
        push->begun = true;
        status = kip_scene_push(run->scene, push->body, push->force, push->seconds, push->point, error);
    }
    return status;
}
