/* Configurations: unit quaternions, and moving along a velocity on the manifold. */
#include <string.h>

#include "quat.h"
#include "tree.h"

static void normalize(double *p)
{
    KipQuat q = q_from(p);
    double n = q_dot(q, q);
    if (!(fabs(n - 1) <= 1e-12))
        q_store(p, q_normalize(q));
}

void kip_model_normalize(const KipModel *model, double *q)
{
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        if (joint->type == KIP_JOINT_BALL)
            normalize(q + joint->q);
        else if (joint->type == KIP_JOINT_FREE)
            normalize(q + joint->q + 3);
    }
}

static void turn(const double *q, const double *w, double h, double *q_out)
{
    q_store(q_out, q_normalize(q_mul(q_from(q), q_exp(v3_scale(h, v3_from(w))))));
}

KIP_TWICE void kip_model_integrate(const KipModel *model, const double *q, const double *v, double h,
                                   double *q_out)
{
    const KipTree *tree = model->tree;
    for (int i = 0; i < tree->nlines; i++) {
        const Lines *line = tree->lines + i;
        const double *a = q + line->q, *rate = v + line->v;
        double *b = q_out + line->q;
        KIP_LANES
        for (int k = 0; k < line->n; k++)
            b[k] = a[k] + h * rate[k];
    }
    for (int i = 0; i < tree->nturning; i++) {
        const KipJoint *joint = model->joint + tree->turning[i];
        const double *a = q + joint->q, *rate = v + joint->v;
        double *b = q_out + joint->q;
        if (joint->type == KIP_JOINT_BALL) {
            turn(a, rate, h, b);
            continue;
        }
        for (int k = 0; k < 3; k++)
            b[k] = a[k] + h * rate[k];
        turn(a + 3, rate + 3, h, b + 3);
    }
}
