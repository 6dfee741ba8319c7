/* BVH: a small reader that knows nothing of the writer brings back where every body was. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/dynamics/quat.h"
#include "../src/dynamics/random.h"
#include "../src/io/record/bvh.h"
#include "../src/io/formats/clip.h"
#include "../src/io/formats/mjcf.h"
#include "clip_find.h"
#include "random_model.h"
#include "recorded_model.h"
#include "study.h"

Suite *suite_bvh(void);

/* -- reading BVH ----------------------------------------------------------------------------------------- */

enum { MOST_NODES = 32, CHANNELS = 6 };

typedef struct BvhNode {
    char name[64];
    int parent; /* -1: none */
    double offset[3];
    int nchannel;
    char channel[CHANNELS][16];
    KipMat3 R; /* of one frame, world */
    KipVec3 p;
} BvhNode;

typedef struct Bvh {
    int nnode, nframe;
    BvhNode node[MOST_NODES];
    char *motion; /* the numbers not read yet */
} Bvh;

/* The next word of the text. */
static const char *next_word(char **text, char word[64])
{
    int used = 0;
    ck_assert_int_eq(sscanf(*text, "%63s%n", word, &used), 1);
    *text += used;
    return word;
}

static void read_offset(char **text, double offset[3])
{
    for (int i = 0; i < 3; i++)
        offset[i] = strtod(*text, text);
}

static void read_channels(char **text, BvhNode *node)
{
    char word[64];
    node->nchannel = atoi(next_word(text, word));
    ck_assert(node->nchannel == 3 || node->nchannel == 6);
    for (int i = 0; i < node->nchannel; i++)
        snprintf(node->channel[i], sizeof node->channel[i], "%.15s", next_word(text, word));
}

static void read_bvh(Bvh *bvh, char *text)
{
    char word[64];
    double skipped[3];
    bool end_site = false;
    int open = -1; /* the innermost node */
    memset(bvh, 0, sizeof *bvh);
    ck_assert_str_eq(next_word(&text, word), "HIERARCHY");
    while (strcmp(next_word(&text, word), "MOTION") != 0) {
        if (strcmp(word, "ROOT") == 0 || strcmp(word, "JOINT") == 0) {
            ck_assert_int_eq(strcmp(word, "ROOT") == 0, bvh->nnode == 0);
            bvh->node[bvh->nnode].parent = open;
            next_word(&text, bvh->node[bvh->nnode].name);
            open = bvh->nnode++;
        } else if (strcmp(word, "End") == 0) {
            ck_assert_str_eq(next_word(&text, word), "Site");
            end_site = true;
        } else if (strcmp(word, "OFFSET") == 0) {
            read_offset(&text, end_site ? skipped : bvh->node[open].offset);
        } else if (strcmp(word, "CHANNELS") == 0) {
            read_channels(&text, &bvh->node[open]);
        } else if (strcmp(word, "}") == 0) {
            open = end_site ? open : bvh->node[open].parent;
            end_site = false;
        } else {
            ck_assert_str_eq(word, "{");
        }
    }
    ck_assert_int_eq(open, -1);
    ck_assert_str_eq(next_word(&text, word), "Frames:");
    bvh->nframe = atoi(next_word(&text, word));
    ck_assert_str_eq(next_word(&text, word), "Frame");
    ck_assert_str_eq(next_word(&text, word), "Time:");
    ck_assert(strtod(next_word(&text, word), NULL) == 1.0 / 60);
    bvh->motion = text;
}

/* Poses of the next frame, BVH axes and centimetres: channels in the order they are listed. */
static void read_frame(Bvh *bvh)
{
    const KipVec3 axis[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < bvh->nnode; i++) {
        BvhNode *node = &bvh->node[i];
        KipMat3 R = m3_identity();
        double p[3] = {node->offset[0], node->offset[1], node->offset[2]};
        for (int k = 0; k < node->nchannel; k++) {
            double value = strtod(bvh->motion, &bvh->motion);
            int a = node->channel[k][0] - 'X';
            if (strcmp(node->channel[k] + 1, "position") == 0)
                p[a] += value;
            else
                R = m3_mul(R, q_matrix(q_axis_angle(axis[a], value * acos(-1) / 180)));
        }
        bool top = node->parent < 0;
        node->R = top ? R : m3_mul(bvh->node[node->parent].R, R);
        node->p = top ? v3_from(p)
                      : v3_add(bvh->node[node->parent].p, m3_apply(bvh->node[node->parent].R, v3_from(p)));
    }
    ck_assert_int_eq(*bvh->motion, '\n');
}

