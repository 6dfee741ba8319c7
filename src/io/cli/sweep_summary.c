/* The results of a sweep: a table and JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../text/json.h"
#include "../text/number.h"
#include "../text/utf8.h"
#include "sweep_parts.h"

enum { ROOM = 100, LEAST_WIDTH = 12, MOST_WIDTH = 24, GAP = 2 };

/* -- cells ----------------------------------------------------------------------------------------------- */

/* Prints text right-aligned in `width` characters; longer text is cut and ends in ".."; control characters are replaced. */
static void put(FILE *stream, const char *text, int width)
{
    int n = (int)kip_utf8_count(text, strlen(text)), shown = n > width ? width - 2 : n;
    fprintf(stream, "%*s", GAP + (n > width ? 0 : width - n), "");
    for (; *text && (shown > 0 || !kip_utf8_starts(*text)); text++) {
        shown -= kip_utf8_starts(*text);
        fputc((unsigned char)*text < ' ' ? ' ' : *text, stream);
    }
    if (n > width)
        fputs("..", stream);
}

static void put_number(FILE *stream, double value, int digits, int width)
{
    char text[KIP_NUMBER_SIZE];
    put(stream, isnan(value) ? "-" : kip_number_format_digits(text, value, digits), width);
}

/* Prints a boundary; "all" and "none" where it is outside of the interval. */
static void put_boundary(FILE *stream, double value, const KipSweepSpread *spread, int width)
{
    if (isinf(value))
        put(stream, value == spread->all ? "all" : "none", width);
    else
        put_number(stream, value, 6, width);
}

static void put_part(FILE *stream, int64_t part, int64_t whole, int width)
{
    char text[64];
    snprintf(text, sizeof text, "%lld/%lld", (long long)part, (long long)whole);
    put(stream, text, width);
}

/* Formats three decimals, independently of the locale. */
static const char *rate_text(char text[], double rate)
{
    int thousandths = (int)floor(1000 * rate + 0.5);
    snprintf(text, 16, "%d.%03d", thousandths / 1000, thousandths % 1000);
    return text;
}

/* -- the table ------------------------------------------------------------------------------------------- */

enum { AXIS_DIGITS = 10 };

typedef struct Layout {
    int axis[KIP_SWEEP_MOST_AXES]; /* widths */
    int nshown;                    /* number of measures */
    int part;                      /* of the column n/N */
} Layout;

static int measure_width(const char *name)
{
    int n = (int)kip_utf8_count(name, strlen(name));
    return n < LEAST_WIDTH ? LEAST_WIDTH : n > MOST_WIDTH ? MOST_WIDTH : n;
}

static Layout lay_out(const KipSweepTable *table, const uint32_t *column, int n)
{
    const KipSweepDesign *design = table->design;
    Layout layout = {.nshown = 0};
    char text[KIP_NUMBER_SIZE];
    int used = 0, digits = snprintf(NULL, 0, "%lld", (long long)design->seeds);
    for (int i = 0; i < design->naxis; i++) {
        if (i == design->searched)
            continue;
        layout.axis[i] = (int)kip_utf8_count(design->axis[i].name, strlen(design->axis[i].name));
        for (int64_t p = 0; p < design->npoint; p++) {
            int size =
                (int)strlen(kip_number_format_digits(text, kip_sweep_value(design, p, i), AXIS_DIGITS));
            layout.axis[i] = size > layout.axis[i] ? size : layout.axis[i];
        }
        used += layout.axis[i] + GAP;
    }
    layout.part = 2 * digits + 1 < 7 ? 7 : 2 * digits + 1;
    used += layout.part + 5 + 13 + 3 * GAP;
    for (int i = 0; i < n && used + measure_width(table->name[column[i]]) + GAP <= ROOM; i++, layout.nshown++)
        used += measure_width(table->name[column[i]]) + GAP;
    return layout;
}

