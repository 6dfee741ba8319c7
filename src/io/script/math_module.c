/* import math: functions of src/dynamics/scalar.h, so that the bits are the same everywhere. Arguments outside a function's
 * domain are errors, as in Python. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "../../dynamics/scalar.h"
#include "objects.h"

#define PI 0x1.921fb54442d18p+1
#define E 0x1.5bf0a8b145769p+1

static bool is_finite(double x)
{
    return fabs(x) <= DBL_MAX;
}

/* Returns the result; fails where it overflows or is NaN although the argument was finite. */
static bool give(KipCall *call, double x, double result)
{
    if (is_finite(x) && !is_finite(result))
        return kip_call_fail(call,
                             result != result ? "%.17g is outside its domain"
                                              : "the result for %.17g is too large for a float",
                             x);
    if (result != result && x == x)
        return kip_call_fail(call, "%g is outside its domain", x);
    call->result = kip_float(result);
    return true;
}

/* -- functions of one number ----------------------------------------------------------------------------- */

static double square_root(double x)
{
    return x < 0 ? NAN : sqrt(x);
}

static double arc_tangent(double x)
{
    return kip_atan2(x, 1);
}

/* Computes e^x / 2 even where e^x overflows. */
static double half_exp(double x)
{
    double root = kip_exp(0.5 * x);
    return 0.5 * root * root;
}

/* Below 1, where the difference of exponentials would cancel, a series is used. */
static double hyperbolic_sine(double x)
{
    double size = fabs(x), square = x * x, sum = 1, e;
    if (size < 1) {
        for (int k = 21; k > 1; k -= 2)
            sum = 1 + sum * square / (k * (k - 1));
        return x * sum;
    }
    if (size > 700)
        return copysign(half_exp(size), x);
    e = kip_exp(size);
    return copysign(0.5 * (e - 1 / e), x);
}

static double hyperbolic_cosine(double x)
{
    double size = fabs(x), e;
    if (size > 700)
        return half_exp(size);
    e = kip_exp(size);
    return 0.5 * (e + 1 / e);
}

static double hyperbolic_tangent(double x)
{
    double size = fabs(x);
    if (size > 22)
        return x != x ? x : copysign(1, x);
    if (size < 1)
        return hyperbolic_sine(x) / hyperbolic_cosine(x);
    return copysign(1 - 2 / (kip_exp(2 * size) + 1), x);
}

static double to_degrees(double x)
{
    return x * (180 / PI);
}

static double to_radians(double x)
{
    return x * (PI / 180);
}

static double (*const of_one[])(double) = {
    square_root, kip_sin,     kip_cos,         kip_tan,           kip_asin,
    kip_acos,    arc_tangent, hyperbolic_sine, hyperbolic_cosine, hyperbolic_tangent,
    kip_exp,     fabs,        to_degrees,      to_radians,
};
enum { SQRT, SIN, COS, TAN, ASIN, ACOS, ATAN, SINH, COSH, TANH, EXP, FABS, DEGREES, RADIANS };

static bool apply(KipCall *call)
{
    const double x = call->read[0].number;
    return give(call, x, of_one[call->variant](x));
}

static bool quick_apply(KipMachine *machine, int variant, const KipValue *argument, int n, KipValue *result)
{
    (void)machine;
    if (n != 1 || argument[0].type != KIP_FLOAT)
        return false;
    const double y = of_one[variant](argument[0].number);
    if (!is_finite(y))
        return false;
    *result = kip_float(y);
    return true;
}

/* -- logarithms and powers ------------------------------------------------------------------------------- */

/* log x / log base, exact where x is an integer power of the base. */
static double logarithm(double x, double base)
{
    double result = kip_log(x) / kip_log(base), whole = floor(result + 0.5);
    if (is_finite(result) && fabs(result - whole) < 1e-9 * (1 + fabs(result)) && kip_pow(base, whole) == x)
        return whole;
    return result;
}

static bool check_positive(KipCall *call, double x)
{
    return !(x <= 0) || kip_call_fail(call, "a number above 0 is needed, not %.17g", x);
}

static bool log_(KipCall *call)
{
    const double x = call->read[0].number, base = call->read[1].number;
    if (!check_positive(call, x))
        return false;
    if (call->read[1].given && !check_positive(call, base))
        return false;
    if (base == 1)
        return kip_call_fail(call, "the base cannot be 1");
    call->result = kip_float(call->read[1].given ? kip_log(x) / kip_log(base) : kip_log(x));
    return true;
}

