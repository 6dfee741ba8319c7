/* What surfaces answer with (KIP.1): how deep things rest, how they bounce, which of two decides. */
#include <stdio.h>

#include "dynamics/surface.h"
#include "free_bodies.h"
#include "io/formats/mjcf.h"

Suite *suite_surface(void);

/* -- rest ------------------------------------------------------------------------------------------------ */

/* How deep a ball of this mass and solref lies on a floor of that one. */
static double rest_depth(double mass, const double *solref, const double *floor)
{
    double radius = 0.062 * cbrt(mass), depth; /* of water */
    KipBuilder *builder = kip_builder_create(NULL);
    KipGeom geom = ball(radius, mass), ground = kip_geom_def();
    ground.type = KIP_GEOM_PLANE;
    if (solref)
        memcpy(geom.solref, solref, sizeof geom.solref);
    if (floor)
        memcpy(ground.solref, floor, sizeof ground.solref);
    kip_builder_geom(builder, &ground);
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

static double fastest(const KipSim *sim)
{
    double most = 0;
    for (int k = 0; k < kip_sim_model(sim)->nv; k++)
        most = most_of(most, fabs(kip_sim_v(sim)[k]));
    return most;
}

/* A crate of 1 kg, or one of 0.1 kg and one of 1 kg, under a heavy one, which is put onto them or falls: none sinks by more
 * than 1 % of its size, no energy comes, and all rest. */
START_TEST(light_things_bear_heavy_ones)
{
    static const double heavy[] = {100, 1e4}, step[] = {1e-3, 5e-3}, fall[] = {0, 0.3};
    const double big = _i ? 0.5 : 0.1;
    for (int i = 0; i < 8; i += STUDY(3, 1)) {
        const int under = i / 4 && !_i ? 2 : 1;
        KipBuilder *builder = with_floor(0.7);
        for (int k = 0; k < under; k++)
            add_free(builder, k ? "upper" : "lower", crate(0.1, 0.1, 0.1, k == under - 1 ? 1 : 0.1, 0.7),
                     v3(0, 0, 0.1 + 0.2 * k), q_identity());
        add_free(builder, "heavy", crate(big, big, big, heavy[_i], 0.7),
                 v3(0, 0, 0.2 * under + big + fall[i / 2 % 2]), q_identity());
        KipModel *model = finished(builder);
        KipSim *sim = sim_of(model, step[i % 2]);
        const KipDynamics *d = kip_sim_dynamics(sim);
        const double start = kip_energy(d).kinetic + kip_energy(d).potential;
        double most = 0;
        while (kip_sim_time(sim) < 5) {
            run(sim, step[i % 2]);
            most = most_of(most, kip_energy(d).kinetic + kip_energy(d).potential - start);
        }
        const double sunk = 0.2 * under + big - kip_sim_q(sim)[7 * under + 2];
        study_print("  %g kg fall %.1f m onto %d of 1 kg at %g ms: sunk by %.2f mm, moves by %.1e\n",
                    heavy[_i], fall[i / 2 % 2], under, 1e3 * step[i % 2], 1e3 * sunk, fastest(sim));
        ck_below(sunk, _i ? 0.01 : 0.0022 * under);
        ck_below(most, 1e-6);
        ck_below(fastest(sim), 5e-3);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

/* -- bounces --------------------------------------------------------------------------------------------- */

/* The speed that a ball has, or had or will have, where it just touches the floor, by the energy that it has above it. */
static double speed_at_floor(const KipSim *sim, double radius)
{
    const double v = kip_sim_v(sim)[2], height = kip_sim_q(sim)[2] - radius;
    return sqrt(fmax(0, v * v + 2 * g * height));
}

/* The part of its speed that a ball keeps which comes at `speed`. */
static double kept(double mass, const double *solref, double speed, double h)
{
    double radius = 0.062 * cbrt(mass), came = 0, left;
    double q[7] = {0, 0, radius + 0.0037 * speed, 1}, v[6] = {0, 0, -speed};
    KipBuilder *builder = with_floor(0.7);
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
        came = touched ? came : speed_at_floor(sim, radius);
        ck_ok(kip_sim_step(sim, &error));
        touched = touched || kip_sim_contacts(sim, &contact) > 0;
    }
    left = kip_sim_q(sim)[2] < radius ? 0 : speed_at_floor(sim, radius);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
    return left / came;
}

/* Restitution is a number, whatever the mass, the speed and the step. */
START_TEST(restitution_holds)
{
    static const double wanted[] = {0.1, 0.2, 0.4, 0.6, 0.8, 0.95}, step[] = {1e-4, 5e-4, 1e-3, 2e-3};
    double e = wanted[_i], solref[2], most = 0;
    kip_surface_bounce(e, solref);
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 18; i++) {
            static const double speeds[] = {0.1, 0.2, 0.4, 1, 5, 15};
            const double mass = pow(10, i % 3 * 3.5 - 3), speed = speeds[i / 3];
            const double off = fabs(kept(mass, solref, speed, step[k]) - e);
            most = most_of(most, off);
        }
    study_print("  restitution %.2f: off by at most %.4f   (bar 0.05)\n", e, most);
    ck_below(most, 0.05);
}
END_TEST

/* Of a free ball that meets one `heavier` times as heavy, without gravity, the part of their speed that they leave with. */
static double kept_between(double mass, double heavier, const double *solref, double speed, double h)
{
    const double radius = 0.062 * cbrt(mass), other = radius * cbrt(heavier);
    double q[14] = {0, 0, radius + 0.0037 * speed, 1, 0, 0, 0, 0, 0, -other, 1}, v[12] = {0, 0, -speed};
    KipBuilder *builder = kip_builder_create(NULL);
    KipError error;
    kip_builder_gravity(builder, v3_zero());
    for (int i = 0; i < 2; i++) {
        KipGeom geom = ball(i ? other : radius, i ? heavier * mass : mass);
        memcpy(geom.solref, solref, sizeof geom.solref);
        add_free(builder, i ? "one that waits" : "one that comes", geom, v3_zero(), q_identity());
    }
    KipModel *model = finished(builder);
    KipSim *sim = sim_of(model, h);
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    const KipContact *contact;
    for (bool touched = false; !touched || kip_sim_contacts(sim, &contact) > 0;) {
        ck_ok(kip_sim_step(sim, &error));
        touched = touched || kip_sim_contacts(sim, &contact) > 0;
    }
    const double left = (kip_sim_v(sim)[2] - kip_sim_v(sim)[8]) / speed;
    kip_sim_destroy(sim);
    kip_model_destroy(model);
    return left;
}

/* Between two that are free too, slow as they may be and as fast that they are met harder. */
START_TEST(restitution_holds_between_two)
{
    static const double wanted[] = {0, 0.2, 0.5, 0.8, 1}, step[] = {1e-4, 5e-4, 1e-3, 2e-3},
                        fast[] = {0.1, 1, 3, 30};
    double solref[2], most = 0;
    kip_surface_bounce(wanted[_i], solref);
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 16; i++) {
            const double mass = pow(10, i % 2 * 7 - 3), heavier = i / 2 % 2 ? 5 : 1;
            const double e = kept_between(mass, heavier, solref, fast[i / 4], step[k]);
            most = most_of(most, fabs(e - wanted[_i]));
        }
    study_print("  restitution %.2f between two: off by at most %.4f   (bar 0.05)\n", wanted[_i], most);
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
    ck_near(kip_surface(&geom, 1, true).stiffness, common_stiffness(1), 1e-6);
    const double c = kip_surface(&geom, 1, true).bounce;
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
    Surface ground = kip_surface(&plain, INFINITY, true), light = kip_surface(&plain, 2, true),
            soft = kip_surface(&said, 80, true);
    Surface mat = kip_surface(&said, INFINITY, true);
    ck_near(kip_surface_law(&ground, &light).kn, common_stiffness(2), 1e-6);
    ck_near(kip_surface_law(&light, &ground).kn, common_stiffness(2), 1e-6);
    ck_assert_double_eq(kip_surface_law(&ground, &soft).kn, 8000);
    ck_assert_double_eq(kip_surface_law(&ground, &soft).c, 0.7);
    ck_assert_double_eq(kip_surface_law(&light, &soft).kn, 8000);
    ck_assert_double_eq(kip_surface_law(&light, &mat).kn, 200);
    ck_assert_double_eq(kip_surface_law(&mat, &soft).kn, 8000);
    soft.stiffness = 1e6; /* harder than the other now, and yet the only one that says how it damps */
    ck_near(kip_surface_law(&light, &soft).kn, common_stiffness(2), 1e-6);
    ck_assert_double_eq(kip_surface_law(&light, &soft).leaves, 0);
    ck_assert(kip_surface_law(&light, &light).leaves > 0);
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

Suite *suite_surface(void)
{
    Suite *suite = suite_create("surface");
    TCase *tcase = tcase_create("surface");
    tcase_set_timeout(tcase, 0);
    tcase_add_loop_test(tcase, restitution_holds_between_two, 0, 5);
    tcase_add_loop_test(tcase, weights_sink_alike, 0, 3);
    tcase_add_loop_test(tcase, light_things_bear_heavy_ones, 0, 2);
    tcase_add_loop_test(tcase, restitution_holds, 0, 6);
    tcase_add_test(tcase, damping_ratios_are_restitutions);
    tcase_add_test(tcase, the_softer_decides);
    tcase_add_test(tcase, solref_is_read);
    suite_add_tcase(suite, tcase);
    return suite;
}
