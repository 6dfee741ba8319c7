/* glTF: a reader that knows nothing of the writer holds the file against the specification, brings back where
 * every body was, and finds every vertex on the surface of its geom. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/dynamics/quat.h"
#include "../src/io/pictures/gltf.h"
#include "../src/io/formats/mjcf.h"
#include "counting_heap.h"
#include "glb_reader.h"
#include "recorded_model.h"
#include "study.h"

Suite *suite_gltf(void);

enum { MOST_NODES = 64 };

/* The file, and what is in it. */
typedef struct Written {
    char *bytes;
    size_t size;
    Glb glb;
} Written;

static Written write_gltf(const KipRecording *recording)
{
    Written w;
    KipError error;
    FILE *stream = open_memstream(&w.bytes, &w.size);
    ck_ok(kip_gltf_write(stream, recording, &error));
    fclose(stream);
    glb_read(&w.glb, w.bytes, w.size);
    ck_assert_int_le(json_size(&w.glb.root, "nodes"), MOST_NODES);
    return w;
}

static void free_written(Written *w)
{
    glb_free(&w->glb);
    free(w->bytes);
}

static KipRecording *resampled(const KipRecording *recording)
{
    KipRecording *grid;
    KipError error;
    ck_ok(kip_recording_resample(recording, &grid, &error));
    return grid;
}

/* -- where everything is --------------------------------------------------------------------------------- */

/* How far a point is from a geom's surface, both in the geom's axes; of an ellipsoid to first order. */
static double surface_distance(const KipGeom *geom, KipVec3 p)
{
    const double *s = geom->size, across = sqrt(p.x * p.x + p.y * p.y);
    const KipVec3 a = v3(fabs(p.x) - s[0], fabs(p.y) - s[1], fabs(p.z) - s[2]);
    const KipVec3 scaled = v3(p.x / s[0], p.y / s[1], p.z / s[2]);
    switch (geom->type) {
    case KIP_GEOM_PLANE:
        return p.z;
    case KIP_GEOM_SPHERE:
        return v3_length(p) - s[0];
    case KIP_GEOM_CAPSULE:
        return v3_length(v3(p.x, p.y, fmax(fabs(p.z) - s[1], 0))) - s[0];
    case KIP_GEOM_BOX:
        return fmax(a.x, fmax(a.y, a.z));
    case KIP_GEOM_CYLINDER:
        return fmax(across - s[0], fabs(p.z) - s[1]);
    case KIP_GEOM_ELLIPSOID:
        return (v3_length(scaled) - 1) * fmin(s[0], fmin(s[1], s[2]));
    }
    return INFINITY;
}

/* From a point of the world to the nearest surface of the body's geoms. */
static double distance_to_body(const KipModel *model, const KipBodyPose *pose, int body, KipVec3 point)
{
    double nearest = INFINITY;
    KipVec3 p = q_rotate(q_conjugate(pose[body].quat), v3_sub(point, pose[body].pos));
    for (int i = 0; i < model->ngeom; i++) {
        const KipGeom *geom = &model->geom[i];
        if (geom->body != body)
            continue;
        KipVec3 local = q_rotate(q_conjugate(geom->quat), v3_sub(p, geom->pos));
        nearest = fmin(nearest, fabs(surface_distance(geom, local)));
    }
    return nearest;
}

/* Nodes are the model's bodies, in its tree, where the recording has them: the largest error (m). */
static double pose_error(const Glb *glb, const KipRecording *grid, size_t frame, const GlbPose *pose)
{
    const KipModel *model = grid->model;
    const KipBodyPose *expected = kip_recording_poses(grid, frame);
    double worst = 0;
    for (int i = 1; i < model->nbody; i++) {
        if (!kip_recording_is_present(grid, frame, i))
            continue;
        int node = glb_find_node(glb, model->body[i].name), parent = glb_parent(glb, node);
        ck_assert_int_ge(node, 0);
        if (model->body[i].parent)
            ck_assert_str_eq(json_get(glb_item(glb, "nodes", parent), "name")->text,
                             model->body[model->body[i].parent].name);
        const KipVec3 tip = v3(0.3, -0.2, 0.1);
        KipVec3 expected_tip = v3_add(expected[i].pos, q_rotate(expected[i].quat, tip));
        KipVec3 found_tip = from_gltf(glb_apply(&pose[node], v3(tip.y, tip.z, tip.x)));
        worst = most_of(worst, v3_length(v3_sub(expected[i].pos, from_gltf(pose[node].p))));
        worst = most_of(worst, v3_length(v3_sub(expected_tip, found_tip)));
    }
    return worst;
}

