/* Examples of a skill in scenes, their sampling and table, the condition that is learned from them (VST.7).
 * */
#include <math.h>

#include "dynamics/random.h"
#include "io/formats/svm_file.h"
#include "io/study/learn.h"
#include "scene_helpers.h"

Suite *suite_learn(void);

/* -- example() ------------------------------------------------------------------------------------------- */

enum { MOST_NOTED = 16 };

/* What a scene told, its examples among it. */
typedef struct Noted {
    Told told; /* first: it is the host's user */
    int n;
    struct {
        char skill[32];
        int n;
        double feature[4];
        bool hand, success;
    } example[MOST_NOTED];
} Noted;

static KipStatus note_example(void *user, const KipExample *example, KipError *unused)
{
    Noted *noted = user;
    (void)unused;
    ck_assert_int_lt(noted->n, MOST_NOTED);
    ck_assert_int_le(example->n, 4);
    ck_assert_str_eq(example->character, "pole");
    snprintf(noted->example[noted->n].skill, 32, "%s", example->skill);
    noted->example[noted->n].n = example->n;
    memcpy(noted->example[noted->n].feature, example->feature, (size_t)example->n * sizeof(double));
    noted->example[noted->n].hand = example->hand;
    noted->example[noted->n++].success = example->success;
    return KIP_OK;
}

static KipStatus load_noted(Noted *noted, const char *path, KipError *error)
{
    KipSceneDef def = told_def(&noted->told);
    def.host.example = note_example;
    return kip_scene_load(path, &def, &noted->told.scene, error);
}

/* Runs the text to its end, which it reaches. The caller ends the scene and frees. */
static Noted *run_noted(Folder *folder, const char *text)
{
    Noted *noted = calloc(1, sizeof *noted);
    ck_assert_ptr_nonnull(noted);
    KipStatus status = load_noted(noted, write_file(folder, "main.py", text), &noted->told.error);
    if (status == KIP_OK)
        status = kip_scene_run(noted->told.scene, &noted->told.error);
    ck_assert_msg(status == KIP_OK, "%s:%d: %s", noted->told.error.file, noted->told.error.line,
                  noted->told.error.message);
    return noted;
}

static void end_noted(Noted *noted)
{
    kip_scene_destroy(noted->told.scene);
    free(noted->told.saved);
    free(noted);
}

/* A skill without post() is never done: it succeeds by lasting. */
START_TEST(what_is_never_done_succeeds_by_lasting)
{
    Folder folder = open_folder();
    Noted *noted =
        run_noted(&folder, "pole = addCharacter('pole')\nfails = 0\n"
                           "class Stand:\n"
                           "    def features(self): return [fails]\n"
                           "    def pre(self): return True\n"
                           "    def step(self): pass\n"
                           "    def expected(self): return not fails or lasted() < 0.1\n"
                           "def lasted(): return pole.timeInSkill()\n"
                           "pole.addSkill(Stand)\n"
                           "for fails in [0, 1]: print(example(pole, 'Stand', 0.2), round(time(), 3))\n");
    ck_assert_str_eq(noted->told.text, "True 0.2\nFalse 0.31\n");
    ck_assert_int_eq(noted->n, 2);
    ck_assert(noted->example[0].success && !noted->example[1].success);
    end_noted(noted);
    noted = run_noted(&folder, "pole = addCharacter('pole')\n"
                               "class Stand:\n"
                               "    def features(self): return [0]\n"
                               "    def pre(self): return True\n"
                               "    def step(self): pass\n"
                               "pole.addSkill(Stand)\n"
                               "at(0.1, lambda: vanish(pole))\n"
                               "print(example(pole, 'Stand', 0.2))\n"); /* who is gone did not last */
    ck_assert_str_eq(noted->told.text, "False\n");
    end_noted(noted);
    close_folder(&folder);
}
END_TEST

