/* The methods of str, and those of them that look at ends, find and pad. */
#include <string.h>

#include "objects.h"

static const KipString *self(const KipCall *call)
{
    return kip_string_of(call->machine, call->argument[0]);
}

/* A text argument; NULL with a sentence. */
static const KipString *string_argument(KipCall *call, int i, const char *name)
{
    if (call->argument[i].type == KIP_STRING)
        return kip_string_of(call->machine, call->argument[i]);
    kip_call_fail(call, "%s must be a str, not %s", name, kip_type_name(call->machine, call->argument[i]));
    return NULL;
}

static bool give(KipCall *call, const char *text, size_t size)
{
    return kip_string_make(call->machine, text, size, &call->result);
}

/* -- ends ------------------------------------------------------------------------------------------------ */

/* Does the character at text[0, n) stand among the others? */
static bool is_among(const char *text, size_t n, const KipString *others)
{
    if (!others)
        return n == 1 && kip_is_space(*text);
    for (size_t i = 0, size; i < others->size; i += size) {
        size = kip_utf8_size(others->text + i, others->size - i);
        if (size == n && memcmp(others->text + i, text, n) == 0)
            return true;
    }
    return false;
}

static size_t last_character(const char *text, size_t size)
{
    size_t n = 1;
    while (n < size && n < 4 && !kip_utf8_starts(text[size - n]))
        n++;
    return n;
}

static bool strip_ends(KipCall *call, bool left, bool right)
{
    const KipString *string = self(call), *others = NULL;
    const char *text = string->text;
    size_t size = string->size, n;

    if (call->argument[1].type != KIP_NONE && !(others = string_argument(call, 1, "chars")))
        return false;
    while (left && size) {
        n = kip_utf8_size(text, size);
        if (!is_among(text, n, others))
            break;
        text += n;
        size -= n;
    }
    while (right && size) {
        n = last_character(text, size);
        if (!is_among(text + size - n, n, others))
            break;
        size -= n;
    }
    return give(call, text, size);
}

static bool strip(KipCall *call)
{
    return strip_ends(call, true, true);
}

static bool lstrip(KipCall *call)
{
    return strip_ends(call, true, false);
}

static bool rstrip(KipCall *call)
{
    return strip_ends(call, false, true);
}

static bool has_end(const KipString *string, const KipString *end, bool front)
{
    return end->size <= string->size &&
           memcmp(string->text + (front ? 0 : string->size - end->size), end->text, end->size) == 0;
}

static bool any_end(KipCall *call, bool front)
{
    KipValue what = call->argument[1], *item;
    const KipString *string;
    size_t n;
    bool found = false;

    if (what.type != KIP_TUPLE) {
        if (!(string = string_argument(call, 1, front ? "prefix" : "suffix")))
            return false;
        call->result = kip_bool(has_end(self(call), string, front));
        return true;
    }
    item = kip_items(call->machine, what, &n);
    for (size_t i = 0; i < n; i++) {
        if (item[i].type != KIP_STRING)
            return kip_call_fail(call, "the tuple must hold str only, not %s",
                                 kip_type_name(call->machine, item[i]));
        found = found || has_end(self(call), kip_string_of(call->machine, item[i]), front);
    }
    call->result = kip_bool(found);
    return true;
}

static bool startswith(KipCall *call)
{
    return any_end(call, true);
}

static bool endswith(KipCall *call)
{
    return any_end(call, false);
}

/* -- finding --------------------------------------------------------------------------------------------- */

/* Bytes of self[start:end]; *base: characters before them. False: start lies beyond the end (nothing is
 * found). */
static bool part(KipCall *call, size_t *from, size_t *to, int64_t *base, bool *within)
{
    const KipString *string = self(call);
    int64_t bound[2] = {0, string->length}, n = string->length;

    for (int i = 0; i < 2; i++) {
        if (call->argument[2 + i].type == KIP_NONE)
            continue;
        if (!kip_call_integer(call, 2 + i, &bound[i]))
            return false;
        bound[i] = bound[i] < 0 ? (bound[i] + n < 0 ? 0 : bound[i] + n) : bound[i];
    }
    bound[1] = bound[1] > n ? n : bound[1];
    *within = bound[0] <= bound[1];
    if (!*within)
        return true;
    *from = kip_string_byte(string, (size_t)bound[0]);
    *to = kip_string_byte(string, (size_t)bound[1]);
    *base = bound[0];
    return true;
}

