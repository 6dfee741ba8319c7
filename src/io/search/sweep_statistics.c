/* Rates, means and medians of a sweep's points. See sweep.h. */
#include "sweep.h"

#include <math.h>
#include <stdlib.h>

void kip_sweep_wilson(int64_t successes, int64_t n, double *lo, double *hi)
{
    const double z = 1.959963984540054; /* the normal distribution's 0.975 quantile */
    double trials = (double)n;
    *lo = 0, *hi = 1;
    if (n == 0)
        return;
    double p = (double)successes / trials, scale = 1 / (1 + z * z / trials);
    double middle = scale * (p + 0.5 * z * z / trials);
    double half = scale * z * sqrt(p * (1 - p) / trials + 0.25 * z * z / (trials * trials));
    if (successes > 0)
        *lo = middle - half;
    if (successes < n)
        *hi = middle + half;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double kip_sweep_median(double *value, size_t n)
{
    if (n == 0)
        return NAN;
    qsort(value, n, sizeof *value, ascending);
    return 0.5 * value[(n - 1) / 2] + 0.5 * value[n / 2];
}

static bool is_found(const KipSweepTable *table, const KipSweepRow *row)
{
    return row->outcome == (*table->design->boundary ? KIP_SWEEP_SOME : KIP_SWEEP_ALL);
}

KipStatus kip_sweep_point(const KipSweepTable *table, int64_t point, KipSweepPoint *result, KipError *error)
{
    int64_t seeds = table->design->seeds;
    KipSweepPoint of = {.median = NAN, .least = NAN, .greatest = NAN};
    bool boundary = *table->design->boundary;
    double *found = boundary ? malloc((size_t)seeds * sizeof *found) : NULL;
    size_t n = 0;
    if (boundary && !found)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the summary of the sweep");
    for (int64_t k = point * seeds; k < (point + 1) * seeds; k++) {
        const KipSweepRow *row = table->row + k;
        of.nrun += row->done;
        of.nsuccess += row->done && is_found(table, row);
        of.nall += row->done && row->outcome == KIP_SWEEP_ALL;
        of.nnone += row->done && row->outcome == KIP_SWEEP_NONE;
        if (boundary && row->done && kip_sweep_get(table, k, KIP_SWEEP_AT, found + n))
            n++;
    }
    kip_sweep_wilson(of.nsuccess, of.nrun, &of.lo, &of.hi);
    of.median = kip_sweep_median(found, n);
    if (n > 0)
        of.least = found[0], of.greatest = found[n - 1];
    free(found);
    *result = of;
    return KIP_OK;
}

double kip_sweep_mean(const KipSweepTable *table, int64_t point, uint32_t id)
{
    int64_t seeds = table->design->seeds;
    double sum = 0, value, n = 0;
    for (int64_t k = point * seeds; k < (point + 1) * seeds; k++)
        if (kip_sweep_get(table, k, id, &value))
            sum += value, n++;
    return n > 0 ? sum / n : NAN;
}
