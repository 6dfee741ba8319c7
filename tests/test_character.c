/* A character: target poses and their queue, gains, inverse kinematics, attachments, the plane, locks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "control/character.h"
#include "control/hold.h"
#include "control/law.h"
#include "dynamics/quat.h"
#include "dynamics/random.h"
#include "dynamics/tree.h"
#include "dynamics/vec3.h"
#include "io/formats/mjcf.h"
#include "io/formats/pose_file.h"
#include "study.h"

Suite *suite_character(void);

static KipError error;

/* -- a character to test --------------------------------------------------------------------------------- */

/* The model's first tree, in the air and without weight; a ball at (5, 0, 0). */
typedef struct Stage {
    KipModel *model;
    KipSim *sim;
    KipPoseSet *poses;
    KipCharacter *character;
    KipDrives drives;
    int ball;
} Stage;

static const char more_poses[] =
    "pose Bent\n  gain 1.5\n  knee_flex_l 1\n  elbow_flex_l 0.7 gain 2\n"
    "pose Turned\n  elbow_flex_l 1.2\n  hip_flex_r 0.5\n"
    "pose Stiff\n  gain 500\n  shoulder_flex_l 2\n  elbow_flex_l 2\n  knee_flex_r 2\n"
    "pose Wrong\n  elbow_flex_x 1\n";

static Stage open_stage(const char *path, const char *pose_file, const char *pose_text)
{
    Stage stage = {0};
    KipBuilder *builder = kip_builder_create(NULL);
    ck_ok(kip_mjcf_add_file(builder, path, "", v3_zero(), q_identity(), NULL, &error));
    ck_ok(
        kip_mjcf_add_file(builder, "data/models/ball.xml", "Ball/", v3(5, 0, 0), q_identity(), NULL, &error));
    ck_ok(kip_builder_finish(builder, &stage.model, &error));
    stage.ball = kip_model_find_body(stage.model, "Ball/ball");
    KipSimDef def = kip_sim_def(stage.model);
    def.max_constraints = 32;
    ck_ok(kip_sim_create(stage.model, &def, &stage.sim, &error));
    double *q = malloc((size_t)stage.model->nq * sizeof *q);
    ck_assert_ptr_nonnull(q);
    memcpy(q, stage.model->q0, (size_t)stage.model->nq * sizeof *q);
    q[2] = q[stage.model->nq - 5] = 20;
    ck_ok(kip_sim_set_state(stage.sim, q, NULL, &error));
    free(q);
    kip_sim_scale_gravity(stage.sim, 0);
    stage.poses = kip_pose_set_create(NULL);
    if (pose_file)
        ck_ok(kip_pose_file_read(stage.poses, pose_file, &error));
    if (pose_text)
        ck_ok(kip_pose_file_parse(stage.poses, pose_text, strlen(pose_text), "more.pose", &error));
    KipCharacterDef character = {.sim = stage.sim, .root = 1, .prefix = "", .poses = stage.poses};
    ck_ok(kip_character_create(&character, &stage.character, &error));
    stage.drives = kip_sim_drives(stage.sim);
    return stage;
}

static Stage skeleton(void)
{
    return open_stage("data/models/skeleton37.xml", "data/poses/skeleton37.pose", more_poses);
}

static void close_stage(Stage *stage)
{
    kip_character_destroy(stage->character);
    kip_pose_set_destroy(stage->poses);
    kip_sim_destroy(stage->sim);
    kip_model_destroy(stage->model);
}

/* Control every 5 steps of 1 ms. */
static void go_on(Stage *stage, int periods)
{
    for (int i = 0; i < 5 * periods; i++) {
        if (i % 5 == 0)
            ck_ok(kip_character_update(stage->character, kip_sim_time(stage->sim), &error));
        ck_ok(kip_sim_step(stage->sim, &error));
    }
}

static const KipJoint *joint(const Stage *stage, const char *name)
{
    int j = kip_model_find_joint(stage->model, name);
    ck_assert_msg(j >= 0, "no joint %s", name);
    return stage->model->joint + j;
}

static double target_of(const Stage *stage, const char *name)
{
    return stage->drives.target[joint(stage, name)->q];
}

static double angle_of(const Stage *stage, const char *name)
{
    return kip_sim_q(stage->sim)[joint(stage, name)->q];
}

static int body(const Stage *stage, const char *name)
{
    int b = kip_model_find_body(stage->model, name);
    ck_assert_msg(b >= 0, "no body %s", name);
    return b;
}

static KipStatus set_pose(Stage *stage, const char *name, double seconds)
{
    return kip_character_set_target_pose(stage->character, name, seconds, &error);
}

/* -- poses ----------------------------------------------------------------------------------------------- */

START_TEST(a_pose_replaces_the_target_at_once)
{
    Stage stage = skeleton();
    ck_assert_int_eq(kip_character_pose(stage.character), -1);
    ck_ok(set_pose(&stage, "Turned", 0.5));
    go_on(&stage, 20);
    ck_ok(set_pose(&stage, "Bent", NAN));
    for (int i = 0; i < 3; i++) { /* and what was under way is gone */
        ck_assert(target_of(&stage, "knee_flex_l") == 1 && target_of(&stage, "elbow_flex_l") == 0.7);
        ck_assert(target_of(&stage, "hip_flex_r") == 0);
        ck_assert(stage.drives.rate[joint(&stage, "elbow_flex_l")->v] == 0);
        ck_assert_str_eq(stage.poses->pose[kip_character_pose(stage.character)].name, "Bent");
        go_on(&stage, 50);
    }
    ck_near(angle_of(&stage, "knee_flex_l"), 1, 0.01);
    close_stage(&stage);
}
END_TEST