static int find_node(const Bvh *bvh, const char *name)
{
    for (int i = 0; i < bvh->nnode; i++)
        if (strcmp(bvh->node[i].name, name) == 0)
            return i;
    return -1;
}

/* From BVH's axes (x left, y up, z forward) and centimetres. */
static KipVec3 from_bvh(KipVec3 v)
{
    return v3(0.01 * v.z, 0.01 * v.x, 0.01 * v.y);
}

/* A vector in a body's axes as the file tells it. */
static KipVec3 turned_by_bvh(const BvhNode *node, KipQuat rest, KipVec3 v)
{
    KipVec3 world = q_rotate(rest, v);
    return v3_scale(100, from_bvh(m3_apply(node->R, v3(world.y, world.z, world.x))));
}

/* The body's node: names are words. */
static int node_of(const Bvh *bvh, const char *body)
{
    char word[64];
    snprintf(word, sizeof word, "%s", body);
    for (char *c = word; *c; c++)
        if ((unsigned char)*c <= ' ')
            *c = '_';
    return find_node(bvh, word);
}

/* -- tests ----------------------------------------------------------------------------------------------- */

/* The file as text; the caller frees it. */
static char *written_bvh(const KipRecording *recording)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    ck_assert_int_eq(kip_bvh_write(stream, recording, NULL), KIP_OK);
    fclose(stream);
    return text;
}

static double largest_bvh_error(const Fixture *f, Bvh *bvh)
{
    const KipModel *model = f->model;
    double largest = 0;
    KipRecording *grid;
    ck_assert_int_eq(kip_recording_resample(f->recording, &grid, NULL), KIP_OK);
    ck_assert_uint_eq((size_t)bvh->nframe, grid->nframe);
    KipQuat rest[MOST_NODES] = {q_identity()};
    for (int i = 1; i < model->nbody; i++)
        rest[i] = q_mul(rest[model->body[i].parent], model->body[i].quat);
    for (int k = 0; k < bvh->nframe; k++) {
        const KipBodyPose *pose = kip_recording_poses(grid, (size_t)k);
        read_frame(bvh);
        for (int i = 1; i < model->nbody; i++) {
            const KipBody *body = &model->body[i];
            int index = node_of(bvh, body->name);
            if (index < 0) /* scenery */
                continue;
            const BvhNode *node = &bvh->node[index];
            KipVec3 anchor = node->nchannel == 3 && body->njoint ? model->joint[body->joint].pos : v3_zero();
            KipVec3 p = v3_sub(from_bvh(node->p), turned_by_bvh(node, rest[i], anchor));
            KipVec3 tip = turned_by_bvh(node, rest[i], v3(1, 2, 3));
            double error = v3_length(v3_sub(p, pose[i].pos));
            largest = most_of(largest, error);
            largest = most_of(largest, v3_length(v3_sub(tip, q_rotate(pose[i].quat, v3(1, 2, 3)))));
        }
    }
    kip_recording_destroy(grid);
    return largest;
}

START_TEST(bvh_reproduces_every_body)
{
    int ntree = _i + 1;
    Fixture f = make_recording(ntree);
    char *text = written_bvh(f.recording);
    Bvh bvh;
    read_bvh(&bvh, text);
    ck_assert_int_eq(bvh.nframe, (int)f.recording->nframe);
    ck_assert_int_eq(bvh.nnode, ntree == 1 ? 6 : 9);
    ck_assert_str_eq(bvh.node[0].name, ntree == 1 ? "hips,_\"middle\"" : "world");
    ck_assert_int_eq(find_node(&bvh, "scenery"), -1);
    ck_assert_int_eq(bvh.node[find_node(&bvh, "arm")].nchannel, 3);
    ck_assert_int_eq(bvh.node[find_node(&bvh, "piston")].nchannel, 6);
    ck_assert_int_eq(bvh.node[find_node(&bvh, "leg")].nchannel, 6);
    double error = largest_bvh_error(&f, &bvh);
    ck_assert_msg(error < 1e-9, "%g m", error);
    free(text);
    free_recording(&f);
}
END_TEST

/* Five turns of each angle while the others stay as they are: it grows on and on, and where the middle one
 * passes 90 degrees the others do not jump. */
