/* The machine that runs scripts: one heap, one stack, any number of programs and of module instances, and the host's
 * own functions.
 *
 *     KipMachineDef def = kip_machine_def();
 *     def.natives = natives, def.nnative = n, def.user = world;
 *     kip_machine_create(&def, &machine, &error);
 *     kip_machine_add(machine, program, &error);             // all programs, before anything runs
 *     kip_machine_import(machine, program, i, imported);     // all of their imports
 *     kip_machine_module(machine, program, &module, &error); // an instance: its own globals
 *     kip_machine_start(machine, module);
 *     while ((status = kip_machine_resume(machine, kip_none(), &waiting, &error)) == KIP_OK && waiting)
 *         ... simulate until the condition of the native that called kip_call_wait holds ...
 *     kip_machine_call(machine, function, argument, n, &result, &error);      // also while the main script waits
 *
 * All mutable state is in the heap: kip_machine_save copies it as bytes, whenever no call is in progress, including a
 * waiting main script. A failure removes the frames of the call that failed; the machine remains usable. */
#ifndef KIP_IO_SCRIPT_MACHINE_H
#define KIP_IO_SCRIPT_MACHINE_H

#include "../../dynamics/random.h"
#include "value.h"

/* An argument as read by the type of its parameter, which determines the member set. */
typedef struct KipArgument {
    bool given; /* false: None, or KIP_ABSENT where the type does not read None */
    union {
        double number; /* NAN where it was not given */
        int64_t integer;
        bool on;
        const char *text; /* valid during the call */
        KipVec3 vector;
        KipQuat quat;
        struct {
            int index, owner; /* index of one of the host's objects, and of its owner */
        };
    };
} KipArgument;

/* A call of a native function. Arguments are in the order of the signature, KIP_ABSENT where one was not given and has no
 * default. */
typedef struct KipCall {
    KipMachine *machine;
    void *user; /* of the machine */
    int native; /* index of its definition */
    int variant;
    int nargument;
    const KipValue *argument;
    const KipArgument *read; /* of each parameter that has a type, the argument as read */
    KipValue result;         /* None unless set */
} KipCall;

/* Returns false on failure, after kip_call_fail or kip_script_fail. */
typedef bool (*KipNative)(KipCall *call);

/* A type of parameters. `read` converts argument i or fails with a message that names the parameter; the other members are
 * for its use. */
typedef struct KipParameterType KipParameterType;
struct KipParameterType {
    const char *name;
    bool (*read)(KipCall *call, int i, const KipParameterType *type, KipArgument *argument);
    const char *what;        /* name of the argument in messages */
    const char *const *word; /* the words to choose from, terminated by NULL */
    double least;
};

/* A signature is "push(thing: thing, force: vec, seconds: number=0.1, point: vec=None)". After a colon is the type that
 * reads the argument: number (finite), real (any float), integer, bool, text, vec, function (any callable, not converted),
 * or one of the host's; an argument without a type may be anything. None is accepted where it is the default,
 * or with a question mark after the type. Defaults are numbers, None, True, False or 'text'. "..." takes any number of
 * further arguments, which follow the parameters in argument[]; parameters after "..." are given by name only.
 * "**named" gets a dict of the arguments with other names. A method's first parameter is self. */
typedef struct KipNativeDef {
    const char *signature;
    KipNative call;
    const char *help; /* one sentence */
    int variant;      /* for functions with several rows */
    /* Tried first, on what the call gives: sets the result where these are numbers and vectors as usual. Else it returns false,
     * leaves the result alone, and `call` is called. */
    bool (*quick)(KipMachine *machine, int variant, const KipValue *argument, int n, KipValue *result);
} KipNativeDef;

/* Rows of tables may omit the variant 0, and what is not quick. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

typedef struct KipNativeTable {
    const KipNativeDef *def;
    int n;
} KipNativeTable;
#define KIP_NATIVE_TABLE(array)                                                                              \
    {                                                                                                        \
        array, (int)(sizeof array / sizeof *array)                                                           \
    }

/* Writes a signature without types, as shown to authors of scripts. */
enum { KIP_SIGNATURE_SIZE = 512 };
const char *kip_plain_signature(const char *signature, char plain[KIP_SIGNATURE_SIZE]);

