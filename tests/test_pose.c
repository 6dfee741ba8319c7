/* Poses (DCT.1) and their files, what they do to drives, and sequences. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control/hold.h"
#include "control/sequence.h"
#include "dynamics/quat.h"
#include "io/formats/mjcf.h"
#include "io/formats/pose_file.h"
#include "study.h"

Suite *suite_pose(void);

static KipError error;

static KipStatus parse(KipPoseSet *set, const char *text)
{
    return kip_pose_file_parse(set, text, strlen(text), "test.pose", &error);
}

static KipPoseSet *make_set(const char *text)
{
    KipPoseSet *set = kip_pose_set_create(NULL);
    KipStatus status = parse(set, text);
    ck_assert_msg(status == KIP_OK, "%d:%d: %s", error.line, error.column, error.message);
    return set;
}

static const KipPoseTarget *target_of(const KipPose *pose, const char *joint)
{
    for (int i = 0; i < pose->ntarget; i++)
        if (strcmp(pose->target[i].joint, joint) == 0)
            return pose->target + i;
    ck_abort_msg("pose %s says nothing about %s", pose->name, joint);
    return NULL;
}

/* -- files ----------------------------------------------------------------------------------------------- */

static const char example[] = "\xef\xbb\xbf# poses of the test\r\n"
                              "pose PrepareDunk            # a new pose\r\n"
                              "  gain 1.5                  # k_sp\r\n"
                              "\tshoulder_flex_r 2.6\r\n"
                              "  elbow_flex_r .4e0 damping 3 gain 2\r\n"
                              "  thigh_l quat 1 0 0.1 -2\n"
                              "\n"
                              "pose Gr\xc3\xbc\xc3\x9f"
                              "e from PrepareDunk\n"
                              "elbow_flex_r -0.1\n"
                              "knee 0\n"
                              "pose Other from Gr\xc3\xbc\xc3\x9f"
                              "e\n"
                              "  gain 0.5\n"
                              "pose Zero\n"
                              "sequence Jump\n"
                              "  PrepareDunk after 0.5\n"
                              "  Zero contact foot_l ground off\n"
                              "  Zero contact foot_l ground within 2#at the latest\n"
                              "  Other sensor height < 0.9 within 1e-3\n"
                              "  Other sensor height > -1\n"
                              "  Zero script landed\n"
                              "  Zero\n"
                              "sequence Rock\n"
                              "  Zero after 0\n"
                              "  Other after 1\n"
                              "  repeat";

START_TEST(reads_what_is_written)
{
    KipPoseSet *set = make_set(example);
    ck_assert_int_eq(set->npose, 4);
    ck_assert_int_eq(set->nsequence, 2);
    const KipPose *dunk = set->pose, *greeting = dunk + 1, *other = dunk + 2, *zero = dunk + 3;
    ck_assert_str_eq(dunk->name, "PrepareDunk");
    ck_assert(dunk->gain == 1.5 && !dunk->from && dunk->ntarget == 3);
    ck_assert(target_of(dunk, "shoulder_flex_r")->angle == 2.6);
    ck_assert(isnan(target_of(dunk, "shoulder_flex_r")->gain) &&
              isnan(target_of(dunk, "shoulder_flex_r")->damping));
    ck_assert(target_of(dunk, "elbow_flex_r")->gain == 2 && target_of(dunk, "elbow_flex_r")->damping == 3);
    ck_assert(target_of(dunk, "thigh_l")->ball && target_of(dunk, "thigh_l")->quat.z == -2);
    ck_assert(!target_of(dunk, "elbow_flex_r")->ball && target_of(dunk, "elbow_flex_r")->angle == 0.4);
    ck_assert(target_of(dunk, "elbow_flex_r")->place.line == 5 &&
              target_of(dunk, "elbow_flex_r")->place.column == 3);
    ck_assert_str_eq(target_of(dunk, "elbow_flex_r")->place.file, "test.pose");

    ck_assert_str_eq(greeting->from, "PrepareDunk");
    ck_assert(greeting->gain == 1.5 && greeting->ntarget == 4);
    ck_assert(target_of(greeting, "elbow_flex_r")->angle == -0.1 &&
              isnan(target_of(greeting, "elbow_flex_r")->gain));
    ck_assert(!target_of(greeting, "elbow_flex_r")->inherited && target_of(greeting, "thigh_l")->inherited);
    ck_assert(other->gain == 0.5 && other->ntarget == 4 && target_of(other, "elbow_flex_r")->angle == -0.1);
    ck_assert(zero->gain == 1 && zero->ntarget == 0);

    const KipStage *stage = set->sequence[0].stage;
    ck_assert(set->sequence[0].nstage == 7 && !set->sequence[0].repeat && set->sequence[1].repeat);
    ck_assert(stage[0].transition == KIP_AFTER && stage[0].value == 0.5 && stage[0].index == 0);
    ck_assert(stage[1].transition == KIP_CONTACT_OFF && isinf(stage[1].within) && stage[1].index == 3);
    ck_assert_str_eq(stage[1].a, "foot_l");
    ck_assert_str_eq(stage[1].b, "ground");
    ck_assert(stage[2].transition == KIP_CONTACT && stage[2].within == 2);
    ck_assert(stage[3].transition == KIP_BELOW && stage[3].value == 0.9 && stage[3].within == 1e-3);
    ck_assert(stage[4].transition == KIP_ABOVE && stage[4].value == -1 && stage[4].index == 2);
    ck_assert(stage[5].transition == KIP_SCRIPT && strcmp(stage[5].a, "landed") == 0);
    ck_assert(stage[6].transition == KIP_STAY);
    kip_pose_set_destroy(set);
}
END_TEST

