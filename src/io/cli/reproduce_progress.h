/* Progress of kip reproduce on a terminal: the number of experiments done, and the estimated remaining time. */
#ifndef KIP_IO_CLI_REPRODUCE_PROGRESS_H
#define KIP_IO_CLI_REPRODUCE_PROGRESS_H

#include "progress.h"

typedef struct KipReproduceProgress {
    KipProgress line;
    int n, ndone;
    char *table;         /* earlier times of experiments: lines "PAPER/EXPERIMENT SECONDS" */
    double wanted, done; /* s by the table: of all; of those done */
    double now;          /* s by the table: of the running one */
    double since;        /* wall clock, s: beginning of the running one */
} KipReproduceProgress;

/* `folder` has the table, in the file durations. A zeroed progress, and one without a terminal, shows nothing. */
void kip_reproduce_progress_begin(KipReproduceProgress *progress, const char *folder);
/* Adds an experiment to come; before all others. */
void kip_reproduce_progress_expect(KipReproduceProgress *progress, const char *paper, const char *experiment);
void kip_reproduce_progress_start(KipReproduceProgress *progress, const char *paper, const char *experiment);
void kip_reproduce_progress_done(KipReproduceProgress *progress);
/* May be called at every step, as it prints at most five lines a second. */
void kip_reproduce_progress_show(KipReproduceProgress *progress);
/* To be called before anything else is printed. */
void kip_reproduce_progress_clear(const KipReproduceProgress *progress);
void kip_reproduce_progress_end(KipReproduceProgress *progress);

#endif
