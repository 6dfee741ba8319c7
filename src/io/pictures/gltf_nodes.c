/* The nodes of a glTF file: one for each body, and above each character's root one with its name and skin. */
#include <string.h>

#include "../../control/loads.h"
#include "gltf_parts.h"
#include "palette.h"
#include "../record/recording_parts.h"

int kip_gltf_add_node(Gltf *g, const char *name, int parent)
{
    GltfNode *node = kip_gltf_grow(g, g->node, &g->node_capacity, sizeof *node, g->nnode + 1);
    if (!node)
        return -1;
    g->node = node;
    node[g->nnode] = (GltfNode){.name = name,
                                .parent = parent,
                                .mesh = -1,
                                .skin = -1,
                                .rotation = {0, 0, 0, 1},
                                .first_child = -1,
                                .sibling = -1};
    return (int)g->nnode++;
}

void kip_gltf_place(Gltf *g, int node, KipVec3 position, KipQuat orientation)
{
    const KipVec3 p = kip_gltf_vector(position);
    const KipQuat q = kip_gltf_quat(orientation);
    const double translation[] = {p.x, p.y, p.z}, rotation[] = {q.x, q.y, q.z, q.w};
    for (int i = 0; i < 3; i++)
        g->node[node].translation[i] = kip_gltf_single(g, translation[i]);
    for (int i = 0; i < 4; i++)
        g->node[node].rotation[i] = kip_gltf_single(g, rotation[i]);
}

static void find_rest(Gltf *g)
{
    g->rest[0] = (KipBodyPose){v3_zero(), q_identity()};
    for (int i = 1; i < g->model->nbody; i++) {
        const KipBody *body = &g->model->body[i];
        const KipBodyPose *parent = &g->rest[body->parent];
        g->rest[i].pos = v3_add(parent->pos, q_rotate(parent->quat, body->pos));
        g->rest[i].quat = q_normalize(q_mul(parent->quat, body->quat));
    }
}

/* The character's name: what precedes the last slash in the root's name, else the model's name, else the root's. The caller
 * frees it. */
static char *name_character(const Gltf *g, int root)
{
    const char *name = g->model->body[root].name, *slash = strrchr(name, '/');
    const char *text = slash || !*g->model->name ? name : g->model->name;
    size_t length = slash ? (size_t)(slash - name) : strlen(text);
    char *copy = kip_resize(g->recording->allocator, NULL, 0, length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

/* Adds the transformations from the world at rest to the axes of each joint. */
static int add_bind_matrices(Gltf *g, int root)
{
    int accessor = kip_gltf_begin(g, GLTF_BIND_MATRIX);
    for (int i = root; i < g->model->nbody; i++) {
        if (g->model->body[i].root != root)
            continue;
        KipMat3 R = q_matrix(q_conjugate(kip_gltf_quat(g->rest[i].quat)));
        KipVec3 p = v3_neg(m3_apply(R, kip_gltf_vector(g->rest[i].pos)));
        const double column[] = {R.xx, R.yx, R.zx, 0, R.xy, R.yy, R.zy, 0,
                                 R.xz, R.yz, R.zz, 0, p.x,  p.y,  p.z,  1};
        for (int k = 0; k < 16; k++)
            kip_gltf_put(g, column[k]);
    }
    return accessor;
}

static void number_joints(Gltf *g, int root)
{
    int n = 0;
    for (int i = root; i < g->model->nbody; i++)
        if (g->model->body[i].root == root)
            g->node[i].joint = n++;
}

static void add_character(Gltf *g, int root)
{
    char *name = name_character(g, root);
    GltfSkin *skin = kip_gltf_grow(g, g->skin, &g->skin_capacity, sizeof *skin, g->nskin + 1);
    g->skin = skin ? skin : g->skin;
    if (!name || !skin) {
        kip_recording_drop_text(g->recording, name);
        g->no_memory = true;
        return;
    }
    skin[g->nskin++] = (GltfSkin){name, root, add_bind_matrices(g, root)};
    number_joints(g, root);
    int above = kip_gltf_add_node(g, name, -1); /* may reallocate the nodes */
    g->node[root].parent = above;
}

void kip_gltf_add_bodies(Gltf *g)
{
    const KipBody *body = g->model->body;
    find_rest(g);
    for (int i = 0; i < g->model->nbody && !g->no_memory; i++)
        kip_gltf_add_node(g, i ? body[i].name : "world", i && body[i].parent ? body[i].parent : -1);
    for (int i = 1; i < g->model->nbody && !g->no_memory; i++)
        if (kip_palette_is_character(g->model, i))
            add_character(g, i);
}
