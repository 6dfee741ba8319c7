/* Joint and tendon limits: exponential springs (DCT.4, in its corrected two-sided form, scaled as in VST.4).
 *
 *    x beyond the limit: restoring torque = a (exp(b x) - 1) + damping min(1, x / x0) x', never pulling
 *
 * A model selects these springs by <custom><numeric name="limit_spring" data="b damping"/>, with the damping
 * for a = 20. a is 1/15 of the joint's strength (20 N m for a knee), or, where the strength is unknown, the
 * composite inertia about the axis times 400 /s^2. For slides, 0.1 m corresponds to 1 rad.
 *
 * A hinge has such a spring inside its range by <custom><numeric name="limit_spring/JOINT" data="b damping lo hi"/>: it
 * begins at the angles lo and hi, and the range itself is stiff.
 *
 * All other limits are stiff: their spring yields a quarter of a degree (on slides 1 mm) under the weight of the whole tree
 * at the arm r, the radius of gyration of the bodies below the joint, with half of critical damping. A tendon's stiffness
 * is the largest of its joints'. With KIP_RK4 it is softer where a step is too long for that.
 *
 * A ball's range is a cone of its rotation angle, or, with <numeric name="swing_twist/JOINT" data="swing_x
 * swing_y twist_lo twist_hi"/> (rad), an elliptic cone for the swing and a range for the twist about its z
 * axis: q = swing twist, the swing about an axis in the x-y plane of the zero pose. Each x is a function of
 * q, and each spring is the gradient of an energy.
 *
 * As printed, DCT.4 pushes a joint further out; a simulation can request that for hinges and slides. */
#include <math.h>
#include <string.h>

#include "arena.h"
#include "carried.h"
#include "custom.h"
#include "passive.h"
#include "quat.h"
#include "sim_parts.h"

static const double exponent_cap = 5; /* of b x: beyond it the spring is linear */
static const double ramp = 0.02;      /* x0, rad */
static const double least_sine = 1e-3;
static const double heavy = 9.81; /* m/s^2: gravity, for stiff limits */
static const double hard_angle = 0.25 * 0.017453292519943295,
                    hard_length = 1e-3; /* rad, m: deflection of limits under that load */
static const double hard_rate = 1;      /* b: nearly linear */

/* A torque and its slopes in the rate and the coordinate. */
typedef struct Push {
    double torque, c, k;
} Push;

/* The restoring torque for x > 0 beyond the limit, dx its rate. */
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

/* DCT.4 as printed, for an upper limit: amplitude and rate are the same number, b. It pushes out, and is not zero at the
 * limit. Only its damper can be treated implicitly. */
static Push literal(const LimitSpring *spring, double x, double dx)
{
    if (!(x > spring->hi))
        return (Push){0, 0, 0};
    double spring_torque = spring->b * kip_exp(spring->b * (x - spring->hi) - 1);
    return (Push){spring_torque - spring->damping * dx, spring->damping, 0};
}

/* Destination of torques: with their slopes into axis, or into tau alone. */
typedef struct Axes {
    const AxisForces *axis; /* or NULL; every stride-th number */
    int stride;
    double *tau; /* [nv]; or NULL */
} Axes;

static void add(const Axes *to, int i, const LimitSpring *spring, Push push)
{
    if (to->tau) {
        to->tau[i] += push.torque;
        return;
    }
    i *= to->stride;
    if (spring->holds && push.k > 0)
        to->axis->stopped[i] = 1;
    to->axis->limit_torque[i] += push.torque;
    to->axis->c[i] += push.c;
    to->axis->k[i] += push.k;
}

/* Adds the torque against x > 0 to a ball's three axes, with its slopes added to all of them. `gradient` is that of x with
 * respect to rotation in child axes, `square` its squared length. */
