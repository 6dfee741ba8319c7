/* A joint has one owner: for every ordered pair of words that take joints, the second is the only one that moves what it
 * takes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "control/character_parts.h"
#include "io/formats/mjcf.h"
#include "io/formats/pose_file.h"
#include "study.h"

Suite *suite_owner(void);

static KipError error;
static const double period = 0.005;

typedef struct Stage {
    KipModel *model;
    KipSim *sim;
    KipPoseSet *poses;
    KipCharacter *character;
    KipMotion *motion;
    KipDrives drives;
    Timing timing;
    int knee, foot;
} Stage;

/* A person on the ground, who keeps time in one way or none. */
static Stage open_stage(Timing timing)
{
    Stage s = {.timing = timing};
    ck_ok(kip_mjcf_load(&s.model, "data/models/skeleton37.xml", NULL, &error));
    ck_ok(kip_sim_create(s.model, NULL, &s.sim, &error));
    ck_ok(kip_sim_set_key(s.sim, 0, &error));
    s.poses = kip_pose_set_create(NULL);
    ck_ok(kip_pose_file_read(s.poses, "data/poses/skeleton37.pose", &error));
    KipCharacterDef def = {.sim = s.sim, .root = 1, .prefix = "", .poses = s.poses};
    ck_ok(kip_character_create(&def, &s.character, &error));
    ck_ok(kip_motion_create(s.model, 3, 1, NULL, &s.motion, &error));
    ck_assert_int_eq(kip_character_add_motion(s.character, s.motion), 0);
    kip_character_hold(s.character);
    const KipBeatDef beat = kip_beat_def(s.model);
    const KipVelocityDef velocity = kip_velocity_def();
    if (timing == TIMING_BEAT)
        ck_ok(kip_character_set_beat(s.character, &beat, &error));
    if (timing == TIMING_VELOCITY)
        ck_ok(kip_character_set_velocity(s.character, &velocity, &error));
    s.drives = kip_sim_drives(s.sim);
    s.knee = kip_model_find_joint(s.model, "knee_flex_l");
    s.foot = kip_model_find_body(s.model, "foot_l");
    return s;
}

static void close_stage(Stage *s)
{
    kip_character_destroy(s->character);
    kip_motion_destroy(s->motion);
    kip_pose_set_destroy(s->poses);
    kip_sim_destroy(s->sim);
    kip_model_destroy(s->model);
}

static void update(Stage *s)
{
    ck_ok(kip_character_update(s->character, kip_sim_time(s->sim), &error));
}

static void go_on(Stage *s, int periods)
{
    for (int i = 0; i < periods; i++) {
        update(s);
        for (int k = 0; k < 5; k++)
            ck_ok(kip_sim_step(s->sim, &error));
    }
}

/* -- words ------------------------------------------------------------------------------------------------- */

static void pose_now(Stage *s)
{
    ck_ok(kip_character_set_target_pose(s->character, "Ready", NAN, &error));
}

static void queue_pose(Stage *s)
{
    ck_ok(kip_character_set_target_pose(s->character, "Crouch", 0.3, &error));
    update(s); /* it is taken when the pose's turn comes */
}

static void hold(Stage *s)
{
    kip_character_hold(s->character);
}

static void relax(Stage *s)
{
    kip_character_relax(s->character);
}

static void set_target(Stage *s)
{
    ck_ok(kip_character_set_target(s->character, s->knee, (const double[]){0.4}, NAN, NAN, &error));
}

static void reach_for(Stage *s)
{
    const KipVec3 at = kip_body_position(kip_sim_dynamics(s->sim), s->foot);
    ck_ok(kip_character_set_ik_target(s->character, (KipVec3){at.x + 0.1, at.y, at.z + 0.1}, s->foot, NULL,
                                      NULL, NULL, &error));
}

static void reach(Stage *s)
{
    ck_ok(kip_character_reach(s->character, s->knee, (const double[]){0.3}, 0.3, &error));
}

static void add_key(Stage *s)
{
    ck_ok(kip_character_add_key(s->character, s->knee, 0.5, 0, kip_sim_time(s->sim) + 0.3, &error));
}

static void follow(Stage *s)
{
    const KipTrackDef def = kip_track_def();
    ck_ok(kip_character_follow(s->character, 0, &def, 0, &error));
}

