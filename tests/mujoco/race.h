/* The time kip and MuJoCo take for the same job, measured in turns. */
#ifndef RACE_H
#define RACE_H

#include "both.h"

/* Explains the columns, and one line of them. Leaves MuJoCo without springs and dampers. */
void race_print_head(void);
void race_print(Both *both);

/* Seconds of the processor that this thread has taken. */
double race_clock(void);

#endif
