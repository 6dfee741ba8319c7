/* What of a thing is saved, as a const table of its fields; size, bytes, loading and what is refused follow from it. Internal.
 *
 *     static const KipField field[] = {
 *         KIP_MEMBER(Clock, running, KIP_BOOL, 0),      // bool running
 *         KIP_ARRAY(Clock, hand, nhand, KIP_FINITE),    // double *hand; int nhand
 *         KIP_PART(Clock, bell, kip_bell_fields),       // Bell *bell, which has a table of its own; NULL: none
 *     };
 *     const KipFields kip_clock_fields = {"clock", field, KIP_FIELDS(field), is_sound, NULL};
 *
 * The bytes are the fields' in the order of the table. A load is all or nothing, parts included. */
#ifndef KIP_DYNAMICS_FIELDS_H
#define KIP_DYNAMICS_FIELDS_H

#include <stddef.h>

#include "base.h"

typedef enum KipFieldKind {
    KIP_PLAIN,  /* any bytes: is_sound looks at what they mean */
    KIP_FINITE, /* doubles, finite */
    KIP_WHOLE,  /* ints or enumerations of 0 to `most` */
    KIP_BOOL,
    KIP_BLOCK /* 8 bytes that name the thing's definition and must be the same, then plain ones */
} KipFieldKind;

typedef struct KipField {
    size_t at;    /* the member */
    size_t size;  /* of the member, or of one element of the array that it points to; bytes */
    size_t count; /* the int that counts the elements; of a block, the size_t that counts its bytes */
    KipFieldKind kind;
    int most;
    const struct KipFields *part; /* what is there is a thing with a table of its own; else NULL */
} KipField;

typedef struct KipFields {
    const char *name; /* "clock": for messages */
    const KipField *field;
    int nfield;
    bool (*is_sound)(const void *thing); /* once all is loaded: can it be used? NULL: it can */
    /* Makes what follows from what was loaded, parts first; where it fails, all is as before. NULL: nothing does. */
    KipStatus (*derive)(void *thing, KipError *error);
} KipFields;

#define KIP_INSIDE ((size_t)-1) /* as a count: the member itself is saved, or points to one part */
#define KIP_MEMBER(type, member, kind, most)                                                                 \
    {                                                                                                        \
        offsetof(type, member), sizeof((type *)0)->member, KIP_INSIDE, kind, most, NULL                      \
    }
#define KIP_ARRAY(type, member, count, kind)                                                                 \
    {                                                                                                        \
        offsetof(type, member), sizeof *((type *)0)->member, offsetof(type, count), kind, 0, NULL            \
    }
#define KIP_PARTS(type, member, count, table)                                                                \
    {                                                                                                        \
        offsetof(type, member), sizeof *((type *)0)->member, offsetof(type, count), KIP_PLAIN, 0, &(table)   \
    }
#define KIP_PART(type, member, table)                                                                        \
    {                                                                                                        \
        offsetof(type, member), 0, KIP_INSIDE, KIP_PLAIN, 0, &(table)                                        \
    }
#define KIP_FIELDS(field) (int)(sizeof(field) / sizeof *(field))

size_t kip_fields_size(const KipFields *fields, const void *thing);
void kip_fields_save(const KipFields *fields, const void *thing, void *bytes);
/* KIP_BAD_INPUT: they are another thing's or damaged. Takes memory for what was, from the allocator, for the time of the
 * call. A load that fails leaves the thing as it was. */
KipStatus kip_fields_load(const KipFields *fields, void *thing, const KipAllocator *allocator,
                          const void *bytes, size_t size, KipError *error);

/* An array of a block, of so many bytes: where to note its place. */
typedef struct KipBlockPart {
    void *pointer; /* T **, to be set */
    size_t size;
} KipBlockPart;
/* Puts the arrays one behind the other, multiples of 8 bytes each, so that nothing is padding. Returns the block's size;
 * block NULL: only that. */
size_t kip_block_lay_out(const KipBlockPart *part, size_t n, unsigned char *block);

#endif
