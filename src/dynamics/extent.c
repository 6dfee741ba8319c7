#include "extent.h"

#include <math.h>

#include "quat.h"
#include "shape.h"
#include "tree.h"

void kip_extent_along(const KipDynamics *d, const KipGeom *geom, KipVec3 axis, double *least, double *most)
{
    const KipVec3 of_body = m3_apply_t(kip_body_rotation(d, geom->body), axis);
    const double reach = kip_geom_reach(geom, q_rotate(q_conjugate(geom->quat), of_body));
    const double centre = v3_dot(kip_point_position(d, geom->body, geom->pos), axis);
    *least = centre - reach;
    *most = centre + reach;
}

void kip_extent(const KipDynamics *d, const KipGeom *geom, double *lowest, double *highest)
{
    kip_extent_along(d, geom, v3(0, 0, 1), lowest, highest);
}

bool kip_extent_of_all(const KipDynamics *d, double *lowest, double *highest)
{
    const KipModel *m = d->model;
    bool any = false;
    for (int i = 0; i < m->ngeom; i++) {
        double low, high;
        if (m->tree->link[m->geom[i].body].is_static)
            continue;
        kip_extent(d, &m->geom[i], &low, &high);
        *lowest = any && *lowest < low ? *lowest : low;
        *highest = any && *highest > high ? *highest : high;
        any = true;
    }
    return any;
}

double kip_lowest_of_tree(const KipDynamics *d, int root)
{
    const KipModel *m = d->model;
    double least = HUGE_VAL;
    for (int i = 0; i < m->ngeom; i++) {
        const KipGeom *geom = &m->geom[i];
        double low, high;
        if (m->body[geom->body].root != root || !(geom->contype | geom->conaffinity))
            continue;
        kip_extent(d, geom, &low, &high);
        least = fmin(least, low);
    }
    return least;
}
