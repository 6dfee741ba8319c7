/* The syntax tree: nodes with lists of children. Internal to the compiler. */
#ifndef KIP_IO_SCRIPT_SYNTAX_H
#define KIP_IO_SCRIPT_SYNTAX_H

#include "source.h"

/* The children of each kind, [x] being optional; `name` and `op` where they are used. */
typedef enum KipNodeKind {
    KIP_NODE_NONE,
    KIP_NODE_TRUE,
    KIP_NODE_FALSE,
    KIP_NODE_NUMBER,    /* name: the constant; op: parameter + 1 if it is one */
    KIP_NODE_STRING,    /* name: the constant */
    KIP_NODE_JOINED,    /* f-string: STRING and FIELD ... */
    KIP_NODE_FIELD,     /* value, specification (STRING or JOINED); op: 1 for !r */
    KIP_NODE_NAME,      /* name */
    KIP_NODE_ATTRIBUTE, /* object; name */
    KIP_NODE_INDEX,     /* object, index */
    KIP_NODE_SLICE,     /* object, lo, hi, step */
    KIP_NODE_CALL,      /* callee, arguments ..., KEYWORD ... */
    KIP_NODE_KEYWORD,   /* value; name */
    KIP_NODE_UNARY,     /* operand; op: KipUnary */
    KIP_NODE_BINARY,    /* operand, OPERAND ...: from left to right */
    KIP_NODE_COMPARE,   /* operand, OPERAND ... */
    KIP_NODE_AND,       /* operand, OPERAND ... */
    KIP_NODE_OR,        /* operand, OPERAND ... */
    KIP_NODE_OPERAND,   /* operand; op: KipBinary or KipCompare */
    KIP_NODE_CHOICE,    /* test, value, other value */
    KIP_NODE_LIST,
    KIP_NODE_TUPLE,
    KIP_NODE_DICT,          /* key, value, key, value ... */
    KIP_NODE_COMPREHENSION, /* element, CLAUSE_FOR, then CLAUSE_FOR and CLAUSE_IF ... */
    KIP_NODE_CLAUSE_FOR,    /* target, iterable */
    KIP_NODE_CLAUSE_IF,     /* test */
    KIP_NODE_FUNCTION,      /* PARAMETER ..., BLOCK, of a lambda an expression; name */
    KIP_NODE_PARAMETER,     /* [default]; name */

    KIP_NODE_BLOCK,      /* statements */
    KIP_NODE_EXPRESSION, /* value */
    KIP_NODE_ASSIGN,     /* targets ..., value */
    KIP_NODE_AUGMENT,    /* target, value; op: KipBinary */
    KIP_NODE_IF,         /* test, BLOCK, test, BLOCK ..., [BLOCK] */
    KIP_NODE_WHILE,      /* test, BLOCK */
    KIP_NODE_FOR,        /* target, iterable, BLOCK */
    KIP_NODE_BREAK,
    KIP_NODE_CONTINUE,
    KIP_NODE_PASS,
    KIP_NODE_RETURN, /* value */
    KIP_NODE_CLASS,  /* base (NONE: without), BLOCK; name */
    KIP_NODE_GLOBAL, /* NAME ... */
    KIP_NODE_ASSERT, /* test, message (NONE: without) */
    KIP_NODE_DELETE, /* targets ... */
    KIP_NODE_IMPORT  /* NAME ... */
} KipNodeKind;

/* The comment `# tune lo..hi` behind an assignment. */
typedef struct KipTune {
    KipSpot spot;
    double lo, hi;
} KipTune;

typedef struct KipNode {
    KipNodeKind kind;
    int op, name, n, height; /* n children; height is that of the subtree */
    bool bracketed;          /* in parentheses of its own */
    KipSpot spot, begin;     /* place for messages; beginning */
    uint32_t start, size;    /* NUMBER: its text with the sign, in bytes */
    struct KipNode *first, *last, *next;
    struct KipScope *scope; /* COMPREHENSION, FUNCTION, CLASS: see scope.h */
    const KipTune *tune;    /* ASSIGN; may be NULL */
} KipNode;

#endif
