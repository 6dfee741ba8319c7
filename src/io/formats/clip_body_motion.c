/* A clip's motion on the body that was made of its skeleton (clip_body.h).
 *
 * At rest the frames of all bodies and bones are parallel to the world's. A body therefore has the orientation of
 * its bone, and relative to its parent L = R_parent' R_bone. Three hinges make L as Euler angles. One hinge about n
 * comes nearest where the trace of R(angle)' L is greatest; with L the quaternion (w, v), this is at
 * angle = 2 atan2(n.v, w). */
#include "clip_body.h"

#include "clip_body_parts.h"
#include "clip_parts.h"
#include "euler.h"

static const double undetermined = 1e-12; /* both n.v and w: a rotation by pi about an axis normal to n */
static const double same_place = 1e-6;    /* as a fraction of the skeleton's size */

typedef struct Work {
    KipFlesh flesh;
    const KipModel *model;
    int *body;      /* of each limb */
    KipVec3 *place; /* of each bone in the frame, from kip_clip_pose */
    KipQuat *turn;
    KipQuat *stands; /* of each limb, the orientation of its body in the frame */
    KipVec3 ground;  /* point of the clip's frame that becomes the model's origin */
} Work;

/* -- which body a limb is -------------------------------------------------------------------------------- */

/* 0 x, 1 y, 2 z; -1 for another direction. */
static int coordinate_axis(KipVec3 v)
{
    double x[3];
    v3_store(x, v);
    for (int k = 0; k < 3; k++)
        if (x[k] == 1 && x[(k + 1) % 3] == 0 && x[(k + 2) % 3] == 0)
            return k;
    return -1;
}

/* Whether it has a free joint at a root, one hinge, or three hinges about all axes. */
static bool has_its_joints(const KipModel *model, const KipBody *body)
{
    const KipJoint *joint = model->joint + body->joint;
    int axes = 0;
    if (body->parent == 0)
        return body->njoint == 1 && joint->type == KIP_JOINT_FREE;
    for (int k = 0; k < body->njoint; k++) {
        int axis = coordinate_axis(joint[k].axis);
        if (joint[k].type != KIP_JOINT_HINGE)
            return false;
        axes |= axis < 0 ? 0 : 1 << axis;
    }
    return body->njoint == 1 || (body->njoint == 3 && axes == 7);
}

/* Whether the body is limb i: its parent is the limb's parent, and its offset the limb's. */
static bool is_limb(const Work *work, int i)
{
    const KipLimb *limb = &work->flesh.limb[i];
    int from = limb->parent < 0 ? 0 : limb->parent; /* other roots are relative to the first */
    if (work->body[i] < 0)
        return false;
    const KipBody *body = &work->model->body[work->body[i]];
    KipVec3 origin = limb->parent < 0 ? work->model->body[work->body[0]].pos : v3_zero();
    KipVec3 expected = v3_add(origin, v3_sub(limb->origin, work->flesh.limb[from].origin));
    return body->parent == (limb->parent < 0 ? 0 : work->body[limb->parent]) &&
           v3_length(v3_sub(body->pos, expected)) <= same_place * work->flesh.scale &&
           has_its_joints(work->model, body);
}

static KipStatus find_bodies(Work *work, KipError *error)
{
    const KipFlesh *flesh = &work->flesh;
    for (int i = 0; i < flesh->nlimb; i++) {
        work->body[i] = kip_model_find_body(work->model, flesh->limb[i].name);
        if (!is_limb(work, i))
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "the model's body '%.60s' is not as the skeleton of '%.60s' makes it: "
                            "a motion needs the body made of its own skeleton",
                            flesh->limb[i].name, flesh->clip->name);
    }
    if (work->model->nbody != flesh->nlimb + 1)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the model has %d bodies, not the %d that the skeleton of '%.60s' makes",
                        work->model->nbody - 1, flesh->nlimb, flesh->clip->name);
    return KIP_OK;
}

/* -- frames ---------------------------------------------------------------------------------------------- */

/* The lowest height of joints and ends in all frames. */
static double lowest_of_frames(const Work *work)
{
    const KipClip *clip = work->flesh.clip;
    double lowest = HUGE_VAL;
    for (int frame = 0; frame < clip->nframe; frame++) {
        kip_clip_pose(clip, frame, work->place, work->turn);
        for (int i = 0; i < clip->nbone; i++) {
            KipVec3 end = q_rotate(work->turn[i], kip_clip_to_kip(clip, clip->bone[i].end));
            lowest = fmin(lowest, work->place[i].z);
            if (clip->bone[i].has_end)
                lowest = fmin(lowest, work->place[i].z + clip->metres * end.z);
        }
    }
    return lowest;
}

