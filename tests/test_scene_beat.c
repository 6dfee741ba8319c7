/* Scenes on the beat: the words, what the time line says, motions from files, restoring in the middle. */
#include "scene_helpers.h"

#include <math.h>

#include "control/motion.h"
#include "dynamics/scalar.h"
#include "io/record/bvh.h"
#include "io/formats/mjcf.h"
#include "io/record/recording_file.h"

#define PERSON                                                                                               \
    "setTimestep(0.001)\nsetPeriod(0.001)\nskeleton = addCharacter('beat39', 'skeleton')\n"                  \
    "skeleton.addPose('Up', {'shoulder_flex_l': 2, 'elbow_flex_l': 0.4})\n"                                  \
    "skeleton.addPose('Far', {'waist_flex': 1.2})\n"                                                         \
    "skeleton.lockAxes('pelvis', 'x y z rx ry rz', 0)\n"

START_TEST(poses_keys_and_gains)
{
    Folder folder = open_folder();
    Told *told = run_text(
        &folder, PERSON
        "skeleton.setBeat()\nskeleton.setTargetPose('Up', 0.5)\n"
        "skeleton.addKey('elbow_flex_l', 1, 0.3)\nskeleton.addKey('elbow_flex_l', 0.8, 0.6, rate=-0.5)\n"
        "run(0.3)\nprint(abs(skeleton.getAngle('elbow_flex_l') - 1) < 0.01)\n"
        "ks, kd = skeleton.gains('shoulder_flex_l')\nprint(0 < kd < ks)\n"
        /* critically damped: kd^2 = 4 m ks, with ks = m n^2 / s^2, and 0.2005 s left at the middle of the last period */
        "print(abs(2 * ks / kd - 3.889720169867429 / 0.2005) < 1e-9)\n"
        "print(abs(skeleton.wanted('shoulder_flex_l')) < 120)\n"
        "run(0.2)\nprint(abs(skeleton.getAngle('shoulder_flex_l') - 2) < 0.01)\n"
        "run(0.1)\nprint(abs(skeleton.getAngle('elbow_flex_l') - 0.8) < 0.01)\n"
        "print(skeleton.misses(), skeleton.targetPose())\nskeleton.setBeat(False)\nrun(0.1)\n"
        "print(skeleton.getTorque('elbow_flex_l') != 0)\n");
    ck_assert_str_eq(told->text, "True\nTrue\nTrue\nTrue\nTrue\nTrue\n[] Up\nTrue\n");
    end_scene(told);
    check_fails(&folder, PERSON "skeleton.setBeat(constants='rast')\n", 7, "rest, rate, exp, literal");
    check_fails(&folder, PERSON "skeleton.setBeat(time='left')\n", 7, "remaining, fixed");
    check_fails(&folder, PERSON "skeleton.setBeat(fraction=1)\n", 7, "above 0 and below 1");
    check_fails(&folder, PERSON "skeleton.addKey('elbow_flex_l', 1, 0.3)\n", 7,
                "setBeat() or setVelocity() first");
    check_fails(&folder, PERSON "skeleton.setBeat()\nskeleton.addKey('root', 1, 0.3)\n", 8,
                "no single angle");
    check_fails(&folder, PERSON "skeleton.setBeat()\nskeleton.track('gallop')\n", 8,
                "there is no motion 'gallop'");
    check_fails(&folder, PERSON "skeleton.setBeat()\nskeleton.setTension(0.1)\n", 8, "follows no motion");
    close_folder(&folder);
}
END_TEST

