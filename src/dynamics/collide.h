/* Contact between two solids: the points, normals and depths that the contact law needs. Internal.
 *
 * A pure function of two placed geoms and of the previous state of their contact. Each point has a
 * feature number, which identifies it among the pair's points and stays the same while the solids slide, so
 * that friction and the choice of a face can be stored under it.
 */
#ifndef KIP_DYNAMICS_COLLIDE_H
#define KIP_DYNAMICS_COLLIDE_H

#include "model.h"
#include "twice.h"

/* A geom with its pose. */
typedef struct Solid {
    const KipGeom *geom; /* type and size */
    KipMat3 R;           /* axes of the geom in the world's */
    KipVec3 p;           /* its origin, world, m */
} Solid;

enum { MAX_TOUCH = 8, NO_FACE = -1 };

typedef struct Touch {
    int feature;    /* 0 to MAX_TOUCH - 1, each at most once a pair */
    int face;       /* the face that determines the normal, or NO_FACE; to be remembered, see below */
    KipVec3 point;  /* world, m: on b's surface where a is a plane, else midway between the two surfaces */
    KipVec3 normal; /* from a to b, unit, world */
    double depth;   /* m, > 0 */
    double share;   /* of the contact stiffness, > 0; 1 but along capsules */
} Touch;

/* The number of features of the pair: the greatest feature number and one. All pairs of shapes can touch but planes and planes,
 * which have none.
 *
 *     plane      the sphere 1, the capsule's ends 2 (-z, +z), the box's corners 8 (bits 0, 1, 2 set: +x, +y,
 *                +z), the cylinder's rim 6 (at -z, then at +z: the lowest, and 120 degrees to either side),
 *                the ellipsoid's lowest point 1
 *     sphere     1
 *     capsule    4: its ends (-z, +z), and the Gauss points of the part of it that is within reach, with the
 *                depth and normal that the force of the bed there makes
 *     box        4 with a box, and of both with a cylinder: likewise those of the region in which they overlap
 *     ellipsoid  1
 */
int kip_collide_features(KipGeomType a, KipGeomType b);

/* The number of faces: every face that kip_collide reports, or receives in `kept`, is below it, or NO_FACE. */
int kip_collide_faces(KipGeomType a, KipGeomType b);

/* The points in which a and b meet, a's type not after b's in the order of KipGeomType, so that a plane comes
 * first; returns their number. kept: kip_collide_features numbers, the face of each feature's last touch,
 * NO_FACE where it did not touch.
 *
 * Depths are continuous, the four of two boxes in their sum. From outside they and the normals depend on the
 * places of a and b alone: kept matters only where the centre of a sphere or a point of a capsule's axis is
 * inside of a box or cylinder, or boxes overlap by more than the 4 mm by which their edges are rounded. There
 * several faces could push it out and the kept one does, for as long as it is inside: a normal never flips
 * between two calls a moment apart. Only what comes out by another face than the kept one changes depth and
 * normal at once. Where shapes have no unique normal, as two balls in one place, it is some fixed one of b's.
 */
int kip_collide(const Solid *a, const Solid *b, const int *kept, Touch touch[MAX_TOUCH]);

/* True: a and b, in this order or the other, are farther apart than `room` (m, 0 or more). False implies nothing: only for a
 * capsule as a the distance is computed. */
bool kip_collide_is_apart(const Solid *a, const Solid *b, double room);

#endif
