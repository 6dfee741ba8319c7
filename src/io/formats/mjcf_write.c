/* Writes a model in the order in which the reader counts: the tree of bodies, then sections. */
#include "mjcf_write.h"

#include <math.h>
#include <string.h>

#include "../../dynamics/vec3.h"
#include "mjcf.h"
#include "mjcf_write_parts.h"

/* The parent of body i; -1 after the last body, which closes all open ones. */
static int parent_of(const KipModel *model, int i)
{
    return i < model->nbody ? model->body[i].parent : -1;
}

static bool is_zero(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] != 0)
            return false;
    return true;
}

static bool is_same(const double *x, const double *y, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] != y[i])
            return false;
    return true;
}

/* Whether all are +0, not -0. */
static bool is_clear(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] != 0 || signbit(x[i]))
            return false;
    return true;
}

/* A range that is given is a limit; limited="false" is added to one that is not. */
static void put_range(KipMjcfWriter *w, const double range[2], bool limited)
{
    if (is_clear(range, 2))
        return;
    kip_mjcf_put_list(w, "range", range, 2);
    if (!limited && !is_zero(range, 2))
        kip_mjcf_put_text(w, "limited", "false");
}

/* -- what stands in a body ------------------------------------------------------------------------------- */

static void write_inertial(KipMjcfWriter *w, const KipBody *body)
{
    const KipSym3 *I = &body->inertia;
    const double full[] = {I->xx, I->yy, I->zz, I->xy, I->xz, I->yz};
    double pos[3];
    v3_store(pos, body->com);
    kip_mjcf_begin(w, "inertial");
    kip_mjcf_put_plain(w, "pos", pos, 3);
    kip_mjcf_put_list(w, "mass", &body->mass, 1);
    if (is_zero(full + 3, 3))
        kip_mjcf_put_plain(w, "diaginertia", full, 3);
    else
        kip_mjcf_put_plain(w, "fullinertia", full, 6);
    kip_mjcf_end(w);
}

/* Writes actuatorfrcrange where the joint's strength differs from that of its motors. */
static void put_strength(KipMjcfWriter *w, int joint)
{
    const double *strength = w->model->joint[joint].strength;
    double motors[2];
    kip_mjcf_motor_strength(w->model->motor, w->model->nmotor, joint, motors);
    if (motors[0] == strength[0] && motors[1] == strength[1])
        return;
    kip_mjcf_put_list(w, "actuatorfrcrange", strength, 2);
    if (is_zero(strength, 2))
        kip_mjcf_put_text(w, "actuatorfrclimited", "true");
}

/* Whether <freejoint> describes the joint: it is free, and has default values else. */
static bool is_plain_free(const KipJoint *joint)
{
    KipVec3 a = joint->axis;
    const double rest[] = {a.x,
                           a.y,
                           joint->range[0],
                           joint->range[1],
                           joint->ref,
                           joint->springref,
                           joint->stiffness,
                           joint->damping,
                           joint->armature};
    return joint->type == KIP_JOINT_FREE && is_clear(rest, sizeof rest / sizeof *rest) && a.z == 1;
}

static void write_joint(KipMjcfWriter *w, int i)
{
    const KipJoint *joint = &w->model->joint[i];
    double pos[3];
    v3_store(pos, joint->pos);
    kip_mjcf_begin(w, is_plain_free(joint) ? "freejoint" : "joint");
    kip_mjcf_put_text(w, "name", joint->name);
    if (is_plain_free(joint)) {
        kip_mjcf_end(w);
        return;
    }
    if (joint->type != KIP_JOINT_HINGE)
        kip_mjcf_put_text(w, "type", kip_mjcf_joint_type[joint->type]);
    if (!is_zero(pos, 3))
        kip_mjcf_put_plain(w, "pos", pos, 3);
    kip_mjcf_put_axis(w, joint->axis);
    put_range(w, joint->range, joint->limited);
    kip_mjcf_put_number(w, "ref", joint->ref, 0);
    kip_mjcf_put_number(w, "springref", joint->springref, 0);
    kip_mjcf_put_number(w, "stiffness", joint->stiffness, 0);
    kip_mjcf_put_number(w, "damping", joint->damping, 0);
    kip_mjcf_put_number(w, "armature", joint->armature, 0);
    put_strength(w, i);
    kip_mjcf_end(w);
}

