/* Masks: of the forces of some kinds only some components act on a body. Internal.
 *
 * A mask is six bits: forces along the world's x, y, z, and torques about them through the centre of mass. With P and
 * Q the world's axes that are left to forces and to torques, a force f at s from the centre makes
 *
 *     P f at the centre,  Q (s x f) about it
 *
 * and what meets it as an impedance is the acceleration that such forces could change, and what turning at a constant
 * rate adds to it, so that the impedance stays symmetric and nothing that is masked is in it:
 *
 *     P a + (Q w') x s + w x (s' + w x s),   a of the centre, s' how fast the point moves over the body
 */
#ifndef KIP_DYNAMICS_MASK_H
#define KIP_DYNAMICS_MASK_H

#include "sim_parts.h"

static const unsigned mask_everything = 63;

/* The six bits of one kind. */
static inline unsigned mask_of(const KipSim *sim, int body, KipForceKind kind)
{
    return (unsigned)(sim->mask[body] >> 6 * ((int)kind >> 1)) & mask_everything;
}

/* x without the axes of three bits. */
static inline KipVec3 mask_leave(unsigned axes, KipVec3 x)
{
    return v3(axes & 1 ? 0 : x.x, axes & 2 ? 0 : x.y, axes & 4 ? 0 : x.z);
}

/* A body's centre of mass in its link's frame. */
static inline KipVec3 mask_centre(const KipDynamics *d, int body)
{
    return v3_sub(d->model->body[body].com, d->model->tree->link[body].shift);
}

/* The masked part of a force at a point and a torque; the torque is about the centre of mass. World axes. */
Force kip_mask_wrench(const KipDynamics *d, int body, unsigned mask, KipVec3 point, KipVec3 f, KipVec3 n);
/* Adds such a wrench on a body that moves to d's external forces. */
void kip_mask_push(KipDynamics *d, int body, Force wrench);
/* Adds its impulse, and its work in a time to *work. */
void kip_mask_account(KipSim *sim, int body, Force wrench, const Stage *stage, double *work);
/* The acceleration at a body's arm that an impedance met in ABA; `known` is that of arm_acceleration. */
KipVec3 kip_mask_acceleration(const KipDynamics *d, int body, unsigned mask, KipVec3 arm, KipVec3 known);
/* The velocity of a point of a body, arm from its centre of mass, that moves at v there and turns at w, the same way. */
static inline KipVec3 mask_motion(unsigned mask, KipVec3 v, KipVec3 w, KipVec3 arm)
{
    return v3_add(mask_leave(mask, v), v3_cross(mask_leave(mask >> 3, w), arm));
}

#endif
