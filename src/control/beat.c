/* OTB.11: inertias from the tips to the root, gains and torques from the root to the tips. See beat.h. */
#include "beat.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/mat3.h"
#include "../dynamics/quat.h"
#include "composite.h"

enum { REPORT_AFTER = 3 }; /* updates in a row with too little torque */

/* A rate and its key-frame. */
typedef struct Rate {
    bool controlled;
    int joint;
    double wanted;      /* rate at the key-frame */
    double begun, time; /* s: when it was set, when it is */
    double n;
    int clamped; /* updates in a row */
    bool reported;
} Rate;

struct KipBeat {
    KipBeatDef def;
    KipArena *arena;
    KipDynamics *dynamics;          /* its own: it knows nothing of pushes and contacts */
    double n;                       /* of the definition; NAN for KIP_CRIT_V */
    double *q;                      /* nq: key-frames */
    Rate *rate;                     /* nv */
    KipComposite *composite, *link; /* nbody */
    KipVec3 *carried;               /* nbody: a of OTB.8, world */
    /* nv each */
    double *moment, *ks, *kd, *torque;
    double *error;       /* to the moving target */
    double *wanted;      /* q''* */
    double *effect;      /* what will come of it */
    double *known;       /* gravity and passive forces: the torque that undoes them */
    double *feedforward; /* that and what carries it asks for */
    double *mass;        /* nv x nv */
    int nfailure;
    KipBeatFailure *failure; /* nv */
};

KipBeatDef kip_beat_def(const KipModel *model)
{
    return (KipBeatDef){.model = model,
                        .fraction = 0.9,
                        .constants = KIP_CRIT_REST,
                        .time = KIP_REMAINING,
                        .compensation = KIP_LOWER,
                        .moment = KIP_MOMENT,
                        .gravity = 1,
                        .passive = true,
                        .floor = 0.02,
                        .hold = 0.2};
}

static KipStatus check(const KipBeatDef *def, KipError *error)
{
    if (!(def->fraction > 0 && def->fraction < 1))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a fraction of %g of the error is to be gone at a key-frame; it must be between 0 "
                        "and 1",
                        def->fraction);
    if (!(def->floor > 0 && def->hold > 0))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the least times %g s and %g s must be above 0",
                        def->floor, def->hold);
    return KIP_OK;
}

static bool take_arrays(KipBeat *beat)
{
    const KipModel *model = beat->def.model;
    const size_t nq = (size_t)model->nq, nv = (size_t)model->nv, nbody = (size_t)model->nbody;
    double **const list[] = {&beat->moment, &beat->ks,     &beat->kd,          &beat->torque, &beat->error,
                             &beat->wanted, &beat->effect, &beat->feedforward, &beat->known};
    bool enough = true;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        enough = enough && (*list[i] = kip_arena_take(beat->arena, nv, sizeof(double))) != NULL;
    beat->q = kip_arena_take(beat->arena, nq, sizeof *beat->q);
    beat->mass = kip_arena_take(beat->arena, nv * nv, sizeof *beat->mass);
    beat->rate = kip_arena_take(beat->arena, nv, sizeof *beat->rate);
    beat->failure = kip_arena_take(beat->arena, nv, sizeof *beat->failure);
    beat->composite = kip_arena_take(beat->arena, nbody, sizeof *beat->composite);
    beat->link = kip_arena_take(beat->arena, nbody, sizeof *beat->link);
    beat->carried = kip_arena_take(beat->arena, nbody, sizeof *beat->carried);
    return enough && beat->q && beat->mass && beat->rate && beat->failure && beat->composite && beat->link &&
           beat->carried;
}

KipStatus kip_beat_create(const KipBeatDef *def, const KipAllocator *allocator, KipBeat **beat,
                          KipError *error)
{
    KipStatus status = check(def, error);
    if (status != KIP_OK)
        return status;
    KipArena *arena = kip_arena_create(allocator);
    KipBeat *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    if (!made) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for timed control");
    }
    *made =
        (KipBeat){.def = *def, .arena = arena, .n = kip_timed_constants(def->constants, def->fraction, 0)};
    if (take_arrays(made))
        status = kip_dynamics_create(def->model, allocator, &made->dynamics, error);
    else
        status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for timed control");
    if (status != KIP_OK) {
        kip_arena_destroy(arena);
        return status;
    }
    for (int i = 0; i < def->model->nbody; i++)
        made->link[i] = kip_composite_body(&def->model->body[i]);
    for (int j = 0; j < def->model->njoint; j++)
        for (int k = 0; k < def->model->joint[j].nv; k++)
            made->rate[def->model->joint[j].v + k].joint = j;
    *beat = made;
    return KIP_OK;
}

