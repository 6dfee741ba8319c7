/* Shared by the files of charts. Lengths are in px, from the top left corner. Internal. */
#ifndef KIP_IO_PICTURES_CHART_PARTS_H
#define KIP_IO_PICTURES_CHART_PARTS_H

#include "chart.h"

/* -- text (chart_text.c) --------------------------------------------------------------------------------- */

enum { KIP_CHART_FONT = 12, KIP_CHART_SMALL = 11, KIP_CHART_HEADING = 16, KIP_CHART_MARGIN = 12 };

typedef struct KipChartText {
    double x, y, size; /* y: baseline of the first line */
    double width;      /* at which lines are wrapped */
    const char *anchor, *colour;
    bool upward, bold; /* upward: read from below, the lines from left to right */
} KipChartText;

/* The width of a line, in a wide sans serif. */
double kip_chart_text_width(const char *text, double size);
/* Number of lines within a width; 0 for "". */
int kip_chart_count_lines(const char *text, double size, double width);
double kip_chart_line_height(double size);
void kip_chart_put_text(FILE *stream, const char *text, const KipChartText *how);
/* Escapes text for content or quoted attributes; characters that XML does not allow become U+FFFD. */
void kip_chart_put_xml(FILE *stream, const char *text);
/* KEY="VALUE" after a blank, rounded to hundredths. */
void kip_chart_put_attribute(FILE *stream, const char *key, double value);
void kip_chart_put_coordinate(FILE *stream, double value);

typedef struct KipChartPoint {
    double x, y;
} KipChartPoint;

void kip_chart_put_point(FILE *stream, KipChartPoint point); /* x and y with a blank between */
/* Writes the data of a path through n points, "M... L...". */
void kip_chart_put_path(FILE *stream, const KipChartPoint *point, int n);

typedef struct KipChartBox {
    double x, y, width, height; /* upper left corner */
} KipChartBox;

/* Writes "<rect" with these attributes; the caller adds others and closes it. */
void kip_chart_begin_box(FILE *stream, KipChartBox box);

/* Writes title and note at the top of a picture; returns their lower end. With `stream` NULL it only measures. */
double kip_chart_put_heading(FILE *stream, const char *title, const char *note, double picture_width);
/* Begins the SVG with its title and, for screen readers, a description that begins with the note; the caller completes the
 * description and closes it by </desc>. */
void kip_chart_begin(FILE *stream, double width, double height, const char *title, const char *note);

/* -- axes (chart_axis.c) --------------------------------------------------------------------------------- */

/* NAN without data. */
typedef struct KipChartRange {
    double from, to;
} KipChartRange;

enum { KIP_CHART_MOST_TICKS = 64, KIP_CHART_TICK_SIZE = 48 };

typedef struct KipChartTick {
    double value;
    char text[KIP_CHART_TICK_SIZE];
} KipChartTick;

typedef struct KipChartScale {
    KipChartRange range;
    double first, last; /* ends in px; a y axis has first > last */
    int ntick;
    KipChartTick tick[KIP_CHART_MOST_TICKS]; /* in their order */
} KipChartScale;

bool kip_chart_is_number(double value); /* finite, and within 1e300 */
KipChartRange kip_chart_no_range(void);
/* Checks that the range is increasing, finite and wide enough to be drawn; the error calls it `name`. */
KipStatus kip_chart_check_range(const char *name, KipChartRange range, KipError *error);
void kip_chart_widen(KipChartRange *range, double value); /* extends it to the value, if that is a number */
/* Makes a range that can be drawn: of some width, and including 0 where that is near. `margin`, as a fraction of the width,
 * is added at ends other than 0. */
KipChartRange kip_chart_round(KipChartRange range, double margin);
/* Places ticks at round numbers (1, 2 or 5 times a power of ten) whose labels do not overlap. */
void kip_chart_place_ticks(KipChartScale *scale);
/* Places as many of n ticks as do not overlap. */
void kip_chart_place_ticks_at(KipChartScale *scale, const double *value, int n);
double kip_chart_at(const KipChartScale *scale, double value); /* px, clamped to the picture's vicinity */
double kip_chart_widest_tick(const KipChartScale *scale);

/* -- series and maps (chart_series.c, chart_thin.c, chart_map.c) ----------------------------------------- */

/* A panel's area: its scales, the id of its outline as a clip path, and whether a map fills it. */
typedef struct KipChartArea {
    const KipChartScale *x, *y;
    const char *clip;
    bool has_map;
} KipChartArea;

/* Drops points without which a line looks the same, within 0.2 px; returns the number left. */
size_t kip_chart_thin(KipChartPoint *point, size_t n);

KipStatus kip_chart_check_series(const KipChartSeries *series, KipError *error);
void kip_chart_series_range(const KipChartSeries *series, KipChartRange *x, KipChartRange *y);
/* Draws a series; its index `place` in the panel determines its look. `room` has n points. */
void kip_chart_put_series(FILE *stream, const KipChartSeries *series, int place, KipChartArea area,
                          KipChartPoint *room);
/* Draws the sample of a series in the list of names, around x, y. */
enum { KIP_CHART_SWATCH = 28 }; /* its width */
void kip_chart_put_swatch(FILE *stream, const KipChartSeries *series, int place, double x, double y);

KipStatus kip_chart_check_map(const KipChartMap *map, KipError *error);
/* The ranges of the cells, including their borders. */
void kip_chart_map_range(const KipChartMap *map, KipChartRange *x, KipChartRange *y);
/* Writes the patterns that maps refer to, once in a picture. */
void kip_chart_put_definitions(FILE *stream);
bool kip_chart_map_has_gaps(const KipChartMap *map);
void kip_chart_put_map(FILE *stream, const KipChartMap *map, KipChartArea area);
void kip_chart_put_gap_swatch(FILE *stream, double x, double y);
/* The width of the colour bar, `height` high, with its labels. */
double kip_chart_bar_width(const KipChartMap *map, double height);
void kip_chart_put_bar(FILE *stream, const KipChartMap *map, double x, double y, double height);

/* -- panels (chart_panel.c, chart_names.c) --------------------------------------------------------------- */

KipChartScale kip_chart_x_scale(const KipChart *chart, double left, double right);
/* Draws ticks with labels to the left (-1) or the right (1) of x. */
void kip_chart_put_y_ticks(FILE *stream, const KipChartScale *scale, double x, int side);
/* The room that a panel takes to the left of its area, and below it; names of series end at `right`. */
double kip_chart_panel_left(const KipChartPanel *panel);
double kip_chart_panel_depth(const KipChart *chart, int at, const KipChartScale *x, double right);
/* Draws a panel whose area begins at `top`; `room` has as many points as the longest series. */
void kip_chart_put_panel(FILE *stream, const KipChart *chart, int at, const KipChartScale *x, double right,
                         double top, KipChartPoint *room);
/* Writes the names of panel `at` from y downward; returns their height. With `stream` NULL it only measures. */
double kip_chart_put_names(FILE *stream, const KipChart *chart, int at, double left, double right, double y);

#endif
