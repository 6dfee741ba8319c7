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

static const char *const kind_name[KINDS] = {"well conditioned", "badly scaled", "rank deficient"};

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

/* x in p, finite and in its box. Nothing may come of the upper triangle, of what memory holds or of what lies
 * beyond it. */
static int solve(Problem *p)
{
    size_t size = kip_lcp_memory(p->n), n = (size_t)p->n;
    double *memory = malloc((size + 1) * sizeof *memory), *A = malloc((n * n + 1) * sizeof *A);
    int pivots;
    for (size_t k = 0; k < size; k++)
        memory[k] = NAN;
    memory[size] = 12345;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            A[i * n + j] = j > i ? NAN : p->A[i * n + j];
    pivots = kip_lcp_solve(p->n, A, p->b, p->lo, p->hi, p->x, memory);
    ck_assert_int_ge(pivots, 0);
    ck_assert(memory[size] == 12345);
    for (int i = 0; i < p->n; i++)
        ck_assert_msg(p->x[i] >= p->lo[i] && p->x[i] <= p->hi[i] && isfinite(p->x[i]),
                      "x[%d] is %g, outside its box", i, p->x[i]);
    free(memory);
    free(A);
    return pivots;
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
        study_print("lcp, %s, against enumeration: apart %.1e, residual %.1e\n", kind_name[kind], apart,
                    wrong);
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

static double objective(const Problem *p, const double *x)
{
    double sum = 0;
    for (int i = 0; i < p->n; i++)
        sum += x[i] * (slack(p, x, i) - p->b[i]) / 2;
    return sum;
}

/* Where rows depend the sweeps creep: there the objective tells, x'A x / 2 - b'x. */
START_TEST(test_against_gauss_seidel)
{
    KipRandom random = {20261};
    for (int kind = 0; kind < KINDS; kind++) {
        double apart = 0, wrong = 0;
        int pivots = 0, rows = 0;
        for (int k = 0; k < STUDY(30, 300); k++) {
            Problem p = make_problem(&random, 20 + draw(&random, 41), (Kind)kind);
            double x[MOST_ROWS], size;
            sweep(&p, x, kind == DEFICIENT ? STUDY(3000, 100000) : 3000);
            pivots += solve(&p);
            rows += p.n;
            size = size_of(&p, p.x);
            apart =
                most_of(apart, kind == DEFICIENT ? fabs(objective(&p, x) - objective(&p, p.x)) / (size * size)
                                                 : distance(&p, p.x, x));
            ck_below(objective(&p, p.x) - objective(&p, x), 1e-12 * size * size);
            wrong = most_of(wrong, natural_residual(&p, p.x));
        }
        study_print("lcp, %s, 20 to 60 rows against Gauss-Seidel: apart %.1e, residual %.1e, %.2f pivots a "
                    "row\n",
                    kind_name[kind], apart, wrong, (double)pivots / rows);
        ck_below(apart, 1e-6);
        ck_below(wrong, 1e-9);
    }
}
END_TEST

/* Whole numbers: ties at every step, rows that repeat, bounds of 0. */
START_TEST(test_ties)
{
    KipRandom random = {20262};
    double wrong = 0, most = 0;
    for (int k = 0; k < STUDY(40000, 400000); k++) {
        Problem p = {.n = 1 + draw(&random, k % 4 ? 12 : 60)};
        int m = 1 + draw(&random, p.n);
        bool one_sided = draw(&random, 2);
        double J[MOST_ROWS][MOST_ROWS], u[MOST_ROWS];
        for (int j = 0; j < m; j++)
            u[j] = draw(&random, 5) - 2;
        for (int i = 0; i < p.n; i++) {
            for (int j = 0; j < m; j++) {
                J[i][j] = draw(&random, 3) - 1;
                p.b[i] += J[i][j] * u[j];
            }
            for (int j = 0; j <= i; j++) {
                for (int l = 0; l < m; l++)
                    p.A[i * p.n + j] += J[i][l] * J[j][l];
                p.A[j * p.n + i] = p.A[i * p.n + j];
            }
            p.lo[i] = one_sided ? 0 : draw(&random, 4) ? -(double)draw(&random, 3) : -INFINITY;
            p.hi[i] = one_sided || draw(&random, 3) == 0 ? INFINITY : (double)draw(&random, 3);
        }
        most = most_of(most, (double)solve(&p) / p.n);
        wrong = most_of(wrong, natural_residual(&p, p.x));
    }
    study_print("lcp, whole numbers: residual %.1e, at most %.1f pivots a row\n", wrong, most);
    ck_below(wrong, 1e-9);
    ck_below(most, 5);
}
END_TEST

/* -- rows that repeat, depend, contradict, vanish -------------------------------------------------------- */

static void free_box(Problem *p)
{
    for (int i = 0; i < p->n; i++) {
        p->lo[i] = -INFINITY;
        p->hi[i] = INFINITY;
    }
}

/* p with a last row that is the sum of `coef` times its rows, b and all. */
static Problem with_combination(const Problem *p, const double *coef, double lo, double hi)
{
    Problem more = {.n = p->n + 1};
    int n = p->n, m = n + 1;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            more.A[i * m + j] = p->A[i * n + j];
            more.A[n * m + j] += coef[i] * p->A[i * n + j];
        }
        more.b[i] = p->b[i], more.lo[i] = p->lo[i], more.hi[i] = p->hi[i];
        more.b[n] += coef[i] * p->b[i];
    }
    for (int j = 0; j < n; j++) {
        more.A[j * m + n] = more.A[n * m + j];
        more.A[n * m + n] += coef[j] * more.A[n * m + j];
    }
    more.lo[n] = lo, more.hi[n] = hi;
    return more;
}

