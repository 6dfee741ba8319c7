/* A simulation's state: as it is read and set, as it is saved, and its hash. */
#include "sim.h"

#include <string.h>

#include "arena.h"
#include "fields.h"
#include "sim_parts.h"

/* -- reading and setting --------------------------------------------------------------------------------- */

const KipModel *kip_sim_model(const KipSim *sim)
{
    return sim->model;
}

double kip_sim_timestep(const KipSim *sim)
{
    return sim->h;
}

bool kip_sim_is_explicit(const KipSim *sim)
{
    return sim->method == kip_method(KIP_RK4);
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

int64_t kip_sim_revision(const KipSim *sim)
{
    return sim->evaluation;
}

void kip_sim_forget_contacts(KipSim *sim)
{
    memset(sim->memory, 0, (size_t)*sim->nmemory * sizeof *sim->memory);
    *sim->nmemory = 0;
}

KipStatus kip_sim_set_state(KipSim *sim, const double *q, const double *v, KipError *error)
{
    const KipModel *model = sim->model;
    int joint = kip_find_divergence(model, q ? q : sim->q, v ? v : sim->v);
    if (joint >= 0)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "the state of joint '%s' of body '%s' is not a number or out of bounds (positions "
                        "below 1e5, "
                        "rates below 1e4)",
                        model->joint[joint].name, model->body[model->joint[joint].body].name);
    if (q)
        memmove(sim->q, q, (size_t)model->nq * sizeof *q); /* it may be kip_sim_q's own */
    if (v)
        memmove(sim->v, v, (size_t)model->nv * sizeof *v);
    kip_model_normalize(model, sim->q);
    kip_presence_apply(sim);
    kip_sim_forget_contacts(sim);
    kip_sim_refresh(sim);
    return KIP_OK;
}

KipStatus kip_sim_set_key(KipSim *sim, int key, KipError *error)
{
    if (key < 0 || key >= sim->model->nkey)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "model '%s' has %d keyframe%s, not a number %d",
                        sim->model->name, sim->model->nkey, sim->model->nkey == 1 ? "" : "s", key);
    return kip_sim_set_state(sim, sim->model->key[key].q, sim->model->key[key].v, error);
}

KipStatus kip_sim_disturb(KipSim *sim, int first, int nbody, KipRandom *random, double displacement,
                          double rate, KipError *error)
{
    const KipModel *model = sim->model;
    KipDynamics *d = sim->d; /* its state is remade from ours */
    memset(sim->move, 0, (size_t)model->nv * sizeof *sim->move);
    memcpy(d->v, sim->v, (size_t)model->nv * sizeof *d->v);
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = &model->joint[j];
        bool meant = joint->body >= first && joint->body < first + nbody;
        for (int i = joint->v; i < joint->v + joint->nv && meant; i++) {
            if (joint->type == KIP_JOINT_FREE && i < joint->v + 3)
                continue;
            sim->move[i] = displacement * kip_random_uniform(random, -1, 1);
            d->v[i] += rate * kip_random_uniform(random, -1, 1);
        }
    }
    kip_model_integrate(model, sim->q, sim->move, 1, d->q);
    return kip_sim_set_state(sim, d->q, d->v, error);
}

KipDrives kip_sim_drives(KipSim *sim)
{
    return sim->drives;
}

const KipDynamics *kip_sim_dynamics(const KipSim *sim)
{
    return sim->d;
}

const double *kip_sim_drive_forces(const KipSim *sim)
{
    return sim->effective;
}

KipWork kip_sim_work(const KipSim *sim)
{
    return *sim->work;
}

int kip_sim_contacts(const KipSim *sim, const KipContact **contacts)
{
    *contacts = sim->contact;
    return sim->ncontact;
}

/* -- as bytes -------------------------------------------------------------------------------------------- */

