/* Strings and f-strings. The parser itself reads the expressions in the braces of an f-string, at their places in the
 * text. */
#include "parse.h"

#include <string.h>

/* A string under construction: text that is not yet part of `node`, and the parts before it. */
typedef struct Pieces {
    KipNode *node; /* JOINED */
    KipSpot spot;
    char *text;
    size_t n;
} Pieces;

typedef struct Range {
    uint32_t start, end; /* bytes of the text */
    KipSpot spot;        /* of start */
} Range;

static void begin_pieces(KipParser *p, Pieces *pieces, KipSpot spot, size_t most)
{
    pieces->node = kip_parser_node(p, KIP_NODE_JOINED, spot);
    pieces->spot = spot;
    pieces->text = kip_source_take(p->source, most, 1);
    pieces->n = 0;
}

/* Makes a STRING of the text so far. */
static KipNode *take_text(KipParser *p, Pieces *pieces)
{
    KipNode *node = kip_parser_node(p, KIP_NODE_STRING, pieces->spot);
    if (!kip_parser_failed(p))
        node->name = kip_source_string(p->source, pieces->text, pieces->n);
    pieces->n = 0;
    return node;
}

static KipNode *end_pieces(KipParser *p, Pieces *pieces)
{
    if (pieces->node->n == 0)
        return take_text(p, pieces);
    if (pieces->n)
        kip_parser_add(p, pieces->node, take_text(p, pieces));
    return pieces->node;
}

/* -- fields ---------------------------------------------------------------------------------------------- */

/* The end of the expression that begins at range.start: } : ! or = outside of brackets and strings; range.end where there
 * is none. */
static uint32_t find_expression_end(const char *text, Range range)
{
    int depth = 0;
    for (uint32_t at = range.start; at < range.end; at++) {
        char c = text[at], next = at + 1 < range.end ? text[at + 1] : 0;
        if (c == '"' || c == '\'') {
            const char *quote = memchr(text + at + 1, c, range.end - at - 1);
            if (!quote)
                return range.end;
            at = (uint32_t)(quote - text);
        } else if (depth == 0 && (c == '}' || c == ':' || (c == '!' && next != '='))) {
            return at;
        } else if (depth == 0 && c == '=' && next != '=' &&
                   !strchr("=!<>", at > range.start ? text[at - 1] : ' ')) {
            return at;
        } else {
            depth += c == '(' || c == '[' || c == '{';
            depth -= c == ')' || c == ']' || c == '}';
        }
    }
    return range.end;
}

/* The } that ends a format specification. */
static uint32_t find_format_end(const char *text, Range range)
{
    int depth = 0;
    for (uint32_t at = range.start; at < range.end; at++) {
        if (text[at] == '}' && depth-- == 0)
            return at;
        depth += text[at] == '{';
    }
    return range.end;
}

static KipNode *parse_inside(KipParser *p, Range range)
{
    const KipTokens *outer = p->tokens,
                    *tokens = kip_lex(p->source, range.start, range.end, range.spot, true);
    int at = p->at;
    KipNode *node;
    if (!tokens)
        return &p->nothing;
    kip_parser_read(p, tokens);
    if (kip_parser_at(p, KIP_TOKEN_END))
        kip_parser_fail(p, range.spot,
                        "a value is missing in these braces: for the signs themselves write {{ and }}");
    node = kip_parse_tests(p);
    kip_parse_no_assign(p);
    if (!kip_parser_at(p, KIP_TOKEN_END))
        kip_parser_unexpected(p, "} or an operator");
    p->tokens = outer;
    p->at = at;
    return node;
}

static void parse_formatted(KipParser *p, Pieces *pieces, Range range, bool raw, int level);

