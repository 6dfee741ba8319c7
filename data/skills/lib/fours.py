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


def off_arms(person, to, lift, twist, knee):
    """Lying face down, on an arm too: its chest rises and turns off it, the knee of that side is drawn up.
    Changes the angles `to` which joints go; True once it lies on none."""
    on = []
    for side in ("_l", "_r"):
        out, bent = person.getAngle("shoulder_abd" + side), person.getAngle("elbow_flex" + side)
        on.append(0 if out > 0.8 and bent < 1 else 1)
    for k, side in enumerate(("_l", "_r")):
        drawn = knee * max(0, on[k] - on[1 - k])
        to["hip_flex" + side], to["knee_flex" + side] = 0.2 + drawn, 0.4 + drawn
        to["hip_abd" + side] = 0.35 + 0.4 * drawn
    to["waist_flex"] = -lift if max(on) else 0.2
    to["waist_twist"] = twist * (on[0] - on[1])
    return not max(on)
