/* Nearest points of a capsule, a box, a cylinder or an ellipsoid to points and segments.
 *
 * The distance from a convex solid is a convex function along a line, so that the part of a segment that is nearer
 * than a radius is one interval. For a box the squared distance is quadratic between the planes
 * of the faces, and the interval's ends are found exactly, piece by piece. For a cylinder and an ellipsoid
 * they are found by Newton's method, which on a convex function converges from outside without overshooting.
 * Within the interval the distance is smooth except where the nearest part of the surface
 * changes; between these kinks it is integrated by Gauss's rule with four points. */
#include "collide_parts.h"
#include "collide_reach.h"

enum { SPAN_STEPS = 40, ELLIPSOID_STEPS = 100 };

/* -- points ---------------------------------------------------------------------------------------------- */

static KipVec3 box_normal(int face)
{
    double side = face & 1 ? 1 : -1;
    return v3(face / 2 == 0 ? side : 0, face / 2 == 1 ? side : 0, face / 2 == 2 ? side : 0);
}

static Nearest nearest_box(const double *h, KipVec3 p, int kept)
{
    const double excess[6] = {-p.x - h[0], p.x - h[0], -p.y - h[1], p.y - h[1], -p.z - h[2], p.z - h[2]};
    KipVec3 out = out_of(h, p);
    Nearest near;
    near.face = kept == NO_FACE ? 0 : kept;
    near.distance = v3_length(out);
    if (near.distance > 0 || kept == NO_FACE)
        for (int f = 0; f < 6; f++)
            if (excess[f] > excess[near.face])
                near.face = f;
    if (near.distance > 0) {
        near.normal = v3_scale(1 / near.distance, out);
    } else {
        near.distance = excess[near.face];
        near.normal = box_normal(near.face);
    }
    return near;
}

/* For a point on the axis the normal is x. */
static Nearest nearest_capsule(const double *size, KipVec3 p)
{
    const double segment[3] = {0, 0, size[1]};
    KipVec3 out = out_of(segment, p);
    double length = v3_length(out);
    Nearest near = {length - size[0], {1, 0, 0}, NO_FACE};
    if (length > 0)
        near.normal = v3_scale(1 / length, out);
    return near;
}

static Nearest nearest_cylinder(const double *size, KipVec3 p, int kept)
{
    double rho = sqrt(p.x * p.x + p.y * p.y);
    const double excess[3] = {rho - size[0], p.z - size[1], -p.z - size[1]};
    KipVec3 radial = rho > 0 ? v3(p.x / rho, p.y / rho, 0) : v3(1, 0, 0);
    double side = excess[0] > 0 ? excess[0] : 0, end = beyond(p.z, size[1]);
    Nearest near;
    near.face = kept == NO_FACE ? 0 : kept;
    near.distance = sqrt(side * side + end * end);
    if (near.distance > 0 || kept == NO_FACE)
        for (int f = 0; f < 3; f++)
            if (excess[f] > excess[near.face])
                near.face = f;
    if (near.distance > 0) {
        near.normal = v3_add_scaled(v3(0, 0, end / near.distance), side / near.distance, radial);
    } else {
        near.distance = excess[near.face];
        near.normal = near.face == 0 ? radial : v3(0, 0, near.face == 1 ? 1 : -1);
    }
    return near;
}

/* The nearest point q of an ellipsoid of half axes e satisfies p = q + s E q, E the diagonal of 1/e^2, so that q = e^2 p /
 * (s + e^2) with sum (e p / (s + e^2))^2 = 1. The sum is convex and decreases with s; at the greatest s for which one term
 * alone is 1 it is at least 1, and Newton's method increases s from there. The unknown is s + m, m the least e^2, which is
 * small compared with m where p is near the centre. A point on a symmetry plane is moved slightly off it, since the
 * equation then has one solution. (Eberly, Distance from a point to an ellipse, an ellipsoid, or a hyperellipsoid.) */
static Nearest nearest_ellipsoid(const double *e, KipVec3 p)
{
    const double x[3] = {p.x, p.y, p.z};
    double least = e[0] < e[1] ? e[0] : e[1], s = 0, y[3], more[3], q[3], length;
    Nearest near = {0, {0, 0, 0}, NO_FACE};
    least = e[2] < least ? e[2] : least;
    for (int i = 0; i < 3; i++) {
        y[i] = fabs(x[i]) > 1e-12 * e[i] ? fabs(x[i]) : 1e-12 * e[i];
        more[i] = (e[i] - least) * (e[i] + least);
        if (e[i] * y[i] - more[i] > s)
            s = e[i] * y[i] - more[i];
    }
    for (int step = 0; step < ELLIPSOID_STEPS; step++) {
        double sum = -1, slope = 0, next;
        for (int i = 0; i < 3; i++) {
            double term = e[i] * y[i] / (s + more[i]);
            sum += term * term;
            slope += 2 * term * term / (s + more[i]);
        }
        next = s + sum / slope;
        if (!(next > s))
            break;
        s = next;
    }
    for (int i = 0; i < 3; i++) {
        q[i] = e[i] * e[i] * y[i] / (s + more[i]);
        q[i] = x[i] < 0 ? -q[i] : q[i];
    }
    near.normal = v3(q[0] / (e[0] * e[0]), q[1] / (e[1] * e[1]), q[2] / (e[2] * e[2]));
    length = v3_length(near.normal);
    near.normal = v3_scale(1 / length, near.normal);
    near.distance = v3_dot(near.normal, v3_sub(p, v3_from(q)));
    return near;
}

