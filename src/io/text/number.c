/* Reads and writes numbers. Writing 17 digits of a number from 1e-38 to 1e17 takes 190 instructions, a quarter less than by
 * powers of 64 bits, and a row of a table 13 % less. */
#include "number.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../dynamics/letters.h"
#include "../../dynamics/twice.h"

/* More than the digits of any double printed in full: DBL_TRUE_MIN has 1074 decimals. */
enum { MOST_DIGITS = 1200 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_word(const char *text, size_t n, const char *word)
{
    return n == strlen(word) && memcmp(text, word, n) == 0;
}

/* Reads inf and nan. */
static bool parse_word(const char *text, size_t n, double *value)
{
    if (is_word(text, n, "inf") || is_word(text, n, "+inf"))
        *value = HUGE_VAL;
    else if (is_word(text, n, "-inf"))
        *value = -HUGE_VAL;
    else if (is_word(text, n, "nan"))
        *value = NAN;
    else
        return false;
    return true;
}

/* Reads text[0, n) as a signed integer; magnitudes are capped at a million, far outside any double's exponent. */
static bool parse_exponent(const char *text, size_t n, int *exponent)
{
    size_t i = n && (text[0] == '+' || text[0] == '-');
    int sum = 0;
    if (i == n)
        return false;
    for (; i < n; i++) {
        if (!is_digit(text[i]))
            return false;
        if (sum < 1000000)
            sum = 10 * sum + (text[i] - '0');
    }
    *exponent = text[0] == '-' ? -sum : sum;
    return true;
}

/* strtod expects the decimal point of the locale, so the point is moved into the exponent: 12.5e3 becomes 125e2. */
bool kip_number_parse(const char *text, size_t n, double *value)
{
    char plain[MOST_DIGITS + 32];
    size_t i = 0, length = 0, ndigit = 0;
    int exponent = 0, decimals = 0;
    double number;

    while (n && is_blank(text[n - 1]))
        n--;
    while (n && is_blank(text[0]))
        text++, n--;
    if (parse_word(text, n, value))
        return true;
    if (n && (text[0] == '+' || text[0] == '-'))
        plain[length++] = text[i++];
    for (bool point = false; i < n && (is_digit(text[i]) || (text[i] == '.' && !point)); i++) {
        if (text[i] == '.') {
            point = true;
        } else if (ndigit++ == MOST_DIGITS) {
            return false;
        } else {
            plain[length++] = text[i];
            decimals += point;
        }
    }
    if (ndigit == 0)
        return false;
    if (i < n) {
        if ((text[i] != 'e' && text[i] != 'E') || !parse_exponent(text + i + 1, n - i - 1, &exponent))
            return false;
    }
    snprintf(plain + length, sizeof plain - length, "e%d", exponent - decimals);
    number = strtod(plain, NULL);
    if (!(number >= -DBL_MAX && number <= DBL_MAX))
        return false;
    *value = number;
    return true;
}

/* -- formatting ------------------------------------------------------------------------------------------ */

/* Formats by the C library, and replaces the locale's decimal point, of one byte or more, by '.'. */
static char *format_anything(char buffer[KIP_NUMBER_SIZE], double value, int digits)
{
    char *to = buffer;
    snprintf(buffer, KIP_NUMBER_SIZE, "%.*g", digits, value);
    for (const char *from = buffer; *from; from++) {
        if (strchr("0123456789+-einf", *from))
            *to++ = *from;
        else if (to == buffer || to[-1] != '.')
            *to++ = '.';
    }
    *to = 0;
    return buffer;
}

/* 5^k exactly, as 128 bits of which the first is 1: the upper 64, the lower 64. */
enum { MOST_SCALE = 55 };
static const uint64_t fives[MOST_SCALE + 1][2] = {
    {0x8000000000000000, 0x0000000000000000}, {0xa000000000000000, 0x0000000000000000},
    {0xc800000000000000, 0x0000000000000000}, {0xfa00000000000000, 0x0000000000000000},
    {0x9c40000000000000, 0x0000000000000000}, {0xc350000000000000, 0x0000000000000000},
    {0xf424000000000000, 0x0000000000000000}, {0x9896800000000000, 0x0000000000000000},
    {0xbebc200000000000, 0x0000000000000000}, {0xee6b280000000000, 0x0000000000000000},
    {0x9502f90000000000, 0x0000000000000000}, {0xba43b74000000000, 0x0000000000000000},
    {0xe8d4a51000000000, 0x0000000000000000}, {0x9184e72a00000000, 0x0000000000000000},
    {0xb5e620f480000000, 0x0000000000000000}, {0xe35fa931a0000000, 0x0000000000000000},
    {0x8e1bc9bf04000000, 0x0000000000000000}, {0xb1a2bc2ec5000000, 0x0000000000000000},
    {0xde0b6b3a76400000, 0x0000000000000000}, {0x8ac7230489e80000, 0x0000000000000000},
    {0xad78ebc5ac620000, 0x0000000000000000}, {0xd8d726b7177a8000, 0x0000000000000000},
    {0x878678326eac9000, 0x0000000000000000}, {0xa968163f0a57b400, 0x0000000000000000},
    {0xd3c21bcecceda100, 0x0000000000000000}, {0x84595161401484a0, 0x0000000000000000},
    {0xa56fa5b99019a5c8, 0x0000000000000000}, {0xcecb8f27f4200f3a, 0x0000000000000000},
    {0x813f3978f8940984, 0x4000000000000000}, {0xa18f07d736b90be5, 0x5000000000000000},
    {0xc9f2c9cd04674ede, 0xa400000000000000}, {0xfc6f7c4045812296, 0x4d00000000000000},
    {0x9dc5ada82b70b59d, 0xf020000000000000}, {0xc5371912364ce305, 0x6c28000000000000},
    {0xf684df56c3e01bc6, 0xc732000000000000}, {0x9a130b963a6c115c, 0x3c7f400000000000},
    {0xc097ce7bc90715b3, 0x4b9f100000000000}, {0xf0bdc21abb48db20, 0x1e86d40000000000},
    {0x96769950b50d88f4, 0x1314448000000000}, {0xbc143fa4e250eb31, 0x17d955a000000000},
    {0xeb194f8e1ae525fd, 0x5dcfab0800000000}, {0x92efd1b8d0cf37be, 0x5aa1cae500000000},
    {0xb7abc627050305ad, 0xf14a3d9e40000000}, {0xe596b7b0c643c719, 0x6d9ccd05d0000000},
    {0x8f7e32ce7bea5c6f, 0xe4820023a2000000}, {0xb35dbf821ae4f38b, 0xdda2802c8a800000},
    {0xe0352f62a19e306e, 0xd50b2037ad200000}, {0x8c213d9da502de45, 0x4526f422cc340000},
    {0xaf298d050e4395d6, 0x9670b12b7f410000}, {0xdaf3f04651d47b4c, 0x3c0cdd765f114000},
    {0x88d8762bf324cd0f, 0xa5880a69fb6ac800}, {0xab0e93b6efee0053, 0x8eea0d047a457a00},
    {0xd5d238a4abe98068, 0x72a4904598d6d880}, {0x85a36366eb71f041, 0x47a6da2b7f864750},
    {0xa70c3c40a64e6c51, 0x999090b65f67d924}, {0xd0cf4b50cfe20765, 0xfff4b4e3f741cf6d},
};
static const uint64_t tens[18] = {
    1u,
    10u,
    100u,
    1000u,
    10000u,
    100000u,
    1000000u,
    10000000u,
    100000000u,
    1000000000u,
    10000000000u,
    100000000000u,
    1000000000000u,
    10000000000000u,
    100000000000000u,
    1000000000000000u,
    10000000000000000u,
    100000000000000000u,
};

/* Returns the lower 64 bits of a b; the upper ones go into *high. */
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 Wide;

static inline uint64_t multiply(uint64_t a, uint64_t b, uint64_t *high)
{
    const Wide product = (Wide)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
}
#else
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *high)
{
    const uint64_t low = 0xffffffffu, a0 = a & low, a1 = a >> 32, b0 = b & low, b1 = b >> 32;
    const uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & low);
    *high = a1 * b1 + (middle >> 32) + (other >> 32);
    return a * b;
}
#endif

