/* The trials of a search: many sets of numbers with many seeds, and the costs of the sets (tuner.h). */
#include <math.h>
#include <string.h>

#include "parallel.h"
#include "tuner_parts.h"

/* Trials of some sets with some seeds: job = set * starts + start. */
typedef struct Trials {
    const KipTuner *tuner;
    const double *x; /* a set in each row */
    uint64_t seed;
    int64_t n;
    double *value;                   /* [n] */
    unsigned char *success, *broken; /* [n] */
    KipError *why;                   /* error of job 0 */
    KipStatus *status;               /* [n] */
} Trials;

/* The numbers of a set, and those that are not searched. */
static KipTrialDef trial_of(const Trials *all, int64_t job, KipSceneParam *param)
{
    const KipTuner *tuner = all->tuner;
    KipTrialDef def = tuner->def.trial;
    const double *x = all->x + job / tuner->def.starts * tuner->n;
    for (int i = 0; i < tuner->n; i++)
        param[i] = (KipSceneParam){tuner->number[i].name, x[i]};
    memcpy(param + tuner->n, tuner->fixed.param, (size_t)tuner->fixed.n * sizeof *param);
    def.param = param;
    def.nparam = tuner->n + tuner->fixed.n;
    return def;
}

static void note(Trials *all, int64_t job, const KipTrial *trial)
{
    const KipTuner *tuner = all->tuner;
    const KipTrialMeasure *measure = kip_trial_find(trial, tuner->def.objective);
    bool sound =
        trial->status == KIP_OK && trial->nfailed == 0 && measure && measure->value == measure->value;
    all->value[job] = sound ? measure->value : INFINITY;
    all->success[job] = trial->success;
    all->broken[job] = !sound;
    all->status[job] = trial->nfailed > 0 ? KIP_BAD_INPUT : trial->status;
    if (job == 0 && (trial->status != KIP_OK || trial->nfailed > 0))
        *all->why = trial->error;
    else if (job == 0 && !measure)
        all->status[0] = kip_fail(all->why, KIP_BAD_USE, kip_nowhere(),
                                  "%s never calls measure(\"%s\", ...), which the search minimises; "
                                  "--objective names another measure",
                                  tuner->def.trial.path, tuner->def.objective);
}

static void run_trials(void *user, int64_t job, int njob)
{
    Trials *all = user;
    KipTrialDef def[KIP_TRIALS_TOGETHER] = {{0}};
    KipSceneParam param[KIP_TRIALS_TOGETHER][KIP_MOST_PARAMS];
    uint64_t seed[KIP_TRIALS_TOGETHER] = {0};
    KipTrial trial[KIP_TRIALS_TOGETHER];
    for (int k = 0; k < njob; k++) {
        def[k] = trial_of(all, job + k, param[k]);
        seed[k] = all->seed + (uint64_t)((job + k) % all->tuner->def.starts);
    }
    kip_trial_run_together(def, seed, njob, trial);
    for (int k = 0; k < njob; k++) {
        note(all, job + k, trial + k);
        kip_trial_free(trial + k);
    }
}

static bool asked_to_stop(void *user)
{
    const KipTrialDef *def = &((Trials *)user)->tuner->def.trial;
    return def->stop && def->stop(def->user);
}

static void tick(void *user, int64_t done)
{
    const Trials *all = user;
    if (all->tuner->def.tick)
        all->tuner->def.tick(all->tuner->def.trial.user, done, all->n);
}

KipStatus kip_tuner_run(KipTuner *tuner, const double *x, int nset, uint64_t seed, bool *whole,
                        KipError *error)
{
    KipError why;
    Trials all = {.tuner = tuner,
                  .x = x,
                  .seed = seed,
                  .n = (int64_t)nset * tuner->def.starts,
                  .value = tuner->value,
                  .success = tuner->success,
                  .broken = tuner->broken,
                  .why = &why,
                  .status = tuner->status};
    KipParallel work = {.n = all.n,
                        .threads = tuner->def.threads,
                        .together = KIP_TRIALS_TOGETHER,
                        .job = run_trials,
                        .stop = asked_to_stop,
                        .tick = tick,
                        .user = &all};
    KipStatus status = kip_parallel(&work, error);
    *whole = !asked_to_stop(&all);
    for (int64_t i = 0; i < all.n && status == KIP_OK && *whole; i++)
        if (all.status[i] == KIP_NO_MEMORY)
            status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(),
                              "out of memory in a trial; use fewer --threads");
        else if (all.status[i] == KIP_IO && !tuner->looking)
            status = kip_fail(error, KIP_IO, kip_nowhere(), "a file of %s can no longer be read",
                              tuner->def.trial.path);
    if (status == KIP_OK && *whole && tuner->looking && all.status[0] != KIP_OK &&
        all.status[0] != KIP_DIVERGED) {
        *error = why;
        status = all.status[0];
    }
    return status;
}

KipTunerRow kip_tuner_worth(const KipTuner *tuner, int set)
{
    const int k = tuner->def.starts, first = set * k;
    KipTunerRow row = {.alike = true, .numbers = kip_tuner_hash(tuner, set)};
    double sum = 0;
    for (int i = first; i < first + k; i++) {
        sum += tuner->value[i];
        row.successes += tuner->success[i];
        row.broken += tuner->broken[i];
        row.alike = row.alike && tuner->value[i] == tuner->value[first];
    }
    row.cost = sum / k;
    return row;
}

uint64_t kip_tuner_hash(const KipTuner *tuner, int set)
{
    return kip_hash(KIP_HASH_START, tuner->x + (size_t)set * (size_t)tuner->n,
                    (size_t)tuner->n * sizeof *tuner->x);
}
