/* Control on the beat: making one, taking key-frames, saving. The law is in beat_update.c. See beat.h. */
#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "beat_parts.h"
#include "fields.h"

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
                        .hold = 0.2,
                        .period = 0};
}

static const double least_fraction = 1e-6;

static KipStatus check(const KipBeatDef *def, KipError *error)
{
    if (!(def->fraction >= least_fraction && def->fraction <= 1 - least_fraction))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a fraction of %g of the error is to vanish by a key-frame; it must be above 0 "
                        "and below 1",
                        def->fraction);
    if (!(def->floor > 0 && def->hold > 0))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the time left is bounded by %g s (floor) and gains last %g s after a key-frame "
                        "(hold); both must be above 0",
                        def->floor, def->hold);
    if (!(def->period >= 0 && isfinite(def->period)))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a control period is 0 s or more, not %g s",
                        def->period);
    return KIP_OK;
}

/* The ranges of the joints and bodies under the root. */
static void find_own(KipBeat *beat)
{
    const KipModel *model = beat->def.model;
    const int root = beat->def.root;
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = &model->joint[j];
        if (root && model->body[joint->body].root != root)
            continue;
        if (beat->njoint++ == 0)
            beat->joint = j, beat->axis = joint->v;
        beat->naxis += joint->nv;
    }
    beat->body = root ? root : 1;
    for (int b = beat->body; b < model->nbody; b++)
        if (!root || model->body[b].root == root)
            beat->nbody = b + 1 - beat->body;
}

static bool take_scratch(KipBeat *beat)
{
    const KipModel *model = beat->def.model;
    const size_t nq = (size_t)model->nq, nv = (size_t)model->nv, nbody = (size_t)model->nbody;
    double **const list[] = {&beat->error, &beat->wanted,      &beat->effect,
                             &beat->known, &beat->feedforward, &beat->passive};
    bool enough = true;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        enough = enough && (*list[i] = kip_arena_take(beat->arena, nv, sizeof(double))) != NULL;
    beat->middle = kip_arena_take(beat->arena, nq, sizeof *beat->middle);
    beat->composite = kip_arena_take(beat->arena, nbody, sizeof *beat->composite);
    beat->link = kip_arena_take(beat->arena, nbody, sizeof *beat->link);
    beat->inertia = kip_arena_take(beat->arena, nbody, sizeof *beat->inertia);
    beat->carried = kip_arena_take(beat->arena, nbody, sizeof *beat->carried);
    beat->S = kip_arena_take(beat->arena, nv, sizeof *beat->S);
    beat->F = kip_arena_take(beat->arena, nv, sizeof *beat->F);
    if (!enough || !beat->middle || !beat->composite || !beat->link || !beat->inertia || !beat->carried ||
        !beat->S || !beat->F)
        return false;
    for (int i = 0; i < model->nbody; i++)
        beat->link[i] = kip_composite_body(&model->body[i]);
    return true;
}

static void share_scratch(KipBeat *beat, const KipBeat *other)
{
    beat->error = other->error, beat->wanted = other->wanted, beat->effect = other->effect;
    beat->known = other->known, beat->feedforward = other->feedforward, beat->passive = other->passive;
    beat->middle = other->middle, beat->composite = other->composite, beat->link = other->link;
    beat->inertia = other->inertia, beat->carried = other->carried, beat->S = other->S, beat->F = other->F;
}

static bool take_arrays(KipBeat *beat)
{
    const size_t nv = (size_t)beat->def.model->nv;
    double **const list[] = {&beat->moment, &beat->ks, &beat->kd, &beat->torque};
    bool enough = true;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        enough = enough && (*list[i] = kip_arena_take(beat->arena, nv, sizeof(double))) != NULL;
    beat->rate = kip_arena_take(beat->arena, nv, sizeof *beat->rate);
    beat->failure = kip_arena_take(beat->arena, 2 * (size_t)beat->naxis, sizeof *beat->failure);
    if (beat->def.other)
        share_scratch(beat, beat->def.other);
    return enough && beat->rate && beat->failure && (beat->def.other || take_scratch(beat));
}

