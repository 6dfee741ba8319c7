/* The reader of a sweep's table: what is read is written, read and written as the same bytes. */
#include "io/study/sweep.h"

#include "fuzz.h"

/* Rows cost memory before one is read; so many are enough here. */
enum { MOST_ROWS = 20000 };

static void write_table(KipSweepTable *table, Text *written)
{
    KipError error;
    open_text(written);
    need(kip_sweep_write(table, written->stream, &error), &error);
    close_text(written);
}

/* False: refused, or too large. */
static bool write_again(const char *text, size_t size, Text *written)
{
    KipSweepDesign *design = calloc(1, sizeof *design);
    KipSweepTable *table = NULL;
    KipError error;
    KipStatus status = kip_sweep_read_design(design, "fuzz.csv", text, size, &error);
    must(status == KIP_OK || error.message[0], "a failure without its sentence");
    bool small = status == KIP_OK && design->njob <= MOST_ROWS;
    if (small) {
        need(kip_sweep_table_create(&table, design, 0, 1, &error), &error);
        status = kip_sweep_read(table, "fuzz.csv", text, size, NULL, &error);
        must(status == KIP_OK || error.message[0], "a failure without its sentence");
    }
    bool read = small && status == KIP_OK;
    if (read)
        write_table(table, written);
    kip_sweep_table_destroy(table);
    kip_sweep_design_free(design);
    free(design);
    return read;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Text once = {0}, twice = {0};
    if (!write_again((const char *)data, size, &once))
        return 0;
    must(write_again(once.at, once.size, &twice), "what was written cannot be read");
    must_be_same(once, twice);
    return 0;
}
