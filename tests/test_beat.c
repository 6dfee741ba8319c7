/* Control on the beat (OTB.2, OTB.11): the worked numbers of OTB.8 and OTB.10, key-frames of random trees, limits and failures. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/control/beat.h"
#include "../src/control/fields.h"
#include "../src/dynamics/quat.h"
#include "../src/dynamics/random.h"
#include "../src/io/formats/mjcf.h"
#include "counting_heap.h"
#include "random_model.h"

Suite *suite_beat(void);

#define NEAR(value, expected, tolerance) ck_assert_double_eq_tol(value, expected, tolerance)

static const double pi = 3.14159265358979323846;

enum { MOST = 64 };

typedef struct Stage {
    KipModel *model;
    KipDynamics *dynamics;
    KipKeys *keys;
    KipBeat *beat;
    double q[MOST], v[MOST], a[MOST], tau[MOST];
    double target[MOST], rate[MOST], stiffness[MOST], damping[MOST], feedforward[MOST], lo[MOST], hi[MOST];
    KipDrives drives;
} Stage;

static void set_stage(Stage *stage, KipModel *model, const KipBeatDef *def)
{
    KipError error;
    stage->model = model;
    ck_assert(model->nq < MOST);
    ck_assert_int_eq(kip_dynamics_create(model, NULL, &stage->dynamics, NULL), KIP_OK);
    ck_assert_int_eq(kip_keys_create(model, NULL, &stage->keys, NULL), KIP_OK);
    ck_assert_msg(kip_beat_create(def, stage->keys, NULL, &stage->beat, &error) == KIP_OK, "%s",
                  error.message);
    for (int i = 0; i < MOST; i++) {
        stage->lo[i] = -INFINITY;
        stage->hi[i] = INFINITY;
        stage->v[i] = stage->rate[i] = stage->stiffness[i] = stage->damping[i] = stage->feedforward[i] = 0;
        stage->q[i] = stage->target[i] = 0;
    }
    stage->drives = (KipDrives){stage->target,      stage->rate, stage->stiffness, stage->damping,
                                stage->feedforward, stage->lo,   stage->hi};
}

/* By their bytes, which are the same once they are saved again. */
static void copy_keys(const Stage *from, Stage *to)
{
    char bytes[512], after[512];
    const size_t n = kip_fields_size(&kip_keys_fields, from->keys);
    ck_assert(n <= sizeof bytes);
    kip_fields_save(&kip_keys_fields, from->keys, bytes);
    ck_assert_int_eq(kip_fields_load(&kip_keys_fields, to->keys, NULL, bytes, n - 1, NULL), KIP_BAD_INPUT);
    ck_assert_int_eq(kip_fields_load(&kip_keys_fields, to->keys, NULL, bytes, n, NULL), KIP_OK);
    kip_fields_save(&kip_keys_fields, to->keys, after);
    ck_assert_mem_eq(bytes, after, n);
}

static KipModel *load(const char *name)
{
    char path[64];
    KipModel *model;
    KipError error;
    snprintf(path, sizeof path, "data/models/%s.xml", name);
    ck_assert_msg(kip_mjcf_load(&model, path, NULL, &error) == KIP_OK, "%s", error.message);
    model->gravity = v3_zero();
    return model;
}

static void clear_stage(Stage *stage)
{
    kip_beat_destroy(stage->beat);
    kip_keys_destroy(stage->keys);
    kip_dynamics_destroy(stage->dynamics);
    kip_model_destroy(stage->model);
}

/* The drives' torques (hinges) at the present state, and what comes of them. */
static void act(Stage *s)
{
    for (int i = 0; i < s->model->nv; i++) {
        s->tau[i] = s->feedforward[i] + s->stiffness[i] * (s->target[i] - s->q[i]) +
                    s->damping[i] * (s->rate[i] - s->v[i]);
        s->tau[i] = fmax(s->lo[i], fmin(s->hi[i], s->tau[i]));
    }
    kip_dynamics_set(s->dynamics, s->q, s->v);
    kip_forward_dynamics(s->dynamics, s->tau, s->a, NULL);
}

static void set_key(Stage *s, int joint, double angle, double rate, double time, double now)
{
    KipError error;
    KipStatus status =
        kip_beat_set(s->beat, joint, (KipKeyFrame){&angle, &rate, time}, s->q, s->v, now, &error);
    ck_assert_msg(status == KIP_OK, "%s", error.message);
}

/* -- W-OTB.8: what is asked for, and what comes -------------------------------------------------------------- */

typedef struct Asked {
    const char *model;
    int n;
    double q[3], tau[5][3],
        a[5][3]; /* by KipCompensation: none, literal, ancestors, lower, exact; tau 0: not said */
} Asked;

