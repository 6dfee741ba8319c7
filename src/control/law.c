#include "law.h"

#include "../dynamics/scalar.h"

double kip_pose_torque(KipForm form, double ks, double kd, double target, double angle, double rate)
{
    double pull = ks * (target - angle);
    return (form == KIP_LITERAL ? -pull : pull) - kd * rate; /* DCT.2 */
}

double kip_gain_product(double joint, double global, double pose)
{
    return joint * global * pose; /* DCT.3 */
}

/* > 0 above the range, < 0 below it. */
static double beyond(double lo, double hi, double angle)
{
    return angle > hi ? angle - hi : angle < lo ? angle - lo : 0;
}

double kip_limit_torque(double a, double b, double k_de, double lo, double hi, double angle, double rate)
{
    double x = beyond(lo, hi, angle), spring = a * (kip_exp(b * (x < 0 ? -x : x)) - 1); /* DCT.4 */
    if (x == 0)
        return 0;
    return (x > 0 ? -spring : spring) - k_de * rate;
}

double kip_limit_energy(double a, double b, double lo, double hi, double angle)
{
    double x = beyond(lo, hi, angle), depth = x < 0 ? -x : x;
    return a * ((kip_exp(b * depth) - 1) / b - depth);
}

double kip_limit_torque_literal(double k_se, double k_de, double limit, double angle, double rate)
{
    return k_se * kip_exp(k_se * (angle - limit) - 1) - k_de * rate;
}
