/* The vocabulary of scenes: what a character is asked and told. The first argument is the character. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../dynamics/quat.h"
#include "../../dynamics/vec3.h"
#include "natives.h"

/* -- poses ----------------------------------------------------------------------------------------------- */

static bool word_set_target_pose(KipCall *call)
{
    Self self;
    KipError error;
    const char *name;
    double seconds;
    if (!kip_scene_self(call, &self))
        return false;
    if (!kip_call_text(call, 1, &name) || !kip_scene_number_or_nan(call, 2, &seconds))
        return false;
    return kip_scene_done(call, kip_character_set_target_pose(self.character, name, seconds, &error), &error);
}

static bool word_target_pose(KipCall *call)
{
    Self self;
    if (!kip_scene_self(call, &self))
        return false;
    int pose = kip_character_pose(self.character);
    return kip_call_return_text(call, pose < 0 ? "" : kip_character_poses(self.character)->pose[pose].name);
}

/* rad; of a ball the quaternion that is its target. */
static bool target_value(KipCall *call, const KipPoseTarget *target, KipValue *value)
{
    if (!target->ball) {
        *value = kip_float(target->angle);
        return true;
    }
    const KipQuat q = q_normalize(target->quat);
    const KipValue item[4] = {kip_float(q.w), kip_float(q.x), kip_float(q.y), kip_float(q.z)};
    return kip_tuple_make(call->machine, 4, item, value);
}

static bool word_get_pose(KipCall *call)
{
    Self self;
    KipError error;
    const char *name;
    int index;
    if (!kip_scene_self(call, &self) || !kip_call_text(call, 1, &name))
        return false;
    if (kip_character_get_pose(self.character, name, &index, &error) != KIP_OK)
        return kip_call_error(call, &error);
    if (!kip_dict_make(call->machine, &call->result))
        return false;
    const KipPose *pose = kip_character_poses(self.character)->pose + index;
    for (int i = 0; i < pose->ntarget; i++) {
        const char *joint = pose->target[i].joint;
        KipValue key, value;
        if (!kip_string_make(call->machine, joint, strlen(joint), &key) ||
            !target_value(call, &pose->target[i], &value) || !kip_dict_put(call->machine, call->result, key, value))
            return false;
    }
    return true;
}

static bool word_set_ik_target(KipCall *call)
{
    Self self;
    KipError error;
    KipVec3 position, point;
    KipQuat orientation;
    KipIkResult result;
    int link = -1;
    if (!kip_scene_self(call, &self))
        return false;
    if (!kip_call_vector(call, 1, &position) || (kip_call_given(call, 2) && !kip_scene_link(call, 2, self.member, &link)))
        return false;
    bool has_point = kip_call_given(call, 3), turned = kip_call_given(call, 4);
    if (has_point && !kip_call_vector(call, 3, &point))
        return false;
    if (turned && !kip_scene_quat(call, 4, &orientation))
        return false;
    KipStatus status = kip_character_set_ik_target(self.character, position, link, has_point ? &point : NULL,
                                                   turned ? &orientation : NULL, &result, &error);
    if (status != KIP_OK)
        return kip_call_error(call, &error);
    if (self.scene->def.host.target)
        self.scene->def.host.target(self.scene->def.host.user, kip_world_time(self.scene->world), self.member, position);
    call->result = kip_bool(result.reached);
    return true;
}

static bool word_hold(KipCall *call)
{
    Self self;
    if (!kip_scene_self(call, &self))
        return false;
    kip_character_hold(self.character);
    return true;
}

static bool word_relax(KipCall *call)
{
    Self self;
    if (!kip_scene_self(call, &self))
        return false;
    kip_character_relax(self.character);
    return true;
}

static bool word_set_target(KipCall *call)
{
    Self self;
    KipError error;
    double q[4], stiffness, damping;
    int joint;
    if (!kip_scene_self(call, &self))
        return false;
    if (!kip_scene_joint(call, 1, self.member, &joint) ||
        !kip_scene_read_coordinates(call, call->argument[2], self.scene->model->joint + joint, q) || !kip_scene_number_or_nan(call, 3, &stiffness) || !kip_scene_number_or_nan(call, 4, &damping))
        return false;
    return kip_scene_done(call, kip_character_set_target(self.character, joint, q, stiffness, damping, &error), &error);
}

