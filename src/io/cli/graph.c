/* kip graph: a motion graph of clips, and the walk through it that follows a path (HYB.6). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../control/graph.h"
#include "../pictures/chart.h"
#include "../text/file.h"
#include "../text/number.h"
#include "commands.h"
#include "convert.h"
#include "outputs.h"
#include "progress.h"
#include "scene_words.h"

enum { ONTO, PATH, WINDOW, THRESHOLD, FIGURES, OPTIONS };
enum { MOST_CLIPS = 32, MOST_POINTS = 64, MOST_CELLS = 120 /* of a map's side */ };

static const KipOption options[OPTIONS] = {
    [ONTO] = {"onto", KIP_OPTION_STRING, "MODEL.xml"},
    [PATH] = {"path", KIP_OPTION_STRING, "\"X,Y X,Y ...\""},
    [WINDOW] = {"window", KIP_OPTION_INTEGER, "FRAMES"},
    [THRESHOLD] = {"threshold", KIP_OPTION_NUMBER, "METRES"},
    [FIGURES] = {"figures", KIP_OPTION_STRING, "DIR"},
};

static const double period = 1.0 / 30; /* s, between frames that are compared */

/* What is made from the command line. */
typedef struct Work {
    const KipArguments *arguments;
    KipModel *model;
    int nclip;
    KipMotion *motion[MOST_CLIPS];
    const char *name[MOST_CLIPS];
    double point[MOST_POINTS][2];
    int npoint;
    KipGraphDef def;
    KipGraph *graph;
    KipSpline *path;
    KipGraphWalk walk;
    KipMotion *made;
} Work;

/* -- reading --------------------------------------------------------------------------------------------- */

/* Reads points on the ground, "0,0 3,1". */
static bool read_path(Work *work)
{
    const char *at = kip_arguments_string(work->arguments, PATH, "0,0 10,0");
    while (*at && work->npoint < MOST_POINTS) {
        double *point = work->point[work->npoint++];
        int used = 0;
        if (sscanf(at, " %lf,%lf %n", point, point + 1, &used) != 2)
            return false;
        at += used;
    }
    return !*at && work->npoint >= 2;
}

static KipStatus read_clip(const char *path, KipClip **clip, KipError *error)
{
    if (kip_ends_in(path, ".bvh"))
        return kip_bvh_read(path, clip, error);
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                    "%s is no .bvh; kip convert makes one of a recording, .asf or .amc", path);
}

static KipStatus read_motion(Work *work, const char *path, KipError *error)
{
    char person[1024];
    kip_data_find("models/skeleton37.xml", person, sizeof person);
    const char *onto = kip_arguments_string(work->arguments, ONTO, person);
    KipClip *clip = NULL;
    KipModel *model = NULL;
    KipMotion *motion = NULL, *even = NULL;
    KipStatus status = read_clip(path, &clip, error);
    if (status == KIP_OK)
        status = kip_convert_onto(clip, onto, NULL, NULL, &model, &motion, error);
    kip_clip_destroy(clip);
    if (status == KIP_OK && !work->model)
        work->model = model, model = NULL;
    if (status == KIP_OK)
        motion->model = work->model; /* of the same file, read again for each */
    if (status == KIP_OK)
        status = kip_motion_resample(motion, period, &even, error);
    kip_motion_destroy(motion);
    kip_model_destroy(model);
    if (status != KIP_OK)
        return status;
    work->name[work->nclip] = path;
    work->motion[work->nclip++] = even;
    return KIP_OK;
}

/* -- pictures -------------------------------------------------------------------------------------------- */

/* Times of every `step`-th frame, to be freed by the caller. */
static double *times_of(const KipMotion *motion, int step, int *n)
{
    *n = (motion->nframe + step - 1) / step;
    double *x = malloc((size_t)*n * sizeof *x);
    for (int i = 0; i < *n && x; i++)
        x[i] = i * step * motion->period;
    return x;
}

static KipStatus write_chart(const char *folder, const char *name, const KipChart *chart, KipError *error)
{
    char path[1024];
    KipOutput output = {0};
    KipStatus status = kip_place_below(folder, name, path, sizeof path, error);
    if (status == KIP_OK)
        status = kip_make_folders(path, error);
    if (status == KIP_OK)
        status = kip_stop_output_open(&output, path, error);
    if (status == KIP_OK)
        status = kip_output_end(&output, kip_chart_write(output.stream, chart, error), error);
    return status;
}

