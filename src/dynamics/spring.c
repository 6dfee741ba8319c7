/* Springs between the world and a body, set from outside (DCT 4.1).
 *
 *     f = K (x_pose - x) - C x',   n = Kt e - Ct w          axis by axis of the world
 *
 * Stiffness and damping that an explicit stage can carry on the free body, which joints only make heavier, are explicit. Stiffer
 * springs look a step ahead as contacts do (contact.c):
 *
 *     f = f(x, x') - K h x' - (h C + h^2 K) x'',  and so for n
 */
#include <string.h>

#include "arm.h"
#include "carried.h"
#include "force.h"
#include "quat.h"

/* What kip_sim_set_spring has set on a body. */
typedef struct Spring {
    KipSpring law;
    int64_t on;
    KipVec3 force, torque; /* their means over the last step, world axes */
} Spring;

/* The state: the number in use, and one for each body. */
typedef struct Springs {
    int64_t n;
    Spring of[];
} Springs;

/* A spring at one evaluation, world axes: force and torque by the law, later in effect; and the impedances, kg and kg
 * m^2. */
typedef struct SpringForce {
    KipVec3 force, torque, met, met_turning;
} SpringForce;

static Springs *springs(const KipSim *sim)
{
    return sim->own[KIP_LOAD_SPRING];
}

static SpringForce *force_on(const KipSim *sim, int body)
{
    return (SpringForce *)sim->scratch[KIP_LOAD_SPRING] + body;
}

static size_t size(const KipSim *sim)
{
    return sizeof(Springs) + (size_t)sim->model->nbody * sizeof(Spring);
}

static size_t scratch(const KipSim *sim)
{
    return (size_t)sim->model->nbody * sizeof(SpringForce);
}

/* Against moving and against turning. */
static int impedances(const KipSim *sim)
{
    return 2 * sim->model->nbody;
}

static int loads(const KipSim *sim)
{
    return sim->model->nbody;
}

/* -- asked from outside ---------------------------------------------------------------------------------- */

/* The mistake in it, or NULL. */
static const char *fault(const KipSpring *s)
{
    const double place[] = {s->position.x,    s->position.y,   s->position.z,    s->point.x,
                            s->point.y,       s->point.z,      s->orientation.w, s->orientation.x,
                            s->orientation.y, s->orientation.z};
    if (!kip_within(place, (int)(sizeof place / sizeof *place), INFINITY))
        return "has a place that is not finite";
    if (!(fabs(q_dot(s->orientation, s->orientation) - 1) < 1e-6))
        return "has an orientation that is not a unit quaternion";
    for (int k = 0; k < 3; k++) {
        const double law[4] = {s->stiffness[k], s->damping[k], s->turn_stiffness[k], s->turn_damping[k]};
        if (!kip_within(law, 4, INFINITY) || law[0] < 0 || law[1] < 0 || law[2] < 0 || law[3] < 0)
            return "has a stiffness or damping that is negative or not finite";
    }
    return NULL;
}

static bool is_sound(const KipSim *sim)
{
    int64_t n = 0;
    for (int i = 0; i < sim->model->nbody; i++) {
        const Spring *s = springs(sim)->of + i;
        const double f[6] = {s->force.x, s->force.y, s->force.z, s->torque.x, s->torque.y, s->torque.z};
        if (!s->on)
            continue;
        n++;
        if (sim->model->tree->link[i].is_static || fault(&s->law) || !kip_within(f, 6, INFINITY))
            return false;
    }
    return n == springs(sim)->n;
}

KipStatus kip_sim_set_spring(KipSim *sim, int body, const KipSpring *spring, KipError *error)
{
    const char *wrong = spring ? fault(spring) : NULL, *name = sim->model->body[body].name;
    Spring *own = springs(sim)->of + body;
    if (wrong)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the spring of body '%s' %s", name, wrong);
    if (spring && sim->model->tree->link[body].is_static)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "body '%s' stands still, so no spring can pull at it; give the body a joint", name);
    springs(sim)->n += (spring != NULL) - (own->on != 0);
    if (!spring)
        memset(own, 0, sizeof *own);
    else
        own->law = *spring, own->on = 1;
    kip_sim_refresh(sim);
    return KIP_OK;
}

const KipSpring *kip_sim_spring(const KipSim *sim, int body)
{
    return springs(sim)->of[body].on ? &springs(sim)->of[body].law : NULL;
}

bool kip_springs_are_any(const KipSim *sim)
{
    return springs(sim)->n > 0;
}

/* -- the law --------------------------------------------------------------------------------------------- */

/* Axis by axis of the world. */
static KipVec3 times(const double *k, KipVec3 x)
{
    return v3(k[0] * x.x, k[1] * x.y, k[2] * x.z);
}

static void evaluate(const KipSim *sim, int body, SpringForce *f)
{
    const KipDynamics *d = sim->d;
    const KipSpring *s = &springs(sim)->of[body].law;
    KipQuat is = kip_body_orientation(d, body);
    KipVec3 pose = v3_add(s->position, q_rotate(s->orientation, s->point));
    KipVec3 gap = v3_sub(pose, kip_point_position(d, body, s->point));
    KipVec3 turn = q_rotate(is, q_log(q_mul(q_conjugate(is), s->orientation)));
    f->force = v3_sub(times(s->stiffness, gap), times(s->damping, kip_point_velocity(d, body, s->point)));
    f->torque =
        v3_sub(times(s->turn_stiffness, turn), times(s->turn_damping, kip_body_angular_velocity(d, body)));
    f->met = f->met_turning = v3_zero();
}

