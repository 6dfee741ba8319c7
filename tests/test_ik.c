/* Inverse kinematics: how much it reaches, against poses known to be there; the nearest pose against
 * geometry; the chain against the model's own kinematics and finite differences. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "control/ik_parts.h"
#include "dynamics/dynamics.h"
#include "dynamics/quat.h"
#include "dynamics/tree.h"
#include "io/formats/mjcf.h"
#include "counting_heap.h"
#include "random_model.h"
#include "study.h"

Suite *suite_ik(void);

enum { MOST = 128, MOST_BODIES = 10 };

typedef struct Stage {
    KipModel *model;
    KipDynamics *dynamics;
    KipIk *ik;
} Stage;

static Stage stage_of(KipModel *model, const KipIkDef *def)
{
    Stage stage = {.model = model};
    KipError error;
    ck_assert_int_le(model->nq, MOST);
    ck_ok(kip_dynamics_create(model, NULL, &stage.dynamics, &error));
    ck_ok(kip_ik_create(model, def, &stage.ik, &error));
    return stage;
}

static Stage load(const char *path, const KipIkDef *def)
{
    KipModel *model;
    KipError error;
    ck_ok(kip_mjcf_load(&model, path, NULL, &error));
    return stage_of(model, def);
}

static void unload(Stage *stage)
{
    kip_ik_destroy(stage->ik);
    kip_dynamics_destroy(stage->dynamics);
    kip_model_destroy(stage->model);
}

static void rest(const Stage *stage, double *q)
{
    memcpy(q, stage->model->q0, (size_t)stage->model->nq * sizeof *q);
}

static KipIkTarget target_of(const Stage *stage, const char *body, KipVec3 point)
{
    KipIkTarget target = kip_ik_target();
    target.body = kip_model_find_body(stage->model, body);
    ck_assert_int_gt(target.body, 0);
    target.point = point;
    return target;
}

static int chain_of(const Stage *stage, const char *body, const char *base, int *joints)
{
    return kip_ik_chain(stage->model, kip_model_find_body(stage->model, body),
                        kip_model_find_body(stage->model, base), joints);
}

/* Where the pose has the target's point and how its body is turned. */
static void aim_at_pose(const Stage *stage, const double *q, KipIkTarget *target)
{
    kip_dynamics_set(stage->dynamics, q, NULL);
    target->position = kip_point_position(stage->dynamics, target->body, target->point);
    target->orientation = kip_body_orientation(stage->dynamics, target->body);
}

static double distance(const Stage *stage, const double *q, const KipIkTarget *target)
{
    kip_dynamics_set(stage->dynamics, q, NULL);
    KipVec3 at = kip_point_position(stage->dynamics, target->body, target->point);
    return v3_length(v3_sub(at, target->position));
}

static double turn(const Stage *stage, const double *q, const KipIkTarget *target)
{
    kip_dynamics_set(stage->dynamics, q, NULL);
    KipQuat is = kip_body_orientation(stage->dynamics, target->body);
    return v3_length(q_log(q_mul(q_normalize(target->orientation), q_conjugate(is))));
}

static void draw_pose(const Stage *stage, KipRandom *random, const int *joints, int n, double *q)
{
    for (int i = 0; i < n; i++) {
        const KipJoint *joint = stage->model->joint + joints[i];
        ck_assert(joint->limited && joint->nq == 1);
        const double *free = stage->model->tree->free + 2 * joints[i];
        q[joint->q] = kip_random_uniform(random, free[0], free[1]);
    }
}

/* To the last bit within the ranges, and all others' coordinates as they were at rest. */
static void check_pose(const Stage *stage, const double *q, const int *joints, int n)
{
    const KipModel *model = stage->model;
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        bool moves = false;
        for (int i = 0; i < n; i++)
            moves = moves || joints[i] == j;
        if (!moves)
            ck_assert_msg(!memcmp(q + joint->q, model->q0 + joint->q, (size_t)joint->nq * sizeof *q),
                          "joint %s was not to move", joint->name);
        else if (joint->limited && joint->type == KIP_JOINT_BALL)
            ck_assert(v3_length(q_log(q_from(q + joint->q))) <= joint->range[1]);
        else if (joint->limited)
            ck_assert(q[joint->q] >= joint->range[0] && q[joint->q] <= joint->range[1]);
    }
}

