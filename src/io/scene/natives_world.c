/* Words of scenes: queries about the world, actions on it, time, results. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../dynamics/beneath.h"
#include "../../dynamics/quat.h"
#include "../../dynamics/vec3.h"
#include "../text/number.h"
#include "natives.h"

/* -- questions ------------------------------------------------------------------------------------------- */

static const KipDynamics *dynamics_of(KipCall *call)
{
    return kip_sim_dynamics(kip_world_sim(kip_scene_of(call)->world));
}

/* The mean position of the geoms of scenery without a body. */
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
    const KipScene *scene = kip_scene_of(call);
    const int body = kip_scene_body(call, 0), member = call->read[0].owner;
    if (body == 0 && member >= 0 && !call->read[1].given)
        return kip_call_return_vector(call, middle_of(scene, member));
    return kip_call_return_vector(call, kip_point_position(dynamics_of(call), body,
                                                           kip_scene_point(call, 1, body)));
}

static bool word_get_velocity(KipCall *call)
{
    const int body = kip_scene_body(call, 0);
    return kip_call_return_vector(call, kip_point_velocity(dynamics_of(call), body,
                                                           kip_scene_point(call, 1, body)));
}

static bool word_get_orientation(KipCall *call)
{
    return kip_scene_return_quat(call, kip_body_orientation(dynamics_of(call), kip_scene_body(call, 0)));
}

static bool word_get_spin(KipCall *call)
{
    return kip_call_return_vector(call,
                                  kip_body_angular_velocity(dynamics_of(call), kip_scene_body(call, 0)));
}

/* Finds the bodies [*first, *first + n) of a thing; returns n. */
static int bodies_of(const KipScene *scene, KipThing thing, int *first)
{
    *first = thing.body >= 0 ? thing.body : scene->member[thing.member]->first_body;
    return thing.body >= 0 ? 1 : scene->member[thing.member]->nbody;
}

static bool word_get_momentum(KipCall *call)
{
    const KipScene *scene = kip_scene_of(call);
    KipVec3 sum = v3_zero();
    int first, n = bodies_of(scene, kip_scene_thing(call, 0), &first);
    for (int b = first; b < first + n; b++) {
        const KipBody *body = scene->model->body + b;
        sum = v3_add_scaled(sum, body->mass, kip_point_velocity(dynamics_of(call), b, body->com));
    }
    return kip_call_return_vector(call, sum);
}

static bool word_get_angular_momentum(KipCall *call)
{
    const KipScene *scene = kip_scene_of(call);
    const KipDynamics *d = dynamics_of(call);
    const KipVec3 point = call->read[1].given ? call->read[1].vector : v3_zero();
    KipVec3 sum = v3_zero();
    int first, n = bodies_of(scene, kip_scene_thing(call, 0), &first);
    for (int b = first; b < first + n; b++) {
        const KipBody *body = scene->model->body + b;
        KipVec3 away = v3_sub(kip_point_position(d, b, body->com), point);
        KipVec3 moving = v3_scale(body->mass, kip_point_velocity(d, b, body->com));
        KipSym3 inertia = s3_rotate(kip_body_rotation(d, b), body->inertia);
        sum = v3_add(sum, v3_add(v3_cross(away, moving), s3_apply(inertia, kip_body_angular_velocity(d, b))));
    }
    return kip_call_return_vector(call, sum);
}

static bool word_ground_under(KipCall *call)
{
    if (!kip_scene_world_of(call))
        return false;
    call->result = kip_float(kip_beneath(dynamics_of(call), call->read[0].vector));
    return true;
}

static bool word_is_colliding(KipCall *call)
{
    call->result = kip_bool(
        kip_world_touching(kip_scene_of(call)->world, kip_scene_thing(call, 0), kip_scene_thing(call, 1)));
    return true;
}

static bool word_contact_force(KipCall *call)
{
    return kip_call_return_vector(call, kip_world_contact_force(kip_scene_of(call)->world,
                                                                kip_scene_thing(call, 0)));
}

static bool word_contact_depth(KipCall *call)
{
    call->result = kip_float(kip_world_contact_depth(kip_scene_of(call)->world, kip_scene_thing(call, 0)));
    return true;
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
    return world && kip_scene_done(call, kip_world_mark(world, call->read[0].text, &error), &error);
}

static bool word_time_since(KipCall *call)
{
    KipWorld *world = kip_scene_world_of(call);
    if (world)
        call->result = kip_float(kip_world_since(world, call->read[0].text));
    return world != NULL;
}

static bool word_event(KipCall *call)
{
    kip_scene_event(kip_scene_of(call), "%s", call->read[0].text);
    return true;
}

static bool word_because(KipCall *call)
{
    snprintf(kip_scene_of(call)->reason, KIP_REASON_SIZE, "%s", call->read[0].text);
    return true;
}

