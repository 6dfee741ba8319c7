/* Shared by the natives of scenes: types of parameters, and results. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../../dynamics/mat3.h"
#include "../../dynamics/quat.h"
#include "../../dynamics/vec3.h"
#include "../../control/range.h"
#include "natives.h"

KipScene *kip_scene_of(const KipCall *call)
{
    return call->user;
}

KipWorld *kip_scene_world_of(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    KipError error;
    if (!scene->world && kip_scene_need_world(scene, &error) != KIP_OK) {
        kip_call_error(call, &error);
        return NULL;
    }
    return scene->world;
}

enum { NAME_OF_THING, NAME_OF_JOINT };

/* The cache entry of a name in this context (a member, or -1); *is_known: it is filled in. */
static KnownName *know(KipScene *scene, const KipString *text, int context, int kind, bool *is_known)
{
    uint64_t hash = (text->hash ^ (uint64_t)(2 * context + kind + 3)) * 0x9e3779b97f4a7c15u;
    KnownName *known = NULL;
    *is_known = false;
    for (uint64_t i = 0; i < 4 && !*is_known; i++) { /* one of four entries; the last gives way */
        known = &scene->known[((hash >> 55) + i) % KNOWN_NAMES];
        *is_known = known->hash == hash && strcmp(known->text, text->text) == 0;
        if (!known->hash)
            break;
    }
    if (!*is_known && text->size < KNOWN_SIZE) {
        known->hash = 0; /* until it is filled in */
        memcpy(known->text, text->text, text->size + 1);
    }
    return known;
}

static void fill(KnownName *known, const KipString *text, int context, int kind, KipThing thing)
{
    known->thing = thing;
    if (text->size < KNOWN_SIZE)
        known->hash = (text->hash ^ (uint64_t)(2 * context + kind + 3)) * 0x9e3779b97f4a7c15u;
}

/* A skill's file may be written for another body. */
static bool fail_unknown_thing(KipCall *call, const KipError *error)
{
    const Skill *acting = kip_scene_of(call)->acting;
    const size_t length = strlen(error->message);
    if (!acting || !acting->program)
        return kip_call_error(call, error);
    return kip_call_fail(call, "%s%s the skill '%s' is written for bodies that have it", error->message,
                         length && error->message[length - 1] == '?' ? " If not," : ";", acting->name);
}

/* Reads a name, a character or an object. `context` is the member whose links take precedence; -1: that of the running
 * skill. */
static bool read_thing(KipCall *call, int i, int context, KipArgument *argument)
{
    KipScene *scene = kip_scene_of(call);
    KipWorld *world = kip_scene_world_of(call);
    KipThing thing;
    KipError error;
    bool is_known;
    if (!world)
        return false;
    argument->owner = (int)call->argument[i].integer, argument->index = -1;
    if (call->argument[i].type == KIP_HANDLE)
        return true;
    if (!kip_read_text(call, i, NULL, argument))
        return false;
    context = context >= 0 ? context : scene->context;
    const KipString *text = kip_string_of(call->machine, call->argument[i]);
    KnownName *known = know(scene, text, context, NAME_OF_THING, &is_known);
    if (!is_known) {
        if (kip_world_find(world, context, text->text, &thing, &error) != KIP_OK)
            return fail_unknown_thing(call, &error);
        fill(known, text, context, NAME_OF_THING, thing);
    }
    thing = is_known ? known->thing : thing;
    argument->owner = thing.member, argument->index = thing.body;
    return true;
}

KipThing kip_scene_thing(const KipCall *call, int i)
{
    return (KipThing){call->read[i].owner, call->read[i].index};
}

int kip_scene_body(const KipCall *call, int i)
{
    return kip_thing_body(kip_scene_of(call)->world, kip_scene_thing(call, i));
}

Self kip_scene_self(const KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    const int member = (int)call->argument[0].integer;
    return (Self){scene, scene->world, kip_world_sim(scene->world), kip_world_character(scene->world, member),
                  member};
}

bool kip_scene_unknown_joint(KipCall *call, int member, const char *name)
{
    KipScene *scene = kip_scene_of(call);
    const Member *of = scene->member[member];
    const KipModel *model = scene->model;
    KipHint hint = kip_hint(name);
    for (int j = 0; j < model->njoint; j++)
        if (model->joint[j].body >= of->first_body && model->joint[j].body < of->first_body + of->nbody &&
            model->joint[j].type != KIP_JOINT_FREE)
            kip_hint_add(&hint, model->joint[j].name + strlen(of->name) + 1);
    if (!scene->acting || !scene->acting->program)
        return kip_call_fail(call, "'%s' has no joint '%s'%s", of->name, name, kip_hint_text(&hint));
    const bool near = kip_hint_is_near(&hint);
    return kip_call_fail(call, "'%s' has no joint '%s'%s%s the skill '%s' is written for bodies that have it",
                         of->name, name, near ? kip_hint_text(&hint) : "", near ? " If not," : ":",
                         scene->acting->name);
}

