/* What surfaces answer with: how deep things rest, how they bounce, which of two decides; heaps and stacks come to rest. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dynamics/quat.h"
#include "dynamics/sim.h"
#include "dynamics/surface.h"
#include "io/formats/mjcf.h"
#include "random_model.h"
#include "study.h"

Suite *suite_surface(void);

static const double g = 9.81;

static KipGeom ball(double radius, double mass)
{
    KipGeom geom = kip_geom_def();
    geom.size[0] = radius, geom.mass = mass;
    return geom;
}

static void add_free(KipBuilder *builder, const char *name, KipGeom geom, KipVec3 pos, KipQuat quat)
{
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    body.name = joint.name = geom.name = name;
    body.pos = pos, body.quat = quat;
    body.mass_from_geoms = true;
    geom.body = joint.body = kip_builder_body(builder, &body);
    joint.type = KIP_JOINT_FREE;
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &geom);
}

static KipBuilder *with_floor(const double *solref)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipGeom floor = kip_geom_def();
    floor.type = KIP_GEOM_PLANE;
    floor.friction = 0.7;
    if (solref)
        memcpy(floor.solref, solref, sizeof floor.solref);
    kip_builder_geom(builder, &floor);
    return builder;
}

static KipModel *finished(KipBuilder *builder)
{
    KipModel *model;
    KipError error;
    KipStatus status = kip_builder_finish(builder, &model, &error);
    ck_assert_msg(status == KIP_OK, "%s", error.message);
    return model;
}

static KipSim *sim_of(const KipModel *model, double h)
{
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    KipError error;
    def.timestep = h, def.max_contacts = 2000;
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    return sim;
}

static void run(KipSim *sim, double duration)
{
    KipError error;
    for (long n = lround(duration / kip_sim_timestep(sim)); n > 0; n--)
        ck_ok(kip_sim_step(sim, &error));
}

/* -- rest ------------------------------------------------------------------------------------------------ */

/* How deep a ball of this mass and solref lies on a floor of that one. */
static double rest_depth(double mass, const double *solref, const double *floor)
{
    double radius = 0.062 * cbrt(mass), depth; /* of water */
    KipBuilder *builder = with_floor(floor);
    KipGeom geom = ball(radius, mass);
    if (solref)
        memcpy(geom.solref, solref, sizeof geom.solref);
    add_free(builder, "ball", geom, v3(0, 0, radius), q_identity());
    KipModel *model = finished(builder);
    KipSim *sim = sim_of(model, 1e-3);
    run(sim, 5);
    depth = radius - kip_sim_q(sim)[2];
    kip_sim_destroy(sim);
    kip_model_destroy(model);
    return depth;
}

/* A gram and ten tons sink alike, by g / w^2; the softer one decides. */
START_TEST(weights_sink_alike)
{
    static const double mass[] = {1e-3, 1, 1e4}, direct[2] = {-500, -60}, soft[2] = {0.05, 0.5};
    const double ratio = 0.95 / 0.05, common = ratio / (0.019 * 0.019), softer = ratio / pow(0.95 * 0.025, 2);
    double m = mass[_i];
    ck_near(rest_depth(m, NULL, NULL), g / common, 1e-8);
    ck_near(rest_depth(m, direct, NULL), g / (500 * ratio), 1e-8);
    ck_near(rest_depth(m, NULL, soft), g / softer, 1e-8);
    ck_near(rest_depth(m, soft, direct), g / (500 * ratio), 1e-7);
    ck_below(rest_depth(m, NULL, NULL), 1e-3);
}
END_TEST

/* -- bounces --------------------------------------------------------------------------------------------- */

/* The part of its speed that a ball keeps which comes at `speed`. */
static double kept(double mass, const double *solref, double speed, double h)
{
    double radius = 0.062 * cbrt(mass), came = 0, left;
    double q[7] = {0, 0, radius + 0.0037 * speed, 1}, v[6] = {0, 0, -speed};
    KipBuilder *builder = with_floor(NULL);
    KipGeom geom = ball(radius, mass);
    KipError error;
    memcpy(geom.solref, solref, sizeof geom.solref);
    add_free(builder, "ball", geom, v3_zero(), q_identity());
    KipModel *model = finished(builder);
    KipSim *sim = sim_of(model, h);
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    for (bool touched = false; !touched || kip_sim_q(sim)[2] < radius;) {
        const KipContact *contact;
        if (kip_sim_time(sim) > 1) /* it has come to rest */
            break;
        came = touched ? came : -kip_sim_v(sim)[2];
        ck_ok(kip_sim_step(sim, &error));
        touched = touched || kip_sim_contacts(sim, &contact) > 0;
    }
    left = kip_sim_v(sim)[2];
    kip_sim_destroy(sim);
    kip_model_destroy(model);
    return left / came;
}

