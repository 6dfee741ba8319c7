/* Programs, and module instances of them with globals, imports and parameters.
 *
 * An instance is a tree: the module, one instance of each script that it imports directly or indirectly, and
 * the list of them all, which each refers to after its globals and imports. math and random are shared by all. */
#include "machine_parts.h"
#include "../text/file.h"

#include <string.h>

/* -- programs ------------------------------------------------------------------------------------------- */

static bool make_constants(KipMachine *machine, KipAdded *added)
{
    const KipProgram *program = added->program;
    KipValue tuple;
    if (!kip_tuple_make(machine, (size_t)program->nconstant, NULL, &tuple))
        return false;
    added->constants = tuple.index;
    for (int i = 0; i < program->nconstant; i++) {
        const KipConstant *c = &program->constant[i];
        KipValue *value = &kip_tuple_of(machine, tuple)->item[i];
        if (c->type == KIP_CONSTANT_STRING) {
            uint32_t string = kip_intern(machine, c->text, c->size);
            if (!string)
                return false;
            *value = kip_reference(KIP_STRING, string);
        } else {
            *value = c->type == KIP_CONSTANT_INTEGER ? kip_int(c->integer) : kip_float(c->number);
        }
    }
    return true;
}

static bool make_imports(KipMachine *machine, KipAdded *added)
{
    KipValue tuple;
    if (!kip_tuple_make(machine, (size_t)added->program->nimport, NULL, &tuple))
        return false;
    added->imports = tuple.index;
    return true;
}

/* The stem of lib/steps.py is steps. */
static bool make_stem(KipMachine *machine, KipAdded *added)
{
    const char *base = kip_file_base(added->program->file);
    size_t size = strlen(base);
    if (size > 3 && strcmp(base + size - 3, ".py") == 0)
        size -= 3;
    added->stem = kip_intern(machine, base, size);
    return added->stem != 0;
}

static bool make_parameters(KipMachine *machine, KipAdded *added)
{
    const KipProgram *program = added->program;
    KipValue tuple;
    if (!kip_tuple_make(machine, (size_t)program->nparameter, NULL, &tuple))
        return false;
    added->parameters = tuple.index;
    for (int i = 0; i < program->nparameter; i++) {
        const KipConstant *c = &program->parameter[i].value;
        kip_tuple_of(machine, tuple)->item[i] =
            c->type == KIP_CONSTANT_INTEGER ? kip_int(c->integer) : kip_float(c->number);
    }
    return true;
}

static bool make_slots(KipMachine *machine, KipAdded *added)
{
    const KipTuple *constants = kip_at(machine, added->constants);
    KipValue dict;
    if (!kip_dict_make(machine, &dict))
        return false;
    added->slots = dict.index;
    for (int i = 0; i < added->program->nglobal; i++)
        if (!kip_dict_put(machine, dict, constants->item[added->program->global[i]], kip_int(i)))
            return false;
    return true;
}

KipStatus kip_machine_add(KipMachine *machine, const KipProgram *program, KipError *error)
{
    KipAdded made = {.program = program};
    for (int i = 0; i < machine->nadded; i++)
        if (machine->added[i].program == program)
            return KIP_OK;
    machine->failed = false;
    if (machine->nadded == KIP_MOST_PROGRAMS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "more than %d scripts in one machine",
                        KIP_MOST_PROGRAMS);
    if (!make_constants(machine, &made) || !make_imports(machine, &made) || !make_stem(machine, &made) ||
        !make_parameters(machine, &made) || !make_slots(machine, &made))
        return kip_fail(error, KIP_BAD_INPUT, (KipPlace){program->file, 0, 0}, "%s", machine->error.message);
    machine->added[machine->nadded++] = made;
    return KIP_OK;
}

static const KipAdded *added_of(const KipMachine *machine, const KipProgram *program)
{
    for (int i = 0; i < machine->nadded; i++)
        if (machine->added[i].program == program)
            return &machine->added[i];
    return NULL;
}

