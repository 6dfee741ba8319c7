/* The reader of words. Lines and columns are counted only for error messages. */
#include "words.h"

#include <math.h>
#include <string.h>

#include "number.h"
#include "utf8.h"
#include "../../dynamics/letters.h"

/* Classes of bytes; those up to HIGH are parts of words. */
enum { PLAIN, HIGH, ALONE, BLANK, LINE_END, CONTROL };

/* Most bytes of a word that a message quotes. */
enum { MOST_QUOTED = 60 };

KipWords kip_words(const char *text, size_t size, const char *file, const char *blank, const char *alone,
                   bool comments, KipError *error)
{
    KipWords w =
        {.file = file, .at = text, .end = text + size, .line = 1, .comments = comments, .error = error};
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        w.at += 3;
    w.line_start = w.word_line_start = w.word = w.at;
    w.word_line = 1;
    memset(w.kind, CONTROL, ' ');
    w.kind[0x7f] = CONTROL;
    memset(w.kind + 0x80, HIGH, 0x80);
    for (const char *c = " \t\v\f"; *c; c++)
        w.kind[(unsigned char)*c] = BLANK;
    w.kind['\n'] = w.kind['\r'] = LINE_END;
    for (const char *c = blank; *c; c++)
        w.kind[(unsigned char)*c] = BLANK;
    for (const char *c = alone; *c; c++)
        w.kind[(unsigned char)*c] = ALONE;
    return w;
}

static int kind_at(const KipWords *w)
{
    return w->kind[(unsigned char)*w->at];
}

static void pass_line_end(KipWords *w)
{
    w->at += *w->at == '\r' && w->at + 1 < w->end && w->at[1] == '\n' ? 2 : 1;
    w->line++;
    w->line_start = w->at;
}

static void pass_line(KipWords *w)
{
    while (w->at < w->end && kind_at(w) != LINE_END)
        w->at++;
}

/* Skips blanks up to where a word could begin. */
static void pass_blanks(KipWords *w)
{
    while (w->at < w->end) {
        int kind = kind_at(w);
        if (kind == BLANK)
            w->at++;
        else if (kind == LINE_END)
            pass_line_end(w);
        else if (*w->at == '#' && w->comments)
            pass_line(w);
        else
            break;
    }
}

static void begin_word(KipWords *w, bool begins_text)
{
    w->begins_line = begins_text || w->line != w->word_line;
    w->word = w->at;
    w->length = 0;
    w->word_line = w->line;
    w->word_line_start = w->line_start;
}

static void end_word(KipWords *w, bool high)
{
    if (w->length == 0 && w->at < w->end && kind_at(w) == CONTROL)
        kip_words_bad(w, "a control character (%d) does not belong here; is this a text?", (int)*w->at);
    if (high && !kip_utf8_is_text(w->word, w->length))
        kip_words_bad(w, "this is no UTF-8; save the file as UTF-8");
}

void kip_words_next(KipWords *w)
{
    bool first = w->at == w->line_start && w->line == 1, high = false;
    if (w->status != KIP_OK)
        return;
    pass_blanks(w);
    begin_word(w, first);
    if (w->at < w->end && kind_at(w) == ALONE)
        w->at++;
    else
        for (; w->at < w->end && kind_at(w) <= HIGH; w->at++)
            high = high || kind_at(w) == HIGH;
    w->length = (size_t)(w->at - w->word);
    end_word(w, high);
}

void kip_words_rest(KipWords *w, char stop)
{
    if (w->status != KIP_OK)
        return;
    pass_blanks(w);
    begin_word(w, false);
    for (; w->at < w->end && *w->at != stop && kind_at(w) < LINE_END; w->at++)
        if (kind_at(w) != BLANK)
            w->length = (size_t)(w->at + 1 - w->word);
    end_word(w, true);
}

void kip_words_skip_line(KipWords *w)
{
    if (w->status != KIP_OK)
        return;
    w->at = w->word; /* the current word may stand in a later line */
    if (w->length)
        pass_line(w);
    kip_words_next(w);
}

/* -- what a word is -------------------------------------------------------------------------------------- */

