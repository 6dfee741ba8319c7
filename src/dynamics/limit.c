/* Joint and tendon limits: exponential springs (DCT.4, its corrected two-sided form, as VST.4 scales it).
 *
 *     x beyond the limit: torque back inside = a (exp(b x) - 1) + damping min(1, x / x0) x', never pulling
 *
 * a is 1/15 of the joint's strength (20 N m for a knee), b = 10 /rad, damping 0.025 s times a. Where no
 * strength is known, a is the composite inertia about the axis times 400 /s^2. A model says otherwise by
 * <custom><numeric name="limit_spring" data="b damping"/>, the damping given for a = 20. On slides a
 * length counts a tenth: 0.1 m as 1 rad.
 */
#include <string.h>

#include "arena.h"
#include "passive.h"
#include "quat.h"
#include "world.h"

static const double exponent_cap = 5; /* of b x: beyond it the spring goes on with its slope */
static const double ramp = 0.02;      /* x0, rad */

/* A torque and its slopes in the rate and the coordinate. */
typedef struct Push {
    double torque, c, k;
} Push;

/* Torque back inside, x > 0 beyond the limit, dx its rate. */
static Push push_back(const LimitSpring *spring, double x, double dx, double x0)
{
    double y = spring->b * x, e = kip_exp(y < exponent_cap ? y : exponent_cap);
    Push push = {spring->a * (e - 1 + (y > exponent_cap ? e * (y - exponent_cap) : 0)), 0,
                 spring->a * spring->b * e};
    push.c = spring->damping * (x < x0 ? x / x0 : 1);
    push.torque += push.c * dx;
    return push.torque > 0 ? push : (Push){0, 0, 0};
}

static Push two_sided(const LimitSpring *spring, double x, double dx, double x0)
{
    Push push = {0, 0, 0};
    if (x > spring->hi) {
        push = push_back(spring, x - spring->hi, dx, x0);
        push.torque = -push.torque;
    } else if (x < spring->lo) {
        push = push_back(spring, spring->lo - x, -dx, x0);
    }
    return push;
}

static void add(AxisForce *axis, Push push)
{
    axis->limit_torque += push.torque;
    axis->c += push.c;
    axis->k += push.k;
}

/* The push is along the rotation vector; its slopes are laid on all three axes. */
static void limit_ball(const KipJoint *joint, const LimitSpring *spring, const KipDynamics *d,
                       AxisForce *axis)
{
    KipVec3 e = q_log(q_from(d->q + joint->q)), w = v3_from(d->v + joint->v);
    double angle = v3_length(e);
    if (!(angle > spring->hi))
        return;
    KipVec3 n = v3_scale(1 / angle, e);
    Push push = push_back(spring, angle - spring->hi, v3_dot(n, w), ramp);
    const double part[3] = {n.x, n.y, n.z};
    for (int k = 0; k < 3; k++)
        add(axis + joint->v + k, (Push){-part[k] * push.torque, push.c, push.k});
}

/* A tendon pulls several joints at once; each meets its slopes times their number, which outweighs what they do
 * to each other. */
static void limit_tendon(const KipSim *sim, int t, AxisForce *axis)
{
    const KipTendon *tendon = sim->model->tendon + t;
    double length, rate;
    kip_tendon_state(sim->model, tendon, sim->d->q, sim->d->v, &length, &rate);
    Push push = two_sided(sim->tendon_limit + t, length, rate, ramp);
    for (int k = 0; k < tendon->njoint; k++) {
        double coef = tendon->coef[k], slope = tendon->njoint * coef * coef;
        add(axis + sim->model->joint[tendon->joint[k]].v,
            (Push){coef * push.torque, slope * push.c, slope * push.k});
    }
}

void kip_limit_forces(const KipSim *sim, AxisForce *axis)
{
    const KipModel *model = sim->model;
    const double *q = sim->d->q, *v = sim->d->v;
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        if (!joint->limited)
            continue;
        if (joint->type == KIP_JOINT_BALL)
            limit_ball(joint, sim->limit + j, sim->d, axis);
        else if (q[joint->q] > joint->range[1] || q[joint->q] < joint->range[0])
            add(axis + joint->v, two_sided(sim->limit + j, q[joint->q], v[joint->v],
                                           joint->type == KIP_JOINT_SLIDE ? 0.1 * ramp : ramp));
    }
    for (int t = 0; t < model->ntendon; t++)
        if (model->tendon[t].limited)
            limit_tendon(sim, t, axis);
}

static double greatest_strength(const KipJoint *joint)
{
    double lo = fabs(joint->strength[0]), hi = fabs(joint->strength[1]);
    return lo > hi ? lo : hi;
}

KipStatus kip_limit_springs(KipSim *sim, KipError *error)
{
    const KipModel *model = sim->model;
    LimitSpring *spring = kip_arena_take(sim->arena, (size_t)model->njoint, sizeof *spring);
    LimitSpring *tendon = kip_arena_take(sim->arena, (size_t)model->ntendon, sizeof *tendon);
    double b = 10, damping = 0.5;
    if (!spring || !tendon)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for the limits of '%s'",
                        model->name);
    for (int c = 0; c < model->ncustom; c++)
        if (strcmp(model->custom[c].name, "limit_spring") == 0 && model->custom[c].n >= 2)
            b = model->custom[c].number[0], damping = model->custom[c].number[1];
    if (!(b > 0 && b < 1e4) || !(damping >= 0 && damping < 1e4))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "the numeric 'limit_spring' of model '%s' is %g, %g: a rate above 0 (1/rad) and a "
                        "damping of 0 or "
                        "more (N m s/rad) are wanted",
                        model->name, b, damping);

    kip_composite_inertias(sim->d, sim->tau);
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        double strength = greatest_strength(joint);
        double inertia = sim->tau[joint->v]; /* a ball's: about the axis where it is greatest */
        for (int k = 1; k < joint->nv; k++)
            inertia = sim->tau[joint->v + k] > inertia ? sim->tau[joint->v + k] : inertia;
        spring[j].a = strength > 0 && strength < 1e30 ? strength / 15 : 400 * inertia;
        spring[j].b = joint->type == KIP_JOINT_SLIDE ? 10 * b : b;
        spring[j].damping = spring[j].a / 20 * damping;
        spring[j].lo = joint->range[0], spring[j].hi = joint->range[1];
    }
    for (int t = 0; t < model->ntendon; t++) {
        double mobility = 0; /* 1 / inertia seen along the tendon, its joints apart */
        for (int k = 0; k < model->tendon[t].njoint; k++) {
            double coef = model->tendon[t].coef[k];
            mobility += coef * coef / sim->tau[model->joint[model->tendon[t].joint[k]].v];
        }
        tendon[t].a = mobility > 0 ? 400 / mobility : 0;
        tendon[t].b = b;
        tendon[t].damping = tendon[t].a / 20 * damping;
        tendon[t].lo = model->tendon[t].range[0], tendon[t].hi = model->tendon[t].range[1];
    }
    sim->limit = spring;
    sim->tendon_limit = tendon;
    return KIP_OK;
}
