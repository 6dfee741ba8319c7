/* Golden hashes: what the data's scenes did when they were last looked at, to the bit, and the same from a saved state. A
 * change of one is a change of physics or of control that its commit explains. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/joint_forces.h"
#include "dynamics/random.h"
#include "dynamics/sim.h"
#include "dynamics/vec3.h"
#include "io/record/csv.h"
#include "io/scene/scene.h"
#include "supervisor/cmaes_parts.h"
#include "scene_helpers.h"

Suite *suite_golden(void);

enum { STEPS = 900, HALF = 450, BETWEEN_SENSES = 7 };

/* The hash of every step of the first 0.9 s: state, friction, drives, works; now and then of contacts and senses. */
typedef struct Golden {
    const char *scene;
    uint64_t hash;
} Golden;

static const Golden golden[] = {
    {"data/scenes/hello.py", UINT64_C(0xeb2c849bee71ad51)},
    {"data/scenes/pushes.py", UINT64_C(0xb74232b1f9b57533)},
    {"data/scenes/quiet.py", UINT64_C(0x089ba73bfcaa3828)},
    {"data/scenes/two_characters.py", UINT64_C(0x42ea680a89e2158b)},
    {"data/papers/vst/get_up.py", UINT64_C(0xcd31a78ccad5bac4)},
    {"data/papers/vst/robot.py", UINT64_C(0x8c7e24c12b3a1bda)},
    {"data/papers/vst/protective.py", UINT64_C(0x8b6270cc6f1b826f)},
    {"data/papers/otb/catch.py", UINT64_C(0x83f8d29905451d8d)},
    {"data/papers/otb/tension.py", UINT64_C(0x0a906a8084817042)},
    {"data/papers/otb/limits.py", UINT64_C(0xfceaaef3c373312e)},
    {"data/papers/otb/ymca.py", UINT64_C(0x7dcdaeb6adacad05)},
    {"data/papers/vbc/fig1.py", UINT64_C(0xbecd75f33347b592)},
    {"data/papers/vbc/weld.py", UINT64_C(0x7c66fbdf23c84619)},
    {"data/papers/vbc/walk.py", UINT64_C(0x3539e70a9ff0c705)},
    {"data/papers/vbc/beat_against_velocity.py", UINT64_C(0x36d53b5be6ebf52e)},
    {"data/papers/dct/attach.py", UINT64_C(0xd710e673246e7d49)},
    {"data/papers/dct/fig4_skis.py", UINT64_C(0xfe64b23b90698f37)},
    {"data/papers/dct/fig5_interactive.py", UINT64_C(0x46aa83ed5d18f2ff)},
    {"data/papers/dct/planar.py", UINT64_C(0x93dd558d2b713edc)},
    {"data/papers/dct/laws.py", UINT64_C(0x8062a566ff3fd6f7)},
    {"tests/golden/mixed.py", UINT64_C(0x5fa6b7945c3ab934)},
};

/* A run of a scene: the hash of what it did, and of the second half of that. */
typedef struct Run {
    int nstep;
    uint64_t whole, second;
    void *saved; /* after HALF steps, where it is kept */
    size_t size;
    bool keeps;
} Run;

static uint64_t of_doubles(uint64_t hash, const double *x, int n)
{
    return kip_hash(hash, x, (size_t)n * sizeof *x);
}

static uint64_t of_step(uint64_t hash, KipSim *sim)
{
    const KipModel *model = kip_sim_model(sim);
    const KipDrives d = kip_sim_drives(sim);
    const KipWork work = kip_sim_work(sim);
    const uint64_t state = kip_sim_hash(sim);
    hash = kip_hash(hash, &state, sizeof state);
    hash = of_doubles(hash, d.target, model->nq);
    hash = of_doubles(hash, d.rate, model->nv);
    hash = of_doubles(hash, d.stiffness, model->nv);
    hash = of_doubles(hash, d.damping, model->nv);
    hash = of_doubles(hash, d.feedforward, model->nv);
    return kip_hash(hash, &work, sizeof work);
}

