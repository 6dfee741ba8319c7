/* Charts: well-formed, the same bytes each time, points where the axes say, texts that stand clear of each
 * other, and something sensible for any data. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/arena.h"
#include "dynamics/random.h"
#include "dynamics/scalar.h"
#include "io/text/number.h"
#include "io/text/xml.h"
#include "io/pictures/chart_parts.h"
#include "picture_reader.h"

Suite *suite_chart(void);

/* -- reading a picture ----------------------------------------------------------------------------------- */

static Picture draw(const KipChart *chart)
{
    Picture p = {0};
    KipError error = {0};
    FILE *stream = open_memstream(&p.text, &p.size);
    ck_assert_msg(kip_chart_write(stream, chart, &error) == KIP_OK, "%s", error.message);
    read_picture(&p, stream);
    return p;
}

/* The i-th cell of a map; before them are the rectangles of the hatching and of the background. */
static KipXmlElement *cell(const Picture *p, int i)
{
    return find(p, "rect", "fill", "#", 2 + i);
}

/* A chart of one panel, 200 px high. */
typedef struct One {
    KipChartPanel panel;
    KipChart chart;
} One;

static void set_up(One *one, const KipChartSeries *series, int n)
{
    *one = (One){.panel = {.height = 200, .series = series, .nseries = n}};
    one->chart = (KipChart){.panel = &one->panel, .npanel = 1};
}

/* -- where things stand ---------------------------------------------------------------------------------- */

/* By hand: 12 px beside the y axis' texts, of which "10" is the widest (2 digits of 0.64 by 11 px), and 8 px
 * for its ticks, which makes 34.08; 12 px and half of "0.5" (17.6 px) on the right, so 699.2; 20 px above. */
START_TEST(points_are_where_the_axes_say)
{
    const double x[] = {0, 1, 2}, y[] = {0, 10, 4}, lo[] = {0, 5, 3}, hi[] = {1, 10, 5};
    const KipChartSeries series = {.n = 3, .x = x, .y = y, .lo = lo, .hi = hi};
    One one;
    set_up(&one, &series, 1);
    one.chart.x = (KipChartAxis){"", 0, 2};
    one.panel.y = (KipChartAxis){"", 0, 10};
    Picture p = draw(&one.chart);
    ck_assert_str_eq(attribute(find(&p, "polyline", NULL, NULL, 0), "points"),
                     "34.08,220 366.64,20 699.2,140");
    ck_assert_str_eq(attribute(find(&p, "polygon", NULL, NULL, 0), "points"),
                     "34.08,200 366.64,20 699.2,120 699.2,160 366.64,120 34.08,220");
    ck_assert_int_eq(count(&p, "path", NULL, NULL), 0);
    free_picture(&p);
    one.chart.x = (KipChartAxis){"", 0.5, 1.5}; /* what is outside is clipped, not moved */
    p = draw(&one.chart);
    double left = number(find(&p, "rect", "fill", "none", 0), "x"),
           width = number(find(&p, "rect", "fill", "none", 0), "width");
    const char *points = attribute(find(&p, "polyline", NULL, NULL, 0), "points");
    ck_assert_double_eq_tol(strtod(points, NULL), left - width / 2, 0.02);
    ck_assert_str_eq(attribute(find(&p, "polyline", NULL, NULL, 0)->parent, "clip-path"),
                     "url(#kip-3408-69920-22000-2000)");
    free_picture(&p);
}
END_TEST

