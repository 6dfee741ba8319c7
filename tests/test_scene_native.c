/* The vocabulary of scenes: claims, shapes, what comes too late, and every native called wrongly. */
#include "scene_helpers.h"

#include <math.h>

/* -- claims ---------------------------------------------------------------------------------------------- */

START_TEST(claims_are_judged)
{
    static const struct {
        double value;
        const char *claim;
        KipVerdict verdict;
    } table[] = {
        {3, "> 2", KIP_HOLDS},          {2, "> 2", KIP_FAILS},        {2, ">= 2", KIP_HOLDS},
        {1.99, ">=2", KIP_FAILS},       {1, "< 2", KIP_HOLDS},        {2, "<2", KIP_FAILS},
        {2, "<= 2", KIP_HOLDS},         {2.01, "<= 2", KIP_FAILS},    {0.05, "  <=   0.05  ", KIP_HOLDS},
        {1.7, "1.5..2", KIP_HOLDS},     {1.5, "1.5..2", KIP_HOLDS},   {2.1, "1.5..2", KIP_FAILS},
        {1.7, " 1.5 .. 2 ", KIP_HOLDS}, {-0.5, "-1..0", KIP_HOLDS},   {0.1, "-1..-0.5", KIP_FAILS},
        {3, "= 3", KIP_HOLDS},          {3.0001, "= 3", KIP_FAILS},   {3.05, "= 3 +- 0.1", KIP_HOLDS},
        {3.2, "= 3 +- 0.1", KIP_FAILS}, {2.95, "=3+-0.1", KIP_HOLDS}, {-3.05, "= -3 +- 0.1", KIP_HOLDS},
        {5e-4, "< 1e-3", KIP_HOLDS},    {4e6, ">= 4e6", KIP_HOLDS},   {2, "2..2", KIP_HOLDS},
        {3, "= 3 +- 0", KIP_HOLDS},     {3, "", KIP_NO_CLAIM},        {3, "  ", KIP_NO_CLAIM},
        {0, "> -0.5", KIP_HOLDS},       {-1, "> -0.5", KIP_FAILS},
    };
    Folder folder = open_folder();
    char text[8192] = "addObject('ball')\n";
    int n = sizeof table / sizeof *table;
    for (int i = 0; i < n; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "print(measure('m', %.17g, 'N', '%s'))\n", table[i].value,
                 table[i].claim);
    }
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used,
             "measure('yes', True, claim='= 1')\nmeasure('no', False, claim='= 1')\nmeasure('plain', 3)\n"
             "measure('never', timeSince('x'), claim='< 3')\n");
    Told *told = run_text(&folder, text);
    ck_assert_int_eq(told->nverdict, n + 4);
    const char *said = told->text;
    for (int i = 0; i < n; i++) {
        ck_assert_msg(told->verdict[i] == table[i].verdict, "%g against '%s': %d", table[i].value,
                      table[i].claim, told->verdict[i]);
        ck_assert(told->value[i] == table[i].value);
        bool fails = table[i].verdict == KIP_FAILS; /* what the script is told */
        ck_assert_int_eq(strncmp(said, fails ? "False\n" : "True\n", fails ? 6 : 5), 0);
        said += fails ? 6 : 5;
    }
    ck_assert(told->verdict[n] == KIP_HOLDS && told->verdict[n + 1] == KIP_FAILS &&
              told->verdict[n + 2] == KIP_NO_CLAIM);
    ck_assert(told->verdict[n + 3] == KIP_FAILS);
    end_scene(told);
    check_fails(&folder, "measure('m', 'high')\n", 1, "value must be a number");
    close_folder(&folder);
}
END_TEST

