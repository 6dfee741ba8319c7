/* Gravity compensation for a body at rest on its contacts, from measured loads, without a plan of its contacts.
 *
 *     kip_carry_create(model, root, dynamics, NULL, &carry, &error);
 *     every control period:
 *         kip_carry_update(carry, sim, gain, period);
 *
 * The normal parts of the contact forces of the last step, by body, low-passed and capped, are scaled so that the
 * upward forces sum to the weight. Inverse dynamics with v = 0, a = 0 under them (RNEA, RBDA 5.3) gives the torques that keep
 * the body at rest; these, times a gain, are the feed-forward of its drives, so that targets only correct. */
#ifndef KIP_CONTROL_CARRY_H
#define KIP_CONTROL_CARRY_H

#include "../dynamics/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipCarry KipCarry;

/* Makes gravity compensation for the bodies under a root, a child of the world; the model and its dynamics, which others may
 * use too, since every update sets it, must outlive it. KIP_NO_MEMORY. */
KipStatus kip_carry_create(const KipModel *model, int root, KipDynamics *dynamics,
                           const KipAllocator *allocator, KipCarry **carry, KipError *error);
void kip_carry_destroy(KipCarry *carry); /* with NULL it does nothing */

/* Writes the feed-forward of all drives under the root except a free joint's, from the simulation's present
 * state; `period` is the time since the last update, s. Gain 0 sets them to 0 and clears the filtered
 * loads. */
void kip_carry_update(KipCarry *carry, KipSim *sim, double gain, double period);

#ifdef __cplusplus
}
#endif
#endif