/* Draws the differences between frames of two clips, with the graph's transitions as points. */
static KipStatus draw_map(const Work *work, int a, int b, const char *folder, KipError *error)
{
    const KipMotion *one = work->motion[a], *two = work->motion[b];
    const int longest = one->nframe > two->nframe ? one->nframe : two->nframe,
              step = 1 + (longest - 1) / MOST_CELLS;
    const size_t size = (size_t)one->nframe * (size_t)two->nframe;
    int nx, ny, npoint = 0;
    double *all = malloc(size * sizeof *all), *x = times_of(two, step, &nx), *y = times_of(one, step, &ny);
    double *cell = x && y ? malloc((size_t)nx * (size_t)ny * sizeof *cell) : NULL;
    double *at = malloc(2 * (size_t)(work->graph->nedge + 1) * sizeof *at);
    char name[64], title[400];
    KipStatus status = KIP_OK;
    if (!all || !cell || !at)
        status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a map");
    if (status == KIP_OK)
        status = kip_graph_compare(one, two, work->graph->first, work->graph->njoint, work->graph->window,
                                   all, error);
    if (status == KIP_OK) {
        for (int i = 0; i < ny; i++)
            for (int j = 0; j < nx; j++) {
                const double own = all[i * step * two->nframe + j * step];
                cell[i * nx + j] = isfinite(own) ? own : NAN;
            }
        for (int e = 0; e < work->graph->nedge; e++) {
            const KipGraphEdge *edge = work->graph->edge + e;
            const KipGraphNode *from = work->graph->node + edge->from, *to = work->graph->node + edge->to;
            if (!edge->blends || from->motion != a || to->motion != b)
                continue;
            at[npoint] = to->frame * period, at[work->graph->nedge + npoint] = from->frame * period;
            npoint++;
        }
        snprintf(name, sizeof name, "map_%d_%d.svg", a + 1, b + 1);
        snprintf(title, sizeof title, "How much %.150s differs from %.150s", work->name[a], work->name[b]);
        const KipChartMap map =
            {.label = "difference (m)", .nx = nx, .ny = ny, .x = x, .y = y, .value = cell};
        const KipChartSeries series = {.name = "transitions",
                                       .n = (size_t)npoint,
                                       .x = at,
                                       .y = at + work->graph->nedge,
                                       .style = KIP_CHART_POINTS};
        const KipChartPanel panel = {.height = 560,
                                     .y = {"begins at (s)", 0, 0},
                                     .map = &map,
                                     .series = &series,
                                     .nseries = 1};
        const KipChart chart = {.title = title, .x = {"ends at (s)", 0, 0}, .panel = &panel, .npanel = 1};
        status = write_chart(folder, name, &chart, error);
    }
    free(all), free(x), free(y), free(cell), free(at);
    return status;
}

/* Draws the path and that of the root. */
static KipStatus draw_path(const Work *work, const char *folder, KipError *error)
{
    const size_t n = (size_t)work->made->nframe;
    double *at = malloc(4 * n * sizeof *at), place[2];
    if (!at)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the picture of the path");
    for (size_t i = 0; i < n; i++) {
        const double *q = kip_motion_frame(work->made, (int)i) + work->model->joint[work->graph->first].q;
        kip_spline_at(work->path, kip_spline_length(work->path) * (double)i / (double)n, place, NULL);
        at[i] = q[0], at[n + i] = q[1], at[2 * n + i] = place[0], at[3 * n + i] = place[1];
    }
    const KipChartSeries series[] = {{.name = "path", .n = n, .x = at + 2 * n, .y = at + 3 * n},
                                     {.name = "walk", .n = n, .x = at, .y = at + n}};
    const KipChartPanel panel = {.height = 300, .y = {"y (m)", 0, 0}, .series = series, .nseries = 2};
    const KipChart chart = {.title = "The path, and the walk that follows it",
                            .x = {"x (m)", 0, 0},
                            .panel = &panel,
                            .npanel = 1};
    KipStatus status = write_chart(folder, "path.svg", &chart, error);
    free(at);
    return status;
}

