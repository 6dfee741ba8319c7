/* Methods of list, tuple and dict, and a stable merge sort. */
#include <string.h>

#include "objects.h"

static KipList *self_list(const KipCall *call)
{
    return kip_list_of(call->machine, call->argument[0]);
}

static KipDict *self_dict(const KipCall *call)
{
    return kip_dict_of(call->machine, call->argument[0]);
}

bool kip_list_extend(KipMachine *machine, KipValue list, KipValue from)
{
    KipValue iterator, item;
    size_t n;
    int more;

    if (from.type == KIP_LIST ||
        from.type == KIP_TUPLE) { /* possibly the list itself, so the present number is taken */
        kip_items(machine, from, &n);
        for (size_t i = 0, now; i < n; i++)
            if (!kip_list_append(machine, list, kip_items(machine, from, &now)[i]))
                return false;
        return true;
    }
    if (!kip_iterator_make(machine, from, &iterator))
        return false;
    while ((more = kip_take_next(machine, iterator, &item)) == 1)
        if (!kip_list_append(machine, list, item))
            return false;
    return more == 0;
}

void kip_list_reverse(KipMachine *machine, KipValue list)
{
    size_t n;
    KipValue *item = kip_items(machine, list, &n);
    for (size_t i = 0; i < n / 2; i++) {
        KipValue other = item[i];
        item[i] = item[n - 1 - i];
        item[n - 1 - i] = other;
    }
}

/* -- sort ------------------------------------------------------------------------------------------------ */

typedef struct Keyed {
    KipValue key, item;
} Keyed;

/* Merges from[lo, mid) and from[mid, hi) into `to`, stably; in reverse, larger ones come first and equal ones keep their
 * order. */
static bool merge(KipMachine *machine, const Keyed *from, Keyed *to, size_t lo, size_t mid, size_t hi,
                  bool reverse)
{
    size_t i = lo, j = mid;
    int order;

    for (size_t k = lo; k < hi; k++) {
        bool right = i == mid;
        if (i < mid && j < hi) {
            if (!kip_charge(machine, 1) || !(reverse ? kip_order(machine, from[i].key, from[j].key, &order)
                                                     : kip_order(machine, from[j].key, from[i].key, &order)))
                return false;
            right = order == -1;
        }
        to[k] = right ? from[j++] : from[i++];
    }
    return true;
}

static bool merge_sort(KipMachine *machine, Keyed *item, Keyed *other, size_t n, bool reverse, Keyed **sorted)
{
    for (size_t width = 1; width < n; width *= 2) {
        Keyed *swap = item;
        for (size_t lo = 0; lo < n; lo += 2 * width) {
            size_t mid = lo + width < n ? lo + width : n, hi = lo + 2 * width < n ? lo + 2 * width : n;
            if (!merge(machine, item, other, lo, mid, hi, reverse))
                return false;
        }
        item = other;
        other = swap;
    }
    *sorted = item;
    return true;
}

/* Computes the keys of the items into a list, which protects them from collection meanwhile. */
static bool make_keys(KipMachine *machine, KipValue items, KipValue key, KipValue *keys)
{
    size_t n, now;
    KipValue result;

    *keys = items;
    if (key.type == KIP_NONE)
        return true;
    kip_items(machine, items, &n);
    if (!kip_list_make(machine, n, keys))
        return false;
    for (size_t i = 0; i < n; i++) {
        KipValue item = kip_items(machine, items, &now)[i];
        if (kip_machine_call(machine, key, &item, 1, &result, NULL) != KIP_OK ||
            !kip_list_append(machine, *keys, result))
            return false;
    }
    return true;
}

/* Sorts a copy of the items, so that a key function may change the list's items; changing its size is an error. */
bool kip_sort_list(KipMachine *machine, KipValue list, KipValue key, bool reverse)
{
    KipValue items, keys, *item;
    size_t n, now;
    uint32_t block;
    Keyed *keyed, *sorted;
    bool done;

    kip_items(machine, list, &n);
    if (n < 2 && key.type == KIP_NONE)
        return true;
    if (!kip_list_make(machine, n, &items) || !kip_list_extend(machine, items, list) ||
        !make_keys(machine, items, key, &keys))
        return false;
    block = kip_heap_take(machine, KIP_BLOCK, KIP_UNIT + 2 * n * sizeof *keyed);
    if (!block)
        return false;
    keyed = kip_block(machine, block);
    for (size_t i = 0; i < n; i++)
        keyed[i] = (Keyed){kip_items(machine, keys, &now)[i], kip_items(machine, items, &now)[i]};
    done = merge_sort(machine, keyed, keyed + n, n, reverse, &sorted);
    item = kip_items(machine, list, &now);
    if (done && now != n)
        done = kip_script_fail(machine, "the list changed its size while it was sorted");
    for (size_t i = 0; done && i < n; i++)
        item[i] = sorted[i].item;
    kip_heap_give(machine, block);
    return done;
}

