/* kip run --json: the run and its end, as one JSON document on stdout (kip help run lists its fields).
 *
 *     KipRunReport *report = kip_run_report_create(file);    // NULL if not requested: all functions then do nothing
 *     ... events during the run ...
 *     kip_run_report_end(report, title, scene, false);
 *     kip_run_report_print(report, exit_code);
 *     kip_run_report_destroy(report); */
#ifndef KIP_IO_CLI_RUN_REPORT_H
#define KIP_IO_CLI_RUN_REPORT_H

#include "../scene/scene.h"

typedef struct KipRunReport KipRunReport;

KipRunReport *kip_run_report_create(const char *file);
void kip_run_report_destroy(KipRunReport *report); /* does nothing with NULL */

/* Begins a world at 0 s, from which events, decisions and times of skills count. */
void kip_run_report_begin(KipRunReport *report);
void kip_run_report_step(KipRunReport *report, KipWorld *world);
void kip_run_report_measure(KipRunReport *report, const KipMeasure *measure);
void kip_run_report_event(KipRunReport *report, double time, const char *text);
void kip_run_report_decision(KipRunReport *report, KipWorld *world, int member, const KipDecision *decision);
/* Adds the failure of a skill's script. */
void kip_run_report_failure(KipRunReport *report, double time, const char *character, const char *skill,
                            const KipError *error);
/* Adds the error of the run, or of its arguments; only the first is kept. `traceback` may be "". */
void kip_run_report_error(KipRunReport *report, const KipError *error, const char *traceback);
/* Adds a file that was written. */
void kip_run_report_file(KipRunReport *report, const char *path);

/* Adds the final state; `alone`: the scene is a model alone, which is listed as a character. */
void kip_run_report_end(KipRunReport *report, const char *title, KipScene *scene, bool alone);

/* Prints the document; `code` is a KipExit. Returns it, or that of a shortage of memory, for which nothing was printed. */
int kip_run_report_print(const KipRunReport *report, int code);
/* Prints the document of a run that did not begin because of wrong arguments. */
void kip_run_report_refusal(const KipError *error);

#endif
