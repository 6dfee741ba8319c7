/* Whole-body control: creation, contacts and tasks, saving (wbc.h, wbc_parts.h). */
#include "wbc.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/tree.h"
#include "fields.h"
#include "wbc_parts.h"

static const double root_scale =
    3.2; /* scale of the free joint's axes, which move that much more readily than joints */
static const double com_weight = 1e5, link_weight = 20;
static const double touch_friction = 0.6; /* for links that have not touched anything yet */

/* -- the body -------------------------------------------------------------------------------------------------- */

static void find_path(KipWbc *wbc, int body, int *path)
{
    const KipModel *model = wbc->model;
    int n = 0;
    wbc->path[body] = path;
    for (int b = body; b != 0; b = model->body[b].parent)
        n += model->body[b].nv;
    wbc->npath[body] = n;
    for (int b = body; b != 0; b = model->body[b].parent)
        for (int k = model->body[b].nv - 1; k >= 0; k--)
            path[--n] = model->body[b].v - wbc->first + k;
}

/* The most about an axis of the body's joints. */
static double strength_of(const KipWbc *wbc, int body)
{
    const KipBody *b = &wbc->model->body[body];
    double most = 0;
    for (int i = b->v - wbc->first; i < b->v - wbc->first + b->nv; i++)
        most = fmax(most, fmax(-wbc->strength[2 * i], wbc->strength[2 * i + 1]));
    return most;
}

static void find_strengths(KipWbc *wbc)
{
    const KipModel *model = wbc->model;
    double box[6][2];
    for (int j = 0; j < model->njoint; j++) {
        if (model->body[model->joint[j].body].root != wbc->root || model->joint[j].type == KIP_JOINT_FREE)
            continue;
        kip_joint_strength(model, j, box);
        for (int k = 0; k < model->joint[j].nv; k++)
            memcpy(wbc->strength + 2 * (model->joint[j].v - wbc->first + k), box[k], sizeof box[k]);
    }
}

/* Computes lengths along the bones, and the force across its length that a limb's weakest joint can hold, which determines
 * the share of the load. What is attached to the root without a limb has the share of the strongest limb. */
static void measure_limbs(KipWbc *wbc)
{
    const KipModel *model = wbc->model;
    const double weight = wbc->mass * 9.81;
    for (int b = wbc->root; b < model->nbody; b++) {
        if (model->body[b].root != wbc->root)
            continue;
        double length = 0, least = weight;
        for (int at = b; at != wbc->root; at = model->body[at].parent) {
            const double radius = fmax(length, 0.1 * wbc->size), strength = strength_of(wbc, at);
            if (strength > 0)
                least = fmin(least, strength / radius);
            if (model->body[at].parent != wbc->root)
                length += v3_length(model->body[at].pos);
        }
        wbc->limb[b] = length, wbc->share[b] = least / weight;
    }
}

/* The height of the centre of mass over the lowest corner in the reference configuration. */
static double built_size(KipWbc *wbc)
{
    const KipModel *model = wbc->model;
    const KipVec3 up = v3(0, 0, 1);
    KipVec3 centre = v3_zero();
    double lowest = INFINITY;
    kip_dynamics_set(wbc->d, model->q0, NULL);
    for (int b = wbc->root; b < model->nbody; b++) {
        Patch patch;
        if (model->body[b].root != wbc->root)
            continue;
        wbc->mass += model->body[b].mass;
        centre =
            v3_add_scaled(centre, model->body[b].mass, kip_point_position(wbc->d, b, model->body[b].com));
        kip_wbc_find_patch(wbc, wbc->d, b, up, NULL, &patch);
        for (int k = 0; k < patch.ncorner; k++)
            lowest = fmin(lowest, patch.at[k].z);
    }
    return fmax(centre.z / wbc->mass - lowest, 1e-3);
}

