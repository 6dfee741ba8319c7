/* The vocabulary of scenes: what the world is made of, before it runs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../dynamics/quat.h"
#include "../../dynamics/surface.h"
#include "../../dynamics/vec3.h"
#include "../text/file.h"
#include "natives.h"

/* Where argument i was given: a number from `least` on. */
static bool read_size(KipCall *call, int i, const char *what, double least, double *value)
{
    if (!kip_call_given(call, i))
        return true;
    if (!kip_call_number(call, i, value))
        return false;
    if (!(*value >= least) || !isfinite(*value))
        return kip_call_fail(call, "a %s is %g or more, not %g", what, least, *value);
    return true;
}

bool kip_scene_check_turn(KipCall *call, const char *what, double angle)
{
    return fabs(angle) <= 6.283185307179586 ||
           kip_call_fail(call, "%s %g rad is more than a turn; math.radians(%g) makes radians of degrees",
                         what, angle, angle);
}

/* Where argument i was given: a friction, or the one that was there. */
static bool read_friction(KipCall *call, int i, double *friction)
{
    if (!kip_call_given(call, i))
        return true;
    if (!kip_call_number(call, i, friction))
        return false;
    return (*friction >= 0 && *friction <= 10) ||
           kip_call_fail(call, "a friction is 0 (ice) to 10, and 0.9 of shoes; not %g", *friction);
}

/* Where argument i was given: how much of its speed what bounces keeps. */
static bool read_restitution(KipCall *call, int i, KipGeom *geom)
{
    double restitution;
    if (!kip_call_given(call, i))
        return true;
    if (!kip_call_number(call, i, &restitution))
        return false;
    if (!(restitution >= 0 && restitution <= 1))
        return kip_call_fail(call, "a restitution is 0 (it does not bounce) to 1 (it loses nothing), not %g",
                             restitution);
    kip_surface_bounce(restitution, geom->solref);
    return true;
}

static bool no_file(KipCall *call, const char *what, const char *folder, const char *name, const char *ending)
{
    KipHint hint = kip_hint(name);
    KipError error;
    return kip_scene_done(call,
                          kip_scene_no_file(kip_scene_of(call), what, folder, name, ending, &hint, &error),
                          &error);
}

/* file, name, at, turn, key: the stem of the file is the name where none is given. */
static bool add_file(KipCall *call, SceneFile *from, int *member)
{
    KipScene *scene = kip_scene_of(call);
    const char *file;
    char path[PATH_SIZE], stem[NAME_SIZE];
    KipError error;
    if (!kip_call_text(call, 0, &file) || (kip_call_given(call, 1) && !kip_call_text(call, 1, &from->name)) ||
        (kip_call_given(call, 2) && !kip_call_vector(call, 2, &from->at)) ||
        !kip_call_number(call, 3, &from->turn) ||
        (kip_call_given(call, 4) && !kip_call_text(call, 4, &from->key)))
        return false;
    if (!kip_scene_check_turn(call, "turn", from->turn))
        return false;
    if (!kip_scene_find_file(scene, "models", file, ".xml", path) && from->name &&
        (kip_ends_in(from->name, ".xml") || kip_scene_find_file(scene, "models", from->name, ".xml", path)))
        return kip_call_fail(call, "the file comes first, its name behind it: %s(\"%s\", \"%s\")",
                             from->character ? "addCharacter" : "addObject", from->name, file);
    if (!kip_scene_find_file(scene, "models", file, ".xml", path))
        return no_file(call, "model", "models", file, ".xml");
    const char *slash = strrchr(file, '/'), *begin = slash ? slash + 1 : file;
    snprintf(stem, sizeof stem, "%.*s", (int)strcspn(begin, "."), begin);
    from->path = path;
    from->name = from->name ? from->name : stem;
    return kip_scene_done(call, kip_scene_add_file(scene, from, member, &error), &error);
}

static bool word_add_character(KipCall *call)
{
    SceneFile from = {.character = true, .friction = -1};
    int member;
    if (!read_size(call, 5, "height (m)", 0.1, &from.height) ||
        !read_size(call, 6, "mass (kg)", 0.1, &from.mass) || !read_friction(call, 7, &from.friction) ||
        !read_size(call, 8, "strength (a factor)", 0.01, &from.strength))
        return false;
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
    int member;
    bool present;
    if (!kip_call_bool(call, 5, &present) || !add_file(call, &from, &member))
        return false;
    Member *made = kip_scene_of(call)->member[member];
    if (!present && made->nbody == 0)
        return kip_call_fail(call, "what stands still cannot come later: '%s' has no body that moves",
                             made->name);
    made->absent = !present;
    call->result = kip_handle(KIND_OBJECT, member);
    return true;
}

