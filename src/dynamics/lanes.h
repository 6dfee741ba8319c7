/* Worlds in lanes. Internal; the design of a batch.
 *
 * Data first. A processor with AVX2 computes with four doubles at once, one with AVX-512 with eight. Between subtrees of one
 * character there are too few alike to fill them (techniques of pairing left and right gained a few per cent), between worlds of
 * one model all are alike. So in lanes are numbers of up to four or eight worlds, a structure of arrays: state (q, v), links (R, r,
 * axes, v, c, I^A, p^A, U, D, u, a), their places in the world, forces on them, torques and diagonals of axes with what may be folded
 * into them, and the sums of each tree. Four take 3 kB a link, 55 kB for skeleton37: that stays in the caches. All else is in the
 * KipSims, where it always is. Of what is in lanes only kinematics outlive a step, which spares 3 % of the instructions of one that
 * stands: they are taken anew from any world that has been refreshed otherwise. So a batch has no state, and its worlds may be
 * changed between steps.
 *
 * The passes that transform it have control flow that depends on the model alone: kinematics.c, aba.c and tree_sum.c. There is
 * no second copy of them: their numbers are Reals (real.h), and lanes.c compiles the same files with Reals of four, lanes8.c that
 * with Reals of eight: a batch of more than four takes the latter where the processor can. Each lane does the operations of one
 * world, in its order: the bits are the same. Where numbers decide (an axis is folded; three folded hinges are no ideal ball), each
 * lane takes its own of two results.
 *
 * The contacts of limbs on what stands still are in lanes too, from the law to the account of its work (contact_ahead.h,
 * lanes_contact.h): a contact of the list that some of the worlds have, which crew_contact.c merges in each stage. Worlds that do
 * not have it take nothing. So are, in a step of one evaluation, contacts between two limbs that are explicit, as most are: 12 % of
 * the instructions of worlds that lie. In each world contacts in lanes are the first of the slots that touch, up to one that does not
 * suit; the rest press in the world after them, and what they add to forces and impedances comes into its lane. At the end
 * of a step they are merged too, placed, and held in the cone, all of which the first stage of the next step finds done: this
 * spares 4 % of the instructions of a world that stands and 5 % of one that lies.
 *
 * So is the search for what touches (collide_reach.h, lanes_collide.h, crew_collide.c), and so are the axes where a step is one
 * evaluation: folds, drives that are held, works and rates (axis_pass.h, lanes_axis.h, crew_axis.c).
 *
 * Scalar, world by world, stays what branches on the state: what may touch, lists of contacts, drives' torques, limits, divergence.
 * integrate.c is written for a crew of worlds that take the same stages: each phase runs for one world after the other, and the
 * passes for all at once. The two meet
 *
 *     as a step begins   kinematics of the refreshed state into lanes, unless they have them
 *     in each stage      q, v into lanes; places and velocities of links back; what touches, given forces, the drives' torques
 *                        or, where axes are not in lanes, all torques and diagonals into lanes; accelerations, and of contacts and
 *                        axes what outlives the stage, back
 *     as a step ends     all kinematics back, and of contacts what the next step begins with, so that the KipSims are as after a
 *                        step of their own
 *
 * some 800 numbers a world and stage, in square blocks that are transposed.
 *
 * Worlds that part. In each step a batch sorts its worlds by their method (one evaluation in touch, four in flight) and forms
 * crews of eight, or of four and less in four lanes (batch.c); one that is left over, and a world that lanes do not hold (constraints,
 * absent or prescribed bodies, a step in parts), steps alone, by the same functions. ABA runs again in all lanes while any world's contacts or drives
 * want that, on the links that any of these has stirred: for the others it finds what it found before. A world that diverges goes
 * back alone.
 *
 * Trees of one world. Ten characters of one model are like trees of one simulation, and a pass in lanes does not ask whether the
 * numbers of two lanes are of one world or two: a lane is a world from some body on (LaneStart). So three or more like
 * trees of a simulation form crews too (forest.c), which are a list. Their contacts stay with the simulation, whose rounds of ABA
 * run for the crews of which some tree is stirred. What is of no such tree runs by itself, in the same functions. Ten people
 * who fall over each other (scenes/crowd.py) take 25 % fewer instructions in lanes of four, and 18 % less time in lanes of eight.
 *
 * What it buys, of skeleton37 in thousands of instructions a world and step by lanes of four: standing 70.8 alone and 31.4 in lanes,
 * lying 97.9 and 43.2, in flight 160.5 and 81.7. By time 1.62, 1.59 and 1.59 times as many steps; in lanes of eight 1.92, 1.84 and
 * 1.74. Of what is left of a standing world 10 are scalar, of a lying one 16: lists of contacts 2 and 5, drives' torques and limits 2. */
#ifndef KIP_DYNAMICS_LANES_H
#define KIP_DYNAMICS_LANES_H

#include <stdint.h>

#include "model.h"

struct KipArena;

