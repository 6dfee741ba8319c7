#include "extent.h"

#include <math.h>

#include "../../dynamics/quat.h"

/* How far a shape reaches from its centre along the unit vector n, in the geom's axes. */
static double geom_reach(const KipGeom *geom, KipVec3 n)
{
    const double *s = geom->size;
    double across = sqrt(n.x * n.x + n.y * n.y);
    switch (geom->type) {
    case KIP_GEOM_SPHERE:
        return s[0];
    case KIP_GEOM_CAPSULE:
        return s[0] + s[1] * fabs(n.z);
    case KIP_GEOM_BOX:
        return s[0] * fabs(n.x) + s[1] * fabs(n.y) + s[2] * fabs(n.z);
    case KIP_GEOM_CYLINDER:
        return s[0] * across + s[1] * fabs(n.z);
    case KIP_GEOM_ELLIPSOID:
        return v3_length(v3(s[0] * n.x, s[1] * n.y, s[2] * n.z));
    case KIP_GEOM_PLANE:
        break;
    }
    return 0;
}

void kip_extent(const KipDynamics *d, const KipGeom *geom, double *lowest, double *highest)
{
    KipVec3 up = m3_apply_t(kip_body_rotation(d, geom->body), v3(0, 0, 1));
    double reach = geom_reach(geom, q_rotate(q_conjugate(geom->quat), up));
    double centre = kip_point_position(d, geom->body, geom->pos).z;
    *lowest = centre - reach;
    *highest = centre + reach;
}
