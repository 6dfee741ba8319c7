/* The reflection of motions: bodies stand and move as reflections, models without symmetry are refused. */
#include <stdio.h>

#include "io/formats/mjcf.h"
#include "motion_helpers.h"

static double off(KipVec3 a, KipVec3 b)
{
    return v3_length(v3_sub(a, b));
}

static KipVec3 flipped(KipVec3 a)
{
    return v3(a.x, -a.y, a.z);
}

/* The body that stands where this one's reflection is to be, by its name as our models write it. */
static int twin_of(const KipModel *model, int b)
{
    char name[64];
    snprintf(name, sizeof name, "%s", model->body[b].name);
    size_t n = strlen(name);
    if (n > 2 && name[n - 2] == '_' && (name[n - 1] == 'l' || name[n - 1] == 'r'))
        name[n - 1] = name[n - 1] == 'l' ? 'r' : 'l';
    int found = kip_model_find_body(model, name);
    ck_assert_int_ge(found, 0);
    return found;
}

/* Bodies of the mirrored frame (twin -1: not this one) stand and move as the reflections of the frame's. */
static void check_reflection(const KipModel *model, const double *q, const double *v, const double *mq,
                             const double *mv, int (*twin)(const KipModel *, int))
{
    const KipVec3 point = {0.3, 0.2, -0.1};
    KipDynamics *d, *m;
    ck_ok(kip_dynamics_create(model, NULL, &d, &error));
    ck_ok(kip_dynamics_create(model, NULL, &m, &error));
    kip_dynamics_set(d, q, v);
    kip_dynamics_set(m, mq, mv);
    for (int b = 1; b < model->nbody; b++) {
        int t = twin(model, b);
        if (t < 0)
            continue;
        KipQuat turn = kip_body_orientation(d, b);
        ck_below(off(flipped(kip_body_position(d, b)), kip_body_position(m, t)), 1e-12);
        turn = q_mul(quat(turn.w, turn.x, -turn.y, turn.z), kip_body_orientation(m, t));
        ck_below(v3_length(q_log(turn)), 1e-12);
        ck_below(off(flipped(kip_point_velocity(d, b, point)), kip_point_velocity(m, t, flipped(point))),
                 1e-11);
    }
    kip_dynamics_destroy(d);
    kip_dynamics_destroy(m);
}

static void check_mirror(KipModel *model, int (*twin)(const KipModel *, int), uint64_t seed)
{
    KipRandom random = {seed};
    KipMotion *motion = random_motion(&random, model, 20, 0.1), *mirrored = NULL, *twice = NULL;
    ck_ok(kip_motion_mirror(motion, &mirrored, &error));
    ck_ok(kip_motion_mirror(mirrored, &twice, &error));
    ck_below(largest_difference(twice->q, motion->q, 20 * model->nq), 1e-12);
    ck_below(largest_difference(twice->v, motion->v, 20 * model->nv), 1e-12);
    for (int i = 0; i < 20; i++)
        check_reflection(model, kip_motion_frame(motion, i), rates(motion, i), kip_motion_frame(mirrored, i),
                         rates(mirrored, i), twin);
    /* velocities of the reflection are the reflection of velocities, whichever way they are found */
    for (int how = KIP_VELOCITY_CENTRAL; how <= KIP_VELOCITY_SPLINE; how++) {
        kip_motion_destroy(twice);
        ck_ok(kip_motion_velocities(motion, (KipMotionVelocity)how, &error));
        ck_ok(kip_motion_mirror(motion, &twice, &error));
        ck_ok(kip_motion_velocities(mirrored, (KipMotionVelocity)how, &error));
        ck_below(largest_difference(twice->v, mirrored->v, 20 * model->nv), 1e-11);
    }
    kip_motion_destroy(motion);
    kip_motion_destroy(mirrored);
    kip_motion_destroy(twice);
    kip_model_destroy(model);
}

static const char *const symmetric[] = {"skeleton37", "beat39",     "hybrid38",         "robot16",
                                        "gait22",     "skeleton40", "skeleton37_stairs"};

START_TEST(test_mirror_of_our_models)
{
    char path[64];
    KipModel *model;
    snprintf(path, sizeof path, "data/models/%s.xml", symmetric[_i]);
    ck_ok(kip_mjcf_load(&model, path, NULL, &error));
    ck_assert_int_gt(model->njoint, 10);
    check_mirror(model, twin_of, 7 + (uint64_t)_i);
}
END_TEST

/* A trunk on a free root with two arms of any type, each with a hand on a ball, named and turned as asked. */
typedef struct Arms {
    const char *name[2];
    const char *hand[2];
    double axis_sign[2];
    int hand_parent; /* of the second hand: 0 its arm, 1 the other arm */
    KipJointType type[2];
    double tilt, turn, shift, anchor; /* by which the right side is no image of the left one */
} Arms;

