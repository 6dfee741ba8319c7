/* A search by CMA-ES, on all cores, for better values of the numbers marked `# tune lo..hi` in a scene's scripts.
 *
 *     KipTuneDef def = kip_tune_def("data/scenes/quiet.py");
 *     kip_tuner_create(&def, &tuner, &error);      // loads the scene and evaluates its present numbers
 *     while (!kip_tuner_stop(tuner))
 *         kip_tuner_generation(tuner, &error);
 *     kip_tuner_best(tuner, &params);
 *     kip_tuner_destroy(tuner);
 *
 * The cost of a set of numbers is the mean of the objective, a measure() of the scene, over `starts` trials with
 * seeds seed, seed + 1, ...; less is better. All sets have the same seeds, so that they are
 * compared under equal conditions. A trial that breaks off costs infinity. The search is in the unit box between
 * all lo and hi; numbers are rounded to a millionth of their range before they are tried, so that the printed numbers
 * are those that were tried. The result is the same, bit by bit, for any number of threads and in spite of interruptions. */
#ifndef KIP_IO_STUDY_TUNER_H
#define KIP_IO_STUDY_TUNER_H

#include "../../supervisor/cmaes.h"
#include "params.h"
#include "trial.h"

enum { KIP_MOST_STARTS = 1000 };

typedef struct KipTuneDef {
    KipTrialDef trial; /* its param: the initial values of tuned numbers, and values of fixed ones */
    const char *objective;
    int starts;     /* 1 to KIP_MOST_STARTS */
    uint64_t seed;  /* of the first start and of the search */
    double sigma;   /* initial standard deviation, as a fraction of hi - lo */
    int population; /* 0: 4 + floor(3 ln n) */
    int restarts;   /* number of further searches, each with twice the population */
    double target;  /* a cost that ends the search; -infinity: none */
    int nonly, nexcept;
    const char *const *only;   /* [nonly] patterns of names; 0: all marked ones but libraries' */
    const char *const *except; /* [nexcept] patterns of names not to tune */
    int threads;
    void (*tick)(void *user, int64_t done,
                 int64_t all); /* trials done of the present evaluation, some times a second; may be NULL */
} KipTuneDef;

/* Whether a script is the scene's own: it is in the scene's folder or below, but not in a folder `data` there. Other
 * scripts are libraries, whose numbers are tuned only where `only` names them. */
bool kip_tune_owns(const char *path, const char *file);
/* Sets chosen[kip_scene_nnumber]: which numbers of a loaded scene are tuned. KIP_BAD_USE for a pattern that matches no
 * marked number; * in it matches any text, and names are those of kip run --param. */
KipStatus kip_tune_choose(const KipTuneDef *def, const KipScene *scene, bool *chosen, KipError *error);

/* Defaults: objective "cost", 5 starts from seed 1, sigma 0.2, no restarts, no target, all cores. */
KipTuneDef kip_tune_def(const char *path);

/* A tuned number; the strings are owned by the tuner. */
typedef struct KipTuneNumber {
    char name[KIP_PARAM_NAME]; /* as in kip run --param */
    const char *file;
    size_t start, size; /* of its text in the file */
    bool whole;
    double lo, hi, was, best; /* `was`: in the file */
} KipTuneNumber;

/* Progress of the search, with statistics of the last generation or, before the first, of the initial numbers. */
typedef struct KipTuneProgress {
    int64_t generation, evaluations; /* so far; an evaluation is of one set of numbers, by `starts` trials */
    double best;                     /* so far; infinity: no trial was complete */
    int best_successes;              /* of `starts` */
    double mean;                     /* of the generation's finite costs; NaN: there are none */
    double success;                  /* fraction of its trials, 0 to 1 */
    double sigma;                    /* as a fraction of hi - lo */
    int broken;                      /* number of its trials that broke off */
    bool alike;                      /* all starts gave the same, always: one would suffice */
    bool flat;                       /* all sets had the same cost: the numbers have no effect */
} KipTuneProgress;

typedef struct KipTuner KipTuner;

/* Makes a tuner. KIP_BAD_USE where nothing is tuned or the objective is not measured, KIP_BAD_INPUT where the scene fails
 * with its present numbers. The definition's strings must outlive the tuner. */
KipStatus kip_tuner_create(const KipTuneDef *def, KipTuner **tuner, KipError *error);
void kip_tuner_destroy(KipTuner *tuner); /* with NULL it does nothing */

int kip_tuner_n(const KipTuner *tuner);
const KipTuneNumber *kip_tuner_number(const KipTuner *tuner, int i);
/* The best numbers so far, and the fixed ones, for kip run --params. */
void kip_tuner_best(const KipTuner *tuner, KipParams *best);
KipTuneProgress kip_tuner_progress(const KipTuner *tuner);
int kip_tuner_population(const KipTuner *tuner);
/* The cost of the initial numbers. */
double kip_tuner_first(const KipTuner *tuner, int *successes);

/* Why the search ended, or KIP_CMAES_GOES_ON. */
KipCmaesStop kip_tuner_stop(const KipTuner *tuner);
/* Runs one generation. After the trials' stop() nothing has changed. KIP_BAD_INPUT where a script has changed. */
KipStatus kip_tuner_generation(KipTuner *tuner, KipError *error);
/* Evaluates the best numbers with other seeds, from `seed` on, as many as the definition has. */
KipStatus kip_tuner_check(KipTuner *tuner, uint64_t seed, double *mean, int *successes, KipError *error);

/* Saves or loads the search as a study's file (study_file.h): the definition, then for each set of numbers
 * tried a row of its index, cost, successes, trials broken off, whether all trials gave the same, and a hash of the
 * numbers. Loading repeats the search with these costs. It fails (KIP_BAD_INPUT) without changes for a search with other
 * numbers, seeds or settings, or for a scene with other results; where the rows are damaged, the search is then at its
 * beginning. */
KipStatus kip_tuner_save(const KipTuner *tuner, const char *path, KipError *error);
KipStatus kip_tuner_load(KipTuner *tuner, const char *path, KipError *error);

/* Writes the best numbers into the scripts, each file completely or not at all, and leaves all else unchanged.
 * KIP_BAD_INPUT, with nothing written, where a file has changed since the tuner was made. */
KipStatus kip_tuner_write(const KipTuner *tuner, KipError *error);

#endif
