/* Pictures of a sweep: a curve with its band over one axis, a map over two. Further axes are pooled, random points are put
 * into equal bins. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../text/number.h"
#include "../pictures/chart.h"
#include "sweep_parts.h"
#include "../text/file.h"

/* -- places ---------------------------------------------------------------------------------------------- */

/* The coordinates along an axis of the picture: its values in increasing order, or the midpoints of bins. */
typedef struct Places {
    const KipSweepAxis *axis;
    int index, n; /* of the axis in the design; number of coordinates */
    double *x;    /* [n], always to be freed by the caller */
} Places;

/* Whether the axis has several values. False for the searched axis. */
static bool is_wide(const KipSweepDesign *design, int i)
{
    return i != design->searched && (design->axis[i].n > 1 || design->axis[i].kind == KIP_SWEEP_RANDOM);
}

int kip_sweep_drawn_axes(const KipSweepDesign *design, int axis[2])
{
    int n = 0, most = *design->boundary ? 1 : 2;
    for (int i = 0; i < design->naxis && n < most; i++)
        if (is_wide(design, i))
            axis[n++] = i;
    return n;
}

/* The number of bins, such that a bin, or a cell of them, has about ten points. */
static int bins(const KipSweepDesign *design, int naxis)
{
    double each = (double)design->nrandom / 10;
    double n = floor(naxis == 2 ? sqrt(each) : each);
    return n < 2 ? 2 : n > 20 ? 20 : (int)n;
}

/* Finds the coordinates of axis `index` in a picture of naxis. */
static KipStatus find_places(const KipSweepDesign *design, int index, int naxis, Places *places,
                             KipError *error)
{
    const KipSweepAxis *axis = design->axis + index;
    bool random = axis->kind == KIP_SWEEP_RANDOM;
    int n = random ? bins(design, naxis) : (int)axis->n, kept = 0;
    *places = (Places){.axis = axis, .index = index, .n = n, .x = malloc((size_t)n * sizeof(double))};
    if (!places->x)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the picture of the sweep");
    int64_t stride = 1; /* difference in points between consecutive values of the axis */
    for (int i = index + 1; i < design->naxis && !random; i++)
        stride *= design->axis[i].n;
    for (int i = 0; i < n; i++)
        places->x[i] = random ? axis->from + (i + 0.5) / n * (axis->to - axis->from)
                              : kip_sweep_value(design, i * stride, index);
    kip_sweep_sort(places->x, (size_t)n);
    for (int i = 0; i < n; i++)
        if (kept == 0 || places->x[i] > places->x[kept - 1])
            places->x[kept++] = places->x[i];
    places->n = kept;
    return KIP_OK;
}