static void print_axes(const KipSweepDesign *design, const Layout *layout, int64_t point, FILE *stream)
{
    for (int i = 0; i < design->naxis; i++)
        if (i != design->searched) {
            if (point < 0)
                put(stream, design->axis[i].name, layout->axis[i]);
            else
                put_number(stream, kip_sweep_value(design, point, i), AXIS_DIGITS, layout->axis[i]);
        }
}

static KipStatus print_rates(const KipSweepTable *table, const uint32_t *column, const Layout *layout,
                             FILE *stream, KipError *error)
{
    const KipSweepDesign *design = table->design;
    KipSweepPoint of;
    char lo[16], hi[16], interval[40];
    print_axes(design, layout, -1, stream);
    put(stream, "success", layout->part);
    put(stream, "rate", 5);
    put(stream, "95 % interval", 13);
    for (int i = 0; i < layout->nshown; i++)
        put(stream, table->name[column[i]], measure_width(table->name[column[i]]));
    fputc('\n', stream);
    for (int64_t p = 0; p < design->npoint; p++) {
        KipStatus status = kip_sweep_point(table, p, &of, error);
        if (status != KIP_OK)
            return status;
        print_axes(design, layout, p, stream);
        put_part(stream, of.nsuccess, of.nrun, layout->part);
        put(stream, of.nrun ? rate_text(lo, (double)of.nsuccess / (double)of.nrun) : "-", 5);
        snprintf(interval, sizeof interval, "%s..%s", rate_text(lo, of.lo), rate_text(hi, of.hi));
        put(stream, interval, 13);
        for (int i = 0; i < layout->nshown; i++)
            put_number(stream, kip_sweep_mean(table, p, column[i]), 6, measure_width(table->name[column[i]]));
        fputc('\n', stream);
    }
    return KIP_OK;
}

static KipStatus print_boundaries(const KipSweepTable *table, const Layout *layout, FILE *stream,
                                  KipError *error)
{
    static const char *const name[] = {"median", "least", "greatest"};
    const KipSweepDesign *design = table->design;
    KipSweepPoint of;
    print_axes(design, layout, -1, stream);
    put(stream, "found", layout->part);
    put(stream, "all", layout->part);
    put(stream, "none", layout->part);
    for (int i = 0; i < 3; i++)
        put(stream, name[i], LEAST_WIDTH);
    fputc('\n', stream);
    for (int64_t p = 0; p < design->npoint; p++) {
        KipStatus status = kip_sweep_point(table, p, &of, error);
        if (status != KIP_OK)
            return status;
        print_axes(design, layout, p, stream);
        put_part(stream, of.nsuccess, of.nrun, layout->part);
        put_part(stream, of.spread.nall, of.nrun, layout->part);
        put_part(stream, of.spread.nnone, of.nrun, layout->part);
        const double value[] = {of.spread.median, of.spread.least, of.spread.greatest};
        for (int i = 0; i < 3; i++)
            put_boundary(stream, value[i], &of.spread, LEAST_WIDTH);
        fputc('\n', stream);
    }
    return KIP_OK;
}

static void print_head(const KipSweepDesign *design, FILE *stream)
{
    char text[KIP_NUMBER_SIZE];
    fprintf(stream, "%s: %lld point%s", design->path, (long long)design->npoint,
            design->npoint == 1 ? "" : "s");
    if (design->seeds == 1)
        fprintf(stream, ", seed %lld", (long long)design->seed);
    else
        fprintf(stream, " with %lld seeds each, %lld to %lld", (long long)design->seeds,
                (long long)design->seed, (long long)(design->seed + design->seeds - 1));
    for (int i = 0; i < design->fixed.n; i++)
        fprintf(stream, "%s%s=%s", i ? ", " : "; ", design->fixed.name[i],
                kip_number_format_short(text, design->fixed.param[i].value));
    if (design->searched >= 0) {
        const KipSweepAxis *axis = design->axis + design->searched;
        fprintf(stream, "; the last %s that succeeds, from %s", axis->name,
                kip_number_format_short(text, axis->from));
        fprintf(stream, " to %s", kip_number_format_short(text, axis->to));
    }
    fputc('\n', stream);
}

