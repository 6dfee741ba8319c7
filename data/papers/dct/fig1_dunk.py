"""DCT figure 1: a simple controller earns two points

The figure jumps from standing towards the basket, the ball palmed in its right hand (fig1_dunk.pose, a pose sequence).
Once it is in the air, the controller of the paper's appendix A is applied: controllers/dunk.py. Inverse kinematics
brings the ball to the rim; what touches the rim ends that, the ball is let go, and the figure lands.
Help: the ball is attached to the hand, as in the paper; a spring that only turns holds the pelvis as upright as it
begins. The rim is 2.30 m high, not 3.05 m. Joints have the strengths of the model.
"""
# Found by a random search that changed some of the numbers at a time and kept what did not do worse, from a jump on
# the spot: about 450 runs changed these and those of the crouch and the stretch. Then all were rounded.
FAR = 0.32  # m, from the figure to the axis of the ring
SIDE = 0.35  # m, to the left of the axis: the right arm is that far out, and the trunk turns
APPLIED = 0.76  # s, when the controller is applied
RING = 0.225  # m, inner radius of the ring

skeleton = addCharacter("skeleton37", name="skeleton", key="ready", at=(-FAR, SIDE, 0))
skeleton.loadPoses("fig1_dunk")
addObject("hoop")
addShape("Ball", "sphere", 0.12, mass=0.6, at=(-2, 0, 0.12), color=(0.88, 0.45, 0.16))
setCamera((-0.9, -4.2, 1.9), (0.1, 0, 1.45))
skeleton.apply("DunkJump")
skeleton.addSkill("controllers/dunk")
rim = getPosition("Rim")
throw("Ball", getPosition("RightArm", (0.02, 0.136, -0.11)), (0, 0, 0))
skeleton.attachLink("RightArm", "Ball")
skeleton.setBalanceSpring(True, stiffness=0, damping=0, turnStiffness=2000, turnDamping=250)
seen = {"grounded": True, "touched": -1, "held": 0, "off": 9, "last": getPosition("Ball"), "through": 0}


def apply():
    seen["grounded"] = isColliding("LeftFoot", "ground") or isColliding("RightFoot", "ground")
    skeleton.do("dunk")


def watch():
    """Once a control period, before controllers act: what they change, they change at the moment seen last."""
    if seen["touched"] < 0 and (isColliding("Ball", "Rim") or isColliding(skeleton, "Rim")):
        seen["touched"] = time()
    if skeleton.isLinkAttached("RightArm", "Ball"):
        seen["held"] = time()
    now, last = getPosition("Ball"), seen["last"]
    if last.z >= rim.z and now.z < rim.z:
        place = last + (now - last) * ((last.z - rim.z) / (last.z - now.z)) - rim
        seen["off"] = (place.x * place.x + place.y * place.y) ** 0.5
        seen["through"] = time()
    seen["last"] = now
    return False


at(APPLIED, apply)
run(2.5, until=watch)
measure("the feet on the ground when the controller is applied", seen["grounded"], "", "= 0")
measure("ball or arm touches the rim", seen["touched"], "s", "> 0.76")
measure("from touch to release", (seen["held"] - seen["touched"]) / 0.005, "control periods", "= 0")
measure("the ball falls through the ring's plane", seen["through"], "s", "> 0.76")
measure("there, its centre off the ring's axis", seen["off"], "m", "< 0.225")
measure("below, the ball's centre under the rim", rim.z - getPosition("Ball").z, "m", "> 0.3")
measure("after landing, the pelvis upright", skeleton.up().z, "", "> 0.9")
