/* Joint and tendon limits: the exponential springs of DCT.4 and VST.4, W-DCT.4b's numbers, and what they do to an
 * arm. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dynamics/quat.h"
#include "dynamics/sim_parts.h"
#include "io/formats/mjcf.h"
#include "random_model.h"
#include "study.h"

Suite *suite_limit(void);

static const double papers[2] = {10, 0.5}; /* limit_spring as in the papers */

/* A 1 kg ball 0.3 m out along `out`, on one joint at the world's origin; a tendon of coefficient 2 where
 * asked. */
static KipModel *arm(KipJointType type, KipVec3 out, double lo, double hi, double strength, bool tendon)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    KipTendon line = kip_tendon_def();
    const double coef = 2;
    int index;
    KipModel *model;
    KipError error;
    kip_builder_number(builder, "limit_spring", papers, 2, (KipPlace){0});
    body.name = joint.name = "arm";
    body.mass = 1;
    body.com = v3_scale(0.3, out);
    body.inertia = s3_diagonal(1e-3, 1e-3, 1e-3);
    joint.body = kip_builder_body(builder, &body);
    joint.type = type;
    joint.axis = type == KIP_JOINT_SLIDE ? v3(0, 0, 1) : v3(0, 1, 0);
    joint.limited = !tendon;
    joint.range[0] = lo, joint.range[1] = hi;
    if (strength > 0)
        joint.strength[0] = -strength, joint.strength[1] = strength;
    index = kip_builder_joint(builder, &joint);
    if (tendon) {
        line.name = "line", line.njoint = 1, line.joint = &index, line.coef = &coef;
        line.limited = true, line.range[0] = lo, line.range[1] = hi;
        kip_builder_tendon(builder, &line);
    }
    ck_ok(kip_builder_finish(builder, &model, &error));
    return model;
}

static KipSim *make_sim(const KipModel *model)
{
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    KipError error;
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    return sim;
}

/* What limits answer on up to three axes. */
typedef struct Answer {
    double torque[3], c[3], k[3], stopped[3];
} Answer;

static Answer answers(const KipSim *sim)
{
    Answer of = {.torque = {0}};
    kip_limit_forces(sim,
                     &(AxisForces){.limit_torque = of.torque, .c = of.c, .k = of.k, .stopped = of.stopped},
                     1);
    return of;
}

/* What the limits of a one-axis model answer at q, v. */
static double answer(KipSim *sim, double q, double v)
{
    KipError error;
    ck_ok(kip_sim_set_state(sim, &q, &v, &error));
    return answers(sim).torque[0];
}