static const Asked asked[] = {
    {"arm2",
     2,
     {0.3, 0},
     {{3.8375, 0.24375}, {3.8375, 10.24375}, {3.8375, 0.73125}, {3.8375, 1.40625}, {4.41875, 1.40625}},
     {{30.564079, -67.883574},
      {-193.262635, 670.985259},
      {19.652527, -31.863718},
      {4.544224, 18.009928},
      {10, 5}}},
    {"arm2",
     2,
     {0.3, 1.57079632679489662},
     {{2.4875, 0.24375}, {2.4875, 10.24375}, {2.4875, 0.73125}, {2.4875, 0.73125}, {2.73125, 0.73125}},
     {{11.218750, -6.218750}, {-38.781250, 248.909455}, {8.781250, 6.218750}, {8.781250, 6.218750}, {10, 5}}},
    {"arm3",
     3,
     {0.3, 0.6, -0.4},
     {{0}},
     {{29.521158, -49.086948, -20.758622},
      {-47.968282, -552.031682, 5722.814302},
      {15.329418, -6.497615, -61.674706},
      {2.985579, 19.906111, -10.940990},
      {10, 5, -4}}},
    {"arm3d",
     3,
     {0.3, 0.6, -0.4},
     {{0}},
     {{13.317149, 8.078642, -107.797865},
      {-20.007821, -21.005106, 982.507044},
      {13.242168, 8.013204, -105.344679},
      {10.190313, 5.147800, -5.524506},
      {10, 5, -4}}},
};

START_TEST(what_is_asked_for)
{
    static const double wanted[3] = {10, 5, -4};
    const Asked *row = &asked[_i / 5];
    const int compensation = _i % 5;
    Stage s;
    KipModel *model = load(row->model);
    KipBeatDef def = kip_beat_def(model);
    def.compensation = (KipCompensation)compensation;
    def.time = KIP_FIXED;
    def.passive = false;
    set_stage(&s, model, &def);
    const double lambda = 1 / kip_timed_constants(KIP_CRIT_REST, 0.9, 0);
    memcpy(s.q, row->q, sizeof row->q);
    for (int i = 0; i < row->n; i++)
        set_key(&s, i, s.q[i] + wanted[i] * lambda * lambda, 0, 1, 0);
    kip_beat_update(s.beat, s.q, s.v, 0, s.drives);
    act(&s);
    for (int i = 0; i < row->n; i++) {
        if (row->tau[compensation][0] != 0)
            NEAR(s.tau[i], row->tau[compensation][i], 1e-6);
        NEAR(s.a[i], row->a[compensation][i], 2e-6 * (1 + fabs(row->a[compensation][i])));
        NEAR(kip_beat_state(s.beat).torque[i], s.tau[i], 1e-9 * (1 + fabs(s.tau[i])));
    }
    clear_stage(&s);
}
END_TEST

/* -- W-OTB.10: closed loops ------------------------------------------------------------------------------------ */

/* The arm of two links from rest to (1, 0.5) in 0.6 s, semi-implicit Euler; the largest torque. */
static double run_arm(const KipBeatDef *def, Stage *s)
{
    const double h = 5e-4, T = 0.6;
    double peak = 0;
    set_stage(s, (KipModel *)def->model, def);
    set_key(s, 0, 1, 0, T, 0);
    set_key(s, 1, 0.5, 0, T, 0);
    for (int i = 0; i < (int)(T / h + 0.5); i++) {
        kip_beat_update(s->beat, s->q, s->v, i * h, s->drives);
        act(s);
        for (int k = 0; k < 2; k++) {
            peak = fmax(peak, fabs(s->tau[k]));
            s->v[k] += h * s->a[k];
            s->q[k] += h * s->v[k];
        }
    }
    return peak;
}

START_TEST(closed_loops)
{
    static const struct {
        KipCompensation compensation;
        KipMomentMode moment;
        double fixed[2], left[2], peak;
    } rows[] = {{KIP_NO_COMPENSATION, KIP_MOMENT, {0.0991, -0.0174}, {7e-5, -1.6e-4}, 16.13},
                {KIP_ANCESTORS, KIP_MOMENT, {0.0939, 0.0198}, {3e-5, -1.0e-4}, 16.13},
                {KIP_LOWER, KIP_MOMENT, {0.0928, 0.0857}, {5e-6, 9e-5}, 16.13},
                {KIP_EXACT, KIP_MOMENT, {0.1000, 0.0500}, {3e-5, 2e-5}, 18.57},
                {KIP_NO_COMPENSATION, KIP_MOMENT_LINK, {0.3277, 0.1651}, {-9e-4, -2e-4}, 49.42}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int remaining = 0; remaining < 2; remaining++) {
            Stage s;
            KipModel *model = load("arm2");
            KipBeatDef def = kip_beat_def(model);
            def.passive = false;
            def.compensation = rows[i].compensation;
            def.moment = rows[i].moment;
            def.time = remaining ? KIP_REMAINING : KIP_FIXED;
            double peak = run_arm(&def, &s), e[2] = {1 - s.q[0], 0.5 - s.q[1]};
            for (int k = 0; k < 2; k++)
                NEAR(e[k], remaining ? rows[i].left[k] : rows[i].fixed[k], remaining ? 5e-5 : 6e-5);
            if (remaining)
                NEAR(peak, rows[i].peak, 0.006);
            clear_stage(&s);
        }
}
END_TEST