START_TEST(gaps_break_lines_and_leave_points_alone)
{
    const double x[] = {0, 1, 2, 3, 4, 5, 6, 7}, y[] = {1, 2, NAN, 4, INFINITY, 5, 6, 7};
    const double lo[] = {0, 1, 0, 3, 0, 4, 5, 1e301}, hi[] = {2, 3, 0, 5, 0, 6, 7, 1e302};
    KipChartSeries series = {.name = "s", .n = 8, .x = x, .y = y};
    One one;
    set_up(&one, &series, 1);
    Picture p = draw(&one.chart);
    ck_assert_int_eq(count(&p, "polyline", NULL, NULL), 2);
    ck_assert_int_eq(count(&p, "path", NULL, NULL), 1); /* the point alone */
    ck_assert_ptr_eq(strchr(strchr(attribute(find(&p, "path", NULL, NULL, 0), "d"), 'M') + 1, 'M'), NULL);
    free_picture(&p);
    series.lo = lo, series.hi = hi, series.style = KIP_CHART_POINTS;
    p = draw(&one.chart);
    ck_assert_int_eq(count(&p, "polyline", NULL, NULL) + count(&p, "polygon", NULL, NULL), 0);
    ck_assert_int_eq(count(&p, "path", "fill", "none"), 7 + 1); /* bars, one of them beside the name */
    free_picture(&p);
    series.n = 1, series.style = KIP_CHART_LINE, series.name = NULL;
    p = draw(&one.chart);
    ck_assert_int_eq(count(&p, "path", "fill", "none"), 1);
    ck_assert_int_eq(count(&p, "path", "fill", "#"), 1);
    free_picture(&p);
}
END_TEST

/* -- axes ------------------------------------------------------------------------------------------------ */

/* The number that a label says, with a typographer's minus and raised digits. */
static double read_label(const char *text)
{
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char plain[64] = "";
    double value = NAN;
    while (*text) {
        char piece[2] = {*text, 0};
        const char *put = piece;
        size_t n = 1;
        char digit[2] = "0";
        if (strncmp(text, "−", 3) == 0)
            put = "-", n = 3;
        else if (strncmp(text, "×10", 4) == 0)
            put = "e", n = 4;
        else if (strncmp(text, "⁻", 3) == 0)
            put = "-", n = 3;
        for (int i = 0; i < 10; i++)
            if (strncmp(text, raised[i], strlen(raised[i])) == 0)
                digit[0] = (char)('0' + i), put = digit, n = strlen(raised[i]);
        strcat(plain, put);
        text += n;
    }
    ck_assert_msg(kip_number_parse(plain, strlen(plain), &value), "'%s'", plain);
    return value;
}

static void check_apart(const KipChartScale *scale)
{
    for (int i = 1; i < scale->ntick; i++) {
        const KipChartTick *a = &scale->tick[i - 1], *b = &scale->tick[i];
        double distance = fabs(kip_chart_at(scale, b->value) - kip_chart_at(scale, a->value));
        double half = (kip_chart_text_width(a->text, 11) + kip_chart_text_width(b->text, 11)) / 2;
        ck_assert_msg(distance >= (scale->first < scale->last ? half + 4 : 12), "'%s' and '%s'", a->text,
                      b->text);
        ck_assert_str_ne(a->text, b->text);
    }
}

/* 1, 2 or 5 times a power of ten? */
static bool is_round(double step)
{
    char text[KIP_NUMBER_SIZE];
    kip_number_format_digits(text, step, 5);
    return strchr("125", text[strspn(text, "0.")]) != NULL &&
           strspn(text + strspn(text, "0.") + 1, "0") == strcspn(text + strspn(text, "0.") + 1, "e");
}

START_TEST(ticks_are_round_and_in_range)
{
    KipRandom random = {7};
    for (int k = 0; k < 3000; k++) {
        double width = kip_pow(10, kip_random_uniform(&random, -280, 280));
        double middle = k % 3 ? width * kip_random_uniform(&random, -3, 3)
                              : width * kip_random_uniform(&random, -1e6, 1e6);
        double length = kip_random_uniform(&random, 450, 680);
        KipChartScale scale = {.range = {middle - width / 2, middle + width / 2},
                               .first = k % 2 ? 40 : 40 + length,
                               .last = k % 2 ? 40 + length : 40};
        kip_chart_place_ticks(&scale);
        ck_assert_int_ge(scale.ntick, k % 3 ? 2 : 1); /* far from 0 texts are long */
        if (scale.ntick < 2)
            continue;
        double step = scale.tick[1].value - scale.tick[0].value, slack = 1e-5 * step;
        ck_assert(scale.tick[0].value >= scale.range.from - slack);
        ck_assert(scale.tick[scale.ntick - 1].value <= scale.range.to + slack);
        if (k % 3)
            ck_assert_msg(is_round(step), "%.17g", step);
        for (int i = 0; i < scale.ntick; i++) {
            ck_assert(fabs(read_label(scale.tick[i].text) - scale.tick[i].value) <= 0.01 * step);
            ck_assert(fabs(scale.tick[i].value - scale.tick[0].value - i * step) <= slack);
        }
        check_apart(&scale);
    }
}
END_TEST

