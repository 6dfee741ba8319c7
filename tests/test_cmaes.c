/* The search (KIP.4): evaluation counts on the standard functions, bounds, restarts, bytes, refusals. */
#include "supervisor/cmaes_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/random.h"
#include "dynamics/scalar.h"
#include "counting_heap.h"
#include "study.h"
#include "supervisor/eigen.h"

Suite *suite_cmaes(void);

enum { MOST = 40 };

/* -- functions to minimize ------------------------------------------------------------------------------- */

typedef double Function(const double *x, int n);

static double sphere(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

static double ellipsoid(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += kip_pow(10, 6.0 * i / (n - 1)) * x[i] * x[i];
    return sum;
}

static double rosenbrock(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i + 1 < n; i++)
        sum += 100 * (x[i] * x[i] - x[i + 1]) * (x[i] * x[i] - x[i + 1]) + (x[i] - 1) * (x[i] - 1);
    return sum;
}

/* Its least is at the origin. */
static double moved_rosenbrock(const double *x, int n)
{
    double moved[MOST];
    for (int i = 0; i < n; i++)
        moved[i] = x[i] + 1;
    return rosenbrock(moved, n);
}

static double rastrigin(const double *x, int n)
{
    double sum = 10 * n;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i] - 10 * kip_cos(6.283185307179586 * x[i]);
    return sum;
}

/* What happens to a point before a function sees it; the last two as in the testbed BBOB (Hansen, Finck, Ros
 * and Auger, Real-parameter black-box optimization benchmarking 2009: noiseless functions definitions, INRIA
 * RR-6829). */
enum {
    TURNED = 1, /* z = R z */
    WAVY = 2,   /* T_osz: the logarithm of every coordinate is bent by sines */
    SKEW = 4,   /* T_asy of 0.2 stretches the positive side, then z = R Lambda Q z with condition 10 */
};

typedef struct Problem {
    Function *function;
    int n, kind;
    double shift[MOST];
    double rotation[MOST * MOST], second[MOST * MOST]; /* rows: orthonormal bases R, Q */
} Problem;

/* Gram and Schmidt on normal vectors. */
static void make_rotation(double *rotation, int n, uint64_t seed)
{
    KipRandom random = {seed};
    for (int i = 0; i < n; i++) {
        double *row = rotation + i * n, length = 0;
        for (int j = 0; j < n; j++)
            row[j] = kip_random_normal(&random);
        for (int pass = 0; pass < 2; pass++)
            for (int k = 0; k < i; k++) {
                const double *other = rotation + k * n;
                double along = 0;
                for (int j = 0; j < n; j++)
                    along += other[j] * row[j];
                for (int j = 0; j < n; j++)
                    row[j] -= along * other[j];
            }
        length = sqrt(sphere(row, n));
        for (int j = 0; j < n; j++)
            row[j] /= length;
    }
}

static void turn(const double *rotation, int n, double *z)
{
    double turned[MOST] = {0};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            turned[i] += rotation[i * n + j] * z[j];
    memcpy(z, turned, (size_t)n * sizeof *z);
}

static double wave(double z)
{
    double a = z > 0 ? 1 : 0.55, b = z > 0 ? 0.79 : 0.31, tenfold, size;
    if (z == 0)
        return 0;
    tenfold = 10 * kip_log(fabs(z));
    size = kip_exp(0.1 * (tenfold + 0.49 * (kip_sin(a * tenfold) + kip_sin(b * tenfold))));
    return z > 0 ? size : -size;
}

static void skew(const Problem *problem, double *z)
{
    int n = problem->n;
    for (int i = 0; i < n; i++)
        if (z[i] > 0)
            z[i] = kip_pow(z[i], 1 + 0.2 * i / (n - 1) * sqrt(z[i]));
    turn(problem->second, n, z);
    for (int i = 0; i < n; i++)
        z[i] *= kip_pow(10, 0.5 * i / (n - 1));
    turn(problem->rotation, n, z);
}

static double evaluate(const Problem *problem, const double *x)
{
    double z[MOST];
    int n = problem->n;
    for (int i = 0; i < n; i++)
        z[i] = x[i] - problem->shift[i];
    if (problem->kind & TURNED)
        turn(problem->rotation, n, z);
    for (int i = 0; i < n && (problem->kind & WAVY); i++)
        z[i] = wave(z[i]);
    if (problem->kind & SKEW)
        skew(problem, z);
    return problem->function(z, n);
}

