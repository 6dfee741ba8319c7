/* Methods of str that split or assemble it: split, join, format. */
#include <string.h>

#include "objects.h"

static const KipString *self(const KipCall *call)
{
    return kip_string_of(call->machine, call->argument[0]);
}

static bool add_part(KipCall *call, const char *text, size_t size)
{
    KipValue string;
    return kip_string_make(call->machine, text, size, &string) &&
           kip_list_append(call->machine, call->result, string);
}

/* -- split ----------------------------------------------------------------------------------------------- */

/* Splits into words, from the start or from the end; after `most` of them the rest is one part. */
static bool split_words(KipCall *call, int64_t most, bool back)
{
    const KipString *string = self(call);
    const char *text = string->text;
    size_t lo = 0, hi = string->size;

    for (;; most--) {
        size_t from, to;
        while (!back && lo < hi && kip_is_space(text[lo]))
            lo++;
        while (back && lo < hi && kip_is_space(text[hi - 1]))
            hi--;
        if (lo == hi)
            return true;
        from = lo;
        to = hi;
        if (most != 0 && back) {
            for (from = hi; from > lo && !kip_is_space(text[from - 1]);)
                from--;
            hi = from;
        } else if (most != 0) {
            for (to = lo; to < hi && !kip_is_space(text[to]);)
                to++;
            lo = to;
        }
        if (!add_part(call, text + from, to - from))
            return false;
        if (most == 0)
            return true;
    }
}

static bool split_at(KipCall *call, const KipString *separator, int64_t most)
{
    const KipString *string = self(call);
    size_t at = 0;

    for (; most != 0; most--) {
        size_t hit = kip_find_bytes(string->text, string->size, at, separator->text, separator->size);
        if (hit > string->size)
            break;
        if (!add_part(call, string->text + at, hit - at))
            return false;
        at = hit + separator->size;
    }
    return add_part(call, string->text + at, string->size - at);
}

static bool split_at_back(KipCall *call, const KipString *separator, int64_t most)
{
    const KipString *string = self(call);
    size_t end = string->size, n = separator->size;

    for (size_t at = end; most != 0 && at >= n;) {
        if (memcmp(string->text + at - n, separator->text, n) != 0) {
            at--;
            continue;
        }
        if (!add_part(call, string->text + at, end - at))
            return false;
        at = end = at - n;
        most--;
    }
    return add_part(call, string->text, end);
}

bool kip_string_split(KipCall *call)
{
    const bool back = call->variant == KIP_FROM_END;
    const int64_t most = call->read[2].integer;
    bool done;

    if (!kip_list_make(call->machine, 0, &call->result))
        return false;
    if (call->read[1].given) {
        const KipString *separator = kip_string_of(call->machine, call->argument[1]);
        if (separator->size == 0)
            return kip_call_fail(call, "sep must not be empty; list(text) gives the characters");
        done = back ? split_at_back(call, separator, most) : split_at(call, separator, most);
    } else {
        done = split_words(call, most, back);
    }
    if (back && done)
        kip_list_reverse(call->machine, call->result);
    return done;
}

bool kip_string_splitlines(KipCall *call)
{
    const KipString *string = self(call);
    const char *text = string->text, *end = text + string->size;

    if (!kip_list_make(call->machine, 0, &call->result))
        return false;
    while (text < end) {
        const char *stop = text, *next;
        while (stop < end && !(*stop >= '\n' && *stop <= '\r') && !(*stop >= 0x1c && *stop <= 0x1e))
            stop++;
        next = stop < end ? stop + 1 + (*stop == '\r' && stop + 1 < end && stop[1] == '\n') : stop;
        if (!add_part(call, text, (size_t)((call->read[1].on ? next : stop) - text)))
            return false;
        text = next;
    }
    return true;
}

/* -- join ------------------------------------------------------------------------------------------------ */

bool kip_string_join(KipCall *call)
{
    KipMachine *machine = call->machine;
    KipValue iterator, item;
    KipText text;
    int more;

    if (!kip_iterator_make(machine, call->argument[1], &iterator))
        return false;
    kip_text_begin(&text, machine);
    for (bool first = true; (more = kip_take_next(machine, iterator, &item)) == 1; first = false) {
        if (item.type != KIP_STRING) {
            kip_text_drop(&text);
            return kip_call_fail(call, "the items must be str, not %s; write str(x)",
                                 kip_type_name(machine, item));
        }
        if (!first)
            kip_text_put(&text, self(call)->text, self(call)->size);
        kip_text_put(&text, kip_string_of(machine, item)->text, kip_string_of(machine, item)->size);
    }
    if (more < 0) {
        kip_text_drop(&text);
        return false;
    }
    return kip_text_end(&text, &call->result);
}

/* -- format ---------------------------------------------------------------------------------------------- */

/* How fields are numbered: automatically or explicitly. */
typedef struct Counting {
    int next;
    bool automatic, numbered;
} Counting;

/* The values follow self and the dict of named ones. */
enum { FIRST_VALUE = 2 };

