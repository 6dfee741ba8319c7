/* Motions: velocities against analytic motions, sampling between frames, settling, memory. */
#include "motion_helpers.h"

Suite *suite_motion(void);

/* The largest difference of two configurations: of numbers, and angles between quaternions. */
static double distance(const KipModel *model, const double *a, const double *b)
{
    double most = 0;
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        bool turns = joint->nq >= 4;
        int k = joint->q, lines = joint->nq - (turns ? 4 : 0);
        for (; k < joint->q + lines; k++)
            most = most_of(most, fabs(a[k] - b[k]));
        if (turns)
            most = most_of(most, v3_length(q_log(q_mul(q_conjugate(q_from(a + k)), q_from(b + k)))));
    }
    return most;
}

/* -- a model with every type of joint, and a motion of it that is known --------------------------------- */

/* q: free 0..6, ball 7..10, hinge 11, slide 12; v: free 0..5, ball 6..8, hinge 9, slide 10. */
static KipModel *every_joint(const KipAllocator *allocator)
{
    KipBuilder *builder = kip_builder_create(allocator);
    KipModel *model = NULL;
    if (!builder)
        return NULL;
    int base = add_part(builder, part("base", 0, v3_zero()), joint_about(KIP_JOINT_FREE, v3(0, 0, 1)));
    int arm = add_part(builder, part("arm", base, v3(0, 0, 0.3)), joint_about(KIP_JOINT_BALL, v3(0, 0, 1)));
    add_part(builder, part("wheel", arm, v3(0, 0, 0.3)), joint_about(KIP_JOINT_HINGE, v3(0, 1, 0)));
    add_part(builder, part("rod", arm, v3(0, 0.1, 0.3)), joint_about(KIP_JOINT_SLIDE, v3(0, 1, 0)));
    kip_builder_finish(builder, &model, NULL);
    return model;
}

/* Rotation by `a` about z, then by `b` about the turned x: w = b' x + Rx(b)' a' z. */
static void known_turn(double t, double k, double *q, double *w)
{
    double a = 0.9 * sin(2 * k * t) + 1.1 * t, da = 1.8 * k * cos(2 * k * t) + 1.1;
    double b = 0.7 * cos(1.7 * k * t), db = -1.19 * k * sin(1.7 * k * t);
    q_store(q, q_mul(q_axis_angle(v3(0, 0, 1), a), q_axis_angle(v3(1, 0, 0), b)));
    v3_store(w, v3(db, da * sin(b), da * cos(b)));
}

static void known(double t, double *q, double *v)
{
    const double place[3] = {sin(2 * t), cos(t) + t, 0.3 * sin(3 * t + 1)};
    const double rate[3] = {2 * cos(2 * t), 1 - sin(t), 0.9 * cos(3 * t + 1)};
    memcpy(q, place, sizeof place);
    memcpy(v, rate, sizeof rate);
    known_turn(t, 1, q + 3, v + 3);
    known_turn(t, 1.4, q + 7, v + 6);
    q[11] = sin(3 * t), v[9] = 3 * cos(3 * t);
    q[12] = cos(2.5 * t), v[10] = -2.5 * sin(2.5 * t);
}

static KipMotion *known_motion(const KipModel *model, int nframe, double period)
{
    KipMotion *motion = create(model, nframe, period);
    double v[11];
    for (int i = 0; i < nframe; i++)
        known(i * period, kip_motion_frame(motion, i), v);
    return motion;
}

/* -- velocities ------------------------------------------------------------------------------------------ */

