/* Sweeps: axes, points, intervals, boundaries, the order of columns, shards and damaged tables. */
#include "io/study/sweep.h"

#include <math.h>
#include <stdatomic.h>

#include "scene_helpers.h"

Suite *suite_sweep(void);

/* -- helpers --------------------------------------------------------------------------------------------- */

/* The design stays on the heap: it is large, and holds pointers into itself. */
static KipSweepDesign *design_of(const char *path, int64_t seeds, int64_t seed, const char *const *word,
                                 int n)
{
    KipSweepDesign *design = calloc(1, sizeof *design);
    KipError error;
    ck_assert_ptr_nonnull(design);
    snprintf(design->path, sizeof design->path, "%s", path);
    design->seeds = seeds, design->seed = seed;
    for (int i = 0; i < n; i++)
        ck_assert_msg(kip_sweep_design_word(design, word[i], &error) == KIP_OK, "%s", error.message);
    return design;
}

static void finish(KipSweepDesign *design)
{
    KipError error;
    ck_assert_msg(kip_sweep_design_finish(design, &error) == KIP_OK, "%s", error.message);
}

static void drop(KipSweepDesign *design)
{
    kip_sweep_design_free(design);
    free(design);
}

static KipSweepTable *table_of(const KipSweepDesign *design, int64_t shard, int64_t nshard)
{
    KipSweepTable *table;
    KipError error;
    ck_assert_msg(kip_sweep_table_create(&table, design, shard, nshard, &error) == KIP_OK, "%s",
                  error.message);
    return table;
}

/* The table's file; the caller frees it. */
static char *text_of(KipSweepTable *table, size_t *size)
{
    FILE *stream = tmpfile();
    KipError error;
    ck_assert_ptr_nonnull(stream);
    ck_assert_msg(kip_sweep_write(table, stream, &error) == KIP_OK, "%s", error.message);
    *size = (size_t)ftell(stream);
    char *text = calloc(*size + 1, 1);
    ck_assert_ptr_nonnull(text);
    rewind(stream);
    ck_assert_uint_eq(fread(text, 1, *size, stream), *size);
    fclose(stream);
    return text;
}

static KipSweepRuns run_all(KipSweepTable *table, int threads)
{
    KipSweepWork work = {.threads = threads};
    KipSweepRuns runs;
    KipError error;
    ck_assert_msg(kip_sweep_run(table, &work, &runs, &error) == KIP_OK, "%s", error.message);
    ck_assert_int_eq(table->ndone, table->nrow);
    return runs;
}

/* -- axes ------------------------------------------------------------------------------------------------ */

START_TEST(test_axes)
{
    static const char *const word[] = {"push=-600:600:50", "gain=1.2", "mass=60,75,90", "x=0:0.6:0.1",
                                       "down=1:0:-0.3"};
    KipSweepDesign *design = design_of("a.py", 20, 1, word, 5);
    finish(design);
    ck_assert_int_eq(design->naxis, 4);
    ck_assert_int_eq(design->fixed.n, 1);
    ck_assert(design->fixed.param[0].value == 1.2);
    ck_assert_int_eq(design->axis[0].n, 25);
    ck_assert_int_eq(design->axis[1].n, 3);
    ck_assert_int_eq(design->axis[2].n, 7);
    ck_assert_int_eq(design->axis[3].n, 4); /* 1, 0.7, 0.4, 0.1: the end is not on the way */
    ck_assert_int_eq(design->npoint, 25 * 3 * 7 * 4);
    ck_assert_int_eq(design->njob, 25 * 3 * 7 * 4 * 20);
    /* the last axis is the fastest; A + i STEP as it is written, where the sum is 0.30000000000000004 too */
    static const double tenth[] = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, descending[] = {1, 0.7, 0.4, 0.1};
    for (int64_t p = 0; p < design->npoint; p++) {
        ck_assert(kip_sweep_value(design, p, 0) == -600 + (double)(p / 84) * 50);
        ck_assert(kip_sweep_value(design, p, 1) == 60 + (double)(p / 28 % 3) * 15);
        ck_assert(kip_sweep_value(design, p, 2) == tenth[p / 4 % 7]);
        ck_assert(kip_sweep_value(design, p, 3) == descending[p % 4]);
    }
    KipSceneParam param[KIP_SWEEP_MOST_PARAMS];
    ck_assert_int_eq(kip_sweep_params(design, 28 + 4 + 1, param), 5);
    ck_assert_str_eq(param[0].name, "gain");
    ck_assert_str_eq(param[2].name, "mass");
    ck_assert(param[2].value == 75 && param[3].value == 0.1 && param[4].value == 1 - 0.3);
    drop(design);
}
END_TEST

