/* Skills of scenes: scripts that fail, whose globals are whose, sequences, commands, what is felt in time. */
#include "scene_helpers.h"

#include <math.h>

/* -- failures -------------------------------------------------------------------------------------------- */

/* A skill of a file's own with this body fails at this line of it; it ends, and the run goes on. */
typedef struct Failing {
    const char *body;
    int line;
    const char *part;
    bool other; /* another skill bids, else the default takes over */
} Failing;

#define PRE "class Bad:\n    priority = 9\n    def pre(self): return True\n"

static const Failing failing[] = {
    {PRE "    def step(self):\n        nobody()\n", 5, "'nobody' is not defined", true},
    {PRE "    def step(self):\n        nobody()\n", 5, "'nobody' is not defined", false},
    {PRE "    def step(self):\n        while True: pass\n", 5, "instructions", true},
    {PRE "    def deeper(self): return self.deeper()\n    def step(self): self.deeper()\n", 4,
     "within each other", true},
    {PRE "    def step(self):\n        x = [0]\n        while True:\n            x = x + x\n", 7, "memory",
     true},
    {PRE "    def step(self):\n        self.x = {}\n        i = 0\n        while True:\n            i += 1\n"
         "            self.x[i] = 'a' * i\n",
     9, "", true},
    {PRE "    def start(self):\n        x = [][1]\n    def step(self): pass\n", 5, "", true},
    {PRE "    def step(self): pass\n    def post(self):\n        return 'a' + 1\n", 6, "", true},
    {PRE "    def step(self): pass\n    def expected(self):\n        return self.nothing\n", 6, "nothing",
     false},
    {"class Bad:\n    def pre(self):\n        return 1 / 0\n    def step(self): pass\n", 3, "zero", true},
    {"class Bad:\n    priority = 'high'\n    def pre(self): return True\n    def step(self): pass\n", 0, "",
     true},
    {"class Bad:\n    def priority(self): return 'high'\n    def pre(self): return True\n    def step(self): "
     "pass\n",
     0, "must be a number", true},
    {PRE "    def step(self): restart()\n", 4, "only the main script", true},
    {PRE "    def step(self): run(1)\n", 4, "only the main script", true},
    {PRE "    def step(self): addGround()\n", 4, "the world runs already", true},
    {PRE "    def step(self): skeleton.setTargetPose('Standd')\n", 4, "did you mean 'Stand'", true},
    {PRE "    def step(self): skeleton.setTarget('knee_flx_l', 0)\n", 4,
     "did you mean 'knee_flex_l'? If not, the skill 'bad' is written for bodies that have it", true},
    {PRE "    def step(self): skeleton.setTarget('tail', 0)\n", 4,
     "no joint 'tail': the skill 'bad' is written for bodies that have it", true},
    {PRE "    def step(self): getPosition('foot_ll')\n", 4,
     "did you mean 'foot_l'? If not, the skill 'bad' is written for bodies that have it", true},
    {PRE "    def step(self): skeleton.limb('wing')\n", 4,
     "ground; the skill 'bad' is written for bodies that have it", true},
};

