/* Shared by the files of a world. Internal.
 *
 * world.c creates one and steps it, world_find.c finds objects and members by name, world_contact.c finds contacts,
 * world_sense.c computes sensors, world_event.c has pushes, throws and marks; world_save.c saves. */
#ifndef KIP_SUPERVISOR_WORLD_PARTS_H
#define KIP_SUPERVISOR_WORLD_PARTS_H

#include "../control/loads.h"
#include "world.h"

enum { MOST_PUSHES = 32, MOST_MARKS = 64, MARK_SIZE = 48, MOST_TOUCHING = 2048 };

/* What filters keep of a character. Saved as bytes. */
typedef struct Filtered {
    int64_t nsample; /* control periods since it appeared or was thrown; 0: the rest is undefined */
    double since;    /* s: since when it moves by forces alone, and with these velocities began */
    KipVec3 com_velocity, root_velocity;         /* m/s */
    KipVec3 com_acceleration, root_acceleration; /* m/s^2, filtered */
    double foot_load[KIP_PART_BODIES];           /* N, filtered */
} Filtered;

/* Characters have all, others the definition only. */
typedef struct Member {
    KipMemberDef def;
    KipCharacter *character;
    KipSupervisor *supervisor;
    KipSensors *sensors;
    int64_t sensed; /* the simulation's revision that they are of; 0: none yet */
    Filtered filtered;
} Member;

typedef struct Push {
    int body, unused;
    double end; /* s */
    KipVec3 force, point;
} Push;

typedef struct Mark {
    char name[MARK_SIZE];
    double time;
} Mark;

typedef struct Touching {
    int geom1, geom2;
} Touching;

/* All that changes here. */
typedef struct State {
    int npush, nmark, ntouching;
    int unused;
    int64_t step;
    Push push[MOST_PUSHES];
    Mark mark[MOST_MARKS];
    Touching touching[MOST_TOUCHING]; /* since the last control; 0 behind ntouching */
} State;

struct KipWorld {
    const KipModel *model;
    KipSim *sim;
    KipWorldHooks hooks;
    double period;
    int steps_a_period; /* 0: there is no control */
    int nmember;
    Member *member;
    int *member_of;          /* nbody: -1 none */
    int *part_of[KIP_PARTS]; /* nbody: which of its character's feet and so on a body is; -1 none */
    int64_t stepped;         /* the simulation's revision after the last step, or change that was noted */
    State state;
    int changed; /* loaded: whether the simulation's state was changed since the last step */
    struct KipArena *arena;
};

/* What touches now has touched since the last control. */
KipStatus kip_world_note_touching(KipWorld *world, KipError *error);
/* Nothing touched this tree of bodies. */
void kip_world_forget_touching(KipWorld *world, int root);
/* Before each step: those that are over end, and the points of the others have turned with their bodies. */
void kip_world_renew_pushes(KipWorld *world);

/* Finds feet and other parts among the bodies, once all members exist. */
KipStatus kip_world_find_parts(KipWorld *world, KipError *error);
/* To be called once a control period, before the sensors are read: filters take their sample. */
void kip_world_sense(KipWorld *world);
/* Not a step but somebody changed the state: that is no acceleration. */
void kip_world_sense_change(KipWorld *world);

#endif
