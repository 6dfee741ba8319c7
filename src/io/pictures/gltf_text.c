/* Writes the JSON of a glTF file. Empty lists are left out, as the specification requires. */
#include "gltf_parts.h"
#include "../text/json.h"

/* -- nodes ----------------------------------------------------------------------------------------------- */

/* Links children in the order of their nodes. */
static void link_nodes(Gltf *g)
{
    for (int i = (int)g->nnode - 1; i >= 0; i--) {
        GltfNode *node = &g->node[i];
        if (node->parent < 0)
            continue;
        node->sibling = g->node[node->parent].first_child;
        g->node[node->parent].first_child = i;
    }
}

static void print_singles(KipJson *json, const char *key, const float *value, int n)
{
    double number[4];
    for (int i = 0; i < n; i++)
        number[i] = value[i];
    kip_json_numbers(json, key, number, n);
}

static void print_node(KipJson *json, const Gltf *g, const GltfNode *node)
{
    static const double nothing[] = {0, 0, 0};
    kip_json_open(json, NULL, '{');
    if (node->name)
        kip_json_string(json, "name", node->name);
    if (node->first_child >= 0) {
        kip_json_open(json, "children", '[');
        for (int i = node->first_child; i >= 0; i = g->node[i].sibling)
            kip_json_integer(json, NULL, i);
        kip_json_close(json);
    }
    if (node->mesh >= 0)
        kip_json_integer(json, "mesh", node->mesh);
    if (node->skin >= 0)
        kip_json_integer(json, "skin", node->skin);
    print_singles(json, "translation", node->translation, 3);
    print_singles(json, "rotation", node->rotation, 4);
    if (node->hidden)
        kip_json_numbers(json, "scale", nothing, 3);
    kip_json_close(json);
}

static void print_nodes(KipJson *json, const Gltf *g)
{
    kip_json_integer(json, "scene", 0);
    kip_json_open(json, "scenes", '[');
    kip_json_open(json, NULL, '{');
    kip_json_open(json, "nodes", '[');
    for (size_t i = 0; i < g->nnode; i++)
        if (g->node[i].parent < 0)
            kip_json_integer(json, NULL, (int64_t)i);
    kip_json_close(json);
    kip_json_close(json);
    kip_json_close(json);
    kip_json_open(json, "nodes", '[');
    for (size_t i = 0; i < g->nnode; i++)
        print_node(json, g, &g->node[i]);
    kip_json_close(json);
}

/* -- meshes, skins, materials ---------------------------------------------------------------------------- */

static void print_primitive(KipJson *json, const GltfPrimitive *primitive)
{
    static const char *const attribute[] = {"POSITION", "NORMAL", "JOINTS_0", "WEIGHTS_0"};
    kip_json_open(json, NULL, '{');
    kip_json_open(json, "attributes", '{');
    for (int i = 0; i < 4; i++)
        if (primitive->attribute[i] >= 0)
            kip_json_integer(json, attribute[i], primitive->attribute[i]);
    kip_json_close(json);
    kip_json_integer(json, "indices", primitive->indices);
    kip_json_integer(json, "material", primitive->material);
    kip_json_close(json);
}

static void print_meshes(KipJson *json, const Gltf *g)
{
    if (g->nmesh == 0)
        return;
    kip_json_open(json, "meshes", '[');
    for (size_t i = 0; i < g->nmesh; i++) {
        kip_json_open(json, NULL, '{');
        kip_json_string(json, "name", g->mesh[i].name);
        kip_json_open(json, "primitives", '[');
        for (int k = 0; k < g->mesh[i].n; k++)
            print_primitive(json, &g->primitive[g->mesh[i].first + k]);
        kip_json_close(json);
        kip_json_close(json);
    }
    kip_json_close(json);
}

static void print_skins(KipJson *json, const Gltf *g)
{
    if (g->nskin == 0)
        return;
    kip_json_open(json, "skins", '[');
    for (size_t i = 0; i < g->nskin; i++) {
        const GltfSkin *skin = &g->skin[i];
        kip_json_open(json, NULL, '{');
        kip_json_string(json, "name", skin->name);
        kip_json_integer(json, "inverseBindMatrices", skin->bind);
        kip_json_integer(json, "skeleton", skin->root);
        kip_json_open(json, "joints", '[');
        for (int body = skin->root; body < g->model->nbody; body++)
            if (g->model->body[body].root == skin->root)
                kip_json_integer(json, NULL, body);
        kip_json_close(json);
        kip_json_close(json);
    }
    kip_json_close(json);
}