/* W-HYB.2, of the wheel and of the arm's quaternion. */
START_TEST(test_worked_example)
{
    const double h = 1.0 / 30;
    const KipVec3 w = {1.2, -0.5, 2};
    const KipQuat middle = q_normalize(quat(0.4, 0.3, -0.8, 0.2));
    KipModel *model = every_joint(NULL);
    KipMotion *motion = create(model, 9, h);
    for (int i = 0; i < 9; i++) {
        double *q = kip_motion_frame(motion, i);
        q[11] = sin(3 * i * h);
        q_store(q + 7, q_mul(middle, q_exp(v3_scale((i - 4) * h, w))));
    }
    ck_near((kip_motion_frame(motion, 5)[11] - kip_motion_frame(motion, 4)[11]) / h, 2.700215889, 5e-10);
    for (int how = KIP_VELOCITY_CENTRAL; how <= KIP_VELOCITY_SPLINE; how++) {
        ck_ok(kip_motion_velocities(motion, (KipMotionVelocity)how, &error));
        ck_near(rates(motion, 4)[9], how == KIP_VELOCITY_CENTRAL ? 2.758579979 : 2.763501960, 5e-10);
        for (int i = 0; i < 9; i++)
            ck_below(v3_length(v3_sub(v3_from(rates(motion, i) + 6), w)), 1e-14 * (i == 4 ? 1 : 5));
    }
    kip_motion_destroy(motion);
    kip_model_destroy(model);
}
END_TEST

/* The largest error amid the known motion over 2 s, of velocities [from, to) at the frames. */
static double velocity_error(const KipModel *model, double period, KipMotionVelocity how, int from, int to)
{
    int nframe = (int)floor(2 / period + 1.5), checked = 0;
    KipMotion *motion = known_motion(model, nframe, period);
    double q[13], v[11], most = 0;
    ck_ok(kip_motion_velocities(motion, how, &error));
    for (int i = 0; i < nframe; i++)
        if (fabs(i * period - 1) < 0.3) {
            known(i * period, q, v);
            most = most_of(most, largest_difference(rates(motion, i) + from, v + from, to - from));
            checked++;
        }
    ck_assert_int_gt(checked, 10);
    kip_motion_destroy(motion);
    return most;
}

static const struct Part {
    const char *name;
    int from, to;
} parts[] = {{"free, linear", 0, 3},
             {"free, angular", 3, 6},
             {"ball", 6, 9},
             {"hinge", 9, 10},
             {"slide", 10, 11}};

START_TEST(test_velocities_converge)
{
    KipModel *model = every_joint(NULL);
    for (int how = KIP_VELOCITY_CENTRAL; how <= KIP_VELOCITY_SPLINE; how++)
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            double e[3];
            for (int n = 0; n < 3; n++)
                e[n] = velocity_error(model, 1.0 / (30 << n), (KipMotionVelocity)how, parts[k].from,
                                      parts[k].to);
            study_print("%-14s %s: %.2e %.2e %.2e, ratios %.2f %.2f\n", parts[k].name,
                        how == KIP_VELOCITY_CENTRAL ? "central" : "spline ", e[0], e[1], e[2], e[0] / e[1],
                        e[1] / e[2]);
            ck_below(e[0], how == KIP_VELOCITY_CENTRAL ? 1e-2 : 1e-5);
            for (int n = 0; n < 2; n++) {
                ck_below(fabs(e[n] / e[n + 1] / (how == KIP_VELOCITY_CENTRAL ? 4 : 16) - 1), 0.1);
            }
        }
    kip_model_destroy(model);
}
END_TEST

/* A steady spin is found up to half a turn a frame, at the ends too. */
START_TEST(test_steady_motion_is_exact)
{
    const KipVec3 axis = {2.0 / 7, 3.0 / 7, -6.0 / 7};
    KipModel *model = every_joint(NULL);
    for (int how = KIP_VELOCITY_CENTRAL; how <= KIP_VELOCITY_SPLINE; how++)
        for (double turn = 0; turn < 3.14; turn += 0.2) {
            KipMotion *motion = create(model, 20, 0.1);
            for (int i = 0; i < 20; i++) {
                double *q = kip_motion_frame(motion, i);
                q[1] = q[11] = 0.3 * i;
                q_store(q + 3, q_axis_angle(axis, turn * i));
                q_store(q + 7, q_axis_angle(axis, -turn * i));
            }
            ck_ok(kip_motion_velocities(motion, (KipMotionVelocity)how, &error));
            for (int i = 0; i < 20; i++) {
                const double *v = rates(motion, i);
                ck_near(v[1], 3, 1e-12);
                ck_near(v[9], 3, 1e-12);
                ck_below(v3_length(v3_add_scaled(v3_from(v + 3), -10 * turn, axis)), 1e-10);
                ck_below(v3_length(v3_add_scaled(v3_from(v + 6), 10 * turn, axis)), 1e-10);
            }
            kip_motion_destroy(motion);
        }
    kip_model_destroy(model);
}
END_TEST

