/*
 * The elementary functions: error against long double libm over 10^6 random arguments each, special values as
 * in C99 Annex F, exact results, and golden hashes that any difference between compilers or machines changes.
 */
#include "../src/dynamics/scalar.h"

#include <check.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

Suite *suite_scalar(void);

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))
#define ARGUMENTS 1000000
#define GOLDEN_ARGUMENTS 100000
#define PI 0x1.921fb54442d18p+1
#define SMALLEST 0x1p-1074

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static int same(double a, double b)
{
    return (a != a && b != b) || bits_of(a) == bits_of(b);
}

/* --- random arguments, from operations that are exact or our own ---------------------------------------- */

typedef enum Kind {
    NONE,
    UNIFORM,  /* in [from, to) */
    WHOLE,    /* the same, rounded down */
    SCALES,   /* of either sign, the binary exponent uniform in [from, to) */
    SIZES,    /* the same, positive */
    QUARTERS, /* k pi/2 to a few ulp, k uniform in [from, to) */
    BESIDE,   /* next to `from` on the side of `to`, the exponent of the distance uniform in [-53, -1) */
    POWER,    /* y for a given x: y log x uniform in [from, to) */
} Kind;

typedef struct Draw {
    Kind kind;
    double from, to;
} Draw;

/* splitmix64 */
static uint64_t next_bits(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static double uniform(uint64_t *state, double from, double to)
{
    return from + (to - from) * ((double)(next_bits(state) >> 11) * 0x1p-53);
}

static double any_size(uint64_t *state, double from, double to)
{
    int exponent = (int)floor(uniform(state, from, to));
    return ldexp(uniform(state, 1.0, 2.0), exponent);
}

static double any_sign(uint64_t *state, double x)
{
    return next_bits(state) & 1 ? x : -x;
}

static double any_quarter(uint64_t *state, double from, double to)
{
    double x = floor(uniform(state, from, to)) * (PI / 2.0);
    double towards = any_sign(state, 1e6);
    for (uint64_t ulps = next_bits(state) % 4; ulps > 0; ulps--)
        x = nextafter(x, towards);
    return any_sign(state, x);
}

/* `x` is the argument already drawn; POWER alone asks for it. */
static double draw(Draw d, double x, uint64_t *state)
{
    switch (d.kind) {
    case NONE:
        break;
    case UNIFORM:
        return uniform(state, d.from, d.to);
    case WHOLE:
        return floor(uniform(state, d.from, d.to));
    case SCALES:
        return any_sign(state, any_size(state, d.from, d.to));
    case SIZES:
        return any_size(state, d.from, d.to);
    case QUARTERS:
        return any_quarter(state, d.from, d.to);
    case BESIDE:
        return d.from + copysign(any_size(state, -53.0, -1.0), d.to - d.from);
    case POWER:
        return uniform(state, d.from, d.to) / kip_log(x);
    }
    return 0.0;
}

/* --- error and golden hash ------------------------------------------------------------------------------ */

typedef struct Arguments {
    Draw x, y;
} Arguments;

#define KINDS 6

typedef struct Function {
    const char *name;
    double (*one)(double), (*one_plain)(double); /* of one argument or of two: the others are NULL */
    long double (*one_exact)(long double);
    double (*two)(double, double), (*two_plain)(double, double);
    long double (*two_exact)(long double, long double);
    double bar;            /* largest error, ulp */
    uint64_t golden;       /* FNV-1a of the results */
    Arguments draw[KINDS]; /* in turn, up to the first NONE */
} Function;

#define ONE(f) .name = #f, .one = kip_##f, .one_plain = f, .one_exact = f##l
#define TWO(f) .name = #f, .two = kip_##f, .two_plain = f, .two_exact = f##l
#define X(kind, from, to)                                                                                    \
    {                                                                                                        \
        .x = { kind, from, to }                                                                              \
    }
#define ANGLES                                                                                               \
    {                                                                                                        \
        X(UNIFORM, -PI / 4, PI / 4), X(UNIFORM, -10, 10), X(UNIFORM, -1e5, 1e5), X(SCALES, -1074, 16),       \
            X(QUARTERS, 0, 63662)                                                                            \
    }
#define HUGE_ANGLES                                                                                          \
    {                                                                                                        \
        X(SCALES, 17, 1024)                                                                                  \
    }
#define SINES                                                                                                \
    {                                                                                                        \
        X(UNIFORM, -1, 1), X(SCALES, -1074, 0), X(BESIDE, 1, 0), X(BESIDE, -1, 0)                            \
    }

static const Function FUNCTIONS[] = {
    {ONE(sin), .bar = 1, .golden = UINT64_C(0xb86d149a4f7c4864), .draw = ANGLES},
    {ONE(cos), .bar = 1, .golden = UINT64_C(0x5a708a4469c3d011), .draw = ANGLES},
    {ONE(tan), .bar = 1, .golden = UINT64_C(0xffb68589a2491423), .draw = ANGLES},
    {ONE(sin), .bar = 1, .golden = UINT64_C(0x9cc33f63be6e3c9c), .draw = HUGE_ANGLES},
    {ONE(cos), .bar = 1, .golden = UINT64_C(0xc9c23d9021d92667), .draw = HUGE_ANGLES},
    {ONE(tan), .bar = 1, .golden = UINT64_C(0x133a98cb6df91ac3), .draw = HUGE_ANGLES},
    {ONE(asin), .bar = 1, .golden = UINT64_C(0x5e6d87b22c146592), .draw = SINES},
    {ONE(acos), .bar = 1, .golden = UINT64_C(0xca3f45d8b2457595), .draw = SINES},
    {TWO(atan2), .bar = 1, .golden = UINT64_C(0x6c9d01dbd35ffb8e),
     .draw = {{{UNIFORM, -1, 1}, {UNIFORM, -1, 1}},
              {{SCALES, -8, 8}, {SCALES, -8, 8}},
              {{SCALES, -1074, 1024}, {SCALES, -1074, 1024}},
              {{SCALES, -1074, -1000}, {SCALES, -1074, -1000}},
              {{SCALES, 960, 1024}, {SCALES, 960, 1024}}}},
    {ONE(exp), .bar = 1, .golden = UINT64_C(0x198450fc63e118f2),
     .draw = {X(UNIFORM, -1, 1), X(UNIFORM, -746, 710), X(SCALES, -1074, 10), X(UNIFORM, -746, -708),
              X(UNIFORM, 709, 710)}},
    {ONE(log), .bar = 1, .golden = UINT64_C(0x85a03067770919ec),
     .draw = {X(UNIFORM, 0, 100), X(UNIFORM, 0.5, 2), X(SIZES, -1074, 1024), X(BESIDE, 1, 0),
              X(BESIDE, 1, 2)}},
    {TWO(pow), .bar = 2, .golden = UINT64_C(0x2957391ecb157292),
     .draw = {{{UNIFORM, 0, 10}, {UNIFORM, -10, 10}},
              {{SIZES, -1074, 1024}, {POWER, -746, 711}},
              {{SIZES, -4, 4}, {POWER, -746, -708}},
              {{SIZES, -4, 4}, {POWER, 709, 710}},
              {{BESIDE, 1, 2}, {POWER, -746, 711}},
              {{WHOLE, -100, 101}, {WHOLE, -100, 101}}}},
};

/* The error of `got` in units of the last place of the nearest double; an infinity counts as 2^1024. */
static double error_in_ulp(double got, long double exact)
{
    double nearest = (double)exact;
    int exponent;
    if (same(got, nearest) && !isfinite(got))
        return 0.0;
    if (isnan(got) || isnan(nearest))
        return INFINITY;
    frexp(isinf(nearest) ? DBL_MAX : nearest, &exponent);
    exponent = nearest == 0.0 || exponent < -1021 ? -1074 : exponent - 53;
    /* scaled before the difference: 2^1024 overflows where long double is double */
    long double mine = isinf(got) ? copysignl(ldexpl(1.0L, 1024 - exponent), got) : ldexpl(got, -exponent);
    return (double)fabsl(mine - ldexpl(exact, -exponent));
}

/* False where long double is double, also under valgrind, which computes one as the other. */
static int long_double_is_longer(void)
{
    volatile long double one = 1.0L, more = one + 0x1p-63L;
    return more > one;
}

/* The reference of libm at (x, y). */
static long double reference(const Function *f, double x, double y)
{
    if (long_double_is_longer())
        return f->one ? f->one_exact(x) : f->two_exact(x, y);
    return f->one ? f->one_plain(x) : f->two_plain(x, y);
}

/* Calls f with the i-th of its random arguments; the reference only where `exact` is not NULL. */
static double call(const Function *f, int i, uint64_t *state, long double *exact)
{
    int kinds = 0;
    while (kinds < KINDS && f->draw[kinds].x.kind != NONE)
        kinds++;
    Arguments a = f->draw[i % kinds];
    double x = draw(a.x, 0.0, state), y = draw(a.y, x, state);
    if (exact)
        *exact = reference(f, x, y);
    return f->one ? f->one(x) : f->two(x, y);
}

START_TEST(error_is_below_the_bar)
{
    const Function *f = &FUNCTIONS[_i];
    double bar = long_double_is_longer() ? f->bar : 2.0; /* a reference in double errs by up to 1 itself */
    double worst = 0.0;
    uint64_t state = 1;
    for (int i = 0; i < ARGUMENTS; i++) {
        long double exact;
        double got = call(f, i, &state, &exact);
        worst = fmax(worst, error_in_ulp(got, exact));
    }
    ck_assert_msg(worst <= bar, "%s: %.4f ulp, allowed are %g", f->name, worst, bar);
}
END_TEST

START_TEST(bits_are_the_same_everywhere)
{
    const Function *f = &FUNCTIONS[_i];
    uint64_t hash = UINT64_C(0xcbf29ce484222325), state = 2;
    for (int i = 0; i < GOLDEN_ARGUMENTS; i++) {
        uint64_t bits = bits_of(call(f, i, &state, NULL));
        for (int shift = 0; shift < 64; shift += 8)
            hash = (hash ^ (bits >> shift & 0xff)) * UINT64_C(0x100000001b3);
    }
    ck_assert_msg(hash == f->golden, "%s: hash 0x%016llx", f->name, (unsigned long long)hash);
}
END_TEST

/* --- special values ------------------------------------------------------------------------------------- */

static const struct {
    double (*function)(double);
    double x, result;
} SPECIAL_ONE[] = {
    {kip_sin, 0.0, 0.0},
    {kip_sin, -0.0, -0.0},
    {kip_sin, INFINITY, NAN},
    {kip_sin, -INFINITY, NAN},
    {kip_sin, NAN, NAN},
    {kip_sin, SMALLEST, SMALLEST},
    {kip_sin, -SMALLEST, -SMALLEST},
    {kip_cos, 0.0, 1.0},
    {kip_cos, -0.0, 1.0},
    {kip_cos, SMALLEST, 1.0},
    {kip_cos, INFINITY, NAN},
    {kip_cos, -INFINITY, NAN},
    {kip_cos, NAN, NAN},
    {kip_tan, 0.0, 0.0},
    {kip_tan, -0.0, -0.0},
    {kip_tan, -SMALLEST, -SMALLEST},
    {kip_tan, INFINITY, NAN},
    {kip_tan, -INFINITY, NAN},
    {kip_tan, NAN, NAN},
    {kip_asin, 0.0, 0.0},
    {kip_asin, -0.0, -0.0},
    {kip_asin, -SMALLEST, -SMALLEST},
    {kip_asin, 1.0, PI / 2},
    {kip_asin, -1.0, -PI / 2},
    {kip_asin, 1.0 + DBL_EPSILON, NAN},
    {kip_asin, -INFINITY, NAN},
    {kip_asin, NAN, NAN},
    {kip_acos, 1.0, 0.0},
    {kip_acos, -1.0, PI},
    {kip_acos, 0.0, PI / 2},
    {kip_acos, -0.0, PI / 2},
    {kip_acos, SMALLEST, PI / 2},
    {kip_acos, -1.0 - DBL_EPSILON, NAN},
    {kip_acos, INFINITY, NAN},
    {kip_acos, NAN, NAN},
    {kip_exp, 0.0, 1.0},
    {kip_exp, -0.0, 1.0},
    {kip_exp, SMALLEST, 1.0},
    {kip_exp, 709.782712893384, 0x1.fffffffffff2ap+1023},
    {kip_exp, 709.7827128933841, INFINITY},
    {kip_exp, DBL_MAX, INFINITY},
    {kip_exp, INFINITY, INFINITY},
    {kip_exp, -745.1332191019411, SMALLEST},
    {kip_exp, -745.1332191019412, 0.0},
    {kip_exp, -DBL_MAX, 0.0},
    {kip_exp, -INFINITY, 0.0},
    {kip_exp, NAN, NAN},
    {kip_log, 1.0, 0.0},
    {kip_log, 0.0, -INFINITY},
    {kip_log, -0.0, -INFINITY},
    {kip_log, -SMALLEST, NAN},
    {kip_log, -INFINITY, NAN},
    {kip_log, INFINITY, INFINITY},
    {kip_log, NAN, NAN},
};

static const struct {
    double (*function)(double, double);
    double x, y, result;
} SPECIAL_TWO[] = {
    {kip_atan2, 0.0, 0.0, 0.0},
    {kip_atan2, -0.0, 0.0, -0.0},
    {kip_atan2, 0.0, -0.0, PI},
    {kip_atan2, -0.0, -0.0, -PI},
    {kip_atan2, 0.0, 1.0, 0.0},
    {kip_atan2, -0.0, SMALLEST, -0.0},
    {kip_atan2, 0.0, -SMALLEST, PI},
    {kip_atan2, -0.0, -1.0, -PI},
    {kip_atan2, 1.0, 0.0, PI / 2},
    {kip_atan2, SMALLEST, -0.0, PI / 2},
    {kip_atan2, -1.0, 0.0, -PI / 2},
    {kip_atan2, -1.0, -0.0, -PI / 2},
    {kip_atan2, SMALLEST, SMALLEST, PI / 4},
    {kip_atan2, DBL_MAX, -DBL_MAX, 3 * (PI / 4)},
    {kip_atan2, SMALLEST, 2.0, 0.0},
    {kip_atan2, 1.0, INFINITY, 0.0},
    {kip_atan2, -1.0, INFINITY, -0.0},
    {kip_atan2, 1.0, -INFINITY, PI},
    {kip_atan2, -1.0, -INFINITY, -PI},
    {kip_atan2, INFINITY, 1.0, PI / 2},
    {kip_atan2, -INFINITY, -1.0, -PI / 2},
    {kip_atan2, INFINITY, INFINITY, PI / 4},
    {kip_atan2, -INFINITY, INFINITY, -PI / 4},
    {kip_atan2, INFINITY, -INFINITY, 3 * (PI / 4)},
    {kip_atan2, -INFINITY, -INFINITY, -3 * (PI / 4)},
    {kip_atan2, NAN, 1.0, NAN},
    {kip_atan2, 0.0, NAN, NAN},
    {kip_atan2, INFINITY, NAN, NAN},
    {kip_pow, 0.0, 3.0, 0.0},
    {kip_pow, -0.0, 3.0, -0.0},
    {kip_pow, -0.0, 2.0, 0.0},
    {kip_pow, -0.0, 0.5, 0.0},
    {kip_pow, 0.0, -3.0, INFINITY},
    {kip_pow, -0.0, -3.0, -INFINITY},
    {kip_pow, -0.0, -2.0, INFINITY},
    {kip_pow, -0.0, -0.5, INFINITY},
    {kip_pow, -0.0, -0x1p53, INFINITY},
    {kip_pow, 0.0, -INFINITY, INFINITY},
    {kip_pow, -0.0, INFINITY, 0.0},
    {kip_pow, -1.0, INFINITY, 1.0},
    {kip_pow, -1.0, -INFINITY, 1.0},
    {kip_pow, 1.0, NAN, 1.0},
    {kip_pow, 1.0, -INFINITY, 1.0},
    {kip_pow, NAN, 0.0, 1.0},
    {kip_pow, INFINITY, -0.0, 1.0},
    {kip_pow, -3.0, 0.5, NAN},
    {kip_pow, -3.0, 3.0, -27.0},
    {kip_pow, -3.0, 4.0, 81.0},
    {kip_pow, -3.0, -1.0, -1.0 / 3.0},
    {kip_pow, 0.5, -INFINITY, INFINITY},
    {kip_pow, -0.5, -INFINITY, INFINITY},
    {kip_pow, 2.0, -INFINITY, 0.0},
    {kip_pow, 0.5, INFINITY, 0.0},
    {kip_pow, -2.0, INFINITY, INFINITY},
    {kip_pow, -INFINITY, -3.0, -0.0},
    {kip_pow, -INFINITY, -2.0, 0.0},
    {kip_pow, -INFINITY, -0.5, 0.0},
    {kip_pow, -INFINITY, 3.0, -INFINITY},
    {kip_pow, -INFINITY, 2.5, INFINITY},
    {kip_pow, INFINITY, -0.1, 0.0},
    {kip_pow, INFINITY, 0.1, INFINITY},
    {kip_pow, INFINITY, INFINITY, INFINITY},
    {kip_pow, INFINITY, -INFINITY, 0.0},
    {kip_pow, NAN, 1.0, NAN},
    {kip_pow, 2.0, NAN, NAN},
    {kip_pow, -1.0, NAN, NAN},
    {kip_pow, 2.0, 1024.0, INFINITY},
    {kip_pow, -2.0, 1025.0, -INFINITY},
    {kip_pow, 2.0, -1076.0, 0.0},
    {kip_pow, -2.0, -1077.0, -0.0},
    {kip_pow, 1.0 + DBL_EPSILON, DBL_MAX, INFINITY},
    {kip_pow, 1.0 - DBL_EPSILON, DBL_MAX, 0.0},
    {kip_pow, 1.0 + DBL_EPSILON, SMALLEST, 1.0},
    {kip_pow, DBL_MAX, DBL_MAX, INFINITY},
    {kip_pow, SMALLEST, -DBL_MAX, INFINITY},
    {kip_pow, SMALLEST, SMALLEST, 1.0},
    {kip_pow, -1.0, DBL_MAX, 1.0},
    {kip_pow, -1.0, 0x1p53 - 1.0, -1.0},
};

START_TEST(special_values_follow_annex_f)
{
    for (int i = 0; i < COUNT(SPECIAL_ONE); i++) {
        double got = SPECIAL_ONE[i].function(SPECIAL_ONE[i].x);
        ck_assert_msg(same(got, SPECIAL_ONE[i].result), "row %d, x = %a: %a", i, SPECIAL_ONE[i].x, got);
    }
    for (int i = 0; i < COUNT(SPECIAL_TWO); i++) {
        double x = SPECIAL_TWO[i].x, y = SPECIAL_TWO[i].y, got = SPECIAL_TWO[i].function(x, y);
        ck_assert_msg(same(got, SPECIAL_TWO[i].result), "row %d, (%a, %a): %a", i, x, y, got);
    }
}
END_TEST

/* --- identities ----------------------------------------------------------------------------------------- */

START_TEST(sine_and_cosine_agree)
{
    uint64_t state = 3;
    double worst = 0.0;
    for (int i = 0; i < GOLDEN_ARGUMENTS; i++) {
        double x = i & 1 ? uniform(&state, -1e3, 1e3) : any_size(&state, -30.0, 1024.0), s, c;
        kip_sincos(x, &s, &c);
        ck_assert(same(s, kip_sin(x)) && same(c, kip_cos(x)));
        ck_assert(fabs(s) <= 1.0 && fabs(c) <= 1.0);
        ck_assert(same(-s, kip_sin(-x)) && same(c, kip_cos(-x)));
        worst = fmax(worst, fabs(s * s + c * c - 1.0));
    }
    ck_assert_double_le(worst, 2.0 * DBL_EPSILON);
}
END_TEST

START_TEST(exact_results_are_exact)
{
    for (int k = -1074; k < 1024; k++)
        ck_assert(same(kip_pow(2.0, k), ldexp(1.0, k)));
    double power = 1.0;
    for (int k = 0; k <= 33; k++, power *= 3.0)
        ck_assert(same(kip_pow(3.0, k), power) && same(kip_pow(-3.0, k), k & 1 ? -power : power));
    for (int k = 1; k < 10000; k++) {
        double x = k / 7.0;
        ck_assert(same(kip_pow(x, 1.0), x) && same(kip_pow((double)k * k, 0.5), k));
    }
}
END_TEST

Suite *suite_scalar(void)
{
    Suite *suite = suite_create("scalar");
    TCase *cases = tcase_create("scalar");
    tcase_add_loop_test(cases, error_is_below_the_bar, 0, COUNT(FUNCTIONS));
    tcase_add_loop_test(cases, bits_are_the_same_everywhere, 0, COUNT(FUNCTIONS));
    tcase_add_test(cases, special_values_follow_annex_f);
    tcase_add_test(cases, sine_and_cosine_agree);
    tcase_add_test(cases, exact_results_are_exact);
    suite_add_tcase(suite, cases);
    return suite;
}