START_TEST(test_bad_words)
{
    static const char *const bad[] =
        {"x",       "=1",    "x=",        "x=a",     "x=nan",   "x=inf",     "x=1,",
         "x=1,,2",  "x=1,b", "x=1:2:3:4", "x=1:b:2", "x=1,2:3", "x=0:nan:1", "x=-1e308:1e308:1",
         "a b=1,2", "x=1;2"};
    KipError error;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        KipSweepDesign *design = design_of("a.py", 1, 1, NULL, 0);
        ck_assert_msg(kip_sweep_design_word(design, bad[i], &error) == KIP_BAD_USE, "%s is taken", bad[i]);
        ck_assert_int_eq(design->naxis + design->fixed.n, 0);
        drop(design);
    }
    static const struct {
        const char *word, *part;
    } odd[] = {{"x=0:1:0", "STEP is 0"},  {"x=0:1:-1", "away"},         {"x=1:0:1", "away"},
               {"x=0:1e9:1", "too many"}, {"x=0:1:1e-300", "too many"}, {"x=0:1", "--random"}};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        KipSweepDesign *design = design_of("a.py", 1, 1, &odd[i].word, 1);
        ck_assert_int_eq(kip_sweep_design_finish(design, &error), KIP_BAD_USE);
        ck_assert_msg(strstr(error.message, odd[i].part) != NULL, "%s: %s", odd[i].word, error.message);
        drop(design);
    }
    static const char *const twice[] = {"x=1,2"};
    KipSweepDesign *design = design_of("a.py", 1, 1, twice, 1);
    ck_assert_int_eq(kip_sweep_design_word(design, "x=3", &error), KIP_BAD_USE);
    ck_assert_int_eq(kip_sweep_design_word(design, "x=0:1:1", &error), KIP_BAD_USE);
    drop(design);
}
END_TEST

/* Numbers of a file stand back behind the words: they are not taken, or come first. */
START_TEST(test_fixed)
{
    static const char *const word[] = {"x=1,2", "y=3"};
    KipSweepDesign *design = design_of("a.py", 1, 1, word, 2);
    KipParams *params = calloc(1, sizeof *params);
    ck_assert_ptr_nonnull(params);
    const char *const given[] = {"x=7", "y=8", "A.y=9", "z=9"};
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(kip_params_set_word(params, given[i], NULL), KIP_OK);
    ck_assert_int_eq(kip_sweep_design_fix(design, params, NULL), KIP_OK);
    finish(design);
    ck_assert_int_eq(design->npoint, 2);
    static const char *const name[] = {"A.y", "z", "y", "x"};
    static const double value[] = {9, 9, 3, 2};
    KipSceneParam param[KIP_SWEEP_MOST_PARAMS];
    ck_assert_int_eq(kip_sweep_params(design, 1, param), 4);
    for (int i = 0; i < 4; i++) {
        ck_assert_str_eq(param[i].name, name[i]);
        ck_assert(param[i].value == value[i]);
    }
    free(params);
    drop(design);
}
END_TEST

/* -- random points --------------------------------------------------------------------------------------- */

START_TEST(test_random)
{
    enum { N = 20000, BINS = 20 };
    static const char *const word[] = {"x=-1:3", "mass=60:90"}, *const other[] = {"mass=60:90", "gain=2",
                                                                                  "x=-1:3"};
    KipSweepDesign *design = design_of("a.py", 2, 7, word, 2), *moved = design_of("a.py", 5, 7, other, 3);
    design->nrandom = N, moved->nrandom = 100;
    finish(design), finish(moved);
    ck_assert_int_eq(design->njob, 2 * N);
    int x[BINS] = {0}, y[BINS] = {0};
    double product = 0;
    for (int64_t p = 0; p < N; p++) {
        double u = (kip_sweep_value(design, p, 0) + 1) / 4, v = (kip_sweep_value(design, p, 1) - 60) / 30;
        ck_assert(u >= 0 && u < 1 && v >= 0 && v < 1);
        x[(int)(u * BINS)]++, y[(int)(v * BINS)]++;
        product += (u - 0.5) * (v - 0.5) * 12 / N;
        /* the point's number, the seed and the axis' name decide, and nothing else */
        if (p < 100) {
            ck_assert(kip_sweep_value(moved, p, 1) == kip_sweep_value(design, p, 0));
            ck_assert(kip_sweep_value(moved, p, 0) == kip_sweep_value(design, p, 1));
        }
    }
    /* chi-squared with 19 degrees of freedom: above 43.8 once in a thousand times; the correlation: deviation
     * 1/sqrt(N) */
    double chi_x = 0, chi_y = 0, expected = (double)N / BINS;
    for (int i = 0; i < BINS; i++) {
        chi_x += (x[i] - expected) * (x[i] - expected) / expected;
        chi_y += (y[i] - expected) * (y[i] - expected) / expected;
    }
    ck_assert_msg(chi_x < 43.8 && chi_y < 43.8, "chi squared %g and %g", chi_x, chi_y);
    ck_assert_msg(fabs(product) < 4 / sqrt(N), "correlation %g", product);
    moved->seed = 8;
    ck_assert(kip_sweep_value(moved, 0, 1) != kip_sweep_value(design, 0, 0));
    drop(design);
    drop(moved);
}
END_TEST

/* -- statistics ------------------------------------------------------------------------------------------ */

