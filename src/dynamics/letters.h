/* Letters and digits of ASCII, independent of the locale. */
#ifndef KIP_DYNAMICS_LETTERS_H
#define KIP_DYNAMICS_LETTERS_H

#include <stdbool.h>

static inline bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static inline bool is_letter(char c)
{
    return is_upper(c) || is_lower(c);
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline char to_upper(char c)
{
    return is_lower(c) ? (char)(c - 'a' + 'A') : c;
}

static inline char to_lower(char c)
{
    return is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

#endif