void kip_machine_import(KipMachine *machine, const KipProgram *program, int i, const KipProgram *imported)
{
    const KipAdded *to = added_of(machine, program), *from = added_of(machine, imported);
    if (to && from && i >= 0 && i < program->nimport)
        ((KipTuple *)kip_at(machine, to->imports))->item[i] = kip_int(from - machine->added);
}

void kip_machine_set_parameter(KipMachine *machine, const KipProgram *program, int parameter, double value)
{
    const KipAdded *added = added_of(machine, program);
    KipValue *item;
    if (!added || parameter < 0 || parameter >= program->nparameter)
        return;
    item = &((KipTuple *)kip_at(machine, added->parameters))->item[parameter];
    if (program->parameter[parameter].value.type == KIP_CONSTANT_INTEGER && value >= -1e15 && value <= 1e15 &&
        value == (double)(int64_t)value)
        *item = kip_int((int64_t)value);
    else
        *item = kip_float(value);
}

/* -- instances ------------------------------------------------------------------------------------------ */

static bool make_builtin(KipMachine *machine, bool (*fill)(KipMachine *, KipValue), uint32_t *module)
{
    KipValue dict;
    KipModule *m;
    uint32_t index = kip_heap_take(machine, KIP_MODULE, sizeof(KipModule));
    if (!index || !kip_dict_make(machine, &dict) || !fill(machine, dict))
        return false;
    m = kip_at(machine, index);
    m->program = KIP_NO_PROGRAM;
    m->ran = true;
    m->dict = dict.index;
    *module = index;
    return true;
}

bool kip_modules_make(KipMachine *machine)
{
    return make_builtin(machine, kip_math_fill, &machine->state->math) &&
           make_builtin(machine, kip_random_fill, &machine->state->random_module);
}

/* Makes an instance without imports and adds it to the tree's list. */
static bool make_instance(KipMachine *machine, uint32_t program, KipValue all)
{
    const KipAdded *added = &machine->added[program];
    const KipProgram *p = added->program;
    const KipTuple *constants = kip_at(machine, added->constants);
    size_t n = (size_t)p->nglobal + (size_t)p->nimport + 1;
    uint32_t index = kip_heap_take(machine, KIP_MODULE, sizeof(KipModule) + n * sizeof(KipValue));
    KipModule *m;
    if (!index)
        return false;
    m = kip_at(machine, index);
    m->program = program;
    m->count = (uint32_t)p->nglobal;
    m->dict = added->slots;
    for (int i = 0; i < p->nglobal; i++) {
        const KipValue *known =
            kip_find_name(machine, machine->state->known, constants->item[p->global[i]].index);
        if (!p->global_stored[i] && known)
            m->global[i] = *known;
    }
    m->global[n - 1] = all;
    return kip_list_append(machine, all, kip_reference(KIP_MODULE, index));
}

/* The instance of a program within a tree, or math or random; absent where there is none yet. */
static KipValue find_instance(const KipMachine *machine, KipValue all, int64_t program)
{
    const KipList *list = kip_at(machine, all.index);
    const KipValue *item = kip_block(machine, list->items);
    for (uint32_t i = 0; i < list->count; i++)
        if (((const KipModule *)kip_at(machine, item[i].index))->program == program)
            return item[i];
    return (KipValue){.type = KIP_ABSENT};
}

static KipStatus fail_import(const KipProgram *program, int import, KipError *error)
{
    KipPlace place = {program->file, (int)program->import_spot[import].line,
                      (int)program->import_spot[import].column};
    return kip_fail(error, KIP_BAD_INPUT, place, "no script named '%s' beside %s", program->import[import],
                    kip_file_base(program->file));
}

