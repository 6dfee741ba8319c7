/* The one table that all natives of the language stand in: the tables of the files one behind the other. */
#include <string.h>

#include "objects.h"

typedef struct Table {
    const KipNativeDef *def;
    const int *count;
    KipValueType type; /* whose methods they are; KIP_ABSENT: functions */
    const char *owner; /* what stands before the point of "math.sin"; "" for what every script has */
} Table;

static const Table TABLE[] = {
    {kip_function_def, &kip_function_count, KIP_ABSENT, ""},
    {kip_maker_def, &kip_maker_count, KIP_ABSENT, ""},
    {kip_string_def, &kip_string_count, KIP_STRING, "text"},
    {kip_list_def, &kip_list_count, KIP_LIST, "list"},
    {kip_tuple_def, &kip_tuple_count, KIP_TUPLE, "tuple"},
    {kip_dict_def, &kip_dict_count, KIP_DICT, "dict"},
    {kip_vector_def, &kip_vector_count, KIP_VECTOR, "vec"},
    {kip_math_def, &kip_math_count, KIP_ABSENT, "math"},
    {kip_random_def, &kip_random_count, KIP_ABSENT, "random"},
};

enum { TABLES = sizeof TABLE / sizeof TABLE[0] };

int kip_builtin_count(void)
{
    int n = 0;
    for (int t = 0; t < TABLES; t++)
        n += *TABLE[t].count;
    return n;
}

const KipNativeDef *kip_builtin_native(int index)
{
    int t = 0;
    while (index >= *TABLE[t].count)
        index -= *TABLE[t++].count;
    return &TABLE[t].def[index];
}

int kip_language_vocabulary(int i, const char **signature, const char **help, const char **owner)
{
    int n = kip_builtin_count();
    if (i < 0 || i >= n)
        return n;
    const KipNativeDef *def = kip_builtin_native(i);
    int t = 0;
    for (int left = i; left >= *TABLE[t].count; left -= *TABLE[t++].count)
        ;
    *signature = def->signature;
    *help = def->help;
    *owner = TABLE[t].owner;
    return n;
}

static KipValue native_at(int table, int i)
{
    for (int t = 0; t < table; t++)
        i += *TABLE[t].count;
    return (KipValue){.type = KIP_NATIVE, .index = (uint32_t)i};
}

KipValue kip_native_value(const KipNativeDef *def)
{
    for (int t = 0; t < TABLES; t++)
        for (int i = 0; i < *TABLE[t].count; i++)
            if (&TABLE[t].def[i] == def)
                return native_at(t, i);
    return (KipValue){.type = KIP_ABSENT};
}

static bool is_named(const KipNativeDef *def, const char *name, size_t size)
{
    return *def->signature == *name && strncmp(def->signature, name, size) == 0 &&
           def->signature[size] == '(';
}

KipValue kip_type_method(KipMachine *machine, KipValueType type, uint32_t name)
{
    const KipString *string = kip_heap_at(machine, name);

    for (int t = 0; t < TABLES; t++)
        for (int i = 0; TABLE[t].type == type && i < *TABLE[t].count; i++)
            if (is_named(&TABLE[t].def[i], string->text, string->size))
                return native_at(t, i);
    return (KipValue){.type = KIP_ABSENT};
}

bool kip_builtin_global(int i, const char **name, KipValue *value)
{
    KipValueType type;

    if (i < kip_maker_count) {
        if (!kip_made_type(i, &type))
            return false;
        *name = kip_type_spelling(type);
        *value = (KipValue){.type = KIP_TYPE, .integer = type};
        return true;
    }
    i -= kip_maker_count;
    if (i >= kip_function_count)
        return false;
    *name = kip_function_def[i].signature;
    *value = kip_native_value(&kip_function_def[i]);
    return true;
}

bool kip_natives_fill(KipMachine *machine, KipValue dict, const KipNativeDef *def, int n)
{
    for (int i = 0; i < n; i++) {
        uint32_t name = kip_intern(machine, def[i].signature, strcspn(def[i].signature, "("));
        if (!name || !kip_dict_put(machine, dict, kip_reference(KIP_STRING, name), kip_native_value(&def[i])))
            return false;
    }
    return true;
}
