/* Where two solids meet: planes, spheres and swept spheres.
 *
 * A sphere meets another solid at the point nearest to its centre. A capsule is a sphere swept along a
 * segment, and meets another solid by the spheres at its two ends and by an elastic bed along the segment,
 *
 *    energy = kn / 2 (d(end)^2 + d(other end)^2 + the integral of d^2 / (2 r) along the segment)
 *
 * The force is the gradient of this energy, so that dragging over an edge or a seam
 * and back does no work. The distance from a convex solid is convex along the segment, so that the part
 * within reach is an interval. There the force of the bed and its moment are integrated piece by piece, between
 * kinks of the distance. They act as two touches at the interval's two Gauss points, which are exact for a
 * linear distance; as the depth is a concave function, neither of them pulls.
 * Their share of the stiffness is proportional to the interval's length, and vanishes as it lifts off. */
#include "collide_parts.h"
#include "collide_reach.h"

static const double gauss = 0.28867513459481288225; /* 1 / (2 sqrt 3) */

/* For two boxes, a row, its sign, and the axis across it; for other pairs with a cylinder, that axis too. */
enum { FACES_OF_BOX = 6, FACES_OF_CYLINDER = 3, FACES_OF_BOXES = 90 };

/* The number of features of a pair. */
static const unsigned char features[6][6] = {
    [KIP_GEOM_PLANE] = {0, 1, 2, 8, 6, 1},    [KIP_GEOM_SPHERE] = {0, 1, 1, 1, 1, 1},
    [KIP_GEOM_CAPSULE] = {0, 0, 4, 4, 4, 4},  [KIP_GEOM_BOX] = {0, 0, 0, 4, 4, 1},
    [KIP_GEOM_CYLINDER] = {0, 0, 0, 0, 4, 1}, [KIP_GEOM_ELLIPSOID] = {0, 0, 0, 0, 0, 1},
};

int kip_collide_features(KipGeomType a, KipGeomType b)
{
    return a <= b ? features[a][b] : features[b][a];
}

int kip_collide_faces(KipGeomType a, KipGeomType b)
{
    KipGeomType first = a < b ? a : b, last = a < b ? b : a;
    if (first == KIP_GEOM_PLANE)
        return 0;
    if (first == KIP_GEOM_BOX && last == KIP_GEOM_BOX)
        return FACES_OF_BOXES;
    return last == KIP_GEOM_BOX ? FACES_OF_BOX : last == KIP_GEOM_CYLINDER ? FACES_OF_CYLINDER : 0;
}

static KipVec3 x_axis(const Solid *solid)
{
    return v3(solid->R.xx, solid->R.yx, solid->R.zx);
}

static KipVec3 z_axis(const Solid *solid)
{
    return v3(solid->R.xz, solid->R.yz, solid->R.zz);
}

/* -- on a plane ------------------------------------------------------------------------------------------ */

typedef struct Plane {
    KipVec3 normal;
    double offset;
} Plane;

/* The touch of a sphere on the plane, or of a point if its radius is 0. Returns the number of touches, 0 or 1. */
static int on_plane(const Plane *plane, KipVec3 centre, double radius, int feature, Touch *touch)
{
    double depth = radius + plane->offset - v3_dot(plane->normal, centre);
    if (!(depth > 0))
        return 0;
    touch->feature = feature;
    touch->face = NO_FACE;
    touch->point = v3_add_scaled(centre, -radius, plane->normal);
    touch->normal = plane->normal;
    touch->depth = depth;
    touch->share = 1;
    return 1;
}

/* Three points on the rim of each disc, the lowest first. Where the cylinder is upright all are equally low, and the one
 * along x is taken. */
static int plane_cylinder(const Plane *plane, const Solid *b, Touch *touch)
{
    static const double cosine = -0.5, sine = 0.86602540378443864676;
    const double *size = b->geom->size;
    KipVec3 n = m3_apply_t(b->R, plane->normal);
    double across = sqrt(n.x * n.x + n.y * n.y);
    double x = across > 0 ? -size[0] * n.x / across : size[0], y = across > 0 ? -size[0] * n.y / across : 0;
    const double rim[3][2] = {{x, y},
                              {cosine * x - sine * y, sine * x + cosine * y},
                              {cosine * x + sine * y, cosine * y - sine * x}};
    int n_touch = 0;
    for (int k = 0; k < 6; k++) {
        KipVec3 local = v3(rim[k % 3][0], rim[k % 3][1], k < 3 ? -size[1] : size[1]);
        n_touch += on_plane(plane, v3_add(b->p, m3_apply(b->R, local)), 0, k, touch + n_touch);
    }
    return n_touch;
}

/* The lowest point of an ellipsoid of half axes e is -e^2 n / sqrt(n' e^2 n). */
static int plane_ellipsoid(const Plane *plane, const Solid *b, Touch *touch)
{
    const double *e = b->geom->size;
    KipVec3 n = m3_apply_t(b->R, plane->normal), en = v3(e[0] * n.x, e[1] * n.y, e[2] * n.z);
    double length = v3_length(en);
    KipVec3 low = v3(-e[0] * en.x / length, -e[1] * en.y / length, -e[2] * en.z / length);
    return on_plane(plane, v3_add(b->p, m3_apply(b->R, low)), 0, 0, touch);
}

