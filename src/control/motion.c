/* A motion's memory, and the motion between its frames.
 *
 * With u in [0, 1] from frame i to frame i + 1, and h the period, a number goes
 *
 *     q = q_i + (3 u^2 - 2 u^3) (q_i+1 - q_i) + h (u^3 - 2 u^2 + u) v_i + h (u^3 - u^2) v_i+1
 *
 * and a quaternion goes q_i exp(x), where the rotation vector x goes like that from 0 to log(q_i* q_i+1) and
 * the rates are those of x: the angular velocity at its start, rate_of_turn of it at its end.
 */
#include "motion.h"

#include <limits.h>
#include <string.h>

#include "../dynamics/dynamics.h"
#include "../dynamics/scalar.h"
#include "motion_parts.h"

static const double farthest = 1e100;     /* of a number in q: sums and squares stay finite */
static const double least_square = 1e-24; /* of a quaternion's length: below, it is 0 */
static const double grid_slack = 1e-9;    /* periods by which a grid's last time may miss the motion's end */

/* -- memory ---------------------------------------------------------------------------------------------- */

static size_t numbers_of_frame(const KipModel *model)
{
    return (size_t)model->nq + (size_t)model->nv;
}

static size_t size_of(const KipMotion *motion)
{
    return sizeof *motion + (size_t)motion->nframe * numbers_of_frame(motion->model) * sizeof(double);
}

KipStatus kip_motion_create(const KipModel *model, int nframe, double period, const KipAllocator *allocator,
                            KipMotion **motion, KipError *error)
{
    *motion = NULL;
    if (nframe < 1)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a motion has one frame or more, not %d", nframe);
    if (!(period > 0 && period <= farthest))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a motion's period is above 0 s, not %g s",
                        period);
    KipMotion head = {model, nframe, period, NULL, NULL, allocator}, *made = NULL;
    size_t nq = (size_t)model->nq, n = (size_t)nframe;
    if (n <= (SIZE_MAX / 2) / sizeof(double) / (numbers_of_frame(model) + 1))
        made = kip_resize(allocator, NULL, 0, size_of(&head));
    if (!made)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a motion of %d frames",
                        nframe);
    *made = head;
    made->q = (double *)(made + 1);
    made->v = made->q + n * nq;
    for (size_t i = 0; i < n && nq > 0; i++)
        memcpy(made->q + i * nq, model->q0, nq * sizeof(double));
    memset(made->v, 0, n * (size_t)model->nv * sizeof(double));
    *motion = made;
    return KIP_OK;
}

void kip_motion_destroy(KipMotion *motion)
{
    if (motion)
        kip_resize(motion->allocator, motion, size_of(motion), 0);
}

static double *frame_q(const KipMotion *motion, int frame)
{
    return motion->q + (size_t)frame * (size_t)motion->model->nq;
}

static double *frame_v(const KipMotion *motion, int frame)
{
    return motion->v + (size_t)frame * (size_t)motion->model->nv;
}

double *kip_motion_frame(KipMotion *motion, int frame)
{
    return frame_q(motion, frame);
}

double kip_motion_duration(const KipMotion *motion)
{
    return (motion->nframe - 1) * motion->period;
}

/* -- settling -------------------------------------------------------------------------------------------- */

static KipStatus check_joint(const KipJoint *joint, const double *q, int frame, KipError *error)
{
    for (int k = 0; k < joint->nq; k++)
        if (!(fabs(q[k]) <= farthest))
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "frame %d: joint '%s' is at %g; a finite number is wanted", frame, joint->name,
                            q[k]);
    if (joint_has_quat(joint)) {
        KipQuat turn = q_from(q + joint_lines(joint));
        if (q_dot(turn, turn) < least_square)
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "frame %d: the quaternion of joint '%s' is 0; a unit quaternion is wanted", frame,
                            joint->name);
    }
    return KIP_OK;
}

/* Makes the joint's numbers follow on those of the frame before. */
static void continue_joint(const KipJoint *joint, const double *before, double *q)
{
    if (joint_has_quat(joint)) {
        double *turn = q + joint_lines(joint);
        if (q_dot(q_from(before + joint_lines(joint)), q_from(turn)) < 0)
            q_store(turn, quat(-turn[0], -turn[1], -turn[2], -turn[3]));
    } else if (joint->type == KIP_JOINT_HINGE && !joint->limited && fabs(q[0] - before[0]) > KIP_PI) {
        q[0] += 2 * KIP_PI * floor((before[0] - q[0]) / (2 * KIP_PI) + 0.5);
    }
}