void kip_beat_destroy(KipBeat *beat)
{
    if (beat)
        kip_dynamics_destroy(beat->dynamics), kip_arena_destroy(beat->arena);
}

/* -- key-frames ------------------------------------------------------------------------------------------ */

/* Target minus coordinate of each rate of a joint; the target of a ball is moved on by `ahead` (child axes). */
static void joint_error(const KipJoint *joint, const double *target, const double *q, const double *ahead,
                        double *e)
{
    if (joint->nq == 1) {
        e[0] = target[0] + ahead[0] - q[0];
        return;
    }
    KipQuat aim = q_mul(q_from(target), q_exp(v3_from(ahead)));
    v3_store(e, q_log(q_mul(q_conjugate(q_from(q)), aim)));
}

static KipStatus check_key(const KipBeat *beat, int joint, KipBeatKey key, double now, KipError *error)
{
    const KipJoint *of = &beat->def.model->joint[joint];
    bool finite = isfinite(key.time);
    for (int k = 0; k < of->nq; k++)
        finite = finite && isfinite(key.q[k]);
    for (int k = 0; k < of->nv && key.v; k++)
        finite = finite && isfinite(key.v[k]);
    if (of->type == KIP_JOINT_FREE)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "joint '%s' is free: nothing moves it", of->name);
    if (!finite)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a key-frame of joint '%s' is not finite",
                        of->name);
    if (!(key.time > now))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a key-frame of joint '%s' is at %g s, which is not after %g s, the present",
                        of->name, key.time, now);
    return KIP_OK;
}

/* What was told of the joint's key-frame before. */
static void forget_failures(KipBeat *beat, int joint)
{
    int n = 0;
    for (int i = 0; i < beat->nfailure; i++)
        if (beat->rate[beat->failure[i].dof].joint != joint)
            beat->failure[n++] = beat->failure[i];
    beat->nfailure = n;
}

KipStatus kip_beat_set(KipBeat *beat, int joint, KipBeatKey key, const double *q, const double *v, double now,
                       KipError *error)
{
    const KipJoint *of = &beat->def.model->joint[joint];
    const double rest[3] = {0, 0, 0}, T = key.time - now;
    double e[3];
    KipStatus status = check_key(beat, joint, key, now, error);
    if (status != KIP_OK)
        return status;
    memcpy(beat->q + of->q, key.q, (size_t)of->nq * sizeof *key.q);
    joint_error(of, key.q, q + of->q, rest, e);
    for (int k = 0; k < of->nv; k++) {
        double wanted = key.v ? key.v[k] : 0, e0 = e[k] - wanted * T, e1 = wanted - v[of->v + k];
        Rate rate = {.controlled = true,
                     .joint = joint,
                     .wanted = wanted,
                     .begun = now,
                     .time = key.time,
                     .n = beat->n};
        if (beat->def.constants == KIP_CRIT_V)
            rate.n = kip_timed_constants(KIP_CRIT_V, beat->def.fraction, e0 != 0 ? e1 * T / e0 : 0);
        beat->rate[of->v + k] = rate;
    }
    forget_failures(beat, joint);
    return KIP_OK;
}

void kip_beat_clear(KipBeat *beat, int joint)
{
    const KipJoint *of = &beat->def.model->joint[joint];
    for (int k = 0; k < of->nv; k++)
        beat->rate[of->v + k].controlled = false;
}

/* -- what is wanted -------------------------------------------------------------------------------------- */

static double time_constant(const KipBeat *beat, const Rate *rate, double now)
{
    double left = rate->time - now;
    if (left <= 0) /* it was reached, and is held */
        return beat->def.hold / rate->n;
    return fmax(beat->def.time == KIP_FIXED ? rate->time - rate->begun : left, beat->def.floor) / rate->n;
}

