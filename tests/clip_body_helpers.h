/* What the tests of bodies made from skeletons share: the skeletons. */
#ifndef CLIP_BODY_HELPERS_H
#define CLIP_BODY_HELPERS_H

#include "clip_helpers.h"
#include "io/formats/clip_body.h"

/* The other file of the suite "clip body". */
TCase *clip_body_motion_case(void);

/* A bone of a skeleton in cm, y up, z ahead, x to the left. */
typedef struct Made {
    const char *name;
    int parent;
    double x, y, z; /* from the parent's joint */
    double end[3];  /* 0 0 0: no End Site */
} Made;

static const Made biped[] = {
    {"Hips", -1, 0, 92, 0, {0}},
    {"Spine", 0, 0, 10, 0, {0}},
    {"Chest", 1, 0, 18, 0, {0}},
    {"Neck", 2, 0, 25, 0, {0}},
    {"Head", 3, 0, 10, 0, {0, 20, 0}},
    {"LeftShoulder", 2, 3, 20, 0, {0}},
    {"LeftArm", 5, 14, 0, 0, {0}},
    {"LeftForeArm", 6, 28, 0, 0, {0}},
    {"LeftHand", 7, 26, 0, 0, {15, 0, 0}},
    {"RightShoulder", 2, -3, 20, 0, {0}},
    {"RightArm", 9, -14, 0, 0, {0}},
    {"RightForeArm", 10, -28, 0, 0, {0}},
    {"RightHand", 11, -26, 0, 0, {-15, 0, 0}},
    {"LeftUpLeg", 0, 9, 0, 0, {0}},
    {"LeftLeg", 13, 0, -42, 0, {0}},
    {"LeftFoot", 14, 0, -42, 0, {0}},
    {"LeftToeBase", 15, 0, -6, 13, {0, 0, 6}},
    {"RightUpLeg", 0, -9, 0, 0, {0}},
    {"RightLeg", 17, 0, -42, 0, {0}},
    {"RightFoot", 18, 0, -42, 0, {0}},
    {"RightToeBase", 19, 0, -6, 13, {0, 0, 6}},
};

/* Other spellings; fingers, a bone of no length, one that ends in nothing, and no toes. */
static const Made fingers[] = {
    {"rig:pelvis", -1, 0, 90, 0, {0}},
    {"rig:lowerback", 0, 0, 12, 0, {0}},
    {"rig:thorax", 1, 0, 20, 0, {0}},
    {"rig:upper thorax", 2, 0, 0, 0, {0}},
    {"rig:neck", 3, 0, 24, 0, {0}},
    {"rig:head", 4, 0, 10, 0, {0}},
    {"rig:head", 5, 0, 18, 0, {0}},
    {"rig:lhumerus", 3, 18, 18, 0, {0}},
    {"rig:lradius", 7, 28, 0, 0, {0}},
    {"rig:lhand", 8, 26, 0, 0, {0}},
    {"rig:lthumb", 9, 2, 0, 3, {5, 0, 0}},
    {"rig:lindex1", 9, 9, 0, 2, {0}},
    {"rig:lindex2", 11, 2.5, 0, 0, {2, 0, 0}},
    {"rig:rhumerus", 3, -18, 18, 0, {0}},
    {"rig:rradius", 13, -28, 0, 0, {0}},
    {"rig:rhand", 14, -26, 0, 0, {0}},
    {"rig:rthumb", 15, -2, 0, 3, {-5, 0, 0}},
    {"rig:rindex1", 15, -9, 0, 2, {0}},
    {"rig:rindex2", 17, -2.5, 0, 0, {-2, 0, 0}},
    {"rig:LHip", 0, 9, 0, 0, {0}},
    {"rig:LKnee", 19, 0, -40, 0, {0}},
    {"rig:LAnkle", 20, 0, -42, 0, {0}},
    {"rig:RHip", 0, -9, 0, 0, {0}},
    {"rig:RKnee", 22, 0, -40, 0, {0}},
    {"rig:RAnkle", 23, 0, -42, 0, {0}},
};

