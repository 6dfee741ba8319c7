/* Shared by the files of `kip run`: run.c reads the arguments, run_scene.c runs, run_model.c holds and pushes a model
 * alone, run_files.c writes files and the summary.
 *
 *   read the arguments -> the scene, of a script or of a model alone -> open the outputs -> steps -> files -> summary
 *
 * Wrong arguments are KIP_BAD_USE throughout. A signal or a divergence ends the steps, not the run: the files contain what
 * happened up to that time. */
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

enum {
    KIP_RUN_PUSHES = 64,
    KIP_RUN_COMMANDS = 32,
    KIP_RUN_FAILURES = 5,
    KIP_RUN_NAME_SIZE = 256,
    KIP_RUN_PATH_SIZE = 1024
};

/* --record and --verify: the recording's file during the run, and the comparison with one. */
typedef struct KipRunRecord {
    const KipRecordingFile *expected; /* --verify: the recording to be repeated; or NULL */
    int nword;
    char **word;             /* the arguments of kip run, without outputs */
    const KipOutput *output; /* of --record, or NULL */
    KipRecorder *recorder;
    int refused;          /* errno after the head was written */
    size_t nsame;         /* number of frames of `expected` that were repeated */
    char difference[320]; /* the first difference; "": none */
} KipRunRecord;

/* --push: a force (world, N) on a body at a point of its frame, with beginning and duration. */
typedef struct KipRunPush {
    int body;
    KipVec3 force, point;
    double start, seconds;
    bool begun;
} KipRunPush;

/* The tape is the first member, since a pointer to it, and so to the run, is the user of the scene's host. */
typedef struct KipRun {
    KipTape tape;
    /* what was requested */
    const KipArguments *arguments;
    KipSceneDef def;
    char command[KIP_RUN_COMMANDS][KIP_RUN_NAME_SIZE + 4]; /* --do, as lines of a replay */
    const char *commands[KIP_RUN_COMMANDS + 1];            /* the same, terminated by NULL */
    const char *path[KIP_RUN_FILES];                       /* NULL: not requested */
    const char *figures; /* folder for files of the script; NULL: none are written */
    bool explain, with_hash;
    KipRunRecord *record;
    KipRunReport *report; /* --json, which has stdout; or NULL */
    /* of a model alone */
    KipModel *model;           /* NULL: there is a script */
    double duration, timestep; /* s */
    int start_key, hold_key;   /* -1: none */
    double hold_until;         /* s; infinite: to the end */
    bool disturbed;            /* displaces the start state by random numbers of def.seed */
    int npush;
    KipRunPush push[KIP_RUN_PUSHES];
    bool holding;
    /* state of the run */
    KipScene *scene;
    char title[KIP_RUN_NAME_SIZE],
        note[3 * KIP_RUN_NAME_SIZE]; /* of the page and the recording, once there is a world */
    KipCsv *table;                   /* NULL: not requested */
    KipOutput output[KIP_RUN_FILES];
    bool written[KIP_RUN_FILES];
    int nfailed_measure, nfailure, nshown;
    KipError shown[KIP_RUN_FAILURES]; /* failures of skills' scripts, each printed in full, once */
    bool has_run;                     /* there is a state to write, since the last restart */
    bool warned;                      /* of how it begins */
    bool warned_of_load;
    bool broken, is_short; /* the run failed; by a shortage of memory or room */
    int stopped_by;        /* the signal that ended it early; or 0 */
    KipProgress progress;
} KipRun;

/* Runs, and writes the outputs; returns a KipExit. */
int kip_run_go(KipRun *run);
/* The stream for messages: stdout, or stderr if a file or the report goes to stdout. */
FILE *kip_run_talk(const KipRun *run);
/* Passes an event to the tape, the report, and --explain. `user` is the run. */
void kip_run_event(void *user, double time, const char *text);
/* Begins the recording; records the first frame. */
KipStatus kip_run_begin_record(KipRun *run, KipError *error);
KipStatus kip_run_first_frame(void *user, KipScene *scene, KipError *error);
/* Prints an error, for wrong arguments with the usage, and adds it to the report. Returns a KipExit. */
int kip_run_refuse(const KipRun *run, const KipError *error);

