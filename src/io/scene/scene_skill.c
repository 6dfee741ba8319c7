/* Skills of a scene: classes of scripts, sequences and poses by name, plug-ins in C.
 *
 * The methods of a class make it a skill (VST.1): pre() returns whether it may begin, priority (a number or a method) its
 * bid; start() and step() act; expected() returns whether it is going as expected, post() whether it is done. A class
 * without pre() begins on command only: do() and apply(). One with reflex = True bids while others act, too. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../formats/pose_file.h"
#include "scene_parts.h"
#include "../text/file.h"

const char *const kip_scene_method_name[SKILL_METHODS] =
    {[SKILL_PRE] = "pre",           [SKILL_POST] = "post",         [SKILL_EXPECTED] = "expected",
     [SKILL_PRIORITY] = "priority", [SKILL_START] = "start",       [SKILL_STEP] = "step",
     [SKILL_END] = "end",           [SKILL_FEATURES] = "features", [SKILL_REFLEX] = "reflex"};

/* -- scripts --------------------------------------------------------------------------------------------- */

static bool has(const Skill *skill, int method)
{
    return skill->method[method] >= 0;
}

static KipValue class_of(const Skill *skill)
{
    return kip_machine_attribute(skill->scene->machine,
                                 kip_machine_kept(skill->scene->machine, skill->instance), "__class__");
}

/* Sets the place of an error without one to that of `culprit`, a class or function. */
static void place_error(const KipScene *scene, KipValue culprit, KipError *error)
{
    KipError told = *error;
    if (!told.file[0])
        kip_fail(error, told.status, kip_machine_place(scene->machine, culprit), "%s", told.message);
}

KipStatus kip_scene_fail_skill(const Skill *skill, KipValue culprit, KipError *error)
{
    KipScene *scene = skill->scene;
    const KipSceneHost *host = &scene->def.host;
    bool placed = error->file[0] != '\0';
    place_error(scene, culprit, error);
    const bool stopped = host->stop && host->stop(host->user); /* by the host: no failure of its own */
    if (stopped || kip_is_shortage(error->status))
        scene->halt = *error;
    else if (host->failed)
        host->failed(host->user, skill->scene, skill->member, skill->name, error,
                     placed ? kip_machine_traceback(scene->machine) : "");
    KipError told = *error;
    if (told.file[0])
        snprintf(error->message, sizeof error->message, "%.80s:%d: %.400s", kip_file_base(told.file),
                 told.line, told.message);
    return told.status;
}

KipStatus kip_scene_call_skill(Skill *skill, int method, KipValue *result, KipError *error)
{
    KipScene *scene = skill->scene;
    int before = scene->context;
    const Skill *outer = scene->acting;
    scene->context = skill->member;
    scene->acting = skill;
    scene->reason[0] = '\0';
    KipValue callee = kip_machine_kept(scene->machine, skill->method[method]);
    KipStatus status = kip_machine_call(scene->machine, callee, NULL, 0, result, error);
    scene->context = before;
    scene->acting = outer;
    if (status == KIP_OK)
        return status;
    if (!kip_machine_has_method(scene->machine, kip_machine_kept(scene->machine, skill->instance),
                                kip_scene_method_name[method]))
        kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "'%s' of the skill '%s' must be a method%s, not %s",
                 kip_scene_method_name[method], skill->name, method == SKILL_PRIORITY ? " or a number" : "",
                 kip_type_name(scene->machine, callee));
    return kip_scene_fail_skill(skill, class_of(skill), error);
}

static KipStatus fail_silence(Skill *skill, int method, KipError *error)
{
    kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
             "%s() must return True or False; it returned nothing: a return is missing",
             kip_scene_method_name[method]);
    return kip_scene_fail_skill(skill, kip_machine_kept(skill->scene->machine, skill->method[method]), error);
}