START_TEST(a_skill_acts_alone_until_it_ends)
{
    static const struct {
        double time;
        int mode;
        bool success;
    } wanted[] = {{0.01, 0, false}, {0.21, 1, false}, {0.265, 2, true}, {0.37, 3, false},
                  {0.385, 4, true}, {0.49, 5, false}, {0.495, 2, true}};
    Folder folder = open_folder();
    Noted *noted = run_noted(&folder, script_text("modes.py"));
    ck_assert_str_eq(noted->told.text, "Other\n"
                                       "start 0\nFalse 0.21 Try\n" /* the time is over */
                                       "end 1 40\nstart 1\nend 1 10\nFalse 0.265 rest\n"
                                       "start 2\nend 2 20\nTrue 0.37 rest\n"
                                       "start 3\nend 3 3\nFalse 0.385 rest\n"
                                       "start 4\nend 4 20\nTrue 0.49 rest\n"
                                       "start 5\nFalse 0.495 rest\n" /* and it is not banned after that */
                                       "start 2\nend 2 20\nTrue 0.6 rest\n");
    ck_assert_int_eq(noted->n, 7);
    for (int i = 0; i < 7; i++) {
        ck_assert_str_eq(noted->example[i].skill, "Try");
        ck_assert_int_eq(noted->example[i].n, 3);
        ck_assert(noted->example[i].feature[0] == wanted[i].time);
        ck_assert(noted->example[i].feature[1] == wanted[i].mode);
        ck_assert(noted->example[i].feature[2] == (wanted[i].mode > 1));
        ck_assert_int_eq(noted->example[i].hand, wanted[i].mode % 2);
        ck_assert_int_eq(noted->example[i].success, wanted[i].success);
    }
    ck_assert_int_eq(noted->told.nfailed, 2);
    end_noted(noted);
    close_folder(&folder);
}
END_TEST

/* The condition is asked as a supervisor asks: at the next control period, with what touched since the last.
 * */
START_TEST(it_begins_with_the_next_control_period)
{
    Folder folder = open_folder();
    Noted *noted =
        run_noted(&folder, "pole = addCharacter('skeleton37', 'pole')\nsetTimestep(0.001)\n"
                           "class Try:\n"
                           "    def features(self): return (time(), isColliding('foot_l', 'ground'))\n"
                           "    def pre(self): return isColliding('foot_l', 'ground')\n"
                           "    def step(self): pass\n"
                           "    def post(self): return pole.timeInSkill() > 0.009\n"
                           "pole.addSkill(Try)\n"
                           "assert example(pole, 'Try', 1)\n" /* at 0 s: what touches there */
                           "assert not pole.activeSkill() == 'Try'\n"
                           "run(0.0021)\n"
                           "print(round(time(), 4))\n"
                           "assert not example(pole, 'Try', 0.008)\n"
                           "print(round(time(), 4))\n");
    ck_assert_str_eq(noted->told.text, "0.013\n0.023\n");
    ck_assert_int_eq(noted->n, 2);
    ck_assert(noted->example[0].feature[0] == 0 && fabs(noted->example[1].feature[0] - 0.015) < 1e-12);
    ck_assert(noted->example[0].feature[1] == 1 && noted->example[0].hand);
    end_noted(noted);
    close_folder(&folder);
}
END_TEST

#define TRY(FEATURES)                                                                                        \
    "pole = addCharacter('pole')\nclass Try:\n    def features(self): " FEATURES                             \
    "\n    def pre(self): return True\n    def post(self): return True\n    def step(self): pass\n"          \
    "pole.addSkill(Try)\n"