/* W-OTB.3e of the arm, straight and bent. */
START_TEST(coupling)
{
    Stage s;
    KipModel *model = load("arm2");
    KipBeatDef def = kip_beat_def(model);
    double sigma;
    set_stage(&s, model, &def);
    ck_assert_int_eq(kip_beat_coupling(s.beat, s.q, &sigma, NULL), KIP_OK);
    NEAR(sigma, 6.663409, 1e-6);
    s.q[1] = pi / 2;
    ck_assert_int_eq(kip_beat_coupling(s.beat, s.q, &sigma, NULL), KIP_OK);
    NEAR(sigma, 1.794353, 1e-6);
    clear_stage(&s);
}
END_TEST

/* -- whole trees --------------------------------------------------------------------------------------------- */

/* What is written drives the joints as is told: target, rate and gains make the torque, axis by axis, and nothing comes
 * where no joint is. */
static void check_drives(const Stage *s, const KipBeatState *state)
{
    for (int j = 0; j < s->model->njoint; j++) {
        const KipJoint *joint = &s->model->joint[j];
        double error[3] = {0};
        if (!s->keys->on[j])
            continue;
        if (joint->nq == 1)
            error[0] = s->target[joint->q] - s->q[joint->q];
        else
            v3_store(error, q_log(q_mul(q_conjugate(q_from(s->q + joint->q)), q_from(s->target + joint->q))));
        for (int k = 0; k < joint->nv; k++) {
            const int i = joint->v + k;
            const double torque =
                s->stiffness[i] * error[k] + s->damping[i] * (s->rate[i] - s->v[i]) + s->feedforward[i];
            NEAR(torque, state->torque[i], 1e-9 * (1 + fabs(torque)));
        }
    }
    for (int i = s->model->nq; i < MOST; i++)
        ck_assert(s->target[i] == 0);
    for (int i = s->model->nv; i < MOST; i++)
        ck_assert(s->rate[i] == 0 && s->stiffness[i] == 0 && s->damping[i] == 0 && s->feedforward[i] == 0);
}

/* Random trees of all joints, floating or fixed: what inverse dynamics asks for comes, axis by axis, under gravity and
 * with springs and dampers. Free roots are as the law takes them, not accelerated: their forces are given. */
START_TEST(trees_do_as_asked)
{
    KipRandom random = {3};
    for (int trial = 0; trial < 60; trial++) {
        Stage s;
        KipModel *model = random_model(&random, 2 + trial % 6);
        if (model->nq >= MOST) {
            kip_model_destroy(model);
            continue;
        }
        KipBeatDef def = kip_beat_def(model);
        def.compensation = KIP_EXACT;
        set_stage(&s, model, &def);
        random_state(&random, model, s.q, s.v, 1);
        for (int j = 0; j < model->njoint; j++) {
            const KipJoint *joint = &model->joint[j];
            double target[4], rate[3];
            for (int k = 0; k < joint->nv && k < 3; k++)
                rate[k] = kip_random_normal(&random);
            for (int k = 0; k < joint->nq && k < 4; k++)
                target[k] = kip_random_normal(&random);
            if (joint->type == KIP_JOINT_BALL)
                q_store(target, q_normalize(q_from(target)));
            if (joint->type != KIP_JOINT_FREE)
                ck_assert_int_eq(kip_beat_set(s.beat, j, (KipKeyFrame){target, rate, 0.7}, s.q, s.v, 0.2,
                                              NULL),
                                 KIP_OK);
        }
        kip_beat_update(s.beat, s.q, s.v, 0.2, s.drives);
        const KipBeatState state = kip_beat_state(s.beat);
        check_drives(&s, &state);
        kip_dynamics_set(s.dynamics, s.q, s.v);
        kip_forward_dynamics(s.dynamics, state.torque, s.a, NULL);
        for (int j = 0; j < model->njoint; j++)
            for (int i = model->joint[j].v; i < model->joint[j].v + model->joint[j].nv; i++) {
                bool free = model->joint[j].type == KIP_JOINT_FREE;
                double wanted = free ? 0 : (state.torque[i] - s.feedforward[i]) / state.moment[i];
                NEAR(s.a[i], wanted, 1e-7 * (1 + fabs(wanted)));
            }
        clear_stage(&s);
    }
}
END_TEST

/* Random trees again, without rates and springs: m is the mass matrix' diagonal, and KIP_LOWER asks for gravity and the
 * rows of that matrix up to the diagonal. */
