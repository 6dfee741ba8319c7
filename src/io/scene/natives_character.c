/* Words of scenes: control of a character by poses, joints, attachments and skills. Argument 0 is the character. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../dynamics/quat.h"
#include "../../dynamics/vec3.h"
#include "natives.h"

/* -- poses ----------------------------------------------------------------------------------------------- */

static bool word_set_target_pose(KipCall *call)
{
    KipCharacter *character = kip_scene_self(call).character;
    KipError error;
    return kip_scene_done(call,
                          kip_character_set_target_pose(character, call->read[1].text, call->read[2].number,
                                                        &error),
                          &error);
}

static bool word_target_pose(KipCall *call)
{
    const KipCharacter *character = kip_scene_self(call).character;
    const int pose = kip_character_pose(character);
    return kip_call_return_text(call, pose < 0 ? "" : kip_character_poses(character)->pose[pose].name);
}

bool kip_scene_target_value(KipCall *call, const KipPoseTarget *target, KipValue *value)
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
    KipCharacter *character = kip_scene_self(call).character;
    KipError error;
    int index;
    if (kip_character_get_pose(character, call->read[1].text, &index, &error) != KIP_OK)
        return kip_call_error(call, &error);
    if (!kip_dict_make(call->machine, &call->result))
        return false;
    const KipPose *pose = kip_character_poses(character)->pose + index;
    for (int i = 0; i < pose->ntarget; i++) {
        const char *joint = pose->target[i].joint;
        KipValue key, value;
        if (!kip_string_make(call->machine, joint, strlen(joint), &key) ||
            !kip_scene_target_value(call, &pose->target[i], &value) ||
            !kip_dict_put(call->machine, call->result, key, value))
            return false;
    }
    return true;
}

static bool word_set_ik_target(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const KipSceneHost *host = &self.scene->def.host;
    const KipArgument *link = &call->read[2], *point = &call->read[3], *turn = &call->read[4];
    const KipVec3 position = call->read[1].vector;
    KipError error;
    KipIkResult result;
    if (kip_character_set_ik_target(self.character, position, link->given ? link->index : -1,
                                    point->given ? &point->vector : NULL, turn->given ? &turn->quat : NULL,
                                    &result, &error) != KIP_OK)
        return kip_call_error(call, &error);
    if (host->target)
        host->target(host->user, kip_world_time(self.world), self.member, position);
    call->result = kip_bool(result.reached);
    return true;
}

static bool word_hold(KipCall *call)
{
    kip_character_hold(kip_scene_self(call).character);
    return true;
}

static bool word_relax(KipCall *call)
{
    kip_character_relax(kip_scene_self(call).character);
    return true;
}

static bool word_set_target(KipCall *call)
{
    KipCharacter *character = kip_scene_self(call).character;
    KipError error;
    double q[4];
    return kip_scene_read_coordinates(call, call->argument[2], kip_scene_joint(call, 1), q) &&
           kip_scene_done(call,
                          kip_character_set_target(character, call->read[1].index, q, call->read[3].number,
                                                   call->read[4].number, &error),
                          &error);
}

/* The torque is a number for a hinge or slide, a vector for a ball. */
static bool word_set_torque(KipCall *call)
{
    const KipJoint *joint = kip_scene_joint(call, 1);
    double torque[3] = {0};
    KipArgument given;
    if (joint->type == KIP_JOINT_FREE)
        return kip_call_fail(call, "'%s' is free: nothing moves it", joint->name);
    if (!(joint->nv == 1 ? kip_read_number : kip_read_vector)(call, 2, NULL, &given))
        return false;
    if (joint->nv == 1)
        *torque = given.number;
    else
        v3_store(torque, given.vector);
    const double most = fmax(fmax(fabs(torque[0]), fabs(torque[1])), fabs(torque[2]));
    if (most > 1e6)
        return kip_call_fail(call,
                             "a torque of %.3g N m is more than 1e6 N m; those of a person are below 1000",
                             most);
    memcpy(kip_sim_drives(kip_scene_self(call).sim).feedforward + joint->v, torque,
           (size_t)joint->nv * sizeof *torque);
    return true;
}

static bool word_set_gain(KipCall *call)
{
    kip_character_set_gain(kip_scene_self(call).character, call->read[1].number);
    return true;
}

/* -- attachments ----------------------------------------------------------------------------------------- */

static const double most_gap = 0.1; /* m, between surfaces: about what a hand closes over */

/* What is to be held, by its name. */
static const char *name_of_object(const KipScene *scene, int body, int member)
{
    return body ? kip_scene_own_name(scene, body) : member >= 0 ? scene->member[member]->name : "ground";
}

