/* Creation of scenes from a script or a model, and queries about them (scene.h). */
#include "scene.h"

#include <stdio.h>
#include <string.h>

#include "scene_parts.h"

enum { least_memory = 1 << 20 }; /* bytes for the machine of an empty script */

KipSceneDef kip_scene_def(void)
{
    return (KipSceneDef){.integrator = KIP_IMPLICIT_RK4};
}

/* -- making one ------------------------------------------------------------------------------------------ */

static void print(void *user, const char *text, size_t size)
{
    const KipScene *scene = user;
    if (scene->def.host.print)
        scene->def.host.print(scene->def.host.user, text, size);
}

static bool asked_to_stop(void *user)
{
    const KipScene *scene = user;
    return scene->def.host.stop(scene->def.host.user);
}

static KipStatus make_machine(KipScene *scene, KipError *error)
{
    KipMachineDef def = kip_machine_def();
    if (!kip_scene_take_words(scene, &def))
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    def.memory = scene->model ? least_memory : def.memory;
    def.user = scene;
    def.seed = scene->def.seed;
    def.print = print;
    def.stop = scene->def.host.stop ? asked_to_stop : NULL;
    def.allocator = scene->def.allocator;
    return kip_machine_create(&def, &scene->machine, error);
}

int kip_scene_nscript(const KipScene *scene)
{
    return scene->nprogram;
}

const char *kip_scene_script(const KipScene *scene, int i, const char **text, size_t *size)
{
    *text = scene->program[i]->text;
    *size = scene->program[i]->size;
    return scene->program[i]->file;
}

/* Makes the model the only member of a scene with an empty script. */
static KipStatus take_model(KipScene *scene, const KipModel *model, KipError *error)
{
    Member *whole = kip_resize(scene->def.allocator, NULL, 0, sizeof *whole);
    if (!whole)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a scene");
    memset(whole, 0, sizeof *whole);
    snprintf(whole->name, sizeof whole->name, "%.*s", NAME_SIZE - 1, scene->path);
    whole->first_body = 1;
    whole->nbody = model->nbody - 1;
    whole->applied = -1;
    scene->member[scene->nmember++] = whole;
    scene->model = model;
    return KIP_OK;
}

/* Loads a script's file, or makes a scene of the model, whose name is `path`. */
static KipStatus load(KipScene *scene, const char *path, const KipModel *model, KipError *error)
{
    const KipProgram *program;
    const char *slash = strrchr(path, '/');
    if (strlen(path) >= PATH_SIZE)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%s is longer than %d bytes",
                        model ? "the name of the model" : "the path", PATH_SIZE - 1);
    if (scene->def.nparam > MOST_PARAMS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "more than %d parameters", MOST_PARAMS);
    memcpy(scene->path, path, strlen(path) + 1);
    if (slash && !model)
        memcpy(scene->folder, path, (size_t)(slash == path ? 1 : slash - path));
    KipStatus status = model ? take_model(scene, model, error) : KIP_OK;
    if (status == KIP_OK)
        status = make_machine(scene, error);
    if (status == KIP_OK)
        status = model ? kip_scene_add_text(scene, path, "", 0, &program, error)
                       : kip_scene_add_program(scene, path, &program, error);
    if (status == KIP_OK)
        status = kip_scene_check_params(scene, false, error);
    if (status == KIP_OK)
        status = kip_machine_module(scene->machine, program, &scene->main, error);
    return status;
}

static KipStatus make(const char *path, const KipModel *model, const KipSceneDef *def, KipScene **scene,
                      KipError *error)
{
    *scene = NULL;
    const KipSceneDef standard = kip_scene_def();
    if (!def)
        def = &standard;
    KipScene *made = kip_resize(def->allocator, NULL, 0, sizeof *made);
    if (!made)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a scene");
    memset(made, 0, sizeof *made);
    made->def = *def;
    made->programs.allocator = def->allocator;
    made->timestep = def->timestep;
    made->nball = def->balls;
    made->context = -1;
    made->waiting.until = -1;
    KipStatus status = load(made, path, model, error);
    for (int i = 0; def->replay && def->replay[i] && status == KIP_OK; i++)
        status = kip_scene_set_replay(made, def->replay[i], error);
    if (status == KIP_OK)
        *scene = made;
    else
        kip_scene_destroy(made);
    return status;
}

KipStatus kip_scene_load(const char *path, const KipSceneDef *def, KipScene **scene, KipError *error)
{
    return make(path, NULL, def, scene, error);
}

KipStatus kip_scene_create(const KipModel *model, const KipSceneDef *def, KipScene **scene, KipError *error)
{
    return make(*model->name ? model->name : "model", model, def, scene, error);
}

void kip_scene_destroy(KipScene *scene)
{
    if (!scene)
        return;
    const KipAllocator *allocator = scene->def.allocator;
    kip_world_destroy(scene->world);
    kip_scene_free_motions(scene);
    for (int m = 0; m < scene->nmember; m++) {
        for (int k = 0; k < scene->member[m]->nskill; k++)
            kip_scene_free_skill(scene->member[m]->skill[k]);
        kip_pose_set_destroy(scene->member[m]->poses);
        kip_resize(allocator, scene->member[m], sizeof *scene->member[m], 0);
    }
    kip_builder_destroy(scene->builder);
    kip_model_destroy(scene->own);
    kip_machine_destroy(scene->machine);
    kip_scene_free_words(scene);
    for (int i = 0; i < scene->nprogram; i++)
        kip_resize(allocator, scene->program_path[i], strlen(scene->program_path[i]) + 1, 0);
    kip_programs_free(&scene->programs);
    if (scene->replay)
        kip_resize(allocator, scene->replay, scene->replay_size, 0);
    if (scene->fresh)
        kip_resize(allocator, scene->fresh, scene->fresh_size, 0);
    kip_resize(allocator, scene, sizeof *scene, 0);
}

KipWorld *kip_scene_world(KipScene *scene)
{
    return scene->world;
}

const KipModel *kip_scene_model(const KipScene *scene)
{
    return scene->model;
}

const char *kip_scene_traceback(const KipScene *scene)
{
    return kip_machine_traceback(scene->machine);
}

const char *kip_scene_doc(const KipScene *scene)
{
    const char *doc = scene->program[0]->code[0].doc;
    const bool of_model = scene->model && !scene->own;
    return of_model ? scene->model->name : doc ? doc : "";
}

bool kip_scene_camera(const KipScene *scene, KipVec3 *eye, KipVec3 *target)
{
    *eye = scene->eye, *target = scene->look_at;
    return scene->has_camera;
}

uint64_t kip_scene_hash(KipScene *scene)
{
    uint64_t physics = scene->world ? kip_sim_hash(kip_world_sim(scene->world)) : 0;
    uint64_t script = kip_machine_hash(scene->machine);
    return kip_hash(kip_hash(KIP_HASH_START, &physics, sizeof physics), &script, sizeof script);
}
