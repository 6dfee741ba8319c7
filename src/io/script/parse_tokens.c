/* The parser's position, and its failures. */
#include "parse.h"

#include <string.h>

enum { TALLEST = 1000 }; /* levels of the tree, whose walks recurse in C */

const KipToken *kip_parser_ahead(const KipParser *p, int k)
{
    int last = p->tokens->n - 1;
    return &p->tokens->token[p->at + k < last ? p->at + k : last];
}

const KipToken *kip_parser_token(const KipParser *p)
{
    return kip_parser_ahead(p, 0);
}

bool kip_parser_failed(const KipParser *p)
{
    return p->source->status != KIP_OK;
}

/* False for every kind after a failure, so that every loop ends. */
bool kip_parser_at(const KipParser *p, KipTokenKind kind)
{
    return !kip_parser_failed(p) && kip_parser_token(p)->kind == kind;
}

/* Reports the lexer's error when the parser reaches it. */
static void tell_error(KipParser *p)
{
    const KipError *error = p->tokens->error;
    if (kip_parser_at(p, KIP_TOKEN_ERROR)) {
        KipSpot spot = {(uint32_t)error->line, (uint32_t)error->column};
        kip_source_fail(p->source, spot, "%s", error->message);
    }
}

void kip_parser_read(KipParser *p, const KipTokens *tokens)
{
    p->tokens = tokens;
    p->at = 0;
    tell_error(p);
}

void kip_parser_advance(KipParser *p)
{
    if (p->at < p->tokens->n - 1)
        p->at++;
    tell_error(p);
}

bool kip_parser_accept(KipParser *p, KipTokenKind kind)
{
    bool found = kip_parser_at(p, kind);
    if (found)
        kip_parser_advance(p);
    return found;
}

void kip_parser_expect(KipParser *p, KipTokenKind kind, const char *what)
{
    if (!kip_parser_accept(p, kind))
        kip_parser_unexpected(p, what);
}

/* -- failures -------------------------------------------------------------------------------------------- */

/* An error after a bracket that is never closed is probably caused by it, so the bracket is reported. */
static bool fail_unclosed(KipParser *p)
{
    const KipToken *open = p->tokens->unclosed >= 0 ? &p->tokens->token[p->tokens->unclosed] : NULL;
    if (!open || p->at <= p->tokens->unclosed)
        return false;
    kip_source_fail(p->source, open->spot, "this %.*s is never closed", (int)open->size,
                    p->source->text + open->start);
    return true;
}

void kip_parser_fail(KipParser *p, KipSpot spot, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!fail_unclosed(p))
        kip_source_fail_list(p->source, spot, format, arguments);
    va_end(arguments);
}

void kip_parser_unexpected(KipParser *p, const char *what)
{
    const KipToken *token = kip_parser_token(p);
    const char *refused = kip_refused_keyword(token->kind);
    switch (token->kind) {
    case KIP_TOKEN_END:
        kip_parser_fail(p, token->spot, "the %s where %s should stand",
                        token->start < p->source->size ? "braces end" : "text ends", what);
        break;
    case KIP_TOKEN_NEWLINE:
        kip_parser_fail(p, token->spot, "the line ends where %s should stand", what);
        break;
    case KIP_TOKEN_INDENT:
        kip_parser_fail(p, token->spot,
                        "this line is indented, but no block begins here: %s should stand here", what);
        break;
    case KIP_TOKEN_DEDENT:
        kip_parser_fail(p, token->spot, "the block ends where %s should stand", what);
        break;
    default:
        if (refused)
            kip_parser_fail(p, token->spot, "%s", refused);
        else
            kip_parser_fail(p, token->spot, "%.*s is not understood here: %s should stand here",
                            token->size < 40 ? (int)token->size : 40, p->source->text + token->start, what);
    }
}

bool kip_parser_enter(KipParser *p)
{
    if (p->depth >= KIP_SCRIPT_DEEPEST)
        kip_parser_fail(p, kip_parser_token(p)->spot,
                        "this stands deeper than %d levels: give inner parts names", KIP_SCRIPT_DEEPEST);
    if (kip_parser_failed(p))
        return false;
    p->depth++;
    return true;
}

void kip_parser_leave(KipParser *p)
{
    p->depth--;
}

/* -- nodes ----------------------------------------------------------------------------------------------- */

KipNode *kip_parser_node(KipParser *p, KipNodeKind kind, KipSpot spot)
{
    KipNode *node = kip_parser_failed(p) ? NULL : kip_source_take(p->source, 1, sizeof *node);
    if (!node)
        return &p->nothing;
    node->kind = kind;
    node->name = -1;
    node->spot = node->begin = spot;
    return node;
}

void kip_parser_add(KipParser *p, KipNode *parent, KipNode *child)
{
    if (kip_parser_failed(p))
        return;
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
    parent->n++;
    if (child->height >= parent->height)
        parent->height = child->height + 1;
    if (parent->height > TALLEST)
        kip_parser_fail(p, child->spot, "this expression has too many levels: give parts of it names");
}

int kip_parser_text(KipParser *p, const KipToken *token)
{
    return kip_source_string(p->source, p->source->text + token->start, token->size);
}

int kip_parser_name(KipParser *p, const char *what)
{
    const KipToken *token = kip_parser_token(p);
    int name = -1;
    if (kip_parser_at(p, KIP_TOKEN_NAME)) {
        name = kip_parser_text(p, token);
        kip_parser_advance(p);
    } else if (token->kind >= KIP_TOKEN_FALSE && token->kind < KIP_TOKEN_KINDS) {
        kip_parser_fail(p, token->spot,
                        "%.*s is a word of the language and cannot be a name: choose another, as %.*s_",
                        (int)token->size, p->source->text + token->start, (int)token->size,
                        p->source->text + token->start);
    } else {
        kip_parser_unexpected(p, what);
    }
    return name;
}
