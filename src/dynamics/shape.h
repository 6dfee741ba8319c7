/* Shapes. Internal. */
#ifndef KIP_SHAPE_H
#define KIP_SHAPE_H

#include "model.h"

/* mass, com and inertia of a body from its n geoms: mass where given, else density times volume. */
void kip_body_weigh(KipBody *body, const KipGeom *geom, int n);

#endif
