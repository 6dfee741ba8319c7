/* kip convert --onto: a recorded motion on a model, as a table, and how well it fits. */
#ifndef KIP_CONVERT_ONTO_H
#define KIP_CONVERT_ONTO_H

#include <stdio.h>

#include "../formats/clip.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the model's coordinates, a row a frame, to `stream`, and tells on `talk` what fits and what does not. `map` is a
 * file of KipMapping, or NULL: guessed. */
KipStatus kip_convert_onto(const KipClip *clip, const char *model_path, const char *map, FILE *stream, FILE *talk,
                           KipError *error);

#ifdef __cplusplus
}
#endif
#endif
