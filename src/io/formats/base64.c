/* Three bytes are four letters of six bits, see base64.h. */
#include "base64.h"

#include <math.h>
#include <string.h>

static void put_group(KipBase64 *to, int nchar)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < 4; i++)
        fputc(i < nchar ? digit[to->bits >> (18 - 6 * i) & 63] : '=', to->stream);
    to->bits = 0;
    to->nbyte = 0;
}

void kip_base64_u8(KipBase64 *to, uint32_t value)
{
    to->bits |= (value & 255) << (16 - 8 * to->nbyte);
    if (++to->nbyte == 3)
        put_group(to, 4);
}

void kip_base64_u16(KipBase64 *to, uint32_t value)
{
    kip_base64_u8(to, value);
    kip_base64_u8(to, value >> 8);
}

void kip_base64_i16(KipBase64 *to, double value)
{
    kip_base64_u16(to, (uint32_t)(int32_t)floor(fmin(fmax(value, -INT16_MAX), INT16_MAX) + 0.5));
}

void kip_base64_f32(KipBase64 *to, double value)
{
    float f = (float)value;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    kip_base64_u16(to, bits);
    kip_base64_u16(to, bits >> 16);
}

void kip_base64_end(KipBase64 *to)
{
    if (to->nbyte)
        put_group(to, to->nbyte + 1);
}