static bool word_set_torque(KipCall *call)
{
    Self self;
    double torque[3];
    int joint;
    if (!kip_scene_self(call, &self) || !kip_scene_joint(call, 1, self.member, &joint))
        return false;
    const KipJoint *j = self.scene->model->joint + joint;
    if (!kip_scene_torques(call, 2, j, torque))
        return false;
    memcpy(kip_sim_drives(self.sim).feedforward + j->v, torque, (size_t)j->nv * sizeof *torque);
    return true;
}

static bool word_set_gain(KipCall *call)
{
    Self self;
    double gain;
    if (!kip_scene_self(call, &self))
        return false;
    if (!kip_call_number(call, 1, &gain))
        return false;
    if (gain < 0)
        return kip_call_fail(call, "a gain is 0 or more, not %g", gain);
    kip_character_set_gain(self.character, gain);
    return true;
}

/* -- attachments ----------------------------------------------------------------------------------------- */

static bool two_bodies(KipCall *call, int member, int *link, int *object)
{
    KipThing thing;
    if (!kip_scene_link(call, 1, member, link) || !kip_scene_thing(call, 2, member, &thing))
        return false;
    *object = kip_thing_body(kip_scene_of(call)->world, thing);
    return true;
}

static bool word_attach_link(KipCall *call)
{
    Self self;
    KipError error;
    int link, object;
    if (!kip_scene_self(call, &self))
        return false;
    if (!two_bodies(call, self.member, &link, &object))
        return false;
    bool had = kip_character_is_attached(self.character, link, object);
    KipStatus status = kip_character_attach(self.character, link, object, &error);
    if (status == KIP_OK && !had)
        kip_scene_event(self.scene, "%s holds %s", kip_scene_own_name(self.scene, link), kip_scene_own_name(self.scene, object));
    return kip_scene_done(call, status, &error);
}

static bool word_detach_link(KipCall *call)
{
    Self self;
    int link, object;
    if (!kip_scene_self(call, &self))
        return false;
    if (!two_bodies(call, self.member, &link, &object))
        return false;
    if (kip_character_is_attached(self.character, link, object))
        kip_scene_event(self.scene, "%s lets go of %s", kip_scene_own_name(self.scene, link), kip_scene_own_name(self.scene, object));
    kip_character_detach(self.character, link, object);
    return true;
}

static bool word_is_link_attached(KipCall *call)
{
    Self self;
    int link, object;
    if (!kip_scene_self(call, &self))
        return false;
    if (!two_bodies(call, self.member, &link, &object))
        return false;
    call->result = kip_bool(kip_character_is_attached(self.character, link, object));
    return true;
}

/* -- modified physics ------------------------------------------------------------------------------------ */

static bool word_disturb(KipCall *call)
{
    Self self;
    KipError error;
    double angle, rate;
    if (!kip_scene_self(call, &self) || !kip_call_number(call, 1, &angle) || !kip_call_number(call, 2, &rate) ||
        !kip_scene_check_turn(call, "angle", angle))
        return false;
    const Member *member = self.scene->member[self.member];
    return kip_scene_done(call,
                          kip_sim_disturb(self.sim, member->first_body, member->nbody, kip_machine_random(call->machine),
                                          angle, rate, &error),
                          &error);
}

static bool word_set_planar(KipCall *call)
{
    Self self;
    KipError error;
    bool on;
    if (!kip_scene_self(call, &self))
        return false;
    if (!kip_call_bool(call, 1, &on))
        return false;
    if (on != kip_character_is_planar(self.character))
        kip_scene_event(self.scene, "%s %s", self.scene->member[self.member]->name, on ? "moves in a plane" : "moves in 3-D again");
    return kip_scene_done(call, kip_character_set_planar(self.character, on, &error), &error);
}

static bool word_lock_axes(KipCall *call)
{
    Self self;
    KipError error;
    unsigned axes;
    double velocity;
    int link;
    if (!kip_scene_self(call, &self))
        return false;
    if (!kip_scene_link(call, 1, self.member, &link) || !kip_scene_axes(call, 2, &axes) || !kip_scene_number_or_nan(call, 3, &velocity))
        return false;
    return kip_scene_done(call, kip_character_lock(self.character, link, axes, velocity, &error), &error);
}

