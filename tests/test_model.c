/* Building models: what is refused and in which words, geoms' inertias, order, keyframes, states. */
#include "dynamics/model.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dynamics/dynamics.h"
#include "dynamics/extent.h"
#include "dynamics/quat.h"
#include "dynamics/sim.h"
#include "random_model.h"
#include "study.h"

Suite *suite_model(void);

static const double pi = 3.14159265358979323846;

static KipBody valid_body(void)
{
    KipBody body = kip_body_def();
    body.name = "arm";
    body.mass = 1;
    body.inertia = s3_diagonal(0.1, 0.1, 0.1);
    body.place = (KipPlace){"robot.xml", 7, 3};
    return body;
}

static KipJoint valid_joint(void)
{
    KipJoint joint = kip_joint_def();
    joint.name = "elbow";
    joint.body = 1;
    joint.place = (KipPlace){"robot.xml", 8, 5};
    return joint;
}

static KipGeom valid_geom(void)
{
    KipGeom geom = kip_geom_def();
    geom.name = "skin";
    geom.body = 1;
    geom.size[0] = 0.1;
    geom.place = (KipPlace){"robot.xml", 9, 5};
    return geom;
}

/* One body, one joint, one geom: refused with this piece of a sentence at that line. */
static void refuses(KipBody body, KipJoint joint, KipGeom geom, const char *words, int line)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipModel *model = NULL;
    KipError error;
    kip_builder_body(builder, &body);
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &geom);
    ck_assert_int_eq(kip_builder_finish(builder, &model, &error), KIP_BAD_INPUT);
    ck_assert_ptr_null(model);
    ck_assert_msg(strstr(error.message, words), "'%s' is not in: %s", words, error.message);
    ck_assert_int_eq(error.line, line);
    ck_assert_str_eq(error.file, line ? "robot.xml" : "");
}

START_TEST(test_bad_bodies)
{
    KipBody body = valid_body();
    body.mass = -2;
    refuses(body, valid_joint(), valid_geom(), "'arm' has mass -2", 7);
    body = valid_body();
    body.mass = NAN;
    refuses(body, valid_joint(), valid_geom(), "'arm' has mass", 7);
    body = valid_body();
    body.inertia.xx = 1;
    refuses(body, valid_joint(), valid_geom(), "an inertia", 7);
    body = valid_body();
    body.inertia.xy = 1;
    refuses(body, valid_joint(), valid_geom(), "an inertia", 7);
    body = valid_body();
    body.parent = 1;
    refuses(body, valid_joint(), valid_geom(), "after its parent", 7);
    body = valid_body();
    body.quat = quat(0, 0, 0, 0);
    refuses(body, valid_joint(), valid_geom(), "quat", 7);
    body = valid_body();
    body.com.x = INFINITY;
    refuses(body, valid_joint(), valid_geom(), "finite", 7);
    body = valid_body();
    body.name = NULL;
    refuses(body, valid_joint(), valid_geom(), "no name", 7);
    body = valid_body();
    body.mass = 0;
    body.inertia = s3_diagonal(0, 0, 0);
    refuses(body, valid_joint(), valid_geom(), "no inertia to move", 8);
}
END_TEST

START_TEST(test_bad_joints)
{
    KipJoint joint = valid_joint();
    joint.limited = true;
    joint.range[0] = 1, joint.range[1] = -1;
    refuses(valid_body(), joint, valid_geom(), "range reversed or empty: 1 to -1", 8);
    joint = valid_joint();
    joint.axis = v3_zero();
    refuses(valid_body(), joint, valid_geom(), "axis of length 0", 8);
    joint = valid_joint();
    joint.damping = -1;
    refuses(valid_body(), joint, valid_geom(), "negative", 8);
    joint = valid_joint();
    joint.body = 5;
    refuses(valid_body(), joint, valid_geom(), "no body", 8);
    joint = valid_joint();
    joint.strength[0] = 2, joint.strength[1] = 1;
    refuses(valid_body(), joint, valid_geom(), "least motor force", 8);
    joint = valid_joint();
    joint.type = KIP_JOINT_FREE, joint.limited = true, joint.range[1] = 1;
    refuses(valid_body(), joint, valid_geom(), "has no range", 8);
}
END_TEST

