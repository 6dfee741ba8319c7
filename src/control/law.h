/* The laws of DCT.2 to DCT.4 as plain functions, corrected and as they are printed: for teaching, and for
 * tests that check a number by hand. Nothing in a simulation calls them.
 *
 * A simulation has the same laws where they are used. Drives (sim.h) are the corrected pose torque. Its limit
 * springs (limit.c) are the corrected ones with three changes: the damper rises from zero over the first
 * 0.02 rad, because it would jump by -k_de th' on entry; the sum never pulls a joint back that is leaving
 * its limit; and beyond an exponent of 5 the spring is linear, so that the force of a hard landing
 * is bounded. KipSimDef's literal_limits puts the printed form in their place.
 */
#ifndef KIP_CONTROL_LAW_H
#define KIP_CONTROL_LAW_H

typedef enum KipForm {
    KIP_CORRECT,
    KIP_LITERAL /* as printed, with the sign that pushes away */
} KipForm;

/* DCT.2: ks (target - angle) - kd rate; as printed ks (angle - target) - kd rate. N m, rad, rad/s. */
double kip_pose_torque(KipForm form, double ks, double kd, double target, double angle, double rate);

/* DCT.3: the stiffness of a joint is its own (N m/rad) times the factors of the character and of the pose. */
double kip_gain_product(double joint, double global, double pose);

/* DCT.4, both limits: a (exp(b x) - 1) back inside at x beyond one of them, and -k_de rate. a in N m, b in
 * 1/rad, k_de in N m s/rad; nothing between the limits lo and hi. The paper's form has a = b. */
double kip_limit_torque(double a, double b, double k_de, double lo, double hi, double angle, double rate);

/* What its spring holds at `angle`, J: the integral of the torque without damper, from the limit on. */
double kip_limit_energy(double a, double b, double lo, double hi, double angle);

/* DCT.4 as printed, for every angle: k_se exp(k_se (angle - limit) - 1) - k_de rate. */
double kip_limit_torque_literal(double k_se, double k_de, double limit, double angle, double rate);

#endif
