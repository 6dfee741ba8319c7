/* Signatures of native functions (KipNativeDef), parsed once when a machine is made. The tables refer to strings of the
 * heap, which are the first objects in it and so the same in each machine with the same definitions. */
#include "machine_parts.h"

#include <string.h>

#include "../../dynamics/letters.h"

typedef struct Reader {
    KipMachine *machine;
    const char *at;
} Reader;

static bool name_char(char c)
{
    return is_letter(c) || is_digit(c) || c == '_';
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

/* Reads at most 15 digits and a point, so that one division gives the correctly rounded value. */
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

/* Reads the type after a colon, with an optional question mark. */
static bool read_type(Reader *reader, KipNativeParameter *parameter)
{
    skip_spaces(reader);
    const size_t size = name_size(reader->at);
    parameter->type = kip_find_type(reader->machine, reader->at, size);
    reader->at += size;
    parameter->optional = skip(reader, "?");
    return parameter->type != NULL;
}

static bool read_parameter(Reader *reader, KipNativeInfo *info, KipNativeParameter *parameter)
{
    const bool named = skip(reader, "**");
    skip_spaces(reader);
    const size_t size = name_size(reader->at);
    *parameter =
        (KipNativeParameter){.name = kip_intern(reader->machine, reader->at, size), .required = true};
    if (!size || !parameter->name)
        return false;
    if (info->count == 0 && size == 4 && strncmp(reader->at, "self", size) == 0)
        info->method = true;
    reader->at += size;
    if (skip(reader, ":") && !read_type(reader, parameter))
        return false;
    if (named) {
        info->named = info->count;
        parameter->required = false;
        parameter->standard = kip_none();
    } else if (skip(reader, "=")) {
        parameter->required = false;
        if (!read_default(reader, &parameter->standard))
            return false;
        parameter->optional = parameter->optional || parameter->standard.type == KIP_NONE;
    }
    info->typed = info->typed || parameter->type;
    info->count++;
    return true;
}

/* Reads the parameters between the parentheses into `parameter` and the following. */
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
    if (!info->more) /* what "**" takes is named */
        info->npositional = info->named >= 0 ? info->named : info->count;
    return *reader->at == 0;
}

const char *kip_plain_signature(const char *signature, char plain[KIP_SIGNATURE_SIZE])
{
    size_t n = 0;
    for (const char *at = signature; *at && n < KIP_SIGNATURE_SIZE - 1; at += *at != 0) {
        if (*at == ':')
            at += strcspn(at, "=,)");
        plain[n++] = *at;
    }
    plain[n] = 0;
    return plain;
}

/* -- the tables ------------------------------------------------------------------------------------------ */

/* The i-th of all natives: those of the language, the host's functions, the methods of its kinds; NULL after the last. */
static const KipNativeDef *native_def(const KipMachineDef *def, int i)
{
    if (i < kip_builtin_count())
        return kip_builtin_native(i);
    i -= kip_builtin_count();
    if (i < def->nnative)
        return &def->native[i];
    i -= def->nnative;
    for (int k = 0; k < def->nkind; i -= def->kind[k++].nmethod)
        if (i < def->kind[k].nmethod)
            return &def->kind[k].method[i];
    return NULL;
}

static bool take_tables(KipMachine *machine)
{
    const KipMachineDef *def = &machine->def;
    const KipNativeDef *native;
    size_t natives = 1, parameters = 1;
    for (int i = 0; (native = native_def(def, i)); i++) {
        natives++;
        parameters++;
        for (const char *c = native->signature; *c; c++)
            parameters += *c == ',';
    }
    machine->room_natives = natives;
    machine->room_parameters = parameters;
    machine->native = kip_resize(def->allocator, NULL, 0, natives * sizeof *machine->native);
    machine->parameter = kip_resize(def->allocator, NULL, 0, parameters * sizeof *machine->parameter);
    machine->kind_methods = kip_resize(def->allocator, NULL, 0, ((size_t)def->nkind + 1) * sizeof(uint32_t));
    return machine->native && machine->parameter && machine->kind_methods;
}

static bool read_native(KipMachine *machine, const KipNativeDef *def, KipNativeInfo *info)
{
    const size_t size = name_size(def->signature);
    Reader reader = {machine, def->signature + size};
    *info = (KipNativeInfo){.def = def,
                            .name = kip_intern(machine, def->signature, size),
                            .first = machine->nparameter,
                            .named = -1};
    if (!size || !info->name || !read_parameters(&reader, info, &machine->parameter[info->first]))
        return false;
    machine->nparameter += info->count;
    machine->natives_hash = kip_hash(machine->natives_hash, def->signature, strlen(def->signature) + 1);
    return true;
}

bool kip_put_natives(KipMachine *machine, uint32_t dict, int first, int n)
{
    for (int i = first; i < first + n; i++)
        if (!kip_dict_put(machine, kip_reference(KIP_DICT, dict),
                          kip_reference(KIP_STRING, machine->native[i].name),
                          (KipValue){.type = KIP_NATIVE, .index = (uint32_t)i}))
            return false;
    return true;
}

static bool fill_tables(KipMachine *machine, KipError *error)
{
    const KipMachineDef *def = &machine->def;
    const KipNativeDef *native;
    int first = kip_builtin_count();
    for (; (native = native_def(def, machine->nnative)); machine->nnative++)
        if (!read_native(machine, native, &machine->native[machine->nnative])) {
            kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the signature of a native cannot be read: %s",
                     native->signature);
            return false;
        }
    if (!kip_builtins_fill(machine) || !kip_put_natives(machine, machine->state->known, first, def->nnative))
        return false;
    first += def->nnative;
    for (int k = 0; k < def->nkind; first += def->kind[k++].nmethod) {
        KipValue dict;
        machine->natives_hash =
            kip_hash(machine->natives_hash, def->kind[k].name, strlen(def->kind[k].name) + 1);
        if (!kip_dict_make(machine, &dict))
            return false;
        machine->kind_methods[k] = dict.index;
        if (!kip_put_natives(machine, dict.index, first, def->kind[k].nmethod))
            return false;
    }
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
