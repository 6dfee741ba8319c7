/* The scale and places of poses: the fewest rows in which poses are not much smaller than wanted, and the largest scale
 * that fits these rows. */
#include <math.h>

#include "film_parts.h"

static const double wanted = 150, tallest_row = 600;         /* px: of a character; of a row */
static const double smallest_part = 0.6, largest_part = 1.2; /* of the wanted height */
static const double gap = 14, widest_gap = 48, sky = 8;      /* px: between poses; above them */
static const double seam = 3;                                /* px: between cells */
static const double overlap = 0.25; /* of a pose's width: with more, poses behind fade */

KipFilmPlace kip_film_place(const KipFilmStage *stage, const KipFilmPose *pose)
{
    const KipFilmRow *row = &stage->row[pose->row];
    return (KipFilmPlace){stage->scale, pose->x, row->base + stage->scale * row->bottom};
}

/* The horizontal extent of a pose before it is shifted, px. */
static KipChartRange extent_of(const KipFilmStage *stage, const KipFilmPose *pose)
{
    const double s = stage->scale;
    KipChartRange extent = {s * pose->box.left, s * pose->box.right};
    if (isnan(stage->film->spacing)) {
        extent.from = fmin(extent.from, s * pose->anchor - pose->label_width / 2);
        extent.to = fmax(extent.to, s * pose->anchor + pose->label_width / 2);
    }
    return extent;
}

/* The width available to poses. */
static double row_width(const KipFilmStage *stage)
{
    return stage->film->width - 2 * KIP_CHART_MARGIN - gap;
}

/* -- rows ------------------------------------------------------------------------------------------------ */

/* The shift of a pose in its row beside the one before it. */
static double shift_of(const KipFilmStage *stage, int i, int first, double before, double edge)
{
    if (!isnan(stage->film->spacing))
        return stage->scale * stage->film->spacing * (i - first);
    return i == first ? 0 : fmax(before, edge + gap - extent_of(stage, &stage->pose[i]).from);
}

/* Breaks poses into rows, each as full as possible at stage->scale, with pose->x the shift in the row. Returns false where
 * a single pose is too wide. */
static bool break_rows(KipFilmStage *stage)
{
    KipChartRange row = {0, 0};
    double edge = 0;
    stage->nrow = 0;
    for (int i = 0, first = 0; i < stage->npose; i++) {
        const KipChartRange own = extent_of(stage, &stage->pose[i]);
        double shift = shift_of(stage, i, first, i ? stage->pose[i - 1].x : 0, edge);
        KipChartRange wider = {fmin(row.from, own.from + shift), fmax(row.to, own.to + shift)};
        if (i == 0 || wider.to - wider.from > row_width(stage)) {
            if (own.to - own.from > row_width(stage))
                return false;
            first = i;
            shift = 0;
            wider = own;
            stage->row[stage->nrow++] = (KipFilmRow){.first = i};
        }
        row = wider;
        edge = own.to + shift;
        stage->row[stage->nrow - 1].count++;
        stage->pose[i].x = shift;
        stage->pose[i].row = stage->nrow - 1;
    }
    return true;
}

/* The lower edge of the ground below a pose, m; false where there is none, or it is far below. */
static bool ground_below(const KipFilmStage *stage, const KipFilmRow *row, const KipFilmPose *pose, double *y)
{
    const double far_below = pose->box.bottom - (pose->box.top - pose->box.bottom);
    bool found = false;
    for (int i = 0; i < stage->model->ngeom; i++)
        for (int corner = 0; corner < 4; corner++) {
            double at;
            if (kip_film_height(stage, pose->frame, i, corner & 1 ? pose->box.left : pose->box.right,
                                corner & 2 ? row->nearest : row->farthest, &at) &&
                at > far_below) {
                *y = found ? fmin(*y, at) : at;
                found = true;
            }
        }
    return found;
}

/* Computes the part of the world that a row shows; m. */
static void measure_row(const KipFilmStage *stage, KipFilmRow *row)
{
    double size = 0;
    row->bottom = row->nearest = INFINITY;
    row->top = row->farthest = -INFINITY;
    row->ground = false;
    for (int i = row->first; i < row->first + row->count; i++) {
        row->nearest = fmin(row->nearest, stage->pose[i].nearest);
        row->farthest = fmax(row->farthest, stage->pose[i].farthest);
        size = fmax(size, stage->pose[i].size);
    }
    row->nearest -= size / 6;
    row->farthest += size / 6;
    for (int i = row->first; i < row->first + row->count; i++) {
        const KipFilmBox box = stage->pose[i].box;
        double ground;
        row->bottom = fmin(row->bottom, box.bottom);
        row->top = fmax(row->top, box.top);
        if (ground_below(stage, row, &stage->pose[i], &ground)) {
            row->bottom = fmin(row->bottom, ground);
            row->ground = true;
        }
    }
}

static bool fits(KipFilmStage *stage, double scale, int nrow)
{
    stage->scale = scale;
    if (!break_rows(stage) || stage->nrow > nrow)
        return false;
    for (int i = 0; i < stage->nrow; i++) {
        measure_row(stage, &stage->row[i]);
        if (scale * (stage->row[i].top - stage->row[i].bottom) > tallest_row)
            return false;
    }
    return true;
}