/* -- what is reached ------------------------------------------------------------------------------------- */

static const struct {
    const char *body, *base;
    KipVec3 point;
    int joints;
} chains[] = {
    {"hand_l", "trunk", {0, 0, -0.0956}, 6},  {"hand_r", "trunk", {0, 0, -0.0956}, 6},
    {"hand_l", "pelvis", {0, 0, -0.0956}, 9}, {"hand_r", "pelvis", {0, 0, -0.0956}, 9},
    {"foot_l", "pelvis", {0.1, 0, -0.05}, 6}, {"foot_r", "pelvis", {0.1, 0, -0.05}, 6},
};
enum { CHAINS = sizeof chains / sizeof *chains };

typedef struct Tally {
    int reached, iterations, restarts, unmoved;
    double time, longest; /* s */
} Tally;

static void reach(Stage *stage, KipIkTarget target, const int *joints, int n, KipRandom *random, Tally *tally)
{
    double q[MOST];
    KipIkResult result;
    KipError error;
    rest(stage, q);
    draw_pose(stage, random, joints, n, q);
    aim_at_pose(stage, q, &target);
    rest(stage, q);
    tally->unmoved += distance(stage, q, &target) <= 1e-3;
    clock_t start = clock();
    ck_ok(kip_ik_solve(stage->ik, q, joints, n, &target, 1, &result, &error));
    double time = (double)(clock() - start) / CLOCKS_PER_SEC;
    tally->time += time;
    tally->longest = fmax(tally->longest, time);
    tally->iterations += result.iterations;
    tally->restarts += result.restarts;
    check_pose(stage, q, joints, n);
    double off = distance(stage, q, &target), turned = target.oriented ? turn(stage, q, &target) : 0;
    ck_near(result.error, off, 1e-9);
    ck_near(result.turn_error, turned, 1e-7);
    ck_assert(result.reached == (result.error <= 1e-4 && result.turn_error <= 1e-3));
    tally->reached += off <= 1e-3 && turned <= 1e-2;
}

/* Targets are where random poses within the limits have the point; from the rest pose. */
START_TEST(random_poses_are_reached)
{
    Stage stage = load("data/models/skeleton37.xml", NULL);
    int joints[MOST], k = _i % CHAINS, targets = STUDY(200, 1000);
    KipIkTarget target = target_of(&stage, chains[k].body, chains[k].point);
    int n = chain_of(&stage, chains[k].body, chains[k].base, joints);
    KipRandom random = {7 + (uint64_t)_i};
    Tally tally = {0};
    ck_assert_int_eq(n, chains[k].joints);
    target.oriented = _i >= CHAINS;
    for (int i = 0; i < targets; i++)
        reach(&stage, target, joints, n, &random, &tally);
    study_print("%s up to %s, %s: %d of %d reached (bar 99.5 %%), %.1f us mean, %.0f us worst, "
                "%.1f iterations, %.2f restarts\n",
                chains[k].body, chains[k].base, target.oriented ? "position and turn" : "position",
                tally.reached, targets, 1e6 * tally.time / targets, 1e6 * tally.longest,
                (double)tally.iterations / targets, (double)tally.restarts / targets);
    ck_assert_int_ge(1000 * tally.reached, 995 * targets);
    ck_assert_int_lt(tally.unmoved, targets / 10);
    unload(&stage);
}
END_TEST