static KipModel *armed(const Arms *arms)
{
    KipBuilder *builder = kip_builder_create(NULL);
    int trunk = add_part(builder, part("trunk", 0, v3(0, 0.4, 1)), joint_about(KIP_JOINT_FREE, v3(0, 0, 1))),
        arm[2];
    for (int k = 0; k < 2; k++) {
        double side = k ? -1 : 1;
        KipBody body = part(arms->name[k], trunk, v3(0.1, side * 0.2, 0.3));
        KipJoint joint = joint_about(arms->type[k],
                                     v3_scale(arms->axis_sign[k], v3(0.2, side * 0.5, 0.7 + k * arms->tilt)));
        body.quat = q_normalize(quat(0.8, side * 0.2, 0.4 + k * arms->turn, side * -0.3));
        joint.pos = v3(0.01, side * 0.02, 0.03 + k * arms->anchor);
        arm[k] = add_part(builder, body, joint);
    }
    for (int k = 0; k < 2; k++)
        add_part(builder,
                 part(arms->hand[k], arm[k && arms->hand_parent ? 0 : k],
                      v3(k * arms->shift, k ? -0.01 : 0.01, -0.3)),
                 joint_about(KIP_JOINT_BALL, v3(0, 0, 1)));
    KipBody sword = part("sword", trunk + 2, v3(0, 0.1, 0)); /* moves, but has no joint */
    kip_builder_body(builder, &sword);
    return finish(builder);
}

static const Arms plain_arms =
    {{"arm_l", "arm_r"}, {"hand_l", "hand_r"}, {1, -1}, 0, {KIP_JOINT_HINGE, KIP_JOINT_HINGE}, 0, 0, 0, 0};

/* The bodies of `armed`: world, trunk, arms, hands; and the sword, which has none. */
static int twin_of_arms(const KipModel *model, int b)
{
    return b == model->nbody - 1 ? -1 : b < 2 ? b : b ^ 1;
}

START_TEST(test_mirror_by_any_name)
{
    const char *const names[][4] = {
        {"l_arm", "r_arm", "l_hand", "r_hand"},
        {"left_arm", "right_arm", "left_hand", "right_hand"},
        {"LeftArm", "RightArm", "HandL", "HandR"},
        {"LArm", "RArm", "LEFT-HAND", "RIGHT-HAND"},
        {"larm", "rarm", "lHand", "rHand"},
        {"arm.L", "arm.R", "hand.l.1", "hand.r.1"},
        {"left/arm_l", "left/arm_r", "left/lhand", "left/rhand"},
        {"l_roll_l", "l_roll_r", "rear_left_tail", "rear_right_tail"},
    };
    const KipJointType types[] = {KIP_JOINT_HINGE, KIP_JOINT_SLIDE, KIP_JOINT_BALL};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (int sign = -1; sign <= 1; sign += 2) {
            Arms arms = plain_arms;
            for (int k = 0; k < 2; k++) {
                arms.name[k] = names[n][k];
                arms.hand[k] = names[n][2 + k];
                arms.type[k] = types[n % 3];
            }
            arms.axis_sign[1] = sign;
            check_mirror(armed(&arms), twin_of_arms, 30 + n);
        }
}
END_TEST

static void check_unmirrored(const Arms *arms, const char *joint)
{
    KipModel *model = armed(arms);
    KipMotion *motion = create(model, 3, 0.1), *mirrored = NULL;
    char quoted[32];
    snprintf(quoted, sizeof quoted, "'%s'", joint);
    ck_assert_int_eq(kip_motion_mirror(motion, &mirrored, &error), KIP_BAD_INPUT);
    ck_assert_ptr_null(mirrored);
    ck_assert_msg(strstr(error.message, quoted) != NULL, "%s does not name %s", error.message, quoted);
    kip_motion_destroy(motion);
    kip_model_destroy(model);
}

START_TEST(test_no_mirror_without_symmetry)
{
    Arms arms = plain_arms;
    check_mirror(armed(&arms), twin_of_arms, 50);
    arms.tilt = 1e-4;
    check_unmirrored(&arms, "arm_l");
    arms = plain_arms, arms.turn = 1e-4;
    check_unmirrored(&arms, "arm_l");
    arms = plain_arms, arms.anchor = 1e-4;
    check_unmirrored(&arms, "arm_l");
    arms = plain_arms, arms.shift = 1e-4;
    check_unmirrored(&arms, "hand_l");
    arms = plain_arms, arms.hand_parent = 1;
    check_unmirrored(&arms, "hand_l");
    arms = plain_arms, arms.type[1] = KIP_JOINT_SLIDE;
    check_unmirrored(&arms, "arm_l");
    arms = plain_arms, arms.name[1] = "wing_r";
    check_unmirrored(&arms, "arm_l");
    arms = plain_arms, arms.hand[1] = "paw_r";
    check_unmirrored(&arms, "hand_l");
}
END_TEST

