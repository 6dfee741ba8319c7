/* The difference of a state from a frame of a motion, and the most similar frame (HYB.1).
 *
 *     kip_similar_create(motion, first, njoint, &def, &similar, &error);
 *     double s = kip_similar_find(similar, q, v, 0, motion->nframe - 1, &frame);    // the least: below a threshold, take over
 *     kip_similar_destroy(similar);
 *
 *     s = sum over axes of  w |q_frame - q| + w_rate |v_frame - v|,   divided by the sum of the w
 *
 * so that s is an angle, the joints' mean difference. The root's place and heading have no influence: of a free joint the
 * direction of the world's vertical in the root's axes is compared (three numbers, near angles for small differences), its
 * velocity along the root's heading, and its angular velocity. The difference of a joint without limits is the smaller of both
 * ways round, that of a ball the chord of the rotation between, 2 sin(angle/2).
 */
#ifndef KIP_CONTROL_SIMILAR_H
#define KIP_CONTROL_SIMILAR_H

#include "motion.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum KipSimilarHow {
    KIP_SIMILAR_ABS,     /* as above */
    KIP_SIMILAR_SQUARED, /* squares instead of absolute values; s is rad^2 */
    KIP_SIMILAR_SIGNED /* as the paper prints it, without absolute values: differences of opposite signs cancel */
} KipSimilarHow;

enum { KIP_SIMILAR_HOWS = 3 };

typedef struct KipSimilarDef {
    KipSimilarHow how;
    const double *weight;          /* [njoint] of the joints, 0 or more; NULL: kip_similar_weights */
    double rate;                   /* s: w_rate / w; 0.1 */
    const KipAllocator *allocator; /* NULL: libc */
} KipSimilarDef;

typedef struct KipSimilar KipSimilar;

KipSimilarDef kip_similar_def(void);

/* The root of the share of the mass that the joint moves, the lesser side: hips and trunk count most, wrists least. For joints
 * [first, first + njoint), which are one character's; njoint numbers. */
void kip_similar_weights(const KipModel *model, int first, int njoint, double *weight);

/* Of the motion as it is now, which is copied. KIP_BAD_USE for weights that are negative, not finite, or all 0; KIP_NO_MEMORY. */
KipStatus kip_similar_create(const KipMotion *motion, int first, int njoint, const KipSimilarDef *def,
                             KipSimilar **similar, KipError *error);
void kip_similar_destroy(KipSimilar *similar); /* with NULL it does nothing */

/* Of the state q (nq), v (nv) of the motion's model to one frame. */
double kip_similar_at(const KipSimilar *similar, const double *q, const double *v, int frame);
/* The least over frames from to `to`, and the first of those that have it. */
double kip_similar_find(const KipSimilar *similar, const double *q, const double *v, int from, int to,
                        int *frame);

#ifdef __cplusplus
}
#endif
#endif