START_TEST(two_hands_share_a_waist)
{
    Stage stage = load("data/models/skeleton37.xml", NULL);
    KipIkTarget hands[2] = {target_of(&stage, "hand_l", v3(0, 0, -0.09)),
                            target_of(&stage, "hand_r", v3(0, 0, -0.09))};
    int joints[MOST], n = chain_of(&stage, "hand_l", "pelvis", joints);
    n += chain_of(&stage, "hand_r", "trunk", joints + n);
    ck_assert_int_eq(n, 15);
    KipRandom random = {3};
    KipError error;
    for (int i = 0; i < 100; i++) {
        KipIkResult result;
        double q[MOST];
        rest(&stage, q);
        draw_pose(&stage, &random, joints, n, q);
        aim_at_pose(&stage, q, hands);
        aim_at_pose(&stage, q, hands + 1);
        rest(&stage, q);
        ck_ok(kip_ik_solve(stage.ik, q, joints, n, hands, 2, &result, &error));
        ck_assert(result.reached);
        ck_below(distance(&stage, q, hands), 1.001e-4);
        ck_below(distance(&stage, q, hands + 1), 1.001e-4);
        check_pose(&stage, q, joints, n);
    }
    unload(&stage);
}
END_TEST

/* -- what is out of reach -------------------------------------------------------------------------------- */

/* The arm's links are 0.30 and 0.27 m: it reaches a ring about its shoulder. */
START_TEST(a_planar_arm_stretches_and_folds)
{
    KipIkDef def = kip_ik_def();
    def.tolerance = 1e-7;
    Stage stage = load("data/models/arm2.xml", &def);
    KipIkTarget target = target_of(&stage, "forearm", v3(0.27, 0, 0));
    const double radius[] = {0.570001, 0.6, 1, 20, 5000, 0.029, 0.01}, height[] = {0, 0.4};
    int joints[] = {0, 1};
    KipError error;
    for (int i = 0; i < 7 * 2 * 8; i++) {
        double R = radius[i % 7], z = height[i / 7 % 2], angle = 0.7 * (i / 14), q[2] = {0.3, 0.8};
        double gap = R > 0.5 ? R - 0.57 : 0.03 - R;
        KipIkResult result;
        target.position = v3(R * cos(angle), R * sin(angle), z);
        ck_ok(kip_ik_solve(stage.ik, q, joints, 2, &target, 1, &result, &error));
        ck_assert(!result.reached);
        ck_near(result.error, sqrt(gap * gap + z * z), 1e-9 * fmax(1, R));
        if (z > 0)
            continue; /* from above, what is lost in the plane hardly counts */
        /* stretched, or folded, towards it */
        ck_near(cos(q[1]), R > 0.5 ? 1 : -1, 1e-4);
        ck_near(cos(q[0] - angle), 1, 1e-4);
    }
    unload(&stage);
}
END_TEST

/* Where no answer is known, many random poses have none that is nearer. */
START_TEST(no_random_pose_is_nearer)
{
    Stage stage = load("data/models/skeleton37.xml", NULL);
    int joints[MOST], k = 2 * _i, out = 0;
    KipIkTarget target = target_of(&stage, chains[k].body, chains[k].point);
    int n = chain_of(&stage, chains[k].body, chains[k].base, joints);
    KipRandom random = {5};
    KipError error;
    for (int i = 0; i < 20; i++) {
        double q[MOST];
        KipIkResult result;
        KipVec3 away = random_unit(&random);
        target.position = v3_add_scaled(v3(0, 0, 1.2), i % 2 ? 1.2 : 5, away);
        rest(&stage, q);
        ck_ok(kip_ik_solve(stage.ik, q, joints, n, &target, 1, &result, &error));
        check_pose(&stage, q, joints, n);
        ck_near(result.error, distance(&stage, q, &target), 1e-9);
        out += !result.reached;
        for (int other = 0; other < STUDY(300, 20000); other++) {
            draw_pose(&stage, &random, joints, n, q);
            ck_assert_double_ge(distance(&stage, q, &target), result.error);
        }
    }
    ck_assert_int_ge(out, 15);
    unload(&stage);
}
END_TEST

