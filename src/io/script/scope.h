/* Where names live: in a local slot, in a cell that functions share, in the module, in a class body.
 * Internal to the compiler. */
#ifndef KIP_IO_SCRIPT_SCOPE_H
#define KIP_IO_SCRIPT_SCOPE_H

#include "syntax.h"

typedef enum KipScopeKind { KIP_SCOPE_MODULE, KIP_SCOPE_FUNCTION, KIP_SCOPE_CLASS } KipScopeKind;

typedef enum KipHome { KIP_HOME_LOCAL, KIP_HOME_CELL, KIP_HOME_GLOBAL, KIP_HOME_CLASS } KipHome;

/* A name in a scope. */
typedef struct KipSymbol {
    struct KipScope *scope;
    int name;                 /* constant */
    bool bound, used;         /* assigned, read in this scope itself */
    bool parameter, declared; /* declared: global */
    bool shared;              /* bound here and read by an inner function: a cell */
    int capture;              /* index of captured[]: handed in from the scope around; -1 */
    KipHome home;
    /* Of its home. CLASS: the global that is meant while the class has no such name. GLOBAL, the module:
     * index of KipProgram.global, -1 while it has none. */
    int slot;
    struct KipSymbol *next;  /* of the scope, in order of appearance */
    struct KipSymbol *chain; /* of the hash table */
} KipSymbol;

/* A module, function, lambda, list comprehension (a function of one argument: what its first `for` goes
 * over) or class body. */
typedef struct KipScope {
    KipScopeKind kind;
    bool method; /* directly in a class */
    KipNode *node;
    struct KipScope *parent, *first, *last, *next; /* inner scopes in order */
    KipSymbol *first_symbol, *last_symbol;
    int nparameter, nlocal, ncell, ncapture;
    KipSymbol **captured; /* ncapture, of this scope */
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

/* Gives every COMPREHENSION, FUNCTION and CLASS below `module` its scope. NULL after a failure. */
KipScopes *kip_scopes(KipSource *source, KipNode *module);

/* The symbol of a name that the scope's text mentions. */
const KipSymbol *kip_scope_find(const KipScopes *scopes, const KipScope *scope, int name);
/* Where LOAD_CELL finds a name that is shared or captured here. */
int kip_scope_cell(const KipScope *scope, const KipSymbol *symbol);

#endif
