/* The inside of a simulation. Internal.
 *
 *     saved as bytes   tag, steps, q, v, drives, external forces, masks, springs, constraints, what is present,
 *                      friction deflections, works: one block, `state`
 *     constant         model, definition, geoms in their links' frames, which pairs may meet, limit springs
 *     derived          everything in `d`, near pairs, contacts: the refreshed picture of the saved state
 *     of one step      increments of every stage
 */
#ifndef KIP_DYNAMICS_SIM_PARTS_H
#define KIP_DYNAMICS_SIM_PARTS_H

#include "arena.h"
#include "axis_pass.h"
#include "collide.h"
#include "lanes.h"
#include "contact_slot.h"
#include "sim.h"
#include "surface.h"
#include "tree.h"

enum { REST = -1 };

/* A Runge-Kutta method whose stages may meet stiffness implicitly, see integrate.c. */
typedef struct Method {
    int stages;
    double lead[STAGES];   /* a stage starts from the step's start and this part of the last increment */
    double weight[STAGES]; /* of the increments in the step */
    double moved[STAGES];  /* of a stage's acceleration in the displacement: sum of weight_i lead_i */
    double fold[STAGES][STAGES];          /* weight of each stage's increment in the folded terms */
    double fold_in_touch[STAGES][STAGES]; /* the same in a step at whose start something touches */
    bool implicit;                        /* fold is not all zero */
    bool rates_last;                      /* positions move with the velocities at the end of the step */
    bool keeps_momentum;
} Method;

/* The kind of evaluation: a stage of a step by a method, or REST, at the end of a step. */
typedef struct Stage {
    int index;            /* 0 to method->stages - 1; REST */
    double h;             /* s: the whole step's, or that of a part of it */
    const Method *method; /* how far ahead stiff terms are evaluated */
    double told;          /* its weight in the means that are reported of the whole step */
    bool first;           /* it is in the first of the parts in which the step is taken */
    bool stepped;         /* REST: a step has led here */
    bool driven;          /* the drives' forces at its state are known: kip_integrate_begin has found them */
} Stage;

/* s: after this time forces find the mean of the rates in the step, by which their work is exact on a constant inertia; the stages of
 * Runge-Kutta methods have rates of their own. */
static inline double stage_half(const Stage *stage)
{
    return stage->method->rates_last ? 0.5 * stage->h : 0;
}

/* Whether it is the first stage of the whole step. */
static inline bool stage_opens(const Stage *stage)
{
    return stage->first && stage->index == 0;
}

/* -- contacts -------------------------------------------------------------------------------------------- */

/* A geom in its link's frame. */
typedef struct GeomPlace {
    KipMat3 R;
    KipVec3 p;
    double reach; /* m: no point of it is farther from the link's origin */
    int mover,
        above; /* the body whose joints move it, and the one whose joints move that one's parent; or the world */
    bool paired, excluded; /* some pair of the model has it; some exclusion its body */
} GeomPlace;

/* Memory of a contact from step to step; in order of geoms. */
typedef struct ContactMemory {
    int geom1, geom2, feature, face;
    KipVec3 z;                    /* tangential deflection, axes of geom1's body, m */
    KipVec3 force, point, normal; /* of the last step: the mean force, and where it acts or did; world axes */
    double
        speed; /* m/s: how fast the two have come, at the most, since they last began to; below 0: they part now */
    double expected; /* m: see kip_surface_depth; it falls slowly */
} ContactMemory;

/* Further memory where a geom or a pair has condim 4 or 6: contact_roll.c. */
typedef struct TwistMemory {
    KipVec3 y;      /* deflection, axes of geom1's body, rad */
    KipVec3 torque; /* the mean of the last step, on geom2's body, world axes */
} TwistMemory;

/* The parameters of two geoms that touch: by the model's pair, or by both geoms. */
typedef struct PairRule {
    int geom1, geom2;  /* in the order of NearPair */
    double friction;   /* Coulomb's mu; 0 for frictionless */
    double spin, roll; /* m; 0: none */
    ContactLaw law;
} PairRule;

