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

/* OTB.3r: what the gains count from. */
typedef enum KipTimeMode {
    KIP_REMAINING, /* the time left: key-frames are reached, whatever happened in between */
    KIP_FIXED      /* the whole interval: 1 - f of the error is left at the key-frame */
} KipTimeMode;

/* OTB.8 to OTB.10: what a joint does about those that carry it. q''* = e / lambda^2 + 2 e' / lambda is wanted of each, or its
 * mean over the period that its drive takes it through. */
typedef enum KipCompensation {
    KIP_NO_COMPENSATION,      /* tau = m q''* */
    KIP_LITERAL_COMPENSATION, /* as printed: an acceleration is added to a torque; unstable */
    KIP_ANCESTORS,            /* m (q''* + a.s), a the sum of q''* s of all that carry it */
    KIP_LOWER,                /* the rows of the mass matrix up to the diagonal */
    KIP_EXACT                 /* M q''* + c: inverse dynamics */
} KipCompensation;

/* OTB.7: what an axis is taken to turn. */
typedef enum KipMomentMode {
    KIP_MOMENT,         /* all that hangs on it */
    KIP_MOMENT_LITERAL, /* the same by the formula as printed */
    KIP_MOMENT_LINK     /* the next link alone: the "local" PD that the paper compares with */
} KipMomentMode;

typedef struct KipBeatDef {
    const KipModel *model;        /* must outlive the control */
    double fraction;              /* f, of the error that is gone at the key-frame: 0.9 */
    KipConstantsMode constants;   /* KIP_CRIT_REST */
    KipTimeMode time;             /* KIP_REMAINING */
    KipCompensation compensation; /* KIP_LOWER */
    KipMomentMode moment;         /* KIP_MOMENT */
    double gravity; /* 1: what holds the limbs up is added, so many times (0: the paper adds nothing) */
    bool passive;   /* true: what the model's springs and dampers do is taken off */
    double floor;   /* s: lambda n is no less, near the key-frame; 0.02 */
    double hold;    /* s: nor after it; 0.2 */
    double period;  /* s: what an update writes is kept so long, and made for the middle of it; 0 */
} KipBeatDef;

KipBeatDef kip_beat_def(const KipModel *model);

/* Scratch and state for one simulation, which moves joints to these key-frames of its model; they must outlive it. allocator NULL is libc. KIP_BAD_USE for numbers that make no sense. */
KipStatus kip_beat_create(const KipBeatDef *def, KipKeys *keys, const KipAllocator *allocator, KipBeat **beat,
                          KipError *error);
void kip_beat_destroy(KipBeat *beat); /* with NULL it does nothing */
/* Another definition from now on; its model does not count. Key-frames stay, with the n they were set with. */
KipStatus kip_beat_configure(KipBeat *beat, const KipBeatDef *def, KipError *error);

/* The joint's key-frame from now on, as kip_keys_set has it; one before whose time is over is looked back at (below). q and v:
 * the present state of the model, nq and nv; now: s. */
KipStatus kip_beat_set(KipBeat *beat, int joint, KipKeyFrame key, const double *q, const double *v,
                       double now, KipError *error);
/* s: the definition's. */
double kip_beat_floor(const KipBeat *beat);

/* From the next update on gravity is the model's times a finite factor, as kip_sim_scale_gravity has it; 1 at the
 * start. */
void kip_beat_scale_gravity(KipBeat *beat, double factor);

/* OTB.11 at the state q (nq), v (nv): writes target, rate, stiffness, damping and feedforward of the controlled joints'
 * drives; their limits are read, for what a joint cannot do is not passed on to those that it carries. */
void kip_beat_update(KipBeat *beat, const double *q, const double *v, double now, KipDrives drives);

/* Of the last update, nv each, for pictures and lessons: m, ks, kd, and the torque that the law asks for. */
typedef struct KipBeatState {
    const double *moment, *ks, *kd, *torque;
} KipBeatState;
KipBeatState kip_beat_state(const KipBeat *beat);

/* OTB.12: a joint that cannot make its time. */
typedef struct KipBeatFailure {
    int dof, joint;
    double time;            /* s: when that was seen */
    double wanted, allowed; /* N m or N */
    double key;             /* s: when it was to be there */
    double arrival; /* s: when it will be, as far as one can see; infinity: not at all, or its time is over */
    double off;     /* rad or m: how far off it was when its time was over; 0: that is to come */
} KipBeatFailure;
/* One a key-frame at most: it will be late, or its time was over and it was off by more than 0.05 rad (m) and a tenth of
 * its way. Those of a joint's present key-frame, and of the one before where that is told when this one is set; the
 * newest last. Returns how many. */
int kip_beat_failures(const KipBeat *beat, const KipBeatFailure **failures);

/* OTB.3r: sigma of kip_timed_least_lambda for the whole tree at q, the largest eigenvalue of diag(m)^1/2 M^-1
 * diag(m)^1/2, by power iteration. Takes nv^2 numbers from the
 * allocator for the time of the call. KIP_BAD_INPUT where M is singular. */
KipStatus kip_beat_coupling(KipBeat *beat, const double *q, double *sigma, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
