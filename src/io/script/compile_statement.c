/* Statements; each restores the depth of the stack. */
#include "compile.h"

enum { MOST_VARIABLES = 16 }; /* set at once without a tuple */

/* Whether they are different names of a function: in which order these are set does not matter. */
static bool are_variables(const KipCompiler *c, const KipNode *target)
{
    for (; target; target = target->next) {
        if (target->kind != KIP_NODE_NAME || c->unit->scope->kind != KIP_SCOPE_FUNCTION)
            return false;
        for (const KipNode *other = target->next; other; other = other->next)
            if (other->name == target->name)
                return false;
    }
    return true;
}

static void compile_targets_last_first(KipCompiler *c, const KipNode *target)
{
    if (target->next)
        compile_targets_last_first(c, target->next);
    kip_compile_target(c, target);
}

/* a, b = b, a: no tuple is made. Variables are set from the last to the first, as the values are on the stack; of other
 * targets two or three values change their order there. */
static bool compile_exchange(KipCompiler *c, const KipNode *target, const KipNode *value)
{
    if (target->next != value || target->kind != KIP_NODE_TUPLE || value->kind != KIP_NODE_TUPLE ||
        target->n != value->n || value->n < 2)
        return false;
    const bool variables = value->n <= MOST_VARIABLES && are_variables(c, target->first);
    if (!variables && value->n > 3)
        return false;
    for (KipNode *item = value->first; item; item = item->next)
        kip_compile_expression(c, item);
    if (variables) {
        compile_targets_last_first(c, target->first);
        return true;
    }
    if (value->n == 3)
        kip_emit(c, KIP_OP_ROTATE3, 0, target->begin);
    kip_emit(c, KIP_OP_SWAP, 0, target->begin);
    for (const KipNode *item = target->first; item; item = item->next)
        kip_compile_target(c, item);
    return true;
}

static void compile_assign(KipCompiler *c, KipNode *node)
{
    if (compile_exchange(c, node->first, node->last))
        return;
    kip_compile_expression(c, node->last);
    for (KipNode *target = node->first; target != node->last; target = target->next) {
        if (target->next != node->last)
            kip_emit(c, KIP_OP_COPY, 0, target->spot);
        kip_compile_target(c, target);
    }
    if (node->tune && !(node->last->kind == KIP_NODE_NUMBER && node->last->op))
        kip_source_fail(c->source, node->tune->spot,
                        "only a number can be tuned that is assigned once, name = number, "
                        "at the top level or in a class");
}

static void compile_if(KipCompiler *c, KipNode *node)
{
    KipLabel end = kip_label();
    for (KipNode *child = node->first; child; child = child->next) {
        KipLabel other = kip_label();
        if (child->kind == KIP_NODE_BLOCK) { /* else */
            kip_compile_block(c, child);
            break;
        }
        kip_compile_condition(c, child, false, &other);
        child = child->next;
        kip_compile_block(c, child);
        if (child->next)
            kip_emit_jump(c, KIP_OP_JUMP, &end, child->spot);
        kip_place(c, &other);
    }
    kip_place(c, &end);
}

static void compile_loop_block(KipCompiler *c, KipNode *block, KipLoop *loop)
{
    loop->outer = c->unit->loop;
    c->unit->loop = loop;
    kip_compile_block(c, block);
    c->unit->loop = loop->outer;
    kip_emit_jump(c, KIP_OP_JUMP, &loop->again, block->spot);
}

static void compile_while(KipCompiler *c, KipNode *node)
{
    KipLoop loop = {NULL, kip_label(), kip_label(), false};
    kip_place(c, &loop.again);
    kip_compile_condition(c, node->first, false, &loop.end);
    compile_loop_block(c, node->last, &loop);
    kip_place(c, &loop.end);
}