static void choose_scale(KipFilmStage *stage)
{
    double size = 0;
    for (int i = 0; i < stage->npose; i++)
        size = fmax(size, stage->pose[i].size);
    const double most = largest_part * wanted / size;
    for (int nrow = 1;; nrow++) {
        double low = 0, high = most;
        if (fits(stage, most, nrow))
            return;
        for (int i = 0; i < 40; i++) {
            double middle = (low + high) / 2;
            *(fits(stage, middle, nrow) ? &low : &high) = middle;
        }
        if ((low >= smallest_part * wanted / size || nrow >= stage->npose) && fits(stage, low, nrow))
            return;
    }
}

/* -- cells ----------------------------------------------------------------------------------------------- */

/* The horizontal extent of the poses [first, first + count); px. */
static KipChartRange span_of(const KipFilmStage *stage, int first, int count)
{
    KipChartRange span = {INFINITY, -INFINITY};
    for (int i = first; i < first + count; i++) {
        const KipChartRange own = extent_of(stage, &stage->pose[i]);
        span.from = fmin(span.from, own.from + stage->pose[i].x);
        span.to = fmax(span.to, own.to + stage->pose[i].x);
    }
    return span;
}

static bool is_shifted(const KipFilmStage *stage, int i)
{
    return i > 0 && stage->pose[i].row == stage->pose[i - 1].row && stage->pose[i].x != stage->pose[i - 1].x;
}

/* Distributes the rest of the widths of rows between shifted poses, by the same amount everywhere. */
static void spread_rows(KipFilmStage *stage)
{
    double more = widest_gap - gap;
    for (int k = 0; k < stage->nrow; k++) {
        const KipFilmRow *row = &stage->row[k];
        const KipChartRange span = span_of(stage, row->first, row->count);
        int gaps = 0;
        for (int i = row->first; i < row->first + row->count; i++)
            gaps += is_shifted(stage, i);
        if (gaps)
            more = fmin(more, (row_width(stage) - (span.to - span.from)) / gaps);
    }
    for (int k = 0; k < stage->nrow; k++) {
        double shift = 0, before = 0;
        for (int i = stage->row[k].first; i < stage->row[k].first + stage->row[k].count; i++) {
            double own = stage->pose[i].x;
            shift += i > stage->row[k].first && own != before ? more : 0;
            before = own;
            stage->pose[i].x += shift;
        }
    }
}

/* Poses with the same shift that overlap fade towards the first. */
static void fade(KipFilmStage *stage, const KipFilmCell *cell)
{
    bool over = false;
    for (int i = cell->first + 1; i < cell->first + cell->count; i++) {
        const KipFilmBox a = stage->pose[i - 1].box, b = stage->pose[i].box;
        double common = fmin(a.right, b.right) - fmax(a.left, b.left);
        over = over || common > overlap * fmin(a.right - a.left, b.right - b.left);
    }
    for (int i = 0; i < cell->count && over; i++)
        stage->pose[cell->first + i].fade = 0.6 * (cell->count - 1 - i) / (cell->count - 1);
}

/* Each run of poses with the same shift is a cell; adjacent cells meet halfway, in the order of poses. */
static void divide_row(KipFilmStage *stage, const KipFilmRow *row)
{
    const int first = stage->ncell;
    const KipChartRange page = {KIP_CHART_MARGIN, stage->film->width - KIP_CHART_MARGIN};
    const KipChartRange all = span_of(stage, row->first, row->count);
    for (int i = row->first; i < row->first + row->count; i++) {
        if (i == row->first || is_shifted(stage, i))
            stage->cell[stage->ncell++] = (KipFilmCell){.first = i};
        stage->cell[stage->ncell - 1].count++;
        stage->pose[i].cell = stage->ncell - 1;
    }
    const bool alone = stage->ncell == first + 1;
    for (int k = first; k < stage->ncell; k++) {
        KipFilmCell *cell = &stage->cell[k];
        const KipChartRange own = span_of(stage, cell->first, cell->count);
        if (k > first)
            cell[-1].right =
                (cell->left = fmax((cell[-1].right + own.from + seam) / 2, cell[-1].left + seam)) - seam;
        cell->right = own.to;
        fade(stage, cell);
    }
    stage->cell[first].left = alone ? page.from : fmax(all.from - gap, page.from);
    stage->cell[stage->ncell - 1].right = alone ? page.to : fmin(all.to + gap, page.to);
}

void kip_film_layout(KipFilmStage *stage)
{
    for (int i = 0; i < stage->npose; i++)
        stage->pose[i].label_width = kip_film_label_width(stage, i, i - 1);
    choose_scale(stage);
    if (isnan(stage->film->spacing))
        spread_rows(stage);
    stage->ncell = 0;
    for (int k = 0; k < stage->nrow; k++) {
        const KipFilmRow *row = &stage->row[k];
        const KipChartRange span = span_of(stage, row->first, row->count);
        const double free = row_width(stage) - (span.to - span.from);
        const double left = KIP_CHART_MARGIN + gap / 2 + (stage->nrow == 1 ? free / 2 : 0) - span.from;
        for (int i = row->first; i < row->first + row->count; i++)
            stage->pose[i].x += left;
        divide_row(stage, row);
    }
    double y = 0;
    int before = -1;
    for (int k = 0; k < stage->nrow; k++) {
        KipFilmRow *row = &stage->row[k];
        row->y = y;
        row->base = y + sky + stage->scale * (row->top - row->bottom);
        row->height = row->base - y + (row->ground ? KIP_FILM_METRES : 0) +
                      kip_film_place_labels(stage, row, &before) + 10;
        y += row->height;
    }
}
