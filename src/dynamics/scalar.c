/*
 * Elementary functions from + - * / sqrt floor fabs and integer operations alone, so that every compiler, C
 * library and machine gives the same bits. Compile with -ffp-contract=off.
 *
 * One scheme serves them all: reduce the argument to a short interval, evaluate a polynomial there, and carry
 * as an unevaluated sum hi + lo whatever would be lost by rounding before the last addition.
 *
 * The polynomials are our own: a weighted Remez exchange in 240-bit arithmetic; then, from the lowest power
 * up, one coefficient is rounded to double and the exchange is run again for those left. The bound stated at
 * each is the largest error of the rounded polynomial relative to the function, on the interval named.
 */
#include "scalar.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "sincos.h"

_Static_assert(FLT_EVAL_METHOD == 0, "every operation must round to double");

#define PI_2_HI 0x1.921fb54442d18p+0
#define PI_2_LO 0x1.1a62633145c07p-54

/* --- bits ----------------------------------------------------------------------------------------------- */

/* The one NaN that is ever returned: the sign of inf - inf differs between machines. */
static inline double not_a_number(void)
{
    return double_of(UINT64_C(0x7ff8000000000000));
}

static inline double with_sign_of(double magnitude, double x)
{
    return double_of(bits_of(magnitude) | (bits_of(x) & UINT64_C(0x8000000000000000)));
}

/* --- pairs: numbers of twice the precision -------------------------------------------------------------- */

/* The upper 26 bits of x: products of two such numbers are exact. */
static inline double upper_half(double x)
{
    return double_of(bits_of(x) & UINT64_C(0xfffffffff8000000));
}

/* a b to 2^-106. */
static inline Pair pair_product(double a, double b)
{
    double a_hi = upper_half(a), a_lo = a - a_hi;
    double b_hi = upper_half(b), b_lo = b - b_hi;
    double hi = a * b;
    return (Pair){hi, ((a_hi * b_hi - hi) + (a_hi * b_lo + a_lo * b_hi)) + a_lo * b_lo};
}

/* a b for pairs, to about 2^-102; lo may reach a few ulp of hi. */
static inline Pair pair_times_pair(Pair a, Pair b)
{
    Pair p = pair_product(a.hi, b.hi);
    p.lo += a.hi * b.lo + a.lo * b.hi;
    return p;
}

/* a / b for pairs, to about 2^-102: a quotient good to 2 ulp, and its remainder divided once more. */
static inline Pair pair_quotient(Pair a, Pair b)
{
    double inverse = 1.0 / b.hi;
    double q = a.hi * inverse;
    Pair p = pair_product(q, b.hi);
    double remainder = (((a.hi - p.hi) - p.lo) + a.lo) - q * b.lo;
    return (Pair){q, remainder * inverse};
}

/* The square root of a positive pair. */
static inline Pair pair_sqrt(Pair a)
{
    double root = sqrt(a.hi);
    Pair p = pair_product(root, root);
    return (Pair){root, (((a.hi - p.hi) - p.lo) + a.lo) / (2.0 * root)};
}

/* --- sine, cosine, tangent ------------------------------------------------------------------------------ */

/* 2/pi in binary, 32 bits a word, after 64 zero bits. */
static const uint32_t TWO_OVER_PI[39] = {
    0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046,
};

/*
 * (x 2/pi) modulo 4 as 192 bits, two of them before the point, for 1e5 < |x| = m 2^e. Only the bits of 2/pi
 * that weigh less than 4 / 2^e matter, and of these the first 192: the others come to less than 2^-136.
 */
