/* Solves the joints of a group for orientations: nonlinear least squares over hinges and balls.
 *
 * With e_k the axes of the last body, R its orientation by the joints and R* the wanted one, the sum of
 * w_k^2 |R* e_k - R e_k|^2 is minimized. After a rotation by the small vector x it changes by
 *
 *     -2 x' sum w_k^2 (R e_k) x (R* e_k) + x' (sum w_k^2 (1 - (R e_k)(R e_k)')) x = -2 x' t + x' M x
 *
 * and x = W dq, with the joints' axes as columns of W: (W' M W + (m + l) 1) dq = W' t + m (q0 - q), l being the
 * damping of Levenberg and Marquardt. The axis along a limb has weight 1, as has the sole's normal of a foot; the others
 * have 0.1. The regularization m towards q0 determines what is else free. */
#include <string.h>

#include "retarget_parts.h"

static const double twist_weight = 0.1, pull = 1e-10;
static const double steady = 1.7e-3;    /* s: weight of the frame before, times the frame rate */
static const double good_enough = 0.01; /* cost accepted: a limb 0.14 rad off, or twisted by 1.5 */
static const double quick = 20;         /* rad/s: faster joints are pulled more */

enum { MOST_ROUNDS = 100 };

typedef struct Target {
    int body, nv; /* its joints and those above it are the first nv columns */
    KipQuat wanted;
    KipMat3 frame;     /* columns e_k */
    double weight2[3]; /* w_k^2 */
} Target;

typedef struct Turn {
    Work *w;
    const int *group;
    int n, nv;
    KipQuat base;
    int ntarget;
    Target target[2];
    double *q;        /* the whole configuration */
    KipVec3 *axis;    /* [nv] W, world */
    double *step, *A; /* [nv], [nv][nv] */
    double *before;   /* [nq] of the frame before */
    double pull;      /* weight m, towards the model's standing pose or the frame before */
    const double *to;
    double *trial; /* nq */
} Turn;

size_t kip_turn_room(const KipModel *model)
{
    size_t nv = (size_t)model->nv;
    return nv * (nv + 4) + 2 * (size_t)model->nq;
}

/* Computes the group's orientations at q into now[], and the axes unless NULL. */
static void place_group(const Turn *t, const double *q, KipVec3 *axis)
{
    static const KipVec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const KipModel *model = t->w->model;
    KipQuat R = t->base;
    for (int i = 0; i < t->n; i++) {
        const KipBody *body = model->body + t->group[i];
        R = q_mul(R, body->quat);
        for (int j = body->joint; j < body->joint + body->njoint; j++) {
            const KipJoint *joint = model->joint + j;
            if (joint->type == KIP_JOINT_HINGE) {
                if (axis)
                    *axis++ = q_rotate(R, joint->axis);
                R = q_mul(R, q_axis_angle(joint->axis, q[joint->q] - joint->ref));
            } else if (joint->type == KIP_JOINT_BALL) {
                R = q_mul(R, q_from(q + joint->q));
                for (int k = 0; axis && k < 3; k++)
                    *axis++ = q_rotate(R, unit[k]);
            }
        }
        R = q_normalize(R);
        t->w->now[t->group[i]] = R;
    }
}

static KipVec3 column(KipMat3 m, int k)
{
    return k == 0 ? v3(m.xx, m.yx, m.zx) : k == 1 ? v3(m.xy, m.yy, m.zy) : v3(m.xz, m.yz, m.zz);
}

/* Half the sum; t (torque) and M unless NULL. */
static double misfit(const Turn *t, const Target *target, KipVec3 *torque, KipSym3 *M)
{
    KipQuat R = t->w->now[target->body];
    double sum = 0;
    KipVec3 total = v3_zero();
    KipMat3 m = s3_full(s3_diagonal(0, 0, 0));
    for (int k = 0; k < 3; k++) {
        KipVec3 e = column(target->frame, k), is = q_rotate(R, e),
                off = v3_sub(q_rotate(target->wanted, e), is);
        double w2 = target->weight2[k];
        sum += 0.5 * w2 * v3_dot(off, off);
        total = v3_add_scaled(total, w2, v3_cross(is, off)); /* is x wanted, without cancellation */
        m = m3_sub_outer(m3_add(m, s3_full(s3_diagonal(w2, w2, w2))), v3_scale(w2, is), is);
    }
    if (torque)
        *torque = total;
    if (M)
        *M = s3_upper(m);
    return sum;
}

