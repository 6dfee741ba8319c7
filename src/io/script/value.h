/* Values of the script language, and their heap. Internal to src/io/script.
 *
 * The heap is one block addressed by units of 16 bytes: a reference is the index of an object's first unit, so that
 * the bytes may be copied, saved and loaded anywhere. Objects do not move, and are collected (mark and sweep) only
 * between two instructions, never within a native function. So pointers to objects that are reachable from a value on the
 * stack, a global or an argument, or that were made since the instruction began, remain valid for the whole call. */
#ifndef KIP_IO_SCRIPT_VALUE_H
#define KIP_IO_SCRIPT_VALUE_H

#include "../../dynamics/base.h"
#include "../../dynamics/types.h"
#include "program.h"

typedef struct KipMachine KipMachine;

typedef enum KipValueType {
    KIP_ABSENT, /* no value: an unset variable, an argument that was not given */
    KIP_NONE,
    KIP_BOOL,
    KIP_INT,
    KIP_FLOAT,
    KIP_NATIVE, /* index: of the machine's natives */
    KIP_HANDLE, /* index: its kind among the host's; integer: its number */
    KIP_TYPE,   /* integer: a KipValueType, as int, str, list: isinstance and calls */
    KIP_STRING, /* from here on `index` is a reference to the heap */
    KIP_LIST,
    KIP_TUPLE,
    KIP_DICT,
    KIP_RANGE,
    KIP_VECTOR,
    KIP_FUNCTION,
    KIP_BOUND, /* a function or native with its self */
    KIP_CLASS,
    KIP_INSTANCE,
    KIP_ITERATOR,
    KIP_CELL,
    KIP_MODULE,
    KIP_BLOCK /* storage of a list or dict; not a value */
} KipValueType;

typedef struct KipValue {
    union {
        struct {
            uint32_t type, index;
        };
        uint64_t head; /* both */
    };
    union {
        int64_t integer; /* KIP_BOOL: 0 or 1; 0 for heap objects */
        double number;
    };
} KipValue;

/* The head of every object. */
typedef struct KipObject {
    uint32_t units;
    uint8_t type; /* KipValueType; 0: free */
    uint8_t mark;
    uint16_t level; /* nesting of runs in which it was made, see heap.c; kept while those last */
} KipObject;

typedef struct KipString {
    KipObject head;
    uint32_t size;   /* bytes */
    uint32_t length; /* characters */
    uint64_t hash;   /* FNV-1a of the bytes */
    char text[];     /* UTF-8, terminated by 0 */
} KipString;

typedef struct KipList {
    KipObject head;
    uint32_t count, capacity;
    uint32_t items; /* block of KipValue; 0: none */
    uint32_t spare;
} KipList;

typedef struct KipTuple {
    KipObject head;
    uint32_t count, spare;
    KipValue item[];
} KipTuple;

typedef struct KipEntry {
    uint64_t hash;
    uint64_t spare;
    KipValue key, value; /* key KIP_ABSENT: deleted */
} KipEntry;

/* Entries are in the order of insertion; the table has open addressing. */
typedef struct KipDict {
    KipObject head;
    uint32_t count;          /* entries in use */
    uint32_t used, capacity; /* of `entries`, including deleted ones */
    uint32_t entries;        /* block of KipEntry; 0: none */
    uint32_t table;          /* block of 2 capacity uint32_t, entry + 1 or 0 */
    uint32_t spare;
} KipDict;

typedef struct KipRange {
    KipObject head;
    uint64_t count; /* how many */
    int64_t start, stop, step;
} KipRange;

typedef struct KipVector {
    KipObject head;
    KipVec3 v;
} KipVector;

typedef struct KipFunction {
    KipObject head;
    uint32_t program, code; /* of the machine's programs */
    uint32_t module;        /* the module of its globals */
    uint32_t owner;         /* class in whose body it is defined; 0: none */
    uint32_t ndefault, ncapture;
    KipValue item[]; /* defaults, then captured cells */
} KipFunction;

typedef struct KipBound {
    KipObject head;
    uint64_t spare;
    KipValue self, callee;
} KipBound;

typedef struct KipClass {
    KipObject head;
    uint32_t name, base; /* string; class or 0 */
    uint32_t dict;       /* attributes, by name */
    uint32_t module;
} KipClass;

typedef struct KipInstance {
    KipObject head;
    uint32_t class_, dict;
} KipInstance;

typedef struct KipIterator {
    KipObject head;
    uint64_t next; /* index of the next item; in a string, the byte */
    KipValue over; /* string, list, tuple, dict (its keys), range, vector */
} KipIterator;

typedef struct KipCell {
    KipObject head;
    uint64_t spare;
    KipValue value;
} KipCell;

typedef struct KipModule {
    KipObject head;
    uint32_t program, ran; /* 1: its code has begun to run */
    uint32_t count;        /* program's nglobal; 0 for math and random */
    uint32_t dict;         /* math and random: contents by name; else name -> slot, as integers */
    KipValue global
        []; /* count, then the program's nimport modules, then the list of all modules of this instance */
} KipModule;

/* -- values ------------------------------------------------------------------------------------------------ */

/* By halves: one wide load of a value whose halves were just stored waits until they are in the cache. */
static inline void kip_copy(KipValue *to, const KipValue *from)
{
    to->head = from->head;
    to->integer = from->integer;
}

static inline KipValue kip_none(void)
{
    return (KipValue){.type = KIP_NONE};
}

static inline KipValue kip_bool(bool b)
{
    return (KipValue){.type = KIP_BOOL, .integer = b};
}

