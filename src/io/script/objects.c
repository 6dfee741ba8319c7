/* Operations of every value: a type's name, truth, equality, hash, order. Numbers that are equal are so whatever their
 * types, and have the same hash. */
#include <string.h>

#include "objects.h"

const char *kip_type_spelling(KipValueType type)
{
    static const char *const NAME[] = {"nothing",  "NoneType", "bool",     "int",    "float", "function",
                                       "handle",   "type",     "str",      "list",   "tuple", "dict",
                                       "range",    "vec",      "function", "method", "type",  "object",
                                       "iterator", "cell",     "module",   "block"};
    return NAME[type];
}

const char *kip_type_name(KipMachine *machine, KipValue value)
{
    if (value.type == KIP_HANDLE)
        return machine->def.kind[value.index].name;
    if (value.type == KIP_INSTANCE) {
        KipInstance *instance = kip_at(machine, value.index);
        KipClass *class_ = kip_at(machine, instance->class_);
        KipString *name = kip_at(machine, class_->name);
        return name->text;
    }
    return kip_type_spelling(value.type);
}

bool kip_truth(KipMachine *machine, KipValue value)
{
    switch (value.type) {
    case KIP_ABSENT:
    case KIP_NONE:
        return false;
    case KIP_BOOL:
    case KIP_INT:
        return value.integer != 0;
    case KIP_FLOAT:
        return value.number != 0;
    case KIP_STRING:
        return kip_string_of(machine, value)->size > 0;
    case KIP_LIST:
        return kip_list_of(machine, value)->count > 0;
    case KIP_TUPLE:
        return kip_tuple_of(machine, value)->count > 0;
    case KIP_DICT:
        return kip_dict_of(machine, value)->count > 0;
    case KIP_RANGE:
        return ((KipRange *)kip_at(machine, value.index))->count > 0;
    default:
        return true;
    }
}

/* -- equality -------------------------------------------------------------------------------------------- */

/* A list that contains another one twice, and so on 60 levels deep, would take exponential time to compare, hash or order;
 * so each visit is charged. When the instructions are used up the machine has failed, which operators check. */

static bool equal_strings(const KipString *a, const KipString *b)
{
    return a->hash == b->hash && a->size == b->size && memcmp(a->text, b->text, a->size) == 0;
}

static bool equal_ranges(const KipRange *a, const KipRange *b)
{
    return a->count == b->count &&
           (a->count == 0 || (a->start == b->start && (a->count == 1 || a->step == b->step)));
}

static bool equal_within(KipMachine *machine, KipValue a, KipValue b, int depth);

static bool equal_items(KipMachine *machine, KipValue a, KipValue b, int depth)
{
    size_t na, nb;
    KipValue *x = kip_items(machine, a, &na), *y = kip_items(machine, b, &nb);

    if (na == nb && !kip_charge(machine, na / ITEMS_OF_AN_INSTRUCTION))
        return false;
    for (size_t i = 0; i < na && na == nb; i++)
        if (!equal_within(machine, x[i], y[i], depth))
            return false;
    return na == nb;
}

static bool equal_dicts(KipMachine *machine, KipValue a, KipValue b, int depth)
{
    const KipEntry *entry;

    if (kip_dict_of(machine, a)->count != kip_dict_of(machine, b)->count)
        return false;
    for (uint32_t at = 0; (entry = kip_dict_next(machine, a, &at));) {
        const KipValue *other = kip_dict_find(machine, b, entry->key);
        if (!other || !equal_within(machine, entry->value, *other, depth))
            return false;
    }
    return true;
}

static bool equal_heap(KipMachine *machine, KipValue a, KipValue b, int depth)
{
    void *x = kip_at(machine, a.index), *y = kip_at(machine, b.index);

    if (a.index == b.index && a.type != KIP_VECTOR)
        return true;
    if (depth >= KIP_MOST_NESTING)
        return kip_script_fail(machine, "values nested more than %d deep cannot be compared",
                               KIP_MOST_NESTING);
    if (!kip_charge(machine, 1))
        return false;
    switch (a.type) {
    case KIP_STRING:
        return equal_strings(x, y) && kip_charge(machine, ((KipString *)x)->size / BYTES_OF_AN_INSTRUCTION);
    case KIP_LIST:
    case KIP_TUPLE:
        return equal_items(machine, a, b, depth + 1);
    case KIP_DICT:
        return equal_dicts(machine, a, b, depth + 1);
    case KIP_RANGE:
        return equal_ranges(x, y);
    case KIP_VECTOR: {
        KipVec3 u = ((KipVector *)x)->v, v = ((KipVector *)y)->v;
        return u.x == v.x && u.y == v.y && u.z == v.z;
    }
    case KIP_BOUND: {
        KipBound *m = x, *n = y;
        return m->self.type == n->self.type && m->self.index == n->self.index &&
               m->self.integer == n->self.integer && equal_within(machine, m->callee, n->callee, depth + 1);
    }
    default:
        return false;
    }
}

