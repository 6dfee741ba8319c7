/* A script while it is compiled: its memory, its constants, its first failure. Internal to the compiler.
 *
 * The first failure is kept. After it the parser stays at the last token and no instructions are written, so that functions of
 * the compiler need not return errors; where it matters they look at `status`. */
#ifndef KIP_IO_SCRIPT_SOURCE_H
#define KIP_IO_SCRIPT_SOURCE_H

#include "../../dynamics/arena.h"
#include "../text/utf8.h"
#include "program.h"

typedef struct KipSource {
    const char *file, *text; /* a 0 behind the text */
    size_t size;
    KipArena *keep;    /* what the program holds */
    KipArena *scratch; /* what is needed while compiling */
    KipStatus status;
    KipError *error; /* may be NULL */
    KipConstant *constant;
    int nconstant, constant_capacity;
    int *constant_slot; /* hash table: index + 1 of constant[], 0 where empty */
    int nslot;
} KipSource;

/* Keeps the sentence if it is the first. */
void kip_source_fail(KipSource *source, KipSpot spot, const char *format, ...) KIP_PRINTF(3, 4);
void kip_source_fail_list(KipSource *source, KipSpot spot, const char *format, va_list arguments);
void kip_source_no_memory(KipSource *source);

/* n zeroed items, or a copy of n items, that the program keeps; NULL (and a failure) when there is no memory. */
void *kip_source_keep(KipSource *source, size_t n, size_t size);
void *kip_source_keep_copy(KipSource *source, const void *from, int n, size_t size);
/* n zeroed items of scratch memory; NULL (and a failure) when there is none. */
void *kip_source_take(KipSource *source, size_t n, size_t size);
/* `array` with room for an item behind n: itself, or a longer copy in scratch memory; NULL as above. */
void *kip_source_grow(KipSource *source, void *array, int n, int *capacity, size_t size);

/* Constants: the index of the one that is equal, or of a new one; 0 after a failure. */
int kip_source_integer(KipSource *source, int64_t value);
int kip_source_float(KipSource *source, double value);
int kip_source_string(KipSource *source, const char *text, size_t size);
/* The text of a string among the constants. */
const char *kip_source_name(const KipSource *source, int constant);

/* The place of the byte behind text[0, size) when `spot` is that of text[0]. */
KipSpot kip_spot_after(KipSpot spot, const char *text, size_t size);

#endif
