/* kip run, the simulation: start state, holding, pushes, the loop over the steps, progress and interrupts. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../../control/hold.h"
#include "../../dynamics/vec3.h"
#include "run.h"

static const double seed_displacement = 0.01; /* rad, m */
static const double seed_rate = 0.1;          /* rad/s, m/s */
static const double most_steps = 1e12;

/* -- signals --------------------------------------------------------------------------------------------- */

static volatile sig_atomic_t stop_signal; /* 0: none */

/* The second one ends the program at once, should the first not be looked at; files appear under their names only when they
 * are whole. */
static void on_stop(int signal_number)
{
    if (stop_signal) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
    stop_signal = signal_number;
}

void kip_run_catch_signals(void)
{
    static const int stops[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_stop, .sa_flags = SA_RESTART}, before;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        sigaction(stops[i], &action, &before);
        if (stops[i] == SIGHUP && before.sa_handler == SIG_IGN) /* nohup: it goes on when the terminal goes */
            sigaction(SIGHUP, &before, NULL);
    }
}

void kip_run_tell_stop(double time, double end, bool with_files)
{
    fprintf(stderr, "kip: stopped at %.3f s", time);
    if (end - end == 0)
        fprintf(stderr, " of %g s", end);
    fprintf(stderr, " (interrupted)%s.\n", with_files ? "; the files hold what happened until then" : "");
}

int kip_run_stopped(void)
{
    return stop_signal;
}

bool kip_run_stop(void *user)
{
    (void)user;
    return stop_signal != 0;
}

/* -- start ----------------------------------------------------------------------------------------------- */

/* What happens now, for the recording and the report. */
static KipStatus note_event(KipRun *run, const char *text, KipError *error)
{
    kip_run_report_event(run->report, kip_sim_time(run->sim), text);
    return run->recording ? kip_recording_event(run->recording, kip_sim_time(run->sim), text, error) : KIP_OK;
}

static KipStatus start_hold(KipRun *run, KipError *error)
{
    const KipKey *key = &run->model->key[run->hold_key];
    char text[KIP_RUN_NAME_SIZE];
    snprintf(text, sizeof text, "holds %s", key->name);
    run->holding = true;
    KipStatus status =
        kip_hold_gains(run->model, key->q, run->timestep, NULL, kip_sim_drives(run->sim), error);
    return status == KIP_OK ? note_event(run, text, error) : status;
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
    KipStiffest stiffest = kip_sim_stiffest(run->sim);
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

KipStatus kip_run_start(KipRun *run, KipError *error)
{
    KipSimDef def = kip_sim_def(run->model);
    def.timestep = run->timestep;
    def.integrator = run->integrator;
    KipStatus status = kip_sim_create(run->model, &def, &run->sim, error);
    if (status == KIP_OK)
        status = count_steps(run, error);
    if (status == KIP_OK && run->start_key >= 0)
        status = kip_sim_set_key(run->sim, run->start_key, error);
    if (status == KIP_OK && run->disturbed)
        status = kip_sim_disturb(run->sim, 0, run->model->nbody, &(KipRandom){run->seed}, seed_displacement, seed_rate,
                                 error);
    if (status == KIP_OK && run->hold_key >= 0)
        status = start_hold(run, error);
    if (status == KIP_OK && run->path[KIP_RUN_CSV])
        status = kip_csv_create(run->output[KIP_RUN_CSV].stream, run->sim, NULL, &run->table, error);
    if (status == KIP_OK)
        warn_of_stiffness(run);
    return status;
}

/* -- what changes between steps -------------------------------------------------------------------------- */

/* The middle of the step that comes next: what lasts from t0 to t1 acts in the steps whose middle is between.
 */
static double next_middle(const KipRun *run)
{
    return kip_sim_time(run->sim) + 0.5 * run->timestep;
}

static KipStatus end_hold(KipRun *run, KipError *error)
{
    if (!run->holding || next_middle(run) < run->hold_until)
        return KIP_OK;
    run->holding = false;
    kip_hold_release(run->model, kip_sim_drives(run->sim));
    return note_event(run, "lets go", error);
}

static KipStatus note_push(KipRun *run, const KipRecordedPush *push, KipError *error)
{
    char text[KIP_RUN_NAME_SIZE];
    snprintf(text, sizeof text, "%.3g N push on %.160s for %.3g s", v3_length(push->force),
             run->model->body[push->body].name, push->end - push->start);
    KipStatus status = note_event(run, text, error);
    return status == KIP_OK && run->recording ? kip_recording_push(run->recording, push, error) : status;
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
        kip_sim_set_external(run->sim, push->body, force_on(run, push->body), v3_zero(), push->point);
        if (acts)
            status = note_push(run, push, error);
    }
    return status;
}

