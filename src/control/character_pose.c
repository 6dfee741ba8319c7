/* A character's targets: poses, their queue, gains.
 *
 * A queued pose is reached in its time by a target that moves: s(x) = 3 x^2 - 2 x^3 of the way at the part x of the
 * time, with the rate that goes with it; on the beat by key-frames, see character_beat.c.
 */
#include <math.h>
#include <string.h>

#include "../dynamics/quat.h"
#include "character_parts.h"

static void clear_queue(KipCharacter *character)
{
    character->state.nqueue = 0;
    character->state.moving = 0;
    character->state.last.pose = -1;
}

static KipStatus apply(KipCharacter *character, int pose, KipError *error)
{
    KipStatus status =
        kip_pose_apply(character->model, character->first_joint, character->njoint, character->prefix,
                       character->poses->pose + pose, character->hold.stiffness, character->hold.damping,
                       character->state.gain, kip_sim_drives(character->sim), error);
    if (status == KIP_OK)
        character->state.pose = pose;
    return status;
}

static KipStatus find(const KipCharacter *character, const char *name, int *pose, KipError *error)
{
    if (character->poses)
        return kip_pose_get(character->poses, name, pose, error);
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                    "there is no pose '%s': no poses were loaded for '%s'", name, character->name);
}

static KipStatus check(const KipCharacter *character, int pose, KipError *error)
{
    return kip_pose_check(character->model, character->first_joint, character->njoint, character->prefix,
                          character->poses->pose + pose, error);
}

KipStatus kip_character_get_pose(const KipCharacter *character, const char *name, int *pose, KipError *error)
{
    int found;
    KipStatus status = find(character, name, &found, error);
    if (status == KIP_OK)
        status = check(character, found, error);
    if (status == KIP_OK)
        *pose = found;
    return status;
}

KipStatus kip_character_set_target_pose(KipCharacter *character, const char *name, double seconds,
                                        KipError *error)
{
    State *state = &character->state;
    int pose;
    KipStatus status = find(character, name, &pose, error);
    if (status != KIP_OK)
        return status;
    if (isnan(seconds)) {
        status = apply(character, pose, error);
        if (status == KIP_OK) {
            kip_character_take_all(character);
            clear_queue(character);
        }
        return status;
    }
    if (!(seconds >= 0 && isfinite(seconds)))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a pose cannot be reached in %g s; give 0 or more",
                        seconds);
    if (state->last.pose == pose && state->last.seconds == seconds)
        return KIP_OK;
    status = check(character, pose, error);
    if (status != KIP_OK)
        return status;
    if (state->nqueue == MOST_QUEUED)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "%d poses are queued already; wait until some are over", MOST_QUEUED);
    state->last = state->queue[state->nqueue++] = (Queued){pose, 0, seconds};
    return KIP_OK;
}

void kip_character_own_gains(KipCharacter *character, const KipJoint *joint, KipDrives drives)
{
    for (int i = joint->v; i < joint->v + joint->nv; i++) {
        drives.stiffness[i] = character->hold.stiffness[i] * character->state.gain;
        drives.damping[i] = character->hold.damping[i] * sqrt(character->state.gain);
        drives.rate[i] = 0;
    }
}

void kip_character_hold(KipCharacter *character)
{
    KipDrives drives = kip_sim_drives(character->sim);
    kip_character_take_all(character);
    memcpy(drives.target + character->first_q, kip_sim_q(character->sim) + character->first_q,
           (size_t)character->nq * sizeof(double));
    for (int j = character->first_joint; j < character->first_joint + character->njoint; j++)
        if (character->model->joint[j].type != KIP_JOINT_FREE)
            kip_character_own_gains(character, character->model->joint + j, drives);
    clear_queue(character);
}

void kip_character_relax(KipCharacter *character)
{
    KipDrives drives = kip_sim_drives(character->sim);
    kip_character_take_all(character);
    for (int j = character->first_joint; j < character->first_joint + character->njoint; j++) {
        const KipJoint *joint = character->model->joint + j;
        for (int i = joint->v; i < joint->v + joint->nv; i++)
            drives.stiffness[i] = drives.damping[i] = drives.rate[i] = drives.feedforward[i] = 0;
    }
    clear_queue(character);
}

