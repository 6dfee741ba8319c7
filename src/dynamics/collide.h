/* Where two solids meet: the points, normals and depths that the contact law needs. Internal.
 *
 * A pure function of two placed geoms and of what was known of their contact a moment ago. Each point has a
 * feature number, which tells it from the pair's other points and stays the same while the solids slide, so
 * that friction and the choice of a face can be remembered by it.
 */
#ifndef KIP_COLLIDE_H
#define KIP_COLLIDE_H

#include "model.h"

/* A geom where it stands. */
typedef struct Solid {
    const KipGeom *geom; /* type and size */
    KipMat3 R;           /* axes of the geom in the world's */
    KipVec3 p;           /* its origin, world, m */
} Solid;

enum { MAX_TOUCH = 8, NO_FACE = -1 };

typedef struct Touch {
    int feature;    /* 0 to MAX_TOUCH - 1, each at most once a pair */
    int face;       /* which face or axis the normal was taken from, or NO_FACE: to be kept, see below */
    KipVec3 point;  /* world, m */
    KipVec3 normal; /* from a to b, unit, world */
    double depth;   /* m, > 0 */
} Touch;

/* Can these two shapes meet? Planes with planes cannot, nor boxes, cylinders and ellipsoids with cylinders
 * and ellipsoids. */
bool kip_can_collide(KipGeomType a, KipGeomType b);

/* How many features the pair has: the greatest feature number and one. */
int kip_collide_features(KipGeomType a, KipGeomType b);

/* The points in which a and b meet, a's type not after b's in the order of KipGeomType, so that a plane comes
 * first; returns their number. kept: kip_collide_features numbers, the face of each feature's last touch,
 * NO_FACE where it did not touch. Where a point lies inside a box and several faces could push it out, the
 * kept face does as long as it can: a normal never flips between two calls a moment apart. */
int kip_collide(const Solid *a, const Solid *b, const int *kept, Touch touch[MAX_TOUCH]);

#endif