/* Wilson's limits are where the score test is at its limit: |p - x/n| = z sqrt(p (1 - p) / n). */
START_TEST(test_wilson)
{
    const double z = 1.959963984540054;
    double lo, hi;
    kip_sweep_wilson(8, 10, &lo, &hi);
    ck_assert(fabs(lo - 0.4901625) < 1e-6 && fabs(hi - 0.9433178) < 1e-6);
    kip_sweep_wilson(0, 20, &lo, &hi);
    ck_assert(lo == 0 && fabs(hi - z * z / (20 + z * z)) < 1e-15);
    kip_sweep_wilson(20, 20, &lo, &hi);
    ck_assert(hi == 1 && fabs(lo - 20 / (20 + z * z)) < 1e-15);
    kip_sweep_wilson(0, 0, &lo, &hi);
    ck_assert(lo == 0 && hi == 1);
    for (int n = 1; n <= 60; n++)
        for (int k = 0; k <= n; k++) {
            double p = (double)k / n;
            kip_sweep_wilson(k, n, &lo, &hi);
            ck_assert(lo >= 0 && lo <= p && p <= hi && hi <= 1 && lo < hi);
            if (k > 0)
                ck_assert(fabs(p - lo - z * sqrt(lo * (1 - lo) / n)) < 1e-12);
            if (k < n)
                ck_assert(fabs(hi - p - z * sqrt(hi * (1 - hi) / n)) < 1e-12);
        }
}
END_TEST

START_TEST(test_median)
{
    double odd[] = {3, -1, 2}, even[] = {4, 1, 3, 2}, one[] = {7};
    ck_assert(kip_sweep_median(odd, 3) == 2);
    ck_assert(kip_sweep_median(even, 4) == 2.5);
    ck_assert(kip_sweep_median(one, 1) == 7);
    ck_assert(isnan(kip_sweep_median(one, 0)));
}
END_TEST

/* -- boundaries ------------------------------------------------------------------------------------------ */

typedef struct Threshold {
    double at;
    bool above; /* succeeds at and above it, else below */
    int n;
} Threshold;

static KipStatus succeed(void *user, double value, bool *success, KipError *error)
{
    (void)error;
    Threshold *threshold = user;
    threshold->n++;
    *success = threshold->above == (value >= threshold->at);
    return KIP_OK;
}

START_TEST(test_bisect)
{
    for (int above = 0; above < 2; above++)
        for (int turned = 0; turned < 2; turned++) {
            Threshold threshold = {.at = 0.37, .above = above};
            KipSweepSearch search = {.run = succeed,
                                     .user = &threshold,
                                     .from = turned,
                                     .to = !turned,
                                     .tolerance = 1e-6};
            ck_assert_int_eq(kip_sweep_bisect(&search, NULL), KIP_OK);
            ck_assert_int_eq(search.outcome, above == turned ? KIP_SWEEP_NEAR : KIP_SWEEP_FAR);
            double inside = above ? search.boundary - 0.37 : 0.37 - search.boundary;
            ck_assert_msg(inside >= 0 && inside < 1e-6, "%.17g", search.boundary);
            ck_assert_int_eq(search.nrun, threshold.n);
            ck_assert_int_eq(search.nrun, 22); /* the ends, and 20 halves: 2^-20 < 1e-6 < 2^-19 */
            threshold.at = above ? -1 : 2;
            ck_assert_int_eq(kip_sweep_bisect(&search, NULL), KIP_OK);
            ck_assert_int_eq(search.outcome, KIP_SWEEP_ALL);
            threshold.at = above ? 2 : -1;
            ck_assert_int_eq(kip_sweep_bisect(&search, NULL), KIP_OK);
            ck_assert_int_eq(search.outcome, KIP_SWEEP_NONE);
            ck_assert_int_eq(search.nrun, 2);
        }
    /* no tolerance: it ends at neighbours */
    Threshold threshold = {.at = 0.37};
    KipSweepSearch search = {.run = succeed, .user = &threshold, .from = 0, .to = 1, .tolerance = 1e-300};
    ck_assert_int_eq(kip_sweep_bisect(&search, NULL), KIP_OK);
    ck_assert(search.boundary == nextafter(0.37, 0));
}
END_TEST

START_TEST(test_boundary)
{
    static const char *const word[] = {"x=0:1:1e-4", "edge=-1,0.37,0.5,2"};
    Folder folder = open_folder();
    KipSweepDesign *design =
        design_of(write_file(&folder, "edge.py",
                             "import random\nx = 0.0\nedge = 0.0\n"
                             "measure(\"in\", x < edge + 0.1 * random.random(), \"\", \"= 1\")\n"),
                  5, 1, word, 2);
    strcpy(design->boundary, "x");
    finish(design);
    ck_assert_int_eq(design->njob, 20);
    KipSweepTable *table = table_of(design, 0, 1);
    KipSweepRuns runs = run_all(table, 3);
    ck_assert_int_eq(runs.broken.n, 0);
    ck_assert_int_eq(runs.n, 2 * 10 + 10 * 16); /* the ends, and 2^-14 < 1e-4 */
    static const double edge[] = {-1, 0.37, 0.5, 2};
    for (int p = 0; p < 4; p++) {
        KipSweepPoint point;
        ck_assert_int_eq(kip_sweep_point(table, p, &point, NULL), KIP_OK);
        ck_assert_int_eq(point.nsuccess, p == 1 || p == 2 ? 5 : 0);
        const KipSweepSpread *of = &point.spread;
        ck_assert_int_eq(of->nnear, point.nsuccess);
        ck_assert_int_eq(of->nfar, 0);
        ck_assert_int_eq(of->nnone, p == 0 ? 5 : 0);
        ck_assert_int_eq(of->nall, p == 3 ? 5 : 0);
        if (point.nsuccess) {
            ck_assert(edge[p] - 1e-4 < of->least && of->least <= of->median && of->median <= of->greatest);
            ck_assert(of->greatest < edge[p] + 0.1 && of->greatest > of->least);
        } else {
            double beyond = p == 0 ? -INFINITY : INFINITY;
            ck_assert(of->least == beyond && of->median == beyond && of->greatest == beyond);
        }
    }
    kip_sweep_table_destroy(table);
    drop(design);
    close_folder(&folder);
}
END_TEST

