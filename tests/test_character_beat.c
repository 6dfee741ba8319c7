/* A character on the beat: poses, keys and a motion in one body, misses, saving in the middle of all of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "control/character.h"
#include "control/hold.h"
#include "counting_heap.h"
#include "dynamics/quat.h"
#include "dynamics/scalar.h"
#include "dynamics/vec3.h"
#include "io/formats/mjcf.h"
#include "io/formats/pose_file.h"
#include "study.h"

Suite *suite_character_beat(void);

static KipError error;

static const double pi = 3.14159265358979323846;

static const char poses[] = "pose Up\n  shoulder_flex_l 2\n  shoulder_flex_r 2\n  elbow_flex_l 0.4\n"
                            "pose Wide\n  shoulder_flex_l 0.2\n  shoulder_abd_l 1.4\n  elbow_flex_l 1.2\n"
                            "pose Down\n  shoulder_flex_l 0.3\n  shoulder_abd_l 0.1\n  elbow_flex_l 0.6\n"
                            "pose Far\n  waist_flex 1.2\n";

/* The person of 39 degrees of freedom, held at the pelvis. */
typedef struct Stage {
    KipModel *model;
    KipSim *sim;
    KipPoseSet *poses;
    KipCharacter *character;
    KipDrives drives;
    KipMotion *motion; /* where a test made one */
} Stage;

static Stage open_stage(void)
{
    Stage stage = {0};
    ck_ok(kip_mjcf_load(&stage.model, "data/models/beat39.xml", NULL, &error));
    KipSimDef def = kip_sim_def(stage.model);
    ck_ok(kip_sim_create(stage.model, &def, &stage.sim, &error));
    stage.poses = kip_pose_set_create(NULL);
    ck_ok(kip_pose_file_parse(stage.poses, poses, strlen(poses), "own.pose", &error));
    KipCharacterDef character = {.sim = stage.sim, .root = 1, .prefix = "", .poses = stage.poses};
    ck_ok(kip_character_create(&character, &stage.character, &error));
    kip_character_hold(stage.character);
    ck_ok(kip_character_lock(stage.character, 1, 63, 0, &error));
    stage.drives = kip_sim_drives(stage.sim);
    return stage;
}

static Stage on_the_beat(void)
{
    Stage stage = open_stage();
    const KipBeatDef def = kip_beat_def(stage.model);
    ck_ok(kip_character_set_beat(stage.character, &def, &error));
    return stage;
}

static void close_stage(Stage *stage)
{
    kip_character_destroy(stage->character);
    kip_motion_destroy(stage->motion);
    kip_pose_set_destroy(stage->poses);
    kip_sim_destroy(stage->sim);
    kip_model_destroy(stage->model);
}

/* Control at each step of 1 ms. */
static void go_to(Stage *stage, double time)
{
    while (kip_sim_time(stage->sim) < time - 5e-4) {
        ck_ok(kip_character_update(stage->character, kip_sim_time(stage->sim), &error));
        ck_ok(kip_sim_step(stage->sim, &error));
    }
}

static int find(const Stage *stage, const char *name)
{
    int j = kip_model_find_joint(stage->model, name);
    ck_assert_msg(j >= 0, "no joint %s", name);
    return j;
}

static double angle_of(const Stage *stage, const char *name)
{
    return kip_sim_q(stage->sim)[stage->model->joint[find(stage, name)].q];
}

static double rate_of(const Stage *stage, const char *name)
{
    return kip_sim_v(stage->sim)[stage->model->joint[find(stage, name)].v];
}

static KipStatus set_pose(Stage *stage, const char *name, double seconds)
{
    return kip_character_set_target_pose(stage->character, name, seconds, &error);
}

static KipStatus add_key(Stage *stage, const char *joint, double angle, double rate, double time)
{
    return kip_character_add_key(stage->character, find(stage, joint), angle, rate, time, &error);
}

