#include "extent.h"

#include "../../dynamics/quat.h"
#include "../../dynamics/shape.h"

void kip_extent(const KipDynamics *d, const KipGeom *geom, double *lowest, double *highest)
{
    KipVec3 up = m3_apply_t(kip_body_rotation(d, geom->body), v3(0, 0, 1));
    double reach = kip_geom_reach(geom, q_rotate(q_conjugate(geom->quat), up));
    double centre = kip_point_position(d, geom->body, geom->pos).z;
    *lowest = centre - reach;
    *highest = centre + reach;
}
