/* Control on the beat (OTB.2, OTB.8 to OTB.12): every joint of a tree reaches its key-frame, an angle and a rate, at its
 * time. Gains follow from what each axis has to turn and from the time left, again at every update.
 *
 *     KipBeatDef def = kip_beat_def(model);
 *     kip_keys_create(model, NULL, &keys, &error);
 *     kip_beat_create(&def, keys, NULL, &beat, &error);
 *     kip_beat_set(beat, joint, (KipKeyFrame){&angle, NULL, now + 0.5}, q, v, now, &error);  // as often as wanted
 *     every control period:
 *         kip_beat_update(beat, kip_sim_q(sim), kip_sim_v(sim), kip_sim_time(sim), kip_sim_drives(sim));
 *         ... steps ...
 *
 * Joints without a key-frame are left alone: what their drives do is their own affair. Hinges, slides and balls, on any
 * tree; a ball is three axes about its own frame, its error the rotation vector to the target. The root of the tree is
 * taken not to accelerate. */
#ifndef KIP_CONTROL_BEAT_H
#define KIP_CONTROL_BEAT_H

#include "../dynamics/sim.h"
#include "keys.h"
#include "timed.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipBeat KipBeat;

/* OTB.3r: the time from which the gains follow. */
typedef enum KipTimeMode {
    KIP_REMAINING, /* the time left: key-frames are reached even after a disturbance */
    KIP_FIXED      /* the whole interval: 1 - f of the error is left at the key-frame */
} KipTimeMode;

/* OTB.8 to OTB.10: compensation of a joint for the motion of its ancestors. q''* = e / lambda^2 + 2 e' / lambda is the
 * acceleration wanted of each, or its mean over the period of its drive. */
typedef enum KipCompensation {
    KIP_NO_COMPENSATION,      /* tau = m q''* */
    KIP_LITERAL_COMPENSATION, /* as printed: an acceleration is added to a torque; unstable */
    KIP_ANCESTORS,            /* m (q''* + a.s), a the sum of q''* s of all that carry it */
    KIP_LOWER,                /* the rows of the mass matrix up to the diagonal */
    KIP_EXACT                 /* M q''* + c: inverse dynamics */
} KipCompensation;

/* OTB.7: the inertia assumed for an axis. */
typedef enum KipMomentMode {
    KIP_MOMENT,         /* of all bodies beyond the joint */
    KIP_MOMENT_LITERAL, /* the same by the formula as printed */
    KIP_MOMENT_LINK     /* the next link alone: the "local" PD that the paper compares with */
} KipMomentMode;

typedef struct KipBeatDef {
    const KipModel *model; /* must outlive the control */
    int root;        /* the joints of the tree under this body alone; 0: all of the model, the default */
    double fraction; /* f, of the error that is gone at the key-frame: 0.9 */
    KipConstantsMode constants;   /* KIP_CRIT_REST */
    KipTimeMode time;             /* KIP_REMAINING */
    KipCompensation compensation; /* KIP_LOWER */
    KipMomentMode moment;         /* KIP_MOMENT */
    double gravity;               /* the factor of gravity compensation, 1; 0: none, as in the paper */
    bool passive; /* whether the torques of the model's springs and dampers are compensated; true */
    double floor; /* s: lambda n is no less, near the key-frame; 0.02 */
    double hold;  /* s: nor after it; 0.2 */
    KipDynamics *
        dynamics; /* of the model, which others use too: every update sets it; must outlive the control; NULL: its own */
    const KipBeat *
        other; /* one of the same model whose working memory this one shares; it must outlive this one; NULL: none */
    double
        period; /* s: how long the result of an update is kept; it is computed for the middle of that time; 0 */
} KipBeatDef;

KipBeatDef kip_beat_def(const KipModel *model);

/* Makes control on the beat, which moves joints to these key-frames of its model; they must outlive it.
 * allocator NULL is libc. KIP_BAD_USE for numbers that make no sense, KIP_NO_MEMORY. */
KipStatus kip_beat_create(const KipBeatDef *def, KipKeys *keys, const KipAllocator *allocator, KipBeat **beat,
                          KipError *error);
void kip_beat_destroy(KipBeat *beat); /* with NULL it does nothing */
/* Changes the definition; its model and root are not read. Key-frames stay, with the n they were set with. */
KipStatus kip_beat_configure(KipBeat *beat, const KipBeatDef *def, KipError *error);

/* The joint's key-frame from now on, as kip_keys_set has it; one before whose time is over is looked back at (below). q and v:
 * the present state of the model, nq and nv; now: s. */
KipStatus kip_beat_set(KipBeat *beat, int joint, KipKeyFrame key, const double *q, const double *v,
                       double now, KipError *error);
/* s: the definition's. */
double kip_beat_floor(const KipBeat *beat);

/* Sets the factor of the model's gravity that updates compensate from now on, as in kip_sim_scale_gravity;
 * 1 at the start. */
void kip_beat_scale_gravity(KipBeat *beat, double factor);

/* OTB.11 at the state q (nq), v (nv): writes target, rate, stiffness, damping and feedforward of the controlled joints'
 * drives, and reads their limits, because torque beyond a limit does not accelerate the joints below. */
void kip_beat_update(KipBeat *beat, const double *q, const double *v, double now, KipDrives drives);

/* Quantities of the last update for pictures and lessons, nv each: m, ks, kd, and the law's torque before
 * it is limited. */
typedef struct KipBeatState {
    const double *moment, *ks, *kd, *torque;
} KipBeatState;
KipBeatState kip_beat_state(const KipBeat *beat);

/* OTB.12: a joint that cannot reach its key-frame in time. */
typedef struct KipBeatFailure {
    int dof, joint;
    double time;            /* s: when that was found */
    double wanted, allowed; /* N m or N */
    double key;             /* s: the time of the key-frame */
    double
        arrival; /* s: when it is predicted to reach it; infinity: never, or the key-frame's time is over */
    double off;  /* rad or m: the error at the key-frame's time; 0: that is still to come */
} KipBeatFailure;
/* The misses of the joints' present key-frames, and of those before where they were found when these were
 * set; the newest last, at most one for each key-frame. Either the joint is predicted to be late, or at the
 * key-frame's time it was off by more than 0.05 rad (m) and a tenth of its way. Returns their number. */
int kip_beat_failures(const KipBeat *beat, const KipBeatFailure **failures);

/* OTB.3r: sigma of kip_timed_least_lambda for the whole tree at q, the largest eigenvalue of diag(m)^1/2 M^-1
 * diag(m)^1/2, by power iteration. Takes nv^2 numbers from the
 * allocator for the time of the call. KIP_BAD_INPUT where M is singular. */
KipStatus kip_beat_coupling(KipBeat *beat, const double *q, double *sigma, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
