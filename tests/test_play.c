/* Motions that a character plays (HYB.3): it begins from the state it is in, loops and goes over into others without a jump, and
 * is handed over to physics as it is. */
#include "control/character.h"
#include "control/play.h"
#include "dynamics/extent.h"
#include "io/formats/mjcf.h"
#include "motion_helpers.h"

Suite *suite_play(void);

enum { FRAMES = 31 };
static const double period = 0.005;

typedef struct Stage {
    KipModel *model;
    KipSim *sim;
    KipCharacter *character;
    KipMotion *motion[2];
} Stage;

/* A person who goes around a corner of 90 degrees while all joints swing: 1 s. */
static KipMotion *corner(const KipModel *model, double swing)
{
    KipMotion *motion = create(model, FRAMES, 1.0 / (FRAMES - 1));
    for (int f = 0; f < FRAMES; f++) {
        const double t = f * motion->period, heading = 0.5 * 3.14159265358979323846 * t;
        double *q = kip_motion_frame(motion, f);
        memcpy(q, (const double[]){2 * sin(heading), 2 * (1 - cos(heading)), 1 + 0.05 * sin(6 * t)},
               3 * sizeof *q);
        q_store(q + 3,
                q_mul(q_axis_angle(v3(0, 0, 1), heading), q_axis_angle(v3(0, 1, 0), 0.1 * sin(4 * t))));
        for (int k = 7; k < model->nq; k++)
            q[k] = swing * sin(5 * t + k);
    }
    ck_ok(kip_motion_settle(motion, &error));
    ck_ok(kip_motion_velocities(motion, KIP_VELOCITY_SPLINE, &error));
    return motion;
}

static Stage open_stage(void)
{
    Stage s = {0};
    ck_ok(kip_mjcf_load(&s.model, "data/models/skeleton37.xml", NULL, &error));
    ck_ok(kip_sim_create(s.model, NULL, &s.sim, &error));
    ck_ok(kip_sim_set_key(s.sim, 0, &error));
    KipCharacterDef def = {.sim = s.sim, .root = 1, .prefix = "", .period = period};
    ck_ok(kip_character_create(&def, &s.character, &error));
    for (int i = 0; i < 2; i++) {
        s.motion[i] = corner(s.model, 0.3 - 0.2 * i);
        ck_assert_int_eq(kip_character_add_motion(s.character, s.motion[i]), i);
    }
    return s;
}

static void close_stage(Stage *s)
{
    kip_character_destroy(s->character);
    kip_motion_destroy(s->motion[0]);
    kip_motion_destroy(s->motion[1]);
    kip_sim_destroy(s->sim);
    kip_model_destroy(s->model);
}

static void go_on(Stage *s, int periods)
{
    for (int i = 0; i < periods; i++) {
        ck_ok(kip_character_update(s->character, kip_sim_time(s->sim), &error));
        for (int k = 0; k < 5; k++)
            ck_ok(kip_sim_step(s->sim, &error));
    }
}

/* How far the state is from the one before, less what its rates say: what has jumped. */
static void jump(const Stage *s, const double *q, const double *v, double *of_q, double *of_v)
{
    double d[MOST], r[MOST];
    kip_state_difference(s->model, 0, s->model->njoint, q, v, kip_sim_q(s->sim), kip_sim_v(s->sim), d, r);
    *of_q = *of_v = 0;
    for (int k = 0; k < s->model->nv; k++)
        *of_q = most_of(*of_q, fabs(d[k])), *of_v = most_of(*of_v, fabs(r[k]));
}

/* From the state of a fall, with any rates: neither positions nor velocities jump at the beginning, and when physics takes over
 * no bit of them changes. */
START_TEST(test_hand_over)
{
    KipRandom random = {3};
    for (int i = 0; i < STUDY(5, 100); i++) {
        Stage s = open_stage();
        double q[MOST], v[MOST], of_q, of_v;
        ck_ok(kip_sim_disturb(s.sim, 1, s.model->nbody - 1, &random, 0.5, 3, &error));
        memcpy(v, kip_sim_v(s.sim), (size_t)s.model->nv * sizeof *v);
        for (int k = 0; k < 6; k++)
            v[k] += kip_random_uniform(&random, -2, 2);
        ck_ok(kip_sim_set_state(s.sim, NULL, v, &error));
        memcpy(q, kip_sim_q(s.sim), (size_t)s.model->nq * sizeof *q);
        KipPlayDef def = kip_play_def();
        def.start = kip_random_uniform(&random, 0, 0.5);
        ck_ok(kip_character_play(s.character, 0, &def, NULL, &error));
        jump(&s, q, v, &of_q, &of_v);
        ck_below(of_q, 1e-9);
        ck_below(of_v, 1e-9);
        go_on(&s, 40);
        memcpy(q, kip_sim_q(s.sim), (size_t)s.model->nq * sizeof *q);
        memcpy(v, kip_sim_v(s.sim), (size_t)s.model->nv * sizeof *v);
        const KipVec3 momentum = kip_linear_momentum(kip_sim_dynamics(s.sim));
        kip_character_hold(s.character);
        ck_assert(!kip_character_is_playing(s.character) && !kip_character_clip(s.character));
        ck_assert_mem_eq(q, kip_sim_q(s.sim), (size_t)s.model->nq * sizeof *q);
        ck_assert_mem_eq(v, kip_sim_v(s.sim), (size_t)s.model->nv * sizeof *v);
        ck_below(v3_length(v3_sub(momentum, kip_linear_momentum(kip_sim_dynamics(s.sim)))), 1e-12);
        ck_assert(!kip_sim_is_prescribed(s.sim, 0));
        close_stage(&s);
    }
}
END_TEST

