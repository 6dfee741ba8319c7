/* Velocity control, see velocity.h. */
#include "velocity.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/quat.h"
#include "../dynamics/rates.h"
#include "../dynamics/vec3.h"
#include "fields.h"

struct KipVelocity {
    KipSim *sim;
    KipVelocityDef def;
    struct KipArena *arena;
    const KipAllocator *allocator;
    int most;              /* greatest number of wanted rates */
    KipRates *rates;       /* NULL until it is used first */
    bool used;             /* configured; loading may undo that */
    KipRate *rate;         /* most: those that are wanted */
    double *wanted, *last; /* nv: rates, forces */
    int pivots;
};

/* -- the laws -------------------------------------------------------------------------------------------- */

KipVec3 kip_velocity_of_ball(KipQuat q, KipQuat target, double seconds)
{
    return v3_scale(1 / seconds, q_log(q_mul(q_conjugate(q), target))); /* q_log takes the shorter way */
}

KipVec3 kip_velocity_in_parent(KipQuat q, KipVec3 velocity)
{
    return q_rotate(q, velocity);
}

void kip_muscle_box(KipRamp ramp, double strength, double reaction, double period, double last, double *lo,
                    double *hi)
{
    *lo = -strength, *hi = strength;
    if (!(reaction > 0) || !isfinite(strength))
        return;
    const double change = strength * period / reaction;
    if (ramp == KIP_RAMP_MAGNITUDE) {
        *hi = fmin(strength, fabs(last) + change);
        *lo = -*hi;
    } else {
        *hi = fmin(strength, last + change);
        *lo = fmax(-strength, last - change);
    }
}

/* -- making one ------------------------------------------------------------------------------------------ */

KipVelocityDef kip_velocity_def(void)
{
    return (KipVelocityDef){.time = KIP_REMAINING,
                            .ramp = KIP_RAMP_MAGNITUDE,
                            .reaction = 0.02,
                            .floor = 0,
                            .fastest = INFINITY,
                            .period = 0.005};
}

static KipStatus check(const KipVelocityDef *def, KipError *error)
{
    if (!(def->period > 0 && isfinite(def->period)))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a control period is above 0 s, not %g s",
                        def->period);
    if (!(def->reaction >= 0 && def->floor >= 0))
        return kip_fail(
            error, KIP_BAD_USE, kip_nowhere(),
            "a reaction time of %g s or a floor of %g s of the time left is negative; give 0 or more",
            def->reaction, def->floor);
    if (!(def->fastest > 0))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the fastest rate is above 0 rad/s, not %g rad/s",
                        def->fastest);
    return KIP_OK;
}

KipStatus kip_velocity_create(KipSim *sim, int most, const KipAllocator *allocator, KipVelocity **velocity,
                              KipError *error)
{
    *velocity = NULL;
    const size_t nv = (size_t)kip_sim_model(sim)->nv;
    KipArena *arena = kip_arena_create(allocator);
    KipVelocity *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    if (made) {
        *made = (KipVelocity){.sim = sim,
                              .def = kip_velocity_def(),
                              .arena = arena,
                              .allocator = allocator,
                              .most = most};
        made->rate = kip_arena_take(arena, (size_t)most, sizeof *made->rate);
        made->wanted = kip_arena_take(arena, nv, sizeof(double));
        made->last = kip_arena_take(arena, nv, sizeof(double));
    }
    if (!made || !made->rate || !made->wanted || !made->last) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for velocity control");
    }
    *velocity = made;
    return KIP_OK;
}

void kip_velocity_destroy(KipVelocity *velocity)
{
    if (velocity)
        kip_rates_destroy(velocity->rates), kip_arena_destroy(velocity->arena);
}

static KipStatus need_rates(KipVelocity *velocity, KipError *error)
{
    if (velocity->rates)
        return KIP_OK;
    return kip_rates_create(velocity->sim, velocity->most, velocity->allocator, &velocity->rates, error);
}

KipStatus kip_velocity_configure(KipVelocity *velocity, const KipVelocityDef *def, KipError *error)
{
    KipStatus status = check(def, error);
    if (status == KIP_OK)
        status = need_rates(velocity, error);
    if (status == KIP_OK) {
        velocity->def = *def;
        velocity->used = true;
    }
    return status;
}

/* -- an update ------------------------------------------------------------------------------------------- */