/* MuJoCo requires three sizes for a plane; for other geoms, those up to the last nonzero one are written. */
static void put_size(KipMjcfWriter *w, const KipGeom *geom)
{
    int n = 3;
    while (n > 0 && geom->type != KIP_GEOM_PLANE && is_clear(geom->size + n - 1, 1))
        n--;
    if (n)
        kip_mjcf_put_list(w, "size", geom->size, n);
}

static void write_geom(KipMjcfWriter *w, const KipGeom *geom)
{
    KipGeom plain = kip_geom_def();
    kip_mjcf_begin(w, "geom");
    kip_mjcf_put_text(w, "name", geom->name);
    if (geom->type != plain.type)
        kip_mjcf_put_text(w, "type", kip_mjcf_geom_type[geom->type]);
    put_size(w, geom);
    kip_mjcf_put_pose(w, geom->pos, geom->quat);
    if (!(geom->mass < 0))
        kip_mjcf_put_list(w, "mass", &geom->mass, 1);
    kip_mjcf_put_number(w, "density", geom->density, plain.density);
    const double friction[] = {geom->friction, geom->spin, geom->roll};
    const int said = geom->roll != plain.roll   ? 3
                     : geom->spin != plain.spin ? 2
                                                : geom->friction != plain.friction;
    if (said)
        kip_mjcf_put_list(w, "friction", friction, said);
    if (geom->solref[0] != 0)
        kip_mjcf_put_list(w, "solref", geom->solref, 2);
    if (geom->impedance != plain.impedance)
        kip_mjcf_put_list(w, "solimp", (const double[]){0.9, geom->impedance}, 2);
    kip_mjcf_put_integer(w, "condim", geom->condim, plain.condim);
    kip_mjcf_put_integer(w, "contype", geom->contype, plain.contype);
    kip_mjcf_put_integer(w, "conaffinity", geom->conaffinity, plain.conaffinity);
    kip_mjcf_put_color(w, geom->rgba, plain.rgba);
    kip_mjcf_end(w);
}

/* Writes the next sites in the model's order while they belong to `body`, whose element is open. */
static void write_sites(KipMjcfWriter *w, int body)
{
    for (int end = kip_mjcf_sites_end(w->model, w->site, body); w->site < end; w->site++) {
        const KipSite *site = &w->model->site[w->site];
        kip_mjcf_begin(w, "site");
        kip_mjcf_put_text(w, "name", site->name);
        kip_mjcf_put_pose(w, site->pos, site->quat);
        kip_mjcf_end(w);
    }
}

/* -- the tree -------------------------------------------------------------------------------------------- */

static void open_body(KipMjcfWriter *w, int i)
{
    const KipBody *body = &w->model->body[i];
    kip_mjcf_begin(w, i ? "body" : "worldbody");
    if (i) {
        kip_mjcf_put_text(w, "name", body->name);
        kip_mjcf_put_pose(w, body->pos, body->quat);
    }
    kip_mjcf_open(w);
    if (i && !body->mass_from_geoms)
        write_inertial(w, body);
    for (int j = body->joint; j < body->joint + body->njoint; j++)
        write_joint(w, j);
    for (int g = body->geom; g < body->geom + body->ngeom; g++)
        write_geom(w, &w->model->geom[g]);
    write_sites(w, i);
}

static void write_world(KipMjcfWriter *w)
{
    const KipModel *model = w->model;
    fputc('\n', w->stream);
    for (int i = 0; i < model->nbody; i++) {
        int above = i;
        open_body(w, i);
        while (above > 0 && above != parent_of(model, i + 1)) {
            kip_mjcf_close(w, "body");
            above = model->body[above].parent;
            write_sites(w, above);
        }
    }
    kip_mjcf_close(w, "worldbody");
}

