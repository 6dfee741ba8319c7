#include "number.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../dynamics/letters.h"

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

enum { MOST_FIVES = 27, MOST_SCALE = 2 * MOST_FIVES }; /* 5^27 has 63 bits */
static const uint64_t fives[MOST_FIVES + 1] = {
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

/* Computes m 5^k for m below 2^53: at most 179 bits, as words from the lowest on, the last of them zero. */
static void scale(uint64_t m, int k, uint64_t product[4])
{
    uint64_t high, more;
    product[0] = multiply(m, fives[k < MOST_FIVES ? k : MOST_FIVES], &high);
    product[1] = high;
    product[2] = product[3] = 0;
    if (k > MOST_FIVES) {
        const uint64_t rest = fives[k - MOST_FIVES];
        product[0] = multiply(product[0], rest, &more);
        product[1] = multiply(high, rest, product + 2) + more;
        product[2] += product[1] < more;
    }
}

/* Computes m 2^e 10^k for m below 2^53, rounded half to even to an integer below 2^64: the lowest `behind` = -(e + k) bits of
 * m 5^k are the fraction. */
static uint64_t scale_and_round_any(uint64_t m, int behind, int k)
{
    const int word = behind / 64, bit = behind % 64;
    uint64_t product[4];
    scale(m, k, product);
    if (behind <= 0)
        return product[0] << -behind;
    if (behind > 191)
        return 0;
    const uint64_t whole = bit ? product[word] >> bit | product[word + 1] << (64 - bit) : product[word];
    const int last = (behind - 1) / 64; /* the word of the most significant bit of the fraction */
    const uint64_t half = (uint64_t)1 << (behind - 1) % 64;
    bool more = product[last] & (half - 1);
    for (int i = 0; i < last; i++)
        more = more || product[i];
    return whole + ((product[last] & half) && (more || whole % 2));
}

/* The same; from 10^-10 to 10^16 one product is enough for all digits. */
static inline uint64_t scale_and_round(uint64_t m, int e, int k)
{
    const int behind = -(e + k);
    if (k > MOST_FIVES || behind <= 0 || behind >= 64)
        return scale_and_round_any(m, behind, k);
    uint64_t high;
    const uint64_t low = multiply(m, fives[k], &high), half = (uint64_t)1 << (behind - 1),
                   fraction = low & (2 * half - 1), whole = low >> behind | high << (64 - behind);
    return whole + (fraction > half || (fraction == half && whole % 2));
}

/* The first `digits` decimal digits of a normal value above 0 as an integer, and the exponent of the first; false where the
 * integer needs more than 64 bits. */
static inline bool find_digits(double value, int digits, uint64_t *whole, int *exponent)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int e = (int)(bits >> 52) - 1075; /* value = m 2^e */
    const uint64_t hidden = (uint64_t)1 << 52, m = (bits & (hidden - 1)) | hidden;
    /* `least` is the base-2 logarithm in units of 2^-20, too small by up to 0.09, so that the decimal exponent is the one
     * computed or the next. Adding 400 keeps what is shifted positive. */
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

enum { DIGITS = 17 }; /* of the integers below */

/* Writes a number below 10^8 as eight digits: splits it into halves, each half into halves, and those again, in parallel in
 * one word. */
static inline void put_eight(char *to, uint32_t number)
{
    uint64_t x = number / 10000 | (uint64_t)(number % 10000) << 32, part;
    part = (x * 5243 >> 19) & 0x0000007f0000007f; /* x / 100, exact below 10^4 */
    x = part | (x - 100 * part) << 16;
    part = (x * 103 >> 10) & 0x000f000f000f000f; /* x / 10, exact below 10^2 */
    x = (part | (x - 10 * part) << 8) + 0x3030303030303030;
    to[0] = (char)x, to[1] = (char)(x >> 8), to[2] = (char)(x >> 16), to[3] = (char)(x >> 24);
    to[4] = (char)(x >> 32), to[5] = (char)(x >> 40), to[6] = (char)(x >> 48), to[7] = (char)(x >> 56);
}

/* Formats an integer of DIGITS digits, of which `digits` are wanted, as %g does: 0.001234, 12.34, 1.234e+20, with at
 * least two digits in the exponent. All digits are written behind the point, and those before it are then moved down by
 * one byte. Returns the end. */
static inline char *put_digits(char *to, uint64_t whole, int digits, int exponent)
{
    const bool fixed = exponent >= -4 && exponent < digits;
    const int point = fixed ? exponent + 1 : 1; /* number of digits before the point */
    const uint64_t upper = whole / 100000000;   /* nine digits */
    char *text = to + (point > 0 ? 1 : 2 - point);
    memcpy(to, "0.000", 5); /* the digits overwrite what is too much of it */
    text[0] = (char)('0' + upper / 100000000);
    put_eight(text + 1, (uint32_t)(upper % 100000000));
    put_eight(text + 9, (uint32_t)(whole % 100000000));
    if (point > 0) {
        memmove(to, text, (size_t)point);
        to[point] = '.';
    }
    to = text + DIGITS;
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

/* Returns the end. */
static inline char *put_number(char buffer[KIP_NUMBER_SIZE], double value, int digits)
{
    uint64_t whole;
    int exponent;
    *buffer = '-';
    if (isnormal(value) && find_digits(fabs(value), digits, &whole, &exponent))
        return put_digits(buffer + (value < 0), whole * tens[DIGITS - digits], digits, exponent);
    if (value == 0)
        strcpy(buffer, signbit(value) ? "-0" : "0");
    else if (value != value)
        strcpy(buffer, "nan");
    else
        format_anything(buffer, value, digits);
    return buffer + strlen(buffer);
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
