/* Checks for everything in a model that MJCF, as read by kip, cannot express; an error for each kind. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "../text/utf8.h"
#include "mjcf_write_parts.h"

static KipStatus bad(KipError *error, const char *kind, const char *name, const char *what)
{
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "%s '%.60s' cannot be written as MJCF: %s", kind,
                    name, what);
}

static bool all_finite(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

static bool is_line(const KipJoint *joint)
{
    return joint->type == KIP_JOINT_HINGE || joint->type == KIP_JOINT_SLIDE;
}

/* -- names ----------------------------------------------------------------------------------------------- */

static bool is_text(const char *text)
{
    size_t left = strlen(text);
    for (size_t n; left > 0; text += n, left -= n) {
        unsigned char c = (unsigned char)*text;
        n = kip_utf8_length(text, left);
        if (n == 0 || (c < ' ' && c != '\t' && c != '\n' && c != '\r'))
            return false;
    }
    return true;
}

/* Checks names that are `stride` bytes apart. */
static KipStatus check_names(const char *kind, const char *const *first, int n, size_t stride, bool required,
                             KipError *error)
{
    for (int i = 0; i < n; i++) {
        const char *name = *(const char *const *)(const void *)((const char *)first + (size_t)i * stride);
        if (!is_text(name))
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "the name of %s %d cannot be written as MJCF: "
                            "it is not UTF-8, or holds control characters; rename it",
                            kind, i);
        if (required && !*name)
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "%s %d has no name, which MJCF wants; name it", kind, i);
    }
    return KIP_OK;
}

static KipStatus check_all_names(const KipModel *m, KipError *error)
{
    KipStatus status = check_names("model", &m->name, 1, sizeof m->name, false, error);
    if (status == KIP_OK)
        status = check_names("body", &m->body->name, m->nbody, sizeof *m->body, true, error);
    if (status == KIP_OK)
        status = check_names("joint", &m->joint->name, m->njoint, sizeof *m->joint, true, error);
    if (status == KIP_OK)
        status = check_names("geom", &m->geom->name, m->ngeom, sizeof *m->geom, false, error);
    if (status == KIP_OK)
        status = check_names("site", &m->site->name, m->nsite, sizeof *m->site, false, error);
    if (status == KIP_OK)
        status = check_names("tendon", &m->tendon->name, m->ntendon, sizeof *m->tendon, false, error);
    if (status == KIP_OK)
        status = check_names("motor", &m->motor->name, m->nmotor, sizeof *m->motor, false, error);
    if (status == KIP_OK)
        status = check_names("keyframe", &m->key->name, m->nkey, sizeof *m->key, true, error);
    for (int i = 0; i < m->npair && status == KIP_OK; i++)
        if (!*m->geom[m->pair[i].geom1].name || !*m->geom[m->pair[i].geom2].name)
            status = kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                              "a geom of pair %d has no name, which MJCF wants; name it", i);
    return status == KIP_OK
               ? check_names("custom data", &m->custom->name, m->ncustom, sizeof *m->custom, true, error)
               : status;
}

/* -- order ----------------------------------------------------------------------------------------------- */

int kip_mjcf_sites_end(const KipModel *model, int site, int body)
{
    while (site < model->nsite && model->site[site].body == body)
        site++;
    return site;
}

/* Follows the walk of the writer: a site is written as soon as it is next and its body is open. */
static KipStatus check_order(const KipModel *model, KipError *error)
{
    int site = 0;
    for (int i = 0; i < model->nbody; i++) {
        int next = i + 1 < model->nbody ? model->body[i + 1].parent : 0, above = i;
        site = kip_mjcf_sites_end(model, site, i);
        while (above != next && above != 0) {
            above = model->body[above].parent;
            site = kip_mjcf_sites_end(model, site, above);
        }
        if (above != next)
            return kip_fail(
                error, KIP_BAD_INPUT, kip_nowhere(),
                "body '%.60s' cannot be written as MJCF where it stands: bodies are counted depth first, "
                "and body '%.60s' is between it and its parent '%.60s'; add it earlier",
                model->body[i + 1].name, model->body[i].name, model->body[next].name);
    }
    if (site < model->nsite)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "site %d ('%.60s') cannot be written as MJCF where it stands: "
                        "sites are counted as a walk through the bodies, depth first, meets them; "
                        "add it with its body",
                        site, model->site[site].name);
    return KIP_OK;
}

/* -- joints, motors -------------------------------------------------------------------------------------- */

static double clamp(double x, const double range[2])
{
    return fmax(range[0], fmin(range[1], x));
}

/* Whether the joint's strength can be read back: it is the sum over its motors, or that sum clipped to an actuatorfrcrange
 * equal to the strength. */
static bool has_range(const KipModel *model, int joint)
{
    const double *strength = model->joint[joint].strength;
    double motors[2];
    kip_mjcf_motor_strength(model->motor, model->nmotor, joint, motors);
    if (motors[0] == strength[0] && motors[1] == strength[1])
        return true;
    return is_line(&model->joint[joint]) && all_finite(strength, 2) &&
           clamp(motors[0], strength) == strength[0] && clamp(motors[1], strength) == strength[1];
}

