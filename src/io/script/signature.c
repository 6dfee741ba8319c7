/* The signatures of native functions, read once when a machine is made:
 *
 *     push(body, seconds=0.1)            defaults: a number, None, True, False, 'text'
 *     print(..., sep=' ', end='\n')      further arguments; names behind ... are given by name only
 *     append(self, item)                 a method
 *     format(self, ..., **named)         a dict of what is given by other names, or None
 *
 * The tables hold references to strings of the heap: the first objects that are made in it, the same in
 * each machine with the same definitions.
 */
#include "machine_parts.h"

#include <string.h>

typedef struct Reader {
    KipMachine *machine;
    const char *at;
} Reader;

static bool name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static size_t name_size(const char *text)
{
    size_t size = 0;
    while (name_char(text[size]))
        size++;
    return size;
}

static void skip_spaces(Reader *reader)
{
    while (*reader->at == ' ')
        reader->at++;
}

static bool skip(Reader *reader, const char *text)
{
    size_t size = strlen(text);
    skip_spaces(reader);
    if (strncmp(reader->at, text, size) != 0)
        return false;
    reader->at += size;
    return true;
}

/* Digits, at most 15 of them and a point: exact when divided once. */
static bool read_number(Reader *reader, KipValue *value)
{
    int64_t digits = 0;
    double scale = 1;
    bool negative = skip(reader, "-"), point = false;
    const char *start = reader->at;
    for (; (*reader->at >= '0' && *reader->at <= '9') || (*reader->at == '.' && !point); reader->at++) {
        if (*reader->at == '.') {
            point = true;
            continue;
        }
        digits = digits * 10 + (*reader->at - '0');
        scale *= point ? 10 : 1;
    }
    *value = point ? kip_float((negative ? -1.0 : 1.0) * (double)digits / scale)
                   : kip_int(negative ? -digits : digits);
    return reader->at > start && reader->at - start <= 16;
}

static bool read_default(Reader *reader, KipValue *value)
{
    if (skip(reader, "None")) {
        *value = kip_none();
    } else if (skip(reader, "True")) {
        *value = kip_bool(true);
    } else if (skip(reader, "False")) {
        *value = kip_bool(false);
    } else if (skip(reader, "'")) {
        const char *end = strchr(reader->at, '\'');
        uint32_t text = end ? kip_intern(reader->machine, reader->at, (size_t)(end - reader->at)) : 0;
        if (!text)
            return false;
        *value = kip_reference(KIP_STRING, text);
        reader->at = end + 1;
    } else {
        return read_number(reader, value);
    }
    return true;
}

static bool read_parameter(Reader *reader, KipNativeInfo *info, KipNativeParameter *parameter)
{
    bool named = skip(reader, "**");
    size_t size;
    skip_spaces(reader);
    size = name_size(reader->at);
    *parameter =
        (KipNativeParameter){.name = kip_intern(reader->machine, reader->at, size), .required = true};
    if (!size || !parameter->name)
        return false;
    if (info->count == 0 && size == 4 && strncmp(reader->at, "self", size) == 0)
        info->method = true;
    reader->at += size;
    if (named) {
        info->named = info->count;
        parameter->required = false;
        parameter->standard = kip_none();
    } else if (skip(reader, "=")) {
        parameter->required = false;
        if (!read_default(reader, &parameter->standard))
            return false;
    }
    info->count++;
    return true;
}

/* Reads what stands between the parentheses; parameters go to `parameter` and on. */
static bool read_parameters(Reader *reader, KipNativeInfo *info, KipNativeParameter *parameter)
{
    if (!skip(reader, "("))
        return false;
    for (bool first = true; !skip(reader, ")"); first = false) {
        if (!first && !skip(reader, ","))
            return false;
        if (skip(reader, "...")) {
            if (info->more)
                return false;
            info->more = true;
            info->npositional = info->count;
            continue;
        }
        if (info->count == KIP_MOST_PARAMETERS || !read_parameter(reader, info, &parameter[info->count]))
            return false;
    }
    if (!info->more)
        info->npositional = info->count;
    return *reader->at == 0;
}

static int count_commas(const char *signature)
{
    int n = 2; /* self that is not written, and the first */
    for (; *signature; signature++)
        n += *signature == ',';
    return n;
}

/* The methods of host objects do not write their self. */
static bool read_native(KipMachine *machine, const KipNativeDef *def, bool of_host_object,
                        KipNativeInfo *info)
{
    Reader reader = {machine, def->signature};
    size_t size = name_size(def->signature);
    *info = (KipNativeInfo){.def = def, .first = machine->nparameter, .named = -1};
    info->name = kip_intern(machine, def->signature, size);
    if (!size || !info->name)
        return false;
    if (of_host_object) {
        uint32_t self = kip_intern(machine, "self", 4);
        machine->parameter[machine->nparameter] = (KipNativeParameter){.name = self, .required = true};
        info->method = true;
        info->count = 1;
    }
    reader.at += size;
    if (!read_parameters(&reader, info, &machine->parameter[info->first]))
        return false;
    machine->nparameter += info->count;
    machine->natives_hash = kip_hash(machine->natives_hash, def->signature, strlen(def->signature) + 1);
    return true;
}

