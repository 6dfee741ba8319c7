/* A target pose onto drives, see pose.h. */
#include "pose.h"

#include <math.h>
#include <string.h>

#include "../dynamics/quat.h"
#include "range.h"

/* A character's joints: names begin with a prefix. */
typedef struct Joints {
    const KipModel *model;
    int first, n;
    const char *prefix;
    size_t length; /* of the prefix */
} Joints;

static const char *name_of(const Joints *joints, int j)
{
    const char *name = joints->model->joint[j].name;
    return strncmp(name, joints->prefix, joints->length) == 0 ? name + joints->length : "";
}

static int find_joint(const Joints *joints, const char *name)
{
    for (int j = joints->first; j < joints->first + joints->n; j++)
        if (strcmp(name_of(joints, j), name) == 0)
            return j;
    return -1;
}

static KipStatus unknown_joint(const Joints *joints, const KipPose *pose, const KipPoseTarget *target,
                               KipError *error)
{
    KipHint hint = kip_hint(target->joint);
    for (int j = joints->first; j < joints->first + joints->n; j++)
        if (joints->model->joint[j].type != KIP_JOINT_FREE)
            kip_hint_add(&hint, name_of(joints, j));
    return kip_fail(error, KIP_BAD_INPUT, target->place,
                    "pose '%s' names a joint '%s' that %.*s%s does not have%s", pose->name, target->joint,
                    joints->length ? (int)joints->length - 1 : 80,
                    joints->length ? joints->prefix : "the model ", joints->length ? "" : joints->model->name,
                    kip_hint_text(&hint));
}

static KipStatus check_joints(const Joints *joints, const KipPose *pose, KipError *error)
{
    for (int i = 0; i < pose->ntarget; i++) {
        const KipPoseTarget *target = pose->target + i;
        int j = find_joint(joints, target->joint);
        if (j < 0)
            return unknown_joint(joints, pose, target, error);
        KipJointType type = joints->model->joint[j].type;
        if (type == KIP_JOINT_FREE)
            return kip_fail(error, KIP_BAD_INPUT, target->place,
                            "pose '%s' names '%s', a free joint; a pose says nothing about where a character "
                            "is",
                            pose->name, target->joint);
        if ((type == KIP_JOINT_BALL) != target->ball)
            return kip_fail(error, KIP_BAD_INPUT, target->place,
                            type == KIP_JOINT_BALL
                                ? "pose '%s' gives '%s' one number; it is a ball joint and wants quat W X Y Z"
                                : "pose '%s' gives '%s' a quaternion; it wants one number",
                            pose->name, target->joint);
        if (!target->ball) {
            KipStatus status = kip_check_target(joints->model->joint + j, target->joint, target->angle,
                                                target->place, error);
            if (status != KIP_OK)
                return status;
        }
    }
    return KIP_OK;
}

/* target NULL: the pose does not name this joint. */
static void write_joint(const KipModel *model, const KipJoint *joint, const KipPose *pose,
                        const KipPoseTarget *target, const double *joint_gain, const double *joint_damping,
                        double global_gain, KipDrives drives)
{
    double own = target && !isnan(target->gain) ? target->gain : pose->gain, product = global_gain * own;
    if (!target)
        memcpy(drives.target + joint->q, model->q0 + joint->q, (size_t)joint->nq * sizeof(double));
    else if (target->ball)
        q_store(drives.target + joint->q, q_normalize(target->quat));
    else
        drives.target[joint->q] = target->angle;
    for (int k = joint->v; k < joint->v + joint->nv; k++) {
        drives.rate[k] = 0;
        drives.stiffness[k] = joint_gain[k] * product; /* DCT.3 */
        drives.damping[k] =
            target && !isnan(target->damping) ? target->damping : joint_damping[k] * sqrt(product);
    }
}

KipStatus kip_pose_check(const KipModel *model, int first_joint, int njoint, const char *prefix,
                         const KipPose *pose, KipError *error)
{
    const Joints joints = {model, first_joint, njoint, prefix, strlen(prefix)};
    return check_joints(&joints, pose, error);
}

KipStatus kip_pose_apply(const KipModel *model, int first_joint, int njoint, const char *prefix,
                         const KipPose *pose, const double *joint_gain, const double *joint_damping,
                         double global_gain, KipDrives drives, KipError *error)
{
    const Joints joints = {model, first_joint, njoint, prefix, strlen(prefix)};
    KipStatus status = check_joints(&joints, pose, error);
    if (status == KIP_OK && !(global_gain >= 0 && global_gain <= 1e300))
        status =
            kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a global gain is 0 or more, not %g", global_gain);
    if (status != KIP_OK)
        return status;
    for (int j = first_joint; j < first_joint + njoint; j++) {
        const KipJoint *joint = model->joint + j;
        const KipPoseTarget *target = NULL;
        for (int i = 0; i < pose->ntarget && !target; i++)
            if (strcmp(pose->target[i].joint, name_of(&joints, j)) == 0)
                target = pose->target + i;
        if (joint->type != KIP_JOINT_FREE)
            write_joint(model, joint, pose, target, joint_gain, joint_damping, global_gain, drives);
    }
    return KIP_OK;
}
