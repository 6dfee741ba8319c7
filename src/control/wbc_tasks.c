/* The tasks of whole-body control as rows of its accelerations (wbc.h), and what of them is lost.
 *
 * Gains are in units of omega = sqrt(g / L), so that they apply to a body of any size; set by hand on skeleton37 (1.75 m, 80 kg). */
#include <math.h>

#include "../dynamics/tree.h"
#include "wbc_parts.h"

static const double com_spring = 1.5, com_damper = 2.3; /* omega^2, omega */
static const double posture_spring = 6.2, posture_damper = 4.8;
static const double link_spring = 3, link_damper = 3.5;
static const double contact_damper = 6.4, lay_spring = 6.2; /* of bearing links; of faces to be laid down */
static const double least_within = 0.2;                     /* 1 / omega: least duration of a timed task */
static const double least_height = 0.3; /* L: least height of the centre of mass over the support */
static const double limit_spring = 10.3, limit_damper = 6.4;
static const double limit_horizon =
    0.31; /* 1 / omega: a joint that would pass its limit within this time is decelerated */
static const double limit_inside = 0.005; /* of the range */
static const double root_damper = 0.64;   /* of the root without a task */
static const double least_approach = 0.1; /* sqrt(g L): least approach speed of a link without contact */
/* Lambdas; a smaller one is a greater weight. */
static const double tight = 1e-7, com_lambda = 1e-5, place_lambda = 1e-5, turn_lambda = 1e-4,
                    limit_lambda = 1e-2, approach_lambda = 1e-2, loose = 10;
static const double patch_spread = 2e-3; /* L^2: spread of corners for which turn_lambda holds */

/* -- rows ------------------------------------------------------------------------------------------------------ */

void kip_wbc_want_com(KipWbc *wbc, const WbcNow *now)
{
    const WbcState *state = &wbc->state;
    const int com = kip_wbc_find_task(wbc, KIP_WBC_COM, 0), cop = kip_wbc_find_task(wbc, KIP_WBC_COP, 0);
    const KipWbcTask *task = com < 0 ? NULL : &state->task[com];
    const KipVec3 push = cop < 0 ? v3_zero() : state->task[cop].position;
    KipVec3 goal = v3(now->base.x, now->base.y, now->base.z + state->height), velocity = now->base_velocity;
    const double w = now->omega, rate = task ? task->rate : 0;
    double lambda = com_lambda;
    KipVec3 extra = v3_zero();
    if (task) {
        goal = task->position, velocity = v3_add(velocity, task->velocity), extra = task->acceleration;
        lambda = 1 / task->weight;
    }
    const double spring = rate > 0 ? rate * rate : com_spring * w * w;
    KipVec3 force = v3_add_scaled(extra, spring, v3_sub(goal, now->com));
    force = v3_add_scaled(force, rate > 0 ? 2 * rate : com_damper * w, v3_sub(velocity, now->velocity));
    force.z += now->g;
    if (cop >= 0) {
        const double slope = fmax(force.z, 0) / fmax(now->com.z - push.z, least_height * wbc->size);
        force.x = slope * (now->com.x - push.x), force.y = slope * (now->com.y - push.y);
    }
    force = v3_scale(now->mass, force);
    const double b[3] = {force.x, force.y, force.z};
    wbc->rows.first = wbc->rows.n = ROOT_ROWS - 3;
    for (int i = 0; i < 3; i++)
        kip_wbc_plain_row(wbc, kip_wbc_mass_row(wbc, i), 1 / now->mass, (b[i] - wbc->h[i]) / now->mass,
                          lambda);
}

/* The six rows of the root, under the given contact forces. */
void kip_wbc_want_wrench(KipWbc *wbc)
{
    const double inertia = 0.1 * wbc->mass * wbc->size * wbc->size;
    wbc->rows.first = wbc->rows.n = 0;
    for (int i = 0; i < ROOT_ROWS; i++) {
        const double factor = i < 3 ? 1 / wbc->mass : 1 / inertia;
        kip_wbc_plain_row(wbc, kip_wbc_mass_row(wbc, i), factor, factor * (wbc->JF[i] - wbc->h[i]), tight);
    }
}

