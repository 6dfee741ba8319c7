/* The update of whole-body control: the state, what bears, contact forces, torques (wbc.h); wbc_tasks.c has the tasks. */
#include <math.h>
#include <string.h>

#include "../dynamics/tree.h"
#include "wbc_parts.h"

static const double spin_damper = 0.3;                /* omega: of the angular momentum */
static const double moment_weight = 0.8;              /* of moments over L relative to forces */
static const double heavy = 3;                        /* most load of a link, in body weights */
static const double fall_time = 0.1, rise_time = 0.3; /* 1 / omega: ramps of a link's load, down and up */
static const double saturated_lambda = 1e-4;          /* of an axis at its strength; as those of tasks */
static const double feasible = 1e-4; /* residual of feasible contact forces, of the weight squared */
static const double late_weight =
    0.3; /* of a torque that a muscle gives later, against one that it never gives */
static const double damping_time = 0.01; /* s: a joint's damping over its strength */
static const double most_rate = 1e4;     /* of a joint, m/s or rad/s: the bound of a simulation's states */

/* -- the state ------------------------------------------------------------------------------------------------- */

/* Adds M x to y for axes [from, end). Each number is a sum of its own in a fixed order; four are summed side by side, since
 * each addition waits for the one before. */
static void add_product(const KipWbc *wbc, const double *x, int from, int end, double *y)
{
    for (int i = from; i < end; i += 4) {
        const double *M[4];
        double sum[4];
        for (int l = 0; l < 4; l++) {
            const int row = i + l < end ? i + l : i;
            M[l] = kip_wbc_mass_row(wbc, row), sum[l] = y[row];
        }
        for (int j = 0; j < wbc->naxis; j++)
            for (int l = 0; l < 4; l++)
                sum[l] += M[l][j] * x[j];
        for (int l = 0; l < 4 && i + l < end; l++)
            y[i + l] = sum[l];
    }
}

static void measure(KipWbc *wbc, WbcNow *now)
{
    const KipModel *model = wbc->model;
    const double *v = now->v + wbc->first;
    double p[6] = {0};
    KipVec3 sum = now->moment;
    for (int b = wbc->root; b < model->nbody; b++)
        if (model->body[b].root == wbc->root)
            sum = v3_add_scaled(sum, model->body[b].mass, kip_point_position(wbc->d, b, model->body[b].com));
    add_product(wbc, v, 0, 6, p);
    now->com = v3_scale(1 / now->mass, sum);
    now->velocity = v3_scale(1 / now->mass, v3(p[0], p[1], p[2]));
    now->root = kip_body_position(wbc->d, wbc->root);
    now->turn = kip_body_rotation(wbc->d, wbc->root);
    now->momentum = v3_sub(m3_apply(now->turn, v3(p[3], p[4], p[5])),
                           v3_cross(v3_sub(now->com, now->root), v3(p[0], p[1], p[2])));
}

/* Ramps the load that links may bear: down within fall_time after a contact ends, up within rise_time while it holds. */
static void ramp(KipWbc *wbc, const WbcNow *now)
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
static void find_base(KipWbc *wbc, WbcNow *now)
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

/* -- forces ---------------------------------------------------------------------------------------------------- */

/* Sets b of the forces to the wrench about the centre of mass that the accelerations require, in the units of the rows. */
static void want_forces(KipWbc *wbc, const WbcNow *now)
{
    const double moment = moment_weight / (now->weight * wbc->size);
    double x[6];
    memcpy(x, wbc->h, sizeof x);
    add_product(wbc, wbc->a, 0, 6, x);
    const KipVec3 force = v3(x[0], x[1], x[2]);
    KipVec3 torque = m3_apply(now->turn, v3(x[3], x[4], x[5]));
    torque = v3_add(torque, v3_cross(v3_sub(now->root, now->com), force));
    torque = v3_add_scaled(torque, -spin_damper * now->omega, now->momentum);
    v3_store(wbc->forces.b, v3_scale(1 / now->weight, force));
    v3_store(wbc->forces.b + 3, v3_scale(moment, torque));
}

/* Sets the edges of friction cones at all corners, and shares of the weight as initial values. */
static void find_edges(KipWbc *wbc, const WbcNow *now)
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
static void sum_forces(KipWbc *wbc, const WbcNow *now)
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
typedef struct Overload {
    int axis;
    double torque, part;
    bool weak;
} Overload;

typedef struct Saturated {
    int n;
    Overload at[MOST_SATURATED];
} Saturated;

/* Notes one, in the place of the smallest where there are too many. */
static void note_overload(Saturated *saturated, Overload overload)
{
    if (saturated->n == MOST_SATURATED) {
        int least = 0;
        for (int k = 1; k < saturated->n; k++)
            if (saturated->at[k].part < saturated->at[least].part)
                least = k;
        if (saturated->at[least].part >= overload.part)
            return;
        memmove(saturated->at + least, saturated->at + least + 1,
                (size_t)(--saturated->n - least) * sizeof overload);
    }
    saturated->at[saturated->n++] = overload;
}

