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
static inline KipMat3 rotation(KipVec3 a, double s, double c)
{
    double k = 1 - c, kx = k * a.x, ky = k * a.y, kz = k * a.z, sx = s * a.x, sy = s * a.y, sz = s * a.z;
    double xy = kx * a.y, xz = kx * a.z, yz = ky * a.z;
    KipMat3 m = {c + kx * a.x, xy - sz, xz + sy, xy + sz,     c + ky * a.y,
                 yz - sx,      xz - sy, yz + sx, c + kz * a.z};
    return m;
}

/* R times the rotation about an axis; a coordinate axis only mixes two columns. */
static inline KipMat3 turned_about(KipMat3 R, const Axis *axis, double s, double c)
{
    if (axis->code == AXIS_ANY)
        return m3_mul(R, rotation(axis->a, s, c));
    return m3_turn(R, axis->code, axis->sign * s, c);
}

/* A vector seen from a frame turned about an axis: rotation' v. */
static inline KipVec3 seen_turned(KipVec3 v, const Axis *axis, double s, double c)
{
    double t = axis->sign * s;
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
    return v3_add(v3_add_scaled(v3_scale(c, v), (1 - c) * v3_dot(axis->a, v), axis->a),
                  v3_scale(-s, v3_cross(axis->a, v)));
}

