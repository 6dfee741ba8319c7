/* Tables of text, for kip show: as wide as their cells, without columns that hold nothing. */
#include <string.h>

#include "show.h"

/* The lines above the first row. */
enum { HEADING = -2, UNIT = -1 };

typedef struct Table {
    const KipShow *show;
    FILE *stream;
    const KipShowColumn *column;
    const int *width; /* of each column; 0: it holds nothing */
} Table;

/* Characters, not bytes: the later bytes of a UTF-8 character take no room. */
static int text_width(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xC0) != 0x80;
    return width;
}

void kip_show_print_clean(FILE *stream, const char *text)
{
    for (; *text; text++)
        fputc((unsigned char)*text < ' ' || *text == 0x7F ? ' ' : *text, stream);
}

/* The width of a column, or 0 where every cell says "-". */
static int column_width(const KipShow *show, const KipShowColumn *column, int rows)
{
    char text[KIP_SHOW_CELL];
    int width = text_width(column->heading);
    bool empty = true;
    if (text_width(column->unit) > width)
        width = text_width(column->unit);
    for (int i = 0; i < rows; i++) {
        column->cell(show, i, text);
        empty &= strcmp(text, "-") == 0;
        if (text_width(text) > width)
            width = text_width(text);
    }
    return empty ? 0 : width;
}

/* One cell; `blanks` are held back until a cell needs them, so that no line ends in blanks. */
static void print_cell(const Table *table, int c, int row, int *blanks)
{
    const KipShowColumn *column = &table->column[c];
    char text[KIP_SHOW_CELL];
    if (table->width[c] == 0)
        return;
    if (row >= 0)
        column->cell(table->show, row, text);
    else
        snprintf(text, sizeof text, "%s", row == HEADING ? column->heading : column->unit);

    int pad = table->width[c] - text_width(text);
    if (!column->left)
        *blanks += pad;
    if (text[0]) {
        fprintf(table->stream, "%*s", *blanks, "");
        kip_show_print_clean(table->stream, text);
        *blanks = 0;
    }
    *blanks += (column->left ? pad : 0) + 2;
}

/* Heading, units and rows of the columns [first, last), after the column `names` unless that is -1. */
static void print_block(const Table *table, int names, int first, int last, int rows)
{
    bool units = false;
    for (int c = first; c < last; c++)
        units |= table->width[c] && table->column[c].unit[0];
    for (int row = HEADING; row < rows; row++) {
        int blanks = 2;
        if (row == UNIT && !units)
            continue;
        if (names >= 0)
            print_cell(table, names, row, &blanks);
        for (int c = first; c < last; c++)
            print_cell(table, c, row, &blanks);
        fputc('\n', table->stream);
    }
}

void kip_show_print_table(const KipShow *show, FILE *stream, const char *title, const KipShowColumn *column,
                          int columns, int rows)
{
    enum { MOST = 16, PAGE = 100 };
    int width[MOST], names = 0;
    Table table = {show, stream, column, width};
    if (rows == 0)
        return;
    for (int c = 0; c < columns; c++)
        width[c] = column_width(show, &column[c], rows);
    while (columns > 0 && width[columns - 1] == 0)
        columns--;
    while (!column[names].left)
        names++;

    fprintf(stream, "\n%s", title);
    for (int first = 0, last = 0; last < columns; first = last) {
        int used = first ? 2 + width[names] : 0;
        for (; last < columns && (last == first || used + 2 + width[last] <= PAGE); last++)
            used += width[last] ? 2 + width[last] : 0;
        fputc('\n', stream);
        print_block(&table, first ? names : -1, first, last, rows);
    }
}
