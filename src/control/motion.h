/* A motion: a model's q and v at equal intervals of time, from motion capture, from a recording or made by hand;
 * the input of tracking, blending and motion graphs.
 *
 *     kip_motion_create(model, nframe, 1.0 / 30, NULL, &motion, &error);
 *     memcpy(kip_motion_frame(motion, i), q, (size_t)model->nq * sizeof *q);   // every frame
 *     kip_motion_settle(motion, &error);
 *     kip_motion_velocities(motion, KIP_VELOCITY_SPLINE, &error);
 *     kip_motion_sample(motion, 0.37, q, v);
 *     kip_motion_destroy(motion);
 *
 * Frame i is at i * period. Quaternions of a frame are unit.
 */
#ifndef KIP_CONTROL_MOTION_H
#define KIP_CONTROL_MOTION_H

#include "../dynamics/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* HYB.2. Of the motion's frames only; both are exact for a steady motion, the spline is much the better one
 * for any other (its error falls with the period's fourth power, that of differences with its square; at the
 * ends both fall with the period alone). */
typedef enum KipMotionVelocity {
    KIP_VELOCITY_CENTRAL, /* differences of the neighbours, one-sided at the ends */
    KIP_VELOCITY_SPLINE   /* derivatives of a natural cubic spline; of quaternions see motion_velocity.c */
} KipMotionVelocity;

/* Written by kip_motion_create but for what q and v hold. */
typedef struct KipMotion {
    const KipModel *model; /* must outlive the motion */
    int nframe;            /* at least 1 */
    double period;         /* s */
    double *q;             /* [nframe][nq] */
    double *v; /* [nframe][nv], the model's rates: 0 until kip_motion_velocities or the caller writes them */
    const KipAllocator *allocator;
} KipMotion;

/* All frames are the model's reference configuration, at rest. The allocator (NULL: libc) must outlive the
 * motion, and those made from it. KIP_BAD_USE for no frame or a period that is not a positive number,
 * KIP_NO_MEMORY. */
KipStatus kip_motion_create(const KipModel *model, int nframe, double period, const KipAllocator *allocator,
                            KipMotion **motion, KipError *error);
void kip_motion_destroy(KipMotion *motion); /* with NULL it does nothing */

double *kip_motion_frame(KipMotion *motion, int frame); /* its q, nq */
double kip_motion_duration(const KipMotion *motion);    /* s, from the first frame to the last */

/* To be called once frames were written. Makes quaternions unit and their signs continuous, and takes jumps
 * by whole turns out of hinges without limits: from frame to frame they turn by no more than pi. The first
 * frame's sign and turn stay; frames that are right keep their bits. KIP_BAD_INPUT, naming joint and frame,
 * where a number is not finite (or beyond 1e100) or a quaternion is 0; then nothing was changed. */
KipStatus kip_motion_settle(KipMotion *motion, KipError *error);

/* Fills v from q. Between frames a quaternion is taken to turn the shorter way, whatever its sign.
 * KIP_NO_MEMORY for a spline. */
KipStatus kip_motion_velocities(KipMotion *motion, KipMotionVelocity how, KipError *error);

/* q (nq) and v (nv, its derivative) at a time (s); either may be NULL. At a frame they are the frame's bits;
 * before the first frame q is the first one's, after the last the last one's, at rest. Between frames a cubic
 * Hermite with the frames' velocities (quaternions alike, in the tangent space of the earlier frame), so that
 * q and v are continuous but for v at the ends. */
void kip_motion_sample(const KipMotion *motion, double time, double *q, double *v);

/* Each makes a new motion, the caller's, of the same model and allocator. */

/* Sampled at another period; the last frame is the last time of that grid within the motion. KIP_BAD_USE for
 * a period that is not a positive number, or too small for the frames to be counted. */
KipStatus kip_motion_resample(const KipMotion *motion, double period, KipMotion **resampled, KipError *error);

/* Left becomes right: the reflection at the plane y = 0, velocities included. Bodies whose names differ in
 * one word for the side (l and r, left and right, also capitalized; shank_l, r_shank, LeftShank, and lshank)
 * change places, all others are reflected onto themselves; a character's name before / and the names of
 * joints do not matter. KIP_BAD_INPUT, naming the joint, where what moves in the model has no such symmetry
 * to 1e-6 in bodies' places and joints' anchors and axes. */
KipStatus kip_motion_mirror(const KipMotion *motion, KipMotion **mirrored, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
