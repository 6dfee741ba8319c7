/* Where the points of a sweep lie in its picture. See sweep_parts.h. */
#include <math.h>
#include <stdlib.h>

#include "sweep_parts.h"

bool kip_sweep_is_wide(const KipSweepDesign *design, int i)
{
    return i != design->searched && (design->axis[i].n > 1 || design->axis[i].kind == KIP_SWEEP_RANDOM);
}

int kip_sweep_drawn_axes(const KipSweepDesign *design, int axis[2])
{
    int n = 0, most = *design->boundary ? 1 : 2;
    for (int i = 0; i < design->naxis && n < most; i++)
        if (kip_sweep_is_wide(design, i))
            axis[n++] = i;
    return n;
}

/* So many that a bin, or a cell of them, has ten points or so. */
static int bins(const KipSweepDesign *design, int naxis)
{
    double each = (double)design->nrandom / 10;
    double n = floor(naxis == 2 ? sqrt(each) : each);
    return n < 2 ? 2 : n > 20 ? 20 : (int)n;
}

KipStatus kip_sweep_find_places(const KipSweepDesign *design, int index, int naxis, KipSweepPlaces *places,
                                KipError *error)
{
    const KipSweepAxis *axis = design->axis + index;
    bool random = axis->kind == KIP_SWEEP_RANDOM;
    int n = random ? bins(design, naxis) : (int)axis->n, kept = 0;
    *places = (KipSweepPlaces){.axis = axis, .index = index, .n = n, .x = malloc((size_t)n * sizeof(double))};
    if (!places->x)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the picture of the sweep");
    int64_t stride = 1; /* points from one value of the axis to the next */
    for (int i = index + 1; i < design->naxis && !random; i++)
        stride *= design->axis[i].n;
    for (int i = 0; i < n; i++)
        places->x[i] = random ? axis->from + (i + 0.5) / n * (axis->to - axis->from)
                              : kip_sweep_value(design, i * stride, index);
    kip_sweep_sort(places->x, (size_t)n);
    for (int i = 0; i < n; i++)
        if (kept == 0 || places->x[i] > places->x[kept - 1])
            places->x[kept++] = places->x[i];
    places->n = kept;
    return KIP_OK;
}

int kip_sweep_find_place(const KipSweepPlaces *places, double value)
{
    const KipSweepAxis *axis = places->axis;
    if (axis->kind == KIP_SWEEP_RANDOM) {
        int i = (int)floor((value - axis->from) / (axis->to - axis->from) * places->n);
        return i < places->n ? i : places->n - 1;
    }
    int lo = 0, hi = places->n - 1;
    while (lo < hi) {
        int middle = (lo + hi) / 2;
        if (places->x[middle] < value)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}
