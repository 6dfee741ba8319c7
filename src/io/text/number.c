#include "number.h"

#include <float.h>
#include <math.h>
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

char *kip_number_format_digits(char buffer[KIP_NUMBER_SIZE], double value, int digits)
{
    char *to = buffer;
    if (value != value)
        return strcpy(buffer, "nan");
    snprintf(buffer, KIP_NUMBER_SIZE, "%.*g", digits, value);
    for (const char *from = buffer; *from;
         from++) { /* the locale's point, of one byte or more, becomes a point */
        if (strchr("0123456789+-einf", *from))
            *to++ = *from;
        else if (to == buffer || to[-1] != '.')
            *to++ = '.';
    }
    *to = 0;
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