/* Each pose is reached in its time, by a cubic at rest at both ends, and the next begins there. */
START_TEST(queued_poses_are_reached_on_the_beat)
{
    Stage stage = skeleton();
    ck_ok(set_pose(&stage, "Turned", 0.5));
    ck_ok(set_pose(&stage, "Bent", 0.3));
    const int v = joint(&stage, "elbow_flex_l")->v;
    for (int period = 0; period <= 200; period++) {
        go_on(&stage, 1);
        double t = 0.005 * period,
               x = t < 0.5   ? t / 0.5
                   : t < 0.8 ? (t - 0.5) / 0.3
                             : 1,
               s = x * x * (3 - 2 * x);
        double from = t < 0.5 ? 0 : 1.2, to = t < 0.5 ? 1.2 : 0.7;
        ck_near(target_of(&stage, "elbow_flex_l"), from + s * (to - from), 1e-9);
        ck_near(stage.drives.rate[v], 6 * x * (1 - x) / (t < 0.5 ? 0.5 : 0.3) * (to - from), 1e-9);
        if (period == 100) {
            ck_near(angle_of(&stage, "elbow_flex_l"), 1.2, 0.05);
            ck_near(angle_of(&stage, "hip_flex_r"), 0.5, 0.05);
        }
        if (period == 160)
            ck_near(angle_of(&stage, "knee_flex_l"), 1, 0.05);
    }
    ck_near(angle_of(&stage, "elbow_flex_l"), 0.7, 0.01);
    ck_near(angle_of(&stage, "hip_flex_r"), 0, 0.01);
    close_stage(&stage);
}
END_TEST

/* Held or limp, a character forgets what was queued. */
START_TEST(nothing_is_queued_for_what_is_held)
{
    void (*const end_it[2])(KipCharacter *) = {kip_character_hold, kip_character_relax};
    Stage stage = skeleton();
    ck_ok(set_pose(&stage, "Turned", 0.2));
    ck_ok(set_pose(&stage, "Bent", 0.2));
    go_on(&stage, 20);
    end_it[_i](stage.character);
    const double target = target_of(&stage, "knee_flex_l");
    ck_ok(set_pose(&stage, "Turned", 0.1)); /* the first of a new queue: it begins now */
    go_on(&stage, 21);
    ck_assert_str_eq(stage.poses->pose[kip_character_pose(stage.character)].name, "Turned");
    ck_near(target_of(&stage, "elbow_flex_l"), 1.2, 1e-9);
    end_it[_i](stage.character);
    go_on(&stage, 100);
    ck_below(target, 0.9);
    ck_assert(stage.drives.rate[joint(&stage, "elbow_flex_l")->v] == 0);
    close_stage(&stage);
}
END_TEST

/* As a skill may: the same call in every control period. */
START_TEST(repeating_the_last_entry_is_nothing)
{
    Stage stage = skeleton();
    for (int i = 0; i < 100; i++) {
        ck_ok(set_pose(&stage, "Turned", 0.4));
        go_on(&stage, 1);
    }
    ck_assert(target_of(&stage, "elbow_flex_l") == 1.2);
    ck_ok(set_pose(&stage, "Bent", 0.2));
    go_on(&stage, 41);
    ck_assert(target_of(&stage, "elbow_flex_l") == 0.7);
    ck_ok(set_pose(&stage, "Bent", 0.1)); /* another time is another entry: it begins and ends here */
    go_on(&stage, 5);
    ck_near(target_of(&stage, "elbow_flex_l"), 0.7, 1e-12);
    ck_ok(set_pose(&stage, "Turned", 0)); /* no time at all */
    go_on(&stage, 30);
    ck_assert(target_of(&stage, "elbow_flex_l") == 1.2);
    close_stage(&stage);
}
END_TEST

START_TEST(the_queue_has_an_end)
{
    Stage stage = skeleton();
    for (int i = 0; i < 32; i++)
        ck_ok(set_pose(&stage, i % 2 ? "Bent" : "Turned", 0.1));
    ck_assert_int_eq(set_pose(&stage, "Turned", 0.1), KIP_BAD_USE);
    ck_assert_ptr_nonnull(strstr(error.message, "32"));
    ck_ok(set_pose(&stage, "Bent", 0.1)); /* the last again: still nothing */
    go_on(&stage, 25);
    ck_ok(set_pose(&stage, "Turned", 0.1)); /* one is over */
    go_on(&stage, 33 * 20 - 24);
    ck_assert(target_of(&stage, "elbow_flex_l") == 1.2);
    close_stage(&stage);
}
END_TEST

