/* Kinematics: poses and velocities of the links.
 *
 * Joint pass      R, r of each link in its parent, axes of its joints          (RBDA 4.4, table 4.1)
 * Velocity pass   v_i = X_i v_p + S qd,  c_i = v_i x S qd + S' qd              (RBDA 7.11, 7.12)
 * World pass      frames in world axes
 *
 * Joints compose as in MJCF: pose = (pos, quat) J_1 ... J_k, where a hinge turns about its anchor and a
 * slide moves along its axis, both given in the body's own frame.
 */
#include <string.h>

#include "quat.h"
#include "tree.h"

/* -- joint pass ------------------------------------------------------------------------------------------ */

/* The rotation by an angle of sine s, cosine c about a unit axis (Rodrigues). */
static inline KipMat3 rotation(OneVec3 a, Real s, Real c)
{
    Real k = 1 - c, kx = k * a.x, ky = k * a.y, kz = k * a.z, sx = s * a.x, sy = s * a.y, sz = s * a.z;
    Real xy = kx * a.y, xz = kx * a.z, yz = ky * a.z;
    KipMat3 m = {c + kx * a.x, xy - sz, xz + sy, xy + sz,     c + ky * a.y,
                 yz - sx,      xz - sy, yz + sx, c + kz * a.z};
    return m;
}

/* R times the rotation about an axis; a coordinate axis only mixes two columns. */
static inline KipMat3 turned_about(KipMat3 R, const Axis *axis, Real s, Real c)
{
    if (axis->code == AXIS_ANY)
        return m3_mul(R, rotation(axis->a, s, c));
    return m3_turn(R, axis->code, axis->sign * s, c);
}

/* A vector seen from a frame turned about an axis: rotation' v. */
static inline KipVec3 seen_turned(KipVec3 v, const Axis *axis, Real s, Real c)
{
    Real t = axis->sign * s;
    switch (axis->code) {
    case AXIS_X:
        return v3(v.x, c * v.y + t * v.z, c * v.z - t * v.y);
    case AXIS_Y:
        return v3(c * v.x - t * v.z, v.y, c * v.z + t * v.x);
    case AXIS_Z:
        return v3(c * v.x + t * v.y, c * v.y - t * v.x, v.z);
    case AXIS_ANY:
        break;
    }
    return v3_add(v3_add_scaled(v3_scale(c, v), (1 - c) * v3_dot(v3_all(axis->a), v), v3_all(axis->a)),
                  v3_scale(-s, v3_cross(v3_all(axis->a), v)));
}

/* The rotation about an axis alone. */
static inline KipMat3 axis_rotation(const Axis *axis, Real s, Real c)
{
    const Real t = axis->sign * s, o = real(0), e = real(1);
    KipMat3 x = {e, o, o, o, c, -t, o, t, c}, y = {c, o, t, o, e, o, -t, o, c},
            z = {c, -t, o, t, c, o, o, o, e};
    switch (axis->code) {
    case AXIS_X:
        return x;
    case AXIS_Y:
        return y;
    case AXIS_Z:
        return z;
    case AXIS_ANY:
        break;
    }
    return rotation(axis->a, s, c);
}

/* R, and W_1 .. W_k of hinges through one point, seen from the link. */
KIP_TWICE static void place_hinges(const Link *link, LinkState *state, const Real *q)
{
    Real s, c;
    real_sincos(q[0] - link->axis[0].ref, &s, &c);
    state->R = axis_rotation(link->axis, s, c);
    state->sine = link->axis[0].sign * s, state->cosine = c;
    if (link->turned)
        state->R = m3_mul(m3_all(&link->R0), state->R);
    state->W[0] = v3_all(link->axis[0].a);
    for (int k = 1; k < link->nv; k++) {
        const Axis *axis = link->axis + k;
        real_sincos(q[k] - axis->ref, &s, &c);
        state->R = turned_about(state->R, axis, s, c);
        state->W[k] = v3_all(axis->a);
        for (int before = 0; before < k; before++)
            state->W[before] = seen_turned(state->W[before], axis, s, c);
    }
}

/* The motion of the origin's frame that turns about an axis through a point. */
static inline Motion turning(KipVec3 about, KipVec3 axis)
{
    return motion(axis, v3_cross(about, axis));
}

/* Any joints in any order. T = (R, r) and the columns so far are carried through each joint's motion. */
static void place_general(const KipModel *model, const Link *link, LinkState *state, GeneralState *general,
                          const Real *q)
{
    KipMat3 R = m3_all(&link->R0);
    KipVec3 r = v3_all(link->r0);
    int n = 0;
    for (int j = 0; j < link->njoint; j++) {
        const KipJoint *joint = model->joint + link->joint + j;
        /* the joint's motion: axes and origin of the frame after it in the one before */
        KipMat3 Rj = m3_identity();
        KipVec3 o = v3_zero();
        if (joint->type == KIP_JOINT_SLIDE) {
            o = v3_scale(q[0] - joint->ref, v3_all(joint->axis));
        } else {
            KipQuat turn_by =
                joint->type == KIP_JOINT_BALL ? q_from(q) : q_axis_angle(joint->axis, q[0] - joint->ref);
            Rj = q_matrix(turn_by);
            o = v3_sub(v3_all(joint->pos), m3_apply(Rj, v3_all(joint->pos)));
        }
        r = v3_add(r, m3_apply(R, o));
        R = m3_mul(R, Rj);
        for (int k = 0; k < n; k++)
            general->S[k] = motion_to_child(Rj, o, general->S[k]);
        if (joint->type == KIP_JOINT_SLIDE) {
            general->S[n++] = motion(v3_zero(), v3_all(joint->axis));
        } else if (joint->type == KIP_JOINT_HINGE) {
            general->S[n++] = turning(v3_all(joint->pos), v3_all(joint->axis));
        } else {
            general->S[n++] = turning(v3_all(joint->pos), v3(real(1), real(0), real(0)));
            general->S[n++] = turning(v3_all(joint->pos), v3(real(0), real(1), real(0)));
            general->S[n++] = turning(v3_all(joint->pos), v3(real(0), real(0), real(1)));
        }
        q += joint->nq;
    }
    state->R = R, state->r = r;
}

