/* Blends and similarity of states (HYB.1, HYB.3): worked examples, differences that are undone, rates that are derivatives, an
 * exhaustive search beside the fast one. */
#include "control/blend.h"
#include "control/similar.h"
#include "motion_helpers.h"

Suite *suite_blend(void);

/* -- blends ------------------------------------------------------------------------------------------------ */

/* W-HYB.3a: the clip goes as .2 + .3 t, the state was at .6 with -1.0. */
START_TEST(test_offsets)
{
    static const double at[] = {0.1, 0.25, 0.4, 0.5}, hermite[] = {0.2752, 0.11875, 0.0208, 0},
                        angle[] = {0.5052, 0.39375, 0.3408, 0.35}, linear[] = {0.55, 0.475, 0.4, 0.35},
                        spline[] = {0.104, 0.5, 0.896, 1};
    const double T = 0.5, D = 0.6 - 0.2, V = -1.0 - 0.3;
    double rate, slope;
    for (int i = 0; i < 4; i++) {
        const double t = at[i], clip = 0.2 + 0.3 * t;
        ck_near(kip_blend_offset(KIP_BLEND_HERMITE, D, V, T, t, NULL), hermite[i], 1e-12);
        ck_near(clip + kip_blend_offset(KIP_BLEND_HERMITE, D, V, T, t, NULL), angle[i], 1e-12);
        ck_near(clip + kip_blend_offset(KIP_BLEND_LINEAR, D, V, T, t, NULL), linear[i], 1e-12);
        ck_near(kip_blend_weight(KIP_BLEND_HERMITE, t / T, &slope), spline[i], 1e-12);
        ck_near(kip_blend_weight(KIP_BLEND_LINEAR, t / T, NULL), t / T, 1e-15);
    }
    /* Positions and velocities at both ends; the linear offset's velocity jumps by -D/T - V. */
    ck_near(kip_blend_offset(KIP_BLEND_HERMITE, D, V, T, 0, &rate), D, 1e-15);
    ck_near(rate, V, 1e-15);
    ck_near(kip_blend_offset(KIP_BLEND_HERMITE, D, V, T, T * (1 - 1e-9), &rate), 0, 1e-15);
    ck_below(fabs(rate), 1e-6);
    kip_blend_offset(KIP_BLEND_LINEAR, D, V, T, 0, &rate);
    ck_near(rate - V, -D / T - V, 1e-15);
    /* No time at all, and after the end. */
    ck_assert(kip_blend_offset(KIP_BLEND_HERMITE, D, V, 0, 0, &rate) == 0 && rate == 0);
    ck_assert(kip_blend_offset(KIP_BLEND_HERMITE, D, V, T, 1, &rate) == 0 && rate == 0);
}
END_TEST

/* W-HYB.3b. */
START_TEST(test_window)
{
    static const int p[] = {-1, 0, 3, 7, 11, 14};
    static const double alpha[] = {1, 0.987259, 0.824593, 0.450074, 0.104, 0};
    for (size_t i = 0; i < sizeof p / sizeof *p; i++)
        ck_near(kip_blend_window(15, p[i]), alpha[i], 5e-7);
    ck_near(kip_blend_weight(KIP_BLEND_LINEAR, 1 / 15.0, NULL), 0.066667, 5e-7);
    ck_near(kip_blend_weight(KIP_BLEND_LINEAR, 8 / 15.0, NULL), 0.533333, 5e-7);
}
END_TEST

/* A ball between a turn of .2 about z and of 1 about y, a quarter of the way: W-HYB.3c. */
START_TEST(test_slerp)
{
    KipBuilder *builder = kip_builder_create(NULL);
    add_part(builder, part("ball", 0, v3_zero()), joint_about(KIP_JOINT_BALL, v3(0, 0, 1)));
    KipModel *model = finish(builder);
    double from[4], to[4], d[3];
    q_store(from, q_axis_angle(v3(0, 0, 1), 0.2));
    q_store(to, q_axis_angle(v3(0, 1, 0), 1.0));
    for (int sign = 0; sign < 2; sign++) {
        double q[4] = {from[0], from[1], from[2], from[3]};
        kip_state_difference(model, 0, 1, from, NULL, to, NULL, d, NULL);
        for (int k = 0; k < 3; k++)
            d[k] *= 0.25;
        kip_state_displace(model, 0, 1, d, NULL, q, NULL);
        static const double expected[] = {0.989234871, 0, 0.124856444, 0.076323249};
        for (int k = 0; k < 4; k++) {
            ck_near(q[k], expected[k], 5e-10);
            to[k] = -to[k]; /* the same turn */
        }
    }
    kip_model_destroy(model);
}
END_TEST