/* Two geoms that could touch within the next step. */
typedef struct NearPair {
    int geom1, geom2;
    int slot, nslot;             /* its features */
    double friction, spin, roll; /* see PairRule */
    ContactLaw law;
    double radius[2]; /* m: of the sphere that touches, where it is one; 0: a corner, an edge or a face */
    double calm;      /* m/s: see kip_haste_calm */
    bool odd[2];      /* a cylinder or an ellipsoid */
    bool on_plane;
    bool between;   /* both bodies move */
    bool for_lanes; /* see kip_contacts_for_lanes */
} NearPair;

/* Further data of a slot whose pair has condim 4 or 6. */
typedef struct ContactTwist {
    KipVec3 y; /* at the step's start, axes of geom1's body */
    KipVec3 dy[STAGES];
    KipVec3 torque, mean; /* on body 2, world axes */
} ContactTwist;

/* A tree of bodies below one child of the world. */
typedef struct Tree {
    int root;
    bool floats;   /* on a free joint that nothing but gravity and contacts acts on */
    bool moves;    /* it has joints */
    bool single;   /* one body with mass, or none */
    bool rough;    /* in this step: its stages do not differ smoothly, see integrate.c */
    bool stirred;  /* since the last ABA something new acts on one of its bodies */
    bool held;     /* some row acts on it */
    KipVec3 about; /* where the root was at the step's start: moments are about it, world axes */
    double mass;
    KipVec3 first;                       /* m c at the step's start */
    Force momentum;                      /* at the step's start */
    Force now;                           /* outer forces of this stage */
    Force impulse;                       /* of the outer forces in this step */
    KipVec3 shift;                       /* what they add to m c in it */
    KipVec3 stage_momentum, stage_force; /* of the last stage */
} Tree;

/* Of the geoms of a tree, m: reserve.c. */
typedef struct Reserve {
    double left;  /* so much or more of each geom's room, when they were tested last */
    double spent; /* so much of it or less since */
} Reserve;

/* -- joints ---------------------------------------------------------------------------------------------- */

/* Exponential spring beyond a limit, DCT.4: a (exp(b x) - 1) + damping x', x the penetration. a = 0: no
 * limit. */
typedef struct LimitSpring {
    double a, b, damping;
    double lo, hi;
    bool holds; /* stiff, and not the spring of the papers */
} LimitSpring;

/* A joint with limits: while its coordinate q is from lo to hi they do nothing. Of a ball it never is. */
typedef struct FreeRange {
    int joint, q;
    double lo, hi;
} FreeRange;

/* A ball's elliptic cone and twist range, rad; swing_x = 0: none. */
typedef struct SwingTwist {
    double swing_x, swing_y, twist_lo, twist_hi;
} SwingTwist;

/* Axes of one tree that follow each other. */
typedef struct AxisRun {
    int first, end, tree;
    int q, q_end; /* their coordinates */
} AxisRun;

/* Geoms of which all are on or off; of a group's sets one is on. */
typedef struct GeomSet {
    const char *name; /* GROUP/NAME, a prefix before it where the model's text has one */
    int group;
} GeomSet;

/* In the order of their types. */
typedef struct GeomPair {
    int geom1, geom2;
} GeomPair;

typedef struct Row Row;

/* The iteration of contact_stack.c in a stage. */
typedef struct Stacked {
    bool begun;           /* and not converged yet */
    double product, size; /* r P^-1 r of the last round, and the same of whole forces */
} Stacked;

/* What comes after an ABA of a stage, see integrate.c. */
typedef struct Solving {
    enum { MEETS_BETWEEN, MEETS_ROWS, MEETS_LIMITS, MEETS_NOTHING } next;
    int round, nimpedance;
    Stacked stacked;
} Solving;

