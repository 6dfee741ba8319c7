/* Making and growing strings, lists, tuples, vectors and dicts, and the table of names.
 *
 * A dict keeps its entries in the order of insertion. Open addressing finds them: the table has an entry's index + 1
 * at hash mod its size or further on. A removed entry leaves a gap until the entries are full; then they are
 * compacted, and the capacity is doubled if more than half of them are in use. */
#include "machine_parts.h"

#include <string.h>

#include "../text/utf8.h"

bool kip_string_make(KipMachine *machine, const char *text, size_t size, KipValue *string)
{
    uint32_t index = kip_heap_take(machine, KIP_STRING, sizeof(KipString) + size + 1);
    KipString *made;
    if (!index)
        return false;
    made = kip_at(machine, index);
    if (size)
        memcpy(made->text, text, size);
    made->size = (uint32_t)size;
    made->length = (uint32_t)kip_utf8_count(text, size);
    made->hash = kip_hash(KIP_HASH_START, text, size);
    *string = kip_reference(KIP_STRING, index);
    return true;
}

/* -- lists, tuples, vectors ----------------------------------------------------------------------------- */

static uint32_t take_block(KipMachine *machine, size_t n, size_t size)
{
    return kip_heap_take(machine, KIP_BLOCK, KIP_UNIT + n * size);
}

/* A block for so many values, whose bytes are any: a list knows how many it has. */
static uint32_t take_items(KipMachine *machine, size_t n)
{
    return n < KIP_SMALL_BINS - 1 ? kip_heap_cut(machine, KIP_BLOCK, (uint32_t)n + 1)
                                  : take_block(machine, n, sizeof(KipValue));
}

bool kip_list_make(KipMachine *machine, size_t capacity, KipValue *list)
{
    uint32_t index = kip_heap_cut(machine, KIP_LIST, KIP_UNITS(KipList));
    uint32_t items = 0;
    KipList *made;
    if (!index || (capacity && !(items = take_items(machine, capacity))))
        return false;
    made = kip_at(machine, index);
    made->count = 0;
    made->capacity = (uint32_t)capacity;
    made->items = items;
    *list = kip_reference(KIP_LIST, index);
    return true;
}

bool kip_list_append(KipMachine *machine, KipValue list, KipValue value)
{
    KipList *l = kip_at(machine, list.index);
    if (l->count == l->capacity) {
        uint32_t capacity = l->capacity ? 2 * l->capacity : 4;
        uint32_t items = take_items(machine, capacity);
        if (!items)
            return false;
        if (l->items) {
            memcpy(kip_block(machine, items), kip_block(machine, l->items), l->count * sizeof(KipValue));
            kip_heap_give(machine, l->items);
        }
        l->items = items;
        l->capacity = capacity;
    }
    kip_copy((KipValue *)kip_block(machine, l->items) + l->count++, &value);
    return true;
}

bool kip_tuple_make(KipMachine *machine, size_t count, const KipValue *item, KipValue *tuple)
{
    uint32_t index = count < KIP_SMALL_BINS - 1 && item
                         ? kip_heap_cut(machine, KIP_TUPLE, (uint32_t)count + 1)
                         : kip_heap_take(machine, KIP_TUPLE, sizeof(KipTuple) + count * sizeof(KipValue));
    KipTuple *made;
    if (!index)
        return false;
    made = kip_at(machine, index);
    made->count = (uint32_t)count;
    for (size_t i = 0; item && i < count; i++)
        kip_copy(&made->item[i], &item[i]);
    *tuple = kip_reference(KIP_TUPLE, index);
    return true;
}

bool kip_vector_make(KipMachine *machine, KipVec3 v, KipValue *vector)
{
    return kip_vector_put(machine, v.x, v.y, v.z, vector);
}

