/* A character: creation, data, saving (character_parts.h lists the other files). */
#include "character.h"

#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/mat3.h"
#include "../dynamics/vec3.h"
#include "character_parts.h"
#include "fields.h"
#include "parts.h"
#include "hold.h"

/* -- making one ------------------------------------------------------------------------------------------ */

static void find_joints(KipCharacter *character)
{
    const KipModel *model = character->model;
    for (int j = 0; j < model->njoint; j++) {
        if (model->body[model->joint[j].body].root != character->root)
            continue;
        if (character->njoint++ == 0)
            character->first_joint = j;
        character->nq += model->joint[j].nq;
    }
    character->first_q = character->njoint ? model->joint[character->first_joint].q : 0;
    for (int b = 1; b < model->nbody; b++)
        if (model->body[b].root == character->root)
            character->mass += model->body[b].mass;
}

static int count_axes(const KipCharacter *character)
{
    int n = 0;
    for (int j = character->first_joint; j < character->first_joint + character->njoint; j++)
        n += character->model->joint[j].nv;
    return n;
}

static KipDrives take_drives(KipArena *arena, const KipModel *model)
{
    size_t nv = (size_t)model->nv;
    return (KipDrives){.target = kip_arena_take(arena, (size_t)model->nq, sizeof(double)),
                       .rate = kip_arena_take(arena, nv, sizeof(double)),
                       .stiffness = kip_arena_take(arena, nv, sizeof(double)),
                       .damping = kip_arena_take(arena, nv, sizeof(double)),
                       .feedforward = kip_arena_take(arena, nv, sizeof(double)),
                       .limit_lo = kip_arena_take(arena, nv, sizeof(double)),
                       .limit_hi = kip_arena_take(arena, nv, sizeof(double))};
}

/* Gains, working memory, and which bodies are feet: those of another character, or its own. */
static KipStatus take_shared(KipCharacter *character, const KipCharacterDef *def, KipError *error)
{
    const KipModel *model = character->model;
    if (def->other) {
        character->borrows = true;
        character->hold = def->other->hold;
        character->dynamics = def->other->dynamics, character->ik = def->other->ik;
        character->foot = def->other->foot, character->nfoot = def->other->nfoot;
        return KIP_OK;
    }
    int *foot_of = kip_arena_take(character->arena, (size_t)model->nbody, sizeof *foot_of);
    character->foot = kip_arena_take(character->arena, (size_t)model->nbody, sizeof *character->foot);
    const KipDrives hold = character->hold = take_drives(character->arena, model);
    if (!character->foot || !foot_of || !hold.target || !hold.rate || !hold.stiffness || !hold.damping ||
        !hold.feedforward || !hold.limit_lo || !hold.limit_hi)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the gains of '%s'",
                        model->body[character->root].name);
    double bound = kip_sim_is_explicit(character->sim) ? kip_sim_timestep(character->sim) : 0;
    KipIkDef ik = kip_ik_def();
    ik.allocator = def->allocator;
    KipStatus status = kip_dynamics_create(model, def->allocator, &character->dynamics, error);
    if (status == KIP_OK)
        status = kip_ik_create(model, &ik, &character->ik, error);
    if (status == KIP_OK)
        status = kip_part_find(model, KIP_FEET, character->foot, foot_of, &character->nfoot, error);
    return status == KIP_OK ? kip_hold_gains(model, model->q0, bound, def->allocator, hold, error) : status;
}

/* Limits drives to the strengths of their joints. */
static void limit_drives(KipCharacter *character)
{
    const KipDrives hold = character->hold, drives = kip_sim_drives(character->sim);
    for (int j = character->first_joint; j < character->first_joint + character->njoint; j++) {
        const KipJoint *joint = character->model->joint + j;
        for (int i = joint->v; i < joint->v + joint->nv; i++)
            drives.limit_lo[i] = hold.limit_lo[i], drives.limit_hi[i] = hold.limit_hi[i];
    }
}

