/* Sine and cosine of ordinary arguments, of one number or in lanes (real.h): the same operations, so the same bits. Internal to
 * scalar.c and quat.h. */
#ifndef KIP_DYNAMICS_SINCOS_H
#define KIP_DYNAMICS_SINCOS_H

#include "real.h"

#define PI_4 0x1.921fb54442d18p-1
#define TINY 0x1p-27     /* below it x^2 is lost beside 1 */
#define ORDINARY 1e5     /* the largest of them */
#define ROUNDER 0x1.8p52 /* x + it - it is the nearest integer, whose low bits are those of x + it */

static inline Bits bits_of(Real x)
{
    Bits bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline Real double_of(Bits bits)
{
    Real x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

typedef struct Pair {
    Real hi, lo; /* the value is hi + lo */
} Pair;

/* a + b exactly, for |a| >= |b| or a = 0. */
static inline Pair pair_sum(Real a, Real b)
{
    Real hi = a + b;
    return (Pair){hi, (a - hi) + b};
}

/* sin r as r + r^3 P(r^2), |r| <= pi/4; error 2^-58.0. */
static inline Pair sin_kernel(Real r)
{
    Real z = r * r, z2 = z * z;
    Real p = z * 0x1.111111110f8a6p-7 + z2 * ((-0x1.a01a019c1619dp-13 + z * 0x1.71de357b1bdd6p-19) +
                                              z2 * (-0x1.ae5e689eeddeap-26 + z * 0x1.5d93a46b80fe5p-33));
    return (Pair){r, (r * z) * (-0x1.5555555555549p-3 + p)};
}

/* cos r as 1 - r^2/2 + r^4 P(r^2), |r| <= pi/4; error 2^-63.9. */
static inline Pair cos_kernel(Real r)
{
    Real z = r * r, z2 = z * z;
    Real p = (0x1.555555555554bp-5 + z * -0x1.6c16c16c15015p-10) +
             z2 * ((0x1.a01a019c8f255p-16 + z * -0x1.27e4f7f19164fp-22) +
                   z2 * (0x1.1ee9dbcf1ca8ep-29 + z * -0x1.8fa684a043091p-37));
    Pair head = pair_sum(real(1.0), -0.5 * z);
    return (Pair){head.hi, head.lo + z2 * p};
}

/* Of a pair, before their last addition. */
static inline void sin_cos_kernel(Pair r, Pair *s, Pair *c)
{
    *s = sin_kernel(r.hi);
    *c = cos_kernel(r.hi);
    s->lo += r.lo * c->hi; /* c->hi = 1 - r^2/2 is cosine enough here */
    c->lo -= r.lo * r.hi;
}

/*
 * x = quadrant pi/2 + r for |x| <= 1e5, |r| <= pi/4; only the low bits of the quadrant returned count.
 * pi/2 comes in three parts. The first two have 35 bits, so that their products with n < 2^16 are exact, and
 * so are the difference from x and what rounding leaves of the next; the third is good to 2^-130.
 */
static inline Bits reduce_ordinary(Real x, Pair *r)
{
    Real shifted = x * 0x1.45f306dc9c883p-1 + ROUNDER;
    Real n = shifted - ROUNDER;
    Real rest = x - n * 0x1.921fb5444p+0;
    Real second = n * 0x1.68c234c4cp-39;
    Real hi = rest - second;
    *r = (Pair){hi, ((rest - hi) - second) - n * 0x1.98a2e03707345p-77};
    return bits_of(shifted);
}

/* From those of the reduced argument to those of the argument. */
static inline void turn_by_quadrant(Bits quadrant, Real sine, Real cosine, Real *s, Real *c)
{
    Bits s_bits = bits_of(sine), c_bits = bits_of(cosine);
    Bits exchange = (s_bits ^ c_bits) & (0 - (quadrant & 1)); /* a branch would be mispredicted */
    *s = double_of(s_bits ^ exchange ^ (quadrant & 2) << 62);
    *c = double_of(c_bits ^ exchange ^ ((quadrant + 1) & 2) << 62);
}

#endif
