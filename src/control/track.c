/* OTB.13: look-ahead, perturbations, the delta rule (track.h). */
#include "track.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/quat.h"
#include "fields.h"

/* All mutable data except the last rates; saved as bytes. */
typedef struct State {
    KipTrackDef def;
    double offset;    /* s: present time less the motion's */
    double perturbed; /* s: time of the last perturbation */
    double frozen;    /* s: the key-frame is fixed until then */
    double before;    /* s: time of the last update; NAN: none */
    int told, unused;
} State;

struct KipTrack {
    const KipModel *model;
    const KipMotion *motion; /* NULL: none */
    KipArena *arena;
    State state;
    double *rate;              /* [nv] rates at the last update */
    double *q, *v, *was, *aim; /* scratch: [nq] and [nv] now, [nv] at the last update, [nq] */
};

KipTrackDef kip_track_def(void)
{
    return (KipTrackDef){.look = 0.05, .tension = 0.3, .error = 0.15, .jump = 1.5};
}

static State at_rest(void)
{
    return (State){.def = kip_track_def(), .perturbed = -INFINITY, .frozen = -INFINITY, .before = NAN};
}

KipStatus kip_track_create(const KipModel *model, const KipAllocator *allocator, KipTrack **track,
                           KipError *error)
{
    *track = NULL;
    KipArena *arena = kip_arena_create(allocator);
    KipTrack *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    if (made) {
        const size_t nq = (size_t)model->nq, nv = (size_t)model->nv;
        *made = (KipTrack){.model = model, .arena = arena, .state = at_rest()};
        made->rate = kip_arena_take(arena, nv, sizeof(double));
        made->q = kip_arena_take(arena, nq, sizeof(double));
        made->v = kip_arena_take(arena, nv, sizeof(double));
        made->was = kip_arena_take(arena, nv, sizeof(double));
        made->aim = kip_arena_take(arena, nq, sizeof(double));
    }
    if (!made || !made->rate || !made->q || !made->v || !made->was || !made->aim) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory to follow a motion");
    }
    *track = made;
    return KIP_OK;
}

void kip_track_destroy(KipTrack *track)
{
    if (track)
        kip_arena_destroy(track->arena);
}

/* -- what is followed ------------------------------------------------------------------------------------ */

static KipStatus check_tension(double tension, KipError *error)
{
    if (tension > 0 && isfinite(tension))
        return KIP_OK;
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a tension is a time above 0, not %g s", tension);
}

KipStatus kip_track_begin(KipTrack *track, const KipMotion *motion, const KipTrackDef *def, double time,
                          double start, KipError *error)
{
    KipStatus status = check_tension(def->tension, error);
    if (status != KIP_OK)
        return status;
    if (motion->model->nq != track->model->nq || motion->model->nv != track->model->nv)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a motion of another model cannot be followed");
    if (!(def->look > 0 && isfinite(def->look) && isfinite(start) && def->error > 0 && def->jump > 0))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a motion is followed from a time of it on and from above 0 s ahead, with thresholds "
                        "above 0, not from %g s and %g s ahead with %g rad and %g rad/s",
                        start, def->look, def->error, def->jump);
    track->motion = motion;
    track->state = at_rest();
    track->state.def = *def;
    track->state.offset = time - start;
    return KIP_OK;
}

void kip_track_resume(KipTrack *track, const KipMotion *motion)
{
    track->motion = motion;
}

void kip_track_end(KipTrack *track)
{
    track->motion = NULL;
}

const KipMotion *kip_track_motion(const KipTrack *track)
{
    return track->motion;
}

KipStatus kip_track_set_tension(KipTrack *track, double tension, KipError *error)
{
    KipStatus status = check_tension(tension, error);
    if (status == KIP_OK)
        track->state.def.tension = tension;
    return status;
}

void kip_track_perturb(KipTrack *track)
{
    track->state.told = 1;
}

