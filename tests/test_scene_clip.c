/* Clips in scenes (HYB): they bid where the state is like them, loop, give way to what is active, follow a path (HYB.6), and are
 * saved. */
#include "scene_helpers.h"

#include <math.h>

#include "control/loads.h"
#include "dynamics/vec3.h"

#define PERSON "p = addCharacter('skeleton37', 'p', key='ready', at=(1, 2, 0), turn=math.pi / 2)\n"
#define START "import math\n" PERSON
#define PERSON_AT_ORIGIN "p = addCharacter('skeleton37', 'p', key='ready')\n"

/* A ball of 2 kg at its trunk at 1 s: physics within 20 ms where it is active, else nothing. */
static void throw_at(Folder *folder, const char *passive, const char *acts)
{
    char text[1024];
    snprintf(text, sizeof text,
             START "b = addShape('Ball', 'sphere', 0.1, mass=2, present=False)\n"
                   "p.addClip('idle', loop=True, passive=%s)\np.addSkill('balance')\n"
                   "at(1, lambda: throw('Ball', getPosition('p/trunk') + vec(0, 0.6, 0.2), (0, -6, 0)))\n"
                   "hit = run(2, until=lambda: isColliding('Ball', 'p'))\nprint(hit)\nrun(0.02)\n"
                   "print(p.activeSkill(), p.clipTime() is None)\n",
             passive);
    Told *told = run_text(folder, text);
    ck_assert_str_eq(told->text, acts);
    end_scene(told);
}