KIP_TWICE static int plane_any(const Solid *a, const Solid *b, Touch *touch)
{
    const double *s = b->geom->size;
    Plane plane = {z_axis(a), v3_dot(z_axis(a), a->p)};
    int n = 0;
    switch (b->geom->type) {
    case KIP_GEOM_SPHERE:
        return on_plane(&plane, b->p, s[0], 0, touch);
    case KIP_GEOM_CAPSULE:
        for (int k = 0; k < 2; k++) {
            KipVec3 end = v3(0, 0, k ? s[1] : -s[1]);
            n += on_plane(&plane, v3_add(b->p, m3_apply(b->R, end)), s[0], k, touch + n);
        }
        return n;
    case KIP_GEOM_BOX:
        for (int k = 0; k < 8; k++) {
            KipVec3 corner = v3(k & 1 ? s[0] : -s[0], k & 2 ? s[1] : -s[1], k & 4 ? s[2] : -s[2]);
            n += on_plane(&plane, v3_add(b->p, m3_apply(b->R, corner)), 0, k, touch + n);
        }
        return n;
    case KIP_GEOM_CYLINDER:
        return plane_cylinder(&plane, b, touch);
    case KIP_GEOM_ELLIPSOID:
        return plane_ellipsoid(&plane, b, touch);
    case KIP_GEOM_PLANE:
        break;
    }
    return 0;
}

/* -- spheres --------------------------------------------------------------------------------------------- */

/* The touch of a sphere whose centre has this distance from b, with the outward normal. Returns the number of touches, 0 or
 * 1. */
static int touch_at(KipVec3 centre, double radius, double distance, KipVec3 out, int feature, int face,
                    Touch *touch)
{
    double depth = radius - distance;
    if (!(depth > 0))
        return 0;
    touch->feature = feature;
    touch->face = face;
    touch->point = v3_add_scaled(centre, -0.5 * (radius + distance), out);
    touch->normal = v3_neg(out);
    touch->depth = depth;
    touch->share = 1;
    return 1;
}

/* A sphere against the sphere about q. Where the centres coincide the normal is b's x axis. */
static int two_spheres(KipVec3 centre, double radius, KipVec3 q, const Solid *b, Touch *touch)
{
    KipVec3 out = v3_sub(centre, q);
    double other = b->geom->size[0], reach = radius + other, d2 = v3_dot(out, out), distance;
    if (!(d2 < reach * reach))
        return 0;
    distance = sqrt(d2);
    out = distance > 0 ? v3_scale(1 / distance, out) : x_axis(b);
    return touch_at(centre, radius, distance - other, out, 0, NO_FACE, touch);
}

/* A sphere against a capsule. */
static int sphere_capsule(KipVec3 centre, double radius, const Solid *b, Touch *touch)
{
    KipVec3 axis = z_axis(b);
    double half = b->geom->size[1], t = v3_dot(v3_sub(centre, b->p), axis);
    t = t > half ? half : t < -half ? -half : t;
    return two_spheres(centre, radius, v3_add_scaled(b->p, t, axis), b, touch);
}

/* A sphere with its centre p in b's frame. */
static int sphere_solid(KipVec3 p, double radius, const Solid *b, int feature, int kept, Touch *touch)
{
    Nearest near = kip_nearest(b->geom, p, kept);
    if (!(near.distance < radius))
        return 0;
    return touch_at(v3_add(b->p, m3_apply(b->R, p)), radius, near.distance, m3_apply(b->R, near.normal),
                    feature, near.face, touch);
}

/* -- capsules -------------------------------------------------------------------------------------------- */

/* A capsule's segment in the other's frame, and the radius r of its bed, the lesser one for two capsules. */
typedef struct Rod {
    KipVec3 p, axis;
    double half, radius, bed;
} Rod;

KIP_TWICE static int touch_bed(const Rod *rod, const Solid *b, const Span *span, const int *kept,
                               Touch *touch)
{
    double length = span->to - span->from;
    KipVec3 centre = v3_add_scaled(rod->p, 0.5 * (span->from + span->to), rod->axis);
    int n = 0, face = kept[2] == NO_FACE ? kept[3] : kept[2];
    Load load;
    if (!(length > 0))
        return 0;
    load = kip_span_load(b->geom, rod->p, rod->axis, rod->radius, span, &face);
    for (int k = 0; k < 2; k++) {
        double t = (k ? gauss : -gauss) * length, force;
        KipVec3 f = v3_add_scaled(v3_scale(0.5, load.sum), 0.5 / t, load.moment), p;
        force = v3_length(f);
        p = v3_add(b->p, m3_apply(b->R, v3_add_scaled(centre, t, rod->axis)));
        if (force > 0 && touch_at(p, rod->radius, rod->radius - 2 * force / length,
                                  m3_apply(b->R, v3_scale(1 / force, f)), 2 + k, face, touch + n))
            touch[n++].share = length / (4 * rod->bed);
    }
    return n;
}

