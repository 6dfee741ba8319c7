/* Arithmetic of numbers as in Python, with integers of 64 bits: a result that does not fit is an error. Floats are doubles;
 * of libm only functions with exact results are used: floor, fabs, fmod, ldexp, copysign. */
#include <float.h>
#include <math.h>

#include "../../dynamics/scalar.h"
#include "objects.h"

bool kip_double_whole(double x, int64_t *integer)
{
    if (!(x >= -0x1p63 && x < 0x1p63) || floor(x) != x)
        return false;
    *integer = (int64_t)x;
    return true;
}

double kip_remainder(double x, double y)
{
    return isfinite(x) && y == y && y != 0 ? fmod(x, y) : NAN;
}

/* Computes // and % as Python does; y must not be 0. */
static void float_divide(double x, double y, double *quotient, double *rest)
{
    double remainder = kip_remainder(x, y), whole = (x - remainder) / y;

    if (remainder == 0) {
        remainder = copysign(0, y);
    } else if ((y < 0) != (remainder < 0)) {
        remainder += y;
        whole -= 1;
    }
    *rest = remainder;
    *quotient = copysign(0, x / y);
    if (whole != 0) {
        *quotient = floor(whole);
        if (whole - *quotient > 0.5)
            *quotient += 1;
    }
}

static uint64_t size_of(int64_t x)
{
    return x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
}

/* Normalizes x = result 2^*exponent with 2^62 <= result < 2^63. */
static uint64_t normalized(uint64_t x, int *exponent)
{
    *exponent = 0;
    if (x >> 63) { /* which is only true of 2^63 */
        *exponent = 1;
        return x >> 1;
    }
    for (; !(x >> 62); x <<= 1)
        --*exponent;
    return x;
}

/* Computes x / y with a single rounding, also where they have more bits than a double: 56 bits of the quotient by long
 * division, the last of them set if there is a remainder. */
static double divide_integers(int64_t x, int64_t y)
{
    uint64_t a = size_of(x), b = size_of(y), quotient = 0;
    int ea, eb;
    double result;

    if (a <= (uint64_t)1 << 53 && b <= (uint64_t)1 << 53)
        return (double)x / (double)y;
    if (x == 0)
        return y < 0 ? -0.0 : 0.0;
    a = normalized(a, &ea);
    b = normalized(b, &eb);
    for (int i = 0; i < 56; i++) {
        quotient <<= 1;
        if (a >= b) {
            a -= b;
            quotient |= 1;
        }
        a <<= 1;
    }
    quotient |= a != 0;
    result = ldexp((double)quotient, ea - eb - 55);
    return (x < 0) != (y < 0) ? -result : result;
}

int kip_number_order(KipValue a, KipValue b)
{
    if (a.type == KIP_FLOAT && b.type == KIP_FLOAT) {
        if (a.number != a.number || b.number != b.number)
            return 2;
        return (a.number > b.number) - (a.number < b.number);
    }
    if (a.type == KIP_FLOAT) {
        int order = kip_number_order(b, a);
        return order == 2 ? 2 : -order;
    }
    if (b.type != KIP_FLOAT)
        return (a.integer > b.integer) - (a.integer < b.integer);
    /* an integer and a float: the float's integer part fits, or is beyond all integers */
    double x = b.number, whole = floor(x);
    if (x != x)
        return 2;
    if (whole >= 0x1p63)
        return -1;
    if (whole < -0x1p63)
        return 1;
    int64_t floor_x = (int64_t)whole;
    if (a.integer != floor_x)
        return a.integer < floor_x ? -1 : 1;
    return x > whole ? -1 : 0;
}

/* -- integers -------------------------------------------------------------------------------------------- */

static const char *const SYMBOL[] = {"+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>"};

static bool too_large(KipMachine *machine, KipBinary op, int64_t a, int64_t b)
{
    char left[KIP_REPR_SIZE], right[KIP_REPR_SIZE];
    kip_integer_text(a, left);
    kip_integer_text(b, right);
    return kip_script_fail(machine, "the result of %s %s %s does not fit in 64 bits; use a float", left,
                           SYMBOL[op], right);
}

static bool add(int64_t a, int64_t b, int64_t *sum)
{
    if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b)
        return false;
    *sum = a + b;
    return true;
}

static bool multiply(int64_t a, int64_t b, int64_t *product)
{
    uint64_t size_a = size_of(a), size_b = size_of(b), most = INT64_MAX;
    bool negative = (a < 0) != (b < 0);

    if (size_a && size_b > (most + negative) / size_a)
        return false;
    size_a *= size_b;
    *product = negative ? (int64_t)(0 - size_a) : (int64_t)size_a;
    return true;
}

static bool power(int64_t base, int64_t exponent, int64_t *result)
{
    *result = 1;
    for (; exponent; exponent >>= 1) {
        if ((exponent & 1) && !multiply(*result, base, result))
            return false;
        if (exponent > 1 && !multiply(base, base, &base))
            return false;
    }
    return true;
}

/* Computes a // b and a % b for b other than 0; false for INT64_MIN // -1. */
static bool floor_divide(int64_t a, int64_t b, int64_t *quotient, int64_t *rest)
{
    *rest = 0;
    if (b == -1) {
        *quotient = (int64_t)(0 - (uint64_t)a);
        return a != INT64_MIN;
    }
    *quotient = a / b;
    *rest = a % b;
    if (*rest && (*rest < 0) != (b < 0)) {
        --*quotient;
        *rest += b;
    }
    return true;
}

