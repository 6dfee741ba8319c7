/* Trials, threads, files of numbers, and the search for better ones. */
#include <math.h>

#include "dynamics/random.h"
#include "io/text/file.h"
#include "io/study/parallel.h"
#include "io/study/tuner.h"
#include "scene_helpers.h"

Suite *suite_tuner(void);

/* -- threads --------------------------------------------------------------------------------------------- */

enum { JOBS = 1000 };

typedef struct Work {
    int done[JOBS];
    double sum[JOBS];
    int stop_at; /* asked so often: no more; -1 never */
    int asked, most;
} Work;

static void do_jobs(void *user, int64_t first, int n)
{
    Work *work = user;
    ck_assert_int_le(n, work->most);
    for (int64_t i = first; i < first + n; i++) {
        KipRandom random = {(uint64_t)i};
        for (int k = 0; k < 200; k++)
            work->sum[i] += kip_random_uniform(&random, -1, 1);
        work->done[i]++;
    }
}

START_TEST(every_job_is_done_once_by_any_number_of_threads)
{
    static Work one, some;
    KipError error;
    memset(&one, 0, sizeof one);
    one.most = 1;
    KipParallel work = {.n = JOBS, .threads = 1, .job = do_jobs, .user = &one};
    ck_ok(kip_parallel(&work, &error));
    for (int threads = 2; threads <= 40; threads += 19) {
        memset(&some, 0, sizeof some);
        some.most = work.together = threads / 4 + 1;
        work.threads = threads, work.user = &some;
        ck_ok(kip_parallel(&work, &error));
        ck_assert_int_eq(memcmp(one.sum, some.sum, sizeof one.sum), 0);
        for (int i = 0; i < JOBS; i++)
            ck_assert_int_eq(some.done[i], 1);
    }
}
END_TEST

static bool stop_soon(void *user)
{
    Work *work = user;
    return work->asked++ >= work->stop_at;
}

START_TEST(no_job_begins_after_the_stop)
{
    static Work some;
    KipError error;
    int done = 0;
    memset(&some, 0, sizeof some);
    some.stop_at = 10, some.most = 1;
    KipParallel work = {.n = JOBS, .threads = 1, .job = do_jobs, .stop = stop_soon, .user = &some};
    ck_ok(kip_parallel(&work, &error));
    for (int i = 0; i < JOBS; i++)
        done += some.done[i];
    ck_assert_int_eq(done, 10);
    work.n = 0;
    ck_ok(kip_parallel(&work, &error));
    ck_assert_int_ge(kip_cores(), 1);
}
END_TEST

/* -- numbers ----------------------------------------------------------------------------------------------- */

START_TEST(files_of_numbers_come_back)
{
    static KipParams params, back;
    KipError error;
    Folder folder = open_folder();
    memset(&params, 0, sizeof params), memset(&back, 0, sizeof back);
    ck_ok(kip_params_set_word(&params, "a=1", &error));
    ck_ok(kip_params_set_word(&params, "stand.ankle=0.1", &error));
    ck_ok(kip_params_set_word(&params, "b=-1e-300", &error));
    ck_ok(kip_params_set_word(&params, "a=0.3333333333333333148", &error)); /* once more */
    ck_assert_int_eq(params.n, 3);
    const char *path = note_file(&folder, "a.params");
    FILE *stream = fopen(path, "w");
    ck_assert_ptr_nonnull(stream);
    fputs("# found\r\n\n  ", stream);
    kip_params_write(&params, stream);
    fputs("c\t=  2 # with a comment\r\nc = 3", stream);
    ck_assert_int_eq(fclose(stream), 0);
    ck_ok(kip_params_read(&back, path, &error));
    ck_assert_int_eq(back.n, 4);
    for (int i = 0; i < 3; i++) {
        ck_assert_str_eq(back.param[i].name, params.param[i].name);
        ck_assert_mem_eq(&back.param[i].value, &params.param[i].value, sizeof(double));
    }
    ck_assert(back.param[3].value == 3);
    close_folder(&folder);
}
END_TEST