static void stand(Stage *s)
{
    KipStanceGoal goal;
    ck_ok(kip_character_stance_goal(s->character, &goal, &error));
    ck_ok(kip_character_stand(s->character, &goal, period, &error));
}

static void carry(Stage *s)
{
    kip_character_carry(s->character, 1, period);
}

static void bear(Stage *s)
{
    ck_ok(kip_character_bear(s->character, s->foot, &error));
}

static void release(Stage *s)
{
    kip_character_release(s->character, s->foot, 0.05);
}

static void set_task(Stage *s)
{
    const KipWbcTask task = {.kind = KIP_WBC_PLACE,
                             .link = kip_model_find_body(s->model, "hand_l"),
                             .position = {0.3, 0.3, 1},
                             .weight = 1};
    ck_ok(kip_character_set_task(s->character, &task, &error));
}

static void end_task(Stage *s)
{
    kip_character_end_task(s->character, KIP_WBC_PLACE, kip_model_find_body(s->model, "hand_l"));
}

/* What a word makes of whole-body control. */
typedef enum Bearing { AS_IT_WAS, BEARS, ENDS } Bearing;

static const struct {
    void (*say)(Stage *s);
    Owner owner, in_time; /* of the knee from then on: where the character keeps no time, and where it does */
    bool needs_time;
    Bearing bearing;
} word[] = {{pose_now, OWNER_TARGET, OWNER_TARGET, false, ENDS},
            {queue_pose, OWNER_QUEUE, OWNER_POSE, false, AS_IT_WAS},
            {hold, OWNER_TARGET, OWNER_TARGET, false, ENDS},
            {relax, OWNER_TARGET, OWNER_TARGET, false, ENDS},
            {set_target, OWNER_TARGET, OWNER_TARGET, false, AS_IT_WAS},
            {reach_for, OWNER_TARGET, OWNER_TARGET, false, AS_IT_WAS},
            {reach, OWNER_KEY, OWNER_KEY, true, AS_IT_WAS},
            {add_key, OWNER_KEY, OWNER_KEY, true, AS_IT_WAS},
            {follow, OWNER_MOTION, OWNER_MOTION, true, AS_IT_WAS},
            {stand, OWNER_STANCE, OWNER_STANCE, false, ENDS},
            {carry, OWNER_TARGET, OWNER_TARGET, false, AS_IT_WAS},
            {bear, OWNER_TARGET, OWNER_TARGET, false, BEARS},
            {release, OWNER_TARGET, OWNER_TARGET, false, AS_IT_WAS},
            {set_task, OWNER_TARGET, OWNER_TARGET, false, AS_IT_WAS},
            {end_task, OWNER_TARGET, OWNER_TARGET, false, AS_IT_WAS}};
enum { WORDS = sizeof word / sizeof *word };

/* -- what must hold ---------------------------------------------------------------------------------------- */

static bool moved_by_stance(const Stage *s, int joint)
{
    const int *moved, n = kip_stance_joints(s->character->stance, &moved);
    bool found = false;
    for (int i = 0; i < n; i++)
        found = found || moved[i] == joint;
    return found;
}

/* Nothing of a law is left where the joint is another's. */
static void check_laws(const Stage *s, bool carried)
{
    int first;
    const int n = kip_character_joints(s->character, &first);
    for (int j = first; j < first + n; j++) {
        const KipJoint *of = s->model->joint + j;
        const Owner owner = kip_character_owner(s->character, j);
        if (s->character->keys->on[j])
            ck_assert(owner_keeps_time(owner));
        if (s->character->follower[j - first].nkey > 0)
            ck_assert_int_eq(owner, OWNER_KEY);
        if (owner == OWNER_STANCE)
            ck_assert(moved_by_stance(s, j));
        for (int k = of->v; k < of->v + of->nv && !carried && (owner == OWNER_TARGET || owner == OWNER_QUEUE);
             k++)
            ck_assert_msg(s->drives.feedforward[k] == 0, "%s keeps a torque of %g N m", of->name,
                          s->drives.feedforward[k]);
    }
}

typedef struct Drive {
    double target, rate, stiffness, damping, feedforward;
} Drive;