/* All jobs of one point, in a table of the boundary on x: `outcome` says what each was, `at` where. */
static KipSweepSpread spread_of(const char *word, const KipSweepOutcome outcome[5], const double at[5])
{
    KipSweepDesign *design = design_of("a.py", 5, 1, &word, 1);
    KipSweepPoint point;
    strcpy(design->boundary, "x");
    finish(design);
    KipSweepTable *table = table_of(design, 0, 1);
    for (int k = 0; k < 5; k++) {
        const KipSweepMeasure measure[] = {{"boundary", at[k]}, {"runs", 9}, {"broken", 0}};
        int skipped = outcome[k] < KIP_SWEEP_NEAR;
        ck_assert_int_eq(kip_sweep_put(table, k, outcome[k], measure + skipped, 3 - skipped, NULL), KIP_OK);
    }
    ck_assert_int_eq(kip_sweep_point(table, 0, &point, NULL), KIP_OK);
    kip_sweep_table_destroy(table);
    drop(design);
    return point.spread;
}

/* Jobs without a boundary between the ends count in the median: beyond the end that they belong to. */
START_TEST(test_spread)
{
    const KipSweepOutcome NONE = KIP_SWEEP_NONE, ALL = KIP_SWEEP_ALL, NEAR = KIP_SWEEP_NEAR,
                          FAR = KIP_SWEEP_FAR;
    static const double at[] = {0.2, 0.4, 0.3, 0, 0};
    const struct {
        const char *word;
        KipSweepOutcome outcome[5];
        double least, median, greatest;
    } made[] = {
        {"x=0:1:0.1", {NEAR, NEAR, NEAR, ALL, ALL}, 0.2, 0.4, INFINITY},
        {"x=0:1:0.1", {NEAR, NEAR, NEAR, NONE, NONE}, -INFINITY, 0.2, 0.4},
        {"x=0:1:0.1", {NEAR, NEAR, NEAR, ALL, NONE}, -INFINITY, 0.3, INFINITY},
        {"x=0:1:0.1", {NEAR, ALL, ALL, ALL, NONE}, -INFINITY, INFINITY, INFINITY},
        {"x=0:1:0.1", {FAR, FAR, FAR, ALL, ALL}, -INFINITY, 0.2, 0.4},
        {"x=0:1:0.1", {FAR, FAR, FAR, NONE, NONE}, 0.2, 0.4, INFINITY},
        {"x=1:0:0.1", {NEAR, NEAR, NEAR, ALL, ALL}, -INFINITY, 0.2, 0.4},
        {"x=1:0:0.1", {FAR, FAR, FAR, ALL, ALL}, 0.2, 0.4, INFINITY},
        {"x=1:0:0.1", {FAR, NONE, NONE, NONE, NONE}, -INFINITY, -INFINITY, 0.2},
        {"x=0:1:0.1", {NEAR, FAR, NEAR, ALL, ALL}, 0.2, 0.4, INFINITY},
    };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        KipSweepSpread of = spread_of(made[i].word, made[i].outcome, at);
        ck_assert_msg(of.least == made[i].least && of.median == made[i].median &&
                          of.greatest == made[i].greatest,
                      "%d: %g %g %g", (int)i, of.least, of.median, of.greatest);
    }
}
END_TEST

/* -- tables ---------------------------------------------------------------------------------------------- */

static const char varied[] = "import random\n"
                             "x = 0.0\n"
                             "if x > 0.25 and random.random() < 0.3:\n"
                             "    measure(\"late, \\\"rare\\\"\", random.random())\n"
                             "if random.random() < 0.5:\n"
                             "    measure(\"first\", x)\n"
                             "measure(\"in\", x < 0.37, \"\", \"= 1\")\n"
                             "measure(\"first\", -x)\n"
                             "if random.random() < 0.1:\n"
                             "    measure(\"broken\", 1 / 0)\n"
                             "if random.random() < 0.1:\n"
                             "    measure(\" \", 1e400 - 1e400)\n";

