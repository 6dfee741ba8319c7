/* The format of the columns is in base64.h. */
#include "base64.h"

static void put_group(KipBase64 *to, int nchar)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < 4; i++)
        fputc(i < nchar ? digit[to->bits >> (18 - 6 * i) & 63] : '=', to->stream);
    to->bits = 0;
    to->nbyte = 0;
}

static void put_byte(KipBase64 *to, uint32_t value)
{
    to->bits |= value << (16 - 8 * to->nbyte);
    if (++to->nbyte == 3)
        put_group(to, 4);
}

/* Writes the number in bytes of seven bits and returns their count; with `to` NULL it only counts. */
static size_t put_number(KipBase64 *to, uint64_t value)
{
    size_t size = 1;
    for (; value > 127; value >>= 7, size++)
        if (to)
            put_byte(to, (uint32_t)(value & 127) | 128);
    if (to)
        put_byte(to, (uint32_t)value);
    return size;
}

void kip_base64_number(KipBase64 *to, uint64_t value)
{
    put_number(to, value);
}

static uint64_t zigzag(int64_t value)
{
    return value < 0 ? 2 * (uint64_t)(-value) - 1 : 2 * (uint64_t)value;
}

static int64_t difference(const int64_t *value, size_t i, int order)
{
    if (order == 0)
        return value[i];
    return difference(value, i, order - 1) - (i ? difference(value, i - 1, order - 1) : 0);
}

/* The same as put_number, for all differences of a column. */
static size_t put_differences(KipBase64 *to, const int64_t *value, size_t n, int order)
{
    size_t size = put_number(to, (uint64_t)order);
    for (size_t i = 0; i < n; i++) {
        size_t first = i;
        size += put_number(to, zigzag(difference(value, i, order)));
        if (difference(value, i, order) != 0)
            continue;
        while (i + 1 < n && difference(value, i + 1, order) == 0)
            i++;
        size += put_number(to, i - first);
    }
    return size;
}

void kip_base64_column(KipBase64 *to, const int64_t *value, size_t n)
{
    int best = 0;
    size_t least = put_differences(NULL, value, n, 0);
    for (int order = 1; order <= 2; order++) {
        size_t size = put_differences(NULL, value, n, order);
        best = size < least ? order : best;
        least = size < least ? size : least;
    }
    put_differences(to, value, n, best);
}

void kip_base64_end(KipBase64 *to)
{
    if (to->nbyte)
        put_group(to, to->nbyte + 1);
}