bool kip_scene_find_joint(KipCall *call, KipValue value, int member, int *joint)
{
    KipScene *scene = kip_scene_of(call);
    char full[2 * NAME_SIZE];
    bool is_known;
    if (value.type != KIP_STRING)
        return kip_call_fail(call, "a joint is known by its name, not by %s",
                             kip_type_name(call->machine, value));
    const KipString *text = kip_string_of(call->machine, value);
    const char *name = text->text;
    KnownName *known = know(scene, text, member, NAME_OF_JOINT, &is_known);
    if (!is_known) {
        snprintf(full, sizeof full, "%s/%.60s", scene->member[member]->name, name);
        *joint = kip_model_find_joint(scene->model, full);
        if (*joint < 0)
            return kip_scene_unknown_joint(call, member, name);
        fill(known, text, member, NAME_OF_JOINT, (KipThing){member, *joint});
    }
    *joint = is_known ? known->thing.body : *joint;
    return true;
}

const KipJoint *kip_scene_joint(const KipCall *call, int i)
{
    return kip_scene_of(call)->model->joint + call->read[i].index;
}

KipVec3 kip_scene_point(const KipCall *call, int i, int body)
{
    return call->read[i].given ? call->read[i].vector : kip_scene_of(call)->model->body[body].com;
}

bool kip_scene_read_quat(KipCall *call, KipValue value, KipQuat *q)
{
    size_t n = 0;
    const KipValue *item =
        value.type == KIP_LIST || value.type == KIP_TUPLE ? kip_items(call->machine, value, &n) : NULL;
    double part[4] = {0};
    for (size_t k = 0; k < n && n == 4; k++)
        part[k] = item[k].type == KIP_INT     ? (double)item[k].integer
                  : item[k].type == KIP_FLOAT ? item[k].number
                                              : NAN;
    if (n != 4 || !isfinite(part[0] + part[1] + part[2] + part[3]))
        return kip_call_fail(call, "an orientation is a quaternion (w, x, y, z); (1, 0, 0, 0) is no turn");
    *q = q_from(part);
    double length = sqrt(q_dot(*q, *q));
    if (length > 10 || (length > 0 && length < 0.1))
        return kip_call_fail(call,
                             "the quaternion (%g, %g, %g, %g) has the length %.3g, not 1; "
                             "a turn by an angle (rad) about z is (cos(angle / 2), 0, 0, sin(angle / 2))",
                             part[0], part[1], part[2], part[3], length);
    return true;
}

bool kip_scene_return_quat(KipCall *call, KipQuat q)
{
    const KipValue item[4] = {kip_float(q.w), kip_float(q.x), kip_float(q.y), kip_float(q.z)};
    return kip_tuple_make(call->machine, 4, item, &call->result);
}

bool kip_scene_append_text(KipCall *call, const char *text)
{
    KipValue string;
    return kip_string_make(call->machine, text, strlen(text), &string) &&
           kip_list_append(call->machine, call->result, string);
}

bool kip_scene_check_turn(KipCall *call, const char *what, double angle)
{
    return fabs(angle) <= 6.283185307179586 ||
           kip_call_fail(call, "%s %g rad is more than a turn; math.radians(%g) makes radians of degrees",
                         what, angle, angle);
}

bool kip_scene_check_target(KipCall *call, const KipJoint *joint, double target)
{
    const char *slash = strchr(joint->name, '/');
    KipError error;
    return kip_scene_done(call,
                          kip_check_target(joint, slash ? slash + 1 : joint->name, target, kip_nowhere(),
                                           &error),
                          &error);
}

bool kip_scene_read_coordinates(KipCall *call, KipValue value, const KipJoint *joint, double q[4])
{
    KipQuat turn;
    if (joint->type == KIP_JOINT_FREE)
        return kip_call_fail(call, "'%s' is free: nothing moves it", joint->name);
    if (joint->type != KIP_JOINT_BALL) {
        if (value.type != KIP_INT && value.type != KIP_FLOAT)
            return kip_call_fail(call, "'%s' is at one number, an angle", joint->name);
        *q = value.type == KIP_INT ? (double)value.integer : value.number;
        return kip_scene_check_target(call, joint, *q);
    }
    if (!kip_scene_read_quat(call, value, &turn))
        return false;
    if (!(q_dot(turn, turn) > 0))
        return kip_call_fail(call, "the quaternion of '%s' is zero", joint->name);
    q_store(q, q_normalize(turn));
    return true;
}

