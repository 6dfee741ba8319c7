/* Corners of links that bear, and what they touch (wbc_parts.h). */
#include <math.h>

#include "../dynamics/sim.h"
#include "wbc_parts.h"

static const double near = 0.02; /* of L: corners higher than this above the lowest one bear nothing */
static const double level = 0.98, steep = 0.9; /* cosines: of a face that is laid down; of one that is not */
static const double friction = 0.85;           /* fraction of the pair's friction that is used */
static const double least_spread = 1e-8;       /* m^2 */

/* -- corners --------------------------------------------------------------------------------------------------- */

/* The corners found so far, the lowest first; heights are along the normal. */
typedef struct Lowest {
    Patch *patch;
    KipVec3 normal;
    double height[MOST_CORNERS];
} Lowest;

static void add_corner(Lowest *l, KipVec3 centre, double round)
{
    Patch *p = l->patch;
    const KipVec3 at = v3_add_scaled(centre, -round, l->normal);
    const double height = v3_dot(l->normal, at);
    if (p->ncorner == MOST_CORNERS && height >= l->height[MOST_CORNERS - 1])
        return;
    int k = p->ncorner < MOST_CORNERS ? p->ncorner++ : MOST_CORNERS - 1;
    for (; k > 0 && l->height[k - 1] > height; k--)
        p->at[k] = p->at[k - 1], l->height[k] = l->height[k - 1];
    p->at[k] = at, l->height[k] = height;
}

/* Adds the corners of a box: those of face `flat` (its axis) on the lower side, or all for -1. */
static void add_box(Lowest *l, KipVec3 centre, const KipVec3 half[3], int flat)
{
    for (int k = 0; k < 8; k++) {
        KipVec3 p = centre;
        if (flat >= 0 && (k >> flat & 1) == (v3_dot(half[flat], l->normal) > 0))
            continue;
        for (int i = 0; i < 3; i++)
            p = v3_add_scaled(p, k >> i & 1 ? 1 : -1, half[i]);
        add_corner(l, p, 0);
    }
}

/* Adds eight points of the rims, on both ends. */
static void add_rims(Lowest *l, KipVec3 centre, const KipVec3 half[3])
{
    static const double x[4] = {1, 0.70710678118654752, 0, -0.70710678118654752};
    static const double y[4] = {0, 0.70710678118654752, 1, 0.70710678118654752};
    for (int k = 0; k < 16; k++) {
        const double side = k & 8 ? -1 : 1, end = k & 4 ? -1 : 1;
        KipVec3 p = v3_add_scaled(centre, end, half[2]);
        p = v3_add_scaled(p, side * x[k & 3], half[0]);
        add_corner(l, v3_add_scaled(p, side * y[k & 3], half[1]), 0);
    }
}

/* Adds the lowest point of an ellipsoid: sum half_i (half_i . n) / |..| below the centre. */
static void add_ellipsoid(Lowest *l, KipVec3 centre, const KipVec3 half[3])
{
    KipVec3 sum = v3_zero();
    double square = 0;
    for (int i = 0; i < 3; i++) {
        const double x = v3_dot(half[i], l->normal);
        sum = v3_add_scaled(sum, x, half[i]), square += x * x;
    }
    add_corner(l, v3_add_scaled(centre, -1 / sqrt(square), sum), 0);
}
/* The axis of a box's face that lies flat, or nearly, and -1 without one; *tilt is the rotation that lays it down. */
static int flat_face(const KipVec3 half[3], KipVec3 normal, Patch *patch)
{
    for (int i = 0; i < 3; i++) {
        const double x = v3_dot(half[i], normal) / v3_length(half[i]);
        if (fabs(x) > steep) {
            patch->flat = fmin(1, (fabs(x) - steep) / (level - steep));
            patch->tilt = v3_scale((x > 0 ? 1 : -1) / v3_length(half[i]), v3_cross(half[i], normal));
            return i;
        }
    }
    return -1;
}

