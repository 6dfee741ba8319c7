/* The vocabulary of scenes: what the world is asked and told while it runs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../dynamics/quat.h"
#include "../../dynamics/vec3.h"
#include "../text/number.h"
#include "natives.h"

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

static bool word_get_position(KipCall *call)
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

static bool word_get_velocity(KipCall *call)
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

static bool word_get_orientation(KipCall *call)
{
    KipThing thing;
    if (!kip_scene_thing(call, 0, -1, &thing))
        return false;
    KipQuat q = kip_body_orientation(dynamics_of(call), kip_thing_body(kip_scene_of(call)->world, thing));
    return kip_scene_return_quat(call, q);
}

static bool word_get_spin(KipCall *call)
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

static bool word_get_momentum(KipCall *call)
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

static bool word_get_angular_momentum(KipCall *call)
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

static bool word_is_colliding(KipCall *call)
{
    KipThing a, b;
    if (!kip_scene_thing(call, 0, -1, &a) || !kip_scene_thing(call, 1, -1, &b))
        return false;
    call->result = kip_bool(kip_world_touching(kip_scene_of(call)->world, a, b));
    return true;
}

static bool word_contact_force(KipCall *call)
{
    KipThing thing;
    return kip_scene_thing(call, 0, -1, &thing) &&
           kip_call_return_vector(call, kip_world_contact_force(kip_scene_of(call)->world, thing));
}

static bool word_time(KipCall *call)
{
    const KipScene *scene = kip_scene_of(call);
    call->result = kip_float(scene->world ? kip_world_time(scene->world) : 0);
    return true;
}

/* -- events ---------------------------------------------------------------------------------------------- */

static bool word_mark(KipCall *call)
{
    KipWorld *world = kip_scene_world_of(call);
    KipError error;
    const char *name;
    if (!world || !kip_call_text(call, 0, &name))
        return false;
    return kip_scene_done(call, kip_world_mark(world, name, &error), &error);
}

static bool word_time_since(KipCall *call)
{
    KipWorld *world = kip_scene_world_of(call);
    const char *name;
    if (!world || !kip_call_text(call, 0, &name))
        return false;
    call->result = kip_float(kip_world_since(world, name));
    return true;
}

static bool word_event(KipCall *call)
{
    const char *text;
    if (!kip_call_text(call, 0, &text))
        return false;
    kip_scene_event(kip_scene_of(call), "%s", text);
    return true;
}

static bool word_because(KipCall *call)
{
    const char *text;
    if (!kip_call_text(call, 0, &text))
        return false;
    snprintf(kip_scene_of(call)->reason, KIP_REASON_SIZE, "%s", text);
    return true;
}

/* -- what happens ---------------------------------------------------------------------------------------- */

static bool word_push(KipCall *call)
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
    return kip_scene_done(call, kip_scene_push(scene, body, force, seconds, point, &error), &error);
}

static bool word_throw(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    int member;
    KipVec3 position, velocity, spin = v3_zero();
    KipError error;
    if (!kip_scene_member_of(call, 0, &member) || !kip_call_vector(call, 1, &position) ||
        !kip_call_vector(call, 2, &velocity) || (kip_call_given(call, 3) && !kip_call_vector(call, 3, &spin)))
        return false;
    if (!(v3_length(velocity) <= 1000))
        return kip_call_fail(call, "a throw at %.3g m/s is faster than 1000: throw(object, position, velocity)",
                             v3_length(velocity));
    if (!(v3_length(spin) <= 1000))
        return kip_call_fail(call, "a spin of %.3g rad/s is more than 1000", v3_length(spin));
    KipStatus status = kip_world_throw(scene->world, member, position, velocity, spin, &error);
    if (status == KIP_OK)
        kip_scene_event(scene, "%s is thrown at %.3g m/s", scene->member[member]->name, v3_length(velocity));
    return kip_scene_done(call, status, &error);
}