/* Restitution is a number, whatever the mass, the speed and the step. */
START_TEST(restitution_holds)
{
    static const double wanted[] = {0.2, 0.4, 0.6, 0.8, 0.95}, step[] = {1e-4, 5e-4, 1e-3, 2e-3};
    double e = wanted[_i], solref[2], most = 0;
    kip_surface_bounce(e, solref);
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 9; i++) {
            double mass = pow(10, i % 3 * 3.5 - 3), speed = i / 3 == 0 ? 1 : i / 3 == 1 ? 5 : 15;
            most = most_of(most, fabs(kept(mass, solref, speed, step[k]) - e));
        }
    study_print("  restitution %.2f: off by at most %.4f\n", e, most);
    ck_below(most, 0.05);
}
END_TEST

/* The solref of a restitution and what the damping ratio means are one. */
START_TEST(damping_ratios_are_restitutions)
{
    double solref[2], no_loss[2] = {0, 0};
    KipGeom geom = ball(0.1, 1);
    kip_surface_bounce(0.5, solref);
    ck_near(exp(-acos(-1) * solref[1] / sqrt(1 - solref[1] * solref[1])), 0.5, 1e-12);
    ck_near(solref[0] * solref[1], 0.02, 1e-15);
    kip_surface_bounce(1, no_loss);
    ck_near(kept(1, no_loss, 3, 1e-4), 1, 1e-3);
    memcpy(geom.solref, solref, sizeof solref);
    ck_near(kip_surface(&geom, 1).stiffness, common_stiffness(1), 1e-6);
    const double c = kip_surface(&geom, 1).bounce;
    ck_near(log((1 + c) / (1 - 0.5 * c)), c * 1.5, 1e-12);
    geom.solref[1] = 1.5; /* overdamped: it hardly bounces */
    ck_below(kept(1, geom.solref, 3, 1e-3), 0.05);
}
END_TEST

/* -- which of two ---------------------------------------------------------------------------------------- */

START_TEST(the_softer_decides)
{
    KipGeom plain = ball(0.1, 1), said = plain;
    said.solref[0] = -100, said.solref[1] = -7, said.impedance = 0.5;
    Surface ground = kip_surface(&plain, INFINITY), light = kip_surface(&plain, 2),
            soft = kip_surface(&said, 80);
    Surface mat = kip_surface(&said, INFINITY);
    ck_near(kip_surface_law(&ground, &light).kn, common_stiffness(2), 1e-6);
    ck_near(kip_surface_law(&light, &ground).kn, common_stiffness(2), 1e-6);
    ck_assert_double_eq(kip_surface_law(&ground, &soft).kn, 8000);
    ck_assert_double_eq(kip_surface_law(&ground, &soft).c, 0.7);
    ck_assert_double_eq(kip_surface_law(&light, &soft).kn, 8000);
    ck_assert_double_eq(kip_surface_law(&light, &mat).kn, 200);
    ck_assert_double_eq(kip_surface_law(&mat, &soft).kn, 8000);
    soft.stiffness = 1e6; /* harder than the other now, and yet the only one that says how it damps */
    ck_near(kip_surface_law(&light, &soft).kn, common_stiffness(2), 1e-6);
    ck_assert_double_eq(kip_surface_law(&light, &soft).slowest, 0);
    ck_assert(kip_surface_law(&light, &light).slowest > 0);
}
END_TEST

/* -- files ----------------------------------------------------------------------------------------------- */

static KipStatus parse(const char *attributes, KipModel **model, KipError *error)
{
    char text[400];
    snprintf(text, sizeof text,
             "<mujoco><worldbody><body><freejoint/><geom size='1' %s/></body></worldbody></mujoco>",
             attributes);
    return kip_mjcf_parse(model, text, strlen(text), "test.xml", NULL, error);
}

START_TEST(solref_is_read)
{
    static const char *const good[] = {"", "solref='.1'", "solref='-90 -3' solimp='.9 .7 .001'",
                                       "solimp='.9 1'"};
    static const double expected[][3] = {{0, 0, 0.95}, {0.1, 1, 0.95}, {-90, -3, 0.7}, {0, 0, 0.9999}};
    static const char *const bad[] = {"solref='.1 0'", "solref='0 1'",   "solref='-9 1'",
                                      "solref='1 -1'", "solref='1 2 3'", "solref='nan 1'"};
    KipModel *model;
    KipError error;
    for (int i = 0; i < 4; i++) {
        ck_ok(parse(good[i], &model, &error));
        const KipGeom *geom = model->geom;
        ck_assert(geom->solref[0] == expected[i][0] && geom->solref[1] == expected[i][1]);
        ck_assert_double_eq(geom->impedance, expected[i][2]);
        kip_model_destroy(model);
    }
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(parse(bad[i], &model, &error), KIP_BAD_INPUT);
        ck_assert(strstr(error.message, "solref") != NULL);
    }
}
END_TEST

/* -- heaps ----------------------------------------------------------------------------------------------- */