/* The body a node is, or whose shape it is. */
static int body_of_node(const Glb *glb, const KipModel *model, int node)
{
    for (; node >= 0; node = glb_parent(glb, node)) {
        const Json *name = json_find(glb_item(glb, "nodes", node), "name");
        if (name && strcmp(name->text, "world") == 0)
            return 0;
        int body = name ? kip_model_find_body(model, name->text) : -1;
        if (body >= 0)
            return body;
    }
    ck_abort_msg("node %d is of no body", node);
    return -1;
}

/* What carries a vertex. */
typedef struct Carrier {
    int body;
    GlbPose bind, pose;
} Carrier;

/* The joints of the node's skin; without one the node. */
static void find_carriers(const Glb *glb, const KipModel *model, const GlbPose *pose, int node,
                          Carrier *carrier)
{
    const int skin = json_index(glb_item(glb, "nodes", node), "skin");
    int n = skin < 0 ? 1 : json_size(glb_item(glb, "skins", skin), "joints");
    for (int i = 0; i < n; i++) {
        int at = skin < 0 ? node : (int)json_item(glb_item(glb, "skins", skin), "joints", i)->number;
        carrier[i].body = body_of_node(glb, model, at);
        carrier[i].bind = skin < 0 ? (GlbPose){v3_zero(), m3_identity()} : glb_bind_matrix(glb, skin, i);
        carrier[i].pose = pose[at];
    }
}

static double primitive_error(const Glb *glb, const KipRecording *grid, size_t frame, const Carrier *carrier,
                              const Json *primitive)
{
    const Json *attributes = json_get(primitive, "attributes");
    const int position = json_index(attributes, "POSITION"), joints = json_index(attributes, "JOINTS_0");
    double worst = 0;
    for (int i = 0; i < glb_count(glb, position); i++) {
        const Carrier *by = &carrier[joints < 0 ? 0 : (int)glb_number(glb, joints, i, 0)];
        KipVec3 p = glb_apply(&by->pose, glb_apply(&by->bind, glb_vector(glb, position, i)));
        const KipBodyPose *expected = kip_recording_poses(grid, frame);
        worst = most_of(worst, distance_to_body(grid->model, expected, by->body, from_gltf(p)));
    }
    return worst;
}

/* How far vertices are from their geoms (m), where these are there. */
static double vertex_error(const Glb *glb, const KipRecording *grid, size_t frame, const GlbPose *pose)
{
    double worst = 0;
    for (int i = 0; i < json_size(&glb->root, "nodes"); i++) {
        int mesh = json_index(glb_item(glb, "nodes", i), "mesh");
        if (mesh < 0)
            continue;
        Carrier carrier[MOST_NODES];
        const Json *it = glb_item(glb, "meshes", mesh);
        find_carriers(glb, grid->model, pose, i, carrier);
        for (int k = 0; k < json_size(it, "primitives"); k++)
            worst =
                most_of(worst, primitive_error(glb, grid, frame, carrier, json_item(it, "primitives", k)));
    }
    return worst;
}

static void check_all_frames(const Glb *glb, const KipRecording *recording, size_t vertex_step)
{
    GlbPose pose[MOST_NODES];
    KipRecording *grid = resampled(recording);
    ck_assert_int_eq(glb_keys(glb), (int)grid->nframe);
    for (size_t frame = 0; frame < grid->nframe; frame++) {
        glb_pose(glb, (int)frame, pose);
        ck_below(pose_error(glb, grid, frame, pose), 1e-5);
        if (frame % vertex_step == 0)
            ck_below(vertex_error(glb, grid, frame, pose), 1e-5);
    }
    glb_pose(glb, -1, pose); /* as they stand without animation */
    ck_below(pose_error(glb, grid, 0, pose), 1e-5);
    kip_recording_destroy(grid);
}

static int node_named(const Glb *glb, const char *name)
{
    int node = glb_find_node(glb, name);
    ck_assert_msg(node >= 0, "no node '%s'", name);
    return node;
}

