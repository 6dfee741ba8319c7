/* Limits of muscles: strengths (kip_joint_strength), reduced by the rates at which a torque can rise and fall, and by the
 * speed of the joint.
 *
 * A model states them in its numeric `muscle`: rise (s, from zero to the strength), fall (s, back to zero) and the speed at
 * which the strength is zero (rad/s; 0: no dependence). Hill's hyperbola between force and speed is replaced by a straight
 * line, and a lengthening muscle has its full strength. */
#ifndef KIP_CONTROL_MUSCLE_H
#define KIP_CONTROL_MUSCLE_H

#include "../dynamics/model.h"

typedef struct KipMuscle {
    double rise, fall, speed; /* all 0: the joint's strength, without delay and at any speed */
} KipMuscle;

/* The muscle numbers of a character whose names begin with `prefix`. */
KipMuscle kip_muscle_of(const KipModel *model, const char *prefix);

/* The box for the next period (s) of an axis that gave `last` (N m) and turns at `rate`; strength: the least and the most. */
void kip_muscle_limits(const KipMuscle *muscle, const double strength[2], double last, double rate,
                       double period, double box[2]);

#endif