/* What is no claim must not pass for one that holds: it ends the script, where it stands. */
START_TEST(claims_not_understood_are_errors)
{
    static const char *const claim[] = {
        "3",          "about 3",
        "> two",      ">",
        "> ",         "1..",
        "..5",        "1..2..3",
        "= 3 +-",     "= 3 - 4",
        "== 3",       "=> 3",
        "=< 3",       "> 2 3",
        "> 2, < 2.5", "> 2 and < 2.5",
        "< 5 %",      "> 2 N",
        "1.5..2 s",   "= 3 (Wu)",
        "2..1",       "= 3 +- -0.1",
        "!= 3",       "> nan",
        "< inf",      "> 1e",
        "> 0x10",     "3 +- 0.1",
        "1...2",      "~ 3",
        "<< 3",       "1 .. . 2",
        "> 1_000",    "= 3 +- 0.1 +- 1",
        "> \\n2",     "\xce\xb1",
    };
    Folder folder = open_folder();
    for (size_t i = 0; i < sizeof claim / sizeof *claim; i++) {
        char text[256];
        snprintf(text, sizeof text, "addObject('ball')\nmeasure('m', 3, 'N', '%s')\n", claim[i]);
        check_fails(&folder, text, 2, "is not understood; it must be as '> 2'");
    }
    check_fails(&folder, "measure('m', 3, 'N', 3)\n", 1, "'claim' must be a text");
    check_fails(&folder, "measure('m', 3, 'N', '= 3', 'nobody')\n", 1,
                "'nobody' is no source of a claim; there are ours, paper, catalogue");
    close_folder(&folder);
}
END_TEST

/* -- shapes ---------------------------------------------------------------------------------------------- */

static const char crate[] =
    "<mujoco><worldbody><body name='box' pos='0 0 .1'><freejoint/>"
    "<geom name='box' type='box' size='.2 .15 .1' mass='2'/></body></worldbody></mujoco>";

START_TEST(shapes_are_what_touches)
{
    Folder folder = open_folder();
    write_file(&folder, "crate.xml", crate);
    Told *told =
        run_text(&folder,
                 "addGround()\nrobot = addCharacter('crate', 'robot')\n"
                 "robot.addLinkShape('box', 'sphere', 0.3, 'feet/ball')\n"
                 "robot.addLinkShape('box', 'box', [0.25, 0.2, 0.15], 'feet/skis', color=(1, 0, 0))\n"
                 "def height():\n    run(4)\n    return round(getPosition(robot).z, 2)\n"
                 "print(height(), robot.mass())\n"
                 "robot.chooseShapes('feet/skis')\nprint(height(), robot.isColliding('ground'))\n"
                 "robot.chooseShapes('feet/ball')\nprint(height(), robot.isColliding('ground'))\n"
                 "robot.chooseShapes('feet/own')\nprint(height(), robot.mass())\n"
                 "print(round(contactForce(robot).z, 6))\n");
    ck_assert_str_eq(told->text, "0.1 2.0\n0.15 True\n0.3 True\n0.1 2.0\n19.62\n");
    end_scene(told);
    check_fails(&folder, "r = addCharacter('crate')\nr.addLinkShape('box', 'sphere', 0.3, 'feet')\n", 2,
                "GROUP/NAME");
    check_fails(&folder, "r = addCharacter('crate')\nr.addLinkShape('bix', 'sphere', 0.3, 'feet/x')\n", 2,
                "bix");
    check_fails(&folder, "r = addCharacter('crate')\nr.addLinkShape('box', 'sphere', [1, 2], 'feet/x')\n", 2,
                "size of a sphere");
    check_fails(&folder, "r = addCharacter('crate')\nrun(1)\nr.chooseShapes('feet/x')\n", 3, "feet/x");
    close_folder(&folder);
}
END_TEST

/* Of a hinge, and of a ball by its custom numbers. */
START_TEST(characters_of_any_strength)
{
    Folder folder = open_folder();
    write_file(
        &folder, "arm.xml",
        "<mujoco><custom><numeric name='strength_b' data='4 6 8'/></custom><worldbody><body name='a'>"
        "<joint name='j' axis='0 1 0'/><geom size='0.1' mass='1'/><body name='c' pos='0 0 1'>"
        "<joint name='b' type='ball'/><geom size='0.1' mass='1'/></body></body></worldbody>"
        "<actuator><motor joint='j' gear='10' ctrllimited='true' ctrlrange='-1 1'/></actuator></mujoco>");
    Told *told =
        run_text(&folder, "weak = addCharacter('arm', 'weak', strength=0.5)\n"
                          "arm = addCharacter('arm', 'arm', at=(5, 0, 0))\n"
                          "for one in [weak, arm]:\n"
                          "    one.setTorque('j', 100)\n    one.setTorque('b', (100, 100, -100))\n"
                          "run(0.005)\nfor one in [weak, arm]:\n    b = one.getTorque('b')\n"
                          "    print(f'{one.getTorque(\"j\"):.3f} {b.x:.3f} {b.y:.3f} {b.z:.3f}')\n");
    ck_assert_str_eq(told->text, "5.000 2.000 3.000 -4.000\n10.000 4.000 6.000 -8.000\n");
    end_scene(told);
    check_fails(&folder, "r = addCharacter('arm', strength=0)\n", 1,
                "a strength (a factor) is 0.01 or more, not 0");
    close_folder(&folder);
}
END_TEST

