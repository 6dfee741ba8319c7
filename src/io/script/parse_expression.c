/* Expressions: operators by their precedence, lambda, conditional expressions, tuples. */
#include "parse.h"

#include <string.h>

/* Precedence of operators, increasing. */
enum { OR = 1, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND, SHIFT, SUM, PRODUCT };

static const struct {
    KipTokenKind token;
    int precedence;
    KipNodeKind kind;
    int op;
} operators[] = {
    {KIP_TOKEN_OR, OR, KIP_NODE_OR, 0},
    {KIP_TOKEN_AND, AND, KIP_NODE_AND, 0},
    {KIP_TOKEN_EQUAL, COMPARE, KIP_NODE_COMPARE, KIP_COMPARE_EQUAL},
    {KIP_TOKEN_NOT_EQUAL, COMPARE, KIP_NODE_COMPARE, KIP_COMPARE_NOT_EQUAL},
    {KIP_TOKEN_LESS, COMPARE, KIP_NODE_COMPARE, KIP_COMPARE_LESS},
    {KIP_TOKEN_LESS_EQUAL, COMPARE, KIP_NODE_COMPARE, KIP_COMPARE_LESS_EQUAL},
    {KIP_TOKEN_GREATER, COMPARE, KIP_NODE_COMPARE, KIP_COMPARE_GREATER},
    {KIP_TOKEN_GREATER_EQUAL, COMPARE, KIP_NODE_COMPARE, KIP_COMPARE_GREATER_EQUAL},
    {KIP_TOKEN_IN, COMPARE, KIP_NODE_COMPARE, KIP_COMPARE_IN},
    {KIP_TOKEN_NOT, COMPARE, KIP_NODE_COMPARE, KIP_COMPARE_NOT_IN},
    {KIP_TOKEN_IS, COMPARE, KIP_NODE_COMPARE, KIP_COMPARE_IS},
    {KIP_TOKEN_BIT_OR, BIT_OR, KIP_NODE_BINARY, KIP_BINARY_OR},
    {KIP_TOKEN_BIT_XOR, BIT_XOR, KIP_NODE_BINARY, KIP_BINARY_XOR},
    {KIP_TOKEN_BIT_AND, BIT_AND, KIP_NODE_BINARY, KIP_BINARY_AND},
    {KIP_TOKEN_LEFT, SHIFT, KIP_NODE_BINARY, KIP_BINARY_LEFT},
    {KIP_TOKEN_RIGHT, SHIFT, KIP_NODE_BINARY, KIP_BINARY_RIGHT},
    {KIP_TOKEN_PLUS, SUM, KIP_NODE_BINARY, KIP_BINARY_ADD},
    {KIP_TOKEN_MINUS, SUM, KIP_NODE_BINARY, KIP_BINARY_SUBTRACT},
    {KIP_TOKEN_TIMES, PRODUCT, KIP_NODE_BINARY, KIP_BINARY_MULTIPLY},
    {KIP_TOKEN_DIVIDE, PRODUCT, KIP_NODE_BINARY, KIP_BINARY_DIVIDE},
    {KIP_TOKEN_FLOOR, PRODUCT, KIP_NODE_BINARY, KIP_BINARY_FLOOR_DIVIDE},
    {KIP_TOKEN_MODULO, PRODUCT, KIP_NODE_BINARY, KIP_BINARY_MODULO},
};

static KipNode *parse_binary(KipParser *p, int least);

/* Whether the sign is doubled without a blank, as ++ in other languages. */
static bool is_doubled(const KipParser *p, KipTokenKind sign)
{
    const KipToken *token = kip_parser_token(p), *next = kip_parser_ahead(p, 1);
    return token->kind == sign && next->kind == sign && next->start == token->start + token->size;
}

/* -- prefixed operators ---------------------------------------------------------------------------------- */

/* Parses a number with its minus as one literal, unless a power follows, which binds more tightly: -2 ** 2. */
static KipNode *parse_negative_number(KipParser *p)
{
    const KipToken *minus = kip_parser_token(p), *number = kip_parser_ahead(p, 1);
    KipTokenKind next = kip_parser_ahead(p, 2)->kind;
    KipNode *node;
    if (minus->kind != KIP_TOKEN_MINUS || number->kind != KIP_TOKEN_NUMBER || next == KIP_TOKEN_POWER ||
        next == KIP_TOKEN_POINT || next == KIP_TOKEN_SQUARE_OPEN || next == KIP_TOKEN_ROUND_OPEN)
        return NULL;
    node = kip_parser_node(p, KIP_NODE_NUMBER, minus->spot);
    node->name = kip_literal_number(p->source, number, true);
    node->start = minus->start;
    node->size = number->start + number->size - minus->start;
    kip_parser_advance(p);
    kip_parser_advance(p);
    return node;
}

