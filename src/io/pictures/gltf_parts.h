/* What the files of the glTF writer share: what will be in the file, gathered in memory. Internal.
 *
 * Functions that add return an index, or -1 without memory; `no_memory` remembers it, so that only the end
 * has to ask. Indices are those of the file.
 */
#ifndef KIP_IO_PICTURES_GLTF_PARTS_H
#define KIP_IO_PICTURES_GLTF_PARTS_H

#include <stdio.h>

#include "../../dynamics/quat.h"
#include "../record/recording.h"

/* kip's axes to the file's. */
static inline KipVec3 kip_gltf_vector(KipVec3 v)
{
    return v3(v.y, v.z, v.x);
}

static inline KipQuat kip_gltf_quat(KipQuat q)
{
    return quat(q.w, q.y, q.z, q.x);
}

/* What the numbers of an accessor are for. */
typedef enum GltfForm {
    GLTF_POSITION,
    GLTF_NORMAL,
    GLTF_JOINTS,
    GLTF_WEIGHTS,
    GLTF_INDEX,
    GLTF_BIND_MATRIX,
    GLTF_TIME,
    GLTF_VECTOR,
    GLTF_ROTATION
} GltfForm;

/* A list of numbers; it has a buffer view of its own. */
typedef struct GltfAccessor {
    GltfForm form;
    size_t offset; /* in the buffer, a multiple of 4 */
    size_t nnumber;
    float least[3], most[3]; /* of each component, where the file states them */
} GltfAccessor;

typedef struct GltfNode {
    const char *name; /* NULL for none */
    int parent;       /* a node, or -1 */
    int mesh, skin;   /* or -1 */
    float translation[3], rotation[4];
    bool hidden;              /* scale 0 */
    int joint;                /* of a body: its number in the skin */
    int first_child, sibling; /* for the file; -1 for none */
} GltfNode;

typedef struct GltfPrimitive {
    int attribute
        [4]; /* accessors of positions, normals, joints, weights, the last two -1 where there is no skin */
    int indices, material;
} GltfPrimitive;

/* Primitives [first, first + n). */
typedef struct GltfMesh {
    const char *name;
    int first, n;
} GltfMesh;

typedef struct GltfSkin {
    char *name; /* owned */
    int root;   /* the body */
    int bind;   /* accessor of the inverse bind matrices */
} GltfSkin;

typedef struct GltfMaterial {
    double rgba[4]; /* linear */
} GltfMaterial;

typedef enum GltfPath { GLTF_TRANSLATION, GLTF_TURN, GLTF_SCALE } GltfPath;

typedef struct GltfChannel {
    int node;
    GltfPath path;
    int values; /* accessor */
} GltfChannel;

/* A shape's surface in the geom's axes (kip's); triangles counterclockwise as seen from outside. */
enum { GLTF_MOST_VERTICES = 514, GLTF_MOST_TRIANGLES = 1024 };

typedef struct GltfSolid {
    int nvertex, ntriangle;
    KipVec3 point[GLTF_MOST_VERTICES], normal[GLTF_MOST_VERTICES];
    int triangle[GLTF_MOST_TRIANGLES][3];
} GltfSolid;

enum { GLTF_MOTION = 7 };

typedef struct Gltf {
    const KipRecording *recording;
    const KipModel *model;
    const KipRecording *grid; /* the frames of the file */
    bool no_memory, not_finite;
    int time;          /* the accessor of the keys' times, or -1 while no channel uses it */
    double *motion;    /* nframe x GLTF_MOTION: of one body, translation and rotation (x, y, z, w) */
    KipBodyPose *rest; /* nbody: world, at the reference configuration */
    GltfSolid *solid;  /* scratch */
    unsigned char *bytes;
    GltfAccessor *accessor;
    GltfNode *node; /* the first nbody are the bodies' */
    GltfPrimitive *primitive;
    GltfMesh *mesh;
    GltfSkin *skin;
    GltfMaterial *material;
    GltfChannel *channel;
    size_t nbyte, naccessor, nnode, nprimitive, nmesh, nskin, nmaterial, nchannel;
    size_t byte_capacity, accessor_capacity, node_capacity, primitive_capacity, mesh_capacity, skin_capacity,
        material_capacity, channel_capacity;
} Gltf;

/* -- gltf_buffer.c --------------------------------------------------------------------------------------- */

/* A list that has room for n items; NULL, and no_memory, where there is none. */
void *kip_gltf_grow(Gltf *g, void *list, size_t *capacity, size_t size, size_t n);
/* The number as the file holds it; not_finite where it cannot. */
float kip_gltf_single(Gltf *g, double value);
/* A new accessor; the numbers are put into it one by one, until the next is begun. */
int kip_gltf_begin(Gltf *g, GltfForm form);
void kip_gltf_put(Gltf *g, double value);
void kip_gltf_put_vector(Gltf *g, KipVec3 v); /* kip's axes */
size_t kip_gltf_count(const GltfAccessor *accessor);
size_t kip_gltf_size(const GltfAccessor *accessor); /* bytes */

/* What the file says of a form. */
typedef struct GltfFormat {
    const char *type;
    int component, size; /* code of the components' type, bytes in one */
    int n;               /* components */
    int target;          /* 0: none */
    bool has_range;      /* least and most are told */
    bool normalized;
} GltfFormat;
const GltfFormat *kip_gltf_format(GltfForm form);

/* -- gltf_nodes.c ---------------------------------------------------------------------------------------- */

int kip_gltf_add_node(Gltf *g, const char *name, int parent);
void kip_gltf_place(Gltf *g, int node, KipVec3 position, KipQuat orientation); /* in the parent; kip's axes */
/* The bodies' nodes, and skins for characters; the reference configuration. */
void kip_gltf_add_bodies(Gltf *g);

/* -- gltf_shapes.c --------------------------------------------------------------------------------------- */

/* Nodes and meshes of geoms, a mesh for each skin. */
void kip_gltf_add_shapes(Gltf *g);

/* -- gltf_motion.c --------------------------------------------------------------------------------------- */

/* Places the bodies' nodes and animates what moves, comes or goes. */
void kip_gltf_add_motion(Gltf *g);
typedef enum GltfPresence { GLTF_ALWAYS, GLTF_AT_TIMES, GLTF_NEVER } GltfPresence;
/* Whether the geom is on. */
GltfPresence kip_gltf_geom_presence(const Gltf *g, int geom);
/* Hides a node while the geom is off. */
void kip_gltf_add_switching(Gltf *g, int node, int geom);

/* -- gltf_solid.c ---------------------------------------------------------------------------------------- */

void kip_gltf_make_solid(GltfSolid *solid, const KipGeom *geom);

/* -- gltf_text.c ----------------------------------------------------------------------------------------- */

/* The JSON. */
void kip_gltf_print(FILE *stream, Gltf *g);

#endif