START_TEST(examples_that_make_no_sense_are_refused)
{
    static const struct {
        const char *text, *part;
        int line;
    } wrong[] = {
        {TRY("return [1]") "example(pole, 'Tri', 1)\n", "did you mean 'Try'", 8},
        {TRY("return [1]") "example(pole, 'Try', 0)\n", "longer than 0 s", 8},
        {TRY("return [1]") "example('ground', 'Try', 1)\n", "the ground is no object", 8},
        {TRY("return [1]") "addShape('ball', 'sphere', 0.1, 1)\nexample('ball', 'Try', 1)\n", "no character",
         9},
        {TRY("return [1]") "at(0.01, lambda: example(pole, 'Try', 1))\nrun(1)\n", "only the main script", 8},
        {TRY("return [1]") "example(pole, 'rest', 1)\n", "no skill of a class", 8},
        {TRY("return [1]") "class B:\n    def step(self): pass\npole.addSkill(B)\nexample(pole, 'B', 1)\n",
         "no method features(self)", 11},
        {TRY("return [1]") "class B:\n    def step(self): pass\n    def features(self): return [1]\n"
                           "pole.addSkill(B)\nexample(pole, 'B', 1)\n",
         "no method pre(self)", 12},
        {TRY("return nobody") "example(pole, 'Try', 1)\n", "'nobody' is not defined", 3},
        {TRY("return 3") "example(pole, 'Try', 1)\n", "must return a list of numbers, not", 0},
        {TRY("return []") "example(pole, 'Try', 1)\n", "must return 1 to 256 numbers, not 0", 0},
        {TRY("return [0] * 257") "example(pole, 'Try', 1)\n", "not 257", 0},
        {TRY("return [0, float('nan')]") "example(pole, 'Try', 1)\n", "item 1 of what features()", 0},
        {TRY("return [0, 'a']") "example(pole, 'Try', 1)\n", "item 1 of what features()", 0},
        {TRY("return [1e101]") "example(pole, 'Try', 1)\n", "item 0 of what features()", 0},
    };
    Folder folder = open_folder();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Told *told = new_told();
        ck_assert_int_eq(run_scene(told, write_file(&folder, "main.py", wrong[i].text)), KIP_BAD_INPUT);
        ck_assert_msg(strstr(told->error.message, wrong[i].part) != NULL, "%s\n%s", told->error.message,
                      wrong[i].text);
        ck_assert_msg(told->error.line == wrong[i].line, "%d: %s", told->error.line, told->error.message);
        end_scene(told);
    }
    close_folder(&folder);
}
END_TEST

static void save_within(Told *told)
{
    if (told->nstep != 50) /* 0.25 s: within the second example */
        return;
    told->saved_size = kip_scene_save_size(told->scene);
    told->saved = malloc(told->saved_size);
    ck_assert_ptr_nonnull(told->saved);
    kip_scene_save(told->scene, told->saved);
}

START_TEST(an_example_under_way_can_be_saved)
{
    Folder folder = open_folder();
    KipError error;
    Noted *noted = calloc(1, sizeof *noted), *again = calloc(1, sizeof *again);
    ck_assert(noted && again);
    const char *path = write_file(&folder, "main.py", script_text("modes.py"));
    noted->told.stepped = save_within;
    ck_ok(load_noted(noted, path, &error));
    ck_ok(kip_scene_run(noted->told.scene, &error));
    ck_assert_ptr_nonnull(noted->told.saved);
    ck_ok(load_noted(again, path, &error));
    ck_ok(kip_scene_load_state(again->told.scene, noted->told.saved, noted->told.saved_size, &error));
    ck_ok(kip_scene_run(again->told.scene, &error));
    ck_assert_int_eq(noted->n, 7);
    ck_assert_int_eq(again->n, 6); /* the first was over */
    ck_assert_mem_eq(again->example, noted->example + 1, 6 * sizeof *again->example);
    ck_assert_uint_eq(kip_scene_hash(again->told.scene), kip_scene_hash(noted->told.scene));
    end_noted(noted);
    end_noted(again);
    close_folder(&folder);
}
END_TEST

/* -- sampling -------------------------------------------------------------------------------------------- */

/* None, one or two examples a run. */
static const char some[] = "import random\n"
                           "pole = addCharacter('pole', key='lean')\n"
                           "pole.addSkill('catch')\n"
                           "for i in range(2):\n"
                           "    restart()\n"
                           "    pole.disturb(0.26, 1.05)\n"
                           "    if random.random() < 0.7:\n"
                           "        example(pole, 'catch', 1)\n";