/* Force (world axes) and torque on a body, the force at a point of its frame. */
typedef struct External {
    KipVec3 force, torque, point;
} External;

struct KipSim {
    const KipModel *model;
    struct KipArena *arena;
    const Method *method;
    KipDynamics *d; /* at the present state when a step returns */
    double h;       /* s */

    /* saved */
    unsigned char *state, *good; /* state_size bytes: the saved block, and the last good one */
    size_t state_size;
    uint64_t *tag; /* whose state it is */
    int64_t *steps;
    double *q, *v;
    KipDrives drives;
    External *external; /* nbody */
    int64_t *mask;      /* nbody: six bits for each kind of force, see mask.h */
    double *gravity_scale, *friction_scale;
    void *own[KIP_LOADS]; /* of each kind of force that remembers something: force.h */
    KipWork *work;
    double *effective;         /* nv: drive torques of the last step */
    KipConstraint *constraint; /* max_constraints */
    double *row_force;         /* 6 max_constraints: of the last step */
    int64_t *nconstraint;      /* number in use */
    int64_t *absent;           /* ntree */
    int64_t *chosen;           /* ngroup: the set that is on */
    int64_t *prescribed;       /* njoint */
    double *told;              /* nv: accelerations of prescribed joints */
    int64_t *nmemory;
    TwistMemory *twist_memory; /* of each contact remembered; none where no contact resists spinning */
    ContactMemory *memory;     /* at most max_contacts; last in the block */
    int max_contacts, max_constraints;

    /* constant */
    GeomSet *set; /* nset, the sets of one group together */
    int nset, ngroup;
    int *set_of;      /* ngeom: the set of which it is a part, or -1 */
    Surface *surface; /* ngeom */
    PairRule *rule;   /* nrule: of the model's pairs, in the order of near pairs */
    int nrule;
    bool contacts;
    GeomPlace *place;                /* ngeom */
    KipExclude *exclude;             /* the model's, in order, the lower body first */
    const LimitSpring *limit;        /* njoint, or NULL: limits off */
    const LimitSpring *inner;        /* njoint: what begins inside a range that holds */
    const LimitSpring *tendon_limit; /* ntendon */
    const SwingTwist *swing_twist;   /* njoint */
    FreeRange *free;                 /* nfree: of the joints with limits */
    int nfree;
    bool literal_limits;
    int *tree_of;     /* nbody */
    int *tree_of_dof; /* nv */
    AxisRun *run;     /* nrun */
    int nrun;
    int ntree;
    KipSym3 *mobility; /* nbody: inverse inertia about the centre of mass, body axes */

