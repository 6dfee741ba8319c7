/* Preloaded into a program: lets the N-th allocation fail, once, or it and all after it; sends a signal before the N-th
 * call of libc: of one that opens, closes, renames or removes a file, or of any that is counted here.
 *
 *     KIP_FAULT=N|N+ LD_PRELOAD=faults.so kip ...
 *     KIP_STOP="files:N:SIGNAL calls:N:SIGNAL" LD_PRELOAD=faults.so kip ...
 *     KIP_FAULT_COUNT=FILE: how many allocations there were, how many blocks were still held at exit, how many calls for
 *                           files and how many in all
 *
 * To be compiled with -fno-builtin: a loop that copies must not become the call that it stands for.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *(*next_malloc)(size_t);
static void *(*next_calloc)(size_t, size_t);
static void *(*next_realloc)(void *, size_t);
static void (*next_free)(void *);
static atomic_long count, held;
static long fails = -1;
static bool for_good, armed;

/* Calls of one kind so far, and before which a signal comes; two, for the second that ends a program at once. */
enum { MOST_STOPS = 2 };
typedef struct Calls {
    const char *kind;
    atomic_long n;
    int nstop, signal[MOST_STOPS];
    long at[MOST_STOPS];
} Calls;
static Calls files = {.kind = "files"}, calls = {.kind = "calls"};

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

static void read_stops(Calls *of, const char *text)
{
    for (; text && (text = strstr(text, of->kind)) && of->nstop < MOST_STOPS; of->nstop++)
        sscanf(text += strlen(of->kind), ":%ld:%d", &of->at[of->nstop], &of->signal[of->nstop]);
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
    read_stops(&files, getenv("KIP_STOP"));
    read_stops(&calls, getenv("KIP_STOP"));
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
    fprintf(file, "%ld %ld %ld %ld\n", all, blocks, (long)files.n, (long)calls.n);
    fclose(file);
}

static void pass(Calls *of)
{
    if (!armed)
        return;
    const long n = atomic_fetch_add(&of->n, 1) + 1;
    for (int i = 0; i < of->nstop; i++)
        if (n == of->at[i])
            kill(getpid(), of->signal[i]);
}

static void pass_file(void)
{
    pass(&files);
    pass(&calls);
}

/* Counts an allocation; true: it must fail. */
static bool falls(void)
{
    pass(&calls);
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
    pass(&calls);
    atomic_fetch_sub(&held, 1);
    next_free(memory);
}

/* -- calls that are but counted --------------------------------------------------------------------------------------- */

#define NEXT(name)                                                                                           \
    static __typeof__(name) *next;                                                                           \
    if (!next)                                                                                               \
    next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

int open(const char *path, int flags, ...)
{
    NEXT(open);
    va_list list;
    va_start(list, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    pass_file();
    return next(path, flags, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    NEXT(fopen);
    pass_file();
    return next(path, mode);
}

FILE *fdopen(int descriptor, const char *mode)
{
    NEXT(fdopen);
    pass_file();
    return next(descriptor, mode);
}

int fflush(FILE *stream)
{
    NEXT(fflush);
    pass_file();
    return next(stream);
}

int fclose(FILE *stream)
{
    NEXT(fclose);
    pass_file();
    return next(stream);
}

int rename(const char *from, const char *to)
{
    NEXT(rename);
    pass_file();
    return next(from, to);
}

int remove(const char *path)
{
    NEXT(remove);
    pass_file();
    return next(path);
}

size_t fwrite(const void *at, size_t size, size_t n, FILE *stream)
{
    NEXT(fwrite);
    pass(&calls);
    return next(at, size, n, stream);
}

int fputc(int c, FILE *stream)
{
    NEXT(fputc);
    pass(&calls);
    return next(c, stream);
}

int fputs(const char *text, FILE *stream)
{
    NEXT(fputs);
    pass(&calls);
    return next(text, stream);
}

void *memcpy(void *to, const void *from, size_t size)
{
    NEXT(memcpy);
    pass(&calls);
    return next(to, from, size);
}

void *memset(void *at, int c, size_t size)
{
    NEXT(memset);
    pass(&calls);
    return next(at, c, size);
}
