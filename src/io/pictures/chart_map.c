/* Maps: cells coloured by their values, and the colour bar. */
#include "chart_parts.h"

#include <math.h>
#include <string.h>

#include "../../dynamics/scalar.h"

/* -- colours --------------------------------------------------------------------------------------------- */

typedef struct Colour {
    double r, g, b; /* 0 to 255 */
} Colour;

enum { ANCHORS = 7 };

/* CIE lightness 14, 27, 41, 54, 66, 78 and 94. */
static const Colour anchor[ANCHORS] = {{27, 29, 78},   {43, 58, 128},   {45, 102, 144}, {42, 140, 144},
                                       {79, 174, 126}, {163, 206, 106}, {248, 240, 160}};

/* The colour of `part`, from 0 to 1. */
static Colour colour_at(double part)
{
    double at = fmin(fmax(part, 0), 1) * (ANCHORS - 1);
    int i = at >= ANCHORS - 1 ? ANCHORS - 2 : (int)at;
    Colour a = anchor[i], b = anchor[i + 1];
    at -= i;
    return (Colour){a.r + at * (b.r - a.r), a.g + at * (b.g - a.g), a.b + at * (b.b - a.b)};
}

static void put_colour(FILE *stream, Colour c)
{
    fprintf(stream, "#%02x%02x%02x", (unsigned)(c.r + 0.5), (unsigned)(c.g + 0.5), (unsigned)(c.b + 0.5));
}

static double linear(double component)
{
    double c = component / 255;
    return c <= 0.04045 ? c / 12.92 : kip_pow((c + 0.055) / 1.055, 2.4);
}

/* Black or white, whichever has the higher contrast (luminances as in WCAG 2). */
static const char *ink_on(Colour c)
{
    double luminance = 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
    return luminance > 0.179 ? "#000" : "#fff";
}

/* -- what is there --------------------------------------------------------------------------------------- */

static const int most_texts = 15; /* along each side */
static const double text_size = 10, small_text_size = 8;
static const double bar_gap = 16, bar_width = 14, tick_length = 4;

static double value_at(const KipChartMap *map, int i, int j)
{
    return map->value[(size_t)j * (size_t)map->nx + (size_t)i];
}

static const char *text_at(const KipChartMap *map, int i, int j)
{
    const char *text = map->text[(size_t)j * (size_t)map->nx + (size_t)i];
    return text ? text : "";
}

/* Border i, 0 to n, of n cells at x. A single cell is as wide as its distance from 0, but 1 at 0. */
static double border(const double *x, int n, int i)
{
    if (n == 1)
        return x[0] + (i - 0.5) * (x[0] == 0 ? 1 : fabs(x[0]));
    if (i == 0)
        return x[0] - (x[1] - x[0]) / 2;
    if (i == n)
        return x[n - 1] + (x[n - 1] - x[n - 2]) / 2;
    return x[i - 1] + (x[i] - x[i - 1]) / 2;
}

static KipStatus check_axis(const char *name, const double *x, int n, KipError *error)
{
    for (int i = 0; i < n; i++) {
        if (!kip_chart_is_number(x[i]))
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "a map's %s values are finite; number %d is %g", name, i, x[i]);
        if (i && x[i] <= x[i - 1])
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "a map's %s values have %.6g after %.6g; sort them, each once", name, x[i],
                            x[i - 1]);
    }
    return kip_chart_check_range(name, (KipChartRange){border(x, n, 0), border(x, n, n)}, error);
}

KipStatus kip_chart_check_map(const KipChartMap *map, KipError *error)
{
    if (map->nx < 1 || map->ny < 1 || !map->x || !map->y || !map->value)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "a map has %d by %d cells; it needs one at least, with x, y and value", map->nx,
                        map->ny);
    KipStatus status = check_axis("x", map->x, map->nx, error);
    if (status == KIP_OK)
        status = check_axis("y", map->y, map->ny, error);
    if (status == KIP_OK && (map->from != 0 || map->to != 0))
        status = kip_chart_check_range("colour", (KipChartRange){map->from, map->to}, error);
    return status;
}

void kip_chart_map_range(const KipChartMap *map, KipChartRange *x, KipChartRange *y)
{
    for (int end = 0; end < 2; end++) {
        kip_chart_widen(x, border(map->x, map->nx, end * map->nx));
        kip_chart_widen(y, border(map->y, map->ny, end * map->ny));
    }
}

bool kip_chart_map_has_gaps(const KipChartMap *map)
{
    bool any = false;
    for (int j = 0; j < map->ny; j++)
        for (int i = 0; i < map->nx; i++)
            any = any || !kip_chart_is_number(value_at(map, i, j));
    return any;
}

static KipChartRange colour_range(const KipChartMap *map)
{
    KipChartRange range = kip_chart_no_range();
    if (map->from != 0 || map->to != 0)
        return (KipChartRange){map->from, map->to};
    for (int j = 0; j < map->ny; j++)
        for (int i = 0; i < map->nx; i++)
            kip_chart_widen(&range, value_at(map, i, j));
    return kip_chart_round(range, 0);
}

/* -- cells ----------------------------------------------------------------------------------------------- */

