/* The kinds of forces on bodies. Internal.
 *
 * A kind is a file with its inputs, its law and its memory, and a row of the table in load.c, in the order of KipLoadKind,
 * where it is declared too.
 * In a stage
 *
 *     press      adds its forces to d's bodies, and impedances where they are stiff; at REST the forces alone
 *     account    after ABA: the forces in effect, passed to kip_load_account: momentum and work
 *
 * and `list` reports the loads on request. Forces along axes are in fold.c, constraints are solved by rows.c.
 */
#ifndef KIP_DYNAMICS_FORCE_H
#define KIP_DYNAMICS_FORCE_H

#include "sim_parts.h"

typedef struct LoadList {
    const KipSim *sim;
    KipLoad *load;
    int n;
} LoadList;

/* Any function may be NULL: there is nothing of that. */
typedef struct ForceKind {
    const char *work; /* what tables and charts call its work */
    /* It is set from outside and does not depend on the stage: pressed before all others, and accounted after them. */
    bool given;
    /* Size in bytes of its state, sim->own[kind], a part of the saved block. It begins with an int64_t, the number in use:
     * if that is 0, a step does not change it. */
    size_t (*size)(const KipSim *sim);
    /* Bytes of scratch, sim->scratch[kind]. */
    size_t (*scratch)(const KipSim *sim);
    int (*impedances)(const KipSim *sim); /* the most that it presses */
    int (*loads)(const KipSim *sim);      /* the most that it lists */
    bool (*is_sound)(const KipSim *sim);  /* the state as it was loaded */
    void (*press)(KipSim *sim, const Stage *stage);
    void (*account)(KipSim *sim, const Stage *stage);
    void (*list)(LoadList *list);
} ForceKind;

/* Adds one load to the list of a `ForceKind.list`: its force acts at load.point, in the body's frame. */
void kip_load_add(LoadList *list, KipLoad load);
/* Adds the part of a load at `point`, in the world's frame, that the body's mask for forces of this kind admits. Nothing is
 * added for the world itself. */
void kip_load_add_masked(LoadList *list, KipLoad load, KipForceKind kind, KipVec3 point);

#endif