/* Whole-body control for one whose root has a free joint; others do without. */
static KipStatus find_wbc(KipCharacter *character, const KipAllocator *allocator, KipError *error)
{
    const KipWbcDef def = {character->model, character->root, character->dynamics, allocator};
    KipStatus status = kip_wbc_create(&def, &character->wbc, error);
    return status == KIP_BAD_INPUT ? KIP_OK : status;
}

/* Stance control for one that has two feet; what cannot stand so does without. */
static KipStatus find_legs(KipCharacter *character, const KipCharacterDef *of, KipError *error)
{
    const KipModel *model = character->model;
    KipStanceDef def = {.model = model,
                        .other = of->other ? of->other->stance : NULL,
                        .allocator = of->allocator};
    int own = 0;
    for (int i = 0; i < character->nfoot; i++)
        if (kip_character_has(character, character->foot[i]) && own++ < 2)
            def.foot[own - 1] = character->foot[i];
    if (own != 2)
        return KIP_OK;
    const KipStatus status = kip_stance_create(&def, &character->stance, error);
    return status == KIP_BAD_INPUT ? KIP_OK : status;
}

/* Its prefix without the slash; of a model alone its root's. NULL: out of memory. */
static const char *name_of(const KipCharacter *character)
{
    if (!character->prefix || !*character->prefix)
        return character->model->body[character->root].name;
    char *name = kip_arena_string(character->arena, character->prefix);
    if (name)
        name[strcspn(name, "/")] = '\0';
    return name;
}

KipStatus kip_character_create(const KipCharacterDef *def, KipCharacter **character, KipError *error)
{
    *character = NULL;
    const KipModel *model = kip_sim_model(def->sim);
    if (def->root < 1 || def->root >= model->nbody || model->body[def->root].parent != 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a character's root must be a child of the world");
    KipArena *arena = kip_arena_create(def->allocator);
    KipCharacter *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    if (made) {
        *made = (KipCharacter){.sim = def->sim,
                               .model = model,
                               .root = def->root,
                               .poses = def->poses,
                               .period = def->period > 0 ? def->period : kip_sim_timestep(def->sim),
                               .arena = arena};
        made->state = (State){.gain = 1,
                              .pose = -1,
                              .last.pose = -1,
                              .planar = {-1, -1},
                              .motion = -1,
                              .playing = -1,
                              .played = -1};
        find_joints(made);
        made->prefix = kip_arena_string(arena, def->prefix ? def->prefix : "");
        made->name = name_of(made);
        made->muscle = kip_muscle_of(model, made->prefix ? made->prefix : "");
        made->from = kip_arena_take(arena, (size_t)made->nq, sizeof(double));
        made->to = kip_arena_take(arena, (size_t)made->nq, sizeof(double));
        made->scratch = kip_arena_take(arena, (size_t)model->nq, sizeof(double));
        made->chain = kip_arena_take(arena, (size_t)model->njoint, sizeof(int));
        made->follows = kip_arena_take(arena, (size_t)model->njoint, 1);
        for (int i = 0; i < 2; i++)
            made->clip_v[i] = kip_arena_take(arena, (size_t)model->nv, sizeof(double));
        made->follower = kip_arena_take(arena, (size_t)made->njoint, sizeof *made->follower);
    }
    if (!made || !made->prefix || !made->name || !made->from || !made->to || !made->scratch || !made->chain ||
        !made->follows || !made->clip_v[0] || !made->clip_v[1] || !made->follower) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the character '%s'",
                        model->body[def->root].name);
    }
    KipBeatDef beat = kip_beat_def(model);
    KipStatus status = take_shared(made, def, error);
    beat.dynamics = made->dynamics, beat.root = def->root;
    beat.other = def->other ? def->other->beat : NULL;
    if (status == KIP_OK)
        limit_drives(made);
    if (status == KIP_OK)
        status = kip_keys_create(model, def->allocator, &made->keys, error);
    if (status == KIP_OK)
        status = kip_beat_create(&beat, made->keys, def->allocator, &made->beat, error);
    if (status == KIP_OK)
        status = kip_velocity_create(def->sim, count_axes(made), def->allocator, &made->velocity, error);
    if (status == KIP_OK)
        status = kip_track_create(model, def->allocator, &made->track, error);
    if (status == KIP_OK)
        status = kip_play_create(model, made->first_joint, made->njoint, made->dynamics, def->allocator,
                                 &made->play, error);
    if (status == KIP_OK)
        status = kip_carry_create(model, def->root, made->dynamics, def->allocator, &made->carry, error);
    if (status == KIP_OK)
        status = find_legs(made, def, error);
    if (status == KIP_OK)
        status = find_wbc(made, def->allocator, error);
    if (status == KIP_OK)
        *character = made;
    else
        kip_character_destroy(made);
    return status;
}