/* The rate, in rotation vectors from q, of a quaternion q exp(e) that turns at w: by differences. */
static KipVec3 rate_seen(KipVec3 e, KipVec3 w)
{
    const double d = 1e-5;
    KipQuat at = q_exp(e);
    KipVec3 after = q_log(q_mul(at, q_exp(v3_scale(d, w)))),
            before = q_log(q_mul(at, q_exp(v3_scale(-d, w))));
    return v3_scale(0.5 / d, v3_sub(after, before));
}

/* The spline's equations hold for frames turned against each other by anything. */
START_TEST(test_spline_of_large_turns)
{
    enum { N = 40 };
    KipRandom random = {5};
    KipModel *model = every_joint(NULL);
    KipMotion *motion = random_motion(&random, model, N, 1);
    KipVec3 e[N - 1], w[N];
    double largest = 0;
    ck_ok(kip_motion_velocities(motion, KIP_VELOCITY_SPLINE, &error));
    for (int i = 0; i < N; i++) {
        w[i] = v3_from(rates(motion, i) + 6);
        if (i < N - 1)
            e[i] = q_log(q_mul(q_conjugate(q_from(kip_motion_frame(motion, i) + 7)),
                               q_from(kip_motion_frame(motion, i + 1) + 7)));
        if (i < N - 1)
            largest = fmax(largest, v3_length(e[i]));
    }
    ck_assert_double_gt(largest, 3);
    for (int i = 0; i < N; i++) {
        KipVec3 rest = v3_scale(i == 0 || i == N - 1 ? 2 : 4, w[i]);
        if (i > 0)
            rest = v3_add(v3_add_scaled(rest, -3, e[i - 1]), rate_seen(v3_neg(e[i - 1]), w[i - 1]));
        if (i < N - 1)
            rest = v3_add(v3_add_scaled(rest, -3, e[i]), rate_seen(e[i], w[i + 1]));
        ck_below(v3_length(rest), 1e-6);
    }
    kip_motion_destroy(motion);
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_one_and_two_frames)
{
    KipModel *model = every_joint(NULL);
    double q[13], v[11], still[11] = {0};
    for (int how = KIP_VELOCITY_CENTRAL; how <= KIP_VELOCITY_SPLINE; how++) {
        KipMotion *one = known_motion(model, 1, 0.1), *two = known_motion(model, 2, 0.1);
        ck_ok(kip_motion_velocities(one, (KipMotionVelocity)how, &error));
        ck_ok(kip_motion_velocities(two, (KipMotionVelocity)how, &error));
        ck_assert_double_eq(kip_motion_duration(one), 0);
        for (double t = -1; t < 2; t += 0.5) {
            kip_motion_sample(one, t, q, v);
            ck_assert_mem_eq(q, one->q, sizeof q);
            ck_assert_mem_eq(v, still, sizeof v);
        }
        kip_motion_sample(two, 0.05, q, v);
        ck_near(q[11], 0.5 * sin(0.3), 1e-15);
        ck_near(q[12], 0.5 + 0.5 * cos(0.25), 1e-15);
        for (int i = 0; i < 2; i++)
            ck_below(largest_difference(rates(two, i), v, 11), 1e-13);
        ck_below(fabs(v[9] - sin(0.3) / 0.1), 1e-13);
        kip_model_integrate(model, two->q, v, 0.1, q);
        ck_below(distance(model, q, kip_motion_frame(two, 1)), 1e-14);
        kip_motion_destroy(one);
        kip_motion_destroy(two);
    }
    kip_model_destroy(model);
}
END_TEST

/* -- between frames -------------------------------------------------------------------------------------- */

