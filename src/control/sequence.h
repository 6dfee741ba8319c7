/* Playing a sequence of poses (DCT.5): which pose it is now, and when the next one comes.
 *
 *     KipSequencePlayer player = kip_sequence_start(sequence, time);
 *     each control period:
 *         status = kip_sequence_step(set, &player, time, &sensors, &event, &error);
 *         if (event.changed)
 *             ... apply set->pose[event.pose], log event.reason ...
 */
#ifndef KIP_CONTROL_SEQUENCE_H
#define KIP_CONTROL_SEQUENCE_H

#include "pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where it stands: plain data, to be saved and restored as bytes. */
typedef struct KipSequencePlayer {
    int sequence, stage; /* indices into the set, into its stages */
    int ended;           /* 1: the last stage is over, its pose stays */
    int unused;          /* 0: no byte of it is padding */
    double start;        /* when the stage began, s */
} KipSequencePlayer;

KipSequencePlayer kip_sequence_start(int sequence, double time);

/* The queries that transitions need. Each returns false for an unknown name. Where a function is NULL,
 * nothing of the kind exists. */
typedef struct KipSequenceSensors {
    bool (*touching)(void *user, const char *a, const char *b, bool *yes);
    bool (*sensor)(void *user, const char *name, double *value);
    bool (*condition)(void *user, const char *name, bool *yes);
    void *user;
} KipSequenceSensors;

typedef struct KipSequenceEvent {
    int pose;         /* the one to hold now */
    bool changed;     /* a transition came at this step */
    char reason[256]; /* of the change: "Crouch -> Stretch: 0.5 s passed"; else "" */
} KipSequenceEvent;

/* Makes at most one transition a call. A time counts from the first step of its stage, and is over at the first step at or
 * after it, with a tolerance of a nanosecond for sums of times. The condition of a stage takes precedence over its
 * `within`. KIP_BAD_INPUT with the stage's place where a sensor, part or condition is unknown; player and event are then
 * unchanged. */
KipStatus kip_sequence_step(const KipPoseSet *set, KipSequencePlayer *player, double time,
                            const KipSequenceSensors *sensors, KipSequenceEvent *event, KipError *error);

#ifdef __cplusplus
}
#endif
#endif