/* -- what happens ---------------------------------------------------------------------------------------- */

static bool word_push(KipCall *call)
{
    const int body = kip_scene_body(call, 0);
    KipError error;
    return kip_scene_done(call,
                          kip_scene_push(kip_scene_of(call), body, call->read[1].vector, call->read[2].number,
                                         kip_scene_point(call, 3, body), &error),
                          &error);
}

static bool word_throw(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    const int member = call->read[0].index;
    const KipVec3 velocity = call->read[2].vector,
                  spin = call->read[3].given ? call->read[3].vector : v3_zero();
    KipError error;
    if (!(v3_length(velocity) <= 1000))
        return kip_call_fail(call,
                             "a throw at %.3g m/s is faster than 1000: throw(object, position, velocity)",
                             kip_scene_length(velocity));
    if (!(v3_length(spin) <= 1000))
        return kip_call_fail(call, "a spin of %.3g rad/s is more than 1000 rad/s", kip_scene_length(spin));
    KipStatus status = kip_world_throw(scene->world, member, call->read[1].vector, velocity, spin, &error);
    if (status == KIP_OK)
        kip_scene_event(scene, "%s is thrown at %.3g m/s", scene->member[member]->name, v3_length(velocity));
    return kip_scene_done(call, status, &error);
}

static bool word_vanish(KipCall *call)
{
    KipError error;
    return kip_scene_done(call, kip_world_vanish(kip_scene_of(call)->world, call->read[0].index, &error),
                          &error);
}

static bool word_gravity_scale(KipCall *call)
{
    KipWorld *world = kip_scene_world_of(call);
    const double factor = call->read[0].number;
    if (!world)
        return false;
    if (!(fabs(factor) <= 100))
        return kip_call_fail(
            call, "gravity times %g is more than 100 times; 1 is as it was, setGravity() takes m/s^2",
            factor);
    kip_sim_scale_gravity(kip_world_sim(world), factor);
    kip_scene_event(kip_scene_of(call), "gravity times %g", factor);
    return true;
}

/* -- time ------------------------------------------------------------------------------------------------ */

/* Adds a handler; `condition` NULL: for a time. Without room for it, the kept values are dropped. */
static bool add_handler(KipCall *call, Handler handler, const KipValue *condition, KipValue action)
{
    KipScene *scene = kip_scene_of(call);
    if (scene->nhandler == MOST_HANDLERS)
        return kip_call_fail(
            call,
            "%d events wait already, the most that can: let one action do several things, or add some later",
            MOST_HANDLERS);
    handler.condition = condition ? kip_machine_keep(call->machine, *condition) : -1;
    if (condition && handler.condition < 0)
        return false; /* the script's memory is full */
    handler.action = kip_machine_keep(call->machine, action);
    if (handler.action < 0)
        return false;
    scene->handler[scene->nhandler++] = handler;
    return true;
}

static bool word_at(KipCall *call)
{
    return add_handler(call, (Handler){.time = call->read[0].number}, NULL, call->argument[1]);
}

static bool word_when(KipCall *call)
{
    return add_handler(call, (Handler){.again = call->read[2].on}, &call->argument[0], call->argument[1]);
}

static bool word_run(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    KipWorld *world = kip_scene_world_of(call);
    const double seconds = call->read[0].number;
    if (!world)
        return false;
    if (seconds < 0)
        return kip_call_fail(call, "time does not go back: seconds is %g", seconds);
    if (!kip_call_wait(call))
        return false;
    scene->waiting = (Waiting){.until = -1, .end = kip_world_time(world) + seconds};
    if (call->read[1].given)
        scene->waiting.until = kip_machine_keep(call->machine, call->argument[1]);
    return !call->read[1].given || scene->waiting.until >= 0;
}

static bool word_restart(KipCall *call)
{
    KipError error;
    if (kip_scene_of(call)->busy)
        return kip_call_fail(call, "only the main script can restart its world, "
                                   "not a skill or a function that is called back");
    return kip_scene_done(call, kip_scene_restart(kip_scene_of(call), &error), &error);
}

/* -- results --------------------------------------------------------------------------------------------- */

static bool measured_value(KipCall *call, int i, double *result)
{
    KipValue value = call->argument[i];
    if (value.type != KIP_BOOL && value.type != KIP_INT && value.type != KIP_FLOAT)
        return kip_call_fail(call, "value must be a number or True or False, not %s",
                             kip_type_name(call->machine, value));
    *result = value.type == KIP_FLOAT ? value.number + 0.0 : (double)value.integer; /* -0 becomes 0 */
    return true;
}

