/* kip reproduce --figures (reproduce_figures.h). */
#include "reproduce_figures.h"

#include <stdlib.h>
#include <string.h>

#include "../eq/formula.h"
#include "../text/file.h"
#include "../pictures/chart_parts.h"
#include "outputs.h"
#include "../../dynamics/letters.h"

typedef struct Figure {
    char *path, *title;
    const char *experiment;
} Figure;

struct KipFigures {
    char *folder;
    KipOutput index;
    const char *experiment; /* the running one */
    FILE *rows;             /* of its table, written to `table` */
    char *table;
    size_t size;
    int nfigure, nshown; /* nshown: of the earlier experiments */
    Figure *figure;
};

static const char head[] = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                           "<meta name=\"viewport\" content=\"width=device-width\">\n<title>";
static const char style[] =
    "</title>\n<style>\n"
    ":root { color-scheme: light dark }\n"
    "body { font: 1rem/1.5 sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }\n"
    "h2 { margin-top: 3rem }\nh2 + .about { font-weight: 600; font-size: 1.2rem }\n"
    "math[display=\"block\"] { display: block math; width: max-content; max-width: 100%; margin: 0.2rem 0; "
    "padding: 0.2rem 0; font-size: 1.3rem; overflow-x: auto }\n"
    "img { max-width: 100%; background: #fff; border-radius: 4px }\n"
    "table { border-collapse: collapse; font-size: 0.875rem }\n"
    "th, td { text-align: left; padding: 0.15rem 1rem 0.15rem 0; border-bottom: 1px solid #8886 }\n"
    ".value { text-align: right; white-space: nowrap }\n"
    "@media print { body { margin: 0; max-width: none } h2 { break-before: page } h1 + h2 { break-before: auto }\n"
    "img, table, math { break-inside: avoid } }\n"
    "</style>\n</head>\n<body>\n";

static KipStatus no_memory(KipError *error)
{
    return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
}

/* -- HTML ------------------------------------------------------------------------------------------------ */

/* Writes <TAG>text</TAG> and the rest. */
static void put(FILE *stream, const char *tag, const char *text, const char *rest)
{
    fprintf(stream, "<%s>", tag);
    kip_chart_put_xml(stream, text);
    fprintf(stream, "</%.*s>%s", (int)strcspn(tag, " "), tag, rest);
}

/* Writes a path within quotes. */
static void put_link(FILE *stream, const char *path)
{
    for (; *path; path++) {
        const char c = *path;
        if (is_letter(c) || is_digit(c) || strchr("-._~/", c))
            fputc(c, stream);
        else
            fprintf(stream, "%%%02X", (unsigned)(unsigned char)c);
    }
}

static const char *name_of(const KipFigures *figures, const Figure *figure)
{
    return figure->path + strlen(figures->folder) + 1;
}

static void put_figure(const KipFigures *figures, const Figure *figure)
{
    FILE *stream = figures->index.stream;
    const char *name = name_of(figures, figure);
    fputs("<p><a href=\"", stream);
    put_link(stream, name);
    fputs("\">", stream);
    if (kip_ends_in(name, ".svg")) {
        fputs("<img src=\"", stream);
        put_link(stream, name);
        fputs("\" alt=\"", stream);
        kip_chart_put_xml(stream, figure->title);
        fputs("\">", stream);
    } else {
        kip_chart_put_xml(stream, name);
    }
    fputs("</a></p>\n", stream);
}

/* Writes a script's docstring: paragraphs, separated also by lines with commands; indented lines are formulas. */
static void put_about(FILE *stream, const char *text)
{
    bool open = false;
    while (*text) {
        const size_t n = strcspn(text, "\n");
        const size_t indent = strspn(text, " ");
        const bool formula = indent >= 4 && indent < n, command = strncmp(text, "kip ", 4) == 0;
        if (open && (n == 0 || formula || command))
            fputs("</p>\n", stream), open = false;
        if (formula) {
            kip_formula_put(stream, (KipSlice){text + indent, n - indent}, true);
        } else if (n > 0) {
            char line[1024];
            snprintf(line, sizeof line, "%.*s", (int)n, text);
            fputs(open ? "\n" : "<p class=\"about\">", stream), open = true;
            kip_chart_put_xml(stream, line);
        }
        text += n + (text[n] == '\n');
    }
    if (open)
        fputs("</p>\n", stream);
}

/* -- the whole ------------------------------------------------------------------------------------------- */

static void destroy(KipFigures *figures)
{
    for (int i = 0; i < figures->nfigure; i++) {
        free(figures->figure[i].path);
        free(figures->figure[i].title);
    }
    kip_output_abandon(&figures->index);
    free(figures->figure);
    free(figures->folder);
    free(figures);
}

