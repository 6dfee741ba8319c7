/* The boxed linear complementarity problem by Dantzig's principal pivoting (Baraff 1994, section 4, with boxes
 * for his cones).
 *
 * Rows are free (w = 0, x between its bounds), at a bound, or not yet in. A row is brought in by moving its x
 * towards w = 0 while the free rows answer so that theirs stays 0:
 *
 *     z_i = 1,   z_F = -A_FF^-1 A_Fi,   x += t z,   w += t A z,   w_i grows by t s,   s = A_ii + A_iF z_F
 *
 * until w_i = 0 or x_i is at its bound; on the way a free row may reach its bound, and a row at a bound may get
 * w = 0 and become free. A_FF = L L' is kept up to date. s is what L's next pivot would be: where it vanishes,
 * the row depends on the free ones and z is a motion that changes no w. Such a row with w = 0 waits as
 * DEPENDENT, to take the place of a free row that reaches its bound; one with w != 0 moves until a bound ends
 * the dependence, and gives up where none does.
 *
 * Every x step lowers x'A x / 2 - b'x. Steps of length zero could lead in a circle; the lowest index among
 * ties excludes that (Chang 1979). Rows are scaled to A_ii = 1, so no unit and no scale of a row matters.
 */
#include <math.h>
#include <string.h>

#include "lcp.h"

static const double least_pivot = 1e-11; /* of A_ii: below, a row is dependent */
static const double rounding = 1e-14;    /* of |u|^2: a pivot's rounding */
static const double consistent = 1e-10;  /* of the terms of w: a dependent row's w that counts as 0 */
static const double noise = 1e-13;       /* of the terms of w: rounding */
static const double still = 1e-12;       /* of the greatest |z|: what does not move */

typedef enum RowState { WAITING, FREE, AT_LO, AT_HI, DEPENDENT, FIXED } RowState;

typedef struct Lcp {
    int n, stride, nfree, nheld, pivots;
    int kept; /* rows of L since y was made */
    int seen; /* rows below this one may have x != 0 */
    double most_b;
    double *A, *L;         /* scaled A, whole; L of the free rows, rows n apart */
    double *inverse;       /* of L's diagonal */
    double *root;          /* sqrt A_ii, the scale */
    double *b, *lo, *hi;   /* scaled */
    double *x, *w;         /* scaled; w of rows at a bound and of the one being brought in */
    double *z, *dw;        /* of the motion */
    double *y, *v, *u;     /* L^-1 A_Fi of the row being brought in and of any other; A_FF^-1 A_Fi */
    double *cosine, *sine; /* rotations */
    int *free, *held;      /* free rows in L's order, rows at a bound */
    int *state;            /* RowState of each row */
} Lcp;

size_t kip_lcp_memory(int n)
{
    size_t rows = (size_t)(n > 0 ? n : 0);
    return 2 * rows * rows + 14 * rows + (3 * rows * sizeof(int) + sizeof(double) - 1) / sizeof(double);
}

/* Vectors and rows of matrices have their length rounded up to whole fours, zeros at the end. */
static inline int fours(int n)
{
    return (n + 3) & ~3;
}

/* Four sums, so that each addition need not wait for the last. */
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

/* The same over entries `at` of a. */
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

/* y = L'^-1 y. */
static void back_substitute(const Lcp *p, double *restrict y)
{
    for (int k = p->nfree - 1; k >= 0; k--) {
        const double *restrict L = p->L + k * p->stride;
        double yk = y[k] *= p->inverse[k];
        for (int j = 0; j < k; j += 4) {
            y[j] -= L[j] * yk;
            y[j + 1] -= L[j + 1] * yk;
            y[j + 2] -= L[j + 2] * yk;
            y[j + 3] -= L[j + 3] * yk;
        }
    }
}

/* y = L^-1 A_Fi, u = A_FF^-1 A_Fi; returns the pivot that row i would have, 0 where it is dependent. */
static double next_pivot(Lcp *p, int i, double *y, int from)
{
    const double *a = p->A + i * p->stride, *L = p->L + from * p->stride;
    double pivot;
    for (int k = from; k < p->nfree; k++, L += p->stride)
        y[k] = (a[p->free[k]] - dot(L, y, k)) * p->inverse[k];
    pivot = 1 - dot(y, y, p->nfree);
    if (pivot > 0.01)
        return pivot;
    memcpy(p->u, y, (size_t)p->nfree * sizeof *y);
    back_substitute(p, p->u);
    return pivot > least_pivot + rounding * dot(p->u, p->u, p->nfree) ? pivot : 0;
}

/* Row i becomes free; y and pivot as next_pivot made them. */
static void append(Lcp *p, int i, const double *y, double pivot)
{
    int k = p->nfree++;
    double *L = p->L + k * p->stride;
    memcpy(L, y, (size_t)k * sizeof *L);
    L[k] = sqrt(pivot);
    p->inverse[k] = 1 / L[k];
    p->free[k] = i;
    p->state[i] = FREE;
}