/* The set as text; the caller frees it. */
static char *written(const KipPoseSet *set)
{
    FILE *stream = tmpfile();
    ck_assert(stream != NULL);
    kip_pose_file_write(stream, set);
    long size = ftell(stream);
    char *text = calloc(1, (size_t)size + 1);
    rewind(stream);
    ck_assert_int_eq((long)fread(text, 1, (size_t)size, stream), size);
    fclose(stream);
    return text;
}

START_TEST(same_bytes_again)
{
    KipPoseSet *set = make_set(example);
    char *first = written(set);
    KipPoseSet *again = make_set(first);
    char *second = written(again);
    ck_assert_str_eq(first, second);
    ck_assert(
        strstr(first,
               "pose PrepareDunk\n  gain 1.5\n  shoulder_flex_r 2.6\n  elbow_flex_r 0.4 gain 2 damping 3\n"));
    ck_assert(strstr(first, "  thigh_l quat 1 0 0.1 -2\n"));
    ck_assert(strstr(first, "  elbow_flex_r -0.1\n  knee 0\npose Other"));
    ck_assert(
        strstr(first, "  Zero contact foot_l ground within 2\n  Other sensor height < 0.9 within 0.001\n"));
    ck_assert(strstr(first, "  Other after 1\n  repeat\n"));
    ck_assert_int_eq(again->npose, set->npose);
    for (int i = 0; i < set->npose; i++) {
        ck_assert_int_eq(again->pose[i].ntarget, set->pose[i].ntarget);
        for (int k = 0; k < set->pose[i].ntarget; k++) {
            const KipPoseTarget *a = set->pose[i].target + k, *b = target_of(again->pose + i, a->joint);
            ck_assert(a->angle == b->angle && a->quat.z == b->quat.z && a->inherited == b->inherited);
        }
    }
    free(first);
    free(second);
    kip_pose_set_destroy(set);
    kip_pose_set_destroy(again);
}
END_TEST

#define POSE "pose A\n"
#define SEQUENCE "pose A\nsequence S\n"