START_TEST(ticks_of_a_map_are_its_values)
{
    KipRandom random = {8};
    for (int k = 0; k < 500; k++) {
        double value[100], unit = kip_pow(10, kip_random_uniform(&random, -9, 9));
        int n = 1 + (int)(kip_random_bits(&random) % 100);
        value[0] = unit * kip_random_uniform(&random, -20, 20);
        for (int i = 1; i < n; i++)
            value[i] = value[i - 1] + unit * (k % 2 ? 1 : kip_random_uniform(&random, 0.1, 2));
        KipChartScale scale = {.range = {value[0] - unit, value[n - 1] + unit},
                               .first = k % 4 < 2 ? 50 : 500,
                               .last = k % 4 < 2 ? 650 : 50};
        kip_chart_place_ticks_at(&scale, value, n);
        ck_assert_int_ge(scale.ntick, 1);
        ck_assert(scale.tick[0].value == value[0] && (n > 8 || k % 2 == 0 || k % 4 < 2 || scale.ntick == n));
        for (int i = 0; i < scale.ntick; i++)
            ck_assert_msg(fabs(read_label(scale.tick[i].text) - scale.tick[i].value) <= 0.0021 * unit,
                          "%s for %.17g", scale.tick[i].text, scale.tick[i].value);
        check_apart(&scale);
    }
}
END_TEST

START_TEST(ranges_fit_the_data)
{
    static const struct {
        double from, to, margin, rounded_from, rounded_to;
    } some[] = {{1, 10, 0, 0, 10},         {-10, -1, 0, -10, 0},     {9, 10, 0, 9, 10},
                {0, 1, 0.1, 0, 1.1},       {-1, 1, 0.25, -1.5, 1.5}, {5, 5, 0.1, 4.5, 5.5},
                {-20, -20, 0.1, -22, -18}, {0, 0, 0.1, -1, 1},       {NAN, NAN, 0.1, 0, 1},
                {0, 1e-310, 0, -1, 1}};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        KipChartRange range = kip_chart_round((KipChartRange){some[i].from, some[i].to}, some[i].margin);
        ck_assert_double_eq_tol(range.from, some[i].rounded_from, 1e-12);
        ck_assert_double_eq_tol(range.to, some[i].rounded_to, 1e-12);
    }
}
END_TEST

/* -- many points ----------------------------------------------------------------------------------------- */

static double distance_to_line(KipChartPoint p, KipChartPoint a, KipChartPoint b)
{
    double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    double t = length > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length : 0;
    t = fmin(fmax(t, 0), 1);
    return sqrt((p.x - a.x - t * dx) * (p.x - a.x - t * dx) + (p.y - a.y - t * dy) * (p.y - a.y - t * dy));
}

/* A random walk, a spiral, noise, a straight line there and back. */
static KipChartPoint test_point(int kind, int i, int n, KipRandom *random, KipChartPoint last)
{
    const double t = (double)i / n;
    if (kind == 0) {
        const double x = last.x + 0.3 * kip_random_normal(random),
                     y = last.y + 0.3 * kip_random_normal(random);
        return (KipChartPoint){x, y};
    }
    if (kind == 1)
        return (KipChartPoint){300 * t * kip_cos(60 * t), 200 * t * kip_sin(60 * t)};
    if (kind == 2)
        return (KipChartPoint){50 * t, 100 * kip_random_normal(random)};
    return (KipChartPoint){300 * fabs(t - 0.3), 100 * fabs(t - 0.3)};
}

