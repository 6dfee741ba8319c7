/* The MJCF reader: what it makes of a file, what it refuses and where. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dynamics/quat.h"
#include "io/formats/mjcf.h"
#include "study.h"

Suite *suite_mjcf(void);

static KipError error;

static KipModel *load(const char *text)
{
    KipModel *model = NULL;
    KipStatus status = kip_mjcf_parse(&model, text, strlen(text), "test.xml", NULL, &error);
    ck_assert_msg(status == KIP_OK, "%d:%d: %s\n%s", error.line, error.column, error.message, text);
    return model;
}

/* A model with `body` in one body and `rest` behind the world body. */
static KipModel *load_body(const char *body, const char *rest)
{
    char text[8192];
    snprintf(text, sizeof text, "<mujoco><worldbody><body name='b'>%s</body></worldbody>%s</mujoco>", body, rest);
    return load(text);
}

static void check_vec3(KipVec3 v, double x, double y, double z)
{
    ck_near(v.x, x, 1e-12);
    ck_near(v.y, y, 1e-12);
    ck_near(v.z, z, 1e-12);
}

/* Up to its sign. */
static void check_quat(KipQuat q, double w, double x, double y, double z)
{
    double sign = q_dot(q, quat(w, x, y, z)) < 0 ? -1 : 1;
    ck_near(sign * q.w, w, 1e-12);
    ck_near(sign * q.x, x, 1e-12);
    ck_near(sign * q.y, y, 1e-12);
    ck_near(sign * q.z, z, 1e-12);
}

static const KipJoint *joint_of(const KipModel *model, const char *name)
{
    int i = kip_model_find_joint(model, name);
    ck_assert_msg(i >= 0, "no joint %s", name);
    return model->joint + i;
}

static const KipBody *body_of(const KipModel *model, const char *name)
{
    int i = kip_model_find_body(model, name);
    ck_assert_msg(i >= 0, "no body %s", name);
    return model->body + i;
}

static const double degree = 0.017453292519943295;

/* -- classes ------------------------------------------------------------------------------------------------- */

START_TEST(classes_inherit_and_the_nearest_wins)
{
    KipModel *model = load(
        "<mujoco>"
        "<default><default class='a'><joint damping='1'/><default class='aa'><joint armature='2'/></default>"
        "<geom size='.2 .3'/></default><default class='b'><joint damping='5' type='slide'/></default>"
        "<joint stiffness='7' damping='9'/><geom size='.1 .1 .1' friction='.5 .1 .1'/></default>"
        "<worldbody>"
        "<body name='x' childclass='a'><joint name='x'/><geom class='main' type='box'/>"
        "  <body name='y'><joint name='y' class='aa'/><geom/>"
        "    <body name='z' childclass='b'><joint name='z'/><geom type='box'/>"
        "      <body name='w'><joint name='w' class='main' damping='0'/><geom class='a' type='box' size='.7'/>"
        "</body></body></body></body></worldbody></mujoco>");
    ck_assert_double_eq(joint_of(model, "x")->damping, 1);
    ck_assert_double_eq(joint_of(model, "x")->stiffness, 7); /* read before the classes in it, though it is behind */
    ck_assert_double_eq(joint_of(model, "y")->damping, 1);
    ck_assert_double_eq(joint_of(model, "y")->armature, 2);
    ck_assert_double_eq(joint_of(model, "z")->damping, 5);
    ck_assert_int_eq(joint_of(model, "z")->type, KIP_JOINT_SLIDE);
    ck_assert_double_eq(joint_of(model, "w")->damping, 0);
    ck_assert_int_eq(joint_of(model, "w")->type, KIP_JOINT_HINGE);
    ck_assert_double_eq(model->geom[1].size[0], 0.2);
    ck_assert_double_eq(model->geom[1].friction, 0.5);
    ck_assert_double_eq(model->geom[3].size[0], 0.7); /* a shorter list leaves the class's other numbers */
    ck_assert_double_eq(model->geom[3].size[1], 0.3);
    ck_assert_double_eq(model->geom[3].size[2], 0.1);
    kip_model_destroy(model);
}
END_TEST

START_TEST(the_top_class_has_two_names)
{
    KipModel *model = load("<mujoco><default class='robot'><geom size='.3'/><default class='big'><geom mass='9'/>"
                           "</default></default><worldbody><body><freejoint/><geom class='robot'/>"
                           "<geom class='main'/><geom class='big'/></body></worldbody></mujoco>");
    for (int i = 0; i < 3; i++)
        ck_assert_double_eq(model->geom[i].size[0], 0.3);
    ck_assert_double_eq(model->geom[2].mass, 9);
    kip_model_destroy(model);
}
END_TEST

START_TEST(frames_move_what_is_in_them)
{
    KipModel *model = load(
        "<mujoco><default><default class='c'><joint damping='3'/></default></default><worldbody>"
        "<frame pos='1 0 0' euler='0 0 90'><frame pos='0 0 2' childclass='c'>"
        "<body name='b' pos='1 0 0'><frame euler='90 0 0' pos='0 0 5'>"
        "<joint name='j' axis='0 1 0' pos='0 1 0'/><geom size='1' pos='0 1 0'/><site name='s' pos='0 0 1'/>"
        "<inertial mass='2' pos='0 1 0' diaginertia='.1 .2 .25'/>"
        "</frame></body></frame><geom name='g' type='plane' size='1 1 1' pos='0 1 0'/></frame></worldbody></mujoco>");
    const KipBody *b = body_of(model, "b");
    double h = sqrt(0.5);
    check_vec3(b->pos, 1, 1, 2);
    check_quat(b->quat, h, 0, 0, h);
    check_vec3(joint_of(model, "j")->pos, 0, 0, 6);
    check_vec3(joint_of(model, "j")->axis, 0, 0, 1);
    ck_assert_double_eq(joint_of(model, "j")->damping, 3);
    check_vec3(b->com, 0, 0, 6);
    ck_near(b->inertia.xx, 0.1, 1e-15);
    ck_near(b->inertia.yy, 0.25, 1e-15);
    ck_near(b->inertia.zz, 0.2, 1e-15);
    check_vec3(model->geom[0].pos, 0, 0, 0);
    check_vec3(model->geom[1].pos, 0, 0, 6);
    check_vec3(model->site[0].pos, 0, -1, 5);
    kip_model_destroy(model);
}
END_TEST

/* -- orientation --------------------------------------------------------------------------------------------- */

/* h = sin 45 degrees, a and b cosine and sine of 15 degrees */
#define H 0.70710678118654752
#define A 0.96592582628906829
#define B 0.25881904510252076

static const struct {
    const char *compiler, *attribute;
    double w, x, y, z;
} orientations[] = {
    {"", "", 1, 0, 0, 0},
    {"", "quat='2 0 0 2'", H, 0, 0, H},
    {"", "axisangle='0 0 3 30'", A, 0, 0, B},
    {"angle='radian'", "axisangle='0 2 0 3.14159265358979'", 0, 0, 1, 0},
    {"", "euler='90 0 90'", 0.5, 0.5, -0.5, 0.5},           /* x, then the turned z, which is -y */
    {"eulerseq='XYZ'", "euler='90 0 90'", 0.5, 0.5, 0.5, 0.5}, /* x, then the parent's z */
    {"eulerseq='zyx'", "euler='90 0 90'", 0.5, 0.5, 0.5, 0.5}, /* z, then the turned x */
    {"eulerseq='XYz'", "euler='90 0 90'", 0.5, 0.5, -0.5, 0.5},
    {"angle='radian'", "euler='0 0.52359877559829887 0'", A, 0, B, 0},
    {"", "xyaxes='0 1 0 -1 0 0'", H, 0, 0, H},
    {"", "xyaxes='0 2 0 -3 1 0'", H, 0, 0, H}, /* y is made square to x */
    {"", "xyaxes='-1 0 0 0 -1 0'", 0, 0, 0, 1},
    {"", "zaxis='0 0 5'", 1, 0, 0, 0},
    {"", "zaxis='1 0 0'", H, 0, H, 0},
    {"", "zaxis='0 1 0'", H, -H, 0, 0},
    {"", "zaxis='0 0 -1'", 0, 1, 0, 0},
    {"", "zaxis='.5 0 .86602540378443865'", A, 0, B, 0},
    {"", "zaxis='.5 0 -.86602540378443865'", B, 0, A, 0},
};

