/* Building the world of a scene: files and shapes become members of one model. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../dynamics/quat.h"
#include "../../dynamics/vec3.h"
#include "../formats/mjcf_write.h"
#include "../text/file.h"
#include "../formats/pose_file.h"
#include "scene_parts.h"

KipStatus kip_scene_need_builder(KipScene *scene, KipError *error)
{
    if (scene->world)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the world runs already; add and set everything before the first run() or question");
    if (!scene->builder)
        scene->builder = kip_builder_create(scene->def.allocator);
    return scene->builder ? KIP_OK
                          : kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a world");
}

/* -- members --------------------------------------------------------------------------------------------- */

static int find_member(const KipScene *scene, const char *name)
{
    for (int m = 0; m < scene->nmember; m++)
        if (strcmp(scene->member[m]->name, name) == 0)
            return m;
    return -1;
}

KipStatus kip_scene_add_member(KipScene *scene, const char *name, bool character, int *member,
                               KipError *error)
{
    KipStatus status = kip_scene_need_builder(scene, error);
    if (status != KIP_OK)
        return status;
    bool clean = true;
    for (const char *c = name; *c; c++)
        clean = clean && (unsigned char)*c >= ' ' && *c != 0x7f;
    if (!*name || strlen(name) >= NAME_SIZE || strchr(name, '/') || !clean || strcmp(name, "ground") == 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "'%.*s' cannot be a name: 1 to %d letters in one line, no '/', and not 'ground'",
                        NAME_SIZE, name, NAME_SIZE - 1);
    if (find_member(scene, name) >= 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "there is a '%s' already; give this one another name=", name);
    if (scene->nmember == MOST_MEMBERS)
        return kip_fail(
            error, KIP_BAD_USE, kip_nowhere(),
            "more than %d characters and objects: leave some out, or let one model have several shapes",
            MOST_MEMBERS);
    Member *made = kip_resize(scene->def.allocator, NULL, 0, sizeof *made);
    if (!made)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for '%s'", name);
    memset(made, 0, sizeof *made);
    memcpy(made->name, name, strlen(name) + 1);
    made->character = character;
    made->applied = -1;
    kip_builder_bodies(scene->builder, &made->first_body);
    *member = scene->nmember;
    scene->member[scene->nmember++] = made;
    if (character && !kip_scene_add_rest(scene, *member))
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for '%s'", name);
    return KIP_OK;
}

/* Takes planes of the world as the ground. There is only one: the first that a file or addGround() gives, at its own
 * place. */
static void take_ground(KipScene *scene, int first)
{
    int n;
    const KipGeom *geom = kip_builder_geoms(scene->builder, &n);
    for (int g = n - 1; g >= first; g--)
        if (geom[g].body == 0 && geom[g].type == KIP_GEOM_PLANE) {
            if (!scene->has_ground)
                scene->ground = geom[g];
            scene->has_ground = true;
            kip_builder_drop_geom(scene->builder, g);
        }
    scene->ground.name = "ground";
    scene->ground.pos = v3_zero();
    scene->ground.quat = q_identity();
}

/* Records the indices that the world's geoms added from `first` on will have. */
static void note_scenery(KipScene *scene, Member *member, int first)
{
    int n;
    const KipGeom *geom = kip_builder_geoms(scene->builder, &n);
    for (int g = 0; g < n; g++) {
        member->first_geom += g < first && geom[g].body == 0;
        member->ngeom += g >= first && geom[g].body == 0;
    }
}

/* Loads the poses of data/models/x.xml from data/poses/x.pose, if that file exists, or else from the file that the model's
 * text "poses" names. */
