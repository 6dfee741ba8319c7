/* A recording in memory: arrays that grow by half their length, so that the cost of long runs is linear. */
#include "recording_parts.h"

#include <math.h>
#include <string.h>

#include "../../control/loads.h"
#include "../../dynamics/quat.h"

KipStatus kip_recording_no_memory(KipError *error)
{
    return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(),
                    "out of memory: the recording cannot grow any more; simulate a shorter duration");
}

KipStatus kip_recording_create(const KipModel *model, double timestep, const KipAllocator *allocator,
                               KipRecording **recording, KipError *error)
{
    *recording = NULL;
    KipRecording *made = kip_resize(allocator, NULL, 0, sizeof *made);
    if (!made)
        return kip_recording_no_memory(error);
    *made = (KipRecording){.model = model, .timestep = timestep, .observed = -1, .allocator = allocator};
    *recording = made;
    return KIP_OK;
}

char *kip_recording_copy_text(const KipRecording *recording, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = kip_resize(recording->allocator, NULL, 0, size);
    return copy ? memcpy(copy, text, size) : NULL;
}

void kip_recording_drop_text(const KipRecording *recording, char *text)
{
    if (text)
        kip_resize(recording->allocator, text, strlen(text) + 1, 0);
}

static void drop_happenings(const KipRecording *r)
{
    for (size_t i = 0; i < r->nevent; i++)
        kip_recording_drop_text(r, r->event[i].text);
    for (size_t i = 0; i < r->nband; i++) {
        kip_recording_drop_text(r, r->band[i].track);
        kip_recording_drop_text(r, r->band[i].label);
        kip_recording_drop_text(r, r->band[i].reason);
    }
}

void kip_recording_destroy(KipRecording *recording)
{
    if (!recording)
        return;
    const KipRecording r = *recording;
    drop_happenings(&r);
    for (size_t i = 0; i < r.ntarget; i++)
        kip_recording_drop_text(&r, r.target[i].name);
    for (size_t i = 0; i < r.nmodified; i++)
        kip_recording_drop_text(&r, r.modified[i].text);
    const struct {
        void *array;
        size_t size;
    } owned[] = {
        {r.frame, r.frame_capacity * sizeof *r.frame},
        {r.pose, r.pose_capacity * sizeof *r.pose},
        {r.state, r.state_capacity * sizeof *r.state},
        {r.drive, r.drive_capacity * sizeof *r.drive},
        {r.present, r.present_capacity},
        {r.contact, r.contact_capacity * sizeof *r.contact},
        {r.event, r.event_capacity * sizeof *r.event},
        {r.push, r.push_capacity * sizeof *r.push},
        {r.band, r.band_capacity * sizeof *r.band},
        {r.target, r.target_capacity * sizeof *r.target},
        {r.modified, r.modified_capacity * sizeof *r.modified},
        {r.anchor, r.anchor_capacity * sizeof *r.anchor},
        {r.off, r.off_capacity * sizeof *r.off},
        {r.open, r.open_capacity * sizeof *r.open},
        {r.shape, r.shape_capacity},
        {recording, sizeof *recording},
    };
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        if (owned[i].array)
            kip_resize(r.allocator, owned[i].array, owned[i].size, 0);
}

void *kip_recording_grow(const KipRecording *recording, void *array, size_t *capacity, size_t size, size_t n)
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

bool kip_recording_room(KipRecording *recording, size_t array, size_t *capacity, size_t size, size_t n)
{
    void *list;
    memcpy(&list, (char *)recording + array, sizeof list);
    list = kip_recording_grow(recording, list, capacity, size, n);
    if (list)
        memcpy((char *)recording + array, &list, sizeof list);
    return list != NULL;
}

/* -- frames ---------------------------------------------------------------------------------------------- */

size_t kip_recording_state_size(const KipRecording *recording)
{
    return (size_t)recording->model->nq + (size_t)recording->model->nv;
}

size_t kip_recording_drive_size(const KipRecording *recording)
{
    return (size_t)recording->model->nq + 5 * (size_t)recording->model->nv;
}

const double *kip_recording_q(const KipRecording *recording, size_t frame)
{
    return recording->state + frame * kip_recording_state_size(recording);
}

const double *kip_recording_v(const KipRecording *recording, size_t frame)
{
    return kip_recording_q(recording, frame) + recording->model->nq;
}

