/* A recording as BVH, the motion file that Blender and most animation programs read.
 *
 * Frame: y up, z forward, x to the left, so that a figure stands after import with default settings; kip's
 * (x, y, z) is written as (y, z, x). Lengths are centimetres, as is usual in BVH; angles are degrees.
 *
 * One node a body. It stands at the anchor of the body's joints (at the body's origin where they share none)
 * and its axes are those of the world while the model is at its reference configuration, which therefore is
 * the rest pose: all angles zero. Its rotation is Rz Rx Ry, channels `Zrotation Xrotation Yrotation`, by the
 * shortest way from frame to frame, through +-90 degrees too. A root, and a body whose anchor moves against
 * its parent (free joints, slides, hinges with different anchors), has position channels as well; its OFFSET
 * is zero, so that programs which add the offset to the channels and those which do not agree.
 *
 * BVH does not say its unit of length: readers guess, kip's from the size (clip.h), which is right for a person
 * and may not be for a lone box or ball.
 *
 * A frame every 1/60 s, between the recorded ones where these lie elsewhere (kip_recording_resample): all
 * orientations, and the places of nodes that have positions, are that frame's; the other nodes are where
 * their offsets put them.
 *
 * Trees that cannot move (scenery) are left out. One tree is written as it is; several hang on a root
 * `world`.
 */
#ifndef KIP_IO_RECORD_BVH_H
#define KIP_IO_RECORD_BVH_H

#include <stdio.h>

#include "recording.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fails where nothing is recorded and out of memory; write errors stay in the stream: ask ferror and
 * fclose. */
KipStatus kip_bvh_write(FILE *stream, const KipRecording *recording, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
