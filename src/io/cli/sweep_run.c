/* kip sweep: the jobs, the file of their table, and messages at the end. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../study/study_file.h"
#include "../text/number.h"
#include "sweep_parts.h"

static const double save_every = 30, save_share = 0.05; /* s; greatest share of time for writing */

/* -- files ----------------------------------------------------------------------------------------------- */

KipStatus kip_sweep_open(KipSweep *sweep, KipError *error)
{
    KipStatus status = KIP_OK;
    if (sweep->csv_path)
        status = kip_output_open(&sweep->csv, sweep->csv_path, error);
    if (status == KIP_OK && sweep->svg_path)
        status = kip_output_open(&sweep->svg, sweep->svg_path, error);
    if (status == KIP_OK && sweep->failures)
        status = kip_sweep_open_failures(sweep, error);
    return status;
}

KipStatus kip_sweep_save(KipSweep *sweep, KipOutput *output, KipError *error)
{
    KipStatus status = kip_sweep_write(sweep->table, output->stream, error);
    return status == KIP_OK ? kip_output_commit(output, error) : status;
}

/* Saves what is done so far to another file than the final output. */
static void save(KipSweep *sweep)
{
    KipError error;
    double before = kip_wall_clock();
    KipStatus status = kip_study_save(sweep->csv_path, kip_sweep_write, sweep->table, &error);
    if (status != KIP_OK && !sweep->save_failed) {
        fputs("kip: what is done so far is not saved: ", stderr);
        kip_error_print(stderr, &error);
    }
    sweep->save_failed = status != KIP_OK;
    sweep->saved = kip_wall_clock();
    sweep->writing = sweep->saved - before;
}

KipStatus kip_sweep_resume(KipSweep *sweep, KipError *error)
{
    char *text;
    size_t size;
    if (access(sweep->csv_path, F_OK) != 0)
        return KIP_OK;
    KipStatus status = kip_file_read(sweep->csv_path, &text, &size, error);
    if (status != KIP_OK)
        return status;
    status = kip_sweep_read(sweep->table, sweep->csv_path, text, size, NULL, error);
    free(text);
    sweep->loaded = sweep->table->ndone;
    return status;
}

/* -- running --------------------------------------------------------------------------------------------- */

/* Says early where the first runs do not measure what is to be drawn; later ones may. */
static void look_for_measure(KipSweep *sweep)
{
    KipError error;
    uint32_t id;
    if (sweep->looked || !sweep->measure || sweep->table->nname == 0)
        return;
    sweep->looked = true;
    if (kip_sweep_find_measure(sweep->table, sweep->measure, &id, &error) == KIP_OK)
        return;
    kip_progress_clear(&sweep->progress);
    fprintf(stderr, "kip sweep: --measure: until now %s\n", error.message);
}

static void tick(void *user, int64_t done)
{
    KipSweep *sweep = user;
    look_for_measure(sweep);
    double wait = sweep->writing / save_share;
    kip_progress_count(&sweep->progress, *sweep->design.boundary ? "boundaries" : "runs", sweep->loaded,
                       sweep->loaded + done, sweep->table->nrow);
    if (sweep->csv.temporary && kip_wall_clock() > sweep->saved + (wait > save_every ? wait : save_every))
        save(sweep);
}

static void tell_trouble(const KipSweep *sweep, const KipSweepTrouble *trouble, const char *what)
{
    const KipSweepDesign *design = &sweep->design;
    KipSceneParam param[KIP_SWEEP_MOST_PARAMS];
    char number[KIP_NUMBER_SIZE];
    if (trouble->n == 0)
        return;
    int n = kip_sweep_params(design, trouble->job / design->seeds, param);
    fprintf(stderr, "kip sweep: in %lld of %lld runs %s; the first in job %lld (", (long long)trouble->n,
            (long long)sweep->runs.n, what, (long long)trouble->job);
    for (int i = design->fixed.n; i < n - (design->searched >= 0); i++)
        fprintf(stderr, "%s=%s, ", param[i].name, kip_number_format_short(number, param[i].value));
    fprintf(stderr, "seed %lld):\nkip: ", (long long)(design->seed + trouble->job % design->seeds));
    kip_error_print(stderr, &trouble->error);
}

static int interrupted(const KipSweep *sweep)
{
    fprintf(stderr, "kip sweep: stopped after %lld of %lld%s%s\n", (long long)sweep->table->ndone,
            (long long)sweep->table->nrow, *sweep->design.boundary ? " boundaries" : " runs",
            sweep->kept ? "; the same command with --resume goes on" : "");
    if (!sweep->csv_path)
        kip_sweep_print(sweep->table, stdout, NULL);
    return kip_stop_exit();
}

/* Records the runs that failed. If a signal leaves some out, prints their number, and returns the signal's exit code. */
static int keep_failures(KipSweep *sweep, int result)
{
    KipError error;
    int64_t nleft;
    KipStatus status = kip_sweep_keep_failures(sweep, &nleft, &error);
    if (status != KIP_OK)
        return result == KIP_EXIT_DONE ? kip_cli_fail(&error) : result;
    if (nleft == 0)
        return result;
    fprintf(stderr, "kip sweep: stopped; %lld failed run%s not recorded%s\n", (long long)nleft,
            nleft == 1 ? " is" : "s are", sweep->kept ? "; the same command with --resume goes on" : "");
    return kip_stop_exit();
}

/* Prints the summary and draws the picture of all that is done. */
int kip_sweep_show(KipSweep *sweep)
{
    KipError error;
    KipStatus status = sweep->json ? kip_sweep_print_json(sweep->table, stdout, &error)
                                   : kip_sweep_print(sweep->table, sweep->talk, &error);
    if (status == KIP_OK && sweep->svg_path)
        status = kip_sweep_draw(sweep->table, sweep->measure, sweep->svg.stream, &error);
    if (status == KIP_OK && sweep->svg_path)
        status = kip_output_commit(&sweep->svg, &error);
    if (status == KIP_OK && kip_sweep_is_void(sweep->table)) {
        fprintf(stderr, "kip sweep: %s\n",
                *sweep->design.boundary ? "all runs broke off"
                                        : "not one run succeeded or measured anything");
        return KIP_EXIT_FAILED;
    }
    return kip_cli_end(sweep->arguments, status, &error);
}

int kip_sweep_jobs(KipSweep *sweep)
{
    KipError run_error, error;
    KipSweepWork work = {.threads = sweep->threads, .stop = kip_stop_asked, .tick = tick, .user = sweep};
    sweep->progress = kip_progress_begin();
    sweep->saved = kip_wall_clock();
    KipStatus ran = kip_sweep_run(sweep->table, &work, &sweep->runs, &run_error), written = KIP_OK;
    kip_progress_clear(&sweep->progress);
    if (sweep->csv_path)
        written = kip_sweep_save(sweep, &sweep->csv, &error);
    tell_trouble(sweep, &sweep->runs.broken, "the script broke off, which counts as failed");
    tell_trouble(sweep, &sweep->runs.failed, "a skill failed");
    int result = KIP_EXIT_DONE;
    if (ran != KIP_OK)
        result = kip_cli_fail(&run_error);
    else if (kip_stop_signal() && sweep->table->ndone < sweep->table->nrow)
        result = interrupted(sweep);
    else if (!sweep->sharded)
        result = kip_sweep_show(sweep);
    if (ran == KIP_OK && sweep->failures && sweep->table->ndone == sweep->table->nrow)
        result = keep_failures(sweep, result);
    return written == KIP_OK ? result : kip_cli_fail(&error);
}
