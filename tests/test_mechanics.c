/* What a physics teacher knows the answer to: bodies that slide, roll, spin, topple and collide, against the analytic or
 * converged answer, at two steps. */
#include <stdio.h>
#include <stdlib.h>

#include "dynamics/surface.h"
#include "free_bodies.h"

Suite *suite_mechanics(void);

static const double pi = 3.14159265358979323846;

/* The step of a loop test and how far its answer may be off, in parts. */
static const double steps[2] = {1e-3, 5e-3}, bars[2] = {0.01, 0.05};

static KipSim *begun(KipBuilder *builder, double h, const double *v)
{
    KipSim *sim = sim_of(finished(builder), h);
    KipError error;
    ck_ok(kip_sim_set_state(sim, NULL, v, &error));
    return sim;
}

static void end(KipSim *sim)
{
    KipModel *model = (KipModel *)kip_sim_model(sim);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}

#define ck_answers(what, x, exact)                                                                           \
    do {                                                                                                     \
        double got_ = (x), known_ = (exact);                                                                 \
        study_print("  %-28s at %g ms: %.5f, exactly %.5f\n", what, 1e3 * steps[_i], got_, known_);          \
        ck_near(got_, known_, bars[_i] * fabs(known_));                                                      \
    } while (0)

/* -- slide ----------------------------------------------------------------------------------------------- */

START_TEST(a_box_slides_as_far_as_coulomb_says)
{
    const double v[6] = {3}, far = 9 / (2 * 0.3 * g);
    KipBuilder *plain = with_floor(0), *tiled = kip_builder_create(NULL);
    for (int i = 0; i < 12; i++) {
        KipGeom tile = crate(0.125, 0.3, 0.05, 1, 0);
        tile.pos = v3(-0.3 + 0.25 * i, 0, -0.05);
        kip_builder_geom(tiled, &tile);
    }
    for (int seams = 0; seams < 2; seams++) {
        KipBuilder *builder = seams ? tiled : plain;
        add_free(builder, "box", crate(0.2, 0.15, 0.1, 2, 0.3), v3(0, 0, 0.1), q_identity());
        KipSim *sim = begun(builder, steps[_i], v);
        run(sim, 3);
        ck_answers(seams ? "slides over seams" : "slides", kip_sim_q(sim)[0], far);
        ck_near(kip_sim_q(sim)[2], 0.1, 1e-3);
        end(sim);
    }
}
END_TEST

/* The ground lies level and gravity leans, so that what is along it is x. */
static KipSim *on_incline(double angle, double h)
{
    KipBuilder *builder = with_floor(0);
    add_free(builder, "box", crate(0.2, 0.15, 0.1, 2, 0.3), v3(0, 0, 0.1), q_identity());
    kip_builder_gravity(builder, v3(g * sin(angle), 0, -g * cos(angle)));
    return begun(builder, h, NULL);
}

START_TEST(an_incline_holds_a_box_or_lets_it_slide)
{
    const double steep = pi / 6, flat = pi / 12; /* friction holds up to 16.7 degrees */
    KipSim *sim = on_incline(steep, steps[_i]);
    run(sim, 1);
    ck_answers("slides down 30 degrees", kip_sim_v(sim)[0], g * (sin(steep) - 0.3 * cos(steep)));
    end(sim);
    sim = on_incline(flat, steps[_i]);
    run(sim, 5);
    ck_near(kip_sim_q(sim)[0], 0, 1e-3);
    ck_near(kip_sim_v(sim)[0], 0, 1e-12);
    end(sim);
}
END_TEST

/* Two parts of seven of its speed are gone when it rolls, and no more go then. */
START_TEST(a_ball_that_slips_comes_to_roll)
{
    const double v[6] = {5};
    KipBuilder *builder = with_floor(0.3);
    add_free(builder, "ball", ball(0.11, 0.43), v3(0, 0, 0.11), q_identity());
    KipSim *sim = begun(builder, steps[_i], v);
    run(sim, 2);
    ck_answers("rolls", kip_sim_v(sim)[0], 25 / 7.0);
    ck_near(kip_sim_v(sim)[4] * 0.11, kip_sim_v(sim)[0], 1e-4);
    run(sim, 10);
    ck_answers("rolls on", kip_sim_v(sim)[0], 25 / 7.0);
    end(sim);
}
END_TEST

