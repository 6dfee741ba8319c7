/* Cardinal splines over the ground, by the length along them. See graph.h.
 *
 * Between two points P_i and P_i+1 a cubic Hermite with the tangents m_i = (1 - c) (P_i+1 - P_i-1) / 2; at both ends the point
 * that lacks is its neighbour's reflection. Lengths are those of a fine polygon.
 */
#include "graph.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "graph_parts.h"

enum { PIECES = 64 /* of a segment's polygon */ };

struct KipSpline {
    int npoint, ncorner;
    double tension;
    double (*point)[2];  /* with one more at each end */
    double (*corner)[2]; /* of the polygon */
    double (*along)[2];  /* unit direction of the piece that begins at each corner but the last */
    double *length;      /* along the polygon, up to each corner */
    KipArena *arena;
};

void kip_spline_segment(const KipSpline *spline, int segment, double u, double place[2])
{
    const double(*p)[2] = (const double(*)[2])spline->point + segment, pull = 0.5 * (1 - spline->tension);
    const double u2 = u * u, u3 = u2 * u;
    for (int k = 0; k < 2; k++) {
        const double m1 = pull * (p[2][k] - p[0][k]), m2 = pull * (p[3][k] - p[1][k]);
        place[k] = (2 * u3 - 3 * u2 + 1) * p[1][k] + (u3 - 2 * u2 + u) * m1 + (3 * u2 - 2 * u3) * p[2][k] +
                   (u3 - u2) * m2;
    }
}

static double distance(const double a[2], const double b[2])
{
    const double x = b[0] - a[0], y = b[1] - a[1];
    return sqrt(x * x + y * y);
}

static KipStatus check(const double (*point)[2], int npoint, double tension, KipError *error)
{
    if (npoint < 2)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a path goes through two points at least, not %d",
                        npoint);
    if (!(tension >= -1 && tension <= 1))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a path's tension is -1 to 1, not %g", tension);
    for (int i = 0; i < npoint; i++) {
        if (!(fabs(point[i][0]) < 1e5 && fabs(point[i][1]) < 1e5))
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "point %d of a path, (%g, %g), is not on the ground", i + 1, point[i][0],
                            point[i][1]);
        if (i > 0 && !(distance(point[i - 1], point[i]) > 1e-9))
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "points %d and %d of a path are the same", i,
                            i + 1);
    }
    return KIP_OK;
}

static void measure(KipSpline *spline)
{
    for (int i = 0; i < spline->ncorner; i++) {
        const int segment = i / PIECES < spline->npoint - 1 ? i / PIECES : spline->npoint - 2;
        kip_spline_segment(spline, segment, i / (double)PIECES - segment, spline->corner[i]);
        spline->length[i] =
            i > 0 ? spline->length[i - 1] + distance(spline->corner[i - 1], spline->corner[i]) : 0;
    }
    for (int i = 0; i < spline->ncorner - 1; i++) {
        const double whole = spline->length[i + 1] - spline->length[i];
        for (int k = 0; k < 2; k++)
            spline->along[i][k] = whole > 0 ? (spline->corner[i + 1][k] - spline->corner[i][k]) / whole : 0;
    }
}

KipStatus kip_spline_create(const double (*point)[2], int npoint, double tension,
                            const KipAllocator *allocator, KipSpline **spline, KipError *error)
{
    *spline = NULL;
    KipStatus status = check(point, npoint, tension, error);
    if (status != KIP_OK)
        return status;
    const int ncorner = PIECES * (npoint - 1) + 1;
    KipArena *arena = kip_arena_create(allocator);
    KipSpline *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    if (made) {
        *made = (KipSpline){.npoint = npoint, .ncorner = ncorner, .tension = tension, .arena = arena};
        made->point = kip_arena_take(arena, (size_t)npoint + 2, sizeof *made->point);
        made->corner = kip_arena_take(arena, (size_t)ncorner, sizeof *made->corner);
        made->along = kip_arena_take(arena, (size_t)ncorner, sizeof *made->along);
        made->length = kip_arena_take(arena, (size_t)ncorner, sizeof *made->length);
    }
    if (!made || !made->point || !made->corner || !made->along || !made->length) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a path");
    }
    memcpy(made->point + 1, point, (size_t)npoint * sizeof *point);
    for (int k = 0; k < 2; k++) {
        made->point[0][k] = 2 * point[0][k] - point[1][k];
        made->point[npoint + 1][k] = 2 * point[npoint - 1][k] - point[npoint - 2][k];
    }
    measure(made);
    *spline = made;
    return KIP_OK;
}

void kip_spline_destroy(KipSpline *spline)
{
    if (spline)
        kip_arena_destroy(spline->arena);
}

double kip_spline_length(const KipSpline *spline)
{
    return spline->length[spline->ncorner - 1];
}

static void place_on(const KipSpline *spline, int piece, double s, double place[2])
{
    for (int k = 0; k < 2; k++)
        place[k] = spline->corner[piece][k] + spline->along[piece][k] * (s - spline->length[piece]);
}

void kip_spline_go_on(const KipSpline *spline, double s, int *piece, double place[2])
{
    while (*piece < spline->ncorner - 2 && spline->length[*piece + 1] <= s)
        ++*piece;
    place_on(spline, *piece, s, place);
}

void kip_spline_at(const KipSpline *spline, double s, double place[2], double direction[2])
{
    int low = 0, high = spline->ncorner - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (spline->length[middle] <= s)
            low = middle;
        else
            high = middle;
    }
    place_on(spline, low, s, place);
    if (direction)
        memcpy(direction, spline->along[low], sizeof spline->along[low]);
}
