/* The textbook's fourth-order Runge-Kutta method on the configuration manifold (RKMK: Munthe-Kaas 1998).
 *
 *     (q, v, z)' = (v, a(q, v, z), slip)
 *
 * Within a step a quaternion is q0 exp(x), x a rotation vector in child axes, and the method runs on x:
 *     x' = w + 1/2 x x w + 1/12 x x (x x w) + ...
 * whose further terms are of the fifth order in the step. Linear coordinates are their own x.
 */
#include <string.h>

#include "quat.h"
#include "world.h"

/* x' for the rates v at the increment x. */
static void exponential_rates(const KipModel *model, const double *v, const double *x, double *rate)
{
    memcpy(rate, v, (size_t)model->nv * sizeof *rate);
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        if (joint->type <= KIP_JOINT_BALL) {
            int k = joint->v + (joint->type == KIP_JOINT_FREE ? 3 : 0);
            KipVec3 w = v3_from(v + k), e = v3_from(x + k), ew = v3_cross(e, w);
            v3_store(rate + k, v3_add(v3_add_scaled(w, 0.5, ew), v3_scale(1.0 / 12, v3_cross(e, ew))));
        }
    }
}

void kip_accelerate(KipSim *sim)
{
    kip_passive_forces(sim->d, sim->tau);
    kip_drive_forces(sim, sim->tau);
    if (sim->limit)
        kip_limit_forces(sim, sim->tau);
    kip_aba(sim->d, sim->tau, sim->a, NULL);
}

/* The derivative at the start of the step moved by h times the last one. */
static void evaluate(KipSim *sim, double h)
{
    const KipModel *model = sim->model;
    KipDynamics *d = sim->d;
    for (int k = 0; k < model->nv; k++) {
        sim->move[k] = h * sim->rate[k];
        d->v[k] = sim->v[k] + h * sim->a[k];
    }
    for (int k = 0; k < 2 * sim->nsite; k++)
        sim->z_stage[k] = sim->z[k] + h * sim->zdot[k];
    kip_model_integrate(model, sim->q, sim->move, 1, d->q);
    kip_dynamics_set(d, d->q, d->v);
    kip_external_pass(sim);
    kip_contact_pass(sim, sim->z_stage, sim->zdot, false);
    kip_accelerate(sim);
    exponential_rates(model, d->v, sim->move, sim->rate);
}

static void accumulate(KipSim *sim, double weight)
{
    for (int k = 0; k < sim->model->nv; k++) {
        sim->rate_sum[k] += weight * sim->rate[k];
        sim->a_sum[k] += weight * sim->a[k];
    }
    for (int k = 0; k < 2 * sim->nsite; k++)
        sim->zdot_sum[k] += weight * sim->zdot[k];
}

void kip_rk4(KipSim *sim)
{
    const KipModel *model = sim->model;
    double h = sim->h;
    size_t nv = (size_t)model->nv;
    memset(sim->rate_sum, 0, nv * sizeof(double));
    memset(sim->a_sum, 0, nv * sizeof(double));
    memset(sim->zdot_sum, 0, 2 * (size_t)sim->nsite * sizeof(double));

    kip_accelerate(sim); /* stage 1: kinematics and contacts are those of the refreshed state */
    memcpy(sim->rate, sim->v, nv * sizeof(double));
    accumulate(sim, 1.0 / 6);
    evaluate(sim, h / 2);
    accumulate(sim, 1.0 / 3);
    evaluate(sim, h / 2);
    accumulate(sim, 1.0 / 3);
    evaluate(sim, h);
    accumulate(sim, 1.0 / 6);

    kip_model_integrate(model, sim->q, sim->rate_sum, h, sim->q);
    for (int k = 0; k < model->nv; k++)
        sim->v[k] += h * sim->a_sum[k];
    for (int k = 0; k < 2 * sim->nsite; k++)
        sim->z[k] += h * sim->zdot_sum[k];
}