const float *kip_recording_targets(const KipRecording *recording, size_t frame)
{
    return recording->drive + frame * kip_recording_drive_size(recording);
}

const float *kip_recording_drives(const KipRecording *recording, size_t frame, KipDrivePart part)
{
    return kip_recording_targets(recording, frame) + recording->model->nq + (int)part * recording->model->nv;
}

const KipBodyPose *kip_recording_poses(const KipRecording *recording, size_t frame)
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

bool kip_recording_reserve(KipRecording *r, size_t n, size_t ncontact)
{
    return KIP_RECORDING_ROOM(r, frame, n) && KIP_RECORDING_ROOM(r, pose, n * (size_t)r->model->nbody) &&
           KIP_RECORDING_ROOM(r, state, n * kip_recording_state_size(r)) &&
           KIP_RECORDING_ROOM(r, drive, n * kip_recording_drive_size(r)) &&
           KIP_RECORDING_ROOM(r, present, n * kip_recording_present_size(r)) &&
           KIP_RECORDING_ROOM(r, contact, ncontact);
}

/* The one of q and -q, the same rotation, that is nearer to the frame before. */
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

void kip_recording_fill_bodies(KipRecording *recording, const KipDynamics *dynamics)
{
    size_t nbody = (size_t)recording->model->nbody;
    KipBodyPose *pose = recording->pose + recording->nframe * nbody;
    for (int i = 0; i < (int)nbody; i++)
        pose[i] = (KipBodyPose){kip_body_position(dynamics, i),
                                continued(recording, i, kip_body_orientation(dynamics, i))};
}

/* Without a simulation all bodies are present. */
static void fill_presence(KipRecording *recording, const KipSim *sim)
{
    size_t size = kip_recording_present_size(recording);
    unsigned char *present = recording->present + recording->nframe * size;
    memset(present, 0, size);
    for (int i = 0; i < recording->model->nbody; i++)
        if (!sim || kip_sim_is_present(sim, i))
            present[i / 8] = (unsigned char)(present[i / 8] | 1u << i % 8);
}

static void fill_state(KipRecording *recording, const double *q, const double *v)
{
    size_t nq = (size_t)recording->model->nq, nv = (size_t)recording->model->nv;
    double *row = recording->state + recording->nframe * kip_recording_state_size(recording);
    memcpy(row, q, nq * sizeof *row);
    memcpy(row + nq, v, nv * sizeof *row);
}

static float *put_floats(float *to, const double *from, int n)
{
    for (int i = 0; i < n; i++)
        *to++ = (float)from[i];
    return to;
}

static void fill_drives(KipRecording *recording, const KipSim *sim)
{
    const int nv = recording->model->nv;
    const KipDrives drives = kip_sim_drives((KipSim *)sim); /* only read */
    float *row = recording->drive + recording->nframe * kip_recording_drive_size(recording);
    row = put_floats(row, drives.target, recording->model->nq);
    row = put_floats(row, drives.stiffness, nv);
    row = put_floats(row, drives.damping, nv);
    row = put_floats(row, drives.limit_lo, nv);
    row = put_floats(row, drives.limit_hi, nv);
    put_floats(row, kip_sim_drive_forces(sim), nv);
}

static KipVec3 in_single(KipVec3 v)
{
    return v3((float)v.x, (float)v.y, (float)v.z);
}

static void fill_contacts(KipRecording *recording, const KipContact *contact, int ncontact)
{
    const KipGeom *geom = recording->model->geom;
    for (int i = 0; i < ncontact; i++)
        recording->contact[recording->ncontact + (size_t)i] =
            (KipRecordedContact){geom[contact[i].geom1].body, geom[contact[i].geom2].body,
                                 in_single(contact[i].point), in_single(contact[i].normal),
                                 in_single(contact[i].force)};
}

