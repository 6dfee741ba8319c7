/* How a thing is saved: it lists its fields, and size, bytes and loading follow from that list. Internal.
 *
 *     static void list(void *thing, KipPass *pass)
 *     {
 *         Clock *clock = thing;
 *         const KipField field[] = {KIP_FIELD(clock->running), KIP_ARRAY(clock->hand, clock->nhand)};
 *         kip_pass_fields(pass, field, sizeof field / sizeof *field);
 *         kip_pass_part(pass, &kip_bell_fields, clock->bell);
 *     }
 *     const KipFields kip_clock_fields = {"clock", NULL, list, is_sound, NULL};
 *
 * The bytes are those of the fields in the order of the list. What is listed, and how much of it, follows from the thing's
 * definition alone, not from what is saved: bytes that are loaded lie in their fields before they are checked. */
#ifndef KIP_DYNAMICS_FIELDS_H
#define KIP_DYNAMICS_FIELDS_H

#include <stddef.h>

#include "base.h"

typedef struct KipField {
    void *at;
    size_t size; /* bytes */
} KipField;

#define KIP_FIELD(member)                                                                                    \
    {                                                                                                        \
        &(member), sizeof(member)                                                                            \
    }
#define KIP_ARRAY(pointer, n)                                                                                \
    {                                                                                                        \
        pointer, (size_t)(n) * sizeof *(pointer)                                                             \
    }

typedef struct KipPass KipPass;

typedef struct KipFields {
    const char *name; /* "clock": for messages */
    const char
        *foreign; /* of what has a tag: how another's differs, "it has another bell"; NULL: it has none */
    void (*list)(void *thing, KipPass *pass); /* its tag, fields and parts; it changes nothing itself */
    bool (*is_sound)(const void *thing); /* of loaded fields, the parts' are: can they be used? NULL: yes */
    /* Makes what follows from the fields, the parts' is made; where it fails, the fields are as before. NULL: nothing. */
    KipStatus (*derive)(void *thing, KipError *error);
} KipFields;

/* For list(). The tag is 8 bytes that stand for the thing's definition; bytes with another one are refused. */
void kip_pass_tag(KipPass *pass, uint64_t *tag);
void kip_pass_fields(KipPass *pass, const KipField *field, size_t n);
void kip_pass_part(KipPass *pass, const KipFields *fields, void *part);

/* For is_sound(): true or false, and no other byte. */
bool kip_is_bool(const bool *b);

size_t kip_fields_size(const KipFields *fields, const void *thing);
void kip_fields_save(const KipFields *fields, const void *thing, void *bytes);
/* KIP_BAD_USE: the bytes are of a thing of another definition, as a tag says; KIP_BAD_INPUT: they are damaged, or of another
 * size. From the allocator it takes memory for what was, for the time of the call. A load that fails leaves the thing as it
 * was. */
KipStatus kip_fields_load(const KipFields *fields, void *thing, const KipAllocator *allocator,
                          const void *bytes, size_t size, KipError *error);

#endif
