/* Arithmetic of 3 x 3 matrices and of symmetric ones, by value. Internal: short names. */
#ifndef KIP_DYNAMICS_MAT3_H
#define KIP_DYNAMICS_MAT3_H

#include "twice.h"
#include "vec3.h"

static inline KipMat3 m3_identity(void)
{
    const Real o = real(0), e = real(1);
    KipMat3 m = {e, o, o, o, e, o, o, o, e};
    return m;
}

static inline KipVec3 m3_apply(KipMat3 m, KipVec3 v)
{
    return v3(m.xx * v.x + m.xy * v.y + m.xz * v.z, m.yx * v.x + m.yy * v.y + m.yz * v.z,
              m.zx * v.x + m.zy * v.y + m.zz * v.z);
}

/* m' v */
static inline KipVec3 m3_apply_t(KipMat3 m, KipVec3 v)
{
    return v3(m.xx * v.x + m.yx * v.y + m.zx * v.z, m.xy * v.x + m.yy * v.y + m.zy * v.z,
              m.xz * v.x + m.yz * v.y + m.zz * v.z);
}

KIP_WITHIN KipMat3 m3_mul(KipMat3 a, KipMat3 b)
{
    KipMat3 m = {
        a.xx * b.xx + a.xy * b.yx + a.xz * b.zx, a.xx * b.xy + a.xy * b.yy + a.xz * b.zy,
        a.xx * b.xz + a.xy * b.yz + a.xz * b.zz, a.yx * b.xx + a.yy * b.yx + a.yz * b.zx,
        a.yx * b.xy + a.yy * b.yy + a.yz * b.zy, a.yx * b.xz + a.yy * b.yz + a.yz * b.zz,
        a.zx * b.xx + a.zy * b.yx + a.zz * b.zx, a.zx * b.xy + a.zy * b.yy + a.zz * b.zy,
        a.zx * b.xz + a.zy * b.yz + a.zz * b.zz,
    };
    return m;
}

static inline KipMat3 m3_transpose(KipMat3 a)
{
    KipMat3 m = {a.xx, a.yx, a.zx, a.xy, a.yy, a.zy, a.xz, a.yz, a.zz};
    return m;
}

static inline KipMat3 m3_add(KipMat3 a, KipMat3 b)
{
    KipMat3 m = {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yx + b.yx, a.yy + b.yy,
                 a.yz + b.yz, a.zx + b.zx, a.zy + b.zy, a.zz + b.zz};
    return m;
}

/* a - u v' */
static inline KipMat3 m3_sub_outer(KipMat3 a, KipVec3 u, KipVec3 v)
{
    KipMat3 m = {a.xx - u.x * v.x, a.xy - u.x * v.y, a.xz - u.x * v.z, a.yx - u.y * v.x, a.yy - u.y * v.y,
                 a.yz - u.y * v.z, a.zx - u.z * v.x, a.zy - u.z * v.y, a.zz - u.z * v.z};
    return m;
}

/* a times the rotation by an angle of sine s, cosine c about a coordinate axis: it mixes two columns. */
static inline KipMat3 m3_turn(KipMat3 a, AxisCode axis, Real s, Real c)
{
    KipMat3 m = a;
    switch (axis) {
    case AXIS_X:
        m.xy = c * a.xy + s * a.xz, m.yy = c * a.yy + s * a.yz, m.zy = c * a.zy + s * a.zz;
        m.xz = c * a.xz - s * a.xy, m.yz = c * a.yz - s * a.yy, m.zz = c * a.zz - s * a.zy;
        break;
    case AXIS_Y:
        m.xx = c * a.xx - s * a.xz, m.yx = c * a.yx - s * a.yz, m.zx = c * a.zx - s * a.zz;
        m.xz = c * a.xz + s * a.xx, m.yz = c * a.yz + s * a.yx, m.zz = c * a.zz + s * a.zx;
        break;
    case AXIS_Z:
        m.xx = c * a.xx + s * a.xy, m.yx = c * a.yx + s * a.yy, m.zx = c * a.zx + s * a.zy;
        m.xy = c * a.xy - s * a.xx, m.yy = c * a.yy - s * a.yx, m.zy = c * a.zy - s * a.zx;
        break;
    case AXIS_ANY:
        break;
    }
    return m;
}

/* R a R' for that rotation R: a R', then R times it as the transpose of its transpose times R'. */
static inline KipMat3 m3_turn_both(KipMat3 a, AxisCode axis, Real s, Real c)
{
    KipMat3 b = m3_transpose(m3_turn(a, axis, -s, c));
    return m3_transpose(m3_turn(b, axis, -s, c));
}

/* [r] a */
static inline KipMat3 m3_cross(KipVec3 r, KipMat3 a)
{
    KipMat3 m = {r.y * a.zx - r.z * a.yx, r.y * a.zy - r.z * a.yy, r.y * a.zz - r.z * a.yz,
                 r.z * a.xx - r.x * a.zx, r.z * a.xy - r.x * a.zy, r.z * a.xz - r.x * a.zz,
                 r.x * a.yx - r.y * a.xx, r.x * a.yy - r.y * a.xy, r.x * a.yz - r.y * a.xz};
    return m;
}

