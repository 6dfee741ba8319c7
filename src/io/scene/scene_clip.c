/* Clips as skills (HYB 2.3 to 2.6): a motion bids where its character's state is similar to one of its frames, and moves it
 * kinematically; contact with an active body switches to physics, unless that is passive. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../formats/mjcf.h"
#include "natives.h"

static const double MOST_WEIGHT = 1e6;

/* -- making ---------------------------------------------------------------------------------------------- */

/* A dict of joints of the character's own model. */
static KipStatus read_weights(const Skill *skill, const KipModel *model, KipError *error)
{
    KipMachine *machine = skill->scene->machine;
    SceneClip *clip = skill->clip;
    const KipEntry *entry;
    clip->nweight = model->njoint;
    clip->weight =
        kip_resize(skill->scene->def.allocator, NULL, 0, (size_t)clip->nweight * sizeof *clip->weight);
    if (!clip->weight)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the clip %s", clip->file);
    for (int j = 0; j < clip->nweight; j++)
        clip->weight[j] = NAN;
    for (uint32_t at = 0; (entry = kip_dict_next(machine, clip->weights, &at));) {
        const char *name = entry->key.type == KIP_STRING ? kip_string_of(machine, entry->key)->text : "";
        const KipValue value = entry->value;
        const double number = value.type == KIP_INT     ? (double)value.integer
                              : value.type == KIP_FLOAT ? value.number
                                                        : NAN;
        const int joint = kip_model_find_joint(model, name);
        if (joint < 0)
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "weights are of joints, as {\"elbow_flex_r\": 0.1}; '%s' is not one of '%s'",
                            name, skill->scene->member[skill->member]->name);
        if (!(number >= 0 && number <= MOST_WEIGHT))
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "the weight of '%s' is a number of 0 to a million", name);
        clip->weight[joint] = number;
    }
    return KIP_OK;
}

/* What can be known of its numbers before there is a world: of a recording and of a walk along a path, not how long it is. */
static KipStatus check_numbers(const Skill *skill, KipError *error)
{
    const SceneClip *clip = skill->clip;
    char file[MOTION_SIZE];
    const char *at = clip->file;
    KipModel *model = NULL;
    const bool one = kip_scene_walk_clip(&at, file) && !*at;
    const KipMotion *motion = kip_scene_motion_ahead(skill->scene, skill->member, file);
    const double duration = motion && one ? kip_motion_duration(motion) : INFINITY;
    if (!isnan(clip->play.start) && !(clip->play.start >= 0 && clip->play.start <= duration))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a motion of %g s cannot be played from %g s on",
                        duration, clip->play.start);
    if (!(clip->play.blend >= 0 && clip->play.blend < 1e3))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a blend takes 0 s or more, not %g s",
                        clip->play.blend);
    if (clip->play.loop && !(duration > 0))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a motion of one frame cannot be played in a loop");
    if (clip->weights.type == KIP_NONE)
        return KIP_OK;
    KipStatus status =
        motion ? KIP_OK : kip_mjcf_load(&model, skill->scene->member[skill->member]->path, NULL, error);
    if (status == KIP_OK)
        status = read_weights(skill, motion ? motion->model : model, error);
    kip_model_destroy(model);
    return status;
}

KipStatus kip_scene_add_clip(Skill *skill, const SceneClip *clip, KipError *error)
{
    skill->clip = kip_resize(skill->scene->def.allocator, NULL, 0, sizeof *clip);
    if (!skill->clip)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the clip %s", clip->file);
    *skill->clip = *clip;
    skill->kind = SKILL_CLIP;
    KipStatus status = kip_scene_check_motion(skill->scene, skill->member, clip->file, error);
    return status == KIP_OK ? check_numbers(skill, error) : status;
}

void kip_scene_free_clip(Skill *skill)
{
    const KipAllocator *allocator = skill->scene->def.allocator;
    SceneClip *clip = skill->clip;
    if (!clip)
        return;
    kip_similar_destroy(clip->similar);
    kip_resize(allocator, clip->weight, (size_t)clip->nweight * sizeof *clip->weight, 0);
    kip_resize(allocator, clip, sizeof *clip, 0);
}

