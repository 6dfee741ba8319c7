/* OTB.11: inertias from the tips to the root, gains and torques from the root to the tips. See beat.h.
 *
 * Everything is in world axes at one point, the root's origin, so that inertias of bodies add up and one force
 * describes an axis. With S the motion of an axis at a rate of 1 and F = I S for all bodies below it (RBDA 6.2):
 *
 *     moment of inertia          m = S.F                       OTB.7: s'D s with its remaining terms
 *     gravity                    G = F.(0, -g)
 *     rows of the mass matrix    sum of M_ij x_j, j before i, = F.(sum of x_j S_j)
 */
#include <math.h>
#include <string.h>

#include "../dynamics/quat.h"
#include "beat_parts.h"

enum { REPORT_AFTER = 3 };                      /* updates in a row in which it is late */
static const double patience = 1;               /* of the time left */
static const double far = 0.05, far_part = 0.1; /* rad or m, of the way: farther off is not there */
static const double early = 1e-9;               /* s: times are sums */

static bool is_controlled(const KipBeat *beat, int i)
{
    return beat->keys->on[beat->rate[i].joint];
}

/* -- inertias -------------------------------------------------------------------------------------------- */

static void place_axes(KipBeat *beat, int body, KipMat3 R, KipVec3 p)
{
    KipAxis axis[6];
    const int n = kip_body_axes(beat->dynamics, body, axis), v = beat->def.model->body[body].v;
    for (int k = 0; k < n; k++) {
        const KipVec3 s = m3_apply(R, axis[k].direction);
        const KipVec3 through = v3_add(p, m3_apply(R, axis[k].point));
        beat->S[v + k] = axis[k].turns ? motion(s, v3_cross(through, s)) : motion(v3_zero(), s);
    }
}

/* S, F and the composite inertias. */
static void measure_axes(KipBeat *beat)
{
    const KipModel *model = beat->def.model;
    KipVec3 origin = v3_zero();
    for (int i = beat->body, root = 0; i < beat->body + beat->nbody; i++) {
        const KipBody *body = &model->body[i];
        if (body->root != root)
            origin = kip_body_position(beat->dynamics, root = body->root);
        const KipMat3 R = kip_body_rotation(beat->dynamics, i);
        const KipVec3 p = v3_sub(kip_body_position(beat->dynamics, i), origin);
        const KipVec3 c = v3_add(p, m3_apply(R, body->com));
        place_axes(beat, i, R, p);
        beat->inertia[i] = (Inertia){body->mass, v3_scale(body->mass, c),
                                     s3_add(s3_rotate(R, body->inertia), s3_point_mass(body->mass, c))};
    }
    for (int i = beat->body + beat->nbody - 1; i >= beat->body; i--) {
        const KipBody *body = &model->body[i];
        for (int k = body->v; k < body->v + body->nv; k++)
            beat->F[k] = inertia_apply(beat->inertia[i], beat->S[k]);
        if (body->parent > 0)
            beat->inertia[body->parent] = inertia_add(beat->inertia[body->parent], beat->inertia[i]);
    }
}

static void take_moments(KipBeat *beat)
{
    const KipModel *model = beat->def.model;
    const bool literal = beat->def.moment == KIP_MOMENT_LITERAL;
    if (beat->def.moment == KIP_MOMENT) {
        for (int j = beat->joint; j < beat->joint + beat->njoint; j++)
            for (int i = model->joint[j].v; i < model->joint[j].v + model->joint[j].nv; i++)
                beat->moment[i] = motion_dot(beat->S[i], beat->F[i]) + model->joint[j].armature;
        return;
    }
    if (literal)
        kip_composite_pass(beat->dynamics, model, beat->composite);
    kip_composite_moments(literal ? KIP_LITERAL : KIP_CORRECT, beat->dynamics, model,
                          literal ? beat->composite : beat->link, beat->moment);
}

/* The torque that undoes gravity and passive forces. */
static void find_known(KipBeat *beat)
{
    const KipModel *model = beat->def.model;
    const KipVec3 up = v3_scale(-beat->def.gravity * beat->scale, model->gravity);
    double *known = beat->known;
    memset(known, 0, (size_t)model->nv * sizeof *known);
    if (beat->def.passive)
        kip_passive_forces(beat->dynamics, known);
    for (int i = beat->axis; i < beat->axis + beat->naxis; i++)
        known[i] = v3_dot(up, beat->F[i].f) - known[i];
}

/* -- what is wanted -------------------------------------------------------------------------------------- */

/* `left`: from the middle of the period. */
static double time_constant(const KipBeat *beat, int i, double left)
{
    const Rate *rate = &beat->rate[i];
    const KipKeys *keys = beat->keys;
    if (left <= 0) /* it was reached, and is held */
        return beat->def.hold / rate->n;
    return fmax(beat->def.time == KIP_FIXED ? keys->time[rate->joint] - keys->given[rate->joint] : left,
                beat->def.floor) /
           rate->n;
}

