/* Numbers as text, with a decimal point whatever the locale; formatted numbers are read back to the same bits. */
#ifndef KIP_IO_TEXT_NUMBER_H
#define KIP_IO_TEXT_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/* Reads text[0, n), which must be one decimal number; blanks around it, nan, inf and -inf are allowed. */
bool kip_number_parse(const char *text, size_t n, double *value);

/* Writes the value as %.17g does into `buffer`, and returns it. */
enum { KIP_NUMBER_SIZE = 32 };
char *kip_number_format(char buffer[KIP_NUMBER_SIZE], double value);
/* The same, and returns the end of what is written, where the 0 is. */
char *kip_number_put(char buffer[KIP_NUMBER_SIZE], double value);
/* The same with the fewest digits that are read back to the same bits, or nearly the fewest. */
char *kip_number_format_short(char buffer[KIP_NUMBER_SIZE], double value);
/* The same with `digits` significant digits (1 to 17). */
char *kip_number_format_digits(char buffer[KIP_NUMBER_SIZE], double value, int digits);

#endif