Nearest kip_nearest(const KipGeom *geom, KipVec3 p, int kept)
{
    if (geom->type == KIP_GEOM_BOX)
        return nearest_box(geom->size, p, kept);
    if (geom->type == KIP_GEOM_CAPSULE)
        return nearest_capsule(geom->size, p);
    if (geom->type == KIP_GEOM_CYLINDER)
        return nearest_cylinder(geom->size, p, kept);
    return nearest_ellipsoid(geom->size, p);
}

/* -- segments, exactly ----------------------------------------------------------------------------------- */

/* Adds a break within the span. */
static void add_break(Span *span, double at)
{
    int k = span->nbreak;
    if (!(at > span->from && at < span->to))
        return;
    for (; k > 0 && span->at[k - 1] > at; k--)
        span->at[k] = span->at[k - 1];
    span->at[k] = at;
    span->nbreak++;
}

/* A box or a capsule, to whose core the distance is measured. */
KIP_TWICE static bool exact_span(const KipGeom *geom, KipVec3 p, KipVec3 axis, double half, double reach,
                                 Span *span)
{
    const double reach2 = reach * reach;
    double back;
    Profile profile;
    profile_of(geom, p, axis, &profile);
    if (!first_reach(&profile, 1, half, reach2, true, &span->from))
        return false;
    span->to = first_reach(&profile, -1, half, reach2, true, &back) ? -back : span->from;
    span->nbreak = 0;
    for (int k = 0; k < profile.nbreak; k++)
        add_break(span, profile.at[k]);
    return true;
}

/* -- segments, by Newton's method ------------------------------------------------------------------------ */

/* Like first_reach. All points visited are outside, where the gradient of the distance is the normal. */
static bool newton_reach(const KipGeom *geom, KipVec3 p, KipVec3 axis, double half, double radius, double *t)
{
    *t = -half;
    for (int step = 0; step < SPAN_STEPS; step++) {
        Nearest near = kip_nearest(geom, v3_add_scaled(p, *t, axis), NO_FACE);
        double beyond_reach = near.distance - radius, slope = v3_dot(near.normal, axis);
        if (beyond_reach <= 1e-15 * radius)
            return true;
        if (slope >= 0)
            return false;
        *t -= beyond_reach / slope;
        if (*t > half)
            return false;
    }
    return true;
}

/* Adds breaks where the line crosses the planes of the discs and the surface of the side. */
static void break_at_rim(const double *size, KipVec3 p, KipVec3 axis, Span *span)
{
    double A = axis.x * axis.x + axis.y * axis.y, B = axis.x * p.x + axis.y * p.y;
    double C = p.x * p.x + p.y * p.y - size[0] * size[0], root = B * B - A * C;
    for (int side = -1; side <= 1; side += 2) {
        if (fabs(axis.z) > 0)
            add_break(span, (side * size[1] - p.z) / axis.z);
        if (A > 0 && root > 0)
            add_break(span, (side * sqrt(root) - B) / A);
    }
}

KIP_TWICE bool kip_span(const KipGeom *geom, KipVec3 p, KipVec3 axis, double half, double radius, Span *span)
{
    double back;
    if (geom->type == KIP_GEOM_BOX)
        return exact_span(geom, p, axis, half, radius, span);
    if (geom->type == KIP_GEOM_CAPSULE)
        return exact_span(geom, p, axis, half, radius + geom->size[0], span);
    if (!newton_reach(geom, p, axis, half, radius, &span->from))
        return false;
    span->to = newton_reach(geom, p, v3_neg(axis), half, radius, &back) ? -back : span->from;
    span->nbreak = 0;
    if (geom->type == KIP_GEOM_CYLINDER)
        break_at_rim(geom->size, p, axis, span);
    return true;
}

/* -- the load along a span ------------------------------------------------------------------------------- */

/* Adds the part between two kinks; for a box or a capsule's segment it needs no unit vectors if the points are outside. */
static void add_piece(Load *load, const KipGeom *geom, KipVec3 p, KipVec3 axis, double radius, double middle,
                      double from, double to, int kept)
{
    bool box = geom->type == KIP_GEOM_BOX, capsule = geom->type == KIP_GEOM_CAPSULE;
    const double segment[3] = {0, 0, geom->size[1]}, *h = box ? geom->size : segment;
    double half = 0.5 * (to - from), reach = capsule ? radius + geom->size[0] : radius;
    for (int k = 0; k < GAUSS; k++) {
        double t = 0.5 * (from + to) + half * gauss_at[k], weight = half * gauss_weight[k], length;
        KipVec3 at = v3_add_scaled(p, t, axis), out = out_of(h, at);
        length = v3_length(out);
        if ((box || capsule) && length > 0) {
            weight *= (reach - length) / length;
        } else {
            Nearest near = kip_nearest(geom, at, kept);
            weight *= radius - near.distance;
            out = near.normal;
        }
        load->sum = v3_add_scaled(load->sum, weight, out);
        load->moment = v3_add_scaled(load->moment, weight * (t - middle), out);
    }
}

KIP_TWICE Load kip_span_load(const KipGeom *geom, KipVec3 p, KipVec3 axis, double radius, const Span *span,
                             int *kept)
{
    double middle = 0.5 * (span->from + span->to), from = span->from;
    Load load = {v3_zero(), v3_zero()};
    if (geom->type == KIP_GEOM_BOX || geom->type == KIP_GEOM_CYLINDER)
        *kept = kip_nearest(geom, v3_add_scaled(p, middle, axis), *kept).face;
    for (int i = 0; i <= span->nbreak; i++) {
        double to = i < span->nbreak ? span->at[i] : span->to;
        add_piece(&load, geom, p, axis, radius, middle, from, to, *kept);
        from = to;
    }
    return load;
}
