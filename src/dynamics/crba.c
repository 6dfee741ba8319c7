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

/* From the composite inertias. */
static void fill(const KipDynamics *d, Block M)
{
    const KipTree *tree = d->model->tree;
    const int end = M.first + (int)M.n;
    memset(M.at, 0, M.n * M.n * sizeof *M.at);
    for (int i = 1; i < d->model->nbody; i++)
        if (tree->link[i].nv > 0 && tree->link[i].v >= M.first && tree->link[i].v < end)
            fill_columns(d, &M, i);
    for (size_t k = 0; k < M.n; k++)
        M.at[k * M.n + k] += tree->armature[(size_t)M.first + k];
}

void kip_mass_matrix(KipDynamics *d, double *M)
{
    composite_pass(d);
    fill(d, (Block){M, 0, (size_t)d->model->nv});
}

void kip_tree_mass_matrix(KipDynamics *d, int root, int n, double *M)
{
    composite_pass(d);
    fill(d, (Block){M, d->model->body[root].v, (size_t)n});
}

/* Element (i, j) of a block. */
static inline double *element(Block M, int i, int j)
{
    return M.at + (size_t)(i - M.first) * M.n + (size_t)(j - M.first);
}

KIP_TWICE static KipStatus factor(const KipModel *model, const Block *M, KipError *error)
{
    const int *parent = model->tree->dof_parent;
    for (int k = M->first + (int)M->n - 1; k >= M->first; k--) {
        double *pivot = element(*M, k, k);
        if (!(*pivot > 0))
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "the mass matrix is not positive definite at joint '%s'",
                            model->joint[model->tree->dof_joint[k]].name);
        *pivot = sqrt(*pivot);
        for (int i = parent[k]; i >= 0; i = parent[i])
            *element(*M, k, i) /= *pivot;
        for (int i = parent[k]; i >= 0; i = parent[i])
            for (int j = i; j >= 0; j = parent[j])
                *element(*M, i, j) -= *element(*M, k, i) * *element(*M, k, j);
    }
    return KIP_OK;
}

KipStatus kip_mass_factor(const KipModel *model, double *M, KipError *error)
{
    return factor(model, &(Block){M, 0, (size_t)model->nv}, error);
}

/* M x = b in place, x from the block's first dof on, where b is zero but for dofs first to last, which are all that is needed
 * of x. */
KIP_TWICE static void solve(const KipModel *model, const Block *L, int first, int last, double *x)
{
    const int *parent = model->tree->dof_parent;
    const int from = L->first;
    for (int k = last; k >= first; k--) { /* L' y = b */
        if (x[k - from] == 0)
            continue;
        x[k - from] /= *element(*L, k, k);
        for (int i = parent[k]; i >= 0; i = parent[i])
            x[i - from] -= *element(*L, k, i) * x[k - from];
    }
    for (int k = first; k <= last; k++) { /* L x = y */
        for (int i = parent[k]; i >= 0; i = parent[i])
            x[k - from] -= *element(*L, k, i) * x[i - from];
        x[k - from] /= *element(*L, k, k);
    }
}

void kip_mass_solve(const KipModel *model, const double *L, double *x)
{
    solve(model, &(Block){(double *)L, 0, (size_t)model->nv}, 0, model->nv - 1, x);
}

/* -- by trees -------------------------------------------------------------------------------------------- */

/* An entry of the diagonal of M^-1. scratch: one number for each dof of the block. */
static double mobility_of(const KipModel *model, const Block *L, int dof, double *scratch)
{
    int root = dof;
    while (model->tree->dof_parent[root] >= 0)
        root = model->tree->dof_parent[root];
    memset(scratch + (root - L->first), 0, (size_t)(dof - root) * sizeof *scratch);
    scratch[dof - L->first] = 1;
    solve(model, L, root, dof, scratch);
    return scratch[dof - L->first];
}

/* Where the trees begin whose dofs end before `end`: usually of one, of several where their dofs are mixed. */
static int block_before(const KipModel *model, int end)
{
    int first = end, least = end - 1;
    while (first > least) {
        const int parent = model->tree->dof_parent[--first];
        least = parent >= 0 && parent < least ? parent : least;
    }
    return first;
}

int kip_mass_most_of_a_tree(const KipModel *model)
{
    int most = 0;
    for (int end = model->nv, first; end > 0; end = first) {
        first = block_before(model, end);
        most = end - first > most ? end - first : most;
    }
    return most;
}

KipStatus kip_mass_diagonals(KipDynamics *d, double *diagonal, double *mobility, double *scratch,
                             KipError *error)
{
    const KipModel *model = d->model;
    composite_pass(d);
    for (int end = model->nv, first; end > 0; end = first) {
        first = block_before(model, end);
        const Block M = {scratch, first, (size_t)(end - first)};
        fill(d, M);
        for (int k = first; k < end; k++)
            diagonal[k] = *element(M, k, k);
        KipStatus status = factor(model, &M, error);
        if (status != KIP_OK)
            return status;
        for (int k = first; k < end; k++)
            mobility[k] = mobility_of(model, &M, k, scratch + M.n * M.n);
    }
    return KIP_OK;
}