static KipNode *parse_power(KipParser *p);

static KipNode *parse_unary(KipParser *p)
{
    const KipToken *token = kip_parser_token(p);
    KipNode *node = parse_negative_number(p);
    int op = token->kind == KIP_TOKEN_MINUS  ? KIP_UNARY_NEGATE
             : token->kind == KIP_TOKEN_PLUS ? KIP_UNARY_PLUS
                                             : KIP_UNARY_INVERT;
    if (node)
        return node;
    if (token->kind != KIP_TOKEN_MINUS && token->kind != KIP_TOKEN_PLUS && token->kind != KIP_TOKEN_INVERT)
        return parse_power(p);
    if (is_doubled(p, KIP_TOKEN_PLUS))
        kip_parser_fail(p, token->spot, "++ is not in the language: write x += 1");
    if (!kip_parser_enter(p))
        return &p->nothing;
    node = kip_parser_node(p, KIP_NODE_UNARY, token->spot);
    node->op = op;
    kip_parser_advance(p);
    kip_parser_add(p, node, parse_unary(p));
    kip_parser_leave(p);
    return node;
}

/* a ** -b ** c is a ** (-(b ** c)). */
static KipNode *parse_power(KipParser *p)
{
    KipNode *base = kip_parse_postfix(p), *node, *operand;
    KipSpot spot = kip_parser_token(p)->spot;
    if (!kip_parser_at(p, KIP_TOKEN_POWER) || !kip_parser_enter(p))
        return base;
    kip_parser_advance(p);
    node = kip_parser_node(p, KIP_NODE_BINARY, base->begin);
    operand = kip_parser_node(p, KIP_NODE_OPERAND, spot);
    operand->op = KIP_BINARY_POWER;
    kip_parser_add(p, operand, parse_unary(p));
    kip_parser_add(p, node, base);
    kip_parser_add(p, node, operand);
    kip_parser_leave(p);
    return node;
}

static KipNode *parse_not(KipParser *p, int least)
{
    const KipToken *token = kip_parser_token(p);
    KipNode *node;
    if (least > NOT)
        kip_parser_fail(p, token->spot,
                        "not stands inside a tighter operation: put it in brackets, (not ...)");
    if (!kip_parser_enter(p))
        return &p->nothing;
    node = kip_parser_node(p, KIP_NODE_UNARY, token->spot);
    node->op = KIP_UNARY_NOT;
    kip_parser_advance(p);
    kip_parser_add(p, node, parse_binary(p, NOT));
    kip_parser_leave(p);
    return node;
}

/* -- operators between two values ------------------------------------------------------------------------ */

/* Fails for ++ and -- of other languages, and for print >> file. */
static void refuse_operator(KipParser *p, const KipNode *left)
{
    const KipToken *token = kip_parser_token(p);
    if (is_doubled(p, KIP_TOKEN_PLUS))
        kip_parser_fail(p, token->spot, "++ is not in the language: write x += 1");
    else if (is_doubled(p, KIP_TOKEN_MINUS) && !kip_begins_expression(kip_parser_ahead(p, 2)->kind))
        kip_parser_fail(p, token->spot, "-- is not in the language: write x -= 1");
    else if (token->kind == KIP_TOKEN_RIGHT && left->kind == KIP_NODE_NAME &&
             strcmp(kip_source_name(p->source, left->name), "print") == 0)
        kip_parser_fail(p, left->begin, "print is a function: write print(...) with brackets, without >>");
    else if (token->kind == KIP_TOKEN_AT)
        kip_parser_unexpected(p, "an operator");
}

/* Takes an operator of at least this precedence; returns its row of operators[], or -1. */
static int accept_operator(KipParser *p, int least, int *op)
{
    KipTokenKind kind = kip_parser_token(p)->kind, next = kip_parser_ahead(p, 1)->kind;
    int n = (int)(sizeof operators / sizeof operators[0]), i = 0;
    while (i < n && operators[i].token != kind)
        i++;
    if (kip_parser_failed(p) || i == n || operators[i].precedence < least ||
        (kind == KIP_TOKEN_NOT && next != KIP_TOKEN_IN))
        return -1;
    *op = operators[i].op;
    kip_parser_advance(p);
    if (kind == KIP_TOKEN_NOT)
        kip_parser_advance(p);
    else if (kind == KIP_TOKEN_IS && kip_parser_accept(p, KIP_TOKEN_NOT))
        *op = KIP_COMPARE_IS_NOT;
    return i;
}