static bool equal_within(KipMachine *machine, KipValue a, KipValue b, int depth)
{
    if (kip_is_number(a) && kip_is_number(b))
        return kip_number_order(a, b) == 0;
    if (a.type != b.type)
        return false;
    if (kip_is_heap(a))
        return equal_heap(machine, a, b, depth);
    return a.index == b.index && a.integer == b.integer;
}

bool kip_equal(KipMachine *machine, KipValue a, KipValue b)
{
    return equal_within(machine, a, b, 0);
}

/* -- hash ------------------------------------------------------------------------------------------------ */

/* The finalizer of splitmix64, in which each bit of x changes half of the output bits on average. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint64_t hash_double(double x)
{
    int64_t integer;
    uint64_t pattern;

    if (kip_double_whole(x, &integer))
        return mix((uint64_t)integer);
    memcpy(&pattern, &x, sizeof pattern);
    return mix(~pattern);
}

static bool hash_within(KipMachine *machine, KipValue value, uint64_t *hash, int depth)
{
    uint64_t part;

    switch (value.type) {
    case KIP_BOOL:
    case KIP_INT:
        *hash = mix((uint64_t)value.integer);
        return true;
    case KIP_FLOAT:
        *hash = hash_double(value.number);
        return true;
    case KIP_STRING:
        *hash = kip_string_of(machine, value)->hash;
        return true;
    case KIP_VECTOR: {
        KipVec3 v = kip_vector_of(machine, value);
        *hash = mix(mix(hash_double(v.x) + hash_double(v.y)) + hash_double(v.z));
        return true;
    }
    case KIP_TUPLE: {
        KipTuple *tuple = kip_tuple_of(machine, value);
        *hash = tuple->count;
        for (uint32_t i = 0; i < tuple->count; i++) {
            if (depth >= KIP_MOST_NESTING || !kip_charge(machine, 1) ||
                !hash_within(machine, tuple->item[i], &part, depth + 1))
                return false;
            *hash = mix(*hash + 0x9e3779b97f4a7c15u + part);
        }
        return true;
    }
    case KIP_BOUND: {
        KipBound *bound = kip_at(machine, value.index);
        *hash = mix((uint64_t)bound->self.index << 32 | bound->callee.index);
        return true;
    }
    case KIP_LIST:
    case KIP_DICT:
    case KIP_RANGE:
    case KIP_ITERATOR:
        return false;
    default:
        *hash = mix(((uint64_t)value.type << 32 | value.index) + mix((uint64_t)value.integer));
        return true;
    }
}

bool kip_hash_value(KipMachine *machine, KipValue value, uint64_t *hash)
{
    return hash_within(machine, value, hash, 0);
}

/* -- order ----------------------------------------------------------------------------------------------- */

/* The order of UTF-8 bytes is that of the characters. */
static int order_strings(const KipString *a, const KipString *b)
{
    int order = memcmp(a->text, b->text, a->size < b->size ? a->size : b->size);
    if (order == 0)
        return (a->size > b->size) - (a->size < b->size);
    return order < 0 ? -1 : 1;
}

static bool order_within(KipMachine *machine, KipValue a, KipValue b, const char *symbol, int *order,
                         int depth)
{
    size_t na, nb;
    KipValue *x, *y;

    if (kip_is_number(a) && kip_is_number(b)) {
        *order = kip_number_order(a, b);
        return true;
    }
    if (a.type == KIP_STRING && b.type == KIP_STRING) {
        *order = order_strings(kip_string_of(machine, a), kip_string_of(machine, b));
        return kip_charge(machine, kip_string_of(machine, a)->size / BYTES_OF_AN_INSTRUCTION);
    }
    if (a.type != b.type || (a.type != KIP_LIST && a.type != KIP_TUPLE))
        return kip_script_fail(machine, "%s and %s have no order: %s cannot compare them",
                               kip_type_name(machine, a), kip_type_name(machine, b), symbol);
    if (depth >= KIP_MOST_NESTING)
        return kip_script_fail(machine, "lists nested more than %d deep cannot be compared",
                               KIP_MOST_NESTING);
    x = kip_items(machine, a, &na);
    y = kip_items(machine, b, &nb);
    if (!kip_charge(machine, (na < nb ? na : nb) / ITEMS_OF_AN_INSTRUCTION))
        return false;
    for (size_t i = 0; i < na && i < nb; i++)
        if (!equal_within(machine, x[i], y[i], depth))
            return order_within(machine, x[i], y[i], symbol, order, depth + 1);
    *order = (na > nb) - (na < nb);
    return true;
}

bool kip_order_for(KipMachine *machine, KipValue a, KipValue b, const char *symbol, int *order)
{
    return order_within(machine, a, b, symbol, order, 0) && !kip_script_failed(machine);
}

bool kip_order(KipMachine *machine, KipValue a, KipValue b, int *order)
{
    return kip_order_for(machine, a, b, "<", order);
}
