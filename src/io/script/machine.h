/* The machine that runs scripts: one heap, one stack, any number of programs and of module instances, and the host's
 * own functions.
 *
 *     KipMachineDef def = kip_machine_def();
 *     def.natives = natives, def.nnative = n, def.user = world;
 *     kip_machine_create(&def, &machine, &error);
 *     kip_machine_add(machine, program, &error);              // all programs, before anything runs
 *     kip_machine_module(machine, program, &module, &error);  // an instance: its own globals
 *     kip_machine_start(machine, module);
 *     while ((status = kip_machine_resume(machine, kip_none(), &waiting, &error)) == KIP_OK && waiting)
 *         ... a native asked the host to go on with the world for a while (kip_call_wait) ...
 *     kip_machine_call(machine, function, argument, n, &result, &error);   // also while the main script waits
 *
 * Everything mutable lies in the heap: kip_machine_save copies it as bytes, at any time when no call is under way, a
 * waiting main script included. A failure leaves the machine usable: the frames of the call that failed are gone.
 */
#ifndef KIP_IO_SCRIPT_MACHINE_H
#define KIP_IO_SCRIPT_MACHINE_H

#include "../../dynamics/random.h"
#include "value.h"

/* What the type of a parameter makes of an argument. The type says which member it sets. */
typedef struct KipArgument {
    bool given; /* not None, or a type that does not take None */
    union {
        double number; /* NAN where it was not given */
        int64_t integer;
        bool on;
        const char *text; /* lives during the call */
        KipVec3 vector;
        KipQuat quat;
        struct {
            int index, owner; /* of one of the host's things, and of what it belongs to */
        };
    };
} KipArgument;

/* A call of a native function. Arguments stand in the order of the signature, KIP_ABSENT where one was not given and
 * has no default. */
typedef struct KipCall {
    KipMachine *machine;
    void *user; /* of the machine */
    int native; /* index of its definition */
    int variant;
    int nargument;
    const KipValue *argument;
    const KipArgument *read; /* of each parameter that has a type, what the type made of its argument */
    KipValue result;         /* None unless it is set */
} KipCall;

/* Returns false where it failed, after a call of kip_call_fail or kip_script_fail. */
typedef bool (*KipNative)(KipCall *call);

/* A type of parameters. `read` gets argument i as the type wants it, or fails with a sentence that names the parameter; the
 * other members are its own. */
typedef struct KipParameterType KipParameterType;
struct KipParameterType {
    const char *name;
    bool (*read)(KipCall *call, int i, const KipParameterType *type, KipArgument *argument);
    const char *what;        /* the argument is called in sentences */
    const char *const *word; /* the words to choose from, and behind the last NULL */
    double least;
};

/* A signature is "push(thing: thing, force: vec, seconds: number=0.1, point: vec=None)". A type stands behind a colon, and
 * there is `read` of it: number, which is finite, real, which need not be, integer, bool, text, vec, function, of which there
 * is only the argument itself, or one of the host's. An argument without a type may be
 * anything. None is read by no type whose default it is, nor by one with a question mark behind its name. Defaults are
 * numbers, None, True, False or 'text'. "..." takes any number of further arguments, which stand behind the parameters in
 * argument[]; parameters behind "..." are given by name only. "**named" gets a dict of the arguments with other names. A
 * method's first parameter is self. */
typedef struct KipNativeDef {
    const char *signature;
    KipNative call;
    const char *help; /* one sentence */
    int variant;      /* for functions that stand in several rows */
} KipNativeDef;

/* A row of a table leaves the variant out where it is 0. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

typedef struct KipNativeTable {
    const KipNativeDef *def;
    int n;
} KipNativeTable;
#define KIP_NATIVE_TABLE(array)                                                                              \
    {                                                                                                        \
        array, (int)(sizeof array / sizeof *array)                                                           \
    }

/* A signature as a script's author writes it, without the types. */
enum { KIP_SIGNATURE_SIZE = 512 };
const char *kip_plain_signature(const char *signature, char plain[KIP_SIGNATURE_SIZE]);

