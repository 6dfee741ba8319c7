/* Reaching and holding: inverse kinematics into the targets, and attachments. */
#include <math.h>
#include <string.h>

#include "../dynamics/quat.h"
#include "../dynamics/vec3.h"
#include "character_parts.h"

/* -- inverse kinematics ---------------------------------------------------------------------------------- */

/* The nearest ancestor that carries more than one limb, else the root; 0 where the root itself is jointed to the
 * world by more or less than a free joint. */
static int trunk_of(const KipCharacter *character, int link)
{
    const KipModel *model = character->model;
    for (int a = model->body[link].parent; a != 0; a = model->body[a].parent) {
        int limbs = 0;
        for (int b = 1; b < model->nbody; b++)
            limbs += model->body[b].parent == a && model->body[b].njoint > 0;
        if (limbs > 1)
            return a;
    }
    const KipBody *root = model->body + character->root;
    return root->njoint && model->joint[root->joint].type == KIP_JOINT_FREE ? character->root : 0;
}

/* A target that moves little is tracked from the result of the last search, even if that did not reach it: 5 iterations
 * instead of 100, which took a sixth of the time of felled.py. It is searched again when its distance has changed by more
 * than a fraction, and at intervals. */
static const int most_follows = 25;
static const double part = 0.1, least = 1e-3; /* m */

static Missed *missed_of(State *state, int link)
{
    for (int i = 0; i < MOST_MISSED && link > 0; i++)
        if (state->missed[i].link == link)
            return state->missed + i;
    return NULL;
}

static void forget_missed(State *state, const Missed *missed)
{
    const int at = (int)(missed - state->missed);
    memmove(state->missed + at, state->missed + at + 1, (size_t)(MOST_MISSED - 1 - at) * sizeof *missed);
    state->missed[MOST_MISSED - 1] = (Missed){0};
}

/* The last ones are first; in a full list the oldest is dropped. */
static void note_missed(State *state, int link, double away)
{
    memmove(state->missed + 1, state->missed, (MOST_MISSED - 1) * sizeof *state->missed);
    state->missed[0] = (Missed){.link = link, .away = away};
}

/* Of one target. */
static double away_from(const KipIkResult *result)
{
    const KipIkDef def = kip_ik_def();
    const double turn = def.tolerance / def.turn_tolerance * result->turn_error;
    return sqrt(result->error * result->error + turn * turn);
}

/* The chain's present targets, in scratch. */
static void start_chain(KipCharacter *character, int n)
{
    const KipModel *model = character->model;
    const KipDrives drives = kip_sim_drives(character->sim);
    memcpy(character->scratch, kip_sim_q(character->sim), (size_t)model->nq * sizeof(double));
    for (int i = 0; i < n; i++) {
        const KipJoint *joint = model->joint + character->chain[i];
        memcpy(character->scratch + joint->q, drives.target + joint->q, (size_t)joint->nq * sizeof(double));
    }
    kip_model_normalize(model, character->scratch);
}

/* Brings n joints of the chain, in scratch, to the target. */
static KipStatus reach(KipCharacter *character, int n, const KipIkTarget *target, KipIkResult *result,
                       KipError *error)
{
    State *state = &character->state;
    Missed *missed = missed_of(state, target->body);
    KipStatus status = KIP_OK;
    start_chain(character, n);
    if (missed && missed->follows < most_follows) {
        status =
            kip_ik_follow(character->ik, character->scratch, character->chain, n, target, 1, result, error);
        missed->follows++;
        const double change = status == KIP_OK ? fabs(away_from(result) - missed->away) : 0;
        if (status != KIP_OK || (!result->reached && change <= part * missed->away + least))
            return status;
        start_chain(character, n);
    }
    status = kip_ik_solve(character->ik, character->scratch, character->chain, n, target, 1, result, error);
    if (missed && status == KIP_OK)
        forget_missed(state, missed);
    if (status == KIP_OK && !result->reached)
        note_missed(state, target->body, away_from(result));
    return status;
}

