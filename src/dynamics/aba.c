/* Forward dynamics by the articulated-body algorithm (RBDA 7.3, table 7.1), and hybrid dynamics (RBDA
 * 9.2).
 *
 *     pass 1   I^A = I,  p^A = v x* I v - f_ext
 *     pass 2   U = I^A S,  D = S' U + B,  u = tau - S' p^A
 *              I^a = I^A - U D^-1 U',  p^a = p^A + I^a c + U D^-1 u       (RBDA 7.37 to 7.44)
 *              I^A_p += X* I^a X,      p^A_p += X* p^a
 *     pass 3   a' = X a_p + c,  qdd = D^-1 (u - U' a'),  a = a' + S qdd
 *
 * B is the diagonal of armatures, X the transform from parent to child. Gravity is an acceleration of the
 * base, a_0 = -g.
 *
 * With 3-vectors, S = [W; 0] and I^A = [J H; H' M]. A joint that leaves all rotation free and has no
 * armature (ball, or three hinges) passes on a known moment n, and only the linear block survives (the
 * `reduced` path):
 *     alpha = J^-1 (n - p_n - H a'_v) - a'_w
 *     M^a = M - H' J^-1 H,   p^a = (n, p_f + H' J^-1 (n - p_n) + M^a c_v)
 * A prescribed coordinate is taken out of D, and its acceleration goes with c.
 */
#include <string.h>

#include "aba_parts.h"

/* Whether passes 1 and 2 leave link i as it was. */
static inline bool is_left(const KipDynamics *d, int i)
{
    return (d->any_idle && d->idle[i]) || (d->any_kept && d->kept[i]);
}

/* -- pass 1 ---------------------------------------------------------------------------------------------- */

static inline void start_link(const Link *link, LinkState *s, const Force *external)
{
    Force Iv = inertia_apply(inertia_all(&link->I), s->v);
    articulated_set(&s->A, &link->I);
    s->p = force_sub(force_cross(s->v, Iv), *external);
}

/* The force -Z (a + g) of an impedance at r: Z is added to the inertia, and the difference between the point's acceleration
 * and the spatial one to the bias. */
KIP_WITHIN void impede_link(const KipDynamics *d, int body, KipVec3 r, KipVec3 known, KipSym3 symmetric)
{
    LinkState *s = d->link + body;
    KipMat3 Z = s3_full(symmetric);
    KipVec3 f = m3_apply(Z, v3_add(known, m3_apply_t(d->world[body].R, d->gravity)));
    KipMat3 rZ = m3_cross(r, Z);
    s->A.J = s3_add(s->A.J, s3_upper(m3_cross(r, m3_transpose(rZ))));
    s->A.H = m3_add(s->A.H, rZ);
    s->A.M = s3_add(s->A.M, symmetric);
    s->p = force_add(s->p, force(v3_cross(r, f), f));
}

#ifndef KIP_LANE_COUNT
KIP_TWICE static void add_impedance(const KipDynamics *d, const Impedance *z)
{
    LinkState *s = d->link + z->body;
    if (z->mask)
        kip_mask_impede(d, z);
    else if (z->turns)
        s->A.J = s3_add(s->A.J, z->Z);
    else
        impede_link(d, z->body, z->r, z->known, z->Z);
}

static inline void add_impedances(KipDynamics *d)
{
    for (int k = 0; k < d->nimpedance; k++)
        if (!is_left(d, d->impedance[k].body))
            add_impedance(d, d->impedance + k);
}
#else
static void add_impedances(KipDynamics *d); /* lanes.c: each world has its own */
#endif

static inline void start_links(KipDynamics *d)
{
    const Link *links = d->model->tree->link;
    LinkState *state = d->link;
    const int n = d->model->nbody;
    for (int i = 1; i < n; i++)
        if (!is_left(d, i))
            start_link(links + i, state + i, d->external + i);
    add_impedances(d);
}

/* -- pass 2: one joint ----------------------------------------------------------------------------------- */

/* What all joints share once I^a and p^A + U D^-1 u are known. */
KIP_TWICE static inline void pass_to_parent(const LinkState *s, LinkState *parent,
                                            const ArticulatedInertia *Ia, const Force *p, const Motion *c)
{
    ArticulatedInertia rotated;
    if (!parent)
        return; /* the world needs no push */
    rotated = s->turn == AXIS_ANY ? articulated_rotate(s->R, Ia)
                                  : articulated_turn(s->turn, s->sine, s->cosine, Ia);
    articulated_add_at(&parent->A, s->r, &rotated);
    Force pa = force_add(*p, articulated_apply(Ia, *c));
    parent->p = force_add(parent->p, force_to_parent(s->R, s->r, pa));
}

