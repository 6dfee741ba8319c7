/* The bytes of a world, of characters and of the simulation in it: what is taken is saved as the same bytes, and can be
 * simulated; what is refused left the world as it was. */
#include "supervisor/world.h"

#include "fuzz.h"
#include "io/formats/mjcf.h"

enum { BEFORE = 20, AFTER = 5 };

static KipStatus nothing(void *user, KipError *error)
{
    (void)user, (void)error;
    return KIP_OK;
}

static const KipSkill skill[] = {{.name = "rest", .step = nothing}, {.name = "wait", .step = nothing}};

static KipWorld *make(void)
{
    static KipModel *model;
    KipError error;
    KipWorld *world;
    if (!model)
        need(kip_mjcf_parse(&model, fuzz_body, sizeof fuzz_body - 1, "body.xml", NULL, &error), &error);
    KipMemberDef member = {.name = "small",
                           .first_body = 1,
                           .nbody = model->nbody - 1,
                           .character = true,
                           .skill = skill,
                           .nskill = 2};
    KipWorldDef def = kip_world_def(model);
    def.member = &member, def.nmember = 1;
    need(kip_world_create(model, &def, &world, &error), &error);
    need(kip_world_mark(world, "begun", &error), &error);
    need(kip_world_push(world, 1, (KipVec3){50, 0, 0}, 0.1, (KipVec3){0, 0, 0}, &error), &error);
    for (int i = 0; i < BEFORE; i++)
        need(kip_world_step(world, &error), &error);
    return world;
}

static void *save(const KipWorld *world)
{
    void *bytes = calloc(1, kip_world_save_size(world));
    kip_world_save(world, bytes);
    return bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static KipWorld *world;
    static void *good;
    KipError error;
    if (!world) {
        world = make();
        good = save(world);
    }
    size_t n = kip_world_save_size(world);
    unsigned char *bytes = malloc(n);
    memcpy(bytes, good, n);
    change_bytes(bytes, n, data, size);
    KipStatus status = kip_world_load(world, bytes, n, &error);
    must(status == KIP_OK || error.message[0], "a failure without its sentence");
    void *now = save(world);
    if (status != KIP_OK) {
        must(memcmp(now, good, n) == 0, "bytes that were refused changed the world");
    } else {
        void *again;
        need(kip_world_load(world, now, n, &error), &error);
        again = save(world);
        must(memcmp(now, again, n) == 0, "saved, loaded and saved again it is different");
        free(again);
        for (int i = 0; i < AFTER && status == KIP_OK; i++)
            status = kip_world_step(world, &error);
        must(status == KIP_OK || error.message[0], "a failure without its sentence");
        need(kip_world_load(world, good, n, &error), &error);
        again = save(world);
        must(memcmp(again, good, n) == 0, "what was saved first comes back as something else");
        free(again);
    }
    free(now);
    free(bytes);
    return 0;
}