KipValue *kip_items(KipMachine *machine, KipValue list_or_tuple, size_t *count)
{
    if (list_or_tuple.type == KIP_TUPLE) {
        KipTuple *tuple = kip_at(machine, list_or_tuple.index);
        *count = tuple->count;
        return tuple->item;
    }
    KipList *list = kip_at(machine, list_or_tuple.index);
    *count = list->count;
    return kip_block(machine, list->items);
}

KipValue *kip_items_make(KipMachine *machine, KipValueType type, size_t count, KipValue *made)
{
    if (type == KIP_LIST ? !kip_list_make(machine, count, made) : !kip_tuple_make(machine, count, NULL, made))
        return NULL;
    if (type == KIP_LIST)
        kip_list_of(machine, *made)->count = (uint32_t)count;
    return kip_items(machine, *made, &count);
}

/* -- dicts ---------------------------------------------------------------------------------------------- */

static uint32_t slot_of(uint64_t hash, uint32_t mask)
{
    return (uint32_t)(hash ^ hash >> 32) & mask;
}

bool kip_dict_make(KipMachine *machine, KipValue *dict)
{
    uint32_t index = kip_heap_take(machine, KIP_DICT, sizeof(KipDict));
    *dict = kip_reference(KIP_DICT, index);
    return index != 0;
}

static bool same_text(const KipMachine *machine, KipValue key, const char *text, size_t size)
{
    const KipString *string = kip_at(machine, key.index);
    return key.type == KIP_STRING && string->size == size && memcmp(string->text, text, size) == 0;
}

/* The entry of a text; `name` is the string object that is most likely its key, or 0. */
static inline KipEntry *find_string(const KipMachine *machine, uint32_t dict, uint32_t name, uint64_t hash,
                                    const char *text, size_t size)
{
    const KipDict *d = kip_at(machine, dict);
    KipEntry *entry = kip_block(machine, d->entries);
    const uint32_t *table = kip_block(machine, d->table);
    uint32_t mask = 2 * d->capacity - 1;
    if (!d->capacity)
        return NULL;
    for (uint32_t i = slot_of(hash, mask); table[i]; i = (i + 1) & mask) {
        KipEntry *e = &entry[table[i] - 1];
        if ((e->key.index == name && e->key.type == KIP_STRING) ||
            (e->hash == hash && same_text(machine, e->key, text, size)))
            return e;
    }
    return NULL;
}

KipValue *kip_find_name(const KipMachine *machine, uint32_t dict, uint32_t name)
{
    const KipString *string = kip_at(machine, name);
    KipEntry *entry = find_string(machine, dict, name, string->hash, string->text, string->size);
    return entry ? &entry->value : NULL;
}

static KipEntry *find_text(const KipMachine *machine, uint32_t dict, const char *text, size_t size)
{
    return find_string(machine, dict, 0, kip_hash(KIP_HASH_START, text, size), text, size);
}

KipValue *kip_find_text(const KipMachine *machine, uint32_t dict, const char *text)
{
    KipEntry *entry = find_text(machine, dict, text, strlen(text));
    return entry ? &entry->value : NULL;
}

static KipEntry *find(KipMachine *machine, KipValue dict, KipValue key, uint64_t hash)
{
    const KipDict *d = kip_at(machine, dict.index);
    KipEntry *entry = kip_block(machine, d->entries);
    const uint32_t *table = kip_block(machine, d->table);
    uint32_t mask = 2 * d->capacity - 1;
    if (!d->capacity)
        return NULL;
    for (uint32_t i = slot_of(hash, mask); table[i]; i = (i + 1) & mask) {
        KipEntry *e = &entry[table[i] - 1];
        if (e->hash == hash && e->key.type != KIP_ABSENT && kip_equal(machine, e->key, key))
            return e;
    }
    return NULL;
}

static bool hash_of(KipMachine *machine, KipValue key, uint64_t *hash)
{
    if (key.type != KIP_STRING)
        return kip_hash_value(machine, key, hash);
    *hash = ((const KipString *)kip_at(machine, key.index))->hash;
    return true;
}