/* A row once more, a row twice as long, the sum of two: nothing else changes, and all bilateral rows keep
 * w = 0. */
START_TEST(test_dependent_rows)
{
    static const double coef[][6] = {{0, 0, 1}, {2}, {1, 1}, {0, 1, -3, 0, 0.5}};
    KipRandom random = {20263};
    for (int k = 0; k < 400; k++) {
        Problem p = make_problem(&random, 6, WELL), q, r;
        if (k & 1)
            free_box(&p);
        q = with_combination(&p, coef[k / 2 % 4], -INFINITY, INFINITY);
        r = with_combination(&q, (const double[7]){0, 0, 0, 0, 0, 0, 1}, k & 4 ? -0.01 : -INFINITY, INFINITY);
        solve(&p);
        solve(&q);
        solve(&r);
        ck_below(natural_residual(&q, q.x), 1e-12);
        ck_below(natural_residual(&r, r.x), 1e-12);
        for (int i = 0; i < 6 && k & 1; i++)
            ck_near(slack(&q, q.x, i), 0, 1e-11 * size_of(&q, q.x));
    }
}
END_TEST

/* Of a, a + d v and v the first two are nearly one row: v replaces one of them, for the others' sake. */
START_TEST(test_nearly_equal_rows)
{
    for (int k = 0; k < 10; k++) {
        const double d = ldexp(1, -16 + k),
                     J[4][3] = {{1, 2, 3}, {1 + 0.7 * d, 2 - 0.1 * d, 3 + d}, {0.7, -0.1, 1}, {1}};
        Problem p = {.n = 4};
        for (int i = 0; i < 4; i++) {
            p.b[i] = J[i][0] - J[i][1] / 3 + J[i][2] / 7;
            for (int j = 0; j < 4; j++)
                p.A[i * 4 + j] = J[i][0] * J[j][0] + J[i][1] * J[j][1] + J[i][2] * J[j][2];
        }
        free_box(&p);
        solve(&p);
        for (int i = 0; i < 4; i++)
            ck_near(slack(&p, p.x, i) / unit(&p, i), 0, 1e-9);
    }
}
END_TEST

/* A row that depends and disagrees with the others by rounding stays where it is, however wide its box; one
 * that disagrees by more goes to its bound. */
START_TEST(test_disagreement)
{
    KipRandom random = {20268};
    for (int k = 0; k < 200; k++) {
        Problem p = make_problem(&random, 6, WELL), q;
        double coef[6], size;
        for (int i = 0; i < 6; i++)
            coef[i] = kip_random_normal(&random);
        free_box(&p);
        solve(&p);
        size = size_of(&p, p.x);
        q = with_combination(&p, coef, -1e9, 1e9);
        q.b[6] += 2e-12 * unit(&q, 6) * size;
        solve(&q);
        ck_below(size_of(&q, q.x), 1e3 * size);
        q.b[6] += 1e-6 * unit(&q, 6) * size;
        solve(&q);
        ck_assert(q.x[6] == 1e9);
        ck_below(natural_residual(&q, q.x), 1e-12);
    }
}
END_TEST

/* Two equal rows that want different things, beside others: finite, of the size of the answer without the
 * second, and one gets what it wants. The others get theirs. */
