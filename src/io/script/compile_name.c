/* Names and other targets of assignments. */
#include "compile.h"

/* The operation on a name, attribute or item. */
typedef enum Access { LOAD, STORE, DELETE } Access;

static void compile_name(KipCompiler *c, Access access, int name, KipSpot spot)
{
    static const KipOp local[] = {KIP_OP_LOAD_LOCAL, KIP_OP_STORE_LOCAL, KIP_OP_DELETE_LOCAL},
                       cell[] = {KIP_OP_LOAD_CELL, KIP_OP_STORE_CELL, KIP_OP_DELETE_CELL},
                       global[] = {KIP_OP_LOAD_GLOBAL, KIP_OP_STORE_GLOBAL, KIP_OP_DELETE_GLOBAL};
    const KipSymbol *symbol = kip_scope_find(c->scopes, c->unit->scope, name);
    switch (symbol->home) {
    case KIP_HOME_LOCAL:
        kip_emit(c, local[access], symbol->slot, spot);
        break;
    case KIP_HOME_CELL:
        kip_emit(c, cell[access], kip_scope_cell(c->unit->scope, symbol), spot);
        break;
    case KIP_HOME_CLASS:
        if (access == STORE) {
            kip_emit(c, KIP_OP_STORE_CLASS_NAME, name, spot);
        } else if (access == LOAD) {
            kip_emit(c, KIP_OP_LOAD_CLASS_NAME, name, spot); /* skips the next word if it finds the name */
            kip_emit(c, KIP_OP_LOAD_GLOBAL, symbol->slot, spot);
        } else {
            kip_source_fail(c->source, spot,
                            "del of a name is not for class bodies: leave the name out, or set it to None");
        }
        break;
    case KIP_HOME_GLOBAL:
        kip_emit(c, global[access], symbol->slot, spot);
        break;
    }
}

void kip_compile_load(KipCompiler *c, int name, KipSpot spot)
{
    compile_name(c, LOAD, name, spot);
}

void kip_compile_store(KipCompiler *c, int name, KipSpot spot)
{
    compile_name(c, STORE, name, spot);
}

/* -- targets --------------------------------------------------------------------------------------------- */

static void compile_target(KipCompiler *c, Access access, const KipNode *target)
{
    switch (target->kind) {
    case KIP_NODE_NAME:
        compile_name(c, access, target->name, target->spot);
        break;
    case KIP_NODE_ATTRIBUTE:
        kip_compile_expression(c, target->first);
        kip_emit(c, access == STORE ? KIP_OP_STORE_ATTRIBUTE : KIP_OP_DELETE_ATTRIBUTE, target->name,
                 target->spot);
        break;
    case KIP_NODE_INDEX:
        kip_compile_expression(c, target->first);
        kip_compile_expression(c, target->last);
        kip_emit(c, access == STORE ? KIP_OP_STORE_INDEX : KIP_OP_DELETE_INDEX, 0, target->spot);
        break;
    default: /* a tuple or list */
        if (access == STORE)
            kip_emit(c, KIP_OP_UNPACK, target->n, target->begin);
        for (const KipNode *item = target->first; item; item = item->next)
            compile_target(c, access, item);
    }
}

void kip_compile_target(KipCompiler *c, const KipNode *target)
{
    compile_target(c, STORE, target);
}

void kip_compile_delete(KipCompiler *c, const KipNode *target)
{
    compile_target(c, DELETE, target);
}

/* Compiles `target op= value`; object and index are evaluated once. */
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
    kip_emit_binary(c, op, node->spot);
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
