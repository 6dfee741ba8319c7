/* Holding a pose: each joint axis is a spring and a damper towards it (PD), with gains taken from the model.
 *
 *     kip_hold_gains(model, key->q, kip_sim_timestep(sim), NULL, kip_sim_drives(sim), &error);
 *     ... steps ...
 *     kip_hold_release(model, kip_sim_drives(sim));
 */
#ifndef KIP_CONTROL_HOLD_H
#define KIP_CONTROL_HOLD_H

#include "../dynamics/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fills every field of the drives for the pose q (nq). An axis of known strength reaches it at an error of
 * 0.2 rad (slides: 0.1 m) and never gives more; one of unknown strength gets 100/s^2 times its entry in the
 * mass matrix, and no limit. Damping is stiffness times 0.1 s. Both stay within what explicit RK4 carries at
 * this time step (s; 0: no such bound), see hold.c. Free joints stay free. Takes scratch memory from the
 * allocator for the time of the call: the square of a tree's axes, in numbers. */
KipStatus kip_hold_gains(const KipModel *model, const double *q, double timestep,
                         const KipAllocator *allocator, KipDrives drives, KipError *error);

/* Sets rate, stiffness, damping and feed-forward of all drives to 0, and their limits to infinity. */
void kip_hold_release(const KipModel *model, KipDrives drives);

#ifdef __cplusplus
}
#endif
#endif
