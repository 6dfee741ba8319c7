/* Transitions between motions without a jump: differences of states, and their decay with time (HYB.3).
 *
 *     kip_state_difference(model, first, njoint, q_clip, v_clip, q, v, D, V);       // at the beginning
 *     at t:
 *         for each axis k of the joints:  d[k] = kip_blend_offset(KIP_BLEND_HERMITE, D[k], V[k], T, t, &r[k]);
 *         kip_state_displace(model, first, njoint, d, r, q_clip, v_clip);           // the clip's at t, displaced
 *
 * A difference has one number for each axis (nv), which of a quaternion is the rotation vector in the body's axes, and a rate,
 * which is the derivative of that number. All states are q (nq) and v (nv) of the whole model; joints
 * [first, first + njoint) are read and written, the others left alone.
 */
#ifndef KIP_CONTROL_BLEND_H
#define KIP_CONTROL_BLEND_H

#include "../dynamics/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum KipBlend {
    KIP_BLEND_HERMITE, /* a cubic in time: position and velocity are continuous at both ends */
    KIP_BLEND_LINEAR,  /* linear in time: the velocity jumps by -D/T - V, and by D/T at the end */
    KIP_BLEND_WINDOW   /* cross-fades from the motion before over a window of frames */
} KipBlend;

enum { KIP_BLENDS = 3 };

/* The differences of `to` from `from` in angles, lengths and rates; rate may be NULL. Quaternions are compared the shorter
 * way. */
void kip_state_difference(const KipModel *model, int first, int njoint, const double *q_from,
                          const double *v_from, const double *q_to, const double *v_to, double *difference,
                          double *rate);
/* The state displaced by a difference. v NULL: q alone. */
void kip_state_displace(const KipModel *model, int first, int njoint, const double *difference,
                        const double *rate, double *q, double *v);

/* The remainder at t of an offset that was D with the rate V at 0; 0 from T on. u = t/T: D (2u^3 - 3u^2 + 1) + T V (u^3 -
 * 2u^2 + u), or D (1 - u) for KIP_BLEND_LINEAR. *rate is its derivative, and may be NULL. */
double kip_blend_offset(KipBlend how, double D, double V, double T, double t, double *rate);

/* The weight of the new motion at u = t/T of a cross-fade: 3u^2 - 2u^3, or u for KIP_BLEND_LINEAR; and its derivative with
 * respect to u, which may be NULL. */
double kip_blend_weight(KipBlend how, double u, double *slope);

/* The same by frames, for motion graphs: the weight of the old motion at frame p of a window of k, 2 ((p+1)/k)^3 - 3
 * ((p+1)/k)^2 + 1: 1 at p = -1, 0 at p = k - 1. */
double kip_blend_window(int k, int p);

#ifdef __cplusplus
}
#endif
#endif