static void find_ground(Work *work)
{
    double lowest = lowest_of_frames(work);
    work->ground = v3_sub(work->flesh.limb[0].origin, work->model->body[work->body[0]].pos);
    if (fabs(lowest) < fabs(lowest - work->ground.z))
        work->ground.z = 0;
}

/* Sets the hinges nearest to L and returns the rotation they make; `q` holds their angles of the frame before. */
static KipQuat set_hinges(const KipJoint *joint, int n, KipQuat L, double *q)
{
    int axis[3];
    if (n == 1) {
        double along = v3_dot(joint->axis, v3(L.x, L.y, L.z));
        if (fabs(along) > undetermined || fabs(L.w) > undetermined)
            *q = kip_euler_unwrap(2 * kip_atan2(along, L.w), *q);
        return q_axis_angle(joint->axis, *q);
    }
    for (int k = 0; k < 3; k++)
        axis[k] = coordinate_axis(joint[k].axis);
    kip_euler_resolve(q_matrix(L), axis, q);
    return L;
}

/* Sets q for the frame; it holds the frame before, or the reference. */
static void set_frame(Work *work, int frame, double *q)
{
    const KipFlesh *flesh = &work->flesh;
    kip_clip_pose(flesh->clip, frame, work->place, work->turn);
    for (int i = 0; i < flesh->nlimb; i++) {
        const KipLimb *limb = &flesh->limb[i];
        const KipBody *body = &work->model->body[work->body[i]];
        const KipJoint *joint = work->model->joint + body->joint;
        double *own = q + joint->q;
        work->stands[i] = work->turn[limb->bone];
        if (limb->parent < 0) {
            v3_store(own, v3_sub(work->place[limb->bone], work->ground));
            q_store(own + 3, work->stands[i]);
        } else {
            KipQuat carrier = work->stands[limb->parent];
            KipQuat L = q_normalize(q_mul(q_conjugate(carrier), work->stands[i]));
            work->stands[i] = q_normalize(q_mul(carrier, set_hinges(joint, body->njoint, L, own)));
        }
    }
}

static KipStatus move(Work *work, KipMotion **motion, KipError *error)
{
    const KipClip *clip = work->flesh.clip;
    KipMotion *made;
    find_ground(work);
    KipStatus status = kip_motion_create(work->model, clip->nframe, clip->period, NULL, &made, error);
    if (status != KIP_OK)
        return status;
    for (int frame = 0; frame < clip->nframe; frame++) {
        double *q = kip_motion_frame(made, frame);
        for (int k = 0; k < work->model->nq && frame > 0; k++)
            q[k] = q[k - work->model->nq];
        set_frame(work, frame, q);
    }
    status = kip_motion_settle(made, error);
    if (status == KIP_OK)
        status = kip_motion_velocities(made, KIP_VELOCITY_SPLINE, error);
    if (status == KIP_OK)
        *motion = made;
    else
        kip_motion_destroy(made);
    return status;
}

/* -- the whole ------------------------------------------------------------------------------------------- */

static KipStatus prepare(Work *work, KipError *error)
{
    KipFlesh *flesh = &work->flesh;
    KipStatus status = kip_flesh_limbs(flesh, error);
    if (status != KIP_OK)
        return status;
    size_t nbone = (size_t)flesh->clip->nbone, nlimb = (size_t)flesh->nlimb;
    work->body = kip_arena_take(flesh->arena, nlimb, sizeof *work->body);
    work->place = kip_arena_take(flesh->arena, nbone, sizeof *work->place);
    work->turn = kip_arena_take(flesh->arena, nbone, sizeof *work->turn);
    work->stands = kip_arena_take(flesh->arena, nlimb, sizeof *work->stands);
    if (!work->body || !work->place || !work->turn || !work->stands)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    return find_bodies(work, error);
}

KipStatus kip_clip_body_motion(const KipClip *clip, const KipModel *model, KipMotion **motion,
                               KipError *error)
{
    *motion = NULL;
    Work work = {.flesh = {.clip = clip}, .model = model};
    if (clip->nbone == 0 || clip->nframe < 1)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the clip '%.60s' has no %s", clip->name,
                        clip->nbone ? "frames" : "bones");
    work.flesh.arena = kip_arena_create(NULL);
    if (!work.flesh.arena)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    KipStatus status = prepare(&work, error);
    if (status == KIP_OK)
        status = move(&work, motion, error);
    kip_arena_destroy(work.flesh.arena);
    return status;
}
