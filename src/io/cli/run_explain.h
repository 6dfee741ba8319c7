/* What --explain adds behind a run: what became of each skill, and how long its bids took. */
#ifndef KIP_IO_CLI_RUN_EXPLAIN_H
#define KIP_IO_CLI_RUN_EXPLAIN_H

#include <stdio.h>

#include "../scene/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of each skill that commands named and that never followed one to the end of a step: a warning. */
void kip_run_warn_of_commands(FILE *stream, KipScene *scene);
/* A table of the skills that were asked or acted; nothing where there is no world or no such skill. Times
 * differ from run to run, so it is no part of what is compared. */
void kip_run_print_skills(FILE *stream, KipScene *scene);

#ifdef __cplusplus
}
#endif
#endif
