/* See composite.h. */
#include "composite.h"

#include "../dynamics/mat3.h"

KipMat3 kip_skew(KipVec3 u)
{
    return (KipMat3){0, -u.z, u.y, u.z, 0, -u.x, -u.y, u.x, 0};
}

/* [a][b] = b a' - (a.b) 1 */
static KipMat3 pair(KipVec3 a, KipVec3 b)
{
    const double dot = v3_dot(a, b);
    return m3_sub_outer((KipMat3){-dot, 0, 0, 0, -dot, 0, 0, 0, -dot}, v3_neg(b), a);
}

static KipMat3 scaled(double k, KipMat3 a)
{
    return (KipMat3){k * a.xx, k * a.xy, k * a.xz, k * a.yx, k * a.yy,
                     k * a.yz, k * a.zx, k * a.zy, k * a.zz};
}

KipComposite kip_composite_to_parent(KipForm form, const KipComposite *child, KipMat3 R, KipVec3 p)
{
    const KipVec3 c = m3_apply(R, child->com);
    const KipMat3 moved = m3_add(m3_add(pair(p, c), pair(c, p)), pair(p, p)); /* OTB.5 */
    const double sign = form == KIP_LITERAL ? 1 : -1;
    return (KipComposite){child->mass, v3_add(p, c),
                          m3_add(m3_mul(m3_mul(R, child->D), m3_transpose(R)),
                                 scaled(sign * child->mass, moved))};
}

KipComposite kip_composite_join(const KipComposite *a, const KipComposite *b)
{
    const double mass = a->mass + b->mass;
    const KipVec3 first = v3_add(v3_scale(a->mass, a->com), v3_scale(b->mass, b->com));
    return (KipComposite){mass, mass > 0 ? v3_scale(1 / mass, first) : a->com, m3_add(a->D, b->D)};
}

double kip_composite_moment(KipForm form, const KipComposite *composite, KipVec3 d, KipVec3 s)
{
    const KipVec3 far = v3_cross(v3_sub(composite->com, d), s), near = v3_cross(composite->com, s);
    double m = v3_dot(s, m3_apply(composite->D, s)) + composite->mass * v3_dot(far, far); /* OTB.7 */
    return form == KIP_LITERAL ? m : m - composite->mass * v3_dot(near, near);
}

/* -- the tree -------------------------------------------------------------------------------------------- */

KipComposite kip_composite_body(const KipBody *body)
{
    const KipSym3 I = body->inertia;
    const KipMat3 about_com = {I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz};
    return (KipComposite){body->mass, body->com,
                          m3_add(about_com, scaled(-body->mass, pair(body->com, body->com)))};
}

void kip_composite_pass(const KipDynamics *dynamics, const KipModel *model, KipComposite *composite)
{
    for (int i = 0; i < model->nbody; i++)
        composite[i] = kip_composite_body(&model->body[i]);
    for (int i = model->nbody - 1; i > 0; i--) {
        const int parent = model->body[i].parent;
        const KipMat3 to_world = kip_body_rotation(dynamics, parent);
        const KipMat3 R = m3_mul(m3_transpose(to_world), kip_body_rotation(dynamics, i));
        const KipVec3 away = v3_sub(kip_body_position(dynamics, i), kip_body_position(dynamics, parent));
        const KipComposite moved =
            kip_composite_to_parent(KIP_CORRECT, &composite[i], R, m3_apply_t(to_world, away));
        composite[parent] = kip_composite_join(&composite[parent], &moved);
    }
}

void kip_composite_moments(KipForm form, const KipDynamics *dynamics, const KipModel *model,
                           const KipComposite *composite, double *m)
{
    for (int i = 1; i < model->nbody; i++) {
        KipAxis axis[6];
        int n = kip_body_axes(dynamics, i, axis);
        for (int k = 0; k < n; k++)
            m[model->body[i].v + k] =
                axis[k].turns ? kip_composite_moment(form, &composite[i], axis[k].point, axis[k].direction)
                              : composite[i].mass;
    }
    for (int j = 0; j < model->njoint; j++)
        for (int k = 0; k < model->joint[j].nv; k++)
            m[model->joint[j].v + k] += model->joint[j].armature;
}