START_TEST(wrong_numbers_are_told_with_their_place)
{
    static const struct {
        const char *text, *told;
        int line, column;
    } wrong[] = {
        {"a = 1\nb 2\n", "must be NAME=NUMBER", 2, 1}, {"a = 1\n\n= 2\n", "must be NAME=NUMBER", 3, 1},
        {"a = x\n", "is no finite number", 1, 4},      {"a = inf\n", "is no finite number", 1, 4},
        {"a =\n", "is no finite number", 1, 4},        {"a b = 1\n", "no blanks", 1, 1},
        {"  a = 1 2\n", "is no finite number", 1, 6},  {"a = nan", "is no finite number", 1, 4},
    };
    Folder folder = open_folder();
    KipError error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        static KipParams params;
        const char *path = write_file(&folder, "wrong", wrong[i].text);
        memset(&params, 0, sizeof params);
        ck_assert_int_eq(kip_params_read(&params, path, &error), KIP_BAD_INPUT);
        ck_assert_msg(strstr(error.message, wrong[i].told) != NULL, "%s: %s", wrong[i].text, error.message);
        ck_assert_int_eq(error.line, wrong[i].line);
        ck_assert_int_eq(error.column, wrong[i].column);
    }
    static KipParams many;
    char word[32];
    memset(&many, 0, sizeof many);
    for (int i = 0; i < KIP_MOST_PARAMS; i++) {
        snprintf(word, sizeof word, "n%d=1", i);
        ck_ok(kip_params_set_word(&many, word, &error));
    }
    ck_assert_int_eq(kip_params_set_word(&many, "more=1", &error), KIP_BAD_USE);
    ck_ok(kip_params_set_word(&many, "n0=2", &error));
    close_folder(&folder);
}
END_TEST

/* -- trials ------------------------------------------------------------------------------------------------ */

START_TEST(a_trial_is_a_function_of_numbers_and_seed)
{
    static const char script[] = "import random\nx = 2\nclass C:\n    y = 3.0  # tune 0..9\n"
                                 "measure('cost', x * C.y)\nmeasure('luck', random.random())\n"
                                 "measure('cost', 10 * x + C.y, '', '< 50')\n";
    Folder folder = open_folder();
    const KipSceneParam param[] = {{"x", 4}, {"y", 5}};
    KipTrialDef def = {.path = write_file(&folder, "a.py", script), .param = param, .nparam = 2};
    KipTrial first, again, other, fails;
    kip_trial_run(&def, 7, &first);
    kip_trial_run(&def, 7, &again);
    kip_trial_run(&def, 8, &other);
    ck_assert_int_eq(first.status, KIP_OK);
    ck_assert(first.success);
    ck_assert_int_eq(first.nmeasure, 2); /* the last of one name */
    ck_assert(kip_trial_find(&first, "cost")->value == 45);
    ck_assert(kip_trial_find(&first, "luck")->value == kip_trial_find(&again, "luck")->value);
    ck_assert(kip_trial_find(&first, "luck")->value != kip_trial_find(&other, "luck")->value);
    ck_assert_ptr_null(kip_trial_find(&first, "joy"));
    def.nparam = 0;
    def.path = write_file(&folder, "b.py", "x = 50\nmeasure('cost', x, '', '< 50')\n");
    kip_trial_run(&def, 7, &fails);
    ck_assert_int_eq(fails.status, KIP_OK);
    ck_assert(!fails.success);
    kip_trial_free(&fails);
    def.path = write_file(&folder, "c.py", "measure('cost', 1)\nmeasure('cost', 1 / 0)\n");
    kip_trial_run(&def, 7, &fails);
    ck_assert_int_eq(fails.status, KIP_BAD_INPUT);
    ck_assert(!fails.success);
    ck_assert_int_eq(fails.error.line, 2);
    kip_trial_free(&first), kip_trial_free(&again), kip_trial_free(&other), kip_trial_free(&fails);
    close_folder(&folder);
}
END_TEST

static const char falling[] = "import random\nhigh = 1.0  # tune 0.5..2\n"
                              "ball = addCharacter('ball')\nball.disturb(0, 0.5)\nrun(0.05)\n"
                              "measure('cost', abs(ball.com().z - high))\nmeasure('spin', getSpin(ball).x)\n";

