/* Shared by long commands: a progress line, and signals that end them early, which they check where they can stop.
 *
 * The line is only on a terminal: the first after a second, then five a second.
 *
 *     KipProgress progress = kip_progress_begin();
 *     while (...)
 *         kip_progress_count(&progress, "runs", before, done, all);   // 12 of 40 runs, 3 s gone, about 7 s left
 *     kip_progress_clear(&progress);                 // before anything else is printed */
#ifndef KIP_IO_CLI_PROGRESS_H
#define KIP_IO_CLI_PROGRESS_H

#include <stdint.h>

#include "../../dynamics/base.h"
#include "../text/file.h"

typedef struct KipProgress {
    bool terminal;
    double begun, shown; /* wall clock, s: of the command, of its last line; the same: there was none */
} KipProgress;

/* Monotonic time in s, for progress and timing. */
double kip_wall_clock(void);
/* Processor time of this thread, s. */
double kip_thread_clock(void);

KipProgress kip_progress_begin(void);
double kip_progress_gone(const KipProgress *progress); /* s since it began */
/* Both print only where a line is due, so that they may be called at every step. */
KIP_PRINTF(2, 3) void kip_progress_show(KipProgress *progress, const char *format, ...);
/* `before` is the number done before the command began; the remaining time is estimated by the others. */
void kip_progress_count(KipProgress *progress, const char *what, int64_t before, int64_t done, int64_t all);
void kip_progress_clear(const KipProgress *progress);

/* -- stopping -------------------------------------------------------------------------------------------- */

/* From now on SIGINT, SIGTERM and SIGHUP only request the command to stop; a second one ends the program. */
void kip_stop_catch(void);
/* The signal received, or 0. */
int kip_stop_signal(void);
/* The exit code of a command ended early by the signal: 128 plus its number. */
int kip_stop_exit(void);
/* Whether a signal was received; for callbacks, `user` is ignored. */
bool kip_stop_asked(void *user);
/* Opens the output of a short command, which checks no signals: they end it, and its temporary file is removed. One at a
 * time. */
KipStatus kip_stop_output_open(KipOutput *output, const char *path, KipError *error);

#endif
