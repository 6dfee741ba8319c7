/* Clips: what readers take, in all the ways that files write it, and what they make of it. */
#include <unistd.h>

#include "clip_helpers.h"

Suite *suite_clip(void);

/* -- BVH ------------------------------------------------------------------------------------------------- */

/* Ten values a frame, two frames. */
static const char walk[] = "HIERARCHY\n"
                           "ROOT My Hips\n"
                           "{\n"
                           "OFFSET 0 1 2\n"
                           "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
                           "JOINT 2nd:spine.L-1\n"
                           "{\n"
                           "OFFSET 1e-3 1.E+02 -.5\n"
                           "CHANNELS 1 Yrotation\n"
                           "End Site\n"
                           "{\n"
                           "OFFSET 0 0 0\n"
                           "}\n"
                           "}\n"
                           "JOINT \xc3\x84rm\n"
                           "{\n"
                           "OFFSET 0 0 0\n"
                           "}\n"
                           "}\n"
                           "ROOT Prop\n"
                           "{\n"
                           "CHANNELS 3 Zposition Xrotation Xposition\n"
                           "OFFSET 7 8 9\n"
                           "JOINT \xc3\x84rm\n"
                           "{\n"
                           "OFFSET 4 5 6\n"
                           "CHANNELS 0\n"
                           "}\n"
                           "}\n"
                           "MOTION\n"
                           "Frames: 2\n"
                           "Frame Time: 0.025\n"
                           "1 2 3 4 5 6 7 8 9 10\n"
                           "-1 2.5e1 +3 -0 0.1 1e-5 .25 8. 1E2 10\n";

static void check_walk(const KipClip *clip)
{
    static const char *const name[] = {"My Hips", "2nd:spine.L-1", "\xc3\x84rm", "Prop", "\xc3\x84rm"};
    static const int parent[] = {-1, 0, 0, -1, 3}, nchannel[] = {6, 1, 0, 3, 0}, first[] = {0, 6, 7, 7, 10};
    static const double value[] = {1,  2,  3, 4,    5,   6,    7,    8, 9,   10,
                                   -1, 25, 3, -0.0, 0.1, 1e-5, 0.25, 8, 100, 10};
    ck_assert_int_eq(clip->nbone, 5);
    for (int i = 0; i < 5; i++) {
        const KipBone *bone = &clip->bone[i];
        ck_assert_str_eq(bone->name, name[i]);
        ck_assert_int_eq(bone->parent, parent[i]);
        ck_assert_int_eq(bone->nchannel, nchannel[i]);
        ck_assert_int_eq(bone->first, first[i]);
        ck_assert(bone->has_end == (i == 1) && !bone->adds);
    }
    ck_assert(clip->bone[0].offset.x == 0 && clip->bone[0].offset.z == 2);
    ck_assert(clip->bone[1].offset.x == 1e-3 && clip->bone[1].offset.y == 100 &&
              clip->bone[1].offset.z == -0.5);
    ck_assert_int_eq(clip->bone[0].channel[4], KIP_TURNS_X);
    ck_assert_int_eq(clip->bone[3].channel[0], KIP_MOVES_Z);
    ck_assert_int_eq(clip->nvalue, 10);
    ck_assert_int_eq(clip->nframe, 2);
    ck_assert(clip->period == 0.025);
    ck_assert_mem_eq(clip->value, value, sizeof value);
    ck_assert_str_eq(clip->name, "walk.v1");
}

/* `text` with every `from` replaced; the caller frees it. */
static char *replaced(const char *text, const char *from, const char *to)
{
    size_t n = strlen(text), count = 0;
    for (const char *at = text; (at = strstr(at, from)); at += strlen(from))
        count++;
    char *made = malloc(n + count * strlen(to) + 1), *end = made;
    for (const char *at = text; *at;) {
        if (strncmp(at, from, strlen(from)) == 0) {
            end = stpcpy(end, to);
            at += strlen(from);
        } else {
            *end++ = *at++;
        }
    }
    *end = 0;
    return made;
}

