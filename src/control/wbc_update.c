/* The update of whole-body control: contacts, tasks as rows, accelerations, contact forces, torques (wbc.h).
 *
 * Gains are in units of omega = sqrt(g / L), so that they apply to a body of any size; set by hand on skeleton37 (1.75 m, 80 kg). */
#include <math.h>
#include <string.h>

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
static const double root_damper = 0.64,
                    spin_damper = 0.3;    /* of the root without a task; of the angular momentum */
static const double moment_weight = 0.8;  /* of moments over L relative to forces */
static const double heavy = 3;            /* most load of a link, in body weights */
static const double least_approach = 0.1; /* sqrt(g L): least approach speed of a link without contact */
static const double fall_time = 0.1, rise_time = 0.3; /* 1 / omega: ramps of a link's load, down and up */
/* Lambdas; a smaller one is a greater weight. */
static const double tight = 1e-7, com_lambda = 1e-5, place_lambda = 1e-5, turn_lambda = 1e-4,
                    limit_lambda = 1e-2, approach_lambda = 1e-2, saturated_lambda = 1e-4, loose = 10;
static const double patch_spread = 2e-3; /* L^2: spread of corners for which turn_lambda holds */
static const double feasible = 1e-4;     /* residual of feasible contact forces, of the weight squared */
static const double late_weight =
    0.3; /* of a torque that a muscle gives later, against one that it never gives */
static const double damping_time = 0.01; /* s: a joint's damping over its strength */

typedef struct Now {
    const double *q, *v;
    KipDrives drives;
    double omega, weight, g;
    KipVec3 com, velocity, momentum; /* momentum: angular, about com */
    KipVec3 root, base, base_velocity;
    KipMat3 turn; /* of the root */
    double period;
    double mass;    /* with what it carries */
    KipVec3 moment; /* of what it carries: mass by place */
} Now;

/* -- the state ------------------------------------------------------------------------------------------------- */

static void measure(KipWbc *wbc, Now *now)
{
    const KipModel *model = wbc->model;
    const double *v = now->v + wbc->first;
    double p[6] = {0};
    KipVec3 sum = now->moment;
    for (int b = wbc->root; b < model->nbody; b++)
        if (model->body[b].root == wbc->root)
            sum = v3_add_scaled(sum, model->body[b].mass, kip_point_position(wbc->d, b, model->body[b].com));
    for (int i = 0; i < 6; i++) {
        const double *M = kip_wbc_mass_row(wbc, i);
        for (int j = 0; j < wbc->naxis; j++)
            p[i] += M[j] * v[j];
    }
    now->com = v3_scale(1 / now->mass, sum);
    now->velocity = v3_scale(1 / now->mass, v3(p[0], p[1], p[2]));
    now->root = kip_body_position(wbc->d, wbc->root);
    now->turn = kip_body_rotation(wbc->d, wbc->root);
    now->momentum = v3_sub(m3_apply(now->turn, v3(p[3], p[4], p[5])),
                           v3_cross(v3_sub(now->com, now->root), v3(p[0], p[1], p[2])));
}

/* Ramps the load that links may bear: down within fall_time after a contact ends, up within rise_time while it holds. */
static void ramp(KipWbc *wbc, const Now *now)
{
    WbcState *state = &wbc->state;
    int n = 0;
    for (int k = 0; k < state->nbearing; k++) {
        Bearing b = state->bearing[k];
        if (b.released)
            b.part -= now->period * b.rate;
        else if (b.touches)
            b.part += now->period * now->omega / rise_time;
        if (!b.touches)
            b.part -= now->period * now->omega / fall_time;
        b.part = fmax(0, fmin(1, b.part));
        if (!b.released || b.part > 0)
            wbc->patch[n] = wbc->patch[k], state->bearing[n++] = b;
    }
    state->nbearing = n;
}

