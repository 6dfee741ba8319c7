/* A reader of XML in one pass. `at` moves only in advance(), which counts lines and columns. */
#include "xml.h"
#include "utf8.h"
#include "../../dynamics/letters.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ATTRIBUTES = 256 };

typedef struct Parser {
    const char *at, *end;
    int line, column; /* of `at` */
    const char *file;
    KipArena *arena;
    KipXmlElement *root, *open; /* the innermost element that is not closed yet; NULL outside the root */
    KipError *error;
} Parser;

/* -- characters ------------------------------------------------------------------------------------------ */

static KipPlace here(const Parser *p)
{
    KipPlace place = {p->file, p->line, p->column};
    return place;
}

static KipStatus fail(const Parser *p, KipPlace place, const char *format, ...) KIP_PRINTF(3, 4);

static KipStatus fail(const Parser *p, KipPlace place, const char *format, ...)
{
    va_list arguments;
    KipStatus status;
    va_start(arguments, format);
    status = kip_fail_list(p->error, KIP_BAD_INPUT, place, format, arguments);
    va_end(arguments);
    return status;
}

static void advance(Parser *p, size_t n)
{
    for (; n && p->at < p->end; n--, p->at++) {
        unsigned char c = (unsigned char)*p->at;
        if (c == '\n' || (c == '\r' && (p->at + 1 == p->end || p->at[1] != '\n')))
            p->line++, p->column = 1;
        else if (c != '\r' && kip_utf8_starts(*p->at)) /* continuation bytes take no column */
            p->column++;
    }
}

static bool starts_with(const Parser *p, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(p->end - p->at) >= n && memcmp(p->at, word, n) == 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_blanks(Parser *p)
{
    while (p->at < p->end && is_blank(*p->at))
        advance(p, 1);
}

/* Whether it is 0 or another control character that XML does not allow. */
static bool is_control(char c)
{
    return (unsigned char)c < ' ' && !is_blank(c);
}

static bool starts_name(char c)
{
    return is_letter(c) || c == '_' || c == ':' || (unsigned char)c >= 0x80;
}

static bool continues_name(char c)
{
    return starts_name(c) || is_digit(c) || c == '-' || c == '.';
}

static const char *find(const Parser *p, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = p->at; (size_t)(p->end - at) >= n; at++) {
        at = memchr(at, word[0], (size_t)(p->end - at));
        if (!at || (size_t)(p->end - at) < n)
            return NULL;
        if (memcmp(at, word, n) == 0)
            return at;
    }
    return NULL;
}

static KipStatus fail_memory(Parser *p)
{
    return kip_fail(p->error, KIP_NO_MEMORY, here(p), "out of memory while reading XML");
}

/* -- names, entities, values ----------------------------------------------------------------------------- */

/* Length of the name at `at`; 0 where there is none. */
static size_t name_length(const Parser *p)
{
    const char *c = p->at;
    if (c < p->end && starts_name(*c))
        while (c < p->end && continues_name(*c))
            c++;
    return (size_t)(c - p->at);
}

/* Reads a name; without one, fails with the message `expected`. */
static KipStatus read_name(Parser *p, const char *expected, const char **name)
{
    size_t n = name_length(p);
    char *copy;
    if (n == 0)
        return fail(p, here(p), "%s", expected);
    if (!kip_utf8_is_text(p->at, n))
        return fail(p, here(p), "this name is not UTF-8; save the file as UTF-8");
    copy = kip_arena_take(p->arena, n + 1, 1);
    if (!copy)
        return fail_memory(p);
    memcpy(copy, p->at, n);
    advance(p, n);
    *name = copy;
    return KIP_OK;
}

/* Code point of a numeric entity between "&#" and ";"; 0 where it is no character of XML. */
static unsigned long numeric_code(const char *text, size_t n)
{
    unsigned base = n && text[0] == 'x' ? 16 : 10;
    unsigned long code = 0;
    size_t i = base == 16;
    if (i == n)
        return 0;
    for (; i < n && code < 0x110000; i++) {
        const char *digits = "0123456789abcdef",
                   *digit = strchr(digits, text[i] | (text[i] > '9' ? 0x20 : 0));
        if (!text[i] || !digit || digit - digits >= (long)base)
            return 0;
        code = code * base + (unsigned long)(digit - digits);
    }
    if (code >= 0x110000 || (code >= 0xd800 && code < 0xe000) || (code < 0x20 && !is_blank((char)code)))
        return 0;
    return code;
}