START_TEST(gltf_reproduces_every_body)
{
    Fixture f = make_recording(_i + 1);
    Written w = write_gltf(f.recording);
    check_all_frames(&w.glb, f.recording, 24);
    ck_assert_int_eq(json_size(&w.glb.root, "skins"), 1);
    const Json *skin = glb_item(&w.glb, "skins", 0);
    ck_assert_str_eq(json_get(skin, "name")->text, "every joint");
    ck_assert_int_eq(json_size(skin, "joints"), 6);
    int root = node_named(&w.glb, "hips, \"middle\""), above = glb_parent(&w.glb, root);
    ck_assert_str_eq(json_get(glb_item(&w.glb, "nodes", above), "name")->text, "every joint");
    ck_assert_int_eq(glb_parent(&w.glb, above), -1);
    free_written(&w);
    free_recording(&f);
}
END_TEST

/* Only joints that move a body's origin give it keys of its translation; scenery has none at all. */
START_TEST(gltf_leaves_still_channels_out)
{
    Fixture f = make_recording(2);
    Written w = write_gltf(f.recording);
    const struct {
        const char *name;
        bool moves, turns;
    } expected[] = {
        {"hips, \"middle\"", true, true}, {"arm", true, true},   {hostile_name, true, true},
        {"piston", true, false},          {"leg", true, true},   {"welded", false, false},
        {"scenery", false, false},        {"crane", true, true}, {"ball", true, true},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        int node = node_named(&w.glb, expected[i].name);
        ck_assert_int_eq(glb_channel(&w.glb, node, "translation") != NULL, expected[i].moves);
        ck_assert_int_eq(glb_channel(&w.glb, node, "rotation") != NULL, expected[i].turns);
        ck_assert_ptr_eq(glb_channel(&w.glb, node, "scale"), NULL);
    }
    free_written(&w);
    free_recording(&f);
}
END_TEST

/* Recorded off the grid, a limb is as long between two frames as at them. */
START_TEST(gltf_limbs_keep_their_length)
{
    GlbPose pose[MOST_NODES];
    Fixture f =
        make_from_xml("<mujoco><worldbody><body name='upper' pos='0 0 2'><joint name='u' axis='0 1 0'/>"
                      "<geom size='0.05' type='capsule' fromto='0 0 0 1 0 0' mass='1'/>"
                      "<body name='lower' pos='1 0 0'><joint name='l' axis='0 1 0'/>"
                      "<geom size='0.05' type='capsule' fromto='0 0 0 1 0 0' mass='1'/></body>"
                      "<body name='shifted' pos='0.5 0 0'><joint name='s' axis='0 1 0' pos='0.25 0 0'/>"
                      "<geom size='0.05' type='capsule' fromto='0 0 0 0 0 1' "
                      "mass='1'/></body></body></worldbody></mujoco>",
                      0.05);
    run_fixture(&f, 20);
    Written w = write_gltf(f.recording);
    int upper = node_named(&w.glb, "upper"), lower = node_named(&w.glb, "lower");
    int shifted = node_named(&w.glb, "shifted");
    ck_assert_ptr_eq(glb_channel(&w.glb, upper, "translation"), NULL);
    ck_assert_ptr_eq(glb_channel(&w.glb, lower, "translation"), NULL);
    ck_assert_ptr_ne(glb_channel(&w.glb, shifted, "translation"), NULL);
    ck_assert_int_eq(glb_keys(&w.glb), 61);
    for (int key = 0; key < 61; key++) {
        glb_pose(&w.glb, key, pose);
        ck_near(v3_length(v3_sub(pose[lower].p, pose[upper].p)), 1, 1e-6);
        KipVec3 anchor = glb_apply(&pose[shifted], v3(0, 0, 0.25)); /* x is the file's z */
        ck_near(v3_length(v3_sub(anchor, pose[upper].p)), 0.75, 1e-6);
    }
    free_written(&w);
    free_recording(&f);
}
END_TEST

/* -- shapes ---------------------------------------------------------------------------------------------- */

/* Each edge of a triangle is run through the other way by one other triangle. */
static void check_closed(const Glb *glb, int position, int indices)
{
    int n = glb_count(glb, indices);
    KipVec3 *corner = malloc((size_t)n * sizeof *corner);
    for (int i = 0; i < n; i++)
        corner[i] = glb_vector(glb, position, (int)glb_number(glb, indices, i, 0));
    for (int i = 0; i < n; i++) {
        const KipVec3 from = corner[i], to = corner[i / 3 * 3 + (i + 1) % 3];
        int found = 0;
        for (int k = 0; k < n; k++) {
            const KipVec3 a = corner[k], b = corner[k / 3 * 3 + (k + 1) % 3];
            found +=
                a.x == to.x && a.y == to.y && a.z == to.z && b.x == from.x && b.y == from.y && b.z == from.z;
        }
        must(found == 1);
    }
    free(corner);
}

