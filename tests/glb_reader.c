#include "glb_reader.h"

#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../src/dynamics/quat.h"
#include "study.h"

enum { U8 = 5121, U16 = 5123, U32 = 5125, F32 = 5126 };

/* No list is empty, no number missing. */
static void check_values(const Json *value)
{
    must(value->kind != 'n');
    must(value->kind != '[' || value->n > 0);
    for (int i = 0; i < value->n; i++) {
        check_values(&value->item[i]);
        for (int k = 0; value->key && k < i; k++)
            must(strcmp(value->key[i], value->key[k]) != 0);
    }
}

/* -- accessors ------------------------------------------------------------------------------------------- */

const Json *glb_item(const Glb *glb, const char *list, int i)
{
    return json_item(&glb->root, list, i);
}

static size_t component_size(int type)
{
    must(type == U8 || type == U16 || type == U32 || type == F32);
    return type == U8 ? 1 : type == U16 ? 2 : 4;
}

static const char *type_of(const Glb *glb, int accessor)
{
    return json_get(glb_item(glb, "accessors", accessor), "type")->text;
}

static const Json *view_of(const Glb *glb, int accessor)
{
    return glb_item(glb, "bufferViews", json_index(glb_item(glb, "accessors", accessor), "bufferView"));
}

int glb_count(const Glb *glb, int accessor)
{
    must(accessor >= 0 && accessor < json_size(&glb->root, "accessors"));
    return glb->list[accessor].count;
}

double glb_number(const Glb *glb, int accessor, int element, int component)
{
    const GlbList *list = &glb->list[accessor];
    must(element >= 0 && element < list->count && component >= 0 && component < list->n);
    return list->value[element * list->n + component];
}

KipVec3 glb_vector(const Glb *glb, int accessor, int element)
{
    return v3(glb_number(glb, accessor, element, 0), glb_number(glb, accessor, element, 1),
              glb_number(glb, accessor, element, 2));
}

static double decode_number(const unsigned char *bytes, int type, bool normalized)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < component_size(type); i++)
        bits |= (uint32_t)bytes[i] << 8 * i;
    float single;
    memcpy(&single, &bits, sizeof single);
    return type == F32 ? (double)single : normalized ? bits / (type == U8 ? 255.0 : 65535.0) : bits;
}

/* The numbers of an accessor, which fill its view. */
static GlbList read_list(const Glb *glb, int index)
{
    const Json *accessor = glb_item(glb, "accessors", index), *view = view_of(glb, index);
    const char *type = type_of(glb, index);
    GlbList list = {.count = json_index(accessor, "count"),
                    .component = json_index(accessor, "componentType")};
    list.n = strcmp(type, "SCALAR") == 0 ? 1 : strcmp(type, "MAT4") == 0 ? 16 : type[3] - '0';
    size_t size = component_size(list.component), n = (size_t)list.count * (size_t)list.n;
    ck_assert_int_gt(list.count, 0);
    ck_assert_uint_eq(n * size, (size_t)json_index(view, "byteLength"));
    list.value = malloc(n * sizeof *list.value);
    for (size_t i = 0; i < n; i++)
        list.value[i] = decode_number(glb->bin + json_index(view, "byteOffset") + i * size, list.component,
                                      json_find(accessor, "normalized") != NULL);
    return list;
}

/* The least and the most of each component are what the file says, if it does. */
static void check_range(const Glb *glb, int index)
{
    const Json *accessor = glb_item(glb, "accessors", index);
    int n = glb->list[index].n;
    ck_assert_int_eq(json_find(accessor, "min") != NULL, json_find(accessor, "max") != NULL);
    for (int k = 0; k < n; k++) {
        double least = INFINITY, most = -INFINITY;
        for (int i = 0; i < glb_count(glb, index); i++) {
            double x = glb_number(glb, index, i, k);
            must(x - x == 0);
            least = fmin(least, x);
            most = fmax(most, x);
        }
        if (json_find(accessor, "min")) {
            must(json_size(accessor, "min") == n && json_size(accessor, "max") == n);
            must(json_item(accessor, "min", k)->number == least);
            must(json_item(accessor, "max", k)->number == most);
        }
    }
}

