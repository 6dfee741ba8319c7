/* Modified physics of a character: the plane it is kept in, links whose axes are locked, links planted on the ground. */
#include <math.h>

#include "../dynamics/quat.h"
#include "../dynamics/vec3.h"
#include "character_parts.h"

enum { AXES = 6, ALL_AXES = 63 };

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
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "%d axes are locked already, the most that can be: unlock a link first",
                            MOST_LOCKED);
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

/* -- planted links ----------------------------------------------------------------------------------------- */

static int find_planted(const KipCharacter *character, int link)
{
    int i = 0;
    while (i < character->state.nplanted && character->state.planted[i].link != link)
        i++;
    return i < character->state.nplanted ? i : -1;
}

/* Masks or unmasks contacts of the link and its descendants. */
static void mask_contacts(KipCharacter *character, int link, unsigned axes)
{
    const KipBody *body = character->model->body;
    for (int b = link; b < character->model->nbody; b++) {
        int above = b;
        while (above > link)
            above = body[above].parent;
        if (above == link)
            kip_sim_set_mask(character->sim, b, KIP_FROM_CONTACTS, axes);
    }
}

void kip_character_unplant(KipCharacter *character, int link)
{
    State *state = &character->state;
    const int i = find_planted(character, link);
    if (i < 0)
        return;
    kip_sim_release(character->sim, state->planted[i].id);
    mask_contacts(character, link, 0);
    state->planted[i] = state->planted[--state->nplanted];
    for (int k = 0; k < state->nplanted; k++) /* one may be a part of another */
        mask_contacts(character, state->planted[k].link, ALL_AXES);
}

KipStatus kip_character_plant(KipCharacter *character, int link, const KipVec3 *at, const KipQuat *turn,
                              KipError *error)
{
    State *state = &character->state;
    Locked planted = {.link = link};
    kip_character_unplant(character, link);
    if (state->nplanted == MOST_PLANTED)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "%d links are planted already, the most that can be: unplant one first",
                        MOST_PLANTED);
    KipConstraint weld = kip_sim_weld(character->sim, 0, link, v3_zero());
    if (at)
        weld.point1 = *at;
    if (turn)
        weld.turn = q_normalize(*turn);
    KipStatus status = kip_sim_constrain(character->sim, &weld, &planted.id, error);
    if (status != KIP_OK)
        return status;
    state->planted[state->nplanted++] = planted;
    mask_contacts(character, link, ALL_AXES);
    return KIP_OK;
}

bool kip_character_is_planted(const KipCharacter *character, int link)
{
    return find_planted(character, link) >= 0;
}

void kip_character_plant_force(const KipCharacter *character, int link, KipVec3 *force, KipVec3 *torque)
{
    const int i = find_planted(character, link);
    const double nothing[6] = {0};
    const double *f =
        i < 0 ? nothing : kip_sim_constraint_forces(character->sim, character->state.planted[i].id);
    *force = v3_from(f), *torque = v3_from(f + 3);
}