/* -- condim 4 and 6 -------------------------------------------------------------------------------------- */

static KipGeom marble(double spin, double roll)
{
    KipGeom geom = ball(0.1, 1);
    geom.condim = 6, geom.spin = spin, geom.roll = roll;
    return geom;
}

/* With a floor that has neither, of which the greater counts. */
static KipSim *with_marble(double spin, double roll, double angle, double h, const double *v)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipGeom floor = kip_geom_def();
    floor.type = KIP_GEOM_PLANE;
    floor.spin = floor.roll = 0;
    kip_builder_geom(builder, &floor);
    add_free(builder, "marble", marble(spin, roll), v3(0, 0, 0.1), q_identity());
    kip_builder_gravity(builder, v3(g * sin(angle), 0, -g * cos(angle)));
    return begun(builder, h, v);
}

/* The normal force acts by `roll` ahead of the centre. */
START_TEST(rolling_is_resisted)
{
    const double v[6] = {1, 0, 0, 0, 10, 0}, brake = 5.0 / 7 * g * 0.01 / 0.1;
    KipSim *sim = with_marble(0, 0.01, 0, steps[_i], v);
    run(sim, 1);
    ck_answers("rolls, braked", kip_sim_v(sim)[0], 1 - brake);
    run(sim, 2);
    ck_answers("rolls as far as", kip_sim_q(sim)[0], 1 / (2 * brake));
    const double stands = kip_sim_q(sim)[0];
    run(sim, 20);
    ck_near(kip_sim_q(sim)[0], stands, 1e-6);
    end(sim);
    sim = with_marble(0, 0.01, atan(0.05), steps[_i], NULL);
    run(sim, 10);
    ck_near(kip_sim_q(sim)[0], 0, 1e-3); /* it leans by no more than gives way */
    ck_near(kip_sim_v(sim)[0], 0, 1e-9);
    end(sim);
    sim = with_marble(0, 0.01, atan(0.2), steps[_i], NULL);
    run(sim, 1);
    ck_answers("rolls down, braked", kip_sim_v(sim)[0], 5.0 / 7 * g * cos(atan(0.2)) * (0.2 - 0.1));
    end(sim);
}
END_TEST

START_TEST(spinning_is_resisted)
{
    const double v[6] = {0, 0, 0, 0, 0, 20}, brake = 0.01 * g / 0.004;
    const KipContact *contact;
    KipSim *sim = with_marble(0.01, 0, 0, steps[_i], v);
    run(sim, 0.5);
    ck_answers("spins, braked", kip_sim_v(sim)[5], 20 - 0.5 * brake);
    ck_assert_int_eq(kip_sim_contacts(sim, &contact), 1);
    ck_answers("the torque told", contact->torque.z, -0.01 * g);
    run(sim, 2);
    ck_near(kip_sim_v(sim)[5], 0, 1e-9);
    end(sim);
}
END_TEST

