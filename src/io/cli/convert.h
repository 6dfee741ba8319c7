/* Shared by the files of kip convert: convert.c reads the arguments, convert_onto.c retargets a motion to a model,
 * convert_recording.c writes recordings, also for kip run. */
#ifndef KIP_IO_CLI_CONVERT_H
#define KIP_IO_CLI_CONVERT_H

#include "../../control/motion.h"
#include "../formats/clip.h"
#include "../record/recording_file.h"

/* Whether the ending of this name is that of a file to which a recording can be converted. */
bool kip_can_convert_recording(const char *out);
/* Writes such a file. */
KipStatus kip_convert_recording(const KipRecording *recording, const KipRecordingHead *head, const char *out,
                                FILE *stream, KipError *error);

/* Writes a motion as a recording to such a file. */
KipStatus kip_convert_motion(const KipMotion *motion, const char *title, const char *out, FILE *stream,
                             KipError *error);

/* Retargets the clip to a model; the caller destroys both. Prints the errors on `talk` (NULL: none). `map` is a file of a
 * KipMapping; NULL: it is guessed. */
KipStatus kip_convert_onto(const KipClip *clip, const char *model_path, const char *map, FILE *talk,
                           KipModel **model, KipMotion **motion, KipError *error);

#endif