static void add_row(KipWbc *wbc, const WbcNow *now, int link, const double *J, KipVec3 r, KipVec3 along,
                    bool angular, double wanted, double damper, double aim, double lambda)
{
    const int row = wbc->rows.n;
    const double velocity = kip_wbc_row(wbc, now->v, link, J, r, along, angular, lambda);
    if (wbc->rows.n > row)
        wbc->rows.b[row] = wanted + damper * (aim - velocity);
}

/* A bearing link moves with its support; one that does not touch yet approaches it. */
static void hold_contact(KipWbc *wbc, const WbcNow *now, int k)
{
    const Bearing *bearing = &wbc->state.bearing[k];
    const Patch *p = &wbc->patch[k];
    const double w = now->omega, damper = contact_damper * w;
    const double part = fmax(bearing->part, bearing->released ? 0 : place_lambda / approach_lambda);
    const double down = bearing->touches || bearing->released ? 0 : least_approach * now->g / w;
    const KipVec3 r = v3_sub(p->pivot, p->origin), velocity = v3_add_scaled(p->velocity, -down, p->axis[2]);
    if (part <= 0)
        return;
    for (int i = 0; i < 3; i++)
        add_row(wbc, now, bearing->link, p->J, r, p->axis[i], false, -v3_dot(p->bias, p->axis[i]), damper,
                v3_dot(velocity, p->axis[i]), place_lambda / part);
    for (int i = 0; i < 3 && kip_wbc_find_task(wbc, KIP_WBC_TURN, bearing->link) < 0; i++) {
        if (p->spread[i] <= 0)
            continue;
        const double lambda = turn_lambda * patch_spread * wbc->size * wbc->size / (part * p->spread[i]);
        const double lay = lay_spring * w * w * p->flat * v3_dot(p->tilt, p->axis[i]);
        if (lambda < loose)
            add_row(wbc, now, bearing->link, p->J, r, p->axis[i], true,
                    lay - v3_dot(p->turn_bias, p->axis[i]), damper, v3_dot(p->spin, p->axis[i]), lambda);
    }
}

static const KipVec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* The acceleration of a timed task, given that of the last period: the initial jerk of the path of least squared jerk, 60
 * (goal - x) / T^3 - 36 v / T^2 - 24 v_goal / T^2 - 9 a / T, integrated over a period. */
static KipVec3 pace(const WbcNow *now, const KipWbcTask *task, KipVec3 a, KipVec3 off, KipVec3 velocity)
{
    const double least = least_within / now->omega, T = fmax(task->within, least), aim = T > least ? -24 : 36;
    KipVec3 jerk = v3_scale(60 / (T * T * T), off);
    jerk = v3_add_scaled(jerk, -36 / (T * T), velocity);
    jerk = v3_add_scaled(jerk, aim / (T * T), task->velocity);
    jerk = v3_add_scaled(jerk, -9 / T, a);
    return v3_add_scaled(a, now->period, jerk);
}

static void want_link(KipWbc *wbc, const WbcNow *now, int k)
{
    const KipWbcTask *task = &wbc->state.task[k];
    const double w = now->omega, rate = task->rate;
    const double spring = rate > 0 ? rate * rate : link_spring * w * w;
    const double damper = rate > 0 ? 2 * rate : link_damper * w;
    const bool turns = task->kind == KIP_WBC_TURN;
    KipVec3 off, turn_bias, bias = kip_point_acceleration(wbc->d, task->link, v3_zero(), &turn_bias), a;
    kip_tree_jacobian(wbc->d, task->link, v3_zero(), wbc->naxis, wbc->task_J);
    if (turns)
        off = q_log(q_mul(task->turn, q_conjugate(kip_body_orientation(wbc->d, task->link))));
    else
        off = v3_sub(task->position, kip_body_position(wbc->d, task->link));
    const KipVec3 velocity = turns ? kip_body_angular_velocity(wbc->d, task->link)
                                   : kip_point_velocity(wbc->d, task->link, v3_zero());
    if (task->within > 0)
        a = pace(now, task, wbc->state.pace[k], off, velocity);
    else
        a = v3_add_scaled(v3_add_scaled(task->acceleration, spring, off), damper,
                          v3_sub(task->velocity, velocity));
    wbc->pace[k] = a;
    a = v3_sub(a, turns ? turn_bias : bias);
    for (int i = 0; i < 3; i++)
        add_row(wbc, now, task->link, wbc->task_J, v3_zero(), unit[i], turns, v3_dot(a, unit[i]), 0, 0,
                1 / task->weight);
}