/* A marble spins on a crate that slides on ice: what one loses the other gets, and in the end they turn as one. */
START_TEST(what_resists_spinning_turns_the_other)
{
    const double v[12] = {0, 0, 0, 0, 0, 20};
    KipBuilder *builder = kip_builder_create(NULL);
    KipGeom floor = kip_geom_def(), box = crate(0.2, 0.2, 0.05, 3, 1);
    KipPair ice = kip_pair_def(), meets = kip_pair_def();
    floor.type = KIP_GEOM_PLANE;
    kip_builder_geom(builder, &floor);
    box.contype = box.conaffinity = 0;
    add_free(builder, "marble", marble(0.02, 0), v3(0, 0, 0.2), q_identity());
    add_free(builder, "crate", box, v3(0, 0, 0.05), q_identity());
    ice.geom1 = 0, ice.geom2 = 2, ice.condim = 1;
    meets.geom1 = 1, meets.geom2 = 2;
    kip_builder_pair(builder, &ice);
    kip_builder_pair(builder, &meets);
    KipSim *sim = begun(builder, steps[_i], v);
    const double turns = 3 * (0.04 + 0.04) / 3, spins = 0.004;
    run(sim, 0.2);
    ck_near(spins * kip_sim_v(sim)[5] + turns * kip_sim_v(sim)[11], 20 * spins, 1e-12);
    run(sim, 3);
    ck_near(kip_sim_v(sim)[5], 20 * spins / (spins + turns), 1e-6);
    ck_near(kip_sim_v(sim)[11], 20 * spins / (spins + turns), 1e-6);
    /* saved in its midst it goes on the same */
    void *bytes = malloc(kip_sim_save_size(sim));
    ck_assert_ptr_nonnull(bytes);
    KipError error;
    ck_ok(kip_sim_set_state(sim, NULL, v, &error));
    run(sim, 0.1);
    kip_sim_save(sim, bytes);
    run(sim, 0.1);
    const uint64_t after = kip_sim_hash(sim);
    ck_ok(kip_sim_load(sim, bytes, kip_sim_save_size(sim), &error));
    run(sim, 0.1);
    ck_assert(kip_sim_hash(sim) == after);
    free(bytes);
    end(sim);
}
END_TEST

/* -- spin ------------------------------------------------------------------------------------------------ */

/* On its four corners, each of which carries a quarter and slides around. */
START_TEST(a_box_that_spins_is_braked_at_its_corners)
{
    const double v[6] = {0, 0, 0, 0, 0, 5}, brake = 0.3 * g * 0.2 * sqrt(2) / (2 * 0.04 / 3);
    KipBuilder *builder = with_floor(0);
    add_free(builder, "box", crate(0.2, 0.2, 0.05, 2, 0.3), v3(0, 0, 0.05), q_identity());
    KipSim *sim = begun(builder, steps[_i], v);
    run(sim, 0.1);
    ck_answers("spins", kip_sim_v(sim)[5], 5 - 0.1 * brake);
    end(sim);
}
END_TEST

/* A disc of 0.5 kg on a peg that ends in a ball, on ice: its centre of mass stays and it precesses steadily around the
 * vertical through it, at the slow root W of I1 W^2 cos - I3 w W + m g l = 0. */
START_TEST(a_top_precesses)
{
    const double m = 0.5, l = 0.05, end_radius = 1e-3, spin = 200, lean = pi / 9, c = cos(lean);
    const double I3 = m * l * l / 2, I1 = I3 / 2, L = I3 * spin;
    const double W = (L - sqrt(L * L - 4 * I1 * m * g * l * c)) / (2 * I1 * c);
    KipQuat lies = q_axis_angle(v3(0, 1, 0), lean);
    KipVec3 axis = v3(sin(lean), 0, c), omega = v3_add_scaled(v3_scale(spin - W * c, axis), W, v3(0, 0, 1));
    KipVec3 moves = v3_cross(omega, v3_scale(-l, axis)), turns = q_rotate(q_conjugate(lies), omega);
    const double v[6] = {moves.x, moves.y, moves.z, turns.x, turns.y, turns.z};
    KipBuilder *builder = with_floor(0);
    KipGeom end_of_peg = ball(end_radius, 0);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    body.name = joint.name = "top";
    body.mass = m, body.com = v3(0, 0, l), body.inertia = s3_diagonal(I1, I1, I3);
    body.pos = v3(0, 0, end_radius), body.quat = lies;
    end_of_peg.body = joint.body = kip_builder_body(builder, &body);
    end_of_peg.friction = 0;
    joint.type = KIP_JOINT_FREE;
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &end_of_peg);
    KipSim *sim = begun(builder, steps[_i], v);
    double angle = 0, past = 0, most = 0;
    for (int i = 0; i < 400; i++) {
        run(sim, 0.005);
        const double *q = kip_sim_q(sim);
        KipVec3 up = q_rotate((KipQuat){q[3], q[4], q[5], q[6]}, v3(0, 0, 1));
        double now = atan2(up.y, up.x);
        angle += remainder(now - past, 2 * pi), past = now;
        most = most_of(most, fabs(acos(up.z) - lean));
    }
    ck_answers("a top precesses", angle / 2, W);
    ck_below(most, 0.02);
    end(sim);
}
END_TEST

