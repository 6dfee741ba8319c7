/* The results of a sweep in memory: 16 bytes a job and 12 a measured number (sweep.h). */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

static KipStatus fail_memory(KipError *error)
{
    return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the table of the sweep");
}

void kip_sweep_table_destroy(KipSweepTable *table)
{
    if (!table)
        return;
    for (int i = 0; i < table->nname; i++)
        free(table->name[i]);
    free(table->name);
    free(table->id);
    free(table->value);
    free(table->row);
    free(table);
}

/* -- names and rows -------------------------------------------------------------------------------------- */

/* The index of a name, which is added if new; -1 when out of memory. `guess` is tried first, since a run usually has the
 * measures of the one before in the same order. */
static int64_t intern(KipSweepTable *table, const char *name, int guess)
{
    if (guess < table->nname && strcmp(table->name[guess], name) == 0)
        return guess;
    for (int i = 0; i < table->nname; i++)
        if (strcmp(table->name[i], name) == 0)
            return i;
    if (table->nname == table->name_capacity) {
        int capacity = 2 * table->name_capacity + 8;
        char **grown = realloc(table->name, (size_t)capacity * sizeof *grown);
        if (!grown)
            return -1;
        table->name = grown;
        table->name_capacity = capacity;
    }
    char *copy = malloc(strlen(name) + 1);
    if (!copy)
        return -1;
    strcpy(copy, name);
    table->name[table->nname] = copy;
    return table->nname++;
}

KipStatus kip_sweep_table_create(KipSweepTable **table, const KipSweepDesign *design, int64_t shard,
                                 int64_t nshard, KipError *error)
{
    *table = NULL;
    KipSweepTable *made = calloc(1, sizeof *made);
    int64_t n = shard < design->njob ? (design->njob - shard + nshard - 1) / nshard : 0;
    if (made)
        made->row = calloc((size_t)n + 1, sizeof *made->row);
    if (!made || !made->row) {
        free(made);
        return fail_memory(error);
    }
    made->design = design;
    made->shard = shard, made->nshard = nshard;
    made->nrow = n;
    if (*design->boundary &&
        (intern(made, "boundary", 0) != KIP_SWEEP_AT || intern(made, "runs", 0) != KIP_SWEEP_RUNS ||
         intern(made, "broken", 0) != KIP_SWEEP_BROKEN)) {
        kip_sweep_table_destroy(made);
        return fail_memory(error);
    }
    *table = made;
    return KIP_OK;
}

static bool reserve(KipSweepTable *table, size_t n)
{
    if (n <= table->value_capacity - table->nvalue)
        return true;
    size_t capacity = 2 * table->value_capacity + n + 64;
    uint32_t *id = realloc(table->id, capacity * sizeof *id);
    if (id)
        table->id = id;
    double *value = realloc(table->value, capacity * sizeof *value);
    if (value)
        table->value = value;
    if (!id || !value)
        return false;
    table->value_capacity = capacity;
    return true;
}

static bool add(KipSweepTable *table, int64_t k, KipSweepOutcome outcome, const KipSweepMeasure *measure,
                int n)
{
    if (!reserve(table, (size_t)n))
        return false;
    for (int i = 0; i < n; i++) {
        int64_t id = intern(table, measure[i].name, i);
        if (id < 0)
            return false;
        table->id[table->nvalue + (size_t)i] = (uint32_t)id;
        table->value[table->nvalue + (size_t)i] = measure[i].value;
    }
    KipSweepRow *row = table->row + k;
    *row = (KipSweepRow){table->nvalue, n, (unsigned char)outcome, true};
    table->nvalue += (size_t)n;
    table->ndone++;
    return true;
}

KipStatus kip_sweep_put(KipSweepTable *table, int64_t k, KipSweepOutcome outcome,
                        const KipSweepMeasure *measure, int n, KipError *error)
{
    return add(table, k, outcome, measure, n) ? KIP_OK : fail_memory(error);
}

/* -- asking ---------------------------------------------------------------------------------------------- */

bool kip_sweep_get(const KipSweepTable *table, int64_t k, uint32_t id, double *value)
{
    const KipSweepRow *row = table->row + k;
    for (size_t i = row->first, end = i + (size_t)row->nmeasure; i < end; i++)
        if (table->id[i] == id) {
            *value = table->value[i];
            return true;
        }
    return false;
}

/* A name that first appears in row r of the whole table also first appears there in row r of its shard, in whose file the
 * new names of row r are in the order of measurement. Therefore reading a row's measures in the order of the file's columns
 * leads to the same order. */
KipStatus kip_sweep_columns(const KipSweepTable *table, uint32_t **column, int *n, KipError *error)
{
    *column = NULL;
    size_t size = (size_t)table->nname + 1;
    uint32_t *found = malloc(size * sizeof *found);
    bool *seen = calloc(size, sizeof *seen);
    int nfound = 0;
    if (!found || !seen) {
        free(found);
        free(seen);
        return fail_memory(error);
    }
    for (; *table->design->boundary && nfound < KIP_SWEEP_COLUMNS; nfound++)
        found[nfound] = (uint32_t)nfound;
    for (int64_t k = 0; k < table->nrow && nfound < table->nname; k++) {
        const KipSweepRow *row = table->row + k;
        for (size_t i = row->first, end = i + (size_t)row->nmeasure; i < end; i++) {
            if (!seen[table->id[i]])
                found[nfound++] = table->id[i];
            seen[table->id[i]] = true;
        }
    }
    free(seen);
    *column = found;
    *n = nfound;
    return KIP_OK;
}