START_TEST(thinned_lines_look_the_same)
{
    enum { N = 3000 };
    static KipChartPoint all[N], thin[N];
    KipRandom random = {9};
    for (int kind = 0; kind < 4; kind++) {
        for (int i = 0; i < N; i++)
            thin[i] = all[i] = test_point(kind, i, N, &random, i ? all[i - 1] : (KipChartPoint){0, 0});
        size_t n = kip_chart_thin(thin, N);
        ck_assert_msg(n >= 2 && n < (kind == 0   ? N
                                     : kind == 1 ? 1000
                                     : kind == 2 ? 1100
                                                 : 6),
                      "%d: %zu", kind, n);
        ck_assert(memcmp(&thin[0], &all[0], sizeof *all) == 0 &&
                  memcmp(&thin[n - 1], &all[N - 1], sizeof *all) == 0);
        for (int i = 0; i < N; i++) {
            double nearest = INFINITY;
            for (size_t k = 1; k < n; k++)
                nearest = fmin(nearest, distance_to_line(all[i], thin[k - 1], thin[k]));
            ck_assert_msg(nearest < 0.21, "line %d: point %d is %g px away", kind, i, nearest);
        }
    }
}
END_TEST

START_TEST(long_runs_make_small_files)
{
    enum { N = 100000 };
    double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
    KipRandom random = {10};
    const KipChartSeries series = {.name = "noise", .n = N, .x = x, .y = y};
    for (int kind = 0; kind < 2; kind++) {
        One one;
        for (int i = 0; i < N; i++) {
            x[i] = kind ? kip_sin(2e-3 * i) * kip_exp(-1e-5 * i) : 1e-3 * i;
            y[i] = kind ? kip_cos(3.1e-3 * i) : kip_random_uniform(&random, -1, 1);
        }
        y[N / 2] = 5; /* one sample alone is not lost */
        set_up(&one, &series, 1);
        one.panel.y = (KipChartAxis){"", -5, 5};
        Picture p = draw(&one.chart);
        ck_assert_uint_lt(p.size, 200000);
        ck_assert_ptr_ne(strstr(attribute(find(&p, "polyline", NULL, NULL, 0), "points"), ",20 "), NULL);
        free_picture(&p);
    }
    free(x), free(y);
}
END_TEST

/* -- maps ------------------------------------------------------------------------------------------------ */

