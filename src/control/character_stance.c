/* A character on its two feet: stance control moves legs and waist. */
#include "character_parts.h"

static KipStatus need_legs(const KipCharacter *character, KipError *error)
{
    if (character->stance)
        return KIP_OK;
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                    "'%s' does not stand on two feet, at the ends of legs of hinges, with a waist of hinges; "
                    "a "
                    "text 'feet' of the model names them, left and right",
                    character->name);
}

KipStatus kip_character_stance_goal(const KipCharacter *character, KipStanceGoal *goal, KipError *error)
{
    KipStatus status = need_legs(character, error);
    if (status == KIP_OK)
        *goal = kip_stance_goal(character->stance);
    return status;
}

KipStatus kip_character_stand(KipCharacter *character, const KipStanceGoal *goal, double period,
                              KipError *error)
{
    KipStatus status = need_legs(character, error);
    if (status != KIP_OK)
        return status;
    if (character->wbc && kip_wbc_is_on(character->wbc)) {
        kip_character_leave_bearing(character);
        for (int j = character->first_joint; j < character->first_joint + character->njoint; j++)
            if (character->model->joint[j].type != KIP_JOINT_FREE)
                kip_character_own_gains(character, character->model->joint + j,
                                        kip_sim_drives(character->sim));
    }
    const int *joint, n = kip_stance_joints(character->stance, &joint);
    for (int i = 0; i < n; i++)
        kip_character_take(character, joint[i], OWNER_STANCE);
    kip_stance_update(character->stance, character->sim, goal, period);
    return KIP_OK;
}

void kip_character_carry(KipCharacter *character, double gain, double period)
{
    for (int j = character->first_joint; j < character->first_joint + character->njoint; j++)
        if (kip_character_owner(character, j) == OWNER_STANCE)
            kip_character_take(character, j, OWNER_TARGET);
    kip_carry_update(character->carry, character->sim, gain, period);
}

const KipStance *kip_character_legs(const KipCharacter *character)
{
    return character->stance;
}