START_TEST(poses_that_cannot_be_are_refused)
{
    Stage stage = skeleton();
    ck_ok(set_pose(&stage, "Bent", NAN));
    ck_assert_int_eq(set_pose(&stage, "Bentt", NAN), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "'Bent'"));
    ck_assert_int_eq(set_pose(&stage, "Wrong", NAN), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "elbow_flex_x"));
    ck_assert_int_eq(set_pose(&stage, "Wrong", 0.2), KIP_BAD_INPUT); /* now, and not when its turn comes */
    ck_assert_int_eq(set_pose(&stage, "Turned", -1), KIP_BAD_USE);
    ck_assert_int_eq(set_pose(&stage, "Turned", INFINITY), KIP_BAD_USE);
    go_on(&stage, 60);
    ck_assert(target_of(&stage, "knee_flex_l") == 1);
    KipCharacterDef def = {.sim = stage.sim, .root = stage.ball};
    KipCharacter *ball;
    ck_ok(kip_character_create(&def, &ball, &error));
    ck_assert_int_eq(kip_character_set_target_pose(ball, "Bent", NAN, &error), KIP_BAD_INPUT);
    kip_character_destroy(ball);
    def.root = body(&stage, "trunk");
    ck_assert_int_eq(kip_character_create(&def, &ball, &error), KIP_BAD_USE);
    close_stage(&stage);
}
END_TEST

/* A ball joint's target turns along the great arc, at its rate, whichever sign the quaternions have. */
START_TEST(ball_joints_turn_along_the_arc)
{
    static const char text[] =
        "pose A\n  hip_l quat 0.9 0.1 -0.4 0.2\npose B\n  hip_l quat -0.8 0.3 -0.1 -0.5\n";
    Stage stage = open_stage("data/models/gait22.xml", NULL, text);
    const KipJoint *hip = joint(&stage, "hip_l");
    KipQuat a = q_normalize(quat(0.9, 0.1, -0.4, 0.2)), b = q_normalize(quat(-0.8, 0.3, -0.1, -0.5));
    KipVec3 e = q_log(q_mul(q_conjugate(a), b));
    ck_assert_int_eq(hip->type, KIP_JOINT_BALL);
    ck_ok(set_pose(&stage, "A", 0.2));
    ck_ok(set_pose(&stage, "B", 0.4));
    for (int period = 0; period <= 130; period++) {
        ck_ok(kip_character_update(stage.character, 0.005 * period, &error));
        if (period < 40 || period > 120)
            continue;
        double x = (0.005 * period - 0.2) / 0.4, s = x * x * (3 - 2 * x), speed = 6 * x * (1 - x) / 0.4;
        KipQuat wanted = q_mul(a, q_exp(v3_scale(s, e))), is = q_from(stage.drives.target + hip->q);
        ck_near(fabs(q_dot(wanted, is)), 1, 1e-12);
        ck_near(stage.drives.rate[hip->v], speed * e.x, 1e-9);
        ck_near(stage.drives.rate[hip->v + 1], speed * e.y, 1e-9);
        ck_near(stage.drives.rate[hip->v + 2], speed * e.z, 1e-9);
    }
    ck_near(fabs(q_dot(q_from(stage.drives.target + hip->q), b)), 1, 1e-12);
    const double twice[4] = {2 * a.w, 2 * a.x, 2 * a.y, 2 * a.z};
    ck_ok(kip_character_set_target(stage.character, (int)(hip - stage.model->joint), twice, 40, 3, &error));
    ck_near(q_dot(q_from(stage.drives.target + hip->q), a), 1, 1e-12);
    for (int k = hip->v; k < hip->v + 3; k++)
        ck_assert(stage.drives.stiffness[k] == 40 && stage.drives.damping[k] == 3);
    ck_assert_int_eq(kip_character_set_target(stage.character, 0, twice, NAN, NAN, &error), KIP_BAD_USE);
    close_stage(&stage);
}
END_TEST

/* -- gains ----------------------------------------------------------------------------------------------- */

enum { MOST = 64 };

typedef struct Gains {
    double target[MOST], rate[MOST], stiffness[MOST], damping[MOST], feedforward[MOST], lo[MOST], hi[MOST];
} Gains;

