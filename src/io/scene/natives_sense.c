/* The vocabulary of scenes: what a character senses of itself. The first argument is the character. */
#include <stdio.h>
#include <string.h>

#include "../../dynamics/joint_forces.h"
#include "../../dynamics/quat.h"
#include "../../dynamics/vec3.h"
#include "natives.h"

/* -- joints ---------------------------------------------------------------------------------------------- */

/* A joint of the character that is not free. */
static const KipJoint *joint_of(KipCall *call, Self *self)
{
    int joint;
    if (!kip_scene_self(call, self) || !kip_scene_joint(call, 1, self->member, &joint))
        return NULL;
    const KipJoint *j = self->scene->model->joint + joint;
    if (j->type == KIP_JOINT_FREE)
        kip_call_fail(call, "'%s' is free and has no single angle; ask getPosition() and getOrientation()",
                      j->name);
    return j->type == KIP_JOINT_FREE ? NULL : j;
}

static bool word_get_angle(KipCall *call)
{
    Self self;
    const KipJoint *j = joint_of(call, &self);
    if (!j)
        return false;
    const double *q = kip_sim_q(self.sim) + j->q;
    if (j->nq == 1)
        return call->result = kip_float(*q), true;
    return kip_scene_return_quat(call, q_from(q));
}

/* A number of each axis. */
static bool return_rates(KipCall *call, const KipJoint *j, const double *v)
{
    if (j->nv > 1)
        return kip_call_return_vector(call, v3_from(v + j->v));
    call->result = kip_float(v[j->v]);
    return true;
}

static bool word_get_rate(KipCall *call)
{
    Self self;
    const KipJoint *j = joint_of(call, &self);
    return j && return_rates(call, j, kip_sim_v(self.sim));
}

static bool word_get_torque(KipCall *call)
{
    Self self;
    const KipJoint *j = joint_of(call, &self);
    return j && return_rates(call, j, kip_sim_drive_forces(self.sim));
}

/* A tuple: constraint force and torque, limit and muscle torque. */
static bool word_joint_forces(KipCall *call)
{
    Self self;
    KipJointForces forces;
    KipValue item[4];
    const KipJoint *j = joint_of(call, &self);
    if (!j)
        return false;
    kip_sim_joint_forces(self.sim, (int)(j - self.scene->model->joint), &forces);
    for (int k = 0; k < 4; k++) {
        const double *axis = k < 3 ? forces.limit : forces.muscle;
        const bool vector = k < 2 || j->nv > 1;
        if (vector && !kip_call_return_vector(call, k == 0   ? forces.constraint_force
                                                    : k == 1 ? forces.constraint_torque
                                                             : v3_from(axis)))
            return false;
        item[k] = vector ? call->result : kip_float(*axis);
    }
    return kip_tuple_make(call->machine, 4, item, &call->result);
}

static bool word_joints(KipCall *call)
{
    Self self;
    if (!kip_scene_self(call, &self))
        return false;
    int first, n = kip_character_joints(self.character, &first);
    if (!kip_list_make(call->machine, (size_t)n, &call->result))
        return false;
    for (int j = first; j < first + n; j++) {
        const char *name = self.scene->model->joint[j].name + strlen(kip_character_prefix(self.character));
        KipValue text;
        if (self.scene->model->joint[j].type == KIP_JOINT_FREE)
            continue;
        if (!kip_string_make(call->machine, name, strlen(name), &text) ||
            !kip_list_append(call->machine, call->result, text))
            return false;
    }
    return true;
}

/* -- how it stands and moves ----------------------------------------------------------------------------- */

/* Its sensors; NULL: the call failed, and that is told. */
static const KipSensors *sensors_of(KipCall *call, Self *self)
{
    return kip_scene_self(call, self) ? kip_world_sensors(self->world, self->member) : NULL;
}

