/* Shared by heap.c, dict.c, class.c, call.c, vm.c, machine.c, module.c, native.c, save.c. Internal to
 * src/io/script.
 *
 * All mutable state is in one block of def.memory bytes, in this order:
 *
 *   KipMachineState  numbers and references
 *   KipFrame[]       the calls in progress, those of a waiting main script first
 *   KipValue[]       their stack: arguments and locals, own cells, and operands of each frame in turn
 *   units            the objects; a reference counts units of 16 bytes from the start of the block
 *
 * The parts in use are saved. The machine's own struct has pointers, tables made from constant
 * definitions, and what lives only during a call. */
#ifndef KIP_IO_SCRIPT_MACHINE_PARTS_H
#define KIP_IO_SCRIPT_MACHINE_PARTS_H

#include "machine.h"

#define KIP_NO_PROGRAM UINT32_MAX /* program of the modules math and random */

enum {
    KIP_UNIT = 16,
    KIP_SMALL_BINS = 64,            /* free blocks of 1 to 63 units have a list for each size */
    KIP_BINS = KIP_SMALL_BINS + 26, /* followed by one for each power of two */
    KIP_STACK_SPARE = 64,           /* values above a frame's own, for the defaults of a native */
    KIP_MARK_STACK = 1024,
    KIP_FOUND = 2048,
    KIP_MOST_PROGRAMS = 256,
    KIP_MOST_RUNS = 16,      /* nested calls of scripts by natives */
    KIP_MOST_NAMED = 64,     /* arguments of a call given by name */
    KIP_MOST_PARAMETERS = 32 /* of a native */
};

#define KIP_UNITS(type) ((uint32_t)((sizeof(type) + KIP_UNIT - 1) / KIP_UNIT))

/* A call in progress. */
typedef struct KipFrame {
    uint32_t program, code;
    uint32_t next;     /* index of the instruction to execute next */
    uint32_t base;     /* local 0 on the stack */
    uint32_t result;   /* slot of the result, and end of the stack, after the return */
    uint32_t function; /* 0: a module's code */
    uint32_t module;
    uint32_t gives;  /* KipValueType of `object`, if that is the call's value; 0: the value returned */
    uint32_t object; /* instance of an __init__, class of a class body, module of a module's code */
} KipFrame;

typedef struct KipMachineState {
    KipRandom random;
    int64_t instructions;
    uint32_t nframe, top; /* frames; values on the stack */
    uint32_t main_module; /* of kip_machine_start; 0: none */
    uint32_t main_started;
    uint32_t interned;      /* dict: each name and constant string as its own value */
    uint32_t known;         /* dict: names that all modules have -> builtins, types, host's functions */
    uint32_t kept, modules; /* lists */
    uint32_t math, random_module;
    uint32_t high;                 /* first unit never used */
    uint32_t region, region_units; /* the free block from which small objects are cut */
    uint32_t lives;                /* units in use after the last collection */
    uint32_t taken;                /* units taken since the last collection */
    uint32_t threshold;            /* units taken at which a collection is due */
    uint32_t bin[KIP_BINS];
} KipMachineState;

/* An added program; its strings and tables are objects that are never collected. */
typedef struct KipAdded {
    const KipProgram *program;
    uint32_t constants;  /* tuple of its constants' values */
    uint32_t parameters; /* tuple of its parameters' values */
    uint32_t imports;    /* tuple: of each import, the index in added[] of the program; absent: not known */
    uint32_t slots;      /* dict: name -> index of global[] */
    uint32_t stem;       /* string: steps of lib/steps.py */
} KipAdded;

typedef struct KipNativeParameter {
    uint32_t name;                /* string */
    const KipParameterType *type; /* NULL: any */
    bool required;
    bool optional;     /* may be None, which the type does not read */
    KipValue standard; /* the default */
} KipNativeParameter;

typedef struct KipNativeInfo {
    const KipNativeDef *def;
    uint32_t name; /* string */
    int first;     /* index of its parameters in machine->parameter */
    int count;     /* number of positional parameters, followed by those given by name only */
    int npositional;
    bool method; /* parameter 0 is its object */
    bool typed;  /* some parameter has a type */
    bool more;   /* takes further arguments, which follow the parameters */
    int named;   /* the parameter that gets a dict of arguments with other names; -1: none */
} KipNativeInfo;

