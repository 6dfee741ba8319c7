/* Scenes that a program advances itself: the same bytes as those that run by themselves, whatever the portions. */
#include <math.h>

#include "io/formats/mjcf.h"
#include "scene_helpers.h"

static Told *open_text(Folder *folder, const char *text)
{
    Told *told = new_told();
    KipSceneDef def = told_def(told);
    ck_assert_int_eq(kip_scene_load(write_file(folder, "main.py", text), &def, &told->scene, &told->error),
                     KIP_OK);
    return told;
}

static void advance(Told *told, double seconds)
{
    ck_assert_msg(kip_scene_advance(told->scene, seconds, &told->error) == KIP_OK, "%s", told->error.message);
}

static void same_bytes(const Told *a, const Told *b)
{
    size_t size = kip_scene_save_size(a->scene);
    ck_assert_uint_eq(size, kip_scene_save_size(b->scene));
    char *of_a = malloc(size), *of_b = malloc(size);
    ck_assert(of_a && of_b);
    kip_scene_save(a->scene, of_a);
    kip_scene_save(b->scene, of_b);
    ck_assert_mem_eq(of_a, of_b, size);
    free(of_a);
    free(of_b);
    ck_assert_str_eq(a->text, b->text);
    ck_assert_str_eq(a->events, b->events);
    ck_assert_int_eq(a->nstep, b->nstep);
    ck_assert_int_eq(a->nbegun, b->nbegun);
}

/* -- portions -------------------------------------------------------------------------------------------- */

/* Sixty frames a second, the steps one by one, all at once; after the script's end, too. */
START_TEST(portions_leave_the_same_bytes)
{
    static const struct {
        int n;
        double seconds;
    } part[] = {{120, 1 / 60.0}, {2000, 0.001}, {20000, 0.0001}, {7, 2 / 7.0}};
    Folder folder = open_folder();
    Told *whole = open_text(&folder, script_text("busy.py"));
    advance(whole, 2);
    ck_assert_int_eq(whole->nstep, 2000);
    ck_assert(kip_scene_ended(whole->scene));
    ck_assert_ptr_nonnull(strstr(whole->text, "end "));
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        Told *told = open_text(&folder, script_text("busy.py"));
        for (int k = 0; k < part[i].n; k++)
            advance(told, part[i].seconds);
        same_bytes(whole, told);
        end_scene(told);
    }
    end_scene(whole);
    close_folder(&folder);
}
END_TEST