/* -- runs ------------------------------------------------------------------------------------------------ */

static KipCmaes *make(const KipCmaesDef *def)
{
    KipCmaes *cmaes = NULL;
    KipError error;
    ck_ok(kip_cmaes_create(def, &cmaes, &error));
    return cmaes;
}

static void *take(size_t n, size_t size)
{
    void *memory = calloc(n, size);
    ck_assert_ptr_nonnull(memory);
    return memory;
}

/* Up to `generations` more. */
static void run(KipCmaes *cmaes, const Problem *problem, int64_t generations)
{
    int n = problem->n, most = kip_cmaes_max_population(cmaes);
    double *x = take((size_t)(most * n), sizeof *x), *f = take((size_t)most, sizeof *f);
    while (!kip_cmaes_stop(cmaes) && generations-- > 0) {
        kip_cmaes_ask(cmaes, x);
        for (int i = 0; i < kip_cmaes_population(cmaes); i++)
            f[i] = evaluate(problem, x + i * n);
        kip_cmaes_tell(cmaes, f);
    }
    free(x);
    free(f);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* What a study runs: start and least are uniform in +-start and +-least in every coordinate. */
typedef struct Setting {
    const char *name;
    Function *function;
    int n, kind, population, restarts;
    double start, least, sigma, target;
} Setting;

typedef struct Outcome {
    double median, mean;
    int missed; /* seeds */
} Outcome;

/* Those to the target, in whole generations, earlier runs included; infinite if it is missed. */
static double evaluations(const Setting *setting, uint64_t seed)
{
    Problem problem = {.function = setting->function, .n = setting->n, .kind = setting->kind};
    KipRandom random = {seed + 1000};
    double start[MOST], count = INFINITY;
    KipCmaesDef def = kip_cmaes_def();
    KipCmaes *cmaes;
    make_rotation(problem.rotation, setting->n, seed + 77);
    make_rotation(problem.second, setting->n, seed + 177);
    for (int i = 0; i < setting->n; i++) {
        start[i] = kip_random_uniform(&random, -setting->start, setting->start);
        problem.shift[i] = kip_random_uniform(&random, -setting->least, setting->least);
    }
    def.n = setting->n, def.start = start, def.sigma = setting->sigma;
    def.population = setting->population, def.restarts = setting->restarts;
    def.seed = seed, def.target = setting->target, def.max_evaluations = 10000000;
    cmaes = make(&def);
    run(cmaes, &problem, INT64_MAX);
    if (kip_cmaes_stop(cmaes) == KIP_CMAES_TARGET)
        count = (double)cmaes->evaluations;
    kip_cmaes_destroy(cmaes);
    return count;
}

static Outcome study(const Setting *setting, int seeds)
{
    double count[25];
    Outcome outcome = {0};
    ck_assert(seeds > 0 && seeds <= 25);
    for (int i = 0; i < seeds; i++) {
        count[i] = evaluations(setting, (uint64_t)i);
        outcome.mean += count[i] / seeds;
        outcome.missed += isinf(count[i]) != 0;
    }
    qsort(count, (size_t)seeds, sizeof *count, compare);
    outcome.median = count[seeds / 2];
    study_print("    %-16s n %2d: median %6.0f of %d seeds, mean %6.0f, %5.0f to %7.0f, %d missed\n",
                setting->name, setting->n, outcome.median, seeds, outcome.mean, count[0], count[seeds - 1],
                outcome.missed);
    return outcome;
}

/* -- the standard functions ------------------------------------------------------------------------------ */

/* The documentation of cma.fmin in pycma, the reference implementation by the algorithm's author, runs the
 * 10-D Rosenbrock function from 0.1 with sigma 0.3 and asserts fewer than 8000 evaluations for a value below
 * 1e-12. */
START_TEST(rosenbrock_takes_what_the_reference_states)
{
    int below = 0, seeds = STUDY(9, 25);
    for (int seed = 0; seed < seeds; seed++) {
        double start[10];
        Problem problem = {.function = rosenbrock, .n = 10};
        KipCmaesDef def = kip_cmaes_def();
        KipCmaes *cmaes;
        for (int i = 0; i < 10; i++)
            start[i] = 0.1;
        def.n = 10, def.start = start, def.sigma = 0.3, def.seed = (uint64_t)seed, def.target = 1e-12;
        def.max_evaluations = 8000;
        cmaes = make(&def);
        run(cmaes, &problem, INT64_MAX);
        below += kip_cmaes_stop(cmaes) == KIP_CMAES_TARGET;
        kip_cmaes_destroy(cmaes);
    }
    study_print("    Rosenbrock as in pycma's documentation: %d of %d seeds in 8000\n", below, seeds);
    ck_assert_int_gt(2 * below, seeds);
}
END_TEST

/* Published: the reference implementation on functions 1, 10, 8 and 15 of BBOB, as IPOP-CMA-ES (Ros,
 * Black-box optimization benchmarking the IPOP-CMA-ES on the noiseless testbed, GECCO 2010) and with negative
 * weights as IPOP-aCMA-ES (Hansen and Ros, Benchmarking a weighted negative covariance matrix update on the
 * BBOB-2010 noiseless testbed). The figures are from the tables of these data in numbbo/ppdata-archive,
 * bbob/2010/pptables.html: a ratio there times the count that it is a ratio to, for a value 1e-7 above the
 * least. They are means of 15 runs, all of which reached it. For function 15 in 40 dimensions the count has
 * two digits, 1.1e6, and the least number that rounds so is taken.
 * Protocol: start uniform in +-4, sigma 2, no bounds, 4 + floor(3 ln n) points, twice as many each restart;
 * the least uniform in +-4, +-3 for Rosenbrock's function. A restart begins uniform in +-4 there, here normal
 * around the start. The median is to be at most 1.3 times the lesser figure, and no seed may fail. */
START_TEST(evaluations_are_as_published)
{
    static const struct {
        Setting setting;
        double plain, active;
        int seeds; /* in a short test */
    } c[] = {
        {{"sphere", sphere, 10, 0, 0, 9, 4, 4, 2, 1e-7}, 1280, 1332, 9},
        {{"turned ellipsoid", ellipsoid, 10, TURNED | WAVY, 0, 9, 4, 4, 2, 1e-7}, 5841, 4334, 9},
        {{"Rosenbrock", moved_rosenbrock, 10, 0, 0, 9, 4, 3, 2, 1e-7}, 5838, 6125, 9},
        {{"turned Rastrigin", rastrigin, 10, TURNED | WAVY | SKEW, 0, 9, 4, 4, 2, 1e-7}, 67530, 68595, 5},
        {{"sphere", sphere, 40, 0, 0, 9, 4, 4, 2, 1e-7}, 4706, 4829, 3},
        {{"turned ellipsoid", ellipsoid, 40, TURNED | WAVY, 0, 9, 4, 4, 2, 1e-7}, 72539, 47203, 0},
        {{"Rosenbrock", moved_rosenbrock, 40, 0, 0, 9, 4, 3, 2, 1e-7}, 78344, 56407, 0},
        {{"turned Rastrigin", rastrigin, 40, TURNED | WAVY | SKEW, 0, 9, 4, 4, 2, 1e-7}, 767200, 701400, 0},
    };
    for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
        int seeds = STUDY(c[i].seeds, 25);
        double published = c[i].plain < c[i].active ? c[i].plain : c[i].active;
        Outcome outcome;
        if (!seeds)
            continue;
        outcome = study(&c[i].setting, seeds);
        study_print("        published: IPOP-CMA-ES %.0f, ratio %.2f; IPOP-aCMA-ES %.0f, ratio %.2f\n",
                    c[i].plain, outcome.median / c[i].plain, c[i].active, outcome.median / c[i].active);
        ck_assert_msg(outcome.median <= 1.3 * published, "%s in %d: %g evaluations, published %g",
                      c[i].setting.name, c[i].setting.n, outcome.median, published);
        ck_assert_int_eq(outcome.missed, 0);
    }
}
END_TEST

