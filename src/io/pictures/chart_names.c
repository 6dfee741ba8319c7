/* The names of a panel's series, in rows below it. */
#include "chart_parts.h"

#include <math.h>
#include <string.h>

static const double item_gap = 18, swatch_gap = 6, row_height = 18; /* px */

static const char *name_of(const KipChartPanel *panel, int i)
{
    return i < panel->nseries && panel->series[i].name ? panel->series[i].name : "";
}

/* A name is left out where a panel above has it at the same index, and so with the same look. */
static bool is_named(const KipChart *chart, int at, int i)
{
    const char *name = name_of(&chart->panel[at], i);
    bool named = *name != 0;
    for (int above = 0; above < at; above++)
        named = named && strcmp(name_of(&chart->panel[above], i), name) != 0;
    return named;
}

/* The place of the next item: its left end, and the middle of its first line. */
typedef struct Flow {
    FILE *stream; /* NULL: only measures */
    double left, right, x, y;
} Flow;

/* Places an item, in the next row where this one is full, and in several lines where it is longer than a row. `series` NULL
 * stands for a map's cells without data. */
static void place_item(Flow *flow, const char *name, const KipChartSeries *series, int place)
{
    const double before = KIP_CHART_SWATCH + swatch_gap, most = flow->right - flow->left - before;
    const double width = fmin(kip_chart_text_width(name, KIP_CHART_FONT), most);
    if (flow->x > flow->left && flow->x + before + width > flow->right) {
        flow->x = flow->left;
        flow->y += row_height;
    }
    if (flow->stream) {
        KipChartText how = {.x = flow->x + before, .y = flow->y + 4, .size = KIP_CHART_FONT, .width = most};
        if (series)
            kip_chart_put_swatch(flow->stream, series, place, flow->x, flow->y);
        else
            kip_chart_put_gap_swatch(flow->stream, flow->x, flow->y);
        kip_chart_put_text(flow->stream, name, &how);
    }
    flow->x += before + width + item_gap;
    flow->y +=
        (kip_chart_count_lines(name, KIP_CHART_FONT, most) - 1) * kip_chart_line_height(KIP_CHART_FONT);
}

double kip_chart_put_names(FILE *stream, const KipChart *chart, int at, double left, double right, double y)
{
    const KipChartPanel *panel = &chart->panel[at];
    Flow flow = {stream, left, right, left, y + row_height};
    for (int i = 0; i < panel->nseries; i++)
        if (is_named(chart, at, i))
            place_item(&flow, panel->series[i].name, &panel->series[i], i);
    if (panel->map && kip_chart_map_has_gaps(panel->map))
        place_item(&flow, "no data", NULL, 0);
    return flow.x > left ? flow.y + row_height / 2 - y : 0;
}