START_TEST(gains_are_joint_times_global_times_pose)
{
    Stage stage = skeleton();
    Gains own;
    const KipDrives d = stage.drives;
    ck_assert_int_le(stage.model->nq, MOST);
    ck_ok(kip_hold_gains(stage.model, stage.model->q0, 0, NULL,
                         (KipDrives){own.target, own.rate, own.stiffness, own.damping, own.feedforward,
                                     own.lo, own.hi},
                         &error));
    kip_character_set_gain(stage.character, 0.8);
    ck_ok(set_pose(&stage, "Bent", NAN));
    const int knee = joint(&stage, "knee_flex_l")->v, elbow = joint(&stage, "elbow_flex_l")->v;
    const int neck = joint(&stage, "neck_twist")->v;
    const int axis[] = {knee, elbow, neck};
    const double pose[] = {1.5, 2, 1.5}; /* one that the pose does not name has the gain of the pose */
    for (int i = 0; i < 3; i++) {
        double factor = kip_gain_product(1, 0.8, pose[i]);
        ck_near(d.stiffness[axis[i]], kip_gain_product(own.stiffness[axis[i]], 0.8, pose[i]), 1e-9);
        ck_near(d.damping[axis[i]], own.damping[axis[i]] * sqrt(factor), 1e-12);
        ck_assert(d.limit_hi[axis[i]] == own.hi[axis[i]] && d.limit_lo[axis[i]] == own.lo[axis[i]]);
    }
    int j = (int)(joint(&stage, "knee_flex_l") - stage.model->joint);
    ck_ok(kip_character_set_target(stage.character, j, &(double){0.3}, NAN, NAN, &error));
    ck_near(d.stiffness[knee], 0.8 * own.stiffness[knee], 1e-9);
    ck_near(d.damping[knee], sqrt(0.8) * own.damping[knee], 1e-12);
    ck_ok(kip_character_set_target(stage.character, j, &(double){0.3}, 12, 3, &error));
    ck_assert(d.stiffness[knee] == 12 && d.damping[knee] == 3 &&
              d.target[joint(&stage, "knee_flex_l")->q] == 0.3);
    kip_character_set_gain(stage.character, 1);
    kip_character_hold(stage.character);
    ck_near(d.stiffness[elbow], own.stiffness[elbow], 1e-9);
    kip_character_relax(stage.character);
    for (int i = 0; i < stage.model->nv; i++)
        ck_assert(d.stiffness[i] == 0 && d.damping[i] == 0 && d.feedforward[i] == 0 && d.rate[i] == 0);
    close_stage(&stage);
}
END_TEST

/* A pose 500 times too stiff, and torques fed forward: each joint gives its strength and no more. */
START_TEST(torques_stay_within_the_strength)
{
    Stage stage = skeleton();
    int at_most = 0;
    ck_ok(set_pose(&stage, "Stiff", NAN));
    stage.drives.feedforward[joint(&stage, "waist_flex")->v] = 1e4;
    for (int i = 0; i < 300; i++) {
        ck_ok(kip_sim_step(stage.sim, &error));
        const double *torque = kip_sim_drive_forces(stage.sim);
        for (int j = 0; j < stage.model->njoint; j++) {
            const KipJoint *of = stage.model->joint + j;
            if (of->type != KIP_JOINT_HINGE)
                continue;
            ck_assert(torque[of->v] <= of->strength[1] * (1 + 1e-12) &&
                      torque[of->v] >= of->strength[0] * (1 + 1e-12));
            at_most += torque[of->v] > 0.999 * of->strength[1];
        }
    }
    ck_assert_int_gt(at_most, 300);
    close_stage(&stage);
}
END_TEST

/* -- inverse kinematics ---------------------------------------------------------------------------------- */

static const char *const arm[] = {"shoulder_flex_r", "shoulder_abd_r", "elbow_flex_r",
                                  "elbow_twist_r",   "wrist_flex_r",   "wrist_abd_r"};

/* Is it a joint of an arm? */
static bool is_of_arm(const KipJoint *of)
{
    return strncmp(of->name, "shoulder", 8) == 0 || strncmp(of->name, "elbow", 5) == 0 ||
           strncmp(of->name, "wrist", 5) == 0;
}

/* Where a point of a body is with the arms' targets as their angles, all else as it is now. */
static KipVec3 by_targets(const Stage *stage, int link, KipVec3 point)
{
    double q[MOST];
    KipDynamics *d;
    memcpy(q, kip_sim_q(stage->sim), (size_t)stage->model->nq * sizeof *q);
    for (int j = 0; j < stage->model->njoint; j++)
        if (is_of_arm(stage->model->joint + j))
            q[stage->model->joint[j].q] = stage->drives.target[stage->model->joint[j].q];
    ck_ok(kip_dynamics_create(stage->model, NULL, &d, &error));
    kip_dynamics_set(d, q, NULL);
    KipVec3 p = kip_point_position(d, link, point);
    kip_dynamics_destroy(d);
    return p;
}

/* Between which angles no limit's spring pushes. */
static const double *free_range(const Stage *stage, const KipJoint *joint)
{
    return stage->model->tree->free + 2 * (joint - stage->model->joint);
}

/* Where it is with the arm at random angles within these. */
static KipVec3 somewhere(Stage *stage, KipRandom *random, int link, KipVec3 point)
{
    double kept[MOST];
    size_t size = (size_t)stage->model->nq * sizeof *kept;
    memcpy(kept, stage->drives.target, size);
    for (int i = 0; i < 6; i++) {
        const KipJoint *of = joint(stage, arm[i]);
        stage->drives.target[of->q] =
            kip_random_uniform(random, free_range(stage, of)[0], free_range(stage, of)[1]);
    }
    KipVec3 p = by_targets(stage, link, point);
    memcpy(stage->drives.target, kept, size);
    return p;
}

static void check_only_arm_changed(const Stage *stage, const double *before)
{
    for (int i = 0; i < stage->model->nq; i++) {
        bool of_arm = false;
        for (int k = 0; k < 6; k++)
            of_arm = of_arm || joint(stage, arm[k])->q == i;
        ck_assert_msg(of_arm || stage->drives.target[i] == before[i], "target %d changed", i);
    }
}

