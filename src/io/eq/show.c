/* The catalogue as text (show.h). */
#include "show.h"

#include <string.h>

#include "../text/number.h"
#include "../../dynamics/letters.h"

enum { WIDTH = 99, DIGITS = 9 };

/* -- shared ---------------------------------------------------------------------------------------------- */

const char *kip_eq_verdict(const KipStep *step)
{
    return step->verdict == KIP_STEP_AGREES ? "agrees" : step->verdict == KIP_STEP_DIFFERS ? "DIFFERS" : "";
}

bool kip_eq_next_erratum(const KipEntry *entry, KipEntryCursor *cursor, KipEntry *erratum)
{
    KipEqLine of;
    while (kip_entry_next(cursor, erratum))
        if (kip_entry_get(erratum, "of", &of) && kip_entry_has(entry, of.field[0]))
            return true;
    return false;
}

/* Values within rounding are shown as 0. */
const char *kip_eq_number(char buffer[KIP_EQ_NUMBER], double value)
{
    return kip_number_format_digits(buffer, value < 1e-14 && value > -1e-14 ? 0 : value, DIGITS);
}

bool kip_eq_is_mentioned(const KipEntry *entry, bool by_test)
{
    KipMention mention;
    for (const char *at = NULL; kip_mention_next(&at, &mention);)
        if (mention.is_test == by_test && kip_mention_of(&mention, entry))
            return true;
    return false;
}

/* -- lists ----------------------------------------------------------------------------------------------- */

static void print_row(const KipEntry *entry, FILE *stream)
{
    const KipSlice id = kip_entry_id(entry);
    fprintf(stream, "  %-10.*s%.*s\n", (int)id.n, id.at, (int)entry->title.n, entry->title.at);
}

void kip_eq_print_list(FILE *stream)
{
    KipEntry entry;
    KipSlice paper = {NULL, 0};
    for (KipEntryCursor cursor = {0}; kip_entry_next(&cursor, &entry);) {
        if (!kip_slice_same(paper, entry.paper))
            fprintf(stream, "%s%.*s: %.*s (%.*s)\n", paper.n ? "\n" : "", (int)entry.paper.n, entry.paper.at,
                    (int)entry.paper_title.n, entry.paper_title.at, (int)entry.authors.n, entry.authors.at);
        paper = entry.paper;
        print_row(&entry, stream);
    }
    fputs("\nkip eq ID shows one, its example computed; kip eq WORD finds those that say it.\n", stream);
}

static bool says(const char *at, const char *end, const char *word)
{
    const size_t n = strlen(word);
    for (; at + n <= end; at++) {
        size_t i = 0;
        while (i < n && to_lower(at[i]) == to_lower(word[i]))
            i++;
        if (i == n)
            return true;
    }
    return false;
}

int kip_eq_print_mentions(const char *word, FILE *stream)
{
    KipEntry entry;
    int n = 0;
    for (KipEntryCursor cursor = {0}; *word && kip_entry_next(&cursor, &entry);)
        if (says(entry.title.at, entry.end, word)) {
            print_row(&entry, stream);
            n++;
        }
    return n;
}

/* -- an entry -------------------------------------------------------------------------------------------- */

/* Prints words from a column on, wrapped to it. */
static void print_prose(FILE *stream, int column, KipSlice text)
{
    int at = column;
    for (KipSlice word; (word = kip_slice_word(&text)).n;) {
        if (at > column && at + 1 + (int)word.n > WIDTH)
            fprintf(stream, "\n%*s", column, ""), at = column;
        at += fprintf(stream, "%s%.*s", at > column ? " " : "", (int)word.n, word.at);
    }
    fputc('\n', stream);
}

static void print_lines(const KipEntry *entry, const char *key, const char *before, FILE *stream)
{
    KipEqLine line;
    for (const char *at = entry->body; kip_entry_next_line(entry, key, &at, &line);) {
        fputs(before, stream);
        print_prose(stream, (int)strlen(before) - (*before == '\n'), line.field[0]);
    }
}

static void print_symbols(const KipEntry *entry, FILE *stream)
{
    KipEqLine line;
    bool any = false;
    for (const char *at = entry->body; kip_entry_next_line(entry, "symbol", &at, &line); any = true) {
        const KipSlice name = line.field[0], unit = line.field[1];
        const int column = fprintf(stream, "%s  %-10.*s %-12.*s ", any ? "" : "\n", (int)name.n, name.at,
                                   (int)unit.n, unit.at);
        print_prose(stream, any ? column : column - 1, line.field[2]);
    }
}

static int print_given(const KipSheet *sheet, FILE *stream)
{
    KipEqLine line;
    int n = 0;
    for (const char *at = sheet->entry->body; kip_sheet_next_given(sheet, &at, &line); n++) {
        const char *own;
        KipSlice rest = line.field[0], name = kip_slice_word(&rest);
        kip_sheet_given_line(sheet, name, &line, &own);
        fprintf(stream, "  %-16.*s ", (int)name.n, name.at);
        if (own)
            fprintf(stream, "= %s", own);
        else
            fprintf(stream, "%.*s", (int)rest.n, rest.at);
        fprintf(stream, " %.*s", (int)line.field[1].n, line.field[1].at);
        if (line.field[2].n)
            fprintf(stream, "   %.*s", (int)line.field[2].n, line.field[2].at);
        fputc('\n', stream);
    }
    return n;
}

