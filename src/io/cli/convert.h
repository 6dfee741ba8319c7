/* What the parts of kip convert share: convert.c reads the words, convert_onto.c puts a motion onto a model,
 * convert_recording.c writes recordings, for kip run too. */
#ifndef KIP_IO_CLI_CONVERT_H
#define KIP_IO_CLI_CONVERT_H

#include "../../control/motion.h"
#include "../formats/clip.h"
#include "../record/recording_file.h"

/* Can a file of this name be made of a recording? By its ending. */
bool kip_can_convert_recording(const char *out);
/* Writes it; `out` is one of which that is said. */
KipStatus kip_convert_recording(const KipRecording *recording, const KipRecordingHead *head, const char *out,
                                FILE *stream, KipError *error);

/* Writes a motion as such a recording. */
KipStatus kip_convert_motion(const KipMotion *motion, const char *title, const char *out, FILE *stream,
                             KipError *error);

/* The motion on the model, both the caller's; prints on `talk` (NULL: nowhere) how well it fits. `map` is a file of
 * KipMapping, or NULL: guessed. */
KipStatus kip_convert_onto(const KipClip *clip, const char *model_path, const char *map, FILE *talk,
                           KipModel **model, KipMotion **motion, KipError *error);

#endif
