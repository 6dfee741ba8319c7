/* Tables of text for kip show, as wide as their cells, without empty columns. */
#include <string.h>

#include "show.h"

/* Numbers of the lines above the first row. */
enum { HEADING = -2, UNIT = -1 };

typedef struct Table {
    const KipShow *show;
    const KipShowTable *of;
    FILE *stream;
    const int *width; /* of each column; 0: empty */
} Table;

static void write_cell(const KipShow *show, const KipShowTable *table, int c, int row,
                       char text[KIP_SHOW_CELL])
{
    const size_t index = (size_t)(table->order ? table->order[row] : row);
    kip_show_write_cell(show, &table->column[c], (const char *)table->item + index * table->size, text);
}

/* Counts characters: continuation bytes of UTF-8 take no room. */
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

/* The width of a column; 0 where every cell is "-". */
static int column_width(const KipShow *show, const KipShowTable *table, int c)
{
    const KipShowColumn *column = &table->column[c];
    char text[KIP_SHOW_CELL];
    int width = text_width(column->heading);
    bool empty = true;
    if (text_width(column->unit) > width)
        width = text_width(column->unit);
    for (int i = 0; i < table->rows; i++) {
        write_cell(show, table, c, i, text);
        empty &= strcmp(text, "-") == 0;
        if (text_width(text) > width)
            width = text_width(text);
    }
    return empty ? 0 : width;
}

/* Prints one cell; `blanks` are pending until a cell follows, so that no line ends in blanks. */
static void print_cell(const Table *table, int c, int row, int *blanks)
{
    const KipShowColumn *column = &table->of->column[c];
    char text[KIP_SHOW_CELL];
    if (table->width[c] == 0)
        return;
    if (row >= 0)
        write_cell(table->show, table->of, c, row, text);
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

/* Prints heading, units and rows of the columns [first, last), after the column `names` unless that is -1. */
static void print_block(const Table *table, int names, int first, int last)
{
    bool units = false;
    for (int c = first; c < last; c++)
        units |= table->width[c] && table->of->column[c].unit[0];
    for (int row = HEADING; row < table->of->rows; row++) {
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

void kip_show_print_table(const KipShow *show, const KipShowTable *of, FILE *stream)
{
    enum { MOST = 16, PAGE = 100 };
    int width[MOST], names = 0, columns = of->columns;
    Table table = {show, of, stream, width};
    if (of->rows == 0)
        return;
    for (int c = 0; c < columns; c++)
        width[c] = column_width(show, of, c);
    while (columns > 0 && width[columns - 1] == 0)
        columns--;
    while (!of->column[names].left)
        names++;

    fprintf(stream, "\n%s", of->title);
    for (int first = 0, last = 0; last < columns; first = last) {
        int used = first ? 2 + width[names] : 0;
        for (; last < columns && (last == first || used + 2 + width[last] <= PAGE); last++)
            used += width[last] ? 2 + width[last] : 0;
        fputc('\n', stream);
        print_block(&table, first ? names : -1, first, last);
    }
}
