/* A character on the beat: key-frames of poses, of single joints, and of a motion that is followed.
 *
 * A joint is owned by what gave it a key-frame last: a pose when its turn comes, a key of its own, the motion. While it has
 * keys that are not over, poses and the motion do not take it.
 */
#include <math.h>
#include <string.h>

#include "../dynamics/quat.h"
#include "character_parts.h"

static const double early = 1e-9;  /* s: times are sums */
static const double beyond = 1e-6; /* rad or m: angles are rounded */

static Follower *follower_of(KipCharacter *character, int joint)
{
    return character->follower + (joint - character->first_joint);
}

/* -- leaving --------------------------------------------------------------------------------------------- */

static void drop_keys(KipCharacter *character, int joint)
{
    State *state = &character->state;
    int kept = 0;
    for (int k = 0; k < state->nkey; k++)
        if (state->key[k].joint != joint)
            state->key[kept++] = state->key[k];
    state->nkey = kept;
    follower_of(character, joint)->nkey = 0;
}

void kip_character_leave_keys(KipCharacter *character, int joint)
{
    const KipJoint *of = character->model->joint + joint;
    KipDrives drives = kip_sim_drives(character->sim);
    drop_keys(character, joint);
    if (!character->keys->on[joint])
        return;
    kip_keys_clear(character->keys, joint);
    memset(drives.feedforward + of->v, 0, (size_t)of->nv * sizeof(double));
    memset(drives.rate + of->v, 0, (size_t)of->nv * sizeof(double));
}

void kip_character_leave_motion(KipCharacter *character)
{
    kip_track_end(character->track);
    character->state.motion = -1;
}

/* -- on and off ------------------------------------------------------------------------------------------ */

/* The pose under way begins anew at the next update, for the rest of its time. */
static void restart_move(KipCharacter *character)
{
    State *state = &character->state;
    if (!state->moving)
        return;
    state->queue[0].seconds = fmax(state->begun + state->queue[0].seconds - kip_sim_time(character->sim), 0);
    state->moving = 0;
}

/* Joints that kept time keep their targets, with gains of their own. */
static void leave_timing(KipCharacter *character)
{
    for (int j = character->first_joint; j < character->first_joint + character->njoint; j++) {
        if (character->keys->on[j])
            kip_character_own_gains(character, character->model->joint + j, kip_sim_drives(character->sim));
        if (owner_keeps_time(kip_character_owner(character, j)))
            kip_character_take(character, j, OWNER_TARGET);
    }
    kip_character_leave_motion(character);
}

/* Targets stay where the queue has moved them. */
static void leave_queue(KipCharacter *character)
{
    for (int j = character->first_joint; j < character->first_joint + character->njoint; j++)
        if (kip_character_owner(character, j) == OWNER_QUEUE)
            kip_character_take(character, j, OWNER_TARGET);
}

/* Another way to keep time, or none; key-frames stay. */
static void set_timing(KipCharacter *character, Timing timing)
{
    State *state = &character->state;
    if ((state->timing == TIMING_NONE) != (timing == TIMING_NONE)) {
        restart_move(character);
        leave_queue(character);
    }
    if (timing == TIMING_NONE)
        leave_timing(character);
    if (timing != TIMING_VELOCITY)
        kip_velocity_rest(character->velocity);
    state->timing = (int)timing;
}

KipStatus kip_character_set_beat(KipCharacter *character, const KipBeatDef *def, KipError *error)
{
    KipStatus status = def ? kip_beat_configure(character->beat, def, error) : KIP_OK;
    if (status == KIP_OK && (def || kip_character_is_on_beat(character)))
        set_timing(character, def ? TIMING_BEAT : TIMING_NONE);
    return status;
}

bool kip_character_is_on_beat(const KipCharacter *character)
{
    return character->state.timing == TIMING_BEAT;
}

KipStatus kip_character_set_velocity(KipCharacter *character, const KipVelocityDef *def, KipError *error)
{
    KipStatus status = def ? kip_velocity_configure(character->velocity, def, error) : KIP_OK;
    if (status == KIP_OK && (def || kip_character_is_by_velocity(character)))
        set_timing(character, def ? TIMING_VELOCITY : TIMING_NONE);
    return status;
}

bool kip_character_is_by_velocity(const KipCharacter *character)
{
    return character->state.timing == TIMING_VELOCITY;
}

static KipStatus need_timing(const KipCharacter *character, KipError *error)
{
    if (character->state.timing != TIMING_NONE)
        return KIP_OK;
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                    "'%s' is not on the beat, where joints keep times; setBeat() or setVelocity() first",
                    character->name);
}

/* -- key-frames ------------------------------------------------------------------------------------------ */

