/* Stance control: the ground pushes where it is told to, feet swing to where they are sent, and nothing else is needed to stand. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control/hold.h"
#include "control/loads.h"
#include "control/stance.h"
#include "dynamics/mat3.h"
#include "dynamics/vec3.h"
#include "io/formats/mjcf.h"
#include "study.h"

Suite *suite_stance(void);

static const double period = 0.004;
static const char hinges[] = "data/models/skeleton37.xml", balls[] = "data/models/gait22.xml"; /* hips */

typedef struct Stage {
    KipModel *model;
    KipSim *sim;
    KipStance *stance;
    KipLoads *loads;
} Stage;

static KipStatus make_stance(const KipModel *model, const char *left, const char *right, KipStance **stance,
                             KipError *error)
{
    const KipStanceDef def = {.model = model,
                              .foot = {kip_model_find_body(model, left), kip_model_find_body(model, right)}};
    return kip_stance_create(&def, stance, error);
}

static Stage stand(const char *file)
{
    Stage s;
    KipError error;
    ck_ok(kip_mjcf_load(&s.model, file, NULL, &error));
    KipSimDef def = kip_sim_def(s.model);
    def.timestep = 0.002;
    ck_ok(kip_sim_create(s.model, &def, &s.sim, &error));
    ck_ok(make_stance(s.model, "foot_l", "foot_r", &s.stance, &error));
    ck_ok(kip_loads_create(s.sim, NULL, &s.loads, &error));
    ck_ok(kip_hold_gains(s.model, kip_sim_q(s.sim), 0.002, NULL, kip_sim_drives(s.sim), &error));
    return s;
}

static void end(Stage *s)
{
    kip_loads_destroy(s->loads);
    kip_stance_destroy(s->stance);
    kip_sim_destroy(s->sim);
    kip_model_destroy(s->model);
}

static KipVec3 middle(const Stage *s)
{
    return v3_scale(0.5,
                    v3_add(kip_stance_sole(s->stance, s->sim, 0), kip_stance_sole(s->stance, s->sim, 1)));
}

/* The centre of mass over a point: the ground pushes beyond the capture point. */
static KipVec3 cop_for(const Stage *s, KipVec3 over)
{
    const KipDynamics *d = kip_sim_dynamics(s->sim);
    const KipVec3 capture = v3_add_scaled(kip_com(d), 1 / sqrt(9.81 / kip_com(d).z), kip_com_velocity(d));
    return v3_add(capture, v3_sub(capture, over));
}

static void step(Stage *s, const KipStanceGoal *goal)
{
    KipError error;
    kip_stance_update(s->stance, s->sim, goal, period);
    ck_ok(kip_sim_step(s->sim, &error));
    ck_ok(kip_sim_step(s->sim, &error));
}

static KipStanceGoal tall(const Stage *s)
{
    KipStanceGoal goal = kip_stance_goal(s->stance);
    goal.height = 0.97 * kip_stance_reach(s->stance);
    return goal;
}

/* -- bearing --------------------------------------------------------------------------------------------- */

/* For 6 s the centre of mass is to be over a point `off` from between the feet: where the ground pushes is measured. */
static void check_place(const char *file, KipVec3 off)
{
    Stage s = stand(file);
    KipStanceGoal goal = tall(&s);
    const KipVec3 over = v3_add(middle(&s), off);
    for (int i = 0; i < 1500; i++) {
        goal.cop = cop_for(&s, over);
        step(&s, &goal);
    }
    kip_loads_measure(s.loads, s.sim);
    const KipVec3 com = kip_com(kip_sim_dynamics(s.sim)), cop = s.loads->support.centre;
    ck_assert_double_lt(v3_length(kip_com_velocity(kip_sim_dynamics(s.sim))), 0.02);
    ck_assert_msg(fabs(com.x - over.x) < 0.01 && fabs(com.y - over.y) < 0.01, "%g %g", com.x - over.x,
                  com.y - over.y);
    ck_assert_msg(fabs(cop.x - goal.cop.x) < 0.01 && fabs(cop.y - goal.cop.y) < 0.01, "%g %g",
                  cop.x - goal.cop.x, cop.y - goal.cop.y);
    ck_assert_double_eq_tol(s.loads->support.upward, kip_stance_mass(s.stance) * 9.81, 10);
    end(&s);
}

