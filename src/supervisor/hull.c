/* Convex hulls in the plane: the support polygon (VST.3). */
#include <math.h>

#include "sensors.h"

/* Twice the area of o, a, b; positive where they turn to the left. */
static double turn(double ox, double oy, double ax, double ay, double bx, double by)
{
    return (ax - ox) * (by - oy) - (ay - oy) * (bx - ox);
}

static void sort(double *x, double *y, int n)
{
    for (int i = 1; i < n; i++) {
        double px = x[i], py = y[i];
        int k = i;
        for (; k > 0 && (x[k - 1] > px || (x[k - 1] == px && y[k - 1] > py)); k--)
            x[k] = x[k - 1], y[k] = y[k - 1];
        x[k] = px, y[k] = py;
    }
}

/* Puts point i on the chain that begins at `first` and has its last corner at n - 1. */
static int push(double *hx, double *hy, int first, int n, double px, double py)
{
    while (n - first >= 2 && turn(hx[n - 2], hy[n - 2], hx[n - 1], hy[n - 1], px, py) <= 0)
        n--;
    hx[n] = px, hy[n] = py;
    return n + 1;
}

/* Andrew's monotone chain: the lower side from left to right, then the upper one back. */
int kip_hull(double *x, double *y, int n)
{
    double hx[2 * KIP_HULL], hy[2 * KIP_HULL];
    int m = 0;
    sort(x, y, n);
    int unique = 0;
    for (int i = 0; i < n; i++)
        if (unique == 0 || x[i] != x[unique - 1] || y[i] != y[unique - 1])
            x[unique] = x[i], y[unique++] = y[i];
    if (unique < 3)
        return unique;
    for (int i = 0; i < unique; i++)
        m = push(hx, hy, 0, m, x[i], y[i]);
    int upper = m - 1;
    for (int i = unique - 2; i >= 0; i--)
        m = push(hx, hy, upper, m, x[i], y[i]);
    m--; /* the first point again */
    for (int i = 0; i < m; i++)
        x[i] = hx[i], y[i] = hy[i];
    return m;
}

static double distance_to_edge(double ax, double ay, double bx, double by, double px, double py)
{
    double ex = bx - ax, ey = by - ay, length2 = ex * ex + ey * ey;
    double s = length2 > 0 ? ((px - ax) * ex + (py - ay) * ey) / length2 : 0;
    s = s < 0 ? 0 : s > 1 ? 1 : s;
    double dx = px - (ax + s * ex), dy = py - (ay + s * ey);
    return sqrt(dx * dx + dy * dy);
}

double kip_hull_margin(const double *x, const double *y, int n, double px, double py)
{
    if (n == 0)
        return -INFINITY;
    if (n < 3)
        return -distance_to_edge(x[0], y[0], x[n - 1], y[n - 1], px, py);
    double margin = INFINITY;
    for (int i = 0; i < n; i++) {
        int k = (i + 1) % n;
        double ex = x[k] - x[i], ey = y[k] - y[i];
        margin = fmin(margin, turn(x[i], y[i], x[k], y[k], px, py) / sqrt(ex * ex + ey * ey));
    }
    return margin;
}
