/* Stance control: the ground pushes where it is told to, feet swing to where they are sent, and nothing else is needed to stand. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control/fields.h"
#include "control/hold.h"
#include "control/loads.h"
#include "control/motion.h"
#include "control/stance_parts.h"
#include "dynamics/mat3.h"
#include "dynamics/random.h"
#include "dynamics/vec3.h"
#include "io/formats/mjcf.h"
#include "random_model.h"
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

static KipVec3 sole(const Stage *s, int foot)
{
    const Leg *leg = s->stance->leg + foot;
    return kip_point_position(kip_sim_dynamics(s->sim), s->stance->foot[foot],
                              v3_scale(0.5, v3_add(leg->lo, leg->hi)));
}

static KipVec3 middle(const Stage *s)
{
    return v3_scale(0.5, v3_add(sole(s, 0), sole(s, 1)));
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
    ck_assert_double_eq_tol(s.loads->support.upward, s.stance->mass * 9.81, 10);
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
    const KipVec3 l = sole(&s, 0), r = sole(&s, 1);
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
    const KipVec3 l = sole(&s, 0), r = sole(&s, 1);
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

/* -- symmetry -------------------------------------------------------------------------------------------- */

enum { MOST = 48 };

/* What an update writes at a state: targets in q, torques and rates in v, and the gains. */
typedef struct Written {
    double target[MOST], torque[MOST], rate[MOST], stiffness[MOST], damping[MOST];
} Written;

/* Once more, as if a period had passed. */
static void update_again(Stage *s, const KipStanceGoal *goal)
{
    s->stance->state.when = kip_sim_time(s->sim) - period;
    kip_stance_update(s->stance, s->sim, goal, period);
}

static Written update_at(Stage *s, const double *q, const double *v, const KipStanceGoal *goal)
{
    const KipDrives drives = kip_sim_drives(s->sim);
    const size_t nq = (size_t)s->model->nq * sizeof(double), nv = (size_t)s->model->nv * sizeof(double);
    Written w = {{0}, {0}, {0}, {0}, {0}};
    KipError error;
    ck_ok(kip_sim_set_state(s->sim, q, v, &error));
    kip_stance_reset(s->stance);
    memset(drives.target, 0, nq);
    memset(drives.stiffness, 0, nv);
    memset(drives.feedforward, 0, nv);
    kip_stance_update(s->stance, s->sim, goal, period);
    update_again(s, goal); /* which knows what was held */
    memcpy(w.target, drives.target, nq);
    memcpy(w.torque, drives.feedforward, nv);
    memcpy(w.rate, drives.rate, nv);
    memcpy(w.stiffness, drives.stiffness, nv);
    memcpy(w.damping, drives.damping, nv);
    return w;
}

static double within(KipRandom *random, double most)
{
    return kip_random_uniform(random, -most, most);
}

/* Near standing, moving; somewhere and facing anywhere. */
static KipStanceGoal random_stand(KipRandom *random, Stage *s, double *q, double *v)
{
    KipStanceGoal goal = kip_stance_goal(s->stance);
    memset(q, 0, MOST * sizeof *q);
    for (int i = 7; i < s->model->nq; i++)
        q[i] = within(random, 0.3);
    for (int i = 0; i < s->model->nv; i++)
        v[i] = within(random, 0.5);
    q[0] = within(random, 1), q[1] = within(random, 1), q[2] = 0.9 + within(random, 0.05);
    goal.heading = within(random, 1);
    const KipVec3 lean = random_within(random, v3(0.1, 0.1, 0));
    q_store(q + 3, q_mul(q_axis_angle(v3(0, 0, 1), goal.heading), q_exp(v3_add(lean, v3(0, 0, 0.1)))));
    goal.cop = v3_add(v3(q[0], q[1], 0), random_within(random, v3(0.2, 0.2, 0)));
    goal.height = 0.85 + within(random, 0.1);
    goal.pitch = within(random, 0.2), goal.roll = within(random, 0.2);
    goal.swing = (int)(3 * kip_random_uniform(random, 0, 1)) - 1;
    goal.ankle = v3_add(v3(q[0], q[1], 0.15), random_within(random, v3(0.2, 0.2, 0)));
    goal.tip = within(random, 0.3);
    goal.share = kip_random_uniform(random, 0, 1) < 0.5 ? NAN : kip_random_uniform(random, 0, 1);
    return goal;
}

