/* Inverse dynamics by the recursive Newton-Euler algorithm (RBDA 5.3, table 5.1).
 *
 *     a_i = X a_p + S qdd + c,   f_i = I a + v x* I v - f_ext,   tau_i = S' f_i,   f_p += X* f_i
 *
 * f_i ends as the force that the joints of body i transmit onto it.
 */
#include "subspace.h"

static KipWrench to_world(const KipDynamics *d, int i)
{
    const WorldPose *pose = d->world + i;
    KipWrench w;
    w.force = m3_apply(pose->R, d->force[i].f);
    w.torque = m3_apply(pose->R, d->force[i].n);
    w.point = kip_body_position(d, i);
    w.torque = v3_add(w.torque, v3_cross(v3_sub(pose->p, w.point), w.force));
    return w;
}

/* The acceleration of the link's point that is at `point` now: the spatial acceleration, plus w x v of the point. */
KipVec3 kip_point_acceleration(const KipDynamics *d, int body, KipVec3 point, KipVec3 *angular)
{
    const LinkState *s = d->link + body;
    const KipMat3 R = d->world[body].R;
    const KipVec3 arm = v3_sub(point, d->model->tree->link[body].shift);
    const KipVec3 velocity = v3_add(s->v.v, v3_cross(s->v.w, arm));
    const KipVec3 a = v3_add(v3_add(s->a.v, v3_cross(s->a.w, arm)), v3_cross(s->v.w, velocity));
    if (angular)
        *angular = m3_apply(R, s->a.w);
    return v3_add(m3_apply(R, a), d->gravity);
}

void kip_inverse_dynamics(KipDynamics *d, const double *a, double *tau, KipWrench *reaction)
{
    const KipModel *model = d->model;
    const Link *links = model->tree->link;
    int n = model->nbody;

    d->link[0].a = motion(v3_zero(), v3_neg(d->gravity));
    d->force[0] = force(v3_zero(), v3_zero());
    for (int i = 1; i < n; i++) {
        const Link *link = links + i;
        LinkState *s = d->link + i;
        Force Iv = inertia_apply(link->I, s->v);
        s->a = motion_add(motion_to_child(s->R, s->r, d->link[link->parent].a),
                          motion_add(s->c, link_motion(d, i, a + link->v)));
        d->force[i] = force_add(inertia_apply(link->I, s->a), force_cross(s->v, Iv));
        d->force[i] = force_sub(d->force[i], d->external[i]);
    }
    for (int i = n - 1; i > 0; i--) {
        const Link *link = links + i;
        const LinkState *s = d->link + i;
        if (tau)
            link_forces(d, i, d->force[i], tau + link->v);
        d->force[link->parent] = force_add(d->force[link->parent], force_to_parent(s->R, s->r, d->force[i]));
    }
    if (tau)
        kip_passive_forces(d, d->tau);
    for (int k = 0; k < model->nv && tau; k++)
        tau[k] += model->tree->armature[k] * a[k] - d->tau[k];
    if (reaction)
        for (int i = 0; i < n; i++)
            reaction[i] = to_world(d, i);
}
