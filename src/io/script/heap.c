/* The heap of a machine: free lists by size, mark and sweep.
 *
 * The second word of a free block links it to the next of its size. An allocation takes the last block
 * freed of its size, else it cuts one from a region, which is one of the larger free blocks, else from
 * unused units at the end. A sweep merges neighbours and rebuilds the lists in the order of addresses. All of it
 * depends only on the sequence of requests.
 *
 * Between two instructions everything in use is reachable from the stack, the frames and a few references of the
 * state. A native that calls a script may hold more in its own variables. So each object records the nesting level of
 * the machine's loop in which it was made, and a collection at level r keeps all objects made at levels below it. */
#include "machine_parts.h"

#include <string.h>

enum {
    WHITE,
    GREY,
    BLACK,
    REGION = 256 /* units */
};

void *kip_heap_at(KipMachine *machine, uint32_t index)
{
    return kip_at(machine, index);
}

static int bin_of(uint32_t units)
{
    int bin = KIP_SMALL_BINS;
    if (units < KIP_SMALL_BINS)
        return (int)units;
    while (units >>= 1, units >= KIP_SMALL_BINS)
        bin++;
    return bin;
}

static void put_free(KipMachine *machine, uint32_t index, uint32_t units)
{
    int bin = bin_of(units);
    *(KipFree *)kip_at(machine, index) = (KipFree){.head.units = units, .next = machine->state->bin[bin]};
    machine->state->bin[bin] = index;
}

/* Takes the first block of at least `units` from a list; 0 where there is none. */
static uint32_t take_from(KipMachine *machine, int bin, uint32_t units)
{
    uint32_t *link = &machine->state->bin[bin];
    for (uint32_t index = *link; index; index = *link) {
        KipFree *block = kip_at(machine, index);
        if (block->head.units >= units) {
            *link = block->next;
            return index;
        }
        link = &block->next;
    }
    return 0;
}

/* Chooses another region for small requests: a large free block, else any that is large enough, else unused units. */
static bool find_region(KipMachine *machine, uint32_t units)
{
    KipMachineState *state = machine->state;
    int least = bin_of(units);
    uint32_t index = 0, unused = machine->end - state->high;
    if (state->region_units)
        put_free(machine, state->region, state->region_units);
    state->region_units = 0;
    for (int bin = least < KIP_SMALL_BINS ? KIP_SMALL_BINS : least; bin < KIP_BINS && !index; bin++)
        index = take_from(machine, bin, units);
    for (int bin = least; bin < KIP_SMALL_BINS && !index; bin++)
        index = take_from(machine, bin, units);
    if (index) {
        state->region_units = ((KipObject *)kip_at(machine, index))->units;
    } else if (units <= unused) {
        uint32_t chunk = units > REGION ? units : REGION < unused ? REGION : unused;
        index = state->high;
        state->high += chunk;
        memset(kip_at(machine, index), 0, (size_t)chunk * KIP_UNIT); /* saved bytes are deterministic */
        state->region_units = chunk;
    }
    state->region = index;
    return index != 0;
}

static uint32_t full(KipMachine *machine)
{
    size_t megabytes = machine->def.memory >> 20;
    machine->attention = true;
    kip_script_fail(machine,
                    "the script's memory of %zu %s is full; "
                    "what it keeps (lists that only grow?) must be less",
                    megabytes ? megabytes : machine->def.memory >> 10, megabytes ? "MB" : "kB");
    return 0;
}

uint32_t kip_heap_take(KipMachine *machine, KipValueType type, size_t size)
{
    KipMachineState *state = machine->state;
    size_t needed = (size + KIP_UNIT - 1) / KIP_UNIT;
    uint32_t units = (uint32_t)needed, index;
    if (needed > machine->end)
        return full(machine);
    index = units < KIP_SMALL_BINS ? state->bin[units] : 0;
    if (index) {
        state->bin[units] = ((KipFree *)kip_at(machine, index))->next;
    } else {
        if (state->region_units < units && !find_region(machine, units))
            return full(machine);
        index = state->region;
        state->region += units;
        state->region_units -= units;
    }
    state->taken += units;
    if (state->taken >= state->threshold)
        machine->attention = true;
    memset(kip_at(machine, index), 0, (size_t)units * KIP_UNIT);
    *(KipObject *)kip_at(machine, index) = (KipObject){units, (uint8_t)type, WHITE, (uint16_t)machine->runs};
    return index;
}

