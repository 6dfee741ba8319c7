/* Characters of UTF-8. */
#ifndef KIP_IO_TEXT_UTF8_H
#define KIP_IO_TEXT_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Length in bytes of the character at text[0, n), n at least 1; 0 where the bytes encode none: stray bytes, overlong forms,
 * surrogates, codes beyond U+10FFFF. */
size_t kip_utf8_length(const char *text, size_t n);
/* The same, 1 to 4, for any text: of invalid sequences the first byte decides, and a stray byte has length 1. */
size_t kip_utf8_size(const char *text, size_t n);
bool kip_utf8_is_text(const char *text, size_t n);
/* Number of characters that begin in text[0, n). */
size_t kip_utf8_count(const char *text, size_t n);
/* Code point of the character in text[0, size). */
uint32_t kip_utf8_code(const char *text, size_t size);
/* Writes the character of a code point up to 0x1fffff; returns its length in bytes. */
size_t kip_utf8_write(uint32_t code, char text[4]);

/* Whether a character begins with this byte. */
static inline bool kip_utf8_starts(char byte)
{
    return ((unsigned char)byte & 0xc0) != 0x80;
}

#endif