/* Precedence climbing; operators of equal precedence share a node, so that long sums are not deep. */
static KipNode *parse_binary(KipParser *p, int least)
{
    KipNode *left = kip_parser_at(p, KIP_TOKEN_NOT) ? parse_not(p, least) : parse_unary(p);
    int chained = 0; /* precedence of the operators in `left` */
    for (;;) {
        KipSpot spot = kip_parser_token(p)->spot;
        KipNode *operand;
        int i, op;
        refuse_operator(p, left);
        i = accept_operator(p, least, &op);
        if (i < 0)
            return left;
        operand = kip_parser_node(p, KIP_NODE_OPERAND, spot);
        operand->op = op;
        kip_parser_add(p, operand, parse_binary(p, operators[i].precedence + 1));
        if (chained != operators[i].precedence) {
            KipNode *node = kip_parser_node(p, operators[i].kind, left->begin);
            kip_parser_add(p, node, left);
            left = node;
            chained = operators[i].precedence;
        }
        kip_parser_add(p, left, operand);
    }
}

KipNode *kip_parse_or(KipParser *p)
{
    return parse_binary(p, OR);
}

/* Parses a target of for or del. */
static KipNode *parse_operand(KipParser *p)
{
    return parse_binary(p, BIT_OR);
}

/* -- lambda, a if b else c, commas ----------------------------------------------------------------------- */

static KipNode *parse_lambda(KipParser *p)
{
    KipNode *node = kip_parser_node(p, KIP_NODE_FUNCTION, kip_parser_token(p)->spot);
    node->name = kip_source_string(p->source, "<lambda>", 8);
    kip_parser_advance(p);
    kip_parse_parameters(p, node, KIP_TOKEN_COLON);
    kip_parser_expect(p, KIP_TOKEN_COLON, "the : of lambda");
    kip_parser_add(p, node, kip_parse_test(p));
    return node;
}

static KipNode *parse_choice(KipParser *p)
{
    KipNode *value = kip_parse_or(p), *test, *node;
    if (!kip_parser_accept(p, KIP_TOKEN_IF))
        return value;
    node = kip_parser_node(p, KIP_NODE_CHOICE, value->begin);
    test = kip_parse_or(p);
    kip_parse_no_assign(p);
    kip_parser_expect(p, KIP_TOKEN_ELSE, "else with the other value");
    kip_parser_add(p, node, test);
    kip_parser_add(p, node, value);
    kip_parser_add(p, node, kip_parse_test(p));
    return node;
}

KipNode *kip_parse_test(KipParser *p)
{
    KipNode *node;
    if (!kip_parser_enter(p))
        return &p->nothing;
    node = kip_parser_at(p, KIP_TOKEN_LAMBDA) ? parse_lambda(p) : parse_choice(p);
    if (kip_parser_at(p, KIP_TOKEN_WALRUS))
        kip_parser_unexpected(p, "a comma");
    kip_parser_leave(p);
    return node;
}

bool kip_begins_expression(KipTokenKind kind)
{
    switch (kind) {
    case KIP_TOKEN_NAME:
    case KIP_TOKEN_NUMBER:
    case KIP_TOKEN_STRING:
    case KIP_TOKEN_PLUS:
    case KIP_TOKEN_MINUS:
    case KIP_TOKEN_INVERT:
    case KIP_TOKEN_ROUND_OPEN:
    case KIP_TOKEN_SQUARE_OPEN:
    case KIP_TOKEN_CURLY_OPEN:
    case KIP_TOKEN_FALSE:
    case KIP_TOKEN_NONE:
    case KIP_TOKEN_TRUE:
    case KIP_TOKEN_LAMBDA:
    case KIP_TOKEN_NOT:
    case KIP_TOKEN_TIMES: /* a star, which is refused elsewhere */
    case KIP_TOKEN_POWER:
        return true;
    default:
        return false;
    }
}

/* Parses one item, or a tuple if commas follow. */
static KipNode *parse_commas(KipParser *p, KipNode *(*parse)(KipParser *))
{
    KipNode *first = parse(p), *tuple;
    if (!kip_parser_at(p, KIP_TOKEN_COMMA))
        return first;
    tuple = kip_parser_node(p, KIP_NODE_TUPLE, first->begin);
    kip_parser_add(p, tuple, first);
    while (kip_parser_accept(p, KIP_TOKEN_COMMA) && kip_begins_expression(kip_parser_token(p)->kind))
        kip_parser_add(p, tuple, parse(p));
    return tuple;
}

KipNode *kip_parse_tests(KipParser *p)
{
    return parse_commas(p, kip_parse_test);
}

KipNode *kip_parse_targets(KipParser *p)
{
    return parse_commas(p, parse_operand);
}

void kip_parse_no_assign(KipParser *p)
{
    if (kip_parser_at(p, KIP_TOKEN_ASSIGN))
        kip_parser_fail(p, kip_parser_token(p)->spot,
                        "= assigns, and only as a statement of its own: did you mean == ?");
}
