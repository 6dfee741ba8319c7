/* The numbers at each point of a sweep. See sweep.h. */
#include "sweep.h"

#include <math.h>
#include <string.h>

#include "../../dynamics/random.h"
#include "../text/number.h"

static double random_value(const KipSweepDesign *design, int64_t point, const KipSweepAxis *axis)
{
    const uint64_t word[] = {(uint64_t)design->seed, (uint64_t)point};
    uint64_t hash = KIP_HASH_START;
    for (int i = 0; i < 2; i++)
        for (int shift = 0; shift < 64; shift += 8) { /* byte by byte: the same on every machine */
            unsigned char byte = (unsigned char)(word[i] >> shift);
            hash = kip_hash(hash, &byte, 1);
        }
    KipRandom random = {kip_hash(hash, axis->name, strlen(axis->name))};
    return kip_random_uniform(&random, axis->from, axis->to);
}

double kip_sweep_value(const KipSweepDesign *design, int64_t point, int index)
{
    const KipSweepAxis *axis = design->axis + index;
    if (axis->kind == KIP_SWEEP_RANDOM)
        return random_value(design, point, axis);
    int64_t i = point;
    for (int k = design->naxis - 1; k > index; k--)
        i /= design->axis[k].n;
    i %= axis->n;
    if (axis->kind == KIP_SWEEP_LIST)
        return axis->value[i];
    double value = axis->from + (double)i * axis->step;
    return fabs(value - axis->to) <= KIP_SWEEP_SLACK * fabs(axis->step) ? axis->to : value;
}

int kip_sweep_params(const KipSweepDesign *design, int64_t point, KipSceneParam param[KIP_SWEEP_MOST_PARAMS])
{
    int n = 0;
    for (; n < design->fixed.n; n++)
        param[n] = design->fixed.param[n];
    for (int i = 0; i < design->naxis; i++)
        if (i != design->searched)
            param[n++] = (KipSceneParam){design->axis[i].name, kip_sweep_value(design, point, i)};
    if (design->searched >= 0)
        param[n++] =
            (KipSceneParam){design->axis[design->searched].name, design->axis[design->searched].from};
    return n;
}
