/* A character that follows a motion kinematically, without forces on its joints (HYB, RBDA 9.2).
 *
 * Each control period the joints are set to the motion's coordinates and rates, with the mean acceleration until the next
 * one. When they are released they keep these: the transition to physics changes no state. */
#include "character_parts.h"

/* -- on and off ------------------------------------------------------------------------------------------ */

KipStatus kip_character_play(KipCharacter *character, int motion, const KipPlayDef *def,
                             const unsigned char *joints, KipError *error)
{
    if (motion < 0 || motion >= character->nmotion)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%s' has no motion of number %d", character->name,
                        motion);
    const int before = character->state.playing;
    KipStatus status =
        kip_play_begin(character->play, character->motion[motion], def, kip_sim_q(character->sim),
                       kip_sim_v(character->sim), kip_sim_time(character->sim), error);
    if (status != KIP_OK)
        return status;
    if (!joints)
        kip_character_take_all(character);
    kip_character_leave_bearing(character);
    for (int j = 0; j < character->njoint; j++)
        if (!joints || joints[j])
            kip_character_take(character, character->first_joint + j, OWNER_CLIP);
    character->state.playing = motion;
    character->state.played = kip_play_before(character->play) ? before : -1;
    return kip_character_move_as_clip(character, kip_sim_time(character->sim), error);
}

void kip_character_leave_clip(KipCharacter *character, int joint)
{
    kip_sim_free_joints(character->sim, joint, 1);
}

bool kip_character_is_playing(const KipCharacter *character)
{
    for (int j = character->first_joint; j < character->first_joint + character->njoint; j++)
        if (kip_character_owner(character, j) == OWNER_CLIP)
            return true;
    return false;
}

const KipPlay *kip_character_clip(const KipCharacter *character)
{
    return kip_character_is_playing(character) ? character->play : NULL;
}

/* -- each control period ---------------------------------------------------------------------------------- */

KipStatus kip_character_move_as_clip(KipCharacter *character, double time, KipError *error)
{
    const int end = character->first_joint + character->njoint;
    const KipModel *model = character->model;
    double *q = character->scratch, *v = character->clip_v[0], *next = character->clip_v[1];
    KipStatus status = KIP_OK;
    if (!kip_character_is_playing(character))
        return status;
    kip_play_update(character->play, time);
    kip_play_sample(character->play, time + character->period, q, next);
    kip_play_sample(character->play, time, q, v);
    for (int j = character->first_joint; j < end; j++) {
        const KipJoint *joint = model->joint + j;
        for (int k = joint->v; k < joint->v + joint->nv; k++)
            next[k] = (next[k] - v[k]) / character->period;
    }
    for (int j = character->first_joint; j < end && status == KIP_OK;) {
        int n = 0;
        while (j + n < end && kip_character_owner(character, j + n) == OWNER_CLIP)
            n++;
        const KipJoint *joint = model->joint + j;
        if (n > 0)
            status =
                kip_sim_prescribe(character->sim, j, n, q + joint->q, v + joint->v, next + joint->v, error);
        j += n + 1;
    }
    return status;
}