static int64_t characters(const char *text, size_t size)
{
    int64_t n = 0;
    for (size_t i = 0; i < size; n++)
        i += kip_utf8_size(text + i, size - i);
    return n;
}

/* The first or last place of the text, -1: none. */
static bool place(KipCall *call, bool last, int64_t *at)
{
    const KipString *string = self(call), *what = string_argument(call, 1, "text");
    size_t from, to, hit, best;
    int64_t base;
    bool within;

    *at = -1;
    if (!what || !part(call, &from, &to, &base, &within))
        return false;
    if (!within)
        return true;
    best = to + 1;
    for (size_t next = from; next <= to; next = hit + 1) {
        hit = kip_find_bytes(string->text, to, next, what->text, what->size);
        if (!kip_charge(call->machine, ((hit > to ? to : hit) - next + what->size) / BYTES_OF_AN_INSTRUCTION))
            return false;
        if (hit > to)
            break;
        best = hit;
        if (!last)
            break;
    }
    if (best <= to)
        *at = base + characters(string->text + from, best - from);
    return true;
}

static bool find(KipCall *call)
{
    int64_t at;
    if (!place(call, false, &at))
        return false;
    call->result = kip_int(at);
    return true;
}

static bool rfind(KipCall *call)
{
    int64_t at;
    if (!place(call, true, &at))
        return false;
    call->result = kip_int(at);
    return true;
}

static bool index_(KipCall *call)
{
    int64_t at;
    if (!place(call, false, &at))
        return false;
    if (at < 0)
        return kip_call_fail(call, "the text is not there; find() returns -1 then");
    call->result = kip_int(at);
    return true;
}

static bool count(KipCall *call)
{
    const KipString *string = self(call), *what = string_argument(call, 1, "text");
    size_t from, to, hit;
    int64_t base, n = 0;
    bool within;

    if (!what || !part(call, &from, &to, &base, &within))
        return false;
    if (within && what->size == 0)
        n = characters(string->text + from, to - from) + 1;
    while (within && what->size &&
           (hit = kip_find_bytes(string->text, to, from, what->text, what->size)) <= to) {
        from = hit + what->size;
        n++;
    }
    if (!kip_charge(call->machine, (to - from) / BYTES_OF_AN_INSTRUCTION))
        return false;
    call->result = kip_int(n);
    return true;
}

/* An empty text stands before each character and at the end. */
static bool replace(KipCall *call)
{
    const KipString *string = self(call), *old = string_argument(call, 1, "old"),
                    *new = old ? string_argument(call, 2, "new") : NULL;
    size_t at = 0, hit;
    int64_t most;
    KipText text;

    if (!new || !kip_call_integer(call, 3, &most))
        return false;
    kip_text_begin(&text, call->machine);
    for (; most != 0; most--) {
        hit = kip_find_bytes(string->text, string->size, at, old->text, old->size);
        if (hit > string->size)
            break;
        kip_text_put(&text, string->text + at, hit - at);
        kip_text_put(&text, new->text, new->size);
        at = hit + old->size;
        if (old->size == 0) {
            if (at == string->size)
                break;
            hit = kip_utf8_size(string->text + at, string->size - at);
            kip_text_put(&text, string->text + at, hit);
            at += hit;
        }
    }
    kip_text_put(&text, string->text + at, string->size - at);
    return kip_text_end(&text, &call->result);
}

/* -- padding --------------------------------------------------------------------------------------------- */