START_TEST(lower_rows)
{
    KipRandom random = {8};
    int checked = 0;
    for (int trial = 0; trial < 60; trial++) {
        Stage s;
        double M[MOST * MOST], gravity[MOST], zero[MOST] = {0}, wanted[MOST] = {0};
        KipModel *model = random_model(&random, 2 + trial % 6);
        if (model->nq >= MOST) {
            kip_model_destroy(model);
            continue;
        }
        KipBeatDef def = kip_beat_def(model);
        def.passive = false;
        set_stage(&s, model, &def);
        random_state(&random, model, s.q, s.v, 0);
        for (int j = 0; j < model->njoint; j++)
            if (model->joint[j].nq == 1 && j % 4 != 3) {
                const double angle = kip_random_normal(&random), rate = kip_random_normal(&random);
                set_key(&s, j, angle, rate, 0.7, 0.2);
            }
        kip_beat_update(s.beat, s.q, s.v, 0.2, s.drives);
        const KipBeatState state = kip_beat_state(s.beat);
        kip_dynamics_set(s.dynamics, s.q, NULL);
        kip_mass_matrix(s.dynamics, M);
        kip_inverse_dynamics(s.dynamics, zero, gravity, NULL);
        kip_passive_forces(s.dynamics, s.tau);
        for (int j = 0; j < model->njoint; j++) {
            const KipJoint *joint = &model->joint[j];
            const int i = joint->v;
            ck_assert(s.keys->on[j] == (joint->nq == 1 && j % 4 != 3));
            if (!s.keys->on[j])
                continue;
            wanted[i] = (state.ks[i] * (s.target[joint->q] - s.q[joint->q]) + state.kd[i] * s.rate[i]) /
                        state.moment[i];
            double sum = gravity[i] + s.tau[i];
            for (int k = 0; k <= i; k++)
                sum += M[i * model->nv + k] * wanted[k];
            NEAR(state.moment[i], M[i * model->nv + i], 1e-12 * (1 + M[i * model->nv + i]));
            NEAR(state.torque[i], sum, 1e-10 * (1 + fabs(sum)));
            checked++;
        }
        clear_stage(&s);
    }
    ck_assert_int_gt(checked, 100);
}
END_TEST

/* A ball that hangs and is to be somewhere at 0.5 s, turning: how far off it is then (rad), and by how much (rad/s) its
 * rate is. Control acts each `steps` ms, and takes this as its period or none. */
static double swing_ball(int steps, double period, double *rate_off)
{
    static const char xml[] = "<mujoco><option gravity='0 0 -9.81'/><worldbody><body name='b' pos='0 0 1'>"
                              "<joint name='j' type='ball' damping='.1'/><geom type='box' size='.1 .05 .3' "
                              "pos='.1 0 -.2' mass='2'/>"
                              "</body></worldbody></mujoco>";
    KipModel *model;
    KipSim *sim;
    KipError error;
    ck_assert_msg(kip_mjcf_parse(&model, xml, strlen(xml), "x", NULL, &error) == KIP_OK, "%s", error.message);
    KipBeatDef def = kip_beat_def(model);
    KipSimDef sim_def = kip_sim_def(model);
    KipKeys *keys;
    KipBeat *beat;
    sim_def.timestep = 0.001;
    def.period = period;
    ck_assert_int_eq(kip_sim_create(model, &sim_def, &sim, NULL), KIP_OK);
    ck_assert_int_eq(kip_keys_create(model, NULL, &keys, NULL), KIP_OK);
    ck_assert_int_eq(kip_beat_create(&def, keys, NULL, &beat, NULL), KIP_OK);
    double target[4];
    const double rate[3] = {0.5, -0.2, 1};
    q_store(target, q_exp(v3(0.7, -0.9, 0.4)));
    ck_assert_int_eq(kip_beat_set(beat, 0, (KipKeyFrame){target, rate, 0.5}, kip_sim_q(sim), kip_sim_v(sim),
                                  0, NULL),
                     KIP_OK);
    for (int i = 0; i < 500; i++) {
        if (i % steps == 0)
            kip_beat_update(beat, kip_sim_q(sim), kip_sim_v(sim), kip_sim_time(sim), kip_sim_drives(sim));
        ck_assert_msg(kip_sim_step(sim, &error) == KIP_OK, "%s", error.message);
    }
    KipVec3 off = q_log(q_mul(q_conjugate(q_from(kip_sim_q(sim))), q_from(target)));
    *rate_off = v3_length(v3_sub(v3_from(kip_sim_v(sim)), v3_from(rate)));
    kip_beat_destroy(beat);
    kip_keys_destroy(keys);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
    return v3_length(off);
}

