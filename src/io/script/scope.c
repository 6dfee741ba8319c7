/* Resolution of names in two walks: the first records which names each scope binds and reads; the second finds the owner of
 * names that are only read, as in Python: the nearest enclosing function that binds the name, skipping class bodies, else
 * the module. */
#include "scope.h"

#include <string.h>

/* -- symbols --------------------------------------------------------------------------------------------- */

static int bucket_of(const KipScopes *scopes, const KipScope *scope, int name)
{
    uint64_t hash = kip_hash(KIP_HASH_START, &name, sizeof name);
    uintptr_t address = (uintptr_t)scope; /* affects only the hash table, not the order of symbols */
    hash = kip_hash(hash, &address, sizeof address);
    return (int)(hash % (uint64_t)scopes->nbucket);
}

static KipSymbol *find(const KipScopes *scopes, const KipScope *scope, int name)
{
    KipSymbol *symbol = scopes->nbucket ? scopes->bucket[bucket_of(scopes, scope, name)] : NULL;
    while (symbol && (symbol->scope != scope || symbol->name != name))
        symbol = symbol->chain;
    return symbol;
}

static bool grow_buckets(KipScopes *scopes)
{
    int old = scopes->nbucket, n = old ? 2 * old : 64;
    KipSymbol **bucket = scopes->bucket, **grown = kip_source_take(scopes->source, (size_t)n, sizeof *grown);
    if (!grown)
        return false;
    scopes->bucket = grown;
    scopes->nbucket = n;
    for (int i = 0; i < old; i++) {
        for (KipSymbol *symbol = bucket[i], *next; symbol; symbol = next) {
            int at = bucket_of(scopes, symbol->scope, symbol->name);
            next = symbol->chain;
            symbol->chain = grown[at];
            grown[at] = symbol;
        }
    }
    return true;
}

/* Finds or makes the symbol; NULL when out of memory. */
static KipSymbol *get(KipScopes *scopes, KipScope *scope, int name)
{
    KipSymbol *symbol = find(scopes, scope, name);
    int at;
    if (symbol)
        return symbol;
    if (scopes->nsymbol >= scopes->nbucket && !grow_buckets(scopes))
        return NULL;
    symbol = kip_source_take(scopes->source, 1, sizeof *symbol);
    if (!symbol)
        return NULL;
    symbol->scope = scope;
    symbol->name = name;
    symbol->capture = symbol->slot = -1;
    at = bucket_of(scopes, scope, name);
    symbol->chain = scopes->bucket[at];
    scopes->bucket[at] = symbol;
    scopes->nsymbol++;
    if (scope->last_symbol)
        scope->last_symbol->next = symbol;
    else
        scope->first_symbol = symbol;
    scope->last_symbol = symbol;
    return symbol;
}

static void bind(KipScopes *scopes, KipScope *scope, int name)
{
    KipSymbol *symbol = get(scopes, scope, name);
    if (symbol && symbol->declared)
        symbol = get(scopes, scopes->module, name);
    if (symbol)
        symbol->bound = true;
}

static void use(KipScopes *scopes, KipScope *scope, int name)
{
    KipSymbol *symbol = get(scopes, scope, name);
    if (symbol)
        symbol->used = true;
}

static void declare_global(KipScopes *scopes, KipScope *scope, const KipNode *name)
{
    const char *text = kip_source_name(scopes->source, name->name);
    KipSymbol *symbol = scope == scopes->module ? NULL : find(scopes, scope, name->name);
    if (symbol && symbol->parameter)
        kip_source_fail(scopes->source, name->spot, "%s is a parameter: it cannot be global too", text);
    else if (symbol && !symbol->declared)
        kip_source_fail(scopes->source, name->spot,
                        "global %s stands behind a line that mentions %s: "
                        "put it at the beginning of the function",
                        text, text);
    symbol = scope == scopes->module ? NULL : get(scopes, scope, name->name);
    if (symbol)
        symbol->declared = true;
}

/* -- the first walk -------------------------------------------------------------------------------------- */

static KipScope *open_scope(KipScopes *scopes, KipScope *parent, KipNode *node, KipScopeKind kind)
{
    KipScope *scope = kip_source_take(scopes->source, 1, sizeof *scope);
    if (!scope)
        return NULL;
    scope->kind = kind;
    scope->node = node;
    scope->parent = parent;
    scope->method = parent && parent->kind == KIP_SCOPE_CLASS && kind == KIP_SCOPE_FUNCTION;
    node->scope = scope;
    if (parent && parent->last)
        parent->last->next = scope;
    else if (parent)
        parent->first = scope;
    if (parent)
        parent->last = scope;
    return scope;
}

static void walk(KipScopes *scopes, KipScope *scope, KipNode *node);

