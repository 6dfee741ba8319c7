/* A recording of a run in memory: frames, events and pushes, for the writers of files.
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
#ifndef KIP_IO_RECORD_RECORDING_H
#define KIP_IO_RECORD_RECORDING_H

#include "../../control/motion.h"
#include "../../dynamics/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { KIP_RECORDING_RATE = 60 }; /* frames a second, of what is played */

/* Where a body's frame is, in the world. */
typedef struct KipBodyPose {
    KipVec3 pos;  /* m */
    KipQuat quat; /* its sign is continuous from frame to frame */
} KipBodyPose;

/* A contact; vectors are the simulation's, rounded to single precision. */
typedef struct KipRecordedContact {
    int body1, body2;
    KipVec3 point;  /* world, m */
    KipVec3 normal; /* from body 1 to body 2, unit */
    KipVec3 force;  /* on body 2, world, N; the opposite acts on body 1 */
} KipRecordedContact;

typedef struct KipFrame {
    double time; /* s */
    KipVec3 com; /* of everything that moves, world, m */
    KipEnergy energy;
    KipWork work;        /* since the simulation began */
    uint64_t hash;       /* kip_sim_hash; 0 where nothing was simulated */
    double normal_force; /* sum of the normal contact forces from bodies that cannot move, N */
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

/* The beginning of an interval in which a skill is active; it ends where the next one of the same track begins. */
typedef struct KipRecordedBand {
    double time; /* s */
    char *track; /* the character's name */
    char *label; /* the skill's */
    char *reason;
} KipRecordedBand;

/* The beginning of an interval in which something reaches for this point; it ends where the next one of the same name
 * begins. */
typedef struct KipRecordedTarget {
    double time; /* s */
    char *name;
    KipVec3 position; /* world, m; not finite where there is none */
} KipRecordedTarget;

typedef enum KipModifiedKind {
    KIP_MODIFIED_ATTACHMENT, /* KIP_WELD, KIP_POINT; point */
    KIP_MODIFIED_LOCK,       /* KIP_LOCK, KIP_VELOCITY, KIP_SPIN */
    KIP_MODIFIED_PLANE,      /* KIP_PLANE, KIP_ALIGN, KIP_STOP */
    KIP_MODIFIED_MASK,       /* or KIP_PARTING */
    KIP_MODIFIED_SPRING,     /* point, anchors */
    KIP_MODIFIED_GRAVITY,
    KIP_MODIFIED_SHAPES /* other geoms are on than when the body was first present */
} KipModifiedKind;

/* An interval of modified physics. Velocity motors (KIP_MOTOR) are drives and do not count. */
typedef struct KipRecordedModified {
    KipModifiedKind kind;
    double start, end; /* s */
    char *text;        /* "hand_r holds Ball" */
    int body1, body2;  /* the bodies in the order of KipConstraint; 0 where there is none */
    KipVec3 point;     /* in body 2's frame, m */
    /* Identifies the interval from sample to sample: `which` is a joint of a lock, or -1, with bits of its rates or of axes
     * as `detail`; or a KipForceKind of a mask, with its axes. */
    int which;
    unsigned detail;
    double least, most, last; /* range of gravity's scale, and its present value */
    double changed;           /* time of its last change, s */
} KipRecordedModified;

/* A position to which a spring pulls a point of the body from this time on. */
typedef struct KipRecordedAnchor {
    double time; /* s */
    int body;
    KipVec3 position; /* world, m; NaN along axes that it leaves free */
} KipRecordedAnchor;

/* An interval in which the body was present and the geom was off (kip_sim_is_on). */
typedef struct KipRecordedOff {
    int geom;
    double start, end; /* s */
} KipRecordedOff;

/* For reading; only the functions below write it. */
typedef struct KipRecording {
    const KipModel *model; /* must outlive the recording */
    double timestep;       /* s */
    size_t nframe, ncontact, nevent, npush, nband, ntarget, nmodified, nanchor, noff;
    KipFrame *frame;   /* nframe */
    KipBodyPose *pose; /* nframe x nbody */
    double *state;     /* nframe rows of q (nq), v (nv) */
    float *drive; /* nframe rows of drives over the last step: target (nq), and a KipDrivePart (nv) each */
    unsigned char *present;      /* nframe rows of a bit a body, see kip_recording_is_present */
    KipRecordedContact *contact; /* ncontact, frame after frame */
    KipRecordedEvent *event;
    KipRecordedPush *push;
    KipRecordedBand *band;
    KipRecordedTarget *target;
    KipRecordedModified *modified; /* by start */
    KipRecordedAnchor *anchor;
    KipRecordedOff *off; /* by start */
    bool has_camera;     /* kip_recording_camera was called */
    KipVec3 eye, look_at;
    double observed; /* time of the last sample, s, at which open intervals end; below 0 before the first */
    /* scratch */
    size_t nopen, *open;  /* of `modified`, those that held at the last sample */
    unsigned char *shape; /* [ngeom] SEEN, FIRST_ON, ON, CHANGED of recording_parts.h */
    size_t frame_capacity, pose_capacity, state_capacity, drive_capacity, present_capacity, contact_capacity,
        event_capacity, push_capacity, band_capacity, target_capacity, modified_capacity, anchor_capacity,
        off_capacity, open_capacity, shape_capacity;
    const KipAllocator *allocator;
} KipRecording;

/* Makes an empty recording of a model, which must outlive it; timestep in s; allocator NULL is libc.
 * KIP_NO_MEMORY. */
KipStatus kip_recording_create(const KipModel *model, double timestep, const KipAllocator *allocator,
                               KipRecording **recording, KipError *error);
/* Frees a recording; with NULL it does nothing. */
void kip_recording_destroy(KipRecording *recording);

/* Adds the present state as one frame, unless a frame has this time, which must not decrease. Out of memory, the recording
 * is unchanged. */
KipStatus kip_recording_capture(KipRecording *recording, const KipSim *sim, KipError *error);
/* The same where a frame is due: at the step nearest to each 1/60 s, or at every step where steps are longer than 1/240
 * s. */
KipStatus kip_recording_sample(KipRecording *recording, const KipSim *sim, KipError *error);
/* Both also record which physics are modified and which geoms are on. To be called after each step, before anything is
 * changed: a change after a sample takes effect, and begins or ends its interval, at that sample's time. A ramp of gravity
 * is one interval. */

/* Adds a frame that was not simulated: the model at q and v, to which `dynamics` was set, with all bodies present and
 * without drives, contacts and works. Adds none if `time` is not after the last frame. */
KipStatus kip_recording_show(KipRecording *recording, double time, const KipDynamics *dynamics,
                             const double *q, const double *v, KipError *error);
/* Adds every frame of a motion of the recording's model, as kip_recording_show does. */
KipStatus kip_recording_play(KipRecording *recording, const KipMotion *motion, KipError *error);

/* Removes all frames but the last, and all events, but keeps the last target and anchor of each name and body and the
 * modified physics; for runs that are only written to a file or shown. */
void kip_recording_forget(KipRecording *recording);

KipStatus kip_recording_event(KipRecording *recording, double time, const char *text, KipError *error);
KipStatus kip_recording_push(KipRecording *recording, const KipRecordedPush *push, KipError *error);
/* Notes that from this time on (s) the skill `label` is active on a track, and the reason. The texts are
 * copied. */
KipStatus kip_recording_band(KipRecording *recording, const char *track, double time, const char *label,
                             const char *reason, KipError *error);
/* The track of a character's poses is its name with this suffix. */
#define KIP_POSE_TRACK ", pose"
#define KIP_POSE_TRACK_SIZE 224
bool kip_recording_is_of_poses(const KipRecordedBand *band);
/* From this time on `name` reaches for a point of the world (m), or for none where it is not finite. A repeated target is
 * not stored again. */
KipStatus kip_recording_target(KipRecording *recording, double time, const char *name, KipVec3 position,
                               KipError *error);
/* Sets the player's first camera: the place it looks from and the point it looks at; world, m. */
void kip_recording_camera(KipRecording *recording, KipVec3 eye, KipVec3 look_at);

/* Parts of a frame's row of `state`. */
const double *kip_recording_q(const KipRecording *recording, size_t frame);
const double *kip_recording_v(const KipRecording *recording, size_t frame);
/* Of a frame's row of `drive`, one for each rate; for a ball they are about its child axes. */
typedef enum KipDrivePart {
    KIP_STIFFNESS,
    KIP_DAMPING,
    KIP_LIMIT_LO,
    KIP_LIMIT_HI,
    KIP_TORQUE /* kip_sim_drive_forces */
} KipDrivePart;
const float *kip_recording_targets(const KipRecording *recording, size_t frame);                   /* nq */
const float *kip_recording_drives(const KipRecording *recording, size_t frame, KipDrivePart part); /* nv */
/* [nbody] */
const KipBodyPose *kip_recording_poses(const KipRecording *recording, size_t frame);
/* Whether the body was present. */
bool kip_recording_is_present(const KipRecording *recording, size_t frame, int body);
/* Bytes in a frame's row of `present`: body i is bit i % 8 of byte i / 8. */
size_t kip_recording_present_size(const KipRecording *recording);

/* Resamples the recording at 0, 1/60, 2/60 s and so on to the first time at or after the end, which shows the last state; 1
 * s makes 61 frames. Between the two recorded frames around each time, coordinates, centre of mass, energies, works and
 * normal force are interpolated linearly, orientations at constant angular velocity, and bodies placed by the coordinates.
 * All else, such as contacts, presence, rates and drives, is that of the nearest frame, as is the pose of a body present in
 * only one of the two. Events, bands and modified physics are left out. At least one frame must be recorded; the caller
 * destroys the result. */
KipStatus kip_recording_resample(const KipRecording *recording, KipRecording **resampled, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