/* A ball turns to its target, with a rate, by the shorter way. */
START_TEST(a_ball_arrives)
{
    double rate_off;
    NEAR(swing_ball(1, 0, &rate_off), 0, 5e-3);
    NEAR(rate_off, 0, 0.05);
}
END_TEST

/* What is written is kept for a period, and is made for its middle. */
START_TEST(a_period_is_known)
{
    double rate_off, known = swing_ball(5, 0.005, &rate_off);
    NEAR(known, 0, 1e-3);
    ck_assert_double_gt(swing_ball(5, 0, &rate_off), 5 * known);
}
END_TEST

/* -- gains, as the definition says ------------------------------------------------------------------------------ */

/* Of one axis of inertia 2 at 0.25 s of a key-frame that was set at 0.1 s, with a rate; lambda = 2 ks / kd. */
static double lambda_of(KipBeatDef def, double rate, double now, double *feedforward)
{
    static const char xml[] =
        "<mujoco><option gravity='0 0 0'/><worldbody><body><joint axis='0 0 1' damping='3'/>"
        "<inertial pos='0 0 0' mass='1' diaginertia='2 2 2'/></body></worldbody></mujoco>";
    KipModel *model;
    KipError error;
    Stage s;
    ck_assert_int_eq(kip_mjcf_parse(&model, xml, strlen(xml), "x", NULL, &error), KIP_OK);
    def.model = model;
    set_stage(&s, model, &def);
    s.v[0] = rate;
    set_key(&s, 0, 1, 0.4, 0.6, 0.1);
    kip_beat_update(s.beat, s.q, s.v, now, s.drives);
    const KipBeatState state = kip_beat_state(s.beat);
    const double lambda = 2 * state.ks[0] / state.kd[0];
    *feedforward = s.drives.feedforward[0];
    NEAR(s.drives.rate[0], (now < 0.6 ? 0.4 : 0), 1e-15);
    clear_stage(&s);
    return 1 / lambda;
}

START_TEST(time_constants_are_as_defined)
{
    const double n = kip_timed_constants(KIP_CRIT_REST, 0.9, 0);
    double passive;
    KipBeatDef def = kip_beat_def(NULL);
    NEAR(lambda_of(def, 0, 0.25, &passive), 0.35 / n, 1e-15);
    NEAR(lambda_of(def, 0, 0.595, &passive), 0.02 / n, 1e-15); /* the floor */
    NEAR(lambda_of(def, 0, 0.7, &passive), 0.2 / n, 1e-15);    /* held */
    def.time = KIP_FIXED;
    NEAR(lambda_of(def, 0, 0.25, &passive), 0.5 / n, 1e-15);
    def.constants = KIP_CRIT_V; /* e0 = 1 - 0.4 * 0.5, e0' = 0.4 - 1.5 */
    NEAR(lambda_of(def, 1.5, 0.25, &passive),
         0.5 / kip_timed_constants(KIP_CRIT_V, 0.9, (0.4 - 1.5) * 0.5 / 0.8), 1e-15);
    NEAR(passive, 3 * 1.5, 1e-12); /* what the damper does is taken off */
    for (int exact = 0; exact < 2; exact++) {
        def.passive = false;
        def.compensation = exact ? KIP_EXACT : KIP_LOWER;
        lambda_of(def, 1.5, 0.25, &passive);
        NEAR(passive, 0, 1e-12);
    }
}
END_TEST

/* -- limits ---------------------------------------------------------------------------------------------------- */

/* The elbow counts on what the shoulder can do, not on what is asked of it. */
START_TEST(limits_are_passed_on)
{
    double M[4];
    for (int exact = 0; exact < 2; exact++) {
        Stage s;
        KipModel *model = load("arm2");
        KipBeatDef def = kip_beat_def(model);
        def.passive = false;
        def.compensation = exact ? KIP_EXACT : KIP_LOWER;
        set_stage(&s, model, &def);
        set_key(&s, 0, 1, 0, 0.3, 0);
        set_key(&s, 1, 0.5, 0, 0.3, 0);
        s.drives.limit_lo[0] = -2, s.drives.limit_hi[0] = 2;
        kip_beat_update(s.beat, s.q, s.v, 0, s.drives);
        kip_dynamics_set(s.dynamics, s.q, s.v);
        kip_mass_matrix(s.dynamics, M);
        const KipBeatState state = kip_beat_state(s.beat);
        const double wanted = state.ks[1] * 0.5 / state.moment[1];
        ck_assert_double_gt(state.torque[0], 20);
        NEAR(state.torque[1], M[3] * wanted + M[2] * 2 / M[0], 1e-9);
        clear_stage(&s);
    }
}
END_TEST

/* A single axis of 0.38375 kg m^2 (the arm, its elbow held by its key-frame), 1 rad, 10 N m: the error at its time, and
 * whether a failure was told before. */
