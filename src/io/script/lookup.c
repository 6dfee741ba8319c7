/* Queries of the host about scripts: places of definitions, and names. */
#include "machine_parts.h"

#include <string.h>

static KipPlace place_of(const KipProgram *program, const KipCode *code)
{
    return (KipPlace){program->file, code->line, code->column};
}

/* The place of the first class of that name in its module. */
static KipPlace place_of_class(const KipMachine *machine, const KipClass *c)
{
    const KipModule *module = kip_at(machine, c->module);
    const KipProgram *program = machine->added[module->program].program;
    const char *name = ((const KipString *)kip_at(machine, c->name))->text;
    for (int i = 0; i < program->ncode; i++)
        if (program->code[i].kind == KIP_CODE_CLASS && strcmp(program->code[i].name, name) == 0)
            return place_of(program, &program->code[i]);
    return kip_nowhere();
}

KipPlace kip_machine_place(const KipMachine *machine, KipValue value)
{
    if (value.type == KIP_BOUND)
        value = ((const KipBound *)kip_at(machine, value.index))->callee;
    if (value.type == KIP_CLASS)
        return place_of_class(machine, kip_at(machine, value.index));
    if (value.type != KIP_FUNCTION)
        return kip_nowhere();
    const KipFunction *function = kip_at(machine, value.index);
    const KipProgram *program = machine->added[function->program].program;
    return place_of(program, &program->code[function->code]);
}

const char *kip_machine_needed_argument(const KipMachine *machine, KipValue class_)
{
    const KipValue *init = kip_class_find(machine, class_.index, machine->name_init);
    if (!init || init->type != KIP_FUNCTION)
        return NULL;
    const KipFunction *function = kip_at(machine, init->index);
    const KipProgram *program = machine->added[function->program].program;
    const KipCode *code = &program->code[function->code];
    return code->nparameter - (int)function->ndefault > 1 ? program->constant[code->local_name[1]].text
                                                          : NULL;
}

const char *kip_machine_method_name(KipMachine *machine, KipValue class_, int i)
{
    const KipClass *c = kip_at(machine, class_.index);
    const KipEntry *entry;
    for (uint32_t at = 0; (entry = kip_dict_next(machine, kip_reference(KIP_DICT, c->dict), &at));)
        if (entry->key.type == KIP_STRING && entry->value.type == KIP_FUNCTION && i-- == 0)
            return kip_text_at(machine, entry->key.index);
    return NULL;
}

static bool names_attribute(const KipProgram *program, const KipCode *code, const char *name)
{
    for (int i = 0; i < code->n; i++) {
        const uint32_t op = KIP_WORD_OP(code->instruction[i]);
        if ((op == KIP_OP_LOAD_ATTRIBUTE || op == KIP_OP_LOAD_METHOD) &&
            strcmp(program->constant[KIP_WORD_ARGUMENT(code->instruction[i])].text, name) == 0)
            return true;
    }
    return false;
}

bool kip_machine_names_attribute(const KipMachine *machine, const char *name)
{
    for (int p = 0; p < machine->nadded; p++) {
        const KipProgram *program = machine->added[p].program;
        for (int i = 0; i < program->ncode; i++)
            if (names_attribute(program, &program->code[i], name))
                return true;
    }
    return false;
}