static KipSampleDef sample_def(const char *path, int examples, int threads)
{
    return (KipSampleDef){.trial = {.path = path, .integrator = KIP_IMPLICIT_RK4},
                          .examples = examples,
                          .seed = 5,
                          .threads = threads};
}

static KipExamples sample_all(const KipSampleDef *def)
{
    KipExamples examples = {0};
    KipError error;
    while (examples.n < def->examples) {
        KipStatus status = kip_examples_sample(def, &examples, &error);
        ck_assert_msg(status == KIP_OK, "%s", error.message);
    }
    ck_assert_int_eq(examples.n, def->examples);
    return examples;
}

/* The first n of both are the same. */
static void check_same(const KipExamples *a, const KipExamples *b, int n)
{
    ck_assert(a->n >= n && b->n >= n);
    ck_assert_int_eq(a->dim, b->dim);
    ck_assert_str_eq(a->skill, b->skill);
    ck_assert_str_eq(a->character, b->character);
    ck_assert_mem_eq(a->x, b->x, (size_t)n * (size_t)a->dim * sizeof *a->x);
    ck_assert_mem_eq(a->label, b->label, (size_t)n * sizeof *a->label);
    ck_assert_mem_eq(a->hand, b->hand, (size_t)n);
    ck_assert_mem_eq(a->seed, b->seed, (size_t)n * sizeof *a->seed);
}

START_TEST(samples_are_the_same_on_any_number_of_threads)
{
    Folder folder = open_folder();
    const char *path = write_file(&folder, "some.py", some);
    KipSampleDef def = sample_def(path, 151, 1);
    KipExamples one = sample_all(&def);
    def.threads = 3;
    KipExamples three = sample_all(&def);
    check_same(&one, &three, 151);
    ck_assert_int_eq((int)one.nrun, (int)three.nrun);
    def.examples = 20; /* fewer are the first of them */
    KipExamples few = sample_all(&def);
    check_same(&one, &few, 20);
    int twice = 0, skipped = 0, successes = kip_examples_successes(&one);
    for (int i = 1; i < one.n; i++) {
        ck_assert(one.seed[i] >= one.seed[i - 1]);
        twice += one.seed[i] == one.seed[i - 1];
        skipped += one.seed[i] > one.seed[i - 1] + 1;
    }
    ck_assert_int_gt(twice, 20);
    ck_assert_int_gt(skipped, 3);
    ck_assert(successes > 30 && successes < 120);
    kip_examples_free(&one);
    kip_examples_free(&three);
    kip_examples_free(&few);
    close_folder(&folder);
}
END_TEST

static void write_table(const KipSampleDef *def, KipExamples *examples, const char *path)
{
    FILE *stream = fopen(path, "w");
    ck_assert_ptr_nonnull(stream);
    KipError error;
    const KipSampling sampling = {def, 99, examples};
    ck_ok(kip_examples_write(&sampling, stream, &error));
    ck_assert_int_eq(fclose(stream), 0);
}

START_TEST(sampling_goes_on_from_its_table)
{
    Folder folder = open_folder();
    KipError error;
    const char *path = write_file(&folder, "some.py", some), *table = note_file(&folder, "some.csv");
    KipSampleDef def = sample_def(path, 60, 2);
    KipExamples whole = sample_all(&def);
    /* cut within a run of two: that run is done again */
    int cut = 20;
    while (whole.seed[cut] != whole.seed[cut - 1])
        cut++;
    def.examples = cut;
    KipExamples part = sample_all(&def), back = {0};
    write_table(&def, &part, table);
    const KipSampling sampling = {&def, 99, &back};
    ck_ok(kip_examples_read(&sampling, table, &error));
    ck_assert_int_eq(back.n, cut - 1);
    ck_assert_int_eq((int)back.nrun, (int)part.nrun);
    def.examples = 60;
    while (back.n < 60)
        ck_ok(kip_examples_sample(&def, &back, &error));
    check_same(&whole, &back, 60);
    kip_examples_free(&part);
    kip_examples_free(&back);
    kip_examples_free(&whole);
    close_folder(&folder);
}
END_TEST

