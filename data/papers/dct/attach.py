"""DCT 5: what is attached to a link in flight and let go again changes no momentum.

Without gravity a turning character and a ball fly. The hand takes the ball, the arms swing, the hand lets go.
The momentum and the angular momentum about the origin of both together stay what they were: at each call, and
in the whole flight. Taking the ball stops its motion against the hand alone.
"""
setGravity((0, 0, 0))
skeleton = addCharacter("skeleton37", key="ready", at=(0, 0, 1))
addShape("Ball", "sphere", 0.12, mass=3, at=(0.61, -0.49, 2.07), color=(0.85, 0.45, 0.15))
setCamera((2, -5, 2.5), (0.3, 0, 2))


def length(v):
    return v.dot(v) ** 0.5


def momentum():
    linear = getMomentum(skeleton) + getMomentum("Ball")
    return linear, getAngularMomentum(skeleton) + getAngularMomentum("Ball")


def jump(before):
    """How far both are from what they were (N s, N m s): the larger."""
    return max([length(now - was) for now, was in zip(momentum(), before)])


def distance():
    return length(getPosition("Ball") - getPosition("hand_r"))


drift = 0


def look():
    global drift
    drift = max(drift, jump(start))


throw("Ball", (0.61, -0.49, 2.07), (-0.6, 0.2, -0.4), (0, 3, 1))
push("trunk", (60, 20, 0), 0.2, (0, 0.15, 0.3))
run(0.2)
start = momentum()
measure("angular momentum after a push", length(start[1]), "N m s", "> 1")
run(0.3, until=look)

before = momentum()
measure("ball against the hand before", length(getVelocity("Ball") - getVelocity("hand_r")), "m/s")
skeleton.attachLink("hand_r", "Ball")
measure("jump at attachLink", jump(before), "N s", "< 1e-9")
run(0.005, until=look)
measure("jump in the first control period with the ball", jump(before), "N s", "< 1e-9")
held = distance()
skeleton.setTargetPose("ArmsUp")
run(0.5, until=look)
measure("the ball's distance from the hand changes by", abs(distance() - held), "m", "< 1e-4")

before = momentum()
skeleton.detachLink("hand_r", "Ball")
measure("jump at detachLink", jump(before), "N s", "< 1e-9")
run(0.005, until=look)
measure("jump in the first control period without it", jump(before), "N s", "< 1e-9")
run(1, until=look)
measure("the whole flight: most that it drifted", drift, "N s", "< 1e-9")
measure("ball against the hand after", length(getVelocity("Ball") - getVelocity("hand_r")), "m/s", "> 0.1")
