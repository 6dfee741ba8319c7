/* What a run looked like: frames, events and pushes, in memory, for the writers of files.
 *
 *     KipRecording *recording;
 *     kip_recording_create(model, timestep, NULL, &recording, &error);
 *     kip_recording_sample(recording, sim, &error);
 *     for (each step)                                    // takes what is due
 *         kip_recording_sample(recording, sim, &error);
 *     kip_recording_capture(recording, sim, &error);     // the end, in any case
 *     kip_page_write(stream, recording, "a fall", "", &error);
 *     kip_recording_destroy(recording);
 *
 * A recorded frame is the state of one step, bit for bit, at that step's time. What is to be played at a
 * fixed rate is resampled: kip_recording_resample.
 */
#ifndef KIP_RECORDING_H
#define KIP_RECORDING_H

#include "../../dynamics/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { KIP_RECORDING_RATE = 60 }; /* frames a second, of what is played */

/* Where a body's frame is, in the world. */
typedef struct KipPose {
    KipVec3 pos; /* m */
    KipQuat quat; /* its sign is continuous from frame to frame */
} KipPose;

typedef struct KipRecordedContact {
    int body1, body2;
    KipVec3 point;  /* world, m */
    KipVec3 normal; /* from body 1 to body 2, unit */
    KipVec3 force;  /* on body 2, world, N; body 1 feels the opposite */
} KipRecordedContact;

typedef struct KipFrame {
    double time; /* s */
    KipVec3 com; /* of everything that moves, world, m */
    KipEnergy energy;
    KipWork work;        /* since the simulation began */
    double normal_force; /* sum of the normal parts of what comes from things that stand still, N */
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
    size_t nframe, ncontact, nevent, npush;
    KipFrame *frame;  /* nframe */
    KipPose *pose;    /* nframe x nbody */
    double *state;    /* nframe rows of q (nq), v (nv), kip_sim_drive_forces (nv) */
    unsigned char *present; /* nframe rows of a bit a body, see kip_recording_is_present */
    KipRecordedContact *contact; /* ncontact, frame after frame */
    KipRecordedEvent *event;
    KipRecordedPush *push;
    size_t frame_capacity, pose_capacity, state_capacity, present_capacity, contact_capacity, event_capacity,
        push_capacity;
    const KipAllocator *allocator;
} KipRecording;

/* Copies nothing but pointers; allocator NULL is libc. */
KipStatus kip_recording_create(const KipModel *model, double timestep, const KipAllocator *allocator,
                               KipRecording **recording, KipError *error);
/* NULL is nothing. */
void kip_recording_destroy(KipRecording *recording);

/* Adds the present state as one frame, unless there is one of this time, which must not go back. Out of
 * memory: the recording stays as it was. */
KipStatus kip_recording_capture(KipRecording *recording, const KipSim *sim, KipError *error);
/* The same where a frame is due: at the step nearest to each 1/60 s, so that neighbours are hardly farther
 * apart than that; at every step where these are longer than 1/240 s. */
KipStatus kip_recording_sample(KipRecording *recording, const KipSim *sim, KipError *error);
KipStatus kip_recording_event(KipRecording *recording, double time, const char *text, KipError *error);
KipStatus kip_recording_push(KipRecording *recording, const KipRecordedPush *push, KipError *error);

/* Parts of a frame's row of `state`. */
const double *kip_recording_q(const KipRecording *recording, size_t frame);
const double *kip_recording_v(const KipRecording *recording, size_t frame);
const double *kip_recording_tau(const KipRecording *recording, size_t frame);
/* nbody */
const KipPose *kip_recording_poses(const KipRecording *recording, size_t frame);
/* Was the body there? */
bool kip_recording_is_present(const KipRecording *recording, size_t frame, int body);
/* Bytes in a frame's row of `present`: body i is bit i % 8 of byte i / 8. */
size_t kip_recording_present_size(const KipRecording *recording);

/* The same frames on the exact grid 0, 1/60, 2/60 s and so on to the end, which the last one shows even where
 * it lies between two grid times; 1 s are 61 frames. Between the two recorded frames around each time
 * positions, centre of mass, energies, works and normal force are linear and orientations turn evenly.
 * Contacts and presence cannot be interpolated and are those of the nearest frame, and so is the pose of a
 * body that is there in one of the two alone. State, events and pushes are left out. At least
 * one frame must be recorded; the caller destroys the result. */
KipStatus kip_recording_resample(const KipRecording *recording, KipRecording **resampled, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
