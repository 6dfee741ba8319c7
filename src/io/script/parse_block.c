/* Statements with blocks, and the blocks. */
#include "parse.h"

#include <string.h>

/* -- blocks ---------------------------------------------------------------------------------------------- */

/* Parses simple statements up to the end of the line. */
static void parse_line(KipParser *p, KipNode *block)
{
    const KipToken *end;
    KipTune tune;
    for (;;) {
        kip_parser_add(p, block, kip_parse_simple(p));
        if (!kip_parser_accept(p, KIP_TOKEN_SEMICOLON) || kip_parser_at(p, KIP_TOKEN_NEWLINE))
            break;
    }
    end = kip_parser_token(p);
    if (kip_parser_at(p, KIP_TOKEN_NEWLINE) && kip_parse_tune(p, end, &tune)) {
        KipTune *kept = kip_source_take(p->source, 1, sizeof *kept);
        if (kept && block->last->kind == KIP_NODE_ASSIGN) {
            *kept = tune;
            block->last->tune = kept;
        } else {
            kip_parser_fail(p, end->spot, "only a number can be tuned: name = number # tune lo..hi");
        }
    }
    if (!kip_parser_at(p, KIP_TOKEN_NEWLINE))
        kip_parser_unexpected(p, "the end of the line");
    kip_parser_advance(p);
}

/* Parses a statement, or simple statements up to the end of the line, and appends them. */
static void parse_statement(KipParser *p, KipNode *block);

/* Parses the : and the block of `what`, which begins at `spot`. */
static KipNode *parse_block(KipParser *p, const char *what, KipSpot spot)
{
    KipNode *block = kip_parser_node(p, KIP_NODE_BLOCK, spot);
    const KipToken *token = kip_parser_token(p);
    if (!kip_parser_enter(p))
        return block;
    if (!kip_parser_at(p, KIP_TOKEN_COLON)) {
        if (token->kind == KIP_TOKEN_NEWLINE)
            kip_parser_fail(p, token->spot, "a : is missing at the end of this %s", what);
        else
            kip_parser_unexpected(p, "a :");
    }
    kip_parser_advance(p);
    if (kip_parser_accept(p, KIP_TOKEN_NEWLINE)) {
        if (!kip_parser_at(p, KIP_TOKEN_INDENT))
            kip_parser_fail(p, kip_parser_token(p)->spot,
                            "an indented block should stand here, behind the %s of line %d: "
                            "pass does nothing",
                            what, (int)spot.line);
        kip_parser_advance(p);
        while (!kip_parser_at(p, KIP_TOKEN_DEDENT) && !kip_parser_failed(p))
            parse_statement(p, block);
        kip_parser_advance(p);
    } else {
        parse_line(p, block);
    }
    kip_parser_leave(p);
    return block;
}

static KipNode *parse_loop_block(KipParser *p, const char *what, KipSpot spot)
{
    bool outer = p->in_loop;
    KipNode *block;
    p->in_loop = true;
    block = parse_block(p, what, spot);
    p->in_loop = outer;
    if (kip_parser_at(p, KIP_TOKEN_ELSE))
        kip_parser_fail(p, kip_parser_token(p)->spot,
                        "else behind a loop is not in the language: "
                        "note in a variable whether the loop was left");
    return block;
}

/* Parses the block of a function or class, which is not inside the loops around it. */
static KipNode *parse_body(KipParser *p, bool function, KipSpot spot)
{
    bool in_loop = p->in_loop, in_function = p->in_function, in_class = p->in_class;
    KipNode *block;
    p->in_loop = false;
    p->in_function = function;
    p->in_class = !function;
    block = parse_block(p, function ? "def" : "class", spot);
    p->in_loop = in_loop;
    p->in_function = in_function;
    p->in_class = in_class;
    return block;
}

/* -- statements ------------------------------------------------------------------------------------------ */

static KipNode *parse_condition(KipParser *p)
{
    KipNode *test = kip_parse_test(p);
    kip_parse_no_assign(p);
    return test;
}

static KipNode *parse_if(KipParser *p)
{
    KipSpot spot = kip_parser_token(p)->spot;
    KipNode *node = kip_parser_node(p, KIP_NODE_IF, spot);
    const char *what = "if";
    do {
        spot = kip_parser_token(p)->spot;
        kip_parser_advance(p);
        kip_parser_add(p, node, parse_condition(p));
        kip_parser_add(p, node, parse_block(p, what, spot));
        what = "elif";
    } while (kip_parser_at(p, KIP_TOKEN_ELIF));
    spot = kip_parser_token(p)->spot;
    if (kip_parser_accept(p, KIP_TOKEN_ELSE)) {
        if (kip_parser_at(p, KIP_TOKEN_IF))
            kip_parser_fail(p, spot, "else if is written elif");
        kip_parser_add(p, node, parse_block(p, "else", spot));
    }
    return node;
}

static KipNode *parse_while(KipParser *p)
{
    KipSpot spot = kip_parser_token(p)->spot;
    KipNode *node = kip_parser_node(p, KIP_NODE_WHILE, spot);
    kip_parser_advance(p);
    kip_parser_add(p, node, parse_condition(p));
    kip_parser_add(p, node, parse_loop_block(p, "while", spot));
    return node;
}