/* The distance (m) of a link from a body, of scenery without one from the member's geoms; 0 where either has no geom. */
static double gap_to(const Self *self, int link, int body, int member)
{
    const KipModel *model = self->scene->model;
    const KipBody *from = model->body + link;
    const bool scenery = body == 0 && member >= 0;
    const int first = scenery ? self->scene->member[member]->first_geom : model->body[body].geom,
              n = scenery ? self->scene->member[member]->ngeom : model->body[body].ngeom;
    double gap = from->ngeom && n ? INFINITY : 0;
    for (int i = from->geom; i < from->geom + from->ngeom; i++)
        for (int k = first; k < first + n; k++)
            gap = fmin(gap, kip_sim_gap(self->sim, i, k));
    return gap;
}

static bool word_attach_link(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const int link = call->read[1].index, object = kip_scene_body(call, 2), member = call->read[2].owner;
    const char *const name = name_of_object(self.scene, object, member);
    KipError error;
    if (kip_character_is_attached(self.character, link, object))
        return true;
    if (!kip_sim_is_present(self.sim, object))
        return kip_call_fail(call, "'%s' is not there: throw() it to the link first", name);
    const double gap = gap_to(&self, link, object, member);
    if (gap > most_gap)
        return kip_call_fail(call,
                             "'%s' is %.3g m from '%s', and a link holds what is within %g m of it: bring "
                             "them together first, by setIKTarget() or throw()",
                             name, gap, kip_scene_own_name(self.scene, link), most_gap);
    KipStatus status = kip_character_attach(self.character, link, object, &error);
    if (status == KIP_OK)
        kip_scene_event(self.scene, "%s holds %s", kip_scene_own_name(self.scene, link), name);
    return kip_scene_done(call, status, &error);
}

void kip_scene_let_go(void *user, KipWorld *world, int link, int object)
{
    KipScene *scene = user;
    (void)world;
    kip_scene_event(scene, "%s lets go of %s", kip_scene_own_name(scene, link),
                    kip_scene_own_name(scene, object));
}

static bool word_detach_link(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const int link = call->read[1].index, object = kip_scene_body(call, 2);
    if (kip_character_is_attached(self.character, link, object))
        kip_scene_event(self.scene, "%s lets go of %s", kip_scene_own_name(self.scene, link),
                        name_of_object(self.scene, object, call->read[2].owner));
    kip_character_detach(self.character, link, object);
    return true;
}

static bool word_is_link_attached(KipCall *call)
{
    const KipCharacter *character = kip_scene_self(call).character;
    call->result =
        kip_bool(kip_character_is_attached(character, call->read[1].index, kip_scene_body(call, 2)));
    return true;
}

/* -- modified physics ------------------------------------------------------------------------------------ */

static bool word_disturb(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const Member *member = self.scene->member[self.member];
    KipError error;
    if (call->read[1].number < 0 || call->read[2].number < 0)
        return kip_call_fail(call, "the most that it turns by, and its rate, are not less than 0");
    if (call->read[2].number > 100)
        return kip_call_fail(call, "a rate of up to %g rad/s is more than 100", call->read[2].number);
    return kip_scene_done(call,
                          kip_sim_disturb(self.sim, member->first_body, member->nbody,
                                          kip_machine_random(call->machine), call->read[1].number,
                                          call->read[2].number, &error),
                          &error);
}

static bool word_set_planar(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const bool on = call->read[1].on;
    KipError error;
    if (on != kip_character_is_planar(self.character))
        kip_scene_event(self.scene, "%s %s", self.scene->member[self.member]->name,
                        on ? "moves in a plane" : "moves in 3-D again");
    return kip_scene_done(call, kip_character_set_planar(self.character, on, &error), &error);
}

static bool word_lock_axes(KipCall *call)
{
    const KipArgument *read = call->read;
    KipError error;
    if (fabs(read[3].number) > 1000)
        return kip_call_fail(call, "a velocity of %.3g is beyond 1000 m/s or rad/s", read[3].number);
    return kip_scene_done(call,
                          kip_character_lock(kip_scene_self(call).character, read[1].index,
                                             (unsigned)read[2].index, read[3].number, &error),
                          &error);
}

static bool word_unlock_axes(KipCall *call)
{
    KipCharacter *character = kip_scene_self(call).character;
    KipError error;
    return kip_scene_done(call, kip_character_lock(character, call->read[1].index, 0, NAN, &error), &error);
}

