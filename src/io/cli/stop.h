/* How a command is ended early: by a signal, which it looks at where it can stop. */
#ifndef KIP_IO_CLI_STOP_H
#define KIP_IO_CLI_STOP_H

#include <stdbool.h>

/* From here on SIGINT, SIGTERM and SIGHUP only ask the command to stop; the second one ends the program. */
void kip_stop_catch(void);
/* The signal that came, or 0. */
int kip_stop_signal(void);
/* Did one come? For those who ask by a function with a user's pointer, which is not read. */
bool kip_stop_asked(void *user);

#endif