/* 0.3 sin(2 pi t) + 0.5 at the left elbow, 3 s; all else as it stands. */
static int add_motion(Stage *stage)
{
    enum { FRAMES = 301 };
    const KipJoint *elbow = stage->model->joint + find(stage, "elbow_flex_l");
    ck_ok(kip_motion_create(stage->model, FRAMES, 0.01, NULL, &stage->motion, &error));
    for (int f = 0; f < FRAMES; f++) {
        kip_motion_frame(stage->motion, f)[elbow->q] = 0.5 + 0.3 * kip_sin(2 * pi * 0.01 * f);
        stage->motion->v[f * stage->model->nv + elbow->v] = 0.6 * pi * kip_cos(2 * pi * 0.01 * f);
    }
    return kip_character_add_motion(stage->character, stage->motion);
}

/* -- poses ----------------------------------------------------------------------------------------------- */

/* Each is there at its time, the times being sums; joints that none names are driven as before. */
START_TEST(poses_are_on_the_beat)
{
    Stage stage = on_the_beat();
    const int knee = stage.model->joint[find(&stage, "knee_flex_l")].v;
    const double stiffness = stage.drives.stiffness[knee], target = stage.drives.target[knee];
    ck_ok(set_pose(&stage, "Up", 0.5));
    ck_ok(set_pose(&stage, "Wide", 0.4));
    ck_ok(set_pose(&stage, "Down", 0.345));
    go_to(&stage, 0.25); /* it is on the way, and no cubic: half of the time is more than half of the way */
    ck_assert(angle_of(&stage, "shoulder_flex_l") > 1.1);
    go_to(&stage, 0.5);
    ck_assert_str_eq(stage.poses->pose[kip_character_pose(stage.character)].name, "Up");
    ck_near(angle_of(&stage, "shoulder_flex_l"), 2, 2e-3);
    ck_near(angle_of(&stage, "elbow_flex_l"), 0.4, 2e-3);
    go_to(&stage, 0.9);
    ck_near(angle_of(&stage, "shoulder_flex_l"), 0.2, 2e-3);
    ck_near(angle_of(&stage, "shoulder_abd_l"), 1.4, 2e-3);
    ck_near(angle_of(&stage, "elbow_flex_l"), 1.2, 2e-3);
    ck_near(angle_of(&stage, "shoulder_flex_r"), 2, 0.02); /* only Up spoke of it: held */
    go_to(&stage, 1.245);
    ck_near(angle_of(&stage, "shoulder_flex_l"), 0.3, 2e-3);
    ck_near(angle_of(&stage, "shoulder_abd_l"), 0.1, 2e-3);
    ck_near(angle_of(&stage, "elbow_flex_l"), 0.6, 2e-3);
    go_to(&stage, 2);
    ck_near(angle_of(&stage, "elbow_flex_l"), 0.6, 0.01);
    ck_assert(stage.drives.stiffness[knee] == stiffness && stage.drives.target[knee] == target);
    const KipBeatFailure *miss;
    ck_assert_int_eq(kip_character_misses(stage.character, &miss), 0);
    close_stage(&stage);
}
END_TEST

/* Poses shorter than a control period: each is begun, and the last one's joints get there. */
START_TEST(poses_between_two_updates)
{
    Stage stage = on_the_beat();
    ck_ok(set_pose(&stage, "Up", 0.0003));
    ck_ok(set_pose(&stage, "Wide", 0));
    ck_ok(set_pose(&stage, "Down", 0.4));
    go_to(&stage, 0.4003);
    ck_near(angle_of(&stage, "shoulder_abd_l"), 0.1, 2e-3);
    go_to(&stage, 0.8); /* what only Up named goes there as fast as its strength allows */
    ck_near(angle_of(&stage, "shoulder_flex_r"), 2, 0.05);
    close_stage(&stage);
}
END_TEST