static bool take_memory(KipWbc *wbc)
{
    KipArena *arena = wbc->arena;
    const size_t nv = (size_t)wbc->model->nv, nbody = (size_t)wbc->model->nbody, naxis = (size_t)wbc->naxis;
    double **const vectors[] = {&wbc->h, &wbc->JF, &wbc->wish, &wbc->a, &wbc->scale};
    bool good = true;
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        good = (*vectors[k] = kip_arena_take(arena, naxis, sizeof(double))) && good;
    wbc->zero = kip_arena_take(arena, nv, sizeof(double));
    wbc->tau = kip_arena_take(arena, nv, sizeof(double));
    wbc->M = kip_arena_take(arena, naxis * naxis, sizeof(double));
    wbc->J = kip_arena_take(arena, KIP_WBC_MOST_CONTACTS * 6 * naxis, sizeof(double));
    wbc->task_J = kip_arena_take(arena, 6 * naxis, sizeof(double));
    wbc->rows.C = kip_arena_take(arena, MOST_ROWS * naxis, sizeof(double));
    wbc->rows.S = kip_arena_take(arena, MOST_ROWS * (MOST_ROWS + 4), sizeof(double));
    wbc->rows.y = kip_arena_take(arena, MOST_ROWS, sizeof(double));
    wbc->path = kip_arena_take(arena, nbody, sizeof *wbc->path);
    wbc->npath = kip_arena_take(arena, nbody, sizeof *wbc->npath);
    wbc->limb = kip_arena_take(arena, nbody, sizeof *wbc->limb);
    wbc->share = kip_arena_take(arena, nbody, sizeof *wbc->share);
    wbc->all = kip_arena_take(arena, naxis, sizeof *wbc->all);
    wbc->strength = kip_arena_take(arena, naxis * 2, sizeof(double));
    good = good && wbc->zero && wbc->tau && wbc->strength && wbc->M && wbc->J && wbc->task_J && wbc->rows.C &&
           wbc->rows.S && wbc->rows.y && wbc->path && wbc->npath && wbc->limb && wbc->share && wbc->all;
    for (size_t b = 0; b < nbody && good; b++) {
        int *path = wbc->model->body[b].root == wbc->root ? kip_arena_take(arena, naxis, sizeof *path) : NULL;
        if (path)
            find_path(wbc, (int)b, path);
        good = path || wbc->model->body[b].root != wbc->root;
    }
    return good;
}

static int count_axes(const KipModel *model, int root)
{
    int n = 0;
    for (int b = root; b < model->nbody; b++)
        if (model->body[b].root == root)
            n += model->body[b].nv;
    return n;
}

/* All joints keep their posture alike. */
static void loosen(KipWbc *wbc)
{
    for (int i = 0; i < wbc->naxis; i++)
        wbc->scale[i] = i < 6 ? root_scale : 1;
}

KipStatus kip_wbc_create(const KipWbcDef *def, KipWbc **out, KipError *error)
{
    *out = NULL;
    const KipModel *model = def->model;
    const KipBody *root = &model->body[def->root];
    if (root->parent != 0 || root->njoint != 1 || model->joint[root->joint].type != KIP_JOINT_FREE)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "whole-body control is for a body whose root has a free joint; '%s' has none",
                        root->name);
    KipArena *arena = kip_arena_create(def->allocator);
    KipWbc *wbc = arena ? kip_arena_take(arena, 1, sizeof *wbc) : NULL;
    if (wbc) {
        *wbc =
            (KipWbc){.model = model, .root = def->root, .first = root->v, .d = def->dynamics, .arena = arena};
        wbc->naxis = count_axes(model, def->root);
    }
    if (!wbc || !take_memory(wbc)) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for whole-body control");
    }
    for (int i = 0; i < wbc->naxis; i++)
        wbc->all[i] = i;
    loosen(wbc);
    find_strengths(wbc);
    wbc->size = 1;
    wbc->size = built_size(wbc);
    measure_limbs(wbc);
    *out = wbc;
    return KIP_OK;
}

void kip_wbc_destroy(KipWbc *wbc)
{
    if (wbc)
        kip_arena_destroy(wbc->arena);
}

/* -- contacts -------------------------------------------------------------------------------------------------- */

static int find_bearing(const KipWbc *wbc, int link)
{
    for (int k = 0; k < wbc->state.nbearing; k++)
        if (wbc->state.bearing[k].link == link)
            return k;
    return -1;
}

static KipStatus need_own(const KipWbc *wbc, int link, KipError *error)
{
    if (link >= 0 && link < wbc->model->nbody && wbc->model->body[link].root == wbc->root)
        return KIP_OK;
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "body %d is no link of '%s'", link,
                    wbc->model->body[wbc->root].name);
}

KipStatus kip_wbc_bear(KipWbc *wbc, const KipSim *sim, int link, KipError *error)
{
    WbcState *state = &wbc->state;
    Patch patch;
    KipStatus status = need_own(wbc, link, error);
    if (status != KIP_OK)
        return status;
    const int k = find_bearing(wbc, link);
    if (k >= 0) {
        state->bearing[k].released = 0;
        return KIP_OK;
    }
    kip_wbc_find_patch(wbc, kip_sim_dynamics(sim), link, v3(0, 0, 1), NULL, &patch);
    if (patch.ncorner == 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%s' cannot bear: it has no shape that touches",
                        wbc->model->body[link].name);
    if (state->nbearing == KIP_WBC_MOST_CONTACTS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%d links bear already, the most that can",
                        KIP_WBC_MOST_CONTACTS);
    Bearing *bearing = &state->bearing[state->nbearing++];
    *bearing = (Bearing){.link = link, .mu = touch_friction, .normal = v3(0, 0, 1)};
    kip_wbc_touch_one(wbc, sim, bearing);
    bearing->part = bearing->touches;
    if (!state->on)
        state->on = 1, state->height = NAN;
    return KIP_OK;
}