START_TEST(hostile_files)
{
    static const struct {
        const char *text;
        int line, column;
        const char *word;
    } bad[] = {
        {"knee 0.4", 1, 1, "before any pose"},
        {"\n  gain 2", 2, 3, "before any pose"},
        {"pose", 1, 5, "the pose's name"},
        {"pose # named later", 1, 6, "the pose's name"},
        {"pose A B", 1, 8, "'B'"},
        {"pose A from", 1, 12, "begin from"},
        {"pose A from B", 1, 6, "no pose 'B'"},
        {"pose A from A", 1, 6, "no pose 'A'"},
        {"pose Crouch\npose B from Crouhc", 2, 6, "did you mean 'Crouch'"},
        {"pose A\npose B\npose A\npose C", 3, 6, "already: at line 1:6"},
        {"pose repeat", 1, 6, "cannot be called 'repeat'"},
        {POSE "knee", 2, 5, "target"},
        {POSE "knee high", 2, 6, "'high'"},
        {POSE "knee 0.4rad", 2, 6, "'0.4rad'"},
        {POSE "knee 0,4", 2, 6, "'0,4'"},
        {POSE "knee nan", 2, 6, "'nan'"},
        {POSE "knee inf", 2, 6, "'inf'"},
        {POSE "knee 1e999", 2, 6, "'1e999'"},
        {POSE "knee 0.4 0.5", 2, 10, "'0.5'"},
        {POSE "knee 0.4 gain", 2, 14, "gain or damping"},
        {POSE "knee 0.4 gain -1", 2, 1, "gain is -1"},
        {POSE "knee 0.4 gain 1 gain 2", 2, 17, "'gain'"},
        {POSE "knee 0.4 damping x", 2, 18, "'x'"},
        {POSE "  knee 0.4 damping -0.5", 2, 3, "damping is -0.5"},
        {POSE "hip quat 1 0 0", 2, 15, "w x y z"},
        {POSE "hip quat 0 0 0 0", 2, 1, "no direction"},
        {POSE "hip quat 1 0 0 0 0", 2, 18, "'0'"},
        {POSE "knee 0\nhip 0\nknee 1", 4, 1, "twice: first at line 2:1"},
        {POSE "gain", 2, 5, "gain, a number"},
        {POSE "gain 1 2", 2, 8, "'2'"},
        {POSE "gain -1", 1, 6, "gain is -1"},
        {POSE "gain 1\n gain 1", 3, 2, "already, at line 2:1"},
        {POSE "repeat", 2, 7, "target"},
        {"sequence", 1, 9, "sequence's name"},
        {"sequence A b", 1, 12, "'b'"},
        {"sequence S", 1, 10, "0 stages"},
        {"pose A\nsequence S\nrepeat", 2, 10, "0 stages"},
        {SEQUENCE "A\nsequence S\nA", 4, 10, "already: at line 2:10"},
        {"sequence S\n Tuck", 2, 2, "no pose 'Tuck'"},
        {"sequence S\n Tuck\npose Tuck", 2, 2, "stand above"},
        {SEQUENCE "A\nA", 3, 1, "no transition"},
        {SEQUENCE "A after 1\nA\nrepeat", 4, 1, "no transition"},
        {SEQUENCE "A soon", 3, 3, "'soon'"},
        {SEQUENCE "A after", 3, 8, "time in seconds"},
        {SEQUENCE "A after -1", 3, 1, "after -1 s"},
        {SEQUENCE "A after 1 s", 3, 11, "'s'"},
        {SEQUENCE "A after 1 within 2", 3, 11, "'within'"},
        {SEQUENCE "A contact foot", 3, 15, "second of two"},
        {SEQUENCE "A contact a b c", 3, 15, "'c'"},
        {SEQUENCE "A contact a b off within", 3, 25, "longest time"},
        {SEQUENCE "A contact a b within 0", 3, 1, "within 0 s"},
        {SEQUENCE "A contact a b within 1 within 2", 3, 24, "'within'"},
        {SEQUENCE "A sensor", 3, 9, "name of a sensor"},
        {SEQUENCE "A sensor h<1", 3, 13, "between blanks"},
        {SEQUENCE "A sensor h = 1", 3, 12, "between blanks"},
        {SEQUENCE "A sensor h < low", 3, 14, "'low'"},
        {SEQUENCE "A script", 3, 9, "condition"},
        {SEQUENCE "A within 3", 3, 3, "'within'"},
        {SEQUENCE "A after 1\nrepeat now", 4, 8, "'now'"},
        {SEQUENCE "A after 1\nrepeat\nA", 5, 1, "last line"},
        {SEQUENCE "A after 1\nrepeat\nrepeat", 5, 1, "second repeat"},
        {POSE "kn\xfc"
              "e 0.4",
         2, 3, "UTF-8"},
        {POSE "# \xc3\xa4 \xed\xa0\x80", 2, 5, "UTF-8"},
        {POSE "\xc3\xa4\xc3\xb6 \xc3\xbc", 2, 4, "target"},
        {POSE "knee\r 0.4", 2, 5, "control character (13)"},
        {POSE "knee\v0.4", 2, 5, "control character (11)"},
        {POSE "a 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", 2, 33, "says too much"},
        {"\xef\xbb\xbfknee", 1, 1, "before any pose"},
    };
    KipPoseSet *set = make_set("pose Before\n x 1\n");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error = (KipError){0};
        ck_assert_msg(parse(set, bad[i].text) == KIP_BAD_INPUT, "read: %s", bad[i].text);
        ck_assert_msg(error.line == bad[i].line && error.column == bad[i].column &&
                          strstr(error.message, bad[i].word),
                      "%s\n%d:%d: %s", bad[i].text, error.line, error.column, error.message);
        ck_assert_str_eq(error.file, "test.pose");
        ck_assert(set->npose == 1 && set->nsequence == 0);
    }
    ck_assert_int_eq(kip_pose_file_parse(set, "pose A\nx\0 1", 11, "test.pose", &error), KIP_BAD_INPUT);
    ck_assert(error.line == 2 && error.column == 2 && strstr(error.message, "control character (0)"));
    ck_assert_int_eq(kip_pose_file_parse(set, "pose Before", 11, "other.pose", &error), KIP_BAD_INPUT);
    ck_assert(strstr(error.message, "at test.pose:1:6"));
    kip_pose_set_destroy(set);
}
END_TEST