/* -- list ------------------------------------------------------------------------------------------------ */

static bool list_append(KipCall *call)
{
    return kip_list_append(call->machine, call->argument[0], call->argument[1]);
}

static bool list_extend(KipCall *call)
{
    return kip_list_extend(call->machine, call->argument[0], call->argument[1]);
}

static bool list_insert(KipCall *call)
{
    const size_t n = self_list(call)->count;
    int64_t at = call->read[1].integer;
    KipValue *item;

    if (!kip_list_append(call->machine, call->argument[0], call->argument[2]))
        return false;
    at = at < 0 ? at + (int64_t)n : at;
    at = at < 0 ? 0 : at > (int64_t)n ? (int64_t)n : at;
    item = kip_items(call->machine, call->argument[0], &(size_t){0});
    memmove(item + at + 1, item + at, (n - (size_t)at) * sizeof *item);
    item[at] = call->argument[2];
    return true;
}

static bool list_pop(KipCall *call)
{
    size_t n;
    KipValue *item = kip_items(call->machine, call->argument[0], &n);
    int64_t at = call->read[1].integer;

    if (n == 0)
        return kip_call_fail(call, "the list is empty");
    if (!kip_index_within(call->machine, &at, n, "list"))
        return false;
    call->result = item[at];
    return kip_index_delete(call->machine, call->argument[0], kip_int(at));
}

/* The index of the item in self[start:end], or n where it is not found. */
static size_t position(KipCall *call, int64_t start, int64_t end, size_t *n)
{
    KipValue *item = kip_items(call->machine, call->argument[0], n);
    if (!kip_charge(call->machine, *n / ITEMS_OF_AN_INSTRUCTION))
        return *n;
    for (int64_t i = start; i < end && i < (int64_t)*n; i++)
        if (kip_equal(call->machine, item[i], call->argument[1]))
            return (size_t)i;
    return *n;
}

static bool not_there(KipCall *call)
{
    KipValue text;
    return kip_repr(call->machine, call->argument[1], &text) &&
           kip_call_fail(call, "%.200s is not in the %s", kip_string_of(call->machine, text)->text,
                         kip_type_name(call->machine, call->argument[0]));
}

static bool list_remove(KipCall *call)
{
    size_t n, i = position(call, 0, INT64_MAX, &n);
    if (i == n)
        return not_there(call);
    return kip_index_delete(call->machine, call->argument[0], kip_int((int64_t)i));
}

static bool items_index(KipCall *call)
{
    int64_t bound[2] = {0, INT64_MAX};
    size_t n, i;

    kip_items(call->machine, call->argument[0], &n);
    for (int k = 0; k < 2; k++) {
        if (!call->read[2 + k].given)
            continue;
        bound[k] = call->read[2 + k].integer;
        bound[k] = bound[k] >= 0 ? bound[k] : bound[k] + (int64_t)n < 0 ? 0 : bound[k] + (int64_t)n;
    }
    i = position(call, bound[0], bound[1], &n);
    if (i == n)
        return not_there(call);
    call->result = kip_int((int64_t)i);
    return true;
}

static bool items_count(KipCall *call)
{
    size_t n;
    KipValue *item = kip_items(call->machine, call->argument[0], &n);
    int64_t equal = 0;
    if (!kip_charge(call->machine, n / ITEMS_OF_AN_INSTRUCTION))
        return false;
    for (size_t i = 0; i < n; i++)
        equal += kip_equal(call->machine, item[i], call->argument[1]);
    call->result = kip_int(equal);
    return true;
}

static bool list_sort(KipCall *call)
{
    return kip_sort_list(call->machine, call->argument[0], call->argument[1],
                         kip_truth(call->machine, call->argument[2]));
}

static bool list_reverse(KipCall *call)
{
    kip_list_reverse(call->machine, call->argument[0]);
    return true;
}

static bool list_copy(KipCall *call)
{
    return kip_list_make(call->machine, self_list(call)->count, &call->result) &&
           kip_list_extend(call->machine, call->result, call->argument[0]);
}

static bool list_clear(KipCall *call)
{
    self_list(call)->count = 0;
    return true;
}

static const KipNativeDef list_methods[] = {
    {"append(self, item)", list_append, "Adds an item at the end."},
    {"extend(self, items)", list_extend, "Adds all items at the end."},
    {"insert(self, index: integer, item)", list_insert, "Adds an item before that of the index."},
    {"pop(self, index: integer=-1)", list_pop, "Takes out the last item, or that of the index."},
    {"remove(self, item)", list_remove, "Takes out the first that is equal."},
    {"index(self, item, start: integer=None, end: integer=None)", items_index,
     "The index of the first that is equal."},
    {"count(self, item)", items_count, "How many are equal."},
    {"sort(self, key=None, reverse=False)", list_sort, "Sorts it; equal ones keep their order."},
    {"reverse(self)", list_reverse, "Turns it round."},
    {"copy(self)", list_copy, "A new list of the same items."},
    {"clear(self)", list_clear, "Takes out all."},
};
const KipNativeTable kip_list_methods = KIP_NATIVE_TABLE(list_methods);

