/* Statements of one line. */
#include "parse.h"

#include "../text/number.h"

#include <string.h>

/* -- expressions and assignments ------------------------------------------------------------------------- */

static const struct {
    KipTokenKind token;
    int op;
} augments[] = {
    {KIP_TOKEN_PLUS_ASSIGN, KIP_BINARY_ADD},           {KIP_TOKEN_MINUS_ASSIGN, KIP_BINARY_SUBTRACT},
    {KIP_TOKEN_TIMES_ASSIGN, KIP_BINARY_MULTIPLY},     {KIP_TOKEN_DIVIDE_ASSIGN, KIP_BINARY_DIVIDE},
    {KIP_TOKEN_FLOOR_ASSIGN, KIP_BINARY_FLOOR_DIVIDE}, {KIP_TOKEN_MODULO_ASSIGN, KIP_BINARY_MODULO},
    {KIP_TOKEN_POWER_ASSIGN, KIP_BINARY_POWER},        {KIP_TOKEN_BIT_AND_ASSIGN, KIP_BINARY_AND},
    {KIP_TOKEN_BIT_OR_ASSIGN, KIP_BINARY_OR},          {KIP_TOKEN_BIT_XOR_ASSIGN, KIP_BINARY_XOR},
    {KIP_TOKEN_LEFT_ASSIGN, KIP_BINARY_LEFT},          {KIP_TOKEN_RIGHT_ASSIGN, KIP_BINARY_RIGHT},
};

static KipNode *parse_augment(KipParser *p, KipNode *target, int op)
{
    KipNode *node = kip_parser_node(p, KIP_NODE_AUGMENT, kip_parser_token(p)->spot);
    if (!kip_parser_failed(p) && (target->kind == KIP_NODE_TUPLE || target->kind == KIP_NODE_LIST))
        kip_parser_fail(p, target->begin,
                        "several values cannot be changed by one operation: write one line for each");
    kip_refuse_target(p, target, "assigned to");
    kip_parser_advance(p);
    node->op = op;
    kip_parser_add(p, node, target);
    kip_parser_add(p, node, kip_parse_tests(p));
    return node;
}

static KipNode *parse_assign(KipParser *p, KipNode *value)
{
    KipNode *node = kip_parser_node(p, KIP_NODE_ASSIGN, value->begin);
    while (kip_parser_accept(p, KIP_TOKEN_ASSIGN)) {
        kip_refuse_target(p, value, "assigned to");
        kip_parser_add(p, node, value);
        value = kip_parse_tests(p);
    }
    kip_parser_add(p, node, value);
    return node;
}

static KipNode *parse_expression_statement(KipParser *p)
{
    const KipToken *token = kip_parser_token(p);
    KipNode *value, *node;
    if (token->kind == KIP_TOKEN_FLOOR ||
        (token->kind == KIP_TOKEN_DIVIDE && p->source->text[token->start + 1] == '*'))
        kip_parser_fail(p, token->spot, "a comment begins with #");
    value = kip_parse_tests(p);
    if (kip_parser_failed(p))
        return &p->nothing;
    if (kip_parser_at(p, KIP_TOKEN_ASSIGN))
        return parse_assign(p, value);
    for (size_t i = 0; i < sizeof augments / sizeof augments[0]; i++)
        if (kip_parser_at(p, augments[i].token))
            return parse_augment(p, value, augments[i].op);
    node = kip_parser_node(p, KIP_NODE_EXPRESSION, value->begin);
    kip_parser_add(p, node, value);
    if (!kip_parser_at(p, KIP_TOKEN_NEWLINE) && !kip_parser_at(p, KIP_TOKEN_SEMICOLON))
        kip_refuse_behind(p, value);
    return node;
}

/* -- statements that begin with a keyword ---------------------------------------------------------------- */

static KipNode *parse_return(KipParser *p)
{
    KipSpot spot = kip_parser_token(p)->spot;
    KipNode *node = kip_parser_node(p, KIP_NODE_RETURN, spot);
    if (!p->in_function)
        kip_parser_fail(p, spot, "return stands outside of a function");
    kip_parser_advance(p);
    if (kip_parser_at(p, KIP_TOKEN_NEWLINE) || kip_parser_at(p, KIP_TOKEN_SEMICOLON))
        kip_parser_add(p, node, kip_parser_node(p, KIP_NODE_NONE, spot));
    else
        kip_parser_add(p, node, kip_parse_tests(p));
    return node;
}

static KipNode *parse_jump(KipParser *p, KipNodeKind kind)
{
    KipNode *node = kip_parser_node(p, kind, kip_parser_token(p)->spot);
    if (kind != KIP_NODE_PASS && !p->in_loop)
        kip_parser_fail(p, kip_parser_token(p)->spot, "%s stands outside of a loop",
                        kind == KIP_NODE_BREAK ? "break" : "continue");
    kip_parser_advance(p);
    return node;
}

/* Parses global a, b or import a, b. */
static KipNode *parse_names(KipParser *p, KipNodeKind kind)
{
    KipNode *node = kip_parser_node(p, kind, kip_parser_token(p)->spot);
    kip_parser_advance(p);
    do {
        KipNode *name = kip_parser_node(p, KIP_NODE_NAME, kip_parser_token(p)->spot);
        name->name = kip_parser_name(p, "a name");
        kip_parser_add(p, node, name);
        if (kip_parser_at(p, KIP_TOKEN_AS))
            kip_refuse_module(p, name->spot, kip_source_name(p->source, name->name));
        if (kip_parser_at(p, KIP_TOKEN_POINT))
            kip_parser_fail(p, kip_parser_token(p)->spot,
                            "packages are not in the language: import a script by its plain name");
    } while (kip_parser_accept(p, KIP_TOKEN_COMMA));
    return node;
}