/* Computes the centre of the bearing links, weighted by their shares. */
static void find_base(KipWbc *wbc, Now *now)
{
    WbcState *state = &wbc->state;
    double sum = 0;
    now->base = v3(now->com.x, now->com.y, now->com.z - wbc->size), now->base_velocity = v3_zero();
    for (int k = 0; k < state->nbearing; k++)
        sum += wbc->share[state->bearing[k].link] * state->bearing[k].part;
    if (sum > 0) {
        now->base = v3_zero();
        for (int k = 0; k < state->nbearing; k++) {
            const double part = wbc->share[state->bearing[k].link] * state->bearing[k].part / sum;
            now->base = v3_add_scaled(now->base, part, wbc->patch[k].centre);
            now->base_velocity = v3_add_scaled(now->base_velocity, part, wbc->patch[k].velocity);
        }
    }
    if (isnan(state->height))
        state->height = now->com.z - now->base.z;
}

/* -- rows ------------------------------------------------------------------------------------------------------ */

static void want_com(KipWbc *wbc, const Now *now)
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
    for (int i = 0; i < 3; i++)
        kip_wbc_plain_row(wbc, kip_wbc_mass_row(wbc, i), 1 / now->mass, (b[i] - wbc->h[i]) / now->mass,
                          lambda);
}

/* Adds the six rows of the root, under the given contact forces. */
static void want_wrench(KipWbc *wbc)
{
    const double inertia = 0.1 * wbc->mass * wbc->size * wbc->size;
    for (int i = 0; i < 6; i++) {
        const double factor = i < 3 ? 1 / wbc->mass : 1 / inertia;
        kip_wbc_plain_row(wbc, kip_wbc_mass_row(wbc, i), factor, factor * (wbc->JF[i] - wbc->h[i]), tight);
    }
}

static void add_row(KipWbc *wbc, const Now *now, int link, const double *J, KipVec3 r, KipVec3 along,
                    bool angular, double wanted, double damper, double aim, double lambda)
{
    const int row = wbc->rows.n;
    const double velocity = kip_wbc_row(wbc, now->v, link, J, r, along, angular, lambda);
    if (wbc->rows.n > row)
        wbc->rows.b[row] = wanted + damper * (aim - velocity);
}

