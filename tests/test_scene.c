/* Scenes: a script and its world go on together; events, waits, saving, restarts, numbers, imports. */
#include "scene_helpers.h"

#include <math.h>

Suite *suite_scene(void);

/* -- saving ---------------------------------------------------------------------------------------------- */

/* Saves after that many steps: once within a control period, once at the beginning of one. */
static int save_at;

static void save(Told *told)
{
    if (told->nstep != save_at)
        return;
    told->saved_size = kip_scene_save_size(told->scene);
    told->saved = malloc(told->saved_size);
    ck_assert_ptr_nonnull(told->saved);
    kip_scene_save(told->scene, told->saved);
    told->text[0] = '\0'; /* what follows is to be printed again */
}

START_TEST(a_saved_scene_goes_on_alike)
{
    Folder folder = open_folder();
    const char *path = write_file(&folder, "main.py", script_text("long.py"));
    static const int when[] = {1, 250, 323, 499, 555};
    for (int i = 0; i < 5; i++) {
        Told *first = new_told(), *second = new_told();
        first->stepped = save;
        save_at = when[i];
        ck_assert_int_eq(run_scene(first, path), KIP_OK);
        ck_assert_ptr_nonnull(first->saved);
        ck_assert_ptr_nonnull(strstr(first->text, "end "));
        KipSceneDef def = told_def(second);
        def.seed = 99; /* the saved stream goes on, whatever the seed was */
        ck_assert_int_eq(kip_scene_load(path, &def, &second->scene, &second->error), KIP_OK);
        ck_assert_msg(kip_scene_load_state(second->scene, first->saved, first->saved_size, &second->error) ==
                          KIP_OK,
                      "%s", second->error.message);
        ck_assert_int_eq(second->nstep, 0);
        second->text[0] = '\0';
        ck_assert_int_eq(kip_scene_run(second->scene, &second->error), KIP_OK);
        ck_assert_str_eq(second->text, first->text);
        ck_assert_int_eq(second->nstep, 750 - when[i]);
        ck_assert(kip_scene_hash(second->scene) == kip_scene_hash(first->scene));
        ck_assert_int_eq(first->nfailed + second->nfailed, 0);
        end_scene(first);
        end_scene(second);
    }
    close_folder(&folder);
}
END_TEST

START_TEST(the_same_scene_gives_the_same_hash)
{
    Folder folder = open_folder();
    Told *first = run_text(&folder, script_text("long.py")),
         *second = run_text(&folder, script_text("long.py")), *other = new_told();
    ck_assert_str_eq(first->text, second->text);
    ck_assert_str_eq(first->decisions, second->decisions);
    ck_assert(kip_scene_hash(first->scene) == kip_scene_hash(second->scene));
    ck_assert_ptr_nonnull(strstr(first->text, "hit at 0.3"));
    ck_assert_ptr_nonnull(strstr(first->text, "struck"));
    KipSceneDef def = told_def(other);
    def.seed = 12;
    ck_assert_int_eq(kip_scene_load(folder.file[0], &def, &other->scene, &other->error), KIP_OK);
    ck_assert_int_eq(kip_scene_run(other->scene, &other->error), KIP_OK);
    ck_assert(kip_scene_hash(first->scene) != kip_scene_hash(other->scene));
    end_scene(first);
    end_scene(second);
    end_scene(other);
    close_folder(&folder);
}
END_TEST

START_TEST(bytes_of_another_scene_are_refused)
{
    Folder folder = open_folder();
    const char *path = write_file(&folder, "main.py", script_text("long.py"));
    Told *first = new_told(), *second = new_told();
    first->stepped = save;
    save_at = 100;
    ck_assert_int_eq(run_scene(first, path), KIP_OK);
    const char *other = write_file(&folder, "other.py", "addObject('box')\nrun(1)\nprint('done')\n");
    KipSceneDef def = told_def(second);
    ck_assert_int_eq(kip_scene_load(other, &def, &second->scene, &second->error), KIP_OK);
    ck_assert_int_eq(kip_scene_load_state(second->scene, first->saved, first->saved_size, &second->error),
                     KIP_BAD_INPUT);
    ck_assert_int_eq(kip_scene_load_state(second->scene, first->saved, 10, &second->error), KIP_BAD_INPUT);
    ck_assert_int_eq(kip_scene_run(second->scene, &second->error), KIP_OK); /* it goes on as it was */
    ck_assert_str_eq(second->text, "done\n");
    end_scene(first);
    end_scene(second);
    close_folder(&folder);
}
END_TEST

/* -- restarts -------------------------------------------------------------------------------------------- */

