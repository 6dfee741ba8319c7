/* kip run --json: what a run was and how it ended, as one JSON document on stdout (kip help run lists its fields).
 *
 *     KipRunReport *report = kip_run_report_create(file);     // NULL if not wanted: then all functions do nothing
 *     ... while the scene runs, its events ...
 *     kip_run_report_end(report, title, scene, false);
 *     kip_run_report_print(report, exit_code);
 *     kip_run_report_destroy(report);
 */
#ifndef KIP_IO_CLI_RUN_REPORT_H
#define KIP_IO_CLI_RUN_REPORT_H

#include "../scene/scene.h"

typedef struct KipRunReport KipRunReport;

KipRunReport *kip_run_report_create(const char *file);
void kip_run_report_destroy(KipRunReport *report); /* with NULL it does nothing */

/* A world begins at 0 s: events, decisions and times of skills count from here. */
void kip_run_report_begin(KipRunReport *report);
void kip_run_report_step(KipRunReport *report, KipWorld *world);
void kip_run_report_measure(KipRunReport *report, const KipMeasure *measure);
void kip_run_report_event(KipRunReport *report, double time, const char *text);
void kip_run_report_decision(KipRunReport *report, KipWorld *world, int member, const KipDecision *decision);
/* A skill's script failed. */
void kip_run_report_failure(KipRunReport *report, double time, const char *character, const char *skill,
                            const KipError *error);
/* Why the run, or reading it, failed; only the first is kept. `traceback` may be "". */
void kip_run_report_error(KipRunReport *report, const KipError *error, const char *traceback);
/* A file that was written. */
void kip_run_report_file(KipRunReport *report, const char *path);

/* The state at the end; `alone`: the scene is a model alone, which is listed as a character. */
void kip_run_report_end(KipRunReport *report, const char *title, KipScene *scene, bool alone);

/* `code`: a KipExit. Returns it, or that of the shortage of memory for which nothing was printed. */
int kip_run_report_print(const KipRunReport *report, int code);
/* The document of a run that never began because of wrong arguments. */
void kip_run_report_refusal(const KipError *error);

#endif
