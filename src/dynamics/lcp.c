/* VBC.4: the boxed linear complementarity problem by Dantzig's principal pivoting (Baraff 1994, with boxes).
 *
 * Rows are free (w = 0, x in its box), held at a bound, or not yet in. Row i is brought in by moving x_i
 * towards w_i = 0 while the free rows F answer so that theirs stays 0:
 *
 *     z_i = 1,   z_F = -u,   u = A_FF^-1 A_Fi,   x += t z,   w += t A z,   w_i += t s,   s = A_ii - A_iF u
 *
 * until w_i = 0 or x_i is at its bound. On the way a free row may reach its bound and be held, and a held row
 * reach w = 0 and be free. A_FF^-1 = K'K is kept, K the inverse of Cholesky's factor, which grows a row by
 * u and s and loses one by rotations.
 *
 * s is Cholesky's next pivot. Where it vanishes, row i depends on the free ones and z changes no w. With
 * w_i = 0 the row then waits, dependent, to take the place of a free row that reaches a bound; with another
 * w_i it moves until a bound ends the dependence, and gives up where none does.
 *
 * Each step lowers x'A x / 2 - b'x; steps of length zero cannot lead in a circle where the lowest of tied
 * rows is taken (Chang 1979). Rows are scaled to A_ii = 1: neither units nor the scale of a row matter.
 */
#include <math.h>
#include <string.h>

#include "lcp.h"

static const double least_pivot = 1e-11; /* below, a row is dependent; */
static const double rounding = 1e-14;    /* also below this of |u|^2 */
static const double consistent = 1e-10;  /* of w's terms: a dependent row's w that passes for 0 */
static const double noise = 1e-13;       /* of w's terms: their rounding */
static const double still = 1e-12;       /* of the greatest |z|: does not move */

typedef enum RowState { WAITING, FREE, AT_LO, AT_HI, DEPENDENT, FIXED } RowState;

/* Vectors have `stride` numbers, n in whole fours, zeros at the end. All but root are scaled. */
typedef struct Lcp {
    int n, stride, seen;            /* rows from `seen` on have x = 0 */
    int nfree, nheld, pivots, most; /* most: no pivot begins after so many */
    double *A, *K;
    double *root; /* sqrt A_ii */
    double *b, *lo, *hi, *x;
    double *w;             /* of held rows and the one being brought in */
    double *c, *y, *u, *z; /* of each free row, in K's order */
    double *dw;            /* of each held row */
    double most_b;
    int *state, *free, *held;
} Lcp;

/* In fours, so that no addition need wait for the last. Up to three numbers beyond n count too: zeros in a or
 * in b. */
static inline double dot(const double *a, const double *b, int n)
{
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (int k = 0; k < n; k += 4) {
        s0 += a[k] * b[k];
        s1 += a[k + 1] * b[k + 1];
        s2 += a[k + 2] * b[k + 2];
        s3 += a[k + 3] * b[k + 3];
    }
    return (s0 + s1) + (s2 + s3);
}

/* The same with the entries `at` of a. */
static inline double gather_dot(const double *a, const int *at, const double *b, int n)
{
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (int k = 0; k < n; k += 4) {
        s0 += a[at[k]] * b[k];
        s1 += a[at[k + 1]] * b[k + 1];
        s2 += a[at[k + 2]] * b[k + 2];
        s3 += a[at[k + 3]] * b[k + 3];
    }
    return (s0 + s1) + (s2 + s3);
}

static double clamp(double x, double lo, double hi)
{
    return x > hi ? hi : x < lo ? lo : x;
}

/* -- the factor ------------------------------------------------------------------------------------------ */

/* y = K c, u = K'y = A_FF^-1 c. */
static void solve_free(Lcp *p)
{
    double *y = p->y, *restrict u = p->u;
    memset(u, 0, (size_t)p->stride * sizeof *u);
    for (int k = 0; k < p->nfree; k++)
        y[k] = dot(p->K + k * p->stride, p->c, k + 1);
    for (int k = p->nfree; k & 3; k++)
        y[k] = 0;
    for (int k = 0; k < p->nfree; k += 4) {
        const double *restrict K0 = p->K + k * p->stride, *restrict K1 = K0 + p->stride;
        const double *restrict K2 = K1 + p->stride, *restrict K3 = K2 + p->stride;
        double y0 = y[k], y1 = y[k + 1], y2 = y[k + 2], y3 = y[k + 3];
        for (int j = 0; j < k + 4; j++)
            u[j] += (y0 * K0[j] + y1 * K1[j]) + (y2 * K2[j] + y3 * K3[j]);
    }
}

