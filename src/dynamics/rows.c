/* Constraints in a stage, as rows (row_list.c).
 *
 * A row is a generalized force J' lambda and the acceleration J a along it. With the free acceleration a0 of ABA,
 *
 *    J a0 + A lambda = a*,   A = J Mh^-1 J',   Mh = M + folded terms (as in ABA)
 *
 * is solved as a boxed LCP (lcp.c), and ABA runs again under the forces found. */
#include <string.h>

#include "arm.h"
#include "lcp.h"
#include "sim_parts.h"
#include "rows.h"
#include "subspace.h"

/* -- J and Mh -------------------------------------------------------------------------------------------- */

/* Adds to J the generalized force of a wrench on a body. */
KIP_TWICE static void add_wrench(const KipDynamics *d, int body, double sign, const Row *row, double *J)
{
    const Link *link = d->model->tree->link;
    for (int i = body; i; i = link[i].parent) {
        const WorldPose *pose = d->world + i;
        KipVec3 n = v3_add(row->torque, v3_cross(v3_sub(row->point, pose->p), row->force));
        double y[MAX_DOF];
        link_forces(d, i, force(m3_apply_t(pose->R, n), m3_apply_t(pose->R, row->force)), y);
        for (int k = 0; k < link[i].nv; k++)
            J[link[i].v + k] += sign * y[k];
    }
}

void kip_rows_jacobian(KipSim *sim)
{
    const KipDynamics *d = sim->d;
    size_t nv = (size_t)sim->model->nv;
    for (int r = 0; r < sim->nrow; r++) {
        const Row *row = sim->row + r;
        double *J = sim->J + (size_t)r * nv;
        memset(J, 0, nv * sizeof *J);
        if (row->dof >= 0) {
            J[row->dof] = 1;
        } else {
            add_wrench(d, row->body1, -1, row, J);
            add_wrench(d, row->body2, 1, row, J);
        }
    }
}

/* The column of J for an impedance and a unit rate w, v at the origin of link i: the velocity at its point. */
static inline KipVec3 impedance_column(const KipDynamics *d, const Impedance *z, int i, KipVec3 point,
                                       KipVec3 w, KipVec3 v)
{
    KipVec3 centre, origin = d->world[i].p;
    if (z->turns)
        return w;
    if (!z->mask)
        return v3_add(v, v3_cross(w, v3_sub(point, origin)));
    centre = v3_add(d->world[z->body].p, m3_apply(d->world[z->body].R, mask_centre(d, z->body)));
    v = v3_add(v, v3_cross(w, v3_sub(centre, origin)));
    return mask_motion(z->mask, v, w, v3_sub(point, centre));
}