static KipStatus load_poses(KipScene *scene, Member *member, const char *path, KipError *error)
{
    char stem[PATH_SIZE], found[PATH_SIZE], named[NAME_SIZE + 8];
    const char *from = kip_file_base(path), *other;
    member->poses = kip_pose_set_create(scene->def.allocator);
    if (!member->poses)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for poses");
    snprintf(stem, sizeof stem, "%.*s", (int)strcspn(from, "."), from);
    snprintf(named, sizeof named, "%s/poses", member->name);
    if (kip_scene_find_file(scene, "poses", stem, ".pose", found))
        return kip_pose_file_read(member->poses, found, error);
    other = kip_builder_find_text(scene->builder, named);
    if (!other)
        return KIP_OK;
    if (!kip_scene_find_file(scene, "poses", other, ".pose", found))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "'%s' takes its poses from \"%.60s\", and there is no such file of poses",
                        member->name, other);
    return kip_pose_file_read(member->poses, found, error);
}

static KipStatus choose_key(const KipScene *scene, Member *member, const char *key, KipError *error)
{
    size_t prefix = strlen(member->name) + 1;
    KipHint hint = kip_hint(key ? key : "");
    if (!key)
        return KIP_OK;
    snprintf(member->key, sizeof member->key, "%s/%.60s", member->name, key);
    for (int k = 0; k < kip_builder_nkey(scene->builder); k++) {
        const char *name = kip_builder_key_name(scene->builder, k);
        if (strcmp(name, member->key) == 0)
            return KIP_OK;
        if (strncmp(name, member->key, prefix) == 0)
            kip_hint_add(&hint, name + prefix);
    }
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "'%s' has no keyframe '%.60s'%s", member->name, key,
                    kip_hint_text(&hint));
}

/* Adds a scaled model by writing it as MJCF text, which the builder reads like a file. */
static KipStatus add_scaled(KipScene *scene, const SceneFile *file, const char *prefix, KipQuat turn,
                            KipError *error)
{
    KipModel *model = NULL, *scaled = NULL;
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    KipStatus status =
        stream ? kip_mjcf_load(&model, file->path, NULL, error)
               : kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for '%s'", file->name);
    if (status == KIP_OK)
        status = kip_model_scale_to(model, file->height, file->mass, scene->def.allocator, &scaled, error);
    if (status == KIP_OK)
        status = kip_mjcf_write(scaled, stream, error);
    if (stream && !kip_close_memory(stream, &text) && status == KIP_OK)
        status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for '%s'", file->name);
    if (status == KIP_OK)
        status =
            kip_mjcf_add_text(scene->builder, text, size, file->path, prefix, file->at, turn, NULL, error);
    free(text);
    kip_model_destroy(scaled);
    kip_model_destroy(model);
    return status;
}

KipStatus kip_scene_add_file(KipScene *scene, const SceneFile *file, int *member, KipError *error)
{
    char prefix[NAME_SIZE + 2];
    int first_geom, m;
    KipQuat turn = q_axis_angle(v3(0, 0, 1), file->turn);
    KipStatus status = kip_scene_add_member(scene, file->name, file->character, &m, error);
    if (status != KIP_OK)
        return status;
    Member *made = scene->member[m];
    snprintf(prefix, sizeof prefix, "%s/", file->name);
    kip_builder_geoms(scene->builder, &first_geom);
    if (file->height != 0 || file->mass != 0)
        status = add_scaled(scene, file, prefix, turn, error);
    else
        status = kip_mjcf_add_file(scene->builder, file->path, prefix, file->at, turn, NULL, error);
    if (status == KIP_OK && file->character)
        status = load_poses(scene, made, file->path, error);
    if (status != KIP_OK)
        return status;
    made->nbody = kip_builder_nbody(scene->builder) - made->first_body;
    take_ground(scene, first_geom);
    if (file->friction >= 0)
        kip_builder_friction(scene->builder, first_geom, file->friction);
    if (file->strength > 0)
        kip_builder_strength(scene->builder, prefix, file->strength);
    note_scenery(scene, made, first_geom);
    snprintf(made->path, sizeof made->path, "%s", file->path);
    made->height = file->height, made->mass = file->mass;
    *member = m;
    return choose_key(scene, made, file->key, error);
}

/* -- sets of shapes -------------------------------------------------------------------------------------- */

