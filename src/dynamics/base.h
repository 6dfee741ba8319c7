/* Common to all parts of kip: status and error, the allocator, a 64-bit hash.
 *
 *     KipError error;
 *     KipModel *model;
 *     if (kip_mjcf_load(&model, "robot.xml", NULL, &error) != KIP_OK)
 *         fprintf(stderr, "%s:%d:%d: %s\n", error.file, error.line, error.column, error.message);
 *
 * Every function that can fail returns a KipStatus and takes a KipError * last, which may be NULL. When it fails its
 * outputs are untouched, except that a pointer to a new object is set to NULL, which every destroy function
 * accepts. A struct that it would have filled is zeroed where it owns memory, and its free function accepts that.
 */
#ifndef KIP_DYNAMICS_BASE_H
#define KIP_DYNAMICS_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KIP_VERSION "0.1.0"
#define KIP_DATE "November 22, 2026" /* of this version */

typedef enum KipStatus {
    KIP_OK = 0,
    KIP_BAD_INPUT, /* a file or a value is wrong: the message says where, and how to mend it */
    KIP_BAD_USE,   /* a call that is invalid in this state, or a capacity chosen too small */
    KIP_IO,        /* a file cannot be read or written */
    KIP_NO_MEMORY,
    KIP_DIVERGED, /* the simulation left its bounds; the last good state is kept */
} KipStatus;

typedef struct KipError {
    KipStatus status;
    char file[256];    /* "" where no file is concerned */
    int line, column;  /* from 1; 0 where unknown */
    char message[512]; /* one sentence, no final newline */
} KipError;

/* Where a definition came from, for messages about it. file may be NULL; it is not copied. */
typedef struct KipPlace {
    const char *file;
    int line, column;
} KipPlace;

#if defined(__GNUC__)
#define KIP_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#else
#define KIP_PRINTF(text, first)
#endif

/* Fills `error` (may be NULL) and returns `status`, so that a check reads: return kip_fail(...). The format supports %s
 * (with a precision), %d, %zu, and %g and %f with a precision; the text is the same in every locale. */
KipStatus kip_fail(KipError *error, KipStatus status, KipPlace place, const char *format, ...)
    KIP_PRINTF(4, 5);

/* The same with a list of arguments. */
KipStatus kip_fail_list(KipError *error, KipStatus status, KipPlace place, const char *format,
                        va_list arguments);

/* Whether a failure is one of the machine, which is short of memory or cannot read or write a file, rather
 * than of the caller's input. */
bool kip_is_shortage(KipStatus status);

/* The place of errors that concern no file. */
KipPlace kip_nowhere(void);

/* One function for all memory, as in Lua: new_size 0 frees `memory`, memory NULL allocates, else resizes.
 * Returns NULL on failure, and then `memory` is still valid. A NULL KipAllocator * means libc. */
typedef struct KipAllocator {
    void *(*resize)(void *user, void *memory, size_t old_size, size_t new_size);
    void *user;
} KipAllocator;

void *kip_resize(const KipAllocator *allocator, void *memory, size_t old_size, size_t new_size);

/* FNV-1a over bytes; `hash` continues an earlier one, KIP_HASH_START begins. */
#define KIP_HASH_START 0xcbf29ce484222325u
uint64_t kip_hash(uint64_t hash, const void *bytes, size_t size);

/* The index of the name most like `name` among n that stand `stride` bytes apart (in structs, or
 * sizeof(char *)), or -1 when none is near: for "did you mean". */
int kip_nearest_name(const char *name, const char *const *names, int n, size_t stride);

/* The end of an error message about an unknown name, from the known names, which need not outlive the calls:
 *
 *     KipHint hint = kip_hint(name);
 *     kip_hint_add(&hint, "stand"), kip_hint_add(&hint, "crouch");
 *     kip_fail(error, ..., "there is no pose '%s'%s", name, kip_hint_text(&hint));
 *
 * "; did you mean 'stand'?", else "; there are stand, crouch and 7 more", or "" where there are none. */
typedef struct KipHint {
    const char *name;
    int distance, n, listed; /* of the nearest name; numbers of names, and of those in `all` */
    size_t used;
    char nearest[80], all[160], text[224];
} KipHint;

KipHint kip_hint(const char *name);
void kip_hint_add(KipHint *hint, const char *candidate);
void kip_hint_names(KipHint *hint, const char *const *names, int n, size_t stride);
bool kip_hint_is_near(const KipHint *hint); /* whether one of them is likely meant */
const char *kip_hint_text(KipHint *hint);   /* lives as long as the hint */

#ifdef __cplusplus
}
#endif
#endif