/* Calls a method that returns a bool; the reason is the text of because(), or empty. */
static KipStatus ask(Skill *skill, int method, bool *yes, char reason[KIP_REASON_SIZE], KipError *error)
{
    KipValue answer = kip_none();
    KipStatus status = kip_scene_call_skill(skill, method, &answer, error);
    if (status == KIP_OK && answer.type == KIP_NONE)
        status = fail_silence(skill, method, error);
    *yes = status == KIP_OK && kip_truth(skill->scene->machine, answer);
    snprintf(reason, KIP_REASON_SIZE, "%s", skill->scene->reason);
    return status;
}

static bool is_number(KipValue value)
{
    return value.type == KIP_INT || value.type == KIP_FLOAT;
}

static KipStatus script_bid(Skill *skill, bool commanded, bool *bids, double *score,
                            char reason[KIP_REASON_SIZE], KipError *error)
{
    KipMachine *machine = skill->scene->machine;
    KipStatus status = KIP_OK;
    *bids = commanded;
    if (has(skill, SKILL_PRE)) {
        status = ask(skill, SKILL_PRE, bids, reason, error);
        if (!*reason)
            snprintf(reason, KIP_REASON_SIZE, *bids ? "pre() holds" : "pre() does not hold");
    } else if (!commanded) {
        snprintf(reason, KIP_REASON_SIZE, "begins on command only");
    }
    if (status == KIP_OK && *bids)
        status = kip_scene_ask_learned(skill, bids, reason, error);
    if (status != KIP_OK || !*bids || !has(skill, SKILL_PRIORITY))
        return status;
    KipValue priority = kip_machine_kept(machine, skill->method[SKILL_PRIORITY]);
    if (is_number(priority)) /* the script may have changed it */
        priority = kip_machine_attribute(machine, kip_machine_kept(machine, skill->instance), "priority");
    if (!is_number(priority))
        status = kip_scene_call_skill(skill, SKILL_PRIORITY, &priority, error);
    if (status == KIP_OK && !is_number(priority)) {
        kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "priority of '%s' must be a number, not %s",
                 skill->name, kip_type_name(machine, priority));
        return kip_scene_fail_skill(skill, class_of(skill), error);
    }
    if (status != KIP_OK)
        return status;
    *score = priority.type == KIP_INT ? (double)priority.integer : priority.number;
    return status;
}

static KipStatus script_check(Skill *skill, KipCheck *check, char reason[KIP_REASON_SIZE], KipError *error)
{
    bool yes = true;
    KipStatus status = KIP_OK;
    if (has(skill, SKILL_EXPECTED))
        status = ask(skill, SKILL_EXPECTED, &yes, reason, error);
    if (status == KIP_OK && !yes) {
        *check = KIP_FAILED;
        if (!*reason)
            snprintf(reason, KIP_REASON_SIZE, "expected() does not hold");
        return status;
    }
    if (status == KIP_OK && has(skill, SKILL_POST)) {
        status = ask(skill, SKILL_POST, &yes, reason, error);
        if (status == KIP_OK && yes) {
            *check = KIP_DONE;
            if (!*reason)
                snprintf(reason, KIP_REASON_SIZE, "post() holds");
        }
    }
    return status;
}

/* -- sequences and poses --------------------------------------------------------------------------------- */

static bool touching(void *user, const char *a, const char *b, bool *yes)
{
    const Skill *skill = user;
    KipThing first, second;
    const KipWorld *world = skill->scene->world;
    if (kip_world_find(world, skill->member, a, &first, NULL) != KIP_OK ||
        kip_world_find(world, skill->member, b, &second, NULL) != KIP_OK)
        return false;
    *yes = kip_world_touching(world, first, second);
    return true;
}

/* A sensor: height or rise (vertical speed) of the centre of mass, up (z of the root's z axis), or a joint. */
static bool sensor(void *user, const char *name, double *value)
{
    const Skill *skill = user;
    KipCharacter *character = kip_world_character(skill->scene->world, skill->member);
    const KipSensors *sensors = kip_world_sensors(skill->scene->world, skill->member);
    const KipModel *model = skill->scene->model;
    if (strcmp(name, "height") == 0)
        *value = sensors->com.z;
    else if (strcmp(name, "rise") == 0)
        *value = sensors->com_velocity.z;
    else if (strcmp(name, "up") == 0)
        *value = sensors->up.z;
    else {
        char full[2 * NAME_SIZE];
        snprintf(full, sizeof full, "%s%s", kip_character_prefix(character), name);
        int joint = kip_model_find_joint(model, full);
        if (joint < 0 || model->joint[joint].nq != 1)
            return false;
        *value = kip_sim_q(kip_world_sim(skill->scene->world))[model->joint[joint].q];
    }
    return true;
}

