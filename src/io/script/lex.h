/* The tokens of a script: names, numbers, strings, signs, and changes of the indentation. Internal to the compiler. */
#ifndef KIP_IO_SCRIPT_LEX_H
#define KIP_IO_SCRIPT_LEX_H

#include "source.h"

/* Operators, punctuation and keywords with their spelling; one that begins with another is listed before it. */
#define KIP_SIGNS(X)                                                                                         \
    X(POWER_ASSIGN, "**=")                                                                                   \
    X(FLOOR_ASSIGN, "//=")                                                                                   \
    X(LEFT_ASSIGN, "<<=")                                                                                    \
    X(RIGHT_ASSIGN, ">>=")                                                                                   \
    X(ELLIPSIS, "...")                                                                                       \
    X(POWER, "**")                                                                                           \
    X(FLOOR, "//")                                                                                           \
    X(LEFT, "<<")                                                                                            \
    X(RIGHT, ">>")                                                                                           \
    X(LESS_EQUAL, "<=")                                                                                      \
    X(GREATER_EQUAL, ">=")                                                                                   \
    X(EQUAL, "==")                                                                                           \
    X(NOT_EQUAL, "!=")                                                                                       \
    X(PLUS_ASSIGN, "+=")                                                                                     \
    X(MINUS_ASSIGN, "-=")                                                                                    \
    X(TIMES_ASSIGN, "*=")                                                                                    \
    X(DIVIDE_ASSIGN, "/=")                                                                                   \
    X(MODULO_ASSIGN, "%=")                                                                                   \
    X(BIT_AND_ASSIGN, "&=")                                                                                  \
    X(BIT_OR_ASSIGN, "|=")                                                                                   \
    X(BIT_XOR_ASSIGN, "^=")                                                                                  \
    X(ARROW, "->")                                                                                           \
    X(WALRUS, ":=")                                                                                          \
    X(PLUS, "+")                                                                                             \
    X(MINUS, "-")                                                                                            \
    X(TIMES, "*")                                                                                            \
    X(DIVIDE, "/")                                                                                           \
    X(MODULO, "%")                                                                                           \
    X(AT, "@")                                                                                               \
    X(BIT_AND, "&")                                                                                          \
    X(BIT_OR, "|")                                                                                           \
    X(BIT_XOR, "^")                                                                                          \
    X(INVERT, "~")                                                                                           \
    X(LESS, "<")                                                                                             \
    X(GREATER, ">")                                                                                          \
    X(ROUND_OPEN, "(")                                                                                       \
    X(ROUND_CLOSE, ")")                                                                                      \
    X(SQUARE_OPEN, "[")                                                                                      \
    X(SQUARE_CLOSE, "]")                                                                                     \
    X(CURLY_OPEN, "{")                                                                                       \
    X(CURLY_CLOSE, "}")                                                                                      \
    X(COMMA, ",")                                                                                            \
    X(COLON, ":")                                                                                            \
    X(POINT, ".")                                                                                            \
    X(SEMICOLON, ";")                                                                                        \
    X(ASSIGN, "=")

#define KIP_KEYWORDS(X)                                                                                      \
    X(FALSE, "False")                                                                                        \
    X(NONE, "None")                                                                                          \
    X(TRUE, "True")                                                                                          \
    X(AND, "and")                                                                                            \
    X(AS, "as")                                                                                              \
    X(ASSERT, "assert")                                                                                      \
    X(ASYNC, "async")                                                                                        \
    X(AWAIT, "await")                                                                                        \
    X(BREAK, "break")                                                                                        \
    X(CLASS, "class")                                                                                        \
    X(CONTINUE, "continue")                                                                                  \
    X(DEF, "def")                                                                                            \
    X(DEL, "del")                                                                                            \
    X(ELIF, "elif")                                                                                          \
    X(ELSE, "else")                                                                                          \
    X(EXCEPT, "except")                                                                                      \
    X(FINALLY, "finally")                                                                                    \
    X(FOR, "for")                                                                                            \
    X(FROM, "from")                                                                                          \
    X(GLOBAL, "global")                                                                                      \
    X(IF, "if")                                                                                              \
    X(IMPORT, "import")                                                                                      \
    X(IN, "in")                                                                                              \
    X(IS, "is")                                                                                              \
    X(LAMBDA, "lambda")                                                                                      \
    X(NONLOCAL, "nonlocal")                                                                                  \
    X(NOT, "not")                                                                                            \
    X(OR, "or")                                                                                              \
    X(PASS, "pass")                                                                                          \
    X(RAISE, "raise")                                                                                        \
    X(RETURN, "return")                                                                                      \
    X(TRY, "try")                                                                                            \
    X(WHILE, "while")                                                                                        \
    X(WITH, "with")                                                                                          \
    X(YIELD, "yield")

#define KIP_TOKEN_KIND(name, text) KIP_TOKEN_##name,
typedef enum KipTokenKind {
    KIP_TOKEN_END,
    KIP_TOKEN_ERROR,   /* the last token where the text is wrong; the message is in KipTokens.error */
    KIP_TOKEN_NEWLINE, /* start and size are those of the line's comment, if any */
    KIP_TOKEN_INDENT,
    KIP_TOKEN_DEDENT,
    KIP_TOKEN_NAME,
    KIP_TOKEN_NUMBER,
    KIP_TOKEN_STRING, /* with prefix and quotes, not decoded */
    KIP_SIGNS(KIP_TOKEN_KIND) KIP_KEYWORDS(KIP_TOKEN_KIND) KIP_TOKEN_KINDS
} KipTokenKind;
#undef KIP_TOKEN_KIND

typedef struct KipToken {
    KipTokenKind kind;
    KipSpot spot;
    uint32_t start, size; /* bytes of the text */
} KipToken;

/* The last token is KIP_TOKEN_END or KIP_TOKEN_ERROR. */
typedef struct KipTokens {
    KipToken *token;
    int n, capacity;
    const KipError *error;
    int unclosed; /* token of the innermost bracket open at the end; -1: none */
} KipTokens;

enum { KIP_SCRIPT_DEEPEST = 100 }; /* nesting of brackets and blocks */

/* The tokens of text[start, end), whose place is `spot`. Inside the braces of an f-string (`inside`), line ends and
 * indentation make no tokens. NULL when out of memory. */
const KipTokens *kip_lex(KipSource *source, uint32_t start, uint32_t end, KipSpot spot, bool inside);

/* The prefixes of a string, and the bytes between its quotes. */
typedef struct KipStringParts {
    bool raw, formatted;
    uint32_t start, end; /* bytes of the text between the quotes */
} KipStringParts;
KipStringParts kip_string_parts(const KipSource *source, const KipToken *token);

/* The constant of a number, negated if `negative`. Fails where it is too large. */
int kip_literal_number(KipSource *source, const KipToken *token, bool negative);

/* Decodes the escapes of text[start, end) and appends the result at to[*n]; `to` has room for end - start more bytes. */
void kip_literal_text(KipSource *source, uint32_t start, uint32_t end, KipSpot spot, bool raw, char *to,
                      size_t *n);

/* refuse.c: the message about an operator of another language at text[0, n), or NULL. */
const char *kip_refused_sign(const char *text, size_t n);

bool kip_is_letter(char c); /* whether a name may begin with it */

#endif