/* Parses the field after { at range.start; returns the index after its }. */
static uint32_t parse_field(KipParser *p, Pieces *pieces, Range range, KipSpot brace, bool raw, int level)
{
    const char *text = p->source->text;
    uint32_t end = find_expression_end(text, range), size = range.end;
    Range inside = {range.start, end, range.spot}, rest;
    KipNode *field;
    Pieces format;
    if (level > 1)
        kip_parser_fail(p, brace, "braces stand in the format of a format: give the inner one a name before");
    if (end == size)
        kip_parser_fail(p, brace,
                        "this { has no } before the string ends: within it use the other kind of quotes");
    else if (text[end] == '=')
        kip_parser_fail(p, kip_spot_after(range.spot, text + range.start, end - range.start),
                        "{x=} is not in the language: write x={x}");
    if (kip_parser_failed(p))
        return size;
    field = kip_parser_node(p, KIP_NODE_FIELD, range.spot);
    kip_parser_add(p, field, parse_inside(p, inside));
    rest.start = end;
    rest.end = size;
    rest.spot = kip_spot_after(range.spot, text + range.start, end - range.start);
    if (text[end] == '!') {
        field->op = size - end > 1 && text[end + 1] == 'r' ? 1 : 2; /* as in KIP_OP_FORMAT */
        if (size - end < 3 || (text[end + 1] != 'r' && text[end + 1] != 's') ||
            (text[end + 2] != ':' && text[end + 2] != '}'))
            kip_parser_fail(p, rest.spot, "behind ! stands r for repr or s for str, and then : or }");
        if (kip_parser_failed(p))
            return size;
        rest.start += 2;
        rest.spot.column += 2;
    }
    end = rest.start;
    if (text[rest.start] == ':') {
        rest.start++;
        rest.spot.column++;
        end = find_format_end(text, rest);
    }
    if (end == size) {
        kip_parser_fail(p, brace, "this { has no } before the string ends");
        return size;
    }
    rest.end = end;
    begin_pieces(p, &format, rest.spot, rest.end - rest.start);
    parse_formatted(p, &format, rest, raw, level + 1);
    kip_parser_add(p, field, end_pieces(p, &format));
    if (pieces->n)
        kip_parser_add(p, pieces->node, take_text(p, pieces));
    kip_parser_add(p, pieces->node, field);
    return end + 1;
}

/* Parses text and fields; {{ and }} stand for braces, except in a format. */
static void parse_formatted(KipParser *p, Pieces *pieces, Range range, bool raw, int level)
{
    const char *text = p->source->text;
    KipSpot spot = range.spot;
    for (uint32_t at = range.start, next; at < range.end && !kip_parser_failed(p); at = next) {
        bool twice = at + 1 < range.end && text[at + 1] == text[at] && level == 0;
        next = at;
        while (next < range.end && text[next] != '{' && text[next] != '}')
            next++;
        if (next > at) {
            kip_literal_text(p->source, at, next, spot, raw, pieces->text, &pieces->n);
        } else if (twice) {
            pieces->text[pieces->n++] = text[at];
            next = at + 2;
        } else if (text[at] == '{') {
            Range field = {at + 1, range.end, {spot.line, spot.column + 1}};
            next = parse_field(p, pieces, field, spot, raw, level);
        } else {
            kip_parser_fail(p, spot, "this } closes nothing: for the sign itself write }}");
        }
        spot = kip_spot_after(spot, text + at, next - at);
    }
}

KipNode *kip_parse_string(KipParser *p)
{
    Pieces pieces;
    size_t most = 0;
    bool formatted = false;
    KipNode *node;
    for (int k = 0; kip_parser_ahead(p, k)->kind == KIP_TOKEN_STRING; k++)
        most += kip_parser_ahead(p, k)->size;
    begin_pieces(p, &pieces, kip_parser_token(p)->spot, most);
    for (; kip_parser_at(p, KIP_TOKEN_STRING); kip_parser_advance(p)) {
        const KipToken *token = kip_parser_token(p);
        KipStringParts parts = kip_string_parts(p->source, token);
        Range range = {parts.start, parts.end, {0, 0}};
        range.spot = kip_spot_after(token->spot, p->source->text + token->start, parts.start - token->start);
        formatted |= parts.formatted;
        if (parts.formatted)
            parse_formatted(p, &pieces, range, parts.raw, 0);
        else
            kip_literal_text(p->source, range.start, range.end, range.spot, parts.raw, pieces.text,
                             &pieces.n);
    }
    node = end_pieces(p, &pieces);
    if (formatted && node->kind == KIP_NODE_STRING) { /* not a docstring */
        kip_parser_add(p, pieces.node, node);
        node = pieces.node;
    }
    return node;
}