void kip_wbc_release(KipWbc *wbc, int link, double seconds)
{
    const int k = find_bearing(wbc, link);
    if (k >= 0)
        wbc->state.bearing[k].released = 1, wbc->state.bearing[k].rate = 1 / fmax(seconds, 1e-6);
}

bool kip_wbc_bears(const KipWbc *wbc, int link)
{
    return find_bearing(wbc, link) >= 0;
}

bool kip_wbc_is_on(const KipWbc *wbc)
{
    return wbc->state.on;
}

void kip_wbc_end(KipWbc *wbc)
{
    wbc->state = (WbcState){0};
    loosen(wbc);
}

/* -- tasks ----------------------------------------------------------------------------------------------------- */

static bool has_link(KipWbcKind kind)
{
    return kind == KIP_WBC_PLACE || kind == KIP_WBC_TURN;
}

int kip_wbc_find_task(const KipWbc *wbc, KipWbcKind kind, int link)
{
    for (int k = 0; k < wbc->state.ntask; k++)
        if (wbc->state.task[k].kind == kind && (!has_link(kind) || wbc->state.task[k].link == link))
            return k;
    return -1;
}

static bool is_finite(KipVec3 v)
{
    return isfinite(v.x + v.y + v.z);
}

KipStatus kip_wbc_set_task(KipWbc *wbc, const KipWbcTask *task, KipError *error)
{
    WbcState *state = &wbc->state;
    KipWbcTask made = *task;
    const double unit = q_dot(task->turn, task->turn);
    if (has_link(made.kind)) {
        KipStatus status = need_own(wbc, made.link, error);
        if (status != KIP_OK)
            return status;
    }
    if (isnan(made.weight))
        made.weight = made.kind == KIP_WBC_COM ? com_weight : link_weight;
    if (!is_finite(made.position) || !is_finite(made.velocity) || !is_finite(made.acceleration) ||
        !(made.weight > 0 && isfinite(made.weight)) || !(made.rate >= 0 && isfinite(made.rate)) ||
        !(made.within >= 0 && isfinite(made.within)) ||
        (made.kind == KIP_WBC_TURN && !(unit > 0 && isfinite(unit))))
        return kip_fail(
            error, KIP_BAD_USE, kip_nowhere(),
            "a task's place, turn, velocity and acceleration are finite, its weight is more than 0, its "
            "rate and its time are 0 or more");
    if (made.kind == KIP_WBC_TURN)
        made.turn = q_normalize(made.turn);
    int k = kip_wbc_find_task(wbc, made.kind, made.link);
    if (k < 0 && state->ntask == KIP_WBC_MOST_TASKS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "there are %d tasks already, the most that can be",
                        KIP_WBC_MOST_TASKS);
    if (k < 0)
        k = state->ntask++, state->lack[k] = 0, state->pace[k] = v3_zero();
    if (!(made.within > 0))
        state->pace[k] = v3_zero();
    state->task[k] = made;
    return KIP_OK;
}

void kip_wbc_end_task(KipWbc *wbc, KipWbcKind kind, int link)
{
    WbcState *state = &wbc->state;
    const int k = kip_wbc_find_task(wbc, kind, link);
    if (k < 0)
        return;
    state->ntask--;
    for (int i = k; i < state->ntask; i++)
        state->task[i] = state->task[i + 1], state->lack[i] = state->lack[i + 1],
        state->pace[i] = state->pace[i + 1];
}

KipStatus kip_wbc_set_posture(KipWbc *wbc, int link, double weight, KipError *error)
{
    KipStatus status = need_own(wbc, link, error);
    if (status != KIP_OK)
        return status;
    if (link == wbc->root || !(weight > 0 && isfinite(weight)))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the weight of a posture is more than 0, and of a link that hangs on joints");
    const KipBody *body = &wbc->model->body[link];
    for (int i = body->v - wbc->first; i < body->v - wbc->first + body->nv; i++)
        wbc->scale[i] = 1 / sqrt(weight);
    return KIP_OK;
}

/* -- what can be asked ----------------------------------------------------------------------------------------- */

