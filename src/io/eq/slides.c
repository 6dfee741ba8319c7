/* The page of slides: slides.html around what is written here. See show.h. */
#include <string.h>

#include "../pictures/chart_parts.h"
#include "formula.h"
#include "show.h"

extern const char kip_slides_html[]; /* made by make */

static void put(FILE *stream, KipSlice text)
{
    for (size_t i = 0; i < text.n; i++) {
        const char c[2] = {text.at[i], 0};
        if ((unsigned char)*c < 0x80)
            kip_chart_put_xml(stream, c);
        else
            putc(*c, stream);
    }
}

/* BEFORE field AFTER of each line with this key. */
static void put_lines(FILE *stream, const KipEntry *entry, const char *key, const char *before,
                      const char *after)
{
    KipEqLine line;
    for (const char *at = entry->body; kip_entry_next_line(entry, key, &at, &line);) {
        fputs(before, stream);
        put(stream, line.field[0]);
        fputs(after, stream);
    }
}

static void put_formulas(FILE *stream, const KipEntry *entry, const char *key)
{
    KipEqLine line;
    for (const char *at = entry->body; kip_entry_next_line(entry, key, &at, &line);)
        kip_formula_put(stream, line.field[0], true);
}

/* A word of several letters that is no sign of a formula. */
static bool has_words(KipSlice name)
{
    bool several = false, word = false;
    for (KipSlice next; (next = kip_slice_word(&name)).n; several = several || name.n)
        word = word || (next.n > 1 && next.at[0] >= 'a' && next.at[1] >= 'a' && !kip_slice_is(next, "cross"));
    return several && word;
}

static void put_name(FILE *stream, KipSlice name)
{
    if (has_words(name))
        put(stream, name);
    else
        kip_formula_put(stream, name, false);
}

/* kg m^2: the figure behind ^ is raised. */
static void put_unit(FILE *stream, KipSlice unit)
{
    for (size_t i = 0; i < unit.n; i++) {
        const bool raised = unit.at[i] == '^' && i + 1 < unit.n;
        i += raised;
        fputs(raised ? "<sup>" : "", stream);
        put(stream, (KipSlice){unit.at + i, 1});
        fputs(raised ? "</sup>" : "", stream);
    }
}

static void put_head(FILE *stream, const KipEntry *entry)
{
    KipEqLine line;
    const KipSlice id = kip_entry_id(entry);
    fputs("<h1>", stream);
    put(stream, id);
    fputs(" ", stream);
    put(stream, entry->title);
    fputs("</h1>\n<p class=\"of\">", stream);
    put(stream, entry->paper_title);
    if (kip_entry_get(entry, "source", &line)) {
        fputs(", ", stream);
        put(stream, line.field[0]);
    }
    fputs("</p>\n", stream);
}

static void put_symbols(FILE *stream, const KipEntry *entry)
{
    KipEqLine line;
    fputs("<table class=\"rows\">\n", stream);
    for (const char *at = entry->body; kip_entry_next_line(entry, "symbol", &at, &line);) {
        fputs("<tr><td>", stream);
        put_name(stream, line.field[0]);
        fputs("</td><td class=\"unit\">", stream);
        put_unit(stream, line.field[1]);
        fputs("</td><td>", stream);
        put(stream, line.field[2]);
        fputs("</td></tr>\n", stream);
    }
    fputs("</table>\n", stream);
}

static void put_errata(FILE *stream, const KipEntry *entry)
{
    KipEntry erratum;
    for (KipEntryCursor cursor = {0}; kip_eq_next_erratum(entry, &cursor, &erratum);) {
        fputs("<h2>Erratum ", stream);
        put(stream, kip_entry_id(&erratum));
        fputs("</h2>\n<p>", stream);
        put(stream, erratum.title);
        fputs(".</p>\n", stream);
    }
}