/* -- run_explain.c: skills, after the run ---------------------------------------------------------------- */

/* Warns of each skill that was commanded and never acted for a whole step, or did not go as expected. */
void kip_run_warn_of_commands(FILE *stream, KipScene *scene);
/* Prints a table of the skills that bid or acted, if any. Its times vary from run to run. */
void kip_run_print_skills(FILE *stream, KipScene *scene);

/* -- run_warn.c ------------------------------------------------------------------------------------------ */

/* Warns where something begins deep in scenery. */
void kip_run_warn_of_start(FILE *stream, const KipSim *sim);
/* Warns of a thing of one body that is deep in a much lighter one, or in any in long steps; false: there is none. */
bool kip_run_warn_of_load(FILE *stream, const KipProgress *progress, const KipSim *sim);
/* Warns of commands whose time has not come. */
void kip_run_warn_of_end(FILE *stream, const KipScene *scene);
/* Warns, at the end, where something has fallen and there is nothing that it could have fallen on. */
void kip_run_warn_of_fall(FILE *stream, const KipSim *sim);

/* Sets a model's world to its start state, and records it. */
KipStatus kip_run_start_model(KipRun *run, KipError *error);
/* Before each step of a model: releases it, and applies pushes, at their times. */
KipStatus kip_run_control_model(KipRun *run, KipError *error);
/* Writes the note below the title: "steps of 0.001 s, from stand; stand is held until 1.2 s". */
void kip_run_describe(const KipRun *run, char *text, size_t size);

/* -- run_record.c ---------------------------------------------------------------------------------------- */

/* Keeps the arguments that define the run: operands, and all options but those of `outputs`, terminated by -1. */
KipStatus kip_run_record_words(KipRunRecord *record, const KipArguments *arguments, const int *outputs,
                               KipError *error);
/* Begins the recording of a run or of its restart. */
KipStatus kip_run_record_begin(KipRunRecord *record, const KipRecording *recording, const char *title,
                               const char *note, KipError *error);
/* To be called at the start and after every step, after sampling. */
KipStatus kip_run_record_step(KipRunRecord *record, const KipSim *sim, KipError *error);
/* Frees recorded frames; for runs without a page or the like, to be called after each step. */
void kip_run_record_forget(KipRunRecord *record, KipRecording *recording);
/* Completes the file and its name. Where it could not be written to its end, *is_cut is whether it has the first part of the
 * run; else it is unchanged. */
KipStatus kip_run_record_finish(KipRunRecord *record, KipOutput *output, bool *is_cut, KipError *error);
/* Prints whether all recorded states were reproduced; true if so, or without a comparison. */
bool kip_run_record_verdict(const KipRunRecord *record, FILE *talk);
void kip_run_record_free(KipRunRecord *record); /* does nothing if zeroed */

/* -- run_files.c ----------------------------------------------------------------------------------------- */

/* Opens the outputs before the first step, so that a long run does not end with a file that cannot be written. */
KipStatus kip_run_open_files(KipRun *run, KipError *error);
void kip_run_close_files(KipRun *run); /* removes incomplete ones */
/* Writes every file, even after one has failed, and prints their paths. Returns the first error, but none after a shortage,
 * which is the run's failure. */
KipStatus kip_run_write_files(KipRun *run, KipError *error);
/* The path of a file that the script writes; makes its folders. KIP_BAD_USE where the command itself writes that file. */
KipStatus kip_run_place_figure(const KipRun *run, const char *name, char path[KIP_RUN_PATH_SIZE],
                               KipError *error);
/* Prints, for a model, which measures nothing, a line each for the run and its last state. */
void kip_run_print_summary(const KipRun *run);

#endif
