/* CMA-ES: the box, one generation, restarts. */
#include "cmaes_parts.h"

#include <math.h>
#include <string.h>

#include "../dynamics/scalar.h"
#include "eigen.h"

KipCmaesDef kip_cmaes_def(void)
{
    KipCmaesDef def = {.sigma = 1, .seed = 1, .target = -INFINITY, .tol_f = 1e-12, .tol_x = 1e-12};
    return def;
}

/* -- the box --------------------------------------------------------------------------------------------- */

static bool between(const KipCmaesDef *def, int i)
{
    return isfinite(def->lo[i]) && isfinite(def->hi[i]);
}

static double margin(const KipCmaesDef *def, int i)
{
    return between(def, i) ? (def->hi[i] - def->lo[i]) / 20 : def->sigma * def->scale[i];
}

/* The map from u to x of cmaes.h. */
static double into_box(const KipCmaesDef *def, int i, double u)
{
    double lo = def->lo[i], hi = def->hi[i], a = margin(def, i), x;
    if (between(def, i) && (u < lo - a || u > hi + a)) {
        double width = hi - lo + 2 * a, turns = (u - (lo - a)) / (2 * width);
        double along = 2 * width * (turns - floor(turns));
        u = lo - a + (along > width ? 2 * width - along : along);
    } else if (u < lo - a) {
        u = 2 * (lo - a) - u;
    } else if (u > hi + a) {
        u = 2 * (hi + a) - u;
    }
    x = u;
    if (u < lo + a)
        x = lo + (u - lo + a) * (u - lo + a) / (4 * a);
    else if (u > hi - a)
        x = hi - (hi + a - u) * (hi + a - u) / (4 * a);
    return x >= lo ? x <= hi ? x : hi : lo; /* steps that overflowed, too */
}

/* x to the u nearest the box. */
static double out_of_box(const KipCmaesDef *def, int i, double x)
{
    double lo = def->lo[i], hi = def->hi[i], a = margin(def, i);
    if (x < lo + a)
        return lo - a + 2 * sqrt(a * (x - lo));
    if (x > hi - a)
        return hi + a - 2 * sqrt(a * (hi - x));
    return x;
}

/* The point mean + sigma step in x. */
static void place(const KipCmaes *cmaes, const double *step, double *x)
{
    const KipCmaesDef *def = &cmaes->def;
    for (int i = 0; i < def->n; i++)
        x[i] = into_box(def, i, def->scale[i] * (cmaes->mean[i] + cmaes->sigma * step[i]));
}

void kip_cmaes_mean(const KipCmaes *cmaes, double *x)
{
    for (int i = 0; i < cmaes->def.n; i++)
        x[i] = into_box(&cmaes->def, i, cmaes->def.scale[i] * cmaes->mean[i]);
}

/* -- a run ----------------------------------------------------------------------------------------------- */

/* The sum of the negative weights, without its sign: the least of the three bounds in the tutorial's table 1.
 * The last one keeps the covariance positive. `mu_eff` is that of the negative weights. */
static double negative_sum(const KipCmaes *cmaes, double mu_eff)
{
    double c_1 = cmaes->c_1, c_mu = cmaes->c_mu;
    const double bound[] = {1 + c_1 / c_mu, 1 + 2 * mu_eff / (cmaes->mu_eff + 2),
                            (1 - c_1 - c_mu) / (cmaes->def.n * c_mu)};
    double least = bound[0];
    for (int i = 1; i < 3; i++)
        least = bound[i] < least ? bound[i] : least;
    return least > 0 ? least : 0;
}

