/* Where boxes, cylinders and ellipsoids meet cylinders and ellipsoids.
 *
 * Depth and normal. Every solid is a core, rounded by r: the core is the solid shrunk by r, at most by the least
 * radius of curvature of its surface. As long as the cores are disjoint, their distance is that of two convex sets, which
 * the method of Gilbert, Johnson and Keerthi finds from their support points alone. The normal is that of the
 * nearest points, and the depth the sum of both r less their distance. So faces meet with their overlap as depth, and edges
 * and rims act as if rounded. Solids that meet deeper than half of that are shrunk more, as far as needed: first by a
 * greater r, and where that is not possible, towards the centre. So the normal changes continuously at any depth.
 *
 * Position. An ellipsoid touches at its support point. Boxes and cylinders touch at the four touches of the region in
 * which they overlap (collide_region.c). The region is convex; it is measured as a polygon around its centre, whose corners
 * are where rays in its plane leave the intersection. */
#include "collide_parts.h"
#include "scalar.h"

enum { GJK_STEPS = 80, NARROWINGS = 24, CORNERS = 16, TURNS = 3 };

/* -- cores ----------------------------------------------------------------------------------------------- */

/* The core of a solid: shrunk by `round`, then scaled by `part` about its centre. */
typedef struct Core {
    const Solid *solid;
    double round, part;
} Core;

static double least_of(double x, double y)
{
    return x < y ? x : y;
}

/* The greatest r by which a solid can be a rounded one, the least radius of curvature; of an ellipsoid least^2 / greatest
 * of the half axes. */
static double greatest_of(const KipGeom *geom)
{
    const double *s = geom->size, least = least_of(s[0], s[1]);
    if (geom->type == KIP_GEOM_CYLINDER)
        return least;
    if (geom->type == KIP_GEOM_BOX)
        return least_of(least, s[2]);
    const double e = least_of(least, s[2]), greatest = s[0] > s[1] ? s[0] : s[1];
    return e * e / (greatest > s[2] ? greatest : s[2]);
}

/* t: at 0 the edges are rounded; up to 1 it is shrunk as far as possible, a box to a rectangle, a cylinder to a disc or a
 * line; up to 2 an ellipsoid is scaled to its centre; up to 3 so are the others. */
static Core core_at(const Solid *solid, double t)
{
    const double all = (1 - 1e-6) * greatest_of(solid->geom), edges = least_of(0.25 * all, greatest_round);
    const double left = (solid->geom->type == KIP_GEOM_ELLIPSOID ? 2 : 3) - t;
    return (Core){solid, edges + least_of(t, 1) * (all - edges), left < 0 ? 0 : least_of(1, left)};
}

/* The support point along d of a geom shrunk by r, both in its axes. */
static KipVec3 farthest(const KipGeom *geom, double r, KipVec3 d)
{
    const double *s = geom->size, across = sqrt(d.x * d.x + d.y * d.y);
    switch (geom->type) {
    case KIP_GEOM_CYLINDER:
        return v3(across > 0 ? (s[0] - r) * d.x / across : 0, across > 0 ? (s[0] - r) * d.y / across : 0,
                  copysign(s[1] - r, d.z));
    case KIP_GEOM_ELLIPSOID: {
        KipVec3 whole = v3(s[0] * d.x, s[1] * d.y, s[2] * d.z);
        double length = v3_length(whole), in = r / v3_length(d);
        return v3(whole.x * s[0] / length - in * d.x, whole.y * s[1] / length - in * d.y,
                  whole.z * s[2] / length - in * d.z);
    }
    default:
        return v3(copysign(s[0] - r, d.x), copysign(s[1] - r, d.y), copysign(s[2] - r, d.z));
    }
}

/* The support point of a core, in the world. */
static KipVec3 core_point(const Core *core, KipVec3 d)
{
    const Solid *solid = core->solid;
    KipVec3 p = farthest(solid->geom, core->round, m3_apply_t(solid->R, d));
    return v3_add(solid->p, m3_apply(solid->R, v3_scale(core->part, p)));
}

/* The extent of the rounded solid from its centre along a unit vector. */
static double reach_along(const Core *core, KipVec3 n)
{
    KipVec3 d = m3_apply_t(core->solid->R, n);
    return v3_dot(farthest(core->solid->geom, core->round, d), d) + core->round;
}

/* -- the distance of two cores --------------------------------------------------------------------------- */

/* Differences a - b of points of the cores, and the points of a; the weights are those of the point of their hull nearest
 * to zero. */
typedef struct Simplex {
    int n;
    KipVec3 w[4], a[4];
    double weight[4];
} Simplex;

/* Computes the weights of the point nearest to zero of the affine hull of some points; false where they are degenerate or
 * it is outside of their convex hull. */