static void note_half_second(Told *told)
{
    KipSim *sim = kip_world_sim(kip_scene_world(told->scene));
    if (told->nstep % 500 != 0)
        return;
    told->time[told->nstep / 500 - 1] = kip_sim_time(sim);
    told->hash[told->nstep / 500 - 1] = kip_sim_hash(sim);
}

START_TEST(a_restart_is_the_first_run_again)
{
    static const char text[] = "def hold():\n"
                               "    throw('Ball', getPosition('hand_r'), (0, 0, 0))\n"
                               "    robot.attachLink('hand_r', 'Ball')\n"
                               "class Wave:\n"
                               "    def pre(self): return time() > 0.1\n"
                               "    def start(self): self.n = 0\n"
                               "    def step(self):\n"
                               "        self.n += 1\n"
                               "        robot.setTarget('elbow_flex_r', 0.02 * self.n)\n"
                               "        if self.n == 1: hold()\n"
                               "        if self.n == 10: robot.setPlanar()\n"
                               "robot = addCharacter('skeleton37', 'robot')\n"
                               "robot.addSkill(Wave)\n"
                               "robot.apply('Jump')\n"
                               "ball = addObject('ball', 'Ball', at=(1, 0, 1), present=False)\n"
                               "for i in range(3):\n"
                               "    if i > 0: restart()\n"
                               "    print(time(), timeSince('m'), robot.getAngle('elbow_flex_r'), "
                               "robot.isLinkAttached('hand_r', 'Ball'))\n"
                               "    at(0.05, lambda: throw(ball, (0.5, 0, 2), (0, 0, 0)))\n"
                               "    at(9, lambda: print('never'))\n"
                               "    push('trunk', (100, 50, 0), 0.4)\n"
                               "    mark('m')\n"
                               "    robot.setGain(0.9)\n"
                               "    run(0.5)\n";
    Folder folder = open_folder();
    Told *told = new_told();
    told->stepped = note_half_second;
    ck_assert_int_eq(run_scene(told, write_file(&folder, "main.py", text)), KIP_OK);
    ck_assert_int_eq(told->nbegun, 3);
    ck_assert_int_eq(told->nstep, 1500);
    ck_assert_str_eq(told->text, "0.0 inf 0.0 False\n0.0 inf 0.0 False\n0.0 inf 0.0 False\n");
    for (int i = 0; i < 3; i++) {
        ck_near(told->time[i], 0.5, 1e-12);
        ck_assert(told->hash[i] == told->hash[0]);
    }
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* -- time ------------------------------------------------------------------------------------------------ */

START_TEST(events_come_in_order_and_on_time)
{
    Folder folder = open_folder();
    Told *told = run_text(&folder, "addObject('ball', 'Ball', at=(0, 0, 3))\n"
                                   "def say(what): print(what, round(time(), 9))\n"
                                   "def square(): return round(time() / 0.005) % 40 >= 20\n"
                                   "at(0.2, lambda: say('b'))\n"
                                   "at(0.1, lambda: say('a'))\n"
                                   "at(0.2, lambda: say('c'))\n"
                                   "at(0.1234, lambda: say('between'))\n"
                                   "at(-1, lambda: say('at once'))\n"
                                   "when(lambda: time() > 0.1499, lambda: say('once'))\n"
                                   "when(square, lambda: say('rise'), again=True)\n"
                                   "when(lambda: True, lambda: say('true'))\n"
                                   "at(0.3, lambda: at(0.1, lambda: say('added')))\n"
                                   "run(0.42)\n"
                                   "say('end')\n"
                                   "run(0)\n"
                                   "say('still')\n");
    ck_assert_str_eq(told->text,
                     "at once 0.0\ntrue 0.0\na 0.1\nrise 0.1\nbetween 0.125\nonce 0.15\nb 0.2\nc 0.2\n"
                     "rise 0.3\nadded 0.305\nend 0.42\nstill 0.42\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

START_TEST(run_ends_when_it_is_told)
{
    Folder folder = open_folder();
    Told *told =
        run_text(&folder, "addObject('ball', 'Ball', at=(0, 0, 1))\n"
                          "print(run(0.1), round(time(), 9))\n"
                          "print(run(0.5, until=lambda: time() > 0.1222), round(time(), 9))\n"
                          "print(run(1, until=lambda: isColliding('Ball', 'ground')), round(time(), 9))\n"
                          "print(run(0.01, until=lambda: False), round(time(), 9))\n"
                          "print(run(5, lambda: True), round(time(), 9))\n");
    /* the ball falls 1 m in 0.4515 s */
    ck_assert_str_eq(told->text, "False 0.1\nTrue 0.125\nTrue 0.455\nFalse 0.465\nTrue 0.465\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

START_TEST(the_period_is_what_the_scene_says)
{
    Folder folder = open_folder();
    Told *told = run_text(&folder, "setTimestep(0.002)\nsetPeriod(0.02)\naddObject('ball', at=(0, 0, 3))\n"
                                   "n = 0\n"
                                   "def count():\n    global n\n    n += 1\n    return False\n"
                                   "when(count, print)\nrun(1)\nprint(n, round(time(), 9))\n");
    ck_assert_str_eq(told->text, "50 1.0\n");
    end_scene(told);
    check_fails(&folder, "setTimestep(0.001)\nsetPeriod(0.0033)\naddObject('ball')\nrun(1)\n", 4,
                "whole number of steps");
    check_fails(&folder, "setTimestep(0.0003)\nsetPeriod(0.005)\naddObject('ball')\nrun(1)\n", 4,
                "a step of 0.0002941176471 s would do");
    end_scene(
        run_text(&folder, "setTimestep(0.0002941176471)\nsetPeriod(0.005)\naddObject('ball')\nrun(1)\n"));
    check_fails(&folder, "setPeriod(0)\n", 1, "more than 0 s");
    check_fails(&folder, "setTimestep(0.2)\n", 1, "at most 0.1");
    check_fails(&folder, "run(1)\n", 1, "there is no world");
    close_folder(&folder);
}
END_TEST

/* The host may stop a run, and go on with it. */
static bool is_stopped(void *user)
{
    const Told *told = user;
    return told->nstep == 100 && told->nbegun < 2;
}

START_TEST(a_host_can_stop_and_go_on)
{
    Folder folder = open_folder();
    Told *told = new_told();
    const char *path =
        write_file(&folder, "main.py", "addObject('ball', at=(0, 0, 3))\nrun(0.2)\nprint(time())\n");
    KipSceneDef def = told_def(told);
    def.host.stop = is_stopped;
    ck_assert_int_eq(kip_scene_load(path, &def, &told->scene, &told->error), KIP_OK);
    ck_assert_int_eq(kip_scene_run(told->scene, &told->error), KIP_OK);
    ck_assert_str_eq(told->text, "");
    ck_assert_int_eq(told->nstep, 100);
    told->nbegun = 2;
    ck_assert_int_eq(kip_scene_run(told->scene, &told->error), KIP_OK);
    ck_assert_str_eq(told->text, "0.2\n");
    ck_assert_int_eq(told->nstep, 200);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* -- numbers from outside -------------------------------------------------------------------------------- */

START_TEST(numbers_reach_their_scripts)
{
    static const struct {
        KipSceneParam param[2];
        const char *prints, *fails;
    } table[] = {
        {{{"height", 3.5}, {"lean.gain", 7.5}}, "3.5 2\n7.5 3\n", NULL},
        {{{"speed", 9.5}, {"lean.Lean.depth", 4.5}}, "1.5 9.5\n5 4.5\n", NULL},
        {{{"heigth", 3}, {"speed", 1}}, "", "did you mean 'height'"},
        {{{"zeppelin", 3}, {"speed", 1}}, "", "no number 'zeppelin'"},
        {{{"lean.gian", 3}, {"height", 4.5}}, "4.5 2\n", "did you mean 'gain'"},
        {{{"nobody.gain", 3}, {"height", 4.5}}, "4.5 2\n", "no number 'nobody.gain'"},
    };
    Folder folder = open_folder();
    const char *path = write_file(&folder, "main.py",
                                  "height = 1.5\nspeed = 2\n"
                                  "robot = addCharacter('ball', 'robot')\nrobot.addSkill('lean')\n"
                                  "print(height, speed)\nrun(0.01)\n");
    write_file(&folder, "lean.py",
               "gain = 5\n"
               "class Lean:\n    depth = 3\n    def pre(self): return True\n"
               "    def start(self): print(gain, self.depth)\n");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        Told *told = new_told();
        KipSceneDef def = told_def(told);
        def.param = table[i].param, def.nparam = 2;
        KipStatus status = kip_scene_load(path, &def, &told->scene, &told->error);
        ck_assert((status == KIP_BAD_USE) ==
                  (i == 2 || i == 3)); /* those of the main script before it runs */
        if (status == KIP_OK)
            status = kip_scene_run(told->scene, &told->error);
        ck_assert((status != KIP_OK) == (table[i].fails != NULL));
        ck_assert_str_eq(told->text, table[i].prints);
        if (table[i].fails)
            ck_assert_msg(strstr(told->error.message, table[i].fails) != NULL, "%s", told->error.message);
        ck_assert_int_eq(told->nstep,
                         table[i].fails ? 0 : 10); /* and those of skills before anything moves */
        end_scene(told);
    }
    close_folder(&folder);
}
END_TEST

/* -- imports, failures ----------------------------------------------------------------------------------- */

START_TEST(scripts_import_from_beside_and_from_lib)
{
    Folder folder = open_folder();
    make_folder(&folder, "scenes");
    make_folder(&folder, "skills");
    make_folder(&folder, "skills/lib");
    make_folder(&folder, "models");
    write_file(&folder, "models/stone.xml",
               "<mujoco><worldbody><body name='stone' pos='0 0 2'><freejoint/><geom size='.1' "
               "mass='3'/></body>"
               "</worldbody></mujoco>");
    write_file(&folder, "skills/lib/deep.py", "depth = 3\ndef sink(x): return x - depth\n");
    write_file(&folder, "skills/lib/tools.py", "import deep\ndef twice(x): return 2 * deep.sink(x)\n");
    write_file(&folder, "skills/lean.py",
               "import tools\nimport deep\n"
               "class Lean:\n    def pre(self): return True\n"
               "    def start(self):\n        deep.depth += 1\n        print('lean', tools.twice(10), "
               "skeleton)\n");
    write_file(&folder, "scenes/near.py", "import tools\nname = 'near'\n");
    const char *path =
        write_file(&folder, "scenes/main.py",
                   "import near\nimport tools\n"
                   "a = addCharacter('stone', 'a')\nb = addCharacter('stone', 'b', at=(3, 0, 0))\n"
                   "a.addSkill('lean')\nb.addSkill('lean')\nrun(0.01)\n"
                   "print(near.name, tools.twice(10))\n");
    Told *told = new_told();
    ck_assert_msg(run_scene(told, path) == KIP_OK, "%s", told->error.message);
    /* each attachment has its own instances of what it imports */
    ck_assert_str_eq(told->text, "lean 12 <a>\nlean 12 <b>\nnear 14\n");
    end_scene(told);
    told = new_told();
    write_file(&folder, "scenes/near.py", "x = 1\nimport tool\n");
    ck_assert_int_eq(run_scene(told, path), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(told->error.message, "tool.py"));
    ck_assert_ptr_nonnull(strstr(told->error.file, "near.py"));
    ck_assert_int_eq(told->error.line, 2);
    end_scene(told);
    told = new_told();
    write_file(&folder, "scenes/near.py", "import main\n");
    ck_assert_int_eq(run_scene(told, path), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(told->error.message, "'main' is the scene itself"));
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* A script is what its path says it is: two of one name do not mix, and a scene does not hide a script of the library. */
START_TEST(scripts_of_one_name_do_not_mix)
{
    Folder folder = open_folder();
    make_folder(&folder, "skills");
    make_folder(&folder, "skills/lib");
    make_folder(&folder, "scenes");
    write_file(&folder, "skills/lib/tools.py", "where = 'library'\n");
    write_file(&folder, "skills/lib/footing.py",
               "import tools\nimport bend\nwhere = 'library, ' + tools.where\n");
    write_file(&folder, "skills/lib/bend.py", "import footing\ndef where(): return footing.where\n");
    write_file(&folder, "scenes/tools.py", "where = 'scene'\n");
    const char *path = write_file(&folder, "scenes/footing.py",
                                  "import tools\nimport footing\nimport bend\n"
                                  "print(tools.where, '/', footing.where, '/', bend.where())\n");
    Told *told = new_told();
    ck_assert_msg(run_scene(told, path) == KIP_OK, "%s", told->error.message);
    ck_assert_str_eq(told->text, "scene / library, library / library, library\n");
    end_scene(told);
    told = new_told();
    char twice[1024]; /* the path with two slashes */
    snprintf(twice, sizeof twice, "%.*s/%s", (int)(strrchr(path, '/') + 1 - path), path, "footing.py");
    ck_assert_msg(run_scene(told, twice) == KIP_OK, "%s: %s", twice, told->error.message);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

#define BALL "addObject('ball', 'Ball', at=(0, 0, 3))\n"

START_TEST(a_main_script_that_fails_says_where)
{
    Folder folder = open_folder();
    check_fails(&folder, BALL "run(0.1)\nnobody()\n", 3, "'nobody' is not defined");
    check_fails(&folder, BALL "x = 1 / 0\n", 2, "zero");
    check_fails(&folder, "def f(x): return f(x)\n" BALL "f(1)\n", 1, "within each other");
    check_fails(&folder, "x = [0]\nwhile True: x = x + x\n", 2, "memory");
    check_fails(&folder, BALL "assert time() > 1, 'too early'\n", 2, "too early");
    check_fails(&folder, BALL "def f():\n    push('Bal', (1, 0, 0))\nat(0.1, f)\nrun(1)\n", 3,
                "did you mean 'Ball'");
    check_fails(&folder, BALL "when(lambda: nobody, print)\nrun(1)\n", 2, "nobody");
    check_fails(&folder, BALL "run(1, until=lambda: 1 / 0)\n", 2, "zero");
    check_fails(&folder, BALL "at(0.1, lambda: run(1))\nrun(1)\n", 2, "only the main script");
    check_fails(&folder, BALL "def f(): restart()\nat(0.1, f)\nrun(1)\n", 2, "only the main script");
    check_fails(&folder, BALL "run(1, until=lambda: restart())\n", 2, "only the main script");
    check_fails(&folder,
                "class S:\n    def __init__(self): restart()\n    def step(self): pass\n"
                "a = addCharacter('ball')\na.addSkill(S)\nrun(1)\n",
                6, "only the main script");
    Told *told = new_told(); /* a syntax error comes before anything runs */
    ck_assert_int_eq(run_scene(told, write_file(&folder, "main.py", "print('x')\nif True\n")), KIP_BAD_INPUT);
    ck_assert_int_eq(told->error.line, 2);
    ck_assert_str_eq(told->text, "");
    end_scene(told);
    told = new_told();
    ck_assert_int_eq(run_scene(told, "/nowhere/main.py"), KIP_IO);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

START_TEST(a_skill_that_calls_run_leaves_the_wait_alone)
{
    Folder folder = open_folder();
    Told *told = run_text(&folder, "class S:\n    def pre(self): return True\n    def step(self): run(9)\n"
                                   "a = addCharacter('ball', at=(0, 0, 3))\na.addSkill(S)\n"
                                   "print(run(0.1, until=lambda: False), round(time(), 9))\n");
    ck_assert_str_eq(told->text, "False 0.1\n");
    ck_assert_int_gt(told->nfailed, 0);
    ck_assert_ptr_nonnull(strstr(told->failure.message, "only the main script"));
    end_scene(told);
    close_folder(&folder);
}
END_TEST

START_TEST(a_script_without_a_world_runs)
{
    Folder folder = open_folder();
    Told *told = run_text(&folder, "\"\"\"Says hello.\n\nMore.\"\"\"\n"
                                   "print('hello', time())\nsetCamera((1, 2, 3), [0, 0, 1])\n");
    KipVec3 eye, target;
    ck_assert_str_eq(told->text, "hello 0.0\n");
    ck_assert_ptr_null(kip_scene_world(told->scene));
    ck_assert_int_eq(strncmp(kip_scene_doc(told->scene), "Says hello.", 11), 0);
    ck_assert(kip_scene_camera(told->scene, &eye, &target) && eye.z == 3 && target.z == 1);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

Suite *suite_scene(void)
{
    Suite *suite = suite_create("scene");
    TCase *tcase = tcase_create("scene");
    tcase_add_test(tcase, a_saved_scene_goes_on_alike);
    tcase_add_test(tcase, the_same_scene_gives_the_same_hash);
    tcase_add_test(tcase, bytes_of_another_scene_are_refused);
    tcase_add_test(tcase, a_restart_is_the_first_run_again);
    tcase_add_test(tcase, events_come_in_order_and_on_time);
    tcase_add_test(tcase, run_ends_when_it_is_told);
    tcase_add_test(tcase, the_period_is_what_the_scene_says);
    tcase_add_test(tcase, a_host_can_stop_and_go_on);
    tcase_add_test(tcase, numbers_reach_their_scripts);
    tcase_add_test(tcase, scripts_import_from_beside_and_from_lib);
    tcase_add_test(tcase, scripts_of_one_name_do_not_mix);
    tcase_add_test(tcase, a_main_script_that_fails_says_where);
    tcase_add_test(tcase, a_skill_that_calls_run_leaves_the_wait_alone);
    tcase_add_test(tcase, a_script_without_a_world_runs);
    suite_add_tcase(suite, tcase);
    suite_add_tcase(suite, scene_skill_case());
    suite_add_tcase(suite, scene_native_case());
    suite_add_tcase(suite, scene_beat_case());
    suite_add_tcase(suite, scene_velocity_case());
    suite_add_tcase(suite, scene_step_case());
    suite_add_tcase(suite, scene_clip_case());
    suite_add_tcase(suite, scene_odd_case());
    suite_add_tcase(suite, scene_plot_case());
    return suite;
}