/* The cost at q, for which it computes the group's orientations. */
static double cost_at(const Turn *t, const double *q)
{
    double sum = 0;
    place_group(t, q, NULL);
    for (int k = 0; k < t->ntarget; k++)
        sum += misfit(t, &t->target[k], NULL, NULL);
    for (int i = 0; i < t->n; i++) {
        const KipBody *body = t->w->model->body + t->group[i];
        for (int j = body->joint; j < body->joint + body->njoint; j++) {
            const KipJoint *joint = t->w->model->joint + j;
            double off = joint->type == KIP_JOINT_HINGE ? q[joint->q] - t->to[joint->q] : 0;
            sum += 0.5 * t->pull * off * off;
        }
    }
    return sum;
}

/* Solves A x = b in place by Cholesky; A is positive definite, its lower triangle is overwritten. */
static void solve(int n, double *A, double *b)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double s = A[i * n + j];
            for (int k = 0; k < j; k++)
                s -= A[i * n + k] * A[j * n + k];
            A[i * n + j] = i == j ? sqrt(s) : s / A[j * n + j];
        }
        for (int k = 0; k < i; k++)
            b[i] -= A[i * n + k] * b[k];
        b[i] /= A[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            b[i] -= A[k * n + i] * b[k];
        b[i] /= A[i * n + i];
    }
}

/* Computes the step at damping l: gradient, then matrix, without the coordinates at limits that the step would pass. */
static void find_step(const Turn *t, double damping)
{
    int n = t->nv, k = 0;
    memset(t->step, 0, (size_t)n * sizeof *t->step);
    memset(t->A, 0, (size_t)(n * n) * sizeof *t->A);
    for (int g = 0; g < t->ntarget; g++) {
        KipVec3 torque;
        KipSym3 M;
        misfit(t, &t->target[g], &torque, &M);
        for (int i = 0; i < t->target[g].nv; i++) {
            KipVec3 row = s3_apply(M, t->axis[i]);
            t->step[i] += v3_dot(t->axis[i], torque);
            for (int j = 0; j < t->target[g].nv; j++)
                t->A[i * n + j] += v3_dot(row, t->axis[j]);
        }
    }
    for (int i = 0; i < n; i++)
        t->A[i * n + i] += t->pull + damping;
    for (int i = 0; i < t->n; i++) {
        const KipBody *body = t->w->model->body + t->group[i];
        for (int j = body->joint; j < body->joint + body->njoint; j++) {
            const KipJoint *joint = t->w->model->joint + j;
            if (joint->type == KIP_JOINT_HINGE) {
                double q = t->q[joint->q], *g = &t->step[k];
                *g += t->pull * (t->to[joint->q] - q);
                if (joint->limited &&
                    ((q <= joint->range[0] && *g < 0) || (q >= joint->range[1] && *g > 0))) {
                    *g = 0;
                    for (int l = 0; l < n; l++)
                        t->A[k * n + l] = t->A[l * n + k] = l == k;
                }
                k++;
            } else if (joint->type == KIP_JOINT_BALL) {
                k += 3;
            }
        }
    }
    solve(n, t->A, t->step);
}

static double clamped(double x, const double range[2])
{
    return x < range[0] ? range[0] : x > range[1] ? range[1] : x;
}

/* Adds the step to q, within limits, as the trial; returns the step's greatest component. */
static double try_step(const Turn *t)
{
    const double *step = t->step;
    double most = 0;
    for (int i = 0; i < t->n; i++) {
        const KipBody *body = t->w->model->body + t->group[i];
        for (int j = body->joint; j < body->joint + body->njoint; j++) {
            const KipJoint *joint = t->w->model->joint + j;
            if (joint->type == KIP_JOINT_HINGE) {
                double to = t->q[joint->q] + *step++;
                t->trial[joint->q] = joint->limited ? clamped(to, joint->range) : to;
                most = fmax(most, fabs(t->trial[joint->q] - t->q[joint->q]));
            } else if (joint->type == KIP_JOINT_BALL) {
                KipVec3 turn = v3_from(step), all;
                all = q_log(q_mul(q_from(t->q + joint->q), q_exp(turn)));
                double angle = v3_length(all);
                if (joint->limited && angle > joint->range[1])
                    all = v3_scale(joint->range[1] / angle, all);
                q_store(t->trial + joint->q, q_exp(all));
                most = fmax(most, v3_length(turn));
                step += 3;
            }
        }
    }
    return most;
}

