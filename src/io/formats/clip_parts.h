/* What the readers and the writer of clips share. Internal. */
#ifndef KIP_IO_FORMATS_CLIP_PARTS_H
#define KIP_IO_FORMATS_CLIP_PARTS_H

#include "../../dynamics/arena.h"
#include "../../dynamics/quat.h"
#include "clip.h"
#include "../text/words.h"

/* BVH's, by KipChannel. */
extern const char *const kip_channel_name[KIP_LENGTHENS];

/* A clip without bones, named after the file. */
KipStatus kip_clip_create(const char *file, KipClip **clip, KipError *error);
/* Appends a zeroed bone, which turns about the file's axes; *room is the room in clip->bone. NULL when out of memory. */
KipBone *kip_clip_add_bone(KipClip *clip, int *room);
/* The path's last part without its ending, in the clip's memory; NULL when out of memory. */
char *kip_clip_name(KipClip *clip, const char *file);

/* Sets `up` and `ahead`, and `metres` where it is 0, from the skeleton. */
KipStatus kip_clip_guess(KipClip *clip, KipError *error);

/* How bone i is moved and turned against its parent, in the file's frame and unit; frame -1: at rest. */
void kip_clip_local(const KipClip *clip, int frame, int i, KipVec3 *position, KipQuat *orientation);

/* A vector of the file's frame in kip's, in the file's unit; both frames are right-handed. */
KipVec3 kip_clip_to_kip(const KipClip *clip, KipVec3 v);

KipStatus kip_clip_no_memory(KipError *error, const char *file);
/* The same, as the reader's failure. */
void kip_clip_lacks_memory(KipWords *words);

/* Of n names, `stride` bytes apart, the one that the current word is, in the same case, or -1. The search begins behind
 * the one found last, *last: names come in the same order again and again. */
int kip_clip_find_name(const KipWords *words, const char *const *names, int n, size_t stride, int *last);

#endif