/* Computes m 2^e 10^k, where the first bit of m is 1, rounded half to even to an integer that has 1 to 63 bits. */
static inline uint64_t scale_and_round(uint64_t m, int e, int k)
{
    const int bits = (k * 1217359 >> 19) + 1; /* of 5^k, whose product with m is exact: 192 bits */
    const int behind = -(e + k + bits);       /* of its first 64, those behind the point: 1 to 64 */
    uint64_t high, middle;
    const uint64_t low = multiply(m, fives[k][1], &middle), more = multiply(m, fives[k][0], &high);
    middle += more;
    high += middle < more;
    const uint64_t whole = high >> 1 >> (behind - 1),
                   fraction = high << (64 - behind) | ((middle | low) != 0);
    return whole + (fraction + whole % 2 > (uint64_t)1 << 63);
}

/* The first `digits` decimal digits of a value above 0, by its bits, as an integer, and the exponent of the first; false where
 * the power of ten between them is not in the table, as for 0, inf and nan. */
static inline bool find_digits(uint64_t bits, int digits, uint64_t *whole, int *exponent)
{
    const int e = (int)(bits >> 52) - 1086;
    const uint64_t m = bits << 11 | (uint64_t)1 << 63; /* the value is m 2^e */
    /* `least` is the base-2 logarithm in units of 2^-20, too small by up to 0.09, so that the decimal exponent is the one
     * computed or the next. Adding 400 keeps what is shifted positive. */
    const int64_t least = (int64_t)(bits >> 32) - (1023 << 20);
    *exponent = (int)((least * 1292913986 + ((int64_t)400 << 52)) >> 52) - 400;
    for (int i = 0; i < 2; i++, ++*exponent) {
        const int k = digits - 1 - *exponent;
        if (k < 0 || k > MOST_SCALE)
            return false;
        *whole = scale_and_round(m, e, k);
        if (*whole < tens[digits])
            return true;
    }
    return false;
}