static KipChartBox cell_box(const KipChartMap *map, KipChartArea area, int i, int j)
{
    double left = kip_chart_at(area.x, border(map->x, map->nx, i));
    double right = kip_chart_at(area.x, border(map->x, map->nx, i + 1));
    double bottom = kip_chart_at(area.y, border(map->y, map->ny, j));
    double top = kip_chart_at(area.y, border(map->y, map->ny, j + 1));
    return (KipChartBox){left, top, right - left, bottom - top};
}

static void put_cell(FILE *stream, KipChartBox box, double value, KipChartRange colours)
{
    kip_chart_begin_box(stream, box);
    fputs(" fill=\"", stream);
    if (kip_chart_is_number(value))
        put_colour(stream, colour_at((value - colours.from) / (colours.to - colours.from)));
    else
        fputs("url(#kip-gap)", stream);
    fputs("\"/>\n", stream);
}

static bool all_fit(const KipChartMap *map, KipChartArea area, double size)
{
    bool fit = map->nx <= most_texts && map->ny <= most_texts;
    for (int j = 0; j < map->ny && fit; j++)
        for (int i = 0; i < map->nx && fit; i++) {
            KipChartBox box = cell_box(map, area, i, j);
            fit = kip_chart_text_width(text_at(map, i, j), size) + 2 <= box.width && size + 2 <= box.height;
        }
    return fit;
}

static void put_texts(FILE *stream, const KipChartMap *map, KipChartArea area, KipChartRange colours)
{
    double size = all_fit(map, area, text_size) ? text_size : small_text_size;
    if (!all_fit(map, area, size))
        return;
    for (int j = 0; j < map->ny; j++)
        for (int i = 0; i < map->nx; i++) {
            KipChartBox box = cell_box(map, area, i, j);
            double value = value_at(map, i, j), part = (value - colours.from) / (colours.to - colours.from);
            KipChartText how = {.x = box.x + box.width / 2,
                                .y = box.y + box.height / 2 + 0.36 * size,
                                .size = size,
                                .width = box.width,
                                .anchor = "middle"};
            how.colour = kip_chart_is_number(value) ? ink_on(colour_at(part)) : "#000";
            kip_chart_put_text(stream, text_at(map, i, j), &how);
        }
}

void kip_chart_put_map(FILE *stream, const KipChartMap *map, KipChartArea area)
{
    const KipChartRange colours = colour_range(map);
    fprintf(stream, "<g clip-path=\"url(#%s)\">\n<g shape-rendering=\"crispEdges\">\n", area.clip);
    for (int j = 0; j < map->ny; j++)
        for (int i = 0; i < map->nx; i++)
            put_cell(stream, cell_box(map, area, i, j), value_at(map, i, j), colours);
    fputs("</g>\n", stream);
    if (map->text)
        put_texts(stream, map, area, colours);
    fputs("</g>\n", stream);
}

/* -- the key --------------------------------------------------------------------------------------------- */

void kip_chart_put_definitions(FILE *stream)
{
    fputs("<defs>\n<linearGradient id=\"kip-ramp\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">", stream);
    for (int i = 0; i < ANCHORS; i++) {
        fputs("<stop", stream);
        kip_chart_put_attribute(stream, "offset", (double)i / (ANCHORS - 1));
        fputs(" stop-color=\"", stream);
        put_colour(stream, anchor[i]);
        fputs("\"/>", stream);
    }
    fputs("</linearGradient>\n<pattern id=\"kip-gap\" width=\"6\" height=\"6\" "
          "patternUnits=\"userSpaceOnUse\">"
          "<rect width=\"6\" height=\"6\" fill=\"#fff\"/>"
          "<path d=\"M-1 1l2-2M0 6l6-6M5 7l2-2\" stroke=\"#999\"/></pattern>\n</defs>\n",
          stream);
}

void kip_chart_put_gap_swatch(FILE *stream, double x, double y)
{
    kip_chart_begin_box(stream, (KipChartBox){x, y - 6, KIP_CHART_SWATCH, 12});
    fputs(" fill=\"url(#kip-gap)\" stroke=\"#999\"/>\n", stream);
}

static KipChartScale bar_scale(const KipChartMap *map, double y, double height)
{
    KipChartScale scale = {.range = colour_range(map), .first = y + height, .last = y};
    kip_chart_place_ticks(&scale);
    return scale;
}

double kip_chart_bar_width(const KipChartMap *map, double height)
{
    const KipChartScale scale = bar_scale(map, 0, height);
    double lines = kip_chart_count_lines(map->label, KIP_CHART_FONT, height);
    double label = lines > 0 ? 6 + lines * kip_chart_line_height(KIP_CHART_FONT) : 0;
    return bar_gap + bar_width + 2 * tick_length + kip_chart_widest_tick(&scale) + label;
}

void kip_chart_put_bar(FILE *stream, const KipChartMap *map, double x, double y, double height)
{
    const KipChartScale scale = bar_scale(map, y, height);
    const double left = x + bar_gap, right = left + bar_width;
    kip_chart_begin_box(stream, (KipChartBox){left, y, bar_width, height});
    fputs(" fill=\"url(#kip-ramp)\" stroke=\"#444\"/>\n", stream);
    kip_chart_put_y_ticks(stream, &scale, right, 1);
    KipChartText how = {.x = right + 2 * tick_length + kip_chart_widest_tick(&scale) + 6 + KIP_CHART_FONT,
                        .y = y + height / 2,
                        .size = KIP_CHART_FONT,
                        .width = height,
                        .anchor = "middle",
                        .upward = true};
    kip_chart_put_text(stream, map->label, &how);
}