START_TEST(ik_brings_the_point_there)
{
    Stage stage = skeleton();
    KipRandom random = {3};
    const int hand = body(&stage, "hand_r");
    const KipVec3 finger = {0.01, 0, -0.18};
    ck_ok(set_pose(&stage, "Ready", NAN));
    go_on(&stage, 100);
    for (int i = 0; i < 100; i++) {
        double before[MOST];
        KipIkResult result;
        KipVec3 goal = somewhere(&stage, &random, hand, finger);
        memcpy(before, stage.drives.target, (size_t)stage.model->nq * sizeof *before);
        ck_ok(kip_character_set_ik_target(stage.character, goal, hand, &finger, NULL, &result, &error));
        KipVec3 off = v3_sub(by_targets(&stage, hand, finger), goal);
        ck_assert(result.reached);
        ck_below(v3_length(off), 1e-3);
        check_only_arm_changed(&stage, before);
        for (int k = 0; k < 6; k++) {
            const KipJoint *of = joint(&stage, arm[k]);
            ck_assert(stage.drives.target[of->q] >= of->range[0] &&
                      stage.drives.target[of->q] <= of->range[1]);
            ck_assert(stage.drives.rate[of->v] == 0);
        }
    }
    close_stage(&stage);
}
END_TEST

/* A goal out of reach that moves on is followed without a search each time, as near as the arm's length lets it; one in reach is
 * reached at once. */
START_TEST(ik_follows_what_is_out_of_reach)
{
    Stage stage = skeleton();
    KipRandom random = {3};
    KipIkResult result;
    int searched = 0;
    const int hand = body(&stage, "hand_r");
    const KipVec3 shoulder = kip_body_position(kip_sim_dynamics(stage.sim), body(&stage, "upper_arm_r"));
    ck_ok(set_pose(&stage, "Ready", NAN));
    for (int i = 0; i < 100; i++) {
        const double up = 0.006 * i;
        const KipVec3 goal = v3_add(shoulder, v3(cos(up), 0, sin(up)));
        ck_ok(kip_character_set_ik_target(stage.character, goal, hand, NULL, NULL, &result, &error));
        searched += result.restarts > 0;
        ck_assert(!result.reached);
        ck_near(result.error, 1 - 0.581, 0.005);
        ck_near(v3_length(v3_sub(goal, by_targets(&stage, hand, v3_zero()))), result.error, 1e-6);
    }
    ck_assert_int_le(searched, 10);
    ck_ok(kip_character_set_ik_target(stage.character, somewhere(&stage, &random, hand, v3_zero()), hand,
                                      NULL, NULL, &result, &error));
    ck_assert(result.reached);
    close_stage(&stage);
}
END_TEST

START_TEST(ik_tells_what_is_out_of_reach)
{
    Stage stage = skeleton();
    KipIkResult result = {.reached = true};
    const int hand = body(&stage, "hand_r");
    KipVec3 shoulder = kip_body_position(kip_sim_dynamics(stage.sim), body(&stage, "upper_arm_r"));
    KipVec3 goal = v3_add(shoulder, v3(10, 0, 0));
    ck_ok(set_pose(&stage, "Ready", NAN));
    ck_ok(kip_character_set_ik_target(stage.character, goal, hand, NULL, NULL, &result, &error));
    ck_assert(!result.reached);
    ck_near(result.error, 10 - 0.581, 0.01); /* the arm stretched: .3255 + .2555 to the wrist */
    KipVec3 wrist = by_targets(&stage, hand, v3_zero());
    ck_near(v3_length(v3_sub(goal, wrist)), result.error, 1e-6);
    ck_assert_int_eq(kip_character_set_ik_target(stage.character, v3(NAN, 0, 0), hand, NULL, NULL, &result,
                                                 &error),
                     KIP_BAD_USE);
    ck_assert_int_eq(kip_character_set_ik_target(stage.character, goal, -1, NULL, NULL, &result, &error),
                     KIP_BAD_USE);
    ck_assert_ptr_nonnull(strstr(error.message, "holds nothing"));
    close_stage(&stage);
}
END_TEST

/* Puts the ball beside the body, at rest against the world. */
static void put_ball(Stage *stage, int link, KipVec3 aside, KipVec3 velocity)
{
    KipVec3 p = v3_add(kip_body_position(kip_sim_dynamics(stage->sim), link), aside);
    const double q[] = {p.x, p.y, p.z, 1, 0, 0, 0}, v[] = {velocity.x, velocity.y, velocity.z, 1, -2, 3};
    ck_ok(kip_sim_place(stage->sim, stage->ball, q, v, &error));
}

static void check_ball_goes(Stage *stage, int link, KipVec3 centre, KipVec3 goal)
{
    KipIkResult result;
    ck_ok(kip_character_set_ik_target(stage->character, goal, -1, NULL, NULL, &result, &error));
    ck_assert(result.reached);
    ck_below(v3_length(v3_sub(by_targets(stage, link, centre), goal)), 1e-3);
}

