/* The vocabulary of scenes: what the world is asked and told while it runs. Helpers of all natives. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../../dynamics/mat3.h"
#include "../../dynamics/quat.h"
#include "../../dynamics/vec3.h"
#include "natives.h"

/* -- helpers --------------------------------------------------------------------------------------------- */

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

static bool unknown_joint(KipCall *call, int member, const char *name)
{
    KipScene *scene = kip_scene_of(call);
    const char *own_name = scene->member[member]->name, *near = NULL;
    size_t prefix = strlen(own_name) + 1;
    for (int j = 0; j < scene->model->njoint && !near; j++) {
        const char *own = scene->model->joint[j].name + prefix;
        if (strncmp(scene->model->joint[j].name, own_name, prefix - 1) == 0 &&
            kip_nearest_name(name, &own, 1, sizeof own) == 0)
            near = own;
    }
    return near ? kip_call_fail(call, "'%s' has no joint '%s'; did you mean '%s'?", own_name, name, near)
                : kip_call_fail(call, "'%s' has no joint '%s'", own_name, name);
}

bool kip_scene_joint(KipCall *call, int i, int member, int *joint)
{
    KipScene *scene = kip_scene_of(call);
    const char *name;
    char full[2 * NAME_SIZE];
    bool is_known;
    if (!kip_call_text(call, i, &name))
        return false;
    const KipString *text = kip_string_of(call->machine, call->argument[i]);
    KnownName *known = know(scene, text, member, NAME_OF_JOINT, &is_known);
    if (!is_known) {
        snprintf(full, sizeof full, "%s/%.60s", scene->member[member]->name, name);
        *joint = kip_model_find_joint(scene->model, full);
        if (*joint < 0)
            return unknown_joint(call, member, name);
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
    return thing.member >= 0 || kip_call_fail(call, "the ground is no object");
}

bool kip_scene_point(KipCall *call, int i, int body, KipVec3 *point)
{
    *point = kip_scene_of(call)->model->body[body].com;
    return !kip_call_given(call, i) || kip_call_vector(call, i, point);
}

bool kip_scene_quat(KipCall *call, int i, KipQuat *q)
{
    size_t n = 0;
    KipValue value = call->argument[i];
    const KipValue *item = value.type == KIP_LIST || value.type == KIP_TUPLE ? kip_items(call->machine, value, &n) : NULL;
    double part[4];
    for (size_t k = 0; k < n && n == 4; k++)
        part[k] = item[k].type == KIP_INT ? (double)item[k].integer : item[k].type == KIP_FLOAT ? item[k].number : NAN;
    if (n != 4 || !isfinite(part[0] + part[1] + part[2] + part[3]))
        return kip_call_fail(call, "an orientation is a quaternion (w, x, y, z)");
    *q = q_from(part);
    return true;
}

bool kip_scene_number_or_nan(KipCall *call, int i, double *x)
{
    *x = NAN;
    return !kip_call_given(call, i) || kip_call_number(call, i, x);
}

bool kip_scene_done(KipCall *call, KipStatus status, const KipError *error)
{
    return status == KIP_OK || kip_call_error(call, error);
}

void kip_scene_event(KipScene *scene, const char *format, ...)
{
    char text[256];
    va_list list;
    if (!scene->def.host.event)
        return;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    scene->def.host.event(scene->def.host.user, scene->world ? kip_world_time(scene->world) : 0, text);
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
            return kip_call_fail(call, "'%.*s' is no axis; axes are x y z, and rx ry rz for turns about them", (int)n,
                                 text);
        *axes |= 1u << k;
    }
    return true;
}

/* -- questions ------------------------------------------------------------------------------------------- */

static const KipDynamics *dynamics_of(KipCall *call)
{
    return kip_sim_dynamics(kip_world_sim(kip_scene_of(call)->world));
}