/* At every moment it stands as the scene does that runs by itself. */
START_TEST(it_goes_as_a_run_does)
{
    Folder folder = open_folder();
    Told *ran = run_text(&folder, script_text("busy.py")), *told = open_text(&folder, script_text("busy.py"));
    for (int i = 0; !kip_scene_ended(told->scene); i++) {
        ck_assert_int_lt(i, 3000);
        advance(told, 0.001);
    }
    same_bytes(ran, told);
    end_scene(ran);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* What is left of a step is kept, and never more than half of one. */
START_TEST(steps_are_whole)
{
    Folder folder = open_folder();
    Told *told = open_text(&folder, "addObject('ball')\nprint('made')\nrun(1)\n");
    ck_assert_ptr_null(kip_scene_world(told->scene));
    advance(told, 0);
    ck_assert_str_eq(told->text, "made\n");
    ck_assert_int_eq(told->nstep, 0);
    ck_assert(!kip_scene_ended(told->scene));
    static const int expected[] = {0, 1, 1, 2, 2, 2, 3};
    for (int i = 0; i < 7; i++) {
        advance(told, 0.0004);
        ck_assert_int_eq(told->nstep, expected[i]);
    }
    advance(told, 0);
    ck_assert_int_eq(told->nstep, 3);
    ck_assert(fabs(kip_world_time(kip_scene_world(told->scene)) - 0.003) < 1e-12);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

START_TEST(what_is_no_time_is_refused)
{
    static const double wrong[] = {-1e-9, -1, NAN, INFINITY, -INFINITY, 1e10};
    Folder folder = open_folder();
    Told *told = open_text(&folder, "print('hi')\naddObject('ball')\nrun(1)\n");
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(kip_scene_advance(told->scene, wrong[i], &told->error), KIP_BAD_USE);
        ck_assert_ptr_nonnull(strstr(told->error.message, "0 to 1e+09 s"));
        ck_assert_str_eq(told->text, "");
    }
    advance(told, 0.01);
    ck_assert_int_eq(told->nstep, 10);
    ck_assert_int_eq(kip_scene_advance(told->scene, NAN, NULL), KIP_BAD_USE);
    ck_assert_int_eq(told->nstep, 10);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* -- ends and errors ------------------------------------------------------------------------------------- */

/* Handlers and skills go on when the main script is over. */
START_TEST(a_world_goes_on_without_its_script)
{
    Folder folder = open_folder();
    Told *told =
        open_text(&folder, "addObject('ball', at=(0, 0, 3))\nat(0.2, lambda: print('late', time()))\n");
    advance(told, 0.1);
    ck_assert(kip_scene_ended(told->scene));
    ck_assert_str_eq(told->text, "");
    advance(told, 0.2);
    ck_assert_str_eq(told->text, "late 0.2\n");
    ck_assert_int_eq(told->nstep, 300);
    ck_assert_int_eq(kip_scene_run(told->scene, &told->error), KIP_OK); /* to its end, where it is */
    ck_assert_int_eq(told->nstep, 300);
    end_scene(told);
    /* made by the first advance, where the script only says of what */
    told = open_text(&folder, "addObject('ball', at=(0, 0, 3))\n");
    advance(told, 0);
    ck_assert_ptr_nonnull(kip_scene_world(told->scene));
    advance(told, 0.5);
    ck_assert_int_eq(told->nstep, 500);
    end_scene(told);
    told = open_text(&folder, "print('alone')\n");
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(kip_scene_advance(told->scene, 0.1, &told->error), KIP_BAD_USE);
        ck_assert_ptr_nonnull(strstr(told->error.message, "there is no world"));
        ck_assert_str_eq(told->text, "alone\n");
    }
    end_scene(told);
    close_folder(&folder);
}
END_TEST

START_TEST(a_script_that_failed_stays_so)
{
    static const struct {
        const char *text;
        int line, nstep;
    } table[] = {
        {"addObject('ball')\nrun(0.1)\nx = 1 / 0\n", 3, 100},
        {"addObject('ball')\ndef f(): return 1 / 0\nat(0.05, f)\nrun(0.1)\n", 2, 50},
        {"addObject('ball')\nrun(0.1, until=lambda: nobody)\n", 2, 0},
        {"x = 1 / 0\n", 1, 0},
    };
    Folder folder = open_folder();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        Told *told = open_text(&folder, table[i].text);
        for (int k = 0; k < 3; k++) {
            KipStatus status = k == 2 ? kip_scene_run(told->scene, &told->error)
                                      : kip_scene_advance(told->scene, 0.5, &told->error);
            ck_assert_int_eq(status, KIP_BAD_INPUT);
            ck_assert_int_eq(told->error.line, table[i].line);
            ck_assert_ptr_nonnull(strstr(told->error.file, "main.py"));
            ck_assert_int_eq(told->nstep, table[i].nstep);
            memset(&told->error, 0, sizeof told->error);
        }
        ck_assert_int_eq(kip_scene_advance(told->scene, 0, NULL), KIP_BAD_INPUT);
        end_scene(told);
    }
    close_folder(&folder);
}
END_TEST

