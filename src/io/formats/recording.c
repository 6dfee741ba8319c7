/* A recording in memory: arrays that grow by half their length, so that long runs cost linear time. */
#include "recording.h"

#include <string.h>

#include "../../dynamics/quat.h"

static KipStatus no_memory(KipError *error)
{
    return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(),
                    "out of memory: the recording cannot grow any more; simulate a shorter duration");
}

KipStatus kip_recording_create(const KipModel *model, double timestep, const KipAllocator *allocator,
                               KipRecording **recording, KipError *error)
{
    KipRecording *made = kip_resize(allocator, NULL, 0, sizeof *made);
    if (!made)
        return no_memory(error);
    *made = (KipRecording){.model = model, .timestep = timestep, .allocator = allocator};
    *recording = made;
    return KIP_OK;
}

void kip_recording_destroy(KipRecording *recording)
{
    if (!recording)
        return;
    const KipRecording r = *recording;
    for (size_t i = 0; i < r.nevent; i++)
        kip_resize(r.allocator, r.event[i].text, strlen(r.event[i].text) + 1, 0);
    const struct {
        void *array;
        size_t size;
    } owned[] = {
        {r.frame, r.frame_capacity * sizeof *r.frame}, {r.pose, r.pose_capacity * sizeof *r.pose},
        {r.state, r.state_capacity * sizeof *r.state}, {r.contact, r.contact_capacity * sizeof *r.contact},
        {r.event, r.event_capacity * sizeof *r.event}, {r.push, r.push_capacity * sizeof *r.push},
        {recording, sizeof *recording},
    };
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        if (owned[i].array)
            kip_resize(r.allocator, owned[i].array, owned[i].size, 0);
}

/* The array with room for n items, or NULL; then it stands unchanged where it was. */
static void *grown(const KipRecording *recording, void *array, size_t *capacity, size_t size, size_t n)
{
    if (array && n <= *capacity)
        return array;
    if (n > SIZE_MAX / 4 / size)
        return NULL;
    size_t wanted = n + n / 2 + 16;
    void *larger = kip_resize(recording->allocator, array, *capacity * size, wanted * size);
    if (larger)
        *capacity = wanted;
    return larger;
}

/* -- frames ---------------------------------------------------------------------------------------------- */

size_t kip_recording_frames_due(double time, double timestep)
{
    return (size_t)(KIP_RECORDING_RATE * (time + 0.5 * timestep)) + 1;
}

static size_t row_length(const KipRecording *recording)
{
    return (size_t)recording->model->nq + 2 * (size_t)recording->model->nv;
}

const double *kip_recording_q(const KipRecording *recording, size_t frame)
{
    return recording->state + frame * row_length(recording);
}

const double *kip_recording_v(const KipRecording *recording, size_t frame)
{
    return kip_recording_q(recording, frame) + recording->model->nq;
}

const double *kip_recording_tau(const KipRecording *recording, size_t frame)
{
    return kip_recording_v(recording, frame) + recording->model->nv;
}

const KipPose *kip_recording_poses(const KipRecording *recording, size_t frame)
{
    return recording->pose + frame * (size_t)recording->model->nbody;
}

/* Room for one frame with so many contacts. */
static bool reserve_frame(KipRecording *r, size_t ncontact)
{
    size_t nbody = (size_t)r->model->nbody, n = r->nframe + 1;
    KipFrame *frame = grown(r, r->frame, &r->frame_capacity, sizeof *frame, n);
    r->frame = frame ? frame : r->frame;
    KipPose *pose = grown(r, r->pose, &r->pose_capacity, sizeof *pose, n * nbody);
    r->pose = pose ? pose : r->pose;
    double *state = grown(r, r->state, &r->state_capacity, sizeof *state, n * row_length(r));
    r->state = state ? state : r->state;
    KipRecordedContact *contact =
        grown(r, r->contact, &r->contact_capacity, sizeof *contact, r->ncontact + ncontact);
    r->contact = contact ? contact : r->contact;
    return frame && pose && state && contact;
}

/* Of q and -q, which are one rotation, the one nearer to the frame before. */
static KipQuat continued(const KipRecording *recording, int body, KipQuat q)
{
    if (recording->nframe == 0 ||
        q_dot(q, kip_recording_poses(recording, recording->nframe - 1)[body].quat) >= 0)
        return q;
    return quat(-q.w, -q.x, -q.y, -q.z);
}

KipStatus kip_recording_capture(KipRecording *recording, const KipSim *sim, KipError *error)
{
    const KipModel *model = recording->model;
    const KipDynamics *dynamics = kip_sim_dynamics(sim);
    const KipContact *contact;
    int ncontact = kip_sim_contacts(sim, &contact);
    if (!reserve_frame(recording, (size_t)ncontact))
        return no_memory(error);

    size_t nq = (size_t)model->nq, nv = (size_t)model->nv;
    double *row = recording->state + recording->nframe * row_length(recording);
    memcpy(row, kip_sim_q(sim), nq * sizeof *row);
    memcpy(row + nq, kip_sim_v(sim), nv * sizeof *row);
    kip_sim_drive_forces(sim, row + nq + nv);

    KipPose *pose = recording->pose + recording->nframe * (size_t)model->nbody;
    for (int i = 0; i < model->nbody; i++)
        pose[i] = (KipPose){kip_body_position(dynamics, i),
                            continued(recording, i, kip_body_orientation(dynamics, i))};

    double normal_force = 0;
    for (int i = 0; i < ncontact; i++) {
        recording->contact[recording->ncontact + (size_t)i] =
            (KipRecordedContact){model->geom[contact[i].geom2].body, contact[i].point, contact[i].force};
        normal_force += v3_dot(contact[i].normal, contact[i].force);
    }
    recording->frame[recording->nframe++] =
        (KipFrame){.time = kip_sim_time(sim), .com = kip_com(dynamics), .energy = kip_energy(dynamics),
                   .normal_force = normal_force, .contact = recording->ncontact, .ncontact = ncontact};
    recording->ncontact += (size_t)ncontact;
    return KIP_OK;
}

/* -- what happened --------------------------------------------------------------------------------------- */

KipStatus kip_recording_event(KipRecording *recording, double time, const char *text, KipError *error)
{
    size_t size = strlen(text) + 1;
    KipRecordedEvent *event =
        grown(recording, recording->event, &recording->event_capacity, sizeof *event, recording->nevent + 1);
    if (!event)
        return no_memory(error);
    recording->event = event;
    char *copy = kip_resize(recording->allocator, NULL, 0, size);
    if (!copy)
        return no_memory(error);
    event[recording->nevent++] = (KipRecordedEvent){time, memcpy(copy, text, size)};
    return KIP_OK;
}

KipStatus kip_recording_push(KipRecording *recording, const KipRecordedPush *push, KipError *error)
{
    KipRecordedPush *pushes =
        grown(recording, recording->push, &recording->push_capacity, sizeof *push, recording->npush + 1);
    if (!pushes)
        return no_memory(error);
    recording->push = pushes;
    pushes[recording->npush++] = *push;
    return KIP_OK;
}
