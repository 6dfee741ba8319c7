/* Composite inertias: the worked numbers of OTB.5 to OTB.7 (OTB.6 in both), point masses, and the mass matrix of random trees. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "../src/control/composite.h"
#include "../src/dynamics/mat3.h"
#include "../src/dynamics/quat.h"
#include "../src/dynamics/random.h"
#include "../src/dynamics/scalar.h"
#include "random_model.h"

Suite *suite_composite(void);

#define NEAR(value, expected, tolerance) ck_assert_double_eq_tol(value, expected, tolerance)

static const double pi = 3.14159265358979323846;

/* W-OTB.5: the child, about its origin. */
static KipComposite child(void)
{
    const KipVec3 c = {0.02, -0.12, 0.01};
    const KipComposite at_com = {1.5, {0, 0, 0}, {0.015, 0, 0, 0, 0.002, 0, 0, 0, 0.015}};
    KipComposite made = kip_composite_to_parent(KIP_CORRECT, &at_com, m3_identity(), c);
    made.com = c;
    return made;
}

static void near_matrix(KipMat3 a, const double b[6], double tolerance)
{
    const double value[] = {a.xx, a.xy, a.xz, a.yy, a.yz, a.zz}, other[] = {a.yx, a.zx, a.zy};
    for (int i = 0; i < 6; i++)
        NEAR(value[i], b[i], tolerance);
    NEAR(value[1], other[0], 1e-13);
    NEAR(value[2], other[1], 1e-13);
    NEAR(value[4], other[2], 1e-13);
}

START_TEST(to_the_parent)
{
    static const double origin[] = {0.036750, 0.003600, -0.000300, 0.002750, 0.001800, 0.037200};
    static const double parent[] = {0.249913052, 0.051316660, -0.006958846,
                                    0.019617691, 0.035453074, 0.256730744};
    const KipMat3 R = q_matrix(quat(kip_cos(pi / 12), 0, 0, kip_sin(pi / 12)));
    const KipVec3 p = {0, -0.3, 0.05};
    KipComposite body = child(), wrong = body;
    near_matrix(body.D, origin, 1e-12);
    near_matrix(kip_composite_to_parent(KIP_CORRECT, &body, R, p).D, parent, 1e-9);
    NEAR(kip_composite_to_parent(KIP_LITERAL, &body, R, p).D.xx, -0.199648435, 1e-9);
    wrong.D = (KipMat3){0.015, 0, 0, 0, 0.002, 0, 0, 0, 0.015}; /* about the centre of mass */
    NEAR(kip_composite_to_parent(KIP_CORRECT, &wrong, R, p).D.xx, 0.236530744, 1e-9);
}
END_TEST

static KipVec3 random_vector(KipRandom *random)
{
    double x = kip_random_normal(random), y = kip_random_normal(random);
    return v3(x, y, kip_random_normal(random));
}

/* 12 points of a body, and all that they are in another frame. */
START_TEST(point_masses)
{
    KipRandom random = {5};
    for (int trial = 0; trial < 200; trial++) {
        const KipMat3 R = q_matrix(random_quat(&random));
        const KipVec3 p = random_vector(&random), s = v3_scale(1 / sqrt(3.0), v3(1, -1, 1)),
                      d = random_vector(&random);
        KipComposite body = {0}, expected = {0};
        double moment = 0;
        for (int i = 0; i < 12; i++) {
            double m = kip_random_uniform(&random, 0.1, 2);
            KipVec3 r = random_vector(&random), there = v3_add(p, m3_apply(R, r)),
                    far = v3_cross(v3_sub(there, d), s);
            KipMat3 one = m3_mul(kip_skew(r), kip_skew(r)), other = m3_mul(kip_skew(there), kip_skew(there));
            KipComposite at = {m,
                               r,
                               {-m * one.xx, -m * one.xy, -m * one.xz, -m * one.yx, -m * one.yy, -m * one.yz,
                                -m * one.zx, -m * one.zy, -m * one.zz}};
            KipComposite away = {m,
                                 there,
                                 {-m * other.xx, -m * other.xy, -m * other.xz, -m * other.yx, -m * other.yy,
                                  -m * other.yz, -m * other.zx, -m * other.zy, -m * other.zz}};
            body = kip_composite_join(&body, &at);
            expected = kip_composite_join(&expected, &away);
            moment += m * v3_dot(far, far);
        }
        const KipComposite moved = kip_composite_to_parent(KIP_CORRECT, &body, R, p);
        const double entry[] = {expected.D.xx, expected.D.xy, expected.D.xz,
                                expected.D.yy, expected.D.yz, expected.D.zz};
        near_matrix(moved.D, entry, 1e-11);
        NEAR(v3_length(v3_sub(moved.com, expected.com)), 0, 1e-13);
        NEAR(kip_composite_moment(KIP_CORRECT, &moved, d, s), moment, 1e-10);
    }
}
END_TEST

