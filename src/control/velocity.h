/* Velocity control (VBC.2 to VBC.4): every joint turns at the rate that brings it to its key-frame in the time left, as
 * far as muscles let it; the forces come from one boxed problem over the whole body (rates.h), once a control period.
 *
 *     KipVelocityDef def = kip_velocity_def();
 *     def.period = 0.005;
 *     kip_velocity_create(sim, model->nv, NULL, &velocity, &error);
 *     kip_velocity_configure(velocity, &def, &error);
 *     kip_keys_set(keys, joint, (KipKeyFrame){&angle, NULL, now + 0.5}, now, &error);
 *     every control period:
 *         kip_velocity_update(velocity, keys, kip_sim_time(sim), kip_sim_drives(sim));
 *         ... steps ...
 */
#ifndef KIP_CONTROL_VELOCITY_H
#define KIP_CONTROL_VELOCITY_H

#include "beat.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -- the laws, as plain functions ------------------------------------------------------------------------------ */

/* VBC.2: the angular velocity (rad/s, child axes) that turns a ball from q to target in `seconds`, the shorter way.
 * q and target: child to parent, unit. */
KipVec3 kip_velocity_of_ball(KipQuat q, KipQuat target, double seconds);
/* The same in the parent's axes. */
KipVec3 kip_velocity_in_parent(KipQuat q, KipVec3 velocity);

/* VBC.3: how a muscle's force may change within a period. */
typedef enum KipRamp {
    KIP_RAMP_MAGNITUDE, /* may grow by strength period / reaction; decreases and reversals are immediate */
    KIP_RAMP_SLEW       /* it may change by that, up and down */
} KipRamp;

/* The box of a muscle whose force was `last`, N m or N: strength > 0, may be infinite; reaction (s) 0: the strength. */
void kip_muscle_box(KipRamp ramp, double strength, double reaction, double period, double last, double *lo,
                    double *hi);

/* -- the control ----------------------------------------------------------------------------------------------- */

typedef struct KipVelocityDef {
    KipTimeMode
        time; /* KIP_REMAINING: there in the time left. KIP_FIXED: the rate counts from the whole interval, and
                         (1 - period / interval)^n of the way is left after n periods */
    KipRamp ramp;    /* KIP_RAMP_MAGNITUDE */
    double reaction; /* s: the reaction time, in which a muscle's force grows from 0 to its strength; 0.02 */
    double
        floor; /* s: lower bound of the time left, also used to hold a key-frame whose time is over; 0: a period */
    double fastest; /* rad/s, m/s: bound of the rates to be reached; infinity */
    double period;  /* s: how long the result of an update is kept */
} KipVelocityDef;

KipVelocityDef kip_velocity_def(void);

typedef struct KipVelocity KipVelocity;

/* Makes velocity control of up to `most` axes of a simulation, which must outlive it; allocator NULL is
 * libc. KIP_NO_MEMORY. */
KipStatus kip_velocity_create(KipSim *sim, int most, const KipAllocator *allocator, KipVelocity **velocity,
                              KipError *error);
void kip_velocity_destroy(KipVelocity *velocity); /* with NULL it does nothing */
/* Sets the definition; without one, updates do nothing. The first call takes memory (KIP_NO_MEMORY).
 * KIP_BAD_USE for numbers that make no sense. */
KipStatus kip_velocity_configure(KipVelocity *velocity, const KipVelocityDef *def, KipError *error);

/* Writes the drives of the joints that have key-frames, of at most `most` axes: the force found becomes
 * their feedforward, and their stiffness and damping 0; their limits are the muscles' strengths. Other
 * joints' drives are part of the problem and stay as they are. */
void kip_velocity_update(KipVelocity *velocity, const KipKeys *keys, double now, KipDrives drives);

/* Sets the muscles' present forces to 0, from which the next update begins. */
void kip_velocity_rest(KipVelocity *velocity);

/* Of the last update, nv each: the rates to be reached and the forces found; 0 for axes without a
 * key-frame. */
typedef struct KipVelocityState {
    const double *wanted, *force;
    int pivots; /* of its boxed problem, -1: it did not end; not saved */
} KipVelocityState;
KipVelocityState kip_velocity_state(const KipVelocity *velocity);

#ifdef __cplusplus
}
#endif
#endif
