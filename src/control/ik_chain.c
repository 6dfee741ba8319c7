/* A chain at a pose: placed and differentiated in one pass over its joints, and moved.
 *
 * Columns of the Jacobian of a point x, world axes, a joint at p (RBDA 4.4 with the 3-vectors alone):
 *
 *     hinge a      (a, a x (x - p))      angular; linear
 *     slide a      (0, a)
 *     ball         three hinges about axes of the body
 *     free         three slides along the world's axes, then a ball
 *
 * The last of a limited ball's axes is that of its rotation vector e: turning about it is what changes the
 * angle, so the cone |e| <= range[1] is a bound of one coordinate.
 */
#include "ik_parts.h"

#include <math.h>
#include <string.h>

#include "../dynamics/quat.h"
#include "../dynamics/scalar.h"

/* -- placing --------------------------------------------------------------------------------------------- */

static void place_node(IkChain *chain, int n, const double *x)
{
    const IkNode *node = chain->node + n;
    const double *own = x + node->q;
    IkPose *pose = chain->pose + n;
    KipMat3 R = node->R0;
    KipVec3 p = node->p0;
    if (node->type == KIP_JOINT_FREE) {
        pose->R = q_matrix(q_from(own + 3));
        pose->p = v3_from(own);
        return;
    }
    if (node->parent >= 0) {
        const IkPose *parent = chain->pose + node->parent;
        R = node->turned ? m3_mul(parent->R, R) : parent->R;
        p = v3_add(parent->p, m3_apply(parent->R, p));
    }
    if (node->type == KIP_JOINT_BALL) {
        R = m3_mul(R, q_matrix(q_from(own)));
    } else {
        pose->axis = m3_apply(R, node->axis);
        if (node->type == KIP_JOINT_SLIDE) {
            p = v3_add_scaled(p, *own - node->ref, pose->axis);
        } else if (node->code == AXIS_ANY) {
            R = m3_mul(R, q_matrix(q_axis_angle(node->axis, *own - node->ref)));
        } else {
            double s, c;
            kip_sincos(*own - node->ref, &s, &c);
            R = m3_turn(R, node->code, node->sign * s, c);
        }
    }
    pose->R = R;
    pose->p = p;
}

static KipVec3 tip_of(const IkChain *chain, const IkGoal *goal)
{
    const IkPose *pose = chain->pose + goal->node;
    return v3_add(pose->p, m3_apply(pose->R, goal->arm));
}

double kip_ik_chain_place(IkChain *chain, const double *x)
{
    double sum = 0;
    chain->error2 = chain->turn2 = 0;
    for (int n = 0; n < chain->nnode; n++)
        place_node(chain, n, x);
    for (int g = 0; g < chain->ngoal; g++) {
        const IkGoal *goal = chain->goal + g;
        double *row = chain->residual + goal->row;
        KipVec3 away = v3_sub(goal->position, tip_of(chain, goal));
        double away2 = v3_dot(away, away), turn2 = 0;
        if (goal->oriented) {
            KipMat3 R = m3_mul(goal->turn, m3_transpose(chain->pose[goal->node].R));
            KipVec3 turn = q_log(q_from_matrix(R));
            turn2 = v3_dot(turn, turn);
            v3_store(row + 3, v3_scale(goal->scale * chain->turn_length, turn));
        }
        v3_store(row, v3_scale(goal->scale, away));
        sum += goal->scale * goal->scale * (away2 + chain->turn_length * chain->turn_length * turn2);
        chain->error2 = fmax(chain->error2, away2);
        chain->turn2 = fmax(chain->turn2, turn2);
    }
    return sum;
}

/* -- differentiating ------------------------------------------------------------------------------------- */

/* Computes the range of each coordinate's step, and the axes of balls. */
static void find_room(IkChain *chain, const double *x)
{
    for (int k = 0; k < chain->ndof; k++)
        chain->lo[k] = -INFINITY, chain->hi[k] = INFINITY;
    for (int n = 0; n < chain->nnode; n++) {
        const IkNode *node = chain->node + n;
        IkPose *pose = chain->pose + n;
        double *hi = chain->hi + node->dof;
        if (node->type == KIP_JOINT_BALL && node->hi < INFINITY) {
            KipVec3 e = q_log(q_from(x + node->q));
            double angle = v3_length(e);
            pose->basis[2] = angle > 0 ? v3_scale(1 / angle, e) : v3(0, 0, 1);
            v3_basis(pose->basis[2], pose->basis, pose->basis + 1);
            hi[2] = node->hi - angle;
        } else if (node->type == KIP_JOINT_BALL || node->type == KIP_JOINT_FREE) {
            pose->basis[0] = v3(1, 0, 0), pose->basis[1] = v3(0, 1, 0), pose->basis[2] = v3(0, 0, 1);
        } else {
            chain->lo[node->dof] = node->lo - x[node->q];
            *hi = node->hi - x[node->q];
        }
    }
}

static void store_column(const IkChain *chain, const IkGoal *goal, double *column, KipVec3 w, KipVec3 v)
{
    column += goal->row;
    v3_store(column, v3_scale(goal->scale, v));
    if (goal->oriented)
        v3_store(column + 3, v3_scale(goal->scale * chain->turn_length, w));
}

