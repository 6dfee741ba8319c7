/* Formulas as MathML (formula.h). A row is a sequence of terms; a term is a base with primes and indices, or two separated
 * by a slash. */
#include "formula.h"

#include <string.h>

#include "../../dynamics/letters.h"

typedef struct Sign {
    const char *word, *text;
} Sign;

static const Sign letters[] = {
    {"alpha", "α"}, {"beta", "β"}, {"gamma", "γ"}, {"delta", "δ"}, {"theta", "θ"}, {"lambda", "λ"},
    {"mu", "μ"},    {"pi", "π"},   {"sigma", "σ"}, {"tau", "τ"},   {"phi", "φ"},   {"psi", "ψ"},
    {"omega", "ω"}, {"xi", "ξ"},   {"Phi", "Φ"},   {"inf", "∞"},
};
static const Sign words[] = {{"cross", "×"}, {"sum", "∑"}, {"in", "∈"}};
static const Sign signs[] = {
    {"<=", "≤"},   {">=", "≥"},   {"->", "→"}, {"!=", "≠"}, {"+-", "±"},    {"-", "−"},
    {"<", "&lt;"}, {">", "&gt;"}, {".", "·"},  {"*", "*"},  {"&", "&amp;"},
};

static const Sign *find(const Sign *table, size_t n, const char *at, size_t length)
{
    for (size_t i = 0; i < n; i++)
        if (strlen(table[i].word) == length && memcmp(table[i].word, at, length) == 0)
            return &table[i];
    return NULL;
}
#define FIND(table, at, n) find(table, sizeof table / sizeof *table, at, n)

/* -- where things end ------------------------------------------------------------------------------------ */

/* The end of the bracket or quotation that begins at `at`. */
static const char *fence_end(const char *at, const char *end)
{
    const char open = *at, close = open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : open;
    int depth = 1;
    while (++at < end && depth > 0)
        depth += *at == close ? -1 : *at == open ? 1 : 0;
    return at;
}

static const Sign *sign_at(const char *at, const char *end)
{
    const Sign *two = end - at > 1 ? FIND(signs, at, 2) : NULL;
    return two ? two : FIND(signs, at, 1);
}

static bool is_root(const char *at, const char *end)
{
    return end - at > 5 && memcmp(at, "sqrt(", 5) == 0;
}

static const char *base_end(const char *at, const char *end)
{
    const char *from = at;
    if (is_root(at, end))
        return fence_end(at + 4, end);
    if (strchr("([{|\"", *at))
        return fence_end(at, end);
    while (is_letter(*from) && at < end && (is_letter(*at) || is_digit(*at)))
        at++;
    while (is_digit(*from) && at < end && (is_digit(*at) || (*at == '.' && at + 1 < end && is_digit(at[1]))))
        at++;
    if (at > from)
        return at;
    const Sign *sign = sign_at(at, end);
    return at + (sign ? strlen(sign->word) : 1);
}

/* A base with primes and indices, which may be empty. */
typedef struct Term {
    KipSlice base, primes, lower, upper;
    const char *end;
} Term;

static Term term_at(const char *at, const char *end)
{
    Term term = {.base = {at, 0}};
    const char *from = at;
    at = base_end(at, end);
    term.base.n = (size_t)(at - from);
    term.primes = (KipSlice){at, 0};
    while (at < end && *at == '\'')
        at++, term.primes.n++;
    while (at + 1 < end && (*at == '_' || *at == '^')) {
        KipSlice *index = *at == '_' ? &term.lower : &term.upper;
        const char *behind = base_end(at + 1, end);
        *index = (KipSlice){at + 1, (size_t)(behind - at - 1)};
        at = behind;
    }
    term.end = at;
    return term;
}

/* -- writing --------------------------------------------------------------------------------------------- */

static void put_row(FILE *out, const char *at, const char *end);

static void put_name(FILE *out, KipSlice name)
{
    const Sign *letter = FIND(letters, name.at, name.n), *word = FIND(words, name.at, name.n);
    if (word)
        fprintf(out, "<mo>%s</mo>", word->text);
    else if (letter)
        fprintf(out, "<mi>%s</mi>", letter->text);
    else
        fprintf(out, name.n > 1 ? "<mi mathvariant=\"normal\">%.*s</mi>" : "<mi>%.*s</mi>", (int)name.n,
                name.at);
}