/* The last attachment, and the centre of what it holds, is what goes there. */
START_TEST(ik_moves_what_is_held)
{
    Stage stage = skeleton();
    const int right = body(&stage, "hand_r"), left = body(&stage, "hand_l");
    const KipVec3 aside = {0.1, 0.02, -0.25};
    KipVec3 chest = kip_body_position(kip_sim_dynamics(stage.sim), body(&stage, "neck"));
    ck_ok(set_pose(&stage, "Ready", NAN));
    put_ball(&stage, right, aside, v3_zero());
    ck_ok(kip_character_attach(stage.character, right, stage.ball, &error));
    check_ball_goes(&stage, right, aside, v3_add(chest, v3(0.4, -0.3, -0.1)));
    KipVec3 from_left = v3_sub(kip_body_position(kip_sim_dynamics(stage.sim), stage.ball),
                               kip_body_position(kip_sim_dynamics(stage.sim), left));
    ck_ok(kip_character_attach(stage.character, left, stage.ball, &error));
    double before = target_of(&stage, "elbow_flex_r");
    KipVec3 near_left = v3_add(kip_body_position(kip_sim_dynamics(stage.sim), left), from_left);
    check_ball_goes(&stage, left, from_left, v3_add(near_left, v3(0.1, 0, 0.1)));
    ck_assert(target_of(&stage, "elbow_flex_r") == before);
    kip_character_detach(stage.character, left, stage.ball);
    check_ball_goes(&stage, right, aside, v3_add(chest, v3(0.3, -0.4, 0)));
    close_stage(&stage);
}
END_TEST

/* -- attachments ----------------------------------------------------------------------------------------- */

/* Of everything that moves, about the world's origin. */
static void momentum(const Stage *stage, KipVec3 *linear, KipVec3 *angular)
{
    const KipDynamics *d = kip_sim_dynamics(stage->sim);
    *linear = kip_linear_momentum(d);
    *angular = v3_add(kip_angular_momentum(d), v3_cross(kip_com(d), *linear));
}

START_TEST(attaching_keeps_the_momentum)
{
    Stage stage = skeleton();
    const int hand = body(&stage, "hand_r");
    KipVec3 p, l, p_after, l_after;
    ck_ok(set_pose(&stage, "Ready", 0.5));
    go_on(&stage, 40); /* all of it moves */
    for (int round = 0; round < 3; round++) {
        put_ball(&stage, hand, v3(0.3, 0.05, -0.1), v3(-3, 1, 2));
        momentum(&stage, &p, &l);
        ck_ok(kip_character_attach(stage.character, hand, stage.ball, &error));
        for (int i = 0; i < 2; i++) { /* at once, and over the step that follows */
            momentum(&stage, &p_after, &l_after);
            ck_below(v3_length(v3_sub(p_after, p)), 1e-9);
            ck_below(v3_length(v3_sub(l_after, l)), 1e-9);
            ck_ok(kip_sim_step(stage.sim, &error));
        }
        const KipDynamics *d = kip_sim_dynamics(stage.sim); /* and they do move as one */
        KipVec3 w = v3_sub(kip_body_angular_velocity(d, hand), kip_body_angular_velocity(d, stage.ball));
        ck_below(v3_length(w), 1e-6);
        ck_assert(kip_character_is_attached(stage.character, hand, stage.ball));
        go_on(&stage, 20);
        momentum(&stage, &p, &l);
        kip_character_detach(stage.character, hand, stage.ball);
        ck_assert(!kip_character_is_attached(stage.character, hand, stage.ball));
        momentum(&stage, &p_after, &l_after);
        ck_assert_mem_eq(&p, &p_after, sizeof p);
        ck_assert_mem_eq(&l, &l_after, sizeof l);
    }
    close_stage(&stage);
}
END_TEST

START_TEST(attachments_are_counted)
{
    static const char *const link[] = {"hand_r", "hand_l",  "foot_l",  "foot_r", "head",
                                       "trunk",  "shank_l", "shank_r", "neck"};
    Stage stage = skeleton();
    for (int i = 0; i < 8; i++) {
        ck_ok(kip_character_attach(stage.character, body(&stage, link[i]), stage.ball, &error));
        ck_ok(kip_character_attach(stage.character, body(&stage, link[0]), stage.ball,
                                   &error)); /* twice is once */
    }
    ck_assert_int_eq(kip_character_attach(stage.character, body(&stage, link[8]), stage.ball, &error),
                     KIP_BAD_USE);
    ck_assert_ptr_nonnull(strstr(error.message, "8"));
    kip_character_detach(stage.character, body(&stage, link[8]),
                         stage.ball); /* what is not attached: nothing */
    kip_character_detach(stage.character, body(&stage, link[3]), stage.ball);
    for (int i = 0; i < 9; i++)
        ck_assert(kip_character_is_attached(stage.character, body(&stage, link[i]), stage.ball) ==
                  (i != 3 && i < 8));
    ck_ok(kip_character_attach(stage.character, body(&stage, link[8]), stage.ball, &error));
    close_stage(&stage);
}
END_TEST

/* -- modified physics ------------------------------------------------------------------------------------ */

