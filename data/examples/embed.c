/* kip in a program of your own: a model, a world with one character, a skill that sets its target poses, 2 s.
 *
 *     cc embed.c $(pkg-config --cflags --libs kip) -o embed && ./embed skeleton37.xml skeleton37.pose
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

static KipStatus simulate(const char *model_file, const char *pose_file, KipModel **model, KipPoseSet *poses,
                          KipError *error)
{
    const KipSkill skill = {.name = "exercise", .step = step};
    KipStatus status = kip_mjcf_load(model, model_file, NULL, error);
    if (status == KIP_OK)
        status = kip_pose_file_read(poses, pose_file, error);
    if (status != KIP_OK)
        return status;
    KipMemberDef member = {.name = "person", .first_body = 1, .nbody = (*model)->nbody - 1};
    member.character = true, member.poses = poses, member.skill = &skill, member.nskill = 1;
    KipWorldDef def = kip_world_def(*model);
    def.member = &member, def.nmember = 1;
    status = kip_world_create(*model, &def, &world, error);
    if (status == KIP_OK)
        kip_character_hold(kip_world_character(world, 0));
    for (int i = 1; i <= 2000 && status == KIP_OK; i++) {
        status = kip_world_step(world, error);
        if (i % 500 == 0)
            printf("%.1f s: centre of mass %.3f m high\n", kip_world_time(world),
                   kip_character_com(kip_world_character(world, 0)).z);
    }
    return status;
}

int main(int argc, char **argv)
{
    KipError error;
    KipModel *model = NULL;
    KipPoseSet *poses = kip_pose_set_create(NULL);
    KipStatus status = simulate(argc > 1 ? argv[1] : "data/models/skeleton37.xml",
                                argc > 2 ? argv[2] : "data/poses/skeleton37.pose", &model, poses, &error);
    if (status != KIP_OK)
        fprintf(stderr, "%s:%d: %s\n", error.file, error.line, error.message);
    kip_world_destroy(world);
    kip_pose_set_destroy(poses);
    kip_model_destroy(model);
    return status != KIP_OK;
}
