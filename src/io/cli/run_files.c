/* kip run, its results: the files and the summary. */
#include <math.h>
#include <string.h>

#include "../record/bvh.h"
#include "../../control/loads.h"
#include "../pictures/page.h"
#include "outputs.h"
#include "run.h"

enum { FIGURES_TOLD = 3 };

KipStatus kip_run_open_files(KipRun *run, KipError *error)
{
    KipStatus status = KIP_OK;
    char folder[KIP_RUN_PATH_SIZE];
    if (run->figures) {
        snprintf(folder, sizeof folder, "%s/", run->figures);
        status = kip_make_folders(folder, error);
    }
    for (int i = 0; i < KIP_RUN_FILES && status == KIP_OK; i++)
        if (run->path[i])
            status = kip_output_open(&run->output[i], run->path[i], error);
    run->record->output = run->output[KIP_RUN_RECORD].stream ? &run->output[KIP_RUN_RECORD] : NULL;
    return status;
}

void kip_run_close_files(KipRun *run)
{
    for (int i = 0; i < KIP_RUN_FILES; i++)
        kip_output_abandon(&run->output[i]);
    kip_csv_destroy(run->table);
}

/* -- files ----------------------------------------------------------------------------------------------- */

static const KipSim *sim_of(const KipRun *run)
{
    return kip_world_sim(kip_scene_world(run->scene));
}

static KipStatus write_page(KipRun *run, KipOutput *output, KipError *error)
{
    return kip_page_write(output->stream, run->tape.recording, run->title, run->note, error);
}

/* Ends the table, which is in the stream except its last line. */
static KipStatus end_table(KipRun *run, KipOutput *output, KipError *error)
{
    (void)output, (void)error;
    kip_csv_finish(run->table, sim_of(run));
    run->table = NULL;
    return KIP_OK;
}

static KipStatus write_motion(KipRun *run, KipOutput *output, KipError *error)
{
    return kip_bvh_write(output->stream, run->tape.recording, error);
}

static KipStatus end_record(KipRun *run, KipOutput *output, KipError *error)
{
    bool is_cut = run->is_short;
    KipStatus status = kip_run_record_finish(run->record, output, &is_cut, error);
    if (is_cut)
        fprintf(kip_run_talk(run), "What was recorded until then is in %s.\n", run->path[KIP_RUN_RECORD]);
    return status;
}

static const struct {
    KipStatus (*write)(KipRun *run, KipOutput *output, KipError *error);
    const char *place; /* the text before its path; NULL: printed by tell_page */
} files[KIP_RUN_FILES] = {
    [KIP_RUN_HTML] = {write_page, NULL},
    [KIP_RUN_CSV] = {end_table, "The table is in"},
    [KIP_RUN_BVH] = {write_motion, "The motion, for Blender and other readers of BVH, is in"},
    [KIP_RUN_RECORD] = {end_record, "The recording is in"},
};

static KipStatus fail_empty(const char *path, KipError *error)
{
    return kip_fail(
        error, KIP_BAD_USE, kip_nowhere(),
        "there is nothing for \"%s\": the script never calls run(seconds), or not after its last restart()",
        path);
}

/* Writes a file; after a shortage only the recording, which is readable up to where it ends. */
static KipStatus write_file(KipRun *run, int kind, KipError *error)
{
    KipOutput *output = &run->output[kind];
    const char *path = run->path[kind];
    if (!path || (run->is_short && kind != KIP_RUN_RECORD))
        return KIP_OK;
    if (!run->has_run)
        return fail_empty(path, error);
    KipStatus status = files[kind].write(run, output, error);
    if (status == KIP_OK && kind != KIP_RUN_RECORD) /* the recording already is */
        status = kip_output_commit(output, error);
    run->written[kind] = status == KIP_OK;
    if (status == KIP_OK)
        kip_run_report_file(run->report, path);
    return status;
}

static bool is_told(const KipRun *run, int kind)
{
    return run->written[kind] && strcmp(run->path[kind], "-") != 0;
}

/* -- what the script asks to be written ----------------------------------------------------------------------- */

KipStatus kip_run_place_figure(const KipRun *run, const char *name, char path[KIP_RUN_PATH_SIZE],
                               KipError *error)
{
    KipStatus status = kip_place_below(run->figures, name, path, KIP_RUN_PATH_SIZE, error);
    for (int i = 0; i < KIP_RUN_FILES && status == KIP_OK; i++)
        if (run->path[i] && kip_same_file(path, run->path[i]))
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "the script and the command line write \"%s\"; give each its own place", path);
    return status == KIP_OK ? kip_make_folders(path, error) : status;
}