START_TEST(bvh_angles_do_not_jump)
{
    enum { STEPS = 500 };
    KipBuilder *builder = kip_builder_create(NULL);
    KipModel *model;
    KipSim *sim;
    KipRecording *recording;
    int body = add_body(builder, "top", 0, v3_zero(), q_identity());
    add_joint(builder, "top", body, KIP_JOINT_BALL, v3(0, 0, 1), v3_zero());
    ck_assert_int_eq(kip_builder_finish(builder, &model, NULL), KIP_OK);
    KipSimDef def = kip_sim_def(model);
    def.timestep = 1.0 / KIP_RECORDING_RATE;
    ck_assert_int_eq(kip_sim_create(model, &def, &sim, NULL), KIP_OK);
    ck_assert_int_eq(kip_recording_create(model, def.timestep, NULL, &recording, NULL), KIP_OK);
    for (int i = 0; i <= STEPS; i++) {
        double q[4], angle[] = {0.3, 0.4, 0.7}; /* about z, x, y of BVH, x, y, z of kip */
        angle[_i] = 10 * acos(-1) * i / STEPS;
        KipQuat z = q_axis_angle(v3(1, 0, 0), angle[0]), x = q_axis_angle(v3(0, 1, 0), angle[1]);
        q_store(q, q_mul(z, q_mul(x, q_axis_angle(v3(0, 0, 1), angle[2]))));
        ck_assert_int_eq(kip_sim_set_state(sim, q, NULL, NULL), KIP_OK);
        ck_assert_int_eq(kip_recording_capture(recording, sim, NULL), KIP_OK);
        ck_assert_int_eq(kip_sim_step(sim, NULL), KIP_OK);
    }
    char *text = written_bvh(recording);
    Bvh bvh;
    read_bvh(&bvh, text);
    for (int i = 0; i <= STEPS; i++) {
        double expected[] = {0, 0, 0, 0.3, 0.4, 0.7};
        expected[3 + _i] = 10 * acos(-1) * i / STEPS;
        for (int k = 0; k < 6; k++)
            ck_assert_double_eq_tol(strtod(bvh.motion, &bvh.motion) * acos(-1) / 180, expected[k], 1e-6);
    }
    free(text);
    kip_recording_destroy(recording);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* The angle in the file, at k/60 s, is the pendulum's at that time, whatever the steps: as near as a straight
 * line between two steps comes. */
START_TEST(bvh_is_on_the_grid)
{
    static const double timestep[] = {0.001, 0.005, 0.05}, allowed[] = {2e-4, 2e-4, 2e-2};
    Fixture exact = make_swing(1.0 / 1200, 1200), f = make_swing(timestep[_i], (int)(1 / timestep[_i] + 0.5));
    char *text = written_bvh(f.recording);
    Bvh bvh;
    read_bvh(&bvh, text);
    ck_assert_int_eq(bvh.nframe, 61);
    for (size_t k = 0; k < 61; k++) {
        double channel[CHANNELS], expected = *kip_recording_q(exact.recording, k);
        for (int i = 0; i < CHANNELS; i++)
            channel[i] = strtod(bvh.motion, &bvh.motion);
        double error = fabs(channel[4] * acos(-1) / 180 - expected); /* kip's y is BVH's x */
        ck_assert_msg(error < allowed[_i], "%g rad at %zu/60 s", error, k);
    }
    free(text);
    free_recording(&f);
    free_recording(&exact);
}
END_TEST

/* -- back through the reader of clips -------------------------------------------------------------------- */

static KipError error;

/* How far off what was written is: joints in m, orientations in rad. */
typedef struct Off {
    double place, turn;
} Off;

static double angle_between(KipQuat a, KipQuat b)
{
    KipQuat q = q_mul(q_conjugate(a), b);
    return 2 * atan2(v3_length(v3(q.x, q.y, q.z)), fabs(q.w));
}

/* In one frame; `rest` is where the bodies' frames point at the reference configuration. */
static void measure_frame(const KipModel *model, const KipClip *clip, int frame, const KipBodyPose *pose,
                          const KipQuat *rest, Off *off)
{
    KipVec3 place[MOST_NODES];
    KipQuat turn[MOST_NODES];
    ck_assert_int_le(clip->nbone, MOST_NODES);
    kip_clip_pose(clip, frame, place, turn);
    for (int i = 1; i < model->nbody; i++) {
        const KipBody *body = &model->body[i];
        int bone = bone_called(clip, body->name);
        ck_assert_int_ge(bone, 0);
        KipVec3 anchor = clip->bone[bone].nchannel == 3 ? model->joint[body->joint].pos : v3_zero();
        KipVec3 joint = v3_add(pose[i].pos, q_rotate(pose[i].quat, anchor));
        off->place = most_of(off->place, v3_length(v3_sub(place[bone], joint)));
        off->turn = most_of(off->turn, angle_between(turn[bone], q_mul(pose[i].quat, q_conjugate(rest[i]))));
    }
}

/* Of all frames; every body has a name without blanks, and a joint. */
static Off read_back(const KipRecording *recording)
{
    const KipModel *model = recording->model;
    KipQuat rest[MOST_NODES] = {q_identity()};
    Off off = {0, 0};
    KipRecording *grid;
    KipClip *clip;
    char *text = written_bvh(recording);
    ck_ok(kip_bvh_parse(text, strlen(text), "back.bvh", &clip, &error));
    clip->metres = 0.01, clip->up = 1;
    ck_ok(kip_recording_resample(recording, &grid, &error));
    ck_assert_uint_eq((size_t)clip->nframe, grid->nframe);
    for (int i = 1; i < model->nbody; i++)
        rest[i] = q_mul(rest[model->body[i].parent], model->body[i].quat);
    for (int k = 0; k < clip->nframe; k++)
        measure_frame(model, clip, k, kip_recording_poses(grid, (size_t)k), rest, &off);
    kip_recording_destroy(grid);
    kip_clip_destroy(clip);
    free(text);
    return off;
}

static void check_back(const KipRecording *recording)
{
    Off off = read_back(recording);
    ck_below(off.place, 1e-9);
    ck_below(off.turn, 1e-9);
}

/* The motion's frames, as a recording. */
static void check_motion_back(KipMotion *motion)
{
    KipRecording *recording;
    ck_ok(kip_recording_create(motion->model, motion->period, NULL, &recording, &error));
    ck_ok(kip_recording_play(recording, motion, &error));
    check_back(recording);
    kip_recording_destroy(recording);
    kip_motion_destroy(motion);
}

static KipMotion *motion_of(const KipModel *model, int nframe)
{
    KipMotion *motion;
    ck_ok(kip_motion_create(model, nframe, 1.0 / KIP_RECORDING_RATE, NULL, &motion, &error));
    return motion;
}

static KipModel *skeleton(void)
{
    KipModel *model;
    ck_ok(kip_mjcf_load(&model, "data/models/skeleton37.xml", NULL, &error));
    return model;
}

START_TEST(a_fall_reads_back)
{
    Fixture f = {.model = skeleton()};
    KipSimDef def = kip_sim_def(f.model);
    double v[64] = {0.5, 0.2, 0, 0.3, 1, 0.2};
    def.timestep = 0.001; /* frames between those that are recorded */
    ck_assert_int_le(f.model->nv, 64);
    ck_ok(kip_sim_create(f.model, &def, &f.sim, &error));
    ck_ok(kip_sim_set_state(f.sim, kip_sim_q(f.sim), v, &error));
    ck_ok(kip_recording_create(f.model, def.timestep, NULL, &f.recording, &error));
    run_fixture(&f, 2000);
    check_back(f.recording);
    free_recording(&f);
}
END_TEST

/* States far beyond what a person can do. */
START_TEST(wild_poses_read_back)
{
    KipModel *model = skeleton();
    KipRandom random = {11};
    KipMotion *motion = motion_of(model, 300);
    double v[64];
    for (int i = 0; i < motion->nframe; i++)
        random_state(&random, model, kip_motion_frame(motion, i), v, 1);
    check_motion_back(motion);
    kip_model_destroy(model);
}
END_TEST

/* A ball on a free body, so that one is seen from the other. */
static KipModel *two_balls(void)
{
    KipModel *model;
    KipBuilder *builder = kip_builder_create(NULL);
    KipQuat turned = q_normalize(quat(0.9, 0.3, -0.2, 0.25));
    int root = add_body(builder, "root", 0, v3(0, 0, 1), turned);
    add_joint(builder, "root", root, KIP_JOINT_FREE, v3(0, 0, 1), v3_zero());
    int arm = add_body(builder, "arm", root, v3(0, 0.3, 0), turned);
    add_joint(builder, "arm", arm, KIP_JOINT_BALL, v3(0, 0, 1), v3(0.02, 0, 0.05));
    int hand = add_body(builder, "hand", arm, v3(0, 0, -0.4), q_identity());
    add_joint(builder, "hand", hand, KIP_JOINT_BALL, v3(0, 0, 1), v3(0, 0.01, 0.03));
    ck_ok(kip_builder_finish(builder, &model, &error));
    return model;
}

/* The middle angle of root and arm at +-90 degrees, and 2^-k rad beside that, on both sides. Where a body's
 * rest orientation is Q, turning it by R from there makes R Q of a free joint, Q' R Q of a ball. */
START_TEST(gimbal_lock_reads_back)
{
    enum { NEARS = 56 };
    const double quarter = acos(0);
    KipModel *model = two_balls();
    KipQuat rest = model->body[1].quat, arm_rest = q_mul(rest, model->body[2].quat);
    KipRandom random = {3};
    KipMotion *motion = motion_of(model, NEARS * 20);
    for (int i = 0; i < motion->nframe; i++) {
        double *q = kip_motion_frame(motion, i), side = i / NEARS % 2 ? -1 : 1;
        double near = ldexp(i / NEARS / 2 % 2 ? -1 : 1, -(i % NEARS));
        for (int body = 0; body < 2; body++) {
            KipQuat z = q_axis_angle(v3(1, 0, 0), kip_random_uniform(&random, -4, 4));
            KipQuat x = q_axis_angle(v3(0, 1, 0), side * (quarter - (i % NEARS < NEARS - 1 ? near : 0)));
            KipQuat y = q_axis_angle(v3(0, 0, 1), kip_random_uniform(&random, -4, 4));
            KipQuat turned = q_mul(q_mul(z, x), y);
            if (body == 0)
                q_store(q + 3, q_mul(turned, rest));
            else
                q_store(q + 7, q_mul(q_conjugate(arm_rest), q_mul(turned, arm_rest)));
        }
    }
    check_motion_back(motion);
    kip_model_destroy(model);
}
END_TEST

/* Angles that grow and grow: 1000 turns of a wheel about each of three axes, and what turns on it. */
START_TEST(a_wheel_reads_back)
{
    enum { FRAMES = 2500 };
    const double axis[][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, turns = 1000 * 4 * acos(0);
    KipModel *model;
    KipBuilder *builder = kip_builder_create(NULL);
    int cart = add_body(builder, "cart", 0, v3(0, 0, 1), q_identity());
    add_joint(builder, "cart", cart, KIP_JOINT_FREE, v3(0, 0, 1), v3_zero());
    int wheel = add_body(builder, "wheel", cart, v3(0.3, 0, 0), q_identity());
    add_joint(builder, "wheel", wheel, KIP_JOINT_HINGE, v3_from(axis[_i]), v3(0.1, 0, 0));
    int rim = add_body(builder, "rim", wheel, v3(0.4, 0, 0), q_identity());
    add_joint(builder, "rim", rim, KIP_JOINT_HINGE, v3(0.6, 0, 0.8), v3_zero());
    ck_ok(kip_builder_finish(builder, &model, &error));
    KipMotion *motion = motion_of(model, FRAMES + 1);
    for (int i = 0; i <= FRAMES; i++) {
        double *q = kip_motion_frame(motion, i), share = (double)i / FRAMES;
        q[0] = 100 * share;
        q_store(q + 3, q_axis_angle(v3(0, 0.6, 0.8), -0.3 * turns * share));
        q[7] = turns * share;
        q[8] = -0.7 * turns * share;
    }
    check_motion_back(motion);
    kip_model_destroy(model);
}
END_TEST

Suite *suite_bvh(void)
{
    Suite *suite = suite_create("bvh");
    TCase *test = tcase_create("bvh");
    tcase_add_loop_test(test, bvh_reproduces_every_body, 0, 2);
    tcase_add_loop_test(test, bvh_angles_do_not_jump, 0, 3);
    tcase_add_loop_test(test, bvh_is_on_the_grid, 0, 3);
    tcase_add_test(test, a_fall_reads_back);
    tcase_add_test(test, wild_poses_read_back);
    tcase_add_test(test, gimbal_lock_reads_back);
    tcase_add_loop_test(test, a_wheel_reads_back, 0, 3);
    suite_add_tcase(suite, test);
    return suite;
}