/* The constants of the tutorial's table 1 for the present population. */
static void set_constants(KipCmaes *cmaes)
{
    int population = cmaes->population;
    double n = cmaes->def.n, sum[2] = {0}, squares[2] = {0}, scale[2], mu_eff, excess;
    cmaes->mu = population / 2;
    for (int i = 0; i < population; i++) {
        double weight = kip_log(0.5 * (population + 1)) - kip_log(i + 1);
        cmaes->weight[i] = weight;
        sum[i >= cmaes->mu] += fabs(weight);
        squares[i >= cmaes->mu] += weight * weight;
    }
    cmaes->mu_eff = mu_eff = sum[0] * sum[0] / squares[0];
    cmaes->c_c = (4 + mu_eff / n) / (n + 4 + 2 * mu_eff / n);
    cmaes->c_1 = 2 / ((n + 1.3) * (n + 1.3) + mu_eff);
    cmaes->c_mu = 2 * (0.25 + mu_eff - 2 + 1 / mu_eff) / ((n + 2) * (n + 2) + mu_eff);
    if (cmaes->c_mu > 1 - cmaes->c_1)
        cmaes->c_mu = 1 - cmaes->c_1;
    scale[0] = 1 / sum[0];
    scale[1] = negative_sum(cmaes, sum[1] * sum[1] / squares[1]) / sum[1];
    cmaes->weight_sum = 0;
    for (int i = 0; i < population; i++) {
        cmaes->weight[i] *= scale[i >= cmaes->mu];
        cmaes->weight_sum += cmaes->weight[i];
    }
    cmaes->c_sigma = (mu_eff + 2) / (n + mu_eff + 5);
    excess = mu_eff > 1 ? sqrt((mu_eff - 1) / (n + 1)) - 1 : 0;
    cmaes->d_sigma = 1 + 2 * (excess > 0 ? excess : 0) + cmaes->c_sigma;
    cmaes->chi = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n)); /* the mean length of a normal vector */
}

static void set_identity(double *matrix, int n)
{
    memset(matrix, 0, (size_t)n * (size_t)n * sizeof *matrix);
    for (int i = 0; i < n; i++)
        matrix[(ptrdiff_t)i * (n + 1)] = 1;
}

void kip_cmaes_begin(KipCmaes *cmaes)
{
    const KipCmaesDef *def = &cmaes->def;
    size_t vector_size = (size_t)def->n * sizeof(double);
    for (int i = 0; i < def->n; i++) {
        double x = def->start[i], u;
        if (cmaes->restarts && between(def, i))
            x = kip_random_uniform(&cmaes->random, def->lo[i], def->hi[i]);
        u = out_of_box(def, i, x);
        if (cmaes->restarts && !between(def, i))
            u += def->sigma * def->scale[i] * kip_random_normal(&cmaes->random);
        cmaes->mean[i] = u / def->scale[i];
        cmaes->deviation[i] = 1;
    }
    memset(cmaes->path_c, 0, vector_size);
    memset(cmaes->path_s, 0, vector_size);
    set_identity(cmaes->covariance, def->n);
    set_identity(cmaes->vector, def->n);
    cmaes->sigma = def->sigma;
    cmaes->age = cmaes->decomposed = 0;
    cmaes->population = def->population << cmaes->restarts;
    set_constants(cmaes);
}

void kip_cmaes_ask(KipCmaes *cmaes, double *x)
{
    int n = cmaes->def.n;
    double *step = cmaes->step;
    if (cmaes->stop) {
        for (int64_t i = 0; i < cmaes->population; i++)
            memcpy(x + i * n, cmaes->best_x, (size_t)n * sizeof *x);
        return;
    }
    for (int64_t i = 0; i < cmaes->population; i++, step += n, x += n) {
        if (!cmaes->asked) {
            memset(step, 0, (size_t)n * sizeof *step);
            for (int k = 0; k < n; k++) {
                double length = cmaes->deviation[k] * kip_random_normal(&cmaes->random);
                for (int j = 0; j < n; j++)
                    step[j] += length * cmaes->vector[(ptrdiff_t)k * n + j];
            }
        }
        place(cmaes, step, x);
    }
    cmaes->asked = true;
}

