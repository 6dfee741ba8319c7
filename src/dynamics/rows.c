/* Constraints in a stage: welds, points, locks, stops and motors as rows.
 *
 * A row is a generalized force J' lambda and the acceleration J a' along it. With the free acceleration a0 of
 * ABA
 *
 *     J a0 + A lambda = a*,   A = J Mh^-1 J',   Mh = M + folded terms (what ABA met)
 *
 * solved as a boxed problem (lcp.c), whereupon ABA runs again under the forces found. a* is nought for
 * bilateral rows, what reaches a motor's rate at the end of the step, and for a stop what lets it come no
 * nearer in the step than it has room for at the step's start.
 */
#include <string.h>

#include "arm.h"
#include "lcp.h"
#include "quat.h"
#include "rows.h"
#include "subspace.h"

static const double touching = 1e-9; /* m: a stop is reached */

/* -- the list of rows ------------------------------------------------------------------------------------ */

/* The rows of a step are the same at every stage and at REST. There is room for six of every constraint. */
static Row *add_row(KipSim *sim, int constraint)
{
    Row *row = sim->row + sim->nrow++;
    *row = (Row){.constraint = constraint,
                 .dof = -1,
                 .before = row->before,
                 .asked = row->asked,
                 .lo = -INFINITY,
                 .hi = INFINITY};
    return row;
}

/* A row between the constraint's bodies at body 2's point. */
static Row *add_pair_row(KipSim *sim, int constraint)
{
    const KipConstraint *c = sim->constraint + constraint;
    Row *row = add_row(sim, constraint);
    row->body1 = c->body1, row->body2 = c->body2;
    row->point = kip_point_position(sim->d, c->body2, c->point2);
    return row;
}

/* Pulls with five times the weight of all there is: something else holds back, and would be torn. */
static bool strains(const KipSim *sim, int constraint)
{
    const double *f = sim->row_force + 6 * constraint;
    double sum = 0, most = 50 * sim->model->mass;
    for (int k = 0; k < 6; k++)
        sum += f[k] * f[k];
    return sum > most * most;
}

/* What to close of a gap of this width, of which this is the component along the row: all that opened in the
 * step, and a little of what was there before it. */
static void set_gap(const KipSim *sim, Row *row, int stage, double width, double component)
{
    double more = strains(sim, row->constraint) ? 0 : kip_most_closed;
    double left = row->before > more ? row->before - more : 0;
    if (stage == 0)
        row->before = width;
    row->gap = width > left ? (1 - left / width) * component : 0;
}

static const KipVec3 world_axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static void add_point_rows(KipSim *sim, int constraint, int stage)
{
    const KipConstraint *c = sim->constraint + constraint;
    KipVec3 gap = v3_sub(kip_point_position(sim->d, c->body2, c->point2),
                         kip_point_position(sim->d, c->body1, c->point1));
    for (int k = 0; k < 3; k++) {
        Row *row = add_pair_row(sim, constraint);
        row->force = world_axis[k];
        set_gap(sim, row, stage, v3_length(gap), v3_dot(world_axis[k], gap));
    }
}

static void add_turn_rows(KipSim *sim, int constraint, int stage)
{
    const KipConstraint *c = sim->constraint + constraint;
    KipQuat wanted = q_mul(kip_body_orientation(sim->d, c->body1), c->turn);
    KipQuat is = kip_body_orientation(sim->d, c->body2);
    KipVec3 gap = q_rotate(wanted, q_log(q_mul(q_conjugate(wanted), is)));
    for (int k = 0; k < 3; k++) {
        Row *row = add_pair_row(sim, constraint);
        row->torque = world_axis[k];
        set_gap(sim, row, stage, v3_length(gap), v3_dot(world_axis[k], gap));
    }
}

/* The coordinate that is the integral of a rate, or -1: the rates of rotations have none. */
static int coordinate_of(const KipModel *model, int dof)
{
    const KipJoint *joint = model->joint + model->tree->dof_joint[dof];
    int k = dof - joint->v;
    return joint->type == KIP_JOINT_BALL || (joint->type == KIP_JOINT_FREE && k > 2) ? -1 : joint->q + k;
}

static void add_lock_row(KipSim *sim, int constraint, int stage)
{
    const KipConstraint *c = sim->constraint + constraint;
    int coordinate = coordinate_of(sim->model, c->dof);
    double gap = coordinate >= 0 ? sim->d->q[coordinate] - c->target : 0;
    Row *row = add_row(sim, constraint);
    row->dof = c->dof;
    set_gap(sim, row, stage, fabs(gap), gap);
}

