#include "random_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "dynamics/quat.h"

KipVec3 random_unit(KipRandom *r)
{
    KipVec3 v;
    double n;
    do {
        v.z = kip_random_uniform(r, -1, 1); /* one by one: compilers order arguments as they like */
        v.y = kip_random_uniform(r, -1, 1);
        v.x = kip_random_uniform(r, -1, 1);
        n = v3_length(v);
    } while (n > 1 || n < 0.1);
    return v3_scale(1 / n, v);
}

KipQuat random_quat(KipRandom *r)
{
    KipQuat q;
    q.z = kip_random_normal(r);
    q.y = kip_random_normal(r);
    q.x = kip_random_normal(r);
    q.w = kip_random_normal(r);
    return q_normalize(q);
}

KipVec3 random_within(KipRandom *r, KipVec3 most)
{
    KipVec3 v;
    v.x = kip_random_uniform(r, -most.x, most.x);
    v.y = kip_random_uniform(r, -most.y, most.y);
    v.z = kip_random_uniform(r, -most.z, most.z);
    return v;
}

static KipVec3 random_vec(KipRandom *r, double size)
{
    KipVec3 unit = random_unit(r);
    return v3_scale(size * kip_random_uniform(r, 0.2, 1), unit);
}

static int pick(KipRandom *r, int n)
{
    return (int)(kip_random_bits(r) % (uint64_t)n);
}

/* A model in the making, and its hinges and slides so far. */
typedef struct Maker {
    KipBuilder *builder;
    int line[400];
    int nline;
} Maker;

