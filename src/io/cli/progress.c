/* Progress lines and signals (progress.h). */
#include "progress.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"

static const double patience = 1;   /* s before the first line */
static const double interval = 0.2; /* s between lines */

static double read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double kip_wall_clock(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double kip_thread_clock(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

KipProgress kip_progress_begin(void)
{
    double now = kip_wall_clock();
    return (KipProgress){.terminal = isatty(STDERR_FILENO), .begun = now, .shown = now};
}

double kip_progress_gone(const KipProgress *progress)
{
    return kip_wall_clock() - progress->begun;
}

static bool is_due(KipProgress *progress)
{
    double now = progress->terminal ? kip_wall_clock() : 0;
    if (!progress->terminal ||
        now < progress->shown + (progress->shown > progress->begun ? interval : patience))
        return false;
    progress->shown = now;
    return true;
}

void kip_progress_show(KipProgress *progress, const char *format, ...)
{
    va_list arguments;
    if (!is_due(progress))
        return;
    va_start(arguments, format);
    fputc('\r', stderr);
    vfprintf(stderr, format, arguments);
    fputs("\033[K", stderr);
    va_end(arguments);
}

void kip_progress_count(KipProgress *progress, const char *what, int64_t before, int64_t done, int64_t all)
{
    double gone = kip_progress_gone(progress);
    if (done > before)
        kip_progress_show(progress, "%" PRId64 " of %" PRId64 " %s, %.0f s gone, about %.0f s left", done,
                          all, what, gone, gone / (double)(done - before) * (double)(all - done));
    else
        kip_progress_show(progress, "%" PRId64 " of %" PRId64 " %s, %.0f s gone", done, all, what, gone);
}

void kip_progress_clear(const KipProgress *progress)
{
    if (progress->terminal && progress->shown > progress->begun)
        fputs("\r\033[K", stderr);
}

/* -- stopping -------------------------------------------------------------------------------------------- */

static const int stops[] = {SIGINT, SIGTERM, SIGHUP};
static volatile sig_atomic_t stop_signal; /* 0: none */

/* The second signal ends the program at once, in case the first one is not checked; files appear under their names only
 * when they are complete. */
static void on_stop(int signal_number)
{
    if (stop_signal) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
    stop_signal = signal_number;
}

void kip_stop_catch(void)
{
    struct sigaction action = {.sa_handler = on_stop, .sa_flags = SA_RESTART}, before;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        sigaction(stops[i], &action, &before);
        if (stops[i] == SIGHUP && before.sa_handler == SIG_IGN) /* nohup: it outlives the terminal */
            sigaction(SIGHUP, &before, NULL);
    }
}

int kip_stop_signal(void)
{
    return stop_signal;
}

int kip_stop_exit(void)
{
    return KIP_EXIT_INTERRUPTED - SIGINT + stop_signal;
}

bool kip_stop_asked(void *user)
{
    (void)user;
    return stop_signal != 0;
}

static char unfinished[1200]; /* a temporary file */

static void on_end(int signal_number)
{
    unlink(unfinished);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

KipStatus kip_stop_output_open(KipOutput *output, const char *path, KipError *error)
{
    struct sigaction action = {.sa_handler = on_end}, before;
    sigset_t now;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
        sigaddset(&action.sa_mask, stops[i]);
    sigprocmask(SIG_BLOCK, &action.sa_mask, &now);
    const KipStatus status = kip_output_open(output, path, error);
    if (status == KIP_OK && output->temporary && strlen(output->temporary) < sizeof unfinished) {
        memcpy(unfinished, output->temporary, strlen(output->temporary) + 1);
        for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
            if (sigaction(stops[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
                sigaction(stops[i], &action, NULL);
    }
    sigprocmask(SIG_SETMASK, &now, NULL);
    return status;
}
