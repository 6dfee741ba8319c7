/* What the parts of a search share: tuner.c makes one and goes on, tuner_trials.c runs the trials, tuner_file.c saves,
 * tuner_scripts.c writes the numbers into the scripts. Internal. */
#ifndef KIP_IO_STUDY_TUNER_PARTS_H
#define KIP_IO_STUDY_TUNER_PARTS_H

#include "tuner.h"

/* What one set of numbers was worth: a row of the search's file. CMA-ES is told the costs again when the search
 * goes on after an interruption, and with the same costs it does the same. */
typedef struct KipTunerRow {
    double cost;           /* the mean of its trials; infinity where one broke off */
    int successes, broken; /* of its trials */
    bool alike;            /* all its trials were worth the same */
    uint64_t numbers;      /* kip_tuner_hash of the set */
} KipTunerRow;

struct KipTuner {
    KipTuneDef def;
    KipScene *scene;        /* which is only looked at: its numbers and files */
    KipParams given, fixed; /* all numbers of the definition; those that are not tuned */
    bool used[KIP_MOST_PARAMS];
    int n;
    KipTuneNumber number[KIP_MOST_PARAMS];
    double start[KIP_MOST_PARAMS]; /* [n] where the search begins */
    char *asked;                   /* the first lines of its file */
    KipCmaes *cmaes;
    KipTuneProgress progress, begun; /* begun: before the first generation */
    double first;
    int first_successes;
    int64_t nrow, room;
    KipTunerRow *row; /* [nrow] of all generations, in their order; memory for `room` */
    bool looking;     /* a trial that breaks off is an error */
    /* one generation: a set of numbers a row, and its trials in a row */
    double *x, *f, *value;
    unsigned char *success, *broken;
    KipStatus *status;
};

/* Why nothing is tuned. */
KipStatus kip_tune_check_none(const KipTuneDef *def, const KipScene *scene, KipError *error);
/* KIP_BAD_INPUT where a script of the scene (tuner_scripts.c) is not what it was when it was read. */
KipStatus kip_tuner_unchanged(const KipTuner *tuner, const char *file, KipError *error);

/* -- tuner_trials.c ---------------------------------------------------------------------------------------- */

/* Fills tuner->value, success, broken for `nset` rows of x. *whole: none was left out. */
KipStatus kip_tuner_run(KipTuner *tuner, const double *x, int nset, uint64_t seed, bool *whole,
                        KipError *error);
/* What a set of the last kip_tuner_run was worth. */
KipTunerRow kip_tuner_worth(const KipTuner *tuner, int set);
/* A hash of the numbers of a set: of row `set` of x. */
uint64_t kip_tuner_hash(const KipTuner *tuner, int set);

/* -- tuner.c ----------------------------------------------------------------------------------------------- */

/* The search as before its first generation. Where it fails, nothing changed. */
KipStatus kip_tuner_begin(KipTuner *tuner, KipError *error);
/* Writes the sets of the next generation into x; how many they are. Asked again, they are the same. */
int kip_tuner_ask(KipTuner *tuner);
/* Room for the rows of one generation behind those that there are. NULL: out of memory, and nothing changed. */
KipTunerRow *kip_tuner_room(KipTuner *tuner, int nset, KipError *error);
/* Takes the generation's rows, which were written there: the search is told the costs, and the progress goes on. */
void kip_tuner_take(KipTuner *tuner, int nset);

/* -- tuner_file.c ------------------------------------------------------------------------------------------ */

/* Writes tuner->asked, after the first trials. */
KipStatus kip_tuner_note_asked(KipTuner *tuner, KipError *error);

#endif
