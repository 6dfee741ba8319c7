/* A scene as a function (trial.h). */
#include "trial.h"

#include <string.h>

#include "../script/program.h"

typedef struct Run {
    const KipTrialDef *def;
    KipTrial *trial;
    bool looking, made; /* looking: only for its numbers; made: the world exists */
    bool stopped;
} Run;

static bool stop(void *user)
{
    Run *run = user;
    if (!run->stopped && run->def->stop)
        run->stopped = run->def->stop(run->def->user);
    return run->stopped || (run->looking && run->made);
}

static KipStatus begun(void *user, KipScene *scene, KipError *error)
{
    (void)scene, (void)error;
    ((Run *)user)->made = true;
    return KIP_OK;
}

/* A repeated measure replaces the earlier one. */
static void measured(void *user, const KipMeasure *measure)
{
    KipTrial *trial = ((Run *)user)->trial;
    size_t n = (size_t)trial->nmeasure, length = strlen(measure->name) + 1;
    int i = 0;
    while (i < trial->nmeasure && strcmp(trial->measure[i].name, measure->name) != 0)
        i++;
    if (i == trial->nmeasure) {
        KipTrialMeasure *grown = kip_resize(NULL, trial->measure, n * sizeof *grown, (n + 1) * sizeof *grown);
        if (grown)
            trial->measure = grown;
        char *name = grown ? kip_resize(NULL, NULL, 0, length) : NULL;
        if (!name) {
            trial->status = KIP_NO_MEMORY;
            return;
        }
        memcpy(name, measure->name, length);
        trial->measure[trial->nmeasure++].name = name;
    }
    trial->measure[i].value = measure->value;
    trial->measure[i].verdict = measure->verdict;
    trial->success = trial->success && measure->verdict != KIP_FAILS;
}

static KipStatus take_example(void *user, const KipExample *example, KipError *error)
{
    const KipTrialDef *def = ((Run *)user)->def;
    return def->example(def->user, example, error);
}

static void failed(void *user, KipScene *scene, int member, const char *skill, const KipError *error,
                   const char *traceback)
{
    (void)scene, (void)member, (void)skill, (void)traceback;
    KipTrial *trial = ((Run *)user)->trial;
    if (trial->nfailed++ == 0)
        trial->error = *error;
}

static KipSceneDef define(const KipTrialDef *def, uint64_t seed, Run *run, KipPrograms *programs)
{
    KipSceneDef scene = kip_scene_def();
    scene.param = def->param, scene.nparam = def->nparam;
    scene.timestep = def->timestep, scene.integrator = def->integrator;
    scene.data = def->data;
    scene.seed = seed;
    scene.programs = programs;
    scene.host.user = run;
    scene.host.begun = begun;
    scene.host.stop = stop;
    if (!run->looking) {
        scene.host.example = run->def->example ? take_example : NULL;
        scene.host.measured = measured;
        scene.host.failed = failed;
    }
    return scene;
}

static void end_trial(Run *run, KipStatus status, const KipError *error)
{
    KipTrial *trial = run->trial;
    KipError own = *error;
    if (status == KIP_OK && run->stopped)
        status = kip_fail(&own, KIP_BAD_USE, kip_nowhere(), "the trial was broken off");
    if (status == KIP_OK && trial->status != KIP_OK)
        status = kip_fail(&own, trial->status, kip_nowhere(), "out of memory for what is measured");
    trial->status = status;
    if (status != KIP_OK)
        trial->error = own;
    trial->success = trial->success && status == KIP_OK && trial->nfailed == 0;
}

/* Their scripts are compiled once for all: eight falls of felled.py take 1.9 % fewer instructions so, and 3.8 % less time. */
void kip_trial_run_together(const KipTrialDef *def, const uint64_t *seed, int n, KipTrial *trial)
{
    KipScene *loaded[KIP_TRIALS_TOGETHER] = {NULL};
    KipStatus status[KIP_TRIALS_TOGETHER];
    KipError error[KIP_TRIALS_TOGETHER];
    Run run[KIP_TRIALS_TOGETHER];
    KipPrograms programs = {.first = NULL};
    int of[KIP_TRIALS_TOGETHER], nloaded = 0;
    for (int i = 0; i < n; i++) {
        trial[i] = (KipTrial){.success = true};
        run[i] = (Run){.def = def + i, .trial = trial + i};
        const KipSceneDef made = define(def + i, seed[i], run + i, &programs);
        const KipStatus own = kip_scene_load(def[i].path, &made, loaded + nloaded, error + nloaded);
        if (own == KIP_OK)
            of[nloaded++] = i;
        else
            end_trial(run + i, own, error + nloaded);
    }
    kip_scene_run_together(loaded, nloaded, status, error);
    for (int k = 0; k < nloaded; k++) {
        end_trial(run + of[k], status[k], error + k);
        kip_scene_destroy(loaded[k]);
    }
    kip_programs_free(&programs);
}