static void add_motor_row(KipSim *sim, int constraint, int stage)
{
    const KipConstraint *c = sim->constraint + constraint;
    Row *row = add_row(sim, constraint);
    row->dof = c->dof;
    row->wanted = (c->target - sim->v[c->dof]) / sim->h;
    row->lo = stage == REST ? 0 : c->lo, row->hi = stage == REST ? 0 : c->hi;
}

/* With n body 1's normal and u the velocity of body 2's point in body 1, height n (p2 - p1) over the plane
 * grows by n u, and n u by n (a2 - a1) - 2 n w1 x u. */
static void add_stop_row(KipSim *sim, int constraint, int stage)
{
    const KipConstraint *c = sim->constraint + constraint;
    const KipDynamics *d = sim->d;
    KipVec3 n = m3_apply(kip_body_rotation(d, c->body1), c->normal),
            w1 = kip_body_angular_velocity(d, c->body1);
    KipVec3 apart =
        v3_sub(kip_point_position(d, c->body2, c->point2), kip_point_position(d, c->body1, c->point1));
    KipVec3 u =
        v3_sub(kip_point_velocity(d, c->body2, c->point2), kip_point_velocity(d, c->body1, c->point1));
    double height = v3_dot(n, apart), room = height > 0 ? height : 0;
    Row *row = add_pair_row(sim, constraint);
    u = v3_sub(u, v3_cross(w1, apart));
    if (stage == 0)
        row->asked = -(room / sim->h + v3_dot(n, u)) / sim->h;
    set_gap(sim, row, stage, room - height, height);
    row->force = n;
    row->wanted = row->asked + 2 * v3_dot(n, v3_cross(w1, u));
    row->lo = 0;
    row->hi = stage == REST && height > touching ? 0 : INFINITY;
}

/* Nothing holds what is not there, and no force holds what moves as it is told. */
static bool takes_part(const KipSim *sim, const KipConstraint *c)
{
    const KipModel *model = sim->model;
    const KipDynamics *d = sim->d;
    if (c->type == KIP_LOCK || c->type == KIP_MOTOR)
        return !d->prescribed[c->dof] && !d->absent[model->joint[model->tree->dof_joint[c->dof]].body];
    return c->type != KIP_NO_CONSTRAINT && !d->absent[c->body1] && !d->absent[c->body2];
}

/* The rows of a stage, or at REST: there motors, and stops that are not reached, are held at nought. */
static void list_rows(KipSim *sim, int stage)
{
    sim->nrow = 0;
    for (int i = 0; i < sim->max_constraints; i++) {
        const KipConstraint *c = sim->constraint + i;
        if (!takes_part(sim, c))
            continue;
        if (c->type == KIP_WELD || c->type == KIP_POINT)
            add_point_rows(sim, i, stage);
        if (c->type == KIP_WELD)
            add_turn_rows(sim, i, stage);
        if (c->type == KIP_LOCK)
            add_lock_row(sim, i, stage);
        if (c->type == KIP_STOP)
            add_stop_row(sim, i, stage);
        if (c->type == KIP_MOTOR)
            add_motor_row(sim, i, stage);
    }
}

/* -- J and Mh -------------------------------------------------------------------------------------------- */

/* Adds to J what a wrench on a body does to the joints above it. */
static void add_wrench(const KipDynamics *d, int body, double sign, const Row *row, double *J)
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

static void fill_jacobian(KipSim *sim)
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