START_TEST(test_frames_bit_for_bit)
{
    const double periods[] = {1.0 / 30, 0.1, 1.0 / 7, 0.0123, 1.0 / 120, 3};
    KipRandom random = {1};
    KipModel *model = every_joint(NULL);
    double q[13], v[11], still[11] = {0};
    for (size_t k = 0; k < sizeof periods / sizeof *periods; k++) {
        int n = 700;
        KipMotion *motion = random_motion(&random, model, n, periods[k]);
        for (int i = 0; i < n; i++) {
            kip_motion_sample(motion, i * periods[k], q, v);
            ck_assert_mem_eq(q, kip_motion_frame(motion, i), sizeof q);
            ck_assert_mem_eq(v, rates(motion, i), sizeof v);
        }
        double duration = kip_motion_duration(motion),
               outside[] = {-1e-300, -5, -INFINITY, NAN, duration * 1.0001, INFINITY};
        for (int i = 0; i < 6; i++) {
            kip_motion_sample(motion, outside[i], q, v);
            ck_assert_mem_eq(q, kip_motion_frame(motion, i < 4 ? 0 : n - 1), sizeof q);
            ck_assert_mem_eq(v, still, sizeof v);
        }
        kip_motion_destroy(motion);
    }
    kip_model_destroy(model);
}
END_TEST

/* q and v have no jump at a frame, for any rates and turns. */
START_TEST(test_sample_is_continuous)
{
    const double step = 1e-10;
    KipRandom random = {2};
    for (int m = 0; m < 20; m++) {
        KipModel *model = random_model(&random, 8);
        KipMotion *motion = random_motion(&random, model, 12, 0.1);
        double q[MOST], v[MOST];
        for (int i = 0; i < 12; i++)
            for (int side = i == 0 ? 1 : -1; side <= (i < 11); side += 2) {
                kip_motion_sample(motion, i * 0.1 + side * step, q, v);
                ck_below(distance(model, q, kip_motion_frame(motion, i)), 1e-8);
                ck_below(largest_difference(v, rates(motion, i), model->nv), 1e-5);
            }
        kip_motion_destroy(motion);
        kip_model_destroy(model);
    }
}
END_TEST

START_TEST(test_v_is_the_derivative_of_q)
{
    const double h = 0.1, d = 1e-6;
    KipRandom random = {3};
    int turned = 0;
    for (int m = 0; m < 40; m++) {
        KipModel *model = random_model(&random, 8);
        KipMotion *motion = random_motion(&random, model, 6, h);
        double before[MOST], after[MOST], moved[MOST], v[MOST], alone[MOST];
        for (int n = 0; n < 20; n++) {
            const double frame = floor(kip_random_uniform(&random, 0, 5));
            const double t = (frame + kip_random_uniform(&random, 0.01, 0.99)) * h;
            kip_motion_sample(motion, t - d, before, NULL);
            kip_motion_sample(motion, t, NULL, v);
            kip_motion_sample(motion, t, moved, alone);
            ck_assert_mem_eq(v, alone, (size_t)model->nv * sizeof *v);
            kip_motion_sample(motion, t + d, after, NULL);
            kip_model_integrate(model, before, v, 2 * d, moved);
            ck_below(distance(model, moved, after) / (2 * d), 1e-4);
        }
        for (int j = 0; j < model->njoint; j++)
            turned += model->joint[j].nq >= 4;
        kip_motion_destroy(motion);
        kip_model_destroy(model);
    }
    ck_assert_int_gt(turned, 20);
}
END_TEST

/* A hinge that moves as a cubic, with its rates at the frames, is met everywhere. */
START_TEST(test_hermite_is_exact_for_cubics)
{
    KipModel *model = chain_model(2);
    KipMotion *motion = create(model, 5, 0.25);
    double q[2], v[2];
    for (int i = 0; i < 5; i++) {
        double t = i * 0.25, *frame = kip_motion_frame(motion, i);
        frame[0] = 1 + t * (2 + t * (-3 + 4 * t)), rates(motion, i)[0] = 2 + t * (-6 + 12 * t);
        frame[1] = t, rates(motion, i)[1] = 1;
    }
    for (double t = 0; t <= 1; t += 0.01) {
        kip_motion_sample(motion, t, q, v);
        ck_near(q[0], 1 + t * (2 + t * (-3 + 4 * t)), 1e-14);
        ck_near(v[0], 2 + t * (-6 + 12 * t), 1e-13);
        ck_near(q[1], t, 1e-15);
        ck_near(v[1], 1, 1e-14);
    }
    kip_motion_destroy(motion);
    kip_model_destroy(model);
}
END_TEST