/* u of row i; returns its pivot, 0 where it is dependent. */
static double next_pivot(Lcp *p, int i)
{
    const double *a = p->A + i * p->stride;
    double pivot;
    for (int k = 0; k < p->nfree; k++)
        p->c[k] = a[p->free[k]];
    solve_free(p);
    pivot = 1 - dot(p->y, p->y, p->nfree);
    return pivot > least_pivot + rounding * dot(p->u, p->u, p->nfree) ? pivot : 0;
}

/* Row i becomes free, right after next_pivot. */
static void append(Lcp *p, int i, double pivot)
{
    int k = p->nfree++;
    double *K = p->K + k * p->stride, per_root = 1 / sqrt(pivot);
    for (int j = 0; j < k; j++)
        K[j] = -per_root * p->u[j];
    K[k] = per_root;
    p->free[k] = i;
    p->state[i] = FREE;
}

/* Frees row i if it does not depend on the free ones. */
static bool try_append(Lcp *p, int i)
{
    double pivot = next_pivot(p, i);
    if (pivot > 0)
        append(p, i, pivot);
    return pivot > 0;
}

/* (to, carry) = (s x - c y, c x + s y) for n numbers of x and y = carry. */
static void rotate(double s, double c, const double *restrict x, double *restrict carry, double *restrict to,
                   int n)
{
    for (int j = 0; j < n; j++) {
        double y = carry[j];
        to[j] = s * x[j] - c * y;
        carry[j] = c * x[j] + s * y;
    }
}

/* Free row i leaves. Rotations of K's rows, each with the next, gather column `at` in the last row, which is
 * dropped with the column. */
static void remove_row(Lcp *p, int i)
{
    int at = 0;
    double *carry = p->c;
    while (p->free[at] != i)
        at++;
    p->nfree--;
    memcpy(carry, p->K + at * p->stride, (size_t)p->stride * sizeof *carry);
    for (int k = at; k < p->nfree; k++) {
        double *to = p->K + k * p->stride, *from = to + p->stride;
        double length = sqrt(carry[at] * carry[at] + from[at] * from[at]);
        double s = carry[at] / length, c = from[at] / length;
        rotate(s, c, from, carry, to, at);
        rotate(s, c, from + at + 1, carry + at + 1, to + at, k + 1 - at);
        carry[at] = length;
        p->free[k] = p->free[k + 1];
    }
}

/* Row i, which next_pivot has found dependent, with w_i = 0. Where some |u_k| is large it replaces that free row, which
 * then depends on it by 1 / u_k: this keeps A_FF well conditioned. */
static void set_aside(Lcp *p, int i)
{
    int out = -1;
    double most = 2;
    for (int k = 0; k < p->nfree; k++)
        if (fabs(p->u[k]) > most) {
            most = fabs(p->u[k]);
            out = p->free[k];
        }
    p->state[i] = DEPENDENT;
    if (out < 0)
        return;
    remove_row(p, out);
    p->state[out] = DEPENDENT;
    p->x[out] = clamp(p->x[out], p->lo[out], p->hi[out]);
    if (!try_append(p, i))
        try_append(p, out);
}

/* Of the dependent rows, the one that depends least on the free rows becomes free; then the others depend
 * again. */
static void free_dependent(Lcp *p)
{
    double most = 0;
    int best = -1;
    for (int k = 0; k < p->n; k++) {
        double pivot = p->state[k] == DEPENDENT ? next_pivot(p, k) : 0;
        if (pivot > most) {
            most = pivot;
            best = k;
        }
    }
    if (best >= 0)
        try_append(p, best);
}

/* Row i is held at the bound that x_i has reached; where it was free, a dependent row may take its place. */
static void hold(Lcp *p, int i)
{
    bool at_hi = p->hi[i] - p->x[i] < p->x[i] - p->lo[i], was_free = p->state[i] == FREE;
    p->x[i] = at_hi ? p->hi[i] : p->lo[i];
    p->state[i] = at_hi ? AT_HI : AT_LO;
    if (was_free) {
        p->w[i] = 0;
        remove_row(p, i);
        free_dependent(p);
    }
}

/* -- one row --------------------------------------------------------------------------------------------- */