/* A joint that is not controlled has no target. */
static void want_nothing(KipBeat *beat, const KipJoint *joint)
{
    for (int i = joint->v; i < joint->v + joint->nv; i++)
        beat->ks[i] = beat->kd[i] = beat->wanted[i] = 0;
}

/* Gains, errors, targets and q''* of a joint; the target and the time left are those of the period's middle. */
static void set_wanted(KipBeat *beat, const KipJoint *joint, const double *q, const double *v, double now,
                       KipDrives drives)
{
    const double period = beat->def.period, then = now + 0.5 * period;
    const double time = beat->keys->time[beat->rate[joint->v].joint];
    double ahead[3] = {0, 0, 0}, wanted[3] = {0, 0, 0};
    for (int k = 0; k < joint->nv; k++) {
        wanted[k] = time > then ? beat->keys->v[joint->v + k] : 0;
        ahead[k] = kip_timed_reference(0, wanted[k], time - then); /* OTB.3v: not floored */
    }
    kip_key_error(joint, beat->keys->q + joint->q, q + joint->q, ahead, beat->error + joint->v);
    for (int k = 0; k < joint->nv; k++) {
        const int i = joint->v + k;
        const double lambda = time_constant(beat, i, time - then);
        const KipGains gains = kip_timed_gains(beat->moment[i], lambda);
        beat->ks[i] = gains.ks;
        beat->kd[i] = gains.kd;
        beat->wanted[i] =
            kip_timed_acceleration(lambda, beat->error[i] + 2 * lambda * wanted[k], -v[i], period);
        drives.rate[i] = wanted[k];
    }
    if (joint->nq == 1)
        drives.target[joint->q] = beat->keys->q[joint->q] + ahead[0];
    else
        q_store(drives.target + joint->q, q_mul(q_from(beat->keys->q + joint->q), q_exp(v3_from(ahead))));
}

/* -- compensation ----------------------------------------------------------------------------------------- */

static double clamp(double x, double lo, double hi)
{
    return fmax(lo, fmin(hi, x));
}

/* The whole torque of a rate with `extra` beyond m q''*; what its limits leave becomes its effect. */
static void decide(KipBeat *beat, int i, double extra, KipDrives drives)
{
    double m = beat->moment[i];
    beat->feedforward[i] = extra + beat->known[i];
    beat->torque[i] = m * beat->wanted[i] + beat->feedforward[i];
    double allowed = clamp(beat->torque[i], drives.limit_lo[i], drives.limit_hi[i]);
    beat->effect[i] = is_controlled(beat, i) ? (allowed - beat->feedforward[i]) / m : 0;
}

/* OTB.8 to OTB.10, and the row of the mass matrix: the compensation of a rate for its ancestors, which accelerate by A. */
static double compensation(const KipBeat *beat, int i, Motion A)
{
    switch (beat->def.compensation) {
    case KIP_NO_COMPENSATION:
        break;
    case KIP_LITERAL_COMPENSATION:
        return v3_dot(A.w, beat->S[i].w);
    case KIP_ANCESTORS:
        return beat->moment[i] * v3_dot(A.w, beat->S[i].w);
    case KIP_LOWER:
    case KIP_EXACT:
        return motion_dot(A, beat->F[i]);
    }
    return 0;
}

static void by_ancestors(KipBeat *beat, KipDrives drives)
{
    const KipModel *model = beat->def.model;
    const double *passed_on =
        beat->def.compensation == KIP_LITERAL_COMPENSATION ? beat->wanted : beat->effect;
    beat->carried[0] = motion(v3_zero(), v3_zero());
    for (int b = beat->body; b < beat->body + beat->nbody; b++) {
        const KipBody *body = &model->body[b];
        if (beat->def.root && body->root != beat->def.root)
            continue;
        Motion A = beat->carried[body->parent];
        for (int i = body->v; i < body->v + body->nv; i++) {
            decide(beat, i, is_controlled(beat, i) ? compensation(beat, i, A) : 0, drives);
            A = motion_add_scaled(A, passed_on[i], beat->S[i]);
        }
        beat->carried[b] = A;
    }
}

/* M q''* + c, with the accelerations that the limits leave, as far as the rows of those before have them; the model's
 * gravity in c becomes that which is to be held. */
