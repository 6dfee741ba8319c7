/* Code generation: a tree with scopes to instructions. Internal to the compiler. */
#ifndef KIP_IO_SCRIPT_COMPILE_H
#define KIP_IO_SCRIPT_COMPILE_H

#include "scope.h"

/* A place that jumps go to, known or not yet. */
typedef struct KipLabel {
    int at;    /* word; -1: not placed yet */
    int chain; /* before that: the last jump to it, whose argument is the one before it + 1; -1: none */
    int depth; /* of the stack at the label; -1 while no jump goes there */
} KipLabel;

typedef struct KipLoop {
    struct KipLoop *outer;
    KipLabel again, end;
    bool iterates; /* for: the iterator lies on the stack */
} KipLoop;

/* A code object being written. */
typedef struct KipUnit {
    struct KipUnit *outer;
    const KipScope *scope;
    uint32_t *instruction;
    KipSpot *spot;
    int n, instruction_capacity, spot_capacity;
    int depth, deepest; /* of the stack: now, at most */
    KipLoop *loop;
} KipUnit;

typedef struct KipCompiler {
    KipSource *source;
    const KipScopes *scopes;
    KipUnit *unit;
    KipCode *code;
    int ncode, code_capacity;
    const char **import;
    KipSpot *import_spot;
    int nimport, import_capacity, import_spot_capacity;
    KipParameter *parameter;
    int nparameter, parameter_capacity;
} KipCompiler;

/* -- emit.c ---------------------------------------------------------------------------------------------- */

bool kip_compiler_failed(const KipCompiler *c);
/* A word that is no jump; the depth of the stack is kept. */
void kip_emit(KipCompiler *c, KipOp op, int argument, KipSpot spot);
KipLabel kip_label(void);
void kip_emit_jump(KipCompiler *c, KipOp op, KipLabel *label, KipSpot spot);
void kip_place(KipCompiler *c, KipLabel *label);

/* -- compile_function.c: code objects -------------------------------------------------------------------- */

/* The module; the index of its code, 0. */
void kip_compile_module(KipCompiler *c, KipNode *module);
void kip_compile_function(KipCompiler *c, KipNode *node); /* leaves the function on the stack */
void kip_compile_comprehension(KipCompiler *c, KipNode *node);
void kip_compile_class(KipCompiler *c, KipNode *node);

/* -- compile_name.c: names and targets ------------------------------------------------------------------- */

void kip_compile_load(KipCompiler *c, int name, KipSpot spot);
void kip_compile_store(KipCompiler *c, int name, KipSpot spot);
void kip_compile_target(KipCompiler *c, const KipNode *target); /* takes the value from the stack */
void kip_compile_delete(KipCompiler *c, const KipNode *target);
void kip_compile_augment(KipCompiler *c, KipNode *node);

/* -- compile_expression.c -------------------------------------------------------------------------------- */

void kip_compile_expression(KipCompiler *c, KipNode *node);
/* Jumps to `label` if the value is true (`sense`) or false, else goes on. */
void kip_compile_condition(KipCompiler *c, KipNode *node, bool sense, KipLabel *label);

/* -- compile_call.c -------------------------------------------------------------------------------------- */

void kip_compile_call(KipCompiler *c, KipNode *node);

/* -- compile_statement.c --------------------------------------------------------------------------------- */

void kip_compile_block(KipCompiler *c, KipNode *block);

/* -- parameter.c ----------------------------------------------------------------------------------------- */

/* Finds the numbers that a host may replace and marks them (NUMBER's op). */
void kip_find_parameters(KipCompiler *c, KipNode *module);

#endif
