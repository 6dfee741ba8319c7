/* Lists of little-endian numbers as base64 (RFC 4648).
 *
 *     KipBase64 to = {stream};
 *     kip_base64_f32(&to, 0.5);
 *     kip_base64_end(&to);
 */
#ifndef KIP_BASE64_H
#define KIP_BASE64_H

#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipBase64 {
    FILE *stream;
    uint32_t bits; /* of the bytes that wait for their triple */
    int nbyte;     /* 0 to 2 */
} KipBase64;

void kip_base64_u8(KipBase64 *to, uint32_t value);
void kip_base64_u16(KipBase64 *to, uint32_t value);
void kip_base64_i16(KipBase64 *to, double value); /* rounded, and no farther than the type reaches */
void kip_base64_f32(KipBase64 *to, double value);
/* What waits, padded. */
void kip_base64_end(KipBase64 *to);

#ifdef __cplusplus
}
#endif
#endif