START_TEST(tables_of_other_samplings_are_refused)
{
    static const char head[] = "# kip learn 1\n# scripts 0000000000000063\n# seed 5\n",
                      rest[] = "# runs 3\n# diverged 0\n# failures 0\n# skill s\n# character c\n"
                               "seed,label,hand,f1\n";
    static const struct {
        const char *rows, *part;
        int line;
    } wrong[] = {
        {"5,1,0\n", "too few", 10},           {"5,1,0,1,2\n", "more cells than", 10},
        {"5,2,0,1\n", "label 1 or -1", 10},   {"4,1,0,1\n", "seeds do not fall", 10},
        {"5,1,0,x\n", "not a number: x", 10}, {"6,1,0,1\n5,1,0,1\n", "seeds do not fall", 11},
        {"5,1,0,1", "cut off within", 10},
    };
    Folder folder = open_folder();
    KipSampleDef def = sample_def("some.py", 60, 1);
    KipExamples back = {0};
    KipSampling sampling = {&def, 99, &back};
    KipError error;
    char text[1000];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(text, sizeof text, "%s%s%s", head, rest, wrong[i].rows);
        ck_assert_int_eq(kip_examples_read(&sampling, write_file(&folder, "a.csv", text), &error),
                         KIP_BAD_INPUT);
        ck_assert_msg(strstr(error.message, wrong[i].part) && error.line == wrong[i].line, "%d: %s",
                      error.line, error.message);
        ck_assert(back.n == 0 && back.x == NULL && back.nrun == 0);
    }
    snprintf(text, sizeof text, "%s%s5,1,0,0.5\n6,-1,1,-2\n8,1,1,1\n", head, rest);
    const char *path = write_file(&folder, "a.csv", text);
    ck_ok(kip_examples_read(&sampling, path, &error));
    ck_assert_int_eq(back.n, 2); /* seed 8 is not of the three runs that were done */
    ck_assert(back.x[1] == -2 && back.label[1] == -1 && back.hand[1] && back.seed[1] == 6);
    kip_examples_free(&back);
    sampling.scripts = 98;
    ck_assert_int_eq(kip_examples_read(&sampling, path, &error), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "was changed"));
    sampling.scripts = 99;
    def.seed = 6;
    ck_assert_int_eq(kip_examples_read(&sampling, path, &error), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "another study"));
    snprintf(text, sizeof text, "%s%s", head, rest);
    for (size_t n = strlen(text) - 1; n < sizeof text; n -= 7) { /* not whole; below 0 it wraps */
        text[n] = '\0';
        ck_assert_int_eq(kip_examples_read(&sampling, write_file(&folder, "a.csv", text), &error),
                         KIP_BAD_INPUT);
    }
    close_folder(&folder);
}
END_TEST

static bool always(void *user)
{
    (void)user;
    return true;
}