/* -- topple and collide ---------------------------------------------------------------------------------- */

static double topples(double h)
{
    KipBuilder *builder = with_floor(1);
    KipGeom rod = kip_geom_def();
    double t = 0;
    rod.type = KIP_GEOM_CAPSULE;
    rod.size[0] = 0.02, rod.size[1] = 0.5;
    rod.mass = 1, rod.friction = 1;
    add_free(builder, "rod", rod, v3(0.52 * sin(0.1), 0, 0.02 + 0.5 * cos(0.1)),
             q_axis_angle(v3(0, 1, 0), 0.1));
    KipSim *sim = begun(builder, h, NULL);
    for (; kip_sim_q(sim)[2] > 0.1 && t < 5; t = kip_sim_time(sim))
        run(sim, h);
    end(sim);
    return t;
}

/* When the last of ten is tipped by half a radian. */
static double last_tips(double h)
{
    KipBuilder *builder = with_floor(0.6);
    double v[60] = {0.3, 0, 0, 0, 1.5}, angle = 0, t = 0;
    for (int i = 0; i < 10; i++) {
        char name[24];
        snprintf(name, sizeof name, "domino %d", i);
        add_free(builder, name, crate(0.01, 0.1, 0.2, 0.5, 0.4), v3(0.15 * i, 0, 0.2), q_identity());
    }
    KipSim *sim = begun(builder, h, v);
    for (; angle < 0.5 && t < 5; t = kip_sim_time(sim)) {
        run(sim, h);
        angle = 2 * acos(fmin(1, fabs(kip_sim_q(sim)[7 * 9 + 3])));
    }
    end(sim);
    return t;
}

/* The converged answers are those of 0.05 ms, which `make long` finds again. */
START_TEST(rods_and_dominoes_fall_in_their_time)
{
    double rod = STUDY(0.9125, topples(5e-5)), row = STUDY(1.0712, last_tips(5e-5));
    ck_answers("a rod topples", topples(steps[_i]), rod);
    ck_answers("the last domino tips", last_tips(steps[_i]), row);
}
END_TEST

/* One of mass 1 comes at 2 m/s to one that is `heavier` times as heavy; the speeds after. */
static void collide(double e, double heavier, double h, double *first, double *second)
{
    double v[12] = {2}, solref[2];
    KipBuilder *builder = kip_builder_create(NULL);
    kip_surface_bounce(e, solref);
    for (int i = 0; i < 2; i++) {
        KipGeom geom = ball(0.05, i ? heavier : 1);
        memcpy(geom.solref, solref, sizeof solref);
        add_free(builder, i ? "second" : "first", geom, v3(i ? 0 : -0.3, 0, 1), q_identity());
    }
    kip_builder_gravity(builder, v3_zero());
    KipSim *sim = begun(builder, h, v);
    run(sim, 0.5);
    *first = kip_sim_v(sim)[0], *second = kip_sim_v(sim)[6];
    end(sim);
}

/* A touch lasts 10 ms: steps of 5 ms are taken in parts. */
START_TEST(balls_exchange_their_speeds)
{
    double first, second;
    collide(1, 1, steps[_i], &first, &second);
    ck_near(first + second, 2, 1e-12);
    ck_answers("a cradle's second ball", second, 2);
    ck_below(first * first + second * second, 4 + 1e-3);
    collide(0.5, 3, steps[_i], &first, &second);
    ck_near(first + 3 * second, 2, 1e-12);
    study_print("  1 kg on 3 kg at %g ms: e is %.3f\n", 1e3 * steps[_i], (second - first) / 2);
    ck_near((second - first) / 2, 0.5, 0.05);
}
END_TEST

