/* Iteration and ranges. An iterator is an object with a position in a sequence.
 *
 * Over another iterator it is that of enumerate(): `next` counts the items taken, over.integer is the start.
 * Over a tuple with over.integer 1 it is that of zip(): the tuple has the iterators. */
#include "objects.h"

bool kip_range_make(KipMachine *machine, int64_t start, int64_t stop, int64_t step, KipValue *range)
{
    uint32_t index = kip_heap_take(machine, KIP_RANGE, sizeof(KipRange));
    KipRange *made;

    if (!index)
        return false;
    made = kip_at(machine, index);
    made->start = start;
    made->stop = stop;
    made->step = step;
    if (step > 0 && start < stop)
        made->count = ((uint64_t)stop - (uint64_t)start - 1) / (uint64_t)step + 1;
    else if (step < 0 && start > stop)
        made->count = ((uint64_t)start - (uint64_t)stop - 1) / (0 - (uint64_t)step) + 1;
    *range = kip_reference(KIP_RANGE, index);
    return true;
}

int64_t kip_range_item(const KipRange *range, uint64_t index)
{
    return (int64_t)((uint64_t)range->start + index * (uint64_t)range->step);
}

static bool make_over(KipMachine *machine, KipValue over, KipValue *iterator)
{
    uint32_t index = kip_heap_cut(machine, KIP_ITERATOR, KIP_UNITS(KipIterator));
    if (!index)
        return false;
    ((KipIterator *)kip_at(machine, index))->next = 0;
    ((KipIterator *)kip_at(machine, index))->over = over;
    *iterator = kip_reference(KIP_ITERATOR, index);
    return true;
}

bool kip_iterator_make(KipMachine *machine, KipValue over, KipValue *iterator)
{
    switch (over.type) {
    case KIP_ITERATOR:
        *iterator = over;
        return true;
    case KIP_STRING:
    case KIP_LIST:
    case KIP_TUPLE:
    case KIP_RANGE:
    case KIP_VECTOR:
        break;
    case KIP_DICT: /* its present size, beside the reference */
        over.integer = kip_dict_of(machine, over)->count;
        break;
    default:
        return kip_script_fail(machine,
                               "%s cannot be gone through; a list, tuple, dict, str, range or vec can%s",
                               kip_type_name(machine, over),
                               kip_is_integer(over) ? ": did you mean range(n)?" : "");
    }
    return make_over(machine, over, iterator);
}

bool kip_enumerate_make(KipMachine *machine, KipValue over, int64_t start, KipValue *iterator)
{
    KipValue inner = kip_none();
    if (!kip_iterator_make(machine, over, &inner))
        return false;
    inner.integer = start;
    return make_over(machine, inner, iterator);
}

bool kip_zip_make(KipMachine *machine, const KipValue *over, int n, KipValue *iterator)
{
    KipValue inner = kip_none();
    if (!kip_tuple_make(machine, (size_t)n, over, &inner))
        return false;
    for (int i = 0; i < n; i++)
        if (!kip_iterator_make(machine, over[i], &kip_tuple_of(machine, inner)->item[i]))
            return false;
    inner.integer = 1;
    return make_over(machine, inner, iterator);
}

static int next_character(KipMachine *machine, KipIterator *iterator, KipValue *value)
{
    const KipString *string = kip_string_of(machine, iterator->over);
    const char *at = string->text + iterator->next;
    size_t size;

    if (iterator->next >= string->size)
        return 0;
    size = kip_utf8_size(at, string->size - iterator->next);
    if (!kip_string_make(machine, at, size, value))
        return -1;
    iterator->next += size;
    return 1;
}

static int next_key(KipMachine *machine, KipIterator *iterator, KipValue *value)
{
    uint32_t at = (uint32_t)iterator->next;

    if (kip_dict_of(machine, iterator->over)->count != (uint64_t)iterator->over.integer) {
        kip_script_fail(machine, "the dict changed its size while it was gone through; go through list(d)");
        return -1;
    }
    const KipEntry *entry = kip_dict_next(machine, iterator->over, &at);
    iterator->next = at;
    if (entry)
        *value = entry->key;
    return entry != NULL;
}

static int next_numbered(KipMachine *machine, KipIterator *iterator, KipValue *value)
{
    KipValue pair[2];
    int more = kip_iterator_next(machine, iterator->over, &pair[1]);
    if (more != 1)
        return more;
    pair[0] = kip_int((int64_t)((uint64_t)iterator->over.integer + iterator->next++));
    return kip_tuple_make(machine, 2, pair, value) ? 1 : -1;
}

/* Ends as soon as one of the iterators ends. */
static int next_row(KipMachine *machine, const KipIterator *iterator, KipValue *value)
{
    const KipTuple *inner = kip_tuple_of(machine, iterator->over);
    int more = inner->count ? 1 : 0;

    if (more && !kip_tuple_make(machine, inner->count, NULL, value))
        return -1;
    for (uint32_t i = 0; i < inner->count && more == 1; i++)
        more = kip_iterator_next(machine, inner->item[i], &kip_tuple_of(machine, *value)->item[i]);
    return more;
}

int kip_iterator_next(KipMachine *machine, KipValue iterator, KipValue *value)
{
    KipIterator *at = kip_at(machine, iterator.index);
    const KipRange *range;
    size_t n;

    switch (at->over.type) {
    case KIP_ITERATOR:
        return next_numbered(machine, at, value);
    case KIP_STRING:
        return next_character(machine, at, value);
    case KIP_DICT:
        return next_key(machine, at, value);
    case KIP_RANGE:
        range = kip_at(machine, at->over.index);
        if (at->next >= range->count)
            return 0;
        *value = kip_int(kip_range_item(range, at->next++));
        return 1;
    case KIP_VECTOR: {
        KipVec3 v = ((KipVector *)kip_at(machine, at->over.index))->v;
        if (at->next >= 3)
            return 0;
        *value = kip_float(at->next == 0 ? v.x : at->next == 1 ? v.y : v.z);
        at->next++;
        return 1;
    }
    default: {
        KipValue *item = kip_items(machine, at->over, &n);
        if (at->over.integer)
            return next_row(machine, at, value);
        if (at->next >= n)
            return 0;
        kip_copy(value, &item[at->next++]);
        return 1;
    }
    }
}

/* Natives are charged as well, so that one that iterates over range(10**18) fails in time. */
bool kip_charge(KipMachine *machine, uint64_t instructions)
{
    if (machine->runs == 0)
        return true;
    const int64_t left = machine->budget + machine->reserve;
    if (left < 0 || instructions > (uint64_t)left) {
        machine->budget = machine->reserve = 0;
        return kip_script_fail(machine, "more than %zu instructions in one go, within a built-in function",
                               (size_t)machine->allowed);
    }
    machine->budget -= (int64_t)instructions;
    return machine->budget >= 0 || kip_grant(machine);
}

int kip_take_next(KipMachine *machine, KipValue iterator, KipValue *value)
{
    return kip_charge(machine, 1) ? kip_iterator_next(machine, iterator, value) : -1;
}
