/* Messages about constructs of Python and other languages that scripts do not have, and what to write instead. */
#include "foreign.h"
#include "parse.h"

#include <string.h>

static const struct {
    KipTokenKind kind;
    const char *sentence;
} refused[] = {
    {KIP_TOKEN_TRY,
     "try is not in the language: an error ends the script, so ask before with if, as if key in d:"},
    {KIP_TOKEN_EXCEPT, "except is not in the language: an error ends the script, so ask before with if"},
    {KIP_TOKEN_FINALLY, "finally is not in the language: write its statements behind the others"},
    {KIP_TOKEN_RAISE, "raise is not in the language: write assert False, 'what is wrong'"},
    {KIP_TOKEN_WITH,
     "with is not in the language: write its statements without it; files are written by plot() and record()"},
    {KIP_TOKEN_YIELD, "yield is not in the language: append to a list and return it"},
    {KIP_TOKEN_ASYNC, "async is not in the language: write an ordinary function"},
    {KIP_TOKEN_AWAIT, "await is not in the language: call the function as any other"},
    {KIP_TOKEN_NONLOCAL,
     "nonlocal is not in the language: keep the value in a list's item or in an attribute"},
    {KIP_TOKEN_FROM, "from ... import is not in the language: write import name, and name.what to use it"},
    {KIP_TOKEN_AS,
     "import ... as is not in the language: write import name, and assign it to another name below"},
    {KIP_TOKEN_WALRUS, ":= is not in the language: assign on a line of its own before this one"},
    {KIP_TOKEN_AT, "@ is not in the language: decorate a function by name = decorator(name) below it, "
                   "and multiply with *"},
    {KIP_TOKEN_ELLIPSIS, "... is not in the language: write pass as a statement, None as a value"},
    {KIP_TOKEN_ARROW,
     "type annotations are not in the language: leave out -> and what follows it up to the :"},
};

const char *kip_refused_keyword(KipTokenKind kind)
{
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (refused[i].kind == kind)
            return refused[i].sentence;
    return NULL;
}

void kip_refuse_module(KipParser *p, KipSpot spot, const char *name)
{
    const char *instead = kip_foreign_module(name);
    if (instead)
        kip_parser_fail(p, spot, "there is no module '%s': %s", name, instead);
}

/* Operators of other languages. */
static const struct {
    const char *text, *sentence;
} signs[] = {
    {"<>", "<> is not in the language: write !="},
    {"&&", "&& is not in the language: write and"},
    {"||", "|| is not in the language: write or"},
    {"!", "! is not in the language: write not"},
    {"?", "? is not in the language: write a if condition else b"},
    {"$", "$ means nothing here: names are made of letters, digits and _"},
    {"`", "` means nothing here: write str(x), or repr(x)"},
    {"\xe2\x80\x9c", "this is a typographic quote: strings stand in \" or '"},
    {"\xe2\x80\x9d", "this is a typographic quote: strings stand in \" or '"},
    {"\xe2\x80\x98", "this is a typographic quote: strings stand in \" or '"},
    {"\xe2\x80\x99", "this is a typographic quote: strings stand in \" or '"},
    {"\xe2\x88\x92", "this is a typographic minus: write -"},
    {"\xc2\xa0", "this blank is none that a keyboard makes (U+00A0): write an ordinary one"},
};

const char *kip_refused_sign(const char *text, size_t n)
{
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        size_t size = strlen(signs[i].text);
        if (size <= n && memcmp(text, signs[i].text, size) == 0)
            return signs[i].sentence;
    }
    return NULL;
}

/* -- targets --------------------------------------------------------------------------------------------- */

/* The name, in messages, of something that cannot be assigned to. */
static const char *kind_name(const KipNode *node)
{
    static const char *const name[] = {[KIP_NODE_NONE] = "None",
                                       [KIP_NODE_TRUE] = "True",
                                       [KIP_NODE_FALSE] = "False",
                                       [KIP_NODE_NUMBER] = "a number",
                                       [KIP_NODE_STRING] = "a string",
                                       [KIP_NODE_JOINED] = "an f-string",
                                       [KIP_NODE_CALL] = "a call's result",
                                       [KIP_NODE_COMPARE] = "a comparison",
                                       [KIP_NODE_CHOICE] = "a conditional expression",
                                       [KIP_NODE_DICT] = "a dict",
                                       [KIP_NODE_COMPREHENSION] = "a list comprehension",
                                       [KIP_NODE_FUNCTION] = "a lambda"};
    return node->kind < sizeof name / sizeof *name && name[node->kind] ? name[node->kind]
                                                                       : "an operator's result";
}