/* A number that nothing has is not the script's fault; it is told when all of them are known. */
START_TEST(numbers_that_nothing_has_are_refused)
{
    Folder folder = open_folder();
    const KipSceneParam param = {"lean.gain", 1};
    Told *told = new_told();
    KipSceneDef def = told_def(told);
    def.param = &param, def.nparam = 1;
    ck_assert_int_eq(kip_scene_load(write_file(&folder, "main.py", "addObject('ball')\nrun(1)\n"), &def,
                                    &told->scene, &told->error),
                     KIP_OK);
    for (int k = 0; k < 2; k++)
        ck_assert_int_eq(kip_scene_advance(told->scene, 0.1, &told->error), KIP_BAD_USE);
    ck_assert_ptr_nonnull(strstr(told->error.message, "lean.gain"));
    ck_assert_int_eq(told->nstep, 0);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

static bool stop_at_ten(void *user)
{
    return ((const Told *)user)->nstep >= 10;
}

START_TEST(the_host_stops_an_advance)
{
    Folder folder = open_folder();
    Told *told = new_told();
    KipSceneDef def = told_def(told);
    def.host.stop = stop_at_ten;
    ck_assert_int_eq(kip_scene_load(write_file(&folder, "main.py",
                                               "addObject('ball')\nrun(0.02)\nprint(time())\n"),
                                    &def, &told->scene, &told->error),
                     KIP_OK);
    advance(told, 0.5);
    ck_assert_int_eq(told->nstep, 10);
    told->nstep = -1000;
    advance(told, 0.01);
    ck_assert_int_eq(told->nstep, -990);
    ck_assert_str_eq(told->text, "0.02\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

static bool stop_at_once(void *user)
{
    return ((const Told *)user)->nverdict > 0;
}

/* Within a script, which is then lost: that is said, and nothing moves. */
START_TEST(a_script_that_was_stopped_is_lost)
{
    Folder folder = open_folder();
    Told *told = new_told();
    KipSceneDef def = told_def(told);
    def.host.stop = stop_at_once;
    ck_assert_int_eq(kip_scene_load(write_file(&folder, "main.py", "measure('now', 1)\nwhile True: pass\n"),
                                    &def, &told->scene, &told->error),
                     KIP_OK);
    advance(told, 0.1);
    ck_assert(!kip_scene_ended(told->scene));
    ck_assert_ptr_null(kip_scene_world(told->scene));
    told->nverdict = 0;
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(kip_scene_advance(told->scene, 0.1, &told->error), KIP_BAD_INPUT);
        ck_assert_ptr_nonnull(strstr(told->error.message, "it was stopped"));
    }
    end_scene(told);
    close_folder(&folder);
}
END_TEST

static void advance_within(Told *told)
{
    ck_assert_int_eq(kip_scene_advance(told->scene, 0.1, &told->error), KIP_BAD_USE);
    ck_assert_ptr_nonnull(strstr(told->error.message, "is running"));
}

START_TEST(a_scene_is_not_advanced_from_within)
{
    Folder folder = open_folder();
    Told *told = open_text(&folder, "addObject('ball')\nrun(1)\n");
    told->stepped = advance_within;
    advance(told, 0.005);
    ck_assert_int_eq(told->nstep, 5);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* -- what a program does in between ---------------------------------------------------------------------- */

static int npushed;

static void count_push(void *user, double time, int body, KipVec3 force, double seconds, KipVec3 point)
{
    (void)user, (void)time, (void)body, (void)force, (void)seconds, (void)point;
    npushed++;
}

/* A push from C is the script's own, to the bit. */
START_TEST(pushes_from_outside)
{
    Folder folder = open_folder();
    Told *script =
        run_text(&folder, "addObject('ball', 'Ball', at=(0, 0, 3))\nrun(0.1)\npush('Ball', (5, 1, 9), 0.05)\n"
                          "run(0.3)\n");
    Told *told = new_told();
    KipSceneDef def = told_def(told);
    KipThing ball;
    const KipVec3 force = {5, 1, 9}, none = {0, 0, 0};
    def.host.pushed = count_push;
    npushed = 0;
    ck_assert_int_eq(kip_scene_load(write_file(&folder, "main.py",
                                               "addObject('ball', 'Ball', at=(0, 0, 3))\nrun(0.4)\n"),
                                    &def, &told->scene, &told->error),
                     KIP_OK);
    ck_assert_int_eq(kip_scene_push(told->scene, 1, force, 0.05, none, &told->error), KIP_BAD_USE);
    ck_assert_ptr_nonnull(strstr(told->error.message, "there is no world"));
    advance(told, 0.1);
    ck_assert_int_eq(kip_world_find(kip_scene_world(told->scene), -1, "Ball", &ball, &told->error), KIP_OK);
    int body = kip_thing_body(kip_scene_world(told->scene), ball);
    KipVec3 com = kip_scene_model(told->scene)->body[body].com;
    static const struct {
        int body;
        double force, seconds;
        const char *part;
    } wrong[] = {{-1, 1, 1, "no body -1"},       {99, 1, 1, "no body 99"},       {0, 1, 1, "stands still"},
                 {1, 1, 0, "longer than 0 s"},   {1, 1, NAN, "longer than 0 s"}, {1, 1, 2000, "too long"},
                 {1, 2e6, 1, "more than 1e6 N"}, {1, NAN, 1, "more than 1e6 N"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        KipVec3 f = {wrong[i].force, 0, 0};
        ck_assert_int_eq(kip_scene_push(told->scene, wrong[i].body, f, wrong[i].seconds, com, &told->error),
                         KIP_BAD_USE);
        ck_assert_msg(strstr(told->error.message, wrong[i].part) != NULL, "%s", told->error.message);
    }
    const KipVec3 away = {1e200, 0, 0};
    ck_assert_int_eq(kip_scene_push(told->scene, body, force, 0.05, away, &told->error), KIP_BAD_USE);
    ck_assert_msg(strstr(told->error.message, "1000 m away") != NULL, "%s", told->error.message);
    ck_assert_int_eq(npushed, 0);
    ck_assert_int_eq(kip_scene_push(told->scene, body, force, 0.05, com, &told->error), KIP_OK);
    ck_assert_int_eq(npushed, 1);
    advance(told, 0.3);
    ck_assert(kip_sim_hash(kip_world_sim(kip_scene_world(told->scene))) ==
              kip_sim_hash(kip_world_sim(kip_scene_world(script->scene))));
    end_scene(script);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

START_TEST(commands_from_outside)
{
    Folder folder = open_folder();
    Told *told =
        open_text(&folder,
                  "class Wave:\n    def pre(self): return True\n    def start(self): print('waves', time())\n"
                  "class Bow(Wave):\n    def start(self): print('bows', time())\n"
                  "robot = addCharacter('robot16', 'robot')\nrobot.addSkill(Wave)\nrobot.addSkill(Bow)\n");
    advance(told, 0.02);
    KipSupervisor *supervisor = kip_world_supervisor(kip_scene_world(told->scene), 0);
    int wave = kip_supervisor_find(supervisor, "Wave"), bow = kip_supervisor_find(supervisor, "Bow");
    ck_assert_int_eq(kip_scene_command(told->scene, 0, kip_supervisor_find(supervisor, "Wav"), &told->error),
                     KIP_BAD_USE);
    ck_assert_int_eq(kip_scene_command(told->scene, 1, wave, &told->error), KIP_BAD_USE);
    ck_assert_int_eq(kip_scene_command(told->scene, -1, wave, &told->error), KIP_BAD_USE);
    ck_assert_int_eq(kip_scene_command(told->scene, 0, wave, &told->error), KIP_OK);
    ck_assert_int_eq(kip_scene_command(told->scene, 0, bow, &told->error), KIP_OK);
    advance(told, 0.02);
    ck_assert_ptr_nonnull(strstr(told->text, "bows 0.02"));
    ck_assert_ptr_nonnull(
        strstr(told->events, "Wave was commanded, and does not act: Bow was commanded in its place"));
    ck_assert_str_eq(kip_supervisor_name(supervisor, kip_supervisor_active(supervisor)), "Bow");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

START_TEST(numbers_from_outside)
{
    static const char text[] =
        "x = 1.5\nn = 3\nwith_wind = False\nname = 'x'\naddObject('ball')\n"
        "def tell(): print(x, n, with_wind, range(n))\nat(0.01, tell)\nrun(0.1)\ntell()\nlater = 4\n";
    Folder folder = open_folder();
    Told *told = open_text(&folder, text);
    double value = 77;
    ck_assert_int_eq(kip_scene_get(told->scene, "x", &value, &told->error), KIP_BAD_USE);
    advance(told, 0);
    ck_assert_int_eq(kip_scene_get(told->scene, "x", &value, &told->error), KIP_OK);
    ck_assert(value == 1.5);
    static const struct {
        const char *name;
        double value;
    } set[] = {{"x", 2}, {"n", 5}, {"with_wind", 1}};
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(kip_scene_set(told->scene, set[i].name, set[i].value, &told->error), KIP_OK);
        ck_assert_int_eq(kip_scene_get(told->scene, set[i].name, &value, &told->error), KIP_OK);
        ck_assert(value == set[i].value);
    }
    advance(told, 0.05);
    ck_assert_str_eq(told->text, "2.0 5 True range(0, 5)\n");
    static const struct {
        const char *name, *part;
        double value;
    } wrong[] = {{"y", "no 'y'", 1},
                 {"later", "or not yet", 1},
                 {"name", "is no number but str", 1},
                 {"addObject", "no number", 1},
                 {"x", "finite", NAN},
                 {"n", "finite", INFINITY}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(kip_scene_set(told->scene, wrong[i].name, wrong[i].value, &told->error),
                         KIP_BAD_USE);
        ck_assert_msg(strstr(told->error.message, wrong[i].part) != NULL, "%s", told->error.message);
    }
    ck_assert_int_eq(kip_scene_set(told->scene, "n", 2.5, &told->error), KIP_OK);
    ck_assert_int_eq(kip_scene_get(told->scene, "n", &value, &told->error), KIP_OK);
    ck_assert(value == 2.5);
    value = 77;
    ck_assert_int_eq(kip_scene_get(told->scene, "name", &value, &told->error), KIP_BAD_USE);
    ck_assert(value == 77);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* -- saved between advances ------------------------------------------------------------------------------ */

/* Within the script's waits, at their very ends, and when it is over. */
START_TEST(saved_between_advances_it_goes_on_alike)
{
    static const double when[] = {0, 0.005, 0.1, 0.4441, 1.2, 1.9};
    Folder folder = open_folder();
    for (int i = 0; i < 6; i++) {
        Told *first = open_text(&folder, script_text("busy.py")),
             *second = open_text(&folder, script_text("busy.py"));
        advance(first, when[i]);
        size_t size = kip_scene_save_size(first->scene);
        void *bytes = malloc(size);
        ck_assert_ptr_nonnull(bytes);
        kip_scene_save(first->scene, bytes);
        ck_assert_msg(kip_scene_load_state(second->scene, bytes, size, &second->error) == KIP_OK, "%s",
                      second->error.message);
        ck_assert(kip_scene_ended(first->scene) == kip_scene_ended(second->scene));
        for (int k = 0; k < 700; k++) {
            advance(first, 0.001);
            advance(second, 0.001);
        }
        ck_assert(kip_scene_hash(first->scene) == kip_scene_hash(second->scene));
        /* and back, after whatever came: a failure, too */
        ck_assert_int_eq(kip_scene_load_state(first->scene, bytes, size, &first->error), KIP_OK);
        advance(first, 0.7);
        ck_assert(kip_scene_hash(first->scene) == kip_scene_hash(second->scene));
        free(bytes);
        end_scene(first);
        end_scene(second);
    }
    close_folder(&folder);
}
END_TEST

START_TEST(a_failed_scene_can_be_put_back)
{
    Folder folder = open_folder();
    Told *told = open_text(&folder, "wrong = 0\naddObject('ball')\nrun(0.1)\nprint(1 / wrong)\n");
    advance(told, 0.05);
    size_t size = kip_scene_save_size(told->scene);
    void *bytes = malloc(size);
    ck_assert_ptr_nonnull(bytes);
    kip_scene_save(told->scene, bytes);
    ck_assert_int_eq(kip_scene_advance(told->scene, 0.1, &told->error), KIP_BAD_INPUT);
    ck_assert_int_eq(kip_scene_load_state(told->scene, bytes, size, &told->error), KIP_OK);
    ck_assert_int_eq(kip_scene_set(told->scene, "wrong", 4, &told->error), KIP_OK);
    advance(told, 0.1);
    ck_assert_str_eq(told->text, "0.25\n");
    free(bytes);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* -- a model alone --------------------------------------------------------------------------------------- */

/* The steps of a simulation, to the bit, with a push that the host is told of; and saved bytes go on alike. */
START_TEST(a_model_is_a_scene_of_one_member)
{
    KipModel *model;
    KipError error;
    KipSim *sim;
    Told *told = new_told(), *again = new_told();
    KipSceneDef def = told_def(told);
    const KipVec3 force = {3, 0, 40}, com = {0, 0, 0};
    def.host.pushed = count_push;
    npushed = 0;
    ck_ok(kip_mjcf_load(&model, "data/models/two_bodies.xml", NULL, &error));
    const KipSimDef simple = kip_sim_def(model);
    ck_ok(kip_sim_create(model, &simple, &sim, &error));
    ck_ok(kip_scene_create(model, &def, &told->scene, &error));
    ck_assert_ptr_eq(kip_scene_model(told->scene), model);
    ck_assert_str_eq(kip_scene_doc(told->scene), model->name);
    ck_assert_ptr_null(kip_scene_world(told->scene));
    for (int k = 0; k < 60; k++)
        advance(told, 1 / 60.0);
    ck_assert_int_eq(told->nbegun, 1);
    ck_assert_int_eq(told->nstep, 1000);
    ck_assert(kip_scene_ended(told->scene));
    KipWorld *world = kip_scene_world(told->scene);
    ck_assert_int_eq(kip_world_nmember(world), 1);
    ck_assert_str_eq(kip_world_member_name(world, 0), model->name);
    ck_assert_ptr_null(kip_world_character(world, 0));
    KipThing thing;
    ck_ok(kip_world_find(world, -1, model->body[2].name, &thing, &error));
    ck_assert_int_eq(kip_thing_body(world, thing), 2);
    for (int k = 0; k < 1000; k++)
        ck_ok(kip_sim_step(sim, &error));
    ck_assert(kip_sim_hash(sim) == kip_sim_hash(kip_world_sim(world)));
    size_t size = kip_scene_save_size(told->scene);
    void *bytes = malloc(size);
    ck_assert_ptr_nonnull(bytes);
    kip_scene_save(told->scene, bytes);
    def = told_def(again);
    ck_ok(kip_scene_create(model, &def, &again->scene, &error));
    ck_ok(kip_scene_load_state(again->scene, bytes, size, &error));
    ck_ok(kip_scene_push(told->scene, 1, force, 0.1, com, &error));
    ck_ok(kip_scene_push(again->scene, 1, force, 0.1, com, &error));
    ck_assert_int_eq(npushed, 1);
    advance(told, 0.5);
    advance(again, 0.5);
    ck_assert(kip_scene_hash(told->scene) == kip_scene_hash(again->scene));
    ck_assert_int_eq(kip_scene_run(told->scene, &error), KIP_OK); /* there is no script */
    ck_assert_int_eq(told->nstep, 1500);
    free(bytes);
    end_scene(told);
    end_scene(again);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* Nobody has control: what touches is what touches now. */
START_TEST(a_model_alone_touches)
{
    KipModel *model;
    KipError error;
    const KipThing ground = {-1, -1}, ball = {0, -1};
    Told *told = new_told();
    ck_ok(kip_mjcf_load(&model, "data/models/ball.xml", NULL, &error));
    ck_ok(kip_scene_create(model, NULL, &told->scene, &error));
    advance(told, 0);
    ck_assert(!kip_world_touching(kip_scene_world(told->scene), ball, ground));
    advance(told, 3);
    ck_assert(kip_world_touching(kip_scene_world(told->scene), ball, ground));
    ck_assert(isinf(kip_world_period(kip_scene_world(told->scene))));
    end_scene(told);
    kip_model_destroy(model);
}
END_TEST

static bool at_once(void *user)
{
    (void)user;
    return true;
}

/* Who stops it before its first step has its world, and can look at what there is. */
START_TEST(a_model_that_is_stopped_at_once_has_its_world)
{
    KipModel *model;
    KipError error;
    Told *told = new_told();
    KipSceneDef def = told_def(told);
    def.host.stop = at_once;
    ck_ok(kip_mjcf_load(&model, "data/models/ball.xml", NULL, &error));
    ck_ok(kip_scene_create(model, &def, &told->scene, &error));
    advance(told, 0);
    advance(told, 1);
    ck_assert_ptr_nonnull(kip_scene_world(told->scene));
    ck_assert(kip_world_time(kip_scene_world(told->scene)) == 0);
    ck_assert_int_eq(told->nstep, 0);
    end_scene(told);
    kip_model_destroy(model);
}
END_TEST

/* What cannot be simulated is told when the world is made. */
START_TEST(a_model_that_cannot_move_is_no_scene)
{
    static const char still[] =
        "<mujoco><worldbody><geom name='g' type='plane' size='1 1 1'/></worldbody></mujoco>";
    KipModel *model;
    KipError error;
    Told *told = new_told();
    ck_ok(kip_mjcf_parse(&model, still, sizeof still - 1, "still.xml", NULL, &error));
    ck_ok(kip_scene_create(model, NULL, &told->scene, &error));
    for (int k = 0; k < 2; k++)
        ck_assert_int_eq(kip_scene_advance(told->scene, 0.1, &error), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "nothing in it can move"));
    end_scene(told);
    kip_model_destroy(model);
}
END_TEST

TCase *scene_step_case(void)
{
    TCase *tests = tcase_create("scene_step");
    tcase_add_test(tests, portions_leave_the_same_bytes);
    tcase_add_test(tests, it_goes_as_a_run_does);
    tcase_add_test(tests, steps_are_whole);
    tcase_add_test(tests, what_is_no_time_is_refused);
    tcase_add_test(tests, a_world_goes_on_without_its_script);
    tcase_add_test(tests, a_script_that_failed_stays_so);
    tcase_add_test(tests, numbers_that_nothing_has_are_refused);
    tcase_add_test(tests, the_host_stops_an_advance);
    tcase_add_test(tests, a_script_that_was_stopped_is_lost);
    tcase_add_test(tests, a_scene_is_not_advanced_from_within);
    tcase_add_test(tests, pushes_from_outside);
    tcase_add_test(tests, commands_from_outside);
    tcase_add_test(tests, numbers_from_outside);
    tcase_add_test(tests, saved_between_advances_it_goes_on_alike);
    tcase_add_test(tests, a_failed_scene_can_be_put_back);
    tcase_add_test(tests, a_model_is_a_scene_of_one_member);
    tcase_add_test(tests, a_model_alone_touches);
    tcase_add_test(tests, a_model_that_is_stopped_at_once_has_its_world);
    tcase_add_test(tests, a_model_that_cannot_move_is_no_scene);
    return tests;
}