KipStatus kip_beat_create(const KipBeatDef *def, KipKeys *keys, const KipAllocator *allocator, KipBeat **beat,
                          KipError *error)
{
    *beat = NULL;
    KipStatus status = check(def, error);
    if (status != KIP_OK)
        return status;
    KipArena *arena = kip_arena_create(allocator);
    KipBeat *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    if (!made) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for timed control");
    }
    *made = (KipBeat){.def = *def,
                      .keys = keys,
                      .scale = 1,
                      .arena = arena,
                      .allocator = allocator,
                      .n = kip_timed_constants(def->constants, def->fraction, 0)};
    find_own(made);
    if (!take_arrays(made))
        status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for timed control");
    else if (!def->dynamics)
        status = kip_dynamics_create(def->model, allocator, &made->own, error);
    if (status != KIP_OK) {
        kip_arena_destroy(arena);
        return status;
    }
    made->dynamics = def->dynamics ? def->dynamics : made->own;
    for (int j = made->joint; j < made->joint + made->njoint; j++)
        for (int k = 0; k < def->model->joint[j].nv; k++)
            made->rate[def->model->joint[j].v + k].joint = j;
    *beat = made;
    return KIP_OK;
}

void kip_beat_destroy(KipBeat *beat)
{
    if (beat)
        kip_dynamics_destroy(beat->own), kip_arena_destroy(beat->arena);
}

KipStatus kip_beat_configure(KipBeat *beat, const KipBeatDef *def, KipError *error)
{
    const KipModel *model = beat->def.model;
    const int root = beat->def.root;
    KipStatus status = check(def, error);
    if (status != KIP_OK)
        return status;
    beat->def = *def;
    beat->def.model = model, beat->def.root = root;
    beat->n = kip_timed_constants(def->constants, def->fraction, 0);
    return KIP_OK;
}

/* -- key-frames ------------------------------------------------------------------------------------------ */

/* What was reported of the joint's previous key-frame. */
static void forget_failures(KipBeat *beat, int joint)
{
    int n = 0;
    for (int i = 0; i < beat->nfailure; i++)
        if (beat->rate[beat->failure[i].dof].joint != joint)
            beat->failure[n++] = beat->failure[i];
    memset(beat->failure + n, 0,
           (size_t)(beat->nfailure - n) * sizeof *beat->failure); /* saved bytes have them */
    beat->nfailure = n;
}

KipStatus kip_beat_set(KipBeat *beat, int joint, KipKeyFrame key, const double *q, const double *v,
                       double now, KipError *error)
{
    const KipJoint *of = &beat->def.model->joint[joint];
    const double rest[3] = {0, 0, 0}, T = key.time - now;
    double e[3];
    KipStatus status = kip_keys_check(beat->keys, joint, key, now, error);
    if (status != KIP_OK)
        return status;
    forget_failures(beat, joint);
    kip_key_error(of, beat->keys->q + of->q, q + of->q, rest, e);
    for (int k = 0; k < of->nv; k++)
        kip_beat_look_back(beat, of->v + k, e[k], now);
    status = kip_keys_set(beat->keys, joint, key, now, error);
    kip_key_error(of, key.q, q + of->q, rest, e);
    for (int k = 0; k < of->nv; k++) {
        double wanted = key.v ? key.v[k] : 0, e0 = e[k] - wanted * T, e1 = wanted - v[of->v + k];
        Rate rate = {.joint = joint, .n = beat->n, .way = fabs(e[k])};
        if (beat->def.constants == KIP_CRIT_V)
            rate.n = fmin(kip_timed_constants(KIP_CRIT_V, beat->def.fraction, e0 != 0 ? e1 * T / e0 : 0),
                          beat->n * fmax(1, T / beat->def.floor)); /* as at the floor, at most */
        beat->rate[of->v + k] = rate;
    }
    return status;
}

double kip_beat_floor(const KipBeat *beat)
{
    return beat->def.floor;
}

void kip_beat_scale_gravity(KipBeat *beat, double factor)
{
    beat->scale = factor;
}

/* -- what can be asked ------------------------------------------------------------------------------------ */