/* A line that has a thousand joints from another pose costs as much as a thousand lines. */
START_TEST(poses_from_poses_have_an_end)
{
    enum { JOINTS = 1000, POSES = 300 };
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    fputs("pose base\n", stream);
    for (int i = 0; i < JOINTS; i++)
        fprintf(stream, "j%d 0.1\n", i);
    for (int i = 0; i < POSES; i++)
        fprintf(stream, "pose p%d from base\n", i);
    fclose(stream);
    KipPoseSet *set = kip_pose_set_create(NULL);
    ck_assert_int_eq(parse(set, text), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(
        strstr(error.message, "pose 'p261' is one too many: all poses together can name up to 262144"));
    ck_assert_int_eq(error.line, 1001 + 262);
    kip_pose_set_destroy(set);
    free(text);
}
END_TEST

/* Every beginning of a good file is read, or refused with a place and the set as it was. */
START_TEST(cut_files)
{
    int good = 0, refused = 0;
    for (size_t n = 0; n < sizeof example - 1; n++) {
        KipPoseSet *set = kip_pose_set_create(NULL);
        error = (KipError){0};
        bool ok = kip_pose_file_parse(set, example, n, "test.pose", &error) == KIP_OK;
        ck_assert(ok || (set->npose == 0 && set->nsequence == 0 && error.line > 0 && error.column > 0));
        good += ok;
        refused += !ok;
        kip_pose_set_destroy(set);
    }
    ck_assert(good > 100 && refused > 100);
}
END_TEST

/* -- memory ---------------------------------------------------------------------------------------------- */

typedef struct Budget {
    int left;
    size_t held;
} Budget;

static void *limited(void *user, void *memory, size_t old_size, size_t new_size)
{
    Budget *budget = user;
    if (new_size == 0) {
        budget->held -= old_size;
        free(memory);
        return NULL;
    }
    if (budget->left-- <= 0)
        return NULL;
    budget->held += new_size - old_size;
    return realloc(memory, new_size);
}

START_TEST(out_of_memory)
{
    char text[60000] = "";
    size_t length = 0;
    int failures = 0, n = 0;
    bool done = false;
    for (int i = 0; i < 300; i++)
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   "pose P%d%s\n a%d 1\n b 2\nsequence S%d\n P%d\n", i, i ? " from P0" : "",
                                   i, i, i);
    for (; !done && n < 10000; n++) {
        Budget budget = {n, 0};
        KipAllocator allocator = {limited, &budget};
        KipPoseSet *set = kip_pose_set_create(&allocator);
        KipStatus status = set ? parse(set, text) : KIP_NO_MEMORY;
        done = status == KIP_OK;
        if (set && !done)
            ck_assert(status == KIP_NO_MEMORY && set->npose == 0 && set->nsequence == 0);
        failures += !done;
        if (done)
            ck_assert_str_eq(set->pose[299].target[0].joint, "a0");
        kip_pose_set_destroy(set);
        ck_assert_int_eq((int)budget.held, 0);
    }
    ck_assert(done && failures > 5);
}
END_TEST

/* -- sets ------------------------------------------------------------------------------------------------ */

START_TEST(lookup)
{
    KipPoseSet *set = make_set(example);
    int index = -1;
    ck_ok(kip_pose_get(set, "Other", &index, &error));
    ck_assert_int_eq(index, 2);
    ck_ok(kip_pose_get_sequence(set, "Rock", &index, &error));
    ck_assert_int_eq(index, 1);
    ck_assert_int_eq(kip_pose_get(set, "other", &index, &error), KIP_BAD_INPUT); /* case counts */
    ck_assert(strstr(error.message, "did you mean 'Other'") && index == 1);
    ck_assert_int_eq(kip_pose_get_sequence(set, "Jumpp", &index, &error), KIP_BAD_INPUT);
    ck_assert(strstr(error.message, "did you mean 'Jump'"));
    kip_pose_set_destroy(set);
    set = make_set("");
    ck_assert_int_eq(kip_pose_get(set, "Other", &index, &error), KIP_BAD_INPUT);
    ck_assert(strstr(error.message, "no pose 'Other'"));
    kip_pose_set_destroy(set);
}
END_TEST

/* What a file cannot say a program can try. */
START_TEST(bad_definitions)
{
    KipPoseSet *set = make_set("pose Zero");
    KipPoseTarget target = {.joint = "knee", .angle = NAN, .gain = NAN, .damping = NAN};
    KipPose pose = {.name = "A", .gain = NAN, .ntarget = 1, .target = &target};
    KipStage stage = {.pose = "Zero", .transition = KIP_AFTER, .value = NAN, .within = INFINITY};
    KipSequence sequence = {.name = "S", .nstage = 1, .stage = &stage};
    ck_assert_int_eq(kip_pose_set_add(set, &pose, &error), KIP_BAD_INPUT);
    ck_assert(strstr(error.message, "no number"));
    target.angle = 0, target.joint = "the knee";
    ck_assert_int_eq(kip_pose_set_add(set, &pose, &error), KIP_BAD_INPUT);
    ck_assert(strstr(error.message, "blank"));
    target.joint = "gain";
    ck_assert_int_eq(kip_pose_set_add(set, &pose, &error), KIP_BAD_INPUT);
    ck_assert(strstr(error.message, "cannot be called"));
    target.joint = "knee", pose.name = "";
    ck_assert_int_eq(kip_pose_set_add(set, &pose, &error), KIP_BAD_INPUT);
    ck_assert(strstr(error.message, "no name"));
    ck_assert_int_eq(kip_pose_set_add_sequence(set, &sequence, &error), KIP_BAD_INPUT);
    ck_assert(strstr(error.message, "no number"));
    stage.value = 1, stage.within = 0;
    ck_assert_int_eq(kip_pose_set_add_sequence(set, &sequence, &error), KIP_BAD_INPUT);
    ck_assert(strstr(error.message, "within 0 s"));
    stage.within = INFINITY, stage.transition = KIP_CONTACT, stage.a = "foot";
    ck_assert_int_eq(kip_pose_set_add_sequence(set, &sequence, &error), KIP_BAD_INPUT);
    ck_assert(strstr(error.message, "no name"));
    stage.b = "ground";
    ck_ok(kip_pose_set_add_sequence(set, &sequence, &error));
    pose.name = "A";
    ck_ok(kip_pose_set_add(set, &pose, &error));
    ck_assert(set->npose == 2 && set->nsequence == 1);
    kip_pose_set_destroy(set);
}
END_TEST

