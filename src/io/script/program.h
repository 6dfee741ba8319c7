/* A compiled script: what compile.c makes of a text and the machine runs. Never changes once it is made, so that
 * any number of machines share it.
 *
 *     KipProgram *program;
 *     if (kip_program_compile(text, size, "balance.py", NULL, &program, &error) != KIP_OK) ...
 *     ... kip_machine_add(machine, program, &error) ...
 *     kip_program_destroy(program);       // after the machines
 *
 * A code object is one function, lambda, class body or the module itself (code[0]). Its instructions are 32-bit words
 * op | argument << 8 on a stack of values; word i stands at spot[i] of the text. Jumps name the index of the word
 * they go to.
 */
#ifndef KIP_IO_SCRIPT_PROGRAM_H
#define KIP_IO_SCRIPT_PROGRAM_H

#include "../../dynamics/base.h"

/* What an instruction does to the stack is written (before -- after), the top at the right; k is an index of
 * constant[], of a string where a name is meant; t an index of instruction[]. */
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

    KIP_OP_LOAD_LOCAL, /* slot ( -- value); unset: a sentence with local_name[slot] */
    KIP_OP_STORE_LOCAL,
    KIP_OP_DELETE_LOCAL,
    KIP_OP_LOAD_CELL, /* i ( -- value): own cells first (ncell), then captured ones */
    KIP_OP_STORE_CELL,
    KIP_OP_DELETE_CELL,
    KIP_OP_LOAD_GLOBAL, /* g: index of global[]; slots that the module does not assign begin as the builtin or host
                           value of that name, others unset */
    KIP_OP_STORE_GLOBAL,
    KIP_OP_DELETE_GLOBAL,
    KIP_OP_LOAD_CLASS_NAME, /* k, in a class body: ( -- value) and skips the next word if the class has it by now;
                               else ( -- ) and the next word loads it from outside */
    KIP_OP_STORE_CLASS_NAME, /* k (value -- ) */
    KIP_OP_PARAMETER,        /* p ( -- value): parameter[p]'s number, or what the host put in its place */

    KIP_OP_LOAD_ATTRIBUTE,   /* k (object -- value) */
    KIP_OP_STORE_ATTRIBUTE,  /* k (value object -- ) */
    KIP_OP_DELETE_ATTRIBUTE, /* k (object -- ) */
    KIP_OP_LOAD_INDEX,       /* (object index -- value) */
    KIP_OP_STORE_INDEX,      /* (value object index -- ) */
    KIP_OP_DELETE_INDEX,     /* (object index -- ) */
    KIP_OP_SLICE,            /* (object lo hi step -- value), None where left out */

    KIP_OP_UNARY,   /* KipUnary (a -- value) */
    KIP_OP_BINARY,  /* KipBinary (a b -- value) */
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
    KIP_OP_UNPACK,  /* n (sequence -- vn .. v1): the first value on top */
    KIP_OP_ITERATE, /* (iterable -- iterator) */
    KIP_OP_NEXT,    /* t: (iterator -- iterator value), or at the end (iterator -- ) and jumps */

    KIP_OP_CALL, /* n (callee a1 .. an -- value) */
    KIP_OP_CALL_NAMED, /* p | m << 12 (callee a1 .. ap b1 .. bm -- value), followed by m words KIP_OP_EXTRA k: names of b1 .. bm */
    KIP_OP_LOAD_METHOD, /* k (object -- callee self), or (object -- value absent) where it is no method */
    KIP_OP_SUPER, /* k (self -- callee self): the method of the class above that in which this function stands */
    KIP_OP_CALL_METHOD,       /* n (callee self a1 .. an -- value), self may be absent */
    KIP_OP_CALL_METHOD_NAMED, /* as CALL_NAMED */
    KIP_OP_EXTRA,             /* never executed */
    KIP_OP_FUNCTION, /* c (d1 .. dm -- function): code[c] with its m defaults, its captures taken from here */
    KIP_OP_CLASS,    /* c (base -- class): runs code[c], a class body; base None where there is none */
    KIP_OP_RETURN,   /* (value -- ) and back to the caller; of a class body: its class */
    KIP_OP_ASSERT,   /* (message -- ): fails; None: without a message */
    KIP_OP_IMPORT, /* i ( -- module): import[i]; runs it when it is met for the first time in this instance */
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
    KIP_BINARY_IN_PLACE = 32 /* added by a += b: a list is changed itself */
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
#define KIP_WORD_OP(word) ((KipOp)((word)&0xff))
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
    const char *text; /* UTF-8, 0 behind it */
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
    int ndefault;          /* the last ones have defaults */
    int nlocal;            /* slots, the parameters among them; a class body: slot 0 its dict, 1 its base */
    const int *local_name; /* nlocal: constant of the name (-1: unnamed) */
    int ncell;             /* own cells, made at entry */
    const int *cell_name;  /* ncell + ncapture: constant of the name */
    const int *cell_of;    /* ncell: the parameter slot that it begins with, or -1: unset */
    int ncapture;
    const int
        *capture; /* ncapture: i >= 0: cell i of the maker (own or captured, as LOAD_CELL counts them) */
    int nstack;   /* most values on the stack at once, locals not counted */
    int n;
    const uint32_t *instruction;
    const KipSpot *spot; /* n */
} KipCode;

/* A number assigned once at the top level of a module, NAME = [-]NUMBER, or in a class body (name CLASS.NAME): may be
 * replaced by the host (kip run --param) and searched where a comment `# tune lo..hi` stands behind it. */
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
    const char *text; /* the source, for carets */
    size_t size;
    int nconstant, ncode, nglobal, nimport, nparameter;
    const KipConstant *constant; /* equal ones of one type are one */
    const KipCode *code;
    const int *global;         /* constant of each name used at module level or free */
    const bool *global_stored; /* the module itself assigns it somewhere */
    const char *const *import; /* names in `import name`: math and random too */
    const KipSpot *import_spot;
    const KipParameter *parameter;
    uint64_t hash;          /* of the text */
    struct KipArena *arena; /* holds all of the above */
} KipProgram;

/* Compiles text[0, size). `file` names it in errors. KIP_BAD_INPUT with file, line, column and a sentence; constructs
 * of Python that the language does not have are named, with what to write instead. */
KipStatus kip_program_compile(const char *text, size_t size, const char *file, const KipAllocator *allocator,
                              KipProgram **program, KipError *error);

/* With NULL it does nothing. */
void kip_program_destroy(KipProgram *program);

#endif