START_TEST(the_ground_pushes_where_it_is_told)
{
    check_place(hinges, v3(0, 0, 0));
    check_place(hinges, v3(0.05, 0, 0));
    check_place(hinges, v3(-0.04, 0, 0));
    check_place(hinges, v3(0, 0.02, 0));
    check_place(hinges, v3(0.03, -0.02, 0));
    check_place(balls, v3(0, 0, 0));
    check_place(balls, v3(0.03, -0.02, 0));
}
END_TEST

/* A share that is given is what a foot bears. */
START_TEST(feet_bear_their_shares)
{
    Stage s = stand(hinges);
    KipStanceGoal goal = tall(&s);
    const KipVec3 l = kip_stance_sole(s.stance, s.sim, 0), r = kip_stance_sole(s.stance, s.sim, 1);
    for (int i = 0; i < 1500; i++) {
        goal.cop = cop_for(&s, v3_add(v3_scale(0.3, l), v3_scale(0.7, r)));
        step(&s, &goal);
    }
    kip_loads_measure(s.loads, s.sim);
    ck_assert_double_eq_tol(s.loads->under[1].upward, 0.7 * 80 * 9.81, 0.03 * 80 * 9.81);
    end(&s);
}
END_TEST

/* Higher and lower, leaning, and facing elsewhere: heights to 1 cm, turns to 2 degrees. */
START_TEST(it_is_as_high_and_leans_as_wanted)
{
    Stage s = stand(hinges);
    KipStanceGoal goal = tall(&s);
    const int trunk = kip_model_find_body(s.model, "trunk");
    goal.height = 0.75, goal.pitch = 0.3, goal.roll = -0.1;
    for (int i = 0; i < 1500; i++) {
        goal.cop = cop_for(&s, middle(&s));
        step(&s, &goal);
    }
    const KipDynamics *d = kip_sim_dynamics(s.sim);
    const double foot = kip_body_position(d, kip_model_find_body(s.model, "foot_l")).z;
    ck_assert_double_eq_tol(kip_body_position(d, 1).z - foot, 0.75, 0.01);
    const KipVec3 up = m3_apply(kip_body_rotation(d, trunk), v3(0, 0, 1));
    ck_assert_double_eq_tol(atan2(up.x, up.z), 0.3, 0.035);
    ck_assert_double_eq_tol(atan2(-up.y, up.z), -0.1, 0.035);
    end(&s);
}
END_TEST

/* -- swinging -------------------------------------------------------------------------------------------- */

/* On one leg the other foot is sent 15 cm ahead and 10 cm up, and is there to 1.5 cm. */
static void check_swing(const char *file)
{
    Stage s = stand(file);
    KipStanceGoal goal = tall(&s);
    const KipVec3 l = kip_stance_sole(s.stance, s.sim, 0), r = kip_stance_sole(s.stance, s.sim, 1);
    const int foot = kip_model_find_body(s.model, "foot_r");
    const KipVec3 from = kip_body_position(kip_sim_dynamics(s.sim), foot);
    for (int i = 0; i < 1000; i++) {
        const double k = fmin(i / 250.0, 1);
        goal.cop = cop_for(&s, v3_add(v3_scale(0.5 + 0.5 * k, l), v3_scale(0.5 - 0.5 * k, r)));
        if (i >= 500) {
            const double u = fmin((i - 500) / 250.0, 1);
            goal.swing = 1, goal.ankle = v3_add(from, v3_scale(u * u * (3 - 2 * u), v3(0.15, 0, 0.1)));
        }
        step(&s, &goal);
    }
    const KipVec3 there = kip_body_position(kip_sim_dynamics(s.sim), foot);
    ck_assert_msg(v3_length(v3_sub(there, goal.ankle)) < 0.015, "%g m away",
                  v3_length(v3_sub(there, goal.ankle)));
    kip_loads_measure(s.loads, s.sim);
    ck_assert_double_eq(s.loads->under[1].upward, 0);
    end(&s);
}

START_TEST(a_foot_swings)
{
    check_swing(hinges);
    check_swing(balls);
}
END_TEST

/* -- the rest -------------------------------------------------------------------------------------------- */

