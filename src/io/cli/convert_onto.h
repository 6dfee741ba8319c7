/* kip convert --onto: a recorded motion on a model, and how well it fits. */
#ifndef KIP_IO_CLI_CONVERT_ONTO_H
#define KIP_IO_CLI_CONVERT_ONTO_H

#include <stdio.h>

#include "../../control/motion.h"
#include "../formats/clip.h"

/* The motion on the model, both the caller's; tells on `talk` what fits and what does not. `map` is a file of
 * KipMapping, or NULL: guessed. */
KipStatus kip_convert_onto(const KipClip *clip, const char *model_path, const char *map, FILE *talk,
                           KipModel **model, KipMotion **motion, KipError *error);

#endif
