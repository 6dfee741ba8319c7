/* Joint and tendon limits: the exponential springs of DCT.4, W-DCT.4b's numbers, and what they do to an
 * arm. */
#include <math.h>
#include <string.h>

#include "dynamics/quat.h"
#include "dynamics/world.h"
#include "study.h"

Suite *suite_limit(void);

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

/* What the limits of a one-axis model answer at q, v. */
static double answer(KipSim *sim, double q, double v)
{
    KipError error;
    AxisForce axis = {0};
    ck_ok(kip_sim_set_state(sim, &q, &v, &error));
    kip_limit_forces(sim, &axis);
    return axis.limit_torque;
}

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

START_TEST(test_bad_limit_spring)
{
    const double bad[3][2] = {{-10, 0.5}, {NAN, 0.5}, {10, -1}};
    for (int i = 0; i < 3; i++) {
        KipBuilder *builder = kip_builder_create(NULL);
        KipModel *plain = arm(KIP_JOINT_HINGE, v3(1, 0, 0), -1, 1, 0, false), *model;
        KipSim *sim;
        KipSimDef def;
        KipError error;
        kip_builder_body(builder, plain->body + 1);
        kip_builder_joint(builder, plain->joint);
        kip_builder_number(builder, "limit_spring", bad[i], 2);
        ck_ok(kip_builder_finish(builder, &model, &error));
        def = kip_sim_def(model);
        ck_assert_int_eq(kip_sim_create(model, &def, &sim, &error), KIP_BAD_INPUT);
        ck_assert(strstr(error.message, "limit_spring"));
        kip_model_destroy(model);
        kip_model_destroy(plain);
    }
}
END_TEST

Suite *suite_limit(void)
{
    Suite *suite = suite_create("limit");
    TCase *tc = tcase_create("springs");
    tcase_add_test(tc, test_worked_example);
    tcase_add_test(tc, test_shape);
    tcase_add_test(tc, test_rest_on_limit);
    tcase_add_test(tc, test_slides_and_tendons);
    tcase_add_test(tc, test_bad_limit_spring);
    suite_add_tcase(suite, tc);
    return suite;
}
