/* Shapes. Internal. */
#ifndef KIP_SHAPE_H
#define KIP_SHAPE_H

#include "model.h"

/* mass, com and inertia of a body from its n geoms: mass where given, else density times volume. */
void kip_body_weigh(KipBody *body, const KipGeom *geom, int n);

/* How far a shape reaches from its centre along the unit vector n, in the geom's axes; m. A plane: 0. */
double kip_geom_reach(const KipGeom *geom, KipVec3 n);

#endif