static KipStatus check_joint(const KipModel *model, int i, KipError *error)
{
    const KipJoint *joint = &model->joint[i];
    KipVec3 pos = joint->pos;
    if (!all_finite(joint->range, 2))
        return bad(error, "joint", joint->name, "its range is not finite; without a limit it is 0 0");
    if (!is_line(joint) && (joint->ref != 0 || joint->springref != 0))
        return bad(error, "joint", joint->name,
                   "it is free or a ball, and has a ref or springref; leave them 0");
    if (joint->type == KIP_JOINT_FREE && (pos.x != 0 || pos.y != 0 || pos.z != 0))
        return bad(error, "joint", joint->name, "it is free, and has a pos; leave it 0");
    if (!has_range(model, i))
        return bad(error, "joint", joint->name,
                   "its strength is neither that of its motors nor, "
                   "of a hinge or slide, a finite part of it");
    return KIP_OK;
}

/* Whether the range is unbounded, or finite with lower < upper. */
static bool is_range(const double range[2])
{
    return (range[0] == -INFINITY && range[1] == INFINITY) || (all_finite(range, 2) && range[0] < range[1]);
}

static KipStatus check_motor(const KipModel *model, const KipMotor *motor, KipError *error)
{
    if (!is_line(&model->joint[motor->joint]))
        return bad(error, "the motor of joint", model->joint[motor->joint].name,
                   "motors move hinges and slides");
    if (motor->type == KIP_MOTOR_TORQUE && motor->gain != 1)
        return bad(error, "the motor of joint", model->joint[motor->joint].name,
                   "a motor of torque has a gear and no gain; make the gain 1");
    if (!is_range(motor->ctrlrange) || !is_range(motor->forcerange))
        return bad(error, "the motor of joint", model->joint[motor->joint].name,
                   "its ctrlrange or forcerange is empty, or infinite on one side");
    return KIP_OK;
}

/* -- geoms, tendons, keyframes, custom data -------------------------------------------------------------- */

static KipStatus check_geom(const KipModel *model, const KipGeom *geom, KipError *error)
{
    bool colored = true;
    for (int i = 0; i < 4; i++)
        colored = colored && isfinite(geom->rgba[i]);
    if (!all_finite(geom->size, 3) || !colored || geom->contype == INT_MIN || geom->conaffinity == INT_MIN)
        return bad(error, "a geom of body", model->body[geom->body].name,
                   "its size or rgba is not finite, or its contype or conaffinity is the least integer");
    return KIP_OK;
}

double kip_mjcf_spring_length(const KipModel *model, const KipTendon *tendon, double *unasked)
{
    double reference = 0, rest = 0;
    for (int i = 0; i < tendon->njoint; i++) {
        reference += tendon->coef[i] * model->joint[tendon->joint[i]].ref;
        rest += tendon->coef[i] * model->joint[tendon->joint[i]].springref;
    }
    *unasked = rest;
    return isnan(tendon->springlength) ? reference : tendon->springlength;
}

static KipStatus check_tendon(const KipModel *model, const KipTendon *tendon, KipError *error)
{
    double unasked, length = kip_mjcf_spring_length(model, tendon, &unasked);
    if (tendon->njoint == 0)
        return bad(error, "tendon", tendon->name, "it runs over no joint");
    if (!all_finite(tendon->range, 2))
        return bad(error, "tendon", tendon->name, "its range is not finite; without a limit it is 0 0");
    if (length < 0 && length != unasked)
        return bad(error, "tendon", tendon->name,
                   "its spring rests at a length below 0, which MJCF takes for none given; "
                   "change the sign of its coefficients, range and springlength");
    return KIP_OK;
}

static KipStatus check_custom(const KipCustom *custom, KipError *error)
{
    if (custom->text ? !*custom->text : custom->n == 0)
        return bad(error, "custom data", custom->name, "it is empty; leave it out");
    if (custom->text ? !is_text(custom->text) : !all_finite(custom->number, custom->n))
        return bad(error, "custom data", custom->name,
                   custom->text ? "its text is not UTF-8, or holds control characters"
                                : "it holds a number that is not finite");
    return KIP_OK;
}

KipStatus kip_mjcf_can_write(const KipModel *model, KipError *error)
{
    KipStatus status = check_all_names(model, error);
    if (status == KIP_OK)
        status = check_order(model, error);
    for (int i = 0; i < model->njoint && status == KIP_OK; i++)
        status = check_joint(model, i, error);
    for (int i = 0; i < model->nmotor && status == KIP_OK; i++)
        status = check_motor(model, &model->motor[i], error);
    for (int i = 0; i < model->ngeom && status == KIP_OK; i++)
        status = check_geom(model, &model->geom[i], error);
    for (int i = 0; i < model->ntendon && status == KIP_OK; i++)
        status = check_tendon(model, &model->tendon[i], error);
    for (int i = 0; i < model->nkey && status == KIP_OK; i++)
        if (!isfinite(model->key[i].time))
            status = bad(error, "keyframe", model->key[i].name, "its time is not finite");
    for (int i = 0; i < model->ncustom && status == KIP_OK; i++)
        status = check_custom(&model->custom[i], error);
    return status;
}