KIP_TWICE static int touch_capsule(const Solid *a, const Solid *b, const int *kept, Touch *touch)
{
    double radius = a->geom->size[0], half = a->geom->size[1], other = b->geom->size[0];
    Rod rod = {m3_apply_t(b->R, v3_sub(a->p, b->p)), m3_apply_t(b->R, z_axis(a)), half, radius, radius};
    Span span;
    int n = 0;
    if (clear_of(b->geom, rod.p, rod.axis, half, radius) ||
        !kip_span(b->geom, rod.p, rod.axis, half, radius, &span))
        return 0;
    if (b->geom->type == KIP_GEOM_CAPSULE && other < radius)
        rod.bed = other;
    if (span.from <= -half)
        n += sphere_solid(v3_add_scaled(rod.p, -half, rod.axis), radius, b, 0, kept[0], touch);
    if (span.to >= half && half > 0)
        n += sphere_solid(v3_add_scaled(rod.p, half, rod.axis), radius, b, 1, kept[1], touch + n);
    return n + touch_bed(&rod, b, &span, kept, touch + n);
}

/* -- an ellipsoid on the face of a box --------------------------------------------------------------------- */

static double component(KipVec3 v, int k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

/* In closed form where its lowest point is over a face, by more than the radius of the edges, and no deeper than half of both
 * radii: there the nearest points of the cores are this one and that beneath it, and the general routine, which is used over
 * edges and corners and deeper, has the same result. */
static int box_ellipsoid(const Solid *a, const Solid *b, const int *kept, Touch *touch)
{
    const double *s = a->geom->size, *e = b->geom->size;
    const KipVec3 p = m3_apply_t(a->R, v3_sub(b->p, a->p));
    const double thin = fmin(s[0], fmin(s[1], s[2])), flat = fmin(e[0], fmin(e[1], e[2]));
    const double bent = flat * flat / fmax(e[0], fmax(e[1], e[2]));
    const double rounded = fmin(0.249 * thin, greatest_round) + fmin(0.249 * bent, greatest_round);
    for (int k = 0; k < 3; k++) {
        const double side = component(p, k) < 0 ? -1 : 1;
        const KipVec3 out = v3(k == 0 ? side : 0, k == 1 ? side : 0, k == 2 ? side : 0),
                      n = m3_apply(a->R, out);
        const Plane face = {n, v3_dot(n, a->p) + s[k]};
        Touch t;
        if (!plane_ellipsoid(&face, b, &t)) /* a plane between them */
            return 0;
        const KipVec3 low = m3_apply_t(a->R, v3_sub(t.point, a->p));
        bool over = t.depth <= 0.5 * rounded;
        for (int i = 0; i < 3; i++)
            over = over && (i == k || fabs(component(low, i)) <= s[i] - greatest_round);
        if (over) {
            t.point = v3_add_scaled(t.point, 0.5 * t.depth, n); /* from the ellipsoid to midway */
            *touch = t;
            return 1;
        }
    }
    return kip_collide_convex(a, b, kept, touch);
}

/* -- pairs ----------------------------------------------------------------------------------------------- */

KIP_TWICE bool kip_collide_is_apart(const Solid *a, const Solid *b, double room)
{
    const double radius = a->geom->size[0] + room, half = a->geom->size[1];
    Span span;
    if (a->geom->type != KIP_GEOM_CAPSULE)
        return false;
    const KipVec3 p = m3_apply_t(b->R, v3_sub(a->p, b->p)), axis = m3_apply_t(b->R, z_axis(a));
    return clear_of(b->geom, p, axis, half, radius) || !kip_span(b->geom, p, axis, half, radius, &span);
}

KIP_TWICE int kip_collide(const Solid *a, const Solid *b, const int *kept, Touch touch[MAX_TOUCH])
{
    KipGeomType type = b->geom->type;
    double radius = a->geom->size[0];
    switch (a->geom->type) {
    case KIP_GEOM_PLANE:
        return plane_any(a, b, touch);
    case KIP_GEOM_SPHERE:
        if (type == KIP_GEOM_SPHERE)
            return two_spheres(a->p, radius, b->p, b, touch);
        if (type == KIP_GEOM_CAPSULE)
            return sphere_capsule(a->p, radius, b, touch);
        KipVec3 p = m3_apply_t(b->R, v3_sub(a->p, b->p));
        if (clear_of(b->geom, p, v3_zero(), 0, radius))
            return 0;
        return sphere_solid(p, radius, b, 0, kept[0], touch);
    case KIP_GEOM_CAPSULE:
        return touch_capsule(a, b, kept, touch);
    case KIP_GEOM_BOX:
        if (type == KIP_GEOM_BOX)
            return kip_collide_boxes(a, b, kept, touch);
        if (type == KIP_GEOM_ELLIPSOID)
            return box_ellipsoid(a, b, kept, touch);
        return kip_collide_convex(a, b, kept, touch);
    case KIP_GEOM_CYLINDER:
    case KIP_GEOM_ELLIPSOID:
        return kip_collide_convex(a, b, kept, touch);
    }
    return 0;
}