static bool numbered_field(KipCall *call, Counting *counting, const char *name, size_t size, KipValue *value)
{
    int at = 0, n = call->nargument - FIRST_VALUE;

    for (size_t i = 0; i < size; i++)
        at = at < 10000 ? 10 * at + (name[i] - '0') : at;
    counting->automatic = counting->automatic || size == 0;
    counting->numbered = counting->numbered || size > 0;
    if (counting->automatic && counting->numbered)
        return kip_call_fail(call, "write either {} or {0} in one text");
    at = size ? at : counting->next++;
    if (at >= n)
        return kip_call_fail(call, "the text has a place for value %d, counted from 0, but %d %s given", at,
                             n, n == 1 ? "is" : "are");
    *value = call->argument[FIRST_VALUE + at];
    return true;
}

/* The argument that the field name[0, size) refers to. */
static bool field_argument(KipCall *call, Counting *counting, const char *name, size_t size, KipValue *value)
{
    KipValue key, *named = NULL;
    size_t digits = 0;

    while (digits < size && name[digits] >= '0' && name[digits] <= '9')
        digits++;
    if (digits == size)
        return numbered_field(call, counting, name, size, value);
    if (memchr(name, '.', size) || memchr(name, '[', size))
        return kip_call_fail(call, "{%.*s}: . and [] work in an f-string only", (int)size, name);
    if (!kip_string_make(call->machine, name, size, &key))
        return false;
    if (call->argument[1].type == KIP_DICT)
        named = kip_dict_find(call->machine, call->argument[1], key);
    if (!named)
        return kip_call_fail(call, "no value is given for {%.*s}: write %.*s=...", (int)size, name, (int)size,
                             name);
    *value = *named;
    return true;
}

/* Writes text[0, size) with its fields replaced; a specification (depth 1) may not contain fields. */
static bool put_fields(KipCall *call, KipText *text, Counting *counting, const char *at, const char *end,
                       int depth);

/* The } that ends a field. */
static const char *field_end(const char *at, const char *end)
{
    int depth = 0;
    for (; at < end; at++) {
        if (*at == '}' && depth-- == 0)
            return at;
        depth += *at == '{';
    }
    return NULL;
}

static bool put_value(KipCall *call, KipText *text, Counting *counting, KipValue value, const char *spec,
                      const char *end)
{
    KipMachine *machine = call->machine;
    KipValue string;
    KipText filled;
    bool done;

    kip_text_begin(&filled, machine);
    done = put_fields(call, &filled, counting, spec, end, 1) && !filled.failed &&
           kip_format_value(machine, value, filled.at, filled.size, &string);
    kip_text_drop(&filled);
    if (done)
        kip_text_put(text, kip_string_of(machine, string)->text, kip_string_of(machine, string)->size);
    return done;
}

/* Writes the field after '{', up to its '}': name, !r or !s, specification. */
static bool put_field(KipCall *call, KipText *text, Counting *counting, const char **at, const char *end)
{
    const char *name = *at, *stop = field_end(name, end), *name_end, *spec;
    KipValue value;
    bool conversion;

    if (!stop)
        return kip_call_fail(call, "a '{' has no '}'; a brace itself is written {{");
    name_end = memchr(name, ':', (size_t)(stop - name));
    name_end = name_end ? name_end : stop;
    spec = name_end < stop ? name_end + 1 : stop;
    conversion = name_end - name >= 2 && name_end[-2] == '!';
    if (conversion && name_end[-1] != 'r' && name_end[-1] != 's')
        return kip_call_fail(call, "only !r and !s can follow a place");
    if (!field_argument(call, counting, name, (size_t)(name_end - name) - (conversion ? 2 : 0), &value))
        return false;
    if (conversion && !(name_end[-1] == 'r' ? kip_repr : kip_str)(call->machine, value, &value))
        return false;
    *at = stop + 1;
    return put_value(call, text, counting, value, spec, stop);
}

static bool put_fields(KipCall *call, KipText *text, Counting *counting, const char *at, const char *end,
                       int depth)
{
    while (at < end) {
        bool brace = *at == '{' || *at == '}', twice = brace && at + 1 < end && at[1] == *at && depth == 0;
        if (!brace || twice) {
            kip_text_put(text, at, 1);
            at += twice ? 2 : 1;
            continue;
        }
        if (*at == '}')
            return kip_call_fail(call, "a '}' has no '{'; a brace itself is written }}");
        if (depth > 1)
            return kip_call_fail(call, "braces stand within braces once only");
        at++;
        if (!put_field(call, text, counting, &at, end))
            return false;
    }
    return true;
}

bool kip_string_format(KipCall *call)
{
    const KipString *string = self(call);
    Counting counting = {0};
    KipText text;

    kip_text_begin(&text, call->machine);
    if (!put_fields(call, &text, &counting, string->text, string->text + string->size, 0)) {
        kip_text_drop(&text);
        return false;
    }
    return kip_text_end(&text, &call->result);
}
