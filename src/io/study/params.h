/* Numbers that a run puts into its scene's scripts, given as words NAME=VALUE, or by files with lines NAME = VALUE.
 *
 *     # kip tune data/scenes/quiet.py --seed 1
 *     stand.ankle = 1.25
 *
 * '#' begins a comment; empty lines are ignored. The last value of a name counts. */
#ifndef KIP_IO_STUDY_PARAMS_H
#define KIP_IO_STUDY_PARAMS_H

#include <stdio.h>

#include "../scene/scene.h"

enum { KIP_MOST_PARAMS = 256, KIP_PARAM_NAME = 128 };

/* A list of numbers, empty if zeroed. param[i].name points to name[i], so it must not be copied as a struct. */
typedef struct KipParams {
    int n;
    KipSceneParam param[KIP_MOST_PARAMS];
    char name[KIP_MOST_PARAMS][KIP_PARAM_NAME];
} KipParams;

/* Sets a number; its name is the first `n` bytes of `name`. KIP_BAD_USE where the name is too long or there are too
 * many. */
KipStatus kip_params_set(KipParams *params, const char *name, size_t n, double value, KipError *error);
/* Sets NAME=VALUE. */
KipStatus kip_params_set_word(KipParams *params, const char *word, KipError *error);
/* Sets the numbers of all lines of a file; "-" is stdin. Errors have file, line and column. */
KipStatus kip_params_read(KipParams *params, const char *path, KipError *error);
/* Writes a line for each. */
void kip_params_write(const KipParams *params, FILE *stream);

#endif
