/* Velocities of a motion's frames from their configurations. HYB.2
 *
 * Central: (q_i+1 - q_i-1) / 2h. Spline: the natural cubic spline through all frames has the slopes v of
 *
 *     2 v_0 + v_1 = 3 (q_1 - q_0) / h
 *     v_i-1 + 4 v_i + v_i+1 = 3 (q_i+1 - q_i-1) / h
 *     v_n-2 + 2 v_n-1 = 3 (q_n-1 - q_n-2) / h
 *
 * which say that the second derivative of the Hermite pieces is continuous at every frame, and 0 at the ends.
 *
 * Quaternions: the same equation for frame i, written in rotation vectors from that frame. There q_i is 0,
 * its neighbours are -e_i-1 and e_i with e_i = log(q_i* q_i+1), and a neighbour's angular velocity w is seen
 * as G w, G = rate_of_turn:
 *
 *     G(-e_i-1) w_i-1 + 4 w_i + G(e_i) w_i+1 = 3 (e_i-1 + e_i) / h        central: w_i = (e_i-1 + e_i) / 2h
 *
 * As G(-e) = G(e)', this is a symmetric block tridiagonal matrix. It is positive definite because |G| <= pi/2
 * for turns up to pi, and is factored from the first frame on without pivoting. Sums of two logarithms serve
 * the central velocity too: log(q_i-1* q_i+1) would be the same to its order and lose its way at half the
 * speed.
 */
#include "motion_parts.h"

/* Of one frame; numbers share theirs. */
typedef struct Pivot {
    double number;
    KipSym3 turn; /* s3_factor */
} Pivot;

/* The weight of a frame's own slope. */
static double own_weight(int frame, int nframe)
{
    return frame == 0 || frame == nframe - 1 ? 2 : 4;
}

/* -- numbers, `nq` and `nv` apart from frame to frame ---------------------------------------------------- */

/* The way from the frame before (if there is one) to the one after. */
static double way_past(const double *q, size_t nq, int i, int nframe)
{
    const double *here = q + (size_t)i * nq, *before = i > 0 ? here - nq : here;
    const double *after = i < nframe - 1 ? here + nq : here;
    return *after - *before;
}

static void number_differences(const KipMotion *motion, const double *q, double *v)
{
    size_t nq = (size_t)motion->model->nq, nv = (size_t)motion->model->nv;
    int n = motion->nframe;
    for (int i = 0; i < n; i++)
        v[(size_t)i * nv] = way_past(q, nq, i, n) / (own_weight(i, n) / 2 * motion->period);
}

static void number_spline(const KipMotion *motion, const Pivot *pivot, const double *q, double *v)
{
    size_t nq = (size_t)motion->model->nq, nv = (size_t)motion->model->nv;
    int n = motion->nframe;
    for (int i = 0; i < n; i++, v += nv) {
        *v = 3 * way_past(q, nq, i, n) / motion->period;
        if (i > 0)
            *v -= v[-(ptrdiff_t)nv] / pivot[i - 1].number;
    }
    for (int i = n - 1; i >= 0; i--) {
        v -= nv;
        *v = (i < n - 1 ? *v - v[nv] : *v) / pivot[i].number;
    }
}

/* -- quaternions ----------------------------------------------------------------------------------------- */

/* From a frame to the next; 0 before the first and after the last. */
static KipVec3 turn_after(const KipMotion *motion, const double *q, int i)
{
    size_t nq = (size_t)motion->model->nq;
    if (i < 0 || i >= motion->nframe - 1)
        return v3_zero();
    return turn_between(q + (size_t)i * nq, q + (size_t)(i + 1) * nq);
}

static void turn_differences(const KipMotion *motion, const double *q, double *v)
{
    KipVec3 before = v3_zero();
    int n = motion->nframe;
    for (int i = 0; i < n; i++) {
        KipVec3 after = turn_after(motion, q, i);
        double time = own_weight(i, n) / 2 * motion->period;
        v3_store(v + (size_t)i * (size_t)motion->model->nv, v3_scale(1 / time, v3_add(before, after)));
        before = after;
    }
}