/* Logarithm to the base given by the variant. */
static bool log_to(KipCall *call)
{
    const double x = call->read[0].number;
    call->result = kip_float(is_finite(x) ? logarithm(x, call->variant) : x);
    return check_positive(call, x);
}

static bool pow_(KipCall *call)
{
    return kip_number_binary(call->machine, KIP_BINARY_POWER, kip_float(call->read[0].number),
                             kip_float(call->read[1].number), &call->result);
}

static bool atan2_(KipCall *call)
{
    call->result = kip_float(kip_atan2(call->read[0].number, call->read[1].number));
    return true;
}

/* The root of the sum of squares, scaled by a power of two near the largest against overflow. */
static bool hypot_(KipCall *call)
{
    double largest = 0, sum = 0, unit = 1;
    bool nan = false;
    for (int i = 0; i < call->nargument; i++) {
        KipArgument x;
        if (!kip_read_real(call, i, NULL, &x))
            return false;
        nan = nan || x.number != x.number;
        largest = fabs(x.number) > largest ? fabs(x.number) : largest;
    }
    if (largest > 0x1p500 || largest < 0x1p-400)
        unit = largest > 1 ? 0x1p-600 : 0x1p600;
    for (int i = 0; i < call->nargument; i++) {
        const double x = kip_double_of(call->argument[i]) * unit;
        sum += x * x;
    }
    call->result = kip_float(largest > DBL_MAX ? largest : nan ? NAN : sqrt(sum) / unit);
    return true;
}

/* -- whole numbers --------------------------------------------------------------------------------------- */

enum { DOWN = -1, TOWARDS_ZERO, UP };

static bool make_whole(KipCall *call)
{
    const double x = call->read[0].number;
    const bool down = call->variant == DOWN || (call->variant == TOWARDS_ZERO && x > 0);
    int64_t integer = call->argument[0].integer;
    if (!kip_is_integer(call->argument[0]) && !kip_double_whole(down ? floor(x) : -floor(-x), &integer))
        return kip_call_fail(call, "%g does not fit into an int of 64 bits", down ? floor(x) : -floor(-x));
    call->result = kip_int(integer);
    return true;
}

static bool gcd(KipCall *call)
{
    uint64_t divisor = 0;
    for (int i = 0; i < call->nargument; i++) {
        KipArgument next;
        if (!kip_read_integer(call, i, NULL, &next))
            return false;
        uint64_t other = next.integer < 0 ? 0 - (uint64_t)next.integer : (uint64_t)next.integer;
        while (other) {
            uint64_t rest = divisor % other;
            divisor = other;
            other = rest;
        }
    }
    if (divisor > INT64_MAX)
        return kip_call_fail(call, "the result does not fit into 64 bits");
    call->result = kip_int((int64_t)divisor);
    return true;
}

static bool factorial(KipCall *call)
{
    int64_t n = call->read[0].integer, product = 1;
    if (n < 0 || n > 20)
        return kip_call_fail(call, n < 0 ? "n must not be negative"
                                         : "the factorial of a number above 20 does not fit into 64 bits");
    for (; n > 1; n--)
        product *= n;
    call->result = kip_int(product);
    return true;
}

static bool isqrt(KipCall *call)
{
    const int64_t n = call->read[0].integer;
    if (n < 0)
        return kip_call_fail(call, "n must not be negative");
    int64_t root = (int64_t)sqrt((double)n); /* correct up to rounding near squares */
    while (root > 0 && root > n / root)
        root--;
    while (root + 1 <= n / (root + 1))
        root++;
    call->result = kip_int(root);
    return true;
}

/* -- signs, remainders, tests ---------------------------------------------------------------------------- */

static bool copysign_(KipCall *call)
{
    call->result = kip_float(copysign(call->read[0].number, call->read[1].number));
    return true;
}

static bool fmod_(KipCall *call)
{
    const double x = call->read[0].number, y = call->read[1].number;
    if (y == 0 || isinf(x))
        return kip_call_fail(call, "the remainder needs a finite number and a divisor that is not 0");
    call->result = kip_float(kip_remainder(x, y));
    return true;
}

enum { IS_NAN, IS_INFINITE, IS_FINITE };

static bool test(KipCall *call)
{
    const double x = call->read[0].number;
    call->result = kip_bool(call->variant == IS_NAN        ? x != x
                            : call->variant == IS_INFINITE ? fabs(x) > DBL_MAX
                                                           : is_finite(x));
    return true;
}