static bool nearest_of(const Simplex *s, const int *at, int n, double *weight)
{
    KipVec3 e[3], p = s->w[at[0]];
    double g[3][3], c[3], sum = 0;
    for (int i = 1; i < n; i++)
        e[i - 1] = v3_sub(s->w[at[i]], p);
    for (int i = 0; i + 1 < n; i++) {
        c[i] = -v3_dot(e[i], p);
        for (int k = 0; k + 1 < n; k++)
            g[i][k] = v3_dot(e[i], e[k]);
    }
    for (int i = 0; i + 1 < n; i++) { /* Gaussian elimination of a positive definite matrix */
        if (!(g[i][i] > 1e-14 * v3_dot(e[i], e[i])))
            return false;
        for (int k = i + 1; k + 1 < n; k++) {
            const double part = g[k][i] / g[i][i];
            for (int m = i; m + 1 < n; m++)
                g[k][m] -= part * g[i][m];
            c[k] -= part * c[i];
        }
    }
    for (int i = n - 2; i >= 0; i--) {
        for (int k = i + 1; k + 1 < n; k++)
            c[i] -= g[i][k] * c[k];
        c[i] /= g[i][i];
        if (!(c[i] > 0))
            return false;
        weight[i + 1] = c[i];
        sum += c[i];
    }
    weight[0] = 1 - sum;
    return n == 1 || weight[0] > 0;
}

static KipVec3 weighted(const double *weight, const KipVec3 *x, int n)
{
    KipVec3 sum = v3_zero();
    for (int i = 0; i < n; i++)
        sum = v3_add_scaled(sum, weight[i], x[i]);
    return sum;
}

/* Reduces the simplex to the points that the nearest point of its hull needs: of all subsets that contain their nearest
 * point inside, the nearest one. */
static KipVec3 reduce(Simplex *s)
{
    Simplex best = {.n = 0};
    double least = HUGE_VAL;
    KipVec3 nearest = v3_zero();
    for (int set = 1; set < 1 << s->n; set++) {
        Simplex try = {.n = 0};
        int at[4];
        for (int i = 0; i < s->n; i++)
            if (set >> i & 1) {
                try.w[try.n] = s->w[i], try.a[try.n] = s->a[i];
                at[try.n++] = i;
            }
        if (!nearest_of(s, at, try.n, try.weight))
            continue;
        KipVec3 p = weighted(try.weight, try.w, try.n);
        double square = v3_dot(p, p);
        if (square < least)
            least = square, nearest = p, best = try;
    }
    *s = best;
    return nearest;
}

/* Two disjoint cores. */
typedef struct Gap {
    Core a, b;
    KipVec3 normal;  /* from a to b */
    KipVec3 on_a;    /* the nearest point of the core of a */
    double distance; /* 0: they meet; HUGE_VAL: the rounded ones do not, and the rest is not known */
} Gap;

static void find_distance(Gap *gap)
{
    Simplex s = {.n = 0};
    KipVec3 v = v3_sub(gap->a.solid->p, gap->b.solid->p); /* from b to a */
    double square = v3_dot(v, v);
    gap->distance = 0;
    for (int step = 0; step < GJK_STEPS && square > 1e-20; step++) {
        KipVec3 p = core_point(&gap->a, v3_neg(v)), w = v3_sub(p, core_point(&gap->b, v));
        const double along = v3_dot(v, w), reach = gap->a.round + gap->b.round;
        if (along > 0 && along * along > square * reach * reach) { /* farther apart than the rounding */
            gap->distance = HUGE_VAL;
            return;
        }
        if (s.n && square - along <= 1e-15 * square)
            break;
        const Simplex old = s;
        s.w[s.n] = w, s.a[s.n++] = p;
        KipVec3 nearer = reduce(&s);
        if (old.n && !(v3_dot(nearer, nearer) < square)) { /* converged up to rounding */
            s = old;
            break;
        }
        v = nearer, square = s.n < 4 ? v3_dot(v, v) : 0;
    }
    if (!(square > 1e-20))
        return;
    gap->distance = sqrt(square);
    gap->normal = v3_scale(-1 / gap->distance, v);
    gap->on_a = weighted(s.weight, s.a, s.n);
}

static bool is_wide(const Gap *gap)
{
    return gap->distance >= 0.5 * (gap->a.round + gap->b.round);
}

static void draw_in(Gap *gap, const Solid *a, const Solid *b, double t)
{
    gap->a = core_at(a, t), gap->b = core_at(b, t);
    find_distance(gap);
}

