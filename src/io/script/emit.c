/* Instructions, with the depth of the stack, and jumps. */
#include "compile.h"

enum { MOST_STACK = 4000, MOST_WORDS = 1 << 24 };

bool kip_compiler_failed(const KipCompiler *c)
{
    return c->source->status != KIP_OK;
}

/* The change of the stack's depth by a word, except for operands counted by its argument; for a jump, where it is not
 * taken. */
static const signed char effect[KIP_OPS] = {
    [KIP_OP_CONSTANT] = 1,
    [KIP_OP_NONE] = 1,
    [KIP_OP_TRUE] = 1,
    [KIP_OP_FALSE] = 1,
    [KIP_OP_COPY] = 1,
    [KIP_OP_COPY2] = 2,
    [KIP_OP_POP] = -1,
    [KIP_OP_LOAD_LOCAL] = 1,
    [KIP_OP_LOAD_LOCALS] = 1,
    [KIP_OP_LOAD_LOCAL_ATTRIBUTE] = 1,
    [KIP_OP_STORE_LOCAL] = -1,
    [KIP_OP_LOAD_CELL] = 1,
    [KIP_OP_STORE_CELL] = -1,
    [KIP_OP_LOAD_GLOBAL] = 1,
    [KIP_OP_STORE_GLOBAL] = -1,
    [KIP_OP_STORE_CLASS_NAME] = -1,
    [KIP_OP_PARAMETER] = 1,
    [KIP_OP_STORE_ATTRIBUTE] = -2,
    [KIP_OP_DELETE_ATTRIBUTE] = -1,
    [KIP_OP_LOAD_INDEX] = -1,
    [KIP_OP_STORE_INDEX] = -3,
    [KIP_OP_DELETE_INDEX] = -2,
    [KIP_OP_SLICE] = -3,
    [KIP_OP_BINARY] = -1,
    [KIP_OP_ADD] = -1,
    [KIP_OP_SUBTRACT] = -1,
    [KIP_OP_MULTIPLY] = -1,
    [KIP_OP_DIVIDE] = -1,
    [KIP_OP_COMPARE] = -1,
    [KIP_OP_JUMP_IF_FALSE] = -1,
    [KIP_OP_JUMP_IF_TRUE] = -1,
    [KIP_OP_JUMP_IF_FALSE_OR_POP] = -1,
    [KIP_OP_JUMP_IF_TRUE_OR_POP] = -1,
    [KIP_OP_LIST] = 1,
    [KIP_OP_TUPLE] = 1,
    [KIP_OP_DICT] = 1,
    [KIP_OP_JOIN] = 1,
    [KIP_OP_FORMAT] = -1,
    [KIP_OP_APPEND] = -1,
    [KIP_OP_UNPACK] = -1,
    [KIP_OP_NEXT] = 1,
    [KIP_OP_LOAD_METHOD] = 1,
    [KIP_OP_SUPER] = 1,
    [KIP_OP_CALL_METHOD] = -1,
    [KIP_OP_CALL_METHOD_NAMED] = -1,
    [KIP_OP_FUNCTION] = 1,
    [KIP_OP_RETURN] = -1,
    [KIP_OP_ASSERT] = -1,
    [KIP_OP_IMPORT] = 1,
};

/* Number of values popped according to the argument of a word. */
static int operands(const KipCompiler *c, KipOp op, int argument)
{
    switch (op) {
    case KIP_OP_LIST:
    case KIP_OP_TUPLE:
    case KIP_OP_JOIN:
    case KIP_OP_CALL:
    case KIP_OP_CALL_METHOD:
        return argument;
    case KIP_OP_DICT:
        return 2 * argument;
    case KIP_OP_UNPACK:
        return -argument;
    case KIP_OP_CALL_NAMED:
    case KIP_OP_CALL_METHOD_NAMED:
        return (argument & 0xfff) + (argument >> 12);
    case KIP_OP_FUNCTION:
        return c->code[argument].ndefault;
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

/* A word that loads a local says what the next one is, where that is frequent: the machine then goes on without a switch. */
static void tell_before(KipCompiler *c, KipOp op)
{
    uint32_t *before = &c->unit->instruction[c->unit->n - 1];
    if (op == KIP_OP_LOAD_LOCAL)
        *before = KIP_WORD(KIP_OP_LOAD_LOCALS, KIP_WORD_ARGUMENT(*before));
    else if (op == KIP_OP_LOAD_ATTRIBUTE)
        *before = KIP_WORD(KIP_OP_LOAD_LOCAL_ATTRIBUTE, KIP_WORD_ARGUMENT(*before));
}

void kip_emit(KipCompiler *c, KipOp op, int argument, KipSpot spot)
{
    if (c->unit->n && KIP_WORD_OP(c->unit->instruction[c->unit->n - 1]) == KIP_OP_LOAD_LOCAL)
        tell_before(c, op);
    put(c, op, argument, spot);
    move_stack(c, effect[op] - operands(c, op, argument), spot);
}

void kip_emit_binary(KipCompiler *c, int op, KipSpot spot)
{
    const int plain = op & ~KIP_BINARY_IN_PLACE;
    kip_emit(c, plain <= KIP_BINARY_DIVIDE ? (KipOp)(KIP_OP_ADD + plain) : KIP_OP_BINARY, op, spot);
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
    move_stack(c, effect[op], spot);
}

/* Places the label. The depth becomes that of the jumps to it, since the word before may be an unconditional jump. */
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
