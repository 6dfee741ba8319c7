/* BVH: a small reader that knows nothing of the writer brings back where every body was. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/dynamics/quat.h"
#include "../src/io/formats/bvh.h"
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
    ck_assert_msg(error < 1e-6, "%g m", error);
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

Suite *suite_bvh(void)
{
    Suite *suite = suite_create("bvh");
    TCase *test = tcase_create("bvh");
    tcase_add_loop_test(test, bvh_reproduces_every_body, 0, 2);
    tcase_add_loop_test(test, bvh_angles_do_not_jump, 0, 3);
    tcase_add_loop_test(test, bvh_is_on_the_grid, 0, 3);
    suite_add_tcase(suite, test);
    return suite;
}