/* An axis at 30 degrees or more from those that the body's joints have already: what people build. */
static KipVec3 random_axis(KipRandom *r, const KipVec3 *used, int n)
{
    static const KipVec3 coordinate[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    for (;;) {
        KipVec3 a = pick(r, 2) ? random_unit(r) : coordinate[pick(r, 6)];
        bool apart = true;
        for (int k = 0; k < n; k++)
            apart = apart && v3_length(v3_cross(a, used[k])) >= 0.5;
        if (n == 2)
            apart = apart && fabs(v3_dot(a, v3_cross(used[0], used[1]))) >=
                                 0.5 * v3_length(v3_cross(used[0], used[1]));
        if (apart)
            return a;
    }
}

static KipVec3 add_joint(Maker *m, KipRandom *r, int body, KipJointType type, KipVec3 pos,
                         const KipVec3 *used, int n)
{
    KipJoint joint = kip_joint_def();
    int index;
    char name[32];
    snprintf(name, sizeof name, "joint%d_%d", body, pick(r, 1000000));
    joint.name = name;
    joint.body = body;
    joint.type = type;
    joint.pos = pos;
    joint.axis = random_axis(r, used, n);
    joint.ref = type >= KIP_JOINT_HINGE && pick(r, 3) == 0 ? kip_random_uniform(r, -1, 1) : 0;
    joint.armature = pick(r, 3) == 0 ? kip_random_uniform(r, 0, 0.1) : 0;
    joint.damping = pick(r, 3) == 0 ? kip_random_uniform(r, 0, 1) : 0;
    joint.stiffness = pick(r, 4) == 0 ? kip_random_uniform(r, 0, 10) : 0;
    index = kip_builder_joint(m->builder, &joint);
    if (type >= KIP_JOINT_HINGE)
        m->line[m->nline++] = index;
    return joint.axis;
}

static void add_joints(Maker *m, KipRandom *r, int body, bool root)
{
    KipVec3 pos = pick(r, 2) ? random_vec(r, 0.2) : v3_zero(), a[3];
    switch (pick(r, root ? 9 : 8)) {
    case 0:
        break; /* fixed */
    case 1:
        add_joint(m, r, body, KIP_JOINT_BALL, pos, a, 0);
        break;
    case 2:
        add_joint(m, r, body, KIP_JOINT_SLIDE, pos, a, 0);
        break;
    case 3: /* two slides and a hinge: planar where the axes are at right angles */
        a[0] = add_joint(m, r, body, KIP_JOINT_SLIDE, pos, a, 0);
        add_joint(m, r, body, KIP_JOINT_SLIDE, pos, a, 1);
        add_joint(m, r, body, KIP_JOINT_HINGE, random_vec(r, 0.2), a, 0);
        break;
    case 4: /* anchors apart */
        a[0] = add_joint(m, r, body, KIP_JOINT_HINGE, pos, a, 0);
        add_joint(m, r, body, KIP_JOINT_HINGE, random_vec(r, 0.2), a, 1);
        break;
    case 5:
        a[0] = add_joint(m, r, body, KIP_JOINT_HINGE, pos, a, 0);
        a[1] = add_joint(m, r, body, KIP_JOINT_HINGE, pos, a, 1);
        if (pick(r, 2))
            add_joint(m, r, body, KIP_JOINT_HINGE, pos, a, 2);
        break;
    case 6: /* the ball off centre */
        add_joint(m, r, body, KIP_JOINT_SLIDE, pos, a, 0);
        add_joint(m, r, body, KIP_JOINT_BALL, random_vec(r, 0.2), a, 0);
        break;
    case 8:
        add_joint(m, r, body, KIP_JOINT_FREE, v3_zero(), a, 0);
        break;
    default:
        add_joint(m, r, body, KIP_JOINT_HINGE, pos, a, 0);
        break;
    }
}

static int add_body(KipBuilder *b, KipRandom *r, int parent)
{
    KipBody body = kip_body_def();
    char name[32];
    KipVec3 extent;
    extent.z = kip_random_uniform(r, 0.05, 0.3);
    extent.y = kip_random_uniform(r, 0.05, 0.3);
    extent.x = kip_random_uniform(r, 0.05, 0.3);
    snprintf(name, sizeof name, "body%d", kip_builder_nbody(b));
    body.name = name;
    body.parent = parent;
    body.pos = random_vec(r, 0.4);
    if (pick(r, 2))
        body.quat = random_quat(r);
    body.mass = kip_random_uniform(r, 0.3, 10);
    body.com = random_vec(r, 0.2);
    body.inertia = s3_rotate(q_matrix(random_quat(r)), /* of a box */
                             s3_scale(body.mass / 3, s3_diagonal(extent.y * extent.y + extent.z * extent.z,
                                                                 extent.x * extent.x + extent.z * extent.z,
                                                                 extent.x * extent.x + extent.y * extent.y)));
    return kip_builder_body(b, &body);
}

/* A spring over up to four hinges and slides. */
static void add_tendon(KipBuilder *b, KipRandom *r, const int *line, int n)
{
    KipTendon tendon = kip_tendon_def();
    int joint[4];
    double coef[4];
    tendon.name = "tendon";
    tendon.joint = joint, tendon.coef = coef;
    for (int i = 0; i < n && tendon.njoint < 4; i += 1 + pick(r, 3)) {
        joint[tendon.njoint] = line[i];
        coef[tendon.njoint++] = kip_random_uniform(r, -1, 1);
    }
    tendon.stiffness = kip_random_uniform(r, 0, 20);
    tendon.damping = kip_random_uniform(r, 0, 0.5);
    if (tendon.njoint)
        kip_builder_tendon(b, &tendon);
}

KipModel *random_model(KipRandom *r, int most)
{
    for (;;) { /* once in a thousand all bodies are fixed, or two random axes nearly agree: again */
        KipBuilder *b = kip_builder_create(NULL);
        Maker m = {.builder = b};
        KipModel *model;
        int n = 1 + pick(r, most);
        kip_builder_name(b, "random");
        for (int i = 1; i <= n; i++) {
            int parent = pick(r, 10) == 0 ? 0 : pick(r, 3) ? i - 1 : pick(r, i);
            int body = add_body(b, r, parent);
            add_joints(&m, r, body, parent == 0);
        }
        if (pick(r, 3) == 0)
            add_tendon(b, r, m.line, m.nline);
        if (kip_builder_finish(b, &model, NULL) == KIP_OK) {
            if (model->nv > 0)
                return model;
            kip_model_destroy(model);
        }
    }
}

KipModel *chain_model(int n)
{
    KipBuilder *b = kip_builder_create(NULL);
    KipModel *model;
    KipError error;
    for (int i = 1; i <= n; i++) {
        KipBody body = kip_body_def();
        KipJoint joint = kip_joint_def();
        char name[32];
        snprintf(name, sizeof name, "link%d", i);
        body.name = joint.name = name;
        body.parent = i - 1;
        body.pos = v3(0, 0, i > 1 ? -0.3 : 0);
        body.mass = 1;
        body.com = v3(0, 0, -0.15);
        body.inertia = s3_diagonal(0.0075, 0.0075, 0.001);
        joint.body = kip_builder_body(b, &body);
        joint.axis = i % 2 ? v3(0, 1, 0) : v3(1, 0, 0);
        kip_builder_joint(b, &joint);
    }
    if (kip_builder_finish(b, &model, &error) != KIP_OK)
        model = NULL;
    return model;
}

void random_state(KipRandom *r, const KipModel *model, double *q, double *v, double rate)
{
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        double *p = q + joint->q;
        if (joint->type == KIP_JOINT_FREE) {
            v3_store(p, random_vec(r, 2));
            p += 3;
        }
        if (joint->type <= KIP_JOINT_BALL)
            q_store(p, random_quat(r));
        else
            p[0] = kip_random_uniform(r, -2, 2);
    }
    for (int k = 0; v && k < model->nv; k++)
        v[k] = rate * kip_random_normal(r);
}