START_TEST(a_skill_that_fails_ends_and_the_run_goes_on)
{
    const Failing *f = failing + _i;
    Folder folder = open_folder();
    char text[1024];
    write_file(&folder, "bad.py", f->body);
    write_file(&folder, "other.py",
               "class Other:\n    priority = 1\n    def pre(self): return True\n    def step(self): pass\n");
    snprintf(text, sizeof text,
             "robot = addCharacter('skeleton37', 'robot')\nrobot.addSkill('bad')\n%s"
             "run(0.02)\nprint(robot.activeSkill())\nrun(0.02)\nprint('end')\n",
             f->other ? "robot.addSkill('other')\n" : "");
    Told *told = run_text(&folder, text);
    ck_assert_str_eq(told->text, f->other ? "other\nend\n" : "rest\nend\n");
    ck_assert_int_ge(told->nfailed, 1);
    ck_assert_str_eq(told->failed, "bad");
    ck_assert_msg(strstr(told->failure.message, f->part) != NULL, "%s", told->failure.message);
    ck_assert_int_gt((int)strlen(told->failure.message), 10);
    if (f->line) {
        ck_assert_msg(told->failure.line == f->line, "line %d: %s", told->failure.line,
                      told->failure.message);
        ck_assert_ptr_nonnull(strstr(told->failure.file, "bad.py"));
        char place[32]; /* and the log knows the place too */
        snprintf(place, sizeof place, "bad.py:%d:", f->line);
        ck_assert_msg(strstr(told->decisions, place) || strstr(f->body, "pre(self):\n"), "%s",
                      told->decisions);
    }
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* What a number of a skill is told to be is one, or None, which is no number on purpose. */
START_TEST(a_command_s_numbers_are_numbers)
{
    static const char skill[] =
        "class Goes:\n    def __init__(self): self.speed, self.steps = 1.0, None\n"
        "    def step(self): pass\n"
        "robot = addCharacter('ball', 'robot')\nrobot.addSkill(Goes)\n"
        "robot.do('Goes', speed=2, steps=3)\nrobot.do('Goes', speed=True, steps=None)\n";
    static const struct {
        const char *named, *answer;
    } wrong[] = {
        {"speed='fast'", "speed of the skill 'Goes' is a number, as speed=1, not str"},
        {"speed=(1, 0, 0)", "speed of the skill 'Goes' is a number, as speed=1, not tuple"},
        {"speed=float('nan')", "speed of the skill 'Goes' cannot be nan; give it a number"},
        {"steps=float('nan')", "steps of the skill 'Goes' cannot be nan; give it a number"},
        {"speed=float('-inf')", "speed of the skill 'Goes' cannot be infinite; give it a number"},
        {"2.5", "do() takes 1 argument but 2 were given"},
        {"sped=1", "did you mean 'speed'"},
    };
    Folder folder = open_folder();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[512];
        snprintf(text, sizeof text, "%srobot.do('Goes', %s)\n", skill, wrong[i].named);
        check_fails(&folder, text, 8, wrong[i].answer);
    }
    close_folder(&folder);
}
END_TEST