/* s: in which the way that is left is to be gone. */
static double time_of(const KipVelocityDef *def, double begun, double end, double now)
{
    const double floor = fmax(def->floor, def->period);
    return fmax(def->time == KIP_FIXED ? end - begun : end - now, floor);
}

/* VBC.2 of one joint; e is the remaining distance, axis by axis. */
static void set_wanted(KipVelocity *velocity, const KipKeys *keys, int joint, double now, KipDrives drives,
                       int *n)
{
    static const double rest[3] = {0};
    const KipVelocityDef *def = &velocity->def;
    const KipJoint *of = kip_sim_model(velocity->sim)->joint + joint;
    const double *target = keys->q + of->q,
                 seconds = time_of(def, keys->given[joint], keys->time[joint], now);
    double e[3];
    kip_key_error(of, target, kip_sim_q(velocity->sim) + of->q, rest, e);
    memcpy(drives.target + of->q, target, (size_t)of->nq * sizeof *target);
    for (int k = 0; k < of->nv; k++) {
        const int i = of->v + k;
        KipRate *rate = velocity->rate + (*n)++;
        *rate = (KipRate){.dof = i, .wanted = fmin(fmax(e[k] / seconds, -def->fastest), def->fastest)};
        const double lo = drives.limit_lo[i], hi = drives.limit_hi[i]; /* which may differ in size */
        kip_muscle_box(def->ramp, fmax(fabs(lo), fabs(hi)), def->reaction, def->period, velocity->last[i],
                       &rate->lo, &rate->hi);
        rate->lo = fmin(fmax(rate->lo, lo), hi), rate->hi = fmax(fmin(rate->hi, hi), lo);
        drives.rate[i] = 0;
    }
}

void kip_velocity_update(KipVelocity *velocity, const KipKeys *keys, double now, KipDrives drives)
{
    const KipModel *model = kip_sim_model(velocity->sim);
    int n = 0;
    for (int j = 0; j < model->njoint; j++)
        if (keys->on[j] && n + model->joint[j].nv <= velocity->most)
            set_wanted(velocity, keys, j, now, drives, &n);
    kip_velocity_rest(velocity);
    velocity->pivots = 0;
    if (n && velocity->rates)
        velocity->pivots = kip_rates_solve(velocity->rates, velocity->def.period, n, velocity->rate);
    for (int i = 0; i < n; i++) {
        const KipRate *rate = velocity->rate + i;
        velocity->wanted[rate->dof] = rate->wanted;
        velocity->last[rate->dof] = rate->force;
    }
}

void kip_velocity_rest(KipVelocity *velocity)
{
    const size_t size = (size_t)kip_sim_model(velocity->sim)->nv * sizeof(double);
    memset(velocity->wanted, 0, size);
    memset(velocity->last, 0, size);
}

KipVelocityState kip_velocity_state(const KipVelocity *velocity)
{
    return (KipVelocityState){velocity->wanted, velocity->last, velocity->pivots};
}

/* -- saving ---------------------------------------------------------------------------------------------- */

static void list(void *thing, KipPass *pass)
{
    KipVelocity *velocity = thing;
    KipVelocityDef *def = &velocity->def;
    const int nv = kip_sim_model(velocity->sim)->nv;
    KIP_PASS(pass, KIP_FIELD(def->reaction), KIP_FIELD(def->floor), KIP_FIELD(def->fastest),
             KIP_FIELD(def->period), KIP_FIELD(def->time), KIP_FIELD(def->ramp), KIP_FIELD(velocity->used),
             KIP_ARRAY(velocity->wanted, nv), KIP_ARRAY(velocity->last, nv));
}

static bool is_sound(const void *thing)
{
    const KipVelocity *velocity = thing;
    const KipVelocityDef *def = &velocity->def;
    bool sound = (def->time == KIP_REMAINING || def->time == KIP_FIXED) &&
                 (def->ramp == KIP_RAMP_MAGNITUDE || def->ramp == KIP_RAMP_SLEW) &&
                 kip_is_bool(&velocity->used) && check(def, NULL) == KIP_OK;
    for (int i = 0; i < kip_sim_model(velocity->sim)->nv && sound; i++)
        sound = isfinite(velocity->wanted[i]) && isfinite(velocity->last[i]);
    return sound;
}

static KipStatus derive(void *thing, KipError *error)
{
    KipVelocity *velocity = thing;
    return velocity->used ? need_rates(velocity, error) : KIP_OK;
}

const KipFields kip_velocity_fields = {"velocity control", NULL, list, is_sound, derive};