/* A cache of where an attribute was found. It is valid in one era: a new name in an instance or a class, a deletion and a
 * load begin another one; a collection forgets those whose owner or name it frees. */
typedef struct KipFound {
    uint64_t key;    /* its owner and its name */
    uint64_t era;    /* from 1; 0: forgotten */
    KipValue *value; /* in a dict, or a module's global */
    bool method;     /* a function of the class, or a method of the type: it gets a self */
    bool own;        /* in an instance's own dict, where it may be replaced */
} KipFound;

struct KipMachine {
    KipMachineDef def;
    unsigned char *block;
    KipMachineState *state;
    KipFrame *frame;
    KipValue *stack;
    uint32_t most_frames, most_values;
    uint32_t first, end; /* units of the objects' part */

    KipNativeInfo *native;
    KipNativeParameter *parameter;
    uint32_t *kind_methods; /* dict of each handle kind: name -> native */
    uint32_t type_methods[KIP_BLOCK];
    uint32_t maker
        [KIP_BLOCK]; /* the native that a call of a KIP_TYPE runs, as in int("3"); 0: types without one */
    int nnative, nparameter;
    size_t room_natives, room_parameters;
    KipAdded added[KIP_MOST_PROGRAMS]; /* fixed addresses, since natives may add programs */
    int nadded;
    uint64_t natives_hash;
    uint32_t name_init, name_name, name_class, name_doc; /* strings */

    uint64_t era; /* of found[] */
    KipFound found[KIP_FOUND];

    /* during calls */
    int runs;        /* nesting of the loop: 1 without a native that calls back */
    uint32_t chain;  /* first frame of the outermost call */
    int64_t budget;  /* instructions of the outermost call before the host is asked whether to continue, */
    int64_t reserve; /* and after that */
    int64_t allowed; /* their initial number */
    bool attention;  /* a collection is due, or the main script must wait */
    bool in_main, wait;
    bool stress; /* set by tests only: collect after every instruction that may allocate */
    bool failed; /* `error` has a message */
    bool placed; /* place and traceback are complete */
    KipError error;
    char traceback[8192];
    uint32_t mark_stack[KIP_MARK_STACK];
    int nmark;
    bool mark_overflow;
};

/* The outcome of a call. */
typedef enum KipOutcome {
    KIP_CALL_FAILED,
    KIP_CALL_DONE,   /* the result is in the callee's slot */
    KIP_CALL_ENTERED /* a frame was pushed */
} KipOutcome;

/* -- heap.c --------------------------------------------------------------------------------------------- */

static inline void *kip_at(const KipMachine *machine, uint32_t index)
{
    return machine->block + (size_t)index * KIP_UNIT;
}

static inline void *kip_block(const KipMachine *machine, uint32_t index)
{
    return machine->block + ((size_t)index + 1) * KIP_UNIT;
}

static inline KipVec3 kip_vector_of(const KipMachine *machine, KipValue vector)
{
    const KipVec3 *v = &((const KipVector *)kip_at(machine, vector.index))->v;
    return (KipVec3){v->x, v->y, v->z}; /* one by one: see kip_copy */
}

static inline const char *kip_text_at(const KipMachine *machine, uint32_t string)
{
    return ((const KipString *)kip_at(machine, string))->text;
}

/* A free block, or what is left of the region. */
typedef struct KipFree {
    KipObject head; /* type 0 */
    uint32_t next;
    uint32_t spare;
} KipFree;

/* As kip_heap_take, of fewer than KIP_SMALL_BINS units, without zeros: the caller writes what is behind the head. */
static inline uint32_t kip_heap_cut(KipMachine *machine, KipValueType type, uint32_t units)
{
    KipMachineState *state = machine->state;
    uint32_t index = state->bin[units];
    if (index) {
        state->bin[units] = ((const KipFree *)kip_at(machine, index))->next;
    } else if (units <= state->region_units) {
        index = state->region;
        state->region += units;
        state->region_units -= units;
    } else {
        return kip_heap_take(machine, type, (size_t)units * KIP_UNIT);
    }
    state->taken += units;
    if (state->taken >= state->threshold)
        machine->attention = true;
    *(KipObject *)kip_at(machine, index) = (KipObject){units, (uint8_t)type, 0, (uint16_t)machine->runs};
    return index;
}