/* What `step` has along principal axis k, in its deviations. */
static double along_axis(const KipCmaes *cmaes, int k, const double *step)
{
    int n = cmaes->def.n;
    const double *vector = cmaes->vector + (ptrdiff_t)k * n;
    double along = 0;
    for (int i = 0; i < n; i++)
        along += vector[i] * step[i];
    return along / cmaes->deviation[k];
}

/* The path of sigma takes the mean's step in the coordinates where the distribution is round: C^-1/2 step. */
static void follow(KipCmaes *cmaes, const double *mean_step)
{
    int n = cmaes->def.n;
    double c = cmaes->c_sigma, gain = sqrt(c * (2 - c) * cmaes->mu_eff);
    for (int i = 0; i < n; i++)
        cmaes->path_s[i] *= 1 - c;
    for (int k = 0; k < n; k++) {
        double along = gain * along_axis(cmaes, k, mean_step);
        for (int i = 0; i < n; i++)
            cmaes->path_s[i] += along * cmaes->vector[(ptrdiff_t)k * n + i];
    }
}

/* The square of the length of C^-1/2 step. */
static double squared_length(const KipCmaes *cmaes, const double *step)
{
    int n = cmaes->def.n;
    double sum = 0;
    for (int k = 0; k < n; k++) {
        double along = along_axis(cmaes, k, step);
        sum += along * along;
    }
    return sum;
}

/* KIP.4: C = (1 - c_1 - c_mu sum w + rest) C + c_1 p p' + c_mu sum w y y'; the lower half, then its mirror. Steps y
 * with a negative weight are first brought to the length sqrt(n), in the coordinates where the distribution
 * is round: a long one would take more than C has. */