/* By the divergence theorem; every normal is on its triangle's outer side. */
static double enclosed_volume(const Glb *glb, int position, int normal, int indices)
{
    double volume = 0;
    for (int i = 0; i < glb_count(glb, indices); i += 3) {
        KipVec3 p[3];
        for (int k = 0; k < 3; k++)
            p[k] = glb_vector(glb, position, (int)glb_number(glb, indices, i + k, 0));
        KipVec3 face = v3_cross(v3_sub(p[1], p[0]), v3_sub(p[2], p[0]));
        must(v3_length(face) > 0);
        for (int k = 0; k < 3; k++) {
            KipVec3 n = glb_vector(glb, normal, (int)glb_number(glb, indices, i + k, 0));
            must(v3_dot(n, face) > 0.95 * v3_length(face));
        }
        volume += v3_dot(p[0], v3_cross(p[1], p[2])) / 6;
    }
    return volume;
}

static const char all_shapes[] =
    "<mujoco><worldbody>"
    "<geom name='ground' type='plane' size='3 4 1' pos='0 0 -5'/>"
    "<geom name='endless' type='plane' size='0 0 1' pos='0 0 -6'/>"
    "<body name='thing' pos='0 0 1'><freejoint/>"
    "<geom name='sphere' type='sphere' size='0.3'/>"
    "<geom name='capsule' type='capsule' size='0.1 0.4' pos='1 0 0'/>"
    "<geom name='box' type='box' size='0.1 0.2 0.3' euler='10 20 30' rgba='0.2 0.4 0.6 0.5'/>"
    "<geom name='cylinder' type='cylinder' size='0.2 0.1' contype='0' conaffinity='0'/>"
    "<geom name='ellipsoid' type='ellipsoid' size='0.4 0.3 0.2' contype='0' conaffinity='0'/>"
    "<geom name='again' type='sphere' size='0.3' pos='0 0 1'/>"
    "<geom name='red' type='sphere' size='0.3' pos='0 1 1' rgba='1 0 0 1'/>"
    "<geom name='unseen' type='sphere' size='0.3' pos='0 1 1' rgba='1 0 0 0'/>"
    "</body></worldbody></mujoco>";

static const Json *primitive_of(const Glb *glb, const char *node)
{
    int mesh = json_index(glb_item(glb, "nodes", node_named(glb, node)), "mesh");
    return json_item(glb_item(glb, "meshes", mesh), "primitives", 0);
}

static int attribute_of(const Json *primitive, const char *name)
{
    return json_index(json_get(primitive, "attributes"), name);
}

START_TEST(gltf_shapes_are_solid)
{
    static const char *const name[] = {"sphere", "capsule", "box", "cylinder", "ellipsoid"};
    Fixture f = make_from_xml(all_shapes, 0.01);
    run_fixture(&f, 20);
    Written w = write_gltf(f.recording);
    check_all_frames(&w.glb, f.recording, 5);
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        const Json *primitive = primitive_of(&w.glb, name[i]);
        int position = attribute_of(primitive, "POSITION"), indices = json_index(primitive, "indices");
        double volume, found = enclosed_volume(&w.glb, position, attribute_of(primitive, "NORMAL"), indices);
        KipSym3 inertia;
        kip_geom_solid(&f.model->geom[2 + i], &volume, &inertia);
        ck_assert_str_eq(f.model->geom[2 + i].name, name[i]);
        ck_assert_msg(found <= volume * (1 + 1e-6) && found > 0.97 * volume, "%s: %g m3, not %g", name[i],
                      found, volume);
        check_closed(&w.glb, position, indices);
    }
    free_written(&w);
    free_recording(&f);
}
END_TEST

