/* What the parts of `kip run` share: run.c reads the words, run_steps.c simulates, run_files.c writes files
 * and the summary.
 *
 *     read the words -> load the model -> open the outputs -> start state -> steps -> files -> summary
 *
 * Words that make no sense are KIP_BAD_USE all the way up. A signal or a divergence ends the steps, not
 * the run: the files show what happened up to there.
 */
#ifndef KIP_IO_CLI_RUN_H
#define KIP_IO_CLI_RUN_H

#include "../record/csv.h"
#include "../text/file.h"
#include "../record/recording.h"
#include "../scene/scene.h"
#include "commands.h"
#include "run_record.h"
#include "run_report.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { KIP_RUN_HTML, KIP_RUN_CSV, KIP_RUN_BVH, KIP_RUN_RECORD, KIP_RUN_FILES };

enum { KIP_RUN_PUSHES = 64, KIP_RUN_NAME_SIZE = 256 };

typedef struct KipRun {
    /* what was asked for */
    KipModel *model;
    const char *title; /* the model's name, or its file's where it has none */
    double duration, timestep; /* s */
    KipIntegrator integrator;
    int64_t nstep;
    int start_key, hold_key; /* -1: none */
    double hold_until;       /* s; infinite: to the end */
    bool disturbed;          /* the start state, by numbers that follow from `seed` */
    uint64_t seed;
    int npush;
    KipRecordedPush push[KIP_RUN_PUSHES];
    const char *path[KIP_RUN_FILES]; /* NULL: not asked for, or failed */
    bool with_hash;
    /* what is under way */
    KipSim *sim;
    KipRecording *recording; /* NULL where no file is asked for that shows one */
    KipCsv *table;           /* NULL where none is asked for */
    KipOutput output[KIP_RUN_FILES];
    KipRunRecord *record;
    KipRunReport *report; /* --json: stdout is its; or NULL */
    bool holding, pushing[KIP_RUN_PUSHES];
    int stopped_by; /* the signal that ended the steps early, or 0 */
    bool is_short;  /* the steps ended for want of memory or of room */
} KipRun;

/* From here on SIGINT, SIGTERM and SIGHUP end kip_run_simulate and nothing else. */
void kip_run_catch_signals(void);
/* Seconds that only go on; for progress and timings. */
double kip_wall_clock(void);
/* The signal that came, or 0. */
int kip_run_stopped(void);
/* Says at what time it stopped the run, of which `end` (s) would have been the end; NAN: that is not known. */
void kip_run_tell_stop(double time, double end, bool with_files);
/* Did one come? For those who ask by a function with a user's pointer, which is not read. */
bool kip_run_stop(void *user);

/* Makes the simulation and puts it into its start state. */
KipStatus kip_run_start(KipRun *run, KipError *error);
/* All steps; the recording says what happened. On failure the simulation stands at its last good state. */
KipStatus kip_run_simulate(KipRun *run, KipError *error);

/* Opens the outputs, before the first step: a long run must not end with a file that cannot be written. */
KipStatus kip_run_open_files(KipRun *run, KipError *error);
/* The head of what is recorded, before the first step. */
KipStatus kip_run_begin_record(KipRun *run, KipError *error);
/* Writes every file; one that fails does not keep the others from being written. The first error is told. */
KipStatus kip_run_write_files(KipRun *run, KipError *error);
/* The run, its last state, where the files are, the hash: a line each. To stdout, or to stderr where a file
 * goes there. */
void kip_run_print_summary(const KipRun *run);

/* -- kip run SCENE.py, apart from the models above ------------------------------------------------------- */

/* What the words of `kip run` say to a scene. */
typedef struct KipSceneWords {
    const char *path;
    const char *output[KIP_RUN_FILES]; /* NULL: not asked for */
    const char *figures; /* folder of what the script writes; NULL: nothing of it is written */
    KipRunRecord *record;
    int nparam;
    const KipSceneParam *param;
    uint64_t seed;
    double timestep; /* 0: the scene's */
    int integrator;  /* KipIntegrator */
    bool explain, hash;
    KipRunReport *report; /* --json: stdout is its; or NULL */
} KipSceneWords;

/* Runs the script and writes what is asked for; returns a KipExit. */
int kip_run_scene(const KipSceneWords *words);

#ifdef __cplusplus
}
#endif
#endif
