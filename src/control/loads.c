/* The loads of a simulation, see loads.h. */
#include "loads.h"

#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/mat3.h"
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

static bool take_memory(KipLoads *loads)
{
    size_t nbody = (size_t)loads->model->nbody, nv = (size_t)loads->model->nv;
    loads->foot = kip_arena_take(loads->arena, nbody, sizeof *loads->foot);
    loads->foot_of = kip_arena_take(loads->arena, nbody, sizeof *loads->foot_of);
    loads->under = kip_arena_take(loads->arena, nbody, sizeof *loads->under);
    loads->reaction = kip_arena_take(loads->arena, nbody, sizeof *loads->reaction);
    loads->a = kip_arena_take(loads->arena, nv, sizeof *loads->a);
    loads->tau = kip_arena_take(loads->arena, nv, sizeof *loads->tau);
    return loads->foot && loads->foot_of && loads->under && loads->reaction && loads->a && loads->tau;
}

KipStatus kip_loads_create(const KipSim *sim, const KipAllocator *allocator, KipLoads **out, KipError *error)
{
    *out = NULL;
    KipArena *arena = kip_arena_create(allocator);
    KipLoads *loads = arena ? kip_arena_take(arena, 1, sizeof *loads) : NULL;
    KipStatus status = KIP_NO_MEMORY;
    if (loads) {
        *loads = (KipLoads){.model = kip_sim_model(sim), .arena = arena};
        if (take_memory(loads))
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

/* A force and a torque on a body, the force at a point of the world. */
static void push(KipDynamics *d, int body, KipVec3 point, KipVec3 force, KipVec3 torque)
{
    KipVec3 arm = v3_sub(point, kip_body_position(d, body));
    kip_dynamics_add_force(d, body, force, torque, m3_apply_t(kip_body_rotation(d, body), arm));
}

static void push_pair(KipDynamics *d, int body1, int body2, KipVec3 point, KipVec3 force, KipVec3 torque)
{
    if (body1)
        push(d, body1, point, v3_neg(force), v3_neg(torque));
    if (body2)
        push(d, body2, point, force, torque);
}

static KipVec3 without(unsigned axes, KipVec3 x)
{
    return v3(axes & 1 ? 0 : x.x, axes & 2 ? 0 : x.y, axes & 4 ? 0 : x.z);
}

/* What a body's mask leaves of a force at a point and a torque, see kip_sim_set_mask. */
static void push_masked(KipDynamics *d, const KipSim *sim, int body, KipForceKind kind, KipVec3 point,
                        KipVec3 force, KipVec3 torque)
{
    unsigned mask = kip_sim_mask(sim, body, kind);
    if (body == 0)
        return;
    if (mask) {
        KipVec3 centre = kip_point_position(d, body, kip_sim_model(sim)->body[body].com);
        torque = without(mask >> 3, v3_add(torque, v3_cross(v3_sub(point, centre), force)));
        force = without(mask, force);
        point = centre;
    }
    push(d, body, point, force, torque);
}

/* The force of a constraint that joins bodies. */
static void add_pair(KipDynamics *d, const KipConstraint *c, const double *force)
{
    KipVec3 point = kip_point_position(d, c->body2, c->point2);
    KipVec3 along = v3_scale(force[0], m3_apply(kip_body_rotation(d, c->body1), c->normal));
    if (c->type == KIP_WELD || c->type == KIP_POINT)
        push_pair(d, c->body1, c->body2, point, v3_from(force), v3_from(force + 3));
    else if (c->type == KIP_ALIGN)
        push_pair(d, c->body1, c->body2, point, v3_zero(), v3_from(force));
    else if (c->type == KIP_SPIN)
        push_pair(d, c->body1, c->body2, point, v3_zero(), along);
    else if (c->type == KIP_STOP || c->type == KIP_PLANE || c->type == KIP_VELOCITY)
        push_pair(d, c->body1, c->body2, point, along, v3_zero());
}

static void add_constraints(KipLoads *loads, const KipSim *sim)
{
    for (int i = 0; i < kip_sim_max_constraints(sim); i++) {
        const KipConstraint *c = kip_sim_constraint(sim, i);
        if (!c)
            continue;
        const double *force = kip_sim_constraint_forces(sim, i);
        if (c->type == KIP_LOCK || c->type == KIP_MOTOR)
            loads->tau[c->dof] += force[0];
        else
            add_pair(loads->dynamics, c, force);
    }
}

static void add_contacts(KipDynamics *d, const KipSim *sim)
{
    const KipGeom *geom = kip_sim_model(sim)->geom;
    const KipContact *contact;
    int n = kip_sim_contacts(sim, &contact);
    for (int i = 0; i < n; i++) {
        const KipContact *c = &contact[i];
        push_masked(d, sim, geom[c->geom1].body, KIP_FROM_CONTACTS, c->point, v3_neg(c->force), v3_zero());
        push_masked(d, sim, geom[c->geom2].body, KIP_FROM_CONTACTS, c->point, c->force, v3_zero());
    }
}

/* Pushes, body springs, and what a mask or another scale takes from gravity. */
static void add_external(KipDynamics *d, const KipSim *sim)
{
    const KipModel *model = kip_sim_model(sim);
    for (int i = 1; i < model->nbody; i++) {
        const KipBody *body = model->body + i;
        KipVec3 f, n, point;
        kip_sim_external(sim, i, &f, &n, &point);
        push_masked(d, sim, i, KIP_FROM_PUSHES, kip_point_position(d, i, point), f, n);
        const KipSpring *spring = kip_sim_spring(sim, i);
        if (spring) {
            kip_sim_spring_force(sim, i, &f, &n);
            kip_dynamics_add_force(d, i, f, n, spring->point);
        }
        KipVec3 weight = v3_scale(body->mass, model->gravity);
        KipVec3 felt =
            v3_scale(kip_sim_gravity_scale(sim), without(kip_sim_mask(sim, i, KIP_FROM_GRAVITY), weight));
        kip_dynamics_add_force(d, i, v3_sub(felt, weight), v3_zero(), body->com);
    }
}

/* The forces of drives and limits into tau; of prescribed joints the accelerations into a. */
static void fill_axes(KipLoads *loads, const KipSim *sim)
{
    const KipModel *model = loads->model;
    kip_sim_limit_forces(sim, loads->tau);
    for (int j = 0; j < model->njoint; j++)
        kip_dynamics_prescribe(loads->dynamics, j, kip_sim_is_prescribed(sim, j));
    for (int k = 0; k < model->nv; k++)
        loads->tau[k] += kip_sim_drive_forces(sim)[k];
    memcpy(loads->a, kip_sim_prescribed_accelerations(sim), (size_t)model->nv * sizeof *loads->a);
}

static void measure_reactions(KipLoads *loads, const KipSim *sim)
{
    KipDynamics *d = loads->dynamics;
    kip_dynamics_set(d, kip_sim_q(sim), kip_sim_v(sim));
    fill_axes(loads, sim);
    add_contacts(d, sim);
    add_constraints(loads, sim);
    add_external(d, sim);
    kip_forward_dynamics(d, loads->tau, loads->a, NULL);
    kip_inverse_dynamics(d, loads->a, loads->tau, loads->reaction);
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