START_TEST(orientations_are_quaternions)
{
    char text[512];
    KipModel *model;
    snprintf(text, sizeof text, "<mujoco><compiler %s/><worldbody><body><freejoint/><geom type='box' size='1 1 1' %s/>"
             "</body></worldbody></mujoco>", orientations[_i].compiler, orientations[_i].attribute);
    model = load(text);
    check_quat(model->geom[0].quat, orientations[_i].w, orientations[_i].x, orientations[_i].y, orientations[_i].z);
    kip_model_destroy(model);
}
END_TEST

START_TEST(fromto_makes_a_geom)
{
    KipModel *model = load_body("<freejoint/><geom type='capsule' size='.1' fromto='0 0 0 3 0 4'/>"
                                "<geom type='cylinder' size='.1 9' fromto='1 0 0 1 0 2'/>"
                                "<geom type='box' size='.1 .2 .3' fromto='0 0 1 0 4 1'/>"
                                "<geom type='ellipsoid' size='.1' fromto='0 0 1 0 0 0'/>"
                                "<site name='s' fromto='0 0 0 2 0 0'/>", "");
    check_vec3(model->geom[0].pos, 1.5, 0, 2);
    ck_near(model->geom[0].size[1], 2.5, 1e-15);
    check_vec3(q_rotate(model->geom[0].quat, v3(0, 0, 1)), -0.6, 0, -0.8);
    check_vec3(model->geom[1].pos, 1, 0, 1);
    ck_near(model->geom[1].size[1], 1, 1e-15);
    check_quat(model->geom[1].quat, 0, 1, 0, 0);
    ck_near(model->geom[2].size[1], 0.1, 0);
    ck_near(model->geom[2].size[2], 2, 1e-15);
    check_quat(model->geom[2].quat, H, H, 0, 0);
    ck_near(model->geom[3].size[2], 0.5, 1e-15);
    check_quat(model->geom[3].quat, 1, 0, 0, 0);
    check_vec3(model->site[0].pos, 1, 0, 0);
    kip_model_destroy(model);
}
END_TEST

/* -- joints -------------------------------------------------------------------------------------------------- */

START_TEST(joints_have_their_units)
{
    KipModel *model = load_body(
        "<joint name='hinge' axis='0 3 4' pos='1 2 3' ref='30' springref='60' range='-90 45' damping='.5' stiffness='6' "
        "armature='.01'/><joint name='slide' type='slide' axis='1 0 0' ref='30' range='-2 1'/><geom size='.1'/>"
        "<body><joint name='ball' type='ball' range='0 60'/><geom size='.1' pos='1 0 0'/></body>", "");
    const KipJoint *hinge = joint_of(model, "hinge"), *slide = joint_of(model, "slide"), *ball = joint_of(model, "ball");
    check_vec3(hinge->axis, 0, 0.6, 0.8);
    check_vec3(hinge->pos, 1, 2, 3);
    ck_near(hinge->ref, 30 * degree, 1e-15);
    ck_near(hinge->springref, 60 * degree, 1e-15);
    ck_assert(hinge->limited);
    ck_near(hinge->range[0], -90 * degree, 1e-15);
    ck_near(hinge->range[1], 45 * degree, 1e-15);
    ck_assert_double_eq(hinge->damping, 0.5);
    ck_assert_double_eq(hinge->stiffness, 6);
    ck_assert_double_eq(hinge->armature, 0.01);
    ck_assert(isinf(hinge->strength[0]) && isinf(hinge->strength[1]));
    ck_assert_double_eq(slide->ref, 30);
    ck_assert_double_eq(slide->range[0], -2);
    ck_near(ball->range[1], 60 * degree, 1e-15);
    ck_assert_double_eq(model->q0[0], hinge->ref);
    kip_model_destroy(model);
}
END_TEST

