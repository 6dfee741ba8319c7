/* Clips as BVH: what comes back after writing, angles that do not jump, and what kip's recordings become. */
#include "clip_helpers.h"
#include "io/record/bvh.h"
#include "recorded_model.h"

static const char odd[] =
    "HIERARCHY ROOT Left  Arm {\nOFFSET 0.1 1e-300 -0\nCHANNELS 6 Zrotation Yposition Xrotation "
    "Xposition Yrotation Zposition\n"
    "End Site { OFFSET 0 0.30000000000000004 0 }\n"
    "JOINT a:b.c }x { OFFSET 1 2 3 CHANNELS 3 Zrotation Xrotation Zrotation\n"
    "JOINT c { OFFSET 1 1 1 } }\n"
    "JOINT d{ OFFSET 1 1 1 } }\n"
    "ROOT second { OFFSET 5 5 5 CHANNELS 1 Yposition } MOTION Frames: 2 Frame Time: .0083333\n"
    "0.1 1e22 -0 1.7976931348623157e308 4.9e-324 123456789.123456789 1 2 3 4\n"
    "0.3 1e21 -359.99999999999994 1e-7 0.7 100 3.3333333333333335 5 6 7\n";

static void check_same(const KipClip *a, const KipClip *b)
{
    ck_assert_int_eq(a->nbone, b->nbone);
    ck_assert_int_eq(a->nvalue, b->nvalue);
    ck_assert_int_eq(a->nframe, b->nframe);
    ck_assert(a->period == b->period && a->metres == b->metres && a->up == b->up);
    if (a->nframe)
        ck_assert_mem_eq(a->value, b->value, (size_t)(a->nframe * a->nvalue) * sizeof(double));
    for (int i = 0; i < a->nbone; i++) {
        const KipBone *x = &a->bone[i], *y = &b->bone[i];
        ck_assert_str_eq(x->name, y->name);
        ck_assert(x->parent == y->parent && x->nchannel == y->nchannel && x->first == y->first);
        ck_assert(x->has_end == y->has_end);
        ck_assert_mem_eq(&x->offset, &y->offset, sizeof x->offset);
        ck_assert_mem_eq(&x->end, &y->end, sizeof x->end);
        ck_assert_mem_eq(x->channel, y->channel, (size_t)x->nchannel * sizeof *x->channel);
    }
}

START_TEST(bvh_comes_back_as_it_was)
{
    KipClip *clip = load_bvh(odd);
    ck_assert_str_eq(clip->bone[0].name, "Left  Arm");
    ck_assert_str_eq(clip->bone[1].name, "a:b.c }x");
    char *first = written(clip), *again = written(clip);
    ck_assert_str_eq(first, again);
    KipClip *back = load_bvh(first);
    check_same(clip, back);
    char *second = written(back);
    ck_assert_str_eq(first, second);
    kip_clip_destroy(clip);
    kip_clip_destroy(back);
    free(first);
    free(again);
    free(second);
}
END_TEST

/* A skeleton without frames too. */
START_TEST(a_bare_skeleton_comes_back)
{
    KipClip *clip =
        load_bvh("HIERARCHY ROOT a { OFFSET 1 2 3 CHANNELS 1 Xrotation End Site { OFFSET 1 0 0 } }");
    char *text = written(clip);
    KipClip *back = load_bvh(text);
    check_same(clip, back);
    kip_clip_destroy(clip);
    kip_clip_destroy(back);
    free(text);
}
END_TEST

/* -- from ASF -------------------------------------------------------------------------------------------- */

static const char arm[] =
    ":root\norder TX TY TZ RX RY RZ\n:bonedata\nbegin\nname a{b\ndirection 1 0 0\nlength 1\n"
    "axis 0 0 0 XYZ\ndof rx ry rz\nend\n:hierarchy\nbegin\nroot a{b\nend\n";

/* One of three angles grows through five turns while the others stay: the file has the same, unwrapped,
 * also where the middle one passes 90 degrees. */
