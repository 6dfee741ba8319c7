/* A character: targets and their queue, inverse kinematics into the targets, attachments, modified physics.
 *
 * A queued pose is reached in its time by a target that moves: s(x) = 3 x^2 - 2 x^3 of the way at the part x of the
 * time, with the rate that goes with it.
 */
#include "character.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/mat3.h"
#include "../dynamics/quat.h"
#include "../dynamics/vec3.h"
#include "hold.h"

enum { MOST_QUEUED = 32, MOST_HELD = 8, MOST_LOCKED = 24, AXES = 6 };

typedef struct Queued {
    int pose, unused;
    double seconds;
} Queued;

typedef struct Held {
    int link, object, id, unused;
    KipVec3 centre; /* of the object, in the link's frame */
} Held;

typedef struct Locked {
    int link, id;
} Locked;

/* All that changes but the targets of the move under way; saved as bytes. */
typedef struct State {
    double gain;
    double begun; /* the first queued pose, s; where moving */
    Queued last;  /* what was queued last; pose -1: nothing since the queue was cleared */
    int pose;     /* the target now */
    int moving;   /* is the first queued pose under way? */
    int nqueue, nheld, nlocked;
    int planar[2]; /* constraints, or -1 */
    int unused;
    Queued queue[MOST_QUEUED];
    Held held[MOST_HELD];
    Locked locked[MOST_LOCKED];
} State;

struct KipCharacter {
    KipSim *sim;
    const KipModel *model;
    const char *prefix;
    const KipPoseSet *poses;
    int root, first_joint, njoint, first_q, nq;
    double mass;
    double *joint_gain, *joint_damping; /* nv of the model */
    double *from, *to;                  /* nq: targets of the move under way */
    double *scratch;                    /* nq of the model */
    int *chain;                         /* njoint of the model */
    KipIk *ik;
    State state;
    KipArena *arena;
};

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

/* The gains of the joints; and no drive ever gives more than its joint's strength. */
static KipStatus take_gains(KipCharacter *character, const KipAllocator *allocator, KipError *error)
{
    const KipModel *model = character->model;
    KipDrives hold = take_drives(character->arena, model), drives = kip_sim_drives(character->sim);
    if (!hold.target || !hold.rate || !hold.stiffness || !hold.damping || !hold.feedforward ||
        !hold.limit_lo || !hold.limit_hi)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the gains of '%s'",
                        model->body[character->root].name);
    double bound = kip_sim_is_explicit(character->sim) ? kip_sim_timestep(character->sim) : 0;
    KipStatus status = kip_hold_gains(model, model->q0, bound, allocator, hold, error);
    character->joint_gain = hold.stiffness;
    character->joint_damping = hold.damping;
    for (int j = character->first_joint; j < character->first_joint + character->njoint; j++)
        for (int i = model->joint[j].v; i < model->joint[j].v + model->joint[j].nv; i++) {
            drives.limit_lo[i] = hold.limit_lo[i];
            drives.limit_hi[i] = hold.limit_hi[i];
        }
    return status;
}

KipStatus kip_character_create(const KipCharacterDef *def, KipCharacter **character, KipError *error)
{
    const KipModel *model = kip_sim_model(def->sim);
    if (def->root < 1 || def->root >= model->nbody || model->body[def->root].parent != 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a character's root must be a child of the world");
    KipArena *arena = kip_arena_create(def->allocator);
    KipCharacter *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    if (made) {
        *made = (KipCharacter){.sim = def->sim, .model = model, .root = def->root, .poses = def->poses, .arena = arena};
        made->state = (State){.gain = 1, .pose = -1, .last.pose = -1, .planar = {-1, -1}};
        find_joints(made);
        made->prefix = kip_arena_string(arena, def->prefix ? def->prefix : "");
        made->from = kip_arena_take(arena, (size_t)made->nq, sizeof(double));
        made->to = kip_arena_take(arena, (size_t)made->nq, sizeof(double));
        made->scratch = kip_arena_take(arena, (size_t)model->nq, sizeof(double));
        made->chain = kip_arena_take(arena, (size_t)model->njoint, sizeof(int));
    }
    if (!made || !made->prefix || !made->from || !made->to || !made->scratch || !made->chain) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the character '%s'",
                        model->body[def->root].name);
    }
    KipIkDef ik = kip_ik_def();
    ik.allocator = def->allocator;
    KipStatus status = take_gains(made, def->allocator, error);
    if (status == KIP_OK)
        status = kip_ik_create(model, &ik, &made->ik, error);
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
    kip_ik_destroy(character->ik);
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

