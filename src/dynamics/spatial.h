/* Spatial vectors and inertias (RBDA ch. 2) at the origin of a link frame, angular part first. Internal.
 *
 * A motion is (w, v): angular velocity, velocity of the point at the origin. A force is (n, f): moment
 * about the origin, force. A rigid-body inertia is mass m, first moment h = m c, and I about the origin:
 *
 *     [ I    [h] ] [w]
 *     [ [h]' m 1 ] [v]
 *
 * An articulated-body inertia has the same shape, [ J H; H' M ], J and M symmetric, H full.
 * X of a child frame: rotation R (child to parent) and origin r in the parent frame.
 */
#ifndef KIP_DYNAMICS_SPATIAL_H
#define KIP_DYNAMICS_SPATIAL_H

#include "mat3.h"
#include "twice.h"

typedef struct Motion {
    KipVec3 w, v;
} Motion;

typedef struct Force {
    KipVec3 n, f;
} Force;

typedef struct ArticulatedInertia {
    KipSym3 J;
    KipMat3 H;
    KipSym3 M;
} ArticulatedInertia;

static inline Motion motion(KipVec3 w, KipVec3 v)
{
    Motion m = {w, v};
    return m;
}

static inline Force force(KipVec3 n, KipVec3 f)
{
    Force g = {n, f};
    return g;
}

/* Of a force f at an arm and a moment n. */
static inline Force force_about(KipVec3 arm, KipVec3 f, KipVec3 n)
{
    return force(v3_add(v3_cross(arm, f), n), f);
}

static inline Motion motion_add(Motion a, Motion b)
{
    return motion(v3_add(a.w, b.w), v3_add(a.v, b.v));
}

static inline Motion motion_add_scaled(Motion a, Real s, Motion b)
{
    return motion(v3_add_scaled(a.w, s, b.w), v3_add_scaled(a.v, s, b.v));
}

static inline Force force_add(Force a, Force b)
{
    return force(v3_add(a.n, b.n), v3_add(a.f, b.f));
}

static inline Force force_sub(Force a, Force b)
{
    return force(v3_sub(a.n, b.n), v3_sub(a.f, b.f));
}

static inline Real motion_dot(Motion a, Force b)
{
    return v3_dot(a.w, b.n) + v3_dot(a.v, b.f);
}

/* a x b, RBDA 2.31 */
static inline Motion motion_cross(Motion a, Motion b)
{
    return motion(v3_cross(a.w, b.w), v3_add(v3_cross(a.w, b.v), v3_cross(a.v, b.w)));
}

/* a x* b, RBDA 2.32 */
static inline Force force_cross(Motion a, Force b)
{
    return force(v3_add(v3_cross(a.w, b.n), v3_cross(a.v, b.f)), v3_cross(a.w, b.f));
}

/* Parent to child: X m. */
static inline Motion motion_to_child(KipMat3 R, KipVec3 r, Motion m)
{
    return motion(m3_apply_t(R, m.w), m3_apply_t(R, v3_add(m.v, v3_cross(m.w, r))));
}

/* Child to parent: X* f. */
static inline Force force_to_parent(KipMat3 R, KipVec3 r, Force f)
{
    KipVec3 F = m3_apply(R, f.f);
    return force(v3_add(m3_apply(R, f.n), v3_cross(r, F)), F);
}

static inline Force inertia_apply(Inertia I, Motion m)
{
    return force(v3_add(s3_apply(I.I, m.w), v3_cross(I.h, m.v)),
                 v3_sub(v3_scale(I.m, m.v), v3_cross(I.h, m.w)));
}

/* The inertia of a child in its parent's frame. */
static inline Inertia inertia_to_parent(KipMat3 R, KipVec3 r, Inertia I)
{
    /* about the parent's origin: R I R' - [r][Rh] - [Rh][r] - m [r][r], written with a.b 1 - ... */
    KipVec3 h = m3_apply(R, I.h);
    KipSym3 J = s3_rotate(R, I.I);
    KipVec3 g = v3_add_scaled(h, 0.5 * I.m, r); /* -[r][h] - [h][r] - m [r][r] = -[r][g] - [g][r] */
    Real d = v3_dot(r, g);
    Inertia p = {I.m, v3_add_scaled(h, I.m, r), J};
    p.I.xx += 2 * (d - r.x * g.x);
    p.I.yy += 2 * (d - r.y * g.y);
    p.I.zz += 2 * (d - r.z * g.z);
    p.I.xy -= r.x * g.y + r.y * g.x;
    p.I.xz -= r.x * g.z + r.z * g.x;
    p.I.yz -= r.y * g.z + r.z * g.y;
    return p;
}

