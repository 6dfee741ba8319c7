/* Methods of str, with those that test ends, search and pad. */
#include <string.h>

#include "objects.h"

static const KipString *self(const KipCall *call)
{
    return kip_string_of(call->machine, call->argument[0]);
}

/* Argument i, of a parameter of type str. */
static const KipString *string_at(const KipCall *call, int i)
{
    return kip_string_of(call->machine, call->argument[i]);
}

/* -- ends ------------------------------------------------------------------------------------------------ */

/* Whether the character at text[0, n) is one of the others; without others, whether it is white space. */
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

enum { LEFT = 1, RIGHT };

static bool strip(KipCall *call)
{
    const KipString *string = self(call), *others = call->read[1].given ? string_at(call, 1) : NULL;
    const char *text = string->text;
    size_t size = string->size, n;

    while ((call->variant & LEFT) && size) {
        n = kip_utf8_size(text, size);
        if (!is_among(text, n, others))
            break;
        text += n;
        size -= n;
    }
    while ((call->variant & RIGHT) && size) {
        n = last_character(text, size);
        if (!is_among(text + size - n, n, others))
            break;
        size -= n;
    }
    return kip_string_make(call->machine, text, size, &call->result);
}

static bool has_end(const KipString *string, const KipString *end, bool front)
{
    return end->size <= string->size &&
           memcmp(string->text + (front ? 0 : string->size - end->size), end->text, end->size) == 0;
}

/* startswith, endswith. */
static bool ends(KipCall *call)
{
    const bool front = call->variant == LEFT;
    const KipValue what = call->argument[1];
    bool found = false;

    if (what.type == KIP_STRING) {
        call->result = kip_bool(has_end(self(call), string_at(call, 1), front));
        return true;
    }
    if (what.type != KIP_TUPLE)
        return kip_call_fail(call, "%s must be a str, not %s", front ? "prefix" : "suffix",
                             kip_type_name(call->machine, what));
    size_t n;
    const KipValue *item = kip_items(call->machine, what, &n);
    for (size_t i = 0; i < n; i++) {
        if (item[i].type != KIP_STRING)
            return kip_call_fail(call, "the tuple must hold str only, not %s",
                                 kip_type_name(call->machine, item[i]));
        found = found || has_end(self(call), kip_string_of(call->machine, item[i]), front);
    }
    call->result = kip_bool(found);
    return true;
}

/* -- finding --------------------------------------------------------------------------------------------- */

/* self[start:end] in bytes, and the number of characters before it. */
typedef struct Part {
    size_t from, to;
    int64_t before;
} Part;

/* Returns false where start is beyond the end, so that nothing is found. */
static bool part_of(KipCall *call, Part *part)
{
    const KipString *string = self(call);
    int64_t bound[2] = {0, string->length}, n = string->length;

    for (int i = 0; i < 2; i++) {
        const int64_t at = call->read[2 + i].integer;
        if (call->read[2 + i].given)
            bound[i] = at >= 0 ? at : at + n < 0 ? 0 : at + n;
    }
    bound[1] = bound[1] > n ? n : bound[1];
    if (bound[0] > bound[1])
        return false;
    part->from = kip_string_byte(string, (size_t)bound[0]);
    part->to = kip_string_byte(string, (size_t)bound[1]);
    part->before = bound[0];
    return true;
}

static int64_t characters(const char *text, size_t size)
{
    int64_t n = 0;
    for (size_t i = 0; i < size; n++)
        i += kip_utf8_size(text + i, size - i);
    return n;
}

enum { FIRST, LAST, FIRST_OR_FAIL };

/* find, rfind, index: the first or last position of the text, -1 where it is not found. */
static bool find(KipCall *call)
{
    const KipString *string = self(call), *what = string_at(call, 1);
    Part part;
    int64_t at = -1;

    if (part_of(call, &part)) {
        size_t best = part.to + 1, hit;
        for (size_t next = part.from; next <= part.to; next = hit + 1) {
            hit = kip_find_bytes(string->text, part.to, next, what->text, what->size);
            if (!kip_charge(call->machine,
                            ((hit > part.to ? part.to : hit) - next + what->size) / BYTES_OF_AN_INSTRUCTION))
                return false;
            if (hit > part.to)
                break;
            best = hit;
            if (call->variant != LAST)
                break;
        }
        if (best <= part.to)
            at = part.before + characters(string->text + part.from, best - part.from);
    }
    if (at < 0 && call->variant == FIRST_OR_FAIL)
        return kip_call_fail(call, "the text is not there; find() returns -1 then");
    call->result = kip_int(at);
    return true;
}

static bool count(KipCall *call)
{
    const KipString *string = self(call), *what = string_at(call, 1);
    Part part;
    int64_t n = 0;

    if (part_of(call, &part)) {
        size_t hit;
        if (!kip_charge(call->machine, (part.to - part.from) / BYTES_OF_AN_INSTRUCTION))
            return false;
        if (what->size == 0)
            n = characters(string->text + part.from, part.to - part.from) + 1;
        while (what->size &&
               (hit = kip_find_bytes(string->text, part.to, part.from, what->text, what->size)) <= part.to) {
            part.from = hit + what->size;
            n++;
        }
    }
    call->result = kip_int(n);
    return true;
}

