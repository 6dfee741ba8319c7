/* The world: making one, and a step: pushes, control, integration. See world.h, and world_parts.h for the
 * rest. */
#include "world.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "world_parts.h"

static const double usual_period = 0.005; /* s */

/* -- making one ------------------------------------------------------------------------------------------ */

KipWorldDef kip_world_def(const KipModel *model)
{
    KipWorldDef def = {.sim = kip_sim_def(model)};
    def.sim.max_constraints = 64;
    return def;
}

static KipStatus count_steps(KipWorld *world, double period, KipError *error)
{
    double timestep = kip_sim_timestep(world->sim);
    world->period = period;
    if (period == INFINITY)
        return KIP_OK;
    if (period == 0)
        period = timestep * fmax(1, floor(usual_period / timestep + 0.5));
    double steps = floor(period / timestep + 0.5);
    if (!(steps >= 1 && steps < 1e6 && fabs(steps * timestep - period) <= 1e-9 * period))
        return kip_fail(
            error, KIP_BAD_USE, kip_nowhere(),
            "a control period of %g s is no whole number of steps of %g s; a step of %.10g s would do",
            period, timestep, period / fmax(1, ceil(period / timestep)));
    world->period = period;
    world->steps_a_period = (int)steps;
    return KIP_OK;
}

static KipStatus make_character(KipWorld *world, Member *member, const KipAllocator *allocator,
                                KipError *error)
{
    const KipMemberDef *def = &member->def;
    char prefix[128] = "";
    int root = kip_world_body(world, (int)(member - world->member));
    if (root == 0 || !kip_body_moves(world->model, root))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "'%s' has no body that moves: it is no character", def->name);
    size_t n = strlen(def->name);
    if (strncmp(world->model->body[root].name, def->name, n) == 0 &&
        world->model->body[root].name[n] == '/' && n + 2 < sizeof prefix) {
        memcpy(prefix, def->name, n);
        memcpy(prefix + n, "/", 2);
    }
    const KipCharacter *other = NULL;
    for (int m = 0; m < world->nmember && !other; m++)
        other = world->member[m].character;
    KipCharacterDef character = {world->sim, root, prefix, def->poses, allocator, other, world->period};
    member->sensors = kip_arena_take(world->arena, 1, sizeof *member->sensors);
    if (!member->sensors)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the sensors of '%s'",
                        def->name);
    KipStatus status = kip_character_create(&character, &member->character, error);
    if (status == KIP_OK)
        status = kip_supervisor_create(def->skill, def->nskill, 0, allocator, &member->supervisor, error);
    return status;
}

static KipStatus make_members(KipWorld *world, const KipWorldDef *def, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int b = 0; b < world->model->nbody; b++)
        world->member_of[b] = -1;
    for (int m = 0; m < def->nmember && status == KIP_OK; m++) {
        Member *member = world->member + m;
        member->def = def->member[m];
        member->def.name = kip_arena_string(world->arena, def->member[m].name);
        if (!member->def.name)
            return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the members of a world");
        world->nmember = m + 1;
        for (int b = 0; b < member->def.nbody; b++)
            world->member_of[member->def.first_body + b] = m;
        if (member->def.character)
            status = make_character(world, member, def->allocator, error);
    }
    return status;
}

KipStatus kip_world_create(const KipModel *model, const KipWorldDef *def, KipWorld **world, KipError *error)
{
    *world = NULL;
    KipArena *arena = kip_arena_create(def->allocator);
    KipWorld *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    if (made) {
        *made = (KipWorld){.model = model, .hooks = def->hooks, .arena = arena};
        made->member = kip_arena_take(arena, (size_t)def->nmember, sizeof *made->member);
        made->member_of = kip_arena_take(arena, (size_t)model->nbody, sizeof *made->member_of);
    }
    if (!made || !made->member || !made->member_of) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a world");
    }
    KipStatus status = kip_sim_create(model, &def->sim, &made->sim, error);
    if (status == KIP_OK)
        status = count_steps(made, def->period, error);
    if (status == KIP_OK)
        status = make_members(made, def, error);
    if (status == KIP_OK)
        status = kip_world_find_parts(made, error);
    if (status != KIP_OK) {
        kip_world_destroy(made);
        return status;
    }
    made->stepped = kip_sim_revision(made->sim);
    *world = made;
    return status;
}

