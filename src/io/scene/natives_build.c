/* Words of scenes: contents of the world, before it runs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../dynamics/quat.h"
#include "../../dynamics/surface.h"
#include "../../dynamics/vec3.h"
#include "../text/file.h"
#include "natives.h"

static bool no_file(KipCall *call, const char *what, const char *folder, const char *name, const char *ending)
{
    KipHint hint = kip_hint(name);
    KipError error;
    return kip_scene_done(call,
                          kip_scene_no_file(kip_scene_of(call), what, folder, name, ending, &hint, &error),
                          &error);
}

/* file, name, at, turn, key; the name is by default the file's stem. */
static bool add_file(KipCall *call, SceneFile *from, int *member)
{
    KipScene *scene = kip_scene_of(call);
    const KipArgument *read = call->read;
    const char *file = read[0].text;
    char path[PATH_SIZE], stem[NAME_SIZE];
    KipError error;
    from->name = read[1].given ? read[1].text : NULL;
    from->at = read[2].given ? read[2].vector : v3_zero();
    from->turn = read[3].number;
    from->key = read[4].given ? read[4].text : NULL;
    const bool is_there = kip_scene_find_file(scene, "models", file, ".xml", path);
    if (!is_there && from->name &&
        (kip_ends_in(from->name, ".xml") || kip_scene_find_file(scene, "models", from->name, ".xml", path)))
        return kip_call_fail(call, "the file comes first, its name behind it: %s(\"%s\", \"%s\")",
                             from->character ? "addCharacter" : "addObject", from->name, file);
    if (!is_there)
        return no_file(call, "model", "models", file, ".xml");
    const char *begin = kip_file_base(file);
    snprintf(stem, sizeof stem, "%.*s", (int)strcspn(begin, "."), begin);
    from->path = path;
    from->name = from->name ? from->name : stem;
    return kip_scene_done(call, kip_scene_add_file(scene, from, member, &error), &error);
}

static bool word_add_character(KipCall *call)
{
    const KipArgument *height = &call->read[5], *mass = &call->read[6], *friction = &call->read[7],
                      *strength = &call->read[8];
    SceneFile from = {.character = true,
                      .height = height->given ? height->number : 0,
                      .mass = mass->given ? mass->number : 0,
                      .friction = friction->given ? friction->number : -1,
                      .strength = strength->given ? strength->number : 0};
    int member;
    if (from.strength > 100)
        return kip_call_fail(call,
                             "strength %g is a factor of the model's own, so 1 is as it is; 100 is the most",
                             from.strength);
    if (!add_file(call, &from, &member))
        return false;
    call->result = kip_handle(KIND_CHARACTER, member);
    return true;
}

static bool word_add_object(KipCall *call)
{
    SceneFile from = {.friction = -1};
    const bool present = call->read[5].on;
    int member;
    if (!add_file(call, &from, &member))
        return false;
    Member *made = kip_scene_of(call)->member[member];
    if (!present && made->nbody == 0)
        return kip_call_fail(call, "what stands still cannot come later: '%s' has no body that moves",
                             made->name);
    made->absent = !present;
    call->result = kip_handle(KIND_OBJECT, member);
    return true;
}