/* A kind of host object: its methods by name, and how it is printed. `name` appears in messages. */
typedef struct KipHandleKind {
    const char *name;
    const KipNativeDef *method;
    int nmethod;
    /* Writes repr() into text; NULL: <name N>. */
    void (*print)(void *user, int64_t which, char text[128]);
} KipHandleKind;

typedef struct KipMachineDef {
    size_t memory;              /* bytes of the heap and stack; 16 MiB */
    int64_t instructions;       /* that one call may take; 10^6 */
    int64_t main_instructions;  /* that the main script may take between two waits; 10^9 */
    int depth;                  /* most nested calls; 200 */
    uint64_t seed;              /* of import random */
    const KipNativeDef *native; /* the host's functions, available by name in every module */
    int nnative;
    const KipParameterType *type; /* the host's types of parameters */
    int ntype;
    const KipHandleKind *kind;
    int nkind;
    void *user;
    void (*print)(void *user, const char *text, size_t size); /* print(); NULL: no output */
    bool (*stop)(
        void *user); /* called every millisecond or so of a script; true makes it fail; NULL: never */
    const KipAllocator *allocator;
} KipMachineDef;

KipMachineDef kip_machine_def(void);

KipStatus kip_machine_create(const KipMachineDef *def, KipMachine **machine, KipError *error);
void kip_machine_destroy(KipMachine *machine); /* with NULL it does nothing */

/* Adds a program, which must outlive the machine. */
KipStatus kip_machine_add(KipMachine *machine, const KipProgram *program, KipError *error);

/* Determines which program import[i] of a program is; both have been added. math and random need none. */
void kip_machine_import(KipMachine *machine, const KipProgram *program, int i, const KipProgram *imported);

/* Entry i of the built-in functions and methods: signature, sentence, and the prefix before the point ("list", "math"; ""
 * for a plain function). Returns their number; without an entry i it sets nothing. */
int kip_language_vocabulary(int i, const char **signature, const char **help, const char **owner);

/* Makes an instance of an added program, whose code has not run yet. Its imports are instances of its own, one for each
 * script, which all modules of the instance share. It is protected from collection. */
KipStatus kip_machine_module(KipMachine *machine, const KipProgram *program, KipValue *module,
                             KipError *error);
/* Sets a global of the module, and of those imported modules that do not assign that name themselves. A name that a module
 * does not use is ignored. */
void kip_machine_set_global(KipMachine *machine, KipValue module, const char *name, KipValue value);
/* The value of a global; KIP_ABSENT where there is none or it is unset. */
KipValue kip_machine_global(KipMachine *machine, KipValue module, const char *name);
/* Replaces the number of a parameter; to be called before the module's code runs. */
void kip_machine_set_parameter(KipMachine *machine, const KipProgram *program, int parameter, double value);

/* The generator of import random; its state is saved with the heap. */
KipRandom *kip_machine_random(KipMachine *machine);

/* Runs the main script until it ends or waits. *waiting says that it called kip_call_wait, whose value becomes `answer` at
 * the next resume. */
void kip_machine_start(KipMachine *machine, KipValue module);
KipStatus kip_machine_resume(KipMachine *machine, KipValue answer, bool *waiting, KipError *error);

/* Runs a module's code, unless it has run, or calls a function, method, class or native, to its end. On failure returns
 * KIP_BAD_INPUT with place and message, or the status of a shortage that a native met. Within a native, a failure with
 * `error` NULL stays pending and the native must return false; with `error` it is handled, and the native may continue. The
 * result is protected from collection while the native runs; outside of natives, until the next call. */
KipStatus kip_machine_run(KipMachine *machine, KipValue module, KipError *error);
KipStatus kip_machine_call(KipMachine *machine, KipValue callee, const KipValue *argument, int n,
                           KipValue *result, KipError *error);
