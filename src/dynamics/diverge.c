/* Divergence of a simulation: the joint, and the likely cause. */
#include <math.h>

#include "quat.h"
#include "sim_parts.h"

static const double largest_rate = 1e4, largest_position = 1e5;
static const double longest_step = 0.005; /* s: for which contacts are made */

KIP_TWICE bool kip_within(const double *x, int n, double bound)
{
    int64_t all = 1;
    for (int k = 0; k < n; k++)
        all &= (int64_t)(fabs(x[k]) < bound); /* not true of NaN */
    return all != 0;
}

int kip_find_divergence(const KipModel *model, const double *q, const double *v)
{
    if (kip_within(q, model->nq, largest_position) && kip_within(v, model->nv, largest_rate))
        return -1;
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        if (!kip_within(q + joint->q, joint->nq, largest_position) ||
            !kip_within(v + joint->v, joint->nv, largest_rate))
            return j;
    }
    return -1;
}

/* Whether the drive of the joint has finite numbers and a target that is an orientation. */
static bool fit_input(const KipSim *sim, const KipJoint *joint)
{
    const KipDrives *drive = &sim->drives;
    const External *e = sim->external + joint->body;
    const double *target = drive->target + joint->q;
    double sum = e->force.x + e->force.y + e->force.z + e->torque.x + e->torque.y + e->torque.z + e->point.x +
                 e->point.y + e->point.z;
    for (int k = joint->v; k < joint->v + joint->nv; k++)
        if (!(drive->limit_lo[k] <= drive->limit_hi[k]))
            return false;
    for (int k = joint->v; k < joint->v + joint->nv; k++)
        sum += drive->rate[k] + drive->stiffness[k] + drive->damping[k] + drive->feedforward[k];
    for (int k = 0; k < joint->nq; k++)
        sum += target[k];
    return sum - sum == 0 && (joint->type != KIP_JOINT_BALL || q_dot(q_from(target), q_from(target)) > 0);
}

/* Three hinges that have lost a direction. */
static bool gimbal_locked(const KipSim *sim, int body)
{
    const LinkState *s = sim->d->link + body;
    return sim->model->tree->link[body].kind == LINK_HINGES && sim->model->body[body].nv == 3 &&
           fabs(v3_dot(s->W[0], v3_cross(s->W[1], s->W[2]))) < 0.05;
}

int kip_find_unfit_input(const KipSim *sim)
{
    for (int j = 0; j < sim->model->njoint; j++)
        if (!fit_input(sim, sim->model->joint + j))
            return j;
    return -1;
}

KipStatus kip_report_divergence(KipSim *sim, int found, KipError *error)
{
    const KipModel *model = sim->model;
    double time = kip_sim_time(sim);
    KipStiffest stiffest = kip_sim_stiffest(sim);
    int unfit = kip_find_unfit_input(sim);
    bool too_stiff = stiffest.step < sim->h;
    /* within one step all may follow the stiffest one out of bounds */
    const KipJoint *joint = model->joint + (unfit >= 0                         ? unfit
                                            : too_stiff && stiffest.joint >= 0 ? stiffest.joint
                                                                               : found);
    const char *body = model->body[joint->body].name;

    if (!(*sim->gravity_scale - *sim->gravity_scale == 0))
        return kip_fail(error, KIP_DIVERGED, kip_nowhere(),
                        "at %.4f s gravity was scaled by a number that is not finite", time);
    if (unfit >= 0)
        return kip_fail(error, KIP_DIVERGED, kip_nowhere(),
                        "at %.4f s joint '%s' of body '%s' was given a drive or force that is not a finite "
                        "number, a target of length 0, or torque limits in the wrong order",
                        time, joint->name, body);
    if (too_stiff && stiffest.joint >= 0)
        return kip_fail(error, KIP_DIVERGED, kip_nowhere(),
                        "at %.4f s joint '%s' of body '%s' left its bounds: a %s of %g on an inertia of %.3g "
                        "is too "
                        "stiff for a step of %g s; use a step below %.2g s or soften it",
                        time, joint->name, body, stiffest.by_damping ? "damping" : "stiffness",
                        stiffest.coefficient, stiffest.inertia, sim->h, stiffest.step);
    if (!kip_within(sim->q + joint->q, joint->nq,
                    0.9 * largest_position)) /* in one step it goes 1e3 at most */
        return kip_fail(error, KIP_DIVERGED, kip_nowhere(),
                        "at %.4f s joint '%s' of body '%s' has gone farther than %g m or rad; does it fall "
                        "beside the ground, or turn for ever?",
                        time, joint->name, body, largest_position);
    if (gimbal_locked(sim, joint->body))
        return kip_fail(error, KIP_DIVERGED, kip_nowhere(),
                        "at %.4f s joint '%s' of body '%s' left its bounds: the body's three hinges came "
                        "into gimbal "
                        "lock; limit the middle one or use a ball joint",
                        time, joint->name, body);
    if (too_stiff)
        return kip_fail(error, KIP_DIVERGED, kip_nowhere(),
                        "at %.4f s joint '%s' of body '%s' left its bounds: body '%s' meets the ground like "
                        "a thing "
                        "of %.2g kg, too light for the contact at a step of %g s; use a step below %.2g s",
                        time, joint->name, body, model->body[model->geom[stiffest.geom].body].name,
                        stiffest.inertia, sim->h, stiffest.step);
    for (int c = 0; c < sim->ncontact; c++) {
        const KipContact *contact = sim->contact + c;
        if (contact->depth > 0.1 && sim->h > longest_step)
            return kip_fail(
                error, KIP_DIVERGED, kip_nowhere(),
                "at %.4f s joint '%s' of body '%s' left its bounds: body '%s' is %.2g m deep in body '%s'; a step of "
                "%g s is too long for contacts, try one of %g s or less",
                time, joint->name, body, model->body[model->geom[contact->geom2].body].name, contact->depth,
                model->body[model->geom[contact->geom1].body].name, sim->h, longest_step);
        if (contact->depth > 0.1)
            return kip_fail(error, KIP_DIVERGED, kip_nowhere(),
                            "at %.4f s joint '%s' of body '%s' left its bounds: body '%s' is %.2g m deep in "
                            "body "
                            "'%s'; start them apart, or keep them from meeting by an exclude",
                            time, joint->name, body, model->body[model->geom[contact->geom2].body].name,
                            contact->depth, model->body[model->geom[contact->geom1].body].name);
    }
    if (sim->h > longest_step && sim->ncontact > 0)
        return kip_fail(
            error, KIP_DIVERGED, kip_nowhere(),
            "at %.4f s joint '%s' of body '%s' left its bounds (rates below %g, positions below %g); a step of "
            "%g s is too long for contacts, try one of %g s or less",
            time, joint->name, body, largest_rate, largest_position, sim->h, longest_step);
    return kip_fail(error, KIP_DIVERGED, kip_nowhere(),
                    "at %.4f s joint '%s' of body '%s' left its bounds (rates below %g, positions below %g); "
                    "the forces "
                    "on it are too strong for a step of %g s; try %g s",
                    time, joint->name, body, largest_rate, largest_position, sim->h, sim->h / 4);
}