static void read_accessors(Glb *glb)
{
    size_t end = 0;
    int n = json_size(&glb->root, "accessors"), nview = json_size(&glb->root, "bufferViews");
    ck_assert_int_eq(n == 0, nview == 0);
    for (int i = 0; i < nview; i++) {
        const Json *view = glb_item(glb, "bufferViews", i);
        int offset = json_index(view, "byteOffset"), length = json_index(view, "byteLength");
        ck_assert_int_eq(json_index(view, "buffer"), 0);
        must(offset % 4 == 0 && (size_t)offset >= end && length > 0); /* one after the other */
        end = (size_t)offset + (size_t)length;
        ck_assert_uint_le(end, glb->size);
    }
    ck_assert_uint_eq(end, glb->size); /* nothing behind the last */
    glb->list = n ? calloc((size_t)n, sizeof *glb->list) : NULL;
    for (int i = 0; i < n; i++) {
        glb->list[i] = read_list(glb, i);
        check_range(glb, i);
    }
}

/* An accessor is of this type, and its view for this. */
static void check_use(const Glb *glb, int accessor, const char *type, int component, int target)
{
    ck_assert_str_eq(type_of(glb, accessor), type);
    ck_assert_int_eq(glb->list[accessor].component, component);
    ck_assert_int_eq(json_index(view_of(glb, accessor), "target"), target);
}

static double length_of(const Glb *glb, int accessor, int element)
{
    double sum = 0;
    for (int k = 0; k < glb->list[accessor].n; k++)
        sum += glb_number(glb, accessor, element, k) * glb_number(glb, accessor, element, k);
    return sqrt(sum);
}

static void check_units(const Glb *glb, int accessor, double tolerance)
{
    for (int i = 0; i < glb_count(glb, accessor); i++)
        must(fabs(length_of(glb, accessor, i) - 1) < tolerance);
}

/* -- meshes and skins ------------------------------------------------------------------------------------ */

static void check_weights(const Glb *glb, const Json *attributes, int njoint)
{
    int joints = json_index(attributes, "JOINTS_0"), weights = json_index(attributes, "WEIGHTS_0");
    check_use(glb, joints, "VEC4", U16, 34962);
    check_use(glb, weights, "VEC4", U8, 34962);
    for (int i = 0; i < glb_count(glb, joints); i++) {
        double sum = 0;
        for (int k = 0; k < 4; k++) {
            sum += glb_number(glb, weights, i, k);
            must(glb_number(glb, joints, i, k) < njoint);
            must(glb_number(glb, weights, i, k) > 0 || glb_number(glb, joints, i, k) == 0);
        }
        must(sum == 1);
    }
}

static void check_primitive(const Glb *glb, const Json *primitive, int njoint)
{
    const Json *attributes = json_get(primitive, "attributes");
    int position = json_index(attributes, "POSITION"), normal = json_index(attributes, "NORMAL");
    int indices = json_index(primitive, "indices"), n = glb_count(glb, position);
    check_use(glb, position, "VEC3", F32, 34962);
    check_use(glb, normal, "VEC3", F32, 34962);
    check_use(glb, indices, "SCALAR", U32, 34963);
    check_units(glb, normal, 1e-6);
    json_get(glb_item(glb, "accessors", position), "min");
    glb_item(glb, "materials", json_index(primitive, "material"));
    for (int i = 0; i < attributes->n; i++)
        ck_assert_int_eq(glb_count(glb, (int)attributes->item[i].number), n);
    ck_assert_int_eq(glb_count(glb, indices) % 3, 0);
    for (int i = 0; i < glb_count(glb, indices); i++)
        must(glb_number(glb, indices, i, 0) < n);
    ck_assert_int_eq(attributes->n, njoint ? 4 : 2);
    if (njoint)
        check_weights(glb, attributes, njoint);
}

static bool is_above(const Glb *glb, int node, int below)
{
    while (below >= 0 && below != node)
        below = glb_parent(glb, below);
    return below == node;
}

