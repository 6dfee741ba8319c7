/* Shared by the files of `kip sweep`: sweep.c reads the arguments, sweep_run.c runs and writes the table's file,
 * sweep_failures.c records failed runs, sweep_summary.c prints the results, sweep_map.c draws them. */
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
    bool json, kept, sharded;                             /* kept: the table is written to a file */
    FILE *talk;                                           /* for the summary */
    int64_t shard, nshard;                                /* counted from 0; 0 of 1: all */
    int threads;
    KipOutput csv, svg;
    KipSweepRuns runs;
    int64_t loaded; /* number of rows read by --resume */
    KipProgress progress;
    bool save_failed, looked; /* looked: whether the first runs have measured what is to be drawn */
    double saved, writing;    /* wall clock, s: last saving; its duration */
} KipSweep;

/* Opens the files before the first run, so that a long sweep does not end with one that cannot be written. */
KipStatus kip_sweep_open(KipSweep *sweep, KipError *error);
/* Writes the table and closes the output. */
KipStatus kip_sweep_save(KipSweep *sweep, KipOutput *output, KipError *error);
/* Reads the table's file, if it exists. */
KipStatus kip_sweep_resume(KipSweep *sweep, KipError *error);
/* Runs all jobs, then prints and writes the results; a signal ends them early. Returns a KipExit, like the next
 * function. */
int kip_sweep_jobs(KipSweep *sweep);
/* Prints the summary and draws the picture. KIP_EXIT_FAILED without results. */
int kip_sweep_show(KipSweep *sweep);

/* Makes the folder sweep->failures. */
KipStatus kip_sweep_open_failures(const KipSweep *sweep, KipError *error);
/* Writes recordings of the failed runs to the folder sweep->failures; *nleft is the number left out after a signal. */
KipStatus kip_sweep_keep_failures(KipSweep *sweep, int64_t *nleft, KipError *error);

/* Print a line for each point, of a table with all jobs; those not done are ignored. */
KipStatus kip_sweep_print(const KipSweepTable *table, FILE *stream, KipError *error);
KipStatus kip_sweep_print_json(const KipSweepTable *table, FILE *stream, KipError *error);

/* KIP_BAD_USE where nothing was measured under that name. */
KipStatus kip_sweep_find_measure(const KipSweepTable *table, const char *measure, uint32_t *id,
                                 KipError *error);
/* Draws an SVG: the rate of success, or the mean of `measure`, or the boundary, over the first axis, or as a map of the
 * first two. KIP_BAD_USE where nothing was measured under that name. Write errors stay in the stream. */
KipStatus kip_sweep_draw(const KipSweepTable *table, const char *measure, FILE *stream, KipError *error);

/* The axes of a picture; returns their number, 0 to 2. */
int kip_sweep_drawn_axes(const KipSweepDesign *design, int axis[2]);

#endif
