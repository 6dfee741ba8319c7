/* Motors of MJCF and the strengths of joints that follow; tendons; pairs of bodies that do not collide, and of geoms that
 * do. */
#include <math.h>
#include <string.h>

#include "mjcf_parts.h"
#include "mjcf_write_parts.h"

/* -- motors ---------------------------------------------------------------------------------------------- */

void kip_mjcf_apply_motor(KipMjcf *m, const KipXmlElement *e, KipMjcfMotor *motor)
{
    double gear[6];
    if (kip_mjcf_numbers(m, e, "gear", gear, 1, 6))
        motor->part.gear = gear[0]; /* a hinge or slide uses only the first */
    kip_mjcf_numbers(m, e, "ctrlrange", motor->ctrl_range, 2, 2);
    kip_mjcf_numbers(m, e, "forcerange", motor->force_range, 2, 2);
    kip_mjcf_switch(m, e, "ctrllimited", &motor->ctrl_limited);
    kip_mjcf_switch(m, e, "forcelimited", &motor->force_limited);
    kip_mjcf_number(m, e, "kp", &motor->kp);
    kip_mjcf_number(m, e, "kv", &motor->kv);
    kip_mjcf_number(m, e, "inheritrange", &motor->inherit_range);
    if (e->kind != MJCF_GENERAL)
        motor->is_servo = e->kind != MJCF_MOTOR;
}

static void keep_range(KipMjcf *m, const KipXmlElement *e, const char *name, KipMjcfSwitch limited,
                       const double from[2], double to[2])
{
    if (!kip_mjcf_limited(m, e, name, limited, from))
        return;
    if (!(from[0] < from[1]))
        kip_mjcf_fail(m, kip_mjcf_place(e, name),
                      "%s of <%s> is reversed or empty: %g to %g; the smaller comes first", name, e->name,
                      from[0], from[1]);
    memcpy(to, from, 2 * sizeof *to);
}

/* Computes ctrlrange from the joint's range, scaled about its middle. */
static void inherit_range(KipMjcf *m, const KipXmlElement *e, double scale, const KipJoint *joint,
                          double range[2])
{
    double middle = 0.5 * (joint->range[0] + joint->range[1]),
           half = 0.5 * (joint->range[1] - joint->range[0]);
    if (!joint->limited)
        kip_mjcf_fail(m, kip_mjcf_place(e, "inheritrange"), "inheritrange of <%s> needs a joint with a range",
                      e->name);
    range[0] = middle - scale * half;
    range[1] = middle + scale * half;
}

static void read_motor(KipMjcf *m, const KipXmlElement *e)
{
    const KipMjcfSettings *settings = kip_mjcf_class(m, e, "class");
    KipMjcfMotor motor = (settings ? settings : m->classes[0].settings)->motor;
    bool in_parent = kip_mjcf_text(e, "jointinparent") != NULL; /* the same for hinges and slides */
    const char *target = in_parent ? "jointinparent" : "joint";
    const KipJoint *joint;
    if (e->kind == MJCF_GENERAL && motor.is_servo)
        kip_mjcf_fail(
            m, kip_xml_place(e),
            "<general> takes position or velocity from its default class; write <position> or <velocity>");
    kip_mjcf_apply_motor(m, e, &motor);
    motor.part.joint = kip_mjcf_find_joint(m, e, target);
    if (m->status != KIP_OK)
        return;
    joint = m->joint + motor.part.joint;
    if (joint->type != KIP_JOINT_HINGE && joint->type != KIP_JOINT_SLIDE)
        kip_mjcf_fail(m, kip_mjcf_place(e, target),
                      "<%s> moves joint '%.60s', which is a %s; motors move hinges and slides", e->name,
                      joint->name,
                      joint->type == KIP_JOINT_BALL
                          ? "ball, as strong as <numeric name=\"strength_JOINT\"> says"
                          : "free joint");
    keep_range(m, e, "ctrlrange", motor.ctrl_limited, motor.ctrl_range, motor.part.ctrlrange);
    keep_range(m, e, "forcerange", motor.force_limited, motor.force_range, motor.part.forcerange);
    if (e->kind == MJCF_POSITION) {
        motor.part.type = KIP_MOTOR_POSITION;
        motor.part.gain = motor.kp;
        if (motor.inherit_range > 0)
            inherit_range(m, e, motor.inherit_range, joint, motor.part.ctrlrange);
    } else if (e->kind == MJCF_VELOCITY) {
        motor.part.type = KIP_MOTOR_VELOCITY;
        motor.part.gain = motor.kv;
    }
    motor.part.name = kip_mjcf_text(e, "name") ? kip_mjcf_text(e, "name") : "";
    motor.part.place = kip_xml_place(e);
    m->motor[m->nmotor++] = motor.part;
}

