/* Columns of integers as base64 (RFC 4648), compact where neighbouring values differ little.
 *
 *     KipBase64 to = {stream};
 *     kip_base64_column(&to, angle, nframe);
 *     kip_base64_column(&to, torque, nframe);
 *     kip_base64_end(&to);
 *
 * A column is coded as a number D, 0 to 2, followed by the D-th differences of its values along time. The first
 * differences are d[0] = x[0] and d[i] = x[i] - x[i - 1], the second are the first differences of d, and the 0-th
 * are the values themselves. D is the one that makes the column shortest. Each difference s is mapped to the number
 * 2 s where s >= 0, else -2 s - 1, except that a run of zeros is written as a 0 and the count of further zeros. A
 * number is written in bytes of seven bits, the lowest first; all but its last byte have the highest bit set. The
 * bytes of all columns form one string. */
#ifndef KIP_IO_TEXT_BASE64_H
#define KIP_IO_TEXT_BASE64_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct KipBase64 {
    FILE *stream;
    uint32_t bits; /* of bytes that do not make up a triple yet */
    int nbyte;     /* 0 to 2 */
} KipBase64;

/* Writes a number in bytes of seven bits. */
void kip_base64_number(KipBase64 *to, uint64_t value);
/* Writes a column of values of at most 2^48 in magnitude, whose differences a double holds exactly. */
void kip_base64_column(KipBase64 *to, const int64_t *value, size_t n);
/* Writes the remaining bytes, padded. */
void kip_base64_end(KipBase64 *to);

#endif
