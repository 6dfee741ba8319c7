/* Timed PD control of one axis: the worked numbers of OTB.1 to OTB.4 and OTB.12, and the same by integration. */
#include <check.h>
#include <math.h>

#include "../src/control/timed.h"

Suite *suite_timed(void);

static const double n_rest = 3.889720169867429; /* f = 0.9 */

#define NEAR(value, expected, tolerance) ck_assert_double_eq_tol(value, expected, tolerance)

START_TEST(pd_torque)
{
    NEAR(kip_timed_torque((KipGains){40, 6}, 1.2, 0.5, 0.3, -0.4), 32.2, 1e-12); /* W-OTB.1 */
}
END_TEST

/* OTB.3n, both tables. */
START_TEST(time_constants)
{
    static const double f[] = {0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999};
    static const double rest[] = {1.678347, 2.022313, 2.439216, 2.994308,
                                  3.889720, 4.743865, 6.638352, 9.233413};
    static const double plain[] = {0.693147, 0.916291, 1.203973, 1.609438,
                                   2.302585, 2.995732, 4.605170, 6.907755};
    static const double printed[] = {1.442695, 1.957615,  2.803673,  4.481420,
                                     9.491222, 19.495726, 99.499162, 999.499917};
    static const double left_plain[] = {0.846574, 0.766516, 0.661192, 0.521888,
                                        0.330259, 0.199787, 0.056052, 0.007908};
    for (int i = 0; i < 8; i++) {
        double n = kip_timed_constants(KIP_CRIT_REST, f[i], 0);
        NEAR(n, rest[i], 1e-6);
        NEAR(kip_timed_left(n, 0), 1 - f[i], 1e-14);
        NEAR(kip_timed_constants(KIP_EXP, f[i], 7), plain[i], 1e-6);
        NEAR(kip_timed_left(plain[i], 0), left_plain[i], 1e-6);
        NEAR(kip_timed_constants(KIP_LITERAL_N, f[i], 0), printed[i], 1e-6);
    }
    NEAR(kip_timed_constants(KIP_CRIT_REST, 0.9, 0), n_rest, 1e-14);
    ck_assert(isnan(kip_timed_constants(KIP_CRIT_REST, 0, 0)) && isnan(kip_timed_constants(KIP_EXP, 1, 0)));
}
END_TEST

START_TEST(time_constants_on_the_move)
{
    static const double f[] = {0.5, 0.7, 0.8, 0.9, 0.95, 0.99}, V[] = {-2, -1, -0.5, 0, 0.5, 1, 2, 4};
    static const double n[6][8] =
        {{0, 0, 1.256431, 1.678347, 1.923939, 2.105467, 2.374884, 2.739482},
         {0, 1.781337, 2.195590, 2.439216, 2.619770, 2.765342, 2.994878, 3.322995},
         {0, 2.542641, 2.804820, 2.994308, 3.145292, 3.271812, 3.477822, 3.782160},
         {2.991446, 3.577152, 3.749351, 3.889720, 4.008961, 4.113003, 4.288944, 4.560193},
         {4.139934, 4.499755, 4.631041, 4.743865, 4.843100, 4.931861, 5.085848, 5.330869},
         {6.266545, 6.472775, 6.559552, 6.638352, 6.710596, 6.777344, 6.897447, 7.098229}};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 8; k++) {
            double expected = n[i][k] > 0 ? n[i][k] : fmax(1, -1 - V[k]); /* no solution */
            NEAR(kip_timed_constants(KIP_CRIT_V, f[i], V[k]), expected, 1e-6);
        }
    for (double v = -30; v < 30; v += 0.37) { /* far from the table: a solution, or none */
        double found = kip_timed_constants(KIP_CRIT_V, 0.9, v), most = exp(v); /* of what can be left */
        if (most < 0.1)
            NEAR(found, fmax(1, -1 - v), 1e-12);
        else
            NEAR(kip_timed_left(found, v), 0.1, 1e-12);
    }
}
END_TEST