/* The numbers beside q, v and the drives are finite, and there are steps left to take. */
static bool rest_is_sound(const KipSim *sim)
{
    double sum = *sim->gravity_scale + *sim->friction_scale;
    for (int i = 0; i < KIP_WORKS; i++)
        sum += kip_work_part(sim->work, i);
    for (int k = 0; k < sim->model->nv; k++)
        sum += sim->effective[k];
    for (int k = 0; k < 6 * sim->max_constraints; k++)
        sum += sim->row_force[k];
    for (int i = 0; i < sim->model->nbody; i++) {
        const External *e = sim->external + i;
        sum += e->force.x + e->force.y + e->force.z + e->torque.x + e->torque.y + e->torque.z + e->point.x +
               e->point.y + e->point.z;
    }
    return sum - sum == 0 && *sim->steps >= 0 && *sim->steps < INT64_MAX / 2;
}

static bool twist_is_sound(const TwistMemory *t)
{
    const double y[3] = {t->y.x, t->y.y, t->y.z};
    return kip_within(y, 3, 1e5) && v3_dot(t->torque, t->torque) < INFINITY;
}

/* Every remembered contact is one that this model can have, and finite. */
static bool memory_is_sound(const KipSim *sim)
{
    const KipModel *model = sim->model;
    if (*sim->nmemory < 0 || *sim->nmemory > sim->max_contacts)
        return false;
    for (int64_t i = 0; i < *sim->nmemory; i++) {
        const ContactMemory *m = sim->memory + i;
        const double z[3] = {m->z.x, m->z.y, m->z.z};
        const KipVec3 sum = v3_add(m->force, v3_add(m->point, m->normal));
        if (m->geom1 < 0 || m->geom1 >= model->ngeom || m->geom2 < 0 || m->geom2 >= model->ngeom ||
            m->feature < 0 || m->face < NO_FACE || !kip_within(z, 3, 1e5) || !(v3_dot(sum, sum) < INFINITY) ||
            m->feature >= kip_collide_features(model->geom[m->geom1].type, model->geom[m->geom2].type) ||
            m->face >= kip_collide_faces(model->geom[m->geom1].type, model->geom[m->geom2].type))
            return false;
        if (sim->twist && !twist_is_sound(sim->twist_memory + i))
            return false;
    }
    return true;
}

static void list(void *thing, KipPass *pass)
{
    KipSim *sim = thing;
    kip_pass_tag(pass, *sim->tag);
    KIP_PASS(pass, {sim->tag + 1, sim->state_size - sizeof *sim->tag});
}

static bool is_sound(const void *thing)
{
    const KipSim *sim = thing;
    return kip_find_divergence(sim->model, sim->q, sim->v) < 0 && kip_find_unfit_input(sim) < 0 &&
           rest_is_sound(sim) && memory_is_sound(sim) && kip_forces_are_sound(sim) &&
           kip_masks_are_sound(sim) && kip_presence_is_sound(sim);
}

static KipStatus derive(void *sim, KipError *error)
{
    (void)error;
    kip_presence_apply(sim);
    kip_sim_refresh(sim);
    return KIP_OK;
}

const KipFields kip_sim_fields = {"simulation", "it has another model, time step or version", list, is_sound,
                                  derive};

size_t kip_sim_save_size(const KipSim *sim)
{
    return kip_fields_size(&kip_sim_fields, sim);
}

void kip_sim_save(const KipSim *sim, void *bytes)
{
    kip_fields_save(&kip_sim_fields, sim, bytes);
}

KipStatus kip_sim_load(KipSim *sim, const void *bytes, size_t size, KipError *error)
{
    return kip_fields_load(&kip_sim_fields, sim, kip_arena_allocator(sim->arena), bytes, size, error);
}

uint64_t kip_sim_hash(const KipSim *sim)
{
    uint64_t hash = kip_hash(KIP_HASH_START, sim->steps, sizeof *sim->steps);
    hash = kip_hash(hash, sim->q, (size_t)sim->model->nq * sizeof *sim->q);
    hash = kip_hash(hash, sim->v, (size_t)sim->model->nv * sizeof *sim->v);
    if (sim->twist)
        hash = kip_hash(hash, sim->twist_memory, (size_t)*sim->nmemory * sizeof *sim->twist_memory);
    return kip_hash(hash, sim->memory, (size_t)*sim->nmemory * sizeof *sim->memory);
}