START_TEST(a_disturbance_follows_the_seed)
{
    Folder folder = open_folder();
    KipTrialDef def = {.path = write_file(&folder, "ball.py", falling), .integrator = KIP_IMPLICIT_RK4};
    KipTrial a, b, c;
    kip_trial_run(&def, 1, &a), kip_trial_run(&def, 1, &b), kip_trial_run(&def, 2, &c);
    ck_assert_msg(a.status == KIP_OK, "%s", a.error.message);
    double spin = kip_trial_find(&a, "spin")->value;
    ck_assert(spin == kip_trial_find(&b, "spin")->value);
    ck_assert(spin != kip_trial_find(&c, "spin")->value);
    ck_assert(spin != 0 && fabs(spin) < 0.5 * (1 + 1e-9));
    kip_trial_free(&a), kip_trial_free(&b), kip_trial_free(&c);
    close_folder(&folder);
}
END_TEST

/* -- the search --------------------------------------------------------------------------------------------- */

static const char valley[] =
    "\"\"\"Rosenbrock's valley.\"\"\"\n"
    "import random, slope\n"
    "x = -1.0  # tune -5..5 ahead\n"
    "k = 3  # tune 0..9\n"
    "shift = 0.0\n"
    "class Walk:\n"
    "    y = 2.0# tune -5..5\n"
    "noise = random.uniform(-0.01, 0.01)\n"
    "cost = (1 - x) ** 2 + 10 * (Walk.y - x * x) ** 2 + (k - 7) ** 2 + (slope.s - 0.5) ** 2\n"
    "measure('cost', cost + noise + shift, '', '< 1')\n"
    "measure('whole', k == int(k), '', '= 1')\n";
static const char slope[] = "s = 0.25  # tune 0..1\n";

static KipTuner *make_tuner(const KipTuneDef *def)
{
    KipTuner *tuner;
    KipError error;
    ck_ok(kip_tuner_create(def, &tuner, &error));
    return tuner;
}

static void search_on(KipTuner *tuner, int most)
{
    KipError error;
    while (kip_tuner_stop(tuner) == KIP_CMAES_GOES_ON && most-- > 0)
        ck_ok(kip_tuner_generation(tuner, &error));
}

static void same_tuners(const KipTuner *a, const KipTuner *b)
{
    KipTuneProgress p = kip_tuner_progress(a), q = kip_tuner_progress(b);
    ck_assert_int_eq(p.generation, q.generation);
    ck_assert_int_eq(p.evaluations, q.evaluations);
    ck_assert_mem_eq(&p.best, &q.best, sizeof p.best);
    ck_assert_mem_eq(&p.mean, &q.mean, sizeof p.mean);
    ck_assert_mem_eq(&p.sigma, &q.sigma, sizeof p.sigma);
    for (int i = 0; i < kip_tuner_n(a); i++)
        ck_assert_mem_eq(&kip_tuner_number(a, i)->best, &kip_tuner_number(b, i)->best, sizeof(double));
}

static KipTuneDef valley_def(Folder *folder)
{
    write_file(folder, "slope.py", slope);
    KipTuneDef def = kip_tune_def(write_file(folder, "valley.py", valley));
    def.threads = 1;
    return def;
}

START_TEST(it_finds_the_least)
{
    Folder folder = open_folder();
    KipTuneDef def = valley_def(&folder);
    KipTuner *tuner = make_tuner(&def);
    int successes;
    ck_assert_int_eq(kip_tuner_n(tuner), 4);
    ck_assert_str_eq(kip_tuner_number(tuner, 0)->name, "x");
    ck_assert_str_eq(kip_tuner_number(tuner, 2)->name, "y"); /* without its class, where that is clear */
    ck_assert_str_eq(kip_tuner_number(tuner, 3)->name, "slope.s");
    ck_assert(kip_tuner_number(tuner, 1)->whole && !kip_tuner_number(tuner, 0)->whole);
    ck_assert(fabs(kip_tuner_first(tuner, &successes) - (4 + 10 + 16 + 0.0625)) < 0.02);
    ck_assert_int_eq(successes, 0);
    search_on(tuner, 400);
    ck_near(kip_tuner_number(tuner, 0)->best, 1, 1e-3);
    ck_near(kip_tuner_number(tuner, 2)->best, 1, 2e-3);
    ck_assert(kip_tuner_number(tuner, 1)->best == 7);
    ck_near(kip_tuner_number(tuner, 3)->best, 0.5, 1e-3);
    ck_assert_int_eq(kip_tuner_progress(tuner).best_successes, 5);
    kip_tuner_destroy(tuner);
    close_folder(&folder);
}
END_TEST

