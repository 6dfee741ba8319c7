"""HYB 2.6: an athletic flip that is a clip, and once more with a ball that hits it in the air; or a roll.

The first one lands and idles on. In the second physics takes over, with the momentum that the clip gave:
it falls, rises, and idles again.
"""
# HYB.4, HYB.7: kip eq HYB.4
import random
import everyday
import clips

roll = 0  # 1: a dive and a roll; the ball hits it on its way down
speed = 8  # m/s, of the ball
when_ = 0.8  # s of the flip, at which it comes; of the roll 1.5 later

clip = "roll" if roll else "flip"
skeleton = addCharacter("skeleton37", key="ready")
addShape("Ball", "sphere", 0.12, mass=4, color=(0.9, 0.4, 0.1), present=False)
skeleton.addClip(clip, priority=None)
clips.get_up(skeleton, "idle", stiff=True)
setCamera((2, -4, 1.5), (1, 0, 0.7))
order, low = everyday.Order(skeleton), [1]


def look():
    low.append(skeleton.up().z)
    return order.look()


speed_, comes = speed + random.uniform(-2, 2), when_ + 1.5 * roll + random.uniform(-0.15, 0.15)  # as the seed draws


def throw_ball():
    off, hips = vec(1.3, 0.9, 0.2), (0, 0, 0)  # ball and hips fall alike on the way
    throw("Ball", getPosition("pelvis", hips) + off, getVelocity("pelvis", hips) - speed_ * off.unit())


run(1, until=look)
skeleton.do(clip)
run(0.1, until=look)
landed = run(8, until=lambda: look() or order.names[-1] != clip)
first = min(low)
idles = run(3, until=lambda: look() or order.names[-1] == "idle")
skeleton.do(clip)
run(comes - 0.15, until=look)
throw_ball()
hit = run(1, until=lambda: look() or isColliding("Ball", "skeleton37"))
left = run(0.02, until=lambda: look() or order.names[-1] != clip)
high = skeleton.lowest()
back = run(35, until=lambda: look() or order.names[-1] == "idle")
print(order.text())
measure("it is upside down", first, "", "< -0.9")
well = landed and idles and order.names[:3] == ["idle", clip, "balance"]
measure("it lands, keeps its balance, and idles on", 1 if well else 0, "", "= 1")
measure("the ball hits it", 1 if hit else 0, "", "= 1")
if not roll:
    measure("in the air", high, "m", "> 0.1")
measure("physics takes over within 20 ms", 1 if left else 0, "", "= 1", "paper")
measure("it idles again", 1 if back else 0, "", "= 1", "paper")
record("flip.html")
