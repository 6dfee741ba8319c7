/* The list of rows: what each type of constraint holds, in a stage or at the end of a step.
 *
 * A row is a wrench between two bodies, or a force on one axis of a joint, with the acceleration a* wanted
 * along it: zero for bilateral rows, apart from a term for the rotation of body 1; for a motor, the acceleration that reaches
 * its rate at the end of the step; for a stop, the one at which it approaches in the step by no more than the gap at its start. */
#include "quat.h"
#include "rows.h"

static const double touching = 1e-9; /* m: a stop is reached */

/* Adds a row; a step has the same rows at every stage and at REST. There is room for six rows of every constraint. */
static Row *add_row(KipSim *sim, int constraint)
{
    Row *row = sim->row + sim->nrow++;
    *row = (Row){.constraint = constraint,
                 .dof = -1,
                 .has_place = true,
                 .before = row->before,
                 .asked = row->asked,
                 .lo = -INFINITY,
                 .hi = INFINITY};
    return row;
}

/* Adds a row between the constraint's bodies at body 2's point. */
static Row *add_pair_row(KipSim *sim, int constraint)
{
    const KipConstraint *c = sim->constraint + constraint;
    Row *row = add_row(sim, constraint);
    row->body1 = c->body1, row->body2 = c->body2;
    row->point = kip_point_position(sim->d, c->body2, c->point2);
    return row;
}

/* Whether the constraint pulls with five times the weight of the model, because something else resists. */
static bool strains(const KipSim *sim, int constraint)
{
    const double *f = sim->row_force + 6 * constraint;
    double sum = 0, most = 50 * sim->model->mass;
    for (int k = 0; k < 6; k++)
        sum += f[k] * f[k];
    return sum > most * most;
}

/* Sets the part of a gap of this width to close, `component` being its component along the row: all that opened in the
 * step, and a part of what was there before it. */
static void set_gap(const KipSim *sim, const Stage *stage, Row *row, double width, double component)
{
    double more = strains(sim, row->constraint) ? 0 : kip_most_closed;
    double left = row->before > more ? row->before - more : 0;
    if (stage->index == 0)
        row->before = width;
    row->gap = width > left ? (1 - left / width) * component : 0;
}

static const KipVec3 world_axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static void add_point_rows(KipSim *sim, const Stage *stage, int constraint)
{
    const KipConstraint *c = sim->constraint + constraint;
    KipVec3 gap = v3_sub(kip_point_position(sim->d, c->body2, c->point2),
                         kip_point_position(sim->d, c->body1, c->point1));
    for (int k = 0; k < 3; k++) {
        Row *row = add_pair_row(sim, constraint);
        row->force = world_axis[k];
        set_gap(sim, stage, row, v3_length(gap), v3_dot(world_axis[k], gap));
    }
}

static void add_turn_rows(KipSim *sim, const Stage *stage, int constraint)
{
    const KipConstraint *c = sim->constraint + constraint;
    KipQuat wanted = q_mul(kip_body_orientation(sim->d, c->body1), c->turn);
    KipQuat is = kip_body_orientation(sim->d, c->body2);
    KipVec3 gap = q_rotate(wanted, q_log(q_mul(q_conjugate(wanted), is)));
    for (int k = 0; k < 3; k++) {
        Row *row = add_pair_row(sim, constraint);
        row->torque = world_axis[k];
        set_gap(sim, stage, row, v3_length(gap), v3_dot(world_axis[k], gap));
    }
}

/* The coordinate that is the integral of a rate; -1 for rates of rotations, which have none. */
static int coordinate_of(const KipModel *model, int dof)
{
    const KipJoint *joint = model->joint + model->tree->dof_joint[dof];
    int k = dof - joint->v;
    return joint->type == KIP_JOINT_BALL || (joint->type == KIP_JOINT_FREE && k > 2) ? -1 : joint->q + k;
}

static void add_lock_row(KipSim *sim, const Stage *stage, int constraint)
{
    const KipConstraint *c = sim->constraint + constraint;
    int coordinate = coordinate_of(sim->model, c->dof);
    double gap = coordinate >= 0 ? sim->d->q[coordinate] - c->target : 0;
    Row *row = add_row(sim, constraint);
    row->dof = c->dof;
    set_gap(sim, stage, row, fabs(gap), gap);
}

static void add_motor_row(KipSim *sim, const Stage *stage, int constraint)
{
    const KipConstraint *c = sim->constraint + constraint;
    Row *row = add_row(sim, constraint);
    row->dof = c->dof;
    row->wanted = (c->target - sim->v[c->dof]) / stage->h;
    row->lo = stage->index == REST ? 0 : c->lo, row->hi = stage->index == REST ? 0 : c->hi;
}

/* With n body 1's normal and u the velocity of body 2's point relative to body 1, the height n (p2 - p1) over the plane
 * changes at the rate n u, and n u at the rate n (a2 - a1) - 2 n w1 x u. */
