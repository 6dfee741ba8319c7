/* The lexer reads the text once, character by character. Its first error becomes the last token, so that the parser reports
 * errors before it first. */
#include "lex.h"

#include <string.h>

#include "../../dynamics/letters.h"

typedef struct Bracket {
    int token;
    char close;
} Bracket;

typedef struct Lexer {
    KipSource *source;
    const char *text;
    uint32_t at, end;
    KipSpot spot; /* of `at` */
    KipTokens *tokens;
    Bracket bracket[KIP_SCRIPT_DEEPEST];
    int nbracket;
    /* The indentation of open blocks, with tabs to multiples of 8 and with tabs of 1: text whose blocks would differ is
     * refused. */
    int indent[KIP_SCRIPT_DEEPEST], narrow[KIP_SCRIPT_DEEPEST];
    int nindent;
    bool inside, done;
} Lexer;

#define KIP_SPELLING(name, text) {text, KIP_TOKEN_##name},
static const struct {
    const char *text;
    KipTokenKind kind;
} signs[] = {KIP_SIGNS(KIP_SPELLING)}, keywords[] = {KIP_KEYWORDS(KIP_SPELLING)};
#undef KIP_SPELLING

bool kip_is_letter(char c)
{
    return is_letter(c) || c == '_';
}

static bool is_part_of_name(char c)
{
    return kip_is_letter(c) || is_digit(c);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\f';
}

/* The character k places ahead; 0 at the end, since no text contains 0. */
static char peek(const Lexer *x, uint32_t k)
{
    return x->end - x->at > k ? x->text[x->at + k] : 0;
}

static bool at_line_end(const Lexer *x)
{
    char c = peek(x, 0);
    return c == 0 || c == '\n' || c == '\r';
}

static void advance(Lexer *x, uint32_t n)
{
    x->spot = kip_spot_after(x->spot, x->text + x->at, n);
    x->at += n;
}

static void advance_line(Lexer *x)
{
    if (!at_line_end(x) || x->at == x->end)
        return;
    advance(x, peek(x, 0) == '\r' && peek(x, 1) == '\n' ? 2 : 1);
}

/* -- tokens ---------------------------------------------------------------------------------------------- */

static void put(Lexer *x, KipTokenKind kind, uint32_t start, uint32_t size, KipSpot spot)
{
    KipToken token = {kind, spot, start, size};
    KipTokens *tokens = x->tokens;
    KipToken *grown = kip_source_grow(x->source, tokens->token, tokens->n, &tokens->capacity, sizeof *grown);
    x->done |= !grown;
    if (!grown)
        return;
    tokens->token = grown;
    tokens->token[tokens->n++] = token;
}

static void fail(Lexer *x, KipSpot spot, const char *format, ...) KIP_PRINTF(3, 4);

static void fail(Lexer *x, KipSpot spot, const char *format, ...)
{
    KipPlace place = {x->source->file, (int)spot.line, (int)spot.column};
    KipError *error = x->done ? NULL : kip_source_take(x->source, 1, sizeof *error);
    va_list arguments;
    if (!error)
        return;
    va_start(arguments, format);
    kip_fail_list(error, KIP_BAD_INPUT, place, format, arguments);
    va_end(arguments);
    x->tokens->error = error;
    put(x, KIP_TOKEN_ERROR, x->at, 0, spot);
    x->done = true;
}

static bool same(const char *text, uint32_t size, const char *word)
{
    return size == strlen(word) && memcmp(text, word, size) == 0;
}

static void lex_string(Lexer *x, uint32_t prefix)
{
    uint32_t start = x->at;
    KipSpot spot = x->spot;
    char quote = peek(x, prefix);
    bool triple = peek(x, prefix + 1) == quote && peek(x, prefix + 2) == quote;
    advance(x, prefix + (triple ? 3 : 1));
    for (;;) {
        if (peek(x, 0) == 0 || (!triple && at_line_end(x))) {
            fail(x, spot,
                 triple ? "this string is never closed: its three quotes are missing at the end"
                        : "this string is not closed before its line ends: its last quote is missing");
            return;
        }
        if (peek(x, 0) == quote && (!triple || (peek(x, 1) == quote && peek(x, 2) == quote)))
            break;
        if (peek(x, 0) == '\\')
            advance(x, peek(x, 1) == '\r' && peek(x, 2) == '\n' ? 2 : 1);
        if (x->at < x->end)
            advance(x, (uint32_t)kip_utf8_length(x->text + x->at, x->end - x->at));
    }
    advance(x, triple ? 3 : 1);
    put(x, KIP_TOKEN_STRING, start, x->at - start, spot);
}