START_TEST(a_range_limits_unless_it_is_said_otherwise)
{
    static const struct {
        const char *compiler, *attributes;
        bool limited;
    } cases[] = {
        {"", "", false},
        {"", "range='0 0'", false},
        {"", "range='-1 1'", true},
        {"", "range='-1 1' limited='auto'", true},
        {"", "range='-1 1' limited='true'", true},
        {"", "range='-1 1' limited='false'", false},
        {"autolimits='false'", "range='-1 1' limited='true'", true},
        {"autolimits='false'", "range='-1 1' limited='false'", false},
        {"autolimits='false'", "", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        KipModel *model;
        snprintf(text, sizeof text, "<mujoco><compiler %s/><worldbody><body><joint name='j' %s/><geom size='1'/></body>"
                 "</worldbody></mujoco>", cases[i].compiler, cases[i].attributes);
        model = load(text);
        ck_assert_msg(joint_of(model, "j")->limited == cases[i].limited, "%s", text);
        kip_model_destroy(model);
    }
}
END_TEST

START_TEST(flags_switch_things_off)
{
    KipModel *model = load(
        "<mujoco><option gravity='0 0 -5'><flag gravity='disable' constraint='disable' passive='disable'/></option>"
        "<worldbody><geom type='plane' size='1 1 1'/><body><joint name='j' range='-1 1' damping='1' stiffness='1'/>"
        "<geom size='1'/></body></worldbody><tendon><fixed range='-1 1' damping='1' stiffness='1'>"
        "<joint joint='j' coef='1'/></fixed></tendon></mujoco>");
    check_vec3(model->gravity, 0, 0, 0);
    ck_assert(!model->joint[0].limited && !model->tendon[0].limited);
    ck_assert_double_eq(model->joint[0].damping + model->joint[0].stiffness, 0);
    ck_assert_double_eq(model->tendon[0].damping + model->tendon[0].stiffness, 0);
    ck_assert_int_eq(model->geom[0].contype | model->geom[1].conaffinity, 0);
    kip_model_destroy(model);
    model = load("<mujoco><option timestep='0.002' gravity='1 2 3'><flag contact='disable'/></option><option>"
                 "<flag contact='enable' energy='enable'/></option><worldbody><geom size='1'/></worldbody></mujoco>");
    check_vec3(model->gravity, 1, 2, 3);
    ck_assert_double_eq(model->timestep, 0.002);
    ck_assert_int_eq(model->geom[0].contype, 1);
    kip_model_destroy(model);
}
END_TEST

START_TEST(parts_without_a_name_get_one)
{
    KipModel *model = load("<mujoco><worldbody><body><joint/><geom size='1'/><body name='body3'><joint name='joint9'/>"
                           "<geom size='1'/><body><joint/><geom size='1'/></body></body></body></worldbody>"
                           "<keyframe><key/><key name='key1'/></keyframe></mujoco>");
    ck_assert_str_eq(model->body[1].name, "body_1");
    ck_assert_str_eq(model->body[2].name, "body3");
    ck_assert_str_eq(model->body[3].name, "body_3");
    ck_assert_str_eq(model->joint[0].name, "joint_0");
    ck_assert_str_eq(model->joint[2].name, "joint_2");
    ck_assert_str_eq(model->geom[0].name, "");
    ck_assert_str_eq(model->key[0].name, "key_0");
    kip_model_destroy(model);
    model = load("<mujoco model='m'><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>");
    ck_assert_str_eq(model->name, "m");
    ck_assert_str_eq(model->body[1].name, "body1");
    ck_assert_str_eq(model->joint[0].name, "joint0");
    kip_model_destroy(model);
}
END_TEST

/* -- masses -------------------------------------------------------------------------------------------------- */

/* Two boxes: 2 kg of 1 x 1 x 1 m at x = 1, 6 kg of 2 x 1 x 1 m, turned by 90 degrees about z, at x = -1.
 * com = (2 * 1 - 6 * 1) / 8 = -0.5. Ixx = 2 (1 + 1) / 12 + 6 (4 + 1) / 12; Iyy = 2 * 2 / 12 + 2 * 1.5^2 +
 * 6 * 2 / 12 + 6 * 0.5^2; Izz = 2 * 2 / 12 + 2 * 1.5^2 + 6 (4 + 1) / 12 + 6 * 0.5^2. */
static void check_two_boxes(const KipBody *b)
{
    ck_near(b->mass, 8, 1e-12);
    check_vec3(b->com, -0.5, 0, 0);
    ck_near(b->inertia.xx, 1.0 / 3 + 2.5, 1e-12);
    ck_near(b->inertia.yy, 1.0 / 3 + 4.5 + 1 + 1.5, 1e-12);
    ck_near(b->inertia.zz, 1.0 / 3 + 4.5 + 2.5 + 1.5, 1e-12);
    ck_near(b->inertia.xy, 0, 1e-12);
    ck_near(b->inertia.xz, 0, 1e-12);
    ck_near(b->inertia.yz, 0, 1e-12);
}

#define TWO_BOXES \
    "<geom type='box' size='.5 .5 .5' density='2' pos='1 0 0'/>" \
    "<geom type='box' size='1 .5 .5' mass='6' euler='0 0 90' pos='-1 0 0'/>"

START_TEST(mass_comes_from_geoms)
{
    KipModel *model = load_body("<freejoint/>" TWO_BOXES "<geom size='9' mass='0'/>", "");
    check_two_boxes(model->body + 1);
    kip_model_destroy(model);
    model = load_body("<freejoint/><geom size='2' group='3'/>" TWO_BOXES,
                      "<compiler inertiagrouprange='0 2'/>");
    check_two_boxes(model->body + 1);
    kip_model_destroy(model);
    model = load_body("<freejoint/><inertial mass='1' pos='0 0 0' diaginertia='1 1 1'/>" TWO_BOXES,
                      "<compiler inertiafromgeom='true'/>");
    check_two_boxes(model->body + 1);
    kip_model_destroy(model);
}
END_TEST

START_TEST(mass_comes_from_inertial)
{
    KipModel *model = load_body("<freejoint/><geom size='9'/><inertial mass='3' pos='1 2 3' euler='0 0 90' "
                                "diaginertia='.1 .2 .25'/>", "");
    ck_assert_double_eq(model->body[1].mass, 3);
    check_vec3(model->body[1].com, 1, 2, 3);
    ck_near(model->body[1].inertia.xx, 0.2, 1e-15);
    ck_near(model->body[1].inertia.yy, 0.1, 1e-15);
    ck_near(model->body[1].inertia.zz, 0.25, 1e-15);
    kip_model_destroy(model);
    model = load_body("<freejoint/><inertial mass='3' pos='0 0 0' fullinertia='1 1.1 1.2 .01 .02 .03'/>",
                      "<compiler inertiafromgeom='true'/>");
    ck_assert_double_eq(model->body[1].inertia.xx, 1);
    ck_assert_double_eq(model->body[1].inertia.yy, 1.1);
    ck_assert_double_eq(model->body[1].inertia.zz, 1.2);
    ck_assert_double_eq(model->body[1].inertia.xy, 0.01);
    ck_assert_double_eq(model->body[1].inertia.xz, 0.02);
    ck_assert_double_eq(model->body[1].inertia.yz, 0.03);
    kip_model_destroy(model);
}
END_TEST

START_TEST(the_total_mass_can_be_set)
{
    KipModel *model = load("<mujoco><compiler settotalmass='5'/><worldbody><body><freejoint/>" TWO_BOXES
                           "</body><body><freejoint/><inertial mass='2' pos='0 0 0' diaginertia='1 1 2'/></body>"
                           "</worldbody></mujoco>");
    ck_near(model->mass, 5, 1e-12);
    ck_near(model->body[1].mass, 4, 1e-12);
    ck_near(model->body[1].inertia.xx, 0.5 * (1.0 / 3 + 2.5), 1e-12);
    ck_near(model->body[2].inertia.zz, 1, 1e-12);
    kip_model_destroy(model);
}
END_TEST

/* -- geoms, custom ------------------------------------------------------------------------------------------- */

START_TEST(geoms_are_painted_and_pair)
{
    KipModel *model = load(
        "<mujoco><asset><material name='red' rgba='1 0 0 .5'/><texture name='t' type='2d'/></asset><worldbody><body>"
        "<freejoint/><geom size='1' material='red'/><geom size='1' material='red' rgba='0 1 0 1'/><geom size='1'/>"
        "<geom size='1' condim='6' friction='.3' contype='2' conaffinity='5'/><geom size='1' condim='1'/>"
        "</body></worldbody></mujoco>");
    ck_assert_double_eq(model->geom[0].rgba[0], 1);
    ck_assert_double_eq(model->geom[0].rgba[3], 0.5);
    ck_assert_double_eq(model->geom[1].rgba[1], 1);
    ck_assert_double_eq(model->geom[2].rgba[0], 0.5);
    ck_assert_int_eq(model->geom[3].condim, 3);
    ck_assert_double_eq(model->geom[3].friction, (double)0.3);
    ck_assert_int_eq(model->geom[3].contype, 2);
    ck_assert_int_eq(model->geom[3].conaffinity, 5);
    ck_assert_int_eq(model->geom[4].condim, 1);
    kip_model_destroy(model);
}
END_TEST

START_TEST(meshes_that_are_pictures_are_left_out)
{
    KipModel *model = load(
        "<mujoco><default><default class='visual'><geom type='mesh' contype='0' conaffinity='0' density='0'/></default>"
        "</default><asset><mesh name='m' file='m.stl'/></asset><worldbody><geom class='visual' mesh='m'/>"
        "<body><freejoint/><geom class='visual' mesh='m'/><geom size='.1'/></body>"
        "<body><freejoint/><geom type='mesh' mesh='m' contype='0' conaffinity='0'/>"
        "<inertial mass='1' pos='0 0 0' diaginertia='1 1 1'/></body></worldbody></mujoco>");
    ck_assert_int_eq(model->ngeom, 1);
    ck_assert_int_eq(model->geom[0].type, KIP_GEOM_SPHERE);
    kip_model_destroy(model);
}
END_TEST

START_TEST(custom_data_and_excludes_are_kept)
{
    KipModel *model = load_body("<freejoint/><geom size='1' user='1 2'/>",
                                "<contact><exclude body1='b' body2='world'/></contact>"
                                "<custom><numeric name='n' size='4' data='1 2.5'/><text name='t' data='a &lt; b'/>"
                                "<numeric name='k' data='7'/><tuple name='u'><element objtype='body'/></tuple></custom>");
    ck_assert_int_eq(model->ncustom, 3);
    ck_assert_str_eq(model->custom[0].name, "n");
    ck_assert_int_eq(model->custom[0].n, 4);
    ck_assert_double_eq(model->custom[0].number[1], 2.5);
    ck_assert_double_eq(model->custom[0].number[3], 0);
    ck_assert_str_eq(model->custom[1].text, "a < b");
    ck_assert_int_eq(model->custom[2].n, 1);
    ck_assert_int_eq(model->nexclude, 1);
    ck_assert_int_eq(model->exclude[0].body1, 1);
    ck_assert_int_eq(model->exclude[0].body2, 0);
    kip_model_destroy(model);
}
END_TEST

/* -- motors, tendons ----------------------------------------------------------------------------------------- */

static const struct {
    const char *joint, *motors; /* attributes of the joint, elements of <actuator> */
    double least, greatest;
} strengths[] = {
    {"", "", -HUGE_VAL, HUGE_VAL},
    {"", "<motor joint='j'/>", -HUGE_VAL, HUGE_VAL},
    {"", "<motor joint='j' gear='40' ctrlrange='-1 2'/>", -40, 80},
    {"", "<motor joint='j' gear='-40' ctrlrange='-1 2'/>", -80, 40},
    {"", "<motor joint='j' gear='40' ctrlrange='-1 2' ctrllimited='false'/>", -HUGE_VAL, HUGE_VAL},
    {"", "<motor joint='j' gear='10' forcerange='-3 4'/>", -30, 40},
    {"", "<motor joint='j' gear='10' ctrlrange='-1 9' forcerange='-3 4'/>", -10, 40},
    {"", "<motor joint='j' gear='10' ctrlrange='5 9' forcerange='-3 4'/>", 40, 40},
    {"", "<motor joint='j' gear='0'/>", 0, 0},
    {"", "<motor joint='j' ctrlrange='-1 1'/><motor jointinparent='j' gear='2 0 0 0 0 0' ctrlrange='-1 1'/>", -3, 3},
    {"", "<motor joint='j' ctrlrange='-1 1'/><motor joint='j'/>", -HUGE_VAL, HUGE_VAL},
    {"", "<motor joint='other' ctrlrange='-1 1'/>", -HUGE_VAL, HUGE_VAL},
    {"actuatorfrcrange='-5 6'", "", -5, 6},
    {"actuatorfrcrange='-5 6'", "<motor joint='j' gear='10' ctrlrange='-1 .2'/>", -5, 2},
    {"actuatorfrcrange='-5 6' actuatorfrclimited='false'", "", -HUGE_VAL, HUGE_VAL},
    {"", "<position joint='j' kp='50' ctrlrange='-1 1'/>", -HUGE_VAL, HUGE_VAL},
    {"", "<position joint='j' kp='50' ctrlrange='-1 1' forcerange='-7 8' gear='2'/>", -14, 16},
    {"", "<general joint='j' ctrlrange='-4 5' gaintype='fixed' biastype='none' gainprm='1 0 0' biasprm='0 0'/>", -4, 5},
};

START_TEST(motors_give_strength)
{
    char body[512], rest[512];
    KipModel *model;
    snprintf(body, sizeof body, "<joint name='j' range='-90 90' %s/><geom size='1'/><body><joint name='other'/>"
             "<geom size='1'/></body>", strengths[_i].joint);
    snprintf(rest, sizeof rest, "<actuator>%s</actuator>", strengths[_i].motors);
    model = load_body(body, rest);
    ck_assert_double_eq(joint_of(model, "j")->strength[0], strengths[_i].least);
    ck_assert_double_eq(joint_of(model, "j")->strength[1], strengths[_i].greatest);
    kip_model_destroy(model);
}
END_TEST

START_TEST(motors_take_from_their_class)
{
    KipModel *model = load_body(
        "<joint name='j' range='-90 90'/><geom size='1'/>",
        "<default><motor ctrlrange='-1 1' gear='3'/><default class='servo'><position kp='70'/><velocity kv='8'/>"
        "</default></default><actuator><motor name='m' joint='j'/><position name='p' joint='j' class='servo' "
        "inheritrange='.5'/><velocity name='v' joint='j' class='servo' ctrlrange='-2 2'/><position joint='j'/></actuator>");
    ck_assert_int_eq(model->motor[0].type, KIP_MOTOR_TORQUE);
    ck_assert_double_eq(model->motor[0].gear, 3);
    ck_assert_double_eq(model->motor[0].gain, 1);
    ck_assert_int_eq(model->motor[1].type, KIP_MOTOR_POSITION);
    ck_assert_double_eq(model->motor[1].gain, 70);
    ck_near(model->motor[1].ctrlrange[0], -45 * degree, 1e-15);
    ck_assert_int_eq(model->motor[2].type, KIP_MOTOR_VELOCITY);
    ck_assert_double_eq(model->motor[2].gain, 8);
    ck_assert_double_eq(model->motor[2].ctrlrange[1], 2);
    ck_assert_double_eq(model->motor[3].gain, 1);
    ck_assert_double_eq(model->motor[3].gear, 3);
    ck_assert_str_eq(model->motor[3].name, "");
    kip_model_destroy(model);
}
END_TEST

START_TEST(tendons_are_sums)
{
    KipModel *model = load_body(
        "<joint name='j' springref='30'/><geom size='1' pos='1 0 0'/><body><joint name='k' type='slide' springref='2'/>"
        "<geom size='1'/></body>",
        "<default><tendon stiffness='4' damping='.5'/></default><tendon><fixed name='t' range='-1 3'><joint joint='j' "
        "coef='.5'/><joint joint='k' coef='-2'/></fixed><fixed limited='false' range='0 1' springlength='.7' damping='0'>"
        "<joint joint='k' coef='1'/></fixed></tendon>");
    const KipTendon *t = model->tendon;
    ck_assert_str_eq(t->name, "t");
    ck_assert_int_eq(t->njoint, 2);
    ck_assert_int_eq(t->joint[1], kip_model_find_joint(model, "k"));
    ck_assert_double_eq(t->coef[1], -2);
    ck_assert(t->limited);
    ck_assert_double_eq(t->range[1], 3);
    ck_assert_double_eq(t->stiffness, 4);
    ck_assert_double_eq(t->damping, 0.5);
    ck_near(t->springlength, 0.5 * 30 * degree - 4, 1e-15); /* where the joints' springs rest */
    ck_assert(!t[1].limited);
    ck_assert_double_eq(t[1].springlength, 0.7);
    ck_assert_double_eq(t[1].damping, 0);
    kip_model_destroy(model);
}
END_TEST

/* -- keyframes, several files -------------------------------------------------------------------------------- */

#define ROBOT \
    "<mujoco model='robot'><option gravity='0 0 -1' timestep='.5'/><worldbody>" \
    "<geom name='floor' type='plane' size='1 1 1' pos='0 0 -1'/><site name='mark' pos='1 0 0'/>" \
    "<body name='base' pos='1 0 0'><freejoint name='root'/><geom name='g' size='1'/>" \
    "<body name='arm' pos='0 0 1'><joint name='shoulder' axis='0 1 0'/><geom size='1' pos='1 0 0'/></body></body>" \
    "<body name='post' pos='0 1 0'><joint name='hinge'/><geom size='1'/></body></worldbody>" \
    "<actuator><motor name='m' joint='shoulder' ctrlrange='-1 1'/></actuator>" \
    "<tendon><fixed name='t'><joint joint='hinge' coef='1'/></fixed></tendon>" \
    "<contact><exclude body1='base' body2='post'/></contact><custom><text name='note' data='x'/></custom>" \
    "<keyframe><key name='up' time='3' qpos='2 0 0 1 0 0 0 .3 .4' qvel='1 0 0 0 2 0 5 6'/><key/></keyframe></mujoco>"

START_TEST(keyframes_hold_the_state)
{
    KipModel *model = load(ROBOT);
    static const double q[] = {2, 0, 0, 1, 0, 0, 0, 0.3, 0.4}, v[] = {1, 0, 0, 0, 2, 0, 5, 6};
    ck_assert_int_eq(model->nkey, 2);
    ck_assert_str_eq(model->key[0].name, "up");
    ck_assert_double_eq(model->key[0].time, 3);
    ck_assert_int_eq(memcmp(model->key[0].q, q, sizeof q), 0);
    ck_assert_int_eq(memcmp(model->key[0].v, v, sizeof v), 0);
    ck_assert_str_eq(model->key[1].name, "key1");
    ck_assert_int_eq(memcmp(model->key[1].q, model->q0, sizeof q), 0);
    ck_assert_double_eq(model->key[1].v[0], 0);
    kip_model_destroy(model);
}
END_TEST

/* The second of two robots stands at (10, 0, 0), turned by 90 degrees about z. */
START_TEST(files_merge_under_prefixes)
{
    KipBuilder *builder = kip_builder_create(NULL);
    static const char other[] = "<mujoco model='other'><option gravity='0 0 -9' timestep='.1'/><worldbody><body><freejoint/>"
                                "<geom size='1'/></body></worldbody></mujoco>";
    KipModel *model;
    ck_ok(kip_mjcf_add_text(builder, ROBOT, strlen(ROBOT), "a.xml", "a/", v3_zero(), q_identity(), NULL, &error));
    ck_ok(kip_mjcf_add_text(builder, other, strlen(other), "b.xml", "b/", v3_zero(), q_identity(), NULL, &error));
    ck_ok(kip_mjcf_add_text(builder, ROBOT, strlen(ROBOT), "c.xml", "c/", v3(10, 0, 0), quat(1, 0, 0, 1), NULL, &error));
    ck_ok(kip_builder_finish(builder, &model, &error));
    ck_assert_str_eq(model->name, "robot");
    check_vec3(model->gravity, 0, 0, -1);
    ck_assert_double_eq(model->timestep, 0.5);
    ck_assert_int_eq(model->nbody, 8);
    ck_assert_int_eq(model->nkey, 4);
    ck_assert_int_eq(model->nq, 9 + 7 + 9);

    int base = kip_model_find_body(model, "c/base"), key = kip_model_find_key(model, "c/up");
    ck_assert_int_ge(kip_model_find_body(model, "b/body1"), 0);
    ck_assert_int_eq(model->body[kip_model_find_body(model, "c/arm")].parent, base);
    check_vec3(model->body[base].pos, 10, 1, 0);
    check_quat(model->body[base].quat, H, 0, 0, H);
    check_vec3(body_of(model, "c/post")->pos, 9, 0, 0);
    check_vec3(body_of(model, "c/arm")->pos, 0, 0, 1);
    check_vec3(body_of(model, "a/base")->pos, 1, 0, 0);
    ck_assert_str_eq(model->joint[model->motor[1].joint].name, "c/shoulder");
    ck_assert_str_eq(model->motor[1].name, "c/m");
    ck_assert_str_eq(model->joint[model->tendon[1].joint[0]].name, "c/hinge");
    ck_assert_str_eq(model->tendon[1].name, "c/t");
    ck_assert_str_eq(model->custom[1].name, "c/note");
    ck_assert_int_eq(model->exclude[1].body1, base);
    ck_assert_str_eq(model->geom[1].name, "c/floor");
    ck_assert_str_eq(model->site[1].name, "c/mark");
    check_vec3(model->site[1].pos, 10, 1, 0);

    const double *q = model->key[key].q, *v = model->key[key].v;
    const KipJoint *root = joint_of(model, "c/root");
    ck_assert_double_eq(q[0], model->q0[0]); /* the other robots stand at their reference */
    check_vec3(v3_from(q + root->q), 10, 2, 0);
    check_quat(q_from(q + root->q + 3), H, 0, 0, H);
    ck_assert_double_eq(q[joint_of(model, "c/shoulder")->q], 0.3);
    ck_assert_double_eq(q[joint_of(model, "c/hinge")->q], 0.4);
    check_vec3(v3_from(v + root->v), 0, 1, 0);     /* world axes */
    check_vec3(v3_from(v + root->v + 3), 0, 2, 0); /* body axes */
    ck_assert_double_eq(v[joint_of(model, "c/hinge")->v], 6);
    kip_model_destroy(model);
}
END_TEST

START_TEST(a_file_that_fails_leaves_the_builder_alone)
{
    KipBuilder *builder = kip_builder_create(NULL);
    static const char bad[] = "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody>"
                              "<tendon><fixed/></tendon></mujoco>";
    ck_assert_int_eq(kip_mjcf_add_text(builder, bad, strlen(bad), "bad.xml", "", v3_zero(), q_identity(), NULL, &error),
                     KIP_BAD_INPUT);
    ck_assert_int_eq(kip_builder_nbody(builder), 1);
    kip_builder_destroy(builder);
}
END_TEST

/* -- include ------------------------------------------------------------------------------------------------- */

static char folder[] = "/tmp/kip-test-XXXXXX";
static const char *const files[] = {"main.xml", "parts/a.xml", "b.xml", "parts"};

static void in_folder(char path[96], const char *name)
{
    snprintf(path, 96, "%s/%s", folder, name);
}

static void write_file(const char *name, const char *text)
{
    char path[96];
    in_folder(path, name);
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static void make_folder(void)
{
    char path[96];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    in_folder(path, "parts");
    ck_assert_int_eq(mkdir(path, 0700), 0);
}

static void remove_folder(void)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[96];
        in_folder(path, files[i]);
        remove(path);
    }
    rmdir(folder);
}

