/* Scenes by velocity control: the words, planted feet, ball joints, restoring in the middle. */
#include "scene_helpers.h"

#define WALKER                                                                                               \
    "import math\nsetTimestep(0.001)\nskeleton = addCharacter('gait22', 'skeleton', key='ready')\n"          \
    "def flexed(angle):\n    return (math.cos(angle / 2), 0, -math.sin(angle / 2), 0)\n"                     \
    "def apart(a, b):\n    return 1 - abs(sum([a[k] * b[k] for k in range(4)]))\n"

START_TEST(joints_are_there_in_their_time)
{
    Folder folder = open_folder();
    Told *told = run_text(
        &folder, WALKER
        "setGravity((0, 0, 0))\nskeleton.setVelocity()\n"
        "skeleton.reach({'knee_flex_l': 0.9, 'hip_l': flexed(0.6), 'waist_flex': 0.3}, 0.4)\nrun(0.2)\n"
        "print(0.6 < skeleton.getAngle('knee_flex_l') < 0.7, skeleton.getRate('hip_l').y < -1)\n"
        "run(0.2)\nprint(abs(skeleton.getAngle('knee_flex_l') - 0.9) < 1e-5)\n"
        "print(apart(skeleton.getAngle('hip_l'), flexed(0.6)) < 1e-9)\n"
        "skeleton.addKey('knee_flex_l', 0.5, 0.8)\nrun(0.4)\n"
        "print(abs(skeleton.getAngle('knee_flex_l') - 0.5) < 1e-5, skeleton.wanted('waist_flex') != 0)\n"
        "skeleton.setVelocity(False)\nrun(0.1)\nprint(skeleton.getTorque('hip_l').length() < 50)\n");
    ck_assert_str_eq(told->text, "True True\nTrue\nTrue\nTrue True\nTrue\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

START_TEST(a_planted_foot)
{
    Folder folder = open_folder();
    Told *told =
        run_text(&folder, WALKER
                 "run(0)\nx = getPosition('foot_r', (0, 0, "
                 "0)).x\nskeleton.plant('foot_r')\nskeleton.setVelocity(floor=0.03)\n"
                 "for joint in skeleton.joints():\n    if joint != 'root':\n"
                 "        skeleton.reach({joint: skeleton.getAngle(joint)}, 0.1)\n"
                 "skeleton.reach({'knee_flex_l': 1}, 0.3)\nrun(1.5)\n"
                 "force, torque = skeleton.plantForce('foot_r')\n"
                 "print(abs(force.z - 83 * 9.81) < 80, abs(getPosition('foot_r', (0, 0, 0)).x - x) < 1e-9)\n"
                 "print(skeleton.isPlanted('foot_r'), skeleton.isPlanted('foot_l'))\n"
                 "skeleton.unplant('foot_r')\nrun(0.01)\nprint(skeleton.isPlanted('foot_r'))\n"
                 "print(skeleton.plantForce('foot_r')[0].length(), contactForce('foot_r').z > 0)\n"
                 "skeleton.plant('foot_l', at=(0, 0.1, 0.3), orientation=(1, 0, 0, 0))\nrun(0.5)\n"
                 "print((getPosition('foot_l', (0, 0, 0)) - vec(0, 0.1, 0.3)).length() < 1e-6)\n");
    ck_assert_str_eq(told->text, "True True\nTrue False\nFalse\n0.0 True\nTrue\n");
    ck_assert_ptr_nonnull(strstr(told->events, "foot_r is planted"));
    ck_assert_ptr_nonnull(strstr(told->events, "foot_r is free"));
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* A ball's strength is its model's strength_JOINT. */
START_TEST(balls_have_targets_and_strengths)
{
    Folder folder = open_folder();
    Told *told = run_text(&folder, WALKER
                          "setGravity((0, 0, 0))\nskeleton.setTarget('hip_l', flexed(0.7), 800, 80)\nrun(1)\n"
                          "print(apart(skeleton.getAngle('hip_l'), flexed(0.7)) < 1e-5)\n"
                          "skeleton.setTorque('hip_l', vec(0, 5000, 0))\nrun(0.001)\n"
                          "print(round(skeleton.getTorque('hip_l').y, 6))\n");
    ck_assert_str_eq(told->text, "True\n500.0\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

START_TEST(faults_are_sentences)
{
    Folder folder = open_folder();
    check_fails(&folder, WALKER "skeleton.reach({'knee_flex_l': 1}, 0.3)\n", 8,
                "setBeat() or setVelocity() first");
    check_fails(&folder, WALKER "skeleton.setVelocity(ramp='fast')\n", 8, "magnitude, slew");
    check_fails(&folder, WALKER "skeleton.setVelocity(time='left')\n", 8, "remaining, fixed");
    check_fails(&folder, WALKER "skeleton.setVelocity(reaction=-1)\n", 8, "give 0 or more");
    check_fails(&folder, WALKER "skeleton.setVelocity()\nskeleton.reach({'knee_flex_l': 1}, -1)\n", 9,
                "cannot be there in -1 s");
    check_fails(&folder, WALKER "skeleton.setVelocity()\nskeleton.reach({'hip_l': 1}, 1)\n", 9, "quaternion");
    check_fails(&folder, WALKER "skeleton.setVelocity()\nskeleton.reach({'hip_l': (0, 0, 0, 0)}, 1)\n", 9,
                "is zero");
    check_fails(&folder, WALKER "skeleton.setVelocity()\nskeleton.reach({'knee_flex_l': flexed(1)}, 1)\n", 9,
                "one number");
    check_fails(&folder, WALKER "skeleton.setVelocity()\nskeleton.reach({'knee_flx_l': 1}, 1)\n", 9,
                "did you mean 'knee_flex_l'");
    check_fails(&folder, WALKER "skeleton.setVelocity()\nskeleton.reach({1: 1}, 1)\n", 9,
                "known by its name");
    check_fails(&folder, WALKER "skeleton.setVelocity()\nskeleton.reach([1], 1)\n", 9, "must be a dict");
    check_fails(&folder, WALKER "run(0)\nskeleton.plant('fot_r')\n", 9, "did you mean 'foot_r'");
    check_fails(&folder, WALKER "skeleton.setTorque('hip_l', 3)\n", 8, "setTorque()");
    close_folder(&folder);
}
END_TEST

static void save_at_the_middle(Told *told)
{
    if (told->nstep == 300) {
        told->saved_size = kip_scene_save_size(told->scene);
        told->saved = malloc(told->saved_size);
        kip_scene_save(told->scene, told->saved);
    }
}

/* Saved in a move, a foot planted; one that is loaded goes on with the same bits. */
START_TEST(restored_in_a_move)
{
    static const char text[] =
        WALKER "run(0)\nskeleton.plant('foot_r')\nskeleton.setVelocity(ramp='slew', floor=0.03)\n"
               "skeleton.reach({'knee_flex_l': 1, 'hip_l': flexed(0.5), 'waist_flex': 0.2}, 0.5)\n"
               "run(0.6)\n";
    Folder folder = open_folder();
    Told *first = new_told();
    first->stepped = save_at_the_middle;
    ck_assert_int_eq(run_scene(first, write_file(&folder, "main.py", text)), KIP_OK);
    ck_assert_ptr_nonnull(first->saved);
    Told *second = new_told();
    KipSceneDef def = told_def(second);
    ck_assert_int_eq(kip_scene_load(note_file(&folder, "main.py"), &def, &second->scene, &second->error),
                     KIP_OK);
    KipStatus status = kip_scene_load_state(second->scene, first->saved, first->saved_size, &second->error);
    ck_assert_msg(status == KIP_OK, "%s", second->error.message);
    ck_assert_int_eq(kip_scene_run(second->scene, &second->error), KIP_OK);
    ck_assert(kip_scene_hash(first->scene) == kip_scene_hash(second->scene));
    end_scene(first);
    end_scene(second);
    close_folder(&folder);
}
END_TEST

TCase *scene_velocity_case(void)
{
    TCase *tests = tcase_create("scene_velocity");
    tcase_add_test(tests, joints_are_there_in_their_time);
    tcase_add_test(tests, a_planted_foot);
    tcase_add_test(tests, balls_have_targets_and_strengths);
    tcase_add_test(tests, faults_are_sentences);
    tcase_add_test(tests, restored_in_a_move);
    return tests;
}
