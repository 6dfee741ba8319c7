/* See surface.h. */
#include "surface.h"

#include <math.h>

#include "scalar.h"

static const double rest_gravity = 10; /* m/s^2 */
static const double least_restitution = 0.02, most_restitution = 0.9999, common_restitution = 0.2;
static const double common_time = 0.02;     /* s: MJCF's */
static const double least_time = 1e-7;      /* s: shorter ones are taken as this */
static const double slow = 2, swift = 30;   /* g / w: slower than this things come to rest */
static const double falling = 3;            /* g / w: speed that a weight gains in coming to rest */
static const double dull = 0.05;            /* e: up to this things come to rest as where none is given */
static const double shear = 0.5;            /* of the normal stiffness */
static const double rubbing = 5.0 / 16;     /* of the damping */
static const double rubbing_damping = 1.25; /* w: by restitution, however much it bounces */

/* C for a restitution e (surface.h), by bisection: the left side less the right one has one root above 0 and grows beyond it. */
static double bounce_of(double e)
{
    double lo = 0, hi = 1 / e;
    for (int i = 0; i < 60; i++) {
        double c = 0.5 * (lo + hi);
        if (kip_log((1 + c) / (1 - e * c)) < c * (1 + e))
            lo = c;
        else
            hi = c;
    }
    return lo;
}

static double restitution_of(double damping_ratio)
{
    double e =
        damping_ratio < 1 ? kip_exp(-KIP_PI * damping_ratio / sqrt(1 - damping_ratio * damping_ratio)) : 0;
    return e > least_restitution ? e : least_restitution;
}

void kip_surface_bounce(double restitution, double solref[2])
{
    double e = restitution > least_restitution ? restitution : least_restitution;
    double decay = e < most_restitution ? -kip_log(e) : -kip_log(most_restitution);
    solref[1] = decay / sqrt(KIP_PI * KIP_PI + decay * decay);
    solref[0] = common_time / solref[1];
}

/* Half the least width of a geom. */
static double thin_of(const KipGeom *geom)
{
    const double *s = geom->size, least = s[0] < s[1] ? s[0] : s[1];
    switch (geom->type) {
    case KIP_GEOM_PLANE:
        return 0;
    case KIP_GEOM_SPHERE:
    case KIP_GEOM_CAPSULE:
        return s[0];
    case KIP_GEOM_CYLINDER:
        return least;
    default:
        return least < s[2] ? least : s[2];
    }
}

Surface kip_surface(const KipGeom *geom, double tree_mass, double body_mass)
{
    const double *solref = geom->solref, d = geom->impedance;
    Surface s = {solref[0] != 0, tree_mass, body_mass, d / (1 - d), NAN, 0, 0, false, thin_of(geom)};
    if (solref[0] < 0) {
        s.stiffness *= -solref[0], s.damping = -solref[1];
        return s;
    }
    const double time = s.said ? fmax(d * solref[0] * solref[1], least_time) : d * common_time;
    s.stiffness /= time * time;
    const double e = s.said ? restitution_of(solref[1]) : common_restitution;
    s.bounce = bounce_of(e), s.restitution = e, s.lively = e > common_restitution;
    return s;
}

/* The stiffness of one surface in contact with the other, N/m. */
static double hardness(const Surface *s, const Surface *other)
{
    if (s->mass < INFINITY)
        return s->mass * s->stiffness;
    return s->said ? other->mass * s->stiffness : INFINITY;
}

ContactLaw kip_surface_law(const Surface *a, const Surface *b)
{
    double hard_a = hardness(a, b), hard_b = hardness(b, a);
    const Surface *soft = hard_a <= hard_b ? a : b, *other = soft == a ? b : a;
    const Surface *damps = other->said && !soft->said ? other : soft;
    double mass = soft->mass < other->mass ? soft->mass : other->mass;
    ContactLaw law = {.kn = soft == a ? hard_a : hard_b, .fast = INFINITY};
    const double rate = law.rate = sqrt(law.kn / mass);
    const double own = soft->own < other->own ? soft->own : other->own;
    law.kt = shear * law.kn, law.thin = a->thin + b->thin;
    if (damps->damping >= 0) {
        law.c = damps->damping / rest_gravity;
        law.ct = rubbing * damps->damping * mass;
    } else {
        law.lively = damps->lively;
        law.c = damps->bounce, law.restitution = damps->restitution;
        law.leaves = (damps->said && damps->restitution > dull ? slow : swift) * rest_gravity / rate;
        law.fast = 0.5 * sqrt(law.kn / own) * law.thin;
        law.ct = rubbing * rubbing_damping * rate * mass;
    }
    return law;
}

double kip_surface_depth(const ContactLaw *law, double speed, double rate)
{
    return (speed + falling * rest_gravity / law->rate) / rate;
}

double kip_surface_damping(const ContactLaw *law, double speed, double rate, double depth, double weighs)
{
    const double e = law->restitution, deep = rate * depth; /* it came no slower */
    const double u = speed > deep ? speed : deep;
    if (speed < law->leaves || e >= most_restitution)
        return law->c / (u + falling * rest_gravity / law->rate);
    const double x = weighs / (rate * u);
    return 1 / (u * (1 / law->c + x * (1.3 + 1.9 * e * e + (3 + 4.9 * x) * x) / (1 - e * e)));
}