static struct GeomSet *find_set(KipScene *scene, const char *name, bool *is_new)
{
    *is_new = false;
    for (int i = 0; i < scene->nset; i++)
        if (strcmp(scene->set[i].name, name) == 0)
            return &scene->set[i];
    if (scene->nset == MOST_SETS)
        return NULL;
    *is_new = true;
    struct GeomSet *set = &scene->set[scene->nset++];
    snprintf(set->name, sizeof set->name, "%s", name);
    return set;
}

static bool add_word(struct GeomSet *set, const char *word)
{
    size_t n = strlen(set->text), length = strlen(word);
    if (n + length + 2 > sizeof set->text)
        return false;
    if (n)
        set->text[n++] = ' ';
    memcpy(set->text + n, word, length + 1);
    return true;
}

static bool has_word(const struct GeomSet *set, const char *word)
{
    size_t n, length = strlen(word);
    for (const char *at = set->text; *at; at += n + (at[n] == ' ')) {
        n = strcspn(at, " ");
        if (n == length && memcmp(at, word, n) == 0)
            return true;
    }
    return false;
}

/* Adds the names that the link's geoms have under NAME/ to the set, unless it has them. */
static KipStatus add_own(KipScene *scene, const Member *member, const char *link, int body,
                         struct GeomSet *set, KipError *error)
{
    int n;
    const KipGeom *geom = kip_builder_geoms(scene->builder, &n);
    size_t prefix = strlen(member->name) + 1;
    for (int g = 0; g < n; g++) {
        if (geom[g].body != body || (strlen(geom[g].name) > prefix && strchr(geom[g].name + prefix, '#')))
            continue;
        if (strlen(geom[g].name) <= prefix)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "a geom of '%s' has no name, so it cannot be switched off; name it in the model",
                            link);
        if (!has_word(set, geom[g].name + prefix) && !add_word(set, geom[g].name + prefix))
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "there is no room for more sets of shapes: leave some out");
    }
    return KIP_OK;
}

KipStatus kip_scene_add_shape(KipScene *scene, int member, const char *link, KipGeom *geom, const char *set,
                              KipError *error)
{
    Member *m = scene->member[member];
    char name[3 * NAME_SIZE], own[3 * NAME_SIZE], shape[2 * NAME_SIZE];
    bool new_own, new_set;
    const char *slash = strchr(set, '/');
    KipStatus status = kip_scene_need_builder(scene, error);
    if (status != KIP_OK)
        return status;
    if (!slash || slash == set || !slash[1] || strlen(set) >= NAME_SIZE || strcmp(slash, "/own") == 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a set is called GROUP/NAME, as feet/skis, not '%s'; GROUP/own is what the link had",
                        set);
    int n, body = -1;
    const KipBody *bodies = kip_builder_bodies(scene->builder, &n);
    size_t prefix = strlen(m->name) + 1;
    for (int b = m->first_body; b < m->first_body + m->nbody; b++)
        if (strcmp(bodies[b].name + prefix, link) == 0)
            body = b;
    if (body < 0) {
        KipHint hint = kip_hint(link);
        for (int b = m->first_body; b < m->first_body + m->nbody; b++)
            kip_hint_add(&hint, bodies[b].name + prefix);
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%s' has no link '%s'%s", m->name, link,
                        kip_hint_text(&hint));
    }
    snprintf(own, sizeof own, "%s/geoms/%.*s/own", m->name, (int)(slash - set), set);
    snprintf(name, sizeof name, "%s/geoms/%s", m->name, set);
    struct GeomSet *had = find_set(scene, own, &new_own),
                   *into = had ? find_set(scene, name, &new_set) : NULL;
    int ngeom;
    kip_builder_geoms(scene->builder, &ngeom);
    snprintf(shape, sizeof shape, "%.60s#%d", link, ngeom);
    if (into && (status = add_own(scene, m, link, body, had, error)) != KIP_OK)
        return status;
    if (!into || !add_word(into, shape))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "there is no room for more sets of shapes: leave some out");
    char full[3 * NAME_SIZE];
    snprintf(full, sizeof full, "%s/%s", m->name, shape);
    geom->name = full;
    geom->body = body;
    geom->mass = 0;
    if (kip_builder_geom(scene->builder, geom) < 0)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a shape");
    return KIP_OK;
}

