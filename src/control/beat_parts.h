/* Shared by the files of timed control. Internal. beat.c creates one, sets key-frames and saves; beat_update.c is the
 * law. */
#ifndef KIP_CONTROL_BEAT_PARTS_H
#define KIP_CONTROL_BEAT_PARTS_H

#include "../dynamics/spatial.h"
#include "beat.h"
#include "composite.h"

/* Mutable data of an axis and its key-frame, without pointers; saved as bytes. */
typedef struct Rate {
    double n;
    double way;         /* from where it was when that was set: to go, and without a sign */
    double since;       /* s: when it was found late, if it is */
    int late;           /* updates in a row */
    int reported, over; /* over: its time is, and it was looked at then */
    int joint;
} Rate;

/* World axes and, of each tree, the origin of its root. Arrays have the model's indices; only those of its own joints, axes
 * and bodies are used. */
struct KipBeat {
    KipBeatDef def;
    KipKeys *keys;
    double scale; /* of the model's gravity, as it is now */
    struct KipArena *arena;
    const KipAllocator *allocator;
    KipDynamics *dynamics, *own; /* without pushes and contacts; own: NULL where it was given */
    int joint, njoint, axis, naxis, body, nbody; /* own ranges; others' bodies may be among its own */
    double n;                                    /* of the definition; not used for KIP_CRIT_V */
    Rate *rate;                                  /* nv */
    double *moment, *ks, *kd, *torque;           /* nv */
    int nfailure;
    KipBeatFailure *failure; /* 2 naxis */
    /* nothing of these is kept from one update to the next: those of def.other, or its own */
    double *middle;                 /* nq: where all is in the middle of the period */
    KipComposite *composite, *link; /* nbody: for the moments that are not KIP_MOMENT */
    Inertia *inertia;               /* nbody: of each with all that it carries */
    Motion *carried;                /* nbody: what its joints and those before will do */
    Motion *S;                      /* [nv] motion for a rate of 1 */
    Force *F;                       /* nv: the force that an acceleration of 1 takes */
    /* nv each */
    double *error;       /* to the moving target */
    double *wanted;      /* q''* */
    double *effect;      /* what will come of it */
    double *known;       /* gravity and passive forces: the torque that undoes them */
    double *passive;     /* what inverse dynamics is not to undo */
    double *feedforward; /* torque for its own acceleration and its ancestors' */
};

/* OTB.12: if the time of rate i's key-frame is over, reports once whether it was reached, or the error e (rad, m). */
void kip_beat_look_back(KipBeat *beat, int i, double e, double now);

#endif
