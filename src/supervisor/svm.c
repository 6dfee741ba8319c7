/* Training and evaluation, see svm.h. The solver works with b = alpha y, so that both classes look alike:
 *
 *     maximal  y.b - b.K b / 2,   sum b = 0,   lo <= b <= hi;      g = y - K b, its gradient
 *
 * A step moves d from b_j to b_i: the gain is (g_i - g_j) d - a d^2 / 2, a = K_ii + K_jj - 2 K_ij. i has the
 * greatest g of those that can grow, j the greatest gain with it, the box aside, of those that can shrink
 * (Fan, Chen and Lin 2005, WSS 2). It is over where no g_i that can grow exceeds a g_j that can shrink
 * by more than the tolerance; between them lies the bias.
 */
#include "svm.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/scalar.h"

static const double least_curvature = 1e-12; /* of K_ii + K_jj: a of examples that are the same */
static const double least_tolerance = 1e-14;
static const double balance = 1e-9; /* of sum |b|: what sum b may be */

KipSvmDef kip_svm_def(void)
{
    return (KipSvmDef){.kernel = KIP_SVM_RBF,
                       .C = 10,
                       .weight_plus = 1,
                       .weight_minus = 1,
                       .standardise = true,
                       .tolerance = 1e-6,
                       .most_steps = 10000000,
                       .cache = (size_t)1 << 30};
}

/* -- evaluation ------------------------------------------------------------------------------------------ */

static double kernel(const KipSvm *svm, const double *u, const double *v)
{
    double sum = 0;
    if (svm->kernel == KIP_SVM_LINEAR) {
        for (int k = 0; k < svm->dim; k++)
            sum += u[k] * v[k];
        return sum;
    }
    for (int k = 0; k < svm->dim; k++)
        sum += (u[k] - v[k]) * (u[k] - v[k]);
    return kip_exp(-svm->gamma * sum);
}

static void standardise(const KipSvm *svm, const double *x, double *z)
{
    for (int k = 0; k < svm->dim; k++)
        z[k] = (x[k] - svm->mean[k]) / svm->scale[k];
}

double kip_svm_value(const KipSvm *svm, const double *x)
{
    double z[KIP_SVM_MOST_FEATURES], sum = svm->bias;
    standardise(svm, x, z);
    for (int i = 0; i < svm->nvector; i++)
        sum += svm->coefficient[i] * kernel(svm, svm->vector + (size_t)i * (size_t)svm->dim, z);
    return sum;
}

bool kip_svm_holds(const KipSvm *svm, const double *x)
{
    return kip_svm_value(svm, x) > svm->margin;
}

/* -- from parts ------------------------------------------------------------------------------------------ */

static KipStatus no_memory(KipError *error)
{
    return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for a support vector machine");
}

static bool is_positive(double x)
{
    return x > 0 && x < 1e100;
}

static bool is_moderate(double x)
{
    return fabs(x) < 1e100;
}

static KipStatus check_numbers(const KipSvm *svm, KipError *error)
{
    if (svm->dim < 1 || svm->dim > KIP_SVM_MOST_FEATURES)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "a support vector machine has 1 to %d features, not %d", KIP_SVM_MOST_FEATURES,
                        svm->dim);
    if (svm->nvector < 2)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "%d support vectors are too few; two are the least", svm->nvector);
    if (svm->kernel == KIP_SVM_RBF && !is_positive(svm->gamma))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "gamma is %g; it must be positive", svm->gamma);
    if (!is_positive(svm->C_plus) || !is_positive(svm->C_minus))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "C is %g and %g; it must be positive for both classes", svm->C_plus, svm->C_minus);
    if (!is_moderate(svm->bias) || !is_moderate(svm->margin))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "bias %g and margin %g must be finite",
                        svm->bias, svm->margin);
    for (int k = 0; k < svm->dim; k++)
        if (!is_moderate(svm->mean[k]) || !is_positive(svm->scale[k]))
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "feature %d has mean %g and scale %g; the mean must be finite, the scale "
                            "positive",
                            k + 1, svm->mean[k], svm->scale[k]);
    return KIP_OK;
}