static void check_skin(const Glb *glb, const Json *skin)
{
    int matrices = json_index(skin, "inverseBindMatrices"), n = json_size(skin, "joints");
    check_use(glb, matrices, "MAT4", F32, -1);
    ck_assert_int_eq(glb_count(glb, matrices), n);
    for (int i = 0; i < n; i++) {
        int joint = (int)json_item(skin, "joints", i)->number;
        must(is_above(glb, json_index(skin, "skeleton"), joint));
        for (int k = 0; k < i; k++)
            ck_assert_int_ne(joint, (int)json_item(skin, "joints", k)->number);
        for (int k = 3; k < 16; k += 4)
            must(glb_number(glb, matrices, i, k) == (k == 15));
    }
}

static void check_material(const Json *material)
{
    const Json *parts = json_get(material, "pbrMetallicRoughness");
    ck_assert_int_eq(json_size(parts, "baseColorFactor"), 4);
    for (int k = 0; k < 4; k++) {
        double x = json_item(parts, "baseColorFactor", k)->number;
        must(x >= 0 && x <= 1);
    }
    const Json *mode = json_find(material, "alphaMode");
    must(!mode || strcmp(mode->text, "BLEND") == 0);
    ck_assert_int_eq(mode != NULL, json_item(parts, "baseColorFactor", 3)->number < 1);
}

/* -- nodes ----------------------------------------------------------------------------------------------- */

int glb_find_node(const Glb *glb, const char *name)
{
    for (int i = 0; i < json_size(&glb->root, "nodes"); i++) {
        const Json *given = json_find(glb_item(glb, "nodes", i), "name");
        if (given && strcmp(given->text, name) == 0)
            return i;
    }
    return -1;
}

int glb_parent(const Glb *glb, int node)
{
    for (int i = 0; i < json_size(&glb->root, "nodes"); i++)
        for (int k = 0; k < json_size(glb_item(glb, "nodes", i), "children"); k++)
            if ((int)json_item(glb_item(glb, "nodes", i), "children", k)->number == node)
                return i;
    return -1;
}

static void check_node(const Glb *glb, const Json *node, bool is_root)
{
    int mesh = json_index(node, "mesh"), skin = json_index(node, "skin"), njoint = 0;
    if (skin >= 0) {
        must(mesh >= 0 && is_root && !json_find(node, "children"));
        njoint = json_size(glb_item(glb, "skins", skin), "joints");
    }
    if (mesh >= 0)
        for (int k = 0; k < json_size(glb_item(glb, "meshes", mesh), "primitives"); k++)
            check_primitive(glb, json_item(glb_item(glb, "meshes", mesh), "primitives", k), njoint);
    double sum = 0;
    for (int k = 0; k < 4 && json_find(node, "rotation"); k++)
        sum += json_item(node, "rotation", k)->number * json_item(node, "rotation", k)->number;
    must(!json_find(node, "rotation") || fabs(sqrt(sum) - 1) < 1e-6);
}

/* Every node once, from a root. */
static void walk(const Glb *glb, int node, bool is_root, bool *seen)
{
    const Json *it = glb_item(glb, "nodes", node);
    ck_assert_msg(!seen[node], "node %d has two parents", node);
    seen[node] = true;
    check_node(glb, it, is_root);
    for (int k = 0; k < json_size(it, "children"); k++)
        walk(glb, (int)json_item(it, "children", k)->number, false, seen);
}

static void check_nodes(const Glb *glb)
{
    int n = json_size(&glb->root, "nodes");
    bool *seen = calloc((size_t)n, sizeof *seen);
    const Json *scene = glb_item(glb, "scenes", json_index(&glb->root, "scene"));
    for (int i = 0; i < json_size(scene, "nodes"); i++)
        walk(glb, (int)json_item(scene, "nodes", i)->number, true, seen);
    for (int i = 0; i < n; i++)
        ck_assert_msg(seen[i], "node %d is in no scene", i);
    free(seen);
}

/* -- animation ------------------------------------------------------------------------------------------- */

