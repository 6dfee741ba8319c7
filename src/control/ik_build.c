/* Builds a chain from the model: its joints in order, with the rigid parts between them combined into one frame each, and
 * its goals. */
#include <math.h>
#include <string.h>

#include "../dynamics/quat.h"
#include "../dynamics/scalar.h"
#include "../dynamics/tree.h"
#include "ik_parts.h"

static const double farthest = 1e5; /* m: greatest distance of targets and of bodies */

bool kip_ik_chain_take(IkChain *chain, const KipModel *model, int goals, KipArena *arena)
{
    size_t nv = (size_t)model->nv, njoint = (size_t)model->njoint, n = (size_t)goals;
    *chain = (IkChain){.model = model,
                       .node = kip_arena_take(arena, njoint, sizeof *chain->node),
                       .pose = kip_arena_take(arena, njoint, sizeof *chain->pose),
                       .node_of = kip_arena_take(arena, njoint, sizeof *chain->node_of),
                       .goal = kip_arena_take(arena, n, sizeof *chain->goal),
                       .residual = kip_arena_take(arena, 6 * n, sizeof *chain->residual),
                       .J = kip_arena_take(arena, 6 * n * nv, sizeof *chain->J),
                       .lo = kip_arena_take(arena, nv, sizeof *chain->lo),
                       .hi = kip_arena_take(arena, nv, sizeof *chain->hi)};
    return chain->node && chain->pose && chain->node_of && chain->goal && chain->residual && chain->J &&
           chain->lo && chain->hi;
}

typedef struct Frame {
    KipMat3 R;
    KipVec3 p;
} Frame;

/* A frame given in b, seen from where b stands. */
static Frame stand_on(Frame b, Frame a)
{
    return (Frame){m3_mul(b.R, a.R), v3_add(b.p, m3_apply(b.R, a.p))};
}

/* The motion of a joint's body, in the body's frame before the joint. */
static Frame joint_motion(const KipJoint *joint, const double *q)
{
    Frame f = {m3_identity(), v3_zero()};
    switch (joint->type) {
    case KIP_JOINT_FREE:
        return (Frame){q_matrix(q_from(q + 3)), v3_from(q)};
    case KIP_JOINT_SLIDE:
        f.p = v3_scale(*q - joint->ref, joint->axis);
        return f;
    case KIP_JOINT_BALL:
        f.R = q_matrix(q_from(q));
        break;
    case KIP_JOINT_HINGE:
        f.R = q_matrix(q_axis_angle(joint->axis, *q - joint->ref));
        break;
    }
    f.p = v3_sub(joint->pos, m3_apply(f.R, joint->pos));
    return f;
}

static KipVec3 anchor_of(const KipJoint *joint)
{
    bool turns = joint->type == KIP_JOINT_HINGE || joint->type == KIP_JOINT_BALL;
    return turns ? joint->pos : v3_zero();
}

/* The body's frame before its joint `end`, seen from the last node before it (or the world, -1), whose number
 * it returns. */
static int stand_before(const IkChain *chain, const double *q, int body, int end, Frame *frame)
{
    const KipModel *model = chain->model;
    *frame = (Frame){m3_identity(), v3_zero()};
    for (;;) {
        const KipBody *b = model->body + body;
        for (int j = end - 1; j >= b->joint; j--) {
            const KipJoint *joint = model->joint + j;
            int node = chain->node_of[j];
            if (node >= 0) {
                frame->p = v3_sub(frame->p, anchor_of(joint));
                return node;
            }
            *frame = stand_on(joint_motion(joint, q + joint->q), *frame);
            if (joint->type == KIP_JOINT_FREE)
                return -1;
        }
        if (body == 0)
            return -1;
        *frame = stand_on((Frame){q_matrix(b->quat), b->pos}, *frame);
        body = b->parent;
        end = model->body[body].joint + model->body[body].njoint;
    }
}

static bool is_identity(KipMat3 R)
{
    KipMat3 one = m3_identity();
    return memcmp(&R, &one, sizeof R) == 0;
}

static void build_node(IkChain *chain, const double *q, int n, int j)
{
    const KipJoint *joint = chain->model->joint + j;
    const Link *link = chain->model->tree->link + joint->body;
    IkNode *node = chain->node + n;
    Frame frame;
    *node = (IkNode){.type = joint->type,
                     .dof = chain->ndof,
                     .q = joint->q,
                     .axis = joint->axis,
                     .ref = joint->ref};
    node->parent = stand_before(chain, q, joint->body, j, &frame);
    node->R0 = frame.R;
    node->turned = !is_identity(frame.R);
    node->p0 = v3_add(frame.p, m3_apply(frame.R, anchor_of(joint)));
    if (link->kind == LINK_HINGES)
        node->code = link->axis[j - link->joint].code, node->sign = link->axis[j - link->joint].sign;
    node->lo = joint->limited ? chain->model->tree->free[2 * j] : -INFINITY;
    node->hi = joint->limited ? chain->model->tree->free[2 * j + 1] : INFINITY;
    if (joint->type == KIP_JOINT_BALL && node->hi >= KIP_PI)
        node->hi = INFINITY;
    chain->ndof += joint->nv;
}

