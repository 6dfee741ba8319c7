/* The parser: tokens to a tree. Internal to the compiler. */
#ifndef KIP_IO_SCRIPT_PARSE_H
#define KIP_IO_SCRIPT_PARSE_H

#include "lex.h"
#include "syntax.h"

/* After a failure `at` is the last token and stays there, and no node that was made is looked at. */
typedef struct KipParser {
    KipSource *source;
    const KipTokens *tokens;
    int at;    /* index of the token that is read next */
    int depth; /* brackets, blocks and prefixed operators around it */
    bool in_function, in_class, in_loop;
    KipNode nothing; /* what stands for a node after a failure */
} KipParser;

/* The module as a BLOCK; NULL after a failure. */
KipNode *kip_parse(KipSource *source);

/* -- parse_tokens.c: where the parser stands ------------------------------------------------------------- */

const KipToken *kip_parser_token(const KipParser *p);
const KipToken *kip_parser_ahead(const KipParser *p, int k); /* k tokens on; the last one at the end */
bool kip_parser_at(const KipParser *p, KipTokenKind kind);
void kip_parser_read(KipParser *p, const KipTokens *tokens); /* from their beginning */
void kip_parser_advance(KipParser *p);
bool kip_parser_accept(KipParser *p, KipTokenKind kind);
/* Fails with `unexpected` otherwise; `what` is that which should stand here. */
void kip_parser_expect(KipParser *p, KipTokenKind kind, const char *what);
void kip_parser_fail(KipParser *p, KipSpot spot, const char *format, ...) KIP_PRINTF(3, 4);
void kip_parser_unexpected(KipParser *p, const char *what);
bool kip_parser_failed(const KipParser *p);
/* False and a failure where it would be too deep; else to be followed by leave. */
bool kip_parser_enter(KipParser *p);
void kip_parser_leave(KipParser *p);

KipNode *kip_parser_node(KipParser *p, KipNodeKind kind, KipSpot spot);
/* Appends a child that is complete. */
void kip_parser_add(KipParser *p, KipNode *parent, KipNode *child);
/* The constant of a token's text. */
int kip_parser_text(KipParser *p, const KipToken *token);
/* A name, and past it; `what` it should be. */
int kip_parser_name(KipParser *p, const char *what);

/* -- refuse.c: what is not in the language --------------------------------------------------------------- */

/* Fails where it is one of Python's modules that scripts do not have. */
void kip_refuse_module(KipParser *p, KipSpot spot, const char *name);
/* The sentence about a keyword of Python that the language does not have; NULL for others. */
const char *kip_refused_keyword(KipTokenKind kind);
/* Fails if `node` cannot be assigned to (`deleted`: deleted). */
void kip_refuse_target(KipParser *p, const KipNode *node, const char *verb);
/* Fails for methods that redefine operators. */
void kip_refuse_method(KipParser *p, const KipToken *name);
/* Fails with a better sentence than "unexpected" when an expression `node` is followed by what belongs to
 * another language or to Python: print "x", a statement with a type annotation, = where == was meant ... */
void kip_refuse_behind(KipParser *p, const KipNode *node);

/* -- parse_expression.c, parse_atom.c, parse_string.c ---------------------------------------------------- */

KipNode *kip_parse_test(KipParser *p);    /* one expression */
KipNode *kip_parse_or(KipParser *p);      /* without a if b else c, and no lambda */
KipNode *kip_parse_tests(KipParser *p);   /* with commas: a tuple */
KipNode *kip_parse_targets(KipParser *p); /* of for, del: a tuple where there are commas */
KipNode *kip_parse_postfix(KipParser *p); /* a value with its calls, indices and attributes */
KipNode *kip_parse_string(KipParser *p);  /* strings that stand beside each other are one */
/* PARAMETER children up to the token `close`, which is left. */
void kip_parse_parameters(KipParser *p, KipNode *function, KipTokenKind close);
/* Behind a condition: fails for =. */
void kip_parse_no_assign(KipParser *p);
/* The first token of an expression. */
bool kip_begins_expression(KipTokenKind kind);

/* -- parse_simple.c -------------------------------------------------------------------------------------- */

KipNode *kip_parse_simple(KipParser *p); /* a statement without a block */
/* True where the comment is # tune lo..hi; fails where it is one gone wrong. */
bool kip_parse_tune(KipParser *p, const KipToken *comment, KipTune *tune);

#endif