/* A condition: a function of the scene's script. */
static bool condition(void *user, const char *name, bool *yes)
{
    Skill *skill = user;
    KipMachine *machine = skill->scene->machine;
    KipValue function = kip_machine_global(machine, skill->scene->main, name), answer = kip_none();
    if (function.type == KIP_ABSENT)
        return false;
    int before = skill->scene->context;
    skill->scene->context = skill->member;
    KipStatus status = kip_machine_call(machine, function, NULL, 0, &answer, &skill->scene->pending);
    skill->scene->context = before;
    if (status != KIP_OK)
        return false;
    *yes = kip_truth(machine, answer);
    return true;
}

static KipStatus sequence_step(Skill *skill, KipError *error)
{
    const KipSequenceSensors sensors = {touching, sensor, condition, skill};
    KipScene *scene = skill->scene;
    KipCharacter *character = kip_world_character(scene->world, skill->member);
    KipSequenceEvent event;
    const KipPoseSet *poses = kip_character_poses(character);
    scene->pending.status = KIP_OK;
    KipStatus status =
        kip_sequence_step(poses, &skill->player, kip_world_time(scene->world), &sensors, &event, error);
    if (status != KIP_OK && scene->pending.status != KIP_OK) {
        *error = scene->pending;
        return kip_scene_fail_skill(skill, kip_none(), error);
    }
    if (status != KIP_OK)
        return status;
    if (event.changed)
        kip_scene_event(scene, "%s: %s", skill->name, event.reason);
    if (event.changed || kip_character_pose(character) != event.pose)
        status = kip_character_set_target_pose(character, poses->pose[event.pose].name, NAN, error);
    return status;
}

static KipStatus sequence_start(Skill *skill, KipError *error)
{
    skill->player = kip_sequence_start(skill->pose, kip_world_time(skill->scene->world));
    KipCharacter *character = kip_world_character(skill->scene->world, skill->member);
    const KipPoseSet *poses = kip_character_poses(character);
    const KipSequence *sequence = poses->sequence + skill->pose;
    return kip_character_set_target_pose(character, poses->pose[sequence->stage[0].index].name, NAN, error);
}

/* -- poses by hand ----------------------------------------------------------------------------------------- */

/* Adds the stages to the character's set as a sequence, unless it is there; a load may have removed it. */
static KipStatus find_stages(KipPoseSet *set, const char *stages, int *index, KipError *error)
{
    char text[2 * STAGES_SIZE], name[NAME_SIZE];
    snprintf(name, sizeof name, "hand-%016llx",
             (unsigned long long)kip_hash(KIP_HASH_START, stages, strlen(stages)));
    if (kip_pose_get_sequence(set, name, index, NULL) == KIP_OK)
        return KIP_OK;
    size_t n = (size_t)snprintf(text, sizeof text, "sequence %s\n", name);
    for (const char *at = stages; *at; at++)
        text[n++] = *at == ';' ? '\n' : *at;
    KipStatus status = kip_pose_file_parse(set, text, n, "playPoses()", error);
    return status == KIP_OK ? kip_pose_get_sequence(set, name, index, error) : status;
}

/* A skill that stands for the user's playPoses(). */
static Skill hand_of(KipScene *scene, int member)
{
    Skill hand = {.scene = scene,
                  .member = member,
                  .kind = SKILL_SEQUENCE,
                  .player = scene->member[member]->played};
    snprintf(hand.name, sizeof hand.name, "playPoses");
    return hand;
}

