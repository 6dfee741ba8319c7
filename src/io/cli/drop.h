/* A passive drop: a model falls from 0.3 m with motors slack, and lies there; 10 s with a fixed time step.
 * It measures an integrator at that step, for kip bench and the comparison with MuJoCo in tests/mujoco.
 *
 *     KipDrop drop;
 *     KipDropEnd end;
 *     KipStatus status = kip_drop_create(&drop, model, KIP_RK4, 0.001, &error);
 *     if (status == KIP_OK && kip_drop_holds(&drop, &end))
 *         ... time kip_drop_run(&drop) ...   // else `end` says when and why it fails
 *     kip_drop_destroy(&drop); */
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
    double most_energy; /* J, the limit of kip_drop_breaks */
} KipDrop;

/* The failure of a drop. */
typedef struct KipDropEnd {
    double time; /* s */
    char why[600];
} KipDropEnd;

/* Makes a drop, in the first keyframe or else the reference, with all free roots raised or lowered to put their lowest
 * shape 0.3 m above the ground; other roots stay. The model must outlive it. Fails where it cannot be simulated; may be
 * destroyed in any case. */
KipStatus kip_drop_create(KipDrop *drop, const KipModel *model, KipIntegrator integrator, double timestep,
                          KipError *error);
void kip_drop_destroy(KipDrop *drop);

/* Whether the state of d (of the same model) is implausible, and why: the centre of mass of a body is faster than 25 m/s,
 * or the energy exceeds the initial one by a tenth of it, or of the work of gravity over 0.3 m if that is more. Energy is
 * kinetic, elastic, and potential above the ground. */
bool kip_drop_breaks(const KipDrop *drop, const KipDynamics *d, char why[600]);

/* Runs the drop with a check at every step: false where a step fails or the state is implausible. */
bool kip_drop_holds(KipDrop *drop, KipDropEnd *end);
/* Runs the drop without checks, to be timed by the caller. */
void kip_drop_run(KipDrop *drop);

#endif
