/* What if? One person, a simulation and a character without a world: saved, pushed from all sides, each time from the same state.
 *
 *     cc whatif.c $(pkg-config --cflags --libs kip) -o whatif && ./whatif $(pkg-config --variable=pkgdatadir kip)
 *
 * In kip's own tree: cc -Isrc data/examples/whatif.c build/libkip.a -lm -lpthread -ldl -o out/whatif && out/whatif data
 */
#include <kip.h>

#include <stdio.h>
#include <stdlib.h>

/* n steps of 1 ms; control each fifth. */
static KipStatus go_on(KipSim *sim, KipCharacter *person, int n, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int i = 0; i < n && status == KIP_OK; i++) {
        if (i % 5 == 0)
            status = kip_character_update(person, kip_sim_time(sim), error);
        if (status == KIP_OK)
            status = kip_sim_step(sim, error);
    }
    return status;
}

/* Pushes from four sides: the angular momentum that each gives, and where the centre of mass is 0.4 s later. */
static KipStatus try_all(KipSim *sim, KipCharacter *person, KipError *error)
{
    static const KipVec3 pushes[] = {{100, 0, 0}, {-100, 0, 0}, {0, 100, 0}, {0, -100, 0}}, none = {0, 0, 0};
    const KipModel *model = kip_sim_model(sim);
    const int trunk = kip_model_find_body(model, "trunk");
    const size_t size = kip_sim_save_size(sim), also = kip_character_save_size(person);
    char *saved = malloc(size + also);
    if (!saved)
        return KIP_NO_MEMORY;
    kip_sim_save(sim, saved);
    kip_character_save(person, saved + size);
    KipStatus status = KIP_OK;
    for (int i = 0; i < 4 && status == KIP_OK; i++) {
        status = kip_sim_load(sim, saved, size, error);
        if (status == KIP_OK)
            status = kip_character_load(person, saved + size, also, error);
        kip_sim_set_external(sim, trunk, pushes[i], none, model->body[trunk].com);
        if (status == KIP_OK)
            status = go_on(sim, person, 100, error);
        kip_sim_set_external(sim, trunk, none, none, none);
        const KipVec3 turns = kip_angular_momentum(kip_sim_dynamics(sim));
        if (status == KIP_OK)
            status = go_on(sim, person, 400, error);
        const KipVec3 com = kip_character_com(person);
        if (status == KIP_OK)
            printf("pushed by %g %g N: %.2f %.2f N m s, then at %.3f %.3f %.3f m\n", pushes[i].x, pushes[i].y,
                   turns.x, turns.y, com.x, com.y, com.z);
    }
    free(saved);
    return status;
}

int main(int argc, char **argv)
{
    char path[1024];
    KipError error;
    KipModel *model = NULL;
    KipSim *sim = NULL;
    KipCharacter *person = NULL;
    snprintf(path, sizeof path, "%s/models/skeleton37.xml", argc > 1 ? argv[1] : "data");
    KipStatus status = kip_mjcf_load(&model, path, NULL, &error);
    if (status == KIP_OK)
        status = kip_sim_create(model, NULL, &sim, &error);
    if (status == KIP_OK)
        status = kip_sim_set_key(sim, kip_model_find_key(model, "stand"), &error);
    const KipCharacterDef def = {.sim = sim, .root = 1, .prefix = "", .period = 0.005};
    if (status == KIP_OK)
        status = kip_character_create(&def, &person, &error);
    if (status == KIP_OK) {
        kip_character_hold(person);
        status = go_on(sim, person, 200, &error);
    }
    if (status == KIP_OK)
        status = try_all(sim, person, &error);
    if (status != KIP_OK)
        fprintf(stderr, "%s:%d: %s\n", error.file, error.line, error.message);
    kip_character_destroy(person);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
    return status != KIP_OK;
}