/* The difference of two states, added to the one, gives the other, rates included; and rates are derivatives. */
START_TEST(test_differences)
{
    KipRandom random = {5};
    for (int i = 0; i < STUDY(40, 2000); i++) {
        KipModel *model = random_model(&random, 8);
        double q[3][MOST], v[3][MOST], d[MOST], r[MOST], later[MOST], d_later[MOST];
        ck_assert_int_le(model->nq, MOST);
        for (int k = 0; k < 2; k++)
            random_state(&random, model, q[k], v[k], 2);
        kip_state_difference(model, 0, model->njoint, q[0], v[0], q[1], v[1], d, r);
        memcpy(q[2], q[0], sizeof q[0]), memcpy(v[2], v[0], sizeof v[0]);
        kip_state_displace(model, 0, model->njoint, d, r, q[2], v[2]);
        ck_below(largest_difference(v[2], v[1], model->nv), 1e-9);
        kip_state_difference(model, 0, model->njoint, q[2], NULL, q[1], NULL, d_later, NULL);
        for (int k = 0; k < model->nv; k++)
            ck_below(fabs(d_later[k]), 1e-12);
        /* Both go on for a moment. */
        const double h = 1e-6;
        kip_model_integrate(model, q[0], v[0], h, q[2]);
        kip_model_integrate(model, q[1], v[1], h, later);
        kip_state_difference(model, 0, model->njoint, q[2], NULL, later, NULL, d_later, NULL);
        for (int k = 0; k < model->nv; k++)
            if (fabs(d[k]) < 2.5) /* not where the shorter way changes */
                ck_near((d_later[k] - d[k]) / h, r[k], 1e-4 * (1 + fabs(r[k])));
        kip_model_destroy(model);
    }
}
END_TEST

/* -- similarity ---------------------------------------------------------------------------------------------- */

/* A frame of three hinges that cannot turn all around. */
static KipMotion *three_hinges(KipModel **model, int nframe)
{
    KipBuilder *builder = kip_builder_create(NULL);
    int parent = 0;
    for (int i = 0; i < 3; i++) {
        KipJoint joint = joint_about(KIP_JOINT_HINGE, v3(0, 1, 0));
        joint.limited = i < 2, joint.range[0] = -3, joint.range[1] = 3;
        static const char *const name[] = {"a", "b", "c"};
        parent = add_part(builder, part(name[i], parent, v3(0, 0, 0.3)), joint);
    }
    *model = finish(builder);
    return create(*model, nframe, 1.0 / 30);
}