/* W-OTB.7a: the arm of two links; frames at the joints and at the centres of mass. */
START_TEST(the_arm)
{
    static const double q2[] = {0, pi / 2, 2 * pi / 3}, right[] = {0.38375, 0.24875, 0.18125},
                        printed[] = {0.655357143, 0.423928571, 0.308214286},
                        at_com[] = {0.441607143, 0.277678571, NAN};
    const KipVec3 z = {0, 0, 1};
    for (int i = 0; i < 3; i++) {
        const KipMat3 bent = q_matrix(quat(kip_cos(q2[i] / 2), 0, 0, kip_sin(q2[i] / 2)));
        const KipVec3 com = {0.15, 0, 0};
        const KipComposite upper_com = {2, {0, 0, 0}, {0.003, 0, 0, 0, 0.02, 0, 0, 0, 0.02}},
                           lower_com = {1.5, {0, 0, 0}, {0.001, 0, 0, 0, 0.015, 0, 0, 0, 0.015}};
        const KipComposite upper = kip_composite_to_parent(KIP_CORRECT, &upper_com, m3_identity(), com),
                           lower = kip_composite_to_parent(KIP_CORRECT, &lower_com, m3_identity(), com),
                           carried = kip_composite_to_parent(KIP_CORRECT, &lower, bent, v3(0.3, 0, 0)),
                           arm = kip_composite_join(&upper, &carried),
                           from_com =
                               kip_composite_to_parent(KIP_CORRECT, &arm, m3_identity(), v3(-0.15, 0, 0));
        NEAR(kip_composite_moment(KIP_CORRECT, &arm, v3_zero(), z), right[i], 1e-12);
        NEAR(kip_composite_moment(KIP_LITERAL, &arm, v3_zero(), z), printed[i], 1e-9);
        NEAR(kip_composite_moment(KIP_CORRECT, &from_com, v3(-0.15, 0, 0), z), right[i], 1e-12);
        if (!isnan(at_com[i]))
            NEAR(kip_composite_moment(KIP_LITERAL, &from_com, v3(-0.15, 0, 0), z), at_com[i], 1e-9);
    }
}
END_TEST

START_TEST(an_oblique_axis)
{
    /* W-OTB.7b: literal is right for an inertia about the centre of mass */
    const KipComposite body = {3,
                               {0.1, -0.2, 0.05},
                               {0.05, 0.002, -0.001, 0.002, 0.03, 0.004, -0.001, 0.004, 0.06}};
    const KipVec3 s = v3_scale(1.0 / 3, v3(1, 2, 2)), d = {0, 0.15, -0.02};
    NEAR(kip_composite_moment(KIP_LITERAL, &body, d, s), 0.391222222, 1e-9);
}
END_TEST

/* OTB.7: m is the diagonal of the mass matrix, for every kind of joint. */
START_TEST(moments_of_random_trees)
{
    KipRandom random = {21};
    for (int trial = 0; trial < 200; trial++) {
        KipModel *model = random_model(&random, 3 + trial % 20);
        KipDynamics *dynamics;
        ck_assert_int_eq(kip_dynamics_create(model, NULL, &dynamics, NULL), KIP_OK);
        const size_t nv = (size_t)model->nv;
        double *q = malloc((size_t)model->nq * sizeof *q), *v = malloc(nv * sizeof *v),
               *m = malloc(nv * sizeof *m), *M = malloc(nv * nv * sizeof *M);
        KipComposite *composite = malloc((size_t)model->nbody * sizeof *composite);
        random_state(&random, model, q, v, 1);
        kip_dynamics_set(dynamics, q, v);
        kip_mass_matrix(dynamics, M);
        kip_composite_pass(dynamics, model, composite);
        kip_composite_moments(KIP_CORRECT, dynamics, model, composite, m);
        for (size_t i = 0; i < nv; i++)
            NEAR(m[i] / M[i * nv + i], 1, 1e-12);
        free(q), free(v), free(m), free(M), free(composite);
        kip_dynamics_destroy(dynamics);
        kip_model_destroy(model);
    }
}
END_TEST

Suite *suite_composite(void)
{
    Suite *suite = suite_create("composite");
    TCase *tests = tcase_create("composite");
    tcase_add_test(tests, to_the_parent);
    tcase_add_test(tests, point_masses);
    tcase_add_test(tests, the_arm);
    tcase_add_test(tests, an_oblique_axis);
    tcase_add_test(tests, moments_of_random_trees);
    suite_add_tcase(suite, tests);
    return suite;
}