/* -- the world ------------------------------------------------------------------------------------------- */

static KipStatus make_model(KipScene *scene, KipError *error)
{
    KipBuilder *builder = scene->builder;
    if (scene->has_gravity)
        kip_builder_gravity(builder, scene->gravity);
    if (scene->has_ground && kip_builder_geom(builder, &scene->ground) < 0)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the ground");
    for (int i = 0; i < scene->nset; i++)
        kip_builder_text(builder, scene->set[i].name, scene->set[i].text, kip_nowhere());
    scene->builder = NULL;
    KipStatus status = kip_builder_finish(builder, &scene->own, error);
    scene->model = scene->own;
    return status;
}

/* Finds the first keyframe of a member, or the one requested. */
static KipStatus find_key(const KipScene *scene, const Member *member, int *key, KipError *error)
{
    size_t n = strlen(member->name);
    *key = -1;
    if (*member->key)
        return kip_model_get_key(scene->model, member->key, key, error);
    for (int k = 0; k < scene->model->nkey && *key < 0 && member->character; k++)
        if (strncmp(scene->model->key[k].name, member->name, n) == 0 && scene->model->key[k].name[n] == '/')
            *key = k;
    return KIP_OK;
}

static KipStatus set_start(KipScene *scene, double *q, double *v, KipError *error)
{
    const KipModel *model = scene->model;
    memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
    memset(v, 0, (size_t)model->nv * sizeof *v);
    for (int m = 0; m < scene->nmember; m++) {
        int key;
        KipStatus status = find_key(scene, scene->member[m], &key, error);
        if (status != KIP_OK)
            return status;
        for (int b = scene->member[m]->first_body;
             key >= 0 && b < scene->member[m]->first_body + scene->member[m]->nbody; b++) {
            const KipBody *body = model->body + b;
            memcpy(q + body->q, model->key[key].q + body->q, (size_t)body->nq * sizeof *q);
            memcpy(v + body->v, model->key[key].v + body->v, (size_t)body->nv * sizeof *v);
        }
    }
    KipSim *sim = kip_world_sim(scene->world);
    KipStatus status = kip_sim_set_state(sim, q, v, error);
    for (int m = 0; m < scene->nmember && status == KIP_OK; m++)
        if (scene->member[m]->absent)
            status = kip_sim_set_present(sim, scene->member[m]->first_body, false, error);
    /* characters hold their initial poses */
    for (int m = 0; m < scene->nmember && status == KIP_OK; m++)
        if (scene->member[m]->character)
            kip_character_hold(kip_world_character(scene->world, m));
    return status;
}

static KipStatus make_world(KipScene *scene, KipError *error)
{
    KipMemberDef member[MOST_MEMBERS];
    KipSkill *all;
    KipWorldDef def = kip_world_def(scene->model);
    def.sim.integrator = (KipIntegrator)scene->def.integrator;
    def.sim.timestep = scene->timestep > 0 ? scene->timestep : def.sim.timestep;
    def.period = scene->own ? scene->period : INFINITY; /* a model alone has no control */
    def.sim.literal_limits = scene->literal_limits;
    def.member = member;
    def.nmember = scene->nmember;
    def.hooks =
        (KipWorldHooks){scene, kip_scene_control, kip_scene_decided, kip_scene_yields, kip_scene_let_go};
    def.allocator = scene->def.allocator;
    size_t size = sizeof *all * (size_t)scene->nmember * MOST_SKILLS;
    all = kip_resize(scene->def.allocator, NULL, 0, size);
    if (!all)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a world");
    for (int m = 0; m < scene->nmember; m++) {
        const Member *from = scene->member[m];
        for (int k = 0; k < from->nskill; k++)
            all[m * MOST_SKILLS + k] = kip_scene_skill(from->skill[k]);
        member[m] = (KipMemberDef){from->name,       from->first_body,      from->nbody,
                                   from->first_geom, from->ngeom,           from->character,
                                   from->poses,      all + m * MOST_SKILLS, from->nskill};
    }
    KipStatus status = kip_world_create(scene->model, &def, &scene->world, error);
    kip_resize(scene->def.allocator, all, size, 0);
    return status;
}