static KipStatus check_vectors(const KipSvm *svm, KipError *error)
{
    double sum = 0, size = 0;
    for (int i = 0; i < svm->nvector; i++) {
        double c = svm->coefficient[i];
        if (!(c <= svm->C_plus && -c <= svm->C_minus) || c == 0)
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "vector %d has the coefficient %g; it must lie in [%g, %g] and not be 0", i + 1,
                            c, -svm->C_minus, svm->C_plus);
        for (int k = 0; k < svm->dim; k++)
            if (!is_moderate(svm->vector[(size_t)i * (size_t)svm->dim + (size_t)k]))
                return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                                "feature %d of vector %d is no finite number", k + 1, i + 1);
        sum += c, size += fabs(c);
    }
    if (!(fabs(sum) <= balance * size))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the coefficients sum to %g; the sum must be 0",
                        sum);
    return KIP_OK;
}

KipStatus kip_svm_create(const KipSvm *parts, const KipAllocator *allocator, KipSvm **svm, KipError *error)
{
    *svm = NULL;
    KipStatus status = check_numbers(parts, error);
    if (status == KIP_OK)
        status = check_vectors(parts, error);
    if (status != KIP_OK)
        return status;
    KipArena *arena = kip_arena_create(allocator);
    size_t dim = (size_t)parts->dim, n = (size_t)parts->nvector;
    KipSvm *made = arena ? kip_arena_copy(arena, parts, 1, sizeof *made) : NULL;
    if (made) {
        made->mean = kip_arena_copy(arena, parts->mean, dim, sizeof(double));
        made->scale = kip_arena_copy(arena, parts->scale, dim, sizeof(double));
        made->vector = kip_arena_copy(arena, parts->vector, n * dim, sizeof(double));
        made->coefficient = kip_arena_copy(arena, parts->coefficient, n, sizeof(double));
        made->memory = arena;
    }
    if (!made || !made->mean || !made->scale || !made->vector || !made->coefficient) {
        kip_arena_destroy(arena);
        return no_memory(error);
    }
    *svm = made;
    return KIP_OK;
}

void kip_svm_destroy(KipSvm *svm)
{
    if (svm)
        kip_arena_destroy(svm->memory);
}

/* -- rows of the kernel ---------------------------------------------------------------------------------- */

typedef struct Row {
    int of; /* example */
    int64_t used;
    double *K; /* n */
} Row;

typedef struct Solver {
    KipArena *arena;
    KipSvm parts; /* what evaluation needs, while it is being made */
    int n;
    double *z; /* n rows of dim: the examples, standardised */
    double *b, *lo, *hi, *g, *self;
    int nrow, most_rows;
    Row *row;
    int *kept; /* of each example: its row, or -1 */
    int64_t clock;
} Solver;

static const double *example(const Solver *s, int i)
{
    return s->z + (size_t)i * (size_t)s->parts.dim;
}

/* A new row, or the one that was not used for longest; NULL when out of memory. */
static Row *free_row(Solver *s)
{
    Row *row = s->row;
    if (s->nrow < s->most_rows) {
        row = s->row + s->nrow;
        row->K = kip_arena_take(s->arena, (size_t)s->n, sizeof(double));
        s->nrow += row->K != NULL;
        return row->K ? row : NULL;
    }
    for (int r = 1; r < s->nrow; r++)
        if (s->row[r].used < row->used)
            row = s->row + r;
    s->kept[row->of] = -1;
    return row;
}

/* The row K_i. of all examples; it is valid until two more rows were requested. */
static const double *kernel_row(Solver *s, int i)
{
    if (s->kept[i] < 0) {
        Row *row = free_row(s);
        if (!row)
            return NULL;
        row->of = i;
        s->kept[i] = (int)(row - s->row);
        for (int t = 0; t < s->n; t++)
            row->K[t] = kernel(&s->parts, example(s, i), example(s, t));
    }
    s->row[s->kept[i]].used = ++s->clock;
    return s->row[s->kept[i]].K;
}

