/* What the files of a recording share. Internal. */
#ifndef KIP_IO_RECORD_RECORDING_PARTS_H
#define KIP_IO_RECORD_RECORDING_PARTS_H

#include <stddef.h>

#include "recording.h"

/* What KipRecordedModified.detail means. */
enum {
    TO_PLANE = 1, /* of a plane */
    TO_AXIS = 2,
    ABOVE = 4,
    /* of a lock's axes: three bits for velocities, three for spins, and one each for all others */
    OBLIQUE = 64,
    OBLIQUE_SPIN = 128,
    AT_POINT = 1 /* of an attachment: not welded */
};

/* What is known of a geom. */
enum { SEEN = 1, FIRST_ON = 2, ON = 4, CHANGED = 8 };

KipStatus kip_recording_no_memory(KipError *error);
/* The array with room for n items, or NULL; then it stands unchanged where it was. */
void *kip_recording_grow(const KipRecording *recording, void *array, size_t *capacity, size_t size, size_t n);
/* Room for n items in a list of the recording; false without memory, and then it stands unchanged. */
#define KIP_RECORDING_ROOM(r, list, n)                                                                       \
    kip_recording_room(r, offsetof(KipRecording, list), &(r)->list##_capacity, sizeof *(r)->list, n)
bool kip_recording_room(KipRecording *recording, size_t array, size_t *capacity, size_t size, size_t n);
/* Room for so many frames and contacts in all. */
bool kip_recording_reserve(KipRecording *recording, size_t nframe, size_t ncontact);
/* Numbers in a frame's row of `state`, and of `drive`. */
size_t kip_recording_state_size(const KipRecording *recording);
size_t kip_recording_drive_size(const KipRecording *recording);
/* NULL without memory. */
char *kip_recording_copy_text(const KipRecording *recording, const char *text);
void kip_recording_drop_text(const KipRecording *recording, char *text); /* with NULL it does nothing */
/* The poses of the frame that comes next. */
void kip_recording_fill_bodies(KipRecording *recording, const KipDynamics *dynamics);
/* What an interval is, in words; KIP_MODIFIED_SHAPES as the geoms are now. NULL without memory. */
char *kip_recording_describe(const KipRecording *recording, const KipRecordedModified *it);
/* Takes down which physics are modified and which geoms are on; once a time. `framed`: it is a frame's. */
KipStatus kip_recording_observe(KipRecording *recording, const KipSim *sim, bool framed, KipError *error);

#endif