/* What touches, and what each character senses. */
static uint64_t of_senses(uint64_t hash, KipWorld *world)
{
    const KipContact *contact;
    for (int n = kip_sim_contacts(kip_world_sim(world), &contact), i = 0; i < n; i++) {
        const int who[] = {contact[i].geom1, contact[i].geom2, contact[i].feature};
        hash = kip_hash(of_doubles(hash, &contact[i].point.x, 10), who, sizeof who);
    }
    for (int m = 0; m < kip_world_nmember(world); m++) {
        const KipSensors *s = kip_world_sensors(world, m);
        if (!s) /* a thing */
            continue;
        const int nfeet = s->part[KIP_FEET].n;
        hash = of_doubles(hash, &s->com.x, 19); /* to `tilt` */
        hash = of_doubles(of_doubles(hash, s->support_x, s->nsupport), s->support_y, s->nsupport);
        hash = of_doubles(hash, &s->margin, 9); /* to `capture_margin` */
        for (int part = 0; part < KIP_PARTS; part++)
            hash = kip_hash(hash, &s->part[part].touching, sizeof s->part[part].touching);
        hash = of_doubles(of_doubles(hash, s->foot_load, nfeet), s->filtered_foot_load, nfeet);
        hash = of_doubles(hash, &s->com_acceleration.x, 6);
    }
    return hash;
}

static KipStatus stepped(void *user, KipScene *scene, KipError *error)
{
    Run *run = user;
    KipWorld *world = kip_scene_world(scene);
    run->whole = of_step(run->whole, kip_world_sim(world));
    if (run->nstep >= HALF)
        run->second = of_step(run->second, kip_world_sim(world));
    if (run->nstep % BETWEEN_SENSES == 0)
        run->whole = of_senses(run->whole, world);
    if (++run->nstep == HALF && run->keeps) {
        run->size = kip_scene_save_size(scene);
        run->saved = malloc(run->size);
        ck_assert_ptr_nonnull(run->saved);
        kip_scene_save(scene, run->saved);
    }
    return run->nstep < STEPS ? KIP_OK : kip_fail(error, KIP_BAD_USE, kip_nowhere(), "enough");
}

static KipScene *load(const char *path, Run *run)
{
    KipScene *scene;
    KipError error;
    KipSceneDef def = kip_scene_def();
    def.host.user = run, def.host.stepped = stepped;
    def.seed = 1;
    ck_ok(kip_scene_load(path, &def, &scene, &error));
    return scene;
}

static void go(KipScene *scene, const Run *run)
{
    KipError error = {.status = KIP_OK};
    kip_scene_run(scene, &error);
    ck_assert_msg(run->nstep == STEPS && strcmp(error.message, "enough") == 0, "%d steps: %s", run->nstep,
                  error.message);
}

START_TEST(scenes_do_what_they_did)
{
    const Golden *row = golden + _i;
    Run first = {.whole = KIP_HASH_START, .second = KIP_HASH_START, .keeps = true};
    Run again = {.nstep = HALF, .whole = KIP_HASH_START, .second = KIP_HASH_START};
    KipError error;
    KipScene *scene = load(row->scene, &first);
    go(scene, &first);
    kip_scene_destroy(scene);
    scene = load(row->scene, &again);
    ck_ok(kip_scene_load_state(scene, first.saved, first.size, &error));
    go(scene, &again);
    kip_scene_destroy(scene);
    free(first.saved);
    ck_assert_msg(again.second == first.second, "%s goes on otherwise from a saved state", row->scene);
    ck_assert_msg(first.whole == row->hash, "%s: 0x%016llx", row->scene, (unsigned long long)first.whole);
}
END_TEST

/* -- loads ----------------------------------------------------------------------------------------------- */