/* A population of 40 n finds the least among 10^n local ones in one run for four of five seeds. */
START_TEST(large_population_needs_no_restart)
{
    Setting setting = {"turned Rastrigin", rastrigin, 10, TURNED, 400, 0, 4, 0, 2, 1e-9};
    int seeds = STUDY(9, 25);
    ck_assert_int_le(study(&setting, seeds).missed, seeds / 3);
}
END_TEST

/* The search does not know its axes: the same counts for an ellipsoid however it lies. */
START_TEST(rotation_changes_nothing)
{
    Setting setting = {"ellipsoid", ellipsoid, 8, 0, 0, 0, 1, 0, 0.5, 1e-9};
    double straight = study(&setting, STUDY(11, 25)).median, turned;
    setting.kind = TURNED;
    turned = study(&setting, STUDY(11, 25)).median;
    ck_below(fabs(turned - straight), 0.2 * straight);
}
END_TEST

/* -- one search ------------------------------------------------------------------------------------------ */

static const double origin[MOST];

static KipCmaesDef definition(int n, const double *start)
{
    KipCmaesDef def = kip_cmaes_def();
    def.n = n, def.start = start, def.sigma = 0.5;
    return def;
}

static void same_numbers(const double *a, const double *b, int n)
{
    ck_assert_mem_eq(a, b, (size_t)n * sizeof *a);
}

