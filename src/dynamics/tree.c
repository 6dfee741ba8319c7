/* The solver's view of a model: link frames at the joints, dof tables, and the working memory. */
#include "tree.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "carried.h"
#include "custom.h"
#include "quat.h"

static Axis axis_of(const KipJoint *joint)
{
    Axis axis = {joint->axis, AXIS_ANY, 0, joint->ref};
    KipVec3 a = joint->axis;
    if (a.y == 0 && a.z == 0)
        axis.code = AXIS_X, axis.sign = a.x;
    else if (a.x == 0 && a.z == 0)
        axis.code = AXIS_Y, axis.sign = a.y;
    else if (a.x == 0 && a.y == 0)
        axis.code = AXIS_Z, axis.sign = a.z;
    return axis;
}

static bool same_point(KipVec3 a, KipVec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static LinkKind kind_of(const KipModel *model, const KipBody *body)
{
    const KipJoint *joint = model->joint + body->joint;
    if (body->njoint == 0)
        return LINK_FIXED;
    if (body->njoint == 1 && joint->type == KIP_JOINT_FREE)
        return LINK_FREE;
    if (body->njoint == 1 && joint->type == KIP_JOINT_BALL)
        return LINK_BALL;
    if (body->njoint > MAX_HINGES)
        return LINK_GENERAL;
    for (int j = 0; j < body->njoint; j++)
        if (joint[j].type != KIP_JOINT_HINGE || !same_point(joint[j].pos, joint->pos))
            return LINK_GENERAL;
    return LINK_HINGES;
}

static void build_link(const KipModel *model, Link *links, int i)
{
    const KipBody *body = model->body + i;
    Link *link = links + i;
    const Link *parent = links + body->parent;
    KipVec3 c;

    link->kind = i ? kind_of(model, body) : LINK_FIXED;
    link->parent = body->parent;
    link->q = body->q, link->v = body->v, link->nv = body->nv;
    link->joint = body->joint, link->njoint = body->njoint;
    link->is_static = link->kind == LINK_FIXED && (i == 0 || parent->is_static);
    link->R0 = q_matrix(body->quat);
    link->turned = !(body->quat.x == 0 && body->quat.y == 0 && body->quat.z == 0);
    if (link->kind == LINK_HINGES || link->kind == LINK_BALL)
        link->shift = model->joint[body->joint].pos;
    if (link->kind == LINK_HINGES)
        for (int j = 0; j < body->njoint; j++)
            link->axis[j] = axis_of(model->joint + body->joint + j);
    link->r0 = v3_sub(v3_add(body->pos, m3_apply(link->R0, link->shift)), parent->shift);

    c = v3_sub(body->com, link->shift);
    link->I.m = body->mass;
    link->I.h = v3_scale(body->mass, c);
    link->I.I = s3_add(body->inertia, s3_point_mass(body->mass, c));
}

static bool fill_dofs(const KipModel *model, const Link *links, int *parent, int *joint_of, double *armature,
                      double *damping)
{
    bool springs = false;
    for (int i = 1; i < model->nbody; i++) {
        int above = links[i].parent;
        while (above && links[i].nv && links[above].nv == 0)
            above = links[above].parent;
        for (int k = 0; k < links[i].nv; k++)
            parent[links[i].v + k] = k       ? links[i].v + k - 1
                                     : above ? links[above].v + links[above].nv - 1
                                             : -1;
    }
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        for (int k = 0; k < joint->nv; k++) {
            joint_of[joint->v + k] = j;
            armature[joint->v + k] = joint->armature;
            damping[joint->v + k] = joint->damping;
        }
        springs = springs || joint->stiffness != 0;
    }
    for (int t = 0; t < model->ntendon; t++)
        springs = springs || model->tendon[t].stiffness != 0 || model->tendon[t].damping != 0;
    return springs;
}

static void fill_free(const KipModel *model, const int *custom_joint, double *free)
{
    for (int j = 0; j < model->njoint; j++)
        free[2 * j] = model->joint[j].range[0], free[2 * j + 1] = model->joint[j].range[1];
    for (int c = 0; c < model->ncustom; c++) {
        const KipCustom *custom = model->custom + c;
        if (kip_custom_name(custom).key != KIP_CUSTOM_INNER_SPRING || custom->n != 4)
            continue;
        const int j = custom_joint[c];
        if (j < model->njoint) {
            free[2 * j] = fmax(free[2 * j], custom->number[2]);
            free[2 * j + 1] = fmin(free[2 * j + 1], custom->number[3]);
        }
    }
}

/* The fraction of each axis' inertia that explicit stages may carry, which is greater for the only axis of a tree. */
static void note_carried(const KipModel *model, Link *link)
{
    for (int i = 1; i < model->nbody; i++) /* at the root, which comes last below, the tree's axes */
        link[model->body[i].root].carried += link[i].nv;
    for (int i = model->nbody - 1; i > 0; i--)
        link[i].carried = link[model->body[i].root].carried == 1 ? carried_on_lone_axis : carried_on_axis;
}

