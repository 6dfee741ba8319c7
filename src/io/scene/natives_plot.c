/* A word of scenes: plot(), which draws curves. Panels, curves and points are first counted, then stored in one block of
 * memory while the host draws. */
#include <math.h>
#include <string.h>

#include "natives.h"

static const double lone_height = 300, height_among = 180; /* px: of a single panel; of one among several */

/* A picture under construction. */
typedef struct Picture {
    KipChartPanel *panel;
    KipChartSeries *curve;
    double *number; /* of each curve all x, then all y */
    size_t npanel, ncurve, npoint;
} Picture;

static const char *key_of(KipCall *call, const KipEntry *entry)
{
    return kip_string_of(call->machine, entry->key)->text;
}

static const KipValue *points_of(KipCall *call, const KipEntry *curve, size_t *n)
{
    return kip_items(call->machine, curve->value, n);
}

/* -- checking and counting ------------------------------------------------------------------------------- */

static bool check_dict(KipCall *call, const char *what, const char *wanted, KipValue value)
{
    if (value.type != KIP_DICT)
        return kip_call_fail(call, "%s must be a dict %s, not a value of type %s", what, wanted,
                             kip_type_name(call->machine, value));
    return kip_dict_of(call->machine, value)->count > 0 ||
           kip_call_fail(call, "%s is empty; it must be a dict %s", what, wanted);
}

static bool check_key(KipCall *call, const char *what, const KipEntry *entry)
{
    return entry->key.type == KIP_STRING || kip_call_fail(call, "%s must be a text, not a value of type %s",
                                                          what, kip_type_name(call->machine, entry->key));
}

static bool count_points(KipCall *call, const KipEntry *curve, Picture *picture)
{
    size_t n;
    if (!check_key(call, "the name of a curve", curve))
        return false;
    if (curve->value.type != KIP_LIST && curve->value.type != KIP_TUPLE)
        return kip_call_fail(call, "the curve '%s' must be a list of points (x, y), not a value of type %s",
                             key_of(call, curve), kip_type_name(call->machine, curve->value));
    points_of(call, curve, &n);
    picture->npoint += n;
    picture->ncurve++;
    return true;
}

static bool count(KipCall *call, KipValue panels, Picture *picture)
{
    const KipEntry *panel, *curve;
    if (!check_dict(call, "panels", "{label of y: {name of a curve: [(x, y), ...]}}", panels))
        return false;
    for (uint32_t p = 0; (panel = kip_dict_next(call->machine, panels, &p)) != NULL; picture->npanel++) {
        if (!check_key(call, "the label of y", panel) ||
            !check_dict(call, "a panel", "{name of a curve: [(x, y), ...]}", panel->value))
            return false;
        for (uint32_t c = 0; (curve = kip_dict_next(call->machine, panel->value, &c)) != NULL;)
            if (!count_points(call, curve, picture))
                return false;
    }
    return true;
}

/* -- points ---------------------------------------------------------------------------------------------- */

static bool read_number(KipValue value, double *x)
{
    *x = value.type == KIP_INT ? (double)value.integer : value.number;
    return value.type == KIP_INT || value.type == KIP_FLOAT;
}

/* Reads two numbers, or x and y of a vec; values that are not finite make a gap. */
static bool read_point(KipCall *call, KipValue value, double *x, double *y)
{
    if (value.type == KIP_VECTOR) {
        const KipVector *vector = kip_heap_at(call->machine, value.index);
        *x = vector->v.x, *y = vector->v.y;
        return true;
    }
    if (value.type != KIP_LIST && value.type != KIP_TUPLE)
        return false;
    size_t n;
    const KipValue *item = kip_items(call->machine, value, &n);
    return n == 2 && read_number(item[0], x) && read_number(item[1], y);
}

static bool fill_curve(KipCall *call, const KipEntry *entry, Picture *picture)
{
    KipChartSeries *curve = &picture->curve[picture->ncurve++];
    size_t n;
    const KipValue *point = points_of(call, entry, &n);
    double *x = picture->number, *y = x + n;
    *curve = (KipChartSeries){.name = key_of(call, entry), .n = n, .x = x, .y = y};
    picture->number += 2 * n;
    bool joined = false; /* whether two consecutive points exist; else the curve is drawn as dots */
    for (size_t i = 0; i < n; i++) {
        if (!read_point(call, point[i], x + i, y + i))
            return kip_call_fail(call, "point %zu of the curve '%s' must be two numbers (x, y)", i + 1,
                                 curve->name);
        joined = joined || (i > 0 && isfinite(x[i - 1] + y[i - 1] + x[i] + y[i]));
    }
    curve->style = joined ? KIP_CHART_LINE : KIP_CHART_POINTS;
    return true;
}

static bool fill(KipCall *call, KipValue panels, size_t npanel, Picture *picture)
{
    const KipEntry *entry, *curve;
    for (uint32_t p = 0; (entry = kip_dict_next(call->machine, panels, &p)) != NULL;) {
        KipChartPanel *panel = &picture->panel[picture->npanel++];
        *panel = (KipChartPanel){.height = npanel == 1 ? lone_height : height_among,
                                 .y = {key_of(call, entry), 0, 0},
                                 .series = picture->curve + picture->ncurve};
        for (uint32_t c = 0; (curve = kip_dict_next(call->machine, entry->value, &c)) != NULL;
             panel->nseries++)
            if (!fill_curve(call, curve, picture))
                return false;
    }
    return true;
}

/* -- the word -------------------------------------------------------------------------------------------- */

static bool draw(KipCall *call, const char *file, const KipChart *chart)
{
    const KipSceneHost *host = &kip_scene_of(call)->def.host;
    KipError error;
    return !host->plot || kip_scene_done(call, host->plot(host->user, file, chart, &error), &error);
}

/* file, title, x, panels, note. */
static bool word_plot(KipCall *call)
{
    const KipAllocator *allocator = kip_scene_of(call)->def.allocator;
    const KipValue panels = call->argument[3];
    Picture all = {0};
    KipChart chart = {.title = call->read[1].text, .x.label = call->read[2].text, .note = call->read[4].text};
    const char *file = call->read[0].text;
    if (!count(call, panels, &all))
        return false;
    size_t length = strlen(file);
    if (length < 5 || strcmp(file + length - 4, ".svg") != 0)
        return kip_call_fail(call, "\"%s\" must end in .svg: the picture is SVG", file);
    const size_t panel_size = all.npanel * sizeof *all.panel, curve_size = all.ncurve * sizeof *all.curve,
                 size = panel_size + curve_size + 2 * all.npoint * sizeof *all.number;
    char *memory = kip_resize(allocator, NULL, 0, size);
    if (!memory)
        return kip_call_no_memory(call, "the points of a plot");
    Picture picture = {.panel = (KipChartPanel *)(void *)memory,
                       .curve = (KipChartSeries *)(void *)(memory + panel_size),
                       .number = (double *)(void *)(memory + panel_size + curve_size)};
    chart.panel = picture.panel;
    chart.npanel = (int)all.npanel;
    bool done = fill(call, panels, all.npanel, &picture) && draw(call, file, &chart);
    kip_resize(allocator, memory, size, 0);
    return done;
}

/* -- the table --------------------------------------------------------------------------------------- */

static const KipNativeDef words[] = {
    {"plot(file: file, title: text, x: text, panels, note: text='')", word_plot,
     "Curves as a picture (.svg)."},
};

const KipNativeTable kip_vocabulary_plot = KIP_NATIVE_TABLE(words);