static bool word_set_mask(KipCall *call)
{
    kip_sim_set_mask(kip_scene_self(call).sim, call->read[1].index, (unsigned)call->read[2].index,
                     (unsigned)call->read[3].index);
    return true;
}

/* Attaches the link to its present place by a spring. */
static bool word_set_balance_spring(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const KipArgument *read = call->read;
    const int link = read[6].given ? read[6].index : kip_character_root(self.character);
    const KipDynamics *d = kip_sim_dynamics(self.sim);
    KipError error;
    KipSpring spring = {.point = self.scene->model->body[link].com,
                        .position = kip_body_position(d, link),
                        .orientation = kip_body_orientation(d, link)};
    for (int k = 0; k < 3; k++) {
        spring.stiffness[k] = read[2].number, spring.damping[k] = read[3].number;
        spring.turn_stiffness[k] = read[4].number, spring.turn_damping[k] = read[5].number;
    }
    return kip_scene_done(call, kip_sim_set_spring(self.sim, link, read[1].on ? &spring : NULL, &error),
                          &error);
}

static bool word_choose_shapes(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const char *set = call->read[1].text, *name = self.scene->member[self.member]->name;
    char full[3 * NAME_SIZE];
    KipError error;
    snprintf(full, sizeof full, "%s/%.100s", name, set);
    kip_scene_event(self.scene, "%s: %s", name, set);
    return kip_scene_done(call, kip_sim_choose(self.sim, full, &error), &error);
}

/* -- skills ---------------------------------------------------------------------------------------------- */

bool kip_scene_find_skill(KipCall *call, int i, int member, int *skill)
{
    const Member *m = kip_scene_of(call)->member[member];
    KipArgument given;
    char path[PATH_SIZE];
    if (call->argument[i].type == KIP_CLASS)
        return kip_call_fail(
            call, "a skill is given by its name, as \"%s\"; addSkill(%s) adds it, before the world runs",
            kip_scene_class_name(call->machine, call->argument[i]),
            kip_scene_class_name(call->machine, call->argument[i]));
    if (!kip_read_text(call, i, NULL, &given))
        return false;
    const char *name = given.text;
    for (*skill = 0; *skill < m->nskill; ++*skill)
        if (strcmp(m->skill[*skill]->name, name) == 0)
            return true;
    if (kip_scene_find_file(kip_scene_of(call), "skills", name, ".py", path))
        return kip_call_fail(call,
                             "'%s' has no skill '%s' yet; addSkill(\"%s\") adds it, before the world runs",
                             m->name, name, name);
    KipHint hint = kip_hint(name);
    for (int k = 0; k < m->nskill; k++)
        kip_hint_add(&hint, m->skill[k]->name);
    return kip_call_fail(call, "'%s' has no skill '%s'%s", m->name, name, kip_hint_text(&hint));
}

static bool fail_unknown_number(KipCall *call, const Skill *skill, const char *name)
{
    const bool scripted = skill->instance >= 0;
    const KipValue instance = scripted ? kip_machine_kept(call->machine, skill->instance) : kip_none();
    KipHint hint = kip_hint(name);
    const char *other;
    for (int i = 0; scripted && (other = kip_machine_attribute_name(call->machine, instance, i)); i++)
        kip_hint_add(&hint, other);
    return kip_call_fail(call, "the skill '%s' has nothing of the name %s that its __init__ sets%s%s",
                         skill->name, name,
                         scripted && kip_machine_has_method(call->machine, instance, name) ? ", but a method"
                                                                                           : "",
                         kip_hint_text(&hint));
}

static bool is_number(KipValue value)
{
    return value.type == KIP_INT || value.type == KIP_FLOAT || value.type == KIP_BOOL;
}

/* Whether an attribute takes the value: one that is a number takes numbers, and None, which many mean by no number; nan and inf
 * are none. */
static bool check_number(KipCall *call, const Skill *skill, const char *name, KipValue before, KipValue value)
{
    if (value.type == KIP_FLOAT && !isfinite(value.number))
        return kip_call_fail(call, "%s of the skill '%s' cannot be %s; give it a number", name, skill->name,
                             isnan(value.number) ? "nan" : "infinite");
    if (is_number(before) && !is_number(value) && value.type != KIP_NONE)
        return kip_call_fail(call, "%s of the skill '%s' is a number, as %s=%g, not %s", name, skill->name,
                             name, before.type == KIP_FLOAT ? before.number : (double)before.integer,
                             kip_type_name(call->machine, value));
    return true;
}

