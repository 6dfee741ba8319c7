/* Tracking (OTB 5.3, OTB.13, HYB.5): a motion, such as motion capture, followed on the beat, and left for a while where
 * something disturbs it.
 *
 *     kip_track_create(model, NULL, &track, &error);
 *     KipTrackDef def = kip_track_def();
 *     kip_track_begin(track, motion, &def, now, 0, &error);     // the motion's 0 s is now
 *     every control period, before kip_beat_update:
 *         kip_track_update(track, beat, NULL, q, v, now, &error);
 *
 * Each time the key-frames of all joints are the motion's sample a little ahead, angle and rate, so that they are
 * always about to be reached. When it is perturbed, at t, they are sampled once at t + tension and are the only ones
 * until then: the gains follow from that time, so tension is how loosely the body takes a hit, in seconds (the delta
 * rule). The motion has gone on meanwhile. */
#ifndef KIP_CONTROL_TRACK_H
#define KIP_CONTROL_TRACK_H

#include "beat.h"
#include "motion.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipTrack KipTrack;

typedef struct KipTrackDef {
    double look;    /* s: look-ahead; 0.05 */
    double tension; /* s: delta; 0.3 */
    double error;   /* rad, m: a joint farther from the motion is perturbed; 0.15 */
    double jump; /* rad/s, m/s: so is one whose rate changed by more than this, and the motion's change, since
                       the last update; 1.5 */
} KipTrackDef;

KipTrackDef kip_track_def(void);

/* Makes a tracker that follows nothing yet; allocator NULL is libc. KIP_NO_MEMORY. */
KipStatus kip_track_create(const KipModel *model, const KipAllocator *allocator, KipTrack **track,
                           KipError *error);
void kip_track_destroy(KipTrack *track); /* with NULL it does nothing */

/* From now on, `time`: the motion, of the same model, from `start` (s) of it on. It must outlive that. KIP_BAD_USE for
 * numbers that make no sense; then what was followed stays. */
KipStatus kip_track_begin(KipTrack *track, const KipMotion *motion, const KipTrackDef *def, double time,
                          double start, KipError *error);
void kip_track_end(KipTrack *track);
/* NULL: nothing is followed, or it came to its end. */
const KipMotion *kip_track_motion(const KipTrack *track);

/* s; for later perturbations. KIP_BAD_USE unless it is above 0. */
KipStatus kip_track_set_tension(KipTrack *track, double tension, KipError *error);
/* Marks all joints as perturbed at the next update, for a disturbance that the caller has detected, such as
 * an unplanned contact. */
void kip_track_perturb(KipTrack *track);
/* When it was perturbed last, s; -infinity: never. The key-frame stays until that and the tension it had then. */
double kip_track_perturbed(const KipTrack *track);

/* Key-frames for the joints with follows[joint] (njoint; NULL: all) but free ones, at the state q (nq), v (nv).
 * After the motion's last frame, its angles at rest; the joints then hold them. */
KipStatus kip_track_update(KipTrack *track, KipBeat *beat, const unsigned char *follows, const double *q,
                           const double *v, double now, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
