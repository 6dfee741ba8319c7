"""On hands and knees: where skills that come from the ground end, and those that stand up begin."""

OTHERS = ("pelvis", "trunk", "neck", "head", "upper_arm_l", "upper_arm_r")


def on(person):
    """Hands, side by side, and knees bear it, elbows are up, nothing of its trunk touches: about level."""
    leg = person.limb("foot_l")
    uneven = (getPosition("hand_l", (0, 0, 0)) - getPosition("hand_r", (0, 0, 0))).dot(person.up())
    if abs(uneven) > 0.25 * leg:
        return False
    for side in ("_l", "_r"):
        knee = person.touching("shank" + side) or person.touching("thigh" + side)
        elbow = getPosition("forearm" + side, (0, 0, 0)).z - getPosition("hand" + side, (0, 0, 0)).z
        if not knee or not person.touching("hand" + side) or elbow < 0.15 * leg:
            return False
    for link in OTHERS:
        if person.touching(link):
            return False
    return person.facing().z < -0.7 and person.height() > 0.4 * leg