static void by_inverse_dynamics(KipBeat *beat, KipDrives drives)
{
    const KipModel *model = beat->def.model;
    const KipVec3 other = v3_scale(1 - beat->def.gravity * beat->scale, model->gravity);
    double *tau = beat->feedforward, *passive = beat->passive;
    kip_inverse_dynamics(beat->dynamics, beat->effect, tau, NULL);
    memset(passive, 0, (size_t)model->nv * sizeof *passive);
    if (!beat->def.passive)
        kip_passive_forces(beat->dynamics, passive); /* inverse dynamics undid them */
    for (int i = beat->axis; i < beat->axis + beat->naxis; i++) {
        const double held = tau[i] + passive[i] + v3_dot(other, beat->F[i].f);
        decide(beat, i, held - beat->moment[i] * beat->effect[i] - beat->known[i], drives);
    }
}

/* -- what cannot be done ---------------------------------------------------------------------------------- */

/* The least time (s) in which an axis reaches its moving target and its rate with an acceleration of at most a: full torque
 * in one direction, then in the other. `ahead`: distance beyond the target; rate: the rate at which that grows. */
static double least_time(double ahead, double rate, double a)
{
    double turn = ahead + rate * fabs(rate) / (2 * a);
    if (turn < 0)
        ahead = -ahead, rate = -rate;
    return (rate + 2 * sqrt(fmax(0.5 * rate * rate + a * ahead, 0))) / a;
}

/* When a rate whose torque is not enough will be there at the earliest; now, where it is enough. */
static double arrival_of(const KipBeat *beat, int i, const double *v, double now, KipDrives drives)
{
    const double torque = beat->torque[i], lo = drives.limit_lo[i], hi = drives.limit_hi[i];
    const double spare = fmin(hi - beat->feedforward[i], beat->feedforward[i] - lo);
    if (torque >= lo && torque <= hi)
        return now;
    if (!(spare > 0))
        return INFINITY;
    return now + least_time(-beat->error[i], v[i] - beat->keys->v[i], spare / beat->moment[i]);
}

static void add_failure(KipBeat *beat, KipBeatFailure failure)
{
    if (beat->nfailure < 2 * beat->naxis) /* more only after bytes that no simulation saved */
        beat->failure[beat->nfailure++] = failure;
}

void kip_beat_look_back(KipBeat *beat, int i, double e, double now)
{
    Rate *rate = &beat->rate[i];
    const double time = beat->keys->time[rate->joint];
    if (!is_controlled(beat, i) || rate->over || now < time - early)
        return;
    rate->over = 1;
    if (!rate->reported && fabs(e) > fmax(far, far_part * rate->way))
        add_failure(beat, (KipBeatFailure){i, rate->joint, now, beat->torque[i], beat->torque[i], time,
                                           INFINITY, fabs(e)});
}

/* A delay from the beginning is reported at once. One caused by a hit may disappear when the joints around it come to rest;
 * the report waits for as long as was left at the hit, or for as long as there was no delay before it. */
static void report(KipBeat *beat, int i, const double *v, double now, KipDrives drives)
{
    Rate *rate = &beat->rate[i];
    const double time = beat->keys->time[rate->joint], given = beat->keys->given[rate->joint];
    const double torque = beat->torque[i], arrival = arrival_of(beat, i, v, now, drives);
    if (!is_controlled(beat, i) || now >= time || arrival <= time) {
        rate->late = 0;
        return;
    }
    if (rate->late++ == 0)
        rate->since = now;
    if (rate->reported || rate->late < REPORT_AFTER ||
        now - rate->since < fmin(patience * (time - now), rate->since - given))
        return;
    rate->reported = 1;
    const double allowed = clamp(torque, drives.limit_lo[i], drives.limit_hi[i]);
    add_failure(beat, (KipBeatFailure){i, rate->joint, now, torque, allowed, time, arrival, 0});
}

/* -- the whole ---------------------------------------------------------------------------------------------- */

static void write_drive(const KipBeat *beat, int i, KipDrives drives)
{
    if (!is_controlled(beat, i))
        return;
    drives.stiffness[i] = beat->ks[i];
    drives.damping[i] = beat->kd[i];
    drives.feedforward[i] = beat->feedforward[i];
}

void kip_beat_update(KipBeat *beat, const double *q, const double *v, double now, KipDrives drives)
{
    const KipModel *model = beat->def.model;
    kip_model_integrate(model, q, v, 0.5 * beat->def.period, beat->middle);
    kip_dynamics_set(beat->dynamics, beat->middle, v);
    measure_axes(beat);
    take_moments(beat);
    find_known(beat);
    for (int j = beat->joint; j < beat->joint + beat->njoint; j++)
        if (beat->keys->on[j])
            set_wanted(beat, &model->joint[j], q, v, now, drives);
        else
            want_nothing(beat, &model->joint[j]);
    by_ancestors(beat, drives);
    if (beat->def.compensation == KIP_EXACT)
        by_inverse_dynamics(beat, drives);
    for (int i = beat->axis; i < beat->axis + beat->naxis; i++) {
        write_drive(beat, i, drives);
        kip_beat_look_back(beat, i, beat->error[i], now);
        report(beat, i, v, now, drives);
    }
}