/* Writes the files that the script requested by record(). */
static KipStatus write_recorded(KipRun *run, const char *name, KipError *error)
{
    const KipRunRecord *words = run->record;
    char path[KIP_RUN_PATH_SIZE];
    if (!run->has_run)
        return fail_empty(name, error);
    KipStatus status = kip_run_place_figure(run, name, path, error);
    if (status == KIP_OK)
        status = kip_tape_write(&run->tape, path, words->nword, (const char *const *)words->word, error);
    if (status == KIP_OK)
        kip_run_report_file(run->report, path);
    return status;
}

/* Lists "a.svg, b.html and 3 more". */
static void list_figures(const KipTape *tape, FILE *stream)
{
    for (int i = 0; i < tape->nfile && i < FIGURES_TOLD; i++)
        kip_print_clean_format(stream, "%s%s", i ? ", " : "", tape->file[i].name);
    if (tape->nfile > FIGURES_TOLD)
        fprintf(stream, " and %d more", tape->nfile - FIGURES_TOLD);
}

/* Prints the path of a page to open; one is enough. */
static void tell_page(const KipRun *run, bool figures)
{
    const KipTape *tape = &run->tape;
    const char *folder = run->figures, *page = run->path[KIP_RUN_HTML];
    for (int i = 0; i < tape->nfile && figures && folder && !page; i++)
        if (kip_ends_in(tape->file[i].name, ".html")) {
            kip_print_clean_format(kip_run_talk(run), "Open %s/%s in a browser to see it.\n", folder,
                                   tape->file[i].name);
            return;
        }
    if (is_told(run, KIP_RUN_HTML))
        fprintf(kip_run_talk(run), "Open %s in a browser to see it.\n", page);
}

static void tell_figures(const KipRun *run)
{
    const KipTape *tape = &run->tape;
    const bool one = tape->nfile == 1;
    if (tape->nfile == 0)
        return;
    list_figures(tape, kip_run_talk(run));
    if (run->figures)
        fprintf(kip_run_talk(run), " %s in %s.\n", one ? "is" : "are", run->figures);
    else
        fprintf(kip_run_talk(run), " %s the scene's own and %s not written: --figures DIR writes %s.\n",
                one ? "is" : "are", one ? "was" : "were", one ? "it" : "them");
}

static KipStatus write_figures(KipRun *run, KipError *error)
{
    KipStatus first = KIP_OK;
    KipError later;
    if (run->record->expected) /* --verify writes nothing */
        return KIP_OK;
    for (int i = 0; i < run->tape.nfile && run->figures; i++)
        if (run->tape.file[i].recorded) {
            KipStatus status = write_recorded(run, run->tape.file[i].name, first == KIP_OK ? error : &later);
            first = first == KIP_OK ? status : first;
        }
    if (first == KIP_OK)
        tell_figures(run);
    return first;
}

KipStatus kip_run_write_files(KipRun *run, KipError *error)
{
    KipStatus first = KIP_OK;
    KipError later;
    if (!run->has_run && (run->broken || run->stopped_by))
        return KIP_OK; /* already reported */
    for (int i = 0; i < KIP_RUN_FILES; i++) {
        KipStatus status = write_file(run, i, first == KIP_OK ? error : &later);
        first = first == KIP_OK ? status : first;
        if (files[i].place && is_told(run, i))
            fprintf(kip_run_talk(run), "%s %s.\n", files[i].place, run->path[i]);
    }
    if (run->is_short)
        return KIP_OK; /* already reported */
    KipStatus figures = write_figures(run, first == KIP_OK ? error : &later);
    first = first == KIP_OK ? figures : first;
    if (run->has_run)
        tell_page(run, figures == KIP_OK && !run->record->expected);
    return first;
}

/* -- summary --------------------------------------------------------------------------------------------- */

/* Values within rounding are shown as 0. */
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

void kip_run_print_summary(const KipRun *run)
{
    double time = kip_sim_time(sim_of(run));
    FILE *stream = kip_run_talk(run);
    fprintf(stream, "%s: %g s in %.0f steps of %g s%s.\n", run->title, time,
            floor(time / run->timestep + 0.5), run->timestep, run->stopped_by ? ", interrupted" : "");
    print_last_state(stream, sim_of(run));
}