static void compile_for(KipCompiler *c, KipNode *node)
{
    KipLoop loop = {NULL, kip_label(), kip_label(), true};
    KipNode *target = node->first, *iterable = target->next;
    kip_compile_expression(c, iterable);
    kip_emit(c, KIP_OP_ITERATE, 0, iterable->spot);
    kip_place(c, &loop.again);
    kip_emit_jump(c, KIP_OP_NEXT, &loop.end, iterable->spot);
    kip_compile_target(c, target);
    compile_loop_block(c, node->last, &loop);
    kip_place(c, &loop.end);
}

/* Leaving a `for` drops its iterator. */
static void compile_break(KipCompiler *c, const KipNode *node)
{
    KipLoop *loop = c->unit->loop;
    int depth = c->unit->depth;
    if (loop->iterates)
        kip_emit(c, KIP_OP_POP, 0, node->spot);
    kip_emit_jump(c, KIP_OP_JUMP, &loop->end, node->spot);
    c->unit->depth = depth;
}

static void compile_assert(KipCompiler *c, KipNode *node)
{
    KipLabel holds = kip_label();
    kip_compile_condition(c, node->first, true, &holds);
    kip_compile_expression(c, node->last);
    kip_emit(c, KIP_OP_ASSERT, 0, node->spot);
    kip_place(c, &holds);
}

/* Returns the index of an import, the same for equal names; a linear search suffices. */
static void compile_import(KipCompiler *c, const KipNode *name)
{
    const char *text = kip_source_name(c->source, name->name), **import;
    KipSpot *spot;
    int i = 0;
    while (i < c->nimport && c->import[i] != text)
        i++;
    if (i == c->nimport) {
        import = kip_source_grow(c->source, c->import, c->nimport, &c->import_capacity, sizeof *import);
        spot = kip_source_grow(c->source, c->import_spot, c->nimport, &c->import_spot_capacity, sizeof *spot);
        if (!import || !spot)
            return;
        if (i == 250)
            kip_source_fail(c->source, name->spot, "this imports more than %d scripts", i);
        c->import = import;
        c->import_spot = spot;
        import[c->nimport] = text;
        spot[c->nimport++] = name->spot;
    }
    kip_emit(c, KIP_OP_IMPORT, i, name->spot);
    kip_compile_store(c, name->name, name->spot);
}

static void compile_statement(KipCompiler *c, KipNode *node)
{
    if (kip_compiler_failed(c))
        return;
    switch (node->kind) {
    case KIP_NODE_EXPRESSION:
        kip_compile_expression(c, node->first);
        kip_emit(c, KIP_OP_POP, 0, node->spot);
        break;
    case KIP_NODE_ASSIGN:
        compile_assign(c, node);
        break;
    case KIP_NODE_AUGMENT:
        kip_compile_augment(c, node);
        break;
    case KIP_NODE_IF:
        compile_if(c, node);
        break;
    case KIP_NODE_WHILE:
        compile_while(c, node);
        break;
    case KIP_NODE_FOR:
        compile_for(c, node);
        break;
    case KIP_NODE_BREAK:
        compile_break(c, node);
        break;
    case KIP_NODE_CONTINUE:
        kip_emit_jump(c, KIP_OP_JUMP, &c->unit->loop->again, node->spot);
        break;
    case KIP_NODE_RETURN:
        kip_compile_expression(c, node->first);
        kip_emit(c, KIP_OP_RETURN, 0, node->spot);
        break;
    case KIP_NODE_FUNCTION:
        kip_compile_function(c, node);
        kip_compile_store(c, node->name, node->spot);
        break;
    case KIP_NODE_CLASS:
        kip_compile_class(c, node);
        kip_compile_store(c, node->name, node->spot);
        break;
    case KIP_NODE_ASSERT:
        compile_assert(c, node);
        break;
    case KIP_NODE_DELETE:
        kip_compile_delete(c, node->first);
        break;
    case KIP_NODE_IMPORT:
        for (const KipNode *name = node->first; name; name = name->next)
            compile_import(c, name);
        break;
    default: /* pass, global */
        break;
    }
}

void kip_compile_block(KipCompiler *c, KipNode *block)
{
    for (KipNode *statement = block->first; statement; statement = statement->next)
        compile_statement(c, statement);
}