/* Every number of shards, each run by other threads and joined in another order, gives the whole to the byte. */
START_TEST(test_shards)
{
    static const char *const word[] = {"x=0:0.5:0.05"};
    Folder folder = open_folder();
    const char *path = write_file(&folder, "varied.py", varied);
    KipSweepDesign *design = design_of(path, 9, 3, word, 1);
    finish(design);
    KipSweepTable *whole = table_of(design, 0, 1);
    KipSweepRuns runs = run_all(whole, 2);
    ck_assert_int_eq(runs.n, 99);
    ck_assert(runs.broken.n > 0 && runs.broken.n < 50);
    ck_assert_ptr_nonnull(strstr(runs.broken.error.file, "varied.py"));
    ck_assert_int_eq(whole->row[runs.broken.job].nmeasure, 0);
    size_t size;
    char *text = text_of(whole, &size);
    ck_assert_ptr_nonnull(strstr(text, "\"late, \"\"rare\"\"\""));
    for (int n = 1; n <= 7; n++) {
        const char *file[7];
        for (int i = 0; i < n; i++) {
            char name[32];
            snprintf(name, sizeof name, "part-%d-%d.csv", n, i);
            KipSweepTable *part = table_of(design, i, n);
            KipSweepRuns some = run_all(part, 1 + i % 3);
            ck_assert_int_eq(some.n, part->nrow);
            size_t part_size;
            char *part_text = text_of(part, &part_size);
            file[(i + n / 2) % n] = write_file(&folder, name, part_text);
            free(part_text);
            kip_sweep_table_destroy(part);
        }
        KipSweepDesign *joined = calloc(1, sizeof *joined);
        KipSweepTable *table;
        KipError error;
        ck_assert_ptr_nonnull(joined);
        ck_assert_msg(kip_sweep_merge(joined, &table, file, n, &error) == KIP_OK, "%s", error.message);
        size_t joined_size;
        char *joined_text = text_of(table, &joined_size);
        ck_assert(strcmp(joined_text, text) == 0);
        free(joined_text);
        kip_sweep_table_destroy(table);
        if (n > 1) {
            drop(joined);
            joined = calloc(1, sizeof *joined);
            ck_assert_ptr_nonnull(joined);
            ck_assert_int_eq(kip_sweep_merge(joined, &table, file, n - 1, &error), KIP_BAD_INPUT);
            ck_assert_ptr_nonnull(strstr(error.message, "missing"));
        }
        drop(joined);
    }
    free(text);
    kip_sweep_table_destroy(whole);
    drop(design);
    close_folder(&folder);
}
END_TEST

/* Names in the order of their first rows, whatever the order in which rows come in; a partial table goes on
 * to the same. */
START_TEST(test_columns)
{
    static const KipSweepMeasure row[][3] = {{{"b", 1}, {"a", 2}},
                                             {{"c", 3}, {"a", NAN}, {"b", -0.0}},
                                             {{"a", 0.1}, {"d", 5}}};
    static const int n[] = {2, 3, 2};
    static const int order[][3] = {{0, 1, 2}, {2, 1, 0}, {1, 2, 0}};
    KipSweepDesign *design = design_of("a.py", 3, 1, NULL, 0);
    finish(design);
    for (int o = 0; o < 3; o++) {
        KipSweepTable *table = table_of(design, 0, 1), *again = table_of(design, 0, 1);
        size_t size, half_size;
        for (int i = 0; i < 2; i++)
            kip_sweep_put(table, order[o][i], KIP_SWEEP_ALL, row[order[o][i]], n[order[o][i]], NULL);
        char *half = text_of(table, &half_size);
        kip_sweep_put(table, order[o][2], KIP_SWEEP_ALL, row[order[o][2]], n[order[o][2]], NULL);
        char *text = text_of(table, &size);
        ck_assert_ptr_nonnull(strstr(text, "\njob,seed,success,b,a,c,d\n0,1,1,1,2,,\n1,2,1,-0,nan,3,\n"
                                           "2,3,1,,0.10000000000000001,,5\n"));
        KipError error;
        ck_assert_msg(kip_sweep_read(again, "half.csv", half, half_size, NULL, &error) == KIP_OK, "%s",
                      error.message);
        ck_assert_int_eq(again->ndone, 2);
        kip_sweep_put(again, order[o][2], KIP_SWEEP_ALL, row[order[o][2]], n[order[o][2]], NULL);
        char *other = text_of(again, &size);
        ck_assert(strcmp(other, text) == 0);
        free(other);
        free(half);
        free(text);
        kip_sweep_table_destroy(table);
        kip_sweep_table_destroy(again);
    }
    drop(design);
}
END_TEST

/* Is text[at] in the name or the numbers of a measure, "job,x,seed,success,...": behind the fourth comma? */
static bool is_measured(const char *text, size_t at)
{
    size_t start = at;
    int ncomma = 0;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    for (size_t i = start; i < at; i++)
        ncomma += text[i] == ',';
    return text[start] != '#' && ncomma >= 4;
}

/* What was written is read to the same bits. What is cut anywhere is refused, or has whole rows alone.
 * Another byte is refused, unless it lies in what was measured: then the rows are the same but for that. */