/* On and off: what today's control does begins where the beat ends. */
START_TEST(on_and_off)
{
    Stage stage = open_stage();
    const int elbow = find(&stage, "elbow_flex_l"), v = stage.model->joint[elbow].v,
              q = stage.model->joint[elbow].q;
    const double own = stage.drives.stiffness[v];
    const KipBeatDef def = kip_beat_def(stage.model);
    ck_assert(!kip_character_is_on_beat(stage.character));
    ck_ok(set_pose(&stage, "Wide", 0.4));
    go_to(&stage, 0.2);
    ck_near(stage.drives.target[q], 0.6, 0.01); /* the cubic's half */
    ck_ok(kip_character_set_beat(stage.character, &def, &error));
    go_to(&stage, 0.4); /* the same time all the same */
    ck_near(angle_of(&stage, "elbow_flex_l"), 1.2, 2e-3);
    ck_assert(stage.drives.stiffness[v] != own);
    ck_assert(stage.drives.feedforward[v] != 0);
    ck_ok(kip_character_set_target(stage.character, elbow, &(double){0.5}, NAN, NAN, &error));
    ck_assert(stage.drives.stiffness[v] == own && stage.drives.feedforward[v] == 0);
    go_to(&stage, 0.5);
    ck_assert(stage.drives.stiffness[v] == own && stage.drives.target[q] == 0.5);
    ck_ok(set_pose(&stage, "Down", 0.3));
    go_to(&stage, 0.6);
    ck_ok(kip_character_set_beat(stage.character, NULL, &error));
    ck_assert(!kip_character_is_on_beat(stage.character));
    for (int i = 0; i < stage.model->nv; i++)
        ck_assert(stage.drives.feedforward[i] == 0);
    go_to(&stage, 0.8);
    ck_near(stage.drives.target[q], 0.6, 1e-12);
    ck_assert(stage.drives.stiffness[v] == own);
    ck_ok(kip_character_set_beat(stage.character, &def, &error));
    ck_ok(set_pose(&stage, "Up", 0.3));
    go_to(&stage, 0.9);
    ck_ok(set_pose(&stage, "Down", NAN)); /* at once is not on the beat */
    go_to(&stage, 1);
    ck_assert(stage.drives.stiffness[v] == own && stage.drives.target[q] == 0.6);
    ck_ok(set_pose(&stage, "Up", 0.3));
    go_to(&stage, 1.1);
    kip_character_relax(stage.character);
    go_to(&stage, 1.11);
    for (int i = 0; i < stage.model->nv; i++)
        ck_assert(stage.drives.stiffness[i] == 0 && stage.drives.feedforward[i] == 0);
    close_stage(&stage);
}
END_TEST

/* -- keys ------------------------------------------------------------------------------------------------ */

/* Keys of two joints, given in any order; a pose leaves those joints alone until their last key, and no longer. */
START_TEST(keys_and_poses)
{
    Stage stage = on_the_beat();
    ck_ok(add_key(&stage, "elbow_flex_l", 1.5, 0.5, 0.4));
    ck_ok(add_key(&stage, "wrist_flex_l", 0.5, 0, 0.3));
    ck_ok(add_key(&stage, "elbow_flex_l", 0.8, 0, 0.8));
    ck_ok(set_pose(&stage, "Wide", 0.5)); /* elbow_flex_l 1.2 */
    ck_ok(set_pose(&stage, "Down", 0.5)); /* begins before the elbow's last key is over: 0.6 */
    ck_ok(set_pose(&stage, "Up", 0.5));   /* and after: 0.4 */
    go_to(&stage, 0.3);
    ck_near(angle_of(&stage, "wrist_flex_l"), 0.5, 5e-3);
    go_to(&stage, 0.4);
    ck_near(angle_of(&stage, "elbow_flex_l"), 1.5, 5e-3);
    ck_near(rate_of(&stage, "elbow_flex_l"), 0.5, 0.3);
    go_to(&stage, 0.5);
    ck_near(angle_of(&stage, "shoulder_abd_l"), 1.4, 2e-3);
    go_to(&stage, 0.8);
    ck_near(angle_of(&stage, "elbow_flex_l"), 0.8, 2e-3);
    ck_near(rate_of(&stage, "elbow_flex_l"), 0, 0.1);
    go_to(&stage, 1);
    ck_near(angle_of(&stage, "shoulder_abd_l"), 0.1, 2e-3);
    ck_near(angle_of(&stage, "elbow_flex_l"), 0.8, 0.02);
    go_to(&stage, 1.5);
    ck_near(angle_of(&stage, "elbow_flex_l"), 0.4, 2e-3);
    close_stage(&stage);
}
END_TEST