/* A kind of host object: its methods by name, and how one is printed. `name` is what errors call it. */
typedef struct KipHandleKind {
    const char *name;
    const KipNativeDef *method;
    int nmethod;
    /* Writes what repr() gives into text; NULL: <name N>. */
    void (*print)(void *user, int64_t which, char text[128]);
} KipHandleKind;

typedef struct KipMachineDef {
    size_t memory;              /* bytes of the heap and stack; 16 MiB */
    int64_t instructions;       /* that one call may take; 10^6 */
    int64_t main_instructions;  /* that the main script may take between two waits; 10^9 */
    int depth;                  /* most calls within each other; 200 */
    uint64_t seed;              /* of import random */
    const KipNativeDef *native; /* the host's functions; their names are known to every module */
    int nnative;
    const KipParameterType *type; /* of the host's own parameters */
    int ntype;
    const KipHandleKind *kind;
    int nkind;
    void *user;
    void (*print)(void *user, const char *text, size_t size); /* print(); NULL: nowhere */
    bool (*stop)(
        void *user); /* called now and then while a script runs: true makes it fail; NULL: it never does */
    const KipAllocator *allocator;
} KipMachineDef;

KipMachineDef kip_machine_def(void);

KipStatus kip_machine_create(const KipMachineDef *def, KipMachine **machine, KipError *error);
void kip_machine_destroy(KipMachine *machine); /* with NULL it does nothing */

/* Adds a program, which must outlive the machine. Modules import each other by the stem of their file's name. */
KipStatus kip_machine_add(KipMachine *machine, const KipProgram *program, KipError *error);

/* Entry i of the built-in functions and methods: signature, sentence, and what stands before the point ("list", "math"; "" for
 * a plain function). Returns how many there are; without an entry i it sets nothing. */
int kip_language_vocabulary(int i, const char **signature, const char **help, const char **owner);

/* A new instance of an added program, its code not yet run, its imports instances of its own (one each, shared within
 * it: an import of an import is the same instance). It is kept from collection. */
KipStatus kip_machine_module(KipMachine *machine, const KipProgram *program, KipValue *module,
                             KipError *error);
/* Sets a global of the module, and of the modules that it imports where they do not assign that name themselves. A name that
 * a module does not use is ignored. */
void kip_machine_set_global(KipMachine *machine, KipValue module, const char *name, KipValue value);
/* KIP_ABSENT where there is none or it is unset. */
KipValue kip_machine_global(KipMachine *machine, KipValue module, const char *name);
/* Another number in the place of a parameter's, before the module's code runs. */
void kip_machine_set_parameter(KipMachine *machine, const KipProgram *program, int parameter, double value);

/* The generator of import random; its state is saved with the heap. */
KipRandom *kip_machine_random(KipMachine *machine);

/* The main script: runs until it ends or waits. *waiting: it called kip_call_wait; `answer` becomes that call's value at
 * the next resume. */
void kip_machine_start(KipMachine *machine, KipValue module);
KipStatus kip_machine_resume(KipMachine *machine, KipValue answer, bool *waiting, KipError *error);

/* Runs a module's code, unless it has run, or calls a function, method, class or native, to its end. KIP_BAD_INPUT with place
 * and sentence where it fails, or the status of a shortage that a native met. Within a native a failure that is not stored in
 * `error` becomes the native's own, which then must return false; one that is stored is settled, and the native may go on. The
 * result is safe from collection while the native runs; outside of natives, until the next call. */
KipStatus kip_machine_run(KipMachine *machine, KipValue module, KipError *error);
KipStatus kip_machine_call(KipMachine *machine, KipValue callee, const KipValue *argument, int n,
                           KipValue *result, KipError *error);