/* Gains, errors, targets and q''* of a joint; what is not controlled wants nothing. */
static void want(KipBeat *beat, const KipJoint *joint, const double *q, const double *v, double now,
                 KipDrives drives)
{
    double ahead[3] = {0, 0, 0}, wanted[3] = {0, 0, 0};
    const bool controlled = beat->rate[joint->v].controlled;
    for (int k = 0; k < joint->nv && controlled; k++) {
        const Rate *rate = &beat->rate[joint->v + k];
        wanted[k] = rate->time > now ? rate->wanted : 0;
        ahead[k] = kip_timed_reference(0, wanted[k], rate->time - now); /* OTB.3v: not floored */
    }
    if (controlled)
        joint_error(joint, beat->q + joint->q, q + joint->q, ahead, beat->error + joint->v);
    for (int i = joint->v; i < joint->v + joint->nv; i++) {
        KipGains gains = {0, 0};
        if (controlled)
            gains = kip_timed_gains(beat->moment[i], time_constant(beat, &beat->rate[i], now));
        beat->ks[i] = gains.ks;
        beat->kd[i] = gains.kd;
        beat->wanted[i] = 0;
        if (controlled)
            beat->wanted[i] =
                kip_timed_torque(gains, beat->error[i], 0, wanted[i - joint->v], v[i]) / beat->moment[i];
        if (controlled)
            drives.rate[i] = wanted[i - joint->v];
    }
    if (controlled && joint->nq == 1)
        drives.target[joint->q] = beat->q[joint->q] + ahead[0];
    else if (controlled)
        q_store(drives.target + joint->q, q_mul(q_from(beat->q + joint->q), q_exp(v3_from(ahead))));
}

/* -- what is known ---------------------------------------------------------------------------------------- */

/* The torque that undoes gravity and passive forces: G, of an axis s through d: -s.((c - d) x M g). */
static void know(KipBeat *beat)
{
    const KipModel *model = beat->def.model;
    double *known = beat->known;
    memset(known, 0, (size_t)model->nv * sizeof *known);
    if (beat->def.passive) {
        kip_passive_forces(beat->dynamics, known);
        for (int i = 0; i < model->nv; i++)
            known[i] = -known[i];
    }
    for (int i = 1; i < model->nbody && beat->def.gravity != 0; i++) {
        const KipComposite *c = &beat->composite[i];
        const KipVec3 weight = m3_apply_t(kip_body_rotation(beat->dynamics, i),
                                          v3_scale(beat->def.gravity * c->mass, model->gravity));
        KipAxis axis[6];
        int n = kip_body_axes(beat->dynamics, i, axis);
        for (int k = 0; k < n; k++) {
            KipVec3 felt = axis[k].turns ? v3_cross(v3_sub(c->com, axis[k].point), weight) : weight;
            known[model->body[i].v + k] -= v3_dot(axis[k].direction, felt);
        }
    }
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
    beat->effect[i] = beat->rate[i].controlled ? (allowed - beat->feedforward[i]) / m : 0;
}

/* OTB.8, OTB.9: from the root to the tips with the angular acceleration that all axes before give, world. As printed it
 * goes to the next link alone, made of final torques, and is added to a torque. */
static void by_ancestors(KipBeat *beat, KipDrives drives)
{
    const KipModel *model = beat->def.model;
    const bool literal = beat->def.compensation == KIP_LITERAL_COMPENSATION;
    for (int i = 1; i < model->nbody; i++) {
        const KipMat3 R = kip_body_rotation(beat->dynamics, i);
        KipVec3 a = beat->carried[model->body[i].parent];
        KipAxis axis[6];
        int n = kip_body_axes(beat->dynamics, i, axis);
        for (int k = 0; k < n; k++) {
            const int dof = model->body[i].v + k;
            const KipVec3 s = m3_apply(R, axis[k].direction);
            double along = axis[k].turns ? v3_dot(a, s) : 0;
            decide(beat, dof, literal ? along : beat->moment[dof] * along, drives);
            if (axis[k].turns)
                a = v3_add_scaled(a, literal ? beat->wanted[dof] : beat->effect[dof], s);
        }
        beat->carried[i] = a;
    }
}

/* Row i of the mass matrix up to the diagonal, times what those before will do. */
static void by_rows(KipBeat *beat, KipDrives drives)
{
    const int nv = beat->def.model->nv;
    kip_mass_matrix(beat->dynamics, beat->mass);
    for (int i = 0; i < nv; i++) {
        double extra = 0;
        for (int j = 0; j < i && beat->rate[i].controlled; j++)
            extra += beat->mass[i * nv + j] * beat->effect[j];
        decide(beat, i, extra, drives);
    }
}

static void by_inverse_dynamics(KipBeat *beat, KipDrives drives)
{
    const int nv = beat->def.model->nv;
    double *tau = beat->effect;
    kip_inverse_dynamics(beat->dynamics, beat->wanted, tau, NULL);
    for (int i = 0; i < nv; i++)
        decide(beat, i, tau[i] - beat->moment[i] * beat->wanted[i] - beat->known[i], drives);
}

static void compensate(KipBeat *beat, KipDrives drives)
{
    switch (beat->def.compensation) {
    case KIP_NO_COMPENSATION:
        for (int i = 0; i < beat->def.model->nv; i++)
            decide(beat, i, 0, drives);
        break;
    case KIP_LITERAL_COMPENSATION:
    case KIP_ANCESTORS:
        by_ancestors(beat, drives);
        break;
    case KIP_LOWER:
        by_rows(beat, drives);
        break;
    case KIP_EXACT:
        by_inverse_dynamics(beat, drives);
        break;
    }
}

