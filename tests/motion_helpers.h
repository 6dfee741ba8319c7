/* What the tests of motions share. */
#ifndef MOTION_HELPERS_H
#define MOTION_HELPERS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "control/motion.h"
#include "dynamics/dynamics.h"
#include "dynamics/quat.h"
#include "counting_heap.h"
#include "random_model.h"
#include "study.h"

/* The other file of the suite "motion". */
TCase *motion_mirror_case(void);

enum { MOST = 96 };

static KipError error;

static inline KipMotion *create(const KipModel *model, int nframe, double period)
{
    KipMotion *motion = NULL;
    ck_ok(kip_motion_create(model, nframe, period, NULL, &motion, &error));
    return motion;
}

static inline double *rates(KipMotion *motion, int frame)
{
    return motion->v + frame * motion->model->nv;
}

static inline double largest_difference(const double *a, const double *b, int n)
{
    double most = 0;
    for (int k = 0; k < n; k++)
        most = most_of(most, fabs(a[k] - b[k]));
    return most;
}

static inline KipBody part(const char *name, int parent, KipVec3 pos)
{
    KipBody body = kip_body_def();
    body.name = name;
    body.parent = parent;
    body.pos = pos;
    body.mass = 1;
    body.inertia = s3_diagonal(0.1, 0.1, 0.1);
    return body;
}

static inline KipJoint joint_about(KipJointType type, KipVec3 axis)
{
    KipJoint joint = kip_joint_def();
    joint.type = type;
    joint.axis = axis;
    return joint;
}

/* Adds the body with the joint, which gets its name. */
static inline int add_part(KipBuilder *builder, KipBody body, KipJoint joint)
{
    joint.name = body.name;
    joint.body = kip_builder_body(builder, &body);
    kip_builder_joint(builder, &joint);
    return joint.body;
}

static inline KipModel *finish(KipBuilder *builder)
{
    KipModel *model = NULL;
    ck_ok(kip_builder_finish(builder, &model, &error));
    return model;
}

/* A random motion, its frames far apart. */
static inline KipMotion *random_motion(KipRandom *random, const KipModel *model, int nframe, double period)
{
    KipMotion *motion = create(model, nframe, period);
    ck_assert_int_le(model->nq, MOST);
    for (int i = 0; i < nframe; i++)
        random_state(random, model, kip_motion_frame(motion, i), rates(motion, i), 3);
    return motion;
}

#endif
