/* Outlines of solid shapes in an orthographic view. The image of a ball, a disc or an ellipsoid under a
 * linear map is an ellipse: the points c + S^(1/2) u of unit vectors u, where S is the sum of w w' over the
 * images w of its half axes. A capsule and a cylinder are hulls of two balls or discs, so that their images are hulls
 * of two equal ellipses; in a direction n an ellipse extends to c + S n / sqrt(n' S n). The image of a box is the
 * hull of its corners. */
#include <math.h>

#include "film_parts.h"

static const double point_like = 0.005; /* px: smaller ones are invisible */

/* -- the view -------------------------------------------------------------------------------------------- */

KipFilmView kip_film_view(double azimuth, double elevation)
{
    double sa, ca, se, ce;
    kip_sincos(azimuth, &sa, &ca);
    kip_sincos(elevation, &se, &ce);
    return (KipFilmView){v3(ca, sa, 0), v3(-sa * se, ca * se, ce), v3(sa * ce, -ca * ce, se), v3(-sa, ca, 0)};
}

KipChartPoint kip_film_project(const KipFilmView *view, KipVec3 point)
{
    return (KipChartPoint){v3_dot(view->right, point), v3_dot(view->up, point)};
}

/* -- boxes of the page ----------------------------------------------------------------------------------- */

KipFilmBox kip_film_no_box(void)
{
    return (KipFilmBox){INFINITY, -INFINITY, INFINITY, -INFINITY};
}

void kip_film_widen(KipFilmBox *box, KipChartPoint point)
{
    box->left = fmin(box->left, point.x);
    box->right = fmax(box->right, point.x);
    box->bottom = fmin(box->bottom, point.y);
    box->top = fmax(box->top, point.y);
}

void kip_film_join(KipFilmBox *box, KipFilmBox other)
{
    kip_film_widen(box, (KipChartPoint){other.left, other.bottom});
    kip_film_widen(box, (KipChartPoint){other.right, other.top});
}

KipFilmBox kip_film_bounds(const KipFilmOutline *outline)
{
    KipFilmBox box = kip_film_no_box();
    double x = sqrt(outline->xx), y = sqrt(outline->yy);
    for (int i = 0; i < outline->ncorner; i++)
        kip_film_widen(&box, outline->corner[i]);
    if (outline->ncorner)
        return box;
    kip_film_widen(&box, (KipChartPoint){fmin(outline->a.x, outline->b.x) - x,
                                         fmin(outline->a.y, outline->b.y) - y});
    kip_film_widen(&box, (KipChartPoint){fmax(outline->a.x, outline->b.x) + x,
                                         fmax(outline->a.y, outline->b.y) + y});
    return box;
}

/* -- outlines -------------------------------------------------------------------------------------------- */

static double turn(KipChartPoint o, KipChartPoint a, KipChartPoint b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/* The convex hull of up to 8 points, counterclockwise, by Andrew's monotone chain: from left to right below,
 * and back above. */
static int hull(KipChartPoint point[8], int n, KipChartPoint corner[8])
{
    int size = 0;
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && (point[k].x < point[k - 1].x ||
                                  (point[k].x == point[k - 1].x && point[k].y < point[k - 1].y));
             k--) {
            KipChartPoint moved = point[k];
            point[k] = point[k - 1];
            point[k - 1] = moved;
        }
    KipChartPoint chain[17];
    for (int i = 0; i < n; i++) {
        while (size > 1 && turn(chain[size - 2], chain[size - 1], point[i]) <= 0)
            size--;
        chain[size++] = point[i];
    }
    for (int i = n - 2, below = size; i >= 0; i--) {
        while (size > below && turn(chain[size - 2], chain[size - 1], point[i]) <= 0)
            size--;
        chain[size++] = point[i];
    }
    for (int i = 0; i + 1 < size && i < 8; i++)
        corner[i] = chain[i];
    return size - 1;
}

static void add_axis(KipFilmOutline *outline, KipChartPoint axis)
{
    outline->xx += axis.x * axis.x;
    outline->xy += axis.x * axis.y;
    outline->yy += axis.y * axis.y;
}