START_TEST(threads_change_nothing)
{
    Folder folder = open_folder();
    KipTuneDef def = valley_def(&folder);
    KipTuner *one = make_tuner(&def);
    search_on(one, 30);
    for (int threads = 2; threads <= 3; threads++) {
        def.threads = threads;
        KipTuner *some = make_tuner(&def);
        search_on(some, 30);
        same_tuners(one, some);
        kip_tuner_destroy(some);
    }
    kip_tuner_destroy(one);
    close_folder(&folder);
}
END_TEST

static bool stop_in_the_middle(void *user)
{
    int *left = user;
    return --*left < 0;
}

START_TEST(an_interrupted_search_goes_on_to_the_same_end)
{
    Folder folder = open_folder();
    KipTuneDef def = valley_def(&folder);
    KipTuner *whole = make_tuner(&def);
    KipError error;
    const char *path = note_file(&folder, "valley.search");
    int left = 1 << 20;
    def.restarts = 1; /* is another search */
    KipTuner *other = make_tuner(&def);
    def.restarts = 0;
    search_on(whole, 40);
    def.trial.stop = stop_in_the_middle, def.trial.user = &left;
    KipTuner *first = make_tuner(&def), *second = make_tuner(&def);
    search_on(first, 12);
    left = 7;
    ck_ok(kip_tuner_generation(first, &error)); /* breaks off, and changes nothing */
    ck_assert_int_eq(kip_tuner_progress(first).generation, 12);
    ck_ok(kip_tuner_save(first, path, &error));
    ck_assert_int_eq(kip_tuner_load(other, path, &error), KIP_BAD_INPUT);
    ck_assert(strstr(error.message, "it has \"# restarts 0\" where this one has \"# restarts 1\"") != NULL);
    left = 1 << 20;
    ck_ok(kip_tuner_load(second, path, &error));
    same_tuners(first, second);
    search_on(first, 28);
    search_on(second, 28);
    same_tuners(whole, first);
    same_tuners(whole, second);
    kip_tuner_destroy(whole), kip_tuner_destroy(first), kip_tuner_destroy(second), kip_tuner_destroy(other);
    close_folder(&folder);
}
END_TEST

START_TEST(damaged_or_foreign_files_are_refused)
{
    Folder folder = open_folder();
    KipTuneDef def = valley_def(&folder);
    KipTuner *tuner = make_tuner(&def), *fresh = make_tuner(&def);
    KipError error;
    char *bytes, path[200];
    size_t size;
    snprintf(path, sizeof path, "%s", note_file(&folder, "valley.search"));
    search_on(tuner, 3);
    ck_ok(kip_tuner_save(tuner, path, &error));
    ck_ok(kip_file_read(path, &bytes, &size, &error));
    for (size_t cut = 0; cut < size; cut += 13) { /* cut short, but not at the end of a line */
        if (cut && bytes[cut - 1] == '\n')
            continue;
        FILE *stream = fopen(path, "w");
        ck_assert_ptr_nonnull(stream);
        fwrite(bytes, 1, cut, stream);
        ck_assert_int_eq(fclose(stream), 0);
        ck_assert_int_eq(kip_tuner_load(fresh, path, &error), KIP_BAD_INPUT);
    }
    free(bytes);
    ck_assert_int_eq(kip_tuner_progress(fresh).generation, 0);
    /* the scene does otherwise now, by a number that is not tuned */
    ck_ok(kip_tuner_save(tuner, path, &error));
    const KipSceneParam shifted = {"shift", 1};
    def.trial.param = &shifted, def.trial.nparam = 1;
    KipTuner *other = make_tuner(&def);
    ck_assert_int_eq(kip_tuner_load(other, path, &error), KIP_BAD_INPUT);
    kip_tuner_destroy(tuner), kip_tuner_destroy(fresh), kip_tuner_destroy(other);
    close_folder(&folder);
}
END_TEST