    /* derived */
    Tree *tree;   /* ntree */
    TreeSum *sum; /* ntree: of momentum.c */
    Solid *solid; /* ngeom: where it stands, at evaluation number stamp */
    int64_t *stamp, evaluation;
    double *bounds;  /* [6 ngeom] lowest and highest corner that the geom can reach in a step */
    double *wide;    /* 6 ngeom: within which the bounds may change before other pairs are close */
    GeomPair *close; /* nclose pairs that may meet and whose wide bounds overlap, in order; -1: not known */
    int nclose, max_close;
    GeomPair *unsorted;  /* [max_close] scratch */
    int *sorting;        /* [ngeom + 1] scratch */
    NearPair *described; /* nclose: what these are to each other */
    double *room;        /* [ngeom] m: by which the bounds are wider than the geom */
    WorldPose *found_at; /* [nbody] where they were as the near pairs were found */
    Reserve *reserve;    /* ntree */
    double *tested_q;    /* nq: coordinates as all rooms were last tested */
    double *
        lever; /* nbody, m: from a link to the farthest point of a geom that it may have to move; may be infinite */
    double *lever_q,
        *lever_v;    /* nq, nv: m, or 1: the most that a geom moves by with a coordinate, or by its rate */
    bool near_holds; /* these may still be the near ones */
    bool slots_are_ahead;   /* of the memory */
    int *sweep;             /* nsweep geoms in the order of their lowest corners along sweep_axis */
    int nsweep, sweep_axis; /* 0, 1, 2: x, y, z */
    NearPair *near;
    int nnear, max_near;
    int64_t nfound; /* how often they were found */
    ContactSlot *slot;
    ContactStack *stack; /* [max_slots] scratch of contact_stack.c */
    ContactTwist *twist; /* of each slot; NULL: no contact resists spinning */
    int nslot, max_slots;
    uint64_t *
        live; /* [max_slots / 64 + 1] a bit for each slot that touches or is remembered, or for all: contact_parts.h */
    KipContact *contact; /* max_contacts */
    int ncontact;
    int unplaced; /* so many of those that touch are not placed at d's state; all, but from rest to the next step's first stage */
    bool contacts_between; /* some contact of this stage is CONTACT_BETWEEN */
    bool strong_between;   /* and in this step some is strong */
    int in_lanes;          /* contacts of this stage, the first of those that touch */
    bool regripped;        /* some of them have another grip after the last ABA */
    bool axes_in_lanes;    /* in this step, see crew_axis.c */
    bool reheld;           /* then: drives are held or released after the last ABA */
    bool full;             /* more contacts than there is room for */
    bool pushed;           /* some external force is not zero */
    bool masked;           /* some mask is set */
    int *touching;         /* ntouching slots that touch at this evaluation, in order */
    int ntouching;

    /* of one step */
    const Method *taken;             /* of the part of the step, see integrate.c */
    bool strained;                   /* a drive's law exceeds its limits as it begins */
    double drives_before;            /* J: the drives' work then */
    int lost;                        /* the joint that diverges, or -1 */
    size_t good_size;                /* bytes: how much of the state was in use as it began */
    Solving solving;                 /* of a stage */
    double *tau, *a, *move;          /* nv: of one evaluation */
    double *ahead[2];                /* [nv] part of increments in the folds; or another scratch */
    double *dx[STAGES], *dv[STAGES]; /* nv: increments of q in exponential coordinates, and of v */
    AxisForces axis;
    AxisFolds fold;
    void *scratch[KIP_LOADS]; /* of each kind of force that needs some: force.h */
    Row *row;                 /* nrow */
    int nrow, max_rows;
    Response unit;                 /* of a row */
    double *X;                     /* max_rows x nv: what a unit of each row moves */
    double *A;                     /* max_rows x max_rows */
    double *b, *lo, *hi, *x, *lcp; /* max_rows; memory of the solver */
    struct LaneWorlds *forest;     /* crews of trees that are alike, or NULL */
    bool *in_forest;               /* nbody: of which some lane has the tree */
    Bodies *rest;                  /* nrest: the others */
    int nrest;
    bool *rest_idle; /* [nbody] scratch: KipDynamics.idle for these */
    bool *impeded;   /* [nbody] scratch: some impedance is on it */
    bool *stirred;   /* nbody: since the last ABA something new acts on it */
    bool *unheld;    /* nbody: no row acts on its tree */
    Force *loaded;   /* nbody: of joint_forces.c, what acts on the bodies with the constraints' forces */
};

/* The slot touches, or is remembered: its bit in sim->live. */
static inline void note_live(KipSim *sim, int slot)
{
    sim->live[slot / 64] |= (uint64_t)1 << slot % 64;
}

/* Simulations that take a step together: one, or several of one model and one step whose passes over the links run in lanes.
 * Functions of a crew do their part for each, as if it were alone. */
typedef struct Crew {
    int n;
    KipSim *const *sim;       /* n */
    struct LaneWorlds *lanes; /* NULL: n is 1; or those of the like trees of one */
} Crew;

/* More touches than there is room for, or it has left its bounds. */
static inline bool kip_is_lost(const KipSim *sim)
{
    return sim->full || sim->lost >= 0;
}

