/* Random models and states for tests: splitmix64, a seed gives the same model everywhere. */
#ifndef RANDOM_MODEL_H
#define RANDOM_MODEL_H

#include "dynamics/model.h"

typedef struct Random {
    uint64_t state;
} Random;

uint64_t random_bits(Random *r);
double random_uniform(Random *r, double lo, double hi);
double random_normal(Random *r);
KipVec3 random_unit(Random *r);
KipQuat random_quat(Random *r);

/* A tree, or a forest, of 1 to `most` bodies with every joint type, several joints on a body, random inertias, some
 * armature, damping and springs. */
KipModel *random_model(Random *r, int most);

/* A chain of n hinges. */
KipModel *chain_model(int n);

/* Coordinates in [-2, 2], uniform orientations, rates and forces normal with the given spread. */
void random_state(Random *r, const KipModel *model, double *q, double *v, double rate);

#endif