static Row *add_normal_row(KipSim *sim, int constraint, double *height, double *rate)
{
    const KipConstraint *c = sim->constraint + constraint;
    const KipDynamics *d = sim->d;
    KipVec3 n = m3_apply(kip_body_rotation(d, c->body1), c->normal),
            w1 = kip_body_angular_velocity(d, c->body1);
    KipVec3 apart =
        v3_sub(kip_point_position(d, c->body2, c->point2), kip_point_position(d, c->body1, c->point1));
    KipVec3 u =
        v3_sub(kip_point_velocity(d, c->body2, c->point2), kip_point_velocity(d, c->body1, c->point1));
    Row *row = add_pair_row(sim, constraint);
    u = v3_sub(u, v3_cross(w1, apart));
    row->force = n;
    row->wanted = 2 * v3_dot(n, v3_cross(w1, u));
    *height = v3_dot(n, apart), *rate = v3_dot(n, u);
    return row;
}

static void add_stop_row(KipSim *sim, const Stage *stage, int constraint)
{
    double height, rate, room;
    Row *row = add_normal_row(sim, constraint, &height, &rate);
    room = height > 0 ? height : 0;
    if (stage->index == 0)
        row->asked = -(room / stage->h + rate) / stage->h;
    set_gap(sim, stage, row, room - height, height);
    row->wanted += row->asked;
    row->lo = 0;
    row->hi = stage->index == REST && height > touching ? 0 : INFINITY;
}

static void add_plane_row(KipSim *sim, const Stage *stage, int constraint)
{
    double height, rate;
    Row *row = add_normal_row(sim, constraint, &height, &rate);
    set_gap(sim, stage, row, fabs(height), height);
}

/* The row holds a rate, without a gap. */
static void keep_rate(const KipSim *sim, Row *row)
{
    row->rate = sim->constraint[row->constraint].target;
    row->has_place = false;
}

static void add_velocity_row(KipSim *sim, int constraint)
{
    double height, rate;
    keep_rate(sim, add_normal_row(sim, constraint, &height, &rate));
}

/* With t an axis of body 1, the rate t (w2 - w1) changes at the rate t (w2' - w1') + (w1 x t) (w2 - w1). */
static Row *add_axis_row(KipSim *sim, int constraint, KipVec3 axis)
{
    const KipConstraint *c = sim->constraint + constraint;
    KipVec3 w1 = kip_body_angular_velocity(sim->d, c->body1),
            w2 = kip_body_angular_velocity(sim->d, c->body2);
    Row *row = add_pair_row(sim, constraint);
    row->torque = m3_apply(kip_body_rotation(sim->d, c->body1), axis);
    row->wanted = -v3_dot(v3_cross(w1, row->torque), v3_sub(w2, w1));
    return row;
}

/* The rotation vector from one unit vector to another, normal to both; for opposite ones, about `side`. */
static KipVec3 turn_between(KipVec3 from, KipVec3 to, KipVec3 side)
{
    KipVec3 n = v3_cross(from, to);
    double s = v3_length(n), c = v3_dot(from, to);
    if (s < 1e-9)
        return c > 0 ? n : v3_scale(kip_atan2(s, c), side);
    return v3_scale(kip_atan2(s, c) / s, n);
}

static void add_align_rows(KipSim *sim, const Stage *stage, int constraint)
{
    const KipConstraint *c = sim->constraint + constraint;
    const KipDynamics *d = sim->d;
    KipVec3 axis2 = m3_apply(kip_body_rotation(d, c->body2), c->axis2), t[2], gap;
    v3_basis(c->normal, t, t + 1);
    gap = turn_between(c->normal, m3_apply_t(kip_body_rotation(d, c->body1), axis2), t[0]);
    for (int k = 0; k < 2; k++)
        set_gap(sim, stage, add_axis_row(sim, constraint, t[k]), v3_length(gap), v3_dot(t[k], gap));
}

/* A constraint on an absent body has no rows, and neither has a lock or motor on a prescribed axis. */
static bool takes_part(const KipSim *sim, const KipConstraint *c)
{
    const KipModel *model = sim->model;
    const KipDynamics *d = sim->d;
    if (c->type == KIP_LOCK || c->type == KIP_MOTOR)
        return !d->prescribed[c->dof] && !d->absent[model->joint[model->tree->dof_joint[c->dof]].body];
    return c->type != KIP_NO_CONSTRAINT && !d->absent[c->body1] && !d->absent[c->body2];
}

/* Lists the rows of a stage, or those at REST, where motors, and stops not reached, are held at zero rate. */
void kip_rows_list(KipSim *sim, const Stage *stage)
{
    sim->nrow = 0;
    for (int i = 0; *sim->nconstraint && i < sim->max_constraints; i++) {
        const KipConstraint *c = sim->constraint + i;
        if (!takes_part(sim, c))
            continue;
        if (c->type == KIP_WELD || c->type == KIP_POINT)
            add_point_rows(sim, stage, i);
        if (c->type == KIP_WELD)
            add_turn_rows(sim, stage, i);
        if (c->type == KIP_LOCK)
            add_lock_row(sim, stage, i);
        if (c->type == KIP_STOP)
            add_stop_row(sim, stage, i);
        if (c->type == KIP_PLANE)
            add_plane_row(sim, stage, i);
        if (c->type == KIP_ALIGN)
            add_align_rows(sim, stage, i);
        if (c->type == KIP_VELOCITY)
            add_velocity_row(sim, i);
        if (c->type == KIP_SPIN)
            keep_rate(sim, add_axis_row(sim, i, c->normal));
        if (c->type == KIP_MOTOR)
            add_motor_row(sim, stage, i);
    }
}
