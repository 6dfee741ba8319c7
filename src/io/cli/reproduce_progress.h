/* kip reproduce, on a terminal: how many experiments are done, and about how long the others will take. */
#ifndef KIP_IO_CLI_REPRODUCE_PROGRESS_H
#define KIP_IO_CLI_REPRODUCE_PROGRESS_H

#include "progress.h"

typedef struct KipReproduceProgress {
    KipProgress line;
    int n, ndone;
    char *table;         /* how long experiments took once: lines "PAPER/EXPERIMENT SECONDS" */
    double wanted, done; /* s by the table: of all, of those that are done */
    double now;          /* s by the table: of the one that runs */
    double since;        /* wall clock, s: of the one that runs */
} KipReproduceProgress;

/* `folder`: where the table is, the file durations. Zeroed and without a terminal it shows nothing. */
void kip_reproduce_progress_begin(KipReproduceProgress *progress, const char *folder);
/* Before all: one more is to come. */
void kip_reproduce_progress_expect(KipReproduceProgress *progress, const char *paper, const char *experiment);
void kip_reproduce_progress_start(KipReproduceProgress *progress, const char *paper, const char *experiment);
void kip_reproduce_progress_done(KipReproduceProgress *progress);
/* May be called at every step: the line is printed five times a second at most. */
void kip_reproduce_progress_show(KipReproduceProgress *progress);
/* Before anything else is printed. */
void kip_reproduce_progress_clear(const KipReproduceProgress *progress);
void kip_reproduce_progress_end(KipReproduceProgress *progress);

#endif
