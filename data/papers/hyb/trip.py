"""HYB 3: a walker trips over a ball, falls, rises and walks on.

Its walk is a clip. The ball, which is active, rolls before its
feet: physics takes over; protective steps or a fall follow.
When and where it comes, its mass and its speed depend on the seed.
"""
# HYB.1, HYB.3, HYB.4, HYB.7: kip eq HYB.4
import random
import everyday
import clips

late = 0.5  # s, when the ball comes, in the mean
aside = 0.0  # m, where it comes to, to the walker's left

skeleton = addCharacter("skeleton37", key="ready")
addShape("Ball", "sphere", 0.14, mass=random.uniform(7, 9), color=(0.9, 0.4, 0.1), present=False)
skeleton.addClip("idle", loop=True)
skeleton.addClip("walk_start", priority=None)
skeleton.addClip("walk", loop=True, priority=None)
everyday.teach(skeleton, stiff=True)
clips.Return(skeleton, "idle")
setCamera((6, -5, 1.8), (3, 0, 0.7))
order = everyday.Order(skeleton)


def plays(clip, seconds):
    return skeleton.activeSkill() == clip and skeleton.clipTime() > seconds


def ball():
    feet = [getPosition(foot) for foot in ["foot_l", "foot_r"]]
    ahead = max([foot.x for foot in feet])
    y = aside + random.uniform(-0.06, 0.06) - 0.9
    throw("Ball", (ahead + 0.75, y, 0.14), (0, random.uniform(2.1, 2.3), 0))


when(lambda: plays("idle", 0.8), lambda: skeleton.do("walk_start"), again=True)
when(lambda: plays("walk_start", 2.4), lambda: skeleton.do("walk"), again=True)
comes = 4 + late + random.uniform(-0.5, 0.5)
at(comes, ball)
met = run(7, until=lambda: order.look() or isColliding("Ball", "skeleton37"))
left = run(0.02, until=lambda: order.look() or order.names[-1] != "walk")
run(3, until=lambda: order.look() or skeleton.com().z < 0.5)
back = run(30, until=lambda: order.look() or order.names[-1] == "walk")
gone = time()
from_ = skeleton.com()
run(3, until=order.look)
print(order.text())
measure("it walks, and meets the ball", 1 if met else 0, "", "= 1")
measure("physics takes over within 20 ms", 1 if left else 0, "", "= 1", "paper")
print("it falls" if "fall" in order.names else "it keeps its feet")
measure("it walks again", 1 if back else 0, "", "= 1", "paper")
measure("after", gone - comes, "s", "< 40")  # it may fall once more as it rises
measure("and goes on", (skeleton.com() - from_).length(), "m", "> 2.5")
record("trip.html")
