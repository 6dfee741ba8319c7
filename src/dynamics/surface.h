/* Stiffness and damping of surfaces (KIP.1), from MJCF's solref and solimp. Internal.
 *
 *     solref = "T Z"    a time constant (s) and a damping ratio. The stiffness for each kilogram of the supporting mass is
 *                       w^2 = d / (1 - d) / (d T Z)^2. The coefficient of restitution is
 *                       e = exp(-pi Z / sqrt(1 - Z^2)), 0.02 to 1, at any speed of impact
 *     solref = "-K -B"  The stiffness for each kilogram is w^2 = d / (1 - d) K, and B is the damping at the depth at which a
 *                       body rests under 10 m/s^2. The restitution falls with the speed of impact
 *     solimp            d is its second number; its other numbers have no meaning here
 *     not given         as solref "0.02 1", but with e = 0.2
 *
 * The supporting mass is the mass M of the whole tree of bodies: kn = M w^2. Where two trees meet, the stiffness is that of
 * the softer of the two; a static body is rigid unless its solref is given. The damping is that of the softer one
 * too, unless it is given for the other one alone. With the law of contact.c a body that rests on n points sinks by
 * 9.81 / (n w^2) m, whatever its mass.
 *
 * The mass M, landing at speed u under its weight, sinks by less than D = (u + 30 m/s^2 / w) / w. A depth d above D is due to
 * a heavier load, and the stiffness is then (1 + 9 (d / D - 1)^2) kn: 100 kg on 1 kg rest within 1 mm. The restitution stays,
 * since it does not depend on the law of the force over d. D falls slowly, within 0.1 s, where u falls at once, and is no less
 * than the depth of two bodies that were placed in each other. It does not rise while d is above it, where u is the speed at which the
 * load sinks: a contact would yield the more the faster it does. The stiffness across the
 * normal is no less than a sixteenth of that along it, for what bears on a soft layer buckles aside; as it grows kt z stays as it is,
 * so that no energy comes from it. KIP_RK4, whose stages are explicit, does not use this.
 *
 * So that two bodies do not pass through each other, one of mass m that comes at a speed u above u0 = sqrt(kn / m) t / 2,
 * t the sum of both half widths, meets the stiffness (u / u0)^2 kn: it sinks by no more than t / 2.
 *
 * The damping coefficient c follows from e (Hunt and Crossley 1975): a mass that comes at the speed u leaves at e u where
 * c u = C and
 *
 *     log((1 + C) / (1 - e C)) = C (1 + e)
 *
 * if nothing else acts on it. Where the mass weighs on the other body, by an acceleration G along the normal, it leaves more slowly:
 * at e u where instead
 *
 *     1 / (c u) = 1 / C + x (1.3 + 1.9 e^2 + 3 x + 4.9 x^2) / (1 - e^2),   x = G / (w u)
 *
 * which fits the law's solutions within 0.04 of e up to x = 0.5. Speeds below 2 (10 m/s^2) / w, or below 30 (10 m/s^2) / w
 * where the restitution is not given or is not above 0.05, end in rest.
 */
#ifndef KIP_DYNAMICS_SURFACE_H
#define KIP_DYNAMICS_SURFACE_H

#include "model.h"

/* The surface of one geom. */
typedef struct Surface {
    bool said;          /* its solref is given */
    double mass;        /* of the supporting tree, kg; INFINITY where it is static */
    double own;         /* of the body alone, kg */
    double stiffness;   /* 1/s^2 */
    double damping;     /* 1/s; NaN where a restitution is given instead */
    double bounce;      /* C, where a restitution is given */
    double restitution; /* e, of which C is */
    bool lively;        /* its restitution is given and above the default of 0.2 */
    double thin;        /* half its least width, m; 0 for a plane */
} Surface;

/* The law of two surfaces that meet; see contact.c. */
typedef struct ContactLaw {
    double kn, kt, ct;  /* N/m, N/m, N s/m */
    double c;           /* s/m; where a restitution is given it is C, to be divided by the speed of impact */
    double rate;        /* w, 1/s */
    double thin;        /* the sum of both half widths, m */
    bool lively;        /* its restitution counts for limbs too */
    double restitution; /* e, of which C is */
    double leaves; /* m/s: faster impacts bounce, explicitly where that can be; 0: c does not depend on it */
    double fast;   /* m/s: faster impacts, which would sink too deep, meet more stiffness */
} ContactLaw;

/* The solref with the default stiffness and a restitution from 0 to 1. */
void kip_surface_bounce(double restitution, double solref[2]);
/* The surface of a geom of a body of that mass, in a tree of that mass, kg; both are INFINITY where it stands still. */
Surface kip_surface(const KipGeom *geom, double tree_mass, double body_mass);
ContactLaw kip_surface_law(const Surface *a, const Surface *b);
/* An upper bound, m, on the depth to which a mass of the law's own sinks that approaches at `speed`, meets the stiffness of
 * `rate` (w), and is accelerated by its weight meanwhile. */
double kip_surface_depth(const ContactLaw *law, double speed, double rate);
/* c of a law whose `leaves` is not 0, s/m: for an approach at `speed`, the stiffness of `rate` (w) and the depth `depth`,
 * under an acceleration that presses the two together, m/s^2. */
double kip_surface_damping(const ContactLaw *law, double speed, double rate, double depth, double weighs);

#endif