/* A spring of rate r whose force is held for a period h is stable for r h < 1. */
START_TEST(a_task_is_no_faster_than_its_control)
{
    Folder folder = open_folder();
    static const char bears[] = "s = addCharacter('skeleton37', key='stand')\ns.bear('feet')\n";
    char text[200];
    snprintf(text, sizeof text, "%ss.task('trunk', turn=(0, 0, 0), rate=200)\nrun(0.1)\n", bears);
    end_scene(run_text(&folder, text));
    snprintf(text, sizeof text, "setPeriod(0.01)\n%ss.task('trunk', turn=(0, 0, 0), rate=200)\n", bears);
    check_fails(&folder, text, 4, "at most 100 1/s, one over the control period of 0.01 s; not 200");
    close_folder(&folder);
}
END_TEST

START_TEST(forces_beyond_reason_are_refused)
{
    Folder folder = open_folder();
    static const struct {
        const char *line, *message;
    } of[] = {{"s.setTorque('knee_flex_l', -1e9)\n", "1e+09 N m is more than 1e6 N m"},
              {"s.disturb(0.1, 1e4)\n", "10000 rad/s is more than 100"},
              {"drag('trunk', (1e4, 0, 1))\n", "with 1e+07 N to there"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char text[200];
        snprintf(text, sizeof text, "s = addCharacter('skeleton37', key='stand')\n%s", of[i].line);
        check_fails(&folder, text, 2, of[i].message);
    }
    close_folder(&folder);
}
END_TEST

/* A crate of twice the height and three times the mass lies so; on mu 0.2 it slides v^2 / (2 mu g) = 0.229 m. */
START_TEST(characters_of_any_size_and_friction)
{
    Folder folder = open_folder();
    write_file(&folder, "crate.xml", crate);
    Told *told =
        run_text(&folder,
                 "addGround(0.2)\nrobot = addCharacter('crate', 'robot', height=0.4, mass=6, friction=0.2)\n"
                 "small = addCharacter('crate', 'small', at=(5, 0, 0), mass=1)\n"
                 "run(1)\nprint(round(getPosition(robot).z, 2), robot.mass(), small.mass())\n"
                 "print(round(getPosition(small).z, 2))\n"
                 "x = getPosition(robot).x\nthrow(robot, getPosition(robot), (0.9487, 0, 0))\nrun(1)\n"
                 "print(round(getPosition(robot).x - x, 2))\n");
    ck_assert_str_eq(told->text, "0.2 6.0 1.0\n0.1\n0.23\n");
    end_scene(told);
    check_fails(&folder, "r = addCharacter('crate', height=-1)\n", 1, "a height (m) is 0.1 or more, not -1");
    check_fails(&folder, "r = addCharacter('crate', mass=0)\n", 1, "a mass (kg) is 0.1 or more, not 0");
    check_fails(&folder, "r = addCharacter('crate', friction=-0.1)\n", 1, "a friction is 0 (ice) to 10");
    check_fails(&folder, "r = addCharacter('crate', height=1e9)\n", 1, "cannot be scaled");
    close_folder(&folder);
}
END_TEST

START_TEST(objects_of_one_shape)
{
    Folder folder = open_folder();
    Told *told =
        run_text(&folder, "addGround(0.5)\n"
                          "addShape('Table', 'box', (0.5, 0.5, 0.25), at=(2, 0, 0.25))\n"
                          "addShape('Die', 'box', [0.1, 0.1, 0.1], mass=1, at=(2, 0, 0.61), turn=0.3)\n"
                          "addShape('Pin', 'capsule', [0.05, 0.2], mass=0.5, at=(0, 1, 0.25))\n"
                          "late = addShape('Late', 'sphere', 0.1, mass=2, at=(5, 5, 5), present=False)\n"
                          "print(getPosition('Table'), getPosition('Late'))\n"
                          "run(1)\n"
                          "print(isColliding('Die', 'Table'), isColliding('Die', 'ground'), "
                          "isColliding('Table', 'ground'))\n"
                          "print(round(getPosition('Die').z, 3), round(contactForce('Table').z, 6))\n"
                          "print(getPosition(late))\n"
                          "throw(late, (0, -3, 1), (0, 0, 0), spin=(0, 0, 2))\nprint(getSpin(late))\n"
                          "run(3)\nprint(round(contactForce('Late').z, 4), isColliding(late, 'ground'))\n"
                          "vanish(late)\nrun(0.1)\nprint(isColliding(late, 'ground'))\n");
    ck_assert_str_eq(told->text, "vec(2.0, 0.0, 0.25) vec(5.0, 5.0, 5.0)\n"
                                 "True True False\n0.6 -9.81\nvec(5.0, 5.0, 5.0)\nvec(0.0, 0.0, 2.0)\n19.62 "
                                 "True\nFalse\n");
    end_scene(told);
    check_fails(&folder, "addShape('a', 'cone', 1)\n", 1, "no shape 'cone'");
    check_fails(&folder, "addShape('a', 'sphere', -1)\n", 1, "above 0");
    check_fails(&folder, "addShape('a', 'sphere', 1, mass=-1)\n", 1, "mass");
    check_fails(&folder, "addShape('a', 'sphere', 1, present=False)\n", 1, "cannot come later");
    check_fails(&folder, "addObject('ball')\naddObject('stairs', present=False)\nrun(1)\n", 3, "stairs");
    check_fails(&folder, "addObject('ball')\naddObject('ball')\n", 2, "another name=");
    check_fails(&folder, "addShape('ground', 'sphere', 1)\n", 1, "cannot be a name");
    check_fails(&folder, "addShape('two\\nlines', 'sphere', 1)\n", 1, "in one line");
    check_fails(&folder, "addObject('bal')\n", 1, "no model 'bal'");
    check_fails(&folder, "addObject('ball')\naddCharacter('stairs')\nrun(1)\n", 3, "no character");
    check_fails(&folder, "addCharacter('skeleton37', key='stnd')\nrun(1)\n", 1, "stand");
    close_folder(&folder);
}
END_TEST

/* -- too late, and wrong --------------------------------------------------------------------------------- */

START_TEST(the_world_cannot_be_changed_once_it_runs)
{
    static const char *const late[] = {"addCharacter('ball', 'b')",
                                       "addObject('ball', 'b')",
                                       "addShape('b', 'sphere', 1)",
                                       "addGround()",
                                       "setGravity((0, 0, -1))",
                                       "setTimestep(0.002)",
                                       "setPeriod(0.01)",
                                       "r.addSkill('Stand')",
                                       "r.apply('Stand')",
                                       "r.addLinkShape('head', 'sphere', 1, 'a/b')"};
    static const char *const begin[] = {"run(0)", "r.com()", "getPosition(r)", "r.up()", "r.hold()"};
    Folder folder = open_folder();
    char text[256];
    for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
        snprintf(text, sizeof text, "r = addCharacter('skeleton37')\n%s\n%s\n", begin[i % 5], late[i]);
        check_fails(&folder, text, 3, "the world runs already");
    }
    close_folder(&folder);
}
END_TEST