const Json *glb_channel(const Glb *glb, int node, const char *path)
{
    if (!json_find(&glb->root, "animations"))
        return NULL;
    const Json *animation = glb_item(glb, "animations", 0), *found = NULL;
    for (int i = 0; i < json_size(animation, "channels"); i++) {
        const Json *channel = json_item(animation, "channels", i), *target = json_get(channel, "target");
        if (json_index(target, "node") != node || strcmp(json_get(target, "path")->text, path) != 0)
            continue;
        ck_assert_msg(!found, "node %d has two channels of its %s", node, path);
        found = json_item(animation, "samplers", json_index(channel, "sampler"));
    }
    return found;
}

int glb_keys(const Glb *glb)
{
    if (!json_find(&glb->root, "animations"))
        return 0;
    return glb_count(glb, json_index(json_item(glb_item(glb, "animations", 0), "samplers", 0), "input"));
}

static void check_channel(const Glb *glb, const Json *animation, const Json *channel)
{
    const Json *target = json_get(channel, "target");
    const char *path = json_get(target, "path")->text;
    const Json *sampler = json_item(animation, "samplers", json_index(channel, "sampler"));
    bool turns = strcmp(path, "rotation") == 0, scales = strcmp(path, "scale") == 0;
    int input = json_index(sampler, "input"), output = json_index(sampler, "output");
    must(turns || scales || strcmp(path, "translation") == 0);
    ck_assert_str_eq(json_get(sampler, "interpolation")->text, scales ? "STEP" : "LINEAR");
    ck_assert_ptr_eq(glb_channel(glb, json_index(target, "node"), path), sampler);
    glb_item(glb, "nodes", json_index(target, "node"));
    check_use(glb, input, "SCALAR", F32, -1);
    check_use(glb, output, turns ? "VEC4" : "VEC3", F32, -1);
    ck_assert_int_eq(glb_count(glb, input), glb_count(glb, output));
    json_get(glb_item(glb, "accessors", input), "min");
    for (int i = 0; i < glb_count(glb, input); i++)
        must(glb_number(glb, input, i, 0) == (double)(float)(i / 60.0));
    for (int i = 0; turns && i < glb_count(glb, output); i++) {
        double dot = 0;
        for (int k = 0; k < 4 && i > 0; k++)
            dot += glb_number(glb, output, i, k) * glb_number(glb, output, i - 1, k);
        must(dot >= -1e-7);
        must(fabs(length_of(glb, output, i) - 1) < 1e-6);
    }
}

static void check_animations(const Glb *glb)
{
    ck_assert_int_le(json_size(&glb->root, "animations"), 1);
    for (int i = 0; i < json_size(&glb->root, "animations"); i++) {
        const Json *animation = glb_item(glb, "animations", i);
        ck_assert_int_eq(json_size(animation, "channels"), json_size(animation, "samplers"));
        for (int k = 0; k < json_size(animation, "channels"); k++)
            check_channel(glb, animation, json_item(animation, "channels", k));
    }
}

/* -- poses ----------------------------------------------------------------------------------------------- */

static void read_property(const Glb *glb, int node, int key, const char *path, int n, double *value)
{
    const Json *it = glb_item(glb, "nodes", node), *sampler = glb_channel(glb, node, path);
    for (int k = 0; k < n; k++)
        if (key >= 0 && sampler)
            value[k] = glb_number(glb, json_index(sampler, "output"), key, k);
        else if (json_find(it, path))
            value[k] = json_item(it, path, k)->number;
}

KipVec3 glb_apply(const GlbPose *pose, KipVec3 v)
{
    return v3_add(pose->p, m3_apply(pose->A, v));
}