/* -- drives ---------------------------------------------------------------------------------------------- */

enum { MOST = 64 };

typedef struct Gains {
    double target[MOST], rate[MOST], stiffness[MOST], damping[MOST], feedforward[MOST], lo[MOST], hi[MOST];
} Gains;

static KipDrives drives_of(Gains *g)
{
    return (KipDrives){g->target, g->rate, g->stiffness, g->damping, g->feedforward, g->lo, g->hi};
}

/* Two characters: a/ and b/ with a root, a ball, a hinge of reference 0.3, and a slide each. */
static KipModel *two_characters(void)
{
    KipBuilder *builder = kip_builder_create(NULL);
    static const KipJointType types[] = {KIP_JOINT_FREE, KIP_JOINT_BALL, KIP_JOINT_HINGE, KIP_JOINT_SLIDE};
    static const char *const names[] = {"a/root", "a/hip", "a/knee", "a/toe",
                                        "b/root", "b/hip", "b/knee", "b/toe"};
    KipModel *model;
    for (int i = 0, parent = 0; i < 8; i++) {
        KipBody body = kip_body_def();
        KipJoint joint = kip_joint_def();
        body.name = joint.name = names[i];
        body.parent = i % 4 ? parent : 0;
        body.mass = 1;
        body.inertia = s3_diagonal(1, 1, 1);
        parent = joint.body = kip_builder_body(builder, &body);
        joint.type = types[i % 4];
        joint.axis = v3(0, 1, 0);
        joint.ref = i % 4 == 2 ? 0.3 : 0;
        kip_builder_joint(builder, &joint);
    }
    ck_ok(kip_builder_finish(builder, &model, &error));
    return model;
}

/* W-DCT.3 and the damping with it; the other character, roots, limits and feed-forward are left alone. */
START_TEST(apply_writes_drives)
{
    KipModel *model = two_characters();
    KipPoseSet *set = make_set("pose A\n gain 1.5\n hip quat 2 0 0 2\n knee 0.9 gain 4 damping 7\n"
                               "pose B from A\n gain 0\n knee 1.2\n");
    Gains gains;
    KipDrives drives = drives_of(&gains);
    double gain[MOST], damping[MOST];
    for (int i = 0; i < MOST; i++)
        gain[i] = 120, damping[i] = 8;
    for (size_t i = 0; i < sizeof gains / sizeof(double); i++)
        ((double *)&gains)[i] = -99;
    const KipJoint *joint = model->joint;
    ck_ok(kip_pose_apply(model, 4, 4, "b/", set->pose, gain, damping, 0.5, drives, &error));
    for (int k = 0; k < joint[5].v; k++)
        ck_assert(gains.stiffness[k] == -99 && gains.damping[k] == -99 && gains.rate[k] == -99);
    for (int k = 0; k < joint[5].q; k++)
        ck_assert(gains.target[k] == -99);
    for (int k = joint[5].v; k < model->nv; k++)
        ck_assert(gains.feedforward[k] == -99 && gains.lo[k] == -99 && gains.hi[k] == -99 &&
                  gains.rate[k] == 0);
    for (int k = 0; k < 3; k++) {
        ck_near(gains.stiffness[joint[5].v + k], 90, 1e-12);
        ck_near(gains.damping[joint[5].v + k], 8 * sqrt(0.75), 1e-12);
    }
    ck_near(gains.target[joint[5].q], sqrt(0.5), 1e-15);
    ck_near(gains.target[joint[5].q + 3], sqrt(0.5), 1e-15);
    ck_near(gains.target[joint[6].q], 0.9, 0);
    ck_near(gains.stiffness[joint[6].v], 120 * 0.5 * 4, 1e-12);
    ck_near(gains.damping[joint[6].v], 7, 0);
    ck_near(gains.target[joint[7].q], 0, 0);
    ck_near(gains.stiffness[joint[7].v], 90, 1e-12);

    ck_ok(kip_pose_apply(model, 0, 4, "a/", set->pose + 1, gain, damping, 1, drives, &error));
    ck_near(gains.target[joint[2].q], 1.2, 0);
    ck_near(gains.stiffness[joint[2].v], 0, 0);
    ck_near(gains.target[joint[1].q], sqrt(0.5), 1e-15);
    ck_assert(gains.stiffness[0] == -99); /* the root */
    kip_pose_set_destroy(set);
    set = make_set("pose Zero");
    ck_ok(kip_pose_apply(model, 0, 4, "a/", set->pose, gain, damping, 1, drives, &error));
    ck_near(gains.target[joint[2].q], 0.3, 0); /* its reference */
    ck_near(gains.target[joint[1].q], 1, 0);
    kip_pose_set_destroy(set);
    kip_model_destroy(model);
}
END_TEST