/* w_i, and the scale of its rounding error: that of its terms, and the greatest b for the errors of x from other rows. */
static double residual(const Lcp *p, int i, double *size)
{
    const double *a = p->A + i * p->stride;
    double w0 = 0, w1 = 0, size0 = 0, size1 = 0;
    for (int k = 0; k < p->seen; k += 2) {
        double t0 = a[k] * p->x[k], t1 = a[k + 1] * p->x[k + 1];
        w0 += t0;
        w1 += t1;
        size0 += fabs(t0);
        size1 += fabs(t1);
    }
    *size = p->most_b + (size0 + size1);
    return (w0 + w1) - p->b[i];
}

/* Whether row i satisfies its condition; if so, it is filed. */
static bool is_settled(Lcp *p, int i, double size)
{
    double slack = noise * size;
    if (p->x[i] == p->lo[i] && p->w[i] >= -slack)
        p->state[i] = AT_LO;
    else if (p->x[i] == p->hi[i] && p->w[i] <= slack)
        p->state[i] = AT_HI;
    else if (fabs(p->w[i]) > slack)
        return false;
    else if (!try_append(p, i))
        set_aside(p, i);
    return true;
}

/* z for x_i moving in `direction`, u as next_pivot left it, and dw of the held rows; returns the greatest
 * |z|. */
static double set_motion(Lcp *p, int i, double direction)
{
    double *z = p->z, most = 1;
    for (int k = 0; k < p->stride; k++)
        z[k] = -direction * p->u[k];
    for (int k = 0; k < p->nfree; k++)
        most = fabs(z[k]) > most ? fabs(z[k]) : most;
    p->nheld = 0;
    for (int k = 0; k < p->seen; k++) {
        p->held[p->nheld] = k;
        p->nheld += p->state[k] == AT_LO || p->state[k] == AT_HI;
    }
    for (int k = 0; k < p->nheld; k++) {
        const double *a = p->A + p->held[k] * p->stride;
        p->dw[k] = gather_dot(a, p->free, z, p->nfree) + direction * a[i];
    }
    return most;
}

typedef struct Event {
    double step;
    int row; /* -1: the moving row is done */
} Event;

/* A row that has `room` to go at `rate`: the first event is kept, of ties the lowest row's. */
static inline void consider(Event *event, int row, double room, double rate, double least)
{
    if ((rate > least) & (room <= event->step * rate)) {
        double step = room > 0 ? room / rate : 0;
        if (step < event->step || row < event->row) {
            event->step = step;
            event->row = row;
        }
    }
}

static Event first_event(const Lcp *p, Event event, double least)
{
    for (int k = 0; k < p->nfree; k++) {
        int row = p->free[k];
        double z = p->z[k], up = p->hi[row] - p->x[row], down = p->x[row] - p->lo[row];
        consider(&event, row, z > 0 ? up : down, fabs(z), least);
    }
    for (int k = 0; k < p->nheld; k++) {
        int row = p->held[k];
        double w = p->w[row], dw = p->dw[k];
        bool at_lo = p->state[row] == AT_LO;
        consider(&event, row, at_lo ? w : -w, at_lo ? -dw : dw, least);
    }
    return event;
}

/* Moves x_i until w_i = 0, it reaches its bound or another row's state changes. Returns false when row i is
 * done: free, held, or without anything that ends its motion. */
static bool advance(Lcp *p, int i, double pivot)
{
    double direction = p->w[i] < 0 ? 1 : -1, most = set_motion(p, i, direction);
    double to_bound = direction > 0 ? p->hi[i] - p->x[i] : p->x[i] - p->lo[i];
    double to_zero = pivot > 0 ? fabs(p->w[i]) / pivot : INFINITY;
    Event own = {to_bound < to_zero ? to_bound : to_zero, -1};
    Event first = first_event(p, own, still * most);
    if (first.step == INFINITY)
        return false;
    p->pivots++;
    p->x[i] += first.step * direction;
    p->w[i] += first.step * direction * pivot;
    for (int k = 0; k < p->nfree; k++)
        p->x[p->free[k]] += first.step * p->z[k];
    for (int k = 0; k < p->nheld; k++)
        p->w[p->held[k]] += first.step * p->dw[k];
    if (first.row < 0 && to_bound <= to_zero)
        hold(p, i);
    else if (first.row < 0)
        append(p, i, pivot);
    else if (p->state[first.row] == FREE)
        hold(p, first.row);
    else if (!try_append(p, first.row))
        p->state[first.row] = DEPENDENT;
    return first.row >= 0;
}

static void bring_in(Lcp *p, int i)
{
    double size, pivot;
    p->seen = i < p->seen ? p->seen : i + 1;
    p->w[i] = residual(p, i, &size);
    if (is_settled(p, i, size))
        return;
    p->state[i] = WAITING;
    do {
        pivot = next_pivot(p, i);
        if (pivot <= 0 && fabs(p->w[i]) <= consistent * size) {
            set_aside(p, i);
            return;
        }
    } while (advance(p, i, pivot) && p->pivots < p->most);
}

