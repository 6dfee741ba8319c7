#include "check_program.h"

#include <stdlib.h>
#include <string.h>

/* What a word takes from the stack and leaves there, written anew from program.h. */
typedef struct Effect {
    int takes, leaves;
} Effect;

static Effect effect(const KipProgram *program, KipOp op, int n)
{
    const Effect none = {0, 0}, load = {0, 1}, take = {1, 0}, keep = {1, 1}, join = {2, 1};
    Effect own = none;
    switch (op) {
    case KIP_OP_CONSTANT:
    case KIP_OP_NONE:
    case KIP_OP_TRUE:
    case KIP_OP_FALSE:
    case KIP_OP_LOAD_LOCAL:
    case KIP_OP_LOAD_LOCALS:
    case KIP_OP_LOAD_LOCAL_ATTRIBUTE:
    case KIP_OP_LOAD_CELL:
    case KIP_OP_LOAD_GLOBAL:
    case KIP_OP_PARAMETER:
    case KIP_OP_IMPORT:
        return load;
    case KIP_OP_POP:
    case KIP_OP_STORE_LOCAL:
    case KIP_OP_STORE_CELL:
    case KIP_OP_STORE_GLOBAL:
    case KIP_OP_STORE_CLASS_NAME:
    case KIP_OP_DELETE_ATTRIBUTE:
    case KIP_OP_JUMP_IF_FALSE:
    case KIP_OP_JUMP_IF_TRUE:
    case KIP_OP_JUMP_IF_FALSE_OR_POP:
    case KIP_OP_JUMP_IF_TRUE_OR_POP:
    case KIP_OP_RETURN:
    case KIP_OP_ASSERT:
        return take;
    case KIP_OP_LOAD_ATTRIBUTE:
    case KIP_OP_UNARY:
    case KIP_OP_ITERATE:
    case KIP_OP_CLASS:
        return keep;
    case KIP_OP_LOAD_INDEX:
    case KIP_OP_BINARY:
    case KIP_OP_ADD:
    case KIP_OP_SUBTRACT:
    case KIP_OP_MULTIPLY:
    case KIP_OP_DIVIDE:
    case KIP_OP_COMPARE:
    case KIP_OP_FORMAT:
        return join;
    case KIP_OP_COPY:
    case KIP_OP_NEXT:
    case KIP_OP_LOAD_METHOD:
    case KIP_OP_SUPER:
        own.takes = 1, own.leaves = 2;
        break;
    case KIP_OP_COPY2:
        own.takes = 2, own.leaves = 4;
        break;
    case KIP_OP_SWAP:
        own.takes = own.leaves = 2;
        break;
    case KIP_OP_ROTATE3:
        own.takes = own.leaves = 3;
        break;
    case KIP_OP_STORE_ATTRIBUTE:
    case KIP_OP_DELETE_INDEX:
        own.takes = 2;
        break;
    case KIP_OP_STORE_INDEX:
        own.takes = 3;
        break;
    case KIP_OP_SLICE:
        own.takes = 4, own.leaves = 1;
        break;
    case KIP_OP_LIST:
    case KIP_OP_TUPLE:
    case KIP_OP_JOIN:
        own.takes = n, own.leaves = 1;
        break;
    case KIP_OP_DICT:
        own.takes = 2 * n, own.leaves = 1;
        break;
    case KIP_OP_APPEND:
        own.takes = n + 1, own.leaves = n;
        break;
    case KIP_OP_UNPACK:
        own.takes = 1, own.leaves = n;
        break;
    case KIP_OP_CALL:
        own.takes = n + 1, own.leaves = 1;
        break;
    case KIP_OP_CALL_METHOD:
        own.takes = n + 2, own.leaves = 1;
        break;
    case KIP_OP_CALL_NAMED:
        own.takes = (n & 0xfff) + (n >> 12) + 1, own.leaves = 1;
        break;
    case KIP_OP_CALL_METHOD_NAMED:
        own.takes = (n & 0xfff) + (n >> 12) + 2, own.leaves = 1;
        break;
    case KIP_OP_FUNCTION:
        own.takes = program->code[n].ndefault, own.leaves = 1;
        break;
    default:
        break;
    }
    return own;
}

static bool is_jump(KipOp op)
{
    return (op >= KIP_OP_JUMP && op <= KIP_OP_JUMP_IF_TRUE_OR_POP) || op == KIP_OP_NEXT;
}

