/* Shared by aba.c and respond.c: D^-1 of a link. Internal; a part of every copy that calls it (twice.h), for speed. */
#ifndef KIP_DYNAMICS_ABA_PARTS_H
#define KIP_DYNAMICS_ABA_PARTS_H

#include "subspace.h"

KIP_WITHIN Force force_scale(Real s, Force f)
{
    return force(v3_scale(s, f.n), v3_scale(s, f.f));
}

/* The reciprocal basis of three axes: x = W y, y_k = B_k . x. */
KIP_WITHIN void reciprocal(const KipVec3 *W, KipVec3 *B)
{
    KipVec3 yz = v3_cross(W[1], W[2]);
    Real k = 1 / v3_dot(W[0], yz);
    B[0] = v3_scale(k, yz);
    B[1] = v3_scale(k, v3_cross(W[2], W[0]));
    B[2] = v3_scale(k, v3_cross(W[0], W[1]));
}

/* The moment n of an ideal spherical joint by the torques on its axes, tau_k = W_k . n. */
KIP_WITHIN KipVec3 moment_of(const Link *link, const LinkState *s, const Real *tau)
{
    KipVec3 B[3];
    if (link->kind == LINK_BALL)
        return v3_from(tau);
    reciprocal(s->W, B);
    return v3_add(v3_add(v3_scale(tau[0], B[0]), v3_scale(tau[1], B[1])), v3_scale(tau[2], B[2]));
}

/* The rates of its axes by its angular rate. */
KIP_WITHIN void rates_of(const Link *link, const LinkState *s, KipVec3 turn, Real *rate)
{
    KipVec3 B[3];
    if (link->kind == LINK_BALL) {
        v3_store(rate, turn);
        return;
    }
    reciprocal(s->W, B);
    for (int k = 0; k < 3; k++)
        rate[k] = v3_dot(B[k], turn);
}

/* x := D^-1 b of one, two or three hinges. */
KIP_WITHIN void solve_hinges(int nv, const LinkState *s, const Real *b, Real *x)
{
    if (nv == 1)
        x[0] = s->D.xx * b[0];
    else if (nv == 2)
        x[0] = s->D.xx * b[0] + s->D.xy * b[1], x[1] = s->D.xy * b[0] + s->D.yy * b[1];
    else
        v3_store(x, s3_solve(s->D, v3(b[0], b[1], b[2])));
}

/* x := D^-1 x of any joint. */
KIP_WITHIN void solve_general(const GeneralState *g, int n, Real *x)
{
    for (int k = 0; k < n; k++)
        for (int j = 0; j < k; j++)
            x[k] -= g->L[k][j] * x[j];
    for (int k = 0; k < n; k++)
        x[k] *= g->L[k][k];
    for (int k = n - 1; k >= 0; k--)
        for (int i = k + 1; i < n; i++)
            x[k] -= g->L[i][k] * x[i];
}

/* The acceleration a of a free root, (I^A + armature) a = b, by the Schur complement of M. */
KIP_WITHIN Motion solve_free(const LinkState *s, const Real *armature, Force b)
{
    KipSym3 J = s3_add(s->A.J, s3_diagonal(armature[3], armature[4], armature[5]));
    KipSym3 Mi = s3_inverse(s3_add(s->A.M, s3_diagonal(armature[0], armature[1], armature[2])));
    KipMat3 HM = m3_mul(s->A.H, s3_full(Mi));
    KipSym3 schur = s3_sub(J, s3_product_t(HM, s->A.H));
    KipVec3 w = s3_apply(s3_inverse(schur), v3_sub(b.n, m3_apply(HM, b.f)));
    return motion(w, s3_apply(Mi, v3_sub(b.f, m3_apply_t(s->A.H, w))));
}

#endif
