/* The forces of a joint, see joint_forces.h. */
#include "joint_forces.h"

#include <string.h>

#include "rows.h"
#include "subspace.h"

/* Accelerations at d's state into sim->a, the constraints' forces added to those that act on d's bodies. */
static void accelerate(KipSim *sim)
{
    const Stage now = {.h = sim->h, .method = kip_method(KIP_RK4)}; /* nothing is implicit */
    kip_axis_forces(sim, &now);
    kip_rows_list(sim, &now);
    for (int k = 0; k < sim->model->nv; k++)
        if (sim->d->prescribed[k])
            sim->a[k] = sim->told[k];
    kip_aba(sim->d, sim->d->gravity, NULL, sim->tau, sim->a, NULL);
    if (sim->nrow) {
        kip_rows_solve(sim);
        kip_aba(sim->d, sim->d->gravity, NULL, sim->tau, sim->a, NULL);
    }
}

/* The component of x normal to the earlier directions; it is added to them if it is not zero. */
static KipVec3 across(KipVec3 x, KipVec3 known[3], int *n, bool add)
{
    const double size = v3_length(x);
    for (int k = 0; k < *n; k++)
        x = v3_add_scaled(x, -v3_dot(x, known[k]), known[k]);
    if (add && *n < 3 && v3_length(x) > 1e-9 * size)
        known[(*n)++] = v3_scale(1 / v3_length(x), x);
    return x;
}

/* The parts that no axis of the link carries, link frame. */
static Force constrained(const KipDynamics *d, int link, Force wrench)
{
    Motion S[MAX_DOF];
    KipVec3 turns[3], slides[3];
    int nturn = 0, nslide = 0;
    for (int k = link_subspace(d, link, S) - 1; k >= 0; k--)
        if (v3_length(S[k].w) > 0)
            across(S[k].w, turns, &nturn, true);
        else
            across(S[k].v, slides, &nslide, true);
    return force(nturn < 3 ? across(wrench.n, turns, &nturn, false) : v3_zero(),
                 nslide < 3 ? across(wrench.f, slides, &nslide, false) : v3_zero());
}

void kip_sim_joint_forces(KipSim *sim, int joint, KipJointForces *forces)
{
    const KipJoint *of = sim->model->joint + joint;
    KipDynamics with = *sim->d, *d = &with; /* the same bodies, and forces of its own on them */
    KipSim now = *sim;
    const WorldPose *pose = d->world + of->body;
    *forces = (KipJointForces){.point = pose->p};
    if (of->type == KIP_JOINT_FREE)
        return;
    memcpy(sim->loaded, d->external, (size_t)sim->model->nbody * sizeof *sim->loaded);
    d->external = sim->loaded;
    now.d = d;
    kip_contact_push_at_rest(&now);
    accelerate(&now);
    for (int k = 0; k < of->nv; k++) {
        forces->limit[k] = sim->axis.limit_torque[of->v + k];
        forces->muscle[k] = sim->axis.drive_torque[of->v + k];
    }
    kip_inverse_dynamics(d, sim->a, sim->tau, NULL);
    const Force wrench = d->force[of->body], held = constrained(d, of->body, wrench);
    forces->force = m3_apply(pose->R, wrench.f);
    forces->torque = m3_apply(pose->R, wrench.n);
    forces->constraint_force = m3_apply(pose->R, held.f);
    forces->constraint_torque = m3_apply(pose->R, held.n);
}
