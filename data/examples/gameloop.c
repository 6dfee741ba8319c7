/* A game's loop around a scene: sixty frames a second, each of which lets the time of one pass, looks, and acts.
 *
 *     cc gameloop.c $(pkg-config --cflags --libs kip) -o gameloop && ./gameloop gameloop.py
 *
 * In kip's own tree: cc -Isrc data/examples/gameloop.c build/libkip.a -lm -lpthread -ldl -o out/gameloop && out/gameloop
 */
#include <kip.h>

#include <stdio.h>

static void tell(void *user, double time, const char *text)
{
    (void)user;
    printf("%.3f s: %s\n", time, text);
}

static KipStatus draw(KipScene *scene, int frame, KipError *error)
{
    KipWorld *world = kip_scene_world(scene);
    KipSim *sim = kip_world_sim(world);
    KipVec3 trunk = kip_body_position(kip_sim_dynamics(sim), kip_world_body(world, 0));
    const KipContact *contact;
    int ncontact = kip_sim_contacts(sim, &contact);
    double falls;
    KipStatus status = kip_scene_get(scene, "falls", &falls, error);
    if (status == KIP_OK)
        printf("frame %d: trunk at %.3f %.3f %.3f, %d contacts, %g falls%s\n", frame, trunk.x, trunk.y,
               trunk.z, ncontact, falls, kip_scene_ended(scene) ? ", its script has ended" : "");
    return status;
}

/* Keys that a player pressed: a bow, a push from behind, and a harder one without the ankles' help. */
static KipStatus act(KipScene *scene, int frame, KipError *error)
{
    KipWorld *world = kip_scene_world(scene);
    int trunk = kip_world_body(world, 0);
    if (frame == 30)
        return kip_scene_command(scene, 0, kip_supervisor_find(kip_world_supervisor(world, 0), "Bow"), error);
    if (frame == 150)
        return kip_scene_set(scene, "stiffness", 0, error);
    if (frame != 90 && frame != 160)
        return KIP_OK;
    return kip_scene_push(scene, trunk, (KipVec3){frame == 90 ? 150 : 600, 0, 0}, 0.1,
                          kip_scene_model(scene)->body[trunk].com, error);
}

int main(int argc, char **argv)
{
    KipError error;
    KipScene *scene;
    KipSceneDef def = kip_scene_def();
    def.host.event = tell;
    KipStatus status = kip_scene_load(argc > 1 ? argv[1] : "data/examples/gameloop.py", &def, &scene, &error);
    for (int frame = 1; frame <= 300 && status == KIP_OK; frame++) {
        status = kip_scene_advance(scene, 1 / 60.0, &error);
        if (status == KIP_OK)
            status = act(scene, frame, &error);
        if (status == KIP_OK && frame % 60 == 0)
            status = draw(scene, frame, &error);
    }
    if (status == KIP_OK)
        printf("state %016llx on every machine\n", (unsigned long long)kip_scene_hash(scene));
    else
        fprintf(stderr, "%s:%d: %s\n", error.file, error.line, error.message);
    kip_scene_destroy(scene);
    return status != KIP_OK;
}
