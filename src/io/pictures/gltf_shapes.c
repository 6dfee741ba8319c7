/* The meshes of a glTF file. A geom of a character's skin is part of the character's mesh, in world axes at the reference
 * configuration; any other geom has a mesh in its own axes, shared with equal ones. */
#include <string.h>

#include "../formats/mjcf.h"
#include "gltf_parts.h"
#include "palette.h"

/* How a geom is drawn. */
typedef struct Shape {
    int material; /* -1: invisible */
    bool skinned, switched;
    int primitive; /* of its own mesh, or -1 */
} Shape;

/* -- primitives ------------------------------------------------------------------------------------------ */

/* Adds one attribute of a geom's vertices, or its triangles, whose vertices begin at `base`; returns the number of
 * vertices. */
static int put_geom(Gltf *g, GltfForm form, int geom, bool skinned, int base)
{
    const KipGeom *it = &g->model->geom[geom];
    const KipBodyPose *rest = &g->rest[it->body];
    const KipQuat turn = skinned ? q_mul(rest->quat, it->quat) : q_identity();
    const KipVec3 place = skinned ? v3_add(rest->pos, q_rotate(rest->quat, it->pos)) : v3_zero();
    const GltfSolid *solid = g->solid;
    kip_gltf_make_solid(g->solid, it);
    for (int i = 0; i < solid->ntriangle * 3 && form == GLTF_INDEX; i++)
        kip_gltf_put(g, base + solid->triangle[i / 3][i % 3]);
    for (int i = 0; i < solid->nvertex && form != GLTF_INDEX; i++)
        if (form == GLTF_POSITION)
            kip_gltf_put_vector(g, v3_add(place, q_rotate(turn, solid->point[i])));
        else if (form == GLTF_NORMAL)
            kip_gltf_put_vector(g, q_rotate(turn, solid->normal[i]));
        else
            for (int k = 0; k < 4; k++)
                kip_gltf_put(g, k ? 0 : form == GLTF_JOINTS ? g->node[it->body].joint : 255);
    return solid->nvertex;
}

/* Adds the accessor of all geoms of a root's skin with the material of `first`, or of this geom alone if it is in no
 * skin. */
static int add_list(Gltf *g, const Shape *shape, int first, GltfForm form)
{
    const bool skinned = shape[first].skinned;
    const KipGeom *geom = g->model->geom;
    const KipBody *body = g->model->body;
    int accessor = kip_gltf_begin(g, form), base = 0;
    for (int i = first; i < (skinned ? g->model->ngeom : first + 1) && !g->no_memory; i++)
        if (!skinned || (shape[i].skinned && shape[i].material == shape[first].material &&
                         body[geom[i].body].root == body[geom[first].body].root))
            base += put_geom(g, form, i, skinned, base);
    return accessor;
}

static int store_primitive(Gltf *g, const GltfPrimitive *primitive)
{
    GltfPrimitive *list =
        kip_gltf_grow(g, g->primitive, &g->primitive_capacity, sizeof *list, g->nprimitive + 1);
    if (!list)
        return -1;
    g->primitive = list;
    list[g->nprimitive] = *primitive;
    return (int)g->nprimitive++;
}

static int add_primitive(Gltf *g, const Shape *shape, int geom)
{
    GltfPrimitive primitive = {{-1, -1, -1, -1}, -1, shape[geom].material};
    for (int form = GLTF_POSITION; form <= (shape[geom].skinned ? GLTF_WEIGHTS : GLTF_NORMAL); form++)
        primitive.attribute[form] = add_list(g, shape, geom, (GltfForm)form);
    primitive.indices = add_list(g, shape, geom, GLTF_INDEX);
    return store_primitive(g, &primitive);
}

static int add_mesh(Gltf *g, const char *name, int first, int n)
{
    GltfMesh *mesh = kip_gltf_grow(g, g->mesh, &g->mesh_capacity, sizeof *mesh, g->nmesh + 1);
    if (!mesh)
        return -1;
    g->mesh = mesh;
    mesh[g->nmesh] = (GltfMesh){name, first, n};
    return (int)g->nmesh++;
}

/* -- geoms of their own ---------------------------------------------------------------------------------- */

static bool same_shape(const KipGeom *a, const KipGeom *b)
{
    return a->type == b->type && a->size[0] == b->size[0] && a->size[1] == b->size[1] &&
           a->size[2] == b->size[2];
}

static int mesh_of(const Gltf *g, int primitive)
{
    for (size_t i = 0; i < g->nmesh; i++)
        if (g->mesh[i].first == primitive)
            return (int)i;
    return -1;
}