KipStatus kip_scene_play_poses(KipScene *scene, int member, const char *stages, KipError *error)
{
    Member *m = scene->member[member];
    Skill hand = hand_of(scene, member);
    if (strlen(stages) >= STAGES_SIZE)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "stages are at most %d bytes", STAGES_SIZE - 1);
    *m->stages = 0;
    if (!*stages)
        return KIP_OK;
    if (!m->poses)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%s' has no poses", m->name);
    KipStatus status = find_stages(m->poses, stages, &hand.pose, error);
    if (status == KIP_OK)
        status = sequence_start(&hand, error);
    if (status == KIP_OK) {
        memset(m->stages, 0, sizeof m->stages);
        memcpy(m->stages, stages, strlen(stages));
        m->played = hand.player;
    }
    return status;
}

KipStatus kip_scene_go_on_poses(KipScene *scene, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int m = 0; m < scene->nmember && status == KIP_OK; m++) {
        Member *member = scene->member[m];
        if (!*member->stages)
            continue;
        Skill hand = hand_of(scene, m);
        KipError told;
        status = find_stages(member->poses, member->stages, &hand.player.sequence, error);
        if (status != KIP_OK)
            break;
        if (sequence_step(&hand, &told) != KIP_OK) {
            kip_scene_event(scene, "playPoses of %s ends: %s", member->name, told.message);
            hand.player.ended = 1;
        }
        member->played = hand.player;
        if (member->played.ended)
            *member->stages = 0;
    }
    return status;
}

/* -- what the supervisor calls --------------------------------------------------------------------------- */

static KipStatus bid(Skill *skill, bool commanded, bool *bids, double *score, char reason[KIP_REASON_SIZE],
                     KipError *error)
{
    const KipPlugin *plugin = skill->plugin;
    *bids = commanded;
    *score = 0;
    if (kip_scene_example_bid(skill, bids, reason))
        return KIP_OK;
    if (skill->scene->member[skill->member]->by_hand && !commanded) {
        snprintf(reason, KIP_REASON_SIZE, "autonomous control is off");
        return KIP_OK;
    }
    if (skill->kind == SKILL_SCRIPT)
        return script_bid(skill, commanded, bids, score, reason, error);
    if (skill->kind == SKILL_PLUGIN && plugin->bid)
        return plugin->bid(skill->scene->world, skill->member, skill->memory, commanded, bids, score, reason,
                           error);
    if (skill->kind == SKILL_CLIP)
        return kip_scene_clip_bid(skill, commanded, bids, score, reason);
    if (!commanded)
        snprintf(reason, KIP_REASON_SIZE, "begins on command only");
    return KIP_OK;
}

/* skill_bid with timing. */
static KipStatus skill_bid(void *user, bool commanded, bool *bids, double *score,
                           char reason[KIP_REASON_SIZE], KipError *error)
{
    Skill *skill = user;
    const KipSceneHost *host = &skill->scene->def.host;
    double began = host->clock ? host->clock(host->user) : 0;
    KipStatus status = bid(skill, commanded, bids, score, reason, error);
    double took = host->clock ? host->clock(host->user) - began : 0;
    skill->bidding += took;
    skill->longest = fmax(skill->longest, took);
    return status;
}

double kip_scene_bidding_time(const KipScene *scene, int member, int skill, double *longest)
{
    const Skill *of = scene->member[member]->skill[skill];
    *longest = of->longest;
    return of->bidding;
}

bool kip_scene_is_class(const KipScene *scene, int member, int skill)
{
    return scene->member[member]->skill[skill]->kind == SKILL_SCRIPT;
}

static KipStatus skill_check(void *user, KipCheck *check, char reason[KIP_REASON_SIZE], KipError *error)
{
    Skill *skill = user;
    const KipPlugin *plugin = skill->plugin;
    *check = KIP_GOES_ON;
    if (skill->kind == SKILL_SCRIPT) {
        KipStatus status = script_check(skill, check, reason, error);
        kip_scene_example_checked(skill, *check);
        return status;
    }
    if (skill->kind == SKILL_PLUGIN && plugin->check)
        return plugin->check(skill->scene->world, skill->member, skill->memory, check, reason, error);
    if (skill->kind == SKILL_CLIP)
        return kip_scene_clip_check(skill, check, reason);
    if (skill->kind == SKILL_SEQUENCE && skill->player.ended) {
        *check = KIP_DONE;
        snprintf(reason, KIP_REASON_SIZE, "its last stage is over");
    }
    return KIP_OK;
}

