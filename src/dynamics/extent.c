#include "extent.h"

#include <math.h>

#include "quat.h"
#include "shape.h"
#include "tree.h"

void kip_extent(const KipDynamics *d, const KipGeom *geom, double *lowest, double *highest)
{
    KipVec3 up = m3_apply_t(kip_body_rotation(d, geom->body), v3(0, 0, 1));
    double reach = kip_geom_reach(geom, q_rotate(q_conjugate(geom->quat), up));
    double centre = kip_point_position(d, geom->body, geom->pos).z;
    *lowest = centre - reach;
    *highest = centre + reach;
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
