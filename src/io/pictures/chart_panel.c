/* A panel: its area with grid, data, frame and ticks, and the texts beside and below it. */
#include "chart_parts.h"

#include <math.h>

static const double label_gap = 6, tick_length = 4;
static const double ticks_depth = 2 * 4 + KIP_CHART_SMALL; /* of the x axis' ticks with their texts */
static const char *const ink = "#444", *const grid_colour = "#e2e2e2";

/* -- data ------------------------------------------------------------------------------------------------ */

/* Extends the ranges by the data of the map or, without one, of the series. */
static void add_data(const KipChartPanel *panel, KipChartRange *x, KipChartRange *y)
{
    if (panel->map)
        kip_chart_map_range(panel->map, x, y);
    for (int i = 0; i < panel->nseries && !panel->map; i++)
        kip_chart_series_range(&panel->series[i], x, y);
}

static bool has_points(const KipChartPanel *panel)
{
    bool any = false;
    for (int i = 0; i < panel->nseries; i++)
        any = any || panel->series[i].style != KIP_CHART_LINE;
    return any;
}

static bool is_given(const KipChartAxis *axis)
{
    return axis->from != 0 || axis->to != 0;
}

/* Lines extend to the frame, markers are inside it, and maps fill it. */
KipChartScale kip_chart_x_scale(const KipChart *chart, double left, double right)
{
    KipChartScale scale = {.range = kip_chart_no_range(), .first = left, .last = right};
    KipChartRange y = kip_chart_no_range();
    const KipChartMap *map = NULL;
    bool points = false;
    for (int i = 0; i < chart->npanel; i++) {
        add_data(&chart->panel[i], &scale.range, &y);
        points = points || has_points(&chart->panel[i]);
        map = map ? map : chart->panel[i].map;
    }
    if (is_given(&chart->x))
        scale.range = (KipChartRange){chart->x.from, chart->x.to};
    else if (!map)
        scale.range = kip_chart_round(scale.range, points ? 0.03 : 0);
    if (map)
        kip_chart_place_ticks_at(&scale, map->x, map->nx);
    else
        kip_chart_place_ticks(&scale);
    return scale;
}

static KipChartScale y_scale(const KipChartPanel *panel, double top)
{
    KipChartScale scale = {.range = kip_chart_no_range(), .first = top + panel->height, .last = top};
    KipChartRange x = kip_chart_no_range();
    add_data(panel, &x, &scale.range);
    if (is_given(&panel->y))
        scale.range = (KipChartRange){panel->y.from, panel->y.to};
    else if (!panel->map)
        scale.range = kip_chart_round(scale.range, 0.04);
    if (panel->map)
        kip_chart_place_ticks_at(&scale, panel->map->y, panel->map->ny);
    else
        kip_chart_place_ticks(&scale);
    return scale;
}

/* -- the area -------------------------------------------------------------------------------------------- */

static void put_line(FILE *stream, double x1, double y1, double x2, double y2, const char *colour)
{
    fputs("<line", stream);
    kip_chart_put_attribute(stream, "x1", x1);
    kip_chart_put_attribute(stream, "y1", y1);
    kip_chart_put_attribute(stream, "x2", x2);
    kip_chart_put_attribute(stream, "y2", y2);
    fprintf(stream, " stroke=\"%s\"/>\n", colour);
}

static void put_frame(FILE *stream, const KipChartScale *x, const KipChartScale *y, const char *look)
{
    kip_chart_begin_box(stream, (KipChartBox){x->first, y->last, x->last - x->first, y->first - y->last});
    fprintf(stream, "%s/>", look);
}

static void put_grid(FILE *stream, const KipChartScale *x, const KipChartScale *y)
{
    for (int i = 0; i < x->ntick; i++) {
        double at = kip_chart_at(x, x->tick[i].value);
        put_line(stream, at, y->first, at, y->last, grid_colour);
    }
    for (int i = 0; i < y->ntick; i++) {
        double at = kip_chart_at(y, y->tick[i].value);
        put_line(stream, x->first, at, x->last, at, grid_colour);
    }
}

void kip_chart_put_y_ticks(FILE *stream, const KipChartScale *scale, double x, int side)
{
    for (int i = 0; i < scale->ntick; i++) {
        double at = kip_chart_at(scale, scale->tick[i].value);
        KipChartText how = {.x = x + 2 * side * tick_length,
                            .y = at + 4,
                            .size = KIP_CHART_SMALL,
                            .width = INFINITY,
                            .anchor = side < 0 ? "end" : NULL};
        put_line(stream, x, at, x + side * tick_length, at, ink);
        kip_chart_put_text(stream, scale->tick[i].text, &how);
    }
}