/* Two characters l/ and r/ are no image of each other, two boxes _l and _r are. */
START_TEST(test_mirror_of_several)
{
    const char *const names[][2] = {{"l/box", "r/box"}, {"box_l", "box_r"}};
    for (int k = 0; k < 2; k++) {
        KipBuilder *builder = kip_builder_create(NULL);
        for (int b = 0; b < 2; b++)
            add_part(builder, part(names[k][b], 0, v3(0, b, 0)), joint_about(KIP_JOINT_FREE, v3(0, 0, 1)));
        KipModel *model = finish(builder);
        KipMotion *motion = create(model, 1, 0.1), *mirrored = NULL;
        motion->q[1] = 3, motion->q[8] = 5;
        ck_ok(kip_motion_mirror(motion, &mirrored, &error));
        ck_assert_double_eq(mirrored->q[1], k == 0 ? -3 : -5);
        ck_assert_double_eq(mirrored->q[8], k == 0 ? -5 : -3);
        kip_motion_destroy(mirrored);
        kip_motion_destroy(motion);
        kip_model_destroy(model);
    }
}
END_TEST

/* Of two words for a side the last counts; of a character's name, none. */
START_TEST(test_mirror_by_the_last_word)
{
    const char *const names[][4] = {{"l_leg_l", "r_leg_l", "l_leg_r", "r_leg_r"},
                                    {"l/l_l", "l/r_l", "l/l_r", "l/r_r"},
                                    {"lLeft", "rLeft", "lRight", "rRight"}};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        KipBuilder *builder = kip_builder_create(NULL);
        for (int b = 0; b < 4; b++)
            add_part(builder, part(names[n][b], 0, v3(b, 0, 0)), joint_about(KIP_JOINT_FREE, v3(0, 0, 1)));
        KipModel *model = finish(builder);
        KipMotion *motion = create(model, 1, 0.1), *mirrored = NULL;
        for (int b = 0; b < 4; b++)
            motion->q[7 * b + 1] = b + 1;
        ck_ok(kip_motion_mirror(motion, &mirrored, &error));
        for (int b = 0; b < 4; b++)
            ck_assert_double_eq(mirrored->q[7 * b + 1], -1 - (b ^ 2));
        kip_motion_destroy(mirrored);
        kip_motion_destroy(motion);
        kip_model_destroy(model);
    }
}
END_TEST

/* A joint in the middle turns in the plane of symmetry or at right angles to it. */
START_TEST(test_mirror_in_the_middle)
{
    const KipVec3 axes[] = {{0, 2, 0}, {1, 0, 0.3}, {0, 0, -1}, {0, 1, 0.01}};
    for (int k = 0; k < 4; k++) {
        KipBuilder *builder = kip_builder_create(NULL);
        int trunk = add_part(builder, part("trunk", 0, v3_zero()), joint_about(KIP_JOINT_FREE, v3(0, 0, 1)));
        add_part(builder, part("neck", trunk, v3(0.1, 0, 0.3)), joint_about(KIP_JOINT_HINGE, axes[k]));
        KipModel *model = finish(builder);
        KipMotion *motion = create(model, 1, 0.1), *mirrored = NULL;
        motion->q[7] = 0.5;
        if (k < 3) {
            ck_ok(kip_motion_mirror(motion, &mirrored, &error));
            ck_assert_double_eq(mirrored->q[7], k == 0 ? 0.5 : -0.5);
        } else {
            ck_assert_int_eq(kip_motion_mirror(motion, &mirrored, &error), KIP_BAD_INPUT);
            ck_assert_ptr_nonnull(strstr(error.message, "'neck'"));
        }
        kip_motion_destroy(mirrored);
        kip_motion_destroy(motion);
        kip_model_destroy(model);
    }
}
END_TEST

START_TEST(test_mirror_without_memory)
{
    Heap heap = {0, 0, 2};
    KipAllocator allocator = {counting_resize, &heap};
    KipModel *model = armed(&plain_arms);
    KipMotion *motion = NULL, *mirrored = NULL;
    ck_ok(kip_motion_create(model, 5, 0.1, &allocator, &motion, &error));
    ck_assert_int_eq(kip_motion_mirror(motion, &mirrored, &error), KIP_NO_MEMORY);
    ck_assert_ptr_null(mirrored);
    ck_ok(kip_motion_mirror(motion, &mirrored, &error));
    kip_motion_destroy(mirrored);
    kip_motion_destroy(motion);
    ck_assert_int_eq(heap.held, 0);
    kip_model_destroy(model);
}
END_TEST

TCase *motion_mirror_case(void)
{
    TCase *tc = tcase_create("mirror");
    tcase_add_loop_test(tc, test_mirror_of_our_models, 0, (int)(sizeof symmetric / sizeof *symmetric));
    tcase_add_test(tc, test_mirror_by_any_name);
    tcase_add_test(tc, test_no_mirror_without_symmetry);
    tcase_add_test(tc, test_mirror_of_several);
    tcase_add_test(tc, test_mirror_by_the_last_word);
    tcase_add_test(tc, test_mirror_in_the_middle);
    tcase_add_test(tc, test_mirror_without_memory);
    return tc;
}
