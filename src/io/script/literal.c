/* The values of number and string literals. */
#include "lex.h"

#include "../text/number.h"
#include "objects.h"
#include "../../dynamics/letters.h"

#include <math.h>
#include <string.h>

enum { LONGEST = 1000 }; /* digits of a float */

/* -- numbers --------------------------------------------------------------------------------------------- */

static int digit_value(char c)
{
    return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}

static int whole_number(KipSource *source, const KipToken *token, int base, bool negative)
{
    const char *text = source->text + token->start;
    const uint64_t most = (uint64_t)INT64_MAX + negative;
    uint64_t value = 0;
    for (uint32_t i = base == 10 ? 0 : 2; i < token->size; i++) {
        uint64_t digit;
        if (text[i] == '_')
            continue;
        digit = (uint64_t)digit_value(text[i]);
        if (value > (most - digit) / (uint64_t)base) {
            kip_source_fail(source, token->spot,
                            "this number does not fit in 64 bits: write it with a point, %.*s.0, as a float",
                            token->size < 60 ? (int)token->size : 60, text);
            return 0;
        }
        value = value * (uint64_t)base + digit;
    }
    return kip_source_integer(source, negative ? -(int64_t)(value / 2) - (int64_t)(value - value / 2)
                                               : (int64_t)value);
}

int kip_literal_number(KipSource *source, const KipToken *token, bool negative)
{
    const char *text = source->text + token->start;
    char base = token->size > 1 && text[0] == '0' ? (char)(text[1] | 0x20) : '0';
    char *plain;
    size_t n = 0;
    double value;
    if (base == 'x' || base == 'o' || base == 'b')
        return whole_number(source, token, base == 'x' ? 16 : base == 'o' ? 8 : 2, negative);
    if (!memchr(text, '.', token->size) && !memchr(text, 'e', token->size) && !memchr(text, 'E', token->size))
        return whole_number(source, token, 10, negative);
    plain = kip_source_take(source, token->size, 1);
    if (!plain)
        return 0;
    for (uint32_t i = 0; i < token->size; i++)
        if (text[i] != '_')
            plain[n++] = text[i];
    if (!kip_number_parse(plain, n, &value)) { /* beyond 1.8e308 it is inf, as in Python */
        if (n > LONGEST)
            kip_source_fail(source, token->spot, "a number has at most %d digits", (int)LONGEST);
        value = (double)INFINITY;
    }
    return kip_source_float(source, negative ? -value : value);
}

/* -- strings --------------------------------------------------------------------------------------------- */

KipStringParts kip_string_parts(const KipSource *source, const KipToken *token)
{
    const char *text = source->text + token->start;
    KipStringParts parts = {false, false, token->start, token->start + token->size};
    uint32_t quotes;
    for (; *text != '"' && *text != '\''; text++, parts.start++) {
        parts.raw |= (*text | 0x20) == 'r';
        parts.formatted |= (*text | 0x20) == 'f';
    }
    quotes = parts.end - parts.start >= 6 && text[1] == text[0] && text[2] == text[0] ? 3 : 1;
    parts.start += quotes;
    parts.end -= quotes;
    return parts;
}

/* Escapes of one letter, each followed by its character. */
static const char escapes[] = "\\\\''\"\"a\ab\bf\fn\nr\rt\tv\v";

/* The number with `most` digits of a base at text[0, n); -1 with fewer, unless octal. */
static int32_t escape_number(const char *text, uint32_t n, uint32_t most, int base, uint32_t *size)
{
    uint32_t i = 0;
    int32_t value = 0;
    for (; i < n && i < most; i++) {
        char c = text[i];
        bool letter = base == 16 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
        if (!letter && !(is_digit(c) && c - '0' < base))
            break;
        if (value < 0x1000000)
            value = value * base + digit_value(c);
    }
    *size = i;
    return i == most || base == 8 ? value : -1;
}

/* Decodes the escape behind the backslash at text[at]; returns its length in bytes. */
static uint32_t put_escape(KipSource *source, uint32_t at, uint32_t end, KipSpot spot, char *to, size_t *n)
{
    const char *text = source->text + at, *known;
    char c = *text;
    uint32_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0, size = 0;
    size_t bytes = 0;
    if (c == '\n' || c == '\r')
        return c == '\r' && text[1] == '\n' ? 2 : 1;
    if (digits || (c >= '0' && c <= '7')) {
        uint32_t skip = digits ? 1 : 0;
        int32_t value =
            escape_number(text + skip, end - at - skip, digits ? digits : 3, digits ? 16 : 8, &size);
        if (value >= 0 && value <= 0x10ffff && !(value >= 0xd800 && value < 0xe000)) /* no surrogates */
            bytes = kip_utf8_write((uint32_t)value, to + *n);
        if (bytes == 0)
            kip_source_fail(source, spot,
                            value < 0 ? "\\%.1s wants %d hexadecimal digits behind it"
                                      : "\\%.1s with %d digits: these name no character of Unicode",
                            text, (int)digits);
        *n += bytes;
        return skip + size;
    }
    for (known = escapes; *known && *known != c; known += 2)
        ;
    if (*known)
        to[(*n)++] = known[1];
    else if (c == 'N')
        kip_source_fail(source, spot,
                        "names of characters (\\N{...}) are not in the language: "
                        "write \\u and the character's number");
    else
        kip_source_fail(source, spot,
                        "\\%.*s stands for nothing: write two backslashes, "
                        "or r before the string's first quote",
                        (int)kip_utf8_length(text, end - at), text);
    return 1;
}

void kip_literal_text(KipSource *source, uint32_t start, uint32_t end, KipSpot spot, bool raw, char *to,
                      size_t *n)
{
    const char *text = source->text;
    for (uint32_t at = start, next; at < end && source->status == KIP_OK; at = next) {
        next = at + 1;
        if (text[at] == '\\' && !raw && next < end) {
            next += put_escape(source, next, end, spot, to, n);
        } else if (text[at] == '\r') { /* all line ends become \n */
            next += next < end && text[next] == '\n';
            to[(*n)++] = '\n';
        } else {
            to[(*n)++] = text[at];
        }
        spot = kip_spot_after(spot, text + at, next - at);
    }
}
