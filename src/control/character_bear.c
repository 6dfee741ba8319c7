/* A character that carries itself: whole-body control moves all its joints. */
#include "character_parts.h"

static KipStatus need_wbc(const KipCharacter *character, KipError *error)
{
    if (character->wbc)
        return KIP_OK;
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                    "'%s' cannot carry itself: that takes a root with a free joint", character->name);
}

KipStatus kip_character_bear(KipCharacter *character, int link, KipError *error)
{
    KipStatus status = need_wbc(character, error);
    if (status != KIP_OK)
        return status;
    if (!kip_wbc_is_on(character->wbc))
        kip_character_take_all(character);
    return kip_wbc_bear(character->wbc, character->sim, link, error);
}

void kip_character_release(KipCharacter *character, int link, double seconds)
{
    if (character->wbc)
        kip_wbc_release(character->wbc, link, seconds);
}

KipStatus kip_character_set_task(KipCharacter *character, const KipWbcTask *task, KipError *error)
{
    KipStatus status = need_wbc(character, error);
    return status == KIP_OK ? kip_wbc_set_task(character->wbc, task, error) : status;
}

void kip_character_end_task(KipCharacter *character, KipWbcKind kind, int link)
{
    if (character->wbc)
        kip_wbc_end_task(character->wbc, kind, link);
}

KipStatus kip_character_set_posture(KipCharacter *character, int link, double weight, KipError *error)
{
    KipStatus status = need_wbc(character, error);
    return status == KIP_OK ? kip_wbc_set_posture(character->wbc, link, weight, error) : status;
}

const KipWbc *kip_character_wbc(const KipCharacter *character)
{
    return character->wbc;
}

void kip_character_leave_bearing(KipCharacter *character)
{
    KipDrives drives = kip_sim_drives(character->sim);
    if (!character->wbc || !kip_wbc_is_on(character->wbc))
        return;
    kip_wbc_end(character->wbc);
    for (int j = character->first_joint; j < character->first_joint + character->njoint; j++) {
        const KipJoint *joint = character->model->joint + j;
        for (int i = joint->v; i < joint->v + joint->nv; i++)
            drives.feedforward[i] = drives.rate[i] = 0;
    }
}