/* kip_vector_make of numbers that are at hand, each stored by itself: see kip_copy. */
static inline bool kip_vector_put(KipMachine *machine, double x, double y, double z, KipValue *vector)
{
    const uint32_t index = kip_heap_cut(machine, KIP_VECTOR, KIP_UNITS(KipVector));
    KipVec3 *v = &((KipVector *)kip_at(machine, index))->v;
    if (!index)
        return false;
    v->x = x, v->y = y, v->z = z;
    *vector = kip_reference(KIP_VECTOR, index);
    return true;
}

void kip_heap_start(KipMachine *machine);
void kip_heap_collect(KipMachine *machine); /* between instructions only; machine->state->top is right */
/* between instructions, with state->top up to date */
void kip_heap_attend(KipMachine *machine);

/* -- dict.c --------------------------------------------------------------------------------------------- */

/* The unique string with this text, which is never collected; 0 when the heap is full. */
uint32_t kip_intern(KipMachine *machine, const char *text, size_t size);

/* The value of a string key, given as an object or as text; NULL where there is none. */
KipValue *kip_find_name(const KipMachine *machine, uint32_t dict, uint32_t name);
KipValue *kip_find_text(const KipMachine *machine, uint32_t dict, const char *text);

/* -- class.c -------------------------------------------------------------------------------------------- */

/* In whose attributes a name is looked up: an instance, class or module by its index, which is greater than that of any kind
 * of handle or type. */
static inline uint32_t kip_owner(KipValue object)
{
    if (object.type == KIP_INSTANCE || object.type == KIP_MODULE || object.type == KIP_CLASS)
        return object.index;
    return object.type == KIP_HANDLE ? KIP_BLOCK + 1 + object.index : object.type;
}

/* The cache's entry for an owner's name, and whether it is that; else it is to be filled in. */
static inline bool kip_is_found(KipMachine *machine, uint32_t owner, uint32_t name, KipFound **found)
{
    *found = &machine->found[(name ^ owner * 9u) % KIP_FOUND];
    return (*found)->key == ((uint64_t)owner << 32 | name) && (*found)->era == machine->era;
}

KipValue *kip_class_find(const KipMachine *machine, uint32_t class_, uint32_t name);
/* Each returns false, without a failure, where there is none. kip_method_find returns a method without its self. */
bool kip_attribute_find(KipMachine *machine, KipValue object, uint32_t name, KipValue *value);
bool kip_method_find(KipMachine *machine, KipValue object, uint32_t name, KipValue *callee);
bool kip_attribute_load(KipMachine *machine, KipValue object, uint32_t name, KipValue *value);
bool kip_attribute_store(KipMachine *machine, KipValue object, uint32_t name, KipValue value);
bool kip_attribute_delete(KipMachine *machine, KipValue object, uint32_t name);
/* Like LOAD_METHOD: pair[0] is the callee and pair[1] its self, or pair[0] the value and pair[1] absent. */
bool kip_method_load(KipMachine *machine, KipValue object, uint32_t name, KipValue pair[2]);
bool kip_super_load(KipMachine *machine, uint32_t function, uint32_t name, KipValue *callee);

/* -- unknown.c: failures for names that do not exist; each returns false ---------------------------------- */

bool kip_unknown_attribute(KipMachine *machine, KipValue object, uint32_t name);
bool kip_unknown_super(KipMachine *machine, uint32_t base, uint32_t name); /* base 0: the class has no base */
bool kip_unknown_name(KipMachine *machine, const KipFrame *frame, uint32_t name);

/* -- call.c --------------------------------------------------------------------------------------------- */

/* Calls stack[at] with the n values from stack[first] at the end of the stack, the last nnamed of them named by the
 * constants in the words name[]. `self`: the first is a method's object. */
KipOutcome kip_call_value(KipMachine *machine, uint32_t at, uint32_t first, int n, bool self,
                          const uint32_t *name, int nnamed, const KipValue *constant);
