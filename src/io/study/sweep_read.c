/* The rows of a sweep's table, which may be damaged. See sweep.h. */
#include "sweep_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../text/number.h"

/* -- cells ----------------------------------------------------------------------------------------------- */

static KipStatus cut(const KipSweepReader *reader, KipError *error)
{
    return kip_sweep_fail_at(reader, reader->start, error, "the table is cut off within this line", "");
}

/* The next field, and whether its line ends with it. */
static KipStatus take_field(KipSweepReader *reader, KipError *error)
{
    char *to = reader->field;
    reader->from = reader->at;
    reader->quoted = reader->at < reader->end && *reader->at == '"';
    if (reader->quoted)
        for (reader->at++;; *to++ = *reader->at++) {
            if (reader->at == reader->end)
                return cut(reader, error);
            if (*reader->at == '"' && (++reader->at == reader->end || *reader->at != '"'))
                break;
        }
    else
        while (reader->at < reader->end && !strchr(",\"\n", *reader->at))
            *to++ = *reader->at++;
    *to = '\0';
    reader->nfield = (size_t)(to - reader->field);
    if (reader->at == reader->end)
        return cut(reader, error);
    if (*reader->at != ',' && *reader->at != '\n')
        return kip_sweep_fail_at(reader, reader->at, error, "a comma or the end of the line must come here",
                                 "");
    reader->last = *reader->at++ == '\n';
    return KIP_OK;
}

/* Of the next field, which is or is not the last: `more` fields must come after it. */
static KipStatus take_cell(KipSweepReader *reader, int more, KipError *error)
{
    KipStatus status = take_field(reader, error);
    if (status != KIP_OK || reader->last == (more == 0))
        return status;
    return kip_sweep_fail_at(reader, reader->from, error,
                             more ? "the line ends here, and has too few cells"
                                  : "the line has more cells than there are columns",
                             "");
}

static KipStatus take_number(KipSweepReader *reader, int more, double *value, KipError *error)
{
    KipStatus status = take_cell(reader, more, error);
    if (status == KIP_OK && (reader->quoted || !kip_number_parse(reader->field, reader->nfield, value)))
        return kip_sweep_fail_at(reader, reader->from, error, "this is not a number: ", reader->field);
    return status;
}

static KipStatus take_integer(KipSweepReader *reader, int more, int64_t *value, KipError *error)
{
    KipStatus status = take_cell(reader, more, error);
    if (status == KIP_OK && (reader->quoted || !kip_sweep_read_integer(reader->field, value)))
        return kip_sweep_fail_at(reader, reader->from, error, "this is not a whole number: ", reader->field);
    return status;
}

/* -- columns --------------------------------------------------------------------------------------------- */

typedef struct Columns {
    int naxis, n; /* before the seed; measures */
    char **name;
    KipSweepMeasure *measure;
} Columns;

static KipStatus take_name(KipSweepReader *reader, const char *name, KipError *error)
{
    KipStatus status = take_field(reader, error);
    if (status == KIP_OK && strcmp(reader->field, name) != 0)
        return kip_sweep_fail_at(reader, reader->from, error, "the column here must be ", name);
    return status;
}

static KipStatus add_column(KipSweepReader *reader, Columns *columns, KipError *error)
{
    KipStatus status = take_field(reader, error);
    if (status != KIP_OK)
        return status;
    for (int i = 0; i < columns->n; i++)
        if (strcmp(columns->name[i], reader->field) == 0)
            return kip_sweep_fail_at(reader, reader->from, error,
                                     "this column is there twice: ", reader->field);
    size_t n = (size_t)columns->n;
    char **grown = realloc(columns->name, (n + 1) * sizeof *grown);
    if (grown)
        columns->name = grown;
    char *copy = grown ? malloc(reader->nfield + 1) : NULL;
    if (!copy)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while reading a table");
    strcpy(copy, reader->field);
    columns->name[columns->n++] = copy;
    return KIP_OK;
}

