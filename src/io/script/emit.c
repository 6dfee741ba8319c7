/* Instructions, the depth of the stack, jumps. */
#include "compile.h"

enum { MOST_STACK = 4000, MOST_WORDS = 1 << 24 };

bool kip_compiler_failed(const KipCompiler *c)
{
    return c->source->status != KIP_OK;
}

/* What a word adds to the stack; for jumps: where it does not jump. */
static int effect_of(KipOp op, int n)
{
    switch (op) {
    case KIP_OP_CONSTANT:
    case KIP_OP_NONE:
    case KIP_OP_TRUE:
    case KIP_OP_FALSE:
    case KIP_OP_COPY:
    case KIP_OP_LOAD_LOCAL:
    case KIP_OP_LOAD_CELL:
    case KIP_OP_LOAD_GLOBAL:
    case KIP_OP_PARAMETER:
    case KIP_OP_NEXT:
    case KIP_OP_LOAD_METHOD:
    case KIP_OP_SUPER:
    case KIP_OP_IMPORT:
        return 1;
    case KIP_OP_COPY2:
        return 2;
    case KIP_OP_POP:
    case KIP_OP_STORE_LOCAL:
    case KIP_OP_STORE_CELL:
    case KIP_OP_STORE_GLOBAL:
    case KIP_OP_STORE_CLASS_NAME:
    case KIP_OP_DELETE_ATTRIBUTE:
    case KIP_OP_LOAD_INDEX:
    case KIP_OP_BINARY:
    case KIP_OP_COMPARE:
    case KIP_OP_JUMP_IF_FALSE:
    case KIP_OP_JUMP_IF_TRUE:
    case KIP_OP_JUMP_IF_FALSE_OR_POP:
    case KIP_OP_JUMP_IF_TRUE_OR_POP:
    case KIP_OP_FORMAT:
    case KIP_OP_APPEND:
    case KIP_OP_RETURN:
    case KIP_OP_ASSERT:
        return -1;
    case KIP_OP_STORE_ATTRIBUTE:
    case KIP_OP_DELETE_INDEX:
        return -2;
    case KIP_OP_STORE_INDEX:
    case KIP_OP_SLICE:
        return -3;
    case KIP_OP_LIST:
    case KIP_OP_TUPLE:
    case KIP_OP_JOIN:
        return 1 - n;
    case KIP_OP_DICT:
        return 1 - 2 * n;
    case KIP_OP_UNPACK:
        return n - 1;
    case KIP_OP_CALL:
        return -n;
    case KIP_OP_CALL_METHOD:
        return -n - 1;
    case KIP_OP_CALL_NAMED:
        return -(n & 0xfff) - (n >> 12);
    case KIP_OP_CALL_METHOD_NAMED:
        return -(n & 0xfff) - (n >> 12) - 1;
    default:
        return 0;
    }
}

static void put(KipCompiler *c, KipOp op, int argument, KipSpot spot)
{
    KipUnit *u = c->unit;
    uint32_t *instruction =
        kip_source_grow(c->source, u->instruction, u->n, &u->instruction_capacity, sizeof *instruction);
    KipSpot *spots = kip_source_grow(c->source, u->spot, u->n, &u->spot_capacity, sizeof *spots);
    if (!instruction || !spots || kip_compiler_failed(c))
        return;
    u->instruction = instruction;
    u->spot = spots;
    instruction[u->n] = KIP_WORD(op, argument);
    spots[u->n++] = spot;
    if (u->n >= MOST_WORDS)
        kip_source_fail(c->source, spot, "this function is too long: make several of it");
}

static void move_stack(KipCompiler *c, int by, KipSpot spot)
{
    KipUnit *u = c->unit;
    u->depth += by;
    if (u->depth > u->deepest)
        u->deepest = u->depth;
    if (u->deepest > MOST_STACK)
        kip_source_fail(c->source, spot, "this holds more than %d values at once: build a list bit by bit",
                        MOST_STACK);
}

/* A function takes its defaults from the stack, a class its base. */
void kip_emit(KipCompiler *c, KipOp op, int argument, KipSpot spot)
{
    put(c, op, argument, spot);
    move_stack(c, op == KIP_OP_FUNCTION ? 1 - c->code[argument].ndefault : effect_of(op, argument), spot);
}

/* -- jumps ----------------------------------------------------------------------------------------------- */

KipLabel kip_label(void)
{
    KipLabel label = {-1, -1, -1};
    return label;
}

void kip_emit_jump(KipCompiler *c, KipOp op, KipLabel *label, KipSpot spot)
{
    bool keeps = op == KIP_OP_JUMP || op == KIP_OP_JUMP_IF_FALSE_OR_POP || op == KIP_OP_JUMP_IF_TRUE_OR_POP;
    int at = c->unit->n;
    put(c, op, label->at >= 0 ? label->at : label->chain + 1, spot);
    label->chain = at;
    label->depth = c->unit->depth - !keeps;
    move_stack(c, effect_of(op, 0), spot);
}

/* The depth is that with which jumps arrive: the word before it may have jumped away. */
void kip_place(KipCompiler *c, KipLabel *label)
{
    KipUnit *u = c->unit;
    if (kip_compiler_failed(c))
        return;
    for (int at = label->chain, before; at >= 0; at = before) {
        before = KIP_WORD_ARGUMENT(u->instruction[at]) - 1;
        u->instruction[at] = KIP_WORD(KIP_WORD_OP(u->instruction[at]), u->n);
    }
    label->at = u->n;
    if (label->depth >= 0)
        u->depth = label->depth;
}
