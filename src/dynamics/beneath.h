/* The height of the ground below a point. */
#ifndef KIP_DYNAMICS_BENEATH_H
#define KIP_DYNAMICS_BENEATH_H

#include "dynamics.h"

/* The height (m, world) of the highest surface vertically below p of geoms that cannot move and can be touched; -INFINITY
 * where there is none. A shape that contains p is ignored. */
double kip_beneath(const KipDynamics *d, KipVec3 p);

#endif
