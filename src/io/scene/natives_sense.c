/* Words of scenes: sensors of a character. Argument 0 is the character. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "../../dynamics/extent.h"
#include "../../dynamics/joint_forces.h"
#include "../../dynamics/quat.h"
#include "../../dynamics/tree.h"
#include "../../dynamics/vec3.h"
#include "natives.h"

/* -- joints ---------------------------------------------------------------------------------------------- */

static const char no_angle[] = "has no single angle; ask getPosition() and getOrientation()",
                  no_rate[] = "has no single rate; ask getVelocity() and getSpin()",
                  no_motor[] = "has no motor: nothing but forces on its body moves it";

/* The joint of argument 1; NULL and a failure where it is a free joint, which has not what is asked for. */
static const KipJoint *joint_of(KipCall *call, const char *has_not)
{
    const KipJoint *joint = kip_scene_joint(call, 1);
    if (joint->type != KIP_JOINT_FREE)
        return joint;
    kip_call_fail(call, "'%s' is free and %s", joint->name, has_not);
    return NULL;
}

static bool word_get_angle(KipCall *call)
{
    const KipJoint *joint = joint_of(call, no_angle);
    if (!joint)
        return false;
    const double *q = kip_sim_q(kip_scene_self(call).sim) + joint->q;
    if (joint->nq > 1)
        return kip_scene_return_quat(call, q_from(q));
    call->result = kip_float(*q);
    return true;
}

/* Returns a number for each axis. */
static bool return_rates(KipCall *call, const KipJoint *joint, const double *v)
{
    if (joint->nv > 1)
        return kip_call_return_vector(call, v3_from(v + joint->v));
    call->result = kip_float(v[joint->v]);
    return true;
}

static bool word_get_rate(KipCall *call)
{
    const KipJoint *joint = joint_of(call, no_rate);
    return joint && return_rates(call, joint, kip_sim_v(kip_scene_self(call).sim));
}

static bool word_get_torque(KipCall *call)
{
    const KipJoint *joint = joint_of(call, no_motor);
    return joint && return_rates(call, joint, kip_sim_drive_forces(kip_scene_self(call).sim));
}

/* Returns a tuple: the least and the greatest torque, each a number, or of a ball a vector. */
static bool word_get_strength(KipCall *call)
{
    double box[6][2];
    KipValue item[2];
    const KipJoint *joint = joint_of(call, no_motor);
    if (!joint)
        return false;
    kip_joint_strength(kip_scene_self(call).scene->model, call->read[1].index, box);
    for (int k = 0; k < 2; k++) {
        item[k] = kip_float(box[0][k]);
        if (joint->nv > 1 && !kip_vector_make(call->machine, v3(box[0][k], box[1][k], box[2][k]), &item[k]))
            return false;
    }
    return kip_tuple_make(call->machine, 2, item, &call->result);
}

/* Returns a tuple: constraint force and torque, limit torque and muscle torque. */
static bool word_joint_forces(KipCall *call)
{
    KipJointForces forces;
    KipValue item[4];
    const KipJoint *joint = joint_of(call, no_motor);
    if (!joint)
        return false;
    kip_sim_joint_forces(kip_scene_self(call).sim, call->read[1].index, &forces);
    if (!kip_vector_make(call->machine, forces.constraint_force, &item[0]) ||
        !kip_vector_make(call->machine, forces.constraint_torque, &item[1]))
        return false;
    for (int k = 2; k < 4; k++) {
        const double *axis = k == 2 ? forces.limit : forces.muscle;
        item[k] = kip_float(*axis);
        if (joint->nv > 1 && !kip_vector_make(call->machine, v3_from(axis), &item[k]))
            return false;
    }
    return kip_tuple_make(call->machine, 4, item, &call->result);
}

static bool word_joints(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const KipJoint *joint = self.scene->model->joint;
    int first, n = kip_character_joints(self.character, &first);
    if (!kip_list_make(call->machine, (size_t)n, &call->result))
        return false;
    for (int j = first; j < first + n; j++)
        if (joint[j].type != KIP_JOINT_FREE &&
            !kip_scene_append_text(call, joint[j].name + strlen(kip_character_prefix(self.character))))
            return false;
    return true;
}

/* -- how it stands and moves ----------------------------------------------------------------------------- */

static const KipSensors *sensors_of(const KipCall *call)
{
    const Self self = kip_scene_self(call);
    return kip_world_sensors(self.world, self.member);
}

/* Returns the member of KipSensors at the variant's offset. */
static bool word_sensed_vector(KipCall *call)
{
    const char *sensors = (const char *)sensors_of(call);
    return kip_call_return_vector(call, *(const KipVec3 *)(const void *)(sensors + call->variant));
}