KipStatus kip_character_set_target(KipCharacter *character, int joint, const double *q, double stiffness,
                                   double damping, KipError *error)
{
    const KipJoint *j = character->model->joint + joint;
    KipDrives drives = kip_sim_drives(character->sim);
    if (j->type == KIP_JOINT_FREE)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "joint '%s' is free: nothing moves it", j->name);
    if (stiffness < 0 || damping < 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the stiffness and the damping of joint '%s' are 0 or more, not %g", j->name,
                        stiffness < 0 ? stiffness : damping);
    kip_character_take(character, joint, OWNER_TARGET);
    kip_character_own_gains(character, j, drives);
    if (j->type == KIP_JOINT_BALL)
        q_store(drives.target + j->q, q_normalize(q_from(q)));
    else
        drives.target[j->q] = *q;
    for (int i = j->v; i < j->v + j->nv; i++) {
        if (!isnan(stiffness))
            drives.stiffness[i] = stiffness;
        if (!isnan(damping))
            drives.damping[i] = damping;
    }
    return KIP_OK;
}

void kip_character_set_gain(KipCharacter *character, double gain)
{
    character->state.gain = gain;
}

int kip_character_pose(const KipCharacter *character)
{
    return character->state.pose;
}

/* -- the queue ------------------------------------------------------------------------------------------- */

static KipStatus begin_move(KipCharacter *character, double begin, double time, KipError *error)
{
    KipDrives drives = kip_sim_drives(character->sim);
    const Queued *next = &character->state.queue[0];
    size_t size = (size_t)character->nq * sizeof(double);
    KipStatus status;
    if (character->state.timing) {
        status = kip_character_begin_pose(character, next->pose, begin + next->seconds, time, error);
    } else {
        memcpy(character->from, drives.target + character->first_q, size);
        status = apply(character, next->pose, error);
        memcpy(character->to, drives.target + character->first_q, size);
        for (int j = character->first_joint;
             j < character->first_joint + character->njoint && status == KIP_OK; j++)
            kip_character_take(character, j, OWNER_QUEUE);
    }
    if (status != KIP_OK)
        return status;
    character->state.moving = 1;
    character->state.begun = begin;
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

/* The targets at a time since the move began, of the joints that nothing else has taken since. */
static void blend(KipCharacter *character, double gone, double seconds)
{
    KipDrives drives = kip_sim_drives(character->sim);
    double x = gone < seconds ? fmax(gone / seconds, 0) : 1;
    double part = x * x * (3 - 2 * x), speed = x < 1 ? 6 * x * (1 - x) / seconds : 0;
    for (int j = character->first_joint; j < character->first_joint + character->njoint; j++)
        if (kip_character_owner(character, j) == OWNER_QUEUE &&
            character->model->joint[j].type != KIP_JOINT_FREE)
            blend_joint(character, character->model->joint + j, part, speed, drives);
}

/* Each pose begins when the one before it ends, whenever that is noticed. */
KipStatus kip_character_move_on(KipCharacter *character, double time, KipError *error)
{
    static const double early = 1e-9; /* s: times are sums */
    State *state = &character->state;
    double begin = time;
    while (state->nqueue) {
        if (!state->moving) {
            KipStatus status = begin_move(character, begin, time, error);
            if (status != KIP_OK)
                return status;
        }
        double seconds = state->queue[0].seconds, gone = time - state->begun;
        bool over = gone >= seconds - early;
        blend(character, over ? seconds : gone, seconds);
        if (!over)
            return KIP_OK;
        begin = state->begun + seconds;
        memmove(state->queue, state->queue + 1, (size_t)(--state->nqueue) * sizeof *state->queue);
        state->moving = 0;
    }
    return KIP_OK;
}

/* What muscles can give in the next period. */
static void limit_muscles(const KipCharacter *character)
{
    const KipMuscle *muscle = &character->muscle;
    const KipDrives drives = kip_sim_drives(character->sim);
    const double *last = kip_sim_drive_forces(character->sim), *v = kip_sim_v(character->sim);
    for (int j = character->first_joint; j < character->first_joint + character->njoint; j++) {
        const KipJoint *joint = character->model->joint + j;
        for (int i = joint->v; i < joint->v + joint->nv && joint->type != KIP_JOINT_FREE; i++) {
            const double strength[2] = {character->hold.limit_lo[i], character->hold.limit_hi[i]};
            double box[2];
            kip_muscle_limits(muscle, strength, last[i], v[i], character->period, box);
            drives.limit_lo[i] = box[0], drives.limit_hi[i] = box[1];
        }
    }
}

KipStatus kip_character_update(KipCharacter *character, double time, KipError *error)
{
    const KipMuscle *muscle = &character->muscle;
    if (muscle->rise > 0 || muscle->fall > 0 || muscle->speed > 0)
        limit_muscles(character);
    KipStatus status = KIP_OK;
    for (int i = 0; i < CONTROL_LAWS && status == KIP_OK; i++)
        if (kip_control_law[i].begin)
            status = kip_control_law[i].begin(character, time, error);
    for (int i = 0; i < CONTROL_LAWS && status == KIP_OK; i++)
        if (kip_control_law[i].update)
            status = kip_control_law[i].update(character, time, error);
    return status;
}
