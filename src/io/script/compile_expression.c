/* Expressions; each leaves one value on the stack. */
#include "compile.h"

enum {
    MOST_AT_ONCE = 32
}; /* longer lists and dicts are filled item by item, which bounds the depth of the stack */

/* -- literals -------------------------------------------------------------------------------------------- */

static void compile_items(KipCompiler *c, KipNode *first)
{
    for (KipNode *item = first; item; item = item->next)
        kip_compile_expression(c, item);
}

static void compile_list(KipCompiler *c, KipNode *node)
{
    if (node->n <= MOST_AT_ONCE) {
        compile_items(c, node->first);
        kip_emit(c, KIP_OP_LIST, node->n, node->spot);
        return;
    }
    kip_emit(c, KIP_OP_LIST, 0, node->spot);
    for (KipNode *item = node->first; item; item = item->next) {
        kip_compile_expression(c, item);
        kip_emit(c, KIP_OP_APPEND, 1, item->spot);
    }
}

static void compile_dict(KipCompiler *c, KipNode *node)
{
    if (node->n <= 2 * MOST_AT_ONCE) {
        compile_items(c, node->first);
        kip_emit(c, KIP_OP_DICT, node->n / 2, node->spot);
        return;
    }
    kip_emit(c, KIP_OP_DICT, 0, node->spot);
    for (KipNode *key = node->first; key; key = key->next->next) {
        kip_emit(c, KIP_OP_COPY, 0, key->spot);
        kip_compile_expression(c, key);
        kip_compile_expression(c, key->next);
        kip_emit(c, KIP_OP_ROTATE3, 0, key->spot); /* dict key value -> value dict key */
        kip_emit(c, KIP_OP_STORE_INDEX, 0, key->spot);
    }
}

static void compile_joined(KipCompiler *c, KipNode *node)
{
    for (KipNode *part = node->first; part; part = part->next) {
        compile_items(c, part->kind == KIP_NODE_FIELD ? part->first : NULL);
        if (part->kind == KIP_NODE_FIELD)
            kip_emit(c, KIP_OP_FORMAT, part->op, part->spot);
        else
            kip_emit(c, KIP_OP_CONSTANT, part->name, part->spot);
    }
    if (node->n != 1)
        kip_emit(c, KIP_OP_JOIN, node->n, node->spot);
}

/* -- operators ------------------------------------------------------------------------------------------- */

static void compile_binary(KipCompiler *c, KipNode *node)
{
    kip_compile_expression(c, node->first);
    for (KipNode *operand = node->first->next; operand; operand = operand->next) {
        kip_compile_expression(c, operand->first);
        kip_emit_binary(c, operand->op, operand->spot);
    }
}

/* a < b < c evaluates b once, and c only if a < b; b is then below the result and is dropped. */
static void compile_compare(KipCompiler *c, KipNode *node)
{
    KipLabel no = kip_label(), end = kip_label();
    KipNode *operand = node->first->next;
    kip_compile_expression(c, node->first);
    for (; operand->next; operand = operand->next) {
        kip_compile_expression(c, operand->first);
        kip_emit(c, KIP_OP_COPY, 0, operand->spot);
        kip_emit(c, KIP_OP_ROTATE3, 0, operand->spot); /* a b b -> b a b */
        kip_emit(c, KIP_OP_COMPARE, operand->op, operand->spot);
        kip_emit_jump(c, KIP_OP_JUMP_IF_FALSE_OR_POP, &no, operand->spot);
    }
    kip_compile_expression(c, operand->first);
    kip_emit(c, KIP_OP_COMPARE, operand->op, operand->spot);
    if (node->n == 2)
        return;
    kip_emit_jump(c, KIP_OP_JUMP, &end, operand->spot);
    kip_place(c, &no);
    kip_emit(c, KIP_OP_SWAP, 0, operand->spot);
    kip_emit(c, KIP_OP_POP, 0, operand->spot);
    kip_place(c, &end);
}

static void compile_and_or(KipCompiler *c, KipNode *node)
{
    KipOp op = node->kind == KIP_NODE_AND ? KIP_OP_JUMP_IF_FALSE_OR_POP : KIP_OP_JUMP_IF_TRUE_OR_POP;
    KipLabel end = kip_label();
    kip_compile_expression(c, node->first);
    for (KipNode *operand = node->first->next; operand; operand = operand->next) {
        kip_emit_jump(c, op, &end, operand->spot);
        kip_compile_expression(c, operand->first);
    }
    kip_place(c, &end);
}