/* Connects the imports of the tree's i-th instance; missing ones are made and appended to the list. */
static KipStatus connect(KipMachine *machine, KipValue all, uint32_t i, KipError *error)
{
    KipValue module = ((KipValue *)kip_block(machine, ((KipList *)kip_at(machine, all.index))->items))[i];
    KipModule *m = kip_at(machine, module.index);
    const KipProgram *p = machine->added[m->program].program;
    const KipTuple *imports = kip_at(machine, machine->added[m->program].imports);
    for (int k = 0; k < p->nimport; k++) {
        KipValue *place = &m->global[m->count + (uint32_t)k];
        const KipValue program = imports->item[k];
        if (strcmp(p->import[k], "math") == 0) {
            *place = kip_reference(KIP_MODULE, machine->state->math);
        } else if (strcmp(p->import[k], "random") == 0) {
            *place = kip_reference(KIP_MODULE, machine->state->random_module);
        } else if (program.type == KIP_ABSENT) {
            return fail_import(p, k, error);
        } else {
            if (find_instance(machine, all, program.integer).type == KIP_ABSENT &&
                !make_instance(machine, (uint32_t)program.integer, all))
                return KIP_BAD_INPUT;
            *place = find_instance(machine, all, program.integer);
        }
    }
    return KIP_OK;
}

static KipStatus make_tree(KipMachine *machine, uint32_t program, KipValue *module, KipError *error)
{
    KipValue all;
    if (!kip_list_make(machine, 1, &all) || !make_instance(machine, program, all))
        return KIP_BAD_INPUT;
    for (uint32_t i = 0; i < ((const KipList *)kip_at(machine, all.index))->count; i++) {
        KipStatus status = connect(machine, all, i, error);
        if (status != KIP_OK)
            return status;
    }
    *module = find_instance(machine, all, program);
    return kip_list_append(machine, kip_reference(KIP_LIST, machine->state->modules), *module)
               ? KIP_OK
               : KIP_BAD_INPUT;
}

KipStatus kip_machine_module(KipMachine *machine, const KipProgram *program, KipValue *module,
                             KipError *error)
{
    const KipAdded *added = added_of(machine, program);
    bool before = machine->failed;
    KipValue made;
    KipStatus status;
    if (!added)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the program was not added to the machine");
    machine->failed = false;
    status = make_tree(machine, (uint32_t)(added - machine->added), &made, error);
    if (status != KIP_OK && machine->failed)
        kip_fail(error, status, (KipPlace){program->file, 0, 0}, "%s", machine->error.message);
    machine->failed = before;
    if (status == KIP_OK)
        *module = made;
    return status;
}

bool kip_module_enter(KipMachine *machine, uint32_t module, uint32_t result)
{
    KipModule *m = kip_at(machine, module);
    KipFrame frame = {.program = m->program,
                      .base = result + 1,
                      .result = result,
                      .module = module,
                      .gives = KIP_MODULE,
                      .object = module};
    machine->stack[result] = kip_reference(KIP_MODULE, module);
    if (!kip_frame_push(machine, &frame, 0))
        return false;
    m->ran = true;
    return true;
}

const char *kip_module_name(KipMachine *machine, KipValue module)
{
    const KipModule *m = kip_at(machine, module.index);
    if (m->program != KIP_NO_PROGRAM)
        return ((const KipString *)kip_at(machine, machine->added[m->program].stem))->text;
    return module.index == machine->state->math ? "math" : "random";
}

/* -- globals -------------------------------------------------------------------------------------------- */

static void set_global(KipMachine *machine, uint32_t module, const char *name, KipValue value,
                       bool stored_too)
{
    KipModule *m = kip_at(machine, module);
    const KipValue *slot = kip_find_text(machine, m->dict, name);
    if (slot && (stored_too || !machine->added[m->program].program->global_stored[slot->integer]))
        m->global[slot->integer] = value;
}

void kip_machine_set_global(KipMachine *machine, KipValue module, const char *name, KipValue value)
{
    const KipModule *m = kip_at(machine, module.index);
    KipValue all = m->global[m->count + (uint32_t)machine->added[m->program].program->nimport];
    size_t count;
    const KipValue *item = kip_items(machine, all, &count);
    set_global(machine, module.index, name, value, true);
    for (size_t i = 0; i < count; i++)
        if (item[i].index != module.index)
            set_global(machine, item[i].index, name, value, false);
}

KipValue kip_machine_global(KipMachine *machine, KipValue module, const char *name)
{
    const KipModule *m = kip_at(machine, module.index);
    const KipValue *slot = kip_find_text(machine, m->dict, name);
    return slot ? m->global[slot->integer] : (KipValue){.type = KIP_ABSENT};
}