START_TEST(keys_that_cannot_be_are_refused)
{
    Stage stage = open_stage();
    ck_assert_int_eq(add_key(&stage, "elbow_flex_l", 1, 0, 1), KIP_BAD_USE);
    ck_assert_ptr_nonnull(strstr(error.message, "not on the beat"));
    close_stage(&stage);
    stage = on_the_beat();
    go_to(&stage, 0.1);
    ck_assert_int_eq(add_key(&stage, "elbow_flex_l", 1, 0, 0.1), KIP_BAD_USE);
    ck_assert_ptr_nonnull(strstr(error.message, "not after now"));
    ck_assert_int_eq(add_key(&stage, "elbow_flex_l", NAN, 0, 1), KIP_BAD_USE);
    ck_assert_int_eq(add_key(&stage, "root", 1, 0, 1), KIP_BAD_USE);
    ck_ok(add_key(&stage, "elbow_flex_l", 1, 0, 0.4));
    ck_assert_int_eq(add_key(&stage, "elbow_flex_l", 0.5, 0, 0.4), KIP_BAD_USE);
    ck_assert_ptr_nonnull(strstr(error.message, "not after the one before"));
    for (int i = 1; i < 256; i++)
        ck_ok(add_key(&stage, "wrist_flex_l", 0.1, 0, 0.1 + 0.01 * i));
    ck_assert_int_eq(add_key(&stage, "wrist_flex_r", 0.1, 0, 1), KIP_BAD_USE);
    ck_assert_ptr_nonnull(strstr(error.message, "256"));
    go_to(&stage, 0.4); /* what was refused has changed nothing */
    ck_near(angle_of(&stage, "elbow_flex_l"), 1, 2e-3);
    ck_ok(add_key(&stage, "wrist_flex_r", 0.1, 0, 1)); /* some are over */
    close_stage(&stage);
}
END_TEST

/* OTB.12: what the strength does not allow is told ahead, once, and it arrives about when that said. */
START_TEST(misses_are_told)
{
    Stage stage = on_the_beat();
    const KipBeatFailure *miss;
    const int waist = find(&stage, "waist_flex");
    ck_ok(set_pose(&stage, "Far", 0.1));
    go_to(&stage, 0.02);
    ck_assert_int_eq(kip_character_misses(stage.character, &miss), 1);
    ck_assert_int_eq(miss[0].joint, waist);
    ck_assert(miss[0].time < 0.01 && miss[0].key == 0.1 && miss[0].arrival > 0.1);
    ck_assert(miss[0].allowed == stage.model->joint[waist].strength[1] && miss[0].wanted > miss[0].allowed);
    double arrival = miss[0].arrival;
    go_to(&stage, 0.1);
    ck_assert(angle_of(&stage, "waist_flex") < 1.1);
    go_to(&stage, arrival + 0.2);
    ck_near(angle_of(&stage, "waist_flex"), 1.2, 0.1);
    ck_assert_int_eq(kip_character_misses(stage.character, &miss), 1);
    close_stage(&stage);
}
END_TEST

/* -- a motion -------------------------------------------------------------------------------------------- */