/* The impedance at a point of a link: J' Z J between the axes above it, few of all. */
static void add_impedance(KipSim *sim, const Impedance *z)
{
    const KipDynamics *d = sim->d;
    const Link *links = d->model->tree->link;
    const WorldPose *pose = d->world + z->body;
    KipVec3 point = v3_add(pose->p, m3_apply(pose->R, z->r));
    KipSym3 Z = s3_rotate(pose->R, z->Z);
    KipVec3 *column = sim->column, *pressed = sim->pressed; /* of J and Z J */
    int *dof = sim->above, n = 0;
    for (int i = z->body; i; i = links[i].parent) {
        Motion S[MAX_DOF];
        KipVec3 arm = v3_sub(point, d->world[i].p);
        for (int k = link_subspace(d, i, S) - 1; k >= 0; k--, n++) {
            KipVec3 w = m3_apply(d->world[i].R, S[k].w), v = m3_apply(d->world[i].R, S[k].v);
            column[n] = v3_add(v, v3_cross(w, arm));
            pressed[n] = s3_apply(Z, column[n]);
            dof[n] = links[i].v + k;
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) /* towards the root: the lower triangle */
            sim->M[dof[i] * sim->model->nv + dof[j]] += v3_dot(column[i], pressed[j]);
}

/* Mh, or M alone, without the axes that are prescribed; factored. */
static bool factor_mass(KipSim *sim, bool folded)
{
    KipDynamics *d = sim->d;
    const double *armature = sim->model->tree->armature;
    int nv = sim->model->nv;
    kip_mass_matrix(d, sim->M);
    for (int k = 0; folded && k < d->nimpedance; k++)
        add_impedance(sim, d->impedance + k);
    for (int k = 0; k < nv; k++) {
        if (folded)
            sim->M[k * nv + k] += d->diagonal[k] - armature[k];
        if (d->prescribed[k]) {
            for (int i = 0; i < nv; i++)
                sim->M[k * nv + i] = sim->M[i * nv + k] = 0;
            sim->M[k * nv + k] = 1;
        }
    }
    return kip_mass_factor(sim->model, sim->M, NULL) == KIP_OK;
}

void kip_rows_leave_prescribed(const KipSim *sim, double *x)
{
    for (int k = 0; k < sim->model->nv; k++)
        if (sim->d->prescribed[k])
            x[k] = 0;
}

/* A into sim->A, lower triangle. */
static void fill_mobility(KipSim *sim)
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
    return arm_acceleration(d, body, arm_of(d, body, point));
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

/* The acceleration along a row that ABA found. */
static double row_acceleration(const KipSim *sim, const Row *row)
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

void kip_rows_list(KipSim *sim, int stage)
{
    sim->nrow = 0;
    if (*sim->nconstraint)
        list_rows(sim, stage);
}

void kip_rows_solve(KipSim *sim)
{
    double *b = sim->b, *lo = sim->lo, *hi = sim->hi, *x = sim->x;
    if (!factor_mass(sim, true))
        return; /* the state is no number: the step will be refused */
    fill_jacobian(sim);
    fill_mobility(sim);
    for (int r = 0; r < sim->nrow; r++) {
        const Row *row = sim->row + r;
        b[r] = row->wanted - row_acceleration(sim, row);
        lo[r] = row->lo - row->lambda, hi[r] = row->hi - row->lambda;
    }
    kip_lcp_solve(sim->nrow, sim->A, b, lo, hi, x, sim->lcp);
    for (int r = 0; r < sim->nrow; r++) {
        sim->row[r].lambda += x[r];
        apply(sim, sim->row + r, x[r]);
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

void kip_rows_account(KipSim *sim, int stage)
{
    double weight = sim->method->weight[stage];
    if (stage == 0)
        memset(sim->row_force, 0, 6 * (size_t)sim->max_constraints * sizeof *sim->row_force);
    for (int r = 0, k = 0; r < sim->nrow; r++) {
        const Row *row = sim->row + r;
        k = r && sim->row[r - 1].constraint == row->constraint ? k + 1 : 0;
        sim->row_force[6 * row->constraint + k] += weight * row->lambda;
        sim->work->rows += weight * sim->h * row->lambda * kip_row_rate(sim, r, sim->d->v);
        if (row->dof < 0) {
            KipVec3 f = v3_scale(row->lambda, row->force), n = v3_scale(row->lambda, row->torque);
            kip_momentum_push(sim, row->body1, v3_neg(f), v3_neg(n), row->point);
            kip_momentum_push(sim, row->body2, f, n, row->point);
        }
    }
}

/* -- at the end of a step -------------------------------------------------------------------------------- */

bool kip_rows_prepare(KipSim *sim)
{
    if (*sim->nconstraint == 0)
        return false;
    list_rows(sim, REST);
    if (sim->nrow == 0 || !factor_mass(sim, false))
        return false;
    fill_jacobian(sim);
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
    double **part[] = {&sim->M, &sim->J, &sim->Y, &sim->A, &sim->b, &sim->lo, &sim->hi, &sim->x, &sim->lcp};
    const size_t size[] = {nv * nv, n * nv, n * nv, n * n, n, n, n, n, kip_lcp_memory(sim->max_rows)};
    bool taken = sim->row && sim->column && sim->pressed && sim->above;
    for (size_t i = 0; i < sizeof part / sizeof *part && taken; i++)
        taken = (*part[i] = kip_arena_take(arena, size[i], sizeof(double)));
    return taken ? KIP_OK
                 : kip_fail(error, KIP_NO_MEMORY, kip_nowhere(),
                            "not enough memory for the constraints of '%s'", sim->model->name);
}