static Drive drive_of(const Stage *s)
{
    const KipJoint *of = s->model->joint + s->knee;
    return (Drive){s->drives.target[of->q], s->drives.rate[of->v], s->drives.stiffness[of->v],
                   s->drives.damping[of->v], s->drives.feedforward[of->v]};
}

/* Keys that are still to come keep the joint from poses and motions, and what carries leaves it to whoever has it. */
static Owner expected(Timing timing, int first, int second)
{
    const Owner before = timing ? word[first].in_time : word[first].owner;
    if (word[second].say == carry)
        return before == OWNER_STANCE ? OWNER_TARGET : before;
    if (word[second].say == release || word[second].say == set_task || word[second].say == end_task)
        return before;
    if (word[first].say == add_key && (word[second].say == queue_pose || word[second].say == follow))
        return OWNER_KEY;
    return timing ? word[second].in_time : word[second].owner;
}

static bool expected_bearing(int first, int second)
{
    const Bearing last = word[second].bearing ? word[second].bearing : word[first].bearing;
    return last == BEARS;
}

static void say_both(Timing timing, int first, int second)
{
    Stage s = open_stage(timing);
    const bool carried = word[first].say == carry || word[second].say == carry;
    word[first].say(&s);
    go_on(&s, 3);
    word[second].say(&s);
    const Owner owner = kip_character_owner(s.character, s.knee);
    ck_assert_msg(owner == expected(timing, first, second), "timing %d, word %d and then %d: owner %d",
                  (int)timing, first, second, (int)owner);
    const bool bears = kip_wbc_is_on(kip_character_wbc(s.character));
    ck_assert_msg(bears == expected_bearing(first, second), "timing %d, word %d and then %d: %s bear",
                  (int)timing, first, second, bears ? "links" : "no links");
    check_laws(&s, carried || bears);
    const Drive said = drive_of(&s);
    go_on(&s, 10);
    ck_assert_int_eq(kip_character_owner(s.character, s.knee), owner);
    check_laws(&s, carried || bears);
    const Drive now = drive_of(&s);
    if (bears) /* the posture's target alone is the owner's */
        ck_assert(owner != OWNER_TARGET || now.target == said.target);
    else if (owner == OWNER_TARGET || owner == OWNER_STANCE) /* no other law writes the drive */
        ck_assert_msg(memcmp(&said, &now, sizeof now) == 0, "timing %d, word %d and then %d: target %g to %g",
                      (int)timing, first, second, said.target, now.target);
    else
        ck_assert(timing ? s.character->keys->on[s.knee] : now.target != said.target);
    close_stage(&s);
}

START_TEST(two_words_leave_one_owner)
{
    const Timing timing = (Timing)(_i / WORDS);
    const int first = _i % WORDS;
    for (int second = 0; second < WORDS && (timing || !word[first].needs_time); second++)
        if (timing || !word[second].needs_time)
            say_both(timing, first, second);
}
END_TEST

/* A pose that is under way moves on, but the joint that was given a target meanwhile stays there until the next pose. */
START_TEST(a_target_is_kept_while_a_pose_moves)
{
    Stage s = open_stage(TIMING_NONE);
    const KipJoint *knee = s.model->joint + s.knee;
    const int other = s.model->joint[kip_model_find_joint(s.model, "knee_flex_r")].q;
    queue_pose(&s);
    go_on(&s, 10);
    const double moved = s.drives.target[other];
    set_target(&s);
    go_on(&s, 10);
    ck_assert(s.drives.target[knee->q] == 0.4);
    ck_assert(s.drives.target[other] != moved);
    ck_ok(kip_character_set_target_pose(s.character, "Ready", 0.1, &error));
    go_on(&s, 80);
    ck_assert_int_eq(kip_character_owner(s.character, s.knee), OWNER_QUEUE);
    ck_assert(s.drives.target[knee->q] != 0.4);
    close_stage(&s);
}
END_TEST

Suite *suite_owner(void)
{
    Suite *suite = suite_create("owner");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 0);
    tcase_add_loop_test(all, two_words_leave_one_owner, 0, 3 * WORDS);
    tcase_add_test(all, a_target_is_kept_while_a_pose_moves);
    suite_add_tcase(suite, all);
    return suite;
}