/* ABA is to be run again for what acts on the body, or on its joints. */
static inline void kip_stir(KipSim *sim, int body)
{
    sim->stirred[body] = sim->tree[sim->tree_of[body]].stirred = true;
}

static inline void kip_stir_axis(KipSim *sim, int dof)
{
    kip_stir(sim, sim->model->joint[sim->model->tree->dof_joint[dof]].body);
}

/* -- broad.c --------------------------------------------------------------------------------------------- */
KipStatus kip_broad_create(KipSim *sim, KipError *error);
/* Finds the pairs that could touch within a step from d's state, and their slots, with the memory of contacts. */
void kip_broad_phase(KipSim *sim);
/* Whether a pair of these, which may have been found for several steps, could touch in the next one. */
bool kip_pair_is_near(KipSim *sim, const NearPair *near);
/* reserve.c: by how much a geom's bounds are wider than it is; whether no geom has spent it. */
void kip_reserves_begin(KipSim *sim);
double kip_reserve_room(const KipSim *sim, int g, bool with_reserve);
bool kip_reserves_hold(KipSim *sim);
/* m/s: an upper bound of the speed of a near geom's points. */
double kip_geom_most_speed(const KipSim *sim, int g);
/* The place of geom g in d's state. */
const Solid *kip_solid(KipSim *sim, int g);

/* -- contact.c ------------------------------------------------------------------------------------------- */
/* Whether two that approach at this speed do so much faster than a falling weight accelerates during the contact: explicit
 * contacts then have the right restitution; slower ones should be implicit, to come to rest. */
bool kip_contact_bounces(const ContactLaw *law, double speed);
/* Which slots touch, and where, at d's state. */
void kip_contact_detect(KipSim *sim);
/* The same by parts: none touch; one pair; a feature of one touches, through this face. */
void kip_contact_touch_nothing(KipSim *sim);
void kip_contact_detect_pair(KipSim *sim, const NearPair *near);
void kip_contact_touch(KipSim *sim, const NearPair *near, int feature, int face);
/* Contact forces onto d's bodies and impedances for ABA, in a stage. */
void kip_contact_press(KipSim *sim, const Stage *stage);
/* How many of the contacts that touch, the first ones in their order, may be pressed in lanes: those of limbs on what stands still,
 * and where a step is one evaluation those between two that move, by laws that do not depend on the speed of impact.
 * kip_contact_press, _regrip and _account leave out sim->in_lanes. */
int kip_contacts_for_lanes(const KipSim *sim, const Stage *stage);
/* At rest: the deflections are held within the friction cone, and the list of contacts is written, with the mean forces of
 * the last step. What only touches from now on has none after a step, else the law's. */
void kip_contact_rest(KipSim *sim, bool stepped);
/* The law's forces at rest onto d's bodies, for who asks: that no step computes them, and that its first stage finds contacts
 * placed, takes 5 % of the instructions from a lying step. */
void kip_contact_push_at_rest(KipSim *sim);
/* After ABA: the forces in effect, their work and impulse, and the stage's increments. */
void kip_contact_account(KipSim *sim, const Stage *stage);
/* Adds the increments of the stages up to the last one in the slots, which are ahead of the memory then. */
void kip_contact_advance(KipSim *sim, const Stage *last);
/* The slots, which are ahead, begin the next step; or go into the memory. */
void kip_contact_go_on(KipSim *sim);
void kip_contact_remember(KipSim *sim);

/* The impedances of contacts between two moving links; false where there are none. After ABA: the forces that
 * follow, and only the first nimpedance impedances are left. */
bool kip_contact_impede_between(KipSim *sim);
bool kip_contact_correct_between(KipSim *sim); /* true: ABA is to be run again */
void kip_contact_push_between(KipSim *sim, int nimpedance);
/* After ABA: contacts that would pull part, and friction that would leave the cone of the normal force slides. True:
 * ABA is to be run again. Rounds count from 0. */
bool kip_contact_regrip(KipSim *sim, const Stage *stage, int round);