/* Frees row i if it does not depend on the free ones. */
static bool try_append(Lcp *p, int i)
{
    double pivot = next_pivot(p, i, p->v, 0);
    if (pivot > 0)
        append(p, i, p->v, pivot);
    return pivot > 0;
}

/* The rows of L below i's move up; rotations of their columns make them triangular again. */
static void remove_row(Lcp *p, int i)
{
    int at = 0;
    while (p->free[at] != i)
        at++;
    p->nfree--;
    p->kept = at < p->kept ? at : p->kept;
    for (int k = at; k < p->nfree; k++) {
        double *to = p->L + k * p->stride, *from = to + p->stride, carry = from[at], length;
        memcpy(to, from, (size_t)at * sizeof *to);
        for (int j = at; j < k; j++) {
            to[j] = p->cosine[j] * carry + p->sine[j] * from[j + 1];
            carry = p->cosine[j] * from[j + 1] - p->sine[j] * carry;
        }
        length = sqrt(carry * carry + from[k + 1] * from[k + 1]);
        p->cosine[k] = carry / length;
        p->sine[k] = from[k + 1] / length;
        to[k] = length;
        p->inverse[k] = 1 / length;
        p->free[k] = p->free[k + 1];
    }
}

/* Row i, of which next_pivot said that it depends, with w = 0. Where some |u_k| is great it stands in for that
 * free row, which then depends on it with 1 / u_k: this keeps A_FF well conditioned. */
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

/* -- one row --------------------------------------------------------------------------------------------- */

/* w_i, and the size that its rounding goes with: its terms, and the greatest b for what x took over from
 * other rows. */
static double residual(const Lcp *p, int i, double *size)
{
    const double *a = p->A + i * p->stride;
    double w = -p->b[i], even = 0, odd = 0;
    int k = 0;
    for (; k + 1 < p->seen; k += 2) {
        even += fabs(a[k] * p->x[k]);
        odd += fabs(a[k + 1] * p->x[k + 1]);
    }
    if (k < p->seen)
        even += fabs(a[k] * p->x[k]);
    *size = p->most_b + (even + odd);
    return w + dot(a, p->x, p->seen);
}

/* z for x_i moving in `direction`, from y = L^-1 A_Fi, and dw of the rows at a bound; returns the greatest
 * |z|. */
