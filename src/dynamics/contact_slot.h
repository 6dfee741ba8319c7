/* What touches, during a step. Internal. */
#ifndef KIP_DYNAMICS_CONTACT_SLOT_H
#define KIP_DYNAMICS_CONTACT_SLOT_H

#include "tree.h"

enum { STAGES = 4 };

/* How a contact's impedance enters: not at all, into the one link that moves, or into two. */
typedef enum ContactCoupling { CONTACT_EXPLICIT, CONTACT_ON_LINK, CONTACT_BETWEEN } ContactCoupling;

/* The state of an implicit contact in a stage. */
typedef enum ContactGrip {
    CONTACT_STICKS,
    CONTACT_SLIDES,
    CONTACT_TURNS, /* slides, and the acceleration turns the direction: a fraction of the shear is implicit too */
    CONTACT_PRESSES, /* without friction: what jams while it slides */
    CONTACT_PARTS
} ContactGrip;

/* One feature of a near pair during a step. World axes but for z. The fields that each step sets in every slot come first, in two
 * cache lines. In lanes a slot is that of several worlds: what is no number, and not the grip, is the same in all. */
typedef struct ContactSlot {
    int pair, feature, face;
    int body1, body2;      /* of the pair's geoms */
    bool moves1, moves2;   /* they do not stand still */
    unsigned char mask[2]; /* components of the force that do not act on the bodies */
    bool touching;         /* at this evaluation */
    bool known;            /* remembered, or touched in this step */
    unsigned stages;       /* bit i: it touched in stage i */
    /* from here to `dz` into lanes and back */
    KipVec3 z;            /* at the step's start, axes of geom1's body */
    KipVec3 mean;         /* of the force in effect, over the step */
    Real speed, expected; /* see ContactMemory */
    KipVec3 point, normal;
    Real depth, share;
    KipVec3 met;             /* CONTACT_ON_LINK: the acceleration met by the impedance */
    KipVec3 dz[STAGES];      /* increments of z, axes of geom1's body */
    KipVec3 arm1, arm2;      /* the point in the frames of the links that move */
    KipVec3 rate[2];         /* its velocities, in their axes */
    KipVec3 beside[2];       /* of its acceleration, on either link, see arm.h; not CONTACT_EXPLICIT */
    Real kn, kt, ct;         /* of the law, of its share */
    double firm, firm_begun; /* growth of kt under a load, and as the step began */
    Real slope;       /* N/m, of the normal force without its damping by the depth; kn where it is linear */
    Real c;           /* s/m, in this step */
    KipVec3 velocity; /* of body 2 against body 1 at the point */
    KipVec3 force;    /* on body 2: by the law, later in effect */
    ContactCoupling coupling;
    /* CONTACT_EXPLICIT has none of these */
    Whole grip;                 /* a ContactGrip */
    Real held;                  /* CONTACT_TURNS: fraction of the shear that is friction, at most 1 */
    KipVec3 along;              /* of the force: the normal, and where it slides friction's part with it */
    bool normal_looks_ahead;    /* else only the shear does */
    Real normal_known;          /* of the normal force before ABA */
    Real normal_ahead;          /* the part of the normal force a step ahead that the velocity determines */
    KipVec3 shear_ahead;        /* the same of the deflection's, were there no cone */
    Real normal_met, shear_met; /* h C + h^2 K where it sticks */
    /* CONTACT_ON_LINK */
    int impedance;     /* which of d's it is, or -1 */
    Real normal_force; /* resulting normal force, and shear without a cone */
    KipVec3 shear_force;
    KipVec3 extra[2], found; /* CONTACT_BETWEEN: what either side was given back, and the force found */
    Real mobility[2][2];     /* CONTACT_BETWEEN: 1 / mass of either side, along the normal and across it */
} ContactSlot;

/* A contact of a stack, see contact_stack.c: of each side. */
typedef struct ContactStack {
    KipVec3 extra[2], at[2]; /* the force given back, and the acceleration that follows */
    KipVec3 left[2],
        more[2]; /* the force that is left to give, and the acceleration that it would add alone */
    KipVec3 way[2], gains[2],
        bent[2]; /* the direction: force, acceleration, and what of the force it takes off */
} ContactStack;

#endif
