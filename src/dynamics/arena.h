/* Memory that is freed as a whole. Internal. */
#ifndef KIP_DYNAMICS_ARENA_H
#define KIP_DYNAMICS_ARENA_H

#include "base.h"

typedef struct KipArena KipArena;

KipArena *kip_arena_create(const KipAllocator *allocator); /* NULL when out of memory */
void kip_arena_destroy(KipArena *arena);
const KipAllocator *kip_arena_allocator(const KipArena *arena); /* NULL: libc */

/* n * size zeroed bytes, aligned for any type; NULL when out of memory. Never NULL for n = 0. */
void *kip_arena_take(KipArena *arena, size_t n, size_t size);
/* The same with undefined contents: for large scratch, of which the system provides only the pages used. */
void *kip_arena_room(KipArena *arena, size_t n, size_t size);
/* A copy of n * size bytes. */
void *kip_arena_copy(KipArena *arena, const void *from, size_t n, size_t size);
char *kip_arena_string(KipArena *arena, const char *text);

#endif
