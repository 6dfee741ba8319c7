/* Calls: of functions, of methods, of the base class's methods. */
#include "compile.h"

#include <string.h>

/* Whether the node is `super`, which acts as a keyword unless the module binds the name. */
static bool is_super(const KipCompiler *c, const KipNode *node)
{
    return node->kind == KIP_NODE_NAME && strcmp(kip_source_name(c->source, node->name), "super") == 0 &&
           kip_scope_find(c->scopes, c->unit->scope, node->name)->home == KIP_HOME_GLOBAL;
}

/* Compiles the arguments, and the call of what is below them on the stack. */
static void compile_arguments(KipCompiler *c, KipNode *node, bool method)
{
    int plain = 0, named = 0;
    for (KipNode *child = node->first->next; child; child = child->next) {
        bool keyword = child->kind == KIP_NODE_KEYWORD;
        kip_compile_expression(c, keyword ? child->first : child);
        plain += !keyword;
        named += keyword;
    }
    if (!named) {
        kip_emit(c, method ? KIP_OP_CALL_METHOD : KIP_OP_CALL, plain, node->spot);
        return;
    }
    kip_emit(c, method ? KIP_OP_CALL_METHOD_NAMED : KIP_OP_CALL_NAMED, plain | named << 12, node->spot);
    for (KipNode *child = node->first->next; child; child = child->next)
        if (child->kind == KIP_NODE_KEYWORD)
            kip_emit(c, KIP_OP_EXTRA, child->name, child->spot);
}

/* Compiles super().name(...). */
static void compile_super(KipCompiler *c, KipNode *node)
{
    const KipScope *scope = c->unit->scope;
    KipNode *method = node->first, *super = method->first;
    const KipNode *self = scope->node->first;
    if (super->n > 1)
        kip_source_fail(c->source, super->spot, "super takes no arguments here: write super().%s(...)",
                        kip_source_name(c->source, method->name));
    else if (!scope->method)
        kip_source_fail(c->source, super->spot,
                        "super() stands only directly in a method of a class: "
                        "in inner functions and lists call a method that has it");
    else if (scope->nparameter == 0)
        kip_source_fail(c->source, super->spot,
                        "super() needs the method's first parameter, self, and there is none");
    if (kip_compiler_failed(c))
        return;
    kip_compile_load(c, self->name, super->spot);
    kip_emit(c, KIP_OP_SUPER, method->name, method->spot);
    compile_arguments(c, node, true);
}

void kip_compile_call(KipCompiler *c, KipNode *node)
{
    KipNode *callee = node->first;
    if (callee->kind == KIP_NODE_ATTRIBUTE && callee->first->kind == KIP_NODE_CALL &&
        is_super(c, callee->first->first)) {
        compile_super(c, node);
    } else if (is_super(c, callee)) {
        kip_source_fail(c->source, callee->spot,
                        "super() is not a value of its own: write super().name(...)");
    } else if (callee->kind == KIP_NODE_ATTRIBUTE) {
        kip_compile_expression(c, callee->first);
        kip_emit(c, KIP_OP_LOAD_METHOD, callee->name, callee->spot);
        compile_arguments(c, node, true);
    } else {
        kip_compile_expression(c, callee);
        compile_arguments(c, node, false);
    }
}
