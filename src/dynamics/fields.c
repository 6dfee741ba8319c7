/* Size, saving, loading and soundness: each is one pass over the list of a thing's fields. See fields.h. */
#include "fields.h"

#include <string.h>

typedef enum Work { MEASURE, SAVE, LOAD, CHECK, DERIVE } Work;

struct KipPass {
    Work work;
    unsigned char *to;         /* SAVE */
    const unsigned char *from; /* LOAD */
    size_t at;                 /* of the bytes */
    const KipFields *now;      /* whose list this is */
    const KipFields *foreign;  /* LOAD: the first that has another tag */
    const KipFields *unsound;  /* CHECK: the first that is */
    KipStatus status;          /* DERIVE */
    KipError *error;
};

void kip_pass_fields(KipPass *pass, const KipField *field, size_t n)
{
    for (size_t i = 0; i < n; pass->at += field[i].size, i++) {
        if (pass->work == SAVE)
            memcpy(pass->to + pass->at, field[i].at, field[i].size);
        else if (pass->work == LOAD)
            memcpy(field[i].at, pass->from + pass->at, field[i].size);
    }
}

void kip_pass_found(KipPass *pass, void *to, const void *from, size_t size)
{
    const KipField field = {pass->work == SAVE ? (void *)from : to, size};
    kip_pass_fields(pass, &field, 1);
}

void kip_pass_tag(KipPass *pass, uint64_t tag)
{
    uint64_t loaded = tag;
    kip_pass_found(pass, &loaded, &tag, sizeof tag);
    if (loaded != tag && !pass->foreign)
        pass->foreign = pass->now;
}

void kip_pass_part(KipPass *pass, const KipFields *fields, void *part)
{
    const KipFields *whole = pass->now;
    pass->now = fields;
    fields->list(part, pass);
    if (pass->work == CHECK && !pass->unsound && fields->is_sound && !fields->is_sound(part))
        pass->unsound = fields;
    if (pass->work == DERIVE && pass->status == KIP_OK && fields->derive)
        pass->status = fields->derive(part, pass->error);
    pass->now = whole;
}

size_t kip_fields_size(const KipFields *fields, const void *thing)
{
    KipPass pass = {.work = MEASURE};
    kip_pass_part(&pass, fields, (void *)thing);
    return pass.at;
}

void kip_fields_save(const KipFields *fields, const void *thing, void *bytes)
{
    KipPass pass = {.work = SAVE, .to = bytes};
    kip_pass_part(&pass, fields, (void *)thing);
}

/* -- loading ----------------------------------------------------------------------------------------------- */

static KipStatus foreign(const KipFields *fields, size_t size, KipError *error)
{
    const char *why = fields->foreign;
    return kip_fail(error, why ? KIP_BAD_USE : KIP_BAD_INPUT, kip_nowhere(),
                    "these %zu bytes are no saved state of this %s%s%s", size, fields->name, why ? ": " : "",
                    why ? why : "");
}

static KipStatus derive(const KipFields *fields, void *thing, KipError *error)
{
    KipPass pass = {.work = DERIVE, .error = error};
    kip_pass_part(&pass, fields, thing);
    return pass.status;
}

/* Whatever is derived from the fields is still that of the old ones. */
static KipStatus put(const KipFields *fields, void *thing, const void *bytes, KipError *error)
{
    KipPass load = {.work = LOAD, .from = bytes}, check = {.work = CHECK};
    kip_pass_part(&load, fields, thing);
    if (load.foreign)
        return foreign(load.foreign, load.at, error);
    kip_pass_part(&check, fields, thing);
    if (check.unsound)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the saved state of the %s is damaged",
                        check.unsound->name);
    return KIP_OK;
}

KipStatus kip_fields_load(const KipFields *fields, void *thing, const KipAllocator *allocator,
                          const void *bytes, size_t size, KipError *error)
{
    if (size != kip_fields_size(fields, thing))
        return foreign(fields, size, error);
    void *before = kip_resize(allocator, NULL, 0, size);
    if (!before)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the %s as it was",
                        fields->name);
    kip_fields_save(fields, thing, before);
    KipStatus status = put(fields, thing, bytes, error);
    const bool sound = status == KIP_OK;
    if (sound)
        status = derive(fields, thing, error);
    if (status != KIP_OK)
        put(fields, thing, before, NULL);
    if (status != KIP_OK && sound)
        derive(fields, thing, NULL);
    kip_resize(allocator, before, size, 0);
    return status;
}
