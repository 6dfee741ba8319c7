/* Gravity compensation from measured contact loads (carry.h). */
#include "carry.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/scalar.h"
#include "../dynamics/vec3.h"
#include "fields.h"

/* Set by hand: long compared with one control period of 5 ms, and short compared with a walking step of 0.3 s. */
static const double settling = 0.04; /* s: of the low pass */
static const double most = 0.8;      /* of the weight: most that one body carries */
static const double least = 0.5;     /* of the weight: less is not scaled up to all of it */

/* The ground's force on a body and its moment about the body's origin, world axes. */
typedef struct Load {
    KipVec3 force, moment;
} Load;

struct KipCarry {
    const KipModel *model;
    int root;
    double mass;
    Load *load, *now;    /* [nbody] low-passed; of the last step */
    double *still, *tau; /* [nv] zeros; scratch */
    KipDynamics *d;
    struct KipArena *arena;
};

KipStatus kip_carry_create(const KipModel *model, int root, KipDynamics *dynamics,
                           const KipAllocator *allocator, KipCarry **out, KipError *error)
{
    *out = NULL;
    const size_t nbody = (size_t)model->nbody, nv = (size_t)model->nv;
    KipArena *arena = kip_arena_create(allocator);
    KipCarry *carry = arena ? kip_arena_take(arena, 1, sizeof *carry) : NULL;
    if (carry) {
        *carry = (KipCarry){.model = model, .root = root, .d = dynamics, .arena = arena};
        carry->load = kip_arena_take(arena, nbody, sizeof *carry->load);
        carry->now = kip_arena_take(arena, nbody, sizeof *carry->now);
        carry->still = kip_arena_take(arena, nv, sizeof(double));
        carry->tau = kip_arena_take(arena, nv, sizeof(double));
    }
    if (!carry || !carry->load || !carry->now || !carry->still || !carry->tau) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for gravity compensation");
    }
    for (int b = 1; b < model->nbody; b++)
        if (model->body[b].root == root)
            carry->mass += model->body[b].mass;
    *out = carry;
    return KIP_OK;
}

void kip_carry_destroy(KipCarry *carry)
{
    if (carry)
        kip_arena_destroy(carry->arena);
}

/* -- loads ------------------------------------------------------------------------------------------------- */

static void add(KipCarry *carry, int body, KipVec3 force, KipVec3 point)
{
    if (carry->model->body[body].root != carry->root)
        return;
    Load *load = &carry->now[body];
    load->force = v3_add(load->force, force);
    load->moment = v3_add(load->moment, v3_cross(v3_sub(point, kip_body_position(carry->d, body)), force));
}

/* Measures normal forces only, since friction depends on control. Contacts of the body with itself are ignored. */
static void measure(KipCarry *carry, const KipSim *sim)
{
    const KipGeom *geom = carry->model->geom;
    const KipContact *contact;
    const int n = kip_sim_contacts(sim, &contact);
    memset(carry->now, 0, (size_t)carry->model->nbody * sizeof *carry->now);
    for (int i = 0; i < n; i++) {
        const KipContact *c = &contact[i];
        const int body1 = geom[c->geom1].body, body2 = geom[c->geom2].body;
        const KipVec3 force = v3_scale(v3_dot(c->force, c->normal), c->normal);
        if (carry->model->body[body1].root == carry->model->body[body2].root)
            continue;
        add(carry, body1, v3_neg(force), c->point);
        add(carry, body2, force, c->point);
    }
}

/* Applies the low pass; returns the sum of upward forces, with each body's part capped. */
static double settle(KipCarry *carry, double weight, double period)
{
    const double part = 1 - kip_exp(-period / settling);
    double up = 0;
    for (int b = carry->root; b < carry->model->nbody; b++) {
        Load *load = &carry->load[b], *now = &carry->now[b];
        load->force = v3_add_scaled(load->force, part, v3_sub(now->force, load->force));
        load->moment = v3_add_scaled(load->moment, part, v3_sub(now->moment, load->moment));
        const double size = v3_length(load->force), k = size > most * weight ? most * weight / size : 1;
        *now = (Load){v3_scale(k, load->force), v3_scale(k, load->moment)};
        up += fmax(now->force.z, 0);
    }
    return up;
}

/* -- torques ----------------------------------------------------------------------------------------------- */

static void write_drives(const KipCarry *carry, KipSim *sim, double gain)
{
    const KipModel *model = carry->model;
    const KipDrives drives = kip_sim_drives(sim);
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = &model->joint[j];
        if (joint->type == KIP_JOINT_FREE || model->body[joint->body].root != carry->root)
            continue;
        for (int k = joint->v; k < joint->v + joint->nv; k++)
            drives.feedforward[k] = gain * carry->tau[k];
    }
}

void kip_carry_update(KipCarry *carry, KipSim *sim, double gain, double period)
{
    const double part = kip_sim_gravity_scale(sim), weight = -part * carry->mass * carry->model->gravity.z;
    double held = 0;
    if (gain != 0 && weight > 0) {
        kip_dynamics_set(carry->d, kip_sim_q(sim), NULL);
        measure(carry, sim);
        const double up = settle(carry, weight, period);
        const double scale = weight / fmax(up, least * weight);
        held = up * scale / weight;
        for (int b = carry->root; b < carry->model->nbody; b++) /* carry->d has unscaled gravity */
            kip_dynamics_add_force(carry->d, b, v3_scale(scale / part, carry->now[b].force),
                                   v3_scale(scale / part, carry->now[b].moment), v3_zero());
        kip_inverse_dynamics(carry->d, carry->still, carry->tau, NULL);
    } else {
        memset(carry->load, 0, (size_t)carry->model->nbody * sizeof *carry->load);
    }
    write_drives(carry, sim, gain * part * held);
}

/* -- saving ------------------------------------------------------------------------------------------------ */

static void list(void *thing, KipPass *pass)
{
    KipCarry *carry = thing;
    KIP_PASS(pass, KIP_ARRAY(carry->load, carry->model->nbody));
}

const KipFields kip_carry_fields = {"gravity compensation", NULL, list, NULL, NULL};
