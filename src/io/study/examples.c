/* Sampling of examples (examples.h). */
#include "examples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parallel.h"

enum {
    FIRST_RUNS = 16,
    MOST_RUNS = 256 /* runs at a time, after which the caller may save */,
    FRUITLESS = 64
};

/* -- the list -------------------------------------------------------------------------------------------- */

static bool grow(KipExamples *e)
{
    size_t room = e->room ? 2 * (size_t)e->room : 64;
    double *x = realloc(e->x, room * (size_t)e->dim * sizeof *x);
    if (x)
        e->x = x;
    int *label = x ? realloc(e->label, room * sizeof *label) : NULL;
    if (label)
        e->label = label;
    unsigned char *hand = label ? realloc(e->hand, room) : NULL;
    if (hand)
        e->hand = hand;
    uint64_t *seed = hand ? realloc(e->seed, room * sizeof *seed) : NULL;
    if (seed)
        e->seed = seed, e->room = (int)room;
    return seed != NULL;
}

/* Control characters become blanks, so that a name stays in one line of a table. */
static void set_name(char name[KIP_EXAMPLE_NAME], const char *from)
{
    size_t n = 0;
    for (; from[n] && n + 1 < KIP_EXAMPLE_NAME; n++)
        name[n] = from[n];
    name[n] = '\0';
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)name[i] < ' ')
            name[i] = '?';
}

static KipStatus check_alike(const KipExamples *e, const KipExample *example, KipError *error)
{
    char skill[KIP_EXAMPLE_NAME];
    set_name(skill, example->skill);
    if (strcmp(e->skill, skill) != 0)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "examples of two skills, '%s' and '%s': a scene is to show one alone", e->skill,
                        skill);
    if (example->n != e->dim)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "features() of '%s' gave %d numbers, and before that %d: there must be as many each "
                        "time",
                        e->skill, example->n, e->dim);
    return KIP_OK;
}

KipStatus kip_examples_add(KipExamples *e, const KipExample *example, uint64_t seed, KipError *error)
{
    if (e->n == 0) {
        e->dim = e->room == 0 ? example->n : e->dim;
        set_name(e->skill, example->skill);
        set_name(e->character, example->character);
    }
    KipStatus status = check_alike(e, example, error);
    if (status != KIP_OK)
        return status;
    if (e->n == e->room && !grow(e))
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for %d examples", e->n + 1);
    memcpy(e->x + (size_t)e->n * (size_t)e->dim, example->feature, (size_t)e->dim * sizeof *e->x);
    e->label[e->n] = example->success ? 1 : -1;
    e->hand[e->n] = example->hand;
    e->seed[e->n++] = seed;
    return KIP_OK;
}

void kip_examples_free(KipExamples *e)
{
    free(e->x);
    free(e->label);
    free(e->hand);
    free(e->seed);
    memset(e, 0, sizeof *e);
}

int kip_examples_successes(const KipExamples *e)
{
    int n = 0;
    for (int i = 0; i < e->n; i++)
        n += e->label[i] > 0;
    return n;
}

/* -- a run ----------------------------------------------------------------------------------------------- */

typedef struct Run {
    const KipSampleDef *def;
    KipExamples got;
    uint64_t seed;
    bool begun, interrupted, enough; /* enough: interrupted because no more examples are wanted */
    int nfailed;
    KipStatus status;
    KipError error; /* of the status, or of the first failure of a skill */
} Run;

static KipStatus take(void *user, const KipExample *example, KipError *error)
{
    Run *run = user;
    return kip_examples_add(&run->got, example, run->seed, error);
}

static bool stop(void *user)
{
    Run *run = user;
    const KipTrialDef *trial = &run->def->trial;
    run->enough = run->got.n >= run->def->examples;
    run->interrupted = !run->enough && trial->stop && trial->stop(trial->user);
    return run->enough || run->interrupted;
}

