/* Code objects: the module, functions, lambdas, list comprehensions, class bodies. */
#include "compile.h"

/* -- units ----------------------------------------------------------------------------------------------- */

/* Begins the next code object; returns its index, -1 after a failure. */
static int begin_unit(KipCompiler *c, KipUnit *unit, const KipScope *scope)
{
    KipCode *code = kip_source_grow(c->source, c->code, c->ncode, &c->code_capacity, sizeof *code);
    KipUnit fresh = {.outer = c->unit, .scope = scope};
    if (!code || kip_compiler_failed(c))
        return -1;
    c->code = code;
    *unit = fresh;
    c->unit = unit;
    return c->ncode++;
}

/* Writes the names of slots and cells. */
static void write_names(KipCompiler *c, const KipScope *scope, KipCode *code)
{
    int *local_name = kip_source_keep(c->source, (size_t)code->nlocal, sizeof(int)),
        *cell_of = kip_source_keep(c->source, (size_t)code->ncell, sizeof(int));
    int *cell_name = kip_source_keep(c->source, (size_t)(code->ncell + code->ncapture), sizeof(int));
    int *captured = kip_source_keep(c->source, (size_t)code->ncapture, sizeof(int)), parameter = 0;
    if (!local_name || !cell_of || !cell_name || !captured)
        return;
    for (int i = 0; i < code->nlocal; i++)
        local_name[i] = -1;
    for (const KipSymbol *symbol = scope->first_symbol; symbol; symbol = symbol->next) {
        int slot = symbol->parameter ? parameter++ : symbol->home == KIP_HOME_LOCAL ? symbol->slot : -1;
        if (slot >= 0)
            local_name[slot] = symbol->name;
        if (symbol->home == KIP_HOME_CELL && symbol->bound) {
            cell_name[symbol->slot] = symbol->name;
            cell_of[symbol->slot] = symbol->parameter ? slot : -1;
        }
    }
    for (int i = 0; i < code->ncapture; i++) {
        int name = scope->captured[i]->name;
        cell_name[code->ncell + i] = name;
        captured[i] = kip_scope_cell(scope->parent, kip_scope_find(c->scopes, scope->parent, name));
    }
    code->local_name = local_name;
    code->cell_name = cell_name;
    code->cell_of = cell_of;
    code->capture = captured;
}

static void end_unit(KipCompiler *c, int index, KipCodeKind kind, const char *name, const char *doc,
                     KipSpot spot)
{
    KipUnit *unit = c->unit;
    const KipScope *scope = unit->scope;
    KipCode *code = &c->code[index];
    code->kind = kind;
    code->name = name;
    code->doc = doc;
    code->line = (int)spot.line;
    code->column = (int)spot.column;
    code->nparameter = scope->nparameter;
    code->nlocal = scope->nlocal;
    code->ncell = scope->ncell;
    code->ncapture = scope->ncapture;
    code->nstack = unit->deepest;
    code->n = unit->n;
    code->instruction =
        kip_source_keep_copy(c->source, unit->instruction, unit->n, sizeof *unit->instruction);
    code->spot = kip_source_keep_copy(c->source, unit->spot, unit->n, sizeof *unit->spot);
    write_names(c, scope, code);
    c->unit = unit->outer;
}

/* Compiles a body; a string as its first statement is the docstring. */
static const char *compile_body(KipCompiler *c, KipNode *block)
{
    const KipNode *first = block->first, *value = first ? first->first : NULL;
    const char *doc = NULL;
    if (first && first->kind == KIP_NODE_EXPRESSION && value->kind == KIP_NODE_STRING && !value->bracketed) {
        KipNode rest = *block;
        doc = kip_source_name(c->source, value->name);
        rest.first = first->next;
        kip_compile_block(c, &rest);
    } else {
        kip_compile_block(c, block);
    }
    kip_emit(c, KIP_OP_NONE, 0, block->last ? block->last->spot : block->spot);
    kip_emit(c, KIP_OP_RETURN, 0, block->last ? block->last->spot : block->spot);
    return doc;
}

