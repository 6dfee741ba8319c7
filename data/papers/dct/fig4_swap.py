"""DCT figure 4: skis are put on for a push, and taken off again, in one run.

A push of 60 N s for 0.1 s throws the character over that stands on its own feet. Here it puts skis on before,
and once it stands still again, it stands on its own feet.
"""
impulse = 60  # N s
skis = 1  # 0: it keeps its own feet

setTimestep(0.004)
setPeriod(0.02)
skeleton = addCharacter("skeleton37", key="stand")
for foot in ["foot_l", "foot_r"]:
    skeleton.addLinkShape(foot, "box", [0.35, 0.046, 0.024], "feet/skis", at=(0.0665, 0, -0.04425),
                          color=(0.75, 0.3, 0.2))
setCamera((1.5, -4, 1.6), (0, 0, 0.8))
legs = ["hip_flex", "hip_abd", "knee_flex", "ankle_flex", "ankle_abd"]
stiff = ["waist_flex", "waist_abd"] + [joint + side for joint in legs for side in ["_l", "_r"]]


def length():
    """Of the support polygon, front to back (m)."""
    x = [corner[0] for corner in skeleton.supportPolygon()]
    return max(x) - min(x)


def stand():
    skeleton.setTargetPose("Stand")
    for joint in stiff:
        skeleton.setTarget(joint, 0, 2000, 200)


def pushed(with_skis):
    """The whole run; the support's length before, in the middle and at the end."""
    restart()
    stand()
    run(0.5)
    lengths = [length()]
    if with_skis:
        skeleton.chooseShapes("feet/skis")
    run(0.5)
    lengths.append(length())
    push("trunk", (impulse / 0.1, 0, 0), 0.1)
    run(5)
    skeleton.chooseShapes("feet/own")
    run(2)
    lengths.append(length())
    return lengths


if skis:
    pushed(False)
    measure("on its own feet: upright", skeleton.up().z, "", "< 0.5")
    own, on, off = pushed(True)
    measure("skis for the push: upright", skeleton.up().z, "", "> 0.98")
    measure("support polygon before", own, "m", "= 0.266 +- 0.005")
    measure("support polygon on skis", on, "m", "= 0.7 +- 0.005")
    measure("support polygon after", off, "m", "= 0.266 +- 0.005")
    measure("height of the pelvis at the end", getPosition("pelvis").z, "m", "> 0.9")
else:
    pushed(False)
