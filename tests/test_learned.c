/* Learned conditions of skills: a machine of skills/ has the last word where pre() holds. */
#include "scene_helpers.h"

Suite *suite_learned(void);

/* f(x) = x - 1, which must exceed 0.25. */
static const char machine[] = "svm 1\nkernel linear\nC 1 1\nmargin 0.25\nbias -1\nfeature 0 1\n"
                              "vector 0.5 1\nvector -0.5 -1\nend\n";

static const char skill[] = "class Toy:\n"
                            "    learned = %s\n"
                            "    def pre(self): return time() > 0.0499\n"
                            "    def features(self):\n"
                            "        global asked\n"
                            "        asked += 1\n"
                            "        return %s\n"
                            "    def step(self): pass\n"
                            "asked = 0\n"
                            "robot = addCharacter('ball', 'robot')\n"
                            "robot.addSkill(Toy)\n"
                            "run(0.2, until=lambda: robot.activeSkill() == 'Toy')\n"
                            "print(f'{time():.3f}', robot.activeSkill(), asked)\n";

static Folder open_learned(const char *svm)
{
    Folder folder = open_folder();
    make_folder(&folder, "skills");
    if (svm)
        write_file(&folder, "skills/toy.svm", svm);
    return folder;
}

static Told *run_skill(Folder *folder, const char *learned, const char *features)
{
    char text[1024];
    snprintf(text, sizeof text, skill, learned, features);
    return run_text(folder, text);
}

/* At 0.13 s, when 10 t - 1 exceeds 0.25; not asked before pre() holds, at 0.05 s. */
START_TEST(a_machine_has_the_last_word)
{
    Folder folder = open_learned(machine);
    Told *told = run_skill(&folder, "'toy'", "[10 * time()]");
    ck_assert_str_eq(told->text, "0.135 Toy 17\n");
    ck_assert_ptr_nonnull(strstr(told->decisions,
                                 "0.130 robot: rest -> Toy: Toy bids 0 (pre() holds; toy.svm "
                                 "holds: f = 0.3, margin 0.25)"));
    end_scene(told);
    told = run_skill(&folder, "'toy'", "[True]"); /* and it may never hold */
    ck_assert_str_eq(told->text, "0.200 rest 30\n");
    ck_assert_int_eq(told->nfailed, 0);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* None, or a file that is not there: pre() alone counts. */
START_TEST(without_a_machine_pre_counts_alone)
{
    Folder folder = open_learned(machine);
    Told *told = run_skill(&folder, "None", "[0]");
    ck_assert_str_eq(told->text, "0.055 Toy 0\n");
    ck_assert_ptr_nonnull(strstr(told->decisions, "Toy bids 0 (pre() holds)\n"));
    end_scene(told);
    told = run_skill(&folder, "'nowhere'", "[0]");
    ck_assert_str_eq(told->text, "0.055 Toy 0\n");
    ck_assert_ptr_nonnull(strstr(told->decisions, "Toy bids 0 (pre() holds)"));
    end_scene(told);
    close_folder(&folder);
}
END_TEST

/* An instance may be told apart from its class, and a restart asks anew which machine is meant. */
START_TEST(learned_is_read_when_a_skill_is_made)
{
    static const char text[] = "class Toy:\n"
                               "    learned = 'toy'\n"
                               "    def __init__(self):\n"
                               "        if by_hand: self.learned = None\n"
                               "    def pre(self): return True\n"
                               "    def features(self): return (1.5 if time() > 0.0499 else 1,)\n"
                               "    def step(self): pass\n"
                               "def say():\n"
                               "    run(0.2, until=lambda: robot.activeSkill() == 'Toy')\n"
                               "    print(f'{time():.3f}')\n"
                               "by_hand = False\n"
                               "robot = addCharacter('ball', 'robot')\n"
                               "robot.addSkill(Toy)\n"
                               "say()\nby_hand = True\nrestart()\nsay()\nby_hand = False\nrestart()\nsay()\n";
    Folder folder = open_learned(machine);
    Told *told = run_text(&folder, text);
    ck_assert_str_eq(told->text, "0.055\n0.005\n0.055\n");
    end_scene(told);
    close_folder(&folder);
}
END_TEST

typedef struct Wrong {
    const char *features, *part;
} Wrong;

static const Wrong wrong[] = {
    {"[1, 2]", "features() of 'Toy' returns 2 numbers, and toy.svm was learned from 1; learn it again"},
    {"3", "must return a list of numbers"},
    {"[]", "must return 1 to"},
    {"['a']", "item 0 of what features() of 'Toy' returns is no finite number"},
    {"[1e308 * 10]", "is no finite number"},
    {"[nobody]", "'nobody' is not defined"},
};

/* The skill cannot bid, and the run goes on. */
START_TEST(features_that_make_no_sense_are_told)
{
    Folder folder = open_learned(machine);
    Told *told = run_skill(&folder, "'toy'", wrong[_i].features);
    ck_assert_str_eq(told->text, "0.200 rest 30\n");
    ck_assert_int_eq(told->nfailed, 30);
    ck_assert_msg(strstr(told->failure.message, wrong[_i].part) != NULL, "%s", told->failure.message);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

START_TEST(skills_that_cannot_be_asked_are_refused)
{
    Folder folder = open_learned(machine);
    char text[1024];
    snprintf(text, sizeof text, skill, "3", "[0]");
    check_fails(&folder, text, 12,
                "'learned' of the skill 'Toy' must be the name of a file of skills/, or None");
    check_fails(&folder,
                "class Toy:\n    learned = 'toy'\n    def step(self): pass\n"
                "robot = addCharacter('ball')\nrobot.addSkill(Toy)\nrun(1)\n",
                6, "no method features(self)");
    close_folder(&folder);
    folder = open_learned("svm 1\nkernel cubic\n");
    snprintf(text, sizeof text, skill, "'toy'", "[0]");
    Told *told = new_told();
    ck_assert_int_ne(run_scene(told, write_file(&folder, "main.py", text)), KIP_OK);
    ck_assert_msg(strstr(told->error.message, "toy.svm:2:8: write kernel linear") != NULL, "%s",
                  told->error.message);
    end_scene(told);
    close_folder(&folder);
}
END_TEST

Suite *suite_learned(void)
{
    Suite *suite = suite_create("learned");
    TCase *tcase = tcase_create("learned");
    tcase_add_test(tcase, a_machine_has_the_last_word);
    tcase_add_test(tcase, without_a_machine_pre_counts_alone);
    tcase_add_test(tcase, learned_is_read_when_a_skill_is_made);
    tcase_add_loop_test(tcase, features_that_make_no_sense_are_told, 0, sizeof wrong / sizeof *wrong);
    tcase_add_test(tcase, skills_that_cannot_be_asked_are_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
