/* Values: names, literals, brackets, and calls, indices and attributes of them. */
#include "parse.h"

enum { MOST_PARAMETERS = 255, MOST_CLAUSES = 20 };

/* -- comprehensions -------------------------------------------------------------------------------------- */

static void parse_clause_for(KipParser *p, KipNode *comprehension)
{
    KipNode *clause = kip_parser_node(p, KIP_NODE_CLAUSE_FOR, kip_parser_token(p)->spot), *target;
    kip_parser_advance(p);
    target = kip_parse_targets(p);
    kip_refuse_target(p, target, "assigned to");
    kip_parser_expect(p, KIP_TOKEN_IN, "in");
    kip_parser_add(p, clause, target);
    kip_parser_add(p, clause, kip_parse_or(p));
    kip_parser_add(p, comprehension, clause);
}

/* Parses [element for ...] from the `for` on. */
static KipNode *parse_comprehension(KipParser *p, KipNode *element)
{
    KipNode *node = kip_parser_node(p, KIP_NODE_COMPREHENSION, element->begin), *clause;
    kip_parser_add(p, node, element);
    for (;;) {
        KipSpot spot = kip_parser_token(p)->spot;
        if (node->n > MOST_CLAUSES && (kip_parser_at(p, KIP_TOKEN_FOR) || kip_parser_at(p, KIP_TOKEN_IF)))
            kip_parser_fail(p, spot, "a list comprehension has at most %d for and if: write a loop",
                            MOST_CLAUSES);
        if (kip_parser_at(p, KIP_TOKEN_FOR)) {
            parse_clause_for(p, node);
        } else if (kip_parser_accept(p, KIP_TOKEN_IF)) {
            clause = kip_parser_node(p, KIP_NODE_CLAUSE_IF, spot);
            kip_parser_add(p, clause, kip_parse_or(p));
            kip_parse_no_assign(p);
            kip_parser_add(p, node, clause);
        } else {
            return node;
        }
    }
}

static void refuse_generator(KipParser *p, KipSpot spot)
{
    if (kip_parser_at(p, KIP_TOKEN_FOR))
        kip_parser_fail(p, spot,
                        "generator expressions are not in the language: put it in [ ], a list comprehension");
}

static void refuse_star(KipParser *p)
{
    if (kip_parser_at(p, KIP_TOKEN_TIMES) || kip_parser_at(p, KIP_TOKEN_POWER))
        kip_parser_fail(p, kip_parser_token(p)->spot,
                        "* and ** before a value are not in the language: write the items one by one, "
                        "or add lists");
}

/* -- brackets -------------------------------------------------------------------------------------------- */

/* Expects a comma or the closing bracket; = and a second value without a comma have specific messages. */
static void expect_comma_or(KipParser *p, KipTokenKind close, const char *what)
{
    kip_parse_no_assign(p);
    if (kip_parser_accept(p, KIP_TOKEN_COMMA) || kip_parser_at(p, close))
        return;
    if (kip_begins_expression(kip_parser_token(p)->kind))
        kip_parser_fail(p, kip_parser_token(p)->spot,
                        "two values stand beside each other: is there a comma missing?");
    else
        kip_parser_unexpected(p, what);
}

static KipNode *parse_round(KipParser *p)
{
    KipSpot spot = kip_parser_token(p)->spot;
    KipNode *tuple = kip_parser_node(p, KIP_NODE_TUPLE, spot), *only = NULL;
    kip_parser_advance(p);
    while (!kip_parser_at(p, KIP_TOKEN_ROUND_CLOSE) && !kip_parser_failed(p)) {
        KipNode *item;
        refuse_star(p);
        item = kip_parse_test(p);
        refuse_generator(p, spot);
        only = tuple->n == 0 && kip_parser_at(p, KIP_TOKEN_ROUND_CLOSE) ? item : NULL;
        kip_parser_add(p, tuple, item);
        expect_comma_or(p, KIP_TOKEN_ROUND_CLOSE, "a comma or )");
    }
    kip_parser_expect(p, KIP_TOKEN_ROUND_CLOSE, ")");
    if (!only)
        return tuple;
    only->bracketed = true;
    only->begin = spot;
    return only;
}

