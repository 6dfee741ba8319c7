/* Sweeps: a scene run at many points of its parameters, with many seeds at each.
 *
 *     KipSweepDesign design = {.path = "fall.py", .seeds = 20, .seed = 1};
 *     kip_sweep_design_word(&design, "push=-600:600:50", &error);
 *     kip_sweep_design_finish(&design, &error);
 *     kip_sweep_look(&design, &scene, &error);
 *     kip_sweep_table_create(&table, &design, 0, 1, &error);
 *     kip_sweep_run(table, &work, &runs, &error);
 *     kip_sweep_write(table, stream);
 *
 * A job is a point and a seed, or with a boundary a bisection; jobs are numbered by point, then by seed,
 * and the last axis is the fastest. The result of a job depends on the design and its number alone, so that the
 * table is independent of threads, shards and interruptions.
 *
 *   sweep_design.c  words, axes, points         sweep.c             jobs on all cores, bisection
 *   sweep_table.c   the results in memory       sweep_merge.c       joining shards
 *   sweep_write.c   the table as a file         sweep_statistics.c  rates, means, medians
 *   sweep_head.c    its first lines, the design sweep_read.c        reading the table */
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

/* Relative error of a grid's end, in steps, that is treated as rounding. */
#define KIP_SWEEP_SLACK 1e-9

/* -- what is run ----------------------------------------------------------------------------------------- */

typedef enum KipSweepKind {
    KIP_SWEEP_LIST,    /* NAME=A,B,C */
    KIP_SWEEP_GRID,    /* NAME=A:B:STEP */
    KIP_SWEEP_RANDOM,  /* NAME=A:B, for a number of random points */
    KIP_SWEEP_BOUNDARY /* NAME=A:B:TOLERANCE, for the searched axis */
} KipSweepKind;

typedef struct KipSweepAxis {
    char name[KIP_PARAM_NAME];
    KipSweepKind kind;
    int npart;             /* number of parts between colons */
    double from, to, step; /* step: of a boundary, the tolerance */
    int64_t n;             /* number of values of a list or grid, else 1 */
    double *value;         /* [n] of a list, else NULL */
} KipSweepAxis;

/* The caller sets path, data, seeds, seed, nrandom and boundary; the functions below set the rest. */
typedef struct KipSweepDesign {
    char path[KIP_SWEEP_PATH];     /* of the scene */
    KipSceneData data;             /* where it finds files */
    uint64_t scripts;              /* kip_trial_hash at the first point */
    char boundary[KIP_PARAM_NAME]; /* the name of the axis to bisect, or "" */
    int64_t seeds, seed;           /* number for each point, and the first */
    int64_t nrandom;               /* number of points; 0: the grid of all axes */
    KipParams fixed;               /* NAME=VALUE */
    int naxis;                     /* in the order of the words */
    KipSweepAxis axis[KIP_SWEEP_MOST_AXES];
    int searched; /* index of the searched axis, or -1 */
    int64_t npoint, njob;
} KipSweepDesign;

/* Adds NAME=A:B:STEP, NAME=A:B, NAME=A,B,C or NAME=VALUE. KIP_BAD_USE for a malformed word, and for a repeated name. */
KipStatus kip_sweep_design_word(KipSweepDesign *design, const char *word, KipError *error);
/* Adds, after the words, numbers whose names are not among them. They precede the words' numbers in a run, which take
 * precedence where two names refer to one number. */
KipStatus kip_sweep_design_fix(KipSweepDesign *design, const KipParams *params, KipError *error);
/* Checks the design as a whole, and counts its points. */
KipStatus kip_sweep_design_finish(KipSweepDesign *design, KipError *error);
void kip_sweep_design_free(KipSweepDesign *design);

/* Loads the scene and inspects it at the first point by kip_trial_look; sets design->scripts. An interrupted script is no
 * failure, as it may succeed at the next point; the scene is then as loaded. The caller destroys it. KIP_BAD_USE for a
 * number that it does not have, or that two axes have. */
KipStatus kip_sweep_look(KipSweepDesign *design, KipScene **scene, KipError *error);

/* The value of an axis at a point. A grid's i-th is A + i STEP in 15 digits, as a user writes it, and its last B if the steps
 * end there. A random one is a function of the design's seed, the point and the axis' name. Not for the searched axis. */
double kip_sweep_value(const KipSweepDesign *design, int64_t point, int axis);