/* W-HYB.1; its weights do not sum to 1, and those of the rates are a tenth of them but for the last. */
START_TEST(test_similarity)
{
    KipModel *model;
    KipMotion *motion = three_hinges(&model, 1);
    const double q[] = {0.10, -0.20, 0.30}, v[] = {1, 0, -1}, w[] = {1, 0.5, 0.1};
    memcpy(motion->q, (const double[]){0.15, -0.10, 0.25}, 3 * sizeof(double));
    memcpy(motion->v, (const double[]){0.8, 0.1, -1.5}, 3 * sizeof(double));
    static const double expected[KIP_SIMILAR_HOWS] = {0.135, 0.01475, 0.075};
    for (int how = 0; how < KIP_SIMILAR_HOWS; how++) {
        KipSimilarDef def = kip_similar_def();
        KipSimilar *similar;
        def.how = (KipSimilarHow)how, def.weight = w;
        ck_ok(kip_similar_create(motion, 0, 3, &def, &similar, &error));
        ck_near(kip_similar_at(similar, q, v, 0), expected[how] / (w[0] + w[1] + w[2]), 1e-12);
        kip_similar_destroy(similar);
    }
    /* Angles of a joint without limits go the shorter way round; signed differences cancel. */
    KipSimilarDef def = kip_similar_def();
    KipSimilar *similar;
    def.rate = 0, def.weight = (const double[]){0, 0, 1};
    motion->q[2] = 3.1;
    ck_ok(kip_similar_create(motion, 0, 3, &def, &similar, &error));
    ck_near(kip_similar_at(similar, (const double[]){0, 0, -3.1}, v, 0), 0.083185307, 5e-10);
    kip_similar_destroy(similar);
    def.how = KIP_SIMILAR_SIGNED, def.weight = (const double[]){1, 1, 0};
    motion->q[0] = 0.2, motion->q[1] = 0.1;
    ck_ok(kip_similar_create(motion, 0, 3, &def, &similar, &error));
    ck_near(kip_similar_at(similar, (const double[]){0.1, 0.2, 0}, v, 0), 0, 1e-15);
    kip_similar_destroy(similar);
    /* What makes no sense. */
    def.weight = (const double[]){0, 0, 0};
    ck_assert_int_eq(kip_similar_create(motion, 0, 3, &def, &similar, &error), KIP_BAD_USE);
    def.weight = (const double[]){1, -1, 0};
    ck_assert_int_eq(kip_similar_create(motion, 0, 3, &def, &similar, &error), KIP_BAD_USE);
    ck_assert_ptr_null(similar);
    kip_motion_destroy(motion);
    kip_model_destroy(model);
}
END_TEST

/* The fast search finds the frame that a search of all finds; a frame is like itself wherever its character stands and
 * whatever it faces. */
START_TEST(test_search)
{
    KipRandom random = {7};
    for (int i = 0; i < STUDY(20, 500); i++) {
        KipModel *model = random_model(&random, 8);
        KipMotion *motion = random_motion(&random, model, 50, 1.0 / 30);
        double q[MOST], v[MOST], weight[MOST];
        for (int j = 0; j < model->njoint; j++)
            weight[j] = kip_random_uniform(&random, 0.1, 1);
        for (int how = KIP_SIMILAR_ABS; how <= KIP_SIMILAR_SQUARED; how++) {
            KipSimilarDef def = kip_similar_def();
            KipSimilar *similar;
            def.how = (KipSimilarHow)how, def.weight = weight;
            ck_ok(kip_similar_create(motion, 0, model->njoint, &def, &similar, &error));
            random_state(&random, model, q, v, 2);
            int best = 0, found;
            for (int f = 1; f < 50; f++)
                if (kip_similar_at(similar, q, v, f) < kip_similar_at(similar, q, v, best))
                    best = f;
            ck_near(kip_similar_find(similar, q, v, 0, 49, &found), kip_similar_at(similar, q, v, best), 0);
            ck_assert_int_eq(found, best);
            memcpy(q, kip_motion_frame(motion, 33), (size_t)model->nq * sizeof *q);
            memcpy(v, rates(motion, 33), (size_t)model->nv * sizeof *v);
            const KipQuat turn = q_axis_angle(v3(0, 0, 1), kip_random_uniform(&random, -3, 3));
            for (int j = 0; j < model->njoint; j++)
                if (model->joint[j].type == KIP_JOINT_FREE) {
                    double *root = q + model->joint[j].q, *rate = v + model->joint[j].v;
                    v3_store(root, v3_add(q_rotate(turn, v3_from(root)), v3(7, -3, 2)));
                    q_store(root + 3, q_mul(turn, q_from(root + 3)));
                    v3_store(rate, q_rotate(turn, v3_from(rate)));
                }
            ck_below(kip_similar_find(similar, q, v, 0, 49, &found), 1e-12);
            ck_assert_int_eq(found, 33);
            kip_similar_destroy(similar);
        }
        kip_motion_destroy(motion);
        kip_model_destroy(model);
    }
}
END_TEST

Suite *suite_blend(void)
{
    Suite *suite = suite_create("blend");
    TCase *tests = tcase_create("blend");
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, test_offsets);
    tcase_add_test(tests, test_window);
    tcase_add_test(tests, test_slerp);
    tcase_add_test(tests, test_differences);
    tcase_add_test(tests, test_similarity);
    tcase_add_test(tests, test_search);
    suite_add_tcase(suite, tests);
    return suite;
}