/* `left` of the characters that lack go before. */
static bool pad(KipCall *call, int64_t left_of_two)
{
    const KipString *string = self(call), *fill = string_argument(call, 2, "fill");
    int64_t width, lack, left;
    KipText text;

    if (!fill || !kip_call_integer(call, 1, &width))
        return false;
    if (fill->length != 1)
        return kip_call_fail(call, "fill must be one character");
    if (width > 0x7fffffff)
        return kip_call_fail(call, "the width is larger than the script's memory");
    lack = width > string->length ? width - string->length : 0;
    left = left_of_two == 1 ? lack / 2 + (lack & width & 1) : left_of_two ? lack : 0;
    kip_text_begin(&text, call->machine);
    kip_text_fill(&text, fill->text, fill->size, (size_t)left);
    kip_text_put(&text, string->text, string->size);
    kip_text_fill(&text, fill->text, fill->size, (size_t)(lack - left));
    return kip_text_end(&text, &call->result);
}

static bool ljust(KipCall *call)
{
    return pad(call, 0);
}

static bool center(KipCall *call)
{
    return pad(call, 1);
}

static bool rjust(KipCall *call)
{
    return pad(call, 2);
}

static bool zfill(KipCall *call)
{
    const KipString *string = self(call);
    size_t sign = string->size && (string->text[0] == '-' || string->text[0] == '+');
    int64_t width;
    KipText text;

    if (!kip_call_integer(call, 1, &width))
        return false;
    if (width > 0x7fffffff)
        return kip_call_fail(call, "the width is larger than the script's memory");
    kip_text_begin(&text, call->machine);
    kip_text_put(&text, string->text, sign);
    if (width > string->length)
        kip_text_fill(&text, "0", 1, (size_t)(width - string->length));
    kip_text_put(&text, string->text + sign, string->size - sign);
    return kip_text_end(&text, &call->result);
}

const KipNativeDef kip_string_def[] = {
    {"format(self, ..., **named)", kip_string_format, "Puts values into {}, {0}, {name}, {:.2f}."},
    {"join(self, items)", kip_string_join, "The items, all str, with this text between them."},
    {"split(self, sep=None, maxsplit=-1)", kip_string_split, "The parts between sep, or between spaces."},
    {"rsplit(self, sep=None, maxsplit=-1)", kip_string_rsplit, "As split, counting from the end."},
    {"splitlines(self, keepends=False)", kip_string_splitlines, "The lines, without their ends."},
    {"startswith(self, prefix)", startswith, "Does it begin so? A tuple: with one of them?"},
    {"endswith(self, suffix)", endswith, "Does it end so? A tuple: with one of them?"},
    {"strip(self, chars=None)", strip, "Without spaces (or these characters) at both ends."},
    {"lstrip(self, chars=None)", lstrip, "Without spaces at the start."},
    {"rstrip(self, chars=None)", rstrip, "Without spaces at the end."},
    {"upper(self)", kip_string_upper, "a to z become A to Z."},
    {"lower(self)", kip_string_lower, "A to Z become a to z."},
    {"title(self)", kip_string_title, "Each word with a capital."},
    {"capitalize(self)", kip_string_capitalize, "A capital first, the rest small."},
    {"replace(self, old, new, count=-1)", replace, "With new in the place of old."},
    {"find(self, text, start=None, end=None)", find, "Where text first stands; -1: nowhere."},
    {"rfind(self, text, start=None, end=None)", rfind, "Where text last stands; -1: nowhere."},
    {"index(self, text, start=None, end=None)", index_, "Where text first stands; an error if nowhere."},
    {"count(self, text, start=None, end=None)", count, "How often text stands in it."},
    {"isdigit(self)", kip_string_isdigit, "Digits only?"},
    {"isalpha(self)", kip_string_isalpha, "Letters only?"},
    {"isspace(self)", kip_string_isspace, "Spaces only?"},
    {"isupper(self)", kip_string_isupper, "Letters, all of them capital?"},
    {"islower(self)", kip_string_islower, "Letters, all of them small?"},
    {"zfill(self, width)", zfill, "With zeros behind the sign."},
    {"ljust(self, width, fillchar=' ')", ljust, "Padded at the end."},
    {"rjust(self, width, fillchar=' ')", rjust, "Padded at the start."},
    {"center(self, width, fillchar=' ')", center, "Padded at both ends."},
};
const int kip_string_count = sizeof kip_string_def / sizeof kip_string_def[0];
