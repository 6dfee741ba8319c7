/* What touches in a world: now, and since the last control. */
#include <string.h>

#include "../dynamics/vec3.h"
#include "world_parts.h"

static bool is_of(const KipWorld *world, int geom, KipThing thing)
{
    int body = world->model->geom[geom].body;
    if (thing.member < 0)
        return !kip_body_moves(world->model, body);
    if (thing.body >= 0)
        return body == thing.body;
    const KipMemberDef *def = &world->member[thing.member].def;
    return (body > 0 && world->member_of[body] == thing.member) ||
           (geom >= def->first_geom && geom < def->first_geom + def->ngeom);
}

static bool is_between(const KipWorld *world, int geom1, int geom2, KipThing a, KipThing b)
{
    return (is_of(world, geom1, a) && is_of(world, geom2, b)) ||
           (is_of(world, geom2, a) && is_of(world, geom1, b));
}

bool kip_world_touching(const KipWorld *world, KipThing a, KipThing b)
{
    const KipContact *contact;
    int n = world->steps_a_period ? 0 : kip_sim_contacts(world->sim, &contact);
    for (int i = 0; i < n; i++)
        if (is_between(world, contact[i].geom1, contact[i].geom2, a, b))
            return true;
    for (int i = 0; i < world->state.ntouching; i++)
        if (is_between(world, world->state.touching[i].geom1, world->state.touching[i].geom2, a, b))
            return true;
    return false;
}

KipVec3 kip_world_contact_force(const KipWorld *world, KipThing thing)
{
    const KipContact *contact;
    int n = kip_sim_contacts(world->sim, &contact);
    KipVec3 force = v3_zero();
    for (int i = 0; i < n; i++) {
        if (is_of(world, contact[i].geom2, thing))
            force = v3_add(force, contact[i].force);
        if (is_of(world, contact[i].geom1, thing))
            force = v3_sub(force, contact[i].force);
    }
    return force;
}

double kip_world_contact_depth(const KipWorld *world, KipThing thing)
{
    const KipContact *contact;
    int n = kip_sim_contacts(world->sim, &contact);
    double depth = 0;
    for (int i = 0; i < n; i++)
        if (is_of(world, contact[i].geom1, thing) || is_of(world, contact[i].geom2, thing))
            depth = fmax(depth, contact[i].depth);
    return depth;
}

KipStatus kip_world_note_touching(KipWorld *world, KipError *error)
{
    const KipContact *contact;
    int n = kip_sim_contacts(world->sim, &contact), *count = &world->state.ntouching;
    for (int i = 0, k = 0; i < n; i++) {
        const Touching t = {contact[i].geom1, contact[i].geom2};
        int others = 0; /* searched as a ring from the last hit, since most are in the order of contacts */
        while (others < *count &&
               (world->state.touching[k].geom1 != t.geom1 || world->state.touching[k].geom2 != t.geom2))
            others++, k = k + 1 < *count ? k + 1 : 0;
        if (others < *count)
            continue;
        if (*count == MOST_TOUCHING)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "more than %d pairs of shapes touched within one control period", MOST_TOUCHING);
        world->state.touching[(*count)++] = t;
    }
    return KIP_OK;
}

void kip_world_forget_touching(KipWorld *world, int root)
{
    int n = 0;
    for (int i = 0; i < world->state.ntouching; i++) {
        const KipGeom *geom1 = world->model->geom + world->state.touching[i].geom1;
        const KipGeom *geom2 = world->model->geom + world->state.touching[i].geom2;
        if (world->model->body[geom1->body].root != root && world->model->body[geom2->body].root != root)
            world->state.touching[n++] = world->state.touching[i];
    }
    memset(world->state.touching + n, 0, (size_t)(world->state.ntouching - n) * sizeof(Touching));
    world->state.ntouching = n;
}