double kip_track_perturbed(const KipTrack *track)
{
    return track->state.perturbed;
}

/* -- perturbations --------------------------------------------------------------------------------------- */

static bool is_followed(const KipTrack *track, const unsigned char *follows, int joint)
{
    return (!follows || follows[joint]) && track->model->joint[joint].type != KIP_JOINT_FREE;
}

/* The deviation of a joint from the motion. */
static double distance(const KipJoint *joint, const double *q, const double *aim)
{
    if (joint->nq == 1)
        return fabs(aim[joint->q] - q[joint->q]);
    return v3_length(q_log(q_mul(q_conjugate(q_from(q + joint->q)), q_from(aim + joint->q))));
}

/* Whether a joint deviates too much from the motion, or its rate has changed differently from the motion's. */
static bool is_perturbed(KipTrack *track, const unsigned char *follows, const double *q, const double *v,
                         double now)
{
    const State *state = &track->state;
    const bool known = !isnan(state->before);
    kip_motion_sample(track->motion, now - state->offset, track->q, track->v);
    if (known)
        kip_motion_sample(track->motion, state->before - state->offset, NULL, track->was);
    for (int j = 0; j < track->model->njoint; j++) {
        const KipJoint *joint = &track->model->joint[j];
        if (!is_followed(track, follows, j))
            continue;
        if (distance(joint, q, track->q) > state->def.error)
            return true;
        for (int i = joint->v; i < joint->v + joint->nv && known; i++)
            if (fabs(v[i] - track->rate[i] - (track->v[i] - track->was[i])) > state->def.jump)
                return true;
    }
    return false;
}

/* Sets key-frames at `time`, with the motion at that time. */
static KipStatus aim_at(KipTrack *track, KipBeat *beat, const unsigned char *follows, double time,
                        const double *q, const double *v, double now, KipError *error)
{
    KipStatus status = KIP_OK;
    kip_motion_sample(track->motion, time - track->state.offset, track->aim, track->v);
    for (int j = 0; j < track->model->njoint && status == KIP_OK; j++) {
        const KipJoint *joint = &track->model->joint[j];
        if (is_followed(track, follows, j))
            status = kip_beat_set(beat, j, (KipKeyFrame){track->aim + joint->q, track->v + joint->v, time}, q,
                                  v, now, error);
    }
    return status;
}

KipStatus kip_track_update(KipTrack *track, KipBeat *beat, const unsigned char *follows, const double *q,
                           const double *v, double now, KipError *error)
{
    static const double early = 1e-9; /* s: tolerance of sums of times */
    State *state = &track->state;
    KipStatus status = KIP_OK;
    if (!track->motion)
        return KIP_OK;
    const bool frozen = now < state->frozen - early;
    if (state->told || (!frozen && is_perturbed(track, follows, q, v, now))) {
        state->perturbed = now;
        state->frozen = now + state->def.tension; /* the delta rule */
        status = aim_at(track, beat, follows, state->frozen, q, v, now, error);
    } else if (!frozen) {
        status = aim_at(track, beat, follows, now + state->def.look, q, v, now, error);
        if (now - state->offset >= kip_motion_duration(track->motion))
            track->motion = NULL; /* its end remains as key-frames */
    }
    state->told = 0;
    state->before = now;
    memcpy(track->rate, v, (size_t)track->model->nv * sizeof *v);
    return status;
}

/* -- saving ---------------------------------------------------------------------------------------------- */

static void list(void *thing, KipPass *pass)
{
    KipTrack *track = thing;
    KIP_PASS(pass, KIP_FIELD(track->state), KIP_ARRAY(track->rate, track->model->nv));
}

static bool is_sound(const void *thing)
{
    const State *state = &((const KipTrack *)thing)->state;
    return check_tension(state->def.tension, NULL) == KIP_OK && state->def.look > 0 &&
           isfinite(state->offset);
}

const KipFields kip_track_fields = {"tracking", NULL, list, is_sound, NULL};
