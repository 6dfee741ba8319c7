/* Values as text: str() and repr() as in Python, except where Python prints addresses. */
#include <string.h>

#include "objects.h"

/* -- text that grows ------------------------------------------------------------------------------------- */

void kip_text_begin(KipText *text, KipMachine *machine)
{
    text->machine = machine;
    text->at = text->small;
    text->size = 0;
    text->capacity = sizeof text->small;
    text->block = 0;
    text->failed = false;
}

static bool grow(KipText *text, size_t more)
{
    size_t capacity = 2 * text->capacity;
    uint32_t block;

    if (text->failed)
        return false;
    while (capacity < text->size + more)
        capacity *= 2;
    block = kip_heap_take(text->machine, KIP_BLOCK, KIP_UNIT + capacity);
    text->failed = block == 0;
    if (text->failed)
        return false;
    memcpy(kip_block(text->machine, block), text->at, text->size);
    if (text->block)
        kip_heap_give(text->machine, text->block);
    text->block = block;
    text->at = kip_block(text->machine, block);
    text->capacity = capacity;
    return true;
}

void kip_text_put(KipText *text, const char *bytes, size_t size)
{
    if (size == 0 || (text->size + size > text->capacity && !grow(text, size)))
        return;
    memcpy(text->at + text->size, bytes, size);
    text->size += size;
}

void kip_text_puts(KipText *text, const char *bytes)
{
    kip_text_put(text, bytes, strlen(bytes));
}

void kip_text_fill(KipText *text, const char *bytes, size_t size, size_t times)
{
    if (text->size + size * times > text->capacity && !grow(text, size * times))
        return;
    while (times--)
        kip_text_put(text, bytes, size);
}

void kip_text_drop(KipText *text)
{
    if (text->block)
        kip_heap_give(text->machine, text->block);
    text->block = 0;
}

bool kip_text_end(KipText *text, KipValue *string)
{
    bool done = !text->failed && kip_charge(text->machine, text->size / 256) &&
                kip_string_make(text->machine, text->at, text->size, string);
    kip_text_drop(text);
    return done;
}

/* -- repr ------------------------------------------------------------------------------------------------ */

/* The containers around a value, innermost first, for detecting one that contains itself. */
typedef struct Around {
    const struct Around *next;
    uint32_t index;
    int depth;
} Around;

static bool put_repr(KipText *text, KipValue value, const Around *around);

/* Whether Python prints the character itself; rare ranges are ignored. */
static bool is_printable(uint32_t code)
{
    static const uint32_t HIDDEN[][2] = {{0x7f, 0xa0},     {0xad, 0xad},     {0x600, 0x605},
                                         {0x61c, 0x61c},   {0x1680, 0x1680}, {0x180e, 0x180e},
                                         {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x206f},
                                         {0x3000, 0x3000}, {0xd800, 0xf8ff}, {0xfeff, 0xfeff},
                                         {0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0x10ffff}};
    for (size_t i = 0; i < sizeof HIDDEN / sizeof HIDDEN[0]; i++)
        if (code >= HIDDEN[i][0] && code <= HIDDEN[i][1])
            return false;
    return code >= ' ';
}

