/* The same model at another size and weight: dynamic similarity (Froude), gravity the same.
 *
 *     length l, mass m given     time t = sqrt(l)     energy e = m l
 *     coordinate u: 1 for an angle, l for a length
 *     rate u / t     force e / u     stiffness e / u^2     damping e t / u^2     armature e t^2 / u^2
 */
#include <math.h>
#include <string.h>

#include "custom.h"
#include "extent.h"
#include "tree.h"
#include "vec3.h"

typedef struct Scale {
    const KipModel *model;
    KipBuilder *builder;
    double length, mass, time, energy;
    double *room; /* for the numbers of one tendon, keyframe or custom */
} Scale;

static bool moves(const Scale *s, int body)
{
    return !s->model->tree->link[body].is_static;
}

/* Of a joint's coordinate; a free joint's one stiffness, damping and armature go with its position. */
static double unit_of(const Scale *s, int joint)
{
    KipJointType type = s->model->joint[joint].type;
    return type == KIP_JOINT_SLIDE || type == KIP_JOINT_FREE ? s->length : 1;
}

static void stretch(double *x, int n, double by)
{
    for (int i = 0; i < n; i++)
        x[i] *= by;
}

static void scale_body(const Scale *s, int i)
{
    KipBody body = s->model->body[i];
    double inertia = s->mass * s->length * s->length;
    if (moves(s, i)) {
        body.pos = v3_scale(s->length, body.pos);
        body.com = v3_scale(s->length, body.com);
        body.mass *= s->mass;
        body.inertia.xx *= inertia, body.inertia.xy *= inertia, body.inertia.xz *= inertia;
        body.inertia.yy *= inertia, body.inertia.yz *= inertia, body.inertia.zz *= inertia;
    }
    kip_builder_body(s->builder, &body);
}

static void scale_joint(const Scale *s, int j)
{
    KipJoint joint = s->model->joint[j];
    double u = unit_of(s, j);
    joint.pos = v3_scale(s->length, joint.pos);
    joint.ref *= u;
    joint.springref *= u;
    stretch(joint.range, 2, u);
    stretch(joint.strength, 2, s->energy / u);
    joint.stiffness *= s->energy / (u * u);
    joint.damping *= s->energy * s->time / (u * u);
    joint.armature *= s->energy * s->time * s->time / (u * u);
    kip_builder_joint(s->builder, &joint);
}

static void scale_geom(const Scale *s, int g)
{
    KipGeom geom = s->model->geom[g];
    if (moves(s, geom.body)) {
        stretch(geom.size, 3, s->length);
        geom.pos = v3_scale(s->length, geom.pos);
        geom.density *= s->mass / (s->length * s->length * s->length);
        geom.mass *= geom.mass > 0 ? s->mass : 1; /* below 0 there is none */
        geom.spin *= s->length, geom.roll *= s->length;
    }
    kip_builder_geom(s->builder, &geom);
}

static void scale_pair(const Scale *s, int i)
{
    KipPair pair = s->model->pair[i];
    pair.spin *= s->length, pair.roll *= s->length;
    kip_builder_pair(s->builder, &pair);
}

static void scale_site(const Scale *s, int i)
{
    KipSite site = s->model->site[i];
    if (moves(s, site.body))
        site.pos = v3_scale(s->length, site.pos);
    kip_builder_site(s->builder, &site);
}

/* Over slides alone it is a length, else an angle: there the coefficients of slides turn lengths into one. */
static void scale_tendon(const Scale *s, int t)
{
    KipTendon tendon = s->model->tendon[t];
    double u = s->length;
    for (int k = 0; k < tendon.njoint; k++)
        if (s->model->joint[tendon.joint[k]].type != KIP_JOINT_SLIDE)
            u = 1;
    for (int k = 0; k < tendon.njoint; k++)
        s->room[k] = tendon.coef[k] * (u / unit_of(s, tendon.joint[k]));
    tendon.coef = s->room;
    stretch(tendon.range, 2, u);
    tendon.springlength *= u;
    tendon.stiffness *= s->energy / (u * u);
    tendon.damping *= s->energy * s->time / (u * u);
    kip_builder_tendon(s->builder, &tendon);
}

