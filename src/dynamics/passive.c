/* The forces that come with a model and act without control: joint dampers, joint springs, tendon springs
 * and dampers. Their energy is kip_energy's `elastic`.
 *
 *     hinge, slide   tau = -stiffness (q - springref) - damping v
 *     ball           tau = -stiffness log(q) - damping v             child axes, as MuJoCo
 *     free           the same with the position from its reference, and the rotation from it
 *     tendon         tau_j = -coef_j (stiffness (L - L0) + damping L')
 */
#include "passive.h"

#include <string.h>

#include "quat.h"

/* Displacement of a joint from the rest of its spring, one number a rate. */
static int displacement(const KipModel *model, const KipJoint *joint, const double *q_all, double x[6])
{
    const double *q = q_all + joint->q, *q0 = model->q0 + joint->q;
    switch (joint->type) {
    case KIP_JOINT_HINGE:
    case KIP_JOINT_SLIDE:
        x[0] = q[0] - joint->springref;
        break;
    case KIP_JOINT_BALL:
        v3_store(x, q_log(q_from(q)));
        break;
    case KIP_JOINT_FREE:
        v3_store(x, v3_sub(v3_from(q), v3_from(q0)));
        v3_store(x + 3, q_log(q_mul(q_conjugate(q_from(q0 + 3)), q_from(q + 3))));
        break;
    }
    return joint->nv;
}

void kip_tendon_state(const KipModel *model, const KipTendon *tendon, const double *q, const double *v,
                      double *length, double *rate)
{
    double L = 0, dL = 0;
    for (int k = 0; k < tendon->njoint; k++) {
        const KipJoint *joint = model->joint + tendon->joint[k];
        L += tendon->coef[k] * q[joint->q];
        dL += tendon->coef[k] * v[joint->v];
    }
    *length = L;
    *rate = dL;
}

/* Adds -coef tension to the tendon's joints. */
static void pull_tendon(const KipModel *model, const KipTendon *tendon, double tension, double *tau)
{
    for (int k = 0; k < tendon->njoint; k++)
        tau[model->joint[tendon->joint[k]].v] -= tendon->coef[k] * tension;
}

void kip_spring_forces(const KipDynamics *d, double *tau)
{
    const KipModel *model = d->model;
    memset(tau, 0, (size_t)model->nv * sizeof *tau);
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        double x[6];
        if (joint->stiffness != 0)
            for (int k = displacement(model, joint, d->q, x) - 1; k >= 0; k--)
                tau[joint->v + k] -= joint->stiffness * x[k];
    }
    for (int t = 0; t < model->ntendon; t++) {
        const KipTendon *tendon = model->tendon + t;
        double length, rate;
        kip_tendon_state(model, tendon, d->q, d->v, &length, &rate);
        pull_tendon(model, tendon, tendon->stiffness * (length - model->tree->tendon_length0[t]), tau);
    }
}

void kip_damper_forces(const KipDynamics *d, double *tau)
{
    const KipModel *model = d->model;
    for (int k = 0; k < model->nv; k++)
        tau[k] = -model->tree->damping[k] * d->v[k];
    for (int t = 0; t < model->ntendon; t++) {
        const KipTendon *tendon = model->tendon + t;
        double length, rate;
        kip_tendon_state(model, tendon, d->q, d->v, &length, &rate);
        pull_tendon(model, tendon, tendon->damping * rate, tau);
    }
}

void kip_passive_forces(const KipDynamics *d, double *tau)
{
    const KipModel *model = d->model;
    if (model->tree->has_springs) {
        double *damping = d->damping_force;
        kip_damper_forces(d, damping);
        kip_spring_forces(d, tau);
        for (int k = 0; k < model->nv; k++)
            tau[k] += damping[k];
    } else {
        kip_damper_forces(d, tau);
    }
}

double kip_elastic_energy(const KipDynamics *d)
{
    const KipModel *model = d->model;
    double energy = 0;
    if (!model->tree->has_springs)
        return 0;
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        double x[6];
        if (joint->stiffness != 0 && !d->absent[joint->body])
            for (int k = displacement(model, joint, d->q, x) - 1; k >= 0; k--)
                energy += 0.5 * joint->stiffness * x[k] * x[k];
    }
    for (int t = 0; t < model->ntendon; t++) {
        const KipTendon *tendon = model->tendon + t;
        double length, rate, stretch;
        kip_tendon_state(model, tendon, d->q, d->v, &length, &rate);
        stretch = length - model->tree->tendon_length0[t];
        energy += 0.5 * tendon->stiffness * stretch * stretch;
    }
    return energy;
}
