"""DCT figure 5: controllers chosen at the times that a user indicates

One figure, in one run: punch, kick, hop and lean back in a plane, then in 3-D it picks up a box. The controllers are
pose sequences (fig5_interactive.pose), plain poses, and a script (PickUp).
Help: until 9 s the root stays in its plane (setPlanar); until 13.5 s a spring turns the pelvis upright, and it also
holds the pelvis' place for the kick, which is on one leg; the feet are skis but for the hop and the picking up. In the
last second and a half there are only the skis.
"""
PUSH = (0, 60, 0)  # N, to the left, for 0.2 s: once in the plane, once in 3-D

skeleton = addCharacter("skeleton37", name="skeleton", key="ready")
skeleton.loadPoses("fig5_interactive")
for foot in ["foot_l", "foot_r"]:
    skeleton.addLinkShape(foot, "box", [0.3, 0.046, 0.012], "feet/skis", at=(0.0665, 0, -0.05625), color=(0.7, 0.3, 0.2))
addShape("Box", "box", [0.08, 0.05, 0.12], mass=1, at=(3, 0, 0.12), color=(0.8, 0.6, 0.3), present=False)
setCamera((1.4, -4.2, 1.5), (-0.5, 0, 0.9))


class PickUp:
    """Down; then the fingertips go to the box by inverse kinematics; what they touch, they hold; up."""
    def start(self):
        skeleton.setTargetPose("PickDown")

    def step(self):
        if skeleton.isLinkAttached("RightArm", "Box"):
            return
        if skeleton.timeInSkill() > 0.7:
            skeleton.setIKTarget(getPosition("Box") + vec(0, 0, 0.1), "RightArm", (0, 0, -0.17))
        if isColliding("RightArm", "Box"):
            skeleton.attachLink("RightArm", "Box")
            skeleton.setTargetPose("Lift", 1)


for name in ["Ready", "punch", "kick", "hop", "LeanBack", PickUp]:
    skeleton.addSkill(name)
most = dict([(name, 0) for name in ["ahead", "kick", "hop", "back", "plane", "space", "late", "chosen"]])
wanted = []


def note(name, value):
    most[name] = max(most[name], value)


def choose(seconds, name):
    def press():
        skeleton.do(name)
        wanted.append((name, time()))
    at(seconds, press)


def watch():
    pelvis, skill = getPosition("skeleton/pelvis"), skeleton.activeSkill()
    if wanted and wanted[0][0] == skill:
        began = time() - skeleton.timeInSkill()
        note("late", (began - wanted.pop(0)[1]) / 0.005)
        most["chosen"] += 1
    if skill == "punch":
        note("ahead", getPosition("RightArm").x - pelvis.x)
    elif skill == "kick":
        note("kick", getPosition("RightFoot").z)
    elif skill == "hop":
        note("hop", min(getPosition("LeftFoot").z, getPosition("RightFoot").z))
    elif skill == "LeanBack":
        note("back", pelvis.x - getPosition("Head").x)
    note("plane" if time() < 9 else "space", abs(pelvis.y))
    return False


def spring(stiffness):
    skeleton.setBalanceSpring(True, stiffness=stiffness, damping=stiffness / 5, turnStiffness=2000, turnDamping=250)


def putBox():
    foot = getPosition("RightFoot")
    throw("Box", (foot.x + 0.47, foot.y - 0.05, 0.12), (0, 0, 0))


skeleton.setPlanar(True)
skeleton.chooseShapes("feet/skis")
spring(0)
skeleton.do("Ready")
choose(0.5, "punch")
at(2, lambda: spring(1500))
choose(2.2, "kick")
at(4.2, lambda: spring(0))
at(4.2, lambda: skeleton.chooseShapes("feet/own"))
choose(4.4, "hop")
at(6, lambda: skeleton.chooseShapes("feet/skis"))
choose(6.4, "LeanBack")
choose(7.4, "Ready")
at(8, lambda: push("trunk", PUSH, 0.2))
at(9, lambda: skeleton.setPlanar(False))
at(9.2, lambda: push("trunk", PUSH, 0.2))
at(9.8, lambda: skeleton.chooseShapes("feet/own"))
at(9.9, putBox)
choose(10.2, "PickUp")
at(13.3, lambda: skeleton.chooseShapes("feet/skis"))
at(13.5, lambda: skeleton.setBalanceSpring(False))
run(15, until=watch)

measure("controllers chosen, of 6, that became active", most["chosen"], "", "= 6")
measure("from command to active, at most", most["late"], "control periods", "<= 1", "catalogue")
measure("punch: the hand ahead of the pelvis", most["ahead"], "m", "> 0.3")
measure("kick: height of the foot", most["kick"], "m", "> 0.4")
measure("hop: height of the lower foot", most["hop"], "m", "> 0.15")
measure("lean back: the head behind the pelvis", most["back"], "m", "> 0.1")
measure("pushed sideways in the plane: the pelvis moves", most["plane"], "m", "< 1e-6")
measure("pushed sideways in 3-D: the pelvis moves", most["space"], "m", "> 1e-3")
measure("the box is held", skeleton.isLinkAttached("RightArm", "Box"), "", "= 1")
measure("the box's height", getPosition("Box").z, "m", "> 0.5")
measure("upright at the end, without the spring", skeleton.up().z, "", "> 0.9")