/* "sphere" 1 number, "capsule" 2 (radius, half length), "box" 3 half lengths, as MJCF's geoms. */
static bool read_shape(KipCall *call, int shape, int size, KipGeom *geom)
{
    static const struct {
        const char *name;
        KipGeomType type;
        size_t nsize;
    } known[] = {{"sphere", KIP_GEOM_SPHERE, 1}, {"capsule", KIP_GEOM_CAPSULE, 2}, {"box", KIP_GEOM_BOX, 3}};
    const char *name;
    size_t n = 1;
    if (!kip_call_text(call, shape, &name))
        return false;
    const KipValue *item = &call->argument[size];
    if (item->type == KIP_LIST || item->type == KIP_TUPLE)
        item = kip_items(call->machine, *item, &n);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (strcmp(known[k].name, name) != 0)
            continue;
        geom->type = known[k].type;
        if (n != known[k].nsize)
            return kip_call_fail(call, "the size of a %s is %zu numbers, not %zu", name, known[k].nsize, n);
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
                         "there is no shape '%s'; there are sphere (radius), capsule (radius, half length) "
                         "and box (3 half lengths)",
                         name);
}

static bool read_colour(KipCall *call, int i, KipGeom *geom)
{
    KipVec3 colour;
    if (!kip_call_given(call, i))
        return true;
    if (!kip_call_vector(call, i, &colour))
        return false;
    double most = fmax(colour.x, fmax(colour.y, colour.z));
    if (!(fmin(colour.x, fmin(colour.y, colour.z)) >= 0 && most <= 1))
        return kip_call_fail(
            call, "a colour is red, green and blue from 0 to 1, so divide by 255; not (%g, %g, %g)", colour.x,
            colour.y, colour.z);
    geom->rgba[0] = (float)colour.x, geom->rgba[1] = (float)colour.y, geom->rgba[2] = (float)colour.z;
    geom->rgba[3] = 1;
    return true;
}

/* name, shape, size, mass, at, turn, colour, friction, present, restitution. */
static bool word_add_shape(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    KipGeom geom = kip_geom_def();
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    KipVec3 at = v3_zero();
    const char *name;
    double mass, turn;
    bool present;
    int member, n;
    KipError error;
    if (!kip_call_text(call, 0, &name) || !read_shape(call, 1, 2, &geom) ||
        !kip_call_number(call, 3, &mass) || (kip_call_given(call, 4) && !kip_call_vector(call, 4, &at)) ||
        !kip_call_number(call, 5, &turn) || !read_colour(call, 6, &geom) ||
        !read_friction(call, 7, &geom.friction) || !kip_call_bool(call, 8, &present) ||
        !read_restitution(call, 9, &geom) || !kip_scene_check_turn(call, "turn", turn))
        return false;
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
    double friction = 0;
    if (!read_friction(call, 0, &friction))
        return false;
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
    scene->ground.friction = friction;
    return true;
}

static bool before_world(KipCall *call)
{
    KipError error;
    return kip_scene_need_builder(kip_scene_of(call), &error) == KIP_OK || kip_call_error(call, &error);
}

static bool word_set_gravity(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    return before_world(call) && kip_call_vector(call, 0, &scene->gravity) && (scene->has_gravity = true);
}

static bool word_set_timestep(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    double seconds;
    if (!before_world(call) || !kip_call_number(call, 0, &seconds))
        return false;
    if (!(seconds > 0 && seconds <= 0.1))
        return kip_call_fail(call, "a time step is more than 0 and at most 0.1 s, and 0.001 is usual; not %g",
                             seconds);
    if (scene->def.timestep <= 0) /* the command line's goes first */
        scene->timestep = seconds;
    return true;
}

static bool word_set_literal_limits(KipCall *call)
{
    return before_world(call) && kip_call_bool(call, 0, &kip_scene_of(call)->literal_limits);
}

static bool word_set_period(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    double seconds;
    if (!before_world(call) || !kip_call_number(call, 0, &seconds))
        return false;
    if (!(seconds > 0))
        return kip_call_fail(call, "a control period is more than 0 s, not %g", seconds);
    if (seconds > 1)
        return kip_call_fail(call, "a control period is at most 1 s, not %g; 5 ms are 0.005", seconds);
    scene->period = seconds;
    return true;
}

/* -- of a character -------------------------------------------------------------------------------------- */

static bool word_add_link_shape(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    KipGeom geom = kip_geom_def();
    const char *link, *set;
    KipError error;
    if (!kip_call_text(call, 1, &link) || !read_shape(call, 2, 3, &geom) || !kip_call_text(call, 4, &set) ||
        (kip_call_given(call, 5) && !kip_call_vector(call, 5, &geom.pos)) || !read_colour(call, 6, &geom) ||
        !read_friction(call, 7, &geom.friction))
        return false;
    return kip_scene_done(call,
                          kip_scene_add_shape(scene, (int)call->argument[0].integer, link, &geom, set,
                                              &error),
                          &error);
}