enum { BETWEEN_JOINTS = 50 };

/* The bytes of a scene's table, which has the reactions of all joints, and what joints carry now and then. */
typedef struct Table {
    int nstep;
    FILE *file;
    KipCsv *csv;
    uint64_t joints;
} Table;

static const Golden tables[] = {
    {"tests/golden/mixed.py", UINT64_C(0xe84dd0586f04c667)},
    {"data/papers/dct/fig4_skis.py", UINT64_C(0xaf103962078cd5d2)},
};

static uint64_t of_joints(uint64_t hash, KipSim *sim)
{
    for (int j = 0; j < kip_sim_model(sim)->njoint; j++) {
        KipJointForces forces;
        kip_sim_joint_forces(sim, j, &forces);
        hash = kip_hash(hash, &forces, sizeof forces);
    }
    return hash;
}

/* What no word sets: a joint that moves as it is told, a stop and held velocities between bodies. */
static void set_more(KipSim *sim)
{
    const KipModel *model = kip_sim_model(sim);
    const int hand = model->nbody - 1, other = model->nbody / 2;
    const double faster = 0.5;
    KipError error;
    int id, joint = model->njoint - 1;
    while (model->joint[joint].type != KIP_JOINT_HINGE)
        joint--;
    ck_ok(kip_sim_prescribe(sim, joint, 1, NULL, NULL, &faster, &error));
    KipConstraint hold = kip_sim_hold_velocity(sim, hand, v3(0.1, 0, 0), v3(0, 1, 1));
    ck_ok(kip_sim_constrain(sim, &hold, &id, &error));
    hold = kip_sim_hold_spin(sim, other, v3(0, 0, 1));
    ck_ok(kip_sim_constrain(sim, &hold, &id, &error));
    kip_sim_set_external(sim, other, v3(3, -5, 8), v3(0.2, 0.1, 0), v3(0, 0.1, 0));
    kip_sim_set_mask(sim, other, KIP_FROM_PUSHES, 4 + 8);
}

static KipStatus put_in_table(void *user, KipScene *scene, KipError *error)
{
    Table *table = user;
    KipSim *sim = kip_world_sim(kip_scene_world(scene));
    if (!table->csv)
        ck_assert_int_eq(kip_csv_create(table->file, sim, NULL, &table->csv, error), KIP_OK);
    kip_csv_sample(table->csv, sim);
    if (table->nstep == HALF)
        set_more(sim);
    if (++table->nstep % BETWEEN_JOINTS == 0)
        table->joints = of_joints(table->joints, sim);
    return table->nstep < STEPS ? KIP_OK : kip_fail(error, KIP_BAD_USE, kip_nowhere(), "enough");
}

static uint64_t of_file(uint64_t hash, FILE *file)
{
    rewind(file);
    for (int c = fgetc(file); c != EOF; c = fgetc(file))
        hash = kip_hash(hash, &(unsigned char){(unsigned char)c}, 1);
    return hash;
}

START_TEST(tables_are_as_they_were)
{
    const Golden *row = tables + _i;
    Table table = {.file = tmpfile(), .joints = KIP_HASH_START};
    KipScene *scene;
    KipError error;
    KipSceneDef def = kip_scene_def();
    def.host.user = &table, def.host.stepped = put_in_table;
    def.seed = 1;
    ck_ok(kip_scene_load(row->scene, &def, &scene, &error));
    kip_scene_run(scene, &error);
    ck_assert_int_eq(table.nstep, STEPS);
    kip_csv_finish(table.csv, kip_world_sim(kip_scene_world(scene)));
    const uint64_t hash = of_file(table.joints, table.file);
    fclose(table.file);
    kip_scene_destroy(scene);
    ck_assert_msg(hash == row->hash, "%s: 0x%016llx", row->scene, (unsigned long long)hash);
}
END_TEST

/* -- searches -------------------------------------------------------------------------------------------- */