int kip_beat_failures(const KipBeat *beat, const KipBeatFailure **failures)
{
    *failures = beat->failure;
    return beat->nfailure;
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
    const size_t size_of_mass = (size_t)nv * (size_t)nv * sizeof(double);
    double *x = beat->effect, *root = beat->error, largest = 0;
    double *mass = kip_resize(beat->allocator, NULL, 0, size_of_mass);
    if (!mass)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for the mass matrix");
    kip_dynamics_set(beat->dynamics, q, NULL);
    kip_mass_matrix(beat->dynamics, mass);
    for (int i = 0; i < nv; i++) {
        root[i] = sqrt(mass[i * nv + i]);
        x[i] = 1 + 0.1 * (i % 7); /* no eigenvector is at right angles to it by design */
    }
    KipStatus status = kip_mass_factor(model, mass, error);
    for (int k = 0; k < ITERATIONS && status == KIP_OK; k++) {
        double size = 0;
        for (int i = 0; i < nv; i++)
            x[i] *= root[i];
        kip_mass_solve(model, mass, x);
        for (int i = 0; i < nv; i++) {
            x[i] *= root[i];
            size += x[i] * x[i];
        }
        largest = sqrt(size);
        for (int i = 0; i < nv; i++)
            x[i] /= largest;
    }
    kip_resize(beat->allocator, mass, size_of_mass, 0);
    *sigma = largest;
    return status;
}

/* -- saving ---------------------------------------------------------------------------------------------- */

static void list(void *thing, KipPass *pass)
{
    KipBeat *beat = thing;
    KipBeatDef *def = &beat->def;
    const int first = beat->axis, n = beat->naxis;
    KIP_PASS(pass, KIP_FIELD(def->fraction), KIP_FIELD(def->gravity), KIP_FIELD(def->floor),
             KIP_FIELD(def->hold), KIP_FIELD(def->period), KIP_FIELD(beat->scale), KIP_FIELD(def->constants),
             KIP_FIELD(def->time), KIP_FIELD(def->compensation), KIP_FIELD(def->moment),
             KIP_FIELD(def->passive), KIP_FIELD(beat->nfailure), KIP_ARRAY(beat->rate + first, n),
             KIP_ARRAY(beat->failure, 2 * n), KIP_ARRAY(beat->moment + first, n),
             KIP_ARRAY(beat->ks + first, n), KIP_ARRAY(beat->kd + first, n),
             KIP_ARRAY(beat->torque + first, n));
}

static bool def_is_sound(const KipBeatDef *def)
{
    return kip_is_within(def->constants, KIP_LITERAL_N) && kip_is_within(def->time, KIP_FIXED) &&
           kip_is_within(def->compensation, KIP_EXACT) && kip_is_within(def->moment, KIP_MOMENT_LINK) &&
           kip_is_bool(&def->passive) && check(def, NULL) == KIP_OK;
}

/* Each rate is its joint's, and can be controlled where that has a key-frame. */
static bool rates_are_sound(const KipBeat *beat)
{
    const KipModel *model = beat->def.model;
    for (int j = beat->joint; j < beat->joint + beat->njoint; j++)
        for (int i = model->joint[j].v; i < model->joint[j].v + model->joint[j].nv; i++) {
            const Rate *rate = &beat->rate[i];
            if (rate->joint != j || (beat->keys->on[j] && !(rate->n > 0)))
                return false;
        }
    return true;
}

/* Whether an update can use these numbers. */
static bool is_sound(const void *thing)
{
    const KipBeat *beat = thing;
    bool sound = def_is_sound(&beat->def) && kip_is_within(beat->nfailure, beat->naxis) &&
                 isfinite(beat->scale) && rates_are_sound(beat);
    for (int i = 0; i < beat->nfailure && sound; i++) {
        const KipBeatFailure *failure = &beat->failure[i];
        sound = kip_is_within(failure->dof - beat->axis, beat->naxis - 1) &&
                failure->joint == beat->rate[failure->dof].joint;
    }
    return sound;
}

static KipStatus derive(void *thing, KipError *error)
{
    KipBeat *beat = thing;
    (void)error;
    beat->n = kip_timed_constants(beat->def.constants, beat->def.fraction, 0);
    return KIP_OK;
}

const KipFields kip_beat_fields = {"timed control", NULL, list, is_sound, derive};
