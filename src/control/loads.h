/* Loads: the ground's force on each foot of a simulation's bodies, and the forces that joints transmit.
 *
 *     KipLoads *loads;
 *     kip_loads_create(sim, NULL, &loads, &error);
 *     kip_sim_step(sim, &error);
 *     kip_loads_measure(loads, sim);
 *     kip_loads_destroy(loads);
 */
#ifndef KIP_CONTROL_LOADS_H
#define KIP_CONTROL_LOADS_H

#include "../dynamics/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a body, or one that carries it, has a joint. Bodies without stand still: the ground, walls,
 * stairs. */
bool kip_body_moves(const KipModel *model, int body);

/* Of two bodies that touch, the one that moves if the other stands still; -1 where both move. */
int kip_supported_body(const KipModel *model, int body1, int body2);

/* What comes from things that stand still: sums over contacts. */
typedef struct KipSupport {
    int npoint;
    KipVec3 force;       /* on what moves, world, N */
    double normal_force; /* sum of the normal parts, N */
    double upward;       /* sum of the parts along +z of those contacts that push up, N */
    KipVec3 centre;      /* of pressure: their points' mean, weighted by these parts; m. Where upward > 0 */
} KipSupport;

KipSupport kip_support(const KipSim *sim);

/* Written by kip_loads_create (c), kip_loads_measure (m). */
typedef struct KipLoads {
    const KipModel *model;
    int nfoot;
    int *foot;           /* c: nfoot bodies */
    int *foot_of;        /* c: nbody, which foot a body belongs to, or -1 */
    KipSupport support;  /* m */
    KipSupport *under;   /* m: nfoot, the part of it under each foot */
    KipWrench *reaction; /* m: nbody, what joints transmit onto a body from its parent, at its origin */
    double *a;           /* m: nv, the accelerations that go with them */
    double *tau;         /* m: nv, scratch */
    KipLoad *load;       /* m: kip_sim_max_loads, scratch */
    KipDynamics *dynamics;
    struct KipArena *arena;
} KipLoads;

/* Feet are KIP_FEET of parts.h. Fails where the text names an unknown body, and out of memory. */
KipStatus kip_loads_create(const KipSim *sim, const KipAllocator *allocator, KipLoads **loads,
                           KipError *error);
/* With NULL it does nothing. */
void kip_loads_destroy(KipLoads *loads);

/* The loads at the present state. Reactions are those under the forces of contacts, limits, springs, dampers
 * and from outside at that state, and the means over the last step of those of drives and constraints, with
 * the accelerations that forward dynamics gives to all of these: a free joint transmits nothing. */
void kip_loads_measure(KipLoads *loads, const KipSim *sim);

#ifdef __cplusplus
}
#endif
#endif
