/* Characters of UTF-8. */
#ifndef KIP_IO_TEXT_UTF8_H
#define KIP_IO_TEXT_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the character at text[0, n), n at least 1; 0 where there is none: stray bytes, overlong forms, surrogates, beyond
 * U+10FFFF. */
size_t kip_utf8_length(const char *text, size_t n);
/* The same of any text: what only looks like a character is one, and a stray byte is. 1 to 4. */
size_t kip_utf8_size(const char *text, size_t n);
bool kip_utf8_is_text(const char *text, size_t n);
/* How many characters begin in text[0, n). */
size_t kip_utf8_count(const char *text, size_t n);
/* The code of the character whose bytes these are. */
uint32_t kip_utf8_code(const char *text, size_t size);
/* Writes the character of a code up to 0x1fffff; returns its bytes. */
size_t kip_utf8_write(uint32_t code, char text[4]);

/* Whether a character begins with this byte. */
static inline bool kip_utf8_starts(char byte)
{
    return ((unsigned char)byte & 0xc0) != 0x80;
}

#endif