/* d 1 - G(e)' P^-1 G(e), factored; P is the pivot of the frame before. */
static KipSym3 next_pivot(double d, KipVec3 e, KipSym3 factor)
{
    KipMat3 columns; /* of G(e)' P^-1 G(e) as rows: it is symmetric */
    KipVec3 column[3];
    for (int k = 0; k < 3; k++) {
        KipVec3 unit = v3(k == 0, k == 1, k == 2);
        column[k] = rate_of_turn(v3_neg(e), s3_solve(factor, rate_of_turn(e, unit)));
    }
    columns = (KipMat3){column[0].x, column[0].y, column[0].z, column[1].x, column[1].y,
                        column[1].z, column[2].x, column[2].y, column[2].z};
    return s3_factor(s3_sub(s3_diagonal(d, d, d), s3_upper(columns)));
}

static void turn_spline(const KipMotion *motion, Pivot *pivot, const double *q, double *v)
{
    const double h = motion->period;
    size_t nv = (size_t)motion->model->nv;
    int n = motion->nframe;
    KipVec3 before = v3_zero(), y = v3_zero(), w = v3_zero();
    for (int i = 0; i < n; i++) {
        KipVec3 after = turn_after(motion, q, i), way = v3_scale(3 / h, v3_add(before, after));
        double own = own_weight(i, n);
        if (i == 0) {
            pivot[i].turn = s3_factor(s3_diagonal(own, own, own));
            y = way;
        } else {
            pivot[i].turn = next_pivot(own, before, pivot[i - 1].turn);
            y = v3_sub(way, rate_of_turn(v3_neg(before), s3_solve(pivot[i - 1].turn, y)));
        }
        v3_store(v + (size_t)i * nv, y);
        before = after;
    }
    for (int i = n - 1; i >= 0; i--) {
        y = v3_from(v + (size_t)i * nv);
        w = s3_solve(pivot[i].turn, v3_sub(y, rate_of_turn(turn_after(motion, q, i), w)));
        v3_store(v + (size_t)i * nv, w);
    }
}

/* -- all joints ------------------------------------------------------------------------------------------ */

/* pivot NULL: differences. */
static void joint_velocities(const KipMotion *motion, const KipJoint *joint, Pivot *pivot)
{
    double *q = motion->q + joint->q, *v = motion->v + joint->v;
    for (double *end = q + joint_lines(joint); q < end; q++, v++) {
        if (pivot)
            number_spline(motion, pivot, q, v);
        else
            number_differences(motion, q, v);
    }
    if (joint_has_quat(joint) && pivot)
        turn_spline(motion, pivot, q, v);
    else if (joint_has_quat(joint))
        turn_differences(motion, q, v);
}

KipStatus kip_motion_velocities(KipMotion *motion, KipMotionVelocity how, KipError *error)
{
    Pivot *pivot = NULL;
    size_t size = (size_t)motion->nframe * sizeof *pivot;
    if (how == KIP_VELOCITY_SPLINE) {
        if (size / sizeof *pivot == (size_t)motion->nframe)
            pivot = kip_resize(motion->allocator, NULL, 0, size);
        if (!pivot)
            return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a spline of %d frames",
                            motion->nframe);
        pivot[0].number = own_weight(0, motion->nframe);
        for (int i = 1; i < motion->nframe; i++)
            pivot[i].number = own_weight(i, motion->nframe) - 1 / pivot[i - 1].number;
    }
    for (int j = 0; j < motion->model->njoint; j++)
        joint_velocities(motion, motion->model->joint + j, pivot);
    if (pivot)
        kip_resize(motion->allocator, pivot, size, 0);
    return KIP_OK;
}
