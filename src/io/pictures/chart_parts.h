/* What the files of a chart share. Lengths are in px, from the top left corner. Internal. */
#ifndef KIP_IO_PICTURES_CHART_PARTS_H
#define KIP_IO_PICTURES_CHART_PARTS_H

#include "chart.h"

/* -- text (chart_text.c) --------------------------------------------------------------------------------- */

enum { KIP_CHART_FONT = 12, KIP_CHART_SMALL = 11, KIP_CHART_HEADING = 16, KIP_CHART_MARGIN = 12 };

typedef struct KipChartText {
    double x, y, size; /* y: of the first line's base */
    double width;      /* where lines are wrapped */
    const char *anchor, *colour;
    bool upward, bold; /* upward: read from below, the lines from left to right */
} KipChartText;

/* Of a line, as wide as in a wide sans serif. */
double kip_chart_text_width(const char *text, double size);
/* How many lines it takes within a width; 0 for "". */
int kip_chart_count_lines(const char *text, double size, double width);
double kip_chart_line_height(double size);
void kip_chart_put_text(FILE *stream, const char *text, const KipChartText *how);
/* As content or within quotes: escaped; what no XML may hold becomes U+FFFD. */
void kip_chart_put_xml(FILE *stream, const char *text);
/* KEY="VALUE" after a blank, rounded to hundredths. */
void kip_chart_put_attribute(FILE *stream, const char *key, double value);
void kip_chart_put_coordinate(FILE *stream, double value);

typedef struct KipChartPoint {
    double x, y;
} KipChartPoint;

void kip_chart_put_point(FILE *stream, KipChartPoint point); /* x and y with a blank between */
/* The data of a path, "M... L...", through n points. */
void kip_chart_put_path(FILE *stream, const KipChartPoint *point, int n);

typedef struct KipChartBox {
    double x, y, width, height; /* x and y: of the upper left corner */
} KipChartBox;

/* "<rect" with these attributes, to be continued and closed. */
void kip_chart_begin_box(FILE *stream, KipChartBox box);

/* Title and note at the top of a picture of this width; returns where they end. A NULL stream: they are only measured. */
double kip_chart_put_heading(FILE *stream, const char *title, const char *note, double picture_width);
/* Begins the SVG with its title and the note as a description for those who do not see the picture: </desc> is the
 * caller's to write. */
void kip_chart_begin(FILE *stream, double width, double height, const char *title, const char *note);

/* -- axes (chart_axis.c) --------------------------------------------------------------------------------- */

/* NAN where there are no data. */
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
    double first, last; /* where the ends are; a y axis has first > last */
    int ntick;
    KipChartTick tick[KIP_CHART_MOST_TICKS]; /* in their order */
} KipChartScale;

bool kip_chart_is_number(double value); /* finite, and not beyond 1e300 */
KipChartRange kip_chart_no_range(void);
/* Rises, is finite and wide enough to be drawn; else an error about the range of this name. */
KipStatus kip_chart_check_range(const char *name, KipChartRange range, KipError *error);
void kip_chart_widen(KipChartRange *range, double value); /* so that the value, if it is one, is in it */
/* A range that can be drawn: of some width, and with 0 in it where that is near. `margin` is a part of the
 * width, to be added where data do not end at 0. */
KipChartRange kip_chart_round(KipChartRange range, double margin);
/* Round numbers (1, 2 or 5 times a power of ten) whose texts do not overlap. */
void kip_chart_place_ticks(KipChartScale *scale);
/* As many of these n as do not overlap. */
void kip_chart_place_ticks_at(KipChartScale *scale, const double *value, int n);
double kip_chart_at(const KipChartScale *scale, double value); /* not far beyond the picture */
double kip_chart_widest_tick(const KipChartScale *scale);

/* -- series and maps (chart_series.c, chart_thin.c, chart_map.c) ----------------------------------------- */

/* A panel's area: its scales, the id of its outline as a clip path, and whether a map fills it. */
typedef struct KipChartArea {
    const KipChartScale *x, *y;
    const char *clip;
    bool has_map;
} KipChartArea;

/* Leaves out points of a line without which it looks the same, within 0.2 px; how many are left. */
size_t kip_chart_thin(KipChartPoint *point, size_t n);

KipStatus kip_chart_check_series(const KipChartSeries *series, KipError *error);
void kip_chart_series_range(const KipChartSeries *series, KipChartRange *x, KipChartRange *y);
/* Its place among those of the panel is what it looks like. `room` is for n points. */
void kip_chart_put_series(FILE *stream, const KipChartSeries *series, int place, KipChartArea area,
                          KipChartPoint *room);
/* As in the list of names, around x, y. */
enum { KIP_CHART_SWATCH = 28 }; /* its width */
void kip_chart_put_swatch(FILE *stream, const KipChartSeries *series, int place, double x, double y);

KipStatus kip_chart_check_map(const KipChartMap *map, KipError *error);
/* Of the cells with their borders. */
void kip_chart_map_range(const KipChartMap *map, KipChartRange *x, KipChartRange *y);
/* What maps refer to, once a picture. */
void kip_chart_put_definitions(FILE *stream);
bool kip_chart_map_has_gaps(const KipChartMap *map);
void kip_chart_put_map(FILE *stream, const KipChartMap *map, KipChartArea area);
void kip_chart_put_gap_swatch(FILE *stream, double x, double y);
/* The scale of colours, `height` high, y from the top; the width that it takes with its texts. */
double kip_chart_bar_width(const KipChartMap *map, double height);
void kip_chart_put_bar(FILE *stream, const KipChartMap *map, double x, double y, double height);

/* -- panels (chart_panel.c, chart_names.c) --------------------------------------------------------------- */

KipChartScale kip_chart_x_scale(const KipChart *chart, double left, double right);
/* Ticks with their texts, to the left (-1) or the right (1) of x. */
void kip_chart_put_y_ticks(FILE *stream, const KipChartScale *scale, double x, int side);
/* What a panel takes to the left of its area, and below it. `right`: where the names of series end. */
double kip_chart_panel_left(const KipChartPanel *panel);
double kip_chart_panel_depth(const KipChart *chart, int at, const KipChartScale *x, double right);
/* `top`: of its area; `room` is for as many points as the longest series has. */
void kip_chart_put_panel(FILE *stream, const KipChart *chart, int at, const KipChartScale *x, double right,
                         double top, KipChartPoint *room);
/* The names of panel `at`, from y downward; their height. A NULL stream: nothing is written. */
double kip_chart_put_names(FILE *stream, const KipChart *chart, int at, double left, double right, double y);

#endif