static bool word_tilt(KipCall *call)
{
    call->result = kip_float(sensors_of(call)->tilt);
    return true;
}

static bool word_height(KipCall *call)
{
    const KipSensors *s = sensors_of(call);
    call->result = kip_float(s->com.z - s->ground);
    return true;
}

static bool word_lowest(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const int first = self.scene->member[self.member]->first_body;
    call->result =
        kip_float(kip_lowest_of_tree(kip_sim_dynamics(self.sim), self.scene->model->body[first].root));
    return true;
}

static bool word_mass(KipCall *call)
{
    call->result = kip_float(kip_character_mass(kip_scene_self(call).character));
    return true;
}

/* -- what it stands on ----------------------------------------------------------------------------------- */

static bool word_support_polygon(KipCall *call)
{
    const KipSensors *s = sensors_of(call);
    if (!kip_list_make(call->machine, (size_t)s->nsupport, &call->result))
        return false;
    for (int i = 0; i < s->nsupport; i++) {
        const KipValue corner[2] = {kip_float(s->support_x[i]), kip_float(s->support_y[i])};
        KipValue tuple;
        if (!kip_tuple_make(call->machine, 2, corner, &tuple) ||
            !kip_list_append(call->machine, call->result, tuple))
            return false;
    }
    return true;
}

static bool word_support_margin(KipCall *call)
{
    const KipSensors *s = sensors_of(call);
    const KipVec3 point = call->read[1].vector;
    call->result = kip_float(call->read[1].given
                                 ? kip_hull_margin(s->support_x, s->support_y, s->nsupport, point.x, point.y)
                                 : s->margin);
    return true;
}

static bool append_link(KipCall *call, const Self *self, int body)
{
    const char *prefix = kip_character_prefix(self->character);
    return kip_scene_append_text(call, self->scene->model->body[body].name + strlen(prefix));
}

/* Returns the links of a part, such as feet, that touch the ground; or whether a single link does. */
static bool word_touching(KipCall *call)
{
    const Self self = kip_scene_self(call);
    int part = 0;
    while (part < KIP_PARTS && strcmp(kip_part_name((KipPart)part), call->read[1].text) != 0)
        part++;
    if (part == KIP_PARTS) {
        KipArgument link;
        return kip_scene_read_link(call, 1, NULL, &link) && kip_list_make(call->machine, 1, &call->result) &&
               (!kip_world_on_ground(self.world, link.index) || append_link(call, &self, link.index));
    }
    const KipPartSensor *of = &sensors_of(call)->part[part];
    if (!kip_list_make(call->machine, (size_t)of->ntouching, &call->result))
        return false;
    for (int i = 0; i < of->n; i++)
        if ((of->touching >> i & 1) && !append_link(call, &self, of->body[i]))
            return false;
    return true;
}

static bool word_others(KipCall *call)
{
    const Self self = kip_scene_self(call);
    if (!kip_list_make(call->machine, 4, &call->result))
        return false;
    for (int m = 0; m < self.scene->nmember; m++) {
        const Member *other = self.scene->member[m];
        if (m != self.member && other->nbody > 0 && kip_sim_is_present(self.sim, other->first_body) &&
            !kip_scene_append_text(call, other->name))
            return false;
    }
    return true;
}

static bool word_foot_load(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const int link = call->read[1].index, foot = kip_world_part_of(self.world, KIP_FEET, link);
    if (foot < 0)
        return kip_call_fail(call, "'%s' is no foot", self.scene->model->body[link].name);
    call->result = kip_float(sensors_of(call)->filtered_foot_load[foot]);
    return true;
}

static bool word_colliding_with(KipCall *call)
{
    const Self self = kip_scene_self(call);
    call->result =
        kip_bool(kip_world_touching(self.world, (KipThing){self.member, -1}, kip_scene_thing(call, 1)));
    return true;
}

/* -- posture --------------------------------------------------------------------------------------------- */

enum { MOST_POSTURE = 128 };

static int find_joint(const Self *self, const char *name, const char *side)
{
    char full[3 * NAME_SIZE];
    int n = snprintf(full, sizeof full, "%s%s%s", kip_character_prefix(self->character), name, side);
    return n < (int)sizeof full ? kip_model_find_joint(self->scene->model, full) : -1;
}

