/* The interpreter's loop, which executes instructions on the frames of kip_frame_push. A call of a script's function
 * pushes a frame and continues here, so that C recurses only through natives that call scripts.
 *
 * sp points above the top of the stack. State that the loop keeps in local variables is written back (SYNC) before
 * anything that may run a native or make a frame, and reloaded after frames are pushed or popped. */
#include "machine_parts.h"
#include "vm_quick.h"

static KipValue *cell(KipMachine *machine, const KipFrame *frame, const KipCode *code, int i)
{
    const KipFunction *function = kip_at(machine, frame->function);
    KipValue value = i < code->ncell ? machine->stack[frame->base + (uint32_t)(code->nlocal + i)]
                                     : function->item[(int)function->ndefault + i - code->ncell];
    return &((KipCell *)kip_at(machine, value.index))->value;
}

static bool fail_unset(KipMachine *machine, KipValue name)
{
    return kip_script_fail(machine, "'%s' is used before it has a value", kip_string_of(machine, name)->text);
}

static bool fail_spent(KipMachine *machine)
{
    machine->budget = machine->reserve = 0;
    return kip_script_fail(machine, "more than %zu instructions in one go; does a loop run without end?",
                           (size_t)machine->allowed);
}

static bool make_dict(KipMachine *machine, const KipValue *pair, int n, KipValue *dict)
{
    if (!kip_dict_make(machine, dict))
        return false;
    for (int i = 0; i < n; i++)
        if (!kip_dict_put(machine, *dict, pair[2 * i], pair[2 * i + 1]))
            return false;
    return true;
}

static bool make_list(KipMachine *machine, const KipValue *item, int n, KipValue *list)
{
    if (!kip_list_make(machine, (size_t)n, list))
        return false;
    for (int i = 0; i < n; i++)
        kip_list_append(machine, *list, item[i]);
    return true;
}

/* The result of a frame. Returns false where an __init__ returned a value. */
static bool finish(KipMachine *machine, const KipFrame *frame, KipValue *value)
{
    if (frame->gives == KIP_INSTANCE && value->type != KIP_NONE)
        return kip_script_fail(machine, "__init__() must not return a value");
    if (frame->gives)
        *value = kip_reference((KipValueType)frame->gives, frame->object);
    return true;
}

static bool unwind(KipMachine *machine, uint32_t stop)
{
    kip_place_error(machine);
    machine->state->top = machine->frame[stop].result;
    machine->state->nframe = stop;
    return false;
}

#define ARGUMENT KIP_WORD_ARGUMENT(word)

#define PUSH(from) kip_copy(sp++, from)

/* Charges the instructions since the last jump, call or return: straight lines end, so that only jumps and calls ask
 * whether the budget is spent. */
#define CHARGE() (budget -= ip - since, since = ip)
#define JUMP(target)                                                                                         \
    do {                                                                                                     \
        CHARGE();                                                                                            \
        ip = since = words + (target);                                                                       \
        if (budget < 0)                                                                                      \
            goto spent;                                                                                      \
        goto next;                                                                                           \
    } while (0)
#define SYNC()                                                                                               \
    (CHARGE(), frame->next = (uint32_t)(ip - words), machine->budget = budget,                               \
     machine->state->top = (uint32_t)(sp - stack))
#define TRY(call)                                                                                            \
    do {                                                                                                     \
        if (!(call))                                                                                         \
            goto failed;                                                                                     \
    } while (0)

/* Ends an instruction that may have allocated. */
#define MADE()                                                                                               \
    do {                                                                                                     \
        if (machine->attention)                                                                              \
            goto attention;                                                                                  \
        goto next;                                                                                           \
    } while (0)

_Static_assert(KIP_OPS + 1 == 64,
               "the switch has a case for every value of KIP_WORD_OP: it need not be checked");