/* Reads the sizes of "sphere" (radius), "capsule" (radius, half length) or "box" (3 half lengths), as in MJCF. */
static bool read_shape(KipCall *call, int shape, int size, KipGeom *geom)
{
    static const struct {
        const char *name;
        KipGeomType type;
        size_t nsize;
    } known[] = {{"sphere", KIP_GEOM_SPHERE, 1}, {"capsule", KIP_GEOM_CAPSULE, 2}, {"box", KIP_GEOM_BOX, 3}};
    const char *name = call->read[shape].text;
    size_t n = 1;
    const KipValue *item = &call->argument[size];
    if (item->type == KIP_LIST || item->type == KIP_TUPLE)
        item = kip_items(call->machine, *item, &n);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (strcmp(known[k].name, name) != 0)
            continue;
        geom->type = known[k].type;
        if (n != known[k].nsize)
            return kip_call_fail(call, "the size of a %s is %zu number%s, not %zu", name, known[k].nsize,
                                 known[k].nsize == 1 ? "" : "s", n);
        for (size_t i = 0; i < n; i++) {
            geom->size[i] = item[i].type == KIP_INT ? (double)item[i].integer : item[i].number;
            if ((item[i].type != KIP_INT && item[i].type != KIP_FLOAT) || !(geom->size[i] > 0))
                return kip_call_fail(call, "the size of a %s must be numbers above 0 (m)", name);
            if (geom->size[i] > 1000)
                return kip_call_fail(
                    call, "the size of a %s is in metres, radii and half lengths, and at most 1000; not %g",
                    name, geom->size[i]);
        }
        return true;
    }
    return kip_call_fail(call,
                         "there is no shape '%s'; there are sphere (radius), capsule (radius, "
                         "half length) and box (3 half lengths)",
                         name);
}

static void set_colour(const KipArgument *colour, KipGeom *geom)
{
    if (!colour->given)
        return;
    geom->rgba[0] = (float)colour->vector.x, geom->rgba[1] = (float)colour->vector.y;
    geom->rgba[2] = (float)colour->vector.z, geom->rgba[3] = 1;
}

/* name, shape, size, mass, at, turn, colour, friction, present, restitution. */
static bool word_add_shape(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    const KipArgument *read = call->read;
    const char *name = read[0].text;
    const double mass = read[3].number, turn = read[5].number;
    const KipVec3 at = read[4].given ? read[4].vector : v3_zero();
    const bool present = read[8].on;
    KipGeom geom = kip_geom_def();
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    int member, n;
    KipError error;
    if (!read_shape(call, 1, 2, &geom))
        return false;
    set_colour(&read[6], &geom);
    geom.friction = read[7].given ? read[7].number : geom.friction;
    if (read[9].given)
        kip_surface_bounce(read[9].number, geom.solref);
    if (!(mass >= 0 && mass <= 1e6))
        return kip_call_fail(call, "a mass is 0 (it stands still) to 1e6 kg, not %g kg", mass);
    if (mass == 0 && !present)
        return kip_call_fail(call, "what stands still cannot come later; give '%s' a mass, or leave present",
                             name);
    KipStatus status = kip_scene_add_member(scene, name, false, &member, &error);
    if (status != KIP_OK)
        return kip_call_error(call, &error);
    Member *made = scene->member[member];
    geom.name = body.name = joint.name = name;
    kip_builder_geoms(scene->builder, &n);
    if (mass > 0) {
        body.pos = at, body.quat = q_axis_angle(v3(0, 0, 1), turn);
        body.mass_from_geoms = true;
        geom.body = joint.body = kip_builder_body(scene->builder, &body);
        joint.type = KIP_JOINT_FREE;
        geom.mass = mass;
        made->nbody = 1;
        kip_builder_joint(scene->builder, &joint);
    } else {
        geom.pos = at, geom.quat = q_axis_angle(v3(0, 0, 1), turn);
        const KipGeom *all = kip_builder_geoms(scene->builder, &n);
        for (int g = 0; g < n; g++)
            made->first_geom += all[g].body == 0;
        made->ngeom = 1;
    }
    kip_builder_geom(scene->builder, &geom);
    made->absent = !present;
    call->result = kip_handle(KIND_OBJECT, member);
    return true;
}

static bool word_add_ground(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    KipError error;
    if (kip_scene_need_builder(scene, &error) != KIP_OK)
        return kip_call_error(call, &error);
    if (!scene->has_ground) {
        static const float grey[4] = {0.84f, 0.86f, 0.84f, 1};
        scene->ground = kip_geom_def();
        scene->ground.type = KIP_GEOM_PLANE;
        memcpy(scene->ground.rgba, grey, sizeof grey);
        scene->ground.name = "ground";
        scene->has_ground = true;
    }
    scene->ground.friction = call->read[0].given ? call->read[0].number : 0;
    return true;
}

