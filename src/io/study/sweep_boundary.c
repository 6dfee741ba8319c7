/* Where success begins: bisection. See sweep.h. */
#include "sweep.h"

#include <math.h>

static KipStatus try(KipSweepSearch *search, double value, bool *success, KipError *error)
{
    search->nrun++;
    return search->run(search->user, value, success, error);
}

KipStatus kip_sweep_bisect(KipSweepSearch *search, KipError *error)
{
    bool first, last, middle;
    search->nrun = 0;
    KipStatus status = try(search, search->from, &first, error);
    if (status == KIP_OK)
        status = try(search, search->to, &last, error);
    if (status != KIP_OK)
        return status;
    double good = first ? search->from : search->to, bad = first ? search->to : search->from;
    if (first == last)
        search->outcome = first ? KIP_SWEEP_ALL : KIP_SWEEP_NONE;
    else
        search->outcome = first ? KIP_SWEEP_NEAR : KIP_SWEEP_FAR;
    while (first != last && fabs(good - bad) >= search->tolerance) {
        double half = 0.5 * good + 0.5 * bad;
        if (half == good || half == bad)
            break; /* no number lies between them */
        status = try(search, half, &middle, error);
        if (status != KIP_OK)
            return status;
        if (middle)
            good = half;
        else
            bad = half;
    }
    search->boundary = good;
    return KIP_OK;
}