/* h C + h^2 K where that is much for a mobility, 1 / inertia; else zero. */
static KipVec3 impedance_of(const double *c, const double *k, double h, double mobility)
{
    double x[3], most = 0;
    for (int i = 0; i < 3; i++) {
        x[i] = h * (c[i] + h * k[i]);
        most = x[i] > most ? x[i] : most;
    }
    return most * mobility > carried_between ? v3_from(x) : v3_zero();
}

static void look_ahead(KipSim *sim, double h, int body, SpringForce *f)
{
    KipDynamics *d = sim->d;
    const KipBody *b = sim->model->body + body;
    const KipSpring *s = &springs(sim)->of[body].law;
    const KipSym3 *inverse = sim->mobility + body;
    KipVec3 arm = v3_sub(s->point, b->com), v = kip_point_velocity(d, body, s->point);
    double turning = b->mass > 0 ? inverse->xx + inverse->yy + inverse->zz : most_mobility;
    double moving = b->mass > 0 ? 1 / b->mass + turning * v3_dot(arm, arm) : most_mobility;
    KipMat3 Rt = m3_transpose(d->world[body].R);
    KipVec3 Z = impedance_of(s->damping, s->stiffness, h, moving);
    KipVec3 Zt = impedance_of(s->turn_damping, s->turn_stiffness, h, turning);
    if (v3_dot(Z, Z) > 0) {
        KipVec3 r = v3_sub(s->point, sim->model->tree->link[body].shift);
        f->force = v3_add_scaled(f->force, -h, times(s->stiffness, v));
        d->impedance[d->nimpedance++] = (Impedance){.body = body,
                                                    .r = r,
                                                    .known = arm_known(d, body, r),
                                                    .Z = s3_rotate(Rt, s3_diagonal(Z.x, Z.y, Z.z))};
    }
    if (v3_dot(Zt, Zt) > 0) {
        KipVec3 w = kip_body_angular_velocity(d, body);
        f->torque = v3_add_scaled(f->torque, -h, times(s->turn_stiffness, w));
        d->impedance[d->nimpedance++] =
            (Impedance){.body = body, .turns = true, .Z = s3_rotate(Rt, s3_diagonal(Zt.x, Zt.y, Zt.z))};
    }
    f->met = Z, f->met_turning = Zt;
}

/* -- in a stage ------------------------------------------------------------------------------------------ */

static bool acts(const KipSim *sim, int body)
{
    return springs(sim)->of[body].on && !sim->d->absent[body];
}

static void press(KipSim *sim, const Stage *stage)
{
    for (int i = 1; springs(sim)->n && i < sim->model->nbody; i++) {
        SpringForce *f = force_on(sim, i);
        if (!acts(sim, i))
            continue;
        evaluate(sim, i, f);
        if (stage->index != REST && stage->method->implicit)
            look_ahead(sim, stage->h, i, f);
        kip_dynamics_add_force(sim->d, i, f->force, f->torque, springs(sim)->of[i].law.point);
    }
}

static void account_spring(KipSim *sim, const Stage *stage, int body)
{
    const KipDynamics *d = sim->d;
    SpringForce *f = force_on(sim, body);
    Spring *s = springs(sim)->of + body;
    KipVec3 arm = v3_sub(s->law.point, sim->model->tree->link[body].shift);
    KipVec3 a = arm_acceleration(d, body, arm, arm_known(d, body, arm)),
            turning = m3_apply(d->world[body].R, d->link[body].a.w);
    const double met[3] = {f->met.x, f->met.y, f->met.z};
    const double met_turning[3] = {f->met_turning.x, f->met_turning.y, f->met_turning.z};
    f->force = v3_sub(f->force, times(met, a));
    f->torque = v3_sub(f->torque, times(met_turning, turning));
    s->force = v3_add_scaled(s->force, stage->told, f->force);
    s->torque = v3_add_scaled(s->torque, stage->told, f->torque);
    kip_load_account(sim, body, force(f->torque, f->force), s->law.point, stage, &sim->work->springs);
}

static void account(KipSim *sim, const Stage *stage)
{
    for (int i = 1; springs(sim)->n && i < sim->model->nbody; i++) {
        if (stage_opens(stage))
            springs(sim)->of[i].force = springs(sim)->of[i].torque = v3_zero();
        if (acts(sim, i))
            account_spring(sim, stage, i);
    }
}

static void list(LoadList *list)
{
    const Springs *all = springs(list->sim);
    for (int i = 1; all->n && i < list->sim->model->nbody; i++) {
        const Spring *s = all->of + i;
        if (s->on)
            kip_load_add(list, (KipLoad){KIP_LOAD_SPRING, i, i, 0, s->law.point, s->force, s->torque});
    }
}

const ForceKind kip_spring_kind = {.work = "work of body springs",
                                   .size = size,
                                   .scratch = scratch,
                                   .impedances = impedances,
                                   .loads = loads,
                                   .is_sound = is_sound,
                                   .press = press,
                                   .account = account,
                                   .list = list};
