/* Numbers as text: always with a point, whatever the locale; text that comes back as the same bits. */
#ifndef KIP_IO_TEXT_NUMBER_H
#define KIP_IO_TEXT_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/* All of text[0, n) is one decimal number (blanks around it allowed; nan, inf, -inf as words too). */
bool kip_number_parse(const char *text, size_t n, double *value);

/* %.17g into `buffer`; returns it. */
enum { KIP_NUMBER_SIZE = 32 };
char *kip_number_format(char buffer[KIP_NUMBER_SIZE], double value);
/* The fewest digits that come back as the same bits, or nearly the fewest. */
char *kip_number_format_short(char buffer[KIP_NUMBER_SIZE], double value);
/* The same with `digits` significant digits (1 to 17). */
char *kip_number_format_digits(char buffer[KIP_NUMBER_SIZE], double value, int digits);

#endif
