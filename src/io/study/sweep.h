/* Sweeps: a scene run at many points of its numbers, and with many seeds at each.
 *
 *     KipSweepDesign design = {.path = "fall.py", .seeds = 20, .seed = 1};
 *     kip_sweep_design_word(&design, "push=-600:600:50", &error);
 *     kip_sweep_design_finish(&design, &error);
 *     kip_sweep_look(&design, &scene, &error);
 *     kip_sweep_table_create(&table, &design, 0, 1, &error);
 *     kip_sweep_run(table, &work, &runs, &error);
 *     kip_sweep_write(table, stream);
 *
 * A job is a point and a seed, or with a boundary a bisection; jobs are numbered point by point, seed by seed,
 * and the last axis is the fastest. What a job gives depends on the design and its number alone, so that
 * threads, shards and what was done before an interruption leave no trace in the table.
 *
 *     sweep_design.c  what is run: words, axes, points    sweep.c             the jobs on all cores, bisection
 *     sweep_table.c   what came out, in memory            sweep_merge.c       shards joined
 *     sweep_write.c   the table as a file                 sweep_statistics.c  rates, means, medians
 *     sweep_head.c  its first lines, the design           sweep_read.c        and back
 */
#ifndef KIP_IO_STUDY_SWEEP_H
#define KIP_IO_STUDY_SWEEP_H

#include <stdio.h>

#include "params.h"

enum {
    KIP_SWEEP_MOST_AXES = 16,
    KIP_SWEEP_MOST_VALUES = 4096,
    KIP_SWEEP_MOST_JOBS = 5000000,
    KIP_SWEEP_PATH = 1024
};

/* Steps that miss a grid's end by a billionth of one do not miss it. */
#define KIP_SWEEP_SLACK 1e-9

/* -- what is run ----------------------------------------------------------------------------------------- */

typedef enum KipSweepKind {
    KIP_SWEEP_LIST,    /* NAME=A,B,C */
    KIP_SWEEP_GRID,    /* NAME=A:B:STEP */
    KIP_SWEEP_RANDOM,  /* NAME=A:B, with a number of random points */
    KIP_SWEEP_BOUNDARY /* NAME=A:B:TOLERANCE, of the axis that is searched */
} KipSweepKind;

typedef struct KipSweepAxis {
    char name[KIP_PARAM_NAME];
    KipSweepKind kind;
    int npart;             /* numbers between colons */
    double from, to, step; /* step: the tolerance of a boundary */
    int64_t n;             /* values of a list or grid, else 1 */
    double *value;         /* [n] of a list, else NULL */
} KipSweepAxis;

/* path, data, seeds, seed, nrandom and boundary are the caller's to set; the rest is set by the functions below. */
typedef struct KipSweepDesign {
    char path[KIP_SWEEP_PATH];     /* of the scene */
    KipSceneData data;             /* where it finds files */
    uint64_t scripts;              /* kip_trial_hash at the first point */
    char boundary[KIP_PARAM_NAME]; /* the name of the axis to bisect, or "" */
    int64_t seeds, seed;           /* how many for each point, and the first */
    int64_t nrandom;               /* points; 0: the grid of all axes */
    KipParams fixed;               /* NAME=VALUE */
    int naxis;                     /* in the order of the words */
    KipSweepAxis axis[KIP_SWEEP_MOST_AXES];
    int searched; /* the axis of the boundary, or -1 */
    int64_t npoint, njob;
} KipSweepDesign;

/* One NAME=A:B:STEP, NAME=A:B, NAME=A,B,C or NAME=VALUE. KIP_BAD_USE with a sentence, also for a name given
 * before. */
KipStatus kip_sweep_design_word(KipSweepDesign *design, const char *word, KipError *error);
/* After the words: numbers for the names that none of them has. They come before the words' own numbers,
 * which so win where both mean one number by two names. */
KipStatus kip_sweep_design_fix(KipSweepDesign *design, const KipParams *params, KipError *error);
/* Checks that all fits together, and counts. */
KipStatus kip_sweep_design_finish(KipSweepDesign *design, KipError *error);
void kip_sweep_design_free(KipSweepDesign *design);

/* Loads the scene and looks at it at the first point, as kip_trial_look; design->scripts is set. A script
 * that breaks off there is no failure, as it may not at the next point: then the scene is as it was loaded.
 * The caller destroys it. KIP_BAD_USE for a number that it does not have, or that two axes have. */
KipStatus kip_sweep_look(KipSweepDesign *design, KipScene **scene, KipError *error);