/* Writes a bracketed part, without its brackets if `bare`. */
static void put_fence(FILE *out, KipSlice base, bool bare)
{
    const char close = base.at[base.n - 1];
    const char *size = *base.at == '|' ? "false" : "true";
    fputs("<mrow>", out);
    if (!bare)
        fprintf(out, "<mo stretchy=\"%s\">%c</mo>", size, *base.at);
    put_row(out, base.at + 1, base.at + base.n - 1);
    if (!bare)
        fprintf(out, "<mo stretchy=\"%s\">%c</mo>", size, close);
    fputs("</mrow>", out);
}

static void put_base(FILE *out, KipSlice base, bool bare)
{
    const char *end = base.at + base.n;
    const Sign *sign = sign_at(base.at, end);
    if (is_root(base.at, end)) {
        fputs("<msqrt>", out);
        put_row(out, base.at + 5, end - 1);
        fputs("</msqrt>", out);
    } else if (*base.at == '"') {
        fprintf(out, "<mtext>%.*s</mtext>", (int)base.n - 2, base.at + 1);
    } else if (strchr("([{|", *base.at)) {
        put_fence(out, base, bare || *base.at == '{');
    } else if (is_letter(*base.at)) {
        put_name(out, base);
    } else if (is_digit(*base.at)) {
        fprintf(out, "<mn>%.*s</mn>", (int)base.n, base.at);
    } else {
        fprintf(out, "<mo>%.*s</mo>", sign ? (int)strlen(sign->text) : (int)base.n,
                sign ? sign->text : base.at);
    }
}

/* Writes a term; `bare` for a part of a fraction, which loses brackets around the whole of it. */
static void put_term(FILE *out, const Term *term, bool bare)
{
    const bool above = term->upper.n || term->primes.n, below = term->lower.n;
    const bool sum = term->base.n == 3 && memcmp(term->base.at, "sum", 3) == 0;
    const char *tag = sum ? (above ? (below ? "munderover" : "mover") : "munder")
                          : (above ? (below ? "msubsup" : "msup") : "msub");
    if (above || below)
        fprintf(out, "<%s>", tag);
    put_base(out, term->base, bare && !above && !below && *term->base.at == '(');
    if (below)
        put_base(out, term->lower, false);
    if (above) {
        fputs("<mrow>", out);
        for (size_t i = 0; i < term->primes.n; i++)
            fputs("<mo>′</mo>", out);
        if (term->upper.n)
            put_base(out, term->upper, false);
        fputs("</mrow>", out);
    }
    if (above || below)
        fprintf(out, "</%s>", tag);
}

/* Whether it needs space around it: text, or a word of several letters. */
static bool is_word(const Term *term)
{
    const KipSlice base = term->base;
    return *base.at == '"' || (base.n > 2 && is_letter(*base.at) && !FIND(letters, base.at, base.n) &&
                               !FIND(words, base.at, base.n) && memcmp(base.at, "sqrt", 4) != 0);
}

static void put_row(FILE *out, const char *at, const char *end)
{
    static const char space[] = "<mspace width=\"0.3em\"></mspace>";
    while (at < end) {
        if (*at == ' ' || *at == '\n') {
            at++;
            continue;
        }
        const Term term = term_at(at, end);
        const bool over = term.end + 1 < end && *term.end == '/' && term.end[1] != ' ';
        if (is_word(&term))
            fputs(space, out);
        if (over) {
            const Term under = term_at(term.end + 1, end);
            fputs("<mfrac>", out);
            put_term(out, &term, true);
            put_term(out, &under, true);
            fputs("</mfrac>", out);
            at = under.end;
        } else {
            put_term(out, &term, false);
            at = term.end;
        }
        if (is_word(&term) || strchr(",;:", *term.base.at))
            fputs(space, out);
    }
}

void kip_formula_put(FILE *stream, KipSlice formula, bool block)
{
    fputs(block ? "<math display=\"block\">" : "<math>", stream);
    put_row(stream, formula.at, formula.at + formula.n);
    fputs("</math>", stream);
}
