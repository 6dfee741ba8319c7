/* kip run SCENE.py: runs a script; records, tells, and writes what its world did. */
#include "run.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../record/bvh.h"
#include "../record/csv.h"
#include "../text/file.h"
#include "../pictures/page.h"
#include "data_folders.h"
#include "outputs.h"
#include "run_explain.h"
#include "scene_tape.h"

enum { MOST_FAILURES = 5 }; /* of skills' scripts, that are shown in full */

enum { FIGURES_TOLD = 3, PATH = 1024 };

typedef struct SceneRun {
    KipTape tape;
    const KipSceneWords *words;
    KipScene *scene;
    KipCsv *table;
    KipOutput output[KIP_RUN_FILES];
    int nmeasure, nfailed_measure, nfailure;
    bool terminal, broken, is_short; /* the run failed; for want of memory or of room */
    bool looks_back; /* some output wants all frames at the end */
    double begun, shown; /* wall clock, s */
} SceneRun;

static FILE *talk(const SceneRun *run)
{
    for (int i = 0; i < KIP_RUN_FILES; i++)
        if (run->words->output[i] && strcmp(run->words->output[i], "-") == 0)
            return stderr;
    return run->words->report ? stderr : stdout;
}

/* -- what the scene tells -------------------------------------------------------------------------------- */

static void clear_line(const SceneRun *run)
{
    if (run->terminal && run->shown > run->begun)
        fputs("\r\033[K", stderr);
}

static void print_text(void *user, const char *text, size_t size)
{
    SceneRun *run = user;
    clear_line(run);
    kip_print_clean(talk(run), text, size);
}

static KipStatus begin(void *user, KipScene *scene, KipError *error)
{
    SceneRun *run = user;
    char title[256], text[256];
    KipStatus status = kip_tape_begun(&run->tape, scene, error);
    if (status != KIP_OK)
        return status;
    kip_tape_title(&run->tape, title, sizeof title);
    kip_tape_note(&run->tape, text, sizeof text);
    kip_run_report_begin(run->words->report);
    return kip_run_record_begin(run->words->record, run->tape.recording, title, text, error);
}

/* What the script did at 0 s is done: that is the first frame. */
static KipStatus starts(void *user, KipScene *scene, KipError *error)
{
    SceneRun *run = user;
    KipSim *sim = kip_world_sim(kip_scene_world(scene));
    KipStatus status = kip_tape_stepped(&run->tape, scene, error);
    if (status == KIP_OK)
        status = kip_run_record_step(run->words->record, sim, error);
    if (status != KIP_OK || !run->words->output[KIP_RUN_CSV])
        return status;
    kip_csv_destroy(run->table); /* a restart: the table of the run before stays, its last line apart */
    run->table = NULL;
    status = kip_csv_create(run->output[KIP_RUN_CSV].stream, sim, NULL, &run->table, error);
    if (status == KIP_OK)
        kip_csv_sample(run->table, sim);
    return status;
}

static KipStatus stepped(void *user, KipScene *scene, KipError *error)
{
    SceneRun *run = user;
    const KipSim *sim = kip_world_sim(kip_scene_world(scene));
    if (run->table)
        kip_csv_sample(run->table, sim);
    double now = run->terminal ? kip_wall_clock() : 0;
    if (run->terminal && now > run->shown + (run->shown > run->begun ? 0.2 : 1)) {
        run->shown = now;
        fprintf(stderr, "\r%.2f s simulated, %.0f s gone\033[K", kip_sim_time(sim), now - run->begun);
    }
    kip_run_report_step(run->words->report, kip_scene_world(scene));
    KipStatus status = kip_tape_stepped(&run->tape, scene, error);
    if (status == KIP_OK)
        status = kip_run_record_step(run->words->record, sim, error);
    if (!run->looks_back)
        kip_run_record_forget(run->words->record, run->tape.recording);
    return status;
}

static void explain(const SceneRun *run, double time, const char *text)
{
    if (!run->words->explain)
        return;
    clear_line(run);
    kip_print_clean_format(talk(run), "%8.3f s  %s\n", time, text);
}