static bool before_world(KipCall *call)
{
    KipError error;
    return kip_scene_done(call, kip_scene_need_builder(kip_scene_of(call), &error), &error);
}

static bool word_set_gravity(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    if (!before_world(call))
        return false;
    scene->gravity = call->read[0].vector;
    scene->has_gravity = true;
    return true;
}

static bool word_set_timestep(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    const double seconds = call->read[0].number;
    if (!before_world(call))
        return false;
    if (!(seconds > 0 && seconds <= 0.1))
        return kip_call_fail(call, "a time step is more than 0 and at most 0.1 s, and 0.001 is usual; not %g",
                             seconds);
    if (scene->def.timestep <= 0) /* the command line's takes precedence */
        scene->timestep = seconds;
    return true;
}

static bool word_set_literal_limits(KipCall *call)
{
    if (!before_world(call))
        return false;
    kip_scene_of(call)->literal_limits = call->read[0].on;
    return true;
}

static bool word_set_period(KipCall *call)
{
    const double seconds = call->read[0].number;
    if (!before_world(call))
        return false;
    if (!(seconds > 0))
        return kip_call_fail(call, "a control period is more than 0 s, not %g", seconds);
    if (seconds > 1)
        return kip_call_fail(call, "a control period is at most 1 s, not %g; 5 ms are 0.005", seconds);
    kip_scene_of(call)->period = seconds;
    return true;
}

/* -- of a character -------------------------------------------------------------------------------------- */

/* self, link, shape, size, set, at, colour, friction. */
static bool word_add_link_shape(KipCall *call)
{
    const KipArgument *read = call->read;
    KipGeom geom = kip_geom_def();
    KipError error;
    if (!read_shape(call, 2, 3, &geom))
        return false;
    geom.pos = read[5].given ? read[5].vector : geom.pos;
    set_colour(&read[6], &geom);
    geom.friction = read[7].given ? read[7].number : geom.friction;
    return kip_scene_done(call,
                          kip_scene_add_shape(kip_scene_of(call), (int)call->argument[0].integer,
                                              read[1].text, &geom, read[4].text, &error),
                          &error);
}

static bool word_load_poses(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    const char *file = call->read[1].text;
    char path[PATH_SIZE];
    KipError error;
    if (!kip_scene_find_file(scene, "poses", file, ".pose", path))
        return no_file(call, "pose file", "poses", file, ".pose");
    return kip_scene_done(call, kip_scene_read_poses(scene, (int)call->argument[0].integer, path, &error),
                          &error);
}

enum { MOST_POSE_JOINTS = 128 };

/* Reads a joint's name with an angle, or with a quaternion for a ball joint. */
static bool read_target(KipCall *call, KipValue key, KipValue value, KipPoseTarget *target)
{
    char what[96];
    if (key.type != KIP_STRING)
        return kip_call_fail(call, "joints must be a dict by joint names, not by %s",
                             kip_type_name(call->machine, key));
    target->joint = kip_string_of(call->machine, key)->text;
    target->ball = value.type == KIP_LIST || value.type == KIP_TUPLE;
    if (target->ball)
        return kip_scene_read_quat(call, value, &target->quat);
    if (value.type != KIP_INT && value.type != KIP_FLOAT)
        return kip_call_fail(
            call, "'%s' must be an angle (rad), or a quaternion (w, x, y, z) of a ball joint, not %s",
            target->joint, kip_type_name(call->machine, value));
    target->angle = value.type == KIP_INT ? (double)value.integer : value.number;
    snprintf(what, sizeof what, "'%.60s' at", target->joint);
    return kip_scene_check_turn(call, what, target->angle);
}

