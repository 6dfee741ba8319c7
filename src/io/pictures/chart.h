/* Charts as SVG, for papers: curves, points, intervals and maps over one x axis, from data in memory.
 *
 *     double n[] = {1, 2, 3}, rate[] = {0.2, 0.7, 0.9}, lo[] = {0.1, 0.5, 0.8}, hi[] = {0.4, 0.8, 1};
 *     KipChartSeries series = {.name = "success", .n = 3, .x = n, .y = rate, .lo = lo, .hi = hi};
 *     KipChartPanel panel = {.height = 300, .y = {"success rate", 0, 1}, .series = &series, .nseries = 1};
 *     KipChart chart = {.title = "Falls", .x = {"push (N s)", 0, 0}, .panel = &panel, .npanel = 1};
 *     status = kip_chart_write(stream, &chart, &error);
 *
 * A picture is 720 px wide and holds panels, one under the other, which share the x axis. From the top:
 * title and note, the panels, below the last one the x axis' label, and below each panel the names of its
 * series, so that nothing covers data. The same data give the same bytes everywhere. It prints in black and
 * white: series differ in dashes and markers too, and the colours of a map rise in lightness, from dark
 * blue to pale yellow.
 *
 * All pointers stay the caller's and are only read. Texts are plain UTF-8 in one or more lines, wrapped
 * where they are too long; NULL stands for "". Units belong into the labels. Values that are not finite,
 * or beyond 1e300 either way, are no data: they break a line, and leave a map's cell hatched. */
#ifndef KIP_IO_PICTURES_CHART_H
#define KIP_IO_PICTURES_CHART_H

#include <stdio.h>

#include "../../dynamics/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* With from = to = 0, the range of the data, extended to 0 where that is near. Else data outside the range are clipped. */
typedef struct KipChartAxis {
    const char *label;
    double from, to;
} KipChartAxis;

typedef enum KipChartStyle {
    KIP_CHART_LINE, /* joins points in their order; an isolated point is a marker */
    KIP_CHART_POINTS,
    KIP_CHART_BOTH
} KipChartStyle;

/* Points with optional intervals of uncertainty. */
typedef struct KipChartSeries {
    const char *name; /* below the panel; "" is not shown, nor a repetition of a panel above */
    size_t n;
    const double *x, *y;   /* [n]; a line may go anywhere: time series, phase portraits */
    const double *lo, *hi; /* [n], both or none: an area, or a bar at an isolated point */
    KipChartStyle style;
} KipChartSeries;

/* Cells centred on (x[i], y[j]), with borders halfway between neighbours. */
typedef struct KipChartMap {
    const char *label;       /* of the colours */
    double from, to;         /* values of the darkest and the lightest colour; both 0: the data's range */
    int nx, ny;              /* at least 1 each */
    const double *x, *y;     /* [nx], [ny]: finite and increasing */
    const double *value;     /* [ny][nx], row by row */
    const char *const *text; /* [ny][nx] or NULL: shown for up to 15 cells a side where all fit */
} KipChartMap;

typedef struct KipChartPanel {
    double height; /* of the area within the axes, px: 40 to 4000 */
    KipChartAxis y;
    const KipChartMap *map;       /* or NULL; with a map, ticks are at its x and y */
    const KipChartSeries *series; /* [nseries]; over a map they do not extend the axes */
    int nseries;
} KipChartPanel;

typedef struct KipChart {
    const char *title, *note; /* the note is a line in small type below the title */
    KipChartAxis x;
    const KipChartPanel *panel; /* [npanel], from the top; at least one */
    int npanel;
} KipChart;

/* Fails before anything is written on numbers that cannot be drawn (KIP_BAD_INPUT) and out of memory. Write errors stay in
 * the stream, which the caller checks by ferror and fclose. */
KipStatus kip_chart_write(FILE *stream, const KipChart *chart, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