/* -- contact_roll.c ----------------------------------------------------------------------------------- */

/* What contact.c does with forces, with torques: of slots whose pair has `spin` or `roll`. */
void kip_roll_press(KipSim *sim, const ContactSlot *s, const Stage *stage);
void kip_roll_rest(KipSim *sim, const ContactSlot *s, bool stepped);
void kip_roll_account(KipSim *sim, const ContactSlot *s, const Stage *stage);
/* last: the last of the stages that have been taken; NULL: none since the memory was read. */
TwistMemory kip_roll_remember(const KipSim *sim, const ContactSlot *s, const Stage *last);

/* -- row_list.c, rows.c, close.c ------------------------------------------------------------------------- */
/* The memory for rows. */
KipStatus kip_rows_create(KipSim *sim, KipError *error);
/* The rows of a stage. */
void kip_rows_list(KipSim *sim, const Stage *stage);
/* After ABA: the rows' forces, added to d's. ABA is to be run again. */
void kip_rows_solve(KipSim *sim);
void kip_rows_account(KipSim *sim, const Stage *stage);
/* At the end of a step, or of a part, of the length h (s): closes the gaps of bilateral rows and makes their rates zero. */
void kip_rows_close(KipSim *sim, double h);
/* The rates alone: an inelastic impulse. */
void kip_rows_stop_drift(KipSim *sim, double h);

/* -- presence.c ------------------------------------------------------------------------------------------ */
/* Reads the model's sets of geoms and pools. */
KipStatus kip_presence_create(KipSim *sim, KipError *error);
/* Pools are absent. */
void kip_presence_start(KipSim *sim);
/* Copies presence and prescription from the saved block to d. */
void kip_presence_show(const KipSim *sim, KipDynamics *d);
/* The same for the simulation's own d; absent bodies are put at rest. */
void kip_presence_apply(KipSim *sim);
bool kip_presence_is_sound(const KipSim *sim);

/* -- constraint.c ---------------------------------------------------------------------------------------- */
bool kip_constraints_are_sound(const KipSim *sim);
/* Before a step: each KIP_PARTING whose bodies have parted is removed. */
void kip_partings_end(KipSim *sim);

/* -- limit.c --------------------------------------------------------------------------------------------- */
KipStatus kip_limit_springs(KipSim *sim, KipError *error);
/* Adds the limits' torques and their slopes at d's state, to every stride-th number. */
void kip_limit_forces(const KipSim *sim, const AxisForces *axis, int stride);

/* -- drive.c --------------------------------------------------------------------------------------------- */
/* The drives' torques and their slopes at d's state. */
void kip_drive_forces(const KipSim *sim);
/* Whether the law of a drive exceeds its limits, which makes trees rough. */
bool kip_drive_strained(KipSim *sim);

/* -- fold.c ---------------------------------------------------------------------------------------------- */
/* Computes the torques of every axis at d's state into tau and d's diagonal, with stiff terms folded in. */
void kip_axis_forces(KipSim *sim, const Stage *stage);
/* Whether ABA has to decide in this stage, once in a step, which axes are folded. */
bool kip_axis_are_undecided(const Stage *stage);
/* After ABA: holds drives whose torque would exceed its limits, and releases held ones that would not. Returns whether ABA
 * must run again. Rounds count from 0. */
bool kip_axis_hold(KipSim *sim, const Stage *stage, int round);
/* The works and effective torques of a stage. */
void kip_axis_account(KipSim *sim, const Stage *stage);

/* -- mask.c ---------------------------------------------------------------------------------------------- */
bool kip_masks_are_any(const KipSim *sim);
bool kip_masks_are_sound(const KipSim *sim);

/* -- spring.c -------------------------------------------------------------------------------------------- */
bool kip_springs_are_any(const KipSim *sim);

/* -- push.c ---------------------------------------------------------------------------------------------- */
bool kip_pushes_are_any(const KipSim *sim);

