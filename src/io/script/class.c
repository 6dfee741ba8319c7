/* Attributes of instances, classes, modules and vectors, and methods of built-in types and host objects. */
#include "machine_parts.h"

#include <string.h>

/* -- finding -------------------------------------------------------------------------------------------- */

KipValue *kip_class_find(const KipMachine *machine, uint32_t class_, uint32_t name)
{
    while (class_) {
        const KipClass *c = kip_at(machine, class_);
        KipValue *value = kip_find_name(machine, c->dict, name);
        if (value)
            return value;
        class_ = c->base;
    }
    return NULL;
}

static KipValue *find_global(KipMachine *machine, uint32_t module, uint32_t name)
{
    KipModule *m = kip_at(machine, module);
    KipValue *found = kip_find_name(machine, m->dict, name);
    if (!found || m->program == KIP_NO_PROGRAM)
        return found;
    if (!machine->added[m->program].program->global_stored[found->integer] ||
        m->global[found->integer].type == KIP_ABSENT)
        return NULL;
    return &m->global[found->integer];
}

static bool string_value(KipMachine *machine, const char *text, KipValue *value)
{
    uint32_t string = kip_intern(machine, text, strlen(text));
    *value = kip_reference(KIP_STRING, string);
    return string != 0;
}

/* __name__, __doc__ and __class__. Returns false, without a failure, where the object has no such attribute. */
static bool find_special(KipMachine *machine, KipValue object, uint32_t name, KipValue *value)
{
    if (name == machine->name_class && object.type == KIP_INSTANCE) {
        *value = kip_reference(KIP_CLASS, ((const KipInstance *)kip_at(machine, object.index))->class_);
        return true;
    }
    if (object.type == KIP_CLASS && name == machine->name_name) {
        *value = kip_reference(KIP_STRING, ((const KipClass *)kip_at(machine, object.index))->name);
        return true;
    }
    if (object.type == KIP_FUNCTION) {
        const KipFunction *f = kip_at(machine, object.index);
        const KipCode *code = &machine->added[f->program].program->code[f->code];
        if (name == machine->name_name)
            return string_value(machine, code->name, value);
        *value = kip_none();
        return name == machine->name_doc && (!code->doc || string_value(machine, code->doc, value));
    }
    if (name == machine->name_name && object.type == KIP_TYPE)
        return string_value(machine, kip_type_spelling((KipValueType)object.integer), value);
    if (name == machine->name_name && object.type == KIP_MODULE)
        return string_value(machine, kip_module_name(machine, object), value);
    if (name == machine->name_name && object.type == KIP_NATIVE) {
        *value = kip_reference(KIP_STRING, machine->native[object.index].name);
        return true;
    }
    return false;
}

/* A pointer to the attribute's value in an instance, class, module or table of a type's methods; NULL where there is
 * none. */
static KipValue *search(KipMachine *machine, KipValue object, uint32_t name, bool *method, bool *own)
{
    KipValue *value;
    *method = *own = false;
    switch (object.type) {
    case KIP_INSTANCE: {
        const KipInstance *instance = kip_at(machine, object.index);
        value = kip_find_name(machine, instance->dict, name);
        *own = value != NULL;
        if (value)
            return value;
        value = kip_class_find(machine, instance->class_, name);
        *method = value && value->type == KIP_FUNCTION;
        return value;
    }
    case KIP_CLASS:
        return kip_class_find(machine, object.index, name);
    case KIP_MODULE:
        return find_global(machine, object.index, name);
    case KIP_TYPE:
        return NULL;
    default:
        *method = true;
        return kip_find_name(machine,
                             object.type == KIP_HANDLE ? machine->kind_methods[object.index]
                                                       : machine->type_methods[object.type],
                             name);
    }
}

/* Where kip_is_found says no: the entry changes places with the one beside it. Returns whether that is the one looked for;
 * else what was here is kept beside, and this entry is to be filled in. */
static bool found_beside(KipMachine *machine, uint32_t owner, uint32_t name, KipFound *found)
{
    KipFound *beside = &machine->found[(found - machine->found) ^ (KIP_FOUND / 2)];
    const KipFound was = *found;
    *found = *beside;
    *beside = was;
    return kip_is_found(machine, owner, name, &found);
}

/* The value of an attribute; *self is set where it is a function to be called with the object. Returns false, without a
 * failure, where there is none. */