KipStatus kip_figures_open(const char *dir, const char *paper, KipFigures **figures, KipError *error)
{
    char path[KIP_FIGURE_PATH];
    int n = snprintf(path, sizeof path, "%s/%s/index.html", dir, paper);
    if (n < 0 || n >= KIP_FIGURE_PATH)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the folder \"%.80s...\" has too long a name",
                        dir);
    KipFigures *made = calloc(1, sizeof *made);
    if (!made || !(made->folder = strndup(path, strlen(dir) + 1 + strlen(paper)))) {
        free(made);
        return no_memory(error);
    }
    KipStatus status = kip_make_folders(path, error);
    if (status == KIP_OK)
        status = kip_output_open(&made->index, path, error);
    if (status != KIP_OK) {
        destroy(made);
        return status;
    }
    fputs(head, made->index.stream);
    kip_chart_put_xml(made->index.stream, paper);
    fputs(style, made->index.stream);
    put(made->index.stream, "h1", paper, "\n");
    *figures = made;
    return KIP_OK;
}

int kip_figures_count(const KipFigures *figures)
{
    return figures->nfigure;
}

KipStatus kip_figures_close(KipFigures *figures, bool whole, KipError *error)
{
    fputs("</body>\n</html>\n", figures->index.stream);
    KipStatus status = whole ? kip_output_commit(&figures->index, error) : KIP_OK;
    destroy(figures);
    return status;
}

/* -- an experiment --------------------------------------------------------------------------------------- */

KipStatus kip_figures_begin(KipFigures *figures, const char *experiment, KipError *error)
{
    figures->experiment = experiment;
    figures->rows = open_memstream(&figures->table, &figures->size);
    return figures->rows ? KIP_OK : no_memory(error);
}

void kip_figures_measured(KipFigures *figures, const KipMeasure *measure)
{
    char value[64];
    FILE *rows = figures->rows;
    snprintf(value, sizeof value, "%.6g", measure->value);
    fputs("<tr>", rows);
    put(rows, "td", measure->name, "");
    put(rows, "td class=\"value\"", value, "");
    put(rows, "td", measure->unit, "");
    put(rows, "td", measure->claim, "");
    put(rows, "td", measure->verdict == KIP_NO_CLAIM ? "" : kip_whose_name[measure->whose], "");
    put(rows, "td",
        measure->verdict == KIP_HOLDS   ? "holds"
        : measure->verdict == KIP_FAILS ? "FAILS"
                                        : "",
        "</tr>\n");
}

bool kip_figures_end(KipFigures *figures, const char *about, const char *broken)
{
    FILE *stream = figures->index.stream;
    const bool whole = figures->rows && kip_close_memory(figures->rows, &figures->table);
    put(stream, "h2", figures->experiment, "\n");
    put_about(stream, about);
    while (figures->nshown < figures->nfigure)
        put_figure(figures, &figures->figure[figures->nshown++]);
    if (broken) {
        fputs("<p>It broke off: ", stream);
        kip_chart_put_xml(stream, broken);
        fputs("</p>\n", stream);
    }
    if (whole && figures->size)
        fprintf(stream,
                "<table>\n<tr><th>measured</th><th "
                "class=\"value\">value</th><th></th><th>claim</th><th>whose</th><th></th></tr>\n"
                "%s</table>\n",
                figures->table);
    free(figures->table);
    figures->rows = NULL;
    figures->table = NULL;
    figures->size = 0;
    return whole;
}

/* -- files ----------------------------------------------------------------------------------------------- */

KipStatus kip_figures_place(const KipFigures *figures, const char *name, char path[KIP_FIGURE_PATH],
                            KipError *error)
{
    const KipPlace nowhere = kip_nowhere();
    KipStatus status = kip_place_below(figures->folder, name, path, KIP_FIGURE_PATH, error);
    if (status != KIP_OK)
        return status;
    if (kip_same_file(path, figures->index.path))
        return kip_fail(error, KIP_BAD_USE, nowhere, "\"%s\" is the list of the figures; give another name",
                        name);
    for (int i = 0; i < figures->nfigure; i++)
        if (figures->figure[i].experiment != figures->experiment &&
            kip_same_file(path, figures->figure[i].path))
            return kip_fail(error, KIP_BAD_USE, nowhere,
                            "\"%s\" is the experiment %s's already; give another name", name,
                            figures->figure[i].experiment);
    return kip_make_folders(path, error);
}

KipStatus kip_figures_add(KipFigures *figures, const char *path, const char *title, KipError *error)
{
    for (int i = 0; i < figures->nfigure; i++)
        if (kip_same_file(path, figures->figure[i].path))
            return KIP_OK; /* written again */
    Figure *grown = realloc(figures->figure, (size_t)(figures->nfigure + 1) * sizeof *grown);
    if (!grown)
        return no_memory(error);
    figures->figure = grown;
    const Figure figure = {strdup(path), strdup(title), figures->experiment};
    if (!figure.path || !figure.title) {
        free(figure.path);
        free(figure.title);
        return no_memory(error);
    }
    figures->figure[figures->nfigure++] = figure;
    return KIP_OK;
}
