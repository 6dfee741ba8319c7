/* Byte offsets in strings; where size equals length, each character is one byte. */
#include <string.h>

#include "objects.h"

bool kip_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
}

size_t kip_string_byte(const KipString *string, size_t index)
{
    size_t at = 0;
    if (string->size == string->length)
        return index;
    while (index--)
        at += kip_utf8_size(string->text + at, string->size - at);
    return at;
}

/* Rabin and Karp: a rolling hash of n bytes makes the time linear in the text's length. */
size_t kip_find_bytes(const char *text, size_t size, size_t from, const char *needle, size_t n)
{
    const uint64_t base = 0x9e3779b97f4a7c15u;
    uint64_t wanted = 0, hash = 0, power = 1;
    if (n == 0)
        return from;
    if (from + n > size)
        return size + 1;
    for (size_t i = 0; i < n; i++) {
        wanted = wanted * base + (unsigned char)needle[i];
        hash = hash * base + (unsigned char)text[from + i];
        power *= i ? base : 1;
    }
    for (;; from++) {
        if (hash == wanted && memcmp(text + from, needle, n) == 0)
            return from;
        if (from + n == size)
            return size + 1;
        hash = (hash - (unsigned char)text[from] * power) * base + (unsigned char)text[from + n];
    }
}