START_TEST(test_damage)
{
    static const char *const word[] = {"x=0,0.1,0.2", "gain=0.3"};
    KipSweepDesign *design = design_of("a.py", 2, 1, word, 2);
    finish(design);
    KipSweepTable *table = table_of(design, 0, 1);
    for (int k = 0; k < 6; k++) {
        KipSweepMeasure measure[] = {{"h", 1.0 / (k + 3)}, {"a, b", -1e300 * k}};
        kip_sweep_put(table, k, k % 2 ? KIP_SWEEP_ALL : KIP_SWEEP_NONE, measure, 1 + k % 2, NULL);
    }
    size_t size;
    char *text = text_of(table, &size);
    const char *head = strstr(text, "\n0,");
    ck_assert_ptr_nonnull(head);
    int nrefused = 0;
    for (size_t at = 0; at < size; at++) {
        KipSweepTable *read = table_of(design, 0, 1);
        KipError error;
        /* whole lines alone are a table of fewer rows */
        KipStatus status = kip_sweep_read(read, "a.csv", text, at, NULL, &error);
        ck_assert_int_eq(status == KIP_OK, text[at - (at > 0)] == '\n' && text + at > head);
        kip_sweep_table_destroy(read);
        read = table_of(design, 0, 1);
        char kept = text[at];
        text[at] = kept == '7' ? '8' : kept == 'a' ? ',' : '7';
        status = kip_sweep_read(read, "a.csv", text, size, NULL, &error);
        nrefused += status != KIP_OK;
        if (status == KIP_OK) {
            ck_assert_msg(is_measured(text, at), "byte %d is not missed:\n%s", (int)at, text);
            ck_assert_int_eq(read->ndone, 6);
            for (int k = 0; k < 6; k++)
                ck_assert(read->row[k].outcome == table->row[k].outcome &&
                          read->row[k].nmeasure == table->row[k].nmeasure);
        }
        if (status != KIP_OK) {
            ck_assert_int_eq(status, KIP_BAD_INPUT);
            ck_assert_str_eq(error.file, "a.csv");
            ck_assert(*error.message);
        }
        text[at] = kept;
        kip_sweep_table_destroy(read);
    }
    ck_assert_int_gt(nrefused, (int)size / 2);
    KipSweepTable *read = table_of(design, 0, 1);
    ck_assert_int_eq(kip_sweep_read(read, "a.csv", text, size, NULL, NULL), KIP_OK);
    for (int k = 0; k < 6; k++) {
        double value;
        ck_assert(read->row[k].done && read->row[k].outcome == table->row[k].outcome);
        ck_assert(kip_sweep_get(read, k, 0, &value) && value == 1.0 / (k + 3));
        ck_assert(kip_sweep_get(read, k, 1, &value) == (k % 2 == 1));
    }
    kip_sweep_table_destroy(read);
    kip_sweep_table_destroy(table);
    free(text);
    drop(design);
}
END_TEST

/* The sentences of the head's mistakes. */
START_TEST(test_heads)
{
    static const struct {
        const char *text, *told;
    } wrong[] = {
        {"", "this is no file of kip sweep: it does not begin with \"# kip sweep 1\""},
        {"# kip sweep 2\n", "this kip reads files of format 1, not 2"},
        {"# kip sweep 1\n# scene a.py\n# seeds 1\n# seed 1\n# jobs 1\n",
         "the design lacks its line \"# scripts HASH\""},
        {"# kip sweep 1\n# scripts 12\n", "this is no line of a design: scripts 12"},
        {"# kip sweep 1\n# scripts 0123456789abcdeg\n",
         "this is no line of a design: scripts 0123456789abcdeg"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        KipSweepDesign *design = calloc(1, sizeof *design);
        KipError error;
        ck_assert_ptr_nonnull(design);
        ck_assert_int_eq(kip_sweep_read_design(design, "a.csv", wrong[i].text, strlen(wrong[i].text), &error),
                         KIP_BAD_INPUT);
        ck_assert_str_eq(error.message, wrong[i].told);
        drop(design);
    }
}
END_TEST

/* -- the scene ------------------------------------------------------------------------------------------- */

static uint64_t look(KipSweepDesign *design)
{
    KipScene *scene;
    KipError error;
    ck_assert_msg(kip_sweep_look(design, &scene, &error) == KIP_OK, "%s", error.message);
    kip_scene_destroy(scene);
    return design->scripts;
}

/* A table is of the texts that the scene and its skills had: rows of others are refused. */
START_TEST(test_changed_scripts)
{
    static const char scene[] = "x = 0.0\nball = addCharacter('ball')\nball.addSkill('idle')\nrun(0.01)\n"
                                "measure('x', x)\n";
    static const char *const word[] = {"x=1,2"};
    Folder folder = open_folder();
    write_file(&folder, "ball.xml",
               "<mujoco><worldbody><body name='ball'><freejoint/><geom "
               "size='0.1'/></body></worldbody></mujoco>");
    write_file(&folder, "idle.py", "class idle:\n    def step(self):\n        pass\n");
    KipSweepDesign *design = design_of(write_file(&folder, "scene.py", scene), 1, 1, word, 1);
    finish(design);
    uint64_t first = look(design);
    ck_assert(first == look(design));
    KipSweepTable *table = table_of(design, 0, 1), *again = table_of(design, 0, 1);
    run_all(table, 1);
    size_t size;
    char *text = text_of(table, &size);
    KipError error;
    ck_assert_int_eq(kip_sweep_read(again, "a.csv", text, size, NULL, &error), KIP_OK);
    kip_sweep_table_destroy(again);
    /* another skill, then another scene that breaks off, then another model */
    static const char *const changed[][2] =
        {{"idle.py", "class idle:\n    def step(self):\n        return\n"},
         {"scene.py", "x = 0.0\ny = 1 / 0\n"},
         {"scene.py", "x = 0.0\nball = addCharacter('ball')\nball.addSkill('idle')\nrun(0.01)\n"},
         {"ball.xml",
          "<mujoco><worldbody><body name='ball'><freejoint/><geom size='0.2'/></body></worldbody></mujoco>"}};
    uint64_t before = first;
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++) {
        write_file(&folder, changed[i][0], changed[i][1]);
        ck_assert(look(design) != first);
        ck_assert_msg(design->scripts != before, "%s", changed[i][1]);
        before = design->scripts;
        again = table_of(design, 0, 1);
        ck_assert_int_eq(kip_sweep_read(again, "a.csv", text, size, NULL, &error), KIP_BAD_INPUT);
        ck_assert_ptr_nonnull(strstr(error.message, "was changed between"));
        ck_assert_str_eq(error.file, "a.csv");
        ck_assert_int_eq(again->ndone, 0);
        kip_sweep_table_destroy(again);
    }
    free(text);
    kip_sweep_table_destroy(table);
    drop(design);
    close_folder(&folder);
}
END_TEST