/* -- symmetric ------------------------------------------------------------------------------------------- */

static inline KipSym3 s3_diagonal(Real x, Real y, Real z)
{
    const Real o = real(0);
    KipSym3 s = {x, o, o, y, o, z};
    return s;
}

static inline KipVec3 s3_apply(KipSym3 s, KipVec3 v)
{
    return v3(s.xx * v.x + s.xy * v.y + s.xz * v.z, s.xy * v.x + s.yy * v.y + s.yz * v.z,
              s.xz * v.x + s.yz * v.y + s.zz * v.z);
}

static inline KipSym3 s3_add(KipSym3 a, KipSym3 b)
{
    KipSym3 s = {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
    return s;
}

static inline KipSym3 s3_sub(KipSym3 a, KipSym3 b)
{
    KipSym3 s = {a.xx - b.xx, a.xy - b.xy, a.xz - b.xz, a.yy - b.yy, a.yz - b.yz, a.zz - b.zz};
    return s;
}

static inline KipSym3 s3_scale(Real k, KipSym3 a)
{
    KipSym3 s = {k * a.xx, k * a.xy, k * a.xz, k * a.yy, k * a.yz, k * a.zz};
    return s;
}

/* a - u v', where u v' is symmetric */
static inline KipSym3 s3_sub_outer(KipSym3 a, KipVec3 u, KipVec3 v)
{
    KipSym3 s = {a.xx - u.x * v.x, a.xy - u.x * v.y, a.xz - u.x * v.z,
                 a.yy - u.y * v.y, a.yz - u.y * v.z, a.zz - u.z * v.z};
    return s;
}

static inline KipMat3 s3_full(KipSym3 s)
{
    KipMat3 m = {s.xx, s.xy, s.xz, s.xy, s.yy, s.yz, s.xz, s.yz, s.zz};
    return m;
}

/* The upper triangle of a matrix that is symmetric but for rounding. */
static inline KipSym3 s3_upper(KipMat3 m)
{
    KipSym3 s = {m.xx, m.xy, m.xz, m.yy, m.yz, m.zz};
    return s;
}

/* a b', where the product is symmetric */
static inline KipSym3 s3_product_t(KipMat3 a, KipMat3 b)
{
    KipSym3 s = {a.xx * b.xx + a.xy * b.xy + a.xz * b.xz, a.xx * b.yx + a.xy * b.yy + a.xz * b.yz,
                 a.xx * b.zx + a.xy * b.zy + a.xz * b.zz, a.yx * b.yx + a.yy * b.yy + a.yz * b.yz,
                 a.yx * b.zx + a.yy * b.zy + a.yz * b.zz, a.zx * b.zx + a.zy * b.zy + a.zz * b.zz};
    return s;
}

/* R s R' */
static inline KipSym3 s3_rotate(KipMat3 R, KipSym3 s)
{
    return s3_product_t(m3_mul(R, s3_full(s)), R);
}

/* L D L' of a positive definite matrix: inverse pivots in xx, yy, zz, and l21, l31, l32 in xy, xz, yz. */
static inline KipSym3 s3_factor(KipSym3 s)
{
    KipSym3 f;
    Real z;
    f.xx = 1 / s.xx;
    f.xy = s.xy * f.xx;
    f.xz = s.xz * f.xx;
    f.yy = 1 / (s.yy - f.xy * s.xy);
    z = s.yz - f.xz * s.xy;
    f.yz = z * f.yy;
    f.zz = 1 / (s.zz - f.xz * s.xz - f.yz * z);
    return f;
}

/* x of s x = b, with the factor of s. */
static inline KipVec3 s3_solve(KipSym3 f, KipVec3 b)
{
    Real y = b.y - f.xy * b.x, z = (b.z - f.xz * b.x - f.yz * y) * f.zz;
    y = y * f.yy - f.yz * z;
    return v3(b.x * f.xx - f.xy * y - f.xz * z, y, z);
}

/* Inverse of a positive definite matrix, by L D L': cofactors lose three digits more on long thin bodies. */
static inline KipSym3 s3_inverse(KipSym3 s)
{
    KipSym3 f = s3_factor(s), i;
    Real x = f.yz * f.xy - f.xz; /* L^-1 has -l21, x, -l32 */
    i.zz = f.zz;
    i.yz = -f.yz * f.zz;
    i.xz = x * f.zz;
    i.yy = f.yy - f.yz * i.yz;
    i.xy = x * i.yz - f.xy * f.yy;
    i.xx = f.xx + f.xy * f.xy * f.yy + x * i.xz;
    return i;
}

/* Inertia of a point mass m at c about the origin: m (c'c 1 - c c'). */
static inline KipSym3 s3_point_mass(Real m, KipVec3 c)
{
    KipSym3 s = {m * (c.y * c.y + c.z * c.z), -m * c.x * c.y, -m * c.x * c.z,
                 m * (c.x * c.x + c.z * c.z), -m * c.y * c.z, m * (c.x * c.x + c.y * c.y)};
    return s;
}

#endif
