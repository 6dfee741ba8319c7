/* The jobs of a sweep, on all cores (sweep.h). A job stores its result in a slot of its own; the caller's thread, the only
 * one that accesses the table, transfers it. */
#include "sweep.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "parallel.h"
#include "trial.h"

typedef struct Result {
    KipSweepOutcome outcome;
    int nrun;
    KipSweepTrouble broken, failed; /* their `job` is this one */
    KipStatus fatal;                /* status that ends the sweep, else KIP_OK */
    KipError error;                 /* error of `fatal` */
    KipTrial trial;                 /* of a point */
    double boundary;                /* of a boundary, if found */
} Result;

typedef struct Slot {
    int64_t row;
    _Atomic(Result *) result; /* NULL: running, or interrupted by stop() */
} Slot;

typedef struct Crew {
    KipSweepTable *table;
    const KipSweepWork *work;
    KipSweepRuns *runs;
    int64_t n, low, ncollected; /* slots; results below `low` are collected */
    Slot *slot;
    atomic_bool failed; /* a result is fatal */
    KipStatus status;   /* and error, of collecting */
    KipError error;
} Crew;

/* A running job. */
typedef struct Job {
    Crew *crew;
    Result *result;
    uint64_t seed;
    int nparam;
    KipSceneParam param[KIP_SWEEP_MOST_PARAMS]; /* the searched one is last */
} Job;

static bool is_stopped(const Crew *crew)
{
    return crew->work->stop && crew->work->stop(crew->work->user);
}

static bool stops(void *user)
{
    Crew *crew = user;
    return atomic_load(&crew->failed) || is_stopped(crew);
}

/* -- a run ----------------------------------------------------------------------------------------------- */

static KipTrialDef trial_of(const Job *job)
{
    const Crew *crew = job->crew;
    return (KipTrialDef){.path = crew->table->design->path,
                         .data = crew->table->design->data,
                         .param = job->param,
                         .nparam = job->nparam,
                         .stop = crew->work->stop,
                         .user = crew->work->user};
}

/* Counts a trial that was run. It fails where it was interrupted, and by errors that are not the scene's. */
static KipStatus note(Job *job, const KipTrial *trial)
{
    Crew *crew = job->crew;
    Result *result = job->result;
    if (trial->status == KIP_BAD_USE && is_stopped(crew))
        return KIP_BAD_USE;
    if (trial->status == KIP_NO_MEMORY || trial->status == KIP_IO) {
        result->fatal = trial->status;
        result->error = trial->error;
        return trial->status;
    }
    result->nrun++;
    if (trial->status != KIP_OK || trial->nfailed > 0) {
        KipSweepTrouble *trouble = trial->status != KIP_OK ? &result->broken : &result->failed;
        if (trouble->n++ == 0)
            trouble->error = trial->error;
    }
    return KIP_OK;
}

/* -- a boundary ------------------------------------------------------------------------------------------ */

static KipStatus try(KipSweepSearch *search, double value, bool *success, KipError *error)
{
    search->nrun++;
    return search->run(search->user, value, success, error);
}

KipStatus kip_sweep_bisect(KipSweepSearch *search, KipError *error)
{
    bool first, last, middle;
    search->nrun = 0;
    KipStatus status = try(search, search->from, &first, error);
    if (status == KIP_OK)
        status = try(search, search->to, &last, error);
    if (status != KIP_OK)
        return status;
    double good = first ? search->from : search->to, bad = first ? search->to : search->from;
    if (first == last)
        search->outcome = first ? KIP_SWEEP_ALL : KIP_SWEEP_NONE;
    else
        search->outcome = first ? KIP_SWEEP_NEAR : KIP_SWEEP_FAR;
    while (first != last && fabs(good - bad) >= search->tolerance) {
        double half = 0.5 * good + 0.5 * bad;
        if (half == good || half == bad)
            break; /* adjacent numbers */
        status = try(search, half, &middle, error);
        if (status != KIP_OK)
            return status;
        if (middle)
            good = half;
        else
            bad = half;
    }
    search->boundary = good;
    return KIP_OK;
}