static bool word_vanish(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    int member;
    KipError error;
    if (!kip_scene_member_of(call, 0, &member))
        return false;
    return kip_scene_done(call, kip_sim_set_present(kip_world_sim(scene->world), kip_world_body(scene->world, member), false,
                                                &error), &error);
}

static bool word_gravity_scale(KipCall *call)
{
    KipWorld *world = kip_scene_world_of(call);
    double factor;
    if (!world || !kip_call_number(call, 0, &factor))
        return false;
    if (!(fabs(factor) <= 100))
        return kip_call_fail(call, "gravity times %g is more than 100 times; 1 is as it was, setGravity() takes m/s^2", factor);
    kip_sim_scale_gravity(kip_world_sim(world), factor);
    kip_scene_event(kip_scene_of(call), "gravity times %g", factor);
    return true;
}

/* -- time ------------------------------------------------------------------------------------------------ */

/* `condition` NULL: at a time. Nothing is kept of an event that finds no room. */
static bool add_handler(KipCall *call, Handler handler, const KipValue *condition, KipValue action)
{
    KipScene *scene = kip_scene_of(call);
    if (scene->nhandler == MOST_HANDLERS)
        return kip_call_fail(call, "%d events wait already", MOST_HANDLERS);
    handler.condition = condition ? kip_machine_keep(call->machine, *condition) : -1;
    if (condition && handler.condition < 0)
        return false; /* the script's memory is full, and that is told */
    handler.action = kip_machine_keep(call->machine, action);
    if (handler.action < 0)
        return false;
    scene->handler[scene->nhandler++] = handler;
    return true;
}

static bool word_at(KipCall *call)
{
    KipWorld *world = kip_scene_world_of(call);
    KipValue function;
    Handler handler = {0};
    if (!world || !kip_call_number(call, 0, &handler.time) || !kip_call_function(call, 1, &function))
        return false;
    return add_handler(call, handler, NULL, function);
}

static bool word_when(KipCall *call)
{
    KipWorld *world = kip_scene_world_of(call);
    KipValue condition, function;
    Handler handler = {0};
    bool again;
    if (!world || !kip_call_function(call, 0, &condition) || !kip_call_function(call, 1, &function) ||
        !kip_call_bool(call, 2, &again))
        return false;
    handler.again = again;
    return add_handler(call, handler, &condition, function);
}

static bool word_run(KipCall *call)
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
    return !asks || scene->waiting.until >= 0;
}

static bool word_restart(KipCall *call)
{
    KipError error;
    if (kip_scene_of(call)->busy)
        return kip_call_fail(call, "only the main script can restart its world, not a skill or a function that is "
                                   "called back");
    return kip_scene_done(call, kip_scene_restart(kip_scene_of(call), &error), &error);
}

/* -- results --------------------------------------------------------------------------------------------- */

static bool measured_value(KipCall *call, int i, double *result)
{
    KipValue value = call->argument[i];
    if (value.type != KIP_BOOL && value.type != KIP_INT && value.type != KIP_FLOAT)
        return kip_call_fail(call, "value must be a number or True or False, not %s",
                             kip_type_name(call->machine, value));
    *result = value.type == KIP_FLOAT ? value.number : (double)value.integer;
    return true;
}

/* With 6 digits 0.1 + 0.2 reads as 0.3, which it is not. */
static int telling_digits(const KipMeasure *measure)
{
    for (int digits = 6; digits < 17; digits++) {
        char text[KIP_NUMBER_SIZE];
        double read;
        KipVerdict verdict;
        kip_number_format_digits(text, measure->value, digits);
        if (!kip_number_parse(text, strlen(text), &read) || !kip_scene_judge(read, measure->claim, &verdict) ||
            verdict == measure->verdict)
            return digits;
    }
    return 17;
}

