/* Forward dynamics with the forces that come with a model, and what its factors tell. */
#include "passive.h"
#include "tree.h"

void kip_forward_dynamics(KipDynamics *d, const double *tau, double *a, double *tau_prescribed)
{
    kip_passive_forces(d, d->tau);
    for (int k = 0; k < d->model->nv; k++)
        if (!d->prescribed[k])
            d->tau[k] += tau[k];
    kip_aba(d, d->gravity, NULL, d->tau, a, tau_prescribed);
    if (tau_prescribed) /* added to springs and dampers */
        for (int k = 0; k < d->model->nv; k++)
            if (d->prescribed[k])
                tau_prescribed[k] -= d->tau[k];
}

double kip_link_pivot(const KipDynamics *d, int i, int *dof, bool *no_inertia)
{
    const Link *link = d->model->tree->link + i;
    const GeneralState *g = d->general + i;
    double smallest = 1;
    *dof = link->v;
    *no_inertia = false;
    for (int k = 0; k < link->nv; k++) {
        double pivot = 1 / g->L[k][k], whole = d->diagonal[link->v + k] + motion_dot(g->S[k], g->U[k]);
        double share = whole > 1e-15 ? pivot / whole : 0;
        if (!(share >= smallest)) {
            smallest = share, *dof = link->v + k;
            *no_inertia = !(whole > 1e-15);
        }
    }
    return smallest;
}
