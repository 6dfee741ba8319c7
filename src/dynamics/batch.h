/* A batch: independent simulations of like models that step together, in lanes of one core.
 *
 *     KipSim *sims[8];              // of like models and one time step; states, drives, forces as you like
 *     KipBatch *batch;
 *     kip_batch_create(sims, 8, NULL, &batch, &error);
 *     while (kip_sim_time(sims[0]) < 2)
 *         if (kip_batch_step(batch, NULL, &error) != KIP_OK)
 *             break;                // the others have stepped
 *     kip_batch_destroy(batch);     // before the simulations
 *
 * Each has the bits that kip_sim_step would give it, on every processor. Where four doubles fit into a vector (x86-64 with AVX2)
 * four that stand or lie step in the time of 2.5, four that fly in that of 2.7, and with AVX-512 eight that stand in that of 4.1;
 * lanes.h says what is in lanes and what is not. Elsewhere, and where worlds part (other stages, constraints), they step one by one.
 * The simulations stay yours: between steps set, query, save and load them, or step one by itself. A batch and its simulations
 * belong to one thread at a time.
 */
#ifndef KIP_DYNAMICS_BATCH_H
#define KIP_DYNAMICS_BATCH_H

#include "sim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct KipBatch KipBatch;

/* Whether simulations may form a batch: they have one time step, and models that differ in friction, strengths, names and what
 * else moves no link of itself at most. */
bool kip_sims_are_alike(const KipSim *one, const KipSim *two);
/* A batch of n simulations [n], at least one, each once; the list is copied, the simulations must outlive the batch. allocator
 * NULL: libc. KIP_BAD_USE where they are not alike, KIP_NO_MEMORY. */
KipStatus kip_batch_create(KipSim *const *sims, int n, const KipAllocator *allocator, KipBatch **batch,
                           KipError *error);
/* Frees a batch, not its simulations; with NULL it does nothing. */
void kip_batch_destroy(KipBatch *batch);

/* One time step of each, as kip_sim_step: one that fails keeps its state before the step, the others step. status [n], or
 * NULL: of each. Returns that of the first that fails, and its error. No memory is allocated. */
KipStatus kip_batch_step(KipBatch *batch, KipStatus *status, KipError *error);
/* How many stepped in lanes together with two others or more, in the last step: where these are few, a batch saves no time. */
int kip_batch_in_lanes(const KipBatch *batch);

#ifdef __cplusplus
}
#endif

#endif