/* Rows that no search has, and rows of another one: refused with the place, and the search is at its beginning. */
START_TEST(rows_that_no_search_has_are_refused)
{
    static const struct {
        const char *row, *told; /* instead of the first row, whose line is `LINE` */
    } wrong[] = {{"1,nan,0,0,1,0123456789abcdef", "no search has such a row"},
                 {"1,2,2,0,1,0123456789abcdef", "no search has such a row"},
                 {"1,2,1,2,1,0123456789abcdef", "no search has such a row"},
                 {"1,2,1,0,2,0123456789abcdef", "no search has such a row"},
                 {"0,2,1,0,1,0123456789abcdef", "no search has such a row"},
                 {"1,2,1,0,1,0123456789abcdeg", "no search has such a row"},
                 {"1,2,1,0,1,0123456789abcdef", "about other numbers"},
                 {"1,2,1,0,1", "too few cells"},
                 {"1,2,1,0,1,0123456789abcdef,1", "more cells than there are columns"},
                 {"1,two,1,0,1,0123456789abcdef", "not a number: two"}};
    Folder folder = open_folder();
    KipTuneDef def = valley_def(&folder);
    def.starts = 1;
    KipTuner *tuner = make_tuner(&def), *fresh = make_tuner(&def);
    KipError error;
    char *bytes, path[200];
    size_t size;
    snprintf(path, sizeof path, "%s", note_file(&folder, "valley.search"));
    search_on(tuner, 3);
    ck_ok(kip_tuner_save(tuner, path, &error));
    ck_ok(kip_file_read(path, &bytes, &size, &error));
    char *row = strstr(bytes, "numbers\n") + strlen("numbers\n"), *rest = strchr(row, '\n');
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        FILE *stream = fopen(path, "w");
        ck_assert_ptr_nonnull(stream);
        fprintf(stream, "%.*s%s%s", (int)(row - bytes), bytes, wrong[i].row, rest);
        ck_assert_int_eq(fclose(stream), 0);
        ck_assert_int_eq(kip_tuner_load(fresh, path, &error), KIP_BAD_INPUT);
        ck_assert_msg(strstr(error.message, wrong[i].told), "%zu: %s", i, error.message);
        ck_assert_int_gt(error.line, 10);
        ck_assert_int_eq(kip_tuner_progress(fresh).generation, 0);
    }
    ck_ok(kip_tuner_save(tuner, path, &error));
    ck_ok(kip_tuner_load(fresh, path, &error));
    same_tuners(tuner, fresh);
    free(bytes);
    kip_tuner_destroy(tuner), kip_tuner_destroy(fresh);
    close_folder(&folder);
}
END_TEST

START_TEST(the_best_goes_into_the_scripts)
{
    Folder folder = open_folder();
    KipTuneDef def = valley_def(&folder);
    KipTuner *tuner = make_tuner(&def);
    KipError error;
    char *text, expected[2048], *at;
    size_t size;
    search_on(tuner, 400);
    ck_ok(kip_tuner_write(tuner, &error));
    ck_ok(kip_file_read(def.trial.path, &text, &size, &error));
    /* all but the numbers is as it was */
    snprintf(expected, sizeof expected, "%s", text);
    at = strstr(text, "x = ");
    ck_assert_ptr_nonnull(at);
    ck_near(atof(at + 4), 1, 1e-3);
    ck_assert_ptr_nonnull(
        strstr(text, "  # tune -5..5 ahead\nk = 7  # tune 0..9\nshift = 0.0\nclass Walk:\n    y = "));
    ck_assert_ptr_nonnull(strstr(text, "# tune -5..5\nnoise = random.uniform(-0.01, 0.01)\n"));
    free(text);
    ck_assert_int_eq(kip_tuner_write(tuner, &error), KIP_BAD_INPUT); /* they are not what they were */
    ck_assert(strstr(error.message, "was changed") != NULL);
    KipTuner *again = make_tuner(&def);
    int successes;
    ck_assert(kip_tuner_first(again, &successes) == kip_tuner_progress(tuner).best);
    kip_tuner_destroy(tuner), kip_tuner_destroy(again);
    close_folder(&folder);
}
END_TEST