/* Computes the weights of the character's joints; the clip's own take precedence. */
static void find_weights(const Skill *skill, int first, int n, double *weight)
{
    const SceneClip *clip = skill->clip;
    kip_similar_weights(skill->scene->model, first, n, weight);
    for (int j = 0; j < n && j < clip->nweight; j++)
        weight[j] = isnan(clip->weight[j]) ? weight[j] : clip->weight[j];
}

static KipStatus find_passive(Skill *skill, KipError *error)
{
    SceneClip *clip = skill->clip;
    KipThing thing;
    KipError found;
    memset(clip->is_passive, 0, sizeof clip->is_passive);
    for (int i = 0; i < clip->npassive; i++) {
        const KipStatus status = kip_world_find(skill->scene->world, -1, clip->passive[i], &thing, &found);
        if (status != KIP_OK)
            return kip_fail(error, status, kip_nowhere(), "passive of the clip '%s': %s", skill->name,
                            found.message);
        if (thing.member >= 0)
            clip->is_passive[thing.member] = true;
    }
    return KIP_OK;
}

KipStatus kip_scene_find_clip(Skill *skill, KipError *error)
{
    SceneClip *clip = skill->clip;
    const KipAllocator *allocator = skill->scene->def.allocator;
    const KipMotion *motion = NULL;
    if (clip->similar)
        return KIP_OK;
    KipStatus status =
        kip_scene_motion(skill->scene, skill->member, clip->file, &clip->motion, &motion, error);
    if (status == KIP_OK)
        status = find_passive(skill, error);
    if (status != KIP_OK)
        return status;
    int first;
    const int n = kip_character_joints(kip_world_character(skill->scene->world, skill->member), &first);
    double *weight = kip_resize(allocator, NULL, 0, (size_t)n * sizeof *weight);
    if (!weight)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the clip %s", clip->file);
    KipSimilarDef def = kip_similar_def();
    def.weight = weight, def.how = (KipSimilarHow)clip->how, def.allocator = allocator;
    find_weights(skill, first, n, weight);
    status = kip_similar_create(motion, first, n, &def, &clip->similar, error);
    kip_resize(allocator, weight, (size_t)n * sizeof *weight, 0);
    clip->last = motion->nframe - 1, clip->period = motion->period;
    return status;
}

/* -- bidding --------------------------------------------------------------------------------------------- */

/* Finds the time of the most similar frame, and its difference from the present state. Where it begins at a given time, only
 * the frame there counts; what does not go round is not entered where less than its blend is left. */
static double find_frame(Skill *skill, double *difference)
{
    const KipSim *sim = kip_world_sim(skill->scene->world);
    const SceneClip *clip = skill->clip;
    const double start = clip->play.start, left = clip->play.loop ? 0 : clip->play.blend / clip->period;
    int from = 0, to = left < clip->last ? clip->last - (int)left : 0, frame;
    if (!isnan(start))
        from = to = (int)fmin(floor(start / clip->period + 0.5), clip->last);
    *difference = kip_similar_find(clip->similar, kip_sim_q(sim), kip_sim_v(sim), from, to, &frame);
    return frame * clip->period;
}

/* HYB.4: the active body that touches the character, and where; -1 for none. Scenery and the ground are passive. */
static int touched_by(const Skill *skill, int *body)
{
    const KipScene *scene = skill->scene;
    const Member *own = scene->member[skill->member];
    for (int m = 0; m < scene->nmember; m++) {
        const KipThing other = {m, -1};
        if (m == skill->member || skill->clip->is_passive[m] || scene->member[m]->nbody == 0 ||
            !kip_world_touching(scene->world, (KipThing){skill->member, -1}, other))
            continue;
        for (*body = own->first_body; *body < own->first_body + own->nbody; ++*body)
            if (kip_world_touching(scene->world, (KipThing){skill->member, *body}, other))
                return m;
    }
    return -1;
}

