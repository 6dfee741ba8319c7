/* When a run of the search ends: the criteria of Hansen's tutorial, B.3. */
#include <math.h>

#include "cmaes_parts.h"

static const int longest_window = 2048;

const char *kip_cmaes_stop_name(KipCmaesStop stop)
{
    switch (stop) {
    case KIP_CMAES_GOES_ON:
        return "goes on";
    case KIP_CMAES_TARGET:
        return "target reached";
    case KIP_CMAES_EVALUATIONS:
        return "all evaluations used";
    case KIP_CMAES_GENERATIONS:
        return "all generations done";
    case KIP_CMAES_TOL_F:
        return "values agree";
    case KIP_CMAES_TOL_X:
        return "points agree";
    case KIP_CMAES_NO_EFFECT:
        return "steps lost in rounding";
    case KIP_CMAES_STAGNATION:
        return "stagnation";
    case KIP_CMAES_CONDITION:
        return "ill-conditioned";
    case KIP_CMAES_DIVERGED:
        return "diverged";
    }
    return "unknown";
}

static bool before(const double *key, int a, int b)
{
    return key[a] < key[b] || (key[a] == key[b] && a < b);
}

/* Moves order[root] down in the heap of n whose greatest is first. */
static void sift(const double *key, int *order, int root, int n)
{
    int moved = order[root];
    for (int child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n && before(key, order[child], order[child + 1]))
            child++;
        if (!before(key, moved, order[child]))
            break;
        order[root] = order[child];
    }
    order[root] = moved;
}

/* Heap sort: it needs no memory, and the order is total. */
void kip_cmaes_rank(const double *key, int n, int *order)
{
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int i = n / 2 - 1; i >= 0; i--)
        sift(key, order, i, n);
    for (int last = n - 1; last > 0; last--) {
        int greatest = order[0];
        order[0] = order[last];
        order[last] = greatest;
        sift(key, order, 0, last);
    }
}

/* 30 n / lambda, rounded up. */
static int base_window(int n, int population)
{
    return (30 * n + population - 1) / population;
}

int kip_cmaes_history(int n, int population)
{
    int window = 120 + base_window(n, population);
    return window > longest_window ? window : longest_window;
}

/* Infinite values that are all the same count as agreeing. */
static double spread(double lo, double hi)
{
    return lo == hi ? 0 : hi - lo;
}

static bool values_agree(const KipCmaes *cmaes)
{
    int window = 10 + base_window(cmaes->def.n, cmaes->population);
    double lo = cmaes->value[cmaes->order[0]], hi = cmaes->value[cmaes->order[cmaes->population - 1]];
    if (cmaes->age < window)
        return false;
    for (int64_t age = cmaes->age - window; age < cmaes->age; age++) {
        double f = cmaes->past_best[age % cmaes->history];
        lo = f < lo ? f : lo;
        hi = f > hi ? f : hi;
    }
    return spread(lo, hi) <= cmaes->def.tol_f;
}

static bool points_agree(const KipCmaes *cmaes)
{
    int n = cmaes->def.n;
    double sigma = cmaes->sigma, least = cmaes->def.tol_x * cmaes->def.sigma;
    for (int i = 0; i < n; i++)
        if (!(sigma * fabs(cmaes->path_c[i]) < least &&
              sigma * sqrt(cmaes->covariance[(ptrdiff_t)i * (n + 1)]) < least))
            return false;
    return true;
}

/* A tenth of a deviation along one principal axis, another each generation, or a fifth along a coordinate. */
static bool no_effect(const KipCmaes *cmaes)
{
    int n = cmaes->def.n, axis = (int)(cmaes->age % n);
    const double *mean = cmaes->mean, *vector = cmaes->vector + (ptrdiff_t)axis * n;
    double sigma = cmaes->sigma, step = 0.1 * sigma * cmaes->deviation[axis];
    bool moved = false;
    for (int i = 0; i < n; i++) {
        moved |= mean[i] + step * vector[i] != mean[i];
        if (mean[i] + 0.2 * sigma * sqrt(cmaes->covariance[(ptrdiff_t)i * (n + 1)]) == mean[i])
            return true;
    }
    return !moved;
}

/* The median of `count` ring entries from `age` on. */
static double median(KipCmaes *cmaes, const double *ring, int64_t age, int count)
{
    for (int i = 0; i < count; i++)
        cmaes->window[i] = ring[(age + i) % cmaes->history];
    kip_cmaes_rank(cmaes->window, count, cmaes->order);
    return cmaes->window[cmaes->order[count / 2]];
}

/* The last 30 % of a window are no better than its first 30 %, in the best and the median value. The window
 * is a fifth of the run, within limits. Looked at every 16th generation, as it sorts. */
static bool stagnates(KipCmaes *cmaes)
{
    int64_t age = cmaes->age, window = age / 5;
    int least = 120 + base_window(cmaes->def.n, cmaes->population), part;
    if (age % 16 || age < least)
        return false;
    window = window < least ? least : window;
    window = window > cmaes->history ? cmaes->history : window;
    part = (int)(3 * window / 10);
    return median(cmaes, cmaes->past_best, age - part, part) >=
               median(cmaes, cmaes->past_best, age - window, part) &&
           median(cmaes, cmaes->past_median, age - part, part) >=
               median(cmaes, cmaes->past_median, age - window, part);
}

KipCmaesStop kip_cmaes_judge(KipCmaes *cmaes)
{
    const KipCmaesDef *def = &cmaes->def;
    double least = INFINITY, greatest = 0;
    for (int i = 0; i < def->n; i++) {
        least = cmaes->deviation[i] < least ? cmaes->deviation[i] : least;
        greatest = cmaes->deviation[i] > greatest ? cmaes->deviation[i] : greatest;
    }
    if (cmaes->best_f <= def->target)
        return KIP_CMAES_TARGET;
    if (!(least > 0 && greatest <= 1e7 * least))
        return KIP_CMAES_CONDITION;
    if (!(cmaes->sigma * greatest < 1e4 * def->sigma))
        return KIP_CMAES_DIVERGED;
    if (values_agree(cmaes))
        return KIP_CMAES_TOL_F;
    if (points_agree(cmaes))
        return KIP_CMAES_TOL_X;
    if (no_effect(cmaes))
        return KIP_CMAES_NO_EFFECT;
    return stagnates(cmaes) ? KIP_CMAES_STAGNATION : KIP_CMAES_GOES_ON;
}