static void add_along(const Axes *to, int first, const LimitSpring *spring, double x, KipVec3 gradient,
                      double square, KipVec3 w)
{
    Push push = push_back(spring, x, v3_dot(gradient, w), ramp);
    double torque[3];
    v3_store(torque, v3_scale(-push.torque, gradient));
    for (int k = 0; k < 3; k++)
        add(to, first + k, spring, (Push){torque[k], square * push.c, square * push.k});
}

/* The cone: x is a function of the rotation angle, and its gradient is along the rotation vector. */
static void limit_ball(const KipJoint *joint, const LimitSpring *spring, const KipDynamics *d, const Axes *to)
{
    KipVec3 e = q_log(q_from(d->q + joint->q)), w = v3_from(d->v + joint->v);
    double angle = v3_length(e);
    if (angle > spring->hi)
        add_along(to, joint->v, spring, angle - spring->hi, v3_scale(1 / angle, e), 1, w);
}

/* How far the swing of angle s about the axis n = (cx, cy, 0) is beyond the ellipse, and the gradient of that in the axes
 * of the zero pose. Rotation about n changes s; n itself rotates with the component about z - cot(s) h, where h is the
 * horizontal direction in which the child's z leans. */
static double swing_beyond(const SwingTwist *limit, double s, double cx, double cy, KipVec3 *gradient)
{
    double ix = 1 / (limit->swing_x * limit->swing_x), iy = 1 / (limit->swing_y * limit->swing_y);
    double reach = 1 / sqrt(cx * cx * ix + cy * cy * iy), turn = reach * reach * reach * cx * cy * (iy - ix);
    double sine, cosine;
    kip_sincos(s, &sine, &cosine);
    *gradient = v3(cx, cy, 0);
    if (fabs(sine) > least_sine) {
        KipVec3 across = v3(cy * -cosine / sine, cx * cosine / sine, 1);
        *gradient = v3_add_scaled(*gradient, turn, across);
    }
    return s - reach;
}

/* The decomposition q = swing twist, twist = (w, 0, 0, z) / c with c the cosine of half the swing. */
static void limit_swing_twist(const KipJoint *joint, const LimitSpring *spring, const SwingTwist *limit,
                              const KipDynamics *d, const Axes *to)
{
    KipQuat q = q_normalize(q_from(d->q + joint->q));
    KipVec3 w = v3_from(d->v + joint->v), slope;
    if (q.w < 0)
        q = quat(-q.w, -q.x, -q.y, -q.z);
    double c2 = q.w * q.w + q.z * q.z, c = sqrt(c2);
    if (!(c > least_sine)) /* at a swing of pi the twist is undefined */
        return;
    double ux = (q.x * q.w - q.y * q.z) / c, uy = (q.x * q.z + q.y * q.w) / c, sine = sqrt(ux * ux + uy * uy);
    if (sine > 0) {
        double beyond = swing_beyond(limit, 2 * kip_atan2(sine, c), ux / sine, uy / sine, &slope);
        if (beyond > 0)
            add_along(to, joint->v, spring, beyond, m3_apply_t(q_matrix(q), slope), v3_dot(slope, slope), w);
    }
    double twist = 2 * kip_atan2(q.z, q.w);
    slope = v3((q.z * q.x - q.w * q.y) / c2, (q.w * q.x + q.z * q.y) / c2, 1);
    if (twist > limit->twist_hi)
        add_along(to, joint->v, spring, twist - limit->twist_hi, slope, v3_dot(slope, slope), w);
    else if (twist < limit->twist_lo)
        add_along(to, joint->v, spring, limit->twist_lo - twist, v3_neg(slope), v3_dot(slope, slope), w);
}

/* A tendon pulls several joints at once; each receives its slopes times their number, which bounds their coupling. */
static void limit_tendon(const KipSim *sim, int t, const Axes *to)
{
    const KipTendon *tendon = sim->model->tendon + t;
    double length, rate;
    kip_tendon_state(sim->model, tendon, sim->d->q, sim->d->v, &length, &rate);
    Push push = two_sided(sim->tendon_limit + t, length, rate, ramp);
    for (int k = 0; k < tendon->njoint; k++) {
        double coef = tendon->coef[k], slope = tendon->njoint * coef * coef;
        add(to, sim->model->joint[tendon->joint[k]].v, sim->tendon_limit + t,
            (Push){coef * push.torque, slope * push.c, slope * push.k});
    }
}