double kip_wbc_lack(const KipWbc *wbc, KipWbcKind kind, int link)
{
    const int k = kip_wbc_find_task(wbc, kind, link);
    return kind == KIP_WBC_COM ? wbc->state.com_lack : k >= 0 ? wbc->state.lack[k] : 0;
}

double kip_wbc_limb(const KipWbc *wbc, int link)
{
    return wbc->limb[link];
}

KipVec3 kip_wbc_base(const KipWbc *wbc, const KipSim *sim, int link)
{
    const int k = find_bearing(wbc, link);
    const KipVec3 normal = k >= 0 ? wbc->state.bearing[k].normal : v3(0, 0, 1);
    Patch patch;
    kip_wbc_find_patch(wbc, kip_sim_dynamics(sim), link, normal, NULL, &patch);
    return patch.ncorner ? patch.centre : patch.origin;
}

bool kip_wbc_next_load(const KipWbc *wbc, const KipSim *sim, int *id, Carried *load)
{
    const KipModel *model = wbc->model;
    while (*id < kip_sim_max_constraints(sim)) {
        const KipConstraint *weld = kip_sim_constraint(sim, (*id)++);
        if (!weld || weld->type != KIP_WELD)
            continue;
        const bool first = model->body[weld->body1].root == wbc->root;
        const int link = first ? weld->body1 : weld->body2, body = first ? weld->body2 : weld->body1;
        if (body == 0 || model->body[link].root != wbc->root || model->body[body].root == wbc->root)
            continue;
        const KipDynamics *d = kip_sim_dynamics(sim);
        *load = (Carried){link, model->body[body].mass, kip_point_position(d, body, model->body[body].com),
                          kip_point_velocity(d, body, model->body[body].com)};
        return true;
    }
    return false;
}

void kip_wbc_laden(const KipWbc *wbc, const KipSim *sim, KipVec3 *com, KipVec3 *velocity)
{
    Carried load;
    double mass = wbc->mass;
    for (int id = 0; kip_wbc_next_load(wbc, sim, &id, &load);) {
        const double part = load.mass / (mass += load.mass);
        if (com)
            *com = v3_add_scaled(*com, part, v3_sub(load.at, *com));
        if (velocity)
            *velocity = v3_add_scaled(*velocity, part, v3_sub(load.velocity, *velocity));
    }
}

/* -- saving ---------------------------------------------------------------------------------------------------- */

static void list(void *thing, KipPass *pass)
{
    KipWbc *wbc = thing;
    KIP_PASS(pass, KIP_FIELD(wbc->state), KIP_ARRAY(wbc->scale, wbc->naxis));
}

static bool is_own(const KipWbc *wbc, int link)
{
    return kip_is_within(link, wbc->model->nbody - 1) && wbc->model->body[link].root == wbc->root;
}

static bool is_sound(const void *thing)
{
    const KipWbc *wbc = thing;
    const WbcState *state = &wbc->state;
    if (!kip_is_within(state->on, 1) || !kip_is_within(state->nbearing, KIP_WBC_MOST_CONTACTS) ||
        !kip_is_within(state->ntask, KIP_WBC_MOST_TASKS))
        return false;
    for (int k = 0; k < 6; k++)
        if (!isfinite(state->dual[k]))
            return false;
    for (int i = 0; i < wbc->naxis; i++)
        if (!(wbc->scale[i] > 0 && isfinite(wbc->scale[i])))
            return false;
    for (int k = 0; k < state->nbearing; k++) {
        const Bearing *b = &state->bearing[k];
        if (!is_own(wbc, b->link) || !kip_is_within(b->other, wbc->model->nbody - 1) ||
            !(b->part >= 0 && b->part <= 1) || !(b->rate >= 0) || !(b->mu >= 0) || !is_finite(b->normal) ||
            !(v3_length(b->normal) > 0.5))
            return false;
    }
    for (int k = 0; k < state->ntask; k++) {
        const KipWbcTask *t = &state->task[k];
        if (!is_finite(state->pace[k]))
            return false;
        if (!kip_is_within(t->kind, KIP_WBC_TURN) || (has_link(t->kind) && !is_own(wbc, t->link)) ||
            !is_finite(t->position) || !is_finite(t->velocity) || !is_finite(t->acceleration) ||
            !(t->weight > 0) || !(t->rate >= 0 && isfinite(t->rate)) ||
            !(t->within >= 0 && isfinite(t->within)) ||
            (t->kind == KIP_WBC_TURN && !(q_dot(t->turn, t->turn) > 0.5)))
            return false;
    }
    return true;
}

const KipFields kip_wbc_fields = {"whole-body control", NULL, list, is_sound, NULL};