/* -- the solver ------------------------------------------------------------------------------------------ */

/* The greatest g of those that can grow, and the least of those that can shrink. */
static int most_wanted(const Solver *s, double *least)
{
    int i = -1;
    *least = INFINITY;
    for (int t = 0; t < s->n; t++) {
        if (s->b[t] < s->hi[t] && (i < 0 || s->g[t] > s->g[i]))
            i = t;
        if (s->b[t] > s->lo[t] && s->g[t] < *least)
            *least = s->g[t];
    }
    return i;
}

static double curvature(const Solver *s, int i, int j, double K_ij)
{
    double size = s->self[i] + s->self[j];
    return fmax(size - 2 * K_ij, least_curvature * size);
}

/* The index from which it is best taken. */
static int best_partner(const Solver *s, int i, const double *K)
{
    double best = -1;
    int j = -1;
    for (int t = 0; t < s->n; t++) {
        double slope = s->g[i] - s->g[t];
        if (!(s->b[t] > s->lo[t] && slope > 0))
            continue;
        double gain = slope * slope / curvature(s, i, t, K[t]);
        if (gain > best)
            best = gain, j = t;
    }
    return j;
}

/* Moves d from j to i; false where rounding leaves nothing of it. */
static bool move(Solver *s, int i, int j, const double *Ki, const double *Kj)
{
    double room_i = s->hi[i] - s->b[i], room_j = s->b[j] - s->lo[j];
    double d = (s->g[i] - s->g[j]) / curvature(s, i, j, Ki[j]), bi, bj;
    d = fmin(d, fmin(room_i, room_j));
    bi = d == room_i ? s->hi[i] : s->b[i] + d;
    bj = d == room_j ? s->lo[j] : s->b[j] - d;
    if (bi == s->b[i] && bj == s->b[j])
        return false;
    s->b[i] = bi, s->b[j] = bj;
    for (int t = 0; t < s->n; t++)
        s->g[t] -= d * (Ki[t] - Kj[t]);
    return true;
}

/* The mean g of those strictly inside their boxes; without any, the middle of the allowed interval. */
static double bias_of(const Solver *s, double most, double least)
{
    double sum = 0;
    int n = 0;
    for (int t = 0; t < s->n; t++)
        if (s->b[t] > s->lo[t] && s->b[t] < s->hi[t])
            sum += s->g[t], n++;
    return n ? sum / n : 0.5 * (most + least);
}

static KipStatus solve(Solver *s, const KipSvmDef *def, KipError *error)
{
    for (int step = 0; step < def->most_steps; step++) {
        double least;
        int i = most_wanted(s, &least);
        bool done = s->g[i] - least <= def->tolerance;
        if (!done) {
            const double *Ki = kernel_row(s, i);
            int j = Ki ? best_partner(s, i, Ki) : -1;
            const double *Kj = Ki ? kernel_row(s, j) : NULL;
            if (!Kj)
                return no_memory(error);
            done = !move(s, i, j, Ki, Kj);
        }
        if (done) {
            s->parts.bias = bias_of(s, s->g[i], least);
            return KIP_OK;
        }
    }
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                    "the training did not end in %d steps; lower C, standardise, or allow more steps or "
                    "tolerance",
                    def->most_steps);
}

/* -- training -------------------------------------------------------------------------------------------- */

