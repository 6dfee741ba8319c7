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

/* A call of a native function. Arguments stand in the order of the signature, KIP_ABSENT where one was not given and
 * has no default. */
typedef struct KipCall {
    KipMachine *machine;
    void *user; /* of the machine */
    int native; /* index of its definition */
    int nargument;
    const KipValue *argument;
    KipValue result; /* None unless it is set */
} KipCall;

/* False: failed, and kip_script_fail was told. */
typedef bool (*KipNative)(KipCall *call);

/* What a signature may be: "push(body, force, seconds=0.1, point=None)"; defaults are numbers, None, True, False or
 * 'text'; "..." takes any number of further arguments, which stand behind the parameters in argument[]; parameters that
 * stand behind "..." are given by name only. The methods of host objects do not write their self: argument[0] is it. */
typedef struct KipNativeDef {
    const char *signature;
    KipNative call;
    const char *help; /* one sentence */
} KipNativeDef;

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
    const KipHandleKind *kind;
    int nkind;
    void *user;
    void (*print)(void *user, const char *text, size_t size); /* print(); NULL: nowhere */
    bool (*stop)(void *user); /* asked now and then while a script runs: shall it fail? NULL: never */
    const KipAllocator *allocator;
} KipMachineDef;

KipMachineDef kip_machine_def(void);

KipStatus kip_machine_create(const KipMachineDef *def, KipMachine **machine, KipError *error);
void kip_machine_destroy(KipMachine *machine); /* with NULL it does nothing */

/* Makes a program known; it must outlive the machine. Modules import each other by the stem of their file. */
KipStatus kip_machine_add(KipMachine *machine, const KipProgram *program, KipError *error);

/* What the language has built in, an entry each: signature, sentence, and the owner of a method or of a module's
 * function ("list", "math"; "" for none). Returns how many there are; sets nothing where there is no entry i. */
int kip_language_vocabulary(int i, const char **signature, const char **help, const char **owner);

/* A new instance of an added program, its code not yet run, its imports instances of its own (one each, shared within
 * it: an import of an import is the same instance). It is kept from collection. */
KipStatus kip_machine_module(KipMachine *machine, const KipProgram *program, KipValue *module,
                             KipError *error);
/* Gives a global of the module a value (a name that the module does not use is nothing). It reaches the modules that
 * it imports too, where they do not assign that name themselves. */
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

/* Runs a module's code (once: again is nothing), or calls a function, method, class or native; to its end.
 * KIP_BAD_INPUT with the place and the sentence when it fails, or the status of a shortage that a native met. Within a native, a failure without an `error` is the
 * native's own, which must return false; with one it is settled, and the native may go on. The result is safe from
 * collection while the native runs; outside of one, until the next call. */
KipStatus kip_machine_run(KipMachine *machine, KipValue module, KipError *error);
KipStatus kip_machine_call(KipMachine *machine, KipValue callee, const KipValue *argument, int n,
                           KipValue *result, KipError *error);
/* callee.name as it would be found by a script: attribute, method (bound); KIP_ABSENT where there is none. */
KipValue kip_machine_attribute(KipMachine *machine, KipValue object, const char *name);
bool kip_machine_has_method(KipMachine *machine, KipValue object, const char *name);
/* Where a class, function or method is written; kip_nowhere() of other values. */
KipPlace kip_machine_place(const KipMachine *machine, KipValue value);
/* What __init__ of a class must be given, and the first of it; NULL: nothing. */
const char *kip_machine_needed_argument(const KipMachine *machine, KipValue class_);
/* The names of a class's own methods, in order; NULL behind the last. */
const char *kip_machine_method_name(KipMachine *machine, KipValue class_, int i);
/* Does any script that was added name this attribute of something? */
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

/* Bytes in use after a collection. */
size_t kip_machine_memory(KipMachine *machine);

/* -- for natives: read an argument, or fail with a sentence that names the function and the parameter ---------- */

bool kip_call_given(const KipCall *call, int i);       /* neither absent nor None */
bool kip_call_number(KipCall *call, int i, double *x); /* int, float; finite */
bool kip_call_integer(KipCall *call, int i, int64_t *x);
bool kip_call_bool(KipCall *call, int i, bool *b);
bool kip_call_text(KipCall *call, int i, const char **text);      /* lives during the call */
bool kip_call_vector(KipCall *call, int i, KipVec3 *v);           /* vec, or 3 numbers in a list or tuple */
bool kip_call_function(KipCall *call, int i, KipValue *function); /* anything that can be called */
bool kip_call_fail(KipCall *call, const char *format, ...)
    KIP_PRINTF(2, 3); /* "push(): " before the sentence */
/* The host's function failed: its sentence becomes the script's; of a shortage its status too. */
bool kip_call_error(KipCall *call, const KipError *error);
bool kip_call_no_memory(KipCall *call, const char *what); /* "out of memory for a skill" */
/* The main script stops here until the host resumes it; false, with a sentence, anywhere else (in a skill, in a
 * function that a native calls). */
bool kip_call_wait(KipCall *call);

bool kip_call_return_text(KipCall *call, const char *text);
bool kip_call_return_vector(KipCall *call, KipVec3 v);

#endif