static const struct {
    const char *from, *to;
} spelling[] = {
    {"\n", "\n"},
    {"\n", "\r\n"},
    {"\n", "\r"},
    {"\n", " "}, /* all on one line */
    {"\n", "  \t\n\n \t"},
    {" ", "\t \t"},
    {"\n{", " {"},
    {"\n{\n", "{"},
    {"\n}", "}"},
    {"End Site", "End Site of it"},
    {"End Site", "END SITE"},
    {"HIERARCHY\n", "\xef\xbb\xbfhierarchy\n\n"},
    {"JOINT", "Joint"},
    {"JOINT ", "joint\n"},
    {"OFFSET", "oFFset"},
    {"CHANNELS", "channels"},
    {"position", "POSITION"},
    {"Frames: 2", "Frames:2"},
    {"Frames: 2", "frames : 2"},
    {"Frames: 2\nFrame Time: 0.025", "Frame Time: 0.025\nFrames: 2"},
    {"Frame Time: ", "Frame Time :"},
    {"Frame Time: ", "FrameTime:"},
    {"Frame Time: ", "FRAME\nTIME "},
    {"8. 1E2 10\n", "8. 1E2 10"}, /* no final line end */
    {"9 10\n", "9\n10 "},
};

START_TEST(bvh_in_any_spelling)
{
    char *text = replaced(walk, spelling[_i].from, spelling[_i].to);
    char *blank = replaced(text, "My\t \tHips", "My Hips"); /* blanks within a name stay */
    KipClip *clip = load_bvh(blank);
    check_walk(clip);
    kip_clip_destroy(clip);
    free(text);
    free(blank);
}
END_TEST

START_TEST(the_first_of_two_names_is_found)
{
    KipClip *clip = load_bvh(walk);
    ck_assert_int_eq(bone_called(clip, "\xc3\x84rm"), 2);
    ck_assert_int_eq(bone_called(clip, "Prop"), 3);
    ck_assert_int_eq(bone_called(clip, "prop"), -1);
    kip_clip_destroy(clip);
    kip_clip_destroy(NULL);
}
END_TEST

START_TEST(bvh_without_motion_is_a_skeleton)
{
    char *text = replaced(walk, "MOTION", "");
    *strstr(text, "\nFrames") = 0;
    KipClip *clip = load_bvh(text);
    ck_assert_int_eq(clip->nbone, 5);
    ck_assert_int_eq(clip->nvalue, 10);
    ck_assert_int_eq(clip->nframe, 0);
    kip_clip_destroy(clip);
    free(text);
}
END_TEST

/* Short numbers go another way than long ones; both come out as strtod has them. */
START_TEST(numbers_are_rounded_correctly)
{
    enum { FRAMES = 2000 };
    KipRandom random = {11};
    char *text;
    size_t size;
    double expected[FRAMES];
    FILE *stream = open_memstream(&text, &size);
    fprintf(stream,
            "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 1 Xposition } MOTION Frames: %d Frame Time: 1\n",
            FRAMES);
    for (int i = 0; i < FRAMES; i++) {
        char number[64];
        double scale = pow(10, kip_random_uniform(&random, -12, 12));
        snprintf(number, sizeof number, i % 3 ? "%.*f" : "%.*e", i % 19, kip_random_normal(&random) * scale);
        expected[i] = strtod(number, NULL);
        fprintf(stream, "%s\n", number);
    }
    fclose(stream);
    KipClip *clip = load_bvh(text);
    ck_assert_int_eq(clip->nframe, FRAMES);
    for (int i = 0; i < FRAMES; i++)
        ck_assert_msg(clip->value[i] == expected[i], "%.17g, not %.17g", clip->value[i], expected[i]);
    kip_clip_destroy(clip);
    free(text);
}
END_TEST

/* -- ASF and AMC ----------------------------------------------------------------------------------------- */

static const char skeleton[] = "# made for a test\n"
                               ":version 1.10\n"
                               ":name someone special\n"
                               ":units\n"
                               "  mass 1.0\n"
                               "  length 0.45\n"
                               "  angle deg\n"
                               ":documentation\n"
                               "  begin of a text (with commas, too)\n"
                               "  about bones: and more\n"
                               ":root\n"
                               "  order RX TY TX TZ RZ RY\n"
                               "  axis XYZ\n"
                               "  position 0 0 0\n"
                               "  orientation 0 0 0\n"
                               ":bonedata\n"
                               "begin\n"
                               "  id 1\n"
                               "  name shin\n"
                               "  direction 0 -1 0\n"
                               "  length 7\n"
                               "  axis 0 0 20 ZXY\n"
                               "  dof rx l\n"
                               "  limits (-10.0 170.0)\n"
                               "         (1,-inf)\n"
                               "end\n"
                               "begin # the last one\n"
                               "  id 2\n"
                               "  bodymass 3\n"
                               "  cofmass 1\n"
                               "  name foot#1\n"
                               "  direction 0 0 1\n"
                               "  length 2\n"
                               "end\n"
                               "begin\n"
                               "  name thigh\n"
                               "  direction 0.6 -0.8 0\n"
                               "  length 5\n"
                               "  axis 0 0 0 XYZ\n"
                               "  dof rz ry rx\n"
                               "end\n"
                               ":hierarchy\n"
                               "begin\n"
                               "  shin foot#1\n"
                               "  root thigh\n"
                               "  thigh shin\n"
                               "end\n";