static bool list_lines(const KipModel *model, KipTree *tree, KipArena *arena)
{
    Lines *lines = kip_arena_take(arena, (size_t)model->njoint, sizeof *lines);
    int *turning = kip_arena_take(arena, (size_t)model->njoint, sizeof *turning);
    if (!lines || !turning)
        return false;
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        Lines *last = lines + tree->nlines - 1;
        if (joint->type < KIP_JOINT_HINGE)
            turning[tree->nturning++] = j;
        else if (tree->nlines && last->q + last->n == joint->q && last->v + last->n == joint->v)
            last->n++;
        else
            lines[tree->nlines++] = (Lines){joint->q, joint->v, 1};
    }
    tree->lines = lines, tree->turning = turning;
    return true;
}

KipTree *kip_tree_build(const KipModel *model, KipArena *arena)
{
    size_t nbody = (size_t)model->nbody, nv = (size_t)model->nv;
    KipTree *tree = kip_arena_take(arena, 1, sizeof *tree);
    Link *link = kip_arena_take(arena, nbody, sizeof *link);
    int *parent = kip_arena_take(arena, nv, sizeof *parent);
    int *joint_of = kip_arena_take(arena, nv, sizeof *joint_of);
    double *armature = kip_arena_take(arena, nv, sizeof *armature);
    double *damping = kip_arena_take(arena, nv, sizeof *damping);
    double *free = kip_arena_take(arena, 2 * (size_t)model->njoint, sizeof *free);
    int *ground = kip_arena_take(arena, (size_t)model->ngeom, sizeof *ground);
    double *length0 = kip_arena_take(arena, (size_t)model->ntendon, sizeof *length0);
    double *strength = kip_arena_take(arena, 2 * nv, sizeof *strength);
    int *custom_joint = kip_arena_take(arena, (size_t)model->ncustom, sizeof *custom_joint);
    if (!tree || !link || !parent || !joint_of || !armature || !damping || !free || !ground || !length0 ||
        !strength || !custom_joint || !list_lines(model, tree, arena))
        return NULL;

    for (int i = 0; i < model->nbody; i++)
        build_link(model, link, i);
    tree->has_springs = fill_dofs(model, link, parent, joint_of, armature, damping);
    for (int t = 0; t < model->ntendon; t++) {
        const KipTendon *tendon = model->tendon + t;
        length0[t] = tendon->springlength;
        if (isnan(length0[t])) {
            length0[t] = 0;
            for (int k = 0; k < tendon->njoint; k++)
                length0[t] += tendon->coef[k] * model->joint[tendon->joint[k]].ref;
        }
    }
    for (int i = 0; i < model->ngeom; i++)
        if (link[model->geom[i].body].is_static && (model->geom[i].contype | model->geom[i].conaffinity))
            ground[tree->nground++] = i;
    tree->ground = ground;
    note_carried(model, link);
    kip_custom_find(model, custom_joint, strength);
    fill_free(model, custom_joint, free);
    tree->link = link;
    tree->dof_parent = parent, tree->dof_joint = joint_of;
    tree->armature = armature, tree->damping = damping, tree->free = free;
    tree->strength = strength, tree->custom_joint = custom_joint;
    tree->tendon_length0 = length0;
    return tree;
}

void kip_joint_strength(const KipModel *model, int joint, double box[][2])
{
    const KipJoint *j = model->joint + joint;
    memcpy(box, model->tree->strength + 2 * j->v, (size_t)j->nv * sizeof *box);
}

/* What never changes in the links' states: poses of fixed links, axes of balls, the world's frame. */
static void init_links(KipDynamics *d)
{
    const KipTree *tree = d->model->tree;
    for (int i = 0; i < d->model->nbody; i++) {
        const Link *link = tree->link + i;
        LinkState *s = d->link + i;
        s->R = link->R0, s->r = link->r0;
        s->W[0] = v3(1, 0, 0), s->W[1] = v3(0, 1, 0), s->W[2] = v3(0, 0, 1); /* a ball's axes are constant */
        s->turn = link_turn(link);
        d->is_general[i] = link->kind == LINK_GENERAL;
    }
    d->world[0].R = m3_identity();
    memcpy(d->diagonal, tree->armature, (size_t)d->model->nv * sizeof(double));
    kip_dynamics_set(d, d->model->q0, NULL);
}