START_TEST(gltf_shares_what_is_equal)
{
    Fixture f = make_from_xml(all_shapes, 0.01);
    Written w = write_gltf(f.recording);
    const Json *sphere = primitive_of(&w.glb, "sphere"), *red = primitive_of(&w.glb, "red");
    ck_assert_ptr_eq(sphere, primitive_of(&w.glb, "again"));
    ck_assert_ptr_ne(sphere, red);
    ck_assert_int_eq(attribute_of(sphere, "POSITION"), attribute_of(red, "POSITION"));
    ck_assert_int_ne(json_index(sphere, "material"), json_index(red, "material"));
    ck_assert_int_eq(glb_find_node(&w.glb, "unseen"), -1);
    ck_assert_int_eq(json_size(&w.glb.root, "materials"), 4); /* ground, thing, box, red */
    const Json *material = glb_item(&w.glb, "materials", json_index(red, "material"));
    const double pure[] = {1, 0, 0, 1};
    for (int k = 0; k < 4; k++)
        ck_assert(json_item(json_get(material, "pbrMetallicRoughness"), "baseColorFactor", k)->number ==
                  pure[k]);
    const double half[][2] = {{3, 4}, {20, 20}};
    for (int i = 0; i < 2; i++) { /* kip's x and y are the file's z and x */
        const Json *plane = primitive_of(&w.glb, i ? "endless" : "ground");
        const Json *range = glb_item(&w.glb, "accessors", attribute_of(plane, "POSITION"));
        ck_assert(json_item(range, "max", 2)->number == half[i][0]);
        ck_assert(json_item(range, "max", 0)->number == half[i][1]);
        int normal = attribute_of(plane, "NORMAL");
        ck_assert(glb_number(&w.glb, normal, 0, 1) == 1);
        enclosed_volume(&w.glb, attribute_of(plane, "POSITION"), normal, json_index(plane, "indices"));
    }
    free_written(&w);
    free_recording(&f);
}
END_TEST

/* -- characters ------------------------------------------------------------------------------------------ */

/* A chain of six bodies under a prefix. */
#define LINK(name, rgba)                                                                                     \
    "<body name='" name "' pos='0.3 0 0'><joint name='" name "' axis='0 1 0'/>"                              \
    "<geom name='" name "' size='0.04' type='capsule' fromto='0 0 0 0.2 0 0' mass='1' rgba='" rgba "'/>"
#define CHAIN(prefix, y, rgba)                                                                               \
    "<body name='" prefix "root' pos='0 " y " 2' euler='0 20 10'><freejoint name='" prefix "root'/>"         \
    "<geom name='" prefix                                                                                    \
    "root' type='ellipsoid' size='0.2 0.1 0.1' mass='1' contype='0' conaffinity='0'/>" LINK(prefix "1",      \
                                                                                            rgba)            \
        LINK(prefix "2", rgba) LINK(prefix "3", "0.1 0.2 0.3 1") LINK(prefix "4", rgba)                      \
            LINK(prefix "5", rgba) "</body></body></body></body></body></body>"
#define GREY "0.5 0.5 0.5 1"
#define TRUNKS "0.1 0.6 0.2 1"

#define GROUND "<geom name='ground' type='plane' size='0 0 1'/>"
#define BALL                                                                                                 \
    "<body name='ball' pos='0 1.5 1'><freejoint/><geom name='round' type='sphere' size='0.1' "               \
    "mass='1'/></body>"

static const char two_chains[] = "<mujoco model='pair'><worldbody>" GROUND BALL CHAIN("a/", "0", GREY)
    CHAIN("b/", "3", GREY) "</worldbody></mujoco>";

static const Json *colour_of(const Glb *glb, const Json *primitive)
{
    const Json *material = glb_item(glb, "materials", json_index(primitive, "material"));
    return json_get(json_get(material, "pbrMetallicRoughness"), "baseColorFactor");
}

static double colour_distance(const Json *a, const Json *b)
{
    double sum = 0;
    for (int k = 0; k < 3; k++)
        sum += fabs(a->item[k].number - b->item[k].number);
    return sum;
}

/* The mesh of a skin, which a root of the scene shows. */
static const Json *skinned_mesh(const Glb *glb, int skin)
{
    for (int i = 0; i < json_size(&glb->root, "nodes"); i++)
        if (json_index(glb_item(glb, "nodes", i), "skin") == skin)
            return glb_item(glb, "meshes", json_index(glb_item(glb, "nodes", i), "mesh"));
    ck_abort_msg("nothing shows skin %d", skin);
    return NULL;
}