static bool is_prefix_letter(char c, char small)
{
    return c == small || c == small + 'A' - 'a';
}

/* Reads a name, a keyword, or a string with a prefix. */
static void lex_word(Lexer *x)
{
    uint32_t size = 0;
    KipTokenKind kind = KIP_TOKEN_NAME;
    const char *word = x->text + x->at;
    while (is_part_of_name(peek(x, size)))
        size++;
    if (size <= 2 && (peek(x, size) == '"' || peek(x, size) == '\'')) {
        bool known = true;
        for (uint32_t i = 0; i < size; i++)
            if (is_prefix_letter(word[i], 'b') || is_prefix_letter(word[i], 'u')) {
                fail(x, x->spot,
                     is_prefix_letter(word[i], 'b')
                         ? "bytes are not in the language: write a string without the b"
                         : "every string is Unicode: write it without the u");
                return;
            } else {
                known = known && (is_prefix_letter(word[i], 'r') || is_prefix_letter(word[i], 'f'));
            }
        if (known && (size == 1 || is_prefix_letter(word[0], 'r') != is_prefix_letter(word[1], 'r'))) {
            lex_string(x, size);
            return;
        }
    }
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (same(word, size, keywords[i].text))
            kind = keywords[i].kind;
    put(x, kind, x->at, size, x->spot);
    advance(x, size);
}

/* Digits of a base with single underscores between them; returns the number of bytes from `from` on, 0 for a misplaced
 * underscore. */
static uint32_t skip_digits(const Lexer *x, uint32_t from, int base)
{
    uint32_t n = from;
    for (;; n++) {
        char c = peek(x, n);
        bool letter = base == 16 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
        if (c == '_' && (n == from || !is_part_of_name(peek(x, n + 1)) || peek(x, n + 1) == '_'))
            return 0;
        if (c != '_' && !letter && !(is_digit(c) && c - '0' < base))
            return n;
    }
}

/* The length of a decimal number in bytes; 0 for a misplaced underscore. */
static uint32_t decimal_size(const Lexer *x)
{
    uint32_t n = 0, behind;
    if (peek(x, 0) != '.' && (n = skip_digits(x, 0, 10)) == 0)
        return 0;
    if (peek(x, n) == '.') {
        n++;
        if (is_digit(peek(x, n)) && (n = skip_digits(x, n, 10)) == 0)
            return 0;
    }
    if (is_prefix_letter(peek(x, n), 'e')) {
        behind = n + 1 + (peek(x, n + 1) == '+' || peek(x, n + 1) == '-');
        if (is_digit(peek(x, behind)) && (n = skip_digits(x, behind, 10)) == 0)
            return 0;
    }
    return n;
}

static void lex_number(Lexer *x)
{
    char c = peek(x, 1);
    int base = is_prefix_letter(c, 'x')   ? 16
               : is_prefix_letter(c, 'o') ? 8
               : is_prefix_letter(c, 'b') ? 2
                                          : 10;
    bool based = peek(x, 0) == '0' && base != 10;
    uint32_t n = based ? skip_digits(x, 2 + (peek(x, 2) == '_'), base) : decimal_size(x);
    if (n == 0) {
        fail(x, x->spot, "an underscore in a number stands between two digits");
    } else if (based && n == 2) {
        fail(x, x->spot, "digits are missing behind %.*s", 2, x->text + x->at);
    } else if (!based && (peek(x, n) == 'j' || peek(x, n) == 'J') && !is_part_of_name(peek(x, n + 1))) {
        fail(x, x->spot, "complex numbers are not in the language: keep the two parts in a tuple");
    } else if (is_part_of_name(peek(x, n))) {
        fail(x, x->spot,
             based ? "this number has a digit that its base does not have"
                   : "a number and a name stand together: a name begins with a letter or _, "
                     "and * is written for a product");
    } else if (!based && n > 1 && peek(x, 0) == '0' && skip_digits(x, 0, 10) == n &&
               strspn(x->text + x->at, "0_") < n) {
        fail(x, x->spot, "a whole number does not begin with 0: write it without, or 0o for base 8");
    } else {
        put(x, KIP_TOKEN_NUMBER, x->at, n, x->spot);
        advance(x, n);
    }
}

