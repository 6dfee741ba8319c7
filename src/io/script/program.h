/* A compiled script: compiled from a text, and run by the machine. It is constant, so that any number of machines
 * share it.
 *
 *     KipProgram *program;
 *     if (kip_program_compile(text, size, "balance.py", NULL, &program, &error) != KIP_OK) ...
 *     ... kip_machine_add(machine, program, &error) ...
 *     kip_program_destroy(program);          // after the machines
 *
 * A code object is one function, lambda, class body or the module itself (code[0]). Its instructions are 32-bit words
 * op | argument << 8 for a stack machine, op below 64; the source of word i is at spot[i] of the text. Jumps have the index of the
 * target word. */
#ifndef KIP_IO_SCRIPT_PROGRAM_H
#define KIP_IO_SCRIPT_PROGRAM_H

#include "../../dynamics/base.h"

/* The effect of an instruction on the stack is written (before -- after), the top at the right; k is an index of
 * constant[], of a string where it is a name; t is an index of instruction[]. */
typedef enum KipOp {
    KIP_OP_CONSTANT, /* k ( -- value) */
    KIP_OP_NONE,     /* ( -- None) */
    KIP_OP_TRUE,     /* ( -- True) */
    KIP_OP_FALSE,    /* ( -- False) */
    KIP_OP_POP,      /* (a -- ) */
    KIP_OP_COPY,     /* (a -- a a) */
    KIP_OP_COPY2,    /* (a b -- a b a b) */
    KIP_OP_SWAP,     /* (a b -- b a) */
    KIP_OP_ROTATE3,  /* (a b c -- c a b) */

    KIP_OP_LOAD_LOCAL,           /* slot ( -- value); fails for unset ones, by local_name[slot] */
    KIP_OP_LOAD_LOCALS,          /* the same, before a LOAD_LOCAL */
    KIP_OP_LOAD_LOCAL_ATTRIBUTE, /* the same, before a LOAD_ATTRIBUTE */
    KIP_OP_STORE_LOCAL,
    KIP_OP_DELETE_LOCAL,
    KIP_OP_LOAD_CELL, /* i ( -- value): own cells (ncell), then captured ones */
    KIP_OP_STORE_CELL,
    KIP_OP_DELETE_CELL,
    KIP_OP_LOAD_GLOBAL, /* g: index of global[]; slots that the module does not assign are initialized with the builtin or host
                           value of that name, others are unset */
    KIP_OP_STORE_GLOBAL,
    KIP_OP_DELETE_GLOBAL,
    KIP_OP_LOAD_CLASS_NAME, /* k, in a class body: ( -- value) and skips the next word if the class has the name already;
                               else ( -- ) and the next word loads it from outside */
    KIP_OP_STORE_CLASS_NAME, /* k (value -- ) */
    KIP_OP_PARAMETER,        /* p ( -- value): parameter[p]'s number, or the host's replacement */

    KIP_OP_LOAD_ATTRIBUTE,   /* k (object -- value) */
    KIP_OP_STORE_ATTRIBUTE,  /* k (value object -- ) */
    KIP_OP_DELETE_ATTRIBUTE, /* k (object -- ) */
    KIP_OP_LOAD_INDEX,       /* (object index -- value) */
    KIP_OP_STORE_INDEX,      /* (value object index -- ) */
    KIP_OP_DELETE_INDEX,     /* (object index -- ) */
    KIP_OP_SLICE,            /* (object lo hi step -- value), None where left out */

    KIP_OP_UNARY,  /* KipUnary (a -- value) */
    KIP_OP_BINARY, /* KipBinary (a b -- value) */
    KIP_OP_ADD, /* the same for those that are frequent, KIP_BINARY_ADD to KIP_BINARY_DIVIDE, in place or not */
    KIP_OP_SUBTRACT,
    KIP_OP_MULTIPLY,
    KIP_OP_DIVIDE,
    KIP_OP_COMPARE, /* KipCompare (a b -- bool) */

    KIP_OP_JUMP,                 /* t */
    KIP_OP_JUMP_IF_FALSE,        /* t (a -- ) */
    KIP_OP_JUMP_IF_TRUE,         /* t (a -- ) */
    KIP_OP_JUMP_IF_FALSE_OR_POP, /* t: (a -- a) and jumps if false, else (a -- ) */
    KIP_OP_JUMP_IF_TRUE_OR_POP,

    KIP_OP_LIST,    /* n (v1 .. vn -- list) */
    KIP_OP_TUPLE,   /* n (v1 .. vn -- tuple) */
    KIP_OP_DICT,    /* n (k1 v1 .. kn vn -- dict) */
    KIP_OP_JOIN,    /* n (s1 .. sn -- string): parts of an f-string */
    KIP_OP_FORMAT,  /* 0 as it is, 1 its repr, 2 its str (value spec -- string): spec a string, maybe empty */
    KIP_OP_APPEND,  /* d (.. list .. value -- .. list ..): the list is d below the value; comprehensions */
    KIP_OP_UNPACK,  /* n (sequence -- vn .. v1): the first value is on top */
    KIP_OP_ITERATE, /* (iterable -- iterator) */
    KIP_OP_NEXT,    /* t: (iterator -- iterator value), or at the end (iterator -- ) and jumps */

    KIP_OP_CALL, /* n (callee a1 .. an -- value) */
    KIP_OP_CALL_NAMED, /* p | m << 12 (callee a1 .. ap b1 .. bm -- value), followed by m words KIP_OP_EXTRA k: names of b1 .. bm */
    KIP_OP_LOAD_METHOD, /* k (object -- callee self), or (object -- value absent) where it is no method */
    KIP_OP_SUPER,       /* k (self -- callee self): a method of the base of the function's class */
    KIP_OP_CALL_METHOD, /* n (callee self a1 .. an -- value), self may be absent */
    KIP_OP_CALL_METHOD_NAMED, /* as CALL_NAMED */
    KIP_OP_EXTRA,             /* never executed */
    KIP_OP_FUNCTION,          /* c (d1 .. dm -- function): code[c] with its m defaults and captured cells */
    KIP_OP_CLASS,             /* c (base -- class): runs code[c], a class body; base may be None */
    KIP_OP_RETURN,            /* (value -- ) and back to the caller; of a class body: its class */
    KIP_OP_ASSERT,            /* (message -- ): fails; None: without a message */
    KIP_OP_IMPORT,            /* i ( -- module): import[i]; runs it at the first import in this instance */
    KIP_OPS
} KipOp;