static inline KipValue kip_int(int64_t i)
{
    return (KipValue){.type = KIP_INT, .integer = i};
}

static inline KipValue kip_float(double x)
{
    return (KipValue){.type = KIP_FLOAT, .number = x};
}

static inline KipValue kip_handle(uint32_t kind, int64_t which)
{
    return (KipValue){.type = KIP_HANDLE, .index = kind, .integer = which};
}

static inline KipValue kip_reference(KipValueType type, uint32_t index)
{
    return (KipValue){.type = type, .index = index};
}

static inline bool kip_is_heap(KipValue value)
{
    return value.type >= KIP_STRING;
}

/* -- heap (heap.c) ----------------------------------------------------------------------------------------- */

void *kip_heap_at(KipMachine *machine, uint32_t index); /* kip_at, for files outside of src/io/script */
/* A zeroed object of `size` bytes with its head filled in; 0 and a failure when the heap is full. */
uint32_t kip_heap_take(KipMachine *machine, KipValueType type, size_t size);
void kip_heap_give(KipMachine *machine, uint32_t index); /* frees a block without references */
/* Each fails, returning false, when the heap is full. */
bool kip_string_make(KipMachine *machine, const char *text, size_t size, KipValue *string);
bool kip_list_make(KipMachine *machine, size_t capacity, KipValue *list);
bool kip_list_append(KipMachine *machine, KipValue list, KipValue value);
bool kip_tuple_make(KipMachine *machine, size_t count, const KipValue *item, KipValue *tuple);
bool kip_vector_make(KipMachine *machine, KipVec3 v, KipValue *vector);
bool kip_dict_make(KipMachine *machine, KipValue *dict);
/* The value of a key; NULL where there is none, or the key is not hashable. Valid until the dict grows. */
KipValue *kip_dict_find(KipMachine *machine, KipValue dict, KipValue key);
bool kip_dict_put(KipMachine *machine, KipValue dict, KipValue key,
                  KipValue value);                                      /* unhashable: a sentence */
bool kip_dict_remove(KipMachine *machine, KipValue dict, KipValue key); /* false if it has no such key */

/* The first entry of a dict from *at on, with *at behind it; NULL after the last. */
const KipEntry *kip_dict_next(KipMachine *machine, KipValue dict, uint32_t *at);

static inline KipString *kip_string_of(KipMachine *machine, KipValue v)
{
    return (KipString *)kip_heap_at(machine, v.index);
}

static inline KipList *kip_list_of(KipMachine *machine, KipValue v)
{
    return (KipList *)kip_heap_at(machine, v.index);
}

static inline KipTuple *kip_tuple_of(KipMachine *machine, KipValue v)
{
    return (KipTuple *)kip_heap_at(machine, v.index);
}

static inline KipDict *kip_dict_of(KipMachine *machine, KipValue v)
{
    return (KipDict *)kip_heap_at(machine, v.index);
}

/* A list or tuple of `count` items, which the caller fills in; NULL and a failure when the heap is full. */
KipValue *kip_items_make(KipMachine *machine, KipValueType type, size_t count, KipValue *made);
/* The items of a list or tuple and their number. */
KipValue *kip_items(KipMachine *machine, KipValue list_or_tuple, size_t *count);

/* -- what values do (objects.c, operate.c) -------------------------------------------------------------------- */

/* "int", "str", "list", "NoneType", the class of an instance, the name of a handle's kind. */
const char *kip_type_name(KipMachine *machine, KipValue value);
bool kip_truth(KipMachine *machine, KipValue value);
bool kip_equal(KipMachine *machine, KipValue a,
               KipValue b); /* ==; nesting beyond a limit counts as unequal */
bool kip_hash_value(KipMachine *machine, KipValue value,
                    uint64_t *hash); /* false, without a failure: it is unhashable */
/* Sets *order to -1, 0 or 1, or to 2 with NaN; fails where the types have no order. */
bool kip_order(KipMachine *machine, KipValue a, KipValue b, int *order);
bool kip_unary(KipMachine *machine, KipUnary op, KipValue a, KipValue *result);
bool kip_binary(KipMachine *machine, int op, KipValue a, KipValue b,
                KipValue *result); /* KipBinary, in place or not */
bool kip_compare(KipMachine *machine, KipCompare op, KipValue a, KipValue b, bool *result);
bool kip_index(KipMachine *machine, KipValue object, KipValue index, KipValue *result);
bool kip_index_store(KipMachine *machine, KipValue object, KipValue index, KipValue value);
bool kip_index_delete(KipMachine *machine, KipValue object, KipValue index);
bool kip_slice(KipMachine *machine, KipValue object, KipValue lo, KipValue hi, KipValue step,
               KipValue *result);
bool kip_iterator_make(KipMachine *machine, KipValue over, KipValue *iterator);
/* 1: *value is the next; 0: the end; -1: a failure (a dict that changed its size). */
int kip_iterator_next(KipMachine *machine, KipValue iterator, KipValue *value);
/* str() and repr() as in Python; __str__ or __repr__ of instances are called. */
bool kip_str(KipMachine *machine, KipValue value, KipValue *string);
bool kip_repr(KipMachine *machine, KipValue value, KipValue *string);
bool kip_format_value(KipMachine *machine, KipValue value, const char *spec, size_t size, KipValue *string);

/* -- errors ------------------------------------------------------------------------------------------------ */

/* Stores a message as by kip_fail, unless a failure is pending. Returns false. */
bool kip_script_fail(KipMachine *machine, const char *format, ...) KIP_PRINTF(2, 3);
bool kip_script_failed(const KipMachine *machine);

#endif