static void walk_all(KipScopes *scopes, KipScope *scope, KipNode *first)
{
    for (KipNode *node = first; node; node = node->next)
        walk(scopes, scope, node);
}

/* Names in a target are bound; operands of its attributes and indices are read. */
static void walk_target(KipScopes *scopes, KipScope *scope, KipNode *node)
{
    if (node->kind == KIP_NODE_NAME)
        bind(scopes, scope, node->name);
    else if (node->kind == KIP_NODE_TUPLE || node->kind == KIP_NODE_LIST)
        for (KipNode *item = node->first; item; item = item->next)
            walk_target(scopes, scope, item);
    else
        walk(scopes, scope, node);
}

static void add_parameter(KipScopes *scopes, KipScope *scope, int name)
{
    KipSymbol *symbol = get(scopes, scope, name);
    if (!symbol)
        return;
    symbol->bound = symbol->parameter = true;
    symbol->slot = scope->nparameter++;
}

static void walk_function(KipScopes *scopes, KipScope *scope, KipNode *node)
{
    KipScope *inner = open_scope(scopes, scope, node, KIP_SCOPE_FUNCTION);
    for (KipNode *child = node->first; child && inner; child = child->next) {
        if (child->kind == KIP_NODE_PARAMETER) {
            walk_all(scopes, scope, child->first);
            add_parameter(scopes, inner, child->name);
        } else {
            walk(scopes, inner, child);
        }
    }
}

/* The first iterable belongs to the enclosing scope. */
static void walk_comprehension(KipScopes *scopes, KipScope *scope, KipNode *node)
{
    KipScope *inner = open_scope(scopes, scope, node, KIP_SCOPE_FUNCTION);
    KipNode *element = node->first, *clause = element->next;
    if (!inner)
        return;
    inner->method = false;
    add_parameter(scopes, inner, kip_source_string(scopes->source, ".0", 2));
    walk(scopes, scope, clause->first->next);
    walk_target(scopes, inner, clause->first);
    for (clause = clause->next; clause; clause = clause->next) {
        if (clause->kind == KIP_NODE_CLAUSE_FOR) {
            walk(scopes, inner, clause->first->next);
            walk_target(scopes, inner, clause->first);
        } else {
            walk(scopes, inner, clause->first);
        }
    }
    walk(scopes, inner, element);
}

static void walk_class(KipScopes *scopes, KipScope *scope, KipNode *node)
{
    KipScope *inner;
    walk(scopes, scope, node->first);
    bind(scopes, scope, node->name);
    inner = open_scope(scopes, scope, node, KIP_SCOPE_CLASS);
    if (inner)
        walk(scopes, inner, node->last);
}

static void walk(KipScopes *scopes, KipScope *scope, KipNode *node)
{
    if (scopes->source->status != KIP_OK)
        return;
    switch (node->kind) {
    case KIP_NODE_NAME:
        use(scopes, scope, node->name);
        break;
    case KIP_NODE_FUNCTION:
        if (node->last->kind == KIP_NODE_BLOCK)
            bind(scopes, scope, node->name);
        walk_function(scopes, scope, node);
        break;
    case KIP_NODE_CLASS:
        walk_class(scopes, scope, node);
        break;
    case KIP_NODE_COMPREHENSION:
        walk_comprehension(scopes, scope, node);
        break;
    case KIP_NODE_ASSIGN:
        walk(scopes, scope, node->last);
        for (KipNode *target = node->first; target != node->last; target = target->next)
            walk_target(scopes, scope, target);
        break;
    case KIP_NODE_AUGMENT:
        walk(scopes, scope, node->last);
        walk(scopes, scope, node->first);
        walk_target(scopes, scope, node->first);
        break;
    case KIP_NODE_FOR:
        walk(scopes, scope, node->first->next);
        walk_target(scopes, scope, node->first);
        walk(scopes, scope, node->last);
        break;
    case KIP_NODE_DELETE:
        walk_target(scopes, scope, node->first);
        break;
    case KIP_NODE_IMPORT:
        for (KipNode *name = node->first; name; name = name->next)
            bind(scopes, scope, name->name);
        break;
    case KIP_NODE_GLOBAL:
        for (KipNode *name = node->first; name; name = name->next)
            declare_global(scopes, scope, name);
        break;
    default:
        walk_all(scopes, scope, node->first);
    }
}

/* -- the second walk ------------------------------------------------------------------------------------- */

/* Captures a name of the enclosing scope. */
static void capture(KipScopes *scopes, KipScope *scope, int name)
{
    KipSymbol *symbol = get(scopes, scope, name), **captured;
    if (!symbol || symbol->capture >= 0)
        return;
    captured = kip_source_grow(scopes->source, scope->captured, scope->ncapture, &scope->captured_capacity,
                               sizeof *captured);
    if (!captured)
        return;
    scope->captured = captured;
    symbol->capture = scope->ncapture;
    captured[scope->ncapture++] = symbol;
}