static bool word_unlock_axes(KipCall *call)
{
    Self self;
    KipError error;
    int link;
    if (!kip_scene_self(call, &self))
        return false;
    if (!kip_scene_link(call, 1, self.member, &link))
        return false;
    return kip_scene_done(call, kip_character_lock(self.character, link, 0, NAN, &error), &error);
}

static bool word_set_mask(KipCall *call)
{
    Self self;
    static const char *const name[] = {"contacts", "gravity", "pushes"};
    unsigned axes, kinds = 0;
    int link;
    const char *text;
    if (!kip_scene_self(call, &self))
        return false;
    if (!kip_scene_link(call, 1, self.member, &link) || !kip_call_text(call, 2, &text) || !kip_scene_axes(call, 3, &axes))
        return false;
    for (size_t n; *(text += strspn(text, " ,")); text += n) {
        n = strcspn(text, " ,");
        int k = 0;
        while (k < 3 && (strlen(name[k]) != n || strncmp(name[k], text, n) != 0))
            k++;
        if (k == 3)
            return kip_call_fail(call, "'%.*s' is no kind of force; there are contacts, gravity, pushes", (int)n, text);
        kinds |= 1u << k;
    }
    kip_sim_set_mask(kip_world_sim(self.scene->world), link, kinds, axes);
    return true;
}

/* on, stiffness, damping, turnStiffness, turnDamping, link: where it is now is where it is pulled to. */
static bool word_set_balance_spring(KipCall *call)
{
    Self self;
    KipError error;
    double stiffness, damping, turn_stiffness, turn_damping;
    if (!kip_scene_self(call, &self))
        return false;
    int link = kip_character_root(self.character);
    bool on;
    if (!kip_call_bool(call, 1, &on) || !kip_call_number(call, 2, &stiffness) || !kip_call_number(call, 3, &damping) ||
        !kip_call_number(call, 4, &turn_stiffness) || !kip_call_number(call, 5, &turn_damping) ||
        (kip_call_given(call, 6) && !kip_scene_link(call, 6, self.member, &link)))
        return false;
    KipSim *sim = kip_world_sim(self.scene->world);
    const KipDynamics *d = kip_sim_dynamics(sim);
    KipSpring spring = {.point = self.scene->model->body[link].com, .orientation = kip_body_orientation(d, link)};
    spring.position = kip_point_position(d, link, spring.point);
    for (int k = 0; k < 3; k++) {
        spring.stiffness[k] = stiffness, spring.damping[k] = damping;
        spring.turn_stiffness[k] = turn_stiffness, spring.turn_damping[k] = turn_damping;
    }
    return kip_scene_done(call, kip_sim_set_spring(sim, link, on ? &spring : NULL, &error), &error);
}

static bool word_choose_shapes(KipCall *call)
{
    Self self;
    KipError error;
    const char *set;
    char full[3 * NAME_SIZE];
    if (!kip_scene_self(call, &self))
        return false;
    if (!kip_call_text(call, 1, &set))
        return false;
    snprintf(full, sizeof full, "%s/%.100s", self.scene->member[self.member]->name, set);
    kip_scene_event(self.scene, "%s: %s", self.scene->member[self.member]->name, set);
    return kip_scene_done(call, kip_sim_choose(kip_world_sim(self.scene->world), full, &error), &error);
}

/* -- skills ---------------------------------------------------------------------------------------------- */

bool kip_scene_skill_of(KipCall *call, int i, int member, int *skill)
{
    const Member *m = kip_scene_of(call)->member[member];
    const char *name;
    char path[PATH_SIZE];
    if (call->argument[i].type == KIP_CLASS)
        return kip_call_fail(call, "a skill is told by its name, as \"%s\"; addSkill(%s) adds it, before the world runs",
                             kip_scene_class_name(call->machine, call->argument[i]),
                             kip_scene_class_name(call->machine, call->argument[i]));
    if (!kip_call_text(call, i, &name))
        return false;
    for (int k = 0; k < m->nskill; k++) {
        if (strcmp(m->skill[k]->name, name) == 0) {
            *skill = k;
            return true;
        }
    }
    if (kip_scene_find_file(kip_scene_of(call), "skills", name, ".py", path))
        return kip_call_fail(call, "'%s' has no skill '%s' yet; addSkill(\"%s\") adds it, before the world runs", m->name, name,
                             name);
    KipHint hint = kip_hint(name);
    for (int k = 0; k < m->nskill; k++)
        kip_hint_add(&hint, m->skill[k]->name);
    return kip_call_fail(call, "'%s' has no skill '%s'%s", m->name, name, kip_hint_text(&hint));
}