START_TEST(written_angles_do_not_jump)
{
    enum { STEPS = 360 };
    char *amc, *text;
    size_t size;
    FILE *stream = open_memstream(&amc, &size);
    for (int i = 0; i <= STEPS; i++) {
        double angle[] = {20, 30, 40};
        angle[_i] = 5.0 * i;
        fprintf(stream, "%d\na{b %.17g %.17g %.17g\n", i, angle[0], angle[1], angle[2]);
    }
    fclose(stream);
    KipClip *clip = load_asf(arm, amc);
    text = written(clip);
    KipClip *back = load_bvh(text);
    ck_assert_str_eq(back->bone[1].name, "a_b");
    ck_assert_int_eq(back->bone[0].nchannel, 6);
    ck_assert_int_eq(back->bone[1].nchannel, 3);
    for (int i = 0; i <= STEPS; i++) {
        double expected[] = {20, 30, 40};
        expected[_i] = 5.0 * i;
        for (int k = 0; k < 3; k++)
            ck_near(back->value[i * 9 + 6 + k], expected[2 - k], 1e-6);
    }
    kip_clip_destroy(clip);
    kip_clip_destroy(back);
    free(amc);
    free(text);
}
END_TEST

/* -- from recordings ------------------------------------------------------------------------------------- */

/* The bone of a body; names are words there. */
static int bone_of(const KipClip *clip, const char *body)
{
    char word[64];
    snprintf(word, sizeof word, "%s", body);
    for (char *c = word; *c; c++)
        if ((unsigned char)*c <= ' ')
            *c = '_';
    return bone_called(clip, word);
}

/* How far frame k of the clip is from the recorded poses: joints in m, and the tips of long levers. */
static double distance(const KipClip *clip, const KipModel *model, const KipBodyPose *pose, int k)
{
    enum { MOST = 32 };
    KipVec3 p[MOST];
    KipQuat q[MOST], rest[MOST] = {q_identity()};
    double most = 0;
    ck_assert_int_le(clip->nbone, MOST);
    kip_clip_pose(clip, k, p, q);
    for (int i = 1; i < model->nbody; i++) {
        const KipBody *body = &model->body[i];
        int bone = bone_of(clip, body->name);
        rest[i] = q_mul(rest[body->parent], body->quat);
        if (bone < 0) /* scenery */
            continue;
        bool turns = clip->bone[bone].nchannel == 3 && body->njoint;
        KipVec3 anchor = turns ? model->joint[body->joint].pos : v3_zero();
        KipVec3 joint = v3_add(pose[i].pos, q_rotate(pose[i].quat, anchor));
        KipVec3 lever = v3(1, 2, 3), tip = q_rotate(q_mul(q[bone], rest[i]), lever);
        most = most_of(most, v3_length(v3_sub(p[bone], joint)));
        most = most_of(most, v3_length(v3_sub(tip, q_rotate(pose[i].quat, lever))));
    }
    return most;
}

START_TEST(recordings_read_back)
{
    Fixture f = make_recording(_i);
    KipRecording *grid;
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    ck_ok(kip_bvh_write(stream, f.recording, &error));
    fclose(stream);
    KipClip *clip = load_bvh(text);
    clip->metres = 0.01; /* these figures have no man's size */
    clip->up = 1;
    ck_ok(kip_recording_resample(f.recording, &grid, &error));
    ck_assert_uint_eq((size_t)clip->nframe, grid->nframe);
    ck_near(clip->period, 1.0 / 60, 1e-12);
    double most = 0;
    for (int k = 0; k < clip->nframe; k++)
        most = most_of(most, distance(clip, f.model, kip_recording_poses(grid, (size_t)k), k));
    ck_below(most, 1e-9);
    kip_recording_destroy(grid);
    kip_clip_destroy(clip);
    free(text);
    free_recording(&f);
}
END_TEST

TCase *clip_write_case(void)
{
    TCase *test = tcase_create("writing");
    tcase_add_test(test, bvh_comes_back_as_it_was);
    tcase_add_test(test, a_bare_skeleton_comes_back);
    tcase_add_loop_test(test, written_angles_do_not_jump, 0, 3);
    tcase_add_loop_test(test, recordings_read_back, 1, 3);
    return test;
}