/* Fails for `from`: of numpy the message names what replaces it, else it is about `from`. */
static void refuse_from(KipParser *p)
{
    const KipToken *module = kip_parser_ahead(p, 1);
    char name[32];
    if (module->size >= sizeof name)
        return;
    memcpy(name, p->source->text + module->start, module->size);
    name[module->size] = '\0';
    kip_refuse_module(p, module->spot, name);
}

static KipNode *parse_assert(KipParser *p)
{
    KipSpot spot = kip_parser_token(p)->spot;
    KipNode *node = kip_parser_node(p, KIP_NODE_ASSERT, spot);
    kip_parser_advance(p);
    kip_parser_add(p, node, kip_parse_test(p));
    kip_parse_no_assign(p);
    if (kip_parser_accept(p, KIP_TOKEN_COMMA))
        kip_parser_add(p, node, kip_parse_test(p));
    else
        kip_parser_add(p, node, kip_parser_node(p, KIP_NODE_NONE, spot));
    return node;
}

static KipNode *parse_delete(KipParser *p)
{
    KipNode *node = kip_parser_node(p, KIP_NODE_DELETE, kip_parser_token(p)->spot), *target;
    kip_parser_advance(p);
    target = kip_parse_targets(p);
    kip_refuse_target(p, target, "deleted");
    kip_parser_add(p, node, target);
    return node;
}

KipNode *kip_parse_simple(KipParser *p)
{
    switch (kip_parser_token(p)->kind) {
    case KIP_TOKEN_RETURN:
        return parse_return(p);
    case KIP_TOKEN_BREAK:
        return parse_jump(p, KIP_NODE_BREAK);
    case KIP_TOKEN_CONTINUE:
        return parse_jump(p, KIP_NODE_CONTINUE);
    case KIP_TOKEN_PASS:
        return parse_jump(p, KIP_NODE_PASS);
    case KIP_TOKEN_GLOBAL:
        return parse_names(p, KIP_NODE_GLOBAL);
    case KIP_TOKEN_IMPORT:
        return parse_names(p, KIP_NODE_IMPORT);
    case KIP_TOKEN_ASSERT:
        return parse_assert(p);
    case KIP_TOKEN_DEL:
        return parse_delete(p);
    case KIP_TOKEN_FROM:
        refuse_from(p);
        return parse_expression_statement(p);
    default:
        return parse_expression_statement(p);
    }
}

/* -- tune ------------------------------------------------------------------------------------------------ */

static size_t skip_blanks(const char *text, size_t n, size_t at)
{
    while (at < n && (text[at] == ' ' || text[at] == '\t'))
        at++;
    return at;
}

/* Reads a finite number from text[*at]; *at moves behind it. */
static bool read_number(const char *text, size_t n, size_t *at, double *value)
{
    size_t start = skip_blanks(text, n, *at), end = start;
    while (end < n && strchr("+-.0123456789eE", text[end]) && memcmp(text + end, "..", 2) != 0)
        end++;
    *at = end;
    return end > start && kip_number_parse(text + start, end - start, value);
}

/* Whether the text begins with "tune", in capitals or not. */
static bool is_tune(const char *text)
{
    return (text[0] | 32) == 't' && (text[1] | 32) == 'u' && (text[2] | 32) == 'n' && (text[3] | 32) == 'e';
}

/* The index of the word after a #, or n, with *at behind it and its optional colon. Prose that begins with the word is
 * ignored, and other comments may precede it: gain = 2 # N m/rad # tune 0..5 */
static size_t find_tune(const char *text, size_t n, size_t *at)
{
    for (size_t i = 0; i < n; i++) {
        const size_t word = skip_blanks(text, n, i + 1);
        if (text[i] != '#' || n - word < 6 || !is_tune(text + word))
            continue;
        *at = skip_blanks(text, n, word + (text[word + 4] == ':' ? 5 : 4));
        if (*at > word + 4 && *at < n && strchr("+-.0123456789", text[*at]))
            return word;
    }
    return n;
}

/* Reads lo..hi from text[at] on. */
static bool read_range(const char *text, size_t n, size_t at, KipTune *tune)
{
    if (!read_number(text, n, &at, &tune->lo))
        return false;
    at = skip_blanks(text, n, at);
    if (n - at < 3 || memcmp(text + at, "..", 2) != 0 || text[at + 2] == '.')
        return false;
    at += 2;
    return read_number(text, n, &at, &tune->hi) && tune->lo < tune->hi &&
           (at == n || strchr(" \t,;:", text[at]));
}

bool kip_parse_tune(KipParser *p, const KipToken *comment, KipTune *tune)
{
    const char *text = p->source->text + comment->start;
    size_t n = comment->size, at, word = find_tune(text, n, &at);
    if (word == n)
        return false;
    const bool small = memcmp(text + word, "tune", 4) == 0, good = read_range(text, n, at, tune);
    tune->spot = comment->spot;
    if (good && !small)
        kip_parser_fail(p, comment->spot,
                        "the mark of a number to tune is written in small letters: # tune lo..hi");
    else if (!good && small)
        kip_parser_fail(p, comment->spot,
                        "the range to tune in is written # tune lo..hi with two points between two numbers, "
                        "lo less than hi");
    return good && small;
}