const char *kip_scene_own_name(const KipScene *scene, int body)
{
    const char *slash = strchr(scene->model->body[body].name, '/');
    return slash ? slash + 1 : scene->model->body[body].name;
}

bool kip_scene_done(KipCall *call, KipStatus status, const KipError *error)
{
    return status == KIP_OK || kip_call_error(call, error);
}

void kip_scene_event(KipScene *scene, const char *format, ...)
{
    KipError text; /* used for formatting numbers independently of the locale */
    va_list list;
    if (!scene->def.host.event)
        return;
    va_start(list, format);
    kip_fail_list(&text, KIP_OK, kip_nowhere(), format, list);
    va_end(list);
    scene->def.host.event(scene->def.host.user, scene->world ? kip_world_time(scene->world) : 0,
                          text.message);
}

/* -- types of parameters --------------------------------------------------------------------------------- */

#define TYPE(name) static bool name(KipCall *call, int i, const KipParameterType *type, KipArgument *argument)

/* self; the world must exist. */
TYPE(read_character)
{
    (void)type;
    argument->index = (int)call->argument[i].integer;
    return kip_scene_world_of(call) != NULL;
}

TYPE(read_any_thing)
{
    (void)type;
    return read_thing(call, i, -1, argument);
}

/* Like thing, but names are first looked up among self's links. */
TYPE(read_near)
{
    (void)type;
    return read_thing(call, i, (int)call->argument[0].integer, argument);
}

/* Reads a character or an object as a whole. */
TYPE(read_member)
{
    KipScene *scene = kip_scene_of(call);
    (void)type;
    if (!read_thing(call, i, -1, argument))
        return false;
    const int member = argument->owner, body = argument->index;
    argument->index = member;
    if (member >= 0 && body >= 0 && scene->member[member]->character)
        return kip_call_fail(call, "'%s' is a link of '%s': give the whole character",
                             kip_string_of(call->machine, call->argument[i])->text,
                             scene->member[member]->name);
    return member >= 0 ||
           kip_call_fail(call, "the ground is no object: name one that addObject() or addShape() made");
}

/* Reads a link of self as its body. */
bool kip_scene_read_link(KipCall *call, int i, const KipParameterType *type, KipArgument *argument)
{
    KipScene *scene = kip_scene_of(call);
    const int self = (int)call->argument[0].integer;
    (void)type;
    if (!read_thing(call, i, self, argument))
        return false;
    const KipThing thing = {argument->owner, argument->index};
    argument->index = kip_thing_body(scene->world, thing);
    return thing.member == self ||
           kip_call_fail(call, "'%s' has no link of that name", scene->member[self]->name);
}

TYPE(read_joint)
{
    return kip_read_text(call, i, type, argument) &&
           kip_scene_find_joint(call, call->argument[i], (int)call->argument[0].integer, &argument->index);
}

TYPE(read_skill)
{
    (void)type;
    return kip_scene_find_skill(call, i, (int)call->argument[0].integer, &argument->index);
}

TYPE(read_quat)
{
    (void)type;
    return kip_scene_read_quat(call, call->argument[i], &argument->quat);
}

/* Reads words separated by blanks or commas as a bit set. */
TYPE(read_words)
{
    if (!kip_read_text(call, i, type, argument))
        return false;
    const char *text = argument->text;
    argument->index = 0;
    for (size_t size; *(text += strspn(text, " ,")); text += size) {
        int k = 0;
        size = strcspn(text, " ,");
        while (type->word[k] && (strlen(type->word[k]) != size || strncmp(type->word[k], text, size) != 0))
            k++;
        if (!type->word[k])
            return kip_call_fail(call, "'%.*s' is no %s", (int)size, text, type->what);
        argument->index |= 1 << k;
    }
    return true;
}

/* Reads one of some words as its index. */
TYPE(read_choice)
{
    char all[96];
    size_t used = 0;
    if (!kip_read_text(call, i, type, argument))
        return false;
    const char *text = argument->text;
    for (int k = 0; type->word[k]; k++) {
        argument->index = k;
        if (strcmp(type->word[k], text) == 0)
            return true;
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", k ? ", " : "", type->word[k]);
    }
    return kip_call_fail(call, "'%s' is no %s; there are %s", text, type->what, all);
}

static bool has_parent(const char *name)
{
    for (size_t n; *name; name += n + (name[n] == '/')) {
        n = strcspn(name, "/");
        if (n == 2 && name[0] == '.' && name[1] == '.')
            return true;
    }
    return false;
}

/* Reads the name of a file in the folder to which scripts may write. */
TYPE(read_file)
{
    if (!kip_read_text(call, i, type, argument))
        return false;
    const char *name = argument->text;
    if (!*name)
        return kip_call_fail(call, "the file has no name");
    if (*name == '/' || has_parent(name))
        return kip_call_fail(call, "\"%s\" leads out of the folder of the figures; leave out %s", name,
                             *name == '/' ? "the / at its beginning" : "the ..");
    return true;
}

