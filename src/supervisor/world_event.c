/* What happens to a world: pushes, throws, marks. */
#include <math.h>
#include <string.h>

#include "../dynamics/quat.h"
#include "../dynamics/vec3.h"
#include "world_parts.h"

/* The mean of the points at which a body is pushed, each weighted by its force, so that parallel pushes need no torque; where
 * all share a point, that very point. */
static KipVec3 mean_point(const State *state, int body)
{
    const Push *first = NULL;
    KipVec3 point = v3_zero();
    double sum = 0;
    bool shared = true;
    for (int i = 0; i < state->npush; i++)
        if (state->push[i].body == body) {
            double weight = v3_length(state->push[i].force);
            point = v3_add_scaled(point, weight, state->push[i].point);
            sum += weight;
            first = first ? first : state->push + i;
            shared = shared && v3_length(v3_sub(state->push[i].point, first->point)) == 0;
        }
    return first && shared ? first->point : v3_scale(sum > 0 ? 1 / sum : 0, point);
}

/* All pushes on a body as one. */
static void set_pushes(KipWorld *world, int body)
{
    const State *state = &world->state;
    KipQuat turn = kip_body_orientation(kip_sim_dynamics(world->sim), body);
    KipVec3 force = v3_zero(), torque = v3_zero(), point = mean_point(state, body);
    for (int i = 0; i < state->npush; i++)
        if (state->push[i].body == body) {
            KipVec3 arm = q_rotate(turn, v3_sub(state->push[i].point, point));
            force = v3_add(force, state->push[i].force);
            torque = v3_add(torque, v3_cross(arm, state->push[i].force));
        }
    kip_sim_set_external(world->sim, body, force, torque, point);
}

KipStatus kip_world_push(KipWorld *world, int body, KipVec3 force, double seconds, KipVec3 point,
                         KipError *error)
{
    State *state = &world->state;
    if (body < 1)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "what stands still cannot be pushed");
    if (state->npush == MOST_PUSHES)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "%d pushes act already, the most that can at once: let some be shorter, or later",
                        MOST_PUSHES);
    double least = kip_sim_timestep(world->sim);
    state->push[state->npush++] = (Push){.body = body,
                                         .end = kip_sim_time(world->sim) + fmax(seconds, least),
                                         .force = force,
                                         .point = point};
    set_pushes(world, body);
    return KIP_OK;
}

/* Before each step: those that are over end, and the points of the others have turned with their bodies. */
void kip_world_renew_pushes(KipWorld *world)
{
    State *state = &world->state;
    double now = kip_sim_time(world->sim) + 0.5 * kip_sim_timestep(world->sim);
    for (int i = state->npush - 1; i >= 0; i--) {
        int body = state->push[i].body;
        if (state->push[i].end < now)
            memmove(state->push + i, state->push + i + 1, (size_t)(--state->npush - i) * sizeof *state->push);
        set_pushes(world, body);
    }
}

/* Nothing holds a body of this tree any more, and none of them holds anything. */
static void let_go(KipWorld *world, int root)
{
    for (int m = 0; m < world->nmember; m++) {
        KipCharacter *character = world->member[m].character;
        int link, object;
        while (character && kip_character_detach_tree(character, root, &link, &object))
            if (world->hooks.let_go)
                world->hooks.let_go(world->hooks.user, world, link, object);
    }
}

KipStatus kip_world_throw(KipWorld *world, int member, KipVec3 position, KipVec3 velocity, KipVec3 spin,
                          KipError *error)
{
    int body = kip_world_body(world, member);
    const KipBody *b = world->model->body + body;
    if (body == 0 || b->njoint != 1 || world->model->joint[b->joint].type != KIP_JOINT_FREE)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%s' cannot be thrown: it is not free to fly",
                        world->member[member].def.name);
    let_go(world, body);
    KipStatus status = kip_sim_set_present(world->sim, body, true, error);
    if (status != KIP_OK)
        return status;
    double q[7] = {position.x, position.y, position.z}, v[6] = {velocity.x, velocity.y, velocity.z};
    KipQuat turn = q_from(kip_sim_q(world->sim) + b->q + 3);
    q_store(q + 3, turn);
    v3_store(v + 3, q_rotate(q_conjugate(turn), spin));
    status = kip_sim_place(world->sim, body, q, v, error);
    if (status != KIP_OK)
        return status;
    world->member[member].filtered = (Filtered){0}; /* all that was is of another flight */
    kip_world_forget_touching(world, body);
    return KIP_OK;
}

KipStatus kip_world_vanish(KipWorld *world, int member, KipError *error)
{
    const int body = kip_world_body(world, member);
    KipStatus status = kip_sim_set_present(world->sim, body, false, error);
    if (status == KIP_OK)
        let_go(world, body);
    return status;
}

KipStatus kip_world_mark(KipWorld *world, const char *name, KipError *error)
{
    State *state = &world->state;
    int i = 0;
    size_t n = strlen(name);
    while (i < state->nmark && strcmp(state->mark[i].name, name) != 0)
        i++;
    if (i == MOST_MARKS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "there are %d marks already, the most that can be: use one of their names again",
                        MOST_MARKS);
    if (n >= MARK_SIZE)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the name '%s' is longer than %d letters", name,
                        MARK_SIZE - 1);
    memcpy(state->mark[i].name, name, n + 1);
    state->mark[i].time = kip_sim_time(world->sim);
    state->nmark = i == state->nmark ? i + 1 : state->nmark;
    return KIP_OK;
}

double kip_world_since(const KipWorld *world, const char *name)
{
    for (int i = 0; i < world->state.nmark; i++)
        if (strcmp(world->state.mark[i].name, name) == 0)
            return kip_sim_time(world->sim) - world->state.mark[i].time;
    return INFINITY;
}
