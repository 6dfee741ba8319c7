#include "base.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool kip_is_shortage(KipStatus status)
{
    return status == KIP_IO || status == KIP_NO_MEMORY;
}

KipPlace kip_nowhere(void)
{
    KipPlace place = {NULL, 0, 0};
    return place;
}

/* A text of limited size that grows at its end. */
typedef struct Text {
    char *at;
    size_t left; /* bytes, the final 0 included */
} Text;

static void put(Text *text, const char *piece, size_t most)
{
    while (most-- && *piece && text->left > 1) {
        *text->at++ = *piece++;
        text->left--;
    }
    *text->at = 0;
}

/* One number with a point for a decimal point, whatever the locale. */
static void put_double(Text *text, const char *format, double value)
{
    char piece[64];
    snprintf(piece, sizeof piece, format, value);
    for (char *c = piece; *c; c++)
        if (!strchr("+-0123456789eEinfa.", *c))
            *c = '.';
    put(text, piece, SIZE_MAX);
}

/* vsnprintf for the conversions that our sentences use: s, d, zu, and doubles. */
static void put_formatted(Text *text, const char *format, va_list arguments)
{
    while (*format) {
        char spec[16], piece[32];
        size_t n = 1, most;
        if (*format != '%' || format[1] == '%') {
            char one[2] = {*format, 0};
            put(text, one, 1);
            format += 1 + (*format == '%');
            continue;
        }
        while (n < sizeof spec - 2 && format[n] && !strchr("sdugf", format[n]))
            n++;
        memcpy(spec, format, n + 1);
        spec[n + 1] = 0;
        format += n + 1;
        switch (spec[n]) {
        case 's': /* %.*s, %.40s: at most so many bytes */
            most = strchr(spec, '*') ? (size_t)va_arg(arguments, int)
                   : n > 1           ? strtoul(spec + 2, NULL, 10)
                                     : SIZE_MAX;
            put(text, va_arg(arguments, const char *), most);
            break;
        case 'd':
            snprintf(piece, sizeof piece, "%d", va_arg(arguments, int));
            put(text, piece, SIZE_MAX);
            break;
        case 'u': /* %zu */
            snprintf(piece, sizeof piece, "%zu", va_arg(arguments, size_t));
            put(text, piece, SIZE_MAX);
            break;
        default:
            put_double(text, spec, va_arg(arguments, double));
            break;
        }
    }
}

KipStatus kip_fail_list(KipError *error, KipStatus status, KipPlace place, const char *format,
                        va_list arguments)
{
    if (error) {
        Text text = {error->message, sizeof error->message};
        error->status = status;
        snprintf(error->file, sizeof error->file, "%s", place.file ? place.file : "");
        error->line = place.line;
        error->column = place.column;
        put_formatted(&text, format, arguments);
    }
    return status;
}

KipStatus kip_fail(KipError *error, KipStatus status, KipPlace place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    status = kip_fail_list(error, status, place, format, arguments);
    va_end(arguments);
    return status;
}

void *kip_resize(const KipAllocator *allocator, void *memory, size_t old_size, size_t new_size)
{
    if (allocator)
        return allocator->resize(allocator->user, memory, old_size, new_size);
    if (new_size == 0) {
        free(memory);
        return NULL;
    }
    return realloc(memory, new_size);
}

uint64_t kip_hash(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3u;
    return hash;
}