/* -- sections -------------------------------------------------------------------------------------------- */

static void open_section(KipMjcfWriter *w, const char *tag)
{
    fputc('\n', w->stream);
    kip_mjcf_begin(w, tag);
    kip_mjcf_open(w);
}

static void write_option(KipMjcfWriter *w)
{
    static const double unasked[] = {0, 0, -9.81};
    double gravity[3];
    v3_store(gravity, w->model->gravity);
    bool other = memcmp(gravity, unasked, sizeof gravity) != 0;
    if (w->model->timestep == 0 && !other)
        return;
    kip_mjcf_begin(w, "option");
    if (w->model->timestep > 0)
        kip_mjcf_put_list(w, "timestep", &w->model->timestep, 1);
    if (other)
        kip_mjcf_put_list(w, "gravity", gravity, 3);
    kip_mjcf_end(w);
}

static void write_pair(KipMjcfWriter *w, const KipPair *pair)
{
    const KipGeom *a = &w->model->geom[pair->geom1], *b = &w->model->geom[pair->geom2];
    const KipGeom rougher = {.friction = fmax(a->friction, b->friction),
                             .spin = fmax(a->spin, b->spin),
                             .roll = fmax(a->roll, b->roll)};
    kip_mjcf_begin(w, "pair");
    kip_mjcf_put_text(w, "geom1", a->name);
    kip_mjcf_put_text(w, "geom2", b->name);
    kip_mjcf_put_integer(w, "condim", pair->condim, 0);
    if (!isnan(pair->friction) || !isnan(pair->spin) || !isnan(pair->roll)) {
        const double slide = isnan(pair->friction) ? rougher.friction : pair->friction,
                     roll = isnan(pair->roll) ? rougher.roll : pair->roll;
        const double friction[] = {slide, slide, isnan(pair->spin) ? rougher.spin : pair->spin, roll, roll};
        kip_mjcf_put_list(w, "friction", friction, 5);
    }
    if (pair->solref[0] != 0)
        kip_mjcf_put_list(w, "solref", pair->solref, 2);
    if (!isnan(pair->impedance))
        kip_mjcf_put_list(w, "solimp", (const double[]){0.9, pair->impedance}, 2);
    kip_mjcf_end(w);
}

/* Writes the pairs of geoms that collide, or do not, in spite of their contype and conaffinity. */
static void write_contact(KipMjcfWriter *w)
{
    const KipModel *model = w->model;
    if (model->nexclude == 0 && model->npair == 0)
        return;
    open_section(w, "contact");
    for (int i = 0; i < model->nexclude; i++) {
        kip_mjcf_begin(w, "exclude");
        kip_mjcf_put_text(w, "body1", model->body[model->exclude[i].body1].name);
        kip_mjcf_put_text(w, "body2", model->body[model->exclude[i].body2].name);
        kip_mjcf_end(w);
    }
    for (int i = 0; i < model->npair; i++)
        write_pair(w, &model->pair[i]);
    kip_mjcf_close(w, "contact");
}

static void write_tendon(KipMjcfWriter *w, const KipTendon *tendon)
{
    double unasked, length = kip_mjcf_spring_length(w->model, tendon, &unasked);
    kip_mjcf_begin(w, "fixed");
    kip_mjcf_put_text(w, "name", tendon->name);
    put_range(w, tendon->range, tendon->limited);
    kip_mjcf_put_number(w, "springlength", length, unasked);
    kip_mjcf_put_number(w, "stiffness", tendon->stiffness, 0);
    kip_mjcf_put_number(w, "damping", tendon->damping, 0);
    kip_mjcf_open(w);
    for (int i = 0; i < tendon->njoint; i++) {
        kip_mjcf_begin(w, "joint");
        kip_mjcf_put_text(w, "joint", w->model->joint[tendon->joint[i]].name);
        kip_mjcf_put_list(w, "coef", &tendon->coef[i], 1);
        kip_mjcf_end(w);
    }
    kip_mjcf_close(w, "fixed");
}