typedef enum KipUnary { KIP_UNARY_NEGATE, KIP_UNARY_PLUS, KIP_UNARY_INVERT, KIP_UNARY_NOT } KipUnary;

typedef enum KipBinary {
    KIP_BINARY_ADD,
    KIP_BINARY_SUBTRACT,
    KIP_BINARY_MULTIPLY,
    KIP_BINARY_DIVIDE,
    KIP_BINARY_FLOOR_DIVIDE,
    KIP_BINARY_MODULO,
    KIP_BINARY_POWER,
    KIP_BINARY_AND,
    KIP_BINARY_OR,
    KIP_BINARY_XOR,
    KIP_BINARY_LEFT,
    KIP_BINARY_RIGHT,
    KIP_BINARY_IN_PLACE = 32 /* added for a += b, which modifies a list in place */
} KipBinary;

typedef enum KipCompare {
    KIP_COMPARE_EQUAL,
    KIP_COMPARE_NOT_EQUAL,
    KIP_COMPARE_LESS,
    KIP_COMPARE_LESS_EQUAL,
    KIP_COMPARE_GREATER,
    KIP_COMPARE_GREATER_EQUAL,
    KIP_COMPARE_IN,
    KIP_COMPARE_NOT_IN,
    KIP_COMPARE_IS,
    KIP_COMPARE_IS_NOT
} KipCompare;