bool kip_words_is(const KipWords *w, const char *word)
{
    for (size_t i = 0; i < w->length; i++, word++)
        if (!*word || to_lower(w->word[i]) != to_lower(*word))
            return false;
    return !*word && w->length;
}

int kip_words_among(const KipWords *w, const char *const *names, int n)
{
    for (int i = 0; i < n; i++)
        if (kip_words_is(w, names[i]))
            return i;
    return -1;
}

KipPlace kip_words_place(const KipWords *w)
{
    KipPlace place = {w->file, w->word_line, 1};
    for (const char *c = w->word_line_start; c < w->word; c++)
        place.column += kip_utf8_starts(*c);
    return place;
}

void kip_words_fail(KipWords *w, KipStatus status)
{
    w->status = status;
    w->length = 0;
}

void kip_words_bad(KipWords *w, const char *format, ...)
{
    va_list arguments;
    if (w->status != KIP_OK)
        return;
    va_start(arguments, format);
    kip_words_fail(w, kip_fail_list(w->error, KIP_BAD_INPUT, kip_words_place(w), format, arguments));
    va_end(arguments);
}

/* Number of bytes of the word to quote, without cutting a character. */
static int quoted(const KipWords *w)
{
    size_t n = w->length;
    if (n > MOST_QUOTED)
        for (n = MOST_QUOTED; n > 0 && !kip_utf8_starts(w->word[n]); n--)
            continue;
    return (int)n;
}

void kip_words_wanted(KipWords *w, const char *what)
{
    if (w->length == 0)
        kip_words_bad(w, "the file ends where %s is wanted", what);
    else
        kip_words_bad(w, "'%.*s' stands where %s is wanted", quoted(w), w->word, what);
}

void kip_words_unknown(KipWords *w, const char *what, const char *const *names, int n, size_t stride)
{
    char name[MOST_QUOTED + 1] = "";
    memcpy(name, w->word, (size_t)quoted(w));
    int near = w->length ? kip_nearest_name(name, names, n, stride) : -1;
    if (near < 0)
        kip_words_wanted(w, what);
    else
        kip_words_bad(w, "'%s' stands where %s is wanted; did you mean '%.60s'?", name, what,
                      *(const char *const *)(const void *)((const char *)names + (size_t)near * stride));
}

void kip_words_take(KipWords *w, const char *word, const char *what)
{
    if (!kip_words_is(w, word))
        kip_words_wanted(w, what);
    kip_words_next(w);
}

/* -- numbers --------------------------------------------------------------------------------------------- */

/* Reads digits with a point that make an integer below 2^53, divided by a power of ten up to 10^22. Both are exact in
 * double precision, so that the division rounds correctly (Clinger 1990). It reads most numbers of motion files. */
static bool parse_plain(const char *text, size_t n, double *value)
{
    static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    size_t i = n && text[0] == '-';
    uint64_t digits = 0;
    int ndigit = 0, decimals = 0;
    for (bool point = false; i < n; i++) {
        if (text[i] == '.' && !point) {
            point = true;
        } else if (text[i] >= '0' && text[i] <= '9' && ndigit < 19) {
            digits = 10 * digits + (uint64_t)(text[i] - '0');
            ndigit++;
            decimals += point;
        } else {
            return false;
        }
    }
    if (ndigit == 0 || digits > (uint64_t)1 << 53)
        return false;
    double number = (double)digits / power[decimals];
    *value = text[0] == '-' ? -number : number;
    return true;
}

void kip_words_value(KipWords *w, const char *what, double *value)
{
    double number;
    if (parse_plain(w->word, w->length, &number) ||
        (kip_number_parse(w->word, w->length, &number) && fabs(number) < INFINITY))
        *value = number;
    else if (w->length && strchr("+-.0123456789", w->word[0]) && memchr(w->word, ',', w->length))
        kip_words_bad(w, "'%.*s' has a comma; write numbers with a point, and blanks between them", quoted(w),
                      w->word);
    else if (w->length == 0)
        kip_words_wanted(w, what);
    else
        kip_words_bad(w, "'%.*s' stands where %s, a finite number, is wanted", quoted(w), w->word, what);
}

void kip_words_number(KipWords *w, const char *what, double *value)
{
    kip_words_value(w, what, value);
    kip_words_next(w);
}
