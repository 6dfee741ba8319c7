#include "base.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

KipPlace kip_nowhere(void)
{
    KipPlace place = {NULL, 0, 0};
    return place;
}

KipStatus kip_fail(KipError *error, KipStatus status, KipPlace place, const char *format, ...)
{
    if (error) {
        va_list arguments;
        error->status = status;
        snprintf(error->file, sizeof error->file, "%s", place.file ? place.file : "");
        error->line = place.line;
        error->column = place.column;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
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

/* Levenshtein distance of two names, capped: names longer than the row are compared by their heads. */
static int edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 63 };
    int row[LONGEST + 1];
    size_t na = strlen(a), nb = strlen(b);
    if (na > LONGEST)
        na = LONGEST;
    if (nb > LONGEST)
        nb = LONGEST;
    for (size_t j = 0; j <= nb; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= na; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= nb; j++) {
            int best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[nb];
}

int kip_nearest_name(const char *name, const char *const *names, int n)
{
    int best = -1, best_distance = 2 + (int)(strlen(name) / 3);
    for (int i = 0; i < n; i++) {
        int distance = edit_distance(name, names[i]);
        if (distance < best_distance)
            best = i, best_distance = distance;
    }
    return best;
}
