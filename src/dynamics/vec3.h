/* Arithmetic of 3-vectors, by value. Internal: short names. */
#ifndef KIP_DYNAMICS_VEC3_H
#define KIP_DYNAMICS_VEC3_H

#include "real.h"

static inline KipVec3 v3(Real x, Real y, Real z)
{
    KipVec3 v = {x, y, z};
    return v;
}

static inline KipVec3 v3_zero(void)
{
    return v3(real(0), real(0), real(0));
}

static inline KipVec3 v3_add(KipVec3 a, KipVec3 b)
{
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline KipVec3 v3_sub(KipVec3 a, KipVec3 b)
{
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline KipVec3 v3_neg(KipVec3 a)
{
    return v3(-a.x, -a.y, -a.z);
}

static inline KipVec3 v3_scale(Real s, KipVec3 a)
{
    return v3(s * a.x, s * a.y, s * a.z);
}

/* a + s b */
static inline KipVec3 v3_add_scaled(KipVec3 a, Real s, KipVec3 b)
{
    return v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline Real v3_dot(KipVec3 a, KipVec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline KipVec3 v3_cross(KipVec3 a, KipVec3 b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline Real v3_length(KipVec3 a)
{
    return real_sqrt(v3_dot(a, a));
}

static inline KipVec3 v3_if(Truth which, KipVec3 a, KipVec3 otherwise)
{
    return v3(real_if(which, a.x, otherwise.x), real_if(which, a.y, otherwise.y),
              real_if(which, a.z, otherwise.z));
}

/* t1, t2: two unit vectors at right angles to the unit vector n and to each other. */
static inline void v3_basis(KipVec3 n, KipVec3 *t1, KipVec3 *t2)
{
    const Real none = real(0), one = real(1);
    KipVec3 side = v3_if(real_size(n.x) < real(0.6), v3(one, none, none), v3(none, one, none)),
            t = v3_cross(n, side);
    *t1 = v3_scale(1 / v3_length(t), t);
    *t2 = v3_cross(n, *t1);
}

static inline KipVec3 v3_from(const Real *p)
{
    return v3(p[0], p[1], p[2]);
}

static inline void v3_store(Real *p, KipVec3 v)
{
    p[0] = v.x;
    p[1] = v.y;
    p[2] = v.z;
}

#endif
