/* How a command is ended early: signals; and the clock by which it tells how far it is. */
#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "run.h"

static volatile sig_atomic_t stop_signal; /* 0: none */

/* The second one ends the program at once, should the first not be looked at; files appear under their names only when they
 * are whole. */
static void on_stop(int signal_number)
{
    if (stop_signal) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
    stop_signal = signal_number;
}

void kip_run_catch_signals(void)
{
    static const int stops[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_stop, .sa_flags = SA_RESTART}, before;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        sigaction(stops[i], &action, &before);
        if (stops[i] == SIGHUP && before.sa_handler == SIG_IGN) /* nohup: it goes on when the terminal goes */
            sigaction(SIGHUP, &before, NULL);
    }
}

int kip_run_stopped(void)
{
    return stop_signal;
}

bool kip_run_stop(void *user)
{
    (void)user;
    return stop_signal != 0;
}

void kip_clear_line(bool shown)
{
    if (shown)
        fputs("\r\033[K", stderr);
}

double kip_wall_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
