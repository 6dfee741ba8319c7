/* Fast paths of the interpreter's loop for simple cases: numbers, vectors, items of lists, ranges. Other cases are left to the
 * functions of value.h. Internal to vm.c. */
#ifndef KIP_IO_SCRIPT_VM_QUICK_H
#define KIP_IO_SCRIPT_VM_QUICK_H

#include "../../dynamics/vec3.h"
#include "machine_parts.h"

/* A number as a float; false for integers beyond 2^53, which may not be exact. */
static inline bool as_float(const KipValue *value, double *x)
{
    if (value->type == KIP_FLOAT) {
        *x = value->number;
        return true;
    }
    *x = (double)value->integer;
    return value->type == KIP_INT && value->integer <= (int64_t)1 << 53 &&
           value->integer >= -((int64_t)1 << 53);
}

static inline bool small(const KipValue *value)
{
    return value->type == KIP_INT && value->integer >= INT32_MIN && value->integer <= INT32_MAX;
}

/* a op b for simple cases: floats, and integers that cannot overflow. */
static inline bool quick_binary(int op, const KipValue *a, const KipValue *b, KipValue *result)
{
    double x, y;
    if (small(a) && small(b)) {
        int64_t i = a->integer, j = b->integer;
        switch (op & ~KIP_BINARY_IN_PLACE) {
        case KIP_BINARY_ADD:
            return *result = kip_int(i + j), true;
        case KIP_BINARY_SUBTRACT:
            return *result = kip_int(i - j), true;
        case KIP_BINARY_MULTIPLY:
            return *result = kip_int(i * j), true;
        default:
            return false;
        }
    }
    if (!as_float(a, &x) || !as_float(b, &y) || (a->type == KIP_INT && b->type == KIP_INT))
        return false;
    switch (op & ~KIP_BINARY_IN_PLACE) {
    case KIP_BINARY_ADD:
        return *result = kip_float(x + y), true;
    case KIP_BINARY_SUBTRACT:
        return *result = kip_float(x - y), true;
    case KIP_BINARY_MULTIPLY:
        return *result = kip_float(x * y), true;
    case KIP_BINARY_DIVIDE:
        return y != 0 && (*result = kip_float(x / y), true);
    default:
        return false;
    }
}

/* a op b of vectors, or of a vector and a number; false in other cases and where the heap is full. */
static inline bool quick_vector(KipMachine *machine, int op, const KipValue *a, const KipValue *b,
                                KipValue *result)
{
    const KipVec3 *x = &((const KipVector *)kip_at(machine, a->index))->v,
                  *y = &((const KipVector *)kip_at(machine, b->index))->v;
    KipVec3 v;
    double k;
    op &= ~KIP_BINARY_IN_PLACE;
    if (a->type == KIP_VECTOR && b->type == KIP_VECTOR) {
        if (op == KIP_BINARY_ADD)
            v = v3_add(*x, *y);
        else if (op == KIP_BINARY_SUBTRACT)
            v = v3_sub(*x, *y);
        else
            return false;
    } else if (b->type == KIP_VECTOR) {
        if (op != KIP_BINARY_MULTIPLY || !as_float(a, &k))
            return false;
        v = v3_scale(k, *y);
    } else {
        if (a->type != KIP_VECTOR || !as_float(b, &k))
            return false;
        if (op == KIP_BINARY_MULTIPLY)
            v = v3_scale(k, *x);
        else if (op == KIP_BINARY_DIVIDE && k != 0)
            v = v3(x->x / k, x->y / k, x->z / k);
        else
            return false;
    }
    return kip_vector_put(machine, v.x, v.y, v.z, result);
}

/* `is`, and strings that are one or have other hashes; false in other cases. */
static inline bool quick_same(const KipMachine *machine, KipCompare op, const KipValue *a, const KipValue *b,
                              bool *result)
{
    const bool one = a->head == b->head && a->integer == b->integer;
    if (op == KIP_COMPARE_IS || op == KIP_COMPARE_IS_NOT)
        return *result = one == (op == KIP_COMPARE_IS), true;
    if ((op != KIP_COMPARE_EQUAL && op != KIP_COMPARE_NOT_EQUAL) || a->type != KIP_STRING ||
        b->type != KIP_STRING ||
        (!one && ((const KipString *)kip_at(machine, a->index))->hash ==
                     ((const KipString *)kip_at(machine, b->index))->hash))
        return false;
    return *result = one == (op == KIP_COMPARE_EQUAL), true;
}

/* Numbers, and what quick_same compares. */
static inline bool quick_compare(const KipMachine *machine, KipCompare op, const KipValue *a,
                                 const KipValue *b, bool *result)
{
    double x, y;
    if (!as_float(a, &x) || !as_float(b, &y))
        return quick_same(machine, op, a, b, result);
    switch (op) {
    case KIP_COMPARE_EQUAL:
        return *result = x == y, true;
    case KIP_COMPARE_NOT_EQUAL:
        return *result = x != y, true;
    case KIP_COMPARE_LESS:
        return *result = x < y, true;
    case KIP_COMPARE_LESS_EQUAL:
        return *result = x <= y, true;
    case KIP_COMPARE_GREATER:
        return *result = x > y, true;
    case KIP_COMPARE_GREATER_EQUAL:
        return *result = x >= y, true;
    default:
        return false;
    }
}

static inline bool truth(KipMachine *machine, KipValue value)
{
    return value.type == KIP_BOOL ? value.integer != 0 : kip_truth(machine, value);
}

/* Replaces a vector by its x, y or z; false for another name. */
static inline bool quick_part(const KipMachine *machine, KipValue *vector, uint32_t name)
{
    const KipString *string = kip_at(machine, name);
    const double *part = &((const KipVector *)kip_at(machine, vector->index))->v.x;
    const uint32_t i = (uint32_t)(unsigned char)string->text[0] - 'x';
    if (i > 2 || string->size != 1)
        return false;
    *vector = kip_float(part[i]);
    return true;
}

/* The item of a list, or also of a tuple, at a nonnegative index; NULL in other cases. */
static inline KipValue *quick_item(const KipMachine *machine, KipValue object, KipValue index,
                                   bool also_tuple)
{
    if (index.type != KIP_INT || index.integer < 0)
        return NULL;
    if (object.type == KIP_LIST) {
        const KipList *list = kip_at(machine, object.index);
        return index.integer < list->count ? (KipValue *)kip_block(machine, list->items) + index.integer
                                           : NULL;
    }
    if (also_tuple && object.type == KIP_TUPLE) {
        KipTuple *tuple = kip_at(machine, object.index);
        return index.integer < tuple->count ? &tuple->item[index.integer] : NULL;
    }
    return NULL;
}

static inline int next_value(KipMachine *machine, KipValue iterator, KipValue *value)
{
    KipIterator *it = kip_at(machine, iterator.index);
    if (it->over.type == KIP_RANGE) {
        const KipRange *range = kip_at(machine, it->over.index);
        if (it->next >= range->count)
            return 0;
        *value = kip_int((int64_t)((uint64_t)range->start + it->next++ * (uint64_t)range->step));
        return 1;
    }
    if (it->over.type == KIP_LIST) {
        const KipList *list = kip_at(machine, it->over.index);
        if (it->next >= list->count)
            return 0;
        kip_copy(value, (const KipValue *)kip_block(machine, list->items) + it->next++);
        return 1;
    }
    return kip_iterator_next(machine, iterator, value);
}

#endif
