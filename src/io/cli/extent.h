/* How high and low a shape reaches. */
#ifndef KIP_EXTENT_H
#define KIP_EXTENT_H

#include "../../dynamics/dynamics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The heights (m, world) between which a geom of d's model lies; of a plane, that of its centre. */
void kip_extent(const KipDynamics *d, const KipGeom *geom, double *lowest, double *highest);

#ifdef __cplusplus
}
#endif
#endif