/* -- signs ----------------------------------------------------------------------------------------------- */

static char opening(char close)
{
    return close == ')' ? '(' : close == ']' ? '[' : '{';
}

/* Reads an opening or closing bracket; false after a failure. */
static bool bracket(Lexer *x, char c)
{
    char one[2] = {c, 0}, other[2] = {opening(c), 0};
    const Bracket *top = x->nbracket ? &x->bracket[x->nbracket - 1] : NULL;
    if (strchr("([{", c)) {
        Bracket fresh = {x->tokens->n, c == '(' ? ')' : c == '[' ? ']' : '}'};
        if (x->nbracket == KIP_SCRIPT_DEEPEST)
            fail(x, x->spot, "brackets stand deeper than %d in each other: give the inner parts names",
                 KIP_SCRIPT_DEEPEST);
        else
            x->bracket[x->nbracket++] = fresh;
    } else if (strchr(")]}", c)) {
        if (!top) {
            fail(x, x->spot, "there is no %s that this %s closes", other, one);
        } else if (top->close != c) {
            const KipToken *open = &x->tokens->token[top->token];
            fail(x, x->spot, "this %s does not close the %.1s of line %d", one, x->text + open->start,
                 (int)open->spot.line);
        } else {
            x->nbracket--;
        }
    }
    return !x->done;
}

static void lex_sign(Lexer *x)
{
    const char *at = x->text + x->at, *refused;
    uint32_t left = x->end - x->at;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        uint32_t n = (uint32_t)strlen(signs[i].text);
        if (n > left || memcmp(at, signs[i].text, n) != 0)
            continue;
        if (left > 1 && n == 1 && strchr("<&|", *at) && at[1] == (*at == '<' ? '>' : *at))
            break; /* <> && || */
        if (!bracket(x, n == 1 ? *at : ' '))
            return;
        put(x, signs[i].kind, x->at, n, x->spot);
        advance(x, n);
        return;
    }
    refused = kip_refused_sign(at, left);
    if (refused)
        fail(x, x->spot, "%s", refused);
    else if ((unsigned char)*at < ' ' || *at == 0x7f)
        fail(x, x->spot, "an invisible character (%d) means nothing here", (int)*at);
    else
        fail(x, x->spot,
             "%.*s means nothing here: names are made of the letters a to z and A to Z, digits and _",
             (int)kip_utf8_length(at, left), at);
}

/* -- lines ----------------------------------------------------------------------------------------------- */

static void indent(Lexer *x, int width, int narrow)
{
    int open = x->nindent ? x->indent[x->nindent - 1] : 0,
        open_narrow = x->nindent ? x->narrow[x->nindent - 1] : 0;
    if ((width > open) != (narrow > open_narrow) || (width < open) != (narrow < open_narrow)) {
        fail(x, x->spot,
             "tabs and blanks are mixed, so that it is not clear which block this line belongs to: "
             "indent with blanks alone");
    } else if (width > open) {
        if (x->nindent == KIP_SCRIPT_DEEPEST) {
            fail(x, x->spot, "blocks stand deeper than %d in each other: make functions of the inner ones",
                 KIP_SCRIPT_DEEPEST);
            return;
        }
        x->indent[x->nindent] = width;
        x->narrow[x->nindent++] = narrow;
        put(x, KIP_TOKEN_INDENT, x->at, 0, x->spot);
    }
    for (; width < open; open = x->nindent ? x->indent[x->nindent - 1] : 0) {
        x->nindent--;
        if (width > (x->nindent ? x->indent[x->nindent - 1] : 0)) {
            fail(x, x->spot,
                 "this line is indented less than the block before it, but like no block around it");
            return;
        }
        put(x, KIP_TOKEN_DEDENT, x->at, 0, x->spot);
    }
}

