/* Words of scenes: velocity control (VBC), and planted feet. Argument 0 is the character. */
#include "../../dynamics/quat.h"
#include "natives.h"

static bool word_set_velocity(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const KipArgument *read = call->read;
    KipError error;
    KipVelocityDef def = kip_velocity_def();
    def.period = kip_world_period(self.world);
    def.time = (KipTimeMode)read[2].index, def.reaction = read[3].number;
    def.ramp = (KipRamp)read[4].index, def.floor = read[5].number;
    def.fastest = read[6].given ? read[6].number : def.fastest;
    return kip_scene_done(call, kip_character_set_velocity(self.character, read[1].on ? &def : NULL, &error),
                          &error);
}

/* joints {name: angle or quaternion}, seconds. */
static bool word_reach(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const KipValue joints = call->argument[1];
    KipError error;
    if (joints.type != KIP_DICT)
        return kip_call_fail(call, "joints must be a dict of angles by joint names, not %s",
                             kip_type_name(call->machine, joints));
    const KipEntry *entry;
    for (uint32_t at = 0; (entry = kip_dict_next(call->machine, joints, &at));) {
        double q[4];
        int joint;
        if (!kip_scene_find_joint(call, entry->key, self.member, &joint) ||
            !kip_scene_read_coordinates(call, entry->value, self.scene->model->joint + joint, q))
            return false;
        if (kip_character_reach(self.character, joint, q, call->read[2].number, &error) != KIP_OK)
            return kip_call_error(call, &error);
    }
    return true;
}

/* -- planted links ----------------------------------------------------------------------------------------- */

static bool word_plant(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const KipArgument *link = &call->read[1], *at = &call->read[2], *turn = &call->read[3];
    KipError error;
    if (turn->given && !(q_dot(turn->quat, turn->quat) > 0))
        return kip_call_fail(call, "the orientation is zero");
    KipStatus status = kip_character_plant(self.character, link->index, at->given ? &at->vector : NULL,
                                           turn->given ? &turn->quat : NULL, &error);
    if (status == KIP_OK)
        kip_scene_event(self.scene, "%s is planted", kip_scene_own_name(self.scene, link->index));
    return kip_scene_done(call, status, &error);
}

static bool word_unplant(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const int link = call->read[1].index;
    if (kip_character_is_planted(self.character, link))
        kip_scene_event(self.scene, "%s is free", kip_scene_own_name(self.scene, link));
    kip_character_unplant(self.character, link);
    return true;
}

static bool word_is_planted(KipCall *call)
{
    call->result = kip_bool(kip_character_is_planted(kip_scene_self(call).character, call->read[1].index));
    return true;
}

static bool word_plant_force(KipCall *call)
{
    KipVec3 force, torque;
    KipValue item[2];
    kip_character_plant_force(kip_scene_self(call).character, call->read[1].index, &force, &torque);
    return kip_vector_make(call->machine, force, &item[0]) &&
           kip_vector_make(call->machine, torque, &item[1]) &&
           kip_tuple_make(call->machine, 2, item, &call->result);
}

/* -- the table --------------------------------------------------------------------------------------- */

static const KipNativeDef words[] = {
    {"setVelocity(self: character, on: bool=True, time: countdown='remaining', reaction: number=0.02, "
     "ramp: ramp='magnitude', floor: number=0, fastest: number=None)",
     word_set_velocity, "Velocity control (VBC): joints at the rates they need."},
    {"reach(self: character, joints, seconds: number)", word_reach,
     "Angles that joints have in so many seconds."},
    {"plant(self: character, link: link, at: vec=None, orientation: quat=None)", word_plant,
     "Welds a link to the ground (VBC's foot joint)."},
    {"unplant(self: character, link: link)", word_unplant, "Ends plant()."},
    {"isPlanted(self: character, link: link)", word_is_planted, "Is the link welded to the ground?"},
    {"plantForce(self: character, link: link)", word_plant_force,
     "The force of the weld over the last step."},
};

const KipNativeTable kip_vocabulary_velocity = KIP_NATIVE_TABLE(words);