#define KIP_WORD(op, argument) ((uint32_t)(op) | (uint32_t)(argument) << 8)
#define KIP_WORD_OP(word) ((KipOp)((word)&0x3f))
#define KIP_WORD_ARGUMENT(word) ((int)((word) >> 8))

typedef enum KipConstantType {
    KIP_CONSTANT_INTEGER,
    KIP_CONSTANT_FLOAT,
    KIP_CONSTANT_STRING
} KipConstantType;

typedef struct KipConstant {
    KipConstantType type;
    int64_t integer;
    double number;
    const char *text; /* UTF-8, terminated by 0 */
    size_t size;      /* bytes */
} KipConstant;

typedef struct KipSpot {
    uint32_t line;   /* from 1 */
    uint32_t column; /* from 1, in characters */
} KipSpot;

typedef enum KipCodeKind { KIP_CODE_MODULE, KIP_CODE_FUNCTION, KIP_CODE_CLASS } KipCodeKind;

typedef struct KipCode {
    KipCodeKind kind;
    const char *name;      /* "<module>", "<lambda>", the function's or class's */
    const char *doc;       /* docstring or NULL */
    int line, column;      /* of its def, lambda or class */
    int nparameter;        /* local slots 0 .. nparameter - 1 */
    int ndefault;          /* defaults, those of the last parameters */
    int nlocal;            /* slots, including parameters; a class body: slot 0 its dict, 1 its base */
    const int *local_name; /* nlocal: constant of the name (-1: unnamed) */
    int ncell;             /* own cells, made at entry */
    const int *cell_name;  /* ncell + ncapture: constant of the name */
    const int *cell_of;    /* ncell: the parameter slot of its initial value, or -1: unset */
    int ncapture;
    const int *capture; /* ncapture: i >= 0: cell i of the maker (own or captured, as in LOAD_CELL) */
    int nstack;         /* greatest number of values on the stack, without locals */
    int n;
    const uint32_t *instruction;
    const KipSpot *spot; /* n */
} KipCode;

/* A number assigned once at the top level of a module, NAME = [-]NUMBER, or in a class body (name CLASS.NAME). The host may
 * replace it (kip run --param), and a search varies it where a comment `# tune lo..hi` follows. */
typedef struct KipParameter {
    const char *name;
    KipConstant value;
    KipSpot spot;       /* of the number */
    size_t start, size; /* of the number's text with its sign, bytes in the program's text */
    bool tuned;
    double lo, hi;
} KipParameter;

typedef struct KipProgram {
    const char *file;
    const char *text; /* the source, for error messages */
    size_t size;
    int nconstant, ncode, nglobal, nimport, nparameter;
    const KipConstant *constant; /* equal ones of one type are stored once */
    const KipCode *code;
    const int *global;         /* constant of each name used at module level or free */
    const bool *global_stored; /* the module itself assigns it somewhere */
    const char *const *import; /* names in `import name`, including math and random */
    const KipSpot *import_spot;
    const KipParameter *parameter;
    uint64_t hash;           /* of the text */
    struct KipArena *arena;  /* holds all of the above */
    struct KipProgram *next; /* in KipPrograms */
} KipProgram;

/* Compiles text[0, size); messages call it `file`. KIP_BAD_INPUT with file, line, column and a message; for constructs of
 * Python that the language does not have, it says what to write instead. */
KipStatus kip_program_compile(const char *text, size_t size, const char *file, const KipAllocator *allocator,
                              KipProgram **program, KipError *error);

/* Does nothing with NULL. */
void kip_program_destroy(KipProgram *program);

/* Programs by file and text, so that machines of one thread share them: {allocator} at first. */
typedef struct KipPrograms {
    const KipAllocator *allocator;
    KipProgram *first;
} KipPrograms;

/* As kip_program_compile, unless it has been compiled before; `programs` keep it. */
KipStatus kip_programs_compile(KipPrograms *programs, const char *text, size_t size, const char *file,
                               const KipProgram **program, KipError *error);
void kip_programs_free(KipPrograms *programs);

#endif