/* With spline velocities, the known motion between frames is met to the fourth order. */
START_TEST(test_sample_converges)
{
    KipModel *model = every_joint(NULL);
    double e[3] = {0, 0, 0}, q[13], v[11], exact[13], rate[11];
    for (int n = 0; n < 3; n++) {
        double h = 1.0 / (30 << n);
        KipMotion *motion = known_motion(model, (60 << n) + 1, h);
        ck_ok(kip_motion_velocities(motion, KIP_VELOCITY_SPLINE, &error));
        for (double t = 0.7; t < 1.3; t += 0.0037) {
            kip_motion_sample(motion, t, q, v);
            known(t, exact, rate);
            e[n] = most_of(e[n], distance(model, q, exact));
        }
        kip_motion_destroy(motion);
    }
    study_print("between frames: %.2e %.2e %.2e\n", e[0], e[1], e[2]);
    ck_below(e[0], 1e-6);
    ck_assert(e[0] / e[1] > 13 && e[0] / e[1] < 19 && e[1] / e[2] > 13 && e[1] / e[2] < 19);
    kip_model_destroy(model);
}
END_TEST

/* -- settling -------------------------------------------------------------------------------------------- */

/* A wheel that turns on, written as angles within pi; quaternions of any sign and length. */
START_TEST(test_settle)
{
    enum { N = 100 };
    const double h = 1.0 / 30;
    KipModel *model = every_joint(NULL);
    KipMotion *plain = known_motion(model, N, h), *wild = known_motion(model, N, h);
    for (int i = 0; i < N; i++) {
        double *q = kip_motion_frame(wild, i), size = (i % 3 ? -1 : 1) * (1 + i % 5);
        kip_motion_frame(plain, i)[11] = 20 * sin(i * h);
        q[11] = kip_atan2(kip_sin(20 * sin(i * h)), kip_cos(20 * sin(i * h)));
        q[12] = 30 * i; /* a slide has no turns */
        for (int k = 3; k < 11; k++)
            q[k] *= size;
    }
    ck_ok(kip_motion_settle(wild, &error));
    for (int i = 0; i < N; i++) {
        const double *q = kip_motion_frame(wild, i);
        ck_near(q[11], 20 * sin(i * h), 1e-13);
        ck_assert_double_eq(q[12], 30 * i);
        ck_near(q_dot(q_from(q + 3), q_from(q + 3)), 1, 1e-15);
        for (int k = 3; k < 11 && i > 0; k += 4)
            ck_assert_double_gt(q_dot(q_from(q + k), q_from(q + k - model->nq)), 0.9);
        kip_motion_frame(plain, i)[12] = q[12];
    }
    ck_ok(kip_motion_velocities(plain, KIP_VELOCITY_SPLINE, &error));
    ck_ok(kip_motion_velocities(wild, KIP_VELOCITY_SPLINE, &error));
    ck_below(largest_difference(plain->v, wild->v, N * model->nv), 1e-11);
    ck_ok(kip_motion_settle(plain, &error));
    memcpy(wild->q, plain->q, (size_t)(N * model->nq) * sizeof(double));
    ck_ok(kip_motion_settle(wild, &error));
    ck_assert_mem_eq(wild->q, plain->q, (size_t)(N * model->nq) * sizeof(double));
    kip_motion_destroy(plain);
    kip_motion_destroy(wild);
    kip_model_destroy(model);
}
END_TEST

