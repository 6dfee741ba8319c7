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


def off_arms(person, to, lies, lift, twist, knee):
    """Lying face down, on an arm too: its chest rises and turns off it, to and fro if that arm is straight;
    if it is bent the knee of that side is drawn up. Sets the angles `to` which joints go, from those of how it
    `lies`; True once free."""
    on, bent = [], []
    for side in ("_l", "_r"):
        elbow = person.getAngle("elbow_flex" + side)
        bent.append(elbow > 1)
        on.append(1 if elbow > 1 or person.getAngle("shoulder_abd" + side) < 0.8 else 0)
    for k, side in enumerate(("_l", "_r")):
        drawn = knee if on[k] > on[1 - k] and bent[k] else 0
        for joint, part in [("hip_flex", 1), ("knee_flex", 1), ("hip_abd", 0.4)]:
            to[joint + side] = lies[joint] + part * drawn
    fro = -1 if not max(bent) and time() * 1.6 % 1 > 0.6 else 1
    to["waist_flex"] = -lift if max(on) else lies["waist_flex"]
    to["waist_twist"] = fro * twist * (on[0] - on[1])
    return not max(on)
