/* Poses of clips against an evaluation of the same random skeletons by 4 x 4 matrices; what is guessed of
 * a file. */
#include "clip_helpers.h"

enum { BONES = 14, FRAMES = 3, MOST_VALUES = BONES * KIP_BONE_CHANNELS };

/* -- the other evaluation -------------------------------------------------------------------------------- */

typedef struct M4 {
    double m[4][4];
} M4;

static M4 unit(void)
{
    M4 a = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
    return a;
}

static M4 mul(M4 a, M4 b)
{
    M4 c;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            c.m[i][k] = 0;
            for (int j = 0; j < 4; j++)
                c.m[i][k] += a.m[i][j] * b.m[j][k];
        }
    return c;
}

static M4 moved(double x, double y, double z)
{
    M4 a = {{{1, 0, 0, x}, {0, 1, 0, y}, {0, 0, 1, z}, {0, 0, 0, 1}}};
    return a;
}

/* About x, y or z. */
static M4 turned(int axis, double degrees)
{
    double c = cos(degrees * acos(-1) / 180), s = sin(degrees * acos(-1) / 180);
    M4 a[] = {{{{1, 0, 0, 0}, {0, c, -s, 0}, {0, s, c, 0}, {0, 0, 0, 1}}},
              {{{c, 0, s, 0}, {0, 1, 0, 0}, {-s, 0, c, 0}, {0, 0, 0, 1}}},
              {{{c, -s, 0, 0}, {s, c, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}}};
    return a[axis];
}

/* Of a rotation. */
static M4 transposed(M4 a)
{
    M4 b = unit();
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            b.m[i][k] = a.m[k][i];
    return b;
}

/* -- random skeletons ------------------------------------------------------------------------------------ */

typedef struct Bone {
    int parent;
    double offset[3];            /* BVH */
    double direction[3], length; /* ASF; the root's direction is its position */
    double axis[3];
    int order[3];
    int nchannel, channel[KIP_BONE_CHANNELS]; /* as written */
    double value[FRAMES][KIP_BONE_CHANNELS];
} Bone;

typedef struct Skeleton {
    Bone bone[BONES];
    KipRandom random;
} Skeleton;

static void shuffle(KipRandom *random, int *list, int n)
{
    for (int i = 0; i < n; i++)
        list[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int k = (int)(kip_random_bits(random) % (uint64_t)(i + 1)), held = list[i];
        list[i] = list[k];
        list[k] = held;
    }
}

/* Depth first: a bone hangs from the last one or from one above it. */
static void fill(Skeleton *s, int most_channels)
{
    for (int i = 0; i < BONES; i++) {
        Bone *b = &s->bone[i];
        double size = 0;
        b->parent = i - 1;
        for (int up = (int)(kip_random_bits(&s->random) % 3); up > 0 && b->parent > 0; up--)
            b->parent = s->bone[b->parent].parent;
        for (int k = 0; k < 3; k++) {
            b->offset[k] = kip_random_normal(&s->random);
            b->direction[k] = kip_random_normal(&s->random);
            b->axis[k] = kip_random_uniform(&s->random, -180, 180);
            size += b->direction[k] * b->direction[k];
        }
        for (int k = 0; k < 3 && i; k++)
            b->direction[k] /= sqrt(size);
        b->length = kip_random_uniform(&s->random, 0.5, 2);
        shuffle(&s->random, b->order, 3);
        shuffle(&s->random, b->channel, i ? most_channels : 6);
        b->nchannel = (int)(kip_random_bits(&s->random) % (uint64_t)(most_channels + 1));
        b->nchannel = i ? b->nchannel : 6;
        for (int f = 0; f < FRAMES; f++)
            for (int k = 0; k < b->nchannel; k++)
                b->value[f][k] =
                    (b->channel[k] >= 3 && b->channel[k] < 6 ? 120 : 0.3) * kip_random_normal(&s->random);
    }
}

static void print_three(FILE *stream, const double x[3])
{
    fprintf(stream, "%.17g %.17g %.17g", x[0], x[1], x[2]);
}

static char *bvh_text(const Skeleton *s)
{
    static const char *const name[] = {"Xposition", "Yposition", "Zposition",
                                       "Xrotation", "Yrotation", "Zrotation"};
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    fprintf(stream, "HIERARCHY\n");
    for (int i = 0; i < BONES; i++) {
        const Bone *b = &s->bone[i];
        fprintf(stream, "%s b%d {\nOFFSET ", i ? "JOINT" : "ROOT", i);
        print_three(stream, b->offset);
        fprintf(stream, "\nCHANNELS %d", b->nchannel);
        for (int k = 0; k < b->nchannel; k++)
            fprintf(stream, " %s", name[b->channel[k]]);
        int next = i + 1 < BONES ? s->bone[i + 1].parent : -1;
        for (int at = i; at != next; at = s->bone[at].parent)
            fprintf(stream, "\n}");
        fprintf(stream, "\n");
    }
    fprintf(stream, "MOTION\nFrames: %d\nFrame Time: 0.01\n", FRAMES);
    for (int f = 0; f < FRAMES; f++)
        for (int i = 0; i < BONES; i++)
            for (int k = 0; k < s->bone[i].nchannel; k++)
                fprintf(stream, "%.17g\n", s->bone[i].value[f][k]);
    fclose(stream);
    return text;
}

static const char *const dof[] = {"tx", "ty", "tz", "rx", "ry", "rz", "l"};

static void print_dofs(FILE *stream, const Bone *b)
{
    for (int k = 0; k < b->nchannel; k++)
        fprintf(stream, " %s", dof[b->channel[k]]);
    fprintf(stream, "\n");
}

static void print_order(FILE *stream, const Bone *b)
{
    for (int k = 0; k < 3; k++)
        fputc("XYZ"[b->order[k]], stream);
    fprintf(stream, "\n");
}

static char *asf_text(const Skeleton *s)
{
    char *text;
    size_t size;
    const Bone *root = s->bone;
    FILE *stream = open_memstream(&text, &size);
    fprintf(stream, ":root\norder");
    print_dofs(stream, root);
    fprintf(stream, "axis ");
    print_order(stream, root);
    fprintf(stream, "position ");
    print_three(stream, root->direction);
    fprintf(stream, "\norientation ");
    print_three(stream, root->axis);
    fprintf(stream, "\n:bonedata\n");
    for (int i = 1; i < BONES; i++) {
        const Bone *b = &s->bone[i];
        fprintf(stream, "begin\nname b%d\ndirection ", i);
        print_three(stream, b->direction);
        fprintf(stream, "\nlength %.17g\naxis ", b->length);
        print_three(stream, b->axis);
        fputc(' ', stream);
        print_order(stream, b);
        fprintf(stream, "dof");
        print_dofs(stream, b);
        fprintf(stream, "end\n");
    }
    fprintf(stream, ":hierarchy\nbegin\n");
    for (int i = 1; i < BONES; i++) {
        if (s->bone[i].parent)
            fprintf(stream, "b%d b%d\n", s->bone[i].parent, i);
        else
            fprintf(stream, "root b%d\n", i);
    }
    fprintf(stream, "end\n");
    fclose(stream);
    return text;
}

static char *amc_text(const Skeleton *s)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    for (int f = 0; f < FRAMES; f++) {
        fprintf(stream, "%d\n", f);
        for (int i = 0; i < BONES; i++) {
            if (i)
                fprintf(stream, "b%d", i);
            else
                fprintf(stream, "root");
            for (int k = 0; k < s->bone[i].nchannel; k++)
                fprintf(stream, " %.17g", s->bone[i].value[f][k]);
            fprintf(stream, "\n");
        }
    }
    fclose(stream);
    return text;
}

