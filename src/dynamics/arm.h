/* Points of links: where they are, how they move, what pushes them. Internal; inline, because vectors handed over in
 * memory are read in wider pieces than they were written, and the processor waits for that.
 *
 * An arm is a point in its link's frame; all else is in the world's axes.
 */
#ifndef KIP_DYNAMICS_ARM_H
#define KIP_DYNAMICS_ARM_H

#include "tree.h"

static inline KipVec3 arm_of(const KipDynamics *d, int body, KipVec3 point)
{
    return m3_apply_t(d->world[body].R, v3_sub(point, d->world[body].p));
}

/* In the link's axes. */
static inline KipVec3 arm_velocity(const KipDynamics *d, int body, KipVec3 arm)
{
    const Motion *v = &d->link[body].v;
    return v3_add(v->v, v3_cross(v->w, arm));
}

/* The difference between the acceleration of a point of the body and the spatial one, w x v; link axes. */
static inline KipVec3 arm_known(const KipDynamics *d, int body, KipVec3 arm)
{
    return v3_cross(d->link[body].v.w, arm_velocity(d, body, arm));
}

/* The acceleration that the last ABA found where a body has an arm now, of which `known` is as above; of a body that
 * moves. */
static inline KipVec3 arm_acceleration(const KipDynamics *d, int body, KipVec3 arm, KipVec3 known)
{
    const LinkState *s = d->link + body;
    KipVec3 a = v3_add(v3_add(s->a.v, v3_cross(s->a.w, arm)), known);
    return v3_add(m3_apply(d->world[body].R, a), d->gravity);
}

/* Adds a force on a body that moves to the external ones. */
static inline void arm_push(KipDynamics *d, int body, KipVec3 arm, KipVec3 f)
{
    KipVec3 local = m3_apply_t(d->world[body].R, f), n = v3_cross(arm, local);
    Force *sum = d->external + body;
    sum->n.x += n.x, sum->n.y += n.y, sum->n.z += n.z;
    sum->f.x += local.x, sum->f.y += local.y, sum->f.z += local.z;
    d->has_external = true;
}

#endif
