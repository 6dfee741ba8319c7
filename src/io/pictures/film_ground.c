/* The ground and scenery. A plane is a band as deep as its row's poses, with lines across it at distances in metres; solids
 * are drawn by their faces, the paler the more these face upward. */
#include <math.h>
#include <string.h>

#include "../text/number.h"
#include "film_parts.h"

enum { PLACE = 48, MOST_LINES = 1000 };

static const double steepest = 0.1;                           /* least z of a plane's normal */
static const double closest_ticks = 28, farthest_ticks = 200; /* px: limits for ticks at 1 m */

/* -- planes ---------------------------------------------------------------------------------------------- */

bool kip_film_height(const KipFilmStage *stage, size_t frame, int geom, double x, double away, double *y)
{
    KipVec3 pos;
    KipQuat turned;
    if (stage->model->geom[geom].type != KIP_GEOM_PLANE || !kip_film_is_shown(stage, frame, geom))
        return false;
    kip_film_locate(stage, frame, geom, &pos, &turned);
    const KipVec3 normal = q_rotate(turned, v3(0, 0, 1));
    if (normal.z < steepest)
        return false;
    KipVec3 point = v3_add(v3_scale(x, stage->view.right), v3_scale(away, stage->view.away));
    point.z = v3_dot(normal, v3_sub(pos, point)) / normal.z;
    *y = kip_film_project(&stage->view, point).y;
    return true;
}

/* The point of the plane on the page. */
static KipChartPoint ground_point(const KipFilmStage *stage, const KipFilmPose *pose, int geom, double x,
                                  double away)
{
    KipChartPoint at = {x, 0};
    kip_film_height(stage, pose->frame, geom, x, away, &at.y);
    return kip_film_at(kip_film_place(stage, pose), at);
}

/* -- metres ---------------------------------------------------------------------------------------------- */

/* Distances are along the world's axis that is more parallel to the picture's x: at coordinate `metre` of it the picture's
 * x is (metre + slant away) / along. */
typedef struct Metres {
    double step, along, slant;
    double from, to; /* the cell's ends, m of the picture */
} Metres;

/* 1 m, unless ticks would be too close or too far apart; else 1, 2 or 5 times a power of ten. */
static double step_of(double scale)
{
    static const double larger[] = {2, 2.5, 2};
    double step = 1;
    if (scale >= closest_ticks && scale <= farthest_ticks)
        return 1;
    for (int i = 0; step * scale < closest_ticks; i++)
        step *= larger[i % 3];
    for (int i = 0; step * scale > farthest_ticks; i++)
        step /= larger[i % 3];
    return step;
}

static Metres metres_of(const KipFilmStage *stage, const KipFilmCell *cell)
{
    const KipFilmPlace place = kip_film_place(stage, &stage->pose[cell->first]);
    const KipVec3 right = stage->view.right, away = stage->view.away;
    const bool x = fabs(right.x) >= fabs(right.y);
    return (Metres){step_of(stage->scale), x ? right.x : right.y, x ? -away.x : -away.y,
                    (cell->left - place.x) / place.scale, (cell->right - place.x) / place.scale};
}

/* The picture's x of tick k at depth `away`. */
static double metre_x(const Metres *m, double k, double away)
{
    return (k * m->step + m->slant * away) / m->along;
}

/* The range from *first to *last of the numbers k that are visible at depth `away`. */
static void metres_between(const Metres *m, double away, double *first, double *last)
{
    double a = (m->along * m->from - m->slant * away) / m->step,
           b = (m->along * m->to - m->slant * away) / m->step;
    *first = -floor(-fmin(a, b) + 1e-9);
    *last = floor(fmax(a, b) + 1e-9);
}

/* Writes numbers that overlap neither each other nor the cell's ends. */
void kip_film_put_metres(FILE *stream, const KipFilmStage *stage, int at)
{
    const KipFilmCell *cell = &stage->cell[at];
    const KipFilmPose *pose = &stage->pose[cell->first];
    const KipFilmRow *row = &stage->row[pose->row];
    const Metres m = metres_of(stage, cell);
    double first, last, end = cell->left;
    metres_between(&m, row->nearest, &first, &last);
    for (double i = 0; i <= last - first; i++) {
        char text[PLACE], number[KIP_NUMBER_SIZE];
        double k = m.along > 0 ? first + i : last - i;
        double x = pose->x + stage->scale * metre_x(&m, k, row->nearest);
        kip_number_format_digits(number, fabs(k * m.step), 6);
        strcpy(text, k * m.step < 0 ? "\u2212" : "");
        strcat(text, number);
        strcat(text, " m");
        double half = kip_chart_text_width(text, KIP_CHART_SMALL) / 2;
        if (x - half < end || x + half > cell->right)
            continue;
        fputs("<path stroke=\"#7d8790\" d=\"", stream);
        kip_chart_put_path(stream, &(KipChartPoint){x, row->base}, 1);
        fputs("v3\"/>\n", stream);
        KipChartText how = {.x = x,
                            .y = row->base + 13,
                            .size = KIP_CHART_SMALL,
                            .width = 3 * half,
                            .anchor = "middle",
                            .colour = "#777"};
        kip_chart_put_text(stream, text, &how);
        end = x + half + 8;
    }
}

/* -- scenery --------------------------------------------------------------------------------------------- */