static bool shift(KipMachine *machine, KipBinary op, int64_t a, int64_t by, int64_t *result)
{
    if (by < 0)
        return kip_script_fail(machine, "a number cannot be shifted by a negative count");
    if (op == KIP_BINARY_RIGHT) {
        *result = by > 63 ? (a < 0 ? -1 : 0) : a < 0 ? ~(~a >> by) : a >> by;
        return true;
    }
    if (a == 0 || (by < 63 && multiply(a, (int64_t)1 << by, result))) {
        *result = a == 0 ? 0 : *result;
        return true;
    }
    if (by == 63 && a == -1) {
        *result = INT64_MIN;
        return true;
    }
    return too_large(machine, op, a, by);
}

static bool bits(KipBinary op, KipValue a, KipValue b, KipValue *result)
{
    int64_t i = op == KIP_BINARY_AND  ? a.integer & b.integer
                : op == KIP_BINARY_OR ? a.integer | b.integer
                                      : a.integer ^ b.integer;
    *result = a.type == KIP_BOOL && b.type == KIP_BOOL ? kip_bool(i) : kip_int(i);
    return true;
}

static bool divide_by_zero(KipMachine *machine, KipBinary op)
{
    return kip_script_fail(machine, op == KIP_BINARY_MODULO ? "the remainder (%%) of a division by zero"
                                                            : "division by zero");
}

static bool float_power(KipMachine *machine, double x, double y, KipValue *result);

static bool integer_binary(KipMachine *machine, KipBinary op, KipValue a, KipValue b, KipValue *result)
{
    int64_t i = a.integer, j = b.integer, r = 0, rest;
    bool fits = true;

    switch (op) {
    case KIP_BINARY_ADD:
        fits = add(i, j, &r);
        break;
    case KIP_BINARY_SUBTRACT:
        fits = j == INT64_MIN ? i < 0 && add(i + 1, INT64_MAX, &r) : add(i, -j, &r);
        break;
    case KIP_BINARY_MULTIPLY:
        fits = multiply(i, j, &r);
        break;
    case KIP_BINARY_DIVIDE:
        if (j == 0)
            return divide_by_zero(machine, op);
        *result = kip_float(divide_integers(i, j));
        return true;
    case KIP_BINARY_FLOOR_DIVIDE:
    case KIP_BINARY_MODULO:
        if (j == 0)
            return divide_by_zero(machine, op);
        fits = floor_divide(i, j, &r, &rest) || op == KIP_BINARY_MODULO;
        r = op == KIP_BINARY_MODULO ? rest : r;
        break;
    case KIP_BINARY_POWER:
        if (j < 0)
            return float_power(machine, (double)i, (double)j, result);
        fits = power(i, j, &r);
        break;
    case KIP_BINARY_LEFT:
    case KIP_BINARY_RIGHT:
        if (!shift(machine, op, i, j, &r))
            return false;
        break;
    default:
        return bits(op, a, b, result);
    }
    *result = kip_int(r);
    return fits || too_large(machine, op, i, j);
}

/* -- floats ---------------------------------------------------------------------------------------------- */

static bool float_power(KipMachine *machine, double x, double y, KipValue *result)
{
    double z;

    if (x == 0 && y < 0)
        return kip_script_fail(machine, "0 cannot be raised to a negative power");
    if (x < 0 && fabs(x) <= DBL_MAX && fabs(y) <= DBL_MAX && floor(y) != y)
        return kip_script_fail(machine, "a negative number cannot be raised to a power that is not whole");
    z = kip_pow(x, y);
    if (fabs(z) > DBL_MAX && fabs(x) <= DBL_MAX && fabs(y) <= DBL_MAX)
        return kip_script_fail(machine, "the result of ** is too large for a float");
    *result = kip_float(z);
    return true;
}

static bool float_binary(KipMachine *machine, KipBinary op, double x, double y, KipValue *result)
{
    double quotient, rest;

    switch (op) {
    case KIP_BINARY_ADD:
        *result = kip_float(x + y);
        return true;
    case KIP_BINARY_SUBTRACT:
        *result = kip_float(x - y);
        return true;
    case KIP_BINARY_MULTIPLY:
        *result = kip_float(x * y);
        return true;
    case KIP_BINARY_POWER:
        return float_power(machine, x, y, result);
    default:
        break;
    }
    if (y == 0)
        return divide_by_zero(machine, op);
    if (op == KIP_BINARY_DIVIDE) {
        *result = kip_float(x / y);
        return true;
    }
    float_divide(x, y, &quotient, &rest);
    *result = kip_float(op == KIP_BINARY_MODULO ? rest : quotient);
    return true;
}

bool kip_number_binary(KipMachine *machine, KipBinary op, KipValue a, KipValue b, KipValue *result)
{
    if (kip_is_integer(a) && kip_is_integer(b))
        return integer_binary(machine, op, a, b, result);
    if (op >= KIP_BINARY_AND)
        return kip_script_fail(machine, "%s works on int only, not on %s and %s", SYMBOL[op],
                               kip_type_name(machine, a), kip_type_name(machine, b));
    return float_binary(machine, op, kip_double_of(a), kip_double_of(b), result);
}
