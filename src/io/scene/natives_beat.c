/* Words of scenes: timed control of a character (OTB), key-frames and motions. Argument 0 is the character. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "natives.h"

/* -- on and off ------------------------------------------------------------------------------------------ */

static bool word_set_beat(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const KipArgument *read = call->read;
    KipError error;
    KipBeatDef def = kip_beat_def(self.scene->model);
    def.period = kip_world_period(self.world);
    def.fraction = read[2].number;
    def.constants = (KipConstantsMode)read[3].index, def.time = (KipTimeMode)read[4].index;
    def.compensation = (KipCompensation)read[5].index, def.moment = (KipMomentMode)read[6].index;
    def.gravity = read[7].number, def.floor = read[8].number;
    return kip_scene_done(call, kip_character_set_beat(self.character, read[1].on ? &def : NULL, &error),
                          &error);
}

/* -- key-frames and motions ------------------------------------------------------------------------------ */

static bool word_add_key(KipCall *call)
{
    const KipArgument *read = call->read;
    const double angle = read[2].number, time = read[3].number, rate = read[4].number;
    KipError error;
    return kip_scene_check_target(call, kip_scene_joint(call, 1), angle) &&
           kip_scene_done(call,
                          kip_character_add_key(kip_scene_self(call).character, read[1].index, angle, rate,
                                                time, &error),
                          &error);
}

static bool word_track(KipCall *call)
{
    const Self self = kip_scene_self(call);
    KipError error;
    KipTrackDef def = kip_track_def();
    const KipMotion *read;
    int motion;
    def.tension = call->read[2].number, def.look = call->read[3].number;
    KipStatus status = kip_scene_motion(self.scene, self.member, call->read[1].text, &motion, &read, &error);
    if (status == KIP_OK)
        status = kip_character_follow(self.character, motion, &def, call->read[4].number, &error);
    return kip_scene_done(call, status, &error);
}

static bool word_set_tension(KipCall *call)
{
    KipError error;
    KipCharacter *character = kip_scene_self(call).character;
    return kip_scene_done(call, kip_character_set_tension(character, call->read[1].number, &error), &error);
}

static bool word_perturb(KipCall *call)
{
    kip_character_perturb(kip_scene_self(call).character);
    return true;
}

/* -- what can be asked ----------------------------------------------------------------------------------- */

static const char *own_name(const KipCharacter *character, const KipJoint *joint)
{
    return joint->name + strlen(kip_character_prefix(character));
}

/* Returns a list of (joint, time of the key-frame, time of the arrival). */
static bool word_misses(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const KipBeatFailure *miss;
    const int n = kip_character_misses(self.character, &miss);
    if (!kip_list_make(call->machine, (size_t)n, &call->result))
        return false;
    for (int i = 0; i < n; i++) {
        const char *name = own_name(self.character, self.scene->model->joint + miss[i].joint);
        KipValue item[3] = {kip_none(), kip_float(miss[i].key), kip_float(miss[i].arrival)}, tuple;
        if (!kip_string_make(call->machine, name, strlen(name), &item[0]) ||
            !kip_tuple_make(call->machine, 3, item, &tuple) ||
            !kip_list_append(call->machine, call->result, tuple))
            return false;
    }
    return true;
}

/* Fails for a joint with several axes. */
static bool check_axis(KipCall *call)
{
    const KipJoint *joint = kip_scene_joint(call, 1);
    return joint->nv == 1 || kip_call_fail(call, "'%s' has no single axis", joint->name);
}

static bool word_gains(KipCall *call)
{
    if (!check_axis(call))
        return false;
    const KipBeatState state = kip_character_beat_state(kip_scene_self(call).character);
    const int v = kip_scene_joint(call, 1)->v;
    const KipValue item[2] = {kip_float(state.ks[v]), kip_float(state.kd[v])};
    return kip_tuple_make(call->machine, 2, item, &call->result);
}

static bool word_wanted(KipCall *call)
{
    const KipCharacter *character = kip_scene_self(call).character;
    if (!check_axis(call))
        return false;
    const double *torque = kip_character_is_by_velocity(character)
                               ? kip_character_velocity_state(character).force
                               : kip_character_beat_state(character).torque;
    call->result = kip_float(torque[kip_scene_joint(call, 1)->v]);
    return true;
}

/* -- the time line --------------------------------------------------------------------------------------- */

static void tell_miss(KipScene *scene, const KipCharacter *character, const KipBeatFailure *miss)
{
    const KipJoint *joint = scene->model->joint + miss->joint;
    const char *name = own_name(character, joint), *unit = joint->type == KIP_JOINT_SLIDE ? "N" : "N m";
    const double allowed = fabs(miss->allowed), wanted = fabs(miss->wanted);
    if (miss->off > 0)
        kip_scene_event(scene, "%s was not there at %.4g s: %.3g %s off", name, miss->key, miss->off,
                        joint->type == KIP_JOINT_SLIDE ? "m" : "rad");
    else if (isfinite(miss->arrival))
        kip_scene_event(scene, "%s will be %.2g s late: %.4g %s, %.4g are wanted", name,
                        miss->arrival - miss->key, allowed, unit, wanted);
    else
        kip_scene_event(scene, "%s will not get there: %.4g %s, %.4g are wanted", name, allowed, unit,
                        wanted);
}

void kip_scene_tell_beat(KipScene *scene, double time)
{
    for (int m = 0; m < scene->nmember; m++) {
        const KipCharacter *character = kip_world_character(scene->world, m);
        const KipBeatFailure *miss;
        int n = character ? kip_character_misses(character, &miss) : 0;
        for (int i = 0; i < n; i++)
            if (miss[i].time == time)
                tell_miss(scene, character, &miss[i]);
        if (character && kip_character_perturbed(character) == time)
            kip_scene_event(scene, "%s is perturbed in what it follows", scene->member[m]->name);
    }
}

/* -- the table --------------------------------------------------------------------------------------- */

static const KipNativeDef words[] = {
    {"setBeat(self: character, on: bool=True, fraction: number=0.9, constants: constants='rest', "
     "time: countdown='remaining', compensation: compensation='lower', moment: moment='whole', gravity: number=1, "
     "floor: number=0.02)",
     word_set_beat, "Timed control (On the Beat): joints arrive in time."},
    {"addKey(self: character, joint: joint, angle: number, time: number, rate: number=0)", word_add_key,
     "A joint's angle at a time of the clock."},
    {"track(self: character, file: text, tension: number=0.3, look: number=0.05, start: number=0)",
     word_track, "Follows a recorded motion."},
    {"setTension(self: character, seconds: number)", word_set_tension,
     "How soon it is back on the motion after a hit."},
    {"perturb(self: character)", word_perturb, "Tracking reacts as if it had been hit."},
    {"misses(self: character)", word_misses, "Keys that will be late, or were."},
    {"gains(self: character, joint: joint)", word_gains, "(ks, kd) of timed control at its last update."},
    {"wanted(self: character, joint: joint)", word_wanted, "The torque (N m) that timed control asked for."},
};

const KipNativeTable kip_vocabulary_beat = KIP_NATIVE_TABLE(words);
