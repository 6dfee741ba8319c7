/* Modified physics of a character: the plane it is kept in, links whose axes are locked. */
#include <math.h>

#include "../dynamics/quat.h"
#include "../dynamics/vec3.h"
#include "character_parts.h"

enum { AXES = 6 };

/* To the left of where the character faces, level. */
static KipVec3 left_of(const KipCharacter *character)
{
    KipVec3 f = kip_character_facing(character), u = kip_character_up(character);
    KipVec3 left = v3(-f.y, f.x, 0);
    if (v3_length(left) < 1e-3)
        left = v3(u.y, -u.x, 0); /* it looks straight up or down: then its head points back or ahead */
    return v3_scale(1 / v3_length(left), left);
}

KipStatus kip_character_set_planar(KipCharacter *character, bool on, KipError *error)
{
    State *state = &character->state;
    KipSim *sim = character->sim;
    if (on == kip_character_is_planar(character))
        return KIP_OK;
    if (!on) {
        for (int i = 0; i < 2; i++) {
            kip_sim_release(sim, state->planar[i]);
            state->planar[i] = -1;
        }
        return KIP_OK;
    }
    const KipDynamics *d = kip_sim_dynamics(sim);
    KipVec3 normal = left_of(character), com = character->model->body[character->root].com;
    KipConstraint plane = {.type = KIP_PLANE,
                           .body2 = character->root,
                           .point2 = com,
                           .normal = normal,
                           .point1 = kip_point_position(d, character->root, com),
                           .turn = q_identity()};
    KipConstraint align = {.type = KIP_ALIGN,
                           .body2 = character->root,
                           .normal = normal,
                           .turn = q_identity(),
                           .axis2 = q_rotate(q_conjugate(kip_body_orientation(d, character->root)), normal)};
    KipStatus status = kip_sim_constrain(sim, &plane, &state->planar[0], error);
    if (status == KIP_OK) {
        status = kip_sim_constrain(sim, &align, &state->planar[1], error);
        if (status != KIP_OK) {
            kip_sim_release(sim, state->planar[0]);
            state->planar[0] = -1;
        }
    }
    return status;
}

bool kip_character_is_planar(const KipCharacter *character)
{
    return character->state.planar[0] >= 0;
}

static void unlock(KipCharacter *character, int link)
{
    State *state = &character->state;
    int kept = 0;
    for (int i = 0; i < state->nlocked; i++)
        if (state->locked[i].link == link)
            kip_sim_release(character->sim, state->locked[i].id);
        else
            state->locked[kept++] = state->locked[i];
    state->nlocked = kept;
}

KipStatus kip_character_lock(KipCharacter *character, int link, unsigned axes, double velocity,
                             KipError *error)
{
    static const KipVec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    State *state = &character->state;
    KipSim *sim = character->sim;
    unlock(character, link);
    for (int k = 0; k < AXES; k++) {
        if (!(axes >> k & 1))
            continue;
        if (state->nlocked == MOST_LOCKED)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%d axes are locked already", MOST_LOCKED);
        KipConstraint lock = k < 3
                                 ? kip_sim_hold_velocity(sim, link, character->model->body[link].com, axis[k])
                                 : kip_sim_hold_spin(sim, link, axis[k - 3]);
        if (!isnan(velocity))
            lock.target = velocity;
        Locked locked = {.link = link};
        KipStatus status = kip_sim_constrain(sim, &lock, &locked.id, error);
        if (status != KIP_OK)
            return status;
        state->locked[state->nlocked++] = locked;
    }
    return KIP_OK;
}