static KipNode *parse_square(KipParser *p)
{
    KipSpot spot = kip_parser_token(p)->spot;
    KipNode *list = kip_parser_node(p, KIP_NODE_LIST, spot);
    kip_parser_advance(p);
    while (!kip_parser_at(p, KIP_TOKEN_SQUARE_CLOSE) && !kip_parser_failed(p)) {
        KipNode *item;
        refuse_star(p);
        item = kip_parse_test(p);
        if (kip_parser_at(p, KIP_TOKEN_FOR) && list->n == 0) {
            list = parse_comprehension(p, item);
            list->spot = list->begin = spot;
            kip_parse_no_assign(p);
            break;
        }
        kip_parser_add(p, list, item);
        expect_comma_or(p, KIP_TOKEN_SQUARE_CLOSE, "a comma or ]");
    }
    kip_parser_expect(p, KIP_TOKEN_SQUARE_CLOSE, "]");
    return list;
}

static KipNode *parse_curly(KipParser *p)
{
    KipSpot spot = kip_parser_token(p)->spot;
    KipNode *dict = kip_parser_node(p, KIP_NODE_DICT, spot);
    kip_parser_advance(p);
    while (!kip_parser_at(p, KIP_TOKEN_CURLY_CLOSE) && !kip_parser_failed(p)) {
        KipNode *key, *value;
        refuse_star(p);
        key = kip_parse_test(p);
        if (kip_parser_at(p, KIP_TOKEN_FOR))
            kip_parser_fail(p, spot, "set comprehensions are not in the language: make a list with [ ]");
        if (kip_parser_at(p, KIP_TOKEN_COMMA) || kip_parser_at(p, KIP_TOKEN_CURLY_CLOSE))
            kip_parser_fail(p, spot,
                            "sets are not in the language: write a list, or a dict with True for each key");
        kip_parser_expect(p, KIP_TOKEN_COLON, "the : between a key and its value");
        value = kip_parse_test(p);
        if (kip_parser_at(p, KIP_TOKEN_FOR))
            kip_parser_fail(p, spot, "dict comprehensions are not in the language: fill a dict in a loop");
        kip_parser_add(p, dict, key);
        kip_parser_add(p, dict, value);
        expect_comma_or(p, KIP_TOKEN_CURLY_CLOSE, "a comma or }");
    }
    kip_parser_expect(p, KIP_TOKEN_CURLY_CLOSE, "}");
    return dict;
}

static KipNode *parse_atom(KipParser *p)
{
    const KipToken *token = kip_parser_token(p);
    KipNode *node;
    switch (token->kind) {
    case KIP_TOKEN_ROUND_OPEN:
        return parse_round(p);
    case KIP_TOKEN_SQUARE_OPEN:
        return parse_square(p);
    case KIP_TOKEN_CURLY_OPEN:
        return parse_curly(p);
    case KIP_TOKEN_STRING:
        return kip_parse_string(p);
    case KIP_TOKEN_NAME:
        node = kip_parser_node(p, KIP_NODE_NAME, token->spot);
        node->name = kip_parser_text(p, token);
        break;
    case KIP_TOKEN_NUMBER:
        node = kip_parser_node(p, KIP_NODE_NUMBER, token->spot);
        node->name = kip_literal_number(p->source, token, false);
        node->start = token->start;
        node->size = token->size;
        break;
    case KIP_TOKEN_NONE:
        node = kip_parser_node(p, KIP_NODE_NONE, token->spot);
        break;
    case KIP_TOKEN_TRUE:
        node = kip_parser_node(p, KIP_NODE_TRUE, token->spot);
        break;
    case KIP_TOKEN_FALSE:
        node = kip_parser_node(p, KIP_NODE_FALSE, token->spot);
        break;
    default:
        refuse_star(p);
        kip_parser_unexpected(p, "a value");
        return &p->nothing;
    }
    kip_parser_advance(p);
    return node;
}