/* It is followed, but by a joint with keys and by those that a later pose names; a push is noticed. */
START_TEST(a_motion_is_followed)
{
    Stage stage = open_stage();
    const KipTrackDef def = kip_track_def();
    const KipBeatDef beat = kip_beat_def(stage.model);
    const int motion = add_motion(&stage);
    ck_assert_int_eq(motion, 0);
    ck_assert_int_eq(kip_character_follow(stage.character, motion, &def, 0, &error), KIP_BAD_USE);
    ck_assert_int_eq(kip_character_set_tension(stage.character, 0.2, &error), KIP_BAD_USE);
    ck_ok(kip_character_set_beat(stage.character, &beat, &error));
    ck_ok(add_key(&stage, "wrist_flex_r", 0.3, 0, 0.2));
    ck_ok(kip_character_follow(stage.character, motion, &def, 0.5, &error));
    ck_ok(add_key(&stage, "elbow_flex_r", 1, 0, 0.4));
    double most = 0;
    for (int i = 1; i <= 100; i++) {
        go_to(&stage, 0.5 + 0.01 * i);
        double wanted = 0.5 + 0.3 * kip_sin(2 * pi * (kip_sim_time(stage.sim) + 0.5));
        most = fmax(most, fabs(angle_of(&stage, "elbow_flex_l") - wanted));
    }
    ck_below(most, 0.02);
    /* joints with keys are left alone, whether these came before the motion or later */
    ck_near(angle_of(&stage, "wrist_flex_r"), 0.3, 0.02);
    ck_near(angle_of(&stage, "elbow_flex_r"), 1, 0.02);
    ck_assert(kip_character_perturbed(stage.character) == 0); /* it began far off, and not again */
    ck_ok(kip_character_set_tension(stage.character, 0.15, &error));
    const int hand = kip_model_find_body(stage.model, "hand_l");
    kip_sim_set_external(stage.sim, hand, v3(400, 0, 0), v3_zero(), v3_zero());
    go_to(&stage, 1.52);
    kip_sim_set_external(stage.sim, hand, v3_zero(), v3_zero(), v3_zero());
    double hit = kip_character_perturbed(stage.character);
    ck_assert(hit >= 1.5 && hit < 1.52);
    go_to(&stage, 2.2);
    ck_near(angle_of(&stage, "elbow_flex_l"), 0.5 + 0.3 * kip_sin(2 * pi * 2.7), 0.02);
    ck_ok(set_pose(&stage, "Wide", 0.2));
    go_to(&stage, 2.4);
    ck_near(angle_of(&stage, "elbow_flex_l"), 1.2, 5e-3);
    go_to(&stage, 3); /* the motion is over */
    ck_near(angle_of(&stage, "elbow_flex_l"), 1.2, 0.02);
    ck_assert_int_eq(kip_character_set_tension(stage.character, 0.2, &error), KIP_BAD_USE);
    close_stage(&stage);
}
END_TEST

/* -- saving ---------------------------------------------------------------------------------------------- */

static uint64_t run_on(Stage *stage)
{
    go_to(stage, 1.3);
    return kip_sim_hash(stage->sim);
}

static char *save(const Stage *stage, size_t *sim, size_t *character)
{
    *sim = kip_sim_save_size(stage->sim);
    *character = kip_character_save_size(stage->character);
    char *bytes = malloc(*sim + *character);
    ck_assert_ptr_nonnull(bytes);
    kip_sim_save(stage->sim, bytes);
    kip_character_save(stage->character, bytes + *sim);
    return bytes;
}

/* In the middle of poses, keys, misses and a hit: another goes on with the same bits, and ends with the same bytes. */
START_TEST(saved_on_the_beat)
{
    Stage stage = on_the_beat(), other = open_stage();
    KipTrackDef def = kip_track_def();
    const int motion = add_motion(&stage);
    ck_assert_int_eq(add_motion(&other), motion);
    KipBeatDef beat = kip_beat_def(stage.model);
    beat.compensation = KIP_EXACT;
    beat.fraction = 0.95;
    ck_ok(kip_character_set_beat(stage.character, &beat, &error));
    ck_ok(kip_character_follow(stage.character, motion, &def, 0, &error));
    ck_ok(set_pose(&stage, "Far", 0.1));
    ck_ok(set_pose(&stage, "Up", 0.4));
    ck_ok(set_pose(&stage, "Wide", 0.4));
    for (int i = 1; i < 6; i++)
        ck_ok(add_key(&stage, "knee_flex_r", 0.2 * i, 0.1, 0.2 * i));
    go_to(&stage, 0.55);
    kip_character_perturb(stage.character);
    go_to(&stage, 0.6);
    size_t sim, character;
    char *bytes = save(&stage, &sim, &character);
    const KipBeatState state = kip_character_beat_state(stage.character);
    const int elbow = stage.model->joint[find(&stage, "elbow_flex_l")].v;
    const double ks = state.ks[elbow], torque = state.torque[elbow];
    const KipBeatFailure *miss;
    const int told = kip_character_misses(stage.character, &miss);
    ck_assert_int_gt(told, 0);
    uint64_t hash = run_on(&stage);
    go_to(&other, 0.05);
    ck_ok(kip_sim_load(other.sim, bytes, sim, &error));
    ck_ok(kip_character_load(other.character, bytes + sim, character, &error));
    ck_assert(kip_character_beat_state(other.character).ks[elbow] == ks &&
              kip_character_beat_state(other.character).torque[elbow] == torque);
    ck_assert_int_eq(kip_character_misses(other.character, &miss), told);
    ck_assert(run_on(&other) == hash);
    size_t sim2, character2;
    char *a = save(&stage, &sim, &character), *b = save(&other, &sim2, &character2);
    ck_assert(character == character2);
    ck_assert_mem_eq(a + sim, b + sim2, character);
    free(a);
    free(b);
    free(bytes);
    close_stage(&stage);
    close_stage(&other);
}
END_TEST

