/* Timed PD control of one axis (On the Beat): gains that bring an axis of inertia m to an angle, with a rate, at a
 * time. Pure functions, one an equation; the whole tree's control is in beat.h.
 *
 *     double n = kip_timed_constants(KIP_CRIT_REST, 0.9, 0);               // 3.88972
 *     KipGains gains = kip_timed_gains(m, time_left / n);                  // critically damped
 *     double tau = kip_timed_torque(gains, target, angle, rate_wanted, rate);
 *
 * m: inertia about the axis, kg m^2 (a slide: kg). lambda: the time constant, s. n: the time to the
 * key-frame in time constants. e: target minus angle. */
#ifndef KIP_CONTROL_TIMED_H
#define KIP_CONTROL_TIMED_H

#include "../dynamics/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipGains {
    double ks, kd; /* N m/rad, N m s/rad */
} KipGains;

/* OTB.1: ks (target - angle) + kd (rate_wanted - rate). */
double kip_timed_torque(KipGains gains, double target, double angle, double rate_wanted, double rate);

/* OTB.3n: how n follows from the fraction f of the error that is to be gone at the key-frame. */
typedef enum KipConstantsMode {
    KIP_CRIT_REST, /* critically damped, from rest: f is gone at that time */
    KIP_CRIT_V,    /* the same with the rate that the error has: V */
    KIP_EXP,       /* -ln(1 - f), as if the error decayed exponentially; leaves 33 % of it for f = 0.9 */
    KIP_LITERAL_N  /* -1/ln f, as printed; ks is 6 times too large for f = 0.9 */
} KipConstantsMode;

/* n for 0 < f < 1; NAN for another f. V = e' T / e at the beginning, for KIP_CRIT_V; where no n leaves 1 - f, for the
 * error is on its way already, max(1, -1 - V), which does not overshoot. */
double kip_timed_constants(KipConstantsMode mode, double f, double V);
/* OTB.3n: the remaining fraction of the error after n time constants, (1 + n + V) exp(-n). */
double kip_timed_left(double n, double V);

/* OTB.4: ks = m / lambda^2, kd = 2 m / lambda. */
KipGains kip_timed_gains(double m, double lambda);

/* OTB.3: the error at time t (s) and its rate, with gains that stay: e0, v0 = e' at 0. rate may be NULL. */
double kip_timed_error(double lambda, double e0, double v0, double t, double *rate);
/* OTB.3r: the same where lambda is the time left over n, T (s) at the beginning; 0 <= t < T. */
double kip_timed_error_remaining(double n, double T, double e0, double v0, double t);

/* OTB.3: the mean acceleration against the error, -e'', over a period (s) from error e0 and rate v0 = e' on; e'' of the
 * first moment for a period of 0. */
double kip_timed_acceleration(double lambda, double e0, double v0, double period);

/* OTB.3r: the least lambda that semi-implicit Euler steps of h (s) carry; sigma = 1 for an axis alone, see
 * kip_beat_coupling. */
double kip_timed_least_lambda(double h, double sigma);

/* OTB.3v: the position of the target, time_left (s, not floored) before the key-frame, such that its rate is also met. */
double kip_timed_reference(double target, double rate_wanted, double time_left);

/* OTB.3v, Allen, Neff and Faloutsos' analytic PD: constant critically damped gains, lambda = 1/k, and a target S so
 * that the axis goes from angle, rate to target, rate_wanted in T. */
typedef struct KipAnalytic {
    double k; /* 1/s */
    double S; /* rad */
} KipAnalytic;
/* KIP_BAD_INPUT where no positive k does it: both have to move the same way, and not too far for the time. */
KipStatus kip_timed_analytic(double angle, double rate, double target, double rate_wanted, double T,
                             KipAnalytic *analytic, KipError *error);

/* OTB.12, from rest over e0 with a torque of at most tau_max. */
typedef struct KipShortest {
    double unclamped; /* s: n sqrt(m |e0| / tau_max), below which the torque is at its bound */
    double possible;  /* s: 2 sqrt(m |e0| / tau_max), full torque one way and then the other */
} KipShortest;
KipShortest kip_timed_shortest(double n, double m, double e0, double tau_max);

#ifdef __cplusplus
}
#endif
#endif