START_TEST(a_pose_out_of_range_is_brought_back)
{
    Stage stage = load("data/models/skeleton37.xml", NULL);
    KipIkTarget target = target_of(&stage, "hand_l", v3_zero());
    int joints[MOST], n = chain_of(&stage, "hand_l", "trunk", joints);
    double q[MOST], most = stage.model->joint[joints[2]].range[1];
    KipIkResult result;
    KipError error;
    rest(&stage, q);
    q[stage.model->joint[joints[2]].q] = most;
    aim_at_pose(&stage, q, &target);
    q[stage.model->joint[joints[2]].q] = most + 2;
    ck_ok(kip_ik_solve(stage.ik, q, joints, n, &target, 1, &result, &error));
    ck_assert(result.reached && result.iterations == 0);
    ck_assert(q[stage.model->joint[joints[2]].q] == most);
    unload(&stage);
}
END_TEST

/* -- kinds of joints ------------------------------------------------------------------------------------- */

/* A pendulum of 1 m about (0, 0, 2), at angle 0 downward: it points to the target. */
START_TEST(one_joint_points)
{
    KipIkDef def = kip_ik_def();
    def.tolerance = 1e-8;
    Stage stage = load("data/models/pendulum.xml", &def);
    KipIkTarget target = target_of(&stage, "pendulum", v3(0, 0, -1));
    int joint = 0;
    KipError error;
    for (int i = 0; i < 20; i++) {
        double angle = -3 + 0.31 * i, R = i % 3 ? 1 : 1.7, q = 0.1;
        KipIkResult result;
        target.position = v3(R * sin(angle), 0, 2 - R * cos(angle));
        ck_ok(kip_ik_solve(stage.ik, &q, &joint, 1, &target, 1, &result, &error));
        ck_assert(result.reached == (R == 1));
        ck_near(result.error, R - 1, 1e-8);
        ck_near(cos(q - angle), 1, 1e-9);
    }
    unload(&stage);
}
END_TEST

/* A point of the thigh on its axis, wanted at an angle from hanging in some direction; the cone ends at 115
 * degrees, and of what is beyond, the nearest point is on its rim: the chord of what is left. */
START_TEST(a_ball_stays_in_its_cone)
{
    KipIkDef def = kip_ik_def();
    def.tolerance = 1e-6;
    Stage stage = load("data/models/gait22.xml", &def);
    KipIkTarget target = target_of(&stage, "thigh_l", v3(0, 0, -0.4));
    int hip = kip_model_find_joint(stage.model, "hip_l"), rim = 0;
    double most = stage.model->joint[hip].range[1], q[MOST];
    KipError error;
    rest(&stage, q);
    aim_at_pose(&stage, q, &target);
    KipVec3 hanging = target.position;
    for (int i = 0; i < 60; i++) {
        double angle = 0.05 + 3 * (i % 12) / 12.0, way = i;
        KipVec3 off = v3(0.4 * sin(angle) * cos(way), 0.4 * sin(angle) * sin(way), 0.4 * (1 - cos(angle)));
        KipIkResult result;
        target.position = v3_add(hanging, off);
        rest(&stage, q);
        ck_ok(kip_ik_solve(stage.ik, q, &hip, 1, &target, 1, &result, &error));
        check_pose(&stage, q, &hip, 1);
        ck_assert(result.reached == (angle < most));
        ck_near(result.error, angle < most ? 0 : 0.8 * sin((angle - most) / 2), 1e-6);
        rim += angle > most;
        if (angle > most)
            ck_near(v3_length(q_log(q_from(q + stage.model->joint[hip].q))), most, 1e-6);
    }
    ck_assert_int_ge(rim, 10);
    unload(&stage);
}
END_TEST