/* The same, with the last nnamed of the n arguments given by name: strings, which go into the dict of "**named". */
KipStatus kip_machine_call_named(KipMachine *machine, KipValue callee, const KipValue *argument, int n,
                                 const KipValue *name, int nnamed, KipValue *result, KipError *error);
/* object.name as evaluated by a script: an attribute or a bound method; KIP_ABSENT where there is none. */
KipValue kip_machine_attribute(KipMachine *machine, KipValue object, const char *name);
bool kip_machine_has_method(KipMachine *machine, KipValue object, const char *name);
/* The name of an instance's own attribute i, in order; NULL after the last. */
const char *kip_machine_attribute_name(KipMachine *machine, KipValue instance, int i);
/* Replaces an attribute that a class or an instance has itself; false where it has none of that name. */
bool kip_machine_set_attribute(KipMachine *machine, KipValue object, const char *name, KipValue value);
/* The i-th of the host's functions, followed by the methods of its kinds, as a value; a method takes its object first. */
KipValue kip_machine_native(const KipMachine *machine, int i);
/* The place where a class, function or method is defined; kip_nowhere() for other values. */
KipPlace kip_machine_place(const KipMachine *machine, KipValue value);
/* The first required argument of __init__ of a class; NULL where there is none. */
const char *kip_machine_needed_argument(const KipMachine *machine, KipValue class_);
/* The name of a class's own method i, in order; NULL after the last. */
const char *kip_machine_method_name(KipMachine *machine, KipValue class_, int i);
/* Whether any program added loads an attribute of this name. */
bool kip_machine_names_attribute(const KipMachine *machine, const char *name);

/* Protects a value from collection until it is dropped, and saves it with the state. Returns its handle, -1 when the heap
 * is full. */
int kip_machine_keep(KipMachine *machine, KipValue value);
KipValue kip_machine_kept(const KipMachine *machine, int kept);
void kip_machine_drop(KipMachine *machine, int kept);

/* The calls that led to the last failure, outermost first, each with its source line, as in Python; "" where the failure
 * was in the outermost code. Valid until the next failure. */
const char *kip_machine_traceback(const KipMachine *machine);

size_t kip_machine_save_size(const KipMachine *machine);
void kip_machine_save(const KipMachine *machine, void *bytes);
/* Fails for bytes saved by a machine with other programs, host functions or limits. */
KipStatus kip_machine_load(KipMachine *machine, const void *bytes, size_t size, KipError *error);
uint64_t kip_machine_hash(const KipMachine *machine);

/* -- for natives --------------------------------------------------------------------------------------------- */

/* Types of the language, for use in the host's types and for further arguments. They ignore `type`. */
bool kip_read_number(KipCall *call, int i, const KipParameterType *type, KipArgument *argument); /* finite */
bool kip_read_real(KipCall *call, int i, const KipParameterType *type, KipArgument *argument);
bool kip_read_integer(KipCall *call, int i, const KipParameterType *type, KipArgument *argument);
bool kip_read_text(KipCall *call, int i, const KipParameterType *type, KipArgument *argument);
/* Reads a vec, or a list or tuple of 3 finite numbers. */
bool kip_read_vector(KipCall *call, int i, const KipParameterType *type, KipArgument *argument);
/* The name of the parameter of argument i; NULL for further arguments. */
const char *kip_call_parameter(const KipCall *call, int i);
/* Fails with the function's name before the message: "push(): ...". */
bool kip_call_fail(KipCall *call, const char *format, ...) KIP_PRINTF(2, 3);
/* Makes the failure of a host's function that of the script, including its status for a shortage. */
bool kip_call_error(KipCall *call, const KipError *error);
bool kip_call_no_memory(KipCall *call, const char *what); /* "out of memory for a skill" */
/* Suspends the main script until the host resumes it; fails elsewhere (in a skill, in a function called by a native). */
bool kip_call_wait(KipCall *call);

bool kip_call_return_text(KipCall *call, const char *text);
bool kip_call_return_vector(KipCall *call, KipVec3 v);

#endif
