/* A table of the cases to be timed, and the preparation and pass of each kind (bench_cases.h). */
#include "bench_cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../control/hold.h"
#include "../../dynamics/batch.h"
#include "../formats/mjcf.h"
#include "../scene/scene.h"
#include "progress.h"
#include "scene_words.h"

/* -- the clock ------------------------------------------------------------------------------------------- */

static const double block_seconds = 0.003, case_seconds = 0.4;
enum { LEAST_BLOCKS = 10, ROUNDS = 5 };

double kip_bench_least(KipBenchPass *pass, void *user)
{
    const double begun = kip_thread_clock();
    pass(user); /* warms up, and determines the passes in a block */
    const int passes = 1 + (int)(block_seconds / (kip_thread_clock() - begun + 1e-9));
    double least = INFINITY;
    for (int b = 0; b < LEAST_BLOCKS || kip_thread_clock() - begun < case_seconds; b++) {
        const double start = kip_thread_clock();
        for (int i = 0; i < passes; i++)
            pass(user);
        least = fmin(least, (kip_thread_clock() - start) / passes);
    }
    return least;
}

/* -- the table ------------------------------------------------------------------------------------------- */

enum { WORLDS = 8 };

typedef enum Kind {
    STEPS,  /* of a model alone */
    BATCH,  /* of WORLDS of a model together; each is a step ahead of the one before */
    SCENE,  /* of a scene */
    CREATE, /* and destruction */
    SAVE,
    LOAD
} Kind;

typedef enum Way {
    HELD,   /* standing, with its pose held */
    WELDED, /* the same, both hands welded to the world */
    LIMP    /* falling from 0.3 m above its standing height, without strength */
} Way;

typedef struct Case {
    const char *name, *what;
    Kind kind;
    const char *file;
    Way way;
    double timestep; /* s; scenes have their own */
    KipIntegrator integrator;
    double from, seconds; /* s: beginning and length of the timed part */
} Case;

#define SKELETON "data/models/skeleton37.xml"

static const Case cases[KIP_CASES] = {
    {"standing", "skeleton37 holds a pose, 1 ms", STEPS, SKELETON, HELD, 0.001, KIP_IMPLICIT_RK4, 0.3, 0.1},
    {"standing_2ms", "the same, 2 ms", STEPS, SKELETON, HELD, 0.002, KIP_IMPLICIT_RK4, 0.3, 0.2},
    {"lying", "skeleton37 has fallen, limp, 1 ms", STEPS, SKELETON, LIMP, 0.001, KIP_IMPLICIT_RK4, 5, 0.1},
    {"lying_2ms", "the same, 2 ms", STEPS, SKELETON, LIMP, 0.002, KIP_IMPLICIT_RK4, 5, 0.2},
    {"falling", "it falls from 0.3 m, 1 ms", STEPS, SKELETON, LIMP, 0.001, KIP_IMPLICIT_RK4, 0, 0.5},
    {"falling_rk4", "the same by plain RK4", STEPS, SKELETON, LIMP, 0.001, KIP_RK4, 0, 0.5},
    {"batch_standing", "eight that stand, 1 ms: of each", BATCH, SKELETON, HELD, 0.001, KIP_IMPLICIT_RK4, 0.3,
     0.1},
    {"batch_lying", "eight that have fallen: of each", BATCH, SKELETON, LIMP, 0.001, KIP_IMPLICIT_RK4, 5,
     0.1},
    {"batch_falling", "eight that fall: of each", BATCH, SKELETON, LIMP, 0.001, KIP_IMPLICIT_RK4, 0, 0.2},
    {"welded", "it stands, both hands welded", STEPS, SKELETON, WELDED, 0.001, KIP_IMPLICIT_RK4, 0.3, 0.1},
    {"pushes", "scenes/pushes.py, 2 ms", SCENE, "data/scenes/pushes.py", .from = 0.9, .seconds = 1},
    {"walk", "papers/vbc/walk.py, 1 ms", SCENE, "data/papers/vbc/walk.py", .from = 2, .seconds = 0.5},
    {"two_characters", "scenes/two_characters.py, 1 ms", SCENE, "data/scenes/two_characters.py",
     .seconds = 1},
    {"ten_characters", "scenes/crowd.py, 1 ms", SCENE, "data/scenes/crowd.py", .from = 0.5, .seconds = 0.5},
    {"create", "a simulation of skeleton37", CREATE, SKELETON, .timestep = 0.001},
    {"save", "its state", SAVE, SKELETON, .timestep = 0.001},
    {"load", "its state", LOAD, SKELETON, .timestep = 0.001},
};