void kip_character_destroy(KipCharacter *character)
{
    if (!character)
        return;
    kip_wbc_destroy(character->wbc);
    kip_stance_destroy(character->stance);
    kip_carry_destroy(character->carry);
    kip_play_destroy(character->play);
    kip_track_destroy(character->track);
    kip_velocity_destroy(character->velocity);
    kip_beat_destroy(character->beat);
    kip_keys_destroy(character->keys);
    if (!character->borrows)
        kip_ik_destroy(character->ik), kip_dynamics_destroy(character->dynamics);
    kip_arena_destroy(character->arena);
}

const char *kip_character_prefix(const KipCharacter *character)
{
    return character->prefix;
}

int kip_character_root(const KipCharacter *character)
{
    return character->root;
}

double kip_character_mass(const KipCharacter *character)
{
    return character->mass;
}

bool kip_character_has(const KipCharacter *character, int body)
{
    return character->model->body[body].root == character->root;
}

int kip_character_joints(const KipCharacter *character, int *first)
{
    *first = character->first_joint;
    return character->njoint;
}

const KipPoseSet *kip_character_poses(const KipCharacter *character)
{
    return character->poses;
}

/* -- what can be asked ----------------------------------------------------------------------------------- */

/* The mass-weighted mean over its bodies of what `of` returns for their centres of mass. */
static KipVec3 mean_of(const KipCharacter *character,
                       KipVec3 (*of)(const KipDynamics *d, int body, KipVec3 point))
{
    const KipDynamics *d = kip_sim_dynamics(character->sim);
    KipVec3 sum = v3_zero();
    for (int b = character->root; b < character->model->nbody; b++) {
        const KipBody *body = character->model->body + b;
        if (body->root == character->root)
            sum = v3_add_scaled(sum, body->mass, of(d, b, body->com));
    }
    return v3_scale(1 / character->mass, sum);
}

KipVec3 kip_character_com(const KipCharacter *character)
{
    return mean_of(character, kip_point_position);
}

KipVec3 kip_character_com_velocity(const KipCharacter *character)
{
    return mean_of(character, kip_point_velocity);
}

static KipMat3 root_rotation(const KipCharacter *character)
{
    return kip_body_rotation(kip_sim_dynamics(character->sim), character->root);
}

KipVec3 kip_character_facing(const KipCharacter *character)
{
    return m3_apply(root_rotation(character), v3(1, 0, 0));
}

KipVec3 kip_character_up(const KipCharacter *character)
{
    return m3_apply(root_rotation(character), v3(0, 0, 1));
}

/* -- saving ---------------------------------------------------------------------------------------------- */

static void list(void *thing, KipPass *pass)
{
    KipCharacter *character = thing;
    KIP_PASS(pass, KIP_FIELD(character->state), KIP_ARRAY(character->from, character->nq),
             KIP_ARRAY(character->to, character->nq), KIP_ARRAY(character->follower, character->njoint));
    for (int i = 0; i < CONTROL_LAWS; i++)
        kip_control_law[i].list(character, pass);
}

