/* Valid definitions to start from, and looking things up by name. */
#include "model.h"

#include <math.h>
#include <string.h>

#include "arena.h"

static const KipQuat identity = {1, 0, 0, 0};

KipBody kip_body_def(void)
{
    KipBody body = {.name = NULL, .quat = identity, .mass = 0};
    return body;
}

KipJoint kip_joint_def(void)
{
    KipJoint joint = {.type = KIP_JOINT_HINGE, .axis = {0, 0, 1}, .strength = {-INFINITY, INFINITY}};
    return joint;
}

KipGeom kip_geom_def(void)
{
    KipGeom geom = {.name = "",
                    .type = KIP_GEOM_SPHERE,
                    .quat = identity,
                    .density = 1000,
                    .mass = -1,
                    .friction = 1,
                    .spin = 0.005,
                    .roll = 0.0001,
                    .impedance = 0.95,
                    .condim = 3,
                    .contype = 1,
                    .conaffinity = 1,
                    .rgba = {0.5f, 0.5f, 0.5f, 1}};
    return geom;
}

KipPair kip_pair_def(void)
{
    KipPair pair = {.friction = NAN, .spin = NAN, .roll = NAN, .impedance = NAN};
    return pair;
}

KipSite kip_site_def(void)
{
    KipSite site = {.name = "", .quat = identity};
    return site;
}

KipTendon kip_tendon_def(void)
{
    KipTendon tendon = {.name = "", .springlength = NAN};
    return tendon;
}

KipMotor kip_motor_def(void)
{
    KipMotor motor = {.name = "",
                      .type = KIP_MOTOR_TORQUE,
                      .gear = 1,
                      .gain = 1,
                      .ctrlrange = {-INFINITY, INFINITY},
                      .forcerange = {-INFINITY, INFINITY}};
    return motor;
}

int kip_model_find_body(const KipModel *model, const char *name)
{
    for (int i = 0; i < model->nbody; i++)
        if (strcmp(model->body[i].name, name) == 0)
            return i;
    return -1;
}

int kip_model_find_joint(const KipModel *model, const char *name)
{
    for (int i = 0; i < model->njoint; i++)
        if (strcmp(model->joint[i].name, name) == 0)
            return i;
    return -1;
}

int kip_model_find_key(const KipModel *model, const char *name)
{
    for (int i = 0; i < model->nkey; i++)
        if (strcmp(model->key[i].name, name) == 0)
            return i;
    return -1;
}

/* The sentence for an unknown name; names stand `stride` bytes apart. */
static KipStatus unknown(const KipModel *model, const char *kind, const char *name, const char *const *names,
                         int n, size_t stride, KipError *error)
{
    KipHint hint = kip_hint(name);
    if (n == 0)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "model '%s' has no %s, so none is called '%s'",
                        model->name, kind, name);
    kip_hint_names(&hint, names, n, stride);
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "model '%s' has no %s '%s'%s", model->name, kind,
                    name, kip_hint_text(&hint));
}

KipStatus kip_model_get_body(const KipModel *model, const char *name, int *body, KipError *error)
{
    int found = kip_model_find_body(model, name);
    if (found < 0)
        return unknown(model, "body", name, &model->body->name, model->nbody, sizeof *model->body, error);
    *body = found;
    return KIP_OK;
}

KipStatus kip_model_get_key(const KipModel *model, const char *name, int *key, KipError *error)
{
    int found = kip_model_find_key(model, name);
    if (found < 0)
        return unknown(model, "keyframe", name, &model->key->name, model->nkey, sizeof *model->key, error);
    *key = found;
    return KIP_OK;
}

void kip_model_destroy(KipModel *model)
{
    if (model)
        kip_arena_destroy(model->arena);
}