static double run_limited(double T, bool *told, KipBeatFailure *failure)
{
    static const char xml[] =
        "<mujoco><option gravity='0 0 0'/><worldbody><body><joint name='j' axis='0 0 1'/>"
        "<inertial pos='0 0 0' mass='1' diaginertia='0.38375 0.38375 0.38375'/></body></worldbody></mujoco>";
    KipModel *model;
    KipError error;
    Stage s;
    const double h = 2e-4;
    ck_assert_msg(kip_mjcf_parse(&model, xml, strlen(xml), "x", NULL, &error) == KIP_OK, "%s", error.message);
    KipBeatDef def = kip_beat_def(model);
    set_stage(&s, model, &def);
    s.lo[0] = -10;
    s.hi[0] = 10;
    set_key(&s, 0, 1, 0, T, 0);
    *told = false;
    for (int i = 0; i < (int)(T / h + 0.5); i++) {
        const KipBeatFailure *list;
        kip_beat_update(s.beat, s.q, s.v, i * h, s.drives);
        if (kip_beat_failures(s.beat, &list) && !*told) {
            *told = true;
            *failure = list[0];
        }
        act(&s);
        s.v[0] += h * s.a[0];
        s.q[0] += h * s.v[0];
    }
    double left = 1 - s.q[0];
    clear_stage(&s);
    return left;
}

/* OTB.12: down to 0.58 of the time at which clamping begins it arrives; below the bang-bang time it cannot, and says so. */
START_TEST(failures_are_told)
{
    const double start = 0.761978, bang = 2 * sqrt(0.38375 / 10);
    KipBeatFailure failure;
    bool told;
    NEAR(run_limited(1.01 * start, &told, &failure), 0, 1e-3);
    ck_assert(!told);
    NEAR(run_limited(0.65 * start, &told, &failure), 0, 5e-3);
    ck_assert(!told);
    ck_assert(run_limited(0.6 * bang, &told, &failure) > 0.05);
    ck_assert(told && failure.dof == 0 && failure.time < 0.01 && failure.wanted > 10 &&
              failure.allowed == 10);
    NEAR(failure.arrival, bang, 2e-3);
    NEAR(failure.key, 0.6 * bang, 1e-12);
}
END_TEST

/* -- saving -------------------------------------------------------------------------------------------------- */

/* In the middle of it, after a failure was told: another of another definition goes on with the same bits. */
START_TEST(saving_changes_nothing)
{
    const double h = 5e-4;
    Stage a, b;
    KipModel *model = load("arm2"), *same = load("arm2");
    KipBeatDef def = kip_beat_def(model), other = kip_beat_def(same);
    const KipBeatFailure *list;
    char bytes[2048], after[2048];
    def.constants = KIP_CRIT_V;
    def.compensation = KIP_ANCESTORS;
    def.fraction = 0.95;
    other.moment = KIP_MOMENT_LINK;
    set_stage(&a, model, &def);
    set_stage(&b, same, &other);
    a.lo[0] = b.lo[0] = -5;
    a.hi[0] = b.hi[0] = 5;
    set_key(&a, 0, 1, 0.5, 0.4, 0);
    set_key(&a, 1, 0.5, -1, 0.7, 0);
    kip_beat_scale_gravity(a.beat, 0.5);
    for (int i = 0; i < 1000; i++) {
        if (i == 600) {
            const size_t n = kip_fields_size(&kip_beat_fields, a.beat);
            ck_assert(n <= sizeof bytes);
            ck_assert_int_eq(kip_beat_failures(a.beat, &list), 1);
            kip_fields_save(&kip_beat_fields, a.beat, bytes);
            ck_assert_int_eq(kip_fields_load(&kip_beat_fields, b.beat, NULL, bytes, n - 1, NULL),
                             KIP_BAD_INPUT);
            bytes[0] ^= 0x7f, bytes[7] = 0x7f; /* a fraction far above 1 */
            ck_assert_int_eq(kip_fields_load(&kip_beat_fields, b.beat, NULL, bytes, n, NULL), KIP_BAD_INPUT);
            kip_fields_save(&kip_beat_fields, a.beat, bytes);
            copy_keys(&a, &b);
            ck_assert_int_eq(kip_fields_load(&kip_beat_fields, b.beat, NULL, bytes, n, NULL), KIP_OK);
            ck_assert_int_eq(kip_beat_failures(b.beat, &list), 1);
            kip_fields_save(&kip_beat_fields, b.beat, after);
            ck_assert_mem_eq(bytes, after, n);
            memcpy(b.q, a.q, sizeof a.q);
            memcpy(b.v, a.v, sizeof a.v);
        }
        for (int k = 0; k < 2 && (k == 0 || i >= 600); k++) {
            Stage *s = k ? &b : &a;
            kip_beat_update(s->beat, s->q, s->v, i * h, s->drives);
            act(s);
            for (int d = 0; d < 2; d++) {
                s->v[d] += h * s->a[d];
                s->q[d] += h * s->v[d];
            }
        }
    }
    ck_assert_mem_eq(a.q, b.q, 2 * sizeof *a.q);
    ck_assert_mem_eq(a.v, b.v, 2 * sizeof *a.v);
    ck_assert_mem_eq(a.tau, b.tau, 2 * sizeof *a.tau);
    clear_stage(&a);
    clear_stage(&b);
}
END_TEST