START_TEST(test_bad_geoms)
{
    KipGeom geom = valid_geom();
    geom.size[0] = 0;
    refuses(valid_body(), valid_joint(), geom, "a geom of body 'arm' has size 0", 9);
    geom = valid_geom();
    geom.type = KIP_GEOM_PLANE;
    refuses(valid_body(), valid_joint(), geom, "planes stand still", 9);
    geom = valid_geom();
    geom.friction = -1;
    refuses(valid_body(), valid_joint(), geom, "friction", 9);
    geom = valid_geom();
    geom.condim = 2;
    refuses(valid_body(), valid_joint(), geom, "condim 2", 9);
}
END_TEST

/* Several joints on one body. */
START_TEST(test_bad_company)
{
    static const char *const words[] = {"does the same", "stands alone", "more than 6 ways",
                                        "are called 'elbow'"};
    for (int i = 0; i < 4; i++) {
        KipBuilder *builder = kip_builder_create(NULL);
        KipBody body = valid_body();
        KipJoint joint = valid_joint();
        KipModel *model;
        KipError error;
        kip_builder_body(builder, &body);
        kip_builder_joint(builder, &joint);
        if (i < 3)
            joint.name = "second"; /* i == 0: the same axis again */
        if (i == 1)
            joint.type = KIP_JOINT_FREE;
        if (i == 2) {
            joint.type = KIP_JOINT_BALL;
            kip_builder_joint(builder, &joint);
            joint.name = "third";
        }
        kip_builder_joint(builder, &joint);
        ck_assert_int_eq(kip_builder_finish(builder, &model, &error), KIP_BAD_INPUT);
        ck_assert_msg(strstr(error.message, words[i]), "'%s' is not in: %s", words[i], error.message);
    }
}
END_TEST

/* Solids against integrals known from books. */
START_TEST(test_solids)
{
    KipGeom geom = kip_geom_def();
    double volume;
    KipSym3 I;
    geom.size[0] = 0.3;
    kip_geom_solid(&geom, &volume, &I);
    ck_near(volume, 4.0 / 3 * pi * 0.027, 1e-15);
    ck_near(I.xx, 0.4 * 0.09 * volume, 1e-15);

    geom.type = KIP_GEOM_CAPSULE, geom.size[1] = 0.5; /* slices of the solid, summed */
    double slices = 0, about_x = 0, about_z = 0, dz = 1e-5;
    for (double z = -0.8 + dz / 2; z < 0.8; z += dz) {
        double beyond = fabs(z) > 0.5 ? fabs(z) - 0.5 : 0, r2 = 0.09 - beyond * beyond, v = pi * r2 * dz;
        slices += v;
        about_z += 0.5 * r2 * v;
        about_x += (0.25 * r2 + z * z) * v;
    }
    kip_geom_solid(&geom, &volume, &I);
    ck_near(volume, slices, 1e-9);
    ck_near(I.xx, about_x, 1e-9);
    ck_near(I.zz, about_z, 1e-9);

    geom.type = KIP_GEOM_BOX, geom.size[2] = 0.7;
    kip_geom_solid(&geom, &volume, &I);
    ck_near(volume, 8 * 0.3 * 0.5 * 0.7, 1e-15);
    ck_near(I.yy, volume / 12 * (0.6 * 0.6 + 1.4 * 1.4), 1e-15);
    geom.type = KIP_GEOM_ELLIPSOID;
    kip_geom_solid(&geom, &volume, &I);
    ck_near(I.zz, volume / 5 * (0.09 + 0.25), 1e-15);
    geom.type = KIP_GEOM_CYLINDER;
    kip_geom_solid(&geom, &volume, &I);
    ck_near(volume, pi * 0.09 * 1.0, 1e-15);
    ck_near(I.xx, volume / 12 * (3 * 0.09 + 1), 1e-15);
}
END_TEST