KIP_TWICE KIP_EXTERN void kip_joint_pass(KipDynamics *d, Bodies of, const Real *q_all)
{
    const KipModel *model = d->model;
    for (int i = of.first; i < of.end; i++) {
        const Link *link = model->tree->link + i;
        LinkState *state = d->link + i;
        const Real *q = q_all + link->q;
        switch (link->kind) {
        case LINK_FIXED:
            break;
        case LINK_HINGES:
            place_hinges(link, state, q);
            break;
        case LINK_BALL:
            state->R = q_matrix(q_from(q));
            if (link->turned)
                state->R = m3_mul(m3_all(&link->R0), state->R);
            break;
        case LINK_FREE:
            state->R = q_matrix(q_from(q + 3));
            state->r = v3_from(q);
            break;
        case LINK_GENERAL:
            place_general(model, link, state, d->general + i, q);
            break;
        }
    }
}

/* -- velocity pass --------------------------------------------------------------------------------------- */

/* S qd and S' qd: a column turns with every joint after its own, S_k' = S_k x S_l qd_l summed over l > k. */
static Motion general_velocity(const KipModel *model, const Link *link, GeneralState *general, const Real *v)
{
    Motion vJ = motion(v3_zero(), v3_zero());
    int n = 0;
    general->cJ = vJ;
    for (int j = 0; j < link->njoint; j++) {
        Motion own = motion(v3_zero(), v3_zero());
        for (int k = model->joint[link->joint + j].nv; k; k--, n++)
            own = motion_add_scaled(own, v[n], general->S[n]);
        general->cJ = motion_add(general->cJ, motion_cross(vJ, own));
        vJ = motion_add(vJ, own);
    }
    return vJ;
}

static inline void hinges_velocity(const Link *link, const LinkState *state, const Real *v, KipVec3 *wJ,
                                   KipVec3 *cJ)
{
    *wJ = v3_scale(v[0], state->W[0]);
    *cJ = v3_zero();
    for (int k = 1; k < link->nv; k++) {
        KipVec3 w = v3_scale(v[k], state->W[k]);
        *cJ = v3_add(*cJ, v3_cross(*wJ, w));
        *wJ = v3_add(*wJ, w);
    }
}

KIP_TWICE KIP_EXTERN void kip_velocity_pass(KipDynamics *d, Bodies of, const Real *v_all)
{
    const KipModel *model = d->model;
    for (int i = of.first; i < of.end; i++) {
        const Link *link = model->tree->link + i;
        LinkState *s = d->link + i;
        const Real *v = v_all + link->v;
        Motion above = motion_to_child(s->R, s->r, d->link[link->parent].v);
        KipVec3 wJ, cJ = v3_zero();
        switch (link->kind) {
        case LINK_FIXED:
            s->v = above;
            s->c = motion(v3_zero(), v3_zero());
            break;
        case LINK_FREE: /* S' qd = (0, -w x v) */
            s->v = motion(v3_from(v + 3), m3_apply_t(s->R, v3_from(v)));
            s->c = motion(v3_zero(), v3_cross(s->v.v, s->v.w));
            break;
        case LINK_GENERAL: {
            Motion vJ = general_velocity(model, link, d->general + i, v);
            s->v = motion_add(above, vJ);
            s->c = motion_add(motion_cross(s->v, vJ), d->general[i].cJ);
            break;
        }
        case LINK_HINGES:
        case LINK_BALL: /* S = [W; 0] */
            if (link->kind == LINK_HINGES)
                hinges_velocity(link, s, v, &wJ, &cJ);
            else
                wJ = v3_from(v);
            s->v = motion(v3_add(above.w, wJ), above.v);
            s->c = motion(v3_add(v3_cross(s->v.w, wJ), cJ), v3_cross(s->v.v, wJ));
            break;
        }
    }
}

/* -- world pass ------------------------------------------------------------------------------------------ */

KIP_TWICE KIP_EXTERN void kip_world_pass(KipDynamics *d, Bodies of)
{
    for (int i = of.first; i < of.end; i++) {
        const LinkState *s = d->link + i;
        const WorldPose *parent = d->world + d->model->tree->link[i].parent;
        d->world[i].R = m3_mul(parent->R, s->R);
        d->world[i].p = v3_add(parent->p, m3_apply(parent->R, s->r));
    }
}

KIP_EXTERN void kip_world_places(KipDynamics *d, Bodies of)
{
    for (int i = of.first; i < of.end; i++) {
        const WorldPose *parent = d->world + d->model->tree->link[i].parent;
        d->world[i].p = v3_add(parent->p, m3_apply(parent->R, d->link[i].r));
    }
}
