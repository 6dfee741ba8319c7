/* Motion files as people have them, odd and hostile: each is played by a character of a scene, or refused by
 * addClip() with a sentence. */
#include "scene_helpers.h"

#include <math.h>

/* A person of 1.7 m in a T pose, in m, x to the left, y up, z ahead. */
static const struct Bone {
    const char *name;
    int parent;
    double offset[3];
} bones[] = {
    {"Hips", -1, {0, 0, 0}},         {"Spine", 0, {0, 0.12, 0}},        {"Neck", 1, {0, 0.42, 0}},
    {"Head", 2, {0, 0.1, 0}},        {"LeftArm", 1, {0.18, 0.38, 0}},   {"LeftForeArm", 4, {0.3, 0, 0}},
    {"LeftHand", 5, {0.25, 0, 0}},   {"RightArm", 1, {-0.18, 0.38, 0}}, {"RightForeArm", 7, {-0.3, 0, 0}},
    {"RightHand", 8, {-0.25, 0, 0}}, {"LeftUpLeg", 0, {0.09, 0, 0}},    {"LeftLeg", 10, {0, -0.42, 0}},
    {"LeftFoot", 11, {0, -0.42, 0}}, {"LeftToe", 12, {0, -0.07, 0.15}}, {"RightUpLeg", 0, {-0.09, 0, 0}},
    {"RightLeg", 14, {0, -0.42, 0}}, {"RightFoot", 15, {0, -0.42, 0}},  {"RightToe", 16, {0, -0.07, 0.15}},
};

enum { BONES = sizeof bones / sizeof *bones };

typedef struct Odd {
    const char *what;
    const char *says;         /* part of the sentence; NULL: it works */
    double unit;              /* how many of the file's units a metre has; 0: 100 */
    int nframe, told;         /* 0: 30; frames that the file says it has, 0: as many */
    const char *time;         /* of a frame; NULL: 0.033333 */
    const char *first;        /* the first number of the second frame; NULL: the right one */
    const char *without;      /* bones with these letters are left out, with all that hangs on them */
    const char *all, *second; /* the name of all bones, or of the second one */
    bool z_up, still, four;   /* without any channels of its place; its arms are named as legs */
    double squat, sink, spin; /* rad of its knees; m; rad a frame */
} Odd;

static const Odd odd[] = {
    /* what it is, what is said of it */
    {"centimetres", NULL, .unit = 100},
    {"metres", NULL, .unit = 1},
    {"inches", NULL, .unit = 39.37},
    {"millimetres", NULL, .unit = 1000},
    {"a unit of its own", NULL, .unit = 17.7},
    {"a giant of its own unit", NULL, .unit = 1e6},
    {"z up", NULL, .z_up = true},
    {"z up in metres", NULL, .unit = 1, .z_up = true},
    {"one frame", NULL, .nframe = 1},
    {"two frames", NULL, .nframe = 2},
    {"1e5 frames", NULL, .nframe = 100000, .without = "Arm Neck"},
    {"no frames", "has no frames", .nframe = -1},
    {"fewer frames than it says", "30 frames of 57 values are 1710 numbers, but there are 1653", .nframe = 29,
     .told = 30},
    {"more frames than it says", "29 frames of 57 values are 1653 numbers, but there are 1710", .told = 29},
    {"no motion of its root", NULL, .still = true},
    {"no arms", NULL, .without = "Arm"},
    {"no leg", NULL, .without = "LeftUpLeg"},
    {"no feet", NULL, .without = "Foot"},
    {"a root alone", NULL, .without = "Spine Leg"},
    {"a spine alone", NULL, .without = "Leg Arm"},
    {"four legs", "two legs on one side, 'LeftForeUpLeg' and 'LeftUpLeg'", .four = true},
    {"names that say nothing", "only 1, with the root, have a name of the same", .all = "bone"},
    {"two of one name", NULL, .second = "Hips"},
    {"not a number", "'nan' stands where", .first = "nan"},
    {"beyond all numbers", "'1e999' stands where", .first = "1e999"},
    {"a leap", "from frame 0 to frame 1 of the clip 'odd' the hips move by 30.7 m in 0.0333 s",
     .first = "3000"},
    {"very far", "from the origin, beyond", .first = "1e70"},
    {"no time", "the time from frame to frame is 0 s", .time = "0"},
    {"time backwards", "the time from frame to frame is -0.01 s", .time = "-0.01"},
    {"years", "the time from frame to frame is 1e+08 s", .time = "1e8"},
    {"deep knees", NULL, .squat = 2.4},
    {"under the ground", NULL, .sink = 3},
    {"whirling", NULL, .spin = 1.7},
};

static bool left_out(const Odd *o, int i)
{
    char word[32];
    int n;
    for (const char *at = o->without; at && sscanf(at, "%31s%n", word, &n) == 1; at += n)
        if (strstr(bones[i].name, word))
            return true;
    return false;
}