static const char steps[] = "#!OML\n"
                            ":DEGREES\n"
                            "17\n"
                            "shin 1 0.5\n"
                            "foot#1\n"
                            "root 1 2 3 4 5 6 # in the order of the ASF\n"
                            "18\n"
                            "thigh 7 8 9\n"
                            "19\n"
                            "thigh 10 11 12\n"
                            "root 6 5 4 3 2 1";

START_TEST(asf_tells_the_skeleton)
{
    static const char *const name[] = {"root", "thigh", "shin", "foot#1"};
    static const KipChannel order[] = {KIP_TURNS_Y, KIP_TURNS_Z, KIP_MOVES_Z,
                                       KIP_MOVES_X, KIP_MOVES_Y, KIP_TURNS_X};
    KipClip *clip = load_asf(skeleton, NULL);
    ck_assert_int_eq(clip->nbone, 4);
    for (int i = 0; i < 4; i++) {
        ck_assert_str_eq(clip->bone[i].name, name[i]);
        ck_assert_int_eq(clip->bone[i].parent, i - 1);
        ck_assert(clip->bone[i].has_end == (i == 3) && clip->bone[i].adds);
    }
    ck_assert_int_eq(clip->bone[0].nchannel, 6);
    ck_assert_mem_eq(clip->bone[0].channel, order, sizeof order); /* backwards */
    ck_assert(clip->bone[2].offset.x == 0.6 * 5 && clip->bone[2].offset.y == -0.8 * 5);
    ck_assert(clip->bone[3].offset.y == -7 && clip->bone[3].end.z == 2);
    const KipBone *shin = &clip->bone[2];
    ck_assert(shin->channel[0] == KIP_LENGTHENS && shin->channel[1] == KIP_TURNS_X);
    ck_assert(shin->limited[0] && shin->lo[0] == -INFINITY && shin->hi[0] == 1);
    ck_assert(shin->limited[1] && shin->lo[1] == -10 && shin->hi[1] == 170);
    ck_assert(!clip->bone[1].limited[0]);
    ck_near(clip->metres, 0.0254 / 0.45, 1e-15);
    ck_assert_int_eq(clip->nframe, 0);
    ck_assert(clip->period == 1.0 / 120);
    ck_assert_str_eq(clip->name, "s");
    kip_clip_destroy(clip);
}
END_TEST

START_TEST(amc_tells_the_frames)
{
    static const double value[] = {
        6, 5, 4, 3, 2, 1, 0,  0,  0,  0.5, 1, /* root, thigh, shin: each backwards */
        6, 5, 4, 3, 2, 1, 9,  8,  7,  0.5, 1, /* what is left out stays */
        1, 2, 3, 4, 5, 6, 12, 11, 10, 0.5, 1,
    };
    KipClip *clip = load_asf(skeleton, steps);
    ck_assert_int_eq(clip->nvalue, 11);
    ck_assert_int_eq(clip->nframe, 3);
    ck_assert_mem_eq(clip->value, value, sizeof value);
    ck_assert_str_eq(clip->name, "m");
    ck_assert(clip->period == 1.0 / 120);
    kip_clip_destroy(clip);
}
END_TEST

START_TEST(amc_states_rate_and_unit)
{
    const double degree = acos(-1) / 180;
    char *radians = replaced(skeleton, "angle deg", "angle rad");
    KipClip *clip =
        load_asf(skeleton, ":samples-per-second 60\n:RADIANS\n1\nthigh 1 2 -3\nroot 0 1 2 3 0 0\n");
    ck_assert(clip->period == 1.0 / 60);
    ck_near(clip->value[clip->bone[1].first + 2], 1 / degree, 1e-12);
    ck_near(clip->value[clip->bone[1].first], -3 / degree, 1e-12);
    ck_assert(clip->value[clip->bone[0].first + 3] == 2); /* a length */
    kip_clip_destroy(clip);
    clip = load_asf(radians, "1\nthigh 1 2 -3\n"); /* as the skeleton's own angles */
    ck_near(clip->value[clip->bone[1].first + 2], 1 / degree, 1e-12);
    ck_near(clip->bone[2].hi[1], 170 / degree, 1e-10);
    ck_near(fabs(clip->bone[2].axes.y), fabs(sin(10.0)), 1e-12);
    kip_clip_destroy(clip);
    clip = load_asf(radians, ":DEGREES\n1\nthigh 1 2 -3\n");
    ck_assert(clip->value[clip->bone[1].first + 2] == 1);
    kip_clip_destroy(clip);
    free(radians);
}
END_TEST

