/* Words for interaction with a running scene, and for its replay. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../dynamics/quat.h"
#include "../../dynamics/vec3.h"
#include "natives.h"

/* Springs without stiffness in rotation are those of drag(), others those of setBalanceSpring(). */
static bool is_drag(const KipSpring *spring)
{
    return spring && spring->turn_stiffness[0] + spring->turn_stiffness[1] + spring->turn_stiffness[2] == 0;
}

/* thing, target, point, stiffness. The spring has no stiffness in rotation, so its pose of the body is one with `point` at
 * the target. */
static bool word_drag(KipCall *call)
{
    const KipScene *scene = kip_scene_of(call);
    const int body = kip_scene_body(call, 0);
    KipSim *sim = kip_world_sim(scene->world);
    const double stiffness = call->read[3].number;
    KipSpring spring = {.orientation = q_identity(), .point = kip_scene_point(call, 2, body)};
    KipError error;
    if (kip_sim_spring(sim, body) && !is_drag(kip_sim_spring(sim, body)))
        return kip_call_fail(call, "'%s' has a balance spring already: setBalanceSpring(False) ends it",
                             scene->model->body[body].name);
    if (!(stiffness > 0 && stiffness <= 1e5))
        return kip_call_fail(call, "a spring of %g N/m: it is more than 0 and at most 1e5", stiffness);
    const KipVec3 from = kip_point_position(kip_sim_dynamics(sim), body, spring.point);
    const double force = stiffness * v3_length(v3_sub(call->read[1].vector, from));
    if (!(force <= 1e6))
        return kip_call_fail(call, "a spring of %g N/m would pull with %.3g N to there, more than 1e6 N",
                             stiffness, force);
    spring.position = v3_sub(call->read[1].vector, spring.point);
    for (int k = 0; k < 3; k++)
        spring.stiffness[k] = stiffness, spring.damping[k] = stiffness / 10;
    return kip_scene_done(call, kip_sim_set_spring(sim, body, &spring, &error), &error);
}

static bool word_let_go(KipCall *call)
{
    const int body = kip_scene_body(call, 0);
    KipSim *sim = kip_world_sim(kip_scene_of(call)->world);
    KipError error;
    return !is_drag(kip_sim_spring(sim, body)) ||
           kip_scene_done(call, kip_sim_set_spring(sim, body, NULL, &error), &error);
}

static bool word_set_autonomous(KipCall *call)
{
    const Self self = kip_scene_self(call);
    Member *member = self.scene->member[self.member];
    const bool by_hand = !call->read[1].on;
    if (member->by_hand != by_hand)
        kip_scene_event(self.scene, "%s acts %s", member->name, by_hand ? "on command only" : "by itself");
    member->by_hand = by_hand;
    kip_supervisor_reconsider(kip_world_supervisor(self.world, self.member));
    return true;
}

static bool word_set_number(KipCall *call)
{
    KipError error;
    return kip_scene_done(call,
                          kip_scene_set_number(kip_scene_of(call), call->read[0].text, call->read[1].number,
                                               &error),
                          &error);
}

static bool word_set_friction_scale(KipCall *call)
{
    KipWorld *world = kip_scene_world_of(call);
    KipError error;
    return world &&
           kip_scene_done(call, kip_sim_scale_friction(kip_world_sim(world), call->read[0].number, &error),
                          &error);
}

/* Commands the character's skills to rest. */
static bool word_play_poses(KipCall *call)
{
    const Self self = kip_scene_self(call);
    KipError error;
    if (kip_scene_play_poses(self.scene, self.member, call->read[1].text, &error) != KIP_OK)
        return kip_call_error(call, &error);
    self.scene->member[self.member]->by_hand = true;
    return kip_scene_done(call, kip_scene_command(self.scene, self.member, 0, &error), &error);
}

static bool word_reload(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    char path[PATH_SIZE];
    KipError error;
    if (!kip_scene_world_of(call))
        return false;
    if (!kip_scene_find_file(scene, "skills", call->read[1].text, ".py", path))
        return kip_call_fail(call, "there is no file '%s'", call->read[1].text);
    return kip_scene_done(call, kip_scene_reload(scene, call->read[0].text, path, &error), &error);
}

enum { MOST_BALLS = 16 };

/* text, balls, beside. */
static bool word_replay(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    const int64_t balls = call->read[1].integer;
    KipError error;
    if (scene->world)
        return kip_call_fail(call, "it must precede anything that runs the world");
    if (balls < 0 || balls > MOST_BALLS)
        return kip_call_fail(call, "there are 0 to %d balls to throw, not %lld", MOST_BALLS,
                             (long long)balls);
    scene->nball = balls > scene->nball ? (int)balls : scene->nball;
    if (call->read[2].given && *call->read[2].text)
        snprintf(scene->folder, sizeof scene->folder, "%.*s", PATH_SIZE - 1, call->read[2].text);
    return kip_scene_done(call, kip_scene_set_replay(scene, call->read[0].text, &error), &error);
}

/* -- the table --------------------------------------------------------------------------------------- */

static const KipNativeDef words[] = {
    {"drag(thing: thing, target: vec, point: vec=None, stiffness: number=1000)", word_drag,
     "A spring pulls a point of it to a place until letGo()."},
    {"letGo(thing: thing)", word_let_go, "Ends drag()."},
    {"setFrictionScale(factor: number)", word_set_friction_scale,
     "Friction of all contacts times a factor, from now on."},
    {"reload(skill: text, file: text)", word_reload,
     "Another file for a skill, used from its next start on."},
    {"setNumber(name: text, value: number)", word_set_number, "Changes a number in a script from now on."},
    {"replay(commands: text, balls: integer=0, beside: text?=None)", word_replay,
     "Repeats the commands of a live session at their times."},
    {"playPoses(self: character, stages: text)", word_play_poses,
     "Poses one after another, as in a sequence of a file."},
    {"setAutonomous(self: character, on: bool=True)", word_set_autonomous,
     "Whether skills bid without a command."},
};

const KipNativeTable kip_vocabulary_live = KIP_NATIVE_TABLE(words);
