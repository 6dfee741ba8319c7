/* Shared by the files that make a body from a skeleton: clip_body_name.c reads names, clip_body_tree.c decides which bones
 * become bodies, clip_body_shape.c adds shapes and masses, clip_body.c makes the model, and clip_body_motion.c its motion.
 * Internal. */
#ifndef KIP_IO_FORMATS_CLIP_BODY_PARTS_H
#define KIP_IO_FORMATS_CLIP_BODY_PARTS_H

#include "../../dynamics/arena.h"
#include "../../dynamics/quat.h"
#include "clip_body.h"

typedef enum KipPart {
    KIP_PART_OTHER,
    KIP_PART_PELVIS,
    KIP_PART_SPINE,
    KIP_PART_COLLAR,
    KIP_PART_UPPER_ARM,
    KIP_PART_FOREARM,
    KIP_PART_HAND,
    KIP_PART_THIGH,
    KIP_PART_SHANK,
    KIP_PART_FOOT,
    KIP_PART_NECK,
    KIP_PART_HEAD,
    KIP_PARTS,
    KIP_PART_SHOULDER = KIP_PARTS, /* by its name alone: a collar bone or an upper arm */
    KIP_PART_FINGER                /* by its name alone: part of the hand */
} KipPart;

typedef struct KipLimb {
    int bone, parent; /* its first bone; the limb of its parent, -1 for a root */
    KipPart part;
    int side; /* 1 left, -1 right, 0 unknown */
    const char *name;
    KipVec3 origin;    /* kip's frame, at rest; m */
    KipVec3 direction; /* unit, to the farthest of its own joints and ends */
    double length, lowest;
    bool is_last, is_foot;
    double volume, mass;
} KipLimb;

/* A segment from a joint to the next one, or to an end. */
typedef struct KipStretch {
    int limb;
    KipVec3 from, to;
} KipStretch;

typedef struct KipFlesh {
    const KipClip *clip;
    KipArena *arena;
    double scale;   /* size of the skeleton over 1.75 m */
    double ground;  /* height of the ground, in the frame of the origins */
    KipVec3 *joint; /* of each bone */
    KipPart *part;  /* of each bone */
    int *side;
    int *limb_of; /* of each bone */
    int nlimb, nstretch, ngeom;
    KipLimb *limb;
    KipStretch *stretch;
    KipGeom *geom; /* `body` is a limb */
} KipFlesh;

/* The part and the side according to the name alone. */
KipPart kip_bone_part(const char *name, int *side);

/* Finds limbs and stretches. */
KipStatus kip_flesh_limbs(KipFlesh *flesh, KipError *error);
/* Adds shapes, with masses by volume that sum to `mass`. */
KipStatus kip_flesh_shapes(KipFlesh *flesh, double mass, KipError *error);
/* Whether shapes of two limbs are within `gap` (m) of each other at rest. */
bool kip_flesh_touches(const KipFlesh *flesh, int a, int b, double gap);

#endif