static KipNode *parse_for(KipParser *p)
{
    KipSpot spot = kip_parser_token(p)->spot;
    KipNode *node = kip_parser_node(p, KIP_NODE_FOR, spot), *target;
    kip_parser_advance(p);
    if (kip_parser_token(p)->kind >= KIP_TOKEN_FALSE) /* a keyword */
        kip_parser_name(p, "a name");
    target = kip_parse_targets(p);
    kip_refuse_target(p, target, "assigned to");
    kip_parser_expect(p, KIP_TOKEN_IN, "in");
    kip_parser_add(p, node, target);
    kip_parser_add(p, node, kip_parse_tests(p));
    kip_parser_add(p, node, parse_loop_block(p, "for", spot));
    return node;
}

static KipNode *parse_def(KipParser *p)
{
    KipSpot spot = kip_parser_token(p)->spot;
    KipNode *node;
    kip_parser_advance(p);
    node = kip_parser_node(p, KIP_NODE_FUNCTION, kip_parser_token(p)->spot);
    node->begin = spot;
    if (p->in_class && kip_parser_at(p, KIP_TOKEN_NAME))
        kip_refuse_method(p, kip_parser_token(p));
    node->name = kip_parser_name(p, "the name of the function");
    kip_parser_expect(p, KIP_TOKEN_ROUND_OPEN, "( and the parameters");
    kip_parse_parameters(p, node, KIP_TOKEN_ROUND_CLOSE);
    kip_parser_expect(p, KIP_TOKEN_ROUND_CLOSE, ")");
    kip_parser_add(p, node, parse_body(p, true, spot));
    return node;
}

static KipNode *parse_class(KipParser *p)
{
    KipSpot spot = kip_parser_token(p)->spot;
    KipNode *node, *base;
    kip_parser_advance(p);
    node = kip_parser_node(p, KIP_NODE_CLASS, kip_parser_token(p)->spot);
    node->begin = spot;
    node->name = kip_parser_name(p, "the name of the class");
    base = kip_parser_node(p, KIP_NODE_NONE, spot);
    if (kip_parser_accept(p, KIP_TOKEN_ROUND_OPEN)) {
        if (kip_parser_ahead(p, 1)->kind == KIP_TOKEN_ASSIGN)
            kip_parser_fail(p, kip_parser_token(p)->spot,
                            "metaclasses are not in the language: "
                            "a class has one base and nothing else in its brackets");
        if (!kip_parser_at(p, KIP_TOKEN_ROUND_CLOSE))
            base = kip_parse_test(p);
        if (kip_parser_accept(p, KIP_TOKEN_COMMA) && !kip_parser_at(p, KIP_TOKEN_ROUND_CLOSE))
            kip_parser_fail(p, kip_parser_token(p)->spot,
                            kip_parser_ahead(p, 1)->kind == KIP_TOKEN_ASSIGN
                                ? "metaclasses are not in the language: leave this out"
                                : "multiple inheritance is not in the language: "
                                  "keep an object of the other class in an attribute");
        kip_parser_expect(p, KIP_TOKEN_ROUND_CLOSE, ")");
    }
    kip_parser_add(p, node, base);
    kip_parser_add(p, node, parse_body(p, false, spot));
    return node;
}

static void refuse_beginning(KipParser *p)
{
    KipSpot spot = kip_parser_token(p)->spot;
    KipTokenKind kind = kip_parser_token(p)->kind;
    if (kind > KIP_TOKEN_TRUE && kip_parser_ahead(p, 1)->kind == KIP_TOKEN_ASSIGN)
        kip_parser_name(p, "a name"); /* a keyword used as a name */
    else if (kip_parser_at(p, KIP_TOKEN_ELSE) || kip_parser_at(p, KIP_TOKEN_ELIF))
        kip_parser_fail(p, spot, "there is no if that this %s belongs to: they begin at the same column",
                        kip_parser_at(p, KIP_TOKEN_ELSE) ? "else" : "elif");
    else if (kip_parser_at(p, KIP_TOKEN_INDENT))
        kip_parser_unexpected(p, "a line that begins where the one before it does");
}

static void parse_statement(KipParser *p, KipNode *block)
{
    refuse_beginning(p);
    switch (kip_parser_token(p)->kind) {
    case KIP_TOKEN_IF:
        kip_parser_add(p, block, parse_if(p));
        break;
    case KIP_TOKEN_WHILE:
        kip_parser_add(p, block, parse_while(p));
        break;
    case KIP_TOKEN_FOR:
        kip_parser_add(p, block, parse_for(p));
        break;
    case KIP_TOKEN_DEF:
        kip_parser_add(p, block, parse_def(p));
        break;
    case KIP_TOKEN_CLASS:
        kip_parser_add(p, block, parse_class(p));
        break;
    default:
        parse_line(p, block);
    }
}

KipNode *kip_parse(KipSource *source)
{
    KipParser *p = kip_source_take(source, 1, sizeof *p);
    KipSpot first = {1, 1};
    KipNode *block;
    uint32_t start = strncmp(source->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* a byte order mark */
    const KipTokens *tokens = p ? kip_lex(source, start, (uint32_t)source->size, first, false) : NULL;
    if (!tokens)
        return NULL;
    p->source = source;
    kip_parser_read(p, tokens);
    block = kip_parser_node(p, KIP_NODE_BLOCK, first);
    while (!kip_parser_at(p, KIP_TOKEN_END) && !kip_parser_failed(p))
        parse_statement(p, block);
    return kip_parser_failed(p) ? NULL : block;
}
