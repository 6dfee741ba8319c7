#include "beneath.h"

#include <math.h>

#include "quat.h"
#include "tree.h"

/* A line p + t u is inside of a shape for t from `in` to `out`; never, where out < in. */
typedef struct Span {
    double in, out;
} Span;

static const Span always = {-INFINITY, INFINITY}, never = {INFINITY, -INFINITY};

static Span both(Span a, Span b)
{
    return (Span){fmax(a.in, b.in), fmin(a.out, b.out)};
}

/* Between two planes at -half and half across one axis. */
static Span slab(double p, double u, double half)
{
    if (u == 0)
        return fabs(p) <= half ? always : never;
    double a = (-half - p) / u, b = (half - p) / u;
    return (Span){fmin(a, b), fmax(a, b)};
}

/* Where a t^2 + 2 b t + c <= 0, a >= 0. */
static Span within(double a, double b, double c)
{
    double root = b * b - a * c;
    if (a == 0)
        return c <= 0 ? always : never;
    if (root < 0)
        return never;
    return (Span){(-b - sqrt(root)) / a, (-b + sqrt(root)) / a};
}

static Span ball(KipVec3 p, KipVec3 u, double radius)
{
    return within(v3_dot(u, u), v3_dot(p, u), v3_dot(p, p) - radius * radius);
}

static Span tube(KipVec3 p, KipVec3 u, const double size[2])
{
    KipVec3 flat_p = v3(p.x, p.y, 0), flat_u = v3(u.x, u.y, 0);
    return both(ball(flat_p, flat_u, size[0]), slab(p.z, u.z, size[1]));
}

/* Where the line enters the shape, in the geom's axes; INFINITY: it does not. */
static double entry(const KipGeom *geom, KipVec3 p, KipVec3 u)
{
    const double *s = geom->size;
    Span span = never;
    switch (geom->type) {
    case KIP_GEOM_PLANE: /* see depth() */
        break;
    case KIP_GEOM_SPHERE:
        span = ball(p, u, s[0]);
        break;
    case KIP_GEOM_CAPSULE:
        span = tube(p, u, s);
        for (int side = -1; side <= 1; side += 2) {
            Span end = ball(v3(p.x, p.y, p.z - side * s[1]), u, s[0]);
            if (end.in < span.in || span.out < span.in)
                span = end;
        }
        break;
    case KIP_GEOM_BOX:
        span = both(both(slab(p.x, u.x, s[0]), slab(p.y, u.y, s[1])), slab(p.z, u.z, s[2]));
        break;
    case KIP_GEOM_CYLINDER:
        span = tube(p, u, s);
        break;
    case KIP_GEOM_ELLIPSOID:
        span = ball(v3(p.x / s[0], p.y / s[1], p.z / s[2]), v3(u.x / s[0], u.y / s[1], u.z / s[2]), 1);
        break;
    }
    return span.in <= span.out ? span.in : INFINITY;
}

/* How far down from p the shape is, INFINITY: it is not under p. Of a plane's rotation the normal alone is needed. */
static double depth(const KipDynamics *d, const KipGeom *geom, KipVec3 p)
{
    static const KipVec3 down = {0, 0, -1};
    const KipMat3 body = kip_body_rotation(d, geom->body), own = q_matrix(geom->quat);
    const KipVec3 off = v3_sub(p, kip_point_position(d, geom->body, geom->pos));
    if (geom->type == KIP_GEOM_PLANE) {
        const KipVec3 normal = m3_apply(body, v3(own.xz, own.yz, own.zz));
        const double sinks = v3_dot(normal, down);
        return sinks < 0 ? -v3_dot(normal, off) / sinks : INFINITY;
    }
    const KipMat3 R = m3_mul(body, own);
    return entry(geom, m3_apply_t(R, off), m3_apply_t(R, down));
}

double kip_beneath(const KipDynamics *d, KipVec3 p)
{
    const KipModel *m = d->model;
    double least = INFINITY;
    for (int i = 0; i < m->tree->nground; i++) {
        const double t = depth(d, &m->geom[m->tree->ground[i]], p);
        least = t >= 0 ? fmin(least, t) : least;
    }
    return p.z - least;
}
