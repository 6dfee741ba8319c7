/* A world as bytes: its own part, then the simulation's, the characters', the supervisors'. */
#include <string.h>

#include "../control/fields.h"
#include "../dynamics/arena.h"
#include "../dynamics/vec3.h"
#include "fields.h"
#include "world_parts.h"

static void list(void *thing, KipPass *pass)
{
    KipWorld *world = thing;
    const int changed = kip_sim_revision(world->sim) != world->stepped;
    KIP_PASS(pass, KIP_FIELD(world->state));
    kip_pass_found(pass, &world->changed, &changed, sizeof changed);
    kip_pass_part(pass, &kip_sim_fields, world->sim);
    for (int m = 0; m < world->nmember; m++) {
        Member *member = world->member + m;
        if (!member->character)
            continue;
        KIP_PASS(pass, KIP_FIELD(member->filtered));
        kip_pass_part(pass, &kip_character_fields, member->character);
        kip_pass_part(pass, &kip_supervisor_fields, member->supervisor);
    }
}

static bool felt_is_sound(const Filtered *filtered)
{
    KipVec3 sum = v3_add(v3_add(filtered->com_velocity, filtered->root_velocity),
                         v3_add(filtered->com_acceleration, filtered->root_acceleration));
    double all = filtered->since + sum.x + sum.y + sum.z;
    for (int i = 0; i < KIP_PART_BODIES; i++)
        all += filtered->foot_load[i];
    return filtered->nsample >= 0 && all - all == 0;
}

/* Whether all counts and indices are within their bounds. */
static bool is_sound(const void *thing)
{
    const KipWorld *world = thing;
    const KipModel *model = world->model;
    const State *state = &world->state;
    if (!kip_is_within(state->npush, MOST_PUSHES) || !kip_is_within(state->nmark, MOST_MARKS) ||
        !kip_is_within(state->ntouching, MOST_TOUCHING) || state->step < 0 ||
        !kip_is_within(world->changed, 1))
        return false;
    for (int i = 0; i < state->npush; i++)
        if (state->push[i].body < 1 || state->push[i].body >= model->nbody)
            return false;
    for (int i = 0; i < state->nmark; i++)
        if (!memchr(state->mark[i].name, '\0', MARK_SIZE))
            return false;
    for (int i = 0; i < state->ntouching; i++) {
        const Touching *t = &state->touching[i];
        if (!kip_is_within(t->geom1, model->ngeom - 1) || !kip_is_within(t->geom2, model->ngeom - 1))
            return false;
    }
    for (int m = 0; m < world->nmember; m++)
        if (!felt_is_sound(&world->member[m].filtered))
            return false;
    return true;
}

static KipStatus derive(void *thing, KipError *error)
{
    KipWorld *world = thing;
    (void)error;
    world->stepped = kip_sim_revision(world->sim) - world->changed;
    return KIP_OK;
}

const KipFields kip_world_fields = {"world", NULL, list, is_sound, derive};

size_t kip_world_save_size(const KipWorld *world)
{
    return kip_fields_size(&kip_world_fields, world);
}

void kip_world_save(const KipWorld *world, void *bytes)
{
    kip_fields_save(&kip_world_fields, world, bytes);
}

KipStatus kip_world_load(KipWorld *world, const void *bytes, size_t size, KipError *error)
{
    return kip_fields_load(&kip_world_fields, world, kip_arena_allocator(world->arena), bytes, size, error);
}