/* The distance of the goal beyond the full length of all links, squared and weighted. */
static double out_of_reach(const IkChain *chain, const IkGoal *goal)
{
    double reach = v3_length(goal->arm);
    for (int n = goal->node; n >= 0; n = chain->node[n].parent) {
        const IkNode *node = chain->node + n;
        if (node->type == KIP_JOINT_SLIDE)
            reach += fmax(fabs(node->lo - node->ref), fabs(node->hi - node->ref));
        if (node->type == KIP_JOINT_FREE)
            return 0;
        if (node->parent < 0) {
            double beyond = goal->scale * (v3_length(v3_sub(goal->position, node->p0)) - reach);
            return beyond > 0 ? beyond * beyond : 0;
        }
        reach += v3_length(node->p0);
    }
    return 0;
}

static KipStatus build_goal(IkChain *chain, const double *q, int g, const KipIkTarget *target,
                            double heaviest, KipError *error)
{
    const KipBody *body = chain->model->body + target->body;
    IkGoal *goal = chain->goal + g;
    Frame frame;
    goal->node = stand_before(chain, q, target->body, body->joint + body->njoint, &frame);
    if (goal->node < 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "none of the joints moves body '%s', which has a target; give joints between it and "
                        "the root, as kip_ik_chain does",
                        body->name);
    goal->arm = v3_add(frame.p, m3_apply(frame.R, target->point));
    goal->position = target->position;
    goal->scale = sqrt(target->weight / heaviest);
    goal->oriented = target->oriented;
    if (goal->oriented)
        goal->turn = m3_mul(q_matrix(q_normalize(target->orientation)), m3_transpose(frame.R));
    chain->floor += out_of_reach(chain, goal);
    goal->row = chain->nrow;
    chain->nrow += goal->oriented ? 6 : 3;
    return KIP_OK;
}

static bool is_near(KipVec3 p)
{
    return fabs(p.x) <= farthest && fabs(p.y) <= farthest && fabs(p.z) <= farthest;
}

static KipStatus check_target(const KipModel *model, const KipIkTarget *target, int t, KipError *error)
{
    double length2 = q_dot(target->orientation, target->orientation);
    if (target->body <= 0 || target->body >= model->nbody)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "target %d is of body %d; bodies are 1 to %d", t,
                        target->body, model->nbody - 1);
    const char *name = model->body[target->body].name;
    if (!is_near(target->position) || !is_near(target->point))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the target of body '%s' has a position or point that is not finite or beyond %g m",
                        name, farthest);
    if (target->oriented && !(length2 > 1e-30 && length2 < 1e30))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the target of body '%s' has an orientation that is not finite or of length 0", name);
    if (!(target->weight > 0 && target->weight < INFINITY))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the target of body '%s' has the weight %g; a weight is above 0, usually 1", name,
                        target->weight);
    return KIP_OK;
}

/* The joints in the model's order, in node_of: joints that are not the chain's are -1. */
static KipStatus mark_joints(IkChain *chain, const int *joints, int njoint, KipError *error)
{
    const KipModel *model = chain->model;
    memset(chain->node_of, -1, (size_t)model->njoint * sizeof *chain->node_of);
    for (int i = 0; i < njoint; i++) {
        if (joints[i] < 0 || joints[i] >= model->njoint)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "joint %d is none of the model's %d",
                            joints[i], model->njoint);
        if (chain->node_of[joints[i]] >= 0)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "joint '%s' is given twice",
                            model->joint[joints[i]].name);
        chain->node_of[joints[i]] = 0;
    }
    return KIP_OK;
}

KipStatus kip_ik_chain_build(IkChain *chain, const double *q, const int *joints, int njoint,
                             const KipIkTarget *target, int ntarget, KipError *error)
{
    const KipModel *model = chain->model;
    double heaviest = 0;
    KipStatus status = mark_joints(chain, joints, njoint, error);
    for (int i = 0; i < model->nq && status == KIP_OK; i++)
        if (!(fabs(q[i]) < INFINITY))
            status = kip_fail(error, KIP_BAD_USE, kip_nowhere(), "number %d of the pose is not finite", i);
    for (int t = 0; t < ntarget && status == KIP_OK; t++) {
        status = check_target(model, target + t, t, error);
        heaviest = fmax(heaviest, target[t].weight);
    }
    if (status != KIP_OK)
        return status;
    chain->nnode = chain->ndof = chain->nrow = 0;
    chain->ngoal = ntarget;
    chain->floor = 0;
    for (int j = 0; j < model->njoint; j++)
        if (chain->node_of[j] >= 0) {
            build_node(chain, q, chain->nnode, j);
            chain->node_of[j] = chain->nnode++;
        }
    for (int t = 0; t < ntarget && status == KIP_OK; t++)
        status = build_goal(chain, q, t, target + t, heaviest, error);
    /* the zeros of joints that do not move a goal stay */
    memset(chain->J, 0, (size_t)(chain->ndof * chain->nrow) * sizeof *chain->J);
    return status;
}