/* From lying, which the blend alone would take through the floor, while it falls onto it, and from 34 mm in it, as an impact
 * may have it: no part goes deeper than 3 cm, or than 2 mm more than at first, and soon it is out again; what is told of the rates is how places change, and the end is the motion. */
START_TEST(test_up_from_the_floor)
{
    static const char *const keys[] = {"supine", "prone", "squat"};
    for (int i = 0; i < 9; i++) {
        Stage s = open_stage();
        KipDynamics *d = NULL;
        double q[MOST], v[MOST], ahead[MOST], next[MOST], deepest = 0, late = 0;
        KipPlayDef def = kip_play_def();
        KipPlay *play;
        ck_ok(kip_dynamics_create(s.model, NULL, &d, &error));
        ck_ok(kip_play_create(s.model, 0, s.model->njoint, d, NULL, &play, &error));
        ck_ok(kip_sim_set_key(s.sim, kip_model_find_key(s.model, keys[i % 3]), &error));
        memcpy(v, kip_sim_v(s.sim), (size_t)s.model->nv * sizeof *v);
        v[2] = i / 3 == 1 ? -3 : 0;
        memcpy(ahead, kip_sim_q(s.sim), (size_t)s.model->nq * sizeof *ahead);
        kip_dynamics_set(d, ahead, NULL);
        ahead[2] -= i < 6 ? 0 : 0.034 + kip_lowest_of_tree(d, 1);
        ck_ok(kip_play_begin(play, s.motion[0], &def, ahead, v, 0, &error));
        for (int k = 0; k <= 500; k++) {
            kip_play_sample(play, 0.001 * k, q, v);
            kip_dynamics_set(d, q, NULL);
            deepest = most_of(deepest, -kip_lowest_of_tree(d, 1));
            late = most_of(late, k < 150 ? 0 : -kip_lowest_of_tree(d, 1));
            kip_play_sample(play, 0.001 * k + 1e-6, ahead, next);
            ck_near((ahead[2] - q[2]) / 1e-6, v[2], 0.02 * (1 + fabs(v[2])));
        }
        ck_below(deepest, i < 6 ? 0.03 : 0.036);
        ck_below(late, 0.0281);
        if (i < 2 || i > 3)
            ck_below(0.01, deepest);
        ck_near(q[2], kip_motion_frame(s.motion[0], 15)[2], 1e-9);
        kip_play_destroy(play);
        kip_dynamics_destroy(d);
        close_stage(&s);
    }
}
END_TEST

/* Four corners of a loop end where they began; nothing jumps, at the seams neither, and with the blend over the joints are the
 * motion's. */
START_TEST(test_loop)
{
    Stage s = open_stage();
    double q[MOST], v[MOST];
    KipPlayDef def = kip_play_def();
    def.loop = 1, def.blend = 0.2;
    ck_ok(kip_sim_set_state(s.sim, kip_motion_frame(s.motion[0], 0), rates(s.motion[0], 0), &error));
    ck_ok(kip_character_play(s.character, 0, &def, NULL, &error));
    for (int i = 0; i < 800; i++) {
        memcpy(q, kip_sim_q(s.sim), sizeof(double) * (size_t)s.model->nq);
        memcpy(v, kip_sim_v(s.sim), sizeof(double) * (size_t)s.model->nv);
        ck_ok(kip_character_update(s.character, kip_sim_time(s.sim), &error));
        double of_q, of_v;
        jump(&s, q, v, &of_q, &of_v);
        ck_below(of_q, 1e-4);
        ck_below(of_v, 2e-3); /* the accelerations change within a period */
        for (int k = 0; k < 5; k++)
            ck_ok(kip_sim_step(s.sim, &error));
    }
    const double *at = kip_sim_q(s.sim), *first = kip_motion_frame(s.motion[0], 0);
    ck_near(at[0], first[0], 0.02);
    ck_near(at[1], first[1], 0.02);
    ck_ok(kip_character_update(s.character, kip_sim_time(s.sim), &error));
    go_on(&s, 60);
    kip_motion_sample(s.motion[0], kip_play_time(kip_character_clip(s.character), kip_sim_time(s.sim)), q, v);
    ck_below(largest_difference(kip_sim_q(s.sim) + 7, q + 7, s.model->nq - 7), 1e-5);
    ck_assert(!kip_play_is_over(kip_character_clip(s.character), 1e3));
    close_stage(&s);
}
END_TEST