/* Adds the mesh of a geom: an earlier one if it is the same; the triangles of an earlier one if only the colour differs. */
static int add_own_mesh(Gltf *g, Shape *shape, int geom)
{
    const KipGeom *list = g->model->geom;
    int like = -1;
    for (int i = 0; i < geom; i++) {
        if (shape[i].primitive < 0 || !same_shape(&list[i], &list[geom]))
            continue;
        like = shape[i].primitive;
        if (shape[i].material == shape[geom].material) {
            shape[geom].primitive = like;
            return mesh_of(g, like);
        }
    }
    if (like >= 0) {
        GltfPrimitive copy = g->primitive[like];
        copy.material = shape[geom].material;
        shape[geom].primitive = store_primitive(g, &copy);
    } else {
        shape[geom].primitive = add_primitive(g, shape, geom);
    }
    return g->no_memory ? -1 : add_mesh(g, kip_mjcf_geom_type[list[geom].type], shape[geom].primitive, 1);
}

static void add_own_node(Gltf *g, Shape *shape, int geom)
{
    const KipGeom *it = &g->model->geom[geom];
    int mesh = add_own_mesh(g, shape, geom);
    int node = kip_gltf_add_node(g, *it->name ? it->name : NULL, it->body);
    if (g->no_memory)
        return;
    g->node[node].mesh = mesh;
    kip_gltf_place(g, node, it->pos, it->quat);
    if (shape[geom].switched)
        kip_gltf_add_switching(g, node, geom);
}

/* -- skins ----------------------------------------------------------------------------------------------- */

/* Whether an earlier geom is in the same primitive. */
static bool is_drawn(const Gltf *g, const Shape *shape, int geom)
{
    const KipGeom *list = g->model->geom;
    for (int i = 0; i < geom; i++)
        if (shape[i].skinned && shape[i].material == shape[geom].material &&
            g->model->body[list[i].body].root == g->model->body[list[geom].body].root)
            return true;
    return false;
}

/* Adds a primitive for each colour. */
static void add_skinned_mesh(Gltf *g, const Shape *shape, int skin)
{
    const int first = (int)g->nprimitive, root = g->skin[skin].root;
    for (int i = 0; i < g->model->ngeom && !g->no_memory; i++)
        if (shape[i].skinned && g->model->body[g->model->geom[i].body].root == root && !is_drawn(g, shape, i))
            add_primitive(g, shape, i);
    if (g->no_memory || (int)g->nprimitive == first)
        return;
    int mesh = add_mesh(g, g->skin[skin].name, first, (int)g->nprimitive - first);
    int node = kip_gltf_add_node(g, g->skin[skin].name, -1);
    if (g->no_memory)
        return;
    g->node[node].mesh = mesh;
    g->node[node].skin = skin;
}

/* -- colours ----------------------------------------------------------------------------------------- */

/* The index of a geom's material, shared with equal ones; colours are those of the palette. */
static int add_material(Gltf *g, const KipGeom *geom)
{
    const KipVec3 light = kip_palette_light(g->model, (int)(geom - g->model->geom));
    GltfMaterial made = {{light.x, light.y, light.z, fmin(fmax(geom->rgba[3], 0), 1)}};
    for (size_t i = 0; i < g->nmaterial; i++)
        if (memcmp(&g->material[i], &made, sizeof made) == 0)
            return (int)i;
    GltfMaterial *list = kip_gltf_grow(g, g->material, &g->material_capacity, sizeof *list, g->nmaterial + 1);
    if (!list)
        return -1;
    g->material = list;
    list[g->nmaterial] = made;
    return (int)g->nmaterial++;
}

/* -- all of them ----------------------------------------------------------------------------------------- */

static Shape see_geom(Gltf *g, int geom)
{
    const KipGeom *it = &g->model->geom[geom];
    const GltfPresence presence = kip_gltf_geom_presence(g, geom);
    Shape shape = {.material = -1, .switched = presence == GLTF_AT_TIMES, .primitive = -1};
    if (presence == GLTF_NEVER || !(it->rgba[3] > 0))
        return shape;
    shape.material = add_material(g, it);
    shape.skinned = !shape.switched && kip_palette_is_character(g->model, g->model->body[it->body].root);
    return shape;
}

void kip_gltf_add_shapes(Gltf *g)
{
    const int n = g->model->ngeom;
    const size_t size = (size_t)n * sizeof(Shape);
    Shape *shape = n ? kip_resize(g->recording->allocator, NULL, 0, size) : NULL;
    if (!shape) {
        g->no_memory = g->no_memory || n;
        return;
    }
    for (int i = 0; i < n; i++)
        shape[i] = see_geom(g, i);
    for (int i = 0; i < n && !g->no_memory; i++)
        if (shape[i].material >= 0 && !shape[i].skinned)
            add_own_node(g, shape, i);
    for (size_t i = 0; i < g->nskin && !g->no_memory; i++)
        add_skinned_mesh(g, shape, (int)i);
    kip_resize(g->recording->allocator, shape, size, 0);
}