static const KipNativeDef tuple_methods[] = {
    {"index(self, item, start: integer=None, end: integer=None)", items_index,
     "The index of the first that is equal."},
    {"count(self, item)", items_count, "How many are equal."},
};
const KipNativeTable kip_tuple_methods = KIP_NATIVE_TABLE(tuple_methods);

/* -- dict ------------------------------------------------------------------------------------------------ */

static bool dict_get(KipCall *call)
{
    KipValue *value = kip_dict_find(call->machine, call->argument[0], call->argument[1]);
    if (!value && !kip_is_key(call->machine, call->argument[1]))
        return false;
    call->result = value ? *value : call->argument[2];
    return true;
}

enum { KEYS = 1, VALUES };

/* Makes a list of the keys, the values, or both as tuples. */
static bool dict_list(KipCall *call)
{
    KipMachine *machine = call->machine;
    const KipEntry *entry;

    if (!kip_list_make(machine, self_dict(call)->count, &call->result))
        return false;
    for (uint32_t at = 0; (entry = kip_dict_next(machine, call->argument[0], &at));) {
        KipValue pair[2] = {entry->key, entry->value}, item = pair[call->variant == VALUES];
        if ((call->variant == (KEYS | VALUES) && !kip_tuple_make(machine, 2, pair, &item)) ||
            !kip_list_append(machine, call->result, item))
            return false;
    }
    return true;
}

static bool dict_pop(KipCall *call)
{
    KipValue *value = kip_dict_find(call->machine, call->argument[0], call->argument[1]);
    if (!value && call->nargument > 2) {
        call->result = call->argument[2];
        return true;
    }
    if (!value)
        return kip_is_key(call->machine, call->argument[1]) && not_there(call);
    call->result = *value;
    return kip_dict_remove(call->machine, call->argument[0], call->argument[1]);
}

static bool dict_setdefault(KipCall *call)
{
    KipValue *value = kip_dict_find(call->machine, call->argument[0], call->argument[1]);
    call->result = value ? *value : call->argument[2];
    return value || kip_index_store(call->machine, call->argument[0], call->argument[1], call->argument[2]);
}

bool kip_dict_update(KipMachine *machine, KipValue dict, KipValue from)
{
    KipValue iterator, key, pair;
    size_t n = 0;
    int more;

    if (!kip_iterator_make(machine, from, &iterator))
        return false;
    while ((more = kip_take_next(machine, iterator, &key)) == 1) {
        if (from.type == KIP_DICT) {
            if (!kip_dict_put(machine, dict, key, *kip_dict_find(machine, from, key)))
                return false;
            continue;
        }
        pair = key;
        if (pair.type == KIP_LIST || pair.type == KIP_TUPLE)
            kip_items(machine, pair, &n);
        if (n != 2)
            return kip_script_fail(machine, "a dict is made of another or of pairs (key, value), not of %s",
                                   kip_type_name(machine, pair));
        KipValue *both = kip_items(machine, pair, &n);
        if (!kip_index_store(machine, dict, both[0], both[1]))
            return false;
        n = 0;
    }
    return more == 0;
}

static bool dict_update(KipCall *call)
{
    return kip_dict_update(call->machine, call->argument[0], call->argument[1]);
}

static bool dict_copy(KipCall *call)
{
    return kip_dict_make(call->machine, &call->result) &&
           kip_dict_update(call->machine, call->result, call->argument[0]);
}

static bool dict_clear(KipCall *call)
{
    KipDict *dict = self_dict(call);
    if (dict->entries)
        kip_heap_give(call->machine, dict->entries);
    if (dict->table)
        kip_heap_give(call->machine, dict->table);
    dict->count = dict->used = dict->capacity = dict->entries = dict->table = 0;
    return true;
}

static const KipNativeDef dict_methods[] = {
    {"get(self, key, default=None)", dict_get, "The key's value, or the default."},
    {"keys(self)", dict_list, "A list of the keys.", KEYS},
    {"values(self)", dict_list, "A list of the values.", VALUES},
    {"items(self)", dict_list, "A list of pairs (key, value).", KEYS | VALUES},
    {"pop(self, key, ...)", dict_pop, "Takes out a key and returns its value, or the default given."},
    {"setdefault(self, key, default=None)", dict_setdefault,
     "The key's value, put there first if it is missing."},
    {"update(self, other)", dict_update, "Takes over the items of another dict, or pairs."},
    {"copy(self)", dict_copy, "A new dict of the same items."},
    {"clear(self)", dict_clear, "Takes out all."},
};
const KipNativeTable kip_dict_methods = KIP_NATIVE_TABLE(dict_methods);