START_TEST(errors_name_the_native_and_the_parameter)
{
    static const struct {
        const char *call, *native, *part;
    } table[] = {
        {"push('Ball')", "push()", "'force'"},
        {"push('Ball', 3)", "push()", "'force'"},
        {"push('Ball', (1, 2))", "push()", "'force'"},
        {"push('Ball', (1, 2, 'x'))", "push()", "'force'"},
        {"push('Ball', (1, 2, 3), 'long')", "push()", "'seconds'"},
        {"push('Ball', (1, 2, 3), -1)", "push()", "longer than 0 s"},
        {"push('ground', (1, 2, 3))", "push()", "stands still"},
        {"push('Ball', (1, 2, 3), second=1)", "push()", "'second'"},
        {"run('x')", "run()", "'seconds'"},
        {"run(-1)", "run()", "does not go back"},
        {"run(1, 2)", "run()", "'until'"},
        {"at(1, 2)", "at()", "'function'"},
        {"when(1, print)", "when()", "'condition'"},
        {"throw('robot', (0, 0, 1), 5)", "throw()", "'velocity'"},
        {"throw('ground', (0, 0, 1), (0, 0, 0))", "throw()", "ground"},
        {"isColliding('Ball')", "isColliding()", "'b'"},
        {"isColliding('Ball', 'Bal')", "isColliding()", "did you mean 'Ball'"},
        {"robot.setGain('x')", "setGain()", "'gain'"},
        {"robot.setGain(-1)", "setGain()", "0 or more"},
        {"robot.getAngle('elbow_flx_l')", "getAngle()", "did you mean 'elbow_flex_l'"},
        {"robot.getAngle('root')", "getAngle()", "no single angle"},
        {"robot.getRate('root')", "getRate()", "no single rate"},
        {"robot.getStrength('root')", "getStrength()", "no motor"},
        {"robot.setTorque('root', 1)", "setTorque()", "is free"},
        {"robot.lockAxes('head', 'x q')", "lockAxes()", "'q' is no axis"},
        {"robot.lockAxes('head', 'x', 1e9)", "lockAxes()", "beyond 1000 m/s or rad/s"},
        {"robot.setMask('head', 'wind', 'x')", "setMask()", "'wind' is no kind of force"},
        {"robot.setIKTarget((1, 0, 1))", "setIKTarget()", "holds nothing"},
        {"robot.setIKTarget((1, 0, 1), 'Ball')", "setIKTarget()", "no link of that name"},
        {"robot.setIKTarget((1, 0, 1), 'hand_r', orientation=(1, 0))", "setIKTarget()", "quaternion"},
        {"robot.attachLink('hand_r', 'hand_r')", "attachLink()", "to itself"},
        {"robot.attachLink('hand_r', 'Ball')", "attachLink()", "a link holds what is within 0.1 m"},
        {"robot.do('Jmp')", "do()", "did you mean 'Jump'"},
        {"robot.setBalanceSpring(True, -1)", "setBalanceSpring()", ""},
        {"robot.setTargetPose('Crouhc')", "setTargetPose()", "did you mean 'Crouch'"},
        {"robot.setTargetPose('Crouch', -1)", "setTargetPose()", "0 or more"},
        {"getPosition()", "getPosition()", "'thing'"},
        {"getPosition('Ball', 'up')", "getPosition()", "'point'"},
        {"mark(3)", "mark()", "'name'"},
        {"robot.getPose('Crouhc')", "getPose()", "did you mean 'Crouch'"},
        {"robot.getPose(3)", "getPose()", "'name'"},
    };
    Folder folder = open_folder();
    char text[512];
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        snprintf(text, sizeof text,
                 "robot = addCharacter('skeleton37', 'robot')\naddObject('ball', "
                 "'Ball')\nrobot.addSkill('Jump')\nrun(0)\n%s\n",
                 table[i].call);
        check_fails(&folder, text, 5, table[i].part);
        check_fails(&folder, text, 5, table[i].native);
    }
    close_folder(&folder);
}
END_TEST