START_TEST(saved_it_goes_on_the_same)
{
    Stage s = stand(hinges), other = stand(hinges);
    KipStanceGoal goal = tall(&s);
    void *bytes = malloc(kip_stance_save_size()), *state = malloc(kip_sim_save_size(s.sim));
    KipError error;
    for (int i = 0; i < 400; i++) {
        goal.cop = cop_for(&s, kip_stance_sole(s.stance, s.sim, 0));
        step(&s, &goal);
    }
    goal.swing = 1, goal.ankle = v3(0.1, -0.1, 0.15);
    for (int i = 0; i < 10; i++)
        step(&s, &goal);
    kip_stance_save(s.stance, bytes);
    kip_sim_save(s.sim, state);
    kip_stance_load(other.stance, bytes);
    ck_ok(kip_sim_load(other.sim, state, kip_sim_save_size(s.sim), &error));
    for (int i = 0; i < 100; i++) {
        goal.ankle.x += 0.001;
        step(&s, &goal);
        step(&other, &goal);
    }
    ck_assert(kip_sim_hash(s.sim) == kip_sim_hash(other.sim));
    free(bytes);
    free(state);
    end(&s);
    end(&other);
}
END_TEST

/* All torques of one update, N m. */
static double effort(const Stage *s)
{
    const KipStanceGoal goal = tall(s);
    double sum = 0;
    kip_stance_update(s->stance, s->sim, &goal, period);
    for (int k = 0; k < s->model->nv; k++)
        sum += fabs(kip_sim_drives(s->sim).feedforward[k]);
    return sum;
}

START_TEST(what_weighs_nothing_presses_nothing)
{
    Stage s = stand(hinges);
    const double whole = effort(&s);
    ck_assert_double_gt(whole, 1);
    kip_sim_scale_gravity(s.sim, 0);
    ck_assert_double_lt(effort(&s), 1e-6 * whole);
    end(&s);
}
END_TEST

/* Of two legs, each a hinge and a foot, under a trunk on a joint of that type. */
static void check_waist(const char *type, KipStatus wanted)
{
    char text[1024];
    KipModel *model;
    KipStance *stance = NULL;
    KipError error;
    int n =
        snprintf(text, sizeof text,
                 "<mujoco><worldbody><body><freejoint/><geom size='0.1' mass='10'/>"
                 "<body name='l' pos='0 0.1 -0.5'><joint axis='0 1 0'/><geom size='0.05' mass='1'/></body>"
                 "<body name='r' pos='0 -0.1 -0.5'><joint axis='0 1 0'/><geom size='0.05' mass='1'/></body>"
                 "<body pos='0 0 0.2'><joint name='waist' type='%s'/><geom size='0.1' mass='30'/></body>"
                 "</body></worldbody></mujoco>",
                 type);
    ck_ok(kip_mjcf_parse(&model, text, (size_t)n, "waist", NULL, &error));
    ck_assert_int_eq(make_stance(model, "l", "r", &stance, &error), wanted);
    ck_assert(wanted == KIP_OK || strstr(error.message, "'waist'") != NULL);
    kip_stance_destroy(stance);
    kip_model_destroy(model);
}

static void check_refused(const char *file, const char *left, const char *right, const char *why)
{
    KipModel *model;
    KipStance *stance;
    KipError error;
    ck_ok(kip_mjcf_load(&model, file, NULL, &error));
    ck_assert_int_eq(make_stance(model, left, right, &stance, &error), KIP_BAD_INPUT);
    ck_assert_msg(strstr(error.message, why) != NULL, "%s", error.message);
    kip_model_destroy(model);
}

START_TEST(what_is_no_pair_of_legs_is_refused)
{
    check_refused(hinges, "foot_l", "foot_l", "feet of one leg");
    check_refused(hinges, "shank_l", "foot_l", "feet of one leg");
    check_refused(hinges, "foot_l", "pelvis", "is not at the end of a leg");
    check_waist("hinge", KIP_OK);
    check_waist("ball", KIP_BAD_INPUT);
    check_waist("slide", KIP_BAD_INPUT);
}
END_TEST

Suite *suite_stance(void)
{
    Suite *suite = suite_create("stance");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, the_ground_pushes_where_it_is_told);
    tcase_add_test(tests, feet_bear_their_shares);
    tcase_add_test(tests, it_is_as_high_and_leans_as_wanted);
    tcase_add_test(tests, a_foot_swings);
    tcase_add_test(tests, saved_it_goes_on_the_same);
    tcase_add_test(tests, what_weighs_nothing_presses_nothing);
    tcase_add_test(tests, what_is_no_pair_of_legs_is_refused);
    suite_add_tcase(suite, tests);
    return suite;
}
