/* kip run: runs a scene, of a script or of a model alone, with recording and printing of events. */
#include "run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "outputs.h"

FILE *kip_run_talk(const KipRun *run)
{
    for (int i = 0; i < KIP_RUN_FILES; i++)
        if (run->path[i] && strcmp(run->path[i], "-") == 0)
            return stderr;
    return run->report ? stderr : stdout;
}

/* -- the scene's host ----------------------------------------------------------------------------------- */

static void print_text(void *user, const char *text, size_t size)
{
    KipRun *run = user;
    kip_progress_clear(&run->progress);
    kip_print_clean(kip_run_talk(run), text, size);
}

KipStatus kip_run_begin_record(KipRun *run, KipError *error)
{
    return kip_run_record_begin(run->record, run->tape.recording, run->title, run->note, error);
}

static KipStatus begin(void *user, KipScene *scene, KipError *error)
{
    KipRun *run = user;
    run->has_run = false;
    KipStatus status = kip_tape_begun(&run->tape, scene, error);
    if (status != KIP_OK)
        return status;
    kip_tape_title(&run->tape, run->title, sizeof run->title);
    if (run->model)
        kip_run_describe(run, run->note, sizeof run->note);
    else
        kip_tape_note(&run->tape, run->note, sizeof run->note);
    kip_run_report_begin(run->report);
    return run->model ? KIP_OK : kip_run_begin_record(run, error); /* a model is not in its start state yet */
}

/* Shows the progress, with the remaining time for a model alone. */
static void show_progress(KipRun *run, double time)
{
    double gone = kip_progress_gone(&run->progress), done = time / run->duration;
    if (run->model)
        kip_progress_show(&run->progress, "%.2f of %g s simulated, %.0f s gone, about %.0f s left", time,
                          run->duration, gone, gone * (1 - done) / done);
    else
        kip_progress_show(&run->progress, "%.2f s simulated, %.0f s gone", time, gone);
}

static void end_progress(const KipRun *run)
{
    kip_progress_clear(&run->progress);
    if (!run->model || !run->progress.terminal)
        return;
    double took = kip_progress_gone(&run->progress), time = kip_world_time(kip_scene_world(run->scene));
    fprintf(stderr, "%.3g s simulated in %.3g s: %.3g times real time.\n", time, took, time / took);
}

static KipStatus stepped(void *user, KipScene *scene, KipError *error)
{
    KipRun *run = user;
    const KipSim *sim = kip_world_sim(kip_scene_world(scene));
    const bool looks_back =
        run->path[KIP_RUN_HTML] || run->path[KIP_RUN_BVH] || run->figures; /* all frames, at the end */
    const bool records = looks_back || run->path[KIP_RUN_RECORD];
    run->has_run = true;
    if (!run->warned_of_load && kip_sim_time(sim) > 0)
        run->warned_of_load = kip_run_warn_of_load(stderr, &run->progress, sim);
    const KipOutput *table = &run->output[KIP_RUN_CSV];
    if (run->table && !ferror(table->stream)) /* its head may be what failed */
        errno = 0;
    if (run->table)
        kip_csv_sample(run->table, sim);
    if (run->table && table->path && ferror(table->stream)) /* a long run need not go on to its end */
        return kip_output_fail(table, error);
    if (run->progress.terminal)
        show_progress(run, kip_sim_time(sim));
    kip_run_report_step(run->report, kip_scene_world(scene));
    KipStatus status = records ? kip_tape_stepped(&run->tape, scene, error) : KIP_OK;
    if (status == KIP_OK)
        status = kip_run_record_step(run->record, sim, error);
    if (!looks_back)
        kip_run_record_forget(run->record, run->tape.recording);
    return status == KIP_OK && run->model ? kip_run_control_model(run, error) : status;
}

KipStatus kip_run_first_frame(void *user, KipScene *scene, KipError *error)
{
    KipRun *run = user;
    KipStatus status = KIP_OK;
    if (!run->warned)
        kip_run_warn_of_start(stderr, kip_world_sim(kip_scene_world(scene)));
    run->warned = true;
    kip_csv_destroy(run->table); /* a restart: the table of the run before stays, its last line apart */
    run->table = NULL;
    if (run->path[KIP_RUN_CSV])
        status = kip_csv_create(run->output[KIP_RUN_CSV].stream, kip_world_sim(kip_scene_world(scene)), NULL,
                                &run->table, error);
    return status == KIP_OK ? stepped(user, scene, error) : status;
}

static void explain(const KipRun *run, double time, const char *text)
{
    if (!run->explain)
        return;
    kip_progress_clear(&run->progress);
    kip_print_clean_format(kip_run_talk(run), "%8.3f s  %s\n", time, text);
}

void kip_run_event(void *user, double time, const char *text)
{
    KipRun *run = user;
    kip_tape_event(&run->tape, time, text);
    kip_run_report_event(run->report, time, text);
    explain(run, time, text);
}

