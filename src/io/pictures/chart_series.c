/* Curves, points, and intervals of uncertainty. */
#include "chart_parts.h"

#include <math.h>
#include <string.h>

static const double same = 0.1; /* px: nearer markers coincide */
static const double cap = 3;    /* px: half the length of a bar's end */

/* -- looks ----------------------------------------------------------------------------------------------- */

typedef struct Look {
    const char *colour, *width, *dashes, *marker;
} Look;

static const Look halo = {"#fff", "4", NULL, ""}; /* around a line over a map */

enum { COLOURS = 6, DASHES = 5, MARKERS = 7 };

/* Colours that remain distinct for all kinds of colour vision and in greyscale. The numbers of colours, dashes and markers
 * are coprime, so that their combinations distinguish more series than there are colours. */
static Look look_of(int place)
{
    static const char *const colour[COLOURS] = {"#1f4e9c", "#c8501e", "#178a76",
                                                "#8e3b86", "#3a96cc", "#222222"};
    static const char *const dashes[DASHES] = {NULL, "7 3", "2 2", "9 3 2 3", "12 3 2 3 2 3"};
    static const char *const marker[MARKERS] = {
        "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0", /* disc */
        "m-2.6-2.6h5.2v5.2h-5.2z",            /* square */
        "m0-3.6l3.4 6h-6.8z",                 /* triangle */
        "m0-3.8l3.8 3.8l-3.8 3.8l-3.8-3.8z",  /* diamond */
        "m-3-3l6 6m0-6l-6 6",                 /* cross */
        "m0 3.6l3.4-6h-6.8z",                 /* inverted triangle */
        "m-3.6 0h7.2m-3.6-3.6v7.2",           /* plus */
    };
    return (Look){colour[place % COLOURS], "1.6", dashes[place % DASHES], marker[place % MARKERS]};
}

static void begin_line(FILE *stream, const Look *look)
{
    fprintf(stream, " fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-linejoin=\"round\"",
            look->colour, look->width);
    if (look->dashes)
        fprintf(stream, " stroke-dasharray=\"%s\"", look->dashes);
}

static void begin_markers(FILE *stream, const Look *look)
{
    fprintf(stream, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"1.2\" d=\"", look->colour, look->colour);
}

static void begin_area(FILE *stream, const Look *look)
{
    fprintf(stream, " fill=\"%s\" fill-opacity=\"0.2\"", look->colour);
}

/* -- what is there --------------------------------------------------------------------------------------- */

static bool is_point(const KipChartSeries *s, size_t i)
{
    return kip_chart_is_number(s->x[i]) && kip_chart_is_number(s->y[i]);
}

static bool is_interval(const KipChartSeries *s, size_t i)
{
    return s->lo && kip_chart_is_number(s->x[i]) && kip_chart_is_number(s->lo[i]) &&
           kip_chart_is_number(s->hi[i]);
}

/* The end of the run from i on in which `is` holds. */
static size_t end_of_run(const KipChartSeries *s, size_t i, bool (*is)(const KipChartSeries *s, size_t i))
{
    while (i < s->n && is(s, i))
        i++;
    return i;
}

KipStatus kip_chart_check_series(const KipChartSeries *s, KipError *error)
{
    const char *name = s->name ? s->name : "";
    if (s->n && (!s->x || !s->y))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the series '%.80s' has points but no x or no y",
                        name);
    if (!s->lo != !s->hi)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "the series '%.80s' has one end of its intervals; give it both or none", name);
    for (size_t i = 0; s->lo && i < s->n; i++)
        if (s->lo[i] > s->hi[i])
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "the series '%.80s' has at point %zu an interval from %.6g up to %.6g, "
                            "which is less",
                            name, i, s->lo[i], s->hi[i]);
    return KIP_OK;
}

void kip_chart_series_range(const KipChartSeries *s, KipChartRange *x, KipChartRange *y)
{
    for (size_t i = 0; i < s->n; i++) {
        if (is_point(s, i)) {
            kip_chart_widen(x, s->x[i]);
            kip_chart_widen(y, s->y[i]);
        }
        if (is_interval(s, i)) {
            kip_chart_widen(x, s->x[i]);
            kip_chart_widen(y, s->lo[i]);
            kip_chart_widen(y, s->hi[i]);
        }
    }
}

/* -- lines ----------------------------------------------------------------------------------------------- */

/* Writes points i to end of x and y, thinned, in reverse order if `back`. */
static void put_points(FILE *stream, const double *x, const double *y, size_t i, size_t end, bool back,
                       KipChartArea area, KipChartPoint *room)
{
    size_t n = end - i;
    for (size_t k = 0; k < n; k++)
        room[k] = (KipChartPoint){kip_chart_at(area.x, x[i + k]), kip_chart_at(area.y, y[i + k])};
    n = kip_chart_thin(room, n);
    for (size_t k = 0; k < n; k++) {
        KipChartPoint p = room[back ? n - 1 - k : k];
        fputs(k ? " " : "", stream);
        kip_chart_put_coordinate(stream, p.x);
        fputc(',', stream);
        kip_chart_put_coordinate(stream, p.y);
    }
}