static double clamp(double x, const double range[2])
{
    return fmax(range[0], fmin(range[1], x));
}

/* Least and greatest joint force of a motor: of ctrlrange (for a servo, unbounded), clipped to forcerange, times gear. */
static void motor_bounds(const KipMotor *motor, double bounds[2])
{
    bool is_servo = motor->type != KIP_MOTOR_TORQUE;
    for (int i = 0; i < 2; i++) {
        double force = is_servo ? motor->forcerange[i] : clamp(motor->ctrlrange[i], motor->forcerange);
        bounds[motor->gear < 0 ? 1 - i : i] = motor->gear == 0 ? 0 : motor->gear * force;
    }
}

bool kip_mjcf_motor_strength(const KipMotor *motor, int nmotor, int joint, double strength[2])
{
    bool has_motor = false;
    strength[0] = strength[1] = 0;
    for (int i = 0; i < nmotor; i++) {
        double bounds[2];
        if (motor[i].joint != joint)
            continue;
        motor_bounds(motor + i, bounds);
        has_motor = true;
        strength[0] += bounds[0];
        strength[1] += bounds[1];
    }
    if (!has_motor)
        strength[0] = -INFINITY, strength[1] = INFINITY;
    return has_motor;
}

/* Sums the motors' strengths and clips them to the joint's actuatorfrcrange, which read_joint stored; joints without motors
 * keep that. */
static void add_strengths(KipMjcf *m)
{
    for (int j = 0; j < m->njoint; j++) {
        double *strength = m->joint[j].strength, own[2] = {strength[0], strength[1]}, sum[2];
        bool has_motor = kip_mjcf_motor_strength(m->motor, m->nmotor, j, sum);
        for (int i = 0; has_motor && i < 2; i++)
            strength[i] = clamp(sum[i], own);
    }
}

/* -- tendons --------------------------------------------------------------------------------------------- */

void kip_mjcf_apply_tendon(KipMjcf *m, const KipXmlElement *e, KipMjcfTendon *t)
{
    kip_mjcf_numbers(m, e, "range", t->part.range, 2, 2);
    kip_mjcf_switch(m, e, "limited", &t->limited);
    kip_mjcf_number(m, e, "stiffness", &t->part.stiffness);
    kip_mjcf_number(m, e, "damping", &t->part.damping);
    if (kip_mjcf_numbers(m, e, "springlength", t->springlength, 1, 2) == 1)
        t->springlength[1] = t->springlength[0];
    if (t->springlength[0] != t->springlength[1])
        kip_mjcf_fail(
            m, kip_mjcf_place(e, "springlength"),
            "springlength of <%s> with two lengths, between which the spring is slack, is refused; give one",
            e->name);
}

/* Reads the joints and coefficients of e; returns the length with the joints' springs at rest, MuJoCo's default. */
static double read_path(KipMjcf *m, const KipXmlElement *e, KipTendon *tendon)
{
    int *joint, n = 0;
    double *coef, rest = 0;
    for (const KipXmlElement *child = e->first; child; child = child->next)
        n++;
    joint = kip_mjcf_take(m, n, sizeof *joint);
    coef = kip_mjcf_take(m, n, sizeof *coef);
    tendon->joint = joint;
    tendon->coef = coef;
    for (const KipXmlElement *child = e->first; child && m->status == KIP_OK; child = child->next) {
        const KipJoint *along;
        kip_mjcf_require(m, child, "coef");
        kip_mjcf_number(m, child, "coef", coef + tendon->njoint);
        joint[tendon->njoint] = kip_mjcf_find_joint(m, child, "joint");
        if (m->status != KIP_OK)
            break;
        along = m->joint + joint[tendon->njoint];
        if (along->type != KIP_JOINT_HINGE && along->type != KIP_JOINT_SLIDE)
            kip_mjcf_fail(m, kip_mjcf_place(child, "joint"),
                          "joint '%.60s' is not a hinge or slide, so that no tendon can run over it",
                          along->name);
        rest += coef[tendon->njoint] * along->springref;
        tendon->njoint++;
    }
    if (n == 0)
        kip_mjcf_fail(m, kip_xml_place(e),
                      "<fixed> runs over no joint; give it <joint joint=\"...\" coef=\"1\"/>");
    return rest;
}

