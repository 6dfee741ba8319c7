/* Names, and everything that can be assigned to. */
#include "compile.h"

static const KipSymbol *symbol_of(const KipCompiler *c, int name)
{
    return kip_scope_find(c->scopes, c->unit->scope, name);
}

void kip_compile_load(KipCompiler *c, int name, KipSpot spot)
{
    const KipSymbol *symbol = symbol_of(c, name);
    switch (symbol->home) {
    case KIP_HOME_LOCAL:
        kip_emit(c, KIP_OP_LOAD_LOCAL, symbol->slot, spot);
        break;
    case KIP_HOME_CELL:
        kip_emit(c, KIP_OP_LOAD_CELL, kip_scope_cell(c->unit->scope, symbol), spot);
        break;
    case KIP_HOME_CLASS:
        kip_emit(c, KIP_OP_LOAD_CLASS_NAME, name, spot);
        kip_emit(c, KIP_OP_LOAD_GLOBAL, symbol->slot, spot);
        break;
    case KIP_HOME_GLOBAL:
        kip_emit(c, KIP_OP_LOAD_GLOBAL, symbol->slot, spot);
        break;
    }
}

void kip_compile_store(KipCompiler *c, int name, KipSpot spot)
{
    const KipSymbol *symbol = symbol_of(c, name);
    switch (symbol->home) {
    case KIP_HOME_LOCAL:
        kip_emit(c, KIP_OP_STORE_LOCAL, symbol->slot, spot);
        break;
    case KIP_HOME_CELL:
        kip_emit(c, KIP_OP_STORE_CELL, kip_scope_cell(c->unit->scope, symbol), spot);
        break;
    case KIP_HOME_CLASS:
        kip_emit(c, KIP_OP_STORE_CLASS_NAME, name, spot);
        break;
    case KIP_HOME_GLOBAL:
        kip_emit(c, KIP_OP_STORE_GLOBAL, symbol->slot, spot);
        break;
    }
}

static void delete_name(KipCompiler *c, int name, KipSpot spot)
{
    const KipSymbol *symbol = symbol_of(c, name);
    switch (symbol->home) {
    case KIP_HOME_LOCAL:
        kip_emit(c, KIP_OP_DELETE_LOCAL, symbol->slot, spot);
        break;
    case KIP_HOME_CELL:
        kip_emit(c, KIP_OP_DELETE_CELL, kip_scope_cell(c->unit->scope, symbol), spot);
        break;
    case KIP_HOME_CLASS:
        kip_source_fail(c->source, spot,
                        "del of a name is not for class bodies: leave the name out, or set it to None");
        break;
    case KIP_HOME_GLOBAL:
        kip_emit(c, KIP_OP_DELETE_GLOBAL, symbol->slot, spot);
        break;
    }
}

/* -- targets --------------------------------------------------------------------------------------------- */

void kip_compile_target(KipCompiler *c, const KipNode *target)
{
    switch (target->kind) {
    case KIP_NODE_NAME:
        kip_compile_store(c, target->name, target->spot);
        break;
    case KIP_NODE_ATTRIBUTE:
        kip_compile_expression(c, target->first);
        kip_emit(c, KIP_OP_STORE_ATTRIBUTE, target->name, target->spot);
        break;
    case KIP_NODE_INDEX:
        kip_compile_expression(c, target->first);
        kip_compile_expression(c, target->last);
        kip_emit(c, KIP_OP_STORE_INDEX, 0, target->spot);
        break;
    default: /* a tuple or list */
        kip_emit(c, KIP_OP_UNPACK, target->n, target->begin);
        for (const KipNode *item = target->first; item; item = item->next)
            kip_compile_target(c, item);
    }
}

void kip_compile_delete(KipCompiler *c, const KipNode *target)
{
    switch (target->kind) {
    case KIP_NODE_NAME:
        delete_name(c, target->name, target->spot);
        break;
    case KIP_NODE_ATTRIBUTE:
        kip_compile_expression(c, target->first);
        kip_emit(c, KIP_OP_DELETE_ATTRIBUTE, target->name, target->spot);
        break;
    case KIP_NODE_INDEX:
        kip_compile_expression(c, target->first);
        kip_compile_expression(c, target->last);
        kip_emit(c, KIP_OP_DELETE_INDEX, 0, target->spot);
        break;
    default:
        for (const KipNode *item = target->first; item; item = item->next)
            kip_compile_delete(c, item);
    }
}

/* target op= value: object and index are evaluated once. */
void kip_compile_augment(KipCompiler *c, KipNode *node)
{
    KipNode *target = node->first;
    int op = node->op | KIP_BINARY_IN_PLACE;
    if (target->kind == KIP_NODE_NAME) {
        kip_compile_load(c, target->name, target->spot);
    } else if (target->kind == KIP_NODE_ATTRIBUTE) {
        kip_compile_expression(c, target->first);
        kip_emit(c, KIP_OP_COPY, 0, target->spot);
        kip_emit(c, KIP_OP_LOAD_ATTRIBUTE, target->name, target->spot);
    } else {
        kip_compile_expression(c, target->first);
        kip_compile_expression(c, target->last);
        kip_emit(c, KIP_OP_COPY2, 0, target->spot);
        kip_emit(c, KIP_OP_LOAD_INDEX, 0, target->spot);
    }
    kip_compile_expression(c, node->last);
    kip_emit(c, KIP_OP_BINARY, op, node->spot);
    if (target->kind == KIP_NODE_NAME) {
        kip_compile_store(c, target->name, target->spot);
    } else if (target->kind == KIP_NODE_ATTRIBUTE) {
        kip_emit(c, KIP_OP_SWAP, 0, target->spot);
        kip_emit(c, KIP_OP_STORE_ATTRIBUTE, target->name, target->spot);
    } else {
        kip_emit(c, KIP_OP_ROTATE3, 0, target->spot);
        kip_emit(c, KIP_OP_STORE_INDEX, 0, target->spot);
    }
}