static void put_lines(FILE *stream, const KipChartSeries *s, const Look *look, KipChartArea area,
                      KipChartPoint *room)
{
    for (size_t i = 0; i < s->n; i++) {
        size_t end = end_of_run(s, i, is_point);
        if (end > i + 1) {
            fputs("<polyline", stream);
            begin_line(stream, look);
            fputs(" points=\"", stream);
            put_points(stream, s->x, s->y, i, end, false, area, room);
            fputs("\"/>\n", stream);
        }
        i = end;
    }
}

/* -- intervals ------------------------------------------------------------------------------------------- */

static void put_bar(FILE *stream, double x, double lo, double hi, const Look *look)
{
    const KipChartPoint line[][2] = {{{x, lo}, {x, hi}},
                                     {{x - cap, lo}, {x + cap, lo}},
                                     {{x - cap, hi}, {x + cap, hi}}};
    fprintf(stream, "<path fill=\"none\" stroke=\"%s\" d=\"", look->colour);
    for (int i = 0; i < 3; i++)
        kip_chart_put_path(stream, line[i], 2);
    fputs("\"/>\n", stream);
}

/* Draws bars for isolated points and areas for the others. */
static void put_intervals(FILE *stream, const KipChartSeries *s, const Look *look, KipChartArea area,
                          KipChartPoint *room)
{
    for (size_t i = 0; i < s->n; i++) {
        size_t end =
            s->style == KIP_CHART_POINTS && is_interval(s, i) ? i + 1 : end_of_run(s, i, is_interval);
        if (end == i + 1) {
            put_bar(stream, kip_chart_at(area.x, s->x[i]), kip_chart_at(area.y, s->lo[i]),
                    kip_chart_at(area.y, s->hi[i]), look);
        } else if (end > i) {
            fputs("<polygon", stream);
            begin_area(stream, look);
            fputs(" points=\"", stream);
            put_points(stream, s->x, s->hi, i, end, false, area, room);
            fputc(' ', stream);
            put_points(stream, s->x, s->lo, i, end, true, area, room);
            fputs("\"/>\n", stream);
        }
        i = end > i ? end - 1 : i;
    }
}

/* -- markers --------------------------------------------------------------------------------------------- */

static bool is_alone(const KipChartSeries *s, size_t i)
{
    return (i == 0 || !is_point(s, i - 1)) && (i + 1 == s->n || !is_point(s, i + 1));
}

/* Whether the value is within the area. */
static bool is_seen(const KipChartScale *scale, double value)
{
    return value >= scale->range.from && value <= scale->range.to;
}

static void put_markers(FILE *stream, const KipChartSeries *s, const Look *look, KipChartArea area)
{
    bool any = false;
    KipChartPoint last = {NAN, NAN};
    for (size_t i = 0; i < s->n; i++) {
        if (!is_point(s, i) || (s->style == KIP_CHART_LINE && !is_alone(s, i)))
            continue;
        KipChartPoint p = {kip_chart_at(area.x, s->x[i]), kip_chart_at(area.y, s->y[i])};
        bool again = fabs(p.x - last.x) < same && fabs(p.y - last.y) < same;
        if (again || !is_seen(area.x, s->x[i]) || !is_seen(area.y, s->y[i]))
            continue;
        if (!any)
            begin_markers(stream, look);
        any = true;
        last = p;
        kip_chart_put_path(stream, &p, 1);
        fputs(look->marker, stream);
    }
    fputs(any ? "\"/>\n" : "", stream);
}

/* -- the whole ------------------------------------------------------------------------------------------- */

void kip_chart_put_series(FILE *stream, const KipChartSeries *s, int place, KipChartArea area,
                          KipChartPoint *room)
{
    const Look look = look_of(place);
    fprintf(stream, "<g clip-path=\"url(#%s)\">\n", area.clip);
    put_intervals(stream, s, &look, area, room);
    if (area.has_map && s->style != KIP_CHART_POINTS)
        put_lines(stream, s, &halo, area, room);
    if (s->style != KIP_CHART_POINTS)
        put_lines(stream, s, &look, area, room);
    fputs("</g>\n", stream);
    put_markers(stream, s, &look, area);
}

void kip_chart_put_swatch(FILE *stream, const KipChartSeries *s, int place, double x, double y)
{
    const Look look = look_of(place);
    const double end = x + KIP_CHART_SWATCH, middle = x + KIP_CHART_SWATCH / 2.0;
    if (s->lo && s->style != KIP_CHART_POINTS) {
        kip_chart_begin_box(stream, (KipChartBox){x, y - 5, KIP_CHART_SWATCH, 10});
        begin_area(stream, &look);
        fputs("/>\n", stream);
    } else if (s->lo) {
        put_bar(stream, middle, y + 6, y - 6, &look);
    }
    if (s->style != KIP_CHART_POINTS) {
        fputs("<line", stream);
        kip_chart_put_attribute(stream, "x1", x);
        kip_chart_put_attribute(stream, "y1", y);
        kip_chart_put_attribute(stream, "x2", end);
        kip_chart_put_attribute(stream, "y2", y);
        begin_line(stream, &look);
        fputs("/>\n", stream);
    }
    if (s->style != KIP_CHART_LINE) {
        begin_markers(stream, &look);
        kip_chart_put_path(stream, &(KipChartPoint){middle, y}, 1);
        fprintf(stream, "%s\"/>\n", look.marker);
    }
}