KipStatus kip_character_set_ik_target(KipCharacter *character, KipVec3 position, int link,
                                      const KipVec3 *point, const KipQuat *orientation, KipIkResult *result,
                                      KipError *error)
{
    const State *state = &character->state;
    const KipModel *model = character->model;
    KipIkTarget target = kip_ik_target();
    if (link < 0) {
        if (state->nheld == 0)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "'%s' holds nothing; give the link that is to get there", character->name);
        link = state->held[state->nheld - 1].link;
        target.point = state->held[state->nheld - 1].centre;
    }
    target.body = link;
    target.position = position;
    if (point)
        target.point = *point;
    if (orientation)
        target.oriented = true, target.orientation = *orientation;
    KipDrives drives = kip_sim_drives(character->sim);
    int n = kip_ik_chain(model, link, trunk_of(character, link), character->chain);
    KipIkResult found;
    KipStatus status = reach(character, n, &target, &found, error);
    if (result && status == KIP_OK)
        *result = found;
    for (int i = 0; i < n && status == KIP_OK; i++) {
        const KipJoint *joint = model->joint + character->chain[i];
        const bool stands = kip_character_owner(character, character->chain[i]) == OWNER_STANCE;
        if (stands || character->keys->on[character->chain[i]])
            kip_character_own_gains(character, joint, drives);
        kip_character_take(character, character->chain[i], OWNER_TARGET);
        memcpy(drives.target + joint->q, character->scratch + joint->q, (size_t)joint->nq * sizeof(double));
        memset(drives.rate + joint->v, 0, (size_t)joint->nv * sizeof(double));
    }
    return status;
}

/* -- attachments ----------------------------------------------------------------------------------------- */

static int find_held(const KipCharacter *character, int link, int object)
{
    for (int i = 0; i < character->state.nheld; i++)
        if (character->state.held[i].link == link && character->state.held[i].object == object)
            return i;
    return -1;
}

KipStatus kip_character_attach(KipCharacter *character, int link, int object, KipError *error)
{
    State *state = &character->state;
    const KipModel *model = character->model;
    if (find_held(character, link, object) >= 0)
        return KIP_OK;
    if (state->nheld == MOST_HELD)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%s' holds %d things already; detach one first",
                        character->name, MOST_HELD);
    const KipDynamics *d = kip_sim_dynamics(character->sim);
    KipConstraint weld = kip_sim_weld(character->sim, link, object, model->body[object].com);
    KipVec3 away = v3_sub(kip_point_position(d, object, model->body[object].com), kip_body_position(d, link));
    Held held = {.link = link,
                 .object = object,
                 .centre = q_rotate(q_conjugate(kip_body_orientation(d, link)), away)};
    KipStatus status = kip_sim_constrain(character->sim, &weld, &held.id, error);
    if (status == KIP_OK)
        state->held[state->nheld++] = held;
    return status;
}

void kip_character_detach(KipCharacter *character, int link, int object)
{
    State *state = &character->state;
    int i = find_held(character, link, object);
    if (i < 0)
        return;
    kip_sim_release(character->sim, state->held[i].id);
    memmove(state->held + i, state->held + i + 1, (size_t)(--state->nheld - i) * sizeof *state->held);
}

bool kip_character_detach_tree(KipCharacter *character, int root, int *link, int *object)
{
    const KipBody *body = character->model->body;
    for (int i = 0; i < character->state.nheld; i++) {
        const Held *held = character->state.held + i;
        if (body[held->link].root != root && body[held->object].root != root)
            continue;
        *link = held->link, *object = held->object;
        kip_character_detach(character, *link, *object);
        return true;
    }
    return false;
}

bool kip_character_is_attached(const KipCharacter *character, int link, int object)
{
    return find_held(character, link, object) >= 0;
}
