/* A passive drop: a model falls from 0.3 m, motors slack, and lies there; 10 s of it in steps of one length.
 * What an integrator is worth at that step: for kip bench, and the race against MuJoCo of tests/mujoco.
 *
 *     KipDrop drop;
 *     KipDropEnd end;
 *     KipStatus status = kip_drop_create(&drop, model, KIP_RK4, 0.001, &error);
 *     if (status == KIP_OK && kip_drop_holds(&drop, &end))
 *         ... time kip_drop_run(&drop) ...     // else the end says when and why
 *     kip_drop_destroy(&drop);
 */
#ifndef KIP_IO_CLI_DROP_H
#define KIP_IO_CLI_DROP_H

#include "../../dynamics/sim.h"

#define KIP_DROP_SECONDS 10.0

typedef struct KipDrop {
    KipSim *sim;
    void *start; /* its first state, saved */
    size_t size;
    int steps;
    double ground;      /* the height of the lowest plane, 0 where there is none; m */
    double most_energy; /* J, see kip_drop_breaks */
} KipDrop;

/* How a drop ends that does not hold. */
typedef struct KipDropEnd {
    double time; /* s */
    char why[600];
} KipDropEnd;

/* At its start: the first keyframe or else the reference, all free roots lifted (or let down) by as much as
 * puts their lowest shape 0.3 m above the ground; other roots where they are. The model must outlive it.
 * Fails where it cannot be simulated; may be destroyed in any case. */
KipStatus kip_drop_create(KipDrop *drop, const KipModel *model, KipIntegrator integrator, double timestep,
                          KipError *error);
void kip_drop_destroy(KipDrop *drop);

/* Whether the state of d (of the same model) is beyond belief, and why: the centre of mass of a body faster
 * than 25 m/s, or the energy above the first by a tenth: of it, or of what falling 0.3 m gives if that is
 * more. Energy: kinetic, elastic, and potential above the ground. */
bool kip_drop_breaks(const KipDrop *drop, const KipDynamics *d, char why[600]);

/* Drops it and looks at every step: false where one fails or the state breaks. */
bool kip_drop_holds(KipDrop *drop, KipDropEnd *end);
/* The same drop, not looked at. Seconds are for the caller to measure. */
void kip_drop_run(KipDrop *drop);

#endif