/* The index of a value of the axis. */
static int find_place(const Places *places, double value)
{
    const KipSweepAxis *axis = places->axis;
    if (axis->kind == KIP_SWEEP_RANDOM) {
        int i = (int)floor((value - axis->from) / (axis->to - axis->from) * places->n);
        return i < places->n ? i : places->n - 1;
    }
    int lo = 0, hi = places->n - 1;
    while (lo < hi) {
        int middle = (lo + hi) / 2;
        if (places->x[middle] < value)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

/* -- pictures -------------------------------------------------------------------------------------------- */

/* The pooled results at a coordinate, or in a cell of the map. */
typedef struct Pool {
    int64_t nrun, nsuccess, nmeasured;
    double sum;
} Pool;

typedef struct Picture {
    const KipSweepTable *table;
    const char *measure; /* NULL: the rate or the boundary */
    uint32_t id;         /* of the measure */
    int naxis;
    Places place[2];
    char title[KIP_SWEEP_PATH + KIP_PARAM_NAME], note[600];
} Picture;

static KipStatus fail_memory(KipError *error)
{
    return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the picture of the sweep");
}

/* The cell of a row; y is the slower index. */
static size_t cell_of(const Picture *picture, int64_t k)
{
    const KipSweepDesign *design = picture->table->design;
    size_t cell = 0;
    for (int i = picture->naxis - 1; i >= 0; i--) {
        const Places *places = picture->place + i;
        int at = find_place(places, kip_sweep_value(design, k / design->seeds, places->index));
        cell = cell * (size_t)places->n + (size_t)at;
    }
    return cell;
}

/* -- pooling --------------------------------------------------------------------------------------------- */

static void pool(const Picture *picture, Pool *pools)
{
    const KipSweepTable *table = picture->table;
    double value;
    for (int64_t k = 0; k < table->nrow; k++) {
        if (!table->row[k].done)
            continue;
        Pool *at = pools + cell_of(picture, k);
        at->nrun++;
        at->nsuccess += table->row[k].outcome == KIP_SWEEP_ALL;
        if (picture->measure && kip_sweep_get(table, k, picture->id, &value))
            at->sum += value, at->nmeasured++;
    }
}

static double pooled(const Picture *picture, const Pool *at)
{
    if (picture->measure)
        return at->nmeasured ? at->sum / (double)at->nmeasured : NAN;
    return at->nrun ? (double)at->nsuccess / (double)at->nrun : NAN;
}

/* -- texts ----------------------------------------------------------------------------------------------- */

static void append(Picture *picture, const char *before, const char *text)
{
    size_t n = strlen(picture->note);
    snprintf(picture->note + n, sizeof picture->note - n, "%s%s", before, text);
}

/* Notes how many boundaries are only known to be outside of the interval. */
static void note_ends(Picture *picture, int64_t nall, int64_t nnone)
{
    char text[160];
    if (nall + nnone == 0)
        return;
    snprintf(text, sizeof text,
             "%lld of %lld have no boundary between the ends: all succeed in %lld, none in %lld",
             (long long)(nall + nnone), (long long)picture->table->ndone, (long long)nall, (long long)nnone);
    append(picture, "; ", text);
}

/* Wilson's interval assumes independent runs with one probability. Where points are pooled, neither holds: they share
 * seeds, and have different rates. */
static bool has_band(const Picture *picture)
{
    const KipSweepDesign *design = picture->table->design;
    return !picture->measure && picture->naxis == 1 && !design->nrandom &&
           design->npoint == picture->place[0].n;
}

/* -- curves ---------------------------------------------------------------------------------------------- */

enum { HEIGHT = 360 };

static KipStatus draw_series(const Picture *picture, KipChartSeries *series, KipChartAxis y, FILE *stream,
                             KipError *error)
{
    const Places *places = picture->place;
    series->n = (size_t)places->n;
    series->x = places->x;
    series->style = KIP_CHART_BOTH;
    KipChartPanel panel = {.height = HEIGHT, .y = y, .series = series, .nseries = 1};
    KipChart chart = {.title = picture->title,
                      .note = picture->note,
                      .x = {.label = places->axis->name},
                      .panel = &panel,
                      .npanel = 1};
    return kip_chart_write(stream, &chart, error);
}

static KipStatus draw_curve(const Picture *picture, const Pool *pools, FILE *stream, KipError *error)
{
    size_t n = (size_t)picture->place[0].n;
    double *y = malloc(3 * n * sizeof *y);
    if (!y)
        return fail_memory(error);
    for (size_t i = 0; i < n; i++) {
        y[i] = pooled(picture, pools + i);
        kip_sweep_wilson(pools[i].nsuccess, pools[i].nrun, y + n + i, y + 2 * n + i);
    }
    KipChartSeries series = {.name = "", .y = y};
    KipChartAxis axis = {.label = picture->measure};
    if (!picture->measure)
        axis = (KipChartAxis){"success rate", 0, 1};
    if (has_band(picture))
        series.lo = y + n, series.hi = y + 2 * n;
    KipStatus status = draw_series(picture, &series, axis, stream, error);
    free(y);
    return status;
}

/* Collects a spread for each coordinate, with room for its boundaries in `value`. */
static void spread_boundaries(const Picture *picture, KipSweepSpread *spread, double *value)
{
    const KipSweepTable *table = picture->table;
    size_t n = (size_t)picture->place[0].n;
    for (int64_t k = 0; k < table->nrow; k++)
        spread[cell_of(picture, k)].nall++; /* counts jobs here */
    for (size_t i = 0; i < n; i++) {
        int64_t njob = spread[i].nall;
        spread[i] = (KipSweepSpread){.value = value};
        value += njob;
    }
    for (int64_t k = 0; k < table->nrow; k++)
        kip_sweep_spread_add(spread + cell_of(picture, k), table, k);
    for (size_t i = 0; i < n; i++)
        kip_sweep_spread_finish(spread + i, table->design);
}

/* A band is clipped to the axis. */
static double within(const KipSweepAxis *axis, double value)
{
    double lo = fmin(axis->from, axis->to), hi = fmax(axis->from, axis->to);
    return value < lo ? lo : value > hi ? hi : value;
}

static KipStatus draw_boundary(Picture *picture, FILE *stream, KipError *error)
{
    const KipSweepTable *table = picture->table;
    const KipSweepAxis *axis = table->design->axis + table->design->searched;
    size_t n = (size_t)picture->place[0].n;
    KipSweepSpread *spread = calloc(n, sizeof *spread);
    double *value = malloc(((size_t)table->nrow + 1) * sizeof *value), *y = malloc(3 * n * sizeof *y);
    char label[KIP_PARAM_NAME + 40];
    KipStatus status = spread && value && y ? KIP_OK : fail_memory(error);
    if (status == KIP_OK) {
        int64_t nall = 0, nnone = 0;
        spread_boundaries(picture, spread, value);
        for (size_t i = 0; i < n; i++) {
            y[i] = spread[i].median;
            bool found = spread[i].nnear + spread[i].nfar > 0;
            y[n + i] = found ? within(axis, spread[i].least) : NAN;
            y[2 * n + i] = found ? within(axis, spread[i].greatest) : NAN;
            nall += spread[i].nall, nnone += spread[i].nnone;
        }
        note_ends(picture, nall, nnone);
        snprintf(label, sizeof label, "last %s that succeeds", axis->name);
        KipChartSeries series = {.name = "", .y = y, .lo = y + n, .hi = y + 2 * n};
        status = draw_series(picture, &series, (KipChartAxis){.label = label}, stream, error);
    }
    free(spread);
    free(value);
    free(y);
    return status;
}

/* -- maps ------------------------------------------------------------------------------------------------ */

enum { TEXT = 48, MOST_WITH_TEXT = 15 };

static void cell_text(const Picture *picture, const Pool *at, char text[TEXT])
{
    char number[KIP_NUMBER_SIZE];
    *text = '\0';
    if (picture->measure && at->nmeasured)
        snprintf(text, TEXT, "%s", kip_number_format_digits(number, pooled(picture, at), 3));
    else if (!picture->measure && at->nrun)
        snprintf(text, TEXT, "%lld/%lld", (long long)at->nsuccess, (long long)at->nrun);
}

static KipStatus draw_map(const Picture *picture, const Pool *pools, FILE *stream, KipError *error)
{
    const Places *x = picture->place, *y = x + 1;
    size_t n = (size_t)x->n * (size_t)y->n;
    bool told = x->n <= MOST_WITH_TEXT && y->n <= MOST_WITH_TEXT;
    double *value = malloc(n * sizeof *value);
    char(*text)[TEXT] = malloc(told ? n * sizeof *text : 1);
    const char **texts = malloc(told ? n * sizeof *texts : 1);
    KipStatus status = value && text && texts ? KIP_OK : fail_memory(error);
    if (status == KIP_OK) {
        for (size_t i = 0; i < n; i++)
            value[i] = pooled(picture, pools + i);
        for (size_t i = 0; i < n && told; i++) {
            cell_text(picture, pools + i, text[i]);
            texts[i] = text[i];
        }
        KipChartMap map = {.label = picture->measure ? picture->measure : "success rate",
                           .to = picture->measure ? 0 : 1,
                           .nx = x->n,
                           .ny = y->n,
                           .x = x->x,
                           .y = y->x,
                           .value = value,
                           .text = told ? texts : NULL};
        KipChartPanel panel = {.height = HEIGHT, .y = {.label = y->axis->name}, .map = &map};
        KipChart chart = {.title = picture->title,
                          .note = picture->note,
                          .x = {.label = x->axis->name},
                          .panel = &panel,
                          .npanel = 1};
        status = kip_chart_write(stream, &chart, error);
    }
    free(value);
    free(text);
    free(texts);
    return status;
}

/* -- the picture ----------------------------------------------------------------------------------------- */

static void write_texts(Picture *picture)
{
    const KipSweepDesign *design = picture->table->design;
    const char *scene = kip_file_base(design->path), *before = "; pooled over ";
    bool boundary = *design->boundary;
    snprintf(picture->title, sizeof picture->title, "%s: %s", scene,
             picture->measure ? picture->measure
             : boundary       ? "where it still succeeds"
                              : "how often it succeeds");
    snprintf(picture->note, sizeof picture->note, "%lld points with %lld seed%s each",
             (long long)design->npoint, (long long)design->seeds, design->seeds == 1 ? "" : "s");
    if (boundary)
        append(picture, "; ", "median, and from the least to the greatest");
    else if (picture->measure)
        append(picture, "; ", "means");
    else if (has_band(picture))
        append(picture, "; ", "band: 95 % interval (Wilson)");
    if (design->nrandom)
        append(picture, "; ", "random points, in bins");
    for (int i = 0; i < design->naxis; i++)
        if (is_wide(design, i) && i != picture->place[0].index &&
            (picture->naxis < 2 || i != picture->place[1].index)) {
            append(picture, before, design->axis[i].name);
            before = ", ";
        }
}

KipStatus kip_sweep_find_measure(const KipSweepTable *table, const char *measure, uint32_t *id,
                                 KipError *error)
{
    for (int i = 0; i < table->nname; i++)
        if (strcmp(table->name[i], measure) == 0) {
            *id = (uint32_t)i;
            return KIP_OK;
        }
    KipHint hint = kip_hint(measure);
    for (int i = 0; i < table->nname; i++)
        kip_hint_add(&hint, table->name[i]);
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "no run measured '%.80s'%s", measure,
                    kip_hint_text(&hint));
}

static KipStatus draw(Picture *picture, FILE *stream, KipError *error)
{
    size_t n = (size_t)picture->place[0].n * (picture->naxis == 2 ? (size_t)picture->place[1].n : 1);
    if (*picture->table->design->boundary)
        return draw_boundary(picture, stream, error);
    Pool *pools = calloc(n, sizeof *pools);
    if (!pools)
        return fail_memory(error);
    pool(picture, pools);
    KipStatus status = picture->naxis == 2 ? draw_map(picture, pools, stream, error)
                                           : draw_curve(picture, pools, stream, error);
    free(pools);
    return status;
}

KipStatus kip_sweep_draw(const KipSweepTable *table, const char *measure, FILE *stream, KipError *error)
{
    Picture picture = {.table = table, .measure = measure};
    int axis[2];
    KipStatus status = measure ? kip_sweep_find_measure(table, measure, &picture.id, error) : KIP_OK;
    picture.naxis = kip_sweep_drawn_axes(table->design, axis);
    for (int i = 0; i < picture.naxis && status == KIP_OK; i++)
        status = find_places(table->design, axis[i], picture.naxis, picture.place + i, error);
    if (status == KIP_OK) {
        write_texts(&picture);
        status = draw(&picture, stream, error);
    }
    for (int i = 0; i < 2; i++)
        free(picture.place[i].x);
    return status;
}
