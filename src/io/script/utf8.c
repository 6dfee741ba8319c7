/* Characters of strings: UTF-8, a byte each where the size is the length. */
#include <string.h>

#include "value_parts.h"

bool kip_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
}

size_t kip_utf8_size(const char *text, size_t n)
{
    unsigned char first = (unsigned char)text[0];
    size_t size = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;

    if (size > n)
        return 1;
    for (size_t i = 1; i < size; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 1;
    return size;
}

uint32_t kip_utf8_code(const char *text, size_t size)
{
    uint32_t code = (unsigned char)text[0];
    if (size > 1)
        code &= 0x7fu >> size;
    for (size_t i = 1; i < size; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    return code;
}

size_t kip_utf8_write(uint32_t code, char text[4])
{
    size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char FIRST[] = {0, 0, 0xc0, 0xe0, 0xf0};

    for (size_t i = size; i-- > 1; code >>= 6)
        text[i] = (char)(0x80 | (code & 0x3f));
    text[0] = (char)(FIRST[size] | code);
    return size;
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

/* Rabin and Karp: the hash of n bytes rolls along, so that the time is that of the text's length whatever is looked for. */
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
