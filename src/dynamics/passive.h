/* Springs, dampers and tendons: what passive.c shares with limits and energies. Internal. */
#ifndef KIP_DYNAMICS_PASSIVE_H
#define KIP_DYNAMICS_PASSIVE_H

#include "tree.h"

/* L = sum coef q and its rate. */
void kip_tendon_state(const KipModel *model, const KipTendon *tendon, const double *q, const double *v,
                      double *length, double *rate);

/* Springs and dampers apart, nv. */
void kip_spring_forces(const KipDynamics *d, double *tau);
void kip_damper_forces(const KipDynamics *d, double *tau);

double kip_elastic_energy(const KipDynamics *d);

#endif