/* Replaces the entity at `at` by its characters at `to`, which are never longer, and counts their bytes. */
static KipStatus read_entity(Parser *p, char *to, size_t *count)
{
    static const struct {
        const char *name;
        char c;
    } named[] = {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
    size_t n = 1;
    *count = 0;
    while (p->at + n < p->end && (continues_name(p->at[n]) || p->at[n] == '#'))
        n++;
    if (p->at + n == p->end || p->at[n] != ';')
        return fail(
            p, here(p),
            "an entity that began with & lacks its ;, or a literal & is meant, which is written &amp;");
    if (p->at[1] == '#') {
        unsigned long code = numeric_code(p->at + 2, n - 2);
        if (code)
            *count = kip_utf8_write((uint32_t)code, to);
    }
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (n - 1 == strlen(named[i].name) && memcmp(p->at + 1, named[i].name, n - 1) == 0)
            to[(*count)++] = named[i].c;
    if (*count == 0)
        return fail(
            p, here(p),
            "the entity %.*s is unknown; kip knows &lt; &gt; &amp; &quot; &apos; and numbers such as &#65;",
            (int)(n < 40 ? n + 1 : 40), p->at);
    advance(p, n + 1);
    return KIP_OK;
}

/* Reads the value of `attribute` of <tag>, whose opening quote is at `at`. */
static KipStatus read_value(Parser *p, const char *tag, const char *attribute, const char **value)
{
    char quote = p->at < p->end ? *p->at : 0;
    const char *close;
    char *to, *copy;
    KipPlace start = here(p);
    if (quote != '"' && quote != '\'')
        return fail(p, start, "the value of '%.60s' in <%.60s> must stand in quotes, as in %.60s=\"1 2 3\"",
                    attribute, tag, attribute);
    close = memchr(p->at + 1, quote, (size_t)(p->end - p->at - 1));
    if (!close)
        return fail(p, start, "the quote that opens the value of '%.60s' in <%.60s> is never closed",
                    attribute, tag);
    copy = to = kip_arena_take(p->arena, (size_t)(close - p->at), 1);
    if (!copy)
        return fail_memory(p);
    advance(p, 1);
    while (p->at < close) {
        size_t count = 1;
        if (*p->at == '<')
            return fail(
                p, start,
                "the value of '%.60s' in <%.60s> holds a <; is its closing quote missing? < itself is &lt;",
                attribute, tag);
        if (is_control(*p->at))
            return fail(p, here(p), "a control character (code %d) stands in the value of '%.60s'", *p->at,
                        attribute);
        if (*p->at == '&') {
            KipStatus status = read_entity(p, to, &count);
            if (status != KIP_OK)
                return status;
        } else {
            if (*p->at == '\r' && p->at[1] == '\n')
                advance(p, 1);
            *to = is_blank(*p->at) ? ' ' : *p->at;
            advance(p, 1);
        }
        to += count;
    }
    advance(p, 1);
    if (!kip_utf8_is_text(copy, (size_t)(to - copy)))
        return fail(p, start, "the value of '%.60s' is not UTF-8; save the file as UTF-8", attribute);
    *value = copy;
    return KIP_OK;
}

/* -- tags ------------------------------------------------------------------------------------------------ */

static KipStatus read_attribute(Parser *p, const KipXmlElement *e, KipXmlAttribute **made)
{
    KipXmlAttribute *a = kip_arena_take(p->arena, 1, sizeof *a);
    const KipXmlAttribute *earlier;
    KipStatus status;
    if (!a)
        return fail_memory(p);
    a->line = p->line;
    a->column = p->column;
    status = read_name(p, "an attribute must begin with a letter here, or the tag end with >", &a->name);
    if (status != KIP_OK)
        return status;
    earlier = kip_xml_attribute(e, a->name);
    if (earlier)
        return fail(p, kip_xml_attribute_place(e, a), "'%.60s' stands twice in <%.60s>: here and at %d:%d",
                    a->name, e->name, earlier->line, earlier->column);
    skip_blanks(p);
    if (p->at == p->end || *p->at != '=')
        return fail(p, kip_xml_attribute_place(e, a), "'%.60s' in <%.60s> has no value; write %.60s=\"...\"",
                    a->name, e->name, a->name);
    advance(p, 1);
    skip_blanks(p);
    *made = a;
    return read_value(p, e->name, a->name, &a->value);
}

/* Reads the attributes up to the tag's end. */
static KipStatus read_attributes(Parser *p, KipXmlElement *e)
{
    KipXmlAttribute **tail = &e->attribute;
    for (int n = 0;; n++) {
        const char *before = p->at;
        KipStatus status;
        skip_blanks(p);
        if (p->at == p->end)
            return fail(p, kip_xml_place(e), "the tag <%.60s is never closed by >", e->name);
        if (*p->at == '>' || *p->at == '/')
            return KIP_OK;
        if (p->at == before)
            return fail(p, here(p),
                        "a blank is missing here, or this character (%s%.1s) cannot stand in the tag <%.60s>",
                        is_control(*p->at) ? "code below 32" : "", is_control(*p->at) ? "" : p->at, e->name);
        if (n == MOST_ATTRIBUTES)
            return fail(p, here(p), "<%.60s> has more than %d attributes", e->name, MOST_ATTRIBUTES);
        status = read_attribute(p, e, tail);
        if (status != KIP_OK)
            return status;
        tail = &(*tail)->next;
    }
}

static KipStatus read_start_tag(Parser *p)
{
    KipXmlElement *e = kip_arena_take(p->arena, 1, sizeof *e);
    KipStatus status;
    if (!e)
        return fail_memory(p);
    e->file = p->file;
    e->line = p->line;
    e->column = p->column;
    e->parent = p->open;
    advance(p, 1);
    status = read_name(p, "a name must follow <; where < itself is meant, write &lt;", &e->name);
    if (status == KIP_OK && !p->open && p->root)
        return fail(p, kip_xml_place(e), "a second root element begins after </%.60s>; a file has one root",
                    p->root->name);
    if (status == KIP_OK)
        status = read_attributes(p, e);
    if (status != KIP_OK)
        return status;
    if (!p->root)
        p->root = e;
    if (e->parent) {
        if (e->parent->last)
            e->parent->last->next = e;
        else
            e->parent->first = e;
        e->parent->last = e;
    }
    if (starts_with(p, "/>")) {
        advance(p, 2);
    } else if (*p->at == '/') {
        return fail(p, here(p), "/ in the tag <%.60s> must be followed by >", e->name);
    } else {
        advance(p, 1);
        p->open = e;
    }
    return KIP_OK;
}

static KipStatus read_end_tag(Parser *p)
{
    KipPlace start = here(p);
    const KipXmlElement *e = p->open;
    const char *name = NULL;
    KipStatus status;
    advance(p, 2);
    status = read_name(p, "a name must follow </", &name);
    if (status != KIP_OK)
        return status;
    if (!e)
        return fail(p, start, "</%.60s> closes nothing: no element is open here", name);
    if (strcmp(name, e->name) != 0)
        return fail(p, start, "</%.60s> stands where </%.60s> must: <%.60s> was opened at %d:%d", name,
                    e->name, e->name, e->line, e->column);
    skip_blanks(p);
    if (p->at == p->end || *p->at != '>')
        return fail(p, start, "the tag </%.60s is not closed by >", name);
    advance(p, 1);
    p->open = p->open->parent;
    return KIP_OK;
}

/* -- what stands between tags ---------------------------------------------------------------------------- */

/* Skips from `opening`, which is at `at`, past `closing`. */
static KipStatus skip_until(Parser *p, const char *what, const char *opening, const char *closing)
{
    KipPlace start = here(p);
    const char *close;
    advance(p, strlen(opening));
    close = find(p, closing);
    if (!close)
        return fail(p, start, "the %s that begins here is never closed by %s", what, closing);
    advance(p, (size_t)(close - p->at) + strlen(closing));
    return KIP_OK;
}

/* Skips a document type, which may hold declarations in brackets, and > in quotes and comments. */
static KipStatus skip_doctype(Parser *p)
{
    KipPlace start = here(p);
    KipStatus status = KIP_OK;
    int depth = 0;
    while (p->at < p->end && status == KIP_OK) {
        char c = *p->at;
        if (starts_with(p, "<!--")) {
            status = skip_until(p, "comment", "<!--", "-->");
            continue;
        }
        if (c == '"' || c == '\'') {
            const char quote[] = {c, 0};
            status = skip_until(p, "quoted text", quote, quote);
            continue;
        }
        depth += (c == '<' || c == '[') - (c == '>' || c == ']');
        advance(p, 1);
        if (depth <= 0)
            return KIP_OK;
    }
    return status != KIP_OK ? status : fail(p, start, "the <!DOCTYPE that begins here is never closed");
}

/* Reads n bytes of text; it is kept where it is the first of its element that is not blank. */
static KipStatus read_text(Parser *p, size_t n)
{
    const char *end = p->at + n;
    skip_blanks(p);
    if (p->at >= end)
        return KIP_OK;
    n = (size_t)(end - p->at);
    if (!p->open && !p->root)
        return fail(
            p, here(p),
            "this is not XML: it must begin with <, not with '%.*s'; if it is a script, its name must end in .py",
            (int)(n < 20 ? n : 20), p->at);
    if (!p->open)
        return fail(p, here(p), "text stands after the end of the root element: '%.*s'",
                    (int)(n < 20 ? n : 20), p->at);
    if (!p->open->text) {
        char *text = kip_arena_take(p->arena, n + 1, 1);
        if (!text)
            return fail_memory(p);
        memcpy(text, p->at, n);
        p->open->text = text;
        p->open->text_line = p->line;
        p->open->text_column = p->column;
    }
    advance(p, n);
    return KIP_OK;
}

static KipStatus read_cdata(Parser *p)
{
    KipPlace start = here(p);
    const char *close;
    KipStatus status;
    advance(p, strlen("<![CDATA["));
    close = find(p, "]]>");
    if (!close)
        return fail(p, start, "the <![CDATA[ that begins here is never closed by ]]>");
    status = read_text(p, (size_t)(close - p->at));
    advance(p, (size_t)(close - p->at) + 3);
    return status;
}

static KipStatus read_item(Parser *p)
{
    if (*p->at != '<') {
        const char *next = memchr(p->at, '<', (size_t)(p->end - p->at));
        return read_text(p, (size_t)((next ? next : p->end) - p->at));
    }
    if (starts_with(p, "<!--"))
        return skip_until(p, "comment", "<!--", "-->");
    if (starts_with(p, "<?"))
        return skip_until(p, "processing instruction", "<?", "?>");
    if (starts_with(p, "<![CDATA["))
        return read_cdata(p);
    if (starts_with(p, "<!DOCTYPE") && !p->root)
        return skip_doctype(p);
    if (starts_with(p, "</"))
        return read_end_tag(p);
    return read_start_tag(p);
}

/* Refuses UTF-16, found by its first bytes, and skips a UTF-8 byte order mark. */
static KipStatus check_encoding(Parser *p)
{
    const unsigned char *c = (const unsigned char *)p->at;
    size_t n = (size_t)(p->end - p->at);
    if (n >= 3 && c[0] == 0xef && c[1] == 0xbb && c[2] == 0xbf)
        p->at += 3;
    else if (n >= 2 && ((c[0] == 0xff && c[1] == 0xfe) || (c[0] == 0xfe && c[1] == 0xff) || !c[0] || !c[1]))
        return fail(p, here(p),
                    "this is not UTF-8 (UTF-16, it seems, or no text at all); save the file as UTF-8");
    return KIP_OK;
}

KipStatus kip_xml_parse(KipArena *arena, const char *text, size_t size, const char *file,
                        KipXmlElement **root, KipError *error)
{
    Parser p = {text, text + size, 1, 1, NULL, arena, NULL, NULL, error};
    KipStatus status;
    p.file = kip_arena_string(arena, file);
    if (!p.file)
        return fail_memory(&p);
    if (size > INT_MAX)
        return fail(&p, here(&p), "the text is larger than 2 GB");
    status = check_encoding(&p);
    skip_blanks(&p);
    while (status == KIP_OK && p.at < p.end)
        status = read_item(&p);
    if (status != KIP_OK)
        return status;
    if (p.open)
        return fail(&p, kip_xml_place(p.open), "<%.60s> is opened here and never closed; </%.60s> is missing",
                    p.open->name, p.open->name);
    if (!p.root)
        return fail(&p, here(&p), "the file holds no XML element%s", size == 0 ? ": it is empty" : "");
    *root = p.root;
    return KIP_OK;
}

/* -- the tree -------------------------------------------------------------------------------------------- */

const KipXmlAttribute *kip_xml_attribute(const KipXmlElement *element, const char *name)
{
    for (const KipXmlAttribute *a = element->attribute; a; a = a->next)
        if (strcmp(a->name, name) == 0)
            return a;
    return NULL;
}

KipPlace kip_xml_place(const KipXmlElement *element)
{
    KipPlace place = {element->file, element->line, element->column};
    return place;
}

KipPlace kip_xml_attribute_place(const KipXmlElement *element, const KipXmlAttribute *attribute)
{
    KipPlace place = {element->file, attribute->line, attribute->column};
    return place;
}

KipXmlElement *kip_xml_next(const KipXmlElement *top, KipXmlElement *element)
{
    return element->first ? element->first : kip_xml_skip(top, element);
}

KipXmlElement *kip_xml_skip(const KipXmlElement *top, KipXmlElement *element)
{
    while (element != top) {
        if (element->next)
            return element->next;
        element = element->parent;
    }
    return NULL;
}
