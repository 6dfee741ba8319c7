/* Resampling a recording at the times of the player's frames. */
#include "recording_parts.h"

#include <math.h>
#include <string.h>

#include "../../dynamics/quat.h"

/* Two recorded frames, and the weight of the second. */
typedef struct Between {
    size_t first, second;
    double share;
} Between;

/* The recorded frames around a time, searched from frame `from`, which must not be after them. */
static Between frames_around(const KipRecording *recording, double time, size_t from)
{
    const KipFrame *frame = recording->frame;
    size_t i = from;
    while (i + 1 < recording->nframe && frame[i + 1].time <= time)
        i++;
    if (i + 1 == recording->nframe || time <= frame[i].time)
        return (Between){i, i, 0};
    return (Between){i, i + 1, (time - frame[i].time) / (frame[i + 1].time - frame[i].time)};
}

static size_t nearest_frame(const Between *at)
{
    return at->share < 0.5 ? at->first : at->second;
}

static double number_between(double a, double b, double share)
{
    return a + share * (b - a);
}

static KipVec3 point_between(KipVec3 a, KipVec3 b, double share)
{
    return v3_add_scaled(a, share, v3_sub(b, a));
}

static KipQuat quat_between(KipQuat a, KipQuat b, double share)
{
    KipVec3 turn = q_log(q_mul(q_conjugate(a), b));
    return share > 0 ? q_mul(a, q_exp(v3_scale(share, turn))) : a;
}

static KipEnergy energy_between(const KipEnergy *a, const KipEnergy *b, double share)
{
    return (KipEnergy){.kinetic = number_between(a->kinetic, b->kinetic, share),
                       .potential = number_between(a->potential, b->potential, share),
                       .elastic = number_between(a->elastic, b->elastic, share)};
}

static KipWork work_between(const KipWork *a, const KipWork *b, double share)
{
    double part[KIP_WORKS];
    KipWork work;
    for (int i = 0; i < KIP_WORKS; i++)
        part[i] = number_between(kip_work_part(a, i), kip_work_part(b, i), share);
    memcpy(&work, part, sizeof work);
    return work;
}

static KipFrame frame_between(const KipFrame *a, const KipFrame *b, double share)
{
    return (KipFrame){.com = point_between(a->com, b->com, share),
                      .energy = energy_between(&a->energy, &b->energy, share),
                      .work = work_between(&a->work, &b->work, share),
                      .normal_force = number_between(a->normal_force, b->normal_force, share)};
}

/* Number of grid times up to the end; an excess below 1e-6 of an interval is rounding and adds none. */
static size_t count_grid(const KipRecording *recording)
{
    return (size_t)ceil(fmax(KIP_RECORDING_RATE * recording->frame[recording->nframe - 1].time - 1e-6, 0)) +
           1;
}

/* Interpolates state and drives into the next frame of `to`. */
static void add_state_between(KipRecording *to, const KipRecording *from, const Between *at)
{
    const KipModel *model = from->model;
    const size_t nstate = kip_recording_state_size(from), ndrive = kip_recording_drive_size(from);
    const double *a = kip_recording_q(from, at->first), *b = kip_recording_q(from, at->second);
    double *q = to->state + to->nframe * nstate;
    memcpy(q, kip_recording_q(from, nearest_frame(at)), nstate * sizeof *q);
    memcpy(to->drive + to->nframe * ndrive, kip_recording_targets(from, nearest_frame(at)),
           ndrive * sizeof *to->drive);
    for (int i = 0; i < model->njoint; i++) {
        int k = model->joint[i].q, end = k + model->joint[i].nq, turn = end - k < 4 ? end : end - 4;
        for (; k < turn; k++)
            q[k] = number_between(a[k], b[k], at->share);
        if (turn < end)
            q_store(q + turn, quat_between(q_from(a + turn), q_from(b + turn), at->share));
    }
}

/* Places its bodies by forward kinematics of its state, which keeps joints together. */
static void add_bodies_between(KipRecording *to, const KipRecording *from, const Between *at,
                               KipDynamics *dynamics)
{
    size_t nbody = (size_t)from->model->nbody, size = kip_recording_present_size(from);
    const KipBodyPose *nearest = kip_recording_poses(from, nearest_frame(at));
    memcpy(to->present + to->nframe * size, from->present + nearest_frame(at) * size, size);
    kip_dynamics_set(dynamics, kip_recording_q(to, to->nframe), NULL);
    kip_recording_fill_bodies(to, dynamics);
    for (size_t i = 0; i < nbody; i++) {
        bool jumps = kip_recording_is_present(from, at->first, (int)i) !=
                     kip_recording_is_present(from, at->second, (int)i);
        if (jumps || at->share == 0)
            to->pose[to->nframe * nbody + i] = nearest[i];
    }
}

/* Adds the next frame of `to`, with its contacts. */
static bool add_between(KipRecording *to, const KipRecording *from, const Between *at, KipDynamics *dynamics)
{
    const KipFrame *nearest = &from->frame[nearest_frame(at)];
    size_t ncontact = (size_t)nearest->ncontact;
    if (!kip_recording_reserve(to, to->nframe + 1, to->ncontact + ncontact))
        return false;
    if (ncontact)
        memcpy(to->contact + to->ncontact, from->contact + nearest->contact, ncontact * sizeof *to->contact);
    add_state_between(to, from, at);
    add_bodies_between(to, from, at, dynamics);
    KipFrame *frame = &to->frame[to->nframe];
    *frame = frame_between(&from->frame[at->first], &from->frame[at->second], at->share);
    frame->time = (double)to->nframe / KIP_RECORDING_RATE;
    frame->contact = to->ncontact;
    frame->ncontact = nearest->ncontact;
    to->ncontact += ncontact;
    to->nframe++;
    return true;
}

static bool fill_grid(KipRecording *to, const KipRecording *from)
{
    size_t nframe = count_grid(from);
    KipDynamics *dynamics = NULL;
    bool enough = kip_recording_reserve(to, nframe, 0) &&
                  kip_dynamics_create(to->model, to->allocator, &dynamics, NULL) == KIP_OK;
    Between at = {0, 0, 0};
    while (enough && to->nframe < nframe) {
        at = frames_around(from, (double)to->nframe / KIP_RECORDING_RATE, at.first);
        enough = add_between(to, from, &at, dynamics);
    }
    kip_dynamics_destroy(dynamics);
    return enough;
}

KipStatus kip_recording_resample(const KipRecording *recording, KipRecording **resampled, KipError *error)
{
    *resampled = NULL;
    KipRecording *made = NULL;
    if (recording->nframe == 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the recording holds no frame");
    KipStatus status =
        kip_recording_create(recording->model, 1.0 / KIP_RECORDING_RATE, recording->allocator, &made, error);
    if (status != KIP_OK)
        return status;
    if (!fill_grid(made, recording)) {
        kip_recording_destroy(made);
        return kip_recording_no_memory(error);
    }
    *resampled = made;
    return KIP_OK;
}
