/* kip run, its results: the files and the summary. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "../record/bvh.h"
#include "../../control/loads.h"
#include "../pictures/page.h"
#include "run.h"

KipStatus kip_run_open_files(KipRun *run, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int i = 0; i < KIP_RUN_FILES && status == KIP_OK; i++) {
        if (!run->path[i])
            continue;
        if (!run->recording && i != KIP_RUN_CSV)
            status = kip_recording_create(run->model, run->timestep, NULL, &run->recording, error);
        if (status == KIP_OK)
            status = kip_output_open(&run->output[i], run->path[i], error);
    }
    return status;
}

/* -- files ----------------------------------------------------------------------------------------------- */

/* What the page says under its title: "steps of 0.001 s, from stand; stand is held until 1.2 s". */
static void describe(const KipRun *run, char *text, size_t size)
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

KipStatus kip_run_begin_record(KipRun *run, KipError *error)
{
    char note[3 * KIP_RUN_NAME_SIZE];
    describe(run, note, sizeof note);
    run->record->stream = run->output[KIP_RUN_RECORD].stream;
    return kip_run_record_begin(run->record, run->recording, run->title, note, error);
}

static KipStatus write_page(FILE *stream, KipRun *run, KipError *error)
{
    char note[3 * KIP_RUN_NAME_SIZE];
    describe(run, note, sizeof note);
    return kip_page_write(stream, run->recording, run->title, note, error);
}

/* All but its last line is in the stream. */
static KipStatus end_table(FILE *stream, KipRun *run, KipError *error)
{
    (void)stream;
    (void)error; /* nothing but the stream can fail */
    kip_csv_finish(run->table, run->sim);
    run->table = NULL;
    return KIP_OK;
}

static KipStatus write_motion(FILE *stream, KipRun *run, KipError *error)
{
    return kip_bvh_write(stream, run->recording, error);
}

static KipStatus end_record(FILE *stream, KipRun *run, KipError *error)
{
    bool is_cut = run->is_short;
    (void)stream;
    KipStatus status = kip_run_record_finish(run->record, &run->output[KIP_RUN_RECORD], &is_cut, error);
    if (is_cut)
        fprintf(stderr, "What was recorded until then is in %s.\n", run->path[KIP_RUN_RECORD]);
    return status;
}

static const struct {
    KipStatus (*write)(FILE *stream, KipRun *run, KipError *error);
    const char *before, *after; /* the sentence that tells where the file is */
} files[KIP_RUN_FILES] = {
    [KIP_RUN_HTML] = {write_page, "Open ", " in a browser to see it."},
    [KIP_RUN_CSV] = {end_table, "The table is in ", "."},
    [KIP_RUN_BVH] = {write_motion, "The motion is in ", ", for Blender and other readers of BVH."},
    [KIP_RUN_RECORD] = {end_record, "The recording is in ", "."},
};

KipStatus kip_run_write_files(KipRun *run, KipError *error)
{
    KipStatus first = KIP_OK;
    KipError later;
    for (int i = 0; i < KIP_RUN_FILES; i++) {
        if (run->is_short && i != KIP_RUN_RECORD) /* the recording can be read as far as it goes */
            run->path[i] = NULL;
        if (!run->path[i])
            continue;
        KipError *told = first == KIP_OK ? error : &later;
        KipStatus status = files[i].write(run->output[i].stream, run, told);
        if (status == KIP_OK && i != KIP_RUN_RECORD) /* that one is */
            status = kip_output_commit(&run->output[i], told);
        if (status == KIP_OK)
            kip_run_report_file(run->report, run->path[i]);
        else
            run->path[i] = NULL;
        first = first == KIP_OK ? status : first;
    }
    return first;
}

/* -- summary --------------------------------------------------------------------------------------------- */

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* What is left by rounding is 0. */
static double without_noise(double value)
{
    return fabs(value) < 1e-6 ? 0 : value;
}

static void print_last_state(FILE *stream, const KipSim *sim)
{
    KipEnergy energy = kip_energy(kip_sim_dynamics(sim));
    KipSupport support = kip_support(sim);
    const KipContact *contact;
    int between = kip_sim_contacts(sim, &contact) - support.npoint;
    fprintf(stream, "At the end: energy %.6g J (kinetic %.4g, potential %.6g, elastic %.4g), ",
            without_noise(energy.kinetic + energy.potential + energy.elastic), without_noise(energy.kinetic),
            without_noise(energy.potential), without_noise(energy.elastic));
    if (support.npoint)
        fprintf(stream, "%d point%s of contact carrying %.4g N", support.npoint,
                support.npoint == 1 ? "" : "s", without_noise(support.normal_force));
    if (between)
        fprintf(stream, "%s%d point%s of contact between bodies", support.npoint ? ", " : "", between,
                between == 1 ? "" : "s");
    if (!support.npoint && !between)
        fputs("no contact", stream);
    fputs(".\n", stream);
}

static void print_places(FILE *stream, const char *const path[KIP_RUN_FILES])
{
    bool any = false;
    for (int i = 0; i < KIP_RUN_FILES; i++) {
        if (!path[i] || is_stdout(path[i]))
            continue;
        fprintf(stream, "%s%s%s%s", any ? " " : "", files[i].before, path[i], files[i].after);
        any = true;
    }
    if (any)
        fputc('\n', stream);
}

void kip_run_print_summary(const KipRun *run)
{
    double time = kip_sim_time(run->sim);
    FILE *stream = run->report ? stderr : stdout;
    for (int i = 0; i < KIP_RUN_FILES; i++)
        if (is_stdout(run->path[i]))
            stream = stderr;
    fprintf(stream, "%s: %g s in %.0f steps of %g s%s.\n", run->title, time,
            floor(time / run->timestep + 0.5), run->timestep, run->stopped_by ? ", interrupted" : "");
    print_last_state(stream, run->sim);
    print_places(stream, run->path);
    if (run->with_hash)
        fprintf(stream, "%016" PRIx64 "\n", kip_sim_hash(run->sim));
}
