/* Reading the rows of a sweep's table, which may be damaged (sweep.h). */
#include "sweep_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -- columns --------------------------------------------------------------------------------------------- */

typedef struct Columns {
    int naxis, n; /* columns before the seed; of measures */
    char **name;
    KipSweepMeasure *measure;
} Columns;

static KipStatus add_column(KipStudyReader *reader, Columns *columns, KipError *error)
{
    KipStatus status = kip_study_take_cell(reader, -1, error);
    if (status != KIP_OK)
        return status;
    for (int i = 0; i < columns->n; i++)
        if (strcmp(columns->name[i], reader->cell) == 0)
            return kip_study_fail(reader, reader->from, error, "this column is there twice: ", reader->cell);
    size_t n = (size_t)columns->n;
    char **grown = realloc(columns->name, (n + 1) * sizeof *grown);
    if (grown)
        columns->name = grown;
    char *copy = grown ? malloc(reader->size + 1) : NULL;
    if (!copy)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while reading a table");
    strcpy(copy, reader->cell);
    columns->name[columns->n++] = copy;
    return KIP_OK;
}

static KipStatus read_columns(KipStudyReader *reader, const KipSweepDesign *design, Columns *columns,
                              KipError *error)
{
    bool boundary = *design->boundary;
    KipStatus status = kip_study_take_name(reader, "job", error);
    for (int i = 0; i < design->naxis && status == KIP_OK; i++)
        if (i != design->searched) {
            status = kip_study_take_name(reader, design->axis[i].name, error);
            columns->naxis++;
        }
    if (status == KIP_OK)
        status = kip_study_take_name(reader, "seed", error);
    if (status == KIP_OK)
        status = kip_study_take_name(reader, boundary ? "succeeds" : "success", error);
    while (status == KIP_OK && !reader->last)
        status = add_column(reader, columns, error);
    if (status == KIP_OK && boundary &&
        (columns->n != KIP_SWEEP_COLUMNS || strcmp(columns->name[KIP_SWEEP_AT], "boundary") != 0 ||
         strcmp(columns->name[KIP_SWEEP_RUNS], "runs") != 0 ||
         strcmp(columns->name[KIP_SWEEP_BROKEN], "broken") != 0))
        status = kip_study_fail(reader, reader->start, error,
                                "the last columns of a boundary must be boundary,runs,broken", "");
    if (status == KIP_OK)
        kip_study_next_line(reader);
    columns->measure = malloc(((size_t)columns->n + 1) * sizeof *columns->measure);
    if (status == KIP_OK && !columns->measure)
        status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while reading a table");
    return status;
}

static void free_columns(Columns *columns)
{
    for (int i = 0; i < columns->n; i++)
        free(columns->name[i]);
    free(columns->name);
    free(columns->measure);
}

/* -- rows ------------------------------------------------------------------------------------------------ */