/* Of scenery its own shapes count, not the ground beneath the hand; what has vanished is nowhere. */
START_TEST(what_is_out_of_reach_is_not_held)
{
    static const char start[] =
        "robot = addCharacter('skeleton37', 'robot', key='stand')\naddObject('ball', 'Ball')\n"
        "addShape('Shelf', 'box', (0.1, 0.1, 0.1), at=(0, 1, 0.1))\n"
        "throw('Ball', getPosition('hand_r', (0, -0.12, -0.1)), (0, 0, 0))\n";
    static const struct {
        const char *call, *part;
    } table[] = {
        {"robot.attachLink('hand_r', 'Shelf')", "'Shelf' is 1.18"},
        {"robot.attachLink('foot_l', 'Shelf')", "'Shelf' is 0.7"},
        {"robot.attachLink('hand_l', 'Ball')", "'ball' is 0.4"},
        {"vanish('Ball'); robot.attachLink('hand_r', 'Ball')", "'ball' is not there"},
    };
    Folder folder = open_folder();
    char text[600];
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        snprintf(text, sizeof text, "%s%s\n", start, table[i].call);
        check_fails(&folder, text, 5, table[i].part);
    }
    close_folder(&folder);
}
END_TEST

static const char *const value[] = {"None",     "-1",    "0",         "'zeppelin'",   "'Ball'",
                                    "'ground'", "''",    "[]",        "{}",           "print",
                                    "1e308",    "True",  "(1, 2, 3)", "robot",        "ball",
                                    "10**18",   "'box'", "'x y rz'",  "float('nan')", "'../../x'"};