static void place_node(const Glb *glb, int node, int key, const GlbPose *parent, GlbPose *pose)
{
    double p[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    read_property(glb, node, key, "translation", 3, p);
    read_property(glb, node, key, "rotation", 4, q);
    read_property(glb, node, key, "scale", 3, s);
    KipMat3 scale = {s[0], 0, 0, 0, s[1], 0, 0, 0, s[2]};
    pose[node].p = glb_apply(parent, v3_from(p));
    pose[node].A = m3_mul(parent->A, m3_mul(q_matrix(quat(q[3], q[0], q[1], q[2])), scale));
    const Json *it = glb_item(glb, "nodes", node);
    for (int k = 0; k < json_size(it, "children"); k++)
        place_node(glb, (int)json_item(it, "children", k)->number, key, &pose[node], pose);
}

void glb_pose(const Glb *glb, int key, GlbPose *pose)
{
    const Json *scene = glb_item(glb, "scenes", json_index(&glb->root, "scene"));
    const GlbPose world = {v3_zero(), m3_identity()};
    for (int i = 0; i < json_size(scene, "nodes"); i++)
        place_node(glb, (int)json_item(scene, "nodes", i)->number, key, &world, pose);
}

GlbPose glb_bind_matrix(const Glb *glb, int skin, int joint)
{
    int m = json_index(glb_item(glb, "skins", skin), "inverseBindMatrices");
    KipVec3 column[4];
    for (int k = 0; k < 4; k++)
        column[k] = v3(glb_number(glb, m, joint, 4 * k), glb_number(glb, m, joint, 4 * k + 1),
                       glb_number(glb, m, joint, 4 * k + 2));
    return (GlbPose){column[3],
                     {column[0].x, column[1].x, column[2].x, column[0].y, column[1].y, column[2].y,
                      column[0].z, column[1].z, column[2].z}};
}

/* -- the file -------------------------------------------------------------------------------------------- */

static size_t read_u32(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return b[0] | (size_t)b[1] << 8 | (size_t)b[2] << 16 | (size_t)b[3] << 24;
}

static void check_buffer(Glb *glb, const char *bytes, size_t size)
{
    ck_assert_int_eq(json_size(&glb->root, "buffers"), 1);
    const Json *buffer = glb_item(glb, "buffers", 0);
    ck_assert_ptr_eq(json_find(buffer, "uri"), NULL);
    glb->bin = (const unsigned char *)bytes;
    glb->size = (size_t)json_index(buffer, "byteLength");
    must(glb->size > 0 && glb->size <= size && size - glb->size < 4);
    for (size_t i = glb->size; i < size; i++)
        ck_assert_int_eq(bytes[i], 0);
}

static void check_names(const Json *root)
{
    static const char *const known[] = {"asset",     "scene",       "scenes",    "nodes",
                                        "meshes",    "skins",       "materials", "animations",
                                        "accessors", "bufferViews", "buffers"};
    for (int i = 0; i < root->n; i++) {
        size_t k = 0;
        while (k < sizeof known / sizeof *known && strcmp(root->key[i], known[k]) != 0)
            k++;
        ck_assert_msg(k < sizeof known / sizeof *known, "what is %s?", root->key[i]);
    }
    ck_assert_str_eq(json_get(json_get(root, "asset"), "version")->text, "2.0");
}

void glb_read(Glb *glb, const char *bytes, size_t size)
{
    *glb = (Glb){.bin = NULL};
    must(size >= 20 && memcmp(bytes, "glTF", 4) == 0);
    ck_assert_uint_eq(read_u32(bytes + 4), 2);
    ck_assert_uint_eq(read_u32(bytes + 8), size);
    size_t length = read_u32(bytes + 12), next = 20 + length;
    must(length % 4 == 0 && next <= size && memcmp(bytes + 16, "JSON", 4) == 0);
    json_read(&glb->root, bytes + 20, length);
    must(bytes[next - 1] == '\n' || bytes[next - 1] == ' ');
    check_names(&glb->root);
    check_values(&glb->root);
    if (next < size) {
        size_t rest = read_u32(bytes + next);
        must(rest % 4 == 0 && next + 8 + rest == size && memcmp(bytes + next + 4, "BIN", 4) == 0);
        check_buffer(glb, bytes + next + 8, rest);
    }
    read_accessors(glb);
    for (int i = 0; i < json_size(&glb->root, "materials"); i++)
        check_material(glb_item(glb, "materials", i));
    for (int i = 0; i < json_size(&glb->root, "skins"); i++)
        check_skin(glb, glb_item(glb, "skins", i));
    check_nodes(glb);
    check_animations(glb);
}

void glb_free(Glb *glb)
{
    for (int i = 0; i < json_size(&glb->root, "accessors"); i++)
        free(glb->list[i].value);
    free(glb->list);
    json_free(&glb->root);
}