static void quarter_turns(double x, uint32_t turns[6])
{
    uint64_t m = (bits_of(x) & UINT64_C(0x000fffffffffffff)) | UINT64_C(0x0010000000000000);
    int e = (int)(bits_of(x) >> 52 & 0x7ff) - 1075;
    const uint32_t *word = TWO_OVER_PI + (e + 62) / 32;
    int shift = (e + 62) % 32;
    uint64_t part[6], carry = 0;
    for (int i = 5; i >= 0; i--) {
        part[i] = (uint32_t)((((uint64_t)word[i] << 32 | word[i + 1]) << shift) >> 32);
        carry += part[i] * (m & 0xffffffff);
        turns[i] = (uint32_t)carry;
        carry >>= 32;
    }
    carry = 0;
    for (int i = 4; i >= 0; i--) {
        carry += part[i + 1] * (m >> 32) + turns[i];
        turns[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* As reduce_ordinary, for ORDINARY < |x| < inf. */
static uint64_t reduce_huge(double x, Pair *r)
{
    uint32_t turns[6];
    quarter_turns(x, turns);
    uint64_t quadrant = turns[0] >> 30;
    double unit = x < 0.0 ? -0x1p-64 : 0x1p-64;
    uint64_t hi = (uint64_t)turns[0] << 34 | (uint64_t)turns[1] << 2 | turns[2] >> 30;
    uint64_t lo = (uint64_t)turns[2] << 34 | (uint64_t)turns[3] << 2 | turns[4] >> 30;
    if (hi >> 63) { /* more than half a quarter turn: count down from the next */
        quadrant++;
        hi = ~hi;
        lo = ~lo;
        unit = -unit;
    }
    uint64_t kept = hi >> 53 ? hi & ~UINT64_C(0x7ff) : hi; /* at most 53 bits */
    Pair turn = {(double)kept * unit, ((double)(hi - kept) + (double)(lo >> 11) * 0x1p-53) * unit};
    Pair angle = pair_times_pair(turn, (Pair){PI_2_HI, PI_2_LO});
    *r = pair_sum(angle.hi, angle.lo);
    return x < 0.0 ? 0 - quadrant : quadrant;
}

/* sin and cos of the reduced argument, before their last addition, and the quadrant. */
static inline uint64_t sin_cos_reduced(double x, Pair *s, Pair *c)
{
    Pair r;
    uint64_t quadrant = fabs(x) <= ORDINARY ? reduce_ordinary(x, &r) : reduce_huge(x, &r);
    sin_cos_kernel(r, s, c);
    return quadrant;
}

/* The body of kip_sincos, inlined so that kip_sin and kip_cos drop what they do not need. */
static inline void sin_cos(double x, double *s, double *c)
{
    double size = fabs(x);
    if (size <= PI_4) {
        if (size < TINY) { /* also keeps the sign of -0 */
            *s = x;
            *c = 1.0;
            return;
        }
        Pair sine = sin_kernel(x), cosine = cos_kernel(x);
        *s = sine.hi + sine.lo;
        *c = cosine.hi + cosine.lo;
        return;
    }
    if (!(size <= DBL_MAX)) {
        *s = *c = not_a_number();
        return;
    }
    Pair sine, cosine;
    uint64_t quadrant = sin_cos_reduced(x, &sine, &cosine);
    turn_by_quadrant(quadrant, sine.hi + sine.lo, cosine.hi + cosine.lo, s, c);
}

void kip_sincos(double x, double *s, double *c)
{
    sin_cos(x, s, c);
}

double kip_sin(double x)
{
    double s, c;
    sin_cos(x, &s, &c);
    return s;
}

double kip_cos(double x)
{
    double s, c;
    sin_cos(x, &s, &c);
    return c;
}

double kip_tan(double x)
{
    double size = fabs(x);
    Pair s, c;
    uint64_t quadrant = 0;
    if (size < TINY)
        return x;
    if (!(size <= DBL_MAX))
        return not_a_number();
    if (size <= PI_4) {
        s = sin_kernel(x);
        c = cos_kernel(x);
    } else {
        quadrant = sin_cos_reduced(x, &s, &c);
    }
    double r = s.hi; /* the quotient adds both errors: put back what rounding took from r^2 and r^3 */
    Pair square = pair_product(r, r), cube = pair_product(r, square.hi);
    s = pair_sum(r, s.lo - (cube.lo + r * square.lo) / 6.0);
    c = pair_sum(c.hi, c.lo - 0.5 * square.lo);
    Pair t = quadrant & 1 ? pair_quotient((Pair){-c.hi, -c.lo}, s) : pair_quotient(s, c);
    return t.hi + t.lo;
}

/* --- arcs ----------------------------------------------------------------------------------------------- */

/* atan u as u + u^3 P(u^2), |u| <= 1/16; error 2^-62.6. */
static inline Pair atan_kernel(Pair u)
{
    double z = u.hi * u.hi, z2 = z * z;
    double p = (-0x1.5555555555537p-2 + z * 0x1.99999999637d3p-3) +
               z2 * ((-0x1.2492482a83d70p-3 + z * 0x1.c71882107ae4fp-4) + z2 * -0x1.70c301e318791p-4);
    return (Pair){u.hi, u.lo + (u.hi * z) * p};
}

/* atan(i/8). */
static const Pair ATAN_EIGHTHS[9] = {
    {0.0, 0.0},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {PI_4, PI_2_LO / 2.0},
};

/*
 * atan(y/x) for 0 <= y <= x, y/x > 2^-60: with c the multiple of 1/8 next to y/x,
 * atan(y/x) = atan c + atan((y - c x) / (x + c y)). The numerator's first term is an exact difference.
 */
static inline Pair atan_ratio(Pair y, Pair x)
{
    int eighths = (int)(y.hi / x.hi * 8.0 + 0.5);
    double c = eighths * 0.125;
    double x_top = upper_half(x.hi);
    Pair above = pair_sum(y.hi - c * x_top, -c * (x.hi - x_top));
    Pair below = pair_sum(x.hi, c * y.hi);
    above.lo += y.lo - c * x.lo;
    below.lo += x.lo + c * y.lo;
    Pair a = atan_kernel(pair_quotient(above, below));
    Pair base = ATAN_EIGHTHS[eighths];
    Pair sum = pair_sum(base.hi, a.hi);
    sum.lo += base.lo + a.lo;
    return sum;
}

/* The angle in [0, pi] of (x, y), or of (-x, y) if mirrored; x, y >= 0, not both 0 nor both infinite. */
static double polar_angle(Pair y, Pair x, int mirrored)
{
    if (x.hi <= y.hi * 0x1p-60)
        return PI_2_HI;
    if (y.hi <= x.hi * 0x1p-60)
        return mirrored ? 2.0 * PI_2_HI : y.hi / x.hi;
    int steep = y.hi > x.hi;
    Pair longer = steep ? y : x, shorter = steep ? x : y;
    if (longer.hi > 0x1p500 || longer.hi < 0x1p-400) { /* keep the products to come within range */
        double unit = longer.hi > 1.0 ? 0x1p-600 : 0x1p600;
        longer = (Pair){longer.hi * unit, longer.lo * unit};
        shorter = (Pair){shorter.hi * unit, shorter.lo * unit};
    }
    Pair a = atan_ratio(shorter, longer);
    double quarters = steep ? 1.0 : mirrored ? 2.0 : 0.0;
    double sign = steep != mirrored ? -1.0 : 1.0;
    Pair sum = pair_sum(quarters * PI_2_HI, sign * a.hi);
    return sum.hi + (sum.lo + (quarters * PI_2_LO + sign * a.lo));
}

double kip_atan2(double y, double x)
{
    double rise = fabs(y), run = fabs(x);
    if (x != x || y != y)
        return not_a_number();
    if (rise == run && (rise == 0.0 || rise > DBL_MAX)) { /* 0/0 is the axis, inf/inf the diagonal */
        rise = rise > 0.0;
        run = 1.0;
    }
    int mirrored = (int)(bits_of(x) >> 63);
    return with_sign_of(polar_angle((Pair){rise, 0.0}, (Pair){run, 0.0}, mirrored), y);
}

/* sqrt(1 - x^2) for |x| < 1. */
static inline Pair other_leg(double x)
{
    Pair square = pair_product(x, x);
    Pair rest = pair_sum(1.0, -square.hi);
    return pair_sqrt(pair_sum(rest.hi, rest.lo - square.lo));
}

double kip_asin(double x)
{
    double size = fabs(x);
    if (size == 1.0)
        return with_sign_of(PI_2_HI, x);
    if (!(size < 1.0))
        return not_a_number();
    return with_sign_of(polar_angle((Pair){size, 0.0}, other_leg(x), 0), x);
}

double kip_acos(double x)
{
    double size = fabs(x);
    if (size == 1.0)
        return x > 0.0 ? 0.0 : 2.0 * PI_2_HI;
    if (!(size < 1.0))
        return not_a_number();
    return polar_angle(other_leg(x), (Pair){size, 0.0}, x < 0.0);
}

/* --- exponential, logarithm, power ---------------------------------------------------------------------- */

/* log 2: the first part has 42 bits, so that its product with an exponent is exact. */
#define LOG2_HI 0x1.62e42fefa38p-1
#define LOG2_LO 0x1.ef35793c7673p-45

static inline double power_of_two(int k)
{
    return double_of((uint64_t)(1023 + k) << 52);
}

/* (exp r - 1 - r) / r^2, |r| <= log(2)/2; error relative to exp r 2^-61.6. */
static inline double exp_tail(double r)
{
    double r2 = r * r, r4 = r2 * r2;
    double p0 = (0.5 + r * 0x1.555555555555dp-3) + r2 * (0x1.555555555556cp-5 + r * 0x1.111111110e549p-7);
    double p4 = (0x1.6c16c16c0a3f1p-10 + r * 0x1.a01a01b5f5520p-13) +
                r2 * (0x1.a01a01e8ce02dp-16 + r * 0x1.71ddeaa74a2b8p-19);
    double p8 = (0x1.27e448e431713p-22 + r * 0x1.af747a27d3e84p-26) + r2 * 0x1.205912e900666p-29;
    return p0 + r4 * (p4 + r4 * p8);
}

/* exp(x.hi + x.lo), not NaN: 2^k exp r, x = k log 2 + r. */
static inline double exp_pair(Pair x)
{
    if (x.hi > 710.0)
        return INFINITY;
    if (x.hi < -746.0)
        return 0.0;
    double n = (x.hi * 0x1.71547652b82fep+0 + ROUNDER) - ROUNDER;
    int k = (int)n;
    Pair r = pair_sum(x.hi - n * LOG2_HI, x.lo - n * LOG2_LO);
    Pair sum = pair_sum(1.0, r.hi);
    double e = sum.hi + (sum.lo + (r.lo + r.hi * r.hi * exp_tail(r.hi)));
    return e * power_of_two(k / 2) * power_of_two(k - k / 2); /* 2^k itself may be out of range */
}

double kip_exp(double x)
{
    return x == x ? exp_pair((Pair){x, 0.0}) : not_a_number();
}

/*
 * log x for 0 < x < inf, to about 2^-66: x = 2^k (1 + f) with sqrt(1/2) <= 1 + f < sqrt 2, s = f / (2 + f),
 * log(1 + f) = 2 atanh s = 2 s + s^3 (2/3 + s^2 P(s^2)); the error of P is 2^-73.5 of the whole.
 */
static Pair log_pair(double x)
{
    int k = -1023;
    if (x < DBL_MIN) {
        x *= 0x1p54;
        k -= 54;
    }
    uint64_t root_half = UINT64_C(0x3fe6a09e667f3bcd);
    uint64_t above = bits_of(x) - root_half + UINT64_C(0x3ff0000000000000);
    k += (int)(above >> 52);
    double f = double_of((above & UINT64_C(0x000fffffffffffff)) + root_half) - 1.0;

    Pair s = pair_quotient((Pair){f, 0.0}, pair_sum(2.0, f));
    Pair z = pair_times_pair(s, s);
    double z1 = z.hi, z2 = z1 * z1, z4 = z2 * z2;
    double p = (z1 * 0x1.2492492492f51p-2 + z2 * (0x1.c71c71c5968f9p-3 + z1 * 0x1.745d182956722p-3)) +
               z4 * ((0x1.3b1364c95749dp-3 + z1 * 0x1.11206f2a434d5p-3) +
                     z2 * (0x1.de3d717a9ccc5p-4 + z1 * 0x1.eac5b440e75f6p-4));
    Pair factor = pair_sum(0x1.5555555555555p-1, z1 * (0x1.9999999999996p-2 + p));
    factor.lo += 0x1.5555555555555p-55 + z.lo * 0x1.9999999999996p-2;
    Pair cubic = pair_times_pair(s, pair_times_pair(z, factor));

    Pair sum = pair_sum(k * LOG2_HI, 2.0 * s.hi);
    Pair total = pair_sum(sum.hi, cubic.hi);
    return pair_sum(total.hi, total.lo + (sum.lo + (2.0 * s.lo + cubic.lo + k * LOG2_LO)));
}

double kip_log(double x)
{
    if (x == 0.0)
        return -INFINITY;
    if (!(x > 0.0))
        return not_a_number();
    return x > DBL_MAX ? x : log_pair(x).hi;
}

static inline int is_odd(double y)
{
    return floor(y) == y && floor(0.5 * y) != 0.5 * y;
}

/* The cases of C99 F.9.4.4 in which x or y is 0, infinite or NaN are settled before the general one. */
double kip_pow(double x, double y)
{
    if (y == 0.0 || x == 1.0)
        return 1.0;
    if (x != x || y != y)
        return not_a_number();
    double base = fabs(x);
    if (fabs(y) > DBL_MAX)
        return base == 1.0 ? 1.0 : (base > 1.0) == (y > 0.0) ? INFINITY : 0.0;
    double sign = is_odd(y) ? with_sign_of(1.0, x) : 1.0;
    if (base == 0.0 || base > DBL_MAX)
        return (base == 0.0) == (y < 0.0) ? sign * INFINITY : sign * 0.0;
    if (x < 0.0 && floor(y) != y)
        return not_a_number();
    if (fabs(y) > 0x1p70) /* base = 1 +- 2^-53 is already out of range then; keeps the product finite */
        y = with_sign_of(0x1p70, y);
    Pair exponent = log_pair(base);
    Pair product = pair_product(y, exponent.hi);
    product.lo += y * exponent.lo;
    return sign * exp_pair(product);
}