enum { VALUES = sizeof value / sizeof *value, MOST_ARGUMENTS = 4, TOO_MANY = 24 };

static bool is_enough(void *user)
{
    return ((const Told *)user)->nstep == 20;
}

/* One native with `count` arguments, from the kth on: alike, or a mixture. Was it refused? */
static bool is_refused(Folder *folder, const char *signature, bool method, int count, int k)
{
    char text[2048];
    int used = snprintf(text, sizeof text,
                        "addObject('box', 'Box', at=(0, 2, 0))\nrobot = addCharacter('ball', 'robot')\n"
                        "ball = addObject('ball', 'Ball', at=(2, 0, 0))\n%s%.*s(",
                        method ? "robot." : "", (int)strcspn(signature, "("), signature);
    for (int a = 0; a < count; a++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%s", a ? ", " : "",
                         value[(k + a * (k / 7)) % VALUES]);
    snprintf(text + used, sizeof text - (size_t)used, ")\n");
    Told *told = new_told();
    KipSceneDef def = told_def(told);
    def.host.stop = is_enough; /* run(10**18) would be long */
    const char *path = write_file(folder, "main.py", text);
    ck_assert_int_eq(kip_scene_load(path, &def, &told->scene, &told->error), KIP_OK);
    KipStatus status = kip_scene_run(told->scene, &told->error);
    bool told_well = status == KIP_BAD_INPUT && told->error.line == 4 && strlen(told->error.message) > 10;
    ck_assert_msg(status == KIP_OK || told_well, "%d at line %d: %s\n%s", status, told->error.line,
                  told->error.message, text);
    end_scene(told);
    return status != KIP_OK;
}

/* Every native with nothing, too much, the wrong things: a sentence at its line, or an answer; no crash. */
START_TEST(every_native_bears_every_argument)
{
    Folder folder = open_folder();
    const char *signature, *help, *section;
    int n = kip_scene_vocabulary(-1, &signature, &help, &section), calls = 0, refused = 0;
    ck_assert_int_gt(n, 60);
    for (int i = 0; i < n; i++) {
        int most = 0;
        kip_scene_vocabulary(i, &signature, &help, &section);
        ck_assert(strlen(help) > 5 && strchr(signature, '('));
        bool method = strcmp(section, "character") == 0;
        for (const char *c = signature; *c; c++)
            most += *c == ',' || (*c == '(' && c[1] != ')');
        ck_assert_msg(is_refused(&folder, signature, method, TOO_MANY, 0), "%s takes %d", signature,
                      TOO_MANY);
        ck_assert_msg(is_refused(&folder, signature, method, most + 1, 4), "%s takes %d", signature,
                      most + 1);
        is_refused(&folder, signature, method, 0, 0);
        for (int count = 1; count <= most && count <= MOST_ARGUMENTS; count++)
            for (int k = 0; k < VALUES; k++, calls++)
                refused += is_refused(&folder, signature, method, count, k);
    }
    ck_assert_int_gt(refused, calls / 2);
    close_folder(&folder);
}
END_TEST