START_TEST(gltf_characters_have_skins)
{
    Fixture f = make_from_xml(two_chains, 0.01);
    run_fixture(&f, 40);
    Written w = write_gltf(f.recording);
    check_all_frames(&w.glb, f.recording, 12);
    ck_assert_int_eq(json_size(&w.glb.root, "skins"), 2);
    for (int i = 0; i < 2; i++) {
        const Json *skin = glb_item(&w.glb, "skins", i);
        int root = json_index(skin, "skeleton"), above = glb_parent(&w.glb, root);
        ck_assert_str_eq(json_get(skin, "name")->text, i ? "b" : "a");
        ck_assert_int_eq(root, node_named(&w.glb, i ? "b/root" : "a/root"));
        ck_assert_str_eq(json_get(glb_item(&w.glb, "nodes", above), "name")->text, i ? "b" : "a");
        const Json *mesh = skinned_mesh(&w.glb, i);
        ck_assert_int_eq(json_size(mesh, "primitives"), 2); /* grey and dark links */
        int vertices = 0;
        for (int k = 0; k < 2; k++) {
            const Json *primitive = json_item(mesh, "primitives", k);
            int position = attribute_of(primitive, "POSITION"), normal = attribute_of(primitive, "NORMAL");
            vertices += glb_count(&w.glb, position);
            ck_assert(enclosed_volume(&w.glb, position, normal, json_index(primitive, "indices")) > 0);
        }
        ck_assert_int_eq(vertices, 482 + 5 * 514);
    }
    /* the grey ones differ by family; so does the ball */
    const Json *a = colour_of(&w.glb, json_item(skinned_mesh(&w.glb, 0), "primitives", 0));
    const Json *b = colour_of(&w.glb, json_item(skinned_mesh(&w.glb, 1), "primitives", 0));
    const Json *ball = colour_of(&w.glb, primitive_of(&w.glb, "round"));
    ck_assert(colour_distance(a, b) > 0.2 && colour_distance(a, ball) > 0.2 &&
              colour_distance(b, ball) > 0.2);
    free_written(&w);
    free_recording(&f);
}
END_TEST

/* Two in the same colours: the second one's hue is turned, which keeps the sum of its parts. */
START_TEST(gltf_tells_twins_apart)
{
    Fixture f = make_from_xml("<mujoco><worldbody>" CHAIN("x1", "0", TRUNKS)
                                  CHAIN("x2", "3", TRUNKS) "</worldbody></mujoco>",
                              0.01);
    Written w = write_gltf(f.recording);
    for (int k = 0; k < 3; k++) {
        const Json *a = colour_of(&w.glb, json_item(skinned_mesh(&w.glb, 0), "primitives", k));
        const Json *b = colour_of(&w.glb, json_item(skinned_mesh(&w.glb, 1), "primitives", k));
        ck_assert(colour_distance(a, b) > 0.05);
    }
    free_written(&w);
    free_recording(&f);
}
END_TEST

/* -- what comes and goes --------------------------------------------------------------------------------- */

static bool is_shown(const GlbPose *pose)
{
    double xx = fabs(pose->A.xx) + fabs(pose->A.xy) + fabs(pose->A.xz);
    must(xx == 0 || xx > 0.5);
    return xx > 0;
}

/* A character and a ball, away for a time, and another ball all the time. */
START_TEST(gltf_hides_what_is_absent)
{
    GlbPose pose[MOST_NODES];
    Fixture f = make_from_xml(two_chains, 1.0 / 600);
    static const char *const name[] = {"a/root", "ball", "b/root"};
    int body[3];
    KipError error;
    for (int i = 0; i < 3; i++)
        body[i] = kip_model_find_body(f.model, name[i]);
    for (int step = 0; step < 300; step++) {
        if (step == 100 || step == 200)
            for (int i = 0; i < 2; i++)
                ck_ok(kip_sim_set_present(f.sim, body[i], step == 200, &error));
        if (step == 150)
            ck_ok(kip_sim_place(f.sim, body[1], (double[]){0, 1.5, 4, 1, 0, 0, 0}, NULL, &error));
        run_fixture(&f, 1);
    }
    Written w = write_gltf(f.recording);
    KipRecording *grid = resampled(f.recording);
    int hidden = 0;
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(glb_channel(&w.glb, node_named(&w.glb, name[i]), "scale") != NULL, i < 2);
    for (size_t frame = 0; frame < grid->nframe; frame++) {
        glb_pose(&w.glb, (int)frame, pose);
        ck_below(pose_error(&w.glb, grid, frame, pose), 1e-5);
        for (int i = 0; i < 3; i++) {
            bool present = kip_recording_is_present(grid, frame, body[i]);
            ck_assert_int_eq(is_shown(&pose[node_named(&w.glb, name[i])]), present);
            hidden += !present;
        }
    }
    ck_assert_int_ge(hidden, 18);
    /* the ball is put elsewhere meanwhile, but no key leads away from where it vanished */
    const Json *ball = glb_channel(&w.glb, node_named(&w.glb, "ball"), "translation");
    int gone = 0, output = json_index(ball, "output");
    while (kip_recording_is_present(grid, (size_t)gone, body[1]))
        gone++;
    const KipVec3 last = glb_vector(&w.glb, output, gone - 1);
    for (int key = gone; !kip_recording_is_present(grid, (size_t)key, body[1]); key++)
        ck_assert(v3_length(v3_sub(glb_vector(&w.glb, output, key), last)) == 0);
    kip_recording_destroy(grid);
    free_written(&w);
    free_recording(&f);
}
END_TEST