static bool find_attribute(KipMachine *machine, KipValue object, uint32_t name, KipValue *value, bool *self)
{
    const uint32_t owner = kip_owner(object);
    KipFound *found;
    *self = false;
    if (object.type == KIP_VECTOR && kip_vector_attribute(machine, object, kip_text_at(machine, name), value))
        return true;
    if (!kip_is_found(machine, owner, name, &found) && !found_beside(machine, owner, name, found)) {
        KipFound fresh = {.key = (uint64_t)owner << 32 | name, .era = machine->era};
        fresh.value = search(machine, object, name, &fresh.method, &fresh.own);
        if (!fresh.value)
            return find_special(machine, object, name, value);
        *found = fresh;
    }
    *value = *found->value;
    *self = found->method;
    return true;
}

/* -- loading and storing -------------------------------------------------------------------------------- */

static bool bind(KipMachine *machine, KipValue self, KipValue callee, KipValue *value)
{
    uint32_t index = kip_heap_take(machine, KIP_BOUND, sizeof(KipBound));
    if (!index)
        return false;
    ((KipBound *)kip_at(machine, index))->self = self;
    ((KipBound *)kip_at(machine, index))->callee = callee;
    *value = kip_reference(KIP_BOUND, index);
    return true;
}

bool kip_attribute_find(KipMachine *machine, KipValue object, uint32_t name, KipValue *value)
{
    KipValue found;
    bool self;
    if (!find_attribute(machine, object, name, &found, &self))
        return false;
    if (self)
        return bind(machine, object, found, value);
    *value = found;
    return true;
}

bool kip_attribute_load(KipMachine *machine, KipValue object, uint32_t name, KipValue *value)
{
    if (kip_attribute_find(machine, object, name, value))
        return true;
    return machine->failed ? false : kip_unknown_attribute(machine, object, name);
}

bool kip_method_find(KipMachine *machine, KipValue object, uint32_t name, KipValue *callee)
{
    bool self;
    return find_attribute(machine, object, name, callee, &self);
}

bool kip_method_load(KipMachine *machine, KipValue object, uint32_t name, KipValue pair[2])
{
    bool self;
    if (!find_attribute(machine, object, name, &pair[0], &self))
        return kip_unknown_attribute(machine, object, name);
    pair[1] = self ? object : (KipValue){.type = KIP_ABSENT};
    return true;
}

bool kip_super_load(KipMachine *machine, uint32_t function, uint32_t name, KipValue *callee)
{
    uint32_t owner = function ? ((const KipFunction *)kip_at(machine, function))->owner : 0;
    uint32_t base = owner ? ((const KipClass *)kip_at(machine, owner))->base : 0;
    const KipValue *found = kip_class_find(machine, base, name);
    if (found) {
        *callee = *found;
        return true;
    }
    if (name == machine->name_init && owner) { /* classes without __init__ inherit one that does nothing */
        *callee = (KipValue){.type = KIP_ABSENT};
        return true;
    }
    return kip_unknown_super(machine, base, name);
}

static uint32_t dict_of(const KipMachine *machine, KipValue object)
{
    if (object.type == KIP_INSTANCE)
        return ((const KipInstance *)kip_at(machine, object.index))->dict;
    return object.type == KIP_CLASS ? ((const KipClass *)kip_at(machine, object.index))->dict : 0;
}

bool kip_attribute_store(KipMachine *machine, KipValue object, uint32_t name, KipValue value)
{
    uint32_t dict = dict_of(machine, object);
    const KipModule *module = kip_at(machine, object.index);
    KipFound *known;
    KipValue *found;
    if (dict) {
        found = kip_find_name(machine, dict, name);
        if (!found || object.type == KIP_CLASS) /* whose functions may become numbers */
            machine->era++;
        else if (!kip_is_found(machine, object.index, name, &known) &&
                 !found_beside(machine, object.index, name, known))
            *known = (KipFound){.key = (uint64_t)object.index << 32 | name,
                                .era = machine->era,
                                .value = found,
                                .own = true};
        if (found)
            *found = value;
        return found ||
               kip_dict_put(machine, kip_reference(KIP_DICT, dict), kip_reference(KIP_STRING, name), value);
    }
    found = object.type == KIP_MODULE && module->program != KIP_NO_PROGRAM
                ? find_global(machine, object.index, name)
                : NULL;
    if (!found)
        return kip_script_fail(machine, "the attribute '%s' of a value of type %s cannot be set",
                               kip_text_at(machine, name), kip_type_name(machine, object));
    *found = value;
    return true;
}

bool kip_attribute_delete(KipMachine *machine, KipValue object, uint32_t name)
{
    uint32_t dict = dict_of(machine, object);
    machine->era++;
    if (dict && kip_dict_remove(machine, kip_reference(KIP_DICT, dict), kip_reference(KIP_STRING, name)))
        return true;
    return kip_unknown_attribute(machine, object, name);
}
