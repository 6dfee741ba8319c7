/* Constraints in a stage, as rows (row_list.c).
 *
 * A row is a generalized force J' lambda and the acceleration J a along it. With the free acceleration a0 of ABA,
 *
 *    J a0 + A lambda = a*,   A = J Mh^-1 J',   Mh = M + folded terms (as in ABA)
 *
 * is solved as a boxed LCP (lcp.c), and ABA runs again under the forces found. A comes from the responses to unit rows by the
 * factors of that ABA (respond.c), without a mass matrix: a step of two characters and a welded ball takes a quarter fewer
 * instructions.
 */
#include <string.h>

#include "arm.h"
#include "lcp.h"
#include "sim_parts.h"
#include "rows.h"

/* -- A --------------------------------------------------------------------------------------------------- */

/* The wrench of a unit row on a body, link frame. */
static inline Force wrench_on(const KipDynamics *d, int body, double sign, const Row *row)
{
    const KipVec3 f = m3_apply_t(d->world[body].R, v3_scale(sign, row->force));
    const KipVec3 n = m3_apply_t(d->world[body].R, v3_scale(sign, row->torque));
    return force(v3_add(n, v3_cross(arm_of(d, body, row->point), f)), f);
}

KIP_TWICE static void respond(KipSim *sim, const Row *row)
{
    const KipDynamics *d = sim->d;
    if (row->dof >= 0) {
        double tau[MAX_DOF] = {0};
        const int body = sim->model->joint[sim->model->tree->dof_joint[row->dof]].body;
        tau[row->dof - sim->model->tree->link[body].v] = 1;
        kip_respond_to_torques(d, body, tau, &sim->unit);
    } else {
        const int body[2] = {row->body1, row->body2};
        const Force wrench[2] = {wrench_on(d, body[0], -1, row), wrench_on(d, body[1], 1, row)};
        kip_respond_to_forces(d, body, wrench, &sim->unit);
    }
}

KIP_TWICE void kip_rows_meet(const KipSim *sim, int n, int r, double *A)
{
    const Response *unit = &sim->unit;
    const size_t nv = (size_t)sim->model->nv;
    const double *x = unit->x - (size_t)r * nv;
    for (int s = 0; s <= r; s++, x += nv) {
        double sum = 0;
        for (int i = 0; i < unit->n; i++)
            sum += unit->u[i] * x[unit->axis[i]];
        A[r * n + s] = sum;
    }
}

bool kip_rows_fill(KipSim *sim, int n, double *X, double *A)
{
    bool sound = true;
    for (int r = 0; r < sim->nrow; r++) {
        sim->unit.x = X + (size_t)r * (size_t)sim->model->nv;
        respond(sim, sim->row + r);
        kip_rows_meet(sim, n, r, A);
        sound = sound && A[r * n + r] >= 0;
    }
    return sound;
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
    if (!kip_rows_fill(sim, sim->nrow, sim->X, sim->A))
        return; /* the state is not finite, and the step will be refused */
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

static KipVec3 point_velocity(const KipDynamics *d, int body, KipVec3 point)
{
    return m3_apply(d->world[body].R, arm_velocity(d, body, arm_of(d, body, point)));
}

double kip_row_rate(const KipSim *sim, const Row *row)
{
    const KipDynamics *d = sim->d;
    if (row->dof >= 0)
        return d->v[row->dof];
    return v3_dot(row->force, v3_sub(point_velocity(d, row->body2, row->point),
                                     point_velocity(d, row->body1, row->point))) +
           v3_dot(row->torque,
                  v3_sub(kip_body_angular_velocity(d, row->body2), kip_body_angular_velocity(d, row->body1)));
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
        sim->work->rows += weight * stage->h * row->lambda * kip_row_rate(sim, row);
        if (row->dof < 0) {
            KipVec3 f = v3_scale(row->lambda, row->force), n = v3_scale(row->lambda, row->torque);
            kip_momentum_push(sim, row->body1, v3_neg(f), v3_neg(n), row->point);
            kip_momentum_push(sim, row->body2, f, n, row->point);
        }
    }
}

/* -- at the end of a step -------------------------------------------------------------------------------- */

/* Marks the bodies of trees on which no row acts: ABA leaves them out. */
static void find_unheld(KipSim *sim)
{
    for (int t = 0; t < sim->ntree; t++)
        sim->tree[t].held = false;
    for (int r = 0; r < sim->nrow; r++) {
        const Row *row = sim->row + r;
        sim->tree[row->dof >= 0 ? sim->tree_of_dof[row->dof] : sim->tree_of[row->body1]].held = true;
        sim->tree[row->dof >= 0 ? sim->tree_of_dof[row->dof] : sim->tree_of[row->body2]].held = true;
    }
    for (int i = 1; i < sim->model->nbody; i++)
        sim->unheld[i] = !sim->tree[sim->tree_of[i]].held;
}

/* The factors, nothing folded in. */
static void factor(KipSim *sim)
{
    KipDynamics *d = sim->d;
    const size_t nv = (size_t)sim->model->nv;
    bool *idle = d->idle;
    find_unheld(sim);
    d->nimpedance = 0;
    memcpy(d->diagonal, sim->model->tree->armature, nv * sizeof *d->diagonal);
    memset(sim->ahead[0], 0, nv * sizeof(double));
    memset(sim->ahead[1], 0, nv * sizeof(double));
    d->idle = sim->unheld, d->any_idle = true;
    kip_aba_factor(d, NULL, sim->ahead[0], sim->ahead[1]);
    d->idle = idle, d->any_idle = d->any_absent;
}

bool kip_rows_prepare(KipSim *sim, double h)
{
    if (*sim->nconstraint == 0)
        return false;
    kip_rows_list(sim, &(Stage){.index = REST, .h = h, .method = sim->method});
    if (sim->nrow == 0)
        return false;
    factor(sim);
    return kip_rows_fill(sim, sim->nrow, sim->X, sim->A);
}

void kip_rows_answer(KipSim *sim, double *x)
{
    const size_t nv = (size_t)sim->model->nv;
    double *sum = sim->ahead[0];
    memset(sum, 0, nv * sizeof *sum);
    for (int r = 0; r < sim->nrow; r++)
        for (size_t k = 0; k < nv; k++)
            sum[k] += sim->x[r] * sim->X[(size_t)r * nv + k];
    kip_respond(sim->d, sim->unheld, sum, x);
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
    double **part[] = {&sim->b, &sim->lo, &sim->hi, &sim->x, &sim->lcp, &sim->unit.u};
    const size_t size[] = {n, n, n, n, kip_lcp_memory(sim->max_rows), nv};
    double **matrix[] = {&sim->X, &sim->A}; /* filled before they are read, in each stage */
    const size_t entries[] = {n * nv, n * n};
    sim->unheld = kip_arena_take(arena, (size_t)sim->model->nbody, sizeof *sim->unheld);
    sim->unit.axis = kip_arena_take(arena, nv, sizeof *sim->unit.axis);
    bool taken = sim->row && sim->unheld && sim->unit.axis;
    for (size_t i = 0; i < sizeof part / sizeof *part && taken; i++)
        taken = (*part[i] = kip_arena_take(arena, size[i], sizeof(double)));
    for (size_t i = 0; i < sizeof matrix / sizeof *matrix && taken; i++)
        taken = (*matrix[i] = kip_arena_room(arena, entries[i], sizeof(double)));
    return taken ? KIP_OK
                 : kip_fail(error, KIP_NO_MEMORY, kip_nowhere(),
                            "not enough memory for the constraints of '%s'", sim->model->name);
}
