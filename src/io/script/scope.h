/* Storage of names: a local slot, a cell shared by functions, the module, or a class body. Internal to the compiler. */
#ifndef KIP_IO_SCRIPT_SCOPE_H
#define KIP_IO_SCRIPT_SCOPE_H

#include "syntax.h"

typedef enum KipScopeKind { KIP_SCOPE_MODULE, KIP_SCOPE_FUNCTION, KIP_SCOPE_CLASS } KipScopeKind;

typedef enum KipHome { KIP_HOME_LOCAL, KIP_HOME_CELL, KIP_HOME_GLOBAL, KIP_HOME_CLASS } KipHome;

/* A name in a scope. */
typedef struct KipSymbol {
    struct KipScope *scope;
    int name;                 /* constant */
    bool bound, used;         /* assigned; read in this scope itself */
    bool parameter, declared; /* declared: global */
    bool shared;              /* bound here and read by an inner function: a cell */
    int capture;              /* index of captured[], from the enclosing scope; -1 */
    KipHome home;
    /* Slot of its storage. CLASS: the global read while the class does not have the name. GLOBAL, the module: index of
     * KipProgram.global, -1 while it has none. */
    int slot;
    struct KipSymbol *next;  /* of the scope, in order of appearance */
    struct KipSymbol *chain; /* of the hash table */
} KipSymbol;

/* A module, function, lambda, list comprehension (a function whose argument is the iterable of its first `for`) or class
 * body. */
typedef struct KipScope {
    KipScopeKind kind;
    bool method; /* directly in a class */
    KipNode *node;
    struct KipScope *parent, *first, *last, *next; /* inner scopes in order */
    KipSymbol *first_symbol, *last_symbol;
    int nparameter, nlocal, ncell, ncapture;
    KipSymbol **captured; /* ncapture */
    int captured_capacity;
} KipScope;

typedef struct KipScopes {
    KipSource *source;
    KipScope *module;
    KipSymbol **bucket;
    int nbucket, nsymbol;
    int *global; /* nglobal: constants of their names */
    int nglobal, global_capacity;
} KipScopes;

/* Makes the scopes of all COMPREHENSION, FUNCTION and CLASS nodes of `module`. NULL after a failure. */
KipScopes *kip_scopes(KipSource *source, KipNode *module);

/* The symbol of a name that occurs in the scope. */
const KipSymbol *kip_scope_find(const KipScopes *scopes, const KipScope *scope, int name);
/* The index for LOAD_CELL of a name that is shared or captured here. */
int kip_scope_cell(const KipScope *scope, const KipSymbol *symbol);

#endif