/* A bearing link moves with its support; one that does not touch yet approaches it. */
static void hold_contact(KipWbc *wbc, const Now *now, int k)
{
    const Bearing *bearing = &wbc->state.bearing[k];
    const Patch *p = &wbc->patch[k];
    const double w = now->omega, damper = contact_damper * w;
    const double part = fmax(bearing->part, bearing->released ? 0 : place_lambda / approach_lambda);
    const double down = bearing->touches || bearing->released ? 0 : least_approach * now->g / w;
    const KipVec3 r = v3_sub(p->centre, p->origin), velocity = v3_add_scaled(p->velocity, -down, p->axis[2]);
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
static KipVec3 pace(const Now *now, const KipWbcTask *task, KipVec3 a, KipVec3 off, KipVec3 velocity)
{
    const double least = least_within / now->omega, T = fmax(task->within, least), aim = T > least ? -24 : 36;
    KipVec3 jerk = v3_scale(60 / (T * T * T), off);
    jerk = v3_add_scaled(jerk, -36 / (T * T), velocity);
    jerk = v3_add_scaled(jerk, aim / (T * T), task->velocity);
    jerk = v3_add_scaled(jerk, -9 / T, a);
    return v3_add_scaled(a, now->period, jerk);
}

static void want_link(KipWbc *wbc, const Now *now, int k)
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

static void let_time_pass(KipWbc *wbc, const Now *now)
{
    WbcState *state = &wbc->state;
    for (int k = 0; k < state->ntask; k++)
        if (state->task[k].within > 0) {
            state->task[k].within = fmax(state->task[k].within - now->period, least_within / now->omega);
            state->pace[k] = wbc->pace[k];
        }
}

/* Decelerates joints near where their limits begin to push. */
static void hold_limits(KipWbc *wbc, const Now *now)
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
static void wish_posture(KipWbc *wbc, const Now *now)
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

/* -- forces ---------------------------------------------------------------------------------------------------- */

/* Sets b of the forces to the wrench about the centre of mass that the accelerations require, in the units of the rows. */
static void want_forces(KipWbc *wbc, const Now *now)
{
    const double *a = wbc->a, moment = moment_weight / (now->weight * wbc->size);
    double x[6];
    for (int i = 0; i < 6; i++) {
        const double *M = kip_wbc_mass_row(wbc, i);
        x[i] = wbc->h[i];
        for (int j = 0; j < wbc->naxis; j++)
            x[i] += M[j] * a[j];
    }
    const KipVec3 force = v3(x[0], x[1], x[2]);
    KipVec3 torque = m3_apply(now->turn, v3(x[3], x[4], x[5]));
    torque = v3_add(torque, v3_cross(v3_sub(now->root, now->com), force));
    torque = v3_add_scaled(torque, -spin_damper * now->omega, now->momentum);
    v3_store(wbc->forces.b, v3_scale(1 / now->weight, force));
    v3_store(wbc->forces.b + 3, v3_scale(moment, torque));
}

/* Sets the edges of friction cones at all corners, and shares of the weight as initial values. */
static void find_edges(KipWbc *wbc, const Now *now)
{
    Forces *f = &wbc->forces;
    const WbcState *state = &wbc->state;
    double shares = 0;
    f->nedge = 0, f->nrow = 6;
    for (int k = 0; k < state->nbearing; k++)
        shares += state->bearing[k].part * wbc->share[state->bearing[k].link];
    for (int k = 0; k < state->nbearing; k++) {
        const Bearing *b = &state->bearing[k];
        const Patch *p = &wbc->patch[k];
        double parts = 0;
        for (int i = 0; i < p->ncorner; i++)
            parts += p->part[i];
        for (int i = 0; i < p->ncorner && b->part > 0; i++)
            for (int e = 0; e < CONE && p->part[i] > 0; e++) {
                const double share = b->part * wbc->share[b->link] / shares * p->part[i] / parts;
                const KipVec3 side = v3_scale(e & 1 ? -b->mu : b->mu, p->axis[e >> 1]);
                const KipVec3 u = v3_add(p->axis[2], side), torque = v3_cross(v3_sub(p->at[i], now->com), u);
                const int n = f->nedge++;
                v3_store(f->W[n], u), v3_store(f->W[n] + 3, v3_scale(moment_weight / wbc->size, torque));
                f->direction[n] = u, f->at[n] = p->at[i], f->of[n] = k;
                f->w0[n] = share / CONE, f->c[n] = share * MOST_CORNERS;
                f->most[n] = heavy * b->part * p->part[i] / CONE;
            }
    }
}

/* Computes J' f of the forces found. */
static void sum_forces(KipWbc *wbc, const Now *now)
{
    const Forces *f = &wbc->forces;
    WbcState *state = &wbc->state;
    const int naxis = wbc->naxis;
    memset(wbc->JF, 0, (size_t)wbc->naxis * sizeof *wbc->JF);
    for (int k = 0; k < state->nbearing; k++)
        wbc->patch[k].force = wbc->patch[k].torque = v3_zero();
    for (int n = 0; n < f->nedge; n++) {
        Patch *p = &wbc->patch[f->of[n]];
        const KipVec3 force = v3_scale(f->w[n] * now->weight, f->direction[n]);
        p->force = v3_add(p->force, force);
        p->torque = v3_add(p->torque, v3_cross(v3_sub(f->at[n], p->origin), force));
    }
    for (int k = 0; k < state->nbearing; k++) {
        const Patch *p = &wbc->patch[k];
        const int link = state->bearing[k].link;
        const double x[6] = {p->torque.x, p->torque.y, p->torque.z, p->force.x, p->force.y, p->force.z};
        for (int i = 0; i < wbc->npath[link]; i++)
            for (int r = 0; r < 6; r++)
                wbc->JF[wbc->path[link][i]] += x[r] * p->J[r * naxis + wbc->path[link][i]];
    }
}

/* -- torques --------------------------------------------------------------------------------------------------- */

/* An axis whose drive cannot give its torque: the one that it gives, by which part of the strength that misses, and whether it
 * is the strength that does not suffice, not just what a muscle reaches within the period. */
typedef struct Lack {
    int axis;
    double torque, part;
    bool weak;
} Lack;

typedef struct Saturated {
    int n;
    Lack lack[MOST_SATURATED];
} Saturated;

/* Notes one, in the place of the smallest where there are too many. */
static void note_lack(Saturated *saturated, Lack lack)
{
    if (saturated->n == MOST_SATURATED) {
        int least = 0;
        for (int k = 1; k < saturated->n; k++)
            if (saturated->lack[k].part < saturated->lack[least].part)
                least = k;
        if (saturated->lack[least].part >= lack.part)
            return;
        memmove(saturated->lack + least, saturated->lack + least + 1,
                (size_t)(--saturated->n - least) * sizeof lack);
    }
    saturated->lack[saturated->n++] = lack;
}

/* Adds a row of the forces for such an axis: the forces must supply the excess, if only later by less weight. */
static void limit_forces(KipWbc *wbc, const Now *now, const Lack *lack)
{
    Forces *f = &wbc->forces;
    const int row = f->nrow++, axis = lack->axis, naxis = wbc->naxis;
    const double factor = (lack->weak ? 1 : late_weight) / (0.2 * wbc->size * now->weight);
    double have = 0;
    f->y[row] = 0;
    for (int n = 0; n < f->nedge; n++) {
        const double *j = wbc->patch[f->of[n]].J + axis;
        const KipVec3 u = f->direction[n], r = v3_sub(f->at[n], wbc->patch[f->of[n]].origin);
        const KipVec3 torque = v3_cross(r, u);
        f->W[n][row] = factor * now->weight *
                       (torque.x * j[0] + torque.y * j[naxis] + torque.z * j[2 * naxis] + u.x * j[3 * naxis] +
                        u.y * j[4 * naxis] + u.z * j[5 * naxis]);
        have += f->W[n][row] * f->w[n];
    }
    f->b[row] = have + factor * (wbc->tau[axis] - lack->torque);
}

/* Adds a row of the accelerations: M a + h - J' f is the axis' limit. */
static void limit_axis(KipWbc *wbc, int axis, double torque)
{
    const double *M = kip_wbc_mass_row(wbc, axis);
    const double factor = 1 / M[axis];
    kip_wbc_plain_row(wbc, M, factor, factor * (torque - wbc->h[axis] + wbc->JF[axis]),
                      saturated_lambda * factor);
}

/* Computes tau = M a + h - J' f. */
static void find_torques(KipWbc *wbc)
{
    for (int i = 6; i < wbc->naxis; i++) {
        const double *M = kip_wbc_mass_row(wbc, i);
        wbc->tau[i] = wbc->h[i] - wbc->JF[i];
        for (int j = 0; j < wbc->naxis; j++)
            wbc->tau[i] += M[j] * wbc->a[j];
    }
}

/* Notes the axes whose drives cannot give their torques. */
static void find_lacks(const KipWbc *wbc, const Now *now, Saturated *saturated)
{
    for (int i = 6; i < wbc->naxis; i++) {
        const int k = wbc->first + i;
        const double t = wbc->tau[i], *strength = wbc->strength + 2 * i,
                     most = fmax(-strength[0], strength[1]);
        const double given = fmax(now->drives.limit_lo[k], fmin(now->drives.limit_hi[k], t));
        if (given != t)
            note_lack(saturated,
                      (Lack){i, given, fabs(t - given) / most, t < strength[0] || t > strength[1]});
    }
}

/* Adds all rows but those of the centre of mass, which come first and may be replaced. */
static void add_tasks(KipWbc *wbc, const Now *now)
{
    const WbcState *state = &wbc->state;
    for (int k = 0; k < state->nbearing; k++)
        hold_contact(wbc, now, k);
    for (int k = 0; k < state->ntask; k++)
        if (state->task[k].kind == KIP_WBC_PLACE || state->task[k].kind == KIP_WBC_TURN)
            want_link(wbc, now, k);
    hold_limits(wbc, now);
}

static double length_of(const double *x)
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* Measures the parts of the tasks' accelerations that the solution does not achieve. */
static void measure_lacks(KipWbc *wbc, const Now *now)
{
    WbcState *state = &wbc->state;
    double lack[3];
    wbc->rows.n = 0;
    want_com(wbc, now);
    for (int k = 0; k < state->ntask; k++)
        if (state->task[k].kind == KIP_WBC_PLACE || state->task[k].kind == KIP_WBC_TURN)
            want_link(wbc, now, k);
    for (int row = 0, k = -1; row < wbc->rows.n; row += 3) {
        for (int i = 0; i < 3; i++) {
            const double *C = wbc->rows.C + (size_t)(row + i) * (size_t)wbc->naxis;
            lack[i] = -wbc->rows.b[row + i];
            for (int j = 0; j < wbc->naxis; j++)
                lack[i] += C[j] / wbc->scale[j] * wbc->a[j];
        }
        if (row == 0) {
            state->com_lack = length_of(lack);
            continue;
        }
        do
            k++;
        while (state->task[k].kind != KIP_WBC_PLACE && state->task[k].kind != KIP_WBC_TURN);
        state->lack[k] = length_of(lack);
    }
}

/* Accelerations under the wrench of the forces. */
static void move_under_forces(KipWbc *wbc, const Now *now, const Saturated *saturated)
{
    wbc->rows.n = 0;
    want_wrench(wbc);
    add_tasks(wbc, now);
    for (int k = 0; k < saturated->n; k++)
        if (saturated->lack[k].weak)
            limit_axis(wbc, saturated->lack[k].axis, saturated->lack[k].torque);
    wish_posture(wbc, now);
    kip_wbc_solve(wbc, wbc->wish, wbc->a);
}

static void solve(KipWbc *wbc, Now *now)
{
    Forces *f = &wbc->forces;
    Saturated saturated = {0};
    wbc->rows.n = 0;
    want_com(wbc, now);
    add_tasks(wbc, now);
    wish_posture(wbc, now);
    kip_wbc_solve(wbc, wbc->wish, wbc->a);
    find_edges(wbc, now);
    want_forces(wbc, now);
    memcpy(f->y, wbc->state.dual, sizeof wbc->state.dual);
    const double left = kip_wbc_press(f);
    memcpy(wbc->state.dual, f->y, sizeof wbc->state.dual);
    sum_forces(wbc, now);
    if (left > feasible)
        move_under_forces(wbc, now, &saturated);
    find_torques(wbc);
    find_lacks(wbc, now, &saturated);
    if (saturated.n > 0) {
        for (int k = 0; k < saturated.n; k++)
            limit_forces(wbc, now, saturated.lack + k);
        kip_wbc_press(f);
        sum_forces(wbc, now);
        move_under_forces(wbc, now, &saturated);
        find_torques(wbc);
    }
    measure_lacks(wbc, now);
}

static void write_drives(const KipWbc *wbc, const Now *now)
{
    const double most = now->weight * wbc->size;
    const KipDrives *drives = &now->drives;
    for (int i = 6; i < wbc->naxis; i++) {
        const int k = wbc->first + i;
        const double lo = drives->limit_lo[k], hi = drives->limit_hi[k];
        drives->stiffness[k] = 0;
        drives->damping[k] = damping_time * fmin(fmax(-wbc->strength[2 * i], wbc->strength[2 * i + 1]), most);
        drives->rate[k] = now->v[k] + 0.5 * now->period * wbc->a[i];
        drives->feedforward[k] = fmax(lo, fmin(hi, wbc->tau[i]));
    }
}

/* Adds bodies welded to links as point masses: to the mass matrix, the bias forces, the mass and the centre of mass. */
static void carry(KipWbc *wbc, const KipSim *sim, Now *now)
{
    const size_t naxis = (size_t)wbc->naxis;
    Carried load;
    now->mass = wbc->mass, now->moment = v3_zero();
    for (int id = 0; kip_wbc_next_load(wbc, sim, &id, &load);) {
        const KipVec3 at = m3_apply_t(kip_body_rotation(wbc->d, load.link),
                                      v3_sub(load.at, kip_body_position(wbc->d, load.link)));
        const KipVec3 bias = kip_point_acceleration(wbc->d, load.link, at, NULL);
        const double pull[3] = {bias.x, bias.y, bias.z + now->g};
        const double *J = wbc->task_J + 3 * naxis;
        kip_tree_jacobian(wbc->d, load.link, at, wbc->naxis, wbc->task_J);
        for (int i = 0; i < wbc->npath[load.link]; i++) {
            const int a = wbc->path[load.link][i];
            double *M = kip_wbc_mass_row(wbc, a);
            for (size_t r = 0; r < 3; r++) {
                wbc->h[a] += load.mass * J[r * naxis + (size_t)a] * pull[r];
                for (int k = 0; k < wbc->npath[load.link]; k++) {
                    const int b = wbc->path[load.link][k];
                    M[b] += load.mass * J[r * naxis + (size_t)a] * J[r * naxis + (size_t)b];
                }
            }
        }
        now->mass += load.mass, now->moment = v3_add_scaled(now->moment, load.mass, load.at);
    }
}

/* Subtracts from the bias forces what limits give along the limb of a bearing link with a turn task, which rolls over its edge. */
static void lean_on_limits(KipWbc *wbc, const KipSim *sim)
{
    kip_sim_limit_forces(sim, wbc->tau);
    for (int k = 0; k < wbc->state.nbearing; k++) {
        const int link = wbc->state.bearing[k].link;
        for (int i = 0; i < wbc->npath[link] && kip_wbc_find_task(wbc, KIP_WBC_TURN, link) >= 0; i++)
            wbc->h[wbc->path[link][i]] -= wbc->tau[wbc->first + wbc->path[link][i]];
    }
}

void kip_wbc_update(KipWbc *wbc, KipSim *sim, double period)
{
    const KipModel *model = wbc->model;
    Now now = {.q = kip_sim_q(sim), .v = kip_sim_v(sim), .drives = kip_sim_drives(sim), .period = period};
    if (!wbc->state.on)
        return;
    now.g = fmax(v3_length(model->gravity), 1e-3), now.omega = sqrt(now.g / wbc->size),
    now.weight = wbc->mass * now.g;
    kip_dynamics_set(wbc->d, now.q, now.v);
    kip_tree_mass_matrix(wbc->d, wbc->root, wbc->naxis, wbc->M);
    kip_inverse_dynamics(wbc->d, wbc->zero, wbc->tau, NULL);
    memcpy(wbc->h, wbc->tau + wbc->first, (size_t)wbc->naxis * sizeof *wbc->h);
    lean_on_limits(wbc, sim);
    carry(wbc, sim, &now);
    measure(wbc, &now);
    kip_wbc_touch(wbc, sim, wbc->d);
    ramp(wbc, &now);
    for (int k = 0; k < wbc->state.nbearing; k++) {
        double *J = wbc->J + (size_t)k * 6 * (size_t)wbc->naxis;
        kip_tree_jacobian(wbc->d, wbc->state.bearing[k].link, v3_zero(), wbc->naxis, J);
        wbc->patch[k].J = J;
    }
    find_base(wbc, &now);
    solve(wbc, &now);
    write_drives(wbc, &now);
    let_time_pass(wbc, &now);
}