static void tell_touch(const Skill *skill, int other, int body, char reason[KIP_REASON_SIZE])
{
    snprintf(reason, KIP_REASON_SIZE, "%s, which is active, touches %s", skill->scene->member[other]->name,
             kip_scene_own_name(skill->scene, body));
}

/* Whether it has come to its end just now. Then it does not bid, since a skill that wins again would only stay there. */
static bool is_over(const Skill *skill)
{
    KipWorld *world = skill->scene->world;
    const KipSupervisor *supervisor = kip_world_supervisor(world, skill->member);
    const KipPlay *play = kip_character_clip(kip_world_character(world, skill->member));
    const int active = kip_supervisor_active(supervisor);
    return active >= 0 && strcmp(kip_supervisor_name(supervisor, active), skill->name) == 0 &&
           (!play || kip_play_is_over(play, kip_world_time(world)));
}

/* A motion on command begins at its start, or, where it loops, at the most similar frame. */
KipStatus kip_scene_clip_bid(Skill *skill, bool commanded, bool *bids, double *score,
                             char reason[KIP_REASON_SIZE])
{
    SceneClip *clip = skill->clip;
    double difference;
    int body;
    const double found = find_frame(skill, &difference);
    const int other = commanded ? -1 : touched_by(skill, &body);
    clip->begin = !isnan(clip->play.start) ? clip->play.start : commanded && !clip->play.loop ? 0 : found;
    const bool over = is_over(skill);
    *bids = commanded || (!isnan(clip->priority) && difference < clip->threshold && other < 0 && !over);
    *score = isnan(clip->priority) ? 0 : clip->priority;
    if (!commanded && isnan(clip->priority))
        snprintf(reason, KIP_REASON_SIZE, "begins on command only");
    else if (other >= 0)
        tell_touch(skill, other, body, reason);
    else if (over && !commanded)
        snprintf(reason, KIP_REASON_SIZE, "it is over");
    else
        snprintf(reason, KIP_REASON_SIZE, "%.3f off %s at %.2f s%s", difference, skill->name, found,
                 *bids ? "" : ", too much");
    return KIP_OK;
}

/* -- acting ---------------------------------------------------------------------------------------------- */

KipStatus kip_scene_clip_start(Skill *skill, KipError *error)
{
    KipCharacter *character = kip_world_character(skill->scene->world, skill->member);
    KipPlayDef def = skill->clip->play;
    def.start = skill->clip->begin;
    return kip_character_play(character, skill->clip->motion, &def, NULL, error);
}

void kip_scene_clip_end(Skill *skill)
{
    KipCharacter *character = kip_world_character(skill->scene->world, skill->member);
    if (kip_character_is_playing(character))
        kip_character_hold(character);
}

/* A clip that playClip() plays goes on, whatever touches. */
bool kip_scene_yields(void *user, KipWorld *world, int member)
{
    const KipScene *scene = user;
    const int active = kip_supervisor_active(kip_world_supervisor(world, member));
    const Skill *skill = active >= 0 ? scene->member[member]->skill[active] : NULL;
    int body;
    return skill && skill->kind == SKILL_CLIP && touched_by(skill, &body) >= 0;
}

KipStatus kip_scene_clip_check(Skill *skill, KipCheck *check, char reason[KIP_REASON_SIZE])
{
    const KipScene *scene = skill->scene;
    const KipPlay *play = kip_character_clip(kip_world_character(scene->world, skill->member));
    int body;
    const int other = touched_by(skill, &body);
    if (other >= 0) {
        *check = KIP_FAILED;
        tell_touch(skill, other, body, reason);
    } else if (!play || kip_play_is_over(play, kip_world_time(scene->world))) {
        *check = play ? KIP_DONE : KIP_FAILED;
        snprintf(reason, KIP_REASON_SIZE,
                 play ? "the clip is over" : "its joints were taken by another word");
    }
    return KIP_OK;
}
