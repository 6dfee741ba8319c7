/* One model in kip and in MuJoCo, with random states that both can be set to. */
#ifndef BOTH_H
#define BOTH_H

#include <mujoco/mujoco.h>

#include "dynamics/dynamics.h"

enum { STATES = 200 };

/* Contacts, limits, motors and sensors of MuJoCo are switched off. */
typedef struct Both {
    char name[64]; /* of the file, without folder and .xml */
    int nq, nv;
    KipModel *kip;
    KipDynamics *dynamics;
    mjModel *mujoco;
    mjData *data;
    double *q, *v; /* STATES of each: hinges and slides within their ranges */
    double *f;     /* STATES times nv: forces for forward dynamics, accelerations for inverse dynamics */
    double *x, *y; /* room for results of kip and MuJoCo: nv (nv + 1) numbers and 3 a body */
} Both;

/* Loads both, or says on stderr what is wrong. Sizes that differ are wrong too: nothing can be compared. */
bool both_create(Both *both, const char *path);
void both_destroy(Both *both);

/* The arrays of state s. */
const double *state_q(const Both *both, int s);
const double *state_v(const Both *both, int s);
const double *state_f(const Both *both, int s);

/* Gives MuJoCo state s, with f as applied forces and as accelerations; computes nothing. */
void both_set_mujoco(Both *both, int s);

/* Switches MuJoCo's springs and dampers; they are on at first. */
void both_set_passive(Both *both, bool on);
/* Switches MuJoCo's contacts and limits; they are off at first. */
void both_set_contacts(Both *both, bool on);

#endif