static KipStatus check_def(const KipSvmDef *def, KipError *error)
{
    if (def->kernel != KIP_SVM_LINEAR && def->kernel != KIP_SVM_RBF)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "there is no kernel %d", (int)def->kernel);
    if (!(is_positive(def->C) && is_positive(def->weight_plus) && is_positive(def->weight_minus)))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "C is %g, its weights %g and %g; all three must be positive", def->C,
                        def->weight_plus, def->weight_minus);
    if (def->kernel == KIP_SVM_RBF && def->gamma != 0 && !is_positive(def->gamma))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "gamma is %g; it must be positive, or 0 for 1 / dim", def->gamma);
    if (!(def->tolerance >= least_tolerance && def->tolerance < 1) || def->most_steps < 1)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "the tolerance is %g, the number of steps %d; give %g to 1, and one step or more",
                        def->tolerance, def->most_steps, least_tolerance);
    return KIP_OK;
}

/* Everything at b = 0. False when out of memory. */
static bool begin(Solver *s, const KipSvmDef *def, const KipSvmData *data)
{
    size_t n = (size_t)data->n, dim = (size_t)data->dim;
    size_t rows = def->cache / (n * sizeof(double));
    double *mean, *scale;
    s->n = data->n;
    s->parts = (KipSvm){.kernel = def->kernel,
                        .gamma = def->kernel == KIP_SVM_LINEAR ? 0
                                 : def->gamma > 0              ? def->gamma
                                                               : 1.0 / data->dim,
                        .C_plus = def->C * def->weight_plus,
                        .C_minus = def->C * def->weight_minus,
                        .margin = def->margin,
                        .dim = data->dim};
    s->most_rows = rows < 2 ? 2 : rows < n ? (int)rows : data->n;
    s->z = kip_arena_take(s->arena, n * dim, sizeof(double));
    s->b = kip_arena_take(s->arena, 5 * n, sizeof(double));
    s->row = kip_arena_take(s->arena, (size_t)s->most_rows, sizeof *s->row);
    s->kept = kip_arena_take(s->arena, n, sizeof(int));
    mean = kip_arena_take(s->arena, 2 * dim, sizeof(double));
    if (!s->z || !s->b || !s->row || !s->kept || !mean)
        return false;
    s->lo = s->b + n, s->hi = s->lo + n, s->g = s->hi + n, s->self = s->g + n;
    scale = mean + dim;
    for (size_t k = 0; k < dim; k++)
        scale[k] = 1;
    if (def->standardise)
        kip_svm_scales(data, mean, scale);
    s->parts.mean = mean, s->parts.scale = scale;
    for (size_t i = 0; i < n; i++) {
        bool plus = data->label[i] > 0;
        standardise(&s->parts, data->x + i * dim, s->z + i * dim);
        s->lo[i] = plus ? 0 : -s->parts.C_minus;
        s->hi[i] = plus ? s->parts.C_plus : 0;
        s->g[i] = data->label[i];
        s->self[i] = kernel(&s->parts, s->z + i * dim, s->z + i * dim);
        s->kept[i] = -1;
    }
    return true;
}

/* The examples with b != 0 move to the front. */
static void gather(Solver *s)
{
    size_t dim = (size_t)s->parts.dim, n = 0;
    for (int i = 0; i < s->n; i++) {
        if (s->b[i] == 0)
            continue;
        s->b[n] = s->b[i];
        memmove(s->z + n * dim, example(s, i), dim * sizeof(double));
        n++;
    }
    s->parts.nvector = (int)n;
    s->parts.vector = s->z;
    s->parts.coefficient = s->b;
}

KipStatus kip_svm_train(const KipSvmDef *def, const KipSvmData *data, KipSvm **svm, KipError *error)
{
    *svm = NULL;
    Solver s = {0};
    KipStatus status = check_def(def, error);
    if (status == KIP_OK)
        status = kip_svm_data_check(data, error);
    if (status != KIP_OK)
        return status;
    s.arena = kip_arena_create(def->allocator);
    status = s.arena && begin(&s, def, data) ? solve(&s, def, error) : no_memory(error);
    if (status == KIP_OK) {
        gather(&s);
        status = kip_svm_create(&s.parts, def->allocator, svm, error);
    }
    kip_arena_destroy(s.arena);
    return status;
}
