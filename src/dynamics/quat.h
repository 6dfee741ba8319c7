/* Quaternions (w, x, y, z), active, child to parent. Internal: short names. */
#ifndef KIP_DYNAMICS_QUAT_H
#define KIP_DYNAMICS_QUAT_H

#include "mat3.h"
#include "scalar.h"
#ifdef KIP_LANE_COUNT
#include "sincos.h"
#endif

static inline KipQuat quat(Real w, Real x, Real y, Real z)
{
    KipQuat q = {w, x, y, z};
    return q;
}

static inline KipQuat q_identity(void)
{
    return quat(real(1), real(0), real(0), real(0));
}

static inline KipQuat q_from(const Real *p)
{
    return quat(p[0], p[1], p[2], p[3]);
}

static inline void q_store(Real *p, KipQuat q)
{
    p[0] = q.w;
    p[1] = q.x;
    p[2] = q.y;
    p[3] = q.z;
}

static inline KipQuat q_mul(KipQuat a, KipQuat b)
{
    return quat(a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w);
}

static inline KipQuat q_conjugate(KipQuat q)
{
    return quat(q.w, -q.x, -q.y, -q.z);
}

static inline Real q_dot(KipQuat a, KipQuat b)
{
    return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline KipMat3 q_matrix(KipQuat q)
{
    Real x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    Real xx = q.x * x2, yy = q.y * y2, zz = q.z * z2, xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
    Real wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    KipMat3 m = {1 - (yy + zz), xy - wz, xz + wy, xy + wz,      1 - (xx + zz),
                 yz - wx,       xz - wy, yz + wx, 1 - (xx + yy)};
    return m;
}

static inline KipVec3 q_rotate(KipQuat q, KipVec3 v)
{
    return m3_apply(q_matrix(q), v);
}

#ifndef KIP_LANE_COUNT
static inline void real_sincos(Real x, Real *s, Real *c)
{
    kip_sincos(x, s, c);
}
#else
/* As kip_sincos, for all lanes at once: 3 % of the instructions of a batch. */
static inline void real_sincos(Real x, Real *s, Real *c)
{
    const Real size = real_size(x), none = real(0);
    const Truth near = size <= real(PI_4);
    if (!truth_all(size <= real(ORDINARY))) {
        double sine[KIP_LANE_COUNT], cosine[KIP_LANE_COUNT];
        for (int i = 0; i < KIP_LANE_COUNT; i++)
            kip_sincos(x[i], sine + i, cosine + i);
        memcpy(s, sine, sizeof *s);
        memcpy(c, cosine, sizeof *c);
        return;
    }
    Pair r, sine, cosine;
    const Bits quadrant = reduce_ordinary(x, &r) & ~(Bits)near;
    r.hi = real_if(near, x, r.hi), r.lo = real_if(near, none, r.lo);
    sin_cos_kernel(r, &sine, &cosine);
    turn_by_quadrant(quadrant, sine.hi + sine.lo, cosine.hi + cosine.lo, s, c);
    *s = real_if(size < real(TINY), x, *s); /* -0 is none of the kernel's */
}
#endif

/* Rotation about a unit axis. */
static inline KipQuat q_axis_angle(OneVec3 axis, Real angle)
{
    Real s, c;
    real_sincos(0.5 * angle, &s, &c);
    return quat(c, s * axis.x, s * axis.y, s * axis.z);
}

#ifndef KIP_LANE_COUNT
/* Unit length; a quaternion without length becomes the identity. */
static inline KipQuat q_normalize(KipQuat q)
{
    double n = sqrt(q_dot(q, q));
    if (!(n > 0))
        return q_identity();
    return quat(q.w / n, q.x / n, q.y / n, q.z / n);
}

/* exp of the rotation vector e (axis times angle). */
static inline KipQuat q_exp(KipVec3 e)
{
    double angle2 = v3_dot(e, e), s, c;
    if (angle2 < 1e-8) { /* sin(x/2)/x and cos(x/2) to the last bit */
        s = 0.5 - angle2 * (1.0 / 48);
        c = 1 - angle2 * (0.125 - angle2 * (1.0 / 384));
    } else {
        double angle = sqrt(angle2);
        kip_sincos(0.5 * angle, &s, &c);
        s /= angle;
    }
    return quat(c, s * e.x, s * e.y, s * e.z);
}

/* The rotation vector of q, its angle in [0, pi]. */
static inline KipVec3 q_log(KipQuat q)
{
    KipVec3 v = q.w < 0 ? v3(-q.x, -q.y, -q.z) : v3(q.x, q.y, q.z);
    double s = v3_length(v), w = fabs(q.w);
    double k = s < 1e-9 ? 2 / w : 2 * kip_atan2(s, w) / s;
    return v3_scale(k, v);
}

/* The quaternion of a rotation matrix (Shepperd: the largest component first). */
static inline KipQuat q_from_matrix(KipMat3 m)
{
    double trace = m.xx + m.yy + m.zz;
    KipQuat q;
    if (trace >= m.xx && trace >= m.yy && trace >= m.zz)
        q = quat(1 + trace, m.zy - m.yz, m.xz - m.zx, m.yx - m.xy);
    else if (m.xx >= m.yy && m.xx >= m.zz)
        q = quat(m.zy - m.yz, 1 + m.xx - m.yy - m.zz, m.xy + m.yx, m.xz + m.zx);
    else if (m.yy >= m.zz)
        q = quat(m.xz - m.zx, m.xy + m.yx, 1 - m.xx + m.yy - m.zz, m.yz + m.zy);
    else
        q = quat(m.yx - m.xy, m.xz + m.zx, m.yz + m.zy, 1 - m.xx - m.yy + m.zz);
    return q_normalize(q);
}

#endif

#endif
