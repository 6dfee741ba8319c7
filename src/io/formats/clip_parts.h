/* Shared by the readers and the writer of clips. Internal. */
#ifndef KIP_IO_FORMATS_CLIP_PARTS_H
#define KIP_IO_FORMATS_CLIP_PARTS_H

#include "../../dynamics/arena.h"
#include "../../dynamics/quat.h"
#include "clip.h"
#include "../text/words.h"

/* BVH's names, by KipChannel. */
extern const char *const kip_channel_name[KIP_LENGTHENS];

/* Makes a clip without bones, named after the file. */
KipStatus kip_clip_create(const char *file, KipClip **clip, KipError *error);
/* Appends a zeroed bone, which turns about the file's axes; *room is the room in clip->bone. NULL when out of memory. */
KipBone *kip_clip_add_bone(KipClip *clip, int *room);
/* The path's last part without its ending, in the clip's memory; NULL when out of memory. */
char *kip_clip_name(KipClip *clip, const char *file);

/* Estimates `up`, `ahead`, and `metres` where it is 0, from the skeleton. */
KipStatus kip_clip_guess(KipClip *clip, KipError *error);

/* The unit of length (m) that brings a size in the file's unit nearest, as a ratio, to so many metres. */
double kip_clip_unit(double size, double metres);

/* Position and orientation of bone i relative to its parent, in the file's frame and unit; at rest for frame -1. */
void kip_clip_local(const KipClip *clip, int frame, int i, KipVec3 *position, KipQuat *orientation);

/* Converts a vector from the file's frame to kip's, in the file's unit; both frames are right-handed. */
KipVec3 kip_clip_to_kip(const KipClip *clip, KipVec3 v);

KipStatus kip_clip_no_memory(KipError *error, const char *file);
/* Fails out of memory, for a reader of words. */
void kip_clip_lacks_memory(KipWords *words);

/* Reads the value of a channel, which `what` names, in degrees unless in `radians`, as degrees, and goes to the next word.
 * Fails where it turns by more than any motion does. */
void kip_clip_read_value(KipWords *words, const char *what, KipChannel channel, bool radians, double *value);

/* Index of the current word among n names, `stride` bytes apart, in the same case, or -1. The search begins behind the one
 * found last, *last, since names repeat in the same order. */
int kip_clip_find_name(const KipWords *words, const char *const *names, int n, size_t stride, int *last);

#endif
