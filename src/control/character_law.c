/* Which law moves which joint of a character: one at a time. See character_parts.h. */
#include <string.h>

#include "character_parts.h"

static Follower *follower_of(const KipCharacter *character, int joint)
{
    return character->follower + (joint - character->first_joint);
}

/* -- the laws -------------------------------------------------------------------------------------------- */

static void list_targets(KipCharacter *character, KipPass *pass)
{
    kip_pass_part(pass, &kip_carry_fields, character->carry);
}

static KipStatus keep_time(KipCharacter *character, double time, KipError *error)
{
    return character->state.timing ? kip_character_keep_time(character, time, error) : KIP_OK;
}

static void list_timing(KipCharacter *character, KipPass *pass)
{
    kip_pass_part(pass, &kip_keys_fields, character->keys);
    kip_pass_part(pass, &kip_beat_fields, character->beat);
    kip_pass_part(pass, &kip_velocity_fields, character->velocity);
    kip_pass_part(pass, &kip_track_fields, character->track);
}

/* The torques that bore it. */
static void leave_stance(KipCharacter *character, int joint)
{
    const KipJoint *of = character->model->joint + joint;
    const KipDrives drives = kip_sim_drives(character->sim);
    memset(drives.feedforward + of->v, 0, (size_t)of->nv * sizeof(double));
}

static void list_stance(KipCharacter *character, KipPass *pass)
{
    if (character->stance)
        kip_pass_part(pass, &kip_stance_fields, character->stance);
}

static KipStatus carry_itself(KipCharacter *character, double time, KipError *error)
{
    (void)time, (void)error;
    if (character->wbc)
        kip_wbc_update(character->wbc, character->sim, character->period);
    return KIP_OK;
}

static void list_wbc(KipCharacter *character, KipPass *pass)
{
    if (character->wbc)
        kip_pass_part(pass, &kip_wbc_fields, character->wbc);
}

static void list_clip(KipCharacter *character, KipPass *pass)
{
    kip_pass_part(pass, &kip_play_fields, character->play);
}

const ControlLaw kip_control_law[CONTROL_LAWS] = {
    {"key-frames", kip_character_end_keys, keep_time, kip_character_leave_keys, list_timing},
    {"targets", kip_character_move_on, NULL, NULL, list_targets},
    {"stance", NULL, NULL, leave_stance, list_stance},
    {"whole-body control", NULL, carry_itself, NULL, list_wbc},
    {"clip", NULL, kip_character_move_as_clip, kip_character_leave_clip, list_clip},
};

static const ControlLaw *law_of(Owner owner)
{
    return kip_control_law + (owner == OWNER_CLIP       ? 4
                              : owner == OWNER_STANCE   ? 2
                              : owner_keeps_time(owner) ? 0
                                                        : 1);
}

/* -- taking ---------------------------------------------------------------------------------------------- */

void kip_character_take(KipCharacter *character, int joint, Owner owner)
{
    Follower *follower = follower_of(character, joint);
    const ControlLaw *before = law_of((Owner)follower->owner);
    if (before != law_of(owner) && before->leave)
        before->leave(character, joint);
    follower->owner = (int)owner;
}

void kip_character_take_all(KipCharacter *character)
{
    kip_character_leave_bearing(character);
    for (int j = character->first_joint; j < character->first_joint + character->njoint; j++)
        kip_character_take(character, j, OWNER_TARGET);
    kip_character_leave_motion(character);
}

Owner kip_character_owner(const KipCharacter *character, int joint)
{
    return (Owner)follower_of(character, joint)->owner;
}