static void same_search(const KipCmaes *a, const KipCmaes *b)
{
    const int n = a->def.n;
    ck_assert_int_eq(a->generation, b->generation);
    ck_assert_int_eq(a->evaluations, b->evaluations);
    ck_assert_int_eq(a->restarts, b->restarts);
    ck_assert_int_eq(kip_cmaes_stop(a), kip_cmaes_stop(b));
    ck_assert_uint_eq(a->random.state, b->random.state);
    same_numbers(&a->sigma, &b->sigma, 1);
    same_numbers(&a->best_f, &b->best_f, 1);
    same_numbers(a->best_x, b->best_x, n);
    same_numbers(a->mean, b->mean, n);
    same_numbers(a->covariance, b->covariance, n * n);
}

/* A search of several runs that is told the costs of another, without evaluating them again, is the other. Being
 * asked twice changes nothing. */
START_TEST(the_same_costs_give_the_same_search)
{
    const double start[4] = {3, -2, 4, 1};
    Problem problem = {.function = rastrigin, .n = 4};
    KipCmaesDef def = definition(4, start);
    double x[2][64 * 4], f[64];
    def.restarts = 3, def.sigma = 1;
    KipCmaes *first = make(&def), *again = make(&def);
    while (!kip_cmaes_stop(first)) {
        const int n = kip_cmaes_population(first);
        kip_cmaes_ask(first, x[0]);
        kip_cmaes_ask(again, x[1]);
        if (first->generation % 7 == 0)
            kip_cmaes_ask(again, x[1]);
        ck_assert_mem_eq(x[0], x[1], (size_t)n * 4 * sizeof(double));
        for (int i = 0; i < n; i++)
            f[i] = evaluate(&problem, x[0] + 4 * i);
        kip_cmaes_tell(first, f);
        kip_cmaes_tell(again, f);
    }
    same_search(first, again);
    ck_assert_int_eq(first->restarts, 3);
    ck_assert_int_gt(first->generation, 300);
    ck_assert_int_eq(kip_cmaes_population(first), 8 * 8);
    kip_cmaes_destroy(first);
    kip_cmaes_destroy(again);
}
END_TEST

static double slope(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i % 2 ? -1 : 1) * x[i];
    return sum;
}

/* No point leaves the box, and a slope ends in its corner; two coordinates have a bound on one side only, and
 * scales differ by 3e5. At first, from the bounds, points are
 * folded back, not thrown far off. */
START_TEST(bounds_are_kept)
{
    enum { N = 6, POINTS = 9 };
    const double lo[N] = {-1, 0, 1e3, -2e-3, 7, -INFINITY}, hi[N] = {1, 5, 1.5e3, 1e-3, INFINITY, 3};
    const double start[N] = {1, 0, 1.2e3, 0, 7, 3}, scale[N] = {1, 3, 300, 1e-3, 1, 1};
    const double corner[N] = {-1, 5, 1e3, 1e-3, 7, 3};
    KipCmaesDef def = definition(N, start);
    KipCmaes *cmaes;
    def.lo = lo, def.hi = hi, def.scale = scale, def.sigma = 1;
    cmaes = make(&def);
    for (int generation = 0; !kip_cmaes_stop(cmaes); generation++) {
        double x[POINTS * N], f[POINTS], mean[N];
        ck_assert_int_eq(kip_cmaes_population(cmaes), POINTS);
        kip_cmaes_ask(cmaes, x);
        kip_cmaes_mean(cmaes, mean);
        for (int i = 0; i < POINTS; i++) {
            for (int k = 0; k < N; k++)
                ck_assert(x[i * N + k] >= lo[k] && x[i * N + k] <= hi[k] &&
                          (generation > 0 || fabs(x[i * N + k] - start[k]) < 6 * scale[k]));
            f[i] = slope(x + i * N, N);
        }
        for (int k = 0; k < N; k++)
            ck_assert(mean[k] >= lo[k] && mean[k] <= hi[k]);
        kip_cmaes_tell(cmaes, f);
    }
    for (int k = 0; k < N; k++)
        ck_near(cmaes->best_x[k], corner[k], 1e-9 * scale[k]);
    kip_cmaes_destroy(cmaes);
}
END_TEST

