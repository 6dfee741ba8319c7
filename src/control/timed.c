/* See timed.h. */
#include "timed.h"

#include <math.h>

#include "../dynamics/scalar.h"

double kip_timed_torque(KipGains gains, double target, double angle, double rate_wanted, double rate)
{
    return gains.ks * (target - angle) + gains.kd * (rate_wanted - rate); /* OTB.1 */
}

KipGains kip_timed_gains(double m, double lambda)
{
    return (KipGains){m / (lambda * lambda), 2 * m / lambda}; /* OTB.4 */
}

/* -- time constants -------------------------------------------------------------------------------------- */

double kip_timed_left(double n, double V)
{
    return (1 + n + V) * kip_exp(-n); /* OTB.3n */
}

/* (1 + n + V) exp(-n) falls for n > -V. The root of ln(1 + n + V) - n = ln(1 - f) there is found by Newton from its
 * right, where the left side is concave and falls: from there every step stays right of the root. */
static double critical(double f, double V)
{
    double goal = kip_log(1 - f);
    if (goal > V) /* at n = -V, where the most is left: exp(V) */
        return fmax(1, -1 - V);
    double n = 2 - 2 * goal + fmax(V, 0) - fmin(V, 0);
    for (int i = 0; i < 100; i++) {
        double step = (kip_log(1 + n + V) - n - goal) / (1 / (1 + n + V) - 1);
        if (!(fabs(step) > 1e-16 * n))
            break;
        n = fmax(n - step, -V);
    }
    return n;
}

double kip_timed_constants(KipConstantsMode mode, double f, double V)
{
    if (!(f > 0 && f < 1))
        return NAN;
    switch (mode) {
    case KIP_CRIT_REST:
        return critical(f, 0);
    case KIP_CRIT_V:
        return critical(f, V);
    case KIP_EXP:
        return -kip_log(1 - f);
    case KIP_LITERAL_N:
        return -1 / kip_log(f);
    }
    return NAN;
}

/* -- what becomes of the error ---------------------------------------------------------------------------- */

double kip_timed_error(double lambda, double e0, double v0, double t, double *rate)
{
    double slope = v0 + e0 / lambda, decay = kip_exp(-t / lambda); /* OTB.3 */
    if (rate)
        *rate = (slope - (e0 + slope * t) / lambda) * decay;
    return (e0 + slope * t) * decay;
}

double kip_timed_acceleration(double lambda, double e0, double v0, double period)
{
    double rate;
    if (period == 0)
        return (e0 / lambda + 2 * v0) / lambda;
    kip_timed_error(lambda, e0, v0, period, &rate);
    return (v0 - rate) / period;
}

double kip_timed_error_remaining(double n, double T, double e0, double v0, double t)
{
    double root = sqrt(1 + 4 * n), lower = (1 + 2 * n - root) / 2,
           upper = (1 + 2 * n + root) / 2; /* OTB.3r */
    double Q = (-v0 * T - lower * e0) / (upper - lower), P = e0 - Q, u = (T - t) / T;
    return P * kip_pow(u, lower) + Q * kip_pow(u, upper);
}

double kip_timed_least_lambda(double h, double sigma)
{
    return h / (2 * (sqrt(1 + 1 / sigma) - 1)); /* OTB.3r, W-OTB.3e */
}

/* -- key-frames with a rate ------------------------------------------------------------------------------- */

double kip_timed_reference(double target, double rate_wanted, double time_left)
{
    return target - rate_wanted * time_left; /* OTB.3v */
}

/* Where the axis would be at T with this k, less where it is to be; S makes the rate right. */
static double miss(double k, double angle, double rate, double target, double rate_wanted, double T,
                   double *S)
{
    double grown = kip_exp(k * T);
    *S = (grown * (rate_wanted + k * target) - rate - k * angle) / (k * (grown - 1));
    return *S + (angle - *S + (rate + k * (angle - *S)) * T) / grown - target;
}

KipStatus kip_timed_analytic(double angle, double rate, double target, double rate_wanted, double T,
                             KipAnalytic *analytic, KipError *error)
{
    enum { GRID = 400, HALVINGS = 100 };
    const double least = 1e-3 / T, most = 200 / T; /* almost linear; almost immediate */
    double lo = least, hi = least, S, before = miss(least, angle, rate, target, rate_wanted, T, &S),
           now = before;
    for (int i = 1; i <= GRID && (now > 0) == (before > 0); i++) {
        lo = hi;
        hi = least * kip_pow(most / least, (double)i / GRID);
        now = miss(hi, angle, rate, target, rate_wanted, T, &S);
    }
    if (!(T > 0) || (now > 0) == (before > 0))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "no constant gains bring the axis from %g rad at %g rad/s to %g rad at %g rad/s in "
                        "%g s",
                        angle, rate, target, rate_wanted, T);
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (lo + hi);
        bool same = (miss(middle, angle, rate, target, rate_wanted, T, &S) > 0) == (before > 0);
        lo = same ? middle : lo;
        hi = same ? hi : middle;
    }
    analytic->k = 0.5 * (lo + hi);
    miss(analytic->k, angle, rate, target, rate_wanted, T, &analytic->S);
    return KIP_OK;
}

/* -- limits ------------------------------------------------------------------------------------------------ */

KipShortest kip_timed_shortest(double n, double m, double e0, double tau_max)
{
    double unit = sqrt(m * fabs(e0) / tau_max); /* OTB.12 */
    return (KipShortest){n * unit, 2 * unit};
}
