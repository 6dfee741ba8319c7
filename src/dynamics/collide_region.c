/* The four touches of a region: where two solids overlap over more than a point.
 *
 * The intersection, seen along the normal, is a region, each of its points with a depth, the length of the overlap
 * there. The touches are at the four points (mean) + sqrt 3 L (+-1, +-1), L L' being the covariance of the region's points,
 * which are the corners of a rectangle, and have the depths of the plane fitted to the region's depth by least squares: a
 * box rests on a box as on a plane. Mean, covariance and plane are continuous whatever corners the region gains and
 * loses.
 *
 * Where a cylinder rolls, the width of the region across its axis results from the penetration. Touches at its front
 * would press more than those at its back, since they are approaching while these separate, and brake it. So the touches are
 * moved together across the axis by the ratio of the region's width to the cylinder's: a drum that stands on its disc
 * keeps its four touches apart, while one on its side, or a coin on its rim, touches on a line under its axis. */
#include "collide_parts.h"

/* The axis whose projection across the normal is u: the least inclined one, or the previous one unless that is steep. */
static int find_across(const KipVec3 axis[3], KipVec3 normal, int kept)
{
    int least = 0;
    double steep[3];
    for (int i = 0; i < 3; i++) {
        steep[i] = fabs(v3_dot(axis[i], normal));
        least = steep[i] < steep[least] - 0.1 ? i : least; /* a margin against rounding */
    }
    return kept != NO_FACE && steep[kept] < 0.8 ? kept : least;
}

void kip_region_begin(Region *region, const KipVec3 axis[3], KipVec3 normal, int kept)
{
    *region = (Region){.normal = normal, .across = find_across(axis, normal, kept)};
    KipVec3 u = axis[region->across];
    u = v3_add_scaled(u, -v3_dot(u, normal), normal);
    region->u = v3_scale(1 / v3_length(u), u);
    region->v = v3_cross(normal, region->u);
}

static double positive_root(double x)
{
    return x > 0 ? sqrt(x) : 0;
}

/* x / y; 0 for a region without width. */
static double quotient(double x, double y)
{
    return y > 0 ? x / y : 0;
}

/* The mean, and the deviation of points one standard deviation from it: along u, with its component along v, and along v
 * alone. */
typedef struct Spread {
    double u, v, uu, uv, vv;
} Spread;

static Spread find_spread(const Moments *a, const Moments *b)
{
    double area = a->area + b->area, vv;
    Spread s = {(a->u + b->u) / area, (a->v + b->v) / area, 0, 0, 0};
    s.uu = positive_root((a->uu + b->uu) / area - s.u * s.u);
    s.uv = quotient((a->uv + b->uv) / area - s.u * s.v, s.uu);
    vv = (a->vv + b->vv) / area - s.v * s.v;
    s.vv = positive_root(vv - s.uv * s.uv);
    return s;
}

static const double corner = 1.7320508075688772; /* standard deviations from the middle of a rectangle */

/* The height, at so many standard deviations from the mean, of the plane fitted to a surface by least squares. */
static double fitted(const Moments *m, const Spread *s, double su, double sv)
{
    double mean = m->h / m->area;
    double along_u = quotient(m->uh / m->area - s->u * mean, s->uu);
    double along_v = quotient(m->vh / m->area - s->v * mean - s->uv * along_u, s->vv);
    return mean + (su * along_u + sv * along_v);
}

static const double lying =
    0.05; /* sine of the angle between axis and normal above which a cylinder counts as rolling */

void kip_region_round(Region *region, const Solid *cylinder)
{
    const KipVec3 axis = v3(cylinder->R.xz, cylinder->R.yz, cylinder->R.zz);
    const KipVec3 across = v3_cross(axis, region->normal);
    const double sine = v3_length(across);
    if (!(sine > 0))
        return;
    const double u = v3_dot(across, region->u) / sine, v = v3_dot(across, region->v) / sine;
    region->round[region->nround].u = u, region->round[region->nround].v = v;
    region->round[region->nround].radius = cylinder->geom->size[0];
    region->round[region->nround++].part = sine < lying ? sine / lying : 1;
}

/* Scales an offset from the region's mean across the axes of cylinders. */
static void draw_together(const Region *region, const Spread *s, double *su, double *sv)
{
    double u = *su * s->uu, v = *su * s->uv + *sv * s->vv;
    for (int i = 0; i < region->nround; i++) {
        const double x = region->round[i].u, y = region->round[i].v, along = x * s->uu + y * s->uv;
        const double width = 2 * sqrt(along * along + y * y * s->vv * s->vv) / region->round[i].radius;
        const double less = region->round[i].part * (width < 1 ? 1 - width : 0) * (u * x + v * y);
        u -= less * x, v -= less * y;
    }
    *su = quotient(u, s->uu);
    *sv = quotient(v - *su * s->uv, s->vv);
}

int kip_region_touches(const Region *region, double deepest, int face, Touch *touch)
{
    const Moments *upper = &region->upper, *lower = &region->lower;
    int n_touch = 0;
    if (!(upper->area > 0 && lower->area > 0))
        return 0;
    const Spread spread = find_spread(upper, lower);
    for (int k = 0; k < REGION_TOUCHES; k++) {
        double su = k & 1 ? corner : -corner, sv = k & 2 ? corner : -corner;
        if (region->nround)
            draw_together(region, &spread, &su, &sv);
        double u = spread.u + su * spread.uu, v = spread.v + su * spread.uv + sv * spread.vv;
        double top = fitted(upper, &spread, su, sv), bottom = fitted(lower, &spread, su, sv),
               depth = top - bottom;
        Touch *t = touch + n_touch;
        t->feature = k;
        t->face = face;
        t->point = v3_add_scaled(v3_add_scaled(region->origin, u, region->u), v, region->v);
        t->point = v3_add_scaled(t->point, 0.5 * (top + bottom), region->normal);
        t->normal = region->normal;
        t->depth = depth < deepest ? depth : deepest;
        t->share = 1;
        n_touch += t->depth > 0;
    }
    return n_touch;
}
