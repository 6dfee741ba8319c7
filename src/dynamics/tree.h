/* The model as the solver sees it, and the solver's working memory. Internal.
 *
 * Link i is body i. Its frame has the body's axes; its origin lies at the common anchor of the body's
 * joints, so that the motion subspace of every rotation joint is S = [W; 0] (RBDA 4.4 with the 3-vectors
 * alone). Bodies whose joints do not fit that (slides, several anchors, mixtures) are GENERAL: origin at
 * the body's origin, S any 6 x k matrix.
 */
#ifndef KIP_DYNAMICS_TREE_H
#define KIP_DYNAMICS_TREE_H

#include "dynamics.h"
#include "link.h"
#include "spatial.h"
#include "twice.h"

/* Hinges and slides that follow each other: n coordinates from q on, whose rates are those from v on. So loops over them run in
 * lanes of a vector: 3 % of the instructions of a standing step, 5 % of a batch's. */
typedef struct Lines {
    int q, v, n;
} Lines;

typedef struct KipTree {
    const Link *link;      /* nbody; 0 is the world */
    const int *dof_parent; /* nv: the dof before it towards the root, -1: none (RBDA's lambda for dofs) */
    const int *dof_joint;  /* nv */
    const double *armature, *damping; /* nv */
    const Lines *lines;               /* nlines */
    const int *turning;               /* nturning: the other joints, balls and free ones */
    int nlines, nturning;
    const int *ground; /* nground: geoms that touch others, of links that never move */
    int nground;
    const double *free;           /* 2 njoint: ranges without where a limit_spring/JOINT pushes */
    const double *strength;       /* 2 nv: least and greatest torques of actuators */
    const int *custom_joint;      /* ncustom: the joint that its name ends with, or njoint */
    bool has_springs;             /* some joint stiffness or tendon spring or damper is not 0 */
    const double *tendon_length0; /* ntendon: rest lengths */
} KipTree;

/* State of one link. Written by: joint pass (a), velocity pass (b), world pass (c), ABA (d), RNEA and CRBA
 * (e). What the joint and velocity passes write stands together, for it is copied into lanes. */
typedef struct LinkState {
    KipMat3 R;             /* a: axes in the parent link's */
    KipVec3 r;             /* a: origin in the parent link's frame */
    Real sine, cosine;     /* a: of its angle */
    KipVec3 W[MAX_HINGES]; /* a: hinge axes, link frame */
    Motion v;              /* b: velocity, link frame */
    Motion c;              /* b: velocity-product acceleration, link frame */
    ArticulatedInertia A;  /* d: articulated inertia I^A */
    Force p;               /* d: articulated bias force p^A */
    Force U[MAX_HINGES];   /* d: I^A S of hinges */
    KipSym3 D;             /* d: inverse of S' I^A S (hinges, ball), or LDL' factor (3 hinges) */
    KipVec3 u;             /* d: tau - S' p^A */
    Motion a;              /* d, e: acceleration, gravity counted as one of the base */
    Truth reduced;         /* d: solved as an ideal spherical joint */
    AxisCode turn;         /* of a single hinge about a coordinate axis: which, else AXIS_ANY */
} LinkState;

/* What the bodies of a tree sum up to: tree_sum.c; world axes. */
typedef struct TreeSum {
    KipVec3 about; /* the point that moments are about */
    Inertia I;
    Force momentum;
    bool counts; /* else nothing is summed */
} TreeSum;

/* World frame of a link's origin. */
typedef struct WorldPose {
    KipMat3 R;
    KipVec3 p;
} WorldPose;

/* What GENERAL links, and links with prescribed joints, need more. */
typedef struct GeneralState {
    Motion S[MAX_DOF];        /* a: motion subspace, link frame */
    Motion cJ;                /* b: S' qd */
    Motion c;                 /* d: c and the prescribed accelerations */
    Force U[MAX_DOF];         /* d */
    Real L[MAX_DOF][MAX_DOF]; /* d: LDL' of D, the pivots' inverses on the diagonal */
    Real u[MAX_DOF];          /* d */
} GeneralState;

/* An impedance: it opposes the acceleration of a point of a body by a force -Z a. */
typedef struct Impedance {
    int body;
    unsigned char mask; /* of the accelerations and forces, see mask.h */
    bool turns;         /* it opposes the body's angular acceleration, by a torque */
    KipVec3 r;          /* the point, link frame */
    KipVec3 known;      /* what its acceleration has beside the spatial one, w x v; link axes */
    KipSym3 Z;          /* kg, or kg m^2; link axes */
} Impedance;

/* Folds of the joint axes: a torque bias - x a is to be added to tau where x is too large a part of the axis' articulated
 * inertia to be explicit. [nv] each. */
typedef struct AxisFolds {
    Real *weight;   /* kg m^2: an explicit step carries a part of the inertia of this */
    Real *x, *bias; /* kg m^2, N m */
    Real *folded;   /* 1: it is added; 0 */
} AxisFolds;