static double luminance(const char *colour)
{
    static const double weight[] = {0.2126, 0.7152, 0.0722};
    unsigned long rgb = strtoul(colour + 1, NULL, 16);
    double sum = 0;
    if (strlen(colour) == 4)
        return colour[1] == 'f';
    for (int k = 0; k < 3; k++) {
        double c = (double)(rgb >> (16 - 8 * k) & 255) / 255;
        sum += weight[k] * (c <= 0.04045 ? c / 12.92 : kip_pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
}

enum { MOST = 60 };

typedef struct MapChart {
    double x[MOST], y[MOST], value[MOST * MOST];
    const char *text[MOST * MOST];
    KipChartMap map;
    One one;
} MapChart;

static void set_up_map(MapChart *m, int nx, int ny)
{
    for (int i = 0; i < MOST; i++)
        m->x[i] = 0.1 * i + 0.2, m->y[i] = i * i + 10;
    for (int i = 0; i < nx * ny; i++)
        m->value[i] = (double)i / (nx * ny - 1), m->text[i] = "17/20";
    m->map = (KipChartMap){.label = "success rate",
                           .nx = nx,
                           .ny = ny,
                           .x = m->x,
                           .y = m->y,
                           .value = m->value,
                           .text = m->text};
    set_up(&m->one, NULL, 0);
    m->one.panel.map = &m->map;
}

START_TEST(maps_have_all_cells_in_rising_lightness)
{
    static MapChart m;
    set_up_map(&m, 10, 4);
    Picture p = draw(&m.one.chart);
    double last = -1, from = luminance("#1b1d4e"), to = luminance("#f8f0a0");
    for (int i = 0; i < 40; i++) {
        double light = luminance(attribute(cell(&p, i), "fill"));
        const KipXmlElement *text = find(&p, "text", "font-size", "10", i);
        double ink = luminance(attribute(text, "fill"));
        ck_assert(light > last && light >= from && light <= to);
        ck_assert((fmax(light, ink) + 0.05) / (fmin(light, ink) + 0.05) > 4.5); /* WCAG 2, level AA */
        ck_assert(number(text, "x") > number(cell(&p, i), "x") &&
                  number(text, "y") > number(cell(&p, i), "y"));
        last = light;
    }
    ck_assert_ptr_eq(cell(&p, 40), NULL);
    ck_assert(!says(&p, "no data") && says(&p, "success rate") && says(&p, "1.1"));
    /* borders halfway between neighbours: y = 10, 11, 14, 19 */
    double h = number(cell(&p, 0), "height");
    ck_assert_double_eq_tol(number(cell(&p, 10), "height"), 2 * h, 0.1);
    ck_assert_double_eq_tol(number(cell(&p, 20), "height"), 4 * h, 0.1);
    ck_assert_double_eq_tol(number(cell(&p, 30), "height"), 5 * h, 0.1);
    free_picture(&p);
}
END_TEST

START_TEST(maps_show_gaps_and_thin_what_is_many)
{
    static MapChart m;
    set_up_map(&m, 16, 4);
    m.value[5] = NAN, m.value[6] = INFINITY;
    Picture p = draw(&m.one.chart);
    ck_assert_int_eq(count(&p, "rect", "fill", "url(#kip-gap)"), 2 + 1);
    ck_assert(says(&p, "no data") && !says(&p, "17/20"));
    free_picture(&p);
    set_up_map(&m, 15, 4);
    for (int i = 0; i < 60; i++)
        m.text[i] = i == 7 ? "longer than its cell" : "1";
    p = draw(&m.one.chart);
    ck_assert(!find(&p, "text", "font-size", "10", 0) && !find(&p, "text", "font-size", "8", 0));
    free_picture(&p);
    set_up_map(&m, MOST, MOST);
    m.map.from = 0.5, m.map.to = 0.6; /* darkest below, lightest above */
    p = draw(&m.one.chart);
    ck_assert_int_eq(count(&p, "rect", "fill", "#"), 2 + MOST * MOST);
    ck_assert_str_eq(attribute(cell(&p, 0), "fill"), "#1b1d4e");
    ck_assert_str_eq(attribute(cell(&p, MOST * MOST - 1), "fill"), "#f8f0a0");
    free_picture(&p);
}
END_TEST

/* -- panels and names ------------------------------------------------------------------------------------ */

START_TEST(panels_share_the_x_axis)
{
    const double x[] = {0, 5, 10}, small[] = {1, 2, 3}, large[] = {-2e7, 0, 1e7};
    const KipChartSeries first[] = {{"run A", 3, x, small, NULL, NULL, KIP_CHART_LINE},
                                    {"run B", 3, x, small, NULL, NULL, KIP_CHART_LINE}};
    const KipChartSeries second[] = {{"run A", 3, x, large, NULL, NULL, KIP_CHART_LINE},
                                     {"run C", 3, x, large, NULL, NULL, KIP_CHART_BOTH}};
    const KipChartPanel panel[] = {{.height = 100, .y = {"angle (rad)", 0, 0}, .series = first, .nseries = 2},
                                   {.height = 150, .y = {"force (N)", 0, 0}, .series = second, .nseries = 2}};
    const KipChart chart = {"title", "note", {"time (s)", 0, 0}, panel, 2};
    Picture p = draw(&chart);
    const KipXmlElement *a = find(&p, "rect", "fill", "none", 0), *b = find(&p, "rect", "fill", "none", 1);
    ck_assert_double_eq(number(a, "x"), number(b, "x"));
    ck_assert_double_eq(number(a, "width"), number(b, "width"));
    ck_assert(number(a, "height") == 100 && number(b, "height") == 150);
    ck_assert(number(b, "y") > number(a, "y") + 100);
    int run_a = 0, time = 0, names = 0;
    for (KipXmlElement *e = p.root; e; e = kip_xml_next(p.root, e)) {
        bool is_text = strcmp(e->name, "text") == 0;
        run_a += is_text && strcmp(e->text, "run A") == 0;
        time += is_text && strcmp(e->text, "time (s)") == 0;
        if (!is_text || strncmp(e->text, "run", 3) != 0)
            continue;
        names++; /* below its panel and above the next one */
        double y = number(e, "y");
        ck_assert(y > number(a, "y") + 100 && (y < number(b, "y") || y > number(b, "y") + 150));
    }
    ck_assert(run_a == 1 && time == 1 && names == 3);
    ck_assert(says(&p, "title") && says(&p, "note") && says(&p, "angle (rad)") && says(&p, "−2×10⁷"));
    free_picture(&p);
}
END_TEST

START_TEST(series_look_different)
{
    enum { N = 30 };
    const double x[] = {0, 1}, y[] = {0, 1};
    KipChartSeries series[N];
    char name[N][80];
    for (int i = 0; i < N; i++) {
        series[i] = (KipChartSeries){name[i], 2, x, y, NULL, NULL, KIP_CHART_BOTH};
        snprintf(name[i], sizeof name[i], "run %d%.*s", i, 2 * i,
                 ", with more and more words that say what it is");
    }
    One one;
    set_up(&one, series, N);
    Picture p = draw(&one.chart);
    for (int i = 0; i < N; i++) {
        const KipXmlElement *line = find(&p, "polyline", NULL, NULL, i),
                            *mark = find(&p, "path", "fill", "#", i);
        ck_assert(says(&p, name[i]));
        for (int k = 0; k < i; k++) {
            const KipXmlElement *other = find(&p, "polyline", NULL, NULL, k);
            bool same_colour = strcmp(attribute(line, "stroke"), attribute(other, "stroke")) == 0;
            bool same_mark =
                strcmp(attribute(mark, "d"), attribute(find(&p, "path", "fill", "#", k), "d")) == 0;
            ck_assert(!same_colour ||
                      strcmp(attribute(line, "stroke-dasharray"), attribute(other, "stroke-dasharray")) != 0);
            ck_assert(!same_colour || !same_mark);
            if (i < 5) /* without colours */
                ck_assert(!same_mark && strcmp(attribute(line, "stroke-dasharray"),
                                               attribute(other, "stroke-dasharray")) != 0);
        }
    }
    free_picture(&p);
}
END_TEST

START_TEST(texts_are_escaped_wrapped_and_described)
{
    const double x[] = {0, 1}, y[] = {0, 1};
    char plain[1000];
    const KipChartSeries series = {.name = "<b> & \"c\" ]]> Größe Δθ", .n = 2, .x = x, .y = y};
    One one;
    set_up(&one, &series, 1);
    one.chart.title =
        "</title><script> & a title that goes on and on, far beyond what could stand in one line of it";
    one.chart.note = "bad bytes: \xff \xc3( \x01 \xed\xa0\x80\nanother line";
    one.chart.x.label =
        "oneverylongwordthatcannotbebrokenatblanksbecauseithasnoneatallnotevenoneoronlyasmalloneofthem";
    one.panel.y.label = "a label that is longer than the panel is high, in words";
    Picture p = draw(&one.chart);
    ck_assert(says(&p, series.name) && says(&p, "another line"));
    ck_assert_int_eq(count(&p, "script", NULL, NULL), 0);
    ck_assert_str_eq(text_of(find(&p, "title", NULL, NULL, 0), plain), one.chart.title);
    ck_assert_ptr_ne(strstr(text_of(find(&p, "desc", NULL, NULL, 0), plain), series.name), NULL);
    ck_assert_ptr_ne(strstr(p.text, "bad bytes: \xEF\xBF\xBD \xEF\xBF\xBD( \xEF\xBF\xBD"), NULL);
    ck_assert_str_eq(attribute(p.root, "role"), "img");
    ck_assert_int_eq(count(&p, "text", "font-weight", "bold"), 2);
    ck_assert_int_ge(count(&p, "text", "transform", "rotate(-90 "), 2);
    free_picture(&p);
}
END_TEST

START_TEST(pictures_are_the_same_each_time)
{
    static MapChart m;
    const double x[] = {0.2, 0.7}, y[] = {11, 40};
    const KipChartSeries series = {.name = "line", .n = 2, .x = x, .y = y};
    set_up_map(&m, 12, 9);
    m.one.panel.series = &series, m.one.panel.nseries = 1;
    Picture a = draw(&m.one.chart), b = draw(&m.one.chart);
    ck_assert(a.size == b.size && memcmp(a.text, b.text, a.size) == 0);
    ck_assert_uint_eq(kip_hash(KIP_HASH_START, a.text, a.size), 0x42204bd6094b5e97u);
    ck_assert_int_eq(count(&a, "polyline", NULL, NULL), 2); /* it and its halo */
    free_picture(&a), free_picture(&b);
}
END_TEST

/* -- bad data -------------------------------------------------------------------------------------------- */

START_TEST(odd_data_make_pictures)
{
    static const struct {
        size_t n;
        double x[4], y[4];
    } odd[] = {
        {0, {0}, {0}},
        {1, {3}, {-7}},
        {1, {0}, {0}},
        {4, {NAN, NAN, 1, 2}, {1, 2, NAN, NAN}},
        {4, {1, 2, 3, 4}, {INFINITY, -INFINITY, 1e305, 1}},
        {4, {2, 2, 2, 2}, {5, 5, 5, 5}},
        {4, {1e-300, 1, 1e10, 1e300}, {-1e300, 1e-300, 0, 1e300}},
        {4, {1e-310, 2e-310, 3e-310, 4e-310}, {-5e-324, 0, 5e-324, 0}},
        {4, {1e9, 1e9 + 1e-6, 1e9 + 2e-6, 1e9 + 3e-6}, {1, 1 + 1e-12, 1, 1}},
        {4, {-1e5, -0.0, 0, 99999}, {-0.001, -0.0009, -0.0011, -0.00101}},
    };
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
        for (int style = KIP_CHART_LINE; style <= KIP_CHART_BOTH; style++) {
            const KipChartSeries series =
                {"s", odd[k].n, odd[k].x, odd[k].y, odd[k].y, odd[k].y, (KipChartStyle)style};
            One one;
            set_up(&one, &series, 1);
            Picture p = draw(&one.chart);
            ck_assert(says(&p, "no data") == (k == 0 || k == 3));
            free_picture(&p);
        }
    }
    One empty;
    set_up(&empty, NULL, 0);
    Picture p = draw(&empty.chart);
    ck_assert(says(&p, "no data"));
    free_picture(&p);
}
END_TEST

START_TEST(odd_maps_make_pictures)
{
    static MapChart m;
    for (int k = 0; k < 5; k++) {
        set_up_map(&m, k < 2 ? 1 : 3, k < 2 ? 1 : 2);
        m.x[0] = k == 1 ? 0 : k == 4 ? -5e299 : 0.2;
        for (int i = 0; i < 6; i++)
            m.value[i] = k == 2 ? NAN : k == 3 ? 0.4 : k == 4 ? 1e300 * (i % 3 - 1) : 0;
        Picture p = draw(&m.one.chart);
        const int ncell = k < 2 ? 1 : 6;
        ck_assert_int_eq(count(&p, "rect", "fill", k == 2 ? "url(#kip-gap)" : "#"), ncell + (k == 2 ? 1 : 2));
        free_picture(&p);
    }
}
END_TEST

/* What is wrong is said, and nothing is written. */
static void check_refused(const KipChart *chart, const char *sentence)
{
    KipError error = {0};
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    ck_assert_int_eq(kip_chart_write(stream, chart, &error), KIP_BAD_INPUT);
    fclose(stream);
    ck_assert_msg(strstr(error.message, sentence) != NULL, "%s", error.message);
    ck_assert_uint_eq(size, 0);
    free(text);
}

START_TEST(bad_charts_are_sentences)
{
    const double x[] = {0, 1}, lo[] = {0, 3}, hi[] = {1, 2};
    KipChartSeries series = {.name = "rate", .n = 2, .x = x, .y = x, .lo = lo, .hi = hi};
    One one;
    set_up(&one, &series, 1);
    check_refused(&one.chart, "the series 'rate' has at point 1 an interval from 3 up to 2");
    series.hi = NULL;
    check_refused(&one.chart, "one end of its intervals");
    series.lo = NULL, series.y = NULL;
    check_refused(&one.chart, "no x or no y");
    series.y = x;
    const struct {
        double from, to;
        const char *sentence;
    } range[] = {{2, 1, "from 2 to 1"},    {1, 1, "it has to rise"},         {NAN, 1, "from nan to 1"},
                 {0, INFINITY, "1e300"},   {-1e301, 0, "within 1e300 of 0"}, {1e6, 1e6 + 1e-9, "too narrow"},
                 {0, 1e-300, "too narrow"}};
    for (size_t i = 0; i < sizeof range / sizeof *range; i++) {
        one.chart.x = (KipChartAxis){"", range[i].from, range[i].to};
        check_refused(&one.chart, range[i].sentence);
        one.chart.x = (KipChartAxis){"", 0, 0};
        one.panel.y = (KipChartAxis){"", range[i].from, range[i].to};
        check_refused(&one.chart, range[i].sentence);
        one.panel.y = (KipChartAxis){"", 0, 0};
    }
    one.panel.nseries = -1;
    check_refused(&one.chart, "-1 series");
    one.panel.nseries = 1, one.panel.height = NAN;
    check_refused(&one.chart, "40 to 4000");
    one.panel.height = 5000;
    check_refused(&one.chart, "5000 px high");
    one.chart.npanel = 0;
    check_refused(&one.chart, "no panel");
}
END_TEST

START_TEST(bad_maps_are_sentences)
{
    static MapChart m;
    set_up_map(&m, 3, 3);
    m.x[2] = m.x[1];
    check_refused(&m.one.chart, "a map's x values have 0.3 after 0.3");
    m.x[2] = NAN;
    check_refused(&m.one.chart, "number 2 is nan");
    m.x[2] = m.x[1] + 1, m.y[0] = 1e305;
    check_refused(&m.one.chart, "number 0 is 1e+305");
    m.y[0] = 9.99999999999, m.y[1] = 10, m.y[2] = 10.00000000001;
    check_refused(&m.one.chart, "too narrow");
    m.y[0] = 1, m.map.from = 3, m.map.to = 2;
    check_refused(&m.one.chart, "colour range goes from 3 to 2");
    m.map.nx = 0;
    check_refused(&m.one.chart, "0 by 3 cells");
    m.map.nx = 3, m.map.value = NULL;
    check_refused(&m.one.chart, "it needs one at least");
}
END_TEST

Suite *suite_chart(void)
{
    Suite *suite = suite_create("chart");
    TCase *test = tcase_create("chart");
    tcase_add_test(test, points_are_where_the_axes_say);
    tcase_add_test(test, gaps_break_lines_and_leave_points_alone);
    tcase_add_test(test, ticks_are_round_and_in_range);
    tcase_add_test(test, ticks_of_a_map_are_its_values);
    tcase_add_test(test, ranges_fit_the_data);
    tcase_add_test(test, thinned_lines_look_the_same);
    tcase_add_test(test, long_runs_make_small_files);
    tcase_add_test(test, maps_have_all_cells_in_rising_lightness);
    tcase_add_test(test, maps_show_gaps_and_thin_what_is_many);
    tcase_add_test(test, panels_share_the_x_axis);
    tcase_add_test(test, series_look_different);
    tcase_add_test(test, texts_are_escaped_wrapped_and_described);
    tcase_add_test(test, pictures_are_the_same_each_time);
    tcase_add_test(test, odd_data_make_pictures);
    tcase_add_test(test, odd_maps_make_pictures);
    tcase_add_test(test, bad_charts_are_sentences);
    tcase_add_test(test, bad_maps_are_sentences);
    suite_add_tcase(suite, test);
    return suite;
}
