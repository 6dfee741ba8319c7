/* Numbers as Python writes them. The shortest text of a float is found by trying. DBL_DIG (15) digits always
 * survive conversion to a normal double and back, so that if 15 digits are read back as x, these without final
 * zeros are the shortest text; else 16 are tried, and 17 always suffice. Beside a power of two the
 * interval that rounds to x extends twice as far upward as downward, so that the shortest text may be the decimal
 * above the correctly rounded one. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../text/number.h"
#include "objects.h"

/* Copies the digits alone, without the locale's decimal point; returns their number. */
static int keep_digits(const char *from, const char *end, char *digits)
{
    int n = 0;
    for (; from < end; from++)
        if (*from >= '0' && *from <= '9')
            digits[n++] = *from;
    digits[n] = 0;
    return n;
}

int kip_digits(double x, int n, char digits[KIP_DIGITS_SIZE])
{
    char text[KIP_DIGITS_SIZE];
    const char *e;
    int exponent = 0;

    snprintf(text, sizeof text, "%.*e", n - 1, fabs(x));
    e = strchr(text, 'e');
    keep_digits(text, e, digits);
    for (const char *c = e + 2; *c; c++)
        exponent = 10 * exponent + (*c - '0');
    return e[1] == '-' ? -exponent : exponent;
}

/* The digits of finite |x| rounded to `decimals` decimals, without the point; returns their number. */
static int fixed_digits(double x, int decimals, char digits[KIP_DIGITS_SIZE])
{
    char text[KIP_DIGITS_SIZE];
    int length = snprintf(text, sizeof text, "%.*f", decimals, fabs(x));
    return keep_digits(text, text + length, digits);
}

/* Whether d.ddd e exponent is read as the double x. */
static bool comes_back(double x, const char *digits, int n, int exponent)
{
    char text[64];
    double back;
    int length = snprintf(text, sizeof text, "%.*se%d", n, digits, exponent - n + 1);
    return kip_number_parse(text, (size_t)length, &back) && back == x;
}

/* The next greater decimal of n digits. */
static void step_up(char *digits, int n, int *exponent)
{
    int i = n - 1;
    while (i >= 0 && digits[i] == '9')
        digits[i--] = '0';
    if (i >= 0) {
        digits[i]++;
    } else {
        digits[0] = '1';
        ++*exponent;
    }
}

/* Whether n digits suffice. */
static bool try_digits(double x, int n, char *digits, int *exponent)
{
    *exponent = kip_digits(x, n, digits);
    if (comes_back(x, digits, n, *exponent))
        return true;
    step_up(digits, n, exponent);
    return comes_back(x, digits, n, *exponent);
}

int kip_shortest_digits(double x, char digits[KIP_DIGITS_SIZE], int *n)
{
    int exponent, count;
    x = fabs(x);
    if (x == 0) {
        strcpy(digits, "0");
        *n = 1;
        return 0;
    }
    count = x < DBL_MIN ? 1 : DBL_DIG;
    while (count < 17 && !try_digits(x, count, digits, &exponent))
        count++;
    if (count == 17)
        exponent = kip_digits(x, count, digits);
    while (count > 1 && digits[count - 1] == '0')
        count--;
    digits[count] = 0;
    *n = count;
    return exponent;
}

size_t kip_integer_text(int64_t integer, char text[KIP_REPR_SIZE])
{
    return (size_t)snprintf(text, KIP_REPR_SIZE, "%" PRId64, integer);
}

/* Whether a number is more than half of the place above its first digit; half rounds to 0, which is even. `digits` are all
 * of an integer's, or those of a value of 1 or more with up to 52 decimals. */
static bool more_than_half(const char *digits)
{
    return digits[0] > '5' || (digits[0] == '5' && strspn(digits + 1, "0") < strlen(digits + 1));
}

double kip_round_decimals(double x, int64_t n)
{
    char digits[KIP_DIGITS_SIZE], text[KIP_DIGITS_SIZE + 16];
    double rounded = 0;
    int exponent, kept;

    if (!(fabs(x) <= DBL_MAX) || x == 0 || n > 323)
        return x;
    if (n < -309 || (n < 0 && fabs(x) < 1))
        return copysign(0, x);
    if (n >= 0) {
        fixed_digits(x, (int)n, digits);
        snprintf(text, sizeof text, "%se%d", digits, -(int)n);
    } else {
        exponent = kip_digits(x, 400, digits);
        kept = exponent + 1 + (int)n;
        if (kept < 0 || (kept == 0 && !more_than_half(digits)))
            return copysign(0, x);
        if (kept > 0)
            exponent = kip_digits(x, kept, digits);
        snprintf(text, sizeof text, "%.*se%d", kept > 0 ? kept : 1, kept > 0 ? digits : "1",
                 kept > 0 ? exponent - kept + 1 : -(int)n);
    }
    if (!kip_number_parse(text, strlen(text), &rounded))
        rounded = HUGE_VAL;
    return copysign(rounded, x);
}