/* The rotation about an axis alone. */
static inline KipMat3 axis_rotation(const Axis *axis, double s, double c)
{
    double t = axis->sign * s;
    KipMat3 x = {1, 0, 0, 0, c, -t, 0, t, c}, y = {c, 0, t, 0, 1, 0, -t, 0, c},
            z = {c, -t, 0, t, c, 0, 0, 0, 1};
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
KIP_TWICE static void place_hinges(const Link *link, LinkState *state, const double *q)
{
    double s, c;
    kip_sincos(q[0] - link->axis[0].ref, &s, &c);
    state->R = axis_rotation(link->axis, s, c);
    state->sine = link->axis[0].sign * s, state->cosine = c;
    if (link->turned)
        state->R = m3_mul(link->R0, state->R);
    state->W[0] = link->axis[0].a;
    for (int k = 1; k < link->nv; k++) {
        const Axis *axis = link->axis + k;
        kip_sincos(q[k] - axis->ref, &s, &c);
        state->R = turned_about(state->R, axis, s, c);
        state->W[k] = axis->a;
        for (int before = 0; before < k; before++)
            state->W[before] = seen_turned(state->W[before], axis, s, c);
    }
}

/* Any joints in any order. T = (R, r) and the columns so far are carried through each joint's motion. */
static void place_general(const KipModel *model, const Link *link, LinkState *state, GeneralState *general,
                          const double *q)
{
    KipMat3 R = link->R0;
    KipVec3 r = link->r0;
    int n = 0;
    for (int j = 0; j < link->njoint; j++) {
        const KipJoint *joint = model->joint + link->joint + j;
        /* the joint's motion: axes and origin of the frame after it in the one before */
        KipMat3 Rj = m3_identity();
        KipVec3 o = v3_zero();
        if (joint->type == KIP_JOINT_SLIDE) {
            o = v3_scale(q[0] - joint->ref, joint->axis);
        } else {
            KipQuat turn_by =
                joint->type == KIP_JOINT_BALL ? q_from(q) : q_axis_angle(joint->axis, q[0] - joint->ref);
            Rj = q_matrix(turn_by);
            o = v3_sub(joint->pos, m3_apply(Rj, joint->pos));
        }
        r = v3_add(r, m3_apply(R, o));
        R = m3_mul(R, Rj);
        for (int k = 0; k < n; k++)
            general->S[k] = motion_to_child(Rj, o, general->S[k]);
        if (joint->type == KIP_JOINT_SLIDE) {
            general->S[n++] = motion(v3_zero(), joint->axis);
        } else if (joint->type == KIP_JOINT_HINGE) {
            general->S[n++] = motion(joint->axis, v3_cross(joint->pos, joint->axis));
        } else {
            general->S[n++] = motion(v3(1, 0, 0), v3_cross(joint->pos, v3(1, 0, 0)));
            general->S[n++] = motion(v3(0, 1, 0), v3_cross(joint->pos, v3(0, 1, 0)));
            general->S[n++] = motion(v3(0, 0, 1), v3_cross(joint->pos, v3(0, 0, 1)));
        }
        q += joint->nq;
    }
    state->R = R, state->r = r;
}

KIP_TWICE void kip_joint_pass(KipDynamics *d, const double *q_all)
{
    const KipModel *model = d->model;
    for (int i = 1; i < model->nbody; i++) {
        const Link *link = model->tree->link + i;
        LinkState *state = d->link + i;
        const double *q = q_all + link->q;
        switch (link->kind) {
        case LINK_FIXED:
            break;
        case LINK_HINGES:
            place_hinges(link, state, q);
            break;
        case LINK_BALL:
            state->R = q_matrix(q_from(q));
            if (link->turned)
                state->R = m3_mul(link->R0, state->R);
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
static Motion general_velocity(const KipModel *model, const Link *link, GeneralState *general,
                               const double *v)
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

static inline void hinges_velocity(const Link *link, const LinkState *state, const double *v, KipVec3 *wJ,
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

KIP_TWICE void kip_velocity_pass(KipDynamics *d, const double *v_all)
{
    const KipModel *model = d->model;
    for (int i = 1; i < model->nbody; i++) {
        const Link *link = model->tree->link + i;
        LinkState *s = d->link + i;
        const double *v = v_all + link->v;
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

KIP_TWICE void kip_world_pass(KipDynamics *d)
{
    for (int i = 1; i < d->model->nbody; i++) {
        const LinkState *s = d->link + i;
        const WorldPose *parent = d->world + d->model->tree->link[i].parent;
        d->world[i].R = m3_mul(parent->R, s->R);
        d->world[i].p = v3_add(parent->p, m3_apply(parent->R, s->r));
    }
}

void kip_world_places(KipDynamics *d)
{
    for (int i = 1; i < d->model->nbody; i++) {
        const WorldPose *parent = d->world + d->model->tree->link[i].parent;
        d->world[i].p = v3_add(parent->p, m3_apply(parent->R, d->link[i].r));
    }
}

void kip_dynamics_set_local(KipDynamics *d, const double *q, const double *v)
{
    const KipModel *model = d->model;
    if (q != d->q)
        memcpy(d->q, q, (size_t)model->nq * sizeof *q);
    if (v != d->v && v)
        memcpy(d->v, v, (size_t)model->nv * sizeof *v);
    if (!v)
        memset(d->v, 0, (size_t)model->nv * sizeof *d->v);
    kip_dynamics_clear_forces(d);
    kip_joint_pass(d, d->q);
    kip_velocity_pass(d, d->v);
}

void kip_dynamics_set(KipDynamics *d, const double *q, const double *v)
{
    kip_dynamics_set_local(d, q, v);
    kip_world_pass(d);
}

/* -- external forces ------------------------------------------------------------------------------------- */

void kip_dynamics_clear_forces(KipDynamics *d)
{
    if (d->has_external)
        memset(d->external, 0, (size_t)d->model->nbody * sizeof *d->external);
    d->has_external = false;
}

void kip_dynamics_add_force(KipDynamics *d, int body, KipVec3 f, KipVec3 torque, KipVec3 point)
{
    KipMat3 R = d->world[body].R;
    KipVec3 arm = v3_sub(point, d->model->tree->link[body].shift), f_local = m3_apply_t(R, f);
    Force g = force(v3_add(m3_apply_t(R, torque), v3_cross(arm, f_local)), f_local);
    d->external[body] = force_add(d->external[body], g);
    d->has_external = true;
}