/* All numbers of a run at a point: fixed ones, then axes, with the searched one last, at A. Returns their number. */
enum { KIP_SWEEP_MOST_PARAMS = KIP_MOST_PARAMS + KIP_SWEEP_MOST_AXES };
int kip_sweep_params(const KipSweepDesign *design, int64_t point, KipSceneParam param[KIP_SWEEP_MOST_PARAMS]);

/* -- what came out --------------------------------------------------------------------------------------- */

typedef enum KipSweepOutcome {
    KIP_SWEEP_NONE, /* the run failed; of a boundary: both ends did */
    KIP_SWEEP_ALL,  /* the run succeeded; of a boundary: both ends did */
    KIP_SWEEP_NEAR, /* a boundary was found, and the end A of A:B:TOLERANCE succeeded */
    KIP_SWEEP_FAR   /* or the end B did */
} KipSweepOutcome;

/* The measures are the table's id and value from `first` on. */
typedef struct KipSweepRow {
    size_t first;
    int nmeasure;
    unsigned char outcome; /* KipSweepOutcome */
    bool done;
} KipSweepRow;

/* Row k = 0 .. nrow - 1 is job shard + k nshard. The measures of a boundary are KIP_SWEEP_AT, if it was found,
 * KIP_SWEEP_RUNS and KIP_SWEEP_BROKEN. */
typedef struct KipSweepTable {
    const KipSweepDesign *design;
    int64_t shard, nshard; /* shard is counted from 0 */
    int64_t nrow, ndone;
    KipSweepRow *row;
    int nname, name_capacity; /* of measures, in arbitrary order */
    char **name;
    size_t nvalue, value_capacity;
    uint32_t *id; /* [nvalue] index of the name */
    double *value;
} KipSweepTable;

/* Makes a table; the design must outlive it. */
KipStatus kip_sweep_table_create(KipSweepTable **table, const KipSweepDesign *design, int64_t shard,
                                 int64_t nshard, KipError *error);
void kip_sweep_table_destroy(KipSweepTable *table); /* with NULL it does nothing */

/* Ids of "boundary", "runs" and "broken" (number of broken runs) in the table of a boundary. */
enum { KIP_SWEEP_AT, KIP_SWEEP_RUNS, KIP_SWEEP_BROKEN, KIP_SWEEP_COLUMNS };

typedef struct KipSweepMeasure {
    const char *name;
    double value;
} KipSweepMeasure;

/* Stores the result of row k. */
KipStatus kip_sweep_put(KipSweepTable *table, int64_t k, KipSweepOutcome outcome,
                        const KipSweepMeasure *measure, int n, KipError *error);
/* The measure `id` of row k; false where it was not measured, or the row is not done. */
bool kip_sweep_get(const KipSweepTable *table, int64_t k, uint32_t id, double *value);

/* The columns: ids of names in the order of their first appearance in rows, which is independent of threads and shards. The
 * caller frees *column with free(). */
KipStatus kip_sweep_columns(const KipSweepTable *table, uint32_t **column, int *n, KipError *error);

/* -- files ----------------------------------------------------------------------------------------------- */

/* Writes the rows of a KipSweepTable that are done, in the order of jobs, as a study's file (study_file.h). Lines
 * "# ..." are the design; then follow the names,
 *
 *     job, the axes, seed, success (1 or 0), the measures               or with a boundary
 *     job, the other axes, seed, succeeds (all, none, near, far: which ends), boundary, runs, broken
 *
 * quoted as in RFC 4180, and the rows. Numbers are read back to the same bits; a cell is empty where a run measured
 * nothing. Write errors stay in the stream. */
KipStatus kip_sweep_write(const void *table, FILE *stream, KipError *error);

/* Reads a design written by kip_sweep_write from memory; messages call it `file`. KIP_BAD_INPUT where it is damaged. */
KipStatus kip_sweep_read_design(KipSweepDesign *design, const char *file, const char *text, size_t size,
                                KipError *error);
/* Reads the rows into a table of the same design; that of another one is refused. An existing row must be the same.
 * *stride, unless NULL, becomes the greatest common divisor of itself and the differences between jobs of consecutive
 * rows. */
KipStatus kip_sweep_read(KipSweepTable *table, const char *file, const char *text, size_t size,
                         int64_t *stride, KipError *error);

/* Merges shards of one sweep, given in any order, into a table of all jobs and its design, which must be zeroed.
 * KIP_BAD_INPUT where they are of different designs, damaged or incomplete; the message lists missing jobs and the shards
 * to run. */