static inline void subtract_outer(ArticulatedInertia *A, Force k, Force U)
{
    A->J = s3_sub_outer(A->J, k.n, U.n);
    A->H = m3_sub_outer(A->H, k.n, U.f);
    A->M = s3_sub_outer(A->M, k.f, U.f);
}

static inline Force column(const ArticulatedInertia *A, KipVec3 w)
{
    return force(s3_apply(A->J, w), m3_apply_t(A->H, w));
}

KIP_TWICE static void project_hinge(LinkState *s, LinkState *parent, const Real *armature, const Real *tau)
{
    KipVec3 w = s->W[0];
    Force U = column(&s->A, w), k, p;
    ArticulatedInertia Ia = s->A;
    Real D = 1 / (v3_dot(w, U.n) + armature[0]), u = tau[0] - v3_dot(w, s->p.n);
    s->U[0] = U, s->D.xx = D, s->u.x = u;
    k = force_scale(D, U);
    subtract_outer(&Ia, k, U);
    p = force_add(s->p, force_scale(u, k));
    pass_to_parent(s, parent, &Ia, &p, &s->c);
}

KIP_TWICE static void project_two_hinges(LinkState *s, LinkState *parent, const Real *armature,
                                         const Real *tau)
{
    KipVec3 a = s->W[0], b = s->W[1];
    Force Ua = column(&s->A, a), Ub = column(&s->A, b), ka, kb, p;
    ArticulatedInertia Ia = s->A;
    Real aa = v3_dot(a, Ua.n) + armature[0], ab = v3_dot(a, Ub.n), bb = v3_dot(b, Ub.n) + armature[1];
    Real det = 1 / (aa * bb - ab * ab), Daa = bb * det, Dab = -ab * det, Dbb = aa * det;
    Real ua = tau[0] - v3_dot(a, s->p.n), ub = tau[1] - v3_dot(b, s->p.n);
    s->U[0] = Ua, s->U[1] = Ub;
    s->D.xx = Daa, s->D.xy = Dab, s->D.yy = Dbb;
    s->u.x = ua, s->u.y = ub;
    ka = force_add(force_scale(Daa, Ua), force_scale(Dab, Ub));
    kb = force_add(force_scale(Dab, Ua), force_scale(Dbb, Ub));
    subtract_outer(&Ia, ka, Ua);
    subtract_outer(&Ia, kb, Ub);
    p = force_add(s->p, force_add(force_scale(ua, ka), force_scale(ub, kb)));
    pass_to_parent(s, parent, &Ia, &p, &s->c);
}

/* Three axes with something on the diagonal. */
KIP_TWICE static void project_three_axes(LinkState *s, LinkState *parent, const Real *armature,
                                         const Real *tau)
{
    ArticulatedInertia Ia = s->A;
    Force U[3], pa = s->p;
    KipSym3 D;
    KipVec3 x;
    for (int k = 0; k < 3; k++)
        s->U[k] = U[k] = column(&s->A, s->W[k]);
    D.xx = v3_dot(s->W[0], U[0].n) + armature[0], D.xy = v3_dot(s->W[0], U[1].n),
    D.xz = v3_dot(s->W[0], U[2].n);
    D.yy = v3_dot(s->W[1], U[1].n) + armature[1], D.yz = v3_dot(s->W[1], U[2].n);
    D.zz = v3_dot(s->W[2], U[2].n) + armature[2];
    s->D = s3_factor(D);
    s->u = v3(tau[0] - v3_dot(s->W[0], s->p.n), tau[1] - v3_dot(s->W[1], s->p.n),
              tau[2] - v3_dot(s->W[2], s->p.n));
    x = s3_solve(s->D, s->u);
    /* U D^-1 U' = sum of pivot (U_k - l U_j ...)(...)': the columns of U L^-T are independent */
    U[1] = force_sub(U[1], force_scale(s->D.xy, U[0]));
    U[2] = force_sub(force_sub(U[2], force_scale(s->D.xz, U[0])), force_scale(s->D.yz, U[1]));
    subtract_outer(&Ia, force_scale(s->D.xx, U[0]), U[0]);
    subtract_outer(&Ia, force_scale(s->D.yy, U[1]), U[1]);
    subtract_outer(&Ia, force_scale(s->D.zz, U[2]), U[2]);
    pa = force_add(pa, force_scale(x.x, s->U[0]));
    pa = force_add(pa, force_scale(x.y, s->U[1]));
    pa = force_add(pa, force_scale(x.z, s->U[2]));
    pass_to_parent(s, parent, &Ia, &pa, &s->c);
}

