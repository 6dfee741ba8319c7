/* Velocity control: the worked examples, targets at their times, muscles in their boxes, the whole-body problem against
 * projected Gauss-Seidel, planted feet, saving. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control/character.h"
#include "dynamics/lcp.h"
#include "dynamics/quat.h"
#include "dynamics/random.h"
#include "dynamics/rates.h"
#include "dynamics/vec3.h"
#include "io/formats/mjcf.h"
#include "random_model.h"
#include "study.h"

Suite *suite_velocity(void);

static KipError error;

static void ck_vector(KipVec3 v, double x, double y, double z, double tolerance)
{
    ck_near(v.x, x, tolerance);
    ck_near(v.y, y, tolerance);
    ck_near(v.z, z, tolerance);
}

static KipQuat about(double x, double y, double z, double angle)
{
    KipVec3 axis = v3(x, y, z);
    return q_exp(v3_scale(angle / v3_length(axis), axis));
}

/* -- VBC.2, VBC.3 ------------------------------------------------------------------------------------------ */

START_TEST(balls_turn_about_the_shorter_way) /* W-VBC.2a, b */
{
    KipQuat q = about(0, 0, 1, 0.3), target = q_mul(q, about(1, 0, 0, 0.8));
    KipVec3 w = kip_velocity_of_ball(q, target, 0.4);
    ck_vector(w, 2, 0, 0, 1e-12);
    ck_vector(kip_velocity_in_parent(q, w), 1.910672978, 0.591040413, 0, 1e-9);
    q = about(1, 2, 3, 1.1), target = about(-2, 1, 0.5, 2);
    for (int sign = 1; sign >= -1; sign -= 2) {
        KipQuat same = quat(sign * target.w, sign * target.x, sign * target.y, sign * target.z);
        w = kip_velocity_of_ball(q, same, 0.25);
        ck_vector(w, -5.701864838, 4.717216653, -3.106731892, 1e-9);
        ck_vector(kip_velocity_in_parent(q, w), -7.655090833, -1.630767829, 1.776333094, 1e-9);
    }
}
END_TEST

START_TEST(constant_time_never_arrives) /* W-VBC.2c */
{
    const double h = 0.005, t = 0.4;
    const KipQuat target = about(-2, 1, 0.5, 2);
    for (int fixed = 0; fixed < 2; fixed++) {
        KipQuat q = about(1, 2, 3, 1.1);
        for (int k = 0; k < 80; k++)
            q = q_mul(q, q_exp(v3_scale(h, kip_velocity_of_ball(q, target, fixed ? t : t - k * h))));
        ck_near(v3_length(q_log(q_mul(q_conjugate(q), target))), fixed ? 0.733503956 : 0, 1e-9);
    }
}
END_TEST

START_TEST(muscles_need_their_time) /* W-VBC.3 */
{
    static const double magnitude[12] = {150, 300, 450, 600, 600, -600, -600, -600, -600, -600, -600, -600};
    static const double slew[12] = {150, 300, 450, 600, 600, 450, 300, 150, 0, -150, -300, -450};
    for (int ramp = 0; ramp < 2; ramp++) {
        double torque = 0, lo, hi;
        for (int k = 0; k < 12; k++) {
            kip_muscle_box((KipRamp)ramp, 600, 0.02, 0.005, torque, &lo, &hi);
            torque = fmax(lo, fmin(hi, k < 5 ? 600 : -600));
            ck_near(torque, (ramp ? slew : magnitude)[k], 1e-9);
        }
        kip_muscle_box((KipRamp)ramp, 600, 0, 0.005, 12, &lo, &hi); /* no reaction time, no ramp */
        ck_assert(lo == -600 && hi == 600);
        kip_muscle_box((KipRamp)ramp, INFINITY, 0.02, 0.005, 12, &lo, &hi);
        ck_assert(isinf(lo) && isinf(hi));
    }
}
END_TEST