/* -- their poses ----------------------------------------------------------------------------------------- */

/* Frame -1: at rest. */
static void pose_of_bvh(const Skeleton *s, int frame, M4 pose[BONES])
{
    for (int i = 0; i < BONES; i++) {
        const Bone *b = &s->bone[i];
        double at[3] = {b->offset[0], b->offset[1], b->offset[2]};
        M4 R = unit();
        for (int k = 0; k < b->nchannel && frame >= 0; k++) {
            if (b->channel[k] < 3)
                at[b->channel[k]] = b->value[frame][k];
            else
                R = mul(R, turned(b->channel[k] - 3, b->value[frame][k]));
        }
        pose[i] = mul(moved(at[0], at[1], at[2]), R);
        pose[i] = i ? mul(pose[b->parent], pose[i]) : pose[i];
    }
}

static void pose_of_asf(const Skeleton *s, int frame, M4 pose[BONES])
{
    double length[BONES] = {0};
    for (int i = 0; i < BONES; i++) {
        const Bone *b = &s->bone[i], *above = i ? &s->bone[b->parent] : NULL;
        double at[3] = {0}, t[3] = {0}, l = above ? length[b->parent] : 1;
        const double *direction = i ? above->direction : b->direction;
        M4 C = unit(), R = unit();
        for (int k = 0; k < 3; k++)
            C = mul(turned(b->order[k], b->axis[k]), C);
        for (int k = 0; k < 3 && (i == 0 || b->parent > 0); k++) /* bones of the root begin where it is */
            at[k] = l * direction[k];
        length[i] = b->length;
        for (int k = 0; k < b->nchannel && frame >= 0; k++) {
            if (b->channel[k] < 3)
                t[b->channel[k]] = b->value[frame][k];
            else if (b->channel[k] < 6)
                R = mul(turned(b->channel[k] - 3, b->value[frame][k]), R);
            else
                length[i] += b->value[frame][k];
        }
        M4 local =
            mul(moved(at[0], at[1], at[2]), mul(mul(C, moved(t[0], t[1], t[2])), mul(R, transposed(C))));
        pose[i] = i ? mul(pose[b->parent], local) : local;
    }
}

