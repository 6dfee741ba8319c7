/* The MJCF reader: what it makes of a file. Several files, and what is refused, are in test_mjcf_*.c. */
#include <math.h>

#include "mjcf_helpers.h"

Suite *suite_mjcf(void);

static const double degree = 0.017453292519943295;

/* Cosine and sine of 45 degrees; cosine and sine of 15 degrees. */
#define H 0.70710678118654752
#define A 0.96592582628906829
#define B 0.25881904510252076

/* -- classes --------------------------------------------------------------------------- */

START_TEST(classes_inherit_and_the_nearest_wins)
{
    KipModel *model = load(
        "<mujoco><default>"
        "  <default class='a'><joint damping='1'/><default class='aa'><joint armature='2'/></default>"
        "    <geom size='.2 .3'/></default>"
        "  <default class='b'><joint damping='5' type='slide'/></default>"
        "  <joint stiffness='7' damping='9'/><geom size='.1 .1 .1' friction='.5 .1 .1'/></default>"
        "<worldbody>"
        "  <body name='x' childclass='a'><joint name='x'/><geom class='main' type='box'/>"
        "    <body name='y'><joint name='y' class='aa'/><geom/>"
        "      <body name='z' childclass='b'><joint name='z'/><geom type='box'/>"
        "        <body name='w'><joint name='w' class='main' damping='0'/>"
        "          <geom class='a' type='box' size='.7'/></body></body></body></body></worldbody></mujoco>");
    ck_assert_double_eq(joint_of(model, "x")->damping, 1);
    ck_assert_double_eq(joint_of(model, "x")->stiffness, 7); /* from main, though it stands behind class a */
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
    KipModel *model =
        load("<mujoco><default class='robot'><geom size='.3'/><default class='big'><geom mass='9'/>"
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
    KipModel *model =
        load("<mujoco><default><default class='c'><joint damping='3'/></default></default><worldbody>"
             "<frame pos='1 0 0' euler='0 0 90'><frame pos='0 0 2' childclass='c'><body name='b' pos='1 0 0'>"
             "<frame euler='90 0 0' pos='0 0 5'><joint name='j' axis='0 1 0' pos='0 1 0'/>"
             "<geom size='1' pos='0 1 0'/><site name='s' pos='0 0 1'/>"
             "<inertial mass='2' pos='0 1 0' diaginertia='.1 .2 .25'/></frame></body></frame>"
             "<geom name='g' type='plane' size='1 1 1' pos='0 1 0'/></frame></worldbody></mujoco>");
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

/* -- orientation --------------------------------------------------------------------------- */

static const struct {
    const char *compiler, *attribute;
    double w, x, y, z;
} orientations[] = {
    {"", "", 1, 0, 0, 0},
    {"", "quat='2 0 0 2'", H, 0, 0, H},
    {"", "axisangle='0 0 3 30'", A, 0, 0, B},
    {"angle='radian'", "axisangle='0 2 0 3.14159265358979'", 0, 0, 1, 0},
    {"", "euler='90 0 90'", 0.5, 0.5, -0.5, 0.5},              /* x, then the turned z, which is -y */
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
    snprintf(text, sizeof text,
             "<mujoco><compiler %s/><worldbody><body><freejoint/><geom type='box' size='1 1 1' %s/>"
             "</body></worldbody></mujoco>",
             orientations[_i].compiler, orientations[_i].attribute);
    model = load(text);
    check_quat(model->geom[0].quat, orientations[_i].w, orientations[_i].x, orientations[_i].y,
               orientations[_i].z);
    kip_model_destroy(model);
}
END_TEST

START_TEST(fromto_makes_a_geom)
{
    KipModel *model = load_body("<freejoint/><geom type='capsule' size='.1' fromto='0 0 0 3 0 4'/>"
                                "<geom type='cylinder' size='.1 9' fromto='1 0 0 1 0 2'/>"
                                "<geom type='box' size='.1 .2 .3' fromto='0 0 1 0 4 1'/>"
                                "<geom type='ellipsoid' size='.1' fromto='0 0 1 0 0 0'/>"
                                "<site name='s' fromto='0 0 0 2 0 0'/>",
                                "");
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

/* -- joints --------------------------------------------------------------------------- */

START_TEST(joints_have_their_units)
{
    KipModel *model = load_body(
        "<joint name='hinge' axis='0 3 4' pos='1 2 3' ref='30' springref='60' range='-90 45' "
        "damping='.5' stiffness='6' armature='.01'/>"
        "<joint name='slide' type='slide' axis='1 0 0' ref='30' range='-2 1'/><geom size='.1'/><body>"
        "<joint name='ball' type='ball' range='0 60'/><geom size='.1' pos='1 0 0'/></body>",
        "");
    const KipJoint *hinge = joint_of(model, "hinge"), *slide = joint_of(model, "slide"),
                   *ball = joint_of(model, "ball");
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
        snprintf(text, sizeof text,
                 "<mujoco><compiler %s/><worldbody><body><joint name='j' %s/><geom size='1'/></body>"
                 "</worldbody></mujoco>",
                 cases[i].compiler, cases[i].attributes);
        model = load(text);
        ck_assert_msg(joint_of(model, "j")->limited == cases[i].limited, "%s", text);
        kip_model_destroy(model);
    }
}
END_TEST

START_TEST(flags_switch_things_off)
{
    KipModel *model = load(
        "<mujoco><option gravity='0 0 -5'><flag gravity='disable' constraint='disable' passive='disable'/>"
        "</option><worldbody><geom type='plane' size='1 1 1'/><body>"
        "<joint name='j' range='-1 1' damping='1' stiffness='1'/><geom size='1'/></body></worldbody>"
        "<tendon><fixed range='-1 1' damping='1' stiffness='1'><joint joint='j' coef='1'/></fixed></tendon>"
        "</mujoco>");
    check_vec3(model->gravity, 0, 0, 0);
    ck_assert(!model->joint[0].limited && !model->tendon[0].limited);
    ck_assert_double_eq(model->joint[0].damping + model->joint[0].stiffness, 0);
    ck_assert_double_eq(model->tendon[0].damping + model->tendon[0].stiffness, 0);
    ck_assert_int_eq(model->geom[0].contype | model->geom[1].conaffinity, 0);
    kip_model_destroy(model);
    model = load(
        "<mujoco><option timestep='0.002' gravity='1 2 3'><flag contact='disable'/></option><option>"
        "<flag contact='enable' energy='enable'/></option><worldbody><geom size='1'/></worldbody></mujoco>");
    check_vec3(model->gravity, 1, 2, 3);
    ck_assert_double_eq(model->timestep, 0.002);
    ck_assert_int_eq(model->geom[0].contype, 1);
    kip_model_destroy(model);
}
END_TEST

START_TEST(parts_without_a_name_get_one)
{
    KipModel *model =
        load("<mujoco><worldbody><body><joint/><geom size='1'/><body name='body3'><joint name='joint9'/>"
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
    model =
        load("<mujoco model='m'><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>");
    ck_assert_str_eq(model->name, "m");
    ck_assert_str_eq(model->body[1].name, "body1");
    ck_assert_str_eq(model->joint[0].name, "joint0");
    kip_model_destroy(model);
}
END_TEST

/* -- masses --------------------------------------------------------------------------- */

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

#define TWO_BOXES                                                                                            \
    "<geom type='box' size='.5 .5 .5' density='2' pos='1 0 0'/>"                                             \
    "<geom type='box' size='1 .5 .5' mass='6' euler='0 0 90' pos='-1 0 0'/>"

START_TEST(mass_comes_from_geoms)
{
    KipModel *model = load_body("<freejoint/>" TWO_BOXES "<geom size='9' mass='0'/>", "");
    check_two_boxes(model->body + 1);
    kip_model_destroy(model);
    model =
        load_body("<freejoint/><geom size='2' group='3'/>" TWO_BOXES, "<compiler inertiagrouprange='0 2'/>");
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
    KipModel *model = load_body("<freejoint/><geom size='9'/>"
                                "<inertial mass='3' pos='1 2 3' euler='0 0 90' diaginertia='.1 .2 .25'/>",
                                "");
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
    KipModel *model =
        load("<mujoco><compiler settotalmass='5'/><worldbody><body><freejoint/>" TWO_BOXES
             "</body><body><freejoint/><inertial mass='2' pos='0 0 0' diaginertia='1 1 2'/></body>"
             "</worldbody></mujoco>");
    ck_near(model->mass, 5, 1e-12);
    ck_near(model->body[1].mass, 4, 1e-12);
    ck_near(model->body[1].inertia.xx, 0.5 * (1.0 / 3 + 2.5), 1e-12);
    ck_near(model->body[2].inertia.zz, 1, 1e-12);
    kip_model_destroy(model);
}
END_TEST

/* As MuJoCo does it: principal moments are bounded, then balanced, then all is scaled to the total. */
START_TEST(masses_have_bounds)
{
    static const struct {
        double mass, x, xx, yy, zz, xy;
    } wanted[] = {{0.5, 0, 0.025, 0.025, 0.025, -0.005}, {0.5, 0, 0.02, 0.02, 0.02, 0},
                  {0.5, 1.5, 0.02, 0.3016, 0.3016, 0},   {3, 1, 1.2, 1.2, 1.2, 0},
                  {2, 0, 0.5 / 3, 0.5 / 3, 0.5 / 3, 0},  {0.5, 0, 0.02, 0.02, 0.02, 0}};
    KipModel *model = load(
        "<mujoco><compiler boundmass='.5' boundinertia='.02' balanceinertia='true' settotalmass='14'/>"
        "<worldbody><body><joint/><geom size='1'/>"
        "<inertial mass='0' pos='0 0 1' euler='0 0 45' diaginertia='.01 .03 .025'/><body><joint/></body></body>"
        "<body><joint/><geom size='.1' mass='.1'/><body><joint/><geom size='1' pos='1 0 0' mass='3'/></body>"
        "<geom size='.1' pos='2 0 0' mass='.3'/></body>"
        "<body><joint/><inertial mass='2' pos='0 0 0' diaginertia='.1 .1 .3'/></body>"
        "<body><geom size='.1' mass='.1'/></body></worldbody></mujoco>");
    for (int i = 0; i < 6; i++) {
        const KipBody *body = &model->body[i + 1];
        ck_near(body->mass, 2 * wanted[i].mass, 1e-14);
        ck_near(body->com.x, wanted[i].x, 1e-14);
        ck_near(body->inertia.xx, 2 * wanted[i].xx, 1e-14);
        ck_near(body->inertia.yy, 2 * wanted[i].yy, 1e-14);
        ck_near(body->inertia.zz, 2 * wanted[i].zz, 1e-14);
        ck_near(body->inertia.xy, 2 * wanted[i].xy, 1e-14);
    }
    kip_model_destroy(model);
}
END_TEST

/* -- geoms, custom --------------------------------------------------------------------------- */

START_TEST(geoms_are_painted_and_pair)
{
    KipModel *model = load(
        "<mujoco><asset><material name='red' rgba='1 0 0 .5'/><texture name='t' type='2d'/></asset>"
        "<worldbody><body><freejoint/><geom size='1' material='red'/>"
        "<geom size='1' material='red' rgba='0 1 0 1'/><geom size='1'/>"
        "<geom size='1' condim='6' friction='.3 .02 .004' contype='2' conaffinity='5'/><geom size='1' condim='1'/>"
        "</body></worldbody></mujoco>");
    ck_assert_double_eq(model->geom[0].rgba[0], 1);
    ck_assert_double_eq(model->geom[0].rgba[3], 0.5);
    ck_assert_double_eq(model->geom[1].rgba[1], 1);
    ck_assert_double_eq(model->geom[2].rgba[0], 0.5);
    ck_assert_int_eq(model->geom[3].condim, 6);
    ck_assert_double_eq(model->geom[3].friction, 0.3);
    ck_assert_double_eq(model->geom[3].spin, 0.02);
    ck_assert_double_eq(model->geom[3].roll, 0.004);
    ck_assert_double_eq(model->geom[2].spin, 0.005);
    ck_assert_double_eq(model->geom[2].roll, 0.0001);
    ck_assert_int_eq(model->geom[3].contype, 2);
    ck_assert_int_eq(model->geom[3].conaffinity, 5);
    ck_assert_int_eq(model->geom[4].condim, 1);
    kip_model_destroy(model);
}
END_TEST

START_TEST(meshes_that_are_pictures_are_left_out)
{
    KipModel *model = load(
        "<mujoco><default><default class='visual'>"
        "<geom type='mesh' contype='0' conaffinity='0' density='0'/></default></default><asset>"
        "<mesh name='m' file='m.stl'/></asset><worldbody><geom class='visual' mesh='m'/><body><freejoint/>"
        "<geom class='visual' mesh='m'/><geom size='.1'/></body><body><freejoint/>"
        "<geom type='mesh' mesh='m' contype='0' conaffinity='0'/>"
        "<inertial mass='1' pos='0 0 0' diaginertia='1 1 1'/></body></worldbody></mujoco>");
    ck_assert_int_eq(model->ngeom, 1);
    ck_assert_int_eq(model->geom[0].type, KIP_GEOM_SPHERE);
    kip_model_destroy(model);
}
END_TEST

START_TEST(custom_data_and_excludes_are_kept)
{
    KipModel *model =
        load_body("<freejoint/><geom size='1' user='1 2'/>",
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

/* -- motors, tendons --------------------------------------------------------------------------- */

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
    {"", "<motor joint='j' ctrlrange='-1 1'/><motor jointinparent='j' gear='2 0 0 0 0 0' ctrlrange='-1 1'/>",
     -3, 3},
    {"", "<motor joint='j' ctrlrange='-1 1'/><motor joint='j'/>", -HUGE_VAL, HUGE_VAL},
    {"", "<motor joint='other' ctrlrange='-1 1'/>", -HUGE_VAL, HUGE_VAL},
    {"actuatorfrcrange='-5 6'", "", -5, 6},
    {"actuatorfrcrange='-5 6'", "<motor joint='j' gear='10' ctrlrange='-1 .2'/>", -5, 2},
    {"actuatorfrcrange='-5 6' actuatorfrclimited='false'", "", -HUGE_VAL, HUGE_VAL},
    {"", "<position joint='j' kp='50' ctrlrange='-1 1'/>", -HUGE_VAL, HUGE_VAL},
    {"", "<position joint='j' kp='50' ctrlrange='-1 1' forcerange='-7 8' gear='2'/>", -14, 16},
    {"",
     "<general joint='j' ctrlrange='-4 5' gaintype='fixed' biastype='none' gainprm='1 0 0' biasprm='0 0'/>",
     -4, 5},
};

START_TEST(motors_give_strength)
{
    char body[512], rest[512];
    KipModel *model;
    snprintf(body, sizeof body,
             "<joint name='j' range='-90 90' %s/><geom size='1'/><body><joint name='other'/>"
             "<geom size='1'/></body>",
             strengths[_i].joint);
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
        "<default><motor ctrlrange='-1 1' gear='3'/><default class='servo'><position kp='70'/>"
        "<velocity kv='8'/></default></default><actuator><motor name='m' joint='j'/>"
        "<position name='p' joint='j' class='servo' inheritrange='.5'/>"
        "<velocity name='v' joint='j' class='servo' ctrlrange='-2 2'/><position joint='j'/></actuator>");
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
    KipModel *model = load_body("<joint name='j' springref='30'/><geom size='1' pos='1 0 0'/><body>"
                                "<joint name='k' type='slide' springref='2'/><geom size='1'/></body>",
                                "<default><tendon stiffness='4' damping='.5'/></default><tendon>"
                                "<fixed name='t' range='-1 3'><joint joint='j' coef='.5'/>"
                                "<joint joint='k' coef='-2'/></fixed>"
                                "<fixed limited='false' range='0 1' springlength='.7' damping='0'>"
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

/* -- notes --------------------------------------------------------------------------- */

START_TEST(what_is_done_otherwise_is_noted)
{
    KipNotes notes = {NULL, 0, 0};
    KipModel *model;
    static const char text[] =
        "<mujoco>\n<option integrator='RK4' density='0'/>\n"
        "<visual><anything goes='here'/></visual>\n<worldbody><light/><body><freejoint/>"
        "<geom name='a' size='1' margin='.1'/>\n<geom size='1' margin='.2' condim='4'/></body>"
        "<geom name='b' type='plane' size='1 1 1'/></worldbody><sensor><gyro site='s'/></sensor>\n"
        "<contact><pair geom1='a' geom2='b' friction='.5 .6' gap='.1'/></contact></mujoco>";
    static const struct {
        KipNoteKind kind;
        const char *what;
        int line, count;
    } expected[] = {
        {KIP_NOTE_REPLACED, "option integrator", 2, 1},
        {KIP_NOTE_SKIPPED, "visual", 3, 1},
        {KIP_NOTE_SKIPPED, "worldbody light", 4, 1},
        {KIP_NOTE_REPLACED, "geom margin", 4, 2},
        {KIP_NOTE_SKIPPED, "sensor", 5, 1},
        {KIP_NOTE_REPLACED, "pair gap", 6, 1},
        {KIP_NOTE_REPLACED, "pair friction of two directions (by the first's)", 6, 1},
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

Suite *suite_mjcf(void)
{
    Suite *suite = suite_create("mjcf");
    TCase *parts = tcase_create("parts");
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
    tcase_add_test(parts, masses_have_bounds);
    tcase_add_test(parts, geoms_are_painted_and_pair);
    tcase_add_test(parts, meshes_that_are_pictures_are_left_out);
    tcase_add_test(parts, custom_data_and_excludes_are_kept);
    tcase_add_loop_test(parts, motors_give_strength, 0, sizeof strengths / sizeof *strengths);
    tcase_add_test(parts, motors_take_from_their_class);
    tcase_add_test(parts, tendons_are_sums);
    tcase_add_test(parts, what_is_done_otherwise_is_noted);
    suite_add_tcase(suite, parts);
    suite_add_tcase(suite, mjcf_files_case());
    suite_add_tcase(suite, mjcf_refused_case());
    suite_add_tcase(suite, mjcf_hostile_case());
    return suite;
}
