"""Poses of joints as springs, any body in three dimensions: they blend, and come from a skill's numbers."""
import rising


def angles():
    """Of all its joints, by name."""
    return dict([(joint, skeleton.getAngle(joint)) for joint in skeleton.joints()])


def smooth(x):
    """From 0 to 1, its rate and acceleration 0 at both ends."""
    x = rising.clamp(x, 0, 1)
    return x * x * x * (10 - 15 * x + 6 * x * x)


def angle(pose, joint):
    """Names without a side stand for both sides; what is not named is straight."""
    return pose.get(joint, pose.get(rising.short(joint), 0))


def pose(skill, name):
    """The pose that numbers NAME_waist, NAME_shoulder, .. of a skill make, the chin to the chest."""
    to = {"neck_flex": 0.3, "head_flex": 0.2}
    for part in ("waist", "shoulder", "elbow", "hip", "knee", "ankle"):
        to[part + "_flex"] = getattr(skill, name + "_" + part, 0)
    return to


def blend(was, pose, part, soft=1):
    """From angles to a pose; legs below the hips are softer."""
    k = smooth(part)
    for joint in was:
        stiffness = rising.STIFFNESS[rising.short(joint)] * (soft if joint[:4] in ("knee", "ankl") else 1)
        to = was[joint] + k * (angle(pose, joint) - was[joint])
        skeleton.setTarget(joint, to, stiffness, 0.1 * stiffness)
