/* Merging the shards of a sweep (sweep.h). */
#include "sweep.h"

#include <stdlib.h>

#include "../text/file.h"

/* -- what is missing ------------------------------------------------------------------------------------- */

typedef struct Text {
    char text[200];
    size_t n;
} Text;

/* Appends numbers separated by commas. */
static void list(Text *text, double number)
{
    int n =
        snprintf(text->text + text->n, sizeof text->text - text->n, "%s%.0f", text->n ? ", " : "", number);
    text->n += n > 0 ? (size_t)n : 0;
}

static bool lacks_shard(const KipSweepTable *table, int64_t shard, int64_t nshard)
{
    for (int64_t k = shard; k < table->nrow; k += nshard)
        if (!table->row[k].done)
            return true;
    return false;
}

/* Checks that all jobs are done; those of each file are a multiple of nshard apart, as far as known. */
static KipStatus check_whole(const KipSweepTable *table, int64_t nshard, KipError *error)
{
    enum { SHOWN = 5 };
    Text job = {.n = 0}, shard = {.n = 0};
    int64_t missing = table->nrow - table->ndone;
    int shown = 0, nlacking = 0;
    if (missing == 0)
        return KIP_OK;
    for (int64_t k = 0; k < table->nrow && shown < SHOWN; k++)
        if (!table->row[k].done) {
            list(&job, (double)k);
            shown++;
        }
    for (int64_t i = 0; i < nshard && nshard > 1 && nlacking <= SHOWN; i++)
        if (lacks_shard(table, i, nshard) && nlacking++ < SHOWN)
            list(&shard, (double)i + 1);
    if (nshard < 2)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "%.0f of %.0f jobs are missing: %s%s; run them with --resume", (double)missing,
                        (double)table->nrow, job.text, missing > shown ? ", ..." : "");
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                    "%.0f of %.0f jobs are missing: %s%s; run shard %s%s of %.0f, with --resume where there "
                    "is a file",
                    (double)missing, (double)table->nrow, job.text, missing > shown ? ", ..." : "",
                    shard.text, nlacking > SHOWN ? ", ..." : "", (double)nshard);
}

/* -- joining --------------------------------------------------------------------------------------------- */

KipStatus kip_sweep_merge(KipSweepDesign *design, KipSweepTable **table, const char *const *path, int n,
                          KipError *error)
{
    *table = NULL;
    KipSweepTable *made = NULL;
    int64_t stride = 0;
    KipStatus status = KIP_OK;
    for (int i = 0; i < n && status == KIP_OK; i++) {
        char *text;
        size_t size;
        status = kip_file_read(path[i], &text, &size, error);
        if (status != KIP_OK)
            break;
        if (i == 0) {
            status = kip_sweep_read_design(design, path[i], text, size, error);
            if (status == KIP_OK)
                status = kip_sweep_table_create(&made, design, 0, 1, error);
        }
        if (status == KIP_OK)
            status = kip_sweep_read(made, path[i], text, size, &stride, error);
        free(text);
    }
    if (status == KIP_OK)
        status = check_whole(made, stride, error);
    if (status != KIP_OK) {
        kip_sweep_table_destroy(made);
        return status;
    }
    *table = made;
    return KIP_OK;
}