static void add_geom(Lowest *l, const KipGeom *geom, KipMat3 R, int flat)
{
    const double *s = geom->size;
    const KipVec3 centre = v3_add(l->patch->origin, m3_apply(R, geom->pos));
    const KipMat3 turn = m3_mul(R, q_matrix(geom->quat));
    const KipVec3 x = m3_apply(turn, v3(1, 0, 0)), y = m3_apply(turn, v3(0, 1, 0)),
                  z = m3_apply(turn, v3(0, 0, 1));
    const bool thick = geom->type == KIP_GEOM_BOX || geom->type == KIP_GEOM_ELLIPSOID;
    const KipVec3 half[3] = {v3_scale(s[0], x), v3_scale(thick ? s[1] : s[0], y),
                             v3_scale(thick ? s[2] : s[1], z)};
    if (geom->type == KIP_GEOM_BOX)
        add_box(l, centre, half, flat);
    else if (geom->type == KIP_GEOM_CYLINDER)
        add_rims(l, centre, half);
    else if (geom->type == KIP_GEOM_ELLIPSOID)
        add_ellipsoid(l, centre, half);
    else if (geom->type == KIP_GEOM_CAPSULE)
        add_corner(l, v3_add(centre, half[2]), s[0]), add_corner(l, v3_sub(centre, half[2]), s[0]);
    else if (geom->type == KIP_GEOM_SPHERE)
        add_corner(l, centre, s[0]);
}

static bool can_touch(const KipGeom *geom)
{
    return geom->contype || geom->conaffinity;
}

/* A link with a single box that lies nearly flat bears by that face, even if other corners are lower. */
static int find_face(const KipModel *model, const KipDynamics *d, int link, KipVec3 normal, Patch *patch)
{
    const KipBody *body = &model->body[link];
    const KipGeom *box = NULL;
    for (int g = body->geom; g < body->geom + body->ngeom; g++)
        if (can_touch(&model->geom[g])) {
            if (box || model->geom[g].type != KIP_GEOM_BOX)
                return -1;
            box = &model->geom[g];
        }
    if (!box)
        return -1;
    const KipMat3 turn = m3_mul(kip_body_rotation(d, link), q_matrix(box->quat));
    const KipVec3 half[3] = {m3_apply(turn, v3(box->size[0], 0, 0)), m3_apply(turn, v3(0, box->size[1], 0)),
                             m3_apply(turn, v3(0, 0, box->size[2]))};
    return flat_face(half, normal, patch);
}

/* Computes centre, axes and spreads of the corners; those of a face have more weight the flatter it lies. */
static void measure_spread(Patch *p, KipVec3 normal)
{
    KipVec3 x, y;
    double sum = 0, bears = 0, xx = 0, xy = 0, yy = 0;
    if (p->ncorner == 0)
        return;
    for (int k = 0; k < p->ncorner; k++) {
        const double part = p->part[k] + p->flat * (1 - p->part[k]);
        p->centre = v3_add_scaled(p->centre, part, p->at[k]), sum += part;
        p->pivot = v3_add_scaled(p->pivot, p->part[k], p->at[k]), bears += p->part[k];
    }
    p->centre = v3_scale(1 / sum, p->centre), p->pivot = v3_scale(1 / bears, p->pivot);
    v3_basis(normal, &x, &y);
    for (int k = 0; k < p->ncorner; k++) {
        const double part = (p->part[k] + p->flat * (1 - p->part[k])) / sum;
        const KipVec3 r = v3_sub(p->at[k], p->centre);
        xx += part * v3_dot(r, x) * v3_dot(r, x), yy += part * v3_dot(r, y) * v3_dot(r, y);
        xy += part * v3_dot(r, x) * v3_dot(r, y);
    }
    const double mean = 0.5 * (xx + yy), half = 0.5 * (xx - yy), root = sqrt(half * half + xy * xy);
    KipVec3 longer = half > 0 ? v3_add(v3_scale(half + root, x), v3_scale(xy, y))
                              : v3_add(v3_scale(xy, x), v3_scale(root - half, y));
    const double length = v3_length(longer);
    longer = length > least_spread ? v3_scale(1 / length, longer) : x;
    p->axis[0] = longer, p->axis[1] = v3_cross(normal, longer), p->axis[2] = normal;
    p->spread[0] = fmax(mean - root, 0), p->spread[1] = mean + root, p->spread[2] = xx + yy;
    for (int k = 0; k < 3; k++)
        p->spread[k] = p->spread[k] > least_spread ? p->spread[k] : 0;
}

/* Adds the corners as they are after the link is rotated back by `off`. */
static void aim_heights(Lowest *l, KipQuat off)
{
    const KipVec3 normal = q_rotate(off, l->normal);
    l->patch->flat = 0;
    for (int k = 0; k < l->patch->ncorner; k++)
        l->height[k] = v3_dot(normal, l->patch->at[k]);
}