static void event(void *user, double time, const char *text)
{
    SceneRun *run = user;
    kip_tape_event(&run->tape, time, text);
    kip_run_report_event(run->words->report, time, text);
    explain(run, time, text);
}

static void explain_bid(FILE *stream, const KipSupervisor *supervisor, const KipBid *bid)
{
    kip_print_clean_format(stream, "%14s%s: %s", "", kip_supervisor_name(supervisor, bid->skill), kip_tape_bid(bid));
    if (bid->state == KIP_BID_MADE)
        fprintf(stream, " %g", bid->score);
    kip_print_clean_format(stream, "%s%s\n", *bid->reason ? ": " : "", bid->reason);
}

static void decided(void *user, KipScene *scene, int member, const KipDecision *decision)
{
    SceneRun *run = user;
    KipWorld *world = kip_scene_world(scene);
    const KipSupervisor *supervisor = kip_world_supervisor(world, member);
    const char *name = kip_world_member_name(world, member), *to = kip_supervisor_name(supervisor, decision->to);
    kip_tape_decided(&run->tape, scene, member, decision);
    kip_run_report_decision(run->words->report, world, member, decision);
    if (!run->words->explain)
        return;
    clear_line(run);
    FILE *stream = talk(run);
    kip_print_clean_format(stream, "%8.3f s  %s: %s -> %s: %s\n", decision->time, name,
                           decision->from < 0 ? "begins" : kip_supervisor_name(supervisor, decision->from), to,
                           decision->reason);
    for (int i = 0; i < decision->nbid; i++)
        explain_bid(stream, supervisor, &decision->bid[i]);
}

static void failed(void *user, KipScene *scene, int member, const char *skill, const KipError *error,
                   const char *traceback)
{
    SceneRun *run = user;
    KipWorld *world = kip_scene_world(scene);
    kip_run_report_failure(run->words->report, kip_world_time(world), kip_world_member_name(world, member), skill,
                           error);
    if (run->nfailure++ >= MOST_FAILURES)
        return;
    clear_line(run);
    fflush(stdout);
    kip_print_clean_format(stderr, "kip: at %.3f s skill '%s' of %s failed, and ends:\n%s", kip_world_time(world), skill,
                           kip_world_member_name(world, member), traceback);
    kip_error_print(stderr, error);
    if (run->nfailure == MOST_FAILURES)
        fputs("kip: further failures of skills are not shown\n", stderr);
}

static void pushed(void *user, double time, int body, KipVec3 force, double seconds, KipVec3 point)
{
    SceneRun *run = user;
    char text[160];
    kip_tape_pushed(&run->tape, time, body, force, seconds, point);
    kip_tape_push_text(&run->tape, body, force, seconds, text);
    kip_run_report_event(run->words->report, time, text);
    explain(run, time, text);
}

static void measured(void *user, const KipMeasure *measure)
{
    static const char *const verdict[] = {"", "holds", "FAILS"};
    SceneRun *run = user;
    run->nmeasure++;
    kip_run_report_measure(run->words->report, measure);
    run->nfailed_measure += measure->verdict == KIP_FAILS;
    clear_line(run);
    kip_print_clean_format(talk(run), "%-54s %12.*g %-6s", measure->name, measure->digits, measure->value, measure->unit);
    if (measure->verdict != KIP_NO_CLAIM)
        kip_print_clean_format(talk(run), " claim %-22s %-9s  %s", measure->claim, kip_whose_name[measure->whose],
                               verdict[measure->verdict]);
    fputc('\n', talk(run));
}

/* Where a file of the script goes, its folders made; it is none that the command writes. */
static KipStatus place_figure(const SceneRun *run, const char *name, char path[PATH], KipError *error)
{
    KipStatus status = kip_place_below(run->words->figures, name, path, PATH, error);
    for (int i = 0; i < KIP_RUN_FILES && status == KIP_OK; i++)
        if (run->words->output[i] && kip_same_file(path, run->words->output[i]))
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "the script and the command line write \"%s\"; give each its own place", path);
    return status == KIP_OK ? kip_make_folders(path, error) : status;
}