/* Adds J' Z J of an impedance on a link to the matrix, for the axes above it. */
KIP_TWICE static void add_impedance(KipSim *sim, const Impedance *z)
{
    const KipDynamics *d = sim->d;
    const Link *links = d->model->tree->link;
    const WorldPose *pose = d->world + z->body;
    KipVec3 point = v3_add(pose->p, m3_apply(pose->R, z->r));
    KipSym3 Z = s3_rotate(pose->R, z->Z);
    KipVec3 *column = sim->column, *pressed = sim->pressed; /* columns of J and Z J */
    int *dof = sim->above, n = 0;
    for (int i = z->body; i; i = links[i].parent) {
        Motion S[MAX_DOF];
        for (int k = link_subspace(d, i, S) - 1; k >= 0; k--, n++) {
            KipVec3 w = m3_apply(d->world[i].R, S[k].w), v = m3_apply(d->world[i].R, S[k].v);
            column[n] = impedance_column(d, z, i, point, w, v);
            pressed[n] = s3_apply(Z, column[n]);
            dof[n] = links[i].v + k;
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) /* towards the root: the lower triangle */
            sim->M[dof[i] * sim->model->nv + dof[j]] += v3_dot(column[i], pressed[j]);
}

/* Finds the trees on which the row acts. */
static void find_trees(KipSim *sim, const Row *row, Tree *tree[2])
{
    tree[0] = sim->tree + (row->dof >= 0 ? sim->tree_of_dof[row->dof] : sim->tree_of[row->body1]);
    tree[1] = row->dof >= 0 ? tree[0] : sim->tree + sim->tree_of[row->body2];
}

/* Marks the bodies of trees on which no row acts, whose part of M is not needed. */
static const bool *find_unheld(KipSim *sim)
{
    Tree *tree[2];
    for (int t = 0; t < sim->ntree; t++)
        sim->tree[t].held = false;
    for (int r = 0; r < sim->nrow; r++) {
        find_trees(sim, sim->row + r, tree);
        tree[0]->held = tree[1]->held = true;
    }
    for (int i = 1; i < sim->model->nbody; i++)
        sim->unheld[i] = !sim->tree[sim->tree_of[i]].held;
    return sim->unheld;
}

/* Factors the matrix of the trees whose bodies are not idle; NULL: of all. */
static bool factor(KipSim *sim, bool folded, const bool *idle)
{
    KipDynamics *d = sim->d;
    const KipModel *model = sim->model;
    const KipTree *tree = model->tree;
    int nv = model->nv;
    kip_mass_blocks(d, idle, sim->M);
    for (int k = 0; folded && k < d->nimpedance; k++)
        if (!(idle && idle[d->impedance[k].body]))
            add_impedance(sim, d->impedance + k);
    for (int k = 0; k < nv; k++) {
        if (idle && idle[model->joint[tree->dof_joint[k]].body])
            continue;
        if (folded)
            sim->M[k * nv + k] += d->diagonal[k] - tree->armature[k];
        if (d->prescribed[k]) {
            for (int i = 0; i < nv; i++)
                sim->M[k * nv + i] = sim->M[i * nv + k] = 0;
            sim->M[k * nv + k] = 1;
        }
    }
    return kip_mass_factor_blocks(model, idle, sim->M, NULL) == KIP_OK;
}

bool kip_rows_factor(KipSim *sim, bool folded)
{
    return factor(sim, folded, NULL);
}

void kip_rows_leave_prescribed(const KipSim *sim, double *x)
{
    for (int k = 0; k < sim->model->nv; k++)
        if (sim->d->prescribed[k])
            x[k] = 0;
}

/* Computes A into sim->A, lower triangle. */
KIP_TWICE static void fill_mobility(KipSim *sim)
{
    size_t nv = (size_t)sim->model->nv, n = (size_t)sim->nrow;
    memcpy(sim->Y, sim->J, n * nv * sizeof *sim->Y);
    for (size_t r = 0; r < n; r++) {
        kip_rows_leave_prescribed(sim, sim->Y + r * nv);
        kip_mass_half_solve(sim->model, sim->M, sim->Y + r * nv);
    }
    for (size_t r = 0; r < n; r++)
        for (size_t s = 0; s <= r; s++) {
            double sum = 0;
            for (size_t k = 0; k < nv; k++)
                sum += sim->Y[r * nv + k] * sim->Y[s * nv + k];
            sim->A[r * n + s] = sum;
        }
}

/* -- in a stage ------------------------------------------------------------------------------------------ */

static KipVec3 point_acceleration(const KipDynamics *d, int body, KipVec3 point)
{
    if (d->model->tree->link[body].is_static)
        return v3_zero();
    KipVec3 arm = arm_of(d, body, point);
    return arm_acceleration(d, body, arm, arm_known(d, body, arm));
}

static KipVec3 angular_acceleration(const KipDynamics *d, int body)
{
    return d->model->tree->link[body].is_static ? v3_zero() : m3_apply(d->world[body].R, d->link[body].a.w);
}

static void push(KipDynamics *d, int body, KipVec3 point, KipVec3 f, KipVec3 n)
{
    if (d->model->tree->link[body].is_static)
        return;
    arm_push(d, body, arm_of(d, body, point), f);
    d->external[body].n = v3_add(d->external[body].n, m3_apply_t(d->world[body].R, n));
}

double kip_row_acceleration(const KipSim *sim, const Row *row)
{
    if (row->dof >= 0)
        return sim->a[row->dof];
    return v3_dot(row->force, v3_sub(point_acceleration(sim->d, row->body2, row->point),
                                     point_acceleration(sim->d, row->body1, row->point))) +
           v3_dot(row->torque,
                  v3_sub(angular_acceleration(sim->d, row->body2), angular_acceleration(sim->d, row->body1)));
}

static void apply(KipSim *sim, const Row *row, double lambda)
{
    KipDynamics *d = sim->d;
    KipVec3 f = v3_scale(lambda, row->force), n = v3_scale(lambda, row->torque);
    if (row->dof >= 0) {
        sim->tau[row->dof] += lambda;
    } else {
        push(d, row->body1, row->point, v3_neg(f), v3_neg(n));
        push(d, row->body2, row->point, f, n);
    }
}

void kip_rows_solve(KipSim *sim)
{
    double *b = sim->b, *lo = sim->lo, *hi = sim->hi, *x = sim->x;
    if (!factor(sim, true, find_unheld(sim)))
        return; /* the state is not finite, and the step will be refused */
    kip_rows_jacobian(sim);
    fill_mobility(sim);
    for (int r = 0; r < sim->nrow; r++) {
        const Row *row = sim->row + r;
        b[r] = row->wanted - kip_row_acceleration(sim, row);
        lo[r] = row->lo - row->lambda, hi[r] = row->hi - row->lambda;
    }
    kip_lcp_solve(sim->nrow, sim->A, b, lo, hi, x, sim->lcp);
    for (int r = 0; r < sim->nrow; r++) {
        sim->row[r].lambda += x[r];
        apply(sim, sim->row + r, x[r]);
        if (sim->row[r].dof >= 0)
            kip_stir_axis(sim, sim->row[r].dof);
        else
            kip_stir(sim, sim->row[r].body1), kip_stir(sim, sim->row[r].body2);
    }
}

double kip_row_rate(const KipSim *sim, int r, const double *v)
{
    const double *J = sim->J + (size_t)r * (size_t)sim->model->nv;
    double rate = 0;
    for (int k = 0; k < sim->model->nv; k++)
        rate += J[k] * v[k];
    return rate;
}

/* Adds a row to the reported forces of its constraint: a torque for rows that hold an axis, else one number. */
static void report(KipSim *sim, const Row *row, int k, double weight)
{
    double *f = sim->row_force + 6 * row->constraint;
    if (sim->constraint[row->constraint].type == KIP_ALIGN)
        v3_store(f, v3_add_scaled(v3_from(f), weight * row->lambda, row->torque));
    else
        f[k] += weight * row->lambda;
}

void kip_rows_account(KipSim *sim, const Stage *stage)
{
    double weight = stage->method->weight[stage->index];
    if (stage_opens(stage) && *sim->nconstraint)
        memset(sim->row_force, 0, 6 * (size_t)sim->max_constraints * sizeof *sim->row_force);
    for (int r = 0, k = 0; r < sim->nrow; r++) {
        const Row *row = sim->row + r;
        k = r && sim->row[r - 1].constraint == row->constraint ? k + 1 : 0;
        report(sim, row, k, stage->told);
        sim->work->rows += weight * stage->h * row->lambda * kip_row_rate(sim, r, sim->d->v);
        if (row->dof < 0) {
            KipVec3 f = v3_scale(row->lambda, row->force), n = v3_scale(row->lambda, row->torque);
            kip_momentum_push(sim, row->body1, v3_neg(f), v3_neg(n), row->point);
            kip_momentum_push(sim, row->body2, f, n, row->point);
        }
    }
}

/* -- at the end of a step -------------------------------------------------------------------------------- */

bool kip_rows_prepare(KipSim *sim, double h)
{
    if (*sim->nconstraint == 0)
        return false;
    kip_rows_list(sim, &(Stage){.index = REST, .h = h, .method = sim->method});
    if (sim->nrow == 0 || !factor(sim, false, find_unheld(sim)))
        return false;
    kip_rows_jacobian(sim);
    fill_mobility(sim);
    return true;
}

/* -- memory ---------------------------------------------------------------------------------------------- */

KipStatus kip_rows_create(KipSim *sim, KipError *error)
{
    KipArena *arena = sim->arena;
    size_t nv = (size_t)sim->model->nv, n;
    if (sim->max_constraints > 1000)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "max_constraints is %d; the most is 1000",
                        sim->max_constraints);
    sim->max_rows = 6 * sim->max_constraints;
    n = (size_t)sim->max_rows;
    sim->row = kip_arena_take(arena, n, sizeof *sim->row);
    sim->column = kip_arena_take(arena, nv, sizeof *sim->column);
    sim->pressed = kip_arena_take(arena, nv, sizeof *sim->pressed);
    sim->above = kip_arena_take(arena, nv, sizeof *sim->above);
    double **part[] = {&sim->b, &sim->lo, &sim->hi, &sim->x, &sim->lcp};
    const size_t size[] = {n, n, n, n, kip_lcp_memory(sim->max_rows)};
    double **matrix[] = {&sim->M, &sim->J, &sim->Y, &sim->A}; /* filled before they are read, in each stage */
    const size_t entries[] = {nv * nv, n * nv, n * nv, n * n};
    sim->unheld = kip_arena_take(arena, (size_t)sim->model->nbody, sizeof *sim->unheld);
    bool taken = sim->row && sim->column && sim->pressed && sim->above && sim->unheld;
    for (size_t i = 0; i < sizeof part / sizeof *part && taken; i++)
        taken = (*part[i] = kip_arena_take(arena, size[i], sizeof(double)));
    for (size_t i = 0; i < sizeof matrix / sizeof *matrix && taken; i++)
        taken = (*matrix[i] = kip_arena_room(arena, entries[i], sizeof(double)));
    return taken ? KIP_OK
                 : kip_fail(error, KIP_NO_MEMORY, kip_nowhere(),
                            "not enough memory for the constraints of '%s'", sim->model->name);
}