static bool add_native(KipMachine *machine, const KipNativeDef *def, bool of_host_object, KipError *error)
{
    if (!read_native(machine, def, of_host_object, &machine->native[machine->nnative])) {
        if (machine->failed)
            *error = machine->error;
        else
            kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the signature of a native cannot be read: %s",
                     def->signature);
        return false;
    }
    machine->nnative++;
    return true;
}

static bool add_known(KipMachine *machine, const char *name, size_t size, KipValue value)
{
    uint32_t string = kip_intern(machine, name, size);
    return string && kip_dict_put(machine, kip_reference(KIP_DICT, machine->state->known),
                                  kip_reference(KIP_STRING, string), value);
}

static bool add_kind(KipMachine *machine, int kind, KipError *error)
{
    const KipHandleKind *k = &machine->def.kind[kind];
    KipValue dict;
    machine->natives_hash = kip_hash(machine->natives_hash, k->name, strlen(k->name) + 1);
    if (!kip_dict_make(machine, &dict))
        return false;
    machine->kind_methods[kind] = dict.index;
    for (int i = 0; i < k->nmethod; i++) {
        KipValue native = {.type = KIP_NATIVE, .index = (uint32_t)machine->nnative};
        if (!add_native(machine, &k->method[i], true, error) ||
            !kip_dict_put(machine, dict, kip_reference(KIP_STRING, machine->native[native.index].name),
                          native))
            return false;
    }
    return true;
}

/* The methods of a built-in type, for the machine to find them as it finds all names. */
static bool add_type(KipMachine *machine, KipValueType type)
{
    KipValue dict;
    if (!kip_dict_make(machine, &dict))
        return false;
    machine->type_methods[type] = dict.index;
    for (int i = 0; i < kip_builtin_count(); i++) {
        uint32_t name = machine->native[i].name;
        KipValue method = kip_type_method(machine, type, name);
        if (method.type == KIP_NATIVE && method.index == (uint32_t)i &&
            !kip_dict_put(machine, dict, kip_reference(KIP_STRING, name), method))
            return false;
    }
    return true;
}

static bool take_tables(KipMachine *machine)
{
    const KipMachineDef *def = &machine->def;
    const KipAllocator *allocator = def->allocator;
    size_t natives = (size_t)kip_builtin_count() + (size_t)def->nnative, parameters = 0;
    for (int i = 0; i < kip_builtin_count(); i++)
        parameters += (size_t)count_commas(kip_builtin_native(i)->signature);
    for (int i = 0; i < def->nnative; i++)
        parameters += (size_t)count_commas(def->native[i].signature);
    for (int k = 0; k < def->nkind; k++) {
        natives += (size_t)def->kind[k].nmethod;
        for (int i = 0; i < def->kind[k].nmethod; i++)
            parameters += (size_t)count_commas(def->kind[k].method[i].signature);
    }
    machine->room_natives = natives + 1;
    machine->room_parameters = parameters + 1;
    machine->native = kip_resize(allocator, NULL, 0, machine->room_natives * sizeof *machine->native);
    machine->parameter =
        kip_resize(allocator, NULL, 0, machine->room_parameters * sizeof *machine->parameter);
    machine->kind_methods = kip_resize(allocator, NULL, 0, ((size_t)def->nkind + 1) * sizeof(uint32_t));
    return machine->native && machine->parameter && machine->kind_methods;
}

static bool fill_tables(KipMachine *machine, KipError *error)
{
    const KipMachineDef *def = &machine->def;
    const char *name;
    KipValue value;
    for (int i = 0; i < kip_builtin_count(); i++)
        if (!add_native(machine, kip_builtin_native(i), false, error))
            return false;
    for (int type = 0; type < KIP_BLOCK; type++)
        if (!add_type(machine, (KipValueType)type))
            return false;
    for (int i = 0; kip_builtin_global(i, &name, &value); i++)
        if (!add_known(machine, name, name_size(name), value)) /* a function's name may be its signature */
            return false;
    for (int i = 0; i < def->nnative; i++) {
        value = (KipValue){.type = KIP_NATIVE, .index = (uint32_t)machine->nnative};
        if (!add_native(machine, &def->native[i], false, error) ||
            !add_known(machine, def->native[i].signature, name_size(def->native[i].signature), value))
            return false;
    }
    for (int i = 0; i < def->nkind; i++)
        if (!add_kind(machine, i, error))
            return false;
    return true;
}

KipStatus kip_natives_make(KipMachine *machine, KipError *error)
{
    KipError kept = {0};
    if (!take_tables(machine))
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    machine->natives_hash = KIP_HASH_START;
    if (fill_tables(machine, &kept))
        return KIP_OK;
    if (machine->failed)
        kept = machine->error; /* the heap is too small for the names */
    if (error)
        *error = kept;
    return kept.status;
}
