/* A scene as bytes: names of motions, poses, fields of the scene and its world, and the script's machine. */
#include <string.h>

#include "../../supervisor/fields.h"
#include "scene_parts.h"

/* Followed by poses, fields of the scene and its world, and the machine; sizes of poses and machine vary. */
typedef struct Head {
    SavedMotion motion[MOST_SCENE_MOTIONS];
    uint64_t poses; /* bytes behind this */
} Head;

static void list_skill(Skill *skill, KipPass *pass)
{
    KIP_PASS(pass, KIP_FIELD(skill->module), KIP_FIELD(skill->instance), KIP_FIELD(skill->method),
             KIP_FIELD(skill->waits), KIP_FIELD(skill->player));
    if (skill->memory)
        KIP_PASS(pass, {skill->memory, skill->plugin->memory});
}

static void list(void *thing, KipPass *pass)
{
    KipScene *scene = thing;
    KIP_PASS(pass, KIP_FIELD(scene->nhandler), KIP_FIELD(scene->handler), KIP_FIELD(scene->replayed),
             KIP_FIELD(scene->waiting), KIP_FIELD(scene->example), KIP_FIELD(scene->ended));
    kip_pass_part(pass, &kip_world_fields, scene->world);
    for (int m = 0; m < scene->nmember; m++)
        KIP_PASS(pass, KIP_FIELD(scene->member[m]->by_hand), KIP_FIELD(scene->member[m]->stages),
                 KIP_FIELD(scene->member[m]->played));
    for (int m = 0; m < scene->nmember; m++)
        for (int k = 0; k < scene->member[m]->nskill; k++)
            list_skill(scene->member[m]->skill[k], pass);
}

static bool is_sound(const void *thing)
{
    const KipScene *scene = thing;
    for (int m = 0; m < scene->nmember; m++)
        if (!memchr(scene->member[m]->stages, 0, STAGES_SIZE) || !kip_is_bool(&scene->member[m]->by_hand))
            return false;
    return kip_is_within(scene->nhandler, MOST_HANDLERS) && kip_is_bool(&scene->ended) &&
           kip_is_within(scene->replayed, scene->replay ? (int64_t)strlen(scene->replay) : 0) &&
           kip_scene_example_is_sound(scene, &scene->example);
}

static const KipFields fields = {"scene", NULL, list, is_sound, NULL};

size_t kip_scene_save_size(KipScene *scene)
{
    return sizeof(Head) + kip_scene_poses_size(scene) + kip_fields_size(&fields, scene) +
           kip_machine_save_size(scene->machine);
}

void kip_scene_save(KipScene *scene, void *bytes)
{
    char *to = bytes;
    Head head = {.poses = kip_scene_poses_size(scene)};
    kip_scene_save_motions(scene, head.motion);
    memcpy(to, &head, sizeof head);
    kip_scene_save_poses(scene, to + sizeof head);
    to += sizeof head + head.poses;
    kip_fields_save(&fields, scene, to);
    kip_machine_save(scene->machine, to + kip_fields_size(&fields, scene));
}

/* Executes the script to its first wait or its end, which makes the world and loads programs. */
static KipStatus prepare(KipScene *scene, KipError *error)
{
    KipStatus status = scene->started ? KIP_OK : kip_scene_resume(scene, error);
    return status == KIP_OK ? kip_scene_need_world(scene, error) : status;
}

/* Loads both the machine and the fields, or neither. */
static KipStatus load_both(KipScene *scene, const void *machine, size_t machine_size, const void *fixed,
                           size_t fixed_size, KipError *error)
{
    size_t size = kip_machine_save_size(scene->machine);
    void *before = kip_resize(scene->def.allocator, NULL, 0, size);
    if (!before)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the scene as it was");
    kip_machine_save(scene->machine, before);
    KipStatus status = kip_machine_load(scene->machine, machine, machine_size, error);
    if (status == KIP_OK) {
        status = kip_fields_load(&fields, scene, scene->def.allocator, fixed, fixed_size, error);
        if (status != KIP_OK)
            kip_machine_load(scene->machine, before, size, NULL);
    }
    kip_resize(scene->def.allocator, before, size, 0);
    return status;
}

/* Loads poses, fields and machine, or none of them. */
static KipStatus load_with_poses(KipScene *scene, const char *poses, size_t poses_size, const char *fixed,
                                 size_t fixed_size, const char *machine, size_t machine_size, KipError *error)
{
    size_t size = kip_scene_poses_size(scene) + 1; /* not 0 */
    char *before = kip_resize(scene->def.allocator, NULL, 0, size);
    if (!before)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the scene as it was");
    kip_scene_save_poses(scene, before);
    KipStatus status = kip_scene_load_poses(scene, poses, poses_size, error);
    if (status == KIP_OK)
        status = load_both(scene, machine, machine_size, fixed, fixed_size, error);
    if (status != KIP_OK)
        kip_scene_load_poses(scene, before, size - 1, NULL);
    kip_resize(scene->def.allocator, before, size, 0);
    return status;
}

KipStatus kip_scene_load_state(KipScene *scene, const void *bytes, size_t size, KipError *error)
{
    Head head;
    KipStatus status = prepare(scene, error);
    if (status != KIP_OK)
        return status;
    const size_t fixed = kip_fields_size(&fields, scene);
    if (size < sizeof head + fixed)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "these are not the saved bytes of %s",
                        scene->path);
    memcpy(&head, bytes, sizeof head);
    if (head.poses > size - sizeof head - fixed)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the saved bytes of %s are damaged",
                        scene->path);
    status = kip_scene_load_motions(scene, head.motion, error);
    if (status != KIP_OK)
        return status;
    const char *poses = (const char *)bytes + sizeof head, *own = poses + head.poses;
    status = load_with_poses(scene, poses, head.poses, own, fixed, own + fixed,
                             size - sizeof head - head.poses - fixed, error);
    if (status != KIP_OK)
        return status;
    scene->failure.status = KIP_OK;
    scene->owed = 0;
    return KIP_OK;
}
