/* The parser: from tokens to a syntax tree. Internal to the compiler. */
#ifndef KIP_IO_SCRIPT_PARSE_H
#define KIP_IO_SCRIPT_PARSE_H

#include "lex.h"
#include "syntax.h"

/* After a failure `at` stays at the last token, and the nodes made are not used. */
typedef struct KipParser {
    KipSource *source;
    const KipTokens *tokens;
    int at;    /* index of the next token */
    int depth; /* nesting of brackets, blocks and prefix operators */
    bool in_function, in_class, in_loop;
    KipNode nothing; /* returned as the node after a failure */
} KipParser;

/* Parses the module as a BLOCK; NULL after a failure. */
KipNode *kip_parse(KipSource *source);

/* -- parse_tokens.c: where the parser stands ------------------------------------------------------------- */

const KipToken *kip_parser_token(const KipParser *p);
const KipToken *kip_parser_ahead(const KipParser *p, int k); /* k tokens further, or the last one */
bool kip_parser_at(const KipParser *p, KipTokenKind kind);
void kip_parser_read(KipParser *p, const KipTokens *tokens); /* from their beginning */
void kip_parser_advance(KipParser *p);
bool kip_parser_accept(KipParser *p, KipTokenKind kind);
/* Takes a token of this kind; else fails that `what` is expected. */
void kip_parser_expect(KipParser *p, KipTokenKind kind, const char *what);
void kip_parser_fail(KipParser *p, KipSpot spot, const char *format, ...) KIP_PRINTF(3, 4);
void kip_parser_unexpected(KipParser *p, const char *what);
bool kip_parser_failed(const KipParser *p);
/* Enters a level of nesting, to be left by kip_parser_leave; false and a failure where it is too deep. */
bool kip_parser_enter(KipParser *p);
void kip_parser_leave(KipParser *p);

KipNode *kip_parser_node(KipParser *p, KipNodeKind kind, KipSpot spot);
/* Appends a complete child. */
void kip_parser_add(KipParser *p, KipNode *parent, KipNode *child);
/* The constant of a token's text. */
int kip_parser_text(KipParser *p, const KipToken *token);
/* Takes a name; `what` describes it in messages. */
int kip_parser_name(KipParser *p, const char *what);

/* -- refuse.c: what is not in the language --------------------------------------------------------------- */

/* Fails for modules of Python that scripts do not have. */
void kip_refuse_module(KipParser *p, KipSpot spot, const char *name);
/* The message about a keyword of Python that the language does not have; NULL for others. */
const char *kip_refused_keyword(KipTokenKind kind);
/* Fails if `node` cannot be assigned to, or deleted; `verb` says which. */
void kip_refuse_target(KipParser *p, const KipNode *node, const char *verb);
/* Fails for methods that redefine operators. */
void kip_refuse_method(KipParser *p, const KipToken *name);
/* Fails with a specific message where an expression `node` is followed by a construct of Python or another language that
 * scripts lack: print "x", a type annotation, = where == was meant, and so on. */
void kip_refuse_behind(KipParser *p, const KipNode *node);

/* -- parse_expression.c, parse_atom.c, parse_string.c ---------------------------------------------------- */

KipNode *kip_parse_test(KipParser *p);    /* one expression */
KipNode *kip_parse_or(KipParser *p);      /* neither a conditional expression nor a lambda */
KipNode *kip_parse_tests(KipParser *p);   /* with commas: a tuple */
KipNode *kip_parse_targets(KipParser *p); /* of for or del: a tuple if there are commas */
KipNode *kip_parse_postfix(KipParser *p); /* a value with its calls, indices and attributes */
KipNode *kip_parse_string(KipParser *p);  /* adjacent strings are joined */
/* Parses PARAMETER children up to the token `close`, which is not taken. */
void kip_parse_parameters(KipParser *p, KipNode *function, KipTokenKind close);
/* Fails for = after a condition. */
void kip_parse_no_assign(KipParser *p);
/* Whether an expression may begin with this token. */
bool kip_begins_expression(KipTokenKind kind);

/* -- parse_simple.c -------------------------------------------------------------------------------------- */

KipNode *kip_parse_simple(KipParser *p); /* a statement without a block */
/* True where the comment is # tune lo..hi; fails where it is a malformed one. */
bool kip_parse_tune(KipParser *p, const KipToken *comment, KipTune *tune);

#endif