static void do_runs(Run *run, int n)
{
    KipTrialDef def[KIP_TRIALS_TOGETHER] = {{0}};
    uint64_t seed[KIP_TRIALS_TOGETHER] = {0};
    KipTrial trial[KIP_TRIALS_TOGETHER];
    for (int k = 0; k < n; k++) {
        def[k] = run[k].def->trial;
        def[k].stop = stop, def[k].example = take, def[k].user = run + k;
        seed[k] = run[k].seed;
    }
    kip_trial_run_together(def, seed, n, trial);
    for (int k = 0; k < n; k++) {
        run[k].begun = true;
        run[k].nfailed = trial[k].nfailed;
        run[k].status = run[k].enough ? KIP_OK : trial[k].status;
        run[k].error = trial[k].error;
        kip_trial_free(trial + k);
    }
}

/* -- some runs ------------------------------------------------------------------------------------------- */

static KipStatus add_run(const KipSampleDef *def, const Run *run, KipExamples *e, KipError *error)
{
    if (run->status != KIP_OK && run->status != KIP_DIVERGED) {
        *error = run->error;
        return run->status;
    }
    KipStatus status = KIP_OK;
    int i = 0;
    for (; i < run->got.n && e->n < def->examples && status == KIP_OK; i++) {
        const KipExample example = {.character = run->got.character,
                                    .skill = run->got.skill,
                                    .n = run->got.dim,
                                    .feature = run->got.x + (size_t)i * (size_t)run->got.dim,
                                    .hand = run->got.hand[i],
                                    .success = run->got.label[i] > 0};
        status = kip_examples_add(e, &example, run->seed, error);
    }
    if (e->nbroken == 0 && e->nfailed == 0 && (run->status == KIP_DIVERGED || run->nfailed > 0))
        e->trouble = run->error;
    e->nbroken += run->status == KIP_DIVERGED;
    e->nfailed += run->nfailed;
    e->nrun += i == run->got.n && !run->enough; /* an interrupted one is repeated for more */
    return status;
}

/* The number of further runs expected to be needed, by the examples per run so far. */
static int64_t runs_wanted(const KipSampleDef *def, const KipExamples *e)
{
    if (e->n == 0)
        return FIRST_RUNS;
    double wanted = ceil((double)(def->examples - e->n) * (double)e->nrun / e->n);
    return wanted > MOST_RUNS ? MOST_RUNS : (int64_t)fmax(wanted, 1);
}

typedef struct Batch {
    const KipSampleDef *def;
    const KipExamples *before;
    Run *run;
} Batch; /* of independent runs */

static void do_some(void *user, int64_t i, int n)
{
    do_runs(((Batch *)user)->run + i, n);
}

static bool asked_to_stop(void *user)
{
    const KipTrialDef *trial = &((Batch *)user)->def->trial;
    return trial->stop && trial->stop(trial->user);
}

static void tick(void *user, int64_t done)
{
    const Batch *batch = user;
    const KipExamples *e = batch->before;
    double each = e->nrun ? (double)e->n / (double)e->nrun : 1, now = e->n + each * (double)done;
    if (batch->def->tick)
        batch->def->tick(batch->def->trial.user, (int64_t)fmin(now, batch->def->examples),
                         batch->def->examples);
}

KipStatus kip_examples_sample(const KipSampleDef *def, KipExamples *e, KipError *error)
{
    if (e->n >= def->examples)
        return KIP_OK;
    int64_t n = runs_wanted(def, e);
    Run *run = calloc((size_t)n, sizeof *run);
    if (!run)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for examples");
    for (int64_t i = 0; i < n; i++)
        run[i].def = def, run[i].seed = def->seed + (uint64_t)(e->nrun + i);
    Batch batch = {def, e, run};
    KipParallel work = {n, def->threads, KIP_TRIALS_TOGETHER, do_some, asked_to_stop, tick, &batch};
    KipStatus status = kip_parallel(&work, error);
    int64_t i = 0;
    while (i < n && status == KIP_OK && run[i].begun && !run[i].interrupted && e->n < def->examples)
        status = add_run(def, &run[i++], e, error);
    if (status == KIP_OK && i == n && e->n == 0 && e->nrun >= FRUITLESS) {
        const char *why = e->nbroken + e->nfailed ? e->trouble.message : "does it call example()?";
        status = kip_fail(error, KIP_DIVERGED, kip_nowhere(), "%s ran %d times and gave no example: %s",
                          def->trial.path, (int)e->nrun, why);
    }
    for (int64_t k = 0; k < n; k++)
        kip_examples_free(&run[k].got);
    free(run);
    return status;
}
