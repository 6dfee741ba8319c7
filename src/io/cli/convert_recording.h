/* kip convert, what can be made of a recording. */
#ifndef KIP_IO_CLI_CONVERT_RECORDING_H
#define KIP_IO_CLI_CONVERT_RECORDING_H

#include "../record/recording_file.h"

/* Can a file of this name be made of a recording? By its ending. */
bool kip_can_convert_recording(const char *out);
/* Writes it; `out` is one of which that is said. */
KipStatus kip_convert_recording(const KipRecording *recording, const KipRecordingHead *head, const char *out,
                                FILE *stream, KipError *error);

#endif
