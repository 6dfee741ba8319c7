/* A search for better numbers of a scene's scripts: of those marked `# tune lo..hi`, by CMA-ES, on all cores.
 *
 *     KipTuneDef def = kip_tune_def("data/scenes/quiet.py");
 *     kip_tuner_create(&def, &tuner, &error);      // looks at the scene, and what its numbers are worth as they are
 *     while (!kip_tuner_stop(tuner))
 *         kip_tuner_generation(tuner, &error);
 *     kip_tuner_best(tuner, &params);
 *     kip_tuner_destroy(tuner);
 *
 * The cost of a set of numbers is the mean, over `starts` trials of the scene with the seeds seed, seed + 1, ..., of
 * what measure() gives under the objective's name; less is better. The seeds are the same for all sets, so that sets are
 * compared under equal conditions. A trial that breaks off costs infinity. The search moves in the unit box between
 * all lo and hi; numbers are rounded to a millionth of their range before they are tried, so that the printed numbers are
 * those that were tried. The same definition gives the same search, bit by bit, whatever the number of threads and wherever it was interrupted.
 */
#ifndef KIP_IO_STUDY_TUNER_H
#define KIP_IO_STUDY_TUNER_H

#include "../../supervisor/cmaes.h"
#include "params.h"
#include "trial.h"

enum { KIP_MOST_STARTS = 1000 };

typedef struct KipTuneDef {
    KipTrialDef
        trial; /* its param: where the search starts, for numbers that are tuned; fixed for all others */
    const char *objective;
    int starts;     /* 1 to KIP_MOST_STARTS */
    uint64_t seed;  /* of the first start, and of the search */
    double sigma;   /* first deviation, in parts of hi - lo */
    int population; /* 0: 4 + floor(3 ln n) */
    int restarts;   /* further searches, each of twice the population */
    double target;  /* ends the search; -infinity: none */
    int nonly, nexcept;
    const char *const *only;   /* [nonly] patterns of names; 0: all marked numbers but a library's */
    const char *const *except; /* [nexcept] and of those that are not tuned */
    int threads;
    void (*tick)(void *user, int64_t done,
                 int64_t all); /* trials of what is under way, some times a second; or NULL */
} KipTuneDef;

/* Is a script the scene's own? It is where it lies in the scene's folder or below, but not in a folder `data` there; else
 * it is of a library, whose numbers are tuned where `only` names them. */
bool kip_tune_owns(const char *path, const char *file);
/* chosen[kip_scene_nnumber]: which numbers of a scene that was looked at are tuned. KIP_BAD_USE for a pattern that names
 * none of those marked; in it * stands for any text, and a name is one of kip run --param. */
KipStatus kip_tune_choose(const KipTuneDef *def, const KipScene *scene, bool *chosen, KipError *error);

/* Objective "cost", 5 starts from seed 1, sigma 0.2, no restarts, no target, all cores. */
KipTuneDef kip_tune_def(const char *path);

/* A tuned number. The strings belong to the tuner. */
typedef struct KipTuneNumber {
    char name[KIP_PARAM_NAME]; /* as in kip run --param */
    const char *file;
    size_t start, size; /* of its text in the file */
    bool whole;
    double lo, hi, was, best; /* `was`: in the file */
} KipTuneNumber;

/* Of the last generation; before the first, of the numbers that the search starts with. */
typedef struct KipTuneProgress {
    int64_t generation, evaluations; /* so far; an evaluation is one set of numbers, `starts` trials */
    double best;                     /* so far; infinity: none came to its end */
    int best_successes;              /* of `starts` */
    double mean;                     /* of the generation's finite values; NaN: there are none */
    double success;                  /* of all its trials, 0 to 1 */
    double sigma;                    /* in parts of hi - lo */
    int broken;                      /* its trials that broke off */
    bool alike;                      /* all starts of each set were worth the same, always: one would do */
    bool flat;                       /* all sets were worth the same: the numbers change nothing */
} KipTuneProgress;

typedef struct KipTuner KipTuner;

/* KIP_BAD_USE where nothing is tuned or the objective is not measured, KIP_BAD_INPUT where the scene is faulty with the
 * numbers it has. The definition's strings must live as long as the tuner. */
KipStatus kip_tuner_create(const KipTuneDef *def, KipTuner **tuner, KipError *error);
void kip_tuner_destroy(KipTuner *tuner); /* with NULL it does nothing */

int kip_tuner_n(const KipTuner *tuner);
const KipTuneNumber *kip_tuner_number(const KipTuner *tuner, int i);
/* The best numbers so far, and those that are fixed: what kip run --params is to read. */
void kip_tuner_best(const KipTuner *tuner, KipParams *best);
KipTuneProgress kip_tuner_progress(const KipTuner *tuner);
int kip_tuner_population(const KipTuner *tuner);
/* What the numbers that the search started with are worth. */
double kip_tuner_first(const KipTuner *tuner, int *successes);

/* Why the search ended; KIP_CMAES_GOES_ON. */
KipCmaesStop kip_tuner_stop(const KipTuner *tuner);
/* One generation. Where the trials' stop() asked, nothing changed. KIP_BAD_INPUT where a script changed meanwhile. */
KipStatus kip_tuner_generation(KipTuner *tuner, KipError *error);
/* What the best numbers are worth on other starts: seeds from `seed` on, as many as the definition has. */
KipStatus kip_tuner_check(KipTuner *tuner, uint64_t seed, double *mean, int *successes, KipError *error);

/* The search as the file of a study (study_file.h): what was asked, then a row for each set of numbers that was
 * tried: its number, cost, successes, trials that broke off, whether all were worth the same, a hash of the
 * numbers. Loading tells the search the costs again. It is refused (KIP_BAD_INPUT) for a search of other numbers,
 * seeds or settings, or of a scene that does otherwise now, and nothing changes; where the rows are damaged, the
 * search is at its beginning after that. */
KipStatus kip_tuner_save(const KipTuner *tuner, const char *path, KipError *error);
KipStatus kip_tuner_load(KipTuner *tuner, const char *path, KipError *error);

/* Puts the best numbers into the scripts, each file whole or not at all; comments and all else stay. KIP_BAD_INPUT, and
 * nothing is written, where a file changed since the tuner was made. */
KipStatus kip_tuner_write(const KipTuner *tuner, KipError *error);

#endif