/* An ideal spherical joint that transmits the moment n. */
KIP_TWICE static void project_reduced(LinkState *s, LinkState *parent, KipVec3 n)
{
    KipSym3 D = s3_inverse(s->A.J);
    KipMat3 DH = m3_mul(s3_full(D), s->A.H), Ht = m3_transpose(s->A.H);
    KipSym3 Ma = s3_sub(s->A.M, s3_product_t(Ht, m3_transpose(DH)));
    KipVec3 u = v3_sub(n, s->p.n);
    KipVec3 f = v3_add(v3_add(s->p.f, m3_apply_t(DH, u)), s3_apply(Ma, s->c.v));
    s->D = D, s->u = u;
    if (!parent)
        return;
    articulated_add_linear_to_parent(&parent->A, s->R, s->r, Ma);
    parent->p = force_add(parent->p, force_to_parent(s->R, s->r, force(n, f)));
}

static inline Truth is_zero(const Real *x)
{
    const Real zero = real(0);
    return (x[0] == zero) & (x[1] == zero) & (x[2] == zero);
}

/* An axis of some lanes is folded, of others not: both ways, and of each lane its own. */
static void project_mixed(const Link *link, LinkState *s, LinkState *parent, const Real *armature,
                          const Real *tau, Truth ideal)
{
    LinkState one = *s, above;
    if (parent)
        above = *parent;
    project_three_axes(s, parent, armature, tau);
    project_reduced(&one, parent ? &above : NULL, moment_of(link, s, tau));
    real_take(ideal, &s->D.xx, &one.D.xx, sizeof s->D / sizeof(Real));
    real_take(ideal, &s->u.x, &one.u.x, sizeof s->u / sizeof(Real));
    if (parent) {
        real_take(ideal, &parent->A.J.xx, &above.A.J.xx, sizeof above.A / sizeof(Real));
        real_take(ideal, &parent->p.n.x, &above.p.n.x, sizeof above.p / sizeof(Real));
    }
}

KIP_TWICE static void project_rotation(const Link *link, LinkState *s, LinkState *parent,
                                       const Real *armature, const Real *tau)
{
    if (link->nv == 1) {
        project_hinge(s, parent, armature, tau);
        return;
    }
    if (link->nv == 2) {
        project_two_hinges(s, parent, armature, tau);
        return;
    }
    s->reduced = is_zero(armature);
    if (!truth_any(s->reduced))
        project_three_axes(s, parent, armature, tau);
    else if (truth_all(s->reduced))
        project_reduced(s, parent, moment_of(link, s, tau));
    else
        project_mixed(link, s, parent, armature, tau, s->reduced);
}

/* LDL' of D in L, inverse pivots on the diagonal. */
static void factor_general(Real L[MAX_DOF][MAX_DOF], int n)
{
    for (int k = 0; k < n; k++) {
        L[k][k] = 1 / L[k][k];
        for (int i = k + 1; i < n; i++) { /* D := D - l d l' in the rows below */
            Real l = L[i][k] * L[k][k];
            for (int j = k + 1; j <= i; j++)
                L[i][j] -= l * L[j][k];
        }
        for (int i = k + 1; i < n; i++)
            L[i][k] *= L[k][k];
    }
}

