/* The motion subspace S of a link's joints (RBDA 3.5), link frame. Internal; inline, because every
 * algorithm meets it for every link.
 */
#ifndef KIP_DYNAMICS_SUBSPACE_H
#define KIP_DYNAMICS_SUBSPACE_H

#include <string.h>

#include "tree.h"

/* Columns of link i's motion subspace, link frame; returns their number. */
static inline int link_subspace(const KipDynamics *d, int i, Motion S[MAX_DOF])
{
    const Real o = real(0), e = real(1);
    const KipVec3 unit[3] = {{e, o, o}, {o, e, o}, {o, o, e}};
    const Link *link = d->model->tree->link + i;
    const LinkState *s = d->link + i;
    switch (link->kind) {
    case LINK_FIXED:
        break;
    case LINK_HINGES:
        for (int k = 0; k < link->nv; k++)
            S[k] = motion(s->W[k], v3_zero());
        break;
    case LINK_BALL:
        for (int k = 0; k < 3; k++)
            S[k] = motion(unit[k], v3_zero());
        break;
    case LINK_FREE: /* linear velocity in world axes, angular in the body's */
        for (int k = 0; k < 3; k++) {
            S[k] = motion(v3_zero(), m3_apply_t(s->R, unit[k]));
            S[3 + k] = motion(unit[k], v3_zero());
        }
        break;
    case LINK_GENERAL:
        memcpy(S, d->general[i].S, (size_t)link->nv * sizeof *S);
        break;
    }
    return link->nv;
}

/* S x for nv numbers x of link i. */
static inline Motion link_motion(const KipDynamics *d, int i, const Real *x)
{
    const Link *link = d->model->tree->link + i;
    const LinkState *s = d->link + i;
    Motion m = motion(v3_zero(), v3_zero());
    switch (link->kind) {
    case LINK_FIXED:
        break;
    case LINK_HINGES:
        for (int k = 0; k < link->nv; k++)
            m.w = v3_add_scaled(m.w, x[k], s->W[k]);
        break;
    case LINK_BALL:
        m.w = v3_from(x);
        break;
    case LINK_FREE:
        m = motion(v3_from(x + 3), m3_apply_t(s->R, v3_from(x)));
        break;
    case LINK_GENERAL:
        for (int k = 0; k < link->nv; k++)
            m = motion_add_scaled(m, x[k], d->general[i].S[k]);
        break;
    }
    return m;
}

/* S' f into y. */
static inline void link_forces(const KipDynamics *d, int i, Force f, Real *y)
{
    const Link *link = d->model->tree->link + i;
    const LinkState *s = d->link + i;
    switch (link->kind) {
    case LINK_FIXED:
        break;
    case LINK_HINGES:
        for (int k = 0; k < link->nv; k++)
            y[k] = v3_dot(s->W[k], f.n);
        break;
    case LINK_BALL:
        v3_store(y, f.n);
        break;
    case LINK_FREE:
        v3_store(y, m3_apply(s->R, f.f));
        v3_store(y + 3, f.n);
        break;
    case LINK_GENERAL:
        for (int k = 0; k < link->nv; k++)
            y[k] = motion_dot(d->general[i].S[k], f);
        break;
    }
}

#endif