enum { MOST_LANES = 8, MOST_LANE_CONTACTS = 64 };

/* A body taken to be free: its mass, kg; its centre of mass in its link's frame; the inverse of its inertia, body axes. */
typedef struct LaneFree {
    double mass;
    KipVec3 com;
    KipSym3 mobility;
} LaneFree;

/* A contact that some of the worlds have in a stage, of a limb with what stands still, or `between` two that move: then an
 * explicit one. Truths are -1, else 0. */
typedef struct LaneContact {
    int body1, body2;
    bool moves1, moves2, between;
    LaneFree free[2]; /* between */
    bool on_plane;
    double radius;        /* m: of the moving body where it touches, or 0 */
    double kn, kt, ct, c; /* of its law */
    double
        *slot[MOST_LANES]; /* the numbers of its slots, from z on; what is no slot where it does not touch */
    double friction[MOST_LANES];
    int64_t touches[MOST_LANES], begun[MOST_LANES], goes_on[MOST_LANES],
        known[MOST_LANES]; /* now; in this step before; in the stage before; at all before */
    int64_t grip[MOST_LANES];
    int64_t strong[MOST_LANES]; /* between, and not to be explicit */
    int64_t asked[MOST_LANES],
        changed[MOST_LANES]; /* after an ABA: whether the grip may have changed, and has */
} LaneContact;

/* Two geoms that are near in some of the worlds. Truths are -1, else 0. */
typedef struct LanePair {
    int geom1, geom2;
    bool suits;                  /* lanes find its touches */
    bool has_faces;              /* and through which of them */
    int near[MOST_LANES];        /* which of the near pairs of each world it is */
    int64_t is_near[MOST_LANES]; /* it is one */
    double *point[MOST_LANES];   /* of its first slot, with what follows */
} LanePair;

/* Of a pair: the faces of its features, as they were and as they are, by the numbers of collide.h. */
typedef struct LaneTouches {
    bool any;
    unsigned features[MOST_LANES]; /* bits: those that touch */
    int64_t inside[MOST_LANES];    /* -1: the world must find them itself */
    int64_t face[4][MOST_LANES];
} LaneTouches;

/* A stage: the step, a method's lead and weights (Stage). */
typedef struct LaneStage {
    int index;
    double h, lead, time, told; /* s, the part of the last increment, s, the weight in what is reported */
    double half;                /* s: see stage_half */
    bool placed;                /* contacts are in lanes since the last step's end */
} LaneStage;

/* What comes before a lane's bodies in its world: nothing, but where lanes are trees of one world. */
typedef struct LaneStart {
    int body, q, v, tree;
} LaneStart;

/* Where the worlds have what goes into lanes and comes back: the arrays of KipDynamics and KipSim as plain numbers. Those of
 * lanes that are not in use are the first world's. */
typedef struct LaneWorlds {
    const struct LanePasses *pass;
    struct KipLanes *lanes;
    struct LaneWorlds *next; /* of other trees of one world, or NULL */
    bool of_trees;
    int nbody, ntree; /* of each lane */
    int used;         /* the first lanes; the others are as the first one */
    LaneStart start[MOST_LANES];
    int64_t evaluation[MOST_LANES]; /* of each world when its kinematics were in lanes */
    bool have;                      /* these, as the step began */
    int at_rest[MOST_LANES];        /* contacts of each world that have been placed at its end; */
    double friction[MOST_LANES];    /* and its scale of friction then */
    bool placed;                    /* in this stage they still are */
    double *q[MOST_LANES], *v[MOST_LANES], *link[MOST_LANES], *general[MOST_LANES], *world[MOST_LANES],
        *external[MOST_LANES], *diagonal[MOST_LANES], *tau[MOST_LANES], *a[MOST_LANES], *weight[MOST_LANES],
        *x[MOST_LANES], *bias[MOST_LANES], *folded[MOST_LANES], *sum[MOST_LANES], *gravity[MOST_LANES];
    int link_size, general_size, sum_size; /* numbers from one to the next */
    bool *impeded;                         /* nbody: on some world's link there is an impedance */
    bool *begun;                           /* nbody: so it was in an ABA of this stage */
    bool *kept;                            /* nbody: links that an ABA leaves as they were, where */
    bool any_kept;                         /* there are any, */
    bool any_stirred;                      /* and there are others */
    bool *summed;                          /* ntree: of all worlds, whether a tree is summed */
    int64_t started[MOST_LANES];           /* -1: the world itself starts links with impedances; else 0 */
    int64_t apart[MOST_LANES];         /* -1: some forces on the world's bodies are not in lanes; else 0 */
    const void *impedance[MOST_LANES]; /* nimpedance of each world that are not in lanes, of the size given */
    int nimpedance[MOST_LANES], impedance_size, impedance_r; /* bytes; where their numbers begin */
    LaneContact *contact; /* ncontact, in the order of their pairs and features */
    int ncontact;
    bool between;                                 /* some are so */
    bool listed;                                  /* as the last step ended, */
    int64_t nfound[MOST_LANES];                   /* from near pairs that each world has found so often, */
    int touching[MOST_LANES][MOST_LANE_CONTACTS]; /* and from these slots of it */
    double none[48];                              /* in place of a slot */
    double *work[MOST_LANES], *axis_work[MOST_LANES], *tree[MOST_LANES];
    LanePair *pair; /* npair of the room, in their order */
    int npair, most_pairs;
    int64_t look;                 /* the number of this detection of touches */
    const double *place;          /* of geoms on their links: axes and origin */
    int place_size, slot_size;    /* numbers from one geom to the next, and from one slot */
    const void *near[MOST_LANES]; /* the lists of near pairs that the pairs are of, */
    int64_t nnear[MOST_LANES];    /* which each world has found so often */
    bool axes;                    /* are in lanes in this step, see crew_axis.c */
    double *armature[MOST_LANES], *damping[MOST_LANES], *drive_torque[MOST_LANES], *drive_excess[MOST_LANES],
        *drive_c[MOST_LANES], *drive_k[MOST_LANES], *limit_lo[MOST_LANES], *limit_hi[MOST_LANES],
        *effective[MOST_LANES], *move[MOST_LANES], *rate[MOST_LANES];
    double *limit_torque, *limit_c, *limit_k, *stopped; /* of the first lane, to which its world adds */
    int tree_size, tree_about, tree_now; /* numbers from one tree to the next, and up to its members */
    bool *floats;                        /* ntree: momentum is accounted */
} LaneWorlds;