/* -- poses ----------------------------------------------------------------------------------------------- */

static void clear_queue(KipCharacter *character)
{
    character->state.nqueue = 0;
    character->state.moving = 0;
    character->state.last.pose = -1;
}

static KipStatus apply(KipCharacter *character, int pose, KipError *error)
{
    KipStatus status = kip_pose_apply(character->model, character->first_joint, character->njoint,
                                      character->prefix, character->poses->pose + pose, character->joint_gain,
                                      character->joint_damping, character->state.gain,
                                      kip_sim_drives(character->sim), error);
    if (status == KIP_OK)
        character->state.pose = pose;
    return status;
}

KipStatus kip_character_set_target_pose(KipCharacter *character, const char *name, double seconds, KipError *error)
{
    State *state = &character->state;
    int pose;
    if (!character->poses)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "there is no pose '%s': no poses were loaded for '%s'",
                        name, character->model->body[character->root].name);
    KipStatus status = kip_pose_get(character->poses, name, &pose, error);
    if (status != KIP_OK)
        return status;
    if (isnan(seconds)) {
        status = apply(character, pose, error);
        if (status == KIP_OK)
            clear_queue(character);
        return status;
    }
    if (!(seconds >= 0 && isfinite(seconds)))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a pose cannot be reached in %g s; give 0 or more", seconds);
    if (state->last.pose == pose && state->last.seconds == seconds)
        return KIP_OK;
    status = kip_pose_check(character->model, character->first_joint, character->njoint, character->prefix,
                            character->poses->pose + pose, error);
    if (status != KIP_OK)
        return status;
    if (state->nqueue == MOST_QUEUED)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%d poses are queued already; wait until some are over",
                        MOST_QUEUED);
    state->last = state->queue[state->nqueue++] = (Queued){pose, 0, seconds};
    return KIP_OK;
}

/* Gains of a joint's own, the pose's gain 1 (DCT.3). */
static void own_gains(KipCharacter *character, const KipJoint *joint, KipDrives drives)
{
    for (int i = joint->v; i < joint->v + joint->nv; i++) {
        drives.stiffness[i] = character->joint_gain[i] * character->state.gain;
        drives.damping[i] = character->joint_damping[i] * sqrt(character->state.gain);
        drives.rate[i] = 0;
    }
}

void kip_character_hold(KipCharacter *character)
{
    KipDrives drives = kip_sim_drives(character->sim);
    memcpy(drives.target + character->first_q, kip_sim_q(character->sim) + character->first_q,
           (size_t)character->nq * sizeof(double));
    for (int j = character->first_joint; j < character->first_joint + character->njoint; j++)
        if (character->model->joint[j].type != KIP_JOINT_FREE)
            own_gains(character, character->model->joint + j, drives);
    clear_queue(character);
}

void kip_character_relax(KipCharacter *character)
{
    KipDrives drives = kip_sim_drives(character->sim);
    for (int j = character->first_joint; j < character->first_joint + character->njoint; j++) {
        const KipJoint *joint = character->model->joint + j;
        for (int i = joint->v; i < joint->v + joint->nv; i++)
            drives.stiffness[i] = drives.damping[i] = drives.rate[i] = drives.feedforward[i] = 0;
    }
    clear_queue(character);
}

KipStatus kip_character_set_target(KipCharacter *character, int joint, double angle, double stiffness, double damping,
                                   KipError *error)
{
    const KipJoint *j = character->model->joint + joint;
    KipDrives drives = kip_sim_drives(character->sim);
    if (j->type != KIP_JOINT_HINGE && j->type != KIP_JOINT_SLIDE)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "joint '%s' has no single angle; use a pose", j->name);
    if (stiffness < 0 || damping < 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the stiffness and the damping of joint '%s' are 0 or more, not %g", j->name,
                        stiffness < 0 ? stiffness : damping);
    own_gains(character, j, drives);
    drives.target[j->q] = angle;
    if (!isnan(stiffness))
        drives.stiffness[j->v] = stiffness;
    if (!isnan(damping))
        drives.damping[j->v] = damping;
    return KIP_OK;
}