/* The enclosing function whose variable the name is; NULL for the module's. */
static KipScope *owner_of(const KipScopes *scopes, const KipScope *scope, int name)
{
    for (KipScope *around = scope->parent; around; around = around->parent) {
        const KipSymbol *symbol = around->kind == KIP_SCOPE_FUNCTION ? find(scopes, around, name) : NULL;
        if (symbol && symbol->declared)
            return NULL;
        if (symbol && symbol->bound)
            return around;
    }
    return NULL;
}

static void resolve(KipScopes *scopes, KipScope *scope)
{
    for (KipSymbol *symbol = scope->first_symbol; symbol && scope != scopes->module; symbol = symbol->next) {
        KipScope *owner = symbol->used && !symbol->bound && !symbol->declared
                              ? owner_of(scopes, scope, symbol->name)
                              : NULL;
        if (!owner)
            continue;
        find(scopes, owner, symbol->name)->shared = true;
        for (KipScope *at = scope; at != owner; at = at->parent)
            capture(scopes, at, symbol->name);
    }
    for (KipScope *inner = scope->first; inner; inner = inner->next)
        resolve(scopes, inner);
}

static int global_slot(KipScopes *scopes, int name)
{
    KipSymbol *symbol = get(scopes, scopes->module, name);
    int *global = symbol && symbol->slot < 0
                      ? kip_source_grow(scopes->source, scopes->global, scopes->nglobal,
                                        &scopes->global_capacity, sizeof *global)
                      : NULL;
    if (global) {
        scopes->global = global;
        symbol->home = KIP_HOME_GLOBAL;
        symbol->slot = scopes->nglobal;
        global[scopes->nglobal++] = name;
    }
    return symbol ? symbol->slot : 0;
}

static void place_symbol(KipScopes *scopes, KipScope *scope, KipSymbol *symbol)
{
    if (scope->kind == KIP_SCOPE_CLASS && symbol->bound) {
        symbol->home = KIP_HOME_CLASS;
        symbol->slot = global_slot(scopes, symbol->name);
    } else if (scope->kind == KIP_SCOPE_FUNCTION && symbol->bound) {
        symbol->home = symbol->shared ? KIP_HOME_CELL : KIP_HOME_LOCAL;
        if (symbol->shared)
            symbol->slot = scope->ncell++;
        else if (!symbol->parameter)
            symbol->slot = scope->nlocal++;
    } else if (symbol->capture >= 0) {
        symbol->home = KIP_HOME_CELL;
    } else {
        symbol->home = KIP_HOME_GLOBAL;
        symbol->slot = global_slot(scopes, symbol->name);
    }
}

/* Assigns slots in order of appearance; captured names are numbered after the own cells. */
static void place(KipScopes *scopes, KipScope *scope)
{
    enum { MOST_LOCALS = 1000 };
    scope->nlocal = scope->kind == KIP_SCOPE_CLASS ? 2 : scope->nparameter;
    for (KipSymbol *symbol = scope->first_symbol; symbol; symbol = symbol->next)
        place_symbol(scopes, scope, symbol);
    if (scope->nlocal > MOST_LOCALS || scope->ncell + scope->ncapture > MOST_LOCALS)
        kip_source_fail(scopes->source, scope->node->spot,
                        "this has more than %d variables: keep them in lists, or make several functions",
                        MOST_LOCALS);
    for (KipScope *inner = scope->first; inner; inner = inner->next)
        place(scopes, inner);
}

KipScopes *kip_scopes(KipSource *source, KipNode *module)
{
    KipScopes *scopes = kip_source_take(source, 1, sizeof *scopes);
    if (!scopes)
        return NULL;
    scopes->source = source;
    scopes->module = open_scope(scopes, NULL, module, KIP_SCOPE_MODULE);
    if (scopes->module)
        walk(scopes, scopes->module, module);
    if (source->status == KIP_OK)
        resolve(scopes, scopes->module);
    if (source->status == KIP_OK)
        place(scopes, scopes->module);
    return source->status == KIP_OK ? scopes : NULL;
}

const KipSymbol *kip_scope_find(const KipScopes *scopes, const KipScope *scope, int name)
{
    return find(scopes, scope, name);
}

int kip_scope_cell(const KipScope *scope, const KipSymbol *symbol)
{
    bool own = scope->kind == KIP_SCOPE_FUNCTION && symbol->bound;
    return own ? symbol->slot : scope->ncell + symbol->capture;
}