typedef struct KipLanes KipLanes;

/* The passes in lanes of one number. */
typedef struct LanePasses {
    int count; /* of lanes */
    /* Lanes for worlds of a model, whose bodies belong to ntree trees: tree_of [nbody], which is kept; with room for so many
     * contacts. NULL: out of memory. */
    LaneWorlds *(*create)(const KipModel *model, const int *tree_of, int ntree, int contacts,
                          struct KipArena *arena);
    /* Takes the worlds' gravity, and their kinematics as they are unless lanes `have` them. */
    void (*begin)(KipLanes *lanes, bool have);
    /* Kinematics of the worlds' q and v; places and velocities of the links go back, unless it is the last in a step. */
    void (*set)(KipLanes *lanes, bool last);
    /* Where two geoms meet now, into their slots; faces of a pair that has them are those of their last touches. */
    void (*collide)(KipLanes *lanes, const LanePair *pair, LaneTouches *touches);
    /* At the end of a step: contacts are placed, and their deflections held in the cone. */
    void (*rest)(KipLanes *lanes);
    /* Which of the contacts between two that move are strong; true: one is. */
    bool (*couple)(KipLanes *lanes, const LaneStage *stage);
    /* External forces into lanes, and the contacts press; after each ABA their grips (true: one has changed), after the last their account. */
    void (*press)(KipLanes *lanes, const LaneStage *stage);
    bool (*regrip)(KipLanes *lanes, int round);
    void (*account)(KipLanes *lanes, const LaneStage *stage);
    /* Before the worlds add the torques of their limits, and after that; of those asked, which drives are held or released: of all
     * lanes of an axis, or NULL where none is; what kip_axis_account does, with the rates that follow. */
    void (*begin_axes)(KipLanes *lanes, const LaneStage *stage);
    void (*fold)(KipLanes *lanes, const LaneStage *stage);
    const int64_t *(*hold)(KipLanes *lanes, const int64_t asked[MOST_LANES], const int64_t free[MOST_LANES]);
    void (*leave)(KipLanes *lanes, const LaneStage *stage);
    /* kip_aba; `decides` as in kip_crew_aba. The worlds have run kip_aba_start for impeded links. */
    void (*aba)(KipLanes *lanes, bool decides);
    /* kip_sum_firsts, kip_sum_momenta, kip_sum_inertias: the sums about the worlds' points go back. */
    void (*sum_firsts)(KipLanes *lanes);
    void (*sum_momenta)(KipLanes *lanes);
    void (*sum_inertias)(KipLanes *lanes);
    /* kip_world_places, of the worlds' link[].r, those of roots go back; kip_velocity_pass, of their v. */
    void (*move_places)(KipLanes *lanes);
    void (*move_velocities)(KipLanes *lanes);
    /* All kinematics back. */
    void (*end)(KipLanes *lanes);
} LanePasses;

/* In four lanes, where the processor has AVX2, and in eight, where it has AVX-512; NULL: it has not, or this compiler makes none. */
const LanePasses *kip_four_lanes(void);
const LanePasses *kip_eight_lanes(void);

/* Those for n worlds; NULL: they step alone. */
static inline const LanePasses *kip_lanes_for(int n)
{
    const LanePasses *four = n > 1 ? kip_four_lanes() : NULL, *eight = n > 4 ? kip_eight_lanes() : NULL;
    return eight ? eight : four;
}

#endif
