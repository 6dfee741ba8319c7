/* A script during compilation: memory, constants, and the first failure. Internal to the compiler.
 *
 * After the first failure the parser stays at the last token and no instructions are written, so that functions of
 * the compiler return no errors; they check `status` where it matters. */
#ifndef KIP_IO_SCRIPT_SOURCE_H
#define KIP_IO_SCRIPT_SOURCE_H

#include "../../dynamics/arena.h"
#include "../text/utf8.h"
#include "program.h"

typedef struct KipSource {
    const char *file, *text; /* text is terminated by 0 */
    size_t size;
    KipArena *keep;    /* memory of the program */
    KipArena *scratch; /* memory used only while compiling */
    KipStatus status;
    KipError *error; /* may be NULL */
    KipConstant *constant;
    int nconstant, constant_capacity;
    int *constant_slot; /* hash table: index + 1 of constant[], 0 where empty */
    int nslot;
} KipSource;

/* Fails with a message, unless there was a failure before. */
void kip_source_fail(KipSource *source, KipSpot spot, const char *format, ...) KIP_PRINTF(3, 4);
void kip_source_fail_list(KipSource *source, KipSpot spot, const char *format, va_list arguments);
void kip_source_no_memory(KipSource *source);

/* n zeroed items, or a copy of n items, in the program's memory; NULL and a failure when out of memory. */
void *kip_source_keep(KipSource *source, size_t n, size_t size);
void *kip_source_keep_copy(KipSource *source, const void *from, int n, size_t size);
/* n zeroed items of scratch memory; NULL and a failure when out of memory. */
void *kip_source_take(KipSource *source, size_t n, size_t size);
/* `array` with room for an item after n: itself, or a longer copy in scratch memory; NULL as above. */
void *kip_source_grow(KipSource *source, void *array, int n, int *capacity, size_t size);

/* The index of an equal constant, or of a new one; 0 after a failure. */
int kip_source_integer(KipSource *source, int64_t value);
int kip_source_float(KipSource *source, double value);
int kip_source_string(KipSource *source, const char *text, size_t size);
/* The text of a string constant. */
const char *kip_source_name(const KipSource *source, int constant);

/* The place behind text[0, size) if `spot` is that of text[0]. */
KipSpot kip_spot_after(KipSpot spot, const char *text, size_t size);

#endif