/* self, name, joints {name: angle}, gain, damping, base. */
static bool word_add_pose(KipCall *call)
{
    const KipArgument *read = call->read;
    const KipValue joints = call->argument[2];
    KipPoseTarget target[MOST_POSE_JOINTS];
    KipPose pose = {.name = read[1].text,
                    .from = read[5].given ? read[5].text : NULL,
                    .gain = read[3].number,
                    .target = target,
                    .place = kip_nowhere()};
    const KipEntry *entry;
    KipError error;
    if (joints.type != KIP_DICT)
        return kip_call_fail(call, "joints must be a dict of angles by joint names, not %s",
                             kip_type_name(call->machine, joints));
    for (uint32_t at = 0; (entry = kip_dict_next(call->machine, joints, &at));) {
        if (pose.ntarget == MOST_POSE_JOINTS)
            return kip_call_fail(call, "a pose has at most %d joints", MOST_POSE_JOINTS);
        target[pose.ntarget] = (KipPoseTarget){.quat = q_identity(),
                                               .gain = NAN,
                                               .damping = read[4].number,
                                               .place = kip_nowhere()};
        if (!read_target(call, entry->key, entry->value, &target[pose.ntarget++]))
            return false;
    }
    return kip_scene_done(call,
                          kip_scene_add_pose(kip_scene_of(call), (int)call->argument[0].integer, &pose,
                                             &error),
                          &error);
}

enum { ADDED, APPLIED };

static bool word_add_skill(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    const int member = (int)call->argument[0].integer;
    int index;
    if (!kip_scene_add_skill(call, scene, member, call->argument[1], NULL,
                             call->read[2].given ? call->read[2].text : "", &index))
        return false;
    if (call->variant == APPLIED)
        scene->member[member]->applied = index;
    return true;
}

/* -- the table --------------------------------------------------------------------------------------- */

static const KipNativeDef words[] = {
    {"addCharacter(file: text, name: text=None, at: vec=None, turn: turn=0, key: text=None, height: height=None, "
     "mass: mass=None, friction: friction=None, strength: strength=None)",
     word_add_character, "A character from a model file."},
    {"addObject(file: text, name: text=None, at: vec=None, turn: turn=0, key: text=None, present: bool=True)",
     word_add_object, "An object or scenery from a model file."},
    {"addShape(name: text, shape: text, size, mass: number=0, at: vec=None, turn: turn=0, color: colour=None, "
     "friction: friction?=0.9, present: bool=True, restitution: restitution=None)",
     word_add_shape, "One shape: a sphere, capsule or box."},
    {"addGround(friction: friction?=0.9)", word_add_ground, "The ground, or its friction."},
    {"setGravity(gravity: vec)", word_set_gravity, "Gravity as a vector, m/s^2."},
    {"setTimestep(seconds: number)", word_set_timestep, "The step of the simulation, s."},
    {"setPeriod(seconds: number)", word_set_period, "How often control acts, s."},
    {"setLiteralLimits(on: bool=True)", word_set_literal_limits,
     "Joint limits by the paper's printed formula, which fails."},
    {"addSkill(self, skill, name: text=None)", word_add_skill,
     "A skill that it may choose, or be told to do.", ADDED},
    {"apply(self, skill, name: text=None)", word_add_skill, "Adds a skill and lets it begin at once.",
     APPLIED},
    {"loadPoses(self, file: text)", word_load_poses, "Poses and sequences of a file."},
    {"addPose(self, name: text, joints, gain: number=1, damping: number=None, base: text=None)",
     word_add_pose, "A pose by joint angles (rad)."},
    {"addLinkShape(self, link: text, shape: text, size, set: text, at: vec=None, color: colour=None, "
     "friction: friction?=0.9)",
     word_add_link_shape, "Another shape of a link, for chooseShapes()."},
};

const KipNativeTable kip_vocabulary_build = KIP_NATIVE_TABLE(words);
