/* kip run, a model alone: its start state, holding, pushes. Its world is a scene without a script, advanced step by step. */
#include <math.h>
#include <stdio.h>

#include "../../control/hold.h"
#include "../../dynamics/vec3.h"
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

static KipStatus count_steps(KipRun *run, KipError *error)
{
    double steps = ceil(run->duration / run->timestep * (1 - 1e-12)); /* 0.3 / 0.1 are three */
    if (steps > most_steps)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "%g s at steps of %g s are more than %g steps; give a "
                        "shorter --duration or a longer --dt",
                        run->duration, run->timestep, most_steps);
    run->nstep = (int64_t)steps;
    return KIP_OK;
}

/* Explicit RK4 does not always blow up where it is unstable: a light thing just bounces too high. So say
 * it. */
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
        status = count_steps(run, error);
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
    return kip_run_begin_record(run, error);
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

/* The middle of the step that comes next: what lasts from t0 to t1 acts in the steps whose middle is between.
 */
static double next_middle(const KipRun *run)
{
    return kip_sim_time(sim_of(run)) + 0.5 * run->timestep;
}

static void end_hold(KipRun *run)
{
    if (!run->holding || next_middle(run) < run->hold_until)
        return;
    run->holding = false;
    kip_hold_release(run->model, kip_sim_drives(sim_of(run)));
    note_event(run, "lets go");
}

static KipStatus note_push(KipRun *run, const KipRecordedPush *push, KipError *error)
{
    char text[160];
    kip_tape_push_text(&run->tape, push->body, push->force, push->end - push->start, text);
    note_event(run, text);
    return kip_recording_push(run->tape.recording, push, error);
}

/* All that push this body now; they share a point, its centre of mass. */
static KipVec3 force_on(const KipRun *run, int body)
{
    KipVec3 force = v3_zero();
    for (int i = 0; i < run->npush; i++)
        if (run->pushing[i] && run->push[i].body == body)
            force = v3_add(force, run->push[i].force);
    return force;
}

static KipStatus change_pushes(KipRun *run, KipError *error)
{
    KipStatus status = KIP_OK;
    double now = next_middle(run);
    for (int i = 0; i < run->npush && status == KIP_OK; i++) {
        const KipRecordedPush *push = &run->push[i];
        bool acts = push->start <= now && now < push->end;
        if (acts == run->pushing[i])
            continue;
        run->pushing[i] = acts;
        kip_sim_set_external(sim_of(run), push->body, force_on(run, push->body), v3_zero(), push->point);
        if (acts)
            status = note_push(run, push, error);
    }
    return status;
}

KipStatus kip_run_step_model(KipRun *run, KipError *error)
{
    KipStatus status = kip_run_first_frame(run, run->scene, error);
    for (int64_t step = 0; step < run->nstep && !kip_stop_signal() && status == KIP_OK; step++) {
        end_hold(run);
        status = change_pushes(run, error);
        if (status == KIP_OK)
            status = kip_scene_advance(run->scene, run->timestep, error);
    }
    return status;
}