/* Calls the host before skills are made, whose actions it must receive; then makes skills, and applies what apply()
 * requested before. */
static KipStatus begin(KipScene *scene, KipError *error)
{
    const KipSceneHost *host = &scene->def.host;
    KipStatus status = host->begun ? host->begun(host->user, scene, error) : KIP_OK;
    scene->busy = true;
    if (status == KIP_OK)
        status = kip_scene_make_instances(scene, error);
    scene->busy = false;
    for (int m = 0; m < scene->nmember && status == KIP_OK; m++)
        if (scene->member[m]->character && scene->member[m]->applied >= 0)
            kip_supervisor_command(kip_world_supervisor(scene->world, m), scene->member[m]->applied);
    return status;
}

/* Adds balls of 3 kg for throwing, after all other bodies, whose indices therefore do not depend on them. */
static KipStatus add_balls(KipScene *scene, KipError *error)
{
    static const float red[4] = {0.85f, 0.30f, 0.22f, 1};
    KipStatus status = KIP_OK;
    for (int i = 0; i < scene->nball && status == KIP_OK; i++) {
        char name[NAME_SIZE];
        KipBody body = kip_body_def();
        KipJoint joint = kip_joint_def();
        KipGeom geom = kip_geom_def();
        int member;
        snprintf(name, sizeof name, "thrown%d", i + 1);
        status = kip_scene_add_member(scene, name, false, &member, error);
        if (status != KIP_OK)
            break;
        geom.name = body.name = joint.name = name;
        body.mass_from_geoms = true;
        geom.type = KIP_GEOM_SPHERE, geom.size[0] = 0.11, geom.mass = 3;
        memcpy(geom.rgba, red, sizeof red);
        joint.type = KIP_JOINT_FREE;
        geom.body = joint.body = kip_builder_body(scene->builder, &body);
        kip_builder_joint(scene->builder, &joint);
        kip_builder_geom(scene->builder, &geom);
        scene->member[member]->nbody = 1;
        scene->member[member]->absent = true;
    }
    return status;
}

KipStatus kip_scene_need_world(KipScene *scene, KipError *error)
{
    if (scene->world)
        return KIP_OK;
    if ((!scene->builder && !scene->model) || scene->nmember == 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "there is no world: addCharacter, addObject or addShape make one");
    KipStatus status = kip_scene_check_params(scene, true, error);
    scene->misnamed = status != KIP_OK;
    if (status == KIP_OK && !scene->model)
        status = add_balls(scene, error);
    if (status == KIP_OK && !scene->model)
        status = make_model(scene, error);
    if (status == KIP_OK)
        status = make_world(scene, error);
    if (status != KIP_OK)
        return status;
    size_t nq = (size_t)scene->model->nq, nv = (size_t)scene->model->nv;
    double *q = kip_resize(scene->def.allocator, NULL, 0, (nq + nv + 1) * sizeof *q);
    scene->fresh_size = kip_world_save_size(scene->world);
    scene->fresh = kip_resize(scene->def.allocator, NULL, 0, scene->fresh_size);
    if (q && scene->fresh)
        status = set_start(scene, q, q + nq, error);
    else
        status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a world");
    kip_resize(scene->def.allocator, q, (nq + nv + 1) * sizeof *q, 0);
    if (status != KIP_OK)
        return status;
    kip_world_save(scene->world, scene->fresh);
    kip_scene_count_poses(scene);
    status = kip_scene_check_poses(scene, error);
    return status == KIP_OK ? begin(scene, error) : status;
}

KipStatus kip_scene_restart(KipScene *scene, KipError *error)
{
    KipStatus status = kip_scene_need_world(scene, error);
    if (status == KIP_OK)
        status = kip_world_load(scene->world, scene->fresh, scene->fresh_size, error);
    if (status == KIP_OK)
        kip_scene_forget_poses(scene);
    while (scene->nhandler > 0)
        kip_scene_drop_handler(scene, scene->nhandler - 1);
    return status == KIP_OK ? begin(scene, error) : status;
}