enum { SEARCHES = 60, MOST_COORDINATES = 5, MOST_POINTS = 512 };

/* Of several shapes: a bowl, a valley, a plateau, one without an end, one with values that are no numbers. */
static double value_at(int shape, const double *x, int n)
{
    double f = 0;
    for (int i = 0; i < n; i++) {
        const double y = x[i] - 0.3 * i;
        f += shape == 1 ? (i ? 1e6 : 1) * y * y : shape == 2 ? floor(4 * y * y) : shape == 3 ? -x[i] : y * y;
    }
    return shape == 4 && x[0] > 0.5 ? NAN : f;
}

/* -- damage ---------------------------------------------------------------------------------------------- */

/* Which of a saved state's words may be another number: one more or less, nought, a huge one, -1; of some of its words. What is
 * taken and what is refused is as it was, and nothing of it is left. */
enum { MOST_LOADS = 4000 };

typedef bool (*Taker)(void *thing, const void *bytes, size_t size);

static uint64_t of_word(uint64_t hash, void *thing, Taker take, char *bytes, size_t size, size_t at)
{
    int32_t word;
    memcpy(&word, bytes + at, sizeof word);
    const int32_t other[] = {word < INT32_MAX ? word + 1 : 0, word > INT32_MIN ? word - 1 : 0, 0, 0x7f7f7f7f,
                             -1};
    for (size_t k = 0; k < sizeof other / sizeof *other; k++) {
        memcpy(bytes + at, &other[k], sizeof word);
        const unsigned char taken = take(thing, bytes, size);
        hash = kip_hash(hash, &taken, 1);
    }
    memcpy(bytes + at, &word, sizeof word);
    return hash;
}

static uint64_t of_damages(uint64_t hash, void *thing, Taker take, char *bytes, size_t size)
{
    const size_t words = size / 4, stride = words / MOST_LOADS * 5 + 1;
    for (size_t i = 0; i < words; i += stride)
        hash = of_word(hash, thing, take, bytes, size, 4 * i);
    ck_assert(take(thing, bytes, size));
    return hash;
}

static uint64_t of_search(KipRandom *random, uint64_t hash)
{
    double start[MOST_COORDINATES], lo[MOST_COORDINATES], hi[MOST_COORDINATES], scale[MOST_COORDINATES];
    static double x[MOST_POINTS * MOST_COORDINATES], f[MOST_POINTS];
    KipCmaesDef def = kip_cmaes_def();
    KipCmaes *cmaes;
    KipError error;
    def.n = 1 + (int)kip_random_uniform(random, 0, MOST_COORDINATES);
    def.start = start, def.lo = lo, def.hi = hi, def.scale = scale;
    const int shape = (int)kip_random_uniform(random, 0, 5);
    for (int i = 0; i < def.n; i++) {
        start[i] = kip_random_uniform(random, -1, 1);
        scale[i] = kip_random_uniform(random, 0.2, 2);
        lo[i] = kip_random_uniform(random, 0, 1) < 0.4 ? -INFINITY
                                                       : start[i] - kip_random_uniform(random, 0.1, 1);
        hi[i] =
            kip_random_uniform(random, 0, 1) < 0.4 ? INFINITY : start[i] + kip_random_uniform(random, 0.1, 1);
    }
    def.sigma = kip_random_uniform(random, 0.1, 1);
    def.population = kip_random_uniform(random, 0, 1) < 0.5 ? 0 : 4 + (int)kip_random_uniform(random, 0, 9);
    def.restarts = (int)kip_random_uniform(random, 0, 4);
    def.seed = kip_random_bits(random);
    def.tol_f = 1e-9, def.tol_x = 1e-9;
    def.max_generations = 900;
    ck_ok(kip_cmaes_create(&def, &cmaes, &error));
    ck_assert_int_le(kip_cmaes_max_population(cmaes), MOST_POINTS);
    while (!kip_cmaes_stop(cmaes)) {
        kip_cmaes_ask(cmaes, x);
        for (int k = 0; k < kip_cmaes_population(cmaes); k++)
            f[k] = value_at(shape, x + k * def.n, def.n);
        kip_cmaes_tell(cmaes, f);
        const KipCmaesStop last = cmaes->last_stop;
        hash = kip_hash(of_doubles(hash, x, def.n * kip_cmaes_population(cmaes)), &last, sizeof last);
    }
    const double best = kip_cmaes_best_f(cmaes);
    const int64_t count[] = {cmaes->generation, cmaes->evaluations, cmaes->restarts, kip_cmaes_stop(cmaes)};
    hash = kip_hash(of_doubles(of_doubles(hash, cmaes->best_x, def.n), &best, 1), count, sizeof count);
    kip_cmaes_destroy(cmaes);
    return hash;
}

