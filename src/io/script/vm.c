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

#define SYNC()                                                                                               \
    (frame->next = (uint32_t)(ip - word), machine->budget = budget,                                          \
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

bool kip_vm_run(KipMachine *machine, uint32_t stop)
{
    KipValue *const stack = machine->stack;
    KipFrame *frame;
    const KipAdded *added;
    const KipCode *code;
    const KipValue *constant;
    const uint32_t *word, *ip;
    KipValue *local, *global, *sp, value, *found;
    int64_t budget;
    int argument;
    bool yes;

reload:
    frame = &machine->frame[machine->state->nframe - 1];
    added = &machine->added[frame->program];
    code = &added->program->code[frame->code];
    constant = ((const KipTuple *)kip_at(machine, added->constants))->item;
    word = code->instruction;
    ip = word + frame->next;
    local = stack + frame->base;
    global = ((KipModule *)kip_at(machine, frame->module))->global;
    sp = stack + machine->state->top;
    budget = machine->budget;
    if (machine->attention)
        goto attention;

next:
    if (--budget < 0)
        goto spent;
granted:
    argument = KIP_WORD_ARGUMENT(*ip);
    switch (KIP_WORD_OP(*ip++)) {
    case KIP_OP_CONSTANT:
        *sp++ = constant[argument];
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
        sp[0] = sp[-1];
        sp++;
        goto next;
    case KIP_OP_COPY2:
        sp[0] = sp[-2];
        sp[1] = sp[-1];
        sp += 2;
        goto next;
    case KIP_OP_SWAP:
        value = sp[-1];
        sp[-1] = sp[-2];
        sp[-2] = value;
        goto next;
    case KIP_OP_ROTATE3:
        value = sp[-1];
        sp[-1] = sp[-2];
        sp[-2] = sp[-3];
        sp[-3] = value;
        goto next;

    case KIP_OP_LOAD_LOCAL:
        if (local[argument].type == KIP_ABSENT)
            goto unset_local;
        *sp++ = local[argument];
        goto next;
    case KIP_OP_STORE_LOCAL:
        local[argument] = *--sp;
        goto next;
    case KIP_OP_DELETE_LOCAL:
        if (local[argument].type == KIP_ABSENT)
            goto unset_local;
        local[argument] = (KipValue){.type = KIP_ABSENT};
        goto next;
    case KIP_OP_LOAD_CELL:
        found = cell(machine, frame, code, argument);
        if (found->type == KIP_ABSENT)
            goto unset_cell;
        *sp++ = *found;
        goto next;
    case KIP_OP_STORE_CELL:
        *cell(machine, frame, code, argument) = *--sp;
        goto next;
    case KIP_OP_DELETE_CELL:
        found = cell(machine, frame, code, argument);
        if (found->type == KIP_ABSENT)
            goto unset_cell;
        *found = (KipValue){.type = KIP_ABSENT};
        goto next;
    case KIP_OP_LOAD_GLOBAL:
        if (global[argument].type == KIP_ABSENT)
            goto unset_global;
        *sp++ = global[argument];
        goto next;
    case KIP_OP_STORE_GLOBAL:
        global[argument] = *--sp;
        goto next;
    case KIP_OP_DELETE_GLOBAL:
        if (global[argument].type == KIP_ABSENT)
            goto unset_global;
        global[argument] = (KipValue){.type = KIP_ABSENT};
        goto next;
    case KIP_OP_LOAD_CLASS_NAME:
        found = kip_find_name(machine, local[0].index, constant[argument].index);
        if (found) {
            *sp++ = *found;
            ip++;
        }
        goto next;
    case KIP_OP_STORE_CLASS_NAME:
        TRY(kip_dict_put(machine, local[0], constant[argument], sp[-1]));
        sp--;
        MADE();
    case KIP_OP_PARAMETER:
        *sp++ = ((const KipTuple *)kip_at(machine, added->parameters))->item[argument];
        goto next;

    case KIP_OP_LOAD_ATTRIBUTE:
        if (sp[-1].type == KIP_INSTANCE) {
            const uint32_t name = constant[argument].index;
            const KipFound *last = kip_found(machine, KIP_INSTANCE, sp[-1].index, name);
            if (kip_is_found(machine, last, KIP_INSTANCE, sp[-1].index, name) &&
                (last->from == KIP_OWN || last->value->type != KIP_FUNCTION)) {
                sp[-1] = *last->value;
                goto next;
            }
        }
        TRY(kip_attribute_load(machine, sp[-1], constant[argument].index, &value));
        sp[-1] = value;
        MADE();
    case KIP_OP_STORE_ATTRIBUTE:
        TRY(kip_attribute_store(machine, sp[-1], constant[argument].index, sp[-2]));
        sp -= 2;
        MADE();
    case KIP_OP_DELETE_ATTRIBUTE:
        TRY(kip_attribute_delete(machine, sp[-1], constant[argument].index));
        sp--;
        goto next;
    case KIP_OP_LOAD_INDEX:
        found = quick_item(machine, sp[-2], sp[-1]);
        if (found)
            value = *found;
        else
            TRY(kip_index(machine, sp[-2], sp[-1], &value));
        sp--;
        sp[-1] = value;
        MADE();
    case KIP_OP_STORE_INDEX:
        found = quick_item(machine, sp[-2], sp[-1]);
        if (found)
            *found = sp[-3];
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
        sp[-1] = value;
        MADE();

    case KIP_OP_UNARY:
        if (argument == KIP_UNARY_NOT) {
            sp[-1] = kip_bool(!truth(machine, sp[-1]));
            goto next;
        }
        TRY(kip_unary(machine, (KipUnary)argument, sp[-1], &value));
        sp[-1] = value;
        MADE();
    case KIP_OP_BINARY:
        if (quick_binary(argument, &sp[-2], &sp[-1], &value)) {
            sp--;
            sp[-1] = value;
            goto next;
        }
        TRY(kip_binary(machine, argument, sp[-2], sp[-1], &value));
        sp--;
        sp[-1] = value;
        MADE();
    case KIP_OP_COMPARE:
        if (!quick_compare((KipCompare)argument, &sp[-2], &sp[-1], &yes)) {
            SYNC();
            TRY(kip_compare(machine, (KipCompare)argument, sp[-2], sp[-1], &yes));
            budget = machine->budget;
        }
        sp--;
        sp[-1] = kip_bool(yes);
        goto next;

    case KIP_OP_JUMP:
        ip = word + argument;
        goto next;
    case KIP_OP_JUMP_IF_FALSE:
        if (!truth(machine, *--sp))
            ip = word + argument;
        goto next;
    case KIP_OP_JUMP_IF_TRUE:
        if (truth(machine, *--sp))
            ip = word + argument;
        goto next;
    case KIP_OP_JUMP_IF_FALSE_OR_POP:
        if (!truth(machine, sp[-1]))
            ip = word + argument;
        else
            sp--;
        goto next;
    case KIP_OP_JUMP_IF_TRUE_OR_POP:
        if (truth(machine, sp[-1]))
            ip = word + argument;
        else
            sp--;
        goto next;

    case KIP_OP_LIST:
        TRY(make_list(machine, sp - argument, argument, &value));
        goto put;
    case KIP_OP_TUPLE:
        TRY(kip_tuple_make(machine, (size_t)argument, sp - argument, &value));
        goto put;
    case KIP_OP_DICT:
        TRY(make_dict(machine, sp - 2 * argument, argument, &value));
        argument *= 2;
        goto put;
    case KIP_OP_JOIN:
        TRY(kip_join(machine, sp - argument, argument, &value));
    put: /* replaces so many operands */
        sp -= argument;
        *sp++ = value;
        MADE();
    case KIP_OP_FORMAT:
        SYNC();
        TRY(kip_format(machine, argument, sp[-2], sp[-1], &value));
        budget = machine->budget;
        sp--;
        sp[-1] = value;
        MADE();
    case KIP_OP_APPEND:
        TRY(kip_list_append(machine, sp[-1 - argument], sp[-1]));
        sp--;
        MADE();
    case KIP_OP_UNPACK:
        value = sp[-1];
        TRY(kip_unpack(machine, value, argument, sp - 1));
        sp += argument - 1;
        MADE();
    case KIP_OP_ITERATE:
        TRY(kip_iterator_make(machine, sp[-1], &value));
        sp[-1] = value;
        MADE();
    case KIP_OP_NEXT: {
        int got = next_value(machine, sp[-1], sp);
        if (got < 0)
            goto failed;
        if (got) {
            sp++;
        } else {
            sp--;
            ip = word + argument;
        }
        MADE();
    }

    case KIP_OP_CALL:
    case KIP_OP_CALL_NAMED:
    case KIP_OP_CALL_METHOD:
    case KIP_OP_CALL_METHOD_NAMED: {
        KipOp op = KIP_WORD_OP(ip[-1]);
        bool of_method = op == KIP_OP_CALL_METHOD || op == KIP_OP_CALL_METHOD_NAMED, self;
        int nnamed = 0, n = argument;
        uint32_t first, at;
        const uint32_t *names = ip;
        KipOutcome outcome;
        if (op == KIP_OP_CALL_NAMED || op == KIP_OP_CALL_METHOD_NAMED) {
            nnamed = argument >> 12;
            n = (argument & 0xfff) + nnamed;
            ip += nnamed;
        }
        SYNC();
        first = (uint32_t)(sp - stack) - (uint32_t)n;
        at = first - 1 - of_method;
        self = of_method && stack[first - 1].type != KIP_ABSENT;
        if (self) {
            first--;
            n++;
        }
        if (stack[at].type == KIP_NATIVE && !nnamed)
            outcome = kip_call_native(machine, stack[at], at, first, n);
        else
            outcome = kip_call_value(machine, at, first, n, self, names, nnamed, constant);
        if (outcome == KIP_CALL_FAILED)
            goto failed;
        if (outcome == KIP_CALL_ENTERED)
            goto reload;
        budget = machine->budget;
        sp = stack + machine->state->top;
        MADE();
    }
    case KIP_OP_LOAD_METHOD:
        value = sp[-1];
        TRY(kip_method_load(machine, value, constant[argument].index, sp - 1));
        sp++;
        goto next;
    case KIP_OP_SUPER:
        TRY(kip_super_load(machine, frame->function, constant[argument].index, &value));
        sp[0] = sp[-1];
        sp[-1] = value;
        sp++;
        goto next;
    case KIP_OP_FUNCTION:
        argument = added->program->code[KIP_WORD_ARGUMENT(ip[-1])].ndefault;
        TRY(kip_make_function(machine, frame, (uint32_t)KIP_WORD_ARGUMENT(ip[-1]), sp - argument, &value));
        goto put;
    case KIP_OP_CLASS:
        SYNC();
        TRY(kip_class_enter(machine, frame, (uint32_t)argument, (uint32_t)(sp - stack) - 1));
        goto reload;
    case KIP_OP_RETURN:
        value = sp[-1];
        TRY(finish(machine, frame, &value));
        stack[frame->result] = value;
        machine->state->top = frame->result + 1;
        machine->budget = budget;
        if (--machine->state->nframe == stop)
            return true;
        goto reload;
    case KIP_OP_ASSERT:
        SYNC();
        kip_fail_assert(machine, sp[-1]);
        goto failed;
    case KIP_OP_IMPORT: {
        value = global[((KipModule *)kip_at(machine, frame->module))->count + (uint32_t)argument];
        *sp++ = value;
        SYNC();
        if (((KipModule *)kip_at(machine, value.index))->ran)
            goto next;
        TRY(kip_module_enter(machine, value.index, (uint32_t)(sp - stack) - 1));
        goto reload;
    }
    case KIP_OP_EXTRA:
    case KIP_OPS:
        break;
    }
    kip_script_fail(machine, "the program is damaged");
    goto failed;

attention:
    SYNC();
    if (machine->wait)
        return true;
    budget -= machine->state->taken / 64; /* copying much data is charged as well */
    kip_heap_collect(machine);
    goto next;
unset_local:
    fail_unset(machine, constant[code->local_name[argument]]);
    goto failed;
unset_cell:
    fail_unset(machine, constant[code->cell_name[argument]]);
    goto failed;
unset_global:
    kip_unknown_name(machine, frame, constant[added->program->global[argument]].index);
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
    frame->next = (uint32_t)(ip - word);
    return unwind(machine, stop);
}