static void print_matrix(const KipSheet *sheet, const KipStep *step, FILE *stream)
{
    char buffer[KIP_EQ_NUMBER];
    const double *x = sheet->number + step->first;
    for (int i = 0; i < step->rows; i++) {
        fputs("     ", stream);
        for (int k = 0; k < step->cols; k++)
            fprintf(stream, " %13s", kip_eq_number(buffer, x[i * step->cols + k]));
        fputc('\n', stream);
    }
}

static void print_step(const KipSheet *sheet, const KipStep *step, FILE *stream)
{
    KipEqLine line = {0};
    char buffer[KIP_EQ_NUMBER];
    const double *x = sheet->number + step->first;
    const bool in_line = step->rows == 1 && step->cols <= 6;
    kip_sheet_step_line(sheet, step->name, &line);
    fprintf(stream, "  %-16s =", step->name);
    for (int k = 0; in_line && k < step->cols; k++)
        fprintf(stream, "%s %s", k ? "," : "", kip_eq_number(buffer, x[k]));
    fprintf(stream, " %.*s", (int)line.field[1].n, line.field[1].at);
    if (line.field[2].n) {
        fputs("   ", stream);
        for (KipSlice word, rest = line.field[2]; (word = kip_slice_word(&rest)).n;)
            fprintf(stream, "%.*s ", (int)word.n, word.at);
    }
    fprintf(stream, *kip_eq_verdict(step) ? " [%s]\n" : "%s\n", kip_eq_verdict(step));
    if (!in_line)
        print_matrix(sheet, step, stream);
}

static void print_sheet(const KipSheet *sheet, FILE *stream)
{
    const KipSlice label = sheet->head.field[1], title = sheet->head.field[2];
    const char *part = "";
    const bool own = kip_sheet_is_own(sheet);
    fprintf(stream,
            own ? "\nWorked example %.*s with your numbers; as given: %.*s\n"
                : "\nWorked example %.*s: %.*s\n",
            (int)label.n, label.at, (int)title.n, title.at);
    if (print_given(sheet, stream))
        fputs("  ---\n", stream);
    for (int i = 0; i < sheet->nstep; i++) {
        if (strcmp(part, sheet->step[i].part) != 0)
            fprintf(stream, "  -- %s\n", sheet->step[i].part);
        part = sheet->step[i].part;
        print_step(sheet, &sheet->step[i], stream);
    }
}

static void print_mentions_of(const KipEntry *entry, bool of_tests, FILE *stream)
{
    KipMention mention;
    bool any = false;
    for (const char *at = NULL; kip_mention_next(&at, &mention);) {
        if (mention.is_test != of_tests || !kip_mention_of(&mention, entry))
            continue;
        fprintf(stream, "%s%.*s:%d  (%.*s)\n",
                any        ? "       "
                : of_tests ? "\nTests  "
                           : "\nCode   ",
                (int)mention.file.n, mention.file.at, mention.line, (int)mention.tag.n, mention.tag.at);
        any = true;
    }
}

static void print_errata(const KipEntry *entry, FILE *stream)
{
    KipEntry erratum;
    for (KipEntryCursor cursor = {0}; kip_eq_next_erratum(entry, &cursor, &erratum);) {
        const KipSlice id = kip_entry_id(&erratum);
        fprintf(stream, "\nErratum %.*s (kip eq %.*s shows what it does): ", (int)id.n, id.at, (int)id.n,
                id.at);
        print_prose(stream, 8, erratum.title);
    }
}

KipStatus kip_eq_print(const KipEntry *entry, const KipSheetChoice *choice, FILE *stream, KipError *error)
{
    KipEqLine line;
    const KipSlice id = kip_entry_id(entry);
    fprintf(stream, "%.*s: %.*s\n", (int)id.n, id.at, (int)entry->title.n, entry->title.at);
    fprintf(stream, "%.*s", (int)entry->paper_title.n, entry->paper_title.at);
    if (kip_entry_get(entry, "source", &line))
        fprintf(stream, ", %.*s", (int)line.field[0].n, line.field[0].at);
    fputc('\n', stream);
    if (kip_entry_get(entry, "printed", &line))
        fputs("\nAs printed:\n", stream);
    print_lines(entry, "printed", "    ", stream);
    if (kip_entry_get(entry, "formula", &line))
        fputs(kip_entry_get(entry, "printed", &line) ? "\nWhat is right:\n" : "\n", stream);
    print_lines(entry, "formula", "    ", stream);
    print_symbols(entry, stream);
    print_lines(entry, "assume", "\nAssumed: ", stream);
    print_lines(entry, "note", "\n", stream);
    print_lines(entry, "missing", "\nNot in kip: ", stream);
    print_lines(entry, "script", "\nWorked by a script: kip run ", stream);
    print_errata(entry, stream);
    const KipStatus status = kip_sheet_show(entry, choice, print_sheet, stream, error);
    print_mentions_of(entry, false, stream);
    print_mentions_of(entry, true, stream);
    return status;
}