/* The corner of a box at the end of axis k that bit k of `which` selects. */
static KipVec3 corner_of(const KipGeom *geom, KipVec3 pos, KipMat3 R, int which)
{
    KipVec3 corner =
        v3(which & 1 ? geom->size[0] : -geom->size[0], which & 2 ? geom->size[1] : -geom->size[1],
           which & 4 ? geom->size[2] : -geom->size[2]);
    return v3_add(pos, m3_apply(R, corner));
}

KipFilmOutline kip_film_outline(const KipFilmView *view, const KipGeom *geom, KipVec3 pos, KipQuat turned)
{
    KipFilmOutline outline = {0};
    const KipMat3 R = q_matrix(turned), T = m3_transpose(R);
    const KipVec3 axis[] = {v3(T.xx, T.xy, T.xz), v3(T.yx, T.yy, T.yz), v3(T.zx, T.zy, T.zz)};
    const double *size = geom->size;
    const bool swept = geom->type == KIP_GEOM_CAPSULE || geom->type == KIP_GEOM_CYLINDER;
    const double half = swept ? size[1] : 0;
    if (geom->type == KIP_GEOM_BOX) {
        KipChartPoint point[8];
        for (int i = 0; i < 8; i++)
            point[i] = kip_film_project(view, corner_of(geom, pos, R, i));
        outline.ncorner = hull(point, 8, outline.corner);
        return outline;
    }
    outline.a = kip_film_project(view, v3_add_scaled(pos, -half, axis[2]));
    outline.b = kip_film_project(view, v3_add_scaled(pos, half, axis[2]));
    for (int k = 0; k < (geom->type == KIP_GEOM_CYLINDER ? 2 : 3); k++) {
        double length = geom->type == KIP_GEOM_ELLIPSOID ? size[k] : size[0];
        add_axis(&outline, kip_film_project(view, v3_scale(length, axis[k])));
    }
    return outline;
}

bool kip_film_face(const KipFilmView *view, const KipGeom *geom, KipVec3 pos, KipQuat turned, int axis,
                   int sign, KipFilmOutline *face, double *lit)
{
    static const int round[] = {0, 1, 3, 2}; /* the corners of a square, in their order */
    const KipMat3 R = q_matrix(turned);
    const double direction[] = {axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0};
    const KipVec3 normal = m3_apply(R, v3_from(direction));
    const int first = (axis + 1) % 3, second = (axis + 2) % 3;
    *lit = normal.z;
    *face = (KipFilmOutline){.ncorner = 4};
    for (int i = 0; i < 4; i++) {
        int which = (sign > 0) << axis | (round[i] & 1) << first | (round[i] >> 1) << second;
        face->corner[i] = kip_film_project(view, corner_of(geom, pos, R, which));
    }
    return v3_dot(normal, view->back) > 1e-6;
}

/* -- writing --------------------------------------------------------------------------------------------- */

KipChartPoint kip_film_at(KipFilmPlace place, KipChartPoint point)
{
    return (KipChartPoint){place.x + place.scale * point.x, place.y - place.scale * point.y};
}

KipVec3 kip_film_mix(KipVec3 colour, KipVec3 other, double share)
{
    return v3_add_scaled(v3_scale(1 - share, colour), share, other);
}

static int channel(double value)
{
    return (int)floor(255 * fmin(fmax(value, 0), 1) + 0.5);
}

static void put_fill(FILE *stream, KipVec3 fill, KipVec3 stroke, double opacity)
{
    fprintf(stream, " fill=\"#%02x%02x%02x\" stroke=\"#%02x%02x%02x\"", channel(fill.x), channel(fill.y),
            channel(fill.z), channel(stroke.x), channel(stroke.y), channel(stroke.z));
    if (opacity < 1)
        kip_chart_put_attribute(stream, "fill-opacity", opacity);
}

/* An ellipse on the page: its half axes, and the first one's angle, clockwise. */
typedef struct Ellipse {
    double major, minor, degrees;
} Ellipse;