/* Draws the ticks of the x axis, with labels below the last panel. */
static void put_x_ticks(FILE *stream, const KipChartScale *scale, double y, bool with_texts)
{
    for (int i = 0; i < scale->ntick; i++) {
        double at = kip_chart_at(scale, scale->tick[i].value);
        KipChartText how = {.x = at,
                            .y = y + 2 * tick_length + KIP_CHART_SMALL - 2,
                            .size = KIP_CHART_SMALL,
                            .width = INFINITY,
                            .anchor = "middle"};
        put_line(stream, at, y, at, y + tick_length, ink);
        if (with_texts)
            kip_chart_put_text(stream, scale->tick[i].text, &how);
    }
}

static void put_labels(FILE *stream, const KipChart *chart, int at, const KipChartScale *x,
                       const KipChartScale *y)
{
    const KipChartPanel *panel = &chart->panel[at];
    KipChartText of_y = {.x = KIP_CHART_MARGIN + KIP_CHART_FONT,
                         .y = (y->first + y->last) / 2,
                         .size = KIP_CHART_FONT,
                         .width = panel->height,
                         .anchor = "middle",
                         .upward = true};
    KipChartText of_x = {.x = (x->first + x->last) / 2,
                         .y = y->first + ticks_depth + label_gap + KIP_CHART_FONT - 1,
                         .size = KIP_CHART_FONT,
                         .width = x->last - x->first,
                         .anchor = "middle"};
    kip_chart_put_text(stream, panel->y.label, &of_y);
    if (at == chart->npanel - 1)
        kip_chart_put_text(stream, chart->x.label, &of_x);
}

static void put_data(FILE *stream, const KipChartPanel *panel, const KipChartScale *x, const KipChartScale *y,
                     KipChartPoint *room)
{
    char clip[64];
    const double ends[] = {x->first, x->last, y->first, y->last};
    KipChartRange in_x = kip_chart_no_range(), in_y = kip_chart_no_range();
    int n = snprintf(clip, sizeof clip, "kip"); /* in another chart of the page, this id has the same area */
    for (int i = 0; i < 4; i++)
        n += snprintf(clip + n, sizeof clip - (size_t)n, "-%d", (int)floor(100 * ends[i] + 0.5));
    fprintf(stream, "<clipPath id=\"%s\">", clip);
    put_frame(stream, x, y, "");
    fputs("</clipPath>\n", stream);
    const KipChartArea area = {x, y, clip, panel->map != NULL};
    if (panel->map)
        kip_chart_put_map(stream, panel->map, area);
    for (int i = 0; i < panel->nseries; i++)
        kip_chart_put_series(stream, &panel->series[i], i, area, room);
    add_data(panel, &in_x, &in_y);
    KipChartText how = {.x = (x->first + x->last) / 2,
                        .y = (y->first + y->last) / 2,
                        .size = KIP_CHART_FONT,
                        .width = INFINITY,
                        .anchor = "middle",
                        .colour = ink};
    if (isnan(in_y.from))
        kip_chart_put_text(stream, "no data", &how);
}

/* -- around it ------------------------------------------------------------------------------------------- */

static double label_depth(const char *label, double length)
{
    int nline = kip_chart_count_lines(label, KIP_CHART_FONT, length);
    return nline ? label_gap + nline * kip_chart_line_height(KIP_CHART_FONT) : 0;
}

double kip_chart_panel_left(const KipChartPanel *panel)
{
    const KipChartScale y = y_scale(panel, 0);
    return kip_chart_widest_tick(&y) + 2 * tick_length + label_depth(panel->y.label, panel->height);
}

/* The depth of ticks and label of the x axis, below which the names of series stand. */
static double axis_depth(const KipChart *chart, int at, const KipChartScale *x)
{
    return at == chart->npanel - 1 ? ticks_depth + label_depth(chart->x.label, x->last - x->first) : 0;
}

double kip_chart_panel_depth(const KipChart *chart, int at, const KipChartScale *x, double right)
{
    return axis_depth(chart, at, x) + kip_chart_put_names(NULL, chart, at, x->first, right, 0);
}

void kip_chart_put_panel(FILE *stream, const KipChart *chart, int at, const KipChartScale *x, double right,
                         double top, KipChartPoint *room)
{
    const KipChartPanel *panel = &chart->panel[at];
    const KipChartScale y = y_scale(panel, top);
    if (!panel->map)
        put_grid(stream, x, &y);
    put_data(stream, panel, x, &y, room);
    put_frame(stream, x, &y, " fill=\"none\" stroke=\"#444\"");
    fputc('\n', stream);
    put_x_ticks(stream, x, y.first, at == chart->npanel - 1);
    kip_chart_put_y_ticks(stream, &y, x->first, -1);
    put_labels(stream, chart, at, x, &y);
    if (panel->map)
        kip_chart_put_bar(stream, panel->map, x->last, top, panel->height);
    kip_chart_put_names(stream, chart, at, x->first, right, y.first + axis_depth(chart, at, x));
}