static bool word_load_poses(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    const char *file;
    char path[PATH_SIZE];
    KipError error;
    if (!kip_call_text(call, 1, &file))
        return false;
    if (!kip_scene_find_file(scene, "poses", file, ".pose", path))
        return no_file(call, "pose file", "poses", file, ".pose");
    return kip_scene_done(call, kip_scene_read_poses(scene, (int)call->argument[0].integer, path, &error),
                          &error);
}

enum { MOST_POSE_JOINTS = 128 };

/* A joint's name with an angle, or of a ball joint with a quaternion. */
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

/* name, joints {name: angle}, gain, damping, base. */
static bool word_add_pose(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    KipPoseTarget target[MOST_POSE_JOINTS];
    KipPose pose = {.target = target, .place = kip_nowhere()};
    double damping;
    KipError error;
    if (!kip_call_text(call, 1, &pose.name) || !kip_call_number(call, 3, &pose.gain) ||
        !kip_scene_number_or_nan(call, 4, &damping) ||
        (kip_call_given(call, 5) && !kip_call_text(call, 5, &pose.from)))
        return false;
    if (call->argument[2].type != KIP_DICT)
        return kip_call_fail(call, "joints must be a dict of angles by joint names, not %s",
                             kip_type_name(call->machine, call->argument[2]));
    const KipDict *dict = kip_dict_of(call->machine, call->argument[2]);
    const KipEntry *entry = dict->used ? kip_heap_block(call->machine, dict->entries) : NULL;
    for (uint32_t i = 0; i < dict->used; i++) {
        KipValue key = entry[i].key, value = entry[i].value;
        if (key.type == KIP_ABSENT)
            continue;
        if (pose.ntarget == MOST_POSE_JOINTS)
            return kip_call_fail(call, "a pose has at most %d joints", MOST_POSE_JOINTS);
        target[pose.ntarget] =
            (KipPoseTarget){.quat = q_identity(), .gain = NAN, .damping = damping, .place = kip_nowhere()};
        if (!read_target(call, key, value, &target[pose.ntarget++]))
            return false;
    }
    return kip_scene_done(call, kip_scene_add_pose(scene, (int)call->argument[0].integer, &pose, &error),
                          &error);
}

static bool word_add_skill(KipCall *call)
{
    const char *name = "";
    int index;
    if (kip_call_given(call, 2) && !kip_call_text(call, 2, &name))
        return false;
    return kip_scene_add_skill(call, kip_scene_of(call), (int)call->argument[0].integer, call->argument[1],
                               name, &index);
}

static bool word_apply(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    Member *member = scene->member[call->argument[0].integer];
    const char *name = "";
    int index;
    if (kip_call_given(call, 2) && !kip_call_text(call, 2, &name))
        return false;
    return kip_scene_add_skill(call, scene, (int)call->argument[0].integer, call->argument[1], name,
                               &index) &&
           (member->applied = index) >= 0;
}

/* -- the table --------------------------------------------------------------------------------------- */

static const KipNativeDef of_scenes[] = {
    {"addCharacter(file, name=None, at=None, turn=0, key=None, height=None, mass=None, friction=None, strength=None)",
     word_add_character, "A character from a model file."},
    {"addObject(file, name=None, at=None, turn=0, key=None, present=True)", word_add_object,
     "An object or scenery from a model file."},
    {"addShape(name, shape, size, mass=0, at=None, turn=0, color=None, friction=0.9, present=True, "
     "restitution=None)",
     word_add_shape, "One shape: a sphere, capsule or box."},
    {"addGround(friction=0.9)", word_add_ground, "The ground, or its friction."},
    {"setGravity(gravity)", word_set_gravity, "Gravity as a vector, m/s^2."},
    {"setTimestep(seconds)", word_set_timestep, "The step of the simulation, s."},
    {"setPeriod(seconds)", word_set_period, "How often control acts, s."},
    {"setLiteralLimits(on=True)", word_set_literal_limits,
     "Joint limits by the paper's printed formula, which fails."},
};

static const KipNativeDef of_characters[] = {
    {"addSkill(skill, name=None)", word_add_skill, "A skill that it may choose, or be told to do."},
    {"apply(skill, name=None)", word_apply, "Adds a skill and lets it begin at once."},
    {"loadPoses(file)", word_load_poses, "Poses and sequences of a file."},
    {"addPose(name, joints, gain=1, damping=None, base=None)", word_add_pose,
     "A pose by joint angles (rad)."},
    {"addLinkShape(link, shape, size, set, at=None, color=None, friction=0.9)", word_add_link_shape,
     "Another shape of a link, for chooseShapes()."},
};

const KipVocabulary kip_vocabulary_build = {KIP_WORD_TABLE(of_scenes), KIP_WORD_TABLE(of_characters)};