static void node_columns(IkChain *chain, int n, const IkGoal *goal, KipVec3 tip)
{
    const IkNode *node = chain->node + n;
    const IkPose *pose = chain->pose + n;
    KipVec3 arm = v3_sub(tip, pose->p);
    int nrow = chain->nrow;
    double *column = chain->J + node->dof * nrow;
    switch (node->type) {
    case KIP_JOINT_HINGE:
        store_column(chain, goal, column, pose->axis, v3_cross(pose->axis, arm));
        return;
    case KIP_JOINT_SLIDE:
        store_column(chain, goal, column, v3_zero(), pose->axis);
        return;
    case KIP_JOINT_FREE:
        store_column(chain, goal, column, v3_zero(), v3(1, 0, 0));
        store_column(chain, goal, column + nrow, v3_zero(), v3(0, 1, 0));
        store_column(chain, goal, column + 2 * nrow, v3_zero(), v3(0, 0, 1));
        column += 3 * nrow;
        break;
    case KIP_JOINT_BALL:
        break;
    }
    for (int k = 0; k < 3; k++) {
        KipVec3 w = m3_apply(pose->R, pose->basis[k]);
        store_column(chain, goal, column + k * nrow, w, v3_cross(w, arm));
    }
}

void kip_ik_chain_jacobian(IkChain *chain, const double *x)
{
    find_room(chain, x);
    for (int g = 0; g < chain->ngoal; g++) {
        const IkGoal *goal = chain->goal + g;
        KipVec3 tip = tip_of(chain, goal);
        for (int n = goal->node; n >= 0; n = chain->node[n].parent)
            node_columns(chain, n, goal, tip);
    }
}

/* -- moving ---------------------------------------------------------------------------------------------- */

/* Clamps to its cone, with the rotation vector of the result checked, which is subject to rounding. */
static KipQuat clamp_ball(KipQuat q, double most)
{
    KipVec3 e = q_log(q);
    double angle = v3_length(e), wanted = most;
    while (v3_length(q_log(q)) > most) {
        q = q_exp(v3_scale(wanted / angle, e));
        wanted *= 1 - 1e-15;
    }
    return q;
}

static double clamp(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

static KipQuat unit(KipQuat q)
{
    return fabs(q_dot(q, q) - 1) <= 1e-12 ? q : q_normalize(q);
}

static void clamp_node(const IkNode *node, double *x)
{
    switch (node->type) {
    case KIP_JOINT_HINGE:
    case KIP_JOINT_SLIDE:
        *x = clamp(*x, node->lo, node->hi);
        break;
    case KIP_JOINT_BALL:
        q_store(x, unit(q_from(x)));
        if (node->hi < INFINITY)
            q_store(x, clamp_ball(q_from(x), node->hi));
        break;
    case KIP_JOINT_FREE:
        q_store(x + 3, unit(q_from(x + 3)));
        break;
    }
}

void kip_ik_chain_clamp(const IkChain *chain, double *x)
{
    for (int n = 0; n < chain->nnode; n++)
        clamp_node(chain->node + n, x + chain->node[n].q);
}

static void turn(const IkPose *pose, const double *d, const double *from, double *to)
{
    KipVec3 e = v3_scale(d[0], pose->basis[0]);
    e = v3_add_scaled(v3_add_scaled(e, d[1], pose->basis[1]), d[2], pose->basis[2]);
    q_store(to, q_normalize(q_mul(q_from(from), q_exp(e))));
}

void kip_ik_chain_move(const IkChain *chain, const double *from, const double *d, double *to)
{
    for (int n = 0; n < chain->nnode; n++) {
        const IkNode *node = chain->node + n;
        const double *x = from + node->q, *by = d + node->dof;
        double *moved = to + node->q;
        if (node->type == KIP_JOINT_FREE) {
            v3_store(moved, v3_add(v3_from(x), v3_from(by)));
            turn(chain->pose + n, by + 3, x + 3, moved + 3);
        } else if (node->type == KIP_JOINT_BALL) {
            turn(chain->pose + n, by, x, moved);
        } else {
            *moved = *x + *by;
        }
        clamp_node(node, moved);
    }
}

static KipQuat draw_quat(KipRandom *random, double most)
{
    KipVec3 e;
    double length;
    do {
        e.x = kip_random_normal(random); /* one by one: compilers order arguments as they like */
        e.y = kip_random_normal(random);
        e.z = kip_random_normal(random);
        length = v3_length(e);
    } while (!(length > 1e-3));
    return q_exp(v3_scale(kip_random_uniform(random, 0, most) / length, e));
}

void kip_ik_chain_draw(const IkChain *chain, KipRandom *random, double *x)
{
    for (int n = 0; n < chain->nnode; n++) {
        const IkNode *node = chain->node + n;
        double *own = x + node->q;
        bool limited = node->hi < INFINITY;
        switch (node->type) {
        case KIP_JOINT_HINGE:
            *own = limited ? kip_random_uniform(random, node->lo, node->hi)
                           : node->ref + kip_random_uniform(random, -KIP_PI, KIP_PI);
            break;
        case KIP_JOINT_SLIDE:
            if (limited)
                *own = kip_random_uniform(random, node->lo, node->hi);
            break;
        case KIP_JOINT_BALL:
            q_store(own, draw_quat(random, limited ? node->hi : KIP_PI));
            break;
        case KIP_JOINT_FREE:
            q_store(own + 3, draw_quat(random, KIP_PI));
            break;
        }
        clamp_node(node, own);
    }
}

void kip_ik_chain_copy(const IkChain *chain, const double *from, double *to)
{
    for (int n = 0; n < chain->nnode; n++) {
        const IkNode *node = chain->node + n;
        int nq = node->type == KIP_JOINT_FREE ? 7 : node->type == KIP_JOINT_BALL ? 4 : 1;
        for (int k = node->q; k < node->q + nq; k++)
            to[k] = from[k];
    }
}