/* -- what cannot be done ---------------------------------------------------------------------------------- */

/* The least time (s) in which an axis comes to its moving target and to its rate with an acceleration of at most a:
 * full torque one way, then the other. `ahead`: how far it is beyond the target; rate: how fast it goes away. */
static double least_time(double ahead, double rate, double a)
{
    double turn = ahead + rate * fabs(rate) / (2 * a);
    if (turn < 0)
        ahead = -ahead, rate = -rate;
    return (rate + 2 * sqrt(fmax(0.5 * rate * rate + a * ahead, 0))) / a;
}

static void report(KipBeat *beat, int i, const double *v, double now, KipDrives drives)
{
    Rate *rate = &beat->rate[i];
    const double torque = beat->torque[i], lo = drives.limit_lo[i], hi = drives.limit_hi[i];
    const bool clamped = rate->controlled && now < rate->time && (torque < lo || torque > hi);
    rate->clamped = clamped ? rate->clamped + 1 : 0;
    if (rate->clamped < REPORT_AFTER || rate->reported)
        return;
    const double spare = fmin(hi - beat->feedforward[i], beat->feedforward[i] - lo);
    const double arrival =
        spare > 0 ? now + least_time(-beat->error[i], v[i] - rate->wanted, spare / beat->moment[i])
                  : INFINITY;
    if (arrival <= rate->time)
        return;
    rate->reported = true;
    beat->failure[beat->nfailure++] =
        (KipBeatFailure){i, now, torque, clamp(torque, lo, hi), rate->time, arrival};
}

int kip_beat_failures(const KipBeat *beat, const KipBeatFailure **failures)
{
    *failures = beat->failure;
    return beat->nfailure;
}

/* -- the whole ---------------------------------------------------------------------------------------------- */

static void write_drive(const KipBeat *beat, int i, KipDrives drives)
{
    if (!beat->rate[i].controlled)
        return;
    drives.stiffness[i] = beat->ks[i];
    drives.damping[i] = beat->kd[i];
    drives.feedforward[i] = beat->feedforward[i];
}

void kip_beat_update(KipBeat *beat, const double *q, const double *v, double now, KipDrives drives)
{
    const KipModel *model = beat->def.model;
    kip_dynamics_set(beat->dynamics, q, v);
    const KipForm form = beat->def.moment == KIP_MOMENT_LITERAL ? KIP_LITERAL : KIP_CORRECT;
    kip_composite_pass(beat->dynamics, model, beat->composite);
    kip_composite_moments(form, beat->dynamics, model, beat->composite, beat->moment);
    if (beat->def.moment == KIP_MOMENT_LINK)
        kip_composite_moments(form, beat->dynamics, model, beat->link, beat->moment);
    know(beat);
    for (int j = 0; j < model->njoint; j++)
        want(beat, &model->joint[j], q, v, now, drives);
    compensate(beat, drives);
    for (int i = 0; i < model->nv; i++) {
        write_drive(beat, i, drives);
        report(beat, i, v, now, drives);
    }
}

KipBeatState kip_beat_state(const KipBeat *beat)
{
    return (KipBeatState){beat->moment, beat->ks, beat->kd, beat->torque};
}

KipStatus kip_beat_coupling(KipBeat *beat, const double *q, double *sigma, KipError *error)
{
    enum { ITERATIONS = 400 };
    const KipModel *model = beat->def.model;
    const int nv = model->nv;
    double *x = beat->effect, *root = beat->error, largest = 0;
    kip_dynamics_set(beat->dynamics, q, NULL);
    kip_mass_matrix(beat->dynamics, beat->mass);
    for (int i = 0; i < nv; i++) {
        root[i] = sqrt(beat->mass[i * nv + i]);
        x[i] = 1 + 0.1 * (i % 7); /* no eigenvector is at right angles to it by design */
    }
    KipStatus status = kip_mass_factor(model, beat->mass, error);
    for (int k = 0; k < ITERATIONS && status == KIP_OK; k++) {
        double size = 0;
        for (int i = 0; i < nv; i++)
            x[i] *= root[i];
        kip_mass_solve(model, beat->mass, x);
        for (int i = 0; i < nv; i++) {
            x[i] *= root[i];
            size += x[i] * x[i];
        }
        largest = sqrt(size);
        for (int i = 0; i < nv; i++)
            x[i] /= largest;
    }
    *sigma = largest;
    return status;
}
