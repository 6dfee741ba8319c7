"""DCT figure 5: controllers chosen at the times that a user indicates

One figure, in one run: punch, kick, hop and lean back in a plane, then in 3-D it picks up a box; pose sequences
(fig5_interactive.pose), a plain pose and a scripted controller. The feet are skis but for the hop and the picking up.
Help: the root stays in its plane until 9 s; a spring turns the pelvis upright, and while it kicks also holds its place;
both are off for the last second and a half.
"""
import math

skeleton = addCharacter("skeleton37", name="skeleton", key="ready")
skeleton.loadPoses("fig5_interactive")
for foot in ["foot_l", "foot_r"]:
    skeleton.addLinkShape(foot, "box", [0.3, 0.046, 0.012], "feet/skis", at=(0.0665, 0, -0.05625), color=(0.7, 0.3, 0.2))
addShape("Box", "box", [0.08, 0.05, 0.12], mass=1, at=(3, 0, 0.12), color=(0.8, 0.6, 0.3), present=False)
setCamera((2.6, -3.4, 1.5), (0.3, 0, 0.9))


def upright(stiffness):
    skeleton.setBalanceSpring(True, stiffness=stiffness, damping=stiffness / 5, turnStiffness=2000, turnDamping=250)


class PickUp:
    def start(self):
        self.held = False
        skeleton.setTargetPose("PickDown")

    def step(self):
        hand = getPosition("RightArm", (0, 0, -0.17))
        box = getPosition("Box")
        if not self.held and timeSince("PickUp") > 0.5:
            skeleton.setIKTarget(box + vec(0, 0, 0.1), "RightArm", (0, 0, -0.17))
        if not self.held and isColliding("RightArm", "Box"):
            self.held = True
            skeleton.attachLink("RightArm", "Box")
            skeleton.setTargetPose("Lift", 1)


skeleton.addSkill("Ready")
for name in ["punch", "kick", "hop", "LeanBack"]:
    skeleton.addSkill(name)
skeleton.addSkill(PickUp)
top = {"punch": 0, "kick": 0, "hop": 0, "lean": 0, "plane": 0, "free": 0, "late": 0}
command = {"name": "", "time": 0}


def choose(seconds, name):
    def press():
        command["name"], command["time"] = name, time()
        mark(name)
        skeleton.do(name)
    at(seconds, press)


def watch():
    root, skill = getPosition("skeleton/pelvis"), skeleton.activeSkill()
    if command["name"] and skill == command["name"]:
        top["late"] = max(top["late"], time() - command["time"])
        command["name"] = ""
    if skill == "punch":
        top["punch"] = max(top["punch"], getPosition("RightArm", (0, 0, -0.18)).x - root.x)
    if skill == "kick":
        top["kick"] = max(top["kick"], getPosition("RightFoot").z)
    if skill == "hop":
        top["hop"] = max(top["hop"], min(getPosition("LeftFoot").z, getPosition("RightFoot").z))
    if skill == "LeanBack":
        top["lean"] = min(top["lean"], getPosition("Head").x - root.x)
    side = "plane" if time() < 9 else "free"
    top[side] = max(top[side], abs(root.y))
    return False


skeleton.setPlanar(True)
skeleton.chooseShapes("feet/skis")
upright(0)
skeleton.do("Ready")
choose(0.5, "punch")
at(2, lambda: upright(1500))
choose(2.2, "kick")
at(4.2, lambda: skeleton.chooseShapes("feet/own"))
at(4.2, lambda: upright(0))
choose(4.4, "hop")
at(6, lambda: skeleton.chooseShapes("feet/skis"))
choose(6.4, "LeanBack")
choose(7.4, "Ready")
at(9.9, lambda: throw("Box", vec(getPosition("skeleton/pelvis").x + 0.5, getPosition("skeleton/pelvis").y - 0.2, 0.12), (0, 0, 0)))
at(12, lambda: print(getPosition("Box"), getPosition("RightArm", (0, 0, -0.17)), getPosition("skeleton/pelvis"), skeleton.up()))
at(8, lambda: push("trunk", (0, 60, 0), 0.2))
at(9, lambda: skeleton.setPlanar(False))
at(9.2, lambda: push("trunk", (0, 60, 0), 0.2))
choose(10.2, "PickUp")
at(13.5, lambda: skeleton.setBalanceSpring(False))
run(15, until=watch)
for k in top:
    print(k, top[k])
print(getPosition("Box"), skeleton.isLinkAttached("RightArm", "Box"), skeleton.up(), skeleton.com())