static void put_escape(KipText *text, uint32_t code)
{
    int digits = code < 0x100 ? 2 : code < 0x10000 ? 4 : 8;
    kip_text_puts(text, digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U");
    while (digits--)
        kip_text_put(text, &"0123456789abcdef"[code >> 4 * digits & 15], 1);
}

static void put_quoted(KipText *text, const KipString *string)
{
    bool other = memchr(string->text, '\'', string->size) && !memchr(string->text, '"', string->size);
    char quote = other ? '"' : '\'';

    kip_text_put(text, &quote, 1);
    for (size_t i = 0, n; i < string->size; i += n) {
        const char *at = string->text + i;
        uint32_t code;
        n = kip_utf8_size(at, string->size - i);
        code = kip_utf8_code(at, n);
        if (*at == '\n' || *at == '\r' || *at == '\t')
            kip_text_puts(text, *at == '\n' ? "\\n" : *at == '\r' ? "\\r" : "\\t");
        else if (!is_printable(code))
            put_escape(text, code);
        else {
            if (*at == quote || *at == '\\')
                kip_text_puts(text, "\\");
            kip_text_put(text, at, n);
        }
    }
    kip_text_put(text, &quote, 1);
}

static bool put_items(KipText *text, KipValue value, const Around *around)
{
    bool list = value.type == KIP_LIST;
    size_t n = 1;

    kip_text_puts(text, list ? "[" : "(");
    for (size_t i = 0;; i++) { /* a __repr__ may change the list */
        KipValue *item = kip_items(text->machine, value, &n);
        if (i >= n)
            break;
        if (i)
            kip_text_puts(text, ", ");
        if (!put_repr(text, item[i], around))
            return false;
    }
    kip_text_puts(text, list ? "]" : n == 1 ? ",)" : ")");
    return true;
}

static bool put_dict(KipText *text, KipValue value, const Around *around)
{
    const char *comma = "";

    kip_text_puts(text, "{");
    const KipEntry *next;
    for (uint32_t at = 0; (next = kip_dict_next(text->machine, value, &at));) {
        const KipEntry entry = *next; /* a __repr__ may change the dict */
        kip_text_puts(text, comma);
        if (!put_repr(text, entry.key, around))
            return false;
        kip_text_puts(text, ": ");
        if (!put_repr(text, entry.value, around))
            return false;
        comma = ", ";
    }
    kip_text_puts(text, "}");
    return true;
}

static bool put_container(KipText *text, KipValue value, const Around *around)
{
    Around here = {around, value.index, around ? around->depth + 1 : 0};

    for (const Around *outer = around; outer; outer = outer->next)
        if (outer->index == value.index) {
            kip_text_puts(text, value.type == KIP_LIST   ? "[...]"
                                : value.type == KIP_DICT ? "{...}"
                                                         : "(...)");
            return true;
        }
    if (text->failed || !kip_charge(text->machine, 1))
        return false;
    if (here.depth > KIP_MOST_NESTING)
        return kip_script_fail(text->machine, "a %s nested more than %d deep cannot be printed",
                               kip_type_name(text->machine, value), KIP_MOST_NESTING);
    return value.type == KIP_DICT ? put_dict(text, value, &here) : put_items(text, value, &here);
}

static void put_integer(KipText *text, int64_t integer)
{
    char digits[KIP_REPR_SIZE];
    kip_text_put(text, digits, kip_integer_text(integer, digits));
}

static void put_float(KipText *text, double x)
{
    char digits[KIP_REPR_SIZE];
    kip_text_put(text, digits, kip_float_repr(x, digits));
}

static void put_vector(KipText *text, KipVec3 v)
{
    kip_text_puts(text, "vec(");
    put_float(text, v.x);
    kip_text_puts(text, ", ");
    put_float(text, v.y);
    kip_text_puts(text, ", ");
    put_float(text, v.z);
    kip_text_puts(text, ")");
}

static void put_range(KipText *text, const KipRange *range)
{
    kip_text_puts(text, "range(");
    put_integer(text, range->start);
    kip_text_puts(text, ", ");
    put_integer(text, range->stop);
    if (range->step != 1) {
        kip_text_puts(text, ", ");
        put_integer(text, range->step);
    }
    kip_text_puts(text, ")");
}

static void put_between(KipText *text, const char *before, const char *name, const char *after)
{
    kip_text_puts(text, before);
    kip_text_puts(text, name);
    kip_text_puts(text, after);
}

static void put_handle(KipText *text, KipValue value)
{
    const KipMachineDef *def = &text->machine->def;
    const KipHandleKind *kind = &def->kind[value.index];
    char printed[128];

    if (kind->print) {
        kind->print(def->user, value.integer, printed);
        kip_text_puts(text, printed);
        return;
    }
    put_between(text, "<", kind->name, " ");
    put_integer(text, value.integer);
    kip_text_puts(text, ">");
}

static void put_native(KipText *text, KipValue value)
{
    put_between(text, "<built-in function ",
                kip_text_at(text->machine, text->machine->native[value.index].name), ">");
}

/* Writes the result of the instance's own method of this name; *has is false where there is none. */
static bool put_own(KipText *text, KipValue value, const char *method, bool *has)
{
    KipMachine *machine = text->machine;
    KipValue function, result;

    *has = kip_machine_has_method(machine, value, method);
    if (!*has)
        return true;
    function = kip_machine_attribute(machine, value, method);
    if (kip_machine_call(machine, function, NULL, 0, &result, NULL) != KIP_OK)
        return false;
    if (result.type != KIP_STRING)
        return kip_script_fail(machine, "%s of %s returned %s; it must return a str", method,
                               kip_type_name(machine, value), kip_type_name(machine, result));
    kip_text_put(text, kip_string_of(machine, result)->text, kip_string_of(machine, result)->size);
    return true;
}

static bool put_instance(KipText *text, KipValue value)
{
    bool has;
    if (!put_own(text, value, "__repr__", &has))
        return false;
    if (!has)
        put_between(text, "<", kip_type_name(text->machine, value), " object>");
    return true;
}

/* Writes what is neither a number nor a container. */
static bool put_other(KipText *text, KipValue value)
{
    KipMachine *machine = text->machine;
    void *object = kip_is_heap(value) ? kip_at(machine, value.index) : NULL;

    switch (value.type) {
    case KIP_NATIVE:
        put_native(text, value);
        break;
    case KIP_HANDLE:
        put_handle(text, value);
        break;
    case KIP_TYPE:
        put_between(text, "<class '", kip_type_spelling((KipValueType)value.integer), "'>");
        break;
    case KIP_STRING:
        put_quoted(text, object);
        break;
    case KIP_FUNCTION:
        put_between(text, "<function ", kip_function_name(machine, value), ">");
        break;
    case KIP_BOUND:
        kip_text_puts(text, "<bound method ");
        if (!put_other(text, ((KipBound *)object)->callee))
            return false;
        kip_text_puts(text, ">");
        break;
    case KIP_CLASS:
        put_between(text, "<class '__main__.",
                    ((KipString *)kip_at(machine, ((KipClass *)object)->name))->text, "'>");
        break;
    case KIP_INSTANCE:
        return put_instance(text, value);
    case KIP_MODULE:
        put_between(text, "<module '", kip_module_name(machine, value), "'>");
        break;
    default:
        put_between(text, "<", kip_type_spelling((KipValueType)value.type), ">");
        break;
    }
    return true;
}

static bool put_repr(KipText *text, KipValue value, const Around *around)
{
    switch (value.type) {
    case KIP_NONE:
        kip_text_puts(text, "None");
        return true;
    case KIP_BOOL:
        kip_text_puts(text, value.integer ? "True" : "False");
        return true;
    case KIP_INT:
        put_integer(text, value.integer);
        return true;
    case KIP_FLOAT:
        put_float(text, value.number);
        return true;
    case KIP_LIST:
    case KIP_TUPLE:
    case KIP_DICT:
        return put_container(text, value, around);
    case KIP_RANGE:
        put_range(text, kip_at(text->machine, value.index));
        return true;
    case KIP_VECTOR:
        put_vector(text, kip_vector_of(text->machine, value));
        return true;
    default:
        return put_other(text, value);
    }
}

bool kip_repr(KipMachine *machine, KipValue value, KipValue *string)
{
    KipText text;
    kip_text_begin(&text, machine);
    if (!put_repr(&text, value, NULL)) {
        kip_text_drop(&text);
        return false;
    }
    return kip_text_end(&text, string);
}

bool kip_str(KipMachine *machine, KipValue value, KipValue *string)
{
    KipText text;
    bool has = false, done;

    if (value.type == KIP_STRING) {
        *string = value;
        return true;
    }
    if (value.type != KIP_INSTANCE)
        return kip_repr(machine, value, string);
    kip_text_begin(&text, machine);
    done = put_own(&text, value, "__str__", &has) && (has || put_instance(&text, value));
    if (!done) {
        kip_text_drop(&text);
        return false;
    }
    return kip_text_end(&text, string);
}