static bool is_named_call(KipOp op)
{
    return op == KIP_OP_CALL_NAMED || op == KIP_OP_CALL_METHOD_NAMED;
}

static bool is_name(const KipProgram *program, int k)
{
    return k >= 0 && k < program->nconstant && program->constant[k].type == KIP_CONSTANT_STRING;
}

/* -- arguments ------------------------------------------------------------------------------------------- */

/* A code object made by another: what it captures is there. */
static bool captures_exist(const KipProgram *program, const KipCode *maker, int index, KipCodeKind kind)
{
    const KipCode *code = &program->code[index];
    if (index < 1 || index >= program->ncode || code->kind != kind)
        return false;
    for (int i = 0; i < code->ncapture; i++)
        if (code->capture[i] < 0 || code->capture[i] >= maker->ncell + maker->ncapture)
            return false;
    return true;
}

static bool argument_exists(const KipProgram *program, const KipCode *code, KipOp op, int n)
{
    switch (op) {
    case KIP_OP_CONSTANT:
        return n < program->nconstant;
    case KIP_OP_LOAD_LOCAL:
    case KIP_OP_LOAD_LOCALS:
    case KIP_OP_LOAD_LOCAL_ATTRIBUTE:
    case KIP_OP_STORE_LOCAL:
    case KIP_OP_DELETE_LOCAL:
        return n < code->nlocal && is_name(program, code->local_name[n]);
    case KIP_OP_LOAD_CELL:
    case KIP_OP_STORE_CELL:
    case KIP_OP_DELETE_CELL:
        return n < code->ncell + code->ncapture && is_name(program, code->cell_name[n]);
    case KIP_OP_LOAD_GLOBAL:
    case KIP_OP_STORE_GLOBAL:
    case KIP_OP_DELETE_GLOBAL:
        return n < program->nglobal && is_name(program, program->global[n]) &&
               (op == KIP_OP_LOAD_GLOBAL || program->global_stored[n]);
    case KIP_OP_LOAD_CLASS_NAME:
    case KIP_OP_STORE_CLASS_NAME:
        return code->kind == KIP_CODE_CLASS && is_name(program, n);
    case KIP_OP_LOAD_ATTRIBUTE:
    case KIP_OP_STORE_ATTRIBUTE:
    case KIP_OP_DELETE_ATTRIBUTE:
    case KIP_OP_LOAD_METHOD:
    case KIP_OP_SUPER:
    case KIP_OP_EXTRA:
        return is_name(program, n);
    case KIP_OP_PARAMETER:
        return n < program->nparameter;
    case KIP_OP_IMPORT:
        return n < program->nimport;
    case KIP_OP_UNARY:
        return n <= KIP_UNARY_NOT;
    case KIP_OP_BINARY:
        return (n & ~KIP_BINARY_IN_PLACE) > KIP_BINARY_DIVIDE &&
               (n & ~KIP_BINARY_IN_PLACE) <= KIP_BINARY_RIGHT;
    case KIP_OP_ADD:
    case KIP_OP_SUBTRACT:
    case KIP_OP_MULTIPLY:
    case KIP_OP_DIVIDE:
        return (n & ~KIP_BINARY_IN_PLACE) == (int)(op - KIP_OP_ADD);
    case KIP_OP_COMPARE:
        return n <= KIP_COMPARE_IS_NOT;
    case KIP_OP_FORMAT:
        return n <= 2;
    case KIP_OP_FUNCTION:
        return captures_exist(program, code, n, KIP_CODE_FUNCTION);
    case KIP_OP_CLASS:
        return captures_exist(program, code, n, KIP_CODE_CLASS);
    default:
        return is_jump(op) ? n < code->n : op < KIP_OPS;
    }
}

static bool loads_local(KipOp op)
{
    return op == KIP_OP_LOAD_LOCAL || op == KIP_OP_LOAD_LOCALS || op == KIP_OP_LOAD_LOCAL_ATTRIBUTE;
}

