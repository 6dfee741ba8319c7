/* A recorded motion on a skeleton of its own, as files of motion capture give it: BVH (bvh_read.c), ASF
 * with AMC (asf_read.c, amc_read.c). Values are kept as they are in the file, so that BVH written from a clip has
 * the numbers that were read. kip_clip_pose converts them to metres and radians.
 *
 *     kip_bvh_read("walk.bvh", &clip, &error);
 *     kip_asf_read("02.asf", "02_01.amc", &clip, &error);
 *     kip_clip_pose(clip, frame, position, orientation);
 *     kip_clip_destroy(clip);
 *
 * A bone is a joint and the rigid part that it turns. At rest, with nothing moved or turned, all bones'
 * frames are parallel to that of the file (BVH, and ASF in its rest position).
 *
 * BVH. `Zrotation Xrotation Yrotation` is Rz Rx Ry, with column vectors. Position channels are the position of the
 * joint relative to its parent's joint (for a root: to the origin), in the parent's axes. Along these axes they
 * replace OFFSET, as in Blender and MotionBuilder; some files repeat the offset in the channels. Keywords may be in
 * any case, with any white space and line ends. A file without MOTION is a skeleton without frames.
 *
 * ASF and AMC (M. Schafer, Acclaim Skeleton File Definition 1.10, 1994). `dof rx ry rz` turns about x
 * first, so that the rotation is C Rz Ry Rx C^-1; likewise C of `axis a b c XYZ` is Rz(c) Ry(b) Rx(a), and so are
 * order and orientation of the root. Translations (tx, ty, tz) are along the axes of C and are added to
 * the position at rest, also for the root; `l` lengthens the bone. A joint is at its parent's joint +
 * direction * length. Lengths are inches after division by `length` of :units, as CMU's database states
 * (0.45: one unit is 0.0254 m / 0.45). A bone that a frame of AMC leaves out keeps the values of the frame before,
 * 0 in the first; with :FULLY-SPECIFIED none may be left out. The rate is 120 frames a second, unless the AMC has
 * :SAMPLES-PER-SECOND. Limits of a dof in the wrong order are exchanged. */
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
    bool has_end;     /* BVH: it has an End Site; ASF: it has no children */
    KipVec3 end;      /* where has_end, and for all bones of ASF: its far end from its joint */
    KipQuat axes;     /* C: its channels turn about these axes, in the file's frame; BVH: (1, 0, 0, 0) */
    bool adds;        /* translations are added to the offset (ASF), or replace it (BVH) */
    int nchannel;
    KipChannel channel[KIP_BONE_CHANNELS]; /* the first turn is outermost: BVH as written, ASF backwards */
    int first;                             /* index of its values in a frame, in the order of channels */
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
    /* One unit of length in m, stated by ASF. BVH states none: of 1, 0.01, 0.001, 0.0254 and 0.0254/0.45 m the one that
     * brings the skeleton's greatest extent at rest (or, where this is 0, in the first frame) nearest, as a ratio, to
     * 1.7 m. So a skeleton of 170 units is in cm, one of 67 in inches, one of 30 in CMU's unit. A caller that has better
     * information may change it. */
    double metres;
    /* The file's vertical axis: 1 y, 2 z. It is that along which the skeleton is larger at rest, unless most frames, and
     * the floor on which it lies or stands in them, indicate the other. A caller that has better information may change
     * it. */
    int up;
    /* Where z is up: whether the figure faces +y, 1, or -y, -1. It is 1 where its feet, all within the lowest tenth at
     * rest, reach farther along +y from the joints' mean than along -y. A caller that has better information may change
     * it. */
    int ahead;
    bool radians;           /* ASF: unit of angles in an AMC that states none */
    struct KipArena *arena; /* holds all of the above */
} KipClip;

/* Reads a file ("-" is stdin). KIP_BAD_INPUT with file, line and column. The caller destroys the clip. */
KipStatus kip_bvh_read(const char *path, KipClip **clip, KipError *error);
/* With `amc` NULL, the clip is the skeleton without frames. */
KipStatus kip_asf_read(const char *asf, const char *amc, KipClip **clip, KipError *error);
/* The same from text[0, size); messages and the clip's name take `file`. */
KipStatus kip_bvh_parse(const char *text, size_t size, const char *file, KipClip **clip, KipError *error);
KipStatus kip_asf_parse(const char *text, size_t size, const char *file, KipClip **clip, KipError *error);
/* Reads the frames of an AMC into a clip of kip_asf_parse. On failure the clip is unchanged. */
KipStatus kip_amc_parse(KipClip *clip, const char *text, size_t size, const char *file, KipError *error);
void kip_clip_destroy(KipClip *clip); /* with NULL it does nothing */

/* Computes the position of each bone's joint (m) and the orientation of each bone (identity at rest) in kip's frame (z up,
 * x ahead, y left), in frame `frame` from 0 to nframe - 1, or at rest for -1. The file's (x, y, z) becomes (z, x, y) where
 * y is up, with z ahead; where z is up it becomes (y, -x, z) with `ahead` 1 and (-y, x, z) with -1. The arrays have nbone
 * elements; either may be NULL (without `orientation`, deep trees are slower). */
void kip_clip_pose(const KipClip *clip, int frame, KipVec3 *position, KipQuat *orientation);

/* Writes the clip as BVH. A clip from BVH keeps the file's values, each with the fewest digits that read back as the same
 * bits. Of one from ASF, in the file's unit of length, the rotations of every bone are resolved into `Zrotation Yrotation
 * Xrotation`, continuous from frame to frame through +-180 degrees and where y passes +-90; roots, and bones whose joint
 * moves relative to the parent's, have positions as well. `{` and control characters in names become `_`. Fails only out of
 * memory; write errors stay in the stream. */
KipStatus kip_clip_write_bvh(const KipClip *clip, FILE *stream, KipError *error);

#endif