KipValue *kip_dict_find(KipMachine *machine, KipValue dict, KipValue key)
{
    uint64_t hash;
    KipEntry *entry;
    if (key.type == KIP_STRING)
        return kip_find_name(machine, dict.index, key.index);
    entry = kip_hash_value(machine, key, &hash) ? find(machine, dict, key, hash) : NULL;
    return entry ? &entry->value : NULL;
}

static void enter(uint32_t *table, uint32_t mask, uint64_t hash, uint32_t entry)
{
    uint32_t i = slot_of(hash, mask);
    while (table[i])
        i = (i + 1) & mask;
    table[i] = entry + 1;
}

/* Rebuilds the dict with the entries in use alone. */
static bool rebuild(KipMachine *machine, KipDict *d)
{
    uint32_t capacity = !d->capacity ? 4 : d->count > d->capacity / 2 ? 2 * d->capacity : d->capacity;
    uint32_t entries = take_block(machine, capacity, sizeof(KipEntry));
    uint32_t table = entries ? take_block(machine, (size_t)2 * capacity, sizeof(uint32_t)) : 0, used = 0;
    const KipEntry *from = kip_block(machine, d->entries);
    KipEntry *to = kip_block(machine, entries);
    if (!table)
        return false;
    for (uint32_t i = 0; i < d->used; i++)
        if (from[i].key.type != KIP_ABSENT) {
            enter(kip_block(machine, table), 2 * capacity - 1, from[i].hash, used);
            to[used++] = from[i];
        }
    if (d->capacity) {
        kip_heap_give(machine, d->entries);
        kip_heap_give(machine, d->table);
    }
    d->used = used;
    d->capacity = capacity;
    d->entries = entries;
    d->table = table;
    return true;
}

bool kip_dict_put(KipMachine *machine, KipValue dict, KipValue key, KipValue value)
{
    KipDict *d = kip_at(machine, dict.index);
    uint64_t hash;
    KipEntry *entry;
    if (!hash_of(machine, key, &hash))
        return kip_script_fail(machine, "a %s cannot be a key of a dict; a tuple can",
                               kip_type_name(machine, key));
    entry = find(machine, dict, key, hash);
    if (entry) {
        entry->value = value;
        return true;
    }
    if (d->used == d->capacity && !rebuild(machine, d))
        return false;
    entry = kip_block(machine, d->entries);
    entry[d->used] = (KipEntry){.hash = hash, .key = key, .value = value};
    enter(kip_block(machine, d->table), 2 * d->capacity - 1, hash, d->used);
    d->used++;
    d->count++;
    return true;
}

bool kip_dict_remove(KipMachine *machine, KipValue dict, KipValue key)
{
    KipDict *d = kip_at(machine, dict.index);
    uint64_t hash;
    KipEntry *entry = hash_of(machine, key, &hash) ? find(machine, dict, key, hash) : NULL;
    if (!entry)
        return false;
    entry->key = entry->value = (KipValue){.type = KIP_ABSENT};
    if (--d->count == 0) {
        memset(kip_block(machine, d->table), 0, (size_t)2 * d->capacity * sizeof(uint32_t));
        d->used = 0;
    }
    return true;
}

const KipEntry *kip_dict_next(KipMachine *machine, KipValue dict, uint32_t *at)
{
    const KipDict *d = kip_at(machine, dict.index);
    const KipEntry *entry = kip_block(machine, d->entries);
    while (*at < d->used && entry[*at].key.type == KIP_ABSENT)
        ++*at;
    return *at < d->used ? entry + (*at)++ : NULL;
}

/* -- names ---------------------------------------------------------------------------------------------- */

uint32_t kip_intern(KipMachine *machine, const char *text, size_t size)
{
    KipValue names = kip_reference(KIP_DICT, machine->state->interned), string;
    const KipEntry *entry = find_text(machine, names.index, text, size);
    if (entry)
        return entry->key.index;
    if (!kip_string_make(machine, text, size, &string) || !kip_dict_put(machine, names, string, string))
        return 0;
    return string.index;
}
