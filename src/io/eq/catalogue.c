/* See catalogue.h. */
#include "catalogue.h"

#include <stdlib.h>
#include <string.h>

/* Made by make from the texts, and from the comments of sources and tests. */
extern const char kip_eq_otb[], kip_eq_vbc[], kip_eq_dct[], kip_eq_hyb[], kip_eq_vst[], kip_eq_rbda[],
    kip_eq_kip[], kip_eq_index[];

static const char *const texts[] = {kip_eq_otb, kip_eq_vbc,  kip_eq_dct, kip_eq_hyb,
                                    kip_eq_vst, kip_eq_rbda, kip_eq_kip};
enum { TEXTS = sizeof texts / sizeof *texts };

/* -- parts ----------------------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\n';
}

static KipSlice trim(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    while (end > at && is_blank(end[-1]))
        end--;
    return (KipSlice){at, (size_t)(end - at)};
}

bool kip_slice_is(KipSlice part, const char *text)
{
    return strlen(text) == part.n && memcmp(part.at, text, part.n) == 0;
}

bool kip_slice_same(KipSlice a, KipSlice b)
{
    return a.n == b.n && memcmp(a.at, b.at, a.n) == 0;
}

KipSlice kip_slice_word(KipSlice *rest)
{
    const char *end = rest->at + rest->n;
    KipSlice word = trim(rest->at, end);
    size_t n = 0;
    while (n < word.n && !is_blank(word.at[n]))
        n++;
    *rest = trim(word.at + n, end);
    word.n = n;
    return word;
}

/* Up to the next | between blanks, cut off from the front. */
static KipSlice cut_field(KipSlice *rest)
{
    const char *end = rest->at + rest->n, *bar = rest->at;
    while (bar < end &&
           !(*bar == '|' && (bar == rest->at || is_blank(bar[-1])) && (bar + 1 == end || is_blank(bar[1]))))
        bar++;
    const KipSlice field = trim(rest->at, bar);
    *rest = bar < end ? trim(bar + 1, end) : (KipSlice){end, 0};
    return field;
}

/* -- lines ----------------------------------------------------------------------------------------------- */

/* Up to the next line that does not begin with a blank. */
static const char *line_end(const char *at, const char *end)
{
    while (at < end && !(*at == '\n' && (at + 1 == end || !is_blank(at[1]))))
        at++;
    return at;
}

static bool read_line(const char **at, const char *end, KipEqLine *line)
{
    while (*at < end && is_blank(**at))
        ++*at;
    if (*at == end)
        return false;
    const char *stop = line_end(*at, end);
    KipSlice rest = {*at, (size_t)(stop - *at)};
    line->key = kip_slice_word(&rest);
    for (int i = 0; i < 3; i++)
        line->field[i] = cut_field(&rest);
    *at = stop;
    return true;
}

bool kip_entry_line(const KipEntry *entry, const char **at, KipEqLine *line)
{
    return read_line(at, entry->end, line);
}

bool kip_entry_next_line(const KipEntry *entry, const char *key, const char **at, KipEqLine *line)
{
    while (kip_entry_line(entry, at, line))
        if (kip_slice_is(line->key, key))
            return true;
    return false;
}

bool kip_entry_get(const KipEntry *entry, const char *key, KipEqLine *line)
{
    const char *at = entry->body;
    return kip_entry_next_line(entry, key, &at, line);
}

/* -- entries --------------------------------------------------------------------------------------------- */

static const char head_mark[] = "\n== ";

static void read_entry(const char *text, const char *head, KipEntry *entry)
{
    KipEqLine line;
    const char *next = strstr(head + 1, head_mark), *at = text;
    read_line(&at, strchr(text, '\n'), &line);
    entry->paper = line.field[0], entry->paper_title = line.field[1], entry->authors = line.field[2];
    at = head + 1;
    read_line(&at, strchr(at, '\n'), &line);
    entry->ids = line.field[0], entry->title = line.field[1];
    entry->body = at;
    entry->end = next ? next + 1 : head + strlen(head);
}

bool kip_entry_next(KipEntryCursor *cursor, KipEntry *entry)
{
    for (; cursor->text < TEXTS; cursor->text++, cursor->at = NULL) {
        const char *text = texts[cursor->text], *head = strstr(cursor->at ? cursor->at : text, head_mark);
        if (!head)
            continue;
        read_entry(text, head, entry);
        cursor->at = entry->end > text ? entry->end - 1 : text; /* the mark begins with the line's end */
        return true;
    }
    return false;
}

bool kip_entry_has(const KipEntry *entry, KipSlice id)
{
    KipSlice rest = entry->ids, own;
    while ((own = kip_slice_word(&rest)).n)
        if (kip_slice_same(own, id))
            return true;
    return false;
}

bool kip_entry_find(const char *id, KipEntry *entry)
{
    char dotted[64];
    size_t n = strlen(id);
    if (n >= sizeof dotted)
        return false;
    for (size_t i = 0; i <= n; i++)
        dotted[i] = id[i] == ' ' ? '.' : id[i];
    for (KipEntryCursor cursor = {0}; kip_entry_next(&cursor, entry);)
        if (kip_entry_has(entry, (KipSlice){dotted, n}))
            return true;
    return false;
}

KipSlice kip_entry_id(const KipEntry *entry)
{
    KipSlice rest = entry->ids;
    return kip_slice_word(&rest);
}

/* -- the index ------------------------------------------------------------------------------------------- */

/* Lines "TAG FILE LINE". */
bool kip_mention_next(const char **at, KipMention *mention)
{
    const char *from = *at ? *at : kip_eq_index, *end = from + strcspn(from, "\n");
    KipSlice rest = {from, (size_t)(end - from)};
    mention->tag = kip_slice_word(&rest);
    mention->file = kip_slice_word(&rest);
    if (!mention->file.n)
        return false;
    mention->line = atoi(rest.at);
    mention->is_test =
        strncmp(mention->file.at, "tests/", 6) == 0 || strncmp(mention->file.at, "data/papers/", 12) == 0;
    *at = *end ? end + 1 : end;
    return true;
}

bool kip_mention_of(const KipMention *mention, const KipEntry *entry)
{
    KipEqLine line;
    KipEntry equation;
    char id[32];
    if (kip_entry_has(entry, mention->tag))
        return true;
    for (const char *at = entry->body; kip_entry_line(entry, &at, &line);)
        if ((kip_slice_is(line.key, "work") && kip_slice_same(line.field[1], mention->tag)) ||
            (kip_slice_is(line.key, "elsewhere") && kip_slice_same(line.field[0], mention->tag)))
            return true;
    if (!kip_entry_get(entry, "of", &line) || line.field[0].n >= sizeof id)
        return false;
    memcpy(id, line.field[0].at, line.field[0].n);
    id[line.field[0].n] = 0;
    return kip_entry_find(id, &equation) && kip_mention_of(mention, &equation);
}