/* The same, the last nnamed of the n arguments given by names, strings that go into the dict of "**named". */
KipStatus kip_machine_call_named(KipMachine *machine, KipValue callee, const KipValue *argument, int n,
                                 const KipValue *name, int nnamed, KipValue *result, KipError *error);
/* object.name as a script would find it: an attribute or a bound method; KIP_ABSENT where there is none. */
KipValue kip_machine_attribute(KipMachine *machine, KipValue object, const char *name);
bool kip_machine_has_method(KipMachine *machine, KipValue object, const char *name);
/* Another value of an attribute that a class or an instance has itself; false where it has none of that name. */
bool kip_machine_set_attribute(KipMachine *machine, KipValue object, const char *name, KipValue value);
/* The i-th of the host's functions, or behind them of the methods of its kinds, as a value; a method takes its object first. */
KipValue kip_machine_native(const KipMachine *machine, int i);
/* Where a class, function or method is written; kip_nowhere() of other values. */
KipPlace kip_machine_place(const KipMachine *machine, KipValue value);
/* The first argument that __init__ of a class requires; NULL where it requires none. */
const char *kip_machine_needed_argument(const KipMachine *machine, KipValue class_);
/* The names of a class's own methods, in order; NULL behind the last. */
const char *kip_machine_method_name(KipMachine *machine, KipValue class_, int i);
/* Whether any script that was added loads an attribute of this name. */
bool kip_machine_names_attribute(const KipMachine *machine, const char *name);

/* Keeps a value from collection until it is dropped; it is saved with the rest. Returns a number for it, -1 when the
 * heap is full. */
int kip_machine_keep(KipMachine *machine, KipValue value);
KipValue kip_machine_kept(const KipMachine *machine, int kept);
void kip_machine_drop(KipMachine *machine, int kept);

/* The calls that led to the last failure, outermost first, a line each with its source line, as Python shows them; ""
 * where the failure stood in the outermost code. Lives until the next failure. */
const char *kip_machine_traceback(const KipMachine *machine);

size_t kip_machine_save_size(const KipMachine *machine);
void kip_machine_save(const KipMachine *machine, void *bytes);
/* Refuses bytes that are not of a machine with the same programs, host functions and limits. */
KipStatus kip_machine_load(KipMachine *machine, const void *bytes, size_t size, KipError *error);
uint64_t kip_machine_hash(const KipMachine *machine);

/* -- for natives --------------------------------------------------------------------------------------------- */

/* Some of the language's types, for the host's types and for further arguments. They ignore `type`. */
bool kip_read_number(KipCall *call, int i, const KipParameterType *type, KipArgument *argument); /* finite */
bool kip_read_real(KipCall *call, int i, const KipParameterType *type, KipArgument *argument);
bool kip_read_integer(KipCall *call, int i, const KipParameterType *type, KipArgument *argument);
bool kip_read_text(KipCall *call, int i, const KipParameterType *type, KipArgument *argument);
/* Of a vec, or of 3 finite numbers in a list or tuple. */
bool kip_read_vector(KipCall *call, int i, const KipParameterType *type, KipArgument *argument);
/* The name of the parameter that gets argument i; NULL of further arguments. */
const char *kip_call_parameter(const KipCall *call, int i);
/* Fails, with the function's name before the sentence: "push(): ...". */
bool kip_call_fail(KipCall *call, const char *format, ...) KIP_PRINTF(2, 3);
/* The host's function failed: its sentence becomes the script's; of a shortage its status too. */
bool kip_call_error(KipCall *call, const KipError *error);
bool kip_call_no_memory(KipCall *call, const char *what); /* "out of memory for a skill" */
/* The main script stops here until the host resumes it; false, with a sentence, anywhere else (in a skill, in a
 * function that a native calls). */
bool kip_call_wait(KipCall *call);

bool kip_call_return_text(KipCall *call, const char *text);
bool kip_call_return_vector(KipCall *call, KipVec3 v);

#endif