void kip_heap_give(KipMachine *machine, uint32_t index)
{
    put_free(machine, index, ((KipObject *)kip_at(machine, index))->units);
}

/* -- marking -------------------------------------------------------------------------------------------- */

/* Marks a reached object. One with references is pushed onto the stack of those to scan; where the stack is full it remains
 * grey, and a later pass over the heap finds it. */
static void mark(KipMachine *machine, uint32_t index)
{
    KipObject *head = kip_at(machine, index);
    if (!index || head->mark != WHITE)
        return;
    if (head->type == KIP_STRING || head->type == KIP_VECTOR || head->type == KIP_RANGE ||
        head->type == KIP_BLOCK) {
        head->mark = BLACK;
        return;
    }
    head->mark = GREY;
    if (machine->nmark < KIP_MARK_STACK)
        machine->mark_stack[machine->nmark++] = index;
    else
        machine->mark_overflow = true;
}

static void mark_values(KipMachine *machine, const KipValue *value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (kip_is_heap(value[i]))
            mark(machine, value[i].index);
}

static void mark_all(KipMachine *machine, const uint32_t *index, size_t n)
{
    for (size_t i = 0; i < n; i++)
        mark(machine, index[i]);
}

static void scan_dict(KipMachine *machine, const KipDict *dict)
{
    const KipEntry *entry = kip_block(machine, dict->entries);
    mark_all(machine, (const uint32_t[]){dict->entries, dict->table}, 2);
    for (uint32_t i = 0; i < dict->used; i++)
        mark_values(machine, &entry[i].key, 2);
}

static void scan_module(KipMachine *machine, const KipModule *module)
{
    mark(machine, module->dict);
    if (module->program != KIP_NO_PROGRAM)
        mark_values(machine, module->global,
                    module->count + (size_t)machine->added[module->program].program->nimport + 1);
}

static void scan(KipMachine *machine, uint32_t index)
{
    union {
        KipObject head;
        KipList list;
        KipTuple tuple;
        KipDict dict;
        KipFunction function;
        KipBound bound;
        KipClass class_;
        KipInstance instance;
        KipIterator iterator;
        KipCell cell;
        KipModule module;
    } *const object = kip_at(machine, index);
    object->head.mark = BLACK;
    switch (object->head.type) {
    case KIP_LIST:
        mark(machine, object->list.items);
        mark_values(machine, kip_block(machine, object->list.items), object->list.count);
        break;
    case KIP_TUPLE:
        mark_values(machine, object->tuple.item, object->tuple.count);
        break;
    case KIP_DICT:
        scan_dict(machine, &object->dict);
        break;
    case KIP_FUNCTION:
        mark_all(machine, (const uint32_t[]){object->function.module, object->function.owner}, 2);
        mark_values(machine, object->function.item,
                    (size_t)object->function.ndefault + object->function.ncapture);
        break;
    case KIP_BOUND:
        mark_values(machine, &object->bound.self, 2);
        break;
    case KIP_CLASS:
        mark_all(machine,
                 (const uint32_t[]){object->class_.name, object->class_.base, object->class_.dict,
                                    object->class_.module},
                 4);
        break;
    case KIP_INSTANCE:
        mark_all(machine, (const uint32_t[]){object->instance.class_, object->instance.dict}, 2);
        break;
    case KIP_ITERATOR:
        mark_values(machine, &object->iterator.over, 1);
        break;
    case KIP_CELL:
        mark_values(machine, &object->cell.value, 1);
        break;
    case KIP_MODULE:
        scan_module(machine, &object->module);
        break;
    default:
        break;
    }
}

static void scan_all(KipMachine *machine)
{
    while (machine->nmark)
        scan(machine, machine->mark_stack[--machine->nmark]);
}

/* Marks all objects made at outer levels, which natives may hold in variables of C. */
static void mark_held(KipMachine *machine)
{
    for (uint32_t i = machine->first; i < machine->state->high;
         i += ((KipObject *)kip_at(machine, i))->units) {
        KipObject *head = kip_at(machine, i);
        if (head->type && head->level && head->level < machine->runs)
            mark(machine, i);
    }
}