START_TEST(searches_go_as_they_went)
{
    KipRandom random = {77};
    uint64_t hash = KIP_HASH_START;
    for (int i = 0; i < SEARCHES; i++)
        hash = of_search(&random, hash);
    ck_assert_msg(hash == UINT64_C(0xd6c96f21190c4b5b), "0x%016llx", (unsigned long long)hash);
}
END_TEST

/* -- words ----------------------------------------------------------------------------------------------- */

enum { MOST_LINE = 1 << 16 };

static const char prelude[] =
    "girl = addCharacter('skeleton37', 'girl', at=(0, 3, 0), key='stand')\n"
    "walker = addCharacter('gait22', 'walker', at=(0, -3, 0), turn=0.5, key='stand')\n"
    "addShape('Ball', 'sphere', 0.1, mass=1, at=(0.4, 3, 1.2))\n"
    "def spread(names):\n"
    "    return [x for name in names for x in [getPosition(name).x, getPosition(name).y, getPosition(name).z]]\n";

/* Without the names of all files that could have been meant, of which there are more every week. */
static void put_error(FILE *file, const KipError *told)
{
    const char *list = strstr(told->message, "; there are "), *more = list ? strstr(list, " more.") : NULL;
    const int n = more ? (int)(list - told->message) : (int)strlen(told->message);
    fprintf(file, "%d: %.*s%s\n", told->line, n, told->message, more ? more + strlen(" more") : "");
}

/* What a line of code prints, and its error, to the file. */
static void put_answer(FILE *file, Folder *folder, const char *code)
{
    static char script[MOST_LINE];
    size_t n = (size_t)snprintf(script, sizeof script, "%s", prelude);
    for (const char *at = code; *at; at++)
        if (strncmp(at, " | ", 3) == 0)
            script[n++] = '\n', at += 2;
        else
            script[n++] = *at;
    snprintf(script + n, sizeof script - n, "\n");
    Told *told = new_told();
    KipSceneDef def = told_def(told);
    KipStatus status =
        kip_scene_load(write_file(folder, "main.py", script), &def, &told->scene, &told->error);
    if (status == KIP_OK)
        status = kip_scene_run(told->scene, &told->error);
    fprintf(file, "> %s\n%s", code, told->text);
    if (status != KIP_OK)
        put_error(file, &told->error);
    end_scene(told);
}

/* The file again, from its lines of code. */
static void answer_all(FILE *in, FILE *out)
{
    static char line[MOST_LINE];
    Folder folder = open_folder();
    bool head = true; /* what stands before the first line of code is kept */
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "> ", 2) == 0)
            put_answer(out, &folder, line + 2);
        else if (head && *line == '#')
            fprintf(out, "%s\n", line);
        head = head && strncmp(line, "> ", 2) != 0;
    }
    close_folder(&folder);
}