void kip_character_set_gain(KipCharacter *character, double gain)
{
    character->state.gain = gain;
}

double kip_character_gain(const KipCharacter *character)
{
    return character->state.gain;
}

int kip_character_pose(const KipCharacter *character)
{
    return character->state.pose;
}

/* -- the queue ------------------------------------------------------------------------------------------- */

static KipStatus begin_move(KipCharacter *character, double time, KipError *error)
{
    KipDrives drives = kip_sim_drives(character->sim);
    size_t size = (size_t)character->nq * sizeof(double);
    memcpy(character->from, drives.target + character->first_q, size);
    KipStatus status = apply(character, character->state.queue[0].pose, error);
    if (status != KIP_OK)
        return status;
    memcpy(character->to, drives.target + character->first_q, size);
    character->state.moving = 1;
    character->state.begun = time;
    return KIP_OK;
}

static void blend_joint(const KipCharacter *character, const KipJoint *joint, double part, double speed,
                        KipDrives drives)
{
    const double *from = character->from + (joint->q - character->first_q);
    const double *to = character->to + (joint->q - character->first_q);
    if (joint->type == KIP_JOINT_BALL) {
        KipQuat start = q_from(from), turn = q_mul(q_conjugate(start), q_from(to));
        KipVec3 e = q_log(turn);
        q_store(drives.target + joint->q, q_normalize(q_mul(start, q_exp(v3_scale(part, e)))));
        v3_store(drives.rate + joint->v, v3_scale(speed, e));
    } else {
        drives.target[joint->q] = from[0] + part * (to[0] - from[0]);
        drives.rate[joint->v] = speed * (to[0] - from[0]);
    }
}

/* The targets at the part x of the move's time, 0 to 1. */
static void blend(KipCharacter *character, double x, double seconds)
{
    KipDrives drives = kip_sim_drives(character->sim);
    double part = x * x * (3 - 2 * x), speed = x < 1 ? 6 * x * (1 - x) / seconds : 0;
    for (int j = character->first_joint; j < character->first_joint + character->njoint; j++)
        if (character->model->joint[j].type != KIP_JOINT_FREE)
            blend_joint(character, character->model->joint + j, part, speed, drives);
}

KipStatus kip_character_update(KipCharacter *character, double time, KipError *error)
{
    static const double early = 1e-9; /* s: times are sums */
    State *state = &character->state;
    while (state->nqueue) {
        if (!state->moving) {
            KipStatus status = begin_move(character, time, error);
            if (status != KIP_OK)
                return status;
        }
        double seconds = state->queue[0].seconds, gone = time - state->begun;
        if (gone < seconds - early) {
            blend(character, gone > 0 ? gone / seconds : 0, seconds);
            return KIP_OK;
        }
        blend(character, 1, seconds);
        double end = state->begun + seconds;
        memmove(state->queue, state->queue + 1, (size_t)(--state->nqueue) * sizeof *state->queue);
        state->moving = 0;
        if (state->nqueue) {
            KipStatus status = begin_move(character, end, error);
            if (status != KIP_OK)
                return status;
        }
    }
    return KIP_OK;
}

/* -- inverse kinematics ---------------------------------------------------------------------------------- */

/* The nearest ancestor that carries more than one limb, else the root; 0 where the root itself is jointed to the
 * world by more or less than a free joint. */
static int trunk_of(const KipCharacter *character, int link)
{
    const KipModel *model = character->model;
    for (int a = model->body[link].parent; a != 0; a = model->body[a].parent) {
        int limbs = 0;
        for (int b = 1; b < model->nbody; b++)
            limbs += model->body[b].parent == a && model->body[b].njoint > 0;
        if (limbs > 1)
            return a;
    }
    const KipBody *root = model->body + character->root;
    return root->njoint && model->joint[root->joint].type == KIP_JOINT_FREE ? character->root : 0;
}