static const Made quadruped[] = {
    {"body", -1, 0, 62, -40, {0}}, {"mid", 0, 0, 2, 40, {0}},           {"front", 1, 0, 0, 35, {0}},
    {"throat", 2, 0, 20, 20, {0}}, {"Head", 3, 0, 8, 8, {0, 0, 22}},    {"fl1", 2, 10, -10, 0, {0}},
    {"fl2", 5, 0, -26, -3, {0}},   {"fl3", 6, 0, -24, 3, {0, -4, 6}},   {"fr1", 2, -10, -10, 0, {0}},
    {"fr2", 8, 0, -26, -3, {0}},   {"fr3", 9, 0, -24, 3, {0, -4, 6}},   {"bl1", 0, 10, -6, 0, {0}},
    {"bl2", 11, 0, -28, 3, {0}},   {"bl3", 12, 0, -24, -3, {0, -4, 6}}, {"br1", 0, -10, -6, 0, {0}},
    {"br2", 14, 0, -28, 3, {0}},   {"br3", 15, 0, -24, -3, {0, -4, 6}}, {"tail", 0, 0, 0, -30, {0, -5, -20}},
};

static const Made chain[] = {
    {"a", -1, 0, 160, 0, {0}},
    {"a", 0, 0, -40, 0, {0}},
    {"a_2", 1, 0, -40, 0, {0}},
    {"world", 2, 0, -40, 0, {0, -40, 0}},
};

static const Made one[] = {{"stick", -1, 0, 0, 0, {0, 170, 0}}};

#define SKELETON(bones)                                                                                      \
    {                                                                                                        \
#bones, bones, sizeof bones / sizeof *bones                                                          \
    }

static const struct {
    const char *name;
    const Made *bone;
    int n;
} skeletons[] = {SKELETON(biped), SKELETON(fingers), SKELETON(quadruped), SKELETON(chain), SKELETON(one)};

enum { SKELETONS = sizeof skeletons / sizeof *skeletons };

static inline bool has_positions(const Made *bone, int i, int moving)
{
    return bone[i].parent < 0 || i == moving;
}

static inline void write_bone(FILE *stream, const Made *bone, int n, int moving, int i)
{
    const Made *b = &bone[i];
    fprintf(stream, "%s %s\n{\nOFFSET %.17g %.17g %.17g\nCHANNELS %s Zrotation Xrotation Yrotation\n",
            b->parent < 0 ? "ROOT" : "JOINT", b->name, b->x, b->y, b->z,
            has_positions(bone, i, moving) ? "6 Xposition Yposition Zposition" : "3");
    for (int k = i + 1; k < n; k++)
        if (bone[k].parent == i)
            write_bone(stream, bone, n, moving, k);
    if (b->end[0] != 0 || b->end[1] != 0 || b->end[2] != 0)
        fprintf(stream, "End Site\n{\nOFFSET %.17g %.17g %.17g\n}\n", b->end[0], b->end[1], b->end[2]);
    fputs("}\n", stream);
}

/* A clip in cm, y up, 100 frames a second. Roots and bone `moving` (-1: none) have positions. value:
 * frame after frame, bone after bone, x, y, z where it has them (cm), then degrees about z, x, y. */
static inline KipClip *clip_from(const Made *bone, int n, int moving, const double *value, int nframe)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    fputs("HIERARCHY\n", stream);
    for (int i = 0; i < n; i++)
        if (bone[i].parent < 0)
            write_bone(stream, bone, n, moving, i);
    fprintf(stream, "MOTION\nFrames: %d\nFrame Time: 0.01\n", nframe);
    for (int frame = 0; frame < nframe; frame++, fputc('\n', stream))
        for (int i = 0; i < n; i++)
            for (int k = has_positions(bone, i, moving) ? 6 : 3; k > 0; k--)
                fprintf(stream, " %.17g", *value++);
    fclose(stream);
    KipClip *clip = load_bvh(text);
    ck_assert_int_eq(clip->nbone, n);
    clip->metres = 0.01, clip->up = 1;
    free(text);
    return clip;
}

#endif