/* The file's axes that are kip's x, y and z. */
static const struct {
    int up, ahead;
    double axis[3][3];
} frames[] = {
    {1, -1, {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}},
    {2, -1, {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}},
    {2, 1, {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}},
};

static double element(const double a[3][3], const M4 *R, int i, int k)
{
    double sum = 0;
    for (int m = 0; m < 3; m++)
        for (int n = 0; n < 3; n++)
            sum += a[i][m] * R->m[m][n] * a[k][n];
    return sum;
}

static void check_pose(KipClip *clip, int frame, const M4 pose[BONES], const double a[3][3])
{
    KipVec3 p[BONES], alone[BONES];
    KipQuat q[BONES], turned_alone[BONES];
    kip_clip_pose(clip, frame, p, q);
    kip_clip_pose(clip, frame, alone, NULL);
    kip_clip_pose(clip, frame, NULL, turned_alone);
    for (int i = 0; i < BONES; i++) {
        double at[3];
        KipMat3 m = q_matrix(q[i]);
        const double R[3][3] = {{m.xx, m.xy, m.xz}, {m.yx, m.yy, m.yz}, {m.zx, m.zy, m.zz}};
        v3_store(at, p[i]);
        for (int j = 0; j < 3; j++) {
            double expected = 0;
            for (int k = 0; k < 3; k++) {
                expected += clip->metres * a[j][k] * pose[i].m[k][3];
                ck_near(R[j][k], element(a, &pose[i], j, k), 1e-12);
            }
            ck_near(at[j], expected, 1e-12);
        }
        ck_below(v3_length(v3_sub(p[i], alone[i])), 1e-12);
        ck_below(1 - fabs(q_dot(q[i], turned_alone[i])), 1e-12);
    }
}

/* `clip` has been read from s. */
static void check_poses(KipClip *clip, const Skeleton *s, void (*evaluate)(const Skeleton *, int, M4 *))
{
    ck_assert_int_eq(clip->nbone, BONES);
    for (size_t k = 0; k < sizeof frames / sizeof *frames; k++)
        for (int frame = -1; frame < FRAMES; frame++) {
            M4 pose[BONES];
            clip->up = frames[k].up;
            clip->ahead = frames[k].ahead;
            clip->metres = 0.25;
            evaluate(s, frame, pose);
            check_pose(clip, frame, (const M4 *)pose, frames[k].axis);
        }
    kip_clip_destroy(clip);
}

START_TEST(bvh_poses_agree)
{
    Skeleton s = {.random = {(uint64_t)_i}};
    fill(&s, 6);
    char *text = bvh_text(&s);
    check_poses(load_bvh(text), &s, pose_of_bvh);
    free(text);
}
END_TEST

START_TEST(asf_poses_agree)
{
    Skeleton s = {.random = {(uint64_t)_i}};
    fill(&s, 7);
    char *asf = asf_text(&s), *amc = amc_text(&s), *bvh = NULL;
    KipClip *clip = load_asf(asf, amc);
    bvh = written(clip);
    check_poses(clip, &s, pose_of_asf);
    clip = load_bvh(bvh); /* written as BVH and read back, all bones are where they were */
    for (int i = 0; i < BONES; i++)
        ck_assert(!clip->bone[i].adds && clip->bone[i].nchannel % 3 == 0);
    check_poses(clip, &s, pose_of_asf);
    free(asf);
    free(amc);
    free(bvh);
}
END_TEST

/* -- guesses --------------------------------------------------------------------------------------------- */

/* A figure of this height in its file's unit, arms out, feet of a tenth of it; in the frame it is turned
 * about x. */
typedef struct Guess {
    double height;
    int up, ahead; /* of the file */
    double turn;   /* degrees */
    double metres; /* expected */
    int found_up;
    double root[3]; /* where the hips are, of the height; 0: half of it up */
} Guess;