static bool word_com(KipCall *call)
{
    Self self;
    const KipSensors *s = sensors_of(call, &self);
    return s && kip_call_return_vector(call, s->com);
}

static bool word_com_velocity(KipCall *call)
{
    Self self;
    const KipSensors *s = sensors_of(call, &self);
    return s && kip_call_return_vector(call, s->com_velocity);
}

static bool word_com_acceleration(KipCall *call)
{
    Self self;
    const KipSensors *s = sensors_of(call, &self);
    return s && kip_call_return_vector(call, s->com_acceleration);
}

static bool word_facing(KipCall *call)
{
    Self self;
    const KipSensors *s = sensors_of(call, &self);
    return s && kip_call_return_vector(call, s->facing);
}

static bool word_up(KipCall *call)
{
    Self self;
    const KipSensors *s = sensors_of(call, &self);
    return s && kip_call_return_vector(call, s->up);
}

static bool word_tilt(KipCall *call)
{
    Self self;
    const KipSensors *s = sensors_of(call, &self);
    if (s)
        call->result = kip_float(s->tilt);
    return s != NULL;
}

static bool word_height(KipCall *call)
{
    Self self;
    const KipSensors *s = sensors_of(call, &self);
    if (s)
        call->result = kip_float(s->com.z - s->ground);
    return s != NULL;
}

static bool word_mass(KipCall *call)
{
    Self self;
    if (!kip_scene_self(call, &self))
        return false;
    call->result = kip_float(kip_character_mass(self.character));
    return true;
}

/* -- what it stands on ----------------------------------------------------------------------------------- */

static bool word_support_polygon(KipCall *call)
{
    Self self;
    const KipSensors *s = sensors_of(call, &self);
    if (!s || !kip_list_make(call->machine, (size_t)s->nsupport, &call->result))
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
    Self self;
    KipVec3 point;
    const KipSensors *s = sensors_of(call, &self);
    if (!s || (kip_call_given(call, 1) && !kip_call_vector(call, 1, &point)))
        return false;
    call->result = kip_float(kip_call_given(call, 1)
                                 ? kip_hull_margin(s->support_x, s->support_y, s->nsupport, point.x, point.y)
                                 : s->margin);
    return true;
}

static bool word_capture_point(KipCall *call)
{
    Self self;
    const KipSensors *s = sensors_of(call, &self);
    return s && kip_call_return_vector(call, s->capture);
}

static bool add_link(KipCall *call, const Self *self, int body)
{
    const char *link = self->scene->model->body[body].name + strlen(kip_character_prefix(self->character));
    KipValue text;
    return kip_string_make(call->machine, link, strlen(link), &text) &&
           kip_list_append(call->machine, call->result, text);
}

static bool word_touching(KipCall *call)
{
    Self self;
    const char *name;
    const KipSensors *s = sensors_of(call, &self);
    int part = 0, link;
    if (!s || !kip_call_text(call, 1, &name))
        return false;
    while (part < KIP_PARTS && strcmp(kip_part_name((KipPart)part), name) != 0)
        part++;
    if (part == KIP_PARTS)
        return kip_scene_link(call, 1, self.member, &link) &&
               kip_list_make(call->machine, 1, &call->result) &&
               (!kip_world_on_ground(self.world, link) || add_link(call, &self, link));
    const KipPartSensor *of = &s->part[part];
    if (!kip_list_make(call->machine, (size_t)of->ntouching, &call->result))
        return false;
    for (int i = 0; i < of->n; i++)
        if ((of->touching >> i & 1) && !add_link(call, &self, of->body[i]))
            return false;
    return true;
}

static bool word_others(KipCall *call)
{
    Self self;
    if (!kip_scene_self(call, &self) || !kip_list_make(call->machine, 4, &call->result))
        return false;
    for (int m = 0; m < self.scene->nmember; m++) {
        const Member *other = self.scene->member[m];
        KipValue text;
        if (m == self.member || other->nbody == 0 ||
            !kip_sim_is_present(kip_world_sim(self.world), other->first_body))
            continue;
        if (!kip_string_make(call->machine, other->name, strlen(other->name), &text) ||
            !kip_list_append(call->machine, call->result, text))
            return false;
    }
    return true;
}