static KipStatus run_value(void *user, double value, bool *success, KipError *error)
{
    Job *job = user;
    KipTrial trial;
    (void)error; /* stored in the result */
    job->param[job->nparam - 1].value = value;
    const KipTrialDef def = trial_of(job);
    kip_trial_run(&def, job->seed, &trial);
    KipStatus status = note(job, &trial);
    if (status == KIP_OK)
        *success = trial.success;
    kip_trial_free(&trial);
    return status;
}

static KipStatus run_search(Job *job)
{
    const KipSweepDesign *design = job->crew->table->design;
    const KipSweepAxis *axis = design->axis + design->searched;
    KipSweepSearch search = {.run = run_value,
                             .user = job,
                             .from = axis->from,
                             .to = axis->to,
                             .tolerance = axis->step};
    KipStatus status = kip_sweep_bisect(&search, NULL);
    job->result->outcome = search.outcome;
    job->result->boundary = search.boundary;
    return status;
}

/* Runs points together. */
static void run_points(Job *job, int n, KipStatus *status)
{
    KipTrialDef def[KIP_TRIALS_TOGETHER] = {{0}};
    uint64_t seed[KIP_TRIALS_TOGETHER] = {0};
    KipTrial trial[KIP_TRIALS_TOGETHER];
    for (int k = 0; k < n; k++)
        def[k] = trial_of(job + k), seed[k] = job[k].seed;
    kip_trial_run_together(def, seed, n, trial);
    for (int k = 0; k < n; k++) {
        job[k].result->trial = trial[k];
        status[k] = note(job + k, trial + k);
        job[k].result->outcome = trial[k].success ? KIP_SWEEP_ALL : KIP_SWEEP_NONE;
    }
}

static void free_result(Result *result)
{
    kip_trial_free(&result->trial);
    free(result);
}

/* False: there is no memory for its result. */
static bool begin_job(Crew *crew, int64_t i, Job *job)
{
    const KipSweepTable *table = crew->table;
    const KipSweepDesign *design = table->design;
    const int64_t number = table->shard + crew->slot[i].row * table->nshard;
    *job = (Job){.crew = crew, .result = calloc(1, sizeof(Result))};
    job->seed = (uint64_t)(design->seed + number % design->seeds);
    job->nparam = kip_sweep_params(design, number / design->seeds, job->param);
    return job->result != NULL;
}

static void end_job(Crew *crew, int64_t i, Job *job, KipStatus status)
{
    if (job->result->fatal != KIP_OK)
        atomic_store(&crew->failed, true);
    if (status == KIP_OK || job->result->fatal != KIP_OK)
        atomic_store(&crew->slot[i].result, job->result);
    else
        free_result(job->result);
}

static void do_jobs(void *user, int64_t i, int njob)
{
    Crew *crew = user;
    Job job[KIP_TRIALS_TOGETHER];
    KipStatus status[KIP_TRIALS_TOGETHER];
    int n = 0;
    while (n < njob && begin_job(crew, i + n, job + n))
        n++;
    if (n < njob) /* the slots remain empty */
        atomic_store(&crew->failed, true);
    if (crew->table->design->searched < 0)
        run_points(job, n, status);
    else
        for (int k = 0; k < n; k++)
            status[k] = run_search(job + k);
    for (int k = 0; k < n; k++)
        end_job(crew, i + k, job + k, status[k]);
}

/* -- collecting ------------------------------------------------------------------------------------------ */