/* Adds the joint of that name, or those of both sides. */
static bool add_joints(KipCall *call, const Self *self, const char *name, int joint[MOST_POSTURE], int *n)
{
    int found[2] = {find_joint(self, name, ""), -1};
    if (found[0] < 0) {
        found[0] = find_joint(self, name, "_l");
        found[1] = found[0] < 0 ? -1 : find_joint(self, name, "_r");
    }
    if (found[0] < 0)
        return kip_scene_unknown_joint(call, self->member, name);
    for (int k = 0; k < 2 && found[k] >= 0; k++) {
        KipJointType type = self->scene->model->joint[found[k]].type;
        if (type != KIP_JOINT_HINGE && type != KIP_JOINT_BALL)
            return kip_call_fail(call, "'%s' has no angle", name);
        if (*n == MOST_POSTURE)
            return kip_call_fail(call, "more than %d joints: name fewer", MOST_POSTURE);
        joint[(*n)++] = found[k];
    }
    return true;
}

static bool word_posture(KipCall *call)
{
    const Self self = kip_scene_self(call);
    const KipValue list = call->argument[1];
    KipError error;
    int joint[MOST_POSTURE], n = 0, pose = -1;
    size_t count;
    if (list.type != KIP_LIST && list.type != KIP_TUPLE)
        return kip_call_fail(call, "joints must be a list of names, not %s",
                             kip_type_name(call->machine, list));
    const KipValue *item = kip_items(call->machine, list, &count);
    if (count == 0)
        return kip_call_fail(call, "joints is empty; name one at least");
    for (size_t i = 0; i < count; i++) {
        if (item[i].type != KIP_STRING)
            return kip_call_fail(call, "joints must be a list of names; item %zu is %s", i,
                                 kip_type_name(call->machine, item[i]));
        if (!add_joints(call, &self, kip_string_of(call->machine, item[i])->text, joint, &n))
            return false;
    }
    if (call->read[2].given &&
        kip_character_get_pose(self.character, call->read[2].text, &pose, &error) != KIP_OK)
        return kip_call_error(call, &error);
    call->result = kip_float(kip_posture(self.character, self.sim, joint, n, pose));
    return true;
}

/* -- the table --------------------------------------------------------------------------------------- */

static const KipNativeDef words[] = {
    {"getAngle(self: character, joint: joint)", word_get_angle,
     "A joint's angle, rad; of a ball its quaternion."},
    {"getRate(self: character, joint: joint)", word_get_rate, "A joint's rate, rad/s; of a ball a vec."},
    {"getTorque(self: character, joint: joint)", word_get_torque,
     "The torque of its motor over the last step, N m."},
    {"getStrength(self: character, joint: joint)", word_get_strength,
     "The least and the greatest torque of its motor, N m."},
    {"jointForces(self: character, joint: joint)", word_joint_forces,
     "The forces and torques in a joint now."},
    {"joints(self: character)", word_joints, "The names of all joints."},
    {"com(self: character)", word_sensed_vector, "The centre of mass (vec, m).", offsetof(KipSensors, com)},
    {"comVelocity(self: character)", word_sensed_vector, "The velocity of the centre of mass (vec, m/s).",
     offsetof(KipSensors, com_velocity)},
    {"comAcceleration(self: character)", word_sensed_vector,
     "Its acceleration (vec, m/s^2), filtered by 20 ms.", offsetof(KipSensors, com_acceleration)},
    {"mass(self: character)", word_mass, "The mass, kg."},
    {"facing(self: character)", word_sensed_vector, "The direction that the root faces, unit vec.",
     offsetof(KipSensors, facing)},
    {"up(self: character)", word_sensed_vector, "The root's long axis, unit vec.", offsetof(KipSensors, up)},
    {"height(self: character)", word_height, "Of the centre of mass above what the feet stand on, m."},
    {"lowest(self: character)", word_lowest, "The height of its lowest point, m."},
    {"tilt(self: character)", word_tilt, "The angle between up() and the vertical, rad."},
    {"supportPolygon(self: character)", word_support_polygon, "The corners of the area under the feet."},
    {"supportMargin(self: character, point: vec=None)", word_support_margin,
     "How far inside that area the centre of mass is, m."},
    {"capturePoint(self: character)", word_sensed_vector, "Where a foot must be to come to rest (vec, m).",
     offsetof(KipSensors, capture)},
    {"touching(self: character, part: text)", word_touching,
     "Which feet, hands ... touch the ground: names."},
    {"others(self: character)", word_others, "The names of all others that are there."},
    {"footLoad(self: character, link: link)", word_foot_load,
     "The force that presses a foot onto the ground, N."},
    {"posture(self: character, joints, pose: text=None)", word_posture,
     "The mean distance of joints from a pose, rad."},
    {"isColliding(self: character, other: thing)", word_colliding_with, "Does any part of it touch that?"},
};

const KipNativeTable kip_vocabulary_sense = KIP_NATIVE_TABLE(words);