/* -- memory ---------------------------------------------------------------------------------------------- */

/* An allocator that counts the bytes in use. */
static void *count(void *user, void *memory, size_t old_size, size_t new_size)
{
    size_t *held = user;
    void *resized = kip_resize(NULL, memory, old_size, new_size);
    if (resized || new_size == 0)
        *held += new_size - old_size;
    return resized;
}

/* -- one case -------------------------------------------------------------------------------------------- */

typedef struct Run {
    const Case *of;
    KipModel *model;
    KipSim *sim[WORLDS]; /* the first `worlds` */
    int worlds;
    KipBatch *batch;
    KipScene *scene;
    char *start;     /* saved; of the worlds one after the other */
    size_t size;     /* of each */
    int steps;       /* in a pass */
    KipStatus fails; /* status of a pass */
    KipError *error;
} Run;

static KipStatus place(const Case *of, KipSim *sim, KipError *error)
{
    const KipModel *model = kip_sim_model(sim);
    KipStatus status = kip_sim_set_key(sim, 0, error);
    if (of->way == LIMP && status == KIP_OK) {
        double q[7];
        memcpy(q, kip_sim_q(sim), sizeof q);
        q[2] += 0.3;
        return kip_sim_place(sim, 1, q, NULL, error);
    }
    if (status == KIP_OK)
        status = kip_hold_gains(model, kip_sim_q(sim), of->timestep, NULL, kip_sim_drives(sim), error);
    for (int side = 0; side < 2 && of->way == WELDED && status == KIP_OK; side++) {
        const int hand = kip_model_find_body(model, side ? "hand_r" : "hand_l");
        const KipConstraint weld = kip_sim_weld(sim, 0, hand, (KipVec3){0, 0, 0});
        int id;
        status = kip_sim_constrain(sim, &weld, &id, error);
    }
    return status;
}

static KipStatus begin_world(Run *run, const KipSimDef *def, int world)
{
    const Case *of = run->of;
    KipStatus status = kip_sim_create(run->model, def, run->sim + world, run->error);
    if (status == KIP_OK)
        status = place(of, run->sim[world], run->error);
    for (int i = world + (int)(of->from / of->timestep + 0.5); i > 0 && status == KIP_OK; i--)
        status = kip_sim_step(run->sim[world], run->error);
    return status;
}

static KipStatus begin_sim(Run *run, const KipAllocator *counting)
{
    const Case *of = run->of;
    KipStatus status = kip_mjcf_load(&run->model, of->file, NULL, run->error);
    if (status != KIP_OK)
        return status;
    KipSimDef def = kip_sim_def(run->model);
    def.timestep = of->timestep, def.integrator = of->integrator, def.allocator = counting;
    run->worlds = of->kind == BATCH ? WORLDS : 1;
    for (int i = 0; i < run->worlds && status == KIP_OK; i++)
        status = begin_world(run, &def, i);
    if (status == KIP_OK && of->kind == BATCH)
        status = kip_batch_create(run->sim, run->worlds, counting, &run->batch, run->error);
    if (status != KIP_OK)
        return status;
    run->steps = (int)(of->seconds / of->timestep + 0.5);
    run->size = kip_sim_save_size(run->sim[0]);
    return KIP_OK;
}

static KipStatus begin_scene(Run *run, const KipAllocator *counting)
{
    KipSceneDef def = kip_scene_def();
    def.data = kip_data_folders(), def.allocator = counting;
    KipStatus status = kip_scene_load(run->of->file, &def, &run->scene, run->error);
    if (status == KIP_OK)
        status = kip_scene_advance(run->scene, run->of->from, run->error);
    if (status != KIP_OK)
        return status;
    run->steps = (int)(run->of->seconds / kip_sim_timestep(kip_world_sim(kip_scene_world(run->scene))) + 0.5);
    run->size = kip_scene_save_size(run->scene);
    run->worlds = 1;
    return KIP_OK;
}