/* Of scenery without a body: the middle of its geoms. */
static KipVec3 middle_of(const KipScene *scene, int member)
{
    const Member *m = scene->member[member];
    KipVec3 sum = v3_zero();
    for (int g = m->first_geom; g < m->first_geom + m->ngeom; g++)
        sum = v3_add(sum, scene->model->geom[g].pos);
    return m->ngeom ? v3_scale(1.0 / m->ngeom, sum) : sum;
}

bool kip_word_get_position(KipCall *call)
{
    KipThing thing;
    KipVec3 point;
    if (!kip_scene_thing(call, 0, -1, &thing))
        return false;
    int body = kip_thing_body(kip_scene_of(call)->world, thing);
    if (body == 0 && thing.member >= 0 && !kip_call_given(call, 1))
        return kip_call_return_vector(call, middle_of(kip_scene_of(call), thing.member));
    if (!kip_scene_point(call, 1, body, &point))
        return false;
    return kip_call_return_vector(call, kip_point_position(dynamics_of(call), body, point));
}

bool kip_word_get_velocity(KipCall *call)
{
    KipThing thing;
    KipVec3 point;
    if (!kip_scene_thing(call, 0, -1, &thing))
        return false;
    int body = kip_thing_body(kip_scene_of(call)->world, thing);
    if (!kip_scene_point(call, 1, body, &point))
        return false;
    return kip_call_return_vector(call, kip_point_velocity(dynamics_of(call), body, point));
}

bool kip_word_get_orientation(KipCall *call)
{
    KipThing thing;
    if (!kip_scene_thing(call, 0, -1, &thing))
        return false;
    KipQuat q = kip_body_orientation(dynamics_of(call), kip_thing_body(kip_scene_of(call)->world, thing));
    const KipValue item[4] = {kip_float(q.w), kip_float(q.x), kip_float(q.y), kip_float(q.z)};
    return kip_tuple_make(call->machine, 4, item, &call->result);
}

bool kip_word_get_spin(KipCall *call)
{
    KipThing thing;
    if (!kip_scene_thing(call, 0, -1, &thing))
        return false;
    return kip_call_return_vector(
        call, kip_body_angular_velocity(dynamics_of(call), kip_thing_body(kip_scene_of(call)->world, thing)));
}

/* Bodies [*first, *first + n) of a thing. */
static int bodies_of(const KipScene *scene, KipThing thing, int *first)
{
    *first = thing.body >= 0 ? thing.body : scene->member[thing.member]->first_body;
    return thing.body >= 0 ? 1 : scene->member[thing.member]->nbody;
}

bool kip_word_get_momentum(KipCall *call)
{
    KipThing thing;
    KipVec3 sum = v3_zero();
    int first;
    if (!kip_scene_thing(call, 0, -1, &thing))
        return false;
    int n = bodies_of(kip_scene_of(call), thing, &first);
    for (int b = first; b < first + n; b++) {
        const KipBody *body = kip_scene_of(call)->model->body + b;
        sum = v3_add_scaled(sum, body->mass, kip_point_velocity(dynamics_of(call), b, body->com));
    }
    return kip_call_return_vector(call, sum);
}

bool kip_word_get_angular_momentum(KipCall *call)
{
    KipThing thing;
    KipVec3 sum = v3_zero(), point = v3_zero();
    int first;
    if (!kip_scene_thing(call, 0, -1, &thing) || (kip_call_given(call, 1) && !kip_call_vector(call, 1, &point)))
        return false;
    const KipDynamics *d = dynamics_of(call);
    int n = bodies_of(kip_scene_of(call), thing, &first);
    for (int b = first; b < first + n; b++) {
        const KipBody *body = kip_scene_of(call)->model->body + b;
        KipVec3 away = v3_sub(kip_point_position(d, b, body->com), point);
        KipVec3 moving = v3_scale(body->mass, kip_point_velocity(d, b, body->com));
        KipSym3 inertia = s3_rotate(kip_body_rotation(d, b), body->inertia);
        sum = v3_add(sum, v3_add(v3_cross(away, moving), s3_apply(inertia, kip_body_angular_velocity(d, b))));
    }
    return kip_call_return_vector(call, sum);
}

