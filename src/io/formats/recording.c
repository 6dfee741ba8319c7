/* A recording in memory: arrays that grow by half their length, so that long runs cost linear time; and its
 * frames on the grid of times at which it is played. */
#include "recording.h"

#include <math.h>
#include <string.h>

#include "../../dynamics/quat.h"
#include "loads.h"

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
        {r.state, r.state_capacity * sizeof *r.state}, {r.present, r.present_capacity},
        {r.contact, r.contact_capacity * sizeof *r.contact}, {r.event, r.event_capacity * sizeof *r.event},
        {r.push, r.push_capacity * sizeof *r.push}, {recording, sizeof *recording},
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

size_t kip_recording_present_size(const KipRecording *recording)
{
    return ((size_t)recording->model->nbody + 7) / 8;
}

bool kip_recording_is_present(const KipRecording *recording, size_t frame, int body)
{
    const unsigned char *row = recording->present + frame * kip_recording_present_size(recording);
    return row[body / 8] >> body % 8 & 1;
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
    unsigned char *present =
        grown(r, r->present, &r->present_capacity, 1, n * kip_recording_present_size(r));
    r->present = present ? present : r->present;
    KipRecordedContact *contact =
        grown(r, r->contact, &r->contact_capacity, sizeof *contact, r->ncontact + ncontact);
    r->contact = contact ? contact : r->contact;
    return frame && pose && state && present && contact;
}

/* Of q and -q, which are one rotation, the one nearer to the frame before. */
static KipQuat continued(const KipRecording *recording, int body, KipQuat q)
{
    if (recording->nframe == 0 ||
        q_dot(q, kip_recording_poses(recording, recording->nframe - 1)[body].quat) >= 0)
        return q;
    return quat(-q.w, -q.x, -q.y, -q.z);
}

static double last_time(const KipRecording *recording)
{
    return recording->frame[recording->nframe - 1].time;
}

static void fill_bodies(KipRecording *recording, const KipSim *sim)
{
    size_t nbody = (size_t)recording->model->nbody, size = kip_recording_present_size(recording);
    KipPose *pose = recording->pose + recording->nframe * nbody;
    unsigned char *present = recording->present + recording->nframe * size;
    memset(present, 0, size);
    for (int i = 0; i < (int)nbody; i++) {
        const KipDynamics *dynamics = kip_sim_dynamics(sim);
        pose[i] = (KipPose){kip_body_position(dynamics, i),
                            continued(recording, i, kip_body_orientation(dynamics, i))};
        if (kip_sim_is_present(sim, i))
            present[i / 8] = (unsigned char)(present[i / 8] | 1u << i % 8);
    }
}

static void fill_state(KipRecording *recording, const KipSim *sim)
{
    size_t nq = (size_t)recording->model->nq, nv = (size_t)recording->model->nv;
    double *row = recording->state + recording->nframe * row_length(recording);
    memcpy(row, kip_sim_q(sim), nq * sizeof *row);
    memcpy(row + nq, kip_sim_v(sim), nv * sizeof *row);
    memcpy(row + nq + nv, kip_sim_drive_forces(sim), nv * sizeof *row);
}

KipStatus kip_recording_capture(KipRecording *recording, const KipSim *sim, KipError *error)
{
    const KipGeom *geom = recording->model->geom;
    const KipDynamics *dynamics = kip_sim_dynamics(sim);
    const KipContact *contact;
    int ncontact = kip_sim_contacts(sim, &contact);
    if (recording->nframe && kip_sim_time(sim) <= last_time(recording))
        return KIP_OK;
    if (!reserve_frame(recording, (size_t)ncontact))
        return no_memory(error);
    fill_state(recording, sim);
    fill_bodies(recording, sim);
    for (int i = 0; i < ncontact; i++)
        recording->contact[recording->ncontact + (size_t)i] =
            (KipRecordedContact){geom[contact[i].geom1].body, geom[contact[i].geom2].body, contact[i].point,
                                 contact[i].normal, contact[i].force};
    recording->frame[recording->nframe++] = (KipFrame){.time = kip_sim_time(sim),
                                                       .com = kip_com(dynamics),
                                                       .energy = kip_energy(dynamics),
                                                       .work = kip_sim_work(sim),
                                                       .normal_force = kip_support(sim).normal_force,
                                                       .contact = recording->ncontact,
                                                       .ncontact = ncontact};
    recording->ncontact += (size_t)ncontact;
    return KIP_OK;
}

/* The time of the grid to which a step is the nearest one, as its number. */
static double grid_number(const KipRecording *recording, double time)
{
    return floor(KIP_RECORDING_RATE * (time + 0.5 * recording->timestep));
}

KipStatus kip_recording_sample(KipRecording *recording, const KipSim *sim, KipError *error)
{
    bool coarse = recording->timestep > 0.25 / KIP_RECORDING_RATE;
    bool due = recording->nframe == 0 || coarse ||
               grid_number(recording, kip_sim_time(sim)) > grid_number(recording, last_time(recording));
    return due ? kip_recording_capture(recording, sim, error) : KIP_OK;
}