/* What becomes of it is told when the supervisor has asked the skill, unless that never happens. */
static bool word_do(KipCall *call)
{
    Self self;
    KipError error;
    int skill;
    if (!kip_scene_self(call, &self) || !kip_scene_skill_of(call, 1, self.member, &skill))
        return false;
    return kip_scene_done(call, kip_scene_command(self.scene, self.member, skill, &error), &error);
}

static bool word_active_skill(KipCall *call)
{
    Self self;
    if (!kip_scene_self(call, &self))
        return false;
    const KipSupervisor *supervisor = kip_world_supervisor(self.scene->world, self.member);
    int active = kip_supervisor_active(supervisor);
    return kip_call_return_text(call, active < 0 ? "" : kip_supervisor_name(supervisor, active));
}

static bool word_time_in_skill(KipCall *call)
{
    Self self;
    if (!kip_scene_self(call, &self))
        return false;
    const KipSupervisor *supervisor = kip_world_supervisor(self.scene->world, self.member);
    call->result = kip_float(kip_supervisor_active(supervisor) < 0
                                 ? 0 : kip_world_time(self.scene->world) - kip_supervisor_since(supervisor));
    return true;
}

/* -- the table --------------------------------------------------------------------------------------- */

static const KipNativeDef of_characters[] = {
    {"do(skill)", word_do, "The user's command: this skill, now."},
    {"activeSkill()", word_active_skill, "The name of the skill that acts."},
    {"timeInSkill()", word_time_in_skill, "Seconds since the skill that acts began."},
    {"setTargetPose(name, seconds=None)", word_set_target_pose, "The pose is the target, now or after the others."},
    {"targetPose()", word_target_pose, "The name of the pose that is the target; '' if none."},
    {"getPose(name)", word_get_pose, "A pose's angles: {joint: rad}."},
    {"setIKTarget(position, link=None, point=None, orientation=None)",
     word_set_ik_target, "Target angles that bring a link to a place."},
    {"setTarget(joint, angle, stiffness=None, damping=None)",
     word_set_target, "One joint's target (rad), its stiffness and damping."},
    {"setTorque(joint, torque)", word_set_torque, "A torque (N m) beside that of the joint's target."},
    {"setGain(gain)", word_set_gain, "The factor of all stiffness from now on; 1 at first."},
    {"hold()", word_hold, "The present pose is the target."},
    {"relax()", word_relax, "No joint does anything."},
    {"attachLink(link, object)", word_attach_link, "A link holds an object as it is now."},
    {"detachLink(link, object)", word_detach_link, "It lets go."},
    {"isLinkAttached(link, object)", word_is_link_attached, "Does the link hold the object?"},
    {"disturb(angle=0.01, rate=0.1)", word_disturb, "Angles and rates change at random by up to that."},
    {"setPlanar(on=True)", word_set_planar, "Keeps the root in its vertical plane."},
    {"lockAxes(link, axes='x y z', velocity=None)", word_lock_axes, "No acceleration of a link along these axes."},
    {"unlockAxes(link)", word_unlock_axes, "Ends lockAxes()."},
    {"setMask(link, forces, axes)", word_set_mask, "Some forces do not act on a link along some axes."},
    {"setBalanceSpring(on=True, stiffness=1000, damping=200, turnStiffness=500, turnDamping=50, link=None)",
     word_set_balance_spring, "A spring holds the root where it is now."},
    {"chooseShapes(set)", word_choose_shapes, "From now on the shapes of this set are on."},
};

const KipVocabulary kip_vocabulary_character = {{NULL, 0}, KIP_WORD_TABLE(of_characters)};