START_TEST(runs_that_break_off_are_told)
{
    Folder folder = open_folder();
    KipError error;
    KipExamples examples = {0};
    KipSampleDef def = sample_def(note_file(&folder, "main.py"), 40, 2);
#define CATCH                                                                                                \
    "import random\npole = addCharacter('pole', key='lean')\npole.addSkill('catch')\n"                       \
    "addShape('speck', 'sphere', 0.01, mass=0.001, at=(0, 0, 9))\npole.disturb(0.1, 0.1)\n"
    write_file(&folder, "main.py",
               CATCH "example(pole, 'catch', 2)\nif random.random() < 0.5:\n"
                     "    push('speck', (1e6, 0, 0), 1)\nexample(pole, 'catch', 1)\n");
    while (examples.n < 40)
        ck_ok(kip_examples_sample(&def, &examples, &error));
    ck_assert(examples.nbroken > 5 && examples.nbroken < 25);
    ck_assert_int_gt((int)strlen(examples.trouble.message), 10);
    kip_examples_free(&examples);
    write_file(&folder, "main.py", CATCH "run(0.1)\n");
    KipStatus status = KIP_OK;
    while (status == KIP_OK)
        status = kip_examples_sample(&def, &examples, &error);
    ck_assert_int_eq(status, KIP_DIVERGED);
    ck_assert_ptr_nonnull(strstr(error.message, "does it call example()?"));
    kip_examples_free(&examples);
    write_file(&folder, "main.py", CATCH "nobody()\n");
    ck_assert_int_eq(kip_examples_sample(&def, &examples, &error), KIP_BAD_INPUT);
    ck_assert_int_eq(error.line, 6);
    write_file(&folder, "main.py", "run(1)\n"); /* the scene's misuse is no interruption */
    ck_assert_int_ne(kip_examples_sample(&def, &examples, &error), KIP_OK);
    write_file(&folder, "main.py",
               "import random\npole = addCharacter('pole')\nclass Try:\n    def features(self): return [0] * "
               "random.randint(1, 2)\n    def pre(self): return True\n    def post(self): return True\n"
               "    def step(self): pass\npole.addSkill(Try)\nexample(pole, 'Try', 1)\n");
    ck_assert_int_eq(kip_examples_sample(&def, &examples, &error), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "must be as many each time"));
    kip_examples_free(&examples);
    def.trial.stop = always;
    ck_ok(kip_examples_sample(&def, &examples, &error));
    ck_assert(examples.n == 0 && examples.nrun == 0);
    kip_examples_free(&examples);
    close_folder(&folder);
}
END_TEST

/* -- learning -------------------------------------------------------------------------------------------- */

/* W-VST.7c: a linear pendulum whose foot reaches from -0.05 to 0.17 m, caught where its capture point lies
 * within. */
static const double height = 0.95, reach[2] = {-0.05, 0.17};

static bool is_caught(double x, double v)
{
    double capture = x + v / sqrt(9.81 / height);
    return capture > reach[0] && capture < reach[1];
}

/* What pre() says: a rough look, hardly ever, what decides. */
typedef enum Hand { ROUGH, NARROW, EXACT } Hand;

static bool rule(Hand hand, double x, double v)
{
    if (hand == EXACT)
        return is_caught(x, v);
    return hand == ROUGH ? fabs(x + v / sqrt(9.81 / height)) < 0.3 : fabs(v) < 0.1 && fabs(x - 0.06) < 0.07;
}

/* `noise`: part of the labels that are the toss of a coin. */
static KipExamples pendulums(int n, double most_speed, Hand hand, double noise)
{
    KipExamples examples = {0};
    KipRandom random = {77};
    KipError error;
    for (int i = 0; i < n; i++) {
        double x = kip_random_uniform(&random, -0.2, 0.3);
        double v = kip_random_uniform(&random, -most_speed, most_speed);
        double state[2] = {x, v};
        bool caught = is_caught(x, v);
        if (kip_random_uniform(&random, 0, 1) < noise)
            caught = kip_random_uniform(&random, 0, 1) < 0.5;
        const KipExample example = {"pole", "catch", 2, state, rule(hand, x, v), caught};
        ck_ok(kip_examples_add(&examples, &example, (uint64_t)i, &error));
    }
    return examples;
}

static KipLearned learn(const KipExamples *examples, int threads)
{
    KipLearnDef def = {.seed = 3, .threads = threads};
    KipLearned learned;
    KipError error;
    KipStatus status = kip_learn(&def, examples, &learned, &error);
    ck_assert_msg(status == KIP_OK, "%s", error.message);
    return learned;
}