static bool isclose(KipCall *call)
{
    const double a = call->read[0].number, b = call->read[1].number, relative = call->read[2].number,
                 absolute = call->read[3].number, size = fabs(a) > fabs(b) ? fabs(a) : fabs(b),
                 apart = fabs(a - b);
    if (relative < 0 || absolute < 0)
        return kip_call_fail(call, "tolerances must not be negative");
    call->result = kip_bool(a == b || (size <= DBL_MAX && (apart <= relative * size || apart <= absolute)));
    return true;
}

static const KipNativeDef functions[] = {
    {"sqrt(x: real)", apply, "The square root.", SQRT, quick_apply},
    {"sin(x: real)", apply, "The sine of an angle in radians.", SIN, quick_apply},
    {"cos(x: real)", apply, "The cosine of an angle in radians.", COS, quick_apply},
    {"tan(x: real)", apply, "The tangent of an angle in radians.", TAN, quick_apply},
    {"asin(x: real)", apply, "The angle in [-pi/2, pi/2] with this sine.", ASIN, quick_apply},
    {"acos(x: real)", apply, "The angle in [0, pi] with this cosine.", ACOS, quick_apply},
    {"atan(x: real)", apply, "The angle in [-pi/2, pi/2] with this tangent.", ATAN, quick_apply},
    {"atan2(y: real, x: real)", atan2_, "The angle of the direction (x, y)."},
    {"sinh(x: real)", apply, "The hyperbolic sine.", SINH, quick_apply},
    {"cosh(x: real)", apply, "The hyperbolic cosine.", COSH, quick_apply},
    {"tanh(x: real)", apply, "The hyperbolic tangent.", TANH, quick_apply},
    {"exp(x: real)", apply, "e to the power x.", EXP, quick_apply},
    {"log(x: real, base: real=None)", log_, "The natural logarithm, or that to a base."},
    {"log10(x: real)", log_to, "The logarithm to base 10.", 10},
    {"log2(x: real)", log_to, "The logarithm to base 2.", 2},
    {"pow(x: real, y: real)", pow_, "x to the power y, as floats."},
    {"hypot(...)", hypot_, "The root of the sum of squares."},
    {"floor(x: real)", make_whole, "The largest int not above x.", DOWN},
    {"ceil(x: real)", make_whole, "The smallest int not below x.", UP},
    {"trunc(x: real)", make_whole, "The int towards 0.", TOWARDS_ZERO},
    {"fabs(x: real)", apply, "The size, as a float.", FABS, quick_apply},
    {"degrees(x: real)", apply, "Radians as degrees.", DEGREES, quick_apply},
    {"radians(x: real)", apply, "Degrees as radians.", RADIANS, quick_apply},
    {"copysign(x: real, y: real)", copysign_, "The size of x with the sign of y."},
    {"fmod(x: real, y: real)", fmod_, "The remainder with the sign of x."},
    {"isnan(x: real)", test, "Is it no number?", IS_NAN},
    {"isinf(x: real)", test, "Is it infinite?", IS_INFINITE},
    {"isfinite(x: real)", test, "Is it neither infinite nor nan?", IS_FINITE},
    {"isclose(a: real, b: real, rel_tol: real=0.000000001, abs_tol: real=0.0)", isclose,
     "Are they equal but for a tolerance?"},
    {"gcd(...)", gcd, "The greatest common divisor."},
    {"factorial(n: integer)", factorial, "1 * 2 * ... * n, to 20."},
    {"isqrt(n: integer)", isqrt, "The square root of an int, rounded down."},
};
const KipNativeTable kip_math = KIP_NATIVE_TABLE(functions);

bool kip_math_fill(KipMachine *machine, KipValue dict)
{
    static const struct {
        const char *name;
        double value;
    } CONSTANT[] = {{"pi", PI}, {"tau", 2 * PI}, {"e", E}, {"inf", INFINITY}, {"nan", NAN}};

    for (size_t i = 0; i < sizeof CONSTANT / sizeof CONSTANT[0]; i++) {
        uint32_t name = kip_intern(machine, CONSTANT[i].name, strlen(CONSTANT[i].name));
        if (!name ||
            !kip_dict_put(machine, dict, kip_reference(KIP_STRING, name), kip_float(CONSTANT[i].value)))
            return false;
    }
    return kip_natives_fill(machine, dict.index, &kip_math);
}
