/* kip run SCENE.py: runs a script; records, tells, and writes what its world did. */
#include "run_scene.h"

#include <inttypes.h>
#include <signal.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../formats/bvh.h"
#include "../formats/csv.h"
#include "../formats/file.h"
#include "../pictures/page.h"
#include "convert_recording.h"
#include "outputs.h"

enum { MOST_FAILURES = 5 }; /* of skills' scripts, that are shown in full */

typedef struct SceneRun {
    const KipSceneWords *words;
    KipScene *scene;
    KipRecording *recording; /* of the world since it began or was restarted */
    KipCsv *table;
    KipOutput output[KIP_RUN_FILES];
    char record[1024]; /* record(), "" for none */
    int nmeasure, nfailed_measure, nfailure;
    bool terminal, broken;
    double begun, shown; /* wall clock, s */
} SceneRun;

static FILE *talk(const SceneRun *run)
{
    for (int i = 0; i < KIP_RUN_FILES; i++)
        if (run->words->output[i] && strcmp(run->words->output[i], "-") == 0)
            return stderr;
    return stdout;
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
    fwrite(text, 1, size, talk(run));
}

/* The docstring's first line, or the file's name. */
static void title_of(const SceneRun *run, char *title, size_t size)
{
    const char *doc = kip_scene_doc(run->scene), *path = run->words->path, *slash = strrchr(path, '/');
    size_t n = strcspn(doc, "\n");
    if (n)
        snprintf(title, size, "%.*s", (int)n, doc);
    else
        snprintf(title, size, "%s", slash ? slash + 1 : path);
}

static void note_of(const SceneRun *run, char *text, size_t size)
{
    KipWorld *world = kip_scene_world(run->scene);
    snprintf(text, size, "steps of %g s, control every %g s", kip_sim_timestep(kip_world_sim(world)),
             kip_world_period(world));
}

static KipStatus begin(void *user, KipScene *scene, KipError *error)
{
    SceneRun *run = user;
    KipVec3 eye, target;
    KipSim *sim = kip_world_sim(kip_scene_world(scene));
    kip_recording_destroy(run->recording);
    run->recording = NULL;
    KipStatus status = kip_recording_create(kip_scene_model(scene), kip_sim_timestep(sim), NULL, &run->recording, error);
    if (status == KIP_OK && kip_scene_camera(scene, &eye, &target))
        kip_recording_camera(run->recording, eye, target);
    if (status != KIP_OK)
        return status;
    char title[256], text[256];
    title_of(run, title, sizeof title);
    note_of(run, text, sizeof text);
    return kip_run_record_begin(run->words->record, run->recording, title, text, error);
}

/* What the script did at 0 s is done: that is the first frame. */
static KipStatus starts(void *user, KipScene *scene, KipError *error)
{
    SceneRun *run = user;
    KipSim *sim = kip_world_sim(kip_scene_world(scene));
    KipStatus status = kip_recording_sample(run->recording, sim, error);
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
    KipStatus status = kip_recording_sample(run->recording, sim, error);
    return status == KIP_OK ? kip_run_record_step(run->words->record, sim, error) : status;
}

static void note(SceneRun *run, double time, const char *text)
{
    KipError error;
    if (run->recording && kip_recording_event(run->recording, time, text, &error) != KIP_OK)
        kip_cli_fail(&error);
}

static void event(void *user, double time, const char *text)
{
    SceneRun *run = user;
    note(run, time, text);
    if (run->words->explain) {
        clear_line(run);
        fprintf(talk(run), "%8.3f s  %s\n", time, text);
    }
}

static const char *const bid_state[] = {[KIP_BID_MADE] = "bids", [KIP_BID_NOT_READY] = "not ready",
                                        [KIP_BID_FAILED] = "failed",
                                        [KIP_BID_BANNED] = "waits, since it failed at once"};

static void explain_bid(FILE *stream, const KipSupervisor *supervisor, const KipBid *bid)
{
    fprintf(stream, "%14s%s: %s", "", kip_supervisor_name(supervisor, bid->skill), bid_state[bid->state]);
    if (bid->state == KIP_BID_MADE)
        fprintf(stream, " %g", bid->score);
    fprintf(stream, "%s%s\n", *bid->reason ? ": " : "", bid->reason);
}

/* The reason, which names the bids that were made, and why the others made none: for the page. */
static void whole_reason(const KipSupervisor *supervisor, const KipDecision *decision, char *text, size_t size)
{
    int n = snprintf(text, size, "%s", decision->reason);
    for (int i = 0; i < decision->nbid && n >= 0 && (size_t)n < size; i++) {
        const KipBid *bid = &decision->bid[i];
        if (bid->state != KIP_BID_MADE)
            n += snprintf(text + n, size - (size_t)n, "; %s %s%s%s", kip_supervisor_name(supervisor, bid->skill),
                          bid_state[bid->state], *bid->reason ? ": " : "", bid->reason);
    }
}