static void note(Run *run, KipStatus status)
{
    if (run->fails == KIP_OK)
        run->fails = status;
}

static void pass_steps(void *user)
{
    Run *run = user;
    note(run, kip_sim_load(run->sim[0], run->start, run->size, run->error));
    for (int i = 0; i < run->steps && run->fails == KIP_OK; i++)
        note(run, kip_sim_step(run->sim[0], run->error));
}

static void pass_batch(void *user)
{
    Run *run = user;
    for (int i = 0; i < run->worlds; i++)
        note(run, kip_sim_load(run->sim[i], run->start + (size_t)i * run->size, run->size, run->error));
    for (int i = 0; i < run->steps && run->fails == KIP_OK; i++)
        note(run, kip_batch_step(run->batch, NULL, run->error));
}

static void pass_scene(void *user)
{
    Run *run = user;
    note(run, kip_scene_load_state(run->scene, run->start, run->size, run->error));
    if (run->fails == KIP_OK)
        note(run, kip_scene_advance(run->scene, run->of->seconds, run->error));
}

static void pass_create(void *user)
{
    Run *run = user;
    KipSimDef def = kip_sim_def(run->model);
    KipSim *sim;
    note(run, kip_sim_create(run->model, &def, &sim, run->error));
    kip_sim_destroy(sim);
}

static void pass_save(void *user)
{
    Run *run = user;
    kip_sim_save(run->sim[0], run->start);
}

static void pass_load(void *user)
{
    Run *run = user;
    note(run, kip_sim_load(run->sim[0], run->start, run->size, run->error));
}

static KipStatus time_case(const Case *of, KipCaseFigure *figure, KipError *error)
{
    static KipBenchPass *const pass[] = {pass_steps,  pass_batch, pass_scene,
                                         pass_create, pass_save,  pass_load};
    size_t held = 0;
    const KipAllocator counting = {count, &held};
    Run run = {.of = of, .error = error};
    KipStatus status = of->kind == SCENE ? begin_scene(&run, &counting) : begin_sim(&run, &counting);
    if (status == KIP_OK && !(run.start = malloc((size_t)run.worlds * run.size)))
        status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    if (status == KIP_OK) {
        const bool steps = of->kind <= SCENE;
        const int worlds = run.worlds;
        if (run.scene)
            kip_scene_save(run.scene, run.start);
        for (int i = 0; i < worlds && !run.scene; i++)
            kip_sim_save(run.sim[i], run.start + (size_t)i * run.size);
        *figure = (KipCaseFigure){of->name, of->what, .x = NAN, .bytes = steps ? held / (size_t)worlds : 0};
        const double seconds = kip_bench_least(pass[of->kind], &run);
        figure->us = 1e6 * seconds / (steps ? run.steps * worlds : 1);
        if (steps)
            figure->x = worlds * of->seconds / seconds;
        status = run.fails;
    }
    free(run.start);
    kip_scene_destroy(run.scene);
    kip_batch_destroy(run.batch);
    for (int i = 0; i < WORLDS; i++)
        kip_sim_destroy(run.sim[i]);
    kip_model_destroy(run.model);
    return status;
}

/* Times in rounds, so that a load of some seconds does not affect a case in all of them. */
KipStatus kip_bench_cases(KipCaseFigure figure[KIP_CASES], KipError *error)
{
    KipStatus status = KIP_OK;
    KipProgress progress = kip_progress_begin();
    for (int i = 0; i < ROUNDS * KIP_CASES && status == KIP_OK; i++) {
        KipCaseFigure timed, *least = figure + i % KIP_CASES;
        status = time_case(cases + i % KIP_CASES, &timed, error);
        if (status == KIP_OK && (i < KIP_CASES || timed.us < least->us))
            *least = timed;
        kip_progress_count(&progress, "times", 0, i + 1, ROUNDS * KIP_CASES);
    }
    kip_progress_clear(&progress);
    return status;
}