/* Sets of geoms: one is on up to 1/6 s, one from then on, one never. */
START_TEST(gltf_hides_what_is_off)
{
    GlbPose pose[MOST_NODES];
    Fixture f =
        make_from_xml("<mujoco><custom><text name='geoms/foot/shoe' data='shoe'/><text name='geoms/foot/ski' "
                      "data='ski'/>"
                      "<text name='geoms/foot/skate' data='skate'/></custom><worldbody>"
                      "<body name='leg' pos='0 0 1'><freejoint/><geom name='leg' size='0.05' type='capsule' "
                      "fromto='0 0 0 0 "
                      "0 0.4' mass='1'/>"
                      "<geom name='shoe' type='box' size='0.1 0.05 0.02'/><geom name='ski' type='box' "
                      "size='0.8 0.05 0.02'/>"
                      "<geom name='skate' type='box' size='0.1 0.01 0.05'/></body></worldbody></mujoco>",
                      1.0 / 600);
    KipError error;
    run_fixture(&f, 100);
    ck_ok(kip_sim_choose(f.sim, "foot/ski", &error));
    run_fixture(&f, 200);
    Written w = write_gltf(f.recording);
    int shoe = node_named(&w.glb, "shoe"), ski = node_named(&w.glb, "ski");
    ck_assert_int_eq(glb_find_node(&w.glb, "skate"), -1);
    ck_assert_ptr_eq(glb_channel(&w.glb, node_named(&w.glb, "leg"), "scale"), NULL);
    ck_assert_int_eq(glb_keys(&w.glb), 31);
    for (int key = -1; key < 31; key++) {
        glb_pose(&w.glb, key, pose);
        ck_assert_int_eq(is_shown(&pose[shoe]), key < 10);
        ck_assert_int_eq(is_shown(&pose[ski]), key >= 10);
    }
    free_written(&w);
    free_recording(&f);
}
END_TEST

/* -- the file -------------------------------------------------------------------------------------------- */

START_TEST(gltf_is_the_same_twice)
{
    Fixture f = make_recording(2);
    Written a = write_gltf(f.recording), b = write_gltf(f.recording);
    ck_assert_uint_eq(a.size, b.size);
    ck_assert_int_eq(memcmp(a.bytes, b.bytes, a.size), 0);
    free_written(&a);
    free_written(&b);
    free_recording(&f);
}
END_TEST

/* One frame is no animation, and a body without a shape needs no numbers. */
START_TEST(gltf_of_almost_nothing)
{
    GlbPose pose[MOST_NODES];
    Fixture f = make_from_xml("<mujoco><worldbody><body name='mark' pos='1 2 3'>"
                              "<inertial pos='0 0 0' mass='1' diaginertia='1 1 "
                              "1'/><freejoint/></body></worldbody></mujoco>",
                              0.01);
    Written w = write_gltf(f.recording);
    ck_assert_ptr_eq(w.glb.bin, NULL);
    ck_assert_ptr_eq(json_find(&w.glb.root, "animations"), NULL);
    ck_assert_int_eq(json_size(&w.glb.root, "nodes"), 2);
    glb_pose(&w.glb, -1, pose);
    const KipVec3 p = from_gltf(pose[node_named(&w.glb, "mark")].p);
    ck_assert(p.x == 1 && p.y == 2 && p.z == 3);
    free_written(&w);
    free_recording(&f);
}
END_TEST