/* Reads the indentation of a line; empty lines and those with only a comment are skipped. */
static void lex_indentation(Lexer *x)
{
    for (;;) {
        int width = 0, narrow = 0;
        for (; is_blank(peek(x, 0)); advance(x, 1)) {
            char c = peek(x, 0);
            width = c == '\t' ? (width / 8 + 1) * 8 : c == '\f' ? 0 : width + 1;
            narrow = c == '\f' ? 0 : narrow + 1;
        }
        if (peek(x, 0) == '#')
            while (!at_line_end(x))
                advance(x, 1);
        if (!at_line_end(x)) {
            indent(x, width, narrow);
            return;
        }
        if (x->at == x->end)
            return;
        advance_line(x);
    }
}

/* Reads the end of a line with its comment, which makes no token within brackets. */
static void lex_line_end(Lexer *x)
{
    uint32_t start = x->at;
    KipSpot spot = x->spot;
    if (peek(x, 0) == '#') {
        if (x->inside) {
            fail(x, spot, "a comment cannot stand within the braces of an f-string");
            return;
        }
        while (!at_line_end(x))
            advance(x, 1);
    }
    if (!x->inside && x->nbracket == 0) {
        put(x, KIP_TOKEN_NEWLINE, start, x->at - start, spot);
        advance_line(x);
        lex_indentation(x);
    } else {
        advance_line(x);
    }
}

static void lex_next(Lexer *x)
{
    char c = peek(x, 0);
    if (is_blank(c)) {
        advance(x, 1);
    } else if (c == '#' || at_line_end(x)) {
        lex_line_end(x);
    } else if (c == '\\') {
        KipSpot spot = x->spot;
        advance(x, 1);
        if (x->inside || !at_line_end(x) || x->at == x->end)
            fail(x, spot,
                 x->inside ? "a backslash cannot stand within the braces of an f-string: give the value a "
                             "name before it"
                           : "a backslash outside of a string joins lines and is the last on its line");
        else
            advance_line(x);
    } else if (kip_is_letter(c)) {
        lex_word(x);
    } else if (is_digit(c) || (c == '.' && is_digit(peek(x, 1)))) {
        lex_number(x);
    } else if (c == '"' || c == '\'') {
        lex_string(x, 0);
    } else {
        lex_sign(x);
    }
}

static void lex_end(Lexer *x)
{
    KipTokens *tokens = x->tokens;
    if (x->nbracket) {
        tokens->unclosed = x->bracket[x->nbracket - 1].token;
    } else if (!x->inside) {
        KipTokenKind last = tokens->n ? tokens->token[tokens->n - 1].kind : KIP_TOKEN_NEWLINE;
        if (last != KIP_TOKEN_NEWLINE && last != KIP_TOKEN_DEDENT)
            put(x, KIP_TOKEN_NEWLINE, x->at, 0, x->spot);
        for (; x->nindent; x->nindent--)
            put(x, KIP_TOKEN_DEDENT, x->at, 0, x->spot);
    }
    put(x, KIP_TOKEN_END, x->at, 0, x->spot);
}

const KipTokens *kip_lex(KipSource *source, uint32_t start, uint32_t end, KipSpot spot, bool inside)
{
    Lexer x =
        {.source = source, .text = source->text, .at = start, .end = end, .spot = spot, .inside = inside};
    x.tokens = kip_source_take(source, 1, sizeof *x.tokens);
    if (!x.tokens)
        return NULL;
    x.tokens->unclosed = -1;
    if (!inside)
        lex_indentation(&x);
    while (!x.done && x.at < x.end)
        lex_next(&x);
    if (!x.done)
        lex_end(&x);
    return source->status == KIP_OK ? x.tokens : NULL;
}