/* The fewest digits, from 6 on, with which the printed value has the same verdict: 0.1 + 0.2 is not printed as 0.3. */
static int telling_digits(const KipMeasure *measure)
{
    for (int digits = 6; digits < 17; digits++) {
        char text[KIP_NUMBER_SIZE];
        double read;
        KipVerdict verdict;
        kip_number_format_digits(text, measure->value, digits);
        if (!kip_number_parse(text, strlen(text), &read) ||
            !kip_scene_judge(read, measure->claim, &verdict) || verdict == measure->verdict)
            return digits;
    }
    return 17;
}

static bool word_measure(KipCall *call)
{
    const KipSceneHost *host = &kip_scene_of(call)->def.host;
    const KipArgument *read = call->read;
    KipMeasure measure = {.name = read[0].text,
                          .unit = read[2].given ? read[2].text : "",
                          .claim = read[3].given ? read[3].text : "",
                          .whose = read[4].given ? (KipWhose)read[4].index : KIP_OURS};
    if (!measured_value(call, 1, &measure.value))
        return false;
    if (*measure.unit && kip_scene_judge(measure.value, measure.unit, &measure.verdict))
        return kip_call_fail(call, "'%.80s' stands where the unit is: measure(name, value, unit, claim)",
                             measure.unit);
    if (!kip_scene_judge(measure.value, measure.claim, &measure.verdict))
        return kip_call_fail(
            call,
            "the claim '%.80s' is not understood; it must be as '> 2', '>= 2', '< 2', '<= 2', "
            "'1.5..2', '= 3' or '= 3 +- 0.1', or '' for none; remarks belong in the name",
            measure.claim);
    measure.digits = telling_digits(&measure);
    if (host->measured)
        host->measured(host->user, &measure);
    call->result = kip_bool(measure.verdict != KIP_FAILS);
    return true;
}

static bool word_record(KipCall *call)
{
    const KipSceneHost *host = &kip_scene_of(call)->def.host;
    KipError error;
    return !host->record ||
           kip_scene_done(call, host->record(host->user, call->read[0].text, &error), &error);
}

static bool word_camera(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    scene->eye = call->read[0].vector, scene->look_at = call->read[1].vector;
    scene->has_camera = true;
    return true;
}

/* -- the table --------------------------------------------------------------------------------------- */

static const KipNativeDef words[] = {
    {"setCamera(eye: vec, target: vec)", word_camera,
     "The line along which the page looks; it shows all that moves."},
    {"run(seconds: number, until: function=None)", word_run, "Lets time pass, s, or until something holds."},
    {"restart()", word_restart, "The world stands at 0 s again."},
    {"time()", word_time, "Seconds since the world began."},
    {"at(time: number, function: function)", word_at, "Calls a function at a time."},
    {"when(condition: function, function: function, again: bool=False)", word_when,
     "Calls a function when another becomes true."},
    {"mark(name: text)", word_mark, "Notes that something happened now."},
    {"timeSince(name: text)", word_time_since, "Seconds since mark(name); inf if never."},
    {"event(text: text)", word_event, "A mark on the time line of the page."},
    {"because(text: text)", word_because, "The reason that is logged for a decision."},
    {"measure(name: text, value, unit: text?='', claim: text?='', whose: whose?='ours')", word_measure,
     "A result, shown beside its claim and judged."},
    {"record(file: file)", word_record, "Writes the run: a page, or a file of motion."},
    {"getPosition(thing: thing, point: vec=None)", word_get_position, "Where it is (vec, m)."},
    {"getVelocity(thing: thing, point: vec=None)", word_get_velocity, "How fast it moves (vec, m/s)."},
    {"getOrientation(thing: thing)", word_get_orientation, "Its turn as a quaternion (w, x, y, z)."},
    {"getSpin(thing: thing)", word_get_spin, "Its angular velocity (vec, rad/s)."},
    {"getMomentum(thing: thing)", word_get_momentum, "Its momentum (vec, N s)."},
    {"getAngularMomentum(thing: thing, point: vec=None)", word_get_angular_momentum,
     "Its angular momentum (vec, N m s)."},
    {"groundUnder(point: vec)", word_ground_under, "The height of the ground under a point, m."},
    {"isColliding(a: thing, b: thing)", word_is_colliding, "Do the two touch?"},
    {"contactForce(thing: thing)", word_contact_force, "The force of all contacts on it (vec, N)."},
    {"contactDepth(thing: thing)", word_contact_depth, "How deep its deepest contact is, m."},
    {"push(thing: thing, force: vec, seconds: number=0.1, point: vec=None)", word_push,
     "A force (N) on a link or object for a while."},
    {"throw(object: member, position: vec, velocity: vec, spin: vec=None)", word_throw,
     "Puts an object there, moving so."},
    {"vanish(object: member)", word_vanish, "Removes the object until it is thrown."},
    {"setGravityScale(factor: number)", word_gravity_scale, "Gravity times a factor, from now on."},
};

const KipNativeTable kip_vocabulary_world = KIP_NATIVE_TABLE(words);