static KipStatus add_frame(KipRecording *recording, const KipSim *sim, KipError *error)
{
    const KipDynamics *dynamics = kip_sim_dynamics(sim);
    const KipContact *contact;
    int ncontact = kip_sim_contacts(sim, &contact);
    if (!kip_recording_reserve(recording, recording->nframe + 1, recording->ncontact + (size_t)ncontact))
        return kip_recording_no_memory(error);
    fill_state(recording, kip_sim_q(sim), kip_sim_v(sim));
    fill_drives(recording, sim);
    kip_recording_fill_bodies(recording, dynamics);
    fill_presence(recording, sim);
    fill_contacts(recording, contact, ncontact);
    recording->frame[recording->nframe++] = (KipFrame){.time = kip_sim_time(sim),
                                                       .com = kip_com(dynamics),
                                                       .energy = kip_energy(dynamics),
                                                       .work = kip_sim_work(sim),
                                                       .hash = kip_sim_hash(sim),
                                                       .normal_force = kip_support(sim).normal_force,
                                                       .contact = recording->ncontact,
                                                       .ncontact = ncontact};
    recording->ncontact += (size_t)ncontact;
    return KIP_OK;
}

KipStatus kip_recording_show(KipRecording *recording, double time, const KipDynamics *dynamics,
                             const double *q, const double *v, KipError *error)
{
    if (recording->nframe && time <= last_time(recording))
        return KIP_OK;
    if (!kip_recording_reserve(recording, recording->nframe + 1, recording->ncontact))
        return kip_recording_no_memory(error);
    fill_state(recording, q, v);
    memset(recording->drive + recording->nframe * kip_recording_drive_size(recording), 0,
           kip_recording_drive_size(recording) * sizeof *recording->drive);
    kip_recording_fill_bodies(recording, dynamics);
    fill_presence(recording, NULL);
    recording->frame[recording->nframe++] = (KipFrame){.time = time,
                                                       .com = kip_com(dynamics),
                                                       .energy = kip_energy(dynamics),
                                                       .contact = recording->ncontact};
    recording->observed = fmax(recording->observed, time);
    return KIP_OK;
}

KipStatus kip_recording_play(KipRecording *recording, const KipMotion *motion, KipError *error)
{
    KipDynamics *dynamics;
    KipStatus status = kip_dynamics_create(recording->model, recording->allocator, &dynamics, error);
    if (status != KIP_OK)
        return status;
    const size_t nq = (size_t)recording->model->nq, nv = (size_t)recording->model->nv;
    for (int i = 0; i < motion->nframe && status == KIP_OK; i++) {
        const double *q = motion->q + (size_t)i * nq, *v = motion->v + (size_t)i * nv;
        kip_dynamics_set(dynamics, q, v);
        status = kip_recording_show(recording, i * motion->period, dynamics, q, v, error);
    }
    kip_dynamics_destroy(dynamics);
    return status;
}

KipStatus kip_recording_capture(KipRecording *recording, const KipSim *sim, KipError *error)
{
    if (recording->nframe && kip_sim_time(sim) <= last_time(recording))
        return KIP_OK;
    KipStatus status = kip_recording_observe(recording, sim, true, error);
    return status == KIP_OK ? add_frame(recording, sim, error) : status;
}

/* The number of the grid time to which this step is the nearest. */
static double grid_number(const KipRecording *recording, double time)
{
    return floor(KIP_RECORDING_RATE * (time + 0.5 * recording->timestep));
}

KipStatus kip_recording_sample(KipRecording *recording, const KipSim *sim, KipError *error)
{
    bool coarse = recording->timestep > 0.25 / KIP_RECORDING_RATE;
    bool due = recording->nframe == 0 || coarse ||
               grid_number(recording, kip_sim_time(sim)) > grid_number(recording, last_time(recording));
    return due ? kip_recording_capture(recording, sim, error)
               : kip_recording_observe(recording, sim, false, error);
}

static void forget_frames(KipRecording *r)
{
    if (r->nframe < 2)
        return;
    const size_t last = r->nframe - 1, npose = (size_t)r->model->nbody, nstate = kip_recording_state_size(r),
                 ndrive = kip_recording_drive_size(r), npresent = kip_recording_present_size(r);
    KipFrame *frame = r->frame + last;
    const size_t ncontact = (size_t)frame->ncontact;
    memmove(r->pose, r->pose + last * npose, npose * sizeof *r->pose);
    memmove(r->state, r->state + last * nstate, nstate * sizeof *r->state);
    memmove(r->drive, r->drive + last * ndrive, ndrive * sizeof *r->drive);
    memmove(r->present, r->present + last * npresent, npresent);
    if (ncontact)
        memmove(r->contact, r->contact + frame->contact, ncontact * sizeof *r->contact);
    frame->contact = 0;
    r->frame[0] = *frame;
    r->nframe = 1;
    r->ncontact = ncontact;
}

