/* kip bench, search (bench_search.h). */
#include "bench_search.h"

#include <stdlib.h>

#include "../study/parallel.h"
#include "../study/sweep.h"
#include "../study/trial.h"
#include "progress.h"

enum { TRIALS = 12, PAIRS = 7 }; /* a trial is 6 s of simulated time */

typedef struct Block {
    KipTrialDef def;
    KipStatus status[TRIALS];
    KipError error[TRIALS];
} Block;

static void try_some(void *user, int64_t i, int n)
{
    Block *block = user;
    KipTrialDef def[KIP_TRIALS_TOGETHER] = {{0}};
    uint64_t seed[KIP_TRIALS_TOGETHER] = {0};
    KipTrial trial[KIP_TRIALS_TOGETHER];
    for (int k = 0; k < n; k++)
        def[k] = block->def, seed[k] = (uint64_t)(i + k);
    kip_trial_run_together(def, seed, n, trial);
    for (int k = 0; k < n; k++) {
        block->status[i + k] = trial[k].status;
        block->error[i + k] = trial[k].error;
        kip_trial_free(trial + k);
    }
}

static KipStatus time_block(Block *block, int threads, double *rate, KipError *error)
{
    KipParallel work = {.n = TRIALS,
                        .threads = threads,
                        .together = KIP_TRIALS_TOGETHER,
                        .job = try_some,
                        .user = block};
    double begun = kip_wall_clock();
    KipStatus status = kip_parallel(&work, error);
    *rate = TRIALS / (kip_wall_clock() - begun);
    for (int i = 0; i < TRIALS && status == KIP_OK; i++)
        if (block->status[i] != KIP_OK) {
            *error = block->error[i];
            status = block->status[i];
        }
    return status;
}

KipStatus kip_bench_search(KipSearchFigures *figures, KipError *error)
{
    double one[PAIRS], two[PAIRS], ratio[PAIRS];
    Block *block = malloc(sizeof *block);
    KipStatus status = KIP_OK;
    if (!block)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    block->def = (KipTrialDef){.path = "data/scenes/stand.py", .integrator = KIP_IMPLICIT_RK4};
    for (int i = 0; i < PAIRS && status == KIP_OK; i++) {
        status = time_block(block, 1, &one[i], error);
        if (status == KIP_OK)
            status = time_block(block, 2, &two[i], error);
        if (status == KIP_OK)
            ratio[i] = two[i] / one[i];
    }
    free(block);
    if (status == KIP_OK)
        *figures = (KipSearchFigures){kip_sweep_median(one, PAIRS), kip_sweep_median(two, PAIRS),
                                      kip_sweep_median(ratio, PAIRS)};
    return status;
}