static double set_motion(Lcp *p, int i, double direction)
{
    double *z = p->z, most = 1;
    memcpy(z, p->y, (size_t)p->nfree * sizeof *z);
    back_substitute(p, z);
    for (int k = 0; k < p->nfree; k++) {
        z[k] *= -direction;
        most = fabs(z[k]) > most ? fabs(z[k]) : most;
    }
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

/* Of the dependent rows, the one that depends least on the free rows now becomes free: then the others depend
 * again. */
static void free_dependent(Lcp *p)
{
    double most = 0;
    int best = -1;
    for (int k = 0; k < p->n; k++) {
        double pivot = p->state[k] == DEPENDENT ? next_pivot(p, k, p->v, 0) : 0;
        if (pivot > most) {
            most = pivot;
            best = k;
        }
    }
    if (best >= 0)
        try_append(p, best);
}

/* Row i goes to the bound that x_i is at; where it was free, a row that depended on it takes its place. */
static void put_at_bound(Lcp *p, int i)
{
    bool was_free = p->state[i] == FREE, at_hi = p->hi[i] - p->x[i] < p->x[i] - p->lo[i];
    p->x[i] = at_hi ? p->hi[i] : p->lo[i];
    p->state[i] = at_hi ? AT_HI : AT_LO;
    if (!was_free)
        return;
    p->w[i] = 0;
    remove_row(p, i);
    free_dependent(p);
}

/* Whether row i satisfies its condition where it is; files it if so. */
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

typedef struct Event {
    double step;
    int row; /* -1: the moving row's own */
} Event;

/* A row that has `room` to go at `rate`: the first event is kept, of ties that of the lowest row. */
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

/* The first row to change its state, no later than `event`. */
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

static void move(Lcp *p, int i, double step, double direction, double pivot)
{
    p->pivots++;
    p->x[i] += step * direction;
    p->w[i] += step * direction * pivot;
    for (int k = 0; k < p->nfree; k++)
        p->x[p->free[k]] += step * p->z[k];
    for (int k = 0; k < p->nheld; k++)
        p->w[p->held[k]] += step * p->dw[k];
}

/* Moves x_i until w_i = 0, it meets its bound or another row's state changes. Returns false when row i is
 * done. */
static bool advance(Lcp *p, int i, double pivot)
{
    double direction = p->w[i] < 0 ? 1 : -1, most = set_motion(p, i, direction);
    double to_bound = direction > 0 ? p->hi[i] - p->x[i] : p->x[i] - p->lo[i];
    double to_zero = pivot > 0 ? fabs(p->w[i]) / pivot : INFINITY;
    Event first = {to_bound < to_zero ? to_bound : to_zero, -1};
    first = first_event(p, first, still * most);
    if (first.step == INFINITY)
        return false;
    move(p, i, first.step, direction, pivot);
    if (first.row < 0) {
        if (to_bound <= to_zero)
            put_at_bound(p, i);
        else
            append(p, i, p->y, pivot);
        return false;
    }
    if (p->state[first.row] == FREE)
        put_at_bound(p, first.row);
    else if (!try_append(p, first.row))
        p->state[first.row] = DEPENDENT;
    return true;
}

static int most_pivots(const Lcp *p)
{
    return 50 * p->n + 50;
}

/* Brings row i in. */
static void bring_in(Lcp *p, int i)
{
    double size;
    p->seen = i < p->seen ? p->seen : i + 1;
    p->w[i] = residual(p, i, &size);
    if (is_settled(p, i, size))
        return;
    p->state[i] = WAITING;
    p->kept = 0;
    do {
        double pivot = next_pivot(p, i, p->y, p->kept);
        p->kept = p->nfree;
        if (pivot <= 0 && fabs(p->w[i]) <= consistent * size) {
            set_aside(p, i);
            return;
        }
        if (!advance(p, i, pivot))
            return;
    } while (p->pivots < most_pivots(p));
}

/* -- all rows -------------------------------------------------------------------------------------------- */

static Lcp lay_out(int n, double *memory)
{
    Lcp p = {.n = n, .A = memory, .L = memory + n * n};
    double **vector[] = {&p.inverse, &p.root, &p.b, &p.lo, &p.hi, &p.x,      &p.w,
                         &p.z,       &p.dw,   &p.y, &p.v,  &p.u,  &p.cosine, &p.sine};
    memory += 2 * n * n;
    for (size_t k = 0; k < sizeof vector / sizeof *vector; k++, memory += n)
        *vector[k] = memory;
    p.free = (int *)(void *)memory;
    p.held = p.free + n;
    p.state = p.held + n;
    return p;
}

static void scale(Lcp *p, const double *A, const double *b, const double *lo, const double *hi)
{
    int n = p->n;
    for (int i = 0; i < n; i++) {
        double a = A[i * n + i];
        bool can_move = a > 1e-300 && lo[i] < hi[i];
        double root = p->root[i] = can_move ? sqrt(a) : 1, to_unit = can_move ? 1 / root : 0;
        p->b[i] = b[i] * to_unit;
        p->most_b = fabs(p->b[i]) > p->most_b ? fabs(p->b[i]) : p->most_b;
        p->lo[i] = lo[i] * root;
        p->hi[i] = hi[i] * root;
        p->x[i] = 0;
        p->state[i] = can_move ? WAITING : FIXED;
        p->dw[i] = to_unit;
        for (int j = 0; j < i; j++)
            p->A[i * n + j] = A[i * n + j] * (to_unit * p->dw[j]);
        p->A[i * n + i] = 1;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            p->A[j * n + i] = p->A[i * n + j];
}

/* Solves for the free rows once more, which takes the rounding of the steps away. */
static void polish(Lcp *p)
{
    const double *L = p->L;
    double size;
    for (int k = 0; k < p->nfree; k++, L += p->stride)
        p->y[k] = (-residual(p, p->free[k], &size) - dot(L, p->y, k)) * p->inverse[k];
    back_substitute(p, p->y);
    for (int k = 0; k < p->nfree; k++)
        p->x[p->free[k]] += p->y[k];
}

/* What rounding has left outside the box is put at its bound, and the others are solved for anew. */
static void round_off(Lcp *p)
{
    bool any = false;
    for (int i = 0; i < p->n; i++)
        if (p->state[i] == FREE && (p->x[i] < p->lo[i] || p->x[i] > p->hi[i])) {
            put_at_bound(p, i);
            any = true;
        }
    if (any)
        polish(p);
}

int kip_lcp_solve(int n, const double *A, const double *b, const double *lo, const double *hi, double *x,
                  double *memory)
{
    Lcp problem = lay_out(n, memory), *p = &problem;
    int before;
    scale(p, A, b, lo, hi);
    for (int i = 0; i < n; i++)
        if (p->state[i] == WAITING && lo[i] == -INFINITY && hi[i] == INFINITY) {
            p->seen = i + 1;
            try_append(p, i);
        }
    polish(p);
    do {
        before = p->pivots;
        for (int i = 0; i < n; i++)
            if (p->state[i] != FREE && p->state[i] != FIXED)
                bring_in(p, i);
        polish(p);
    } while (before < p->pivots && p->pivots < most_pivots(p));
    round_off(p);
    for (int i = 0; i < n; i++)
        x[i] = p->state[i] == AT_LO   ? lo[i]
               : p->state[i] == AT_HI ? hi[i]
               : p->state[i] == FIXED ? 0
                                      : clamp(p->x[i] / p->root[i], lo[i], hi[i]);
    return p->pivots < most_pivots(p) ? p->pivots : -1;
}
