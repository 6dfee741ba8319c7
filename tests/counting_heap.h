/* An allocator that counts, and refuses one call. */
#ifndef COUNTING_HEAP_H
#define COUNTING_HEAP_H

#include <stdlib.h>

typedef struct Heap {
    long calls, held; /* allocations so far, and bytes not given back */
    long fail_at;     /* the call that fails; 0: none */
} Heap;

static inline void *counting_resize(void *user, void *memory, size_t old_size, size_t new_size)
{
    Heap *heap = user;
    void *resized;
    if (new_size == 0) {
        heap->held -= (long)old_size;
        free(memory);
        return NULL;
    }
    if (++heap->calls == heap->fail_at || !(resized = realloc(memory, new_size)))
        return NULL;
    heap->held += (long)new_size - (long)old_size;
    return resized;
}

#endif
