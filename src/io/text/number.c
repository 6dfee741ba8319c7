#include "number.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer than any number a program prints in full: DBL_TRUE_MIN has 1074 decimals. */
enum { MOST_DIGITS = 1200 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_word(const char *text, size_t n, const char *word)
{
    return n == strlen(word) && memcmp(text, word, n) == 0;
}

/* inf and nan, which the digits below do not spell. */
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

/* [+-] digits, the whole of text[0, n); too large ones stop at a million, far outside any double's exponent.
 */
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

/* strtod reads the decimal point of the locale, so it is given none: 12.5e3 becomes 125e2. */
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

/* The C library's, with a point for the locale's, which has one byte or more. */
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

enum { MOST_SCALE = 27 }; /* 5^27 has 63 bits */
static const uint64_t fives[MOST_SCALE + 1] = {
    1u,
    5u,
    25u,
    125u,
    625u,
    3125u,
    15625u,
    78125u,
    390625u,
    1953125u,
    9765625u,
    48828125u,
    244140625u,
    1220703125u,
    6103515625u,
    30517578125u,
    152587890625u,
    762939453125u,
    3814697265625u,
    19073486328125u,
    95367431640625u,
    476837158203125u,
    2384185791015625u,
    11920928955078125u,
    59604644775390625u,
    298023223876953125u,
    1490116119384765625u,
    7450580596923828125u,
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

/* m 2^e 10^k for m below 2^53, rounded to a whole number below 2^64, halves to even: the product m 5^k has at most 116 bits,
 * of which -(e + k) are behind the point. */
static uint64_t scale_and_round(uint64_t m, int e, int k)
{
    const uint64_t five = fives[k], low = 0xffffffffu, m0 = m & low, m1 = m >> 32, f0 = five & low,
                   f1 = five >> 32;
    const uint64_t middle = m1 * f0 + (m0 * f0 >> 32), other = m0 * f1 + (middle & low);
    const uint64_t lo = m * five, hi = m1 * f1 + (middle >> 32) + (other >> 32);
    const int behind = -(e + k);
    if (behind <= 0)
        return lo << -behind;
    if (behind >= 128)
        return 0;
    const uint64_t half = (uint64_t)1 << (behind - 1) % 64, word = behind > 64 ? hi : lo;
    const bool more = (word & (half - 1)) || (behind > 64 && lo);
    const uint64_t whole = behind < 64 ? hi << (64 - behind) | lo >> behind : hi >> (behind - 64);
    return whole + ((word & half) && (more || whole % 2));
}

/* The digits of a normal value above 0 as a whole number, and the exponent of the first; false where that takes more bits. */
static bool find_digits(double value, int digits, uint64_t *whole, int *exponent)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int e = (int)(bits >> 52) - 1075; /* value = m 2^e */
    const uint64_t hidden = (uint64_t)1 << 52, m = (bits & (hidden - 1)) | hidden;
    /* The logarithm to the base of 2, in 2^-20, is this or up to 0.09 more: the exponent of ten this or the next. 400 keeps
     * what is shifted positive. */
    const int64_t least = ((int64_t)(e + 52) * (1 << 20)) + (int64_t)((m - hidden) >> 32);
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

/* The last n digits, at most 9 of them, which 32 bits hold and divide fast; two at a time. */
static void put_part(char *to, int n, uint32_t part)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    for (; n > 1; n -= 2, part /= 100)
        memcpy(to + n - 2, pairs + 2 * (part % 100), 2);
    if (n)
        *to = (char)('0' + part);
}

/* As %g puts them: 0.001234, 12.34, 1.234e+20; the exponent has two digits. The digits are written where they stay behind
 * the point; those before it move down by one. */
static void put_digits(char *to, uint64_t whole, int digits, int exponent)
{
    const bool fixed = exponent >= -4 && exponent < digits;
    const int point = fixed ? exponent + 1 : 1; /* so many digits before it */
    char *text = to + (point > 0 ? 1 : 2 - point);
    int n = digits;
    memcpy(to, "0.000", 5); /* as much of it as stays */
    if (n > 9) {
        put_part(text, n - 9, (uint32_t)(whole / 1000000000));
        put_part(text + n - 9, 9, (uint32_t)(whole % 1000000000));
    } else {
        put_part(text, n, (uint32_t)whole);
    }
    while (n > 1 && n > point && text[n - 1] == '0')
        n--;
    if (point > 0)
        memmove(to, text, (size_t)point), to[point] = '.';
    to = n > point ? text + n : to + point;
    *to = 0;
    if (!fixed) {
        *to++ = 'e', *to++ = exponent < 0 ? '-' : '+';
        *to++ = (char)('0' + abs(exponent) / 10), *to++ = (char)('0' + abs(exponent) % 10);
        *to = 0;
    }
}

char *kip_number_format_digits(char buffer[KIP_NUMBER_SIZE], double value, int digits)
{
    uint64_t whole;
    int exponent;
    if (value != value)
        return strcpy(buffer, "nan");
    if (value == 0)
        return strcpy(buffer, signbit(value) ? "-0" : "0");
    if (!isnormal(value) || !find_digits(fabs(value), digits, &whole, &exponent))
        return format_anything(buffer, value, digits);
    *buffer = '-';
    put_digits(buffer + (value < 0), whole, digits, exponent);
    return buffer;
}

char *kip_number_format(char buffer[KIP_NUMBER_SIZE], double value)
{
    return kip_number_format_digits(buffer, value, 17);
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
