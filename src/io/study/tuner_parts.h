/* Shared by the files of a search: tuner.c makes and continues it, tuner_trials.c runs the trials, tuner_file.c saves,
 * tuner_scripts.c writes numbers into scripts. Internal. */
#ifndef KIP_IO_STUDY_TUNER_PARTS_H
#define KIP_IO_STUDY_TUNER_PARTS_H

#include "tuner.h"

/* The result of one set of numbers, a row of the search's file. After an interruption CMA-ES receives the costs again, and
 * with the same costs it repeats the same search. */
typedef struct KipTunerRow {
    double cost;           /* mean over its trials; infinity where one broke off */
    int successes, broken; /* of its trials */
    bool alike;            /* all its trials gave the same */
    uint64_t numbers;      /* kip_tuner_hash of the set */
} KipTunerRow;

struct KipTuner {
    KipTuneDef def;
    KipScene *scene;        /* for its numbers and files only */
    KipParams given, fixed; /* all numbers of the definition; those not tuned */
    bool used[KIP_MOST_PARAMS];
    int n;
    KipTuneNumber number[KIP_MOST_PARAMS];
    double start[KIP_MOST_PARAMS]; /* [n] initial values */
    char *asked;                   /* the first lines of its file */
    KipCmaes *cmaes;
    KipTuneProgress progress, begun; /* begun: before the first generation */
    double first;
    int first_successes;
    int64_t nrow, room;
    KipTunerRow *row; /* [nrow] of all generations in order; capacity `room` */
    bool looking;     /* a trial that breaks off is an error */
    /* one generation: a row of x is a set of numbers, one of value its trials */
    double *x, *f, *value;
    unsigned char *success, *broken;
    KipStatus *status;
};

/* Fails with the reason why nothing is tuned. */
KipStatus kip_tune_check_none(const KipTuneDef *def, const KipScene *scene, KipError *error);
/* KIP_BAD_INPUT where a script of the scene (tuner_scripts.c) has changed since it was read. */
KipStatus kip_tuner_unchanged(const KipTuner *tuner, const char *file, KipError *error);

/* -- tuner_trials.c ---------------------------------------------------------------------------------------- */

/* Fills tuner->value, success, broken for `nset` rows of x. *whole: all trials were run. */
KipStatus kip_tuner_run(KipTuner *tuner, const double *x, int nset, uint64_t seed, bool *whole,
                        KipError *error);
/* The result of a set of the last kip_tuner_run. */
KipTunerRow kip_tuner_worth(const KipTuner *tuner, int set);
/* A hash of the numbers in row `set` of x. */
uint64_t kip_tuner_hash(const KipTuner *tuner, int set);

/* -- tuner.c ----------------------------------------------------------------------------------------------- */

/* Resets the search to its beginning. On failure nothing changes. */
KipStatus kip_tuner_begin(KipTuner *tuner, KipError *error);
/* Writes the sets of the next generation into x and returns their number; repeated calls give the same. */
int kip_tuner_ask(KipTuner *tuner);
/* Makes room for the rows of one more generation. NULL when out of memory, with nothing changed. */
KipTunerRow *kip_tuner_room(KipTuner *tuner, int nset, KipError *error);
/* Takes the generation's rows, which were written there: updates the search by their costs, and the progress. */
void kip_tuner_take(KipTuner *tuner, int nset);

/* -- tuner_file.c ------------------------------------------------------------------------------------------ */

/* Writes tuner->asked, after the first trials. */
KipStatus kip_tuner_note_asked(KipTuner *tuner, KipError *error);

#endif