static KipStatus capture(KipRun *run, KipError *error)
{
    if (run->table)
        kip_csv_sample(run->table, run->sim);
    KipStatus status = run->recording ? kip_recording_sample(run->recording, run->sim, error) : KIP_OK;
    if (status == KIP_OK)
        status = kip_run_record_step(run->record, run->sim, error);
    if (run->recording && !run->path[KIP_RUN_HTML] && !run->path[KIP_RUN_BVH])
        kip_run_record_forget(run->record, run->recording);
    return status;
}

/* However the steps ended, the last state is a frame, and the time line says what happened. */
static KipStatus record_end(KipRun *run, KipStatus status, KipError *error)
{
    KipError later;
    KipError *told = status == KIP_OK ? error : &later;
    KipStatus recorded = KIP_OK;
    if (run->recording)
        recorded = kip_recording_capture(run->recording, run->sim, told);
    if (recorded == KIP_OK && status == KIP_DIVERGED)
        recorded = note_event(run, "diverged", told);
    if (recorded == KIP_OK && run->stopped_by)
        recorded = note_event(run, "interrupted", told);
    return status == KIP_OK ? recorded : status;
}

/* -- progress -------------------------------------------------------------------------------------------- */

/* A line on a terminal, once a run takes longer than a second: how far it is and when it will be done. */
typedef struct Progress {
    bool terminal;
    double begun, shown; /* wall clock, s */
} Progress;

double kip_wall_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static Progress begin_progress(void)
{
    double now = kip_wall_clock();
    return (Progress){.terminal = isatty(STDERR_FILENO), .begun = now, .shown = now};
}

static void show_progress(Progress *progress, const KipRun *run, int64_t step)
{
    enum { CLOCK_INTERVAL = 16 }; /* steps between two looks at the clock */
    if (!progress->terminal || step % CLOCK_INTERVAL != CLOCK_INTERVAL - 1)
        return;
    double now = kip_wall_clock(), wait = progress->shown > progress->begun ? 0.2 : 1;
    double done = (double)step / (double)run->nstep;
    if (now < progress->shown + wait)
        return;
    progress->shown = now;
    fprintf(stderr, "\r%3.0f %%: %.2f of %g s, done in about %.0f s\033[K", 100 * done,
            kip_sim_time(run->sim), run->duration, (now - progress->begun) * (1 - done) / done);
}

static void end_progress(const Progress *progress, const KipRun *run)
{
    double took = kip_wall_clock() - progress->begun, time = kip_sim_time(run->sim);
    if (progress->terminal)
        fprintf(stderr, "\r%.3g s simulated in %.3g s: %.3g times real time.\033[K\n", time, took,
                time / took);
}

/* -- steps ----------------------------------------------------------------------------------------------- */

static KipStatus step_once(KipRun *run, KipError *error)
{
    KipStatus status = end_hold(run, error);
    if (status == KIP_OK)
        status = change_pushes(run, error);
    return status == KIP_OK ? kip_sim_step(run->sim, error) : status;
}

KipStatus kip_run_simulate(KipRun *run, KipError *error)
{
    Progress progress = begin_progress();
    KipStatus status = capture(run, error);
    for (int64_t step = 0; step < run->nstep && !stop_signal && status == KIP_OK; step++) {
        show_progress(&progress, run, step);
        status = step_once(run, error);
        if (status == KIP_OK)
            status = capture(run, error);
    }
    end_progress(&progress, run);
    run->stopped_by = stop_signal;
    return record_end(run, status, error);
}
