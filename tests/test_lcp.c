/* The boxed LCP against other ways to solve it: every active set in turn, projected Gauss-Seidel; and where
 * rows repeat, depend, contradict or vanish. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/lcp.h"
#include "dynamics/random.h"
#include "study.h"

Suite *suite_lcp(void);

enum { MOST_ROWS = 72 };

typedef struct Problem {
    int n;
    bool definite; /* x is unique */
    double A[MOST_ROWS * MOST_ROWS], b[MOST_ROWS], lo[MOST_ROWS], hi[MOST_ROWS], x[MOST_ROWS];
} Problem;

static int draw(KipRandom *random, int n)
{
    return (int)(kip_random_bits(random) % (uint64_t)n);
}

static double clamp(double x, double lo, double hi)
{
    return x > hi ? hi : x < lo ? lo : x;
}

/* -- problems -------------------------------------------------------------------------------------------- */

typedef enum Kind { WELL, SCALED, DEFICIENT, KINDS } Kind;

/* A = J M^-1 J' for random rows J of m numbers, b = J u: in A's range. */
static void make_rows(Problem *p, KipRandom *random, int n, int m, double spread)
{
    double J[MOST_ROWS * MOST_ROWS], mass[MOST_ROWS], u[MOST_ROWS];
    p->n = n;
    p->definite = m >= n;
    for (int k = 0; k < m; k++) {
        mass[k] = kip_random_uniform(random, 0.5, 2);
        u[k] = kip_random_normal(random);
    }
    for (int i = 0; i < n; i++) {
        double size = exp(kip_random_uniform(random, -spread, spread));
        p->b[i] = 0;
        for (int k = 0; k < m; k++) {
            J[i * m + k] = size * kip_random_normal(random);
            p->b[i] += J[i * m + k] * u[k];
        }
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int k = 0; k < m; k++)
                sum += J[i * m + k] * J[j * m + k] / mass[k];
            p->A[i * n + j] = p->A[j * n + i] = sum;
        }
    }
}

/* Bounds of every kind, of the size that x has when row i stands alone. */
static void make_box(Problem *p, KipRandom *random)
{
    for (int i = 0; i < p->n; i++) {
        double size = fabs(p->b[i] / p->A[i * p->n + i]);
        int kind = draw(random, 16);
        p->lo[i] = kind < 8 ? -INFINITY : kind < 11 ? 0 : -size * kip_random_uniform(random, 0, 2);
        p->hi[i] = kind < 4 || kind == 8 || kind == 9 ? INFINITY
                   : kind < 6                         ? 0
                                                      : size * kip_random_uniform(random, 0, 2);
        if (kind == 15)
            p->lo[i] = p->hi[i] = 0;
    }
}

static Problem make_problem(KipRandom *random, int n, Kind kind)
{
    Problem p = {0};
    make_rows(&p, random, n, kind == DEFICIENT ? (n + 1) / 2 : n + 4, kind == SCALED ? 9 : 0);
    make_box(&p, random);
    return p;
}

static void solve(Problem *p)
{
    double *memory = malloc(kip_lcp_memory(p->n) * sizeof *memory);
    int pivots;
    ck_assert(memory || !p->n);
    pivots = kip_lcp_solve(p->n, p->A, p->b, p->lo, p->hi, p->x, memory);
    ck_assert_int_ge(pivots, 0);
    free(memory);
    for (int i = 0; i < p->n; i++)
        ck_assert_msg(p->x[i] >= p->lo[i] && p->x[i] <= p->hi[i], "x[%d] is %g, outside its box", i, p->x[i]);
}

/* -- measures, in units in which the diagonal is 1 ------------------------------------------------------- */

static double unit(const Problem *p, int i)
{
    double a = p->A[i * p->n + i];
    return a > 0 ? sqrt(a) : 1;
}

static double slack(const Problem *p, const double *x, int i)
{
    double w = -p->b[i];
    for (int j = 0; j < p->n; j++)
        w += p->A[i * p->n + j] * x[j];
    return w;
}

/* The size of the terms of w. */
static double size_of(const Problem *p, const double *x)
{
    double most = 0;
    for (int i = 0; i < p->n; i++) {
        most = most_of(most, fabs(p->b[i]) / unit(p, i));
        most = most_of(most, fabs(x[i]) * unit(p, i));
    }
    return most > 0 ? most : 1;
}

/* max |x - clamp(x - w)| beside the size of w's terms. */
static double natural_residual(const Problem *p, const double *x)
{
    double most = 0;
    for (int i = 0; i < p->n; i++) {
        double s = unit(p, i), w = slack(p, x, i);
        most = most_of(most, s * fabs(x[i] - clamp(x[i] - w / (s * s), p->lo[i], p->hi[i])));
    }
    return most / size_of(p, x);
}

/* How far two answers are apart: in w, which is unique, and in x where that is. */
static double distance(const Problem *p, const double *x, const double *y)
{
    double most = 0;
    for (int i = 0; i < p->n; i++) {
        most = most_of(most, fabs(slack(p, x, i) - slack(p, y, i)) / unit(p, i));
        if (p->definite)
            most = most_of(most, fabs(x[i] - y[i]) * unit(p, i));
    }
    return most / size_of(p, x);
}

/* -- every active set ------------------------------------------------------------------------------------ */

enum { FEW_ROWS = 8 };