enum { DIGITS = 17 }; /* of the integers below */

/* The eight digits of a number below 10^8, the first one in the lowest byte: splits it into halves, each half into halves, and
 * those again, in parallel in one word. Where q is x / b, (x << n) - q ((b << n) - 1) is q | (x - b q) << n. */
static inline uint64_t eight_digits(uint32_t number)
{
    const uint64_t half = number / 10000;
    uint64_t x = ((uint64_t)number << 32) - half * (((uint64_t)10000 << 32) - 1), part;
    part = (x * 5243 >> 19) & 0x0000007f0000007f; /* x / 100, exact below 10^4 */
    x = (x << 16) - part * ((100 << 16) - 1);
    part = (x * 103 >> 10) & 0x000f000f000f000f; /* x / 10, exact below 10^2 */
    x = (x << 8) - part * ((10 << 8) - 1);
    return x + 0x3030303030303030;
}

static inline void put_eight(char *to, uint64_t x)
{
    to[0] = (char)x, to[1] = (char)(x >> 8), to[2] = (char)(x >> 16), to[3] = (char)(x >> 24);
    to[4] = (char)(x >> 32), to[5] = (char)(x >> 40), to[6] = (char)(x >> 48), to[7] = (char)(x >> 56);
}

/* Writes the digits with a point behind the first `point`, or zeros before them where that is not above 0. Returns the end. */
static inline char *put_fixed(char *to, uint64_t whole, int point)
{
    const uint64_t most = whole / 10, first = eight_digits((uint32_t)(most / 100000000)),
                   second = eight_digits((uint32_t)(most % 100000000));
    const char last = (char)('0' + (whole - 10 * most));
    char *text = to + (point > 0 ? 1 : 2 - point);
    put_eight(text + 8, second);
    text[16] = last;
    if (point <= 0) {
        memcpy(to, "0.000", 5); /* the digits overwrite what is too much of it */
        put_eight(text, first);
    } else if (point < 8) {
        const uint64_t before = ((uint64_t)1 << 8 * point) - 1;
        put_eight(to, (first & before) | (first & ~before) << 8 | (uint64_t)'.' << 8 * point);
        to[8] = (char)(first >> 56);
    } else {
        put_eight(text, first);
        memmove(to, text, (size_t)point);
        to[point] = '.';
    }
    return text + DIGITS;
}

/* Formats an integer of DIGITS digits, of which `digits` are wanted, as %g does: 0.001234, 12.34, 1.234e+20, with at
 * least two digits in the exponent. Returns the end. */
static inline char *put_digits(char *to, uint64_t whole, int digits, int exponent)
{
    const bool fixed = exponent >= -4 && exponent < digits;
    to = put_fixed(to, whole, fixed ? exponent + 1 : 1);
    while (to[-1] == '0')
        to--;
    to -= to[-1] == '.';
    if (!fixed) {
        *to++ = 'e', *to++ = exponent < 0 ? '-' : '+';
        *to++ = (char)('0' + abs(exponent) / 10), *to++ = (char)('0' + abs(exponent) % 10);
    }
    *to = 0;
    return to;
}

static char *put_rare(char buffer[KIP_NUMBER_SIZE], double value, int digits)
{
    if (value == 0)
        strcpy(buffer, signbit(value) ? "-0" : "0");
    else if (value != value)
        strcpy(buffer, "nan");
    else
        format_anything(buffer, value, digits);
    return buffer + strlen(buffer);
}

/* Returns the end. */
KIP_WITHIN char *put_number(char buffer[KIP_NUMBER_SIZE], double value, int digits)
{
    uint64_t bits, whole;
    int exponent;
    memcpy(&bits, &value, sizeof bits);
    *buffer = '-';
    if (find_digits(bits << 1 >> 1, digits, &whole, &exponent))
        return put_digits(buffer + (bits >> 63), whole * tens[DIGITS - digits], digits, exponent);
    return put_rare(buffer, value, digits);
}

char *kip_number_put(char buffer[KIP_NUMBER_SIZE], double value)
{
    return put_number(buffer, value, DIGITS);
}

char *kip_number_format_digits(char buffer[KIP_NUMBER_SIZE], double value, int digits)
{
    put_number(buffer, value, digits);
    return buffer;
}

char *kip_number_format(char buffer[KIP_NUMBER_SIZE], double value)
{
    kip_number_put(buffer, value);
    return buffer;
}

char *kip_number_format_short(char buffer[KIP_NUMBER_SIZE], double value)
{
    double back;
    for (int digits = 15; digits < 17; digits++) {
        kip_number_format_digits(buffer, value, digits);
        if (kip_number_parse(buffer, strlen(buffer), &back) && back == value)
            return buffer;
    }
    return kip_number_format_digits(buffer, value, 17);
}