START_TEST(apply_refuses)
{
    static const struct {
        const char *text;
        int line;
        const char *word;
    } bad[] = {
        {"pose A\n hip quat 1 0 0 0\n kneee 1", 3, "did you mean 'knee'"},
        {"pose A\n elephant 1", 2, "'elephant'"},
        {"pose A\n b/knee 1", 2, "'b/knee'"}, /* without prefix, please */
        {"pose A\n root 1", 2, "free joint"},
        {"pose A\n hip 1", 2, "wants quat"},
        {"pose A\n knee 1\n toe quat 1 0 0 0", 3, "wants one number"},
    };
    KipModel *model = two_characters();
    static const Gains before;
    Gains gains = before;
    double one[MOST] = {0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        KipPoseSet *set = make_set(bad[i].text);
        ck_assert_int_eq(kip_pose_apply(model, 4, 4, "b/", set->pose, one, one, 1, drives_of(&gains), &error),
                         KIP_BAD_INPUT);
        ck_assert_msg(strstr(error.message, bad[i].word) && error.line == bad[i].line && error.column == 2,
                      "%d:%d: %s", error.line, error.column, error.message);
        ck_assert_str_eq(error.file, "test.pose");
        ck_assert(memcmp(&gains, &before, sizeof gains) == 0);
        kip_pose_set_destroy(set);
    }
    KipPoseSet *set = make_set("pose Zero");
    ck_assert_int_eq(kip_pose_apply(model, 0, 4, "a/", set->pose, one, one, NAN, drives_of(&gains), &error),
                     KIP_BAD_USE);
    kip_pose_set_destroy(set);
    kip_model_destroy(model);
}
END_TEST

/* DCT, claim "PD sign": hung by the pelvis, without weight, skeleton37 comes to any of its poses. */
START_TEST(skeleton_reaches_its_poses)
{
    static const char *const names[] = {"Stand",     "Ready",       "Crouch",  "Stretch",    "ArmsUp",
                                        "Block",     "PrepareDunk", "Landing", "PunchReady", "Punch",
                                        "KickReady", "Kick",        "HopDown", "HopUp",      "LeanBack",
                                        "ReachDown", "Sit"};
    KipPoseSet *set = kip_pose_set_create(NULL);
    KipModel *model;
    ck_ok(kip_mjcf_load(&model, "data/models/skeleton37.xml", NULL, &error));
    ck_ok(kip_pose_file_read(set, "data/poses/skeleton37.pose", &error));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Gains gains;
        int index;
        KipSimDef def = kip_sim_def(model);
        KipSim *sim;
        ck_ok(kip_pose_get(set, names[i], &index, &error));
        def.contacts = false;
        ck_ok(kip_sim_create(model, &def, &sim, &error));
        KipDrives drives = kip_sim_drives(sim);
        ck_ok(kip_hold_gains(model, model->q0, def.timestep, NULL, drives, &error));
        memcpy(gains.stiffness, drives.stiffness, (size_t)model->nv * sizeof(double));
        memcpy(gains.damping, drives.damping, (size_t)model->nv * sizeof(double));
        ck_ok(kip_pose_apply(model, 0, model->njoint, "", set->pose + index, gains.stiffness, gains.damping,
                             1, drives, &error));
        for (int j = 1; j < model->njoint; j++) { /* within the ranges: nothing else pulls in free fall */
            const KipJoint *joint = model->joint + j;
            double target = drives.target[joint->q];
            ck_assert_msg(target >= joint->range[0] - 1e-9 && target <= joint->range[1] + 1e-9,
                          "%s: %s to %g, beyond its range", names[i], joint->name, target);
        }
        for (int n = 0; n < 3000; n++)
            ck_ok(kip_sim_step(sim, &error));
        for (int j = 1; j < model->njoint; j++) {
            int q = model->joint[j].q;
            ck_assert_msg(fabs(kip_sim_q(sim)[q] - drives.target[q]) < 2e-3, "%s: %s at %g, not %g", names[i],
                          model->joint[j].name, kip_sim_q(sim)[q], drives.target[q]);
        }
        kip_sim_destroy(sim);
    }
    kip_pose_set_destroy(set);
    kip_model_destroy(model);
}
END_TEST