START_TEST(a_failing_end_is_an_event)
{
    Folder folder = open_folder();
    Told *told =
        run_text(&folder, "class Bad:\n    def step(self): pass\n    def end(self): nobody()\n"
                          "robot = addCharacter('ball', 'robot')\nrobot.addSkill(Bad)\nrobot.do('Bad')\n"
                          "run(0.02)\nprint(robot.activeSkill(), round(robot.timeInSkill(), 9))\n"
                          "class Next:\n    def step(self): pass\n"
                          "robot.do('rest')\nrun(0.02)\nprint('end')\n");
    ck_assert_int_eq(strncmp(told->text, "Bad 0.02\n", 9), 0);
    ck_assert_ptr_nonnull(strstr(told->text, "end\n"));
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* One fails in its start, every time it is asked; another has all of the time nevertheless. */
START_TEST(a_skill_that_fails_at_once_starves_nobody)
{
    Folder folder = open_folder();
    Told *told =
        run_text(&folder, "n = 0\n"
                          "class Bad:\n    priority = 9\n    def pre(self): return True\n"
                          "    def start(self): nobody()\n    def step(self): pass\n"
                          "class Good:\n    priority = 1\n    def pre(self): return True\n"
                          "    def step(self):\n        global n\n        n += 1\n"
                          "    def post(self): return n % 10 == 0\n"
                          "robot = addCharacter('ball', 'robot')\nrobot.addSkill(Bad)\nrobot.addSkill(Good)\n"
                          "run(1)\nprint(n)\n");
    ck_assert_str_eq(told->text,
                     "200\n"); /* Bad fails before it has a step, and Good takes over in that very period */
    ck_assert_int_ge(told->nfailed, 4);
    ck_assert_int_le(told->nfailed, 5); /* it is asked again after 0.25 s, and not before */
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* -- whose is what --------------------------------------------------------------------------------------- */

START_TEST(each_attachment_has_its_own_globals)
{
    Folder folder = open_folder();
    write_file(&folder, "count.py",
               "n = 0\n"
               "class Count:\n    def pre(self): return n < 5\n"
               "    def step(self):\n        global n\n        n += 1\n"
               "        if n == 5: print(skeleton, round(getPosition('hand_r').y), round(skeleton.com().y), "
               "time())\n"
               "    def post(self): return n >= 5\n");
    Told *told =
        run_text(&folder, "a = addCharacter('skeleton37', 'a', at=(0, 3, 0))\n"
                          "b = addCharacter('skeleton37', 'b', at=(0, 7, 0))\n"
                          "a.addSkill('count')\na.addSkill('count', name='again')\nb.addSkill('count')\n"
                          "run(0.1)\nprint(a.activeSkill(), b.activeSkill())\n");
    /* bare names are those of the character whose skill runs */
    ck_assert_str_eq(told->text, "<a> 3 3 0.02\n<b> 7 7 0.02\n<a> 3 3 0.045\nrest rest\n");
    ck_assert_int_eq(told->nfailed, 0);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

START_TEST(skills_bid_begin_and_end)
{
    Folder folder = open_folder();
    Told *told =
        run_text(&folder, "class Early:\n    def priority(self): return 3 if time() < 0.1 else 0\n"
                          "    def pre(self):\n        because('it is early')\n        return time() < 0.1\n"
                          "    def step(self): pass\n"
                          "    def expected(self):\n        if time() < 0.0999: return True\n"
                          "        because('it is late')\n        return False\n"
                          "class Late:\n    priority = 2.5\n    def pre(self): return time() > 0.05\n"
                          "    def step(self): pass\n    def post(self): return time() > 0.2001\n"
                          "    def end(self): print('ended', round(time(), 9))\n"
                          "class Told:\n    def step(self): pass\n"
                          "robot = addCharacter('ball', 'robot')\n"
                          "for skill in (Early, Late, Told): robot.addSkill(skill)\n"
                          "at(0.3, lambda: robot.do('Told'))\n"
                          "run(0.4)\nprint(robot.activeSkill(), round(robot.timeInSkill(), 9))\n");
    ck_assert_str_eq(told->text, "ended 0.3\nTold 0.1\n");
    ck_assert_ptr_nonnull(strstr(told->decisions, "0.000 robot:  -> Early: Early bids 3"));
    ck_assert_ptr_nonnull(
        strstr(told->decisions, "0.100 robot: Early -> Late: Early failed: it is late; Late bids 2.5"));
    ck_assert_ptr_nonnull(strstr(told->decisions, "0.300 robot: Late -> Told"));
    ck_assert_int_eq(told->nfailed, 0); /* an expectation that is not met is no failure of the script */
    end_scene(told);
    close_folder(&folder);
}
END_TEST

START_TEST(a_sequence_is_a_skill)
{
    Folder folder = open_folder();
    write_file(&folder, "nod.pose",
               "pose Down\n  neck_flex 0.5\npose Up\n  neck_flex -0.3\n"
               "sequence Nod\n  Down after 0.2\n  Up after 0.3\n  Down after 0.1\n");
    Told *told =
        run_text(&folder, "robot = addCharacter('skeleton37', 'robot')\n"
                          "robot.loadPoses('nod')\n"
                          "robot.addPose('Mine', {'elbow_flex_l': 1}, base='Ready')\n"
                          "robot.addSkill('Mine')\nrobot.apply('Nod')\n"
                          "run(0.1)\nprint(robot.activeSkill())\n"
                          "print(run(8, until=lambda: robot.activeSkill() != 'Nod'), round(time(), 9))\n"
                          "robot.do('Mine')\nrun(0.5)\n"
                          "print(robot.activeSkill(), abs(robot.getAngle('elbow_flex_l') - 1) < 0.05)\n");
    ck_assert_str_eq(told->text, "Nod\nTrue 0.61\nMine True\n");
    ck_assert_ptr_nonnull(strstr(told->events, "0.200 Nod: Down -> Up: 0.2 s passed"));
    ck_assert_ptr_nonnull(strstr(told->decisions, "Nod is done"));
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* -- in time --------------------------------------------------------------------------------------------- */

static double first_contact;

static void note_contact(Told *told)
{
    KipWorld *world = kip_scene_world(told->scene);
    KipThing ball, stone;
    KipError error;
    ck_assert_int_eq(kip_world_find(world, -1, "Ball", &ball, &error), KIP_OK);
    ck_assert_int_eq(kip_world_find(world, -1, "Stone", &stone, &error), KIP_OK);
    if (first_contact < 0 && kip_world_touching(world, ball, stone))
        first_contact = kip_world_time(world);
}

/* A stone hits what the hand holds, between two controls: the next control knows, and lets go at once. */
START_TEST(what_is_held_is_let_go_in_the_period_it_was_hit)
{
    Folder folder = open_folder();
    Told *told = new_told();
    static const char text[] = "class Hold:\n    def pre(self): return True\n"
                               "    def start(self): self.hit = False\n"
                               "    def step(self):\n"
                               "        if isColliding('Ball', 'Stone') and not self.hit:\n"
                               "            self.hit = True\n"
                               "            robot.detachLink('hand_r', 'Ball')\n"
                               "            print(time(), robot.isLinkAttached('hand_r', 'Ball'))\n"
                               "setPeriod(0.02)\n"
                               "robot = addCharacter('skeleton37', 'robot')\n"
                               "addObject('ball', 'Ball')\n"
                               "addShape('Stone', 'sphere', 0.05, mass=0.1, present=False)\n"
                               "robot.addSkill(Hold)\n"
                               "hand = getPosition('robot/hand_r')\n"
                               "throw('Ball', hand + vec(0.2, 0, 0), (0, 0, 0))\n"
                               "robot.attachLink('hand_r', 'Ball')\n"
                               "throw('Stone', getPosition('Ball') + vec(1, 0, 0), (-12, 0, 0.3))\n"
                               "print(robot.isLinkAttached('RightArm', 'Ball'))\n"
                               "run(0.3)\n";
    told->stepped = note_contact;
    first_contact = -1;
    ck_assert_msg(run_scene(told, write_file(&folder, "main.py", text)) == KIP_OK, "%s", told->error.message);
    double said = atof(told->text + 5);
    ck_assert_msg(strncmp(told->text, "True\n", 5) == 0 && strstr(told->text, " False\n"), "%s", told->text);
    ck_assert(first_contact > 0);
    ck_near(said, ceil(first_contact / 0.02 - 1e-6) * 0.02, 1e-9);
    ck_assert_ptr_nonnull(strstr(told->events, "hand_r lets go of ball"));
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* Whatever holds it, and whichever of both goes. */
START_TEST(what_is_thrown_or_vanishes_is_let_go)
{
    Folder folder = open_folder();
    Told *told = new_told();
    static const char text[] = "robot = addCharacter('skeleton37', 'robot', key='stand')\n"
                               "addObject('ball', 'Ball', present=False)\n"
                               "links = ['hand_r', 'forearm_r']\n"
                               "def hold():\n"
                               "    throw('Ball', getPosition('robot/hand_r', (0, -0.1, 0)), (0, 0, 0))\n"
                               "    for link in links: robot.attachLink(link, 'Ball')\n"
                               "    run(0.05)\n"
                               "def say():\n"
                               "    print([robot.isLinkAttached(link, 'Ball') for link in links],\n"
                               "          getVelocity('robot/hand_r').length() < 0.2)\n"
                               "hold()\n"
                               "say()\n"
                               "throw('Ball', (1, 0, 2), (3, 0, 0))\n"
                               "say()\n"
                               "print(abs(getVelocity('Ball').x - 3) < 1e-9)\n"
                               "hold()\n"
                               "vanish('Ball')\n"
                               "say()\n"
                               "run(0.01)\n"
                               "hold()\n"
                               "vanish(robot)\n"
                               "print(robot.isLinkAttached('hand_r', 'Ball'))\n"
                               "run(0.1)\n"
                               "print(getVelocity('Ball').z < -0.9)\n";
    ck_assert_msg(run_scene(told, write_file(&folder, "main.py", text)) == KIP_OK, "%s", told->error.message);
    ck_assert_str_eq(told->text,
                     "[True, True] True\n[False, False] True\nTrue\n[False, False] True\nFalse\nTrue\n");
    int let_go = 0;
    for (const char *at = told->events; (at = strstr(at, " lets go of ball")); at++)
        let_go++;
    ck_assert_int_eq(let_go, 6);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

TCase *scene_skill_case(void)
{
    TCase *tcase = tcase_create("skills");
    tcase_add_loop_test(tcase, a_skill_that_fails_ends_and_the_run_goes_on, 0,
                        sizeof failing / sizeof *failing);
    tcase_add_test(tcase, a_command_s_numbers_are_numbers);
    tcase_add_test(tcase, a_failing_end_is_an_event);
    tcase_add_test(tcase, a_skill_that_fails_at_once_starves_nobody);
    tcase_add_test(tcase, each_attachment_has_its_own_globals);
    tcase_add_test(tcase, skills_bid_begin_and_end);
    tcase_add_test(tcase, a_sequence_is_a_skill);
    tcase_add_test(tcase, what_is_held_is_let_go_in_the_period_it_was_hit);
    tcase_add_test(tcase, what_is_thrown_or_vanishes_is_let_go);
    return tcase;
}