/* Shards of two texts are not joined. */
START_TEST(test_merge_changed)
{
    static const char *const word[] = {"x=1,2"};
    Folder folder = open_folder();
    KipSweepDesign *design =
        design_of(write_file(&folder, "scene.py", "x = 0\nmeasure('x', x)\n"), 1, 1, word, 1);
    finish(design);
    const char *file[2];
    for (int i = 0; i < 2; i++) {
        if (i == 1)
            write_file(&folder, "scene.py", "x = 0\nmeasure('x', x + 100)\n");
        look(design);
        KipSweepTable *part = table_of(design, i, 2);
        run_all(part, 1);
        size_t size;
        char *text = text_of(part, &size);
        file[i] = write_file(&folder, i ? "b.csv" : "a.csv", text);
        free(text);
        kip_sweep_table_destroy(part);
    }
    KipSweepDesign *joined = calloc(1, sizeof *joined);
    KipSweepTable *table;
    KipError error;
    ck_assert_ptr_nonnull(joined);
    ck_assert_int_eq(kip_sweep_merge(joined, &table, file, 2, &error), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "was changed between"));
    ck_assert_str_eq(error.file, file[1]);
    drop(joined);
    drop(design);
    close_folder(&folder);
}
END_TEST

/* One number by two names is no map of itself. */
START_TEST(test_aliases)
{
    static const char *const word[] = {"g=1,2", "A.g=3,4", "h=1,2"};
    Folder folder = open_folder();
    KipSweepDesign *design =
        design_of(write_file(&folder, "scene.py", "class A:\n    g = 1.0\nh = 2\n"), 1, 1, word, 3);
    KipScene *scene;
    KipError error;
    finish(design);
    ck_assert_int_eq(kip_sweep_look(design, &scene, &error), KIP_BAD_USE);
    ck_assert_str_eq(error.message, "'g' and 'A.g' are the same number");
    drop(design);
    close_folder(&folder);
}
END_TEST

/* -- running --------------------------------------------------------------------------------------------- */

typedef struct Patience {
    atomic_int asked;
    int most;
} Patience;

static bool stop_soon(void *user)
{
    Patience *patience = user;
    return atomic_fetch_add(&patience->asked, 1) >= patience->most;
}

/* Broken off in the midst, by two threads, and gone on with: the bytes of a run at one go. */
START_TEST(test_resume)
{
    static const char *const word[] = {"x=0:0.5:0.05"};
    Folder folder = open_folder();
    KipSweepDesign *design = design_of(write_file(&folder, "varied.py", varied), 9, 3, word, 1);
    finish(design);
    KipSweepTable *whole = table_of(design, 0, 1), *table = table_of(design, 0, 1),
                  *again = table_of(design, 0, 1);
    run_all(whole, 1);
    Patience patience = {.most = 30};
    KipSweepWork work = {.threads = 2, .stop = stop_soon, .user = &patience};
    KipSweepRuns runs;
    ck_assert_int_eq(kip_sweep_run(table, &work, &runs, NULL), KIP_OK);
    ck_assert(table->ndone > 0 && table->ndone <= 30);
    ck_assert_int_eq(runs.n, table->ndone);
    size_t size, whole_size;
    char *half = text_of(table, &size), *text = text_of(whole, &whole_size);
    ck_assert_int_eq(kip_sweep_read(again, "half.csv", half, size, NULL, NULL), KIP_OK);
    runs = run_all(again, 2);
    ck_assert_int_eq(runs.n, 99 - table->ndone);
    char *other = text_of(again, &size);
    ck_assert(strcmp(other, text) == 0);
    free(other);
    free(half);
    free(text);
    kip_sweep_table_destroy(whole);
    kip_sweep_table_destroy(table);
    kip_sweep_table_destroy(again);
    drop(design);
    close_folder(&folder);
}
END_TEST

/* A run that is broken off in its midst is none: not done, and not failed. */
START_TEST(test_stop_within)
{
    Folder folder = open_folder();
    KipSweepDesign *design =
        design_of(write_file(&folder, "long.py", "addObject('box')\nrun(1000)\n"), 3, 1, NULL, 0);
    finish(design);
    KipSweepTable *table = table_of(design, 0, 1);
    Patience patience = {.most = 30};
    KipSweepWork work = {.threads = 2, .stop = stop_soon, .user = &patience};
    KipSweepRuns runs;
    ck_assert_int_eq(kip_sweep_run(table, &work, &runs, NULL), KIP_OK);
    ck_assert_int_eq(table->ndone, 0);
    ck_assert_int_eq(runs.n + runs.broken.n, 0);
    ck_assert_int_gt(patience.asked, 30);
    kip_sweep_table_destroy(table);
    drop(design);
    close_folder(&folder);
}
END_TEST