static inline Inertia inertia_add(Inertia a, Inertia b)
{
    Inertia s = {a.m + b.m, v3_add(a.h, b.h), s3_add(a.I, b.I)};
    return s;
}

/* Number by number: a struct built on the stack is copied in wider pieces than it was written, and the
 * processor waits for that (a quarter of ABA's time). */
static inline void articulated_set(ArticulatedInertia *A, const OneInertia *I)
{
    const Real o = real(0), m = real(I->m);
    const KipVec3 h = v3_all(I->h);
    A->J = s3_all(&I->I);
    A->H.xx = o, A->H.xy = -h.z, A->H.xz = h.y;
    A->H.yx = h.z, A->H.yy = o, A->H.yz = -h.x;
    A->H.zx = -h.y, A->H.zy = h.x, A->H.zz = o;
    A->M.xx = A->M.yy = A->M.zz = m;
    A->M.xy = A->M.xz = A->M.yz = o;
}

static inline Force articulated_apply(const ArticulatedInertia *A, Motion m)
{
    return force(v3_add(s3_apply(A->J, m.w), m3_apply(A->H, m.v)),
                 v3_add(m3_apply_t(A->H, m.w), s3_apply(A->M, m.v)));
}

/* A in the axes of the parent. */
KIP_WITHIN ArticulatedInertia articulated_rotate(KipMat3 R, const ArticulatedInertia *A)
{
    ArticulatedInertia B = {s3_rotate(R, A->J), m3_mul(m3_mul(R, A->H), m3_transpose(R)), s3_rotate(R, A->M)};
    return B;
}

KIP_WITHIN ArticulatedInertia articulated_turn_about(AxisCode axis, Real s, Real c,
                                                     const ArticulatedInertia *A)
{
    ArticulatedInertia B = {s3_upper(m3_turn_both(s3_full(A->J), axis, s, c)), m3_turn_both(A->H, axis, s, c),
                            s3_upper(m3_turn_both(s3_full(A->M), axis, s, c))};
    return B;
}

/* The same where R rotates about a coordinate axis: a third of the work, if the axis is a compile-time constant. */
KIP_WITHIN ArticulatedInertia articulated_turn(AxisCode axis, Real s, Real c, const ArticulatedInertia *A)
{
    if (axis == AXIS_X)
        return articulated_turn_about(AXIS_X, s, c, A);
    if (axis == AXIS_Y)
        return articulated_turn_about(AXIS_Y, s, c, A);
    return articulated_turn_about(AXIS_Z, s, c, A);
}

/* Adds to P the inertia A of a child, in P's axes, at r: J += J + [r] H' + ([r] H')' - [r] M [r], H += H +
 * [r] M, M += M. */
KIP_WITHIN void articulated_add_at(ArticulatedInertia *P, KipVec3 r, const ArticulatedInertia *A)
{
    KipMat3 H = m3_add(A->H, m3_cross(r, s3_full(A->M)));
    /* [r] A.H' + A.H [r]' + [r] M [r]' = [r] H' + ([r] A.H')', and x [r]' = ([r] x')' */
    KipMat3 a = m3_cross(r, m3_transpose(H)), b = m3_cross(r, m3_transpose(A->H));
    P->J = s3_add(P->J, s3_add(A->J, s3_upper(m3_add(a, m3_transpose(b)))));
    P->H = m3_add(P->H, H);
    P->M = s3_add(P->M, A->M);
}

/* The same for a child whose J and H are zero: an ideal spherical joint passes on only forces. */
KIP_WITHIN void articulated_add_linear_to_parent(ArticulatedInertia *P, KipMat3 R, KipVec3 r, KipSym3 M)
{
    KipSym3 Mp = s3_rotate(R, M);
    KipMat3 rM = m3_cross(r, s3_full(Mp));
    P->J = s3_add(P->J, s3_upper(m3_cross(r, m3_transpose(rM))));
    P->H = m3_add(P->H, rM);
    P->M = s3_add(P->M, Mp);
}

#endif
