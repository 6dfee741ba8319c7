/* The numbers of the passes over a tree of links: kinematics.c, aba.c, tree_sum.c, and the arithmetic below them. Internal.
 *
 * These are compiled twice. Everywhere but in lanes.c a Real is a double, a Truth a bool, and what follows is nothing at all.
 * There a Real is as many doubles as KIP_LANE_COUNT says, each of another world of the same model, the types of vectors and
 * matrices are of such numbers, and their operators work on all lanes at once. So a pass that is to run in lanes branches on
 * the model alone; where numbers decide it takes real_if, or asks whether all lanes agree. What never changes (link.h) is one
 * for all worlds and stays a double: real() and the functions ..._all put it into the lanes where an operator does not. */
#ifndef KIP_DYNAMICS_REAL_H
#define KIP_DYNAMICS_REAL_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "link.h"

typedef KipVec3 OneVec3;
typedef KipMat3 OneMat3;
typedef KipSym3 OneSym3;
typedef Inertia OneInertia;

#ifdef KIP_LANE_COUNT
#include <immintrin.h>
#endif

#ifndef KIP_LANE_COUNT

typedef double Real;
typedef bool Truth;
/* A small whole number. */
typedef int Whole;
typedef uint64_t Bits;
/* Of the functions of a pass that other files call. */
#define KIP_EXTERN

static inline Real real(double x)
{
    return x;
}

static inline Real real_if(Truth which, Real x, Real otherwise)
{
    return which ? x : otherwise;
}

static inline Real real_sqrt(Real x)
{
    return sqrt(x);
}

/* Without its sign. */
static inline Real real_size(Real x)
{
    return fabs(x);
}

static inline Whole whole_all(int x)
{
    return x;
}

static inline Whole whole_if(Truth which, Whole x, Whole otherwise)
{
    return which ? x : otherwise;
}

static inline Truth truth_not(Truth t)
{
    return !t;
}

static inline Truth truth_and(Truth t, Truth u)
{
    return t && u;
}

static inline bool truth_any(Truth t)
{
    return t;
}

static inline bool truth_all(Truth t)
{
    return t;
}

static inline KipVec3 v3_all(OneVec3 a)
{
    return a;
}

static inline KipMat3 m3_all(const OneMat3 *a)
{
    return *a;
}

static inline Inertia inertia_all(const OneInertia *a)
{
    return *a;
}

/* A macro: gcc copies a struct that a function returns number by number, 12 instructions a link more. */
#define s3_all(a) (*(a))

#else

typedef double Real __attribute__((vector_size(8 * KIP_LANE_COUNT)));
typedef int64_t Truth __attribute__((vector_size(8 * KIP_LANE_COUNT)));
typedef Truth Whole;
typedef uint64_t Bits __attribute__((vector_size(8 * KIP_LANE_COUNT)));
#define KIP_EXTERN static

typedef struct LaneVec3 {
    Real x, y, z;
} LaneVec3;

typedef struct LaneMat3 {
    Real xx, xy, xz, yx, yy, yz, zx, zy, zz;
} LaneMat3;

typedef struct LaneSym3 {
    Real xx, xy, xz, yy, yz, zz;
} LaneSym3;

typedef struct LaneQuat {
    Real w, x, y, z;
} LaneQuat;

typedef struct LaneInertia {
    Real m;
    LaneVec3 h;
    LaneSym3 I;
} LaneInertia;

/* From here on, and in the passes. */
#define KipVec3 LaneVec3
#define KipMat3 LaneMat3
#define KipSym3 LaneSym3
#define KipQuat LaneQuat
#define Inertia LaneInertia

static inline Real real(double x)
{
    return x - (Real){0}; /* which is x to the bit, 0 and -0 too */
}

static inline Real real_if(Truth which, Real x, Real otherwise)
{
    return (Real)(((Truth)x & which) | ((Truth)otherwise & ~which));
}

static inline Real real_sqrt(Real x)
{
#if KIP_LANE_COUNT == 8
    return _mm512_sqrt_pd(x);
#else
    return _mm256_sqrt_pd(x);
#endif
}

static inline Real real_size(Real x)
{
    return (Real)((Truth)x & INT64_MAX);
}

static inline Whole whole_all(int x)
{
    return x - (Whole){0};
}

static inline Whole whole_if(Truth which, Whole x, Whole otherwise)
{
    return (x & which) | (otherwise & ~which);
}

static inline Truth truth_not(Truth t)
{
    return ~t;
}

static inline Truth truth_and(Truth t, Truth u)
{
    return t & u;
}

static inline bool truth_any(Truth t)
{
    int64_t any = 0;
    for (int i = 0; i < KIP_LANE_COUNT; i++)
        any |= t[i];
    return any != 0;
}

static inline bool truth_all(Truth t)
{
    return !truth_any(~t);
}

static inline KipVec3 v3_all(OneVec3 a)
{
    KipVec3 v = {real(a.x), real(a.y), real(a.z)};
    return v;
}

static inline KipMat3 m3_all(const OneMat3 *a)
{
    KipMat3 m = {real(a->xx), real(a->xy), real(a->xz), real(a->yx), real(a->yy),
                 real(a->yz), real(a->zx), real(a->zy), real(a->zz)};
    return m;
}

static inline KipSym3 s3_all(const OneSym3 *a)
{
    KipSym3 s = {real(a->xx), real(a->xy), real(a->xz), real(a->yy), real(a->yz), real(a->zz)};
    return s;
}

static inline Inertia inertia_all(const OneInertia *a)
{
    Inertia I = {real(a->m), v3_all(a->h), s3_all(&a->I)};
    return I;
}

#endif

/* Of n numbers, those of `other` where `which`. */
static inline void real_take(Truth which, Real *x, const Real *other, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = real_if(which, other[i], x[i]);
}

#endif
