/* A recorded motion on a skeleton of its own, as files of motion capture give it: BVH (bvh_read.c), ASF
 * with AMC (asf_read.c, amc_read.c). Values stay as they are in the file: BVH written from a clip that was
 * read has the same numbers. kip_clip_pose gives what they mean in metres and radians.
 *
 *     kip_bvh_read("walk.bvh", &clip, &error);
 *     kip_asf_read("02.asf", "02_01.amc", &clip, &error);
 *     kip_clip_pose(clip, frame, position, orientation);
 *     kip_clip_destroy(clip);
 *
 * A bone is a joint and the stiff part that it turns. At rest, with nothing moved or turned, all bones'
 * frames are parallel to that of the file (BVH, and ASF in its rest position).
 *
 * BVH. `Zrotation Xrotation Yrotation` is Rz Rx Ry, with column vectors. Position channels say where the
 * joint is relative to its parent's joint (a root: to the origin), in the parent's axes: along these axes
 * they take the place of OFFSET, as in Blender and MotionBuilder; files exist that repeat the offset in
 * the channels. Keywords in any case, any white space and line ends. A file without MOTION is a skeleton
 * without frames.
 *
 * ASF and AMC (M. Schafer, Acclaim Skeleton File Definition 1.10, 1994). `dof rx ry rz` turns about x
 * first, so it is C Rz Ry Rx C^-1, and likewise C of `axis a b c XYZ` is Rz(c) Ry(b) Rx(a); order and
 * orientation of the root the same. What a dof moves (tx, ty, tz) is along the axes of C and is added to
 * the place at rest, also for the root; `l` lengthens the bone. A joint is at its parent's joint +
 * direction * length. Lengths are inches after division by `length` of :units, which is how CMU's database
 * states its own (0.45: one unit is 0.0254 m / 0.45). A bone that a frame of AMC leaves out keeps the
 * values of the frame before, 0 before there are any. 120 frames a second, unless the AMC says
 * :SAMPLES-PER-SECOND, as some do. Limits of a dof that are the wrong way round are exchanged.
 */
#ifndef KIP_IO_FORMATS_CLIP_H
#define KIP_IO_FORMATS_CLIP_H

#include <stdio.h>

#include "../../dynamics/base.h"
#include "../../dynamics/types.h"

typedef enum KipChannel {
    KIP_MOVES_X,
    KIP_MOVES_Y,
    KIP_MOVES_Z,
    KIP_TURNS_X,
    KIP_TURNS_Y,
    KIP_TURNS_Z,
    KIP_LENGTHENS, /* ASF's l */
} KipChannel;

enum { KIP_BONE_CHANNELS = 7 };

typedef struct KipBone {
    const char *name; /* UTF-8; BVH allows blanks in it, and the same name twice */
    int parent;       /* an earlier bone; -1: a root */
    KipVec3 offset;   /* of its joint at rest from the parent's (a root's: from the origin), file's units */
    bool has_end;     /* BVH: it has an End Site; ASF: no bone hangs from it */
    KipVec3 end;      /* where has_end, and for all bones of ASF: its far end from its joint */
    KipQuat axes;     /* C: its channels turn about these axes, in the file's frame; BVH: (1, 0, 0, 0) */
    bool adds;        /* what moves is added to the offset (ASF); else it takes its place (BVH) */
    int nchannel;
    KipChannel channel[KIP_BONE_CHANNELS]; /* the first turn is outermost: BVH as written, ASF backwards */
    int first;                             /* of its values in a frame, which are in the order of channels */
    bool limited[KIP_BONE_CHANNELS];       /* ASF's limits; one of the two may be infinite */
    double lo[KIP_BONE_CHANNELS], hi[KIP_BONE_CHANNELS]; /* degrees or the file's unit of length */
} KipBone;

typedef struct KipClip {
    char *name; /* the file's (ASF with AMC: the AMC's), without folder and ending */
    int nbone;
    KipBone *bone; /* depth first, as they stand in BVH */
    int nvalue;    /* of a frame */
    int nframe;
    double period; /* s; 1/120 where the file does not say */
    double *value; /* [nframe][nvalue], degrees (AMC's radians are converted) and the file's unit of length */
    /* One unit of length in m. ASF states it. BVH has no unit: the one of 1, 0.01, 0.001, 0.0254 and
     * 0.0254/0.45 m that brings the skeleton's greatest extent at rest (where this is 0, in the first
     * frame) nearest, as a ratio, to 1.7 m; a skeleton of 170 units is in cm, one of 67 in inches, one of
     * 30 in CMU's unit. A caller that has better information may change it. */
    double metres;
    /* Which axis of the file points up: 1 y, 2 z. y is usual; z where the skeleton is larger along z than
     * along y both at rest and in the first frame. A caller that has better information may change it. */
    int up;
    /* Where z is up: which way along y the figure looks, 1 or -1. Its feet, what is in the lowest tenth at rest, reach
     * farther ahead of the joints' middle than behind it; -1 where that does not tell. A caller that has better
     * information may change it. */
    int ahead;
    bool radians;           /* ASF: what angles of an AMC are that does not say */
    struct KipArena *arena; /* holds all of the above */
} KipClip;

/* KIP_BAD_INPUT with file, line and column. The caller destroys. "-" is stdin. */
KipStatus kip_bvh_read(const char *path, KipClip **clip, KipError *error);
/* amc NULL: the skeleton alone, no frame. */
KipStatus kip_asf_read(const char *asf, const char *amc, KipClip **clip, KipError *error);
/* The same from text[0, size); `file` stands in messages and gives the clip its name. */
KipStatus kip_bvh_parse(const char *text, size_t size, const char *file, KipClip **clip, KipError *error);
KipStatus kip_asf_parse(const char *text, size_t size, const char *file, KipClip **clip, KipError *error);
/* Gives a clip from kip_asf_parse the frames of an AMC. On failure the clip is as it was. */
KipStatus kip_amc_parse(KipClip *clip, const char *text, size_t size, const char *file, KipError *error);
void kip_clip_destroy(KipClip *clip); /* with NULL it does nothing */

/* Where each bone's joint is (m) and how the bone is turned (identity at rest), in kip's frame (z up, x
 * ahead, y left), in frame `frame` of 0 to nframe - 1; -1: at rest. The file's (x, y, z) becomes (z, x, y)
 * where y is up (z is ahead then); where z is up (y, -x, z) with `ahead` 1 and (-y, x, z) with -1. Arrays
 * of nbone; either may be NULL (orientation NULL is slower in deep trees). */
void kip_clip_pose(const KipClip *clip, int frame, KipVec3 *position, KipQuat *orientation);

/* The clip as BVH. From BVH: the file's own values, each with the fewest digits that read back as the same
 * bits. From ASF: in the file's unit of length, the turns of every bone resolved into `Zrotation Yrotation
 * Xrotation`, by the shortest way from frame to frame, through +-180 degrees and where y passes +-90;
 * roots, and bones whose joint moves against the parent's, have positions as well. `{` and control
 * characters in names become `_`. Fails only out of memory; write errors stay in the stream. */
KipStatus kip_clip_write_bvh(const KipClip *clip, FILE *stream, KipError *error);

#endif
