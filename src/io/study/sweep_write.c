/* Writing the table of a sweep (sweep.h). */
#include "sweep_parts.h"

#include <stdlib.h>
#include <string.h>

#include "../text/number.h"

/* -- rows ------------------------------------------------------------------------------------------------ */

/* Quotes as in RFC 4180, and also names that a reader could take for a comment or trim. */
static void write_name(const char *name, FILE *stream)
{
    size_t n = strlen(name);
    bool quoted = n == 0 || strpbrk(name, ",\"#\r\n") || *name == ' ' || name[n - 1] == ' ';
    if (quoted)
        fputc('"', stream);
    for (; *name; name++) {
        if (*name == '"')
            fputc('"', stream);
        fputc(*name, stream);
    }
    if (quoted)
        fputc('"', stream);
}

static void write_names(const KipSweepTable *table, const uint32_t *column, int n, FILE *stream)
{
    const KipSweepDesign *design = table->design;
    fputs("job", stream);
    for (int i = 0; i < design->naxis; i++)
        if (i != design->searched)
            fprintf(stream, ",%s", design->axis[i].name);
    fputs(*design->boundary ? ",seed,succeeds" : ",seed,success", stream);
    for (int i = 0; i < n; i++) {
        fputc(',', stream);
        write_name(table->name[column[i]], stream);
    }
    fputc('\n', stream);
}

static const char *outcome(const KipSweepTable *table, int64_t k)
{
    static const char *const run[] = {"0", "1"}, *const boundary[] = {"none", "all", "near", "far"};
    return *table->design->boundary ? boundary[table->row[k].outcome] : run[table->row[k].outcome];
}

/* `place` is the column of each measure's id. */
static void write_row(const KipSweepTable *table, int64_t k, const uint32_t *place, const double **cell,
                      int n, FILE *stream)
{
    const KipSweepDesign *design = table->design;
    const KipSweepRow *row = table->row + k;
    int64_t job = table->shard + k * table->nshard;
    char text[KIP_NUMBER_SIZE];
    fprintf(stream, "%lld", (long long)job);
    for (int i = 0; i < design->naxis; i++)
        if (i != design->searched)
            fprintf(stream, ",%s", kip_number_format(text, kip_sweep_value(design, job / design->seeds, i)));
    fprintf(stream, ",%lld,%s", (long long)(design->seed + job % design->seeds), outcome(table, k));
    for (int i = 0; i < n; i++)
        cell[i] = NULL;
    for (size_t i = row->first, end = i + (size_t)row->nmeasure; i < end; i++)
        cell[place[table->id[i]]] = table->value + i;
    for (int i = 0; i < n; i++) {
        fputc(',', stream);
        if (cell[i])
            fputs(kip_number_format(text, *cell[i]), stream);
    }
    fputc('\n', stream);
}

KipStatus kip_sweep_write(const void *sweep, FILE *stream, KipError *error)
{
    const KipSweepTable *table = sweep;
    uint32_t *column;
    int n;
    KipStatus status = kip_sweep_columns(table, &column, &n, error);
    if (status != KIP_OK)
        return status;
    uint32_t *place = calloc((size_t)table->nname + 1, sizeof *place);
    const double **cell = calloc((size_t)n + 1, sizeof *cell);
    if (place && cell) {
        for (int i = 0; i < n; i++)
            place[column[i]] = (uint32_t)i;
        kip_sweep_write_head(table->design, stream);
        write_names(table, column, n, stream);
        for (int64_t k = 0; k < table->nrow; k++)
            if (table->row[k].done)
                write_row(table, k, place, cell, n, stream);
    } else {
        status =
            kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while writing the sweep's table");
    }
    free(place);
    free(cell);
    free(column);
    return status;
}