static KipStatus record(void *user, const char *name, KipError *error)
{
    SceneRun *run = user;
    char path[PATH];
    KipStatus status = run->words->figures ? place_figure(run, name, path, error) : KIP_OK;
    return status == KIP_OK ? kip_tape_record(&run->tape, name, error) : status;
}

static KipStatus plot(void *user, const char *name, const KipChart *chart, KipError *error)
{
    SceneRun *run = user;
    char path[PATH];
    KipStatus status = KIP_OK;
    if (run->words->figures)
        status = place_figure(run, name, path, error);
    if (run->words->figures && status == KIP_OK)
        status = kip_tape_draw(path, chart, error);
    if (status == KIP_OK && run->words->figures)
        kip_run_report_file(run->words->report, path);
    return status == KIP_OK ? kip_tape_add_file(&run->tape, name, false, error) : status;
}

/* -- files ----------------------------------------------------------------------------------------------- */

static KipStatus write_page(SceneRun *run, KipOutput *output, KipError *error)
{
    char title[256], text[256];
    kip_tape_title(&run->tape, title, sizeof title);
    kip_tape_note(&run->tape, text, sizeof text);
    return kip_page_write(output->stream, run->tape.recording, title, text, error);
}

static KipStatus write_table(SceneRun *run, KipOutput *output, KipError *error)
{
    (void)output, (void)error; /* all but its last line is there, and nothing but the stream can fail */
    kip_csv_finish(run->table, kip_world_sim(kip_scene_world(run->scene)));
    run->table = NULL;
    return KIP_OK;
}

static KipStatus write_motion(SceneRun *run, KipOutput *output, KipError *error)
{
    return kip_bvh_write(output->stream, run->tape.recording, error);
}

static KipStatus end_record(SceneRun *run, KipOutput *output, KipError *error)
{
    bool is_cut = run->is_short;
    KipStatus status = kip_run_record_finish(run->words->record, output, &is_cut, error);
    if (is_cut)
        fprintf(talk(run), "What was recorded until then is in %s.\n", run->words->output[KIP_RUN_RECORD]);
    return status;
}

static const struct {
    KipStatus (*write)(SceneRun *run, KipOutput *output, KipError *error);
    const char *told;
} files[KIP_RUN_FILES] = {
    [KIP_RUN_HTML] = {write_page, NULL}, /* tell_page */
    [KIP_RUN_CSV] = {write_table, "The table is in %s.\n"},
    [KIP_RUN_BVH] = {write_motion, "The motion is in %s.\n"},
    [KIP_RUN_RECORD] = {end_record, "The recording is in %s.\n"},
};

static bool has_frames(const SceneRun *run)
{
    return run->tape.recording && run->tape.recording->nframe > 0;
}

static KipStatus fail_empty(const char *path, KipError *error)
{
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                    "there is nothing for \"%s\": the script never says run(seconds), or not after its last restart()", path);
}

static KipStatus write_file(SceneRun *run, const char *path, KipOutput *output, int kind, KipError *error)
{
    if (!path)
        return KIP_OK;
    if (!has_frames(run))
        return fail_empty(path, error);
    KipStatus status = files[kind].write(run, output, error);
    if (status == KIP_OK && kind != KIP_RUN_RECORD) /* that one is */
        status = kip_output_commit(output, error);
    if (status == KIP_OK && strcmp(path, "-") != 0) {
        kip_run_report_file(run->words->report, path);
        if (files[kind].told && !run->is_short)
            fprintf(talk(run), files[kind].told, path);
    }
    return status;
}

/* What the script asked for by record(). */
static KipStatus write_recorded(SceneRun *run, const char *name, KipError *error)
{
    const KipRunRecord *words = run->words->record;
    char path[PATH];
    if (!has_frames(run))
        return fail_empty(name, error);
    KipStatus status = place_figure(run, name, path, error);
    if (status == KIP_OK)
        status = kip_tape_write(&run->tape, path, words->nword, (const char *const *)words->word, error);
    if (status == KIP_OK)
        kip_run_report_file(run->words->report, path);
    return status;
}