static double farthest(const double *a, const double *b, int from, int to)
{
    double most = 0;
    for (int i = from; i < to; i++)
        most = most_of(most, fabs(a[i] - b[i]) / (1 + fabs(b[i])));
    return most;
}

static void check_alike(const Stage *s, const Written *a, const Written *b)
{
    ck_below(farthest(a->target, b->target, 7, s->model->nq), 1e-6);
    ck_below(farthest(a->torque, b->torque, 6, s->model->nv), 1e-6);
    ck_below(farthest(a->rate, b->rate, 6, s->model->nv), 1e-3);
    ck_below(farthest(a->stiffness, b->stiffness, 6, s->model->nv), 1e-9);
    ck_below(farthest(a->damping, b->damping, 6, s->model->nv), 1e-9);
}

/* Elsewhere and facing elsewhere in the world, legs do the same. */
START_TEST(the_world_may_be_turned)
{
    Stage s = stand(hinges);
    KipRandom random = {5};
    for (int trial = 0; trial < 30; trial++) {
        double q[MOST], v[MOST];
        KipStanceGoal goal = random_stand(&random, &s, q, v);
        const Written here = update_at(&s, q, v, &goal);
        const KipQuat turn = q_axis_angle(v3(0, 0, 1), within(&random, 3));
        const KipVec3 shift = random_within(&random, v3(5, 5, 0));
        v3_store(q, v3_add(shift, q_rotate(turn, v3_from(q))));
        q_store(q + 3, q_mul(turn, q_from(q + 3)));
        v3_store(v, q_rotate(turn, v3_from(v)));
        goal.cop = v3_add(shift, q_rotate(turn, goal.cop));
        goal.ankle = v3_add(shift, q_rotate(turn, goal.ankle));
        goal.heading += q_log(turn).z;
        const Written there = update_at(&s, q, v, &goal);
        check_alike(&s, &there, &here);
    }
    end(&s);
}
END_TEST

/* Left and right are done alike. */
START_TEST(the_world_may_be_mirrored)
{
    Stage s = stand(hinges);
    KipRandom random = {6};
    KipMotion *motion, *image;
    KipError error;
    ck_ok(kip_motion_create(s.model, 3, 1, NULL, &motion, &error));
    for (int trial = 0; trial < 30; trial++) {
        const size_t nq = (size_t)s.model->nq, nv = (size_t)s.model->nv;
        double q[MOST], v[MOST];
        KipStanceGoal goal = random_stand(&random, &s, q, v);
        const Written here = update_at(&s, q, v, &goal);
        Written wanted = {{0}, {0}, {0}, {0}, {0}};
        memcpy(motion->q, q, nq * sizeof *q);
        memcpy(motion->v, v, nv * sizeof *v);
        for (size_t k = 1; k < 3; k++) {
            memcpy(motion->q + k * nq, here.target, nq * sizeof *q);
            memcpy(motion->v + k * nv, k == 1 ? here.torque : here.stiffness, nv * sizeof *v);
        }
        ck_ok(kip_motion_mirror(motion, &image, &error));
        goal.cop.y = -goal.cop.y, goal.ankle.y = -goal.ankle.y;
        goal.heading = -goal.heading, goal.roll = -goal.roll;
        goal.share = 1 - goal.share, goal.swing = goal.swing < 0 ? -1 : 1 - goal.swing;
        const Written there = update_at(&s, image->q, image->v, &goal);
        for (size_t i = 0; i < nv; i++)
            wanted.stiffness[i] = fabs(image->v[2 * nv + i]);
        ck_below(farthest(there.target, image->q + nq, 7, s.model->nq), 1e-5);
        ck_below(farthest(there.torque, image->v + nv, 6, s.model->nv), 1e-6);
        ck_below(farthest(there.stiffness, wanted.stiffness, 6, s.model->nv), 1e-9);
        kip_motion_destroy(image);
    }
    kip_motion_destroy(motion);
    end(&s);
}
END_TEST

