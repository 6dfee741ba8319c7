#include "source.h"

#include <string.h>

void kip_source_fail_list(KipSource *source, KipSpot spot, const char *format, va_list arguments)
{
    KipPlace place = {source->file, (int)spot.line, (int)spot.column};
    if (source->status == KIP_OK)
        source->status = kip_fail_list(source->error, KIP_BAD_INPUT, place, format, arguments);
}

void kip_source_fail(KipSource *source, KipSpot spot, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    kip_source_fail_list(source, spot, format, arguments);
    va_end(arguments);
}

void kip_source_no_memory(KipSource *source)
{
    KipPlace place = {source->file, 0, 0};
    if (source->status == KIP_OK)
        source->status = kip_fail(source->error, KIP_NO_MEMORY, place, "out of memory while compiling");
}

static void *checked(KipSource *source, void *memory)
{
    if (!memory)
        kip_source_no_memory(source);
    return memory;
}

void *kip_source_keep(KipSource *source, size_t n, size_t size)
{
    return checked(source, kip_arena_take(source->keep, n, size));
}

void *kip_source_keep_copy(KipSource *source, const void *from, int n, size_t size)
{
    return checked(source, kip_arena_copy(source->keep, from, (size_t)n, size));
}

void *kip_source_take(KipSource *source, size_t n, size_t size)
{
    return checked(source, kip_arena_take(source->scratch, n, size));
}

void *kip_source_grow(KipSource *source, void *array, int n, int *capacity, size_t size)
{
    void *longer;
    int most = *capacity ? 2 * *capacity : 16;
    if (n < *capacity)
        return array;
    longer = kip_source_take(source, (size_t)most, size);
    if (!longer)
        return NULL;
    if (n)
        memcpy(longer, array, (size_t)n * size);
    *capacity = most;
    return longer;
}

/* -- constants ------------------------------------------------------------------------------------------- */

static uint64_t hash_of(const KipConstant *constant)
{
    uint64_t hash = kip_hash(KIP_HASH_START, &constant->type, sizeof constant->type);
    if (constant->type == KIP_CONSTANT_STRING)
        return kip_hash(hash, constant->text, constant->size);
    if (constant->type == KIP_CONSTANT_FLOAT)
        return kip_hash(hash, &constant->number, sizeof constant->number);
    return kip_hash(hash, &constant->integer, sizeof constant->integer);
}

/* Numbers are equal if their bits are: 0.0 and -0.0 differ. */
static bool equal(const KipConstant *a, const KipConstant *b)
{
    if (a->type != b->type)
        return false;
    if (a->type == KIP_CONSTANT_STRING)
        return a->size == b->size && memcmp(a->text, b->text, a->size) == 0;
    if (a->type == KIP_CONSTANT_FLOAT)
        return memcmp(&a->number, &b->number, sizeof a->number) == 0;
    return a->integer == b->integer;
}

/* The slot of a constant, or the empty one for it. */
static int *slot_of(KipSource *source, const KipConstant *constant)
{
    int at = (int)(hash_of(constant) % (uint64_t)source->nslot);
    while (source->constant_slot[at] && !equal(&source->constant[source->constant_slot[at] - 1], constant))
        at = at + 1 == source->nslot ? 0 : at + 1;
    return &source->constant_slot[at];
}

/* Keeps at least half of the slots empty. */
static bool make_room(KipSource *source)
{
    int n = source->nslot ? 2 * source->nslot : 256, *slot;
    KipConstant *constant = kip_source_grow(source, source->constant, source->nconstant,
                                            &source->constant_capacity, sizeof *constant);
    if (!constant)
        return false;
    source->constant = constant;
    if (2 * source->nconstant < source->nslot)
        return true;
    slot = kip_source_take(source, (size_t)n, sizeof *slot);
    if (!slot)
        return false;
    source->constant_slot = slot;
    source->nslot = n;
    for (int i = 0; i < source->nconstant; i++)
        *slot_of(source, &source->constant[i]) = i + 1;
    return true;
}

static int add(KipSource *source, KipConstant constant)
{
    int *slot;
    if (source->status != KIP_OK || !make_room(source))
        return 0;
    slot = slot_of(source, &constant);
    if (*slot)
        return *slot - 1;
    if (constant.type == KIP_CONSTANT_STRING) {
        char *text = kip_source_keep(source, constant.size + 1, 1);
        if (!text)
            return 0;
        memcpy(text, constant.text, constant.size);
        constant.text = text;
    }
    source->constant[source->nconstant] = constant;
    *slot = ++source->nconstant;
    return *slot - 1;
}

int kip_source_integer(KipSource *source, int64_t value)
{
    KipConstant constant = {.type = KIP_CONSTANT_INTEGER, .integer = value};
    return add(source, constant);
}

int kip_source_float(KipSource *source, double value)
{
    KipConstant constant = {.type = KIP_CONSTANT_FLOAT, .number = value};
    return add(source, constant);
}

int kip_source_string(KipSource *source, const char *text, size_t size)
{
    KipConstant constant = {.type = KIP_CONSTANT_STRING, .text = size ? text : "", .size = size};
    return add(source, constant);
}

const char *kip_source_name(const KipSource *source, int constant)
{
    bool named = constant >= 0 && constant < source->nconstant && source->constant[constant].text;
    return named ? source->constant[constant].text : "";
}

/* -- characters ------------------------------------------------------------------------------------------ */

KipSpot kip_spot_after(KipSpot spot, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\n' || (c == '\r' && (i + 1 == size || text[i + 1] != '\n')))
            spot.line++, spot.column = 1;
        else if (c != '\r' && kip_utf8_starts(text[i]))
            spot.column++;
    }
    return spot;
}