bool kip_word_is_colliding(KipCall *call)
{
    KipThing a, b;
    if (!kip_scene_thing(call, 0, -1, &a) || !kip_scene_thing(call, 1, -1, &b))
        return false;
    call->result = kip_bool(kip_world_touching(kip_scene_of(call)->world, a, b));
    return true;
}

bool kip_word_contact_force(KipCall *call)
{
    KipThing thing;
    return kip_scene_thing(call, 0, -1, &thing) &&
           kip_call_return_vector(call, kip_world_contact_force(kip_scene_of(call)->world, thing));
}

bool kip_word_time(KipCall *call)
{
    const KipScene *scene = kip_scene_of(call);
    call->result = kip_float(scene->world ? kip_world_time(scene->world) : 0);
    return true;
}

/* -- events ---------------------------------------------------------------------------------------------- */

bool kip_word_mark(KipCall *call)
{
    KipWorld *world = kip_scene_world_of(call);
    KipError error;
    const char *name;
    if (!world || !kip_call_text(call, 0, &name))
        return false;
    return kip_scene_done(call, kip_world_mark(world, name, &error), &error);
}

bool kip_word_time_since(KipCall *call)
{
    KipWorld *world = kip_scene_world_of(call);
    const char *name;
    if (!world || !kip_call_text(call, 0, &name))
        return false;
    call->result = kip_float(kip_world_since(world, name));
    return true;
}

bool kip_word_event(KipCall *call)
{
    const char *text;
    if (!kip_call_text(call, 0, &text))
        return false;
    kip_scene_event(kip_scene_of(call), "%s", text);
    return true;
}

bool kip_word_because(KipCall *call)
{
    const char *text;
    if (!kip_call_text(call, 0, &text))
        return false;
    snprintf(kip_scene_of(call)->reason, KIP_REASON_SIZE, "%s", text);
    return true;
}

/* -- what happens ---------------------------------------------------------------------------------------- */

bool kip_word_push(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    KipThing thing;
    KipVec3 force, point;
    KipError error;
    double seconds;
    if (!kip_scene_thing(call, 0, -1, &thing) || !kip_call_vector(call, 1, &force) || !kip_call_number(call, 2, &seconds))
        return false;
    int body = kip_thing_body(scene->world, thing);
    if (!kip_scene_point(call, 3, body, &point))
        return false;
    if (seconds <= 0)
        return kip_call_fail(call, "a push lasts longer than 0 s, not %g", seconds);
    KipStatus status = kip_world_push(scene->world, body, force, seconds, point, &error);
    if (status == KIP_OK && scene->def.host.pushed)
        scene->def.host.pushed(scene->def.host.user, kip_world_time(scene->world), body, force, seconds, point);
    return kip_scene_done(call, status, &error);
}

bool kip_word_throw(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    int member;
    KipVec3 position, velocity, spin = v3_zero();
    KipError error;
    if (!kip_scene_member_of(call, 0, &member) || !kip_call_vector(call, 1, &position) ||
        !kip_call_vector(call, 2, &velocity) || (kip_call_given(call, 3) && !kip_call_vector(call, 3, &spin)))
        return false;
    kip_scene_event(scene, "%s is thrown at %.3g m/s", scene->member[member]->name, v3_length(velocity));
    return kip_scene_done(call, kip_world_throw(scene->world, member, position, velocity, spin, &error), &error);
}

bool kip_word_vanish(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    int member;
    KipError error;
    if (!kip_scene_member_of(call, 0, &member))
        return false;
    return kip_scene_done(call, kip_sim_set_present(kip_world_sim(scene->world), kip_world_body(scene->world, member), false,
                                                &error), &error);
}