START_TEST(what_cannot_be_tuned_is_told)
{
    static const KipSceneParam outside = {"x", 7}, unknown = {"z", 1};
    static const struct {
        const char *script, *told;
        const KipSceneParam *param;
    } wrong[] = {
        {"x = 1\nmeasure('cost', x)\n", "mark numbers", NULL},
        {"x = 1  # tune 0..2\nmeasure('price', x)\n", "never calls measure(\"cost\"", NULL},
        {"x = 1  # tune 0..2\nmeasure('cost', x)\nfoo()\n", "foo", NULL},
        {"x = 1  # tune 0..2\nmeasure('cost', x)\n", "not within its # tune", &outside},
        {"x = 1  # tune 0..2\nmeasure('cost', x)\n", "no number 'z'", &unknown},
        {"x = 1  # tune 0..2\nclass S:\n    def step(self):\n        y = 1 / 0\nb = "
         "addCharacter('ball')\nb.apply(S)\nrun(0.1)\n"
         "measure('cost', x)\n",
         "division by zero", NULL},
    };
    Folder folder = open_folder();
    KipError error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        KipTuner *tuner = NULL;
        KipTuneDef def = kip_tune_def(write_file(&folder, "wrong.py", wrong[i].script));
        def.trial.param = wrong[i].param, def.trial.nparam = wrong[i].param != NULL;
        ck_assert_int_ne(kip_tuner_create(&def, &tuner, &error), KIP_OK);
        ck_assert_ptr_null(tuner);
        ck_assert_msg(strstr(error.message, wrong[i].told) != NULL, "%d: %s", (int)i, error.message);
    }
    /* numbers for which the script breaks off are only bad */
    KipTuneDef def =
        kip_tune_def(write_file(&folder, "half.py",
                                "x = 1.0  # tune -2..2\nif x < 0:\n    y = 1 / 0\nmeasure('cost', x)\n"));
    KipTuner *tuner = make_tuner(&def);
    search_on(tuner, 60);
    ck_near(kip_tuner_number(tuner, 0)->best, 0, 1e-2);
    ck_assert(kip_tuner_number(tuner, 0)->best >= 0);
    kip_tuner_destroy(tuner);
    close_folder(&folder);
}
END_TEST

/* The names of the numbers that are tuned, with a blank behind each. */
static void check_choice(KipTuneDef def, const KipScene *scene, const char *only, const char *except,
                         const char *names)
{
    bool chosen[16];
    char text[200] = "";
    KipError error;
    def.only = &only, def.nonly = only != NULL;
    def.except = &except, def.nexcept = except != NULL;
    ck_assert_int_le(kip_scene_nnumber(scene), 16);
    ck_ok(kip_tune_choose(&def, scene, chosen, &error));
    for (int i = 0; i < kip_scene_nnumber(scene); i++)
        if (chosen[i])
            strcat(strcat(text, kip_scene_number(scene, i).name), " ");
    ck_assert_str_eq(text, names);
}

static void check_no_choice(KipTuneDef def, const KipScene *scene, const char *only, const char *told)
{
    bool chosen[16];
    KipError error;
    def.only = &only, def.nonly = 1;
    ck_assert_int_eq(kip_tune_choose(&def, scene, chosen, &error), KIP_BAD_USE);
    ck_assert_msg(strstr(error.message, told) != NULL, "%s", error.message);
}

START_TEST(patterns_choose_numbers)
{
    Folder folder = open_folder();
    KipScene *scene;
    KipError error;
    KipTuneDef def = kip_tune_def(write_file(&folder, "many.py",
                                             "ab = 1  # tune 0..2\nabb = 1  # tune 0..2\nfixed = 1\n"
                                             "class Walk:\n    abc = 1  # tune 0..2\n"));
    ck_ok(kip_trial_look(&def.trial, &scene, &error));
    check_choice(def, scene, NULL, NULL, "ab abb abc ");
    check_choice(def, scene, "a*b", NULL, "ab abb ");
    check_choice(def, scene, "*b*c*", NULL, "abc ");
    check_choice(def, scene, "Walk.abc", NULL, "abc "); /* the longer name of it */
    check_choice(def, scene, "**", "ab", "abb abc ");
    check_choice(def, scene, NULL, "*", "");
    check_no_choice(def, scene, "a", "names no number that is marked");
    check_no_choice(def, scene, "fixed", "there are ab, abb, abc");
    check_no_choice(def, scene, "abd", "did you mean \"ab\"? There are ab, abb, abc");
    check_no_choice(def, scene, "", "names no number");
    kip_scene_destroy(scene);
    close_folder(&folder);
}
END_TEST

