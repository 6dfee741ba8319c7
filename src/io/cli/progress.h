/* What long commands share: a line that says how far they are, and the signals that end them early, which they look at where
 * they can stop.
 *
 * The line is on a terminal: the first after a second, then five a second. Where stderr is
 * no terminal there is none.
 *
 *     KipProgress progress = kip_progress_begin();
 *     while (...)
 *         kip_progress_count(&progress, "runs", before, done, all);    // 12 of 40 runs, 3 s gone, about 7 s left
 *     kip_progress_clear(&progress);                                   // before anything else is printed
 */
#ifndef KIP_IO_CLI_PROGRESS_H
#define KIP_IO_CLI_PROGRESS_H

#include <stdint.h>

#include "../../dynamics/base.h"

typedef struct KipProgress {
    bool terminal;
    double begun, shown; /* wall clock, s: of the command, of its last line; the same: there was none */
} KipProgress;

/* Seconds that only go on; for progress and timings. */
double kip_wall_clock(void);
/* Seconds of a processor that this thread has taken. */
double kip_thread_clock(void);

KipProgress kip_progress_begin(void);
double kip_progress_gone(const KipProgress *progress); /* s since it began */
/* Both print only where a line is due, so they may be called at every step. */
KIP_PRINTF(2, 3) void kip_progress_show(KipProgress *progress, const char *format, ...);
/* `before`: how many of those that are done were done before the command began; the time left follows from the others. */
void kip_progress_count(KipProgress *progress, const char *what, int64_t before, int64_t done, int64_t all);
void kip_progress_clear(const KipProgress *progress);

/* -- stopping -------------------------------------------------------------------------------------------- */

/* From here on SIGINT, SIGTERM and SIGHUP only ask the command to stop; the second one ends the program. */
void kip_stop_catch(void);
/* The signal that came, or 0. */
int kip_stop_signal(void);
/* The exit code of a command that the signal ended early: 128 and its number. */
int kip_stop_exit(void);
/* Did one come? For those who ask by a function with a user's pointer, which is not read. */
bool kip_stop_asked(void *user);

#endif