/* How a condition does on the examples of these parts of 20: pre(), the machine above a margin, or both. */
static KipLearnScore count(const KipExamples *e, bool hand, const KipSvm *svm, double margin, int first,
                           int end)
{
    KipLearnScore score = {0};
    int *fold = calloc(2 * (size_t)e->n, sizeof *fold);
    ck_assert_ptr_nonnull(fold);
    kip_svm_split(e->label, e->n, 20, 3, fold, fold + e->n);
    for (int i = 0; i < e->n; i++) {
        if (fold[i] < first || fold[i] >= end)
            continue;
        bool holds = (!hand || e->hand[i]) && (!svm || kip_svm_value(svm, e->x + 2 * i) > margin);
        score.n++;
        score.successes += e->label[i] > 0;
        score.accepted += holds;
        score.failures += holds && e->label[i] < 0;
    }
    free(fold);
    return score;
}

START_TEST(a_pendulum_s_condition_is_learned)
{
    KipExamples e = pendulums(2000, 1, ROUGH, 0);
    KipLearned learned = learn(&e, 2);
    study_print("W-VST.7c: right %.4f, failures among accepted %.4f, successes accepted %.4f; nearest %.4f\n",
                kip_learn_right(learned.machine), kip_learn_failures(learned.machine),
                kip_learn_accepted(learned.machine), kip_learn_right(learned.nearest));
    ck_assert_int_eq(learned.verdict, KIP_LEARN_USED);
    ck_assert(kip_learn_right(learned.machine) >= 0.95);
    ck_assert(kip_learn_right(learned.used) >= 0.95);
    ck_assert(kip_learn_failures(learned.used) < 0.02);
    ck_assert(kip_learn_accepted(learned.used) >= 0.8);
    ck_assert(kip_learn_right(learned.nearest) >= 0.95 && kip_learn_right(learned.nearest) < 1);
    ck_assert(kip_learn_right(learned.hand) < 0.8);
    ck_assert(learned.ntrain == 1400 && learned.nchoose == 300 && learned.used.n == 300);
    kip_svm_destroy(learned.svm);
    kip_examples_free(&e);
}
END_TEST

START_TEST(the_figures_are_those_of_what_was_held_out)
{
    KipExamples e = pendulums(800, 1, ROUGH, 0.1);
    KipLearned learned = learn(&e, 2);
    const KipSvm *svm = learned.svm;
    KipLearnScore machine = count(&e, false, svm, svm->margin, 17, 20),
                  hand = count(&e, true, NULL, 0, 17, 20);
    KipLearnScore used = count(&e, true, svm, svm->margin, 17, 20);
    ck_assert_mem_eq(&machine, &learned.machine, sizeof machine);
    ck_assert_mem_eq(&hand, &learned.hand, sizeof hand);
    ck_assert_mem_eq(&used, &learned.used, sizeof used);
    int missed = used.successes - (used.accepted - used.failures);
    ck_assert(missed > 0 && used.failures < used.accepted);
    ck_assert(kip_learn_right(used) == (double)(120 - missed - used.failures) / 120);
    ck_assert_int_eq(learned.verdict, KIP_LEARN_BARS); /* with labels that a coin tossed */
    kip_svm_destroy(learned.svm);
    kip_examples_free(&e);
}
END_TEST

/* No other threshold accepts more successes of the second part with at most 1 % failures. */
START_TEST(the_threshold_is_the_best_there_is)
{
    KipExamples e = pendulums(500, 1, ROUGH, 0.1);
    KipLearned learned = learn(&e, 2);
    KipLearnScore chosen = count(&e, false, learned.svm, learned.svm->margin, 14, 17);
    int most = 0;
    ck_assert(chosen.accepted > 0 && chosen.failures <= 0.01 * chosen.accepted);
    for (int i = 0; i < e.n; i++) {
        KipLearnScore other = count(&e, false, learned.svm, kip_svm_value(learned.svm, e.x + 2 * i), 14, 17);
        if (other.failures <= 0.01 * other.accepted && other.accepted - other.failures > most)
            most = other.accepted - other.failures;
    }
    ck_assert_int_eq(chosen.accepted - chosen.failures, most);
    kip_svm_destroy(learned.svm);
    kip_examples_free(&e);
}
END_TEST