/* At first it is to be as high as it is, between half of what is wanted and that; from there it goes at 0.4 m/s. */
START_TEST(its_height_begins_where_it_is)
{
    Stage s = stand(hinges);
    const KipDynamics *d = kip_sim_dynamics(s.sim);
    const double high = kip_body_position(d, 1).z - kip_body_position(d, s.stance->foot[0]).z;
    const double wanted[] = {0.9 * high, 1.2 * high, 3 * high};
    for (int i = 0; i < 3; i++) {
        KipStanceGoal goal = kip_stance_goal(s.stance);
        goal.cop = middle(&s), goal.height = wanted[i];
        kip_stance_reset(s.stance);
        kip_stance_update(s.stance, s.sim, &goal, period);
        const double first = fmin(wanted[i], fmax(0.5 * wanted[i], high));
        ck_assert_double_eq_tol(s.stance->state.height, first, 0.4 * period + 1e-9);
        goal.height = 0.5 * high;
        for (int n = 0; n < 10; n++)
            update_again(&s, &goal);
        ck_assert_double_eq_tol(s.stance->state.height, first - 10 * 0.4 * period, 0.4 * period + 1e-9);
    }
    end(&s);
}
END_TEST

/* A leg that swings is held by springs: whole at the hip, 0.6 of that at the knee, 0.15 at the ankle. */
START_TEST(a_swinging_leg_is_as_stiff_as_told)
{
    static const char *const joint[] = {"hip_flex_l", "knee_flex_l", "ankle_flex_l"};
    static const double part[] = {1, 0.6, 0.15};
    Stage s = stand(hinges);
    KipStanceGoal goal = tall(&s);
    goal.swing = 0, goal.cop = sole(&s, 1), goal.ankle = v3(0, 0.1, 0.2);
    kip_stance_update(s.stance, s.sim, &goal, period);
    for (int k = 0; k < 3; k++) {
        const int j = kip_model_find_joint(s.model, joint[k]);
        ck_assert_int_ge(j, 0);
        const int i = s.model->joint[j].v;
        ck_assert_double_eq_tol(kip_sim_drives(s.sim).stiffness[i], part[k] * goal.swing_stiffness, 1e-9);
        ck_assert_double_eq_tol(kip_sim_drives(s.sim).damping[i],
                                (k < 2 ? goal.swing_damping : 0.04) * part[k] * goal.swing_stiffness, 1e-9);
    }
    for (int far = 0; far < 2;
         far++) { /* a little and a long way: rates are those of the angles, up to 15 rad/s */
        const KipDrives drives = kip_sim_drives(s.sim);
        double before[MOST];
        memcpy(before, drives.target, (size_t)s.model->nq * sizeof *before);
        goal.ankle.x += far ? 0.3 : 0.003;
        update_again(&s, &goal);
        for (int k = 0; k < 2; k++) {
            const KipJoint *of = &s.model->joint[kip_model_find_joint(s.model, joint[k])];
            const double rate = (drives.target[of->q] - before[of->q]) / period;
            ck_assert_double_gt(fabs(rate), far ? 15 : 0.1);
            ck_assert_double_eq_tol(drives.rate[of->v], fmax(-15, fmin(15, rate)), 1e-9);
        }
    }
    ck_assert_int_eq(kip_stance_is_foot(s.stance, s.stance->foot[0]), 0);
    ck_assert_int_eq(kip_stance_is_foot(s.stance, s.stance->foot[1]), 1);
    ck_assert_int_eq(kip_stance_is_foot(s.stance, 1), -1);
    end(&s);
}
END_TEST