static void mark_roots(KipMachine *machine)
{
    const KipMachineState *state = machine->state;
    const uint32_t root[] = {state->main_module, state->interned, state->known,        state->kept,
                             state->modules,     state->math,     state->random_module};
    for (size_t i = 0; i < sizeof root / sizeof *root; i++)
        mark(machine, root[i]);
    for (int i = 0; i < machine->def.nkind; i++)
        mark(machine, machine->kind_methods[i]);
    for (int i = 0; i < KIP_BLOCK; i++)
        mark(machine, machine->type_methods[i]);
    for (int i = 0; i < machine->nadded; i++) {
        mark(machine, machine->added[i].constants);
        mark(machine, machine->added[i].parameters);
        mark(machine, machine->added[i].imports);
        mark(machine, machine->added[i].slots);
    }
    for (uint32_t i = 0; i < state->nframe; i++) {
        mark(machine, machine->frame[i].function);
        mark(machine, machine->frame[i].module);
        mark(machine, machine->frame[i].object);
    }
    mark_values(machine, machine->stack, state->top);
    if (machine->runs > 1)
        mark_held(machine);
}

/* Attributes of objects that are about to be freed are forgotten, since others may come to have their indices. */
static void forget_found(KipMachine *machine)
{
    for (KipFound *found = machine->found; found < machine->found + KIP_FOUND; found++) {
        const uint32_t owner = (uint32_t)(found->key >> 32), name = (uint32_t)found->key;
        const bool freed =
            owner >= machine->first && ((const KipObject *)kip_at(machine, owner))->mark == WHITE;
        if (freed || ((const KipObject *)kip_at(machine, name))->mark == WHITE)
            found->era = 0;
    }
}

/* -- sweeping ------------------------------------------------------------------------------------------- */

/* Returns the number of units in use. An object that survives a collection of its level is kept by references alone from
 * then on. */
static uint32_t sweep(KipMachine *machine)
{
    KipMachineState *state = machine->state;
    uint32_t start = 0, lives = 0; /* start of the free units before i; units in use */
    state->region_units = 0;
    memset(state->bin, 0, sizeof state->bin);
    for (uint32_t i = machine->first, units; i < state->high; i += units) {
        KipObject *head = kip_at(machine, i);
        units = head->units;
        if (head->mark == BLACK) {
            head->mark = WHITE;
            if (head->level >= machine->runs)
                head->level = 0;
            lives += units;
            if (start)
                put_free(machine, start, i - start);
            start = 0;
        } else if (!start) {
            start = i;
        }
    }
    if (start)
        state->high = start;
    return lives;
}

/* The next collection is due after allocations of half of what is in use, at least 256 kB, or sooner where less is free,
 * but not so soon that a nearly full heap would be collected continually. */
static void set_threshold(KipMachine *machine, uint32_t lives)
{
    KipMachineState *state = machine->state;
    uint32_t all = machine->end - machine->first, least = (256 << 10) / KIP_UNIT;
    uint32_t due = lives / 2 > least ? lives / 2 : least;
    uint32_t left = (all - lives) / 2 > all / 64 ? (all - lives) / 2 : all / 64;
    state->lives = lives;
    state->taken = 0;
    state->threshold = due < left ? due : left;
}

void kip_heap_collect(KipMachine *machine)
{
    const KipMachineState *state = machine->state;
    if (state->region_units) /* which is a block to those who go through the heap */
        *(KipFree *)kip_at(machine, state->region) = (KipFree){.head.units = state->region_units};
    machine->nmark = 0;
    machine->mark_overflow = false;
    mark_roots(machine);
    scan_all(machine);
    while (machine->mark_overflow) {
        machine->mark_overflow = false;
        for (uint32_t i = machine->first; i < machine->state->high;
             i += ((KipObject *)kip_at(machine, i))->units)
            if (((KipObject *)kip_at(machine, i))->mark == GREY) {
                scan(machine, i);
                scan_all(machine);
            }
    }
    forget_found(machine);
    set_threshold(machine, sweep(machine));
    kip_heap_attend(machine);
}

void kip_heap_attend(KipMachine *machine)
{
    machine->attention = machine->stress || machine->state->taken >= machine->state->threshold;
}

void kip_heap_start(KipMachine *machine)
{
    machine->state->high = machine->first;
    set_threshold(machine, 0);
}
