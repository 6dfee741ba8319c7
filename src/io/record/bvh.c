/* Writes motion as BVH: the hierarchy at the reference configuration, then a line of channels for each frame. Frame, units
 * and the places of nodes are in bvh.h. */
#include "bvh.h"

#include <string.h>

#include "../../dynamics/quat.h"
#include "../../dynamics/scalar.h"
#include "../formats/euler.h"
#include "../text/number.h"

static const int axes[3] = {2, 0, 1}; /* of the channels */

/* A node of the file, which stands for a body; node[0] is the world. Nodes refer to others by body index, 0 for none. */
typedef struct Node {
    int first_child, sibling;
    int next, depth;   /* in the order of the file */
    bool moves;        /* its place in the parent's axes changes, so that it has position channels */
    KipVec3 anchor;    /* where the node stands, body frame */
    KipVec3 offset;    /* from the parent's node, at the reference configuration, world axes */
    KipQuat rest_quat; /* the body's orientation there, in the world */
    double angle[3];   /* of the frame written last, rad; not wrapped */
} Node;

/* -- the tree -------------------------------------------------------------------------------------------- */

static bool same_point(KipVec3 a, KipVec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Places the node at the point about which all joints of the body turn, if there is one. */
static void place_anchor(const KipModel *model, const KipBody *body, Node *node)
{
    const KipJoint *joint = model->joint + body->joint;
    for (int i = 0; i < body->njoint; i++) {
        bool turns = joint[i].type == KIP_JOINT_HINGE || joint[i].type == KIP_JOINT_BALL;
        node->moves = node->moves || !turns || !same_point(joint[i].pos, joint[0].pos);
    }
    node->anchor = body->njoint && !node->moves ? joint[0].pos : v3_zero();
}

static void place_at_rest(const KipModel *model, Node *node)
{
    node[0].rest_quat = q_identity();
    for (int i = 1; i < model->nbody; i++) {
        const KipBody *body = &model->body[i];
        const Node *parent = &node[body->parent];
        place_anchor(model, body, &node[i]);
        KipVec3 in_parent = v3_add(body->pos, q_rotate(body->quat, node[i].anchor));
        node[i].offset = q_rotate(parent->rest_quat, v3_sub(in_parent, parent->anchor));
        node[i].rest_quat = q_mul(parent->rest_quat, body->quat);
    }
}

static bool tree_moves(const KipModel *model, int root)
{
    for (int i = root; i < model->nbody; i++)
        if (model->body[i].root == root && model->body[i].njoint)
            return true;
    return false;
}

/* Orders the nodes depth first, children in model order; returns the first node of the file. */
static int order_nodes(const KipModel *model, Node *node)
{
    for (int i = model->nbody - 1; i > 0; i--) {
        int parent = model->body[i].parent;
        if (parent == 0 && !tree_moves(model, i))
            continue;
        node[i].sibling = node[parent].first_child;
        node[parent].first_child = i;
    }
    int top = node[0].first_child && !node[node[0].first_child].sibling ? node[0].first_child : 0;
    node[top].depth = 0;
    node[top].moves = true;
    for (int i = top, next;; i = next) {
        next = node[i].first_child;
        int level = node[i].depth + 1;
        for (int up = i; !next && up != top; up = model->body[up].parent) {
            next = node[up].sibling;
            level = node[up].depth;
        }
        node[i].next = next;
        if (!next)
            return top;
        node[next].depth = level;
    }
}

/* -- hierarchy ------------------------------------------------------------------------------------------- */

static void indent(FILE *stream, int depth)
{
    for (int i = 0; i < depth; i++)
        fputc('\t', stream);
}

static void print_numbers(FILE *stream, const double *value, int n, int digits)
{
    char text[KIP_NUMBER_SIZE];
    for (int i = 0; i < n; i++)
        fprintf(stream, "%s%s", i ? " " : "", kip_number_format_digits(text, value[i], digits));
}

/* From metres with z up to centimetres with y up. */
static void convert_length(KipVec3 v, double length[3])
{
    v3_store(length, v3_scale(100, v3(v.y, v.z, v.x)));
}

static void print_offset(FILE *stream, KipVec3 offset, int depth)
{
    double length[3];
    convert_length(offset, length);
    indent(stream, depth);
    fputs("OFFSET ", stream);
    print_numbers(stream, length, 3, 15);
    fputc('\n', stream);
}

/* Names are single words in BVH: blanks and braces become underscores. */
static void print_word(FILE *stream, const char *name)
{
    for (const unsigned char *c = (const unsigned char *)name; *c; c++)
        fputc(*c <= ' ' || *c == 0x7f || *c == '{' || *c == '}' ? '_' : *c, stream);
}

/* Half the lengths of a geom along its axes. */
static KipVec3 half_lengths(const KipGeom *geom)
{
    const double *size = geom->size;
    switch (geom->type) {
    case KIP_GEOM_PLANE:
        break;
    case KIP_GEOM_SPHERE:
        return v3(size[0], size[0], size[0]);
    case KIP_GEOM_CAPSULE:
        return v3(size[0], size[0], size[1] + size[0]);
    case KIP_GEOM_CYLINDER:
        return v3(size[0], size[0], size[1]);
    case KIP_GEOM_BOX:
    case KIP_GEOM_ELLIPSOID:
        return v3(size[0], size[1], size[2]);
    }
    return v3_zero();
}

/* The end of the geom that is farthest from the anchor, relative to the anchor; body frame. */
static KipVec3 far_end(const KipGeom *geom, KipVec3 anchor)
{
    KipVec3 half = half_lengths(geom), centre = v3_sub(geom->pos, anchor), best = centre;
    const KipVec3 axis[] = {v3(half.x, 0, 0), v3(0, half.y, 0), v3(0, 0, half.z)};
    for (int i = 0; i < 6; i++) {
        KipVec3 end = v3_add_scaled(centre, i % 2 ? -1 : 1, q_rotate(q_normalize(geom->quat), axis[i / 2]));
        best = v3_length(end) > v3_length(best) ? end : best;
    }
    return best;
}

/* The End Site of a body without children: the far end of its biggest geom, or its centre of mass. */
static KipVec3 end_site(const KipModel *model, int body, const Node *node)
{
    const KipBody *b = &model->body[body];
    KipVec3 end = v3_sub(b->com, node->anchor);
    double largest = 0;
    for (int i = b->geom; i < b->geom + b->ngeom; i++) {
        double volume;
        KipSym3 inertia;
        kip_geom_solid(&model->geom[i], &volume, &inertia);
        if (volume > largest) {
            largest = volume;
            end = far_end(&model->geom[i], node->anchor);
        }
    }
    return q_rotate(node->rest_quat, end);
}

static void print_end_site(FILE *stream, KipVec3 end, int depth)
{
    indent(stream, depth);
    fputs("End Site\n", stream);
    indent(stream, depth);
    fputs("{\n", stream);
    print_offset(stream, end, depth + 1);
    indent(stream, depth);
    fputs("}\n", stream);
}

static void print_node(FILE *stream, const KipModel *model, const Node *node, int body, bool is_top)
{
    const Node *n = &node[body];
    indent(stream, n->depth);
    fputs(is_top ? "ROOT " : "JOINT ", stream);
    print_word(stream, body ? model->body[body].name : "world");
    fputc('\n', stream);
    indent(stream, n->depth);
    fputs("{\n", stream);
    print_offset(stream, n->moves ? v3_zero() : n->offset, n->depth + 1);
    indent(stream, n->depth + 1);
    fputs(n->moves ? "CHANNELS 6 Xposition Yposition Zposition" : "CHANNELS 3", stream);
    fputs(" Zrotation Xrotation Yrotation\n", stream);
    if (!n->first_child)
        print_end_site(stream, end_site(model, body, n), n->depth + 1);
}

static void print_hierarchy(FILE *stream, const KipModel *model, const Node *node, int top)
{
    fputs("HIERARCHY\n", stream);
    for (int i = top, next;; i = next) {
        next = node[i].next;
        print_node(stream, model, node, i, i == top);
        for (int depth = node[i].depth; depth >= (next ? node[next].depth : 0); depth--) {
            indent(stream, depth);
            fputs("}\n", stream);
        }
        if (!next)
            return;
    }
}

/* -- motion ---------------------------------------------------------------------------------------------- */

/* The rotation of the body from its reference orientation; world axes. */
static KipQuat turned(const Node *node, const KipBodyPose *pose, int body)
{
    return q_mul(pose[body].quat, q_conjugate(node[body].rest_quat));
}

static KipVec3 node_position(const Node *node, const KipBodyPose *pose, int body)
{
    return v3_add(pose[body].pos, q_rotate(pose[body].quat, node[body].anchor));
}

/* Computes the channels of a node in a frame; returns their number. */
static int fill_channels(const KipModel *model, Node *node, const KipBodyPose *pose, int body,
                         double channel[6])
{
    int parent = model->body[body].parent, n = 0;
    KipQuat to_parent = q_conjugate(turned(node, pose, parent)); /* from world axes */
    KipQuat local = q_mul(to_parent, turned(node, pose, body));
    if (node[body].moves) {
        KipVec3 offset = v3_sub(node_position(node, pose, body), node_position(node, pose, parent));
        convert_length(q_rotate(to_parent, offset), channel);
        n = 3;
    }
    kip_euler_resolve(q_matrix(quat(local.w, local.y, local.z, local.x)), axes, node[body].angle);
    for (int i = 0; i < 3; i++)
        channel[n++] = node[body].angle[i] * (180 / KIP_PI);
    return n;
}

static void print_frame(FILE *stream, const KipModel *model, Node *node, const KipBodyPose *pose, int top)
{
    double channel[6];
    for (int i = top;; i = node[i].next) {
        int n = fill_channels(model, node, pose, i, channel);
        print_numbers(stream, channel, n, 17);
        fputc(node[i].next ? ' ' : '\n', stream);
        if (!node[i].next)
            return;
    }
}

static void print_motion(FILE *stream, const KipRecording *grid, Node *node, int top)
{
    char text[KIP_NUMBER_SIZE];
    fprintf(stream, "MOTION\nFrames: %zu\nFrame Time: %s\n", grid->nframe,
            kip_number_format(text, 1.0 / KIP_RECORDING_RATE));
    for (size_t frame = 0; frame < grid->nframe; frame++)
        print_frame(stream, grid->model, node, kip_recording_poses(grid, frame), top);
}

KipStatus kip_bvh_write(FILE *stream, const KipRecording *recording, KipError *error)
{
    const KipModel *model = recording->model;
    KipRecording *grid;
    KipStatus status = kip_recording_resample(recording, &grid, error);
    if (status != KIP_OK)
        return status;
    size_t size = (size_t)model->nbody * sizeof(Node);
    Node *node = kip_resize(recording->allocator, NULL, 0, size);
    if (!node) {
        kip_recording_destroy(grid);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory while writing BVH");
    }
    memset(node, 0, size);
    place_at_rest(model, node);
    int top = order_nodes(model, node);
    print_hierarchy(stream, model, node, top);
    print_motion(stream, grid, node, top);
    kip_resize(recording->allocator, node, size, 0);
    kip_recording_destroy(grid);
    return KIP_OK;
}
