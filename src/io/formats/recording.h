/* What a run looked like: frames at a fixed rate, events and pushes, in memory, for the writers of files.
 *
 *     KipRecording *recording;
 *     kip_recording_create(model, timestep, NULL, &recording, &error);
 *     for (each step)     // a frame is taken at the step nearest to its time
 *         while (recording->nframe < kip_recording_frames_due(kip_sim_time(sim), timestep))
 *             kip_recording_capture(recording, sim, &error);
 *     recording->hash = kip_sim_hash(sim);
 *     kip_csv_write(stream, recording);
 *     kip_recording_destroy(recording);
 */
#ifndef KIP_RECORDING_H
#define KIP_RECORDING_H

#include "../../dynamics/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { KIP_RECORDING_RATE = 60 }; /* frames a second */

/* Where a body's frame is, in the world. */
typedef struct KipPose {
    KipVec3 pos; /* m */
    KipQuat quat; /* its sign is continuous from frame to frame */
} KipPose;

typedef struct KipRecordedContact {
    int body;      /* the body of the contact's second geom; the first is the ground */
    KipVec3 point; /* world, m */
    KipVec3 force; /* on the body, world, N */
} KipRecordedContact;

typedef struct KipFrame {
    double time; /* of the state, s */
    KipVec3 com; /* of everything that moves, world, m */
    KipEnergy energy;
    double normal_force; /* sum of the normal parts of all contact forces, N */
    size_t contact;      /* contacts [contact, contact + ncontact) */
    int ncontact;
} KipFrame;

typedef struct KipRecordedEvent {
    double time; /* s */
    char *text;
} KipRecordedEvent;

typedef struct KipRecordedPush {
    double start, end; /* s */
    int body;
    KipVec3 point; /* body frame, m */
    KipVec3 force; /* world, N */
} KipRecordedPush;

/* Read it freely; written by the functions below. */
typedef struct KipRecording {
    const KipModel *model; /* must outlive the recording */
    double timestep;       /* s */
    uint64_t hash;         /* of the last state; the caller's to set */
    size_t nframe, ncontact, nevent, npush;
    KipFrame *frame;  /* nframe */
    KipPose *pose;    /* nframe x nbody */
    double *state;    /* nframe rows of q (nq), v (nv), drive and limit torques (nv) */
    KipRecordedContact *contact; /* ncontact, frame after frame */
    KipRecordedEvent *event;
    KipRecordedPush *push;
    size_t frame_capacity, pose_capacity, state_capacity, contact_capacity, event_capacity, push_capacity;
    const KipAllocator *allocator;
} KipRecording;

/* Copies nothing but pointers; allocator NULL is libc. */
KipStatus kip_recording_create(const KipModel *model, double timestep, const KipAllocator *allocator,
                               KipRecording **recording, KipError *error);
/* NULL is nothing. */
void kip_recording_destroy(KipRecording *recording);

/* How many frames belong to the times up to `time`, each taken at the step nearest to it. A step longer than
 * the frame stands for several frames. */
size_t kip_recording_frames_due(double time, double timestep);

/* Adds the present state as one frame. Out of memory: the recording stays as it was. */
KipStatus kip_recording_capture(KipRecording *recording, const KipSim *sim, KipError *error);
KipStatus kip_recording_event(KipRecording *recording, double time, const char *text, KipError *error);
KipStatus kip_recording_push(KipRecording *recording, const KipRecordedPush *push, KipError *error);

/* Parts of a frame's row of `state`. */
const double *kip_recording_q(const KipRecording *recording, size_t frame);
const double *kip_recording_v(const KipRecording *recording, size_t frame);
const double *kip_recording_tau(const KipRecording *recording, size_t frame);
/* nbody */
const KipPose *kip_recording_poses(const KipRecording *recording, size_t frame);

#ifdef __cplusplus
}
#endif
#endif