static void read_tendon(KipMjcf *m, const KipXmlElement *e)
{
    const KipMjcfSettings *settings = kip_mjcf_class(m, e, "class");
    KipMjcfTendon t = (settings ? settings : m->classes[0].settings)->tendon;
    double rest;
    kip_mjcf_apply_tendon(m, e, &t);
    rest = read_path(m, e, &t.part);
    t.part.springlength = t.springlength[0] < 0 ? rest : t.springlength[0];
    t.part.limited = kip_mjcf_limited(m, e, "range", t.limited, t.part.range) && !m->no_limits;
    if (m->no_springs)
        t.part.stiffness = 0;
    if (m->no_dampers)
        t.part.damping = 0;
    t.part.name = kip_mjcf_text(e, "name") ? kip_mjcf_text(e, "name") : "";
    t.part.place = kip_xml_place(e);
    m->tendon[m->ntendon++] = t.part;
}

static void read_exclude(KipMjcf *m, const KipXmlElement *e)
{
    KipExclude *exclude = m->exclude + m->nexclude++;
    exclude->body1 = kip_mjcf_find_body(m, e, "body1");
    exclude->body2 = kip_mjcf_find_body(m, e, "body2");
}

static int find_geom(KipMjcf *m, const KipXmlElement *e, const char *attribute)
{
    const char *name = kip_mjcf_text(e, attribute);
    kip_mjcf_require(m, e, attribute);
    return name ? kip_mjcf_index(m, kip_mjcf_place(e, attribute), "geom", name, &m->geom->part.name, m->ngeom,
                                 sizeof *m->geom)
                : -1;
}

static void read_pair(KipMjcf *m, const KipXmlElement *e)
{
    const KipMjcfSettings *settings = kip_mjcf_class(m, e, "class");
    KipPair *pair = m->pair + m->npair++;
    *pair = (settings ? settings : m->classes[0].settings)->pair;
    kip_mjcf_apply_pair(m, e, pair);
    pair->geom1 = find_geom(m, e, "geom1"), pair->geom2 = find_geom(m, e, "geom2");
    pair->place = kip_xml_place(e);
}

void kip_mjcf_read_motors(KipMjcf *m)
{
    int motors =
        m->count[MJCF_MOTOR] + m->count[MJCF_POSITION] + m->count[MJCF_VELOCITY] + m->count[MJCF_GENERAL];
    m->motor = kip_mjcf_take(m, motors, sizeof *m->motor);
    m->tendon = kip_mjcf_take(m, m->count[MJCF_FIXED], sizeof *m->tendon);
    m->exclude = kip_mjcf_take(m, m->count[MJCF_EXCLUDE], sizeof *m->exclude);
    m->pair = kip_mjcf_take(m, m->count[MJCF_PAIR], sizeof *m->pair);
    for (const KipXmlElement *section = m->root->first; section; section = section->next) {
        for (const KipXmlElement *e = section->first; e && m->status == KIP_OK; e = e->next) {
            if (section->kind == MJCF_ACTUATOR)
                read_motor(m, e);
            else if (section->kind == MJCF_TENDON)
                read_tendon(m, e);
            else if (e->kind == MJCF_EXCLUDE)
                read_exclude(m, e);
            else if (e->kind == MJCF_PAIR)
                read_pair(m, e);
        }
    }
    if (m->status == KIP_OK)
        add_strengths(m);
}