/* NaN equals NaN, whatever its bits; 0 and -0 differ. */
static bool same_value(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

/* Whether row k has these contents. */
static bool same_row(const KipSweepTable *table, int64_t k, KipSweepOutcome outcome,
                     const KipSweepMeasure *measure, int n)
{
    const KipSweepRow *row = table->row + k;
    if (row->outcome != outcome || row->nmeasure != n)
        return false;
    for (int i = 0; i < n; i++) {
        bool found = false;
        for (size_t j = row->first, end = j + (size_t)n; j < end && !found; j++)
            found = strcmp(table->name[table->id[j]], measure[i].name) == 0 &&
                    same_value(table->value[j], measure[i].value);
        if (!found)
            return false;
    }
    return true;
}

static KipStatus read_outcome(KipStudyReader *reader, bool boundary, int more, KipSweepOutcome *outcome,
                              KipError *error)
{
    static const char *const run[] = {"0", "1"}, *const search[] = {"none", "all", "near", "far"};
    KipStatus status = kip_study_take_cell(reader, more, error);
    if (status != KIP_OK)
        return status;
    for (int i = 0; i < (boundary ? 4 : 2); i++)
        if (strcmp(reader->cell, boundary ? search[i] : run[i]) == 0) {
            *outcome = (KipSweepOutcome)i;
            return KIP_OK;
        }
    return kip_study_fail(reader, reader->from, error,
                          boundary ? "all, none, near or far must stand here, not "
                                   : "1 or 0 must stand here, not ",
                          reader->cell);
}

/* Reads job, axes and seed, and finds their row. */
static KipStatus read_job(KipStudyReader *reader, const KipSweepTable *table, const Columns *columns,
                          int64_t *k, KipError *error)
{
    const KipSweepDesign *design = table->design;
    int more = columns->naxis + 2 + columns->n;
    int64_t job = 0, seed = 0;
    double value;
    KipStatus status = kip_study_take_integer(reader, more--, &job, error);
    if (status != KIP_OK)
        return status;
    if (job < 0 || job >= design->njob)
        return kip_study_fail(reader, reader->from, error, "the design has no job ", reader->cell);
    if (job % table->nshard != table->shard)
        return kip_study_fail(reader, reader->from, error, "this shard has no job ", reader->cell);
    for (int i = 0; i < design->naxis; i++) {
        if (i == design->searched)
            continue;
        status = kip_study_take_number(reader, more--, &value, error);
        if (status != KIP_OK)
            return status;
        if (value != kip_sweep_value(design, job / design->seeds, i))
            return kip_study_fail(reader, reader->from, error,
                                  "the job has another value there by its design, not ", reader->cell);
    }
    status = kip_study_take_integer(reader, more, &seed, error);
    if (status == KIP_OK && seed != design->seed + job % design->seeds)
        return kip_study_fail(reader, reader->from, error, "the job has another seed by its design, not ",
                              reader->cell);
    *k = (job - table->shard) / table->nshard;
    return status;
}

static KipStatus read_row(KipStudyReader *reader, KipSweepTable *table, Columns *columns, int64_t *row,
                          KipError *error)
{
    bool boundary = *table->design->boundary;
    int64_t k = 0;
    int n = 0;
    KipSweepOutcome outcome = KIP_SWEEP_NONE;
    KipStatus status = read_job(reader, table, columns, &k, error);
    if (status == KIP_OK)
        status = read_outcome(reader, boundary, columns->n, &outcome, error);
    const char *first = reader->at; /* of the measures */
    for (int i = 0; i < columns->n && status == KIP_OK; i++) {
        const char *at = reader->at;
        if (at < reader->end && (*at == ',' || *at == '\n')) {
            status = kip_study_take_cell(reader, columns->n - 1 - i, error);
            continue;
        }
        columns->measure[n].name = columns->name[i];
        status = kip_study_take_number(reader, columns->n - 1 - i, &columns->measure[n++].value, error);
    }
    if (status != KIP_OK)
        return status;
    bool found = outcome >= KIP_SWEEP_NEAR;
    if (boundary && (n != KIP_SWEEP_COLUMNS - !found || (*first == ',') == found))
        return kip_study_fail(reader, reader->start, error,
                              "a boundary stands in the rows with near or far, and only there; "
                              "runs and broken stand in all",
                              "");
    if (table->row[k].done && !same_row(table, k, outcome, columns->measure, n))
        return kip_study_fail(reader, reader->start, error, "this job was read before, and was not the same",
                              "");
    if (!table->row[k].done)
        status = kip_sweep_put(table, k, outcome, columns->measure, n, error);
    kip_study_next_line(reader);
    *row = k;
    return status;
}

static int64_t greatest_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

KipStatus kip_sweep_read(KipSweepTable *table, const char *file, const char *text, size_t size,
                         int64_t *stride, KipError *error)
{
    KipStudyReader reader;
    int64_t row = 0, before = -1;
    Columns columns = {0};
    KipStatus status = kip_study_begin(&reader, file, text, size, error);
    if (status == KIP_OK)
        status = kip_study_take_asked(&reader, "sweep", kip_sweep_write_head, table->design, error);
    if (status == KIP_OK)
        status = read_columns(&reader, table->design, &columns, error);
    while (status == KIP_OK && reader.at < reader.end) {
        status = read_row(&reader, table, &columns, &row, error);
        if (stride && before >= 0)
            *stride = greatest_divisor(*stride, (row - before) * table->nshard);
        before = row;
    }
    free_columns(&columns);
    kip_study_close(&reader);
    return status;
}
