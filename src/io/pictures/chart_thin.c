/* Thins a line to the visible points in linear time: first to the highest and the lowest of consecutive points within a
 * column of 0.1 px, then to the ends of pieces that are straight within 0.1 px. */
#include "chart_parts.h"

#include <math.h>

static const double fine = 0.1; /* px */

/* Keeps the first and the last point. */
static size_t thin_columns(KipChartPoint *p, size_t n)
{
    const KipChartPoint end = p[n - 1];
    size_t kept = 1;
    for (size_t i = 1; i + 1 < n;) {
        const double column = p[i].x;
        size_t low = i, high = i;
        for (; i + 1 < n && fabs(p[i].x - column) < fine; i++) {
            low = p[i].y < p[low].y ? i : low;
            high = p[i].y > p[high].y ? i : high;
        }
        p[kept++] = p[low < high ? low : high];
        if (low != high)
            p[kept++] = p[low < high ? high : low];
    }
    p[kept++] = end;
    return kept;
}

static double cross(KipChartPoint a, KipChartPoint b)
{
    return a.x * b.y - a.y * b.x;
}

/* The directions of lines from a point that pass all later ones within `fine`. */
typedef struct Wedge {
    KipChartPoint from, left, right; /* from right to left counter-clockwise, where it is bounded */
    bool bounded;
    double farthest;
} Wedge;

static bool is_within(const Wedge *w, KipChartPoint d)
{
    bool turns_back = sqrt(d.x * d.x + d.y * d.y) < w->farthest - fine;
    return !turns_back && !(w->bounded && (cross(w->right, d) < 0 || cross(w->left, d) > 0));
}

static void narrow(Wedge *w, KipChartPoint d)
{
    double distance = sqrt(d.x * d.x + d.y * d.y);
    w->farthest = fmax(w->farthest, distance);
    if (distance <= fine)
        return;
    double s = fine / distance, c = sqrt(1 - s * s);
    KipChartPoint left = {c * d.x - s * d.y, s * d.x + c * d.y},
                  right = {c * d.x + s * d.y, c * d.y - s * d.x};
    w->left = w->bounded && cross(left, w->left) <= 0 ? w->left : left;
    w->right = w->bounded && cross(right, w->right) >= 0 ? w->right : right;
    w->bounded = true;
}

/* Extends a piece while one line passes all its points (Zhao and Saalfeld 1997) and they do not turn back. */
static size_t thin_straight(KipChartPoint *p, size_t n)
{
    size_t kept = 1;
    Wedge wedge = {.from = p[0]};
    for (size_t i = 1; i < n; i++) {
        KipChartPoint d = {p[i].x - wedge.from.x, p[i].y - wedge.from.y};
        if (!is_within(&wedge, d)) {
            wedge = (Wedge){.from = p[i - 1]};
            p[kept++] = p[i - 1];
            d = (KipChartPoint){p[i].x - wedge.from.x, p[i].y - wedge.from.y};
        }
        narrow(&wedge, d);
    }
    p[kept++] = p[n - 1];
    return kept;
}

size_t kip_chart_thin(KipChartPoint *point, size_t n)
{
    return n < 3 ? n : thin_straight(point, thin_columns(point, n));
}