/* The value of an axis at a point; a grid's i-th is A + i STEP, and its last B where the steps end there. A
 * random one depends on the design's seed, the point and the axis' name. Not for the searched axis. */
double kip_sweep_value(const KipSweepDesign *design, int64_t point, int axis);

/* All numbers for a run of a point: fixed ones, then axes, the searched one last and at A. Returns how many. */
enum { KIP_SWEEP_MOST_PARAMS = KIP_MOST_PARAMS + KIP_SWEEP_MOST_AXES };
int kip_sweep_params(const KipSweepDesign *design, int64_t point, KipSceneParam param[KIP_SWEEP_MOST_PARAMS]);

/* -- what came out --------------------------------------------------------------------------------------- */

typedef enum KipSweepOutcome {
    KIP_SWEEP_NONE, /* the run failed; of a boundary: both ends did */
    KIP_SWEEP_ALL,  /* the run succeeded; of a boundary: both ends did */
    KIP_SWEEP_NEAR, /* a boundary was found: the end A of A:B:TOLERANCE succeeded */
    KIP_SWEEP_FAR   /* or the end B did */
} KipSweepOutcome;

/* Measures are entries of the table's id and value from `first` on. */
typedef struct KipSweepRow {
    size_t first;
    int nmeasure;
    unsigned char outcome; /* KipSweepOutcome */
    bool done;
} KipSweepRow;

/* Rows k = 0 .. nrow - 1 are the jobs shard + k nshard. A boundary's measures are KIP_SWEEP_AT, where there is
 * one, KIP_SWEEP_RUNS and KIP_SWEEP_BROKEN. */
typedef struct KipSweepTable {
    const KipSweepDesign *design;
    int64_t shard, nshard; /* shard counts from 0 */
    int64_t nrow, ndone;
    KipSweepRow *row;
    int nname, name_capacity; /* of measures, in no order that means anything */
    char **name;
    size_t nvalue, value_capacity;
    uint32_t *id; /* [nvalue] index of the name */
    double *value;
} KipSweepTable;

/* The design stays the caller's, and must live as long. */
KipStatus kip_sweep_table_create(KipSweepTable **table, const KipSweepDesign *design, int64_t shard,
                                 int64_t nshard, KipError *error);
void kip_sweep_table_destroy(KipSweepTable *table); /* with NULL it does nothing */

/* Ids of "boundary", "runs" and "broken" (how many of them broke off), in the table of a boundary. */
enum { KIP_SWEEP_AT, KIP_SWEEP_RUNS, KIP_SWEEP_BROKEN, KIP_SWEEP_COLUMNS };

typedef struct KipSweepMeasure {
    const char *name;
    double value;
} KipSweepMeasure;

/* The result of row k. */
KipStatus kip_sweep_put(KipSweepTable *table, int64_t k, KipSweepOutcome outcome,
                        const KipSweepMeasure *measure, int n, KipError *error);
/* The measure `id` of row k; false: it was not measured, or the row is not done. */
bool kip_sweep_get(const KipSweepTable *table, int64_t k, uint32_t id, double *value);

/* The columns: ids of names in the order in which they first appear from row to row, so that neither threads
 * nor shards can be seen in it. The caller frees *column with free(). */
KipStatus kip_sweep_columns(const KipSweepTable *table, uint32_t **column, int *n, KipError *error);

/* -- files ----------------------------------------------------------------------------------------------- */

/* The rows of a table (KipSweepTable) that are done, in the order of their jobs, as the file of a study
 * (study_file.h). Lines "# ..." give the design; then come names,
 *
 *     job, the axes, seed, success (1 or 0), the measures                          or with a boundary
 *     job, the other axes, seed, succeeds (all, none, near, far: which ends), boundary, runs, broken
 *
 * quoted as in RFC 4180; numbers come back as the same bits; nothing stands where a run measured nothing. Write
 * errors stay in the stream. */
KipStatus kip_sweep_write(const void *table, FILE *stream, KipError *error);

/* What write made, from memory; `file` is its name for messages. KIP_BAD_INPUT with place and sentence where
 * it is damaged. */
KipStatus kip_sweep_read_design(KipSweepDesign *design, const char *file, const char *text, size_t size,
                                KipError *error);
/* The rows, into a table of the same design; the table of another is refused. A row that is there already must be the same. *stride becomes
 * the greatest number that it, and every distance between the jobs of two rows that follow each other, is a
 * multiple of; or NULL. */
KipStatus kip_sweep_read(KipSweepTable *table, const char *file, const char *text, size_t size,
                         int64_t *stride, KipError *error);

