/* Key-frames of joints: where each is to be, how fast it is to go there, and when. A joint has one at a time. Timed control
 * (beat.h) and velocity control (velocity.h) move joints to them; poses, single keys and tracked motions set them.
 *
 *     kip_keys_create(model, NULL, &keys, &error);
 *     kip_keys_set(keys, joint, (KipKeyFrame){&angle, NULL, now + 0.5}, now, &error);
 *     if (keys->on[joint])
 *         ... keys->q + model->joint[joint].q, keys->time[joint] ...
 */
#ifndef KIP_CONTROL_KEYS_H
#define KIP_CONTROL_KEYS_H

#include "../dynamics/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipKeyFrame {
    const double *q; /* the joint's coordinates, its nq numbers: rad, m, a quaternion */
    const double *v; /* its rates, nv; NULL: at rest */
    double time;     /* s */
} KipKeyFrame;

/* All of them; to be read. */
typedef struct KipKeys {
    const KipModel *model;
    unsigned char *on;    /* njoint: 1 where there is one; the rest of such a joint has no meaning without */
    double *given, *time; /* njoint, s: when it was set, when it is */
    double *q, *v;        /* nq, nv */
    struct KipArena *arena;
} KipKeys;

/* Of a model, which must outlive them; at first there is none. allocator NULL is libc. KIP_NO_MEMORY. */
KipStatus kip_keys_create(const KipModel *model, const KipAllocator *allocator, KipKeys **keys,
                          KipError *error);
void kip_keys_destroy(KipKeys *keys); /* with NULL it does nothing */

/* The joint's key-frame from now (s) on. KIP_BAD_USE for a free joint, numbers that are not finite, or a time that is not
 * after now; then the one before stays. */
KipStatus kip_keys_set(KipKeys *keys, int joint, KipKeyFrame key, double now, KipError *error);
KipStatus kip_keys_check(const KipKeys *keys, int joint, KipKeyFrame key, double now, KipError *error);
/* The joint has none any more. */
void kip_keys_clear(KipKeys *keys, int joint);

/* Writes the distance of a joint from its target, axis by axis: target minus coordinate (rad, m), for a ball the rotation
 * vector in the child's axes. The target is first advanced by `ahead`, in the child's axes. */
void kip_key_error(const KipJoint *joint, const double *target, const double *q, const double *ahead,
                   double *e);

#ifdef __cplusplus
}
#endif
#endif