/* -- sequences ------------------------------------------------------------------------------------------- */

/* The world as a sequence sees it. */
typedef struct World {
    bool touches, landed;
    double height;
    int asked;
} World;

static bool touching(void *user, const char *a, const char *b, bool *yes)
{
    World *world = user;
    world->asked++;
    *yes = world->touches;
    return strcmp(a, "foot_l") == 0 && strcmp(b, "ground") == 0;
}

static bool sensor(void *user, const char *name, double *value)
{
    *value = ((World *)user)->height;
    return strcmp(name, "height") == 0;
}

static bool condition(void *user, const char *name, bool *yes)
{
    *yes = ((World *)user)->landed;
    return strcmp(name, "landed") == 0;
}

/* Steps of h until the stage changes; returns the step at which it does. Says why in `event`. */
static int steps_to_change(const KipPoseSet *set, KipSequencePlayer *player, World *world, int n, int most,
                           double h, KipSequenceEvent *event)
{
    const KipSequenceSensors sensors = {touching, sensor, condition, world};
    for (; n <= most; n++) {
        ck_ok(kip_sequence_step(set, player, n * h, &sensors, event, &error));
        if (event->changed)
            return n;
        ck_assert_str_eq(event->reason, "");
    }
    return -1;
}

#define POSES "pose A\npose B\npose C\n"

/* At the first step at or after, whatever the rounding of n h; a step between counts as after. */
START_TEST(timer)
{
    KipPoseSet *set = make_set(POSES "sequence S\n A after 0.5\n B after 0.25\n C");
    const double steps[] = {0.001, 0.01, 0.1, 1.0 / 3};
    for (int i = 0; i < 4; i++) {
        World world = {0};
        KipSequenceEvent event;
        KipSequencePlayer player = kip_sequence_start(0, 7 * steps[i]);
        int first = steps_to_change(set, &player, &world, 7, 10000, steps[i], &event);
        ck_assert_int_eq(first, 7 + (int)ceil(0.5 / steps[i] - 1e-6));
        ck_assert_int_eq(event.pose, 1);
        ck_assert_str_eq(event.reason, "A -> B: 0.5 s passed");
        int second = steps_to_change(set, &player, &world, first + 1, 10000, steps[i], &event);
        ck_assert_int_eq(second, first + (int)ceil(0.25 / steps[i] - 1e-6));
        ck_assert_int_eq(event.pose, 2);
        ck_assert_int_eq(steps_to_change(set, &player, &world, second + 1, 10000, steps[i], &event), -1);
        ck_assert(event.pose == 2 && !player.ended && world.asked == 0);
    }
    kip_pose_set_destroy(set);
}
END_TEST

/* One transition a call, even where the next one is due at once. */
START_TEST(one_at_a_time)
{
    KipPoseSet *set = make_set(POSES "sequence S\n A after 0\n B after 0\n C after 0\n repeat");
    World world = {0};
    KipSequenceEvent event;
    KipSequencePlayer player = kip_sequence_start(0, 0);
    for (int n = 0; n < 9; n++) {
        ck_assert_int_eq(steps_to_change(set, &player, &world, n, n, 0.1, &event), n);
        ck_assert_int_eq(event.pose, (n + 1) % 3);
    }
    kip_pose_set_destroy(set);
}
END_TEST

START_TEST(contact_sensor_script)
{
    KipPoseSet *set = make_set(POSES "sequence S\n A contact foot_l ground off\n B contact foot_l ground\n"
                                     " C sensor height < 0.9\n A sensor height > 1.5\n B script landed\n C");
    World world = {true, false, 0.9, 0};
    KipSequenceEvent event;
    KipSequencePlayer player = kip_sequence_start(0, 0);
    ck_assert_int_eq(steps_to_change(set, &player, &world, 0, 9, 0.1, &event), -1);
    world.touches = false;
    ck_assert_int_eq(steps_to_change(set, &player, &world, 10, 20, 0.1, &event), 10);
    ck_assert_str_eq(event.reason, "A -> B: foot_l has left ground");
    ck_assert_int_eq(steps_to_change(set, &player, &world, 11, 20, 0.1, &event), -1);
    world.touches = true;
    ck_assert_int_eq(steps_to_change(set, &player, &world, 21, 30, 0.1, &event), 21);
    ck_assert_str_eq(event.reason, "B -> C: foot_l touches ground");
    ck_assert_int_eq(steps_to_change(set, &player, &world, 22, 30, 0.1, &event),
                     -1); /* 0.9 is not below 0.9 */
    world.height = NAN;
    ck_assert_int_eq(steps_to_change(set, &player, &world, 31, 32, 0.1, &event), -1);
    world.height = 0.875;
    ck_assert_int_eq(steps_to_change(set, &player, &world, 33, 40, 0.1, &event), 33);
    ck_assert_str_eq(event.reason, "C -> A: height is 0.875, below 0.9");
    ck_assert_int_eq(steps_to_change(set, &player, &world, 34, 40, 0.1, &event), -1);
    world.height = 1.625;
    ck_assert_int_eq(steps_to_change(set, &player, &world, 41, 50, 0.1, &event), 41);
    ck_assert_str_eq(event.reason, "A -> B: height is 1.625, above 1.5");
    ck_assert_int_eq(steps_to_change(set, &player, &world, 42, 50, 0.1, &event), -1);
    world.landed = true;
    ck_assert_int_eq(steps_to_change(set, &player, &world, 51, 60, 0.1, &event), 51);
    ck_assert_str_eq(event.reason, "B -> C: landed");
    kip_pose_set_destroy(set);
}
END_TEST

