/* Shared by the files of the glTF writer: the contents of the file, gathered in memory. Functions that add return an index
 * in the file, or -1 when out of memory; `no_memory` records this, so that only the end checks for it. Internal. */
#ifndef KIP_IO_PICTURES_GLTF_PARTS_H
#define KIP_IO_PICTURES_GLTF_PARTS_H

#include <stdio.h>

#include "../../dynamics/quat.h"
#include "../record/recording.h"

/* Converts a vector from kip's axes to the file's. */
static inline KipVec3 kip_gltf_vector(KipVec3 v)
{
    return v3(v.y, v.z, v.x);
}

static inline KipQuat kip_gltf_quat(KipQuat q)
{
    return quat(q.w, q.y, q.z, q.x);
}

/* The use of an accessor's numbers. */
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

/* A list of numbers, with its own buffer view. */
typedef struct GltfAccessor {
    GltfForm form;
    size_t offset; /* in the buffer, a multiple of 4 */
    size_t nnumber;
    float least[3], most[3]; /* of each component, where the file states it */
} GltfAccessor;

typedef struct GltfNode {
    const char *name; /* NULL for none */
    int parent;       /* a node, or -1 */
    int mesh, skin;   /* or -1 */
    float translation[3], rotation[4];
    bool hidden;              /* scale 0 */
    int joint;                /* of a body: its index in the skin */
    int first_child, sibling; /* for the file; -1 for none */
} GltfNode;

typedef struct GltfPrimitive {
    int attribute
        [4]; /* accessors of positions, normals, joints, weights, the last two -1 where there is no skin */
    int indices, material;
} GltfPrimitive;

/* A mesh of primitives [first, first + n). */
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

/* The triangles of a shape in the geom's axes (kip's), counterclockwise as seen from outside. */
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
    int time;          /* accessor of the keys' times; -1 until a channel uses it */
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

/* A list with room for n items; NULL, with no_memory set, when out of memory. */
void *kip_gltf_grow(Gltf *g, void *list, size_t *capacity, size_t size, size_t n);
/* Rounds a number to single precision; sets not_finite where that overflows. */
float kip_gltf_single(Gltf *g, double value);
/* Begins an accessor, to which numbers are then added one by one. */
int kip_gltf_begin(Gltf *g, GltfForm form);
void kip_gltf_put(Gltf *g, double value);
void kip_gltf_put_vector(Gltf *g, KipVec3 v); /* kip's axes */
size_t kip_gltf_count(const GltfAccessor *accessor);
size_t kip_gltf_size(const GltfAccessor *accessor); /* bytes */

/* How the file describes a form. */
typedef struct GltfFormat {
    const char *type;
    int component, size; /* code of the components' type, bytes in one */
    int n;               /* components */
    int target;          /* 0: none */
    bool has_range;      /* least and most are written */
    bool normalized;
} GltfFormat;
const GltfFormat *kip_gltf_format(GltfForm form);

/* -- gltf_nodes.c ---------------------------------------------------------------------------------------- */

int kip_gltf_add_node(Gltf *g, const char *name, int parent);
void kip_gltf_place(Gltf *g, int node, KipVec3 position, KipQuat orientation); /* in the parent; kip's axes */
/* Adds nodes for bodies and skins for characters, in the reference configuration. */
void kip_gltf_add_bodies(Gltf *g);

/* -- gltf_shapes.c --------------------------------------------------------------------------------------- */

/* Adds nodes and meshes of geoms, with one mesh for each skin. */
void kip_gltf_add_shapes(Gltf *g);

/* -- gltf_motion.c --------------------------------------------------------------------------------------- */

/* Sets the bodies' nodes and animates those that move, come or go. */
void kip_gltf_add_motion(Gltf *g);
typedef enum GltfPresence { GLTF_ALWAYS, GLTF_AT_TIMES, GLTF_NEVER } GltfPresence;
/* Whether the geom is on. */
GltfPresence kip_gltf_geom_presence(const Gltf *g, int geom);
/* Hides a node while the geom is off. */
void kip_gltf_add_switching(Gltf *g, int node, int geom);

/* -- gltf_solid.c ---------------------------------------------------------------------------------------- */

void kip_gltf_make_solid(GltfSolid *solid, const KipGeom *geom);

/* -- gltf_text.c ----------------------------------------------------------------------------------------- */

/* Writes the JSON. */
void kip_gltf_print(FILE *stream, Gltf *g);

#endif
