/* Examples of states in which a skill works (VST.7): the skill begins in the present state, whether its pre() holds or not,
 * and acts alone until it is done or has failed; without post(), it acts until the time is over. Its features at the
 * beginning and the result go to the host, which is kip learn. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "natives.h"

/* -- the word -------------------------------------------------------------------------------------------- */

static bool check_skill(KipCall *call, const Skill *skill)
{
    static const char *const wanted[] = {"features", "pre"};
    static const char *const what[] = {"the list of numbers that its condition is learned from",
                                       "the hand-written condition that a learned one is held against"};
    if (skill->kind != SKILL_SCRIPT)
        return kip_call_fail(call, "'%s' is no skill of a class, with features() and pre()", skill->name);
    KipValue instance = kip_machine_kept(call->machine, skill->instance);
    for (int k = 0; k < 2; k++)
        if (!kip_machine_has_method(call->machine, instance, wanted[k]))
            return kip_call_fail(call, "the skill '%s' has no method %s(self), %s", skill->name, wanted[k],
                                 what[k]);
    return true;
}

static bool is_there(const KipScene *scene, int member)
{
    return kip_sim_is_present(kip_world_sim(scene->world), kip_world_body(scene->world, member));
}

static bool word_example(KipCall *call)
{
    KipScene *scene = kip_scene_of(call);
    const int member = call->read[0].index;
    const double seconds = call->read[2].number;
    int skill;
    if (!scene->member[member]->character)
        return kip_call_fail(call, "'%s' is no character", scene->member[member]->name);
    if (!kip_scene_find_skill(call, 1, member, &skill) ||
        !check_skill(call, scene->member[member]->skill[skill]))
        return false;
    if (seconds <= 0)
        return kip_call_fail(call, "an example takes longer than 0 s, not %g", seconds);
    if (!is_there(scene, member))
        return kip_call_fail(call, "'%s' is not there", scene->member[member]->name);
    if (!kip_call_wait(call))
        return false;
    scene->waiting = (Waiting){.until = -1, .end = INFINITY};
    scene->example = (Example){.state = EXAMPLE_WAITS, .member = member, .skill = skill, .seconds = seconds};
    return true;
}

/* -- its beginning --------------------------------------------------------------------------------------- */

static const Skill *skill_of(const KipScene *scene)
{
    return scene->member[scene->example.member]->skill[scene->example.skill];
}

static KipStatus ask(KipScene *scene, const char *method, KipValue *answer, KipError *error)
{
    KipValue instance = kip_machine_kept(scene->machine, skill_of(scene)->instance);
    int before = scene->context;
    scene->context = scene->example.member;
    KipStatus status =
        kip_machine_call(scene->machine, kip_machine_attribute(scene->machine, instance, method), NULL, 0,
                         answer, error);
    scene->context = before;
    return status;
}

KipStatus kip_scene_begin_example(KipScene *scene, KipError *error)
{
    Example *example = &scene->example;
    KipValue answer;
    if (example->state != EXAMPLE_WAITS)
        return KIP_OK;
    KipStatus status = ask(scene, "features", &answer, error);
    if (status == KIP_OK)
        status = kip_scene_read_features(skill_of(scene), answer, example->feature, &example->n, error);
    if (status == KIP_OK)
        status = ask(scene, "pre", &answer, error);
    if (status != KIP_OK)
        return status;
    example->hand = kip_truth(scene->machine, answer);
    kip_supervisor_restart(kip_world_supervisor(scene->world, example->member));
    scene->waiting.end = kip_world_time(scene->world) + example->seconds;
    example->state = EXAMPLE_ACTS;
    kip_scene_event(scene, "example: %s begins", skill_of(scene)->name);
    return KIP_OK;
}

/* -- while it acts --------------------------------------------------------------------------------------- */

bool kip_scene_example_bid(const Skill *skill, bool *bids, char reason[KIP_REASON_SIZE])
{
    const Example *example = &skill->scene->example;
    if (example->state < EXAMPLE_ACTS || skill->member != example->member)
        return false;
    *bids = example->state == EXAMPLE_ACTS && skill == skill_of(skill->scene);
    if (!*bids)
        snprintf(reason, KIP_REASON_SIZE, "an example of '%s' is under way", skill_of(skill->scene)->name);
    return true;
}

static void finish(KipScene *scene, bool success)
{
    scene->example.state = EXAMPLE_IS_OVER;
    scene->waiting.fired = success;
    scene->waiting.end = kip_world_time(scene->world);
}

void kip_scene_example_checked(const Skill *skill, KipCheck check)
{
    KipScene *scene = skill->scene;
    if (scene->example.state == EXAMPLE_ACTS && skill == skill_of(scene) && check != KIP_GOES_ON)
        finish(scene, check == KIP_DONE);
}

/* A failure of the skill's script ends it as well. */
void kip_scene_example_decided(KipScene *scene, int member, const KipDecision *decision)
{
    const Example *example = &scene->example;
    if (example->state == EXAMPLE_ACTS && member == example->member && decision->to != example->skill)
        finish(scene, false);
}

/* -- its end --------------------------------------------------------------------------------------------- */

KipStatus kip_scene_end_example(KipScene *scene, KipError *error)
{
    const KipSceneHost *host = &scene->def.host;
    const Skill *skill;
    KipStatus status = KIP_OK;
    if (scene->example.state == NO_EXAMPLE)
        return KIP_OK;
    skill = skill_of(scene);
    if (scene->example.state == EXAMPLE_ACTS && skill->method[SKILL_POST] < 0)
        scene->waiting.fired =
            is_there(scene, scene->example.member); /* a skill without post() succeeds by lasting */
    const KipExample told = {.character = scene->member[scene->example.member]->name,
                             .skill = skill->name,
                             .n = scene->example.n,
                             .feature = scene->example.feature,
                             .hand = scene->example.hand,
                             .success = scene->waiting.fired};
    kip_scene_event(scene, "example: %s %s", skill->name,
                    told.success                              ? "succeeded"
                    : scene->example.state == EXAMPLE_IS_OVER ? "failed"
                                                              : "was not done in time");
    if (host->example)
        status = host->example(host->user, &told, error);
    scene->example.state = NO_EXAMPLE;
    return status;
}

bool kip_scene_example_is_sound(const KipScene *scene, const Example *example)
{
    if (example->state == NO_EXAMPLE)
        return true;
    return example->state > NO_EXAMPLE && example->state <= EXAMPLE_IS_OVER && example->member >= 0 &&
           example->member < scene->nmember && example->skill >= 0 &&
           example->skill < scene->member[example->member]->nskill && example->n >= 0 &&
           example->n <= KIP_SVM_MOST_FEATURES && isfinite(example->seconds);
}

/* -- the table --------------------------------------------------------------------------------------- */

static const KipNativeDef words[] = {
    {"example(character: member, skill, seconds: number)", word_example,
     "For kip learn: one skill alone acts from here."},
};

const KipNativeTable kip_vocabulary_example = KIP_NATIVE_TABLE(words);
