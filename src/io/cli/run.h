/* What the parts of `kip run` share: run.c reads the words, run_scene.c runs, run_model.c holds and pushes a model alone,
 * run_files.c writes files and the summary.
 *
 *     read the words -> the scene, of a script or of a model alone -> open the outputs -> steps -> files -> summary
 *
 * Wrong arguments are KIP_BAD_USE throughout. A signal or a divergence ends the steps, not the run: the files hold what
 * happened up to that time.
 */
#ifndef KIP_IO_CLI_RUN_H
#define KIP_IO_CLI_RUN_H

#include "../record/csv.h"
#include "../record/recording_file.h"
#include "../text/file.h"
#include "commands.h"
#include "progress.h"
#include "run_report.h"
#include "scene_tape.h"

enum { KIP_RUN_HTML, KIP_RUN_CSV, KIP_RUN_BVH, KIP_RUN_RECORD, KIP_RUN_FILES };

enum { KIP_RUN_PUSHES = 64, KIP_RUN_COMMANDS = 32, KIP_RUN_NAME_SIZE = 256, KIP_RUN_PATH_SIZE = 1024 };

/* --record and --verify: the recording's file while the run goes on, and the comparison with one. */
typedef struct KipRunRecord {
    const KipRecordingFile *expected; /* --verify: what is to come again; or NULL */
    int nword;
    char **word;  /* what was said to kip run, without its outputs */
    FILE *stream; /* of --record, or NULL */
    KipRecorder *recorder;
    size_t nsame;         /* frames of `expected` that came again */
    char difference[320]; /* where it first was another; "" for nowhere */
} KipRunRecord;

/* --push: a force (world, N) on a body at a point of its frame, from a time on for some seconds. */
typedef struct KipRunPush {
    int body;
    KipVec3 force, point;
    double start, seconds;
    bool begun;
} KipRunPush;

/* The tape is first: it, and with it the run, is the user of the scene's host. */
typedef struct KipRun {
    KipTape tape;
    /* what was asked for */
    const KipArguments *arguments;
    KipSceneDef def;
    char command[KIP_RUN_COMMANDS][KIP_RUN_NAME_SIZE + 4]; /* --do, as lines of a replay */
    const char *commands[KIP_RUN_COMMANDS + 1];            /* the same, NULL behind the last */
    const char *path[KIP_RUN_FILES];                       /* NULL: not asked for */
    const char *figures; /* folder of what the script writes; NULL: nothing of it is written */
    bool explain, with_hash;
    KipRunRecord *record;
    KipRunReport *report; /* --json: stdout is its; or NULL */
    /* of a model alone */
    KipModel *model;           /* NULL: a script runs */
    double duration, timestep; /* s */
    int start_key, hold_key;   /* -1: none */
    double hold_until;         /* s; infinite: to the end */
    bool disturbed;            /* the start state, by numbers that follow from def.seed */
    int npush;
    KipRunPush push[KIP_RUN_PUSHES];
    bool holding;
    /* what is under way */
    KipScene *scene;
    char title[KIP_RUN_NAME_SIZE],
        note[3 * KIP_RUN_NAME_SIZE]; /* of the page and the recording, once there is a world */
    KipCsv *table;                   /* NULL where none is asked for */
    KipOutput output[KIP_RUN_FILES];
    bool written[KIP_RUN_FILES];
    int nfailed_measure, nfailure;
    bool broken, is_short; /* the run failed; for want of memory or of room */
    int stopped_by;        /* the signal that ended it early, or 0 */
    KipProgress progress;
} KipRun;

/* Runs, and writes what is asked for; returns a KipExit. */
int kip_run_go(KipRun *run);
/* The stream for messages: stdout, or stderr if a file or the report goes to stdout. */
FILE *kip_run_talk(const KipRun *run);
/* An event, for the tape, the report, and --explain. The user is the run. */
void kip_run_event(void *user, double time, const char *text);
/* The head of what is recorded; the first frame. */
KipStatus kip_run_begin_record(KipRun *run, KipError *error);
KipStatus kip_run_first_frame(void *user, KipScene *scene, KipError *error);
/* Prints an error, of the arguments with the usage, and notes it in the report. A KipExit. */
int kip_run_refuse(const KipRun *run, const KipError *error);

/* -- run_explain.c: skills, after the run ---------------------------------------------------------------- */

/* A warning for each skill that was commanded and never acted for a whole step. */
void kip_run_warn_of_commands(FILE *stream, KipScene *scene);
/* A table of the skills that were asked or acted, if there are any. Its times differ from run to run, so it is not compared. */
void kip_run_print_skills(FILE *stream, KipScene *scene);

/* Puts a model's world into its start state, and records it. */
KipStatus kip_run_start_model(KipRun *run, KipError *error);
/* Before each of its steps: releases and pushes whose time has come. */
KipStatus kip_run_control_model(KipRun *run, KipError *error);
/* The note below its title: "steps of 0.001 s, from stand; stand is held until 1.2 s". */
void kip_run_describe(const KipRun *run, char *text, size_t size);

/* -- run_record.c ---------------------------------------------------------------------------------------- */

/* Keeps the arguments that define the run: all options but those of `outputs`, which ends with -1, and the operands. */
KipStatus kip_run_record_words(KipRunRecord *record, const KipArguments *arguments, const int *outputs,
                               KipError *error);
/* A run begins, or begins again. */
KipStatus kip_run_record_begin(KipRunRecord *record, const KipRecording *recording, const char *title,
                               const char *note, KipError *error);
/* At the start and after every step, once it was sampled. */
KipStatus kip_run_record_step(KipRunRecord *record, const KipSim *sim, KipError *error);
/* Frees the frames that are not needed any more: where the run keeps none for a page or the like, call it after each step. */
void kip_run_record_forget(KipRunRecord *record, KipRecording *recording);
/* Ends the file, and gives it its name: *is_cut where it could not be written to its end, and holds the run as far as it goes.
 * *is_cut stays as it is otherwise. */
KipStatus kip_run_record_finish(KipRunRecord *record, KipOutput *output, bool *is_cut, KipError *error);
/* Prints whether all recorded states were reproduced. True if they were, or nothing was to be compared. */
bool kip_run_record_verdict(const KipRunRecord *record, FILE *talk);
void kip_run_record_free(KipRunRecord *record); /* a zeroed one is nothing */

/* -- run_files.c ----------------------------------------------------------------------------------------- */

/* Opens the outputs before the first step, so that a long run does not end with a file that cannot be written. */
KipStatus kip_run_open_files(KipRun *run, KipError *error);
void kip_run_close_files(KipRun *run); /* removes those that are not complete */
/* Writes every file, also after one has failed, and prints where each is. The first error is returned; after a shortage
 * none is, since the run failed by it. */
KipStatus kip_run_write_files(KipRun *run, KipError *error);
/* The path of a file that the script writes; makes its folders. KIP_BAD_USE if the command itself writes that file. */
KipStatus kip_run_place_figure(const KipRun *run, const char *name, char path[KIP_RUN_PATH_SIZE],
                               KipError *error);
/* For a model, which measures nothing: a line each for the run and its last state. */
void kip_run_print_summary(const KipRun *run);

#endif
