/* The records of a recording's file, see recording_file.h. One function a record both writes and reads it, so
 * that the two cannot disagree. Internal. */
#ifndef KIP_IO_RECORD_RECORDING_CODER_H
#define KIP_IO_RECORD_RECORDING_CODER_H

#include "recording_parts.h"

enum { KIP_CHUNK_HEAD = 8, KIP_CHUNK_FOOT = 8 }; /* letters and size; hash */

extern const unsigned char kip_recording_magic[8];

typedef struct KipCoder {
    const KipAllocator *allocator;
    bool reading;
    unsigned char *bytes; /* reading: only looked at */
    size_t size, capacity, at;
    KipStatus failed; /* KIP_OK; KIP_NO_MEMORY; reading: KIP_BAD_INPUT where it ends too early */
} KipCoder;

void kip_code_u8(KipCoder *c, unsigned char *value);
void kip_code_u32(KipCoder *c, uint32_t *value);
void kip_code_u64(KipCoder *c, uint64_t *value);
void kip_code_f64(KipCoder *c, double *value);
/* Reading makes the text, of the coder's allocator; NULL where it failed. */
void kip_code_text(KipCoder *c, char **text);

/* Frame number `frame`, for which there is room but for its contacts when it is read: then it becomes the
 * recording's last one, with its poses from `dynamics` (not used otherwise). */
void kip_code_frame(KipCoder *c, KipRecording *recording, size_t frame, KipDynamics *dynamics);
void kip_code_event(KipCoder *c, KipRecordedEvent *event);
void kip_code_push(KipCoder *c, KipRecordedPush *push);
void kip_code_band(KipCoder *c, KipRecordedBand *band);
void kip_code_target(KipCoder *c, KipRecordedTarget *target);
void kip_code_modified(KipCoder *c, KipRecordedModified *modified);
void kip_code_anchor(KipCoder *c, KipRecordedAnchor *anchor);
void kip_code_off(KipCoder *c, KipRecordedOff *off);
void kip_code_camera(KipCoder *c, KipRecording *recording);

#endif