/* A torque's control stays, its gear scales; a servo's gear stays, its control is a coordinate or a rate. */
static void scale_motor(const Scale *s, int m)
{
    KipMotor motor = s->model->motor[m];
    double u = unit_of(s, motor.joint), rate = u / s->time, force = s->energy / u;
    if (motor.type == KIP_MOTOR_TORQUE) {
        motor.gear *= force;
    } else {
        bool position = motor.type == KIP_MOTOR_POSITION;
        stretch(motor.ctrlrange, 2, position ? u : rate);
        stretch(motor.forcerange, 2, force);
        motor.gain *= position ? force / u : force / rate;
    }
    kip_builder_motor(s->builder, &motor);
}

static void scale_key(const Scale *s, int k)
{
    const KipModel *model = s->model;
    const KipKey *key = model->key + k;
    double *q = s->room, *v = q + model->nq;
    memcpy(q, key->q, (size_t)model->nq * sizeof *q);
    memcpy(v, key->v, (size_t)model->nv * sizeof *v);
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        int lengths = joint->type == KIP_JOINT_FREE ? 3 : joint->type == KIP_JOINT_SLIDE ? 1 : 0;
        stretch(q + joint->q, lengths, s->length);
        stretch(v + joint->v, lengths, s->length);
        stretch(v + joint->v, joint->nv, 1 / s->time);
    }
    kip_builder_key(s->builder, key->name, key->time, 1, q, model->nq, v, model->nv, key->place);
}

static void scale_custom(const Scale *s, int i)
{
    const KipCustom *custom = s->model->custom + i;
    if (custom->text) {
        kip_builder_text(s->builder, custom->name, custom->text, custom->place);
        return;
    }
    if (custom->n)
        memcpy(s->room, custom->number, (size_t)custom->n * sizeof *s->room);
    const KipCustomKey key = kip_custom_name(custom).key;
    if (key == KIP_CUSTOM_STRENGTH)
        stretch(s->room, custom->n, s->energy);
    else if ((key == KIP_CUSTOM_LIMIT_SPRING && custom->n == 2) ||
             (key == KIP_CUSTOM_INNER_SPRING && custom->n == 4))
        s->room[1] *= s->time;
    kip_builder_number(s->builder, custom->name, s->room, custom->n, custom->place);
}

static KipStatus scale_all(const Scale *s, KipModel **scaled, KipError *error)
{
    const KipModel *model = s->model;
    kip_builder_name(s->builder, model->name);
    kip_builder_option(s->builder, model->gravity, model->timestep);
    for (int i = 1; i < model->nbody; i++)
        scale_body(s, i);
    for (int j = 0; j < model->njoint; j++)
        scale_joint(s, j);
    for (int g = 0; g < model->ngeom; g++)
        scale_geom(s, g);
    for (int i = 0; i < model->nsite; i++)
        scale_site(s, i);
    for (int t = 0; t < model->ntendon; t++)
        scale_tendon(s, t);
    for (int m = 0; m < model->nmotor; m++)
        scale_motor(s, m);
    for (int i = 0; i < model->nexclude; i++)
        kip_builder_exclude(s->builder, model->exclude[i].body1, model->exclude[i].body2);
    for (int i = 0; i < model->npair; i++)
        scale_pair(s, i);
    for (int i = 0; i < model->ncustom; i++)
        scale_custom(s, i);
    for (int k = 0; k < model->nkey; k++)
        scale_key(s, k);
    return kip_builder_finish(s->builder, scaled, error);
}

static size_t room_size(const KipModel *model)
{
    int n = model->nq + model->nv + 1;
    for (int t = 0; t < model->ntendon; t++)
        n = model->tendon[t].njoint > n ? model->tendon[t].njoint : n;
    for (int i = 0; i < model->ncustom; i++)
        n = model->custom[i].n > n ? model->custom[i].n : n;
    return (size_t)n * sizeof(double);
}

