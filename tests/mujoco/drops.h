/* The passive drop of src/io/cli/drop.h by MuJoCo's RK4 and by kip's integrators, timed in turns. */
#ifndef DROPS_H
#define DROPS_H

#include "both.h"

/* Explains the columns, and one line of them. Leaves MuJoCo with contacts, springs and dampers. */
void drops_print_head(void);
void drops_print(Both *both);

#endif