static KipStatus skill_start(void *user, KipError *error)
{
    Skill *skill = user;
    KipScene *scene = skill->scene;
    KipValue nothing;
    switch (skill->kind) {
    case SKILL_SCRIPT:
        return has(skill, SKILL_START) ? kip_scene_call_skill(skill, SKILL_START, &nothing, error) : KIP_OK;
    case SKILL_SEQUENCE:
        return sequence_start(skill, error);
    case SKILL_POSE:
        return kip_character_set_target_pose(kip_world_character(scene->world, skill->member), skill->name,
                                             NAN, error);
    case SKILL_CLIP:
        return kip_scene_clip_start(skill, error);
    case SKILL_PLUGIN:
        return skill->plugin->start ? skill->plugin->start(scene->world, skill->member, skill->memory, error)
                                    : KIP_OK;
    case SKILL_REST:
        break;
    }
    return KIP_OK;
}

static KipStatus skill_step(void *user, KipError *error)
{
    Skill *skill = user;
    KipValue nothing;
    if (skill->kind == SKILL_SCRIPT && has(skill, SKILL_STEP))
        return kip_scene_call_skill(skill, SKILL_STEP, &nothing, error);
    if (skill->kind == SKILL_SEQUENCE)
        return sequence_step(skill, error);
    if (skill->kind == SKILL_PLUGIN && skill->plugin->step)
        return skill->plugin->step(skill->scene->world, skill->member, skill->memory, error);
    return KIP_OK;
}

static void skill_end(void *user)
{
    Skill *skill = user;
    KipValue nothing;
    KipError error;
    if (skill->kind == SKILL_SCRIPT && has(skill, SKILL_END) &&
        kip_scene_call_skill(skill, SKILL_END, &nothing, &error) != KIP_OK)
        kip_scene_event(skill->scene, "end() of %s failed: %s:%d: %s", skill->name, error.file, error.line,
                        error.message);
    else if (skill->kind == SKILL_CLIP)
        kip_scene_clip_end(skill);
    else if (skill->kind == SKILL_PLUGIN && skill->plugin->end)
        skill->plugin->end(skill->scene->world, skill->member, skill->memory);
}

static bool skill_reflex(void *user)
{
    const Skill *skill = user;
    KipMachine *machine = skill->scene->machine;
    return has(skill, SKILL_REFLEX) &&
           kip_truth(machine, kip_machine_kept(machine, skill->method[SKILL_REFLEX]));
}

KipSkill kip_scene_skill(Skill *skill)
{
    return (KipSkill){skill->name, skill,      skill_bid, skill_check,
                      skill_start, skill_step, skill_end, skill_reflex};
}

/* Sends the events of a command. Repeated refusals make one event until the skill acts. */
static void tell_fate(KipScene *scene, int member, const KipDecision *decision)
{
    const KipSupervisor *supervisor = kip_world_supervisor(scene->world, member);
    const char *owner = scene->member[member]->name;
    Skill *skill = scene->member[member]->skill[decision->commanded];
    bool acts = decision->fate == KIP_COMMAND_ACTS;
    if (acts && decision->from == decision->to)
        kip_scene_event(scene, "%s: %s was commanded, and acts already", owner, skill->name);
    else if (acts)
        kip_scene_event(scene, "%s: %s was commanded, and acts", owner, skill->name);
    else if (!skill->refused)
        kip_scene_event(scene, "%s: %s was commanded, and does not act: %s", owner, skill->name,
                        kip_supervisor_tally(supervisor, decision->commanded).refusal);
    skill->refused = !acts;
}

void kip_scene_decided(void *user, KipWorld *world, int member, const KipDecision *decision)
{
    KipScene *scene = user;
    (void)world;
    kip_scene_example_decided(scene, member, decision);
    if (decision->fate != KIP_NO_COMMAND)
        tell_fate(scene, member, decision);
    if (scene->def.host.decided && (decision->from != decision->to || decision->failed))
        scene->def.host.decided(scene->def.host.user, scene, member, decision);
}
