/* A reader of binary glTF that knows nothing of the writer, and holds a file against the specification. */
#ifndef GLB_READER_H
#define GLB_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "../src/dynamics/mat3.h"
#include "json_reader.h"

/* What an accessor holds. */
typedef struct GlbList {
    int count, n;  /* elements, components of each */
    int component; /* the type's code */
    double *value; /* normalized ones in 0 to 1 */
} GlbList;

typedef struct Glb {
    Json root;
    GlbList *list; /* as many as accessors */
    const unsigned char *bin;
    size_t size; /* of bin */
} Glb;

/* Fails the test unless the file is valid: chunks, indices, bounds, ranges, hierarchy, units. */
void glb_read(Glb *glb, const char *bytes, size_t size);
void glb_free(Glb *glb);

const Json *glb_item(const Glb *glb, const char *list, int i);
int glb_count(const Glb *glb, int accessor);
double glb_number(const Glb *glb, int accessor, int element, int component);
KipVec3 glb_vector(const Glb *glb, int accessor, int element);

/* The node of that name, or -1. */
int glb_find_node(const Glb *glb, const char *name);
int glb_parent(const Glb *glb, int node);
/* The sampler of a node's channel, or NULL. */
const Json *glb_channel(const Glb *glb, int node, const char *path);
int glb_keys(const Glb *glb); /* of its animation; 0 without one */

/* p + A v */
typedef struct GlbPose {
    KipVec3 p;
    KipMat3 A;
} GlbPose;
/* Of all nodes in the world, at a key (-1: as the nodes stand). */
void glb_pose(const Glb *glb, int key, GlbPose *pose);
GlbPose glb_bind_matrix(const Glb *glb, int skin, int joint);
KipVec3 glb_apply(const GlbPose *pose, KipVec3 v);

/* From the file's axes to kip's. */
static inline KipVec3 from_gltf(KipVec3 v)
{
    return v3(v.z, v.x, v.y);
}

#endif
