/* All natives of the language in one sequence, which concatenates the tables of the files. */
#include "objects.h"

static const struct {
    const KipNativeTable *of;
    KipValueType type; /* whose methods they are; KIP_ABSENT for functions */
    const char *owner; /* what precedes the point, as in "math.sin"; "" for functions that every script has */
} tables[] = {
    {&kip_functions, KIP_ABSENT, ""},          {&kip_makers, KIP_ABSENT, ""},
    {&kip_string_methods, KIP_STRING, "text"}, {&kip_list_methods, KIP_LIST, "list"},
    {&kip_tuple_methods, KIP_TUPLE, "tuple"},  {&kip_dict_methods, KIP_DICT, "dict"},
    {&kip_vector_methods, KIP_VECTOR, "vec"},  {&kip_math, KIP_ABSENT, "math"},
    {&kip_random, KIP_ABSENT, "random"},
};

enum { TABLES = sizeof tables / sizeof *tables };

int kip_builtin_count(void)
{
    int n = 0;
    for (int t = 0; t < TABLES; t++)
        n += tables[t].of->n;
    return n;
}

/* The table of native *i, which is replaced by its index there. */
static int table_of(int *i)
{
    int t = 0;
    while (*i >= tables[t].of->n)
        *i -= tables[t++].of->n;
    return t;
}

const KipNativeDef *kip_builtin_native(int index)
{
    const int t = table_of(&index);
    return &tables[t].of->def[index];
}

int kip_language_vocabulary(int i, const char **signature, const char **help, const char **owner)
{
    const int n = kip_builtin_count();
    if (i < 0 || i >= n)
        return n;
    const KipNativeDef *def = kip_builtin_native(i);
    *signature = def->signature;
    *help = def->help;
    *owner = tables[table_of(&i)].owner;
    return n;
}

static int first_of(const KipNativeTable *table)
{
    int first = 0;
    for (int t = 0; tables[t].of != table; t++)
        first += tables[t].of->n;
    return first;
}

bool kip_natives_fill(KipMachine *machine, uint32_t dict, const KipNativeTable *table)
{
    return kip_put_natives(machine, dict, first_of(table), table->n);
}

static bool put_types(KipMachine *machine, KipValue known)
{
    const int first = first_of(&kip_makers);
    for (int i = 0; i < kip_makers.n; i++) {
        const int type = kip_makers.def[i].variant;
        machine->maker[type] = (uint32_t)(first + i);
        if (!kip_dict_put(machine, known, kip_reference(KIP_STRING, machine->native[first + i].name),
                          (KipValue){.type = KIP_TYPE, .integer = type}))
            return false;
    }
    return true;
}

bool kip_builtins_fill(KipMachine *machine)
{
    const uint32_t known = machine->state->known;
    for (int type = 0; type < KIP_BLOCK; type++) {
        KipValue dict;
        if (!kip_dict_make(machine, &dict))
            return false;
        machine->type_methods[type] = dict.index;
    }
    for (int t = 0; t < TABLES; t++)
        if (tables[t].type && !kip_natives_fill(machine, machine->type_methods[tables[t].type], tables[t].of))
            return false;
    return put_types(machine, kip_reference(KIP_DICT, known)) &&
           kip_natives_fill(machine, known, &kip_functions);
}
