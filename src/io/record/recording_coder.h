/* The records of a recording's file, whose format is in recording_file.h. One function for each record both writes and
 * reads it, so that the two cannot disagree. Internal. */
#ifndef KIP_IO_RECORD_RECORDING_CODER_H
#define KIP_IO_RECORD_RECORDING_CODER_H

#include "recording_parts.h"

enum { KIP_CHUNK_HEAD = 8, KIP_CHUNK_FOOT = 8 }; /* letters and size; hash */

extern const unsigned char kip_recording_magic[8];

typedef struct KipCoder {
    const KipAllocator *allocator;
    bool reading;
    unsigned char *bytes; /* not modified while reading */
    size_t size, capacity, at;
    KipStatus failed; /* KIP_OK; KIP_NO_MEMORY; reading: KIP_BAD_INPUT where the bytes end too early */
} KipCoder;

void kip_code_u8(KipCoder *c, unsigned char *value);
void kip_code_u32(KipCoder *c, uint32_t *value);
void kip_code_u64(KipCoder *c, uint64_t *value);
void kip_code_f64(KipCoder *c, double *value);
/* Codes a text. Reading allocates it by the coder's allocator, and sets NULL after a failure. */
void kip_code_text(KipCoder *c, char **text);

/* Codes frame number `frame`. To be read, the frame must have been reserved, except its contacts; it becomes the
 * recording's last one, with poses computed by `dynamics`, which writing does not use. */
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