static void write_offset(FILE *f, const Odd *o, const double at[3])
{
    const double unit = o->unit > 0 ? o->unit : 100;
    if (o->z_up)
        fprintf(f, "OFFSET %.9g %.9g %.9g\n", unit * at[2], unit * at[0], unit * at[1]);
    else
        fprintf(f, "OFFSET %.9g %.9g %.9g\n", unit * at[0], unit * at[1], unit * at[2]);
}

static void write_bone(FILE *f, const Odd *o, int i)
{
    const char *const place = o->still ? "3" : "6 Xposition Yposition Zposition";
    const char *const name = o->all ? o->all : o->second && i == 1 ? o->second : bones[i].name;
    const char *const fore[] = {"LeftForeUpLeg",  "LeftForeLeg",  "LeftForeFoot",
                                "RightForeUpLeg", "RightForeLeg", "RightForeFoot"};
    if (left_out(o, i))
        return;
    fprintf(f, "%s %s\n{\n", i ? "JOINT" : "ROOT", o->four && i > 3 && i < 10 ? fore[i - 4] : name);
    write_offset(f, o, bones[i].offset);
    fprintf(f, "CHANNELS %s %s\n", i ? "3" : place,
            o->z_up ? "Yrotation Zrotation Xrotation" : "Xrotation Yrotation Zrotation");
    for (int k = i + 1; k < BONES; k++)
        if (bones[k].parent == i)
            write_bone(f, o, k);
    fputs(strstr(bones[i].name, "Toe") ? "End Site\n{\nOFFSET 0 0 0\n}\n}\n" : "}\n", f);
}

/* It bends its knees, and stands up again. */
static void write_angles(FILE *f, const Odd *o, int i, double bent, double turned)
{
    const bool knee = strstr(bones[i].name, "tLeg") != NULL;
    const bool half = strstr(bones[i].name, "UpLeg") || strstr(bones[i].name, "Foot");
    const double degree = 57.29578;
    if (left_out(o, i))
        return;
    fprintf(f, " %.9g %.9g 0", degree * bent * (knee ? 1 : half ? -0.5 : 0), i ? 0 : degree * turned);
    for (int k = i + 1; k < BONES; k++)
        if (bones[k].parent == i)
            write_angles(f, o, k, bent, turned);
}

static void write_frame(FILE *f, const Odd *o, int frame)
{
    const double bent = (o->squat > 0 ? o->squat : 0.6) * sin(0.1 * frame) * sin(0.1 * frame);
    const double height = (0.91 - 0.84 * (1 - cos(0.5 * bent)) - o->sink) * (o->unit > 0 ? o->unit : 100);
    if (!o->still)
        fprintf(f, o->z_up ? "%s 0 %.9g" : "%s %.9g 0", o->first && frame == 1 ? o->first : "0", height);
    write_angles(f, o, 0, bent, frame * o->spin);
    fputs("\n", f);
}

static void write_clip(const char *path, const Odd *o)
{
    const int n = o->nframe ? o->nframe : 30;
    FILE *f = fopen(path, "w");
    fputs("HIERARCHY\n", f);
    write_bone(f, o, 0);
    fprintf(f, "MOTION\nFrames: %d\nFrame Time: %s\n",
            o->told ? o->told
            : n < 0 ? 0
                    : n,
            o->time ? o->time : "0.033333");
    for (int i = 0; i < n; i++)
        write_frame(f, o, i);
    fclose(f);
}

START_TEST(odd_clips_are_played_or_refused)
{
    const Odd *o = &odd[_i];
    Folder folder = open_folder();
    write_clip(note_file(&folder, "odd.bvh"), o);
    Told *told = new_told();
    KipStatus status = run_scene(
        told, write_file(&folder, "main.py",
                         "p = addCharacter('skeleton37', 'p', key='stand')\np.addClip('odd', priority=None)\n"
                         "run(0.1)\np.do('odd')\nbegun = run(0.1, until=lambda: p.clipTime() is not None)\n"
                         "run(0.6)\nprint(begun, 0.3 < p.com().z < 1.5)\n"));
    if (o->says) {
        ck_assert_msg(status != KIP_OK && strstr(told->error.message, o->says), "%s: '%s', not '%s'", o->what,
                      told->error.message, o->says);
        ck_assert_msg(told->error.line == 2, "%s: line %d", o->what, told->error.line);
    } else {
        ck_assert_msg(status == KIP_OK, "%s: %s", o->what, told->error.message);
        ck_assert_msg(strcmp(told->text, "True True\n") == 0, "%s: %s", o->what, told->text);
    }
    end_scene(told);
    close_folder(&folder);
}
END_TEST

TCase *scene_odd_case(void)
{
    TCase *tests = tcase_create("scene_odd");
    tcase_add_loop_test(tests, odd_clips_are_played_or_refused, 0, sizeof odd / sizeof *odd);
    return tests;
}
