/* What the natives of scenes share: how they read names, points, axes; what they tell. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../../dynamics/mat3.h"
#include "../../dynamics/quat.h"
#include "../../dynamics/vec3.h"
#include "../../control/range.h"
#include "natives.h"

KipScene *kip_scene_of(KipCall *call)
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

/* The place in the table of a name as this context (a member, or -1) has it; *is_known: it is there already. */
static KnownName *know(KipScene *scene, const KipString *text, int context, int kind, bool *is_known)
{
    uint64_t hash = (text->hash ^ (uint64_t)(2 * context + kind + 3)) * 0x9e3779b97f4a7c15u;
    KnownName *known = &scene->known[hash >> 55];
    *is_known = known->hash == hash && strcmp(known->text, text->text) == 0;
    if (!*is_known && text->size < KNOWN_SIZE) {
        known->hash = 0; /* until it is filled */
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

bool kip_scene_thing(KipCall *call, int i, int context, KipThing *thing)
{
    KipScene *scene = kip_scene_of(call);
    KipWorld *world = kip_scene_world_of(call);
    KipError error;
    const char *name;
    bool is_known;
    if (!world)
        return false;
    if (call->argument[i].type == KIP_HANDLE) {
        *thing = (KipThing){(int)call->argument[i].integer, -1};
        return true;
    }
    if (!kip_call_text(call, i, &name))
        return false;
    context = context >= 0 ? context : scene->context;
    const KipString *text = kip_string_of(call->machine, call->argument[i]);
    KnownName *known = know(scene, text, context, NAME_OF_THING, &is_known);
    if (!is_known) {
        if (kip_world_find(world, context, name, thing, &error) != KIP_OK)
            return kip_call_error(call, &error);
        fill(known, text, context, NAME_OF_THING, *thing);
    }
    *thing = is_known ? known->thing : *thing;
    return true;
}

bool kip_scene_self(KipCall *call, Self *self)
{
    self->scene = kip_scene_of(call);
    self->world = kip_scene_world_of(call);
    if (!self->world)
        return false;
    self->sim = kip_world_sim(self->world);
    self->member = (int)call->argument[0].integer;
    self->character = kip_world_character(self->world, self->member);
    return true;
}

bool kip_scene_link(KipCall *call, int i, int member, int *body)
{
    KipThing thing;
    if (!kip_scene_thing(call, i, member, &thing))
        return false;
    *body = kip_thing_body(kip_scene_of(call)->world, thing);
    if (thing.member == member)
        return true;
    return kip_call_fail(call, "'%s' has no link of that name", kip_scene_of(call)->member[member]->name);
}

/* Does a skill of its own file ask for what is nothing like what the body has? */
static bool is_for_others(const KipScene *scene, const KipHint *hint)
{
    return scene->acting && scene->acting->program && !kip_hint_is_near(hint);
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
    if (is_for_others(scene, &hint))
        return kip_call_fail(call,
                             "'%s' has no joint '%s': the skill '%s' is written for bodies that have it",
                             of->name, name, scene->acting->name);
    return kip_call_fail(call, "'%s' has no joint '%s'%s", of->name, name, kip_hint_text(&hint));
}

bool kip_scene_joint(KipCall *call, int i, int member, int *joint)
{
    const char *name;
    return kip_call_text(call, i, &name) && kip_scene_find_joint(call, call->argument[i], member, joint);
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

bool kip_scene_member_of(KipCall *call, int i, int *member)
{
    KipThing thing;
    if (!kip_scene_thing(call, i, -1, &thing))
        return false;
    *member = thing.member;
    if (thing.member >= 0 && thing.body >= 0 && kip_scene_of(call)->member[thing.member]->character)
        return kip_call_fail(call, "'%s' is a link of '%s', which stays whole",
                             kip_string_of(call->machine, call->argument[i])->text,
                             kip_scene_of(call)->member[thing.member]->name);
    return thing.member >= 0 || kip_call_fail(call, "the ground is no object");
}

bool kip_scene_point(KipCall *call, int i, int body, KipVec3 *point)
{
    *point = kip_scene_of(call)->model->body[body].com;
    return !kip_call_given(call, i) || kip_call_vector(call, i, point);
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
        return kip_call_fail(
            call,
            "the quaternion (%g, %g, %g, %g) has the length %.3g, not 1; a turn by an angle (rad) about "
            "z is (cos(angle / 2), 0, 0, sin(angle / 2))",
            part[0], part[1], part[2], part[3], length);
    return true;
}

bool kip_scene_quat(KipCall *call, int i, KipQuat *q)
{
    return kip_scene_read_quat(call, call->argument[i], q);
}

bool kip_scene_return_quat(KipCall *call, KipQuat q)
{
    const KipValue item[4] = {kip_float(q.w), kip_float(q.x), kip_float(q.y), kip_float(q.z)};
    return kip_tuple_make(call->machine, 4, item, &call->result);
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
        return kip_call_fail(call, "the quaternion of '%s' is nought", joint->name);
    q_store(q, q_normalize(turn));
    return true;
}

bool kip_scene_torques(KipCall *call, int i, const KipJoint *joint, double torque[3])
{
    KipVec3 vector;
    if (joint->type == KIP_JOINT_FREE)
        return kip_call_fail(call, "'%s' is free: nothing moves it", joint->name);
    if (joint->nv == 1)
        return kip_call_number(call, i, torque);
    if (!kip_call_vector(call, i, &vector))
        return false;
    v3_store(torque, vector);
    return true;
}

bool kip_scene_choose(KipCall *call, int i, const char *what, const char *const *word, int n, int *chosen)
{
    char all[96];
    size_t used = 0;
    const char *text;
    if (!kip_call_text(call, i, &text))
        return false;
    for (int k = 0; k < n; k++) {
        if (strcmp(word[k], text) == 0) {
            *chosen = k;
            return true;
        }
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", k ? ", " : "", word[k]);
    }
    return kip_call_fail(call, "'%s' is no %s; there are %s", text, what, all);
}

const char *kip_scene_own_name(const KipScene *scene, int body)
{
    const char *slash = strchr(scene->model->body[body].name, '/');
    return slash ? slash + 1 : scene->model->body[body].name;
}

bool kip_scene_number_or_nan(KipCall *call, int i, double *x)
{
    *x = NAN;
    return !kip_call_given(call, i) || kip_call_number(call, i, x);
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

bool kip_scene_file_name(KipCall *call, int i, const char **name)
{
    if (!kip_call_text(call, i, name))
        return false;
    if (!**name)
        return kip_call_fail(call, "the file has no name");
    if (**name == '/' || has_parent(*name))
        return kip_call_fail(call, "\"%s\" leads out of the folder of the figures; leave out %s", *name,
                             **name == '/' ? "the / at its beginning" : "the ..");
    return true;
}

bool kip_scene_done(KipCall *call, KipStatus status, const KipError *error)
{
    return status == KIP_OK || kip_call_error(call, error);
}

void kip_scene_event(KipScene *scene, const char *format, ...)
{
    KipError text; /* for its message: numbers are written alike in every locale */
    va_list list;
    if (!scene->def.host.event)
        return;
    va_start(list, format);
    kip_fail_list(&text, KIP_OK, kip_nowhere(), format, list);
    va_end(list);
    scene->def.host.event(scene->def.host.user, scene->world ? kip_world_time(scene->world) : 0,
                          text.message);
}

/* "x y rz" as bits 1 2 4 and 8 16 32. */
bool kip_scene_axes(KipCall *call, int i, unsigned *axes)
{
    static const char *const name[] = {"x", "y", "z", "rx", "ry", "rz"};
    const char *text;
    *axes = 0;
    if (!kip_call_text(call, i, &text))
        return false;
    for (size_t n; *(text += strspn(text, " ,")); text += n) {
        n = strcspn(text, " ,");
        int k = 0;
        while (k < 6 && (strlen(name[k]) != n || strncmp(name[k], text, n) != 0))
            k++;
        if (k == 6)
            return kip_call_fail(call, "'%.*s' is no axis; axes are x y z, and rx ry rz for turns about them",
                                 (int)n, text);
        *axes |= 1u << k;
    }
    return true;
}
