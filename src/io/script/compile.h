/* Code generation: from a syntax tree with scopes to instructions. Internal to the compiler. */
#ifndef KIP_IO_SCRIPT_COMPILE_H
#define KIP_IO_SCRIPT_COMPILE_H

#include "scope.h"

/* A target of jumps, which may not be placed yet. */
typedef struct KipLabel {
    int at;    /* word; -1: not placed yet */
    int chain; /* until it is placed: index + 1 of the last jump's argument, a linked list; -1: none */
    int depth; /* of the stack at the label; -1 until a jump to it is emitted */
} KipLabel;

typedef struct KipLoop {
    struct KipLoop *outer;
    KipLabel again, end;
    bool iterates; /* for: the iterator is on the stack */
} KipLoop;

/* A code object under construction. */
typedef struct KipUnit {
    struct KipUnit *outer;
    const KipScope *scope;
    uint32_t *instruction;
    KipSpot *spot;
    int n, instruction_capacity, spot_capacity;
    int depth, deepest; /* of the stack: present and greatest */
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
/* Emits a word other than a jump, and updates the depth of the stack. */
void kip_emit(KipCompiler *c, KipOp op, int argument, KipSpot spot);
void kip_emit_binary(KipCompiler *c, int op, KipSpot spot); /* KipBinary, in place or not */
KipLabel kip_label(void);
void kip_emit_jump(KipCompiler *c, KipOp op, KipLabel *label, KipSpot spot);
void kip_place(KipCompiler *c, KipLabel *label);

/* -- compile_function.c: code objects -------------------------------------------------------------------- */

/* Compiles the module as code object 0. */
void kip_compile_module(KipCompiler *c, KipNode *module);
void kip_compile_function(KipCompiler *c, KipNode *node); /* leaves the function on the stack */
void kip_compile_comprehension(KipCompiler *c, KipNode *node);
void kip_compile_class(KipCompiler *c, KipNode *node);

/* -- compile_name.c: names and targets ------------------------------------------------------------------- */

void kip_compile_load(KipCompiler *c, int name, KipSpot spot);
void kip_compile_store(KipCompiler *c, int name, KipSpot spot);
void kip_compile_target(KipCompiler *c, const KipNode *target); /* pops the value from the stack */
void kip_compile_delete(KipCompiler *c, const KipNode *target);
void kip_compile_augment(KipCompiler *c, KipNode *node);

/* -- compile_expression.c -------------------------------------------------------------------------------- */

void kip_compile_expression(KipCompiler *c, KipNode *node);
/* Emits a jump to `label` if the value's truth is `sense`. */
void kip_compile_condition(KipCompiler *c, KipNode *node, bool sense, KipLabel *label);

/* -- compile_call.c -------------------------------------------------------------------------------------- */

void kip_compile_call(KipCompiler *c, KipNode *node);

/* -- compile_statement.c --------------------------------------------------------------------------------- */

void kip_compile_block(KipCompiler *c, KipNode *block);

/* -- parameter.c ----------------------------------------------------------------------------------------- */

/* Finds the numbers that a host may replace, and marks them in the op of their NUMBER. */
void kip_find_parameters(KipCompiler *c, KipNode *module);

#endif