KipStatus kip_sweep_merge(KipSweepDesign *design, KipSweepTable **table, const char *const *path, int n,
                          KipError *error);

/* -- running --------------------------------------------------------------------------------------------- */

typedef struct KipSweepWork {
    int threads;
    bool (*stop)(void *user); /* called from any thread; true interrupts */
    void (*tick)(
        void *user,
        int64_t
            done); /* called by the caller's thread about five times a second; may be NULL. Finished jobs are in the table. */
    void *user;
} KipSweepWork;

/* Runs that failed in some way. */
typedef struct KipSweepTrouble {
    int64_t n;
    int64_t job;    /* the first job with such a run */
    KipError error; /* its error */
} KipSweepTrouble;

/* Counts of simulations. */
typedef struct KipSweepRuns {
    int64_t n;
    KipSweepTrouble broken; /* interrupted by an error of the script, or by divergence */
    KipSweepTrouble failed; /* complete, but with the failure of a skill's script */
} KipSweepRuns;

/* Runs the jobs of the table that are not done. A run that breaks off counts as failed and has no measures. But a lack of
 * memory, or a file that cannot be read, ends the sweep with that status, since it is not the scene's. */
KipStatus kip_sweep_run(KipSweepTable *table, const KipSweepWork *work, KipSweepRuns *runs, KipError *error);

/* A bisection between two values, one of which succeeds and the other fails. */
typedef struct KipSweepSearch {
    /* Sets *success and returns KIP_OK; any other status ends the search. */
    KipStatus (*run)(void *user, double value, bool *success, KipError *error);
    void *user;
    double from, to, tolerance;
    KipSweepOutcome outcome; /* result of kip_sweep_bisect, as are the next two */
    double boundary;         /* the last value that succeeded, for KIP_SWEEP_NEAR and KIP_SWEEP_FAR */
    int nrun;
} KipSweepSearch;

/* Tries both ends, then bisects the interval down to the tolerance. */
KipStatus kip_sweep_bisect(KipSweepSearch *search, KipError *error);

/* -- statistics ------------------------------------------------------------------------------------------ */

/* The 95 % score interval for a probability that gave `successes` in n trials: E. B. Wilson, Probable inference, the law of
 * succession, and statistical inference, JASA 22 (1927) 209-212. It is [0, 1] for n = 0. */
void kip_sweep_wilson(int64_t successes, int64_t n, double *lo, double *hi);

/* Whether at every point all seeds gave the same result, as for a scene without random numbers. */
bool kip_sweep_alike(const KipSweepTable *table);

/* Sorts values, none of which is NAN, in increasing order. */
void kip_sweep_sort(double *value, size_t n);
/* Sorts the values and returns their median; NAN for none. */
double kip_sweep_median(double *value, size_t n);

/* Boundaries of several jobs. Where both ends succeed ("all") or fail ("none"), the boundary is outside of the interval:
 * beyond the end that fails in other jobs, or the one that succeeds in others. Its value is then INFINITY or -INFINITY,
 * so that the median is over all jobs, not only over those in which it was found. */
typedef struct KipSweepSpread {
    double *value; /* the caller's, room for all jobs; sorted by finish */
    int64_t nnear, nfar, nall, nnone;
    double all;                     /* value of "all": INFINITY or -INFINITY */
    double median, least, greatest; /* NAN: no job, or the middle two are beyond opposite ends */
} KipSweepSpread;

/* Adds the job of row k, if it is done, to a spread that is initially zero except for `value`. */
void kip_sweep_spread_add(KipSweepSpread *spread, const KipSweepTable *table, int64_t k);
/* Completes the spread. */
void kip_sweep_spread_finish(KipSweepSpread *spread, const KipSweepDesign *design);

/* Statistics of the rows of one point, in a table of all jobs. */
typedef struct KipSweepPoint {
    int64_t nrun, nsuccess; /* of a boundary: jobs, and boundaries found */
    double lo, hi;          /* Wilson's, of nsuccess in nrun */
    KipSweepSpread spread;  /* of a boundary; without `value` */
} KipSweepPoint;

KipStatus kip_sweep_point(const KipSweepTable *table, int64_t point, KipSweepPoint *result, KipError *error);
/* The mean over the runs of a point that measured it; NAN for none. */
double kip_sweep_mean(const KipSweepTable *table, int64_t point, uint32_t id);
/* Whether no run of the table succeeded or measured anything; of boundaries, whether all runs broke off. */
bool kip_sweep_is_void(const KipSweepTable *table);

#endif
