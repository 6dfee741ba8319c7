"""HYB 2.6: an athletic flip that is a clip, and once more with a ball that hits it in the air.

The first one lands and idles on. In the second physics takes over, with the momentum that the clip gave:
it falls, rises, and idles again.
"""
# HYB.4, HYB.7: kip eq HYB.4
import everyday
import clips

speed = 9  # m/s, of the ball
when_ = 0.75  # s of the flip, at which it comes

skeleton = addCharacter("skeleton37", key="ready")
addShape("Ball", "sphere", 0.12, mass=4, color=(0.9, 0.4, 0.1), present=False)
skeleton.addClip("flip", priority=None)
clips.get_up(skeleton, "idle")
setCamera((2, -4, 1.5), (1, 0, 0.7))
order, low = everyday.Order(skeleton), [1]


def look():
    low.append(skeleton.up().z)
    return order.look()


def throw_ball():
    off, hips = vec(1.3, 0.9, 0.2), (0, 0, 0)  # ball and hips fall alike on the way
    throw("Ball", getPosition("pelvis", hips) + off, getVelocity("pelvis", hips) - speed * off.unit())


run(1, until=look)
skeleton.do("flip")
run(0.1, until=look)
landed = run(4, until=lambda: look() or order.names[-1] != "flip")
first = min(low)
idles = run(3, until=lambda: look() or order.names[-1] == "idle")
skeleton.do("flip")
run(when_ - 0.15, until=look)
throw_ball()
hit = run(1, until=lambda: look() or isColliding("Ball", "skeleton37"))
left = run(0.02, until=lambda: look() or order.names[-1] != "flip")
high = skeleton.lowest()
back = run(35, until=lambda: look() or order.names[-1] == "idle")
print(order.text())
measure("it is upside down", first, "", "< -0.9")
measure("it lands, keeps its balance, and idles on", 1 if landed and idles and order.names[:3] == ["idle", "flip", "balance"] else 0, "", "= 1")
measure("the ball hits it in the air", high if hit else 0, "m", "> 0.1")
measure("physics takes over within 20 ms", 1 if left else 0, "", "= 1", "paper")
measure("it idles again", 1 if back else 0, "", "= 1", "paper")
record("flip.html")