/* With what a base says, as the target would be; a ball's quaternion is made a unit one. */
START_TEST(poses_can_be_read)
{
    Folder folder = open_folder();
    Told *told =
        run_text(&folder,
                 "robot = addCharacter('gait22', 'robot')\n"
                 "robot.addPose('First', {'hip_l': (2, 0, 0, 0), 'knee_flex_l': 0.5})\n"
                 "robot.addPose('Second', {'knee_flex_r': 1, 'knee_flex_l': 0.25}, base='First')\n"
                 "robot.addPose('None', {})\n"
                 "print(robot.getPose('First'))\nprint(robot.getPose('None'), robot.targetPose() == '')\n"
                 "second = robot.getPose('Second')\nprint(len(second), [second[j] for j in ['hip_l', "
                 "'knee_flex_l', 'knee_flex_r']])\n"
                 "robot.setTargetPose('Second')\n");
    const KipModel *model = kip_scene_model(told->scene);
    const double *target = kip_sim_drives(kip_world_sim(kip_scene_world(told->scene))).target;
    ck_assert_str_eq(told->text, "{'hip_l': (1.0, 0.0, 0.0, 0.0), 'knee_flex_l': 0.5}\n{} True\n"
                                 "3 [(1.0, 0.0, 0.0, 0.0), 0.25, 1.0]\n");
    ck_assert(target[model->joint[kip_model_find_joint(model, "robot/knee_flex_l")].q] == 0.25);
    ck_assert(target[model->joint[kip_model_find_joint(model, "robot/knee_flex_r")].q] == 1);
    end_scene(told);
    check_fails(&folder, "r = addCharacter('gait22')\nr.addPose('Wrong', {'nose': 1})\nr.getPose('Wrong')\n",
                3, "does not have");
    check_fails(&folder, "r = addCharacter('arm2')\nr.getPose('P')\n", 2, "no pose 'P'");
    close_folder(&folder);
}
END_TEST

/* human37 names skeleton37's, of whatever size it is; a file of poses that is named must be there. */
START_TEST(a_derived_model_takes_the_poses_it_names)
{
    Folder folder = open_folder();
    Told *told =
        run_text(&folder, "a = addCharacter('skeleton37', 'a')\nb = addCharacter('human37', 'b')\n"
                          "c = addCharacter('human37', 'c', height=1.9, mass=90)\n"
                          "print(len(a.getPose('Crouch')) > 5, b.getPose('Crouch') == a.getPose('Crouch') == "
                          "c.getPose('Crouch'))\n");
    ck_assert_str_eq(told->text, "True True\n");
    end_scene(told);
    write_file(&folder, "lone.xml",
               "<mujoco><custom><text name='poses' data='nowhere'/></custom><worldbody><body><freejoint/>"
               "<geom size='0.1'/></body></worldbody></mujoco>");
    check_fails(&folder, "addCharacter('lone')\n", 1, "takes its poses from \"nowhere\"");
    close_folder(&folder);
}
END_TEST

TCase *scene_native_case(void)
{
    TCase *tcase = tcase_create("natives");
    tcase_add_test(tcase, claims_are_judged);
    tcase_add_test(tcase, claims_not_understood_are_errors);
    tcase_add_test(tcase, shapes_are_what_touches);
    tcase_add_test(tcase, characters_of_any_size_and_friction);
    tcase_add_test(tcase, a_task_is_no_faster_than_its_control);
    tcase_add_test(tcase, forces_beyond_reason_are_refused);
    tcase_add_test(tcase, characters_of_any_strength);
    tcase_add_test(tcase, objects_of_one_shape);
    tcase_add_test(tcase, the_world_cannot_be_changed_once_it_runs);
    tcase_add_test(tcase, errors_name_the_native_and_the_parameter);
    tcase_add_test(tcase, what_is_out_of_reach_is_not_held);
    tcase_add_test(tcase, poses_can_be_read);
    tcase_add_test(tcase, a_derived_model_takes_the_poses_it_names);
    tcase_add_test(tcase, every_native_bears_every_argument);
    return tcase;
}
