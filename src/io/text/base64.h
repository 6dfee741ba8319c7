/* Columns of integers as base64 (RFC 4648), small where neighbours hardly differ.
 *
 *     KipBase64 to = {stream};
 *     kip_base64_column(&to, angle, nframe);
 *     kip_base64_column(&to, torque, nframe);
 *     kip_base64_end(&to);
 *
 * A column is coded as a number D, 0 to 2, and the D-th differences of its values along time: with the first
 * differences d[0] = x[0] and d[i] = x[i] - x[i - 1], the second are those of d, and the 0-th the values
 * themselves. The D is taken that makes the column shortest: motions are smooth, noise is not. Each
 * difference s is the number 2 s where s >= 0, else -2 s - 1; but for zeros, which come as 0 and how many
 * more of them follow at once. A number is written in bytes of seven bits, the lowest first; all but its last
 * byte have the highest bit set. The bytes of all columns are one string.
 */
#ifndef KIP_IO_TEXT_BASE64_H
#define KIP_IO_TEXT_BASE64_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct KipBase64 {
    FILE *stream;
    uint32_t bits; /* of the bytes that wait for their triple */
    int nbyte;     /* 0 to 2 */
} KipBase64;

/* One number, in bytes of seven bits. */
void kip_base64_number(KipBase64 *to, uint64_t value);
/* Values of at most 2^48 either way, so that whoever reads them as double precision loses nothing. */
void kip_base64_column(KipBase64 *to, const int64_t *value, size_t n);
/* What waits, padded. */
void kip_base64_end(KipBase64 *to);

#endif