/* Any joint; prescribed coordinates leave D an identity row, and u and U without them. */
static void project_general(KipDynamics *d, int i, LinkState *parent, const Real *tau, const Real *a)
{
    const Link *link = d->model->tree->link + i;
    const LinkState *s = d->link + i;
    GeneralState *g = d->general + i;
    const Real *armature = d->diagonal + link->v;
    const bool *fixed = d->prescribed + link->v;
    ArticulatedInertia Ia = s->A;
    Real x[MAX_DOF];
    Force V[MAX_DOF], pa = s->p;
    int n = link_subspace(d, i, g->S);

    g->c = s->c;
    for (int k = 0; k < n; k++)
        if (fixed[k])
            g->c = motion_add_scaled(g->c, a[link->v + k], g->S[k]);
    for (int k = 0; k < n; k++) {
        g->U[k] = articulated_apply(&s->A, g->S[k]);
        if (fixed[k])
            g->U[k] = force(v3_zero(), v3_zero());
        g->u[k] = fixed[k] ? real(0) : tau[link->v + k] - motion_dot(g->S[k], s->p);
    }
    for (int k = 0; k < n; k++)
        for (int j = 0; j <= k; j++)
            g->L[k][j] = fixed[k] || fixed[j]
                             ? real(k == j)
                             : motion_dot(g->S[j], g->U[k]) + (k == j ? armature[k] : real(0));
    factor_general(g->L, n);

    memcpy(x, g->u, sizeof x);
    solve_general(g, n, x);
    for (int k = 0; k < n; k++)
        pa = force_add(pa, force_scale(x[k], g->U[k]));
    for (int k = 0; k < n; k++) { /* I^a = I^A - sum of V V' / pivot, V = U L^-T */
        V[k] = g->U[k];
        for (int j = 0; j < k; j++)
            V[k] = force_sub(V[k], force_scale(g->L[k][j], V[j]));
        subtract_outer(&Ia, force_scale(g->L[k][k], V[k]), V[k]);
    }
    pass_to_parent(s, parent, &Ia, &pa, &g->c);
}

/* Of the articulated inertia, the part that axis k of link i moves while its parent is held. */
static inline Real axis_inertia(const KipDynamics *d, int i, const Motion *S, int k)
{
    const LinkState *s = d->link + i;
    if (d->model->tree->link[i].kind == LINK_HINGES)
        return v3_dot(s->W[k], s3_apply(s->A.J, s->W[k]));
    return motion_dot(S[k], articulated_apply(&s->A, S[k]));
}

KIP_TWICE static void decide_folds(KipDynamics *d, const AxisFolds *fold, int i, Real *tau)
{
    const Link *link = d->model->tree->link + i;
    const Real zero = real(0);
    Motion S[MAX_DOF];
    bool any = false;
    for (int k = 0; k < link->nv; k++)
        any = any || truth_any(fold->weight[link->v + k] > zero);
    if (!any)
        return;
    if (link->kind != LINK_HINGES)
        link_subspace(d, i, S);
    for (int k = 0; k < link->nv; k++) {
        const int axis = link->v + k;
        const Real inertia = axis_inertia(d, i, S, k) + d->diagonal[axis];
        const Truth folds = fold->weight[axis] > link->carried * inertia;
        fold->folded[axis] = real_if(folds, real(1), zero);
        d->diagonal[axis] = real_if(folds, d->diagonal[axis] + fold->x[axis], d->diagonal[axis]);
        tau[axis] = real_if(folds, tau[axis] + fold->bias[axis], tau[axis]);
    }
}

/* -- pass 3 ---------------------------------------------------------------------------------------------- */

/* The root of a free character: (I^A + X) a = S'^-1 tau - p^A. */
KIP_TWICE static void accelerate_free(LinkState *s, const Real *armature, const Real *tau, Real *qdd)
{
    KipVec3 tau_f = m3_apply_t(s->R, v3_from(tau)), tau_n = v3_from(tau + 3);
    Force b = force_sub(force(tau_n, tau_f), force_add(s->p, articulated_apply(&s->A, s->a)));
    Motion a = solve_free(s, armature, b);
    v3_store(qdd, m3_apply(s->R, a.v));
    v3_store(qdd + 3, a.w);
    s->a = motion_add(s->a, a);
}

static inline void accelerate_reduced(const Link *link, LinkState *s, Real *qdd)
{
    KipVec3 alpha = v3_sub(s3_apply(s->D, v3_sub(s->u, m3_apply(s->A.H, s->a.v))), s->a.w);
    s->a.w = v3_add(s->a.w, alpha);
    rates_of(link, s, alpha, qdd);
}

static inline void accelerate_hinges(const Link *link, LinkState *s, Real *qdd)
{
    Real b[MAX_HINGES];
    const Real u[MAX_HINGES] = {s->u.x, s->u.y, s->u.z};
    for (int k = 0; k < link->nv; k++)
        b[k] = u[k] - motion_dot(s->a, s->U[k]);
    solve_hinges(link->nv, s, b, qdd);
    for (int k = 0; k < link->nv; k++)
        s->a.w = v3_add_scaled(s->a.w, qdd[k], s->W[k]);
}