START_TEST(a_planar_character_stays_in_its_plane)
{
    Stage stage = skeleton();
    double q[MOST];
    const double angle = 0.7; /* it faces (cos, sin, 0), and leans */
    KipQuat turn = q_mul(q_axis_angle(v3(0, 0, 1), angle), q_axis_angle(v3(0, 1, 0), 0.3));
    memcpy(q, kip_sim_q(stage.sim), (size_t)stage.model->nq * sizeof *q);
    q_store(q + 3, turn);
    ck_ok(kip_sim_set_state(stage.sim, q, NULL, &error));
    const KipVec3 normal = {-sin(angle), cos(angle), 0}, com = stage.model->body[1].com;
    const KipDynamics *d = kip_sim_dynamics(stage.sim);
    KipVec3 start = kip_point_position(d, 1, com);
    ck_ok(set_pose(&stage, "Ready", NAN));
    ck_ok(kip_character_set_planar(stage.character, true, &error));
    ck_ok(kip_character_set_planar(stage.character, true, &error)); /* once more is nothing */
    ck_assert(kip_character_is_planar(stage.character));
    kip_sim_set_external(stage.sim, body(&stage, "head"), v3(40, 60, 10), v3_zero(), v3_zero());
    for (int i = 0; i < 300; i++) {
        ck_ok(kip_sim_step(stage.sim, &error));
        ck_near(v3_dot(v3_sub(kip_point_position(d, 1, com), start), normal), 0, 1e-4);
        ck_near(v3_dot(kip_character_facing(stage.character), normal), 0, 1e-3);
        ck_near(v3_dot(kip_character_up(stage.character), normal), 0, 1e-3);
    }
    ck_assert(v3_length(v3_sub(kip_point_position(d, 1, com), start)) > 0.02); /* it does move */
    ck_ok(kip_character_set_planar(stage.character, false, &error));
    ck_assert(!kip_character_is_planar(stage.character));
    for (int i = 0; i < 300; i++)
        ck_ok(kip_sim_step(stage.sim, &error));
    ck_assert(fabs(v3_dot(v3_sub(kip_point_position(d, 1, com), start), normal)) > 0.01);
    close_stage(&stage);
}
END_TEST

/* Whatever pulls at it: along locked axes the link's centre of mass has no acceleration. */
START_TEST(locked_axes_have_no_acceleration)
{
    Stage stage = skeleton();
    const int hand = body(&stage, "hand_r");
    const KipVec3 com = stage.model->body[hand].com;
    const KipDynamics *d = kip_sim_dynamics(stage.sim);
    kip_sim_scale_gravity(stage.sim, 1);
    ck_ok(set_pose(&stage, "Crouch", NAN));
    go_on(&stage, 20);
    ck_ok(kip_character_lock(stage.character, hand, 1 | 4 | 16, NAN, &error)); /* x z ry */
    KipVec3 v = kip_point_velocity(d, hand, com), w = kip_body_angular_velocity(d, hand);
    ck_assert(fabs(v.x) > 0.01 && fabs(v.z) > 0.01 && fabs(w.y) > 0.01);
    for (int i = 0; i < 100; i++) {
        ck_ok(kip_sim_step(stage.sim, &error));
        ck_near(kip_point_velocity(d, hand, com).x, v.x, 1e-9);
        ck_near(kip_point_velocity(d, hand, com).z, v.z, 1e-9);
        ck_near(kip_body_angular_velocity(d, hand).y, w.y, 1e-9);
    }
    ck_assert(fabs(kip_point_velocity(d, hand, com).y - v.y) > 1e-3 ||
              fabs(kip_body_angular_velocity(d, hand).x - w.x) > 1e-3);
    ck_ok(kip_character_lock(stage.character, hand, 2, 0.25, &error)); /* y instead, at that velocity */
    for (int i = 0; i < 50; i++) {
        ck_ok(kip_sim_step(stage.sim, &error));
        ck_near(kip_point_velocity(d, hand, com).y, 0.25, 1e-9);
    }
    ck_assert(fabs(kip_point_velocity(d, hand, com).z - v.z) > 1e-3);
    ck_ok(kip_character_lock(stage.character, hand, 0, NAN, &error));
    for (int i = 0; i < 50; i++)
        ck_ok(kip_sim_step(stage.sim, &error));
    ck_assert(fabs(kip_point_velocity(d, hand, com).y - 0.25) > 1e-4);
    close_stage(&stage);
}
END_TEST

/* -- what is known, saving ------------------------------------------------------------------------------- */

START_TEST(a_character_knows_itself)
{
    Stage stage = skeleton();
    int first;
    ck_near(kip_character_mass(stage.character), 80, 1e-9);
    ck_assert_int_eq(kip_character_root(stage.character), 1);
    ck_assert_int_eq(kip_character_joints(stage.character, &first), 32);
    ck_assert(kip_character_has(stage.character, body(&stage, "hand_r")) &&
              !kip_character_has(stage.character, stage.ball));
    ck_ok(kip_sim_place(stage.sim, 1, (double[]){1, 2, 30, sqrt(0.5), 0, 0, sqrt(0.5)},
                        (double[]){3, -1, 2, 0, 0, 0}, &error));
    KipVec3 f = kip_character_facing(stage.character), u = kip_character_up(stage.character);
    KipVec3 c = kip_character_com(stage.character), v = kip_character_com_velocity(stage.character);
    ck_near(f.y, 1, 1e-12);
    ck_near(u.z, 1, 1e-12);
    ck_near(c.x, 1, 0.05);
    ck_near(c.y, 2, 0.05);
    ck_near(v3_length(v3_sub(v, v3(3, -1, 2))), 0, 1e-12);
    close_stage(&stage);
}
END_TEST