static KipGeom crate(double a, double b, double c, double mass)
{
    KipGeom geom = kip_geom_def();
    geom.type = KIP_GEOM_BOX;
    geom.size[0] = a, geom.size[1] = b, geom.size[2] = c;
    geom.mass = mass;
    geom.friction = 0.7;
    return geom;
}

static double fastest_turn(const KipSim *sim, const KipModel *model)
{
    double most = 0;
    for (int k = 0; k < model->nv; k++)
        if (k % 6 >= 3)
            most = most_of(most, fabs(kip_sim_v(sim)[k]));
    return most;
}

static KipModel *heap(uint64_t seed, double lightest, double heaviest)
{
    KipBuilder *builder = with_floor(NULL);
    KipRandom r = {seed};
    for (int i = 0; i < 30; i++) {
        char name[24];
        double a = kip_random_uniform(&r, 0.08, 0.15), b = kip_random_uniform(&r, 0.08, 0.15);
        double c = kip_random_uniform(&r, 0.08, 0.15), part = kip_random_uniform(&r, 0, 1);
        double x = kip_random_uniform(&r, -0.3, 0.3), y = kip_random_uniform(&r, -0.3, 0.3);
        KipQuat turn = random_quat(&r);
        snprintf(name, sizeof name, "crate %d", i);
        add_free(builder, name, crate(a, b, c, lightest * pow(heaviest / lightest, part)),
                 v3(x, y, 0.3 + 0.17 * i), turn);
    }
    return finished(builder);
}

/* When it has come to rest for good; 1e9: it has not within 10 s. */
static double rest_time(const KipModel *model, double h)
{
    KipSim *sim = sim_of(model, h);
    double from = 1e9;
    KipError error;
    while (kip_sim_time(sim) < 10) {
        KipStatus status = kip_sim_step(sim, &error);
        ck_assert_msg(status == KIP_OK, "%s", error.message);
        if (!(fastest_turn(sim, model) < 1e-3))
            from = 1e9;
        else if (from == 1e9)
            from = kip_sim_time(sim);
    }
    kip_sim_destroy(sim);
    return from;
}

/* Thirty crates that fall onto a heap: of 1 kg, and of 0.1 to 10 kg. */
START_TEST(heaps_come_to_rest)
{
    static const double step[] = {5e-3, 1e-3};
    double h = step[_i / 2], latest = 0;
    bool mixed = _i % 2;
    for (int s = 0; s < STUDY(1, 20); s++) {
        KipModel *model = heap((uint64_t)STUDY(3, 1000) + (uint64_t)s, mixed ? 0.1 : 1, mixed ? 10 : 1);
        latest = most_of(latest, rest_time(model, h));
        kip_model_destroy(model);
    }
    study_print("  heaps of %s at %g ms rest within %.2f s   (bar 10)\n", mixed ? "0.1 to 10 kg" : "1 kg",
                1e3 * h, latest);
    ck_below(latest, 10);
}
END_TEST

START_TEST(stacks_stand)
{
    static const int high[] = {5, 10, 20};
    int n = high[_i];
    for (int k = 0; k < 2; k++) {
        KipBuilder *builder = with_floor(NULL);
        for (int i = 0; i < n; i++) {
            char name[24];
            snprintf(name, sizeof name, "crate %d", i);
            add_free(builder, name, crate(0.1, 0.1, 0.1, 1), v3(0, 0, 0.1 + 0.2 * i), q_identity());
        }
        KipModel *model = finished(builder);
        KipSim *sim = sim_of(model, k ? 5e-3 : 1e-3);
        run(sim, STUDY(n == 20 ? 0.2 : 1, 60));
        const double *top = kip_sim_q(sim) + 7 * (n - 1);
        study_print("  %d high at %g ms: turns by %.1e rad/s, its top is off by %.1e m aside\n", n,
                    k ? 5.0 : 1.0, fastest_turn(sim, model), hypot(top[0], top[1]));
        ck_below(fastest_turn(sim, model), study_full ? 1e-9 : 1e-3);
        ck_below(hypot(top[0], top[1]), 1e-6);
        ck_near(top[2], 0.2 * n - 0.1, 1e-4 * n * n);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

Suite *suite_surface(void)
{
    Suite *suite = suite_create("surface");
    TCase *tcase = tcase_create("surface");
    tcase_set_timeout(tcase, 0);
    tcase_add_loop_test(tcase, weights_sink_alike, 0, 3);
    tcase_add_loop_test(tcase, restitution_holds, 0, 5);
    tcase_add_test(tcase, damping_ratios_are_restitutions);
    tcase_add_test(tcase, the_softer_decides);
    tcase_add_test(tcase, solref_is_read);
    tcase_add_loop_test(tcase, heaps_come_to_rest, 0, 4);
    tcase_add_loop_test(tcase, stacks_stand, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite;
}