/* Writes nothing, and says this. */
static void check_refused(const KipRecording *recording, KipStatus status, const char *words)
{
    char *bytes;
    size_t size;
    KipError error;
    FILE *stream = open_memstream(&bytes, &size);
    ck_assert_int_eq(kip_gltf_write(stream, recording, &error), status);
    fclose(stream);
    ck_assert_uint_eq(size, 0);
    ck_assert_msg(strstr(error.message, words) != NULL, "%s", error.message);
    free(bytes);
}

START_TEST(gltf_refuses)
{
    Fixture f = make_recording(1);
    KipRecording *empty;
    ck_assert_int_eq(kip_recording_create(f.model, 0.01, NULL, &empty, NULL), KIP_OK);
    check_refused(empty, KIP_BAD_USE, "no frame");
    kip_recording_destroy(empty);
    f.recording->pose[3 * f.model->nbody + 1].pos.y = NAN;
    check_refused(f.recording, KIP_BAD_INPUT, "not finite");
    f.recording->pose[3 * f.model->nbody + 1].pos.y = 1e39;
    check_refused(f.recording, KIP_BAD_INPUT, "not finite");
    f.recording->pose[3 * f.model->nbody + 1].pos.y = 0;
    f.recording->pose[3 * f.model->nbody + 1].quat.x = NAN;
    check_refused(f.recording, KIP_BAD_INPUT, "not finite");
    free_recording(&f);
}
END_TEST

START_TEST(gltf_leaves_write_errors_in_the_stream)
{
    Fixture f = make_recording(1);
    FILE *stream = fopen("/dev/null", "rb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_int_eq(kip_gltf_write(stream, f.recording, NULL), KIP_OK);
    ck_assert_int_ne(ferror(stream), 0);
    fclose(stream);
    free_recording(&f);
}
END_TEST

/* A recording of two frames with everything in it, in memory that fails at the n-th call. */
static KipRecording *record_again(const KipRecording *from, const KipAllocator *allocator)
{
    KipRecording *to;
    ck_assert_int_eq(kip_recording_create(from->model, from->timestep, NULL, &to, NULL), KIP_OK);
    *to = *from;
    to->allocator = allocator;
    return to;
}

START_TEST(gltf_without_memory)
{
    Fixture f = make_from_xml(two_chains, 1.0 / 600);
    KipError error;
    run_fixture(&f, 20);
    ck_ok(kip_sim_set_present(f.sim, kip_model_find_body(f.model, "ball"), false, &error));
    run_fixture(&f, 20);
    Heap heap = {0, 0, 0};
    KipAllocator allocator = {counting_resize, &heap};
    KipRecording *recording = record_again(f.recording, &allocator);
    Written w = write_gltf(recording);
    const long calls = heap.calls;
    ck_assert_int_gt(calls, 40);
    ck_assert_int_eq(heap.held, 0);
    for (long i = 1; i <= calls; i++) {
        heap = (Heap){0, 0, i};
        check_refused(recording, KIP_NO_MEMORY, "out of memory");
        ck_assert_int_eq(heap.held, 0);
    }
    free(recording); /* what it holds is the other's */
    free_written(&w);
    free_recording(&f);
}
END_TEST

Suite *suite_gltf(void)
{
    Suite *suite = suite_create("gltf");
    TCase *test = tcase_create("gltf");
    tcase_add_loop_test(test, gltf_reproduces_every_body, 0, 2);
    tcase_add_test(test, gltf_leaves_still_channels_out);
    tcase_add_test(test, gltf_limbs_keep_their_length);
    tcase_add_test(test, gltf_shapes_are_solid);
    tcase_add_test(test, gltf_shares_what_is_equal);
    tcase_add_test(test, gltf_characters_have_skins);
    tcase_add_test(test, gltf_tells_twins_apart);
    tcase_add_test(test, gltf_hides_what_is_absent);
    tcase_add_test(test, gltf_hides_what_is_off);
    tcase_add_test(test, gltf_is_the_same_twice);
    tcase_add_test(test, gltf_of_almost_nothing);
    tcase_add_test(test, gltf_refuses);
    tcase_add_test(test, gltf_leaves_write_errors_in_the_stream);
    tcase_add_test(test, gltf_without_memory);
    suite_add_tcase(suite, test);
    return suite;
}