/* With the root free there is nothing out of reach. */
START_TEST(a_free_root_goes_anywhere)
{
    Stage stage = load("data/models/skeleton37.xml", NULL);
    KipIkTarget target = target_of(&stage, "hand_l", v3(0, 0, -0.09));
    int joints[MOST], n = chain_of(&stage, "hand_l", "pelvis", joints + 1) + 1;
    KipRandom random = {2};
    KipError error;
    joints[0] = kip_model_find_joint(stage.model, "root");
    target.oriented = true;
    for (int i = 0; i < 50; i++) {
        KipIkResult result;
        double q[MOST];
        target.position = v3_scale(i % 2 ? 3 : 300, random_unit(&random));
        target.orientation = random_quat(&random);
        rest(&stage, q);
        ck_ok(kip_ik_solve(stage.ik, q, joints, n, &target, 1, &result, &error));
        ck_assert(result.reached);
        ck_below(distance(&stage, q, &target), 1.001e-4);
        ck_below(turn(&stage, q, &target), 1.001e-3);
        ck_near(q_dot(q_from(q + 3), q_from(q + 3)), 1, 1e-12);
        check_pose(&stage, q, joints, n);
    }
    unload(&stage);
}
END_TEST

/* Two places for one point of a free body: it ends between, as the weights say. */
START_TEST(weights_divide_what_is_left)
{
    KipIkDef def = kip_ik_def();
    def.tolerance = 1e-8;
    Stage stage = load("data/models/ball.xml", &def);
    KipIkTarget target[2] = {target_of(&stage, "ball", v3_zero()), target_of(&stage, "ball", v3_zero())};
    int joint = 0;
    double q[MOST];
    KipIkResult result;
    KipError error;
    rest(&stage, q);
    target[0].position = v3(4, 0, 0), target[1].position = v3(0, 0, 8);
    target[0].weight = 3;
    ck_ok(kip_ik_solve(stage.ik, q, &joint, 1, target, 2, &result, &error));
    ck_assert(!result.reached);
    ck_near(q[0], 3, 1e-6);
    ck_near(q[1], 0, 1e-6);
    ck_near(q[2], 2, 1e-6);
    ck_near(result.error, sqrt(9 + 36), 1e-6);
    unload(&stage);
}
END_TEST

/* -- the chain ------------------------------------------------------------------------------------------- */

/* At q, with a goal's turn as it is: the derivative of its logarithm is one there only. */
static void check_chain(Stage *stage, IkChain *chain, const double *q, const int *joints, int n,
                        KipIkTarget *target, int ntarget)
{
    const double h = 1e-6;
    double d[MOST] = {0}, moved[MOST];
    KipError error;
    for (int t = 0; t < ntarget; t++) {
        aim_at_pose(stage, q, target + t);
        target[t].position = v3_add(target[t].position, v3(0.1, -0.2, 0.3));
    }
    ck_ok(kip_ik_chain_build(chain, q, joints, n, target, ntarget, &error));
    double square = kip_ik_chain_place(chain, q), sum = 0;
    for (int t = 0; t < ntarget; t++)
        sum += 0.14 * target[t].weight / fmax(target[0].weight, target[ntarget - 1].weight);
    ck_near(square, sum, 1e-12);
    kip_ik_chain_jacobian(chain, q);
    memcpy(moved, q, (size_t)stage->model->nq * sizeof *q);
    for (int k = 0; k < chain->ndof; k++) {
        double ahead[2 * 6];
        d[k] = h;
        kip_ik_chain_move(chain, q, d, moved);
        kip_ik_chain_place(chain, moved);
        for (int i = 0; i < chain->nrow; i++)
            ahead[i] = chain->residual[i];
        d[k] = -h;
        kip_ik_chain_move(chain, q, d, moved);
        kip_ik_chain_place(chain, moved);
        for (int i = 0; i < chain->nrow; i++)
            ck_near(chain->J[k * chain->nrow + i], (chain->residual[i] - ahead[i]) / (2 * h), 1e-8);
        d[k] = 0;
    }
}