/* -- the rest -------------------------------------------------------------------------------------------- */

START_TEST(saved_it_goes_on_the_same)
{
    Stage s = stand(hinges), other = stand(hinges);
    KipStanceGoal goal = tall(&s);
    const size_t size = kip_fields_size(&kip_stance_fields, s.stance);
    void *bytes = malloc(size), *state = malloc(kip_sim_save_size(s.sim));
    KipError error;
    for (int i = 0; i < 400; i++) {
        goal.cop = cop_for(&s, sole(&s, 0));
        step(&s, &goal);
    }
    goal.swing = 1, goal.ankle = v3(0.1, -0.1, 0.15);
    for (int i = 0; i < 10; i++)
        step(&s, &goal);
    kip_fields_save(&kip_stance_fields, s.stance, bytes);
    kip_sim_save(s.sim, state);
    ck_ok(kip_fields_load(&kip_stance_fields, other.stance, NULL, bytes, size, &error));
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

/* The trunk is the heaviest that hangs on the root besides legs, be they heavier, and in any order. */
START_TEST(the_trunk_is_no_leg)
{
    static const char *const order[] = {"lrhbt", "tlrbh", "hltrb", "bthrl"};
    for (int i = 0; i < 4; i++) {
        char text[2048] = "<mujoco><worldbody><body name='root'><freejoint/><geom size='0.1' mass='10'/>";
        KipModel *model;
        KipStance *stance;
        KipError error;
        for (const char *name = order[i]; *name; name++) {
            const bool leg = *name == 'l' || *name == 'r';
            char part[256];
            snprintf(part, sizeof part,
                     "<body name='%c' pos='0 %g %g'>%s<geom size='0.05' mass='%g'/></body>", *name,
                     *name == 'l' ? 0.1 : -0.1, leg ? -0.5 : 0.2, *name == 'b' ? "" : "<joint axis='0 1 0'/>",
                     leg            ? 9.0
                     : *name == 't' ? 2.0
                     : *name == 'h' ? 1.0
                                    : 5.0);
            strcat(text, part);
        }
        strcat(text, "</body></worldbody></mujoco>");
        ck_ok(kip_mjcf_parse(&model, text, strlen(text), "trunk", NULL, &error));
        ck_ok(make_stance(model, "l", "r", &stance, &error));
        ck_assert_int_eq(stance->trunk, kip_model_find_body(model, "t")); /* b has no joint */
        ck_assert_double_eq_tol(stance->upper_mass, 2, 1e-12);
        ck_assert_double_eq_tol(stance->mass, 10 + 9 + 9 + 1 + 5 + 2, 1e-12);
        ck_assert_double_eq_tol(stance->leg_mass[0], 9, 1e-12);
        ck_assert_double_eq_tol(kip_stance_reach(stance), 0, 1e-12); /* a leg of one bone ends at the hip */
        kip_stance_destroy(stance);
        kip_model_destroy(model);
    }
}
END_TEST

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
    tcase_add_test(tests, the_world_may_be_turned);
    tcase_add_test(tests, the_world_may_be_mirrored);
    tcase_add_test(tests, its_height_begins_where_it_is);
    tcase_add_test(tests, a_swinging_leg_is_as_stiff_as_told);
    tcase_add_test(tests, saved_it_goes_on_the_same);
    tcase_add_test(tests, what_weighs_nothing_presses_nothing);
    tcase_add_test(tests, the_trunk_is_no_leg);
    tcase_add_test(tests, what_is_no_pair_of_legs_is_refused);
    suite_add_tcase(suite, tests);
    return suite;
}