/* Every number of a definition is saved: what was loaded is saved as the same bytes. */
START_TEST(definitions_are_saved)
{
    KipRandom random = {4};
    for (int trial = 0; trial < 40; trial++) {
        Stage a, b;
        char bytes[2048], after[2048];
        KipModel *model = load("arm2"), *same = load("arm2");
        KipBeatDef def = kip_beat_def(model), plain = kip_beat_def(same);
        def.fraction = kip_random_uniform(&random, 0.1, 0.9), def.gravity = kip_random_uniform(&random, 0, 1);
        def.floor = kip_random_uniform(&random, 0.01, 1), def.hold = kip_random_uniform(&random, 0.01, 1);
        def.period = kip_random_uniform(&random, 0, 1);
        def.constants = (KipConstantsMode)(trial % 4), def.time = (KipTimeMode)(trial % 2);
        def.compensation = (KipCompensation)(trial % 5), def.moment = (KipMomentMode)(trial % 3);
        def.passive = trial % 7 < 3;
        set_stage(&a, model, &def);
        set_stage(&b, same, &plain);
        set_key(&a, trial % 2, 1, 0.5, 0.4, 0);
        kip_beat_scale_gravity(a.beat, kip_random_uniform(&random, 0, 1));
        kip_beat_update(a.beat, a.q, a.v, 0.1, a.drives);
        copy_keys(&a, &b);
        kip_fields_save(&kip_beat_fields, a.beat, bytes);
        ck_assert_int_eq(kip_fields_load(&kip_beat_fields, b.beat, NULL, bytes,
                                         kip_fields_size(&kip_beat_fields, a.beat), NULL),
                         KIP_OK);
        kip_fields_save(&kip_beat_fields, b.beat, after);
        ck_assert_mem_eq(bytes, after, kip_fields_size(&kip_beat_fields, a.beat));
        kip_beat_update(a.beat, a.q, a.v, 0.2, a.drives);
        kip_beat_update(b.beat, a.q, a.v, 0.2, b.drives);
        ck_assert_mem_eq(a.feedforward, b.feedforward, sizeof a.feedforward);
        ck_assert_mem_eq(a.stiffness, b.stiffness, sizeof a.stiffness);
        clear_stage(&a);
        clear_stage(&b);
    }
}
END_TEST

/* Gravity times a factor asks for the torques of a model with that gravity, and those differ from none at all by what
 * inverse dynamics says. */
START_TEST(gravity_by_a_factor)
{
    static const KipCompensation way[] = {KIP_NO_COMPENSATION, KIP_LOWER, KIP_EXACT};
    const KipVec3 gravity = v3(0.3, -2, -9.81);
    const double factor = 0.4;
    for (int i = 0; i < 6; i++) {
        Stage s[3]; /* a factor, such a model, a factor of 0 */
        double G[MOST];
        for (int k = 0; k < 3; k++) {
            KipModel *model = load("arm3d");
            model->gravity = v3_scale(k == 1 ? factor : 1, gravity);
            KipBeatDef def = kip_beat_def(model);
            def.compensation = way[i / 2];
            def.gravity = i % 2 ? 0.5 : 1;
            set_stage(&s[k], model, &def);
            for (int j = 0; j < 3; j++) {
                s[k].q[j] = 0.3 + 0.4 * j;
                set_key(&s[k], j, 1 - j, 0.2, 1, 0);
            }
            if (k != 1)
                kip_beat_scale_gravity(s[k].beat, k == 0 ? factor : 0);
            kip_beat_update(s[k].beat, s[k].q, s[k].v, 0, s[k].drives);
        }
        memset(G, 0, sizeof G);
        kip_dynamics_set(s[1].dynamics, s[1].q, s[1].v);
        kip_inverse_dynamics(s[1].dynamics, s[1].v, G, NULL);
        ck_assert(fabs(G[0]) > 0.5 && fabs(G[1]) > 0.1);
        for (int j = 0; j < 3; j++) {
            const double torque = kip_beat_state(s[0].beat).torque[j];
            NEAR(torque, kip_beat_state(s[1].beat).torque[j], 1e-10);
            NEAR(torque - kip_beat_state(s[2].beat).torque[j], (i % 2 ? 0.5 : 1) * G[j], 1e-10);
        }
        for (int k = 0; k < 3; k++)
            clear_stage(&s[k]);
    }
}
END_TEST