/* Some of a random model's joints, two of its bodies. */
START_TEST(chains_of_random_models_are_right)
{
    KipRandom random = {13};
    int tried = 0;
    for (int m = 0; m < 300; m++) {
        Stage stage = stage_of(random_model(&random, MOST_BODIES), NULL);
        const KipModel *model = stage.model;
        double q[MOST], v[MOST];
        int joints[MOST], n = 0;
        KipIkTarget target[2] = {kip_ik_target(), kip_ik_target()};
        KipArena *arena = kip_arena_create(NULL);
        IkChain chain;
        random_state(&random, model, q, v, 1);
        for (int j = model->njoint - 1; j >= 0; j--)
            if (kip_random_bits(&random) % 3)
                joints[n++] = j;
        for (int t = 0; t < 2; t++) {
            target[t].body = 1 + (int)(kip_random_bits(&random) % (uint64_t)(model->nbody - 1));
            target[t].point = random_unit(&random);
            target[t].oriented = kip_random_bits(&random) % 2;
            target[t].weight = kip_random_uniform(&random, 0.5, 2);
        }
        ck_assert(kip_ik_chain_take(&chain, model, 2, arena));
        chain.turn_length = 0.1;
        /* bodies that nothing moves are another test's */
        if (kip_ik_chain_build(&chain, q, joints, n, target, 2, NULL) == KIP_OK) {
            check_chain(&stage, &chain, q, joints, n, target, 2);
            tried++;
        }
        kip_arena_destroy(arena);
        unload(&stage);
    }
    ck_assert_int_ge(tried, 100);
}
END_TEST

/* The columns of a ball with a limit are about other axes. */
START_TEST(columns_of_a_limited_ball_are_right)
{
    Stage stage = load("data/models/gait22.xml", NULL);
    KipArena *arena = kip_arena_create(NULL);
    KipIkTarget target = target_of(&stage, "foot_l", v3(0.1, 0, 0));
    int joints[MOST], n = chain_of(&stage, "foot_l", "pelvis", joints), hip = stage.model->joint[joints[0]].q;
    KipRandom random = {8};
    IkChain chain;
    double q[MOST];
    rest(&stage, q);
    ck_assert(kip_ik_chain_take(&chain, stage.model, 1, arena));
    chain.turn_length = 1;
    target.oriented = true;
    for (int i = 0; i < 20; i++) {
        q_store(q + hip, q_exp(v3_scale(0.09 * i, random_unit(&random))));
        q[hip + 4] = 0.2 + 0.05 * i;
        check_chain(&stage, &chain, q, joints, n, &target, 1);
        kip_ik_chain_jacobian(&chain, q);
        ck_near(chain.hi[2], stage.model->joint[joints[0]].range[1] - 0.09 * i, 1e-12);
    }
    kip_arena_destroy(arena);
    unload(&stage);
}
END_TEST

START_TEST(chains_end_at_their_base)
{
    Stage stage = load("data/models/skeleton37.xml", NULL);
    static const char *const names[] = {"waist_flex",      "waist_abd",      "waist_twist",
                                        "shoulder_flex_l", "shoulder_abd_l", "elbow_flex_l",
                                        "elbow_twist_l",   "wrist_flex_l",   "wrist_abd_l"};
    int joints[MOST], n = kip_ik_chain(stage.model, kip_model_find_body(stage.model, "hand_l"), 0, joints);
    ck_assert_int_eq(n, 9);
    for (int i = 0; i < n; i++)
        ck_assert_str_eq(stage.model->joint[joints[i]].name, names[i]);
    ck_assert_int_eq(chain_of(&stage, "hand_l", "hand_l", joints), 0);
    ck_assert_int_eq(chain_of(&stage, "hand_l", "foot_l", joints), -1);
    unload(&stage);
}
END_TEST

/* -- use ------------------------------------------------------------------------------------------------- */

static void refused(Stage *stage, const int *joints, int n, const KipIkTarget *target, int ntarget,
                    const double *from, const char *sentence)
{
    double q[MOST];
    size_t size = (size_t)stage->model->nq * sizeof *q;
    KipError error = {.message = ""};
    memcpy(q, from, size);
    ck_assert_int_eq(kip_ik_solve(stage->ik, q, joints, n, target, ntarget, NULL, &error), KIP_BAD_USE);
    ck_assert_msg(strstr(error.message, sentence), "'%s' does not say '%s'", error.message, sentence);
    ck_assert(memcmp(q, from, size) == 0);
}