/* -- load.c ---------------------------------------------------------------------------------------------- */
/* Of all kinds of forces on bodies, see force.h: the saved state and the scratch of each, */
size_t kip_force_state_size(const KipSim *sim, KipLoadKind kind);
bool kip_force_take_scratch(KipSim *sim);
/* greatest number of their impedances, and whether their states are valid */
size_t kip_force_impedances(const KipSim *sim);
bool kip_forces_are_sound(const KipSim *sim);
/* The forces onto d's bodies and the impedances for ABA, in a stage; at REST the forces alone. First those that are given. */
void kip_forces_press(KipSim *sim, const Stage *stage, bool given);
/* After ABA: accounts the forces of laws in effect, with work and impulse; then the external ones. */
void kip_forces_account(KipSim *sim, const Stage *stage, bool given);

/* The row of a method's fold: weights of a stage's own and earlier increments in its folds for the axes of a tree, and the
 * first nonzero one; in a rough tree only the stage's own. */
static inline const double *kip_fold_part(const KipSim *sim, const Stage *stage, int tree, int *first)
{
    const Method *method = stage->method;
    const double *part = (sim->tree[tree].rough ? method->fold_in_touch : method->fold)[stage->index];
    *first = 0;
    while (*first < stage->index && part[*first] == 0)
        (*first)++;
    return part;
}

/* -- momentum.c ------------------------------------------------------------------------------------------ */
/* Each tree's momentum at d's state. */
void kip_momentum_measure(const Crew *crew);
/* Adds to a stage's outer forces one on a body at a point, and a torque, world axes. */
static inline void kip_momentum_push(KipSim *sim, int body, KipVec3 f, KipVec3 n, KipVec3 point)
{
    Tree *tree = sim->tree + sim->tree_of[body];
    if (tree->floats)
        tree->now = force_add(tree->now, force_about(v3_sub(point, tree->about), f, n));
}
/* The same of a wrench, force at a point of the body's frame, and its work in the stage to *work. */
void kip_load_account(KipSim *sim, int body, Force wrench, KipVec3 point, const Stage *stage, double *work);
/* Adds gravity, and the stage with its outer forces, to the step. */
void kip_momentum_account(KipSim *sim, const Stage *stage);
/* At the end of a step, or of a part, of the length h (s): moves the velocities of floating trees to what their impulses
 * leave them with; d's positions and velocities are those of the new state, and again afterwards. */
void kip_momentum_keep(const Crew *crew, double h);

/* -- haste.c --------------------------------------------------------------------------------------------- */
/* The number of parts of a step; 1 unless single bodies are so fast that they would tunnel, or bounce where a step is too
 * long for that. */
int kip_haste(KipSim *sim);
/* m/s: two that close by no more than this need one part alone. */
double kip_haste_calm(const KipSim *sim, const NearPair *near);

/* -- sim_state.c ----------------------------------------------------------------------------------------- */
/* Drops the memory of contacts, so that all that touch are new. */
void kip_sim_forget_contacts(KipSim *sim);

/* -- sim.c ----------------------------------------------------------------------------------------------- */
/* Kinematics and contacts of the present state: what queries see and the next step starts from. */
void kip_sim_refresh(KipSim *sim);
/* A step in its phases. It begins, and returns the number of its parts, see haste.c; 0: it cannot. Then it is taken alone, or by
 * a crew, of which all have one part and have called kip_integrate_begin. It ends: a simulation that fails goes back to its
 * last good state. */
int kip_step_begin(KipSim *sim);
void kip_step_alone(KipSim *sim, int parts);
void kip_step_take(const Crew *crew);
KipStatus kip_step_end(KipSim *sim, KipError *error);