static void explain_bid(FILE *stream, const KipSupervisor *supervisor, const KipBid *bid)
{
    kip_print_clean_format(stream, "%14s%s: %s", "", kip_supervisor_name(supervisor, bid->skill),
                           kip_tape_bid(bid));
    if (bid->state == KIP_BID_MADE)
        fprintf(stream, " %g", bid->score);
    kip_print_clean_format(stream, "%s%s\n", *bid->reason ? ": " : "", bid->reason);
}

static void decided(void *user, KipScene *scene, int member, const KipDecision *decision)
{
    KipRun *run = user;
    KipWorld *world = kip_scene_world(scene);
    const KipSupervisor *supervisor = kip_world_supervisor(world, member);
    const char *name = kip_world_member_name(world, member),
               *to = kip_supervisor_name(supervisor, decision->to);
    kip_tape_decided(&run->tape, scene, member, decision);
    kip_run_report_decision(run->report, world, member, decision);
    if (!run->explain)
        return;
    kip_progress_clear(&run->progress);
    FILE *stream = kip_run_talk(run);
    kip_print_clean_format(stream, "%8.3f s  %s: %s -> %s: %s\n", decision->time, name,
                           decision->from < 0 ? "begins" : kip_supervisor_name(supervisor, decision->from),
                           to, decision->reason);
    for (int i = 0; i < decision->nbid; i++)
        explain_bid(stream, supervisor, &decision->bid[i]);
}

static void failed(void *user, KipScene *scene, int member, const char *skill, const KipError *error,
                   const char *traceback)
{
    KipRun *run = user;
    KipWorld *world = kip_scene_world(scene);
    kip_run_report_failure(run->report, kip_world_time(world), kip_world_member_name(world, member), skill,
                           error);
    run->nfailure++;
    for (int i = 0; i < run->nshown; i++)
        if (error->line == run->shown[i].line && strcmp(error->message, run->shown[i].message) == 0)
            return;
    if (run->nshown == KIP_RUN_FAILURES)
        return;
    run->shown[run->nshown++] = *error;
    kip_progress_clear(&run->progress);
    fflush(stdout);
    kip_print_clean_format(stderr, "kip: at %.3f s skill '%s' of %s failed, and ends:\n%s",
                           kip_world_time(world), skill, kip_world_member_name(world, member), traceback);
    kip_error_print(stderr, error);
    if (run->nshown == KIP_RUN_FAILURES)
        fputs("kip: further failures of skills are not shown\n", stderr);
}

static void pushed(void *user, double time, int body, KipVec3 force, double seconds, KipVec3 point)
{
    KipRun *run = user;
    char text[160];
    kip_tape_pushed(&run->tape, time, body, force, seconds, point);
    kip_tape_push_text(&run->tape, body, force, seconds, text);
    kip_run_report_event(run->report, time, text);
    explain(run, time, text);
}

static void measured(void *user, const KipMeasure *measure)
{
    static const char *const verdict[] = {"", "holds", "FAILS"};
    KipRun *run = user;
    kip_run_report_measure(run->report, measure);
    run->nfailed_measure += measure->verdict == KIP_FAILS;
    kip_progress_clear(&run->progress);
    kip_print_clean_format(kip_run_talk(run), "%-54s %12.*g %-6s", measure->name, measure->digits,
                           measure->value, measure->unit);
    if (measure->verdict != KIP_NO_CLAIM)
        kip_print_clean_format(kip_run_talk(run), " claim %-22s %-9s  %s", measure->claim,
                               kip_whose_name[measure->whose], verdict[measure->verdict]);
    fputc('\n', kip_run_talk(run));
}

static KipStatus record(void *user, const char *name, KipError *error)
{
    KipRun *run = user;
    char path[KIP_RUN_PATH_SIZE];
    KipStatus status = run->figures ? kip_run_place_figure(run, name, path, error) : KIP_OK;
    return status == KIP_OK ? kip_tape_record(&run->tape, name, error) : status;
}

static KipStatus plot(void *user, const char *name, const KipChart *chart, KipError *error)
{
    KipRun *run = user;
    char path[KIP_RUN_PATH_SIZE];
    KipStatus status = KIP_OK;
    if (run->figures)
        status = kip_run_place_figure(run, name, path, error);
    if (run->figures && status == KIP_OK)
        status = kip_tape_draw(path, chart, error);
    if (status == KIP_OK && run->figures)
        kip_run_report_file(run->report, path);
    return status == KIP_OK ? kip_tape_add_file(&run->tape, name, false, error) : status;
}

/* -- the run --------------------------------------------------------------------------------------------- */

static double wall_clock(void *user)
{
    (void)user;
    return kip_wall_clock();
}

static KipSceneHost host_of(KipRun *run)
{
    return (KipSceneHost){.user = run,
                          .print = print_text,
                          .begun = begin,
                          .starts =
                              run->model ? NULL : kip_run_first_frame, /* a model has it without a step */
                          .stepped = stepped,
                          .stop = kip_stop_asked,
                          .event = kip_run_event,
                          .decided = decided,
                          .failed = failed,
                          .pushed = pushed,
                          .target = kip_tape_target,
                          .measured = measured,
                          .record = record,
                          .plot = plot,
                          .clock = run->explain ? wall_clock : NULL};
}