KipStatus kip_motion_settle(KipMotion *motion, KipError *error)
{
    const KipModel *model = motion->model;
    for (int i = 0; i < motion->nframe; i++)
        for (int j = 0; j < model->njoint; j++) {
            const KipJoint *joint = model->joint + j;
            KipStatus status = check_joint(joint, frame_q(motion, i) + joint->q, i, error);
            if (status != KIP_OK)
                return status;
        }
    for (int i = 0; i < motion->nframe; i++) {
        double *q = frame_q(motion, i);
        kip_model_normalize(model, q);
        for (int j = 0; j < model->njoint && i > 0; j++) {
            int at = model->joint[j].q;
            continue_joint(model->joint + j, q - model->nq + at, q + at);
        }
    }
    return KIP_OK;
}

/* -- between frames -------------------------------------------------------------------------------------- */

/* Weights of the difference between two frames and of the rates at both, in a coordinate or in its rate. */
typedef struct Weights {
    double way, start, end;
} Weights;

static double weigh(Weights w, double way, double start, double end)
{
    return w.way * way + w.start * start + w.end * end;
}

static KipVec3 weigh_vectors(Weights w, KipVec3 way, KipVec3 start, KipVec3 end)
{
    return v3(weigh(w, way.x, start.x, end.x), weigh(w, way.y, start.y, end.y),
              weigh(w, way.z, start.z, end.z));
}

/* Between frame i and the next. */
static void sample_between(const KipMotion *motion, int i, double u, double *q, double *v)
{
    const KipModel *model = motion->model;
    const double *q0 = frame_q(motion, i), *q1 = frame_q(motion, i + 1);
    const double *v0 = frame_v(motion, i), *v1 = frame_v(motion, i + 1);
    const double h = motion->period;
    const Weights place = {u * u * (3 - 2 * u), h * u * (1 - u) * (1 - u), h * u * u * (u - 1)};
    const Weights rate = {6 * u * (1 - u) / h, (1 - u) * (1 - 3 * u), u * (3 * u - 2)};
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        int a = joint->q, b = joint->v;
        for (int end = a + joint_lines(joint); a < end; a++, b++) {
            if (q)
                q[a] = q0[a] + weigh(place, q1[a] - q0[a], v0[b], v1[b]);
            if (v)
                v[b] = weigh(rate, q1[a] - q0[a], v0[b], v1[b]);
        }
        if (!joint_has_quat(joint))
            continue;
        KipVec3 way = turn_between(q0 + a, q1 + a), start = v3_from(v0 + b);
        KipVec3 end = rate_of_turn(way, v3_from(v1 + b)), x = weigh_vectors(place, way, start, end);
        if (q)
            q_store(q + a, q_normalize(q_mul(q_from(q0 + a), q_exp(x))));
        if (v)
            v3_store(v + b, velocity_of_turn(x, weigh_vectors(rate, way, start, end)));
    }
}

/* The last frame that is not after a time before the last one. The quotient is rounded: where it has become
 * the next frame's, a hair early, that frame will do. */
static int frame_before(const KipMotion *motion, double time)
{
    int i = (int)floor(time / motion->period);
    return (i + 1) * motion->period <= time ? i + 1 : i;
}

void kip_motion_sample(const KipMotion *motion, double time, double *q, double *v)
{
    const KipModel *model = motion->model;
    double duration = kip_motion_duration(motion);
    bool outside = !(time >= 0 && time <= duration);
    int i = !(time >= 0) ? 0 : time >= duration ? motion->nframe - 1 : frame_before(motion, time);
    double since = outside ? 0 : time - i * motion->period;
    if (since > 0) {
        sample_between(motion, i, since / motion->period, q, v);
        return;
    }
    if (q)
        memcpy(q, frame_q(motion, i), (size_t)model->nq * sizeof *q);
    if (v && outside)
        memset(v, 0, (size_t)model->nv * sizeof *v);
    else if (v)
        memcpy(v, frame_v(motion, i), (size_t)model->nv * sizeof *v);
}

/* -- parts ----------------------------------------------------------------------------------------------- */

KipStatus kip_motion_resample(const KipMotion *motion, double period, KipMotion **resampled, KipError *error)
{
    *resampled = NULL;
    double duration = kip_motion_duration(motion), last = floor(duration / period + grid_slack);
    if (period > 0 && !(last < INT_MAX))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a motion of %g s cannot be sampled every %g s: these are too many frames", duration,
                        period);
    KipMotion *made;
    KipStatus status = kip_motion_create(motion->model, period > 0 ? (int)last + 1 : 1, period,
                                         motion->allocator, &made, error);
    if (status != KIP_OK)
        return status;
    for (int i = 0; i < made->nframe; i++)
        kip_motion_sample(motion, fmin(i * period, duration), frame_q(made, i), frame_v(made, i));
    *resampled = made;
    return KIP_OK;
}