/* The joint's key-frame; one whose time is over already is reached as soon as control makes it. */
static KipStatus give(KipCharacter *character, int joint, KipKeyFrame key, Owner owner, double time,
                      KipError *error)
{
    if (key.time <= time + early)
        key.time = time + kip_beat_floor(character->beat);
    KipStatus status = kip_beat_set(character->beat, joint, key, kip_sim_q(character->sim),
                                    kip_sim_v(character->sim), time, error);
    if (status == KIP_OK)
        kip_character_take(character, joint, owner);
    return status;
}

/* By its name without the character's prefix; there is one, the pose was checked. */
static int find_joint(const KipCharacter *character, const char *name)
{
    const size_t prefix = strlen(character->prefix);
    int j = character->first_joint;
    while (strcmp(character->model->joint[j].name + prefix, name) != 0)
        j++;
    return j;
}

KipStatus kip_character_begin_pose(KipCharacter *character, int pose, double end, double time,
                                   KipError *error)
{
    const KipPose *of = character->poses->pose + pose;
    KipStatus status = KIP_OK;
    for (int i = 0; i < of->ntarget && status == KIP_OK; i++) {
        const KipPoseTarget *target = of->target + i;
        const int joint = find_joint(character, target->joint);
        double q[4] = {target->angle};
        if (target->ball)
            q_store(q, q_normalize(target->quat));
        if (follower_of(character, joint)->nkey == 0)
            status = give(character, joint, (KipKeyFrame){q, NULL, end}, OWNER_POSE, time, error);
    }
    if (status == KIP_OK)
        character->state.pose = pose;
    return status;
}

static KipStatus check_range(const KipJoint *of, double angle, KipError *error)
{
    if (!of->limited || of->nq != 1 || (angle >= of->range[0] - beyond && angle <= of->range[1] + beyond))
        return KIP_OK;
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                    "a key of joint '%s' is at %g, out of its range of %g to %g (rad, m)", of->name, angle,
                    of->range[0], of->range[1]);
}

KipStatus kip_character_reach(KipCharacter *character, int joint, const double *q, double seconds,
                              KipError *error)
{
    const double now = kip_sim_time(character->sim);
    KipStatus status = need_timing(character, error);
    if (status == KIP_OK && !(seconds >= 0 && isfinite(seconds)))
        status =
            kip_fail(error, KIP_BAD_USE, kip_nowhere(), "joint '%s' cannot be there in %g s; give 0 or more",
                     character->model->joint[joint].name, seconds);
    if (status == KIP_OK)
        status = check_range(character->model->joint + joint, *q, error);
    if (status == KIP_OK)
        status = give(character, joint, (KipKeyFrame){q, NULL, now + seconds}, OWNER_KEY, now, error);
    return status;
}

KipStatus kip_character_add_key(KipCharacter *character, int joint, double angle, double rate, double time,
                                KipError *error)
{
    State *state = &character->state;
    const KipJoint *of = character->model->joint + joint;
    const double now = kip_sim_time(character->sim);
    double before = now;
    KipStatus status = need_timing(character, error);
    if (status != KIP_OK)
        return status;
    if (of->type != KIP_JOINT_HINGE && of->type != KIP_JOINT_SLIDE)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "joint '%s' has no single angle; use a pose",
                        of->name);
    if (!isfinite(angle) || !isfinite(rate) || !isfinite(time))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a key of joint '%s' is not finite", of->name);
    status = check_range(of, angle, error);
    if (status != KIP_OK)
        return status;
    for (int k = 0; k < state->nkey; k++)
        if (state->key[k].joint == joint)
            before = fmax(before, state->key[k].time);
    if (!(time > before + early))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a key of joint '%s' at %g s is not after %s, %g s; give the keys of a joint in the "
                        "order of "
                        "their times",
                        of->name, time, before > now ? "the one before" : "now", before);
    if (state->nkey == MOST_KEYS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "%d keys are pending already; wait until some are over", MOST_KEYS);
    state->key[state->nkey++] = (Key){joint, 0, angle, rate, time};
    kip_character_take(character, joint, OWNER_KEY);
    follower_of(character, joint)->nkey++;
    return KIP_OK;
}

static KipStatus begin_key(KipCharacter *character, Key *key, double time, KipError *error)
{
    key->begun = 1;
    return give(character, key->joint, (KipKeyFrame){&key->angle, &key->rate, key->time}, OWNER_KEY, time,
                error);
}

