/* A world as bytes: its own part, then the simulation's, the characters', the supervisors'. */
#include <string.h>

#include "../dynamics/vec3.h"
#include "world_parts.h"

/* One pass over the parts; each is where the last one ended. */
size_t kip_world_save_size(const KipWorld *world)
{
    size_t size = sizeof(State) + MOST_TOUCHING * sizeof(Touching) + kip_sim_save_size(world->sim);
    for (int m = 0; m < world->nmember; m++)
        if (world->member[m].character)
            size += sizeof(Felt) + kip_character_save_size(world->member[m].character) +
                    kip_supervisor_save_size(world->member[m].supervisor);
    return size;
}

void kip_world_save(const KipWorld *world, void *bytes)
{
    char *to = bytes;
    State state = world->state;
    state.changed = kip_sim_revision(world->sim) != world->stepped;
    size_t touching = (size_t)world->state.ntouching * sizeof(Touching);
    memcpy(to, &state, sizeof state);
    to += sizeof(State);
    memcpy(to, world->touching, touching);
    memset(to + touching, 0, MOST_TOUCHING * sizeof(Touching) - touching);
    to += MOST_TOUCHING * sizeof(Touching);
    kip_sim_save(world->sim, to);
    to += kip_sim_save_size(world->sim);
    for (int m = 0; m < world->nmember; m++) {
        const Member *member = world->member + m;
        if (!member->character)
            continue;
        memcpy(to, &member->felt, sizeof member->felt);
        to += sizeof member->felt;
        kip_character_save(member->character, to);
        to += kip_character_save_size(member->character);
        kip_supervisor_save(member->supervisor, to);
        to += kip_supervisor_save_size(member->supervisor);
    }
}

/* Are all counts and indices such that they can be used? */
static bool is_sound(const KipWorld *world, const State *state, const char *touching)
{
    const KipModel *model = world->model;
    if (state->npush < 0 || state->npush > MOST_PUSHES || state->nmark < 0 || state->nmark > MOST_MARKS ||
        state->ntouching < 0 || state->ntouching > MOST_TOUCHING || state->step < 0 ||
        (state->changed | 1) != 1)
        return false;
    for (int i = 0; i < state->npush; i++)
        if (state->push[i].body < 1 || state->push[i].body >= model->nbody)
            return false;
    for (int i = 0; i < state->nmark; i++)
        if (!memchr(state->mark[i].name, '\0', MARK_SIZE))
            return false;
    for (int i = 0; i < state->ntouching; i++) {
        Touching t;
        memcpy(&t, touching + (size_t)i * sizeof t, sizeof t);
        if (t.geom1 < 0 || t.geom1 >= model->ngeom || t.geom2 < 0 || t.geom2 >= model->ngeom)
            return false;
    }
    return true;
}

static KipStatus load_felt(Felt *felt, const char *from, KipError *error)
{
    Felt loaded;
    memcpy(&loaded, from, sizeof loaded);
    KipVec3 sum = v3_add(v3_add(loaded.com_velocity, loaded.root_velocity),
                         v3_add(loaded.com_acceleration, loaded.root_acceleration));
    double all = loaded.since + sum.x + sum.y + sum.z;
    for (int i = 0; i < KIP_PART_BODIES; i++)
        all += loaded.foot_load[i];
    if (loaded.nsample < 0 || all - all != 0)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "the saved bytes of what a character feels are damaged");
    *felt = loaded;
    return KIP_OK;
}

/* All parts after the world's own, which is sound. */
static KipStatus load_parts(KipWorld *world, const char *from, KipError *error)
{
    size_t n = kip_sim_save_size(world->sim);
    KipStatus status = kip_sim_load(world->sim, from, n, error);
    from += n;
    for (int m = 0; m < world->nmember && status == KIP_OK; m++) {
        Member *member = world->member + m;
        if (!member->character)
            continue;
        status = load_felt(&member->felt, from, error);
        from += sizeof member->felt;
        n = kip_character_save_size(member->character);
        if (status == KIP_OK)
            status = kip_character_load(member->character, from, n, error);
        from += n;
        n = kip_supervisor_save_size(member->supervisor);
        if (status == KIP_OK)
            status = kip_supervisor_load(member->supervisor, from, n, error);
        from += n;
    }
    return status;
}

KipStatus kip_world_load(KipWorld *world, const void *bytes, size_t size, KipError *error)
{
    const size_t parts = sizeof(State) + MOST_TOUCHING * sizeof(Touching);
    State state;
    if (size != kip_world_save_size(world))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "these are not the saved bytes of this world");
    memcpy(&state, bytes, sizeof state);
    if (!is_sound(world, &state, (const char *)bytes + sizeof state))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the saved bytes of this world are damaged");
    char *before = kip_resize(world->allocator, NULL, 0, size);
    if (!before)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the world as it was");
    kip_world_save(world, before);
    int changed = kip_sim_revision(world->sim) != world->stepped;
    KipStatus status = load_parts(world, (const char *)bytes + parts, error);
    if (status == KIP_OK) {
        changed = state.changed;
        world->state = state;
        memcpy(world->touching, (const char *)bytes + sizeof state, MOST_TOUCHING * sizeof(Touching));
    } else {
        load_parts(world, before + parts, NULL);
    }
    world->stepped = kip_sim_revision(world->sim) - changed;
    kip_resize(world->allocator, before, size, 0);
    return status;
}