/* Within the margins the map is the identity to the last bit: with and without a far box, the same points. */
START_TEST(far_bounds_change_nothing)
{
    double lo[6], hi[6];
    Problem problem = {.function = rosenbrock, .n = 6};
    KipCmaesDef def = definition(6, origin);
    KipCmaes *open = make(&def), *closed;
    for (int i = 0; i < 6; i++)
        lo[i] = -100, hi[i] = i % 2 ? 100 : INFINITY;
    def.lo = lo, def.hi = hi;
    closed = make(&def);
    run(open, &problem, INT64_MAX);
    run(closed, &problem, INT64_MAX);
    ck_assert_int_eq(open->evaluations, closed->evaluations);
    ck_assert_mem_eq(open->best_x, closed->best_x, 6 * sizeof(double));
    ck_below(kip_cmaes_best_f(open), 1e-9);
    kip_cmaes_destroy(open);
    kip_cmaes_destroy(closed);
}
END_TEST

static double half_missing(const double *x, int n)
{
    return x[0] + x[1] < 0 ? NAN : sphere(x, n);
}

static double missing(const double *x, int n)
{
    (void)x, (void)n;
    return NAN;
}

/* Half of the plane has no value, and the least lies on its edge; then nothing has one. */
START_TEST(missing_values_are_the_worst)
{
    const double start[5] = {1, 1, 1, 1, 1};
    Problem problem = {.function = half_missing, .n = 5};
    KipCmaesDef def = definition(5, start);
    KipCmaes *cmaes = make(&def);
    run(cmaes, &problem, INT64_MAX);
    ck_below(kip_cmaes_best_f(cmaes), 1e-6);
    kip_cmaes_destroy(cmaes);
    cmaes = make(&def);
    problem.function = missing;
    run(cmaes, &problem, INT64_MAX);
    ck_assert_int_eq(kip_cmaes_stop(cmaes), KIP_CMAES_TOL_F);
    ck_assert(isinf(kip_cmaes_best_f(cmaes)));
    ck_assert_mem_eq(cmaes->best_x, start, sizeof start);
    kip_cmaes_destroy(cmaes);
}
END_TEST

/* Twice asked is asked once; told twice is told once; after the end nothing moves. */
START_TEST(ask_and_tell_out_of_turn)
{
    double x[10 * 10], again[10 * 10], f[10];
    KipCmaesDef def = definition(10, origin);
    KipCmaes *cmaes, *untold;
    def.max_generations = 1;
    cmaes = make(&def), untold = make(&def);
    for (int i = 0; i < 10; i++)
        f[i] = i;
    kip_cmaes_tell(cmaes, f);
    same_search(cmaes, untold);
    kip_cmaes_ask(cmaes, x);
    kip_cmaes_ask(cmaes, again);
    ck_assert_mem_eq(x, again, sizeof x);
    kip_cmaes_tell(cmaes, f);
    ck_assert_int_eq(kip_cmaes_stop(cmaes), KIP_CMAES_GENERATIONS);
    ck_assert_mem_eq(cmaes->best_x, x, 10 * sizeof *x);
    kip_cmaes_ask(cmaes, again);
    for (int i = 0; i < 10; i++)
        ck_assert_mem_eq(again + 10 * i, x, 10 * sizeof *x);
    f[0] = -1;
    kip_cmaes_tell(cmaes, f);
    ck_assert(kip_cmaes_best_f(cmaes) == 0);
    ck_assert_int_eq(cmaes->evaluations, 10);
    kip_cmaes_destroy(cmaes);
    kip_cmaes_destroy(untold);
}
END_TEST

