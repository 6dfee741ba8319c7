/* Checks whether bodies and joints are physically possible; errors have a message and a place. Internal. */
#ifndef KIP_DYNAMICS_CHECK_H
#define KIP_DYNAMICS_CHECK_H

#include "arena.h"
#include "model.h"

/* The definitions, before they are put in order. */
typedef struct KipParts {
    const KipBody *body;
    int nbody;
    const KipJoint *joint;
    int njoint;
    const KipGeom *geom;
    int ngeom;
    const KipTendon *tendon;
    int ntendon;
    const KipMotor *motor;
    int nmotor;
    const KipSite *site;
    int nsite;
    const KipExclude *exclude;
    int nexclude;
    const KipPair *pair;
    int npair;
} KipParts;

/* Checks numbers, names, indices, and combinations of joints. The arena provides scratch memory. */
KipStatus kip_check_parts(const KipParts *parts, KipVec3 gravity, double timestep, KipArena *arena,
                          KipError *error);

/* Names of one kind are all different ("" may repeat); definitions begin with their names, and stand `stride` bytes apart, as
 * do their places. */
KipStatus kip_check_unique(const char *kind, const void *first, int n, size_t stride, size_t place_offset,
                           KipArena *arena, KipError *error);

/* What only the whole shows: every joint moves some inertia, no two do the same, planes stand still. */
KipStatus kip_check_model(const KipModel *model, const KipAllocator *allocator, KipError *error);

#endif
