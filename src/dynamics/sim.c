/* A simulation's memory, its state as bytes, and one step. */
#include "sim.h"

#include <string.h>

#include "arena.h"
#include "quat.h"
#include "world.h"

KipSimDef kip_sim_def(const KipModel *model)
{
    KipSimDef def = {model->timestep > 0 ? model->timestep : 1e-3, true, true, NULL};
    return def;
}

/* -- memory ---------------------------------------------------------------------------------------------- */

/* The saved block: where each part starts. Doubles throughout, so that nothing needs padding. */
static void lay_out(KipSim *sim, unsigned char *block)
{
    const KipModel *model = sim->model;
    size_t nq = (size_t)model->nq, nv = (size_t)model->nv, nsite = (size_t)sim->nsite;
    double *next = (double *)(void *)block;
    double **part[] = {&sim->q,
                       &sim->v,
                       &sim->z,
                       &sim->drives.target,
                       &sim->drives.rate,
                       &sim->drives.stiffness,
                       &sim->drives.damping,
                       &sim->drives.feedforward,
                       &sim->drives.limit_lo,
                       &sim->drives.limit_hi};
    const size_t size[] = {nq, nv, 2 * nsite, nq, nv, nv, nv, nv, nv, nv};
    sim->tag = (uint64_t *)(void *)next++;
    sim->steps = (int64_t *)(void *)next++;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        *part[i] = next;
        next += size[i];
    }
    sim->external = (External *)(void *)next;
}

static bool take_memory(KipSim *sim)
{
    const KipModel *model = sim->model;
    KipArena *arena = sim->arena;
    size_t nq = (size_t)model->nq, nv = (size_t)model->nv, nsite = (size_t)sim->nsite;
    double **part[] = {&sim->zdot,     &sim->rate,  &sim->move,     &sim->z_stage,
                       &sim->rate_sum, &sim->a_sum, &sim->zdot_sum, &sim->a};
    const size_t size[] = {2 * nsite, nv, nv, 2 * nsite, nv, nv, 2 * nsite, nv};
    sim->state_size =
        (2 + 2 * nq + 7 * nv + 2 * nsite) * sizeof(double) + (size_t)model->nbody * sizeof(External);
    sim->state = kip_arena_take(arena, 1, sim->state_size);
    sim->good = kip_arena_take(arena, 1, sim->state_size);
    sim->contact = kip_arena_take(arena, nsite, sizeof *sim->contact);
    if (!sim->state || !sim->good || !sim->contact)
        return false;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (!(*part[i] = kip_arena_take(arena, size[i], sizeof(double))))
            return false;
    lay_out(sim, sim->state);
    return true;
}

void kip_sim_refresh(KipSim *sim)
{
    kip_dynamics_set(sim->d, sim->q, sim->v);
    kip_external_pass(sim);
    kip_contact_pass(sim, sim->z, sim->zdot, true);
    sim->external_changed = false;
}

static KipStatus check_def(const KipModel *model, const KipSimDef *def, KipError *error)
{
    if (!(def->timestep > 0) || !(def->timestep <= 0.1))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a time step of %g s cannot be used: it must be above 0 and at most 0.1 s; %g suits "
                        "this model",
                        def->timestep, model->timestep > 0 ? model->timestep : 1e-3);
    if (model->nv == 0)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "the model%s%s has no joint, so nothing in it can move", *model->name ? " " : "",
                        model->name);
    return KIP_OK;
}

/* Tells saved states of this simulation from those of others of the same size. */
static uint64_t tag_of(const KipSim *sim)
{
    const KipModel *model = sim->model;
    uint64_t tag = kip_hash(KIP_HASH_START, &sim->h, sizeof sim->h);
    tag = kip_hash(tag, &sim->nsite, sizeof sim->nsite);
    for (int j = 0; j < model->njoint; j++) {
        tag = kip_hash(tag, &model->joint[j].type, sizeof model->joint[j].type);
        tag = kip_hash(tag, model->joint[j].name, strlen(model->joint[j].name));
    }
    return tag;
}

static KipStatus fill_sim(KipSim *sim, const KipSimDef *def, KipError *error)
{
    const KipModel *model = sim->model;
    KipStatus status = kip_dynamics_create(model, def->allocator, &sim->d, error);
    if (status == KIP_OK && def->contacts)
        status = kip_contact_sites(model, sim->d, sim->arena, &sim->site, &sim->nsite, error);
    if (status != KIP_OK)
        return status;
    sim->tau = kip_arena_take(sim->arena, (size_t)model->nv, sizeof *sim->tau);
    if (!sim->tau || !take_memory(sim))
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for a simulation of '%s'",
                        model->name);
    if (def->limits && (status = kip_limit_springs(sim, error)) != KIP_OK)
        return status;
    *sim->tag = tag_of(sim);
    memcpy(sim->q, model->q0, (size_t)model->nq * sizeof *sim->q);
    memcpy(sim->drives.target, model->q0, (size_t)model->nq * sizeof *sim->q);
    for (int k = 0; k < model->nv; k++)
        sim->drives.limit_lo[k] = -INFINITY, sim->drives.limit_hi[k] = INFINITY;
    kip_sim_refresh(sim);
    return KIP_OK;
}

KipStatus kip_sim_create(const KipModel *model, const KipSimDef *def, KipSim **out, KipError *error)
{
    KipStatus status = check_def(model, def, error);
    if (status != KIP_OK)
        return status;
    KipArena *arena = kip_arena_create(def->allocator);
    KipSim *sim = arena ? kip_arena_take(arena, 1, sizeof *sim) : NULL;
    if (!sim) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for a simulation of '%s'",
                        model->name);
    }
    sim->model = model;
    sim->arena = arena;
    sim->h = def->timestep;
    status = fill_sim(sim, def, error);
    if (status == KIP_OK)
        *out = sim;
    else
        kip_sim_destroy(sim);
    return status;
}