/* -- the ends -------------------------------------------------------------------------------------------- */

static double steep(const double *x, int n)
{
    (void)n;
    return x[0] * x[0] + 1e18 * x[1] * x[1];
}

static double shifted(const double *x, int n)
{
    double moved[MOST];
    for (int i = 0; i < n; i++)
        moved[i] = x[i] - 1 / 3.0;
    return sphere(moved, n);
}

/* As good as noise, but a function. */
static double noise(const double *x, int n)
{
    uint64_t hash = kip_hash(KIP_HASH_START, x, (size_t)n * sizeof *x);
    KipRandom random = {hash};
    return kip_random_uniform(&random, 0, 1);
}

START_TEST(every_end_has_its_reason)
{
    static const struct {
        KipCmaesStop stop;
        Function *function;
        int n;
        double target, tol_f, tol_x;
        int64_t evaluations, generations;
    } c[] = {
        {KIP_CMAES_TARGET, sphere, 4, 1e-3, 1e-12, 1e-12, 0, 0},
        {KIP_CMAES_TARGET, sphere, 1, 1e-9, 1e-12, 1e-12, 0, 0},
        {KIP_CMAES_EVALUATIONS, sphere, 4, 0, 1e-12, 1e-12, 83, 0},
        {KIP_CMAES_GENERATIONS, sphere, 4, 0, 1e-12, 1e-12, 0, 7},
        {KIP_CMAES_TOL_F, sphere, 4, 0, 1e-4, 1e-12, 0, 0},
        {KIP_CMAES_TOL_X, sphere, 4, 0, 0, 1e-4, 0, 0},
        {KIP_CMAES_NO_EFFECT, shifted, 4, -1, 0, 0, 0, 0},
        {KIP_CMAES_STAGNATION, noise, 4, -1, 1e-12, 1e-12, 0, 0},
        {KIP_CMAES_CONDITION, steep, 2, -1, 0, 0, 0, 0},
        {KIP_CMAES_DIVERGED, slope, 4, -INFINITY, 1e-12, 1e-12, 0, 0},
    };
    const double start[4] = {1, 1, 1, 1};
    for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
        Problem problem = {.function = c[i].function, .n = c[i].n};
        KipCmaesDef def = definition(c[i].n, start);
        KipCmaes *cmaes;
        def.target = c[i].target, def.tol_f = c[i].tol_f, def.tol_x = c[i].tol_x;
        def.max_evaluations = c[i].evaluations, def.max_generations = c[i].generations;
        cmaes = make(&def);
        run(cmaes, &problem, 20000);
        ck_assert_str_eq(kip_cmaes_stop_name(kip_cmaes_stop(cmaes)), kip_cmaes_stop_name(c[i].stop));
        ck_assert_int_eq(cmaes->last_stop, c[i].stop);
        if (c[i].evaluations) /* as many whole generations of 8 as fit */
            ck_assert_int_eq(cmaes->evaluations, 80);
        if (c[i].generations)
            ck_assert_int_eq(cmaes->generation, 7);
        kip_cmaes_destroy(cmaes);
    }
}
END_TEST

START_TEST(bad_definitions_are_refused)
{
    const double start[2] = {0, 0}, nan[2] = {0, NAN}, one[2] = {1, 1}, zero[2] = {1, 0};
    KipCmaesDef good = definition(2, start), def[16];
    KipCmaes *cmaes = NULL;
    int n = 0;
    for (int i = 0; i < 16; i++)
        def[i] = good;
    def[n++].n = 0;
    def[n++].n = 100000;
    def[n++].start = NULL;
    def[n++].start = nan;
    def[n++].sigma = 0;
    def[n++].sigma = INFINITY;
    def[n++].scale = zero;
    def[n++].lo = one;
    def[n++].hi = nan;
    def[n++].population = 3;
    def[n++].restarts = -1;
    def[n++].restarts = 17;
    def[n++].target = NAN;
    def[n++].tol_x = -1;
    def[n++].max_evaluations = 3;
    def[n++].max_generations = -1;
    for (int i = 0; i < n; i++) {
        KipError error = {0};
        ck_assert_int_eq(kip_cmaes_create(def + i, &cmaes, &error), KIP_BAD_INPUT);
        ck_assert_ptr_null(cmaes);
        ck_assert_int_gt((int)strlen(error.message), 20);
    }
    good.hi = one;
    kip_cmaes_destroy(make(&good));
}
END_TEST

