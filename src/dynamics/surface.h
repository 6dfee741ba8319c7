/* What surfaces answer with where they are pressed together: MJCF's solref and solimp, as they are meant here. Internal.
 *
 *     solref = "T Z"    a time constant (s) and a damping ratio: of each kilogram that bears, the stiffness is
 *                       w^2 = d / (1 - d) / (d T Z)^2, and what bounces leaves at e times the speed at which it came,
 *                       e = exp(-pi Z / sqrt(1 - Z^2)), 0.02 to 1, whatever that speed is
 *     solref = "-K -B"  of each kilogram, the stiffness is w^2 = d / (1 - d) K and the damping of what rests under
 *                       10 m/s^2 is B: it bounces the less the faster it comes
 *     solimp            d is its second number; the others have no meaning here
 *     not said          solref "0.02 1", but that it bounces with e = 0.2
 *
 * What bears is a tree of bodies, with all of its mass M: kn = M w^2. Where two trees meet, the softer one of both
 * decides, and what stands still is as hard as can be unless its solref is said. So is the damping the softer one's,
 * unless only the other one's is said. With the law of contact.c a thing that rests on n points has sunk by 10 / (n w^2) m,
 * be it 1 g or 10 t.
 *
 * They do not pass through each other: a body of mass m that comes faster than sqrt(kn / m) (thin + thin) / 2 meets
 * (speed / that)^2 the stiffness, so that it sinks by half of both at the most.
 *
 * Of e the law's c follows (Hunt and Crossley 1975): a mass that comes at the speed u leaves at e u where c u = C and
 *
 *     log((1 + C) / (1 - e C)) = C (1 + e)
 */
#ifndef KIP_DYNAMICS_SURFACE_H
#define KIP_DYNAMICS_SURFACE_H

#include "model.h"

/* Of a geom. */
typedef struct Surface {
    bool said;        /* its solref is */
    double mass;      /* kg: of the tree that bears; INFINITY stands still */
    double own;       /* kg: of the body */
    double stiffness; /* 1/s^2 */
    double damping;   /* 1/s; NaN where it is by restitution */
    double bounce;    /* C, where it is by restitution */
    bool lively;      /* it is said that it bounces by more than what is not said does */
    double thin;      /* m: half its least width; 0 of a plane, where half of the other one's counts */
} Surface;

/* Of two that meet; see contact.c. */
typedef struct ContactLaw {
    double kn, kt, ct; /* N/m, N/m, N s/m */
    double c;          /* s/m; by restitution C, to be divided by the speed at which they came */
    double rate;       /* w, 1/s */
    double thin;       /* m: the half widths of both */
    bool lively;       /* limbs are to bounce too */
    double
        slowest; /* m/s: added to that speed, what falling adds while they touch; 0: c does not depend on the speed */
    double
        fast; /* m/s: what comes faster would sink by half of both, and is met the harder; INFINITY: never */
} ContactLaw;

/* The solref, of the stiffness that is not said, of what bounces with e = 0 to 1. */
void kip_surface_bounce(double restitution, double solref[2]);
/* Of a geom of a body of a tree; both masses are INFINITY of what stands still. */
Surface kip_surface(const KipGeom *geom, double tree_mass, double body_mass);
ContactLaw kip_surface_law(const Surface *a, const Surface *b);

#endif