void kip_world_destroy(KipWorld *world)
{
    if (!world)
        return;
    for (int m = 0; m < world->nmember; m++) {
        kip_supervisor_destroy(world->member[m].supervisor);
        kip_character_destroy(world->member[m].character);
    }
    kip_sim_destroy(world->sim);
    kip_arena_destroy(world->arena);
}

KipSim *kip_world_sim(KipWorld *world)
{
    return world->sim;
}

double kip_world_time(const KipWorld *world)
{
    return kip_sim_time(world->sim);
}

double kip_world_period(const KipWorld *world)
{
    return world->period;
}

/* -- a step ---------------------------------------------------------------------------------------------- */

static KipStatus control_member(KipWorld *world, int m, KipError *error)
{
    Member *member = world->member + m;
    KipDecision decision;
    double time = kip_sim_time(world->sim);
    KipStatus status = kip_supervisor_step(member->supervisor, time, &decision, error);
    if (status != KIP_OK)
        return status;
    if (world->hooks.decided && (decision.from != decision.to || decision.failed || decision.fate))
        world->hooks.decided(world->hooks.user, world, m, &decision);
    return kip_character_update(member->character, time, error);
}

static KipStatus control(KipWorld *world, KipError *error)
{
    KipStatus status = KIP_OK;
    if (world->state.step == 0)
        status = kip_world_note_touching(world, error); /* nothing has stepped yet: what touches now */
    kip_world_sense(world);
    if (status == KIP_OK && world->hooks.control)
        status = world->hooks.control(world->hooks.user, world, error);
    for (int m = 0; m < world->nmember && status == KIP_OK; m++)
        if (world->member[m].character && kip_sim_is_present(world->sim, kip_world_body(world, m)))
            status = control_member(world, m, error);
    memset(world->state.touching, 0, (size_t)world->state.ntouching * sizeof(Touching));
    world->state.ntouching = 0;
    return status;
}

/* Somebody may have changed the state, and not a step. */
static void note_change(KipWorld *world)
{
    int64_t revision = kip_sim_revision(world->sim);
    if (revision != world->stepped)
        kip_world_sense_change(world);
    world->stepped = revision;
}

KipStatus kip_world_step_begin(KipWorld *world, KipError *error)
{
    KipStatus status = KIP_OK;
    note_change(world);
    kip_world_renew_pushes(world);
    if (world->steps_a_period && world->state.step % world->steps_a_period == 0)
        status = control(world, error);
    note_change(world);
    return status;
}

/* Takes the step back where characters yield to what has touched them in it, and controls these; returns whether any does. What
 * touched remains noted. */
static bool yield(KipWorld *world, KipStatus *status, KipError *error)
{
    bool any = false;
    for (int m = 0; m < world->nmember && *status == KIP_OK; m++) {
        if (!world->member[m].character || !world->hooks.yields(world->hooks.user, world, m))
            continue;
        if (!any)
            kip_sim_step_back(world->sim);
        any = true;
        *status = control_member(world, m, error);
    }
    return any;
}

/* The step again, by forces, until nobody yields. */
static KipStatus step_again(KipWorld *world, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int round = 0; round < world->nmember && status == KIP_OK && yield(world, &status, error); round++) {
        kip_world_sense_change(world);
        if (status == KIP_OK)
            status = kip_sim_step(world->sim, error);
        if (status == KIP_OK)
            status = kip_world_note_touching(world, error);
    }
    return status;
}

KipStatus kip_world_step_end(KipWorld *world, KipError *error)
{
    KipStatus status = world->steps_a_period ? kip_world_note_touching(world, error) : KIP_OK;
    if (status == KIP_OK && world->hooks.yields && (status = step_again(world, error)) != KIP_OK)
        return status;
    world->stepped = kip_sim_revision(world->sim);
    world->state.step++;
    return status;
}

KipStatus kip_world_step(KipWorld *world, KipError *error)
{
    KipStatus status = kip_world_step_begin(world, error);
    if (status == KIP_OK)
        status = kip_sim_step(world->sim, error);
    return status == KIP_OK ? kip_world_step_end(world, error) : status;
}
