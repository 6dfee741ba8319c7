/* Failures for names and attributes that do not exist, with a similar one that may be meant. */
#include "foreign.h"
#include "machine_parts.h"

#include <string.h>

enum { MOST_NAMES = 256 }; /* searched for "did you mean" */

typedef struct Names {
    const char *name[MOST_NAMES];
    int n;
} Names;

/* -- names that there are -------------------------------------------------------------------------------- */

static void add_name(Names *names, const char *name)
{
    if (names->n < MOST_NAMES)
        names->name[names->n++] = name;
}

static void add_keys(const KipMachine *machine, Names *names, uint32_t dict)
{
    const KipDict *d = kip_at(machine, dict);
    const KipEntry *entry = kip_block(machine, d->entries);
    for (uint32_t i = 0; i < d->used; i++)
        if (entry[i].key.type == KIP_STRING)
            add_name(names, kip_text_at(machine, entry[i].key.index));
}

static void add_class(const KipMachine *machine, Names *names, uint32_t class_)
{
    for (; class_; class_ = ((const KipClass *)kip_at(machine, class_))->base)
        add_keys(machine, names, ((const KipClass *)kip_at(machine, class_))->dict);
}

/* Adds the globals of a module that have a value, with `own` except builtins. */
static void add_globals(const KipMachine *machine, Names *names, uint32_t module, bool own)
{
    const KipModule *m = kip_at(machine, module);
    const KipAdded *added = &machine->added[m->program];
    const KipTuple *constants = kip_at(machine, added->constants);
    for (uint32_t i = 0; i < m->count; i++)
        if (m->global[i].type != KIP_ABSENT && (!own || added->program->global_stored[i]))
            add_name(names, kip_text_at(machine, constants->item[added->program->global[i]].index));
}

/* The signature of the host's function of this name; NULL where there is none. */
static const char *host_signature(const KipMachine *machine, const char *name)
{
    for (int i = 0; i < machine->def.nnative; i++) {
        const char *signature = machine->def.native[i].signature;
        size_t n = strcspn(signature, "(");
        if (strncmp(signature, name, n) == 0 && name[n] == '\0')
            return signature;
    }
    return NULL;
}

static void add_host(const KipMachine *machine, Names *names)
{
    for (int i = 0; i < machine->nnative; i++)
        if (!machine->native[i].method &&
            host_signature(machine, kip_text_at(machine, machine->native[i].name)))
            add_name(names, kip_text_at(machine, machine->native[i].name));
}

/* Adds the attributes of a value, except functions of the host. */
static void add_attributes(KipMachine *machine, Names *names, KipValue object)
{
    const KipModule *module = kip_at(machine, object.index);
    if (object.type == KIP_INSTANCE) {
        add_keys(machine, names, ((const KipInstance *)kip_at(machine, object.index))->dict);
        add_class(machine, names, ((const KipInstance *)kip_at(machine, object.index))->class_);
    } else if (object.type == KIP_CLASS) {
        add_class(machine, names, object.index);
    } else if (object.type == KIP_MODULE && module->program == KIP_NO_PROGRAM) {
        add_keys(machine, names, module->dict);
    } else if (object.type == KIP_MODULE) {
        add_globals(machine, names, object.index, true);
    } else if (object.type == KIP_HANDLE) {
        add_keys(machine, names, machine->kind_methods[object.index]);
    } else {
        add_keys(machine, names, machine->type_methods[object.type]);
    }
}

/* -- attributes ------------------------------------------------------------------------------------------ */

/* Fails for time.sleep: a function of the vocabulary has the name of a module of Python. */
static bool fail_native(KipMachine *machine, KipValue object, uint32_t name)
{
    const char *function = kip_text_at(machine, machine->native[object.index].name);
    const char *instead = kip_foreign_module(function);
    return kip_script_fail(machine, "%s is a function here, so there is no %s.%s%s%s", function, function,
                           kip_text_at(machine, name), instead ? ": " : "", instead ? instead : "");
}

/* Fails for s.com.z: a method without its parentheses. */
static bool fail_method(KipMachine *machine, KipValue object, uint32_t name)
{
    KipValue callee = ((const KipBound *)kip_at(machine, object.index))->callee;
    const char *method = callee.type == KIP_NATIVE ? kip_text_at(machine, machine->native[callee.index].name)
                                                   : kip_function_name(machine, callee);
    return kip_script_fail(machine, "%s is a method, which is called with its parentheses: write %s().%s",
                           method, method, kip_text_at(machine, name));
}

/* Fails for s.getPosition(): a function of the host used as a method. */
static bool fail_handle(KipMachine *machine, KipValue object, uint32_t name)
{
    Names names = {.n = 0};
    const char *text = kip_text_at(machine, name), *kind = kip_type_name(machine, object);
    add_attributes(machine, &names, object);
    const int own = names.n;
    add_host(machine, &names);
    const int near = kip_nearest_name(text, names.name, names.n, sizeof *names.name);
    if (near >= 0 && near < own)
        return kip_script_fail(machine, "a value of type %s has no attribute '%s'; did you mean '%s'?", kind,
                               text, names.name[near]);
    char plain[KIP_SIGNATURE_SIZE];
    if (near >= 0)
        return kip_script_fail(machine,
                               "a value of type %s has no attribute '%s'; %s is a word of its own: %s", kind,
                               text, names.name[near],
                               kip_plain_signature(host_signature(machine, names.name[near]), plain));
    return kip_script_fail(machine,
                           "a value of type %s has no attribute '%s'; kip help toolkit lists what there is",
                           kind, text);
}