/* Two balls on a rod of no mass: parallel axes, and the centre between them. */
START_TEST(test_mass_from_geoms)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = valid_joint();
    KipGeom geom = valid_geom();
    KipModel *model;
    KipError error;
    body.name = "dumb-bell", body.mass_from_geoms = true;
    kip_builder_body(builder, &body);
    kip_builder_joint(builder, &joint);
    geom.name = "", geom.mass = 3, geom.pos = v3(1, 0, 0);
    kip_builder_geom(builder, &geom);
    geom.mass = 1, geom.pos = v3(-1, 0, 0);
    kip_builder_geom(builder, &geom);
    ck_ok(kip_builder_finish(builder, &model, &error));
    ck_near(model->body[1].mass, 4, 0);
    ck_near(model->body[1].com.x, 0.5, 1e-15);
    ck_near(model->body[1].inertia.xx, 0.4 * 0.01 * 4, 1e-15);
    ck_near(model->body[1].inertia.yy, 0.4 * 0.01 * 4 + 3 * 0.25 + 1 * 2.25, 1e-14);
    kip_model_destroy(model);
}
END_TEST

/* Joints come in the order of their bodies, whatever the order they were added in; motors and keys follow. */
START_TEST(test_order)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = valid_body();
    KipJoint joint = valid_joint();
    KipMotor motor = kip_motor_def();
    KipModel *model;
    KipError error;
    const double q[2] = {0.1, 0.2};
    kip_builder_body(builder, &body);
    body.name = "hand", body.parent = 1;
    kip_builder_body(builder, &body);
    joint.name = "wrist", joint.body = 2;
    motor.name = "flexor", motor.joint = kip_builder_joint(builder, &joint);
    joint.name = "elbow", joint.body = 1;
    kip_builder_joint(builder, &joint);
    kip_builder_motor(builder, &motor);
    kip_builder_key(builder, "bent", 0, 1, q, 2, NULL, 0, kip_nowhere());
    ck_ok(kip_builder_finish(builder, &model, &error));
    ck_assert_str_eq(model->joint[0].name, "elbow");
    ck_assert_str_eq(model->joint[model->motor[0].joint].name, "wrist");
    ck_assert_int_eq(model->body[2].q, 1);
    ck_assert_int_eq(model->body[2].root, 1);
    ck_assert(model->key[0].q[1] == 0.2);
    ck_assert_int_eq(kip_model_find_key(model, "bent"), 0);
    int found = -7;
    ck_assert_int_eq(kip_model_get_body(model, "hnad", &found, &error), KIP_BAD_INPUT);
    ck_assert_int_eq(found, -7);
    ck_assert_msg(strstr(error.message, "did you mean 'hand'"), "%s", error.message);
    kip_model_destroy(model);
}
END_TEST

/* Three hinges of which two stand alike at the reference turn a body any way elsewhere, as Euler's angles do; two about
 * one axis never do. */