/* Over from one motion into another within a window of half a second; saved amid it, it goes on with the same bits. */
START_TEST(test_window)
{
    Stage s = open_stage();
    double q[MOST], v[MOST], of_q, of_v;
    KipPlayDef def = kip_play_def();
    ck_ok(kip_character_play(s.character, 0, &def, NULL, &error));
    go_on(&s, 120);
    memcpy(q, kip_sim_q(s.sim), sizeof(double) * (size_t)s.model->nq);
    memcpy(v, kip_sim_v(s.sim), sizeof(double) * (size_t)s.model->nv);
    def.how = KIP_BLEND_WINDOW, def.start = 0.1;
    ck_ok(kip_character_play(s.character, 1, &def, NULL, &error));
    jump(&s, q, v, &of_q, &of_v);
    ck_below(of_q, 1e-4);
    ck_below(of_v, 2e-3);
    go_on(&s, 30);
    const size_t of_sim = kip_sim_save_size(s.sim), of_character = kip_character_save_size(s.character);
    void *sim = malloc(of_sim), *character = malloc(of_character);
    kip_sim_save(s.sim, sim), kip_character_save(s.character, character);
    go_on(&s, 60);
    const uint64_t hash = kip_sim_hash(s.sim);
    go_on(&s, 20);
    ck_ok(kip_sim_load(s.sim, sim, of_sim, &error));
    ck_ok(kip_character_load(s.character, character, of_character, &error));
    go_on(&s, 60);
    ck_assert(kip_sim_hash(s.sim) == hash);
    go_on(&s, 60);
    ck_near(kip_play_time(kip_character_clip(s.character), kip_sim_time(s.sim)), 0.85, 1e-9);
    go_on(&s, 60); /* its end, at rest */
    ck_assert(kip_play_is_over(kip_character_clip(s.character), kip_sim_time(s.sim)));
    ck_below(largest_difference(kip_sim_q(s.sim) + 7, kip_motion_frame(s.motion[1], FRAMES - 1) + 7,
                                s.model->nq - 7),
             1e-12);
    for (int k = 0; k < s.model->nv; k++)
        ck_assert(kip_sim_v(s.sim)[k] == 0);
    free(sim), free(character);
    close_stage(&s);
}
END_TEST

/* Part of the body is the motion's, the rest a rag doll's that it carries along. */
START_TEST(test_parts)
{
    Stage s = open_stage();
    unsigned char joints[MOST] = {0};
    const int elbow = kip_model_find_joint(s.model, "elbow_flex_r"),
              knee = kip_model_find_joint(s.model, "knee_flex_r");
    joints[0] = joints[knee] = 1;
    const KipPlayDef def = kip_play_def();
    kip_character_relax(s.character);
    ck_ok(kip_character_play(s.character, 0, &def, joints, &error));
    ck_assert(kip_sim_is_prescribed(s.sim, knee) && !kip_sim_is_prescribed(s.sim, elbow));
    go_on(&s, 140);
    double q[MOST], v[MOST];
    kip_motion_sample(s.motion[0], 0.7, q, v);
    ck_near(kip_sim_q(s.sim)[s.model->joint[knee].q], q[s.model->joint[knee].q], 1e-5);
    ck_assert(fabs(kip_sim_q(s.sim)[s.model->joint[elbow].q] - q[s.model->joint[elbow].q]) > 0.05);
    close_stage(&s);
}
END_TEST

START_TEST(test_refused)
{
    Stage s = open_stage();
    KipMotion *one = create(s.model, 1, 1);
    KipPlayDef def = kip_play_def();
    kip_character_add_motion(s.character, one);
    ck_assert_int_eq(kip_character_play(s.character, 3, &def, NULL, &error), KIP_BAD_USE);
    def.start = 2;
    ck_assert_int_eq(kip_character_play(s.character, 0, &def, NULL, &error), KIP_BAD_USE);
    def.start = 0, def.blend = NAN;
    ck_assert_int_eq(kip_character_play(s.character, 0, &def, NULL, &error), KIP_BAD_USE);
    def.blend = 0.5, def.loop = 1;
    ck_assert_int_eq(kip_character_play(s.character, 2, &def, NULL, &error), KIP_BAD_USE);
    ck_assert(!kip_character_is_playing(s.character));
    def.loop = 0;
    ck_ok(kip_character_play(s.character, 2, &def, NULL, &error));
    go_on(&s, 10);
    kip_motion_destroy(one);
    close_stage(&s);
}
END_TEST

Suite *suite_play(void)
{
    Suite *suite = suite_create("play");
    TCase *tests = tcase_create("play");
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, test_hand_over);
    tcase_add_test(tests, test_up_from_the_floor);
    tcase_add_test(tests, test_loop);
    tcase_add_test(tests, test_window);
    tcase_add_test(tests, test_parts);
    tcase_add_test(tests, test_refused);
    suite_add_tcase(suite, tests);
    return suite;
}
