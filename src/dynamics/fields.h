/* Serialization: a type lists its fields, and size, bytes and loading follow from that list. Internal.
 *
 *     static void list(void *thing, KipPass *pass)
 *     {
 *         Clock *clock = thing;
 *         KIP_PASS(pass, KIP_FIELD(clock->running), KIP_ARRAY(clock->hand, clock->nhand));
 *         kip_pass_part(pass, &kip_bell_fields, clock->bell);
 *     }
 *     const KipFields kip_clock_fields = {"clock", NULL, list, is_sound, NULL};
 *
 * The bytes are those of the fields, in the order of the list. The list and its lengths follow from the object's definition,
 * never from a field: bytes are loaded into the fields first and checked there. */
#ifndef KIP_DYNAMICS_FIELDS_H
#define KIP_DYNAMICS_FIELDS_H

#include <stddef.h>

#include "base.h"

typedef struct KipField {
    void *at;
    size_t size; /* bytes */
} KipField;

#define KIP_ARRAY(pointer, n) ((KipField){pointer, (size_t)(n) * sizeof *(pointer)})
#define KIP_FIELD(member) KIP_ARRAY(&(member), 1)

typedef struct KipPass KipPass;

typedef struct KipFields {
    const char *name;    /* "clock": for messages */
    const char *foreign; /* how one with another tag differs, "it has another bell"; NULL: there is no tag */
    /* Passes the tag, the fields and the parts; it changes nothing itself. */
    void (*list)(void *thing, KipPass *pass);
    /* Whether the fields loaded are valid; those of parts are checked separately. NULL: always. */
    bool (*is_sound)(const void *thing);
    /* Makes what follows from the fields, after the parts did; where it fails, it changes nothing. NULL: nothing follows. */
    KipStatus (*derive)(void *thing, KipError *error);
} KipFields;

/* For list(). The tag identifies the thing's definition; bytes with another one are refused. */
void kip_pass_tag(KipPass *pass, uint64_t tag);
#define KIP_PASS(pass, ...)                                                                                  \
    kip_pass_fields(pass, (const KipField[]){__VA_ARGS__},                                                   \
                    sizeof((const KipField[]){__VA_ARGS__}) / sizeof(KipField))
void kip_pass_fields(KipPass *pass, const KipField *field, size_t n);
void kip_pass_part(KipPass *pass, const KipFields *fields, void *part);
/* Saved bytes are at `from`; loaded ones wait at `to`, for derive(). */
void kip_pass_found(KipPass *pass, void *to, const void *from, size_t size);

/* For is_sound(): whether a loaded bool has one of its two values; whether a count or an index is 0 to
 * `most`. */
static inline bool kip_is_bool(const bool *b)
{
    return *(const unsigned char *)b <= 1;
}
static inline bool kip_is_within(int64_t x, int64_t most)
{
    return x >= 0 && x <= most;
}

size_t kip_fields_size(const KipFields *fields, const void *thing);
void kip_fields_save(const KipFields *fields, const void *thing, void *bytes);
/* Loads; a failure leaves the thing unchanged. KIP_BAD_USE: by a tag, the bytes are of another definition; KIP_BAD_INPUT:
 * they are damaged, or of another size. Takes memory for the old state during the call; allocator NULL is libc. */
KipStatus kip_fields_load(const KipFields *fields, void *thing, const KipAllocator *allocator,
                          const void *bytes, size_t size, KipError *error);

extern const KipFields kip_sim_fields; /* all of a simulation */

#endif