/* The same for a native or a function without named arguments, the common cases. */
KipOutcome kip_call_native(KipMachine *machine, uint32_t index, uint32_t at, uint32_t first, int n);
KipOutcome kip_call_function(KipMachine *machine, uint32_t index, uint32_t at, uint32_t first, int n,
                             bool self);
/* Pushes a frame whose arguments are already at stack[base]; false where the nesting is too deep. */
bool kip_frame_push(KipMachine *machine, const KipFrame *frame, uint32_t narguments);

/* -- construct.c: what instructions make; false: failed ------------------------------------------------- */

bool kip_make_function(KipMachine *machine, const KipFrame *frame, uint32_t code, const KipValue *standard,
                       KipValue *function);
/* Pushes the frame of a class body; stack[at] is the base, which the class replaces. */
bool kip_class_enter(KipMachine *machine, const KipFrame *frame, uint32_t code, uint32_t at);
bool kip_join(KipMachine *machine, const KipValue *string, int n, KipValue *joined);
bool kip_format(KipMachine *machine, int convert, KipValue value, KipValue spec, KipValue *string);
bool kip_unpack(KipMachine *machine, KipValue sequence, int n, KipValue *value); /* value[0]: the last */
bool kip_fail_assert(KipMachine *machine, KipValue message);

/* -- vm.c ----------------------------------------------------------------------------------------------- */

/* Moves instructions from the reserve to the budget, whose sum must not be negative. Fails where the host stops the
 * script. */
bool kip_grant(KipMachine *machine);

/* Runs until only `stop` frames are left, with the value of the last one on the stack. Returns false after a failure, with
 * the frames above `stop` removed, or where the main script waits (machine->wait). */
bool kip_vm_run(KipMachine *machine, uint32_t stop);

/* -- trace.c -------------------------------------------------------------------------------------------- */

/* Adds place and traceback to the failure, from the present frames. */
void kip_place_error(KipMachine *machine);
/* Adds the place of definition of a function that the host calls and that cannot be entered. */
void kip_place_at_function(KipMachine *machine, KipValue callee);

/* -- module.c ------------------------------------------------------------------------------------------- */

/* Makes the modules math and random. */
bool kip_modules_make(KipMachine *machine);
/* Pushes the frame of a module's code, which leaves the module in stack[result]. */
bool kip_module_enter(KipMachine *machine, uint32_t module, uint32_t result);

/* -- native.c ------------------------------------------------------------------------------------------- */

/* The language's or the host's parameter type of this name; NULL where there is none. */
const KipParameterType *kip_find_type(const KipMachine *machine, const char *name, size_t size);

/* -- signature.c ---------------------------------------------------------------------------------------- */

/* Makes the tables of natives and kinds; KIP_NO_MEMORY, or KIP_BAD_USE for a malformed signature. */
KipStatus kip_natives_make(KipMachine *machine, KipError *error);
/* Puts natives [first, first + n) into a dict, by name. */
bool kip_put_natives(KipMachine *machine, uint32_t dict, int first, int n);

/* -- the built-in functions, types and modules (builtin_table.c) ------------------------------------------ */

/* Natives of the language have indices below kip_builtin_count() of a KIP_NATIVE, in the order of
 * kip_builtin_native(index); the host's follow. */
int kip_builtin_count(void);
const KipNativeDef *kip_builtin_native(int index);

/* Fills in the methods of all types, and the names available in every module: types and functions. */
bool kip_builtins_fill(KipMachine *machine);

/* "int", "str", "NoneType": also the __name__ of a KIP_TYPE. */
const char *kip_type_spelling(KipValueType type);

/* Puts the contents of `import math` and `import random` into a dict. */
bool kip_math_fill(KipMachine *machine, KipValue dict);
bool kip_random_fill(KipMachine *machine, KipValue dict);

/* v.x, v.y, v.z; false, without a failure, for another name. */
bool kip_vector_attribute(KipMachine *machine, KipValue vector, const char *name, KipValue *value);

/* -- what builtins need of the machine (machine.c, module.c) --------------------------------------------- */

void kip_machine_print(KipMachine *machine, const char *text, size_t size); /* to def.print */
const char *kip_function_name(KipMachine *machine, KipValue function);      /* of its code */
const char *kip_module_name(KipMachine *machine, KipValue module);          /* the stem of its file; "math" */

#endif
