/* In each step simulations of a batch that take the same stages form crews, whose passes run in lanes (lanes.h). */
#include "batch.h"

#include <string.h>

#include "arena.h"
#include "lanes.h"
#include "sim_parts.h"

struct KipBatch {
    struct KipArena *arena;
    KipSim **sim; /* n */
    int n;
    KipLanes *lanes;  /* NULL: there are none */
    KipSim **waiting; /* n: those that have begun a step */
};

static KipStatus check(KipSim *const *sims, int n, KipError *error)
{
    if (n < 1)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a batch needs at least one simulation, not %d",
                        n);
    for (int i = 1; i < n; i++) {
        if (sims[i]->model != sims[0]->model || sims[i]->h != sims[0]->h)
            return kip_fail(
                error, KIP_BAD_USE, kip_nowhere(),
                "simulation %d of the batch has another model or time step than the first; make a "
                "batch for each",
                i);
        for (int k = 0; k < i; k++)
            if (sims[k] == sims[i])
                return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                                "simulations %d and %d of the batch are the same one", k, i);
    }
    return KIP_OK;
}

KipStatus kip_batch_create(KipSim *const *sims, int n, const KipAllocator *allocator, KipBatch **out,
                           KipError *error)
{
    *out = NULL;
    KipStatus status = check(sims, n, error);
    if (status != KIP_OK)
        return status;
    KipArena *arena = kip_arena_create(allocator);
    KipBatch *batch = arena ? kip_arena_take(arena, 1, sizeof *batch) : NULL;
    bool made = batch != NULL;
    if (made) {
        batch->arena = arena;
        batch->n = n;
        batch->sim = kip_arena_copy(arena, sims, (size_t)n, sizeof(KipSim *));
        batch->waiting = kip_arena_take(arena, (size_t)n, sizeof(KipSim *));
        made = batch->sim && batch->waiting;
    }
    if (made && n > 1 && kip_lanes_are_here())
        made = (batch->lanes = kip_lanes_create(sims[0]->model, sims[0]->tree_of, sims[0]->ntree, arena)) !=
               NULL;
    if (!made) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(),
                        "not enough memory for a batch of %d simulations", n);
    }
    *out = batch;
    return KIP_OK;
}

void kip_batch_destroy(KipBatch *batch)
{
    if (batch)
        kip_arena_destroy(batch->arena);
}

/* Whether lanes hold the simulation as it is: no constraints, nothing absent or prescribed. */
static bool fits_lanes(const KipSim *sim)
{
    if (*sim->nconstraint || sim->d->any_absent)
        return false;
    for (int k = 0; k < sim->model->nv; k++)
        if (sim->d->prescribed[k])
            return false;
    return true;
}

/* Takes those out of the waiting that have begun with the same method as the first, at most as many as there are lanes. */
static int pick_crew(KipSim **waiting, int *nwaiting, KipSim *crew[MOST_LANES])
{
    const Method *method = waiting[0]->taken;
    int n = 0, left = 0;
    for (int i = 0; i < *nwaiting; i++)
        if (n < MOST_LANES && waiting[i]->taken == method)
            crew[n++] = waiting[i];
        else
            waiting[left++] = waiting[i];
    *nwaiting = left;
    return n;
}

KipStatus kip_batch_step(KipBatch *batch, KipStatus *status, KipError *error)
{
    KipStatus first = KIP_OK;
    int nwaiting = 0;
    for (int i = 0; i < batch->n; i++) {
        KipSim *sim = batch->sim[i];
        const int parts = kip_step_begin(sim);
        if (batch->lanes && parts == 1 && fits_lanes(sim)) {
            kip_integrate_begin(sim);
            batch->waiting[nwaiting++] = sim;
        } else {
            kip_step_alone(sim, parts);
        }
    }
    while (nwaiting) {
        KipSim *sim[MOST_LANES];
        const int n = pick_crew(batch->waiting, &nwaiting, sim);
        kip_step_take(&(Crew){n, sim, n > 1 ? batch->lanes : NULL});
    }
    for (int i = 0; i < batch->n; i++) {
        const KipStatus own = kip_step_end(batch->sim[i], first == KIP_OK ? error : NULL);
        if (status)
            status[i] = own;
        if (first == KIP_OK)
            first = own;
    }
    return first;
}