void kip_refuse_target(KipParser *p, const KipNode *node, const char *verb)
{
    if (kip_parser_failed(p))
        return;
    switch (node->kind) {
    case KIP_NODE_NAME:
    case KIP_NODE_ATTRIBUTE:
    case KIP_NODE_INDEX:
        break;
    case KIP_NODE_TUPLE:
    case KIP_NODE_LIST:
        for (const KipNode *item = node->first; item; item = item->next)
            kip_refuse_target(p, item, verb);
        break;
    case KIP_NODE_SLICE:
        kip_parser_fail(p, node->begin,
                        "a slice can be read but not %s: do it item by item, or make a new list", verb);
        break;
    case KIP_NODE_COMPARE:
        if (strcmp(verb, "assigned to") == 0) {
            kip_parser_fail(p, node->begin,
                            "a comparison cannot be assigned to: to compare write == everywhere");
            break;
        }
        /* fall through */
    default:
        kip_parser_fail(p, node->begin, "%s cannot be %s: only names, attributes and items can",
                        kind_name(node), verb);
    }
}

/* -- methods --------------------------------------------------------------------------------------------- */

void kip_refuse_method(KipParser *p, const KipToken *name)
{
    static const char *const allowed[] = {"__init__", "__str__", "__repr__"};
    const char *text = p->source->text + name->start;
    if (kip_parser_failed(p) || name->size < 5 || memcmp(text, "__", 2) != 0 ||
        memcmp(text + name->size - 2, "__", 2) != 0)
        return;
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++)
        if (name->size == strlen(allowed[i]) && memcmp(text, allowed[i], name->size) == 0)
            return;
    kip_parser_fail(p, name->spot,
                    "%.*s is not in the language: of such methods only __init__, __str__ and __repr__ are; "
                    "give it a plain name and call it",
                    name->size < 60 ? (int)name->size : 60, text);
}

/* -- what stands behind an expression -------------------------------------------------------------------- */

static bool is_name(const KipParser *p, const KipNode *node, const char *name)
{
    return node->kind == KIP_NODE_NAME && strcmp(kip_source_name(p->source, node->name), name) == 0;
}

/* Names of statements in other languages, before an operand. */
static const struct {
    const char *name, *sentence;
} foreign[] = {
    {"print", "print is a function: write print(...) with brackets"},
    {"exec", "exec is not in the language: write what it should do"},
    {"match", "match is not in the language: write if and elif"},
    {"case", "case is not in the language: write if and elif"},
    {"switch", "switch is not in the language: write if and elif"},
    {"elseif", "elseif is written elif"},
    {"elsif", "elsif is written elif"},
    {"function", "a function begins with def"},
    {"var", "variables need no declaration: write name = value"},
    {"let", "variables need no declaration: write name = value"},
    {"const", "variables need no declaration: write name = value"},
    {"new", "objects are made without new: write Name(...)"},
    {"foreach", "foreach is written for name in list:"},
};

void kip_refuse_behind(KipParser *p, const KipNode *node)
{
    KipTokenKind next = kip_parser_token(p)->kind;
    if (kip_parser_failed(p))
        return;
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
        if (is_name(p, node, foreign[i].name) && kip_begins_expression(next))
            kip_parser_fail(p, node->begin, "%s", foreign[i].sentence);
    if (next == KIP_TOKEN_COLON && node->kind == KIP_NODE_CALL && is_name(p, node->first, "match"))
        kip_parser_fail(p, node->begin, "match is not in the language: write if and elif");
    else if (next == KIP_TOKEN_COLON && (node->kind == KIP_NODE_NAME || node->kind == KIP_NODE_ATTRIBUTE ||
                                         node->kind == KIP_NODE_INDEX))
        kip_parser_fail(p, kip_parser_token(p)->spot,
                        "type annotations are not in the language: write name = value alone; "
                        "a block begins with if, for, while, def or class");
    else
        kip_parser_unexpected(p, "the end of the line or an operator");
}
