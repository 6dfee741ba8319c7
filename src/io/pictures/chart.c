/* The layout of a chart, whose margins follow from the texts in them, and its writing. */
#include "chart.h"

#include <math.h>

#include "chart_parts.h"

enum { PICTURE_WIDTH = 720 };

static const double right_end = PICTURE_WIDTH - KIP_CHART_MARGIN, panel_gap = 16, heading_gap = 8; /* px */

/* -- checks ---------------------------------------------------------------------------------------------- */

static KipStatus check_given(const char *name, const KipChartAxis *axis, KipError *error)
{
    if (axis->from == 0 && axis->to == 0)
        return KIP_OK;
    return kip_chart_check_range(name, (KipChartRange){axis->from, axis->to}, error);
}

static KipStatus check_panel(const KipChartPanel *panel, KipError *error)
{
    if (!(panel->height >= 40 && panel->height <= 4000))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "a chart's panel is %.6g px high; it can be from 40 to 4000", panel->height);
    if (panel->nseries < 0 || (panel->nseries && !panel->series))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "a chart's panel says that it has %d series but has none", panel->nseries);
    KipStatus status = check_given("y", &panel->y, error);
    if (status == KIP_OK && panel->map)
        status = kip_chart_check_map(panel->map, error);
    for (int i = 0; i < panel->nseries && status == KIP_OK; i++)
        status = kip_chart_check_series(&panel->series[i], error);
    return status;
}

static KipStatus check_chart(const KipChart *chart, KipError *error)
{
    KipStatus status = check_given("x", &chart->x, error);
    if (status == KIP_OK && (chart->npanel < 1 || !chart->panel))
        status = kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "a chart has no panel; give it at least one");
    for (int i = 0; i < chart->npanel && status == KIP_OK; i++)
        status = check_panel(&chart->panel[i], error);
    return status;
}

/* -- layout ---------------------------------------------------------------------------------------------- */

/* The scale of the x axis, as wide as the texts beside the areas allow. */
static KipChartScale place_x_axis(const KipChart *chart)
{
    double left = 0, right = 0;
    for (int i = 0; i < chart->npanel; i++) {
        const KipChartPanel *panel = &chart->panel[i];
        left = fmax(left, kip_chart_panel_left(panel));
        if (panel->map)
            right = fmax(right, kip_chart_bar_width(panel->map, panel->height));
    }
    const KipChartScale x = kip_chart_x_scale(chart, KIP_CHART_MARGIN + left, right_end - right);
    double half = kip_chart_widest_tick(&x) / 2; /* the texts at the ends of the axis */
    return kip_chart_x_scale(chart, KIP_CHART_MARGIN + fmax(left, half), right_end - fmax(right, half));
}

/* -- the whole ------------------------------------------------------------------------------------------- */

static const char *shown(const char *text)
{
    return text ? text : "";
}

/* A description for screen readers. */
static void put_description(FILE *stream, const KipChart *chart)
{
    for (int i = 0; i < chart->npanel; i++) {
        const KipChartPanel *panel = &chart->panel[i];
        fputs("\n", stream);
        kip_chart_put_xml(stream, shown(panel->y.label));
        fputs(" against ", stream);
        kip_chart_put_xml(stream, shown(chart->x.label));
        if (panel->map) {
            fprintf(stream, "; %d by %d cells: ", panel->map->nx, panel->map->ny);
            kip_chart_put_xml(stream, shown(panel->map->label));
        }
        for (int k = 0; k < panel->nseries; k++) {
            fputs("; ", stream);
            kip_chart_put_xml(stream, shown(panel->series[k].name));
        }
    }
    fputs("</desc>\n", stream);
}

static void put_chart(FILE *stream, const KipChart *chart, KipChartPoint *room)
{
    const KipChartScale x = place_x_axis(chart);
    double top = heading_gap + kip_chart_put_heading(NULL, chart->title, chart->note, PICTURE_WIDTH),
           height = top;
    bool maps = false;
    for (int i = 0; i < chart->npanel; i++) {
        height +=
            (i ? panel_gap : 0) + chart->panel[i].height + kip_chart_panel_depth(chart, i, &x, right_end);
        maps = maps || chart->panel[i].map;
    }
    kip_chart_begin(stream, PICTURE_WIDTH, floor(height + KIP_CHART_MARGIN), chart->title, chart->note);
    put_description(stream, chart);
    if (maps)
        kip_chart_put_definitions(stream);
    fputs("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", stream);
    kip_chart_put_heading(stream, chart->title, chart->note, PICTURE_WIDTH);
    for (int i = 0; i < chart->npanel; i++) {
        kip_chart_put_panel(stream, chart, i, &x, right_end, top, room);
        top += chart->panel[i].height + kip_chart_panel_depth(chart, i, &x, right_end) + panel_gap;
    }
    fputs("</svg>\n", stream);
}

KipStatus kip_chart_write(FILE *stream, const KipChart *chart, KipError *error)
{
    size_t n = 1;
    KipStatus status = check_chart(chart, error);
    if (status != KIP_OK)
        return status;
    for (int i = 0; i < chart->npanel; i++)
        for (int k = 0; k < chart->panel[i].nseries; k++)
            n = chart->panel[i].series[k].n > n ? chart->panel[i].series[k].n : n;
    KipChartPoint *room = n > SIZE_MAX / sizeof *room ? NULL : kip_resize(NULL, NULL, 0, n * sizeof *room);
    if (!room)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for a line of %zu points", n);
    put_chart(stream, chart, room);
    kip_resize(NULL, room, n * sizeof *room, 0);
    return KIP_OK;
}