bool kip_scene_read_place(KipCall *call, int i, const KipParameterType *type, KipArgument *argument)
{
    if (!kip_read_vector(call, i, type, argument))
        return false;
    const KipVec3 p = argument->vector;
    return isfinite(p.x + p.y + p.z) || kip_call_fail(call, "a place is three finite numbers (m)");
}

TYPE(read_turn)
{
    return kip_read_number(call, i, type, argument) &&
           kip_scene_check_turn(call, kip_call_parameter(call, i), argument->number);
}

TYPE(read_size)
{
    return kip_read_number(call, i, type, argument) &&
           (argument->number >= type->least ||
            kip_call_fail(call, "a %s is %g or more, not %g", type->what, type->least, argument->number));
}

TYPE(read_friction)
{
    return kip_read_number(call, i, type, argument) &&
           ((argument->number >= 0 && argument->number <= 10) ||
            kip_call_fail(call, "a friction is 0 (ice) to 10, and 0.9 of shoes; not %g", argument->number));
}

TYPE(read_restitution)
{
    return kip_read_number(call, i, type, argument) &&
           ((argument->number >= 0 && argument->number <= 1) ||
            kip_call_fail(call, "a restitution is 0 (it does not bounce) to 1 (it loses nothing), not %g",
                          argument->number));
}

/* Reads red, green and blue. */
TYPE(read_colour)
{
    if (!kip_read_vector(call, i, type, argument))
        return false;
    const KipVec3 c = argument->vector;
    return (fmin(c.x, fmin(c.y, c.z)) >= 0 && fmax(c.x, fmax(c.y, c.z)) <= 1) ||
           kip_call_fail(call,
                         "a colour is red, green and blue from 0 to 1, so divide by 255; not (%g, %g, %g)",
                         c.x, c.y, c.z);
}

static const char *const
    axes[] = {"x", "y", "z", "rx", "ry", "rz", NULL},
    *const forces[] = {"contacts", "gravity", "pushes", NULL},
    *const constants[] = {"rest", "rate", "exp", "literal", NULL},
    *const countdown[] = {"remaining", "fixed", NULL}, *const compensation[] = {"none",      "literal",
                                                                                "ancestors", "lower",
                                                                                "exact",     NULL},
    *const moment[] = {"whole", "literal", "link", NULL},
    *const blends[] = {"hermite", "linear", "window", NULL},
    *const likeness[] = {"abs", "squared", "signed", NULL}, *const ramp[] = {"magnitude", "slew", NULL};

const KipParameterType kip_scene_types[] = {
    {.name = "character", .read = read_character},
    {.name = "thing", .read = read_any_thing},
    {.name = "near", .read = read_near},
    {.name = "member", .read = read_member},
    {.name = "link", .read = kip_scene_read_link},
    {.name = "joint", .read = read_joint},
    {.name = "skill", .read = read_skill},
    {.name = "quat", .read = read_quat},
    {.name = "axes",
     .read = read_words,
     .what = "axis; axes are x y z, and rx ry rz for turns about them",
     .word = axes},
    {.name = "forces",
     .read = read_words,
     .what = "kind of force; there are contacts, gravity, pushes",
     .word = forces},
    {.name = "file", .read = read_file},
    {.name = "place", .read = kip_scene_read_place},
    {.name = "turn", .read = read_turn},
    {.name = "height", .read = read_size, .what = "height (m)", .least = 0.1},
    {.name = "mass", .read = read_size, .what = "mass (kg)", .least = 0.1},
    {.name = "strength", .read = read_size, .what = "strength (a factor)", .least = 0.01},
    {.name = "gain", .read = read_size, .what = "gain", .least = 0},
    {.name = "friction", .read = read_friction},
    {.name = "restitution", .read = read_restitution},
    {.name = "colour", .read = read_colour},
    {.name = "constants", .read = read_choice, .what = "way to count time constants", .word = constants},
    {.name = "countdown", .read = read_choice, .what = "time", .word = countdown},
    {.name = "compensation", .read = read_choice, .what = "compensation", .word = compensation},
    {.name = "moment", .read = read_choice, .what = "moment", .word = moment},
    {.name = "blend", .read = read_choice, .what = "blend", .word = blends},
    {.name = "likeness", .read = read_choice, .what = "way to compare", .word = likeness},
    {.name = "ramp", .read = read_choice, .what = "ramp", .word = ramp},
    {.name = "whose", .read = read_choice, .what = "source of a claim", .word = kip_whose_name},
};
const int kip_scene_ntype = sizeof kip_scene_types / sizeof *kip_scene_types;