START_TEST(bad_use_is_a_sentence)
{
    Stage stage = load("data/models/skeleton37.xml", NULL);
    KipIkTarget good = target_of(&stage, "hand_l", v3_zero()), bad = good, many[9];
    int joints[MOST], n = chain_of(&stage, "hand_l", "trunk", joints), twice[] = {7, 8, 7}, none[] = {1, 99};
    double q[MOST];
    rest(&stage, q);
    bad.body = kip_model_find_body(stage.model, "foot_l");
    refused(&stage, joints, n, &bad, 1, q, "none of the joints moves body 'foot_l'");
    bad.body = kip_model_find_body(stage.model, "trunk");
    refused(&stage, joints, n, &bad, 1, q, "none of the joints moves body 'trunk'");
    refused(&stage, joints, 0, &good, 1, q, "none of the joints moves body 'hand_l'");
    bad.body = 0;
    refused(&stage, joints, n, &bad, 1, q, "body 0");
    bad = good, bad.position.y = NAN;
    refused(&stage, joints, n, &bad, 1, q, "'hand_l' has a position or point that is not finite");
    bad = good, bad.point.z = -INFINITY;
    refused(&stage, joints, n, &bad, 1, q, "not finite");
    bad = good, bad.position.x = 2e5;
    refused(&stage, joints, n, &bad, 1, q, "beyond 100000 m");
    bad = good, bad.oriented = true, bad.orientation.x = NAN;
    refused(&stage, joints, n, &bad, 1, q, "orientation");
    bad.orientation = (KipQuat){0, 0, 0, 0};
    refused(&stage, joints, n, &bad, 1, q, "orientation");
    bad = good, bad.weight = 0;
    refused(&stage, joints, n, &bad, 1, q, "weight");
    bad.weight = NAN;
    refused(&stage, joints, n, &bad, 1, q, "weight");
    refused(&stage, twice, 3, &good, 1, q, "given twice");
    refused(&stage, none, 2, &good, 1, q, "joint 99");
    refused(&stage, joints, n, &good, 0, q, "0 targets");
    for (int i = 0; i < 9; i++)
        many[i] = good;
    refused(&stage, joints, n, many, 9, q, "9 targets");
    q[stage.model->joint[joints[1]].q] = NAN;
    refused(&stage, joints, n, &good, 1, q, "number");
    rest(&stage, q);
    ck_assert_int_eq(kip_ik_solve(stage.ik, q, joints, n, &good, 1, NULL, NULL), KIP_OK);
    unload(&stage);
}
END_TEST

START_TEST(bad_definitions_are_sentences)
{
    Stage stage = load("data/models/arm2.xml", NULL);
    KipIk *ik = NULL;
    KipError error = {.message = ""};
    KipIkDef def[6];
    for (int i = 0; i < 6; i++)
        def[i] = kip_ik_def();
    def[0].tolerance = 0, def[1].turn_tolerance = NAN, def[2].max_iterations = 0;
    def[3].restarts = -1, def[4].targets = 0, def[5].targets = 1 << 30;
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(kip_ik_create(stage.model, def + i, &ik, &error), KIP_BAD_USE);
        ck_assert(strstr(error.message, i < 2 ? "tolerances" : "restarts") && !ik);
    }
    unload(&stage);
}
END_TEST