START_TEST(within_and_end)
{
    KipPoseSet *set =
        make_set(POSES "sequence S\n A contact foot_l ground within 0.5\n B script landed within 0.2\n"
                       "sequence R\n A after 0.1\n B sensor height < 1 within 0.3\n repeat");
    World world = {false, false, 2, 0};
    KipSequenceEvent event;
    KipSequencePlayer player = kip_sequence_start(0, 0);
    ck_assert_int_eq(steps_to_change(set, &player, &world, 0, 99, 0.1, &event), 5);
    ck_assert_str_eq(event.reason, "A -> B: 0.5 s passed and nothing came");
    world.landed = true;
    ck_assert_int_eq(steps_to_change(set, &player, &world, 7, 99, 0.1, &event),
                     7); /* what it waits for goes before */
    ck_assert_str_eq(event.reason, "B, the end of S: landed");
    ck_assert(player.ended && event.pose == 1);
    ck_assert_int_eq(steps_to_change(set, &player, &world, 8, 99, 0.1, &event), -1);
    ck_assert_int_eq(event.pose, 1);

    KipSequencePlayer saved, other = kip_sequence_start(1, 0);
    ck_assert_int_eq(steps_to_change(set, &other, &world, 0, 99, 0.1, &event), 1);
    memcpy(&saved, &other, sizeof saved); /* plain data */
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(steps_to_change(set, &other, &world, 2, 99, 0.1, &event), 4);
        ck_assert_str_eq(event.reason, "B -> A: 0.3 s passed and nothing came");
        ck_assert_int_eq(event.pose, 0);
        ck_assert_int_eq(steps_to_change(set, &other, &world, 5, 99, 0.1, &event), 5);
        memcpy(&other, &saved, sizeof saved);
    }
    kip_pose_set_destroy(set);
}
END_TEST

/* What the world does not know is a sentence with the stage's place, and nothing moves on. */
START_TEST(unknown_sensors)
{
    KipPoseSet *set =
        make_set(POSES "sequence S\n A contact foot_l grund\n B\nsequence T\n A sensor hight < 1\n B\n"
                       "sequence U\n A script lnded\n B\n");
    static const char *const words[] = {"contact of 'foot_l' and 'grund'", "sensor 'hight'",
                                        "condition 'lnded'"};
    World world = {true, true, 0, 0};
    const KipSequenceSensors sensors[] = {{touching, sensor, condition, &world}, {NULL, NULL, NULL, NULL}};
    for (int i = 0; i < 6; i++) {
        KipSequencePlayer player = kip_sequence_start(i / 2, 0), before = player;
        KipSequenceEvent event = {.pose = 77};
        ck_assert_int_eq(kip_sequence_step(set, &player, 1, sensors + i % 2, &event, &error), KIP_BAD_INPUT);
        ck_assert_msg(strstr(error.message, words[i / 2]) != NULL, "%s", error.message);
        ck_assert_int_eq(error.line, 5 + 3 * (i / 2));
        ck_assert(event.pose == 77 && memcmp(&player, &before, sizeof player) == 0);
    }
    kip_pose_set_destroy(set);
}
END_TEST

Suite *suite_pose(void)
{
    Suite *suite = suite_create("pose");
    TCase *tc = tcase_create("files");
    tcase_add_test(tc, reads_what_is_written);
    tcase_add_test(tc, same_bytes_again);
    tcase_add_test(tc, hostile_files);
    tcase_add_test(tc, poses_from_poses_have_an_end);
    tcase_add_test(tc, cut_files);
    tcase_add_test(tc, out_of_memory);
    tcase_add_test(tc, lookup);
    tcase_add_test(tc, bad_definitions);
    suite_add_tcase(suite, tc);
    tc = tcase_create("drives");
    tcase_add_test(tc, apply_writes_drives);
    tcase_add_test(tc, apply_refuses);
    tcase_add_test(tc, skeleton_reaches_its_poses);
    suite_add_tcase(suite, tc);
    tc = tcase_create("sequences");
    tcase_add_test(tc, timer);
    tcase_add_test(tc, one_at_a_time);
    tcase_add_test(tc, contact_sensor_script);
    tcase_add_test(tc, within_and_end);
    tcase_add_test(tc, unknown_sensors);
    suite_add_tcase(suite, tc);
    return suite;
}