KipStatus kip_dynamics_create(const KipModel *model, const KipAllocator *allocator, KipDynamics **dynamics,
                              KipError *error)
{
    *dynamics = NULL;
    KipArena *arena = kip_arena_create(allocator);
    size_t nbody = (size_t)model->nbody, nq = (size_t)model->nq, nv = (size_t)model->nv;
    KipDynamics *d = arena ? kip_arena_take(arena, 1, sizeof *d) : NULL;
    if (!d)
        goto no_memory;
    d->model = model;
    d->arena = arena;
    d->gravity = model->gravity;
    d->q = kip_arena_take(arena, nq, sizeof *d->q);
    d->v = kip_arena_take(arena, nv, sizeof *d->v);
    d->link = kip_arena_take(arena, nbody, sizeof *d->link);
    d->general = kip_arena_take(arena, nbody, sizeof *d->general);
    d->world = kip_arena_take(arena, nbody, sizeof *d->world);
    d->external = kip_arena_take(arena, nbody, sizeof *d->external);
    d->force = kip_arena_take(arena, nbody, sizeof *d->force);
    d->composite = kip_arena_take(arena, nbody, sizeof *d->composite);
    d->response = kip_arena_take(arena, nbody, sizeof *d->response);
    d->diagonal = kip_arena_take(arena, nv, sizeof *d->diagonal);
    d->tau = kip_arena_take(arena, nv, sizeof *d->tau);
    d->damping_force = kip_arena_take(arena, nv, sizeof *d->damping_force);
    d->prescribed = kip_arena_take(arena, nv, sizeof *d->prescribed);
    d->is_general = kip_arena_take(arena, nbody, sizeof *d->is_general);
    d->absent = kip_arena_take(arena, nbody, sizeof *d->absent);
    d->idle = kip_arena_take(arena, nbody, sizeof *d->idle);
    d->kept = kip_arena_take(arena, nbody, sizeof *d->kept);
    if (!d->q || !d->v || !d->link || !d->general || !d->world || !d->external || !d->force ||
        !d->composite || !d->response || !d->diagonal || !d->tau || !d->damping_force || !d->prescribed ||
        !d->is_general || !d->absent || !d->idle || !d->kept)
        goto no_memory;
    init_links(d);
    *dynamics = d;
    return KIP_OK;

no_memory:
    kip_arena_destroy(arena);
    return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for the dynamics of '%s'",
                    model->name);
}

void kip_dynamics_destroy(KipDynamics *d)
{
    if (d)
        kip_arena_destroy(d->arena);
}

void kip_dynamics_prescribe(KipDynamics *d, int joint, bool prescribed)
{
    const KipJoint *j = d->model->joint + joint;
    const Link *link = d->model->tree->link + j->body;
    bool general = link->kind == LINK_GENERAL;
    for (int k = 0; k < j->nv; k++)
        d->prescribed[j->v + k] = prescribed;
    for (int k = 0; k < link->nv; k++)
        general = general || d->prescribed[link->v + k];
    d->is_general[j->body] = general;
    d->any_prescribed = false;
    for (int k = 0; k < d->model->nv; k++)
        d->any_prescribed = d->any_prescribed || d->prescribed[k];
}

/* -- state and forces ------------------------------------------------------------------------------------ */

void kip_dynamics_set_local(KipDynamics *d, const double *q, const double *v)
{
    const KipModel *model = d->model;
    if (q != d->q)
        memcpy(d->q, q, (size_t)model->nq * sizeof *q);
    if (v != d->v && v)
        memcpy(d->v, v, (size_t)model->nv * sizeof *v);
    if (!v)
        memset(d->v, 0, (size_t)model->nv * sizeof *d->v);
    kip_dynamics_clear_forces(d);
    kip_joint_pass(d, all_bodies(d), d->q);
    kip_velocity_pass(d, all_bodies(d), d->v);
}

void kip_dynamics_set(KipDynamics *d, const double *q, const double *v)
{
    kip_dynamics_set_local(d, q, v);
    kip_world_pass(d, all_bodies(d));
}

void kip_dynamics_copy(KipDynamics *d, const KipDynamics *from)
{
    const KipModel *model = d->model;
    memcpy(d->q, from->q, (size_t)model->nq * sizeof *d->q);
    memcpy(d->v, from->v, (size_t)model->nv * sizeof *d->v);
    for (int i = 1; i < model->nbody; i++) {
        memcpy(d->link + i, from->link + i,
               offsetof(LinkState, A)); /* written by the joint and velocity passes */
        d->world[i] = from->world[i];
        if (model->tree->link[i].kind == LINK_GENERAL)
            d->general[i] = from->general[i];
    }
    kip_dynamics_clear_forces(d);
}

/* -- external forces ------------------------------------------------------------------------------------- */

void kip_dynamics_clear_forces(KipDynamics *d)
{
    if (d->has_external)
        memset(d->external, 0, (size_t)d->model->nbody * sizeof *d->external);
    d->has_external = false;
}

void kip_dynamics_add_force(KipDynamics *d, int body, KipVec3 f, KipVec3 torque, KipVec3 point)
{
    KipMat3 R = d->world[body].R;
    KipVec3 arm = v3_sub(point, d->model->tree->link[body].shift), f_local = m3_apply_t(R, f);
    Force g = force(v3_add(m3_apply_t(R, torque), v3_cross(arm, f_local)), f_local);
    d->external[body] = force_add(d->external[body], g);
    d->has_external = true;
}