/* -- functions ------------------------------------------------------------------------------------------- */

void kip_compile_module(KipCompiler *c, KipNode *module)
{
    KipUnit unit;
    int index = begin_unit(c, &unit, module->scope);
    const char *doc;
    if (index < 0)
        return;
    doc = compile_body(c, module);
    end_unit(c, index, KIP_CODE_MODULE, "<module>", doc, module->spot);
}

void kip_compile_function(KipCompiler *c, KipNode *node)
{
    KipUnit unit;
    const char *doc = NULL;
    KipNode *body = node->last;
    int ndefault = 0, index;
    for (KipNode *parameter = node->first; parameter != body; parameter = parameter->next) {
        if (parameter->first) {
            kip_compile_expression(c, parameter->first);
            ndefault++;
        }
    }
    index = begin_unit(c, &unit, node->scope);
    if (index < 0)
        return;
    if (body->kind == KIP_NODE_BLOCK) {
        doc = compile_body(c, body);
    } else {
        kip_compile_expression(c, body);
        kip_emit(c, KIP_OP_RETURN, 0, body->spot);
    }
    end_unit(c, index, KIP_CODE_FUNCTION, kip_source_name(c->source, node->name), doc, node->spot);
    c->code[index].ndefault = ndefault;
    kip_emit(c, KIP_OP_FUNCTION, index, node->spot);
}

/* Compiles the clauses from `clause` on, each nested in the one before; the list is `depth` below the top of the stack. */
static void compile_clauses(KipCompiler *c, KipNode *element, KipNode *clause, int depth, KipLabel *again)
{
    KipLabel mine = kip_label(), end = kip_label();
    KipNode *target = clause ? clause->first : NULL;
    if (!clause) {
        kip_compile_expression(c, element);
        kip_emit(c, KIP_OP_APPEND, depth, element->spot);
    } else if (clause->kind == KIP_NODE_CLAUSE_IF) {
        kip_compile_condition(c, target, false, again);
        compile_clauses(c, element, clause->next, depth, again);
    } else {
        if (depth == 1)
            kip_emit(c, KIP_OP_LOAD_LOCAL, 0, target->next->spot);
        else
            kip_compile_expression(c, target->next);
        kip_emit(c, KIP_OP_ITERATE, 0, target->next->spot);
        kip_place(c, &mine);
        kip_emit_jump(c, KIP_OP_NEXT, &end, target->next->spot);
        kip_compile_target(c, target);
        compile_clauses(c, element, clause->next, depth + 1, &mine);
        kip_emit_jump(c, KIP_OP_JUMP, &mine, clause->spot);
        kip_place(c, &end);
    }
}

/* Compiles a comprehension as a function that is called with its first iterable, so that its variables are local, and that
 * each run has its own cells for lambdas inside. */
void kip_compile_comprehension(KipCompiler *c, KipNode *node)
{
    KipUnit unit;
    KipNode *clause = node->first->next;
    KipSpot spot = node->spot;
    int index = begin_unit(c, &unit, node->scope);
    if (index < 0)
        return;
    kip_emit(c, KIP_OP_LIST, 0, spot);
    compile_clauses(c, node->first, clause, 1, NULL);
    kip_emit(c, KIP_OP_RETURN, 0, spot);
    end_unit(c, index, KIP_CODE_FUNCTION, "<list>", NULL, spot);
    kip_emit(c, KIP_OP_FUNCTION, index, spot);
    kip_compile_expression(c, clause->first->next);
    kip_emit(c, KIP_OP_CALL, 1, spot);
}

void kip_compile_class(KipCompiler *c, KipNode *node)
{
    KipUnit unit;
    const char *doc;
    int index;
    kip_compile_expression(c, node->first);
    index = begin_unit(c, &unit, node->scope);
    if (index < 0)
        return;
    doc = compile_body(c, node->last);
    end_unit(c, index, KIP_CODE_CLASS, kip_source_name(c->source, node->name), doc, node->spot);
    kip_emit(c, KIP_OP_CLASS, index, node->spot);
}