/* A failure of a skill's script does not end its run, but is told. */
START_TEST(test_skill_fails)
{
    static const char *const word[] = {"x=0,1,2"};
    Folder folder = open_folder();
    KipSweepDesign *design =
        design_of(write_file(&folder, "skill.py",
                             "x = 0\nclass S:\n    def step(self):\n        y = 1 / (x - 1)\n"
                             "ball = addCharacter('ball')\nball.apply(S)\nrun(0.01)\nmeasure('x', x)\n"
                             "if x == 2:\n    foo()\n"),
                  2, 1, word, 1);
    finish(design);
    KipSweepTable *table = table_of(design, 0, 1);
    KipSweepRuns runs = run_all(table, 2);
    ck_assert_int_eq(runs.n, 6);
    ck_assert_int_eq(runs.failed.n, 2);
    ck_assert_int_eq(runs.failed.job, 2);
    ck_assert_ptr_nonnull(strstr(runs.failed.error.message, "division by zero"));
    ck_assert_int_eq(runs.failed.error.line, 4);
    ck_assert_int_eq(runs.broken.n, 2);
    ck_assert_int_eq(runs.broken.job, 4);
    ck_assert_ptr_nonnull(strstr(runs.broken.error.message, "foo"));
    for (int k = 0; k < 6; k++)
        ck_assert_int_eq(table->row[k].outcome, k < 2 ? KIP_SWEEP_ALL : KIP_SWEEP_NONE);
    kip_sweep_table_destroy(table);
    drop(design);
    close_folder(&folder);
}
END_TEST

/* Nothing came out of a table: as far as its rows say, so that it is the same after reading them. */
START_TEST(test_void)
{
    static const struct {
        const char *script;
        bool boundary, is_void;
    } made[] = {
        {"x = 1\ny = 1 / 0\n", false, true},
        {"x = 1\nmeasure('x', x, '', '> 9')\ny = 1 / 0\n", false, true},
        {"x = 1\nmeasure('x', x, '', '> 9')\n", false, false},
        {"x = 1\nif x == 2:\n    foo()\n", false, false},
        {"x = 1\ny = 1 / 0\n", true, true},
        {"x = 1\nmeasure('x', x, '', '> 9')\n", true, false},
        {"x = 1\nif x == 2:\n    foo()\n", true, false},
    };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        const char *const word[] = {made[i].boundary ? "x=1:2:0.5" : "x=1,2"};
        Folder folder = open_folder();
        KipSweepDesign *design = design_of(write_file(&folder, "scene.py", made[i].script), 2, 1, word, 1);
        strcpy(design->boundary, made[i].boundary ? "x" : "");
        finish(design);
        KipSweepTable *table = table_of(design, 0, 1), *again = table_of(design, 0, 1);
        run_all(table, 2);
        size_t size;
        char *text = text_of(table, &size);
        ck_assert_int_eq(kip_sweep_read(again, "a.csv", text, size, NULL, NULL), KIP_OK);
        ck_assert_msg(kip_sweep_is_void(table) == made[i].is_void, "%s", made[i].script);
        ck_assert_msg(kip_sweep_is_void(again) == made[i].is_void, "%s", made[i].script);
        free(text);
        kip_sweep_table_destroy(table);
        kip_sweep_table_destroy(again);
        drop(design);
        close_folder(&folder);
    }
}
END_TEST

/* A scene that is not there ends the sweep: that says nothing about its points. */
START_TEST(test_no_scene)
{
    KipSweepDesign *design = design_of("/nowhere/at_all.py", 3, 1, NULL, 0);
    KipSweepWork work = {.threads = 2};
    KipSweepRuns runs;
    KipError error;
    finish(design);
    KipSweepTable *table = table_of(design, 0, 1);
    ck_assert_int_eq(kip_sweep_run(table, &work, &runs, &error), KIP_IO);
    ck_assert_str_eq(error.file, "/nowhere/at_all.py");
    ck_assert_int_eq(table->ndone, 0);
    kip_sweep_table_destroy(table);
    drop(design);
}
END_TEST

Suite *suite_sweep(void)
{
    Suite *suite = suite_create("sweep");
    TCase *tcase = tcase_create("sweep");
    tcase_add_test(tcase, test_axes);
    tcase_add_test(tcase, test_bad_words);
    tcase_add_test(tcase, test_fixed);
    tcase_add_test(tcase, test_random);
    tcase_add_test(tcase, test_wilson);
    tcase_add_test(tcase, test_median);
    tcase_add_test(tcase, test_bisect);
    tcase_add_test(tcase, test_boundary);
    tcase_add_test(tcase, test_spread);
    tcase_add_test(tcase, test_shards);
    tcase_add_test(tcase, test_columns);
    tcase_add_test(tcase, test_damage);
    tcase_add_test(tcase, test_heads);
    tcase_add_test(tcase, test_changed_scripts);
    tcase_add_test(tcase, test_merge_changed);
    tcase_add_test(tcase, test_aliases);
    tcase_add_test(tcase, test_resume);
    tcase_add_test(tcase, test_stop_within);
    tcase_add_test(tcase, test_skill_fails);
    tcase_add_test(tcase, test_void);
    tcase_add_test(tcase, test_no_scene);
    suite_add_tcase(suite, tcase);
    return suite;
}