START_TEST(what_is_active_takes_it_to_physics)
{
    Folder folder = open_folder();
    throw_at(&folder, "[]", "True\nbalance True\n");
    throw_at(&folder, "['Ball']", "True\nidle False\n");
    /* While it touches, the clip does not bid again, however alike the state is. */
    Told *told = run_text(&folder, START "b = addShape('Ball', 'sphere', 0.1, mass=20, at=(1.1, 2, 0.1))\n"
                                         "p.addClip('idle', loop=True)\nrun(0.1)\nprint(p.activeSkill())\n");
    ck_assert_str_eq(told->text, "rest\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* N s: what the last step has added to the momentum of all that moves, but for gravity and the ground. */
static double unexplained(const KipSim *sim, KipVec3 before)
{
    const KipModel *model = kip_sim_model(sim);
    const KipContact *contact;
    const double h = kip_sim_timestep(sim);
    KipVec3 force = v3_zero();
    for (int b = 1; b < model->nbody; b++)
        force = v3_add_scaled(force, model->body[b].mass, model->gravity);
    for (int n = kip_sim_contacts(sim, &contact), i = 0; i < n; i++) {
        if (!kip_body_moves(model, model->geom[contact[i].geom1].body))
            force = v3_add(force, contact[i].force);
        else if (!kip_body_moves(model, model->geom[contact[i].geom2].body))
            force = v3_sub(force, contact[i].force);
    }
    const KipVec3 after = kip_linear_momentum(kip_sim_dynamics(sim));
    return v3_length(v3_sub(v3_sub(after, before), v3_scale(h, force)));
}

/* A ball of 10 kg at 12 m/s. While the clip plays, the ball flies as if alone; from the first step in which it touches, momentum
 * is kept, at whichever step of a control period that is. In a period's first step the clip, too, moves its character: to
 * where the motion is after the last one. */
START_TEST(a_blow_keeps_momentum)
{
    Folder folder = open_folder();
    unsigned phases = 0;
    for (int i = 0; i < 5; i++) {
        char text[512];
        int n = 0, first = -1;
        snprintf(text, sizeof text,
                 PERSON_AT_ORIGIN
                 "b = addShape('Ball', 'sphere', 0.12, mass=10, present=False)\n"
                 "p.addClip('walk', loop=True, priority=None)\np.do('walk')\n"
                 "at(0.5, lambda: throw('Ball', getPosition('head') + vec(1.2 + %d * 0.013, 0, 0), "
                 "(-12, 0, 0.5)))\nrun(1)\n",
                 i);
        Told *told = new_told();
        KipSceneDef def = told_def(told);
        KipError error;
        ck_ok(kip_scene_load(write_file(&folder, "main.py", text), &def, &told->scene, &error));
        ck_ok(kip_scene_advance(told->scene, 0.51, &error));
        const KipSim *sim = kip_world_sim(kip_scene_world(told->scene));
        const KipModel *model = kip_sim_model(sim);
        const double *ball = kip_sim_v(sim) + model->joint[model->njoint - 1].v;
        for (; n < 150; n++) {
            const KipVec3 before = kip_linear_momentum(kip_sim_dynamics(sim));
            ck_ok(kip_scene_advance(told->scene, 0.001, &error));
            if (first < 0 && !kip_sim_is_prescribed(sim, 0))
                first = n, phases |= 1u << first % 5;
            if (first < 0)
                ck_below(fabs(ball[0] + 12), 1e-12);
            else
                ck_below(unexplained(sim, before), n == first && n % 5 == 0 ? 1e-3 : 1e-9);
        }
        ck_assert_double_gt(ball[0], -6); /* it has lost 60 N s */
        end_scene(told);
    }
    ck_assert_uint_eq(phases, 31);
    close_folder(&folder);
}
END_TEST

/* Steps that are taken again, of scenes that step together, have the bits of runs of their own. */
START_TEST(blows_in_a_batch_are_the_same)
{
    Folder folder = open_folder();
    const char *path = write_file(
        &folder, "main.py",
        "import random\n" PERSON_AT_ORIGIN "b = addShape('Ball', 'sphere', 0.12, mass=5, present=False)\n"
        "p.addClip('idle', loop=True)\np.addSkill('balance')\n"
        "at(0.1, lambda: throw('Ball', getPosition('trunk') + vec(random.uniform(0.6, 1), 0, 0), (-8, 0, 0.5)))\n"
        "run(0.4)\nprint(p.activeSkill())\n");
    Told *told[8];
    KipScene *scene[4];
    KipStatus status[4];
    KipError error[4];
    for (int i = 0; i < 8; i++) {
        told[i] = new_told();
        KipSceneDef def = told_def(told[i]);
        def.seed = (uint64_t)(i % 4);
        ck_assert_int_eq(kip_scene_load(path, &def, &told[i]->scene, &told[i]->error), KIP_OK);
    }
    for (int i = 0; i < 4; i++)
        scene[i] = told[i]->scene;
    kip_scene_run_together(scene, 4, status, error);
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(status[i], KIP_OK);
        ck_assert_int_eq(kip_scene_run(told[4 + i]->scene, &told[4 + i]->error), KIP_OK);
        ck_assert(kip_scene_hash(scene[i]) == kip_scene_hash(told[4 + i]->scene));
        ck_assert_str_eq(told[i]->decisions, told[4 + i]->decisions);
        ck_assert_ptr_nonnull(strstr(told[i]->decisions, "which is active, touches"));
    }
    for (int i = 0; i < 8; i++)
        end_scene(told[i]);
    close_folder(&folder);
}
END_TEST

/* A loop of 2.2 s in which it goes 4 steps: after 11 s it has gone 5 times as far as after one. */
START_TEST(a_loop_goes_on_from_where_it_has_come_to)
{
    Folder folder = open_folder();
    Told *told =
        run_text(&folder, START "p.addClip('walk', loop=True, blend=0)\np.do('walk')\nrun(0.1)\n"
                                "far = []\nfor i in range(6):\n    far.append(p.com())\n    run(2.2)\n"
                                "one = (far[1] - far[0]).length()\n"
                                "print(2.5 < one < 3, abs((far[5] - far[0]).length() - 5 * one) < 0.01)\n");
    ck_assert_str_eq(told->text, "True True\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

#define ALONG                                                                                                              \
    "p.addClip(['walk', 'turn_45_left', 'turn_45_right'], name='along', priority=None, path=[(0, 0), (2, 0.3), (4, 1)])\n" \
    "p.addClip('idle', loop=True)\n"

/* One call, of a clip that is unlike how it stands; shapes may be added after it. */
START_TEST(one_call_plays_a_clip)
{
    Folder folder = open_folder();
    Told *told =
        run_text(&folder,
                 "import clips\n" PERSON_AT_ORIGIN
                 "clips.get_up(p, 'punch')\naddShape('Ball', 'sphere', 0.1, mass=1, at=(0, 3, 0.1))\n"
                 "run(0.1)\nprint(p.activeSkill())\n");
    ck_assert_str_eq(told->text, "punch\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* A touch hands over from the clip to On the Beat, which tracks it; its report that a joint will not be there in time (OTB.12),
 * or its end, hands over to balance; then the clip plays again. */
START_TEST(on_the_beat_carries_a_clip_on)
{
    Folder folder = open_folder();
    Told *told = run_text(
        &folder,
        "import clips\n" PERSON_AT_ORIGIN
        "b = addShape('Ball', 'sphere', 0.12, mass=2, present=False)\np.addClip('idle', loop=True)\n"
        "p.addSkill('beat_on')\np.addSkill('bear_balance')\n"
        "clips.Return(p, 'idle', standing=['beat_on', 'bear_balance'])\nnames = ['']\n"
        "def look():\n    if names[-1] != p.activeSkill():\n        names.append(p.activeSkill())\n    return False\n"
        "at(1, lambda: throw('Ball', getPosition('p/trunk') + vec(0, 0.6, 0.15), (0, -5, 0.6)))\n"
        "run(3, until=look)\nprint(names[1:3], names[-1], 'bear_step' in names)\n");
    ck_assert_str_eq(told->text, "['idle', 'beat_on'] idle False\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* Upper body by forces, legs by the clip: these stay with it, the other does not. */
START_TEST(a_part_of_a_body_is_a_rag_doll)
{
    Folder folder = open_folder();
    Told *told =
        run_text(&folder, PERSON_AT_ORIGIN
                 "p.playClip('walk', loop=True, blend=0.1, loose=['trunk'])\nrun(0.5)\nlegs, arms = 0, 0\n"
                 "for i in range(60):\n    run(0.01)\n    pose = p.clipPose('walk', p.clipTime())\n"
                 "    for j in pose:\n        off, part = abs(pose[j] - p.getAngle(j)), j.split('_')[0]\n"
                 "        legs = max(legs, off if part in ['hip', 'knee', 'ankle'] else 0)\n"
                 "        arms = max(arms, off if part in ['waist', 'shoulder'] else 0)\n"
                 "print(legs < 1e-3, arms > 0.1)\n");
    ck_assert_str_eq(told->text, "True True\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* The smaller person's feet, and the taller one's, are on the ground, too. */
START_TEST(a_person_of_another_size_walks_on_the_ground)
{
    static const char *const height[] = {"1.5", "1.95"};
    Folder folder = open_folder();
    for (int i = 0; i < 2; i++) {
        char text[512];
        snprintf(
            text, sizeof text,
            "p = addCharacter('skeleton37', 'p', key='ready', height=%s)\np.addClip('walk', loop=True)\n"
            "p.do('walk')\nrun(0.6)\nlow = []\nfor i in range(40):\n    run(0.05)\n    low.append(p.lowest())\n"
            "print(min(low) > -0.015, max(low) < 0.005)\n",
            height[i]);
        Told *told = run_text(&folder, text);
        ck_assert_str_eq(told->text, "True True\n");
        end_scene(told);
    }
    close_folder(&folder);
}
END_TEST

/* Five clips, an S of 12 m whose bends are 1.6 m aside. */
START_TEST(a_path_with_sharp_bends_is_followed)
{
    Folder folder = open_folder();
    Told *told = run_text(
        &folder, PERSON_AT_ORIGIN
        "turns = [f'turn_{a}_{s}' for a in [45, 90] for s in ['left', 'right']]\n"
        "p.addClip(['walk'] + turns, name='along', path=[(0, 0), (2.5, 1.6), (5, 0), (7.5, -1.6), (10, 0)])\n"
        "run(0.01)\n");
    const char *end = strstr(told->events, " m at most");
    ck_assert_ptr_nonnull(end);
    while (end > told->events && end[-1] != ' ')
        end--;
    ck_below(strtod(end, NULL), 0.25);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* It stands at (1, 2) and looks along y: ahead of it is y, to its left -x. */
START_TEST(a_path_begins_where_it_stands)
{
    Folder folder = open_folder();
    Told *told =
        run_text(&folder, START ALONG "run(0.5)\np.do('along')\nnear = 9\nend = vec(1 - 1, 2 + 4, 0)\n"
                                      "def look():\n    global near\n    c = getPosition('p/pelvis')\n"
                                      "    near = min(near, math.hypot(c.x - end.x, c.y - end.y))\n"
                                      "    return p.activeSkill() == 'idle'\nrun(0.1)\n"
                                      "print(run(20, until=look), near < 0.3)\n");
    ck_assert_str_eq(told->text, "True True\n");
    ck_assert_ptr_nonnull(strstr(told->events, "a path of 4."));
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* A walk along a path that bids by itself begins at its beginning. A clip that bids begins anew where it is alike at its
 * end; another skill takes over there if its bid is higher. */
START_TEST(a_clip_that_bids_ends)
{
    static const char along[] =
        "p.addClip(['walk', 'turn_45_left'], name='along', path=[(0, 0), (2, 0)])\np.addSkill('balance')\n"
        "run(0.01)\nbegun = p.clipTime()\nrun(1)\n"
        "print(begun < 0.02 and p.activeSkill() == 'along' and p.com().x > 1)\n";
    static const char again[] = "p.addClip('punch', threshold=1)\nn, last = 0, 0\n"
                                "for i in range(300):\n    run(0.01)\n    t = p.clipTime() or 0\n"
                                "    n, last = n + (t < last), t\nprint(n > 0)\n";
    static const char over[] =
        "p.addClip('punch')\np.addSkill('balance')\n"
        "run(0.1)\np.do('punch')\nprint(run(5, until=lambda: p.activeSkill() == 'balance'))\n";
    static const char *const scene[] = {along, again, over};
    for (int i = 0; i < 3; i++) {
        Folder folder = open_folder();
        char text[512];
        snprintf(text, sizeof text, PERSON_AT_ORIGIN "%s", scene[i]);
        Told *told = run_text(&folder, text);
        ck_assert_msg(strcmp(told->text, "True\n") == 0, "%d: %s", i, told->text);
        end_scene(told);
        close_folder(&folder);
    }
}
END_TEST

/* What a ready-made skill imports is what it was made with, whatever lies beside the scene. */
START_TEST(a_scene_may_have_the_name_of_what_skills_import)
{
    Folder folder = open_folder();
    write_file(&folder, "follow.py", "p = addCharacter('ball')\n");
    Told *told =
        run_text(&folder, PERSON_AT_ORIGIN "p.addSkill('gesture')\nrun(0.02)\nprint(p.activeSkill())\n");
    ck_assert_str_eq(told->text, "gesture\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

static void save_at_two(Told *told)
{
    if (told->saved || kip_world_time(kip_scene_world(told->scene)) < 1.9999)
        return;
    told->saved_size = kip_scene_save_size(told->scene);
    told->saved = malloc(told->saved_size);
    ck_assert_ptr_nonnull(told->saved);
    kip_scene_save(told->scene, told->saved);
}

/* The walk is made anew from its name where it is not known. */
START_TEST(a_walk_along_a_path_is_restored)
{
    Folder folder = open_folder();
    const char *path = write_file(&folder, "main.py",
                                  START ALONG "run(0.5)\np.do('along')\nrun(2.5)\nprint(p.clipTime())\n");
    Told *first = new_told(), *second = new_told();
    first->stepped = save_at_two;
    ck_assert_int_eq(run_scene(first, path), KIP_OK);
    ck_assert_ptr_nonnull(first->saved);
    KipSceneDef def = told_def(second);
    ck_assert_int_eq(kip_scene_load(path, &def, &second->scene, &second->error), KIP_OK);
    KipStatus status = kip_scene_load_state(second->scene, first->saved, first->saved_size, &second->error);
    ck_assert_msg(status == KIP_OK, "%s", second->error.message);
    ck_assert_int_eq(kip_scene_run(second->scene, &second->error), KIP_OK);
    ck_assert(kip_scene_hash(first->scene) == kip_scene_hash(second->scene));
    ck_assert_str_eq(second->text, first->text);
    end_scene(first);
    end_scene(second);
    close_folder(&folder);
}
END_TEST

START_TEST(clips_that_make_no_sense_are_refused)
{
    static const struct {
        const char *words, *answer;
    } wrong[] = {
        {"['walk']", "a clip is one file, or a list of files with path="},
        {"3", "file is a motion's name, or a list of them, not of int"},
        {"['walk', 'nope'], path=[(0, 0), (1, 0)]", "there is no motion 'nope'"},
        {"'a|b'", "\"a|b\" cannot be a motion's name"},
        {"'walk', path=[(0, 0)]", "path is a list of two or more points"},
        {"'walk', path=[(0, 0), (1, 'a')]", "a point of a path is (x, y), m, not of str"},
        {"'walk', path=[(0, 0), (0, 0)]", "points 1 and 2 of a path are the same"},
        {"'walk', path=[(i, 0) for i in range(33)]", "a path has at most 32 points"},
        {"17 * ['walk'], path=[(0, 0), (1, 0)]", "at most 16 clips"},
        {"200 * ['walk'], path=[(0, 0), (1, 0)]", "have fewer than 512 letters"},
        {"'idle', weights={'nope': 1}", "'nope' is not one of 'p'"},
        {"'idle', weights={'elbow_flex_r': -1}",
         "the weight of 'elbow_flex_r' is a number of 0 to a million"},
        {"'idle', weights={'elbow_flex_r': 'a'}", "the weight of 'elbow_flex_r' is a number"},
        {"'idle', weights=[1]", "weights is a dict of joints"},
        {"'idle', start=6", "a motion of 5.6 s cannot be played from 6 s on"},
        {"'idle', blend=-1", "a blend takes 0 s or more, not -1 s"},
    };
    Folder folder = open_folder();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[512];
        snprintf(text, sizeof text, START "p.addClip(%s)\nprint('later')\n", wrong[i].words);
        Told *told = new_told();
        ck_assert_int_ne(run_scene(told, write_file(&folder, "main.py", text)), KIP_OK);
        ck_assert_msg(strstr(told->error.message, wrong[i].answer) != NULL, "%s: %s", wrong[i].words,
                      told->error.message);
        ck_assert_int_eq(told->error.line, 3);
        ck_assert_int_eq(told->error.column, 3);
        end_scene(told);
    }
    close_folder(&folder);
}
END_TEST

/* Of a person who waves by clipPose() on its own feet: what joints are told, at both ends and behind them. */
START_TEST(a_clip_s_angles_are_asked)
{
    Folder folder = open_folder();
    Told *told =
        run_text(&folder, START
                 "p.playClip('wave', start=0.6, blend=0)\nrun(0.001)\n"
                 "pose = p.clipPose('wave', p.clipTime())\n"
                 "print(max([abs(pose[j] - p.getAngle(j)) for j in pose]) < 1e-2, len(pose))\n"
                 "print(p.clipPose('wave', -0.1), p.clipPose('wave', 99), len(p.clipPose('wave', 0)))\n");
    ck_assert_str_eq(told->text, "True 31\nNone None 31\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

TCase *scene_clip_case(void)
{
    TCase *tests = tcase_create("scene_clip");
    tcase_add_test(tests, what_is_active_takes_it_to_physics);
    tcase_add_test(tests, a_blow_keeps_momentum);
    tcase_add_test(tests, blows_in_a_batch_are_the_same);
    tcase_add_test(tests, a_loop_goes_on_from_where_it_has_come_to);
    tcase_add_test(tests, one_call_plays_a_clip);
    tcase_add_test(tests, on_the_beat_carries_a_clip_on);
    tcase_add_test(tests, a_part_of_a_body_is_a_rag_doll);
    tcase_add_test(tests, a_person_of_another_size_walks_on_the_ground);
    tcase_add_test(tests, a_path_with_sharp_bends_is_followed);
    tcase_add_test(tests, a_path_begins_where_it_stands);
    tcase_add_test(tests, a_clip_that_bids_ends);
    tcase_add_test(tests, a_scene_may_have_the_name_of_what_skills_import);
    tcase_add_test(tests, a_walk_along_a_path_is_restored);
    tcase_add_test(tests, a_clip_s_angles_are_asked);
    tcase_add_test(tests, clips_that_make_no_sense_are_refused);
    return tests;
}