/* -- memory ---------------------------------------------------------------------------------------------- */

/* Each allocation fails once, nothing is leaked; ask, tell and restarts take nothing. */
START_TEST(every_allocation_fails_once)
{
    Problem problem = {.function = sphere, .n = 40};
    for (long n = 1;; n++) {
        Heap heap = {0, 0, n};
        KipAllocator allocator = {counting_resize, &heap};
        KipCmaesDef def = definition(40, origin);
        KipCmaes *cmaes = NULL;
        KipStatus status;
        def.restarts = 5, def.allocator = &allocator, def.tol_f = 1;
        status = kip_cmaes_create(&def, &cmaes, NULL);
        if (heap.calls < n) {
            ck_assert_int_eq(status, KIP_OK);
            run(cmaes, &problem, INT64_MAX);
            ck_assert_int_eq(cmaes->restarts, 5);
            ck_assert_int_lt(heap.calls, n);
            kip_cmaes_destroy(cmaes);
            ck_assert_int_eq(heap.held, 0);
            ck_assert_int_gt(n, 3);
            break;
        }
        ck_assert_int_eq(status, KIP_NO_MEMORY);
        ck_assert_ptr_null(cmaes);
        ck_assert_int_eq(heap.held, 0);
    }
}
END_TEST

/* -- eigenvectors ---------------------------------------------------------------------------------------- */

/* V' diag(value) V is the matrix and V is orthonormal, also for eigenvalues repeated or 0, and for blocks. */
START_TEST(eigenvectors_rebuild_the_matrix)
{
    static double a[MOST * MOST], kept[MOST * MOST], vector[MOST * MOST], value[MOST], work[3 * MOST];
    KipRandom random = {5};
    for (int n = 1; n <= MOST; n += n < 6 ? 1 : 17)
        for (int kind = 0; kind < 4; kind++) {
            double worst = 0, scale = 0;
            for (int i = 0; i < n; i++)
                for (int j = 0; j <= i; j++) {
                    double graded = kip_pow(10, -10.0 * (i + j) / n);
                    double x = kip_random_normal(&random) * (kind == 1 ? graded : 1);
                    if (kind == 2) /* 1 everywhere: all eigenvalues but one are 0 */
                        x = 1;
                    if (kind == 3 && (i > j + 1 || i % 3 == 0)) /* diagonal or in blocks */
                        x = i == j;
                    a[i * n + j] = a[j * n + i] = x;
                    scale += x * x;
                }
            memcpy(kept, a, sizeof a);
            ck_assert(kip_eigen(n, a, value, vector, work));
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    double rebuilt = -kept[i * n + j], dot = -(i == j);
                    for (int k = 0; k < n; k++) {
                        rebuilt += value[k] * vector[k * n + i] * vector[k * n + j];
                        dot += vector[i * n + k] * vector[j * n + k];
                    }
                    worst = most_of(worst, fabs(rebuilt) / sqrt(scale));
                    worst = most_of(worst, fabs(dot));
                }
            ck_below(worst, 1e-13);
        }
    a[0] = a[1] = a[2] = 1, a[3] = NAN;
    ck_assert(!kip_eigen(2, a, value, vector, work));
}
END_TEST

Suite *suite_cmaes(void)
{
    Suite *suite = suite_create("cmaes");
    TCase *tcase = tcase_create("cmaes");
    tcase_add_test(tcase, rosenbrock_takes_what_the_reference_states);
    tcase_add_test(tcase, evaluations_are_as_published);
    tcase_add_test(tcase, large_population_needs_no_restart);
    tcase_add_test(tcase, rotation_changes_nothing);
    tcase_add_test(tcase, the_same_costs_give_the_same_search);
    tcase_add_test(tcase, bounds_are_kept);
    tcase_add_test(tcase, far_bounds_change_nothing);
    tcase_add_test(tcase, missing_values_are_the_worst);
    tcase_add_test(tcase, ask_and_tell_out_of_turn);
    tcase_add_test(tcase, every_end_has_its_reason);
    tcase_add_test(tcase, bad_definitions_are_refused);
    tcase_add_test(tcase, every_allocation_fails_once);
    tcase_add_test(tcase, eigenvectors_rebuild_the_matrix);
    suite_add_tcase(suite, tcase);
    return suite;
}
