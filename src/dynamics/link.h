/* A link of the model as the solver sees it: what never changes. Internal. tree.h has what does. */
#ifndef KIP_DYNAMICS_LINK_H
#define KIP_DYNAMICS_LINK_H

#include <stdbool.h>

#include "types.h"

typedef enum LinkKind {
    LINK_FIXED,  /* no joint */
    LINK_HINGES, /* 1, 2 or 3 hinges through one point */
    LINK_BALL,
    LINK_FREE,
    LINK_GENERAL
} LinkKind;

enum { MAX_HINGES = 3, MAX_DOF = 6 };

typedef enum AxisCode { AXIS_ANY, AXIS_X, AXIS_Y, AXIS_Z } AxisCode;

typedef struct Axis {
    KipVec3 a;     /* unit, body axes */
    AxisCode code; /* AXIS_X: a is +x or -x */
    double sign;   /* of the coordinate axis; 0 for AXIS_ANY */
    double ref;    /* coordinate of the reference */
} Axis;

/* Of a rigid body: see spatial.h. */
typedef struct Inertia {
    double m;
    KipVec3 h;
    KipSym3 I;
} Inertia;

typedef struct Link {
    LinkKind kind;
    int parent;
    int q, v, nv;
    int joint, njoint;
    bool turned;    /* R0 is not the identity */
    bool is_static; /* neither it nor an ancestor has a joint */
    KipMat3 R0;     /* axes at the reference in the parent's */
    KipVec3 r0;     /* origin at the reference in the parent link's frame */
    KipVec3 shift;  /* origin of the link frame in the body's frame */
    Axis axis[MAX_HINGES];
    Inertia I;      /* at the link's origin */
    double carried; /* of an axis' inertia: up to this part of it an explicit step carries what drives it */
} Link;

/* The axis of a single hinge about a coordinate axis, else AXIS_ANY. */
static inline AxisCode link_turn(const Link *link)
{
    return link->kind == LINK_HINGES && link->nv == 1 && !link->turned ? link->axis[0].code : AXIS_ANY;
}

#endif