START_TEST(asf_in_any_spelling)
{
    static const char *const end[] = {"\r\n", "\r", " \t\n\n"};
    for (size_t i = 0; i < sizeof end / sizeof *end; i++) {
        char *asf = replaced(skeleton, "\n", end[i]), *amc = replaced(steps, "\n", end[i]);
        KipClip *plain = load_asf(skeleton, steps), *clip = load_asf(asf, amc);
        ck_assert_int_eq(clip->nbone, plain->nbone);
        ck_assert_int_eq(clip->nframe, plain->nframe);
        ck_assert_mem_eq(clip->value, plain->value, 33 * sizeof(double));
        ck_assert(clip->bone[2].hi[1] == plain->bone[2].hi[1]);
        kip_clip_destroy(clip);
        kip_clip_destroy(plain);
        free(asf);
        free(amc);
    }
}
END_TEST

START_TEST(a_bvh_takes_no_amc)
{
    KipClip *clip = load_bvh(walk);
    ck_assert_int_eq(kip_amc_parse(clip, steps, strlen(steps), "m.amc", &error), KIP_BAD_USE);
    ck_assert_int_eq(clip->nframe, 2);
    kip_clip_destroy(clip);
}
END_TEST

/* -- files ----------------------------------------------------------------------------------------------- */

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

START_TEST(files_are_read_by_name)
{
    char bvh[64], asf[64], amc[64];
    KipClip *clip = NULL;
    snprintf(bvh, sizeof bvh, "/tmp/kip-clip-%ld.bvh", (long)getpid());
    snprintf(asf, sizeof asf, "/tmp/kip-clip-%ld.asf", (long)getpid());
    snprintf(amc, sizeof amc, "/tmp/kip-clip-%ld.amc", (long)getpid());
    ck_assert_int_eq(kip_bvh_read(bvh, &clip, &error), KIP_IO);
    ck_assert_ptr_null(clip);
    write_file(bvh, walk);
    write_file(asf, skeleton);
    write_file(amc, steps);
    ck_ok(kip_bvh_read(bvh, &clip, &error));
    ck_assert_int_eq(clip->nframe, 2);
    ck_assert_mem_eq(clip->name, "kip-clip-", 9);
    kip_clip_destroy(clip);
    ck_ok(kip_asf_read(asf, amc, &clip, &error));
    ck_assert_int_eq(clip->nframe, 3);
    kip_clip_destroy(clip);
    ck_ok(kip_asf_read(asf, NULL, &clip, &error));
    ck_assert_int_eq(clip->nframe, 0);
    kip_clip_destroy(clip);
    clip = NULL;
    ck_assert_int_eq(kip_asf_read(asf, bvh, &clip, &error), KIP_BAD_INPUT);
    ck_assert_str_eq(error.file, bvh);
    ck_assert_ptr_null(clip);
    remove(bvh);
    remove(asf);
    remove(amc);
}
END_TEST

Suite *suite_clip(void)
{
    Suite *suite = suite_create("clip");
    TCase *test = tcase_create("reading");
    tcase_add_loop_test(test, bvh_in_any_spelling, 0, sizeof spelling / sizeof *spelling);
    tcase_add_test(test, the_first_of_two_names_is_found);
    tcase_add_test(test, bvh_without_motion_is_a_skeleton);
    tcase_add_test(test, numbers_are_rounded_correctly);
    tcase_add_test(test, asf_tells_the_skeleton);
    tcase_add_test(test, amc_tells_the_frames);
    tcase_add_test(test, amc_states_rate_and_unit);
    tcase_add_test(test, asf_in_any_spelling);
    tcase_add_test(test, a_bvh_takes_no_amc);
    tcase_add_test(test, files_are_read_by_name);
    suite_add_tcase(suite, test);
    suite_add_tcase(suite, clip_pose_case());
    suite_add_tcase(suite, clip_write_case());
    suite_add_tcase(suite, clip_hostile_case());
    return suite;
}