/* A hinge with limits stands where it stands. */
START_TEST(test_limited_hinges_do_not_turn)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    body.name = joint.name = "arm";
    body.mass = 1, body.inertia = s3_diagonal(1, 1, 1);
    joint.body = kip_builder_body(builder, &body);
    joint.limited = true, joint.range[0] = -4, joint.range[1] = 4;
    kip_builder_joint(builder, &joint);
    KipModel *model = finish(builder);
    KipMotion *motion = create(model, 2, 1);
    motion->q[0] = -3.5, motion->q[1] = 3.5;
    ck_ok(kip_motion_settle(motion, &error));
    ck_assert_double_eq(motion->q[1], 3.5);
    kip_motion_destroy(motion);
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_bad_frames_are_refused)
{
    const struct {
        int k;
        double x;
        const char *joint;
    } bad[] = {{0, NAN, "base"},   {4, INFINITY, "base"}, {6, -INFINITY, "base"}, {9, NAN, "arm"},
               {11, NAN, "wheel"}, {12, 1e200, "rod"},    {-7, 0, "arm"}};
    KipModel *model = every_joint(NULL);
    for (size_t n = 0; n < sizeof bad / sizeof *bad; n++) {
        KipMotion *motion = known_motion(model, 9, 0.1);
        double *q = kip_motion_frame(motion, 6), saved[9 * 13];
        kip_motion_frame(motion, 2)[8] *= -2; /* something to settle */
        if (bad[n].k < 0)
            memset(q - bad[n].k, 0, 4 * sizeof *q);
        else
            q[bad[n].k] = bad[n].x;
        memcpy(saved, motion->q, sizeof saved);
        ck_assert_int_eq(kip_motion_settle(motion, &error), KIP_BAD_INPUT);
        ck_assert_ptr_nonnull(strstr(error.message, "frame 6"));
        ck_assert_ptr_nonnull(strstr(error.message, bad[n].joint));
        ck_assert_mem_eq(saved, motion->q, sizeof saved);
        ck_assert_int_eq(kip_motion_settle(motion, NULL), KIP_BAD_INPUT);
        kip_motion_destroy(motion);
    }
    kip_model_destroy(model);
}
END_TEST

/* -- parts ----------------------------------------------------------------------------------------------- */

/* 0.3 / 0.1 is less than 3: the last frame is not to be lost to that, nor its rates. */
START_TEST(test_resample_to_the_end)
{
    KipModel *model = every_joint(NULL);
    KipMotion *motion = known_motion(model, 2, 0.3), *finer = NULL;
    ck_assert(0.3 / 0.1 < 3 && 3 * 0.1 > 0.3);
    ck_ok(kip_motion_velocities(motion, KIP_VELOCITY_SPLINE, &error));
    ck_ok(kip_motion_resample(motion, 0.1, &finer, &error));
    ck_assert_int_eq(finer->nframe, 4);
    ck_assert_mem_eq(kip_motion_frame(finer, 3), kip_motion_frame(motion, 1), 13 * sizeof(double));
    ck_assert_mem_eq(rates(finer, 3), rates(motion, 1), 11 * sizeof(double));
    kip_motion_destroy(finer);
    kip_motion_destroy(motion);
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_resample)
{
    KipModel *model = every_joint(NULL);
    KipMotion *motion = known_motion(model, 61, 1.0 / 30), *finer = NULL, *back = NULL;
    double q[13], v[11];
    ck_ok(kip_motion_velocities(motion, KIP_VELOCITY_SPLINE, &error));
    for (int times = 1; times <= 3; times++) {
        ck_ok(kip_motion_resample(motion, 1.0 / (30 * times), &finer, &error));
        ck_assert_int_eq(finer->nframe, 60 * times + 1);
        kip_motion_sample(finer, 1.234, q, v);
        double there[13];
        kip_motion_sample(motion, 1.234, there, NULL);
        ck_below(distance(model, q, there), 2e-7);
        ck_ok(kip_motion_resample(finer, 1.0 / 30, &back, &error));
        ck_assert_int_eq(back->nframe, 61);
        ck_below(largest_difference(back->q, motion->q, 61 * model->nq), times == 3 ? 1e-14 : 1e-300);
        ck_below(largest_difference(back->v, motion->v, 61 * model->nv), times == 3 ? 1e-12 : 1e-300);
        kip_motion_destroy(finer);
        kip_motion_destroy(back);
    }
    ck_ok(kip_motion_resample(motion, 0.07, &finer, &error)); /* 28 times 0.07 is 1.96 */
    ck_assert_int_eq(finer->nframe, 29);
    kip_motion_sample(motion, 28 * 0.07, q, v);
    ck_assert_mem_eq(q, kip_motion_frame(finer, 28), sizeof q);
    kip_motion_destroy(finer);
    ck_ok(kip_motion_resample(motion, 5, &finer, &error));
    ck_assert_int_eq(finer->nframe, 1);
    kip_motion_destroy(finer);
    finer = NULL;
    const double bad[] = {0, -1, NAN, INFINITY, 1e-300, 1e-10};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        ck_assert_int_eq(kip_motion_resample(motion, bad[k], &finer, &error), KIP_BAD_USE);
    ck_assert_ptr_null(finer);
    kip_motion_destroy(motion);
    kip_model_destroy(model);
}
END_TEST