static bool word_foot_load(KipCall *call)
{
    Self self;
    int link;
    const KipSensors *s = sensors_of(call, &self);
    if (!s || !kip_scene_link(call, 1, self.member, &link))
        return false;
    int foot = kip_world_part_of(self.world, KIP_FEET, link);
    if (foot < 0)
        return kip_call_fail(call, "'%s' is no foot", self.scene->model->body[link].name);
    call->result = kip_float(s->filtered_foot_load[foot]);
    return true;
}

static bool word_colliding_with(KipCall *call)
{
    Self self;
    KipThing other;
    if (!kip_scene_self(call, &self))
        return false;
    if (!kip_scene_thing(call, 1, -1, &other))
        return false;
    call->result = kip_bool(kip_world_touching(self.scene->world, (KipThing){self.member, -1}, other));
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

/* The joint of that name, or those of both sides. */
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
            return kip_call_fail(call, "more than %d joints", MOST_POSTURE);
        joint[(*n)++] = found[k];
    }
    return true;
}

static bool word_posture(KipCall *call)
{
    Self self;
    KipError error;
    const char *name;
    int joint[MOST_POSTURE], n = 0, pose = -1;
    KipValue list = call->argument[1];
    size_t count = 0;
    if (!kip_scene_self(call, &self) || (kip_call_given(call, 2) && !kip_call_text(call, 2, &name)))
        return false;
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
    if (kip_call_given(call, 2) && kip_character_get_pose(self.character, name, &pose, &error) != KIP_OK)
        return kip_call_error(call, &error);
    call->result = kip_float(kip_posture(self.character, self.sim, joint, n, pose));
    return true;
}

/* -- the table --------------------------------------------------------------------------------------- */

static const KipNativeDef of_characters[] = {
    {"getAngle(joint)", word_get_angle, "A joint's angle, rad; of a ball its quaternion."},
    {"getRate(joint)", word_get_rate, "A joint's rate, rad/s; of a ball a vec."},
    {"getTorque(joint)", word_get_torque, "What its motor gave over the last step, N m."},
    {"jointForces(joint)", word_joint_forces, "What a joint carries now."},
    {"joints()", word_joints, "The names of all joints."},
    {"com()", word_com, "The centre of mass (vec, m)."},
    {"comVelocity()", word_com_velocity, "The velocity of the centre of mass (vec, m/s)."},
    {"comAcceleration()", word_com_acceleration, "Its acceleration (vec, m/s^2), filtered by 20 ms."},
    {"mass()", word_mass, "The mass, kg."},
    {"facing()", word_facing, "Where the root's front looks, unit vec."},
    {"up()", word_up, "The root's long axis, unit vec."},
    {"height()", word_height, "Of the centre of mass above what the feet stand on, m."},
    {"tilt()", word_tilt, "The angle between up() and the vertical, rad."},
    {"supportPolygon()", word_support_polygon, "The corners of the area under the feet."},
    {"supportMargin(point=None)", word_support_margin, "How far inside that area the weight is, m."},
    {"capturePoint()", word_capture_point, "Where a foot must be to come to rest (vec, m)."},
    {"touching(part)", word_touching, "Which feet, hands ... touch the ground: names."},
    {"others()", word_others, "The names of all others that are there."},
    {"footLoad(link)", word_foot_load, "What presses a foot onto the ground, N."},
    {"posture(joints, pose=None)", word_posture, "How far joints are from a pose, in the mean, rad."},
    {"isColliding(other)", word_colliding_with, "Does any part of it touch that?"},
};

const KipVocabulary kip_vocabulary_sense = {{NULL, 0}, KIP_WORD_TABLE(of_characters)};