/* Finds the cores of least t that are sufficiently far apart. */
static Gap find_gap(const Solid *a, const Solid *b)
{
    double low = 0, high = 3;
    Gap gap, narrow;
    draw_in(&gap, a, b, low);
    if (is_wide(&gap))
        return gap;
    draw_in(&gap, a, b, high);
    if (!is_wide(&gap)) { /* the centre of one is in the other */
        gap.normal = gap.distance > 0 ? gap.normal : v3(b->R.xx, b->R.yx, b->R.zx);
        gap.on_a = a->p;
        return gap;
    }
    for (int i = 0; i < NARROWINGS; i++) {
        const double middle = 0.5 * (low + high);
        draw_in(&narrow, a, b, middle);
        if (is_wide(&narrow))
            high = middle, gap = narrow;
        else
            low = middle;
    }
    return gap;
}

/* -- regions --------------------------------------------------------------------------------------------- */

/* The part of a ray p + t d that a box or cylinder covers, p and d in its axes; empty where from > to. */
typedef struct Chord {
    double from, to;
} Chord;

static void slab(Chord *chord, double p, double d, double h)
{
    if (d < 0)
        p = -p, d = -d;
    if (d > 0) {
        const double from = (-h - p) / d, to = (h - p) / d;
        chord->from = from > chord->from ? from : chord->from;
        chord->to = to < chord->to ? to : chord->to;
    } else if (fabs(p) > h) {
        chord->to = -HUGE_VAL;
    }
}

static Chord chord_of(const KipGeom *geom, KipVec3 p, KipVec3 d)
{
    const double *s = geom->size;
    Chord chord = {-HUGE_VAL, HUGE_VAL};
    if (geom->type == KIP_GEOM_BOX) {
        slab(&chord, p.x, d.x, s[0]);
        slab(&chord, p.y, d.y, s[1]);
        slab(&chord, p.z, d.z, s[2]);
        return chord;
    }
    const double across = sqrt(d.x * d.x + d.y * d.y);
    slab(&chord, p.z, d.z, s[1]);
    if (across > 0) { /* along the ray and beside it */
        const double along = (p.x * d.x + p.y * d.y) / across, beside = (p.x * d.y - p.y * d.x) / across;
        const double square = s[0] * s[0] - beside * beside;
        if (square > 0)
            slab(&chord, along, across, sqrt(square));
        else
            chord.to = -HUGE_VAL;
    } else if (p.x * p.x + p.y * p.y > s[0] * s[0]) {
        chord.to = -HUGE_VAL;
    }
    return chord;
}

/* Two solids and a normal, in their own axes. */
typedef struct Pair {
    const KipGeom *geom[2];
    KipVec3 origin[2], u[2], v[2], n[2];
} Pair;

static void place(Pair *pair, const Region *region, const Solid *a, const Solid *b)
{
    for (int i = 0; i < 2; i++) {
        const Solid *s = i ? b : a;
        pair->geom[i] = s->geom;
        pair->origin[i] = m3_apply_t(s->R, v3_sub(region->origin, s->p));
        pair->u[i] = m3_apply_t(s->R, region->u);
        pair->v[i] = m3_apply_t(s->R, region->v);
        pair->n[i] = m3_apply_t(s->R, region->normal);
    }
}

/* The part of the line over a point of the region that is in both solids. */
static Chord both(const Pair *pair, double u, double v)
{
    Chord chord[2];
    for (int i = 0; i < 2; i++) {
        KipVec3 p = v3_add_scaled(v3_add_scaled(pair->origin[i], u, pair->u[i]), v, pair->v[i]);
        chord[i] = chord_of(pair->geom[i], p, pair->n[i]);
    }
    chord[0].from = chord[1].from > chord[0].from ? chord[1].from : chord[0].from;
    chord[0].to = chord[1].to < chord[0].to ? chord[1].to : chord[0].to;
    return chord[0];
}

/* How far one can go along (du, dv), at most `far` times, within the intersection. */
static double way_out(const Pair *pair, double u, double v, double du, double dv, double far, int halvings)
{
    double in = 0, out = far;
    for (int i = 0; i < halvings; i++) {
        const double middle = 0.5 * (in + out);
        const Chord chord = both(pair, u + middle * du, v + middle * dv);
        *(chord.from < chord.to ? &in : &out) = middle;
    }
    return in;
}

static void add_point(Moments *m, double area, double u, double v, double h)
{
    m->area += area;
    m->u += area * u, m->v += area * v, m->h += area * h;
    m->uu += area * u * u, m->uv += area * u * v, m->vv += area * v * v;
    m->uh += area * u * h, m->vh += area * v * h;
}