START_TEST(test_hinges_that_are_alike_at_the_reference)
{
    static const KipVec3 axes[2][3] = {{{1, 0, 0}, {0, 1, 0}, {1, 0, 0}}, {{1, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    for (int i = 0; i < 2; i++) {
        KipBuilder *builder = kip_builder_create(NULL);
        KipBody body = valid_body();
        const char *const name[] = {"first", "second", "third"};
        KipModel *model;
        KipError error;
        kip_builder_body(builder, &body);
        for (int k = 0; k < 3; k++) {
            KipJoint joint = valid_joint();
            joint.name = name[k], joint.axis = axes[i][k];
            kip_builder_joint(builder, &joint);
        }
        ck_assert_int_eq(kip_builder_finish(builder, &model, &error), i == 0 ? KIP_OK : KIP_BAD_INPUT);
        ck_assert(i == 0 || strstr(error.message, "not independent") != NULL);
        kip_model_destroy(model);
    }
}
END_TEST

/* All that moves lies between its lowest and its highest geom, in whatever order they come. */
START_TEST(test_extent_of_all)
{
    static const double height[][3] = {{1, 2, 3}, {3, 2, 1}, {2, 3, 1}, {2, 1, 3}};
    for (int i = 0; i < 4; i++) {
        KipBuilder *builder = kip_builder_create(NULL);
        KipGeom still = valid_geom();
        KipModel *model;
        KipDynamics *d;
        KipError error;
        double lowest, highest;
        still.body = 0, still.pos = v3(0, 0, -5);
        kip_builder_geom(builder, &still);
        for (int k = 0; k < 3; k++) {
            const char *const name[] = {"one", "two", "three"};
            KipBody body = valid_body();
            KipJoint joint = valid_joint();
            KipGeom geom = valid_geom();
            body.name = joint.name = geom.name = name[k], body.pos = v3(0, 0, height[i][k]);
            joint.body = geom.body = kip_builder_body(builder, &body);
            kip_builder_joint(builder, &joint);
            kip_builder_geom(builder, &geom);
        }
        ck_ok(kip_builder_finish(builder, &model, &error));
        ck_ok(kip_dynamics_create(model, NULL, &d, &error));
        ck_assert(kip_extent_of_all(d, &lowest, &highest));
        ck_near(lowest, 1 - 0.1, 1e-12);
        ck_near(highest, 3 + 0.1, 1e-12);
        kip_dynamics_destroy(d);
        kip_model_destroy(model);
    }
}
END_TEST

/* A model made again from another's bodies and joints: what the first filled in is not taken over. */
START_TEST(test_rebuilt_model)
{
    KipRandom r = {3};
    for (int t = 0; t < 50; t++) {
        KipBuilder *builder = kip_builder_create(NULL);
        KipModel *model = random_model(&r, 30), *again;
        KipError error;
        for (int i = 1; i < model->nbody; i++)
            kip_builder_body(builder, model->body + i);
        for (int j = 0; j < model->njoint; j++)
            kip_builder_joint(builder, model->joint + j);
        ck_ok(kip_builder_finish(builder, &again, &error));
        ck_assert_int_eq(again->nq, model->nq);
        for (int i = 0; i < model->nbody; i++) {
            ck_assert_int_eq(again->body[i].joint, model->body[i].joint);
            ck_assert_int_eq(again->body[i].njoint, model->body[i].njoint);
            ck_assert_int_eq(again->body[i].v, model->body[i].v);
        }
        kip_model_destroy(again);
        kip_model_destroy(model);
    }
}
END_TEST

/* Things that no reader makes, but a program may. */
START_TEST(test_bad_parts)
{
    for (int i = 0; i < 6; i++) {
        KipBuilder *builder = kip_builder_create(NULL);
        KipBody body = valid_body();
        KipJoint joint = valid_joint();
        KipSite site = kip_site_def();
        KipTendon tendon = kip_tendon_def();
        KipMotor motor = kip_motor_def();
        KipGeom geom = valid_geom();
        KipModel *model = NULL;
        const int first = 0;
        const double one = 1, nan = NAN;
        kip_builder_body(builder, &body);
        kip_builder_joint(builder, &joint);
        site.body = i == 0 ? 99 : 1;
        kip_builder_site(builder, &site);
        if (i == 1)
            kip_builder_exclude(builder, -5, 77);
        tendon.njoint = 1, tendon.joint = &first, tendon.coef = &one;
        tendon.stiffness = i == 2 ? INFINITY : 1;
        kip_builder_tendon(builder, &tendon);
        motor.joint = i == 3 ? 4 : 0;
        kip_builder_motor(builder, &motor);
        if (i == 4)
            kip_builder_key(builder, NULL, 0, 1, &nan, 1, NULL, 0, kip_nowhere());
        geom.size[0] = i == 5 ? 1e120 : 0.1; /* its mass overflows */
        geom.body = 1;
        kip_builder_geom(builder, &geom);
        if (i == 5) {
            body.name = "balloon", body.mass_from_geoms = true;
            joint.name = "string", joint.body = geom.body = kip_builder_body(builder, &body);
            geom.name = "air";
            kip_builder_joint(builder, &joint);
            kip_builder_geom(builder, &geom);
        }
        ck_assert_msg(kip_builder_finish(builder, &model, NULL) == KIP_BAD_INPUT, "part %d is accepted", i);
    }
}
END_TEST

START_TEST(test_key_of_wrong_length)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = valid_body();
    KipJoint joint = valid_joint();
    KipModel *model;
    KipError error;
    const double q[3] = {0};
    KipPlace place = {"robot.xml", 30, 4};
    kip_builder_body(builder, &body);
    kip_builder_joint(builder, &joint);
    kip_builder_key(builder, "bent", 0, 1, q, 3, NULL, 0, place);
    ck_assert_int_eq(kip_builder_finish(builder, &model, &error), KIP_BAD_INPUT);
    ck_assert_msg(strstr(error.message, "'bent' gives 3 positions") && strstr(error.message, "need 1"), "%s",
                  error.message);
    ck_assert_int_eq(error.line, 30);
}
END_TEST

/* A sentence's numbers have a point in every locale (German commas where the locale is installed), and
 * every conversion that our sentences use comes out as printf's. */
START_TEST(test_sentences)
{
    KipError error;
    KipPlace place = {"robot.xml", 3, 4};
    setlocale(LC_ALL, "de_DE.UTF-8");
    kip_fail(&error, KIP_BAD_INPUT, place, "%s|%.3s|%.*s|%d|%zu|%g|%.3g|%.4f|100 %%|%g", "abc", "abcdef", 2,
             "xyz", -7, (size_t)42, 0.5, 1234.5678, 2.0 / 3, -1e-300);
    setlocale(LC_ALL, "C");
    ck_assert_str_eq(error.message, "abc|abc|xy|-7|42|0.5|1.23e+03|0.6667|100 %|-1e-300");
    ck_assert_str_eq(error.file, "robot.xml");
    ck_assert_int_eq(error.line, 3);
    ck_assert_int_eq(error.column, 4);

    char lengthy[2000];
    memset(lengthy, 'x', sizeof lengthy - 1);
    lengthy[sizeof lengthy - 1] = 0;
    ck_assert_int_eq(kip_fail(&error, KIP_IO, kip_nowhere(), "%s%s", lengthy, lengthy), KIP_IO);
    ck_assert_uint_eq(strlen(error.message), sizeof error.message - 1);
    ck_assert_int_eq(kip_fail(NULL, KIP_IO, kip_nowhere(), "%d", 1), KIP_IO);
}
END_TEST

/* A body with a thousand joints in a row takes a thousand bodies; the builder grows. */
START_TEST(test_many_bodies)
{
    KipModel *model = chain_model(1000);
    ck_assert_int_eq(model->nv, 1000);
    ck_assert_int_eq(model->body[1000].root, 1);
    ck_near(model->mass, 1000, 0);
    kip_model_destroy(model);
}
END_TEST

static void refused(KipBuilder *builder, const char *words)
{
    KipModel *model;
    KipError error;
    ck_assert_int_eq(kip_builder_finish(builder, &model, &error), KIP_BAD_INPUT);
    ck_assert_msg(strstr(error.message, words) != NULL, "%s", error.message);
}

/* A small file must not ask for any amount of memory. */
START_TEST(test_too_much)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = valid_body();
    for (int i = 0; i < KIP_MOST_BODIES; i++)
        kip_builder_body(builder, &body);
    refused(builder, "has 65536 bodies; it can have up to 65535");
    builder = kip_builder_create(NULL);
    KipJoint joint = valid_joint();
    KipGeom geom = valid_geom();
    kip_builder_body(builder, &body);
    joint.type = KIP_JOINT_FREE;
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &geom);
    for (int i = 0; i < KIP_MOST_KEY_NUMBERS / 13 + 1; i++)
        kip_builder_key(builder, "", 0, 1, NULL, 0, NULL, 0, kip_nowhere());
    refused(builder,
            "keyframes of 7 positions and 6 rates are 16777228 numbers; there can be up to 16777216");
}
END_TEST