/* Whether each joint has a valid owner, and hinges and slides have as many keys as their followers count. */
static bool keys_are_sound(const KipCharacter *character)
{
    const State *state = &character->state;
    int total = 0;
    for (int i = 0; i < character->njoint; i++) {
        int n = 0;
        for (int k = 0; k < state->nkey; k++)
            n += state->key[k].joint == character->first_joint + i;
        const int owner = character->follower[i].owner;
        if (!kip_is_within(owner, OWNERS - 1) || (owner == OWNER_STANCE && !character->stance) ||
            (owner == OWNER_CLIP && state->playing < 0) || character->follower[i].nkey != n ||
            (n && (owner != OWNER_KEY || character->model->joint[character->first_joint + i].nq != 1)))
            return false;
        total += n;
    }
    return total == state->nkey;
}

/* Whether all counts and indices are within their bounds. */
static bool is_sound(const void *thing)
{
    const KipCharacter *character = thing;
    const State *state = &character->state;
    int npose = character->poses ? character->poses->npose : 0, nbody = character->model->nbody;
    if (!kip_is_within(state->nqueue, MOST_QUEUED) || !kip_is_within(state->nheld, MOST_HELD) ||
        !kip_is_within(state->nlocked, MOST_LOCKED) || !kip_is_within(state->nplanted, MOST_PLANTED) ||
        !kip_is_within(state->timing, TIMING_VELOCITY) || !(state->gain >= 0) ||
        !kip_is_within(state->nkey, MOST_KEYS) || !kip_is_within(state->nmiss, MOST_MISSES) ||
        !kip_is_within(state->motion + 1LL, character->nmotion) ||
        !kip_is_within(state->playing + 1LL, character->nmotion) ||
        !kip_is_within(state->played + 1LL, character->nmotion))
        return false;
    for (int i = 0; i < state->nqueue; i++)
        if (!kip_is_within(state->queue[i].pose, npose - 1))
            return false;
    for (int i = 0; i < state->nheld; i++)
        if (!kip_is_within(state->held[i].link, nbody - 1) ||
            !kip_is_within(state->held[i].object, nbody - 1))
            return false;
    for (int i = 0; i < state->nplanted; i++) {
        const Locked *planted = &state->planted[i];
        if (!kip_is_within(planted->link, nbody - 1) || !kip_character_has(character, planted->link) ||
            !kip_is_within(planted->id, kip_sim_max_constraints(character->sim) - 1))
            return false;
    }
    for (int i = 0; i < state->nmiss; i++)
        if (!kip_is_within(state->miss[i].joint, character->model->njoint - 1))
            return false;
    return keys_are_sound(character);
}

static KipStatus derive(void *thing, KipError *error)
{
    KipCharacter *character = thing;
    const State *state = &character->state;
    const KipMotion *const *motion = character->motion;
    (void)error;
    kip_track_resume(character->track, state->motion >= 0 ? motion[state->motion] : NULL);
    kip_play_resume(character->play, state->playing >= 0 ? motion[state->playing] : NULL,
                    state->played >= 0 ? motion[state->played] : NULL);
    return KIP_OK;
}

const KipFields kip_character_fields = {"character", NULL, list, is_sound, derive};

size_t kip_character_save_size(const KipCharacter *character)
{
    return kip_fields_size(&kip_character_fields, character);
}

void kip_character_save(const KipCharacter *character, void *bytes)
{
    kip_fields_save(&kip_character_fields, character, bytes);
}

KipStatus kip_character_load(KipCharacter *character, const void *bytes, size_t size, KipError *error)
{
    return kip_fields_load(&kip_character_fields, character, kip_arena_allocator(character->arena), bytes,
                           size, error);
}