KipStatus kip_model_scale(const KipModel *model, double length, double mass, const KipAllocator *allocator,
                          KipModel **scaled, KipError *error)
{
    *scaled = NULL;
    size_t size = room_size(model);
    if (!(length >= 1e-3 && length <= 1e3) || !(mass >= 1e-9 && mass <= 1e9))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "model '%s' cannot be scaled by %g in length and %g in mass: a length is scaled by "
                        "0.001 to "
                        "1000, a mass by 1e-9 to 1e9",
                        model->name, length, mass);
    Scale s = {model, kip_builder_create(allocator), length, mass, sqrt(length), mass * length, NULL};
    s.room = s.builder ? kip_resize(allocator, NULL, 0, size) : NULL;
    if (!s.room) {
        kip_builder_destroy(s.builder);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory to scale model '%s'",
                        model->name);
    }
    KipStatus status = scale_all(&s, scaled, error);
    kip_resize(allocator, s.room, size, 0);
    return status;
}

/* Greatest ratio of a size given by number to a model's own; kip_model_scale checks the others. */
static const double most_height = 3, most_mass = 100;

/* Units that users might have used instead of metres or kilograms. */
typedef struct Unit {
    const char *name;
    double part;
} Unit;

static const Unit lengths[] = {{"cm", 0.01}, {"inches", 0.0254}, {"feet", 0.3048}};
static const Unit masses[] = {{"g", 0.001}, {"pounds", 0.45359237}, {"t", 1000}};
enum { UNITS = 3 };

/* The ratio of the larger to the smaller, at least 1. */
static double away(double factor)
{
    return factor > 1 ? factor : 1 / factor;
}

/* "; 68 inches are 1.73 m", of the unit that comes nearest to its own size; where none comes near, what is possible. */
static void guess_unit(const Unit *unit, double size, double factor, double most, const char *ours,
                       KipError *meant)
{
    const Unit *best = unit;
    for (int i = 1; i < UNITS; i++)
        if (away(unit[i].part * factor) < away(best->part * factor))
            best = &unit[i];
    if (away(best->part * factor) <= most)
        kip_fail(meant, KIP_OK, kip_nowhere(), "; %g %s are %.3g %s", size, best->name, best->part * size,
                 ours);
    else
        kip_fail(meant, KIP_OK, kip_nowhere(), "; 1/%g to %g times are possible", most, most);
}

static KipStatus check_size(const KipModel *model, const char *what, const char *ours, const Unit *unit,
                            double size, double own, double most, KipError *error)
{
    double factor = size / own;
    KipError meant;
    if (size == 0 || away(factor) <= most)
        return KIP_OK;
    guess_unit(unit, size, factor, most, ours, &meant);
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                    "model '%s' cannot be scaled to a %s of %g %s, %.3g times its own of %.4g %s%s",
                    model->name, what, size, ours, factor, own, ours, meant.message);
}

KipStatus kip_model_scale_to(const KipModel *model, double height, double mass, const KipAllocator *allocator,
                             KipModel **scaled, KipError *error)
{
    *scaled = NULL;
    double lowest, highest;
    KipDynamics *d;
    KipStatus status = kip_dynamics_create(model, allocator, &d, error);
    if (status != KIP_OK)
        return status;
    kip_dynamics_set(d, model->q0, NULL);
    bool any = kip_extent_of_all(d, &lowest, &highest) && highest > lowest;
    kip_dynamics_destroy(d);
    if ((height != 0 && !any) || (mass != 0 && !(model->mass > 0)))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "model '%s' cannot be scaled to a height and a mass: nothing that moves in it has %s",
                        model->name, any || height == 0 ? "mass" : "a shape");
    status = check_size(model, "height", "m", lengths, height, highest - lowest, most_height, error);
    if (status == KIP_OK)
        status = check_size(model, "mass", "kg", masses, mass, model->mass, most_mass, error);
    if (status != KIP_OK)
        return status;
    return kip_model_scale(model, height == 0 ? 1 : height / (highest - lowest),
                           mass == 0 ? 1 : mass / model->mass, allocator, scaled, error);
}
