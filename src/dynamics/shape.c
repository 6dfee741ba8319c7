/* Volume and inertia of solids, by MuJoCo's formulas, but exact for ellipsoids and capsules; and their extents. */
#include "shape.h"

#include "quat.h"
#include "scalar.h"

void kip_geom_solid(const KipGeom *geom, double *volume, KipSym3 *inertia)
{
    double x = geom->size[0], y = geom->size[1], z = geom->size[2];
    switch (geom->type) {
    case KIP_GEOM_PLANE:
        *volume = 0;
        *inertia = s3_diagonal(0, 0, 0);
        break;
    case KIP_GEOM_SPHERE:
        *volume = 4.0 / 3 * KIP_PI * x * x * x;
        *inertia = s3_diagonal(0.4 * x * x * *volume, 0.4 * x * x * *volume, 0.4 * x * x * *volume);
        break;
    case KIP_GEOM_CAPSULE: { /* a cylinder and two half spheres */
        double height = 2 * y, cylinder = KIP_PI * x * x * height, ball = 4.0 / 3 * KIP_PI * x * x * x;
        double across = cylinder * (3 * x * x + height * height) / 12 +
                        ball * (0.4 * x * x + 0.375 * x * height + 0.25 * height * height);
        *volume = cylinder + ball;
        *inertia = s3_diagonal(across, across, 0.5 * cylinder * x * x + 0.4 * ball * x * x);
        break;
    }
    case KIP_GEOM_CYLINDER: {
        double height = 2 * y, v = KIP_PI * x * x * height, across = v * (3 * x * x + height * height) / 12;
        *volume = v;
        *inertia = s3_diagonal(across, across, 0.5 * v * x * x);
        break;
    }
    case KIP_GEOM_BOX:
        *volume = 8 * x * y * z;
        *inertia = s3_diagonal(*volume * (y * y + z * z) / 3, *volume * (x * x + z * z) / 3,
                               *volume * (x * x + y * y) / 3);
        break;
    case KIP_GEOM_ELLIPSOID:
        *volume = 4.0 / 3 * KIP_PI * x * y * z;
        *inertia = s3_diagonal(*volume * (y * y + z * z) / 5, *volume * (x * x + z * z) / 5,
                               *volume * (x * x + y * y) / 5);
        break;
    }
}

static double mass_of(const KipGeom *geom)
{
    double volume;
    KipSym3 solid;
    kip_geom_solid(geom, &volume, &solid);
    return !(volume > 0) ? 0 : geom->mass >= 0 ? geom->mass : geom->density * volume;
}

void kip_body_weigh(KipBody *body, const KipGeom *geom, int n)
{
    KipVec3 moment = v3_zero();
    body->mass = 0;
    body->inertia = s3_diagonal(0, 0, 0);
    for (int i = 0; i < n; i++) {
        double m = mass_of(geom + i);
        body->mass += m;
        moment = v3_add_scaled(moment, m, geom[i].pos);
    }
    body->com = body->mass > 0 ? v3_scale(1 / body->mass, moment) : v3_zero();
    for (int i = 0; i < n; i++) {
        double volume, m = mass_of(geom + i);
        KipSym3 solid;
        kip_geom_solid(geom + i, &volume, &solid);
        if (m > 0) {
            solid = s3_scale(m / volume, s3_rotate(q_matrix(geom[i].quat), solid));
            solid = s3_add(solid, s3_point_mass(m, v3_sub(geom[i].pos, body->com)));
            body->inertia = s3_add(body->inertia, solid);
        }
    }
}

double kip_geom_reach(const KipGeom *geom, KipVec3 n)
{
    return geom_reach(geom, n.x, n.y, n.z);
}

/* The touching point is fixed in space, except that the normal rotates: on an ellipsoid of half axes e, with E = diag(e^2),
 * the extreme point is p = -E n / sqrt(n' E n), and p' is its change with n' = -turn. On a cylinder all points of the rim
 * that may touch move like the lowest one. */
KipVec3 kip_geom_creep(const KipGeom *geom, KipVec3 point, KipVec3 in, KipVec3 turn)
{
    static const double upright = 1e-4; /* sine squared: below, the lowest point of a rim is any */
    const double *e = geom->size, across = in.x * in.x + in.y * in.y;
    if (geom->type == KIP_GEOM_ELLIPSOID) {
        KipVec3 En = v3(e[0] * e[0] * in.x, e[1] * e[1] * in.y, e[2] * e[2] * in.z);
        KipVec3 Et = v3(e[0] * e[0] * turn.x, e[1] * e[1] * turn.y, e[2] * e[2] * turn.z);
        double square = v3_dot(in, En);
        return v3_scale(1 / sqrt(square), v3_add_scaled(Et, -v3_dot(En, turn) / square, En));
    }
    if (geom->type != KIP_GEOM_CYLINDER || across < upright)
        return v3_zero();
    double round = (in.y * turn.x - in.x * turn.y) / across;
    return v3(-round * point.y, round * point.x, 0);
}
