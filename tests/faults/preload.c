/* Preloaded into a program: lets the N-th allocation fail, once, or it and all after it.
 *
 *     KIP_FAULT=N|N+ LD_PRELOAD=faults.so kip ...
 *     KIP_FAULT_COUNT=FILE: how many allocations there were, and how many blocks were still held at exit
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *(*next_malloc)(size_t);
static void *(*next_calloc)(size_t, size_t);
static void *(*next_realloc)(void *, size_t);
static void (*next_free)(void *);
static atomic_long count, held;
static long fails = -1;
static bool for_good, armed;

/* dlsym itself allocates before the next functions are known. */
static _Alignas(16) char early[8192];
static size_t used;

static void *take_early(size_t size)
{
    void *at = early + used;
    used += (size + 15) / 16 * 16;
    if (used > sizeof early)
        abort();
    return at;
}

static bool is_early(const void *at)
{
    return (const char *)at >= early && (const char *)at < early + sizeof early;
}

__attribute__((constructor)) static void begin(void)
{
    next_malloc = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
    next_calloc = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "calloc");
    next_realloc = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
    next_free = (void (*)(void *))dlsym(RTLD_NEXT, "free");
    const char *fault = getenv("KIP_FAULT");
    if (fault) {
        fails = atol(fault);
        for_good = fault[strlen(fault) - 1] == '+';
    }
    count = held = 0;
    armed = true;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("KIP_FAULT_COUNT");
    long all = count, blocks = held;
    armed = false;
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%ld %ld\n", all, blocks);
    fclose(file);
}

/* Counts an allocation; true: it must fail. */
static bool falls(void)
{
    if (!armed)
        return false;
    const long n = atomic_fetch_add(&count, 1) + 1;
    if (fails <= 0 || n < fails || (n > fails && !for_good))
        return false;
    errno = ENOMEM;
    return true;
}

static void *keep(void *memory)
{
    if (memory)
        atomic_fetch_add(&held, 1);
    return memory;
}

void *malloc(size_t size)
{
    if (!next_malloc)
        return take_early(size);
    return falls() ? NULL : keep(next_malloc(size));
}

void *calloc(size_t n, size_t size)
{
    if (!next_calloc)
        return take_early(n * size);
    return falls() ? NULL : keep(next_calloc(n, size));
}

void *realloc(void *memory, size_t size)
{
    if (!memory)
        return malloc(size);
    if (is_early(memory))
        abort();
    return falls() ? NULL : next_realloc(memory, size);
}

void free(void *memory)
{
    if (!memory || is_early(memory))
        return;
    atomic_fetch_sub(&held, 1);
    next_free(memory);
}
