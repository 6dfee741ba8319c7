/* The vocabulary of scenes: a character on the beat. The first argument is the character. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "natives.h"

/* -- on and off ------------------------------------------------------------------------------------------ */

/* on, fraction, constants, time, compensation, moment, gravity, floor. */
static bool word_set_beat(KipCall *call)
{
    static const char *const constants[] = {"rest", "rate", "exp", "literal"},
                             *const time[] = {"remaining", "fixed"},
                             *const compensation[] = {"none", "literal", "ancestors", "lower", "exact"},
                             *const moment[] = {"whole", "literal", "link"};
    Self self;
    KipError error;
    bool on;
    int n = 0, t = 0, c = 0, m = 0;
    if (!kip_scene_self(call, &self))
        return false;
    KipBeatDef def = kip_beat_def(self.scene->model);
    def.period = kip_world_period(self.scene->world);
    if (!kip_call_bool(call, 1, &on) || !kip_call_number(call, 2, &def.fraction) ||
        !kip_scene_choose(call, 3, "way to count time constants", constants, 4, &n) ||
        !kip_scene_choose(call, 4, "time", time, 2, &t) ||
        !kip_scene_choose(call, 5, "compensation", compensation, 5, &c) ||
        !kip_scene_choose(call, 6, "moment", moment, 3, &m) || !kip_call_number(call, 7, &def.gravity) ||
        !kip_call_number(call, 8, &def.floor))
        return false;
    def.constants = (KipConstantsMode)n, def.time = (KipTimeMode)t;
    def.compensation = (KipCompensation)c, def.moment = (KipMomentMode)m;
    return kip_scene_done(call, kip_character_set_beat(self.character, on ? &def : NULL, &error), &error);
}

/* -- key-frames and motions ------------------------------------------------------------------------------ */

/* joint, angle, time, rate. */
static bool word_add_key(KipCall *call)
{
    Self self;
    KipError error;
    double angle, time, rate;
    int joint;
    if (!kip_scene_self(call, &self))
        return false;
    if (!kip_scene_joint(call, 1, self.member, &joint) || !kip_call_number(call, 2, &angle) ||
        !kip_call_number(call, 3, &time) || !kip_call_number(call, 4, &rate) ||
        !kip_scene_check_target(call, self.scene->model->joint + joint, angle))
        return false;
    return kip_scene_done(call, kip_character_add_key(self.character, joint, angle, rate, time, &error),
                          &error);
}

/* file, tension, look, start. */
static bool word_track(KipCall *call)
{
    Self self;
    KipError error;
    KipTrackDef def = kip_track_def();
    const char *file;
    double start;
    int motion;
    if (!kip_scene_self(call, &self))
        return false;
    if (!kip_call_text(call, 1, &file) || !kip_call_number(call, 2, &def.tension) ||
        !kip_call_number(call, 3, &def.look) || !kip_call_number(call, 4, &start))
        return false;
    KipStatus status = kip_scene_motion(self.scene, self.member, file, &motion, &error);
    if (status == KIP_OK)
        status = kip_character_follow(self.character, motion, &def, start, &error);
    return kip_scene_done(call, status, &error);
}

static bool word_set_tension(KipCall *call)
{
    Self self;
    KipError error;
    double seconds;
    if (!kip_scene_self(call, &self) || !kip_call_number(call, 1, &seconds))
        return false;
    return kip_scene_done(call, kip_character_set_tension(self.character, seconds, &error), &error);
}

static bool word_perturb(KipCall *call)
{
    Self self;
    if (!kip_scene_self(call, &self))
        return false;
    kip_character_perturb(self.character);
    return true;
}

/* -- what can be asked ----------------------------------------------------------------------------------- */

static const char *own_name(const KipCharacter *character, const KipJoint *joint)
{
    return joint->name + strlen(kip_character_prefix(character));
}

/* A list of (joint, when it was to be there, when it will). */
static bool word_misses(KipCall *call)
{
    Self self;
    const KipBeatFailure *miss;
    if (!kip_scene_self(call, &self))
        return false;
    int n = kip_character_misses(self.character, &miss);
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

/* A joint with one axis: the index of its rate. */
static bool one_axis(KipCall *call, Self *self, int *dof)
{
    int joint;
    if (!kip_scene_self(call, self) || !kip_scene_joint(call, 1, self->member, &joint))
        return false;
    *dof = self->scene->model->joint[joint].v;
    return self->scene->model->joint[joint].nv == 1 ||
           kip_call_fail(call, "'%s' has no single axis", self->scene->model->joint[joint].name);
}

static bool word_gains(KipCall *call)
{
    Self self;
    int i;
    if (!one_axis(call, &self, &i))
        return false;
    const KipBeatState state = kip_character_beat_state(self.character);
    const KipValue item[2] = {kip_float(state.ks[i]), kip_float(state.kd[i])};
    return kip_tuple_make(call->machine, 2, item, &call->result);
}

static bool word_wanted(KipCall *call)
{
    Self self;
    int i;
    if (!one_axis(call, &self, &i))
        return false;
    const double *torque = kip_character_is_by_velocity(self.character)
                               ? kip_character_velocity_state(self.character).force
                               : kip_character_beat_state(self.character).torque;
    call->result = kip_float(torque[i]);
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

static const KipNativeDef of_characters[] = {
    {"setBeat(on=True, fraction=0.9, constants='rest', time='remaining', compensation='lower', moment='whole', "
     "gravity=1, floor=0.02)",
     word_set_beat, "Timed control (On the Beat): joints arrive in time."},
    {"addKey(joint, angle, time, rate=0)", word_add_key, "A joint's angle at a time of the clock."},
    {"track(file, tension=0.3, look=0.05, start=0)", word_track, "Follows a recorded motion."},
    {"setTension(seconds)", word_set_tension, "How soon it is back on the motion after a hit."},
    {"perturb()", word_perturb, "Something hit it: as if tracking had seen that."},
    {"misses()", word_misses, "What will be late, or was."},
    {"gains(joint)", word_gains, "(ks, kd) of timed control at its last update."},
    {"wanted(joint)", word_wanted, "The torque (N m) that timed control asked for."},
};

const KipVocabulary kip_vocabulary_beat = {{NULL, 0}, KIP_WORD_TABLE(of_characters)};