static void put_band(FILE *stream, const KipFilmStage *stage, const KipFilmCell *cell, int geom)
{
    const KipFilmPose *pose = &stage->pose[cell->first];
    const KipFilmRow *row = &stage->row[pose->row];
    const Metres m = metres_of(stage, cell);
    double y, first, last, far_first, far_last;
    if (!row->ground || !kip_film_height(stage, pose->frame, geom, m.from, row->nearest, &y))
        return;
    const KipChartPoint band[] = {ground_point(stage, pose, geom, m.from, row->nearest),
                                  ground_point(stage, pose, geom, m.to, row->nearest),
                                  ground_point(stage, pose, geom, m.to, row->farthest),
                                  ground_point(stage, pose, geom, m.from, row->farthest)};
    fputs("<path fill=\"#eceff0\" d=\"", stream);
    kip_chart_put_path(stream, band, 4);
    fputs("Z\"/>\n<path fill=\"none\" stroke=\"#c9ced2\" d=\"", stream);
    metres_between(&m, row->nearest, &first, &last);
    metres_between(&m, row->farthest, &far_first, &far_last);
    first = fmin(first, far_first);
    last = fmin(fmax(last, far_last), first + MOST_LINES);
    for (double i = 0; i <= last - first; i++) { /* for large k, k + 1 equals k */
        const double k = first + i;
        const KipChartPoint line[] = {ground_point(stage, pose, geom, metre_x(&m, k, row->nearest),
                                                   row->nearest),
                                      ground_point(stage, pose, geom, metre_x(&m, k, row->farthest),
                                                   row->farthest)};
        kip_chart_put_path(stream, line, 2);
    }
    fputs("\"/>\n<path stroke=\"#7d8790\" d=\"", stream);
    kip_chart_put_path(stream, band, 2);
    fputs("\"/>\n", stream);
}

static void put_solid(FILE *stream, const KipFilmStage *stage, const KipFilmPose *pose, int geom)
{
    static const KipVec3 white = {1, 1, 1}, black = {0, 0, 0};
    const KipGeom *g = &stage->model->geom[geom];
    const KipFilmPlace place = kip_film_place(stage, pose);
    const KipVec3 colour = kip_film_mix(stage->cast.colour[geom], white, 0.45);
    const KipVec3 stroke = kip_film_mix(colour, black, 0.35);
    KipVec3 pos;
    KipQuat turned;
    kip_film_locate(stage, pose->frame, geom, &pos, &turned);
    if (g->type != KIP_GEOM_BOX) {
        const KipFilmOutline outline = kip_film_outline(&stage->view, g, pos, turned);
        kip_film_put_outline(stream, &outline, place, colour, stroke, (double)g->rgba[3]);
        return;
    }
    for (int i = 0; i < 6; i++) {
        KipFilmOutline face;
        double lit;
        if (kip_film_face(&stage->view, g, pos, turned, i / 2, i % 2 ? 1 : -1, &face, &lit))
            kip_film_put_outline(stream, &face, place, kip_film_mix(colour, white, 0.4 * fmax(lit, 0)),
                                 stroke, (double)g->rgba[3]);
    }
}

bool kip_film_is_in_cell(const KipFilmStage *stage, const KipFilmPose *pose, int geom)
{
    const KipFilmCell *cell = &stage->cell[pose->cell];
    const KipFilmRow *row = &stage->row[pose->row];
    const KipFilmPlace place = kip_film_place(stage, pose);
    KipVec3 pos;
    KipQuat turned;
    kip_film_locate(stage, pose->frame, geom, &pos, &turned);
    const KipFilmOutline outline = kip_film_outline(&stage->view, &stage->model->geom[geom], pos, turned);
    const KipFilmBox box = kip_film_bounds(&outline);
    const KipChartPoint low = kip_film_at(place, (KipChartPoint){box.left, box.bottom});
    const KipChartPoint high = kip_film_at(place, (KipChartPoint){box.right, box.top});
    return low.x < cell->right && high.x > cell->left && high.y < row->base && low.y > row->y;
}

void kip_film_put_scenery(FILE *stream, KipFilmStage *stage, int at)
{
    const KipFilmCell *cell = &stage->cell[at];
    const KipFilmPose *pose = &stage->pose[cell->first];
    const KipFilmRow *row = &stage->row[pose->row];
    int n = 0;
    fprintf(stream, "<clipPath id=\"film-cell-%d\">", at);
    kip_chart_begin_box(stream, (KipChartBox){cell->left, row->y, fmax(cell->right - cell->left, 0),
                                              row->base - row->y + 0.5});
    fprintf(stream,
            "/></clipPath>\n<g clip-path=\"url(#film-cell-%d)\" stroke-width=\"0.7\" "
            "stroke-linejoin=\"round\">\n",
            at);
    for (int i = 0; i < stage->model->ngeom; i++) {
        KipVec3 pos;
        KipQuat turned;
        put_band(stream, stage, cell, i);
        if (stage->model->geom[i].type == KIP_GEOM_PLANE ||
            stage->cast.tree[stage->model->geom[i].body] >= 0 || !kip_film_is_shown(stage, pose->frame, i))
            continue;
        kip_film_locate(stage, pose->frame, i, &pos, &turned);
        if (kip_film_is_in_cell(stage, pose, i))
            stage->item[n++] = (KipFilmItem){i, v3_dot(stage->view.back, pos)};
    }
    kip_film_sort(stage, n);
    for (int i = 0; i < n; i++)
        put_solid(stream, stage, pose, stage->item[i].geom);
    fputs("</g>\n", stream);
}