/* "an object of class Up" */
static const char *describe(KipMachine *machine, KipValue object, const char **whose)
{
    *whose = kip_type_name(machine, object);
    if (object.type == KIP_CLASS) {
        *whose = kip_text_at(machine, ((const KipClass *)kip_at(machine, object.index))->name);
        return "the class ";
    }
    if (object.type == KIP_MODULE) {
        *whose = kip_module_name(machine, object);
        return "the module ";
    }
    return object.type == KIP_INSTANCE ? "an object of class " : "a value of type ";
}

bool kip_unknown_attribute(KipMachine *machine, KipValue object, uint32_t name)
{
    Names names = {.n = 0};
    const char *whose, *text = kip_text_at(machine, name), *what = describe(machine, object, &whose);
    if (object.type == KIP_NATIVE)
        return fail_native(machine, object, name);
    if (object.type == KIP_BOUND)
        return fail_method(machine, object, name);
    if (object.type == KIP_HANDLE)
        return fail_handle(machine, object, name);
    const char *instead = object.type == KIP_MODULE ? kip_foreign_attribute(whose, text) : NULL;
    if (instead)
        return kip_script_fail(machine, "the module %s has no attribute '%s': %s", whose, text, instead);
    add_attributes(machine, &names, object);
    KipHint hint = kip_hint(text);
    kip_hint_names(&hint, names.name, names.n, sizeof *names.name);
    const bool told = kip_hint_is_near(&hint) || object.type == KIP_INSTANCE || object.type == KIP_CLASS;
    return kip_script_fail(machine, "%s%s has no attribute '%s'%s", what, whose, text,
                           told ? kip_hint_text(&hint) : "");
}

bool kip_unknown_super(KipMachine *machine, uint32_t base, uint32_t name)
{
    Names names = {.n = 0};
    KipHint hint = kip_hint(kip_text_at(machine, name));
    if (!base)
        return kip_script_fail(machine, "super() has no '%s': the class inherits from none",
                               kip_text_at(machine, name));
    add_class(machine, &names, base);
    kip_hint_names(&hint, names.name, names.n, sizeof *names.name);
    return kip_script_fail(machine, "super() has no '%s'%s", kip_text_at(machine, name),
                           kip_hint_text(&hint));
}

/* -- names ----------------------------------------------------------------------------------------------- */

/* The module's name of its only object of this kind; the kind's name where there is not exactly one. */
static const char *name_of_object(const KipMachine *machine, uint32_t module, uint32_t kind)
{
    const KipModule *m = kip_at(machine, module);
    const KipAdded *added = &machine->added[m->program];
    const KipTuple *constants = kip_at(machine, added->constants);
    const char *name = machine->def.kind[kind].name;
    int found = 0;
    for (uint32_t i = 0; i < m->count; i++)
        if (m->global[i].type == KIP_HANDLE && m->global[i].index == kind && ++found == 1)
            name = kip_text_at(machine, constants->item[added->program->global[i]].index);
    return found == 1 ? name : machine->def.kind[kind].name;
}

/* Whether a kind of host object has a method of this name: setTarget(...) was written without an object. */
static bool is_method(const KipMachine *machine, uint32_t name, uint32_t *kind)
{
    for (*kind = 0; *kind < (uint32_t)machine->def.nkind; ++*kind)
        if (kip_find_name(machine, machine->kind_methods[*kind], name))
            return true;
    return false;
}

bool kip_unknown_name(KipMachine *machine, const KipFrame *frame, uint32_t name)
{
    const KipAdded *added = &machine->added[frame->program];
    const KipCode *code = &added->program->code[frame->code];
    const KipTuple *constants = kip_at(machine, added->constants);
    const char *text = kip_text_at(machine, name), *foreign = kip_foreign_name(text);
    Names names = {.n = 0};
    uint32_t kind;
    if (foreign)
        return kip_script_fail(machine, "the name '%s' is not defined: %s", text, foreign);
    if (is_method(machine, name, &kind))
        return kip_script_fail(machine, "%s is a method of a%s %s: %s.%s(...)", text,
                               strchr("aeiou", machine->def.kind[kind].name[0]) ? "n" : "",
                               machine->def.kind[kind].name, name_of_object(machine, frame->module, kind),
                               text);
    for (int i = 0; i < code->nlocal; i++)
        if (code->local_name[i] >= 0 && machine->stack[frame->base + (uint32_t)i].type != KIP_ABSENT)
            add_name(&names, kip_text_at(machine, constants->item[code->local_name[i]].index));
    add_globals(machine, &names, frame->module, false);
    add_keys(machine, &names, machine->state->known);
    int near = kip_nearest_name(text, names.name, names.n, sizeof *names.name);
    if (near < 0)
        return kip_script_fail(machine, "the name '%s' is not defined", text);
    return kip_script_fail(machine, "the name '%s' is not defined; did you mean '%s'?", text,
                           names.name[near]);
}