static void put_mentions(FILE *stream, const KipEntry *entry, bool of_tests)
{
    KipMention mention;
    fprintf(stream, "<h2>%s</h2>\n<ul>\n", of_tests ? "Tests" : "Code");
    for (const char *at = NULL; kip_mention_next(&at, &mention);)
        if (mention.is_test == of_tests && kip_mention_of(&mention, entry)) {
            fputs("<li><code>", stream);
            put(stream, mention.file);
            fprintf(stream, ":%d</code></li>\n", mention.line);
        }
    fputs("</ul>\n", stream);
}

static void put_statement(FILE *stream, const KipEntry *entry)
{
    KipEqLine line;
    const KipSlice id = kip_entry_id(entry);
    fputs("<section id=\"", stream);
    put(stream, id);
    fputs("\">\n", stream);
    put_head(stream, entry);
    if (kip_entry_get(entry, "printed", &line)) {
        fputs("<h2>As printed</h2>\n<div class=\"printed\">", stream);
        put_formulas(stream, entry, "printed");
        fputs("</div>\n<h2>What is right</h2>\n", stream);
    }
    put_formulas(stream, entry, "formula");
    put_symbols(stream, entry);
    put_lines(stream, entry, "assume", "<p><b>Assumed:</b> ", "</p>\n");
    put_lines(stream, entry, "note", "<p>", "</p>\n");
    put_lines(stream, entry, "missing", "<p><b>Not in kip:</b> ", "</p>\n");
    put_lines(stream, entry, "script", "<p>Worked by a script: <code>kip run ", "</code></p>\n");
    put_errata(stream, entry);
    if (!kip_entry_get(entry, "missing", &line)) {
        put_mentions(stream, entry, false);
        put_mentions(stream, entry, true);
    }
    fputs("</section>\n", stream);
}

/* -- worked examples ------------------------------------------------------------------------------------- */

static void put_given(FILE *stream, const KipSheet *sheet)
{
    KipEqLine line;
    fputs("<h2>Given</h2>\n<table class=\"rows\">\n", stream);
    for (const char *at = sheet->entry->body; kip_sheet_next_given(sheet, &at, &line);) {
        const char *own;
        KipSlice rest = line.field[0], name = kip_slice_word(&rest);
        kip_sheet_given_line(sheet, name, &line, &own);
        kip_slice_word(&rest); /* = */
        fputs("<tr><td>", stream);
        put_name(stream, name);
        fputs("</td><td>", stream);
        put(stream, own ? (KipSlice){own, strlen(own)} : rest);
        fputs("</td><td class=\"unit\">", stream);
        put_unit(stream, line.field[1]);
        fputs("</td><td class=\"how\">", stream);
        put(stream, line.field[2]);
        fputs("</td></tr>\n", stream);
    }
    fputs("</table>\n", stream);
}

static void put_values(FILE *stream, const KipSheet *sheet, const KipStep *step)
{
    char buffer[KIP_EQ_NUMBER];
    const double *x = sheet->number + step->first;
    if (step->rows * step->cols == 1) {
        fputs(kip_eq_number(buffer, *x), stream);
        return;
    }
    fputs("<div class=\"values\"><table class=\"matrix\">", stream);
    for (int i = 0; i < step->rows; i++) {
        fputs("<tr>", stream);
        for (int k = 0; k < step->cols; k++)
            fprintf(stream, "<td>%s</td>", kip_eq_number(buffer, x[i * step->cols + k]));
        fputs("</tr>", stream);
    }
    fputs("</table></div>", stream);
}

static void put_step(FILE *stream, const KipSheet *sheet, const KipStep *step)
{
    KipEqLine line = {0};
    kip_sheet_step_line(sheet, step->name, &line);
    fputs("<tr><td>", stream);
    put_name(stream, (KipSlice){step->name, strlen(step->name)});
    fputs("</td><td>", stream);
    put_values(stream, sheet, step);
    fputs("</td><td class=\"unit\">", stream);
    put_unit(stream, line.field[1]);
    fputs("</td><td class=\"how\">", stream);
    put(stream, line.field[2]);
    fprintf(stream, "</td><td class=\"%s\">%s</td></tr>\n", kip_eq_verdict(step), kip_eq_verdict(step));
}