/* What falls in a heap of limbs stays within its limits to a degree, where it asks for no springs of the papers'. */
START_TEST(test_hard_limits)
{
    static const char text[] =
        "<mujoco><default><geom type='capsule' size='.06'/><joint range='-30 25'/></default>"
        "<worldbody><geom type='plane' size='5 5 1'/><body pos='0 0 1.5'><freejoint/>"
        "<geom type='box' size='.15 .2 .1' mass='50'/>"
        "<body pos='0 .1 -.2'><joint name='hip' axis='0 1 0'/><geom fromto='0 0 0 0 0 -.4' mass='8'/>"
        "<body pos='0 0 -.45'><joint name='knee' axis='0 1 0' range='-5 120'/><geom fromto='0 0 0 0 0 -.4' mass='3'/>"
        "<body pos='0 0 -.4'><joint name='toe' axis='0 1 0'/><geom size='.03' fromto='.04 0 0 .12 0 0' mass='.2'/>"
        "</body></body></body>"
        "<body pos='0 -.1 -.2'><joint name='rod' type='slide' axis='0 0 1' range='-.1 .1'/>"
        "<geom fromto='0 0 0 0 0 -.5' mass='4'/></body>"
        "<body pos='0 0 .2'><joint name='neck' type='ball' range='0 30'/><geom type='sphere' size='.1' pos='0 0 .15' "
        "mass='4'/></body></body></worldbody></mujoco>";
    KipRandom random = {(uint64_t)_i + 40};
    KipModel *model;
    KipError error;
    double most = 0, rest = 0;
    ck_ok(kip_mjcf_parse(&model, text, strlen(text), "limbs", NULL, &error));
    KipSim *sim = make_sim(model);
    double q[32] = {0, 0, 1.5};
    q_store(q + 3, random_quat(&random));
    q[11] = 1;
    ck_ok(kip_sim_set_state(sim, q, NULL, &error));
    while (kip_sim_time(sim) < 6) {
        const double *x = kip_sim_q(sim);
        ck_ok(kip_sim_step(sim, &error));
        rest = 0;
        for (int j = 1; j < model->njoint; j++) {
            const KipJoint *joint = model->joint + j;
            double unit = joint->type == KIP_JOINT_SLIDE ? 500 : 180 / acos(-1); /* 2 mm as 1 degree */
            double at = joint->type == KIP_JOINT_BALL ? v3_length(q_log(q_from(x + joint->q))) : x[joint->q];
            rest = most_of(rest, unit * fmax(joint->range[0] - at, at - joint->range[1]));
        }
        most = most_of(most, rest);
    }
    study_print("  limbs dropped: %.2f degrees beyond their limits at most, %.3f at rest   (bar 1)\n", most,
                rest);
    ck_below(rest, 1);
    ck_below(most, 15);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_worked_example)
{
    static const double row[][3] =
        {{1.05, 0, -12.974425},   {1.1, 0.4, -34.565636569}, {1.1, -0.4, -34.165636569},
         {-0.6, 0, 34.365636569}, {-0.6, -1, 34.865636569},  {0.5, 0, 0},
         {0.999, 50, 0},          {-0.499, -50, 0}};
    KipModel *model = arm(KIP_JOINT_HINGE, v3(1, 0, 0), -0.5, 1, 300, false); /* a = 20, b = 10, k = 0.5 */
    KipSim *sim = make_sim(model);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        ck_near(answer(sim, row[i][0], row[i][1]), row[i][2], 1e-6);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* Never pulling, growing without end, and continuous where the exponent is capped. */
START_TEST(test_shape)
{
    KipModel *model = arm(KIP_JOINT_HINGE, v3(1, 0, 0), -0.5, 1, 300, false);
    KipSim *sim = make_sim(model);
    double before = 0;
    ck_near(answer(sim, 1.001, -100), 0, 0); /* leaving fast: the damper may not hold it back */
    for (int i = 1; i <= 2000; i++) {
        double torque = -answer(sim, 1 + 1e-3 * i, 0);
        ck_assert(torque > before);
        ck_below(torque - before, 1e-3 * 20 * 10 * exp(5) + 1e-9);
        before = torque;
    }
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* Dropped onto its limit the arm comes to rest just beyond it and only loses energy; a ball's does so in
 * any direction. */
START_TEST(test_rest_on_limit)
{
    static const KipVec3 out[] = {{1, 0, 0}, {0, 1, 0}, {0.6, 0.8, 0}};
    for (int i = 0; i < 4; i++) {
        KipModel *model = i == 3 ? arm(KIP_JOINT_HINGE, out[0], -0.5, 0.5, 0, false)
                                 : arm(KIP_JOINT_BALL, out[i], 0, 0.5, 0, false);
        KipSim *sim = make_sim(model);
        KipDrives drives = kip_sim_drives(sim);
        KipError error;
        double angle;
        for (int k = 0; k < model->nv; k++)
            drives.damping[k] = 0.05;
        for (int n = 0; n < 10000; n++)
            ck_ok(kip_sim_step(sim, &error));
        angle = i == 3 ? kip_sim_q(sim)[0] : v3_length(q_log(q_from(kip_sim_q(sim))));
        ck_assert_msg(angle > 0.5 && angle < 0.53, "case %d rests at %g rad", i, angle);
        ck_below(kip_energy(kip_sim_dynamics(sim)).kinetic, 1e-9);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

/* A slide's limit is ten times as steep; a tendon's acts through its coefficient. */
START_TEST(test_slides_and_tendons)
{
    KipModel *slide = arm(KIP_JOINT_SLIDE, v3(1, 0, 0), -0.1, 0.1, 300, false);
    KipModel *tendon = arm(KIP_JOINT_HINGE, v3(1, 0, 0), -1, 1, 0, true);
    KipSim *on_slide = make_sim(slide), *on_tendon = make_sim(tendon);
    double a = 400 * (1e-3 + 0.09) / 4;
    ck_near(answer(on_slide, 0.11, 0), -20 * (exp(1) - 1), 1e-9);
    ck_near(answer(on_slide, -0.11, 0), 20 * (exp(1) - 1), 1e-9);
    ck_near(answer(on_tendon, 0.49, 0), 0, 0);
    ck_near(answer(on_tendon, 0.55, 0), -2 * a * (exp(1) - 1), 1e-9); /* length 1.1 */
    ck_near(answer(on_tendon, -0.55, 0), 2 * a * (exp(1) - 1), 1e-9);
    kip_sim_destroy(on_slide);
    kip_sim_destroy(on_tendon);
    kip_model_destroy(slide);
    kip_model_destroy(tendon);
}
END_TEST

/* What hangs on a tendon's limit rests half a degree beyond at the most, be its joints of any coefficient. */
START_TEST(test_hard_tendons)
{
    static const double coefs[] = {0.1, 1, 5};
    for (int i = 0; i < 3; i++) {
        char xml[1000];
        snprintf(
            xml, sizeof xml,
            "<mujoco><worldbody><body pos='0 0 2'><joint name='a' axis='0 1 0' damping='.5'/>"
            "<geom type='capsule' fromto='0 0 0 .4 0 0' size='.04' mass='3'/>"
            "<body pos='0.4 0 0'><joint name='b' axis='0 1 0' range='-.1 .1' limited='true' damping='.5'/>"
            "<geom type='capsule' fromto='0 0 0 .4 0 0' size='.04' mass='2'/></body></body></worldbody>"
            "<tendon><fixed name='t' limited='true' range='%g %g'><joint joint='a' coef='%g'/></fixed></tendon></mujoco>",
            -0.3 * coefs[i], 0.3 * coefs[i], coefs[i]);
        KipModel *model;
        KipError error;
        ck_ok(kip_mjcf_parse(&model, xml, strlen(xml), "t", NULL, &error));
        KipSim *sim = make_sim(model);
        for (int n = 0; n < 5000; n++)
            ck_ok(kip_sim_step(sim, &error));
        const double beyond = (kip_sim_q(sim)[0] - 0.3) * 180 / acos(-1);
        study_print("  a tendon of coefficient %g holds to %.3f degrees   (bar 0.5)\n", coefs[i], beyond);
        ck_assert_msg(beyond > 0 && beyond < 0.5, "%g degrees", beyond);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

/* A tendon over two joints pulls each by its coefficient; their slopes are those of its force, as often as there are
 * joints, and its amplitude 400 /s^2 times the inertia that it meets where each joint moves alone. */
START_TEST(test_tendon_over_two_joints)
{
    static const char xml[] =
        "<mujoco><custom><numeric name='limit_spring' data='10 0.5'/></custom>"
        "<worldbody><body><joint name='a' axis='0 1 0'/>"
        "<inertial pos='0.3 0 0' mass='1' diaginertia='.001 .001 .001'/>"
        "<body pos='0.5 0 0'><joint name='b' axis='0 1 0'/>"
        "<inertial pos='0.3 0 0' mass='1' diaginertia='.001 .001 .001'/></body></body></worldbody>"
        "<tendon><fixed name='t' limited='true' range='-1 1'><joint joint='a' coef='2'/><joint joint='b' "
        "coef='-1'/>"
        "</fixed></tendon></mujoco>";
    const double coef[2] = {2, -1}, inertia[2] = {0.091 + 0.641, 0.091}, h = 1e-6;
    const double a = 400 / (4 / inertia[0] + 1 / inertia[1]);
    KipModel *model;
    KipError error;
    ck_ok(kip_mjcf_parse(&model, xml, strlen(xml), "t", NULL, &error));
    KipSim *sim = make_sim(model);
    for (int side = -1; side <= 1; side += 2) {
        Answer axis[4];
        for (int i = 0; i < 4; i++) { /* there, further, and with a rate; and within */
            const double q[2] = {side * (0.5 + (i == 1 ? h : 0)), side * (i == 3 ? 0.1 : -0.1)};
            const double v[2] = {0, i == 2 ? -side * 0.1 : 0};
            ck_ok(kip_sim_set_state(sim, q, v, &error));
            axis[i] = answers(sim);
        }
        for (int k = 0; k < 2; k++) {
            const double torque = axis[0].torque[k], square = 2 * coef[k] * coef[k];
            const double slope = (axis[1].torque[0] - axis[0].torque[0]) / (side * h) / 4;
            const double damping = (axis[2].torque[0] - axis[0].torque[0]) / (side * 0.1) / 2;
            ck_near(torque, -side * coef[k] * a * (exp(1) - 1), 1e-9);
            ck_near(axis[0].k[k], -square * slope, 1e-3 * axis[0].k[k]);
            ck_near(axis[0].c[k], -square * damping, 1e-6);
            ck_assert(axis[3].torque[k] == 0 && axis[3].k[k] == 0 && axis[3].c[k] == 0);
        }
    }
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* A plain arm and numbers by which its limits are made; its one joint has a name. */
static KipBuilder *numbered_builder(KipJointType type, const char *joint, const char *key,
                                    const double *number, int n)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipModel *plain = arm(type, v3(1, 0, 0), -1, 1, 300, false);
    KipJoint named = plain->joint[0];
    named.name = joint;
    kip_builder_body(builder, plain->body + 1);
    kip_builder_joint(builder, &named);
    if (strcmp(key, "limit_spring") != 0)
        kip_builder_number(builder, "limit_spring", papers, 2, (KipPlace){0});
    kip_builder_number(builder, key, number, n, kip_nowhere());
    kip_model_destroy(plain);
    return builder;
}

static KipModel *numbered_arm(KipJointType type, const char *joint, const char *key, const double *number,
                              int n)
{
    KipModel *model;
    KipError error;
    ck_ok(kip_builder_finish(numbered_builder(type, joint, key, number, n), &model, &error));
    return model;
}

static void check_refused(KipBuilder *builder, const char *why)
{
    KipModel *model;
    KipError error;
    ck_assert_int_eq(kip_builder_finish(builder, &model, &error), KIP_BAD_INPUT);
    ck_assert_msg(strstr(error.message, why) != NULL, "%s", error.message);
}

START_TEST(test_bad_limit_spring)
{
    const double bad[][2] = {{-10, 0.5}, {0, 0.5}, {NAN, 0.5}, {1e4, 0.5}, {10, -1}, {10, 1e4}, {10, NAN}};
    const double good[][2] = {{1e-3, 0}, {9999, 9999}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_refused(numbered_builder(KIP_JOINT_HINGE, "arm", "limit_spring", bad[i], 2), "limit_spring");
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        KipModel *model = numbered_arm(KIP_JOINT_HINGE, "arm", "limit_spring", good[i], 2);
        KipSim *sim = make_sim(model);
        double e = good[i][0] * 1e-4, depth = exp(e) - 1;
        ck_near(answer(sim, 1 + 1e-4, 0), -20 * depth, 1e-9 * (1 + 20 * depth));
        ck_near(answer(sim, 1.1, 1) - answer(sim, 1.1, 0), -good[i][1], 1e-6 * answer(sim, -1.1, 0));
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

/* Inside the range the papers' spring, from where it is said to begin, as strong as a limit's; at the range's end
 * a limit that holds. */
START_TEST(test_inner_spring)
{
    static const double inner[4] = {3, 0.5, -0.4, 0.6};
    KipBuilder *builder = kip_builder_create(NULL);
    KipModel *plain = arm(KIP_JOINT_HINGE, v3(1, 0, 0), -1, 1, 300, false);
    KipError error;
    KipModel *model;
    kip_builder_body(builder, plain->body + 1);
    KipJoint named = plain->joint[0];
    named.name = "a/arm";
    kip_builder_joint(builder, &named);
    kip_builder_number(builder, "a/limit_spring/arm", inner, 4, kip_nowhere());
    ck_ok(kip_builder_finish(builder, &model, &error));
    KipSim *sim = make_sim(model);
    ck_near(answer(sim, 0.6, 1), 0, 1e-12);
    ck_near(answer(sim, -0.4, -1), 0, 1e-12);
    ck_near(answer(sim, 0.7, 0), -20 * (exp(0.3) - 1), 1e-9);
    ck_near(answer(sim, -0.6, 0), 20 * (exp(0.6) - 1), 1e-9);
    ck_near(answer(sim, 0.7, 1) - answer(sim, 0.7, 0), -0.5, 1e-9);
    const double end = -answer(sim, 1, 0);
    ck_near(end, 20 * (exp(1.2) - 1), 1e-9);
    ck_assert(-answer(sim, 1.001, 0) - end > 3 * (20 * (exp(1.203) - 1) - end));
    kip_sim_destroy(sim);
    kip_model_destroy(model);
    kip_model_destroy(plain);
}
END_TEST

START_TEST(test_bad_inner_spring)
{
    const double bad[][4] = {{0, 0.5, -0.5, 0.5},
                             {10, -1, -0.5, 0.5},
                             {10, 0.5, 0.5, -0.5},
                             {10, 0.5, NAN, 0.5}};
    const double good[4] = {10, 0.5, -0.5, 0.5};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_refused(numbered_builder(KIP_JOINT_HINGE, "arm", "limit_spring/arm", bad[i], 4),
                      "four numbers");
    check_refused(numbered_builder(KIP_JOINT_HINGE, "arm", "limit_spring/arm", good, 2), "four numbers");
    check_refused(numbered_builder(KIP_JOINT_HINGE, "arm", "limit_spring/leg", good, 4), "no hinge");
    check_refused(numbered_builder(KIP_JOINT_BALL, "arm", "limit_spring/arm", good, 4), "no hinge");
}
END_TEST

/* The number of merged files is for the joints that begin as it does. */
START_TEST(test_whose_limit_spring)
{
    static const struct {
        const char *joint, *key;
        bool meant;
    } rows[] = {{"arm", "limit_spring", true},        {"a/arm", "limit_spring", true},
                {"a/arm", "a/limit_spring", true},    {"b/arm", "a/limit_spring", false},
                {"a/arm", "my_limit_spring", false},  {"a/b/arm", "a/limit_spring", true},
                {"a/arm", "a/b/limit_spring", false}, {"arm", "limit_springs", false}};
    const double five[] = {5, 1};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        KipModel *model = numbered_arm(KIP_JOINT_HINGE, rows[i].joint, rows[i].key, five, 2);
        KipSim *sim = make_sim(model);
        ck_near(answer(sim, 1.1, 0), -20 * (exp(rows[i].meant ? 0.5 : 1) - 1), 1e-9);
        ck_near(answer(sim, 1.1, 1) - answer(sim, 1.1, 0), rows[i].meant ? -1 : -0.5, 1e-9);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

static Answer answers_of_ball(const KipModel *model, double rate)
{
    const double q[] = {cos(0.55), 0, sin(0.55), 0}, v[] = {0.3 * rate, rate, 0}; /* 0.1 rad beyond */
    KipError error;
    KipSim *sim = make_sim(model);
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    const Answer of = answers(sim);
    kip_sim_destroy(sim);
    return of;
}

/* The springs of a ball go with its strength, as those of other joints do with their motors': with the largest either way. */
START_TEST(test_a_ball_is_as_strong_as_it_says)
{
    const double either[] = {30, 600, 45}, both[] = {-20, 30, -600, 7, 0, 0};
    KipModel *motor = arm(KIP_JOINT_BALL, v3(1, 0, 0), 0, 1, 600, false);
    KipModel *model[] = {numbered_arm(KIP_JOINT_BALL, "a/arm", "a/strength_arm", either, 3),
                         numbered_arm(KIP_JOINT_BALL, "arm", "strength_arm", both, 6)};
    for (int m = 0; m < 2; m++)
        for (double rate = -1; rate <= 1; rate++) {
            const Answer expected = answers_of_ball(motor, rate), got = answers_of_ball(model[m], rate);
            ck_assert(expected.torque[1] < -40);
            for (int k = 0; k < 3; k++)
                ck_near(got.torque[k], expected.torque[k], 1e-9);
        }
    for (int m = 0; m < 2; m++)
        kip_model_destroy(model[m]);
    kip_model_destroy(motor);
}
END_TEST

START_TEST(test_bad_swing_twist)
{
    const double good[] = {0.5, 0.9, -0.3, 0.6}, pi = 3.14159265358979323846;
    const double bad[][2] = {{0, 0},   {0, -1},  {0, pi}, {1, 0},    {1, pi},
                             {2, 0.6}, {2, -pi}, {3, pi}, {3, -0.3}, {2, NAN}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double number[4];
        memcpy(number, good, sizeof good);
        number[(int)bad[i][0]] = bad[i][1];
        check_refused(numbered_builder(KIP_JOINT_BALL, "arm", "swing_twist/arm", number, 4), "four angles");
    }
    check_refused(numbered_builder(KIP_JOINT_BALL, "arm", "swing_twist/arm", good, 3), "four angles");
    check_refused(numbered_builder(KIP_JOINT_HINGE, "arm", "swing_twist/arm", good, 4), "no ball joint");
    check_refused(numbered_builder(KIP_JOINT_BALL, "arm", "swing_twist/leg", good, 4), "no ball joint");
    check_refused(numbered_builder(KIP_JOINT_BALL, "a/arm", "b/swing_twist/arm", good, 4), "no ball joint");
}
END_TEST

/* The energy of the springs that hold a ball within an elliptic cone and a range of twist (a = 20, b = 10): the swing
 * is the shortest turn that takes z to where it is, the twist is what is left before it. */
static double spring_energy(double x)
{
    return x > 0 ? 20 * ((exp(10 * x) - 1) / 10 - x) : 0;
}

static double swing_twist_energy(const double *limit, KipQuat q)
{
    KipVec3 z = q_rotate(q, v3(0, 0, 1)), axis = v3_cross(v3(0, 0, 1), z);
    double s = atan2(v3_length(axis), z.z);
    KipVec3 n = v3_scale(1 / v3_length(axis), axis);
    KipVec3 twist = q_log(q_mul(q_conjugate(q_axis_angle(n, s)), q));
    ck_below(hypot(twist.x, twist.y), 1e-9);
    return spring_energy(s - 1 / hypot(n.x / limit[0], n.y / limit[1])) + spring_energy(twist.z - limit[3]) +
           spring_energy(limit[2] - twist.z);
}

static Answer ball_answer(KipSim *sim, KipQuat q, KipVec3 w)
{
    double state[4];
    KipError error;
    q_store(state, q);
    ck_ok(kip_sim_set_state(sim, state, &w.x, &error));
    return answers(sim);
}

static KipVec3 torque_of(const Answer *of)
{
    return v3_from(of->torque);
}

/* A swing and a twist are met with the slope of that energy, q and -q alike; a rate is braked, never driven, within
 * the slopes that are told. */
START_TEST(test_swing_and_twist)
{
    const double limit[] = {0.5, 0.9, -0.3, 0.6}, h = 1e-5;
    KipModel *model = numbered_arm(KIP_JOINT_BALL, "x/arm", "x/swing_twist/arm", limit, 4);
    KipSim *sim = make_sim(model);
    KipRandom random = {12};
    int pushed = 0;
    for (int i = 0; i < 300; i++) {
        KipVec3 to = v3_scale(0.8, random_unit(&random)), w = random_unit(&random), slope;
        KipQuat q = q_mul(q_exp(v3(to.x, to.y, 0)), q_exp(v3(0, 0, to.z)));
        double energy[3];
        for (int k = 0; k < 3; k++) {
            KipVec3 step = v3(k == 0 ? h : 0, k == 1 ? h : 0, k == 2 ? h : 0);
            energy[k] = (swing_twist_energy(limit, q_mul(q, q_exp(step))) -
                         swing_twist_energy(limit, q_mul(q, q_exp(v3_neg(step))))) /
                        (2 * h);
        }
        slope = v3(energy[0], energy[1], energy[2]);
        const Answer axis = ball_answer(sim, q, v3_zero());
        ck_below(v3_length(v3_add(torque_of(&axis), slope)), 1e-3 + 1e-6 * v3_length(slope));
        const Answer turned = ball_answer(sim, quat(-q.w, -q.x, -q.y, -q.z), v3_zero());
        ck_below(v3_length(v3_sub(torque_of(&axis), torque_of(&turned))), 1e-9);
        if (v3_length(slope) > 1) {
            w = v3_scale(1e-3, w);
            const Answer moving = ball_answer(sim, q, w);
            KipVec3 brake = v3_sub(torque_of(&moving), torque_of(&axis));
            ck_assert(v3_dot(brake, w) <= 0);
            for (int k = 0; k < 3; k++) {
                ck_assert(axis.c[k] > 0 && axis.k[k] >= 200);
                ck_below(-v3_dot(brake, w), axis.c[k] * v3_dot(w, w) + 1e-15);
            }
            pushed++;
        } else if (v3_length(slope) == 0) {
            ck_assert(axis.c[0] == 0 && axis.k[1] == 0);
        }
    }
    ck_assert_int_gt(pushed, 100);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

Suite *suite_limit(void)
{
    Suite *suite = suite_create("limit");
    TCase *tc = tcase_create("springs");
    tcase_add_loop_test(tc, test_hard_limits, 0, 5);
    tcase_add_test(tc, test_worked_example);
    tcase_add_test(tc, test_shape);
    tcase_add_test(tc, test_rest_on_limit);
    tcase_add_test(tc, test_slides_and_tendons);
    tcase_add_test(tc, test_hard_tendons);
    tcase_add_test(tc, test_tendon_over_two_joints);
    tcase_add_test(tc, test_bad_limit_spring);
    tcase_add_test(tc, test_whose_limit_spring);
    tcase_add_test(tc, test_inner_spring);
    tcase_add_test(tc, test_bad_inner_spring);
    tcase_add_test(tc, test_a_ball_is_as_strong_as_it_says);
    tcase_add_test(tc, test_bad_swing_twist);
    tcase_add_test(tc, test_swing_and_twist);
    suite_add_tcase(suite, tc);
    return suite;
}
