/* The part of a model that inverse kinematics moves: a tree of joints with all else rigid between them, and
 * the points that are to be somewhere. Internal.
 */
#ifndef KIP_CONTROL_IK_PARTS_H
#define KIP_CONTROL_IK_PARTS_H

#include "../dynamics/arena.h"
#include "../dynamics/mat3.h"
#include "../dynamics/random.h"
#include "ik.h"

/* A joint. Its frame has the body's axes and stands, after the joint's motion, at the joint's anchor. */
typedef struct IkNode {
    KipJointType type;
    int parent;    /* node, -1: the world */
    int dof;       /* first column of the Jacobian */
    int q;         /* first coordinate in the model's q */
    bool turned;   /* R0 is not the identity */
    AxisCode code; /* AXIS_X: the axis is +x or -x */
    double sign;   /* of the coordinate axis */
    KipVec3 axis;
    KipMat3 R0; /* pose in the parent's frame with the joint at its reference */
    KipVec3 p0;
    double ref;
    double lo, hi; /* of the coordinate; ball: hi of the angle; infinite where there is no limit */
} IkNode;

/* World pose of a node, and the axes of its columns. */
typedef struct IkPose {
    KipMat3 R;
    KipVec3 p;
    KipVec3 axis;     /* hinge, slide: world */
    KipVec3 basis[3]; /* ball: orthonormal, body axes; with a limit, the last is the axis of its rotation */
} IkPose;

/* A target, seen from the last node that moves it. */
typedef struct IkGoal {
    int node, row;
    KipVec3 arm;      /* the point in the node's frame */
    KipVec3 position; /* wanted, world */
    bool oriented;
    KipMat3 turn; /* wanted of the node's frame */
    double scale; /* square root of the weight, the heaviest target's being 1 */
} IkGoal;

typedef struct IkChain {
    const KipModel *model;
    double turn_length; /* m/rad: weight of turns */
    double floor;       /* no pose has a residual whose square is less: links are only so long */
    int nnode, ngoal;
    int ndof, nrow;   /* size of the Jacobian */
    IkNode *node;     /* parents first, in the model's order of joints */
    IkPose *pose;     /* nnode: written by kip_ik_chain_place and, basis, kip_ik_chain_jacobian */
    IkGoal *goal;     /* ngoal */
    int *node_of;     /* the model's njoint: node of a joint, -1 */
    double *residual; /* nrow: wanted less actual, weighted; by kip_ik_chain_place */
    double *J;        /* ndof columns of nrow: d actual / d dof, weighted; by kip_ik_chain_jacobian */
    double *lo, *hi;  /* [ndof] bounds of the step; by kip_ik_chain_jacobian */
    double error2;    /* m^2: square of the worst distance; by kip_ik_chain_place */
    double turn2;     /* rad^2 */
} IkChain;

/* Memory for any chain of the model with this many goals; false: out of memory. */
bool kip_ik_chain_take(IkChain *chain, const KipModel *model, int goals, struct KipArena *arena);

/* The chain of these joints and targets, all other joints of q rigid. */
KipStatus kip_ik_chain_build(IkChain *chain, const double *q, const int *joints, int njoint,
                             const KipIkTarget *target, int ntarget, KipError *error);

/* Places the chain at x (indexed as the model's q, as all coordinates here): poses, residual, errors. Returns
 * the residual's square. */
double kip_ik_chain_place(IkChain *chain, const double *x);

/* Where it was placed. */
void kip_ik_chain_jacobian(IkChain *chain, const double *x);

/* to = from moved along d (ndof) and clamped; uses the basis of the last Jacobian. */
void kip_ik_chain_move(const IkChain *chain, const double *from, const double *d, double *to);

/* Clamps to the ranges and normalizes quaternions; what satisfies both keeps its bits. */
void kip_ik_chain_clamp(const IkChain *chain, double *x);

/* x = a random pose within the ranges. Slides without range and free joints' positions are left as they
 * are. */
void kip_ik_chain_draw(const IkChain *chain, KipRandom *random, double *x);

/* to = from, the chain's coordinates alone. */
void kip_ik_chain_copy(const IkChain *chain, const double *from, double *to);

#endif
