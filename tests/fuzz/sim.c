/* The bytes of a simulation, its own reader alone: what is taken is saved as the same bytes, and can be simulated. */
#include "dynamics/sim.h"

#include "fuzz.h"
#include "io/formats/mjcf.h"

enum { BEFORE = 20, AFTER = 5 };

static KipSim *make(void)
{
    KipModel *model;
    KipSim *sim;
    KipError error;
    need(kip_mjcf_parse(&model, fuzz_body, sizeof fuzz_body - 1, "body.xml", NULL, &error), &error);
    need(kip_sim_create(model, NULL, &sim, &error), &error);
    KipConstraint weld = kip_sim_weld(sim, 0, 2, (KipVec3){0, 0, 0});
    int id;
    need(kip_sim_constrain(sim, &weld, &id, &error), &error);
    for (int i = 0; i < BEFORE; i++)
        need(kip_sim_step(sim, &error), &error);
    return sim;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static KipSim *sim;
    static void *good;
    KipError error;
    if (!sim) {
        sim = make();
        good = calloc(1, kip_sim_save_size(sim));
        kip_sim_save(sim, good);
    }
    size_t n = kip_sim_save_size(sim);
    unsigned char *bytes = malloc(n), *again = calloc(1, n);
    memcpy(bytes, good, n);
    change_bytes(bytes, n, data, size);
    KipStatus status = kip_sim_load(sim, bytes, n, &error);
    kip_sim_save(sim, again);
    if (status != KIP_OK) {
        must(error.message[0], "a failure without its sentence");
        must(memcmp(again, good, n) == 0, "bytes that were refused changed the simulation");
    }
    for (int i = 0; i < AFTER && status == KIP_OK; i++)
        status = kip_sim_step(sim, &error);
    must(status == KIP_OK || error.message[0], "a failure without its sentence");
    need(kip_sim_load(sim, good, n, &error), &error);
    free(bytes);
    free(again);
    return 0;
}