/* -- memory ---------------------------------------------------------------------------------------------- */

START_TEST(test_bad_sizes_are_refused)
{
    KipModel *model = every_joint(NULL);
    KipMotion *motion = NULL;
    const double periods[] = {0, -0.1, NAN, INFINITY};
    ck_assert_int_eq(kip_motion_create(model, 0, 0.1, NULL, &motion, &error), KIP_BAD_USE);
    ck_assert_int_eq(kip_motion_create(model, -5, 0.1, NULL, &motion, NULL), KIP_BAD_USE);
    for (int k = 0; k < 4; k++)
        ck_assert_int_eq(kip_motion_create(model, 3, periods[k], NULL, &motion, &error), KIP_BAD_USE);
    ck_assert_ptr_null(motion);
    kip_motion_destroy(NULL);
    motion = create(model, 3, 0.5);
    ck_assert_double_eq(kip_motion_duration(motion), 1);
    for (int i = 0; i < 3; i++)
        ck_assert_mem_eq(kip_motion_frame(motion, i), model->q0, 13 * sizeof(double));
    kip_motion_destroy(motion);
    kip_model_destroy(model);
}
END_TEST

/* Every allocation fails once: a status, outputs as they were, nothing leaked. */
START_TEST(test_every_allocation_fails_once)
{
    KipModel *model = every_joint(NULL);
    long n = 1;
    for (bool done = false; !done; n++) {
        Heap heap = {0, 0, n};
        KipAllocator allocator = {counting_resize, &heap};
        KipMotion *made[2] = {NULL, NULL};
        KipStatus status = kip_motion_create(model, 5, 0.1, &allocator, &made[0], &error);
        if (status == KIP_OK)
            status = kip_motion_velocities(made[0], KIP_VELOCITY_SPLINE, &error);
        if (status == KIP_OK)
            status = kip_motion_velocities(made[0], KIP_VELOCITY_CENTRAL, &error);
        if (status == KIP_OK)
            status = kip_motion_resample(made[0], 0.03, &made[1], &error);
        done = heap.calls < n;
        ck_assert_int_eq(status, done ? KIP_OK : KIP_NO_MEMORY);
        ck_assert(made[1] != NULL || !done);
        for (int k = 0; k < 2; k++)
            kip_motion_destroy(made[k]);
        ck_assert_int_eq(heap.held, 0);
    }
    ck_assert_int_eq(n - 2, 3);
    kip_model_destroy(model);
}
END_TEST

Suite *suite_motion(void)
{
    Suite *suite = suite_create("motion");
    TCase *tc = tcase_create("motion");
    tcase_add_test(tc, test_worked_example);
    tcase_add_test(tc, test_velocities_converge);
    tcase_add_test(tc, test_steady_motion_is_exact);
    tcase_add_test(tc, test_spline_of_large_turns);
    tcase_add_test(tc, test_one_and_two_frames);
    tcase_add_test(tc, test_frames_bit_for_bit);
    tcase_add_test(tc, test_sample_is_continuous);
    tcase_add_test(tc, test_v_is_the_derivative_of_q);
    tcase_add_test(tc, test_hermite_is_exact_for_cubics);
    tcase_add_test(tc, test_sample_converges);
    tcase_add_test(tc, test_settle);
    tcase_add_test(tc, test_limited_hinges_do_not_turn);
    tcase_add_test(tc, test_bad_frames_are_refused);
    tcase_add_test(tc, test_resample);
    tcase_add_test(tc, test_resample_to_the_end);
    tcase_add_test(tc, test_bad_sizes_are_refused);
    tcase_add_test(tc, test_every_allocation_fails_once);
    suite_add_tcase(suite, tc);
    suite_add_tcase(suite, motion_mirror_case());
    return suite;
}
