/* Inverse kinematics: the pose that takes points of bodies where they are wanted.
 *
 *     KipIkTarget hand = kip_ik_target();
 *     hand.body = kip_model_find_body(model, "hand_l"), hand.position = ball;
 *     n = kip_ik_chain(model, hand.body, kip_model_find_body(model, "trunk"), joints);
 *     kip_ik_solve(ik, q, joints, n, &hand, 1, &result, &error);
 *     if (!result.reached) ...  // q is the nearest pose found, result.error away
 *
 * Damped least squares within the joints' ranges, where no limit_spring/JOINT pushes, from the pose given and then from others, see ik.c. The
 * same call gives the same bytes: a solve does not depend on earlier ones.
 */
#ifndef KIP_CONTROL_IK_H
#define KIP_CONTROL_IK_H

#include "../dynamics/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipIkTarget {
    int body;            /* any but the world */
    KipVec3 point;       /* of the body's frame, m */
    KipVec3 position;    /* where it is wanted: world, m, within 1e5 of the origin on each axis */
    bool oriented;       /* the body's turn is wanted too */
    KipQuat orientation; /* body to world, of any length but 0 */
    double weight;       /* against other targets, where not all can be reached; more than 0 */
} KipIkTarget;

typedef struct KipIkDef {
    double tolerance;              /* m: nearer is reached */
    double turn_tolerance;         /* rad; against metres, a radian counts tolerance / turn_tolerance */
    int max_iterations;            /* of all starts together; half are kept for the last descent */
    int restarts;                  /* from other poses, where the first start leads nowhere */
    int targets;                   /* the most that a solve can be given */
    uint64_t seed;                 /* of the restarts */
    const KipAllocator *allocator; /* NULL: libc */
} KipIkDef;

typedef struct KipIkResult {
    bool reached;      /* every target, within the tolerances */
    double error;      /* m, the worst target's */
    double turn_error; /* rad, the worst oriented target's */
    int iterations, restarts;
} KipIkResult;

typedef struct KipIk KipIk;

/* Weight 1, the body's origin, no orientation; body and position are to be filled. */
KipIkTarget kip_ik_target(void);

/* 1e-4 m, 1e-3 rad, 600 iterations, 20 restarts, 8 targets. */
KipIkDef kip_ik_def(void);

/* Takes all the memory that a solve needs, for one model, which must outlive it; def NULL stands for
 * kip_ik_def(). KIP_NO_MEMORY. */
KipStatus kip_ik_create(const KipModel *model, const KipIkDef *def, KipIk **ik, KipError *error);
/* With NULL it does nothing. */
void kip_ik_destroy(KipIk *ik);

/* Searches a pose near q (nq numbers, unit quaternions) in which every target is reached, and writes it to
 * q; if there is none, the nearest one found: with the least sum of weight (distance^2 + turn^2), turns
 * scaled as above. Only the coordinates of `joints` (any, in any order, no joint twice) change, and they
 * end within these ranges, even where they did not start there. Not reaching a target is no error, see
 * `result` (may be NULL). KIP_BAD_USE, q untouched, for a target that no joint moves or that is not finite, a
 * joint given twice, more targets than the capacity of kip_ik_create. Does not allocate. */
KipStatus kip_ik_solve(KipIk *ik, double *q, const int *joints, int njoint, const KipIkTarget *target,
                       int ntarget, KipIkResult *result, KipError *error);

/* The same by a descent from q alone: it finds the nearest pose again where q is that of a target that has moved little. */
KipStatus kip_ik_follow(KipIk *ik, double *q, const int *joints, int njoint, const KipIkTarget *target,
                        int ntarget, KipIkResult *result, KipError *error);

/* The joints that move `body` against its ancestor `base`, from base outward, into `joints` (room for the
 * model's njoint); returns their number, -1 where base is no ancestor of body. Free joints are left out; base
 * 0, the world: all others up to the root. */
int kip_ik_chain(const KipModel *model, int body, int base, int *joints);

#ifdef __cplusplus
}
#endif
#endif