/* Adds a row of the forces for such an axis: the forces must supply the excess, if only later by less weight. */
static void limit_forces(KipWbc *wbc, const WbcNow *now, const Overload *overload)
{
    Forces *f = &wbc->forces;
    const int row = f->nrow++, axis = overload->axis, naxis = wbc->naxis;
    const double factor = (overload->weak ? 1 : late_weight) / (0.2 * wbc->size * now->weight);
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
    f->b[row] = have + factor * (wbc->tau[axis] - overload->torque);
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
    for (int i = 6; i < wbc->naxis; i++)
        wbc->tau[i] = wbc->h[i] - wbc->JF[i];
    add_product(wbc, wbc->a, 6, wbc->naxis, wbc->tau);
}

/* Notes the axes whose drives cannot give their torques. */
static void find_overloads(const KipWbc *wbc, const WbcNow *now, Saturated *saturated)
{
    for (int i = 6; i < wbc->naxis; i++) {
        const int k = wbc->first + i;
        const double t = wbc->tau[i], *strength = wbc->strength + 2 * i,
                     most = fmax(-strength[0], strength[1]);
        const double given = fmax(now->drives.limit_lo[k], fmin(now->drives.limit_hi[k], t));
        if (given != t)
            note_overload(saturated,
                          (Overload){i, given, fabs(t - given) / most, t < strength[0] || t > strength[1]});
    }
}

/* Accelerations under the wrench of the forces. */
static void move_under_forces(KipWbc *wbc, const Saturated *saturated)
{
    kip_wbc_want_wrench(wbc);
    wbc->rows.n = wbc->rows.end;
    for (int k = 0; k < saturated->n; k++)
        if (saturated->at[k].weak)
            limit_axis(wbc, saturated->at[k].axis, saturated->at[k].torque);
    kip_wbc_solve(wbc, wbc->wish, wbc->a);
}

static void solve(KipWbc *wbc, WbcNow *now)
{
    Forces *f = &wbc->forces;
    Saturated saturated = {0};
    kip_wbc_want_com(wbc, now);
    kip_wbc_add_tasks(wbc, now);
    kip_wbc_wish_posture(wbc, now);
    kip_wbc_solve(wbc, wbc->wish, wbc->a);
    find_edges(wbc, now);
    want_forces(wbc, now);
    memcpy(f->y, wbc->state.dual, sizeof wbc->state.dual);
    const double left = kip_wbc_press(f);
    memcpy(wbc->state.dual, f->y, sizeof wbc->state.dual);
    sum_forces(wbc, now);
    if (left > feasible)
        move_under_forces(wbc, &saturated);
    find_torques(wbc);
    find_overloads(wbc, now, &saturated);
    if (saturated.n > 0) {
        for (int k = 0; k < saturated.n; k++)
            limit_forces(wbc, now, saturated.at + k);
        kip_wbc_press(f);
        sum_forces(wbc, now);
        move_under_forces(wbc, &saturated);
        find_torques(wbc);
    }
    kip_wbc_measure_lacks(wbc, now);
}

static void write_drives(const KipWbc *wbc, const WbcNow *now)
{
    const double most = now->weight * wbc->size;
    const KipDrives *drives = &now->drives;
    for (int i = 6; i < wbc->naxis; i++) {
        const int k = wbc->first + i;
        const double lo = drives->limit_lo[k], hi = drives->limit_hi[k];
        drives->stiffness[k] = 0;
        drives->damping[k] = damping_time * fmin(fmax(-wbc->strength[2 * i], wbc->strength[2 * i + 1]), most);
        drives->rate[k] = fmax(-most_rate, fmin(most_rate, now->v[k] + 0.5 * now->period * wbc->a[i]));
        drives->feedforward[k] = fmax(lo, fmin(hi, wbc->tau[i]));
    }
}

/* Adds bodies welded to links as point masses: to the mass matrix, the bias forces, the mass and the centre of mass. */
static void carry(KipWbc *wbc, const KipSim *sim, WbcNow *now)
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
    WbcNow now = {.q = kip_sim_q(sim), .v = kip_sim_v(sim), .drives = kip_sim_drives(sim), .period = period};
    if (!wbc->state.on)
        return;
    now.g = fmax(v3_length(model->gravity), 1e-3), now.omega = sqrt(now.g / wbc->size),
    now.weight = wbc->mass * now.g;
    kip_dynamics_copy(wbc->d, kip_sim_dynamics(sim));
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
    kip_wbc_let_time_pass(wbc, &now);
}
