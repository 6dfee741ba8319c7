/* The bytes of a scene that waits: its script, its world, its characters. Those of scripts are refused unless they are what
 * was saved; those of the world are checked one by one. */
#include "io/scene/scene.h"

#include "fuzz.h"

static const char script[] = "setTimestep(0.002)\n"
                             "small = addCharacter('robot16')\n"
                             "ball = addShape('Ball', 'sphere', 0.1, mass=1, at=(0.3, 0, 1.5))\n"
                             "small.hold()\n"
                             "push('Ball', (10, 0, 0), 0.02)\n"
                             "mark('begun')\n"
                             "run(0.02)\n";

enum { SAVED_AT = 5 };

typedef struct Host {
    int nstep;
    void *bytes;
    size_t size;
} Host;

static KipStatus stepped(void *user, KipScene *scene, KipError *error)
{
    Host *host = user;
    (void)error;
    if (++host->nstep == SAVED_AT) {
        host->size = kip_scene_save_size(scene);
        host->bytes = malloc(host->size);
        kip_scene_save(scene, host->bytes);
    }
    return KIP_OK;
}

static KipScene *load(Host *host)
{
    KipScene *scene;
    KipSceneDef def = kip_scene_def();
    KipError error;
    char path[64];
    def.host.stepped = stepped, def.host.user = host;
    write_bytes(path, (const uint8_t *)script, sizeof script - 1);
    need(kip_scene_load(path, &def, &scene, &error), &error);
    remove(path);
    return scene;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Host saved;
    Host host = {.nstep = SAVED_AT};
    KipError error;
    if (!saved.bytes) {
        KipScene *first = load(&saved);
        need(kip_scene_run(first, &error), &error);
        kip_scene_destroy(first);
    }
    unsigned char *bytes = malloc(saved.size);
    memcpy(bytes, saved.bytes, saved.size);
    change_bytes(bytes, saved.size, data, size);
    KipScene *scene = load(&host);
    KipStatus status = kip_scene_load_state(scene, bytes, saved.size, &error);
    must(status == KIP_OK || error.message[0], "a failure without its sentence");
    must(size >= 5 || status == KIP_OK, "what was saved is refused");
    status = kip_scene_run(scene, &error);
    must(status == KIP_OK || error.message[0], "a failure without its sentence");
    kip_scene_destroy(scene);
    free(bytes);
    return 0;
}
