/* Reduces a line to the points that can be seen: first, of points that follow each other in a column of 0.1 px, the
 * highest and the lowest; then, of what is straight within 0.1 px, the ends. Each takes time in proportion
 * to the points. */
#include "chart_parts.h"

#include <math.h>

static const double fine = 0.1; /* px */

/* First and last points stay. */
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

/* The directions in which a line from a point passes others within `fine`. */
typedef struct Wedge {
    KipChartPoint from, left, right; /* right to left counter-clockwise, where it is bounded */
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

/* Goes on while one line passes all points (Zhao and Saalfeld 1997) and they do not turn back. */
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