/* Any word of the bytes turned to nonsense: it is refused and all stays as it was, or it can be run and saved. */
START_TEST(damaged_bytes)
{
    Stage stage = on_the_beat(), other = open_stage();
    const int motion = add_motion(&stage);
    const KipTrackDef def = kip_track_def();
    ck_ok(kip_character_follow(stage.character, motion, &def, 0, &error));
    ck_ok(add_key(&stage, "knee_flex_r", 0.2, 0.1, 0.2));
    ck_ok(set_pose(&stage, "Up", 0.4));
    go_to(&stage, 0.1);
    size_t sim, size;
    char *bytes = save(&stage, &sim, &size), *saved = bytes + sim, *after = malloc(size);
    ck_assert_ptr_nonnull(after);
    /* it has no motion to follow */
    ck_assert_int_eq(kip_character_load(other.character, saved, size, &error), KIP_BAD_INPUT);
    ck_assert(!kip_character_is_on_beat(other.character));
    int refused = 0;
    for (size_t at = 0; at + 4 <= size; at += 4) {
        char kept[4];
        memcpy(kept, saved + at, 4);
        memset(saved + at, 0x7f, 4);
        if (kip_character_load(stage.character, saved, size, NULL) != KIP_OK) {
            refused++;
            memcpy(saved + at, kept, 4);
            kip_character_save(stage.character, after);
            ck_assert_mem_eq(after, saved, size);
        } else {
            kip_character_update(stage.character, kip_sim_time(stage.sim), NULL);
            kip_character_save(stage.character, after);
            memcpy(saved + at, kept, 4);
            ck_ok(kip_character_load(stage.character, saved, size, &error));
        }
    }
    ck_assert_int_gt(refused, 60);
    free(after);
    free(bytes);
    close_stage(&stage);
    close_stage(&other);
}
END_TEST

START_TEST(lack_of_memory)
{
    Stage stage = open_stage();
    KipStatus status = KIP_NO_MEMORY;
    for (long fail_at = 1; status != KIP_OK; fail_at++) {
        Heap heap = {.fail_at = fail_at};
        KipAllocator allocator = {counting_resize, &heap};
        KipCharacterDef def = {.sim = stage.sim, .root = 1, .poses = stage.poses, .allocator = &allocator};
        KipCharacter *character = NULL;
        status = kip_character_create(&def, &character, &error);
        ck_assert(status == KIP_OK || (status == KIP_NO_MEMORY && heap.held == 0));
        kip_character_destroy(character);
        ck_assert_int_eq(heap.held, 0);
    }
    close_stage(&stage);
}
END_TEST

Suite *suite_character_beat(void)
{
    Suite *suite = suite_create("character_beat");
    TCase *tests = tcase_create("character_beat");
    tcase_add_test(tests, poses_are_on_the_beat);
    tcase_add_test(tests, poses_between_two_updates);
    tcase_add_test(tests, on_and_off);
    tcase_add_test(tests, keys_and_poses);
    tcase_add_test(tests, keys_that_cannot_be_are_refused);
    tcase_add_test(tests, misses_are_told);
    tcase_add_test(tests, a_motion_is_followed);
    tcase_add_test(tests, saved_on_the_beat);
    tcase_add_test(tests, damaged_bytes);
    tcase_add_test(tests, lack_of_memory);
    suite_add_tcase(suite, tests);
    return suite;
}
