/* What the bodies of each tree sum up to, in the world's axes about a point of the tree: mass, first moment, inertia, momentum.
 * Passes that run in lanes too (real.h). */
#include "tree.h"

/* m c of a link about a point, world axes. */
static inline KipVec3 link_first(const KipDynamics *d, int i, KipVec3 about)
{
    const Link *link = d->model->tree->link + i;
    return v3_add_scaled(m3_apply(d->world[i].R, v3_all(link->I.h)), real(link->I.m),
                         v3_sub(d->world[i].p, about));
}

static inline Force link_momentum(const KipDynamics *d, int i, KipVec3 about)
{
    const WorldPose *pose = d->world + i;
    Force h = inertia_apply(inertia_all(&d->model->tree->link[i].I), d->link[i].v);
    KipVec3 p = m3_apply(pose->R, h.f);
    return force(v3_add(m3_apply(pose->R, h.n), v3_cross(v3_sub(pose->p, about), p)), p);
}

KIP_TWICE KIP_EXTERN void kip_sum_firsts(const KipDynamics *d, const int *tree_of, TreeSum *sum)
{
    for (int i = 1; i < d->model->nbody; i++) {
        TreeSum *tree = sum + tree_of[i];
        if (tree->counts)
            tree->I.h = v3_add(tree->I.h, link_first(d, i, tree->about));
    }
}

KIP_TWICE KIP_EXTERN void kip_sum_momenta(const KipDynamics *d, const int *tree_of, TreeSum *sum)
{
    for (int i = 1; i < d->model->nbody; i++) {
        TreeSum *tree = sum + tree_of[i];
        if (!tree->counts)
            continue;
        tree->I.m += d->model->tree->link[i].I.m;
        tree->I.h = v3_add(tree->I.h, link_first(d, i, tree->about));
        tree->momentum = force_add(tree->momentum, link_momentum(d, i, tree->about));
    }
}

KIP_TWICE KIP_EXTERN void kip_sum_inertias(const KipDynamics *d, const int *tree_of, TreeSum *sum)
{
    for (int i = 1; i < d->model->nbody; i++) {
        TreeSum *tree = sum + tree_of[i];
        if (!tree->counts)
            continue;
        tree->I = inertia_add(tree->I, inertia_to_parent(d->world[i].R, v3_sub(d->world[i].p, tree->about),
                                                         inertia_all(&d->model->tree->link[i].I)));
        tree->momentum = force_add(tree->momentum, link_momentum(d, i, tree->about));
    }
}
