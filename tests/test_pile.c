/* Heaps and stacks of crates, people of ellipsoids and drums come to rest, and stand. */
#include <stdio.h>
#include <stdlib.h>

#include "dynamics/dynamics.h"
#include "free_bodies.h"
#include "io/formats/mjcf.h"
#include "random_model.h"

Suite *suite_pile(void);

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
    KipBuilder *builder = with_floor(0.7);
    KipRandom r = {seed};
    for (int i = 0; i < 30; i++) {
        char name[24];
        double a = kip_random_uniform(&r, 0.08, 0.15), b = kip_random_uniform(&r, 0.08, 0.15);
        double c = kip_random_uniform(&r, 0.08, 0.15), part = kip_random_uniform(&r, 0, 1);
        double x = kip_random_uniform(&r, -0.3, 0.3), y = kip_random_uniform(&r, -0.3, 0.3);
        KipQuat turn = random_quat(&r);
        snprintf(name, sizeof name, "crate %d", i);
        add_free(builder, name, crate(a, b, c, lightest * pow(heaviest / lightest, part), 0.7),
                 v3(x, y, 0.3 + 0.17 * i), turn);
    }
    return finished(builder);
}

/* When it has come to rest: for a second, in a long study for good; 1e9: it has not within 10 s. */
static double rest_time(const KipModel *model, double h)
{
    KipSim *sim = sim_of(model, h);
    double from = 1e9;
    KipError error;
    while (kip_sim_time(sim) < 10 && kip_sim_time(sim) < from + STUDY(1, 10)) {
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
    int late = 0;
    for (int s = 0; s < STUDY(1, 20); s++) {
        KipModel *model = heap((uint64_t)STUDY(3, 1000) + (uint64_t)s, mixed ? 0.1 : 1, mixed ? 10 : 1);
        const double from = rest_time(model, h);
        late += from > 10;
        latest = from > 10 ? latest : most_of(latest, from);
        kip_model_destroy(model);
    }
    study_print("  heaps of %s at %g ms rest within %.2f s, but for %d   (bar 10, 0)\n",
                mixed ? "0.1 to 10 kg" : "1 kg", 1e3 * h, latest, late);
    ck_assert_int_eq(late, 0);
}
END_TEST

/* -- what is struck -------------------------------------------------------------------------------------- */

/* By how much mechanical energy ever is above what it was 20 to 80 ms before, J: more than contacts give back of what they
 * took in an impact. */
static double energy_gained(KipSim *sim, double seconds)
{
    enum { MOST = 4000 };
    static double before[MOST];
    const int window = (int)(0.04 / kip_sim_timestep(sim) + 0.5);
    double gained = 0;
    KipError error;
    for (int n = 0; n < MOST && kip_sim_time(sim) < seconds; n++) {
        KipStatus status = kip_sim_step(sim, &error);
        ck_assert_msg(status == KIP_OK, "%s", error.message);
        KipEnergy energy = kip_energy(kip_sim_dynamics(sim));
        before[n] = energy.kinetic + energy.potential;
        double most = n < 2 * window ? INFINITY : 0;
        for (int k = n - 2 * window; k < n - window / 2 && k >= 0; k++)
            most = most_of(most, before[k]);
        gained = most_of(gained, before[n] - most);
    }
    return gained;
}

static KipGeom any_solid(KipRandom *r)
{
    static const KipGeomType type[] = {KIP_GEOM_BOX, KIP_GEOM_SPHERE, KIP_GEOM_CAPSULE, KIP_GEOM_CYLINDER,
                                       KIP_GEOM_ELLIPSOID};
    const double mass = 0.1 * pow(100, kip_random_uniform(r, 0, 1)), a = kip_random_uniform(r, 0.04, 0.15),
                 b = kip_random_uniform(r, 0.04, 0.15), c = kip_random_uniform(r, 0.04, 0.15);
    KipGeom geom = crate(a, b, c, mass, kip_random_uniform(r, 0.2, 1.2));
    geom.type = type[(int)kip_random_uniform(r, 0, 4.999)];
    return geom;
}

/* What lies on the ground is struck by what falls: its contacts with the ground become stiff within a step. */
START_TEST(what_is_struck_gains_no_energy)
{
    static const double step[] = {1e-3, 2e-3, 5e-3};
    const double h = step[_i];
    double most = 0;
    for (int s = 0; s < STUDY(12, 300); s++) {
        KipBuilder *builder = with_floor(0.7);
        KipRandom r = {7000 + (uint64_t)s};
        const double high = kip_random_uniform(&r, 0.08, 0.15), x = kip_random_uniform(&r, -0.2, 0.2),
                     y = kip_random_uniform(&r, -0.2, 0.2), speed = kip_random_uniform(&r, 2, 20);
        add_free(builder, "lies", crate(0.12, 0.1, high, 1, 0.7), v3(0, 0, high - 5e-5), q_identity());
        add_free(builder, "falls", any_solid(&r), v3(x, y, 2 * high + 0.3), random_quat(&r));
        KipModel *model = finished(builder);
        KipSim *sim = sim_of(model, h);
        double v[12] = {[8] = -speed};
        KipError error;
        ck_ok(kip_sim_set_state(sim, kip_sim_q(sim), v, &error));
        const KipEnergy energy = kip_energy(kip_sim_dynamics(sim));
        most = most_of(most, energy_gained(sim, 0.4) / (energy.kinetic + energy.potential));
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
    study_print("  of two of which one is struck at %g ms, energy grows by at most %.1e   (bar 1e-3)\n",
                1e3 * h, most);
    ck_below(most, 1e-3);
}
END_TEST

/* Six solids of 0.1 to 10 kg that fly at each other, spinning. */
START_TEST(what_collides_gains_no_energy)
{
    static const double step[] = {1e-3, 2e-3, 5e-3};
    const double h = step[_i];
    double most = 0, lowest = INFINITY;
    for (int s = 0; s < STUDY(2, 100); s++) {
        enum { N = 6 };
        KipRandom r = {90000 + (uint64_t)s};
        KipBuilder *builder = with_floor(0.7);
        double v[6 * N];
        for (int i = 0; i < N; i++) {
            char name[24];
            const double x = kip_random_uniform(&r, -0.5, 0.5), y = kip_random_uniform(&r, -0.5, 0.5);
            const KipGeom solid = any_solid(&r);
            snprintf(name, sizeof name, "solid %d", i);
            add_free(builder, name, solid, v3(x, y, 0.4 + 0.45 * i), random_quat(&r));
            for (int k = 0; k < 6; k++)
                v[6 * i + k] = kip_random_uniform(&r, -1, 1) * (k < 2 ? 5 : k == 2 ? 10 : 40);
        }
        KipModel *model = finished(builder);
        KipSim *sim = sim_of(model, h);
        KipError error;
        ck_ok(kip_sim_set_state(sim, kip_sim_q(sim), v, &error));
        const KipEnergy energy = kip_energy(kip_sim_dynamics(sim));
        most = most_of(most, energy_gained(sim, 2) / (energy.kinetic + energy.potential));
        for (int i = 0; i < N; i++)
            lowest = fmin(lowest, kip_sim_q(sim)[7 * i + 2]);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
    study_print(
        "  of six that collide at %g ms, energy grows by at most %.1e   (bar 1e-3); the lowest centre is %.3f m "
        "high\n",
        1e3 * h, most, lowest);
    ck_below(most, 1e-3);
    ck_below(0.03, lowest);
}
END_TEST

START_TEST(stacks_stand)
{
    static const int high[] = {5, 10, 20};
    int n = high[_i];
    for (int k = 0; k < 2; k++) {
        KipBuilder *builder = with_floor(0.7);
        for (int i = 0; i < n; i++) {
            char name[24];
            snprintf(name, sizeof name, "crate %d", i);
            add_free(builder, name, crate(0.1, 0.1, 0.1, 1, 0.7), v3(0, 0, 0.1 + 0.2 * i), q_identity());
        }
        KipModel *model = finished(builder);
        KipSim *sim = sim_of(model, k ? 5e-3 : 1e-3);
        run(sim, STUDY(n == 20 ? 0.2 : 1, 60));
        const double *top = kip_sim_q(sim) + 7 * (n - 1);
        study_print("  %d high at %g ms: turns by %.1e rad/s, its top is off by %.1e m aside\n", n,
                    k ? 5.0 : 1.0, fastest_turn(sim, model), hypot(top[0], top[1]));
        ck_below(fastest_turn(sim, model), study_full ? 1e-5 : 1e-3);
        ck_below(hypot(top[0], top[1]), 1e-5);
        ck_near(top[2], 0.2 * n - 0.1, 1e-4 * n * n);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

/* Crates, each heavier than the one below. */
typedef struct Tower {
    int n;
    double lightest, ratio; /* kg */
    double h, sinks;        /* s, m: how far the top one sinks */
} Tower;

static const Tower towers[] = {{2, 0.1, 1000, 1e-3, 3.17e-3}, {4, 1, 30, 1e-3, 10.3e-3},
                               {3, 0.1, 1000, 1e-3, 26.1e-3}, {5, 1, 10, 1e-3, 9.14e-3},
                               {5, 1, 10, 2e-3, 9.14e-3},     {8, 1, 3, 2e-3, 9.65e-3},
                               {10, 1, 1, 1e-2, 2.56e-3},     {5, 100, 0.1, 1e-3, 0.25e-3}};

/* By how much the energy exceeds that of the beginning, where nothing is deformed, at most. */
static double energy_above_start(KipSim *sim, double seconds)
{
    const KipEnergy first = kip_energy(kip_sim_dynamics(sim));
    double most = 0;
    KipError error;
    while (kip_sim_time(sim) < seconds) {
        KipStatus status = kip_sim_step(sim, &error);
        ck_assert_msg(status == KIP_OK, "%s", error.message);
        const KipEnergy energy = kip_energy(kip_sim_dynamics(sim));
        most = most_of(most, energy.kinetic + energy.potential - (first.kinetic + first.potential));
    }
    return most;
}

/* They settle, with no energy gained, and the top one is where the law of their contacts has it. */
START_TEST(towers_stand)
{
    const Tower *tower = towers + _i;
    KipBuilder *builder = with_floor(0.7);
    for (int i = 0; i < tower->n; i++) {
        char name[24];
        snprintf(name, sizeof name, "crate %d", i);
        add_free(builder, name, crate(0.1, 0.1, 0.1, tower->lightest * pow(tower->ratio, i), 0.7),
                 v3(0, 0, 0.1 + 0.2 * i), q_identity());
    }
    KipModel *model = finished(builder);
    KipSim *sim = sim_of(model, tower->h);
    const double gained = energy_above_start(sim, STUDY(1, 3));
    const double *top = kip_sim_q(sim) + 7 * (tower->n - 1), sunk = 0.2 * tower->n - 0.1 - top[2];
    double aside = 0;
    for (int i = 0; i < tower->n; i++)
        aside = most_of(aside, hypot(kip_sim_q(sim)[7 * i], kip_sim_q(sim)[7 * i + 1]));
    study_print(
        "  %d high, each of %g times the mass, at %g ms: %.1e m aside, sunk by %.2f mm, energy gained %.1e J\n",
        tower->n, tower->ratio, 1e3 * tower->h, aside, 1e3 * sunk, gained);
    ck_below(aside, 1e-3);
    ck_near(sunk, tower->sinks, 0.5 * tower->sinks);
    ck_below(gained, 1e-6);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* -- people of ellipsoids -------------------------------------------------------------------------------- */

/* A limb: its half length along z, below its joint, and what hangs on it. */
#define LIMB(name, x, y, z, thick, half, more)                                                               \
    "<body name='" name "' pos='" x " " y " " z "'><joint name='" name "' type='ball' damping='0.5'/>"       \
    "<geom type='ellipsoid' size='" thick " " thick " " half "' pos='0 0 -" half "' density='1000'/>" more   \
    "</body>"
#define ARM(side, y)                                                                                         \
    LIMB("upper arm " side, "0", y, "0.25", "0.045", "0.15",                                                 \
         LIMB("forearm " side, "0", "0", "-0.3", "0.035", "0.13", ""))
#define LEG(side, y)                                                                                         \
    LIMB("thigh " side, "0", y, "-0.25", "0.07", "0.21",                                                     \
         LIMB("shank " side, "0", "0", "-0.42", "0.05", "0.2",                                               \
              LIMB("foot " side, "0.04", "0", "-0.42", "0.1", "0.03", "")))

/* A person whose every part is an ellipsoid comes to lie, on a plane and on a box. */
START_TEST(ellipsoids_come_to_rest)
{
    static const char person[] =
        "<mujoco><option timestep='0.001'/><worldbody>%s"
        "<body name='trunk' pos='0 0 1.3' euler='%g %g 0'><freejoint/>"
        "<geom type='ellipsoid' size='0.12 0.18 0.3' density='1000'/>"
        "<geom type='ellipsoid' size='0.09 0.08 0.12' pos='0 0 0.4' density='1000'/>" ARM("left", "0.24")
            ARM("right", "-0.24") LEG("left", "0.1") LEG("right", "-0.1") "</body></worldbody></mujoco>";
    static const char *const floor[2] = {"<geom type='plane' size='9 9 1'/>",
                                         "<geom type='box' size='9 9 1' pos='0 0 -1'/>"};
    for (int s = 0; s < STUDY(1, 10); s++) { /* round as they are they roll for long */
        char text[6000];
        KipModel *model;
        KipError error;
        double speed = 0;
        snprintf(text, sizeof text, person, floor[_i], 20.0 * s, 11.0 * s * s);
        ck_ok(kip_mjcf_parse(&model, text, strlen(text), "person.xml", NULL, &error));
        KipSim *sim = sim_of(model, 1e-3);
        run(sim, STUDY(12, 20));
        for (int k = 0; k < model->nv; k++)
            speed = most_of(speed, fabs(kip_sim_v(sim)[k]));
        study_print("  a person of ellipsoids moves by %.1e after %g s, its trunk %.3f m high\n", speed,
                    kip_sim_time(sim), kip_sim_q(sim)[2]);
        ck_below(speed, 0.02);
        ck_below(0.05, kip_sim_q(sim)[2]);
        ck_below(kip_sim_q(sim)[2], 0.4);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

/* A cylinder on a box: it stands, and lies. */
START_TEST(cylinders_rest_on_boxes)
{
    for (int lies = 0; lies < 2; lies++) {
        KipBuilder *builder = kip_builder_create(NULL);
        KipGeom bench = crate(1, 1, 0.5, 1, 0.7), drum = crate(0.1, 0.2, 0, 3, 0.7);
        bench.pos = v3(0, 0, -0.5);
        drum.type = KIP_GEOM_CYLINDER;
        kip_builder_geom(builder, &bench);
        add_free(builder, "drum", drum, v3(0.05, 0.02, lies ? 0.11 : 0.21),
                 q_axis_angle(v3(1, 0, 0), lies * 1.5707963267948966));
        KipModel *model = finished(builder);
        KipSim *sim = sim_of(model, 1e-3);
        const KipContact *contact;
        double weight = 0;
        run(sim, STUDY(3, 60));
        for (int n = kip_sim_contacts(sim, &contact), i = 0; i < n; i++)
            weight += fabs(contact[i].force.z);
        study_print("  a drum that %s: moves by %.1e, has gone %.1e m\n", lies ? "lies" : "stands",
                    fabs(kip_sim_v(sim)[4]), kip_sim_q(sim)[0] - 0.05);
        ck_near(weight, 3 * g, 1e-3 * g);
        ck_near(kip_sim_q(sim)[0], 0.05, 1e-3);
        ck_near(kip_sim_q(sim)[2], lies ? 0.1 : 0.2, 1e-3);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

/* A load of the state has the pairs found anew, and contacts read from the memory: at each step of one of two simulations that
 * are otherwise the same. Thirty crates that fall onto a heap, the same flung about, which takes steps in parts, and a person. */
START_TEST(pairs_that_hold_change_nothing)
{
    KipModel *model = _i < 2 ? heap(3, 0.1, 10) : NULL;
    KipRandom random = {7};
    KipError error;
    if (!model)
        ck_assert_int_eq(kip_mjcf_load(&model, "data/models/skeleton37.xml", NULL, &error), KIP_OK);
    KipSim *held = sim_of(model, 1e-3), *anew = sim_of(model, 1e-3);
    const size_t size = kip_sim_save_size(held);
    void *bytes = malloc(size);
    ck_assert_ptr_nonnull(bytes);
    if (_i == 1) {
        double v[6 * 30];
        for (int k = 0; k < model->nv; k++)
            v[k] = kip_random_uniform(&random, -10, 10);
        ck_assert_int_eq(kip_sim_set_state(held, NULL, v, &error), KIP_OK);
        ck_assert_int_eq(kip_sim_set_state(anew, NULL, v, &error), KIP_OK);
    }
    for (int i = 0; i < STUDY(1000, 10000); i++) {
        ck_assert_int_eq(kip_sim_step(held, &error), KIP_OK);
        ck_assert_int_eq(kip_sim_step(anew, &error), KIP_OK);
        ck_assert_msg(kip_sim_hash(held) == kip_sim_hash(anew), "step %d", i);
        kip_sim_save(anew, bytes);
        ck_assert_int_eq(kip_sim_load(anew, bytes, size, &error), KIP_OK);
    }
    free(bytes);
    kip_sim_destroy(held);
    kip_sim_destroy(anew);
    kip_model_destroy(model);
}
END_TEST

Suite *suite_pile(void)
{
    Suite *suite = suite_create("pile");
    TCase *tcase = tcase_create("pile");
    tcase_set_timeout(tcase, 0);
    tcase_add_loop_test(tcase, heaps_come_to_rest, 0, 4);
    tcase_add_loop_test(tcase, stacks_stand, 0, 3);
    tcase_add_loop_test(tcase, towers_stand, 0, (int)(sizeof towers / sizeof *towers));
    tcase_add_loop_test(tcase, what_is_struck_gains_no_energy, 0, 3);
    tcase_add_loop_test(tcase, what_collides_gains_no_energy, 0, 3);
    tcase_add_loop_test(tcase, ellipsoids_come_to_rest, 0, 2);
    tcase_add_test(tcase, cylinders_rest_on_boxes);
    tcase_add_loop_test(tcase, pairs_that_hold_change_nothing, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite;
}