static void put_sheet(FILE *stream, const KipSheet *sheet)
{
    const char *part = "";
    fputs("<section>\n", stream);
    put_head(stream, sheet->entry);
    fputs("<h2>Worked example ", stream);
    put(stream, sheet->head.field[1]);
    fputs("</h2>\n<p>", stream);
    put(stream, sheet->head.field[2]);
    fputs("</p>\n", stream);
    put_given(stream, sheet);
    fputs("<h2>Step by step</h2>\n<table class=\"rows\">\n", stream);
    for (int i = 0; i < sheet->nstep; i++) {
        const KipStep *step = &sheet->step[i];
        if (strcmp(part, step->part) != 0)
            fprintf(stream, "</table>\n<h3>%s</h3>\n<table class=\"rows\">\n", step->part);
        part = step->part;
        put_step(stream, sheet, step);
    }
    fputs("</table>\n</section>\n", stream);
}

static KipStatus put_entry(FILE *stream, const KipEntry *entry, const KipSheetChoice *choice, KipError *error)
{
    KipSheet sheet;
    KipStatus status = KIP_OK;
    put_statement(stream, entry);
    for (const char *at = entry->body; status == KIP_OK && kip_sheet_next(entry, choice, &at, &sheet);) {
        if (sheet.status == KIP_OK)
            put_sheet(stream, &sheet);
        else
            *error = sheet.error, status = sheet.status;
        kip_sheet_clear(&sheet);
    }
    return status;
}

/* -- the page -------------------------------------------------------------------------------------------- */

static void put_contents(FILE *stream)
{
    KipEntry entry;
    KipSlice paper = {NULL, 0};
    fputs("<nav><h1>The papers, step by step</h1>\n", stream);
    for (KipEntryCursor cursor = {0}; kip_entry_next(&cursor, &entry);) {
        if (!kip_slice_same(paper, entry.paper)) {
            fputs(paper.n ? "</ul>\n<h2>" : "<h2>", stream);
            put(stream, entry.paper_title);
            fputs(" (", stream);
            put(stream, entry.authors);
            fputs(")</h2>\n<ul>\n", stream);
        }
        paper = entry.paper;
        fputs("<li><a href=\"#", stream);
        put(stream, kip_entry_id(&entry));
        fputs("\">", stream);
        put(stream, kip_entry_id(&entry));
        fputs("</a> ", stream);
        put(stream, entry.title);
        fputs("</li>\n", stream);
    }
    fputs("</ul></nav>\n", stream);
}

static KipStatus put_slides(FILE *stream, const KipEntry *only, const KipSheetChoice *choice, KipError *error)
{
    KipEntry entry;
    KipStatus status;
    if (only) {
        status = put_entry(stream, only, choice, error);
        for (KipEntryCursor cursor = {0}; status == KIP_OK && kip_eq_next_erratum(only, &cursor, &entry);)
            status = put_entry(stream, &entry, &(KipSheetChoice){.find = choice->find}, error);
        return status;
    }
    put_contents(stream);
    status = KIP_OK;
    for (KipEntryCursor cursor = {0}; status == KIP_OK && kip_entry_next(&cursor, &entry);)
        status = put_entry(stream, &entry, choice, error);
    return status;
}

KipStatus kip_eq_page_write(const KipEntry *entry, const KipSheetChoice *choice, FILE *stream,
                            KipError *error)
{
    static const char title_mark[] = "KIP_TITLE", slides_mark[] = "KIP_SLIDES";
    const char *title = strstr(kip_slides_html, title_mark), *slides = strstr(kip_slides_html, slides_mark);
    fwrite(kip_slides_html, 1, (size_t)(title - kip_slides_html), stream);
    if (entry)
        put(stream, entry->title);
    else
        fputs("The papers, step by step", stream);
    title += sizeof title_mark - 1;
    fwrite(title, 1, (size_t)(slides - title), stream);
    const KipStatus status = put_slides(stream, entry, choice, error);
    fputs(slides + sizeof slides_mark - 1, stream);
    return status;
}