void kip_wbc_find_patch(const KipWbc *wbc, const KipDynamics *d, int link, KipVec3 normal, const KipQuat *aim,
                        Patch *p)
{
    const KipModel *model = wbc->model;
    const KipBody *body = &model->body[link];
    Lowest lowest = {p, normal, {INFINITY, INFINITY, INFINITY, INFINITY}};
    *p = (Patch){.origin = kip_body_position(d, link)};
    const int flat = find_face(model, d, link, normal, p);
    for (int g = body->geom; g < body->geom + body->ngeom; g++)
        if (can_touch(&model->geom[g]))
            add_geom(&lowest, &model->geom[g], kip_body_rotation(d, link), flat);
    if (aim)
        aim_heights(&lowest, q_mul(kip_body_orientation(d, link), q_conjugate(*aim)));
    const double least =
        fmin(fmin(lowest.height[0], lowest.height[1]), fmin(lowest.height[2], lowest.height[3]));
    for (int k = 0; k < p->ncorner; k++)
        p->part[k] = fmax(0, 1 - (lowest.height[k] - least) / (near * wbc->size));
    measure_spread(p, normal);
}

/* -- what touches ---------------------------------------------------------------------------------------------- */

/* The normal of the supporting geom: of a box that of its face, since at an edge between two boxes the contact's may be
 * either's. */
static KipVec3 bearing_normal(const KipDynamics *d, const KipGeom *geom, KipVec3 normal)
{
    const KipMat3 turn = m3_mul(kip_body_rotation(d, geom->body), q_matrix(geom->quat));
    const KipVec3 axis[3] = {m3_apply(turn, v3(1, 0, 0)), m3_apply(turn, v3(0, 1, 0)),
                             m3_apply(turn, v3(0, 0, 1))};
    for (int i = 0; i < 3 && geom->type == KIP_GEOM_BOX; i++) {
        const double x = v3_dot(axis[i], normal);
        if (fabs(x) > steep)
            return v3_scale(x > 0 ? 1 : -1, axis[i]);
    }
    return normal;
}

void kip_wbc_touch_one(const KipWbc *wbc, const KipSim *sim, Bearing *bearing)
{
    const KipContact *contact;
    const int n = kip_sim_contacts(sim, &contact);
    const KipModel *model = wbc->model;
    KipVec3 normal = v3_zero();
    double most = 0;
    bearing->touches = 0;
    for (int i = 0; i < n; i++) {
        const KipGeom *one = &model->geom[contact[i].geom1], *two = &model->geom[contact[i].geom2];
        const bool second = two->body == bearing->link;
        const int other = second ? one->body : two->body;
        const double force = v3_dot(contact[i].force, contact[i].normal);
        if ((!second && one->body != bearing->link) || model->body[other].root == wbc->root || !(force > 0))
            continue;
        const KipVec3 out = v3_scale(second ? 1 : -1, contact[i].normal);
        normal = v3_add_scaled(normal, force, bearing_normal(kip_sim_dynamics(sim), second ? one : two, out));
        if (force > most) {
            most = force;
            bearing->other = other, bearing->mu = friction * fmax(one->friction, two->friction);
        }
    }
    const double length = v3_length(normal);
    if (length > 0)
        bearing->touches = 1, bearing->normal = v3_scale(1 / length, normal);
}

void kip_wbc_touch(KipWbc *wbc, const KipSim *sim, const KipDynamics *d)
{
    for (int k = 0; k < wbc->state.nbearing; k++) {
        Bearing *bearing = &wbc->state.bearing[k];
        Patch *patch = &wbc->patch[k];
        kip_wbc_touch_one(wbc, sim, bearing);
        const int task = kip_wbc_find_task(wbc, KIP_WBC_TURN, bearing->link);
        const KipQuat *aim = task < 0 ? NULL : &wbc->state.task[task].turn;
        kip_wbc_find_patch(wbc, d, bearing->link, bearing->normal, aim, patch);
        const KipMat3 R = kip_body_rotation(d, bearing->other);
        const KipVec3 r = v3_sub(patch->pivot, kip_body_position(d, bearing->other));
        patch->velocity = kip_point_velocity(d, bearing->other, m3_apply_t(R, r));
        patch->spin = kip_body_angular_velocity(d, bearing->other);
        const KipVec3 arm = v3_sub(patch->pivot, patch->origin);
        const KipVec3 pivot = m3_apply_t(kip_body_rotation(d, bearing->link), arm);
        patch->bias = kip_point_acceleration(d, bearing->link, pivot, &patch->turn_bias);
    }
}
