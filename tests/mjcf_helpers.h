/* What the tests of the MJCF reader share. */
#ifndef MJCF_HELPERS_H
#define MJCF_HELPERS_H

#include <stdio.h>
#include <string.h>

#include "dynamics/quat.h"
#include "io/formats/mjcf.h"
#include "study.h"

/* The other files of the suite "mjcf". */
TCase *mjcf_files_case(void);
TCase *mjcf_refused_case(void);
TCase *mjcf_hostile_case(void);

static KipError error;

static inline KipModel *load(const char *text)
{
    KipModel *model = NULL;
    KipStatus status = kip_mjcf_parse(&model, text, strlen(text), "test.xml", NULL, &error);
    ck_assert_msg(status == KIP_OK, "%d:%d: %s\n%s", error.line, error.column, error.message, text);
    return model;
}

/* A model with `body` in one body and `rest` behind the world body. */
static inline KipModel *load_body(const char *body, const char *rest)
{
    char text[8192];
    snprintf(text, sizeof text, "<mujoco><worldbody><body name='b'>%s</body></worldbody>%s</mujoco>", body,
             rest);
    return load(text);
}

static inline void check_vec3(KipVec3 v, double x, double y, double z)
{
    ck_near(v.x, x, 1e-12);
    ck_near(v.y, y, 1e-12);
    ck_near(v.z, z, 1e-12);
}

/* Up to its sign. */
static inline void check_quat(KipQuat q, double w, double x, double y, double z)
{
    double sign = q_dot(q, quat(w, x, y, z)) < 0 ? -1 : 1;
    ck_near(sign * q.w, w, 1e-12);
    ck_near(sign * q.x, x, 1e-12);
    ck_near(sign * q.y, y, 1e-12);
    ck_near(sign * q.z, z, 1e-12);
}

static inline const KipJoint *joint_of(const KipModel *model, const char *name)
{
    int i = kip_model_find_joint(model, name);
    ck_assert_msg(i >= 0, "no joint %s", name);
    return model->joint + i;
}

static inline const KipBody *body_of(const KipModel *model, const char *name)
{
    int i = kip_model_find_body(model, name);
    ck_assert_msg(i >= 0, "no body %s", name);
    return model->body + i;
}

#endif