KipStatus kip_character_set_ik_target(KipCharacter *character, KipVec3 position, int link, const KipVec3 *point,
                                      const KipQuat *orientation, KipIkResult *result, KipError *error)
{
    const State *state = &character->state;
    const KipModel *model = character->model;
    KipIkTarget target = kip_ik_target();
    if (link < 0) {
        if (state->nheld == 0)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "'%s' holds nothing, so say which link shall get there",
                            model->body[character->root].name);
        link = state->held[state->nheld - 1].link;
        target.point = state->held[state->nheld - 1].centre;
    }
    target.body = link;
    target.position = position;
    if (point)
        target.point = *point;
    if (orientation)
        target.oriented = true, target.orientation = *orientation;
    KipDrives drives = kip_sim_drives(character->sim);
    int n = kip_ik_chain(model, link, trunk_of(character, link), character->chain);
    memcpy(character->scratch, kip_sim_q(character->sim), (size_t)model->nq * sizeof(double));
    for (int i = 0; i < n; i++) {
        const KipJoint *joint = model->joint + character->chain[i];
        memcpy(character->scratch + joint->q, drives.target + joint->q, (size_t)joint->nq * sizeof(double));
    }
    kip_model_normalize(model, character->scratch);
    KipStatus status =
        kip_ik_solve(character->ik, character->scratch, character->chain, n, &target, 1, result, error);
    for (int i = 0; i < n && status == KIP_OK; i++) {
        const KipJoint *joint = model->joint + character->chain[i];
        memcpy(drives.target + joint->q, character->scratch + joint->q, (size_t)joint->nq * sizeof(double));
        memset(drives.rate + joint->v, 0, (size_t)joint->nv * sizeof(double));
    }
    return status;
}

/* -- attachments ----------------------------------------------------------------------------------------- */

static int find_held(const KipCharacter *character, int link, int object)
{
    for (int i = 0; i < character->state.nheld; i++)
        if (character->state.held[i].link == link && character->state.held[i].object == object)
            return i;
    return -1;
}

KipStatus kip_character_attach(KipCharacter *character, int link, int object, KipError *error)
{
    State *state = &character->state;
    const KipModel *model = character->model;
    if (find_held(character, link, object) >= 0)
        return KIP_OK;
    if (state->nheld == MOST_HELD)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%s' holds %d things already; detach one first",
                        model->body[character->root].name, MOST_HELD);
    const KipDynamics *d = kip_sim_dynamics(character->sim);
    KipConstraint weld = kip_sim_weld(character->sim, link, object, model->body[object].com);
    KipVec3 away = v3_sub(kip_point_position(d, object, model->body[object].com), kip_body_position(d, link));
    Held held = {.link = link, .object = object,
                 .centre = q_rotate(q_conjugate(kip_body_orientation(d, link)), away)};
    KipStatus status = kip_sim_constrain(character->sim, &weld, &held.id, error);
    if (status == KIP_OK)
        state->held[state->nheld++] = held;
    return status;
}

void kip_character_detach(KipCharacter *character, int link, int object)
{
    State *state = &character->state;
    int i = find_held(character, link, object);
    if (i < 0)
        return;
    kip_sim_release(character->sim, state->held[i].id);
    memmove(state->held + i, state->held + i + 1, (size_t)(--state->nheld - i) * sizeof *state->held);
}

bool kip_character_is_attached(const KipCharacter *character, int link, int object)
{
    return find_held(character, link, object) >= 0;
}

/* -- modified physics ------------------------------------------------------------------------------------ */

/* To the left of where the character faces, level. */
static KipVec3 left_of(const KipCharacter *character)
{
    KipVec3 f = kip_character_facing(character), u = kip_character_up(character);
    KipVec3 left = v3(-f.y, f.x, 0);
    if (v3_length(left) < 1e-3)
        left = v3(u.y, -u.x, 0); /* it looks straight up or down: then its head points back or ahead */
    return v3_scale(1 / v3_length(left), left);
}