static void push_joint(const KipSim *sim, int j, const Axes *to)
{
    const KipJoint *joint = sim->model->joint + j;
    const double *q = sim->d->q + joint->q, *v = sim->d->v + joint->v;
    if (sim->swing_twist[j].swing_x > 0)
        limit_swing_twist(joint, sim->limit + j, sim->swing_twist + j, sim->d, to);
    else if (joint->limited && joint->type == KIP_JOINT_BALL)
        limit_ball(joint, sim->limit + j, sim->d, to);
    else if (joint->limited && sim->literal_limits)
        add(to, joint->v, sim->limit + j, literal(sim->limit + j, *q, *v));
    else if (joint->limited)
        add(to, joint->v, sim->limit + j,
            two_sided(sim->limit + j, *q, *v, joint->type == KIP_JOINT_SLIDE ? 0.1 * ramp : ramp));
    if (sim->inner[j].a > 0)
        add(to, joint->v, sim->inner + j, two_sided(sim->inner + j, *q, *v, ramp));
}

KIP_TWICE static void push_all(const KipSim *sim, const Axes *to)
{
    const KipModel *model = sim->model;
    const double *q = sim->d->q;
    for (int i = 0; i < sim->nfree; i++) {
        const FreeRange *range = sim->free + i;
        if (q[range->q] > range->hi || q[range->q] < range->lo)
            push_joint(sim, range->joint, to);
    }
    for (int t = 0; t < model->ntendon; t++)
        if (model->tendon[t].limited)
            limit_tendon(sim, t, to);
}

void kip_limit_forces(const KipSim *sim, const AxisForces *axis, int stride)
{
    push_all(sim, &(Axes){axis, stride, NULL});
}

void kip_sim_limit_forces(const KipSim *sim, double *tau)
{
    memset(tau, 0, (size_t)sim->model->nv * sizeof *tau);
    if (sim->limit)
        push_all(sim, &(Axes){NULL, 0, tau});
}

/* The greatest strength in either direction about any axis. */
static double greatest_strength(const KipModel *model, int joint)
{
    double box[6][2], most = 0;
    kip_joint_strength(model, joint, box);
    for (int k = 0; k < model->joint[joint].nv; k++)
        most = fmax(most, fmax(fabs(box[k][0]), fabs(box[k][1])));
    return most;
}

/* The constants b and damping (for a = 20): those of the last limit_spring whose prefix matches the name. */
typedef struct Constants {
    bool said;
    double b, damping;
} Constants;

/* Reads those of all joints, then of all tendons. */
static void read_constants(const KipModel *model, Constants *of)
{
    const int n = model->njoint;
    for (int i = 0; i < n + model->ntendon; i++)
        of[i] = (Constants){false, 10, 0.5};
    for (int c = 0; c < model->ncustom; c++) {
        const KipCustom *custom = model->custom + c;
        const KipCustomName said = kip_custom_name(custom);
        for (int i = 0; said.key == KIP_CUSTOM_LIMIT_SPRING && i < n + model->ntendon; i++) {
            const char *name = i < n ? model->joint[i].name : model->tendon[i - n].name;
            if (strncmp(custom->name, name, said.prefix) == 0)
                of[i] = (Constants){true, custom->number[0], custom->number[1]};
        }
    }
}

static double amplitude(double strength, double inertia)
{
    return strength > 0 && strength < 1e30 ? strength / 15 : 400 * inertia;
}