START_TEST(another_definition)
{
    Stage s;
    KipModel *model = load("arm2");
    KipBeatDef def = kip_beat_def(model);
    set_stage(&s, model, &def);
    set_key(&s, 0, 1, 0, 1, 0);
    kip_beat_update(s.beat, s.q, s.v, 0, s.drives);
    const double ks = s.stiffness[0];
    NEAR(ks, 0.38375 * 15.1299230, 1e-5);
    def.fraction = 0;
    ck_assert_int_eq(kip_beat_configure(s.beat, &def, NULL), KIP_BAD_USE);
    def.fraction = 0.9;
    def.constants = KIP_LITERAL_N;
    def.moment = KIP_MOMENT_LITERAL;
    ck_assert_int_eq(kip_beat_configure(s.beat, &def, NULL), KIP_OK);
    kip_beat_update(s.beat, s.q, s.v, 0, s.drives); /* the key-frame has its n, but another moment */
    NEAR(s.stiffness[0] / ks, kip_beat_state(s.beat).moment[0] / 0.38375, 1e-9);
    set_key(&s, 0, 1, 0, 1, 0);
    kip_beat_update(s.beat, s.q, s.v, 0, s.drives);
    NEAR(s.stiffness[0], kip_beat_state(s.beat).moment[0] * 9.49122158102990 * 9.49122158102990, 1e-9);
    clear_stage(&s);
}
END_TEST

START_TEST(refusals)
{
    Stage s;
    KipModel *model = load("beat39");
    KipBeatDef def = kip_beat_def(model);
    KipBeat *none;
    KipError error;
    def.fraction = 1;
    ck_assert_int_eq(kip_beat_create(&def, NULL, NULL, &none, &error), KIP_BAD_USE);
    def.fraction = 0.9;
    set_stage(&s, model, &def);
    const double angle = 0.1, wrong = NAN;
    ck_assert_int_eq(kip_beat_set(s.beat, 0, (KipKeyFrame){s.q, NULL, 1}, s.q, s.v, 0, &error), KIP_BAD_USE);
    ck_assert(strstr(error.message, "is free"));
    ck_assert_int_eq(kip_beat_set(s.beat, 1, (KipKeyFrame){&wrong, NULL, 1}, s.q, s.v, 0, &error),
                     KIP_BAD_USE);
    ck_assert(strstr(error.message, "not finite"));
    const KipKeyFrame of_rate = {&angle, &wrong, 1};
    ck_assert_int_eq(kip_beat_set(s.beat, 1, of_rate, s.q, s.v, 0, &error), KIP_BAD_USE);
    ck_assert(strstr(error.message, "not finite"));
    ck_assert_int_eq(kip_beat_set(s.beat, 1, (KipKeyFrame){&angle, NULL, 1}, s.q, s.v, 1, &error),
                     KIP_BAD_USE);
    ck_assert(strstr(error.message, "not after 1 s"));
    clear_stage(&s);
}
END_TEST

START_TEST(lack_of_memory)
{
    KipModel *model = load("arm3");
    KipBeatDef def = kip_beat_def(model);
    KipStatus status = KIP_NO_MEMORY;
    for (long fail_at = 1; status != KIP_OK; fail_at++) {
        Heap heap = {.fail_at = fail_at};
        KipAllocator allocator = {counting_resize, &heap};
        KipKeys *keys = NULL;
        KipBeat *beat = NULL;
        status = kip_keys_create(model, &allocator, &keys, NULL);
        if (status == KIP_OK)
            status = kip_beat_create(&def, keys, &allocator, &beat, NULL);
        ck_assert(status == KIP_OK || (status == KIP_NO_MEMORY && !beat));
        kip_beat_destroy(beat);
        kip_keys_destroy(keys);
        ck_assert_int_eq(heap.held, 0);
    }
    kip_model_destroy(model);
}
END_TEST

Suite *suite_beat(void)
{
    Suite *suite = suite_create("beat");
    TCase *tests = tcase_create("beat");
    tcase_add_loop_test(tests, what_is_asked_for, 0, 5 * (int)(sizeof asked / sizeof *asked));
    tcase_add_test(tests, closed_loops);
    tcase_add_test(tests, coupling);
    tcase_add_test(tests, trees_do_as_asked);
    tcase_add_test(tests, lower_rows);
    tcase_add_test(tests, a_ball_arrives);
    tcase_add_test(tests, a_period_is_known);
    tcase_add_test(tests, time_constants_are_as_defined);
    tcase_add_test(tests, limits_are_passed_on);
    tcase_add_test(tests, failures_are_told);
    tcase_add_test(tests, saving_changes_nothing);
    tcase_add_test(tests, definitions_are_saved);
    tcase_add_test(tests, gravity_by_a_factor);
    tcase_add_test(tests, another_definition);
    tcase_add_test(tests, refusals);
    tcase_add_test(tests, lack_of_memory);
    suite_add_tcase(suite, tests);
    return suite;
}
