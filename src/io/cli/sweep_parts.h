/* What the parts of `kip sweep` share: sweep.c reads the words, sweep_run.c runs and keeps the table's file,
 * sweep_failures.c records failed runs, sweep_summary.c prints the results,
 * sweep_map.c draws them. */
#ifndef KIP_IO_CLI_SWEEP_PARTS_H
#define KIP_IO_CLI_SWEEP_PARTS_H

#include "../text/file.h"
#include "../study/sweep.h"
#include "commands.h"
#include "progress.h"

typedef struct KipSweep {
    const KipArguments *arguments;
    KipSweepDesign design;
    KipSweepTable *table;
    const char *csv_path, *svg_path, *measure, *failures; /* or NULL */
    bool json, kept, sharded;                             /* kept: the table goes to a file */
    FILE *talk;                                           /* for the summary */
    int64_t shard, nshard;                                /* from 0; 0 of 1: all */
    int threads;
    KipOutput csv, svg;
    KipSweepRuns runs;
    int64_t loaded; /* rows that --resume read */
    KipProgress progress;
    bool save_failed;
    double saved, writing; /* wall clock, s; how long the last saving took */
} KipSweep;

/* Opens the files before the first run, so that a long sweep does not end with one that cannot be written. */
KipStatus kip_sweep_open(KipSweep *sweep, KipError *error);
/* Writes the table, and the output is done. */
KipStatus kip_sweep_save(KipSweep *sweep, KipOutput *output, KipError *error);
/* Reads what the table's file has, if there is one. */
KipStatus kip_sweep_resume(KipSweep *sweep, KipError *error);
/* Runs all jobs, then prints and writes the results; a signal ends them early. Returns a KipExit, as the next one. */
int kip_sweep_jobs(KipSweep *sweep);
/* Summary and picture. KIP_EXIT_FAILED where nothing came out. */
int kip_sweep_show(KipSweep *sweep);

/* Makes the folder sweep->failures. */
KipStatus kip_sweep_open_failures(const KipSweep *sweep, KipError *error);
/* Recordings of the runs that failed, into the folder sweep->failures; *nleft were left out because of a signal. */
KipStatus kip_sweep_keep_failures(KipSweep *sweep, int64_t *nleft, KipError *error);

/* A line for each point, of a table with all jobs; those that are not done count for nothing. */
KipStatus kip_sweep_print(const KipSweepTable *table, FILE *stream, KipError *error);
KipStatus kip_sweep_print_json(const KipSweepTable *table, FILE *stream, KipError *error);

/* An SVG: the rate of success, or the mean of `measure`, or the boundary, against the first axis, or as a map
 * of the first two. KIP_BAD_USE where nothing was measured under that name. Write errors stay in the stream. */
KipStatus kip_sweep_draw(const KipSweepTable *table, const char *measure, FILE *stream, KipError *error);

/* The axes that a picture has: 0 to 2. */
int kip_sweep_drawn_axes(const KipSweepDesign *design, int axis[2]);

#endif
