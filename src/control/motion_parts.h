/* Shared by the files of motion.h: the layout of a joint in q and v, and the rates of rotation vectors. Internal. */
#ifndef KIP_CONTROL_MOTION_PARTS_H
#define KIP_CONTROL_MOTION_PARTS_H

#include "../dynamics/quat.h"
#include "motion.h"

/* A joint's numbers begin with `lines` that are each other's derivatives in q and v; a quaternion and an
 * angular velocity in the turned axes may follow. */
static inline int joint_lines(const KipJoint *joint)
{
    return joint->type == KIP_JOINT_FREE ? 3 : joint->type == KIP_JOINT_BALL ? 0 : 1;
}

static inline bool joint_has_quat(const KipJoint *joint)
{
    return joint->type == KIP_JOINT_FREE || joint->type == KIP_JOINT_BALL;
}

/* The rotation vector from one quaternion to the next, in the axes of either: the shorter way. */
static inline KipVec3 turn_between(const double *from, const double *to)
{
    return q_log(q_mul(q_conjugate(q_from(from)), q_from(to)));
}

/* The angular velocity, in the turned axes, of exp(x) while its rotation vector x changes at the rate x':
 * w = x' - (1 - cos a)/a^2 x x x' + (a - sin a)/a^3 x x (x x x'), a = |x|. */
static inline KipVec3 velocity_of_turn(KipVec3 x, KipVec3 rate)
{
    double a2 = v3_dot(x, x), once, twice;
    if (a2 < 1e-4) {
        once = 0.5 - a2 * (1.0 / 24 - a2 * (1.0 / 720));
        twice = 1.0 / 6 - a2 * (1.0 / 120 - a2 * (1.0 / 5040));
    } else {
        double a = sqrt(a2), s, c;
        kip_sincos(0.5 * a, &s, &c);
        once = 2 * s * s / a2;
        twice = (a - 2 * s * c) / (a2 * a);
    }
    KipVec3 cross = v3_cross(x, rate);
    return v3_add_scaled(v3_add_scaled(rate, -once, cross), twice, v3_cross(x, cross));
}

/* Its inverse, x' = w + 1/2 x x w + (1 - a/2 cot a/2)/a^2 x x (x x w); a < 2 pi. Of -x it is the transpose.
 * */
static inline KipVec3 rate_of_turn(KipVec3 x, KipVec3 w)
{
    double a2 = v3_dot(x, x), twice;
    if (a2 < 1e-4) {
        twice = 1.0 / 12 + a2 * (1.0 / 720 + a2 * (1.0 / 30240));
    } else {
        double a = sqrt(a2), s, c;
        kip_sincos(0.5 * a, &s, &c);
        twice = (1 - 0.5 * a * c / s) / a2;
    }
    KipVec3 cross = v3_cross(x, w);
    return v3_add_scaled(v3_add_scaled(w, 0.5, cross), twice, v3_cross(x, cross));
}

#endif