static void accelerate_mixed(const Link *link, LinkState *s, Real *qdd)
{
    LinkState one = *s;
    Real x[3];
    accelerate_hinges(link, s, qdd);
    accelerate_reduced(link, &one, x);
    real_take(s->reduced, qdd, x, 3);
    real_take(s->reduced, &s->a.w.x, &one.a.w.x, 3);
}

KIP_TWICE static void accelerate_rotation(const Link *link, LinkState *s, Real *qdd)
{
    if (!truth_any(s->reduced))
        accelerate_hinges(link, s, qdd);
    else if (truth_all(s->reduced))
        accelerate_reduced(link, s, qdd);
    else
        accelerate_mixed(link, s, qdd);
}

static void accelerate_general(KipDynamics *d, int i, Real *qdd, Real *tau_prescribed)
{
    const Link *link = d->model->tree->link + i;
    LinkState *s = d->link + i;
    GeneralState *g = d->general + i;
    const bool *fixed = d->prescribed + link->v;
    Real x[MAX_DOF];
    for (int k = 0; k < link->nv; k++)
        x[k] = g->u[k] - motion_dot(s->a, g->U[k]);
    solve_general(g, link->nv, x);
    for (int k = 0; k < link->nv; k++)
        if (!fixed[k]) {
            qdd[k] = x[k];
            s->a = motion_add_scaled(s->a, x[k], g->S[k]);
        }
    if (tau_prescribed) {
        Force f = force_add(s->p, articulated_apply(&s->A, s->a));
        for (int k = 0; k < link->nv; k++)
            if (fixed[k])
                tau_prescribed[link->v + k] = motion_dot(g->S[k], f) + d->diagonal[link->v + k] * qdd[k];
    }
}

/* -- the algorithm --------------------------------------------------------------------------------------- */

#ifndef KIP_LANE_COUNT
KIP_TWICE void kip_aba_start(KipDynamics *d)
{
    start_links(d);
}
#endif

KIP_TWICE KIP_EXTERN void kip_aba_factor(KipDynamics *d, const AxisFolds *fold, Real *tau, const Real *a)
{
    const KipModel *model = d->model;
    const Link *links = model->tree->link;
    LinkState *state = d->link;
    int n = model->nbody;

    start_links(d);
    for (int i = n - 1; i > 0; i--) {
        const Link *link = links + i;
        LinkState *parent = links[link->parent].is_static ? NULL : state + link->parent;
        if (is_left(d, i) && (d->idle[i] || !parent || d->kept[link->parent]))
            continue; /* unchanged, and not needed by a parent that is computed again */
        if (fold)
            decide_folds(d, fold, i, tau);
        if (d->is_general[i])
            project_general(d, i, parent, tau, a);
        else if (link->kind == LINK_FIXED)
            pass_to_parent(state + i, parent, &state[i].A, &state[i].p, &state[i].c);
        else if (link->kind != LINK_FREE)
            project_rotation(link, state + i, parent, d->diagonal + link->v, tau + link->v);
    }
}

KIP_TWICE KIP_EXTERN void kip_aba(KipDynamics *d, KipVec3 gravity, const AxisFolds *fold, Real *tau, Real *a,
                                  Real *tau_prescribed)
{
    const Link *links = d->model->tree->link;
    LinkState *state = d->link;
    int n = d->model->nbody;
    kip_aba_factor(d, fold, tau, a);
    state[0].a = motion(v3_zero(), v3_neg(gravity));
    for (int i = 1; i < n; i++) {
        const Link *link = links + i;
        LinkState *s = state + i;
        if (d->any_idle && d->idle[i])
            continue;
        s->a = motion_add(motion_to_child(s->R, s->r, state[link->parent].a),
                          d->is_general[i] ? d->general[i].c : s->c);
        if (d->is_general[i])
            accelerate_general(d, i, a + link->v, tau_prescribed);
        else if (link->kind == LINK_FREE)
            accelerate_free(s, d->diagonal + link->v, tau + link->v, a + link->v);
        else if (link->kind != LINK_FIXED)
            accelerate_rotation(link, s, a + link->v);
    }
}