/* "a.svg, b.html and 3 more" */
static void list_figures(const KipTape *tape, FILE *stream)
{
    for (int i = 0; i < tape->nfile && i < FIGURES_TOLD; i++)
        kip_print_clean_format(stream, "%s%s", i ? ", " : "", tape->file[i].name);
    if (tape->nfile > FIGURES_TOLD)
        fprintf(stream, " and %d more", tape->nfile - FIGURES_TOLD);
}

/* One page is enough to be opened. */
static void tell_page(const SceneRun *run)
{
    const KipTape *tape = &run->tape;
    const char *folder = run->words->figures, *page = run->words->output[KIP_RUN_HTML];
    for (int i = 0; i < tape->nfile && folder && !page; i++)
        if (kip_ends_in(tape->file[i].name, ".html")) {
            kip_print_clean_format(talk(run), "Open %s/%s in a browser to see it.\n", folder, tape->file[i].name);
            return;
        }
    if (page && strcmp(page, "-") != 0)
        fprintf(talk(run), "Open %s in a browser to see it.\n", page);
}

static void tell_figures(const SceneRun *run)
{
    const KipTape *tape = &run->tape;
    const bool one = tape->nfile == 1;
    if (tape->nfile == 0)
        return;
    list_figures(tape, talk(run));
    if (run->words->figures)
        fprintf(talk(run), " %s in %s.\n", one ? "is" : "are", run->words->figures);
    else
        fprintf(talk(run), " %s not written: --figures DIR writes %s.\n", one ? "was" : "were", one ? "it" : "them");
}

static KipStatus write_figures(SceneRun *run, KipError *error)
{
    KipStatus status = KIP_OK;
    if (run->words->record->expected) /* --verify writes nothing */
        return status;
    for (int i = 0; i < run->tape.nfile && run->words->figures && status == KIP_OK; i++)
        if (run->tape.file[i].recorded)
            status = write_recorded(run, run->tape.file[i].name, error);
    if (status == KIP_OK)
        tell_figures(run);
    return status;
}

/* After a shortage: the recording alone, which can be read as far as it goes. Why was said. */
static void keep_recording(SceneRun *run)
{
    KipError error;
    write_file(run, run->words->output[KIP_RUN_RECORD], &run->output[KIP_RUN_RECORD], KIP_RUN_RECORD, &error);
}

static KipStatus write_files(SceneRun *run, KipError *error)
{
    if (!has_frames(run) && (run->broken || kip_run_stopped()))
        return KIP_OK; /* why was said */
    if (run->is_short) {
        keep_recording(run);
        return KIP_OK;
    }
    KipStatus status = kip_tape_end(&run->tape, error);
    for (int i = 0; i < KIP_RUN_FILES && status == KIP_OK; i++)
        status = write_file(run, run->words->output[i], &run->output[i], i, error);
    if (status == KIP_OK)
        status = write_figures(run, error);
    if (status == KIP_OK && has_frames(run))
        tell_page(run);
    return status;
}

/* Before the first step: a long run must not end with a file that cannot be written. */
static KipStatus open_files(SceneRun *run, KipError *error)
{
    const char *const *path = run->words->output;
    KipStatus status = KIP_OK;
    char folder[PATH];
    if (run->words->figures) {
        snprintf(folder, sizeof folder, "%s/", run->words->figures);
        status = kip_make_folders(folder, error);
    }
    for (int i = 0; i < KIP_RUN_FILES && status == KIP_OK; i++)
        if (path[i])
            status = kip_output_open(&run->output[i], path[i], error);
    run->words->record->stream = run->output[KIP_RUN_RECORD].stream;
    return status;
}

static double wall_clock(void *user)
{
    (void)user;
    return kip_wall_clock();
}

/* -- the command ----------------------------------------------------------------------------------------- */