/* -- calls, indices, attributes -------------------------------------------------------------------------- */

static void parse_keyword(KipParser *p, KipNode *call)
{
    KipNode *node = kip_parser_node(p, KIP_NODE_KEYWORD, kip_parser_token(p)->spot);
    node->name = kip_parser_name(p, "a name");
    kip_parser_advance(p); /* = */
    for (const KipNode *other = call->first->next; other && !kip_parser_failed(p); other = other->next)
        if (other->kind == KIP_NODE_KEYWORD && other->name == node->name)
            kip_parser_fail(p, node->spot, "the argument %s is given twice",
                            kip_source_name(p->source, node->name));
    kip_parser_add(p, node, kip_parse_test(p));
    kip_parser_add(p, call, node);
}

static void parse_arguments(KipParser *p, KipNode *call)
{
    bool named = false;
    kip_parser_advance(p);
    while (!kip_parser_at(p, KIP_TOKEN_ROUND_CLOSE) && !kip_parser_failed(p)) {
        KipSpot spot = kip_parser_token(p)->spot;
        refuse_star(p);
        if (call->n > MOST_PARAMETERS)
            kip_parser_fail(p, spot, "a call has at most %d arguments: hand over a list", MOST_PARAMETERS);
        if (kip_parser_failed(p))
            return;
        if (kip_parser_ahead(p, 1)->kind == KIP_TOKEN_ASSIGN && kip_parser_token(p)->size &&
            kip_is_letter(p->source->text[kip_parser_token(p)->start]) &&
            !kip_parser_at(p, KIP_TOKEN_STRING)) {
            named = true;
            parse_keyword(p, call);
        } else {
            KipNode *value = kip_parse_test(p);
            refuse_generator(p, value->begin);
            if (named && !kip_parser_failed(p))
                kip_parser_fail(
                    p, spot, "an argument without a name stands behind a keyword argument: move it forward");
            kip_parser_add(p, call, value);
        }
        if (kip_parser_at(p, KIP_TOKEN_ASSIGN))
            kip_parser_fail(p, kip_parser_token(p)->spot,
                            "the name of an argument is a plain name before =; to compare write ==");
        expect_comma_or(p, KIP_TOKEN_ROUND_CLOSE, "a comma or )");
    }
    kip_parser_expect(p, KIP_TOKEN_ROUND_CLOSE, ")");
}

/* Parses lo, hi or step of a slice, which may be omitted. */
static void parse_bound(KipParser *p, KipNode *slice)
{
    if (kip_parser_at(p, KIP_TOKEN_COLON) || kip_parser_at(p, KIP_TOKEN_SQUARE_CLOSE))
        kip_parser_add(p, slice, kip_parser_node(p, KIP_NODE_NONE, kip_parser_token(p)->spot));
    else
        kip_parser_add(p, slice, kip_parse_test(p));
}

static KipNode *parse_index(KipParser *p, KipNode *object)
{
    KipSpot spot = kip_parser_token(p)->spot;
    KipNode *node = kip_parser_node(p, KIP_NODE_INDEX, spot), *lo = NULL;
    node->begin = object->begin;
    kip_parser_advance(p);
    kip_parser_add(p, node, object);
    refuse_star(p);
    if (!kip_parser_at(p, KIP_TOKEN_COLON))
        lo = kip_parse_tests(p);
    kip_parse_no_assign(p);
    if (kip_parser_accept(p, KIP_TOKEN_COLON)) {
        node->kind = KIP_NODE_SLICE;
        kip_parser_add(p, node, lo ? lo : kip_parser_node(p, KIP_NODE_NONE, spot));
        parse_bound(p, node);
        if (kip_parser_accept(p, KIP_TOKEN_COLON))
            parse_bound(p, node);
        else
            kip_parser_add(p, node, kip_parser_node(p, KIP_NODE_NONE, spot));
        if (kip_parser_at(p, KIP_TOKEN_COMMA) || (lo && lo->kind == KIP_NODE_TUPLE && !lo->bracketed))
            kip_parser_fail(p, spot, "an index is one slice or values, not both: take one after the other");
    } else if (lo) {
        kip_parser_add(p, node, lo);
    }
    kip_parser_expect(p, KIP_TOKEN_SQUARE_CLOSE, "]");
    return node;
}

