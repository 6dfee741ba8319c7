/* Which forces bring rates where they are wanted: the velocity-level step of a control period (VBC.4). With Mh the mass
 * matrix in which all that is stiff is folded over the period T (contacts, springs, limits, other drives), a0 the
 * accelerations without these forces, J the rows
 *
 *     A x = b + w,  A = J Mh^-1 J',  b = wanted - J (v + T a0),  w = J v' - wanted,  x = T force
 *
 * boxed, all rows at once (lcp.h): welds and other constraints hold, a limit that a joint may reach pushes back as its
 * spring will (limit.c), and each force stays within lo and hi. What touches counts with the forces and slopes of its contacts; there are no contact rows.
 *
 *     kip_rates_create(sim, n, NULL, &rates, &error);
 *     every period:
 *         kip_rates_solve(rates, period, n, rate);       // now drives.feedforward gives what was found
 *         ... steps, of `period` together ...
 */
#ifndef KIP_DYNAMICS_RATES_H
#define KIP_DYNAMICS_RATES_H

#include "sim.h"

typedef struct KipRates KipRates;

typedef struct KipRate {
    int dof;
    double wanted; /* rad/s or m/s, at the end of the period */
    double lo, hi; /* of the force, N m or N; may be infinite */
    double force;  /* found: N m or N, in the box */
    double limit;  /* result: the torque or force added by a limit that is reached, N m or N */
} KipRate;

/* Makes the working memory for up to `most` rates of a simulation, which must outlive it; allocator NULL is
 * libc. KIP_NO_MEMORY. */
KipStatus kip_rates_create(KipSim *sim, int most, const KipAllocator *allocator, KipRates **rates,
                           KipError *error);
void kip_rates_destroy(KipRates *rates); /* frees it; with NULL it does nothing */

/* Finds the forces of n rates and writes them into the feedforward of the rates' drives, whose stiffness
 * and damping become 0. The axes must be different and not of a free joint; those that are absent or
 * prescribed get 0. Returns the number of pivots, or -1 where the pivoting did not end: then the forces are
 * within their bounds but are not a solution. Nothing else changes, because the problem is set up on
 * kinematics and contacts of its own. */
int kip_rates_solve(KipRates *rates, double period, int n, KipRate *rate);

#endif
