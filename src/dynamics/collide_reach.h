/* The part of a segment that is near a box or a capsule, in numbers: collide.c and collide_nearest.c have the equations. Internal to
 * these, and to lanes.c, which compiles it once more for geoms of several worlds (real.h). */
#ifndef KIP_DYNAMICS_COLLIDE_REACH_H
#define KIP_DYNAMICS_COLLIDE_REACH_H

#include "model.h"
#include "twice.h"
#include "vec3.h"

/* Whether a capsule or sphere is outside of the bounding box of b. p and axis are in b's frame. */
KIP_WITHIN Truth clear_of(const KipGeom *b, KipVec3 p, KipVec3 axis, double half, double radius)
{
    double x = b->size[0], y = b->size[1], z = b->size[2];
    if (b->type == KIP_GEOM_CYLINDER)
        z = y, y = x;
    if (b->type == KIP_GEOM_CAPSULE)
        z = y + x, y = x;
    const Truth in_x = real_size(p.x) > x + radius + half * real_size(axis.x),
                in_y = real_size(p.y) > y + radius + half * real_size(axis.y),
                in_z = real_size(p.z) > z + radius + half * real_size(axis.z);
    return in_x | in_y | in_z;
}

/* The distance by which x is outside of the interval from -h to h, signed. */
static inline Real beyond(Real x, double h)
{
    return real_if(x > real(h), x - h, real_if(x < real(-h), x + h, real(0)));
}

/* The vector from the box of half lengths h to p; zero inside. A capsule's segment is such a box too. */
static inline KipVec3 out_of(const double *h, KipVec3 p)
{
    return v3(beyond(p.x, h[0]), beyond(p.y, h[1]), beyond(p.z, h[2]));
}

/* The squared distance at t: A t^2 + 2 B t + C, and for each of n slabs the square of the excess of x + a t over h. It
 * changes from one quadratic to another where x + a t = h or -h, at the breaks. */
typedef struct Profile {
    Real A, B, C;
    int n, nbreak;
    Real x[3], a[3], at[6];
    double h[3];
} Profile;

KIP_WITHIN void add_slab(Profile *profile, Real x, Real a, double h)
{
    const Truth leans = a != real(0);
    int i = profile->n++;
    profile->x[i] = x, profile->a[i] = a, profile->h[i] = h;
    if (truth_any(leans)) {
        profile->at[profile->nbreak++] = real_if(leans, (h - x) / a, real(INFINITY));
        profile->at[profile->nbreak++] = real_if(leans, (-h - x) / a, real(INFINITY));
    }
}

KIP_WITHIN void profile_of(const KipGeom *geom, KipVec3 p, KipVec3 axis, Profile *profile)
{
    const double *h = geom->size;
    profile->A = profile->B = profile->C = real(0);
    profile->n = profile->nbreak = 0;
    if (geom->type == KIP_GEOM_BOX) {
        add_slab(profile, p.x, axis.x, h[0]);
        add_slab(profile, p.y, axis.y, h[1]);
        add_slab(profile, p.z, axis.z, h[2]);
        return;
    }
    profile->A = axis.x * axis.x + axis.y * axis.y;
    profile->B = axis.x * p.x + axis.y * p.y;
    profile->C = p.x * p.x + p.y * p.y;
    add_slab(profile, p.z, axis.z, h[1]);
}

/* Finds the first t, from -half along the segment (way 1) or backwards from its other end (way -1), at which the squared
 * distance is at most reach2; t is measured along the way. Between two breaks the state of each slab is that at their
 * midpoint, which is robust to rounding at a break. Of those that are `asked`; returns for which there is one. */
KIP_WITHIN Truth first_reach(const Profile *profile, double way, double half, double reach2, Truth asked,
                             Real *t)
{
    Truth open = asked, found = truth_and(asked, truth_not(asked));
    Real from = *t = real(-half);
    for (;;) {
        Real to = real(half), A = profile->A, B = way * profile->B + A * from;
        Real C = profile->C + from * (2 * way * profile->B + A * from) - reach2, root;
        for (int k = 0; k < profile->nbreak; k++) {
            const Real at = way * profile->at[k];
            to = real_if(truth_and(at > from, at < to), at, to);
        }
        for (int i = 0; i < profile->n; i++) {
            const double h = profile->h[i];
            const Real a = way * profile->a[i], middle = profile->x[i] + a * 0.5 * (from + to);
            const Truth out = truth_not(truth_and(middle <= real(h), middle >= real(-h)));
            Real e = profile->x[i] + a * from;
            if (!truth_any(out))
                continue;
            e = real_if(middle > real(h), e - h, e + h);
            A = real_if(out, A + a * a, A);
            B = real_if(out, B + a * e, B);
            C = real_if(out, C + e * e, C);
        }
        const Truth here = truth_and(open, C <= real(0));
        *t = real_if(here, from, *t);
        found = found | here;
        open = truth_and(open, truth_not(here | (B >= real(0)))); /* convex, and increasing from here on */
        if (!truth_any(open))
            return found;
        root = B * B - A * C;
        Truth then = truth_and(open, root >= real(0));
        if (truth_any(then)) {
            root = from + C / (real_sqrt(root) - B);
            then = truth_and(then, root <= to);
            *t = real_if(then, root, *t);
            found = found | then;
        }
        open = truth_and(open, truth_not(then | (to >= real(half))));
        if (!truth_any(open))
            return found;
        from = to;
    }
}

enum { GAUSS = 4 };

static const double gauss_at[GAUSS] = {-0.86113631159405257522, -0.33998104358485626480,
                                       0.33998104358485626480, 0.86113631159405257522};
static const double gauss_weight[GAUSS] = {0.34785484513745385737, 0.65214515486254614263,
                                           0.65214515486254614263, 0.34785484513745385737};

#endif