static void compile_choice(KipCompiler *c, KipNode *node)
{
    KipNode *value = node->first->next;
    KipLabel other = kip_label(), end = kip_label();
    kip_compile_condition(c, node->first, false, &other);
    kip_compile_expression(c, value);
    kip_emit_jump(c, KIP_OP_JUMP, &end, node->spot);
    c->unit->depth--; /* the other branch does not have the value */
    kip_place(c, &other);
    kip_compile_expression(c, value->next);
    kip_place(c, &end);
}

/* and, or and not compute no value where only a jump is needed. */
void kip_compile_condition(KipCompiler *c, KipNode *node, bool sense, KipLabel *label)
{
    KipLabel past = kip_label();
    bool decides = node->kind == KIP_NODE_OR; /* truth of an operand of and, or that decides alone */
    if (node->kind == KIP_NODE_UNARY && node->op == KIP_UNARY_NOT) {
        kip_compile_condition(c, node->first, !sense, label);
    } else if (node->kind == KIP_NODE_AND || node->kind == KIP_NODE_OR) {
        for (KipNode *child = node->first; child; child = child->next) {
            KipNode *operand = child == node->first ? child : child->first;
            if (child->next)
                kip_compile_condition(c, operand, decides, decides == sense ? label : &past);
            else
                kip_compile_condition(c, operand, sense, label);
        }
        kip_place(c, &past);
    } else {
        kip_compile_expression(c, node);
        kip_emit_jump(c, sense ? KIP_OP_JUMP_IF_TRUE : KIP_OP_JUMP_IF_FALSE, label, node->spot);
    }
}

/* -- all ------------------------------------------------------------------------------------------------- */

void kip_compile_expression(KipCompiler *c, KipNode *node)
{
    if (kip_compiler_failed(c))
        return;
    switch (node->kind) {
    case KIP_NODE_NONE:
        kip_emit(c, KIP_OP_NONE, 0, node->spot);
        break;
    case KIP_NODE_TRUE:
        kip_emit(c, KIP_OP_TRUE, 0, node->spot);
        break;
    case KIP_NODE_FALSE:
        kip_emit(c, KIP_OP_FALSE, 0, node->spot);
        break;
    case KIP_NODE_NUMBER:
        kip_emit(c, node->op ? KIP_OP_PARAMETER : KIP_OP_CONSTANT, node->op ? node->op - 1 : node->name,
                 node->spot);
        break;
    case KIP_NODE_STRING:
        kip_emit(c, KIP_OP_CONSTANT, node->name, node->spot);
        break;
    case KIP_NODE_JOINED:
        compile_joined(c, node);
        break;
    case KIP_NODE_NAME:
        kip_compile_load(c, node->name, node->spot);
        break;
    case KIP_NODE_ATTRIBUTE:
        kip_compile_expression(c, node->first);
        kip_emit(c, KIP_OP_LOAD_ATTRIBUTE, node->name, node->spot);
        break;
    case KIP_NODE_INDEX:
        compile_items(c, node->first);
        kip_emit(c, KIP_OP_LOAD_INDEX, 0, node->spot);
        break;
    case KIP_NODE_SLICE:
        compile_items(c, node->first);
        kip_emit(c, KIP_OP_SLICE, 0, node->spot);
        break;
    case KIP_NODE_CALL:
        kip_compile_call(c, node);
        break;
    case KIP_NODE_UNARY:
        kip_compile_expression(c, node->first);
        kip_emit(c, KIP_OP_UNARY, node->op, node->spot);
        break;
    case KIP_NODE_BINARY:
        compile_binary(c, node);
        break;
    case KIP_NODE_COMPARE:
        compile_compare(c, node);
        break;
    case KIP_NODE_AND:
    case KIP_NODE_OR:
        compile_and_or(c, node);
        break;
    case KIP_NODE_CHOICE:
        compile_choice(c, node);
        break;
    case KIP_NODE_LIST:
        compile_list(c, node);
        break;
    case KIP_NODE_TUPLE:
        compile_items(c, node->first);
        kip_emit(c, KIP_OP_TUPLE, node->n, node->spot);
        break;
    case KIP_NODE_DICT:
        compile_dict(c, node);
        break;
    case KIP_NODE_COMPREHENSION:
        kip_compile_comprehension(c, node);
        break;
    default: /* a lambda */
        kip_compile_function(c, node);
    }
}