static void print_materials(KipJson *json, const Gltf *g)
{
    if (g->nmaterial == 0)
        return;
    kip_json_open(json, "materials", '[');
    for (size_t i = 0; i < g->nmaterial; i++) {
        kip_json_open(json, NULL, '{');
        kip_json_open(json, "pbrMetallicRoughness", '{');
        kip_json_numbers(json, "baseColorFactor", g->material[i].rgba, 4);
        kip_json_number(json, "metallicFactor", 0);
        kip_json_number(json, "roughnessFactor", 0.75);
        kip_json_close(json);
        if (g->material[i].rgba[3] < 1)
            kip_json_string(json, "alphaMode", "BLEND");
        kip_json_close(json);
    }
    kip_json_close(json);
}

/* -- animation ------------------------------------------------------------------------------------------- */

static void print_samplers(KipJson *json, const Gltf *g)
{
    kip_json_open(json, "samplers", '[');
    for (size_t i = 0; i < g->nchannel; i++) {
        kip_json_open(json, NULL, '{');
        kip_json_integer(json, "input", g->time);
        kip_json_string(json, "interpolation", g->channel[i].path == GLTF_SCALE ? "STEP" : "LINEAR");
        kip_json_integer(json, "output", g->channel[i].values);
        kip_json_close(json);
    }
    kip_json_close(json);
}

static void print_animation(KipJson *json, const Gltf *g)
{
    static const char *const path[] =
        {[GLTF_TRANSLATION] = "translation", [GLTF_TURN] = "rotation", [GLTF_SCALE] = "scale"};
    if (g->nchannel == 0)
        return;
    kip_json_open(json, "animations", '[');
    kip_json_open(json, NULL, '{');
    kip_json_string(json, "name", "motion");
    kip_json_open(json, "channels", '[');
    for (size_t i = 0; i < g->nchannel; i++) {
        kip_json_open(json, NULL, '{');
        kip_json_integer(json, "sampler", (int64_t)i);
        kip_json_open(json, "target", '{');
        kip_json_integer(json, "node", g->channel[i].node);
        kip_json_string(json, "path", path[g->channel[i].path]);
        kip_json_close(json);
        kip_json_close(json);
    }
    kip_json_close(json);
    print_samplers(json, g);
    kip_json_close(json);
    kip_json_close(json);
}

/* -- numbers --------------------------------------------------------------------------------------------- */

static void print_accessors(KipJson *json, const Gltf *g)
{
    kip_json_open(json, "accessors", '[');
    for (size_t i = 0; i < g->naccessor; i++) {
        const GltfAccessor *accessor = &g->accessor[i];
        const GltfFormat *format = kip_gltf_format(accessor->form);
        kip_json_open(json, NULL, '{');
        kip_json_integer(json, "bufferView", (int64_t)i);
        kip_json_integer(json, "componentType", format->component);
        if (format->normalized)
            kip_json_bool(json, "normalized", true);
        kip_json_integer(json, "count", (int64_t)kip_gltf_count(accessor));
        kip_json_string(json, "type", format->type);
        if (format->has_range) {
            print_singles(json, "min", accessor->least, format->n);
            print_singles(json, "max", accessor->most, format->n);
        }
        kip_json_close(json);
    }
    kip_json_close(json);
}

static void print_buffer(KipJson *json, const Gltf *g)
{
    kip_json_open(json, "bufferViews", '[');
    for (size_t i = 0; i < g->naccessor; i++) {
        const GltfAccessor *accessor = &g->accessor[i];
        const GltfFormat *format = kip_gltf_format(accessor->form);
        kip_json_open(json, NULL, '{');
        kip_json_integer(json, "buffer", 0);
        kip_json_integer(json, "byteOffset", (int64_t)accessor->offset);
        kip_json_integer(json, "byteLength", (int64_t)kip_gltf_size(accessor));
        if (format->target)
            kip_json_integer(json, "target", format->target);
        kip_json_close(json);
    }
    kip_json_close(json);
    kip_json_open(json, "buffers", '[');
    kip_json_open(json, NULL, '{');
    kip_json_integer(json, "byteLength", (int64_t)g->nbyte);
    kip_json_close(json);
    kip_json_close(json);
}

void kip_gltf_print(FILE *stream, Gltf *g)
{
    KipJson json = {.stream = stream};
    link_nodes(g);
    kip_json_open(&json, NULL, '{');
    kip_json_open(&json, "asset", '{');
    kip_json_string(&json, "version", "2.0");
    kip_json_string(&json, "generator", "kip " KIP_VERSION);
    kip_json_close(&json);
    print_nodes(&json, g);
    print_meshes(&json, g);
    print_skins(&json, g);
    print_materials(&json, g);
    print_animation(&json, g);
    if (g->naccessor) {
        print_accessors(&json, g);
        print_buffer(&json, g);
    }
    kip_json_close(&json);
}