static void decided(void *user, KipScene *scene, int member, const KipDecision *decision)
{
    SceneRun *run = user;
    KipWorld *world = kip_scene_world(scene);
    const KipSupervisor *supervisor = kip_world_supervisor(world, member);
    const char *name = kip_world_member_name(world, member), *to = kip_supervisor_name(supervisor, decision->to);
    char reason[1024];
    KipError error;
    whole_reason(supervisor, decision, reason, sizeof reason);
    if (decision->from != decision->to &&
        kip_recording_band(run->recording, name, decision->time, to, reason, &error) != KIP_OK)
        kip_cli_fail(&error);
    if (!run->words->explain)
        return;
    clear_line(run);
    FILE *stream = talk(run);
    fprintf(stream, "%8.3f s  %s: %s -> %s: %s\n", decision->time, name,
            decision->from < 0 ? "begins" : kip_supervisor_name(supervisor, decision->from), to, decision->reason);
    for (int i = 0; i < decision->nbid; i++)
        explain_bid(stream, supervisor, &decision->bid[i]);
}

static void failed(void *user, KipScene *scene, int member, const char *skill, const KipError *error,
                   const char *traceback)
{
    SceneRun *run = user;
    KipWorld *world = kip_scene_world(scene);
    if (run->nfailure++ >= MOST_FAILURES)
        return;
    clear_line(run);
    fflush(stdout);
    fprintf(stderr, "kip: at %.3f s skill '%s' of %s failed, and ends:\n%s", kip_world_time(world), skill,
            kip_world_member_name(world, member), traceback);
    kip_error_print(stderr, error);
    if (run->nfailure == MOST_FAILURES)
        fputs("kip: further failures of skills are not shown\n", stderr);
}

static void pushed(void *user, double time, int body, KipVec3 force, double seconds, KipVec3 point)
{
    SceneRun *run = user;
    KipError error;
    KipRecordedPush push = {.start = time, .end = time + seconds, .body = body, .point = point, .force = force};
    if (kip_recording_push(run->recording, &push, &error) != KIP_OK)
        kip_cli_fail(&error);
    char text[160];
    snprintf(text, sizeof text, "%.3g N push on %.100s for %.3g s", sqrt(force.x * force.x + force.y * force.y + force.z * force.z),
             kip_scene_model(run->scene)->body[body].name, seconds);
    event(run, time, text);
}

static void target(void *user, double time, int member, KipVec3 position)
{
    SceneRun *run = user;
    KipError error;
    const char *name = kip_world_member_name(kip_scene_world(run->scene), member);
    if (kip_recording_target(run->recording, time, name, position, &error) != KIP_OK)
        kip_cli_fail(&error);
}

static void measured(void *user, const KipMeasure *measure)
{
    static const char *const verdict[] = {"", "holds", "FAILS"};
    SceneRun *run = user;
    run->nmeasure++;
    run->nfailed_measure += measure->verdict == KIP_FAILS;
    clear_line(run);
    fprintf(talk(run), "%-54s %12.6g %-6s %s%-22s %s\n", measure->name, measure->value, measure->unit,
            *measure->claim ? "claim " : "      ", measure->claim, verdict[measure->verdict]);
}

static void record(void *user, const char *path)
{
    SceneRun *run = user;
    snprintf(run->record, sizeof run->record, "%s", path);
}

/* -- files ----------------------------------------------------------------------------------------------- */

static KipStatus write_page(SceneRun *run, KipOutput *output, KipError *error)
{
    char title[256], text[256];
    title_of(run, title, sizeof title);
    note_of(run, text, sizeof text);
    return kip_page_write(output->stream, run->recording, title, text, error);
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
    return kip_bvh_write(output->stream, run->recording, error);
}

static KipStatus end_record(SceneRun *run, KipOutput *output, KipError *error)
{
    (void)output;
    return kip_run_record_end(run->words->record, error);
}

static const struct {
    KipStatus (*write)(SceneRun *run, KipOutput *output, KipError *error);
    const char *told;
} files[KIP_RUN_FILES] = {
    [KIP_RUN_HTML] = {write_page, "Open %s in a browser to see it.\n"},
    [KIP_RUN_CSV] = {write_table, "The table is in %s.\n"},
    [KIP_RUN_BVH] = {write_motion, "The motion is in %s.\n"},
    [KIP_RUN_RECORD] = {end_record, "The recording is in %s.\n"},
};

static KipStatus write_file(SceneRun *run, const char *path, KipOutput *output, int kind, KipError *error)
{
    if (!path)
        return KIP_OK;
    if ((!run->recording || run->recording->nframe == 0) && run->broken)
        return KIP_OK; /* why was said */
    if (!run->recording || run->recording->nframe == 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the script never lets its world run, so there is nothing for \"%s\"; it wants a run(seconds)",
                        path);
    KipStatus status = files[kind].write(run, output, error);
    if (status == KIP_OK)
        status = kip_output_commit(output, error);
    if (status == KIP_OK && strcmp(path, "-") != 0)
        fprintf(talk(run), files[kind].told, path);
    return status;
}