/* -- integrate.c ----------------------------------------------------------------------------------------- */
const Method *kip_method(KipIntegrator integrator);
/* Makes trees joined to rough ones rough too. */
void kip_spread_rough(KipSim *sim);
/* The state of a stage, the first one's is the refreshed state, and the forces on it. */
void kip_stage_enter(const Crew *crew, const Stage *stage);
/* Begins a step, or one of the parts in which it is taken, from the refreshed state: sim->taken. */
void kip_integrate_begin(KipSim *sim);
/* Takes it, with the method that all have begun with; q, v and the slots of contacts are advanced, nothing is refreshed. */
void kip_integrate(const Crew *crew, int part, int parts);

/* -- forest.c -------------------------------------------------------------------------------------------- */
/* Whether the bodies that follow `before`, n of them, are the same to lanes in both models. */
bool kip_links_are_alike(const KipModel *a, LaneStart before_a, const KipModel *b, LaneStart before_b, int n);
/* sim->forest. False: out of memory. */
bool kip_forest_create(KipSim *sim);
/* Whether lanes hold the simulation as it is: no constraints, nothing absent or prescribed. */
bool kip_fits_lanes(const KipSim *sim);

/* -- crew.c ---------------------------------------------------------------------------------------------- */
/* The passes for each of a crew. Before a step begins, and when its last pass is done. */
void kip_crew_begin(const Crew *crew);
void kip_crew_end(const Crew *crew);
/* Once the simulations are refreshed: lanes have their kinematics, which the next step begins with. */
void kip_crew_note(const Crew *crew);
/* crew_axis.c: as a step begins, whether axes are in lanes in it. Then what kip_axis_forces does, of all worlds; after each ABA,
 * sim->reheld; what kip_axis_account does, and the new rates, with what coordinates move by in sim->move. */
void kip_crew_begin_axes(const Crew *crew);
void kip_crew_axis_forces(const Crew *crew, const Stage *stage);
void kip_crew_hold(const Crew *crew);
void kip_crew_leave(const Crew *crew, const Stage *stage);
/* Kinematics of d's q and v; no forces act on d's bodies. The last ones of a step are in d once it has ended. */
void kip_crew_set(const Crew *crew, bool last);
/* crew_collide.c: kip_contact_detect of those that are not lost. */
void kip_crew_detect(const Crew *crew);
/* crew_contact.c: contacts that suit lanes. At the end of a step, before those that do not rest: which are in lanes, and they rest.
 * As a stage begins: which are in lanes; once other forces have pressed, their own; after
 * each ABA, sim->regripped; once the accelerations are found, what kip_contact_account does. */
void kip_crew_rest(const Crew *crew, const Stage *rest);
void kip_crew_meet(const Crew *crew, const Stage *stage);
void kip_crew_press(const Crew *crew, const Stage *stage);
void kip_crew_regrip(const Crew *crew);
void kip_crew_account(const Crew *crew, const Stage *stage);
/* ABA under d's forces and tau, into a; `decides`: which axes are folded. */
void kip_crew_aba(const Crew *crew, bool decides);
/* The same for those of which something is stirred since. */
void kip_crew_aba_again(const Crew *crew);
/* Into sim->sum. */
typedef enum SumOf { SUM_FIRSTS, SUM_MOMENTA, SUM_INERTIAS } SumOf;
void kip_crew_sum(const Crew *crew, SumOf what);
/* Where the roots alone have moved, d's link[].r; where the rates alone have changed, d's v. */
void kip_crew_move_places(const Crew *crew);
void kip_crew_move_velocities(const Crew *crew);

/* -- diverge.c ------------------------------------------------------------------------------------------- */
/* All n within (-bound, bound), and numbers. */
bool kip_within(const double *x, int n, double bound);
/* The first joint whose drive, or whose body's external force, is no number or makes no sense; -1: none. */
int kip_find_unfit_input(const KipSim *sim);
/* The first joint out of bounds in q, v, or -1. */
int kip_find_divergence(const KipModel *model, const double *q, const double *v);
/* The sentence: joint, body, time, cause. sim is back at its last good state and refreshed. */
KipStatus kip_report_divergence(KipSim *sim, int joint, KipError *error);

#endif