/* Where an answer is another, the file as it would be stands in the folder of temporary files, for a look and for a copy. */
START_TEST(words_answer_as_they_did)
{
    static char before[MOST_LINE], now[MOST_LINE], made[] = "/tmp/kip_words_XXXXXX";
    FILE *in = fopen("tests/golden/words.txt", "r"), *out = fdopen(mkstemp(made), "w+");
    ck_assert(in && out);
    answer_all(in, out);
    rewind(in), rewind(out);
    for (int n = 1;; n++) {
        const char *a = fgets(before, sizeof before, in), *b = fgets(now, sizeof now, out);
        ck_assert_msg((!a && !b) || (a && b && strcmp(a, b) == 0),
                      "tests/golden/words.txt:%d: another answer, as in %s:\n%s%s", n, made, a ? a : "",
                      b ? b : "");
        if (!a)
            break;
    }
    fclose(in), fclose(out);
    unlink(made);
}
END_TEST

/* -- worlds that are damaged ------------------------------------------------------------------------------ */

enum { WHEN = 300 };

typedef struct Damage {
    int nstep;
    uint64_t taken;
} Damage;

static const Golden damages[] = {
    {"data/scenes/pushes.py", UINT64_C(0x2f1296e72cdda2ae)},
    {"data/papers/otb/ymca.py", UINT64_C(0x3fb1af6b87a072e3)},
    {"data/papers/otb/limits.py", UINT64_C(0x2cd3952c18a7190b)},
    {"data/papers/vbc/walk.py", UINT64_C(0x39e4ab9982299f35)},
    {"data/papers/vbc/weld.py", UINT64_C(0xf73efdbb1f01a8f7)},
    {"data/papers/dct/attach.py", UINT64_C(0xf94df905d46040da)},
    {"data/papers/vst/robot.py", UINT64_C(0x3714fbe512364340)},
    {"tests/golden/mixed.py", UINT64_C(0x410eddca4bf3f2d5)},
};

static bool load_world(void *world, const void *bytes, size_t size)
{
    return kip_world_load(world, bytes, size, NULL) == KIP_OK;
}

static uint64_t of_world(KipWorld *world)
{
    const size_t size = kip_world_save_size(world);
    char *good = malloc(size);
    ck_assert(good);
    kip_world_save(world, good);
    const uint64_t hash = of_damages(KIP_HASH_START, world, load_world, good, size);
    char *after = malloc(size);
    ck_assert(after);
    kip_world_save(world, after);
    ck_assert_mem_eq(good, after, size);
    free(good), free(after);
    return hash;
}

static KipStatus damage(void *user, KipScene *scene, KipError *error)
{
    Damage *damage = user;
    if (++damage->nstep < WHEN)
        return KIP_OK;
    damage->taken = of_world(kip_scene_world(scene));
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "enough");
}

START_TEST(damage_is_refused_as_it_was)
{
    const Golden *row = damages + _i;
    Damage run = {0};
    KipScene *scene;
    KipError error;
    KipSceneDef def = kip_scene_def();
    def.host.user = &run, def.host.stepped = damage;
    def.seed = 1;
    ck_ok(kip_scene_load(row->scene, &def, &scene, &error));
    kip_scene_run(scene, &error);
    kip_scene_destroy(scene);
    ck_assert_msg(run.taken == row->hash, "%s: 0x%016llx", row->scene, (unsigned long long)run.taken);
}
END_TEST

Suite *suite_golden(void)
{
    Suite *suite = suite_create("golden");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, scenes_do_what_they_did, 0, (int)(sizeof golden / sizeof *golden));
    tcase_add_loop_test(all, tables_are_as_they_were, 0, (int)(sizeof tables / sizeof *tables));
    tcase_add_loop_test(all, damage_is_refused_as_it_was, 0, (int)(sizeof damages / sizeof *damages));
    tcase_add_test(all, searches_go_as_they_went);
    tcase_add_test(all, words_answer_as_they_did);
    tcase_set_timeout(all, 0);
    suite_add_tcase(suite, all);
    return suite;
}
