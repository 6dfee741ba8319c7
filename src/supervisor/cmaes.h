/* Search for the least of a function of n numbers that gives no derivatives: CMA-ES, the evolution strategy
 * with covariance matrix adaptation, as ask and tell. The caller evaluates, in any order and on any number of
 * threads; the same seed and values give the same search, bit by bit.
 *
 *     KipCmaesDef def = kip_cmaes_def();
 *     def.n = 3, def.start = start, def.sigma = 0.1;
 *     kip_cmaes_create(&def, &cmaes, &error);
 *     while (!kip_cmaes_stop(cmaes)) {
 *         kip_cmaes_ask(cmaes, x);
 *         for (int i = 0; i < kip_cmaes_population(cmaes); i++)
 *             f[i] = cost(x + i * def.n);
 *         kip_cmaes_tell(cmaes, f);
 *     }
 *
 * Source: Hansen, The CMA Evolution Strategy: A Tutorial (arXiv 1604.00772), with the constants of its table
 * 1, negative weights included: steps to the worse half of a generation shrink the covariance, as in the
 * present default of the reference implementation (pycma). That takes a third fewer evaluations on an
 * ellipsoid of condition 1e6, a fifth on Rosenbrock's function, and 3 % more on a sphere. Restarts: Auger and
 * Hansen, A restart CMA evolution strategy with increasing population size (CEC 2005). tests/test_cmaes.c
 * compares the counts with published ones.
 */
#ifndef KIP_SUPERVISOR_CMAES_H
#define KIP_SUPERVISOR_CMAES_H

#include "../dynamics/base.h"

typedef struct KipCmaes KipCmaes;

/* Why a search ended. */
typedef enum KipCmaesStop {
    KIP_CMAES_GOES_ON = 0,
    KIP_CMAES_TARGET,      /* a value is at or below the target */
    KIP_CMAES_EVALUATIONS, /* another generation would exceed max_evaluations */
    KIP_CMAES_GENERATIONS, /* max_generations are done */
    /* these end one run; while restarts are left, the next begins */
    KIP_CMAES_TOL_F,      /* the last generation's values and the best of those before agree to tol_f */
    KIP_CMAES_TOL_X,      /* the deviations are below tol_x times those at the start */
    KIP_CMAES_NO_EFFECT,  /* a step along an axis is lost in rounding */
    KIP_CMAES_STAGNATION, /* best and median are no better than long ago */
    KIP_CMAES_CONDITION,  /* the covariance's condition number is above 1e14 */
    KIP_CMAES_DIVERGED,   /* the greatest deviation grew ten thousandfold: sigma was far too small */
} KipCmaesStop;

/* The arrays are copied. The first deviation of x[i] is sigma scale[i]: about a quarter of the range in which
 * the least is expected; scales should be such that a deviation of each coordinate changes the value alike.
 *
 * Bounds are kept by a map: the search moves in coordinates u without bounds, and x is u itself but for a
 * margin a at each bound, where x = lo + (u - lo + a)^2 / (4 a) for u from lo - a to lo + a: value and slope
 * are continuous, and the bound itself is reached at u = lo - a. Beyond that the map goes back as in a
 * mirror. a is a twentieth of hi - lo, or the first deviation where the other bound is infinite. (The shape
 * is that of BoundTransform in pycma; the margins are kip's.)
 *
 * A restart begins at a uniform point of the box; a coordinate without two bounds begins normal around its
 * start, with its first deviation. */
typedef struct KipCmaesDef {
    int n;                         /* coordinates, 1 to 2000 */
    const double *start;           /* [n], within the bounds */
    double sigma;                  /* > 0 */
    const double *scale;           /* [n], > 0; NULL: 1 */
    const double *lo, *hi;         /* [n], lo < hi, infinite where there is none; NULL: none */
    int population;                /* points a generation, 4 or more; 0: 4 + floor(3 ln n) */
    int restarts;                  /* further runs, 0 to 16, each of twice the population */
    uint64_t seed;                 /* any */
    double target;                 /* -infinity: none */
    int64_t max_evaluations;       /* of all runs; 0: no limit */
    int64_t max_generations;       /* of all runs; 0: no limit */
    double tol_f, tol_x;           /* >= 0 */
    const KipAllocator *allocator; /* NULL: libc */
} KipCmaesDef;

/* Valid once n and start are given: sigma 1, no bounds, standard population, no restarts, seed 1, no target,
 * no limits, tolerances 1e-12. */
KipCmaesDef kip_cmaes_def(void);

/* KIP_BAD_INPUT with a sentence for a definition that makes no sense; KIP_NO_MEMORY. All memory is taken
 * here, that of the last restart too. */
KipStatus kip_cmaes_create(const KipCmaesDef *def, KipCmaes **cmaes, KipError *error);
void kip_cmaes_destroy(KipCmaes *cmaes); /* NULL is allowed */

/* Points of the present generation; a restart doubles it. */
int kip_cmaes_population(const KipCmaes *cmaes);
/* Points of a generation after the last restart: what x and f must have room for. */
int kip_cmaes_max_population(const KipCmaes *cmaes);

/* Writes population x n numbers, a point a row, within the bounds. Asked again before tell it gives the same
 * points; after the end each is the best one. */
void kip_cmaes_ask(KipCmaes *cmaes, double *x);

/* Takes the values at these points, f[population], in their order. NaN counts as the worst, like infinity; equal values
 * rank by index. Does nothing where no points are pending or the search has ended. */
void kip_cmaes_tell(KipCmaes *cmaes, const double *f);

KipCmaesStop kip_cmaes_stop(const KipCmaes *cmaes); /* why the search ended */
const char *kip_cmaes_stop_name(KipCmaesStop stop); /* a few words; never NULL */

double kip_cmaes_sigma(const KipCmaes *cmaes); /* the step size; at the start the definition's */
/* Writes x[n]: where the distribution is centred, in the box. */
void kip_cmaes_mean(const KipCmaes *cmaes, double *x);
double kip_cmaes_best_f(const KipCmaes *cmaes); /* the best of all runs; infinity at first */

#endif