static const Guess guesses[] = {
    {1.8, 1, 1, 0, 1, 1, {0}},
    {170, 1, 1, 0, 0.01, 1, {0}},
    {1650, 1, 1, 0, 0.001, 1, {0}},
    {67, 1, 1, 0, 0.0254, 1, {0}},
    {30, 1, 1, 0, 0.0254 / 0.45, 1, {0}},
    {1.7, 2, 1, 0, 1, 2, {0}},
    {180, 2, -1, 10, 0.01, 2, {0}},
    {180, 1, 1, 90, 0.01, 1, {0}},             /* y up, lies on its back in the first frame */
    {180, 2, -1, -90, 0.01, 1, {0}},           /* lies at rest, stands in the first frame */
    {180, 2, -1, -90, 0.01, 2, {0, 0, 0.02}},  /* lies on the floor in it */
    {180, 2, -1, -90, 0.01, 1, {0, 0.5, 0.3}}, /* stands on y in it */
    {180, 1, 1, 90, 0.01, 2, {0, 0.3, 0.5}},   /* y is up at rest, stands on z in it */
    {180, 1, 1, -90, 0.01, 1, {0, 0.02, 0.5}}, /* y up, lies on it */
};

static void print_point(FILE *stream, const Guess *g, double x, double up, double ahead)
{
    if (g->up == 1)
        fprintf(stream, "OFFSET %g %g %g\n", x * g->height, up * g->height, ahead * g->height);
    else
        fprintf(stream, "OFFSET %g %g %g\n", x * g->height, g->ahead * ahead * g->height, up * g->height);
}

static void print_limb(FILE *stream, const Guess *g, double x, double up, double ahead)
{
    fprintf(stream, "JOINT limb {\nCHANNELS 0\n");
    print_point(stream, g, x, up, 0);
    fprintf(stream, "End Site {\n");
    print_point(stream, g, 0, 0, ahead);
    fprintf(stream, "} }\n");
}

static char *figure(const Guess *g)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    fprintf(stream, "HIERARCHY ROOT hips {\nCHANNELS 1 Xrotation\n");
    if (g->root[1] + g->root[2] > 0)
        fprintf(stream, "OFFSET 0 %g %g\n", g->root[1] * g->height, g->root[2] * g->height);
    else
        print_point(stream, g, 0, 0.5, 0);
    print_limb(stream, g, 0, 0.5, 0);    /* head */
    print_limb(stream, g, 0.45, 0.3, 0); /* hands */
    print_limb(stream, g, -0.45, 0.3, 0);
    print_limb(stream, g, 0.1, -0.5, 0.1); /* feet */
    print_limb(stream, g, -0.1, -0.5, 0.1);
    fprintf(stream, "} MOTION Frames: 1 Frame Time: 0.01 %g", g->turn);
    fclose(stream);
    return text;
}

START_TEST(unit_and_up_are_guessed)
{
    const Guess *g = &guesses[_i];
    char *text = figure(g);
    KipClip *clip = load_bvh(text);
    ck_near(clip->metres, g->metres, 1e-15);
    ck_assert_int_eq(clip->up, g->found_up);
    if (g->up == 2)
        ck_assert_int_eq(clip->ahead, g->ahead);
    KipVec3 p[6], forward;
    kip_clip_pose(clip, -1, p, NULL);
    forward = v3_sub(p[2], p[3]);
    if (g->found_up == g->up) { /* hand to hand, from head to foot */
        ck_near(fabs(forward.y), 0.9 * g->height * g->metres, 1e-12);
        ck_near(p[1].z - p[4].z, g->height * g->metres, 1e-12);
    }
    kip_clip_destroy(clip);
    free(text);
}
END_TEST

START_TEST(a_skeleton_without_size_has_a_unit)
{
    KipClip *clip = load_bvh("HIERARCHY ROOT a { OFFSET 0 0 0 }");
    ck_assert(clip->metres == 0.01 && clip->up == 1);
    kip_clip_destroy(clip);
    /* its bones are placed by channels alone */
    clip = load_bvh(
        "HIERARCHY ROOT a { OFFSET 0 0 0 JOINT b { OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition } }"
        "MOTION Frames: 1 Frame Time: 1 0 1.5 0");
    ck_assert(clip->metres == 1);
    kip_clip_destroy(clip);
}
END_TEST

TCase *clip_pose_case(void)
{
    TCase *test = tcase_create("pose");
    tcase_add_loop_test(test, bvh_poses_agree, 1, 9);
    tcase_add_loop_test(test, asf_poses_agree, 1, 9);
    tcase_add_loop_test(test, unit_and_up_are_guessed, 0, sizeof guesses / sizeof *guesses);
    tcase_add_test(test, a_skeleton_without_size_has_a_unit);
    return test;
}