static KipSceneDef define(SceneRun *run)
{
    KipSceneDef def = kip_scene_def();
    def.host = (KipSceneHost){.user = run,
                              .print = print_text,
                              .begun = begin,
                              .starts = starts,
                              .stepped = stepped,
                              .stop = kip_run_stop,
                              .event = event,
                              .decided = decided,
                              .failed = failed,
                              .pushed = pushed,
                              .target = kip_tape_target,
                              .measured = measured,
                              .record = record,
                              .plot = plot,
                              .clock = run->words->explain ? wall_clock : NULL};
    def.param = run->words->param;
    def.nparam = run->words->nparam;
    def.seed = run->words->seed;
    def.timestep = run->words->timestep;
    def.integrator = run->words->integrator;
    def.data = kip_data_folders();
    return def;
}

/* Told on stderr, and in the report. */
static int fail(const SceneRun *run, const KipError *error, const char *traceback)
{
    clear_line(run);
    fflush(stdout);
    kip_run_report_error(run->words->report, error, traceback);
    kip_print_clean(stderr, traceback, strlen(traceback));
    return kip_cli_fail(error);
}

static int fail_script(const SceneRun *run, const KipError *error)
{
    bool of_script = error->status == KIP_BAD_INPUT;
    int result = fail(run, error, of_script || error->file[0] ? kip_scene_traceback(run->scene) : "");
    return of_script ? KIP_EXIT_FAILED : result; /* it was read without fault */
}

static int stop(const SceneRun *run)
{
    const KipRecording *recording = run->tape.recording;
    bool with_files = *run->tape.asked != '\0';
    for (int i = 0; i < KIP_RUN_FILES; i++)
        with_files = with_files || run->words->output[i];
    KipWorld *world = kip_scene_world(run->scene);
    kip_run_tell_stop(world ? kip_world_time(world) : 0, kip_scene_run_end(run->scene),
                      with_files && recording && recording->nframe);
    return KIP_EXIT_INTERRUPTED - SIGINT + kip_run_stopped();
}

static int go(SceneRun *run)
{
    KipError error, file_error;
    KipSceneDef def = define(run);
    kip_run_catch_signals();
    KipStatus status = kip_scene_load(run->words->path, &def, &run->scene, &error);
    if (status != KIP_OK)
        return fail(run, &error, "");
    if (open_files(run, &error) != KIP_OK)
        return fail(run, &error, "");
    status = kip_scene_run(run->scene, &error);
    clear_line(run);
    if (run->words->explain) {
        fflush(stdout);
        kip_run_print_skills(stderr, run->scene);
    } else {
        kip_run_warn_of_commands(stderr, run->scene);
    }
    int result = KIP_EXIT_DONE;
    run->broken = status != KIP_OK;
    run->is_short = kip_is_shortage(status);
    if (run->broken)
        result = fail_script(run, &error);
    else if (kip_run_stopped())
        result = stop(run);
    else if ((run->nfailed_measure || run->nfailure) && !run->words->record->expected)
        result = KIP_EXIT_FAILED; /* --verify asks only whether it was so before, too */
    if (write_files(run, &file_error) != KIP_OK) {
        int unwritten = fail(run, &file_error, "");
        result = unwritten == KIP_EXIT_DONE ? result : unwritten;
    }
    if (!kip_run_record_verdict(run->words->record, talk(run)) && result == KIP_EXIT_DONE)
        result = KIP_EXIT_FAILED;
    if (run->words->hash && kip_scene_world(run->scene))
        fprintf(talk(run), "%016" PRIx64 "\n", kip_sim_hash(kip_world_sim(kip_scene_world(run->scene))));
    kip_run_report_scene(run->words->report, run->scene);
    return result;
}

int kip_run_scene(const KipSceneWords *words)
{
    SceneRun run = {.tape = {.script = words->path}, .words = words, .terminal = isatty(STDERR_FILENO)};
    run.begun = run.shown = kip_wall_clock();
    run.looks_back = words->output[KIP_RUN_HTML] || words->output[KIP_RUN_BVH] || words->figures;
    int result = go(&run);
    for (int i = 0; i < KIP_RUN_FILES; i++)
        kip_output_abandon(&run.output[i]);
    kip_csv_destroy(run.table);
    kip_tape_clear(&run.tape);
    kip_scene_destroy(run.scene);
    return result;
}
