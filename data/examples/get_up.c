/* The same as get_up.py from a program's own loop: a clip, a rag doll, and back into the clip.
 *
 *     cc get_up.c $(pkg-config --cflags --libs kip) -o get_up && ./get_up clip.py
 *
 * clip.py is three lines: import clips; skeleton = addCharacter("skeleton37", key="ready"); clips.get_up(skeleton, "idle")
 * In kip's own tree: cc -Isrc data/examples/get_up.c build/libkip.a -lm -o out/get_up && out/get_up clip.py, from there */
#include <kip.h>

#include <stdio.h>

int main(int argc, char **argv)
{
    KipError error;
    KipScene *scene;
    KipStatus status = kip_scene_load(argc > 1 ? argv[1] : "clip.py", NULL, &scene, &error);
    int frame = 0, idle = 0;
    for (; status == KIP_OK && frame < 30 * 60 && !(frame > 4 * 60 && idle); frame++) {
        if (frame == 60) /* a rag doll */
            status = kip_scene_say(scene, "setAutonomous off", &error);
        if (frame == 60 && status == KIP_OK)
            status = kip_scene_say(scene, "relax", &error);
        if (frame == 3 * 60) /* the one call: it gets up, and goes over into its clip */
            status = kip_scene_say(scene, "setAutonomous on", &error);
        if (status == KIP_OK)
            status = kip_scene_advance(scene, 1 / 60.0, &error);
        if (status == KIP_OK)
            idle = kip_character_clip(kip_world_character(kip_scene_world(scene), 0)) != NULL;
    }
    if (status == KIP_OK)
        printf("it %s after %.1f s\n", idle ? "idles again" : "does not idle", frame / 60.0);
    else
        fprintf(stderr, "%s:%d: %s\n", error.file, error.line, error.message);
    kip_scene_destroy(scene);
    return status != KIP_OK || !idle;
}