struct KipDynamics {
    const KipModel *model;
    struct KipArena *arena;
    KipVec3 gravity;
    Real *q, *v;           /* the state that was set */
    LinkState *link;       /* nbody */
    GeneralState *general; /* nbody */
    WorldPose *world;      /* nbody */
    Force *external;       /* nbody, link frame at the link's origin */
    bool has_external;
    Force *force;         /* e: nbody, forces through the joints */
    Inertia *composite;   /* e: nbody, composite inertias */
    Motion *response;     /* [nbody] accelerations in respond.c */
    Real *diagonal;       /* [nv] armature plus folds */
    Impedance *impedance; /* nimpedance, of the capacity that a simulation gave it */
    int nimpedance;
    bool *absent; /* nbody: takes no part */
    bool any_absent;
    bool *idle; /* nbody: kip_aba leaves it as it was, for it is absent or nothing new acts on its tree */
    bool any_idle;
    bool *
        kept; /* [nbody] nothing in its subtree has changed since the last kip_aba, whose passes 1 and 2 are kept for it */
    bool any_kept;
    Real *tau;           /* nv: scratch */
    Real *damping_force; /* nv: scratch */
    bool *prescribed;    /* nv */
    bool any_prescribed;
    bool *is_general; /* nbody: solved by the general path */
};

/* Builds the solver's view; model's public fields are complete. NULL: out of memory. */
KipTree *kip_tree_build(const KipModel *model, struct KipArena *arena);

/* The least and the greatest torque or force of a joint's actuator about each of its axes, N m or N; for a ball those of
 * its strength_JOINT. By default they are unbounded. `box` has room for nv of the joint, at most 6. */
void kip_joint_strength(const KipModel *model, int joint, double box[][2]);

/* Bodies that follow each other, whole trees of them. */
typedef struct Bodies {
    int first, end;
} Bodies;

static inline Bodies all_bodies(const KipDynamics *d)
{
    return (Bodies){1, d->model->nbody};
}

/* The passes behind kip_dynamics_set. */
KIP_EXTERN void kip_joint_pass(KipDynamics *d, Bodies of, const Real *q);
KIP_EXTERN void kip_velocity_pass(KipDynamics *d, Bodies of, const Real *v);
KIP_EXTERN void kip_world_pass(KipDynamics *d, Bodies of);
/* The last one where no link has turned: places alone. */
KIP_EXTERN void kip_world_places(KipDynamics *d, Bodies of);

/* As kip_dynamics_set, to the state that `from`, of the same model, is set to, whose kinematics are copied. */
void kip_dynamics_copy(KipDynamics *d, const KipDynamics *from);

/* Adds to the sums of all trees [ntree]: first moments; these and mass and momentum; inertia and momentum. */
KIP_EXTERN void kip_sum_firsts(const KipDynamics *d, const int *tree_of, TreeSum *sum);
KIP_EXTERN void kip_sum_momenta(const KipDynamics *d, const int *tree_of, TreeSum *sum);
KIP_EXTERN void kip_sum_inertias(const KipDynamics *d, const int *tree_of, TreeSum *sum);

/* Composite inertias of the subtrees into d->composite; those that each dof moves, armature included, into
 * `moved` (nv). */
void kip_composite_inertias(KipDynamics *d, double *moved);

/* As kip_mass_matrix and kip_point_jacobian, for the n dofs of a tree alone, whose root is a child of the world: n x n, 6 x n. */
void kip_tree_mass_matrix(KipDynamics *d, int root, int n, double *M);
void kip_tree_jacobian(const KipDynamics *d, int body, KipVec3 point, int n, double *J);

/* ABA with forces that are all in tau [nv], to which it adds folds; a and tau_prescribed as in kip_forward_dynamics. fold
 * [nv]: axes for it to decide and fold; NULL: none. */
KIP_EXTERN void kip_aba(KipDynamics *d, KipVec3 gravity, const AxisFolds *fold, Real *tau, Real *a,
                        Real *tau_prescribed);

/* Its first pass, and the first two, which factor the inertias; the accelerations of links remain. */
void kip_aba_start(KipDynamics *d);
KIP_EXTERN void kip_aba_factor(KipDynamics *d, const AxisFolds *fold, Real *tau, const Real *a);

/* Adds an impedance with a mask to its link in ABA. */
void kip_mask_impede(const KipDynamics *d, const Impedance *z);

/* -- respond.c: responses to forces, with the factors of the last kip_aba -------------------------------- */

/* The response to forces: u on the axes above the bodies, and x on all axes, 0 elsewhere. The acceleration along other forces is
 * the sum over their axes of their u times this x. */
typedef struct Response {
    int n, *axis; /* [nv], n in use */
    double *u;    /* [nv] of these axes */
    double *x;    /* [nv] */
} Response;

/* To forces on two bodies, link frames at the links' origins (static bodies take none), and to torques on the axes of one body. */
void kip_respond_to_forces(const KipDynamics *d, const int body[2], const Force force[2], Response *response);
void kip_respond_to_torques(const KipDynamics *d, int body, const double *tau, Response *response);
/* The accelerations of a sum of such x; 0 in trees whose bodies are idle. */
void kip_respond(KipDynamics *d, const bool *idle, const double *x, double *qdd);

/* The diagonals of M and of M^-1 (nv each), tree by tree: the time is linear in the number of trees, up to a loop over all
 * bodies for each. scratch: n (n + 1), n the most dofs of a tree. Fails as kip_mass_factor does. */
KipStatus kip_mass_diagonals(KipDynamics *d, double *diagonal, double *mobility, double *scratch,
                             KipError *error);
int kip_mass_most_of_a_tree(const KipModel *model);

/* The smallest pivot of link i's D relative to its diagonal entry, after an ABA by the general path; *dof is its index, and
 * *no_inertia says whether the diagonal entry itself is zero. */
double kip_link_pivot(const KipDynamics *d, int i, int *dof, bool *no_inertia);

#endif
