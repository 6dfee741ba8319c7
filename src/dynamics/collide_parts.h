/* The parts of kip_collide that fill files of their own. Internal to collide*.c. */
#ifndef KIP_DYNAMICS_COLLIDE_PARTS_H
#define KIP_DYNAMICS_COLLIDE_PARTS_H

#include "collide.h"
#include "mat3.h"

/* A point's relation to a solid: its distance, negative inside, and the outward normal, a unit vector. */
typedef struct Nearest {
    double distance;
    KipVec3 normal;
    int face;
} Nearest;

/* From a point to a capsule, box, cylinder or ellipsoid, in the geom's frame. Faces: of a box 0 to 5, x- x+
 * y- y+ z- z+; of a cylinder 0 its side, 1 and 2 the discs at +z and -z; capsules and ellipsoids have none.
 *
 * Outside, the normal is that of the nearest point, and the face the one whose plane the point is farthest
 * beyond, of equal ones the kept. Inside, the face is the kept one, else the one of least depth. */
Nearest kip_nearest(const KipGeom *geom, KipVec3 p, int kept);

enum { MAX_BREAKS = 6 };

/* The part of a segment that is near something, and where in it the distance is not smooth, in order. */
typedef struct Span {
    double from, to;
    int nbreak;
    double at[MAX_BREAKS];
} Span;

/* The t in [-half, half] for which p + t axis is nearer than radius to a capsule, box, cylinder or ellipsoid,
 * in the geom's frame; false where none is. axis is a unit vector. */
bool kip_span(const KipGeom *geom, KipVec3 p, KipVec3 axis, double half, double radius, Span *span);

/* The integrals over the span of d n and (t - middle) d n, d = radius - distance and n the outward normal, piece by piece
 * between kinks. Points inside are pushed out of one face: the kept one, or that of the span's middle, which is then stored
 * in *kept. */
typedef struct Load {
    KipVec3 sum, moment;
} Load;

Load kip_span_load(const KipGeom *geom, KipVec3 p, KipVec3 axis, double radius, const Span *span, int *kept);

/* -- regions: collide_region.c --------------------------------------------------------------------------- */

/* Coordinates across the normal, and along it. */
typedef struct Spot {
    double u, v, h;
} Spot;

/* The integrals over the region of 1, u, v, h, uu, uv, vv, uh, vh, h the height of a surface above it. */
typedef struct Moments {
    double area, u, v, h, uu, uv, vv, uh, vh;
} Moments;

/* What two solids both cover, seen along the normal from a to b, between a lower and an upper surface. */
typedef struct Region {
    KipVec3 u, v, normal, origin; /* the coordinates' directions, and their origin: */
    bool placed;                  /* some point of the overlap, once there is one */
    int across;                   /* the axis of a that u follows */
    Moments upper, lower;
    int nround;
    struct {
        double u, v, radius,
            part; /* a unit vector across the cylinder's axis, and its length across the normal */
    } round[2];
} Region;

enum { REGION_TOUCHES = 4 };

/* Without moments yet; axis: a's, of which the kept one is across if it can be. */
void kip_region_begin(Region *region, const KipVec3 axis[3], KipVec3 normal, int kept);
/* One of the solids is a cylinder, which rolls: see collide_region.c. */
void kip_region_round(Region *region, const Solid *cylinder);
/* Returns the number of touches; none is deeper than `deepest`. */
int kip_region_touches(const Region *region, double deepest, int face, Touch *touch);

/* -- pairs ----------------------------------------------------------------------------------------------- */

static const double greatest_round = 0.004; /* m: radius of the rounding of edges */

void kip_solid_axes(const Solid *s, KipVec3 axis[3]);
int kip_collide_boxes(const Solid *a, const Solid *b, const int *kept, Touch *touch);
/* A box, cylinder or ellipsoid, and a cylinder or ellipsoid. */
int kip_collide_convex(const Solid *a, const Solid *b, const int *kept, Touch *touch);

#endif