void kip_sim_destroy(KipSim *sim)
{
    if (sim) {
        kip_dynamics_destroy(sim->d);
        kip_arena_destroy(sim->arena);
    }
}

/* -- state ----------------------------------------------------------------------------------------------- */

const KipModel *kip_sim_model(const KipSim *sim)
{
    return sim->model;
}

double kip_sim_timestep(const KipSim *sim)
{
    return sim->h;
}

const double *kip_sim_q(const KipSim *sim)
{
    return sim->q;
}

const double *kip_sim_v(const KipSim *sim)
{
    return sim->v;
}

double kip_sim_time(const KipSim *sim)
{
    return (double)*sim->steps * sim->h;
}

KipStatus kip_sim_set_state(KipSim *sim, const double *q, const double *v, KipError *error)
{
    const KipModel *model = sim->model;
    int joint = kip_find_divergence(model, q ? q : sim->q, v ? v : sim->v);
    if (joint >= 0)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "the state of joint '%s' of body '%s' is not a number or out of bounds (positions "
                        "below 1e5, "
                        "rates below 1e3)",
                        model->joint[joint].name, model->body[model->joint[joint].body].name);
    if (q)
        memmove(sim->q, q, (size_t)model->nq * sizeof *q); /* it may be kip_sim_q's own */
    if (v)
        memmove(sim->v, v, (size_t)model->nv * sizeof *v);
    kip_model_normalize(model, sim->q);
    memset(sim->z, 0, 2 * (size_t)sim->nsite * sizeof *sim->z);
    kip_sim_refresh(sim);
    return KIP_OK;
}

KipStatus kip_sim_set_key(KipSim *sim, int key, KipError *error)
{
    if (key < 0 || key >= sim->model->nkey)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "model '%s' has %d keyframes, not a number %d",
                        sim->model->name, sim->model->nkey, key);
    return kip_sim_set_state(sim, sim->model->key[key].q, sim->model->key[key].v, error);
}

size_t kip_sim_save_size(const KipSim *sim)
{
    return sim->state_size;
}

void kip_sim_save(const KipSim *sim, void *bytes)
{
    memcpy(bytes, sim->state, sim->state_size);
}

KipStatus kip_sim_load(KipSim *sim, const void *bytes, size_t size, KipError *error)
{
    const KipModel *model = sim->model;
    bool ours = size == sim->state_size && memcmp(bytes, sim->tag, sizeof *sim->tag) == 0;
    if (!ours)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "these %zu bytes are no saved state of this simulation: it has another model, time "
                        "step or "
                        "version",
                        size);
    memcpy(sim->good, sim->state, size);
    memcpy(sim->state, bytes, size);
    if (kip_find_divergence(model, sim->q, sim->v) >= 0 || !kip_within(sim->z, 2 * sim->nsite, 1e5) ||
        *sim->steps < 0 || kip_find_unfit_input(sim) >= 0) {
        memcpy(sim->state, sim->good, size);
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "the saved state is damaged: it is not finite, or out of bounds");
    }
    kip_sim_refresh(sim);
    return KIP_OK;
}

uint64_t kip_sim_hash(const KipSim *sim)
{
    uint64_t hash = kip_hash(KIP_HASH_START, sim->steps, sizeof *sim->steps);
    hash = kip_hash(hash, sim->q, (size_t)sim->model->nq * sizeof *sim->q);
    hash = kip_hash(hash, sim->v, (size_t)sim->model->nv * sizeof *sim->v);
    return kip_hash(hash, sim->z, 2 * (size_t)sim->nsite * sizeof *sim->z);
}

/* -- forces and queries ---------------------------------------------------------------------------------- */

KipDrives kip_sim_drives(KipSim *sim)
{
    return sim->drives;
}

void kip_external_pass(KipSim *sim)
{
    for (int i = 1; i < sim->model->nbody; i++) {
        const External *e = sim->external + i;
        if (v3_dot(e->force, e->force) + v3_dot(e->torque, e->torque) != 0)
            kip_dynamics_add_force(sim->d, i, e->force, e->torque, e->point);
    }
}

void kip_sim_set_external(KipSim *sim, int body, KipVec3 force, KipVec3 torque, KipVec3 point)
{
    External external = {force, torque, point};
    sim->external[body] = external;
    sim->external_changed = true;
}

const KipDynamics *kip_sim_dynamics(const KipSim *sim)
{
    return sim->d;
}

void kip_sim_drive_forces(const KipSim *sim, double *tau)
{
    memset(tau, 0, (size_t)sim->model->nv * sizeof *tau);
    kip_drive_forces(sim, tau);
}

int kip_sim_contacts(const KipSim *sim, const KipContact **contacts)
{
    *contacts = sim->contact;
    return sim->ncontact;
}

/* -- step ------------------------------------------------------------------------------------------------ */

KipStatus kip_sim_step(KipSim *sim, KipError *error)
{
    int joint;
    if (sim->external_changed)
        kip_sim_refresh(sim);
    memcpy(sim->good, sim->state, sim->state_size);
    kip_rk4(sim);
    joint = kip_find_divergence(sim->model, sim->q, sim->v);
    if (joint >= 0) {
        memcpy(sim->state, sim->good, sim->state_size);
        kip_sim_refresh(sim);
        return kip_report_divergence(sim, joint, error);
    }
    ++*sim->steps;
    kip_sim_refresh(sim);
    return KIP_OK;
}
