/* Numbers that a run puts into its scene's scripts: words NAME=VALUE, and files with a line NAME = VALUE each.
 *
 *     # kip tune data/scenes/quiet.py --seed 1
 *     stand.ankle = 1.25
 *
 * '#' begins a comment; empty lines are nothing. A name that is given again has its last value.
 */
#ifndef KIP_IO_STUDY_PARAMS_H
#define KIP_IO_STUDY_PARAMS_H

#include <stdio.h>

#include "../scene/scene.h"

enum { KIP_MOST_PARAMS = 256, KIP_PARAM_NAME = 128 };

/* All zero is none. param[i].name is name[i]: not to be copied as a struct. */
typedef struct KipParams {
    int n;
    KipSceneParam param[KIP_MOST_PARAMS];
    char name[KIP_MOST_PARAMS][KIP_PARAM_NAME];
} KipParams;

/* The first `n` bytes of `name`. KIP_BAD_USE with a sentence where the name or their number is too long. */
KipStatus kip_params_set(KipParams *params, const char *name, size_t n, double value, KipError *error);
/* NAME=VALUE. */
KipStatus kip_params_set_word(KipParams *params, const char *word, KipError *error);
/* All lines of a file; "-" is stdin. Errors name file, line and column. */
KipStatus kip_params_read(KipParams *params, const char *path, KipError *error);
/* A line for each. */
void kip_params_write(const KipParams *params, FILE *stream);

#endif
