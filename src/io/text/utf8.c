/* Decoding and encoding of UTF-8. */
#include "utf8.h"

size_t kip_utf8_length(const char *text, size_t n)
{
    unsigned char c = (unsigned char)text[0], d = n > 1 ? (unsigned char)text[1] : 0;
    size_t length = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    if (length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if (kip_utf8_starts(text[i]))
            return 0;
    /* overlong forms, surrogates, beyond U+10FFFF */
    if ((c == 0xe0 && d < 0xa0) || (c == 0xf0 && d < 0x90) || (c == 0xed && d >= 0xa0) ||
        (c == 0xf4 && d >= 0x90))
        return 0;
    return length;
}

size_t kip_utf8_size(const char *text, size_t n)
{
    unsigned char first = (unsigned char)text[0];
    size_t size = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (size > n)
        return 1;
    for (size_t i = 1; i < size; i++)
        if (kip_utf8_starts(text[i]))
            return 1;
    return size;
}

bool kip_utf8_is_text(const char *text, size_t n)
{
    for (size_t i = 0, length; i < n; i += length) {
        length = kip_utf8_length(text + i, n - i);
        if (length == 0)
            return false;
    }
    return true;
}

size_t kip_utf8_count(const char *text, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += kip_utf8_starts(text[i]);
    return count;
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
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = size; i-- > 1; code >>= 6)
        text[i] = (char)(0x80 | (code & 0x3f));
    text[0] = (char)(first[size] | code);
    return size;
}