KipStatus kip_sweep_print(const KipSweepTable *table, FILE *stream, KipError *error)
{
    uint32_t *column;
    int n;
    KipStatus status = kip_sweep_columns(table, &column, &n, error);
    if (status != KIP_OK)
        return status;
    Layout layout = lay_out(table, column, n);
    print_head(table->design, stream);
    if (*table->design->boundary) {
        status = print_boundaries(table, &layout, stream, error);
    } else {
        status = print_rates(table, column, &layout, stream, error);
        for (int i = layout.nshown; i < n; i++)
            fprintf(stream, "%s%s%s", i == layout.nshown ? "No room for the means of: " : "; ",
                    table->name[column[i]], i == n - 1 ? " (--json has them)\n" : "");
    }
    if (kip_sweep_alike(table))
        fprintf(
            stream,
            "All seeds were alike: nothing that the scene measures depends on random numbers or disturb(), if it uses them, so one "
            "would do (--seeds 1).\n");
    free(column);
    return status;
}

/* -- JSON ------------------------------------------------------------------------------------------------ */

static void print_fields(KipJson *json, const KipSweepTable *table, const KipSweepPoint *of, int64_t point,
                         const uint32_t *column, int n)
{
    if (*table->design->boundary) {
        kip_json_integer(json, "jobs", of->nrun);
        kip_json_integer(json, "found", of->nsuccess);
        kip_json_integer(json, "all", of->spread.nall);
        kip_json_integer(json, "none", of->spread.nnone);
        kip_json_number(json, "median", of->spread.median);
        kip_json_number(json, "least", of->spread.least);
        kip_json_number(json, "greatest", of->spread.greatest);
        return;
    }
    const double interval[] = {of->lo, of->hi};
    kip_json_integer(json, "runs", of->nrun);
    kip_json_integer(json, "successes", of->nsuccess);
    kip_json_number(json, "rate", of->nrun ? (double)of->nsuccess / (double)of->nrun : NAN);
    kip_json_numbers(json, "interval", interval, 2);
    kip_json_open(json, "means", '{');
    for (int i = 0; i < n; i++)
        kip_json_number(json, table->name[column[i]], kip_sweep_mean(table, point, column[i]));
    kip_json_close(json);
}

KipStatus kip_sweep_print_json(const KipSweepTable *table, FILE *stream, KipError *error)
{
    const KipSweepDesign *design = table->design;
    KipJson json = {.stream = stream};
    uint32_t *column;
    int n;
    KipStatus status = kip_sweep_columns(table, &column, &n, error);
    if (status != KIP_OK)
        return status;
    kip_json_open(&json, NULL, '{');
    kip_json_string(&json, "scene", design->path);
    kip_json_open(&json, "fixed", '{');
    for (int i = 0; i < design->fixed.n; i++)
        kip_json_number(&json, design->fixed.name[i], design->fixed.param[i].value);
    kip_json_close(&json);
    kip_json_integer(&json, "seed", design->seed);
    kip_json_integer(&json, "seeds", design->seeds);
    kip_json_string(&json, "boundary", *design->boundary ? design->boundary : NULL);
    kip_json_open(&json, "points", '[');
    for (int64_t p = 0; p < design->npoint && status == KIP_OK; p++) {
        KipSweepPoint of;
        status = kip_sweep_point(table, p, &of, error);
        kip_json_open(&json, NULL, '{');
        kip_json_open(&json, "at", '{');
        for (int i = 0; i < design->naxis; i++)
            if (i != design->searched)
                kip_json_number(&json, design->axis[i].name, kip_sweep_value(design, p, i));
        kip_json_close(&json);
        if (status == KIP_OK)
            print_fields(&json, table, &of, p, column, n);
        kip_json_close(&json);
    }
    kip_json_close(&json);
    kip_json_close(&json);
    fputc('\n', stream);
    free(column);
    return status;
}
