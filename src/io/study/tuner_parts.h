/* What the parts of a search share: tuner.c makes one and goes on, tuner_trials.c runs the trials, tuner_file.c saves. Internal. */
#ifndef KIP_IO_STUDY_TUNER_PARTS_H
#define KIP_IO_STUDY_TUNER_PARTS_H

#include "tuner.h"

struct KipTuner {
    KipTuneDef def;
    KipScene *scene;        /* which is only looked at: its numbers and files */
    KipParams given, fixed; /* all numbers of the definition; those that are not tuned */
    bool used[KIP_MOST_PARAMS];
    int n;
    KipTuneNumber number[KIP_MOST_PARAMS];
    KipCmaes *cmaes;
    KipTuneProgress progress;
    double first;
    int first_successes;
    uint64_t fingerprint;
    bool looking; /* a trial that breaks off is an error */
    /* one generation: a set of numbers a row, and its trials in a row */
    double *x, *f, *value;
    unsigned char *success, *broken;
    KipStatus *status;
};

/* Why nothing is tuned. */
KipStatus kip_tune_check_none(const KipTuneDef *def, const KipScene *scene, KipError *error);
/* KIP_BAD_INPUT where a script of the scene is not what it was when it was read. */
KipStatus kip_tuner_unchanged(const KipTuner *tuner, const char *file, KipError *error);

/* -- tuner_trials.c ---------------------------------------------------------------------------------------- */

/* Fills tuner->value, success, broken for `nset` rows of x. *whole: none was left out. */
KipStatus kip_tuner_run(KipTuner *tuner, const double *x, int nset, uint64_t seed, bool *whole,
                        KipError *error);
/* The mean of a set's values; of its trials, how many succeeded. */
double kip_tuner_worth(KipTuner *tuner, int set, int *successes);

#endif
