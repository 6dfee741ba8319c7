/* How high and low shapes reach. */
#ifndef KIP_DYNAMICS_EXTENT_H
#define KIP_DYNAMICS_EXTENT_H

#include "dynamics.h"

/* The heights (m, world) between which a geom of d's model lies; of a plane, that of its centre. */
void kip_extent(const KipDynamics *d, const KipGeom *geom, double *lowest, double *highest);
/* The same of all geoms of what moves; false where there is none. */
bool kip_extent_of_all(const KipDynamics *d, double *lowest, double *highest);
/* How low what hangs on this root reaches, of geoms that may meet others; HUGE_VAL where there is none. */
double kip_lowest_of_tree(const KipDynamics *d, int root);

#endif