static KipStatus prepare(KipRun *run, KipError *error)
{
    run->def.host = host_of(run);
    KipStatus status = run->model ? kip_scene_create(run->model, &run->def, &run->scene, error)
                                  : kip_scene_load(run->tape.script, &run->def, &run->scene, error);
    if (status == KIP_OK)
        status = kip_run_open_files(run, error);
    return status == KIP_OK && run->model ? kip_run_start_model(run, error) : status;
}

/* Reports an error on stderr and in the report. */
static int fail(const KipRun *run, const KipError *error, const char *traceback)
{
    kip_progress_clear(&run->progress);
    fflush(stdout);
    kip_run_report_error(run->report, error, traceback);
    kip_print_clean(stderr, traceback, strlen(traceback));
    return kip_cli_fail(error);
}

static int fail_run(const KipRun *run, const KipError *error)
{
    bool of_script = error->status == KIP_BAD_INPUT;
    int result = fail(run, error, of_script || error->file[0] ? kip_scene_traceback(run->scene) : "");
    return of_script ? KIP_EXIT_FAILED : result; /* it was read without errors */
}

/* Reports the time at which it stopped, and the intended duration where that is known. */
static int stop(const KipRun *run)
{
    KipWorld *world = kip_scene_world(run->scene);
    double end = run->model ? run->duration : kip_scene_run_end(run->scene);
    bool with_files = false;
    for (int i = 0; i < KIP_RUN_FILES; i++)
        with_files = with_files || run->path[i];
    with_files = with_files && run->has_run;
    fflush(stdout);
    fprintf(stderr, "kip: stopped at %.3f s", world ? kip_world_time(world) : 0);
    if (end - end == 0)
        fprintf(stderr, " of %g s", end);
    fprintf(stderr, " (interrupted)%s.\n", with_files ? "; the files hold what happened until then" : "");
    return kip_stop_exit();
}

/* Reports the end, writes the files, and prints the summary. The exit code is that of the first error. */
static int finish(KipRun *run, KipStatus status, const KipError *error)
{
    KipError file_error;
    int result = KIP_EXIT_DONE;
    if (run->model)
        kip_run_print_summary(run);
    if (run->explain) {
        fflush(stdout);
        kip_run_print_skills(stderr, run->scene);
    } else {
        kip_run_warn_of_commands(stderr, run->scene);
    }
    if (status == KIP_OK && run->has_run && !run->model)
        kip_run_warn_of_fall(stderr, kip_world_sim(kip_scene_world(run->scene)));
    if (status == KIP_OK && !run->stopped_by)
        kip_run_warn_of_end(stderr, run->scene);
    if (status != KIP_OK)
        result = fail_run(run, error);
    else if (run->stopped_by)
        result = stop(run);
    else if ((run->nfailed_measure || run->nfailure) && !run->record->expected)
        result = KIP_EXIT_FAILED; /* --verify succeeds if that was so in the recording */
    if (kip_run_write_files(run, &file_error) != KIP_OK) {
        const int unwritten = fail(run, &file_error, "");
        result = status == KIP_OK ? unwritten : result;
    }
    if (!kip_run_record_verdict(run->record, kip_run_talk(run)) && result == KIP_EXIT_DONE)
        result = KIP_EXIT_FAILED;
    if (run->with_hash && kip_scene_world(run->scene))
        fprintf(kip_run_talk(run), "%016" PRIx64 "\n",
                kip_sim_hash(kip_world_sim(kip_scene_world(run->scene))));
    kip_run_report_end(run->report, run->title, run->scene, run->model != NULL);
    return result;
}

/* Records the last state as a frame, and an event if the steps ended early. */
static KipStatus note_end(KipRun *run, KipStatus status, KipError *error)
{
    KipWorld *world = kip_scene_world(run->scene);
    KipError later;
    KipStatus recorded = kip_tape_end(&run->tape, status == KIP_OK ? error : &later);
    if (status == KIP_DIVERGED)
        kip_run_event(run, kip_world_time(world), "diverged");
    if (run->stopped_by && world)
        kip_run_event(run, kip_world_time(world), "interrupted");
    return status == KIP_OK ? recorded : status;
}

static int go(KipRun *run)
{
    KipError error;
    KipStatus status = prepare(run, &error);
    if (status != KIP_OK)
        return run->model ? kip_run_refuse(run, &error) : fail(run, &error, "");
    status =
        run->model ? kip_scene_advance(run->scene, run->duration, &error) : kip_scene_run(run->scene, &error);
    run->stopped_by = kip_stop_signal(); /* later signals have no effect */
    end_progress(run);
    status = note_end(run, status, &error);
    run->broken = status != KIP_OK;
    run->is_short = kip_is_shortage(status);
    return finish(run, status, &error);
}

int kip_run_go(KipRun *run)
{
    kip_stop_catch();
    run->progress = kip_progress_begin();
    int result = go(run);
    kip_run_close_files(run);
    kip_tape_clear(&run->tape);
    kip_scene_destroy(run->scene);
    return result;
}