static void copy_group(const Turn *t, double *to, const double *from)
{
    for (int i = 0; i < t->n; i++) {
        const KipBody *body = t->w->model->body + t->group[i];
        memcpy(to + body->q, from + body->q, (size_t)body->nq * sizeof *to);
    }
}

static void add_target(Turn *t, int body, int nv)
{
    Target *target = &t->target[t->ntarget++];
    KipVec3 a = t->w->axis[body], b, c;
    bool limb = v3_dot(a, a) > 0;
    double other = limb ? twist_weight * twist_weight : 1;
    if (!limb)
        a = v3(1, 0, 0);
    v3_basis(a, &b, &c);
    target->body = body;
    target->nv = nv;
    target->wanted = t->w->wanted[body];
    target->frame = (KipMat3){a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z};
    target->weight2[0] = 1, target->weight2[1] = target->weight2[2] = other;
}

/* Descends from q to a minimum; returns its cost. */
static double descend(Turn *t)
{
    double *q = t->q, damping = 1e-4, cost = cost_at(t, q);
    for (int round = 0; round < MOST_ROUNDS && damping < 1e8; round++) {
        place_group(t, q, t->axis);
        find_step(t, damping);
        double moved = try_step(t), trial = cost_at(t, t->trial);
        if (trial <= cost) {
            copy_group(t, q, t->trial);
            cost = trial;
            damping = fmax(0.1 * damping, 1e-10);
            if (moved < 1e-12)
                break;
        } else {
            damping *= 10;
        }
    }
    return cost;
}

/* The greatest rotation of a hinge of the group since the frame before, rad. */
static double turned(const Turn *t)
{
    double most = 0;
    for (int i = 0; i < t->n; i++) {
        const KipBody *body = t->w->model->body + t->group[i];
        for (int j = body->joint; j < body->joint + body->njoint; j++) {
            const KipJoint *joint = t->w->model->joint + j;
            if (joint->type == KIP_JOINT_HINGE)
                most = fmax(most, fabs(t->q[joint->q] - t->before[joint->q]));
        }
    }
    return most;
}

/* Unreachable orientations may have several minima. Then, and where the only minimum is far from the frame before, a pull
 * towards that frame is increased with the joint speed, so that a limb does not jump between minima. In the first frame the
 * minimum nearest to the model's standing pose is taken. */
static void find_minimum(Turn *t, bool first)
{
    copy_group(t, t->before, t->q);
    t->pull = pull, t->to = t->w->stand;
    if ((descend(t) < good_enough && turned(t) < quick * t->w->clip->period) || first)
        return;
    t->pull = steady / t->w->clip->period, t->to = t->before;
    do {
        copy_group(t, t->q, t->before);
        descend(t);
        t->pull *= 4;
    } while (turned(t) > quick * t->w->clip->period && t->pull < 1e3);
}

int kip_turning_joints(const KipModel *model, int body)
{
    int n = 0;
    for (int j = model->body[body].joint; j < model->body[body].joint + model->body[body].njoint; j++)
        if (model->joint[j].type != KIP_JOINT_SLIDE)
            n += model->joint[j].nv;
    return n;
}

void kip_turn_group(Work *w, const int *group, int n, double *q, bool first)
{
    const KipModel *model = w->model;
    size_t nv = (size_t)model->nv;
    Turn t = {.w = w, .group = group, .n = n, .q = q};
    t.base = w->now[model->body[group[0]].parent];
    t.axis = (KipVec3 *)(void *)w->room;
    t.step = w->room + 3 * nv;
    t.A = t.step + nv;
    t.trial = t.A + nv * nv;
    t.before = t.trial + model->nq;
    for (int i = 0; i < n; i++) {
        t.nv += kip_turning_joints(model, group[i]);
        if (w->bone[group[i]] >= 0)
            add_target(&t, group[i], t.nv);
    }
    copy_group(&t, t.trial, q);
    if (t.nv)
        find_minimum(&t, first);
    place_group(&t, q, NULL);
}
