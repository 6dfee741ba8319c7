/* What the files of a recording share. Internal. */
#ifndef KIP_IO_RECORD_RECORDING_PARTS_H
#define KIP_IO_RECORD_RECORDING_PARTS_H

#include <stddef.h>

#include "recording.h"

/* Values of KipRecordedModified.detail. */
enum {
    TO_PLANE = 1, /* of a plane */
    TO_AXIS = 2,
    ABOVE = 4,
    /* of a lock's axes: three bits for velocities, three for spins, and one each for all others */
    OBLIQUE = 64,
    OBLIQUE_SPIN = 128,
    AT_POINT = 1 /* of an attachment: not welded */
};

/* Flags of a geom: its body was present, it was on then, it is on now, this has changed. */
enum { SEEN = 1, FIRST_ON = 2, ON = 4, CHANGED = 8 };

KipStatus kip_recording_no_memory(KipError *error);
/* The array, reallocated for n items; NULL without memory, with the old one unchanged. */
void *kip_recording_grow(const KipRecording *recording, void *array, size_t *capacity, size_t size, size_t n);
/* Makes room for n items in a list of the recording; false without memory, with the list unchanged. */
#define KIP_RECORDING_ROOM(r, list, n)                                                                       \
    kip_recording_room(r, offsetof(KipRecording, list), &(r)->list##_capacity, sizeof *(r)->list, n)
bool kip_recording_room(KipRecording *recording, size_t array, size_t *capacity, size_t size, size_t n);
/* Makes room for nframe frames and ncontact contacts in total. */
bool kip_recording_reserve(KipRecording *recording, size_t nframe, size_t ncontact);
/* Numbers in a frame's row of `state`, and of `drive`. */
size_t kip_recording_state_size(const KipRecording *recording);
size_t kip_recording_drive_size(const KipRecording *recording);
/* A copy by the recording's allocator; NULL without memory. */
char *kip_recording_copy_text(const KipRecording *recording, const char *text);
void kip_recording_drop_text(const KipRecording *recording, char *text); /* with NULL it does nothing */
/* Computes the body poses of the next frame. */
void kip_recording_fill_bodies(KipRecording *recording, const KipDynamics *dynamics);
/* The text of an interval; of KIP_MODIFIED_SHAPES by the present state of geoms. NULL without memory. */
char *kip_recording_describe(const KipRecording *recording, const KipRecordedModified *it);
/* Records which physics are modified and which geoms are on; to be called once for each time. `framed` says that a frame
 * was recorded. */
KipStatus kip_recording_observe(KipRecording *recording, const KipSim *sim, bool framed, KipError *error);

#endif