/* Shards of one sweep, in any order: the table of the whole, for a design that is all zero before.
 * KIP_BAD_INPUT where they are of different designs, damaged or not complete: which jobs are missing, and
 * which shards to run. */
KipStatus kip_sweep_merge(KipSweepDesign *design, KipSweepTable **table, const char *const *path, int n,
                          KipError *error);

/* -- running --------------------------------------------------------------------------------------------- */

typedef struct KipSweepWork {
    int threads;
    bool (*stop)(void *user);               /* called from any thread: true to break off */
    void (*tick)(void *user, int64_t done); /* by the caller's thread about five times a second; or NULL.
                                               What is done is in the table. */
    void *user;
} KipSweepWork;

/* Runs in which something went wrong. */
typedef struct KipSweepTrouble {
    int64_t n;
    int64_t job;    /* the first job with such a run */
    KipError error; /* what happened there */
} KipSweepTrouble;

/* Simulations, each counted once. */
typedef struct KipSweepRuns {
    int64_t n;
    KipSweepTrouble broken; /* broke off: by an error of the script, or by divergence */
    KipSweepTrouble failed; /* came to the end, but a skill's script failed */
} KipSweepRuns;

/* The jobs of the table that are not done. A run that breaks off is a failed one without measures; but memory
 * that ran out, and a file that cannot be read, end the sweep with that status: they say nothing about the
 * scene. */
KipStatus kip_sweep_run(KipSweepTable *table, const KipSweepWork *work, KipSweepRuns *runs, KipError *error);

/* Where success begins between two values, one of which succeeds and the other fails. */
typedef struct KipSweepSearch {
    /* KIP_OK and *success; any other status ends the search. */
    KipStatus (*run)(void *user, double value, bool *success, KipError *error);
    void *user;
    double from, to, tolerance;
    KipSweepOutcome outcome; /* set by kip_sweep_bisect, with the next two */
    double boundary;         /* the last value that succeeded, of KIP_SWEEP_NEAR and KIP_SWEEP_FAR */
    int nrun;
} KipSweepSearch;

/* Both ends, then halves until they are nearer than the tolerance. */
KipStatus kip_sweep_bisect(KipSweepSearch *search, KipError *error);

/* -- statistics ------------------------------------------------------------------------------------------ */

/* The score interval for a probability of which n trials showed `successes`, 95 %: E. B. Wilson, Probable
 * inference, the law of succession, and statistical inference, JASA 22 (1927) 209-212. 0 to 1 for n = 0. */
void kip_sweep_wilson(int64_t successes, int64_t n, double *lo, double *hi);

/* Whether at every point all seeds gave the same: the scene uses nothing random, or no result depends on it. */
bool kip_sweep_alike(const KipSweepTable *table);

/* Rising; no value is NAN. */
void kip_sweep_sort(double *value, size_t n);
/* The middle one, or the mean of the middle two; sorts. NAN for none. */
double kip_sweep_median(double *value, size_t n);

/* Boundaries of several jobs. Where both ends succeed ("all") or fail ("none") the boundary lies outside of
 * them: beyond the end that fails elsewhere, or the one that succeeds elsewhere. It is INFINITY or -INFINITY
 * there, so that the median is one of all jobs, not of those in which it was found. */
typedef struct KipSweepSpread {
    double *value; /* the caller's, room for all jobs; sorted in the end */
    int64_t nnear, nfar, nall, nnone;
    double all;                     /* of those three what "all" is: INFINITY, or -INFINITY */
    double median, least, greatest; /* NAN: of no job; or the middle two lie beyond both ends */
} KipSweepSpread;

/* From one that is all zero but for `value`: adds the job of row k, if it is done. */
void kip_sweep_spread_add(KipSweepSpread *spread, const KipSweepTable *table, int64_t k);
/* After the last one. */
void kip_sweep_spread_finish(KipSweepSpread *spread, const KipSweepDesign *design);

/* Of the rows of one point, in a table of all jobs. */
typedef struct KipSweepPoint {
    int64_t nrun, nsuccess; /* of a boundary: jobs, and boundaries found */
    double lo, hi;          /* Wilson's, of nsuccess in nrun */
    KipSweepSpread spread;  /* of a boundary; without values */
} KipSweepPoint;

KipStatus kip_sweep_point(const KipSweepTable *table, int64_t point, KipSweepPoint *result, KipError *error);
/* Over the runs of a point that measured it; NAN for none. */
double kip_sweep_mean(const KipSweepTable *table, int64_t point, uint32_t id);
/* Nothing came out: no run of the table succeeded or measured anything; of boundaries, all runs broke off. */
bool kip_sweep_is_void(const KipSweepTable *table);

#endif