static KipStatus draw(const Work *work, KipError *error)
{
    const char *folder = kip_arguments_string(work->arguments, FIGURES, NULL);
    KipStatus status = KIP_OK;
    for (int a = 0; a < work->nclip && folder; a++)
        for (int b = 0; b < work->nclip && status == KIP_OK; b++)
            status = draw_map(work, a, b, folder, error);
    return folder && status == KIP_OK ? draw_path(work, folder, error) : status;
}

/* -- the command ----------------------------------------------------------------------------------------- */

static KipStatus follow(Work *work, KipError *error)
{
    const KipGraphQuery query = kip_graph_query();
    KipStatus status = KIP_OK;
    for (int i = 0; i < work->arguments->noperand - 1 && status == KIP_OK; i++)
        status = read_motion(work, work->arguments->operand[i], error);
    if (status == KIP_OK)
        status = kip_graph_create((const KipMotion *const *)work->motion, work->nclip, 0, work->model->njoint,
                                  &work->def, &work->graph, error);
    if (status == KIP_OK)
        status =
            kip_spline_create((const double(*)[2])work->point, work->npoint, 0, NULL, &work->path, error);
    if (status == KIP_OK)
        status = kip_graph_follow(work->graph, work->path, &query, &work->walk, error);
    return status == KIP_OK ? kip_graph_write(work->graph, &work->walk, &work->made, error) : status;
}

static void tell(const Work *work, FILE *talk)
{
    int transitions = 0;
    for (int e = 0; e < work->graph->nedge; e++)
        transitions += work->graph->edge[e].blends;
    fprintf(talk,
            "%d clip%s: %d transitions below %.3g m, %d of them from which every other can be reached\n",
            work->nclip, work->nclip == 1 ? "" : "s", work->graph->found, work->def.threshold, transitions);
    fprintf(talk, "a path of %.2f m: %d frames in %.2f s, %.3f m off in the mean, %.3f m at most\n",
            kip_spline_length(work->path), work->walk.nframe, work->walk.nframe * period, work->walk.mean,
            work->walk.farthest);
}

static int graph(const KipArguments *arguments)
{
    const char *out = arguments->operand[arguments->noperand - 1];
    Work work = {.arguments = arguments, .def = kip_graph_def()};
    KipOutput output = {0};
    KipError error;
    int64_t window = work.def.window;
    const KipWhole whole = {WINDOW, 2, 1000, &window};
    if (!kip_can_convert_recording(out))
        return kip_cli_fail_usage(arguments, "\"%s\" cannot be made: .html, .glb, .bvh, .csv or .kip can",
                                  out);
    if (!read_path(&work))
        return kip_cli_fail_usage(arguments, "--path is two points or more, as \"0,0 3,1 6,-1\", in m");
    KipStatus status = kip_arguments_whole(arguments, &whole, 1, &error);
    if (status != KIP_OK)
        return kip_cli_end(arguments, status, &error);
    work.def.window = (int)window;
    work.def.threshold = kip_arguments_number(arguments, THRESHOLD, work.def.threshold);
    if (!(work.def.threshold > 0))
        return kip_cli_fail_usage(arguments, "--threshold must be above 0 m");
    status = kip_stop_output_open(&output, out, &error);
    if (status == KIP_OK)
        status = follow(&work, &error);
    if (status == KIP_OK)
        status = kip_convert_motion(work.made, "a walk through a motion graph", out, output.stream, &error);
    if (status == KIP_OK)
        status = draw(&work, &error);
    status = kip_output_end(&output, status, &error);
    if (status == KIP_OK) {
        tell(&work, strcmp(out, "-") == 0 ? stderr : stdout);
        if (strcmp(out, "-") != 0)
            printf("%s is written.\n", out);
    }
    kip_motion_destroy(work.made);
    kip_graph_walk_clear(&work.walk);
    kip_spline_destroy(work.path);
    kip_graph_destroy(work.graph);
    for (int i = 0; i < work.nclip; i++)
        kip_motion_destroy(work.motion[i]);
    kip_model_destroy(work.model);
    return status == KIP_OK ? KIP_EXIT_DONE : kip_cli_fail(&error);
}

const KipCommand kip_command_graph = {
    .name = "graph",
    .summary = "a motion graph of clips, and the walk that follows a path",
    .operands = "CLIP.bvh... OUT.html|.glb|.bvh|.csv|.kip",
    .least = 2,
    .most = MOST_CLIPS + 1,
    .option = options,
    .noption = OPTIONS,
    .about = kip_about_graph,
    .run = graph,
};