bool kip_word_gravity_scale(KipCall *call)
{
    KipWorld *world = kip_scene_world_of(call);
    double factor;
    if (!world || !kip_call_number(call, 0, &factor))
        return false;
    kip_sim_scale_gravity(kip_world_sim(world), factor);
    return true;
}

/* -- time ------------------------------------------------------------------------------------------------ */

static bool add_handler(KipCall *call, Handler handler)
{
    KipScene *scene = kip_scene_of(call);
    if (scene->nhandler == MOST_HANDLERS)
        return kip_call_fail(call, "%d events wait already", MOST_HANDLERS);
    scene->handler[scene->nhandler++] = handler;
    return true;
}

bool kip_word_at(KipCall *call)
{
    KipWorld *world = kip_scene_world_of(call);
    KipValue function;
    Handler handler = {.condition = -1};
    if (!world || !kip_call_number(call, 0, &handler.time) || !kip_call_function(call, 1, &function))
        return false;
    handler.action = kip_machine_keep(call->machine, function);
    return add_handler(call, handler);
}

bool kip_word_when(KipCall *call)
{
    KipWorld *world = kip_scene_world_of(call);
    KipValue condition, function;
    Handler handler = {0};
    bool again;
    if (!world || !kip_call_function(call, 0, &condition) || !kip_call_function(call, 1, &function) ||
        !kip_call_bool(call, 2, &again))
        return false;
    handler.again = again;
    handler.condition = kip_machine_keep(call->machine, condition);
    handler.action = kip_machine_keep(call->machine, function);
    return add_handler(call, handler);
}

bool kip_word_run(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    KipWorld *world = kip_scene_world_of(call);
    KipValue until;
    double seconds;
    if (!world || !kip_call_number(call, 0, &seconds))
        return false;
    if (seconds < 0)
        return kip_call_fail(call, "time does not go back: seconds is %g", seconds);
    bool asks = kip_call_given(call, 1);
    if ((asks && !kip_call_function(call, 1, &until)) || !kip_call_wait(call))
        return false;
    scene->waiting = (Waiting){.until = -1, .end = kip_world_time(world) + seconds};
    if (asks)
        scene->waiting.until = kip_machine_keep(call->machine, until);
    return true;
}

bool kip_word_restart(KipCall *call)
{
    KipError error;
    if (kip_scene_of(call)->busy)
        return kip_call_fail(call, "only the main script can restart its world, not a skill or a function that is "
                                   "called back");
    return kip_scene_done(call, kip_scene_restart(kip_scene_of(call), &error), &error);
}

/* -- results --------------------------------------------------------------------------------------------- */

bool kip_word_measure(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    KipMeasure measure = {.unit = "", .claim = ""};
    if (!kip_call_text(call, 0, &measure.name) || (kip_call_given(call, 2) && !kip_call_text(call, 2, &measure.unit)) ||
        (kip_call_given(call, 3) && !kip_call_text(call, 3, &measure.claim)))
        return false;
    KipValue value = call->argument[1];
    if (value.type == KIP_BOOL || value.type == KIP_INT)
        measure.value = (double)value.integer;
    else if (value.type == KIP_FLOAT)
        measure.value = value.number;
    else
        return kip_call_fail(call, "value must be a number or True or False, not %s",
                             kip_type_name(call->machine, value));
    measure.verdict = kip_scene_judge(measure.value, measure.claim);
    if (scene->def.host.measured)
        scene->def.host.measured(scene->def.host.user, &measure);
    call->result = kip_bool(measure.verdict != KIP_FAILS);
    return true;
}

bool kip_word_record(KipCall *call)
{
    const KipScene *scene = kip_scene_of(call);
    const char *path;
    if (!kip_call_text(call, 0, &path))
        return false;
    if (scene->def.host.record)
        scene->def.host.record(scene->def.host.user, path);
    return true;
}

bool kip_word_camera(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    return kip_call_vector(call, 0, &scene->eye) && kip_call_vector(call, 1, &scene->look_at) &&
           (scene->has_camera = true);
}
