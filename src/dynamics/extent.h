/* How far shapes reach. */
#ifndef KIP_DYNAMICS_EXTENT_H
#define KIP_DYNAMICS_EXTENT_H

#include "dynamics.h"

/* Where a geom of d's model begins and ends along an axis (unit, world); m. For a plane, its centre. */
void kip_extent_along(const KipDynamics *d, const KipGeom *geom, KipVec3 axis, double *least, double *most);
/* The heights (m, world) between which a geom of d's model extends; for a plane, that of its centre. */
void kip_extent(const KipDynamics *d, const KipGeom *geom, double *lowest, double *highest);
/* The same of all geoms of bodies that move; false where there is none. */
bool kip_extent_of_all(const KipDynamics *d, double *lowest, double *highest);
/* The lowest point of the geoms, of this root's tree, that may collide; HUGE_VAL where there is none. */
double kip_lowest_of_tree(const KipDynamics *d, int root);

#endif