/* e'' = -ks(t) e - kd(t) e', m = 1, by RK4; lambda is T / n, or what is left of it. */
static double integrate(double n, double T, bool remaining, double e, double v, double until, double *rate)
{
    const int steps = 200000;
    const double h = until / steps;
    for (int i = 0; i < steps; i++) {
        double ke[4], kv[4];
        for (int s = 0; s < 4; s++) {
            double c = s == 0 ? 0 : s == 3 ? 1 : 0.5, t = (i + c) * h, lambda = (remaining ? T - t : T) / n;
            KipGains gains = kip_timed_gains(1, lambda);
            double es = s ? e + c * h * ke[s - 1] : e, vs = s ? v + c * h * kv[s - 1] : v;
            ke[s] = vs;
            kv[s] = -gains.ks * es - gains.kd * vs;
        }
        e += h / 6 * (ke[0] + 2 * ke[1] + 2 * ke[2] + ke[3]);
        v += h / 6 * (kv[0] + 2 * kv[1] + 2 * kv[2] + kv[3]);
    }
    *rate = v;
    return e;
}

START_TEST(errors)
{
    double rate, other;
    NEAR(kip_timed_error(0.5 / n_rest, 1, 0, 0.5, &rate), 0.1, 1e-9); /* W-OTB.3a */
    NEAR(rate, -0.618846170, 1e-8);
    NEAR(integrate(n_rest, 0.5, false, 1, 0, 0.5, &other), 0.1, 1e-11);
    NEAR(other, rate, 1e-11);
    NEAR(kip_timed_error(0.5 / n_rest, 0.8, 1.6, 0.5, NULL), 0.096360854, 1e-8); /* W-OTB.3b */
    NEAR(kip_timed_error(1 / 2.302585093, 1, 0, 1, NULL), 0.330258509, 1e-8);    /* W-OTB.3c */
    static const double share[] = {0.5, 0.9, 0.99}, left[] = {0.301836596, 0.006969638, 3.0770450e-5};
    for (int i = 0; i < 3; i++) { /* W-OTB.3d */
        double e = kip_timed_error_remaining(n_rest, 0.5, 1, 0, share[i] * 0.5);
        NEAR(e, left[i], 1e-9);
        NEAR(integrate(n_rest, 0.5, true, 1, 0, share[i] * 0.5, &rate), e, 1e-10);
    }
    NEAR(kip_timed_error_remaining(5, 0.7, 0.3, -2, 0.4), integrate(5, 0.7, true, 0.3, -2, 0.4, &rate),
         1e-11);
}
END_TEST

START_TEST(gains)
{
    static const double n[] = {3.889720169867429, 9.491221581029903, 2.302585092994046};
    static const double ks[] = {23.224432, 138.277846, 8.138414}, kd[] = {5.970720, 14.569025, 3.534468},
                        tau[] = {25.612720, 144.105456, 9.552201};
    for (int i = 0; i < 3; i++) { /* W-OTB.4 */
        KipGains g = kip_timed_gains(0.38375, 0.5 / n[i]);
        NEAR(g.ks, ks[i], 1e-6);
        NEAR(g.kd, kd[i], 1e-6);
        NEAR(g.kd * g.kd, 4 * 0.38375 * g.ks, 1e-9);
        NEAR(kip_timed_torque(g, 1.2, 0.2, 0, -0.4), tau[i], 1e-6);
    }
}
END_TEST

/* Is the error gone after 4000 steps of semi-implicit Euler? */
static bool settles(double lambda, double h)
{
    KipGains g = kip_timed_gains(1, lambda);
    double e = 1, v = 0;
    for (int i = 0; i < 4000 && fabs(e) < 1e6; i++) {
        v -= h * (g.ks * e + g.kd * v);
        e += h * v;
    }
    return fabs(e) < 1e-3;
}

START_TEST(stability)
{
    NEAR(0.001 / kip_timed_least_lambda(0.001, 1), 0.828427, 1e-6); /* W-OTB.3e */
    NEAR(1 / kip_timed_least_lambda(1, 2), 0.449490, 1e-6);
    NEAR(1 / kip_timed_least_lambda(1, 6.663409), 0.144829, 1e-6);
    NEAR(1 / kip_timed_least_lambda(1, 1.794353), 0.495840, 1e-6);
    double least = kip_timed_least_lambda(0.001, 1);
    ck_assert(settles(1.01 * least, 0.001) && !settles(0.99 * least, 0.001));
}
END_TEST

/* Where and how fast an axis of inertia 1 is at T, under constant gains and a target. */
static void go(double k, double S, double angle, double rate, double T, double *end, double *end_rate)
{
    double error_rate, e = kip_timed_error(1 / k, S - angle, -rate, T, &error_rate);
    *end = S - e;
    *end_rate = -error_rate;
}