static void read_inner(const KipSim *sim, const double *inertia, LimitSpring *inner)
{
    const KipModel *model = sim->model;
    for (int c = 0; c < model->ncustom; c++) {
        const KipCustom *custom = model->custom + c;
        if (kip_custom_name(custom).key != KIP_CUSTOM_INNER_SPRING)
            continue;
        const int j = model->tree->custom_joint[c];
        const double *n = custom->number,
                     a = amplitude(greatest_strength(model, j), inertia[model->joint[j].v]);
        inner[j] = (LimitSpring){.a = a, .b = n[0], .damping = a / 20 * n[1], .lo = n[2], .hi = n[3]};
    }
}

static void read_swing_twist(const KipModel *model, SwingTwist *limit)
{
    for (int c = 0; c < model->ncustom; c++) {
        const KipCustom *custom = model->custom + c;
        const double *n = custom->number;
        if (kip_custom_name(custom).key == KIP_CUSTOM_SWING_TWIST)
            limit[model->tree->custom_joint[c]] = (SwingTwist){n[0], n[1], n[2], n[3]};
    }
}

/* Computes the mass of each body with all its descendants. */
static void weigh_trees(const KipModel *model, double *mass)
{
    for (int i = 1; i < model->nbody; i++)
        for (int k = i; k; k = model->body[k].parent)
            mass[k] += model->body[i].mass;
}

/* The stiffness, N m/rad or N/m, of a joint without a limit_spring. mass: of each body with all its descendants. */
static double hard_stiffness(const KipModel *model, int joint, double inertia, const double *mass)
{
    const bool slides = model->joint[joint].type == KIP_JOINT_SLIDE;
    const int body = model->joint[joint].body;
    const double all = mass[model->body[body].root], moved = mass[body];
    double arm = slides ? 1 : moved > 0 ? sqrt(inertia / moved) : 0;
    return all * heavy * arm / (slides ? hard_length : hard_angle);
}

/* With KIP_RK4 the stiffness is limited to what is stable in an explicit stage, for the inertia while all other joints are
 * free. */
static LimitSpring hard_spring(const KipSim *sim, double stiffness, double inertia, double shows)
{
    const double h = sim->h;
    const bool soft = !sim->method->implicit;
    const double k = soft ? fmin(stiffness, carried_stiffness * shows / (h * h)) : stiffness;
    const double c = soft ? fmin(sqrt(k * inertia), carried_damping * shows / h) : sqrt(k * inertia);
    return (LimitSpring){.a = k / hard_rate, .b = hard_rate, .damping = c, .holds = true};
}

/* Computes the inertia at each axis while all others are free [nv], which is less than the composite inertia. */
static void shown_inertias(KipSim *sim, double *shows)
{
    double *unit = sim->move;
    memset(unit, 0, (size_t)sim->model->nv * sizeof *unit);
    for (int k = 0; k < sim->model->nv; k++) {
        unit[k] = 1;
        kip_aba(sim->d, v3_zero(), NULL, unit, sim->a, NULL);
        unit[k] = 0;
        shows[k] = 1 / sim->a[k];
    }
}

/* inertia: [nv] composite. mass: of each body with all its descendants. */
static LimitSpring tendon_spring(const KipSim *sim, const KipTendon *tendon, Constants constants,
                                 const double *inertia, const double *shows, const double *mass)
{
    const KipModel *model = sim->model;
    double mobility = 0, free = 0, stiffness = 0; /* 1 / inertia along the tendon, by joints apart */
    for (int k = 0; k < tendon->njoint; k++) {
        const double square = tendon->coef[k] * tendon->coef[k],
                     own = inertia[model->joint[tendon->joint[k]].v];
        mobility += square / own, free += square / shows[model->joint[tendon->joint[k]].v];
        if (square > 0)
            stiffness = fmax(stiffness, hard_stiffness(model, tendon->joint[k], own, mass) / square);
    }
    if (!constants.said)
        return hard_spring(sim, stiffness, mobility > 0 ? 1 / mobility : 0, free > 0 ? 1 / free : 0);
    const double a = mobility > 0 ? 400 / mobility : 0;
    return (LimitSpring){.a = a, .b = constants.b, .damping = a / 20 * constants.damping};
}

