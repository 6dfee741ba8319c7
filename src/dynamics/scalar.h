/* Elementary functions that give the same bits on every platform. Angles in radians.
 *
 *     double s, c;
 *     kip_sincos(0.5 * angle, &s, &c);
 *
 * They are built from + - * / sqrt floor fabs and integers, and need IEEE doubles rounded to nearest after
 * every operation: -ffp-contract=off, never -ffast-math. Zeros, infinities, NaN and subnormals are handled as
 * in C99 Annex F, but no flag and no errno is set; every NaN returned has the same bits, quiet and
 * positive.
 *
 * Largest error found in 5 10^7 arguments a function, drawn as in tests/test_scalar.c, against libm's long
 * double (0.5 ulp is the least possible):
 *
 *     sin  cos             0.79 ulp   any x; beyond 1e5 three times slower
 *     tan                  0.89       the same
 *     asin  acos  atan2    0.52
 *     exp                  0.78       0.81 where the result is subnormal
 *     log                  0.51
 *     pow                  0.78       0.81 where the result is subnormal
 */
#ifndef KIP_DYNAMICS_SCALAR_H
#define KIP_DYNAMICS_SCALAR_H

#ifdef __cplusplus
extern "C" {
#endif

#define KIP_PI 3.14159265358979323846
#define KIP_DEGREE (KIP_PI / 180) /* rad */

double kip_sin(double x);
double kip_cos(double x);

/* Both at the price of one; the same bits as kip_sin and kip_cos. */
void kip_sincos(double x, double *s, double *c);

double kip_tan(double x);

/* In [-pi/2, pi/2]; NaN for |x| > 1. */
double kip_asin(double x);

/* In [0, pi]; NaN for |x| > 1. */
double kip_acos(double x);

/* The angle of the direction (x, y) from +x towards +y, in [-pi, pi]; the sign is y's, also for y = -0. */
double kip_atan2(double y, double x);

double kip_exp(double x);

/* The natural logarithm; -inf at 0, NaN below. */
double kip_log(double x);

/* x to the power y; for x < 0 NaN unless y is an integer; x^0 and 1^y are 1 even for NaN. */
double kip_pow(double x, double y);

#ifdef __cplusplus
}
#endif

#endif