/* -- bounce ---------------------------------------------------------------------------------------------- */

/* It leaves by exp(-pi z / sqrt(1 - z^2)) of its speed, z = 0.1 (SOLREF), whatever the step: a ball on a plane, and the
 * end of an arm of 0.5 m on a hinge, which swings without gravity. */
static double bounce(bool limb, double h)
{
    const double v[6] = {0, limb ? 2 / 0.5 : 0, limb ? 0 : -2}, solref[2] = {0.02, 0.1};
    KipBuilder *builder = with_floor(0);
    KipGeom end_of_arm = ball(0.05, 0.5);
    memcpy(end_of_arm.solref, solref, sizeof solref);
    kip_builder_gravity(builder, v3_zero());
    if (limb) {
        KipBody body = kip_body_def();
        KipJoint joint = kip_joint_def();
        body.name = joint.name = "arm", body.pos = v3(0, 0, 0.05), body.mass_from_geoms = true;
        body.quat = q_axis_angle(v3(0, 1, 0), -0.1);
        end_of_arm.pos = v3(0.5, 0, 0);
        joint.type = KIP_JOINT_HINGE, joint.axis = v3(0, 1, 0);
        end_of_arm.body = joint.body = kip_builder_body(builder, &body);
        kip_builder_joint(builder, &joint);
        kip_builder_geom(builder, &end_of_arm);
    } else {
        add_free(builder, "ball", end_of_arm, v3(0, 0, 0.1), q_identity());
    }
    const double hinge[1] = {v[1]};
    KipSim *sim = begun(builder, h, limb ? hinge : v);
    run(sim, 0.25);
    const double after = limb ? -kip_sim_v(sim)[0] / v[1] : -kip_sim_v(sim)[2] / v[2];
    end(sim);
    return after;
}

START_TEST(what_is_lively_bounces_alike_at_every_step)
{
    static const double step[] = {5e-4, 1e-3, 2e-3, 5e-3};
    for (int limb = 0; limb < 2; limb++) {
        const double e = bounce(limb, step[_i]);
        study_print("  %s at %g ms leaves by %.4f of its speed, exactly %.4f\n", limb ? "an arm" : "a ball",
                    1e3 * step[_i], e, exp(-pi * 0.1 / sqrt(0.99)));
        ck_near(e, exp(-pi * 0.1 / sqrt(0.99)), 0.01);
    }
}
END_TEST

Suite *suite_mechanics(void)
{
    Suite *suite = suite_create("mechanics");
    TCase *tcase = tcase_create("mechanics");
    tcase_set_timeout(tcase, 0);
    tcase_add_loop_test(tcase, a_box_slides_as_far_as_coulomb_says, 0, 2);
    tcase_add_loop_test(tcase, an_incline_holds_a_box_or_lets_it_slide, 0, 2);
    tcase_add_loop_test(tcase, a_ball_that_slips_comes_to_roll, 0, 2);
    tcase_add_loop_test(tcase, rolling_is_resisted, 0, 2);
    tcase_add_loop_test(tcase, spinning_is_resisted, 0, 2);
    tcase_add_loop_test(tcase, what_resists_spinning_turns_the_other, 0, 2);
    tcase_add_loop_test(tcase, a_box_that_spins_is_braked_at_its_corners, 0, 2);
    tcase_add_loop_test(tcase, a_top_precesses, 0, 2);
    tcase_add_loop_test(tcase, rods_and_dominoes_fall_in_their_time, 0, 2);
    tcase_add_loop_test(tcase, balls_exchange_their_speeds, 0, 2);
    tcase_add_loop_test(tcase, what_is_lively_bounces_alike_at_every_step, 0, 4);
    suite_add_tcase(suite, tcase);
    return suite;
}