START_TEST(test_contradictory_rows)
{
    KipRandom random = {20264};
    for (int k = 0; k < 400; k++) {
        Problem p = make_problem(&random, 6, WELL), q;
        double least = k & 2 ? -INFINITY : 0, more = (k & 1 ? 1 : 1e-6) * fabs(p.b[0]), w0, w1;
        p.lo[0] = least, p.hi[0] = INFINITY;
        if (k & 4)
            free_box(&p);
        solve(&p);
        q = with_combination(&p, (const double[6]){1}, -INFINITY, INFINITY);
        q.b[6] -= more;
        solve(&q);
        w0 = slack(&q, q.x, 0), w1 = slack(&q, q.x, 6);
        ck_near(w1 - w0, more, 1e-11 * size_of(&q, q.x));
        ck_assert(w0 < 1e-11 * size_of(&q, q.x) && w1 > -1e-11 * size_of(&q, q.x));
        for (int i = 1; i < 6; i++) {
            double s = unit(&q, i), w = slack(&q, q.x, i);
            ck_near(q.x[i] * s, clamp(q.x[i] * s - w / s, q.lo[i] * s, q.hi[i] * s), 1e-9 * size_of(&q, q.x));
        }
        ck_below(size_of(&q, q.x), 1e3 * size_of(&p, p.x));
    }
}
END_TEST

/* Rows that nothing can move get 0, whatever they want, and do not disturb. */
START_TEST(test_zero_rows)
{
    KipRandom random = {20265};
    for (int k = 0; k < 100; k++) {
        Problem p = make_problem(&random, 6, WELL), q;
        q = with_combination(&p, (const double[6]){0}, k & 1 ? -INFINITY : -1, k & 2 ? INFINITY : 1);
        q.b[6] = k - 50;
        solve(&p);
        solve(&q);
        for (int i = 0; i < 6; i++)
            ck_near(q.x[i], p.x[i], 0);
        ck_assert(q.x[6] == 0);
    }
}
END_TEST

START_TEST(test_plain_cases)
{
    KipRandom random = {20266};
    Problem p = {0};
    ck_assert_int_eq(solve(&p), 0);
    for (int k = 0; k < 200; k++) {
        p = make_problem(&random, 1, WELL);
        solve(&p);
        ck_near(p.x[0], clamp(p.b[0] / p.A[0], p.lo[0], p.hi[0]), 1e-15 * fabs(p.b[0] / p.A[0]));
        p = make_problem(&random, 40, WELL);
        free_box(&p);
        ck_assert_int_eq(solve(&p), 0);
        for (int i = 0; i < p.n; i++)
            ck_near(slack(&p, p.x, i), 0, 1e-12 * size_of(&p, p.x) * unit(&p, i));
        for (int i = 0; i < p.n; i++)
            p.lo[i] = p.hi[i] = 0;
        ck_assert_int_eq(solve(&p), 0);
        for (int i = 0; i < p.n; i++) {
            ck_assert(p.x[i] == 0);
            p.lo[i] = -1e-3, p.hi[i] = 2e-3;
            p.b[i] = (i % 3 ? 1 : -1) * 1e3 * p.A[i * p.n + i];
        }
        solve(&p);
        for (int i = 0; i < p.n; i++)
            ck_assert(p.x[i] == (i % 3 ? 2e-3 : -1e-3));
    }
}
END_TEST

/* Rows in other units, and everything larger or smaller, give the same bits where the factors are powers of
 * 2. */
START_TEST(test_scale)
{
    KipRandom random = {20267};
    for (int k = 0; k < 300; k++) {
        Problem p = make_problem(&random, 1 + draw(&random, 40), (Kind)(k % KINDS)), q = p;
        double all = ldexp(1, draw(&random, 200) - 100), factor[MOST_ROWS];
        for (int i = 0; i < p.n; i++) {
            factor[i] = ldexp(1, draw(&random, 41) - 20);
            q.b[i] = p.b[i] * factor[i] * all;
            q.lo[i] = p.lo[i] / factor[i] * all;
            q.hi[i] = p.hi[i] / factor[i] * all;
            for (int j = 0; j <= i; j++)
                q.A[i * p.n + j] = p.A[i * p.n + j] * factor[i] * factor[j];
        }
        ck_assert_int_eq(solve(&p), solve(&q));
        for (int i = 0; i < p.n; i++)
            ck_assert(q.x[i] == p.x[i] / factor[i] * all);
    }
}
END_TEST

Suite *suite_lcp(void)
{
    Suite *suite = suite_create("lcp");
    TCase *tests = tcase_create("lcp");
    tcase_add_test(tests, test_against_enumeration);
    tcase_add_test(tests, test_against_gauss_seidel);
    tcase_add_test(tests, test_ties);
    tcase_add_test(tests, test_dependent_rows);
    tcase_add_test(tests, test_nearly_equal_rows);
    tcase_add_test(tests, test_disagreement);
    tcase_add_test(tests, test_contradictory_rows);
    tcase_add_test(tests, test_zero_rows);
    tcase_add_test(tests, test_plain_cases);
    tcase_add_test(tests, test_scale);
    suite_add_tcase(suite, tests);
    return suite;
}
