/* What lies under a point. */
#ifndef KIP_DYNAMICS_BENEATH_H
#define KIP_DYNAMICS_BENEATH_H

#include "dynamics.h"

/* The height (m, world) of the highest surface straight under p of what stands still and can be touched; -INFINITY
 * where there is none. A shape that p is inside of does not count. */
double kip_beneath(const KipDynamics *d, KipVec3 p);

#endif
