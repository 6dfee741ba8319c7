/* A skill in C: bends its knees, and stands up again after a second. Used by crouch.py; built by
 *
 *     cc -shared -fPIC $(pkg-config --cflags kip) crouch.c -o crouch.so
 *
 * kip run finds in itself what this calls, so nothing is linked. */
#include <kip.h>

typedef struct Memory {
    double begun; /* s */
} Memory;

static KipStatus start(KipWorld *world, int member, void *memory, KipError *error)
{
    Memory *m = memory;
    m->begun = kip_world_time(world);
    return kip_character_set_target_pose(kip_world_character(world, member), "Ready", 0.4, error);
}

static KipStatus step(KipWorld *world, int member, void *memory, KipError *error)
{
    const Memory *m = memory;
    if (kip_world_time(world) - m->begun < 1)
        return KIP_OK;
    return kip_character_set_target_pose(kip_world_character(world, member), "Stand", 0.6, error);
}

static const KipPlugin crouch = {.version = KIP_PLUGIN_VERSION,
                                 .name = "crouch",
                                 .memory = sizeof(Memory),
                                 .start = start,
                                 .step = step};

const KipPlugin *kip_plugin(void)
{
    return &crouch;
}