KipStatus kip_character_set_planar(KipCharacter *character, bool on, KipError *error)
{
    State *state = &character->state;
    KipSim *sim = character->sim;
    if (on == kip_character_is_planar(character))
        return KIP_OK;
    if (!on) {
        for (int i = 0; i < 2; i++) {
            kip_sim_release(sim, state->planar[i]);
            state->planar[i] = -1;
        }
        return KIP_OK;
    }
    const KipDynamics *d = kip_sim_dynamics(sim);
    KipVec3 normal = left_of(character), com = character->model->body[character->root].com;
    KipConstraint plane = {.type = KIP_PLANE, .body2 = character->root, .point2 = com, .normal = normal,
                           .point1 = kip_point_position(d, character->root, com), .turn = q_identity()};
    KipConstraint align = {.type = KIP_ALIGN, .body2 = character->root, .normal = normal, .turn = q_identity(),
                           .axis2 = q_rotate(q_conjugate(kip_body_orientation(d, character->root)), normal)};
    KipStatus status = kip_sim_constrain(sim, &plane, &state->planar[0], error);
    if (status == KIP_OK) {
        status = kip_sim_constrain(sim, &align, &state->planar[1], error);
        if (status != KIP_OK) {
            kip_sim_release(sim, state->planar[0]);
            state->planar[0] = -1;
        }
    }
    return status;
}

bool kip_character_is_planar(const KipCharacter *character)
{
    return character->state.planar[0] >= 0;
}

static void unlock(KipCharacter *character, int link)
{
    State *state = &character->state;
    int kept = 0;
    for (int i = 0; i < state->nlocked; i++)
        if (state->locked[i].link == link)
            kip_sim_release(character->sim, state->locked[i].id);
        else
            state->locked[kept++] = state->locked[i];
    state->nlocked = kept;
}

KipStatus kip_character_lock(KipCharacter *character, int link, unsigned axes, double velocity, KipError *error)
{
    static const KipVec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    State *state = &character->state;
    KipSim *sim = character->sim;
    unlock(character, link);
    for (int k = 0; k < AXES; k++) {
        if (!(axes >> k & 1))
            continue;
        if (state->nlocked == MOST_LOCKED)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%d axes are locked already", MOST_LOCKED);
        KipConstraint lock =
            k < 3 ? kip_sim_hold_velocity(sim, link, character->model->body[link].com, axis[k])
                  : kip_sim_hold_spin(sim, link, axis[k - 3]);
        if (!isnan(velocity))
            lock.target = velocity;
        Locked locked = {.link = link};
        KipStatus status = kip_sim_constrain(sim, &lock, &locked.id, error);
        if (status != KIP_OK)
            return status;
        state->locked[state->nlocked++] = locked;
    }
    return KIP_OK;
}

/* -- what is known --------------------------------------------------------------------------------------- */

/* The mean over its bodies, by mass, of what `of` gives for their centres of mass. */
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

size_t kip_character_save_size(const KipCharacter *character)
{
    return sizeof(State) + 2 * (size_t)character->nq * sizeof(double);
}

void kip_character_save(const KipCharacter *character, void *bytes)
{
    char *to = bytes;
    size_t size = (size_t)character->nq * sizeof(double);
    memcpy(to, &character->state, sizeof(State));
    memcpy(to + sizeof(State), character->from, size);
    memcpy(to + sizeof(State) + size, character->to, size);
}

static bool is_count(int n, int most)
{
    return n >= 0 && n <= most;
}

/* Are all counts and indices such that they can be used? */
static bool is_sound(const KipCharacter *character, const State *state)
{
    int npose = character->poses ? character->poses->npose : 0, nbody = character->model->nbody;
    if (!is_count(state->nqueue, MOST_QUEUED) || !is_count(state->nheld, MOST_HELD) ||
        !is_count(state->nlocked, MOST_LOCKED) || !(state->gain >= 0))
        return false;
    for (int i = 0; i < state->nqueue; i++)
        if (!is_count(state->queue[i].pose, npose - 1))
            return false;
    for (int i = 0; i < state->nheld; i++)
        if (!is_count(state->held[i].link, nbody - 1) || !is_count(state->held[i].object, nbody - 1))
            return false;
    return true;
}

KipStatus kip_character_load(KipCharacter *character, const void *bytes, size_t size, KipError *error)
{
    size_t nq = (size_t)character->nq * sizeof(double);
    State state;
    if (size != kip_character_save_size(character))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "these are not the saved bytes of '%s'",
                        character->model->body[character->root].name);
    memcpy(&state, bytes, sizeof state);
    if (!is_sound(character, &state))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the saved bytes of '%s' are damaged",
                        character->model->body[character->root].name);
    character->state = state;
    memcpy(character->from, (const char *)bytes + sizeof state, nq);
    memcpy(character->to, (const char *)bytes + sizeof state + nq, nq);
    return KIP_OK;
}