START_TEST(key_frames_with_a_rate)
{
    static const double rate[] = {1.5, 0.2, 3.0}, k[] = {4.830815, 11.715968, 1.613899},
                        S[] = {1.439059, 1.019985, 5.162409};
    KipAnalytic found;
    KipError error;
    double end, end_rate;
    for (int i = 0; i < 3; i++) { /* W-OTB.3h */
        ck_assert_int_eq(kip_timed_analytic(0, 0, 1, rate[i], 0.5, &found, &error), KIP_OK);
        NEAR(found.k, k[i], 1e-6);
        NEAR(found.S, S[i], 1e-5);
        go(found.k, found.S, 0, 0, 0.5, &end, &end_rate);
        NEAR(end, 1, 1e-12);
        NEAR(end_rate, rate[i], 1e-11);
    }
    ck_assert_int_eq(kip_timed_analytic(0.2, 0.5, -1, -1, 0.8, &found, &error), KIP_OK);
    go(found.k, found.S, 0.2, 0.5, 0.8, &end, &end_rate);
    NEAR(end, -1, 1e-12);
    NEAR(end_rate, -1, 1e-11);
    ck_assert_int_eq(kip_timed_analytic(0, 0, 1, -1.5, 0.5, &found, &error),
                     KIP_BAD_INPUT); /* beyond it and back */
    ck_assert_int_eq(kip_timed_analytic(0, 0, 1, 1, -0.5, &found, &error), KIP_BAD_INPUT);
    /* a target that stays: FIXED settles 2 lambda w beyond it, W-OTB.3f */
    NEAR(1 + kip_timed_torque(kip_timed_gains(1, 0.1), 0, 0, 1.5, 0) / kip_timed_gains(1, 0.1).ks, 1.3,
         1e-12);
    NEAR(kip_timed_reference(1, 1.5, 0.5), 0.25, 1e-15);
}
END_TEST

/* From rest at 0 to 1 with 1.5 rad/s in 0.5 s, steps of 1e-5 s: W-OTB.3g. */
static void run_to_rate(bool remaining, bool moving, double stop, double *angle, double *rate)
{
    const double h = 1e-5, T = 0.5, w = 1.5, floor_s = 0.001;
    double th = 0, v = 0;
    for (int i = 0; i < (int)((T - stop) / h + 0.5); i++) {
        double left = T - i * h, lambda = fmax(remaining ? left : T, floor_s) / n_rest;
        double target = moving ? kip_timed_reference(1, w, left) : 1;
        v += h * kip_timed_torque(kip_timed_gains(1, lambda), target, th, w, v);
        th += h * v;
    }
    *angle = th;
    *rate = v;
}

START_TEST(moving_targets)
{
    double th, v;
    run_to_rate(true, true, 0, &th, &v);
    NEAR(th, 1, 1e-5);
    NEAR(v, 1.5, 1e-3);
    run_to_rate(false, true, 0, &th, &v);
    NEAR(th, 0.959664, 1e-4);
    NEAR(v, 1.743337, 1e-3);
    run_to_rate(true, false, 0.002, &th, &v);
    NEAR(th, 1.003153, 1e-4);
    NEAR(v, -1.580519, 1e-2);
    run_to_rate(false, false, 0, &th, &v);
    NEAR(th, 1.247068, 1e-4);
    NEAR(v, 0.857468, 1e-3);
}
END_TEST

START_TEST(shortest_times)
{
    KipShortest s = kip_timed_shortest(n_rest, 0.38375, 1, 10); /* W-OTB.12 */
    NEAR(s.unclamped, 0.761978, 1e-6);
    NEAR(s.possible / s.unclamped, 0.514, 5e-4);
    /* at that time the first torque is the bound */
    NEAR(kip_timed_torque(kip_timed_gains(0.38375, s.unclamped / n_rest), 1, 0, 0, 0), 10, 1e-12);
    ck_assert(kip_timed_shortest(n_rest, 0.38375, -1, 10).possible == s.possible);
}
END_TEST

Suite *suite_timed(void)
{
    Suite *suite = suite_create("timed");
    TCase *tests = tcase_create("timed");
    tcase_add_test(tests, pd_torque);
    tcase_add_test(tests, time_constants);
    tcase_add_test(tests, time_constants_on_the_move);
    tcase_add_test(tests, errors);
    tcase_add_test(tests, gains);
    tcase_add_test(tests, stability);
    tcase_add_test(tests, key_frames_with_a_rate);
    tcase_add_test(tests, moving_targets);
    tcase_add_test(tests, shortest_times);
    suite_add_tcase(suite, tests);
    return suite;
}