void kip_wbc_let_time_pass(KipWbc *wbc, const WbcNow *now)
{
    WbcState *state = &wbc->state;
    for (int k = 0; k < state->ntask; k++)
        if (state->task[k].within > 0) {
            state->task[k].within = fmax(state->task[k].within - now->period, least_within / now->omega);
            state->pace[k] = wbc->pace[k];
        }
}

/* Decelerates joints near where their limits begin to push. */
static void hold_limits(KipWbc *wbc, const WbcNow *now)
{
    const KipModel *model = wbc->model;
    const double w = now->omega, horizon = limit_horizon / w;
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = &model->joint[j];
        if (model->body[joint->body].root != wbc->root || !joint->limited ||
            (joint->type != KIP_JOINT_HINGE && joint->type != KIP_JOINT_SLIDE))
            continue;
        const double *free = model->tree->free + 2 * j; /* where no spring pushes yet */
        const double lo = free[0], hi = free[1], inside = limit_inside * (hi - lo);
        const double x = now->q[joint->q], v = now->v[joint->v], then = x + horizon * v;
        if (then >= lo && then <= hi)
            continue;
        const double aim = then > hi ? hi - inside : lo + inside;
        kip_wbc_axis_row(wbc, joint->v - wbc->first, limit_spring * w * w * (aim - x) - limit_damper * w * v,
                         limit_lambda);
    }
}

/* Computes the accelerations of each joint towards its posture, and of the root to rest. */
void kip_wbc_wish_posture(KipWbc *wbc, const WbcNow *now)
{
    const KipModel *model = wbc->model;
    const double w = now->omega;
    for (int i = 0; i < 6; i++)
        wbc->wish[i] = -root_damper * w * now->v[wbc->first + i];
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = &model->joint[j];
        const double *target = now->drives.target + joint->q;
        double off[3];
        if (model->body[joint->body].root != wbc->root || joint->type == KIP_JOINT_FREE)
            continue;
        if (joint->type == KIP_JOINT_BALL)
            v3_store(off, q_log(q_mul(q_conjugate(q_from(now->q + joint->q)), q_from(target))));
        else
            off[0] = *target - now->q[joint->q];
        for (int k = 0; k < joint->nv; k++)
            wbc->wish[joint->v - wbc->first + k] =
                posture_spring * w * w * off[k] - posture_damper * w * now->v[joint->v + k];
    }
}

/* Whether it is a link's. */
static bool is_of_link(const KipWbcTask *task)
{
    return task->kind == KIP_WBC_PLACE || task->kind == KIP_WBC_TURN;
}

/* They stay when those of the whole are replaced. */
void kip_wbc_add_tasks(KipWbc *wbc, const WbcNow *now)
{
    const WbcState *state = &wbc->state;
    for (int k = 0; k < state->nbearing; k++)
        hold_contact(wbc, now, k);
    wbc->rows.of_links = wbc->rows.n;
    for (int k = 0; k < state->ntask; k++)
        if (is_of_link(&state->task[k]))
            want_link(wbc, now, k);
    hold_limits(wbc, now);
    wbc->rows.end = wbc->rows.n;
}

/* The part of three rows' accelerations that the solution does not achieve. */
static double lack_of(const KipWbc *wbc, int row)
{
    double lack[3];
    for (int i = 0; i < 3; i++) {
        const double *C = wbc->rows.C + row + i;
        const int *path = wbc->rows.path[row + i];
        lack[i] = -wbc->rows.b[row + i];
        for (int k = 0; k < wbc->rows.npath[row + i]; k++)
            lack[i] += C[path[k] * MOST_ROWS] / wbc->scale[path[k]] * wbc->a[path[k]];
    }
    return sqrt(lack[0] * lack[0] + lack[1] * lack[1] + lack[2] * lack[2]);
}

/* Measures the lacks of the tasks, of links by the rows that have been solved. */
void kip_wbc_measure_lacks(KipWbc *wbc, const WbcNow *now)
{
    WbcState *state = &wbc->state;
    int row = wbc->rows.of_links;
    for (int k = 0; k < state->ntask; k++)
        if (is_of_link(&state->task[k]))
            state->lack[k] = lack_of(wbc, row), row += 3;
    kip_wbc_want_com(wbc, now);
    state->com_lack = lack_of(wbc, wbc->rows.first);
}