START_TEST(files_include_others)
{
    char path[96];
    KipModel *model = NULL;
    write_file("main.xml", "<mujoco>\n <include file='parts/a.xml'/>\n <worldbody><body name='x'><freejoint/>\n"
                           "<include file='b.xml'/><geom class='big'/></body></worldbody>\n</mujoco>\n");
    write_file("parts/a.xml", "<mujocoinclude><default><default class='big'><geom size='3'/></default></default>\n"
                              "<worldbody>\n<body name='first'><freejoint/><geom size='1'/></body></worldbody></mujocoinclude>");
    write_file("b.xml", "<!-- geoms --><mujoco>\n<geom size='1'/><geom size='2'/>\n</mujoco>");
    in_folder(path, "main.xml");
    ck_ok(kip_mjcf_load(&model, path, NULL, &error));
    ck_assert_int_eq(model->nbody, 3);
    ck_assert_str_eq(model->body[1].name, "first");
    ck_assert_int_eq(model->body[2].ngeom, 3);
    ck_assert_double_eq(model->geom[model->body[2].geom + 1].size[0], 2);
    ck_assert_double_eq(model->geom[model->body[2].geom + 2].size[0], 3);
    kip_model_destroy(model);

    static const struct {
        const char *main, *b; /* content of main.xml and b.xml */
        const char *file;     /* where the error is */
        int line, column;
        const char *part;
    } bad[] = {
        {"<mujoco>\n<include file='b.xml'/></mujoco>", "<mujoco>\n<worldbdy/></mujoco>", "b.xml", 2, 1, "'worldbody'"},
        {"<mujoco>\n<include file='b.xml'/></mujoco>", "<mujoco>\n<worldbody>", "b.xml", 2, 1, "never closed"},
        {"<mujoco><include file='b.xml'/></mujoco>", "<mujoco>\n<include file='b.xml'/></mujoco>", "b.xml", 2, 10,
         "included a second time"},
        {"<mujoco><include file='b.xml'/></mujoco>", "<mujoco>\n<include file='main.xml'/></mujoco>", "b.xml", 2, 10,
         "included a second time"},
        {"<mujoco><include file='b.xml'/><include file='b.xml'/></mujoco>", "<mujoco><worldbody/></mujoco>", "main.xml",
         1, 41, "included a second time"},
        {"<mujoco>\n  <include file='c.xml'/></mujoco>", "", "main.xml", 2, 12, "no such file"},
        {"<mujoco>\n  <include/></mujoco>", "", "main.xml", 2, 3, "needs file"},
        {"<mujoco><include file='b.xml' prefix='x'/></mujoco>", "", "main.xml", 1, 31, "no other attribute"},
        {"<mujoco><include file='b.xml'><body/></include></mujoco>", "", "main.xml", 1, 9, "must be empty"},
        {"<mujoco><include file='b.xml'/></mujoco>", "<mujoco/>", "main.xml", 1, 18, "nothing to include"},
        {"<mujoco><include file='b.xml'/></mujoco>", "<mujoco>\n text<worldbody/></mujoco>", "b.xml", 2, 2,
         "text stands in"},
        {"<mujoco><include file='parts'/></mujoco>", "", "main.xml", 1, 18, "folder"},
        {"<include file='b.xml'/>", "<mujoco><worldbody/></mujoco>", "main.xml", 1, 1, "root element is <include>"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        write_file("main.xml", bad[i].main);
        write_file("b.xml", bad[i].b);
        ck_assert_int_eq(kip_mjcf_load(&model, path, NULL, &error), KIP_BAD_INPUT);
        ck_assert_msg(strstr(error.message, bad[i].part), "%zu: %s", i, error.message);
        ck_assert_msg(strstr(error.file, bad[i].file), "%zu: %s: %s", i, error.file, error.message);
        ck_assert_msg(error.line == bad[i].line && error.column == bad[i].column, "%zu: %d:%d: %s", i, error.line,
                      error.column, error.message);
    }
    in_folder(path, "none.xml");
    ck_assert_int_eq(kip_mjcf_load(&model, path, NULL, &error), KIP_IO);
}
END_TEST

/* -- notes --------------------------------------------------------------------------------------------------- */

START_TEST(what_is_done_otherwise_is_noted)
{
    KipNotes notes = {NULL, 0, 0};
    KipModel *model;
    static const char text[] =
        "<mujoco>\n<compiler boundmass='0' boundinertia='.1'/><option integrator='RK4' density='0'/>\n"
        "<visual><anything goes='here'/></visual>\n"
        "<worldbody><light/><body><freejoint/><geom size='1' solref='.1 1'/>\n<geom size='1' solref='.2 1' condim='4'/>"
        "</body></worldbody><sensor><gyro site='s'/></sensor></mujoco>";
    static const struct {
        KipNoteKind kind;
        const char *what;
        int line, count;
    } expected[] = {
        {KIP_NOTE_REPLACED, "compiler boundinertia", 2, 1}, {KIP_NOTE_REPLACED, "option integrator", 2, 1},
        {KIP_NOTE_SKIPPED, "visual", 3, 1},                 {KIP_NOTE_SKIPPED, "worldbody light", 4, 1},
        {KIP_NOTE_REPLACED, "geom solref", 4, 2},           {KIP_NOTE_SKIPPED, "sensor", 5, 1},
        {KIP_NOTE_REPLACED, "geom condim 4 and 6 (by 3)", 5, 1},
    };
    ck_ok(kip_mjcf_parse(&model, text, strlen(text), "test.xml", &notes, &error));
    ck_assert_int_eq(notes.n, sizeof expected / sizeof *expected);
    for (int i = 0; i < notes.n; i++) {
        ck_assert_str_eq(notes.note[i].what, expected[i].what);
        ck_assert_int_eq(notes.note[i].kind, expected[i].kind);
        ck_assert_int_eq(notes.note[i].line, expected[i].line);
        ck_assert_int_eq(notes.note[i].count, expected[i].count);
        ck_assert_str_eq(notes.note[i].file, "test.xml");
    }
    kip_notes_clear(&notes);
    ck_assert_int_eq(notes.n, 0);
    kip_model_destroy(model);
}
END_TEST

/* -- what is refused ----------------------------------------------------------------------------------------- */

#define IN_BODY(text) "<mujoco><worldbody><body name='b'>\n" text "\n</body></worldbody></mujoco>"
#define HINGE "<mujoco><worldbody><body name='b'><joint name='knee'/><geom size='1'/></body></worldbody>\n"
#define AFTER(text) HINGE text "\n</mujoco>"

static const struct {
    const char *text;
    int line, column;
    const char *part;
} refused[] = {
    /* the file */
    {"<robot name='x'/>", 1, 1, "MuJoCo can convert URDF"},
    {"<html/>", 1, 1, "root element is <html>, not <mujoco>"},
    {"<mujoco>\n<worldbdy/></mujoco>", 2, 1, "did you mean 'worldbody'?"},
    {"<mujoco><worldbody>\n <body>\n hello</body></worldbody></mujoco>", 3, 2, "text stands in <body>"},
    {"<mujoco>\n<extension/></mujoco>", 2, 1, "<extension> in <mujoco> is refused"},
    {"<mujoco>\n<worldbody name='w'/></mujoco>", 2, 12, "no attribute of <worldbody>"},
    /* names that are not in the table */
    {IN_BODY("<geom sise='1'/>"), 2, 7, "attribute of <geom> that is called 'sise'; did you mean 'size'?"},
    {IN_BODY("<jiont/>"), 2, 1, "element in <body> that is called 'jiont'; did you mean 'joint'?"},
    {IN_BODY("<joint limted='true'/>"), 2, 8, "did you mean 'limited'?"},
    {IN_BODY("<freejoint damping='1'/>"), 2, 12, "no attribute of <freejoint>"},
    {IN_BODY("<geom size='1'><body/></geom>"), 2, 16, "no element in <geom> that is called 'body'"},
    {"<mujoco><default><joint\nname='x'/></default></mujoco>", 2, 1, "attribute of <joint> in a default class"},
    {"<mujoco><default><motor\njoint='x'/></default></mujoco>", 2, 1, "attribute of <motor> in a default class"},
    {AFTER("<actuator><motor joint='knee' kp='1'/></actuator>"), 2, 31, "attribute of <motor> that is called 'kp'"},
    /* values */
    {IN_BODY("<geom size='1.0abc'/>"), 2, 7, "'1.0abc' in size of <geom> is not a number"},
    {IN_BODY("<geom size='1e400'/>"), 2, 7, "'1e400' in size of <geom> is not a number that a double can hold"},
    {IN_BODY("<geom size='0x1'/>"), 2, 7, "'0x1'"},
    {IN_BODY("<geom size='nan'/>"), 2, 7, "'nan' in size of <geom> is not a finite number"},
    {IN_BODY("<geom pos='0 inf 0'/>"), 2, 7, "'inf' in pos"},
    {IN_BODY("<geom pos='1,2,3'/>"), 2, 7, "pos of <geom> takes 3 numbers, not 1"},
    {IN_BODY("<geom pos='1 2'/>"), 2, 7, "pos of <geom> takes 3 numbers, not 2"},
    {IN_BODY("<geom size='1 2 3 4'/>"), 2, 7, "size of <geom> takes 1 to 3 numbers, not 4"},
    {IN_BODY("<geom size=''/>"), 2, 7, "size of <geom> takes 1 to 3 numbers, not 0"},
    {IN_BODY("<geom size='1' mass='1 2'/>"), 2, 16, "mass of <geom> takes 1 number, not 2"},
    {IN_BODY("<geom size='1' mass='-1'/>"), 2, 16, "mass of <geom> is -1 kg"},
    {IN_BODY("<geom size='1' contype='1.5'/>"), 2, 16, "takes a whole number, not 1.5"},
    {IN_BODY("<geom size='1' contype='1e10'/>"), 2, 16, "takes a whole number"},
    {IN_BODY("<geom size='1' condim='2'/>"), 2, 16, "condim of <geom> is 1 (no friction) or 3 (friction), not 2"},
    {IN_BODY("<geom type='cone' size='1'/>"), 2, 7, "type of <geom> is plane, sphere, capsule"},
    {IN_BODY("<joint limited='yes'/>"), 2, 8, "limited of <joint> is false, true or auto, not 'yes'"},
    {"<mujoco><compiler angle='degrees'/></mujoco>", 1, 19, "angle of <compiler> is degree or radian, not 'degrees'"},
    {"<mujoco><compiler eulerseq='xyq'/></mujoco>", 1, 19, "three letters of xyzXYZ, not 'xyq'"},
    {"<mujoco><compiler coordinate='global'/></mujoco>", 1, 19, "coordinate=\"global\" of <compiler> is refused"},
    {"<mujoco><option timestep='0'/></mujoco>", 1, 17, "it must be positive"},
    {"<mujoco><option density='1.2'/></mujoco>", 1, 17, "kip has no air or water"},
    {"<mujoco><option><flag filterparent='disable'/></option></mujoco>", 1, 23, "never meet"},
    {"<mujoco><option><flag gravity='off'/></option></mujoco>", 1, 23, "enable or disable, not 'off'"},
    /* classes */
    {IN_BODY("<geom class='feet' size='1'/>"), 2, 7, "no default class 'feet'"},
    {"<mujoco><default><default class='foot'/></default><worldbody><body\nchildclass='fot'/></worldbody></mujoco>", 2, 1,
     "did you mean 'foot'?"},
    {"<mujoco><default><default class='a'/>\n<default class='a'/></default></mujoco>", 2, 10, "two default classes 'a'"},
    {"<mujoco><default>\n<default/></default></mujoco>", 2, 1, "<default> needs class"},
    {"<mujoco><default>\n<general biastype='affine'/></default></mujoco>", 2, 10, "is refused"},
    /* orientation */
    {IN_BODY("<geom size='1' quat='0 0 0 0'/>"), 2, 16, "quat of <geom> has length 0"},
    {IN_BODY("<geom size='1' zaxis='0 0 0'/>"), 2, 16, "no direction"},
    {IN_BODY("<geom size='1' axisangle='0 0 0 1'/>"), 2, 16, "no direction"},
    {IN_BODY("<geom size='1' xyaxes='1 0 0 2 0 0'/>"), 2, 16, "no direction"},
    {IN_BODY("<geom size='1' quat='1 0 0 0' euler='0 0 0'/>"), 2, 31, "two orientations, quat and euler"},
    {IN_BODY("<geom type='capsule' size='1' fromto='0 0 0 0 0 0'/>"), 2, 31, "no direction"},
    {IN_BODY("<geom type='capsule' size='1' pos='1 0 0' fromto='0 0 0 0 0 1'/>"), 2, 43, "as well as a fromto"},
    {IN_BODY("<geom size='1' fromto='0 0 0 0 0 1'/>"), 2, 16, "fromto makes capsules"},
    /* bodies and joints */
    {"<mujoco><worldbody>\n<joint/></worldbody></mujoco>", 2, 1, "the world does not move"},
    {"<mujoco><worldbody><frame>\n<freejoint/></frame></worldbody></mujoco>", 2, 1, "the world does not move"},
    {"<mujoco><worldbody>\n<inertial mass='1' pos='0 0 0'/></worldbody></mujoco>", 2, 1, "outside of all bodies"},
    {IN_BODY("<inertial mass='1' pos='0 0 0'/><inertial/>"), 2, 33, "two <inertial>"},
    {IN_BODY("<inertial pos='0 0 0'/>"), 2, 1, "<inertial> needs mass"},
    {IN_BODY("<inertial mass='1'/>"), 2, 1, "<inertial> needs pos"},
    {IN_BODY("<inertial mass='1' pos='0 0 0' diaginertia='1 1 1' fullinertia='1 1 1 0 0 0'/>"), 2, 32,
     "as well as a diaginertia"},
    {"<mujoco><compiler autolimits='false'/><worldbody><body>\n<joint range='-1 1'/></body></worldbody></mujoco>", 2, 8,
     "nothing says whether it is limited"},
    {IN_BODY("<joint springdamper='1 1'/>"), 2, 8, "springdamper=\"1 1\" of <joint> is refused: give stiffness"},
    {IN_BODY("<joint frictionloss='.1'/>"), 2, 8, "no dry friction"},
    {IN_BODY("<freejoint align='true'/>"), 2, 12, "is refused"},
    {"<mujoco><worldbody>\n<body mocap='true'/></worldbody></mujoco>", 2, 7, "mocap=\"true\" of <body> is refused"},
    {"<mujoco><worldbody>\n<body gravcomp='1'/></worldbody></mujoco>", 2, 7, "is refused"},
    {IN_BODY("<composite type='cable'/>"), 2, 1, "<composite> in <body> is refused"},
    {IN_BODY("<replicate count='3'/>"), 2, 1, "is refused"},
    {IN_BODY("<flexcomp name='f'/>"), 2, 1, "is refused"},
    {IN_BODY("<attach model='m'/>"), 2, 1, "is refused"},
    {IN_BODY("<plugin plugin='p'/>"), 2, 1, "is refused"},
    {"<mujoco><asset>\n<model file='x.xml'/></asset></mujoco>", 2, 1, "use <include>"},
    {"<mujoco><deformable>\n<flex/></deformable></mujoco>", 2, 1, "is refused"},
    {IN_BODY("<freejoint/><geom type='mesh' mesh='m'/>"), 2, 13, "gives its body mass"},
    {IN_BODY("<freejoint/><geom type='mesh' mesh='m' mass='0'/>"), 2, 13, "meets other geoms"},
    {"<mujoco><worldbody>\n<geom type='hfield' hfield='h'/></worldbody></mujoco>", 2, 1, "meets other geoms"},
    {IN_BODY("<geom size='1' shellinertia='true'/>"), 2, 16, "geoms are solid"},
    {IN_BODY("<geom size='1' material='m'/>"), 2, 16, "there is no material 'm'"},
    /* motors, tendons, the rest */
    {AFTER("<actuator><motor/></actuator>"), 2, 11, "<motor> needs joint"},
    {AFTER("<actuator><motor joint='kne'/></actuator>"), 2, 18, "there is no joint 'kne'; did you mean 'knee'?"},
    {AFTER("<actuator><motor joint='knee' site='s'/></actuator>"), 2, 31, "motors move joints"},
    {AFTER("<actuator><motor joint='knee' ctrlrange='1 -1'/></actuator>"), 2, 31, "reversed or empty"},
    {AFTER("<actuator><muscle joint='knee'/></actuator>"), 2, 11, "kip has motor, position and velocity"},
    {AFTER("<actuator><adhesion body='b'/></actuator>"), 2, 11, "is refused"},
    {AFTER("<actuator><general joint='knee' gainprm='5'/></actuator>"), 2, 33, "give the gain as gear"},
    {AFTER("<actuator><general joint='knee' dyntype='filter'/></actuator>"), 2, 33, "is refused"},
    {AFTER("<actuator><position joint='knee' kv='5'/></actuator>"), 2, 34, "give the joint damping"},
    {AFTER("<actuator><position joint='knee' inheritrange='1'/></actuator>"), 2, 34, "needs a joint with a range"},
    {AFTER("<default><position kp='5'/></default><actuator><general joint='knee'/></actuator>"), 2, 48,
     "takes position or velocity from its default class"},
    {"<mujoco><worldbody><body><freejoint name='f'/><geom size='1'/></body></worldbody><actuator>\n<motor joint='f'/>"
     "</actuator></mujoco>", 2, 8, "which is a free joint; motors move hinges and slides"},
    {AFTER("<tendon><spatial/></tendon>"), 2, 9, "sums of joint coordinates"},
    {AFTER("<tendon><fixed/></tendon>"), 2, 9, "runs over no joint"},
    {AFTER("<tendon><fixed><joint joint='knee'/></fixed></tendon>"), 2, 16, "<joint> needs coef"},
    {AFTER("<tendon><fixed springlength='0 1'><joint joint='knee' coef='1'/></fixed></tendon>"), 2, 16, "give one"},
    {AFTER("<contact><pair geom1='a' geom2='b'/></contact>"), 2, 10, "pairs geoms by contype"},
    {AFTER("<contact><exclude body1='b' body2='c'/></contact>"), 2, 29, "there is no body 'c'"},
    {AFTER("<equality><weld body1='b'/></equality>"), 2, 11, "<weld> in <equality> is refused"},
    {AFTER("<custom><numeric name='n' size='1' data='1 2'/></custom>"), 2, 27, "size of <numeric> is 1, for 2 numbers"},
    {AFTER("<custom><numeric name='n'/></custom>"), 2, 9, "needs data"},
    {AFTER("<custom><text name='n'/></custom>"), 2, 9, "<text> needs data"},
    /* what kip_builder_finish says, with the reader's places */
    {AFTER("<keyframe><key qpos='1 2 3'/></keyframe>"), 2, 11, "3"},
    {"<mujoco><worldbody><body name='b'>\n<joint name='j' range='10 -10'/><geom size='1'/></body></worldbody></mujoco>",
     2, 1, "reversed"},
    {IN_BODY("<freejoint/><inertial mass='-1' pos='0 0 0' diaginertia='1 1 1'/>"), 1, 20, "mass"},
    {IN_BODY("<joint name='j'/>"), 2, 1, "inertia"},
    {IN_BODY("<geom size='1'/><body name='c'>\n<freejoint/><geom size='1'/></body>"), 3, 1, "free"},
    {IN_BODY("<freejoint/><geom size='1'/></body>\n<body name='b'><freejoint/><geom size='1'/>"), 3, 1, "'b'"},
};

START_TEST(what_is_refused_is_a_sentence_with_its_place)
{
    KipModel *model = NULL;
    const char *text = refused[_i].text;
    ck_assert_msg(kip_mjcf_parse(&model, text, strlen(text), "test.xml", NULL, &error) == KIP_BAD_INPUT, "read: %s", text);
    ck_assert_msg(strstr(error.message, refused[_i].part), "%s\n%s", text, error.message);
    ck_assert_msg(error.line == refused[_i].line && error.column == refused[_i].column, "%s\n%d:%d: %s", text,
                  error.line, error.column, error.message);
    ck_assert_str_eq(error.file, "test.xml");
    ck_assert_ptr_null(model);
}
END_TEST

/* -- hostile files ------------------------------------------------------------------------------------------- */

static const char whole[] =
    "<?xml version='1.0'?>\n<mujoco model='w'><!-- all of it -->\n<compiler angle='radian' eulerseq='xyz'/>\n"
    "<option gravity='0 0 -9'><flag contact='enable'/></option>\n<default><geom size='.1 .2 .3'/><default class='c'>"
    "<joint damping='1' axis='0 1 0'/><motor gear='2'/></default></default>\n<asset><material name='m' rgba='1 0 0 1'/>"
    "</asset>\n<worldbody><geom type='plane' material='m'/><frame euler='0 0 1'><body name='a' pos='0 0 1'>\n<freejoint/>"
    "<geom type='box' mass='1'/><site name='s'/>\n<body childclass='c' xyaxes='1 0 0 0 1 0'><joint name='j' range='-1 1'/>"
    "<geom type='capsule' fromto='0 0 0 1 0 0'/>\n<inertial pos='0 0 0' mass='1' diaginertia='.1 .1 .1'/></body></body>"
    "</frame></worldbody>\n<actuator><motor joint='j' ctrlrange='-1 1'/></actuator>\n<tendon><fixed><joint joint='j' "
    "coef='1'/></fixed></tendon>\n<contact><exclude body1='a' body2='world'/></contact>\n<custom><numeric name='n' "
    "data='1 2'/></custom>\n<keyframe><key qpos='0 0 0 1 0 0 0 .5'/></keyframe></mujoco>";

/* Reads a copy of exact size, so that a sanitizer sees reads beyond its end. */
static bool reads(const char *text, size_t size)
{
    char *copy = malloc(size + !size);
    KipModel *model = NULL;
    KipNotes notes = {NULL, 0, 0};
    error.message[0] = 0;
    memcpy(copy, text, size);
    KipStatus status = kip_mjcf_parse(&model, copy, size, "fuzz.xml", &notes, &error);
    ck_assert((status == KIP_OK) == (model != NULL));
    ck_assert_msg(status == KIP_OK || error.message[0], "no sentence");
    kip_model_destroy(model);
    kip_notes_clear(&notes);
    free(copy);
    return status == KIP_OK;
}

START_TEST(a_file_cut_short_is_an_error)
{
    size_t size = strlen(whole);
    ck_assert(reads(whole, size));
    for (size_t n = 0; n < size; n++)
        ck_assert_msg(!reads(whole, n), "%zu bytes", n);
}
END_TEST

START_TEST(mutated_files_do_no_harm)
{
    static const char *const spice[] = {"'", "\"", "<", ">", "/", "&", "=", " ", "-1", "0", "1e308", "nan", "\n", "<!--", "]]>",
                                        "class='c' ", "<body>", "</body>", "<include file='fuzz.xml'/>", "\xff", "."};
    uint64_t seed = 20240229;
    int good = 0;
    for (int i = 0; i < 20000; i++) {
        char text[2 * sizeof whole];
        size_t size = strlen(whole);
        memcpy(text, whole, size);
        for (int k = 0; k < 1 + i % 4; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            uint64_t random = seed >> 33;
            size_t at = random % size, n = 1 + random / size % 8;
            const char *word = spice[random % (sizeof spice / sizeof *spice)];
            if (random % 3 == 0) { /* one byte becomes another */
                text[at] = (char)(seed >> 24);
            } else if (random % 3 == 1 && at + n < size) { /* some bytes vanish */
                memmove(text + at, text + at + n, size - at - n);
                size -= n;
            } else { /* something is put in */
                memmove(text + at + strlen(word), text + at, size - at);
                memcpy(text + at, word, strlen(word));
                size += strlen(word);
            }
        }
        good += reads(text, size);
    }
    ck_assert_int_gt(good, 200); /* the mutations are not so wild that none gets past the XML */
}
END_TEST

START_TEST(bodies_may_be_nested_deeply)
{
    enum { DEPTH = 20000 };
    static const char opening[] = "<body><joint axis='0 1 0'/><geom size='.1' pos='0 0 1'/>", closing[] = "</body>";
    char *text = malloc((sizeof opening + sizeof closing) * DEPTH + 100), *at = text;
    KipBuilder *builder = kip_builder_create(NULL);
    at += sprintf(at, "<mujoco><worldbody>");
    for (int i = 0; i < DEPTH; i++)
        at += sprintf(at, "%s", opening);
    for (int i = 0; i < DEPTH; i++)
        at += sprintf(at, "%s", closing);
    at += sprintf(at, "</worldbody></mujoco>");
    ck_ok(kip_mjcf_add_text(builder, text, (size_t)(at - text), "deep.xml", "", v3_zero(), q_identity(), NULL, &error));
    ck_assert_int_eq(kip_builder_nbody(builder), DEPTH + 1);
    kip_builder_destroy(builder);
    free(text);
}
END_TEST

Suite *suite_mjcf(void)
{
    Suite *suite = suite_create("mjcf");
    TCase *parts = tcase_create("parts"), *merging = tcase_create("merging"), *including = tcase_create("including");
    TCase *hostile = tcase_create("hostile");
    tcase_add_test(parts, classes_inherit_and_the_nearest_wins);
    tcase_add_test(parts, the_top_class_has_two_names);
    tcase_add_test(parts, frames_move_what_is_in_them);
    tcase_add_loop_test(parts, orientations_are_quaternions, 0, sizeof orientations / sizeof *orientations);
    tcase_add_test(parts, fromto_makes_a_geom);
    tcase_add_test(parts, joints_have_their_units);
    tcase_add_test(parts, a_range_limits_unless_it_is_said_otherwise);
    tcase_add_test(parts, flags_switch_things_off);
    tcase_add_test(parts, parts_without_a_name_get_one);
    tcase_add_test(parts, mass_comes_from_geoms);
    tcase_add_test(parts, mass_comes_from_inertial);
    tcase_add_test(parts, the_total_mass_can_be_set);
    tcase_add_test(parts, geoms_are_painted_and_pair);
    tcase_add_test(parts, meshes_that_are_pictures_are_left_out);
    tcase_add_test(parts, custom_data_and_excludes_are_kept);
    tcase_add_loop_test(parts, motors_give_strength, 0, sizeof strengths / sizeof *strengths);
    tcase_add_test(parts, motors_take_from_their_class);
    tcase_add_test(parts, tendons_are_sums);
    tcase_add_test(merging, keyframes_hold_the_state);
    tcase_add_test(merging, files_merge_under_prefixes);
    tcase_add_test(merging, a_file_that_fails_leaves_the_builder_alone);
    tcase_add_checked_fixture(including, make_folder, remove_folder);
    tcase_add_test(including, files_include_others);
    tcase_add_test(hostile, what_is_done_otherwise_is_noted);
    tcase_add_loop_test(hostile, what_is_refused_is_a_sentence_with_its_place, 0, sizeof refused / sizeof *refused);
    tcase_add_test(hostile, a_file_cut_short_is_an_error);
    tcase_add_test(hostile, mutated_files_do_no_harm);
    tcase_add_test(hostile, bodies_may_be_nested_deeply);
    tcase_set_timeout(hostile, 120); /* with sanitizers; 3 s without */
    suite_add_tcase(suite, parts);
    suite_add_tcase(suite, merging);
    suite_add_tcase(suite, including);
    suite_add_tcase(suite, hostile);
    return suite;
}