START_TEST(a_saved_character_goes_on_alike)
{
    Stage stage = skeleton(), other = skeleton();
    size_t size = kip_character_save_size(stage.character), sim_size = kip_sim_save_size(stage.sim);
    char *bytes = calloc(4, size + sim_size), *end = bytes + 2 * (size + sim_size);
    ck_assert_ptr_nonnull(bytes);
    put_ball(&stage, body(&stage, "hand_r"), v3(0.3, 0, 0), v3_zero());
    ck_ok(kip_character_attach(stage.character, body(&stage, "hand_r"), stage.ball, &error));
    ck_ok(kip_character_set_planar(stage.character, true, &error));
    ck_ok(set_pose(&stage, "Ready", 0.3));
    ck_ok(set_pose(&stage, "Crouch", 0.3));
    kip_character_set_gain(stage.character, 0.7);
    go_on(&stage, 33);
    kip_character_save(stage.character, bytes);
    kip_sim_save(stage.sim, bytes + size);
    go_on(&stage, 120);
    kip_character_save(stage.character, end);

    ck_ok(set_pose(&other, "Bent", 0.3));
    go_on(&other, 7);
    ck_ok(kip_sim_load(other.sim, bytes + size, sim_size, &error));
    ck_ok(kip_character_load(other.character, bytes, size, &error));
    ck_assert(kip_character_is_attached(other.character, body(&other, "hand_r"), other.ball));
    go_on(&other, 120);
    ck_assert(kip_sim_hash(other.sim) == kip_sim_hash(stage.sim));
    kip_character_save(other.character, bytes);
    ck_assert_mem_eq(bytes, end, size);
    kip_character_detach(other.character, body(&other, "hand_r"), other.ball);
    ck_ok(kip_character_set_planar(other.character, false, &error));
    for (int i = 0; i < kip_sim_max_constraints(other.sim); i++)
        ck_assert_ptr_null(kip_sim_constraint(other.sim, i));

    ck_assert_int_eq(kip_character_load(other.character, end, size - 1, &error), KIP_BAD_INPUT);
    memset(end, 0x7f, 200);
    ck_assert_int_eq(kip_character_load(other.character, end, size, &error), KIP_BAD_INPUT);
    free(bytes);
    close_stage(&stage);
    close_stage(&other);
}
END_TEST

/* Nonsense anywhere: the character is what the bytes say, or what it was. */
START_TEST(damaged_bytes_are_taken_whole_or_not_at_all)
{
    Stage stage = skeleton();
    const size_t size = kip_character_save_size(stage.character);
    char *bytes = malloc(size), *damaged = malloc(size), *after = malloc(size);
    int refused = 0;
    ck_ok(set_pose(&stage, "Ready", 0.3));
    ck_ok(set_pose(&stage, "Crouch", 0.3));
    go_on(&stage, 50);
    kip_character_save(stage.character, bytes);
    for (size_t k = 0; 4 * (k / 2) + 4 <= size; k++) {
        const size_t at = 4 * (k / 2);
        memcpy(damaged, bytes, size);
        memset(damaged + at, k % 2 ? 0xff : 0x7f, 4); /* large; -1 and NaN */
        const bool taken = kip_character_load(stage.character, damaged, size, NULL) == KIP_OK;
        kip_character_save(stage.character, after);
        ck_assert_msg(memcmp(after, taken ? damaged : bytes, size) == 0, "byte %zu", at);
        ck_ok(kip_character_load(stage.character, bytes, size, &error));
        refused += !taken;
    }
    ck_assert_int_gt(refused, 200);
    free(bytes), free(damaged), free(after);
    close_stage(&stage);
}
END_TEST

Suite *suite_character(void)
{
    Suite *suite = suite_create("character");
    TCase *tcase = tcase_create("character");
    tcase_add_test(tcase, a_pose_replaces_the_target_at_once);
    tcase_add_test(tcase, queued_poses_are_reached_on_the_beat);
    tcase_add_loop_test(tcase, nothing_is_queued_for_what_is_held, 0, 2);
    tcase_add_test(tcase, repeating_the_last_entry_is_nothing);
    tcase_add_test(tcase, the_queue_has_an_end);
    tcase_add_test(tcase, poses_that_cannot_be_are_refused);
    tcase_add_test(tcase, ball_joints_turn_along_the_arc);
    tcase_add_test(tcase, gains_are_joint_times_global_times_pose);
    tcase_add_test(tcase, torques_stay_within_the_strength);
    tcase_add_test(tcase, ik_brings_the_point_there);
    tcase_add_test(tcase, ik_tells_what_is_out_of_reach);
    tcase_add_test(tcase, ik_follows_what_is_out_of_reach);
    tcase_add_test(tcase, ik_moves_what_is_held);
    tcase_add_test(tcase, attaching_keeps_the_momentum);
    tcase_add_test(tcase, attachments_are_counted);
    tcase_add_test(tcase, a_planar_character_stays_in_its_plane);
    tcase_add_test(tcase, locked_axes_have_no_acceleration);
    tcase_add_test(tcase, a_character_knows_itself);
    tcase_add_test(tcase, a_saved_character_goes_on_alike);
    tcase_add_test(tcase, damaged_bytes_are_taken_whole_or_not_at_all);
    suite_add_tcase(suite, tcase);
    return suite;
}