void kip_trial_run(const KipTrialDef *def, uint64_t seed, KipTrial *trial)
{
    kip_trial_run_together(def, &seed, 1, trial);
}

void kip_trial_free(KipTrial *trial)
{
    for (int i = 0; i < trial->nmeasure; i++)
        kip_resize(NULL, trial->measure[i].name, strlen(trial->measure[i].name) + 1, 0);
    kip_resize(NULL, trial->measure, (size_t)trial->nmeasure * sizeof *trial->measure, 0);
    memset(trial, 0, sizeof *trial);
}

const KipTrialMeasure *kip_trial_find(const KipTrial *trial, const char *name)
{
    for (int i = 0; i < trial->nmeasure; i++)
        if (strcmp(trial->measure[i].name, name) == 0)
            return trial->measure + i;
    return NULL;
}

KipStatus kip_trial_look(const KipTrialDef *def, KipScene **scene, KipError *error)
{
    *scene = NULL;
    Run run = {.def = def, .looking = true};
    KipSceneDef made = define(def, 0, &run, NULL);
    KipStatus status = kip_scene_load(def->path, &made, scene, error);
    if (status != KIP_OK)
        return status;
    status = kip_scene_run(*scene, error);
    if (status == KIP_OK && run.stopped)
        status = kip_fail(error, KIP_BAD_USE, kip_nowhere(), "interrupted while the scene was examined");
    if (status != KIP_OK) {
        kip_scene_destroy(*scene);
        *scene = NULL;
    }
    return status;
}

static uint64_t hash_model(uint64_t hash, const KipModel *model)
{
    for (int i = 0; i < model->nbody; i++) {
        const KipBody *body = &model->body[i];
        const double number[] = {body->mass,       body->com.x,      body->com.y,     body->com.z,
                                 body->inertia.xx, body->inertia.yy, body->inertia.zz};
        hash = kip_hash(hash, number, sizeof number);
    }
    for (int i = 0; i < model->ngeom; i++) {
        const KipGeom *geom = &model->geom[i];
        const double number[] = {geom->type,     geom->body,      geom->size[0],   geom->size[1],
                                 geom->size[2],  geom->pos.x,     geom->pos.y,     geom->pos.z,
                                 geom->friction, geom->solref[0], geom->solref[1], geom->impedance,
                                 geom->condim,   geom->spin,      geom->roll};
        hash = kip_hash(hash, number, sizeof number);
    }
    for (int i = 0; i < model->npair; i++) {
        const KipPair *pair = &model->pair[i];
        const double number[] = {pair->geom1, pair->geom2,     pair->condim,    pair->friction, pair->spin,
                                 pair->roll,  pair->solref[0], pair->solref[1], pair->impedance};
        hash = kip_hash(hash, number, sizeof number);
    }
    for (int i = 0; i < model->njoint; i++) {
        const KipJoint *joint = &model->joint[i];
        const double number[] = {joint->type,     joint->axis.x,   joint->axis.y,  joint->axis.z,
                                 joint->range[0], joint->range[1], joint->damping, joint->stiffness};
        hash = kip_hash(hash, number, sizeof number);
    }
    return hash;
}

uint64_t kip_trial_hash(const KipScene *scene)
{
    uint64_t hash = KIP_HASH_START;
    for (int i = 0; i < kip_scene_nscript(scene); i++) {
        const char *text;
        size_t size;
        kip_scene_script(scene, i, &text, &size);
        hash = kip_hash(hash, text, size);
    }
    if (!kip_scene_model(scene))
        return hash;
    hash = hash_model(hash, kip_scene_model(scene));
    uint64_t state = kip_sim_hash(kip_world_sim(kip_scene_world((KipScene *)scene)));
    return kip_hash(hash, &state, sizeof state);
}
