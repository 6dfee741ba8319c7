/* Random models and states for tests: a seed gives the same model everywhere. */
#ifndef RANDOM_MODEL_H
#define RANDOM_MODEL_H

#include "dynamics/model.h"
#include "dynamics/random.h"

KipVec3 random_unit(KipRandom *r);
KipQuat random_quat(KipRandom *r);

/* Each coordinate within plus or minus that of `most`, drawn x, y, z: as arguments of one call, or in one initializer,
 * they would be drawn in an order that compilers choose. */
KipVec3 random_within(KipRandom *r, KipVec3 most);

/* A tree, or a forest, of 1 to `most` bodies with every joint type, several joints on a body, random
 * inertias, some armature, damping and springs. */
KipModel *random_model(KipRandom *r, int most);

/* A chain of n hinges. */
KipModel *chain_model(int n);

/* Coordinates in [-2, 2], uniform orientations, rates and forces normal with the given spread. */
void random_state(KipRandom *r, const KipModel *model, double *q, double *v, double rate);

#endif
