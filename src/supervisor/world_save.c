/* A world as bytes: its own part, then the simulation's, the characters', the supervisors'. */
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/fields.h"
#include "../dynamics/vec3.h"
#include "world_parts.h"

/* -- what a character feels -------------------------------------------------------------------------------- */

static void list_felt(void *felt, KipPass *pass)
{
    const KipField all = {felt, sizeof(Felt)};
    kip_pass_fields(pass, &all, 1);
}

static bool felt_is_sound(const void *thing)
{
    const Felt *felt = thing;
    KipVec3 sum = v3_add(v3_add(felt->com_velocity, felt->root_velocity),
                         v3_add(felt->com_acceleration, felt->root_acceleration));
    double all = felt->since + sum.x + sum.y + sum.z;
    for (int i = 0; i < KIP_PART_BODIES; i++)
        all += felt->foot_load[i];
    return felt->nsample >= 0 && all - all == 0;
}

static const KipFields felt_fields = {"senses of a character", NULL, list_felt, felt_is_sound, NULL};

/* -- the world --------------------------------------------------------------------------------------------- */

/* kip_world_save counts on the state being first. */
static void list(void *thing, KipPass *pass)
{
    KipWorld *world = thing;
    const KipField state = KIP_FIELD(world->state);
    kip_pass_fields(pass, &state, 1);
    kip_pass_part(pass, &kip_sim_fields, world->sim);
    for (int m = 0; m < world->nmember; m++) {
        Member *member = world->member + m;
        if (!member->character)
            continue;
        kip_pass_part(pass, &felt_fields, &member->felt);
        kip_pass_part(pass, &kip_character_fields, member->character);
        kip_pass_part(pass, &kip_supervisor_fields, member->supervisor);
    }
}

/* Are all counts and indices such that they can be used? */
static bool is_sound(const void *thing)
{
    const KipModel *model = ((const KipWorld *)thing)->model;
    const State *state = &((const KipWorld *)thing)->state;
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
        const Touching *t = &state->touching[i];
        if (t->geom1 < 0 || t->geom1 >= model->ngeom || t->geom2 < 0 || t->geom2 >= model->ngeom)
            return false;
    }
    return true;
}

static KipStatus derive(void *thing, KipError *error)
{
    KipWorld *world = thing;
    (void)error;
    world->stepped = kip_sim_revision(world->sim) - world->state.changed;
    return KIP_OK;
}

static const KipFields fields = {"world", NULL, list, is_sound, derive};

static int has_changed(const KipWorld *world)
{
    return kip_sim_revision(world->sim) != world->stepped;
}

size_t kip_world_save_size(const KipWorld *world)
{
    return kip_fields_size(&fields, world);
}

void kip_world_save(const KipWorld *world, void *bytes)
{
    const int changed = has_changed(world);
    kip_fields_save(&fields, world, bytes);
    memcpy((char *)bytes + offsetof(State, changed), &changed, sizeof changed);
}

KipStatus kip_world_load(KipWorld *world, const void *bytes, size_t size, KipError *error)
{
    world->state.changed = has_changed(world);
    return kip_fields_load(&fields, world, kip_arena_allocator(world->arena), bytes, size, error);
}