/* The same bytes after other solves, from another maker, and with the joints in another order. */
START_TEST(a_solve_depends_on_its_input_alone)
{
    Stage one = load("data/models/skeleton37.xml", NULL), two = load("data/models/skeleton37.xml", NULL);
    KipIkTarget target = target_of(&one, "hand_l", v3_zero());
    int joints[MOST], reversed[MOST], n = chain_of(&one, "hand_l", "pelvis", joints), restarts = 0;
    double first[50][MOST], q[MOST];
    KipRandom random = {1};
    KipIkResult result[50], again;
    KipVec3 position[50];
    KipError error;
    size_t size = (size_t)one.model->nq * sizeof *q;
    for (int i = 0; i < n; i++)
        reversed[i] = joints[n - 1 - i];
    for (int i = 0; i < 50; i++) {
        KipVec3 way = random_unit(&random);
        position[i] = target.position = v3_add_scaled(v3(0, 0, 1.3), 0.9, way);
        rest(&one, first[i]);
        ck_ok(kip_ik_solve(one.ik, first[i], joints, n, &target, 1, result + i, &error));
        restarts += result[i].restarts;
    }
    ck_assert_int_gt(restarts, 0);
    for (int i = 49; i >= 0; i--) {
        target.position = position[i];
        rest(&two, q);
        ck_ok(kip_ik_solve(two.ik, q, reversed, n, &target, 1, &again, &error));
        ck_assert(memcmp(q, first[i], size) == 0);
        ck_assert(again.restarts == result[i].restarts && again.iterations == result[i].iterations);
        ck_assert_int_le(again.iterations, kip_ik_def().max_iterations);
    }
    unload(&one);
    unload(&two);
}
END_TEST

/* And none of create's can fail unnoticed. */
START_TEST(a_solve_allocates_nothing)
{
    Stage stage = load("data/models/skeleton37.xml", NULL);
    KipIkTarget target = target_of(&stage, "hand_l", v3_zero());
    int joints[MOST], n = chain_of(&stage, "hand_l", "pelvis", joints);
    KipError error;
    bool made = false;
    target.position = v3(0, 0, 9);
    for (long fail_at = 1; !made; fail_at++) {
        Heap heap = {.fail_at = fail_at};
        KipAllocator allocator = {counting_resize, &heap};
        KipIkDef def = kip_ik_def();
        KipIk *ik;
        def.allocator = &allocator;
        KipStatus status = kip_ik_create(stage.model, &def, &ik, &error);
        made = status == KIP_OK;
        if (made) {
            double q[MOST];
            long calls = heap.calls;
            ck_assert_int_gt(calls, 0);
            rest(&stage, q);
            ck_ok(kip_ik_solve(ik, q, joints, n, &target, 1, NULL, &error));
            ck_assert_int_eq(heap.calls, calls);
            kip_ik_destroy(ik);
        } else {
            ck_assert_int_eq(status, KIP_NO_MEMORY);
        }
        ck_assert_int_eq(heap.held, 0);
    }
    unload(&stage);
}
END_TEST

Suite *suite_ik(void)
{
    Suite *suite = suite_create("ik");
    TCase *tc = tcase_create("ik");
    tcase_add_loop_test(tc, random_poses_are_reached, 0, 2 * CHAINS);
    tcase_add_test(tc, two_hands_share_a_waist);
    tcase_add_test(tc, a_planar_arm_stretches_and_folds);
    tcase_add_loop_test(tc, no_random_pose_is_nearer, 0, 3);
    tcase_add_test(tc, a_pose_out_of_range_is_brought_back);
    tcase_add_test(tc, one_joint_points);
    tcase_add_test(tc, a_ball_stays_in_its_cone);
    tcase_add_test(tc, a_free_root_goes_anywhere);
    tcase_add_test(tc, weights_divide_what_is_left);
    tcase_add_test(tc, chains_of_random_models_are_right);
    tcase_add_test(tc, columns_of_a_limited_ball_are_right);
    tcase_add_test(tc, chains_end_at_their_base);
    tcase_add_test(tc, bad_use_is_a_sentence);
    tcase_add_test(tc, bad_definitions_are_sentences);
    tcase_add_test(tc, a_solve_depends_on_its_input_alone);
    tcase_add_test(tc, a_solve_allocates_nothing);
    suite_add_tcase(suite, tc);
    return suite;
}