KipNode *kip_parse_postfix(KipParser *p)
{
    KipNode *value = parse_atom(p);
    while (!kip_parser_failed(p)) {
        KipNode *node;
        if (kip_parser_at(p, KIP_TOKEN_SQUARE_OPEN)) {
            node = parse_index(p, value);
        } else if (kip_parser_at(p, KIP_TOKEN_ROUND_OPEN)) {
            node = kip_parser_node(p, KIP_NODE_CALL, value->spot);
            kip_parser_add(p, node, value);
            parse_arguments(p, node);
        } else if (kip_parser_accept(p, KIP_TOKEN_POINT)) {
            node = kip_parser_node(p, KIP_NODE_ATTRIBUTE, kip_parser_token(p)->spot);
            kip_parser_add(p, node, value);
            node->name = kip_parser_name(p, "the name of an attribute");
        } else {
            break;
        }
        node->begin = value->begin;
        value = node;
    }
    return value;
}

/* -- parameters ------------------------------------------------------------------------------------------ */

static void refuse_parameter(KipParser *p)
{
    KipSpot spot = kip_parser_token(p)->spot;
    KipTokenKind next = kip_parser_ahead(p, 1)->kind;
    if (kip_parser_at(p, KIP_TOKEN_POWER) || (kip_parser_at(p, KIP_TOKEN_TIMES) && next == KIP_TOKEN_NAME))
        kip_parser_fail(p, spot,
                        "parameters with * or ** are not in the language: "
                        "take a list or a dict as one parameter");
    else if (kip_parser_at(p, KIP_TOKEN_TIMES))
        kip_parser_fail(p, spot, "keyword-only parameters are not in the language: leave the * out");
    else if (kip_parser_at(p, KIP_TOKEN_DIVIDE))
        kip_parser_fail(p, spot, "positional-only parameters are not in the language: leave the / out");
}

void kip_parse_parameters(KipParser *p, KipNode *function, KipTokenKind close)
{
    bool defaults = false;
    while (!kip_parser_at(p, close) && !kip_parser_failed(p)) {
        KipNode *node = kip_parser_node(p, KIP_NODE_PARAMETER, kip_parser_token(p)->spot);
        refuse_parameter(p);
        node->name = kip_parser_name(p, "the name of a parameter");
        for (const KipNode *other = function->first; other && !kip_parser_failed(p); other = other->next)
            if (other->name == node->name)
                kip_parser_fail(p, node->spot, "there are two parameters %s",
                                kip_source_name(p->source, node->name));
        if (close != KIP_TOKEN_COLON && kip_parser_at(p, KIP_TOKEN_COLON))
            kip_parser_fail(p, kip_parser_token(p)->spot,
                            "type annotations are not in the language: leave the : "
                            "and what follows it out");
        if (kip_parser_accept(p, KIP_TOKEN_ASSIGN)) {
            defaults = true;
            kip_parser_add(p, node, kip_parse_test(p));
        } else if (defaults && !kip_parser_failed(p)) {
            kip_parser_fail(p, node->spot,
                            "%s has no default but stands behind a parameter that has one: "
                            "move it forward or give it one",
                            kip_source_name(p->source, node->name));
        }
        kip_parser_add(p, function, node);
        if (function->n > MOST_PARAMETERS)
            kip_parser_fail(p, node->spot, "a function has at most %d parameters", MOST_PARAMETERS);
        if (!kip_parser_at(p, close))
            kip_parser_expect(p, KIP_TOKEN_COMMA, close == KIP_TOKEN_COLON ? "a comma or :" : "a comma or )");
    }
}
