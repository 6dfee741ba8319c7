/* When a simulation leaves its bounds: which joint, and what is the likely cause. */
#include "world.h"

static const double largest_rate = 1e3, largest_position = 1e5;

static bool within(const double *x, int n, double bound)
{
    for (int k = 0; k < n; k++)
        if (!(x[k] < bound && x[k] > -bound)) /* not true of NaN */
            return false;
    return true;
}

int kip_find_divergence(const KipModel *model, const double *q, const double *v)
{
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        if (!within(q + joint->q, joint->nq, largest_position) || !within(v + joint->v, joint->nv, largest_rate))
            return j;
    }
    return -1;
}

/* Inertia felt at dof k, 1 / (M^-1)_kk, from the accelerations without and with a unit force there. */
static double felt_inertia(KipSim *sim, int k)
{
    double still;
    for (int i = 0; i < sim->model->nv; i++)
        sim->tau[i] = 0;
    kip_aba(sim->d, sim->tau, sim->a, NULL);
    still = sim->a[k];
    sim->tau[k] = 1;
    kip_aba(sim->d, sim->tau, sim->a, NULL);
    return 1 / (sim->a[k] - still);
}

/* The dof of the joint that is stiffest against its inertia, in units of what RK4 carries (about 2.8 / h). */
typedef struct Stiffest {
    double share;     /* above 1: unstable */
    bool by_damping;
    double coefficient, inertia;
} Stiffest;

static Stiffest stiffest_of(KipSim *sim, const KipJoint *joint)
{
    const KipDrives *drive = &sim->drives;
    Stiffest worst = {0, false, 0, 0};
    for (int k = joint->v; k < joint->v + joint->nv; k++) {
        double inertia = felt_inertia(sim, k);
        double damping = joint->damping + drive->damping[k], stiffness = joint->stiffness + drive->stiffness[k];
        double by_damping = sim->h * damping / inertia / 2.7, by_stiffness = sim->h * sqrt(stiffness / inertia) / 2.8;
        if (by_damping > worst.share)
            worst = (Stiffest){by_damping, true, damping, inertia};
        if (by_stiffness > worst.share)
            worst = (Stiffest){by_stiffness, false, stiffness, inertia};
    }
    return worst;
}

static bool finite_input(const KipSim *sim, const KipJoint *joint)
{
    const KipDrives *drive = &sim->drives;
    const External *e = sim->external + joint->body;
    double sum = v3_dot(e->force, e->force) + v3_dot(e->torque, e->torque);
    for (int k = joint->v; k < joint->v + joint->nv; k++)
        sum += drive->rate[k] + drive->stiffness[k] + drive->damping[k] + drive->feedforward[k];
    for (int k = joint->q; k < joint->q + joint->nq; k++)
        sum += drive->target[k];
    return sum - sum == 0;
}

/* Three hinges that have lost a direction. */
static bool gimbal_locked(const KipSim *sim, int body)
{
    const LinkState *s = sim->d->link + body;
    return sim->model->tree->link[body].kind == LINK_HINGES && sim->model->body[body].nv == 3 &&
           fabs(v3_dot(s->W[0], v3_cross(s->W[1], s->W[2]))) < 0.05;
}

/* The first joint that was given no number, or -1. */
static int unfit_input(const KipSim *sim)
{
    for (int j = 0; j < sim->model->njoint; j++)
        if (!finite_input(sim, sim->model->joint + j))
            return j;
    return -1;
}

KipStatus kip_report_divergence(KipSim *sim, int found, KipError *error)
{
    const KipModel *model = sim->model;
    const KipJoint *joint = model->joint + found;
    double time = kip_sim_time(sim);
    Stiffest stiffest = {0, false, 0, 0};
    int touching = 0, unfit = unfit_input(sim);

    if (unfit >= 0)
        return kip_fail(error, KIP_DIVERGED, kip_nowhere(),
                        "at %.4f s joint '%s' of body '%s' was given a drive or force that is not a finite number", time,
                        model->joint[unfit].name, model->body[model->joint[unfit].body].name);

    for (int j = 0; j < model->njoint; j++) { /* within one step all may follow the stiffest one out of bounds */
        Stiffest s = stiffest_of(sim, model->joint + j);
        if (s.share > 1 && s.share > stiffest.share) {
            stiffest = s;
            joint = model->joint + j;
        }
    }
    const char *body = model->body[joint->body].name;
    if (stiffest.share > 1)
        return kip_fail(error, KIP_DIVERGED, kip_nowhere(),
                        "at %.4f s joint '%s' of body '%s' left its bounds: a %s of %g on an inertia of %.3g is too "
                        "stiff for a step of %g s; use a step below %.2g s or soften it",
                        time, joint->name, body, stiffest.by_damping ? "damping" : "stiffness", stiffest.coefficient,
                        stiffest.inertia, sim->h, sim->h / stiffest.share);
    if (gimbal_locked(sim, joint->body))
        return kip_fail(error, KIP_DIVERGED, kip_nowhere(),
                        "at %.4f s joint '%s' of body '%s' left its bounds: the body's three hinges came into gimbal "
                        "lock; limit the middle one or use a ball joint",
                        time, joint->name, body);
    for (int c = 0; c < sim->ncontact; c++)
        touching += model->geom[sim->contact[c].geom2].body == joint->body;
    if (touching)
        return kip_fail(error, KIP_DIVERGED, kip_nowhere(),
                        "at %.4f s joint '%s' of body '%s' left its bounds while it touched the ground: a body of %.3g "
                        "kg is too light for the contact at a step of %g s; use a smaller step",
                        time, joint->name, body, model->body[joint->body].mass, sim->h);
    return kip_fail(error, KIP_DIVERGED, kip_nowhere(),
                    "at %.4f s joint '%s' of body '%s' left its bounds (rates below %g, positions below %g); the forces "
                    "on it are too strong for a step of %g s",
                    time, joint->name, body, largest_rate, largest_position, sim->h);
}