/* An empty text is found before each character and at the end. */
static bool replace(KipCall *call)
{
    const KipString *string = self(call), *old = string_at(call, 1), *new = string_at(call, 2);
    size_t at = 0, hit;
    KipText text;

    kip_text_begin(&text, call->machine);
    for (int64_t most = call->read[3].integer; most != 0; most--) {
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

static bool check_width(KipCall *call, int64_t width)
{
    return width <= 0x7fffffff || kip_call_fail(call, "the width is larger than the script's memory");
}

/* ljust, rjust, center, by variant. */
static bool pad(KipCall *call)
{
    const KipString *string = self(call), *fill = string_at(call, 2);
    const int64_t width = call->read[1].integer, lack = width > string->length ? width - string->length : 0;
    const int64_t left = call->variant == RIGHT  ? lack
                         : call->variant == LEFT ? 0
                                                 : lack / 2 + (lack & width & 1);
    KipText text;

    if (fill->length != 1)
        return kip_call_fail(call, "fill must be one character");
    if (!check_width(call, width))
        return false;
    kip_text_begin(&text, call->machine);
    kip_text_fill(&text, fill->text, fill->size, (size_t)left);
    kip_text_put(&text, string->text, string->size);
    kip_text_fill(&text, fill->text, fill->size, (size_t)(lack - left));
    return kip_text_end(&text, &call->result);
}

static bool zfill(KipCall *call)
{
    const KipString *string = self(call);
    const size_t sign = string->size && (string->text[0] == '-' || string->text[0] == '+');
    const int64_t width = call->read[1].integer;
    KipText text;

    if (!check_width(call, width))
        return false;
    kip_text_begin(&text, call->machine);
    kip_text_put(&text, string->text, sign);
    if (width > string->length)
        kip_text_fill(&text, "0", 1, (size_t)(width - string->length));
    kip_text_put(&text, string->text + sign, string->size - sign);
    return kip_text_end(&text, &call->result);
}

static const KipNativeDef methods[] = {
    {"format(self, ..., **named)", kip_string_format, "Puts values into {}, {0}, {name}, {:.2f}."},
    {"join(self, items)", kip_string_join, "The items, all str, with this text between them."},
    {"split(self, sep: str=None, maxsplit: integer=-1)", kip_string_split,
     "The parts between sep, or between spaces.", KIP_FROM_START},
    {"rsplit(self, sep: str=None, maxsplit: integer=-1)", kip_string_split,
     "As split, counting from the end.", KIP_FROM_END},
    {"splitlines(self, keepends: bool=False)", kip_string_splitlines, "The lines, without their ends."},
    {"startswith(self, prefix)", ends, "Does it begin so? A tuple: with one of them?", LEFT},
    {"endswith(self, suffix)", ends, "Does it end so? A tuple: with one of them?", RIGHT},
    {"strip(self, chars: str=None)", strip, "Without spaces (or these characters) at both ends.",
     LEFT | RIGHT},
    {"lstrip(self, chars: str=None)", strip, "Without spaces at the start.", LEFT},
    {"rstrip(self, chars: str=None)", strip, "Without spaces at the end.", RIGHT},
    {"upper(self)", kip_string_change_case, "a to z become A to Z.", KIP_UPPER},
    {"lower(self)", kip_string_change_case, "A to Z become a to z.", KIP_LOWER},
    {"title(self)", kip_string_change_case, "Each word with a capital.", KIP_TITLE},
    {"capitalize(self)", kip_string_change_case, "A capital first, the rest small.", KIP_CAPITALIZE},
    {"replace(self, old: str, new: str, count: integer=-1)", replace, "With new in the place of old."},
    {"find(self, text: str, start: integer=None, end: integer=None)", find,
     "Where text first stands; -1: nowhere.", FIRST},
    {"rfind(self, text: str, start: integer=None, end: integer=None)", find,
     "Where text last stands; -1: nowhere.", LAST},
    {"index(self, text: str, start: integer=None, end: integer=None)", find,
     "Where text first stands; an error if nowhere.", FIRST_OR_FAIL},
    {"count(self, text: str, start: integer=None, end: integer=None)", count, "How often text stands in it."},
    {"isdigit(self)", kip_string_has_only, "Digits only?", KIP_DIGITS},
    {"isalpha(self)", kip_string_has_only, "Letters only?", KIP_LETTERS},
    {"isspace(self)", kip_string_has_only, "Spaces only?", KIP_SPACES},
    {"isupper(self)", kip_string_has_case, "Letters, all of them capital?", KIP_UPPER},
    {"islower(self)", kip_string_has_case, "Letters, all of them small?", KIP_LOWER},
    {"zfill(self, width: integer)", zfill, "With zeros behind the sign."},
    {"ljust(self, width: integer, fillchar: fill=' ')", pad, "Padded at the end.", LEFT},
    {"rjust(self, width: integer, fillchar: fill=' ')", pad, "Padded at the start.", RIGHT},
    {"center(self, width: integer, fillchar: fill=' ')", pad, "Padded at both ends.", LEFT | RIGHT},
};
const KipNativeTable kip_string_methods = KIP_NATIVE_TABLE(methods);