static const char *check_words(const KipProgram *program, const KipCode *code)
{
    int extra = 0;
    for (int i = 0; i < code->n; i++) {
        KipOp op = KIP_WORD_OP(code->instruction[i]);
        int n = KIP_WORD_ARGUMENT(code->instruction[i]);
        if (!argument_exists(program, code, op, n))
            return "an argument means nothing";
        if ((op == KIP_OP_LOAD_LOCALS &&
             !(i + 1 < code->n && loads_local(KIP_WORD_OP(code->instruction[i + 1])))) ||
            (op == KIP_OP_LOAD_LOCAL_ATTRIBUTE &&
             !(i + 1 < code->n && KIP_WORD_OP(code->instruction[i + 1]) == KIP_OP_LOAD_ATTRIBUTE)))
            return "a word says what the next one is, and it is not";
        if ((op == KIP_OP_EXTRA) != (extra > 0))
            return "names of arguments are missing, or too many";
        if (code->spot[i].line < 1 || code->spot[i].column < 1)
            return "a word has no place";
        extra = op == KIP_OP_EXTRA ? extra - 1 : is_named_call(op) ? n >> 12 : 0;
    }
    return extra ? "names of arguments are missing at the end" : NULL;
}

/* -- ways ------------------------------------------------------------------------------------------------ */

typedef struct Walk {
    const KipCode *code;
    int *depth; /* of each word; -1: nobody was there */
    int *todo, ntodo;
    const char *wrong;
} Walk;

static void reach(Walk *walk, int at, int depth)
{
    if (at >= walk->code->n)
        walk->wrong = "a way leads past the end";
    else if (depth < 0 || depth > walk->code->nstack)
        walk->wrong = "the stack leaves its bounds";
    else if (walk->depth[at] >= 0 && walk->depth[at] != depth)
        walk->wrong = "two ways meet with different stacks";
    else if (walk->depth[at] < 0) {
        walk->depth[at] = depth;
        walk->todo[walk->ntodo++] = at;
    }
}

static void step(const KipProgram *program, Walk *walk, int at)
{
    KipOp op = KIP_WORD_OP(walk->code->instruction[at]);
    int n = KIP_WORD_ARGUMENT(walk->code->instruction[at]), depth = walk->depth[at];
    Effect own = effect(program, op, n);
    if (depth < own.takes) {
        walk->wrong = "a word takes more than there is";
        return;
    }
    if (is_jump(op))
        reach(walk, n,
              op == KIP_OP_JUMP_IF_FALSE_OR_POP || op == KIP_OP_JUMP_IF_TRUE_OR_POP || op == KIP_OP_JUMP
                  ? depth
                  : depth - 1);
    if (op == KIP_OP_LOAD_CLASS_NAME)
        reach(walk, at + 2, depth + 1);
    if (op != KIP_OP_JUMP && op != KIP_OP_RETURN && op != KIP_OP_ASSERT)
        reach(walk, at + 1 + (is_named_call(op) ? n >> 12 : 0), depth - own.takes + own.leaves);
}

static const char *check_ways(const KipProgram *program, const KipCode *code)
{
    Walk walk = {.code = code};
    walk.depth = malloc(sizeof(int) * (size_t)code->n);
    walk.todo = malloc(sizeof(int) * (size_t)code->n);
    for (int i = 0; i < code->n; i++)
        walk.depth[i] = -1;
    reach(&walk, 0, 0);
    while (walk.ntodo && !walk.wrong)
        step(program, &walk, walk.todo[--walk.ntodo]);
    free(walk.depth);
    free(walk.todo);
    return walk.wrong;
}

static const char *check_code(const KipProgram *program, const KipCode *code)
{
    const char *wrong;
    if (!code->name || code->n < 1 || code->nparameter > code->nlocal || code->ndefault > code->nparameter ||
        (code->kind == KIP_CODE_CLASS && code->nlocal < 2))
        return "a code object's numbers do not fit together";
    for (int i = 0; i < code->ncell; i++)
        if (code->cell_of[i] < -1 || code->cell_of[i] >= code->nparameter)
            return "a cell begins with a parameter that is none";
    for (int i = 0; i < code->nparameter; i++)
        if (!is_name(program, code->local_name[i]))
            return "a parameter has no name";
    wrong = check_words(program, code);
    return wrong ? wrong : check_ways(program, code);
}

const char *check_program(const KipProgram *program)
{
    const char *wrong = program->code[0].kind == KIP_CODE_MODULE ? NULL : "the first code is not the module";
    for (int i = 0; i < program->ncode && !wrong; i++)
        wrong = check_code(program, &program->code[i]);
    for (int i = 0; i < program->nparameter && !wrong; i++) {
        const KipParameter *parameter = &program->parameter[i];
        if (parameter->start + parameter->size > program->size ||
            (parameter->tuned && parameter->lo >= parameter->hi))
            wrong = "a parameter is nowhere in the text";
    }
    return wrong;
}