/* -- resampling ------------------------------------------------------------------------------------------ */

/* Two recorded frames, and the share of the second. */
typedef struct Between {
    size_t first, second;
    double share;
} Between;

/* The recorded frames around a time; `from` is one that is not later than both. */
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

static KipPose pose_between(const KipPose *a, const KipPose *b, double share)
{
    KipVec3 turn = q_log(q_mul(q_conjugate(a->quat), b->quat));
    return (KipPose){point_between(a->pos, b->pos, share),
                     share > 0 ? q_mul(a->quat, q_exp(v3_scale(share, turn))) : a->quat};
}

static KipEnergy energy_between(const KipEnergy *a, const KipEnergy *b, double share)
{
    return (KipEnergy){.kinetic = number_between(a->kinetic, b->kinetic, share),
                       .potential = number_between(a->potential, b->potential, share),
                       .elastic = number_between(a->elastic, b->elastic, share)};
}

static KipWork work_between(const KipWork *a, const KipWork *b, double share)
{
    return (KipWork){.drives = number_between(a->drives, b->drives, share),
                     .limits = number_between(a->limits, b->limits, share),
                     .damping = number_between(a->damping, b->damping, share),
                     .contacts = number_between(a->contacts, b->contacts, share),
                     .rows = number_between(a->rows, b->rows, share),
                     .external = number_between(a->external, b->external, share)};
}

static KipFrame frame_between(const KipFrame *a, const KipFrame *b, double share)
{
    return (KipFrame){.com = point_between(a->com, b->com, share),
                      .energy = energy_between(&a->energy, &b->energy, share),
                      .work = work_between(&a->work, &b->work, share),
                      .normal_force = number_between(a->normal_force, b->normal_force, share)};
}

/* How many times of the grid it takes to reach the end; a hair beyond one is no reason for another. */
static size_t count_grid(const KipRecording *recording)
{
    return (size_t)ceil(fmax(KIP_RECORDING_RATE * last_time(recording) - 1e-6, 0)) + 1;
}

/* The bodies of the next frame of `to`. */
static void add_bodies_between(KipRecording *to, const KipRecording *from, const Between *at)
{
    size_t nbody = (size_t)from->model->nbody, size = kip_recording_present_size(from);
    const KipPose *a = kip_recording_poses(from, at->first), *b = kip_recording_poses(from, at->second);
    const KipPose *nearest = kip_recording_poses(from, nearest_frame(at));
    memcpy(to->present + to->nframe * size, from->present + nearest_frame(at) * size, size);
    for (size_t i = 0; i < nbody; i++) {
        bool jumps = kip_recording_is_present(from, at->first, (int)i) !=
                     kip_recording_is_present(from, at->second, (int)i);
        to->pose[to->nframe * nbody + i] = jumps ? nearest[i] : pose_between(&a[i], &b[i], at->share);
    }
}

/* The next frame of `to`, for which there is room, and its contacts, for which more may be needed. */
static bool add_between(KipRecording *to, const KipRecording *from, const Between *at)
{
    const KipFrame *nearest = &from->frame[nearest_frame(at)];
    size_t ncontact = (size_t)nearest->ncontact;
    KipRecordedContact *contact =
        grown(to, to->contact, &to->contact_capacity, sizeof *contact, to->ncontact + ncontact);
    if (!contact)
        return false;
    to->contact = contact;
    if (ncontact)
        memcpy(contact + to->ncontact, from->contact + nearest->contact, ncontact * sizeof *contact);
    add_bodies_between(to, from, at);
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
    size_t nframe = count_grid(from), nbody = (size_t)from->model->nbody;
    to->frame = grown(to, NULL, &to->frame_capacity, sizeof *to->frame, nframe);
    to->pose = grown(to, NULL, &to->pose_capacity, sizeof *to->pose, nframe * nbody);
    to->present = grown(to, NULL, &to->present_capacity, 1, nframe * kip_recording_present_size(to));
    bool enough = to->frame && to->pose && to->present;
    Between at = {0, 0, 0};
    while (enough && to->nframe < nframe) {
        at = frames_around(from, (double)to->nframe / KIP_RECORDING_RATE, at.first);
        enough = add_between(to, from, &at);
    }
    return enough;
}

KipStatus kip_recording_resample(const KipRecording *recording, KipRecording **resampled, KipError *error)
{
    KipRecording *made = NULL;
    if (recording->nframe == 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the recording holds no frame");
    KipStatus status = kip_recording_create(recording->model, 1.0 / KIP_RECORDING_RATE, recording->allocator,
                                            &made, error);
    if (status != KIP_OK)
        return status;
    if (!fill_grid(made, recording)) {
        kip_recording_destroy(made);
        return no_memory(error);
    }
    *resampled = made;
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