/* -- VBC.4 ------------------------------------------------------------------------------------------------- */

START_TEST(small_boxed_problems) /* W-VBC.4a */
{
    static const double A[9] = {2, 1, 0.5, 1, 3, 0.2, 0.5, 0.2, 1}, b[3] = {4, -1, 3};
    static const struct {
        double lo[3], hi[3], x[3], w[3];
    } of[] = {
        {{-INFINITY, -INFINITY, -INFINITY},
         {INFINITY, INFINITY, INFINITY},
         {2.022883295, -1.155606407, 2.219679634},
         {0}},
        {{-1, -1, -1}, {1, 1, 1}, {1, -0.733333333, 1}, {-2.233333333, 0, -1.646666667}},
        {{0}, {INFINITY, INFINITY, INFINITY}, {1.428571429, 0, 2.285714286}, {0, 2.885714286, 0}},
        {{-1.5, -0.5, 0}, {1.5, 0.5, 2}, {1.5, -0.5, 2}, {-0.5, 1.4, -0.35}},
    };
    double *memory = malloc(kip_lcp_memory(3) * sizeof *memory), x[3];
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        ck_assert_int_ge(kip_lcp_solve(3, A, b, of[k].lo, of[k].hi, x, memory), 0);
        for (int i = 0; i < 3; i++) {
            ck_near(x[i], of[k].x[i], 1e-8);
            ck_near(A[3 * i] * x[0] + A[3 * i + 1] * x[1] + A[3 * i + 2] * x[2] - b[i], of[k].w[i], 1e-8);
        }
    }
    free(memory);
}
END_TEST

static const char arm[] =
    "<mujoco model='arm2'><compiler angle='radian'/><option gravity='0 0 0'/><worldbody><body name='upper'>"
    "<inertial pos='.15 0 0' mass='2' diaginertia='.003 .02 .02'/><joint name='shoulder' type='hinge' "
    "axis='0 0 1'/>"
    "<body name='fore' pos='.3 0 0'><inertial pos='.15 0 0' mass='1.5' diaginertia='.001 .015 .015'/>"
    "<joint name='elbow' type='hinge' axis='0 0 1'";
static const char rest_of_arm[] =
    "/></body></body></worldbody><custom><numeric name='limit_spring' data='10 .5'/></custom></mujoco>";

/* The arm straight, its rates as in the example, torques of -3 and -0.5 N m from outside for what is its bias. */
static KipSim *example_arm(KipModel **model, const char *limits)
{
    char text[1024];
    KipSim *sim;
    snprintf(text, sizeof text, "%s%s%s", arm, limits, rest_of_arm);
    ck_ok(kip_mjcf_parse(model, text, strlen(text), "arm2.xml", NULL, &error));
    KipSimDef def = kip_sim_def(*model);
    def.timestep = 0.005;
    ck_ok(kip_sim_create(*model, &def, &sim, &error));
    ck_ok(kip_sim_set_state(sim, NULL, (const double[]){0.2, -0.1}, &error));
    kip_sim_set_external(sim, 1, v3_zero(), v3(0, 0, -2.5), v3_zero());
    kip_sim_set_external(sim, 2, v3_zero(), v3(0, 0, -0.5), v3_zero());
    return sim;
}

/* W-VBC.4b, its last line: shoulder, elbow, and the elbow's upper limit. */
START_TEST(a_limit_among_muscles)
{
    static const double J[3][2] = {{1, 0}, {0, 1}, {0, -1}}, h = 0.005;
    static const double inverse[2][2] = {{9.386281588, -22.382671480}, {-22.382671480, 73.886883273}};
    static const double lo[3] = {-120 * 0.005, -40 * 0.005, 0}, hi[3] = {120 * 0.005, 40 * 0.005, INFINITY};
    static const double b[3] = {1.884837545, 0.948977136, 0.051022864};
    double A[9] = {0}, x[3], *memory = malloc(kip_lcp_memory(3) * sizeof *memory);
    for (int r = 0; r < 3; r++)
        for (int s = 0; s < 3; s++)
            for (int k = 0; k < 4; k++)
                A[3 * r + s] += J[r][k / 2] * inverse[k / 2][k % 2] * J[s][k % 2];
    ck_assert_int_ge(kip_lcp_solve(3, A, b, lo, hi, x, memory), 0);
    ck_near(x[0] / h, 120, 1e-9);
    ck_near(x[1] / h, 40, 1e-9);
    ck_near(x[2] / h, 3.786319, 1e-6);
    free(memory);
}
END_TEST

