/* Heaps and stacks of crates come to rest, and stand. */
#include <stdio.h>

#include "free_bodies.h"
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
        ck_below(fastest_turn(sim, model), study_full ? 1e-9 : 1e-3);
        ck_below(hypot(top[0], top[1]), 1e-6);
        ck_near(top[2], 0.2 * n - 0.1, 1e-4 * n * n);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

Suite *suite_pile(void)
{
    Suite *suite = suite_create("pile");
    TCase *tcase = tcase_create("pile");
    tcase_set_timeout(tcase, 0);
    tcase_add_loop_test(tcase, heaps_come_to_rest, 0, 4);
    tcase_add_loop_test(tcase, stacks_stand, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite;
}
