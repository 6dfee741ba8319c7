/* The loads of a simulation, see loads.h. */
#include "loads.h"

#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/tree.h"
#include "parts.h"

/* -- the ground ------------------------------------------------------------------------------------------ */

bool kip_body_moves(const KipModel *model, int body)
{
    return !model->tree->link[body].is_static;
}

int kip_supported_body(const KipModel *model, int body1, int body2)
{
    if (!kip_body_moves(model, body1))
        return body2;
    return kip_body_moves(model, body2) ? -1 : body1;
}

static int supported(const KipModel *model, const KipContact *contact)
{
    return kip_supported_body(model, model->geom[contact->geom1].body, model->geom[contact->geom2].body);
}

static void add_contact(KipSupport *to, const KipModel *model, const KipContact *contact)
{
    bool second = model->geom[contact->geom2].body == supported(model, contact);
    KipVec3 force = second ? contact->force : v3_neg(contact->force);
    to->npoint++;
    to->force = v3_add(to->force, force);
    to->normal_force += v3_dot(contact->normal, contact->force);
    if (force.z > 0) {
        to->upward += force.z;
        to->centre = v3_add_scaled(to->centre, force.z / to->upward, v3_sub(contact->point, to->centre));
    }
}

KipSupport kip_support(const KipSim *sim)
{
    const KipContact *contact;
    int n = kip_sim_contacts(sim, &contact);
    KipSupport support = {0};
    for (int i = 0; i < n; i++)
        if (supported(kip_sim_model(sim), &contact[i]) >= 0)
            add_contact(&support, kip_sim_model(sim), &contact[i]);
    return support;
}

/* -- memory ---------------------------------------------------------------------------------------------- */

static bool take_memory(KipLoads *loads, const KipSim *sim)
{
    size_t nbody = (size_t)loads->model->nbody, nv = (size_t)loads->model->nv;
    loads->foot = kip_arena_take(loads->arena, nbody, sizeof *loads->foot);
    loads->foot_of = kip_arena_take(loads->arena, nbody, sizeof *loads->foot_of);
    loads->under = kip_arena_take(loads->arena, nbody, sizeof *loads->under);
    loads->reaction = kip_arena_take(loads->arena, nbody, sizeof *loads->reaction);
    loads->a = kip_arena_take(loads->arena, nv, sizeof *loads->a);
    loads->tau = kip_arena_take(loads->arena, nv, sizeof *loads->tau);
    loads->load = kip_arena_take(loads->arena, (size_t)kip_sim_max_loads(sim), sizeof *loads->load);
    return loads->load && loads->foot && loads->foot_of && loads->under && loads->reaction && loads->a &&
           loads->tau;
}

KipStatus kip_loads_create(const KipSim *sim, const KipAllocator *allocator, KipLoads **out, KipError *error)
{
    *out = NULL;
    KipArena *arena = kip_arena_create(allocator);
    KipLoads *loads = arena ? kip_arena_take(arena, 1, sizeof *loads) : NULL;
    KipStatus status = KIP_NO_MEMORY;
    if (loads) {
        *loads = (KipLoads){.model = kip_sim_model(sim), .arena = arena};
        if (take_memory(loads, sim))
            status = kip_part_find(loads->model, KIP_FEET, loads->foot, loads->foot_of, &loads->nfoot, error);
        if (status == KIP_OK)
            status = kip_dynamics_create(loads->model, allocator, &loads->dynamics, error);
    }
    if (status == KIP_OK) {
        *out = loads;
        return KIP_OK;
    }
    kip_arena_destroy(arena);
    if (status == KIP_NO_MEMORY)
        kip_fail(error, status, kip_nowhere(), "not enough memory for the loads of '%s'",
                 kip_sim_model(sim)->name);
    return status;
}

void kip_loads_destroy(KipLoads *loads)
{
    if (loads) {
        kip_dynamics_destroy(loads->dynamics);
        kip_arena_destroy(loads->arena);
    }
}

/* -- joints ---------------------------------------------------------------------------------------------- */

static void measure_reactions(KipLoads *loads, const KipSim *sim)
{
    KipDynamics *d = loads->dynamics;
    const int n = kip_sim_loads(sim, loads->load);
    kip_dynamics_copy(d, kip_sim_dynamics(sim));
    for (int j = 0; j < loads->model->njoint; j++)
        if (d->prescribed[loads->model->joint[j].v] != kip_sim_is_prescribed(sim, j))
            kip_dynamics_prescribe(d, j, kip_sim_is_prescribed(sim, j));
    memcpy(loads->a, kip_sim_prescribed_accelerations(sim), (size_t)loads->model->nv * sizeof *loads->a);
    kip_sim_axis_loads(sim, loads->tau);
    for (const KipLoad *load = loads->load; load < loads->load + n; load++)
        kip_dynamics_add_force(d, load->body, load->force, load->torque, load->point);
    kip_forward_dynamics(d, loads->tau, loads->a, NULL);
    kip_inverse_dynamics(d, loads->a, NULL, loads->reaction);
}

/* -- all together ---------------------------------------------------------------------------------------- */

void kip_loads_measure(KipLoads *loads, const KipSim *sim)
{
    const KipModel *model = loads->model;
    const KipContact *contact;
    int n = kip_sim_contacts(sim, &contact);
    memset(loads->under, 0, (size_t)loads->nfoot * sizeof *loads->under);
    loads->support = kip_support(sim);
    for (int i = 0; i < n; i++) {
        int body = supported(model, &contact[i]), foot = body >= 0 ? loads->foot_of[body] : -1;
        if (foot >= 0)
            add_contact(&loads->under[foot], model, &contact[i]);
    }
    measure_reactions(loads, sim);
}
