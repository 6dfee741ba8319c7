/* Shared by the files of the search. Internal. */
#ifndef KIP_SUPERVISOR_CMAES_PARTS_H
#define KIP_SUPERVISOR_CMAES_PARTS_H

#include "../dynamics/arena.h"
#include "../dynamics/random.h"
#include "cmaes.h"

/* The search moves in y = u / scale; the covariance starts as 1 in it. */
struct KipCmaes {
    KipArena *arena;
    KipCmaesDef def; /* its arrays are the arena's; n, population and bounds are filled in */
    int most;        /* points of the last restart's generation */
    int history;     /* generations remembered */

    /* for the present population */
    int mu; /* points that move the mean */
    double mu_eff, c_c, c_1, c_mu, c_sigma, d_sigma, chi, weight_sum;
    double *weight; /* [population] the first mu positive, with sum 1; then negative ones */

    /* state of the search */
    KipRandom random;
    int64_t restarts;
    int64_t generation, evaluations; /* of all runs */
    int64_t age;                     /* generations of this run */
    int64_t decomposed;              /* the age that `vector` and `deviation` belong to */
    bool asked;                      /* the points of the generation are made */
    KipCmaesStop stop, last_stop;
    int population;
    double sigma, best_f;
    double *mean, *best_x;           /* [n] in y; [n] in x */
    double *path_c, *path_s;         /* [n] evolution paths of the covariance and of sigma */
    double *covariance;              /* [n*n] */
    double *vector;                  /* [n*n] row k: unit eigenvector k */
    double *deviation;               /* [n] square roots of the eigenvalues */
    double *step;                    /* [most*n] the points, (y - mean) / sigma */
    double *past_best, *past_median; /* [history] rings, indexed by age */

    /* scratch */
    double *value, *work; /* [most]; [n*n + 4n] */
    double *window;       /* [history] */
    int *order;           /* [most or history] */
};

/* A run from the start, or for a restart from a point of the box. */
void kip_cmaes_begin(KipCmaes *cmaes);

/* order[n]: the indices from the least key to the greatest, ties by index. No key is NaN. */
void kip_cmaes_rank(const double *key, int n, int *order);

/* Whether the run should end after the generation whose ranked values are in `value` and `order`. */
KipCmaesStop kip_cmaes_judge(KipCmaes *cmaes);

/* The length of the rings for a population. */
int kip_cmaes_history(int n, int population);

#endif