/* Sets the attributes of the skill's object that are given with a command, which must exist. */
static bool set_numbers(KipCall *call, const Skill *skill)
{
    const KipEntry *entry;
    const KipValue named = call->argument[2];
    for (uint32_t at = 0; (entry = kip_dict_next(call->machine, named, &at));) {
        const char *name = kip_string_of(call->machine, entry->key)->text;
        if (skill->instance < 0)
            return fail_unknown_number(call, skill, name);
        const KipValue instance = kip_machine_kept(call->machine, skill->instance);
        if (kip_machine_has_method(call->machine, instance, name))
            return fail_unknown_number(call, skill, name);
        if (!check_number(call, skill, name, kip_machine_attribute(call->machine, instance, name),
                          entry->value))
            return false;
        if (!kip_machine_set_attribute(call->machine, instance, name, entry->value))
            return fail_unknown_number(call, skill, name);
    }
    return true;
}

/* Gives a command; the scene's event follows the supervisor's decision. */
static bool word_do(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const int skill = call->read[1].index;
    KipError error;
    return set_numbers(call, self.scene->member[self.member]->skill[skill]) &&
           kip_scene_done(call, kip_scene_command(self.scene, self.member, skill, &error), &error);
}

static bool word_active_skill(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const KipSupervisor *supervisor = kip_world_supervisor(self.world, self.member);
    const int active = kip_supervisor_active(supervisor);
    return kip_call_return_text(call, active < 0 ? "" : kip_supervisor_name(supervisor, active));
}

static bool word_time_in_skill(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const KipSupervisor *supervisor = kip_world_supervisor(self.world, self.member);
    call->result = kip_float(kip_supervisor_active(supervisor) < 0
                                 ? 0
                                 : kip_world_time(self.world) - kip_supervisor_since(supervisor));
    return true;
}

/* -- the table --------------------------------------------------------------------------------------- */

static const KipNativeDef words[] = {
    {"do(self: character, skill: skill, **named)", word_do, "The user's command: this skill, now."},
    {"activeSkill(self: character)", word_active_skill, "The name of the skill that acts."},
    {"timeInSkill(self: character)", word_time_in_skill, "Seconds since the skill that acts began."},
    {"setTargetPose(self: character, name: text, seconds: number=None)", word_set_target_pose,
     "The pose is the target, now or after the others."},
    {"targetPose(self: character)", word_target_pose, "The name of the pose that is the target; '' if none."},
    {"getPose(self: character, name: text)", word_get_pose, "A pose's angles: {joint: rad}."},
    {"setIKTarget(self: character, position: vec, link: link=None, point: vec=None, orientation: quat=None)",
     word_set_ik_target, "Target angles that bring a link to a place."},
    {"setTarget(self: character, joint: joint, angle, stiffness: number=None, damping: number=None)",
     word_set_target, "One joint's target (rad), its stiffness and damping."},
    {"setTorque(self: character, joint: joint, torque)", word_set_torque,
     "A torque (N m) beside that of the joint's target."},
    {"setGain(self: character, gain: gain)", word_set_gain,
     "The factor of all stiffness from now on; 1 at first."},
    {"hold(self: character)", word_hold, "The present pose is the target."},
    {"relax(self: character)", word_relax, "No joint has a torque."},
    {"attachLink(self: character, link: link, object: near)", word_attach_link,
     "A link holds an object as it is now."},
    {"detachLink(self: character, link: link, object: near)", word_detach_link, "It lets go."},
    {"isLinkAttached(self: character, link: link, object: near)", word_is_link_attached,
     "Does the link hold the object?"},
    {"disturb(self: character, angle: turn=0.01, rate: number=0.1)", word_disturb,
     "Changes angles and rates at random by up to these."},
    {"setPlanar(self: character, on: bool=True)", word_set_planar, "Keeps the root in its vertical plane."},
    {"lockAxes(self: character, link: link, axes: axes='x y z', velocity: number=None)", word_lock_axes,
     "No acceleration of a link along these axes."},
    {"unlockAxes(self: character, link: link)", word_unlock_axes, "Ends lockAxes()."},
    {"setMask(self: character, link: link, forces: forces, axes: axes)", word_set_mask,
     "Some forces do not act on a link along some axes."},
    {"setBalanceSpring(self: character, on: bool=True, stiffness: number=1000, damping: number=200, "
     "turnStiffness: number=500, turnDamping: number=50, link: link=None)",
     word_set_balance_spring, "A spring holds the root where it is now."},
    {"chooseShapes(self: character, set: text)", word_choose_shapes,
     "From now on the shapes of this set are on."},
};

const KipNativeTable kip_vocabulary_character = KIP_NATIVE_TABLE(words);
