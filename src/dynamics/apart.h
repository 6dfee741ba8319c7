/* How deep two bodies overlap, and which constraints keep geoms from meeting. Internal. */
#ifndef KIP_DYNAMICS_APART_H
#define KIP_DYNAMICS_APART_H

#include "sim_parts.h"

/* Whether it keeps its bodies from touching each other: they are welded, or were and have not parted yet. What is welded to the
 * world, as a foot that is planted, still touches it. */
static inline bool constraint_parts(const KipConstraint *c)
{
    return (c->type == KIP_WELD && c->body1 != 0) || c->type == KIP_PARTING;
}

/* Whether some constraint keeps these from meeting. */
bool kip_pair_is_joined(const KipSim *sim, int g1, int g2);
/* m: the deepest overlap of what moves as one with these bodies; 0: none, or they may not meet. */
double kip_bodies_overlap(const KipSim *sim, int body1, int body2);

#endif