START_TEST(a_scene_owns_what_lies_below_it)
{
    static const struct {
        const char *scene, *file;
        bool own;
    } table[] = {
        {"a/scene.py", "a/scene.py", true},      {"a/scene.py", "a/skills/walk.py", true},
        {"a/scene.py", "skills/walk.py", false}, {"a/scene.py", "a/../skills/walk.py", false},
        {"scene.py", "skills/walk.py", true},    {"scene.py", "data/skills/walk.py", false},
        {"scene.py", "../walk.py", false},       {"scene.py", "/usr/share/kip/skills/walk.py", false},
        {"/b/scene.py", "/b/walk.py", true},     {"/b/scene.py", "/bc/walk.py", false},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        ck_assert_msg(kip_tune_owns(table[i].scene, table[i].file) == table[i].own, "%s %s", table[i].scene,
                      table[i].file);
}
END_TEST

START_TEST(a_name_means_one_number)
{
    static const KipSceneParam gain = {"gain", 2}, a_gain = {"A.gain", 5}, b_rate = {"rate", 3};
    static const char script[] =
        "gain = 1.0  # tune 0..4\nclass A:\n    gain = 2.0  # tune 0..4\n    rate = 1.5\n"
        "class B:\n    gain = 3.5\nmeasure('cost', (gain - 1) ** 2 + (A.gain - 2) ** 2 + (B.gain - 3.5) ** "
        "2)\n"
        "measure('gain', gain)\nmeasure('A', A.gain)\nmeasure('B', B.gain)\nmeasure('rate', A.rate)\n";
    static const char two[] =
        "class A:\n    gain = 2.0  # tune 0..4\nclass B:\n    gain = 3.5\nmeasure('cost', A.gain)\n";
    Folder folder = open_folder();
    KipTrial trial;
    KipTrialDef def = {.path = write_file(&folder, "names.py", script), .param = &gain, .nparam = 1};
    kip_trial_run(&def, 1, &trial);
    ck_assert(kip_trial_find(&trial, "gain")->value == 2 && kip_trial_find(&trial, "A")->value == 2);
    ck_assert(kip_trial_find(&trial, "B")->value == 3.5);
    kip_trial_free(&trial);
    def.param = &a_gain;
    kip_trial_run(&def, 1, &trial);
    ck_assert(kip_trial_find(&trial, "gain")->value == 1 && kip_trial_find(&trial, "A")->value == 5);
    kip_trial_free(&trial);
    def.param = &b_rate;
    kip_trial_run(&def, 1, &trial);
    ck_assert(kip_trial_find(&trial, "rate")->value == 3);
    kip_trial_free(&trial);
    KipTuneDef tune = kip_tune_def(def.path);
    tune.starts = 1;
    KipTuner *tuner = make_tuner(&tune);
    int successes;
    ck_assert_int_eq(kip_tuner_n(tuner), 2);
    ck_assert(kip_tuner_first(tuner, &successes) == 0); /* the numbers as they are, each under its own name */
    kip_tuner_destroy(tuner);
    def.path = write_file(&folder, "two.py", two);
    def.param = &gain;
    kip_trial_run(&def, 1, &trial);
    ck_assert_int_eq(trial.status, KIP_BAD_USE);
    ck_assert_msg(strstr(trial.error.message, "several classes") != NULL, "%s", trial.error.message);
    kip_trial_free(&trial);
    close_folder(&folder);
}
END_TEST

START_TEST(integers_stay_integers)
{
    static const KipSceneParam half = {"k", 2.5};
    Folder folder = open_folder();
    KipTuneDef def =
        kip_tune_def(write_file(&folder, "k.py", "k = 3  # tune 0.2..3.7\nmeasure('cost', -k)\n"));
    def.starts = 1;
    KipTuner *tuner = make_tuner(&def), *none = NULL;
    KipError error;
    ck_assert(kip_tuner_number(tuner, 0)->lo == 1 && kip_tuner_number(tuner, 0)->hi == 3);
    search_on(tuner, 10);
    ck_assert(kip_tuner_number(tuner, 0)->best == 3);
    kip_tuner_destroy(tuner);
    def.trial.param = &half, def.trial.nparam = 1;
    ck_assert_int_eq(kip_tuner_create(&def, &none, &error), KIP_BAD_USE);
    def.trial.nparam = 0;
    def.trial.path = write_file(&folder, "k.py", "k = 3  # tune 2.5..3.5\nmeasure('cost', -k)\n");
    ck_assert_int_eq(kip_tuner_create(&def, &none, &error), KIP_BAD_USE);
    ck_assert(strstr(error.message, "only one") != NULL);
    close_folder(&folder);
}
END_TEST

START_TEST(narrow_ranges_are_searched_too)
{
    Folder folder = open_folder();
    KipTuneDef def = kip_tune_def(write_file(&folder, "far.py",
                                             "x = 1000000.75  # tune 1000000..1000001\n"
                                             "measure('cost', abs(x - 1000000.25))\n"));
    def.starts = 1;
    KipTuner *tuner = make_tuner(&def);
    search_on(tuner, 60);
    ck_near(kip_tuner_number(tuner, 0)->best, 1000000.25, 2e-6);
    kip_tuner_destroy(tuner);
    close_folder(&folder);
}
END_TEST

START_TEST(a_script_that_changes_ends_the_search)
{
    Folder folder = open_folder();
    KipTuneDef def = valley_def(&folder);
    KipTuner *tuner = make_tuner(&def), *edited;
    KipError error;
    const char *path = note_file(&folder, "valley.search");
    search_on(tuner, 2);
    ck_ok(kip_tuner_save(tuner, path, &error));
    write_file(&folder, "slope.py", "s = 0.25  # tune 0..1\n# the same but for this\n");
    ck_assert_int_eq(kip_tuner_generation(tuner, &error), KIP_BAD_INPUT);
    ck_assert(strstr(error.message, "was changed") != NULL);
    ck_assert_int_eq(kip_tuner_progress(tuner).generation, 2);
    edited = make_tuner(&def);
    ck_assert_int_eq(kip_tuner_load(edited, path, &error), KIP_BAD_INPUT); /* even where it starts alike */
    kip_tuner_destroy(tuner), kip_tuner_destroy(edited);
    close_folder(&folder);
}
END_TEST

START_TEST(a_skill_that_fails_is_no_find)
{
    static const char script[] =
        "x = 1.0  # tune 0..2\nclass S:\n    def step(self):\n        if x < 0.5:\n            y = 1 / 0\n"
        "b = addCharacter('ball')\nb.apply(S)\nrun(0.01)\nmeasure('cost', x)\n";
    Folder folder = open_folder();
    KipTuneDef def = kip_tune_def(write_file(&folder, "skill.py", script));
    def.starts = 1;
    KipTuner *tuner = make_tuner(&def);
    search_on(tuner, 30);
    ck_assert(kip_tuner_number(tuner, 0)->best >= 0.5);
    ck_near(kip_tuner_number(tuner, 0)->best, 0.5, 0.02);
    kip_tuner_destroy(tuner);
    close_folder(&folder);
}
END_TEST

Suite *suite_tuner(void)
{
    Suite *suite = suite_create("tuner");
    TCase *tcase = tcase_create("tuner");
    tcase_add_test(tcase, every_job_is_done_once_by_any_number_of_threads);
    tcase_add_test(tcase, no_job_begins_after_the_stop);
    tcase_add_test(tcase, files_of_numbers_come_back);
    tcase_add_test(tcase, wrong_numbers_are_told_with_their_place);
    tcase_add_test(tcase, a_trial_is_a_function_of_numbers_and_seed);
    tcase_add_test(tcase, a_disturbance_follows_the_seed);
    tcase_add_test(tcase, it_finds_the_least);
    tcase_add_test(tcase, threads_change_nothing);
    tcase_add_test(tcase, an_interrupted_search_goes_on_to_the_same_end);
    tcase_add_test(tcase, damaged_or_foreign_files_are_refused);
    tcase_add_test(tcase, rows_that_no_search_has_are_refused);
    tcase_add_test(tcase, the_best_goes_into_the_scripts);
    tcase_add_test(tcase, what_cannot_be_tuned_is_told);
    tcase_add_test(tcase, patterns_choose_numbers);
    tcase_add_test(tcase, a_scene_owns_what_lies_below_it);
    tcase_add_test(tcase, a_name_means_one_number);
    tcase_add_test(tcase, integers_stay_integers);
    tcase_add_test(tcase, narrow_ranges_are_searched_too);
    tcase_add_test(tcase, a_script_that_changes_ends_the_search);
    tcase_add_test(tcase, a_skill_that_fails_is_no_find);
    suite_add_tcase(suite, tcase);
    return suite;
}