static Ellipse ellipse_of(const KipFilmOutline *outline, double scale)
{
    double mean = (outline->xx + outline->yy) / 2, half = (outline->xx - outline->yy) / 2;
    double off = sqrt(half * half + outline->xy * outline->xy);
    double angle = off > 1e-9 * mean ? kip_atan2(-outline->xy, half) / 2 : 0;
    return (Ellipse){scale * sqrt(mean + off), scale * sqrt(fmax(mean - off, 0)), angle * 57.29577951308232};
}

static void put_ellipse(FILE *stream, Ellipse e, KipChartPoint centre)
{
    const bool circle = e.major - e.minor < point_like;
    kip_chart_put_attribute(stream, "cx", centre.x);
    kip_chart_put_attribute(stream, "cy", centre.y);
    if (circle) {
        kip_chart_put_attribute(stream, "r", e.major);
        return;
    }
    kip_chart_put_attribute(stream, "rx", e.major);
    kip_chart_put_attribute(stream, "ry", fmax(e.minor, 2 * point_like)); /* 0 would hide the ellipse */
    fputs(" transform=\"rotate(", stream);
    kip_chart_put_coordinate(stream, e.degrees);
    fputc(' ', stream);
    kip_chart_put_point(stream, centre);
    fputs(")\"", stream);
}

/* Writes half of the ellipse, clockwise to a point, and slightly smaller: an arc too small for its ends is drawn as exactly
 * half, one too large is not. */
static void put_half(FILE *stream, Ellipse e, KipChartPoint to)
{
    fputc('A', stream);
    kip_chart_put_coordinate(stream, fmax(e.major - 3 * point_like, point_like));
    fputc(' ', stream);
    kip_chart_put_coordinate(stream, fmax(e.minor - 3 * point_like * e.minor / e.major, 2 * point_like));
    fputc(' ', stream);
    kip_chart_put_coordinate(stream, e.degrees);
    fputs(" 0 1 ", stream);
    kip_chart_put_point(stream, to);
}

/* Draws two halves and the lines between them. */
static void put_swept(FILE *stream, const KipFilmOutline *outline, Ellipse e, KipFilmPlace place)
{
    const KipChartPoint a = outline->a, b = outline->b;
    const double nx = b.y - a.y, ny = a.x - b.x; /* to the right of the direction from a to b */
    const double sx = outline->xx * nx + outline->xy * ny, sy = outline->xy * nx + outline->yy * ny;
    const double reach = sqrt(nx * sx + ny * sy);
    const double px = reach > 0 ? sx / reach : 0, py = reach > 0 ? sy / reach : 0;
    fputs(" d=\"M", stream);
    kip_chart_put_point(stream, kip_film_at(place, (KipChartPoint){a.x + px, a.y + py}));
    put_half(stream, e, kip_film_at(place, (KipChartPoint){a.x - px, a.y - py}));
    fputc('L', stream);
    kip_chart_put_point(stream, kip_film_at(place, (KipChartPoint){b.x - px, b.y - py}));
    put_half(stream, e, kip_film_at(place, (KipChartPoint){b.x + px, b.y + py}));
    fputs("Z\"", stream);
}

void kip_film_put_outline(FILE *stream, const KipFilmOutline *outline, KipFilmPlace place, KipVec3 fill,
                          KipVec3 stroke, double opacity)
{
    const Ellipse e = ellipse_of(outline, place.scale);
    const bool swept =
        place.scale * (fabs(outline->a.x - outline->b.x) + fabs(outline->a.y - outline->b.y)) >= point_like;
    fputs(outline->ncorner                 ? "<polygon points=\""
          : swept                          ? "<path"
          : e.major - e.minor < point_like ? "<circle"
                                           : "<ellipse",
          stream);
    for (int i = 0; i < outline->ncorner; i++) {
        if (i)
            fputc(' ', stream);
        kip_chart_put_point(stream, kip_film_at(place, outline->corner[i]));
    }
    if (outline->ncorner)
        fputc('"', stream);
    else if (swept)
        put_swept(stream, outline, e, place);
    else
        put_ellipse(stream, e, kip_film_at(place, outline->a));
    put_fill(stream, fill, stroke, opacity);
    fputs("/>\n", stream);
}