START_TEST(an_arm_within_its_strength) /* W-VBC.4b */
{
    static const struct {
        double most[2], torque[2], v[2];
    } of[] = {
        {{INFINITY, INFINITY}, {166.725, 53.075}, {2, 1}},
        {{120, 40}, {120, 38.920521}, {1.391205, 1}},
        {{40, 40}, {40, 14.685993}, {0.348860, 1}},
        {{500, 20}, {87.853846, 20}, {2, -2.392308}},
    };
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        KipModel *model;
        KipSim *sim = example_arm(&model, "");
        KipRates *rates;
        ck_ok(kip_rates_create(sim, 2, NULL, &rates, &error));
        KipRate rate[2];
        for (int i = 0; i < 2; i++)
            rate[i] = (KipRate){.dof = i, .wanted = 2 - i, .lo = -of[k].most[i], .hi = of[k].most[i]};
        ck_assert_int_ge(kip_rates_solve(rates, 0.005, 2, rate), 0);
        double a[2], M[4] = {0.38375, 0.11625, 0.11625, 0.04875}, det = M[0] * M[3] - M[1] * M[2];
        double f[2] = {rate[0].force - 3, rate[1].force - 0.5};
        a[0] = (M[3] * f[0] - M[1] * f[1]) / det, a[1] = (M[0] * f[1] - M[2] * f[0]) / det;
        for (int i = 0; i < 2; i++) {
            ck_near(rate[i].force, of[k].torque[i], 1e-5); /* seen from the middle of the period */
            ck_near((i ? -0.1 : 0.2) + 0.005 * a[i], of[k].v[i], 1e-5);
            ck_assert(kip_sim_drives(sim).feedforward[i] == rate[i].force);
        }
        ck_assert(rate[0].limit == 0 && rate[1].limit == 0);
        kip_rates_destroy(rates);
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
}
END_TEST

