/* Shapes. Internal. */
#ifndef KIP_DYNAMICS_SHAPE_H
#define KIP_DYNAMICS_SHAPE_H

#include "model.h"
#include "vec3.h"

/* mass, com and inertia of a body from its n geoms: mass where given, else density times volume. */
void kip_body_weigh(KipBody *body, const KipGeom *geom, int n);

/* The velocity at which the touching point moves over a rotating solid, where `in` is the inward normal: all are in the
 * geom's axes, and turn = w x in. It is zero except on curved surfaces: an ellipsoid, and the rim and side of a
 * cylinder. */
KipVec3 kip_geom_creep(const KipGeom *geom, KipVec3 point, KipVec3 in, KipVec3 turn);

/* The extent of a shape from its centre along the unit vector n, in the geom's axes; m. For a plane 0. */
double kip_geom_reach(const KipGeom *geom, KipVec3 n);

/* The same inline, since it is called three times for every geom in every step. */
static inline double geom_reach(const KipGeom *geom, double x, double y, double z)
{
    const double *s = geom->size;
    switch (geom->type) {
    case KIP_GEOM_SPHERE:
        return s[0];
    case KIP_GEOM_CAPSULE:
        return s[0] + s[1] * fabs(z);
    case KIP_GEOM_BOX:
        return s[0] * fabs(x) + s[1] * fabs(y) + s[2] * fabs(z);
    case KIP_GEOM_CYLINDER:
        return s[0] * sqrt(x * x + y * y) + s[1] * fabs(z);
    case KIP_GEOM_ELLIPSOID:
        return v3_length(v3(s[0] * x, s[1] * y, s[2] * z));
    case KIP_GEOM_PLANE:
        break;
    }
    return 0;
}

#endif
