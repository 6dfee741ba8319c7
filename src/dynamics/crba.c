/* The mass matrix by the composite-rigid-body algorithm (RBDA 6.2, table 6.2), and its sparse
 * factorization M = L' L, which fills in nothing (RBDA 6.5, tables 6.3 to 6.5).
 */
#include <string.h>

#include "subspace.h"

/* The rows and columns of the dofs [first, first + n). */
typedef struct Block {
    double *at;
    int first;
    size_t n;
} Block;

/* S' F of link i for n forces: the block of M where the rows of i meet the columns of another link. */
static inline void fill_block(const KipDynamics *d, const Block *M, int i, const Force *F, int n, int column)
{
    const Link *link = d->model->tree->link + i;
    size_t row = (size_t)(link->v - M->first);
    for (int k = 0; k < n; k++, column++) {
        double y[MAX_DOF];
        link_forces(d, i, F[k], y);
        for (int j = 0; j < link->nv; j++) {
            M->at[(row + (size_t)j) * M->n + (size_t)column] = y[j];
            M->at[(size_t)column * M->n + row + (size_t)j] = y[j];
        }
    }
}

/* Fills the columns of link i's dofs: their joint forces F = I^c S, times the axes of the links from i up to the root. */
KIP_TWICE static void fill_columns(const KipDynamics *d, const Block *M, int i)
{
    const Link *links = d->model->tree->link;
    int n = links[i].nv, column = links[i].v - M->first;
    Motion S[MAX_DOF];
    Force F[MAX_DOF];
    link_subspace(d, i, S);
    for (int k = 0; k < n; k++)
        F[k] = inertia_apply(d->composite[i], S[k]);
    for (;;) {
        const LinkState *s = d->link + i;
        fill_block(d, M, i, F, n, column);
        i = links[i].parent;
        if (links[i].is_static)
            return;
        for (int k = 0; k < n; k++)
            F[k] = force_to_parent(s->R, s->r, F[k]);
    }
}

KIP_TWICE static void composite_pass(KipDynamics *d)
{
    const Link *links = d->model->tree->link;
    int n = d->model->nbody;
    for (int i = 1; i < n; i++)
        d->composite[i] = links[i].I;
    for (int i = n - 1; i > 0; i--) {
        Inertia *parent = d->composite + links[i].parent;
        if (links[i].parent)
            *parent = inertia_add(*parent, inertia_to_parent(d->link[i].R, d->link[i].r, d->composite[i]));
    }
}

void kip_composite_inertias(KipDynamics *d, double *moved)
{
    const KipTree *tree = d->model->tree;
    composite_pass(d);
    for (int i = 1; i < d->model->nbody; i++) {
        Motion S[MAX_DOF];
        int dofs = link_subspace(d, i, S), v = tree->link[i].v;
        for (int k = 0; k < dofs; k++)
            moved[v + k] = motion_dot(S[k], inertia_apply(d->composite[i], S[k])) + tree->armature[v + k];
    }
}

/* All bodies, or those under a root. */
static void fill(KipDynamics *d, int root, Block M)
{
    const KipModel *model = d->model;
    memset(M.at, 0, M.n * M.n * sizeof *M.at);
    composite_pass(d);
    for (int i = 1; i < model->nbody; i++)
        if (model->tree->link[i].nv > 0 && (root == 0 || model->body[i].root == root))
            fill_columns(d, &M, i);
    for (size_t k = 0; k < M.n; k++)
        M.at[k * M.n + k] += model->tree->armature[(size_t)M.first + k];
}

void kip_mass_matrix(KipDynamics *d, double *M)
{
    fill(d, 0, (Block){M, 0, (size_t)d->model->nv});
}

void kip_tree_mass_matrix(KipDynamics *d, int root, int n, double *M)
{
    fill(d, root, (Block){M, d->model->body[root].v, (size_t)n});
}

KIP_TWICE KipStatus kip_mass_factor(const KipModel *model, double *M, KipError *error)
{
    const int *parent = model->tree->dof_parent;
    size_t nv = (size_t)model->nv;
    for (int k = model->nv - 1; k >= 0; k--) {
        double *row = M + (size_t)k * nv;
        if (!(row[k] > 0))
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "the mass matrix is not positive definite at joint '%s'",
                            model->joint[model->tree->dof_joint[k]].name);
        row[k] = sqrt(row[k]);
        for (int i = parent[k]; i >= 0; i = parent[i])
            row[i] /= row[k];
        for (int i = parent[k]; i >= 0; i = parent[i])
            for (int j = i; j >= 0; j = parent[j])
                M[(size_t)i * nv + (size_t)j] -= row[i] * row[j];
    }
    return KIP_OK;
}

/* M x = b in place where b is zero but for dofs first to last, which are all that is needed of x. */
KIP_TWICE static void solve(const KipModel *model, const double *L, int first, int last, double *x)
{
    const int *parent = model->tree->dof_parent;
    size_t nv = (size_t)model->nv;
    for (int k = last; k >= first; k--) { /* L' y = b */
        const double *row = L + (size_t)k * nv;
        if (x[k] == 0)
            continue;
        x[k] /= row[k];
        for (int i = parent[k]; i >= 0; i = parent[i])
            x[i] -= row[i] * x[k];
    }
    for (int k = first; k <= last; k++) { /* L x = y */
        const double *row = L + (size_t)k * nv;
        for (int i = parent[k]; i >= 0; i = parent[i])
            x[k] -= row[i] * x[i];
        x[k] /= row[k];
    }
}

void kip_mass_solve(const KipModel *model, const double *L, double *x)
{
    solve(model, L, 0, model->nv - 1, x);
}

double kip_mass_mobility(const KipModel *model, const double *L, int dof, double *scratch)
{
    int root = dof;
    while (model->tree->dof_parent[root] >= 0)
        root = model->tree->dof_parent[root];
    memset(scratch + root, 0, (size_t)(dof - root) * sizeof *scratch);
    scratch[dof] = 1;
    solve(model, L, root, dof, scratch);
    return scratch[dof];
}
