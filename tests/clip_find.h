/* Bones of a clip by their names. */
#ifndef CLIP_FIND_H
#define CLIP_FIND_H

#include <string.h>

#include "io/formats/clip.h"

/* The index of the first bone of this name, or -1. */
static inline int bone_called(const KipClip *clip, const char *name)
{
    for (int i = 0; i < clip->nbone; i++)
        if (strcmp(clip->bone[i].name, name) == 0)
            return i;
    return -1;
}

#endif
