/* See stop.h. */
#include "stop.h"

#include <signal.h>
#include <stdio.h>

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

void kip_stop_catch(void)
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

int kip_stop_signal(void)
{
    return stop_signal;
}

bool kip_stop_asked(void *user)
{
    (void)user;
    return stop_signal != 0;
}