static KipStatus put(Crew *crew, int64_t row, const Result *result, KipError *error)
{
    if (crew->table->design->searched >= 0) {
        const KipSweepMeasure measure[] = {{"boundary", result->boundary},
                                           {"runs", result->nrun},
                                           {"broken", (double)result->broken.n}};
        int skipped = result->outcome < KIP_SWEEP_NEAR; /* there is no boundary */
        return kip_sweep_put(crew->table, row, result->outcome, measure + skipped,
                             KIP_SWEEP_COLUMNS - skipped, error);
    }
    int n = result->trial.status == KIP_OK ? result->trial.nmeasure : 0;
    KipSweepMeasure *measure = malloc(((size_t)n + 1) * sizeof *measure);
    if (!measure)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a row of the sweep");
    for (int i = 0; i < n; i++)
        measure[i] = (KipSweepMeasure){result->trial.measure[i].name, result->trial.measure[i].value};
    KipStatus status = kip_sweep_put(crew->table, row, result->outcome, measure, n, error);
    free(measure);
    return status;
}

static void count(KipSweepTrouble *sum, int64_t job, const KipSweepTrouble *more)
{
    if (more->n > 0 && (sum->n == 0 || job < sum->job)) {
        sum->job = job;
        sum->error = more->error;
    }
    sum->n += more->n;
}

static void take(Crew *crew, int64_t row, const Result *result)
{
    KipError error = result->error;
    KipStatus status = result->fatal;
    if (status == KIP_OK) {
        int64_t job = crew->table->shard + row * crew->table->nshard;
        crew->runs->n += result->nrun;
        count(&crew->runs->broken, job, &result->broken);
        count(&crew->runs->failed, job, &result->failed);
        status = put(crew, row, result, &error);
    }
    if (status != KIP_OK && crew->status == KIP_OK) {
        crew->status = status;
        crew->error = error;
        atomic_store(&crew->failed, true);
    }
}

/* Collects results up to a total of `done`, or all that exist. */
static void collect(Crew *crew, int64_t done)
{
    bool filled = true;
    for (int64_t i = crew->low; i < crew->n && crew->ncollected < done; i++) {
        int64_t row = crew->slot[i].row;
        Result *result = atomic_exchange(&crew->slot[i].result, NULL);
        if (result) {
            take(crew, row, result);
            free_result(result);
            crew->ncollected++;
        }
        filled = filled && crew->table->row[row].done;
        if (filled)
            crew->low = i + 1;
    }
}

static void tick(void *user, int64_t done)
{
    Crew *crew = user;
    collect(crew, done);
    if (crew->work->tick)
        crew->work->tick(crew->work->user, done);
}

/* -- all ------------------------------------------------------------------------------------------------- */

static KipStatus run_crew(Crew *crew, KipError *error)
{
    KipParallel parallel = {.n = crew->n,
                            .threads = crew->work->threads,
                            .together = crew->table->design->searched < 0 ? KIP_TRIALS_TOGETHER : 1,
                            .job = do_jobs,
                            .stop = stops,
                            .tick = tick,
                            .user = crew};
    KipStatus status = kip_parallel(&parallel, error);
    collect(crew, crew->n);
    if (status == KIP_OK && atomic_load(&crew->failed)) {
        if (crew->status == KIP_OK)
            return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the result of a run");
        if (error)
            *error = crew->error;
        return crew->status;
    }
    return status;
}

KipStatus kip_sweep_run(KipSweepTable *table, const KipSweepWork *work, KipSweepRuns *runs, KipError *error)
{
    Crew crew = {.table = table, .work = work, .runs = runs, .status = KIP_OK};
    memset(runs, 0, sizeof *runs);
    atomic_init(&crew.failed, false);
    crew.slot = malloc(((size_t)table->nrow + 1) * sizeof *crew.slot);
    if (!crew.slot)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the list of runs");
    for (int64_t k = 0; k < table->nrow; k++)
        if (!table->row[k].done) {
            atomic_init(&crew.slot[crew.n].result, NULL);
            crew.slot[crew.n++].row = k;
        }
    KipStatus status = run_crew(&crew, error);
    free(crew.slot);
    return status;
}
