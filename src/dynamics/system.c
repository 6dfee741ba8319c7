/* Queries: poses, velocities and Jacobians of bodies; centre of mass, momentum and energy of the whole
 * system.
 *
 * A link that moves and is there contributes to the whole; links fixed to the world do not.
 */
#include <string.h>

#include "passive.h"
#include "quat.h"
#include "subspace.h"

/* -- one body -------------------------------------------------------------------------------------------- */

KipVec3 kip_point_position(const KipDynamics *d, int body, KipVec3 point)
{
    const WorldPose *pose = d->world + body;
    return v3_add(pose->p, m3_apply(pose->R, v3_sub(point, d->model->tree->link[body].shift)));
}

KipVec3 kip_body_position(const KipDynamics *d, int body)
{
    return kip_point_position(d, body, v3_zero());
}

KipMat3 kip_body_rotation(const KipDynamics *d, int body)
{
    return d->world[body].R;
}

KipQuat kip_body_orientation(const KipDynamics *d, int body)
{
    return q_from_matrix(d->world[body].R);
}

KipVec3 kip_body_angular_velocity(const KipDynamics *d, int body)
{
    return m3_apply(d->world[body].R, d->link[body].v.w);
}

KipVec3 kip_point_velocity(const KipDynamics *d, int body, KipVec3 point)
{
    Motion v = d->link[body].v;
    KipVec3 arm = v3_sub(point, d->model->tree->link[body].shift);
    return m3_apply(d->world[body].R, v3_add(v.v, v3_cross(v.w, arm)));
}

int kip_body_axes(const KipDynamics *d, int body, KipAxis *axis)
{
    Motion S[MAX_DOF];
    const Link *link = d->model->tree->link + body;
    int n = link_subspace(d, body, S);
    for (int k = 0; k < n; k++) {
        bool turns = v3_dot(S[k].w, S[k].w) > 0.5; /* unit, or zero */
        KipVec3 point = turns ? v3_add(link->shift, v3_cross(S[k].w, S[k].v)) : v3_zero();
        axis[k] = (KipAxis){turns ? S[k].w : S[k].v, point, turns};
    }
    return n;
}

/* Its columns of the dofs [first, first + n), which hold those above the body. */
static void jacobian(const KipDynamics *d, int body, KipVec3 point, int first, size_t n, double *J)
{
    const Link *links = d->model->tree->link;
    KipVec3 p = kip_point_position(d, body, point);
    memset(J, 0, 6 * n * sizeof *J);
    for (int i = body; i; i = links[i].parent) {
        Motion S[MAX_DOF];
        KipVec3 arm = v3_sub(p, d->world[i].p);
        int dofs = link_subspace(d, i, S);
        for (int k = 0; k < dofs; k++) {
            KipVec3 w = m3_apply(d->world[i].R, S[k].w);
            KipVec3 v = v3_add(m3_apply(d->world[i].R, S[k].v), v3_cross(w, arm));
            double *column = J + links[i].v + k - first;
            column[0] = w.x, column[n] = w.y, column[2 * n] = w.z;
            column[3 * n] = v.x, column[4 * n] = v.y, column[5 * n] = v.z;
        }
    }
}

void kip_point_jacobian(const KipDynamics *d, int body, KipVec3 point, double *J)
{
    jacobian(d, body, point, 0, (size_t)d->model->nv, J);
}

void kip_tree_jacobian(const KipDynamics *d, int body, KipVec3 point, int n, double *J)
{
    jacobian(d, body, point, d->model->body[d->model->body[body].root].v, (size_t)n, J);
}

/* -- the whole system ------------------------------------------------------------------------------------ */

static inline bool counts(const KipDynamics *d, int i)
{
    return !d->model->tree->link[i].is_static && !d->absent[i];
}

static double per_mass(const KipDynamics *d)
{
    double mass = d->model->mass;
    if (d->any_absent) {
        mass = 0;
        for (int i = 1; i < d->model->nbody; i++)
            mass += counts(d, i) ? d->model->tree->link[i].I.m : 0;
    }
    return mass > 0 ? 1 / mass : 0;
}

KipVec3 kip_com(const KipDynamics *d)
{
    const KipModel *model = d->model;
    KipVec3 sum = v3_zero();
    for (int i = 1; i < model->nbody; i++) {
        const Inertia *I = &model->tree->link[i].I;
        if (counts(d, i))
            sum = v3_add(sum, v3_add_scaled(m3_apply(d->world[i].R, I->h), I->m, d->world[i].p));
    }
    return v3_scale(per_mass(d), sum);
}

KipVec3 kip_linear_momentum(const KipDynamics *d)
{
    const KipModel *model = d->model;
    KipVec3 sum = v3_zero();
    for (int i = 1; i < model->nbody; i++)
        if (counts(d, i))
            sum = v3_add(sum, m3_apply(d->world[i].R, inertia_apply(model->tree->link[i].I, d->link[i].v).f));
    return sum;
}

KipVec3 kip_com_velocity(const KipDynamics *d)
{
    return v3_scale(per_mass(d), kip_linear_momentum(d));
}

KipVec3 kip_angular_momentum(const KipDynamics *d)
{
    const KipModel *model = d->model;
    KipVec3 com = kip_com(d), sum = v3_zero();
    for (int i = 1; i < model->nbody; i++) {
        Force momentum = inertia_apply(model->tree->link[i].I, d->link[i].v);
        KipMat3 R = d->world[i].R;
        KipVec3 P = m3_apply(R, momentum.f);
        if (!counts(d, i))
            continue;
        sum = v3_add(sum, v3_add(m3_apply(R, momentum.n), v3_cross(v3_sub(d->world[i].p, com), P)));
    }
    return sum;
}

KipEnergy kip_energy(const KipDynamics *d)
{
    const KipModel *model = d->model;
    KipEnergy energy = {0, 0, kip_elastic_energy(d)};
    for (int i = 1; i < model->nbody; i++) {
        const Link *link = model->tree->link + i;
        const WorldPose *pose = d->world + i;
        if (!counts(d, i))
            continue;
        energy.kinetic += 0.5 * motion_dot(d->link[i].v, inertia_apply(link->I, d->link[i].v));
        energy.potential -=
            v3_dot(model->gravity, v3_add_scaled(m3_apply(pose->R, link->I.h), link->I.m, pose->p));
    }
    for (int k = 0; k < model->nv; k++)
        energy.kinetic += 0.5 * model->tree->armature[k] * d->v[k] * d->v[k];
    return energy;
}
