/* The vocabulary of scenes: velocity control, and feet that are planted. The first argument is the character. */
#include "../../dynamics/quat.h"
#include "natives.h"

/* on, time, reaction, ramp, floor, fastest. */
static bool word_set_velocity(KipCall *call)
{
    static const char *const time[] = {"remaining", "fixed"}, *const ramp[] = {"magnitude", "slew"};
    Self self;
    KipError error;
    bool on;
    int t = 0, r = 0;
    if (!kip_scene_self(call, &self))
        return false;
    KipVelocityDef def = kip_velocity_def();
    def.period = kip_world_period(self.world);
    if (!kip_call_bool(call, 1, &on) || !kip_scene_choose(call, 2, "time", time, 2, &t) ||
        !kip_call_number(call, 3, &def.reaction) || !kip_scene_choose(call, 4, "ramp", ramp, 2, &r) ||
        !kip_call_number(call, 5, &def.floor) ||
        (kip_call_given(call, 6) && !kip_call_number(call, 6, &def.fastest)))
        return false;
    def.time = (KipTimeMode)t, def.ramp = (KipRamp)r;
    return kip_scene_done(call, kip_character_set_velocity(self.character, on ? &def : NULL, &error), &error);
}

/* joints {name: angle or quaternion}, seconds. */
static bool word_reach(KipCall *call)
{
    Self self;
    KipError error;
    double seconds;
    if (!kip_scene_self(call, &self) || !kip_call_number(call, 2, &seconds))
        return false;
    if (call->argument[1].type != KIP_DICT)
        return kip_call_fail(call, "joints must be a dict of angles by joint names, not %s",
                             kip_type_name(call->machine, call->argument[1]));
    const KipDict *dict = kip_dict_of(call->machine, call->argument[1]);
    const KipEntry *entry = dict->used ? kip_heap_block(call->machine, dict->entries) : NULL;
    for (uint32_t i = 0; i < dict->used; i++) {
        double q[4];
        int joint;
        if (entry[i].key.type == KIP_ABSENT)
            continue;
        if (!kip_scene_find_joint(call, entry[i].key, self.member, &joint) ||
            !kip_scene_read_coordinates(call, entry[i].value, self.scene->model->joint + joint, q))
            return false;
        if (kip_character_reach(self.character, joint, q, seconds, &error) != KIP_OK)
            return kip_call_error(call, &error);
    }
    return true;
}

/* -- planted links ----------------------------------------------------------------------------------------- */

/* link, at, orientation. */
static bool word_plant(KipCall *call)
{
    Self self;
    KipError error;
    KipVec3 at;
    KipQuat turn;
    int link;
    if (!kip_scene_self(call, &self) || !kip_scene_link(call, 1, self.member, &link))
        return false;
    const bool placed = kip_call_given(call, 2), turned = kip_call_given(call, 3);
    if ((placed && !kip_call_vector(call, 2, &at)) || (turned && !kip_scene_quat(call, 3, &turn)))
        return false;
    if (turned && !(q_dot(turn, turn) > 0))
        return kip_call_fail(call, "the orientation is nought");
    KipStatus status =
        kip_character_plant(self.character, link, placed ? &at : NULL, turned ? &turn : NULL, &error);
    if (status == KIP_OK)
        kip_scene_event(self.scene, "%s is planted", kip_scene_own_name(self.scene, link));
    return kip_scene_done(call, status, &error);
}

static bool word_unplant(KipCall *call)
{
    Self self;
    int link;
    if (!kip_scene_self(call, &self) || !kip_scene_link(call, 1, self.member, &link))
        return false;
    if (kip_character_is_planted(self.character, link))
        kip_scene_event(self.scene, "%s is free", kip_scene_own_name(self.scene, link));
    kip_character_unplant(self.character, link);
    return true;
}

static bool word_is_planted(KipCall *call)
{
    Self self;
    int link;
    if (!kip_scene_self(call, &self) || !kip_scene_link(call, 1, self.member, &link))
        return false;
    call->result = kip_bool(kip_character_is_planted(self.character, link));
    return true;
}

static bool word_plant_force(KipCall *call)
{
    Self self;
    KipVec3 force, torque;
    int link;
    if (!kip_scene_self(call, &self) || !kip_scene_link(call, 1, self.member, &link))
        return false;
    kip_character_plant_force(self.character, link, &force, &torque);
    KipValue item[2];
    if (!kip_call_return_vector(call, force))
        return false;
    item[0] = call->result;
    if (!kip_call_return_vector(call, torque))
        return false;
    item[1] = call->result;
    return kip_tuple_make(call->machine, 2, item, &call->result);
}

/* -- the table --------------------------------------------------------------------------------------- */

static const KipNativeDef of_characters[] = {
    {"setVelocity(on=True, time='remaining', reaction=0.02, ramp='magnitude', floor=0, fastest=None)",
     word_set_velocity, "Velocity control (VBC): joints at the rates they need."},
    {"reach(joints, seconds)", word_reach, "Angles that joints have in so many seconds."},
    {"plant(link, at=None, orientation=None)", word_plant, "Welds a link to the ground (VBC's foot joint)."},
    {"unplant(link)", word_unplant, "Ends plant()."},
    {"isPlanted(link)", word_is_planted, "Is the link welded to the ground?"},
    {"plantForce(link)", word_plant_force, "What the weld gave over the last step."},
};

const KipVocabulary kip_vocabulary_velocity = {{NULL, 0}, KIP_WORD_TABLE(of_characters)};