/* An elbow on its way into its limit: what its spring will do is known before it does it. */
START_TEST(limits_push_back_as_their_springs)
{
    KipModel *model;
    KipSim *sim = example_arm(&model, " limited='true' range='-1 0.001'");
    KipRates *rates;
    KipRate rate[2] = {{.dof = 0, .wanted = 0.2, .lo = -INFINITY, .hi = INFINITY},
                       {.dof = 1, .wanted = 3, .lo = -2, .hi = 2}};
    ck_ok(kip_sim_set_state(sim, NULL, (const double[]){0.2, 0.4}, &error));
    ck_ok(kip_rates_create(sim, 2, NULL, &rates, &error));
    ck_assert_int_ge(kip_rates_solve(rates, 0.005, 2, rate), 0);
    ck_assert(rate[1].force == 2);
    ck_below(rate[1].limit, -0.02);
    ck_ok(kip_sim_step(sim, &error));
    double tau[2];
    kip_sim_limit_forces(sim, tau);
    ck_near(tau[1], rate[1].limit, 0.1 * fabs(rate[1].limit));
    ck_near(kip_sim_v(sim)[0], 0.2, 0.03);
    kip_rates_destroy(rates);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* -- a character ------------------------------------------------------------------------------------------- */

/* The walker, its right foot planted or in flight. */
typedef struct Stage {
    KipModel *model;
    KipSim *sim;
    KipCharacter *character;
    KipVelocityDef def;
    int foot, per; /* steps a period */
} Stage;

static Stage open_stage(double timestep, double period, bool planted)
{
    Stage stage = {.def = kip_velocity_def(), .per = (int)(period / timestep + 0.5)};
    ck_ok(kip_mjcf_load(&stage.model, "data/models/gait22.xml", NULL, &error));
    KipSimDef def = kip_sim_def(stage.model);
    def.timestep = timestep;
    ck_ok(kip_sim_create(stage.model, &def, &stage.sim, &error));
    ck_ok(kip_sim_set_key(stage.sim, kip_model_find_key(stage.model, "ready"), &error));
    KipCharacterDef character = {.sim = stage.sim, .root = 1, .prefix = ""};
    ck_ok(kip_character_create(&character, &stage.character, &error));
    stage.foot = kip_model_find_body(stage.model, "foot_r");
    for (int b = 1; b < stage.model->nbody; b++)
        kip_sim_set_mask(stage.sim, b, KIP_FROM_CONTACTS, 63); /* nothing but the weld bears it */
    if (planted)
        ck_ok(kip_character_plant(stage.character, stage.foot, NULL, NULL, &error));
    stage.def.period = period;
    ck_ok(kip_character_set_velocity(stage.character, &stage.def, &error));
    return stage;
}

static void close_stage(Stage *stage)
{
    kip_character_destroy(stage->character);
    kip_sim_destroy(stage->sim);
    kip_model_destroy(stage->model);
}

static void set_strength(Stage *stage, double strength)
{
    for (int k = 6; k < stage->model->nv; k++) {
        kip_sim_drives(stage->sim).limit_hi[k] = strength;
        kip_sim_drives(stage->sim).limit_lo[k] = -strength;
    }
}

static void period(Stage *stage)
{
    ck_ok(kip_character_update(stage->character, kip_sim_time(stage->sim), &error));
    for (int i = 0; i < stage->per; i++)
        ck_ok(kip_sim_step(stage->sim, &error));
}

/* Every joint to somewhere within its range, the toes left where they are. */
static void draw_target(const Stage *stage, KipRandom *random, double *target)
{
    memcpy(target, kip_sim_q(stage->sim), (size_t)stage->model->nq * sizeof *target);
    for (int j = 1; j < stage->model->njoint; j++) {
        const KipJoint *joint = stage->model->joint + j;
        if (joint->type == KIP_JOINT_BALL) {
            const KipVec3 axis = random_within(random, v3(1, 0, 1));
            q_store(target + joint->q, about(axis.x, -1, axis.z, kip_random_uniform(random, 0.1, 0.9)));
        } else
            target[joint->q] =
                joint->range[0] + kip_random_uniform(random, 0.3, 0.7) * (joint->range[1] - joint->range[0]);
    }
}

static void reach(Stage *stage, const double *target, double seconds)
{
    for (int j = 1; j < stage->model->njoint; j++)
        ck_ok(kip_character_reach(stage->character, j, target + stage->model->joint[j].q, seconds, &error));
}

/* The farthest joint from its target, rad. */
static double farthest(const Stage *stage, const double *target)
{
    const double *q = kip_sim_q(stage->sim);
    double most = 0;
    for (int j = 1; j < stage->model->njoint; j++) {
        const KipJoint *joint = stage->model->joint + j;
        most =
            most_of(most,
                    joint->type == KIP_JOINT_BALL
                        ? v3_length(kip_velocity_of_ball(q_from(q + joint->q), q_from(target + joint->q), 1))
                        : fabs(q[joint->q] - target[joint->q]));
    }
    return most;
}

START_TEST(strong_ones_are_there_in_time)
{
    static const double step[2] = {0.001, 0.005}, bar[2] = {1e-6, 2e-5};
    KipRandom random = {20264};
    for (int k = 0; k < 2; k++) {
        double most = 0;
        for (int trial = 0; trial < STUDY(6, 60); trial++) {
            Stage stage = open_stage(step[k], step[k], trial % 2);
            double target[64];
            set_strength(&stage, INFINITY);
            draw_target(&stage, &random, target);
            reach(&stage, target, 0.5);
            ck_assert(farthest(&stage, target) > 0.1);
            while (kip_sim_time(stage.sim) < 0.5 - 1e-9)
                period(&stage);
            most = most_of(most, farthest(&stage, target));
            close_stage(&stage);
        }
        study_print("velocity control, unlimited, steps of %g s: %.1e rad off at its time\n", step[k], most);
        ck_below(most, bar[k]);
    }
}
END_TEST

START_TEST(torques_stay_in_their_boxes)
{
    for (int ramp = 0; ramp < 2; ramp++) {
        Stage stage = open_stage(0.001, 0.005, true);
        KipRandom random = {20265};
        double before[64] = {0}, target[64];
        int full = 0;
        stage.def.ramp = (KipRamp)ramp;
        ck_ok(kip_character_set_velocity(stage.character, &stage.def, &error));
        for (int n = 0; n < 60; n++) {
            if (n % 20 == 0)
                draw_target(&stage, &random, target), reach(&stage, target, 0.05);
            for (int j = 1; j < stage.model->njoint && ramp;
                 j++) /* too light for a torque that cannot end at once */
                if (strncmp(stage.model->joint[j].name, "toe", 3) == 0)
                    ck_ok(kip_character_set_target(stage.character, j, (const double[]){0}, 20, 1, &error));
            period(&stage);
            const double *torque = kip_sim_drive_forces(stage.sim);
            const KipDrives drives = kip_sim_drives(stage.sim);
            for (int k = 6; k < stage.model->nv; k++) {
                double lo, hi, most = drives.limit_hi[k];
                if (drives.stiffness[k] > 0)
                    continue;
                kip_muscle_box((KipRamp)ramp, most, 0.02, 0.005, before[k], &lo, &hi);
                ck_assert_msg(torque[k] >= lo * (1 + 1e-12) - 1e-9 && torque[k] <= hi * (1 + 1e-12) + 1e-9,
                              "axis %d gives %g, not within %g to %g", k, torque[k], lo, hi);
                if (n == 0)
                    ck_assert(fabs(torque[k]) <= 0.25 * most * (1 + 1e-12));
                full += n == 0 && fabs(torque[k]) >= 0.25 * most * (1 - 1e-12);
                before[k] = torque[k];
            }
        }
        ck_assert_int_gt(full, 3); /* in 50 ms: some want all they may give */
        close_stage(&stage);
    }
}
END_TEST

/* -- the whole body, another way ---------------------------------------------------------------------------- */

enum { NV = 22, MUSCLES = 16, WELD = 6 };

/* x of A x = b by Gauss's elimination, for n right-hand sides. */
static void eliminate(int size, double *A, int n, double *b)
{
    for (int k = 0; k < size; k++) {
        int best = k;
        for (int i = k + 1; i < size; i++)
            best = fabs(A[i * size + k]) > fabs(A[best * size + k]) ? i : best;
        for (int j = 0; j < size && best != k; j++) {
            double swap = A[k * size + j];
            A[k * size + j] = A[best * size + j], A[best * size + j] = swap;
        }
        for (int j = 0; j < n && best != k; j++) {
            double swap = b[k * n + j];
            b[k * n + j] = b[best * n + j], b[best * n + j] = swap;
        }
        for (int i = 0; i < size; i++) {
            double part = i == k ? 0 : A[i * size + k] / A[k * size + k];
            for (int j = k; j < size; j++)
                A[i * size + j] -= part * A[k * size + j];
            for (int j = 0; j < n; j++)
                b[i * n + j] -= part * b[k * n + j];
        }
    }
    for (int k = 0; k < size; k++)
        for (int j = 0; j < n; j++)
            b[k * n + j] /= A[k * size + k];
}

/* What each column does to the rates over the period, and the weld's forces with it: the system of the equations of motion
 * and the weld, [M J'; J 0], at once. Column 0: all but muscles; then an impulse of 1 of each muscle. */
static void answers(const Stage *stage, double T, double *response)
{
    enum { SIZE = NV + WELD, N = 1 + MUSCLES };
    const KipDynamics *d = kip_sim_dynamics(stage->sim);
    double M[NV * NV], J[WELD * NV], K[SIZE * SIZE] = {0}, bias[NV], zero[NV] = {0}, tau[NV] = {0};
    KipDynamics *own;
    ck_ok(kip_dynamics_create(stage->model, NULL, &own, &error));
    kip_dynamics_set(own, kip_sim_q(stage->sim), kip_sim_v(stage->sim));
    kip_inverse_dynamics(own, zero, bias, NULL);
    kip_mass_matrix(own, M);
    kip_point_jacobian(d, stage->foot, v3_zero(), J);
    for (int i = 0; i < NV; i++) {
        for (int j = 0; j < NV; j++)
            K[i * SIZE + j] = M[i * NV + j];
        for (int r = 0; r < WELD; r++)
            K[i * SIZE + NV + r] = K[(NV + r) * SIZE + i] = J[r * NV + i];
    }
    for (int j = 1; j < stage->model->njoint; j++)
        for (int k = stage->model->joint[j].v; k < stage->model->joint[j].v + stage->model->joint[j].nv; k++)
            tau[k] = -stage->model->joint[j].damping * kip_sim_v(stage->sim)[k];
    memset(response, 0, (size_t)(SIZE * N) * sizeof *response);
    for (int i = 0; i < NV; i++)
        response[i * N] = T * (tau[i] - bias[i]);
    for (int m = 0; m < MUSCLES; m++)
        response[(6 + m) * N + 1 + m] = 1;
    eliminate(SIZE, K, N, response);
    kip_dynamics_destroy(own);
}

/* Torques by projected Gauss-Seidel on the muscles alone. Stretched so that dampers count for nothing, the two agree. */
START_TEST(the_whole_body_against_gauss_seidel)
{
    enum { N = 1 + MUSCLES };
    const double T = 1e-4;
    KipRandom random = {20266};
    double worst = 0;
    int bound = 0, trials = STUDY(20, 200);
    for (int trial = 0; trial < trials; trial++) {
        Stage stage = open_stage(T, T, true);
        double response[(NV + WELD) * N], q[32], x[MUSCLES] = {0}, wanted[MUSCLES], most[MUSCLES], moved = 1;
        KipRates *rates;
        KipRate rate[MUSCLES];
        draw_target(&stage, &random, q);
        kip_character_unplant(stage.character, stage.foot);
        ck_ok(kip_sim_set_state(stage.sim, q, NULL, &error));
        ck_ok(kip_character_plant(stage.character, stage.foot, NULL, NULL, &error));
        answers(&stage, T, response);
        ck_ok(kip_rates_create(stage.sim, MUSCLES, NULL, &rates, &error));
        for (int m = 0; m < MUSCLES; m++) {
            wanted[m] = kip_random_uniform(&random, -0.05, 0.05);
            most[m] = kip_random_uniform(&random, 1, 300);
            rate[m] = (KipRate){.dof = 6 + m, .wanted = wanted[m], .lo = -most[m], .hi = most[m]};
        }
        const int64_t revision = kip_sim_revision(stage.sim);
        ck_assert_int_ge(kip_rates_solve(rates, T, MUSCLES, rate), 0);
        ck_assert_int_eq(kip_sim_revision(stage.sim), revision); /* it tries on kinematics of its own */
        for (int sweep = 0; sweep < 200000 && moved > 1e-14; sweep++) {
            moved = 0;
            for (int m = 0; m < MUSCLES; m++) {
                const double *row = response + (6 + m) * N;
                double w = row[0] - wanted[m], old = x[m];
                for (int k = 0; k < MUSCLES; k++)
                    w += row[1 + k] * x[k];
                x[m] = fmax(-most[m] * T, fmin(most[m] * T, x[m] - w / row[1 + m]));
                moved = most_of(moved, fabs(x[m] - old) / T);
            }
        }
        for (int m = 0; m < MUSCLES; m++) {
            worst = most_of(worst, fabs(rate[m].force - x[m] / T) / 300);
            bound += fabs(rate[m].force) == most[m];
        }
        kip_rates_destroy(rates);
        close_stage(&stage);
    }
    study_print("velocity control, whole body against Gauss-Seidel: torques %.1e apart, %.1f of 16 at their "
                "bounds\n",
                worst, (double)bound / trials);
    ck_below(worst, 1e-2);
    ck_assert_int_gt(bound, trials);
}
END_TEST

/* -- planted feet, saving ----------------------------------------------------------------------------------- */

START_TEST(planted_feet_stay)
{
    Stage stage = open_stage(0.001, 0.005, false);
    const KipDynamics *d = kip_sim_dynamics(stage.sim);
    const KipVec3 at = v3_add(kip_body_position(d, stage.foot), v3(0.004, 0, 0.003));
    KipVec3 force, torque;
    double target[64];
    kip_sim_set_mask(stage.sim, stage.foot, KIP_FROM_CONTACTS, 0);
    ck_ok(kip_character_plant(stage.character, stage.foot, &at, NULL, &error));
    ck_assert(kip_character_is_planted(stage.character, stage.foot));
    for (int b = stage.foot; b <= stage.foot + 1; b++) /* the toe with it */
        ck_assert_uint_eq(kip_sim_mask(stage.sim, b, KIP_FROM_CONTACTS), 63);
    memcpy(target, kip_sim_q(stage.sim), (size_t)stage.model->nq * sizeof *target);
    reach(&stage, target, 0.1);
    for (int n = 0; n < 40; n++)
        period(&stage);
    ck_below(v3_length(v3_sub(kip_body_position(d, stage.foot), at)), 1e-9);
    for (int n = 0; n < 160; n++)
        period(&stage);
    kip_character_plant_force(stage.character, stage.foot, &force, &torque);
    ck_near(force.z, 83 * 9.81, 40); /* it stands on it, all but still */
    kip_character_unplant(stage.character, stage.foot);
    kip_character_unplant(stage.character, stage.foot);
    ck_assert(!kip_character_is_planted(stage.character, stage.foot));
    ck_assert_uint_eq(kip_sim_mask(stage.sim, stage.foot, KIP_FROM_CONTACTS), 0);
    kip_character_plant_force(stage.character, stage.foot, &force, &torque);
    ck_assert(v3_length(force) == 0 && v3_length(torque) == 0);
    close_stage(&stage);
}
END_TEST

START_TEST(saved_in_the_middle)
{
    Stage stage = open_stage(0.001, 0.005, true);
    KipRandom random = {20267};
    double target[64];
    draw_target(&stage, &random, target);
    reach(&stage, target, 0.3);
    for (int n = 0; n < 20; n++)
        period(&stage);
    size_t size = kip_character_save_size(stage.character), sim_size = kip_sim_save_size(stage.sim);
    char *bytes = malloc(size), *sim_bytes = malloc(sim_size);
    kip_character_save(stage.character, bytes);
    kip_sim_save(stage.sim, sim_bytes);
    uint64_t hash[2];
    for (int k = 0; k < 2; k++) {
        for (int n = 0; n < 30; n++)
            period(&stage);
        hash[k] = kip_sim_hash(stage.sim);
        ck_ok(kip_sim_load(stage.sim, sim_bytes, sim_size, &error));
        ck_ok(kip_character_load(stage.character, bytes, size, &error));
    }
    ck_assert(hash[0] == hash[1]);
    Stage other = open_stage(0.001, 0.005, true); /* one that has never been controlled so */
    ck_ok(kip_character_set_velocity(other.character, NULL, &error));
    ck_ok(kip_sim_load(other.sim, sim_bytes, sim_size, &error));
    ck_ok(kip_character_load(other.character, bytes, size, &error));
    for (int n = 0; n < 30; n++)
        period(&other);
    ck_assert(kip_sim_hash(other.sim) == hash[0]);
    free(bytes);
    free(sim_bytes);
    close_stage(&other);
    close_stage(&stage);
}
END_TEST

START_TEST(saved_before_it_was_used)
{
    Stage stage = open_stage(0.001, 0.005, false);
    KipCharacterDef anew = {.sim = stage.sim, .root = 1, .prefix = ""};
    kip_character_destroy(stage.character);
    ck_ok(kip_character_create(&anew, &stage.character, &error));
    size_t size = kip_character_save_size(stage.character);
    char *before = calloc(1, size), *after = calloc(1, size);
    KipVelocityDef def = kip_velocity_def();
    def.floor *= 2;
    kip_character_save(stage.character, before);
    ck_ok(kip_character_set_velocity(stage.character, &def, &error));
    ck_ok(kip_character_load(stage.character, before, size, &error));
    kip_character_save(stage.character, after);
    ck_assert_mem_eq(before, after, size);
    free(before);
    free(after);
    close_stage(&stage);
}
END_TEST

START_TEST(what_makes_no_sense)
{
    Stage stage = open_stage(0.001, 0.005, false);
    const KipVelocityDef good = stage.def;
    KipVelocityDef bad[4] = {good, good, good, good};
    bad[0].period = 0, bad[1].reaction = -0.1, bad[2].floor = NAN, bad[3].fastest = 0;
    for (int k = 0; k < 4; k++)
        ck_assert_int_eq(kip_character_set_velocity(stage.character, &bad[k], &error), KIP_BAD_USE);
    ck_assert_int_eq(kip_character_reach(stage.character, 1, (const double[]){0.1}, -1, &error), KIP_BAD_USE);
    ck_assert_int_eq(kip_character_reach(stage.character, 0, kip_sim_q(stage.sim), 1, &error), KIP_BAD_USE);
    ck_ok(kip_character_reach(stage.character, 1, (const double[]){0.1}, 0.2, &error));
    period(&stage);
    ck_ok(kip_character_set_velocity(stage.character, NULL, &error)); /* the joint's own gains again */
    ck_assert(kip_sim_drives(stage.sim).stiffness[6] > 0 && kip_sim_drives(stage.sim).feedforward[6] == 0);
    ck_assert_int_eq(kip_character_reach(stage.character, 1, (const double[]){0.1}, 0.2, &error),
                     KIP_BAD_USE);
    close_stage(&stage);
}
END_TEST

Suite *suite_velocity(void)
{
    Suite *suite = suite_create("velocity");
    TCase *law = tcase_create("law"), *body = tcase_create("body");
    tcase_add_test(law, balls_turn_about_the_shorter_way);
    tcase_add_test(law, constant_time_never_arrives);
    tcase_add_test(law, muscles_need_their_time);
    tcase_add_test(law, small_boxed_problems);
    tcase_add_test(law, a_limit_among_muscles);
    tcase_add_test(law, limits_push_back_as_their_springs);
    tcase_add_test(law, an_arm_within_its_strength);
    tcase_add_test(body, strong_ones_are_there_in_time);
    tcase_add_test(body, torques_stay_in_their_boxes);
    tcase_add_test(body, the_whole_body_against_gauss_seidel);
    tcase_add_test(body, planted_feet_stay);
    tcase_add_test(body, saved_in_the_middle);
    tcase_add_test(body, saved_before_it_was_used);
    tcase_add_test(body, what_makes_no_sense);
    suite_add_tcase(suite, law);
    suite_add_tcase(suite, body);
    return suite;
}