/* Whether no later target has the same name. */
static bool is_last_target(const KipRecording *r, size_t i)
{
    for (size_t k = i + 1; k < r->ntarget; k++)
        if (strcmp(r->target[k].name, r->target[i].name) == 0)
            return false;
    return true;
}

static void forget_targets(KipRecording *r)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->ntarget; i++)
        if (is_last_target(r, i))
            r->target[kept++] = r->target[i];
        else
            kip_recording_drop_text(r, r->target[i].name);
    r->ntarget = kept;
}

static bool is_last_anchor(const KipRecording *r, size_t i)
{
    for (size_t k = i + 1; k < r->nanchor; k++)
        if (r->anchor[k].body == r->anchor[i].body)
            return false;
    return true;
}

static void forget_anchors(KipRecording *r)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->nanchor; i++)
        if (is_last_anchor(r, i))
            r->anchor[kept++] = r->anchor[i];
    r->nanchor = kept;
}

void kip_recording_forget(KipRecording *recording)
{
    forget_frames(recording);
    drop_happenings(recording);
    recording->nevent = recording->nband = recording->npush = 0;
    forget_targets(recording);
    forget_anchors(recording);
}

/* -- what happened --------------------------------------------------------------------------------------- */

KipStatus kip_recording_event(KipRecording *recording, double time, const char *text, KipError *error)
{
    char *copy = KIP_RECORDING_ROOM(recording, event, recording->nevent + 1)
                     ? kip_recording_copy_text(recording, text)
                     : NULL;
    if (!copy)
        return kip_recording_no_memory(error);
    recording->event[recording->nevent++] = (KipRecordedEvent){time, copy};
    return KIP_OK;
}

KipStatus kip_recording_push(KipRecording *recording, const KipRecordedPush *push, KipError *error)
{
    if (!KIP_RECORDING_ROOM(recording, push, recording->npush + 1))
        return kip_recording_no_memory(error);
    recording->push[recording->npush++] = *push;
    return KIP_OK;
}

bool kip_recording_is_of_poses(const KipRecordedBand *band)
{
    size_t n = strlen(band->track), end = strlen(KIP_POSE_TRACK);
    return n >= end && strcmp(band->track + n - end, KIP_POSE_TRACK) == 0;
}

KipStatus kip_recording_band(KipRecording *recording, const char *track, double time, const char *label,
                             const char *reason, KipError *error)
{
    if (!KIP_RECORDING_ROOM(recording, band, recording->nband + 1))
        return kip_recording_no_memory(error);
    KipRecordedBand made = {time, kip_recording_copy_text(recording, track),
                            kip_recording_copy_text(recording, label),
                            kip_recording_copy_text(recording, reason)};
    if (!made.track || !made.label || !made.reason) {
        kip_recording_drop_text(recording, made.track);
        kip_recording_drop_text(recording, made.label);
        kip_recording_drop_text(recording, made.reason);
        return kip_recording_no_memory(error);
    }
    recording->band[recording->nband++] = made;
    return KIP_OK;
}

static bool is_place(KipVec3 p)
{
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

/* Whether the last target of that name had this position. */
static bool is_target(const KipRecording *recording, const char *name, KipVec3 p)
{
    for (size_t i = recording->ntarget; i-- > 0;) {
        const KipVec3 last = recording->target[i].position;
        if (strcmp(recording->target[i].name, name) == 0)
            return is_place(p) ? p.x == last.x && p.y == last.y && p.z == last.z : !is_place(last);
    }
    return !is_place(p);
}

KipStatus kip_recording_target(KipRecording *recording, double time, const char *name, KipVec3 position,
                               KipError *error)
{
    if (is_target(recording, name, position))
        return KIP_OK;
    char *copy = KIP_RECORDING_ROOM(recording, target, recording->ntarget + 1)
                     ? kip_recording_copy_text(recording, name)
                     : NULL;
    if (!copy)
        return kip_recording_no_memory(error);
    recording->target[recording->ntarget++] = (KipRecordedTarget){time, copy, position};
    return KIP_OK;
}

void kip_recording_camera(KipRecording *recording, KipVec3 eye, KipVec3 look_at)
{
    recording->has_camera = true;
    recording->eye = eye;
    recording->look_at = look_at;
}