START_TEST(the_hand_rule_stays_where_learning_does_no_good)
{
    static const struct {
        double most_speed;
        Hand hand;
        KipLearnVerdict verdict;
    } cases[] = {{1, EXACT, KIP_LEARN_HAND},
                 {1, NARROW, KIP_LEARN_PRE},   /* the machine is asked where pre() holds */
                 {4, ROUGH, KIP_LEARN_SHARE}}; /* hardly any can be caught */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        KipExamples e = pendulums(1000, cases[i].most_speed, cases[i].hand, 0);
        KipLearned learned = learn(&e, 2);
        ck_assert_int_eq(learned.verdict, cases[i].verdict);
        ck_assert(cases[i].hand != EXACT || kip_learn_right(learned.hand) == 1);
        kip_svm_destroy(learned.svm);
        kip_examples_free(&e);
    }
}
END_TEST

static char *text_of(const KipSvm *svm)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(stream);
    kip_svm_file_write(stream, svm);
    ck_assert_int_eq(fclose(stream), 0);
    return text;
}

START_TEST(threads_change_nothing_that_is_learned)
{
    KipExamples e = pendulums(300, 1, ROUGH, 0.05);
    KipLearned one = learn(&e, 1), three = learn(&e, 3);
    char *a = text_of(one.svm), *b = text_of(three.svm);
    ck_assert_str_eq(a, b);
    ck_assert_mem_eq(&one.machine, &three.machine, sizeof one.machine);
    ck_assert_int_eq(one.cross.right, three.cross.right);
    free(a);
    free(b);
    kip_svm_destroy(one.svm);
    kip_svm_destroy(three.svm);
    kip_examples_free(&e);
}
END_TEST

START_TEST(nothing_is_learned_from_too_little)
{
    KipLearnDef def = {.seed = 3, .threads = 1};
    KipLearned learned;
    KipError error;
    KipExamples e = pendulums(50, 1, ROUGH, 0);
    ck_assert_int_lt(kip_examples_successes(&e), 20);
    ck_assert_int_eq(kip_learn(&def, &e, &learned, &error), KIP_DIVERGED);
    ck_assert_ptr_nonnull(strstr(error.message, "narrow the scene's ranges"));
    ck_assert_ptr_null(learned.svm);
    kip_examples_free(&e);
    e = pendulums(200, 1, ROUGH, 0);
    def.stop = always;
    ck_assert_int_eq(kip_learn(&def, &e, &learned, &error), KIP_BAD_USE);
    ck_assert_ptr_null(learned.svm);
    kip_examples_free(&e);
}
END_TEST

Suite *suite_learn(void)
{
    Suite *suite = suite_create("learn");
    TCase *tcase = tcase_create("learn");
    tcase_add_test(tcase, what_is_never_done_succeeds_by_lasting);
    tcase_add_test(tcase, a_skill_acts_alone_until_it_ends);
    tcase_add_test(tcase, it_begins_with_the_next_control_period);
    tcase_add_test(tcase, examples_that_make_no_sense_are_refused);
    tcase_add_test(tcase, an_example_under_way_can_be_saved);
    tcase_add_test(tcase, samples_are_the_same_on_any_number_of_threads);
    tcase_add_test(tcase, sampling_goes_on_from_its_table);
    tcase_add_test(tcase, tables_of_other_samplings_are_refused);
    tcase_add_test(tcase, runs_that_break_off_are_told);
    tcase_add_test(tcase, a_pendulum_s_condition_is_learned);
    tcase_add_test(tcase, the_figures_are_those_of_what_was_held_out);
    tcase_add_test(tcase, the_threshold_is_the_best_there_is);
    tcase_add_test(tcase, the_hand_rule_stays_where_learning_does_no_good);
    tcase_add_test(tcase, threads_change_nothing_that_is_learned);
    tcase_add_test(tcase, nothing_is_learned_from_too_little);
    suite_add_tcase(suite, tcase);
    return suite;
}