/* What the script asked for by record(). */
static KipStatus write_asked(SceneRun *run, KipError *error)
{
    KipOutput output = {0};
    const KipRunRecord *record = run->words->record;
    const char *path = run->record;
    char title[256], text[256];
    if (!*path || !run->recording || record->expected) /* --verify writes nothing */
        return KIP_OK;
    title_of(run, title, sizeof title);
    note_of(run, text, sizeof text);
    const KipRecordingHead head = {title, text, record->nword, (const char *const *)record->word};
    if (!kip_can_convert_recording(path) || kip_ends_in(path, ".xml"))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "record(\"%s\"): the name must end in .html, .glb, .bvh, .csv or .kip", path);
    KipStatus status = kip_output_open(&output, path, error);
    if (status == KIP_OK)
        status = kip_convert_recording(run->recording, &head, path, output.stream, error);
    if (status == KIP_OK)
        status = kip_output_commit(&output, error);
    if (status == KIP_OK)
        fprintf(talk(run), kip_ends_in(path, ".html") ? files[KIP_RUN_HTML].told : "The recording is in %s.\n", path);
    kip_output_abandon(&output);
    return status;
}

static KipStatus write_files(SceneRun *run, KipError *error)
{
    KipStatus status = KIP_OK;
    if (run->recording && run->recording->nframe)
        status = kip_recording_capture(run->recording, kip_world_sim(kip_scene_world(run->scene)), error);
    for (int i = 0; i < KIP_RUN_FILES && status == KIP_OK; i++) {
        status = write_file(run, run->words->output[i], &run->output[i], i, error);
        if (status == KIP_OK && i == KIP_RUN_HTML)
            status = write_asked(run, error);
    }
    return status;
}

/* Before the first step: a long run must not end with a file that cannot be written. */
static KipStatus open_files(SceneRun *run, KipError *error)
{
    const char *const *path = run->words->output;
    KipStatus status = KIP_OK;
    for (int i = 0; i < KIP_RUN_FILES && status == KIP_OK; i++)
        if (path[i])
            status = kip_output_open(&run->output[i], path[i], error);
    run->words->record->stream = run->output[KIP_RUN_RECORD].stream;
    return status;
}

/* -- the command ----------------------------------------------------------------------------------------- */

static KipSceneDef define(SceneRun *run)
{
    KipSceneDef def = kip_scene_def();
    def.host = (KipSceneHost){run, print_text, begin, starts, stepped, kip_run_stop, event, decided, failed, pushed, target, measured, record};
    def.param = run->words->param;
    def.nparam = run->words->nparam;
    def.seed = run->words->seed;
    def.timestep = run->words->timestep;
    def.integrator = run->words->integrator;
    return def;
}

static int fail_script(const SceneRun *run, const KipError *error)
{
    clear_line(run);
    fflush(stdout);
    const char *traceback = kip_scene_traceback(run->scene);
    if (error->status == KIP_BAD_INPUT && *traceback)
        fprintf(stderr, "%s", traceback);
    int result = kip_cli_fail(error);
    return error->status == KIP_BAD_INPUT ? KIP_EXIT_FAILED : result; /* it was read without fault */
}

static int go(SceneRun *run)
{
    KipError error, file_error;
    KipSceneDef def = define(run);
    KipStatus status = kip_scene_load(run->words->path, &def, &run->scene, &error);
    if (status != KIP_OK)
        return kip_cli_fail(&error);
    if (open_files(run, &error) != KIP_OK)
        return kip_cli_fail(&error);
    kip_run_catch_signals();
    status = kip_scene_run(run->scene, &error);
    clear_line(run);
    int result = KIP_EXIT_DONE;
    if (kip_run_stopped())
        result = KIP_EXIT_INTERRUPTED - SIGINT + kip_run_stopped();
    else if ((run->nfailed_measure || run->nfailure) && !run->words->record->expected)
        result = KIP_EXIT_FAILED; /* --verify asks only whether it was so before, too */
    run->broken = status != KIP_OK;
    if (run->broken)
        result = fail_script(run, &error);
    if (write_files(run, &file_error) != KIP_OK)
        result = kip_cli_fail(&file_error);
    if (!kip_run_record_verdict(run->words->record, talk(run)) && result == KIP_EXIT_DONE)
        result = KIP_EXIT_FAILED;
    if (run->words->hash && kip_scene_world(run->scene))
        fprintf(talk(run), "%016" PRIx64 "\n", kip_sim_hash(kip_world_sim(kip_scene_world(run->scene))));
    return result;
}

int kip_run_scene(const KipSceneWords *words)
{
    SceneRun run = {.words = words, .terminal = isatty(STDERR_FILENO)};
    run.begun = run.shown = kip_wall_clock();
    int result = go(&run);
    for (int i = 0; i < KIP_RUN_FILES; i++)
        kip_output_abandon(&run.output[i]);
    kip_csv_destroy(run.table);
    kip_recording_destroy(run.recording);
    kip_scene_destroy(run.scene);
    return result;
}
