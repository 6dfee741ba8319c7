/* Responses: the accelerations due to additional forces, with the factors of the last ABA.
 *
 * From the links where forces act up to the root, each joint has
 *
 *     u = tau - S' p,  x = D^-1 u,  p_parent += X* (p + U x)
 *
 * where p starts as minus the force on the link. Since ABA factors the generalized inertia, J1 M^-1 J2' of two rows is the sum of
 * u1' x2 over the joints above both. Down the tree x gives the accelerations, qdd = x - D^-1 U' a_parent.
 *
 * For a free root u and x are a force and a motion in link axes, and for an ideal spherical joint a moment and a rotation; both are
 * stored in the places of its axes.
 */
#include <string.h>

#include "aba_parts.h"

/* Passes p of link i on to its parent, in the parent's frame; tau on the link's axes, or NULL. */
KIP_WITHIN Force climb(const KipDynamics *d, int i, Force p, const double *tau, Response *response)
{
    static const double nothing[MAX_DOF];
    const Link *link = d->model->tree->link + i;
    const LinkState *s = d->link + i;
    const GeneralState *g = d->general + i;
    double *u = response->u + response->n, *x = response->x + link->v;
    for (int k = 0; k < link->nv; k++)
        response->axis[response->n++] = link->v + k;
    tau = tau ? tau : nothing;
    if (d->is_general[i]) {
        for (int k = 0; k < link->nv; k++)
            x[k] = u[k] = d->prescribed[link->v + k] ? 0 : tau[k] - motion_dot(g->S[k], p);
        solve_general(g, link->nv, x);
        for (int k = 0; k < link->nv; k++)
            p = force_add(p, force_scale(x[k], g->U[k]));
    } else if (link->kind == LINK_FREE) {
        const Force b = force_sub(force(v3_from(tau + 3), m3_apply_t(s->R, v3_from(tau))), p);
        const Motion a = solve_free(s, d->diagonal + link->v, b);
        v3_store(u, b.f), v3_store(u + 3, b.n);
        v3_store(x, a.v), v3_store(x + 3, a.w);
    } else if (link->kind != LINK_FIXED && s->reduced) {
        const KipVec3 n = tau == nothing ? v3_zero() : moment_of(link, s, tau), left = v3_sub(n, p.n);
        const KipVec3 turn = s3_apply(s->D, left);
        v3_store(u, left), v3_store(x, turn);
        p = force(n, v3_add(p.f, m3_apply_t(s->A.H, turn)));
    } else if (link->kind != LINK_FIXED) {
        for (int k = 0; k < link->nv; k++)
            u[k] = tau[k] - v3_dot(s->W[k], p.n);
        solve_hinges(link->nv, s, u, x);
        for (int k = 0; k < link->nv; k++)
            p = force_add(p, force_scale(x[k], s->U[k]));
    }
    return force_to_parent(s->R, s->r, p);
}

/* The parent, or 0 where it is static. */
static inline int above(const KipDynamics *d, int i)
{
    const int parent = d->model->tree->link[i].parent;
    return d->model->tree->link[parent].is_static ? 0 : parent;
}

static void begin(const KipDynamics *d, Response *response)
{
    response->n = 0;
    memset(response->x, 0, (size_t)d->model->nv * sizeof *response->x);
}

KIP_TWICE void kip_respond_to_torques(const KipDynamics *d, int body, const double *tau, Response *response)
{
    Force p = force(v3_zero(), v3_zero());
    begin(d, response);
    for (int i = body; i; i = above(d, i), tau = NULL)
        p = climb(d, i, p, tau, response);
}

/* A sum that cancels but for rounding is zero, so that a row with no effect has none. */
static KipVec3 sum_of(KipVec3 a, KipVec3 b)
{
    const double rounding = 1e-13;
    const KipVec3 sum = v3_add(a, b);
    const bool any = v3_dot(sum, sum) > rounding * rounding * (v3_dot(a, a) + v3_dot(b, b));
    return any ? sum : v3_zero();
}

/* Parents precede children, so the later of the two links goes first, until both are the same. */
KIP_TWICE void kip_respond_to_forces(const KipDynamics *d, const int body[2], const Force force[2],
                                     Response *response)
{
    const Link *link = d->model->tree->link;
    const Force none = {{0, 0, 0}, {0, 0, 0}};
    int i = link[body[0]].is_static ? 0 : body[0], j = link[body[1]].is_static ? 0 : body[1];
    Force p = force_sub(none, force[0]), q = force_sub(none, force[1]);
    begin(d, response);
    while (i || j) {
        if (i == j)
            p = (Force){sum_of(p.n, q.n), sum_of(p.f, q.f)}, j = 0;
        if (i > j)
            p = climb(d, i, p, NULL, response), i = above(d, i);
        else
            q = climb(d, j, q, NULL, response), j = above(d, j);
    }
}

KIP_TWICE void kip_respond(KipDynamics *d, const bool *idle, const double *x, double *qdd)
{
    memset(qdd, 0, (size_t)d->model->nv * sizeof *qdd);
    d->response[0] = motion(v3_zero(), v3_zero());
    for (int i = 1; i < d->model->nbody; i++) {
        const Link *link = d->model->tree->link + i;
        const GeneralState *g = d->general + i;
        const LinkState *s = d->link + i;
        const double *own = x + link->v;
        double *rate = qdd + link->v, y[MAX_DOF];
        Motion a;
        if (idle[i])
            continue;
        a = motion_to_child(s->R, s->r, d->response[link->parent]);
        if (d->is_general[i]) {
            for (int k = 0; k < link->nv; k++)
                y[k] = motion_dot(a, g->U[k]);
            solve_general(g, link->nv, y);
            for (int k = 0; k < link->nv; k++) {
                rate[k] = own[k] - y[k];
                a = motion_add_scaled(a, rate[k], g->S[k]);
            }
        } else if (link->kind == LINK_FREE) {
            a = motion(v3_from(own + 3), v3_from(own));
            v3_store(rate, m3_apply(s->R, a.v));
            v3_store(rate + 3, a.w);
        } else if (link->kind != LINK_FIXED && s->reduced) {
            const KipVec3 w = v3_sub(v3_from(own), s3_apply(s->D, m3_apply(s->A.H, a.v)));
            rates_of(link, s, v3_sub(w, a.w), rate);
            a.w = w;
        } else if (link->kind != LINK_FIXED) {
            double b[MAX_HINGES];
            for (int k = 0; k < link->nv; k++)
                b[k] = motion_dot(a, s->U[k]);
            solve_hinges(link->nv, s, b, y);
            for (int k = 0; k < link->nv; k++) {
                rate[k] = own[k] - y[k];
                a.w = v3_add_scaled(a.w, rate[k], s->W[k]);
            }
        }
        d->response[i] = a;
    }
}
