#include "arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

typedef struct Chunk {
    struct Chunk *next;
    size_t size, used; /* bytes of the chunk, header included */
} Chunk;

struct KipArena {
    KipAllocator allocator;
    bool own_allocator; /* false: libc */
    Chunk *chunk;
};

/* What is large begins with a line of the cache, so that vectors do not straddle two: 6 % of the time of a batch that stands. */
enum { ALIGNMENT = alignof(max_align_t), LINE = 64, LARGE = 4 * LINE, CHUNK_SIZE = 64 * 1024 };

/* Under the address sanitizer every take is a separate chunk, exact to the byte, so that accesses beside it are
 * reported. */
#ifdef __has_feature
#define EXACT __has_feature(address_sanitizer)
#elif defined __SANITIZE_ADDRESS__
#define EXACT 1
#else
#define EXACT 0
#endif

static size_t aligned(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

const KipAllocator *kip_arena_allocator(const KipArena *arena)
{
    return arena->own_allocator ? &arena->allocator : NULL;
}

KipArena *kip_arena_create(const KipAllocator *allocator)
{
    KipArena *arena = kip_resize(allocator, NULL, 0, sizeof *arena);
    if (!arena)
        return NULL;
    memset(arena, 0, sizeof *arena);
    if (allocator) {
        arena->allocator = *allocator;
        arena->own_allocator = true;
    }
    return arena;
}

void kip_arena_destroy(KipArena *arena)
{
    KipAllocator allocator;
    if (!arena)
        return;
    allocator = arena->allocator;
    for (Chunk *chunk = arena->chunk, *next; chunk; chunk = next) {
        next = chunk->next;
        kip_resize(kip_arena_allocator(arena), chunk, chunk->size, 0);
    }
    kip_resize(arena->own_allocator ? &allocator : NULL, arena, sizeof *arena, 0);
}

void *kip_arena_room(KipArena *arena, size_t n, size_t size)
{
    const size_t header = aligned(sizeof(Chunk));
    Chunk *chunk = arena->chunk;
    char *memory;
    if (size && n > (SIZE_MAX / 2) / size)
        return NULL;
    const bool by_line = !EXACT && n * size >= LARGE;
    size = EXACT ? n * size : aligned(n * size) + (by_line ? LINE - ALIGNMENT : 0);
    if (EXACT || !chunk || chunk->size - chunk->used < size) {
        size_t chunk_size = header + (EXACT || size > CHUNK_SIZE / 4 ? size : CHUNK_SIZE);
        chunk = kip_resize(kip_arena_allocator(arena), NULL, 0, chunk_size);
        if (!chunk)
            return NULL;
        chunk->size = chunk_size;
        chunk->used = header;
        chunk->next = arena->chunk;
        arena->chunk = chunk;
    }
    memory = (char *)chunk + chunk->used;
    chunk->used += size;
    return by_line ? memory + (LINE - (uintptr_t)memory % LINE) % LINE : memory;
}

void *kip_arena_take(KipArena *arena, size_t n, size_t size)
{
    void *memory = kip_arena_room(arena, n, size);
    return memory ? memset(memory, 0, n * size) : NULL;
}

void *kip_arena_copy(KipArena *arena, const void *from, size_t n, size_t size)
{
    void *memory = kip_arena_take(arena, n, size);
    if (memory && n && size)
        memcpy(memory, from, n * size);
    return memory;
}

char *kip_arena_string(KipArena *arena, const char *text)
{
    return kip_arena_copy(arena, text ? text : "", text ? strlen(text) + 1 : 1, 1);
}
