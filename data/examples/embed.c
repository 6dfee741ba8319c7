/* kip in a program of your own: a model, a world with one character, a skill that sets its target poses, a push, 2 s.
 *
 *     cc embed.c $(pkg-config --cflags --libs kip) -o embed && ./embed $(pkg-config --variable=pkgdatadir kip)
 *
 * and in kip's own tree:
 *
 *     cc -Isrc data/examples/embed.c build/libkip.a -lm -lpthread -ldl -o out/embed && out/embed data
 */
#include <kip.h>

#include <stdio.h>

static KipWorld *world;

/* Every 5 ms: in the first second it bends its knees, then it stretches and raises its arms. */
static KipStatus step(void *user, KipError *error)
{
    (void)user;
    return kip_character_set_target_pose(kip_world_character(world, 0),
                                         kip_world_time(world) < 1 ? "Ready" : "ArmsUp", 0.5, error);
}

static KipStatus load(const char *data, KipModel **model, KipPoseSet *poses, KipError *error)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/models/skeleton37.xml", data);
    KipStatus status = kip_mjcf_load(model, path, NULL, error);
    snprintf(path, sizeof path, "%s/poses/skeleton37.pose", data);
    return status == KIP_OK ? kip_pose_file_read(poses, path, error) : status;
}

static KipStatus simulate(const KipModel *model, const KipPoseSet *poses, KipError *error)
{
    const KipSkill skill = {.name = "exercise", .step = step};
    KipMemberDef member = {.name = "person", .first_body = 1, .nbody = model->nbody - 1};
    member.character = true, member.poses = poses, member.skill = &skill, member.nskill = 1;
    KipWorldDef def = kip_world_def(model);
    def.member = &member, def.nmember = 1;
    KipStatus status = kip_world_create(model, &def, &world, error);
    if (status == KIP_OK)
        kip_character_hold(kip_world_character(world, 0));
    for (int i = 1; i <= 2000 && status == KIP_OK; i++) {
        if (i == 1500)
            status = kip_world_push(world, kip_world_body(world, 0), (KipVec3){0, 80, 0}, 0.1,
                                    (KipVec3){0, 0, 0}, error);
        if (status == KIP_OK)
            status = kip_world_step(world, error);
        KipVec3 com = kip_character_com(kip_world_character(world, 0));
        if (i % 500 == 0)
            printf("%.1f s: centre of mass %.3f m high, %.3f m to the left\n", kip_world_time(world), com.z,
                   com.y);
    }
    return status;
}

int main(int argc, char **argv)
{
    KipError error;
    KipModel *model;
    KipPoseSet *poses = kip_pose_set_create(NULL);
    KipStatus status = load(argc > 1 ? argv[1] : "data", &model, poses, &error);
    if (status == KIP_OK)
        status = simulate(model, poses, &error);
    if (status != KIP_OK)
        fprintf(stderr, "%s:%d: %s\n", error.file, error.line, error.message);
    kip_world_destroy(world);
    kip_pose_set_destroy(poses);
    kip_model_destroy(model);
    return status != KIP_OK;
}