/* -- all rows -------------------------------------------------------------------------------------------- */

static int stride_of(int n)
{
    return (n + 3) & ~3;
}

size_t kip_lcp_memory(int n)
{
    size_t stride = (size_t)stride_of(n);
    return stride * (2 * stride + 11) + (3 * stride * sizeof(int) + sizeof(double) - 1) / sizeof(double);
}

static Lcp lay_out(int n, double *memory)
{
    int stride = stride_of(n);
    Lcp p = {.n = n, .stride = stride, .A = memory, .K = memory + stride * stride};
    double **vector[] = {&p.root, &p.b, &p.lo, &p.hi, &p.x, &p.w, &p.c, &p.y, &p.u, &p.z, &p.dw};
    memset(memory, 0, kip_lcp_memory(n) * sizeof *memory);
    memory += 2 * stride * stride;
    for (size_t k = 0; k < sizeof vector / sizeof *vector; k++, memory += stride)
        *vector[k] = memory;
    p.state = (int *)(void *)memory;
    p.free = p.state + stride;
    p.held = p.free + stride;
    return p;
}

static void scale(Lcp *p, const double *A, const double *b, const double *lo, const double *hi)
{
    double *per_root = p->u;
    for (int i = 0; i < p->n; i++, A += p->n) {
        double *row = p->A + i * p->stride;
        bool can_move = A[i] > 1e-300 && lo[i] < hi[i];
        p->root[i] = can_move ? sqrt(A[i]) : 1;
        per_root[i] = can_move ? 1 / p->root[i] : 0;
        p->state[i] = can_move ? WAITING : FIXED;
        p->b[i] = b[i] * per_root[i];
        p->most_b = fabs(p->b[i]) > p->most_b ? fabs(p->b[i]) : p->most_b;
        p->lo[i] = lo[i] * p->root[i];
        p->hi[i] = hi[i] * p->root[i];
        for (int j = 0; j < i; j++)
            row[j] = A[j] * (per_root[i] * per_root[j]);
        row[i] = 1;
    }
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < i; j++)
            p->A[j * p->stride + i] = p->A[i * p->stride + j];
}

/* Solves for the free rows once more, which takes away the rounding of the steps. */
static void polish(Lcp *p)
{
    double size;
    for (int k = 0; k < p->nfree; k++)
        p->c[k] = residual(p, p->free[k], &size);
    solve_free(p);
    for (int k = 0; k < p->nfree; k++)
        p->x[p->free[k]] -= p->u[k];
}

/* Free rows that rounding has left outside their box are held, and the others solved for anew. */
static void round_off(Lcp *p)
{
    bool any = false;
    for (int i = 0; i < p->n; i++)
        if (p->state[i] == FREE && (p->x[i] < p->lo[i] || p->x[i] > p->hi[i])) {
            hold(p, i);
            any = true;
        }
    if (any)
        polish(p);
}

int kip_lcp_pivots(int most, int n, const double *A, const double *b, const double *lo, const double *hi,
                   double *x, double *memory)
{
    Lcp problem, *p = &problem;
    int before;
    if (n <= 0)
        return 0;
    problem = lay_out(n, memory);
    p->most = most;
    scale(p, A, b, lo, hi);
    for (int i = 0; i < n; i++)
        if (p->state[i] == WAITING && lo[i] == -INFINITY && hi[i] == INFINITY) {
            p->seen = i + 1;
            try_append(p, i);
        }
    polish(p);
    do {
        before = p->pivots;
        for (int i = 0; i < n && p->pivots < p->most; i++)
            if (p->state[i] != FREE && p->state[i] != FIXED)
                bring_in(p, i);
        polish(p);
    } while (before < p->pivots && p->pivots < p->most);
    round_off(p);
    for (int i = 0; i < n; i++)
        x[i] = p->state[i] == AT_LO   ? lo[i]
               : p->state[i] == AT_HI ? hi[i]
               : p->state[i] == FIXED ? 0
                                      : clamp(p->x[i] / p->root[i], lo[i], hi[i]);
    return p->pivots < p->most ? p->pivots : -1;
}

int kip_lcp_solve(int n, const double *A, const double *b, const double *lo, const double *hi, double *x,
                  double *memory)
{
    return kip_lcp_pivots(50 * n + 50, n, A, b, lo, hi, x, memory);
}