static void write_tendons(KipMjcfWriter *w)
{
    if (w->model->ntendon == 0)
        return;
    open_section(w, "tendon");
    for (int i = 0; i < w->model->ntendon; i++)
        write_tendon(w, &w->model->tendon[i]);
    kip_mjcf_close(w, "tendon");
}

static void write_motor(KipMjcfWriter *w, const KipMotor *motor)
{
    kip_mjcf_begin(w, kip_mjcf_motor_type[motor->type]);
    kip_mjcf_put_text(w, "name", motor->name);
    kip_mjcf_put_text(w, "joint", w->model->joint[motor->joint].name);
    kip_mjcf_put_number(w, "gear", motor->gear, 1);
    if (motor->type != KIP_MOTOR_TORQUE)
        kip_mjcf_put_number(w, motor->type == KIP_MOTOR_POSITION ? "kp" : "kv", motor->gain, 1);
    if (isfinite(motor->ctrlrange[0]))
        kip_mjcf_put_list(w, "ctrlrange", motor->ctrlrange, 2);
    if (isfinite(motor->forcerange[0]))
        kip_mjcf_put_list(w, "forcerange", motor->forcerange, 2);
    kip_mjcf_end(w);
}

static void write_motors(KipMjcfWriter *w)
{
    if (w->model->nmotor == 0)
        return;
    open_section(w, "actuator");
    for (int i = 0; i < w->model->nmotor; i++)
        write_motor(w, &w->model->motor[i]);
    kip_mjcf_close(w, "actuator");
}

static void write_customs(KipMjcfWriter *w)
{
    if (w->model->ncustom == 0)
        return;
    open_section(w, "custom");
    for (int i = 0; i < w->model->ncustom; i++) {
        const KipCustom *custom = &w->model->custom[i];
        kip_mjcf_begin(w, custom->text ? "text" : "numeric");
        kip_mjcf_put_text(w, "name", custom->name);
        if (custom->text)
            kip_mjcf_put_text(w, "data", custom->text);
        else
            kip_mjcf_put_list(w, "data", custom->number, custom->n);
        kip_mjcf_end(w);
    }
    kip_mjcf_close(w, "custom");
}

static void write_keys(KipMjcfWriter *w)
{
    const KipModel *model = w->model;
    if (model->nkey == 0)
        return;
    open_section(w, "keyframe");
    for (int i = 0; i < model->nkey; i++) {
        const KipKey *key = &model->key[i];
        kip_mjcf_begin(w, "key");
        kip_mjcf_put_text(w, "name", key->name);
        kip_mjcf_put_number(w, "time", key->time, 0);
        if (!is_same(key->q, model->q0, model->nq))
            kip_mjcf_put_plain(w, "qpos", key->q, model->nq);
        if (!is_zero(key->v, model->nv))
            kip_mjcf_put_plain(w, "qvel", key->v, model->nv);
        kip_mjcf_end(w);
    }
    kip_mjcf_close(w, "keyframe");
}

KipStatus kip_mjcf_write(const KipModel *model, FILE *stream, KipError *error)
{
    KipMjcfWriter w = {.stream = stream, .model = model};
    KipStatus status = kip_mjcf_can_write(model, error);
    if (status != KIP_OK)
        return status;
    kip_mjcf_begin(&w, "mujoco");
    kip_mjcf_put_text(&w, "model", model->name);
    kip_mjcf_open(&w);
    kip_mjcf_begin(&w, "compiler");
    kip_mjcf_put_text(&w, "angle", "radian");
    kip_mjcf_put_text(&w, "autolimits", "true");
    kip_mjcf_end(&w);
    write_option(&w);
    write_world(&w);
    write_contact(&w);
    write_tendons(&w);
    write_motors(&w);
    write_customs(&w);
    write_keys(&w);
    kip_mjcf_close(&w, "mujoco");
    return KIP_OK;
}
