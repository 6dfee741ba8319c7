/* A model with every kind of joint and awkward names, and a recording of it, for the tests of what is
 * written. */
#ifndef RECORDED_MODEL_H
#define RECORDED_MODEL_H

#include "../src/io/record/recording.h"

/* Ends scripts, begins comments, holds quotes and control characters. */
extern const char hostile_name[];

typedef struct Fixture {
    KipModel *model;
    KipSim *sim;
    KipRecording *recording;
} Fixture;

/* 37 frames of a fall to the ground, then 60 of random states, in steps of 1/600 s: every frame lies on the
 * grid of 1/60 s. Body 2 hangs on joint 1, a ball. One tree and
 * scenery, or two trees more. */
Fixture make_recording(int ntree);
/* A pendulum (body 1, a hinge about y) let go at 1 rad, sampled at so many steps, and its end. */
Fixture make_swing(double timestep, int nstep);
/* A model's text at its start, one frame recorded. */
Fixture make_from_xml(const char *xml, double timestep);
/* So many steps more, sampled, and the last one captured. */
void run_fixture(Fixture *f, int nstep);
void free_recording(Fixture *f);

/* A body of 1 kg with a capsule, and a joint. */
int add_body(KipBuilder *builder, const char *name, int parent, KipVec3 pos, KipQuat quat);
void add_joint(KipBuilder *builder, const char *name, int body, KipJointType type, KipVec3 axis, KipVec3 pos);

#endif
