/* Composite inertias (OTB.5, OTB.7): what each joint of a tree has to turn. Pure functions for one step of the recursion
 * and for one axis, and the pass over a whole tree, tip to root, each joint once.
 *
 * Inertias are about the origin of a frame, in its axes, kg m^2; R turns child axes into the parent's, p is the
 * child's origin in the parent's frame, m. */
#ifndef KIP_CONTROL_COMPOSITE_H
#define KIP_CONTROL_COMPOSITE_H

#include "../dynamics/dynamics.h"
#include "law.h"

/* A body, or several as one. */
typedef struct KipComposite {
    double mass; /* kg */
    KipVec3 com; /* m */
    KipMat3 D;   /* about the origin of the frame, not the centre of mass */
} KipComposite;

/* A body by itself, in its own frame. */
KipComposite kip_composite_body(const KipBody *body);

/* OTB.6: [u] v = u x v. */
KipMat3 kip_skew(KipVec3 u);

/* OTB.5: the child's inertia about the parent's origin, R D R' - M ([p][Rc] + [Rc][p] + [p][p]); mass and centre of
 * mass go along. KIP_LITERAL has a plus before M, as the print can be read, which no body has. */
KipComposite kip_composite_to_parent(KipForm form, const KipComposite *child, KipMat3 R, KipVec3 p);
/* Both as one body, in the same frame. */
KipComposite kip_composite_join(const KipComposite *a, const KipComposite *b);

/* OTB.7: the moment of inertia about the axis s (unit) through d, s'D s - M |c x s|^2 + M |(c - d) x s|^2.
 * KIP_LITERAL: s'D s + M |(c - d) x s|^2, right only for D about the centre of mass. */
double kip_composite_moment(KipForm form, const KipComposite *composite, KipVec3 d, KipVec3 s);

/* Of every body with all that it carries, in the body's frame, at the state of `dynamics`: OTB.5 from the tips to the
 * world. composite: nbody. */
void kip_composite_pass(const KipDynamics *dynamics, const KipModel *model, KipComposite *composite);
/* Of every rate, nv: what its axis has to move, kg m^2 or kg, its armature included: OTB.7 for turns, the mass
 * for slides. KIP_CORRECT is the diagonal of kip_mass_matrix. */
void kip_composite_moments(KipForm form, const KipDynamics *dynamics, const KipModel *model,
                           const KipComposite *composite, double *m);

#endif