START_TEST(test_too_much_to_simulate)
{
    KipSim *sim;
    KipError error;
    KipModel *model = chain_model(KIP_MOST_DOF + 1);
    ck_assert_int_eq(kip_sim_create(model, NULL, &sim, &error), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(
        strstr(error.message, "8193 degrees of freedom and 0 geoms; up to 8192 and 32768 can be"));
    kip_model_destroy(model);
}
END_TEST

/* Moving along v on the manifold: there and back is where one was, and a full turn is a full turn. */
START_TEST(test_integrate_configuration)
{
    KipRandom r = {1};
    for (int t = 0; t < 200; t++) {
        KipModel *model = random_model(&r, 10);
        double q[256], v[256], there[256], back[256];
        random_state(&r, model, q, v, 2);
        kip_model_integrate(model, q, v, 0.7, there);
        kip_model_integrate(model, there, v, -0.7, back);
        for (int k = 0; k < model->nq; k++)
            ck_near(back[k], q[k], 1e-13);
        kip_model_destroy(model);
    }
}
END_TEST

/* log and exp of rotations, near 0 and near a half turn too. */
START_TEST(test_rotation_vectors)
{
    KipRandom r = {2};
    for (int t = 0; t < 10000; t++) {
        double angle = t % 3 ? kip_random_uniform(&r, 0, pi) : pow(10, kip_random_uniform(&r, -12, 0));
        KipVec3 e = v3_scale(angle, random_unit(&r)), back = q_log(q_exp(e));
        KipMat3 R = q_matrix(q_exp(e));
        ck_below(v3_length(v3_sub(e, back)), 4e-15 * (1 + angle) + (angle > 3 ? 1e-9 : 0));
        ck_near(q_dot(q_exp(e), q_exp(e)), 1, 1e-15);
        ck_near(fabs(q_dot(q_from_matrix(R), q_exp(e))), 1, 1e-15);
    }
}
END_TEST

Suite *suite_model(void)
{
    Suite *suite = suite_create("model");
    TCase *tc = tcase_create("builder");
    tcase_add_test(tc, test_bad_bodies);
    tcase_add_test(tc, test_bad_joints);
    tcase_add_test(tc, test_bad_geoms);
    tcase_add_test(tc, test_bad_company);
    tcase_add_test(tc, test_solids);
    tcase_add_test(tc, test_mass_from_geoms);
    tcase_add_test(tc, test_order);
    tcase_add_test(tc, test_hinges_that_are_alike_at_the_reference);
    tcase_add_test(tc, test_extent_of_all);
    tcase_add_test(tc, test_rebuilt_model);
    tcase_add_test(tc, test_bad_parts);
    tcase_add_test(tc, test_key_of_wrong_length);
    tcase_add_test(tc, test_sentences);
    tcase_add_test(tc, test_many_bodies);
    tcase_add_test(tc, test_too_much);
    tcase_add_test(tc, test_too_much_to_simulate);
    tcase_add_test(tc, test_integrate_configuration);
    tcase_add_test(tc, test_rotation_vectors);
    suite_add_tcase(suite, tc);
    return suite;
}
