/* One pass over a thing and its parts, field by field, for each of the things that are asked of it. See fields.h. */
#include "fields.h"

#include <math.h>
#include <string.h>

typedef enum Work { MEASURE, SAVE, COMPARE, LOAD, CHECK, DERIVE } Work;

typedef struct Pass {
    Work work;
    unsigned char *to;         /* SAVE */
    const unsigned char *from; /* COMPARE, LOAD */
    size_t at;                 /* of the bytes */
    const KipFields *unsound;  /* COMPARE, CHECK: the first that is */
    KipStatus status;          /* DERIVE */
    KipError *error;
} Pass;

/* -- single fields ----------------------------------------------------------------------------------------- */

/* Can these bytes be what a field of this kind holds? What is there now counts for blocks alone. */
static bool fits(const KipField *field, const unsigned char *now, const unsigned char *bytes, size_t size)
{
    double x = 0;
    int n = 0;
    switch (field->kind) {
    case KIP_PLAIN:
        break;
    case KIP_FINITE:
        for (size_t i = 0; i < size && isfinite(x); i += sizeof x)
            memcpy(&x, bytes + i, sizeof x);
        return isfinite(x);
    case KIP_WHOLE:
        memcpy(&n, bytes, sizeof n);
        return n >= 0 && n <= field->most;
    case KIP_BOOL:
        return *bytes <= 1;
    case KIP_BLOCK:
        return memcmp(bytes, now, sizeof(uint64_t)) == 0;
    }
    return true;
}

static void pass_bytes(Pass *pass, const KipFields *fields, const KipField *field, unsigned char *bytes,
                       size_t size)
{
    if (pass->work == SAVE)
        memcpy(pass->to + pass->at, bytes, size);
    else if (pass->work == LOAD)
        memcpy(bytes, pass->from + pass->at, size);
    else if (pass->work == COMPARE && !pass->unsound && !fits(field, bytes, pass->from + pass->at, size))
        pass->unsound = fields;
    pass->at += size;
}

/* How many elements, of size *size. */
static size_t count(const KipField *field, const unsigned char *thing, size_t *size)
{
    int n;
    *size = field->size;
    if (field->count == KIP_INSIDE)
        return 1;
    if (field->kind == KIP_BLOCK)
        memcpy(size, thing + field->count, sizeof *size);
    if (field->kind == KIP_BLOCK)
        return 1;
    memcpy(&n, thing + field->count, sizeof n);
    return (size_t)n;
}

/* -- a thing ----------------------------------------------------------------------------------------------- */

/* The thing is changed by LOAD and DERIVE alone. */
static void pass_thing(Pass *pass, const KipFields *fields, unsigned char *thing)
{
    for (const KipField *field = fields->field; field < fields->field + fields->nfield; field++) {
        unsigned char *member = thing + field->at;
        size_t size, n = count(field, thing, &size);
        if (field->count != KIP_INSIDE || field->part)
            memcpy(&member, member, sizeof member);
        if (!field->part)
            pass_bytes(pass, fields, field, member, n * size);
        for (size_t i = 0; field->part && member && i < n; i++)
            pass_thing(pass, field->part, member + i * size);
    }
    if (pass->work == CHECK && !pass->unsound && fields->is_sound && !fields->is_sound(thing))
        pass->unsound = fields;
    if (pass->work == DERIVE && pass->status == KIP_OK && fields->derive)
        pass->status = fields->derive(thing, pass->error);
}

size_t kip_fields_size(const KipFields *fields, const void *thing)
{
    Pass pass = {.work = MEASURE};
    pass_thing(&pass, fields, (unsigned char *)thing);
    return pass.at;
}

void kip_fields_save(const KipFields *fields, const void *thing, void *bytes)
{
    Pass pass = {.work = SAVE, .to = bytes};
    pass_thing(&pass, fields, (unsigned char *)thing);
}

/* -- loading ----------------------------------------------------------------------------------------------- */

static KipStatus damaged(const KipFields *fields, KipError *error)
{
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                    "the saved state of this %s is another's, or damaged", fields->name);
}

static void put(const KipFields *fields, void *thing, const void *bytes)
{
    Pass pass = {.work = LOAD, .from = bytes};
    pass_thing(&pass, fields, thing);
}

static KipStatus derive(const KipFields *fields, void *thing, KipError *error)
{
    Pass pass = {.work = DERIVE, .error = error};
    pass_thing(&pass, fields, thing);
    return pass.status;
}

/* `before` has what it was. */
static KipStatus replace(const KipFields *fields, void *thing, const void *bytes, const void *before,
                         KipError *error)
{
    Pass check = {.work = CHECK};
    put(fields, thing, bytes);
    pass_thing(&check, fields, thing);
    KipStatus status = check.unsound ? damaged(check.unsound, error) : derive(fields, thing, error);
    if (status == KIP_OK)
        return status;
    put(fields, thing, before);
    if (!check.unsound)
        derive(fields, thing, NULL);
    return status;
}

KipStatus kip_fields_load(const KipFields *fields, void *thing, const KipAllocator *allocator,
                          const void *bytes, size_t size, KipError *error)
{
    Pass compare = {.work = COMPARE, .from = bytes};
    if (size != kip_fields_size(fields, thing))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "these %zu bytes are no saved state of this %s, which has %zu", size, fields->name,
                        kip_fields_size(fields, thing));
    pass_thing(&compare, fields, thing);
    if (compare.unsound)
        return damaged(compare.unsound, error);
    void *before = kip_resize(allocator, NULL, 0, size);
    if (!before)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the %s as it was",
                        fields->name);
    kip_fields_save(fields, thing, before);
    KipStatus status = replace(fields, thing, bytes, before, error);
    kip_resize(allocator, before, size, 0);
    return status;
}

/* -- blocks ------------------------------------------------------------------------------------------------ */

size_t kip_block_lay_out(const KipBlockPart *part, size_t n, unsigned char *block)
{
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        void *start = block ? block + at : NULL;
        if (block)
            memcpy(part[i].pointer, &start, sizeof start);
        at += part[i].size;
    }
    return at;
}