static bool word_measure(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    KipMeasure measure = {.unit = "", .claim = ""};
    int whose = KIP_OURS;
    if (!kip_call_text(call, 0, &measure.name) || (kip_call_given(call, 2) && !kip_call_text(call, 2, &measure.unit)) ||
        (kip_call_given(call, 3) && !kip_call_text(call, 3, &measure.claim)) ||
        (kip_call_given(call, 4) && !kip_scene_choose(call, 4, "source of a claim", kip_whose_name, KIP_WHOSE, &whose)) ||
        !measured_value(call, 1, &measure.value))
        return false;
    if (*measure.unit && kip_scene_judge(measure.value, measure.unit, &measure.verdict))
        return kip_call_fail(call, "'%.80s' stands where the unit is: measure(name, value, unit, claim)", measure.unit);
    if (!kip_scene_judge(measure.value, measure.claim, &measure.verdict))
        return kip_call_fail(call,
                             "the claim '%.80s' is not understood; it must be as '> 2', '>= 2', '< 2', '<= 2', "
                             "'1.5..2', '= 3' or '= 3 +- 0.1', or '' for none; remarks belong in the name",
                             measure.claim);
    measure.whose = (KipWhose)whose;
    measure.digits = telling_digits(&measure);
    if (scene->def.host.measured)
        scene->def.host.measured(scene->def.host.user, &measure);
    call->result = kip_bool(measure.verdict != KIP_FAILS);
    return true;
}

static bool word_record(KipCall *call)
{
    const KipSceneHost *host = &kip_scene_of(call)->def.host;
    const char *name;
    KipError error;
    return kip_scene_file_name(call, 0, &name) &&
           (!host->record || kip_scene_done(call, host->record(host->user, name, &error), &error));
}

static bool word_camera(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    return kip_call_vector(call, 0, &scene->eye) && kip_call_vector(call, 1, &scene->look_at) &&
           (scene->has_camera = true);
}

/* -- the table --------------------------------------------------------------------------------------- */

static const KipNativeDef of_scenes[] = {
    {"setCamera(eye, target)", word_camera, "From where and to where the page looks at first, m."},
    {"run(seconds, until=None)", word_run, "Lets time pass, s, or until something holds."},
    {"restart()", word_restart, "The world stands at 0 s again."},
    {"time()", word_time, "Seconds since the world began."},
    {"at(time, function)", word_at, "Calls a function at a time."},
    {"when(condition, function, again=False)", word_when, "Calls a function when another becomes true."},
    {"mark(name)", word_mark, "Notes that something happened now."},
    {"timeSince(name)", word_time_since, "Seconds since mark(name); inf if never."},
    {"event(text)", word_event, "A mark on the time line of the page."},
    {"because(text)", word_because, "The reason that is logged for a decision."},
    {"measure(name, value, unit='', claim='', whose='ours')",
     word_measure, "A result, shown beside its claim and judged."},
    {"record(file)", word_record, "Writes the run: a page, or a file of motion."},
    {"getPosition(thing, point=None)", word_get_position, "Where it is (vec, m)."},
    {"getVelocity(thing, point=None)", word_get_velocity, "How fast it moves (vec, m/s)."},
    {"getOrientation(thing)", word_get_orientation, "Its turn as a quaternion (w, x, y, z)."},
    {"getSpin(thing)", word_get_spin, "Its angular velocity (vec, rad/s)."},
    {"getMomentum(thing)", word_get_momentum, "Its momentum (vec, N s)."},
    {"getAngularMomentum(thing, point=None)", word_get_angular_momentum, "Its angular momentum (vec, N m s)."},
    {"isColliding(a, b)", word_is_colliding, "Do the two touch?"},
    {"contactForce(thing)", word_contact_force, "The force of all contacts on it (vec, N)."},
    {"push(thing, force, seconds=0.1, point=None)", word_push, "A force (N) on a link or object for a while."},
    {"throw(object, position, velocity, spin=None)", word_throw, "Puts an object there, moving so."},
    {"vanish(object)", word_vanish, "The object is there no more, until it is thrown."},
    {"setGravityScale(factor)", word_gravity_scale, "Gravity times a factor, from now on."},
};

const KipVocabulary kip_vocabulary_world = {KIP_WORD_TABLE(of_scenes), {NULL, 0}};