START_TEST(misses_are_on_the_time_line)
{
    Folder folder = open_folder();
    Told *told = run_text(&folder, PERSON "skeleton.setBeat()\nskeleton.setTargetPose('Far', 0.1)\nrun(0.3)\n"
                                          "for joint, time, arrival in skeleton.misses():\n"
                                          "    print(joint, time, 0.15 < arrival < 0.35)\n");
    ck_assert_str_eq(told->text, "waist_flex 0.1 True\n");
    const char *said = strstr(told->events, "waist_flex will be 0.");
    ck_assert_msg(said && strstr(said, " s late: 300 N m, ") && strstr(said, " are wanted\n"), "%s",
                  told->events);
    ck_assert_ptr_null(strstr(said + 1, "waist_flex"));
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* What no torque limit explains is told when the time is over; the next pose may begin just then. */
START_TEST(what_was_not_there_is_told)
{
    Folder folder = open_folder();
    Told *told =
        run_text(&folder, PERSON
                 "skeleton.setBeat(time='fixed', fraction=0.5)\nskeleton.setTargetPose('Up', 0.4)\n"
                 "skeleton.setTargetPose('Far', 0.4)\nrun(0.395)\nprint(skeleton.misses())\nrun(0.01)\n"
                 "for joint, time, arrival in skeleton.misses():\n    print(joint, time, arrival)\n");
    ck_assert_msg(strncmp(told->text, "[]\n", 3) == 0 && strstr(told->text, "shoulder_flex_l 0.4 inf\n"),
                  "%s", told->text);
    ck_assert_msg(strstr(told->events, "shoulder_flex_l was not there at 0.4 s: ") != NULL, "%s",
                  told->events);
    end_scene(told);
    check_fails(&folder, PERSON "skeleton.setBeat()\nskeleton.addKey('elbow_flex_l', 90, 1)\n", 8,
                "at 90 rad is far beyond its range, 0 to 2.44 rad");
    close_folder(&folder);
}
END_TEST

/* The floor is where the time left ends: 2 ks / kd is n over it. */
START_TEST(the_floor_is_what_the_script_says)
{
    Folder folder = open_folder();
    Told *told = run_text(&folder, PERSON
                          "for floor in [0.02, 0.3]:\n    restart()\n    skeleton.setBeat(floor=floor)\n"
                          "    skeleton.addKey('elbow_flex_l', 0.2, 0.2005)\n    run(0.1005)\n"
                          "    ks, kd = skeleton.gains('elbow_flex_l')\n"
                          "    print(round(3.889720169867429 * kd / (2 * ks), 6))\n");
    ck_assert_str_eq(told->text, "0.1\n0.3\n");
    end_scene(told);
    check_fails(&folder, PERSON "skeleton.setBeat(floor=0)\n", 7, "above 0");
    close_folder(&folder);
}
END_TEST

/* What holds an arm up is that of gravity as it is, also where it changes on the way; a share of it is a share of that. */
START_TEST(gravity_is_held_as_it_is)
{
    Folder folder = open_folder();
    Told *told = run_text(
        &folder, PERSON
        "def held(scale, share=1, way='lower', later=None):\n    restart()\n    setGravityScale(scale)\n"
        "    skeleton.lockAxes('pelvis', 'x y z rx ry rz', 0)\n"
        "    skeleton.setBeat(gravity=share, compensation=way)\n"
        "    for name in skeleton.joints():\n"
        "        skeleton.addKey(name, 1 if name == 'shoulder_flex_l' else 0, 0.5)\n"
        "    run(1)\n    if later is not None:\n        setGravityScale(later)\n    run(2)\n"
        "    return skeleton.wanted('shoulder_flex_l'), abs(1 - skeleton.getAngle('shoulder_flex_l'))\n"
        "one = held(1)[0]\n"
        "print(abs(one) > 5)\n"
        "for scale in [0, 0.5, 2]:\n    torque, off = held(scale)\n"
        "    print(off < 1e-4, abs(torque - scale * one) < 1e-3 * abs(one))\n"
        "torque, off = held(1, later=0.25)\nprint(off < 1e-4, abs(torque - 0.25 * one) < 1e-3 * abs(one))\n"
        "torque, off = held(2, way='exact')\nprint(off < 1e-4, abs(torque - 2 * one) < 1e-3 * abs(one))\n"
        "part = held(2, 0.5)[1]\nprint(part > 1e-3, abs(held(1, 0)[1] / part - 1) < 0.05)\n");
    ck_assert_str_eq(told->text, "True\nTrue True\nTrue True\nTrue True\nTrue True\nTrue True\nTrue True\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* -- motions --------------------------------------------------------------------------------------------- */

static const double pi = 3.14159265358979323846;

/* The person swings its left elbow, 0.5 - 0.3 cos(2 pi t), for 2 s: as a clip and as a recording. */
static void write_motions(Folder *folder)
{
    enum { FRAMES = 121 };
    KipModel *model;
    KipMotion *motion;
    KipRecording *recording;
    KipRecorder *recorder;
    KipError error;
    ck_ok(kip_mjcf_load(&model, "data/models/beat39.xml", NULL, &error));
    ck_ok(kip_motion_create(model, FRAMES, 1.0 / 60, NULL, &motion, &error));
    const int elbow = model->joint[kip_model_find_joint(model, "elbow_flex_l")].q;
    for (int f = 0; f < FRAMES; f++)
        kip_motion_frame(motion, f)[elbow] = 0.5 - 0.3 * kip_cos(2 * pi * f / 60);
    ck_ok(kip_motion_velocities(motion, KIP_VELOCITY_SPLINE, &error));
    ck_ok(kip_recording_create(model, 1.0 / 60, NULL, &recording, &error));
    ck_ok(kip_recording_play(recording, motion, &error));
    FILE *stream = fopen(note_file(folder, "swing.bvh"), "w");
    ck_assert_ptr_nonnull(stream);
    ck_ok(kip_bvh_write(stream, recording, &error));
    ck_assert_int_eq(fclose(stream), 0);
    stream = fopen(note_file(folder, "swung.kip"), "wb");
    ck_assert_ptr_nonnull(stream);
    const KipRecordingHead head = {.title = "swing", .note = ""};
    ck_ok(kip_recorder_create(stream, recording, &head, &recorder, &error));
    ck_ok(kip_recorder_finish(recorder, &error));
    ck_assert_int_eq(fclose(stream), 0);
    kip_recording_destroy(recording);
    kip_motion_destroy(motion);
    kip_model_destroy(model);
}

static const char follow[] = PERSON
    "import math\nskeleton.setBeat()\nskeleton.track(FILE, start=0.25)\nworst = 0\n"
    "for i in range(15):\n    run(0.1)\n    if i > 3:\n"
    "        off = skeleton.getAngle('elbow_flex_l') - 0.5 + 0.3 * math.cos(2 * math.pi * (time() + 0.25))\n"
    "        worst = max(worst, abs(off))\nprint(worst < 0.02, abs(skeleton.getAngle('knee_flex_l')) < "
    "0.05)\n";

START_TEST(motions_are_followed)
{
    static const char *const file[] = {"'swing.bvh'", "'swung'", "'swung.kip'"};
    Folder folder = open_folder();
    write_motions(&folder);
    for (int i = 0; i < 3; i++) {
        char text[2048];
        const char *at = strstr(follow, "FILE");
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - follow), follow, file[i], at + 4);
        Told *told = run_text(&folder, text);
        ck_assert_msg(strcmp(told->text, "True True\n") == 0, "%s: %s", file[i], told->text);
        end_scene(told);
    }
    check_fails(&folder, "arm = addCharacter('arm2')\narm.setBeat()\narm.track('swung')\n", 3,
                "another model");
    close_folder(&folder);
}
END_TEST

/* 02_01.amc finds 02.asf, as CMU's database calls it: the left knee bends by 40 degrees within 0.75 s. */
START_TEST(an_amc_finds_its_skeleton)
{
    static const struct {
        const char *name, *direction, *dof;
        double length;
    } bone[] = {{"lhipjoint", "1 0 0", "", 1.5},           {"lfemur", "0 -1 0", "dof rx ry rz", 7.5},
                {"ltibia", "0 -1 0", "dof rx", 7.5},       {"rhipjoint", "-1 0 0", "", 1.5},
                {"rfemur", "0 -1 0", "dof rx ry rz", 7.5}, {"rtibia", "0 -1 0", "dof rx", 7.5},
                {"lowerback", "0 1 0", "dof rx ry rz", 8}};
    char asf[4096], amc[16384];
    Folder folder = open_folder();
    int n =
        sprintf(asf,
                ":version 1.10\n:name walk\n:units\n  mass 1\n  length 0.45\n  angle deg\n:root\n"
                "  order TX TY TZ RX RY RZ\n  axis XYZ\n  position 0 0 0\n  orientation 0 0 0\n:bonedata\n");
    for (size_t i = 0; i < sizeof bone / sizeof *bone; i++)
        n += sprintf(asf + n,
                     "  begin\n  id %zu\n  name %s\n  direction %s\n  length %g\n  axis 0 0 0 XYZ\n  %s\n  "
                     "end\n",
                     i + 1, bone[i].name, bone[i].direction, bone[i].length, bone[i].dof);
    sprintf(asf + n, ":hierarchy\n  begin\n  root lhipjoint rhipjoint lowerback\n  lhipjoint lfemur\n"
                     "  lfemur ltibia\n  rhipjoint rfemur\n  rfemur rtibia\n  end\n");
    n = sprintf(amc, ":FULLY-SPECIFIED\n:DEGREES\n");
    for (int f = 1; f <= 120; f++)
        n += sprintf(amc + n,
                     "%d\nroot 0 16 0 0 0 0\nlfemur 0 0 0\nltibia %g\nrfemur 0 0 0\nrtibia 0\n"
                     "lowerback 0 0 0\n",
                     f, 40.0 * (f < 90 ? f : 90) / 90);
    write_file(&folder, "02.asf", asf);
    write_file(&folder, "02_01.amc", amc);
    Told *told = run_text(&folder, PERSON "skeleton.setBeat()\nskeleton.track('02_01')\nrun(1.2)\n"
                                          "print(round(skeleton.getAngle('knee_flex_l'), 2), "
                                          "abs(skeleton.getAngle('knee_flex_r')) < 0.01)\n");
    ck_assert_str_eq(told->text, "0.7 True\n");
    end_scene(told);
    ck_assert_int_eq(remove(folder.file[0]), 0);
    check_fails(&folder, PERSON "skeleton.setBeat()\nskeleton.track('02_01')\n", 8, ".asf");
    write_file(&folder, "02.asf", asf);
    close_folder(&folder);
}
END_TEST

/* -- restoring -------------------------------------------------------------------------------------------- */

static void note_at_the_middle(Told *told)
{
    double time = kip_world_time(kip_scene_world(told->scene));
    if (told->saved || time < 0.6999)
        return;
    told->saved_size = kip_scene_save_size(told->scene);
    told->saved = malloc(told->saved_size);
    ck_assert_ptr_nonnull(told->saved);
    kip_scene_save(told->scene, told->saved);
}

/* Saved while a hit is on, keys are to come and a pose waits; the file is read again where it is not known. */
START_TEST(restored_on_the_beat)
{
    static const char text[] =
        PERSON "skeleton.setBeat(fraction=0.95)\nrun(0.1)\nskeleton.track('swung', start=0.1)\n"
               "skeleton.addKey('knee_flex_r', 0.5, 0.9)\n"
               "skeleton.setTargetPose('Up', 0.5)\nskeleton.setTargetPose('Far', 0.1)\n"
               "run(0.5)\nskeleton.perturb()\nrun(0.6)\nprint(skeleton.misses())\n";
    Folder folder = open_folder();
    write_motions(&folder);
    Told *first = new_told();
    first->stepped = note_at_the_middle;
    ck_assert_int_eq(run_scene(first, write_file(&folder, "main.py", text)), KIP_OK);
    ck_assert_ptr_nonnull(first->saved);
    ck_assert_ptr_nonnull(strstr(first->events, "perturbed"));
    Told *second = new_told();
    KipSceneDef def = told_def(second);
    ck_assert_int_eq(kip_scene_load(note_file(&folder, "main.py"), &def, &second->scene, &second->error),
                     KIP_OK);
    KipStatus status = kip_scene_load_state(second->scene, first->saved, first->saved_size, &second->error);
    ck_assert_msg(status == KIP_OK, "%s", second->error.message);
    ck_assert_int_eq(kip_scene_run(second->scene, &second->error), KIP_OK);
    ck_assert(kip_scene_hash(first->scene) == kip_scene_hash(second->scene));
    ck_assert(strstr(first->text, "waist_flex") != NULL);
    ck_assert_str_eq(second->text, first->text);
    end_scene(first);
    end_scene(second);
    close_folder(&folder);
}
END_TEST

TCase *scene_beat_case(void)
{
    TCase *tests = tcase_create("scene_beat");
    tcase_add_test(tests, poses_keys_and_gains);
    tcase_add_test(tests, misses_are_on_the_time_line);
    tcase_add_test(tests, what_was_not_there_is_told);
    tcase_add_test(tests, the_floor_is_what_the_script_says);
    tcase_add_test(tests, gravity_is_held_as_it_is);
    tcase_add_test(tests, motions_are_followed);
    tcase_add_test(tests, an_amc_finds_its_skeleton);
    tcase_add_test(tests, restored_on_the_beat);
    return tests;
}