/* The joints with limits, and where these do nothing. */
static void list_free_ranges(KipSim *sim)
{
    for (int j = 0; j < sim->model->njoint; j++) {
        const KipJoint *joint = sim->model->joint + j;
        const LimitSpring *inner = sim->inner + j;
        FreeRange range = {j, joint->q, -INFINITY, INFINITY};
        if (joint->limited)
            range.lo = joint->range[0], range.hi = joint->range[1];
        if (inner->a > 0)
            range.lo = fmax(range.lo, inner->lo), range.hi = fmin(range.hi, inner->hi);
        if (joint->type <= KIP_JOINT_BALL) /* no range of a coordinate */
            range.lo = INFINITY, range.hi = -INFINITY;
        if (joint->limited || inner->a > 0 || sim->swing_twist[j].swing_x > 0)
            sim->free[sim->nfree++] = range;
    }
}

KipStatus kip_limit_springs(KipSim *sim, KipError *error)
{
    const KipModel *model = sim->model;
    SwingTwist *swing_twist = kip_arena_take(sim->arena, (size_t)model->njoint, sizeof *swing_twist);
    LimitSpring *spring = kip_arena_take(sim->arena, (size_t)model->njoint, sizeof *spring);
    LimitSpring *inner = kip_arena_take(sim->arena, (size_t)model->njoint, sizeof *inner);
    LimitSpring *tendon = kip_arena_take(sim->arena, (size_t)model->ntendon, sizeof *tendon);
    sim->free = kip_arena_take(sim->arena, (size_t)model->njoint, sizeof *sim->free);
    double *mass = kip_arena_take(sim->arena, (size_t)model->nbody, sizeof *mass);
    Constants *said =
        kip_arena_take(sim->arena, (size_t)model->njoint + (size_t)model->ntendon, sizeof *said);
    if (!spring || !inner || !tendon || !sim->free || !swing_twist || !mass || !said)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for the limits of '%s'",
                        model->name);
    read_swing_twist(model, swing_twist);
    read_constants(model, said);
    weigh_trees(model, mass);

    double *const shows = sim->dx[0];
    kip_composite_inertias(sim->d, sim->tau);
    if (sim->method->implicit)
        memcpy(shows, sim->tau, (size_t)model->nv * sizeof *shows);
    else
        shown_inertias(sim, shows);
    read_inner(sim, sim->tau, inner);
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        double strength = greatest_strength(model, j);
        const Constants constants = said[j];
        double inertia = sim->tau[joint->v],
               least = shows[joint->v]; /* greatest and least of a ball's axes */
        for (int k = 1; k < joint->nv; k++)
            least = fmin(least, shows[joint->v + k]),
            inertia = sim->tau[joint->v + k] > inertia ? sim->tau[joint->v + k] : inertia;
        if (constants.said || sim->literal_limits) {
            spring[j].a = amplitude(strength, inertia);
            spring[j].b = joint->type == KIP_JOINT_SLIDE ? 10 * constants.b : constants.b;
            spring[j].damping = spring[j].a / 20 * constants.damping;
        } else {
            spring[j] = hard_spring(sim, hard_stiffness(model, j, inertia, mass), inertia, least);
        }
        spring[j].lo = joint->range[0], spring[j].hi = joint->range[1];
    }
    for (int t = 0; t < model->ntendon; t++) {
        tendon[t] = tendon_spring(sim, model->tendon + t, said[model->njoint + t], sim->tau, shows, mass);
        tendon[t].lo = model->tendon[t].range[0], tendon[t].hi = model->tendon[t].range[1];
    }
    sim->limit = spring;
    sim->inner = inner;
    sim->tendon_limit = tendon;
    sim->swing_twist = swing_twist;
    list_free_ranges(sim);
    return KIP_OK;
}