/* Adds the triangle of three spots by the three-point rule that is exact for squares. */
static void add_triangle(Region *region, const Pair *pair, const Spot spot[3])
{
    const double area = 0.5 * fabs((spot[1].u - spot[0].u) * (spot[2].v - spot[0].v) -
                                   (spot[2].u - spot[0].u) * (spot[1].v - spot[0].v));
    const double mean_u = (spot[0].u + spot[1].u + spot[2].u) / 6,
                 mean_v = (spot[0].v + spot[1].v + spot[2].v) / 6;
    for (int k = 0; k < 3; k++) {
        const double u = mean_u + 0.5 * spot[k].u, v = mean_v + 0.5 * spot[k].v;
        const Chord chord = both(pair, u, v);
        if (!(chord.from < chord.to)) /* rounding, at the edge */
            continue;
        add_point(&region->upper, area / 3, u, v, chord.to);
        add_point(&region->lower, area / 3, u, v, chord.from);
    }
}

/* Adds the polygon around (u, v) whose corners are in directions of an ellipse with axes (x, y) and (x2, y2). */
static void add_polygon(Region *region, const Pair *pair, double u, double v, double along[2][2], double far,
                        int halvings)
{
    Spot ring[CORNERS];
    for (int k = 0; k < CORNERS; k++) {
        const double angle = k * (6.28318530717958647693 / CORNERS), c = kip_cos(angle), s = kip_sin(angle);
        const double du = c * along[0][0] + s * along[1][0], dv = c * along[0][1] + s * along[1][1];
        const double way = way_out(pair, u, v, du, dv, far, halvings);
        ring[k] = (Spot){u + way * du, v + way * dv, 0};
    }
    for (int k = 0; k < CORNERS; k++)
        add_triangle(region, pair, (Spot[3]){{u, v, 0}, ring[k], ring[k + 1 < CORNERS ? k + 1 : 0]});
}

static double root(double x, double least)
{
    return sqrt(x > least ? x : least);
}

/* Measures around the nearest point, then again around the mean, with corners in proportion to the region's length and
 * width, even where it is a line. b is a cylinder, whose axis such a line has. */
static void measure(Region *region, const Solid *a, const Solid *b)
{
    static const int halvings[TURNS] = {12, 10, 24};
    const double *size = b->geom->size;
    double far = 2 * sqrt(size[0] * size[0] + size[1] * size[1]);
    const KipVec3 axis = v3(b->R.xz, b->R.yz, b->R.zz);
    double x = v3_dot(axis, region->u), y = v3_dot(axis, region->v), u = 0, v = 0;
    const double length = sqrt(x * x + y * y);
    Pair pair;
    place(&pair, region, a, b);
    x = length > 0.1 ? x / length : 1, y = length > 0.1 ? y / length : 0;
    double along[2][2] = {{x, y}, {-y, x}};
    for (int turn = 0; turn < TURNS; turn++) {
        Moments *m = &region->upper;
        *m = region->lower = (Moments){0};
        add_polygon(region, &pair, u, v, along, far, halvings[turn]);
        if (!(m->area > 0))
            return;
        u = m->u / m->area, v = m->v / m->area;
        along[0][0] = root(m->uu / m->area - u * u, 1e-16);
        along[0][1] = (m->uv / m->area - u * v) / along[0][0];
        along[1][0] = 0;
        along[1][1] = root(m->vv / m->area - v * v - along[0][1] * along[0][1], 1e-16);
        far = 4; /* standard deviations; a convex region extends to at most 2.83 of them from its mean */
    }
}

/* -- touches --------------------------------------------------------------------------------------------- */

int kip_collide_convex(const Solid *a, const Solid *b, const int *kept, Touch *touch)
{
    const Gap gap = find_gap(a, b);
    if (gap.distance == HUGE_VAL)
        return 0;
    const KipVec3 n = gap.normal, between = v3_sub(b->p, a->p);
    const double depth = reach_along(&gap.a, n) + reach_along(&gap.b, v3_neg(n)) - v3_dot(n, between);
    if (!(depth > 0))
        return 0;
    if (b->geom->type == KIP_GEOM_ELLIPSOID) {
        KipVec3 out = farthest(b->geom, 0, m3_apply_t(b->R, v3_neg(n)));
        *touch = (Touch){.face = NO_FACE, .normal = n, .depth = depth, .share = 1};
        touch->point = v3_add_scaled(v3_add(b->p, m3_apply(b->R, out)), 0.5 * depth, n);
        return 1;
    }
    Region region;
    KipVec3 axis[3];
    int across = NO_FACE;
    for (int k = 0; k < REGION_TOUCHES && across == NO_FACE; k++)
        across = kept[k];
    kip_solid_axes(a, axis);
    kip_region_begin(&region, axis, n, across);
    region.origin = v3_add_scaled(gap.on_a, 0.5 * (gap.a.round + gap.distance - gap.b.round), n);
    measure(&region, a, b);
    if (a->geom->type == KIP_GEOM_CYLINDER)
        kip_region_round(&region, a);
    kip_region_round(&region, b);
    return kip_region_touches(&region, depth, region.across, touch);
}
