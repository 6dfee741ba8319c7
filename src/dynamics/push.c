/* Forces and torques that are set from outside, one on a body. */
#include "force.h"
#include "mask.h"

void kip_sim_set_external(KipSim *sim, int body, KipVec3 force, KipVec3 torque, KipVec3 point)
{
    External external = {force, torque, point};
    sim->external[body] = external;
    sim->pushed = true;
}

void kip_sim_external(const KipSim *sim, int body, KipVec3 *force, KipVec3 *torque, KipVec3 *point)
{
    *force = sim->external[body].force, *torque = sim->external[body].torque;
    *point = sim->external[body].point;
}

static bool pushes(const External *e)
{
    return v3_dot(e->force, e->force) + v3_dot(e->torque, e->torque) != 0;
}

bool kip_pushes_are_any(const KipSim *sim)
{
    for (int i = 1; i < sim->model->nbody; i++)
        if (pushes(sim->external + i))
            return true;
    return false;
}

/* The part of it that the body's mask admits, as a wrench at its centre of mass. */
static Force masked(const KipSim *sim, int body, unsigned mask)
{
    const External *e = sim->external + body;
    const KipVec3 point = kip_point_position(sim->d, body, e->point);
    return kip_mask_wrench(sim->d, body, mask, point, e->force, e->torque);
}

static void press(KipSim *sim, const Stage *stage)
{
    (void)stage;
    for (int i = 1; sim->pushed && i < sim->model->nbody; i++) {
        const External *e = sim->external + i;
        const unsigned mask = mask_of(sim, i, KIP_FROM_PUSHES);
        if (sim->d->absent[i])
            continue;
        if (mask)
            kip_mask_push(sim->d, i, masked(sim, i, mask));
        else
            kip_dynamics_add_force(sim->d, i, e->force, e->torque, e->point);
    }
}

static void account(KipSim *sim, const Stage *stage)
{
    for (int i = 1; sim->pushed && i < sim->model->nbody; i++) {
        const External *e = sim->external + i;
        const unsigned mask = mask_of(sim, i, KIP_FROM_PUSHES);
        if (sim->d->absent[i])
            continue;
        if (mask)
            kip_mask_account(sim, i, masked(sim, i, mask), stage, &sim->work->external);
        else
            kip_load_account(sim, i, force(e->torque, e->force), e->point, stage, &sim->work->external);
    }
}

static int loads(const KipSim *sim)
{
    return sim->model->nbody;
}

static void list(LoadList *list)
{
    for (int i = 1; list->sim->pushed && i < list->sim->model->nbody; i++) {
        const External *e = list->sim->external + i;
        const KipLoad load = {KIP_LOAD_PUSH, i, i, 0, .force = e->force, .torque = e->torque};
        if (pushes(e))
            kip_load_add_masked(list, load, KIP_FROM_PUSHES, kip_point_position(list->sim->d, i, e->point));
    }
}

const ForceKind kip_push_kind = {.work = "work of external forces",
                                 .given = true,
                                 .loads = loads,
                                 .press = press,
                                 .account = account,
                                 .list = list};