static void learn(KipCmaes *cmaes, double rest)
{
    int n = cmaes->def.n;
    double *covariance = cmaes->covariance;
    double kept = 1 - cmaes->c_1 - cmaes->c_mu * cmaes->weight_sum + rest;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double *entry = covariance + (ptrdiff_t)i * n + j;
            *entry = kept * *entry + cmaes->c_1 * cmaes->path_c[i] * cmaes->path_c[j];
        }
    for (int64_t k = 0; k < cmaes->population; k++) {
        const double *step = cmaes->step + (ptrdiff_t)cmaes->order[k] * n;
        double weight = cmaes->c_mu * cmaes->weight[k];
        if (weight < 0)
            weight *= n / squared_length(cmaes, step);
        for (int i = 0; i < n; i++) {
            double *row = covariance + (ptrdiff_t)i * n, s = weight * step[i];
            for (int j = 0; j <= i; j++)
                row[j] += s * step[j];
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            covariance[(ptrdiff_t)j * n + i] = covariance[(ptrdiff_t)i * n + j];
}

/* Mean, paths, covariance and sigma from the ranked points. */
static void adapt(KipCmaes *cmaes)
{
    int n = cmaes->def.n;
    double *mean_step = cmaes->work, length = 0, c = cmaes->c_c, decay, gain;
    bool steady;
    memset(mean_step, 0, (size_t)n * sizeof *mean_step);
    for (int k = 0; k < cmaes->mu; k++)
        for (int i = 0; i < n; i++)
            mean_step[i] += cmaes->weight[k] * cmaes->step[(ptrdiff_t)cmaes->order[k] * n + i];
    follow(cmaes, mean_step);
    for (int i = 0; i < n; i++) {
        cmaes->mean[i] += cmaes->sigma * mean_step[i];
        length += cmaes->path_s[i] * cmaes->path_s[i];
    }
    length = sqrt(length);
    decay = 1 - kip_pow(1 - cmaes->c_sigma, 2 * ((double)cmaes->age + 1));
    /* a long path: sigma is still growing, and the covariance should not grow with it */
    steady = length < (1.4 + 2 / (n + 1.0)) * cmaes->chi * sqrt(decay);
    gain = steady ? sqrt(c * (2 - c) * cmaes->mu_eff) : 0;
    for (int i = 0; i < n; i++)
        cmaes->path_c[i] = (1 - c) * cmaes->path_c[i] + gain * mean_step[i];
    learn(cmaes, steady ? 0 : cmaes->c_1 * c * (2 - c));
    cmaes->sigma *= kip_exp(cmaes->c_sigma / cmaes->d_sigma * (length / cmaes->chi - 1));
}

/* Eigenvectors anew, but seldom where that loses nothing (the tutorial's B.2). A failure shows as deviations
 * of 0. */
static void decompose(KipCmaes *cmaes)
{
    int n = cmaes->def.n;
    size_t square = (size_t)n * (size_t)n;
    bool done;
    if ((double)(cmaes->age - cmaes->decomposed) * 10 * n * (cmaes->c_1 + cmaes->c_mu) < 1)
        return;
    memcpy(cmaes->work, cmaes->covariance, square * sizeof(double));
    done = kip_eigen(n, cmaes->work, cmaes->deviation, cmaes->vector, cmaes->work + square);
    for (int i = 0; i < n; i++)
        cmaes->deviation[i] = done && cmaes->deviation[i] > 0 ? sqrt(cmaes->deviation[i]) : 0;
    cmaes->decomposed = cmaes->age;
}

/* After a generation: the whole search ends, or its run and the next begins. */
static void conclude(KipCmaes *cmaes)
{
    const KipCmaesDef *def = &cmaes->def;
    KipCmaesStop stop = kip_cmaes_judge(cmaes);
    bool restart = stop > KIP_CMAES_TARGET && cmaes->restarts < def->restarts;
    int64_t next = restart ? 2 * cmaes->population : cmaes->population;
    if (stop)
        cmaes->last_stop = stop;
    if (stop != KIP_CMAES_TARGET && def->max_generations && cmaes->generation >= def->max_generations)
        stop = KIP_CMAES_GENERATIONS, restart = false;
    else if (stop != KIP_CMAES_TARGET && (!stop || restart) && def->max_evaluations &&
             cmaes->evaluations + next > def->max_evaluations)
        stop = KIP_CMAES_EVALUATIONS, restart = false;
    if (restart) {
        cmaes->restarts++;
        kip_cmaes_begin(cmaes);
    } else {
        cmaes->stop = stop;
        if (stop)
            cmaes->last_stop = stop;
    }
}

void kip_cmaes_tell(KipCmaes *cmaes, const double *f)
{
    int population = cmaes->population, best;
    if (!cmaes->asked || cmaes->stop)
        return;
    for (int i = 0; i < population; i++)
        cmaes->value[i] = f[i] == f[i] ? f[i] : INFINITY;
    kip_cmaes_rank(cmaes->value, population, cmaes->order);
    best = cmaes->order[0];
    if (cmaes->value[best] < cmaes->best_f) {
        cmaes->best_f = cmaes->value[best];
        place(cmaes, cmaes->step + (ptrdiff_t)best * cmaes->def.n, cmaes->best_x);
    }
    cmaes->past_best[cmaes->age % cmaes->history] = cmaes->value[best];
    cmaes->past_median[cmaes->age % cmaes->history] = cmaes->value[cmaes->order[population / 2]];
    adapt(cmaes);
    cmaes->asked = false;
    cmaes->age++;
    cmaes->generation++;
    cmaes->evaluations += population;
    decompose(cmaes);
    conclude(cmaes);
}

/* -- what it says ---------------------------------------------------------------------------------------- */

int kip_cmaes_population(const KipCmaes *cmaes)
{
    return cmaes->population;
}

int kip_cmaes_max_population(const KipCmaes *cmaes)
{
    return cmaes->most;
}

KipCmaesStop kip_cmaes_stop(const KipCmaes *cmaes)
{
    return cmaes->stop;
}

double kip_cmaes_sigma(const KipCmaes *cmaes)
{
    return cmaes->sigma;
}

double kip_cmaes_best_f(const KipCmaes *cmaes)
{
    return cmaes->best_f;
}