static KipStatus read_columns(KipSweepReader *reader, const KipSweepDesign *design, Columns *columns,
                              KipError *error)
{
    bool boundary = *design->boundary;
    KipStatus status = take_name(reader, "job", error);
    for (int i = 0; i < design->naxis && status == KIP_OK; i++)
        if (i != design->searched) {
            status = take_name(reader, design->axis[i].name, error);
            columns->naxis++;
        }
    if (status == KIP_OK)
        status = take_name(reader, "seed", error);
    if (status == KIP_OK)
        status = take_name(reader, boundary ? "succeeds" : "success", error);
    while (status == KIP_OK && !reader->last)
        status = add_column(reader, columns, error);
    if (status == KIP_OK && boundary &&
        (columns->n != KIP_SWEEP_COLUMNS || strcmp(columns->name[KIP_SWEEP_AT], "boundary") != 0 ||
         strcmp(columns->name[KIP_SWEEP_RUNS], "runs") != 0 ||
         strcmp(columns->name[KIP_SWEEP_BROKEN], "broken") != 0))
        status = kip_sweep_fail_at(reader, reader->start, error,
                                   "the last columns of a boundary must be boundary,runs,broken", "");
    if (status == KIP_OK)
        kip_sweep_next_line(reader);
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

/* NaN is NaN, whatever its bits; 0 is not -0. */
static bool same_value(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

/* Is row k what was read? */
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

static KipStatus read_outcome(KipSweepReader *reader, bool boundary, int more, KipSweepOutcome *outcome,
                              KipError *error)
{
    static const char *const run[] = {"0", "1"}, *const search[] = {"none", "all", "near", "far"};
    KipStatus status = take_cell(reader, more, error);
    if (status != KIP_OK)
        return status;
    for (int i = 0; i < (boundary ? 4 : 2); i++)
        if (strcmp(reader->field, boundary ? search[i] : run[i]) == 0) {
            *outcome = (KipSweepOutcome)i;
            return KIP_OK;
        }
    return kip_sweep_fail_at(reader, reader->from, error,
                             boundary ? "all, none, near or far must stand here, not "
                                      : "1 or 0 must stand here, not ",
                             reader->field);
}

/* Job, axes and seed: which row that is. */
static KipStatus read_job(KipSweepReader *reader, const KipSweepTable *table, const Columns *columns,
                          int64_t *k, KipError *error)
{
    const KipSweepDesign *design = table->design;
    int more = columns->naxis + 2 + columns->n;
    int64_t job = 0, seed = 0;
    double value;
    KipStatus status = take_integer(reader, more--, &job, error);
    if (status != KIP_OK)
        return status;
    if (job < 0 || job >= design->njob)
        return kip_sweep_fail_at(reader, reader->from, error, "the design has no job ", reader->field);
    if (job % table->nshard != table->shard)
        return kip_sweep_fail_at(reader, reader->from, error, "this shard has no job ", reader->field);
    for (int i = 0; i < design->naxis; i++) {
        if (i == design->searched)
            continue;
        status = take_number(reader, more--, &value, error);
        if (status != KIP_OK)
            return status;
        if (value != kip_sweep_value(design, job / design->seeds, i))
            return kip_sweep_fail_at(reader, reader->from, error,
                                     "the job has another value there by its design, not ", reader->field);
    }
    status = take_integer(reader, more, &seed, error);
    if (status == KIP_OK && seed != design->seed + job % design->seeds)
        return kip_sweep_fail_at(reader, reader->from, error, "the job has another seed by its design, not ",
                                 reader->field);
    *k = (job - table->shard) / table->nshard;
    return status;
}

static KipStatus read_row(KipSweepReader *reader, KipSweepTable *table, Columns *columns, int64_t *row,
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
            status = take_cell(reader, columns->n - 1 - i, error);
            continue;
        }
        columns->measure[n].name = columns->name[i];
        status = take_number(reader, columns->n - 1 - i, &columns->measure[n++].value, error);
    }
    if (status != KIP_OK)
        return status;
    bool found = outcome >= KIP_SWEEP_NEAR;
    if (boundary && (n != KIP_SWEEP_COLUMNS - !found || (*first == ',') == found))
        return kip_sweep_fail_at(reader, reader->start, error,
                                 "a boundary stands in the rows with near or far, and only there; "
                                 "runs and broken stand in all",
                                 "");
    if (table->row[k].done && !same_row(table, k, outcome, columns->measure, n))
        return kip_sweep_fail_at(reader, reader->start, error,
                                 "this job was read before, and was not the same", "");
    if (!table->row[k].done)
        status = kip_sweep_put(table, k, outcome, columns->measure, n, error);
    kip_sweep_next_line(reader);
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
    KipSweepReader reader;
    int64_t row = 0, before = -1;
    Columns columns = {0};
    KipSweepDesign *design = calloc(1, sizeof *design);
    if (!design)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while reading a table");
    KipStatus status = kip_sweep_begin_reading(&reader, design, file, text, size, error);
    if (status == KIP_OK)
        status = kip_sweep_design_same(table->design, design, reader.file, error);
    if (status == KIP_OK)
        status = read_columns(&reader, design, &columns, error);
    while (status == KIP_OK && reader.at < reader.end) {
        status = read_row(&reader, table, &columns, &row, error);
        if (stride && before >= 0)
            *stride = greatest_divisor(*stride, (row - before) * table->nshard);
        before = row;
    }
    free_columns(&columns);
    free(reader.field);
    kip_sweep_design_free(design);
    free(design);
    return status;
}
