/* Differences of states and how they go. See blend.h.
 *
 * With K the quaternion that is displaced by the rotation vector x, the displaced one is K exp(x). In its own axes it turns
 * at exp(x)^-1 w + w_x, where w is the rate of K in K's axes and w_x the angular velocity of exp(x), in the turned axes, as x
 * changes.
 */
#include "blend.h"

#include "../dynamics/dynamics.h"
#include "motion_parts.h"

void kip_state_difference(const KipModel *model, int first, int njoint, const double *q_from,
                          const double *v_from, const double *q_to, const double *v_to, double *difference,
                          double *rate)
{
    for (const KipJoint *joint = model->joint + first; joint < model->joint + first + njoint; joint++) {
        int a = joint->q, b = joint->v;
        for (int end = a + joint_lines(joint); a < end; a++, b++) {
            difference[b] = q_to[a] - q_from[a];
            if (rate)
                rate[b] = v_to[b] - v_from[b];
        }
        if (!joint_has_quat(joint))
            continue;
        const KipVec3 x = turn_between(q_from + a, q_to + a);
        v3_store(difference + b, x);
        if (rate) {
            const KipVec3 carried = q_rotate(q_conjugate(q_exp(x)), v3_from(v_from + b));
            v3_store(rate + b, rate_of_turn(x, v3_sub(v3_from(v_to + b), carried)));
        }
    }
}

void kip_state_displace(const KipModel *model, int first, int njoint, const double *difference,
                        const double *rate, double *q, double *v)
{
    for (const KipJoint *joint = model->joint + first; joint < model->joint + first + njoint; joint++) {
        int a = joint->q, b = joint->v;
        for (int end = a + joint_lines(joint); a < end; a++, b++) {
            q[a] += difference[b];
            if (v)
                v[b] += rate[b];
        }
        if (!joint_has_quat(joint))
            continue;
        const KipVec3 x = v3_from(difference + b);
        const KipQuat turn = q_exp(x);
        q_store(q + a, q_normalize(q_mul(q_from(q + a), turn)));
        if (v)
            v3_store(v + b, v3_add(q_rotate(q_conjugate(turn), v3_from(v + b)),
                                   velocity_of_turn(x, v3_from(rate + b))));
    }
}

double kip_blend_offset(KipBlend how, double D, double V, double T, double t, double *rate)
{
    const double u = T > 0 ? t / T : 1;
    if (rate)
        *rate = 0;
    if (u >= 1)
        return 0;
    if (how == KIP_BLEND_LINEAR) {
        if (rate)
            *rate = -D / T;
        return D * (1 - u);
    }
    if (rate)
        *rate = D * 6 * u * (u - 1) / T + V * (3 * u - 1) * (u - 1);
    return D * ((2 * u - 3) * u * u + 1) + T * V * u * (u - 1) * (u - 1);
}

double kip_blend_weight(KipBlend how, double u, double *slope)
{
    const double within = u <= 0 ? 0 : u >= 1 ? 1 : u;
    const bool linear = how == KIP_BLEND_LINEAR;
    if (slope)
        *slope = within != u ? 0 : linear ? 1 : 6 * u * (1 - u);
    return linear ? within : within * within * (3 - 2 * within);
}

double kip_blend_window(int k, int p)
{
    return 1 - kip_blend_weight(KIP_BLEND_HERMITE, (p + 1.0) / k, NULL);
}