/* Gauss's elimination with row exchange; false where a pivot vanishes. */
static bool eliminate(int n, double C[FEW_ROWS][FEW_ROWS + 1], double *x)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            best = fabs(C[i][k]) > fabs(C[best][k]) ? i : best;
        if (fabs(C[best][k]) < 1e-9)
            return false;
        for (int j = k; j <= n; j++) {
            double swap = C[k][j];
            C[k][j] = C[best][j];
            C[best][j] = swap;
        }
        for (int i = k + 1; i < n; i++)
            for (int j = n; j >= k; j--)
                C[i][j] -= C[i][k] / C[k][k] * C[k][j];
    }
    for (int k = n - 1; k >= 0; k--) {
        x[k] = C[k][n];
        for (int j = k + 1; j < n; j++)
            x[k] -= C[k][j] * x[j];
        x[k] /= C[k][k];
    }
    return true;
}

/* x with each row free (0), at lo (1) or at hi (2); a row without bounds that is not free is at 0. */
static bool solve_set(const Problem *p, const int *set, double *x)
{
    double C[FEW_ROWS][FEW_ROWS + 1], y[FEW_ROWS];
    int row[FEW_ROWS], n = 0;
    for (int i = 0; i < p->n; i++) {
        x[i] = set[i] == 0 ? 0 : set[i] == 1 ? p->lo[i] : p->hi[i];
        if (set[i] && isinf(x[i])) {
            if (set[i] == 2 || !isinf(p->hi[i]))
                return false;
            x[i] = 0;
        }
        if (!set[i])
            row[n++] = i;
    }
    for (int k = 0; k < n; k++) {
        double s = unit(p, row[k]);
        for (int j = 0; j < n; j++)
            C[k][j] = p->A[row[k] * p->n + row[j]] / (s * unit(p, row[j]));
        C[k][n] = -slack(p, x, row[k]) / s;
    }
    if (!eliminate(n, C, y))
        return false;
    for (int k = 0; k < n; k++)
        x[row[k]] = y[k] / unit(p, row[k]);
    return true;
}

/* The active set that leaves least wrong. */
static double enumerate(const Problem *p, double *best)
{
    double least = INFINITY;
    int sets = 1;
    for (int i = 0; i < p->n; i++)
        sets *= 3;
    for (int s = 0; s < sets && least > 1e-14; s++) {
        int set[FEW_ROWS];
        double x[FEW_ROWS], wrong;
        for (int i = 0, rest = s; i < p->n; i++, rest /= 3)
            set[i] = rest % 3;
        if (!solve_set(p, set, x))
            continue;
        wrong = natural_residual(p, x);
        for (int i = 0; i < p->n; i++)
            x[i] = clamp(x[i], p->lo[i], p->hi[i]);
        if (wrong < least) {
            least = wrong;
            memcpy(best, x, (size_t)p->n * sizeof *best);
        }
    }
    return least;
}

START_TEST(test_against_enumeration)
{
    KipRandom random = {20260};
    const char *name[KINDS] = {"well conditioned", "badly scaled", "rank deficient"};
    for (int kind = 0; kind < KINDS; kind++) {
        double apart = 0, wrong = 0;
        for (int k = 0; k < STUDY(2000, 10000); k++) {
            Problem p = make_problem(&random, 1 + draw(&random, STUDY(6, 8)), (Kind)kind);
            double x[FEW_ROWS];
            ck_below(enumerate(&p, x), 1e-11);
            solve(&p);
            apart = most_of(apart, distance(&p, p.x, x));
            wrong = most_of(wrong, natural_residual(&p, p.x));
        }
        study_print("lcp, %s, against enumeration: apart %.1e, residual %.1e\n", name[kind], apart, wrong);
        ck_below(apart, 1e-9);
        ck_below(wrong, 1e-9);
    }
}
END_TEST

/* -- larger ones ----------------------------------------------------------------------------------------- */

/* Projected Gauss-Seidel, until nothing moves. */
static void sweep(const Problem *p, double *x, int most_sweeps)
{
    double moved = 1;
    memset(x, 0, (size_t)p->n * sizeof *x);
    for (int k = 0; k < most_sweeps && moved > 1e-15; k++) {
        moved = 0;
        for (int i = 0; i < p->n; i++) {
            double before = x[i];
            x[i] = clamp(x[i] - slack(p, x, i) / p->A[i * p->n + i], p->lo[i], p->hi[i]);
            moved = most_of(moved, fabs(x[i] - before) * unit(p, i));
        }
    }
}

START_TEST(test_against_gauss_seidel)
{
    KipRandom random = {20261};
    for (int kind = 0; kind < KINDS; kind++) {
        double apart = 0, wrong = 0;
        for (int k = 0; k < STUDY(10, 100); k++) {
            Problem p = make_problem(&random, 20 + draw(&random, 41), (Kind)kind);
            double x[MOST_ROWS];
            sweep(&p, x, 20000);
            solve(&p);
            apart = most_of(apart, distance(&p, p.x, x));
            wrong = most_of(wrong, natural_residual(&p, p.x));
        }
        study_print("lcp, kind %d, against Gauss-Seidel: apart %.1e, residual %.1e\n", kind, apart, wrong);
    }
}
END_TEST

Suite *suite_lcp(void)
{
    Suite *suite = suite_create("lcp");
    TCase *tests = tcase_create("lcp");
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, test_against_enumeration);
    tcase_add_test(tests, test_against_gauss_seidel);
    suite_add_tcase(suite, tests);
    return suite;
}