KipStatus kip_character_end_keys(KipCharacter *character, double time, KipError *error)
{
    State *state = &character->state;
    KipStatus status = KIP_OK;
    int kept = 0;
    for (int k = 0; k < state->nkey; k++) {
        Key *key = &state->key[k];
        if (key->time > time + early) {
            state->key[kept++] = *key;
            continue;
        }
        if (!key->begun && status == KIP_OK) /* it was between two updates */
            status = begin_key(character, key, time, error);
        follower_of(character, key->joint)->nkey--;
    }
    state->nkey = kept;
    return status;
}

/* The first key of each joint, where it has not begun yet. */
static KipStatus begin_keys(KipCharacter *character, double time, KipError *error)
{
    State *state = &character->state;
    unsigned char *seen = character->follows;
    KipStatus status = KIP_OK;
    memset(seen, 0, (size_t)character->model->njoint);
    for (int k = 0; k < state->nkey && status == KIP_OK; k++) {
        Key *key = &state->key[k];
        if (!seen[key->joint] && !key->begun)
            status = begin_key(character, key, time, error);
        seen[key->joint] = 1;
    }
    return status;
}

/* -- a motion -------------------------------------------------------------------------------------------- */

int kip_character_add_motion(KipCharacter *character, const KipMotion *motion)
{
    if (character->nmotion == MOST_MOTIONS)
        return -1;
    character->motion[character->nmotion] = motion;
    return character->nmotion++;
}

KipStatus kip_character_follow(KipCharacter *character, int motion, const KipTrackDef *def, double start,
                               KipError *error)
{
    KipStatus status = need_timing(character, error);
    if (status == KIP_OK)
        status = kip_track_begin(character->track, character->motion[motion], def,
                                 kip_sim_time(character->sim), start, error);
    if (status != KIP_OK)
        return status;
    character->state.motion = motion;
    for (int j = 0; j < character->njoint; j++)
        if (character->follower[j].nkey == 0)
            kip_character_take(character, character->first_joint + j, OWNER_MOTION);
    return KIP_OK;
}

KipStatus kip_character_set_tension(KipCharacter *character, double seconds, KipError *error)
{
    if (character->state.motion < 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%s' follows no motion; track() first",
                        character->name);
    return kip_track_set_tension(character->track, seconds, error);
}

void kip_character_perturb(KipCharacter *character)
{
    kip_track_perturb(character->track);
}

double kip_character_perturbed(const KipCharacter *character)
{
    return kip_track_perturbed(character->track);
}

static KipStatus follow(KipCharacter *character, double time, KipError *error)
{
    memset(character->follows, 0, (size_t)character->model->njoint);
    for (int j = 0; j < character->njoint; j++)
        character->follows[character->first_joint + j] =
            character->follower[j].owner == OWNER_MOTION && character->follower[j].nkey == 0;
    KipStatus status = kip_track_update(character->track, character->beat, character->follows,
                                        kip_sim_q(character->sim), kip_sim_v(character->sim), time, error);
    if (!kip_track_motion(character->track))
        character->state.motion = -1;
    return status;
}

/* -- the whole ------------------------------------------------------------------------------------------- */

/* What was found at this update; the oldest make room. */
static void note_misses(KipCharacter *character, double time)
{
    State *state = &character->state;
    const KipBeatFailure *failure;
    const int n = kip_beat_failures(character->beat, &failure);
    for (int i = 0; i < n; i++) {
        if (failure[i].time != time)
            continue;
        if (state->nmiss == MOST_MISSES)
            memmove(state->miss, state->miss + 1, (size_t)(--state->nmiss) * sizeof *state->miss);
        state->miss[state->nmiss++] = failure[i];
    }
}

KipStatus kip_character_keep_time(KipCharacter *character, double time, KipError *error)
{
    KipStatus status = begin_keys(character, time, error);
    if (status == KIP_OK && character->state.motion >= 0)
        status = follow(character, time, error);
    if (status != KIP_OK)
        return status;
    if (character->state.timing == TIMING_VELOCITY) {
        kip_velocity_update(character->velocity, character->keys, time, kip_sim_drives(character->sim));
        return KIP_OK;
    }
    kip_beat_scale_gravity(character->beat, kip_sim_gravity_scale(character->sim));
    kip_beat_update(character->beat, kip_sim_q(character->sim), kip_sim_v(character->sim), time,
                    kip_sim_drives(character->sim));
    note_misses(character, time);
    return KIP_OK;
}

KipVelocityState kip_character_velocity_state(const KipCharacter *character)
{
    return kip_velocity_state(character->velocity);
}

KipBeatState kip_character_beat_state(const KipCharacter *character)
{
    return kip_beat_state(character->beat);
}

int kip_character_misses(const KipCharacter *character, const KipBeatFailure **misses)
{
    *misses = character->state.miss;
    return character->state.nmiss;
}
