/* import math: own functions of src/dynamics/scalar.h, so that the bits are the same everywhere. What is
 * outside a function's domain is an error, as in Python.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "../../dynamics/scalar.h"
#include "objects.h"

#define PI 0x1.921fb54442d18p+1
#define E 0x1.5bf0a8b145769p+1

/* A number, infinities and NaN among them. */
static bool number(KipCall *call, int i, double *x)
{
    if (kip_is_number(call->argument[i])) {
        *x = kip_double_of(call->argument[i]);
        return true;
    }
    kip_call_fail(call, "a number is needed, not %s", kip_type_name(call->machine, call->argument[i]));
    return false;
}

static bool is_finite(double x)
{
    return fabs(x) <= DBL_MAX;
}

/* The result, unless it is too large or no number although the argument was finite. */
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

static bool apply(KipCall *call, double (*function)(double))
{
    double x;
    return number(call, 0, &x) && give(call, x, function(x));
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

/* e^x / 2 where e^x itself would be too large. */
static double half_exp(double x)
{
    double root = kip_exp(0.5 * x);
    return 0.5 * root * root;
}

/* Below 1 the difference of the exponentials would lose digits: the series instead. */
static double hyperbolic_sine(double x)
{
    double size = fabs(x), square = x * x, sum = 1, e;
    if (size < 1) {
        for (int k = 21; k > 1; k -= 2)
            sum = 1 + sum * square / (k * (k - 1));
        return x * sum;
    }
    if (size > 700)
        return kip_copy_sign(half_exp(size), x);
    e = kip_exp(size);
    return kip_copy_sign(0.5 * (e - 1 / e), x);
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
        return x != x ? x : kip_copy_sign(1, x);
    if (size < 1)
        return hyperbolic_sine(x) / hyperbolic_cosine(x);
    return kip_copy_sign(1 - 2 / (kip_exp(2 * size) + 1), x);
}

static double to_degrees(double x)
{
    return x * (180 / PI);
}

static double to_radians(double x)
{
    return x * (PI / 180);
}

#define FUNCTION(name, of)                                                                                   \
    static bool name(KipCall *call)                                                                          \
    {                                                                                                        \
        return apply(call, of);                                                                              \
    }

FUNCTION(sqrt_, square_root)
FUNCTION(sin_, kip_sin)
FUNCTION(cos_, kip_cos)
FUNCTION(tan_, kip_tan)
FUNCTION(asin_, kip_asin)
FUNCTION(acos_, kip_acos)
FUNCTION(atan_, arc_tangent)
FUNCTION(sinh_, hyperbolic_sine)
FUNCTION(cosh_, hyperbolic_cosine)
FUNCTION(tanh_, hyperbolic_tangent)
FUNCTION(exp_, kip_exp)
FUNCTION(fabs_, fabs)
FUNCTION(degrees, to_degrees)
FUNCTION(radians, to_radians)

/* -- logarithms and powers ------------------------------------------------------------------------------- */

/* log x / log base, but whole where x is that power of the base. */
static double logarithm(double x, double base)
{
    double result = kip_log(x) / kip_log(base), whole = floor(result + 0.5);
    if (is_finite(result) && fabs(result - whole) < 1e-9 * (1 + fabs(result)) && kip_pow(base, whole) == x)
        return whole;
    return result;
}

static bool positive(KipCall *call, int i, double *x)
{
    if (!number(call, i, x))
        return false;
    if (*x <= 0)
        return kip_call_fail(call, "a number above 0 is needed, not %.17g", *x);
    return true;
}

static bool log_(KipCall *call)
{
    double x, base;
    if (!positive(call, 0, &x))
        return false;
    if (call->argument[1].type == KIP_NONE) {
        call->result = kip_float(kip_log(x));
        return true;
    }
    if (!positive(call, 1, &base))
        return false;
    if (base == 1)
        return kip_call_fail(call, "the base cannot be 1");
    call->result = kip_float(kip_log(x) / kip_log(base));
    return true;
}

static bool log10_(KipCall *call)
{
    double x;
    if (!positive(call, 0, &x))
        return false;
    call->result = kip_float(is_finite(x) ? logarithm(x, 10) : x);
    return true;
}

static bool log2_(KipCall *call)
{
    double x;
    if (!positive(call, 0, &x))
        return false;
    call->result = kip_float(is_finite(x) ? logarithm(x, 2) : x);
    return true;
}

static bool pow_(KipCall *call)
{
    double x, y;
    if (!number(call, 0, &x) || !number(call, 1, &y))
        return false;
    return kip_number_binary(call->machine, KIP_BINARY_POWER, kip_float(x), kip_float(y), &call->result);
}

static bool atan2_(KipCall *call)
{
    double y, x;
    if (!number(call, 0, &y) || !number(call, 1, &x))
        return false;
    call->result = kip_float(kip_atan2(y, x));
    return true;
}

/* The root of the sum of squares, scaled by a power of two near the largest so that nothing overflows. */
static bool hypot_(KipCall *call)
{
    double largest = 0, sum = 0, x, unit = 1, result;
    bool nan = false;

    for (int i = 0; i < call->nargument; i++) {
        if (!number(call, i, &x))
            return false;
        nan = nan || x != x;
        largest = fabs(x) > largest ? fabs(x) : largest;
    }
    if (largest > 0x1p500 || largest < 0x1p-400)
        unit = largest > 1 ? 0x1p-600 : 0x1p600;
    for (int i = 0; i < call->nargument; i++) {
        x = kip_double_of(call->argument[i]) * unit;
        sum += x * x;
    }
    result = largest > DBL_MAX ? largest : nan ? NAN : sqrt(sum) / unit;
    call->result = kip_float(result);
    return true;
}

/* -- whole numbers --------------------------------------------------------------------------------------- */

static bool whole(KipCall *call, double x)
{
    int64_t integer;
    if (!kip_double_whole(x, &integer))
        return kip_call_fail(call, "%g does not fit into an int of 64 bits", x);
    call->result = kip_int(integer);
    return true;
}

/* How a number becomes whole: down -1, up 1, towards zero 0. */
static bool make_whole(KipCall *call, int way)
{
    double x;
    if (!number(call, 0, &x))
        return false;
    if (kip_is_integer(call->argument[0])) {
        call->result = kip_int(call->argument[0].integer);
        return true;
    }
    return whole(call, way < 0 || (way == 0 && x > 0) ? floor(x) : -floor(-x));
}

static bool floor_(KipCall *call)
{
    return make_whole(call, -1);
}

static bool ceil_(KipCall *call)
{
    return make_whole(call, 1);
}

static bool trunc_(KipCall *call)
{
    return make_whole(call, 0);
}

static bool gcd(KipCall *call)
{
    uint64_t divisor = 0;
    for (int i = 0; i < call->nargument; i++) {
        int64_t integer;
        if (!kip_call_integer(call, i, &integer))
            return false;
        uint64_t other = integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer;
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
    int64_t n, product = 1;
    if (!kip_call_integer(call, 0, &n))
        return false;
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
    int64_t n, root;
    if (!kip_call_integer(call, 0, &n))
        return false;
    if (n < 0)
        return kip_call_fail(call, "n must not be negative");
    root = (int64_t)sqrt((double)n); /* right but for rounding near a square */
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
    double x, y;
    if (!number(call, 0, &x) || !number(call, 1, &y))
        return false;
    call->result = kip_float(kip_copy_sign(x, y));
    return true;
}

static bool fmod_(KipCall *call)
{
    double x, y;
    if (!number(call, 0, &x) || !number(call, 1, &y))
        return false;
    if (y == 0 || (!is_finite(x) && x == x))
        return kip_call_fail(call, "the remainder needs a finite number and a divisor that is not 0");
    call->result = kip_float(kip_remainder(x, y));
    return true;
}

static bool test(KipCall *call, bool (*is)(double))
{
    double x;
    if (!number(call, 0, &x))
        return false;
    call->result = kip_bool(is(x));
    return true;
}

static bool is_nan(double x)
{
    return x != x;
}

static bool is_infinite(double x)
{
    return fabs(x) > DBL_MAX;
}

static bool isnan_(KipCall *call)
{
    return test(call, is_nan);
}

static bool isinf_(KipCall *call)
{
    return test(call, is_infinite);
}

static bool isfinite_(KipCall *call)
{
    return test(call, is_finite);
}

static bool isclose(KipCall *call)
{
    double a, b, relative, absolute, size, apart;
    if (!number(call, 0, &a) || !number(call, 1, &b) || !number(call, 2, &relative) ||
        !number(call, 3, &absolute))
        return false;
    if (relative < 0 || absolute < 0)
        return kip_call_fail(call, "tolerances must not be negative");
    size = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
    apart = fabs(a - b);
    call->result = kip_bool(a == b || (size <= DBL_MAX && (apart <= relative * size || apart <= absolute)));
    return true;
}

const KipNativeDef kip_math_def[] = {
    {"sqrt(x)", sqrt_, "The square root."},
    {"sin(x)", sin_, "The sine of an angle in radians."},
    {"cos(x)", cos_, "The cosine of an angle in radians."},
    {"tan(x)", tan_, "The tangent of an angle in radians."},
    {"asin(x)", asin_, "The angle in [-pi/2, pi/2] with this sine."},
    {"acos(x)", acos_, "The angle in [0, pi] with this cosine."},
    {"atan(x)", atan_, "The angle in [-pi/2, pi/2] with this tangent."},
    {"atan2(y, x)", atan2_, "The angle of the direction (x, y)."},
    {"sinh(x)", sinh_, "The hyperbolic sine."},
    {"cosh(x)", cosh_, "The hyperbolic cosine."},
    {"tanh(x)", tanh_, "The hyperbolic tangent."},
    {"exp(x)", exp_, "e to the power x."},
    {"log(x, base=None)", log_, "The natural logarithm, or that to a base."},
    {"log10(x)", log10_, "The logarithm to base 10."},
    {"log2(x)", log2_, "The logarithm to base 2."},
    {"pow(x, y)", pow_, "x to the power y, as floats."},
    {"hypot(...)", hypot_, "The root of the sum of squares."},
    {"floor(x)", floor_, "The largest int not above x."},
    {"ceil(x)", ceil_, "The smallest int not below x."},
    {"trunc(x)", trunc_, "The int towards 0."},
    {"fabs(x)", fabs_, "The size, as a float."},
    {"degrees(x)", degrees, "Radians as degrees."},
    {"radians(x)", radians, "Degrees as radians."},
    {"copysign(x, y)", copysign_, "The size of x with the sign of y."},
    {"fmod(x, y)", fmod_, "The remainder with the sign of x."},
    {"isnan(x)", isnan_, "Is it no number?"},
    {"isinf(x)", isinf_, "Is it infinite?"},
    {"isfinite(x)", isfinite_, "Is it neither infinite nor nan?"},
    {"isclose(a, b, rel_tol=0.000000001, abs_tol=0.0)", isclose, "Are they equal but for a tolerance?"},
    {"gcd(...)", gcd, "The greatest common divisor."},
    {"factorial(n)", factorial, "1 * 2 * ... * n, to 20."},
    {"isqrt(n)", isqrt, "The square root of an int, rounded down."},
};
const int kip_math_count = sizeof kip_math_def / sizeof kip_math_def[0];

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
    return kip_natives_fill(machine, dict, kip_math_def, kip_math_count);
}