bool kip_vm_run(KipMachine *machine, uint32_t stop)
{
    KipValue *const stack = machine->stack;
    KipFrame *frame;
    const KipAdded *added;
    const KipCode *code;
    const KipValue *constant;
    const uint32_t *words, *ip, *since;
    uint32_t word, index;
    KipValue *local, *global, *sp, value, *found, *callee;
    KipFound *known;
    KipOutcome outcome;
    int64_t budget;
    int count;
    bool yes;

reload:
    frame = &machine->frame[machine->state->nframe - 1];
    added = &machine->added[frame->program];
    code = &added->program->code[frame->code];
    constant = ((const KipTuple *)kip_at(machine, added->constants))->item;
    words = code->instruction;
    ip = since = words + frame->next;
    local = stack + frame->base;
    global = ((KipModule *)kip_at(machine, frame->module))->global;
    sp = stack + machine->state->top;
    budget = machine->budget;
    if (budget < 0)
        goto spent;
granted:
    if (machine->attention)
        goto attention;

next:
    word = *ip++;
    switch ((uint32_t)KIP_WORD_OP(word)) {
    case KIP_OP_CONSTANT:
        PUSH(&constant[ARGUMENT]);
        goto next;
    case KIP_OP_NONE:
        *sp++ = kip_none();
        goto next;
    case KIP_OP_TRUE:
        *sp++ = kip_bool(true);
        goto next;
    case KIP_OP_FALSE:
        *sp++ = kip_bool(false);
        goto next;
    case KIP_OP_POP:
        sp--;
        goto next;
    case KIP_OP_COPY:
        kip_copy(sp, &sp[-1]);
        sp++;
        goto next;
    case KIP_OP_COPY2:
        sp[0] = sp[-2];
        sp[1] = sp[-1];
        sp += 2;
        goto next;
    case KIP_OP_SWAP:
        kip_copy(&value, &sp[-1]);
        kip_copy(&sp[-1], &sp[-2]);
        kip_copy(&sp[-2], &value);
        goto next;
    case KIP_OP_ROTATE3:
        value = sp[-1];
        sp[-1] = sp[-2];
        sp[-2] = sp[-3];
        sp[-3] = value;
        goto next;

    case KIP_OP_LOAD_LOCALS:
        if (local[ARGUMENT].type == KIP_ABSENT)
            goto unset_local;
        PUSH(&local[ARGUMENT]);
        word = *ip++;
        /* fallthrough */
    case KIP_OP_LOAD_LOCAL:
        if (local[ARGUMENT].type == KIP_ABSENT)
            goto unset_local;
        PUSH(&local[ARGUMENT]);
        goto next;
    case KIP_OP_STORE_LOCAL:
        sp--;
        kip_copy(&local[ARGUMENT], sp);
        goto next;
    case KIP_OP_DELETE_LOCAL:
        if (local[ARGUMENT].type == KIP_ABSENT)
            goto unset_local;
        local[ARGUMENT] = (KipValue){.type = KIP_ABSENT};
        goto next;
    case KIP_OP_LOAD_CELL:
        found = cell(machine, frame, code, ARGUMENT);
        if (found->type == KIP_ABSENT)
            goto unset_cell;
        PUSH(found);
        goto next;
    case KIP_OP_STORE_CELL:
        *cell(machine, frame, code, ARGUMENT) = *--sp;
        goto next;
    case KIP_OP_DELETE_CELL:
        found = cell(machine, frame, code, ARGUMENT);
        if (found->type == KIP_ABSENT)
            goto unset_cell;
        *found = (KipValue){.type = KIP_ABSENT};
        goto next;
    case KIP_OP_LOAD_GLOBAL:
        if (global[ARGUMENT].type == KIP_ABSENT)
            goto unset_global;
        PUSH(&global[ARGUMENT]);
        goto next;
    case KIP_OP_STORE_GLOBAL:
        global[ARGUMENT] = *--sp;
        goto next;
    case KIP_OP_DELETE_GLOBAL:
        if (global[ARGUMENT].type == KIP_ABSENT)
            goto unset_global;
        global[ARGUMENT] = (KipValue){.type = KIP_ABSENT};
        machine->era++;
        goto next;
    case KIP_OP_LOAD_CLASS_NAME:
        found = kip_find_name(machine, local[0].index, constant[ARGUMENT].index);
        if (found) {
            PUSH(found);
            ip++;
        }
        goto next;
    case KIP_OP_STORE_CLASS_NAME:
        TRY(kip_dict_put(machine, local[0], constant[ARGUMENT], sp[-1]));
        sp--;
        MADE();
    case KIP_OP_PARAMETER:
        *sp++ = ((const KipTuple *)kip_at(machine, added->parameters))->item[ARGUMENT];
        goto next;

    case KIP_OP_LOAD_LOCAL_ATTRIBUTE:
        if (local[ARGUMENT].type == KIP_ABSENT)
            goto unset_local;
        PUSH(&local[ARGUMENT]);
        word = *ip++;
        /* fallthrough */
    case KIP_OP_LOAD_ATTRIBUTE:
        if ((sp[-1].type == KIP_INSTANCE || sp[-1].type == KIP_MODULE) &&
            kip_is_found(machine, sp[-1].index, constant[ARGUMENT].index, &known) && !known->method) {
            kip_copy(&sp[-1], known->value);
            goto next;
        }
        if (sp[-1].type == KIP_VECTOR && quick_part(machine, &sp[-1], constant[ARGUMENT].index))
            goto next;
        TRY(kip_attribute_load(machine, sp[-1], constant[ARGUMENT].index, &value));
        kip_copy(&sp[-1], &value);
        MADE();
    case KIP_OP_STORE_ATTRIBUTE:
        if (sp[-1].type == KIP_INSTANCE &&
            kip_is_found(machine, sp[-1].index, constant[ARGUMENT].index, &known) && known->own) {
            kip_copy(known->value, &sp[-2]);
            sp -= 2;
            goto next;
        }
        TRY(kip_attribute_store(machine, sp[-1], constant[ARGUMENT].index, sp[-2]));
        sp -= 2;
        MADE();
    case KIP_OP_DELETE_ATTRIBUTE:
        TRY(kip_attribute_delete(machine, sp[-1], constant[ARGUMENT].index));
        sp--;
        goto next;
    case KIP_OP_LOAD_INDEX:
        found = quick_item(machine, sp[-2], sp[-1], true);
        if (found) {
            sp--;
            kip_copy(&sp[-1], found);
            goto next;
        }
        TRY(kip_index(machine, sp[-2], sp[-1], &value));
        sp--;
        kip_copy(&sp[-1], &value);
        MADE();
    case KIP_OP_STORE_INDEX:
        found = quick_item(machine, sp[-2], sp[-1], false);
        if (found)
            kip_copy(found, &sp[-3]);
        else
            TRY(kip_index_store(machine, sp[-2], sp[-1], sp[-3]));
        sp -= 3;
        MADE();
    case KIP_OP_DELETE_INDEX:
        TRY(kip_index_delete(machine, sp[-2], sp[-1]));
        sp -= 2;
        MADE();
    case KIP_OP_SLICE:
        TRY(kip_slice(machine, sp[-4], sp[-3], sp[-2], sp[-1], &value));
        sp -= 3;
        kip_copy(&sp[-1], &value);
        MADE();

    case KIP_OP_UNARY:
        if (ARGUMENT == KIP_UNARY_NOT) {
            sp[-1] = kip_bool(!truth(machine, sp[-1]));
            goto next;
        }
        TRY(kip_unary(machine, (KipUnary)ARGUMENT, sp[-1], &value));
        kip_copy(&sp[-1], &value);
        MADE();
    case KIP_OP_ADD:
        if (sp[-2].type != KIP_FLOAT || sp[-1].type != KIP_FLOAT)
            goto binary;
        sp--;
        sp[-1].number += sp[0].number;
        goto next;
    case KIP_OP_SUBTRACT:
        if (sp[-2].type != KIP_FLOAT || sp[-1].type != KIP_FLOAT)
            goto binary;
        sp--;
        sp[-1].number -= sp[0].number;
        goto next;
    case KIP_OP_MULTIPLY:
        if (sp[-2].type != KIP_FLOAT || sp[-1].type != KIP_FLOAT)
            goto binary;
        sp--;
        sp[-1].number *= sp[0].number;
        goto next;
    case KIP_OP_DIVIDE:
        if (sp[-2].type != KIP_FLOAT || sp[-1].type != KIP_FLOAT || sp[-1].number == 0)
            goto binary;
        sp--;
        sp[-1].number /= sp[0].number;
        goto next;
    case KIP_OP_BINARY:
    binary:
        if (quick_binary(ARGUMENT, &sp[-2], &sp[-1], &sp[-2])) {
            sp--;
            goto next;
        }
        if (quick_vector(machine, ARGUMENT, &sp[-2], &sp[-1], &sp[-2])) {
            sp--;
            MADE();
        }
        TRY(kip_binary(machine, ARGUMENT, sp[-2], sp[-1], &value));
        sp--;
        kip_copy(&sp[-1], &value);
        MADE();
    case KIP_OP_COMPARE:
        if (!quick_compare(machine, (KipCompare)ARGUMENT, &sp[-2], &sp[-1], &yes)) {
            SYNC();
            TRY(kip_compare(machine, (KipCompare)ARGUMENT, sp[-2], sp[-1], &yes));
            budget = machine->budget;
        }
        sp -= 2;
        if (KIP_WORD_OP(*ip) == KIP_OP_JUMP_IF_FALSE) { /* as most do */
            word = *ip++;
            if (!yes)
                JUMP(ARGUMENT);
            goto next;
        }
        *sp++ = kip_bool(yes);
        goto next;

    case KIP_OP_JUMP:
        JUMP(ARGUMENT);
    case KIP_OP_JUMP_IF_FALSE:
        if (!truth(machine, *--sp))
            JUMP(ARGUMENT);
        goto next;
    case KIP_OP_JUMP_IF_TRUE:
        if (truth(machine, *--sp))
            JUMP(ARGUMENT);
        goto next;
    case KIP_OP_JUMP_IF_FALSE_OR_POP:
        if (!truth(machine, sp[-1]))
            JUMP(ARGUMENT);
        else
            sp--;
        goto next;
    case KIP_OP_JUMP_IF_TRUE_OR_POP:
        if (truth(machine, sp[-1]))
            JUMP(ARGUMENT);
        else
            sp--;
        goto next;

    case KIP_OP_LIST:
        count = ARGUMENT;
        TRY(make_list(machine, sp - count, count, &value));
        goto put;
    case KIP_OP_TUPLE:
        count = ARGUMENT;
        TRY(kip_tuple_make(machine, (size_t)count, sp - count, &value));
        goto put;
    case KIP_OP_DICT:
        count = 2 * ARGUMENT;
        TRY(make_dict(machine, sp - count, ARGUMENT, &value));
        goto put;
    case KIP_OP_JOIN:
        count = ARGUMENT;
        TRY(kip_join(machine, sp - count, count, &value));
    put: /* replaces so many operands */
        sp -= count;
        PUSH(&value);
        MADE();
    case KIP_OP_FORMAT:
        SYNC();
        TRY(kip_format(machine, ARGUMENT, sp[-2], sp[-1], &value));
        budget = machine->budget;
        sp--;
        kip_copy(&sp[-1], &value);
        MADE();
    case KIP_OP_APPEND:
        TRY(kip_list_append(machine, sp[-1 - ARGUMENT], sp[-1]));
        sp--;
        MADE();
    case KIP_OP_UNPACK:
        kip_copy(&value, &sp[-1]);
        if (value.type == KIP_TUPLE &&
            ((const KipTuple *)kip_at(machine, value.index))->count == (uint32_t)ARGUMENT) {
            const KipValue *item = ((const KipTuple *)kip_at(machine, value.index))->item;
            count = ARGUMENT;
            for (; count && KIP_WORD_OP(*ip) == KIP_OP_STORE_LOCAL; count--, ip++) /* most go to locals */
                kip_copy(&local[KIP_WORD_ARGUMENT(*ip)], item++);
            for (sp--; count--; sp++)
                kip_copy(sp, &item[count]);
            goto next;
        }
        TRY(kip_unpack(machine, value, ARGUMENT, sp - 1));
        sp += ARGUMENT - 1;
        MADE();
    case KIP_OP_ITERATE:
        TRY(kip_iterator_make(machine, sp[-1], &value));
        kip_copy(&sp[-1], &value);
        MADE();
    case KIP_OP_NEXT: {
        int got = next_value(machine, sp[-1], sp);
        if (got < 0)
            goto failed;
        if (got) {
            sp++;
        } else {
            sp--;
            JUMP(ARGUMENT);
        }
        MADE();
    }

    case KIP_OP_CALL:
        count = ARGUMENT;
        callee = sp - count - 1;
        found = callee + 1;
        yes = false;
        goto call;
    case KIP_OP_CALL_METHOD:
        count = ARGUMENT;
        callee = sp - count - 2;
        yes = callee[1].type != KIP_ABSENT;
        found = callee + 2 - yes;
        count += yes;
    call : { /* of *callee, of a method or not, with the arguments from *found on */
        const uint32_t at = (uint32_t)(callee - stack), from = (uint32_t)(found - stack);
        index = callee->type == KIP_NATIVE ? callee->index
                : callee->type == KIP_TYPE ? machine->maker[callee->integer]
                                           : 0; /* print(), which is not quick */
        const KipNativeDef *native = machine->native[index].def;
        if (native->quick && native->quick(machine, native->variant, found, count, callee)) {
            sp = callee + 1;
            MADE();
        }
        SYNC();
        outcome = callee->type == KIP_NATIVE ? kip_call_native(machine, callee->index, at, from, count)
                  : callee->type == KIP_FUNCTION
                      ? kip_call_function(machine, callee->index, at, from, count, yes)
                      : kip_call_value(machine, at, from, count, yes, NULL, 0, constant);
        goto called;
    }
    case KIP_OP_CALL_NAMED:
    case KIP_OP_CALL_METHOD_NAMED: {
        const bool of_method = KIP_WORD_OP(word) == KIP_OP_CALL_METHOD_NAMED;
        const int named = ARGUMENT >> 12;
        const uint32_t *names = ip;
        count = (ARGUMENT & 0xfff) + named;
        callee = sp - count - 1 - of_method;
        yes = of_method && callee[1].type != KIP_ABSENT;
        count += yes;
        ip += named;
        SYNC();
        outcome =
            kip_call_value(machine, (uint32_t)(callee - stack), (uint32_t)(sp - stack) - (uint32_t)count,
                           count, yes, names, named, constant);
    }
    called:
        if (outcome == KIP_CALL_FAILED)
            goto failed;
        if (outcome == KIP_CALL_ENTERED)
            goto reload;
        budget = machine->budget;
        sp = callee + 1;
        MADE();
    case KIP_OP_LOAD_METHOD:
        if (kip_is_found(machine, kip_owner(sp[-1]), constant[ARGUMENT].index, &known)) {
            if (known->method)
                kip_copy(sp, &sp[-1]);
            else
                sp[0] = (KipValue){.type = KIP_ABSENT};
            kip_copy(&sp[-1], known->value);
        } else {
            value = sp[-1];
            TRY(kip_method_load(machine, value, constant[ARGUMENT].index, sp - 1));
        }
        sp++;
        goto next;
    case KIP_OP_SUPER:
        TRY(kip_super_load(machine, frame->function, constant[ARGUMENT].index, &value));
        sp[0] = sp[-1];
        kip_copy(&sp[-1], &value);
        sp++;
        goto next;
    case KIP_OP_FUNCTION:
        count = added->program->code[ARGUMENT].ndefault;
        TRY(kip_make_function(machine, frame, (uint32_t)ARGUMENT, sp - count, &value));
        goto put;
    case KIP_OP_CLASS:
        SYNC();
        TRY(kip_class_enter(machine, frame, (uint32_t)ARGUMENT, (uint32_t)(sp - stack) - 1));
        goto reload;
    case KIP_OP_RETURN:
        TRY(finish(machine, frame, &sp[-1]));
        kip_copy(&stack[frame->result], &sp[-1]);
        machine->state->top = frame->result + 1;
        CHARGE();
        machine->budget = budget;
        if (--machine->state->nframe == stop)
            return true;
        goto reload;
    case KIP_OP_ASSERT:
        SYNC();
        kip_fail_assert(machine, sp[-1]);
        goto failed;
    case KIP_OP_IMPORT: {
        value = global[((KipModule *)kip_at(machine, frame->module))->count + (uint32_t)ARGUMENT];
        PUSH(&value);
        SYNC();
        if (((KipModule *)kip_at(machine, value.index))->ran)
            goto next;
        TRY(kip_module_enter(machine, value.index, (uint32_t)(sp - stack) - 1));
        goto reload;
    }
    case KIP_OP_EXTRA: /* and what is none */
    case KIP_OPS:
        kip_script_fail(machine, "the program is damaged");
        goto failed;
    }

attention:
    SYNC();
    if (machine->wait)
        return true;
    budget -= machine->state->taken / 64; /* copying much data is charged as well */
    kip_heap_collect(machine);
    goto next;
unset_local:
    fail_unset(machine, constant[code->local_name[ARGUMENT]]);
    goto failed;
unset_cell:
    fail_unset(machine, constant[code->cell_name[ARGUMENT]]);
    goto failed;
unset_global:
    kip_unknown_name(machine, frame, constant[added->program->global[ARGUMENT]].index);
    goto failed;
spent:
    machine->budget = budget;
    yes = budget + machine->reserve < 0;
    if (!yes && kip_grant(machine)) {
        budget = machine->budget;
        goto granted;
    }
    ip++; /* as during its execution */
    if (yes)
        fail_spent(machine);
failed:
    frame->next = (uint32_t)(ip - words);
    return unwind(machine, stop);
}
