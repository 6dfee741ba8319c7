/* Rates, means and medians of a sweep's points (sweep.h). */
#include "sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void kip_sweep_wilson(int64_t successes, int64_t n, double *lo, double *hi)
{
    const double z = 1.959963984540054; /* 0.975 quantile of the normal distribution */
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

void kip_sweep_sort(double *value, size_t n)
{
    qsort(value, n, sizeof *value, ascending);
}

double kip_sweep_median(double *value, size_t n)
{
    if (n == 0)
        return NAN;
    kip_sweep_sort(value, n);
    return 0.5 * value[(n - 1) / 2] + 0.5 * value[n / 2];
}

/* -- boundaries ------------------------------------------------------------------------------------------ */

void kip_sweep_spread_add(KipSweepSpread *spread, const KipSweepTable *table, int64_t k)
{
    const KipSweepRow *row = table->row + k;
    int64_t *const counts[] = {&spread->nnone, &spread->nall, &spread->nnear, &spread->nfar};
    if (!row->done)
        return;
    kip_sweep_get(table, k, KIP_SWEEP_AT, spread->value + spread->nnear + spread->nfar);
    ++*counts[row->outcome];
}

/* Success at the near end implies that "all" is beyond the far one, and vice versa. Where both were found, the more
 * frequent one counts. */
void kip_sweep_spread_finish(KipSweepSpread *spread, const KipSweepDesign *design)
{
    const KipSweepAxis *axis = design->axis + design->searched;
    int64_t nfound = spread->nnear + spread->nfar, n = nfound + spread->nall + spread->nnone;
    bool rises = axis->from < axis->to, beyond_far = spread->nnear >= spread->nfar;
    spread->all = rises == beyond_far ? INFINITY : -INFINITY;
    for (int64_t i = nfound; i < n; i++)
        spread->value[i] = i < nfound + spread->nall ? spread->all : -spread->all;
    spread->median = kip_sweep_median(spread->value, (size_t)n);
    spread->least = n ? spread->value[0] : NAN;
    spread->greatest = n ? spread->value[n - 1] : NAN;
}

/* -- points ---------------------------------------------------------------------------------------------- */

static KipStatus find_spread(const KipSweepTable *table, int64_t point, KipSweepSpread *spread,
                             KipError *error)
{
    int64_t seeds = table->design->seeds;
    *spread = (KipSweepSpread){.value = malloc((size_t)seeds * sizeof *spread->value)};
    if (!spread->value)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the summary of the sweep");
    for (int64_t k = point * seeds; k < (point + 1) * seeds; k++)
        kip_sweep_spread_add(spread, table, k);
    kip_sweep_spread_finish(spread, table->design);
    free(spread->value);
    spread->value = NULL;
    return KIP_OK;
}

KipStatus kip_sweep_point(const KipSweepTable *table, int64_t point, KipSweepPoint *result, KipError *error)
{
    int64_t seeds = table->design->seeds;
    KipSweepPoint of = {.nrun = 0};
    if (*table->design->boundary) {
        KipStatus status = find_spread(table, point, &of.spread, error);
        if (status != KIP_OK)
            return status;
    }
    for (int64_t k = point * seeds; k < (point + 1) * seeds; k++) {
        const KipSweepRow *row = table->row + k;
        of.nrun += row->done;
        of.nsuccess +=
            row->done && row->outcome >= (*table->design->boundary ? KIP_SWEEP_NEAR : KIP_SWEEP_ALL);
    }
    kip_sweep_wilson(of.nsuccess, of.nrun, &of.lo, &of.hi);
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

bool kip_sweep_is_void(const KipSweepTable *table)
{
    bool boundary = *table->design->boundary;
    for (int64_t k = 0; k < table->nrow; k++) {
        const KipSweepRow *row = table->row + k;
        double nrun, nbroken;
        if (!row->done)
            continue;
        if (boundary && kip_sweep_get(table, k, KIP_SWEEP_RUNS, &nrun) &&
            kip_sweep_get(table, k, KIP_SWEEP_BROKEN, &nbroken) && nbroken < nrun)
            return false;
        if (!boundary && (row->outcome != KIP_SWEEP_NONE || row->nmeasure > 0))
            return false;
    }
    return true;
}

static bool same_rows(const KipSweepTable *table, const KipSweepRow *a, const KipSweepRow *b)
{
    size_t n = (size_t)a->nmeasure;
    return a->outcome == b->outcome && a->nmeasure == b->nmeasure &&
           (n == 0 ||
            (memcmp(table->id + a->first, table->id + b->first, n * sizeof *table->id) == 0 &&
             memcmp(table->value + a->first, table->value + b->first, n * sizeof *table->value) == 0));
}

bool kip_sweep_alike(const KipSweepTable *table)
{
    int64_t seeds = table->design->seeds;
    if (seeds < 2 || table->nshard > 1)
        return false;
    for (int64_t k = 0; k < table->nrow; k++)
        if (!table->row[k].done || !same_rows(table, &table->row[k], &table->row[k - k % seeds]))
            return false;
    return !kip_sweep_is_void(table);
}
